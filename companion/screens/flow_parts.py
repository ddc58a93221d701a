"""What the pages of the evening's flow are put together from: buttons with their key, rows, values, pictures."""

from collections.abc import Sequence

import pygame

from companion.screens import signs
from companion.screens.canvas import Canvas, split_columns
from companion.screens.flow_view import FighterRow
from companion.screens.fonts import Face
from companion.screens.languages import tr
from companion.screens.layout import LEAST_TARGET_PX
from companion.screens.view_model import RingPicture
from companion.screens.widgets import key_cap

Rows = list[tuple[pygame.Rect, str]]


def target_high(canvas: Canvas, units: float) -> int:
    """Height of a place to press: `units`, but never too low for a finger."""
    return max(LEAST_TARGET_PX, canvas.px(units))


def button(
    canvas: Canvas,
    box: pygame.Rect,
    key: str,
    cap: str,
    word: str,
    *,
    main: bool = False,
    chosen: bool = False,
    fixed: bool = False,
) -> None:
    """A place to press with the key that does the same; the page's own act is gold.

    Args:
        fixed: it is out; a press tells why.
    """
    theme = canvas.theme
    lit = main or (chosen and not fixed)
    ground = theme.gold if lit else theme.panel if fixed else theme.raised
    canvas.fill(box, ground, 8)
    if fixed:
        canvas.frame(box, theme.gold if chosen else theme.line, 3 if chosen else 1, 8)
    pad = canvas.px(8)
    room = box.inflate(-2 * pad, 0)
    if cap:
        plate = pygame.Rect(box.x + pad, 0, canvas.px(42 if len(cap) < 2 else 74), min(canvas.px(42), box.height - 6))
        plate.centery = box.centery
        key_cap(canvas, plate, cap, on=not (lit or fixed))
        room = pygame.Rect(plate.right + pad, box.y, box.right - plate.right - 2 * pad, box.height)
    ink = theme.on_gold if lit else theme.soft if fixed and not chosen else theme.ink
    canvas.paragraph(word, room, face=Face.STRONG, size=24, ink=ink, ground=ground, valign="middle")
    canvas.target(box, key)


def buttons(canvas: Canvas, box: pygame.Rect, wanted: Sequence[tuple[str, str, str]], *, main: int = -1) -> None:
    """Buttons beside each other: `(key, cap, word)`; the `main`-th is gold."""
    columns = split_columns(box, [1.0] * len(wanted), canvas.px(10))
    for number, (cell, (key, cap, word)) in enumerate(zip(columns, wanted, strict=True)):
        button(canvas, cell, key, cap, word, main=number == main)


def rows_of(canvas: Canvas, box: pygame.Rect, ids: Sequence[str], here: str, language: str, units: float = 62) -> Rows:
    """As many rows as there is room for, the chosen one among them; below them how many more there are, to go there."""
    high = target_high(canvas, units)
    gap = canvas.px(4)
    room = max(1, (box.height + gap) // (high + gap))
    if len(ids) > room:
        low = target_high(canvas, 44)
        room = max(1, (box.height - low) // (high + gap))
        first = _first_of(ids, here, room)
        line = pygame.Rect(box.x, box.y + room * (high + gap), box.width, low)
        _more(canvas, line, ids, first, room, language)
    first = _first_of(ids, here, room)
    return [
        (pygame.Rect(box.x, box.y + number * (high + gap), box.width, high), one)
        for number, one in enumerate(ids[first : first + room])
    ]


def _first_of(ids: Sequence[str], here: str, room: int) -> int:
    at = ids.index(here) if here in ids else 0
    return max(0, min(at - room // 2, len(ids) - room))


def _more(canvas: Canvas, box: pygame.Rect, ids: Sequence[str], first: int, room: int, language: str) -> None:
    """How many there are above and below what is shown; a press shows them."""
    below = len(ids) - first - room
    up, down = split_columns(box, [1, 1], canvas.px(4))
    if first > 0:
        there = max(0, first - room) + room // 2
        button(canvas, up, f"at:{ids[there]}", "", tr(language, "{n} more above", n=first))
    if below > 0:
        there = min(len(ids) - 1, first + room + room // 2)
        button(canvas, down, f"at:{ids[there]}", "", tr(language, "{n} more below", n=below))


def grid_of(
    canvas: Canvas,
    box: pygame.Rect,
    ids: Sequence[str],
    here: str,
    language: str,
    *,
    units: float = 62,
    least: int = 1,
    most: int = 3,
) -> Rows:
    """Everybody at once, row by row in as few columns as hold them; rows that are left out can be gone to.

    Args:
        least, most: how few and how many columns there may be.
    """
    high, gap = target_high(canvas, units), canvas.px(4)
    room = max(1, (box.height + gap) // (high + gap))
    columns = next((count for count in range(least, most + 1) if len(ids) <= count * room), most)
    lines = [ids[start : start + columns] for start in range(0, len(ids), columns)]
    at = next((line[0] for line in lines if here in line), "")
    shown = rows_of(canvas, box, [line[0] for line in lines], at, language, units)
    by_first = {line[0]: line for line in lines}
    return [
        (cell, one)
        for row, head in shown
        for cell, one in zip(split_columns(row, [1.0] * columns, gap * 2), by_first[head], strict=False)
    ]


def row_ground(canvas: Canvas, box: pygame.Rect, *, here: bool) -> None:
    """The bed of a row; the one that the keys go to has a gold frame."""
    canvas.fill(box, canvas.theme.raised, 6)
    if here:
        canvas.frame(box, canvas.theme.gold, 3, 6)


def fighter_name(canvas: Canvas, box: pygame.Rect, row: FighterRow, detail: str) -> None:
    """Chip, name and a smaller line below it."""
    theme = canvas.theme
    radius = min(box.height * 0.4, canvas.px(26))
    signs.chip(canvas, (box.x + radius + canvas.px(8), box.centery), radius, row.chip)
    left = box.x + round(2 * radius) + canvas.px(20)
    room = pygame.Rect(left, box.y + canvas.px(4), box.right - left, box.height - canvas.px(8))
    if not detail:
        canvas.text(row.name, room, face=Face.STRONG, size=24, ground=theme.raised)
        return
    top = pygame.Rect(room.x, room.y, room.width, round(room.height * 0.56))
    bottom = pygame.Rect(room.x, top.bottom, room.width, room.bottom - top.bottom)
    canvas.text(row.name, top, face=Face.STRONG, size=24, ground=theme.raised)
    canvas.text(detail, bottom, size=18, ink=theme.soft, ground=theme.raised)


def tick(canvas: Canvas, centre: tuple[float, float], radius: float, ink: tuple[int, int, int]) -> None:
    """Done."""
    x, y = centre
    canvas.line((x - radius, y), (x - radius * 0.25, y + radius * 0.75), ink, 4)
    canvas.line((x - radius * 0.25, y + radius * 0.75), (x + radius, y - radius * 0.8), ink, 4)


def picture_in(canvas: Canvas, box: pygame.Rect, picture: RingPicture) -> pygame.Rect:
    """The camera's picture as large as it fits; returns the place it takes."""
    scale = min(box.width / picture.width_px, box.height / picture.height_px)
    size = max(1, round(picture.width_px * scale)), max(1, round(picture.height_px * scale))
    raw = pygame.image.frombuffer(picture.rgb, (picture.width_px, picture.height_px), "RGB")
    image = pygame.transform.smoothscale(raw, size)
    place = image.get_rect(center=box.center)
    canvas.surface.blit(image, place)
    return place
