"""`companion run` in a process of its own, for the tests with a real display: its words are those of the command line.

Tells on standard output what happened: `ready`, `key NAME`, `left`. One button may come twice in a blink here.
"""

from typing import Any

from companion.cli.main import run
from companion.screens import referee_window
from companion.screens.inputs import TEXT, Presses
from companion.screens.window import Window


def tell(*words: object) -> None:
    print(*words, flush=True)


class TellingWindow(Window):
    """The window, which says when it is there."""

    def __post_init__(self) -> None:
        super().__post_init__()
        tell("ready")


press = referee_window.RefereeLoop.press


def told(self: referee_window.RefereeLoop, key: str, at_ms: int) -> Any:
    left = press(self, key, at_ms)
    typed = key.removeprefix(TEXT)
    tell("key", "space" if typed == " " else typed)
    return left


if __name__ == "__main__":
    referee_window.RefereeLoop.press = told  # type: ignore[method-assign]  # the test reads along
    referee_window.Window = TellingWindow  # type: ignore[misc]
    referee_window.Presses = lambda _ms, free: Presses(0, free=free)  # type: ignore[misc,assignment]
    try:
        run()
    finally:
        tell("left")
