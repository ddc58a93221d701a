"""The camera as a formula: where a point of the table appears in the picture, and back.

World, axes and pixels are the product's one frame (DESIGN.md section 4): millimetres from the ring's centre, x right,
y away from the south side, z up from the mat; pixel (0, 0) is the centre of the top-left pixel. Plain numpy, so that a
frame's points cost microseconds and no OpenCV version changes their shape.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]

NO_DISTORTION: FloatArray = np.zeros(5)
# Newton steps until a distorted point is undone: 6 suffice for a webcam, the rest is for fish-eye-like corners
UNDISTORT_STEPS = 25
# a point whose distortion could not be undone to this (in units of the focal length) has no place in the picture
UNDISTORT_TOLERANCE = 1e-6


def distort(normalised: FloatArray, dist: FloatArray) -> FloatArray:
    """Bend ideal points as the lens does.

    Args:
        normalised: shape (n, 2), x / z and y / z in front of the camera, distortion free.
        dist: k1 k2 p1 p2 k3, OpenCV's order.

    Returns:
        Shape (n, 2), normalised and distorted.
    """
    k1, k2, p1, p2, k3 = dist
    x, y = normalised[:, 0], normalised[:, 1]
    r2 = x * x + y * y
    radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
    return np.column_stack(
        (x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x), y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y)
    )


def bend_slopes(ideal: FloatArray, dist: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """How `distort` moves with its point: distorted x by x, x by y (and y by x), y by y; shape (n,) each."""
    k1, k2, p1, p2, k3 = dist
    x, y = ideal[:, 0], ideal[:, 1]
    r2 = x * x + y * y
    radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
    slope = 2 * (k1 + r2 * (2 * k2 + 3 * r2 * k3))
    xx = radial + x * x * slope + 2 * p1 * y + 6 * p2 * x
    yy = radial + y * y * slope + 6 * p1 * y + 2 * p2 * x
    xy = x * y * slope + 2 * p1 * x + 2 * p2 * y
    return xx, xy, yy


@lru_cache(maxsize=64)
def _edge_of(k1: float, k2: float, k3: float) -> float:
    # d/dr of r (1 + k1 r2 + k2 r4 + k3 r6), a cubic in r2
    roots = np.roots([7 * k3, 5 * k2, 3 * k1, 1.0])
    real = roots[np.abs(roots.imag) < 1e-9].real
    return float(np.sqrt(real[real > 0].min(initial=np.inf)))


def edge_radius(dist: FloatArray) -> float:
    """Ideal radius at which the lens formula folds back: farther out it shows points where they cannot be."""
    return _edge_of(float(dist[0]), float(dist[1]), float(dist[4]))


def undistort_normalised(distorted: FloatArray, dist: FloatArray) -> FloatArray:
    """Undo `distort` by Newton's method.

    Returns:
        Shape (n, 2); NaN where the lens formula reaches no such point (far outside the picture).
    """
    ideal = distorted.copy()
    if not dist.any():
        return ideal
    with np.errstate(all="ignore"):
        for _ in range(UNDISTORT_STEPS):
            residual = distort(ideal, dist) - distorted
            if np.nanmax(np.abs(residual), initial=0.0) < UNDISTORT_TOLERANCE * 1e-3:
                break
            xx, xy, yy = bend_slopes(ideal, dist)
            determinant = xx * yy - xy * xy
            ideal[:, 0] -= (yy * residual[:, 0] - xy * residual[:, 1]) / determinant
            ideal[:, 1] -= (xx * residual[:, 1] - xy * residual[:, 0]) / determinant
        lost = ~(np.abs(distort(ideal, dist) - distorted).max(axis=1) < UNDISTORT_TOLERANCE)
        lost |= (ideal**2).sum(axis=1) > edge_radius(dist) ** 2
    ideal[lost] = np.nan
    return ideal


def rotation_of(rvec: ArrayLike) -> FloatArray:
    """Rotation matrix (3, 3) of a rotation vector: axis times angle in radians."""
    return np.asarray(cv2.Rodrigues(np.asarray(rvec, dtype=float).reshape(3, 1))[0], dtype=float)


def _points(values: ArrayLike, width: int) -> FloatArray:
    """Check an array of points once, where it enters.

    Raises:
        ValueError: names the shape received and the shape due.
    """
    points = np.asarray(values, dtype=float)
    if points.ndim == 1 and points.size == width:
        points = points.reshape(1, width)
    if points.ndim != 2 or points.shape[1] != width:
        raise ValueError(f"points of shape {points.shape} received, (n, {width}) due")
    return points


@dataclass(frozen=True, eq=False)
class Lens:
    """What a camera does to light, wherever it stands; valid for one picture size (pixels).

    Attributes:
        K: shape (3, 3), pixels.
        dist: shape (5,), k1 k2 p1 p2 k3.
        error_px: rms reprojection error of the calibration; None where nobody measured it.
        guessed: nobody has calibrated this lens; K and dist come from the ring's corners and edges.
    """

    width: int
    height: int
    K: FloatArray
    dist: FloatArray
    error_px: float | None = None
    guessed: bool = False

    def undistort(self, points_px: ArrayLike) -> FloatArray:
        """Pixels of the picture as it is, shape (n, 2), to ideal normalised coordinates, shape (n, 2)."""
        points = _points(points_px, 2)
        y = (points[:, 1] - self.K[1, 2]) / self.K[1, 1]
        x = (points[:, 0] - self.K[0, 2] - self.K[0, 1] * y) / self.K[0, 0]
        return undistort_normalised(np.column_stack((x, y)), self.dist)

    def to_px(self, normalised: ArrayLike) -> FloatArray:
        """Ideal normalised coordinates, shape (n, 2), to pixels of the picture as it is, shape (n, 2)."""
        bent = distort(_points(normalised, 2), self.dist)
        x_px = self.K[0, 0] * bent[:, 0] + self.K[0, 1] * bent[:, 1] + self.K[0, 2]
        return np.column_stack((x_px, self.K[1, 1] * bent[:, 1] + self.K[1, 2]))


@dataclass(frozen=True, eq=False)
class Camera:
    """A lens at its place over the table.

    Attributes:
        K: shape (3, 3), pixels.
        dist: shape (5,), k1 k2 p1 p2 k3.
        rvec: shape (3,), world to camera: X_cam = R X + t.
        tvec_mm: shape (3,).
        name: what the driver calls the device, or how the picture came here.
        source: camera number, file or address the calibration was made with; None where nobody said.
        device: what stays with that device wherever it is plugged in; empty where the system does not tell (A-04).
        error_px: rms distance between what was seen and what this camera predicts; None where nobody measured it.
        lens_guessed: K and dist come from the ring itself, not from a board.
        sure_mm: how far a mat point may be off, 95 of 100 points, from the calibration's own residuals.
    """

    width: int
    height: int
    K: FloatArray
    dist: FloatArray
    rvec: FloatArray
    tvec_mm: FloatArray
    name: str = ""
    source: int | str | None = None
    device: str = ""
    error_px: float | None = None
    lens_guessed: bool = False
    sure_mm: float | None = None

    def __post_init__(self) -> None:
        for name, shape in (("K", (3, 3)), ("dist", (5,)), ("rvec", (3,)), ("tvec_mm", (3,))):
            value = np.array(getattr(self, name), dtype=float)
            if value.shape != shape:
                raise ValueError(f"{name} of shape {value.shape} received, {shape} due")
            value.setflags(write=False)
            object.__setattr__(self, name, value)

    @property
    def lens(self) -> Lens:
        return Lens(self.width, self.height, self.K, self.dist, self.error_px, self.lens_guessed)

    @property
    def rotation(self) -> FloatArray:
        """World to camera, shape (3, 3)."""
        return rotation_of(self.rvec)

    @property
    def position_mm(self) -> FloatArray:
        """Where the camera stands, shape (3,), world."""
        return -self.rotation.T @ self.tvec_mm

    def project(self, points_mm: ArrayLike) -> FloatArray:
        """World points, shape (n, 3), to distorted pixels, shape (n, 2).

        NaN for points behind the camera, or so far aside that the lens formula would fold them back into the picture.
        """
        seen = _points(points_mm, 3) @ self.rotation.T + self.tvec_mm
        depth = np.where(seen[:, 2] > 0, seen[:, 2], np.nan)
        ideal = seen[:, :2] / depth[:, None]
        ideal[(ideal**2).sum(axis=1) > edge_radius(self.dist) ** 2] = np.nan
        return self.lens.to_px(ideal)

    def undistort(self, points_px: ArrayLike) -> FloatArray:
        """Distorted pixels, shape (n, 2), to ideal normalised coordinates, shape (n, 2)."""
        return self.lens.undistort(points_px)

    def rays(self, points_px: ArrayLike) -> FloatArray:
        """Unit directions in the world, shape (n, 3), in which distorted pixels look from `position_mm`."""
        ideal = self.undistort(points_px)
        directions = np.column_stack((ideal, np.ones(len(ideal)))) @ self.rotation
        return np.asarray(directions / np.linalg.norm(directions, axis=1, keepdims=True), dtype=float)

    def to_plane(self, points_px: ArrayLike, z_mm: ArrayLike) -> FloatArray:
        """Where the rays of distorted pixels meet a level plane.

        Args:
            points_px: shape (n, 2), the picture as it is, distortion included.
            z_mm: height of the plane over the mat, one for all points or shape (n,).

        Returns:
            Shape (n, 2), x and y in mm; NaN at and behind the horizon.
        """
        rays, eye = self.rays(points_px), self.position_mm
        with np.errstate(divide="ignore", invalid="ignore"):
            along = (np.asarray(z_mm, dtype=float) - eye[2]) / rays[:, 2]
            along = np.where(along > 0, along, np.nan)
            return eye[:2] + along[:, None] * rays[:, :2]

    def mm_per_px(self, points_px: ArrayLike, z_mm: float = 0.0) -> FloatArray:
        """Length on the plane, in mm, of one pixel's step in its worst direction; shape (n,)."""
        points = _points(points_px, 2)
        here = self.to_plane(points, z_mm)
        right = self.to_plane(points + np.array([1.0, 0.0]), z_mm) - here
        down = self.to_plane(points + np.array([0.0, 1.0]), z_mm) - here
        steps = np.stack((right, down), axis=2)
        return np.array([np.linalg.norm(step, 2) if np.isfinite(step).all() else np.nan for step in steps])

    def scaled(self, factor: float) -> "Camera":
        """This camera for a picture resized by `factor`, as `cv2.resize` resizes: pixel centres at the half."""
        matrix = self.K.copy()
        matrix[:2] *= factor
        matrix[:2, 2] = (self.K[:2, 2] + 0.5) * factor - 0.5
        return replace(self, width=round(self.width * factor), height=round(self.height * factor), K=matrix)
