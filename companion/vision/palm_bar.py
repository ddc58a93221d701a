"""When a bar's scale may be trusted: a bar tells one length, and nothing of how the camera looks at the table.

Taken for a picture from straight above, an oblique one squeezes everything across its line of sight: at 45 degrees a
span is up to 30 % short. Two things keep a wrong number from being told: the hand must have a hand's proportions, and
the measure must run along the bar and close beside it, where both are squeezed alike.
"""

import numpy as np
from numpy.typing import NDArray

from companion.vision.hand_outline import INDEX_BASE, LITTLE_BASE, MIDDLE_BASE, WRIST

FloatArray = NDArray[np.float64]

# -- proportions seen from straight above, in knuckle breadths. 60 photographed hands (Rps paper set): palm 1.23-1.54,
#    fingers 1.41-1.66, axis against knuckles 102-109 degrees (5-95 %); 23 rendered ones: 1.19-1.49, 1.20-1.40, 98-107.
#    Of the 11 rendered ones that a camera sees at 44 to 54 degrees, every one is outside when taken for a straight view
PALM = (1.18, 1.62)
LEAST_FINGERS = 1.12
AXIS_DEG = (95.0, 113.0)
FINGERS = ((5, 8), (9, 12), (13, 16))
# -- along the bar: over all views up to 60 degrees and all directions, what these limits let through is at most 4.2 %
#    wrong and for 95 in 100 within 1.8 %; 25 degrees in place of 15 would let 11 % through. On pictures of rendered
#    hands with a bar painted beside them: within 1.5 % below 15 degrees; at 45 to 55 one of nine within 4 %, the others
#    refused --
MOST_OFF_DEG = 15.0
MOST_BESIDE_MM = 140.0
MOST_BEYOND_MM = 80.0


def bar_doubt(bar_mm: FloatArray, landmarks_mm: FloatArray, ends_mm: FloatArray) -> str:
    """Key of ADVICE for what makes a measure by a bar doubtful; empty when it may stand.

    Args:
        bar_mm: shape (2, 2), the bar's ends on the plane of the straight view.
        landmarks_mm: shape (21, 2), the hand on it.
        ends_mm: shape (2, 2), what the measure runs between.
    """
    if not _is_a_hand_from_above(landmarks_mm):
        return "bar_tilt"
    along = (bar_mm[1] - bar_mm[0]) / np.linalg.norm(bar_mm[1] - bar_mm[0])
    span = (ends_mm[1] - ends_mm[0]) / np.linalg.norm(ends_mm[1] - ends_mm[0])
    off_deg = float(np.degrees(np.arccos(min(1.0, abs(float(along @ span))))))
    away = ends_mm.mean(axis=0) - bar_mm.mean(axis=0)
    beside_mm = abs(float(along[0] * away[1] - along[1] * away[0]))
    beyond_mm = abs(float(along @ away)) - float(np.linalg.norm(bar_mm[1] - bar_mm[0])) / 2
    is_along = off_deg <= MOST_OFF_DEG and beside_mm <= MOST_BESIDE_MM and beyond_mm <= MOST_BEYOND_MM
    return "" if is_along else "bar_along"


def _is_a_hand_from_above(landmarks_mm: FloatArray) -> bool:
    palm = landmarks_mm[MIDDLE_BASE] - landmarks_mm[WRIST]
    knuckles = landmarks_mm[LITTLE_BASE] - landmarks_mm[INDEX_BASE]
    breadth = float(np.linalg.norm(knuckles))
    length = float(np.linalg.norm(palm))
    axis_deg = float(np.degrees(np.arccos(np.clip(palm @ knuckles / (length * breadth), -1, 1))))
    fingers = [float(np.linalg.norm(landmarks_mm[tip] - landmarks_mm[base])) for base, tip in FINGERS]
    return (
        PALM[0] <= length / breadth <= PALM[1]
        and float(np.mean(fingers)) / breadth >= LEAST_FINGERS
        and AXIS_DEG[0] <= axis_deg <= AXIS_DEG[1]
    )
