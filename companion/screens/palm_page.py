"""The palm page: the mat from above, what is measured, and the manual way beside it, never behind it."""

import pygame

from companion.kernel.text import decimal
from companion.screens.canvas import Canvas, split_columns
from companion.screens.flow import kind_due, player_at, unit_of
from companion.screens.flow_parts import button, buttons, grid_of, picture_in, row_ground, target_high, tick
from companion.screens.flow_state import FlowUi
from companion.screens.flow_view import CLOSED, OPEN, FlowView, PalmValue, PlayerRow
from companion.screens.fonts import Face
from companion.screens.inputs import POINT
from companion.screens.languages import message, tr
from companion.screens.widgets import heading

FEW = 6
"""Up to so many players have their numbers beside their names."""
MOST_COLUMNS, COLUMN, ROW, WITH_NUMBERS = 5, 150, 46, 240
KINDS = {OPEN: message("palm"), CLOSED: message("half palm")}
RULER = {
    OPEN: message("Palm by ruler: thumb tip to little finger tip; type cm or mm"),
    CLOSED: message("Half palm by ruler: the closed hand, side to side; type cm or mm"),
}
HANDS = {OPEN: message("spread: thumb to little finger"), CLOSED: message("closed: from side to side")}
"""What each of the two is, while it is not measured."""
POINTS = {
    (OPEN, False): message("First point: the tip of the thumb; arrows move the cross, Enter sets it"),
    (OPEN, True): message("Second point: the tip of the little finger"),
    (CLOSED, False): message("First point: the thumb side of the closed hand; arrows move the cross, Enter sets it"),
    (CLOSED, True): message("Second point: the little finger side"),
}
HOW = {"camera": message("camera, ± {mm} mm"), "clicks": message("two points"), "typed": message("typed")}


def palm_page(canvas: Canvas, box: pygame.Rect, view: FlowView, flow: FlowUi, language: str) -> None:
    """Draw the page inside `box`."""
    player = player_at(flow, view)
    if player is None:
        words = tr(language, "Nobody is registered yet: palms belong to players.")
        canvas.paragraph(words, box, size=28, ink=canvas.theme.soft, align="centre", valign="middle")
        return
    # a full table needs the room beside the picture for its names
    side = min(box.height, round(box.width * (0.46 if len(view.players) <= FEW else 0.37)))
    picture = pygame.Rect(box.x, box.y, side, box.height)
    _picture(canvas, picture, view, flow, language)
    left = picture.right + canvas.px(22)
    rest = pygame.Rect(left, box.y, box.right - left, box.height)
    _beside(canvas, rest, view, flow, player, language)


def _picture(canvas: Canvas, box: pygame.Rect, view: FlowView, flow: FlowUi, language: str) -> None:
    theme, palm = canvas.theme, view.palm
    foot_high = target_high(canvas, 58)
    place = pygame.Rect(box.x, box.y, box.width, min(box.width, box.height - foot_high - canvas.px(10)))
    canvas.fill(place, theme.floor, 8)
    foot = pygame.Rect(box.x, place.bottom + canvas.px(10), box.width, foot_high)
    if palm.picture is None:
        words = tr(language, "No camera picture here: type the centimetres of a ruler.")
        canvas.paragraph(
            words, place.inflate(-canvas.px(60), 0), size=26, ink=theme.soft, ground=theme.floor, align="centre",
            valign="middle",
        )  # fmt: skip
        return
    shown = picture_in(canvas, place, palm.picture)
    _span(canvas, shown, palm.points)
    for one in palm.clicks:
        _mark(canvas, shown, one)
    if flow.frozen:
        canvas.frame(shown, theme.gold, 4)
        _mark(canvas, shown, flow.cross, cross=True)
    if not palm.scale:
        return
    canvas.target(shown, POINT)
    word = tr(language, "Let go") if flow.frozen else tr(language, "Freeze, two points")
    if 0 < palm.progress < 1 and not flow.frozen:
        _progress(canvas, pygame.Rect(shown.x, shown.bottom - canvas.px(14), shown.width, canvas.px(14)), palm.progress)
    button(canvas, foot, "f", "F", word)


def _at(shown: pygame.Rect, share: tuple[float, float]) -> tuple[int, int]:
    return round(shown.x + share[0] * shown.width), round(shown.y + share[1] * shown.height)


