"""What people may ask for (section 5)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.games.galaxy_wrestling_federation.model import CardValues, Kind
from companion.kernel.codec import registry
from companion.kernel.game import DICE, Command
from companion.kernel.ruling_made import RefereeRuling
from companion.kernel.visibility import FACE_DOWN_ENTRY

CardGiven = str | CardValues
"""A reference of the card file, `V`, `face_down`, or values typed at the table."""

Choice = Literal["draw", "rematch", "table_both"]


@dataclass(frozen=True, kw_only=True)
class StartGame(Command):
    """Attributes:
    first: a seat, or `random`.
    value: the seat that chance chose.
    cards, hands: card file and hands, where people want them checked.
    """

    seats: tuple[str, ...]
    first: str
    value: str | None = field(default=None, metadata=DICE)
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    cards: Mapping[str, CardValues] = field(default_factory=dict)
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict, metadata=FACE_DOWN_ENTRY)


@dataclass(frozen=True, kw_only=True)
class Challenge(Command):
    player: str
    opponent: str
    kind: Kind


@dataclass(frozen=True, kw_only=True)
class CommitCard(Command):
    player: str
    card: CardGiven = field(metadata=FACE_DOWN_ENTRY)


@dataclass(frozen=True, kw_only=True)
class StartCount(Command):
    pass


@dataclass(frozen=True, kw_only=True)
class Interrupt(Command):
    player: str
    target: str
    card: CardGiven


@dataclass(frozen=True, kw_only=True)
class ShowTarget(Command):
    card: CardGiven


@dataclass(frozen=True, kw_only=True)
class Reveal(Command):
    cards: Mapping[str, CardGiven] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class RuleNoDecision(Command):
    choice: Choice


@dataclass(frozen=True, kw_only=True)
class SkipTurn(Command):
    player: str
    reason: str


COMMANDS = registry(
    StartGame,
    Challenge,
    CommitCard,
    StartCount,
    Interrupt,
    ShowTarget,
    Reveal,
    RuleNoDecision,
    SkipTurn,
    RefereeRuling,
)
