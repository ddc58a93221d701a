"""A table to try rules on: short ways to a state, and to what a command does."""

from typing import Any

import pytest

from companion.games.raw_deal import GAME
from companion.kernel.codec import name_of
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Session


def card(f: int = 0, d: int = 3, **more: Any) -> dict[str, Any]:
    return {"f": f, "d": d, "fixture": True, **more}


def reversal(f: int = 0, d: int = 0, **reverses: Any) -> dict[str, Any]:
    return {"kinds": ["reversal"], "f": f, "d": d, "reverses": reverses, "fixture": True}


CARDS = {
    "grab": card(types=["grapple"]),
    "big": card(0, 9),
    "star": card(0, 5, sv=2),
    "push": card(kinds=["action"], d=0, effects=[{"draw": 1}]),
    "boost": card(kinds=["action"], d=0, effects=[{"next_d": 2}]),
    "away": card(kinds=["action"], d=1, destination="ringside"),
    "ram": card(kinds=["maneuver", "action"], d=2),
    "toss": card(effects=[{"discard": 1}]),
    "force": card(effects=[{"opponent_discard": 2}, {"opponent_mill": 1}]),
    "back": card(effects=[{"to_hand": 1, "may": True}]),
    "pay": card(must_costs=[{"discard": 1}]),
    "any": reversal(types=["all"]),
    "small": reversal(types=["all"], max_d=4),
    "heckle": reversal(actions=True),
    "strong": reversal(0, 4, types=["all"]),
    "vague": {"kinds": ["reversal"], "f": 0, "d": 0, "fixture": True},
    "dq": reversal(reversals=True),
    "tagged": card(tag=True),
    "theirs": card(superstar="kane"),
}


def table(seed: str | None = None, **setup: Any) -> Session[Any]:
    return Session(GAME, {**setup, "cards": {**CARDS, **setup.get("cards", {})}}, seed)


def do(session: Session[Any], name: str, **parameters: Any) -> list[str]:
    """The names of the events that the command causes. `as_` and `from_` stand for the keywords."""
    given = {key.removesuffix("_"): value for key, value in parameters.items()}
    return [name_of(type(event)) for event in session.handle(name, given).events]


def refusal(session: Session[Any], name: str, **parameters: Any) -> str:
    """The code with which the command is refused; nothing may have changed."""
    before = session.state
    with pytest.raises(IllegalCommandError) as caught:
        do(session, name, **parameters)
    assert session.state is before
    refused = caught.value.refusal
    assert refused.reason.en
    assert refused.reason.es
    assert refused.rule
    return refused.code


def shown(session: Session[Any], key: str) -> Any:
    return GAME.snapshot(session.state)[key]


def play(session: Session[Any], ref: str, as_: str = "maneuver", seat: str = "p1", **more: Any) -> list[str]:
    """The card is put down and not reversed from hand."""
    other = "p2" if seat == "p1" else "p1"
    do(session, "play_card", player=seat, card=ref, as_=as_, **more)
    return do(session, "decline_reversal", player=other)


def down(session: Session[Any], ref: str, as_: str = "maneuver") -> None:
    do(session, "play_card", player="p1", card=ref, as_=as_)
