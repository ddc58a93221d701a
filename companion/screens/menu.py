"""Which choice has which key, page by page. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from companion.screens.view_model import Action, RefereeView

CHOICE_KEYS = "1234567890"
"""Keys of the choices on a page, in their order."""


def choices(view: RefereeView) -> tuple[Action, ...]:
    """Everything that has a number now: answers to the open question first, then what else may be done."""
    answers = view.decision.options if view.decision is not None else ()
    return (*answers, *view.actions)


def first_choice(view: RefereeView, action: Action) -> RefereeView:
    """The view with one more choice before all others."""
    if view.decision is None:
        return replace(view, actions=(action, *view.actions))
    return replace(view, decision=replace(view.decision, options=(action, *view.decision.options)))


def pages(view: RefereeView) -> int:
    """How many pages of choices there are."""
    return max(1, -(-len(choices(view)) // len(CHOICE_KEYS)))


def on_page(view: RefereeView) -> Sequence[tuple[str, Action]]:
    """Keys and choices of the page that is shown."""
    every = choices(view)
    size = len(CHOICE_KEYS)
    first = (view.action_page % pages(view)) * size
    return list(zip(CHOICE_KEYS, every[first : first + size], strict=False))


def typed_faces(typed: str) -> list[str]:
    """Faces as they were typed: with spaces between, or one digit each."""
    parts = typed.split()
    return parts if len(parts) > 1 else list(parts[0]) if parts else []
