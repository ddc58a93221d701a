"""Cards, boards, players, the attack in play and the whole match (sections 3 and 4). Everything is a value."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.games.all_time_wrestling.options import OPTIONS
from companion.kernel.profile import ProfileHead, Value
from companion.kernel.visibility import Seen, seen_by

SEATS = ("p1", "p2")
DECK_SIZE = 15
JAX = "jax_felix"
JAX_DECK_SIZE = 16
HAND_LIMIT = 5
OPENING_HAND = 5
OPENING_DAMAGE = 9
REST = 3
"""Stamina of option B (ATW-082)."""
COMPENSATION = 1
BLOCK_STAMINA = 2
BLOCK_CARDS = 2
SMALL_DAMAGE = 2
SMALL_ATTACKS = 2
"""Small attacks before the one that stamina can block (ATW-180)."""
ON_A_ROLL = 5
UNSTOPPABLE = 8
MAX_MOMENTUM = 10
ATTEMPTS = 3
CONVERSION = 3
"""Stamina for one point of health (ATW-206)."""
BLIND_LIMIT = 7
SIDES = 6
RULED_HEALTH = 15
RULED_STAMINA = 10


class Phase(enum.Enum):
    """The open window (sections 2 and 5)."""

    SETUP_WRESTLERS = "SETUP_WRESTLERS"
    OPENING_HANDS = "OPENING_HANDS"
    INITIATIVE_ROLL = "INITIATIVE_ROLL"
    STARTER_PENALTY = "STARTER_PENALTY"
    ACTION = "ACTION"
    DEFENSE = "DEFENSE"
    COUNTER = "COUNTER"
    ROLL = "ROLL"
    REROLL = "REROLL"
    ASSIGN = "ASSIGN"
    COMPENSATION = "COMPENSATION"
    OFFENSE = "OFFENSE"
    KICKOUT = "KICKOUT"
    ABILITY = "ABILITY"
    ENDED = "ENDED"


Class = Literal["ordinary", "signature", "finisher"]
Icon = Literal["taunt", "recover", "pin", "rampage", "reduction"]
AttackKind = Literal["single", "rampage", "blind"]


@dataclass(frozen=True, slots=True)
class CardEntry:
    """An attack card. None: nobody has told the number; it must be typed before it is needed."""

    title: str | None = None
    wrestler: str | None = None
    damage: int | None = None
    cost: int | None = None
    tn: int | None = None
    momentum: int | None = None
    class_: Class | None = None
    icons: tuple[Icon, ...] = ()
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    fixture: bool = False
    provenance: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Gain:
    """What one side gets from Taunt or Recover."""

    stamina: int = 0
    cards: int = 0
    momentum: int = 0
    health: int = 0


NO_GAIN = Gain()


@dataclass(frozen=True, slots=True)
class Benefit:
    """Taunt or Recover of a board (ATW-103, ATW-104)."""

    attacker: Gain = NO_GAIN
    defender: Gain = NO_GAIN


@dataclass(frozen=True, slots=True)
class Reversal:
    """The reversal of a board (ATW-154)."""

    cost: int | None = None
    damage: int | None = None
    momentum: int | None = None


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability of a board; `effect` None: its text is asked for when it has taken effect."""

    kind: Literal["permanent", "one_time"] | None = None
    window: Literal["defense", "offense"] | None = None
    cost: int | None = None
    tn: int | None = None
    counterable: bool | None = None
    counter_tn: int | None = None
    effect: Mapping[str, Any] | None = None


NO_REVERSAL = Reversal()


@dataclass(frozen=True, slots=True)
class Board:
    """A player board; the low zones reach up to their value."""

    health_max: int | None = None
    stamina_max: int | None = None
    low_health_max: int | None = None
    low_stamina_max: int | None = None
    reversal: Reversal = NO_REVERSAL
    taunt: Benefit | None = None
    recover: Benefit | None = None
    abilities: Mapping[str, Ability] = field(default_factory=dict)
    fixture: bool = False
    provenance: Mapping[str, str] | None = None


NO_BOARD = Board()


@dataclass(frozen=True, slots=True)
class Deck:
    """What a player brings (ATW-002, ATW-014).

    Attributes:
        hand: the opening hand, where it is entered; None where it is told at the table.
    """

    wrestler: str
    cards: Mapping[str, int]
    hand: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Tokens:
    """Which abilities are still there (ATW-024)."""

    reversal: bool = True
    one_time_1: bool = True
    one_time_2: bool = True

    def has(self, name: str) -> bool:
        return bool(getattr(self, name))


ALL_TOKENS = Tokens()
_OWN = seen_by(Seen.OWNER)


