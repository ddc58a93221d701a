"""Pictures whose light or colour makes a hand's edge unsure: white all through, like a lamp, or without any colour."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from companion.vision.geometry import Camera

FloatArray = NDArray[np.float64]
Picture = NDArray[np.uint8]

BONES = ((0, 1, 2, 3, 4), (0, 5, 6, 7, 8), (0, 9, 10, 11, 12), (0, 13, 14, 15, 16), (0, 17, 18, 19, 20))
SAMPLES_A_BONE = 12
CLIPPED = 250
# 23 rendered hands made up to three times as bright: below 0.6 all are measured within 4 mm, above it one of six is
# 6 mm short of 101 and one is taken for no hand at all
MOST_WHITE = 0.6


def white_share(picture: Picture, camera: Camera, landmarks_mm: FloatArray, z_mm: float) -> float:
    """How much of a hand, along its bones, is white in all three channels, 0..1.

    Args:
        picture: shape (h, w, 3), BGR.
        landmarks_mm: shape (21, 2), on the plane z = `z_mm`.
    """
    steps = np.linspace(0, 1, SAMPLES_A_BONE)[:, None]
    along = [
        landmarks_mm[one] + steps * (landmarks_mm[other] - landmarks_mm[one])
        for finger in BONES
        for one, other in pairwise(finger)
    ]
    places = np.concatenate(along)
    px = camera.project(np.column_stack((places, np.full(len(places), z_mm))))
    px = px[np.isfinite(px).all(axis=1)].round().astype(int)
    height, width = picture.shape[:2]
    x, y = np.clip(px[:, 0], 0, width - 1), np.clip(px[:, 1], 0, height - 1)
    return float((picture[y, x].min(axis=1) >= CLIPPED).mean()) if len(px) else 0.0


def is_washed_out(picture: Picture, camera: Camera, landmarks_mm: FloatArray, z_mm: float) -> bool:
    """Whether so much of the hand is white that its outline would be a guess."""
    return white_share(picture, camera, landmarks_mm, z_mm) > MOST_WHITE


# channels that differ nowhere by more than this (8 bit) are grey: a camera of the night, or a picture made grey
MOST_GREY = 4.0
GREY_STRIDE_PX = 8
GREY_SHARE = 99.0


def is_grey(picture: Picture) -> bool:
    """Whether the picture has no colour at all: skin and mat then differ in brightness only, as shadows do."""
    sample = picture[::GREY_STRIDE_PX, ::GREY_STRIDE_PX].astype(int)
    return float(np.percentile(sample.max(axis=2) - sample.min(axis=2), GREY_SHARE)) <= MOST_GREY
