"""What people may ask for (section 5). Words that the rules answer with a refusal are plain texts here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.kernel.codec import registry
from companion.kernel.game import DICE, Command
from companion.kernel.ruling_made import RefereeRuling
from companion.kernel.visibility import FACE_DOWN_ENTRY

Dice = tuple[int, ...] | None


@dataclass(frozen=True, kw_only=True)
class ChooseWrestler(Command):
    player: str
    wrestler: str
    board: Mapping[str, Any] = field(default_factory=dict)
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    cards: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class SetOpeningHand(Command):
    player: str
    cards: tuple[str, ...] = field(metadata=FACE_DOWN_ENTRY)


@dataclass(frozen=True, kw_only=True)
class RollInitiative(Command):
    values: Mapping[str, int] = field(default_factory=dict, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class StarterShuffleBack(Command):
    player: str
    card: str | None = field(default=None, metadata=FACE_DOWN_ENTRY)


@dataclass(frozen=True, kw_only=True)
class PassDraw(Command):
    """Attributes:
    drawn: the card drawn, where hands are entered.
    """

    player: str
    drawn: str | None = field(default=None, metadata=FACE_DOWN_ENTRY)
    shuffle_back: str | None = field(default=None, metadata=FACE_DOWN_ENTRY)


@dataclass(frozen=True, kw_only=True)
class PassRest(Command):
    player: str


@dataclass(frozen=True, kw_only=True)
class PlayAttack(Command):
    player: str
    card: str
    link: Literal["circle", "square"] | None = None


@dataclass(frozen=True, kw_only=True)
class PlayRampage(Command):
    player: str
    cards: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PlayBlind(Command):
    player: str
    card: str
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DefendReversal(Command):
    player: str


@dataclass(frozen=True, kw_only=True)
class DefendPermanent(Command):
    player: str
    ability: str
    roll: int | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class DefendOneTime(Command):
    player: str
    ability: str
    roll: int | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class BlockStamina(Command):
    player: str


@dataclass(frozen=True, kw_only=True)
class BlockCards(Command):
    player: str
    cards: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class DeclineDefense(Command):
    player: str


@dataclass(frozen=True, kw_only=True)
class CounterRoll(Command):
    player: str
    roll: int | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class CounterReversal(Command):
    player: str


@dataclass(frozen=True, kw_only=True)
class DeclineCounter(Command):
    player: str


@dataclass(frozen=True, kw_only=True)
class AttackRoll(Command):
    values: Dice = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class Reroll(Command):
    """Attributes:
    roll: one die; all of them under `rampage_reroll: all_dice`.
    """

    player: str
    discard: str
    roll: int | tuple[int, ...] | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class DeclineReroll(Command):
    player: str


@dataclass(frozen=True, kw_only=True)
class AssignDice(Command):
    player: str
    map: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class ChooseCompensation(Command):
    """Attributes:
    drawn: the card drawn, where hands are entered.
    """

    player: str
    kind: str
    drawn: str | None = field(default=None, metadata=FACE_DOWN_ENTRY)
    shuffle_back: str | None = field(default=None, metadata=FACE_DOWN_ENTRY)


@dataclass(frozen=True, kw_only=True)
class Offense(Command):
    player: str
    kind: str
    ability: str | None = None


@dataclass(frozen=True, kw_only=True)
class ConvertStamina(Command):
    player: str
    health_points: int


@dataclass(frozen=True, kw_only=True)
class KickoutRoll(Command):
    player: str
    values: Dice = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class AbilityEffect(Command):
    player: str
    ability: str
    changes: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Concede(Command):
    player: str


COMMANDS = registry(
    ChooseWrestler,
    SetOpeningHand,
    RollInitiative,
    StarterShuffleBack,
    PassDraw,
    PassRest,
    PlayAttack,
    PlayRampage,
    PlayBlind,
    DefendReversal,
    DefendPermanent,
    DefendOneTime,
    BlockStamina,
    BlockCards,
    DeclineDefense,
    CounterRoll,
    CounterReversal,
    DeclineCounter,
    AttackRoll,
    Reroll,
    DeclineReroll,
    AssignDice,
    ChooseCompensation,
    Offense,
    ConvertStamina,
    KickoutRoll,
    AbilityEffect,
    Concede,
    RefereeRuling,
)
