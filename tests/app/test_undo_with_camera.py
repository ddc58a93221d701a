"""U while the camera runs: what people did is taken back, and the camera notes the table anew (K-02)."""

from typing import Any

import pytest

from app.test_camera_desk import INSIDE, Night, night
from companion.app.evening import Evening
from companion.app.live import LiveEvening
from companion.kernel.acts import is_noted
from companion.leds.service import no_lights
from companion.screens.interaction import AcceptProposal, Give, Redo, Undo
from companion.screens.past_lines import text_of
from companion.screens.referee_window import RefereeLoop

__all__ = ["night"]
TOUCHING, APART = (-60.0, 0.0), (100.0, 0.0)


def doings(night: Night) -> list[str]:
    """What people did, and no note of the camera."""
    return [act.name for act in night.live.evening.session.acts() if not is_noted(act)]


def notes(night: Night) -> int:
    return sum(is_noted(act) for act in night.live.evening.session.acts())


def told(night: Night) -> list[str]:
    return [line.text.en for line in night.live.teller.journal]


def going(night: Night) -> None:
    """The first slot of a turn; the camera has noted what it saw before it."""
    assert night.live.ask(Give("start_turn", {})) is None
    assert night.live.ask(Give("initiative_roll", {"dice": {"Momia": 6, "Pulpo": 1}})) is None


def moved_and_noted(night: Night) -> None:
    """Pulpo is told to have moved half a palm; the camera sees him arrive."""
    going(night)
    assert night.live.ask(Give("move", {"fighter": "Momia", "palms": 0.5})) is None
    night.watch(TOUCHING, 2)


def restarted(night: Night) -> None:
    """The program ends and the same show goes on."""
    evening: Evening[Any] | None = Evening.resume(night.live.journal, night.ticks)
    assert evening is not None
    live = LiveEvening(evening, night.live.journal, no_lights(), night.ticks, night.eyes)  # type: ignore[arg-type]  # eyes of a script
    night.live = live


@pytest.mark.parametrize("is_restarted", [False, True])
def test_one_press_takes_the_move_back_whatever_the_camera_noted_after_it(night: Night, is_restarted: bool) -> None:
    moved_and_noted(night)
    assert is_noted(night.live.evening.session.acts()[-1])
    assert doings(night)[-1] == "move"
    if is_restarted:
        restarted(night)
    assert night.live.ask(Undo()) is None
    assert doings(night)[-1] == "initiative_roll"


@pytest.mark.parametrize("is_restarted", [False, True])
def test_as_often_as_one_likes_though_the_camera_notes_the_table_anew_each_time(
    night: Night, is_restarted: bool
) -> None:
    moved_and_noted(night)
    left = doings(night)
    assert len(left) > 2
    while left:
        before = notes(night)
        assert night.live.ask(Undo()) is None
        if is_restarted:
            restarted(night)
        night.watch(TOUCHING, 1)
        assert doings(night) == left[:-1]
        assert notes(night) <= before
        left = left[:-1]
        roster = night.live.evening.state.roster
        assert not roster or night.live.evening.state.facts.adjacent  # what it shows now
    assert night.live.view(0, RefereeLoop(night.live).ui).can_undo == 0


def test_the_play_by_play_and_the_page_name_what_the_person_did(night: Night) -> None:
    moved_and_noted(night)
    session = night.live.evening.session
    act, before = next(one for one in session.done() if one[0].name == "move")
    move = text_of(session.game, act, before).en
    undoes = night.live.view(night.ticks(), RefereeLoop(night.live).ui).undoes
    assert undoes is not None
    assert undoes.en.startswith(move)
    assert night.live.ask(Undo()) is None
    assert f"Taken back: {move}." in told(night)
    assert not any("The table" in line for line in told(night))


def test_the_clock_goes_back_to_before_the_move_and_no_further_each_time(night: Night) -> None:
    going(night)
    night.watch(APART, 30)
    shown = night.live.clocks.readings(night.ticks())["match"]
    assert night.live.ask(Give("move", {"fighter": "Momia", "palms": 0.5})) is None
    night.watch(TOUCHING, 20)
    assert night.live.ask(Undo()) is None
    assert night.live.clocks.readings(night.ticks())["match"] == shown


@pytest.mark.parametrize("is_restarted", [False, True])
def test_done_again_with_y_though_the_camera_noted_something_since(night: Night, is_restarted: bool) -> None:
    moved_and_noted(night)
    then = night.live.evening.state
    night.watch(TOUCHING, 5)
    shown = night.live.clocks.readings(night.ticks())["match"]
    assert night.live.ask(Undo()) is None
    night.watch(TOUCHING, 1)
    assert is_noted(night.live.evening.session.acts()[-1])
    if is_restarted:
        restarted(night)
    view = night.live.view(night.ticks(), RefereeLoop(night.live).ui)
    assert view.can_redo == 1
    assert night.live.ask(Redo()) is None
    assert night.live.evening.state == then
    assert night.live.clocks.readings(night.ticks())["match"] == shown
    assert any(line.startswith("Done again: Move") for line in told(night))
    night.watch(TOUCHING, 1)
    assert night.live.ask(Undo()) is None
    assert doings(night)[-1] == "initiative_roll"


def test_a_new_doing_leaves_nothing_to_do_again(night: Night) -> None:
    moved_and_noted(night)
    assert night.live.ask(Undo()) is None
    night.watch(TOUCHING, 1)
    assert night.live.ask(Give("move", {"fighter": "Momia", "palms": 0.3})) is None
    assert night.live.view(0, RefereeLoop(night.live).ui).can_redo == 0


def test_a_move_that_was_taken_from_the_camera_by_one_press_is_a_persons_doing(night: Night) -> None:
    going(night)
    night.watch((60.0, 0.0), 2)
    assert night.live.ask(Give("end_slot", {"fighter": "Momia"})) is None
    night.watch((-10.0, 0.0), 3)
    night.watch((-60.0, 0.0), 3)
    before = doings(night)
    assert night.proposed
    assert night.live.ask(AcceptProposal(1)) is None
    assert doings(night) != before
    night.watch((-60.0, 0.0), 1)
    assert night.live.ask(Undo()) is None
    assert doings(night) == before


def test_notes_alone_are_nothing_to_take_back(night: Night) -> None:
    while doings(night):
        assert night.live.ask(Undo()) is None
    night.watch(INSIDE, 1)
    loop = RefereeLoop(night.live)
    assert loop.view(0).can_undo == 0
    seq = night.live.journal.last_seq
    loop.press("u", 0)
    assert night.live.journal.last_seq == seq
