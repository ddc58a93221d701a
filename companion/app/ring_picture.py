"""The camera's picture of ring and ringside from straight above, for the ring map when the referee wants it (key P)."""

from dataclasses import dataclass, field

import numpy as np

from companion.screens.view_model import RingPicture
from companion.vision.sources import Frame
from companion.vision.table_file import Table
from companion.vision.top_view import TopView

SIDE_PX = 520
"""Of the longer side; the map of a full HD screen is about as large."""
EVERY_MS = 200


@dataclass
class RingFromAbove:
    """Rectifies the newest picture a few times a second, and only when it is asked for."""

    table: Table
    _top: TopView | None = field(init=False, default=None)
    _newest: tuple[int, int, RingPicture] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        width_mm, depth_mm = self._size_mm
        if self.table.camera is not None:
            self._top = TopView(self.table.camera, np.zeros(2), max(width_mm, depth_mm), SIDE_PX)

    @property
    def _size_mm(self) -> tuple[float, float]:
        ring = self.table.ring
        return ring.size_mm[0] + 2 * ring.ringside_mm, ring.size_mm[1] + 2 * ring.ringside_mm

    def of(self, frame: Frame | None, now_ms: int) -> RingPicture | None:
        """The picture as the map shows it; None without a camera, or where its size is not the calibrated one."""
        camera = self.table.camera
        if self._top is None or camera is None or frame is None:
            return None
        if frame.picture.shape[1::-1] != (camera.width, camera.height):
            return None
        known = self._newest
        if known is not None and (known[0] == frame.index or 0 <= now_ms - known[1] < EVERY_MS):
            return known[2]
        seen = self._top.of(frame.picture)
        width, depth = (round(side * self._top.px_per_mm) for side in self._size_mm)
        left, top = (SIDE_PX - width) // 2, (SIDE_PX - depth) // 2
        rgb = np.ascontiguousarray(seen[top : top + depth, left : left + width, ::-1])
        picture = RingPicture(rgb.shape[1], rgb.shape[0], rgb.tobytes())
        self._newest = frame.index, now_ms, picture
        return picture
