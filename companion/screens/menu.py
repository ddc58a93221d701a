"""Which choice has which key, page by page. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from companion.kernel.dice_calls import MARKS
from companion.screens.view_model import Action, RefereeView

_MARKS = "".join(MARKS)
_ONE_DIE = re.compile(f"[{re.escape(_MARKS)}]?[0-9?]|[{re.escape(_MARKS)}]")
CHOICE_KEYS = "1234567890"
"""Keys of the choices on a page, in their order."""
DONE_KEY = "d"
"""Ends a slot, on every page: a number that moves from turn to turn would be pressed by habit."""
NAMED = frozenset({"card", "cards", "discards", "reversal", "wrestler", "ability"})
"""Parameters whose values have names that people read on cards."""
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzñ")
_DONE = "end_slot"


def choices(view: RefereeView) -> tuple[Action, ...]:
    """Everything that has a number now: answers to the open question first, then what else may be done."""
    answers = view.decision.options if view.decision is not None else ()
    return (*answers, *view.actions)


def flat(actions: Sequence[Action]) -> tuple[Action, ...]:
    """All entries with those behind them."""
    return tuple(one for action in actions for one in (action, *flat(action.children)))


def done_choice(view: RefereeView) -> Action | None:
    """What ends the slot now; it has a key of its own and no number."""
    found = [one for one in choices(view) if one.command == _DONE and one.legal]
    return found[0] if len(found) == 1 else None  # whose of several is a choice with a number like every other


def numbered_choices(view: RefereeView) -> tuple[Action, ...]:
    """The choices that get numbers, in their order; those with a letter of their own need none."""
    done = done_choice(view)
    return tuple(one for one in choices(view) if one is not done and not one.shortcut)


def lettered_choices(view: RefereeView) -> tuple[Action, ...]:
    """Repairs: they can be taken on every page, by their letters."""
    return tuple(one for one in choices(view) if one.shortcut)


def first_choice(view: RefereeView, action: Action) -> RefereeView:
    """The view with one more choice before all others."""
    if view.decision is None:
        return replace(view, actions=(action, *view.actions))
    return replace(view, decision=replace(view.decision, options=(action, *view.decision.options)))


def pages(view: RefereeView) -> int:
    """How many pages of choices there are."""
    return max(1, -(-len(numbered_choices(view)) // len(CHOICE_KEYS)))


def on_page(view: RefereeView) -> Sequence[tuple[str, Action]]:
    """Keys and choices of the page that is shown; what has a letter stands last on every page."""
    every = numbered_choices(view)
    size = len(CHOICE_KEYS)
    first = (view.action_page % pages(view)) * size
    done = done_choice(view)
    numbered = list(zip(CHOICE_KEYS, every[first : first + size], strict=False))
    lettered = [(one.shortcut, one) for one in lettered_choices(view)]
    return [*numbered, *lettered] if done is None else [*numbered, *lettered, (DONE_KEY, done)]


def searching_letters(view: RefereeView) -> frozenset[str]:
    """Letters that begin a name which is looked for: all but the keys that the list itself shows.

    A list of names is what lies behind an entry or a question about cards, or is longer than a page there. At the top
    of the menu, and in a short list of anything else, letters stay commands.

    Args:
        view: with the menu laid over it.
    """
    if not view.trail or view.dice is not None or view.entry is not None or view.form is not None:
        return frozenset()
    listed = numbered_choices(view)
    is_long = pages(view) > 1
    if not is_long and not any(NAMED & one.parameters.keys() for one in listed):
        return frozenset()
    kept = {key for key, _ in on_page(view)} | ({"f"} if is_long else set())
    return LETTERS - (kept if view.reason is None else kept | {"w"})


def typed_dice(typed: str) -> list[tuple[str, str]]:
    """Faces as they were typed, with spaces between or one digit each, and the mark before each that fell badly."""
    parts = typed.split()
    words = parts if len(parts) > 1 else _ONE_DIE.findall(typed)
    return [(word.lstrip(_MARKS), word[: len(word) - len(word.lstrip(_MARKS))]) for word in words]


def typed_faces(typed: str) -> list[str]:
    """The faces alone."""
    return [face for face, _ in typed_dice(typed) if face]
