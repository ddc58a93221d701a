"""The pages of the evening's flow: a line that tells how far it is, the page, and one row of keys to go on and back."""

from collections.abc import Callable, Mapping
from typing import Final

import pygame

from companion.games.clay_wrestling.model import ClayClass, Mode
from companion.screens import clay_words, signs
from companion.screens.canvas import Canvas, split_columns, split_rows
from companion.screens.flow import (
    CLASSES,
    EVERYBODY_KEY,
    FEWEST,
    FIXED,
    FLAG_KEYS,
    FLAGS,
    MODES,
    TEAM_MODE,
    agrees_clays,
    fighter_at,
    flags_of,
    is_sculpted,
    mode_of,
    most_of,
    seen_on,
    step_of,
    takes_places,
    taking_part,
)
from companion.screens.flow_parts import button, fighter_name, grid_of, row_ground, rows_of, target_high, tick
from companion.screens.flow_state import FlowUi
from companion.screens.flow_view import STEP_NAMES, STEPS, FlowView, Step
from companion.screens.fonts import Face
from companion.screens.languages import message, tr
from companion.screens.palm_page import palm_page
from companion.screens.sculpting_page import sculpting_page
from companion.screens.view_model import Notice
from companion.screens.weigh_in_page import weigh_in_page
from companion.screens.widgets import heading

NOTICE_HIGH: Final = 66
FLAG_NAMES: Final[Mapping[str, str]] = {
    "win_pin": message("win by pin"),
    "win_submission": message("win by submission"),
    "dq": message("disqualification"),
    "count_out": message("count-out at ringside"),
    "last_man_standing": message("last man standing"),
    "top_rope": message("over the top rope"),
}


def flow_page(
    canvas: Canvas,
    box: pygame.Rect,
    view: FlowView,
    flow: FlowUi,
    language: str,
    now_ms: int,
    notice: Notice | None = None,
) -> None:
    """Draw the open page inside `box`.

    Args:
        notice: a refusal, a loss: told at the foot of the page, which covers the place where it is told else.
    """
    step = step_of(flow, view)
    whole, view = view, seen_on(step, flow, view)
    canvas.layer += 1
    canvas.fill(box, canvas.theme.panel, 12)
    canvas.frame(box, canvas.theme.gold, 4, 12)
    inner = box.inflate(-canvas.px(40), -canvas.px(28))
    line = pygame.Rect(inner.x, inner.y, inner.width, target_high(canvas, 60))
    _progress(canvas, line, whole, step, language)
    foot_high = target_high(canvas, 64)
    foot = pygame.Rect(inner.x, inner.bottom - foot_high, inner.width, foot_high)
    gap = canvas.px(16)
    body = pygame.Rect(inner.x, line.bottom + gap, inner.width, foot.top - line.bottom - 2 * gap)
    if notice is not None:
        body.height -= canvas.px(NOTICE_HIGH) + gap
        told = pygame.Rect(inner.x, body.bottom + gap, inner.width, canvas.px(NOTICE_HIGH))
        _notice(canvas, told, notice, language)
    match step:
        case Step.SCULPTING:
            sculpting_page(canvas, body, view, flow, language, now_ms)
        case Step.PALMS:
            palm_page(canvas, body, view, flow, language)
        case Step.WEIGH_IN:
            weigh_in_page(canvas, body, view, flow, language)
        case _:
            _PAGES[step](canvas, body, view, flow, language)
    _foot(canvas, foot, view, flow, step, language)
    canvas.layer -= 1


def _notice(canvas: Canvas, box: pygame.Rect, notice: Notice, language: str) -> None:
    theme = canvas.theme
    canvas.fill(box, theme.floor, 8)
    canvas.frame(box, theme.tone(notice.tone), 3, 8)
    radius = canvas.px(13)
    signs.tone_sign(canvas, (box.x + canvas.px(20) + radius, box.centery), radius, notice.tone)
    left = box.x + canvas.px(36) + 2 * radius
    words = notice.text.of(language) + (f" ({notice.rule})" if notice.rule else "")
    room = pygame.Rect(left, box.y, box.right - left - canvas.px(14), box.height)
    ink = theme.tone(notice.tone)
    canvas.paragraph(words, room, face=Face.STRONG, size=23, ink=ink, ground=theme.floor, valign="middle")


