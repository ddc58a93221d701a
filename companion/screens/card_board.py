"""A card game's table on both screens: the largest type at which everything fits; details give way first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from companion.screens import signs
from companion.screens.canvas import Canvas
from companion.screens.card_parts import ALWAYS, Block, Board, Row, SeatBlock
from companion.screens.card_pen import Pen
from companion.screens.card_rows import draw, high
from companion.screens.fonts import Face
from companion.screens.view_model import Rgb

NARROW_EM = 11
"""Blocks abreast are at least so many sizes of type wide; else they lie below each other."""
LARGEST_OF_LEAST = 1.55
"""The crowd board's type is at most so many times the least one."""
LARGEST_UNITS = 27
MIDDLE_UNITS = 38
"""The middle of the referee screen is read at a glance, the seats at leisure."""
_STEP = 0.96


@dataclass(frozen=True)
class Room:
    """How much a table may show: its size of type in pixels, and rows that are kept less are left out."""

    px: int
    keep: int


def crowd(canvas: Canvas, box: pygame.Rect, board: Board, language: str, least: int, page: int = 0) -> None:
    """Seats above, what lies between them below; in turns where a narrow board has no room for both.

    Args:
        page: counts up as time goes by.
    """
    columns = _columns(len(board.seats), upright=canvas.upright)
    gap = round(least * 0.35)
    floor = canvas.theme.panel

    def needed(room: Room) -> int:
        pen = Pen(canvas, language, room.px, floor)
        return sum(_seats_high(pen, board.seats, box.width, columns, gap, room.keep)) + _bands_high(
            pen, board.bands, box.width, gap, room.keep
        )

    room = _largest(needed, box.height, round(least * LARGEST_OF_LEAST), least)
    if needed(room) > box.height:
        _page(canvas, box, board, language, least, page)
        return
    pen = Pen(canvas, language, room.px, floor)
    spare = max(0, box.height - needed(room))
    highs = _seats_high(pen, board.seats, box.width, columns, gap, room.keep)
    # what is left over goes between the rows, not into a hole at the bottom
    share = spare // max(1, len(highs) + len(board.bands))
    top = box.top
    for line, tall in enumerate(highs):
        part = board.seats[line * columns : (line + 1) * columns]
        for place, seat in zip(_abreast(box, columns, gap), part, strict=False):
            _seat(pen, pygame.Rect(place.left, top, place.width, tall + share - gap), seat, room.keep)
        top += tall + share
    _bands(pen, pygame.Rect(box.left, top, box.width, box.bottom - top), board.bands, gap, room.keep)


def _page(canvas: Canvas, box: pygame.Rect, board: Board, language: str, least: int, page: int) -> None:
    """One of the pages that the whole table takes: first the seats, then what lies between them."""
    lines = [replace(board, bands=())] if board.seats else []
    lines += [replace(board, seats=(), bands=(band,)) for band in board.bands]
    gap = round(least * 0.35)
    columns = _columns(len(board.seats), upright=canvas.upright)
    pen = Pen(canvas, language, least, canvas.theme.panel)

    def tall(part: Board) -> int:
        return sum(_seats_high(pen, part.seats, box.width, columns, gap, ALWAYS)) + _bands_high(
            pen, part.bands, box.width, gap, ALWAYS
        )

    pages: list[Board] = []
    for part in _halved(lines, tall, box.height):
        joined = None if not pages else Board((*pages[-1].seats, *part.seats), (*pages[-1].bands, *part.bands))
        if joined is not None and tall(joined) <= box.height:
            pages[-1] = joined
        else:
            pages.append(part)
    shown = pages[page % len(pages)]
    if tall(shown) <= box.height:
        crowd(canvas, box, shown, language, least)


def _halved(parts: list[Board], tall: Callable[[Board], int], height: int) -> list[Board]:
    """Bands that are too high by themselves, block by block, and seats one by one."""
    found: list[Board] = []
    for part in parts:
        if tall(part) <= height:
            found.append(part)
        else:
            found += [Board((seat,)) for seat in part.seats]
            found += [Board((), ((block,),)) for band in part.bands for block in band]
    return found


