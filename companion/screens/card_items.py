"""Items side by side in a row of a card game's table: numbers, badges, pips, cards, dice."""

from collections.abc import Sequence

import pygame

from companion.kernel.text import Text
from companion.screens import signs
from companion.screens.card_parts import Badge, CardFaces, DiceFaces, Item, Look, Pips, Tally
from companion.screens.card_pen import CARD_SHARE, Pen
from companion.screens.fonts import Face

MOST_BACKS = 5
"""More cards than this are drawn as so many and counted."""
BIG = 2.0
"""Numbers that are read from afar are so many times the size of the words beside them."""


def flow_high(pen: Pen, items: Sequence[Item], width: int) -> int:
    """How many pixels high the items are at a width."""
    lines = _lines(pen, items, width)
    return sum(tall for _, tall in lines) + max(0, len(lines) - 1) * _gap(pen)


def _gap(pen: Pen) -> int:
    return round(pen.px * 0.2)


def _lines(pen: Pen, items: Sequence[Item], width: int) -> list[tuple[list[tuple[Item, int]], int]]:
    """Items with their widths, broken into lines, and how high each line is."""
    lines: list[tuple[list[tuple[Item, int]], int]] = []
    left = 0
    between = round(pen.px * 0.7)
    for item in items:
        wide, tall = _size(pen, item, width)
        if lines and left + between + wide <= width:
            lines[-1] = ([*lines[-1][0], (item, wide)], max(lines[-1][1], tall))
            left += between + wide
        else:
            lines.append(([(item, wide)], tall))
            left = wide
    return lines


def _size(pen: Pen, item: Item, most: int) -> tuple[int, int]:
    """Width and height of an item that may be at most so wide."""
    match item:
        case Tally(label=label, value=value, big=big):
            words, share = label.of(pen.language), BIG if big else 1.25
            wide = pen.width(value, Face.NUMBER, share) + round(pen.px * 0.3) + pen.width(words, Face.TEXT)
            return _beside(pen, wide, most, pen.line(share * 0.95))
        case Badge(word=word):
            words = word.of(pen.language)
            wide = pen.width(words, Face.STRONG) + round(pen.px * 1.7)
            if wide <= most:
                return wide, pen.line(1.15)
            lines = pen.canvas.lines_of(words, Face.STRONG, pen.units, most - round(pen.px * 1.7))
            return most, lines * pen.canvas.line_px(Face.STRONG, pen.units) + round(pen.px * 0.15)
        case Pips(label=label, of=of):
            words = label.of(pen.language)
            return _beside(pen, round(of * pen.px * 0.8 + pen.px * 0.4) + pen.width(words, Face.TEXT), most, pen.line())
        case CardFaces(label=label, faces=faces):
            words = label.of(pen.language)
            shown = faces[:MOST_BACKS]
            wide = sum(_card_wide(pen, face) + round(pen.px * 0.15) for face in shown)
            return _beside(pen, wide + pen.width(words, Face.TEXT) + round(pen.px * 0.4), most, pen.line(1.4))
        case DiceFaces(faces=faces):
            return min(len(faces) * pen.line(1.25), most), pen.line(1.15)


def _beside(pen: Pen, wide: int, most: int, tall: int) -> tuple[int, int]:
    """An item whose label has no room beside it has it below."""
    return (wide, tall) if wide <= most else (most, tall + pen.line())


def _label(pen: Pen, label: Text, box: pygame.Rect, left: int, tall: int) -> None:
    """The label of an item: to the right of what is `tall` pixels high, or below it."""
    room = pygame.Rect(left, box.top, box.right - left, box.height)
    if box.height > tall:
        room = pygame.Rect(box.left, box.top + tall, box.width, box.height - tall)
    pen.write(label.of(pen.language), room, Face.TEXT, pen.ink(Look.SOFT))


