"""A level plane of the table as it looks from straight above, with known pixels per millimetre.

A hand is found on such a picture far more surely than on the oblique original (18 of 18 rendered hands against 11,
`vision.md` section 4), and a point that lies at the plane's height is at its true place: taking the plane at the
height of a finger tip removes the parallax of that tip.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.vision.geometry import Camera

FloatArray = NDArray[np.float64]
Picture = NDArray[np.uint8]
# a picture with more pixels than this for one of the view is made smaller first, so that none of them is left out
MOST_PX_PER_PX = 1.6


@dataclass(frozen=True, eq=False)
class TopView:
    """A square of the plane z = `z_mm`, seen from above and never mirrored.

    Attributes:
        centre_mm: shape (2,), world.
        side_mm: length of the square's sides.
        side_px: pixels along each side.
        turn_rad: the view's right-hand direction, counter-clockwise from world x.
    """

    camera: Camera
    centre_mm: FloatArray
    side_mm: float
    side_px: int
    z_mm: float = 0.0
    turn_rad: float = 0.0

    @property
    def px_per_mm(self) -> float:
        return self.side_px / self.side_mm

    @cached_property
    def _axes(self) -> FloatArray:
        """Rows: the view's right and its up, world."""
        c, s = np.cos(self.turn_rad), np.sin(self.turn_rad)
        return np.array([[c, s], [-s, c]])

    def to_mm(self, points_px: ArrayLike) -> FloatArray:
        """Pixels of the view, shape (n, 2), to world x and y at `z_mm`."""
        offset = (np.asarray(points_px, dtype=float) - (self.side_px - 1) / 2) / self.px_per_mm
        return np.asarray(self.centre_mm + (offset * (1.0, -1.0)) @ self._axes, dtype=float)

    def to_px(self, points_mm: ArrayLike) -> FloatArray:
        """World x and y at `z_mm`, shape (n, 2), to pixels of the view."""
        offset = (np.asarray(points_mm, dtype=float) - self.centre_mm) @ self._axes.T
        return np.asarray(offset * (1.0, -1.0) * self.px_per_mm + (self.side_px - 1) / 2, dtype=float)

    @cached_property
    def _shrunk_by(self) -> float:
        """How much smaller the picture is made before it is looked up: 1 or less."""
        here = self.camera.project([[*self.centre_mm, self.z_mm]])
        mm_per_px = float(self.camera.mm_per_px(here, self.z_mm)[0])
        if not np.isfinite(mm_per_px):
            return 1.0
        px_per_px = 1 / (mm_per_px * self.px_per_mm)
        return 1.0 if px_per_px < MOST_PX_PER_PX else 1 / px_per_px

    @cached_property
    def _maps(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Pixel of the (shrunk) picture for each pixel of the view; -1 where the camera cannot see."""
        # the plane's picture is a homography but for the lens, and that bends slowly: every 8th pixel is exact, the
        # rest between them is within 0.01 px
        coarse = np.arange(0, self.side_px + 8, 8, dtype=float)
        grid = np.stack(np.meshgrid(coarse, coarse), axis=-1).reshape(-1, 2)
        world = np.column_stack((self.to_mm(grid), np.full(len(grid), self.z_mm)))
        seen = self.camera.scaled(self._shrunk_by).project(world)
        px = np.nan_to_num(seen, nan=-1e4).astype(np.float32).reshape(len(coarse), len(coarse), 2)
        # OpenCV's resize takes pixel centres at the half, the knots here lie on whole pixels: blend by hand
        at = np.arange(self.side_px) / 8
        low, share = at.astype(int), (at - at.astype(int)).astype(np.float32)
        rows = px[low] * (1 - share)[:, None, None] + px[low + 1] * share[:, None, None]
        full = rows[:, low] * (1 - share)[None, :, None] + rows[:, low + 1] * share[None, :, None]
        return np.ascontiguousarray(full[..., 0]), np.ascontiguousarray(full[..., 1])

    def of(self, picture: Picture) -> Picture:
        """The view of a picture of this camera, shape (side_px, side_px, 3); black outside the picture."""
        source = picture
        if self._shrunk_by < 1:
            size = (round(picture.shape[1] * self._shrunk_by), round(picture.shape[0] * self._shrunk_by))
            source = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        x, y = self._maps
        return np.asarray(cv2.remap(source, x, y, cv2.INTER_CUBIC), dtype=np.uint8)

    def is_seen(self, points_mm: ArrayLike, margin_px: float = 2.0) -> bool:
        """Whether all points (world x and y at `z_mm`) lie inside the camera's picture."""
        points = np.asarray(points_mm, dtype=float)
        px = self.camera.project(np.column_stack((points, np.full(len(points), self.z_mm))))
        inside = (px >= margin_px) & (px <= (self.camera.width - 1 - margin_px, self.camera.height - 1 - margin_px))
        return bool(inside.all())
