"""Meters of a card game's table, and two cards that face each other."""

import pygame

from companion.screens import signs
from companion.screens.card_parts import Bar, Look, Side, Tug, Versus
from companion.screens.card_pen import CARD_SHARE, Pen
from companion.screens.fonts import Face
from companion.screens.theme import mix
from companion.screens.widgets import BED, number


def bar(pen: Pen, row: Bar, box: pygame.Rect) -> None:
    """Label, bar with its low zone, and the number; a falling arrow stands beside a low one."""
    theme, canvas = pen.canvas.theme, pen.canvas
    words = row.label.of(pen.language)
    label = pygame.Rect(box.left, box.top, min(round(pen.px * 5.6), round(box.width * 0.4)), box.height)
    figure = f"{number(row.value)}/{'–' if row.high is None else row.high}"
    wide = max(pen.width(figure, Face.NUMBER, 1.2), pen.width("00/00", Face.NUMBER, 1.2))
    place = pygame.Rect(box.right - wide, box.top, wide, box.height)
    low = row.is_low or (row.low is not None and row.value <= row.low)
    pen.write(words, label, Face.TEXT, pen.ink(Look.SOFT))
    pen.write(figure, place, Face.NUMBER, pen.ink(Look.BAD if low else Look.PLAIN), 1.2, "right")
    arrow = round(pen.px * 0.9)
    bar = pygame.Rect(label.right + round(pen.px * 0.3), 0, 0, round(pen.px * 0.62))
    bar.width = place.left - arrow - round(pen.px * 0.3) - bar.left
    bar.centery = box.centery
    if bar.width < pen.px:
        return
    canvas.ribbon(bar.inflate(canvas.px(8), canvas.px(6)), BED)
    canvas.ribbon(bar, theme.track)
    high = row.high or 0
    share = min(1.0, max(0, row.value) / max(1, high))
    if row.value > 0 and high:
        part = pygame.Rect(bar.left, bar.top, max(round(bar.width * share), bar.height // 2), bar.height)
        canvas.ribbon(part, theme.negative if low else theme.stamina)
    if row.low is not None and 0 < row.low < high:
        x = bar.left + round(bar.width * row.low / high)
        canvas.line((x + bar.height * 0.2, bar.top - 2), (x, bar.bottom + 2), theme.ink, 2.5)
    if low:
        radius = pen.px * 0.3
        pen.mark(Look.BAD, (place.left - arrow * 0.5, box.centery), radius, theme.negative)


def tug(pen: Pen, row: Tug, box: pygame.Rect) -> None:
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


def versus(pen: Pen, row: Versus, box: pygame.Rect) -> None:
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
        pen.card(paper, side.face)
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
