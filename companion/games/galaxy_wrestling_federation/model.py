"""Cards, players, the combat and the whole state (sections 3 and 4). Everything is a value."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.games.galaxy_wrestling_federation.options import OPTIONS
from companion.kernel.profile import ProfileHead, Value
from companion.kernel.visibility import Seen, seen_by

FIGHT_CARDS = 10
"""Fight cards of a hand (GWF-010)."""
MAX_SEATS = 8
PAIRS_TO_LOSE = 3
VICTORY_REF = "V"
FACE_DOWN = "face_down"


class Phase(enum.Enum):
    """Where the game stands (section 5)."""

    SETUP = "SETUP"
    CHALLENGE = "CHALLENGE"
    COMMIT = "COMMIT"
    COUNT = "COUNT"
    INTERRUPT_SHOW = "INTERRUPT_SHOW"
    NO_DECISION = "NO_DECISION"
    ENDED = "ENDED"


Kind = Literal["strength", "speed"]


@dataclass(frozen=True, slots=True)
class CardValues:
    """A fight card as it is typed at the table, or as a card file has it.

    Attributes:
        strength, beats: None while nobody has told them: asked at the table.
        fixture: the numbers are made up for a test; the source gives none.
    """

    strength: int | None = None
    beats: int | tuple[int, ...] | None = None
    title: str | None = None
    kind: Literal["fight", "victory"] = "fight"
    fixture: bool = False
    provenance: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card in play.

    Attributes:
        ref: its name in `cards`; None for a card whose values were typed or are not known yet.
        strength: None while the program does not know it.
        beats: the values that it overcomes.
    """

    ref: str | None = None
    strength: int | None = None
    beats: tuple[int, ...] = ()
    victory: bool = False

    @property
    def known(self) -> bool:
        return self.victory or self.strength is not None


VICTORY_CARD = Card(ref=VICTORY_REF, victory=True)
UNKNOWN_CARD = Card()


@dataclass(frozen=True)
class Player:
    """One seat.

    Attributes:
        hand_count: fight cards in hand.
        table: fight cards face up before the player, in the order laid.
        hand: references of the fight cards in hand, where the hand was entered.
    """

    hand_count: int = FIGHT_CARDS
    table: tuple[Card, ...] = ()
    belts: int = 0
    has_victory: bool = field(default=True, metadata=seen_by(Seen.OWNER))
    hand: tuple[str, ...] | None = field(default=None, metadata=seen_by(Seen.OWNER))

    @property
    def has_cards(self) -> bool:
        return self.hand_count > 0 or self.has_victory


@dataclass(frozen=True, slots=True)
class Interruption:
    """A third player's card on one of the two (GWF-051), while its target is being turned up."""

    player: str
    target: str
    card: Card


@dataclass(frozen=True)
class Combat:
    """A combat from the challenge to its result.

    Attributes:
        committed: cards face down, by seat.
        from_hand: seats whose committed card was counted out of the fight cards in hand.
        shown: seats whose committed card everybody has seen.
        interrupted_by: seats that have interrupted, in order.
        rematches: how often these two have begun anew.
    """

    challenger: str
    defender: str
    kind: Kind
    committed: Mapping[str, Card] = field(default_factory=dict)
    from_hand: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    interrupted_by: tuple[str, ...] = ()
    interruption: Interruption | None = None
    rematches: int = 0

    @property
    def seats(self) -> tuple[str, str]:
        return (self.challenger, self.defender)

    def other(self, seat: str) -> str:
        return self.defender if seat == self.challenger else self.challenger


@dataclass(frozen=True)
class State:
    """The whole game.

    Attributes:
        house_rules: every option, frozen at the start (GWF-D01..D27).
        cards: the card file, by reference.
        playoff: seats that play on for the event under `belt_tie: playoff`; empty without one.
        beaten: seats that lost by three pairs, while a playoff runs.
        expected: seats that the set-up names, before the game starts.
        hands: hands that were entered before the start, by seat.
        profile: which house rules these are.
    """

    seats: tuple[str, ...] = ()
    active: str | None = None
    phase: Phase = Phase.SETUP
    players: Mapping[str, Player] = field(default_factory=dict)
    combat: Combat | None = None
    winners: tuple[str, ...] | None = None
    losers: tuple[str, ...] | None = None
    method: str | None = None
    house_rules: Mapping[str, Value] = field(default_factory=lambda: OPTIONS.resolve({}))
    cards: Mapping[str, CardValues] = field(default_factory=dict)
    playoff: tuple[str, ...] = ()
    beaten: tuple[str, ...] = ()
    expected: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict, metadata=seen_by(Seen.REFEREE))
    profile: ProfileHead | None = None

    def rule(self, option: str) -> Value:
        return self.house_rules[option]

    @property
    def running(self) -> Combat:
        """The combat that is going on; asked only in phases that have one."""
        assert self.combat is not None
        return self.combat


def pairs(table: tuple[Card, ...], counting: Value) -> int:
    """Pairs of values face up before a player (GWF-060, GWF-D16)."""
    values = [card.strength for card in table]
    if counting == "every_two_cards":
        return sum(values.count(value) // 2 for value in set(values))
    return sum(1 for value in set(values) if values.count(value) >= 2)


def pairs_of(state: State, seat: str) -> int:
    return pairs(state.players[seat].table, state.rule("pair_counting"))


def as_numbers(beats: int | tuple[int, ...] | None) -> tuple[int, ...]:
    if beats is None:
        return ()
    return (beats,) if isinstance(beats, int) else beats
