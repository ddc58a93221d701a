"""Keys of the journal browser: take a step out, change it, put one in before it, go back to it. Pure.

What is to be given instead is chosen in the menu of that moment, with the keys of every other moment; every change
tells what follows first and is done by Enter.
"""

from collections.abc import Callable
from dataclasses import replace

from companion.kernel.amending import Edit
from companion.kernel.refusals import Refusal
from companion.kernel.text import Text
from companion.screens.ui_state import Amend, Game, Give, Past, Request, Ui
from companion.screens.view_model import Notice, PastView, RefereeView, Tone

PAGE = 10
DICE_KEY = "d"
WAYS = {"1": "remove", "2": "cut", "3": "change", "4": "insert"}
MENU_WAYS = frozenset({"change", "insert"})
INSTEAD = Text("In the past, instead of step {n}: {what}", "En el pasado, en vez del paso {n}: {what}")
BEFORE = Text("In the past, before step {n}: {what}", "En el pasado, antes del paso {n}: {what}")
CHOOSE_FIRST = Text("Choose 1 to 4 for this step, or Esc.", "Elige de 1 a 4 para este paso, o Esc.")
PRESS = Callable[[Ui, str, RefereeView, Game], tuple[Ui, tuple[Request, ...]]]


def opened(view: RefereeView) -> Past:
    """The browser at the newest step."""
    return Past(len(view.acts) - 1)


def past_key(ui: Ui, past: Past, key: str, view: RefereeView, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """A key in the browser."""
    kind, _, index = key.partition(":")
    last = len(view.acts) - 1
    if past.edit is not None:
        if kind == "enter" or WAYS.get(kind) == past.edit.how:
            return replace(ui, past=None), (Amend(past.edit, past.method, past.calls),)
        if kind in {"escape", "backspace", "j"}:  # what was only thought of is dropped first
            return replace(ui, past=Past(past.at)), ()
    if past.counts is not None and kind in {"escape", "backspace", DICE_KEY}:
        return replace(ui, past=Past(past.at)), ()
    match kind:
        case "escape" | "backspace" | "j":
            return replace(ui, past=None), ()
        case _ if past.counts is not None:
            return ui, ()
        case _ if kind == DICE_KEY:
            return replace(ui, past=Past(past.at, counts=game.counts())), ()
        case "up" | "down" | "pageup" | "pagedown":
            step = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE}[kind]
            return replace(ui, past=Past(min(last, max(0, past.at + step)))), ()
        case "act":
            return replace(ui, past=Past(min(last, int(index)))), ()
        case "3" | "4":
            what = view.acts[past.at].text
            label = (INSTEAD if kind == "3" else BEFORE).filled(n=view.acts[past.at].number, what=what)
            return replace(ui, past=Past(past.at, choosing=WAYS[kind], label=label), page=0), ()
        case "1" | "2":
            return foreseen(ui, Past(past.at, edit=Edit(past.at + 1, WAYS[kind])), game), ()
    return replace(ui, notice=Notice(Tone.WARN, CHOOSE_FIRST)), ()


def choosing_key(
    ui: Ui, past: Past, key: str, view: RefereeView, game: Game, press: PRESS
) -> tuple[Ui, tuple[Request, ...]]:
    """A key in the menu of a past moment: what would be asked for is not done but foreseen.

    Args:
        view, game: of that moment.
        press: the menu itself.
    """
    if key == "j":
        return replace(ui, inside=None, order=None, form=None, past=Past(past.at)), ()
    inner, requests = press(replace(ui, past=None), key, view, game)
    if inner.leaving:  # back from its top
        return replace(inner, leaving=False, past=Past(past.at)), ()
    given = next((one for one in requests if isinstance(one, Give)), None)
    if given is None:
        return replace(inner, past=past), ()
    edit = Edit(past.at + 1, past.choosing, (given.command, given.parameters))
    return foreseen(
        replace(inner, form=None), replace(past, edit=edit, method=given.method, calls=given.calls), game
    ), ()


def foreseen(ui: Ui, past: Past, game: Game) -> Ui:
    """The browser with what would follow, or the rules' word against it."""
    assert past.edit is not None
    assert game.foresee is not None
    found = game.foresee(past.edit, past.method)
    if isinstance(found, Refusal):
        notice = Notice(Tone.BAD, found.reason, found.rule)
        return replace(ui, past=replace(past, edit=None), notice=notice)
    return replace(ui, past=Past(past.at, found, past.edit, past.method, past.calls))


def past_shown(past: Past, view: RefereeView) -> RefereeView:
    """The browser over the screen, or the screen of the moment that is being changed."""
    if not past.choosing:
        done = "" if past.edit is None else past.edit.how
        return replace(view, past=PastView(past.at, view.acts, past.preview, done, past.counts))
    assert past.label is not None
    return replace(view, notice=view.notice or Notice(Tone.WARN, past.label))
