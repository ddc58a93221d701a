"""The fighters' column of the referee screen: who, how much is left, what holds him, what he can."""

import pygame

from companion.screens import signs
from companion.screens.canvas import Canvas, split_columns, split_rows
from companion.screens.fonts import Face
from companion.screens.inputs import WHO
from companion.screens.languages import tr
from companion.screens.layout import LEAST_TARGET_PX
from companion.screens.view_model import Ability, FighterView, RefereeView
from companion.screens.widgets import (
    chip_for,
    count_words,
    listed,
    name_in,
    number,
    short_status,
    stamina_bar,
    stamina_colour,
    status_words,
)

FULL_CARDS = 8
"""Up to this many fighters get a card each, more get a line each."""
_ACTIVE_SHARE = 2.6
_UNHURT_SHARE = 2.0


def fighters(canvas: Canvas, box: pygame.Rect, view: RefereeView, language: str) -> None:
    """All fighters in the order of the view."""
    if not view.fighters:
        canvas.fill(box, canvas.theme.panel, 10)
        canvas.paragraph(
            tr(language, "No fighters yet"), box.inflate(-canvas.px(40), -canvas.px(40)), size=26, ink=canvas.theme.soft
        )
        return
    if len(view.fighters) > FULL_CARDS:
        _lines(canvas, box, view.fighters, language)
        return
    if canvas.upright:
        columns = split_columns(box, [1, 1], canvas.px(10))
        half = -(-len(view.fighters) // 2)
        for column, part in zip(columns, (view.fighters[:half], view.fighters[half:]), strict=True):
            for row, fighter in zip(split_rows(column, max(half, 3), canvas.px(8)), part, strict=False):
                _card(canvas, row, fighter, language)
        return
    gap = canvas.px(8)
    shares = [_share(one) for one in view.fighters]
    unit = min((box.height - gap * (len(shares) - 1)) / sum(shares), canvas.px(138))
    top = float(box.top)
    for fighter, share in zip(view.fighters, shares, strict=True):
        row = pygame.Rect(box.x, round(top), box.width, round(unit * share))
        if share > 1:
            _active_card(canvas, row, fighter, language, round(unit))
        else:
            _card(canvas, row, fighter, language)
        top += unit * share + gap


def _share(fighter: FighterView) -> float:
    """Height of a card in plain cards: the one who acts has room for abilities and for reasons, if there are any."""
    if not fighter.active or not fighter.abilities:
        return 1.0
    return _ACTIVE_SHARE if any(one.reasons for one in fighter.abilities) else _UNHURT_SHARE


def _card(canvas: Canvas, box: pygame.Rect, fighter: FighterView, language: str) -> None:
    theme = canvas.theme
    ground = theme.raised if fighter.active else theme.panel
    canvas.fill(box, ground, 10)
    if fighter.active:
        canvas.frame(box, theme.gold, 3, 10)
    _head(canvas, box, fighter, language, ground)


def who(fighter: FighterView) -> str:
    """The key of a card: whoever presses it hears his whole name and what else has no room."""
    return f"{WHO}{fighter.id}"


def _head(canvas: Canvas, box: pygame.Rect, fighter: FighterView, language: str, ground: tuple[int, int, int]) -> None:
    """Chip, name and status line, stamina: the part that every card has."""
    theme = canvas.theme
    if box.height >= LEAST_TARGET_PX:
        canvas.target(box, who(fighter))
    pad = canvas.px(10)
    inner = box.inflate(-2 * pad, -canvas.px(12))
    place = pygame.Rect(inner.x, inner.y, canvas.px(30), inner.height)
    if fighter.place is not None:
        ink = theme.gold_ink if fighter.active else theme.soft
        canvas.text(str(fighter.place), place, face=Face.POSTER, size=34, ink=ink, ground=ground, align="centre")
    side = min(inner.height, canvas.px(74))
    sign = pygame.Rect(place.right + canvas.px(4), 0, side, side)
    sign.centery = inner.centery
    chip_for(canvas, sign, fighter)
    right_width = round(inner.width * (0.31 if fighter.gauge else 0.36))
    right = pygame.Rect(inner.right - right_width, inner.y, right_width, inner.height)
    middle = pygame.Rect(sign.right + pad, inner.y, right.left - sign.right - 2 * pad, inner.height)
    _names(canvas, middle, fighter, language, ground)
    if fighter.gauge is not None:
        _stamina(canvas, right, fighter, ground)
    elif fighter.facts:
        for row, fact in zip(split_rows(right, max(2, min(3, len(fighter.facts))), 0), fighter.facts, strict=False):
            label, value = split_columns(row, [1.25, 1], canvas.px(6))
            canvas.text(fact.label.of(language), label, size=19, ink=theme.soft, ground=ground)
            canvas.text(fact.value.of(language), value, face=Face.NUMBER, size=26, ground=ground, align="right")


def _names(canvas: Canvas, box: pygame.Rect, fighter: FighterView, language: str, ground: tuple[int, int, int]) -> None:
    theme = canvas.theme
    small = min(round(box.height * 0.30), canvas.px(28))
    top = pygame.Rect(box.x, box.y, box.width, box.height - 2 * small)
    ink = theme.off if fighter.out else theme.ink
    star = canvas.px(13) if fighter.finisher is not None else 0
    name = pygame.Rect(top.x, top.y, top.width - 3 * star, top.height)
    taken = _name(canvas, name, fighter.name.upper(), 30, ink, ground)
    if fighter.finisher is not None:
        signs.finisher_star(canvas, (taken.right + star * 1.6, top.centery), star, fighter.finisher.state)
    line = pygame.Rect(box.x, top.bottom, box.width, small)
    if fighter.card is not None:
        word = fighter.card.word.of(language)
        paper = pygame.Rect(line.x, line.y + 1, 0, small - 2)
        paper.width = min(signs.card_width(canvas, paper.height, word, 19), line.width)
        signs.status_card(canvas, paper, fighter.card.colour, word, 19)
        line = pygame.Rect(paper.right + canvas.px(8), line.y, box.right - paper.right - canvas.px(8), small)
    words = status_words(fighter, language)
    status, rest = " · ".join(words), _rest_words(fighter, language)
    third = pygame.Rect(box.x, box.bottom - small, box.width, small)
    if canvas.measure(status, Face.TEXT, canvas.smallest_px)[0] <= line.width:
        canvas.text(status, line, size=20, ink=theme.ink, ground=ground)
    elif fighter.card is not None:
        rest = [*words, *rest]  # no room beside the card
    else:  # both lines are one: what he is in comes before what he is
        both = line.union(third)
        told = listed(canvas, [*words, *rest], both)
        canvas.paragraph(told, both, size=18, ink=theme.ink, ground=ground, valign="middle")
        return
    canvas.text(listed(canvas, rest, third), third, size=18, ink=theme.soft, ground=ground)


def _name(
    canvas: Canvas, box: pygame.Rect, name: str, size: float, ink: tuple[int, int, int], ground: tuple[int, int, int]
) -> pygame.Rect:
    """A name in one line; where it would have to be shortened in two, in the plain face if it must be, or in initials.

    Whoever presses the card hears it whole.
    """
    if canvas.measure(name, Face.POSTER, canvas.smallest_px)[0] <= box.width:
        return canvas.text(name, box, face=Face.POSTER, size=size, ink=ink, ground=ground)
    box = box.inflate(0, canvas.px(6))  # two lines of the smallest type are a little higher than one line of a name
    face = next((one for one in (Face.POSTER, Face.TEXT) if canvas.fits(name, one, box)), None)
    if face is None:
        short = name_in(canvas, name, Face.POSTER, box.width)
        return canvas.text(short, box, face=Face.POSTER, size=size, ink=ink, ground=ground)
    return canvas.paragraph(name, box, face=face, size=20, ink=ink, ground=ground, valign="middle")


def _rest_words(fighter: FighterView, language: str) -> list[str]:
    """What the third line of a card tells."""
    parts = [] if fighter.klass is None else [fighter.klass.of(language)]
    if fighter.card is not None:
        parts += count_words(fighter, language)
    parts += [wound.of(language) for wound in fighter.wounds]
    if fighter.counter_loss:
        parts.append(tr(language, "counter −{n}", n=fighter.counter_loss))
    return parts


def _stamina(canvas: Canvas, box: pygame.Rect, fighter: FighterView, ground: tuple[int, int, int]) -> None:
    assert fighter.gauge is not None
    theme = canvas.theme
    bar_high = round(box.height * 0.2)
    bar = pygame.Rect(box.x, box.bottom - bar_high - canvas.px(6), box.width, bar_high)
    top = pygame.Rect(box.x, box.y, box.width, bar.top - box.y - canvas.px(4))
    ink = theme.red_ink if fighter.gauge.value < 0 else theme.ink
    canvas.text(number(fighter.gauge.value), top, face=Face.NUMBER, size=46, ink=ink, ground=ground, align="right")
    if fighter.die is not None:
        side = min(top.height, canvas.px(34))
        cube = pygame.Rect(box.x, 0, side, side)
        cube.centery = top.centery
        signs.die(canvas, cube, str(fighter.die))
    if fighter.gauge.value <= fighter.gauge.tired_at:
        radius = canvas.px(9)
        x = box.x + (canvas.px(50) if fighter.die is not None else radius)
        y = top.centery
        # the sign of fatigue: a falling arrow in the bar's colour
        canvas.polygon(
            [(x - radius, y - radius), (x + radius, y - radius), (x, y + radius)],
            stamina_colour(theme, fighter.gauge),
        )
    stamina_bar(canvas, bar, fighter.gauge)


def _active_card(canvas: Canvas, box: pygame.Rect, fighter: FighterView, language: str, head_high: int) -> None:
    """The one who acts: his card with abilities as they count now, and why."""
    theme = canvas.theme
    ground = theme.raised
    canvas.fill(box, ground, 10)
    canvas.frame(box, theme.gold, 4, 10)
    _head(canvas, pygame.Rect(box.x, box.y, box.width, head_high), fighter, language, ground)
    pad = canvas.px(14)
    area = pygame.Rect(box.x + pad, box.y + head_high, box.width - 2 * pad, box.height - head_high - canvas.px(10))
    words = breakdown(fighter, language)
    reason_high = round(area.height * 0.36) if words else 0
    grid = pygame.Rect(area.x, area.y, area.width, area.height - reason_high)
    columns = -(-len(fighter.abilities) // 2)
    for row_box, part in zip(
        split_rows(grid, 2, canvas.px(4)), (fighter.abilities[:columns], fighter.abilities[columns:]), strict=True
    ):
        for cell, ability in zip(split_columns(row_box, [1.0] * columns, canvas.px(6)), part, strict=False):
            _ability(canvas, cell, ability, language)
    if not words:
        return
    reasons = pygame.Rect(area.x, grid.bottom + canvas.px(3), area.width, reason_high - canvas.px(3))
    canvas.paragraph(words, reasons, size=18, ink=theme.gold_ink, ground=ground, valign="middle")


def breakdown(fighter: FighterView, language: str) -> str:
    """Why abilities differ from the sheet; the same reason is told once with all it touches."""
    touched: dict[tuple[str, int], list[str]] = {}
    for ability in fighter.abilities:
        for reason in ability.reasons:
            key = (f"{reason.source.of(language)} [{reason.rule}]", reason.amount)
            touched.setdefault(key, []).append(ability.name.of(language))
    return "; ".join(
        f"{', '.join(names)} {'+' if amount > 0 else ''}{number(amount)}: {source}"
        for (source, amount), names in touched.items()
    )


def _ability(canvas: Canvas, box: pygame.Rect, ability: Ability, language: str) -> None:
    theme = canvas.theme
    canvas.fill(box, theme.panel, 5)
    label = pygame.Rect(box.x + canvas.px(7), box.y, round(box.width * 0.68) - canvas.px(7), box.height)
    value = pygame.Rect(label.right, box.y, box.right - label.right - canvas.px(7), box.height)
    canvas.text(ability.name.of(language), label, size=18, ink=theme.soft)
    ink = theme.ink if ability.now == ability.sheet else theme.red_ink if ability.now < ability.sheet else theme.good
    canvas.text(str(ability.now), value, face=Face.NUMBER, size=28, ink=ink, align="right")


def _lines(canvas: Canvas, box: pygame.Rect, everybody: tuple[FighterView, ...], language: str) -> None:
    """A rumble: one line each, in two columns when upright."""
    theme = canvas.theme
    columns = split_columns(box, [1, 1], canvas.px(10)) if canvas.upright else [box]
    per = -(-len(everybody) // len(columns))
    for column_number, column in enumerate(columns):
        part = everybody[column_number * per : (column_number + 1) * per]
        for row, fighter in zip(split_rows(column, per, canvas.px(3)), part, strict=False):
            ground = theme.raised if fighter.active else theme.panel
            canvas.fill(row, ground, 6)
            if fighter.active:
                canvas.frame(row, theme.gold, 2, 6)
            if row.height >= LEAST_TARGET_PX:
                canvas.target(row, who(fighter))
            _one_line(canvas, row.inflate(-canvas.px(12), -canvas.px(4)), fighter, language, ground)


def _one_line(
    canvas: Canvas, box: pygame.Rect, fighter: FighterView, language: str, ground: tuple[int, int, int]
) -> None:
    theme = canvas.theme
    place = pygame.Rect(box.x, box.y, canvas.px(34), box.height)
    if fighter.place is not None:
        canvas.text(str(fighter.place), place, face=Face.POSTER, size=22, ink=theme.soft, ground=ground, align="centre")
    sign = pygame.Rect(place.right, box.y, box.height, box.height)
    chip_for(canvas, sign, fighter)
    stamina = pygame.Rect(box.right - canvas.px(50), box.y, canvas.px(50), box.height)
    if fighter.gauge is not None:
        ink = theme.red_ink if fighter.gauge.value < 0 else theme.ink
        canvas.text(
            number(fighter.gauge.value), stamina, face=Face.NUMBER, size=28, ink=ink, ground=ground, align="right"
        )
    rest = pygame.Rect(sign.right + canvas.px(8), box.y, stamina.left - sign.right - canvas.px(14), box.height)
    name, status = split_columns(rest, [0.85, 1], canvas.px(8))
    ink = theme.off if fighter.out else theme.ink
    _name(canvas, name, fighter.name.upper(), 22, ink, ground)
    if fighter.card is not None:
        word = fighter.card.word.of(language)
        paper = status.inflate(0, -canvas.px(6))
        paper.width = min(signs.card_width(canvas, paper.height, word, 18), status.width)
        signs.status_card(canvas, paper, fighter.card.colour, word, 18)
    else:
        canvas.text(short_status(fighter, language), status, size=19, ink=theme.soft, ground=ground)
