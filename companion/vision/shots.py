"""Pictures of one set-up, ready to be measured."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.edge_fit import as_float
from companion.vision.geometry import Camera
from companion.vision.lens import CalibrationError
from companion.vision.sources import Frame


@dataclass(frozen=True, eq=False)
class Shot:
    """One picture, ready to be measured."""

    name: str
    grey: NDArray[np.uint8]
    colour: NDArray[np.float32]


def shots_of(frames: Sequence[Frame]) -> list[Shot]:
    if not frames:
        raise CalibrationError("no picture to calibrate from", "no hay imagen con que calibrar")
    sizes = {frame.size for frame in frames}
    if len(sizes) > 1:
        words = ", ".join(f"{width}x{height}" for width, height in sorted(sizes))
        raise CalibrationError(
            f"the pictures have different sizes ({words}): take them with one camera setting",
            f"las imágenes tienen tamaños distintos ({words}): hazlas con un mismo ajuste de la cámara",
        )
    return [
        Shot(
            frame.name,
            np.asarray(cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8),
            as_float(frame.picture),
        )
        for frame in frames
    ]


def px_scale(camera: Camera) -> float:
    """Limits in px are for pictures 1280 wide; larger ones allow more."""
    return max(1.0, max(camera.width, camera.height) / 1280)
