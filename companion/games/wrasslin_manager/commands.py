"""What people may ask for (section 5). Words that the rules answer with a refusal are plain texts here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.wrasslin_manager.model import CardEntry, RewardGiven, WrestlerEntry
from companion.kernel.codec import registry
from companion.kernel.game import DICE, Command
from companion.kernel.ruling_made import RefereeRuling


@dataclass(frozen=True, kw_only=True)
class StartSeason(Command):
    wrestlers: Mapping[str, str]
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    cards: Mapping[str, CardEntry] = field(default_factory=dict)
    wrestler_file: Mapping[str, WrestlerEntry] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class RefillHand(Command):
    player: str
    drawn: int
    reshuffled: bool = False


@dataclass(frozen=True, kw_only=True)
class SetRandomStarter(Command):
    value: str | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class PlaceEvent(Command):
    slot: int
    kind: str
    card: str | None = None
    rewards: Mapping[str, RewardGiven] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class PlayManeuver(Command):
    player: str
    card: str
    event: int


@dataclass(frozen=True, kw_only=True)
class PlayStarMove(Command):
    player: str
    card: str
    event: int


@dataclass(frozen=True, kw_only=True)
class PlayTraining(Command):
    player: str
    card: str | None = None
    ruling: str | None = None


@dataclass(frozen=True, kw_only=True)
class PlayStrategy(Command):
    player: str
    card: str | None = None
    ruling: str | None = None


@dataclass(frozen=True, kw_only=True)
class PassTurn(Command):
    player: str


@dataclass(frozen=True, kw_only=True)
class UseEffect(Command):
    player: str
    icon: str
    card: str | None = None


@dataclass(frozen=True, kw_only=True)
class SkipEffect(Command):
    player: str
    icon: str


@dataclass(frozen=True, kw_only=True)
class PreventKnockout(Command):
    player: str
    card: str | None


@dataclass(frozen=True, kw_only=True)
class ResolveEvent(Command):
    slot: int


@dataclass(frozen=True, kw_only=True)
class GrantReward(Command):
    player: str
    slot: int
    section: str
    kind: str
    amount: int = 1
    card: str | None = None


@dataclass(frozen=True, kw_only=True)
class Recover(Command):
    player: str
    stat: str | None


@dataclass(frozen=True, kw_only=True)
class AdjustStamina(Command):
    player: str
    delta: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class FinishDiscard(Command):
    pass


@dataclass(frozen=True, kw_only=True)
class DeclareGraveInjury(Command):
    player: str
    reason: str | None = None


COMMANDS = registry(
    StartSeason,
    RefillHand,
    SetRandomStarter,
    PlaceEvent,
    PlayManeuver,
    PlayStarMove,
    PlayTraining,
    PlayStrategy,
    PassTurn,
    UseEffect,
    SkipEffect,
    PreventKnockout,
    ResolveEvent,
    GrantReward,
    Recover,
    AdjustStamina,
    FinishDiscard,
    DeclareGraveInjury,
    RefereeRuling,
)
