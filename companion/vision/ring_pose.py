"""Where the camera stands: from markers, whole or partly hidden, from the mat's sides, or from four clicked corners.

Several pictures of one set-up are one measurement. How sure the result is, in millimetres on the mat, comes with it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text
from companion.vision.edge_fit import EdgePoints, find_border
from companion.vision.first_pose import CLICK_SD_PX, check_lens_size, first_pose, first_pose_any_lens
from companion.vision.geometry import Camera, FloatArray, Lens
from companion.vision.lens import CalibrationError
from companion.vision.marker_pose import (
    ELSEWHERE,
    MIRRORED,
    MarkerPose,
    Shot,
    fit_markers,
    no_marker_advice,
    px_scale,
    shots_of,
)
from companion.vision.pose_fit import Fit, SeenPoints, fit_camera, mat_variance, unusual_lens
from companion.vision.ring_finder import FoundRing, find_ring
from companion.vision.sources import Frame
from companion.vision.table_file import CORNER_NAMES, SIDE_NAMES, MarkerPlace, Ring

# the mat's sides are looked for this far from where clicks, or markers with and without a lens, put them (at 1280 wide)
BORDER_REACH_PX, CLOSE_REACH_PX, LOOSE_REACH_PX = 4.0, 3.0, 8.0
# a side this far off, or with samples that scatter so, is another line (at 1280 wide)
MOST_OFFSET_PX, MOST_SCATTER_PX = 2.0, 0.55
# markers and sides together that a pose from markers needs
ENOUGH_GROUPS = 3
# with fewer sides of the mat in place, or a found focal length this unusual, nobody is told to be surer than this
SIDES_THAT_CONFIRM, MOST_UNUSUAL, UNCONFIRMED_MM = 2, 3.0, 15.0
# ends of a side that posts and corner pads may hide
SIDE_SHARE = (0.04, 0.96)
SIDE_SAMPLES = 80
# without a measured lens a marker that lies this far from its place in the layout is told, or makes the pose less sure
MISLAID_MM = 4.0
# corners that the program found by itself, before the mat's sides are measured (at 1280 wide); sides it then needs
FOUND_SD_PX, FOUND_SIDES = 4.0, 3
# no picture tells the mat better than this
FLOOR_PX = 0.15
GRID = 11


class NoMarkerError(CalibrationError):
    """None of the layout's markers can be read in the pictures."""


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


def ring_from_markers(
    frames: Sequence[Frame], ring: Ring, places: Sequence[MarkerPlace], lens: Lens | None
) -> RingPose:
    """The camera's place from printed markers at known places, refined by the mat's sides.

    Args:
        frames: one or more pictures of the same set-up from the same place.
        places: the layout; not all need be seen.
        lens: None (or a guessed one) lets the fit find focal length, centre and k1 as well.

    Raises:
        NoMarkerError: no marker of the layout can be read; says what to do.
        CalibrationError: they contradict the layout, or are too few to tell.
    """
    shots = shots_of(frames)
    free_lens = lens is None or lens.guessed
    known = None if free_lens or lens is None else check_lens_size(lens, frames[0])
    found = fit_markers(shots, places, known, frames[0].size)
    if found is None:
        advice = no_marker_advice(frames[0], places)
        raise NoMarkerError(advice.en, advice.es)
    reach_px = px_scale(found.fit.camera) * (LOOSE_REACH_PX if free_lens else CLOSE_REACH_PX)
    fit, edges, unused = _with_borders(shots, ring, found.fit, found.edges, [], free_lens, reach_px)
    _refuse_too_little(fit)
    unused = found.unused | unused
    doubt_mm = 0.0
    if free_lens and _sides(fit) < len(SIDE_NAMES):
        # a lens that nobody measured bends until a mislaid marker fits: the mat's sides bear witness
        without = [_without(shots, ring, found, name, reach_px) for name in _markers(fit)]
        best = max(without, key=lambda one: (_sides(one.fit), -one.fit.error_px), default=None)
        if best is not None and _sides(best.fit) > _sides(fit) and best.off_mm > MISLAID_MM:
            fit, edges, unused = best.fit, best.edges, found.unused | best.unused | {best.name: ELSEWHERE}
        elif _sides(fit) == 0:
            raise CalibrationError(
                "the markers and the mat's edge do not agree: measure where the markers lie, clear the mat's sides, or "
                "run `companion calibrate camera` first",
                "las marcas y el borde de la lona no concuerdan: mide dónde están las marcas, despeja los lados de la "
                "lona o usa antes `companion calibrate camera`",
            )
        else:
            doubt_mm = max((one.off_mm for one in without), default=0.0)
    judged = _judged(fit, edges, [], ring, free_lens, unused)
    return judged if doubt_mm <= MISLAID_MM else _less_sure(judged, doubt_mm)


