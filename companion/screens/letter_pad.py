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
    rows = ["".join(LETTERS)[start : start + 15] for start in range(0, 45, 15)] if canvas.upright else [*LETTERS]
    while len(rows) > 3 and (len(rows) + 1) * (LEAST_TARGET_PX + 1) > box.height:
        rows.pop()  # a keyboard is at hand for signs and digits where a banner leaves no room
    above = max(1, min(gap, (box.height - (len(rows) + 1) * LEAST_TARGET_PX) // len(rows)))
    high = max(LEAST_TARGET_PX, min(canvas.px(84), (box.height - above * len(rows)) // (len(rows) + 1)))
    for number, row in enumerate(rows):
        line = pygame.Rect(box.x, box.y + number * (high + above), box.width, high)
        between = max(1, min(gap, (box.width - len(row) * LEAST_TARGET_PX) // (len(row) - 1)))
        for cell, letter in zip(split_columns(line, [1.0] * len(row), between), row, strict=True):
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
