"""What can be asked for (rules file, section 5.1). Dice left out are due; `kernel.dice` says how they come."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.games.clay_wrestling.model import ClayClass, FinisherPosition, Mode, Pose, Zone
from companion.kernel.codec import registry
from companion.kernel.game import DICE, Command

Faces = tuple[int, ...]
FacesOf = Mapping[str, tuple[int, ...]]
FaceOf = Mapping[str, int]
Rounds = tuple[Mapping[str, int], ...]
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class SheetFinisher:
    """Finisher entry of a sheet (CW-SHEET-20); `kind` only where the profile wants it on the sheet (DEC-09)."""

    name: str = ""
    position: FinisherPosition | None = None
    kind: Literal["strike", "submission"] | None = None


@dataclass(frozen=True, kw_only=True)
class LoadProfile(Command):
    """House rules; `name_es` is their name on Spanish screens, where it is another one."""

    profile: Mapping[str, Any]
    name: str = ""
    name_es: str = ""


@dataclass(frozen=True, kw_only=True)
class RegisterPlayer(Command):
    player: str
    name: str = ""
    palm_mm: float | None = None
    half_palm_mm: float | None = None


@dataclass(frozen=True, kw_only=True)
class RegisterFighter(Command):
    fighter: str
    main: Mapping[str, int]
    combat_abilities: Mapping[str, int]
    player: str = ""
    name: str = ""
    clay_colour: str = ""
    finisher: SheetFinisher | None = None


@dataclass(frozen=True, kw_only=True)
class Classify(Command):
    """`traits`: what the referees see in the figure, where several classes fit (DEC-05)."""

    fighter: str
    class_: ClayClass
    traits: tuple[ClayClass, ...] = ()


@dataclass(frozen=True, kw_only=True)
class GrantTitle(Command):
    fighter: str
    ability: str
    points: int | None = None


@dataclass(frozen=True, kw_only=True)
class SculptTimer(Command):
    player: str
    action: Literal["start", "stop"]


@dataclass(frozen=True, kw_only=True)
class StartMatch(Command):
    mode: Mode
    fighters: tuple[str, ...] | None = None
    count: int | None = None
    teams: Mapping[str, tuple[str, ...]] | None = None
    legal: Mapping[str, str] | None = None
    flags: Mapping[str, bool] | None = None


@dataclass(frozen=True, kw_only=True)
class Place(Command):
    fighter: str
    zone: Zone = Zone.RING
    pose: Pose | None = None


@dataclass(frozen=True, kw_only=True)
class OpeningStep(Command):
    fighter: str
    palms: float


@dataclass(frozen=True, kw_only=True)
class Observe(Command):
    """Facts of the table; each list that is named replaces the known one.

    Attributes:
        adjacent: pairs, or `all`.
        behind: `[a, b]`: a is behind b.
        distances: gaps in palms of the acting player: `A-B`, `A-ropes`, `A-post`.
        stood: what a person tells: where the camera sees the figures meanwhile.
        moved: what the camera tells: for each fact who surely stands elsewhere than when a person told it.
    """

    adjacent: Pairs | Literal["all"] | None = None
    near_ropes: tuple[str, ...] | None = None
    near_post: tuple[str, ...] | None = None
    behind: Pairs | None = None
    zone: Mapping[str, Zone] | None = None
    distances: Mapping[str, float] | None = None
    poses: Mapping[str, Pose] | None = None
    stood: Mapping[str, Pose] | None = None
    moved: Mapping[str, tuple[str, ...]] | None = None
    source: Literal["manual", "camera"] = "manual"


@dataclass(frozen=True, kw_only=True)
class StartTurn(Command):
    pass


@dataclass(frozen=True, kw_only=True)
class StaminaCheck(Command):
    fighter: str
    d10: int | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class PinCheck(Command):
    fighter: str
    d10: int | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class Rest(Command):
    fighter: str
    die: int | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class Taunt(Command):
    fighter: str
    dice: Faces | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class GroupRoll(Command):
    """One d6 for each group, named by its first member: who is resolved first (DEC-33)."""

    dice: FaceOf = field(default_factory=dict, metadata=DICE)
    rerolls: Rounds = field(default=(), metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class TieupRoll(Command):
    dice: FacesOf = field(default_factory=dict, metadata=DICE)
    tiebreak: Rounds = field(default=(), metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class InitiativeRoll(Command):
    dice: FaceOf = field(default_factory=dict, metadata=DICE)
    rerolls: Rounds = field(default=(), metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class LateInitiativeRoll(Command):
    dice: FaceOf = field(default_factory=dict, metadata=DICE)
    rerolls: Rounds = field(default=(), metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class BeginSlot(Command):
    fighter: str


@dataclass(frozen=True, kw_only=True)
class EndSlot(Command):
    fighter: str


@dataclass(frozen=True, kw_only=True)
class Escape(Command):
    fighter: str
    dice: Faces | None = field(default=None, metadata=DICE)
    rival_dice: FacesOf = field(default_factory=dict, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class Move(Command):
    fighter: str
    palms: float
    half_turn: bool = False
    backward: bool = False
    facing_deg: float | None = None


@dataclass(frozen=True, kw_only=True)
class StandUp(Command):
    fighter: str


@dataclass(frozen=True, kw_only=True)
class EnterRing(Command):
    fighter: str


@dataclass(frozen=True, kw_only=True)
class LeaveRing(Command):
    fighter: str


@dataclass(frozen=True, kw_only=True)
class Strike(Command):
    attacker: str
    defender: str
    strike_dice: Faces | None = field(default=None, metadata=DICE)
    strength_dice: Faces | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class Charge(Command):
    attacker: str
    defenders: tuple[str, ...]
    strike_dice: Faces | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class Counter(Command):
    defender: str
    dice: Faces | None = field(default=None, metadata=DICE)
    landing: str = ""


@dataclass(frozen=True, kw_only=True)
class Technique(Command):
    defender: str
    dice: Faces | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class NoDefence(Command):
    defender: str


@dataclass(frozen=True, kw_only=True)
class Damage(Command):
    attacker: str
    defender: str
    strength_dice: Faces | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class WoundRoll(Command):
    fighter: str
    d10: int | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class DownedBlow(Command):
    attacker: str
    defender: str


@dataclass(frozen=True, kw_only=True)
class Whip(Command):
    attacker: str
    defender: str
    whip_dice: Faces | None = field(default=None, metadata=DICE)
    direction_deg: float | None = None


@dataclass(frozen=True, kw_only=True)
class WhipPath(Command):
    """What stands in the way; `distance` in palms from where the run began."""

    obstacle: Literal["none", "ropes", "post", "fighter"]
    distance: float | None = None
    target: str | None = None


@dataclass(frozen=True, kw_only=True)
class Dodge(Command):
    fighter: str
    dice: Faces | None = field(default=None, metadata=DICE)
    side: Literal["left", "right"] | None = None


@dataclass(frozen=True, kw_only=True)
class NoDodge(Command):
    fighter: str


@dataclass(frozen=True, kw_only=True)
class RopeCheck(Command):
    fighter: str
    dice: Faces | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class RopeChoice(Command):
    by: str
    choice: Literal["grab", "rebound", "ringside"]


@dataclass(frozen=True, kw_only=True)
class ReboundClash(Command):
    dice: FacesOf = field(default_factory=dict, metadata=DICE)
    tiebreak: Rounds = field(default=(), metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class ReboundStrike(Command):
    attacker: str
    strike_dice: Faces | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class SuplexGrab(Command):
    attacker: str
    defender: str
    suplex_dice: Faces | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class Carry(Command):
    attacker: str
    palms: float


@dataclass(frozen=True, kw_only=True)
class SuplexHold(Command):
    attacker: str
    suplex_dice: Faces | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class SuplexThrow(Command):
    """`palms`: reach of the throw, only where the house limits it (DEC-64)."""

    attacker: str
    direction: Literal["back", "front", "left", "right"]
    to: Literal["ring", "ringside"]
    hits: str | None = None
    palms: float | None = None


@dataclass(frozen=True, kw_only=True)
class Submission(Command):
    attacker: str
    defender: str
    submission_dice: Faces | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class SubmissionHold(Command):
    attacker: str
    submission_dice: Faces | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class SubmissionCheck(Command):
    fighter: str
    d10: int | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class Release(Command):
    attacker: str


@dataclass(frozen=True, kw_only=True)
class Pin(Command):
    attacker: str
    defender: str
    d10: int | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class KickoutChoice(Command):
    fighter: str
    stand: bool


@dataclass(frozen=True, kw_only=True)
class FinisherActivate(Command):
    attacker: str
    target: str


@dataclass(frozen=True, kw_only=True)
class ClimbPost(Command):
    fighter: str


@dataclass(frozen=True, kw_only=True)
class RopeJump(Command):
    """`touched` left out: the referee is asked (Q-TOUCH)."""

    jumper: str
    to: Literal["ring", "ringside"]
    touched: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Tag(Command):
    from_: str
    to: str


@dataclass(frozen=True, kw_only=True)
class Clock(Command):
    seconds: float


@dataclass(frozen=True, kw_only=True)
class EndTurn(Command):
    pass


@dataclass(frozen=True, kw_only=True)
class RefereeRuling(Command):
    topic: str
    subject: str = ""
    value: Any = None
    note: str = ""


COMMANDS = registry(
    *(
        cls
        for cls in list(globals().values())
        if isinstance(cls, type) and issubclass(cls, Command) and cls is not Command
    )
)
