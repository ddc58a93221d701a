"""Where the camera stands: from markers, whole or partly hidden, from the mat's sides, or from four clicked corners.

Several pictures of one set-up are one measurement. How sure the result is, in millimetres on the mat, comes with it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text
from companion.vision.edge_fit import EdgePoints, as_float, find_border, find_steps
from companion.vision.first_pose import CLICK_SD_PX, check_lens_size, first_pose, first_pose_any_lens
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
from companion.vision.pose_fit import Fit, SeenPoints, fit_camera, mat_variance, without_strays
from companion.vision.sources import Frame
from companion.vision.table_file import CORNER_NAMES, SIDE_NAMES, MarkerPlace, Ring

MIRRORED = Text(
    "the picture is mirrored: turn mirroring off in the camera's own settings",
    "la imagen está en espejo: quita el efecto espejo en los ajustes de la cámara",
)
# corners that OpenCV found, before their edges are measured
WHOLE_MARKER_SD_PX = 1.0
HIDDEN_MARKER_SD_PX = 2.0
# the mat's sides are looked for this far from where clicks, or markers, put them (pixels at 1280 wide)
BORDER_REACH_PX = 4.0
# ends of a side that posts and corner pads may hide
SIDE_SHARE = (0.04, 0.96)
SIDE_SAMPLES = 80
# pictures of one set-up: a marker may not move more than this between them
MOVED_PX = 2.5
# no picture tells the mat better than this
FLOOR_PX = 0.15
GRID = 11
# a print's edges are looked for this far off, in modules, round by round: farther out a rope's own edge takes over
EDGE_REACH_MODULES = (0.55, 0.45, 0.4)
LEAST_REACH_PX = 1.5
# a marker is named as the wrong one when the others fit so much better without it than without any other
CLEARLY_BETTER = 0.5


@dataclass(frozen=True, eq=False)
class RingPose:
    """A camera over a ring, and what supports it.

    Attributes:
        sure_mm: 95 of 100 mat points are at most this far off.
        worst_mm: the same for the worst mat corner.
        used: markers and sides that carry it, with their rms distance in px.
        unused: markers and sides that were not found or did not fit, and why.
    """

    camera: Camera
    sure_mm: float
    worst_mm: float
    used: Mapping[str, float]
    unused: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class _Shot:
    """One picture, ready to be measured."""

    name: str
    grey: NDArray[np.uint8]
    colour: NDArray[np.float32]


def _shots(frames: Sequence[Frame]) -> list[_Shot]:
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
        _Shot(
            frame.name,
            np.asarray(cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8),
            as_float(frame.picture),
        )
        for frame in frames
    ]


def ring_from_markers(
    frames: Sequence[Frame], ring: Ring, places: Sequence[MarkerPlace], lens: Lens | None
) -> RingPose:
    """The camera's place from printed markers at known places, refined by the mat's sides.

    Args:
        frames: one or more pictures of the same set-up from the same place.
        places: the layout; not all need be seen.
        lens: None (or a guessed one) lets the fit find focal length, centre and k1 as well.

    Raises:
        CalibrationError: no marker of the layout can be read, or they contradict the layout; says what to do.
    """
    shots = _shots(frames)
    free_lens = lens is None or lens.guessed
    known = None if free_lens or lens is None else check_lens_size(lens, frames[0])
    whole = _whole_markers(shots, places)
    if not whole:
        advice = no_marker_advice(frames[0], places)
        raise CalibrationError(advice.en, advice.es)
    camera, whole, unused = agreeing_markers(whole, known, frames[0].size)
    seen = [
        SeenPoints(marker.place.corners_mm, marker.corners_px, _marker_name(marker.place), WHOLE_MARKER_SD_PX)
        for marker in whole
    ]
    fit = fit_camera(camera, [], seen, free_lens, free_bend=False)
    waiting = [place for place in places if _marker_name(place) not in {*unused, *(points.group for points in seen)}]
    fit, seen, waiting = _with_hidden(shots, waiting, fit, seen, free_lens)
    fit, edges = _with_edges(shots, places, seen, fit, free_lens)
    if waiting:
        # the edges have sharpened the pose: what was too far off to be found may be near enough now
        fit, seen, waiting = _with_hidden(shots, waiting, fit, seen, free_lens)
        fit, edges = _with_edges(shots, places, seen, fit, free_lens)
    unused |= {_marker_name(place): "not seen" for place in waiting}
    fit, edges, borders_unused = _with_borders(shots, ring, fit, edges, [], free_lens, _px_scale(fit.camera) * 3.0)
    return _judged(fit, edges, [], ring, free_lens, unused | borders_unused)


def ring_from_corners(
    frames: Sequence[Frame], ring: Ring, corners_px: Mapping[str, tuple[float, float]], lens: Lens | None
) -> RingPose:
    """The camera's place from four clicked mat corners, refined by the mat's sides.

    Args:
        frames: one or more pictures of the same set-up from the same place.
        corners_px: sw, se, ne, nw in the picture as it is, distortion included; they may lie outside it.
        lens: None (or a guessed one) lets the fit find focal length, centre and k1 as well.

    Raises:
        CalibrationError: the clicks are no view of such a ring; says which way.
    """
    shots = _shots(frames)
    free_lens = lens is None or lens.guessed
    clicked = np.array([corners_px[name] for name in CORNER_NAMES], dtype=float)
    _check_clicks(clicked, frames[0].size)
    if free_lens or lens is None:
        start = first_pose_any_lens(frames[0].size, ring.corners_mm, clicked)
    else:
        start = first_pose(check_lens_size(lens, frames[0]), ring.corners_mm, clicked)
    limit_px = max(4 * CLICK_SD_PX, 0.012 * frames[0].size[0])
    if start is None or start[1] > limit_px:
        size = f"{ring.size_mm[0]:g} x {ring.size_mm[1]:g} mm"
        off = f" by {start[1]:.0f} px" if start else ""
        por = f" por {start[1]:.0f} px" if start else ""
        raise CalibrationError(
            f"the clicks miss a ring of {size}{off}: check the size, the corners' names and the lens",
            f"los clics no encajan con un ring de {size}{por}: revisa el tamaño, los nombres y la lente",
        )
    scale = _px_scale(start[0])
    clicks = [SeenPoints(ring.corners_mm, clicked, "clicks", CLICK_SD_PX * scale)]
    fit = fit_camera(start[0], [], clicks, free_lens, free_bend=False)
    fit, edges, unused = _with_borders(shots, ring, fit, [], clicks, free_lens, BORDER_REACH_PX * scale)
    return _judged(fit, edges, clicks, ring, free_lens, unused)


def _px_scale(camera: Camera) -> float:
    """Limits in px are for pictures 1280 wide; larger ones allow more."""
    return max(1.0, camera.width / 1280)


def _marker_name(place: MarkerPlace) -> str:
    return f"marker {place.id}"


def _whole_markers(shots: Sequence[_Shot], places: Sequence[MarkerPlace]) -> list[WholeMarker]:
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
        if moved_px > MOVED_PX * max(1.0, shots[0].grey.shape[1] / 1280):
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
    near_px, far_px = (0.002 * size[0], 0.003 * size[0]) if lens else (0.004 * size[0], 0.01 * size[0])

    def pose_of(markers: Sequence[WholeMarker]) -> tuple[Camera | None, float]:
        world_mm = np.concatenate([marker.place.corners_mm for marker in markers])
        seen_px = np.concatenate([marker.corners_px for marker in markers])
        start = first_pose(lens, world_mm, seen_px) if lens else first_pose_any_lens(size, world_mm, seen_px)
        return start or (None, float("inf"))

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
            return camera, rest, {_marker_name(marker.place): "lies elsewhere than the layout says"}
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


def _with_hidden(
    shots: Sequence[_Shot], places: Sequence[MarkerPlace], fit: Fit, seen: list[SeenPoints], free_lens: bool
) -> tuple[Fit, list[SeenPoints], list[MarkerPlace]]:
    """Look for the markers that could not be read, nearest to known ones first, each making the next one easier.

    Returns:
        The fit, everything seen, and the places that were not found.
    """
    waiting, missed = list(places), []
    while waiting:
        centres = np.concatenate([points.seen_px for points in seen])
        away = [_distance_px(fit.camera, place, centres) for place in waiting]
        place = waiting.pop(int(np.argmin(away)))
        reach_px = float(np.clip(0.12 * min(away), 6.0, 0.06 * fit.camera.width))
        hits = [find_hidden(shot.grey, fit.camera, place, reach_px) for shot in shots]
        best = max((hit for hit in hits if hit), key=lambda hit: hit[1], default=None)
        if best is None:
            missed.append(place)
            continue
        seen = [*seen, SeenPoints(place.corners_mm, best[0], _marker_name(place), HIDDEN_MARKER_SD_PX)]
        fit = fit_camera(fit.camera, [], seen, free_lens, free_bend=False)
    return fit, seen, missed


def _distance_px(camera: Camera, place: MarkerPlace, known_px: FloatArray) -> float:
    centre = camera.project(place.corners_mm).mean(axis=0)
    distances = np.linalg.norm(known_px - centre, axis=1)
    return float(np.nan_to_num(distances.min(), nan=1e9))


def _with_edges(
    shots: Sequence[_Shot], places: Sequence[MarkerPlace], seen: Sequence[SeenPoints], fit: Fit, free_lens: bool
) -> tuple[Fit, list[EdgePoints]]:
    """Measure the prints' black-white edges around where the fit expects them, fit, and again."""
    names = {points.group for points in seen}
    edges: list[EdgePoints] = []
    for reach_modules in EDGE_REACH_MODULES:
        edges = [
            found
            for shot in shots
            for place in places
            if _marker_name(place) in names
            if (found := _marker_edges(shot, fit.camera, place, reach_modules)) is not None
        ]
        anchors = [] if len({part.group for part in edges}) > 1 else list(seen)
        fit = fit_camera(fit.camera, edges, anchors, free_lens, free_bend=len(edges) > 2)
        edges = without_strays(fit, edges)
        fit = fit_camera(fit.camera, edges, anchors, free_lens, free_bend=len(edges) > 2)
    return fit, edges


