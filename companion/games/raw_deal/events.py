"""What has happened (section 5). Names of hidden cards carry their tag."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.games.raw_deal.model import (
    CardEntry,
    Damage,
    EffectDue,
    EffectKind,
    Function,
    LastCard,
    Phase,
    PutDown,
    RingCard,
    Zone,
)
from companion.kernel.codec import registry
from companion.kernel.game import Event
from companion.kernel.profile import Value
from companion.kernel.ruling_made import RulingMade
from companion.kernel.visibility import Seen, seen_by

Method = Literal["pin", "count_out", "draw", "concession"]
_OWN = seen_by(Seen.OWNER)
Refs = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class MatchPrepared(Event):
    """Seats, teams and rules are fixed."""

    seats: Refs
    house_rules: Mapping[str, Value]
    teams: Mapping[str, Refs] = field(default_factory=dict)
    cards: Mapping[str, CardEntry] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class SuperstarRevealed(Event):
    player: str
    superstar: str


@dataclass(frozen=True, kw_only=True)
class CoinAsked(Event):
    pass


@dataclass(frozen=True, kw_only=True)
class FirstPlayerSet(Event):
    player: str
    by: Literal["superstar_value", "coin"]


@dataclass(frozen=True, kw_only=True)
class WindowOpened(Event):
    phase: Phase


@dataclass(frozen=True, kw_only=True)
class TurnStarted(Event):
    player: str
    turn_no: int


@dataclass(frozen=True, kw_only=True)
class CardsDrawn(Event):
    player: str
    count: int
    cards: Refs = field(default=(), metadata=_OWN)


@dataclass(frozen=True, kw_only=True)
class CardsMilled(Event):
    player: str
    count: int


@dataclass(frozen=True, kw_only=True)
class AbilityUsed(Event):
    player: str
    superstar: str


@dataclass(frozen=True, kw_only=True)
class CardPlayed(Event):
    player: str
    card: str
    kind: Function
    play: PutDown


@dataclass(frozen=True, kw_only=True)
class BonusAdded(Event):
    source: str
    d: int
    reversal_f: int
    owner: str


@dataclass(frozen=True, kw_only=True)
class BonusConsumed(Event):
    d: int
    reversal_f: int
    owner: str


@dataclass(frozen=True, kw_only=True)
class BonusExpired(Event):
    owner: str


@dataclass(frozen=True, kw_only=True)
class CostPaid(Event):
    player: str
    mill: int = 0
    discard: int = 0


@dataclass(frozen=True, kw_only=True)
class EffectsQueued(Event):
    """Attributes:
    effects: to be resolved in this order.
    """

    effects: tuple[EffectDue, ...]


@dataclass(frozen=True, kw_only=True)
class EffectResolved(Event):
    effect: EffectKind
    count: int


@dataclass(frozen=True, kw_only=True)
class CardReversed(Event):
    card: str
    by: str
    from_: Literal["hand", "arsenal"]


@dataclass(frozen=True, kw_only=True)
class CardToRing(Event):
    player: str
    card: str
    ring_card: RingCard


@dataclass(frozen=True, kw_only=True)
class CardToRingside(Event):
    """Attributes:
    from_: where it came from; `play` is the card put down.
    """

    player: str
    card: str
    from_: Literal["play", "arsenal", "ring"] = "play"


@dataclass(frozen=True, kw_only=True)
class FortitudeChanged(Event):
    player: str
    from_: int
    to: int


@dataclass(frozen=True, kw_only=True)
class DamageStarted(Event):
    amount: int
    target: str
    damage: Damage


@dataclass(frozen=True, kw_only=True)
class CardsRevealed(Event):
    """Cards of the arsenal turned up for damage; all go to Ringside (RD-601)."""

    player: str
    count: int
    cards: tuple[str | None, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DamageStopped(Event):
    by: str


@dataclass(frozen=True, kw_only=True)
class DamageEnded(Event):
    """The damage is done with."""


@dataclass(frozen=True, kw_only=True)
class CardFinished(Event):
    """The card put down has done everything.

    Attributes:
        last: what later cards may follow on; None where nothing can.
    """

    last: LastCard | None = None


@dataclass(frozen=True, kw_only=True)
class StunOpened(Event):
    value: int


@dataclass(frozen=True, kw_only=True)
class StunDrawn(Event):
    count: int


@dataclass(frozen=True, kw_only=True)
class CardsMoved(Event):
    player: str
    count: int
    from_: Zone
    to: Zone
    cards: Refs = field(default=(), metadata=_OWN)
    cause: str | None = None


@dataclass(frozen=True, kw_only=True)
class TagSwitched(Event):
    team: str
    seat: str


@dataclass(frozen=True, kw_only=True)
class TagRecovered(Event):
    """Attributes:
    to: where in the arsenal the card goes (RD-D29).
    """

    seat: str
    to: Literal["bottom", "shuffle"] = "bottom"


@dataclass(frozen=True, kw_only=True)
class TurnEnded(Event):
    player: str
    why: Literal["ended", "reversed"]


@dataclass(frozen=True, kw_only=True)
class MatchEnded(Event):
    winner: str | None
    method: Method


EVENTS = registry(
    MatchPrepared,
    SuperstarRevealed,
    CoinAsked,
    FirstPlayerSet,
    WindowOpened,
    TurnStarted,
    CardsDrawn,
    CardsMilled,
    AbilityUsed,
    CardPlayed,
    BonusAdded,
    BonusConsumed,
    BonusExpired,
    CostPaid,
    EffectsQueued,
    EffectResolved,
    CardReversed,
    CardToRing,
    CardToRingside,
    FortitudeChanged,
    DamageStarted,
    CardsRevealed,
    DamageStopped,
    DamageEnded,
    CardFinished,
    StunOpened,
    StunDrawn,
    CardsMoved,
    TagSwitched,
    TagRecovered,
    TurnEnded,
    RulingMade,
    MatchEnded,
)
