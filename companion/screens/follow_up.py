"""After something was given: what waited for a fact of the table goes on once that is told. Pure."""

from dataclasses import replace

from companion.screens.order_keys import fresh, go_on
from companion.screens.ui_state import Game, Give, Order, Request, Ui
from companion.screens.view_model import Action, Notice, RefereeView, Tone

MISSING = "missing:"
"""What a ruling needs that tells a value of a card: `missing:` and its place."""
FACT = "observe"
"""The command that tells a fact of the table."""
FORCED = frozenset({"no_defence", "no_dodge"})
"""Answers that do nothing but say no: where they are the only one the rules want nobody to confirm it."""


def followed(ui: Ui, request: Request, view: RefereeView, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """What comes of itself after a request that was not refused.

    A command may need a fact that nobody has told: the engine asks, and the answer alone is given next. The command
    that was chosen is kept meanwhile; its dice are asked for as soon as the fact is known, or it is told why not.

    Args:
        view: the bare view of the state after it.
    """
    if not isinstance(request, Give):
        return replace(ui, waiting=None), ()
    if ui.waiting is not None and ui.sent is not None and asks_for_value(ui.sent.action):
        again = ui.waiting
        given = Give(again.action.command, again.parameters, again.method, again.calls)
        return replace(ui, sent=again, waiting=None), (given,)
    after, more = _told(ui, request, view, game)
    if more or after.order is not None or after.waiting is not None:
        return after, more
    return _forced(after, view)


def _forced(ui: Ui, view: RefereeView) -> tuple[Ui, tuple[Request, ...]]:
    """A question with one answer is answered, and the screen says why; one that needs dice or a word is asked."""
    decision = view.decision
    if decision is None or len(decision.options) != 1:
        return ui, ()
    only = decision.options[0]
    if not only.legal or only.needs or only.children or only.command not in FORCED:
        return ui, ()
    notice = ui.notice or Notice(Tone.WARN, decision.question, decision.rule)
    return replace(ui, notice=notice), (Give(only.command, only.parameters),)


def _told(ui: Ui, request: Give, view: RefereeView, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """A fact of the table that a command waits for, before and after it is told."""
    is_answer = request.command == FACT
    if view.decision is not None and view.decision.waits:
        if is_answer or ui.sent is None or ui.sent.action.command != view.decision.waits:
            return ui, ()
        ui = replace(ui, waiting=ui.sent)
        yes = view.decision.options[0]
        touches = ui.waiting is not None and ui.waiting.action.touching and "adjacent" in yes.parameters
        return ui, (Give(yes.command, yes.parameters),) if touches else ()
    waiting, ui = ui.waiting, replace(ui, waiting=None)
    if waiting is None or not is_answer:
        return ui, ()
    if game.dice_due(waiting.action.command, waiting.parameters):
        return go_on(ui, replace(waiting, needs=(), dice=()), game)
    return ui, ()  # it went on by itself; where the fact forbids it, the answer was refused with the reason


def value_asked(ui: Ui, request: Give, action: Action, game: Game) -> Ui:
    """The command needs a value that no card file tells: it is asked for, and then the command is given again.

    Args:
        action: the ruling that tells it, as the view's game makes it.
    """
    order = Order(action, action.parameters, game.needs(action.command, action.needs))
    label = action.label if ui.sent is None else ui.sent.action.label
    again = Order(
        Action(label, request.command, request.parameters),
        request.parameters,
        method=request.method,
        calls=request.calls,
    )
    return replace(fresh(ui), order=order, sent=None, waiting=again, notice=None)


def asks_for_value(action: Action) -> bool:
    """Whether the ruling tells a value that a command waits for."""
    return any(key.startswith(MISSING) for key in action.needs)
