"""The crowd board's process as the evening keeps it; the clock is the test's own, nobody waits for anything."""

import os
import signal
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.app.crowd_board import (
    AWAY_MS,
    BEAT,
    BEAT_EVERY_MS,
    BOARD_EVERY_MS,
    FIRST_BEAT_MS,
    HUNG_MS,
    SETTLED_BEATS,
    UNSEEN,
    CrowdBoard,
    Heart,
    StartedBoard,
)
from companion.app.live import LiveEvening
from companion.app.live_window import Wanted, open_evening
from companion.leds.service import no_lights
from companion.screens.surroundings import crowd_health
from companion.screens.view_model import Tone
from companion.store.resilient import ResilientJournal

STEP_MS = 100


@dataclass
class Board:
    """A board that does what a test says."""

    pid: int
    beats: int = 0
    is_alive: bool = True
    is_frozen: bool = False
    was_killed: bool = False
    was_closed: bool = False
    unseen: bool = False

    def alive(self) -> bool:
        return self.is_alive

    def kill(self) -> None:
        self.was_killed = True

    def close(self) -> None:
        self.was_closed = True
        self.is_alive = False


@dataclass
class Evening:
    """The referee's loop: it looks after the board ten times a second."""

    started: list[Board] = field(default_factory=list)
    commands: list[list[str]] = field(default_factory=list)
    now_ms: int = 5_000_000

    def __post_init__(self) -> None:
        self.board = CrowdBoard(Path("a.db"), "es", start=self.start)

    def start(self, command: list[str]) -> Board:
        assert not any(one.is_alive for one in self.started), "two boards at once"
        assert command[-2:] == ["--kept", self.board.token]
        self.commands.append(command)
        self.started.append(Board(len(self.started) + 1))
        return self.started[-1]

    @property
    def last(self) -> Board:
        return self.started[-1]

    def run(self, ms: int) -> None:
        for _ in range(ms // STEP_MS):
            self.now_ms += STEP_MS
            if self.last.is_alive and not self.last.is_frozen:
                self.last.beats += 1
            self.board.keep(self.now_ms)


@pytest.fixture
def evening() -> Evening:
    one = Evening()
    one.board.keep(one.now_ms)
    one.run(3000)
    return one


class TestKeeping:
    def test_one_that_lives_is_left_alone(self, evening: Evening) -> None:
        evening.run(60_000)
        assert len(evening.started) == 1
        assert evening.board.alive

    def test_one_that_dies_is_started_again_at_once_and_not_over_and_over(self, evening: Evening) -> None:
        evening.last.is_alive = False
        evening.run(STEP_MS)
        assert len(evening.started) == 2
        for _ in range(10):  # it dies as soon as it starts: no display is there
            evening.last.is_alive = False
            evening.run(1000)
        assert len(evening.started) == 2 + 10 * 1000 // BOARD_EVERY_MS

    def test_a_frozen_one_is_replaced_when_it_is_gone_and_never_are_there_two(self, evening: Evening) -> None:
        evening.last.is_frozen = True
        evening.run(HUNG_MS)
        assert not evening.last.was_killed
        evening.run(2 * STEP_MS)
        assert evening.last.was_killed
        assert not evening.board.alive  # the referee's screen says so
        evening.run(1000)  # it takes its time to go
        assert len(evening.started) == 1
        evening.last.is_alive = False
        evening.run(STEP_MS)
        assert len(evening.started) == 2
        assert evening.board.alive
        evening.run(60_000)
        assert len(evening.started) == 2

    def test_one_that_begins_slowly_is_given_time_but_not_for_ever(self) -> None:
        evening = Evening()
        evening.board.keep(evening.now_ms)
        evening.last.is_frozen = True
        evening.run(FIRST_BEAT_MS)
        assert not evening.last.was_killed
        evening.run(2 * STEP_MS)
        assert evening.last.was_killed

    @pytest.mark.parametrize("gone_ms", [AWAY_MS + STEP_MS, 3_600_000])
    def test_who_did_not_look_kills_nobody(self, evening: Evening, gone_ms: int) -> None:
        """The computer slept, or the referee's process was stopped: the board's beats wait in the pipe."""
        evening.now_ms += gone_ms
        evening.board.keep(evening.now_ms)
        evening.last.is_frozen = True
        evening.run(HUNG_MS - STEP_MS)
        assert not evening.last.was_killed

    def test_a_clock_on_the_wall_that_is_set_changes_nothing(self, tmp_path: Path) -> None:
        show = tmp_path / "a.db"
        journal = ResilientJournal.open(show)
        wall_ms, steady_ms = [1_764_500_000_000], [9000]
        evening = open_evening(Wanted(show, seed="4"), journal, lambda _text: None)
        board = CrowdBoard(show, "es", start=lambda _command: Board(1))
        live = LiveEvening(
            evening, journal, no_lights(), lambda: wall_ms[0], board=board, steady_ms=lambda: steady_ms[0]
        )
        live.tick(steady_ms[0])
        wall_ms[0] += 7_200_000
        steady_ms[0] += STEP_MS
        live.tick(steady_ms[0])
        assert board.alive
        journal.close(lose_unsaved=False)

    def test_it_is_on_show_only_after_its_first_heartbeat(self) -> None:
        evening = Evening()
        assert not evening.board.comes
        evening.board.keep(evening.now_ms)
        assert evening.board.comes  # it draws its first picture
        item = crowd_health(1, comes=True)
        assert (item.tone, item.text.en) == (Tone.OFF, "opening")
        evening.run(STEP_MS)
        assert not evening.board.comes
        assert crowd_health(1).text.en == "on show"

    def test_one_that_lies_minimised_is_alive_and_the_referee_is_told(self, evening: Evening) -> None:
        assert not evening.board.unseen
        evening.last.unseen = True
        evening.run(STEP_MS)
        assert evening.board.alive
        assert evening.board.unseen
        assert crowd_health(1, unseen=True).tone is Tone.WARN

    def test_it_comes_back_as_people_had_it(self, evening: Evening) -> None:
        evening.last.is_alive = False  # on show, when it died
        evening.run(BOARD_EVERY_MS)
        assert evening.last.beats
        assert "--shown" in evening.commands[-1]
        assert evening.board.came_up_again
        evening.run(3000)
        evening.last.unseen = True
        evening.run(STEP_MS)
        evening.last.is_alive = False  # minimised, when it died
        evening.run(BOARD_EVERY_MS)
        assert "--shown" not in evening.commands[-1]
        assert not evening.board.came_up_again

    def test_a_board_that_dies_before_it_is_put_away_was_not_brought_up(self) -> None:
        evening = Evening()
        evening.board.keep(evening.now_ms)
        evening.run((SETTLED_BEATS - 1) * STEP_MS)
        evening.last.is_alive = False
        evening.run(BOARD_EVERY_MS)
        assert len(evening.started) == 2
        assert "--shown" not in evening.commands[-1]

    def test_it_ends_with_the_evening(self, evening: Evening) -> None:
        evening.board.close()
        assert evening.last.was_closed


class TestHeart:
    def test_it_beats_a_few_times_a_second_and_bears_a_pipe_that_is_full_or_closed(self) -> None:
        reader, writer = os.pipe()
        now = [0]
        heart = Heart(lambda: now[0], writer)
        for _ in range(100):
            heart.beat()
            now[0] += 10
        assert os.read(reader, 4096) == BEAT * (1000 // BEAT_EVERY_MS)
        if os.name != "nt":
            for _ in range(70_000):  # more than a pipe holds, and nobody reads
                now[0] += BEAT_EVERY_MS
                heart.beat()
        os.close(reader)
        now[0] += BEAT_EVERY_MS
        heart.beat()
        os.close(writer)

    def test_it_tells_whether_the_board_lies_minimised(self) -> None:
        reader, writer = os.pipe()
        now = [0]
        heart = Heart(lambda: now[0], writer)
        for seen in (True, False, True):
            heart.beat(seen=seen)
            now[0] += BEAT_EVERY_MS
        assert os.read(reader, 4096) == BEAT + UNSEEN + BEAT
        os.close(reader)
        os.close(writer)


class TestRealProcess:
    PROGRAM = (
        "import sys, threading; sys.stdout.buffer.write(b'hello...\\x0e'); sys.stdout.flush(); threading.Event().wait()"
    )

    def test_a_stopped_process_is_replaced(self) -> None:
        started: list[StartedBoard] = []

        def start(_command: list[str]) -> StartedBoard:
            started.append(StartedBoard([sys.executable, "-c", self.PROGRAM]))
            while not started[-1].beats:
                assert started[-1].alive()
            return started[-1]

        board = CrowdBoard(Path("a.db"), "es", start=start)
        try:
            board.keep(0)
            assert started[0].beats == 1  # what else it says is no beat
            assert board.unseen
            os.kill(started[0].pid, signal.SIGSTOP)
            for now_ms in range(0, HUNG_MS + 3 * STEP_MS, STEP_MS):
                board.keep(now_ms)
            while started[0].alive():
                assert len(started) == 1
            board.keep(HUNG_MS + 4 * STEP_MS)
            assert [one.alive() for one in started] == [False, True]
        finally:
            board.close()
        assert not started[-1].alive()
