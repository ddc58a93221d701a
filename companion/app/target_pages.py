"""The printed kit on true-size pages: markers for mat and posts, the ChArUco board, the measuring bars (B-02, B-06)."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from companion.errors import FileProblemError
from companion.kernel.text import Language, Text
from companion.store.page import FONT, cut_rectangle, new_document, put, put_within, save
from companion.vision.lens import Board
from companion.vision.marker_search import pattern
from companion.vision.table_file import CORNER_NAMES
from companion.vision.targets import (
    BAR_MM,
    FIRST_POST_ID,
    KIT_BOARD,
    KIT_DICTIONARY,
    MARGIN_MM,
    MAT_MARKER_MM,
    POST_MARKER_MM,
)

if TYPE_CHECKING:
    from fpdf import FPDF

LEFT_MM = 25.0
HOW_PT = 9.0
BAR_HIGH_MM = 4.0
SHORT_BAR_MM = 100.0
CARD_MM = (85.6, 53.98)
"""A bank card, ISO/IEC 7810 ID-1."""
BOARD_MARGIN_MM = 5.0
"""White around the board, more than a module of its markers (22 / 7 = 3.1 mm, field note B-02)."""
_CUT = Text(
    "Cut along the dashed lines and keep the white margin: without it a marker is not found.",
    "Corta por las líneas y conserva el margen blanco: sin él la marca no se encuentra.",
)
_MAT = Text("Markers for the mat", "Marcas para la lona")
_MAT_HOW = Text(
    "Lay each flush in its outer corner of the mat (a border is mat too), arrow to the north, away from the judges.",
    "Pon cada una a ras en su esquina exterior de la lona (el borde es lona), flecha al norte, lejos de los jueces.",
)
# beside the word stands the name that the files and `--corners` use, in every language
CORNER_WORDS = {
    "sw": Text("south-west", "suroeste"),
    "se": Text("south-east", "sureste"),
    "ne": Text("north-east", "noreste"),
    "nw": Text("north-west", "noroeste"),
}
_POST = Text("Markers for the posts", "Marcas para los postes")
_POST_HOW = Text(
    "Only if the mat must stay free: glue on the posts, arrow to the north. Where they are stands in a file of yours: "
    "copy calibration/tables/post_markers_70cm.yaml, give the copy with --markers.",
    "Solo si la lona debe quedar libre: pégalas en los postes, flecha al norte. Dónde están lo dice un archivo tuyo: "
    "copia calibration/tables/post_markers_70cm.yaml y da la copia con --markers.",
)
_BOARD = Text(
    "ChArUco board {name}: cut along the dashed line, glue it flat on card or glass",
    "Tablero ChArUco {name}: corta por la línea, pégalo plano sobre cartón o vidrio",
)
_BAR = Text("Measuring bars", "Barras de medida")
_BAR_HOW = Text(
    "Measure both with a ruler. Set-up asks what the bar across (150 mm) measures. If the one upright is not 100 mm "
    "when the one across is 150, the printer has stretched the page: print again.",
    "Mide las dos con una regla. La puesta a punto pregunta lo que mide la de lo ancho (150 mm). Si la vertical no "
    "mide 100 mm cuando la otra mide 150, la impresora ha deformado la página: imprime otra vez.",
)
_MEASURE = Text(
    "{length} mm at 100 %, not “fit to page”: measure this bar",
    "{length} mm al 100 %, sin «ajustar a la página»: mide esta barra",
)
_CARD = Text(
    "A bank card fits into this frame (85.6 x 53.98 mm)", "Una tarjeta de banco cabe en este marco (85,6 x 53,98 mm)"
)

Draw = Callable[["FPDF", Language], None]


def write_pages(target: Path, names: Sequence[str], language: Language, paper: str = "A4") -> int:
    """Write the named pages of `PAGES` to one PDF; gives their number.

    Raises:
        FileProblemError: the file cannot be written, or the type for printing is missing.
        UsageProblemError: the paper is not known.
    """
    pdf = new_document(language, paper=paper, numbered=False)
    pdf.set_title(f"Ringside Companion: {', '.join(names)}")
    for name in names:
        PAGES[name](pdf, language)
    return save(pdf, target)


def write_targets(folder: Path, language: Language, paper: str = "A4") -> list[Path]:
    """Write `targets.pdf` (all pages) and one PDF a page to a folder; gives the files written.

    Raises:
        FileProblemError: the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblemError(
            f"{folder}: cannot be written: {error.strerror or error}", f"{folder}: no se puede escribir"
        ) from None
    written = []
    for name, pages in (("targets", list(PAGES)), *((page, [page]) for page in PAGES)):
        written.append(folder / f"{name}.pdf")
        write_pages(written[-1], pages, language, paper)
    return written


