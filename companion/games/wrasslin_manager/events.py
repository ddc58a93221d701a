"""What has happened (section 5)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.games.wrasslin_manager.model import UNKNOWN, CardEntry, Due, Effect, Icon, Manager, Reward
from companion.kernel.codec import registry
from companion.kernel.game import Event
from companion.kernel.profile import Value
from companion.kernel.ruling_made import RulingMade

Method = Literal["fans", "star_moves", "training", "strategy", "grave_injury", "none"]


@dataclass(frozen=True, kw_only=True)
class SeasonStarted(Event):
    wrestlers: Mapping[str, str]
    managers: Mapping[str, Manager]
    house_rules: Mapping[str, Value]
    cards: Mapping[str, CardEntry] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class RoundStarted(Event):
    round: int


@dataclass(frozen=True, kw_only=True)
class HandRefilled(Event):
    player: str
    drawn: int


@dataclass(frozen=True, kw_only=True)
class CardDrawn(Event):
    """One card of a Breather or a Remove (WM-320, WM-340)."""

    player: str


@dataclass(frozen=True, kw_only=True)
class DeckReshuffled(Event):
    player: str
    count: int


@dataclass(frozen=True, kw_only=True)
class StaminaReset(Event):
    player: str


@dataclass(frozen=True, kw_only=True)
class StaminaChanged(Event):
    """Attributes:
    amount: what it became.
    """

    player: str
    amount: int
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class StartingPlayerSet(Event):
    player: str
    by: Literal["agi", "tec", "random", "alternation"]


@dataclass(frozen=True, kw_only=True)
class RandomStarterAsked(Event):
    pass


@dataclass(frozen=True, kw_only=True)
class EventPlaced(Event):
    slot: int
    kind: str
    world_title: bool
    card: str | None = None
    left: Reward = UNKNOWN
    center: Reward = UNKNOWN
    right: Reward = UNKNOWN


@dataclass(frozen=True, kw_only=True)
class CardPlayed(Event):
    """Attributes:
    card: None for a face-down card that was not entered.
    event: None for a Training or Strategy card.
    """

    player: str
    card: str | None
    event: int | None = None
    support: Literal["training", "strategy"] | None = None
    effects: tuple[Effect, ...] = ()
    ruling: str | None = None


@dataclass(frozen=True, kw_only=True)
class EffectUsed(Event):
    player: str
    icon: Icon


@dataclass(frozen=True, kw_only=True)
class EffectSkipped(Event):
    player: str
    icon: Icon
    reason: Literal["declined", "unavailable"]


@dataclass(frozen=True, kw_only=True)
class EffectRolledBack(Event):
    player: str
    stat: str


@dataclass(frozen=True, kw_only=True)
class MomentumMoved(Event):
    """Attributes:
    seq: of the card that moved it; None for a roll-back or a ruling.
    """

    event: int
    from_: str
    to: str
    seq: int | None = None


@dataclass(frozen=True, kw_only=True)
class StatReduced(Event):
    player: str
    stat: str
    from_: int
    to: int
    seq: int | None = None


@dataclass(frozen=True, kw_only=True)
class KnockoutThreatened(Event):
    """A knock-out, unless a face-down card prevents it: asked whatever lies there (WM-338)."""

    player: str


@dataclass(frozen=True, kw_only=True)
class KnockedOut(Event):
    player: str


@dataclass(frozen=True, kw_only=True)
class KnockoutPrevented(Event):
    player: str
    card: str
    support: Literal["training", "strategy"]


@dataclass(frozen=True, kw_only=True)
class KnockoutLifted(Event):
    player: str


@dataclass(frozen=True, kw_only=True)
class CardCancelled(Event):
    player: str
    card: str
    seq: int


@dataclass(frozen=True, kw_only=True)
class CardReturned(Event):
    player: str
    card: str
    seq: int
    owner: str
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CardRemoved(Event):
    player: str
    card: str | None
    to_supply: bool = True


@dataclass(frozen=True, kw_only=True)
class CardDiscarded(Event):
    """From hand, or from the table in the Discard phase."""

    player: str
    card: str | None
    from_: Literal["hand", "zone", "support"] = "hand"


@dataclass(frozen=True, kw_only=True)
class Passed(Event):
    player: str


@dataclass(frozen=True, kw_only=True)
class TurnChanged(Event):
    to: str


@dataclass(frozen=True, kw_only=True)
class ConfrontationOpened(Event):
    """Both may act again, the starting player first (WM-D01)."""


@dataclass(frozen=True, kw_only=True)
class ResolutionOpened(Event):
    pass


@dataclass(frozen=True, kw_only=True)
class PowerCompared(Event):
    slot: int
    p1: int
    p2: int
    winner: str | None
    winners: tuple[str, ...] = ()
    due: tuple[Due, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RewardGranted(Event):
    player: str
    slot: int
    section: str
    kind: str
    amount: int = 1
    card: str | None = None


@dataclass(frozen=True, kw_only=True)
class RewardTold(Event):
    """A Recovery that was not entered before; its owner chooses the characteristic next."""

    slot: int
    section: str
    kind: str
    amount: int = 1


@dataclass(frozen=True, kw_only=True)
class RewardChosen(Event):
    """The owner of a lateral reward takes this side (WM-D25)."""

    player: str
    section: str


@dataclass(frozen=True, kw_only=True)
class RewardSettled(Event):
    """The first reward in the queue is done with."""

    player: str


@dataclass(frozen=True, kw_only=True)
class FansChanged(Event):
    player: str
    amount: int


@dataclass(frozen=True, kw_only=True)
class StatRecovered(Event):
    player: str
    stat: str
    from_: int
    to: int


@dataclass(frozen=True, kw_only=True)
class EventResolved(Event):
    slot: int


@dataclass(frozen=True, kw_only=True)
class DiscardOpened(Event):
    pass


@dataclass(frozen=True, kw_only=True)
class RoundEnded(Event):
    round: int


@dataclass(frozen=True, kw_only=True)
class GraveInjury(Event):
    player: str
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class SeasonEnded(Event):
    winner: str | None
    method: Method


EVENTS = registry(
    SeasonStarted,
    RoundStarted,
    HandRefilled,
    CardDrawn,
    DeckReshuffled,
    StaminaReset,
    StaminaChanged,
    StartingPlayerSet,
    RandomStarterAsked,
    EventPlaced,
    CardPlayed,
    EffectUsed,
    EffectSkipped,
    EffectRolledBack,
    MomentumMoved,
    StatReduced,
    KnockoutThreatened,
    KnockedOut,
    KnockoutPrevented,
    KnockoutLifted,
    CardCancelled,
    CardReturned,
    CardRemoved,
    CardDiscarded,
    Passed,
    TurnChanged,
    ConfrontationOpened,
    ResolutionOpened,
    PowerCompared,
    RewardGranted,
    RewardTold,
    RewardChosen,
    RewardSettled,
    FansChanged,
    StatRecovered,
    EventResolved,
    DiscardOpened,
    RoundEnded,
    GraveInjury,
    RulingMade,
    SeasonEnded,
)
