"""The rows of a card game's table: how high each is at a size of type, and how it is drawn."""

import pygame

from companion.kernel.text import Text
from companion.screens.card_items import flow, flow_high
from companion.screens.card_meters import bar, tug, versus
from companion.screens.card_parts import Bar, Flow, Poster, Row, Tug, Versus, Words
from companion.screens.card_pen import Pen
from companion.screens.fonts import Face
from companion.screens.view_model import Rgb

POSTER = 1.6
"""Posters are so many times the size of the words beside them."""


def high(pen: Pen, row: Row, width: int) -> int:
    """How many pixels high a row is at a width."""
    match row:
        case Flow(items=items):
            return flow_high(pen, items, width)
        case Bar():
            return pen.line(1.25)
        case Tug():
            return pen.line(1.9) + (0 if row.words is None else _lines_high(pen, row.words, Face.STRONG, width))
        case Versus():
            return pen.line(3.6)
        case Words(text=text, strong=strong):
            return _lines_high(pen, text, Face.STRONG if strong else Face.TEXT, width)
        case Poster(text=text):
            return _lines_high(pen, text, Face.POSTER, width, POSTER)


def draw(pen: Pen, row: Row, box: pygame.Rect) -> None:
    """Draw a row into `box`, which is `high` pixels high."""
    match row:
        case Flow(items=items):
            flow(pen, items, box)
        case Bar():
            bar(pen, row, box)
        case Tug():
            tug(pen, row, box)
        case Versus():
            versus(pen, row, box)
        case Words(text=text, look=look, strong=strong):
            face = Face.STRONG if strong else Face.TEXT
            _paragraph(pen, text.of(pen.language), box, face, pen.ink(look))
        case Poster(text=text, look=look):
            _paragraph(pen, text.of(pen.language).upper(), box, Face.POSTER, pen.ink(look), POSTER)


def _lines_high(pen: Pen, text: Text, face: Face, width: int, share: float = 1.0) -> int:
    """Height of a paragraph; large type gives way to the pen's own before it takes a second line."""
    told = text.of(pen.language)
    words = told.upper() if face is Face.POSTER else str(told)
    if pen.canvas.lines_of(words, face, pen.units * share, width) == 1:
        return pen.canvas.line_px(face, pen.units * share) + 2
    return pen.canvas.lines_of(words, face, pen.units, width) * pen.canvas.line_px(face, pen.units) + 2


def _paragraph(pen: Pen, words: str, box: pygame.Rect, face: Face, ink: Rgb, share: float = 1.0) -> None:
    pen.canvas.paragraph(words, box, face=face, size=pen.units * share, ink=ink, ground=pen.ground, valign="middle")
