"""The referee screen: the open question on the right, the ring in the middle, everybody's state on the left."""

import pygame

from companion.screens import action_panel, card_board, fighter_cards
from companion.screens.canvas import Canvas, split_columns, split_rows
from companion.screens.facts_table import facts_table
from companion.screens.flow_page import flow_page
from companion.screens.fonts import Face
from companion.screens.key_hints import has_review
from companion.screens.key_map import KEY_BAR, KEY_MAP
from companion.screens.languages import message, tr, trn
from companion.screens.layout import RefereeLayout, referee_layout
from companion.screens.menu import lettered_choices, searching_letters
from companion.screens.past_page import past_page
from companion.screens.ring_map import ring_map
from companion.screens.rolling import dice_strip, shown_now
from companion.screens.sheet_page import sheet_page
from companion.screens.signs import chip
from companion.screens.theme import hall, mix
from companion.screens.top_bar import top_bar
from companion.screens.view_model import Panel, Part, RefereeView, TimerView, Tone
from companion.screens.widgets import backdrop, clock_words, counted, heading, key_cap, mark


def draw(surface: pygame.Surface, view: RefereeView, language: str, now_ms: int) -> Canvas:
    """Draw the whole screen; the canvas that is returned knows every text and every target."""
    canvas = Canvas(surface, hall(light=view.light_hall))
    layout = referee_layout(canvas, view)
    backdrop(canvas)
    top_bar(canvas, layout.top, view, language)
    _ropes(canvas, layout)
    if view.board is not None and view.board.seats:
        card_board.seats(canvas, layout.fighters, view.board, language)
    else:
        fighter_cards.fighters(canvas, layout.fighters, view, language)
    _middle(canvas, layout, view, language, now_ms)
    action_panel.panel(canvas, layout.actions, view, language)
    _journal(canvas, layout.journal, view, language)
    _keys(canvas, layout.keys, view, language)
    if view.flow is not None and view.evening is not None and view.form is None and view.past is None:
        flow_page(canvas, _sheet_box(canvas, layout), view.evening, view.flow, language, now_ms, view.notice)
    if view.form is not None:
        sheet_page(canvas, _sheet_box(canvas, layout), view.form, language, view.notice)
    if view.past is not None:
        past_page(canvas, _sheet_box(canvas, layout), view.past, language, view.cursor)
    if view.show_keys:
        _key_page(canvas, language)
    if view.question is not None:
        _question(canvas, view, language)
    # what lies over a field takes keys and no letters
    canvas.typing = canvas.typing and view.question is None and view.past is None and not view.show_keys
    return canvas


def _sheet_box(canvas: Canvas, layout: RefereeLayout) -> pygame.Rect:
    """Over the ring and the choices; upright over everything but the top."""
    if canvas.upright:
        return pygame.Rect(layout.ring.x, layout.ring.y, layout.ring.width, layout.fighters.top - layout.ring.y)
    return layout.ring.union(layout.actions).union(layout.journal)


def _ropes(canvas: Canvas, layout: RefereeLayout) -> None:
    canvas.ropes(pygame.Rect(0, layout.top.bottom, canvas.width, canvas.px(9)))


# -- middle: ring or panels, timers, proposals ------------------------------------------------------------------


def _middle(canvas: Canvas, layout: RefereeLayout, view: RefereeView, language: str, now_ms: int) -> None:
    if view.summed_up:
        _panels(canvas, layout.ring, view.summary, language)
    elif view.ring is not None:
        canvas.fill(layout.ring, canvas.theme.floor)
        ring_map(canvas, layout.ring, view.ring)
    elif view.board is not None:
        card_board.middle(canvas, layout.ring, view.board, language)
    else:
        _panels(canvas, layout.ring, view.panels, language)
    if view.ending is not None and not view.summed_up:
        _ending(canvas, layout.ring, view, language)
    if view.rolled is not None and shown_now(view.rolled, now_ms):
        dice_strip(canvas, layout.ring, view.rolled, now_ms, reduced=view.reduced_motion)
    for one in view.timers:
        if one.counts and view.ending is None and not view.summed_up:
            _count(canvas, layout.ring, one, language, now_ms)
    if layout.below is not None:
        _below(canvas, layout.below, view, language, now_ms)


