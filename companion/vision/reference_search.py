"""Finding a known flat object in a picture: a sheet, a card, a printed bar.

Rectangles come from the borders of bright, dark and coloured areas at several thresholds; their sides are then fitted
as lines along the picture's own gradient, so that round corners and a shadow at one corner do not matter.
"""

from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Picture = NDArray[np.uint8]

# smaller than this share of the picture nothing can be measured with
LEAST_AREA = 0.0012
MOST_AREA = 0.6
# how well a border must fill its four-cornered hull
LEAST_FILL = 0.9
BORDER_MARGIN_PX = 2
# a bar: length over breadth
LEAST_BAR_ASPECT = 5.0
LEAST_BAR_LENGTH = 0.04
LEAST_PATTERN = 0.6
LEAST_ALONE = 0.2
SAMPLES_PER_SIDE = 48
# the ends of a side are left out: corners may be round
SIDE_FROM, SIDE_TO = 0.14, 0.86
SEARCH_PX = 5.0


def rectangles_in(picture: Picture) -> Iterator[FloatArray]:
    """Four-cornered areas of the picture, each shape (4, 2), clockwise as one sees them, corners refined."""
    scale = min(1.0, 1280 / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    seen: list[FloatArray] = []
    channels = [lab[:, :, index].astype(float) for index in range(3)]
    for contour in _contours(np.asarray(small, dtype=np.uint8)):
        corners = _four_corners(contour, (small.shape[1], small.shape[0]))
        if corners is None or any(np.abs(corners - other).max() < 6 for other in seen):
            continue
        seen.append(corners)
        refined = _refined(channels, corners)
        if refined is not None:
            yield (refined + 0.5) / scale - 0.5


def bars_in(picture: Picture) -> list[FloatArray]:
    """Long thin rectangles that stand alone, the likeliest first: each the middles of its short sides, shape (2, 2).

    The printed kit's bar (black and white by turns) goes before any plain one, for nothing else looks like it.
    """
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(float)
    size = np.array([picture.shape[1], picture.shape[0]])
    seen: list[FloatArray] = []
    found: list[tuple[float, FloatArray]] = []
    for contour in _contours(picture):
        (x, y), (a, b), angle_deg = cv2.minAreaRect(contour)
        length, breadth = max(a, b), max(min(a, b), 1.0)
        if length / breadth < LEAST_BAR_ASPECT or length < LEAST_BAR_LENGTH * size.max():
            continue
        angle = np.radians(angle_deg if a >= b else angle_deg + 90)
        along = np.array([np.cos(angle), np.sin(angle)])
        ends = np.array([[x, y] - along * length / 2, [x, y] + along * length / 2])
        if (ends < BORDER_MARGIN_PX).any() or (ends > size - 1 - BORDER_MARGIN_PX).any():
            continue
        if any(min(np.abs(ends - other).max(), np.abs(ends[::-1] - other).max()) < 3 for other in seen):
            continue
        seen.append(ends)
        printed, fitted = _fit_printed(lab[:, :, 0], ends)
        if printed > LEAST_PATTERN:
            found.append((1 + printed, fitted))
        elif cv2.contourArea(contour) > LEAST_FILL * 0.8 * length * breadth:
            alone = _stands_alone(lab, ends, breadth)
            sharp = _sharp_ends(lab[:, :, 0], ends, breadth) if alone > LEAST_ALONE else None
            if sharp is not None:
                found.append((alone, sharp))
    return [ends for _, ends in sorted(found, key=lambda one: -one[0])]


def _contours(picture: Picture) -> Iterator[NDArray[np.int32]]:
    """Outlines of everything that stands out, at several thresholds and from edges."""
    lab = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB), (0, 0), 1.0)
    masks = []
    for index in range(3):
        channel = lab[:, :, index]
        level, mask = cv2.threshold(channel, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        masks += [mask, 255 - mask]
        if index == 0:
            for step in (0.5, 0.7, 1.2, 1.4, 1.6):
                _, mask = cv2.threshold(channel, min(level * step, 250), 255, cv2.THRESH_BINARY)
                masks += [mask, 255 - mask]
        for low in (20, 50):
            edges = cv2.dilate(cv2.Canny(channel, low, 3 * low), np.ones((3, 3), np.uint8))
            masks += [edges, 255 - edges]
    for mask in masks:
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        yield from (np.asarray(contour, dtype=np.int32) for contour in contours if len(contour) >= 40)


def _four_corners(contour: NDArray[np.int32], size: tuple[int, int]) -> FloatArray | None:
    """The contour's hull as four corners, clockwise on the screen; None when it is no rectangle seen at an angle."""
    area = cv2.contourArea(contour)
    if not LEAST_AREA * size[0] * size[1] < area < MOST_AREA * size[0] * size[1]:
        return None
    hull = cv2.convexHull(contour)
    hull_area = cv2.contourArea(hull)
    if area < LEAST_FILL * hull_area:
        return None
    length = cv2.arcLength(hull, closed=True)
    for share in (0.02, 0.03, 0.045, 0.06):
        corners = cv2.approxPolyDP(hull, share * length, closed=True).reshape(-1, 2).astype(float)
        if len(corners) <= 4:
            break
    if len(corners) != 4 or hull_area < LEAST_FILL * cv2.contourArea(corners.astype(np.float32)):
        return None
    inside = (corners >= BORDER_MARGIN_PX) & (corners <= np.array(size) - 1 - BORDER_MARGIN_PX)
    if not inside.all():
        return None
    x, y = corners.T
    turns = float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))
    return corners if turns > 0 else corners[::-1].copy()


