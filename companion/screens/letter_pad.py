"""Places to press that do what keys do: a key with its word, and letters where a text is asked for."""

import pygame

from companion.kernel.text import Text
from companion.screens.canvas import Canvas, split_columns
from companion.screens.fonts import Face
from companion.screens.inputs import TEXT
from companion.screens.languages import tr
from companion.screens.layout import LEAST_TARGET_PX
from companion.screens.widgets import key_cap

SPACE = Text("space", "espacio")
LETTERS = ("abcdefghi", "jklmnñopq", "rstuvwxyz", "123456789", "0.,=_-+áé")
_GAP = 7


def letters(canvas: Canvas, box: pygame.Rect, language: str) -> None:
    """Letters, digits and signs for fingers and mouse, where a text is asked for."""
    gap = canvas.px(_GAP)
    rows = _rows(canvas, box)
    above = max(0, min(gap, (box.height - (len(rows) + 1) * LEAST_TARGET_PX) // len(rows)))
    high = max(LEAST_TARGET_PX, min(canvas.px(84), (box.height - above * len(rows)) // (len(rows) + 1)))
    for number, row in enumerate(rows):
        line = pygame.Rect(box.x, box.y + number * (high + above), box.width, high)
        across = len(rows[0])
        between = max(1, min(gap, (box.width - across * LEAST_TARGET_PX) // (across - 1)))
        for cell, letter in zip(split_columns(line, [1.0] * len(rows[0]), between), row, strict=False):
            canvas.fill(cell, canvas.theme.raised, 6)
            canvas.text(letter, cell, face=Face.NUMBER, size=30, ground=canvas.theme.raised, align="centre")
            canvas.target(cell, f"{TEXT}{letter}")
    line = pygame.Rect(box.x, box.y + len(rows) * (high + above), box.width, high)
    keys = (
        ("space", "_", SPACE.of(language)),
        ("backspace", "⌫", ""),
        ("escape", "Esc", ""),
        ("enter", "⏎", tr(language, "done")),
    )
    for cell, (key, cap, word) in zip(split_columns(line, [1.7, 1.0, 1.0, 1.6], gap), keys, strict=True):
        pad_key(canvas, cell, key, cap, word)


def _rows(canvas: Canvas, box: pygame.Rect) -> list[str]:
    """Every letter, in so many rows as the box is high enough for: a banner above makes them longer, not fewer."""
    every = "".join(LETTERS)
    for columns in (15,) if canvas.upright else (9, 12, 15):
        rows = [every[start : start + columns] for start in range(0, len(every), columns)]
        if (len(rows) + 1) * LEAST_TARGET_PX <= box.height:
            break
    return rows


def least_high(canvas: Canvas) -> int:
    """Pixels that the pad needs with every place as large as a finger."""
    return (len(_rows(canvas, canvas.surface.get_rect())) + 1) * LEAST_TARGET_PX


def pad_key(canvas: Canvas, box: pygame.Rect, key: str, cap: str, word: str, *, wrap: bool = False) -> None:
    """A key with what it does.

    Args:
        wrap: the words may take two lines.
    """
    theme = canvas.theme
    canvas.fill(box, theme.raised, 8)
    side = min(box.height - canvas.px(14), canvas.px(44))
    wide, _ = canvas.measure(cap, Face.NUMBER, round(side * 0.72))
    plate = pygame.Rect(box.x + canvas.px(8), 0, max(side, wide + canvas.px(16)), side)
    plate.centery = box.centery
    key_cap(canvas, plate, cap)
    room = pygame.Rect(plate.right + canvas.px(8), box.y, box.right - plate.right - canvas.px(12), box.height)
    if wrap:
        canvas.paragraph(word, room, face=Face.STRONG, size=19, ground=theme.raised, valign="middle")
    else:
        canvas.text(word, room, face=Face.STRONG, size=22, ground=theme.raised)
    canvas.target(box, key)
