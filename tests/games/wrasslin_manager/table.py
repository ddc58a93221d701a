"""A table to try rules on: short ways to a state, and to what a command does."""

from typing import Any

import pytest

from companion.games.wrasslin_manager import GAME
from companion.kernel.codec import name_of
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Session

CARDS = {
    "hold": {},
    "slam": {"requires": {"fue": 4}, "effects": ["momentum", "attrition"]},
    "surge": {"effects": ["momentum"]},
    "hit": {"effects": ["attrition"]},
    "stop": {"effects": ["cancel"]},
    "answer": {"effects": ["return"]},
    "rest": {"effects": ["breather"]},
    "trim": {"effects": ["remove"]},
    "two": {"effects": ["attrition", "momentum"]},
    "comet": {"kind": "star_move"},
    "dear": {"stamina_cost": 2},
    "drill": {"kind": "training"},
    "jaw": {"kind": "training", "prevents_knockout": True},
    "plan": {"kind": "strategy"},
    "fair": {"kind": "minor_event", "left": {"kind": "fans", "amount": 2}},
}


def table(seed: str | None = None, **setup: Any) -> Session[Any]:
    return Session(GAME, {"cards": CARDS, **setup}, seed)


def do(session: Session[Any], name: str, **parameters: Any) -> list[str]:
    """The names of the events that the command causes."""
    return [name_of(type(event)) for event in session.handle(name, parameters).events]


def refusal(session: Session[Any], name: str, **parameters: Any) -> str:
    """The code with which the command is refused; nothing may have changed."""
    before = session.state
    with pytest.raises(IllegalCommandError) as caught:
        session.handle(name, parameters)
    assert session.state is before
    refused = caught.value.refusal
    assert refused.reason.en
    assert refused.reason.es
    assert refused.rule
    return refused.code


def shown(session: Session[Any], key: str) -> Any:
    return GAME.snapshot(session.state)[key]


def play(session: Session[Any], seat: str, card: str, event: int = 1) -> list[str]:
    kind = CARDS[card].get("kind", "maneuver")
    return do(session, f"play_{kind}", player=seat, card=card, event=event)
