"""Tables for spreadsheets: CSV as programs write it, and as people open it by double click (field notes H-06)."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.config.decoding import decode
from companion.errors import FileProblemError
from companion.kernel.text import Text

SEPARATORS = (";", ",", "\t")
MAX_ROWS = 100_000
MAX_COLUMNS = 200
# a cell that begins like this is a formula to a spreadsheet; an apostrophe before it makes it text again
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")

_CSV_REASONS = {
    "unexpected end of data": Text("a quotation mark is never closed", "unas comillas no se cierran"),
    "expected after": Text("text follows a closing quotation mark", "hay texto detrás de unas comillas que se cierran"),
    "field larger than field limit": Text("a cell is too long", "una celda es demasiado larga"),
}


@dataclass(frozen=True)
class Sheet:
    """A read table.

    Attributes:
        header: words of the first line, without spaces around them.
        rows: the line each row begins in, from 1, and its cells, as many as the header has.
        warnings: sentences for people.
        header_line: the line the header begins in, from 1.
    """

    name: str
    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    separator: str
    warnings: tuple[str, ...]
    header_line: int = 1


def read_sheet(raw: bytes, name: str) -> Sheet:
    """Read CSV with `;`, `,` or tab, with or without byte order mark, UTF-8, UTF-16 or cp1252, any line ends.

    Raises:
        ConfigError: the bytes are no text.
        FileProblemError: there is no header, a quote is never closed, or the table is too large.
    """
    text, warnings = decode(raw, name)
    if "\0" in text:
        raise FileProblemError(
            f"{name}: holds null characters, no table", f"{name}: tiene caracteres nulos, no es una tabla"
        )
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines_before = 0
    first, _, rest = text.partition("\n")
    separator = ""
    if first.strip().lower().startswith("sep=") and len(first.strip()) <= 5:  # as Excel writes it
        separator = first.strip()[4:] or "\t"
        text, lines_before = rest, 1
    separator = separator if separator in SEPARATORS else _separator_of(text)
    header: tuple[str, ...] = ()
    rows: list[tuple[int, tuple[str, ...]]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = header_line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                if not header:
                    header = tuple(cell.strip() for cell in cells)
                    header_line = line + lines_before
                else:
                    rows.append((line + lines_before, _fit(cells, len(header))))
                if len(rows) > MAX_ROWS or len(cells) > MAX_COLUMNS:
                    raise FileProblemError(
                        f"{name}: more than {MAX_ROWS} rows or {MAX_COLUMNS} columns",
                        f"{name}: más de {MAX_ROWS} filas o {MAX_COLUMNS} columnas",
                    )
            line = reader.line_num + 1
    except csv.Error as error:
        raise FileProblemError(
            f"{name}:{line + lines_before}: is no table: {_reason(error).en}",
            f"{name}:{line + lines_before}: no es una tabla: {_reason(error).es}",
        ) from None
    if not header:
        raise FileProblemError(
            f"{name}: is empty; the first line names the columns",
            f"{name}: está vacío; la primera línea da nombre a las columnas",
        )
    return Sheet(name, header, tuple(rows), separator, tuple(warnings), header_line)


def _reason(error: csv.Error) -> Text:
    """What the csv module says in English, and to programmers."""
    said = str(error)
    return next((text for part, text in _CSV_REASONS.items() if part in said), Text(said, said))


def write_sheet(header: Sequence[str], rows: Iterable[Sequence[str | float | None]], separator: str) -> bytes:
    """CSV that Excel opens by double click: UTF-8 with byte order mark, CRLF, the decimal sign that goes with it.

    Args:
        separator: `;` where the decimal sign is a comma (Spanish), `,` where it is a point (English), or tab.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    decimal = "," if separator == ";" else "."
    writer.writerow(header)
    for row in rows:
        writer.writerow([_cell(value, decimal) for value in row])
    return b"\xef\xbb\xbf" + out.getvalue().encode("utf-8", "replace")


def separator_for(language: str) -> str:
    """What spreadsheets of people who speak this language take without asking."""
    return ";" if language == "es" else ","


def number_in(cell: str) -> float:
    """Read a number with either decimal sign: `22,5`, `22.5`, `1 180,5`.

    Raises:
        ValueError: it is none.
    """
    text = cell.strip().replace("\xa0", "").replace("\u202f", "").replace(" ", "")
    if "," in text and "." in text:  # the last sign is the decimal one, the others part thousands
        thousands = "," if text.rfind(".") > text.rfind(",") else "."
        text = text.replace(thousands, "")
    text = text.replace(",", ".")
    if len(text) > 20 or not text.lstrip("+-").replace(".", "", 1).isdecimal():
        raise ValueError(f"{cell.strip()[:40]!r} is no number")
    return float(text)


def text_in(cell: str) -> str:
    """The text of a cell, without the apostrophe that keeps spreadsheets from reading it as a formula."""
    text = cell.strip()
    if text.startswith("'") and text[1:].lstrip("'").startswith(FORMULA_SIGNS):
        return text[1:]
    return text


def check_name(path: Path) -> None:
    """Refuse a spreadsheet's own format with the way out.

    Raises:
        FileProblemError: the file is no CSV by its name.
    """
    if path.suffix.lower() in {".xls", ".xlsx", ".ods"}:
        raise FileProblemError(
            f"{path}: save the table as CSV (UTF-8) first", f"{path}: guarda antes la tabla como CSV (UTF-8)"
        )


def _cell(value: str | float | None, decimal: str) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        is_formula = value.lstrip("'").startswith(FORMULA_SIGNS)
        return f"'{value}" if is_formula else value
    return f"{value:.15g}".replace(".", decimal)


def _fit(cells: list[str], columns: int) -> tuple[str, ...]:
    return tuple((cells + [""] * columns)[:columns]) if len(cells) <= columns else tuple(cells)


def _separator_of(text: str) -> str:
    """The sign that parts the first line that says something into most pieces, quotes left aside."""
    line = next((line for line in text.split("\n") if line.strip()), "")
    outside = "".join(part for index, part in enumerate(line.split('"')) if index % 2 == 0)
    return max(SEPARATORS, key=outside.count)
