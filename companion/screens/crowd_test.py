"""The crowd board's test picture: what it is, that it waits, and a sample in the sizes of a match (field note F-01).

For whoever sets the hall up: nothing on it is a match, and nothing of it looks as if one had stopped.
"""

import math

import pygame

from companion.kernel.text import Text
from companion.screens.canvas import Canvas
from companion.screens.crowd import LEAST_SHARE, fighter_row
from companion.screens.display_number import identify
from companion.screens.fonts import Face
from companion.screens.layout import crowd_layout
from companion.screens.theme import hall
from companion.screens.view_model import Chip, CrowdView, FighterView, Gauge
from companion.screens.widgets import backdrop

TEST_PICTURE = Text("Test: Q closes", "Prueba: Q cierra")
WHAT = Text("This is the crowd board.", "Este es el marcador.")
WAITS = Text("It waits for the referee.", "Espera al árbitro.")
SAMPLE_HEAD = Text("A sample, as large as in a match:", "Una muestra, como en un combate:")
READABLE = Text("Can this be read from the last row?", "¿Se lee esto desde la última fila?")
SAMPLE = Text("Sample", "Muestra")
_BLUE, _GAUGE = (66, 108, 196), Gauge(14, -10, 20, 5)


def waiting_for(show: str) -> CrowdView:
    """What the test picture tells; `show` is the name of the evening."""
    return CrowdView(Text(show, show), TEST_PICTURE)


def draw(surface: pygame.Surface, view: CrowdView, language: str, now_ms: int) -> Canvas:
    """Draw it in the places and sizes of the board."""
    del now_ms  # nothing moves on it
    least = math.ceil(surface.get_height() / LEAST_SHARE)
    canvas = Canvas(surface, hall(light=view.light_hall), smallest_px=least)
    layout = crowd_layout(canvas, view, least)
    backdrop(canvas)
    _head(canvas, layout.top, view, language, least)
    body = layout.fighters
    sample_high = round(least * 4.4)
    head_high = round(least * 1.6)
    words = pygame.Rect(body.x, body.y, body.width, body.height - sample_high - head_high)
    for number, (text, ink) in enumerate(((WHAT, canvas.theme.gold_ink), (WAITS, canvas.theme.ink))):
        half = pygame.Rect(words.x, words.y + number * words.height // 2, words.width, words.height // 2)
        canvas.paragraph(
            text.of(language), half, face=Face.POSTER, size=least * 3 / canvas.unit, ink=ink, align="centre",
            valign="bottom" if number == 0 else "top",
        )  # fmt: skip
    head = pygame.Rect(body.x, words.bottom, body.width, head_high)
    canvas.text(SAMPLE_HEAD.of(language), head, face=Face.STRONG, size=least / canvas.unit, ink=canvas.theme.soft)
    row = pygame.Rect(body.x, head.bottom, body.width, sample_high)
    fighter_row(canvas, row, _sample(language), language, least, numbered=False)
    canvas.fill(layout.headline, canvas.theme.red)
    canvas.text(
        READABLE.of(language), layout.headline.inflate(-least, 0), face=Face.STRONG, size=least * 1.15 / canvas.unit,
        ink=canvas.theme.on_red, ground=canvas.theme.red, align="centre",
    )  # fmt: skip
    identify(canvas, view)
    return canvas


def _head(canvas: Canvas, box: pygame.Rect, view: CrowdView, language: str, least: int) -> None:
    """The show's name at the left; at the right that this is a test."""
    theme = canvas.theme
    canvas.fill(box, theme.panel)
    inner = box.inflate(-round(canvas.width * 0.07), -round(box.height * 0.24))
    told = TEST_PICTURE.of(language).upper()
    size = least * 1.2 / canvas.unit
    wide, _ = canvas.measure(told, Face.POSTER, canvas.type_px(size))
    right = pygame.Rect(inner.right - wide - 2, inner.y, wide + 2, inner.height)
    canvas.text(told, right, face=Face.POSTER, size=size, ink=theme.gold_ink, align="right")
    left = pygame.Rect(inner.x, inner.y, max(1, right.left - inner.x - least), inner.height)
    canvas.text(view.title.of(language), left, face=Face.STRONG, size=size)


def _sample(language: str) -> FighterView:
    """A fighter's line that nobody takes for a fighter's."""
    return FighterView("sample", SAMPLE.of(language), Chip(_BLUE, SAMPLE.of(language)[0]), gauge=_GAUGE)
