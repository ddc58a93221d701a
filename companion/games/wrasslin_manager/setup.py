"""The state that a bout script's `setup` describes (section 7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.errors import NotationError
from companion.games.wrasslin_manager.card_file import FORMAT
from companion.games.wrasslin_manager.maintenance import as_reward
from companion.games.wrasslin_manager.model import (
    NO_STAR_MOVES,
    ROUNDS,
    SEATS,
    SLOTS,
    STAMINA,
    STAR_SLOT,
    CardEntry,
    Deck,
    Manager,
    Phase,
    Placed,
    RewardGiven,
    Slot,
    StarMoves,
    State,
    Support,
    WrestlerEntry,
)
from companion.games.wrasslin_manager.options import OPTIONS
from companion.kernel.card_files import need_held, need_sound
from companion.kernel.codec import decode
from companion.kernel.profile import ProfileHead

HAND_AT_SETUP = 4
_Pile = int | tuple[str, ...]


@dataclass(frozen=True)
class _Player:
    stats: tuple[int, int, int] = (2, 2, 2)
    start: tuple[int, int, int] | None = None
    sta: int = STAMINA
    fans: int = 0
    knocked_out: bool = False
    passed: bool = False
    hand_count: int | None = None
    hand: tuple[str, ...] | None = None
    deck_count: int = 10
    discard: _Pile = ()
    training: _Pile = ()
    strategy: _Pile = ()
    training_played: int = 0
    strategy_played: int = 0
    star_moves: StarMoves = NO_STAR_MOVES


@dataclass(frozen=True)
class _Lying:
    card: str
    owner: str


@dataclass(frozen=True)
class _Slot:
    momentum: Literal["center", "p1", "p2"] = "center"
    zone: Mapping[str, tuple[str | _Lying, ...]] = field(default_factory=dict)
    left: RewardGiven = "nothing"
    center: RewardGiven = "nothing"
    right: RewardGiven = "nothing"
    resolved: bool = False
    winner: str | None = None


@dataclass(frozen=True)
class _Setup:
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    cards: Mapping[str, CardEntry] = field(default_factory=dict)
    wrestlers: Mapping[str, WrestlerEntry] = field(default_factory=dict)
    round: int = 1
    phase: Literal["SETUP", "REFILL", "CONFRONT", "RESOLVE", "DISCARD"] = "CONFRONT"
    starting_player: str | None = None
    previous_starting_player: str | None = None
    turn: str | None = None
    players: Mapping[str, _Player] = field(default_factory=dict)
    slots: Mapping[int, _Slot] = field(default_factory=dict)
    decks: Mapping[str, Deck] = field(default_factory=dict)
    profile: ProfileHead | None = None


def set_up(setup: Mapping[str, Any]) -> State:
    """Raises:
    NotationError: an unknown key, a wrong value, or a seat or card that does not exist.
    """
    given = decode(_Setup, setup, "setup")
    known = {"cards": given.cards, "wrestlers": given.wrestlers}
    need_sound(FORMAT, known, known, "setup")
    _check(given)
    state = State(
        round=given.round,
        phase=Phase(given.phase),
        house_rules=OPTIONS.resolve(given.house_rules),
        cards=given.cards,
        wrestlers=given.wrestlers,
        decks=given.decks,
        profile=given.profile,
    )
    if state.phase is Phase.SETUP:
        return state
    state = replace(
        state,
        managers={seat: _manager(given.players.get(seat, _Player()), given.cards) for seat in SEATS},
        previous_starting_player=given.previous_starting_player,
    )
    if state.phase is Phase.REFILL:
        return replace(state, starting_player=given.starting_player)
    starting = given.starting_player or "p1"
    turn = given.turn or starting
    state = replace(state, starting_player=starting, turn=turn)
    for number in SLOTS:
        state = _with_slot(state, number, given.slots.get(number, _Slot()))
    return state


def _check(given: _Setup) -> None:
    seats = [*given.players, *given.decks, given.starting_player, given.previous_starting_player, given.turn]
    for number, slot in given.slots.items():
        if number not in SLOTS:
            raise NotationError("setup.slots", str(number), "slots are 1 to 3", allowed_es="los slots son 1 a 3")
        owners = [lying.owner for zone in slot.zone.values() for lying in zone if isinstance(lying, _Lying)]
        seats.extend([*slot.zone, slot.winner, *owners])
    for seat in seats:
        if seat not in {*SEATS, None}:
            raise NotationError("setup", str(seat), "seats are p1 and p2", allowed_es="los puestos son p1 y p2")
    if not 1 <= given.round <= ROUNDS:
        raise NotationError("setup.round", str(given.round), "give 1 to 4", allowed_es="pon de 1 a 4")
    refs: list[str] = []
    for seat, deck in given.decks.items():
        refs.extend((*deck.cards, *deck.hand, *deck.training, *deck.strategy))
        need_held(deck.hand, deck.cards, f"setup.decks.{seat}")
    for player in given.players.values():
        for pile in (player.hand, player.discard, player.training, player.strategy):
            refs.extend(pile if isinstance(pile, tuple) else ())
    for slot in given.slots.values():
        refs.extend(lying.card if isinstance(lying, _Lying) else lying for zone in slot.zone.values() for lying in zone)
        rewards = (as_reward(reward) for reward in (slot.left, slot.center, slot.right))
        refs.extend(reward.card for reward in rewards if reward.card is not None)
    for ref in refs:
        if ref not in given.cards:
            raise NotationError(
                "setup",
                ref,
                f"cards are {', '.join(given.cards) or 'none'}",
                allowed_es=f"las cartas son {', '.join(given.cards) or 'ninguna'}",
            )


def _stars(cards: Mapping[str, CardEntry], refs: tuple[str, ...]) -> int:
    return sum(1 for ref in refs if cards[ref].kind == "star_move")


def _manager(player: _Player, cards: Mapping[str, CardEntry]) -> Manager:
    fue, agi, tec = player.stats
    starts = player.start or player.stats
    named = player.discard if isinstance(player.discard, tuple) else ()
    known = player.hand or ()
    default_hand = HAND_AT_SETUP if player.hand is None else len(known)
    stars = replace(
        player.star_moves,
        hand=max(player.star_moves.hand, _stars(cards, known)),
        discard=max(player.star_moves.discard, _stars(cards, named)),
    )
    return Manager(
        fue,
        agi,
        tec,
        *starts,
        sta=player.sta,
        fans=player.fans,
        knocked_out=player.knocked_out,
        passed=player.passed,
        hand_count=default_hand if player.hand_count is None else player.hand_count,
        deck_count=player.deck_count,
        discard_count=player.discard if isinstance(player.discard, int) else len(named),
        hand=known,
        discard=named,
        training=_support(player.training),
        strategy=_support(player.strategy),
        training_played=player.training_played,
        strategy_played=player.strategy_played,
        star_moves=stars,
    )


def _support(pile: _Pile) -> Support:
    return (None,) * pile if isinstance(pile, int) else pile


def _with_slot(state: State, number: int, given: _Slot) -> State:
    zone: dict[str, tuple[Placed, ...]] = dict.fromkeys(SEATS, ())
    seq = state.seq
    for seat, lying in given.zone.items():
        for card in lying:
            seq += 1
            ref, owner = (card.card, card.owner) if isinstance(card, _Lying) else (card, seat)
            zone[seat] = (*zone[seat], Placed(ref, seq, owner))
    slot = Slot(
        kind="star" if number == STAR_SLOT else "minor",
        world_title=number == STAR_SLOT and state.round == ROUNDS,
        momentum=given.momentum,
        zone=zone,
        left=as_reward(given.left),
        center=as_reward(given.center),
        right=as_reward(given.right),
        resolved=given.resolved,
        winner=given.winner,
        winners=() if given.winner is None else (given.winner,),
    )
    return replace(state, seq=seq, slots={**state.slots, number: slot})
