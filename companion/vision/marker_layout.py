"""Printed markers that were read, held against the layout: which lie where it says, which do not and why."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text, plural
from companion.vision.first_pose import first_pose, first_pose_any_lens
from companion.vision.geometry import Camera, FloatArray, Lens
from companion.vision.lens import CalibrationError, dictionary_of, other_dictionaries
from companion.vision.marker_search import WholeMarker, detect, find_hidden, find_whole
from companion.vision.picture_quality import dark_too
from companion.vision.shots import Shot
from companion.vision.sources import Frame
from companion.vision.table_file import MarkerPlace

MIRRORED = Text(
    "the picture is mirrored: turn mirroring off in the camera's own settings",
    "la imagen está en espejo: quita el efecto espejo en los ajustes de la cámara",
)
ELSEWHERE = "lies elsewhere than the layout says"
# white paper has eaten this much of a black square; how well its corners are known then
EATEN_PX, UNEATEN_SD_PX = 0.5, 0.6
# pictures of one set-up: a marker may not move more than this between them
MOVED_PX = 2.5
# a print in another's place is looked for so far from it, by the picture's longer side
HIDDEN_NEAR_SHARE = 0.015
# a marker is named as the wrong one when the others fit so much better without it than without any other
CLEARLY_BETTER = 0.5
# read markers agree on a pose that leaves them so far off, by the picture's longer side; with and without a lens
NEAR_SHARE, NEAR_SHARE_ANY_LENS = 0.002, 0.004
# what an unknown lens's k1 may be
TRIED_BENDS = (0.0, -0.15, -0.3)


def marker_name(place: MarkerPlace) -> str:
    return f"marker {place.id}"


def uneaten(corners_px: FloatArray) -> FloatArray:
    """Corners of a black square (4, 2) moved out by what white paper has eaten of each of its sides."""
    sides = np.roll(corners_px, -1, axis=0) - corners_px
    along = sides / np.linalg.norm(sides, axis=1, keepdims=True)
    return np.asarray(corners_px + EATEN_PX * (np.roll(along, 1, axis=0) - along), dtype=float)


def whole_markers(shots: Sequence[Shot], places: Sequence[MarkerPlace]) -> list[WholeMarker]:
    """Markers read in any picture, corners averaged.

    Raises:
        CalibrationError: one stands elsewhere in another picture: camera or table was moved between them.
    """
    seen: dict[int, tuple[MarkerPlace, list[FloatArray]]] = {}
    for shot in shots:
        for marker in find_whole(shot.grey, places):
            seen.setdefault(id(marker.place), (marker.place, []))[1].append(marker.corners_px)
    found: list[WholeMarker] = []
    for place, all_corners in seen.values():
        corners = np.array(all_corners)
        moved_px = float(np.abs(corners.mean(axis=1) - np.median(corners.mean(axis=1), axis=0)).max())
        if moved_px > MOVED_PX * max(1.0, max(shots[0].grey.shape) / 1280):
            raise CalibrationError(
                f"{marker_name(place)} moves by {moved_px:.0f} px between the pictures: "
                "use pictures from one place, or one picture",
                f"la marca {place.id} se mueve {moved_px:.0f} px entre las imágenes: "
                "usa imágenes desde un mismo sitio, o una sola",
            )
        found.append(WholeMarker(place, np.median(corners, axis=0)))
    return found


def seen_twice(pictures: Sequence[NDArray[np.uint8]], places: Sequence[MarkerPlace]) -> set[int]:
    """Numbers of those markers of which one picture shows two prints."""
    twice: set[int] = set()
    for dictionary in dict.fromkeys(place.dictionary for place in places):
        detector = cv2.aruco.ArucoDetector(dictionary_of(dictionary), cv2.aruco.DetectorParameters())
        for grey in pictures:
            ids = detector.detectMarkers(grey)[1]
            numbers = [] if ids is None else [int(number) for number in np.asarray(ids).ravel()]
            twice |= {number for number in numbers if numbers.count(number) > 1}
    return twice & {place.id for place in places}


def in_place_of(
    camera: Camera,
    shots: Sequence[Shot],
    place: MarkerPlace,
    places: Sequence[MarkerPlace],
    lost: Sequence[MarkerPlace] = (),
) -> MarkerPlace | None:
    """The other marker of the layout where this one's print lies; None for nobody's.

    A print that can be read tells by itself; one behind ropes is looked for at the places of `lost` markers alone, for
    half-hidden prints are alike.
    """
    for shot in shots:
        for marker in find_whole(shot.grey, [place]):
            for other in places:
                away = camera.to_plane(marker.corners_px.mean(axis=0)[None], other.corners_mm[:, 2].mean())[0]
                if other is not place and np.linalg.norm(away - other.corners_mm[:, :2].mean(axis=0)) < other.size_mm:
                    return other
    alike: list[tuple[float, MarkerPlace]] = []
    for other in lost:
        here, own = (_alike(camera, shots, print_, other) for print_ in (place, other))
        if other is not place and here > own:
            alike.append((here, other))
    return max(alike, key=lambda one: one[0])[1] if alike else None


def _alike(camera: Camera, shots: Sequence[Shot], print_: MarkerPlace, there: MarkerPlace) -> float:
    """How much a place of the layout looks like one print, 0 to 1; 0 where it does not."""
    reach_px = HIDDEN_NEAR_SHARE * max(camera.width, camera.height)
    moved = replace(print_, corners_mm=there.corners_mm)
    hits = [find_hidden(shot.grey, camera, moved, reach_px) for shot in shots]
    return max((hit[1] for hit in hits if hit), default=0.0)


class ExchangedError(CalibrationError):
    """Two prints lie in each other's place; names them."""


