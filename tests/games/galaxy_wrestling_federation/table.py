"""A table to try rules on: short ways to a state, and to what a command does."""

from typing import Any

import pytest

from companion.games.galaxy_wrestling_federation import GAME
from companion.kernel.codec import name_of
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Session

CARDS = {
    "c71": {"strength": 7, "beats": 1},
    "c49": {"strength": 4, "beats": 9},
    "c38": {"strength": 3, "beats": 8},
    "c83": {"strength": 8, "beats": 3},
    "c51": {"strength": 5, "beats": 1},
    "c52": {"strength": 5, "beats": 2},
    "c27": {"strength": 2, "beats": 7},
    "c91": {"strength": 9, "beats": 1},
}


def table(seed: str | None = None, **setup: Any) -> Session[Any]:
    return Session(GAME, {"cards": CARDS, **setup}, seed)


def combat(
    one: Any, two: Any, kind: str = "strength", rules: dict[str, Any] | None = None, **setup: Any
) -> Session[Any]:
    """p1 has challenged p2, both cards lie face down, the count runs."""
    return table(house_rules=rules or {}, combat={"kind": kind, "committed": {"p1": one, "p2": two}}, **setup)


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