def _span(canvas: Canvas, shown: pygame.Rect, points: tuple[tuple[float, float], ...]) -> None:
    """What the measure runs between, on the newest picture."""
    if len(points) < 2:
        return
    one, other = _at(shown, points[0]), _at(shown, points[1])
    canvas.line(one, other, (0, 0, 0), 7)
    canvas.line(one, other, canvas.theme.gold, 3)
    for end in (one, other):
        canvas.disc(end, canvas.px(9), (0, 0, 0))
        canvas.disc(end, canvas.px(6), canvas.theme.gold)


def _mark(canvas: Canvas, shown: pygame.Rect, share: tuple[float, float], *, cross: bool = False) -> None:
    x, y = _at(shown, share)
    arm = canvas.px(30 if cross else 16)
    for colour, width in (((0, 0, 0), 6), (canvas.theme.gold, 2.5)):
        canvas.line((x - arm, y), (x + arm, y), colour, width)
        canvas.line((x, y - arm), (x, y + arm), colour, width)


def _progress(canvas: Canvas, box: pygame.Rect, share: float) -> None:
    canvas.fill(box, (0, 0, 0))
    canvas.fill(pygame.Rect(box.x, box.y, round(box.width * share), box.height), canvas.theme.gold)


def _beside(canvas: Canvas, box: pygame.Rect, view: FlowView, flow: FlowUi, player: PlayerRow, language: str) -> None:
    gap = canvas.px(10)
    head = pygame.Rect(box.x, box.y, box.width, canvas.px(48))
    heading(canvas, head, tr(language, "{name}'s hand", name=player.name), size=36)
    values_high = target_high(canvas, 88)
    top = head.bottom + gap
    cells = split_columns(pygame.Rect(box.x, top, box.width, values_high), [1, 1], gap)
    for cell, kind in zip(cells, (OPEN, CLOSED), strict=True):
        _value(canvas, cell, kind, view, player, language, here=kind_due(flow, view) == kind)
    hand_high, keys_high = target_high(canvas, 66), target_high(canvas, 58)
    fixed = head.height + values_high + hand_high + keys_high + 5 * gap
    people_high = _rows_due(canvas, box.width, len(view.players))
    advice_high = max(canvas.px(88), min(canvas.px(128), box.height - fixed - people_high))
    advice = pygame.Rect(box.x, top + values_high + gap, box.width, advice_high)
    _advice(canvas, advice, view, flow, language)
    typed = pygame.Rect(box.x, advice.bottom + gap, box.width, hand_high)
    _typed(canvas, typed, view, flow, language)
    keys = pygame.Rect(box.x, typed.bottom + gap, box.width, keys_high)
    other = KINDS[CLOSED if kind_due(flow, view) == OPEN else OPEN]
    child = tr(language, "Adult's hand") if player.id in flow.children else tr(language, "Child's hand")
    by_hand = tr(language, "By hand: {what}", what=tr(language, other))
    buttons(canvas, keys, (("a", "A", tr(language, "Measure again")), ("b", "B", by_hand), ("c", "C", child)))
    people = pygame.Rect(box.x, keys.bottom + gap, box.width, box.bottom - keys.bottom - gap)
    _people(canvas, people, view, player, language)


def _value(
    canvas: Canvas, box: pygame.Rect, kind: str, view: FlowView, player: PlayerRow, language: str, *, here: bool
) -> None:
    """One of the two measures: new and waiting in gold, stored, worked out from the other, or still missing."""
    theme = canvas.theme
    fresh = next((one for one in view.palm.values if one.kind == kind), None)
    stored = player.palm_mm if kind == OPEN else player.half_palm_mm
    row_ground(canvas, box, here=here)
    inner = box.inflate(-canvas.px(24), -canvas.px(10))
    top = pygame.Rect(inner.x, inner.y, inner.width, round(inner.height * 0.62))
    label, number = split_columns(top, [1, 1.2], canvas.px(6))
    canvas.text(tr(language, KINDS[kind]), label, size=24, ink=theme.soft, ground=theme.raised)
    derived = player.derived_half_mm if kind == CLOSED and fresh is None else None
    mm = fresh.mm if fresh is not None else stored or derived
    ink = theme.gold_ink if fresh is not None else theme.soft if derived is not None else theme.ink
    words = "–" if mm is None else f"{decimal(mm, 1).of(language)} mm"
    canvas.text(words, number, face=Face.NUMBER, size=42, ink=ink, ground=theme.raised, align="right")
    bottom = pygame.Rect(inner.x, top.bottom, inner.width, inner.bottom - top.bottom)
    how = tr(language, "half the palm; not measured") if derived is not None else _how(fresh, stored, kind, language)
    canvas.text(how, bottom, size=19, ink=theme.soft, ground=theme.raised)


