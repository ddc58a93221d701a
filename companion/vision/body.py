"""A figure's body in millimetres, carved from the picture of the weigh-in, and its silhouette wherever it may stand.

One silhouette leaves the depth open. What a humanoid, a beast or a blob of clay is roughly built like closes it: along
each ray of the silhouette the voxels nearest to that class's skeleton are kept.

Body frame: origin at the centre of the contact with the table, `f` forward (facing), `l` left, `z` up; millimetres.
"""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.geometry import Camera
from companion.vision.view import View

FloatArray = NDArray[np.float64]
Mask = NDArray[np.bool_]
Kind = Literal["humanoid", "beast", "blob"]
Tip = Literal["up", "left", "right", "back", "face"]
KINDS: tuple[Kind, ...] = ("humanoid", "beast", "blob")
TIPS: tuple[Tip, ...] = ("left", "right", "back", "face")

VOXEL_MM = 4.0
RAY_STEP_MM = 3.0
# half of the depth that a part off the skeleton may have, units of height
DEEPEST_PART: dict["Kind", float] = {"humanoid": 0.10, "beast": 0.14, "blob": 0.25}

# capsules (from, to, radius) in units of the figure's height: what each class is built like, measured by eye on clay
# figures; widths across the line of sight come from the silhouette, so only depth depends on these
_Capsule = tuple[tuple[float, float, float], tuple[float, float, float], float]
SKELETONS: dict[Kind, tuple[_Capsule, ...]] = {
    "humanoid": (
        ((0.0, 0.06, 0.06), (0.0, 0.06, 0.35), 0.07),
        ((0.0, -0.06, 0.06), (0.0, -0.06, 0.35), 0.07),
        ((0.0, 0.0, 0.38), (0.0, 0.0, 0.68), 0.10),
        ((0.0, 0.0, 0.85), (0.02, 0.0, 0.9), 0.10),
        ((0.0, 0.16, 0.68), (0.08, 0.25, 0.5), 0.04),
        ((0.0, -0.16, 0.68), (0.08, -0.25, 0.5), 0.04),
    ),
    "beast": (
        ((0.30, 0.0, 0.48), (-0.30, 0.0, 0.48), 0.17),
        ((0.26, 0.13, 0.07), (0.26, 0.11, 0.4), 0.07),
        ((0.26, -0.13, 0.07), (0.26, -0.11, 0.4), 0.07),
        ((-0.26, 0.13, 0.07), (-0.26, 0.11, 0.4), 0.07),
        ((-0.26, -0.13, 0.07), (-0.26, -0.11, 0.4), 0.07),
        ((0.42, 0.0, 0.62), (0.58, 0.0, 0.68), 0.13),
        ((-0.38, 0.0, 0.55), (-0.75, 0.0, 0.9), 0.05),
        ((-0.38, 0.0, 0.52), (-0.80, 0.0, 0.6), 0.06),
    ),
    "blob": (
        ((0.0, 0.0, 0.33), (0.0, 0.0, 0.4), 0.31),
        ((0.03, 0.0, 0.72), (0.03, 0.0, 0.76), 0.21),
        ((0.12, 0.14, 0.08), (0.14, 0.15, 0.08), 0.09),
        ((0.12, -0.14, 0.08), (0.14, -0.15, 0.08), 0.09),
    ),
}


def _with_arms(shoulder: float, forward: float, out: float, hand: float) -> tuple[_Capsule, ...]:
    """The humanoid skeleton with its arms held another way; units of height."""
    trunk = SKELETONS["humanoid"][:4]
    arms = tuple(((0.0, side * 0.16, shoulder), (forward, side * out, hand), 0.04) for side in (1.0, -1.0))
    return (*trunk, *arms)


