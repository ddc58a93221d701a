"""What the two screens show, as values: no pygame, no clock, no game.

The parts stand in `fighter_parts`, `ring_parts` and `menu_parts`; this is their one door.

Builders make these from a game's state (`clay_view.py`, `plain_view.py`); `referee.py` and `crowd.py` draw them. All
positions are millimetres from the ring centre, x right, y away from the south side; angles are degrees, 0 = +x,
counter-clockwise (the one frame of the product).
"""

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.kernel.text import Text
from companion.kernel.timers import Timer
from companion.screens.card_parts import Board
from companion.screens.fighter_parts import (
    Ability,
    CardColour,
    Chip,
    Count,
    Fact,
    FighterView,
    Finisher,
    FinisherState,
    Gauge,
    Panel,
    Pattern,
    Reason,
    Rgb,
    StatusCard,
)
from companion.screens.menu_parts import (
    Action,
    ActLine,
    Decision,
    DiceDue,
    Entry,
    JournalLine,
    Notice,
    PastView,
    Proposal,
    Question,
    Rolled,
    Thrown,
    Tone,
)
from companion.screens.ring_parts import (
    LIGHT_ZONES,
    POSTS,
    ROPES_A_SIDE,
    SIDES,
    Ghost,
    Link,
    MapFigure,
    Reach,
    RingMap,
    RingPicture,
)
from companion.screens.sheet_form import SheetForm

if TYPE_CHECKING:
    from companion.screens.flow_state import FlowUi
    from companion.screens.flow_view import FlowView

__all__ = [
    "LIGHT_ZONES",
    "POSTS",
    "ROPES_A_SIDE",
    "SIDES",
    "Ability",
    "ActLine",
    "Action",
    "Board",
    "CardColour",
    "Chip",
    "Count",
    "CrowdView",
    "Decision",
    "DiceDue",
    "Ending",
    "Entry",
    "Fact",
    "FighterView",
    "Finisher",
    "FinisherState",
    "Gauge",
    "Ghost",
    "HealthItem",
    "JournalLine",
    "Link",
    "MapFigure",
    "Moment",
    "MomentKind",
    "Notice",
    "Panel",
    "Part",
    "PastView",
    "Pattern",
    "Proposal",
    "Question",
    "Reach",
    "Reason",
    "RefereeView",
    "Rgb",
    "RingMap",
    "RingPicture",
    "Rolled",
    "StatusCard",
    "Thrown",
    "TimerView",
    "Tone",
]


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
    """A clock; what it shows is worked out at drawing time from a monotonic `now_ms`.

    Attributes:
        counts: a countdown that is counted aloud, from 1 to so many; 0: it shows its time.
    """

    label: Text
    timer: Timer
    counts: int = 0


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
        count_ms: the count is reached in so long, number by number; 0: it is there at once.
        at_ms: when it happened, on the clock that `now_ms` of the drawing uses.
    """

    kind: MomentKind
    title: Text
    subject: str = ""
    chip: Chip | None = None
    count: int = 0
    at_ms: int = 0
    count_ms: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """How it ended."""

    title: Text
    detail: Text | None = None
    winners: tuple[str, ...] = ()
    chips: tuple[Chip, ...] = ()


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
        board: a card game's table, drawn instead of fighters, ring and panels.
        reason: why the referee rules, while a list of rulings is open.
        picking: several choices are taken one after the other; Enter ends.
        after: what may be done once the match is over, where no page of the evening offers it.
        summary: results of the show for G; `summed_up`: they are looked at.
        form: a sheet that is being filled in.
        undoes: what an undo would take back.
        acts: the commands that count, oldest first, for the journal browser.
        past: the journal browser, when it is open.
        rolled: the dice that were rolled here last; shown for a moment.
        lying: the dice of the attack that waits for an answer: they stand beside the answer's own.
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
    board: Board | None = None
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
    undoes: Text | None = None
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
    lying: tuple[Thrown, ...] = ()
    evening: "FlowView | None" = None
    flow: "FlowUi | None" = None
    reason: Text | None = None
    picking: bool = False
    after: tuple[Action, ...] = ()
    summary: tuple[Panel, ...] = ()
    summed_up: bool = False


@dataclass(frozen=True, slots=True)
class CrowdView:
    """Everything on the crowd board: public facts only.

    Attributes:
        board: a card game's table, drawn instead of fighters and ring.
        headline: the last thing that happened.
        belt: what the match is for; `champion`: who holds it now, empty for nobody.
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
    board: Board | None = None
    headline: Text | None = None
    moment: Moment | None = None
    timers: tuple[TimerView, ...] = ()
    ending: Ending | None = None
    belt: str = ""
    champion: str = ""
    review: bool = False
    silent_ms: int = 0
    identify: int | None = None
    reduced_motion: bool = False
    light_hall: bool = False