def _marker_edges(shot: _Shot, camera: Camera, place: MarkerPlace, reach_modules: float) -> EdgePoints | None:
    size_px = module_px(camera, place)
    pieces = edge_pieces(place, inner=size_px > SMALLEST_MODULE_PX)
    reach_px = max(LEAST_REACH_PX, reach_modules * size_px)
    return find_steps(shot.colour, camera, pieces, reach_px, _marker_name(place))


def _with_borders(
    shots: Sequence[_Shot],
    ring: Ring,
    fit: Fit,
    edges: Sequence[EdgePoints],
    points: Sequence[SeenPoints],
    free_lens: bool,
    reach_px: float,
) -> tuple[Fit, list[EdgePoints], dict[str, str]]:
    """Add the mat's four sides; a side that bends, or stands off by more than a hem, is named and left out."""
    sides: list[EdgePoints] = []
    unused: dict[str, str] = {}
    for share in (1.0, 0.75, 0.6):
        sides, unused = [], {}
        for index, name in enumerate(SIDE_NAMES):
            found = [
                part for shot in shots if (part := find_side(shot.colour, fit.camera, ring, index, share * reach_px))
            ]
            sides += found
            if not found:
                unused[f"{name} side"] = "no clear edge"
        together = fit_camera(fit.camera, [*edges, *sides], points, free_lens, free_bend=True)
        for side in sides:
            off_px, rms_px = abs(together.bleed_px[side.group]), together.group_error_px[side.group]
            if off_px > 2.0 * _px_scale(fit.camera) or rms_px > 1.0 * _px_scale(fit.camera):
                unused[side.group] = f"edge {off_px:.1f} px away, uneven by {rms_px:.1f} px"
        sides = [side for side in sides if side.group not in unused]
        fit = fit_camera(fit.camera, [*edges, *sides], points, free_lens, free_bend=bool(sides or edges))
    return fit, [*edges, *sides], unused


