"""How a point's place in the picture moves with the camera: the derivatives of `geometry.Camera.project`."""

import cv2
import numpy as np

from companion.vision.geometry import Camera, FloatArray, bend_slopes, distort, edge_radius

# parameters in this order: rvec, tvec_mm; then log focal length, cx, cy, k1, k2
POSE, LENS = 6, 5


def project_with_slopes(camera: Camera, points_mm: FloatArray, with_lens: bool) -> tuple[FloatArray, FloatArray]:
    """Where points appear, as `Camera.project` says, and how that changes with the camera.

    Args:
        camera: where `with_lens`, of one focal length for both axes.
        points_mm: world, shape (n, 3).
        with_lens: the lens's parameters too.

    Returns:
        Distorted pixels, shape (n, 2), NaN for points that have no place in the picture; and shape (n, 2, 6 or 11),
        px by unit of each parameter (radians, mm; log, px, px, k1, k2), 0 for points without a place.
    """
    rotation, turning = cv2.Rodrigues(camera.rvec.reshape(3, 1))
    seen = points_mm @ rotation.T + camera.tvec_mm
    depth = np.where(seen[:, 2] > 0, seen[:, 2], np.nan)
    ideal = seen[:, :2] / depth[:, None]
    r2 = (ideal**2).sum(axis=1)
    ideal[r2 > edge_radius(camera.dist) ** 2] = np.nan
    bent = distort(ideal, camera.dist)
    focal = camera.K[:2, :2]
    # ideal place by camera coordinates, then bent place by ideal place, then pixels
    inward = np.zeros((len(ideal), 2, 3))
    inward[:, 0, 0] = inward[:, 1, 1] = 1 / depth
    inward[:, :, 2] = -ideal / depth[:, None]
    xx, xy, yy = bend_slopes(ideal, camera.dist)
    bending = np.stack((np.stack((xx, xy), axis=1), np.stack((xy, yy), axis=1)), axis=1)
    by_seen = focal @ bending @ inward
    # cv2 gives the nine entries of the rotation by rvec, shape (3, 9)
    by_rvec = (np.asarray(turning, dtype=float).reshape(3, 3, 3) @ points_mm.T).transpose(2, 1, 0)
    columns = [by_seen @ by_rvec, by_seen]
    if with_lens:
        pull = bent @ focal.T
        by_lens = np.zeros((len(ideal), 2, LENS))
        by_lens[:, :, 0] = pull
        by_lens[:, 0, 1] = by_lens[:, 1, 2] = 1.0
        by_lens[:, :, 3] = r2[:, None] * ideal @ focal.T
        by_lens[:, :, 4] = (r2**2)[:, None] * ideal @ focal.T
        columns.append(by_lens)
    slopes = np.concatenate(columns, axis=2)
    slopes[np.isnan(ideal).any(axis=1)] = 0.0
    return bent @ focal.T + camera.K[:2, 2], slopes
