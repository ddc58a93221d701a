"""After something was given: what waited for a fact of the table goes on once that is told. Pure."""

from dataclasses import replace

from companion.kernel.text import Text
from companion.screens.menu import choices, flat
from companion.screens.order_keys import go_on
from companion.screens.ui_state import Game, Give, Request, Ui
from companion.screens.view_model import Action, Notice, RefereeView, Tone

FACT = "observe"
"""The command that tells a fact of the table."""


def followed(ui: Ui, request: Request, view: RefereeView, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """What comes of itself after a request that was not refused.

    A command may need a fact that nobody has told: the engine asks, and the answer alone is given next. The command
    that was chosen is kept meanwhile; its dice are asked for as soon as the fact is known, or it is told why not.

    Args:
        view: the bare view of the state after it.
    """
    if not isinstance(request, Give):
        return replace(ui, waiting=None), ()
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
    against = next((one for one in flat(choices(view)) if _is_same(one, waiting.action) and not one.legal), None)
    if against is None:
        return ui, ()
    return replace(ui, notice=Notice(Tone.BAD, against.reason or Text("", ""), against.rule)), ()


def _is_same(one: Action, other: Action) -> bool:
    """Whether an entry is the one that was chosen, as far as its parameters are known."""
    return one.command == other.command and all(
        one.parameters.get(key) == value for key, value in other.parameters.items()
    )
