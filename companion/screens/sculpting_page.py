"""The sculpting page: the clock that the crowd sees too, and the class ruling of each figure."""

import pygame

from companion.games.clay_wrestling.model import ClayClass
from companion.kernel.text import Text
from companion.screens import clay_words
from companion.screens.canvas import Canvas, split_columns
from companion.screens.flow import CLASSES, SCULPTED, fighter_at, is_sculpted
from companion.screens.flow_parts import button, fighter_name, row_ground, rows_of, target_high
from companion.screens.flow_state import FlowUi
from companion.screens.flow_view import FighterRow, FlowView
from companion.screens.fonts import Face
from companion.screens.languages import tr
from companion.screens.widgets import clock, heading

FULL = "15:00"
"""CW-CLAY-01, before anybody has started the clock."""
NONE_LEFT = "0:00"
LEARN_LATER = Text(
    "The camera does not know every figure yet. When they are sculpted: close this window, start the set-up again and "
    "learn them on its page Figures; then start this again, it comes back here.",
    "La cámara aún no conoce todas las figuras. Cuando estén modeladas: cierra esta ventana, vuelve a la puesta a "
    "punto y apréndelas en su página Figuras; después arranca esto otra vez, vuelve aquí.",
)


def sculpting_page(canvas: Canvas, box: pygame.Rect, view: FlowView, flow: FlowUi, language: str, now_ms: int) -> None:
    """Draw the page inside `box`."""
    left, right = split_columns(box, [0.72, 1], canvas.px(26))
    _clock(canvas, left, view, language, now_ms)
    head = pygame.Rect(right.x, right.y, right.width, canvas.px(40))
    title, keys = split_columns(head, [0.62, 1], canvas.px(10))
    heading(canvas, title, tr(language, "Which class?"), size=28)
    words = [f"{number} {clay_words.CLASSES[ClayClass(key)].of(language)}" for number, key in enumerate(CLASSES, 1)]
    canvas.text(" · ".join(words), keys, size=20, ink=canvas.theme.soft, align="right")
    rows = pygame.Rect(right.x, head.bottom + canvas.px(6), right.width, right.bottom - head.bottom - canvas.px(6))
    if not view.fighters:
        canvas.paragraph(tr(language, "No fighters yet."), rows, size=24, ink=canvas.theme.soft)
        return
    here = fighter_at(flow, view)
    by_id = {one.id: one for one in view.fighters}
    for row, who in rows_of(canvas, rows, list(by_id), "" if here is None else here.id, language, 70):
        _figure(canvas, row, by_id[who], language, here=here is not None and here.id == who)


def _clock(canvas: Canvas, box: pygame.Rect, view: FlowView, language: str, now_ms: int) -> None:
    theme = canvas.theme
    foot_high = target_high(canvas, 62)
    foot = pygame.Rect(box.x, box.bottom - foot_high, box.width, foot_high)
    face = pygame.Rect(box.x, box.y, box.width, foot.top - box.y - canvas.px(12))
    canvas.fill(face, theme.floor, 10)
    timer = None if view.clock is None else view.clock.timer
    ended = is_sculpted(view)
    shown = NONE_LEFT if ended else FULL if timer is None else clock(timer, now_ms)
    over = timer is not None and timer.rung(now_ms)
    inner = face.inflate(-canvas.px(40), -canvas.px(40))
    hint = pygame.Rect(inner.x, inner.bottom, inner.width, 0)
    if view.learn_later:
        hint.height = canvas.px(128)
        hint.bottom = inner.bottom
        canvas.paragraph(LEARN_LATER.of(language), hint, size=20, ink=theme.ink, ground=theme.floor, valign="bottom")
    words = pygame.Rect(inner.x, hint.top - canvas.px(84), inner.width, canvas.px(84))
    dial = pygame.Rect(inner.x, inner.y, inner.width, words.top - inner.y)
    ink = theme.bad if over else theme.ink if timer is not None else theme.soft
    canvas.text(shown, dial, face=Face.NUMBER, size=190, ink=ink, ground=theme.floor, align="centre")
    if over:
        told = tr(language, "Time is over: nothing more is built.")
    elif ended:
        told = SCULPTED.of(language)
    elif timer is None:
        told = tr(language, "Fifteen minutes to build; Enter starts the clock. Figures made already: PgDn goes on.")
    else:
        told = tr(language, "It runs on the crowd board too.") if timer.running else tr(language, "It stands.")
    canvas.paragraph(
        told, words, face=Face.STRONG, size=24, ink=theme.bad if over else theme.soft, ground=theme.floor,
        align="centre", valign="middle",
    )  # fmt: skip
    for cell, key, word in zip(
        split_columns(foot, [1, 1], canvas.px(10)),
        "ab",
        (tr(language, "One minute more"), tr(language, "End it now")),
        strict=True,
    ):
        button(canvas, cell, key, key.upper(), word, fixed=ended)


def _figure(canvas: Canvas, box: pygame.Rect, row: FighterRow, language: str, *, here: bool) -> None:
    row_ground(canvas, box, here=here)
    name, classes = split_columns(box, [0.7, 1], canvas.px(8))
    canvas.target(name, f"row:{row.id}")
    fighter_name(canvas, name, row, row.player)
    inner = classes.inflate(-canvas.px(8), -canvas.px(8))
    if inner.height < name.height:  # a finger needs the whole row
        inner = pygame.Rect(inner.x, box.y, inner.width, box.height)
    for cell, key in zip(split_columns(inner, [1, 1, 1], canvas.px(6)), CLASSES, strict=True):
        words = clay_words.CLASSES[ClayClass(key)].of(language)
        button(canvas, cell, f"class:{row.id}:{key}", "", words, chosen=row.klass == key)
    if here:
        canvas.frame(box, canvas.theme.gold, 3, 6)