@dataclass(frozen=True, eq=False)
class _Without:
    """What a fit is like without one marker, and how far from its place in the layout that marker then lies."""

    name: str
    fit: Fit
    edges: list[EdgePoints]
    unused: dict[str, str]
    off_mm: float


def _markers(fit: Fit) -> list[str]:
    """Markers that carry a fit; none where too few are left without one."""
    names = [group for group in fit.group_error_px if group.startswith("marker")]
    return names if len(names) >= ENOUGH_GROUPS else []


def _sides(fit: Fit) -> int:
    return sum(group.endswith("side") for group in fit.group_error_px)


def _without(shots: Sequence[Shot], ring: Ring, found: MarkerPose, name: str, reach_px: float) -> _Without:
    """Fit anew, any lens, from all but one marker and the mat's sides."""
    others = [edge for edge in found.edges if edge.group != name]
    start = fit_camera(found.fit.camera, others, [], True, free_bend=True)
    fit, edges, unused = _with_borders(shots, ring, start, others, [], True, reach_px)
    own = [edge for edge in found.edges if edge.group == name]
    normal = np.concatenate([edge.normal for edge in own])
    seen = np.concatenate([edge.seen_px for edge in own])
    away = seen - fit.camera.project(np.concatenate([edge.world_mm for edge in own]))
    shift_px = np.linalg.lstsq(normal, (normal * away).sum(axis=1), rcond=None)[0]
    mm_per_px = float(fit.camera.mm_per_px(seen.mean(axis=0)[None])[0])
    return _Without(name, fit, edges, unused, float(np.linalg.norm(shift_px)) * mm_per_px)


def _less_sure(pose: RingPose, sure_mm: float) -> RingPose:
    """The same pose, known to be no surer than that."""
    sure_mm, worst_mm = max(pose.sure_mm, sure_mm), max(pose.worst_mm, 1.5 * sure_mm)
    return replace(pose, camera=replace(pose.camera, sure_mm=sure_mm), sure_mm=sure_mm, worst_mm=worst_mm)


def _refuse_too_little(fit: Fit) -> None:
    """One small marker fits many poses, some of them metres off: others, or the mat's sides, must bear it out.

    Raises:
        CalibrationError: they do not.
    """
    markers = sum(group.startswith("marker") for group in fit.group_error_px)
    sides = sum(group.endswith("side") for group in fit.group_error_px)
    if markers + sides >= ENOUGH_GROUPS and (markers > 1 or sides > 2):
        return
    raise CalibrationError(
        f"only {markers} of the markers and {sides} sides of the mat can be seen: uncover another marker, "
        "or click the corners with --corners",
        f"solo se ven {markers} de las marcas y {sides} lados de la lona: destapa otra marca, "
        "o haz clic en las esquinas con --corners",
    )


