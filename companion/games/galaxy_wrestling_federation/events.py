"""What has happened (section 5). A field that must stay secret carries its tag."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.games.galaxy_wrestling_federation.model import Card, CardValues, Kind
from companion.kernel.codec import registry
from companion.kernel.game import Event
from companion.kernel.profile import Value
from companion.kernel.ruling_made import RulingMade
from companion.kernel.visibility import Seen, seen_by

WonBy = Literal["victory", "opposition", "strength", "speed", "interrupt"]
DrawnBy = Literal["both_victory", "both_beat", "equal"]
Method = Literal["three_pairs", "stalemate"]
_SECRET = seen_by(Seen.OWNER)


@dataclass(frozen=True, kw_only=True)
class GameStarted(Event):
    first: str
    seats: tuple[str, ...]
    house_rules: Mapping[str, Value]
    cards: Mapping[str, CardValues] = field(default_factory=dict)
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict, metadata=seen_by(Seen.REFEREE))


@dataclass(frozen=True, kw_only=True)
class Challenged(Event):
    player: str
    opponent: str
    kind: Kind


@dataclass(frozen=True, kw_only=True)
class CardCommitted(Event):
    player: str
    card: Card = field(metadata=_SECRET)


@dataclass(frozen=True, kw_only=True)
class CountStarted(Event):
    """Attributes:
    seconds: how long the count to three takes (GWF-D22).
    """

    seconds: int


@dataclass(frozen=True, kw_only=True)
class CountTick(Event):
    n: int


@dataclass(frozen=True, kw_only=True)
class Interrupted(Event):
    player: str
    target: str
    card: Card


@dataclass(frozen=True, kw_only=True)
class TargetShown(Event):
    player: str
    card: Card


@dataclass(frozen=True, kw_only=True)
class InterruptWon(Event):
    player: str


@dataclass(frozen=True, kw_only=True)
class InterruptFailed(Event):
    player: str


@dataclass(frozen=True, kw_only=True)
class CombatVoid(Event):
    pass


@dataclass(frozen=True, kw_only=True)
class Revealed(Event):
    cards: Mapping[str, Card]


@dataclass(frozen=True, kw_only=True)
class CombatDecided(Event):
    winner: str
    by: WonBy


@dataclass(frozen=True, kw_only=True)
class CombatDrawn(Event):
    by: DrawnBy


@dataclass(frozen=True, kw_only=True)
class NoDecisionAsked(Event):
    pass


@dataclass(frozen=True, kw_only=True)
class CardReturned(Event):
    player: str


@dataclass(frozen=True, kw_only=True)
class CardTabled(Event):
    player: str
    strength: int


@dataclass(frozen=True, kw_only=True)
class VictorySpent(Event):
    player: str


@dataclass(frozen=True, kw_only=True)
class BeltAwarded(Event):
    player: str


@dataclass(frozen=True, kw_only=True)
class PairsChanged(Event):
    player: str
    pairs: int


@dataclass(frozen=True, kw_only=True)
class RematchOrdered(Event):
    """The same two commit anew (GWF-D05) or may change their cards (GWF-D15).

    Attributes:
        fresh: a new combat, in which the others may interrupt again.
    """

    fresh: bool


@dataclass(frozen=True, kw_only=True)
class TurnPassed(Event):
    to: str
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TurnSkipped(Event):
    player: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class PlayoffStarted(Event):
    """The tied seats go on alone (GWF-D18)."""

    seats: tuple[str, ...]
    beaten: tuple[str, ...]
    first: str


@dataclass(frozen=True, kw_only=True)
class GameEnded(Event):
    losers: tuple[str, ...]
    winners: tuple[str, ...]
    method: Method


EVENTS = registry(
    GameStarted,
    Challenged,
    CardCommitted,
    CountStarted,
    CountTick,
    Interrupted,
    TargetShown,
    InterruptWon,
    InterruptFailed,
    CombatVoid,
    Revealed,
    CombatDecided,
    CombatDrawn,
    NoDecisionAsked,
    CardReturned,
    CardTabled,
    VictorySpent,
    BeltAwarded,
    PairsChanged,
    RematchOrdered,
    TurnPassed,
    TurnSkipped,
    PlayoffStarted,
    RulingMade,
    GameEnded,
)
