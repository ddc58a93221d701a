"""The crowd board: read from ten metres away. No type is smaller than 1/28 of the board's height."""

import math

import pygame

from companion.kernel.text import Text
from companion.screens import card_board, signs
from companion.screens.canvas import Canvas, split_columns, split_rows
from companion.screens.display_number import identify
from companion.screens.fonts import Face
from companion.screens.languages import tr
from companion.screens.layout import crowd_layout
from companion.screens.moments import moment_overlay
from companion.screens.ring_map import ring_map
from companion.screens.theme import SILENCE_MS, hall
from companion.screens.view_model import CrowdView, FighterView, TimerView
from companion.screens.widgets import backdrop, clock, clock_words, name_in, number, shorter_names, stamina_bar

SOON = Text("The show begins soon", "El espectáculo empieza pronto")
PAGE_MS = 7000
"""How long a page of a rumble stays."""
LEAST_SHARE = 28
RING_MARGIN = 0.5
LABEL_SHARE = 0.24
"""Of the room beside the turn: a clock's name that is longer is left out."""
FEW = 3
"""So few fighters get larger lines than a full card."""
DUEL = 2
LEAST_LETTERS = 2
"""Fewer letters of a name tell nobody's."""
NARROW = 20
"""A column of fewer sizes of type than this is narrow."""


