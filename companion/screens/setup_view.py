"""What a page of the guided set-up shows: plain values, made by the app, drawn by `setup_page`. Pure."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from companion.kernel.text import Text
from companion.screens.view_model import Question, Rgb, Tone

Point = tuple[float, float]
"""Pixels of the camera's picture, x right, y down; may lie outside it."""
PICTURE = "picture"
"""Target key of the live picture; a press there arrives as `click:X,Y` in the picture's own pixels."""
CLICK = "click:"
FIELD = "field:"
STEP = "step:"
READ = "f1"
"""Everything the page says in large letters; any key goes back."""


class Lamp(enum.Enum):
    """How a step stands."""

    NOT_YET = "not_yet"
    GREEN = "green"
    AMBER = "amber"
    RED = "red"
    SKIPPED = "skipped"


LAMP_WORDS: Mapping[Lamp, Text] = {
    Lamp.NOT_YET: Text("not done", "sin hacer"),
    Lamp.GREEN: Text("green", "verde"),
    Lamp.AMBER: Text("amber", "amarillo"),
    Lamp.RED: Text("red", "rojo"),
    Lamp.SKIPPED: Text("skipped", "saltado"),
}
"""How a step stands, in a word on the terminal."""


@dataclass(frozen=True, slots=True)
class StepMark:
    """One line of the list of steps."""

    id: str
    title: Text
    lamp: Lamp


@dataclass(frozen=True, slots=True)
class Told:
    """One finding or piece of advice."""

    text: Text
    tone: Tone = Tone.OFF


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be pressed.

    Attributes:
        patch: a colour that is shown beside the words.
    """

    key: str
    label: Text
    chosen: bool = False
    patch: Rgb | None = None


@dataclass(frozen=True, slots=True)
class DisplayShape:
    """A display as the page of the crowd board draws it.

    Attributes:
        number: counted from 1, as on the display itself.
        width: pixels; so is height.
        is_referee: the set-up's and the referee's window are on it.
        is_crowd: the crowd board goes there.
    """

    number: int
    width: int
    height: int
    is_referee: bool = False
    is_crowd: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that is typed.

    Attributes:
        here: the next letter goes into it.
        selected: the next letter takes the place of what stands in it.
    """

    key: str
    label: Text
    value: str
    here: bool = False
    selected: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    """A line over the picture."""

    points: tuple[Point, ...]
    rgb: Rgb
    width: float = 3.0
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """Words, or a cross where there are none, at a place of the picture."""

    at: Point
    text: Text | None
    rgb: Rgb


@dataclass(frozen=True, eq=False)
class Live:
    """The picture and what is drawn over it.

    Attributes:
        picture: array of shape (h, w, 3), BGR uint8, as the camera made it.
        index: number of the picture: the same one need not be drawn again.
        clicks: a press on it means something; then there is a rim around it, for corners outside the picture.
        magnified: the place around which a magnifier shows the picture larger.
        cells: a grid of rows of shares 0..1, drawn over the picture: where the sheet has been.
        shown: the part that matters, left, top, right, bottom, pixels: it fills the place; None for the whole picture.
    """

    picture: object
    index: int
    paths: tuple[Path, ...] = ()
    notes: tuple[Note, ...] = ()
    clicks: bool = False
    magnified: Point | None = None
    cells: tuple[tuple[bool, ...], ...] = ()
    shown: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, eq=False)
class SetupView:
    """One page.

    Attributes:
        todo: what the person does now.
        primary: what Enter does; None: nothing at this moment.
        banner: something is wrong whatever the step is (the camera).
        minutes_left: of the whole path, estimated.
        waits_for_picture: the page has one as soon as the camera gives it.
        is_reading: everything it says is shown over it in large letters.
        summary: the last page lists every step with its meaning instead of a picture.
        meanings: where no camera is needed: what each light of this step means for the match.
        displays: on the page of the crowd board.
    """

    at: str
    title: Text
    steps: tuple[StepMark, ...]
    todo: Text
    told: tuple[Told, ...] = ()
    choices: tuple[Choice, ...] = ()
    entries: tuple[Entry, ...] = ()
    live: Live | None = None
    primary: Text | None = None
    can_skip: bool = True
    can_back: bool = True
    busy: Text | None = None
    banner: Text | None = None
    minutes_left: int = 0
    question: Question | None = None
    summary: tuple[tuple[StepMark, Text], ...] = ()
    light_hall: bool = False
    waits_for_picture: bool = False
    meanings: tuple[tuple[Lamp, Text], ...] = ()
    displays: tuple[DisplayShape, ...] = ()
    is_reading: bool = False
    version: int = 0
