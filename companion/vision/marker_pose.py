"""The camera's place from printed markers, read whole, hidden behind ropes or cut by the picture's edge.

Every guess of the pose that the read markers allow is tried on the hidden ones; where most of them are found, there the
camera stands. Then all black-white edges of the prints are measured.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text
from companion.vision.edge_fit import EdgePoints, as_float, find_steps
from companion.vision.first_pose import first_pose, first_pose_any_lens, plain_lens, poses
from companion.vision.geometry import Camera, FloatArray, Lens
from companion.vision.lens import CalibrationError, other_dictionaries
from companion.vision.marker_search import (
    SMALLEST_MODULE_PX,
    WholeMarker,
    detect,
    edge_pieces,
    find_hidden,
    find_whole,
    module_px,
)
from companion.vision.pose_fit import USUAL_FOCAL_BY_WIDTH, Fit, SeenPoints, fit_camera, unfitted, without_strays
from companion.vision.sources import Frame
from companion.vision.table_file import MarkerPlace

MIRRORED = Text(
    "the picture is mirrored: turn mirroring off in the camera's own settings",
    "la imagen está en espejo: quita el efecto espejo en los ajustes de la cámara",
)
ELSEWHERE = "lies elsewhere than the layout says"
# corners that OpenCV found, before their edges are measured; white paper has eaten this much of the black square
WHOLE_MARKER_SD_PX = 1.0
EATEN_PX, UNEATEN_SD_PX = 0.5, 0.6
HIDDEN_MARKER_SD_PX = 2.0
# a hidden marker is looked for this far from where it should be, as a share of the distance to the nearest known one
HIDDEN_REACH_SHARE = 0.12
# and is another thing, or lies elsewhere, when the fit with it leaves it this far off, by the picture's longer side
MISFIT_SHARE, MISFIT_SHARE_ANY_LENS = 0.004, 0.012
# pictures of one set-up: a marker may not move more than this between them
MOVED_PX = 2.5
# a marker is named as the wrong one when the others fit so much better without it than without any other
CLEARLY_BETTER = 0.5
# a print's edges are looked for this far off, in modules, round by round: farther out a rope's own edge takes over
EDGE_REACH_MODULES = (0.55, 0.45, 0.4)
LEAST_REACH_PX = 1.5
# what an unknown lens may be like while hidden markers are looked for: focal length by picture width, k1
TRIED_FOCALS = (0.55, 0.65, 0.75, 0.9, 1.1)
TRIED_BENDS = (0.0, -0.15, -0.3)
# a pose is worth trying while it fits the read markers about as well as the best one
AS_GOOD_PX = 1.5
SAME_PLACE_MM = 5.0
# what a pixel of misfit is worth against likeness (0..1 a marker); the misfit, by picture width, that needs no doubt
QUALITY_BY_PX, CLEAR_SHARE = 0.1, 0.0012
# a lone marker's corners may be off by this; so many poses are tried then
TILTED_SD_PX, TILTED_POSES = 0.5, 30


@dataclass(frozen=True, eq=False)
class Shot:
    """One picture, ready to be measured."""

    name: str
    grey: NDArray[np.uint8]
    colour: NDArray[np.float32]


def shots_of(frames: Sequence[Frame]) -> list[Shot]:
    if not frames:
        raise CalibrationError("no picture to calibrate from", "no hay imagen con que calibrar")
    sizes = {frame.size for frame in frames}
    if len(sizes) > 1:
        words = ", ".join(f"{width}x{height}" for width, height in sorted(sizes))
        raise CalibrationError(
            f"the pictures have different sizes ({words}): take them with one camera setting",
            f"las imágenes tienen tamaños distintos ({words}): hazlas con un mismo ajuste de la cámara",
        )
    return [
        Shot(
            frame.name,
            np.asarray(cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8),
            as_float(frame.picture),
        )
        for frame in frames
    ]


@dataclass(frozen=True, eq=False)
class MarkerPose:
    """A fit to markers, the edges that carry it, and the markers that do not and why."""

    fit: Fit
    edges: list[EdgePoints]
    unused: dict[str, str]


def fit_markers(
    shots: Sequence[Shot], places: Sequence[MarkerPlace], lens: Lens | None, size: tuple[int, int]
) -> MarkerPose | None:
    """The camera's place from the markers of a layout; None where none can be read.

    Args:
        shots: pictures of the same set-up from the same place.
        places: the layout; not all need be seen.
        lens: None lets the fit find it.
        size: of the pictures, pixels.

    Raises:
        CalibrationError: the markers contradict the layout.
    """
    whole = _whole_markers(shots, places)
    if not whole:
        return None
    camera, whole, unused = agreeing_markers(whole, lens, size)
    seen = [
        SeenPoints(marker.place.corners_mm, _uneaten(marker.corners_px), _marker_name(marker.place), WHOLE_MARKER_SD_PX)
        for marker in whole
    ]
    # what was read in the wrong place may have been something else: it is looked for in the right one too
    turned = {name for name, why in unused.items() if why != ELSEWHERE}
    waiting = [place for place in places if _marker_name(place) not in {*turned, *(points.group for points in seen)}]
    search = _Search(shots, places, lens is None)
    found = search.fitted(fit_camera(camera, [], seen, lens is None, free_bend=False), seen, waiting)
    if not found.is_clear(size):
        guesses = _guesses(whole, lens, size)
        tries: Iterator[_Found] = (search.from_guess(guess, seen, waiting) for guess in guesses)
        if len(whole) == 1:
            tilted = _tilted(whole[0], lens, size)
            tries = chain(tries, (search.fitted(unfitted(guess), seen, waiting, False) for guess in tilted))
        for tried in tries:
            found = max(found, tried, key=lambda one: one.quality)
            if found.is_clear(size):
                break
        found = search.fitted(found.fit, found.seen, found.waiting)
    fit, edges = search.with_edges(found.fit, found.seen)
    if found.waiting:
        # the edges have sharpened the pose: what was too far off to be found may be near enough now
        found = search.fitted(fit, found.seen, found.waiting)
        fit, edges = search.with_edges(found.fit, found.seen)
    missed = {_marker_name(place): unused.get(_marker_name(place), "not seen") for place in found.waiting}
    return MarkerPose(fit, edges, missed | {name: unused[name] for name in turned})


def _uneaten(corners_px: FloatArray) -> FloatArray:
    """Corners of a black square (4, 2) moved out by what white paper has eaten of each of its sides."""
    sides = np.roll(corners_px, -1, axis=0) - corners_px
    along = sides / np.linalg.norm(sides, axis=1, keepdims=True)
    return np.asarray(corners_px + EATEN_PX * (np.roll(along, 1, axis=0) - along), dtype=float)


def _guesses(whole: Sequence[WholeMarker], lens: Lens | None, size: tuple[int, int]) -> list[Camera]:
    """Poses, and lenses where none is known, that fit the read markers about as well as the best."""
    world_mm = np.concatenate([marker.place.corners_mm for marker in whole])
    seen_px = np.concatenate([_uneaten(marker.corners_px) for marker in whole])
    lenses = [lens] if lens else list(_lenses(size))
    tried = [found for one in lenses for found in poses(one, world_mm, seen_px)]
    best_px = min((error_px for _, error_px in tried), default=0.0)
    guesses: list[Camera] = []
    for camera, error_px in tried:
        # the methods mostly agree: each answer once
        is_new = all(np.linalg.norm(camera.position_mm - other.position_mm) > SAME_PLACE_MM for other in guesses)
        if error_px < best_px + AS_GOOD_PX and is_new:
            guesses.append(camera)
    return guesses


def _tilted(marker: WholeMarker, lens: Lens | None, size: tuple[int, int]) -> list[Camera]:
    """Poses that a lone marker allows within the error of its corners: their tilts differ by many degrees."""
    one = lens or plain_lens(size, USUAL_FOCAL_BY_WIDTH * max(size))
    corners = _uneaten(marker.corners_px)
    shaken = np.random.default_rng(0).normal(0, TILTED_SD_PX, (TILTED_POSES, 4, 2))
    guesses = [found for shift in shaken for found in poses(one, marker.place.corners_mm, corners + shift)]
    return [camera for camera, error_px in guesses if error_px < AS_GOOD_PX]


def _lenses(size: tuple[int, int]) -> Iterator[Lens]:
    for ratio in TRIED_FOCALS:
        for bend in TRIED_BENDS:
            yield plain_lens(size, ratio * max(size), bend)


@dataclass(frozen=True, eq=False)
class _Found:
    """What a search has come to: `alike` sums up how well the hidden markers match."""

    fit: Fit
    seen: list[SeenPoints]
    waiting: list[MarkerPlace]
    alike: float = 0.0

    @property
    def quality(self) -> float:
        """More markers found, more alike, nearer to where they were expected."""
        return self.alike - QUALITY_BY_PX * self.fit.error_px

    def is_clear(self, size: tuple[int, int]) -> bool:
        """All markers are found where one pose and lens put them: no other guess can do better."""
        return not self.waiting and self.fit.error_px < CLEAR_SHARE * max(size)


@dataclass(frozen=True, eq=False)
class _Search:
    """Hidden markers and edges of a layout in some pictures."""

    shots: Sequence[Shot]
    places: Sequence[MarkerPlace]
    free_lens: bool

    def from_guess(self, guess: Camera, seen: Sequence[SeenPoints], waiting: Sequence[MarkerPlace]) -> _Found:
        """Hidden markers from a guessed pose, its lens held still until they are found."""
        fit = fit_camera(guess, [], seen, free_lens=False)
        fit, _ = self.with_edges(fit, seen, EDGE_REACH_MODULES[:1], free_lens=False)
        return self.fitted(fit, seen, waiting, free_lens=False)

    def fitted(
        self, fit: Fit, seen: Sequence[SeenPoints], waiting: Sequence[MarkerPlace], free_lens: bool | None = None
    ) -> _Found:
        """Look for the markers that could not be read, nearest to known ones first, each making the next one easier."""
        free_lens = self.free_lens if free_lens is None else free_lens
        known, open_places, missed, sum_alike = list(seen), list(waiting), [], 0.0
        long_side = max(fit.camera.width, fit.camera.height)
        while open_places:
            centres = np.concatenate([points.seen_px for points in known])
            away = [_distance_px(fit.camera, place, centres) for place in open_places]
            place = open_places.pop(int(np.argmin(away)))
            reach_px = float(np.clip(HIDDEN_REACH_SHARE * min(away), 6.0, 0.06 * long_side))
            hits = [find_hidden(shot.grey, fit.camera, place, reach_px) for shot in self.shots]
            best = max((hit for hit in hits if hit), key=lambda hit: hit[1], default=None)
            if best is None:
                missed.append(place)
                continue
            hidden = SeenPoints(place.corners_mm, best[0], _marker_name(place), HIDDEN_MARKER_SD_PX)
            with_it = fit_camera(fit.camera, [], [*known, hidden], free_lens, free_bend=False)
            limit = MISFIT_SHARE_ANY_LENS if self.free_lens else MISFIT_SHARE
            if np.linalg.norm(_shift_px(with_it.camera, hidden)) > limit * long_side:
                missed.append(place)
                continue
            sum_alike += best[1]
            known.append(hidden)
            fit = with_it
        return _Found(fit, known, missed, sum_alike)

    def with_edges(
        self,
        fit: Fit,
        seen: Sequence[SeenPoints],
        rounds: Sequence[float] = EDGE_REACH_MODULES,
        free_lens: bool | None = None,
    ) -> tuple[Fit, list[EdgePoints]]:
        """Measure the prints' black-white edges around where the fit expects them, fit, and again."""
        free_lens = self.free_lens if free_lens is None else free_lens
        # a bent lens, not yet fitted, puts the markers pixels beside where they were seen
        shifts = {points.group: _shift_px(fit.camera, points) for points in seen}
        edges: list[EdgePoints] = []
        for reach_modules in rounds:
            edges = [
                found
                for shot in self.shots
                for place in self.places
                if (shift := shifts.get(_marker_name(place))) is not None
                if (found := _marker_edges(shot, fit.camera, place, reach_modules, shift)) is not None
            ]
            anchors = [] if len({part.group for part in edges}) > 1 else list(seen)
            fit = fit_camera(fit.camera, edges, anchors, free_lens, free_bend=len(edges) > 2)
            edges = without_strays(fit, edges)
            fit = fit_camera(fit.camera, edges, anchors, free_lens, free_bend=len(edges) > 2)
            shifts = dict.fromkeys(shifts, np.zeros(2))
        return fit, edges