def _mat(pdf: "FPDF", language: Language) -> None:
    _markers(pdf, MAT_MARKER_MM, range(4), (_MAT, _MAT_HOW), language)


def _posts(pdf: "FPDF", language: Language) -> None:
    _markers(pdf, POST_MARKER_MM, range(FIRST_POST_ID, FIRST_POST_ID + 4), (_POST, _POST_HOW), language)


def _markers(pdf: "FPDF", side_mm: float, numbers: Sequence[int], words: tuple[Text, Text], language: Language) -> None:
    """Four markers, each in its cut line with the white margin; all ink of words stands outside of it."""
    pdf.add_page()
    _heading(pdf, words[0].of(language), words[1].of(language), _CUT.of(language))
    sheet_mm = side_mm + 2 * MARGIN_MM
    for index, (number, corner) in enumerate(zip(numbers, CORNER_NAMES, strict=True)):
        left_mm = LEFT_MM + (index % 2) * (sheet_mm + 28)
        top_mm = 48 + (index // 2) * (sheet_mm + 28)
        cut_rectangle(pdf, left_mm, top_mm, sheet_mm, sheet_mm)
        draw_marker(pdf, KIT_DICTIONARY, number, left_mm + MARGIN_MM, top_mm + MARGIN_MM, side_mm)
        name = f"{number}  {CORNER_WORDS[corner].of(language)} ({corner})"
        put_within(pdf, left_mm, top_mm - 8, sheet_mm - 26, name, size_pt=11, bold=True, align="L")
        put(pdf, left_mm + sheet_mm - 24, top_mm - 7.3, f"{KIT_DICTIONARY}, {side_mm:g} mm", size_pt=8)
        _arrow_north(pdf, left_mm + sheet_mm + 6, top_mm + sheet_mm / 2)
    draw_bar(pdf, LEFT_MM, pdf.h - 20, BAR_MM, language)


def _board(pdf: "FPDF", language: Language) -> None:
    board = KIT_BOARD
    pdf.add_page(orientation="L")
    columns, rows = board.squares
    width_mm, height_mm = columns * board.square_mm, rows * board.square_mm
    left_mm, top_mm = (pdf.w - width_mm) / 2, 18.0
    name = f"{board.dictionary}:{columns}x{rows}:{board.square_mm:g}:{board.marker_mm:g}"
    put(pdf, left_mm, 6, _BOARD.filled(name=name).of(language), size_pt=8)
    cut_rectangle(
        pdf,
        left_mm - BOARD_MARGIN_MM,
        top_mm - BOARD_MARGIN_MM,
        width_mm + 2 * BOARD_MARGIN_MM,
        height_mm + 2 * BOARD_MARGIN_MM,
    )
    draw_board(pdf, board, left_mm, top_mm)
    beside_mm = left_mm + width_mm + BOARD_MARGIN_MM + 6.5
    with pdf.rotation(90, beside_mm, top_mm + height_mm):
        draw_bar(pdf, beside_mm, top_mm + height_mm, BAR_MM, language, high_mm=2.0)


def _bars(pdf: "FPDF", language: Language) -> None:
    pdf.add_page()
    _heading(pdf, _BAR.of(language), _BAR_HOW.of(language))
    draw_bar(pdf, LEFT_MM, 60, BAR_MM, language)
    with pdf.rotation(90, 40, 200):
        draw_bar(pdf, 40, 200, SHORT_BAR_MM, language)
    pdf.set_draw_color(0)
    pdf.set_line_width(0.2)
    pdf.rect(90, 110, *CARD_MM)
    put(pdf, 90, 105, _CARD.of(language), size_pt=8)


PAGES: dict[str, Draw] = {"mat_markers": _mat, "post_markers": _posts, "charuco_board": _board, "ruler_bar": _bars}
"""Name of a page -> what draws it."""


def draw_marker(pdf: "FPDF", dictionary: str, number: int, left_mm: float, top_mm: float, side_mm: float) -> None:
    """Black modules as one rectangle a run, so that no renderer leaves hairlines between them."""
    white = pattern(dictionary, number)
    module_mm = side_mm / len(white)
    pdf.set_fill_color(0)
    pdf.rect(left_mm, top_mm, side_mm, side_mm, style="F")
    pdf.set_fill_color(255)
    for row, values in enumerate(white):
        start = 0
        while start < len(values):
            end = start
            while end < len(values) and values[end]:
                end += 1
            if end > start:
                # a white run overlaps the one above it by a hair where both are white
                above_mm = 0.02 if row and white[row - 1, start:end].all() else 0.0
                pdf.rect(
                    left_mm + start * module_mm,
                    top_mm + row * module_mm - above_mm,
                    (end - start) * module_mm,
                    module_mm + above_mm,
                    style="F",
                )
            start = end + 1
    pdf.set_fill_color(0)


def draw_board(pdf: "FPDF", board: Board, left_mm: float, top_mm: float) -> None:
    """Black squares, and markers on the white ones."""
    charuco = board.charuco()
    columns, rows = board.squares
    quads = [np.asarray(quad).reshape(4, 3) for quad in charuco.getObjPoints()]
    marked = set()
    for number, quad in zip(np.asarray(charuco.getIds()).ravel(), quads, strict=True):
        x_mm, y_mm = float(quad[:, 0].min()), float(quad[:, 1].min())
        marked.add((round(y_mm // board.square_mm), round(x_mm // board.square_mm)))
        draw_marker(pdf, board.dictionary, int(number), left_mm + x_mm, top_mm + y_mm, board.marker_mm)
    pdf.set_fill_color(0)
    for row in range(rows):
        for column in range(columns):
            if (row, column) not in marked:
                square_mm = board.square_mm
                pdf.rect(left_mm + column * square_mm, top_mm + row * square_mm, square_mm, square_mm, style="F")


def draw_bar(
    pdf: "FPDF", left_mm: float, top_mm: float, length_mm: float, language: Language, *, high_mm: float = BAR_HIGH_MM
) -> None:
    """A bar with a change of colour each centimetre, its ends sharp, and above it what to do with it."""
    pdf.set_fill_color(0)
    pdf.rect(left_mm, top_mm, length_mm, high_mm, style="F")
    pdf.set_fill_color(255)
    for centimetre in range(1, round(length_mm / 10), 2):
        pdf.rect(left_mm + 10 * centimetre, top_mm + high_mm / 5, 10, high_mm * 3 / 5, style="F")
    pdf.set_fill_color(0)
    put(pdf, left_mm - 1, top_mm - 4, _MEASURE.filled(length=f"{length_mm:g}").of(language), size_pt=8)


def _heading(pdf: "FPDF", title: str, *sentences: str) -> None:
    """A title and what to do, broken to the width of the page."""
    put(pdf, 11, 8, title, size_pt=14, bold=True)
    y_mm = 16.0
    for sentence in sentences:
        for line in _broken(pdf, sentence, pdf.w - 2 * 11):
            put(pdf, 11, y_mm, line, size_pt=HOW_PT)
            y_mm += 4.6


def _broken(pdf: "FPDF", sentence: str, width_mm: float) -> list[str]:
    """Lines of at most a width, broken between words."""
    pdf.set_font(FONT, "", HOW_PT)
    lines = [""]
    for word in sentence.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and pdf.get_string_width(longer) > width_mm:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _arrow_north(pdf: "FPDF", x_mm: float, y_mm: float) -> None:
    pdf.set_draw_color(0)
    pdf.set_line_width(0.4)
    pdf.line(x_mm, y_mm + 8, x_mm, y_mm - 8)
    pdf.line(x_mm, y_mm - 8, x_mm - 2, y_mm - 4)
    pdf.line(x_mm, y_mm - 8, x_mm + 2, y_mm - 4)
    put(pdf, x_mm - 2.2, y_mm - 13, "N", size_pt=9, bold=True)
