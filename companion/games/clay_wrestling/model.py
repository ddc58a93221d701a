"""What a clay wrestling match is: values only (rules file, section 3).

The classes are frozen; they have no `__slots__`, because a copy with one field changed is made many times a command
and copying a `__dict__` is ten times as quick as setting forty slots one by one.
"""

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Final, TypeVar

from companion.kernel.codec import encode
from companion.kernel.profile import Value

T = TypeVar("T")

STAMINA_AT_THE_BELL: Final = 20
"""CW-STAM-01."""
KNOCK_OUT_AT: Final = -10
"""CW-STAM-02."""
MAIN: Final = ("combat", "speed", "strength", "technique", "resistance")
COMBAT: Final = ("strike", "whip", "suplex", "submission", "counter")
ABILITIES: Final = (*MAIN, *COMBAT)
"""In sheet order, which is also the order of the wound table (CW-STATUS-21)."""


class ClayClass(str, enum.Enum):
    """Nature of a figure (CW-CLAY-06)."""

    HUMANOID = "humanoid"
    BEAST = "beast"
    ABSURD = "absurd"


class Posture(str, enum.Enum):
    """How a fighter is; exactly one (section 3.4)."""

    STANDING = "standing"
    LYING = "lying"
    KNOCKED_DOWN = "knocked_down"
    UNCONSCIOUS = "unconscious"
    HELD = "held"
    ON_POST = "on_post"


class Zone(str, enum.Enum):
    """Where a fighter is; `out`: eliminated, or absent after a fall in an Iron Man match."""

    RING = "ring"
    RINGSIDE = "ringside"
    OUT = "out"


class Phase(str, enum.Enum):
    """Steps of the turn (section 4), with what comes before and after the match."""

    SETUP = "setup"
    PLACEMENT = "placement"
    TURN_START = "turn_start"
    RECOVERY = "recovery"
    PIN_COUNTS = "pin_counts"
    GROUPS = "groups"
    ANNOUNCEMENTS = "announcements"
    GROUP_SLOTS = "group_slots"
    INITIATIVE = "initiative"
    SLOTS = "slots"
    LATE_SLOTS = "late_slots"
    TURN_END = "turn_end"
    OVER = "over"


class Mode(str, enum.Enum):
    """Kinds of match (CW-MODE)."""

    WRESTLING_MATCH = "wrestling_match"
    ELIMINATION_MATCH = "elimination_match"
    IRON_MAN = "iron_man"
    SURVIVOR_SERIES = "survivor_series"
    KATZ_RUMBLE = "katz_rumble"


class Stage(str, enum.Enum):
    """What an attack waits for (section 4, attack sub-machine)."""

    DEFENCE = "defence_window"
    DAMAGE = "damage_roll"
    WOUND = "wound_roll"
    PATH = "path"
    DODGE = "dodge"
    ROPE_CHECK = "rope_check"
    ROPE_CHOICE = "rope_choice"
    WAY_BACK = "way_back"
    CLASH = "rebound_clash"
    REBOUND_STRIKE = "rebound_strike"
    CHECK = "submission_check"
    STAND = "kickout_choice"


class Card(str, enum.Enum):
    """Cards laid beside a figure; the first in this order is shown (DEC-92)."""

    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


class FinisherPosition(str, enum.Enum):
    """Where the rival must be (CW-SHEET-21)."""

    KNOCKED_DOWN = "knocked_down"
    ON_ROPES = "on_ropes"
    BACK_TURNED = "back_turned"
    IN_CORNER = "in_corner"


class Flag:
    """Words of `Fighter.flags`."""

    RESTING: Final = "resting"
    IN_TIEUP: Final = "in_tieup"
    IN_MELEE: Final = "in_melee"
    SUBMITTED: Final = "submitted"
    SUBMITTING: Final = "submitting"
    HOLDING: Final = "holding"
    PINNED: Final = "pinned"
    PINNING: Final = "pinning"
    FINISHER_ACTIVE: Final = "finisher_active"
    SLOT_LOST: Final = "slot_lost"


@dataclass(frozen=True)
class Player:
    """A person; palms are measured with his own hand (CW-MOVE-02)."""

    id: str
    name: str = ""
    palm_mm: float | None = None
    half_palm_mm: float | None = None


@dataclass(frozen=True)
class Pose:
    """Where a figure stands on the table; frame as in the tracks."""

    x_mm: float | None = None
    y_mm: float | None = None
    facing_deg: float | None = None
    source: str = "manual"
    confidence: float = 1.0


