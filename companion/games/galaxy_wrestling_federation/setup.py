"""The state that a bout script's `setup` describes (section 7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.errors import NotationError
from companion.games.galaxy_wrestling_federation.card_file import FORMAT
from companion.games.galaxy_wrestling_federation.commands import CardGiven
from companion.games.galaxy_wrestling_federation.events import CardCommitted
from companion.games.galaxy_wrestling_federation.folding import evolve
from companion.games.galaxy_wrestling_federation.hands import from_hand
from companion.games.galaxy_wrestling_federation.model import (
    FIGHT_CARDS,
    Card,
    CardValues,
    Combat,
    Kind,
    Phase,
    Player,
    State,
)
from companion.games.galaxy_wrestling_federation.options import OPTIONS
from companion.kernel.card_files import need_sound
from companion.kernel.codec import decode
from companion.kernel.profile import ProfileHead


@dataclass(frozen=True)
class _CombatSetup:
    kind: Kind
    committed: Mapping[str, CardGiven]


@dataclass(frozen=True)
class _Setup:
    seats: tuple[str, ...] = ("p1", "p2", "p3")
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    phase: Literal["SETUP", "CHALLENGE", "COUNT"] = "CHALLENGE"
    active: str | None = None
    cards: Mapping[str, CardValues] = field(default_factory=dict)
    table: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    hand_count: Mapping[str, int] = field(default_factory=dict)
    has_victory: Mapping[str, bool] = field(default_factory=dict)
    belts: Mapping[str, int] = field(default_factory=dict)
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    combat: _CombatSetup | None = None
    profile: ProfileHead | None = None


def set_up(setup: Mapping[str, Any]) -> State:
    """Raises:
    NotationError: an unknown key, a wrong value, or a seat that is not at the table.
    """
    given = decode(_Setup, setup, "setup")
    rules = OPTIONS.resolve(given.house_rules)
    need_sound(FORMAT, {"cards": given.cards}, {"cards": given.cards}, "setup")
    _check_seats(given)
    _check_hands(given)
    if given.phase == "SETUP":
        seats = given.seats if "seats" in setup else tuple(given.hands)
        return State(house_rules=rules, cards=given.cards, expected=seats, hands=given.hands, profile=given.profile)
    players = {seat: _player(given, seat) for seat in given.seats}
    state = State(
        seats=given.seats,
        active=given.active or given.seats[0],
        phase=Phase.CHALLENGE,
        players=players,
        house_rules=rules,
        cards=given.cards,
        profile=given.profile,
    )
    return state if given.combat is None else _with_combat(state, given, given.combat)


def _check_seats(given: _Setup) -> None:
    named = {
        "table": given.table,
        "hand_count": given.hand_count,
        "has_victory": given.has_victory,
        "belts": given.belts,
        "hands": given.hands,
        "active": [given.active or given.seats[0]],
        "combat.committed": given.combat.committed if given.combat else (),
    }
    for key, seats in named.items():
        for seat in seats:
            if seat not in given.seats:
                raise NotationError(
                    f"setup.{key}",
                    seat,
                    f"seats are {', '.join(given.seats)}",
                    allowed_es=f"los puestos son {', '.join(given.seats)}",
                )


def _check_hands(given: _Setup) -> None:
    for seat, hand in given.hands.items():
        for ref in hand:
            if ref not in given.cards:
                raise NotationError(f"setup.hands.{seat}", ref, "name it under cards", allowed_es="ponla en cards")


def _player(given: _Setup, seat: str) -> Player:
    table = tuple(Card(strength=strength) for strength in given.table.get(seat, ()))
    return Player(
        hand_count=given.hand_count.get(seat, max(0, FIGHT_CARDS - len(table))),
        table=table,
        belts=given.belts.get(seat, 0),
        has_victory=given.has_victory.get(seat, True),
        hand=given.hands.get(seat),
    )


def _with_combat(state: State, given: _Setup, combat: _CombatSetup) -> State:
    seats = tuple(combat.committed)
    if len(seats) != 2 or state.active not in seats:
        raise NotationError(
            "setup.combat.committed",
            ", ".join(seats),
            f"give {state.active} and one opponent",
            allowed_es=f"pon {state.active} y un oponente",
        )
    challenger = str(state.active)
    defender = next(seat for seat in seats if seat != challenger)
    before = given.hand_count
    state = replace(state, combat=Combat(challenger, defender, combat.kind), phase=Phase.COMMIT)
    for seat, card in combat.committed.items():
        if seat in before:  # a count that is given is what is left after the card was laid
            players = {**state.players, seat: replace(state.players[seat], hand_count=before[seat] + 1)}
            state = replace(state, players=players)
        state = evolve(state, CardCommitted(player=seat, card=from_hand(state, seat, card)))
        if seat in before:
            players = {**state.players, seat: replace(state.players[seat], hand_count=before[seat])}
            state = replace(state, players=players)
    return replace(state, phase=Phase.COUNT)
