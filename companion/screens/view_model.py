"""What the two screens show, as values: no pygame, no clock, no game.

Builders make these from a game's state (`clay_view.py`, `plain_view.py`); `referee.py` and `crowd.py` draw them. All
positions are millimetres from the ring centre, x right, y away from the south side; angles are degrees, 0 = +x,
counter-clockwise (the one frame of the product).
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.kernel.text import Text
from companion.kernel.timers import Timer
from companion.screens.sheet_form import SheetForm

if TYPE_CHECKING:
    from companion.screens.flow_state import FlowUi
    from companion.screens.flow_view import FlowView

Rgb = tuple[int, int, int]

ROPES_A_SIDE = 3
SIDES = ("south", "east", "north", "west")
POSTS = ("sw", "se", "ne", "nw")
LIGHT_ZONES = len(SIDES) * ROPES_A_SIDE + len(POSTS)
"""Lights picture: 12 ropes (south, east, north, west; lowest first), then the posts sw, se, ne, nw."""


class Tone(enum.Enum):
    """How good a piece of news is; drawn as colour and as a sign."""

    GOOD = "good"
    WARN = "warn"
    BAD = "bad"
    OFF = "off"


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
class FighterView:
    """One fighter, or one seat of a card game.

    Attributes:
        place: position in the initiative order from 1; None before the roll.
        die: the face rolled for initiative.
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
    acted: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True)
class MapFigure:
    """A figure on the ring map. `facing_deg` is None where unknown."""

    id: str
    chip: Chip
    x_mm: float
    y_mm: float
    facing_deg: float | None = None
    radius_mm: float = 22.0
    lying: bool = False
    held: bool = False
    uncertain: bool = False
    active: bool = False
    card: CardColour | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """Two figures that belong together: tie-up, melee, hold, submission, pin."""

    a: str
    b: str
    kind: str


@dataclass(frozen=True, slots=True)
class Ghost:
    """Where a proposal would put a figure, and where it came from."""

    chip: Chip
    x_mm: float
    y_mm: float
    from_x_mm: float
    from_y_mm: float
    number: int


@dataclass(frozen=True, slots=True)
class Reach:
    """Circles of the acting player's own palms round a place, innermost first."""

    x_mm: float
    y_mm: float
    radii_mm: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class RingPicture:
    """The camera's picture of the ring area seen from above, ringside included, north up; rows of RGB bytes."""

    width_px: int
    height_px: int
    rgb: bytes