def _card_wide(pen: Pen, face: str | None) -> int:
    least = round(pen.line(1.4) * CARD_SHARE)
    return least if face is None else max(least, pen.width(face, Face.NUMBER) + round(pen.px * 0.5))


def flow(pen: Pen, items: Sequence[Item], box: pygame.Rect) -> None:
    top = box.top
    between = round(pen.px * 0.7)
    for line, tall in _lines(pen, items, box.width):
        left = box.left
        for item, wide in line:
            _item(pen, item, pygame.Rect(left, top, wide, tall))
            left += wide + between
        top += tall + _gap(pen)


def _item(pen: Pen, item: Item, box: pygame.Rect) -> None:
    match item:
        case Tally(label=label, value=value, look=look, big=big):
            share = BIG if big else 1.25
            tall = pen.line(share * 0.95)
            figure = pygame.Rect(box.left, box.top, pen.width(value, Face.NUMBER, share), min(tall, box.height))
            if box.height < tall + pen.line():
                figure.height = tall = box.height
            pen.write(value, figure, Face.NUMBER, pen.ink(look), share)
            _label(pen, label, box, figure.right + round(pen.px * 0.3), tall)
        case Badge(word=word, look=look):
            _badge(pen, word.of(pen.language), look, box)
        case Pips(label=label, value=value, of=of, look=look):
            tall = pen.line() if box.height >= 2 * pen.line() else box.height
            after = _pips(pen, value, of, look, pygame.Rect(box.left, box.top, box.width, tall))
            _label(pen, label, box, after, tall)
        case CardFaces(label=label, faces=papers):
            tall = pen.line(1.4) if box.height >= pen.line(1.4) + pen.line() else box.height
            left = box.left
            for paper in papers[:MOST_BACKS]:
                wide = _card_wide(pen, paper)
                pen.card(pygame.Rect(left, box.top, wide, tall).inflate(0, -2), paper)
                left += wide + round(pen.px * 0.15)
            _label(pen, label, box, left + round(pen.px * 0.2), tall)
        case DiceFaces(faces=faces, hits=hits):
            for place, face in enumerate(faces):
                cube = pygame.Rect(box.left + place * pen.line(1.25), box.top, box.height, box.height)
                signs.die(pen.canvas, cube.inflate(-2, -2), str(face))
                if place < len(hits) and hits[place]:
                    pen.canvas.frame(cube, pen.canvas.theme.good, 5, 8)


def _badge(pen: Pen, words: str, look: Look, box: pygame.Rect) -> None:
    """Gold and red badges are filled and led by a mark of their own shape, so that colour never stands alone."""
    theme = pen.canvas.theme
    ground, ink = {
        Look.GOLD: (theme.gold, theme.on_gold),
        Look.BAD: (theme.red, theme.on_red),
    }.get(
        look,
        (theme.panel if pen.ground == theme.raised else theme.raised, theme.soft if look is Look.SOFT else theme.ink),
    )
    pen.canvas.fill(box, ground, 7)
    radius = pen.px * 0.27
    centre = (box.left + pen.px * 0.62, box.centery)
    pen.mark(look, centre, radius, ink)
    room = pygame.Rect(box.left + round(pen.px * 1.1), box.top, box.width - round(pen.px * 1.5), box.height)
    pen.canvas.paragraph(words, room, face=Face.STRONG, size=pen.units, ink=ink, ground=ground, valign="middle")


def _pips(pen: Pen, value: int, of: int, look: Look, box: pygame.Rect) -> int:
    theme = pen.canvas.theme
    fill = {Look.BAD: theme.red, Look.GOOD: theme.stamina}.get(look, theme.gold)
    step, radius = pen.px * 0.8, pen.px * 0.3
    for place in range(of):
        centre = (box.left + (place + 0.5) * step, box.centery)
        if place < value:
            pen.canvas.disc(centre, radius, fill)
        else:
            pen.canvas.circle(centre, radius, theme.soft, 2)
    return round(box.left + of * step + pen.px * 0.4)
