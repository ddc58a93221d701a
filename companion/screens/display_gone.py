"""The display of a window is gone (X11): Xlib ends the program at once, in English; here it is told in people's words.

Nothing can be saved there any more and nothing needs to be: every act is on disk before it is seen.
"""

import ctypes
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import pygame

from companion.kernel.text import Text

GONE: Final = Text(
    "the display {name} is gone; the match is on disk: start again when it is back",
    "la pantalla {name} ha desaparecido; el combate está guardado: arranca otra vez cuando vuelva",
)
_XLIB: Final = "libX11.so.6"
_STDERR: Final = 2
_Handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
_KEPT: list[Any] = []
"""The handler that Xlib holds: Python must not take it away."""


def told(language: str) -> str:
    """The sentence for the terminal."""
    return GONE.filled(name=os.environ.get("DISPLAY", "X11")).of(language)


def say(language: str) -> int:
    """What Xlib calls; it ends the program whatever this gives."""
    with suppress(OSError):
        os.write(_STDERR, f"{told(language)}\n".encode())
    return 0


def tell_when_gone(language: Callable[[], str]) -> None:
    """From now on a display that goes is told in this language; Xlib ends the program after it.

    Args:
        language: asked for at that moment.
    """
    if pygame.display.get_driver() != "x11":
        return  # others tell the program, which tells the people

    with suppress(OSError, AttributeError):  # without Xlib by this name its own words stay
        handler = _Handler(lambda _display: say(language()))
        set_handler = ctypes.CDLL(_XLIB).XSetIOErrorHandler
        set_handler.argtypes, set_handler.restype = [_Handler], ctypes.c_void_p
        set_handler(handler)
        _KEPT[:] = [handler]