def find_side(
    colour: NDArray[np.float32], camera: Camera, ring: Ring, index: int, reach_px: float
) -> EdgePoints | None:
    """Side `index` of the mat (south, east, north, west) near where a camera expects it; None where it is not clear."""
    corners = ring.corners_mm
    first, last = corners[index], corners[(index + 1) % 4]
    along = last - first
    share = np.linspace(*SIDE_SHARE, SIDE_SAMPLES)
    outward = np.cross(along / np.linalg.norm(along), (0.0, 0.0, 1.0))
    world_mm = first + share[:, None] * along
    return find_border(colour, camera, world_mm, outward, reach_px, f"{SIDE_NAMES[index]} side")


def _check_clicks(clicked: FloatArray, size: tuple[int, int]) -> None:
    """Refuse clicks that are no quadrilateral seen from above.

    Raises:
        CalibrationError: crossed, mirrored or too small.
    """
    edges = np.roll(clicked, -1, axis=0) - clicked
    following = np.roll(edges, -1, axis=0)
    # y points down in the picture: sw, se, ne, nw run against the clock when seen from above
    turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
    if (turns > 0).all():
        raise CalibrationError(
            f"the corners run the wrong way round: either two names are exchanged, or {MIRRORED.en}",
            f"las esquinas giran al revés: o hay dos nombres cambiados, o {MIRRORED.es}",
        )
    if not (turns < 0).all():
        raise CalibrationError(
            "the four corners cross or bend inwards: name them sw, se, ne, nw in this order around",
            "las cuatro esquinas se cruzan: nómbralas sw, se, ne, nw en este orden alrededor",
        )
    if np.linalg.norm(edges, axis=1).min() < 0.04 * size[0]:
        raise CalibrationError(
            "two corners are almost the same place: bring the ring closer or click again",
            "dos esquinas están casi en el mismo sitio: acerca el ring o haz clic otra vez",
        )


def _judged(
    fit: Fit,
    edges: Sequence[EdgePoints],
    points: Sequence[SeenPoints],
    ring: Ring,
    free_lens: bool,
    unused: dict[str, str],
) -> RingPose:
    """How sure: twice the standard deviation of mat points that appear in one place, see `pose_fit.mat_variance`."""
    half_x, half_y = ring.size_mm[0] / 2, ring.size_mm[1] / 2
    x, y = np.meshgrid(np.linspace(-half_x, half_x, GRID), np.linspace(-half_y, half_y, GRID))
    seen = fit.camera.project(np.column_stack((x.ravel(), y.ravel(), np.zeros(x.size))))
    floor_mm = FLOOR_PX * fit.camera.mm_per_px(seen)
    variance = floor_mm**2 + mat_variance(fit, edges, points, free_lens, seen)
    twice_mm = 2 * np.sqrt(np.where(np.isfinite(variance), variance, 1e6))
    sure_mm, worst_mm = float(np.percentile(twice_mm, 95)), float(twice_mm.max())
    camera = replace(fit.camera, sure_mm=sure_mm, lens_guessed=free_lens)
    return RingPose(camera, sure_mm, worst_mm, fit.group_error_px, unused)
