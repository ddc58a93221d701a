"""What the desktop leaves free of each display: its task bar and its docks lie over whatever is put under them.

pygame 2.6.1 does not ask for it, the SDL that it brings along does; where it cannot be asked all of a display counts.
"""

import ctypes
import os

import pygame
import pygame.base

from companion.screens.displays import Area


def _sdl() -> ctypes.CDLL:
    """The SDL that pygame runs on. It is loaded: elsewhere through the module that needs it, here by its name."""
    return ctypes.CDLL("SDL2.dll" if os.name == "nt" else pygame.base.__file__)


def usable_areas(count: int) -> tuple[Area | None, ...]:
    """Of so many displays the part without task bars; None where the system does not tell."""
    try:
        ask = _sdl().SDL_GetDisplayUsableBounds
    except (OSError, AttributeError, TypeError):
        return (None,) * count
    found: list[Area | None] = []
    for index in range(count):
        area = (ctypes.c_int * 4)()
        told = ask(ctypes.c_int(index), area) == 0 and area[2] > 0 and area[3] > 0
        found.append((area[0], area[1], area[2], area[3]) if told else None)
    return tuple(found)