def px_scale(camera: Camera) -> float:
    """Limits in px are for pictures 1280 wide; larger ones allow more."""
    return max(1.0, max(camera.width, camera.height) / 1280)


def _marker_name(place: MarkerPlace) -> str:
    return f"marker {place.id}"


def _whole_markers(shots: Sequence[Shot], places: Sequence[MarkerPlace]) -> list[WholeMarker]:
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
                f"{_marker_name(place)} moves by {moved_px:.0f} px between the pictures: "
                "use pictures from one place, or one picture",
                f"la marca {place.id} se mueve {moved_px:.0f} px entre las imágenes: "
                "usa imágenes desde un mismo sitio, o una sola",
            )
        found.append(WholeMarker(place, np.median(corners, axis=0)))
    return found


def agreeing_markers(
    whole: Sequence[WholeMarker], lens: Lens | None, size: tuple[int, int]
) -> tuple[Camera, list[WholeMarker], dict[str, str]]:
    """First pose, the markers that agree on it, and the one that does not and why.

    Raises:
        CalibrationError: they contradict the layout, and leaving one out does not help.
    """
    # an unknown lens bends the outer markers by some pixels
    near_px, far_px = (0.002 * max(size), 0.003 * max(size)) if lens else (0.004 * max(size), 0.01 * max(size))

    def pose_of(markers: Sequence[WholeMarker]) -> tuple[Camera | None, float]:
        world_mm = np.concatenate([marker.place.corners_mm for marker in markers])
        seen_px = np.concatenate([_uneaten(marker.corners_px) for marker in markers])
        if lens:
            return first_pose(lens, world_mm, seen_px) or (None, float("inf"))
        return first_pose_any_lens(size, world_mm, seen_px, UNEATEN_SD_PX, TRIED_BENDS) or (None, float("inf"))

    camera, error_px = pose_of(whole)
    if camera is not None and error_px <= far_px:
        return camera, list(whole), {}
    for index, marker in enumerate(whole):
        name, rest = _marker_name(marker.place), [*whole[:index], *whole[index + 1 :]]
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
    if len(whole) > 2:
        tried = []
        for index, marker in enumerate(whole):
            rest = [*whole[:index], *whole[index + 1 :]]
            tried.append((*pose_of(rest), marker, rest))
        (camera, error_px, marker, rest), second = sorted(tried, key=lambda one: one[1])[:2]
        # of three that contradict each other any two may fit: then nobody can tell which one is wrong
        if camera is not None and error_px < min(near_px, CLEARLY_BETTER * second[1]):
            return camera, rest, {_marker_name(marker.place): ELSEWHERE}
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
        return Text(
            f"markers {ids} found, but the layout has {wanted}: give --markers with your own layout",
            f"se ven las marcas {ids}, pero el plano tiene {wanted}: pon --markers con tu propio plano",
        )
    others = other_dictionaries(grey, places[0].dictionary)
    if others:
        return Text(
            f"the picture shows markers of {others}, expected are {wanted}: give --markers with the right `dict`",
            f"la imagen muestra marcas de {others}, se esperan {wanted}: pon --markers con el `dict` correcto",
        )
    return Text(
        f"no marker found ({wanted}): keep a white margin of one module around the print, lay it flat, "
        "without gloss, uncovered and sharp; or click the corners with --corners",
        f"ninguna marca ({wanted}): deja un margen blanco de un módulo, ponla plana, sin brillo, destapada y "
        "nítida; o haz clic en las esquinas con --corners",
    )


def _distance_px(camera: Camera, place: MarkerPlace, known_px: FloatArray) -> float:
    centre = camera.project(place.corners_mm).mean(axis=0)
    distances = np.linalg.norm(known_px - centre, axis=1)
    return float(np.nan_to_num(distances.min(), nan=1e9))


def _shift_px(camera: Camera, points: SeenPoints) -> FloatArray:
    return np.asarray((points.seen_px - camera.project(points.world_mm)).mean(axis=0), dtype=float)


def _marker_edges(
    shot: Shot, camera: Camera, place: MarkerPlace, reach_modules: float, shift_px: FloatArray
) -> EdgePoints | None:
    size_px = module_px(camera, place)
    pieces = edge_pieces(place, inner=size_px > SMALLEST_MODULE_PX)
    reach_px = max(LEAST_REACH_PX, reach_modules * size_px)
    return find_steps(shot.colour, camera, pieces, reach_px, _marker_name(place), shift_px)
