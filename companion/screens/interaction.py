"""What a key does: the referee's menu as a pure step `press(ui, key, view) -> (ui, requests)`.

Keyboard, mouse, finger and gamepad all arrive as names of keys (`inputs.py`), so that each of them does the same
(field note G-01). Requests are what the app is asked for; it answers by a new state, or by `refused`.
"""

from dataclasses import replace

from companion.kernel.refusals import Refusal
from companion.kernel.text import LANGUAGES, Text
from companion.screens.cursor import steer
from companion.screens.dice_keys import dice_key, dice_wanted
from companion.screens.flow import press as flow_press
from companion.screens.flow import step_of
from companion.screens.flow_state import FlowUi, NextMatch, OpenSheet, Tell
from companion.screens.flow_view import FlowView, Step
from companion.screens.inputs import FIELDS, TRAY, TWICE, TYPED, WHO, as_key
from companion.screens.key_hints import (
    LAST_STEP,
    NOTHING_TO_REDO,
    NOTHING_TO_UNDO,
    ONE_PAGE,
    TAKEN_BACK,
    again,
    has_review,
    hint,
    silent,
    told_of,
)
from companion.screens.menu import (
    CHOICE_KEYS,
    DONE_KEY,
    LETTERS,
    choices,
    done_choice,
    numbered_choices,
    on_page,
    pages,
    searching_letters,
)
from companion.screens.needs import Kind, Need, with_barred
from companion.screens.order_keys import (
    BACK,
    NO_SUCH,
    RULING,
    closed_list,
    fresh,
    go_on,
    need_key,
    opened_list,
    order_shown,
    with_reason,
    without_himself,
)
from companion.screens.past_keys import choosing_key, opened, past_key, past_shown
from companion.screens.ruling_reasons import REASON, reason_menu, reason_need
from companion.screens.sheet_form import SheetForm, begun_with, blank, filled
from companion.screens.sheet_form import press as sheet_press
from companion.screens.text_search import found_now
from companion.screens.ui_state import (
    AcceptProposal,
    Amend,
    Game,
    Give,
    Leave,
    Order,
    Past,
    Redo,
    RejectProposal,
    Request,
    ToggleClocks,
    ToggleReview,
    ToggleWindow,
    Ui,
    Undo,
)
from companion.screens.view_model import Action, Notice, Question, RefereeView, Tone

__all__ = [
    "AcceptProposal",
    "Amend",
    "Game",
    "Give",
    "Leave",
    "Order",
    "Past",
    "Redo",
    "RejectProposal",
    "Request",
    "ToggleClocks",
    "ToggleReview",
    "ToggleWindow",
    "Ui",
    "Undo",
    "press",
    "refused",
    "shown",
]

STAY = Text("Stay", "Seguir")
LEAVE = Text("Leave", "Salir")
LEAVE_QUESTION = Text(
    "Leave the screen? The match stays saved and can go on.", "¿Salir de la pantalla? El combate queda guardado."
)
FORM = "sheet"
"""What a command needs that is asked for by a form."""
NEXT_MATCH = "next_match"
SUMMARY = "summary"
"""Of the entry that shows the results of the show, and takes them away again."""
"""The menu's own entry after the end: the page of the show, where the next match begins."""
NEXT = Text("Next match: page of the show", "Siguiente combate: página de la velada")
NEXT_SAVED = Text(
    "Next match: page of the show (the result is saved)",
    "Siguiente combate: página de la velada (el resultado está guardado)",
)
FIND = "find"
NOT_NOW = Text(
    "Nothing that can be done now is called {typed}.", "Nada de lo que se puede hacer ahora se llama {typed}."
)
"""The menu's own entry: a name is searched for in a long list."""
FIND_IN = Text("What is it called?", "¿Cómo se llama?")
NO_DICE = Text("No dice to roll here now.", "Ahora no hay dados que tirar aquí.")
NOTHING_TO_CONFIRM = Text("Choose a number first.", "Elige primero un número.")