def exchanged(one: MarkerPlace, other: MarkerPlace) -> ExchangedError:
    """What to say of two prints that lie in each other's place."""
    a, b = sorted((one.id, other.id))
    return ExchangedError(
        f"markers {a} and {b} are exchanged: each lies where the layout has the other; exchange them, or their "
        "corners_mm",
        f"las marcas {a} y {b} están cambiadas: cada una está donde el plano pone la otra; cámbialas, o cambia sus "
        "corners_mm",
    )


def pose_of_whole(
    markers: Sequence[WholeMarker], lens: Lens | None, size: tuple[int, int]
) -> tuple[Camera | None, float]:
    """The pose that read markers agree on best, and their rms in px; infinite where there is none."""
    world_mm = np.concatenate([marker.place.corners_mm for marker in markers])
    seen_px = np.concatenate([uneaten(marker.corners_px) for marker in markers])
    if lens:
        return first_pose(lens, world_mm, seen_px) or (None, float("inf"))
    return first_pose_any_lens(size, world_mm, seen_px, UNEATEN_SD_PX, TRIED_BENDS) or (None, float("inf"))


def fits_exchanged(
    whole: Sequence[WholeMarker], pair: tuple[MarkerPlace, MarkerPlace], lens: Lens | None, size: tuple[int, int]
) -> bool:
    """Whether the markers that were read may lie as a layout says in which two have each other's place."""
    one, other = pair
    swapped = {id(one): other.corners_mm, id(other): one.corners_mm}
    placed = [
        replace(marker, place=replace(marker.place, corners_mm=swapped.get(id(marker.place), marker.place.corners_mm)))
        for marker in whole
    ]
    return pose_of_whole(placed, lens, size)[1] < (NEAR_SHARE if lens else NEAR_SHARE_ANY_LENS) * max(size)