def seats(canvas: Canvas, box: pygame.Rect, board: Board, language: str) -> None:
    """The seats' column of the referee screen; upright in two columns."""
    columns = 2 if canvas.upright and len(board.seats) > 1 else 1
    gap = canvas.px(10)
    floor = canvas.theme.panel

    def needed(room: Room) -> int:
        pen = Pen(canvas, language, room.px, floor)
        return sum(_seats_high(pen, board.seats, box.width, columns, gap, room.keep))

    room = _largest(needed, box.height, canvas.type_px(LARGEST_UNITS), canvas.smallest_px)
    pen = Pen(canvas, language, room.px, floor)
    top = box.top
    highs = _seats_high(pen, board.seats, box.width, columns, gap, room.keep)
    share = min(max(0, box.height - sum(highs)) // max(1, len(highs)), round(room.px * 3))
    for line, tall in enumerate(highs):
        part = board.seats[line * columns : (line + 1) * columns]
        for place, seat in zip(_abreast(box, columns, gap), part, strict=False):
            _seat(pen, pygame.Rect(place.left, top, place.width, tall + share - gap), seat, room.keep)
        top += tall + share


def middle(canvas: Canvas, box: pygame.Rect, board: Board, language: str) -> None:
    """The middle of the referee screen: what lies between the seats."""
    gap = canvas.px(10)
    floor = canvas.theme.panel

    def needed(room: Room) -> int:
        return _bands_high(Pen(canvas, language, room.px, floor), board.bands, box.width, gap, room.keep)

    room = _largest(needed, box.height, canvas.type_px(MIDDLE_UNITS), canvas.smallest_px)
    _bands(Pen(canvas, language, room.px, floor), box, board.bands, gap, room.keep)


def _largest(needed: Callable[[Room], int], height: int, most: int, least: int) -> Room:
    """The largest type at which everything fits; at the least one rows give way, details first."""
    for keep in (0, 2):
        px = most
        while True:
            if needed(Room(px, keep)) <= height:
                return Room(px, keep)
            if px <= least:
                break
            px = max(least, min(px - 1, round(px * _STEP)))
    return Room(least, ALWAYS)


def _columns(count: int, *, upright: bool) -> int:
    if upright:
        return 1 if count <= 2 else 2
    if count <= 3:
        return max(1, count)  # a page of what lies between the seats has none
    return 2 if count == 4 else -(-count // 2)


def _abreast(box: pygame.Rect, columns: int, gap: int) -> list[pygame.Rect]:
    wide = (box.width - gap * (columns - 1)) / columns
    return [pygame.Rect(round(box.left + n * (wide + gap)), box.top, round(wide), box.height) for n in range(columns)]


def _pad(pen: Pen) -> int:
    return round(pen.px * 0.5)


# -- seats ----------------------------------------------------------------------------------------------------------


def _kept(rows: Sequence[Row], keep: int) -> list[Row]:
    return [row for row in rows if row.keep >= keep]


def _rows_high(pen: Pen, rows: Sequence[Row], width: int) -> int:
    return sum(high(pen, row, width) for row in rows) + round(pen.px * 0.25) * max(0, len(rows) - 1)


def _seats_high(pen: Pen, everybody: Sequence[SeatBlock], width: int, columns: int, gap: int, keep: int) -> list[int]:
    """Height of each line of seats, with the gap below it."""
    wide = round((width - gap * (columns - 1)) / columns)
    lines = [everybody[n : n + columns] for n in range(0, len(everybody), columns)]
    return [max(_seat_high(pen, seat, wide, keep) for seat in line) + gap for line in lines]


def _seat_high(pen: Pen, seat: SeatBlock, width: int, keep: int) -> int:
    rows = _kept(seat.rows, keep)
    return _head_high(pen, seat, width) + _rows_high(pen, rows, width - 2 * _pad(pen)) + round(pen.px * 0.7)


def _side_words(pen: Pen, seat: SeatBlock) -> str:
    role = "" if seat.role is None else seat.role.of(pen.language)
    return " · ".join(part for part in (seat.tag, role) if part)


def _head_rooms(pen: Pen, seat: SeatBlock, width: int) -> tuple[int, int]:
    """Width of the name and of the words beside it."""
    chip = round(pen.px * 1.9)
    beside = pen.width(_side_words(pen, seat), Face.STRONG) + _pad(pen) if _side_words(pen, seat) else 0
    free = width - chip - 3 * _pad(pen)
    if beside > free * 0.62:
        return free, 0  # below the name
    return free - beside, beside


def _head_high(pen: Pen, seat: SeatBlock, width: int) -> int:
    name, beside = _head_rooms(pen, seat, width)
    least = pen.canvas.smallest_px / pen.canvas.unit
    lines = pen.canvas.lines_of(seat.name.upper(), Face.POSTER, least, name)
    tall = max(round(pen.px * 2.1), lines * pen.canvas.line_px(Face.POSTER, least) + 4)
    return tall + _below_high(pen, seat, width, beside)


def _below_high(pen: Pen, seat: SeatBlock, width: int, beside: int) -> int:
    words = _side_words(pen, seat)
    if beside or not words:
        return 0
    lines = pen.canvas.lines_of(words, Face.STRONG, pen.units, width - 2 * _pad(pen))
    return lines * pen.canvas.line_px(Face.STRONG, pen.units) + round(pen.px * 0.2)


def _seat(pen: Pen, box: pygame.Rect, seat: SeatBlock, keep: int) -> None:
    canvas, theme = pen.canvas, pen.canvas.theme
    canvas.fill(box, theme.panel, 10)
    head = pygame.Rect(box.x, box.y, box.width, _head_high(pen, seat, box.width))
    ground = theme.gold if seat.active else theme.raised
    ink = theme.on_gold if seat.active else theme.off if seat.out else theme.ink
    canvas.fill(head, ground, 10)
    _head(pen, head, seat, ground, ink)
    if seat.active:
        canvas.frame(box, theme.gold, 4, 10)
    pad = _pad(pen)
    rows = _kept(seat.rows, keep)
    area = pygame.Rect(box.x + pad, head.bottom + round(pen.px * 0.3), box.width - 2 * pad, box.bottom - head.bottom)
    area.height -= round(pen.px * 0.7)
    _stack(pen, rows, area)


def _head(pen: Pen, head: pygame.Rect, seat: SeatBlock, ground: Rgb, ink: Rgb) -> None:
    canvas = pen.canvas
    pad = _pad(pen)
    wide, beside = _head_rooms(pen, seat, head.width)
    words = _side_words(pen, seat)
    below = _below_high(pen, seat, head.width, beside)
    row = pygame.Rect(head.x, head.y, head.width, head.height - below)
    radius = round(pen.px * 0.95)
    signs.chip(canvas, (row.left + pad + radius, row.centery), radius, seat.chip, faded=seat.out)
    name = pygame.Rect(row.left + pad * 2 + 2 * radius, row.top, wide, row.height)
    canvas.paragraph(
        seat.name.upper(), name, face=Face.POSTER, size=pen.units * 1.5, ink=ink, ground=ground, valign="middle"
    )
    if not words:
        return
    place = pygame.Rect(name.right, row.top, head.right - pad - name.right, row.height)
    if below:
        place = pygame.Rect(head.left + pad, row.bottom, head.width - 2 * pad, below)
    canvas.paragraph(
        words,
        place,
        face=Face.STRONG,
        size=pen.units,
        ink=ink,
        ground=ground,
        align="left" if below else "right",
        valign="middle",
    )


def _stack(pen: Pen, rows: Sequence[Row], area: pygame.Rect) -> None:
    """Rows below each other; what is left over is shared between them."""
    highs = [high(pen, row, area.width) for row in rows]
    spare = max(0, area.height - _rows_high(pen, rows, area.width))
    between = round(pen.px * 0.25) + min(spare // (len(rows) + 1), round(pen.px * 0.6)) if rows else 0
    top = area.top + max(0, (area.height - sum(highs) - between * (len(rows) - 1)) // 2) if rows else area.top
    for row, tall in zip(rows, highs, strict=True):
        draw(pen, row, pygame.Rect(area.left, top, area.width, tall))
        top += tall + between


# -- what lies between the seats --------------------------------------------------------------------------------------


def _band_columns(pen: Pen, band: Sequence[Block], width: int, gap: int) -> int:
    columns = len(band)
    while columns > 1 and (width - gap * (columns - 1)) / columns < pen.px * NARROW_EM:
        columns -= 1
    return 1 if columns < len(band) else columns


def _block_high(pen: Pen, block: Block, width: int, keep: int) -> int:
    inner = width - 2 * _pad(pen)
    title = 0 if block.title is None else _title_high(pen, block, inner)
    return title + _rows_high(pen, _kept(block.rows, keep), inner) + round(pen.px * 0.7)


def _title_high(pen: Pen, block: Block, width: int) -> int:
    assert block.title is not None
    words = block.title.of(pen.language).upper()
    return pen.canvas.lines_of(words, Face.POSTER, pen.units, width) * pen.canvas.line_px(Face.POSTER, pen.units)


def _band_lines(
    pen: Pen, band: Sequence[Block], width: int, gap: int, keep: int
) -> list[tuple[Sequence[Block], int, int]]:
    """Blocks that lie abreast, how many columns there are, and their height."""
    columns = _band_columns(pen, band, width, gap)
    wide = round((width - gap * (columns - 1)) / columns)
    lines = [band[n : n + columns] for n in range(0, len(band), columns)]
    return [(line, columns, max(_block_high(pen, one, wide, keep) for one in line)) for line in lines]


def _bands_high(pen: Pen, bands: Sequence[Sequence[Block]], width: int, gap: int, keep: int) -> int:
    lines = [line for band in bands for line in _band_lines(pen, band, width, gap, keep)]
    return sum(tall for _, _, tall in lines) + gap * max(0, len(lines) - 1)


def _bands(pen: Pen, box: pygame.Rect, bands: Sequence[Sequence[Block]], gap: int, keep: int) -> None:
    lines = [line for band in bands for line in _band_lines(pen, band, box.width, gap, keep)]
    if not lines:
        return
    share = max(0, box.height - _bands_high(pen, bands, box.width, gap, keep)) // len(lines)
    top = box.top
    for line, columns, tall in lines:
        for place, block in zip(_abreast(box, columns, gap), line, strict=False):
            _block(pen, pygame.Rect(place.left, top, place.width, tall + share), block, keep)
        top += tall + share + gap


def _block(pen: Pen, box: pygame.Rect, block: Block, keep: int) -> None:
    canvas, theme = pen.canvas, pen.canvas.theme
    ground = theme.raised if block.lit else theme.panel
    pen = replace(pen, ground=ground)
    canvas.fill(box, ground, 10)
    if block.lit:
        canvas.frame(box, theme.gold, 3, 10)
    pad = _pad(pen)
    area = box.inflate(-2 * pad, -round(pen.px * 0.6))
    if block.title is not None:
        title = pygame.Rect(area.x, area.y, area.width, _title_high(pen, block, area.width))
        canvas.paragraph(
            block.title.of(pen.language).upper(), title, face=Face.POSTER, size=pen.units, ink=theme.gold_ink,
            ground=ground, valign="middle",
        )  # fmt: skip
        area = pygame.Rect(area.x, title.bottom, area.width, area.bottom - title.bottom)
    _stack(pen, _kept(block.rows, keep), area)
