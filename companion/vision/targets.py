"""The printed kit: what it measures, where it lies, and its true-size pages (field notes B-02, B-06).

Markers for the mat lie flush in its corners, prints' tops to the north. Markers for post tops have their own numbers,
so that both may be used at once; where posts stand is measured by people and told with `--markers`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from companion.errors import FileProblemError, UsageProblemError
from companion.kernel.text import Text
from companion.vision.lens import Board
from companion.vision.table_file import CORNER_NAMES, MarkerPlace, Ring

if TYPE_CHECKING:
    from fpdf import FPDF

KIT_DICTIONARY = "DICT_4X4_50"
MAT_MARKER_MM = 44.0
POST_MARKER_MM = 42.0
# white around the black square that belongs to the print: at least one module, 44 / 6 = 7.3 mm (field note B-02)
MARGIN_MM = 8.0
# paper under the ink
PAPER_MM = 0.2
FIRST_POST_ID = 4
KIT_BOARD = Board("DICT_5X5_100", (8, 6), 30.0, 22.0)
BAR_MM = 150.0
# field note B-06: a print this far from its nominal size is told
PRINT_TOLERANCE = 0.01


def kit_layout(ring: Ring) -> tuple[MarkerPlace, ...]:
    """Where the kit's mat markers lie: sheets flush in the mat's corners, 0 sw, 1 se, 2 ne, 3 nw."""
    half = MAT_MARKER_MM / 2
    inset = MARGIN_MM + half
    places: list[MarkerPlace] = []
    for number, corner in enumerate(ring.corners_mm):
        centre = corner[:2] - np.sign(corner[:2]) * inset
        corners = np.array([[-half, half], [half, half], [half, -half], [-half, -half]]) + centre
        places.append(
            MarkerPlace(number, KIT_DICTIONARY, MAT_MARKER_MM, np.column_stack((corners, np.full(4, PAPER_MM))))
        )
    return tuple(places)


@dataclass(frozen=True)
class PrintScale:
    """How large the printer made the pages: 1 is true size; `warning` where it is more than 1 % off."""

    scale: float
    warning: Text | None = None


def print_scale(measured_mm: float, nominal_mm: float = BAR_MM) -> PrintScale:
    """What the measured reference bar says about the print.

    Raises:
        UsageProblemError: the length is no print of that bar; asks whether cm or mm was meant.
    """
    scale = measured_mm / nominal_mm
    for factor, unit, unidad in ((10.0, "cm, not mm", "cm, no mm"), (0.1, "tenths of a mm", "décimas de mm")):
        if abs(scale * factor - 1) < 0.3:
            raise UsageProblemError(
                f"bar = {measured_mm:g} mm is not allowed; the bar is {nominal_mm:g} mm long: did you mean {unit}? "
                f"then give {measured_mm * factor:g}",
                f"barra = {measured_mm:g} mm no vale; la barra mide {nominal_mm:g} mm: ¿eran {unidad}? "
                f"entonces pon {measured_mm * factor:g}",
            )
    if not 0.5 < scale < 2.0:
        raise UsageProblemError(
            f"bar = {measured_mm:g} mm is not allowed; give the measured length of the {nominal_mm:g} mm bar in mm",
            f"barra = {measured_mm:g} mm no vale; pon en mm lo que mide la barra de {nominal_mm:g} mm",
        )
    if abs(scale - 1) <= PRINT_TOLERANCE:
        return PrintScale(scale)
    percent = f"{100 * (scale - 1):+.1f} %"
    return PrintScale(
        scale,
        Text(
            f"the print is {percent} off: its lengths are corrected; print at 100 % (no fit to page) next time",
            f"la impresión se desvía {percent}: se corrigen sus medidas; imprime al 100 % (sin ajustar a la página)",
        ),
    )


def scaled_board(board: Board, scale: float) -> Board:
    return Board(board.dictionary, board.squares, board.square_mm * scale, board.marker_mm * scale, board.old_layout)


def scaled_layout(places: Sequence[MarkerPlace], scale: float) -> tuple[MarkerPlace, ...]:
    """Prints of another size whose centres lie where they should."""
    return tuple(
        MarkerPlace(
            place.id,
            place.dictionary,
            place.size_mm * scale,
            place.corners_mm.mean(axis=0) + (place.corners_mm - place.corners_mm.mean(axis=0)) * scale,
        )
        for place in places
    )


Page = tuple[str, Callable[["FPDF"], None]]


def write_targets(folder: Path | str) -> list[Path]:
    """Write `targets.pdf` (all pages) and one PDF a page to a folder.

    Returns:
        The files written.

    Raises:
        FileProblemError: the folder cannot be written.
    """
    pages: list[Page] = [
        ("mat_markers", lambda pdf: _markers_page(pdf, MAT_MARKER_MM, range(4), _MAT_TITLE, CORNER_NAMES)),
        (
            "post_markers",
            lambda pdf: _markers_page(
                pdf, POST_MARKER_MM, range(FIRST_POST_ID, FIRST_POST_ID + 4), _POST_TITLE, CORNER_NAMES
            ),
        ),
        ("charuco_board", _board_page),
        ("ruler_bar", _bar_page),
    ]
    target = Path(folder)
    written: list[Path] = []
    for name, drawers in [("targets", [draw for _, draw in pages])] + [(name, [draw]) for name, draw in pages]:
        pdf = _new_pdf()
        for draw in drawers:
            draw(pdf)
        path = target / f"{name}.pdf"
        try:
            target.mkdir(parents=True, exist_ok=True)
            path.write_bytes(bytes(pdf.output()))
        except OSError as error:
            raise FileProblemError(
                f"{path}: cannot be written: {error.strerror or error}", f"{path}: no se puede escribir"
            ) from None
        written.append(path)
    return written


_MAT_TITLE = (
    "Mat markers - marcas de la lona",
    "Cut along the dashed lines; keep the white margin. Lay each flush in its mat corner, arrow to the north.",
    "Corta por las líneas; no quites el margen blanco. Pega cada una en su esquina, la flecha hacia el norte.",
)
_POST_TITLE = (
    "Post markers - marcas de los postes",
    "Cut along the dashed lines; keep the white margin. Glue flat on the posts' tops, arrow to the north.",
    "Corta por las líneas; no quites el margen blanco. Pega cada una sobre su poste, la flecha hacia el norte.",
)


def _new_pdf() -> "FPDF":
    from fpdf import FPDF, ViewerPreferences

    pdf = FPDF(unit="mm", format="A4")
    pdf.set_auto_page_break(auto=False)
    pdf.set_title("Ringside Companion: targets")
    # viewers that obey it do not shrink the page to the printer's margins
    pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
    return pdf


def _heading(pdf: "FPDF", title: str, *lines: str) -> None:
    pdf.set_text_color(0)
    pdf.set_font("helvetica", "B", 13)
    pdf.text(12, 12, title)
    pdf.set_font("helvetica", "", 8.5)
    for number, line in enumerate(lines):
        pdf.text(12, 17.5 + 4.2 * number, line)


def _dashed_square(pdf: "FPDF", left: float, top: float, side: float) -> None:
    pdf.set_draw_color(120)
    pdf.set_line_width(0.15)
    pdf.set_dash_pattern(dash=2, gap=1.5)
    pdf.rect(left, top, side, side)
    pdf.set_dash_pattern()


def _draw_marker(pdf: "FPDF", dictionary: str, number: int, left: float, top: float, side: float) -> None:
    """Black modules as one rectangle a run, so that no renderer leaves hairlines between them."""
    from companion.vision.marker_search import pattern

    white = pattern(dictionary, number)
    module = side / len(white)
    pdf.set_fill_color(0)
    pdf.rect(left, top, side, side, style="F")
    pdf.set_fill_color(255)
    for row, values in enumerate(white):
        start = 0
        while start < len(values):
            end = start
            while end < len(values) and values[end]:
                end += 1
            if end > start:
                # a white run overlaps the one above it by a hair where both are white
                above = 0.02 if row and white[row - 1, start:end].all() else 0.0
                pdf.rect(
                    left + start * module, top + row * module - above, (end - start) * module, module + above, style="F"
                )
            start = end + 1
    pdf.set_fill_color(0)


def _markers_page(
    pdf: "FPDF", side: float, numbers: Sequence[int], title: tuple[str, str, str], corners: Sequence[str]
) -> None:
    pdf.add_page()
    _heading(pdf, *title)
    sheet = side + 2 * MARGIN_MM
    for index, (number, corner) in enumerate(zip(numbers, corners, strict=True)):
        left = 25 + (index % 2) * (sheet + 28)
        top = 45 + (index // 2) * (sheet + 35)
        _dashed_square(pdf, left, top, sheet)
        _draw_marker(pdf, KIT_DICTIONARY, number, left + MARGIN_MM, top + MARGIN_MM, side)
        pdf.set_font("helvetica", "B", 11)
        # outside the cut line: ink in the margin would spoil it
        pdf.text(left, top - 5, f"{number}   {corner.upper()}")
        pdf.set_font("helvetica", "", 8)
        pdf.text(left + 20, top - 5, f"{KIT_DICTIONARY}, {side:g} mm")
        _arrow_north(pdf, left + sheet + 6, top + sheet / 2)
    _bar(pdf, 25, 275)


def _arrow_north(pdf: "FPDF", x: float, y: float) -> None:
    pdf.set_draw_color(0)
    pdf.set_line_width(0.4)
    pdf.line(x, y + 8, x, y - 8)
    pdf.line(x, y - 8, x - 2, y - 4)
    pdf.line(x, y - 8, x + 2, y - 4)
    pdf.set_font("helvetica", "B", 9)
    pdf.text(x - 1, y - 10, "N")


def _bar(pdf: "FPDF", left: float, top: float, length: float = BAR_MM) -> None:
    """A bar with a tick each centimetre, its ends sharp."""
    pdf.set_fill_color(0)
    pdf.rect(left, top, length, 4, style="F")
    pdf.set_fill_color(255)
    for centimetre in range(1, round(length / 10)):
        if centimetre % 2:
            pdf.rect(left + 10 * centimetre, top + 0.8, 10, 2.4, style="F")
    pdf.set_fill_color(0)
    pdf.set_font("helvetica", "", 8)
    pdf.text(left, top - 1.5, f"{length:g} mm: measure this bar / mide esta barra")


def _board_page(pdf: "FPDF") -> None:
    board = KIT_BOARD
    pdf.add_page(orientation="L")
    columns, rows = board.squares
    width, height = columns * board.square_mm, rows * board.square_mm
    left, top = (297 - width) / 2, 16.0
    pdf.set_font("helvetica", "", 8)
    name = f"{board.dictionary}:{columns}x{rows}:{board.square_mm:g}:{board.marker_mm:g}"
    pdf.text(left, 10, f"ChArUco {name}   glue it flat on card or glass / pégala plana sobre cartón o vidrio")
    charuco = board.charuco()
    marked = {
        (round(float(quad[0][1]) // board.square_mm), round(float(quad[0][0]) // board.square_mm)): (int(number), quad)
        for number, quad in zip(
            np.asarray(charuco.getIds()).ravel(), [np.asarray(q).reshape(4, 3) for q in charuco.getObjPoints()],
            strict=True,
        )
    }  # fmt: skip
    pdf.set_fill_color(0)
    for row in range(rows):
        for column in range(columns):
            if (row, column) not in marked:
                pdf.rect(left + column * board.square_mm, top + row * board.square_mm, board.square_mm,
                         board.square_mm, style="F")  # fmt: skip
    for number, quad in marked.values():
        x, y = quad[:, 0].min(), quad[:, 1].min()
        _draw_marker(pdf, board.dictionary, number, left + float(x), top + float(y), board.marker_mm)
    pdf.set_draw_color(120)
    pdf.set_line_width(0.1)
    pdf.rect(left, top, width, height)
    pdf.set_font("helvetica", "", 8)
    pdf.text(left, top + height + 6, f"{width:g} x {height:g} mm between the outer lines / entre las líneas de fuera")


def _bar_page(pdf: "FPDF") -> None:
    pdf.add_page()
    _heading(
        pdf,
        "Ruler bar - barra de medida",
        "Measure both bars with a ruler: 150 mm across, 100 mm down. Other lengths? Tell them with --bar.",
        "Mide las dos barras con una regla: 150 mm a lo ancho, 100 mm a lo alto. ¿Miden otra cosa? Dilo con --bar.",
    )
    _bar(pdf, 25, 60)
    with pdf.rotation(90, 40, 200):
        _bar(pdf, 40, 200, 100)
    pdf.set_draw_color(0)
    pdf.set_line_width(0.2)
    pdf.rect(90, 110, 85.6, 53.98)
    pdf.set_font("helvetica", "", 8)
    pdf.text(90, 108, "A bank card fits into this frame / una tarjeta cabe en este marco (85.6 x 53.98 mm)")
