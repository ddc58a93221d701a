"""Where the referee is in the menu, and what the app is asked for, as values. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.kernel.amending import Edit
from companion.kernel.dice import DiceRequest
from companion.kernel.dice_calls import DiceCall, DiceRules, Fault
from companion.kernel.refusals import Refusal
from companion.kernel.text import Language, Text
from companion.screens.flow_state import FlowRequest, FlowUi
from companion.screens.needs import Need
from companion.screens.ruling_reasons import STANDING
from companion.screens.sheet_form import SheetForm
from companion.screens.view_model import Action, Notice, Panel

# -- what the app is asked for ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Give:
    """Give a command to the engine; dice that it lacks are rolled there (`method` digital) or were typed."""

    command: str
    parameters: Mapping[str, Any]
    method: str = "typed"
    calls: tuple[DiceCall, ...] = ()


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last command."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Redo:
    """Do the last one again that was taken back."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Amend:
    """Change the past: the command `amend` with `edit.parameters()`."""

    edit: Edit
    method: str = "typed"
    calls: tuple[DiceCall, ...] = ()


@dataclass(frozen=True, slots=True)
class AcceptProposal:
    """The camera is right; `number` counts from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class RejectProposal:
    """The camera is wrong."""

    number: int


@dataclass(frozen=True, slots=True)
class ToggleReview:
    """Hold the crowd board back, or let it go on."""


@dataclass(frozen=True, slots=True)
class ToggleClocks:
    """Stop the clocks of the match, or let them go on."""


@dataclass(frozen=True, slots=True)
class ToggleWindow:
    """Over the whole display, or back to a frame."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Close the screen; the match stays where it is on disk."""


Request = (
    Give
    | Undo
    | Redo
    | Amend
    | AcceptProposal
    | RejectProposal
    | ToggleReview
    | ToggleClocks
    | ToggleWindow
    | Leave
    | FlowRequest
)

DiceDueFor = Callable[[str, Mapping[str, Any]], tuple[DiceRequest, ...]]
"""`GAME.dice_due(state, GAME.command(name, parameters))`: dice that a command still lacks."""
NeedsFor = Callable[[str, tuple[str, ...]], tuple[Need, ...]]
"""`needs_of(GAME.commands[name], keys, fighters)`."""


DEFAULT_RULES = DiceRules()

ForeseeFor = Callable[[Edit, str], tuple[Text, ...] | Refusal]
"""What would follow from a change of the past, in words; the method tells how its dice came."""


def nothing_told(refusal: Refusal) -> Action | None:
    """A game that asks for no values of cards."""
    del refusal
    return None


@dataclass(frozen=True, slots=True)
class Game:
    """What the menu must know of the game; `foresee` is needed by the journal browser alone.

    Attributes:
        told: the ruling that tells the value which a refused command lacks.
        counts: how often each face of the dice came up, for the journal browser.
    """

    dice_due: DiceDueFor
    needs: NeedsFor
    foresee: ForeseeFor | None = None
    dice_rules: DiceRules = DEFAULT_RULES
    told: Callable[[Refusal], Action | None] = nothing_told
    counts: Callable[[], tuple[Panel, ...]] = tuple


# -- where the referee is in the menu -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BadDice:
    """Dice that fell badly: the result waits until each is decided (field note I-06).

    Attributes:
        faces: all dice of the throw, as they count so far.
        open: place, from 0, and fault of those that are not decided, the next one first.
        asked: whether the referee is asked about the next one; else it is thrown again.
    """

    faces: tuple[int, ...]
    open: tuple[tuple[int, Fault], ...]
    asked: bool


@dataclass(frozen=True, slots=True)
class Order:
    """A command on its way: what was chosen, what is still needed, which dice are due and which are typed already.

    Attributes:
        picked: of several choices those that are taken; `half` is the first of two that make one.
        method: how the dice came, `typed` or `camera`.
        calls: dice that fell badly and are decided.
    """

    action: Action
    parameters: Mapping[str, Any]
    needs: tuple[Need, ...] = ()
    dice: tuple[DiceRequest, ...] = ()
    picked: tuple[Any, ...] = ()
    half: Any = None
    thrown: tuple[DiceRequest, ...] = ()
    method: str = "typed"
    bad: BadDice | None = None
    calls: tuple[DiceCall, ...] = ()


@dataclass(frozen=True, slots=True)
class Past:
    """Where the referee is in the journal browser.

    Attributes:
        at: the step that is looked at, from 0.
        preview: what follows from `edit`, which is done by Enter.
        choosing: `change` or `insert` while the menu of that moment is open.
        label: what is being changed there.
        counts: the dice statistics, while they are looked at.
    """

    at: int
    preview: tuple[Text, ...] = ()
    edit: Edit | None = None
    method: str = "typed"
    calls: tuple[DiceCall, ...] = ()
    choosing: str = ""
    label: Text | None = None
    counts: tuple[Panel, ...] | None = None


@dataclass(frozen=True, slots=True)
class Ui:
    """The referee's place in the menu, and the switches of the screen.

    Attributes:
        inside: the entry whose list is open; `outer` are those it was opened from, outermost first.
        sent: what was given last.
        waiting: a command that waits for a fact of the table; it goes on once that is told.
        reason: why the referee rules, until he chooses another reason.
        typed: digits of dice or of a number.
        rejected: the number in `typed` was refused: the next digit begins another, Backspace corrects it.
        settled: a number was taken without Enter: an Enter right after it is the one that people press from habit.
        peek: a secret that is being written is shown.
        summary: the results of the show stand where the table is.
        laid_by: the flow as it was closed, with its picks, and the number of its match.
        closed_dice: the question whose dice page was closed by a key: it does not open by itself again.
        cursor: key of the choice that arrows and gamepad stand on.
    """

    language: Language = "es"
    inside: Action | None = None
    outer: tuple[Action, ...] = ()
    order: Order | None = None
    sent: Order | None = None
    waiting: Order | None = None
    reason: Text = STANDING
    typed: str = ""
    problem: Text | None = None
    notice: Notice | None = None
    leaving: bool = False
    help: bool = False
    form: SheetForm | None = None
    past: Past | None = None
    flow: FlowUi | None = None
    laid_by: tuple[int, FlowUi] | None = None
    page: int = 0
    cursor: str | None = None
    light_hall: bool = False
    reduced_motion: bool = False
    muted: bool = False
    picture: bool = False
    peek: bool = False
    summary: bool = False
    rejected: bool = False
    settled: bool = False
    closed_dice: tuple[Text, str, Mapping[str, Any]] | None = None
