"""The rows of a card game's table: how high each is at a size of type, and how it is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from companion.kernel.text import Text
from companion.screens import signs
from companion.screens.canvas import Canvas
from companion.screens.card_parts import (
    Badge,
    Bar,
    CardFaces,
    DiceFaces,
    Flow,
    Item,
    Look,
    Pips,
    Poster,
    Row,
    Side,
    Tally,
    Tug,
    Versus,
    Words,
)
from companion.screens.fonts import Face
from companion.screens.theme import mix
from companion.screens.view_model import Rgb
from companion.screens.widgets import BED, number

CARD_SHARE = 0.72
"""A card's width of its height."""
MOST_BACKS = 5
"""More cards than this are drawn as so many and counted."""
POSTER = 1.6
BIG = 2.0
"""Numbers that are read from afar are so many times the size of the words beside them."""
CARD_PAPER: Rgb = (250, 243, 228)
CARD_INK: Rgb = (32, 20, 30)


@dataclass(frozen=True)
class Pen:
    """What rows are drawn with.

    Attributes:
        px: size of the type in pixels; nothing is smaller.
        ground: colour behind the rows.
    """

    canvas: Canvas
    language: str
    px: int
    ground: Rgb

    @property
    def units(self) -> float:
        return self.px / self.canvas.unit

    def line(self, share: float = 1.0) -> int:
        """Height of a line of type `share` times the pen's, in pixels."""
        return round(self.px * share * 1.24)

    def width(self, text: str, face: Face, share: float = 1.0) -> int:
        return self.canvas.measure(text, face, round(self.px * share))[0] + 2

    def ink(self, look: Look) -> Rgb:
        theme = self.canvas.theme
        return {
            Look.PLAIN: theme.ink,
            Look.SOFT: theme.soft,
            Look.GOLD: theme.gold_ink,
            Look.GOOD: theme.good,
            Look.BAD: theme.red_ink,
        }[look]


def high(pen: Pen, row: Row, width: int) -> int:
    """How many pixels high a row is at a width."""
    match row:
        case Flow(items=items):
            lines = _lines(pen, items, width)
            return sum(tall for _, tall in lines) + max(0, len(lines) - 1) * _gap(pen)
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
            _flow(pen, items, box)
        case Bar():
            _bar(pen, row, box)
        case Tug():
            _tug(pen, row, box)
        case Versus():
            _versus(pen, row, box)
        case Words(text=text, look=look, strong=strong):
            face = Face.STRONG if strong else Face.TEXT
            _paragraph(pen, text.of(pen.language), box, face, pen.ink(look))
        case Poster(text=text, look=look):
            _paragraph(pen, text.of(pen.language).upper(), box, Face.POSTER, pen.ink(look), POSTER)


def _gap(pen: Pen) -> int:
    return round(pen.px * 0.2)


def _lines_high(pen: Pen, text: Text, face: Face, width: int, share: float = 1.0) -> int:
    """Height of a paragraph; large type gives way to the pen's own before it takes a second line."""
    told = text.of(pen.language)
    words = told.upper() if face is Face.POSTER else str(told)
    if pen.canvas.lines_of(words, face, pen.units * share, width) == 1:
        return pen.canvas.line_px(face, pen.units * share) + 2
    return pen.canvas.lines_of(words, face, pen.units, width) * pen.canvas.line_px(face, pen.units) + 2


def _paragraph(pen: Pen, words: str, box: pygame.Rect, face: Face, ink: Rgb, share: float = 1.0) -> None:
    pen.canvas.paragraph(words, box, face=face, size=pen.units * share, ink=ink, ground=pen.ground, valign="middle")


# -- items side by side ---------------------------------------------------------------------------------------------


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
    _text(pen, label.of(pen.language), room, Face.TEXT, pen.ink(Look.SOFT))


def _card_wide(pen: Pen, face: str | None) -> int:
    least = round(pen.line(1.4) * CARD_SHARE)
    return least if face is None else max(least, pen.width(face, Face.NUMBER) + round(pen.px * 0.5))


def _flow(pen: Pen, items: Sequence[Item], box: pygame.Rect) -> None:
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
            _text(pen, value, figure, Face.NUMBER, pen.ink(look), share)
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
                card(pen, pygame.Rect(left, box.top, wide, tall).inflate(0, -2), paper)
                left += wide + round(pen.px * 0.15)
            _label(pen, label, box, left + round(pen.px * 0.2), tall)
        case DiceFaces(faces=faces, hits=hits):
            for place, face in enumerate(faces):
                cube = pygame.Rect(box.left + place * pen.line(1.25), box.top, box.height, box.height)
                signs.die(pen.canvas, cube.inflate(-2, -2), str(face))
                if place < len(hits) and hits[place]:
                    pen.canvas.frame(cube, pen.canvas.theme.good, 5, 8)


