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
# Bones by the thickness of what lies on them. All lengths below are shares of the knuckle breadth (index to little
# finger base, 50-80 mm), so that they fit a child's hand and a large one.
BONES = {
    "thumb": (((1, 2), (2, 3), (3, 4)), 0.12),
    "little": (((17, 18), (18, 19), (19, 20)), 0.09),
    "fingers": (
        ((5, 6), (6, 7), (7, 8), (9, 10), (10, 11), (11, 12), (13, 14), (14, 15), (15, 16)),
        0.10,
    ),
    "palm": (((0, 1), (0, 5), (0, 9), (0, 13), (0, 17), (1, 5), (5, 9), (9, 13), (13, 17)), 0.17),
}
# nearer to a bone than this is skin (or a nail, or a ring); farther from a finger's usual side than that is not
SURELY_SKIN = 0.06
SURELY_NOT_SKIN = 0.14
# prints and scratches narrower than this stick to a finger's mask as whiskers and are cut off again
WHISKER = 0.05
# side of the view around one landmark
CROP = 0.95
CROP_PX = 160
# a finger's end: from this far behind the tip's landmark to this far ahead, in lengths of its last bone (vision.md)
CAP_BEHIND, CAP_AHEAD = 0.35, 0.85
# the tip is where the hand is still this broad: a smaller rest is noise of the border
LEAST_TIP_MM = 2.0
GRABCUT_ROUNDS = 2
# sensor noise makes the border jump between two answers from frame to frame
SENSOR_BLUR_PX = 0.8
# a step of so much between skin and ground (8-bit Lab) is plain to see
CLEAR_STEP = 14.0
_RING = np.ones((7, 7), np.uint8)


def knuckle_breadth(landmarks_mm: FloatArray) -> float:
    """Index base to little finger base, mm: the measure of a hand that does not change when fingers spread."""
    return float(np.linalg.norm(landmarks_mm[INDEX_BASE] - landmarks_mm[LITTLE_BASE]))


def bone_distances(view: TopView, landmarks_mm: FloatArray, breadth_mm: float) -> tuple[FloatArray, FloatArray]:
    """Distance of each pixel of the view from the nearest bone, and from the usual side of the nearest finger.

    Returns:
        Two arrays of shape (side_px, side_px), in knuckle breadths; the second is negative inside.
    """
    points = np.round(view.to_px(landmarks_mm)).astype(int)
    shape = (view.side_px, view.side_px)
    from_bone, from_side = np.full(shape, np.inf), np.full(shape, np.inf)
    for bones, half_width in BONES.values():
        canvas = np.full(shape, 255, np.uint8)
        for start, end in bones:
            cv2.line(canvas, points[start].tolist(), points[end].tolist(), 0, 1)
        if canvas.all():  # this finger is outside the view; a distance transform without a zero says anything
            continue
        away = cv2.distanceTransform(canvas, cv2.DIST_L2, 5).astype(float) / (view.px_per_mm * breadth_mm)
        from_bone = np.minimum(from_bone, away)
        from_side = np.minimum(from_side, away - half_width)
    return from_bone, from_side


@dataclass(frozen=True, eq=False)
class Skin:
    """The skin around one landmark.

    Attributes:
        mask: shape (side_px, side_px) of `view`.
        points_mm: shape (n, 2), the mask's pixels, world x and y at the view's height; n may be 0.
        contrast: 0..1, how much the two sides of the border differ in colour.
    """

    view: TopView
    mask: Mask
    points_mm: FloatArray
    contrast: float

    def reach_mm(self, start_mm: FloatArray, outwards: FloatArray) -> float:
        """How far the skin reaches from a point in a direction; minus infinity without skin."""
        if not len(self.points_mm):
            return -np.inf
        along = (self.points_mm - start_mm) @ outwards
        step = 1 / self.view.px_per_mm
        edges = np.arange(along.min() - step, along.max() + 2 * step, step)
        width_mm = np.histogram(along, bins=edges)[0] * step
        broad = np.nonzero(width_mm >= LEAST_TIP_MM)[0]
        return float(edges[broad[-1] + 1]) if len(broad) else -np.inf


def skin_around(
    picture: Picture,
    camera: Camera,
    landmarks_mm: FloatArray,
    landmark: int,
    z_mm: float,
    turn_rad: float = 0.0,
) -> Skin:
    """Find the skin around a landmark.

    Args:
        landmarks_mm: shape (21, 2), world x and y.
        z_mm: height over the mat at which the hand is broadest there.
        turn_rad: turns the grid the picture is looked at on; the answer should not depend on it.
    """
    breadth = knuckle_breadth(landmarks_mm)
    view = TopView(camera, landmarks_mm[landmark], CROP * breadth, CROP_PX, z_mm, turn_rad)
    seen = view.of(picture)
    mask = skin_mask(seen, view, landmarks_mm, breadth)
    mask = _of_the_finger(mask, view, landmarks_mm, landmark)
    rows, columns = np.nonzero(mask)
    return Skin(view, mask, view.to_mm(np.column_stack((columns, rows))), _contrast(seen, mask))


def _contrast(seen: Picture, mask: Mask) -> float:
    """How much the colours just inside and just outside a border differ near the view's middle, 0..1."""
    inner = mask & (cv2.erode(mask.astype(np.uint8), _RING) == 0)
    outer = (cv2.dilate(mask.astype(np.uint8), _RING) > 0) & ~mask
    half, reach = len(mask) // 2, len(mask) // 4
    near = np.zeros_like(mask)
    near[half - reach : half + reach, half - reach : half + reach] = True
    inner, outer = inner & near, outer & near
    if not inner.any() or not outer.any():
        return 0.0
    lab = cv2.cvtColor(seen, cv2.COLOR_BGR2LAB).astype(float)
    step = np.median(lab[inner], axis=0) - np.median(lab[outer], axis=0)
    return float(np.clip(np.linalg.norm(step) / CLEAR_STEP, 0, 1))


def cap_of(skin: Skin, landmarks_mm: FloatArray, tip: int) -> FloatArray:
    """The end of a finger: skin from a third of the last bone behind the tip's landmark onwards; shape (n, 2), mm."""
    bone = landmarks_mm[tip] - landmarks_mm[tip - 1]
    length_mm = float(np.linalg.norm(bone))
    along = (skin.points_mm - landmarks_mm[tip]) @ (bone / length_mm) / length_mm
    return np.asarray(skin.points_mm[(along >= -CAP_BEHIND) & (along <= CAP_AHEAD)], dtype=float)


def skin_mask(seen: Picture, view: TopView, landmarks_mm: FloatArray, breadth_mm: float) -> Mask:
    """Skin in a view of the hand, by colours learnt from this very view."""
    from_bone, from_side = bone_distances(view, landmarks_mm, breadth_mm)
    labels = np.full(from_bone.shape, cv2.GC_PR_BGD, np.uint8)
    labels[from_side < 0] = cv2.GC_PR_FGD
    labels[from_side > SURELY_NOT_SKIN] = cv2.GC_BGD
    labels[from_bone < SURELY_SKIN] = cv2.GC_FGD
    cv2.setRNGSeed(1)  # GrabCut starts its colour clusters at random; the same picture gives the same palm
    models = np.zeros((1, 65)), np.zeros((1, 65))
    smooth = np.asarray(cv2.GaussianBlur(seen, (0, 0), SENSOR_BLUR_PX), dtype=np.uint8)
    cv2.grabCut(smooth, labels, (0, 0, 1, 1), *models, GRABCUT_ROUNDS, cv2.GC_INIT_WITH_MASK)
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
