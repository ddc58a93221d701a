"""A display's number, large, over the whole of it for some seconds: which one is which (field note F-01).

Runs as a process of its own, one a display: pygame 2.6.1 has no second window.
"""

import os
import sys
import time
from collections.abc import Callable

import pygame

from companion.screens.canvas import Canvas
from companion.screens.displays import Display, Placement
from companion.screens.fonts import Face
from companion.screens.theme import hall
from companion.screens.window import IDLE_MS, Window, open_displays

SHOWN_MS = 4000
SHOWN = b"\x06"
"""On standard output once the number is there; no byte of any text."""


def draw(surface: pygame.Surface, display: Display) -> Canvas:
    """The number and the size below it."""
    canvas = Canvas(surface, hall(light=False))
    theme = canvas.theme
    surface.fill(theme.gold)
    box = canvas.rect
    number = pygame.Rect(0, 0, box.width, round(box.height * 0.74))
    size = pygame.Rect(0, number.bottom, box.width, box.height - number.height)
    canvas.text(
        str(display.index + 1), number, face=Face.NUMBER, size=760, ink=theme.on_gold, ground=theme.gold, align="centre"
    )
    words = f"{display.width} x {display.height}"
    canvas.text(words, size, face=Face.STRONG, size=110, ink=theme.on_gold, ground=theme.gold, align="centre")
    return canvas


def show(
    display: Display,
    now: Callable[[], int],
    shown_ms: int = SHOWN_MS,
    on_shown: Callable[[], None] = lambda: None,
) -> None:
    """Cover the display with its number until the time is over or somebody presses something."""
    window = Window(f"Ringside Companion: {display.index + 1}", Placement(display, borderless=True))
    try:
        is_told, until = False, now() + shown_ms
        while now() < until:
            window.show(draw(window.surface, display))
            if not is_told:
                on_shown()
            is_told = True
            if any(key != "redraw" for key in window.keys(IDLE_MS, now())):
                return
    finally:
        window.close()


def command(display: Display) -> list[str]:
    """What starts the process for a display."""
    return [sys.executable, "-m", "companion.screens.setup_identify", str(display.index)]


def main(arguments: list[str]) -> int:
    """Show the number of the display with that index; 1 when it is not there."""
    displays = open_displays()
    index = int(arguments[0]) if arguments and arguments[0].isdecimal() else 0
    if index >= len(displays):
        return 1

    def tell() -> None:
        os.write(1, SHOWN)

    # pygame's own clock stands still until all of pygame is started
    show(displays[index], lambda: time.monotonic_ns() // 1_000_000, on_shown=tell)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
