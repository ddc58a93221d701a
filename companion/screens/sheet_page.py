"""The sheet form drawn over the ring and the choices: every field can be pressed, the totals are always in sight."""

import pygame

from companion.games.clay_wrestling.model import COMBAT, MAIN
from companion.kernel.text import Text
from companion.screens import clay_words, signs
from companion.screens.canvas import Canvas, split_columns, split_rows
from companion.screens.fonts import Face, missing_characters
from companion.screens.languages import tr
from companion.screens.layout import LEAST_TARGET_PX
from companion.screens.palette import CLAY
from companion.screens.sheet_form import (
    COLOURS,
    KINDS,
    LONGEST,
    MOST,
    POINTS,
    POSITIONS,
    SUGGESTED,
    TOO_LONG,
    WHEN,
    SheetForm,
    owner_of,
    problems,
    taken_words,
)
from companion.screens.view_model import Chip, Notice, Tone
from companion.screens.widgets import heading, key_cap, selected_words

_COLOUR_COLUMNS = 6


def sheet_page(canvas: Canvas, box: pygame.Rect, form: SheetForm, language: str, notice: Notice | None = None) -> None:
    """Draw the form inside `box`; letters go to its fields while it is open.

    Args:
        notice: what the rules have against the sheet.
    """
    canvas.typing = True
    canvas.layer += 1
    canvas.fill(box, canvas.theme.panel, 12)
    canvas.frame(box, canvas.theme.gold, 4, 12)
    inner = box.inflate(-canvas.px(44), -canvas.px(22))
    head = pygame.Rect(inner.x, inner.y, inner.width, canvas.px(40))
    title, keys = split_columns(head, [0.36, 1], canvas.px(12))
    heading(canvas, title, tr(language, "Character sheet"), size=34)
    hint = tr(language, "Enter, Tab: next field · Shift+Tab: back · ← →: change · Ctrl+Enter: register · Esc: give up")
    canvas.text(hint, keys, size=18, ink=canvas.theme.soft, align="right")
    foot_high = max(LEAST_TARGET_PX, canvas.px(66))
    foot = pygame.Rect(inner.x, inner.bottom - foot_high, inner.width, foot_high)
    body = pygame.Rect(inner.x, head.bottom + canvas.px(2), inner.width, foot.top - head.bottom - canvas.px(8))
    left, right = split_columns(body, [0.82, 1], canvas.px(26))
    _person(canvas, left, form, language)
    _abilities(canvas, right, form, language)
    _foot(canvas, foot, form, language, notice)
    canvas.layer -= 1


