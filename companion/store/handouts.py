"""What lies on the table in paper: character sheets, status cards, an empty score form (`companion print`)."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import UsageProblemError
from companion.games.clay_wrestling.model import COMBAT, KNOCK_OUT_AT, MAIN, STAMINA_AT_THE_BELL, FinisherPosition
from companion.games.clay_wrestling.tell import ABILITY_WORDS
from companion.kernel.text import Language, Text
from companion.store.page import FOOT_MM, new_document, put, put_within, ruler, save
from companion.store.people import Player, Sheet
from companion.store.roster_words import CLASSES
from companion.table.clays import colour_in

if TYPE_CHECKING:
    from fpdf import FPDF

SHEET_MM = (180.0, 118.0)  # two of them, and the ruler, fit on A4 and on Letter
PHOTO_MM = (15.5, 34.0)
CARD_MM = (50.0, 30.0)
CARD_COLUMNS, CARD_ROWS = 3, 8
BOX_MM = 5.0
LEVELS = 6  # four for the sheet, two for titles (CW-SHEET-18, -19)
LEFT_MM, TOP_MM = 15.0, 10.0
GREY = 150
_POSITION_WORDS = {
    "knocked_down": Text("knocked down", "derribado"),
    "on_ropes": Text("at the ropes", "en las cuerdas"),
    "back_turned": Text("back turned", "de espaldas"),
    "in_corner": Text("in the corner", "en la esquina"),
}
_NAME = Text("Name", "Nombre")
_PLAYER = Text("Player", "Jugador")
_CLAY = Text("Clay", "Plastelina")
_CLASS = Text("Class", "Clase")
_PALM = Text("Palm / half palm (mm)", "Palmo / medio palmo (mm)")
_HALF = Text("(half)", "(la mitad)")
_FINISHER = Text("Finisher", "Remate (finisher)")
_WHEN = Text("when the rival is", "cuando el rival está")
_MAIN = Text(
    "Main abilities: 10 points (grey boxes: titles)", "Habilidades principales: 10 puntos (casillas grises: títulos)"
)
_COMBAT = Text(
    "Combat abilities: 10 points (grey boxes: titles)", "Habilidades de combate: 10 puntos (casillas grises: títulos)"
)
_STAMINA = Text("Stamina", "Estamina")
_SCORE = Text("Score sheet", "Hoja de resultados")
_SCORE_LINES = (Text("Evening", "Velada"), Text("Referee", "Árbitro"), Text("House rules", "Reglas de la casa"))
_SCORE_COLUMNS = (
    (Text("No.", "N.º"), 12.0),
    (Text("Fighters", "Luchadores"), 61.0),
    (Text("Winner", "Ganador"), 36.0),
    (Text("How it ended", "Cómo acabó"), 36.0),
    (Text("Belt", "Cinturón"), 20.0),
    (Text("Turns", "Turnos"), 15.0),
)
SCORE_ROWS, SCORE_ROW_MM = 20, 10.0
# the sign tells the cards apart where there is no colour, and for who sees none (field note G-10)
_CARDS = (
    (Text("UNCONSCIOUS", "INCONSCIENTE"), (60, 180, 75), "circle"),
    (Text("SUBMITTED", "SUMISO"), (255, 225, 25), "triangle"),
    (Text("KNOCKED DOWN", "DERRIBADO"), (230, 70, 60), "square"),
)


def print_sheets(
    target: Path,
    fighters: Sequence[tuple[Sheet, Player]],
    blank: int,
    language: Language,
    paper: str = "A4",
    photos: Path | None = None,
    titles: Mapping[str, Mapping[str, int]] | None = None,
    warn: Callable[[Text], None] | None = None,
) -> int:
    """Write character sheets, two a page with a line to cut between them; gives the number of pages.

    Args:
        photos: folder of the pictures that sheets name; None prints none.
        titles: points that titles brought, by fighter and ability.
        warn: is told of letters that the type does not have.

    Raises:
        UsageProblemError: there is nothing to print, or the paper is not known.
    """
    sheets = [*fighters, *[(Sheet(""), Player(""))] * blank]
    if not sheets:
        raise UsageProblemError(
            "there is no fighter in the roster; --blank N prints empty sheets",
            "no hay ningún luchador en la lista; --blank N imprime fichas en blanco",
        )
    lacking: list[str] = []
    pdf = new_document(language, paper=paper, numbered=False, lacking=lacking)
    for index, (sheet, player) in enumerate(sheets):
        if index % 2 == 0:
            pdf.add_page()
            _foot(pdf, language)
        top_mm = TOP_MM + (index % 2) * (SHEET_MM[1] + 2 * BOX_MM)
        _sheet(pdf, top_mm, sheet, player, (titles or {}).get(sheet.name, {}), language)
        if sheet.photo and photos is not None:
            _photo(pdf, photos / sheet.photo, top_mm)
        if index % 2:
            _cut(pdf, BOX_MM, top_mm - BOX_MM, pdf.w - BOX_MM, top_mm - BOX_MM)
    return save(pdf, target, lacking, warn)


def print_cards(target: Path, language: Language, paper: str = "A4") -> int:
    """Write one page of status cards, eight of each (CW-STATUS-14, -18, -19); gives the number of pages.

    Raises:
        UsageProblemError: the paper is not known.
    """
    pdf = _document(language, paper)
    pdf.add_page()
    _foot(pdf, language)
    for column, (word, colour, sign) in enumerate(_CARDS):
        for row in range(CARD_ROWS):
            _card(pdf, LEFT_MM + column * CARD_MM[0], TOP_MM + row * CARD_MM[1], word.of(language), colour, sign)
    right, bottom = LEFT_MM + CARD_COLUMNS * CARD_MM[0], TOP_MM + CARD_ROWS * CARD_MM[1]
    for column in range(CARD_COLUMNS + 1):
        x_mm = LEFT_MM + column * CARD_MM[0]
        _cut(pdf, x_mm, TOP_MM - 4, x_mm, bottom + 4)
    for row in range(CARD_ROWS + 1):
        y_mm = TOP_MM + row * CARD_MM[1]
        _cut(pdf, LEFT_MM - 4, y_mm, right + 4, y_mm)
    return save(pdf, target)


def print_score_form(target: Path, language: Language, paper: str = "A4") -> int:
    """Write one empty page to keep an evening's results by pencil; gives the number of pages.

    Raises:
        UsageProblemError: the paper is not known.
    """
    pdf = _document(language, paper)
    pdf.add_page()
    _foot(pdf, language)
    put(pdf, LEFT_MM, TOP_MM, _SCORE.of(language), size_pt=16, bold=True)
    for index, label in enumerate(_SCORE_LINES):
        _field(pdf, LEFT_MM + index * 61.5, TOP_MM + 10, 57, label.of(language), "")
    top_mm, x_mm = TOP_MM + 24, LEFT_MM
    for heading, width_mm in _SCORE_COLUMNS:
        put_within(pdf, x_mm + 1, top_mm + 1.5, width_mm - 2, heading.of(language), size_pt=9, bold=True)
        pdf.set_line_width(0.2)
        for row in range(SCORE_ROWS + 1):
            high_mm = SCORE_ROW_MM if row else SCORE_ROW_MM * 0.7
            pdf.rect(x_mm, top_mm + (SCORE_ROW_MM * (row - 0.3) if row else 0), width_mm, high_mm)
        x_mm += width_mm
    return save(pdf, target)


def _document(language: Language, paper: str) -> "FPDF":
    return new_document(language, paper=paper, numbered=False)


def _foot(pdf: "FPDF", language: Language) -> None:
    ruler(pdf, LEFT_MM, pdf.h - FOOT_MM, language)


def _cut(pdf: "FPDF", x1_mm: float, y1_mm: float, x2_mm: float, y2_mm: float) -> None:
    pdf.set_draw_color(GREY)
    pdf.set_line_width(0.1)
    pdf.line(x1_mm, y1_mm, x2_mm, y2_mm)


def _sheet(
    pdf: "FPDF", top_mm: float, sheet: Sheet, player: Player, titles: Mapping[str, int], language: Language
) -> None:
    width_mm, height_mm = SHEET_MM
    pdf.set_draw_color(0)
    pdf.set_line_width(0.4)
    pdf.rect(LEFT_MM, top_mm, width_mm, height_mm)
    x_mm, y_mm = LEFT_MM + 5, top_mm + 4
    palms = " / ".join(_number(value, language) for value in (player.palm_mm, player.half_palm_mm))
    if player.palm_mm is not None and player.half_palm_mm is None:
        palms = f"{_number(player.palm_mm, language)} / {_number(player.palm_mm / 2, language)} {_HALF.of(language)}"
    wide, narrow = 100.0, 60.0
    position = _POSITION_WORDS.get(sheet.finisher_position)
    kind = CLASSES.get(sheet.class_)
    known_palms = palms if player.palm_mm is not None or player.half_palm_mm is not None else ""
    lines = (
        ((_NAME, sheet.name, wide), (_CLASS, kind.of(language) if kind else "", narrow)),
        ((_PLAYER, sheet.player, wide), (_CLAY, colour_in(sheet.clay_colour, language), narrow)),
        ((_FINISHER, sheet.finisher, wide), (_WHEN, position.of(language) if position else "", narrow)),
        ((_PALM, known_palms, wide),),
    )
    for line in lines:
        at_mm = x_mm
        for label, value, field_mm in line:
            _field(pdf, at_mm, y_mm, field_mm, label.of(language), value)
            at_mm += field_mm + 10
        y_mm += 11
    if position is None:
        words = [_POSITION_WORDS[place.value].of(language) for place in FinisherPosition]
        put(pdf, x_mm + wide + 10, y_mm - 12.6, " · ".join(words), size_pt=7)
    _abilities(pdf, x_mm, y_mm + 1, _MAIN.of(language), MAIN, sheet, titles, language)
    _abilities(pdf, x_mm + 88, y_mm + 1, _COMBAT.of(language), COMBAT, sheet, titles, language)
    _stamina(pdf, x_mm, y_mm + 45, language)


def _photo(pdf: "FPDF", path: Path, top_mm: float) -> None:
    """The figure's picture right of the boxes; one that cannot be read is left out."""
    from fpdf.errors import FPDFException

    x_mm, y_mm = LEFT_MM + SHEET_MM[0] - PHOTO_MM[0] - 1, top_mm + 54
    with contextlib.suppress(OSError, ValueError, FPDFException):
        pdf.image(str(path), x_mm, y_mm, *PHOTO_MM, keep_aspect_ratio=True)


