"""A show on paper: belts, results, the season table and the roster, black on white, with the type embedded."""

import importlib.util
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.config.strict import replacing
from companion.errors import FileProblemError
from companion.games.clay_wrestling.model import ABILITIES
from companion.kernel.text import Language, Text
from companion.store.belts import lineage
from companion.store.belts_table import table as belts_table
from companion.store.exchange import sound_rows
from companion.store.people import People, fold, key_of
from companion.store.records import season_table
from companion.store.show import Show

if TYPE_CHECKING:
    from fpdf import FPDF

FONT_PACKAGE = "fontpkg_fira_sans_condensed"
FONT = "Fira"
TEXT_PT, HEADING_PT, TITLE_PT = 9, 13, 20
LINE_MM = 5.0
MARGIN_MM = 15
GREY = 225  # of a heading row; a photocopy keeps the black letters on it
_TITLE = Text("Show {name}", "Velada {name}")
_SPAN = Text("{first} to {last}, {n} events", "{first} a {last}, {n} eventos")
_CHECK = Text(
    "The last row of the journal has the hash {hash}; `companion verify` checks the file.",
    "La última fila del diario tiene el hash {hash}; `companion verify` comprueba el archivo.",
)
_BELTS = Text("Belts", "Cinturones")
_RESULTS = Text("Results", "Resultados")
_SEASON = Text("Table", "Clasificación")
_ROSTER = Text("Fighters", "Luchadores")
_PAGE = Text("page {n}", "página {n}")
_RESULT_HEADER = (
    Text("match", "combate"),
    Text("fighters", "luchadores"),
    Text("winner", "ganador"),
    Text("by", "por"),
    Text("belt", "cinturón"),
)
_SEASON_HEADER = (
    Text("place", "puesto"),
    Text("fighter", "luchador"),
    Text("matches", "combates"),
    Text("won", "ganados"),
    Text("lost", "perdidos"),
    Text("drawn", "empatados"),
)
_ROSTER_HEADER = (
    Text("fighter", "luchador"),
    Text("player", "jugador"),
    Text("clay", "plastilina"),
    Text("class", "clase"),
)
_ABILITY_HEADER = (
    Text("Com", "Com"),
    Text("Spe", "Vel"),
    Text("Str", "Fue"),
    Text("Tec", "Téc"),
    Text("Res", "Res"),
    Text("Strike", "Gol"),
    Text("Whip", "Lát"),
    Text("Supl", "Supl"),
    Text("Subm", "Sum"),
    Text("Cntr", "Con"),
)
_DRAW = Text("draw", "empate")
_CORRECTED = Text("{bout} (corrected)", "{bout} (corregido)")
Cells = Sequence[Sequence[str]]


def export_pdf(show: Show, target: Path, language: Language) -> int:
    """Write the show's results on A4 pages; gives the number of rows of the journal they were folded from.

    Raises:
        FileProblemError: the journal does not hold, the type is missing, or the file cannot be written.
    """
    stored = list(sound_rows(show))
    people = fold(show.rows())
    times = [row[1] for row in stored] or [0]
    pdf = _page(times[-1], language)
    pdf.set_title(_TITLE.of(language).format(name=show.path.stem))
    _write(pdf, TITLE_PT, "B", _TITLE.of(language).format(name=show.path.stem))
    span = _SPAN.filled(first=_time(times[0]), last=_time(times[-1]), n=len(stored))
    _write(pdf, TEXT_PT, "", span.of(language))
    for heading, cells, widths in _tables(people, times[-1], language):
        if len(cells) > 1:
            _write(pdf, HEADING_PT, "B", heading.of(language))
            _table(pdf, cells, widths)
    if stored:
        pdf.ln(LINE_MM)
        _write(pdf, TEXT_PT, "", _CHECK.of(language).format(hash=stored[-1][5]))
    with replacing(target) as file:
        file.write(bytes(pdf.output()))
    return len(stored)


