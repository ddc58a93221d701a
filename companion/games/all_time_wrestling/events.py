"""What has happened (section 5)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.games.all_time_wrestling.model import Asked, AttackKind, Board, CardEntry, Phase
from companion.kernel.codec import registry
from companion.kernel.game import Event
from companion.kernel.profile import Value
from companion.kernel.ruling_made import RulingMade
from companion.kernel.visibility import Seen, seen_by

By = Literal["roll", "pass", "miss", "reversal", "permanent", "one_time", "block"]
Method = Literal["pinfall", "referee_stoppage", "time_limit_draw", "concession"]
_OWN = seen_by(Seen.OWNER)


@dataclass(frozen=True, kw_only=True)
class WrestlerChosen(Event):
    player: str
    wrestler: str
    board: Board
    house_rules: Mapping[str, Value] = field(default_factory=dict)
    cards: Mapping[str, CardEntry] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class OpeningHandSet(Event):
    player: str
    cards: tuple[str, ...] = field(metadata=_OWN)
    finisher: bool = field(metadata=_OWN)


@dataclass(frozen=True, kw_only=True)
class InitiativeRolled(Event):
    values: Mapping[str, int]
    tie: bool


@dataclass(frozen=True, kw_only=True)
class InitiativeSet(Event):
    player: str
    by: By


@dataclass(frozen=True, kw_only=True)
class WindowOpened(Event):
    """Attributes:
    asked: the ability whose text is asked for.
    """

    phase: Phase
    asked: Asked | None = None


@dataclass(frozen=True, kw_only=True)
class StaminaChanged(Event):
    player: str
    from_: int
    to: int


@dataclass(frozen=True, kw_only=True)
class HealthChanged(Event):
    player: str
    from_: int
    to: int


@dataclass(frozen=True, kw_only=True)
class CardsDrawn(Event):
    player: str
    count: int
    cards: tuple[str, ...] = field(default=(), metadata=_OWN)


@dataclass(frozen=True, kw_only=True)
class CardsDiscarded(Event):
    """Cards paid from hand (ATW-095, ATW-185), or blind cards that could not be paid.

    Attributes:
        to: `discard_pile` or `draw_pile` (ATW-D08).
    """

    player: str
    count: int
    cards: tuple[str, ...] = ()
    from_: Literal["hand", "draw"] = "hand"
    to: Literal["discard_pile", "draw_pile"] = "discard_pile"


@dataclass(frozen=True, kw_only=True)
class CardsShuffledBack(Event):
    """Attributes:
    from_: the attack in play, the hand, or the draw pile itself (blind cards that were only looked at).
    """

    player: str
    count: int
    card: str | None = field(default=None, metadata=_OWN)
    from_: Literal["attack", "hand", "draw"] = "hand"


@dataclass(frozen=True, kw_only=True)
class AttackDeclared(Event):
    player: str
    cards: tuple[str, ...]
    kind: AttackKind
    cost: int
    links: tuple[str, ...] = ()
    finisher: bool = False


@dataclass(frozen=True, kw_only=True)
class CostPaid(Event):
    player: str
    stamina: int


@dataclass(frozen=True, kw_only=True)
class ComboLinked(Event):
    link: str


@dataclass(frozen=True, kw_only=True)
class ComboEnded(Event):
    pass


@dataclass(frozen=True, kw_only=True)
class ComboChosen(Event):
    icons: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class DefenseTried(Event):
    player: str
    way: str
    success: bool
    roll: int | None = None
    tn: int | None = None


@dataclass(frozen=True, kw_only=True)
class TokenDiscarded(Event):
    player: str
    token: str


@dataclass(frozen=True, kw_only=True)
class CounterOpened(Event):
    ability: str


@dataclass(frozen=True, kw_only=True)
class CounterRolled(Event):
    roll: int
    success: bool
    tn: int | None = None


@dataclass(frozen=True, kw_only=True)
class AbilityCountered(Event):
    ability: str


@dataclass(frozen=True, kw_only=True)
class AbilityPrompted(Event):
    """Attributes:
    waits: the match waits for the text; otherwise it may be told before the next command.
    """

    player: str
    ability: str
    waits: bool = True


@dataclass(frozen=True, kw_only=True)
class AbilityResolved(Event):
    player: str
    ability: str


@dataclass(frozen=True, kw_only=True)
class TargetNumberChanged(Event):
    change: int


@dataclass(frozen=True, kw_only=True)
class AttemptsChanged(Event):
    change: int


@dataclass(frozen=True, kw_only=True)
class AttackRolled(Event):
    """Attributes:
    tn, success: None for a rampage, where dice are assigned to cards.
    """

    values: tuple[int, ...]
    tn: int | None = None
    success: bool | None = None


@dataclass(frozen=True, kw_only=True)
class Rerolled(Event):
    roll: int | tuple[int, ...]
    values: tuple[int, ...]
    tn: int | None = None
    success: bool | None = None


@dataclass(frozen=True, kw_only=True)
class DiceAssigned(Event):
    map: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class AttackHit(Event):
    """Attributes:
    cards: those that got a success.
    finisher: the Finisher is among them.
    """

    cards: tuple[str, ...]
    finisher: bool = False


@dataclass(frozen=True, kw_only=True)
class AttackMissed(Event):
    pass


@dataclass(frozen=True, kw_only=True)
class DamageDealt(Event):
    player: str
    damage: int


@dataclass(frozen=True, kw_only=True)
class MomentumMoved(Event):
    from_: int
    to: int


@dataclass(frozen=True, kw_only=True)
class CompensationTaken(Event):
    player: str
    kind: Literal["stamina", "card"]


@dataclass(frozen=True, kw_only=True)
class OffenseChosen(Event):
    kind: str
    ability: str | None = None


@dataclass(frozen=True, kw_only=True)
class PinStarted(Event):
    attempts: int


@dataclass(frozen=True, kw_only=True)
class KickoutRolled(Event):
    sum: int
    health: int
    success: bool
    values: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CardDiscarded(Event):
    player: str
    card: str


@dataclass(frozen=True, kw_only=True)
class FinisherReturned(Event):
    player: str


@dataclass(frozen=True, kw_only=True)
class AttackStopped(Event):
    """The attack is off the table while its stopping may still be countered (ATW-172)."""


@dataclass(frozen=True, kw_only=True)
class AttackEnded(Event):
    """Attributes:
    streak: `small_streak` afterwards.
    """

    streak: int


@dataclass(frozen=True, kw_only=True)
class DeckDepleted(Event):
    player: str
    times: int


@dataclass(frozen=True, kw_only=True)
class BlindAttack(Event):
    player: str


@dataclass(frozen=True, kw_only=True)
class MatchEnded(Event):
    winner: str | None
    method: Method


EVENTS = registry(
    WrestlerChosen,
    OpeningHandSet,
    InitiativeRolled,
    InitiativeSet,
    WindowOpened,
    StaminaChanged,
    HealthChanged,
    CardsDrawn,
    CardsDiscarded,
    CardsShuffledBack,
    AttackDeclared,
    CostPaid,
    ComboLinked,
    ComboEnded,
    ComboChosen,
    DefenseTried,
    TokenDiscarded,
    CounterOpened,
    CounterRolled,
    AbilityCountered,
    AbilityPrompted,
    AbilityResolved,
    TargetNumberChanged,
    AttemptsChanged,
    AttackRolled,
    Rerolled,
    DiceAssigned,
    AttackHit,
    AttackMissed,
    DamageDealt,
    MomentumMoved,
    CompensationTaken,
    OffenseChosen,
    PinStarted,
    KickoutRolled,
    CardDiscarded,
    FinisherReturned,
    AttackStopped,
    AttackEnded,
    DeckDepleted,
    BlindAttack,
    RulingMade,
    MatchEnded,
)