def _number(value: float | None, language: Language) -> str:
    """With the decimal sign of the language."""
    if value is None:
        return "–"
    return f"{value:g}".replace(".", "," if language == "es" else ".")


def _field(pdf: "FPDF", x_mm: float, y_mm: float, width_mm: float, label: str, value: str) -> None:
    put(pdf, x_mm, y_mm, label, size_pt=7)
    if value:
        put_within(pdf, x_mm, y_mm + 3.4, width_mm, value, size_pt=12, bold=True, align="L")
    pdf.set_draw_color(0)
    pdf.set_line_width(0.2)
    pdf.line(x_mm, y_mm + 9, x_mm + width_mm, y_mm + 9)


def _abilities(
    pdf: "FPDF",
    x_mm: float,
    y_mm: float,
    heading: str,
    names: Sequence[str],
    sheet: Sheet,
    titles: Mapping[str, int],
    language: Language,
) -> None:
    """A row of boxes an ability: as many crossed as its value; the last two stand for titles, a disc a point."""
    put(pdf, x_mm, y_mm, heading, size_pt=9, bold=True)
    for row, name in enumerate(names):
        line_mm = y_mm + 6 + row * (BOX_MM + 1.5)
        put(pdf, x_mm, line_mm + 0.8, ABILITY_WORDS[name].of(language), size_pt=10)
        for level in range(LEVELS):
            box_mm = x_mm + 34 + level * (BOX_MM + 1)
            is_for_titles = level >= LEVELS - 2
            pdf.set_draw_color(GREY if is_for_titles else 0)
            pdf.set_line_width(0.3)
            pdf.rect(box_mm, line_mm, BOX_MM, BOX_MM)
            if level < sheet.abilities.get(name, 0):
                pdf.line(box_mm, line_mm, box_mm + BOX_MM, line_mm + BOX_MM)
                pdf.line(box_mm, line_mm + BOX_MM, box_mm + BOX_MM, line_mm)
        _title_points(pdf, x_mm + 34, line_mm, sheet.abilities.get(name, 0), titles.get(name, 0))


