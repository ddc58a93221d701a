"""Straight edges of the world, found again in the picture to a tenth of a pixel.

An edge is a list of world points along it and the side that is outward. The picture is read along the normals of where
the present camera expects it; what is found becomes `EdgePoints`, which `pose_fit` weighs together.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.geometry import Camera, FloatArray

# the picture is read in such steps along a normal, pixels
STEP_PX = 0.25
# an edge is a change of at least this many grey levels per pixel in its steepest channel
WEAKEST_STEP = 3.0
# a single sample must show this share of the edge's usual step, else something stands in front
SHARE_OF_STEP = 0.4
# one sample far stronger than the others is something else: it may not outvote them
STRONGEST_STEP = 30.0
# of the reach, where a border usually is
NEAR_SHARE = 0.4
# white paper spreads over black print by 0.2 to 1 px; a mat's edge looks 0.2 to 0.4 px too far out, more in a shadow
PRINT_BLEED_PX, PRINT_BLEED_SD_PX = 0.4, 0.35
BORDER_BLEED_PX, BORDER_BLEED_SD_PX = 0.0, 0.7


@dataclass(frozen=True, eq=False)
class EdgePoints:
    """Samples of edges as seen.

    Attributes:
        world_mm: shape (n, 3), the points that were expected.
        seen_px: shape (n, 2), a point of the edge near each, the picture as it is.
        normal: shape (n, 2), unit, pixels; a sample says nothing along its edge.
        bleed: shape (n,), which way the group's own offset moves the edge, +1 along the normal, -1 against it: white
            paper spreads over black print, a mat's edge has a hem or a shadow.
        group: which marker or side it belongs to.
        sigma_px: how far a sample may be off.
        bleed_usual_px: the group's own offset as it usually is, mean and standard deviation.
    """

    world_mm: FloatArray
    seen_px: FloatArray
    normal: FloatArray
    bleed: FloatArray
    group: str
    sigma_px: float
    bleed_usual_px: tuple[float, float]

    def __len__(self) -> int:
        return len(self.world_mm)


def as_float(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The picture in floats, shape (height, width, 3): what the functions here read."""
    return np.asarray(picture, dtype=np.float32)