def _progress(canvas: Canvas, box: pygame.Rect, view: FlowView, step: Step, language: str) -> None:
    """All steps: the open one in gold, those that lack nothing ticked."""
    theme = canvas.theme
    shares = [1.0 + len(STEP_NAMES[one].of(language)) / 14 for one in STEPS]
    for cell, one in zip(split_columns(box, shares, canvas.px(5)), STEPS, strict=True):
        here, done = one is step, one in view.done
        ground = theme.gold if here else theme.raised
        canvas.fill(cell, ground, 6)
        ink = theme.on_gold if here else theme.ink if done else theme.soft
        room = cell.inflate(-canvas.px(12), -canvas.px(6))
        if done:
            mark = pygame.Rect(room.x, room.y, canvas.px(22), room.height)
            tick(canvas, mark.center, canvas.px(8), theme.on_gold if here else theme.good)
            room = pygame.Rect(mark.right + canvas.px(3), room.y, room.right - mark.right - canvas.px(3), room.height)
        words = STEP_NAMES[one].of(language)
        canvas.paragraph(
            words, room, face=Face.STRONG, size=20, ink=ink, ground=ground, align="centre", valign="middle"
        )
        canvas.target(cell, f"step:{one.value}")


def _foot(canvas: Canvas, box: pygame.Rect, view: FlowView, flow: FlowUi, step: Step, language: str) -> None:
    back, main, on, close = split_columns(box, [0.8, 1.7, 0.8, 0.62], canvas.px(10))
    button(canvas, back, "pageup", tr(language, "PgUp"), tr(language, "Back"))
    button(canvas, main, "enter", "⏎", _main_word(view, flow, step, language), main=True)
    if step is not STEPS[-1]:
        word = tr(language, "Next") if step in view.done else tr(language, "Skip")
        button(canvas, on, "pagedown", tr(language, "PgDn"), word)
    button(canvas, close, "escape", "Esc", tr(language, "Close"))


def _main_word(view: FlowView, flow: FlowUi, step: Step, language: str) -> str:
    """What Enter does on this page now."""
    match step:
        case Step.SHOW:
            return tr(language, "New match in this show") if view.show.over else tr(language, "Go on")
        case Step.FIGHTERS if not view.started:
            return tr(language, "Register a fighter")
        case Step.SCULPTING if not is_sculpted(view):
            running = view.clock is not None and view.clock.timer.running
            return tr(language, "Stop the clock") if running else tr(language, "Start the clock")
        case Step.PALMS:
            return _palm_word(view, flow, language)
        case Step.WEIGH_IN if agrees_clays(view):
            return tr(language, "The clays are right")
        case Step.MODE | Step.BELL if not view.started and not view.ringing:
            return tr(language, "Fix mode and rules")
        case Step.PLACES if takes_places(view):
            return tr(language, "Take the last places") if view.stale else tr(language, "Take the places as seen")
        case Step.BELL if view.ringing:
            return tr(language, "Go on with the match")
        case Step.BELL:
            return tr(language, "Ring the bell")
    return tr(language, "Go on")


def _palm_word(view: FlowView, flow: FlowUi, language: str) -> str:
    if flow.typed:
        return tr(language, "Measure as typed")
    if flow.frozen:
        return tr(language, "Set the point")
    if view.palm.values:
        return tr(language, "Agreed: store it")
    return tr(language, "Next player")


# -- the plain pages ----------------------------------------------------------------------------------------------


