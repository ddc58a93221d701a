"""The middle of a set-up page that no camera is needed for: the displays, and what each light means for the match."""

import pygame

from companion.kernel.text import Text
from companion.screens.canvas import Canvas, split_columns
from companion.screens.fonts import Face
from companion.screens.setup_lamp import lamp
from companion.screens.setup_view import DisplayShape, Lamp, SetupView
from companion.screens.widgets import heading

MEANING = Text("What it means for the match", "Qué supone para el combate")
REFEREE, CROWD = Text("referee", "árbitro"), Text("crowd", "público")
TYPE, ROW_PX, GAP_PX = 26, 84, 8
# of the place's height, for the displays
MOST_HIGH = 0.5


def draw(canvas: Canvas, box: pygame.Rect, view: SetupView, language: str) -> None:
    """Fill `box` with what the page has beside its questions."""
    inner = box.inflate(-canvas.px(60), -canvas.px(40))
    if view.displays:
        shapes = pygame.Rect(inner.x, inner.y, inner.width, round(inner.height * MOST_HIGH))
        _displays(canvas, shapes, view.displays, language)
        inner = pygame.Rect(inner.x, shapes.bottom, inner.width, inner.bottom - shapes.bottom)
    if view.meanings:
        _meanings(canvas, inner, view, language)


def _displays(canvas: Canvas, box: pygame.Rect, shapes: tuple[DisplayShape, ...], language: str) -> None:
    """The displays side by side in their true proportion, as the system's own settings show them."""
    gap = canvas.px(26)
    scale = min(
        (box.width - gap * (len(shapes) - 1)) / sum(one.width for one in shapes),
        box.height * 0.9 / max(one.height for one in shapes),
    )
    left = box.centerx - round((sum(one.width for one in shapes) * scale + gap * (len(shapes) - 1)) / 2)
    for one in shapes:
        place = pygame.Rect(left, 0, round(one.width * scale), round(one.height * scale))
        place.centery = box.centery
        ground = canvas.theme.gold if one.is_crowd else canvas.theme.raised
        ink = canvas.theme.on_gold if one.is_crowd else canvas.theme.ink
        canvas.fill(place, ground, 10)
        canvas.frame(place, canvas.theme.line, 3, 10)
        number, words = place.copy(), place.copy()
        number.height = round(place.height * 0.62)
        words.y, words.height = number.bottom, place.height - number.height - canvas.px(10)
        canvas.text(str(one.number), number, face=Face.NUMBER, size=110, ink=ink, ground=ground, align="centre")
        whose = (CROWD if one.is_crowd else REFEREE if one.is_referee else None) if len(shapes) > 1 else None
        said = f"{one.width} x {one.height}" if whose is None else whose.of(language)
        inside = words.inflate(-canvas.px(12), 0)
        canvas.text(said, inside, face=Face.STRONG, size=30, ink=ink, ground=ground, align="centre")
        left = place.right + gap


def _meanings(canvas: Canvas, box: pygame.Rect, view: SetupView, language: str) -> None:
    """One row a light; the one that the page has now stands out."""
    now = next((step.lamp for step in view.steps if step.id == view.at), Lamp.NOT_YET)
    head = pygame.Rect(box.x, box.y, box.width, canvas.px(40))
    heading(canvas, head, MEANING.of(language), size=26)
    # letters do not shrink with a small window: two lines of them have room
    gap = canvas.px(GAP_PX)
    high = max(canvas.px(ROW_PX), 2 * canvas.line_px(Face.TEXT, TYPE) + gap)
    high = min(high, (box.bottom - head.bottom - gap) // len(view.meanings))
    for number, (state, text) in enumerate(view.meanings):
        row = pygame.Rect(box.x, head.bottom + gap + number * high, box.width, high - gap)
        ground = canvas.theme.raised if state is now else canvas.theme.panel
        if state is now:
            canvas.fill(row, ground, 8)
        sign, words = split_columns(row.inflate(-canvas.px(16), 0), [0.1, 0.9], canvas.px(10))
        lamp(canvas, sign.center, min(sign.size) * 0.34, state)
        canvas.paragraph(text.of(language), words, size=TYPE, ground=ground, valign="middle",
                         ink=canvas.theme.ink if state is now else canvas.theme.soft)  # fmt: skip
