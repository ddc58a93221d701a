"""Where the referee is in the evening's flow, and what its pages ask the app for, as values. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.kernel.text import Text
from companion.screens.flow_view import Step

FIRST_STRIDE = 1 / 16
"""The cross on the frozen picture begins with steps of this share of it; each turn back halves them."""


@dataclass(frozen=True, slots=True)
class FlowUi:
    """The referee's place in the flow.

    Attributes:
        step: None: the first step in which something is missing.
        at: the fighter or player that the keys go to; empty: the first who lacks something.
        typed: digits of a palm.
        kind: `open` or `closed` where the referee chose; empty: what is missing.
        children: players whose hands are children's.
        frozen: the picture stands still for two clicks; `pointed`: the first one is given.
        cross: the keyboard's pointer on it, shares of width and height.
        asked: an unusual palm was told once; the next Enter takes it.
        flags: ways of winning that differ from the mode's own.
        out: fighters that do not take part; `blue`: those of the second team.
    """

    step: Step | None = None
    at: str = ""
    typed: str = ""
    kind: str = ""
    children: frozenset[str] = frozenset()
    frozen: bool = False
    pointed: bool = False
    cross: tuple[float, float] = (0.5, 0.5)
    stride: float = FIRST_STRIDE
    way: str = ""
    asked: bool = False
    mode: str = ""
    flags: Mapping[str, bool] = field(default_factory=dict)
    out: frozenset[str] = frozenset()
    blue: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class MeasureByHand:
    """A palm that was typed (`text`), or one of the two points of one (`at`, shares of the shown picture)."""

    kind: str
    text: str = ""
    at: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class MeasureAgain:
    """Forget what was measured and is not stored, and begin anew; or only the point that was given."""

    points_only: bool = False


@dataclass(frozen=True, slots=True)
class TakePalm:
    """Player and referee agree on what was measured for this player: store it."""

    player: str


@dataclass(frozen=True, slots=True)
class Sculpting:
    """The sculpting clock: `start`, `pause`, `more` (a minute) or `end`."""

    what: str


@dataclass(frozen=True, slots=True)
class PlaceAsSeen:
    """Take the places where the camera sees the figures."""


@dataclass(frozen=True, slots=True)
class NextMatch:
    """Begin a new match in the same show.

    Attributes:
        game: empty: of the same game.
    """

    game: str = ""


@dataclass(frozen=True, slots=True)
class ClaysAgreed:
    """The weigh-in is held: everybody's clay is the one on the sheet, and no two are taken for each other."""


@dataclass(frozen=True, slots=True)
class OpenSheet:
    """Fill in a new character sheet, or correct that of `fighter`."""

    fighter: str = ""


@dataclass(frozen=True, slots=True)
class Tell:
    """A key that does nothing here says why."""

    text: Text


FlowRequest = MeasureByHand | MeasureAgain | TakePalm | Sculpting | PlaceAsSeen | NextMatch | ClaysAgreed
