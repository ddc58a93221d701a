"""The bar over the referee screen: game and mode, turn and phase, the health of every part."""

import pygame

from companion.screens.canvas import Canvas, split_columns
from companion.screens.fonts import Face
from companion.screens.languages import message, tr
from companion.screens.signs import tone_sign
from companion.screens.view_model import HealthItem, Part, RefereeView, Tone


def top_bar(canvas: Canvas, box: pygame.Rect, view: RefereeView, language: str) -> None:
    theme = canvas.theme
    canvas.fill(box, theme.panel)
    inner = box.inflate(-canvas.px(36), 0)
    if canvas.upright:
        rows = [
            pygame.Rect(inner.x, inner.y, inner.width, inner.height // 2),
            pygame.Rect(inner.x, inner.centery, inner.width, inner.height // 2),
        ]
        name, turn = split_columns(rows[0], [1, 1], canvas.px(16))
        health = rows[1]
    else:
        name, turn, health = split_columns(inner, [0.95, 0.95, 1.25], canvas.px(20))
    _name(canvas, name, view, language)
    _turn(canvas, turn, view, language)
    _health(canvas, health, view, language)


def _name(canvas: Canvas, box: pygame.Rect, view: RefereeView, language: str) -> None:
    theme = canvas.theme
    if view.review:
        _review(canvas, box, language)
        return
    top, bottom = _halves(box)
    canvas.text(view.title.of(language).upper(), top, face=Face.POSTER, size=34, ink=theme.ink, valign="middle")
    mode = view.mode.of(language)
    if view.rules_note is not None:
        mode = f"{mode} · {view.rules_note.of(language)}"
    canvas.text(mode, bottom, face=Face.TEXT, size=21, ink=theme.soft)


def _review(canvas: Canvas, box: pygame.Rect, language: str) -> None:
    """Stands as long as the crowd board waits: whoever plays on meanwhile must know it (field note J-03)."""
    theme = canvas.theme
    band = box.inflate(0, -round(box.height * 0.1))
    canvas.fill(band, theme.gold, 8)
    top, bottom = _halves(band.inflate(-canvas.px(24), 0))
    words = tr(language, "Under review").upper()
    canvas.text(words, top, face=Face.POSTER, size=34, ink=theme.on_gold, ground=theme.gold)
    waits = tr(language, "The crowd board waits. V: it stands.")
    canvas.text(waits, bottom, face=Face.STRONG, size=21, ink=theme.on_gold, ground=theme.gold)


def _halves(box: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    pad = round(box.height * 0.08)
    high = round((box.height - 2 * pad) * 0.56)
    top = pygame.Rect(box.x, box.y + pad, box.width, high)
    return top, pygame.Rect(box.x, top.bottom, box.width, box.bottom - pad - top.bottom)


def _turn(canvas: Canvas, box: pygame.Rect, view: RefereeView, language: str) -> None:
    theme = canvas.theme
    if view.turn_no is None and view.phase is None and view.slot is None:
        return
    ribbon = box.inflate(0, -round(box.height * 0.16))
    number_box = ribbon.copy()
    number_box.width = round(ribbon.width * (0.34 if canvas.upright else 0.36)) if view.turn_no is not None else 0
    if view.turn_no is not None:
        canvas.ribbon(number_box, theme.gold)
        canvas.text(
            tr(language, "Turn {n}", n=view.turn_no).upper(),
            number_box.inflate(-number_box.height // 2, -number_box.height // 5),
            face=Face.POSTER,
            size=36,
            ink=theme.on_gold,
            ground=theme.gold,
            align="centre",
        )
    rest = pygame.Rect(
        number_box.right + canvas.px(14), ribbon.y, ribbon.right - number_box.right - canvas.px(14), ribbon.height
    )
    top, bottom = _halves(rest)
    if view.slot is None:
        top = rest
    if view.phase is not None:
        canvas.text(view.phase.of(language), top, face=Face.STRONG, size=25)
    if view.slot is not None:
        canvas.text(view.slot.of(language), bottom, face=Face.TEXT, size=22, ink=theme.gold_ink)


_PART_WORDS = {
    Part.CAMERA: message("Camera"),
    Part.LIGHTS: message("Lights"),
    Part.CROWD: message("Crowd"),
    Part.DISK: message("Disk"),
}


def _health(canvas: Canvas, box: pygame.Rect, view: RefereeView, language: str) -> None:
    if not view.health:
        return
    columns = split_columns(box, [1.0] * len(view.health), canvas.px(8))
    for column, item in zip(columns, view.health, strict=True):
        _health_item(canvas, column.inflate(0, -round(box.height * 0.2)), item, language)


def _health_item(canvas: Canvas, box: pygame.Rect, item: HealthItem, language: str) -> None:
    theme = canvas.theme
    canvas.fill(box, theme.raised, 8)
    radius = canvas.px(8)
    pad = canvas.px(10)
    tone_sign(canvas, (box.left + pad + radius, box.top + box.height * 0.3), radius, item.tone)
    top = pygame.Rect(box.left + 2 * pad + 2 * radius, box.top, 0, round(box.height * 0.56))
    top.width = box.right - pad - top.left
    canvas.text(tr(language, _PART_WORDS[item.part]), top, face=Face.STRONG, size=20, ground=theme.raised)
    bottom = pygame.Rect(box.left + pad, top.bottom, box.width - 2 * pad, box.bottom - top.bottom - canvas.px(3))
    ink = theme.soft if item.tone is Tone.GOOD else theme.tone(item.tone)
    canvas.text(item.text.of(language), bottom, size=18, ink=ink, ground=theme.raised, valign="top")
