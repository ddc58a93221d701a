"""The state that a bout script's `setup` describes (section 7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.errors import NotationError
from companion.games.all_time_wrestling.card_file import FORMAT
from companion.games.all_time_wrestling.model import (
    MAX_MOMENTUM,
    NO_BOARD,
    SEATS,
    Board,
    CardEntry,
    Combo,
    Deck,
    Phase,
    Pin,
    Player,
    State,
    Tokens,
    deck_size,
)
from companion.games.all_time_wrestling.opening import read_board, read_cards
from companion.games.all_time_wrestling.options import OPTIONS
from companion.games.all_time_wrestling.sample import BOARDS, CARDS, board_over
from companion.kernel.card_files import need_held, need_sound
from companion.kernel.codec import decode
from companion.kernel.profile import ProfileHead

HAND_AT_SETUP = 4
STAMINA_AT_SETUP = 6
_BEFORE_HANDS = (Phase.SETUP_WRESTLERS, Phase.OPENING_HANDS)


@dataclass(frozen=True)
class _Player:
    wrestler: str | None = None
    board: Mapping[str, Any] = field(default_factory=dict)
    health: int | None = None
    stamina: int | None = None
    hand_count: int | None = None
    hand: tuple[str, ...] | None = None
    draw_count: int | None = None
    discard: int | tuple[str, ...] = ()
    tokens: Mapping[str, bool] = field(default_factory=dict)
    depleted: int = 0
    blind_attacks: int = 0
    finisher_at: Literal["hand", "draw", "in_play"] | None = None
    low_health: bool | None = None
    low_stamina: bool | None = None


@dataclass(frozen=True)
class _Combo:
    icons: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Pin:
    attempts_total: int = 3
    attempts_left: int | None = None


@dataclass(frozen=True)
class _Setup:
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    cards: Mapping[str, Any] = field(default_factory=dict)
    phase: Literal["SETUP_WRESTLERS", "OPENING_HANDS", "INITIATIVE_ROLL", "STARTER_PENALTY", "ACTION"] = "ACTION"
    initiative: Literal["p1", "p2"] | None = None
    momentum: int = 0
    small_streak: int = 0
    combo: _Combo | None = None
    pin: _Pin | None = None
    players: Mapping[str, _Player] = field(default_factory=dict)
    boards: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    decks: Mapping[str, Deck] = field(default_factory=dict)
    profile: ProfileHead | None = None


def set_up(setup: Mapping[str, Any]) -> State:
    """Raises:
    NotationError: an unknown key, a wrong value, or a seat, wrestler or card that does not exist.
    """
    given = decode(_Setup, setup, "setup")
    for seat in (*given.players, *given.decks):
        if seat not in SEATS:
            raise NotationError("setup.players", seat, "seats are p1 and p2", allowed_es="los puestos son p1 y p2")
    if not -MAX_MOMENTUM <= given.momentum <= MAX_MOMENTUM:
        raise NotationError("setup.momentum", str(given.momentum), "give -10 to 10", allowed_es="pon de -10 a 10")
    phase = Phase(given.phase)
    cards = {**CARDS, **read_cards({ref: entry or {} for ref, entry in given.cards.items()})}
    boards = {**BOARDS, **{ref: read_board(ref, entry) for ref, entry in given.boards.items()}}
    known: dict[str, Mapping[str, Any]] = {"cards": cards, "boards": boards}
    need_sound(FORMAT, known, {"cards": given.cards, "boards": given.boards}, "setup")
    for seat, one in given.players.items():
        if one.board:
            own = {
                "boards": {
                    **boards,
                    seat: decode(Board, board_over(NO_BOARD, one.board), f"setup.players.{seat}.board"),
                }
            }
            need_sound(FORMAT, own, {"boards": [seat]}, "setup.players")
    _check_decks(given.decks, cards, boards)
    begun = phase in {Phase.ACTION, Phase.STARTER_PENALTY}
    pin = None if given.pin is None else _pin(given.pin)
    return State(
        phase=Phase.KICKOUT if pin is not None else phase,
        initiative=(given.initiative or "p1") if begun else None,
        initiative_phase=1 if begun else 0,
        momentum=given.momentum,
        small_streak=given.small_streak,
        players={seat: _player(given.players.get(seat, _Player()), seat, phase, cards, boards) for seat in SEATS},
        combo=None if given.combo is None else Combo(given.combo.icons),
        pin=pin,
        house_rules=OPTIONS.resolve(given.house_rules),
        cards=cards,
        boards=boards,
        decks=given.decks,
        profile=given.profile,
    )


def _check_decks(decks: Mapping[str, Deck], cards: Mapping[str, CardEntry], boards: Mapping[str, Board]) -> None:
    for seat, deck in decks.items():
        if deck.wrestler not in boards:
            known = ", ".join(boards)
            raise NotationError(
                f"setup.decks.{seat}.wrestler", deck.wrestler, f"known are {known}", allowed_es=f"se conocen {known}"
            )
        for ref in (*deck.cards, *(deck.hand or ())):
            if ref not in cards:
                raise NotationError(f"setup.decks.{seat}", ref, "name it under cards", allowed_es="ponla en cards")
        need_held(deck.hand or (), deck.cards, f"setup.decks.{seat}")


def _pin(given: _Pin) -> Pin:
    left = given.attempts_total if given.attempts_left is None else given.attempts_left
    return Pin(given.attempts_total, left)


def _player(
    given: _Player, seat: str, phase: Phase, cards: Mapping[str, CardEntry], boards: Mapping[str, Board]
) -> Player:
    if given.wrestler is not None and given.wrestler not in boards:
        raise NotationError(
            f"setup.players.{seat}.wrestler",
            given.wrestler,
            f"known are {', '.join(boards)}",
            allowed_es=f"se conocen {', '.join(boards)}",
        )
    named = given.discard if isinstance(given.discard, tuple) else ()
    refs = given.hand or ()
    for ref in (*refs, *named):
        if ref not in cards:
            raise NotationError(f"setup.players.{seat}", ref, "name it under cards", allowed_es="ponla en cards")
    where = f"setup.players.{seat}.board"
    board = decode(
        Board, board_over(NO_BOARD if given.wrestler is None else boards[given.wrestler], given.board), where
    )
    frame = Player(board=board)
    discarded = given.discard if isinstance(given.discard, int) else len(named)
    known = HAND_AT_SETUP if given.hand is None else len(given.hand)
    hand = 0 if phase in _BEFORE_HANDS else known
    hand = hand if given.hand_count is None else given.hand_count
    finisher = next((card for card in refs if cards[card].class_ == "finisher"), None)
    rest = max(0, deck_size(given.wrestler) - hand - discarded)
    return Player(
        wrestler=given.wrestler,
        board=board,
        health=frame.health_max if given.health is None else given.health,
        stamina=min(STAMINA_AT_SETUP, frame.stamina_max) if given.stamina is None else given.stamina,
        low_health=given.low_health,
        low_stamina=given.low_stamina,
        hand_count=hand,
        draw_count=rest if given.draw_count is None else given.draw_count,
        discard_count=discarded,
        hand=refs,
        discard=named,
        tokens=decode(Tokens, given.tokens, f"setup.players.{seat}.tokens"),
        depleted=given.depleted,
        blind_attacks=given.blind_attacks,
        finisher_at="hand" if finisher is not None else given.finisher_at,
        told=phase is not Phase.SETUP_WRESTLERS,
    )