@dataclass(frozen=True)
class Player:
    """One wrestler at the table.

    Attributes:
        low_health, low_stamina: the table's answer, which then holds; None where the board decides.
        hand: references of the cards in hand that are known.
        discard: references of the discarded cards that are known, oldest first.
        finisher_at: where the Finisher was last seen.
        finisher_hit: the Finisher has succeeded in this match.
        told: somebody has given the meters; before a wrestler is chosen they are nobody's.
    """

    wrestler: str | None = None
    board: Board = NO_BOARD
    health: int = RULED_HEALTH
    stamina: int = 6
    low_health: bool | None = None
    low_stamina: bool | None = None
    hand_count: int = 0
    draw_count: int = 0
    discard_count: int = 0
    hand: tuple[str, ...] = field(default=(), metadata=_OWN)
    discard: tuple[str, ...] = ()
    tokens: Tokens = ALL_TOKENS
    depleted: int = 0
    blind_attacks: int = 0
    finisher_at: Literal["hand", "draw", "in_play"] | None = field(default=None, metadata=_OWN)
    finisher_hit: bool = False
    ready: bool = False
    told: bool = False

    @property
    def health_max(self) -> int:
        return RULED_HEALTH if self.board.health_max is None else self.board.health_max

    @property
    def stamina_max(self) -> int:
        return RULED_STAMINA if self.board.stamina_max is None else self.board.stamina_max

    @property
    def hand_known(self) -> bool:
        return len(self.hand) >= self.hand_count


@dataclass(frozen=True)
class Attack:
    """The attack in play.

    Attributes:
        links: which combo links it has (circle, square).
        tn_abilities: what abilities change of its target number.
        hits: cards that got a success.
        used_abilities: permanent abilities that were tried against it.
    """

    cards: tuple[str, ...]
    kind: AttackKind
    cost: int
    links: tuple[str, ...] = ()
    tn_abilities: int = 0
    dice: tuple[int, ...] = ()
    hits: tuple[str, ...] = ()
    rerolls: int = 0
    used_abilities: tuple[str, ...] = ()


@dataclass(frozen=True)
class Combo:
    """A chain: icons on the right of the card before, and the link that the card in play has to it."""

    icons: tuple[str, ...]
    links: tuple[str, ...] = ()


@dataclass(frozen=True)
class Counter:
    """The window in which a one-time ability may be countered (ATW-171)."""

    ability: str
    rolled: bool = False
    small: bool = False
    combo: Combo | None = None


@dataclass(frozen=True)
class Pin:
    """A pin attempt (ATW-203)."""

    attempts_total: int
    attempts_left: int

    @property
    def begun(self) -> bool:
        return self.attempts_left < self.attempts_total


@dataclass(frozen=True, slots=True)
class Asked:
    """An ability whose text is asked for, and where the match goes on afterwards."""

    player: str
    ability: str
    then: Literal["dispose", "action"]


@dataclass(frozen=True)
class State:
    """The whole match.

    Attributes:
        initiative: the attacker.
        momentum: -10 to 10, + is the side of p1.
        small_streak: attacks of 2 damage or less in a row (ATW-180).
        may_tell: an ability that has gained the initiative and whose text may still be entered.
        boards: of every wrestler that may be chosen.
        decks: what the players bring, where it was entered before the start.
        profile: which house rules these are.
    """

    phase: Phase = Phase.SETUP_WRESTLERS
    initiative: str | None = None
    initiative_phase: int = 0
    momentum: int = 0
    small_streak: int = 0
    players: Mapping[str, Player] = field(default_factory=lambda: {seat: Player() for seat in SEATS})
    attack: Attack | None = None
    combo: Combo | None = None
    counter: Counter | None = None
    pin: Pin | None = None
    asked: Asked | None = None
    may_tell: Asked | None = None
    winner: str | None = None
    method: str | None = None
    house_rules: Mapping[str, Value] = field(default_factory=lambda: OPTIONS.resolve({}))
    cards: Mapping[str, CardEntry] = field(default_factory=dict)
    boards: Mapping[str, Board] = field(default_factory=dict)
    decks: Mapping[str, Deck] = field(default_factory=dict, metadata=seen_by(Seen.REFEREE))
    profile: ProfileHead | None = None

    def rule(self, option: str) -> Value:
        return self.house_rules[option]

    @property
    def attacker(self) -> str:
        """Who holds the initiative; nobody before the first roll for it."""
        return self.initiative or ""

    @property
    def defender(self) -> str:
        return rival(self.attacker)

    @property
    def in_play(self) -> Attack:
        """The attack that is going on; asked only in windows that have one."""
        assert self.attack is not None
        return self.attack


def rival(seat: str) -> str:
    return "p2" if seat == "p1" else "p1"


def deck_size(wrestler: str | None) -> int:
    return JAX_DECK_SIZE if wrestler == JAX else DECK_SIZE


def hand_limit(state: State, seat: str) -> int:
    jax = state.players[seat].wrestler == JAX
    return int(state.rule("jax_hand_limit")) if jax else HAND_LIMIT


def is_finisher(state: State, card: str) -> bool:
    return state.cards[card].class_ == "finisher"


def one_time_token(board: Board, ability: str) -> str | None:
    """The token of a one-time ability, in the order in which the board lists them."""
    listed = [ref for ref, entry in board.abilities.items() if entry.kind == "one_time"]
    return f"one_time_{listed.index(ability) + 1}" if ability in listed[:2] else None