# one silhouette leaves open how far to the front, or how high, an arm is held: other ways, tried where a figure is
# seen from a side that the weigh-in did not show. The first is the usual one
BUILDS: dict[Kind, tuple[tuple[_Capsule, ...], ...]] = {
    "humanoid": (
        SKELETONS["humanoid"],
        _with_arms(0.68, 0.0, 0.25, 0.68),
        _with_arms(0.7, 0.04, 0.25, 0.9),
        _with_arms(0.68, 0.02, 0.22, 0.35),
        _with_arms(0.68, 0.25, 0.2, 0.62),
    ),
    "beast": (SKELETONS["beast"],),
    "blob": (SKELETONS["blob"],),
}
# widest reach from the axis, units of height
REACH: dict[Kind, float] = {"humanoid": 0.52, "beast": 1.02, "blob": 0.62}
# contact circle, units of height: spread 8 % (humanoids), 4 % (others) on the sample figures
FOOTPRINT: dict[Kind, float] = {"humanoid": 0.138, "beast": 0.323, "blob": 0.295}


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a body is and how it lies.

    Attributes:
        z_mm: height of the surface under it.
        facing_deg: yaw of the body frame, 0 = +x, counter-clockwise.
        tip: which way the body was tipped over before it was turned to `facing_deg`.
        build: which of the class's `BUILDS` the body was carved with.
    """

    x_mm: float
    y_mm: float
    z_mm: float
    facing_deg: float
    tip: Tip = "up"
    build: int = 0


def to_skeleton(points: FloatArray, kind: Kind, height_mm: float) -> FloatArray:
    """Distance of body points, shape (n, 3), to the skin of the class's skeleton; negative inside; shape (n,), mm."""
    away = [_to_capsule(points, capsule, height_mm) for capsule in SKELETONS[kind]]
    return np.asarray(np.min(away, axis=0), dtype=float)


def _to_capsule(points: FloatArray, capsule: _Capsule, height_mm: float) -> FloatArray:
    start, end, radius = capsule
    a, b = np.array(start) * height_mm, np.array(end) * height_mm
    axis = b - a
    along = np.clip((points - a) @ axis / (axis @ axis), 0.0, 1.0)
    away = np.linalg.norm(points - a - along[:, None] * axis, axis=1)
    return np.asarray(away - radius * height_mm, dtype=float)


def rotation_z(angle_deg: float) -> FloatArray:
    """Counter-clockwise turn about the vertical, shape (3, 3)."""
    c, s = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def place(points: FloatArray, pose: Pose) -> FloatArray:
    """Body points, shape (n, 3), to the world."""
    return np.asarray(points @ rotation_z(pose.facing_deg).T + (pose.x_mm, pose.y_mm, pose.z_mm), dtype=float)


def box_of(kind: Kind, height_mm: float) -> FloatArray:
    """Every voxel centre a figure of this class may fill, body frame; shape (n, 3)."""
    reach = REACH[kind] * height_mm
    across = np.arange(-reach, reach + VOXEL_MM, VOXEL_MM)
    up = np.arange(VOXEL_MM / 2, height_mm, VOXEL_MM)
    f, l, z = np.meshgrid(across, across, up, indexing="ij")
    points = np.column_stack([f.ravel(), l.ravel(), z.ravel()])
    return np.asarray(points[np.hypot(points[:, 0], points[:, 1]) <= reach], dtype=float)