def draw(surface: pygame.Surface, view: CrowdView, language: str, now_ms: int) -> Canvas:
    """Draw the whole board; the canvas that is returned knows every text."""
    least = math.ceil(surface.get_height() / LEAST_SHARE)
    canvas = Canvas(surface, hall(light=view.light_hall), smallest_px=least)
    building = _countdown_before(view)
    layout = crowd_layout(canvas, view, least, beside=building is not None)
    backdrop(canvas)
    _top(canvas, layout.top, view, language, now_ms, least)
    if view.board is not None and view.board.seats:
        card_board.crowd(canvas, layout.fighters, view.board, language, least, now_ms // PAGE_MS)
    else:
        _fighters(canvas, layout.fighters, view, language, now_ms, least)
    if building is not None and layout.ring is not None:
        _building(canvas, layout.ring, building, language, now_ms, least)
    elif layout.ring is not None and view.ring is not None:
        ring_map(canvas, layout.ring, view.ring, chip_mm=_chip_mm(layout.ring, view, least), margin=RING_MARGIN)
    _headline(canvas, layout.headline, view, language, now_ms, least, _pages(layout.fighters, view, least))
    moment_overlay(canvas, view, language, now_ms, least)
    identify(canvas, view)
    return canvas


def _countdown_before(view: CrowdView) -> TimerView | None:
    """A countdown before the bell (sculpting): it is what the hall waits for."""
    if view.turn_no is not None or view.board is not None:
        return None
    return next((one for one in view.timers if one.timer.total_ms is not None), None)


def _has_begun(view: CrowdView) -> bool:
    """Whether the hall misses anything while nobody is heard: nothing stands still before anything has moved."""
    return view.turn_no is not None or view.board is not None or bool(view.timers)


def _building(canvas: Canvas, box: pygame.Rect, one: TimerView, language: str, now_ms: int, least: int) -> None:
    """The countdown as large as the ring, its name above, what is left of it as a rope below."""
    theme, timer = canvas.theme, one.timer
    assert timer.total_ms is not None
    over = timer.rung(now_ms)
    ground = theme.red if over else theme.panel
    canvas.fill(box, ground, least * 0.4)
    canvas.frame(box, theme.gold, max(3, least / 9), least * 0.4)
    inner = box.inflate(-least * 2, -least * 2)
    head = pygame.Rect(inner.x, inner.y, inner.width, round(least * 2))
    ink = theme.on_red if over else theme.gold_ink
    canvas.text(
        one.label.of(language).upper(), head, face=Face.POSTER, size=_units(canvas, least * 1.7), ink=ink,
        ground=ground, align="centre",
    )  # fmt: skip
    foot = pygame.Rect(inner.x, inner.bottom - round(least * 1.6), inner.width, round(least * 1.6))
    dial = pygame.Rect(inner.x, head.bottom, inner.width, foot.top - head.bottom)
    canvas.text(
        clock(timer, now_ms), dial, face=Face.NUMBER, size=_units(canvas, dial.height * 0.9),
        ink=theme.on_red if over else theme.ink, ground=ground, align="centre",
    )  # fmt: skip
    if over or not timer.running:
        told = tr(language, "Time is over") if over else tr(language, "stopped")
        canvas.text(
            told, foot, face=Face.STRONG, size=_units(canvas, least * 1.3),
            ink=theme.on_red if over else theme.soft, ground=ground, align="centre",
        )  # fmt: skip
        return
    rope = pygame.Rect(foot.x, foot.centery - least // 4, foot.width, least // 2)
    canvas.fill(rope, theme.raised, least * 0.25)
    share = timer.left_ms(now_ms) / timer.total_ms
    canvas.fill(pygame.Rect(rope.x, rope.y, round(rope.width * share), rope.height), theme.gold, least * 0.25)


def _chip_mm(box: pygame.Rect, view: CrowdView, least: int) -> float:
    """So big that the letter on a chip is no smaller than any other type."""
    assert view.ring is not None
    mm_per_px = (view.ring.size_mm[0] + 2 * RING_MARGIN * view.ring.ringside_mm) / max(1, min(box.size))
    return least * 0.96 * mm_per_px


def _units(canvas: Canvas, pixels: float) -> float:
    return pixels / canvas.unit


def _top(canvas: Canvas, box: pygame.Rect, view: CrowdView, language: str, now_ms: int, least: int) -> None:
    """The turn on a gold ribbon, whose slot it is, and the clock."""
    theme = canvas.theme
    canvas.fill(box, theme.panel)
    canvas.ropes(pygame.Rect(0, box.bottom, canvas.width, _rope_px(canvas)))
    inner = box.inflate(-round(canvas.width * 0.035), -round(box.height * 0.24))
    gap = round(least * (0.3 if canvas.upright else 0.6))
    left, right = inner.left, inner.right
    if view.turn_no is not None:
        left = _turn_ribbon(canvas, inner, tr(language, "Turn {n}", n=view.turn_no).upper()) + gap
    if view.timers and _countdown_before(view) is None:
        right = _top_clock(canvas, pygame.Rect(left, inner.y, right - left, inner.height), view, language, now_ms) - gap
    room = pygame.Rect(left, inner.y, right - left, inner.height)
    size = _units(canvas, least * 1.2)
    if view.silent_ms > SILENCE_MS and _has_begun(view):
        canvas.text(tr(language, "No connection"), room, face=Face.STRONG, size=size, ink=theme.bad)
        return
    if view.silent_ms > SILENCE_MS:
        canvas.text(SOON.of(language), room, face=Face.STRONG, size=size)
        return
    parts = [part.of(language) for part in (view.slot, view.phase) if part is not None]
    if view.belt:
        parts = parts or [view.mode.of(language)]
        parts.append(tr(language, "for the title: {belt}", belt=view.belt))
    if not parts:
        canvas.text(view.mode.of(language).upper(), room, face=Face.POSTER, size=size)
        return
    while len(parts) > 1 and canvas.measure(" · ".join(parts), Face.STRONG, least)[0] > room.width:
        parts.pop()
    words = " · ".join(parts)
    canvas.paragraph(words, room, face=Face.STRONG, size=size, valign="middle")


def _top_clock(canvas: Canvas, box: pygame.Rect, view: CrowdView, language: str, now_ms: int) -> int:
    """The first clock at the right end of `box` with what it measures; returns its left edge."""
    one, least = view.timers[0], canvas.smallest_px
    shown = clock_words(one.timer, one.counts, now_ms)
    size = _units(canvas, least * 1.1 if canvas.upright else box.height * 0.95)
    width, _ = canvas.measure(shown, Face.NUMBER, canvas.type_px(size))
    label = _clock_label(canvas, one, language, width, box.width)
    wide, high = canvas.measure(label, Face.STRONG, least) if label else (0, 0)
    place = pygame.Rect(box.right - width - 2, box.y, width + 2, box.height)
    name = pygame.Rect(place.left - wide - least // 2, box.y, wide + 2, box.height)
    if canvas.upright:
        name = pygame.Rect(box.right - wide - 2, box.y, wide + 2, high)
        if label:
            place = pygame.Rect(place.x, name.bottom, place.width, box.bottom - name.bottom)
    ink = canvas.theme.bad if one.timer.rung(now_ms) and not one.counts else canvas.theme.gold_ink
    canvas.text(shown, place, face=Face.NUMBER, size=size, ink=ink, align="right")
    if not label:
        return place.left
    canvas.text(label, name, face=Face.STRONG, size=_units(canvas, least), ink=canvas.theme.soft, align="right")
    return min(place.left, name.left)


def _clock_label(canvas: Canvas, one: TimerView, language: str, clock_px: int, room_px: int) -> str:
    """What stands beside a clock: what it measures where there is room, at least that it stands still."""
    label, least = one.label.of(language), canvas.smallest_px
    # a name that is too long is left out: the mode tells what the clock measures, the turn is told nowhere else
    if canvas.measure(label, Face.STRONG, least)[0] <= max(clock_px, room_px * LABEL_SHARE):
        return label
    return "" if one.timer.running else tr(language, "stopped")


def _turn_ribbon(canvas: Canvas, box: pygame.Rect, word: str) -> int:
    """Draw the gold ribbon at the left end of `box`; returns its right edge."""
    size = _units(canvas, canvas.smallest_px * 1.1 if canvas.upright else box.height * 0.86)
    width, _ = canvas.measure(word, Face.POSTER, canvas.type_px(size))
    ribbon = pygame.Rect(box.x, box.y, width + round(box.height * 0.7), box.height)
    canvas.ribbon(ribbon, canvas.theme.gold)
    room = ribbon.inflate(-round(ribbon.height * 0.5), 0)
    canvas.text(
        word, room, face=Face.POSTER, size=size, ink=canvas.theme.on_gold, ground=canvas.theme.gold, align="centre"
    )
    return ribbon.right


def _rope_px(canvas: Canvas) -> int:
    return max(6, round(canvas.height * 0.009))


def rows_a_page(box: pygame.Rect, least: int) -> int:
    """How many fighters fit below each other with type that can be read."""
    narrow = box.width < least * NARROW
    return max(2, int(box.height // (least * (3.3 if narrow else 2.15))))


def page_of(view: CrowdView, now_ms: int, per_page: int) -> tuple[FighterView, ...]:
    """The fighters of the page that is on at `now_ms`: those still in come first, the longest survivors last to go."""
    everybody = (
        view.fighters if len(view.fighters) <= per_page else tuple(sorted(view.fighters, key=lambda one: one.out))
    )
    count = max(1, -(-len(everybody) // per_page))
    page = (now_ms // PAGE_MS) % count
    return everybody[page * per_page : (page + 1) * per_page]


def _fighters(canvas: Canvas, box: pygame.Rect, view: CrowdView, language: str, now_ms: int, least: int) -> None:
    if not view.fighters:
        canvas.paragraph(
            view.title.of(language).upper(),
            box,
            face=Face.POSTER,
            size=_units(canvas, least * 3),
            ink=canvas.theme.gold_ink,
            align="centre",
            valign="middle",
        )
        return
    numbered = any(one.place is not None for one in view.fighters)
    if len(view.fighters) <= FEW and not canvas.upright:
        _few(canvas, box, view, language, least, numbered=numbered)
        return
    per_page = rows_a_page(box, least)
    columns = _columns(box, view, least)
    shown = page_of(view, now_ms, per_page * columns)
    gap = round(least * 0.2)
    per_column = -(-len(shown) // columns)
    per_column = min(max(per_column, 4 if columns == 1 else 3), per_page)
    for index, column in enumerate(split_columns(box, [1.0] * columns, gap * 2)):
        part = shown[index * per_column : (index + 1) * per_column]
        rows = split_rows(column, per_column, gap)
        for row, fighter in zip(rows, part, strict=False):
            tallest = round(least * (3.8 if box.width < least * NARROW else 4.4))
            row.height = min(row.height, tallest)
            if row.height == tallest:
                row.y = column.y + rows.index(row) * (tallest + gap)
            fighter_row(canvas, row, fighter, language, least, numbered=numbered)


def _columns(box: pygame.Rect, view: CrowdView, least: int) -> int:
    return 2 if box.width > least * 40 and len(view.fighters) > 6 else 1


def _pages(box: pygame.Rect, view: CrowdView, least: int) -> int:
    """How many pages the fighters take."""
    if view.board is not None or not view.fighters:
        return 1
    return -(-len(view.fighters) // (rows_a_page(box, least) * _columns(box, view, least)))


def _few(canvas: Canvas, box: pygame.Rect, view: CrowdView, language: str, least: int, *, numbered: bool) -> None:
    """A duel: two large lines against each other; three as large as there is room for."""
    count = len(view.fighters)
    between = round(least * (2.6 if count == DUEL else 0.5))
    room = (box.height - between * (count - 1)) // count
    grown = max(least, round(min(room / 4.4, box.width / NARROW, least * 1.7)))
    high = min(room, round(grown * 4.4))
    top = box.y + (box.height - high * count - between * (count - 1)) // 2
    for place, fighter in enumerate(view.fighters):
        row = pygame.Rect(box.x, top + place * (high + between), box.width, high)
        fighter_row(canvas, row, fighter, language, grown, numbered=numbered)
        if count == DUEL and place == 0:
            gap = pygame.Rect(box.x, row.bottom, box.width, between)
            canvas.text(
                tr(language, "VS"), gap, face=Face.POSTER, size=_units(canvas, least * 2), ink=canvas.theme.red_ink,
                align="centre",
            )  # fmt: skip


def fighter_row(
    canvas: Canvas, box: pygame.Rect, fighter: FighterView, language: str, least: int, *, numbered: bool
) -> None:
    """A fighter's line: place, chip, name, what is wrong with him, stamina."""
    theme = canvas.theme
    ground = theme.gold if fighter.active else theme.panel
    canvas.ribbon(box, ground)
    ink = theme.on_gold if fighter.active else theme.off if fighter.out else theme.ink
    lean = round(box.height * 0.24)
    inner = pygame.Rect(box.x + lean, box.y, box.width - 2 * lean, box.height)
    left = inner.x
    if numbered and box.width > least * NARROW:
        shown = "" if fighter.place is None else str(fighter.place)
        wide = 1.3 if len(shown) > 1 else 0.95
        place = pygame.Rect(left, inner.y, round(least * wide), inner.height)
        soft = theme.on_gold if fighter.active else theme.soft
        canvas.text(
            shown,
            place,
            face=Face.POSTER,
            size=_units(canvas, least * 1.15),
            ink=soft,
            ground=ground,
            align="centre",
        )
        left = place.right + round(least * 0.15)
    side = round(min(inner.height * 0.82, least * (1.6 if box.width < least * NARROW else 2.3)))
    signs.chip(canvas, (left + side / 2, inner.centery), side / 2, fighter.chip, faded=fighter.out)
    left += side + round(least * 0.35)
    figure_width = round(least * (2.1 if fighter.gauge is not None else 0))
    figure = pygame.Rect(inner.right - figure_width, inner.y, figure_width, inner.height)
    room = pygame.Rect(
        left, inner.y, (figure.left if figure_width else inner.right) - left - round(least * 0.2), inner.height
    )
    if fighter.gauge is not None and not fighter.out:
        red = theme.on_gold if fighter.active else theme.red_ink
        value_ink = red if fighter.gauge.value < 0 else ink
        canvas.text(
            number(fighter.gauge.value),
            figure,
            face=Face.NUMBER,
            size=_units(canvas, least * 2.2),
            ink=value_ink,
            ground=ground,
            align="right",
        )
    _row_words(canvas, room, fighter, language, least, ground, ink)


def _row_words(
    canvas: Canvas,
    box: pygame.Rect,
    fighter: FighterView,
    language: str,
    least: int,
    ground: tuple[int, int, int],
    ink: tuple[int, int, int],
) -> None:
    """Name above, bar and card below; or all in one line where the row is low."""
    bar_high = round(least * 0.42)
    top = pygame.Rect(box.x, box.y + round(box.height * 0.06), box.width, round(least * 1.3))
    low = box.height < least * 2.75
    plain = not low and fighter.card is None and not _status(fighter, language)
    if plain:
        top.height = min(round(box.height * 0.58), round(least * 2.1))
        top.y = box.y + round(box.height * 0.08)
    if low:
        top.height = round(least * 1.22)
        top.y = box.y + round(box.height * 0.02)
    card_high = round(least * 1.3)
    card = fighter.card
    name_box, name = top.copy(), fighter.name.upper()
    if card is not None and low:
        word = card.word.of(language).upper()
        width = signs.card_width(canvas, card_high, word, _units(canvas, least))
        gap = round(least * 0.2)
        # the word is what the hall must read: the name gives way, its chip has a letter
        short = _abbreviated(canvas, name, box.width - width - gap)
        if not short:  # not even a few letters beside it: the card's shape and colour tell it
            word, width = "", round(card_high * 1.3)
        paper = pygame.Rect(box.right - width, top.y, width, card_high)
        signs.status_card(canvas, paper, card.colour, word, _units(canvas, least))
        name_box.width = paper.left - box.x - gap
        name = short or name
    canvas.text(
        name_in(canvas, name, Face.POSTER, name_box.width),
        name_box,
        face=Face.POSTER,
        size=_units(canvas, least * (1.8 if plain else 1.3)),
        ink=ink,
        ground=ground,
    )
    second = pygame.Rect(box.x, top.bottom, box.width, box.bottom - top.bottom - round(box.height * 0.06))
    if not low and (card is not None or _status(fighter, language)):
        bar = pygame.Rect(second.x, second.bottom - bar_high, second.width, bar_high)
        line = pygame.Rect(second.x, second.y, second.width, bar.top - second.y - 2)
        _status_line(canvas, line, fighter, language, least, ground, ink, card_high)
    else:
        bar = pygame.Rect(second.x, 0, second.width, bar_high if low else round(bar_high * 1.5))
        bar.centery = second.centery
    if fighter.gauge is not None and not fighter.out:
        stamina_bar(canvas, bar, fighter.gauge)
    elif fighter.out and low:
        pass
    elif fighter.facts:
        words = " · ".join(f"{fact.label.of(language)} {fact.value.of(language)}" for fact in fighter.facts)
        canvas.text(words, second, face=Face.STRONG, size=_units(canvas, least * 1.05), ink=ink, ground=ground)


def _abbreviated(canvas: Canvas, name: str, width: int) -> str:
    """As much of a name as has room: words and initials, else its first letters; empty where they have none."""
    first = (name.split(maxsplit=1) or [name])[0]
    letters = (f"{first[:kept]}." for kept in range(len(first) - 1, LEAST_LETTERS - 1, -1))
    every = (*shorter_names(name), *letters)
    return next((one for one in every if canvas.measure(one, Face.POSTER, canvas.smallest_px)[0] <= width), "")


def _status(fighter: FighterView, language: str) -> str:
    """The one thing worth telling the crowd beside the card."""
    return _statuses(fighter, language)[-1]


def _statuses(fighter: FighterView, language: str) -> tuple[str, ...]:
    """The same in more words and in fewer: with whom he is in it, where there is room; longest first."""
    if fighter.out:
        return (tr(language, "out"),)
    counts = [f"{one.label.of(language)} {one.value}/{one.limit}" for one in fighter.counts]
    stance = [fighter.stance.of(language)] if fighter.stance is not None and fighter.card is None else []
    flags = [one.of(language) for one in fighter.flags]
    told = [*stance, *counts, *flags]
    if not told:
        return ("",)
    partners = ", ".join(fighter.partners)
    whole = [f"{one}: {partners}" if partners and one == flags[0] else one for one in told] if flags else told
    return (" · ".join(whole), " · ".join(told), whole[0], told[0])


def _status_line(
    canvas: Canvas,
    box: pygame.Rect,
    fighter: FighterView,
    language: str,
    least: int,
    ground: tuple[int, int, int],
    ink: tuple[int, int, int],
    card_high: int,
) -> None:
    left = box.x
    if fighter.card is not None:
        word = fighter.card.word.of(language).upper()
        width = min(signs.card_width(canvas, card_high, word, _units(canvas, least)), box.width)
        paper = pygame.Rect(left, 0, width, min(card_high, box.height))
        paper.centery = box.centery
        signs.status_card(canvas, paper, fighter.card.colour, word, _units(canvas, least))
        left = paper.right + round(least * 0.3)
    room = pygame.Rect(left, box.y, box.right - left, box.height)
    for status in _statuses(fighter, language):
        if status and canvas.measure(status, Face.STRONG, least)[0] <= room.width:
            canvas.text(status, room, face=Face.STRONG, size=_units(canvas, least), ink=ink, ground=ground)
            return


def _headline(
    canvas: Canvas, box: pygame.Rect, view: CrowdView, language: str, now_ms: int, least: int, pages: int
) -> None:
    theme = canvas.theme
    ground = theme.red
    canvas.fill(box, ground)
    canvas.ropes(
        pygame.Rect(
            0, box.top - max(6, round(canvas.height * 0.009)), canvas.width, max(6, round(canvas.height * 0.009))
        )
    )
    inner = box.inflate(-round(canvas.width * 0.04), -round(box.height * 0.08))
    if pages > 1:
        # who does not see a name knows that there is more to come
        words = f"{now_ms // PAGE_MS % pages + 1}/{pages}"
        wide, _ = canvas.measure(words, Face.NUMBER, canvas.type_px(_units(canvas, least * 1.1)))
        place = pygame.Rect(inner.right - wide - 2, inner.y, wide + 2, inner.height)
        size = _units(canvas, least * 1.1)
        canvas.text(words, place, face=Face.NUMBER, size=size, ink=theme.on_red, ground=ground, align="right")
        inner.width = place.left - inner.x - least // 2
    # before anything has happened the board says what is played
    told = view.headline or view.title
    parts = _in_turn(canvas, told.of(language), inner, least)
    canvas.paragraph(
        parts[now_ms // PAGE_MS % len(parts)],
        inner,
        face=Face.STRONG,
        size=_units(canvas, least * 1.15),
        ink=theme.on_red,
        ground=ground,
        valign="middle",
        align="centre",
    )


def _in_turn(canvas: Canvas, told: str, box: pygame.Rect, least: int) -> list[str]:
    """A sentence in as many parts as it needs to be whole in type that the hall can read."""
    rows, size = max(1, box.height // canvas.line_px(Face.STRONG, _units(canvas, least))), _units(canvas, least)
    parts: list[str] = []
    for word in told.split():
        longer = f"{parts[-1]} {word}" if parts else word
        if parts and canvas.lines_of(f"{longer} …", Face.STRONG, size, box.width) <= rows:
            parts[-1] = longer
        else:
            parts.append(word)
    return [f"{part} …" for part in parts[:-1]] + parts[-1:] or [told]
