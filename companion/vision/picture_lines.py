"""Long straight lines of a picture, how much of each is really seen, and which colours lie on its two sides.

For finding a mat nobody has marked or clicked. Lengths are pixels of a small copy of the picture, places are measured
from its middle; the lens's bend, a few pixels there, is taken into the tolerance.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

SMALL_WIDTH_PX = 960
# segments shorter than this are texture; lines are begun by longer ones only
SHORTEST_PX, SHORTEST_START_PX, LONG_ENOUGH_TO_TURN_PX = 12.0, 20.0, 25.0
# a segment belongs to a line when both its ends are this near
SAME_LINE_PX = 2.5
MOST_LINES = 60
# the two sides of a line are read close to it, and beyond what is thin such as a rope
CLOSE_PX, BEYOND_PX, BLUR_PX = 4.0, 9.0, 1.2
# a line is followed so far both ways from the picture's middle
REACH_PX = 1200
# colour differences are doubled before edges are looked for: a blue mat on a grey table has little contrast in light
CHROMA_GAIN = 2.0


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines `normal . p = offset`; running sums let any stretch of them be judged at once.

    Attributes:
        scale: small picture over the picture as it is.
        size: width and height of the small picture.
        normal, offset: shape (n, 2) and (n,).
        lab: shape (h, w, 3), the small picture, smoothed.
    """

    scale: float
    size: tuple[int, int]
    normal: FloatArray
    offset: FloatArray
    lab: FloatArray
    _seen: FloatArray
    _colours: FloatArray
    _counts: FloatArray

    @property
    def along(self) -> FloatArray:
        """Direction of each line, shape (n, 2)."""
        return np.column_stack([self.normal[:, 1], -self.normal[:, 0]])

    def seen_part(self, line: NDArray[np.intp], start: FloatArray, end: FloatArray) -> FloatArray:
        """Part of a stretch of each line that segments cover, 0..1; start and end along the line, px."""
        first, last = _cells(start), _cells(end)
        return np.asarray((self._seen[line, last] - self._seen[line, first]) / np.maximum(last - first, 1))

    def colours(self, line: NDArray[np.intp], side: NDArray[np.intp], start: FloatArray, end: FloatArray) -> FloatArray:
        """Mean Lab beside a stretch of each line, close to it and beyond; shape (2, k, 3). Side 0 is the normal's."""
        first, last = _cells(start), _cells(end)
        count = self._counts[:, line, side, last] - self._counts[:, line, side, first]
        total = self._colours[:, line, side, last] - self._colours[:, line, side, first]
        return np.asarray(total / np.maximum(count, 1)[..., None])


def _cells(along_px: FloatArray) -> NDArray[np.intp]:
    return np.clip(np.rint(along_px) + REACH_PX, 0, 2 * REACH_PX).astype(np.intp)


def find_lines(picture: NDArray[np.uint8]) -> Lines:
    """The longest straight lines of a BGR picture, shape (height, width, 3)."""
    scale = SMALL_WIDTH_PX / max(picture.shape[:2])
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    height, width = small.shape[:2]
    middle = np.array([width / 2, height / 2])
    segments = _segments(small) - np.tile(middle, 2)
    groups = _grouped(segments)
    fits = [_fitted(segments[group]) for group in groups]
    seen = [_seen_cells(segments[group], normal) for group, (normal, _) in zip(groups, fits, strict=True)]
    longest = np.argsort([-cells.sum() for cells in seen], kind="stable")[:MOST_LINES]
    normal = np.array([fits[i][0] for i in longest]).reshape(-1, 2)
    offset = np.array([fits[i][1] for i in longest])
    covered = np.array([seen[i] for i in longest]).reshape(len(longest), 2 * REACH_PX)
    smooth = cv2.GaussianBlur(small.astype(np.float32) / 255, (0, 0), BLUR_PX)
    lab = np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB), dtype=float)
    strips = [_beside(lab, normal, offset, middle, away) for away in (CLOSE_PX, BEYOND_PX)]
    colours, counts = (np.stack(parts) for parts in zip(*strips, strict=True))
    return Lines(scale, (width, height), normal, offset, lab, _summed(covered), colours, counts)