def carve(silhouette: Mask, camera: Camera, pose: Pose, kind: Kind, height_mm: float) -> list[FloatArray]:
    """Carve a body from one silhouette, once for each of the class's `BUILDS`.

    Along the ray of each of its pixels the body is where the class's skeleton is, or nearest to it; and about as deep
    as the silhouette is wide there.

    Args:
        silhouette: shape (h, w), the camera's picture.
        pose: where the figure stood and faced.

    Returns:
        Voxel centres, body frame, each shape (n, 3); only those on the surface.
    """
    row, column = np.nonzero(silhouette)
    if not len(row):
        return [np.zeros((0, 3)) for _ in BUILDS[kind]]
    rays = camera.rays(np.column_stack([column, row]).astype(float))
    reach = REACH[kind] * height_mm
    middle = np.array([pose.x_mm, pose.y_mm, pose.z_mm + height_mm / 2])
    away = float(np.linalg.norm(middle - camera.position_mm))
    steps = np.arange(away - 1.2 * reach - height_mm / 2, away + 1.2 * reach + height_mm / 2, RAY_STEP_MM)
    points = camera.position_mm + rays[:, None, :] * steps[None, :, None]
    points = (points - (pose.x_mm, pose.y_mm, pose.z_mm)) @ rotation_z(pose.facing_deg)
    possible = (points[..., 2] > 0.0) & (points[..., 2] < height_mm * 1.02)
    possible &= np.hypot(points[..., 0], points[..., 1]) <= reach
    # a part is about as deep as it is wide: the silhouette's own thickness there, read in millimetres
    inner_px = cv2.distanceTransform(cv2.copyMakeBorder(silhouette.astype(np.uint8), 1, 1, 1, 1, 0), cv2.DIST_L2, 5)
    thickness = inner_px[row + 1, column + 1] * away / camera.K[0, 0]
    thickness = np.clip(thickness, VOXEL_MM / 2, DEEPEST_PART[kind] * height_mm)
    near = points[possible]
    capsules = {capsule for build in BUILDS[kind] for capsule in build}
    distances = {capsule: _to_capsule(near, capsule, height_mm) for capsule in capsules}
    bodies = []
    for build in BUILDS[kind]:
        depth = np.full(possible.shape, np.inf)
        depth[possible] = np.min([distances[capsule] for capsule in build], axis=0)
        nearest = steps[np.argmin(depth, axis=1)]
        kept = (depth <= 0.0) | (np.abs(steps[None, :] - nearest[:, None]) <= thickness[:, None])
        bodies.append(_voxels(points[kept & possible]))
    return bodies


def _voxels(points: FloatArray) -> FloatArray:
    """The surface of what fills some points, shape (n, 3)."""
    cells = np.unique(np.round(points / VOXEL_MM), axis=0)
    return surface_of(cells * VOXEL_MM) if len(cells) else np.zeros((0, 3))


def surface_of(voxels: FloatArray) -> FloatArray:
    """The voxels that have a free neighbour: the others never decide a silhouette."""
    cells = np.round((voxels - voxels.min(axis=0)) / VOXEL_MM).astype(int) + 1
    grid = np.zeros(cells.max(axis=0) + 2, dtype=bool)
    grid[tuple(cells.T)] = True
    buried = grid.copy()
    for axis in range(3):
        buried &= np.roll(grid, 1, axis) & np.roll(grid, -1, axis)
    return np.asarray(voxels[~buried[tuple(cells.T)]], dtype=float)


def tip_over(voxels: FloatArray, tip: Tip) -> FloatArray:
    """Lay a body down: rotated by a right angle, lowered until it touches, centred on what touches.

    Returns:
        Shape (n, 3); the origin is the centre of the hull of the lowest voxels, as for a standing body.
    """
    if tip == "up":
        return voxels
    f, l, z = voxels.T
    turned = {"back": (-z, l, f), "face": (z, l, -f), "left": (f, z, -l), "right": (f, -z, l)}[tip]
    points = np.column_stack(turned)
    points[:, 2] -= points[:, 2].min() - VOXEL_MM / 2
    points[:, :2] -= contact_centre(points)
    return points


def contact_centre(points: FloatArray) -> FloatArray:
    """Centre of the convex hull of the voxels that touch the surface, shape (2,)."""
    low = points[points[:, 2] < VOXEL_MM * 1.6][:, :2]
    hull = cv2.convexHull(low.astype(np.float32).reshape(-1, 1, 2))
    moments = cv2.moments(hull)
    if moments["m00"] < 1.0:
        return np.asarray(low.mean(axis=0), dtype=float)
    return np.array([moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]])


@dataclass(frozen=True, eq=False)
class Window:
    """A cut-out of the working picture: left and top pixel, size."""

    left: int
    top: int
    width: int
    height: int

    @property
    def rows(self) -> slice:
        return slice(self.top, self.top + self.height)

    @property
    def columns(self) -> slice:
        return slice(self.left, self.left + self.width)

    def __contains__(self, other: "Window") -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.left + other.width <= self.left + self.width
            and other.top + other.height <= self.top + self.height
        )

    def grown(self, margin_px: int, most_right: int, most_down: int) -> "Window":
        """The window with a margin around it, inside a picture of that width and height."""
        left, top = max(0, self.left - margin_px), max(0, self.top - margin_px)
        right = min(most_right, self.left + self.width + margin_px)
        bottom = min(most_down, self.top + self.height + margin_px)
        return Window(left, top, right - left, bottom - top)


