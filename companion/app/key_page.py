"""The key map on paper: what every key of both screens does, to lie beside the laptop."""

from pathlib import Path
from typing import TYPE_CHECKING

from companion.kernel.text import Language, Text
from companion.screens.key_map import CROWD_KEYS, KEY_MAP, PAD_KEYS, Keys
from companion.screens.languages import tr
from companion.store.page import FONT, FOOT_MM, GREY, MARGIN_MM, new_document, put, put_within, ruler, save

if TYPE_CHECKING:
    from fpdf import FPDF

TITLE = Text("Ringside Companion: keys", "Ringside Companion: teclas")
REFEREE = Text("Referee screen", "Pantalla del árbitro")
CROWD = Text("Crowd board", "Marcador")
PAD = Text("Gamepad", "Mando")
TITLE_PT, HEADING_PT, CAP_PT = 20, 13, 10
WORDS_PT = 10.0
ROW_MM = 5.75
CAP_MM = (22.0, 5.2)
GAP_MM = 3.0


def print_keys(target: Path, language: Language, paper: str = "A4") -> int:
    """Write the key map on one page; gives the number of pages.

    Raises:
        FileProblemError: the type is missing, or the file cannot be written; an old one is as it was.
        UsageProblemError: the paper is not known.
    """
    pdf = new_document(language, paper=paper, numbered=False)
    pdf.add_page()
    pdf.set_title(TITLE.of(language))
    put(pdf, MARGIN_MM, MARGIN_MM, TITLE.of(language), size_pt=TITLE_PT, bold=True)
    right_mm = pdf.w - MARGIN_MM
    middle_mm = pdf.w / 2
    top_mm = _block(pdf, MARGIN_MM, right_mm, MARGIN_MM + 13.0, REFEREE.of(language), KEY_MAP, language)
    _block(pdf, MARGIN_MM, middle_mm, top_mm, CROWD.of(language), CROWD_KEYS, language)
    _block(pdf, middle_mm + GAP_MM, right_mm, top_mm, PAD.of(language), PAD_KEYS, language)
    ruler(pdf, MARGIN_MM, pdf.h - FOOT_MM, language)
    return save(pdf, target)


def words_pt(pdf: "FPDF", words: str, room_mm: float) -> float:
    """The size at which the words fit."""
    size_pt = WORDS_PT
    pdf.set_font(FONT, "", size_pt)
    while pdf.get_string_width(words) > room_mm:
        size_pt -= 0.5
        pdf.set_font(FONT, "", size_pt)
    return size_pt


def _block(
    pdf: "FPDF", left_mm: float, right_mm: float, top_mm: float, heading: str, keys: Keys, language: Language
) -> float:
    put(pdf, left_mm, top_mm, heading, size_pt=HEADING_PT, bold=True)
    top_mm += 7.5
    for cap, words in keys:
        pdf.set_draw_color(GREY)
        pdf.set_line_width(0.3)
        pdf.rect(left_mm, top_mm, *CAP_MM, round_corners=True, corner_radius=1.2)
        put_within(pdf, left_mm + 1, top_mm + 0.4, CAP_MM[0] - 2, tr(language, cap), size_pt=CAP_PT, bold=True)
        left_of_words = left_mm + CAP_MM[0] + GAP_MM
        told = tr(language, words)
        put(pdf, left_of_words, top_mm + 0.4, told, size_pt=words_pt(pdf, told, right_mm - left_of_words))
        top_mm += ROW_MM
    return top_mm + 2.0
