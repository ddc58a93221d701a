"""Dice typed by the referee: fast keys, the right number, faces that the die has (I-05). Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.kernel.dice import DiceRequest
from companion.kernel.dice_calls import MARKS, Fault
from companion.kernel.text import Text, plural
from companion.screens.menu import typed_dice, typed_faces

TEN = 10


class DiceTypingError(Exception):
    """The faces do not fit; `text` says why in both languages."""

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(text.en)


def read_faces(typed: str, request: DiceRequest) -> tuple[int, ...]:
    """The faces that were typed; a 0 on a ten-sided die is a ten.

    Raises:
        DiceTypingError: a wrong number of dice, or a face that the die does not have.
    """
    faces = []
    for word in typed_faces(typed):
        face = TEN if request.sides == TEN and word == "0" else int(word)
        if not 1 <= face <= request.sides:
            raise DiceTypingError(
                Text(f"A die of {request.sides} has no {word}.", f"Un dado de {request.sides} no tiene el {word}.")
            )
        faces.append(face)
    if len(faces) != request.count:
        due = plural(request.count, Text("{n} die due", "toca {n} dado"), Text("{n} dice due", "tocan {n} dados"))
        raise DiceTypingError(Text(f"{due.en}, {len(faces)} typed.", f"{due.es}, {len(faces)} escritos."))
    return tuple(faces)


def faults_of(typed: str) -> tuple[tuple[int, Fault], ...]:
    """Which dice fell badly, by their place from 0."""
    return tuple((place, MARKS[mark]) for place, (_, mark) in enumerate(typed_dice(typed)) if mark)


def marked(typed: str) -> str:
    """The mark of the next die: none, leans, off the mat, on another die, none again."""
    head, last = (typed[:-1], typed[-1]) if typed and typed[-1] in MARKS else (typed, "")
    order = ["", *MARKS]
    return head + order[(order.index(last) + 1) % len(order)]


def accepts(typed: str, key: str, request: DiceRequest) -> bool:
    """Whether one more digit can still become a face; a wrong one is refused at once."""
    if key == "space":
        return bool(typed) and not typed.endswith(" ")
    words = [face for face, _ in typed_dice(typed + key)]
    if len(words) > request.count:
        return False
    last = int(words[-1])
    return (last == 0 and request.sides == TEN) or 1 <= last <= request.sides


def lying(parameters: Mapping[str, Any], request: DiceRequest) -> tuple[str, ...]:
    """The faces that `placed` has put in, as they are shown."""
    here: Any = parameters
    for step in request.field.split("."):
        here = here[int(step)] if isinstance(here, list) else here[step]
    return tuple(map(str, here)) if isinstance(here, list | tuple) else (str(here),)


def placed(parameters: Mapping[str, Any], request: DiceRequest, faces: Sequence[int]) -> dict[str, Any]:
    """`parameters` with faces where the request's dotted path points; the caller's own maps are not touched."""
    values: list[Any] = [request.choices[face - 1] for face in faces] if request.choices else list(faces)
    value: Any = values[0] if request.single else values
    filled: dict[str, Any] = _put(parameters, request.field.split("."), value)
    return filled


def _put(here: Any, path: Sequence[str], value: Any) -> Any:
    head, rest = path[0], path[1:]
    if head.isdigit():
        items = list(here or [])
        while len(items) <= int(head):
            items.append({})
        items[int(head)] = _put(items[int(head)], rest, value) if rest else value
        return items
    return {**(here or {}), head: _put((here or {}).get(head), rest, value) if rest else value}
