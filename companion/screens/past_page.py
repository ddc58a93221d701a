"""The journal browser over the ring and the choices: the steps, the one that is looked at, and what follows from it."""

import pygame

from companion.screens.canvas import Canvas, split_columns
from companion.screens.fonts import Face
from companion.screens.languages import tr
from companion.screens.layout import LEAST_TARGET_PX
from companion.screens.view_model import PastView
from companion.screens.widgets import heading, key_cap


def past_page(canvas: Canvas, box: pygame.Rect, past: PastView, language: str) -> None:
    """Draw the browser inside `box`."""
    theme = canvas.theme
    canvas.layer += 1
    canvas.fill(box, theme.panel, 12)
    canvas.frame(box, theme.gold, 4, 12)
    inner = box.inflate(-canvas.px(44), -canvas.px(36))
    head = pygame.Rect(inner.x, inner.y, inner.width, canvas.px(44))
    heading(canvas, head, tr(language, "What was done"), size=34)
    hint = tr(language, "↑ ↓: look at a step · Esc: close")
    canvas.text(hint, head, size=18, ink=theme.soft, align="right")
    foot_high = max(LEAST_TARGET_PX, canvas.px(70))
    foot = pygame.Rect(inner.x, inner.bottom - foot_high, inner.width, foot_high)
    words_high = canvas.px(170)
    words = pygame.Rect(inner.x, foot.top - words_high, inner.width, words_high)
    _steps(canvas, pygame.Rect(inner.x, head.bottom, inner.width, words.top - head.bottom), past, language)
    lines = " ".join(one.of(language) for one in past.preview)
    if lines:
        told = tr(language, "Without it: {what} Press 1 again to take it out.", what=lines)
        canvas.paragraph(told, words.inflate(0, -canvas.px(16)), size=24, ink=theme.gold_ink)
    answers = (
        ("1", "1", tr(language, "Take it out")),
        ("2", "2", tr(language, "Back to before it")),
        ("escape", "Esc", tr(language, "Leave it")),
    )
    for cell, (key, cap, text) in zip(split_columns(foot, [1, 1, 0.8], canvas.px(12)), answers, strict=True):
        canvas.fill(cell, theme.raised, 8)
        plate = pygame.Rect(cell.x + canvas.px(10), 0, canvas.px(46 if len(cap) < 2 else 64), canvas.px(46))
        plate.centery = cell.centery
        key_cap(canvas, plate, cap)
        room = pygame.Rect(plate.right + canvas.px(10), cell.y, cell.right - plate.right - canvas.px(16), cell.height)
        canvas.text(text, room, face=Face.STRONG, size=25, ground=theme.raised)
        canvas.target(cell, key)
    canvas.layer -= 1


def _steps(canvas: Canvas, box: pygame.Rect, past: PastView, language: str) -> None:
    """As many steps as there is room for, the one that is looked at among them."""
    theme = canvas.theme
    line = max(LEAST_TARGET_PX, canvas.px(50))
    room = max(1, box.height // line)
    first = max(0, min(past.at - room // 2, len(past.acts) - room))
    for row, act in enumerate(past.acts[first : first + room]):
        place = pygame.Rect(box.x, box.y + row * line, box.width, line - canvas.px(4))
        place.height = max(place.height, LEAST_TARGET_PX)
        here = act.index == past.at
        ground = theme.gold if here else theme.panel
        if here:
            canvas.fill(place, ground, 6)
        ink = theme.on_gold if here else theme.ink
        number, text = split_columns(place.inflate(-canvas.px(20), 0), [0.08, 0.92], canvas.px(10))
        canvas.text(str(act.index + 1), number, size=20, ink=ink, ground=ground, align="right")
        face = Face.STRONG if here else Face.TEXT
        canvas.text(act.text.of(language), text, face=face, size=23, ink=ink, ground=ground)
        canvas.target(place, f"act:{act.index}")