def _tables(people: People, now_ms: int, language: Language) -> list[tuple[Text, Cells, Sequence[int]]]:
    belts = belts_table(lineage(people), now_ms, 0, language)
    return [
        (_BELTS, belts, (20, 22, 10, 18, 18, 8, 12, 18)),
        (_RESULTS, _results(people, language), (12, 40, 24, 14, 18)),
        (_SEASON, _season(people, language), (8, 30, 10, 10, 10, 10)),
        (_ROSTER, _roster(people, language), (24, 18, 14, 14, *[7] * len(ABILITIES))),
    ]


def _results(people: People, language: Language) -> Cells:
    lines = [[column.of(language) for column in _RESULT_HEADER]]
    for _, bout in people.bouts:
        name = _CORRECTED.of(language).format(bout=bout.bout) if bout.bout in people.corrected else bout.bout
        winner = ", ".join(bout.winners) or _DRAW.of(language)
        lines.append([name, " – ".join(bout.fighters), winner, bout.ending.replace("_", " "), bout.belt])
    return lines


def _season(people: People, language: Language) -> Cells:
    lines = [[column.of(language) for column in _SEASON_HEADER]]
    for record in season_table(people):
        numbers = (record.bouts, record.wins, record.losses, record.draws)
        lines.append([str(record.place), record.fighter, *map(str, numbers)])
    return lines


def _roster(people: People, language: Language) -> Cells:
    lines = [[column.of(language) for column in (*_ROSTER_HEADER, *_ABILITY_HEADER)]]
    for sheet in sorted(people.sheets.values(), key=lambda sheet: key_of(sheet.name)):
        abilities = [str(sheet.abilities.get(ability, "")) for ability in ABILITIES]
        lines.append([sheet.name, sheet.player, sheet.clay_colour, sheet.class_, *abilities])
    return lines


def _page(at_ms: int, language: Language) -> "FPDF":
    from fpdf import FPDF

    class Page(FPDF):
        def footer(self) -> None:
            self.set_y(-MARGIN_MM)
            self.set_font(FONT, "", TEXT_PT)
            self.cell(0, LINE_MM, _PAGE.of(language).format(n=self.page_no()), align="C")

    pdf = Page(format="A4")
    pdf.set_margin(MARGIN_MM)
    pdf.set_auto_page_break(auto=True, margin=MARGIN_MM + LINE_MM)
    pdf.set_creation_date(_moment(at_ms))  # of the last row, so that the same show gives the same pages
    pdf.add_font(FONT, "", _font_file("Medium"))
    pdf.add_font(FONT, "B", _font_file("Bold"))
    pdf.add_page()
    return pdf


def _font_file(cut: str) -> Path:
    spec = importlib.util.find_spec(FONT_PACKAGE)
    if spec is None or spec.origin is None:
        raise FileProblemError("the type for printing is missing; run: pip install fontpkg-fira-sans-condensed")
    return Path(spec.origin).parent / "files" / f"FiraSansCondensed-{cut}.ttf"


def _write(pdf: Any, size_pt: int, style: str, text: str) -> None:
    pdf.ln(LINE_MM / 2)
    pdf.set_font(FONT, style, size_pt)
    pdf.multi_cell(0, LINE_MM * max(1.0, size_pt / 11), text, align="L", new_x="LMARGIN", new_y="NEXT")


def _table(pdf: Any, cells: Cells, widths: Sequence[int]) -> None:
    from fpdf.fonts import FontFace

    pdf.set_font(FONT, "", TEXT_PT)
    heading = FontFace(emphasis="BOLD", fill_color=GREY)
    with pdf.table(
        col_widths=tuple(widths),
        headings_style=heading,
        line_height=LINE_MM,
        text_align="LEFT",
        borders_layout="HORIZONTAL_LINES",
    ) as table:
        for line in cells:
            table.row(list(line))


def _time(at_ms: int) -> str:
    return _moment(at_ms).strftime("%Y-%m-%d %H:%M")


def _moment(at_ms: int) -> datetime:
    """A clock that was far off gives the first day of the count."""
    start = datetime(1970, 1, 1, tzinfo=timezone.utc)
    try:
        moment = start + timedelta(milliseconds=at_ms)
    except OverflowError:
        return start
    return max(start, moment)
