"""The state that a bout script's `setup` describes (section 7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.errors import NotationError
from companion.games.raw_deal.card_file import FORMAT
from companion.games.raw_deal.model import (
    DECK_SIZE,
    RULEBOOK,
    Bonus,
    CardEntry,
    Deck,
    Edition,
    Function,
    LastCard,
    Phase,
    Player,
    RingCard,
    State,
    SuperstarEntry,
)
from companion.games.raw_deal.options import OPTIONS
from companion.games.raw_deal.ruling import ring_card_of
from companion.games.raw_deal.sample import CARDS, SUPERSTARS, over
from companion.kernel.card_files import need_held, need_sound
from companion.kernel.codec import decode
from companion.kernel.profile import ProfileHead

ARSENAL_AT_SETUP = 50
HAND_AT_SETUP = 5


@dataclass(frozen=True)
class _Player:
    superstar: str | None = None
    arsenal: int = ARSENAL_AT_SETUP
    hand_count: int | None = None
    hand: tuple[str, ...] | None = None
    ring: tuple[str, ...] = ()
    fr: int | None = None
    ringside: int | tuple[str, ...] = ()


@dataclass(frozen=True)
class _LastCard:
    card: str
    damage: int = 0
    kind: Function = "maneuver"


@dataclass(frozen=True)
class _Bonus:
    source: str
    d: int = 0
    reversal_f: int = 0


@dataclass(frozen=True)
class _Setup:
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    cards: Mapping[str, Any] = field(default_factory=dict)
    superstars: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[str, ...] = ("p1", "p2")
    active: str | None = None
    phase: Literal["SETUP", "PRE_DRAW", "MAIN"] = "MAIN"
    turn_no: int = 5
    last_card: _LastCard | None = None
    bonuses: tuple[_Bonus, ...] = ()
    players: Mapping[str, _Player] = field(default_factory=dict)
    teams: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    dealt: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    edition: Edition = RULEBOOK
    decks: Mapping[str, Deck] = field(default_factory=dict)
    profile: ProfileHead | None = None


def set_up(setup: Mapping[str, Any]) -> State:
    """Raises:
    NotationError: an unknown key, a wrong value, or a seat, Superstar or card that does not exist.
    """
    given = decode(_Setup, setup, "setup")
    cards = {**CARDS, **{ref: _card(ref, entry) for ref, entry in given.cards.items()}}
    superstars = {**SUPERSTARS, **{ref: _superstar(ref, entry) for ref, entry in given.superstars.items()}}
    known: dict[str, Mapping[str, Any]] = {"cards": cards, "superstars": superstars}
    need_sound(FORMAT, known, {"cards": given.cards, "superstars": given.superstars}, "setup")
    state = State(
        seats=given.seats,
        house_rules=OPTIONS.resolve(given.house_rules),
        cards=cards,
        superstars=superstars,
        edition=given.edition,
        decks=given.decks,
        profile=given.profile,
    )
    _check(given, state)
    if given.phase == "SETUP":
        return state
    active = given.active or given.seats[0]
    players = {seat: _player(given, seat, state) for seat in given.seats}
    return _with_cards(
        replace(
            state,
            phase=Phase(given.phase),
            turn_no=given.turn_no,
            active=active,
            players=players,
            teams=given.teams,
            team_active={team: members[0] for team, members in given.teams.items()},
            active_team=next((team for team, members in given.teams.items() if active in members), None),
        ),
        given,
        active,
    )


def _card(ref: str, entry: Any) -> CardEntry:
    card = decode(CardEntry, entry or {}, f"setup.cards.{ref}")
    if ref not in CARDS and not card.kinds:
        card = replace(card, kinds=("maneuver",))
    return over(CARDS.get(ref), card)


def _superstar(ref: str, entry: Any) -> SuperstarEntry:
    return over(SUPERSTARS.get(ref), decode(SuperstarEntry, entry or {}, f"setup.superstars.{ref}"))


def _check(given: _Setup, state: State) -> None:
    members = [seat for team in given.teams.values() for seat in team]
    enemies = [enemy for dealt in given.dealt.values() for enemy in dealt]
    active = [] if given.active is None else [given.active]
    for seat in (*given.players, *given.decks, *members, *given.dealt, *enemies, *active):
        if seat not in given.seats:
            raise NotationError(
                "setup",
                seat,
                f"seats are {', '.join(given.seats)}",
                allowed_es=f"los puestos son {', '.join(given.seats)}",
            )
    refs: list[str] = [] if given.last_card is None else [given.last_card.card]
    for seat, deck in given.decks.items():
        refs.extend((*deck.cards, *(deck.hand or ())))
        need_held(deck.hand or (), deck.cards, f"setup.decks.{seat}")
    for seat, player in given.players.items():
        refs.extend([*(player.hand or ()), *player.ring])
        refs.extend(player.ringside if isinstance(player.ringside, tuple) else ())
        if player.superstar is not None and player.superstar not in state.superstars:
            known = ", ".join(state.superstars)
            raise NotationError(
                f"setup.players.{seat}.superstar",
                player.superstar,
                f"known are {known}",
                allowed_es=f"se conocen {known}",
            )
    for ref in refs:
        if ref not in state.cards:
            raise NotationError("setup", ref, "name it under cards", allowed_es="ponla en cards")


def _player(given: _Setup, seat: str, state: State) -> Player:
    player = given.players.get(seat, _Player())
    known = player.hand or ()
    hand = player.hand_count
    if hand is None:
        hand = HAND_AT_SETUP if player.hand is None else len(known)
    ring = [ring_card_of(card, state.cards[card]) for card in player.ring]
    if player.fr is not None:
        ring.append(RingCard(None, "maneuver", player.fr, player.fr))
    named = player.ringside if isinstance(player.ringside, tuple) else ()
    rest = max(0, DECK_SIZE - player.arsenal - hand - len(ring))
    return Player(
        superstar=player.superstar,
        arsenal=player.arsenal,
        hand_count=hand,
        hand=known,
        ringside_count=player.ringside if isinstance(player.ringside, int) else max(rest, len(named)),
        ringside=named,
        ring=tuple(ring),
        dealt=given.dealt.get(seat, {}),
    )


def _with_cards(state: State, given: _Setup, active: str) -> State:
    last = None
    if given.last_card is not None:
        before = given.last_card
        last = LastCard(before.card, before.kind, before.damage, before.damage)
    maneuver = last if last is not None and last.kind == "maneuver" else None
    bonuses = tuple(Bonus(bonus.source, bonus.d, bonus.reversal_f, active) for bonus in given.bonuses)
    return replace(state, last_card=last, last_maneuver=maneuver, bonuses=bonuses)