def _person(canvas: Canvas, box: pygame.Rect, form: SheetForm, language: str) -> None:
    high = max(LEAST_TARGET_PX, canvas.px(56))
    gap = canvas.px(7)
    top = box.top
    for key, word in (
        ("name", tr(language, "Name")),
        ("player", tr(language, "Player")),
        ("finisher", tr(language, "Finisher")),
    ):
        field = pygame.Rect(box.x, top, box.width, high)
        if key == "finisher" and form.kind is not None:
            field, kinds = split_columns(field, [1.25, 1], gap)
            _kinds(canvas, kinds, form, language)
        _text_field(canvas, field, key, word, form)
        top += high + gap
    for row in (POSITIONS[:2], POSITIONS[2:]):
        cells = split_columns(pygame.Rect(box.x, top, box.width, high), [1, 1], gap)
        for cell, position in zip(cells, row, strict=True):
            chosen = position is form.position
            words = clay_words.FINISHER_POSITIONS[position].of(language)
            _option(canvas, cell, f"position:{position.value}", words, chosen=chosen, at=form.at == "position")
        top += high + gap
    rows = -(-len(COLOURS) // _COLOUR_COLUMNS)
    area = pygame.Rect(box.x, top, box.width, box.bottom - top)
    for row_box, start in zip(split_rows(area, rows, gap), range(0, len(COLOURS), _COLOUR_COLUMNS), strict=True):
        part = COLOURS[start : start + _COLOUR_COLUMNS]
        for cell, colour in zip(split_columns(row_box, [1.0] * _COLOUR_COLUMNS, gap), part, strict=False):
            _colour(canvas, cell, colour, form)


def _kinds(canvas: Canvas, box: pygame.Rect, form: SheetForm, language: str) -> None:
    """What kind of attack the finisher is (DEC-09)."""
    for cell, kind in zip(split_columns(box, [1, 1], canvas.px(4)), KINDS, strict=True):
        words = clay_words.ABILITIES[kind].of(language)
        _option(canvas, cell, f"kind:{kind}", words, chosen=kind == form.kind, at=form.at == "kind")


def _text_field(canvas: Canvas, box: pygame.Rect, key: str, word: str, form: SheetForm) -> None:
    theme = canvas.theme
    label, field = split_columns(box, [0.34, 1], canvas.px(8))
    canvas.text(word, label, size=22, ink=theme.soft)
    canvas.fill(field, theme.floor, 6)
    here = form.at == key
    canvas.frame(field, theme.gold if here else theme.line, 3 if here else 2, 6)
    inside = field.inflate(-canvas.px(20), 0)
    if here and form.is_selected:
        selected_words(canvas, inside, str(getattr(form, key)))
    else:
        shown = str(getattr(form, key)) + ("_" if here else "")
        canvas.text(shown, inside, face=Face.STRONG, size=25, ground=theme.floor)
    canvas.target(field, f"field:{key}")


def _option(canvas: Canvas, box: pygame.Rect, key: str, words: str, *, chosen: bool, at: bool) -> None:
    theme = canvas.theme
    ground = theme.gold if chosen else theme.raised
    canvas.fill(box, ground, 6)
    if at and chosen:
        canvas.frame(box, theme.ink, 3, 6)
    ink = theme.on_gold if chosen else theme.ink
    canvas.text(words, box.inflate(-canvas.px(16), 0), face=Face.STRONG, size=20, ink=ink, ground=ground)
    canvas.target(box, key)


def _colour(canvas: Canvas, box: pygame.Rect, colour: str, form: SheetForm) -> None:
    theme = canvas.theme
    chosen = colour == form.colour
    ground = theme.gold if chosen else theme.raised
    canvas.fill(box, ground, 6)
    if chosen and form.at == "colour":
        canvas.frame(box, theme.ink, 3, 6)
    radius = min(box.width, box.height) * 0.36
    owner = owner_of(form, colour)
    # a taken clay is grey and wears its owner's letter; pressed, it tells the name
    signs.chip(canvas, box.center, radius, Chip(CLAY[colour], (owner or "")[:1].upper()), faded=owner is not None)
    if owner == "":
        signs.tone_sign(canvas, box.center, radius * 0.6, Tone.BAD)
    if min(box.size) >= LEAST_TARGET_PX:
        canvas.target(box, f"colour:{colour}")


def _abilities(canvas: Canvas, box: pygame.Rect, form: SheetForm, language: str) -> None:
    gap = canvas.px(6)
    halves = split_rows(box, 2, gap)
    titles = (tr(language, "Main abilities"), tr(language, "Combat abilities"))
    totals = (form.main_total, form.combat_total)
    for half, keys, title, total in zip(halves, (MAIN, COMBAT), titles, totals, strict=True):
        head = pygame.Rect(half.x, half.y, half.width, canvas.px(28))
        heading(canvas, head, title, size=24)
        right = total == POINTS
        ink = canvas.theme.good if right else canvas.theme.bad
        words = f"{total} / {POINTS}"
        canvas.text(words, head, face=Face.NUMBER, size=28, ink=ink, align="right")
        rows = split_rows(
            pygame.Rect(half.x, head.bottom, half.width, half.bottom - head.bottom), len(keys), canvas.px(3)
        )
        for row, key in zip(rows, keys, strict=True):
            _ability(canvas, row, key, form, language)


def _ability(canvas: Canvas, box: pygame.Rect, key: str, form: SheetForm, language: str) -> None:
    theme = canvas.theme
    here = form.at == key
    label, pips = split_columns(box, [0.75, 1], canvas.px(8))
    canvas.text(
        clay_words.ABILITIES[key].of(language),
        label,
        face=Face.STRONG if here else Face.TEXT,
        size=22,
        ink=theme.gold_ink if here else theme.ink,
    )
    for level, cell in enumerate(split_columns(pips, [1.0] * MOST, canvas.px(5)), start=1):
        lit = level <= form.levels[key]
        ground = theme.gold if lit else theme.raised
        canvas.fill(cell, ground, 5)
        if here and level == form.levels[key]:
            canvas.frame(cell, theme.ink, 3, 5)
        ink = theme.on_gold if lit else theme.soft
        size = min(26.0, cell.height * 0.7 / canvas.unit)
        canvas.text(str(level), cell, face=Face.NUMBER, size=size, ink=ink, ground=ground, align="centre")
        canvas.target(cell, f"set:{key}:{level}")


def _foot(canvas: Canvas, box: pygame.Rect, form: SheetForm, language: str, notice: Notice | None) -> None:
    theme = canvas.theme
    words, away, button = split_columns(box, [1, 0.3, 0.5], canvas.px(14))
    _option(canvas, away, "escape", tr(language, "Give up"), chosen=form.leaving, at=False)
    wrong = problems(form)
    told, tone = _told(form, wrong, language, notice)
    if told:
        canvas.paragraph(told, words, size=21, ink=theme.tone(tone), valign="middle")
    ready = not wrong
    ground = theme.gold if ready else theme.raised
    canvas.fill(button, ground, 8)
    if form.at == "register":
        canvas.frame(button, theme.ink, 3, 8)
    ink = theme.on_gold if ready else theme.off
    room = button
    if form.at == "register":
        plate = pygame.Rect(button.x + canvas.px(10), 0, canvas.px(42), min(canvas.px(42), button.height - 6))
        plate.centery = button.centery
        key_cap(canvas, plate, "⏎", on=not ready)
        room = pygame.Rect(plate.right, button.y, button.right - plate.right, button.height)
    word = tr(language, "Correct it") if form.fighter else tr(language, "Register")
    canvas.text(word, room, face=Face.STRONG, size=28, ink=ink, ground=ground, align="centre")
    canvas.target(button, "register")


def _told(form: SheetForm, wrong: tuple[Text, ...], language: str, notice: Notice | None) -> tuple[str, Tone]:
    """What is to be said of the sheet now, the most urgent only."""
    if form.leaving:
        return tr(language, "Esc again gives the sheet up; any other key goes on with it."), Tone.WARN
    if form.barred:
        return taken_words(form, form.barred).of(language), Tone.WARN
    if form.full:
        return TOO_LONG.filled(n=LONGEST).of(language), Tone.WARN
    if wrong and form.told:
        return " ".join(one.of(language) for one in wrong), Tone.BAD
    if notice is not None and notice.tone is Tone.BAD:
        return notice.text.of(language) + (f" ({notice.rule})" if notice.rule else ""), Tone.BAD
    missing = missing_characters(form.name + form.player + form.finisher)
    if missing:
        characters = " ".join(f"U+{ord(one):04X}" for one in missing)
        return tr(language, "Shown as a box: {characters}", characters=characters), Tone.WARN
    if form.at == "colour" and form.colour in clay_words.CLAYS:
        return tr(language, "Clay: {colour}", colour=clay_words.CLAYS[form.colour].of(language)), Tone.OFF
    if form.at == "name" and form.name and form.name == form.suggested:
        return SUGGESTED.of(language), Tone.OFF
    if form.at in {"finisher", "position"}:
        return WHEN.of(language), Tone.OFF
    if wrong:  # the button is grey: what is still missing stands beside it from the start
        return wrong[0].of(language), Tone.OFF
    return "", Tone.GOOD
