"""What a person tells with S holds against the camera until a person says otherwise or a figure surely moves."""

from typing import Any

import pytest

from app.test_camera_desk import INSIDE, Night, night
from app.test_undo_with_camera import going, restarted
from companion.games.clay_wrestling.model import Flag
from companion.screens.interaction import Give, Undo

__all__ = ["night"]
NUDGED = (INSIDE[0] - 12.0, 0.0)
FAR, TOUCHING = (220.0, 0.0), (-60.0, 0.0)
PAIR = (("Momia", "Pulpo"),)


def tell(night: Night, **facts: Any) -> None:
    assert night.live.ask(Give("observe", facts)) is None


def adjacent(night: Night) -> tuple[tuple[str, str], ...]:
    known: tuple[tuple[str, str], ...] = night.live.evening.state.facts.adjacent
    return known


def next_turn(night: Night) -> None:
    for name in ("Momia", "Pulpo"):
        assert night.live.ask(Give("end_slot", {"fighter": name})) is None
    for command in ("end_turn", "start_turn"):
        assert night.live.ask(Give(command, {})) is None


@pytest.fixture
def told(night: Night) -> Night:
    """The camera sees them apart; the referee knows that they touch."""
    going(night)
    night.watch(INSIDE, 2)
    assert adjacent(night) == ()
    tell(night, adjacent=[["Momia", "Pulpo"]])
    night.watch(INSIDE, 3)
    assert adjacent(night) == PAIR
    return night


@pytest.mark.parametrize("is_restarted", [False, True])
def test_it_holds_over_the_turn_and_a_restart_and_is_what_the_tie_up_goes_by(told: Night, is_restarted: bool) -> None:
    if is_restarted:
        restarted(told)
        told.watch(INSIDE, 3)
    next_turn(told)
    told.watch(INSIDE, 3)
    assert adjacent(told) == PAIR
    assert Flag.IN_TIEUP in told.live.evening.state.fighters["Momia"].flags


@pytest.mark.parametrize("is_restarted", [False, True])
def test_who_has_surely_moved_is_the_cameras_again(told: Night, is_restarted: bool) -> None:
    if is_restarted:
        restarted(told)
    told.watch(FAR, 3)
    assert adjacent(told) == ()
    told.watch(TOUCHING, 3)
    assert adjacent(told) == PAIR
    told.watch(INSIDE, 3)  # back where it was told: that is long over
    assert adjacent(told) == ()


def test_moved_while_the_program_was_away_it_has_moved_too(told: Night) -> None:
    for _ in range(30):
        told.eyes.see(FAR)
    restarted(told)
    told.watch(FAR, 3)
    assert adjacent(told) == ()


def test_taken_back_the_camera_tells_again_and_told_again_it_holds(told: Night) -> None:
    assert told.live.ask(Undo()) is None
    told.watch(INSIDE, 2)
    assert adjacent(told) == ()
    tell(told, adjacent=[["Momia", "Pulpo"]])
    told.watch(INSIDE, 2)
    assert adjacent(told) == PAIR
    tell(told, adjacent=[])
    told.watch(INSIDE, 2)
    assert adjacent(told) == ()


def test_told_a_second_time_it_holds_from_where_they_stand_then(told: Night) -> None:
    told.watch(FAR, 3)
    assert adjacent(told) == ()
    tell(told, adjacent=[["Momia", "Pulpo"]])
    told.watch(FAR, 3)
    assert adjacent(told) == PAIR
    told.watch(INSIDE, 3)
    assert adjacent(told) == ()


def test_an_undo_of_something_later_does_not_forget_that_a_figure_has_moved(told: Night) -> None:
    assert told.live.ask(Give("move", {"fighter": "Momia", "palms": 0.3})) is None
    told.watch(FAR, 3)
    assert adjacent(told) == ()
    assert told.live.ask(Undo()) is None  # the move, and with it what the camera noted after it
    assert adjacent(told) == PAIR
    told.watch(FAR, 3)
    assert adjacent(told) == ()


def test_told_while_a_figure_was_not_seen_it_holds_until_it_moves_from_where_it_is_seen_first(night: Night) -> None:
    going(night)
    night.watch(None, 1)
    tell(night, adjacent=[["Momia", "Pulpo"]])
    night.watch(INSIDE, 3)
    assert adjacent(night) == PAIR
    night.watch(FAR, 3)
    assert adjacent(night) == ()


def test_the_ropes_and_the_post_hold_as_well(night: Night) -> None:
    going(night)
    tell(night, near_ropes=["Pulpo"], near_post=["Pulpo"], behind=[["Momia", "Pulpo"]])
    night.watch(INSIDE, 2)
    next_turn(night)
    night.watch(INSIDE, 2)
    facts = night.live.evening.state.facts
    assert (facts.near_ropes, facts.near_post) == (("Pulpo",), ("Pulpo",))
    assert facts.behind == (("Momia", "Pulpo"),)
    night.watch(FAR, 3)
    facts = night.live.evening.state.facts
    assert (facts.near_ropes, facts.near_post, facts.behind) == ((), (), ())


def test_nothing_is_noted_again_and_again(told: Night) -> None:
    seq = told.live.journal.last_seq
    told.watch(INSIDE, 20)
    assert told.live.journal.last_seq == seq
