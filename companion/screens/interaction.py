"""What a key does: the referee's menu as a pure step `press(ui, key, view) -> (ui, requests)`.

Keyboard, mouse, finger and gamepad all arrive as names of keys (`inputs.py`), so that each of them does the same
(field note G-01). Requests are what the app is asked for; it answers by a new state, or by `refused`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.kernel.dice import DiceRequest
from companion.kernel.refusals import Refusal
from companion.kernel.text import LANGUAGES, Language, Text
from companion.screens.dice_entry import DiceTypingError, accepts, placed, read_faces
from companion.screens.inputs import TEXT
from companion.screens.menu import CHOICE_KEYS, choices, on_page, pages, typed_faces
from companion.screens.needs import Kind, Need, parse_number
from companion.screens.past import Rewritten, preview
from companion.screens.sheet_form import SheetForm, blank
from companion.screens.sheet_form import press as sheet_press
from companion.screens.view_model import (
    Action,
    Decision,
    DiceDue,
    Entry,
    Notice,
    PastView,
    Question,
    RefereeView,
    Tone,
)

# -- what the app is asked for ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Give:
    """Give a command to the engine; dice that it lacks are rolled there (`method` digital) or were typed."""

    command: str
    parameters: Mapping[str, Any]
    method: str = "typed"


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last command."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Redo:
    """Do the last one again that was taken back."""

    count: int = 1


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
class ToggleWindow:
    """Over the whole display, or back to a frame."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Close the screen; the match stays where it is on disk."""


Request = Give | Undo | Redo | AcceptProposal | RejectProposal | ToggleReview | ToggleWindow | Leave

DiceDueFor = Callable[[str, Mapping[str, Any]], tuple[DiceRequest, ...]]
"""`GAME.dice_due(state, GAME.command(name, parameters))`: dice that a command still lacks."""
NeedsFor = Callable[[str, tuple[str, ...]], tuple[Need, ...]]
"""`needs_of(GAME.commands[name], keys, fighters)`."""


WithoutFor = Callable[[int], Rewritten[Any]]
"""`past.without` of the running session: the match without the command of that index."""


@dataclass(frozen=True, slots=True)
class Game:
    """What the menu must know of the game; `without` is needed by the journal browser alone."""

    dice_due: DiceDueFor
    needs: NeedsFor
    without: WithoutFor | None = None


# -- where the referee is in the menu -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Order:
    """A command on its way: what was chosen, what is still needed, which dice are due and which are typed already."""

    action: Action
    parameters: Mapping[str, Any]
    needs: tuple[Need, ...] = ()
    dice: tuple[DiceRequest, ...] = ()
    picked: tuple[Any, ...] = ()
    thrown: tuple[DiceRequest, ...] = ()


@dataclass(frozen=True, slots=True)
class Past:
    """Where the referee is in the journal browser."""

    at: int
    preview: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Ui:
    """The referee's place in the menu, and the switches of the screen.

    Attributes:
        inside: the entry whose list is open.
        typed: digits of dice or of a number.
    """

    language: Language = "es"
    inside: Action | None = None
    order: Order | None = None
    typed: str = ""
    problem: Text | None = None
    notice: Notice | None = None
    leaving: bool = False
    help: bool = False
    form: SheetForm | None = None
    past: Past | None = None
    page: int = 0
    light_hall: bool = False
    reduced_motion: bool = False
    muted: bool = False
    picture: bool = False


PAST_PAGE = 10
STAY = Text("Stay", "Seguir")
LEAVE = Text("Leave", "Salir")
LEAVE_QUESTION = Text(
    "Leave the screen? The match stays saved and can go on.", "¿Salir de la pantalla? El combate queda guardado."
)
FORM = "sheet"
"""What a command needs that is asked for by a form."""
NO_NUMBER = Text("That is no number.", "Eso no es un número.")
WRONG_FACE = Text("No such face, or one die too many.", "No hay esa cara, o sobra un dado.")
NOTHING_TO_CONFIRM = Text("Choose a number first.", "Elige primero un número.")


