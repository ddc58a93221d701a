"""Where nothing but dice is due their page opens by itself: what is typed then is dice and no choice. Pure."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.kernel.text import Text
from companion.screens.menu import choices
from companion.screens.order_keys import go_on
from companion.screens.ui_state import Game, Order, Ui
from companion.screens.view_model import Action, RefereeView

Asked = tuple[Text, str, Mapping[str, Any]]
"""One question for dice: what is asked, and the command that takes them."""


def dice_opened(ui: Ui, view: RefereeView, game: Game) -> Ui:
    """With the page of the dice open, where they are the one answer to the open question.

    A page that was closed by a key stays closed for this question; what the camera proposes waits until the dice lie.

    Args:
        view: the bare view of the state.
    """
    only = _only_answer(view)
    asked = None if only is None else _asked(view, only)
    if ui.closed_dice is not None and ui.closed_dice != asked:
        ui = replace(ui, closed_dice=None)
    if only is None or asked == ui.closed_dice or not _is_at_the_menu(ui):
        return ui
    if not game.dice_due(only.command, only.parameters):
        return ui
    return go_on(ui, Order(only, only.parameters), game)[0]


def closed(before: Ui, after: Ui, view: RefereeView) -> Ui:
    """After a key: whether it closed the page that had opened by itself."""
    only = _only_answer(view)
    if only is None or before.order is None or before.order.action != only or not _is_at_the_menu(after):
        return after
    return replace(after, closed_dice=_asked(view, only))


def _only_answer(view: RefereeView) -> Action | None:
    """The one thing that can be done, repairs aside, where it needs neither a word nor a choice."""
    if view.decision is None or view.ending is not None or view.question is not None:
        return None
    every = [one for one in choices(view) if not one.shortcut]
    if len(every) != 1 or every[0].needs or every[0].children or not every[0].legal:
        return None
    return every[0]


def _asked(view: RefereeView, only: Action) -> Asked:
    question = only.label if view.decision is None else view.decision.question
    return question, only.command, only.parameters


def _is_at_the_menu(ui: Ui) -> bool:
    over = ui.inside, ui.order, ui.past, ui.form, ui.flow, ui.waiting
    return all(one is None for one in over) and not (ui.leaving or ui.help or ui.summary)
