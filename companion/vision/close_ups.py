"""A figure's own picture, cut out of the camera's: for the weigh-in, in memory only."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.geometry import Camera

Picture = NDArray[np.uint8]
AROUND_MM = 22.0
"""Room beside the figure's footprint and above its head."""


def close_up(
    picture: Picture, camera: Camera, place_mm: tuple[float, float], height_mm: float, side_px: int
) -> Picture | None:
    """The square of `picture` that holds a figure standing at a place of the mat.

    Args:
        picture: shape (h, w, 3), BGR, of this camera.

    Returns:
        Shape (side_px, side_px, 3), BGR; None where the camera does not see the whole place.
    """
    x, y = place_mm
    half = max(AROUND_MM, height_mm * 0.4)
    corners = [[x + dx, y + dy, z] for dx in (-half, half) for dy in (-half, half) for z in (0.0, height_mm)]
    px = camera.project(corners)
    if not np.isfinite(px).all():
        return None
    low, high = px.min(axis=0), px.max(axis=0)
    side = float((high - low).max())
    left, top = ((low + high) / 2 - side / 2).round().astype(int)
    size = max(2, round(side))
    if left < 0 or top < 0 or left + size > picture.shape[1] or top + size > picture.shape[0]:
        return None
    part = picture[top : top + size, left : left + size]
    return np.asarray(cv2.resize(part, (side_px, side_px), interpolation=cv2.INTER_AREA), dtype=np.uint8)
