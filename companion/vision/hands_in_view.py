"""Hands over the table: what no figure at rest explains, in pieces of a hand's size, and things that only lie there."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.explained import Explained
from companion.vision.follow import GONE_SEEN, Follow, Sizes, State
from companion.vision.segmentation import Scene, Seen

Mask = NDArray[np.bool_]

# something that no figure at rest explains and larger than this (mm across) is a hand or a thing
HAND_MM = 34.0
# a loose piece that does not reach in from outside and stays the same for so many frames is a thing, not a hand
THING_FRAMES = 30
# a piece of colour may cover at most this part of the figure's expected area and still be it
LARGEST_PART = 2.3
# a loose piece of which so much is one figure's colour may be that figure alone
PURE_PART = 0.65
_FINGER = np.ones((15, 15), np.uint8)
# colours mix along an outline, no wider than this; fingers are
_RIM = np.ones((3, 3), np.uint8)


class HandsInView:
    """Finds hands picture by picture.

    Attributes:
        present: a hand or arm is over the table.
        mask: shape (h, w), 1 where it is.
    """

    def __init__(self, scene: Scene, follows: Sequence[Follow], explained: Explained, sizes: Sizes) -> None:
        self._follows = follows
        self._explained = explained
        self._sizes = sizes
        self._edge = _edge_of(scene.region)
        self._hand_area = (HAND_MM / scene.mm_per_px) ** 2
        self._things: list[tuple[tuple[float, float, int], int]] = []
        self.present = False
        self.mask: NDArray[np.uint8] = np.zeros(scene.empty.shape[:2], np.uint8)

    def find(self, seen: Seen) -> None:
        """Everything that is neither the ring nor a figure at its place, in pieces of a hand's size.

        An arm reaches in from outside; a piece that does not and stays as it is for long is a thing, such as a card.
        """
        self.mask[:] = 0
        self.present = False
        loose = self._explained.loose(seen.labels)
        pieces_now: list[tuple[float, float, int]] = []
        if np.count_nonzero(loose) >= self._hand_area / 2:
            count, pieces, stats, centres = cv2.connectedComponentsWithStats(loose, connectivity=8)
            for piece in range(1, count):
                left, top, wide, high, area = (int(v) for v in stats[piece])
                if area < self._hand_area:
                    continue
                box = (slice(top, top + high), slice(left, left + wide))
                inside = pieces[box] == piece
                excess = self._hand_in(seen.labels[box], inside, left + wide / 2, top + high / 2)
                reaches_in = bool((self._edge[box] & inside).any())
                if excess < self._hand_area * (0.5 if reaches_in else 1.5):
                    continue
                here = (float(centres[piece][0]), float(centres[piece][1]), area)
                pieces_now.append(here)
                if reaches_in or not self._is_thing(here):
                    self.mask[box][inside] = 1
                    self.present = True
        self._age_things(pieces_now)

    def near(self, follow: Follow) -> bool:
        """Whether a hand covers a figure or is about to: at its silhouette or a finger's width around."""
        if not self.present:
            return False
        hand = self.mask[follow.window.rows, follow.window.columns]
        if not hand.any():
            return False
        reach = np.asarray(cv2.dilate(follow.silhouette.astype(np.uint8), _FINGER), dtype=np.uint8)
        return bool((reach & hand).any())

    def _hand_in(self, labels: NDArray[np.uint8], inside: Mask, column: float, row: float) -> float:
        """Pixels of a piece that no figure on its way accounts for; their outlines, where colours mix, count as theirs.

        Args:
            labels: those of the piece's box.
            inside: the piece, same shape.
            column, row: the middle of the box in the picture.
        """
        counts = np.bincount(labels[inside], minlength=256)
        # one colour alone is a figure up to the size it may have lying; among others it has its usual size
        area = np.count_nonzero(inside)
        pure = len(self._follows) > 0 and counts[: len(self._follows)].max() > PURE_PART * area
        largest = LARGEST_PART if pure else 1.4
        rest, surplus = inside.copy(), 0.0
        for index, follow in enumerate(self._follows):
            is_away = follow.state is not State.RESTING or follow.seen_part < GONE_SEEN * follow.usual_part
            if is_away and counts[index]:
                rest &= labels != index
                surplus += max(0.0, float(counts[index]) - largest * self._sizes.usual(index, column, row))
        if np.count_nonzero(rest) < area:
            rest = cv2.morphologyEx(rest.astype(np.uint8), cv2.MORPH_OPEN, _RIM) > 0
        return surplus + np.count_nonzero(rest)

    def _is_thing(self, here: tuple[float, float, int]) -> bool:
        return any(age >= THING_FRAMES and _same_piece(here, there) for there, age in self._things)

    def _age_things(self, pieces: list[tuple[float, float, int]]) -> None:
        ages = [max((age for there, age in self._things if _same_piece(here, there)), default=0) for here in pieces]
        self._things = [(here, age + 1) for here, age in zip(pieces, ages, strict=True)]


def _edge_of(region: Mask) -> Mask:
    """The rim of what is watched: an arm that reaches in crosses it."""
    inner = cv2.erode(region.astype(np.uint8), np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    return np.asarray(region & (inner == 0), dtype=bool)


def _same_piece(a: tuple[float, float, int], b: tuple[float, float, int]) -> bool:
    return abs(a[0] - b[0]) < 2.0 and abs(a[1] - b[1]) < 2.0 and abs(a[2] - b[2]) < 0.1 * max(a[2], b[2])
