"""The start of the game (GWF-010, GWF-D01, GWF-D02)."""

from collections.abc import Mapping

from companion.games.galaxy_wrestling_federation import commands as cmd
from companion.games.galaxy_wrestling_federation import events as ev
from companion.games.galaxy_wrestling_federation import reasons
from companion.games.galaxy_wrestling_federation.model import MAX_SEATS, Phase, State
from companion.games.galaxy_wrestling_federation.options import OPTIONS
from companion.games.galaxy_wrestling_federation.table import need
from companion.games.galaxy_wrestling_federation.turn import Play

RANDOM = "random"
AT_RANDOM = frozenset({RANDOM, "azar", "al azar"})
"""How people ask for a draw."""


def start_is_open(state: State, command: cmd.StartGame) -> bool:
    """Whether only chance's word is missing: the first player, drawn (GWF-D02)."""
    return state.phase is Phase.SETUP and _drawn(command) and command.value is None and _seats_fit(state, command)


def _drawn(command: cmd.StartGame) -> bool:
    """Somebody who is called so is meant before chance is."""
    return command.first.lower() in AT_RANDOM and command.first not in command.seats


def _rules(state: State, command: cmd.StartGame) -> Mapping[str, str | int | float | bool]:
    return OPTIONS.resolve({**state.house_rules, **command.house_rules})


def _seats_fit(state: State, command: cmd.StartGame) -> bool:
    count = len(set(command.seats))
    return count == len(command.seats) and int(_rules(state, command)["min_players"]) <= count <= MAX_SEATS


def start(play: Play, command: cmd.StartGame) -> None:
    state = play.state
    need(state, Phase.SETUP, "GWF-010")
    rules = _rules(state, command)
    if not _seats_fit(state, command):
        raise reasons.wrong_seats(int(rules["min_players"]), MAX_SEATS, len(command.seats))
    first = RANDOM if _drawn(command) else command.first
    if first == RANDOM and rules["first_player"] == RANDOM:
        if command.value is None:
            raise reasons.random_value_missing()
        first = command.value
    hands = {**{seat: hand for seat, hand in state.hands.items() if seat in command.seats}, **command.hands}
    for seat in (first, *hands):
        if seat not in command.seats:
            raise reasons.unknown_seat(seat)
    cards = {**state.cards, **command.cards}
    for hand in hands.values():
        for ref in hand:
            if ref not in cards:
                raise reasons.unknown_card(ref)
    play.tell(
        ev.GameStarted(
            first=first,
            seats=command.seats,
            house_rules=rules,
            cards=command.cards,
            hands=hands,
            rules=("GWF-010", "GWF-D02"),
        )
    )
