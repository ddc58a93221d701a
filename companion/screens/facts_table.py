"""Labelled values under each other: long ones take more lines, and what has no room is counted, never cut."""

from collections.abc import Sequence

import pygame

from companion.screens.canvas import Canvas
from companion.screens.fonts import Face
from companion.screens.languages import tr
from companion.screens.view_model import Fact

SIZE = 22.0
LABEL_SHARE = 0.4
_STEPS = (1.0, 0.9, 0.8, 0.7, 0.6)


def facts_table(canvas: Canvas, box: pygame.Rect, facts: Sequence[Fact], language: str) -> None:
    """Draw as many facts as fit, at the largest size at which all of them do."""
    if not facts:
        return
    gap = canvas.px(10)
    left = round(box.width * LABEL_SHARE)
    for step in _STEPS:
        size = SIZE * step
        highs = [_high(canvas, fact, language, size, left, box.width - left - gap) for fact in facts]
        if sum(highs) <= box.height:
            break
    shown = _fitting(highs, box.height, canvas.line_px(Face.TEXT, size))
    top = box.top
    for fact, high in zip(facts[:shown], highs, strict=False):
        label = pygame.Rect(box.x, top, left, high)
        value = pygame.Rect(box.x + left + gap, top, box.width - left - gap, high)
        canvas.paragraph(fact.label.of(language), label, size=size, ink=canvas.theme.soft, valign="middle")
        words = fact.value.of(language)
        canvas.paragraph(words, value, face=Face.STRONG, size=size, align="right", valign="middle")
        top += high
    if shown < len(facts):
        rest = pygame.Rect(box.x, top, box.width, box.bottom - top)
        canvas.text(tr(language, "and {n} more", n=len(facts) - shown), rest, size=size, align="right", valign="top")


def _fitting(highs: Sequence[int], room: int, line: int) -> int:
    """How many fit, with a line left to say how many do not."""
    if sum(highs) <= room:
        return len(highs)
    return max(n for n in range(len(highs)) if sum(highs[:n]) <= room - line or not n)


def _high(canvas: Canvas, fact: Fact, language: str, size: float, left: int, right: int) -> int:
    lines = max(
        canvas.lines_of(fact.label.of(language), Face.TEXT, size, left),
        canvas.lines_of(fact.value.of(language), Face.STRONG, size, right),
    )
    return lines * canvas.line_px(Face.STRONG, size) + canvas.px(6)