@dataclass(frozen=True, slots=True)
class RingMap:
    """The ring from above.

    Attributes:
        size_mm: mat, width (x) and depth (y).
        zone_mm: how near is "near the ropes" and "near a post".
        lights: 16 zones as `LIGHT_ZONES` orders them, or none.
    """

    size_mm: tuple[float, float]
    ringside_mm: float = 250.0
    figures: tuple[MapFigure, ...] = ()
    links: tuple[Link, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    reach: Reach | None = None
    zone_mm: float = 0.0
    lights: tuple[Rgb, ...] = ()
    picture: RingPicture | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """Something that may be asked for now; numbered in the order of the list.

    Attributes:
        command, parameters: what is sent when it is taken; `parameters` as the offer knows them.
        dice: `3d6`, or empty.
        needs: parameters a person must still give.
        children: targets or variants behind one label; the chosen child is what is sent.
    """

    label: Text
    command: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    actor: str = ""
    legal: bool = True
    reason: Text | None = None
    rule: str = ""
    odds: float | None = None
    odds_of: Text | None = None
    dice: str = ""
    needs: tuple[str, ...] = ()
    children: tuple["Action", ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """The question that is open now."""

    question: Text
    rule: str
    owners: tuple[str, ...]
    options: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class DiceDue:
    """Dice to throw: how many, which, what counts, and what has been typed so far.

    Attributes:
        here: whether the program may roll them; a real die that fell badly is thrown again by hand.
    """

    count: int
    sides: int
    purpose: Text
    rule: str = ""
    counts_as: Text | None = None
    typed: str = ""
    problem: Text | None = None
    here: bool = True


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice that the program rolled, on disk since `at_ms`."""

    faces: tuple[int, ...]
    sides: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A value that a person types: palms, degrees, a name."""

    label: Text
    typed: str = ""
    unit: Text | None = None
    problem: Text | None = None
    letters: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the camera saw and proposes; `action` is what editing it starts from."""

    number: int
    text: Text
    confidence: float
    action: "Action | None" = None


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One line of the play-by-play; `seq` is the journal's number."""

    seq: int
    text: Text
    clock: str = ""
    by: str = ""
    undone: bool = False


@dataclass(frozen=True, slots=True)
class ActLine:
    """A command that counts; `index` is its place among them, from 0."""

    index: int
    text: Text


@dataclass(frozen=True, slots=True)
class PastView:
    """The journal browser.

    Attributes:
        at: index of the command that is looked at.
        preview: what follows from `edit`.
        edit: what is about to be done: `remove`, `cut`, `change` or `insert`; empty while one only looks.
    """

    at: int
    acts: tuple[ActLine, ...]
    preview: tuple[Text, ...] = ()
    edit: str = ""


class Part(enum.Enum):
    """The parts whose health is always shown."""

    CAMERA = "camera"
    LIGHTS = "lights"
    CROWD = "crowd"
    DISK = "disk"


@dataclass(frozen=True, slots=True)
class HealthItem:
    """One part, how it is and in words."""

    part: Part
    tone: Tone
    text: Text


@dataclass(frozen=True, slots=True)
class TimerView:
    """A clock; what it shows is worked out at drawing time from a monotonic `now_ms`."""

    label: Text
    timer: Timer


class MomentKind(enum.Enum):
    """What fills the crowd board for a moment."""

    PIN = "pin"
    KNOCK_OUT = "knock_out"
    FINISHER = "finisher"
    ELIMINATED = "eliminated"
    SUBMISSION = "submission"
    BELL = "bell"
    WINNER = "winner"


@dataclass(frozen=True, slots=True)
class Moment:
    """A big moment.

    Attributes:
        count: of a pin, 1 to 3; 0 for the rest.
        at_ms: when it happened, on the clock that `now_ms` of the drawing uses.
    """

    kind: MomentKind
    title: Text
    subject: str = ""
    chip: Chip | None = None
    count: int = 0
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """How it ended."""

    title: Text
    detail: Text | None = None
    winners: tuple[str, ...] = ()
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence from the program: a refusal, a loss, a help."""

    tone: Tone
    text: Text
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """Something asked across the whole screen; the first answer is the safe one."""

    text: Text
    answers: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A titled list, for what has no drawing of its own."""

    title: Text
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class RefereeView:
    """Everything on the referee screen.

    Attributes:
        fighters: in initiative order, those without a place last.
        trail: labels of the menu that has been walked into (`Strike`), outermost first.
        cursor: key of the choice that the arrows stand on.
        page, action_page: which page of fighters and of choices is shown, from 0.
        reduced_motion, muted, light_hall: switches, shown as they are.
        show_keys: the key map lies over the screen.
        form: a sheet that is being filled in.
        acts: the commands that count, oldest first, for the journal browser.
        past: the journal browser, when it is open.
        rolled: the dice that were rolled here last; shown for a moment.
        evening: what the flow before the bell shows, while it is open or nothing has begun; None for other games.
        flow: where the referee is in it; None: closed.
        unsaved: what to ask before leaving while something is only in memory (field note G-07).
    """

    title: Text
    mode: Text
    rules_note: Text | None = None
    turn_no: int | None = None
    phase: Text | None = None
    slot: Text | None = None
    fighters: tuple[FighterView, ...] = ()
    ring: RingMap | None = None
    panels: tuple[Panel, ...] = ()
    decision: Decision | None = None
    actions: tuple[Action, ...] = ()
    trail: tuple[Text, ...] = ()
    dice: DiceDue | None = None
    entry: Entry | None = None
    proposals: tuple[Proposal, ...] = ()
    journal: tuple[JournalLine, ...] = ()
    health: tuple[HealthItem, ...] = ()
    timers: tuple[TimerView, ...] = ()
    ending: Ending | None = None
    notice: Notice | None = None
    question: Question | None = None
    unsaved: Text | None = None
    review: bool = False
    can_undo: int = 0
    can_redo: int = 0
    page: int = 0
    action_page: int = 0
    cursor: str | None = None
    reduced_motion: bool = False
    muted: bool = False
    light_hall: bool = False
    show_keys: bool = False
    form: SheetForm | None = None
    acts: tuple[ActLine, ...] = ()
    past: PastView | None = None
    rolled: Rolled | None = None
    evening: "FlowView | None" = None
    flow: "FlowUi | None" = None


@dataclass(frozen=True, slots=True)
class CrowdView:
    """Everything on the crowd board: public facts only.

    Attributes:
        headline: the last thing that happened.
        silent_ms: how long the match has not been heard of; over 3000 the board says so (field note G-09).
        identify: the display's number, shown big while displays are told apart.
    """

    title: Text
    mode: Text
    turn_no: int | None = None
    phase: Text | None = None
    slot: Text | None = None
    fighters: tuple[FighterView, ...] = ()
    ring: RingMap | None = None
    headline: Text | None = None
    moment: Moment | None = None
    timers: tuple[TimerView, ...] = ()
    ending: Ending | None = None
    review: bool = False
    silent_ms: int = 0
    identify: int | None = None
    reduced_motion: bool = False
    light_hall: bool = False
