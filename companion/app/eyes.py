"""The eyes of an evening: pictures in, places and facts out, one frame at a time, by fighter.

A figure's id in the table file is the fighter's id in the match: what the camera calls "3" registers as fighter "3".
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import FileProblemError, spanish
from companion.screens.surroundings import Track
from companion.table.facts import Facts
from companion.vision.pipeline import FrameTracks, open_tracker
from companion.vision.sources import Frame, FrameSource, open_recorded
from companion.vision.table_file import Table
from companion.vision.track_run import fact_keeper, placements


@dataclass(frozen=True)
class Look:
    """One frame as the match needs it.

    Attributes:
        spent_ms: how long the frame took from decoded picture to facts.
    """

    index: int
    time_ms: float
    tracks: FrameTracks
    facts: Facts
    spent_ms: float


class Eyes:
    """Follows the figures of one table through one recording.

    Args:
        clock: seconds, for `spent_ms` only.

    Raises:
        FileProblemError: clip, table, its camera or its colours are missing; one line says which.
    """

    def __init__(self, clip: Path, table: Path, palm_mm: float, clock: Callable[[], float]) -> None:
        self._tracker = open_tracker(table)
        self._keeper = fact_keeper(self.table, palm_mm)
        self._source: FrameSource = open_recorded([clip])
        self._clock = clock
        self._last: dict[str, Track] = {}

    @property
    def table(self) -> Table:
        return self._tracker.table

    @property
    def figures(self) -> tuple[Mapping[str, Any], ...]:
        """The roster figures that have a learned colour, in the order of the table file."""
        return tuple(figure for figure in self.table.figures if str(figure["id"]) in self._tracker.figure_ids)

    @property
    def length(self) -> int | None:
        """How many frames the recording has, where it tells."""
        return getattr(self._source, "length", None) or None

    def looks(self) -> Iterator[Look]:
        """Every frame of the recording.

        Raises:
            FileProblemError: the pictures have another size than the calibrated camera's.
        """
        for frame in self._source.frames():
            yield self._look(frame)

    def _look(self, frame: Frame) -> Look:
        start = self._clock()
        try:
            tracks = self._tracker.update(frame.picture, frame.index, frame.time_ms)
        except ValueError as error:
            raise FileProblemError(
                f"{error}; the table was calibrated for another picture size",
                f"{spanish(error)}; la mesa se calibró para otro tamaño de imagen",
            ) from None
        facts = self._keeper.update(frame.index, frame.time_ms, placements(tracks.tracks))
        return Look(frame.index, frame.time_ms, tracks, facts, (self._clock() - start) * 1000)

    def on_screen(self, look: Look) -> dict[str, Track]:
        """The places as the ring map shows them; a figure out of sight stays where it was, uncertain."""
        footprint = {str(figure["id"]): float(figure["footprint_mm"]) for figure in self.figures}
        for track in look.tracks.tracks:
            x_mm, y_mm = track.x_mm, track.y_mm
            old = self._last.get(track.id)
            if x_mm is None or y_mm is None:
                if old is None:
                    continue
                x_mm, y_mm = old.x_mm, old.y_mm
            self._last[track.id] = Track(
                x_mm, y_mm, track.facing_deg, track.posture, track.held, track.confidence, footprint[track.id]
            )
        return dict(self._last)

    def close(self) -> None:
        self._source.close()
