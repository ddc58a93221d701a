"""Pieces of one figure's colour that nobody at rest accounts for: where a figure on its way may be."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.follow import Sizes
from companion.vision.hands_in_view import LARGEST_PART

FloatArray = NDArray[np.float64]
Mask = NDArray[np.bool_]

# a piece of colour must cover this part of the figure's expected area to be it
SMALLEST_PART = 0.2
FEWEST_PIXELS = 8
_JOIN = np.ones((5, 5), np.uint8)


@dataclass(frozen=True, slots=True)
class Piece:
    """Pixels of one figure's colour that belong together.

    Attributes:
        part: their number over the number expected of the whole figure there.
        in_hand: they hang together with a hand or arm.
    """

    centroid_px: FloatArray
    area: float
    part: float
    in_hand: bool


def best_piece(index: int, free: Mask, hand: NDArray[np.uint8], sizes: Sizes) -> Piece | None:
    """The likeliest place of a figure.

    Args:
        free: shape (h, w), pixels of its colour that nobody at rest accounts for.
        hand: shape (h, w), 1 where a hand is.
    """
    rows, columns = np.flatnonzero(free.any(axis=1)), np.flatnonzero(free.any(axis=0))
    if not len(rows):
        return None
    top, left = int(rows[0]), int(columns[0])
    cut = free[top : rows[-1] + 1, left : columns[-1] + 1].astype(np.uint8)
    roomy = cv2.copyMakeBorder(cut, 3, 3, 3, 3, cv2.BORDER_CONSTANT, value=0)
    joined = cv2.morphologyEx(roomy, cv2.MORPH_CLOSE, _JOIN)[3:-3, 3:-3].copy()
    count, pieces, stats, centroids = cv2.connectedComponentsWithStats(joined, connectivity=8)
    best: Piece | None = None
    best_value = 0.0
    for number in range(1, count):
        x, y, wide, high, _ = (int(v) for v in stats[number])
        box = (slice(y, y + high), slice(x, x + wide))
        inside = (pieces[box] == number) & (cut[box] > 0)
        area = float(np.count_nonzero(inside))
        if area < FEWEST_PIXELS:
            continue
        centre = centroids[number] + (left, top)
        part = area / sizes.usual(index, float(centre[0]), float(centre[1]))
        if not SMALLEST_PART <= part <= LARGEST_PART:
            continue
        around = hand[top + y : top + y + high, left + x : left + x + wide]
        in_hand = bool((around[inside] > 0).mean() > 0.2)
        value = min(part, 1.0) - (0.5 if in_hand else 0.0)
        if best is None or value > best_value:
            rows_in, columns_in = np.nonzero(inside)
            exact = np.array([columns_in.mean() + x + left, rows_in.mean() + y + top])
            best, best_value = Piece(exact, area, part, in_hand), value
    return best