@dataclass(frozen=True)
class Finisher:
    """The finisher of a sheet and what became of it.

    Attributes:
        kind: `strike` or `submission`, only where the sheet must say so (DEC-09).
        active_until: first turn in which it works no more.
        target: the right rival.
        waits: the finisher attack has still to be made.
        bonus: the +3 is in force.
    """

    name: str = ""
    position: FinisherPosition | None = None
    kind: str | None = None
    spent: bool = False
    active_until: int | None = None
    target: str | None = None
    waits: bool = False
    bonus: bool = False


@dataclass(frozen=True)
class Hold:
    """A Suplex or Submission, on both fighters.

    Attributes:
        role: `holder` or `held`.
        successes: k of CW-SUB-11.
    """

    kind: str
    partner: str
    role: str
    since_turn: int
    successes: int = 1


@dataclass(frozen=True)
class Pin:
    """A pin that is being counted, on both fighters."""

    partner: str
    count: int
    due_turn: int


@dataclass(frozen=True)
class Parity:
    """An extra Combat die against `partner` in `turn` (CW-COUNTER-08)."""

    partner: str
    turn: int


@dataclass(frozen=True)
class Fighter:
    """One figure: its sheet, its state, and what it did this turn."""

    id: str
    player: str = ""
    name: str = ""
    clay_colour: str = ""
    team: str | None = None
    class_: ClayClass | None = None
    main: Mapping[str, int] = field(default_factory=dict)
    combat_abilities: Mapping[str, int] = field(default_factory=dict)
    title_points: Mapping[str, int] = field(default_factory=dict)
    wounds: Mapping[str, int] = field(default_factory=dict)
    carry_malus: Mapping[str, int] = field(default_factory=dict)
    finisher: Finisher = Finisher()
    stamina: int = STAMINA_AT_THE_BELL
    zone: Zone = Zone.RING
    posture: Posture = Posture.STANDING
    flags: frozenset[str] = frozenset()
    pose: Pose = Pose()
    knocked_down_turn: int | None = None
    lying_until: int | None = None
    ko_turns: int = 0
    ringside_turns: int = 0
    hold: Hold | None = None
    pin: Pin | None = None
    counter_loss: int = 0
    parity_die: Parity | None = None
    forced_rest_turn: int | None = None
    post_since: int | None = None
    out_until: int | None = None
    out_zone: Zone = Zone.RING
    # this turn only
    has_acted: bool = False
    has_moved: bool = False
    has_attacked: bool = False
    attack_targets: tuple[str, ...] = ()
    last_targets: tuple[str, ...] = ()
    defences_used: int = 0
    pin_used: bool = False
    speed_spent: int = 0
    facing_used: bool = False
    back_step_used: bool = False
    move_closed: bool = False
    forward_palms: float = 0.0
    escaped_from: tuple[str, ...] = ()
    may_not_attack: bool = False
    downed_attacks_taken: int = 0
    downed_by: tuple[str, ...] = ()
    carry_palms: float = 0.0
    extra_attack: bool = False
    jumped: bool = False
    stepped: bool = False
    stood_beside: tuple[str, ...] = ()
    stood_up: bool = False
    below_zero: bool = False
    rest_gain: int | None = None


TURN_FIELDS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "has_acted": False,
        "has_moved": False,
        "has_attacked": False,
        "attack_targets": [],
        "defences_used": 0,
        "pin_used": False,
        "speed_spent": 0,
        "facing_used": False,
        "back_step_used": False,
        "move_closed": False,
        "forward_palms": 0.0,
        "escaped_from": [],
        "may_not_attack": False,
        "downed_attacks_taken": 0,
        "downed_by": [],
        "carry_palms": 0.0,
        "extra_attack": False,
        "jumped": False,
        "stood_beside": [],
        "stood_up": False,
        "below_zero": False,
        "rest_gain": None,
    }
)
"""What start of turn clears, as plain data."""


@dataclass(frozen=True)
class Group:
    """A tie-up (two) or melee (more) of this turn.

    Attributes:
        left: members who escaped or were moved away; nothing binds them any more.
        worst: who may not attack (CW-MELEE-03).
    """

    members: tuple[str, ...]
    kind: str
    order: tuple[str, ...] = ()
    worst: str | None = None
    left: tuple[str, ...] = ()