def _how(fresh: PalmValue | None, stored: float | None, kind: str, language: str) -> str:
    if fresh is not None:
        return tr(language, HOW.get(fresh.how, HOW["typed"]), mm=decimal(fresh.spread_mm / 2, 1).of(language))
    return tr(language, HANDS[kind]) if stored is None else tr(language, "stored")


def _advice(canvas: Canvas, box: pygame.Rect, view: FlowView, flow: FlowUi, language: str) -> None:
    theme, palm = canvas.theme, view.palm
    canvas.fill(box, theme.floor, 8)
    unusual = next((one.question for one in palm.values if one.question is not None), None)
    ink, words = theme.ink, "" if palm.advice is None else palm.advice.of(language)
    if flow.frozen:
        words = tr(language, POINTS[kind_due(flow, view), flow.pointed])
    elif unusual is not None:
        words, ink = unusual.of(language), theme.warn
        if flow.asked:
            again = tr(language, "Enter again takes it.")
            words = f"{words}. {again}"
    elif palm.values and not words:
        words = tr(language, "Player and referee agree? Enter takes it.")
    if palm.by_hand and not flow.frozen and unusual is None:
        ink = theme.warn
    room = box.inflate(-canvas.px(28), -canvas.px(12))
    canvas.paragraph(words, room, face=Face.STRONG, size=26, ink=ink, ground=theme.floor, valign="middle")


def _typed(canvas: Canvas, box: pygame.Rect, view: FlowView, flow: FlowUi, language: str) -> None:
    """The number of a ruler; lit up when the camera cannot help."""
    theme = canvas.theme
    words, field = split_columns(box, [1.25, 1], canvas.px(12))
    lit = view.palm.by_hand or bool(flow.typed)
    told = tr(language, RULER[kind_due(flow, view)])
    canvas.paragraph(
        told, words, face=Face.STRONG if lit else Face.TEXT, size=23, ink=theme.ink if lit else theme.soft,
        valign="middle",
    )  # fmt: skip
    canvas.fill(field, theme.floor, 6)
    canvas.frame(field, theme.gold if lit else theme.line, 4 if lit else 2, 6)
    unit = unit_of(flow.typed) if flow.typed else ""
    shown = f"{flow.typed}_ {unit}"
    canvas.text(shown, field.inflate(-canvas.px(24), 0), face=Face.NUMBER, size=34, ground=theme.floor, align="right")


def _columns(canvas: Canvas, width: int, players: int) -> int:
    """Few players stand below each other with their numbers; the more there are, the shorter each one's place."""
    fit = max(2, width // canvas.px(COLUMN))
    return min(2 if players <= FEW else MOST_COLUMNS, fit)


def _rows_due(canvas: Canvas, width: int, players: int) -> int:
    """Pixels that everybody's place needs."""
    rows = -(-players // _columns(canvas, width, players))
    return rows * (target_high(canvas, ROW) + canvas.px(4))


def _people(canvas: Canvas, box: pygame.Rect, view: FlowView, player: PlayerRow, language: str) -> None:
    """Everybody with what is stored; a press makes it her turn."""
    theme = canvas.theme
    by_id = {one.id: one for one in view.players}
    columns = _columns(canvas, box.width, len(by_id))
    cells = grid_of(canvas, box, list(by_id), player.id, language, units=ROW, least=columns, most=columns)
    for cell, who in cells:
        one = by_id[who]
        row_ground(canvas, cell, here=who == player.id)
        inner = cell.inflate(-canvas.px(20), 0)
        wide = cell.width > canvas.px(WITH_NUMBERS)
        name, palms, done = split_columns(inner, [1.25, 1 if wide else 0.01, 0.2 if wide else 0.3], canvas.px(6))
        canvas.paragraph(one.name, name, face=Face.STRONG, size=21, ground=theme.raised, valign="middle")
        if wide:
            half_mm = one.half_palm_mm or one.derived_half_mm
            told = " / ".join("–" if mm is None else decimal(mm, 1).of(language) for mm in (one.palm_mm, half_mm))
            canvas.text(told, palms, face=Face.NUMBER, size=21, ink=theme.soft, ground=theme.raised, align="right")
        if one.palm_mm is not None:
            tick(canvas, done.center, canvas.px(9), theme.good)
        canvas.target(cell, f"row:{who}")