def render(points_mm: FloatArray, view: View, window: Window) -> NDArray[np.uint8]:
    """Silhouette of placed voxels, world frame, inside a window; shape (height, width), 0 or 1."""
    pixels = np.rint(view.project(points_mm)).astype(np.int32)
    column = pixels[:, 0] - window.left
    row = pixels[:, 1] - window.top
    inside = (column >= 0) & (row >= 0) & (column < window.width) & (row < window.height)
    picture = np.zeros((window.height, window.width), np.uint8)
    picture[row[inside], column[inside]] = 1
    return np.asarray(cv2.morphologyEx(picture, cv2.MORPH_CLOSE, _CLOSE), dtype=np.uint8)


_CLOSE = np.ones((3, 3), np.uint8)


def best_shift(
    silhouette: NDArray[np.uint8], evidence: NDArray[np.float32], reach_px: int
) -> tuple[float, float, float]:
    """Slide a silhouette over the evidence.

    Args:
        silhouette: shape (h, w), 0 or 1.
        evidence: shape (h, w): positive where the figure is seen, negative where it is not, 0 where none can tell.
        reach_px: how far to slide in each direction.

    Returns:
        Sum of the evidence inside at the best place, and the slide (right, down) in pixels, finer than a pixel.
    """
    rows, columns = np.flatnonzero(silhouette.any(axis=1)), np.flatnonzero(silhouette.any(axis=0))
    if not len(rows):
        return -np.inf, 0.0, 0.0
    box = (int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
    cut = silhouette[box[1] : box[3], box[0] : box[2]].astype(np.float32)
    pad = reach_px + 2
    padded = np.zeros((evidence.shape[0] + 2 * pad, evidence.shape[1] + 2 * pad), np.float32)
    padded[pad:-pad, pad:-pad] = evidence
    # first every other pixel and every other place, then the neighbourhood of the best
    part = padded[box[1] : box[3] + 2 * pad, box[0] : box[2] + 2 * pad]
    half = reach_px // 2
    coarse = _sums(part[2 + reach_px % 2 :: 2, 2 + reach_px % 2 :: 2], cut[::2, ::2], 2 * half + 1)
    v, u = np.unravel_index(int(np.argmax(coarse)), coarse.shape)
    down, right = 2 * (int(v) - half), 2 * (int(u) - half)
    top, left = pad + down - 2, pad + right - 2
    fine = _sums(part[top : top + cut.shape[0] + 4, left : left + cut.shape[1] + 4], cut, 5)
    v, u = np.unravel_index(int(np.argmax(fine)), fine.shape)
    peak = float(fine[v, u])
    return peak, right + int(u) - 2 + _parabola(fine[v, :], int(u)), down + int(v) - 2 + _parabola(fine[:, u], int(v))


def _sums(picture: NDArray[np.float32], cut: NDArray[np.float32], places: int) -> NDArray[np.float32]:
    """Sum of the picture under a mask at `places` x `places` neighbouring offsets from the top left.

    Args:
        picture: at least `places - 1` larger than the mask each way.
    """
    steps = picture.strides
    shifted = np.lib.stride_tricks.as_strided(picture, (places, places, *cut.shape), (*steps, *steps), writeable=False)
    return np.asarray(np.tensordot(shifted, cut, axes=((2, 3), (0, 1))), dtype=np.float32)


def _parabola(values: NDArray[np.float32], at: int) -> float:
    """Where between its neighbours a peak really lies: -0.5..0.5."""
    if at in {0, len(values) - 1}:
        return 0.0
    left, middle, right = (float(v) for v in values[at - 1 : at + 2])
    bend = left - 2 * middle + right
    return 0.0 if bend >= 0 else 0.5 * (left - right) / bend
