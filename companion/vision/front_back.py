"""Whether a facing can be told from its opposite: what a body's fit to one picture is worth.

A body is carved from one picture, so the side that the weigh-in saw is known and its depth is a guess. Of two opposite
facings one shows the camera more of the known side. When that one explains the picture best, it may be told. When the
other does, it is the guess that fits, and chance makes guesses fit: it must lead by a good part of all that is open.

Measured on the sample clips, each learned from its own picture and from others in turn (127 looks): of the facings
told from a lead of 0.03 on, five were more than 90 degrees wrong. All five were such guesses, and they led by 0.24 of
what was open or less; half of the guesses that were right led by more.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.vision.body import Kind, Pose, rotation_z

FloatArray = NDArray[np.float64]

# facings are told from this lead on (tracking notes: an oblique view is a toss below it)
FACING_LEAD = 0.03
FACING_SCORE = 0.45
# a blob is nearly round: its facings differ little, and by chance as much as this part of what the best of them leaves
# unexplained (a white one in poor light was told 162 degrees wrong on a lead of 0.033 with 0.31 open)
BLOB_LEAD_PER_REST = 0.15
# a guess must lead the opposite facings by this part of what it leaves open: at one look, and on the mean of two, whose
# noise is less. In nine lights wrong ones led by 0.22 or less at any look (119), right ones by 0.27 to 0.35 (dev_b, 3)
GUESS_LEAD, GUESS_LEAD_OF_TWO = 0.27, 0.25
# one look says no more than this: a good first one must not carry a poor second
MOST_OF_A_LOOK = 0.4
# of a figure's silhouette, where no other figure hides it, less than this tells no facing: the rest is out of sight for
# a reason nobody knows (grey clay on a grey mat), and may be what would show the front
LEAST_TOLD = 0.65
# what is compared, degrees from the answer: the same facing, and those that would be its opposite
SAME_TURNS_DEG: tuple[float, ...] = (0.0, -15.0, 15.0)
OPPOSITE_TURNS_DEG: tuple[float, ...] = tuple(np.arange(105.0, 256.0, 15.0).tolist())
# two looks at a figure that nobody touched cannot differ by more
LARGEST_JUMP_DEG = 100.0


def lead_due(kind: Kind, score: float) -> float:
    """How far the best facing must lead any other one to be told, given what it explains."""
    return max(FACING_LEAD, BLOB_LEAD_PER_REST * (1.0 - score)) if kind == "blob" else FACING_LEAD


def away_from_known(
    learned: Pose, now: Pose, learned_eye_mm: FloatArray, eye_mm: FloatArray, middle_mm: float
) -> float:
    """Angle between the side that the weigh-in saw and the one that the camera sees now, degrees.

    Args:
        learned_eye_mm, eye_mm: the camera's place then and now, shape (3,).
        middle_mm: height of the body's middle over the surface.
    """
    before, after = _side(learned, learned_eye_mm, middle_mm), _side(now, eye_mm, middle_mm)
    return float(np.degrees(np.arccos(np.clip(before @ after, -1.0, 1.0))))


def _side(pose: Pose, eye_mm: FloatArray, middle_mm: float) -> FloatArray:
    """Direction from a body's middle to the camera, body frame, shape (3,)."""
    towards = eye_mm - np.array([pose.x_mm, pose.y_mm, pose.z_mm + middle_mm])
    return np.asarray(rotation_z(pose.facing_deg).T @ towards / np.linalg.norm(towards), dtype=float)


def guess_lead(same: Sequence[float], opposite: Sequence[float], told_part: float) -> float:
    """By which part of what is open a facing that rests on guessed depth leads its opposites.

    Open is what the best body leaves unexplained, and twice the part of its silhouette that does not speak for it: what
    is hidden there may speak for the opposite and against this one.

    Args:
        same, opposite: scores of the facings compared.
        told_part: part of the silhouette that speaks for the figure, 0..1.
    """
    best = max(same)
    lead = best - max(opposite)
    left_open = (1.0 - best) + 2.0 * (1.0 - told_part)
    if lead <= 0.0:
        return -MOST_OF_A_LOOK
    return min(lead / left_open, MOST_OF_A_LOOK) if left_open > 0.0 else MOST_OF_A_LOOK


def guess_holds(leads: Sequence[float]) -> bool:
    """Whether such a facing may be told, from its `guess_lead` at one look, or at two that agree on it."""
    return float(np.mean(leads)) >= (GUESS_LEAD if len(leads) == 1 else GUESS_LEAD_OF_TWO)


def jumps(former_deg: float | None, now_deg: float | None) -> bool:
    """Whether two facings of a figure that nobody touched contradict each other."""
    if former_deg is None or now_deg is None:
        return False
    return abs((now_deg - former_deg + 180.0) % 360.0 - 180.0) > LARGEST_JUMP_DEG
