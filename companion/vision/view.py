"""A camera's formulas for a loop that asks them hundreds of times a frame: the same numbers, nothing computed twice.

`Camera` checks its input and undoes the lens for arrays; here one point at a time is undone in plain floats, and the
rotation is kept.
"""

import math

import numpy as np
from numpy.typing import NDArray

from companion.vision.geometry import Camera

FloatArray = NDArray[np.float64]

# a webcam's distortion is undone to a thousandth of a pixel in three steps
UNDISTORT_STEPS = 5


class View:
    """One camera at one picture size.

    Attributes:
        eye: shape (3,), the camera's place, mm, world.
    """

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self.width, self.height = camera.width, camera.height
        self.eye: FloatArray = camera.position_mm
        self._turn = np.ascontiguousarray(camera.rotation.T)
        self._shift = camera.tvec_mm.copy()
        self._fx, self._fy = float(camera.K[0, 0]), float(camera.K[1, 1])
        self._skew = float(camera.K[0, 1])
        self._cx, self._cy = float(camera.K[0, 2]), float(camera.K[1, 2])
        self._dist = tuple(float(k) for k in camera.dist)
        self._back = [[float(v) for v in row] for row in camera.rotation]

    def project(self, points_mm: FloatArray) -> FloatArray:
        """World points in front of the camera, shape (n, 3), to distorted pixels, shape (n, 2)."""
        seen = points_mm @ self._turn + self._shift
        x, y = seen[:, 0] / seen[:, 2], seen[:, 1] / seen[:, 2]
        k1, k2, p1, p2, k3 = self._dist
        r2 = x * x + y * y
        radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        bent_x = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
        bent_y = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
        pixels = np.empty((len(points_mm), 2))
        pixels[:, 0] = self._fx * bent_x + self._skew * bent_y + self._cx
        pixels[:, 1] = self._fy * bent_y + self._cy
        return pixels

    def to_pixel(self, x_mm: float, y_mm: float, z_mm: float) -> tuple[float, float]:
        """One world point to a distorted pixel."""
        column, row = self.project(np.array([[x_mm, y_mm, z_mm]]))[0]
        return float(column), float(row)

    def to_level(self, column_px: float, row_px: float, z_mm: float) -> tuple[float, float]:
        """Where the ray of a distorted pixel meets a level plane, mm; NaN at and behind the horizon."""
        k1, k2, p1, p2, k3 = self._dist
        v = (row_px - self._cy) / self._fy
        u = (column_px - self._cx - self._skew * v) / self._fx
        x, y = u, v
        for _ in range(UNDISTORT_STEPS):
            r2 = x * x + y * y
            radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
            x = (u - 2 * p1 * x * y - p2 * (r2 + 2 * x * x)) / radial
            y = (v - p1 * (r2 + 2 * y * y) - 2 * p2 * x * y) / radial
        back = self._back
        direction = [back[0][i] * x + back[1][i] * y + back[2][i] for i in range(3)]
        if direction[2] == 0.0:
            return math.nan, math.nan
        along = (z_mm - self.eye[2]) / direction[2]
        if along <= 0.0:
            return math.nan, math.nan
        return float(self.eye[0] + along * direction[0]), float(self.eye[1] + along * direction[1])