def profiles(picture: NDArray[np.float32], points_px: FloatArray, normal: FloatArray, reach_px: float) -> FloatArray:
    """Read the picture along normals.

    Returns:
        Shape (n, steps, 3), from `-reach_px` to `reach_px` in `STEP_PX`; NaN outside the picture.
    """
    offsets = offsets_px(reach_px)
    places = points_px[:, None, :] + offsets[None, :, None] * normal[:, None, :]
    height, width = picture.shape[:2]
    inside = ((places >= 0) & (places <= (width - 1, height - 1))).all(axis=2)
    where = np.nan_to_num(places, nan=-1).astype(np.float32)
    read = cv2.remap(picture, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    values = np.asarray(read, dtype=float).reshape(*places.shape[:2], 3)
    values[~inside] = np.nan
    return values


def offsets_px(reach_px: float) -> FloatArray:
    steps = round(reach_px / STEP_PX)
    return np.asarray(np.arange(-steps, steps + 1) * STEP_PX, dtype=float)


def slopes(values: FloatArray, blur_px: float) -> FloatArray:
    """Change per pixel along profiles, smoothed; same shape as `values`, NaN towards the ends."""
    half = max(1, round(2.5 * blur_px / STEP_PX))
    at = np.arange(-half, half + 1) * STEP_PX
    kernel = -at * np.exp(-0.5 * (at / blur_px) ** 2)
    kernel /= -(kernel * at).sum()
    count = values.shape[1]
    result = np.full_like(values, np.nan)
    if count <= 2 * half:
        return result
    windows = np.lib.stride_tricks.sliding_window_view(values, 2 * half + 1, axis=1)
    result[:, half : count - half] = -(windows @ kernel)
    return result


def expected(
    camera: Camera, world_mm: FloatArray, outward: FloatArray, along: FloatArray | None = None
) -> tuple[FloatArray, FloatArray]:
    """Where points of an edge should appear, and which way is outward there.

    Args:
        world_mm: shape (n, 3), along the edge.
        outward: shape (3,) or (n, 3), unit, world, at right angles to the edge.
        along: shape (n, 3), unit, world, where the points are not one edge.

    Returns:
        Pixels (n, 2) and unit normals (n, 2), at right angles to the edge's image (not the image of `outward`).
    """
    outward = np.broadcast_to(outward, world_mm.shape)
    if along is None:
        ahead_mm = np.gradient(world_mm, axis=0) if len(world_mm) > 1 else np.cross(outward, (0.0, 0.0, 1.0))
        along = ahead_mm / np.linalg.norm(ahead_mm, axis=1, keepdims=True)
    points = np.concatenate((world_mm, world_mm + along, world_mm + outward))
    here, ahead, beside = camera.project(points).reshape(3, -1, 2)
    tangent, out = ahead - here, beside - here
    normal = np.column_stack((-tangent[:, 1], tangent[:, 0]))
    normal *= np.sign((normal * out).sum(axis=1, keepdims=True))
    with np.errstate(invalid="ignore", divide="ignore"):
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    return here, normal


def peak_near(strength: FloatArray, centre: NDArray[np.int64], reach: int) -> tuple[FloatArray, FloatArray]:
    """The strongest place of each row within `reach` steps of `centre`, refined by a parabola.

    Returns:
        Place in steps, shape (n,), and strength there; NaN where the strongest place is the end of the window.
    """
    rows = np.arange(len(strength))
    columns = centre[:, None] + np.arange(-reach, reach + 1)[None, :]
    columns = np.clip(columns, 0, strength.shape[1] - 1)
    window = strength[rows[:, None], columns]
    window = np.where(np.isfinite(window), window, -np.inf)
    best = window.argmax(axis=1)
    at_end = (best == 0) | (best == window.shape[1] - 1)
    inner = np.clip(best, 1, window.shape[1] - 2)
    before, top, after = window[rows, inner - 1], window[rows, inner], window[rows, inner + 1]
    with np.errstate(invalid="ignore", divide="ignore"):
        shift = 0.5 * (before - after) / (before - 2 * top + after)
    good = np.isfinite(shift) & (np.abs(shift) <= 1) & ~at_end
    place = np.where(good, columns[rows, inner] + np.nan_to_num(shift), np.nan)
    return place, np.where(good, top, np.nan)


def find_steps(
    picture: NDArray[np.float32],
    camera: Camera,
    pieces: Sequence[tuple[FloatArray, FloatArray, float]],
    reach_px: float,
    group: str,
    shift_px: FloatArray | None = None,
    blur_px: float = 0.7,
    sigma_px: float = 0.35,
) -> EdgePoints | None:
    """Find black-and-white edges whose bright side is known, such as a printed marker's.

    Args:
        pieces: two or more points (n, 3) along a straight piece of edge, its outward direction (3,), and +1 if outward
            is the white side, -1 if it is the black one.
        reach_px: how far from its expected place an edge is looked for.
        shift_px: shape (2,), by which the expected places are wrong, where that is known.
    """
    if not pieces:
        return None
    sizes = [len(world_mm) for world_mm, _, _ in pieces]
    world_mm = np.concatenate([points for points, _, _ in pieces])
    outward = np.repeat([out for _, out, _ in pieces], sizes, axis=0)
    white_outside = np.repeat([white for _, _, white in pieces], sizes)
    ends = [points[-1] - points[0] for points, _, _ in pieces]
    along = np.repeat([end / np.linalg.norm(end) for end in ends], sizes, axis=0)
    here, normal = expected(camera, world_mm, outward, along)
    here = here if shift_px is None else here + shift_px
    grey = profiles(picture, here, normal, reach_px + 3 * blur_px).mean(axis=2, keepdims=True)
    rise = slopes(grey, blur_px)[:, :, 0] * white_outside[:, None]
    middle = np.full(len(here), rise.shape[1] // 2)
    place, strength = peak_near(rise, middle, round(reach_px / STEP_PX))
    good = np.isfinite(place) & (strength > WEAKEST_STEP)
    if not good.any():
        return None
    offset = (place[good] - rise.shape[1] // 2) * STEP_PX
    seen = here[good] + offset[:, None] * normal[good]
    usual = (PRINT_BLEED_PX, PRINT_BLEED_SD_PX)
    return EdgePoints(world_mm[good], seen, normal[good], -white_outside[good], group, sigma_px, usual)


def find_border(
    picture: NDArray[np.float32],
    camera: Camera,
    world_mm: FloatArray,
    outward: FloatArray,
    reach_px: float,
    group: str,
    sigma_px: float = 0.5,
) -> EdgePoints | None:
    """Find a long straight border between two surfaces of any colours, such as a side of the mat.

    All lines that leave the expected one by at most `reach_px` at either end are tried; the one across which the colour
    changes most alike in all samples wins, near ones preferred. Ropes and figures in front hide single samples only.
    """
    blur_px = 1.0
    here, normal = expected(camera, world_mm, outward)
    change = slopes(profiles(picture, here, normal, reach_px + 3 * blur_px), blur_px)
    usable = np.isfinite(here).all(axis=1)
    if usable.sum() < 8:
        return None
    line, direction = _best_line(change[usable], reach_px)
    if line is None:
        return None
    strength = np.einsum("nsc,c->ns", change[usable], direction)
    place, height = peak_near(strength, np.round(line).astype(np.int64), round(1.5 / STEP_PX))
    usual = float(np.nanmedian(height)) if np.isfinite(height).any() else 0.0
    with np.errstate(invalid="ignore"):
        good = np.isfinite(place) & (height > max(WEAKEST_STEP * 0.5, SHARE_OF_STEP * usual))
    if good.sum() < 8:
        return None
    offset = (place[good] - change.shape[1] // 2) * STEP_PX
    normals = normal[usable][good]
    seen = here[usable][good] + offset[:, None] * normals
    return EdgePoints(
        world_mm[usable][good],
        seen,
        normals,
        np.ones(len(seen)),
        group,
        sigma_px,
        (BORDER_BLEED_PX, BORDER_BLEED_SD_PX),
    )


def _best_line(change: FloatArray, reach_px: float) -> tuple[FloatArray | None, FloatArray]:
    """Place of the best line in steps, shape (n,), and the direction in colour in which it changes, shape (3,)."""
    count, width, _ = change.shape
    size = np.linalg.norm(change, axis=2, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        tame = change * np.minimum(1.0, STRONGEST_STEP / size)
    tame = np.nan_to_num(tame)
    share = np.linspace(0, 1, count)
    middle, reach = width // 2, round(reach_px / STEP_PX)
    ends = np.arange(-reach, reach + 1, 2)
    # a mat has other lines along its sides, stripes within and a plinth without: a far one must be much clearer
    usual = NEAR_SHARE * reach
    best, best_line, best_direction = 0.0, None, np.zeros(3)
    for first in ends:
        lines = middle + first + (ends - first)[:, None] * share
        means = tame[np.arange(count), np.round(lines).astype(int)].mean(axis=1)
        near = np.exp(-0.25 * (first * first + ends * ends) / usual**2)
        scores = np.linalg.norm(means, axis=1) * near
        last = int(np.argmax(scores))
        if scores[last] > best:
            best, best_line, best_direction = float(scores[last]), lines[last], means[last]
    if best < 0.5 * WEAKEST_STEP or best_line is None:
        return None, best_direction
    return best_line, best_direction / np.linalg.norm(best_direction)
