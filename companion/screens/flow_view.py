"""The evening before the bell as values: what each step of the flow shows. Pure; the app fills it in."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.kernel.text import Text
from companion.screens.view_model import Chip, RingPicture, TimerView


class Step(enum.Enum):
    """The steps of an evening, in their order; each may be skipped and come back to."""

    SHOW = "show"
    FIGHTERS = "fighters"
    SCULPTING = "sculpting"
    PALMS = "palms"
    WEIGH_IN = "weigh_in"
    MODE = "mode"
    PLACES = "places"
    BELL = "bell"


STEPS: Final = tuple(Step)
STEP_NAMES: Final[Mapping[Step, Text]] = {
    Step.SHOW: Text("Show", "Velada"),
    Step.FIGHTERS: Text("Fighters", "Luchadores"),
    Step.SCULPTING: Text("Sculpting", "Modelado"),
    Step.PALMS: Text("Palms", "Palmos"),
    Step.WEIGH_IN: Text("Weigh-in", "Pesaje"),
    Step.MODE: Text("Mode and rules", "Modo y reglas"),
    Step.PLACES: Text("Places", "Puestos"),
    Step.BELL: Text("Bell", "Campana"),
}
OPEN, CLOSED = "open", "closed"
"""The two measures of a hand: the palm, and the half palm of a hand with closed fingers (CW-MOVE-02, -03)."""


@dataclass(frozen=True, slots=True)
class FighterRow:
    """One registered fighter.

    Attributes:
        colour: the clay's name on the sheet.
        klass: key of the class ruled on, or empty.
        picture: the figure as the camera sees it now.
        height: how high it is, as given or as the camera saw it for sure; None without a camera.
        sheet: main, combat abilities and finisher, as `register_fighter` takes them again.
        placed: where he stands is known; `seen`: only by the camera, nobody has taken the place yet.
    """

    id: str
    name: str
    player: str
    chip: Chip
    colour: str = ""
    klass: str = ""
    height: Text | None = None
    picture: RingPicture | None = None
    sheet: Mapping[str, object] = field(default_factory=dict)
    placed: bool = False
    seen: bool = False


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A person at the table and the measures of her hand."""

    id: str
    name: str
    palm_mm: float | None = None
    half_palm_mm: float | None = None

    @property
    def derived_half_mm(self) -> float | None:
        """What counts for a closed hand that nobody has measured: half the open one (DEC-42)."""
        return self.palm_mm / 2 if self.half_palm_mm is None and self.palm_mm is not None else None


@dataclass(frozen=True, slots=True)
class PalmValue:
    """A measure that waits for player and referee.

    Attributes:
        kind: `open` or `closed`.
        spread_mm: between the frames; 0 for one that was clicked or typed.
        how: `camera`, `clicks` or `typed`.
        question: unusual: asked once more before it counts.
    """

    kind: str
    mm: float
    spread_mm: float = 0.0
    frames: int = 1
    how: str = "camera"
    question: Text | None = None


@dataclass(frozen=True, slots=True)
class PalmView:
    """The palm that is being measured.

    Attributes:
        picture: the mat from above, or the camera's own picture where there is no scale.
        points: ends of the palm in the newest picture, as shares of its width and height.
        clicks: points given on the frozen picture so far.
        progress: 0..1 towards the frames that are due.
        by_hand: the manual way is what counts now; it is shown large.
        scale: clicks on the picture have millimetres.
        values: what is measured and not stored yet.
    """

    picture: RingPicture | None = None
    points: tuple[tuple[float, float], ...] = ()
    clicks: tuple[tuple[float, float], ...] = ()
    advice: Text | None = None
    progress: float = 0.0
    by_hand: bool = False
    scale: bool = False
    values: tuple[PalmValue, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowFacts:
    """The show file, what came before, and whether the match of now is over."""

    name: str
    match_no: int
    events: int
    results: tuple[Text, ...] = ()
    over: bool = False


@dataclass(frozen=True, slots=True)
class FlowView:
    """Everything that the flow shows of the evening.

    Attributes:
        done: steps that nothing is missing in.
        started: the mode is chosen and the fighters are fixed; `ringing`: the first turn has begun.
        flags: the ways of winning of a match that is started.
        sculpted: the sculpting clock of the table has been ended.
        learn_later: there is a camera, and not every figure is learned: who sculpts now learns them afterwards.
        presets: by mode, which ways of winning it comes with.
        most: by mode, how many fighters it holds.
        house: the house rules that differ from the book, in words.
        stale: the camera has shown nothing new for a while; what it saw is no longer what is there.
        finisher_kinds: a house rule wants on the sheet what kind of attack a finisher is (DEC-09).
        warnings: of clays that will be taken for each other, or are not those that the camera has learned.
        hints: told beside them, as in the set-up: nobody need do anything for them.
        learned: what the figures of the table file may be made of, by name, as a sheet takes them; under "" the clays
            of those that have no name.
        nobodys: names of learned figures that are no fighter's yet: a new sheet begins with the first.
    """

    done: frozenset[Step]
    show: ShowFacts
    fighters: tuple[FighterRow, ...] = ()
    players: tuple[PlayerRow, ...] = ()
    palm: PalmView = field(default_factory=PalmView)
    clock: TimerView | None = None
    warnings: tuple[Text, ...] = ()
    hints: tuple[Text, ...] = ()
    camera: bool = False
    mode: str = ""
    flags: Mapping[str, bool] = field(default_factory=dict)
    presets: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)
    most: Mapping[str, int] = field(default_factory=dict)
    house: tuple[Text, ...] = ()
    stale: bool = False
    finisher_kinds: bool = False
    started: bool = False
    ringing: bool = False
    sculpted: bool = False
    learn_later: bool = False
    learned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    nobodys: tuple[str, ...] = ()

    @property
    def next_step(self) -> Step:
        """The first step in which something is missing."""
        return next((one for one in STEPS if one not in self.done), Step.BELL)
