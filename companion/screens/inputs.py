"""From what people press to the names of keys: keyboard, mouse, finger and gamepad speak one language. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.screens.canvas import Target

SAME_PRESS_MS = 250
"""The same button within this time counts once (field note G-11)."""
GOING = frozenset({"left", "right", "up", "down"})
TYPED = frozenset("0123456789") | {"space", "backspace", ".", "-", "½"} | GOING
"""Keys of typing and of going somewhere: 6 6 in a hurry is two sixes."""
FIELDS = frozenset({"pagedown", "pageup", "enter"})
"""Keys from field to field of a form: Tab twice in a row is two fields on, never one press that trembled."""
POINT = "point:"
"""A place that tells where it was pressed: `point:0.25:0.5`, shares of its width and height."""
TRAY = "tray:"
"""Before the faces that a dice tray shows: `tray:6 ~4 ?`, a mark before a die that lies badly."""
WHO = "who:"
"""Before a fighter's id: his card was pressed."""
TWICE = "twice:"
"""Before a key whose second press came too soon to count; a digit counts all the same where digits are written."""
PICK = "pick:"
"""Before the place of a name that fits what was written: it was pressed."""
SELECT = "select"
"""Control with A: everything in the field that is typed in."""
TEXT = "text:"
"""Before a character that was typed where text is asked for."""
NAMES: Mapping[str, str] = {
    "return": "enter",
    "[enter]": "enter",
    "enter": "enter",
    "⏎": "enter",
    "accept": "enter",
    "delete": "backspace",
    "⌫": "backspace",
    "reject": "backspace",
    "edit": "e",
    "page down": "pagedown",
    "tab": "pagedown",
    "page up": "pageup",
    ",": ".",
    "[.]": ".",
    "[-]": "-",
    "/": "½",
    "esc": "escape",
    **{f"[{digit}]": str(digit) for digit in range(10)},
}
GAMEPAD: Mapping[int, str] = {0: "enter", 1: "backspace", 2: "e", 3: "r", 4: "u", 5: "y", 6: "escape", 7: "n"}
"""Buttons of a common gamepad, in SDL's order."""
STICK_ON, STICK_OFF = 0.6, 0.35
"""How far a stick is pushed to count, and how far back it must come before it counts again."""


@dataclass
class Stick:
    """Sticks and crosses of gamepads as arrow keys: one press a push."""

    _held: dict[tuple[int, int], str] = field(default_factory=dict)

    def axis(self, pad: int, axis: int, value: float) -> str | None:
        """The arrow of a stick that has just been pushed; only the first stick (axes 0 and 1) steers."""
        if axis not in {0, 1}:
            return None
        if abs(value) <= STICK_OFF:
            self._held.pop((pad, axis), None)
            return None
        arrow = (("left", "right"), ("up", "down"))[axis][value > 0]
        if abs(value) < STICK_ON or self._held.get((pad, axis)) == arrow:
            return None
        self._held[pad, axis] = arrow
        return arrow

    @staticmethod
    def cross(x: int, y: int) -> str | None:
        """The arrow of the cross; up is positive there."""
        if x:
            return "right" if x > 0 else "left"
        if y:
            return "up" if y > 0 else "down"
        return None


def key_name(name: str, *, ctrl: bool = False, shift: bool = False) -> str:
    """The one name of a key. Control with Z, Y, Q and Enter, and Shift with Tab, do what they do everywhere."""
    plain = name.lower()
    if shift and plain == "tab":
        return "pageup"
    if ctrl:
        return {"z": "u", "y": "y", "q": "escape", "return": "register", "a": SELECT}.get(plain, "")
    return NAMES.get(plain, plain)


def as_key(key: str) -> str:
    """What was typed as the key that it was, where nothing is written: it came before the new picture was drawn."""
    letter = key.removeprefix(TEXT)
    return key if letter == key else key_name("space" if letter == " " else letter)


def key_at(targets: "Sequence[Target]", x: int, y: int) -> str | None:
    """The key of the topmost place under a finger or the mouse; None beside every place."""
    top = max((one.layer for one in targets), default=0)
    for one in targets:
        # what lies under a question cannot be pressed
        if one.layer == top and one.rect.collidepoint(x, y):
            if one.key == POINT:
                across, down = (x - one.rect.x + 0.5) / one.rect.width, (y - one.rect.y + 0.5) / one.rect.height
                return f"{POINT}{across:.5f}:{down:.5f}"
            # what names something of the match, such as `row:Gato`, is no key cap: its capitals count
            return one.key if ":" in one.key else key_name(one.key)
    return None


@dataclass
class Presses:
    """Drops the second of two presses of one button that come too close together.

    Attributes:
        free: keys that may come as fast as they like. Where a digit takes a choice it is none of them: a second 1 would
            answer a question that nobody has seen yet.
    """

    window_ms: int = SAME_PRESS_MS
    free: frozenset[str] = TYPED
    _last: dict[str, int] = field(default_factory=dict)

    def counts(self, key: str, at_ms: int) -> bool:
        """Whether this press counts; a press that does not count does not start a new window, but for a digit's."""
        if key in self.free or key.startswith(TEXT):
            return True
        last = self._last.get(key)
        if key in TYPED:
            self._last[key] = at_ms
        if last is not None and 0 <= at_ms - last < self.window_ms:
            return False
        self._last[key] = at_ms
        return True