def press(ui: Ui, key: str, view: RefereeView, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """What one key does.

    Args:
        view: the bare view of the state, as the builder made it (without `shown`).
    """
    ui = replace(ui, notice=None)
    if ui.leaving:
        return _leave_question(ui, key)
    if ui.help:
        return replace(ui, help=False), ()
    if key == "closed":
        return replace(ui, leaving=True), ()
    if ui.form is not None:
        return _form_key(ui, ui.form, key)
    if ui.past is not None:
        return _past_key(ui, ui.past, key, view, game)
    if ui.order is not None and ui.order.needs:
        return _need_key(ui, key, game)
    if ui.order is not None:
        return _dice_key(ui, key, game)
    switched = _switch(ui, key)
    if switched is not None:
        return switched, ()
    return _menu_key(ui, key, view, game)


def refused(ui: Ui, refusal: Refusal) -> Ui:
    """The engine said no: its reason is shown, the menu starts afresh."""
    notice = Notice(Tone.BAD, refusal.reason, refusal.rule)
    return replace(ui, inside=None, order=None, typed="", problem=None, notice=notice)


def shown(ui: Ui, view: RefereeView) -> RefereeView:
    """The view with the referee's place in the menu laid over it."""
    view = replace(
        view,
        notice=ui.notice or view.notice,
        question=Question(LEAVE_QUESTION, (STAY, LEAVE)) if ui.leaving else view.question,
        action_page=ui.page,
        light_hall=ui.light_hall,
        reduced_motion=ui.reduced_motion,
        muted=ui.muted,
        show_keys=ui.help,
        form=ui.form,
        past=None if ui.past is None else PastView(ui.past.at, view.acts, ui.past.preview),
    )
    if ui.order is not None:
        return _order_shown(ui, ui.order, view)
    if ui.inside is not None:
        return replace(view, trail=(ui.inside.label,), actions=ui.inside.children, decision=None)
    return view


# -- menu ---------------------------------------------------------------------------------------------------------


def _menu_key(ui: Ui, key: str, view: RefereeView, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    listed = replace(view, action_page=ui.page)
    if ui.inside is not None:
        listed = replace(listed, actions=ui.inside.children, decision=None)
    if key in CHOICE_KEYS:
        by_key = dict(on_page(listed))
        return _take(ui, by_key[key], game) if key in by_key else (ui, ())
    if key in {"escape", "backspace"} and ui.inside is not None:
        return replace(ui, inside=None, page=0), ()
    if key in {"pagedown", "pageup"}:
        step = 1 if key == "pagedown" else -1
        return replace(ui, page=(ui.page + step) % pages(listed)), ()
    return _command_key(ui, key, listed, game)


def _command_key(ui: Ui, key: str, view: RefereeView, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    match key:
        case "escape":
            return replace(ui, leaving=True), ()
        case "enter" if view.proposals:
            return ui, (AcceptProposal(view.proposals[0].number),)
        case "enter" | "n":
            return _only_choice(ui, view, game)
        case "backspace" if view.proposals:
            return ui, (RejectProposal(view.proposals[0].number),)
        case "e" if view.proposals and view.proposals[0].action is not None:
            return _take(ui, view.proposals[0].action, game)
        case "u":
            return _fresh(ui), (Undo(),)
        case "y":
            return _fresh(ui), (Redo(),)
        case "v":
            return ui, (ToggleReview(),)
        case "f11":
            return ui, (ToggleWindow(),)
        case "j" if view.acts and game.without is not None:
            return replace(ui, past=Past(len(view.acts) - 1)), ()
    return ui, ()


def _past_key(ui: Ui, past: Past, key: str, view: RefereeView, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """The journal browser: look at a step, take it out, or take everything back to before it."""
    closed = replace(ui, past=None)
    kind, _, index = key.partition(":")
    last = len(view.acts) - 1
    match kind:
        case "escape" | "backspace" | "j":
            return closed, ()
        case "up" | "down" | "pageup" | "pagedown":
            step = {"up": -1, "down": 1, "pageup": -PAST_PAGE, "pagedown": PAST_PAGE}[kind]
            return replace(ui, past=Past(min(last, max(0, past.at + step)))), ()
        case "act":
            return replace(ui, past=Past(min(last, int(index)))), ()
        case "1" if game.without is not None:
            found = game.without(past.at)
            if not past.preview:  # the first press tells what would follow, the second does it
                return replace(ui, past=Past(past.at, preview(found))), ()
            again = (Give(act.name, act.parameters) for act in found.again)
            return closed, (Undo(found.back), *again)
        case "2":
            return closed, (Undo(len(view.acts) - past.at),)
    return ui, ()


def _only_choice(ui: Ui, view: RefereeView, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """Enter takes the one thing that can be done, where there is but one."""
    legal = [one for one in choices(view) if one.legal]
    if len(legal) == 1:
        return _take(ui, legal[0], game)
    return replace(ui, notice=Notice(Tone.WARN, NOTHING_TO_CONFIRM)), ()


def _take(ui: Ui, action: Action, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    if not action.legal:
        reason = action.reason or Text("", "")
        return replace(ui, notice=Notice(Tone.BAD, reason, action.rule)), ()
    if action.children:
        return replace(ui, inside=action, page=0), ()
    if FORM in action.needs:
        known = action.parameters
        return replace(ui, form=blank(tuple(known["names"]), tuple(known["colours"]))), ()
    wanted = game.needs(action.command, action.needs) if action.needs else ()
    needs = tuple(_without_himself(one, action) for one in wanted)
    return _go_on(ui, Order(action, action.parameters, needs), game)


def _form_key(ui: Ui, form: SheetForm, key: str) -> tuple[Ui, tuple[Request, ...]]:
    """Keys of the character sheet; registered, it goes to the engine like every other command."""
    after, given = sheet_press(form, key)
    asked = () if given is None else (Give("register_fighter", given),)
    return replace(ui, form=after), asked


def _without_himself(need: Need, action: Action) -> Need:
    """Nobody hits, touches or jumps on himself: who acts is no choice."""
    known = [value for value in action.parameters.values() if isinstance(value, str)]
    left = tuple(choice for choice in need.choices if not isinstance(choice[0], str) or choice[0] not in known)
    return replace(need, choices=left)


def _go_on(ui: Ui, order: Order, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """Ask for what is still missing; send the command when nothing is."""
    if not order.needs and not order.dice:
        order = replace(order, dice=game.dice_due(order.action.command, order.parameters))
    if order.needs or order.dice:
        return replace(ui, order=order, typed="", problem=None), ()
    return _fresh(ui), (Give(order.action.command, order.parameters),)


def _fresh(ui: Ui) -> Ui:
    return replace(ui, inside=None, order=None, typed="", problem=None, page=0)


def _back(ui: Ui) -> Ui:
    return replace(ui, order=None, typed="", problem=None, page=0)


# -- dice and values ----------------------------------------------------------------------------------------------


def _dice_key(ui: Ui, key: str, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    assert ui.order is not None
    order = ui.order
    request = order.dice[0]
    if key == "escape":
        return _back(ui), ()
    if key == "r":
        return _fresh(ui), (Give(order.action.command, order.parameters, "digital"),)
    if key == "backspace":
        return _dice_back(ui, order), ()
    if key == "enter":
        return _dice_typed(ui, order, game)
    if key == "space" or (len(key) == 1 and key.isdigit()):
        if not accepts(ui.typed, key, request):
            return replace(ui, problem=WRONG_FACE), ()
        longer = replace(ui, typed=ui.typed + (" " if key == "space" else key), problem=None)
        if len(order.dice) > 1 and len(typed_faces(longer.typed)) == request.count and key != "space":
            # the next fighter's dice follow: Enter is pressed once, after the last
            return _dice_typed(longer, order, game)
        return longer, ()
    return ui, ()


def _dice_typed(ui: Ui, order: Order, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    request = order.dice[0]
    try:
        faces = read_faces(ui.typed, request)
    except DiceTypingError as error:
        return replace(ui, problem=error.text), ()
    filled = placed(order.parameters, request, faces)
    thrown = (*order.thrown, request)
    return _go_on(ui, replace(order, parameters=filled, dice=order.dice[1:], thrown=thrown), game)


def _dice_back(ui: Ui, order: Order) -> Ui:
    """Erase a digit; at the first one go back to the dice before, and from the first dice to the menu."""
    if ui.typed:
        return replace(ui, typed=ui.typed[:-1].rstrip(), problem=None)
    if not order.thrown:
        return _back(ui)
    again = replace(order, dice=(order.thrown[-1], *order.dice), thrown=order.thrown[:-1])
    return replace(ui, order=again, problem=None)


def _need_key(ui: Ui, key: str, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    assert ui.order is not None
    order = ui.order
    need = order.needs[0]
    if key == "escape":
        return _back(ui), ()
    if need.kind is Kind.CHOICE:
        return _choose(ui, key, order, need, game)
    if key == "backspace":
        return (replace(ui, typed=ui.typed[:-1], problem=None) if ui.typed else _back(ui)), ()
    if need.kind is Kind.PALMS:
        return _palms(ui, key, order, need, game)
    if key == "enter" and need.optional and not ui.typed.strip():
        return _go_on(replace(ui, typed=""), replace(order, needs=order.needs[1:]), game)
    if key == "enter":
        value = parse_number(ui.typed, whole=need.whole) if need.kind is Kind.NUMBER else ui.typed.strip() or None
        if value is None:
            return replace(ui, problem=NO_NUMBER), ()
        return _answered(ui, order, need, value, game)
    character = " " if key == "space" else key.removeprefix(TEXT)
    if len(character) == 1:
        return replace(ui, typed=ui.typed + character, problem=None), ()
    return ui, ()


def _palms(ui: Ui, key: str, order: Order, need: Need, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """Palms: `2` is two, `½ 2` two and a half, `½` and Enter one half."""
    half = 0.5 if ui.typed else 0.0
    if key in {"½", "."}:
        return replace(ui, typed="" if ui.typed else "½"), ()
    if len(key) == 1 and key.isdigit():
        return _answered(ui, order, need, int(key) + half, game)
    if key == "enter" and half:
        return _answered(ui, order, need, half, game)
    return ui, ()


def _choose(ui: Ui, key: str, order: Order, need: Need, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    every = _need_actions(order, need)
    if key == "backspace":
        return _back(ui), ()
    if key in {"pagedown", "pageup"}:
        size = len(CHOICE_KEYS)
        return replace(ui, page=(ui.page + 1) % max(1, -(-len(every) // size))), ()
    if key == "enter" and need.many:
        return _answered(ui, order, need, list(order.picked), game)
    if key == "enter" and need.optional:
        return _go_on(replace(ui, page=0), replace(order, needs=order.needs[1:]), game)
    if key not in CHOICE_KEYS:
        return ui, ()
    index = ui.page * len(CHOICE_KEYS) + CHOICE_KEYS.index(key)
    if index >= len(need.choices):
        return ui, ()
    value = need.choices[index][0]
    if need.many:
        picked = tuple(one for one in order.picked if one != value)
        picked = picked if value in order.picked else (*picked, value)
        return replace(ui, order=replace(order, picked=picked)), ()
    return _answered(ui, order, need, value, game)


def _answered(ui: Ui, order: Order, need: Need, value: Any, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    filled = {**order.parameters, need.key: value}
    return _go_on(replace(ui, page=0), replace(order, parameters=filled, needs=order.needs[1:], picked=()), game)


def _need_actions(order: Order, need: Need) -> tuple[Action, ...]:
    return tuple(
        Action(
            Text(f"✓ {words.en}", f"✓ {words.es}") if value in order.picked else words,
            order.action.command,
            {need.key: value},
        )
        for value, words in need.choices
    )


def _order_shown(ui: Ui, order: Order, view: RefereeView) -> RefereeView:
    trail = (*((ui.inside.label,) if ui.inside is not None else ()), order.action.label)
    if order.needs:
        need = order.needs[0]
        if need.kind is Kind.CHOICE:
            rule = view.decision.rule if view.decision is not None else ""
            asked = Decision(need.label, rule, (), _need_actions(order, need))
            return replace(view, trail=trail, decision=asked, actions=())
        return replace(view, trail=trail, decision=None, entry=_entry(ui, need))
    request = order.dice[0]
    due = DiceDue(request.count, request.sides, _whose_dice(request, view), request.rule, None, ui.typed, ui.problem)
    return replace(view, trail=trail, decision=None, dice=due)


def _entry(ui: Ui, need: Need) -> Entry:
    return Entry(need.label, ui.typed, need.unit, ui.problem, letters=need.kind is Kind.TEXT)


def _whose_dice(request: DiceRequest, view: RefereeView) -> Text:
    """What the dice are for, with the fighter's name where each throws his own (`dice.A`)."""
    who = request.field.rpartition(".")[2]
    name = next((one.name for one in view.fighters if one.id == who), None)
    if name is None:
        return request.purpose
    return Text(f"{name}: {request.purpose.en}", f"{name}: {request.purpose.es}")


# -- switches and leaving -----------------------------------------------------------------------------------------


def _switch(ui: Ui, key: str) -> Ui | None:
    match key:
        case "l":
            return replace(ui, language=LANGUAGES[1] if ui.language == LANGUAGES[0] else LANGUAGES[0])
        case "t":
            return replace(ui, light_hall=not ui.light_hall)
        case "x":
            return replace(ui, reduced_motion=not ui.reduced_motion)
        case "m":
            return replace(ui, muted=not ui.muted)
        case "p":
            return replace(ui, picture=not ui.picture)
        case "f1":
            return replace(ui, help=True)
    return None


def _leave_question(ui: Ui, key: str) -> tuple[Ui, tuple[Request, ...]]:
    """Everything but the second answer stays; closing the frame twice does not leave by accident (F-03)."""
    if key == "2":
        return replace(ui, leaving=False), (Leave(),)
    if key in {"1", "enter", "escape", "backspace"}:
        return replace(ui, leaving=False), ()
    return ui, ()