def _refined(channels: list[FloatArray], corners: FloatArray) -> FloatArray | None:
    """Corners from lines fitted to the steepest colour step along each side; None without a clear step."""
    lines = [_side_line(channels, corners[k], corners[(k + 1) % 4]) for k in range(4)]
    refined = []
    for before, after in zip([lines[3], *lines[:3]], lines, strict=True):
        if before is None or after is None:
            return None
        (p, d), (q, e) = before, after
        matrix = np.column_stack((d, -e))
        if abs(np.linalg.det(matrix)) < 0.1:
            return None
        refined.append(p + d * np.linalg.solve(matrix, q - p)[0])
    result = np.array(refined)
    return result if np.abs(result - corners).max() < 3 * SEARCH_PX + 0.1 * np.ptp(corners) else None


def _side_line(channels: list[FloatArray], start: FloatArray, end: FloatArray) -> tuple[FloatArray, FloatArray] | None:
    """A point and unit direction of the line along which the colour changes most between two corners."""
    side = end - start
    length = float(np.linalg.norm(side))
    if length < 12:
        return None
    direction = side / length
    normal = np.array([-direction[1], direction[0]])
    along = start + np.linspace(SIDE_FROM, SIDE_TO, SAMPLES_PER_SIDE)[:, None] * side
    across = np.arange(-SEARCH_PX - 1, SEARCH_PX + 1.01, 0.5)
    at = along[:, None] + across[None, :, None] * normal
    step = np.zeros(at.shape[:2])
    for channel in channels:
        values = cv2.remap(
            channel.astype(np.float32),
            at[..., 0].astype(np.float32),
            at[..., 1].astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        step += np.abs(np.gradient(values.astype(float), axis=1))
    best = np.argmax(step[:, 1:-1], axis=1) + 1
    rows = np.arange(len(best))
    left, middle, right = step[rows, best - 1], step[rows, best], step[rows, best + 1]
    curve = left - 2 * middle + right
    shift = np.where(np.abs(curve) > 1e-6, 0.5 * (left - right) / np.where(curve == 0, 1, curve), 0.0)
    points = along + (across[best] + 0.5 * np.clip(shift, -1, 1))[:, None] * normal
    strong = middle > 0.35 * np.median(middle)
    if np.median(middle) < 2.0 or strong.sum() < SAMPLES_PER_SIDE // 2:
        return None
    x, y, px, py = cv2.fitLine(points[strong].astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
    away = np.abs((points[strong] - (px, py)) @ (-y, x))
    if np.median(away) > 1.2:
        return None
    return np.array([px, py]), np.array([x, y])


def _sharp_ends(gray: FloatArray, ends: FloatArray, breadth: float) -> FloatArray | None:
    """Ends of a bar to a fraction of a pixel: the steepest step along its axis, median over its breadth."""
    along = ends[1] - ends[0]
    along = along / np.linalg.norm(along)
    across = np.array([-along[1], along[0]])
    reach = max(3.0, breadth * 0.6)
    refined = []
    for end, sign in ((ends[0], -1.0), (ends[1], 1.0)):
        offsets = np.linspace(-0.3, 0.3, 7) * breadth
        steps = np.arange(-reach, reach + 0.01, 0.25)
        at = end + offsets[:, None, None] * across + steps[None, :, None] * sign * along
        values = cv2.remap(
            gray.astype(np.float32),
            at[..., 0].astype(np.float32),
            at[..., 1].astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        slope = np.abs(np.gradient(cv2.GaussianBlur(values.mean(axis=0)[None], (0, 0), 2.0)[0].astype(float)))
        if slope.max() < 1.5:
            return None
        refined.append(end + sign * along * steps[int(np.argmax(slope))])
    return np.array(refined)


def _along(channel: FloatArray, start: FloatArray, end: FloatArray, count: int) -> FloatArray:
    """Values of a channel at `count` places between two points."""
    at = (start + np.linspace(0, 1, count)[:, None] * (end - start)).astype(np.float32)
    values = cv2.remap(
        channel.astype(np.float32), at[:, 0][None], at[:, 1][None], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(values[0], dtype=float)


@cache
def _printed_patterns(sizes: int, shifts: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The printed bar at many sizes and places along an axis that reaches 1.4 half lengths to both sides.

    Returns:
        Patterns (n, 561) of mean 0 and length 1 inside the bar's surroundings and 0 outside, where they lie (n, 561),
        and shift and size of each (n, 2), in half lengths.
    """
    place = np.linspace(-1.4, 1.4, 561)
    size, shift = (
        grid.ravel()[:, None] for grid in np.meshgrid(np.linspace(0.86, 1.14, sizes), np.linspace(-0.1, 0.1, shifts))
    )
    field = (place - shift) / size * 7.5 + 7.5
    inside = ((field > -0.8) & (field < 15.8)).astype(float)
    pattern = np.where((field >= 0) & (field < 15) & (np.floor(field) % 2 == 0), -1.0, 1.0) * inside
    pattern -= inside * pattern.sum(axis=1, keepdims=True) / inside.sum(axis=1, keepdims=True)
    pattern /= np.linalg.norm(pattern, axis=1, keepdims=True)
    return pattern, inside, np.column_stack((shift, size))


def _fit_printed(lightness: FloatArray, ends: FloatArray) -> tuple[float, FloatArray]:
    """How well the printed kit's bar fits along an axis, and its ends; 0..1.

    Fifteen fields of one length, black at both ends, white paper outside: their fourteen borders tell the length far
    better than the two ends alone.
    """
    middle, half = ends.mean(axis=0), (ends[1] - ends[0]) / 2
    wide = _along(lightness, middle - 1.4 * half, middle + 1.4 * half, 561)
    if wide.std() < 4:
        return 0.0, ends
    fit, _ = _best_pattern(wide, *_printed_patterns(15, 11))
    if fit < 0.6 * LEAST_PATTERN:
        return fit, ends
    fit, (shift, size) = _best_pattern(wide, *_printed_patterns(57, 41))
    return fit, np.array([middle + half * (shift - size), middle + half * (shift + size)])


def _best_pattern(
    wide: FloatArray, patterns: FloatArray, inside: FloatArray, places: FloatArray
) -> tuple[float, FloatArray]:
    """The best correlation of a line of values with the patterns, and that pattern's place."""
    count = inside.sum(axis=1)
    variance = inside @ (wide**2) - (inside @ wide) ** 2 / count
    fits = (patterns @ wide) / np.sqrt(np.maximum(variance, 1e-6))
    best = int(np.argmax(fits))
    return float(fits[best]), places[best]


def _stands_alone(lab: FloatArray, ends: FloatArray, breadth: float) -> float:
    """How clearly a bar of one colour lies on ground of another: 1 when all four sides show the same step.

    Ropes, edges of boards and sleeves go on, or have different ground on their two sides.
    """
    along = (ends[1] - ends[0]) / np.linalg.norm(ends[1] - ends[0])
    across = np.array([-along[1], along[0]])
    gap = breadth / 2 + max(3.0, 0.35 * breadth)
    channels = [lab[:, :, index] for index in range(3)]

    def colour(start: FloatArray, end: FloatArray) -> tuple[FloatArray, float]:
        lines = [_along(channel, start, end, 60) for channel in channels]
        return np.array([np.median(line) for line in lines]), float(sum(line.std() for line in lines))

    inner, rough = colour(ends[0] + along * breadth / 2, ends[1] - along * breadth / 2)
    sides = [colour(ends[0] + sign * gap * across, ends[1] + sign * gap * across)[0] for sign in (-1, 1)]
    sides += [
        colour(end + out * max(4.0, 0.6 * breadth) - across * breadth / 3, end + out * max(4.0, 0.6 * breadth)
               + across * breadth / 3)[0]
        for end, out in ((ends[0], -along), (ends[1], along))
    ]  # fmt: skip
    steps = [float(np.linalg.norm(side - inner)) for side in sides]
    ground = max(float(np.linalg.norm(side - other)) for side in sides for other in sides)
    if min(steps) < 12:
        return 0.0
    return float(min(steps) / max(steps) * np.exp(-ground / min(steps)) * np.exp(-rough / 40))
