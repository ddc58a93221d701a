"""What people may ask for (section 5). Words that the rules answer with a refusal are plain texts here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.games.raw_deal.model import Zone
from companion.kernel.codec import registry
from companion.kernel.game import DICE, Command
from companion.kernel.ruling_made import RefereeRuling
from companion.kernel.visibility import FACE_DOWN_ENTRY

Refs = tuple[str, ...]


@dataclass(frozen=True)
class Typed:
    """Values that are null in the card file, told at the table (RD-D15)."""

    f: int | None = None
    d: int | None = None
    type: str | None = None


@dataclass(frozen=True)
class AbilityCards:
    """Cards that an ability moves; a list left out is counted only."""

    hand: Refs | None = None
    ringside: Refs | None = None
    drawn: Refs | None = None
    bottom: Refs | None = None


NOTHING_TYPED = Typed()
NO_CARDS = AbilityCards()


@dataclass(frozen=True, kw_only=True)
class StartMatch(Command):
    superstars: Mapping[str, str]
    decks: Mapping[str, Mapping[str, int]] = field(default_factory=dict, metadata=FACE_DOWN_ENTRY)
    teams: Mapping[str, Refs] = field(default_factory=dict)
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    cards: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class FlipForStart(Command):
    value: str | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class UseAbility(Command):
    player: str
    ability: str | None = None
    cards: AbilityCards = NO_CARDS


@dataclass(frozen=True, kw_only=True)
class DrawSegment(Command):
    player: str
    count: int | None = None
    cards: Refs | None = field(default=None, metadata=FACE_DOWN_ENTRY)


@dataclass(frozen=True, kw_only=True)
class PlayCard(Command):
    player: str
    card: str
    as_: Literal["maneuver", "action"]
    typed: Typed = NOTHING_TYPED


@dataclass(frozen=True, kw_only=True)
class ReverseFromHand(Command):
    player: str
    card: str
    discards: Refs | None = None
    typed: Typed = NOTHING_TYPED
    confirmed: bool = False


@dataclass(frozen=True, kw_only=True)
class DeclineReversal(Command):
    player: str


@dataclass(frozen=True, kw_only=True)
class ResolveEffect(Command):
    player: str
    effect: str
    choice: Literal["use", "decline"] = "use"
    cards: Refs | None = None


@dataclass(frozen=True, kw_only=True)
class RevealResult(Command):
    player: str
    revealed: int
    reversal: str | None = None
    cards: tuple[str | None, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class StunDraw(Command):
    player: str
    count: int


@dataclass(frozen=True, kw_only=True)
class MoveCards(Command):
    player: str
    from_: Zone
    to: Zone
    count: int
    cause: str
    cards: Refs | None = None


@dataclass(frozen=True, kw_only=True)
class EndTurn(Command):
    player: str


@dataclass(frozen=True, kw_only=True)
class TagSwitch(Command):
    team: str
    seat: str


@dataclass(frozen=True, kw_only=True)
class TagRecover(Command):
    team: str
    seat: str


@dataclass(frozen=True, kw_only=True)
class Concede(Command):
    player: str


COMMANDS = registry(
    StartMatch,
    FlipForStart,
    UseAbility,
    DrawSegment,
    PlayCard,
    ReverseFromHand,
    DeclineReversal,
    ResolveEffect,
    RevealResult,
    StunDraw,
    MoveCards,
    EndTurn,
    TagSwitch,
    TagRecover,
    Concede,
    RefereeRuling,
)
