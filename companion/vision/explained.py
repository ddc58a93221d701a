"""Which pixels the figures at rest account for, and what is loose: seen, and explained by nobody."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.follow import GONE_SEEN, Follow, State
from companion.vision.segmentation import NOTHING

Mask = NDArray[np.bool_]

# a figure that shows so much of its silhouette hides behind nobody
SHOWN_WHOLE = 0.8
_GROW = np.ones((7, 7), np.uint8)
_SPECK = np.ones((3, 3), np.uint8)


class Explained:
    """The figures at rest, drawn.

    Attributes:
        free: shape (h, w), pixels that no figure at rest explains, outlines included.
    """

    def __init__(self, follows: Sequence[Follow], height: int, width: int) -> None:
        self._follows = follows
        # where each figure's own colour is accounted for, and the outlines where any colour may mix
        self._allowed: Mask = np.zeros((len(follows), height, width), dtype=bool)
        self._fringe: NDArray[np.uint8] = np.zeros((height, width), np.uint8)
        self.free: Mask = np.ones((height, width), dtype=bool)

    def draw(self) -> None:
        """Draw all figures at rest: what their colours cover is accounted for."""
        self._allowed[:] = False
        self._fringe[:] = 0
        for index, follow in enumerate(self._follows):
            if follow.state is not State.RESTING:
                continue
            drawn = follow.silhouette.astype(np.uint8)
            grown = cv2.dilate(drawn, _GROW)
            self._allowed[index, follow.window.rows, follow.window.columns] = grown > 0
            outline = (grown > 0) & (cv2.erode(drawn, _SPECK) == 0)
            self._fringe[follow.window.rows, follow.window.columns][outline] = 1
        self.free = (self._fringe == 0) & ~self._allowed.any(axis=0)

    def allowed(self, index: int) -> Mask:
        """Where a figure's own colour is accounted for by its standing there, shape (h, w)."""
        return np.asarray(self._allowed[index], dtype=bool)

    def open_silhouettes(self) -> Mask:
        """Pixels outside every figure that shows whole, shape (h, w): where one is half hidden, another stands.

        One of which nothing is seen may have gone: first that is to be found out.
        """
        mask = np.ones(self.free.shape, dtype=bool)
        for index, follow in enumerate(self._follows):
            half_hidden = GONE_SEEN * follow.usual_part <= follow.seen_part < SHOWN_WHOLE
            if follow.state is State.RESTING and not half_hidden:
                box = (follow.window.rows, follow.window.columns)
                mask[box] &= ~self._allowed[index][box]
        return mask

    def loose(self, labels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Pixels that show something which no figure at rest accounts for; specks removed; shape (h, w), 0 or 1."""
        loose = np.zeros(labels.shape, np.uint8)
        where = np.flatnonzero(labels.reshape(-1) != NOTHING)
        seen = labels.reshape(-1)[where]
        accounted = self._fringe.reshape(-1)[where] > 0
        named = seen < len(self._follows)
        accounted[named] |= self._allowed.reshape(len(self._follows), -1)[seen[named], where[named]]
        loose.reshape(-1)[where[~accounted]] = 1
        return np.asarray(cv2.morphologyEx(loose, cv2.MORPH_OPEN, _SPECK), dtype=np.uint8)

    def strangers(self, index: int, labels: NDArray[np.uint8]) -> int:
        """Pixels of a silhouette that show figures which are not known to stand there: they stand in its place.

        Args:
            labels: those of the figure's own window.
        """
        follow = self._follows[index]
        window = follow.window
        named = follow.silhouette & (labels < len(self._follows)) & (labels != index)
        rows, columns = np.nonzero(named)
        known = self._allowed[labels[rows, columns], rows + window.top, columns + window.left]
        return int(np.count_nonzero(~known))