@dataclass(frozen=True)
class Attack:
    """An attack, or what follows from one, that waits for something.

    Attributes:
        kind: `strike`, `whip`, `suplex`, `suplex_hold`, `submission`, `submission_hold`, `throw`, `jump`, `pin`.
        successes: ordinary ones that still count.
        crits: sixes that still count.
        threshold: 3 or 4: what an attack or defence die needs here.
        defended: a defence was tried.
        returned: a returned blow, whip or hold: no defence (DEC-73).
        finisher: made as the finisher.
        free: no action of the turn (a rebound strike, a returned blow).
        palms: of a whip; `travelled` of them were used up on the way.
        obstacle: the fighter in the way.
        chooser: who decides at the ropes; later the side that gets the extra die of the clash.
        winner: of the clash.
        to: zone where a thrown or jumping body lands.
        passed: those who dodged this body or were hit by it already.
        direction_deg: of the run.
        wounds: a wound roll is due.
    """

    kind: str
    attacker: str
    defender: str
    stage: Stage
    successes: int = 0
    crits: int = 0
    threshold: int = 4
    defended: bool = False
    returned: bool = False
    finisher: bool = False
    free: bool = False
    charge: bool = False
    palms: int = 0
    travelled: float = 0.0
    need: int = 0
    obstacle: str | None = None
    chooser: str | None = None
    winner: str | None = None
    to: str | None = None
    direction: str | None = None
    direction_deg: float | None = None
    way_back: bool = False

    @property
    def net(self) -> int:
        return self.successes + self.crits


@dataclass(frozen=True)
class Asked:
    """A fact that a command lacked; the command is given again when it is answered."""

    question: str
    about: tuple[str, ...]
    command: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class Turn:
    """The running turn (section 3.3)."""

    groups: tuple[Group, ...] = ()
    group_order: tuple[int, ...] = ()
    order: tuple[str, ...] = ()
    initiative: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    late_lying: tuple[str, ...] = ()
    active: str | None = None
    pending: tuple[Attack, ...] = ()
    snapshot_ringside: tuple[str, ...] = ()
    snapshot_unconscious: tuple[str, ...] = ()
    checks_due: tuple[str, ...] = ()
    pins_due: tuple[str, ...] = ()
    holds_due: tuple[str, ...] = ()
    initiative_rolled: bool = False
    late_rolled: bool = False
    asked: Asked | None = None
    landing: Mapping[str, str] = field(default_factory=dict)
    dq_ruled: Mapping[str, bool] = field(default_factory=dict)


ALL: Final = "*"


@dataclass(frozen=True)
class Facts:
    """What the table shows: from the camera or told by the referee (section 6).

    Attributes:
        adjacent: pairs, each in alphabetical order.
        behind: `(a, b)`: a is behind b.
        unsure: for each fact the fighters it is not known for; `*` stands for everybody.
        told: what was answered about figures that are unsure otherwise: `(fact, name)` or `(fact, name, name)`.
        manual: facts that the referee gave; the camera does not overrule them for the figures in `stood`.
        stood: for each of them whom it was told of, and where the camera saw each then (`held.Place`).
        conflicts: facts on which the camera has already disagreed.
    """

    adjacent: tuple[tuple[str, str], ...] = ()
    near_ropes: tuple[str, ...] = ()
    near_post: tuple[str, ...] = ()
    behind: tuple[tuple[str, str], ...] = ()
    unsure: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    told: tuple[tuple[str, ...], ...] = ()
    manual: tuple[str, ...] = ()
    stood: Mapping[str, Mapping[str, tuple[float, ...]]] = field(default_factory=dict)
    conflicts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Team:
    """A team and who may attack for it (DEC-25); None: the referee must say."""

    members: tuple[str, ...]
    legal: str | None = None


@dataclass(frozen=True)
class Elimination:
    """Who left the match, why and when."""

    fighter: str
    cause: str
    turn: int


@dataclass(frozen=True)
class Match:
    """The whole state (section 3.2).

    Attributes:
        profile_name_es: of the house rules, where they have one of their own in Spanish.
        fighters: everybody registered, in table order.
        roster: the fighters of the match; empty before `start_match`.
        live: a match at a real table, not one of a bout script.
        strict: the order of the turn is enforced and unknown facts are asked: a live match, once it has started. Bout
            scripts leave both open (section 7, "order not enforced", "facts during a case").
        review: the match as it was when a review was opened.
    """

    id: str = ""
    mode: Mode = Mode.WRESTLING_MATCH
    flags: Mapping[str, bool] = field(default_factory=dict)
    profile: Mapping[str, Value] = field(default_factory=dict)
    profile_name: str = "classic"
    profile_name_es: str = ""
    players: Mapping[str, Player] = field(default_factory=dict)
    fighters: Mapping[str, Fighter] = field(default_factory=dict)
    roster: tuple[str, ...] = ()
    teams: Mapping[str, Team] = field(default_factory=dict)
    turn_no: int = 0
    phase: Phase = Phase.SETUP
    falls: Mapping[str, int] = field(default_factory=dict)
    eliminated: tuple[Elimination, ...] = ()
    clock_s: float = 0.0
    sudden_death: bool = False
    winner: str | None = None
    ending: str | None = None
    turn: Turn = Turn()
    facts: Facts = Facts()
    live: bool = False
    strict: bool = False
    stepped_off: tuple[str, ...] = ()
    sculpting: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    review: "Match | None" = None

    @property
    def in_play(self) -> tuple[Fighter, ...]:
        """Fighters of the match who are not out, in table order."""
        return tuple(f for name in self.roster if (f := self.fighters[name]).zone is not Zone.OUT)

    @property
    def over(self) -> bool:
        return self.winner is not None


