"""The skin's edge: where the landmarks of a hand end and the hand really ends.

The model's finger tips sit 5-14 % inside the hand. Around each tip the picture itself says what skin and what mat look
like here and now (below the bones: skin; far from every bone: mat, shadow, print, sleeve), GrabCut draws the border
between them, and the hand's reach is read from that border. No table of skin colours exists anywhere.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.geometry import Camera
from companion.vision.top_view import TopView

FloatArray = NDArray[np.float64]
Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]

WRIST, THUMB_TIP, INDEX_BASE, MIDDLE_BASE, LITTLE_BASE, LITTLE_TIP = 0, 4, 5, 9, 17, 20
TIPS = (4, 8, 12, 16, 20)
BONES = (
    (0, 1), (1, 2), (2, 3), (3, 4), (0, 5), (5, 6), (6, 7), (7, 8), (9, 10), (10, 11), (11, 12), (13, 14), (14, 15),
    (15, 16), (0, 17), (17, 18), (18, 19), (19, 20), (5, 9), (9, 13), (13, 17), (0, 9), (0, 13),
)  # fmt: skip

# All lengths below are shares of the knuckle breadth (index to little finger base, 50-80 mm), so that they fit a
# child's hand and a large one; half a finger is about 0.1, half a thumb 0.13.
SURELY_SKIN = 0.045
FIRST_GUESS = 0.14
SURELY_NOT_SKIN = 0.26
# prints and scratches narrower than this stick to a finger's mask as whiskers and are cut off again
WHISKER = 0.05
CROP = 0.95
CROP_PX = 176
# the tip is where the hand is still this broad: a smaller rest is noise of the border
LEAST_TIP_MM = 2.0
GRABCUT_ROUNDS = 4


def knuckle_breadth(landmarks_mm: FloatArray) -> float:
    """Index base to little finger base, mm: the measure of a hand that does not change when fingers spread."""
    return float(np.linalg.norm(landmarks_mm[INDEX_BASE] - landmarks_mm[LITTLE_BASE]))


def bone_distance(view: TopView, landmarks_mm: FloatArray) -> FloatArray:
    """Distance of each pixel of the view from the nearest bone, mm; shape (side_px, side_px)."""
    canvas = np.full((view.side_px, view.side_px), 255, np.uint8)
    points = np.round(view.to_px(landmarks_mm)).astype(int)
    for start, end in BONES:
        cv2.line(canvas, points[start].tolist(), points[end].tolist(), 0, 1)
    return np.asarray(cv2.distanceTransform(canvas, cv2.DIST_L2, 5), dtype=float) / view.px_per_mm


@dataclass(frozen=True, eq=False)
class Edge:
    """The skin around one landmark, and where it ends.

    Attributes:
        mask: shape (side_px, side_px) of `view`.
        reach_mm: how far the skin reaches beyond the landmark in the direction asked for; minus infinity without skin.
    """

    view: TopView
    mask: Mask
    reach_mm: float


def edge_beyond(
    picture: Picture,
    camera: Camera,
    landmarks_mm: FloatArray,
    landmark: int,
    outwards: FloatArray,
    z_mm: float,
    turn_rad: float = 0.0,
) -> Edge:
    """Find where the skin around a landmark ends.

    Args:
        landmarks_mm: shape (21, 2), world x and y.
        landmark: the one the edge lies beyond, a finger tip or joint.
        outwards: unit vector, world x and y.
        z_mm: height over the mat at which the hand is broadest there.
        turn_rad: turns the grid the picture is looked at on; the answer should not depend on it.
    """
    breadth = knuckle_breadth(landmarks_mm)
    view = TopView(camera, landmarks_mm[landmark], CROP * breadth, CROP_PX, z_mm, turn_rad)
    mask = skin_mask(view.of(picture), view, landmarks_mm, breadth)
    mask = _of_the_finger(mask, view, landmarks_mm, landmark)
    return Edge(view, mask, _reach(mask, view, landmarks_mm[landmark], outwards))


def skin_mask(seen: Picture, view: TopView, landmarks_mm: FloatArray, breadth_mm: float) -> Mask:
    """Skin in a view of the hand, by colours learnt from this very view."""
    away = bone_distance(view, landmarks_mm) / breadth_mm
    labels = np.full(away.shape, cv2.GC_PR_BGD, np.uint8)
    labels[away < FIRST_GUESS] = cv2.GC_PR_FGD
    labels[away > SURELY_NOT_SKIN] = cv2.GC_BGD
    labels[away < SURELY_SKIN] = cv2.GC_FGD
    lab = cv2.cvtColor(seen, cv2.COLOR_BGR2LAB)
    cv2.setRNGSeed(1)  # GrabCut starts its colour clusters at random; the same picture gives the same palm
    cv2.grabCut(lab, labels, None, np.zeros((1, 65)), np.zeros((1, 65)), GRABCUT_ROUNDS, cv2.GC_INIT_WITH_MASK)  # type: ignore[call-overload]
    return np.asarray((labels == cv2.GC_FGD) | (labels == cv2.GC_PR_FGD))


def _of_the_finger(mask: Mask, view: TopView, landmarks_mm: FloatArray, landmark: int) -> Mask:
    """Only what hangs together with the last bone, whiskers cut off."""
    radius = max(1, round(WHISKER * knuckle_breadth(landmarks_mm) * view.px_per_mm))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, kernel)
    _, parts = cv2.connectedComponents(opened)
    along = np.linspace(landmarks_mm[landmark], landmarks_mm[landmark - 1], 8)
    at = np.clip(np.round(view.to_px(along)).astype(int), 0, view.side_px - 1)
    under = parts[at[:, 1], at[:, 0]]
    return np.asarray(np.isin(parts, under[under > 0]))


def _reach(mask: Mask, view: TopView, landmark_mm: FloatArray, outwards: FloatArray) -> float:
    """How far the mask reaches from the landmark along `outwards`, mm; minus infinity for an empty mask."""
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return -np.inf
    along = (view.to_mm(np.column_stack((columns, rows))) - landmark_mm) @ outwards
    step = 1 / view.px_per_mm
    edges = np.arange(along.min() - step, along.max() + 2 * step, step)
    width_mm = np.histogram(along, bins=edges)[0] * step
    broad = np.nonzero(width_mm >= LEAST_TIP_MM)[0]
    return float(edges[broad[-1] + 1]) if len(broad) else -np.inf
