"""Where nothing but dice is due, what is typed is dice at once: no entry has to be chosen before (I-05)."""

from collections.abc import Iterator

import pytest

from companion.app.replay import cases_of
from companion.errors import CompanionError
from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import Match
from companion.kernel.session import Session
from companion.kernel.text import Text
from companion.screens.interaction import AcceptProposal, press
from companion.screens.referee_window import RefereeLoop
from companion.screens.surroundings import CameraProposal, Surroundings
from screens.presses import CASES
from screens.stand import Stand

KINDS = {"damage", "rope_check", "rebound_clash", "rebound_strike", "stamina_check", "submission_check", "wound_roll"}
DAMAGE = {"fighters": {"Momia": {"strike": 2, "strength": 2}, "Pulpo": {}}, "adjacent": "all"}


def states() -> Iterator[tuple[str, Session[Match]]]:
    """One state of the golden cases for each kind of dice that alone are due."""
    left = set(KINDS)
    for case in [case for path in CASES for case in cases_of(path)]:
        try:
            session = Session(GAME, case.content.get("setup") or {}, "dice")
            for step in case.content.get("steps") or []:
                ((name, given),) = step.items()
                if name != "expect":
                    session.handle(name, given or {})
                stack = GAME.pending(session.state)
                option = stack[-1].options[0] if stack and stack[-1].kind == "Q-DICE" else ""
                if option in left:
                    left.discard(option)
                    yield option, session
                    break
        except CompanionError:
            continue


FOUND = dict(states())


def test_the_golden_cases_have_them_all() -> None:
    assert FOUND.keys() == KINDS


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_page_is_open_and_digits_are_dice(kind: str) -> None:
    stand = Stand(FOUND[kind])
    loop = RefereeLoop(stand)
    dice = loop.view(0).dice
    assert dice is not None
    assert dice.typed == ""
    loop.press("1", 0)  # the first press of all, before any picture, too
    after = loop.view(0).dice
    assert after is not None
    assert after.typed == "1" or len(after.lying) > len(dice.lying)  # one die each: the next one's follow


def struck() -> tuple[Stand, RefereeLoop]:
    session = Session(GAME, DAMAGE, None)
    session.handle("strike", {"attacker": "Momia", "defender": "Pulpo", "strike_dice": [5, 3]})
    session.handle("no_defence", {"defender": "Pulpo"})
    stand = Stand(session)
    return stand, RefereeLoop(stand)


def test_damage_follows_the_defence_without_a_choice_between() -> None:
    stand, loop = struck()
    for key in ("5", "1", "enter"):
        loop.press(key, 0)
    assert [(act.name, act.parameters["strength_dice"]) for act in stand.acts] == [("damage", [5, 1])]


def test_esc_closes_the_page_and_it_stays_closed_until_it_is_chosen() -> None:
    stand, loop = struck()
    loop.press("escape", 0)
    assert loop.view(0).dice is None
    assert loop.view(0).dice is None
    assert not loop.ui.leaving
    loop.press("1", 0)
    assert loop.view(0).dice is not None
    loop.press("backspace", 0)
    assert loop.view(0).dice is None
    assert stand.acts == []


def test_undo_the_rulings_and_the_keys_work_over_it_and_it_comes_back() -> None:
    stand, loop = struck()
    loop.press("a", 0)
    assert loop.view(0).trail
    loop.press("escape", 0)
    assert loop.view(0).dice is not None
    loop.press("f1", 0)
    loop.press("f1", 0)
    assert loop.view(0).dice is not None
    loop.press("u", 0)
    assert [act.name for act in stand.acts] == ["undo"]
    assert loop.view(0).dice is None  # it is asked whether he defends


def test_what_the_camera_proposes_waits_and_can_be_answered_after_esc() -> None:
    stand, loop = struck()
    stand.around = Surroundings(proposals=(CameraProposal(Text("Momia moved", "Momia se movió")),))
    for key in ("5", "1"):
        loop.press(key, 0)
    shown = loop.view(0)
    assert shown.dice is not None
    assert shown.dice.typed == "51"
    assert shown.proposals
    assert shown.trail  # by which the panel says that it waits
    for _ in range(3):
        loop.press("escape", 0)
        if loop.view(0).dice is None:
            break
    assert loop.view(0).dice is None
    assert press(loop.ui, "enter", *loop._bare(0))[1] == (AcceptProposal(1),)


def test_a_question_with_more_answers_opens_nothing() -> None:
    session = Session(GAME, DAMAGE, None)
    session.handle("strike", {"attacker": "Momia", "defender": "Pulpo", "strike_dice": [5, 3]})
    loop = RefereeLoop(Stand(session))
    assert loop.view(0).dice is None
    decision = loop.view(0).decision
    assert decision is not None
    assert len(decision.options) > 1


def test_r_rolls_it_here() -> None:
    stand, loop = struck()
    stand.session.seed = "here"
    loop.press("r", 0)
    assert [act.name for act in stand.acts] == ["damage"]