def _show(canvas: Canvas, box: pygame.Rect, view: FlowView, _flow: FlowUi, language: str) -> None:
    theme, show = canvas.theme, view.show
    head = pygame.Rect(box.x, box.y, box.width, canvas.px(56))
    canvas.text(show.name, head, face=Face.POSTER, size=44, ink=theme.ink)
    told = tr(language, "Match {n}, event {seq}: everything so far is kept.", n=show.match_no, seq=show.events)
    line = pygame.Rect(box.x, head.bottom, box.width, canvas.px(44))
    canvas.text(told, line, size=26, ink=theme.soft)
    results = pygame.Rect(box.x, line.bottom + canvas.px(16), box.width, box.bottom - line.bottom - canvas.px(16))
    if not show.results:
        words = tr(language, "No match of this show is over yet. PgDn skips a step, PgUp goes back, U takes back.")
        canvas.paragraph(words, results, size=26)
        return
    high = canvas.px(44)
    for number, text in enumerate(show.results[-max(1, results.height // high) :]):
        row = pygame.Rect(results.x, results.y + number * high, results.width, high)
        canvas.text(text.of(language), row, size=24)


def _fighters(canvas: Canvas, box: pygame.Rect, view: FlowView, flow: FlowUi, language: str) -> None:
    if not view.fighters:
        words = tr(language, "No fighters yet. Enter opens a sheet; or import a roster with: companion roster import")
        canvas.paragraph(words, box, size=28, ink=canvas.theme.soft, align="centre", valign="middle")
        return
    by_id = {one.id: one for one in view.fighters}
    foot = pygame.Rect(box.x, box.bottom - canvas.px(32), box.width, canvas.px(32))
    if not view.started:
        told = tr(language, "Arrows choose a fighter, E corrects the sheet, Space: fights or not, N: nobody or all.")
        canvas.text(told, foot, size=20, ink=canvas.theme.soft)
    area = pygame.Rect(box.x, box.y, box.width, foot.y - canvas.px(6) - box.y)
    for row, who in grid_of(canvas, area, list(by_id), flow.at, language, least=2):
        row_ground(canvas, row, here=who == flow.at)
        one = by_id[who]
        klass = clay_words.CLASSES[ClayClass(one.klass)].of(language) if one.klass else ""
        out = tr(language, "out of it") if who in flow.out else ""
        fighter_name(canvas, row, one, " · ".join(word for word in (out, one.player, klass) if word))
        if not out and not view.started:
            tick(canvas, (row.right - canvas.px(22), row.centery), canvas.px(9), canvas.theme.good)
        if not view.started:
            canvas.target(row, f"row:{who}")


def _mode(canvas: Canvas, box: pygame.Rect, view: FlowView, flow: FlowUi, language: str) -> None:
    left, middle, right = split_columns(box, [1, 1, 1.05], canvas.px(18))
    chosen = mode_of(flow, view)
    gap = canvas.px(6)
    high = target_high(canvas, 64)

    def cells(area: pygame.Rect, title: str, count: int) -> list[pygame.Rect]:
        head = pygame.Rect(area.x, area.y, area.width, canvas.px(38))
        heading(canvas, head, title, size=26)
        top = head.bottom + gap
        return [pygame.Rect(area.x, top + number * (high + gap), area.width, high) for number in range(count)]

    modes = cells(left, tr(language, "Mode"), len(MODES))
    for number, (cell, key) in enumerate(zip(modes, MODES, strict=True), 1):
        word = clay_words.MODES[Mode(key)].of(language)
        button(canvas, cell, str(number), str(number), word, chosen=key == chosen, fixed=view.started)
    below = pygame.Rect(left.x, modes[-1].bottom + gap, left.width, left.bottom - modes[-1].bottom - gap)
    canvas.paragraph(clay_words.MODES_TOLD[Mode(chosen)].of(language), below, size=20, ink=canvas.theme.soft)
    flags = flags_of(flow, view)
    listed = cells(middle, tr(language, "Ways to win"), len(FLAGS))
    for cell, cap, key in zip(listed, FLAG_KEYS, FLAGS, strict=True):
        word = tr(language, FLAG_NAMES[key])
        button(canvas, cell, cap, cap.upper(), word, chosen=flags[key], fixed=view.started)
    house = pygame.Rect(middle.x, listed[-1].bottom + gap, middle.width, middle.bottom - listed[-1].bottom - gap)
    told = "; ".join(one.of(language) for one in view.house) or tr(language, "House rules: as in the book.")
    canvas.paragraph(told, house, size=20, ink=canvas.theme.soft)
    _taking_part(canvas, right, view, flow, language)


def _taking_part(canvas: Canvas, box: pygame.Rect, view: FlowView, flow: FlowUi, language: str) -> None:
    theme = canvas.theme
    head = pygame.Rect(box.x, box.y, box.width, canvas.px(38))
    count, most = len(taking_part(flow, view)), most_of(flow, view)
    heading(canvas, head, tr(language, "Who fights"), size=26)
    fits = count >= FEWEST and (most is None or count <= most)
    told = str(count) if most is None else f"{count} / {most}"
    canvas.text(told, head, face=Face.NUMBER, size=28, ink=theme.soft if fits else theme.bad, align="right")
    top = head.bottom + canvas.px(6)
    if not view.started and len(view.fighters) > FEWEST:
        word = tr(language, "Nobody, then tick") if count else tr(language, "Everybody")
        cell = pygame.Rect(box.x, top, box.width, target_high(canvas, 50))
        button(canvas, cell, EVERYBODY_KEY, EVERYBODY_KEY.upper(), word)
        top = cell.bottom + canvas.px(6)
    if view.started:
        cell = pygame.Rect(box.x, top, box.width, target_high(canvas, 62))
        canvas.paragraph(FIXED.of(language), cell, size=22, ink=theme.soft, valign="middle")
        top = cell.bottom + canvas.px(6)
    rows = pygame.Rect(box.x, top, box.width, box.bottom - top)
    here = fighter_at(flow, view)
    by_id = {one.id: one for one in view.fighters}
    teams = mode_of(flow, view) == TEAM_MODE
    for row, who in rows_of(canvas, rows, list(by_id), "" if here is None else here.id, language, 56):
        row_ground(canvas, row, here=here is not None and here.id == who)
        name, side = split_columns(row, [1, 0.5], canvas.px(6))
        fighter_name(canvas, name, by_id[who], "")
        word = tr(language, "out of it") if who in flow.out else _side(flow, who, language) if teams else ""
        if not word:
            tick(canvas, side.center, canvas.px(10), theme.good)
        canvas.text(word, side, size=21, ink=theme.soft, ground=theme.raised, align="centre")
        canvas.target(row, f"row:{who}")


def _side(flow: FlowUi, who: str, language: str) -> str:
    return tr(language, "blue team") if who in flow.blue else tr(language, "red team")


def _places(canvas: Canvas, box: pygame.Rect, view: FlowView, flow: FlowUi, language: str) -> None:
    theme = canvas.theme
    words_high = canvas.px(90)
    words = pygame.Rect(box.x, box.y, box.width, words_high)
    told = tr(language, "Stand each figure in the ring. Every player may move it one palm before the first turn.")
    if not view.started:
        told = tr(language, "Mode and rules come first.")
    ink = theme.ink
    if view.stale and takes_places(view):
        ink = theme.warn
        told = tr(language, "The camera shows nothing new: these places are those of its last picture.")
        if flow.asked:
            told = tr(language, "Enter again takes the places of the last picture; PgDn: all by hand.")
    canvas.paragraph(told, words, size=26, ink=ink, valign="middle")
    rest = pygame.Rect(box.x, words.bottom, box.width, box.bottom - words.bottom)
    ids = [one.id for one in view.fighters if one.id not in flow.out]
    by_id = {one.id: one for one in view.fighters}
    for row, who in grid_of(canvas, rest, ids, flow.at, language, least=2):
        row_ground(canvas, row, here=False)
        late = view.stale and by_id[who].seen
        known = by_id[who].placed and not late
        seen = tr(language, "place known") if known else tr(language, "place not known: by hand")
        if late:
            seen = tr(language, "last seen here")
        name = pygame.Rect(row.x, row.y, row.width - canvas.px(44), row.height)
        fighter_name(canvas, name, by_id[who], seen)
        if known:
            tick(canvas, (row.right - canvas.px(26), row.centery), canvas.px(10), theme.good)


def _bell(canvas: Canvas, box: pygame.Rect, view: FlowView, flow: FlowUi, language: str) -> None:
    """What the match will be, and what is still missing."""
    theme = canvas.theme
    title = clay_words.MODES[Mode(mode_of(flow, view))].of(language)
    head = pygame.Rect(box.x, box.y, box.width, canvas.px(70))
    canvas.text(title.upper(), head, face=Face.POSTER, size=56)
    missing = [STEP_NAMES[one].of(language) for one in STEPS if one not in view.done and one is not Step.BELL]
    palms = sum(one.palm_mm is not None for one in view.players)
    ruled = sum(one.klass in CLASSES for one in view.fighters)
    flags = flags_of(flow, view)
    ways = ", ".join(tr(language, FLAG_NAMES[one]) for one in FLAGS if flags[one])
    lines = [
        tr(language, "Ways to win") + ": " + (ways or "–"),
        tr(language, "{n} fighters, {ruled} with a class", n=len(taking_part(flow, view)), ruled=ruled),
        tr(language, "{n} of {all} palms measured", n=palms, all=len(view.players))
        if palms == len(view.players)
        else tr(language, "{n} of {all} palms measured; the others count as 200 mm", n=palms, all=len(view.players)),
        "; ".join(one.of(language) for one in view.house) or tr(language, "House rules: as in the book."),
    ]
    rest = pygame.Rect(box.x, head.bottom + canvas.px(10), box.width, canvas.px(50) * len(lines))
    for row, words in zip(split_rows(rest, len(lines), 0), lines, strict=True):
        canvas.text(words, row, size=28, ink=theme.soft)
    last = pygame.Rect(box.x, rest.bottom + canvas.px(20), box.width, canvas.px(120))
    if view.ringing:
        told, ink = tr(language, "The match is on."), theme.good
    elif missing and not view.started:
        told, ink = (
            tr(
                language,
                "Still open: {steps}. Enter fixes mode and rules as they stand here; Enter again rings.",
                steps=", ".join(missing),
            ),
            theme.warn,
        )
    elif missing:
        told, ink = tr(language, "Still open: {steps}. Enter rings all the same.", steps=", ".join(missing)), theme.warn
    else:
        told, ink = tr(language, "Everything is ready."), theme.good
    canvas.paragraph(told, last, face=Face.STRONG, size=32, ink=ink)


_PAGES: Final[Mapping[Step, Callable[[Canvas, pygame.Rect, FlowView, FlowUi, str], None]]] = {
    Step.SHOW: _show,
    Step.FIGHTERS: _fighters,
    Step.MODE: _mode,
    Step.PLACES: _places,
    Step.BELL: _bell,
}
