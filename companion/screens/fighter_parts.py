"""What the screens show of a fighter, or of a seat of a card game, as values. Pure."""

import enum
from dataclasses import dataclass

from companion.kernel.text import Text

Rgb = tuple[int, int, int]


class Pattern(enum.Enum):
    """What is printed on a fighter's chip, so that colour never stands alone (field note G-10)."""

    SOLID = "solid"
    STRIPES = "stripes"
    DOTS = "dots"
    CROSS = "cross"
    RING = "ring"
    HALVES = "halves"
    BARS = "bars"
    CHECKS = "checks"


class CardColour(enum.Enum):
    """The cardboard cards of the rulebook; each has its own shape besides."""

    RED = "red"
    GREEN = "green"
    YELLOW = "yellow"


@dataclass(frozen=True, slots=True)
class Chip:
    """A fighter's sign: clay colour, letter, pattern."""

    rgb: Rgb
    letter: str
    pattern: Pattern = Pattern.SOLID


@dataclass(frozen=True, slots=True)
class StatusCard:
    """A card lying beside a figure."""

    colour: CardColour
    word: Text


@dataclass(frozen=True, slots=True)
class Gauge:
    """Stamina as the rulebook counts it.

    Attributes:
        low: where a fighter is out cold (-10).
        high: the most that the bar can show.
        tired_at: at this value or below the fatigue rule holds.
    """

    value: int
    low: int
    high: int
    tired_at: int


@dataclass(frozen=True, slots=True)
class Reason:
    """One modifier of an ability."""

    amount: int
    rule: str
    source: Text


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability as the sheet has it, as it counts now, and why."""

    key: str
    name: Text
    sheet: int
    now: int
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """A count that ends badly when it is full: ringside, knock-out, pin."""

    label: Text
    value: int
    limit: int


class FinisherState(enum.Enum):
    """What can still be done with the finisher."""

    READY = "ready"
    ACTIVE = "active"
    SPENT = "spent"


@dataclass(frozen=True, slots=True)
class Finisher:
    """The sheet's finisher."""

    name: str
    position: Text
    state: FinisherState


@dataclass(frozen=True, slots=True)
class Fact:
    """A labelled value, for games without stamina."""

    label: Text
    value: Text


@dataclass(frozen=True, slots=True)
class Panel:
    """A titled list, for what has no drawing of its own."""

    title: Text
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class FighterView:
    """One fighter, or one seat of a card game.

    Attributes:
        place: position in the initiative order from 1; None before the roll.
        die: the face rolled for initiative.
        stance: a posture that the crowd should know and no card tells: on the post, held, lying.
        partners: names of those in the same tie-up or melee.
        group: letter of the tie-up or melee he stands in.
        facts: shown instead of stamina where there is none.
    """

    id: str
    name: str
    chip: Chip
    player: str = ""
    klass: Text | None = None
    team: str | None = None
    gauge: Gauge | None = None
    posture: Text | None = None
    flags: tuple[Text, ...] = ()
    card: StatusCard | None = None
    abilities: tuple[Ability, ...] = ()
    die: int | None = None
    place: int | None = None
    wounds: tuple[Text, ...] = ()
    counter_loss: int = 0
    finisher: Finisher | None = None
    counts: tuple[Count, ...] = ()
    facts: tuple[Fact, ...] = ()
    group: str | None = None
    active: bool = False
    stance: Text | None = None
    partners: tuple[str, ...] = ()
    acted: bool = False
    out: bool = False