def press(ui: Ui, key: str, view: RefereeView, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """What one key does.

    Args:
        view: the bare view of the state, as the builder made it (without `shown`); in the menu of a past moment
            view and game are of that moment.
    """
    if not _takes_text(ui):  # pressed before the picture after the last field was drawn, or over one
        key = as_key(key)
    if key == "f11":
        return ui, (ToggleWindow(),)  # the whole display is left from any state (field note F-03)
    view = _with_next(view)
    if key.startswith(TRAY) and not dice_wanted(ui):
        return ui, ()
    if ui.past is None or not ui.past.choosing:  # there the menu of that moment steers
        ui, steered = steer(ui, key, shown(ui, view))
        if steered is None:
            return ui, ()
        key = steered
    if key.removeprefix(TWICE) in (TYPED | FIELDS if ui.form else TYPED) and _writes(ui, view):
        key = key.removeprefix(TWICE)
    if key.startswith(TWICE):
        return hint(ui, again(key.removeprefix(TWICE))) if ui.notice is None else ui, ()
    if key == "enter" and ui.settled:
        return replace(ui, settled=False), ()
    ui = replace(ui, notice=None, settled=False)
    if key.startswith(WHO):
        return hint(ui, told_of(view, key.removeprefix(WHO))), ()
    if ui.leaving:
        return _leave_question(ui, key)
    if ui.help:
        return replace(ui, help=False), ()
    if key == "closed":
        return replace(ui, leaving=True), ()
    if ui.past is not None and ui.past.choosing:
        return choosing_key(ui, ui.past, key, view, game, press)
    if ui.form is not None:
        learned = ui.form.learned if view.evening is None else view.evening.learned
        return _form_key(ui, replace(ui.form, learned=learned), key)
    if ui.past is not None:
        return past_key(ui, ui.past, key, view, game)
    if ui.flow is not None and view.evening is not None:
        done = _flow_key(ui, ui.flow, key, view)
        if done is not None:
            return done
    if ui.order is not None and ui.order.action.command == FIND:
        return _find_key(ui, ui.order, key, game)
    if key in LETTERS and key in _searching(ui, view):
        return _search_begun(ui, key, shown(ui, view)), ()
    if ui.order is not None and not _goes_through(ui.order, key):
        return need_key(ui, key, game) if ui.order.needs else dice_key(ui, key, game)
    switched = _switch(ui, key)
    if switched is not None:
        return switched, ()
    return _menu_key(ui, key, view, game)


def _takes_text(ui: Ui) -> bool:
    """Whether letters are written now: on a sheet, or where a name or words are asked for, with nothing over it."""
    if ui.leaving or ui.help:
        return False
    if ui.form is not None:
        return True
    if ui.past is not None and not ui.past.choosing:
        return False
    return ui.order is not None and bool(ui.order.needs) and ui.order.needs[0].kind is Kind.TEXT


def _writes(ui: Ui, view: RefereeView) -> bool:
    """Whether digits are being written: a form, a number, a palm, dice; else each takes a choice.

    The first of them is not: its twin has answered what stood there before.
    """
    if ui.leaving or ui.help:
        return False
    if ui.form is not None:
        return True
    if ui.flow is not None and view.evening is not None and ui.past is None:
        return step_of(ui.flow, view.evening) is Step.PALMS and bool(ui.flow.typed)
    return ui.order is not None and bool(ui.typed)


def refused(ui: Ui, refusal: Refusal, before: Ui | None = None) -> Ui:
    """The engine said no: its reason is shown, the menu starts afresh.

    Args:
        before: the menu before the key; a sheet or an entry that was open stays, so that nothing typed is lost.
    """
    notice = Notice(Tone.BAD, refusal.reason, refusal.rule)
    if before is not None and before.order is not None and before.order.needs and before.past is None:
        return _entered_again(before, before.order, notice)
    form = ui.form if before is None or before.form is None else replace(before.form, told=True)
    flow = ui.flow if before is None or before.flow is None else before.flow  # the page stays where it is corrected
    return replace(fresh(ui), waiting=None, notice=notice, form=form, flow=flow)


def _entered_again(ui: Ui, order: Order, notice: Notice) -> Ui:
    """What was written or picked stands as it was, to be corrected; a value chosen by one key is chosen anew."""
    need = order.needs[0]
    kept = ui if need.kind is not Kind.CHOICE or need.many else fresh(ui)
    return replace(kept, sent=None, waiting=None, notice=notice, rejected=True)


def shown(ui: Ui, view: RefereeView) -> RefereeView:
    """The view with the referee's place in the menu laid over it."""
    view = replace(
        _menu_shown(ui, _with_next(view)),
        notice=ui.notice or view.notice,
        question=Question(view.unsaved or LEAVE_QUESTION, (STAY, LEAVE)) if ui.leaving else view.question,
        action_page=ui.page,
        cursor=ui.cursor,
        light_hall=ui.light_hall,
        summed_up=ui.summary and bool(view.summary),
        reduced_motion=ui.reduced_motion,
        muted=ui.muted,
        show_keys=ui.help,
        form=ui.form,
        flow=ui.flow if view.evening is not None else None,
    )
    return view if ui.past is None else past_shown(ui.past, view)


def _menu_shown(ui: Ui, view: RefereeView) -> RefereeView:
    if ui.order is not None:
        reason = ui.reason if ui.order.action.command == RULING and ui.outer else None
        return replace(order_shown(ui, ui.order, view), reason=reason)
    if ui.inside is not None:
        trail = (*(one.label for one in ui.outer), ui.inside.label)
        reason = ui.reason if any(one.command == RULING for one in (*ui.outer, ui.inside)) else None
        return replace(view, trail=trail, actions=ui.inside.children, decision=None, reason=reason)
    return view


def _with_next(view: RefereeView) -> RefereeView:
    """After the end the next match stands first: on the evening's page, or in the list of games without one."""
    if view.ending is not None and view.evening is None:
        return replace(view, actions=(*view.after, *view.actions))
    if view.ending is None or view.evening is None:
        return view
    label = NEXT if view.unsaved is not None else NEXT_SAVED
    return replace(view, actions=(Action(label, NEXT_MATCH), *view.actions))


ALWAYS = frozenset({"u", "y", "v", "j", "g", "c", "l", "t", "x", "m", "p", "f1", "f11", "a", "b", "s", "w"})
"""Keys that do the same while dice or a number are entered as in the menu."""


def _goes_through(order: Order, key: str) -> bool:
    """Whether a key is not for the order: the bar shows it lit, so it works. Letters in a field are no commands."""
    in_field = order.needs and order.needs[0].kind in {Kind.TEXT, Kind.NUMBER}
    return key in ALWAYS and (not in_field or len(key) > 1)


# -- menu ---------------------------------------------------------------------------------------------------------


def _menu_key(ui: Ui, key: str, view: RefereeView, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    listed = replace(view, action_page=ui.page)
    if ui.inside is not None:
        listed = replace(listed, actions=ui.inside.children, decision=None, proposals=())
    if key in CHOICE_KEYS or (key == DONE_KEY and done_choice(listed) is not None):
        by_key = dict(on_page(listed))
        return _take(ui, by_key[key], game) if key in by_key else (hint(ui, NO_SUCH.filled(key=key.upper())), ())
    done = done_choice(view) if key == DONE_KEY and ui.inside is not None else None
    if done is not None:  # it ends the slot on every page, in the list behind an entry as well
        return _take(fresh(ui), done, game)
    if key in {"escape", "backspace"} and ui.inside is not None:
        return closed_list(ui), ()
    short = next((one for one in choices(view) if one.shortcut and one.shortcut == key), None)
    if short is not None:
        return _take(fresh(ui), short, game)
    if key == "w" and _has_rulings(view):
        return opened_list(replace(ui, order=None), reason_menu()), ()
    if key == "f" and pages(listed) > 1:
        return replace(ui, order=_search(numbered_choices(listed)), typed="", problem=None), ()
    if key in {"pagedown", "pageup"}:
        if pages(listed) == 1:
            return hint(ui, ONE_PAGE), ()
        step = 1 if key == "pagedown" else -1
        return replace(ui, page=(ui.page + step) % pages(listed)), ()
    return _command_key(ui, key, listed, game)


def _search(listed: tuple[Action, ...]) -> Order:
    """A long list by the names of its entries."""
    names = tuple((str(place), one.label) for place, one in enumerate(listed))
    return Order(Action(FIND_IN, FIND, children=listed), {}, (Need(FIND, FIND_IN, Kind.TEXT, names),))


def _searching(ui: Ui, view: RefereeView) -> frozenset[str]:
    if ui.order is not None and ui.order.needs and ui.order.needs[0].two:
        return frozenset()
    return searching_letters(shown(ui, view))


def _search_begun(ui: Ui, letter: str, view: RefereeView) -> Ui:
    """The first letter of a name, in a list of names."""
    if ui.order is None:
        return replace(ui, order=_search(numbered_choices(view)), typed=letter, problem=None)
    need = replace(ui.order.needs[0], kind=Kind.TEXT)
    return replace(ui, order=replace(ui.order, needs=(need, *ui.order.needs[1:])), typed=letter, problem=None)


def _find_key(ui: Ui, order: Order, key: str, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """A letter of a name that is searched for; the entry that is found is taken as if by its number."""
    after, found = need_key(ui, key, replace(game, dice_due=lambda *_: ()))
    if key == "enter" and after.typed.strip() and not found_now(order.needs[0], after.typed):
        return replace(after, problem=NOT_NOW.filled(typed=after.typed.strip())), ()
    given = next((one for one in found if isinstance(one, Give)), None)
    if given is None:
        return after, ()
    entry = order.action.children[int(given.parameters[FIND])]
    return _take(replace(ui, order=None, typed="", problem=None), entry, game)


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
        case "r":
            return _rolled_here(ui, view, game)
        case "u":
            if not view.can_undo:
                return hint(ui, NOTHING_TO_UNDO), ()
            return hint(fresh(ui), TAKEN_BACK.filled(what=view.undoes or LAST_STEP)), (Undo(),)
        case "y":
            return (fresh(ui), (Redo(),)) if view.can_redo else (hint(ui, NOTHING_TO_REDO), ())
        case "v" if has_review(view):
            return ui, (ToggleReview(),)
        case "c" if view.timers:
            return ui, (ToggleClocks(),)
        case "f11":
            return ui, (ToggleWindow(),)
        case "g" if view.evening is None and view.summary:
            return replace(ui, summary=not ui.summary), ()
        case "g" if view.evening is not None:
            return replace(fresh(ui), flow=_first_flow(ui, view)), ()
        case "j" if view.acts and game.foresee is not None:
            return replace(fresh(ui), past=opened(view)), ()
    return hint(ui, silent(key)), ()


def _has_rulings(view: RefereeView) -> bool:
    return any(one.command == RULING and one.shortcut for one in choices(view))


def _first_flow(ui: Ui, view: RefereeView) -> FlowUi:
    """After the end the page of the show, with the results and the next match; else what is missing first.

    What was picked before the pages were closed still is.
    """
    if view.ending is not None:
        return FlowUi(step=Step.SHOW)
    if ui.laid_by is None or view.evening is None or ui.laid_by[0] != view.evening.show.match_no:
        return FlowUi()
    closed = ui.laid_by[1]
    return FlowUi(mode=closed.mode, flags=closed.flags, out=closed.out, blue=closed.blue, children=closed.children)


def _rolled_here(ui: Ui, view: RefereeView, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """Roll for the one choice that is nothing but dice, without walking into it."""
    ready = [one for one in choices(view) if one.legal and not one.needs and not one.children]
    dicey = [one for one in ready if one.command != NEXT_MATCH and game.dice_due(one.command, one.parameters)]
    if len(dicey) == 1:
        return fresh(ui), (Give(dicey[0].command, dicey[0].parameters, "digital"),)
    return replace(ui, notice=Notice(Tone.WARN, NO_DICE)), ()


FLOW_ALSO = frozenset({"u", "y", "v", "c", "f11"})
"""Keys that do the same on the pages of the flow as everywhere, besides the switches of the screen."""


def _flow_key(ui: Ui, flow: FlowUi, key: str, view: RefereeView) -> tuple[Ui, tuple[Request, ...]] | None:
    """A page of the evening's flow; None for a key that does there what it does everywhere."""
    assert view.evening is not None
    done = flow_press(flow, key, view.evening)
    if done is None:
        return None if key in FLOW_ALSO or _switch(ui, key) is not None else (ui, ())
    after, asked = done
    form = ui.form
    if after is None:
        ui = replace(ui, laid_by=(view.evening.show.match_no, flow))
    for one in asked:
        if isinstance(one, OpenSheet):
            form = _sheet(view.evening, one.fighter)
        elif isinstance(one, Tell):
            ui = hint(ui, one.text)
    return replace(ui, flow=after, form=form), tuple(one for one in asked if not isinstance(one, OpenSheet | Tell))


def _sheet(evening: FlowView, fighter: str) -> SheetForm:
    """A new sheet, or that of a fighter to correct it."""
    others = [(one.name, one.colour) for one in evening.fighters if one.id != fighter]
    row = next((one for one in evening.fighters if one.id == fighter), None)
    if row is not None:
        return filled(row.id, row.name, row.player, row.colour, row.sheet, others, with_kind=evening.finisher_kinds)
    made = [(name, clay) for name, clay in others if clay]
    names, clays, owners = tuple(name for name, _ in others), tuple(clay for _, clay in made), tuple(n for n, _ in made)
    sheet = blank(names, clays, owners, with_kind=evening.finisher_kinds)
    return begun_with(sheet, next(iter(evening.nobodys), ""), evening.learned)


def _only_choice(ui: Ui, view: RefereeView, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """Enter takes the one thing that can be done, where there is but one."""
    legal = [one for one in choices(view) if one.legal and not one.shortcut]  # repairs are always there
    if len(legal) == 1:
        return _take(ui, legal[0], game)
    return replace(ui, notice=Notice(Tone.WARN, NOTHING_TO_CONFIRM)), ()


def _take(ui: Ui, action: Action, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    if not action.legal:
        reason = action.reason or Text("", "")
        return replace(ui, notice=Notice(Tone.BAD, reason, action.rule)), ()
    if action.children:
        return opened_list(ui, action), ()
    if action.command == NEXT_MATCH and "game" in action.parameters:
        flow = FlowUi() if action.parameters.get("pages") else None
        return replace(fresh(ui), flow=flow, summary=False), (NextMatch(action.parameters["game"]),)
    if action.command == NEXT_MATCH:
        return replace(ui, flow=FlowUi(step=Step.SHOW)), ()
    if action.command == SUMMARY:
        return replace(ui, summary=not ui.summary), ()
    if action.command == BACK:
        return closed_list(ui), ()
    if action.command == REASON:
        if not action.needs:
            return with_reason(ui, action.parameters["note"]), ()
        return go_on(ui, Order(action, {}, (reason_need(),)), game)
    if FORM in action.needs:
        known = action.parameters
        with_kind = bool(known.get("kinds"))
        taken = tuple(known["names"]), tuple(known["colours"]), tuple(known["owners"])
        return replace(ui, form=blank(*taken, with_kind=with_kind)), ()
    wanted = game.needs(action.command, action.needs) if action.needs else ()
    needs = tuple(with_barred(without_himself(one, action), action.barred.get(one.key, ())) for one in wanted)
    return go_on(ui, Order(action, action.parameters, needs), game)


def _form_key(ui: Ui, form: SheetForm, key: str) -> tuple[Ui, tuple[Request, ...]]:
    """Keys of the character sheet; registered, it goes to the engine like every other command."""
    after, given = sheet_press(form, key)
    asked = () if given is None else (Give("register_fighter", given),)
    return replace(ui, form=after), asked


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