def agreeing_markers(
    whole: Sequence[WholeMarker], lens: Lens | None, size: tuple[int, int]
) -> tuple[Camera, list[WholeMarker], dict[str, str]]:
    """First pose, the markers that agree on it, and those that do not and why.

    Raises:
        CalibrationError: they contradict the layout, and leaving some out, two at least kept, does not help.
    """
    # an unknown lens bends the outer markers by some pixels
    near_px = (NEAR_SHARE if lens else NEAR_SHARE_ANY_LENS) * max(size)
    far_px = (0.003 if lens else 0.01) * max(size)

    def pose_of(markers: Sequence[WholeMarker]) -> tuple[Camera | None, float]:
        return pose_of_whole(markers, lens, size)

    camera, error_px = pose_of(whole)
    if camera is not None and error_px <= far_px:
        return camera, list(whole), {}
    for index, marker in enumerate(whole):
        name, rest = marker_name(marker.place), [*whole[:index], *whole[index + 1 :]]
        for turn in (1, 2, 3):
            turned = WholeMarker(marker.place, np.roll(marker.corners_px, turn, axis=0))
            if pose_of([*rest, turned])[1] < near_px:
                why = f"is turned by {90 * turn} degrees against the layout"
                camera, _ = pose_of(rest) if rest else (None, 0.0)
                if camera is None:
                    raise CalibrationError(
                        f"{name} {why}: turn the print, or its corners_mm",
                        f"la marca {marker.place.id} está girada {90 * turn} grados: gírala, o gira sus corners_mm",
                    )
                return camera, rest, {name: why}
    # of three that contradict each other any two may fit: then nobody can tell which one is wrong
    for few in range(1, len(whole) - 1):
        tried = []
        for wrong in combinations(whole, few):
            rest = [marker for marker in whole if marker not in wrong]
            tried.append((*pose_of(rest), wrong, rest))
        (camera, error_px, wrong, rest), second = sorted(tried, key=lambda one: one[1])[:2]
        if camera is not None and error_px < min(near_px, CLEARLY_BETTER * second[1]):
            return camera, rest, {marker_name(marker.place): ELSEWHERE for marker in wrong}
    for one, other in combinations(whole, 2):
        rest = [marker for marker in whole if marker not in {one, other}]
        pair = [replace(one, corners_px=other.corners_px), replace(other, corners_px=one.corners_px)]
        if pose_of([*rest, *pair])[1] < near_px:
            raise exchanged(one.place, other.place)
    numbers = ", ".join(str(marker.place.id) for marker in whole)
    raise CalibrationError(
        f"markers {numbers} do not lie as the layout says: measure corners_mm again, or lay the kit out anew",
        f"las marcas {numbers} no están como dice el plano: mide otra vez corners_mm, o coloca de nuevo el juego",
    )


def no_marker_advice(frame: Frame, places: Sequence[MarkerPlace]) -> Text:
    """Why no marker of the layout was read, in words that say what to do (field notes B-01, B-02, B-04)."""
    grey = np.asarray(cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    wanted = f"{places[0].dictionary}: {', '.join(str(place.id) for place in places)}"
    if find_whole(np.ascontiguousarray(grey[:, ::-1]), places):
        return MIRRORED
    seen = detect(grey, places[0].dictionary, forgiving=False)
    if seen:
        ids = ", ".join(str(number) for number in sorted(seen))
        markers, marcas = ("marker", "se ve la marca") if len(seen) == 1 else ("markers", "se ven las marcas")
        return Text(
            f"{markers} {ids} found, but the layout has {wanted}: give --markers with your own layout",
            f"{marcas} {ids}, pero el plano tiene {wanted}: pon --markers con tu propio plano",
        )
    twice = seen_twice([grey], places)
    if twice:
        numbers = ", ".join(str(number) for number in sorted(twice))
        return plural(
            len(twice),
            Text(
                "marker {numbers} is seen twice: take one of the two prints away",
                "la marca {numbers} se ve dos veces: quita una de las dos copias",
            ),
            Text(
                "markers {numbers} are seen twice: take one of the two prints of each away",
                "las marcas {numbers} se ven dos veces: quita una de las dos copias de cada una",
            ),
            numbers=numbers,
        )
    others = other_dictionaries(grey, places[0].dictionary)
    if others is not None:
        return Text(
            f"the picture shows markers of {others.en}, expected are {wanted}: give --markers with the right `dict`",
            f"la imagen muestra marcas de {others.es}, se esperan {wanted}: pon --markers con el `dict` correcto",
        )
    reason = Text(
        f"no marker found ({wanted}): keep a white margin of one module around the print, lay it flat, "
        "without gloss, uncovered and sharp; or click the corners with --corners",
        f"ninguna marca ({wanted}): deja un margen blanco de un módulo, ponla plana, sin brillo, destapada y "
        "nítida; o haz clic en las esquinas con --corners",
    )
    return dark_too(reason, frame.picture)
