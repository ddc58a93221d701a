"""A long day on the whole program, the short version: nothing that a command costs grows with what lies behind it.

`python scripts/long_day.py` plays sixty matches and measures; here rows and bytes are counted, whatever the machine.
"""

import gc
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.long_day import Clock, Day, opened
from companion.leds.service import no_lights
from companion.store import show as show_module
from companion.store.backups import backups_of
from companion.store.show import Show, verify

COMMANDS = 5
MATCHES = 2
BYTES_A_MATCH = 400_000
"""Sixty matches of such a day are far below the 50 MB that twelve hours may take."""


class Reads:
    """Counts the events that are read from the show file."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self._event_of = show_module.event_of
        monkeypatch.setattr(show_module, "event_of", self._counted)

    def _counted(self, text: str) -> object:
        self.count += 1
        return self._event_of(text)

    def take(self) -> int:
        count, self.count = self.count, 0
        return count


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Iterator[Reads]:
    counting = Reads(monkeypatch)
    yield counting
    monkeypatch.undo()


def match_and_next(day: Day, reads: Reads) -> tuple[int, int]:
    """Play a match to its end and begin the next; how many events that read: for the end, for the next match."""
    day.play(COMMANDS)
    day.journal.wait_for_backups()
    reads.take()
    day.end()
    day.journal.wait_for_backups()
    ended = reads.take()
    day.next_match()
    return ended, reads.take()


def test_an_end_and_a_next_match_cost_the_same_late_in_the_day(tmp_path: Path, reads: Reads) -> None:
    show, clock, lights = tmp_path / "día.db", Clock(), no_lights()
    with opened(show, lights, clock) as day:
        day.live.tick(0)
        match_and_next(day, reads)
        first = match_and_next(day, reads)
        tracemalloc.start()
        gc.collect()
        held, _ = tracemalloc.get_traced_memory()
        for _ in range(MATCHES):
            last = match_and_next(day, reads)
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - held
        tracemalloc.stop()
        assert grown < MATCHES * BYTES_A_MATCH
        # an opening row more for each match that lies behind, and the rows of this match itself
        assert last[0] <= first[0] + MATCHES
        assert last[1] <= first[1] + MATCHES
        day.play(COMMANDS)
        acts, turn, rows = day.live.evening.session.can_undo, day.match.turn_no, day.journal.last_seq
        figures = day.figures
        assert figures.pictures >= figures.commands > MATCHES * COMMANDS
        assert figures.crowd_pictures >= MATCHES * COMMANDS
        assert len(figures.at_the_end_ms) == 2 * (MATCHES + 2)
    with opened(show, lights, Clock()) as day:  # as after a kill
        assert day.journal.last_seq == rows
        assert (day.live.evening.session.can_undo, day.match.turn_no) == (acts, turn)
        assert day.live.evening.number == MATCHES + 3
        reads.take()
        day.look()
        assert reads.take() == 0, "a picture reads no journal"
        day.look_at_crowd()
        match_rows = rows - day.live.evening.opened_seq + 1
        assert reads.take() <= match_rows + MATCHES + 3, "a board that starts late reads no earlier match"
    lights.close()
    with Show.open(show, readonly=True) as opened_show:
        assert len(list(opened_show.rows(named={"bout_recorded"}))) == MATCHES + 2
    assert verify(show).ok
    assert backups_of(show)