def _segments(small: NDArray[np.uint8]) -> FloatArray:
    """Straight pieces of edges in light and in both colour channels, shape (n, 4)."""
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    channels = [lab[..., 0]]
    channels += [cv2.convertScaleAbs(lab[..., c], alpha=CHROMA_GAIN, beta=128 * (1 - CHROMA_GAIN)) for c in (1, 2)]
    pieces = [detector.detect(channel)[0] for channel in channels]
    found = [np.asarray(some, dtype=float).reshape(-1, 4) for some in pieces if some is not None]
    segments: FloatArray = np.concatenate([np.zeros((0, 4)), *found])
    return np.asarray(segments[_lengths(segments) > SHORTEST_PX], dtype=float)


def _lengths(segments: FloatArray) -> FloatArray:
    return np.asarray(np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1]))


def _fitted(segments: FloatArray) -> tuple[FloatArray, float]:
    """Unit normal and offset of the line through segments, longer ones counting more."""
    ends = np.concatenate([segments[:, :2], segments[:, 2:]])
    weights = np.tile(_lengths(segments), 2)
    mean = np.average(ends, axis=0, weights=weights)
    spread = ((ends - mean) * weights[:, None]).T @ (ends - mean)
    normal = np.linalg.eigh(spread)[1][:, 0]
    return np.asarray(normal, dtype=float), float(normal @ mean)


def _grouped(segments: FloatArray) -> list[list[int]]:
    """Indices of segments that lie on one line, longest first."""
    lengths = _lengths(segments)
    groups: list[list[int]] = []
    normals, offsets = np.zeros((len(segments), 2)), np.zeros(len(segments))
    for index in np.argsort(-lengths, kind="stable"):
        start, end = segments[index, :2], segments[index, 2:]
        count = len(groups)
        if count:
            away = np.maximum(
                np.abs(normals[:count] @ start - offsets[:count]), np.abs(normals[:count] @ end - offsets[:count])
            )
            nearest = int(np.argmin(away))
            if away[nearest] < SAME_LINE_PX:
                groups[nearest].append(int(index))
                if lengths[index] > LONG_ENOUGH_TO_TURN_PX:
                    normals[nearest], offsets[nearest] = _fitted(segments[groups[nearest]])
                continue
        if lengths[index] >= SHORTEST_START_PX:
            normals[count], offsets[count] = _fitted(segments[index : index + 1])
            groups.append([int(index)])
    return groups


def _seen_cells(segments: FloatArray, normal: FloatArray) -> FloatArray:
    """1 for each pixel along a line that one of its segments covers, shape (2 * REACH_PX,)."""
    along = np.array([normal[1], -normal[0]])
    ends = np.sort(np.column_stack([segments[:, :2] @ along, segments[:, 2:] @ along]), axis=1)
    cells = np.zeros(2 * REACH_PX)
    for first, last in _cells(ends):
        cells[first:last] = 1.0
    return cells


def _beside(
    lab: FloatArray, normal: FloatArray, offset: FloatArray, middle: FloatArray, away_px: float
) -> tuple[FloatArray, FloatArray]:
    """Running sums of the colours on both sides of each line, shape (n, 2, cells + 1, 3), and of how many there are."""
    height, width = lab.shape[:2]
    steps = np.arange(-REACH_PX, REACH_PX)
    along = np.column_stack([normal[:, 1], -normal[:, 0]])
    colours = np.zeros((len(normal), 2, 2 * REACH_PX + 1, 3))
    counts = np.zeros((len(normal), 2, 2 * REACH_PX + 1))
    for side, away in enumerate((away_px, -away_px)):
        places = normal[:, None, :] * (offset + away)[:, None, None] + steps[None, :, None] * along[:, None, :] + middle
        column, row = np.moveaxis(np.clip(np.rint(places), 0, (width - 1, height - 1)).astype(int), 2, 0)
        x, y = places[..., 0], places[..., 1]
        inside = (x >= 0) & (y >= 0) & (x < width - 1) & (y < height - 1)
        colours[:, side, 1:] = np.cumsum(lab[row, column] * inside[..., None], axis=1)
        counts[:, side, 1:] = np.cumsum(inside, axis=1)
    return colours, counts


def _summed(cells: FloatArray) -> FloatArray:
    return np.concatenate([np.zeros((len(cells), 1)), np.cumsum(cells, axis=1)], axis=1)
