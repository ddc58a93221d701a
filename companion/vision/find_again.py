"""Known figures found again in one picture, wherever they stand now and wherever the camera stands now.

The learned bodies do not care from where they are seen, and clay in other light is told by what that light makes of
the mat: in another hall the figures' places need not be clicked before they are learned anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.figures import Figure, FloatArray, from_entry, mat_colour
from companion.vision.illumination import gain_table
from companion.vision.pipeline import FigureTracker, Image, Track
from companion.vision.segmentation import Scene
from companion.vision.table_file import Table

# looks at the same picture until everybody has settled: each may be waited for
LOOKS = 16
# less sure than this is left to people; the sample pictures' wrong places had 0.5 at most, the right ones 0.79 and more
SURE = 0.7
# light may be so much weaker or stronger
GAINS = (0.2, 5.0)
# clay that more light than at the weigh-in makes this bright in so many channels is white to the camera
BRIGHTER, WHITE_LEVEL, WHITE_CHANNELS = 1.05, 225.0, 2


@dataclass(frozen=True)
class FoundAgain:
    """A figure that is surely seen standing; world frame of DESIGN.md section 4."""

    id: str
    x_mm: float
    y_mm: float


def find_again(table: Table, empty: Image, picture: Image) -> list[FoundAgain]:
    """The learned figures that surely stand in a picture, in the order of the table file.

    A figure that may be another one of its clay, lies, or was learned by a program that did not keep with which camera,
    is left out; so is one that more light than at the weigh-in makes white.

    Args:
        table: its camera as it stands now.
        empty, picture: shape (h, w, 3), BGR, both by that camera.

    Raises:
        FileProblemError: the table has no camera or no figures.
        ValueError: a picture of another size than the camera's.
    """
    known = {str(entry["id"]): one for entry in table.figures if (one := from_entry(entry)) is not None}
    knowing = [entry for entry in table.figures if (one := known.get(str(entry["id"]))) and one.seen_by is not None]
    if not knowing or table.camera is None:
        return []
    gains = _gains(list(known.values()), Scene(table.camera, table.ring, empty))
    light = gain_table(gains)
    empty, picture = (np.asarray(cv2.LUT(one, light), dtype=np.uint8) for one in (empty, picture))
    tracker = FigureTracker(replace(table, figures=tuple(knowing)), empty)
    tracks: tuple[Track, ...] = ()
    for look in range(LOOKS):
        now = tracker.update(picture, look, look * 100.0).tracks
        if tracks == now and look > 1:
            break
        tracks = now
    return [
        FoundAgain(one.id, round(one.x_mm, 1), round(one.y_mm, 1))
        for one in tracks
        if one.posture == "standing" and one.confidence >= SURE and one.x_mm is not None and one.y_mm is not None
        if not _is_overexposed(known[one.id], gains)
    ]


def _gains(figures: Sequence[Figure], scene: Scene) -> FloatArray:
    """What the mat's light is now against the weigh-in's, shape (3,), blue, green, red."""
    mats = [one.mat_bgr for one in figures if one.mat_bgr is not None]
    now = np.array(mat_colour(scene))
    gains: FloatArray = np.clip(now / np.maximum(np.median(mats, axis=0) if mats else now, 1.0), *GAINS)
    return gains


def _is_overexposed(figure: Figure, gains: FloatArray) -> bool:
    """Whether this light makes a figure's clay white, as it does with others'."""
    lab = figure.colours.mean.astype(np.float32).reshape(1, 1, 3)
    shown = 255.0 * cv2.cvtColor(lab, cv2.COLOR_LAB2BGR).reshape(3) * gains
    return bool((shown >= WHITE_LEVEL).sum() >= WHITE_CHANNELS and gains.max() > BRIGHTER)
