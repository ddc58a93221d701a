"""A show on paper: belts, results, the season table and the roster, black on white, with the type embedded."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.games.clay_wrestling.model import ABILITIES
from companion.kernel.text import Language, Text, plural
from companion.store.belts import lineage
from companion.store.belts_table import table as belts_table
from companion.store.bracket import brackets
from companion.store.exchange import sound_rows
from companion.store.moments import FIRST, moment, shown
from companion.store.page import FONT, LINE_MM, TEXT_PT, new_document, save
from companion.store.people import People, fold
from companion.store.records_table import Cells, results_with_trace, roster_lines, season_lines
from companion.store.show import Show
from companion.store.tournaments import bracket_lines, standing

HEADING_PT, TITLE_PT = 13, 20
GREY = 225  # of a heading row; a photocopy keeps the black letters on it
_TITLE = Text("Show {name}", "Velada {name}")
_SPAN = Text("{first} to {last}, {n}", "{first} a {last}, {n}")
_EVENTS = Text("{n} event", "{n} evento"), Text("{n} events", "{n} eventos")
_CHECK = Text(
    "The last row of the journal has the hash {hash}; `companion verify` checks the file.",
    "La última fila del diario tiene el hash {hash}; `companion verify` comprueba el archivo.",
)
_BELTS = Text("Belts", "Cinturones")
_RESULTS = Text("Results", "Resultados")
_SEASON = Text("Table", "Clasificación")
_TOURNAMENT = Text("Tournament {name}: {now}", "Torneo {name}: {now}")
_TOURNAMENT_HEADER = [Text("round", "ronda"), Text("match", "combate"), Text("result", "resultado")]
_ROSTER = Text("Fighters", "Luchadores")


def export_pdf(
    show: Show,
    target: Path,
    language: Language,
    paper: str = "A4",
    warn: Callable[[Text], None] | None = None,
) -> tuple[int, tuple[Text, ...]]:
    """Write the show's results on A4 or Letter pages; gives how many there are, and the tables that stand on them.

    Args:
        warn: is told of letters that the type does not have.

    Raises:
        FileProblemError: the journal does not hold, the type is missing, or the file cannot be written.
        UsageProblemError: the paper is not known.
    """
    stored = list(sound_rows(show))
    people = fold(show.rows())
    times = [row[1] for row in stored] or [0]
    lacking: list[str] = []
    # the same show gives the same pages
    pdf = new_document(language, paper=paper, at=max(FIRST, moment(times[-1]) or FIRST), lacking=lacking)
    pdf.add_page()
    pdf.set_title(_TITLE.of(language).format(name=show.path.stem))
    _write(pdf, TITLE_PT, "B", _TITLE.of(language).format(name=show.path.stem))
    span = _SPAN.filled(first=shown(times[0]), last=shown(times[-1]), n=plural(len(stored), *_EVENTS))
    _write(pdf, TEXT_PT, "", span.of(language))
    tables = [table for table in _tables(people, times[-1], language) if len(table[1]) > 1]
    for heading, cells, widths in tables:
        _write(pdf, HEADING_PT, "B", heading.of(language))
        _table(pdf, cells, widths)
    if stored:
        pdf.ln(LINE_MM)
        _write(pdf, TEXT_PT, "", _CHECK.of(language).format(hash=stored[-1][5]))
    return save(pdf, target, lacking, warn), tuple(heading for heading, _, _ in tables)


def _tables(people: People, now_ms: int, language: Language) -> list[tuple[Text, Cells, Sequence[int]]]:
    belts = belts_table(lineage(people), now_ms, 0, language)
    header = [word.of(language) for word in _TOURNAMENT_HEADER]
    tournaments: list[tuple[Text, Cells, Sequence[int]]] = [
        (_TOURNAMENT.filled(name=name, now=standing(each)), [header, *bracket_lines(each, language)], (8, 40, 24))
        for name, each in brackets(people).items()
    ]
    return [
        (_BELTS, belts, (18, 18, 9, 21, 21, 7, 11, 16, 12)),
        (_RESULTS, results_with_trace(people, language), (12, 40, 24, 16, 18)),
        *tournaments,
        (_SEASON, season_lines(people, language), (8, 30, 10, 10, 10, 10)),
        (_ROSTER, roster_lines(people, language), (24, 18, 13, 14, *[7] * len(ABILITIES))),
    ]


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
