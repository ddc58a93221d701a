"""Known figures found again in one picture, wherever they stand now and wherever the camera stands now.

The learned bodies do not care from where they are seen, and clay keeps its colour while the lamps stay: after the
camera was moved the figures' places need not be clicked before they are learned anew.
"""

from dataclasses import dataclass, replace

from companion.vision.figures import from_entry
from companion.vision.pipeline import FigureTracker, Image, Track
from companion.vision.table_file import Table

# looks at the same picture until everybody has settled: each may be waited for
LOOKS = 16
# less sure than this is left to people; the sample pictures' wrong places had 0.5 at most, the right ones 0.79 and more
SURE = 0.7


@dataclass(frozen=True)
class FoundAgain:
    """A figure that is surely seen standing; world frame of DESIGN.md section 4."""

    id: str
    x_mm: float
    y_mm: float


def find_again(table: Table, empty: Image, picture: Image) -> list[FoundAgain]:
    """The learned figures that surely stand in a picture, in the order of the table file.

    A figure that may be another one of its clay, lies, or was learned by a program that did not keep with which camera,
    is left out.

    Args:
        table: its camera as it stands now.
        empty, picture: shape (h, w, 3), BGR, both by that camera.

    Raises:
        FileProblemError: the table has no camera or no figures.
        ValueError: a picture of another size than the camera's.
    """
    knowing = [entry for entry in table.figures if (one := from_entry(entry)) is not None and one.seen_by is not None]
    if not knowing:
        return []
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
    ]