def _panels(canvas: Canvas, box: pygame.Rect, panels: tuple[Panel, ...], language: str) -> None:
    if not panels:
        return
    columns = 2 if len(panels) > 1 else 1
    rows = -(-len(panels) // columns)
    gap = canvas.px(10)
    width, height = (box.width - gap * (columns - 1)) // columns, (box.height - gap * (rows - 1)) // rows
    for number, one in enumerate(panels):
        row, column = divmod(number, columns)
        area = pygame.Rect(box.x + column * (width + gap), box.y + row * (height + gap), width, height)
        canvas.fill(area, canvas.theme.panel, 10)
        inner = area.inflate(-canvas.px(28), -canvas.px(20))
        title = pygame.Rect(inner.x, inner.y, inner.width, canvas.px(36))
        heading(canvas, title, one.title.of(language))
        rest = pygame.Rect(inner.x, title.bottom, inner.width, inner.bottom - title.bottom)
        facts_table(canvas, rest, one.facts, language)


def _ending(canvas: Canvas, box: pygame.Rect, view: RefereeView, language: str) -> None:
    """The result across the ring."""
    assert view.ending is not None
    theme = canvas.theme
    canvas.layer += 1
    band = pygame.Rect(box.x, 0, box.width, round(box.height * 0.3))
    band.centery = box.centery
    canvas.shade(box, theme.floor, 150)
    canvas.fill(band, theme.gold)
    canvas.ropes(pygame.Rect(band.x, band.top - canvas.px(14), band.width, canvas.px(9)))
    canvas.ropes(pygame.Rect(band.x, band.bottom + canvas.px(5), band.width, canvas.px(9)))
    inner = band.inflate(-canvas.px(40), -canvas.px(24))
    left = inner.left
    for sign in view.ending.chips[:4]:
        radius = inner.height * 0.36
        chip(canvas, (left + radius, inner.centery), radius, sign)
        left += round(radius * 2.3)
    room = pygame.Rect(left, inner.top, inner.right - left, inner.height)
    top = pygame.Rect(room.x, room.y, room.width, round(room.height * 0.62))
    canvas.text(
        view.ending.title.of(language).upper(), top, face=Face.POSTER, size=60, ink=theme.on_gold, ground=theme.gold
    )
    if view.ending.detail is not None:
        bottom = pygame.Rect(room.x, top.bottom, room.width, room.bottom - top.bottom)
        canvas.text(
            view.ending.detail.of(language), bottom, face=Face.STRONG, size=26, ink=theme.on_gold, ground=theme.gold
        )
    canvas.layer -= 1


def _count(canvas: Canvas, box: pygame.Rect, one: TimerView, language: str, now_ms: int) -> None:
    """The count aloud across the lower part of the table: what is counted already is gold."""
    theme = canvas.theme
    reached = counted(one.timer, one.counts, now_ms)
    canvas.layer += 1
    strip = pygame.Rect(box.x, 0, box.width, max(canvas.px(120), box.height // 5))
    strip.bottom = box.bottom
    canvas.fill(strip, theme.floor)
    canvas.ropes(pygame.Rect(strip.x, strip.top - canvas.px(9), strip.width, canvas.px(9)))
    label, *numbers = split_columns(strip.inflate(-canvas.px(40), 0), [1.6, *[1.0] * one.counts], canvas.px(12))
    canvas.paragraph(one.label.of(language), label, face=Face.STRONG, size=24, ink=theme.soft, ground=theme.floor,
                     valign="middle")  # fmt: skip
    for number, cell in enumerate(numbers, start=1):
        side = round(min(cell.width, cell.height) * 0.8)
        disc = pygame.Rect(0, 0, side, side)
        disc.center = cell.center
        ground = theme.gold if number <= reached else theme.panel
        canvas.fill(disc, ground, side / 2)
        ink = theme.on_gold if number <= reached else theme.soft
        canvas.text(str(number), disc, face=Face.NUMBER, size=side * 0.6 / canvas.unit, ink=ink, ground=ground,
                    align="centre")  # fmt: skip
    canvas.layer -= 1


def _below(canvas: Canvas, box: pygame.Rect, view: RefereeView, language: str, now_ms: int) -> None:
    theme = canvas.theme
    gap = canvas.px(10)
    if not view.timers:
        _proposals(canvas, box, view, language)
        return
    timers = pygame.Rect(box.x, box.y, round(box.width * 0.3), box.height)
    if view.board is not None and not view.proposals:
        timers = box  # no camera looks at a card game
    else:
        rest = pygame.Rect(timers.right + gap, box.y, box.right - timers.right - gap, box.height)
        _proposals(canvas, rest, view, language)
    canvas.fill(timers, theme.panel, 10)
    canvas.target(timers, "c")  # clocks that a touch alone could not let go on would stand for good
    inner = timers.inflate(-canvas.px(24), -canvas.px(16))
    line = inner.height // max(2, len(view.timers))
    for index, one in enumerate(view.timers[:3]):
        row = pygame.Rect(inner.x, inner.y + index * line, inner.width, line)
        shown = clock_words(one.timer, one.counts, now_ms)
        wide = min(canvas.measure(shown, Face.NUMBER, canvas.type_px(36))[0] + canvas.px(2), row.width // 2)
        value = pygame.Rect(row.right - wide, row.y, wide, row.height)
        label = pygame.Rect(row.x, row.y, row.width - wide - canvas.px(8), row.height)
        canvas.paragraph(one.label.of(language), label, size=22, ink=theme.soft, valign="middle")
        rung = one.timer.rung(now_ms) and not one.counts
        canvas.text(
            shown,
            value,
            face=Face.NUMBER,
            size=36,
            ink=theme.bad if rung else theme.ink,
            align="right",
        )


def _proposals(canvas: Canvas, box: pygame.Rect, view: RefereeView, language: str) -> None:
    theme = canvas.theme
    canvas.fill(box, theme.panel, 10)
    inner = box.inflate(-canvas.px(24), -canvas.px(14))
    head = pygame.Rect(inner.x, inner.y, inner.width, canvas.px(28))
    if not view.proposals:
        heading(canvas, head, tr(language, "The camera proposes"), size=22)
        off = any(one.part is Part.CAMERA and one.tone is Tone.OFF for one in view.health)
        words = message("no camera: say by hand who stands where") if off else message("nothing new")
        canvas.text(
            tr(language, words),
            pygame.Rect(inner.x, head.bottom, inner.width, canvas.px(32)),
            size=21,
            ink=theme.soft,
        )
        return
    heading(
        canvas,
        head,
        trn(language, "The camera proposes", "The camera proposes: 1 of {n}", len(view.proposals)),
        size=22,
    )
    first = view.proposals[0]
    buttons_high = max(canvas.px(52), 44 if canvas.height >= 700 else 36)
    buttons = pygame.Rect(inner.x, inner.bottom - buttons_high, inner.width, buttons_high)
    room = pygame.Rect(inner.x, head.bottom, inner.width, buttons.top - head.bottom - canvas.px(4))
    sure = tr(language, "{percent} % sure", percent=round(first.confidence * 100))
    told = f"{first.number}. {first.text.of(language)}"
    if first.confidence < 1.0:  # what is asked and not seen is not more or less sure
        told += f" ({sure})"
    canvas.paragraph(told, room, face=Face.STRONG, size=24)
    if view.trail:  # Enter ends what is being typed or chosen; the camera waits
        canvas.text(tr(language, "waits until this step is done"), buttons, size=21, ink=theme.soft)
        return
    answers = [("accept", "⏎", message("Accept")), ("reject", "⌫", message("Reject"))]
    if not first.changes:
        answers = [("accept", "⏎", message("Seen"))]
    if first.action is not None:
        answers.append(("edit", "E", message("Edit")))
    columns = split_columns(buttons, [1] * len(answers), canvas.px(8))
    for column, (key, cap, word) in zip(columns, answers, strict=True):
        _button(canvas, column, key, cap, tr(language, word))


def _button(canvas: Canvas, box: pygame.Rect, key: str, cap: str, word: str) -> None:
    theme = canvas.theme
    canvas.fill(box, theme.raised, 8)
    side = box.height - canvas.px(14)
    plate = pygame.Rect(box.x + canvas.px(7), box.y + canvas.px(7), round(side * (1.0 if len(cap) < 3 else 1.5)), side)
    key_cap(canvas, plate, cap)
    room = pygame.Rect(plate.right + canvas.px(8), box.y, box.right - plate.right - canvas.px(12), box.height)
    canvas.text(word, room, face=Face.STRONG, size=23, ground=theme.raised)
    canvas.target(box, key)


# -- journal, keys, question -------------------------------------------------------------------------------------


def _journal(canvas: Canvas, box: pygame.Rect, view: RefereeView, language: str) -> None:
    theme = canvas.theme
    canvas.fill(box, theme.panel, 10)
    inner = box.inflate(-canvas.px(28), -canvas.px(16))
    head = pygame.Rect(inner.x, inner.y, inner.width, canvas.px(28))
    heading(canvas, head, tr(language, "Journal"), size=22)
    undo = trn(language, "{n} step can be undone", "{n} steps can be undone", view.can_undo)
    right = pygame.Rect(inner.centerx, inner.y, inner.width // 2, head.height)
    canvas.text(undo, right, size=18, ink=theme.soft, align="right")
    line = max(canvas.px(28), canvas.type_px(21) + 4)
    bottom, top = inner.bottom, head.bottom
    for entry in reversed(view.journal):
        newest = entry is view.journal[-1]
        face = Face.STRONG if newest else Face.TEXT
        number, text = split_columns(pygame.Rect(inner.x, 0, inner.width, line), [0.09, 0.91], canvas.px(10))
        words = entry.text.of(language)
        high = line * canvas.lines_of(words, face, 21, text.width)
        if bottom - high < top:
            break
        number.y, text.y, text.height = bottom - high, bottom - high, high
        bottom -= high
        canvas.text(str(entry.seq), number, size=18, ink=theme.soft, align="right")
        ink = theme.off if entry.undone else theme.ink if newest else theme.soft
        rect = canvas.paragraph(words, text, face=face, size=21, ink=ink, valign="middle")
        if entry.undone:
            canvas.line((rect.left, rect.centery), (rect.right, rect.centery), theme.off, 2)


def _keys(canvas: Canvas, box: pygame.Rect, view: RefereeView, language: str) -> None:
    theme = canvas.theme
    canvas.fill(box, theme.panel)
    rows = 2 if canvas.upright else 1
    a_row = -(-len(KEY_BAR) // rows)
    columns = []
    for number, row in enumerate(split_rows(box, rows, 0)):
        part = KEY_BAR[number * a_row : (number + 1) * a_row]
        high = round(row.height * 0.62)
        words = [canvas.measure(tr(language, word), Face.TEXT, canvas.type_px(20))[0] for _, word in part]
        # each as wide as its cap and its word, so that every key has room in either language
        shares = [_cap_px(cap, high) + wide + canvas.px(10) for (cap, _), wide in zip(part, words, strict=True)]
        columns += split_columns(row.inflate(-canvas.px(24), 0), list(map(float, shares)), canvas.px(6))
    for column, (cap, word) in zip(columns, KEY_BAR, strict=False):
        high = round(column.height * 0.62)
        plate = pygame.Rect(column.x, 0, _cap_px(cap, high), high)
        plate.centery = column.centery
        off = _is_off(cap, view) or _is_letter(cap, view)
        key_cap(canvas, plate, cap, on=not off)
        label = pygame.Rect(
            plate.right + canvas.px(7), column.y, column.right - plate.right - canvas.px(7), column.height
        )
        ink = theme.off if off else theme.ink
        canvas.text(tr(language, word), label, size=20, ink=ink)
        canvas.target(column, cap.lower())


def _cap_px(cap: str, high: int) -> int:
    """How wide the plate of a key is."""
    return round(high * (1.05 if len(cap) < 2 else 1.3 if len(cap) < 3 else 1.8))


def _is_off(cap: str, view: RefereeView) -> bool:
    """Whether a key does nothing now."""
    match cap:
        case "U":
            return not view.can_undo
        case "Y":
            return not view.can_redo
        case "G":
            return view.evening is None and not view.summary
        case "C":
            return not view.timers
        case "V":
            return not has_review(view)
        case "A" | "B" | "S":
            return all(one.shortcut != cap.lower() for one in lettered_choices(view)) and not view.trail
    return False


def _is_letter(cap: str, view: RefereeView) -> bool:
    """Whether a key only writes a letter now."""
    if len(cap) != 1 or not cap.isalpha():
        return False
    writes = view.form is not None or (view.entry is not None and not view.entry.commands)
    return writes or cap.lower() in searching_letters(view)


def _question(canvas: Canvas, view: RefereeView, language: str) -> None:
    """Across everything: asked once, the first answer is the safe one."""
    assert view.question is not None
    theme = canvas.theme
    canvas.layer += 1
    canvas.shade(canvas.rect, theme.floor, 190)
    box = pygame.Rect(0, 0, min(canvas.px(900), canvas.width - canvas.px(80)), canvas.px(300))
    box.center = canvas.rect.center
    canvas.fill(box, theme.panel, 14)
    canvas.frame(box, theme.gold, 4, 14)
    inner = box.inflate(-canvas.px(60), -canvas.px(50))
    words = pygame.Rect(inner.x, inner.y, inner.width, round(inner.height * 0.52))
    canvas.paragraph(view.question.text.of(language), words, face=Face.STRONG, size=34, align="centre", valign="middle")
    row = pygame.Rect(inner.x, inner.bottom - canvas.px(68), inner.width, canvas.px(68))
    columns = split_columns(row, [1.0] * len(view.question.answers), canvas.px(14))
    for number, (column, answer) in enumerate(zip(columns, view.question.answers, strict=True), start=1):
        ground = theme.gold if number == 1 else theme.raised
        canvas.fill(column, ground, 8)
        plate = pygame.Rect(
            column.x + canvas.px(10), column.y + canvas.px(12), canvas.px(40), column.height - canvas.px(24)
        )
        canvas.fill(plate, mix(ground, theme.floor, 0.3), 5)
        plate_ground = mix(ground, theme.floor, 0.3)
        ink = theme.on_gold if number == 1 else theme.ink
        canvas.text(str(number), plate, face=Face.NUMBER, size=28, ink=ink, ground=plate_ground, align="centre")
        label = pygame.Rect(
            plate.right + canvas.px(10), column.y, column.right - plate.right - canvas.px(20), column.height
        )
        canvas.text(answer.of(language), label, face=Face.STRONG, size=26, ink=ink, ground=ground)
        canvas.target(column, str(number))
        mark(canvas, column, here=str(number) == view.cursor)
    canvas.layer -= 1


def _key_page(canvas: Canvas, language: str) -> None:
    """All keys over the whole screen; any key closes it."""
    theme = canvas.theme
    canvas.layer += 1
    canvas.shade(canvas.rect, theme.floor, 215)
    columns = 1 if canvas.upright else 2
    rows = -(-len(KEY_MAP) // columns)
    width = min(canvas.px(1240 if columns == 1 else 1860), canvas.width - canvas.px(40))
    line = max(canvas.px(62 if columns == 2 else 46), canvas.type_px(24) + 6)
    box = pygame.Rect(0, 0, width, line * (rows + 1) + canvas.px(50))
    box.center = canvas.rect.center
    canvas.fill(box, theme.panel, 14)
    canvas.frame(box, theme.gold, 4, 14)
    inner = box.inflate(-canvas.px(60), -canvas.px(40))
    heading(canvas, pygame.Rect(inner.x, inner.y, inner.width, line), tr(language, "Keys"), size=34)
    sides = split_columns(inner, [1.0] * columns, canvas.px(40))
    for number, (cap, word) in enumerate(KEY_MAP):
        side, place = divmod(number, rows)
        row = pygame.Rect(sides[side].x, inner.y + (place + 1) * line, sides[side].width, line - canvas.px(6))
        plate, label = split_columns(row, [0.2, 0.8], canvas.px(16))
        key_cap(canvas, plate, tr(language, cap))
        canvas.paragraph(tr(language, word), label, size=22, valign="middle")
    canvas.target(box, "f1")
    canvas.layer -= 1