def _title_points(pdf: "FPDF", x_mm: float, y_mm: float, value: int, points: int) -> None:
    """A disc in a grey box for each point of a title; more than there are boxes stand as a number."""
    boxes = range(max(LEVELS - 2, min(value, LEVELS - 1)), LEVELS)
    if points > len(boxes):
        box_mm = x_mm + boxes[0] * (BOX_MM + 1)
        put_within(pdf, box_mm, y_mm + 0.7, BOX_MM, f"+{points}", size_pt=9, bold=True)
        return
    inset_mm = BOX_MM * 0.2
    pdf.set_fill_color(0)
    for level in boxes[:points]:
        box_mm = x_mm + level * (BOX_MM + 1)
        pdf.ellipse(box_mm + inset_mm, y_mm + inset_mm, BOX_MM - 2 * inset_mm, BOX_MM - 2 * inset_mm, style="F")


def _stamina(pdf: "FPDF", x_mm: float, y_mm: float, language: Language) -> None:
    """A track from the bell down to the knock-out (CW-STAM-01, -02)."""
    put(pdf, x_mm, y_mm, _STAMINA.of(language), size_pt=9, bold=True)
    points = range(STAMINA_AT_THE_BELL, KNOCK_OUT_AT - 1, -1)
    pdf.set_draw_color(0)
    for index, value in enumerate(points):
        at_mm = x_mm + index * 5.45
        pdf.set_line_width(0.6 if value in {STAMINA_AT_THE_BELL, 10, 0, KNOCK_OUT_AT} else 0.2)
        pdf.rect(at_mm, y_mm + 6, 5.45, 7)
        put_within(pdf, at_mm, y_mm + 8, 5.45, str(value), size_pt=8, bold=value in {10, 0, KNOCK_OUT_AT})


def _card(pdf: "FPDF", x_mm: float, y_mm: float, word: str, colour: tuple[int, int, int], sign: str) -> None:
    width_mm, height_mm = CARD_MM
    pdf.set_fill_color(*colour)
    pdf.rect(x_mm, y_mm, width_mm, height_mm, style="F")
    pdf.set_fill_color(0)
    middle_mm, size_mm, top_mm = x_mm + width_mm / 2, 10.0, y_mm + 4
    if sign == "circle":
        pdf.ellipse(middle_mm - size_mm / 2, top_mm, size_mm, size_mm, style="F")
    elif sign == "triangle":
        corners = [
            (middle_mm, top_mm),
            (middle_mm - size_mm / 2, top_mm + size_mm),
            (middle_mm + size_mm / 2, top_mm + size_mm),
        ]
        pdf.polygon(corners, style="F")
    else:
        pdf.rect(middle_mm - size_mm / 2, top_mm, size_mm, size_mm, style="F")
    put_within(pdf, x_mm + 2, y_mm + 19, width_mm - 4, word, size_pt=16, bold=True)
