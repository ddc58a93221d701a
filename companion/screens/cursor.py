"""A cursor over whatever can be chosen, for gamepads and arrow keys: moved by arrows, taken by Enter. Pure.

It only turns Enter into the key of the choice that it stands on, so that a gamepad does what the keyboard does
(field note G-01).
"""

from dataclasses import replace

from companion.screens.menu import on_page, typed_faces
from companion.screens.ui_state import Ui
from companion.screens.view_model import RefereeView

STEPS = {"left": -1, "up": -1, "right": 1, "down": 1}
_PAST = ("1", "2", "3", "4")
_DIGITS = (*"1234567890", "½", "-")


def places(view: RefereeView) -> tuple[str, ...]:
    """Keys of what the cursor can stand on, in order.

    Args:
        view: with the menu laid over it.
    """
    if view.question is not None:
        return tuple(str(number) for number, _ in enumerate(view.question.answers, start=1))
    if view.form is not None or view.show_keys:
        return ()
    if view.past is not None:
        return () if view.past.edit else _PAST
    if view.flow is not None:
        return ()  # its pages have a cursor of their own
    if view.dice is not None:
        return tuple(str(face % 10) for face in range(1, view.dice.sides + 1))
    if view.entry is not None:
        return () if view.entry.letters else _DIGITS
    return tuple(key for key, action in on_page(view) if action.legal)


def steer(ui: Ui, key: str, view: RefereeView) -> tuple[Ui, str | None]:
    """Where the cursor stands after a key, and the key that the menu is to take; None when there is none for it."""
    there = places(view)
    steps = {"left": -1, "right": 1} if view.past is not None else STEPS  # up and down walk through the steps
    if key in steps and there:
        here = there.index(ui.cursor) if ui.cursor in there else (-1 if steps[key] > 0 else 0)
        return replace(ui, cursor=there[(here + steps[key]) % len(there)]), None
    if key == "enter" and ui.cursor in there and not _thrown(view):
        stays = view.dice is not None
        return (ui if stays else replace(ui, cursor=None)), ui.cursor
    return replace(ui, cursor=None), key


def _thrown(view: RefereeView) -> bool:
    """Whether all dice are there: then Enter ends."""
    return view.dice is not None and len(typed_faces(view.dice.typed)) >= view.dice.count