def _text(
    pen: Pen, words: str, box: pygame.Rect, face: Face, ink: Rgb, share: float = 1.0, align: str = "left"
) -> None:
    pen.canvas.text(words, box, face=face, size=pen.units * share, ink=ink, ground=pen.ground, align=align)


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
    _mark(pen, look, centre, radius, ink)
    room = pygame.Rect(box.left + round(pen.px * 1.1), box.top, box.width - round(pen.px * 1.5), box.height)
    pen.canvas.paragraph(words, room, face=Face.STRONG, size=pen.units, ink=ink, ground=ground, valign="middle")


def _mark(pen: Pen, look: Look, centre: tuple[float, float], radius: float, ink: Rgb) -> None:
    x, y = centre
    match look:
        case Look.BAD:
            pen.canvas.polygon([(x - radius, y - radius), (x + radius, y - radius), (x, y + radius)], ink)
        case Look.GOLD:
            pen.canvas.polygon(signs.star_points(centre, radius * 1.3), ink)
        case Look.GOOD | Look.PLAIN:
            pen.canvas.disc(centre, radius, ink)
        case Look.SOFT:
            pen.canvas.circle(centre, radius, ink, 2)


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


def card(pen: Pen, box: pygame.Rect, face: str | None) -> None:
    """A card: paper with what stands on it, or a back with the three ropes."""
    canvas, theme = pen.canvas, pen.canvas.theme
    if face is None:
        canvas.fill(box, theme.red, 6)
        rope = pygame.Rect(box.left, 0, box.width, max(5, round(box.height * 0.34)))
        rope.centery = box.centery
        canvas.fill(rope, BED)
        canvas.ropes(rope.inflate(0, -round(rope.height * 0.3)))
        canvas.frame(box, CARD_PAPER, 2, 6)
        return
    canvas.fill(box, CARD_PAPER, 6)
    canvas.frame(box, CARD_INK, 2, 6)
    room = box.inflate(-round(pen.px * 0.3), 0)
    share = max(1.0, min(box.height / pen.px * 0.6, 2.2))
    canvas.text(face, room, face=Face.NUMBER, size=pen.units * share, ink=CARD_INK, ground=CARD_PAPER, align="centre")


# -- meters ---------------------------------------------------------------------------------------------------------


