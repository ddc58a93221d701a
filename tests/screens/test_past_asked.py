"""A command that asked a fact first stands twice in the journal; a change of the past loses it at most once."""

from typing import Any

import pytest

from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import Match
from companion.kernel.session import Session
from screens.stand import line_up

PIN = {"attacker": "Momia", "defender": "Pulpo"}
TOUCH = {"adjacent": [["Momia", "Pulpo"]]}


@pytest.fixture
def session() -> Session[Match]:
    """Momia has moved, so that the pin asked whether the two touch before its die was thrown."""
    one = Session(GAME, None, "x")
    commands: list[tuple[str, dict[str, Any]]] = [
        *line_up(2),
        ("start_match", {"mode": "wrestling_match", "fighters": ["Momia", "Pulpo"]}),
        ("start_turn", {}),
        ("observe", {"adjacent": []}),
        ("referee_ruling", {"topic": "posture", "subject": "Pulpo", "value": "knocked_down", "note": "x"}),
        ("initiative_roll", {}),
        ("move", {"fighter": "Momia", "palms": 1}),
        ("pin", PIN),
        ("observe", TOUCH),
        ("pin", PIN),
    ]
    for name, given in commands:
        one.handle(name, given)
    assert one.state.fighters["Momia"].pin_used
    return one


def test_a_pin_that_no_longer_asks_is_not_told_as_lost(session: Session[Match]) -> None:
    known = session.handle("amend", {"at": 11, "how": "insert", "command": {"observe": TOUCH}})
    assert known.lost == ()
    assert [one.name for one in known.again] == ["observe", "pin", "observe"]
    assert session.state.fighters["Momia"].pin_used


def test_a_pin_that_asks_again_is_done_by_the_answer(session: Session[Match]) -> None:
    """Its die is known by then, so that it goes on by itself."""
    before = session.state
    same = session.handle("amend", {"at": 10, "how": "change", "command": {"move": {"fighter": "Momia", "palms": 0.5}}})
    assert same.lost == ()
    assert [one.name for one in same.again] == ["move", "pin", "observe"]
    assert session.state.fighters["Momia"].pin_used
    assert session.state.fighters["Momia"].pin == before.fighters["Momia"].pin


def test_a_pin_that_falls_away_is_told_once(session: Session[Match]) -> None:
    ruling = {"topic": "posture", "subject": "Pulpo", "value": "standing", "note": "x"}
    stood = session.handle("amend", {"at": 8, "how": "change", "command": {"referee_ruling": ruling}})
    assert [one.name for one in stood.lost] == ["move", "pin"]