def changed(value: T, **changes: Any) -> T:
    """A copy with some fields changed; the quick form of `dataclasses.replace` for the classes of this file."""
    copy = object.__new__(type(value))
    copy.__dict__.update(value.__dict__)
    copy.__dict__.update(changes)
    return copy


def with_fighter(match: Match, name: str, **changes: Any) -> Match:
    """`match` with one fighter changed."""
    return changed(match, fighters={**match.fighters, name: changed(match.fighters[name], **changes)})


def pair(one: str, other: str) -> tuple[str, str]:
    """Two names in alphabetical order."""
    return (one, other) if one <= other else (other, one)


def _known(cls: type[T]) -> Callable[[Any], T]:
    """A reader of `cls` from plain data; quicker than the codec, which journalled values have already passed."""
    names = {item.name for item in fields(cls)}  # type: ignore[arg-type]  # only dataclasses come here
    readers = {name: reader for name, reader in _NESTED.get(cls, {}).items() if name in names}

    def read(data: Any) -> T:
        if isinstance(data, Mapping):
            return cls(**{key: readers[key](item) if key in readers else item for key, item in data.items()})
        return data  # type: ignore[no-any-return]  # already a value of this class

    return read


def _maybe(reader: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda data: None if data is None else reader(data)


def _each(reader: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    return lambda data: tuple(reader(item) for item in data)


def _mapped(reader: Callable[[Any], Any]) -> Callable[[Any], Mapping[str, Any]]:
    return lambda data: {key: reader(item) for key, item in data.items()}


_NESTED: dict[type, dict[str, Callable[[Any], Any]]] = {
    Finisher: {"position": _maybe(FinisherPosition)},
    Attack: {"stage": Stage},
    Group: {"members": tuple, "order": tuple, "left": tuple},
    Asked: {"about": tuple},
    Team: {"members": tuple},
}

FIGHTER_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "class_": _maybe(ClayClass),
    "finisher": _known(Finisher),
    "zone": Zone,
    "out_zone": Zone,
    "posture": Posture,
    "flags": frozenset,
    "pose": _known(Pose),
    "hold": _maybe(_known(Hold)),
    "pin": _maybe(_known(Pin)),
    "parity_die": _maybe(_known(Parity)),
    "attack_targets": tuple,
    "last_targets": tuple,
    "escaped_from": tuple,
    "downed_by": tuple,
    "stood_beside": tuple,
}
"""How a fighter's fields are read from plain data; the others are plain already."""

TURN_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "groups": _each(_known(Group)),
    "group_order": tuple,
    "order": tuple,
    "initiative": tuple,
    "late": tuple,
    "late_lying": tuple,
    "pending": _each(_known(Attack)),
    "snapshot_ringside": tuple,
    "snapshot_unconscious": tuple,
    "checks_due": tuple,
    "pins_due": tuple,
    "holds_due": tuple,
    "asked": _maybe(_known(Asked)),
}

FACT_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "adjacent": _each(tuple),
    "behind": _each(tuple),
    "told": _each(tuple),
    "near_ropes": tuple,
    "near_post": tuple,
    "manual": tuple,
    "conflicts": tuple,
    "unsure": _mapped(tuple),
    "stood": _mapped(_mapped(tuple)),
}

MATCH_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "mode": Mode,
    "phase": Phase,
    "roster": tuple,
    "teams": _mapped(_known(Team)),
    "players": _mapped(_known(Player)),
    "eliminated": _each(_known(Elimination)),
    "stepped_off": tuple,
    "notes": tuple,
}


def read_changes(readers: Mapping[str, Callable[[Any], Any]], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Plain changes as an event carries them, as values of the model."""
    return {key: readers[key](item) if key in readers else item for key, item in changes.items()}


def plain_changes(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Changes as an event carries them."""
    return {key: encode(value) for key, value in changes.items()}