def ring_by_itself(
    frames: Sequence[Frame], ring: Ring, lens: Lens | None, side_at_bottom: str
) -> tuple[RingPose, FoundRing]:
    """The camera's place from the mat's four sides, found without marks or clicks.

    Args:
        frames: one or more pictures of the same set-up from the same place; the first that shows the mat counts.
        lens: None (or a guessed one) lets the fit find focal length, centre and k1 as well.
        side_at_bottom: the name of the side that is lowest in the picture.

    Raises:
        CalibrationError: no mat, or more than one, can be seen in any picture, or its sides are not clear enough.
    """
    reasons = []
    for frame in frames:
        found = find_ring(frame.picture, ring.size_mm, side_at_bottom)
        if not isinstance(found, FoundRing):
            reasons.append(found)
            continue
        pose = ring_from_corners(frames, ring, found.corners_px, lens, FOUND_SD_PX)
        sides = sum(group.endswith("side") for group in pose.used)
        if sides >= FOUND_SIDES:
            return _less_sure(pose, found.sure_mm), found
        reasons.append(
            Text(
                f"only {sides} of the mat's sides are clear enough to be measured: clear them and light them evenly, "
                "or click the corners with --corners",
                f"solo {sides} de los lados de la lona se ven bastante bien para medirlos: despéjalos e ilumínalos por "
                "igual, o haz clic en las esquinas con --corners",
            )
        )
    raise CalibrationError(reasons[-1].en, reasons[-1].es)


def ring_from_corners(
    frames: Sequence[Frame],
    ring: Ring,
    corners_px: Mapping[str, tuple[float, float]],
    lens: Lens | None,
    sd_px: float = CLICK_SD_PX,
) -> RingPose:
    """The camera's place from four clicked mat corners, refined by the mat's sides.

    Args:
        frames: one or more pictures of the same set-up from the same place.
        corners_px: sw, se, ne, nw in the picture as it is, distortion included; they may lie outside it.
        lens: None (or a guessed one) lets the fit find focal length, centre and k1 as well.
        sd_px: how well the corners are known, at 1280 wide; the sides are looked for the farther off.

    Raises:
        CalibrationError: the clicks are no view of such a ring; says which way.
    """
    shots = shots_of(frames)
    free_lens = lens is None or lens.guessed
    clicked = np.array([corners_px[name] for name in CORNER_NAMES], dtype=float)
    _check_clicks(clicked, frames[0].size)
    if free_lens or lens is None:
        start = first_pose_any_lens(frames[0].size, ring.corners_mm, clicked)
    else:
        start = first_pose(check_lens_size(lens, frames[0]), ring.corners_mm, clicked)
    limit_px = max(4 * sd_px, 0.012 * max(frames[0].size))
    if start is None or start[1] > limit_px:
        size = f"{ring.size_mm[0]:g} x {ring.size_mm[1]:g} mm"
        off = f" by {start[1]:.0f} px" if start else ""
        por = f" por {start[1]:.0f} px" if start else ""
        raise CalibrationError(
            f"the clicks miss a ring of {size}{off}: check the size, the corners' names and the lens",
            f"los clics no encajan con un ring de {size}{por}: revisa el tamaño, los nombres y la lente",
        )
    scale = px_scale(start[0])
    group = "clicks" if sd_px == CLICK_SD_PX else "corners"
    clicks = [SeenPoints(ring.corners_mm, clicked, group, sd_px * scale)]
    fit = fit_camera(start[0], [], clicks, free_lens, free_bend=False)
    reach_px = BORDER_REACH_PX * scale * sd_px / CLICK_SD_PX
    fit, edges, unused = _with_borders(shots, ring, fit, [], clicks, free_lens, reach_px)
    return _judged(fit, edges, clicks, ring, free_lens, unused)


def _with_borders(
    shots: Sequence[Shot],
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
            scale = px_scale(fit.camera)
            if off_px > MOST_OFFSET_PX * scale or rms_px > MOST_SCATTER_PX * scale:
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
    if np.linalg.norm(edges, axis=1).min() < 0.04 * max(size):
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
    few_sides = sum(group.endswith("side") for group in fit.group_error_px) < SIDES_THAT_CONFIRM
    if few_sides or (free_lens and unusual_lens(fit.camera) > MOST_UNUSUAL):
        # markers laid or measured wrongly may agree among themselves: the mat, and lenses as they are, bear witness
        sure_mm, worst_mm = max(sure_mm, UNCONFIRMED_MM), max(worst_mm, UNCONFIRMED_MM)
    camera = replace(fit.camera, sure_mm=sure_mm, lens_guessed=free_lens)
    return RingPose(camera, sure_mm, worst_mm, fit.group_error_px, unused)
