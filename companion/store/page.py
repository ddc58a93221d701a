"""Pages to print: black on white, the type embedded, true to the millimetre, with a ruler to check the printer."""

from collections.abc import Callable, Iterable
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from companion.config.strict import replacing
from companion.config.typeface import font_file
from companion.errors import UsageProblemError
from companion.kernel.text import Language, Text
from companion.store.glyphs import drawable, missing_letters, missing_note

if TYPE_CHECKING:
    from fpdf import FPDF

FONT = "Fira"
TEXT_PT = 9
SMALLEST_PT = 5
LINE_MM = 5.0
MARGIN_MM = 15.0
RULER_MM = 100.0
FOOT_MM = 12.0
"""How far above the paper's edge the ruler lies."""
GREY = 120
PAPERS = ("A4", "Letter")
PAGE = Text("page {n}", "página {n}")
TRUE_SIZE = Text(
    "Print at 100 %, not “fit to page”: this line is 100 mm long.",
    "Imprime al 100 %, sin «ajustar a la página»: esta línea mide 100 mm.",
)


def new_document(
    language: Language,
    *,
    paper: str = "A4",
    numbered: bool = True,
    at: datetime | None = None,
    lacking: list[str] | None = None,
) -> "FPDF":
    """An empty document with its type; positions are in mm from the top-left corner.

    Args:
        paper: A4 or Letter.
        numbered: text flows over pages that carry the ruler and their number at the foot.
        at: the date written into the file; the same one gives the same bytes.
        lacking: gets each text in which a box stands for a letter that the type does not have (F-05).

    Raises:
        FileProblemError: the type is not installed.
        UsageProblemError: the paper is not known.
    """
    from fpdf import FPDF, ViewerPreferences

    if paper not in PAPERS:
        raise UsageProblemError(
            f"paper {paper} is not known; give {' or '.join(PAPERS)}",
            f"el papel {paper} no se conoce; pon {' o '.join(PAPERS)}",
        )

    class Document(FPDF):
        def normalize_text(self, text: str) -> str:
            """What every text goes through before it is measured and drawn."""
            if lacking is not None and text not in lacking and missing_letters(text):
                lacking.append(text)
            plain: str = super().normalize_text(drawable(text))
            return plain

        def footer(self) -> None:
            if numbered:
                ruler(self, MARGIN_MM, self.h - FOOT_MM, language)
                self.set_y(-MARGIN_MM)
                self.set_font(FONT, "", TEXT_PT)
                self.cell(0, LINE_MM, PAGE.of(language).format(n=self.page_no()), align="R")

    pdf = Document(format=paper)
    # viewers that obey it do not shrink the page to the printer's margins
    pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
    pdf.set_margin(MARGIN_MM)
    pdf.set_auto_page_break(auto=numbered, margin=MARGIN_MM + LINE_MM)
    pdf.set_creation_date(at or datetime(2000, 1, 1, tzinfo=timezone.utc))
    pdf.add_font(FONT, "", str(font_file("Medium")))
    pdf.add_font(FONT, "B", str(font_file("Bold")))
    return pdf


def save(pdf: "FPDF", target: Path, lacking: Iterable[str] = (), warn: Callable[[Text], None] | None = None) -> int:
    """Write the pages, whole or not at all; gives their number.

    Args:
        lacking: as `new_document` gathered it.
        warn: is told of letters that the type does not have.

    Raises:
        FileProblemError: the file cannot be written; an old one is as it was.
    """
    with replacing(target) as file:
        file.write(bytes(pdf.output()))
    letters = missing_note(lacking)
    if letters is not None and warn is not None:
        warn(letters)
    return pdf.pages_count


def ruler(pdf: "FPDF", x_mm: float, y_mm: float, language: Language) -> None:
    """A line of 100 mm with a tick every 10 mm, and what to do with it."""
    pdf.set_draw_color(0)
    pdf.set_line_width(0.2)
    pdf.line(x_mm, y_mm, x_mm + RULER_MM, y_mm)
    for tick in range(11):
        length_mm = 3.0 if tick % 5 == 0 else 1.5
        pdf.line(x_mm + 10 * tick, y_mm, x_mm + 10 * tick, y_mm - length_mm)
    put(pdf, x_mm, y_mm + 0.5, TRUE_SIZE.of(language), size_pt=7)


def cut_rectangle(pdf: "FPDF", x_mm: float, y_mm: float, width_mm: float, height_mm: float) -> None:
    """A dashed line to cut along."""
    pdf.set_draw_color(GREY)
    pdf.set_line_width(0.15)
    pdf.set_dash_pattern(dash=2, gap=1.5)
    pdf.rect(x_mm, y_mm, width_mm, height_mm)
    pdf.set_dash_pattern()


def put(pdf: "FPDF", x_mm: float, y_mm: float, text: str, *, size_pt: float = TEXT_PT, bold: bool = False) -> None:
    """A line of text whose top-left corner is at the place."""
    pdf.set_font(FONT, "B" if bold else "", size_pt)
    pdf.set_xy(x_mm, y_mm)
    pdf.cell(0, size_pt * 0.45, text)


def put_within(
    pdf: "FPDF", x_mm: float, y_mm: float, width_mm: float, text: str, *, size_pt: float, bold: bool, align: str = "C"
) -> None:
    """A line of text in the middle of a width, or at its left; letters shrink until it fits, then the end is cut.

    Args:
        align: C or L.
    """
    room_mm = width_mm - 2 * pdf.c_margin
    pdf.set_font(FONT, "B" if bold else "", size_pt)
    while pdf.get_string_width(text) > room_mm and size_pt > SMALLEST_PT:
        size_pt -= 0.5
        pdf.set_font(FONT, "B" if bold else "", size_pt)
    pdf.set_xy(x_mm, y_mm)
    while pdf.get_string_width(text) > room_mm and len(text) > 1:
        text = f"{text.removesuffix('…')[:-1]}…"
    pdf.cell(width_mm, size_pt * 0.45, text, align=align)
