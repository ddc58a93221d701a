"""How sure a camera's place over the ring is, in millimetres on the mat, told with what carries it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.kernel.text import Text
from companion.vision.edge_fit import EdgePoints
from companion.vision.geometry import Camera, FloatArray
from companion.vision.lens import CalibrationError
from companion.vision.mat_sides import sides_in
from companion.vision.pose_fit import (
    ALIKE_SAMPLES,
    STRAY_SIGMAS,
    Fit,
    SeenPoints,
    fit_camera,
    mat_variance,
    unusual_lens,
)
from companion.vision.table_file import Ring

# with fewer sides of the mat in place, or a found focal length this unusual, nobody is told to be surer than this
SIDES_THAT_CONFIRM, MOST_UNUSUAL, UNCONFIRMED_MM = 2, 3.0, 15.0
# no picture tells the mat better than this
FLOOR_PX = 0.15
GRID = 11
# a free lens explains what was seen so much better, in squared deviations that count once and as a share: with its own
# lens a picture gives under 1.5 and a tenth, with another camera's 3 and more and a quarter
LENS_GAIN, LENS_GAIN_SHARE = 2.5, 0.2
LENS_DOUBTED = Text(
    "the table file's lens does not fit what is seen, another would fit better: if it is another camera's, or zoom or "
    "focus changed, run `companion calibrate camera` with this camera, or use a new table file without a lens; if it "
    "is this camera's, measure again where the markers lie, or click again",
    "la lente del archivo de mesa no cuadra con lo que se ve, otra encajaría mejor: si es de otra cámara, o cambió el "
    "zoom o el enfoque, usa `companion calibrate camera` con esta cámara, o un archivo de mesa nuevo sin lente; si es "
    "la de esta cámara, mide otra vez dónde están las marcas, o repite los clics",
)


@dataclass(frozen=True, eq=False)
class RingPose:
    """A camera over a ring, and what supports it.

    Attributes:
        sure_mm: 95 of 100 mat points are at most this far off.
        worst_mm: the same for the worst mat corner.
        used: markers and sides that carry it, with their rms distance in px.
        unused: markers and sides that were not found or did not fit, and why.
        doubts_lens: the given lens leaves what a right one would not: it may be another camera's.
        other_size_mm: another size of the mat that fits what is seen as well.
    """

    camera: Camera
    sure_mm: float
    worst_mm: float
    used: Mapping[str, float]
    unused: Mapping[str, str]
    doubts_lens: bool = False
    other_size_mm: tuple[float, float] | None = None


def judged(
    fit: Fit,
    edges: Sequence[EdgePoints],
    points: Sequence[SeenPoints],
    ring: Ring,
    free_lens: bool,
    unused: dict[str, str],
) -> RingPose:
    """How sure: twice the standard deviation of mat points that appear in one place, see `pose_fit.mat_variance`."""
    seen = fit.camera.project(grid_mm(ring))
    floor_mm = FLOOR_PX * fit.camera.mm_per_px(seen)
    variance = floor_mm**2 + mat_variance(fit, edges, points, free_lens, seen)
    twice_mm = 2 * np.sqrt(np.where(np.isfinite(variance), variance, 1e6))
    sure_mm, worst_mm = float(np.percentile(twice_mm, 95)), float(twice_mm.max())
    few_sides = sides_in(fit) < SIDES_THAT_CONFIRM
    if few_sides or (free_lens and unusual_lens(fit.camera) > MOST_UNUSUAL):
        # markers laid or measured wrongly may agree among themselves: the mat, and lenses as they are, bear witness
        sure_mm, worst_mm = max(sure_mm, UNCONFIRMED_MM), max(worst_mm, UNCONFIRMED_MM)
    camera = replace(fit.camera, sure_mm=sure_mm, lens_guessed=free_lens)
    doubts_lens = not free_lens and lens_contradicted(fit, edges, points)
    return RingPose(camera, sure_mm, worst_mm, fit.group_error_px, unused, doubts_lens)


def lens_weighed(pose: RingPose, without_lens: Callable[[], RingPose], ring: Ring) -> RingPose:
    """How sure a pose is whose lens what is seen contradicts: no surer than what a free lens says is apart from it.

    Args:
        without_lens: measures the same with a free lens; asked only where there is a doubt.
    """
    if not pose.doubts_lens:
        return pose
    try:
        other = without_lens()
    except CalibrationError:
        return less_sure(pose, UNCONFIRMED_MM)
    # what a wrong lens does is largest at the mat's corners, and all of one kind
    return less_sure(pose, apart_mm(pose.camera, other.camera, ring)[1] + other.worst_mm)


def lens_contradicted(fit: Fit, edges: Sequence[EdgePoints], points: Sequence[SeenPoints]) -> bool:
    """Whether the same edges agree far better when the lens may be another one."""
    if not edges:
        return False
    free = fit_camera(fit.camera, edges, points, free_lens=True)
    given, found = _misfit(fit, edges), _misfit(free, edges)
    return given - found > max(LENS_GAIN, LENS_GAIN_SHARE * given)


def _misfit(fit: Fit, edges: Sequence[EdgePoints]) -> float:
    """Squared deviations of the edges' samples, strays capped; neighbours count once."""
    total = 0.0
    for edge in edges:
        away = (edge.normal * (edge.seen_px - fit.camera.project(edge.world_mm))).sum(axis=1)
        away -= edge.bleed * fit.bleed_px.get(edge.group, 0.0)
        sigmas = np.nan_to_num(np.abs(away) / edge.sigma_px, nan=STRAY_SIGMAS)
        total += float((np.minimum(sigmas, STRAY_SIGMAS) ** 2).sum())
    return total / ALIKE_SAMPLES


def less_sure(pose: RingPose, sure_mm: float, worst_mm: float | None = None) -> RingPose:
    """The same pose, known to be no surer than that."""
    worst_mm = max(pose.worst_mm, 1.5 * sure_mm if worst_mm is None else worst_mm)
    sure_mm = max(pose.sure_mm, sure_mm)
    return replace(pose, camera=replace(pose.camera, sure_mm=sure_mm), sure_mm=sure_mm, worst_mm=worst_mm)


def grid_mm(ring: Ring) -> FloatArray:
    """Points all over the mat, shape (n, 3)."""
    half_x, half_y = ring.size_mm[0] / 2, ring.size_mm[1] / 2
    x, y = np.meshgrid(np.linspace(-half_x, half_x, GRID), np.linspace(-half_y, half_y, GRID))
    return np.column_stack((x.ravel(), y.ravel(), np.zeros(x.size)))


def apart_mm(one: Camera, other: Camera, ring: Ring) -> tuple[float, float]:
    """How far apart two cameras put what the first one sees all over the mat: of 95 in 100 points, and the worst."""
    grid = grid_mm(ring)
    away = np.linalg.norm(other.to_plane(one.project(grid), 0.0) - grid[:, :2], axis=1)
    away = np.where(np.isfinite(away), away, 1e6)
    return float(np.percentile(away, 95)), float(away.max())
