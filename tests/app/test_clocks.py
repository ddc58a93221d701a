"""Clocks on a time that is given in: they survive undo, restart and sleep, and know nothing of the time of day."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.test_live import ROSTER
from companion.app.clocks import SLEPT_MS, Clocks, Due, from_live, readings_in_live
from companion.app.crowd import CrowdFeed
from companion.app.evening import Evening
from companion.app.live import LiveEvening
from companion.app.live_window import Wanted, open_evening
from companion.cli.main import main
from companion.kernel.acts import COMMANDED, REDONE, UNDONE, Act
from companion.kernel.text import Text
from companion.kernel.timers import Timer
from companion.leds.service import no_lights
from companion.screens.interaction import AcceptProposal, Give, Redo, RejectProposal, ToggleClocks, Ui, Undo
from companion.screens.referee_window import RefereeLoop
from companion.store.resilient import ResilientJournal

GIVEN = Act(COMMANDED, "pin", {}, "referee")
UNDO, REDO = Act(UNDONE, "undo", {}, "referee", count=1), Act(REDONE, "redo", {}, "referee", count=1)
HOUR = Due("iron_man", Text("Iron Man", "Iron Man"), 3_600_000)
WINNER = {"topic": "winner", "subject": "match", "value": "Momia", "note": "test"}
OVER = Due("iron_man", Text("Iron Man", "Iron Man"), 3_600_000, runs=False)


class Night:
    """Both clocks of a computer; tests turn them."""

    def __init__(self) -> None:
        self.steady_ms = 500_000
        self.wall_ms = 1_764_500_000_000

    def passes(self, ms: int) -> None:
        self.steady_ms += ms
        self.wall_ms += ms


class TestClocks:
    def test_they_run_from_the_command_that_starts_them(self) -> None:
        clocks = Clocks()
        clocks.hear(GIVEN, [HOUR], 1000)
        assert clocks.readings(61_000) == {"iron_man": 60_000}
        assert clocks.timers["iron_man"].left_ms(61_000) == 3_540_000

    def test_undo_puts_them_back_and_redo_forward_again(self) -> None:
        clocks = Clocks()
        clocks.hear(GIVEN, [HOUR], 0)
        clocks.hear(GIVEN, [HOUR], 10_000)
        clocks.hear(GIVEN, [HOUR], 25_000)
        clocks.hear(UNDO, [HOUR], 30_000)
        assert clocks.readings(30_000) == {"iron_man": 25_000}
        clocks.hear(UNDO, [HOUR], 30_000)
        assert clocks.readings(30_000) == {"iron_man": 10_000}
        clocks.hear(UNDO, [], 30_000)
        assert clocks.timers == {}
        for reading in (10_000, 25_000, 30_000):
            clocks.hear(REDO, [HOUR], 50_000)
            assert clocks.readings(50_000) == {"iron_man": reading}

    def test_several_at_once(self) -> None:
        clocks = Clocks()
        for at_ms in (0, 10_000, 25_000):
            clocks.hear(GIVEN, [HOUR], at_ms)
        clocks.hear(Act(UNDONE, "undo", {}, "referee", count=2), [HOUR], 30_000)
        assert clocks.readings(30_000) == {"iron_man": 10_000}
        clocks.hear(Act(REDONE, "redo", {}, "referee", count=2), [HOUR], 31_000)
        assert clocks.readings(31_000) == {"iron_man": 30_000}
        assert clocks.going

    def test_the_end_stops_them_and_an_undo_of_the_end_lets_them_go_on(self) -> None:
        clocks = Clocks()
        clocks.hear(GIVEN, [HOUR], 0)
        clocks.hear(GIVEN, [OVER], 60_000)
        assert clocks.readings(99_000) == {"iron_man": 60_000}
        assert not clocks.stand  # nobody waits for it
        clocks.hear(UNDO, [HOUR], 99_000)
        assert clocks.going
        assert clocks.readings(100_000) == {"iron_man": 61_000}

    def test_the_referee_stops_them_and_lets_them_go_on(self) -> None:
        clocks = Clocks()
        clocks.hear(GIVEN, [HOUR], 0)
        assert not clocks.toggle(5_000)
        assert clocks.readings(90_000) == {"iron_man": 5_000}
        assert "stopped" in clocks.views()[0].label.en
        clocks.hear(GIVEN, [HOUR], 91_000)
        assert not clocks.going  # a command does not start what the referee has stopped
        assert clocks.toggle(100_000)
        assert clocks.readings(101_000) == {"iron_man": 6_000}

    def test_a_sleep_of_the_computer_stops_them_where_they_were(self) -> None:
        clocks = Clocks()
        clocks.hear(GIVEN, [HOUR], 0)
        assert clocks.tick(100) is None
        assert clocks.tick(100 + SLEPT_MS - 1) is None  # a slow disk is no sleep
        said = clocks.tick(100 + SLEPT_MS - 1 + 3_600_000)
        assert said is not None
        assert "3600" in said.es
        assert clocks.readings(9_999_999) == {"iron_man": 100 + SLEPT_MS - 1}
        assert clocks.tick(9_999_999 + SLEPT_MS) is None  # told once

    def test_after_a_restart_they_stand_as_the_journal_last_knew_them(self) -> None:
        acts = [(GIVEN, {}), (GIVEN, {"iron_man": 4_000}), (GIVEN, {"iron_man": 9_000})]
        clocks = Clocks.after_restart(acts, [HOUR])
        assert clocks.readings(10**9) == {"iron_man": 9_000}
        assert clocks.stand
        clocks.hear(UNDO, [HOUR], 10**9)
        assert clocks.readings(10**9) == {"iron_man": 9_000}  # what it showed when that command was given
        clocks.hear(UNDO, [HOUR], 10**9)
        assert clocks.readings(10**9) == {"iron_man": 4_000}
        assert not clocks.going

    def test_an_undo_before_the_restart_counts(self) -> None:
        acts = [(GIVEN, {}), (GIVEN, {"iron_man": 4_000}), (UNDO, {"iron_man": 9_000})]
        assert Clocks.after_restart(acts, [HOUR]).readings(0) == {"iron_man": 4_000}

    def test_the_newest_reading_wins_if_it_belongs_to_the_last_act(self) -> None:
        live = {"clocks_of": [2, 7], "clocks": [["iron_man", "I", "I", 3_600_000, 12_345, True]]}
        assert readings_in_live(live, 2, 7) == {"iron_man": 12_345}
        assert readings_in_live(live, 2, 6) == {"iron_man": 12_345}  # rows of others came after it
        assert readings_in_live(live, 2, 8) is None
        assert readings_in_live(live, 3, 6) is None
        assert readings_in_live({}, 2, 8) is None

    def test_a_board_elsewhere_runs_on_the_heartbeat_and_stands_in_silence(self) -> None:
        live = {"referee_ms": 10_000, "clocks": [["match", "match", "combate", None, 60_000, True]]}
        (running,) = from_live(live, 0, 3000)
        assert running.timer.elapsed_ms(10_250) == 60_250
        (silent,) = from_live(live, 3001, 3000)
        assert silent.timer == Timer(None, 60_000)


@pytest.fixture
def night() -> Night:
    return Night()


@pytest.fixture
def show(tmp_path: Path) -> Path:
    roster = tmp_path / "people.csv"
    roster.write_text(ROSTER, encoding="utf-8")
    path = tmp_path / "night.db"
    assert main(["roster", "import", str(roster), "--show", str(path)]) == 0
    return path


@pytest.fixture
def journal(show: Path) -> Iterator[ResilientJournal]:
    opened = ResilientJournal.open(show)
    yield opened
    opened.close()


def begin(journal: ResilientJournal, night: Night) -> LiveEvening:
    evening = open_evening(Wanted(journal.show.path, seed="4"), journal, lambda _: None)
    return LiveEvening(evening, journal, no_lights(), lambda: night.wall_ms, steady_ms=lambda: night.steady_ms)


def iron_man(live: LiveEvening) -> None:
    assert live.ask(Give("start_match", {"mode": "iron_man", "fighters": ["Momia", "Pulpo"]})) is None
    assert live.ask(Give("start_turn", {})) is None  # the bell


def seconds_left(live: LiveEvening, night: Night) -> float:
    (view,) = live.view(night.steady_ms, RefereeLoop(live).ui).timers
    return view.timer.left_ms(night.steady_ms) / 1000


class TestEvening:
    def test_no_clock_of_the_match_runs_before_the_bell(self, journal: ResilientJournal, night: Night) -> None:
        live = begin(journal, night)
        assert live.ask(Give("start_match", {"mode": "iron_man", "fighters": ["Momia", "Pulpo"]})) is None
        assert live.view(night.steady_ms, RefereeLoop(live).ui).timers == ()
        night.passes(9_000)
        live.tick(night.steady_ms)
        assert live.ask(Give("start_turn", {})) is None
        assert seconds_left(live, night) == 3600

    def test_the_iron_man_hour_runs_and_is_proposed_when_it_is_over(
        self, journal: ResilientJournal, night: Night
    ) -> None:
        live = begin(journal, night)
        iron_man(live)
        for _ in range(400):
            night.passes(9_000)
            live.tick(night.steady_ms)
        assert seconds_left(live, night) == 0
        (proposal,) = live.view(night.steady_ms, RefereeLoop(live).ui).proposals
        assert "over" in proposal.text.en
        assert live.evening.state.winner is None
        assert live.ask(AcceptProposal(1)) is None
        assert live.evening.session.acts()[-1].name == "clock"
        assert live.evening.state.clock_s == 3600
        assert live.view(night.steady_ms, RefereeLoop(live).ui).proposals == ()

    def test_a_rejected_end_is_not_proposed_again_until_the_clock_was_turned_back(
        self, journal: ResilientJournal, night: Night
    ) -> None:
        live = begin(journal, night)
        assert live.ask(Give("sculpt_timer", {"player": "Ana", "action": "start"})) is None
        for _ in range(100):
            night.passes(9_000)
            live.tick(night.steady_ms)
        assert [one.text.es for one in live.table.proposals] == ["Ana: se acabó el tiempo de modelado"]
        assert live.ask(RejectProposal(1)) is None
        live.tick(night.steady_ms)
        assert [one.text.es for one in live.table.proposals] == []
        assert live.evening.state.sculpting["Ana"] == "running"

    def test_a_changed_time_of_day_changes_no_clock(self, journal: ResilientJournal, night: Night) -> None:
        live = begin(journal, night)
        iron_man(live)
        for jump_ms in (3_600_000, -7_200_000, 86_400_000):
            night.wall_ms += jump_ms
            night.passes(1000)
            live.tick(night.steady_ms)
        assert seconds_left(live, night) == 3597
        live_row = journal.show.live()
        assert live_row is not None
        assert live_row["referee_ms"] == night.wall_ms  # the heart goes on beating, forward and back

    def test_after_a_restart_it_stands_and_is_seen(self, show: Path, night: Night) -> None:
        with ResilientJournal.open(show).show as store:
            journal = ResilientJournal(store)
            live = begin(journal, night)
            iron_man(live)
            night.passes(90_000 // 6)
            live.tick(night.steady_ms)
            night.passes(400)
            live.tick(night.steady_ms)
            night.passes(150)  # killed here, after the last heartbeat
        night.passes(7_200_000)
        night.steady_ms = 12  # another start of the computer
        journal = ResilientJournal.open(show)
        live = begin(journal, night)
        assert live.notice is not None
        assert seconds_left(live, night) == 3600 - 15.4
        night.passes(60_000)
        assert seconds_left(live, night) == 3600 - 15.4
        assert live.ask(ToggleClocks()) is None
        night.passes(600)
        assert seconds_left(live, night) == 3600 - 16
        journal.close()

    def test_after_c_and_a_kill_the_last_known_time_is_shown_however_often_it_is_started(
        self, show: Path, night: Night
    ) -> None:
        with ResilientJournal.open(show).show as store:
            live = begin(ResilientJournal(store), night)
            iron_man(live)
            for _ in range(2):
                assert live.ask(ToggleClocks()) is None
            night.passes(12_000)
            live.tick(night.steady_ms)
        for _ in range(3):
            with ResilientJournal.open(show).show as store:
                live = begin(ResilientJournal(store), night)
                assert seconds_left(live, night) == 3588
                night.passes(300)
                live.tick(night.steady_ms)  # what stands overwrites nothing that is newer
                assert seconds_left(live, night) == 3588

    def test_a_stop_without_a_heartbeat_after_it_is_known_too(self, show: Path, night: Night) -> None:
        with ResilientJournal.open(show).show as store:
            live = begin(ResilientJournal(store), night)
            iron_man(live)
            night.passes(7_000)
            assert live.ask(ToggleClocks()) is None
        with ResilientJournal.open(show).show as store:
            assert seconds_left(begin(ResilientJournal(store), night), night) == 3593

    @pytest.mark.parametrize("restarted", [False, True])
    def test_a_clock_that_stood_stands_after_the_finish_was_taken_back(
        self, show: Path, night: Night, restarted: bool
    ) -> None:
        with ResilientJournal.open(show).show as store:
            live = begin(ResilientJournal(store), night)
            iron_man(live)
            night.passes(5_000)
            if restarted:
                live = begin(ResilientJournal(store), night)
            else:
                assert live.ask(ToggleClocks()) is None
            left_s = seconds_left(live, night)
            assert live.ask(Give("referee_ruling", WINNER)) is None
            (over,) = live.view(night.steady_ms, RefereeLoop(live).ui).timers
            assert over.label.en == "stopped · Iron Man"
            for request in (Undo(), Redo(), Undo()):
                night.passes(3_000)
                assert live.ask(request) is None
            night.passes(3_000)
            assert seconds_left(live, night) == left_s
            assert live.clocks.stand
            assert live.ask(ToggleClocks()) is None
            night.passes(1_000)
            assert seconds_left(live, night) == left_s - 1

    def test_c_stops_them_and_lets_them_go_on_and_the_journal_says_who(
        self, journal: ResilientJournal, night: Night
    ) -> None:
        live = begin(journal, night)
        loop = RefereeLoop(live)
        rows = journal.last_seq
        loop.press("c", night.steady_ms)  # there is no clock yet
        assert journal.last_seq == rows
        iron_man(live)
        night.passes(5000)
        loop.press("c", night.steady_ms)
        night.passes(60_000)
        assert seconds_left(live, night) == 3595
        loop.press("c", night.steady_ms)
        night.passes(1000)
        assert seconds_left(live, night) == 3594
        told = [(row.event["name"], row.event["why"]) for row in journal.rows() if "why" in row.event]
        assert told == [("clocks_stopped", "referee"), ("clocks_going", "referee")]

    def test_undo_restores_the_clocks_too(self, journal: ResilientJournal, night: Night) -> None:
        live = begin(journal, night)
        before = (live.evening.state, live.clocks.readings(night.steady_ms))
        iron_man(live)
        night.passes(5000)
        assert live.ask(Undo(2)) is None
        assert (live.evening.state, live.clocks.readings(night.steady_ms)) == before

    def test_the_crowd_sees_the_same_second(self, journal: ResilientJournal, night: Night) -> None:
        live = begin(journal, night)
        iron_man(live)
        night.passes(5_450)
        live.tick(night.steady_ms)
        night.passes(40)
        feed = CrowdFeed(journal.show.path)
        view = feed.fetch(night.wall_ms)
        feed.close()
        assert view is not None
        (shown,) = view.timers
        assert shown.timer.elapsed_ms(night.wall_ms) == 5_490
        assert live.clocks.readings(night.steady_ms) == {"iron_man": 5_490}


def test_a_clock_that_an_undo_puts_back_is_told_before_and_after(journal: ResilientJournal, night: Night) -> None:
    """G-04 puts the clocks back with the state; nobody should wonder where the minutes went."""
    evening: Evening[Any] = open_evening(Wanted(journal.show.path, seed="4"), journal, lambda _: None)
    live = LiveEvening(evening, journal, no_lights(), lambda: night.wall_ms, steady_ms=lambda: night.steady_ms)
    iron_man(live)
    night.passes(60_000)
    live.ask(Give("clock", {"seconds": 60}))
    loop = RefereeLoop(live, Ui(language="en"))
    assert "clock" not in str(loop.view(night.steady_ms).undoes)  # it would show the same
    night.passes(75_000)
    loop.press("u", night.steady_ms)
    view = loop.view(night.steady_ms)
    assert view.notice is not None
    assert "the Iron Man clock goes back to 59:00" in view.notice.text.en
    assert view.journal[-1].text.en == "The Iron Man clock goes from 57:45 to 59:00."
    loop.press("y", night.steady_ms)
    view = loop.view(night.steady_ms)
    assert view.notice is not None
    assert view.notice.text.es == "El reloj del Iron Man pasa de 59:00 a 57:45."


def test_a_clock_is_named_as_people_do() -> None:
    """Its id, or its label alone, is no sentence: `clock match` was told."""
    due = [Due("match", Text("match", "combate")), Due("sculpt:p1", Text("sculpting: Ana", "modelado: Ana"), who="Ana")]
    for one, words in zip(due, ("El reloj del combate", "El reloj del modelado de Ana"), strict=True):
        clocks = Clocks()
        clocks.hear(GIVEN, [one], 0)
        clocks.hear(GIVEN, [one], 10_000)
        told = clocks.hear(UNDO, [one], 20_000)
        assert told is not None
        assert told.es.startswith(f"{words} pasa de ")
        assert told.es.endswith(".")


def test_random_commands_all_undone_leave_the_start(journal: ResilientJournal, night: Night) -> None:
    """G-04: 200 commands, all taken back: every field as at the start, the clocks included; then all again."""
    from random import Random

    evening: Evening[Any] = open_evening(Wanted(journal.show.path, seed="4"), journal, lambda _: None)
    live = LiveEvening(evening, journal, no_lights(), lambda: night.wall_ms, steady_ms=lambda: night.steady_ms)
    start, begun = evening.state, evening.session.can_undo
    chance = Random(8)
    iron_man(live)
    for number in range(198):
        night.passes(chance.randint(1, 4000))
        live.ask(Give("clock", {"seconds": number}))
    assert evening.session.can_undo == begun + 200
    at_the_end = (evening.state, live.clocks.readings(night.steady_ms))
    for count in (1, 99, 60, 40):
        assert live.ask(Undo(count)) is None
    assert evening.state == start
    assert live.clocks.readings(night.steady_ms) == {}
    from companion.screens.interaction import Redo

    assert live.ask(Redo(200)) is None
    assert (evening.state, live.clocks.readings(night.steady_ms)) == at_the_end
