"""A table to try rules on: short ways to a state, and to what a command does."""

from typing import Any

import pytest

from companion.games.all_time_wrestling import GAME
from companion.kernel.codec import name_of
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Session


def card(damage: int = 1, tn: int = 4, cost: int = 1, momentum: int = 1, **more: Any) -> dict[str, Any]:
    return {"damage": damage, "tn": tn, "cost": cost, "momentum": momentum, "fixture": True, **more}


CARDS = {
    "jab": card(),
    "slam": card(3, 2),
    "cover": card(1, 2, icons=["pin"]),
    "show": card(1, 2, icons=["taunt", "recover"]),
    "r1": card(1, 2, icons=["rampage"]),
    "r2": card(1, 5, icons=["rampage", "taunt"]),
    "rp": card(1, 2, icons=["rampage", "pin"], right=["circle"]),
    "first": card(1, 2, right=["circle", "square"]),
    "second": card(1, 4, left=["circle", "square"]),
    "red": card(1, 2, left=["red_circle"]),
    "blue": card(1, 2, right=["blue_circle"]),
    "end": card(4, 4, 3, 2, icons=["pin"], **{"class": "finisher"}),
    "harsh": card(4, 4, 1, 2, icons=["pin", "reduction"], **{"class": "finisher"}),
    "hard": card(1, 2, icons=["pin", "reduction"]),
    "sign": card(1, 5, **{"class": "signature"}),
    "spare": {"fixture": True},
    "spare2": {"fixture": True},
    "costly": card(1, 2, 9),
    "mute": {"damage": 1, "fixture": True},
}
REVERSAL = {"cost": 2, "damage": 2, "momentum": 2}


def board(**given: Any) -> dict[str, Any]:
    return {"board": {**given, "fixture": True}}


def ability(**given: Any) -> dict[str, Any]:
    """A board with one ability called `trick`."""
    return board(abilities={"trick": given})


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


def attack(session: Session[Any], ref: str, *faces: int, link: str | None = None) -> None:
    """p1 plays the card, p2 declines; the dice, if any are given, are rolled."""
    given = {"player": "p1", "card": ref}
    do(session, "play_attack", **(given if link is None else {**given, "link": link}))
    do(session, "decline_defense", player="p2")
    if faces:
        do(session, "attack_roll", values=list(faces))


def hit(session: Session[Any], ref: str, link: str | None = None) -> None:
    """The card succeeds and p2 takes stamina for it."""
    attack(session, ref, 6, link=link)
    do(session, "choose_compensation", player="p2", kind="stamina")


def options(session: Session[Any]) -> set[str]:
    return set(GAME.pending(session.state)[-1].options)