def _bar(pen: Pen, row: Bar, box: pygame.Rect) -> None:
    """Label, bar with its low zone, and the number; a falling arrow stands beside a low one."""
    theme, canvas = pen.canvas.theme, pen.canvas
    words = row.label.of(pen.language)
    label = pygame.Rect(box.left, box.top, min(round(pen.px * 5.6), round(box.width * 0.4)), box.height)
    figure = f"{number(row.value)}/{row.high}"
    wide = max(pen.width(figure, Face.NUMBER, 1.2), pen.width("00/00", Face.NUMBER, 1.2))
    place = pygame.Rect(box.right - wide, box.top, wide, box.height)
    low = row.is_low or (row.low is not None and row.value <= row.low)
    _text(pen, words, label, Face.TEXT, pen.ink(Look.SOFT))
    _text(pen, figure, place, Face.NUMBER, pen.ink(Look.BAD if low else Look.PLAIN), 1.2, "right")
    arrow = round(pen.px * 0.9)
    bar = pygame.Rect(label.right + round(pen.px * 0.3), 0, 0, round(pen.px * 0.62))
    bar.width = place.left - arrow - round(pen.px * 0.3) - bar.left
    bar.centery = box.centery
    if bar.width < pen.px:
        return
    canvas.ribbon(bar.inflate(canvas.px(8), canvas.px(6)), BED)
    canvas.ribbon(bar, theme.track)
    share = min(1.0, max(0, row.value) / max(1, row.high))
    if row.value > 0:
        part = pygame.Rect(bar.left, bar.top, max(round(bar.width * share), bar.height // 2), bar.height)
        canvas.ribbon(part, theme.negative if low else theme.stamina)
    if row.low is not None and 0 < row.low < row.high:
        x = bar.left + round(bar.width * row.low / row.high)
        canvas.line((x + bar.height * 0.2, bar.top - 2), (x, bar.bottom + 2), theme.ink, 2.5)
    if low:
        radius = pen.px * 0.3
        _mark(pen, Look.BAD, (place.left - arrow * 0.5, box.centery), radius, theme.negative)


def _tug(pen: Pen, row: Tug, box: pygame.Rect) -> None:
    """The momentum of a match: a rope between two chips with its marks, and the marker on it."""
    canvas, theme = pen.canvas, pen.canvas.theme
    words_high = 0 if row.words is None else box.height - pen.line(1.9)
    strip = pygame.Rect(box.left, box.top, box.width, box.height - words_high)
    radius = round(strip.height * 0.46)
    signs.chip(canvas, (strip.left + radius, strip.centery), radius, row.left)
    signs.chip(canvas, (strip.right - radius, strip.centery), radius, row.right)
    bar = pygame.Rect(strip.left + round(radius * 2.5), 0, strip.width - 5 * radius, round(strip.height * 0.36))
    bar.centery = strip.centery
    canvas.ribbon(bar.inflate(canvas.px(8), canvas.px(6)), BED)
    canvas.ribbon(bar, theme.track)

    def at(value: float) -> float:
        """Towards the left side is positive."""
        return bar.centerx - value / row.span * bar.width / 2

    low, far = sorted((at(0), at(row.value)))
    if row.value:
        hot = bool(row.marks) and abs(row.value) >= row.marks[0]
        part = pygame.Rect(round(low), bar.top, max(1, round(far - low)), bar.height)
        canvas.fill(part, theme.gold if hot else mix(theme.gold, theme.track, 0.45))
    for mark in (0, *(side * one for one in row.marks for side in (1, -1))):
        over = round(bar.height * (0.5 if mark else 0.75))
        canvas.line((at(mark), bar.top - over), (at(mark), bar.bottom + over), theme.ink if mark else theme.soft, 2.5)
    knob = pygame.Rect(0, 0, max(pen.width("+10", Face.NUMBER, 1.0), round(pen.px * 1.6)), round(strip.height * 0.84))
    knob.center = (round(at(row.value)), strip.centery)
    knob.clamp_ip(strip.inflate(-4 * radius - 8, 0))
    canvas.fill(knob, theme.gold, 8)
    canvas.frame(knob, BED, 3, 8)
    if row.figure:
        canvas.text(
        str(abs(row.value)), knob, face=Face.NUMBER, size=pen.units * 1.25, ink=theme.on_gold, ground=theme.gold,
        align="centre",
        )  # fmt: skip
    if row.words is not None:
        room = pygame.Rect(box.left, strip.bottom, box.width, words_high)
        align = {1: "left", -1: "right"}.get(row.leads, "centre")
        pen.canvas.paragraph(
            row.words.of(pen.language), room, face=Face.STRONG, size=pen.units, ink=pen.ink(Look.GOLD),
            ground=pen.ground, align=align, valign="middle",
        )  # fmt: skip


def _versus(pen: Pen, row: Versus, box: pygame.Rect) -> None:
    """Two cards that face each other, each beside its owner's chip and name."""
    wide = round(box.height * CARD_SHARE * 0.95)
    words = row.middle.of(pen.language).upper()
    middle = min(pen.width(words, Face.POSTER, 1.2) + pen.px, round(box.width * 0.34))
    centre = pygame.Rect(0, box.top, middle, box.height)
    centre.centerx = box.centerx
    pen.canvas.paragraph(
        words, centre, face=Face.POSTER, size=pen.units * 1.2, ink=pen.ink(Look.GOLD), ground=pen.ground,
        align="centre", valign="middle",
    )  # fmt: skip
    gap = round(pen.px * 0.3)
    left = pygame.Rect(box.left, box.top, centre.left - gap - box.left, box.height)
    right = pygame.Rect(centre.right + gap, box.top, box.right - centre.right - gap, box.height)
    _side(pen, row.left, left, wide, inner="right")
    _side(pen, row.right, right, wide, inner="left")


def _side(pen: Pen, side: Side, box: pygame.Rect, wide: int, *, inner: str) -> None:
    """The card next to the middle, chip over name outside of it."""
    paper = pygame.Rect(0, box.top, wide, box.height).inflate(0, -round(pen.px * 0.3))
    paper.x = box.right - wide if inner == "right" else box.left
    narrow = box.width - wide < pen.px * 1.6
    if narrow:  # the chip above the card instead of outside of it
        paper.y, paper.height = box.top + round(box.height * 0.4), round(box.height * 0.58)
    if side.lies:
        card(pen, paper, side.face)
        if side.won:
            pen.canvas.frame(paper.inflate(6, 6), pen.canvas.theme.gold, 5, 8)
    else:
        pen.canvas.frame(paper, pen.canvas.theme.line, 2, 6)
    if narrow:
        radius = round(box.height * 0.18)
        signs.chip(pen.canvas, (paper.centerx, box.top + radius + 2), radius, side.chip)
        return
    gap = round(pen.px * 0.4)
    room = pygame.Rect(box.left, box.top, box.width - wide - gap, box.height)
    if inner == "left":
        room.x = paper.right + gap
    radius = min(round(box.height * 0.22), max(6, room.width // 2))
    name = pygame.Rect(room.left, room.top + 2 * radius + 4, room.width, room.height - 2 * radius - 4)
    words = side.name.upper()
    # where the name has no room the chip stands for it: the seat above has both
    named = pen.canvas.measure(words, Face.POSTER, pen.canvas.smallest_px)[0] <= name.width
    signs.chip(pen.canvas, (room.centerx, room.top + radius + 2 if named else room.centery), radius, side.chip)
    if named:
        pen.canvas.text(
            words, name, face=Face.POSTER, size=pen.units * 1.1, ink=pen.ink(Look.PLAIN), ground=pen.ground,
            align="centre",
        )  # fmt: skip
