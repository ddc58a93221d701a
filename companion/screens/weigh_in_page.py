"""The weigh-in: each figure's clay, sign, height and live picture, and clays that would be mixed up."""

import pygame

from companion.games.clay_wrestling.model import ClayClass
from companion.kernel.text import Text, plural
from companion.screens import clay_words, signs
from companion.screens.canvas import Canvas, split_columns, split_rows
from companion.screens.flow import fighter_at
from companion.screens.flow_parts import fighter_name, picture_in, row_ground, rows_of, target_high
from companion.screens.flow_state import FlowUi
from companion.screens.flow_view import FighterRow, FlowView
from companion.screens.fonts import Face
from companion.screens.languages import message, tr
from companion.screens.layout import LEAST_TARGET_PX
from companion.screens.palette import CLAY
from companion.screens.view_model import Chip, Pattern, Tone
from companion.screens.widgets import heading

PATTERNS = {
    Pattern.SOLID: message("plain"),
    Pattern.STRIPES: message("stripes"),
    Pattern.DOTS: message("dots"),
    Pattern.CROSS: message("cross"),
    Pattern.RING: message("circle"),
    Pattern.HALVES: message("halves"),
    Pattern.BARS: message("bars"),
    Pattern.CHECKS: message("checks"),
}
PALETTE_COLUMNS = 6
LEAST_NOTE = 58
"""So high a note of three lines may be read in."""
MORE = (Text("and 1 more", "y 1 más"), Text("and {n} more", "y {n} más"))


def weigh_in_page(canvas: Canvas, box: pygame.Rect, view: FlowView, flow: FlowUi, language: str) -> None:
    """Draw the page inside `box`."""
    if not view.fighters:
        canvas.paragraph(tr(language, "No fighters yet."), box, size=24, ink=canvas.theme.soft)
        return
    left, right = split_columns(box, [1, 0.8], canvas.px(26))
    here = fighter_at(flow, view)
    by_id = {one.id: one for one in view.fighters}
    for row, who in rows_of(canvas, left, list(by_id), "" if here is None else here.id, language, 84):
        _figure(canvas, row, by_id[who], language, here=here is not None and here.id == who)
    if here is not None:
        _clay(canvas, right, here, view, language)


def _figure(canvas: Canvas, box: pygame.Rect, row: FighterRow, language: str, *, here: bool) -> None:
    theme = canvas.theme
    row_ground(canvas, box, here=here)
    canvas.target(box, f"row:{row.id}")
    name, facts, picture = split_columns(box, [1, 0.8, 0.32], canvas.px(8))
    klass = clay_words.CLASSES[ClayClass(row.klass)].of(language) if row.klass else tr(language, "no class yet")
    fighter_name(canvas, name, row, klass)
    pattern = tr(language, PATTERNS[row.chip.pattern])
    lines = [tr(language, "sign: {letter}, {pattern}", letter=row.chip.letter, pattern=pattern)]
    if row.height is not None:
        lines.append(row.height.of(language))
    inner = facts.inflate(0, -canvas.px(10))
    for cell, words in zip(split_rows(inner, len(lines), canvas.px(2)), lines, strict=True):
        canvas.text(words, cell, size=20, ink=theme.soft, ground=theme.raised)
    if row.picture is not None:
        picture_in(canvas, picture.inflate(-canvas.px(8), -canvas.px(8)), row.picture)


def _clay(canvas: Canvas, box: pygame.Rect, row: FighterRow, view: FlowView, language: str) -> None:
    """The clays to choose from, and what is wrong with the ones chosen."""
    theme = canvas.theme
    head = pygame.Rect(box.x, box.y, box.width, canvas.px(40))
    known = clay_words.CLAYS.get(row.colour)
    told = tr(language, "Clay of {name}", name=row.name) + ("" if known is None else f": {known.of(language)}")
    heading(canvas, head, told, size=28)
    rows = -(-len(CLAY) // PALETTE_COLUMNS)
    high = max(LEAST_TARGET_PX, canvas.px(64))
    gap = canvas.px(7)
    area = pygame.Rect(box.x, head.bottom + canvas.px(6), box.width, rows * high + (rows - 1) * gap)
    taken = {one.colour for one in view.fighters if one.id != row.id}
    names = list(CLAY)
    for number, line in enumerate(split_rows(area, rows, gap)):
        part = names[number * PALETTE_COLUMNS : (number + 1) * PALETTE_COLUMNS]
        for cell, colour in zip(split_columns(line, [1.0] * PALETTE_COLUMNS, gap), part, strict=False):
            _swatch(canvas, cell, colour, chosen=colour == row.colour, taken=colour in taken)
    left = pygame.Rect(box.x, area.bottom + gap * 2, box.width, box.bottom - area.bottom - gap * 2)
    canvas.fill(left, theme.floor, 8)
    room = left.inflate(-canvas.px(28), -canvas.px(16))
    noted = [*((words, Tone.WARN) for words in view.warnings), *((words, Tone.OFF) for words in view.hints)]
    if not noted:
        told = tr(language, "No two clays are alike.")
        canvas.paragraph(told, room, face=Face.STRONG, size=24, ink=theme.good, ground=theme.floor, valign="middle")
        return
    fit = max(1, room.height // canvas.px(LEAST_NOTE))
    if len(noted) > fit:
        noted = [*noted[: fit - 1], (plural(len(noted) - fit + 1, *MORE), Tone.OFF)]
    line_high = min(target_high(canvas, 84), room.height // len(noted))
    for number, (words, tone) in enumerate(noted):
        cell = pygame.Rect(room.x, room.y + number * line_high, room.width, line_high)
        radius = canvas.px(12)
        if tone is not Tone.OFF:
            signs.tone_sign(canvas, (cell.x + radius, cell.centery), radius, tone)
        text = pygame.Rect(cell.x + radius * 3, cell.y, cell.width - radius * 3, cell.height)
        ink = theme.warn if tone is Tone.WARN else theme.ink
        canvas.paragraph(words.of(language), text, size=22, ink=ink, ground=theme.floor, valign="middle")


def _swatch(canvas: Canvas, box: pygame.Rect, colour: str, *, chosen: bool, taken: bool) -> None:
    theme = canvas.theme
    canvas.fill(box, theme.gold if chosen else theme.raised, 6)
    radius = min(box.width, box.height) * 0.36
    signs.chip(canvas, box.center, radius, Chip(CLAY[colour], ""))
    if taken:
        signs.tone_sign(canvas, box.center, radius * 0.6, Tone.BAD)
    else:
        canvas.target(box, f"colour:{colour}")
