"""The journal browser over the ring and the choices: the steps, the one that is looked at, and what follows from it."""

import pygame

from companion.screens.canvas import Canvas, split_columns
from companion.screens.facts_table import facts_table
from companion.screens.fonts import Face
from companion.screens.languages import message, tr
from companion.screens.layout import LEAST_TARGET_PX
from companion.screens.view_model import PastView
from companion.screens.widgets import heading, key_cap, mark

LOOKING = (
    ("1", message("Take it out")),
    ("2", message("Back to before it")),
    ("3", message("Change it")),
    ("4", message("Put one in before it")),
)
TURNING = (
    ("pageup", "↑", ""),
    ("pagedown", "↓", ""),
    ("d", "D", message("Dice")),
    ("escape", "Esc", message("Close")),
)
DICE_TITLE = message("Dice of this match")
TITLES = {
    "": message("What was done"),
    "remove": message("Take this step out?"),
    "cut": message("Go back to before this step?"),
    "change": message("Change this step?"),
    "insert": message("Put a step in before this one?"),
}


def past_page(canvas: Canvas, box: pygame.Rect, past: PastView, language: str, cursor: str | None = None) -> None:
    """Draw the browser inside `box`."""
    theme = canvas.theme
    canvas.layer += 1
    canvas.fill(box, theme.panel, 12)
    canvas.frame(box, theme.gold, 4, 12)
    inner = box.inflate(-canvas.px(44), -canvas.px(36))
    head = pygame.Rect(inner.x, inner.y, inner.width, max(LEAST_TARGET_PX, canvas.px(56)))
    title, right = split_columns(head, [1.25, 1] if past.edit else [1, 1.45], canvas.px(12))
    told = TITLES[past.edit] if past.counts is None else DICE_TITLE
    heading(canvas, title, tr(language, told), size=34)
    if past.counts is not None:
        _button(canvas, right, "escape", "Esc", tr(language, "Back"))
    elif past.edit:
        canvas.text(tr(language, "U takes this back later, too"), right, size=18, ink=theme.soft, align="right")
    else:
        _turning(canvas, right, language)
    button_high = max(LEAST_TARGET_PX, canvas.px(66))
    if past.counts is not None:
        _counts(canvas, pygame.Rect(inner.x, head.bottom, inner.width, inner.bottom - head.bottom), past, language)
        canvas.layer -= 1
        return
    foot_high = button_high if past.edit else 2 * button_high + canvas.px(10)
    foot = pygame.Rect(inner.x, inner.bottom - foot_high, inner.width, foot_high)
    words_high = canvas.px(260 if past.edit else 0)
    words = pygame.Rect(inner.x, foot.top - words_high, inner.width, words_high)
    steps = pygame.Rect(inner.x, head.bottom, inner.width, words.top - head.bottom - canvas.px(8))
    _steps(canvas, steps, past, language)
    if past.edit:
        _told(canvas, words.inflate(0, -canvas.px(16)), past, language)
        _decide(canvas, foot, language)
    else:
        _choices(canvas, foot, language, cursor)
    canvas.layer -= 1


def _counts(canvas: Canvas, box: pygame.Rect, past: PastView, language: str) -> None:
    """The dice statistics, a column for each kind of die."""
    panels = past.counts or ()
    for cell, one in zip(split_columns(box, [1.0] * len(panels), canvas.px(40)), panels, strict=True):
        title = pygame.Rect(cell.x, cell.y + canvas.px(10), cell.width, canvas.px(44))
        canvas.text(one.title.of(language), title, face=Face.STRONG, size=26)
        facts_table(
            canvas, pygame.Rect(cell.x, title.bottom, cell.width, cell.bottom - title.bottom), one.facts, language
        )


def _turning(canvas: Canvas, box: pygame.Rect, language: str) -> None:
    """A page of steps back and on, and out, for fingers; the arrows go step by step."""
    columns = split_columns(box, [0.5, 0.5, 1.05, 1.15], canvas.px(8))
    for cell, (key, cap, text) in zip(columns, TURNING, strict=True):
        _button(canvas, cell, key, cap, tr(language, text) if text else "")


def _told(canvas: Canvas, box: pygame.Rect, past: PastView, language: str) -> None:
    """What follows, sentence after sentence."""
    lines = " ".join(one.of(language) for one in past.preview)
    told = tr(language, "Then: {what}", what=lines)
    canvas.paragraph(told, box, size=23, ink=canvas.theme.gold_ink)


def _choices(canvas: Canvas, box: pygame.Rect, language: str, cursor: str | None) -> None:
    gap = canvas.px(10)
    high = (box.height - gap) // 2
    answers = [(key, key, tr(language, text)) for key, text in LOOKING]
    for row in range(2):
        line = pygame.Rect(box.x, box.y + row * (high + gap), box.width, high)
        for cell, (key, cap, text) in zip(
            split_columns(line, [1, 1], gap), answers[row * 2 : row * 2 + 2], strict=True
        ):
            _button(canvas, cell, key, cap, text)
            mark(canvas, cell, here=key == cursor)


def _decide(canvas: Canvas, box: pygame.Rect, language: str) -> None:
    yes, no = split_columns(box, [1, 1], canvas.px(12))
    _button(canvas, yes, "enter", "⏎", tr(language, "Do it"))
    _button(canvas, no, "escape", "Esc", tr(language, "Leave it as it is"))


def _button(canvas: Canvas, cell: pygame.Rect, key: str, cap: str, text: str) -> None:
    theme = canvas.theme
    canvas.fill(cell, theme.raised, 8)
    high = min(canvas.px(46), cell.height - canvas.px(8))
    plate = pygame.Rect(cell.x + canvas.px(10), 0, canvas.px(46 if len(cap) < 2 else 64), high)
    plate.centery = cell.centery
    key_cap(canvas, plate, cap)
    room = pygame.Rect(plate.right + canvas.px(10), cell.y, cell.right - plate.right - canvas.px(16), cell.height)
    if text:
        canvas.text(text, room, face=Face.STRONG, size=25, ground=theme.raised)
    canvas.target(cell, key)


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
        canvas.text(str(act.number), number, size=20, ink=ink, ground=ground, align="right")
        face = Face.STRONG if here else Face.TEXT
        canvas.text(act.text.of(language), text, face=face, size=23, ink=ink, ground=ground)
        canvas.target(place, f"act:{act.index}")
