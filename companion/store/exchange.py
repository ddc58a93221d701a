"""A show handed out as JSON lines and taken back, equal to the byte (field notes G-08); or handed out as a table.

One line a row, in order: `{"seq":1,"at_ms":..,"by":"..","v":1,"event":{..},"hash":".."}`. The hash chain goes along, so
that a line changed, lost or moved on the way is found; a closing line `{"end":N,"hash":".."}` with the number of rows
and the hash of the last one tells a file that was cut off at a line end. Exports of older versions have none.
"""

import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from companion.config.ordinary import refuse_pipe
from companion.config.strict import replacing
from companion.errors import BilingualValueError, FileProblemError, NotationError
from companion.kernel.text import Language, Text, plural
from companion.store import schema
from companion.store.checks import check_journal, stored_rows
from companion.store.codec import EVENT_VERSION, FIRST_PREVIOUS_HASH, event_of, event_text, plain_text, row_hash
from companion.store.lock import WriterLock
from companion.store.moments import shown
from companion.store.opening import create, reason, reason_es
from companion.store.people import fold
from companion.store.records_table import results_sheet
from companion.store.sheets import separator_for, write_sheet
from companion.store.show import Show

LONGEST_LINE = 4_000_000
MAX_INTEGER = 2**63 - 1  # what a column holds
END = "end"
SECONDS = "%Y-%m-%d %H:%M:%S"
_NO_END = Text(
    "{source}: has no closing line: it is of an older version, or was cut off; taken over: {events}",
    "{source}: no tiene línea final: es de una versión anterior, o está cortado; importado: {events}",
)
_EVENTS = Text("{n} event", "{n} evento"), Text("{n} events", "{n} eventos")
KEYS = ("seq", "at_ms", "by", "v", "event", "hash")
COLUMNS = (
    Text("number", "número"),
    Text("time (UTC)", "hora (UTC)"),
    Text("by", "por"),
    Text("event", "evento"),
    Text("details", "detalles"),
)
StoredRow = tuple[int, int, str, int, str, str]


def export_jsonl(show: Show, target: Path) -> int:
    """Write the whole journal; gives the number of rows.

    Raises:
        FileProblemError: the journal does not hold, or the file cannot be written; an old one is as it was.
    """
    rows, last = 0, FIRST_PREVIOUS_HASH
    with replacing(target) as file:
        for seq, at_ms, by, v, text, stored in sound_rows(show):
            head = plain_text({"seq": seq, "at_ms": at_ms, "by": by, "v": v})[:-1]
            file.write(f'{head},"event":{text},"hash":"{stored}"}}\n'.encode())
            rows, last = seq, stored
        file.write(f"{plain_text({END: rows, 'hash': last})}\n".encode())
    return rows


def export_csv(show: Show, target: Path, language: Language) -> int:
    """Write the journal as a table that a spreadsheet opens by double click; gives the number of rows.

    Raises:
        FileProblemError: the journal does not hold, or the file cannot be written; an old one is as it was.
    """
    table = []
    for seq, at_ms, by, _, text, _ in sound_rows(show):
        event = event_of(text)
        name = str(event.pop("name"))
        table.append((str(seq), shown(at_ms, form=SECONDS), by, name, plain_text(event) if event else ""))
    header = [column.of(language) for column in COLUMNS]
    with replacing(target) as file:
        file.write(write_sheet(header, table, separator_for(language)))
    return len(table)


def export_results(show: Show, target: Path, language: Language) -> int:
    """Write the results of the matches as a table for a spreadsheet, corrections applied; gives their number.

    Raises:
        FileProblemError: the journal does not hold, or the file cannot be written; an old one is as it was.
    """
    _check(show)
    header, *lines = results_sheet(fold(show.rows()), language)
    with replacing(target) as file:
        file.write(write_sheet(header, lines, separator_for(language)))
    return len(lines)


def sound_rows(show: Show) -> Iterator[StoredRow]:
    """The journal's rows as stored, after it was checked: what is handed out must be right.

    Raises:
        FileProblemError: the journal does not hold.
    """
    events = _check(show)
    for row in stored_rows(show.connection):
        if row[0] > events:  # written since by the referee; the next export has it
            return
        yield row


def _check(show: Show) -> int:
    report = check_journal(show.connection)
    if not report.ok:
        raise FileProblemError(
            f"{show.path}: {report}; nothing was handed out", f"{show.path}: {report.spanish}; no se ha exportado nada"
        )
    return report.events


def import_jsonl(source: Path, show: Path, warn: Callable[[Text], None] | None = None) -> int:
    """Make a new show file of JSON lines; gives the number of rows. It is made whole or not at all.

    Args:
        warn: is told of a file without a closing line, which may be cut off.

    Raises:
        FileProblemError: the show is there already; the file is empty or cut off; a line cannot be read, or its number
            or hash does not fit.
    """
    if show.exists():
        raise FileProblemError(
            f"{show}: is there already; an import makes a new show file",
            f"{show}: ya existe; una importación crea un archivo de velada nuevo",
        )
    if not show.parent.is_dir():
        raise FileProblemError(
            f"{show}: the folder {show.parent} does not exist", f"{show}: la carpeta {show.parent} no existe"
        )
    refuse_pipe(source)
    reading = _Reading(source)

    def fill(connection: sqlite3.Connection) -> None:
        connection.executemany("INSERT INTO journal VALUES(?, ?, ?, ?, ?, ?)", reading.rows(file))
        if not reading.is_closed and not reading.last_seq:
            raise FileProblemError(f"{source}: is empty, no export", f"{source}: está vacío, no es una exportación")

    try:
        file = source.open("rb")
    except FileNotFoundError:
        raise FileProblemError(f"{source}: no such file", f"{source}: no existe ese archivo") from None
    except OSError as error:
        raise FileProblemError(
            f"{source}: cannot be read: {reason(error)}", f"{source}: no se puede leer: {reason_es(error)}"
        ) from None
    with contextlib.closing(file):
        lock = WriterLock(show)
        try:
            create(show, fill)
        finally:
            lock.release()
    if warn is not None and not reading.is_closed:
        warn(_NO_END.filled(source=source, events=plural(reading.last_seq, *_EVENTS)))
    return reading.last_seq


class _Reading:
    """The lines of an export, one after the other.

    Attributes:
        last_seq, last_hash: of the last row that was read.
        is_closed: the closing line was read.
    """

    def __init__(self, source: Path) -> None:
        self.source = source
        self.last_seq, self.last_hash = 0, FIRST_PREVIOUS_HASH
        self.is_closed = False

    def rows(self, file: BinaryIO) -> Iterator[StoredRow]:
        """The rows.

        Raises:
            FileProblemError: the file or a line cannot be read, or does not follow.
        """
        number = 0
        while line := self._line(file):
            number += 1
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            if not line.strip():
                continue
            if not self.last_seq and not line.lstrip().startswith(b"{"):
                _refuse_no_export(self.source, line)
            try:
                row = self._row(line)
            except ValueError as error:
                raise FileProblemError(
                    f"{self.source}:{number}: {reason(error)}; nothing was taken over",
                    f"{self.source}:{number}: {reason_es(error)}; no se ha importado nada",
                ) from None
            if row is not None:
                self.last_seq, self.last_hash = row[0], row[5]
                yield row

    def _line(self, file: BinaryIO) -> bytes:
        try:
            return file.readline(LONGEST_LINE + 1)
        except OSError as error:
            raise FileProblemError(
                f"{self.source}: cannot be read: {reason(error)}",
                f"{self.source}: no se puede leer: {reason_es(error)}",
            ) from None

    def _row(self, line: bytes) -> StoredRow | None:
        """The row of a line, None for the closing line."""
        fields = _fields(line)
        if self.is_closed:
            raise BilingualValueError("a line behind the closing line", "una línea detrás de la línea final")
        if END not in fields:
            return _row(fields, self.last_seq + 1, self.last_hash)
        if fields != {END: self.last_seq, "hash": self.last_hash}:
            due = repr(str(fields[END])[:20])
            raise BilingualValueError(
                f"the closing line says {due} events, {self.last_seq} are there: lines were lost or changed",
                f"la línea final dice {due} eventos y hay {self.last_seq}: se perdieron o cambiaron líneas",
            )
        self.is_closed = True
        return None


def _refuse_no_export(source: Path, begin: bytes) -> None:
    """Say what a file is that does not begin as an export does.

    Raises:
        FileProblemError: always.
    """
    if begin.startswith(schema.SQLITE_HEADER):
        raise FileProblemError(
            f"{source}: is a database, no export of a show; a show file is used as it is, with --show {source}; "
            f"an export is made with: companion export {source} --to X.jsonl",
            f"{source}: es una base de datos, no una exportación; un archivo de velada se usa tal cual, con --show "
            f"{source}; una exportación se hace con: companion export {source} --to X.jsonl",
        )
    raise FileProblemError(
        f"{source}: is no export of a show; give what companion export S.db --to X.jsonl wrote",
        f"{source}: no es una exportación de una velada; pon lo que escribió companion export S.db --to X.jsonl",
    )


def _row(fields: dict[str, Any], due: int, previous: str) -> StoredRow:
    unknown = [key for key in fields if key not in KEYS]
    if unknown:
        raise BilingualValueError(
            f"unknown key {unknown[0]!r}; known are {', '.join(KEYS)}",
            f"clave desconocida {unknown[0]!r}; se conocen {', '.join(KEYS)}",
        )
    seq, by, event = fields.get("seq"), fields.get("by"), fields.get("event")
    at_ms, v = _whole(fields.get("at_ms")), _whole(fields.get("v"))
    if _whole(seq) != due:
        raise BilingualValueError(f"seq is {seq!r}, due {due}", f"seq es {seq!r}, tocaba {due}")
    if at_ms is None or v is None or not isinstance(by, str) or not isinstance(event, dict):
        raise BilingualValueError(
            "at_ms and v are whole numbers, by is a text, event an object",
            "at_ms y v son números enteros, by es un texto y event un objeto",
        )
    if v > EVENT_VERSION:
        raise BilingualValueError(
            f"events of version {v} are of a newer program; update this one",
            f"los eventos de la versión {v} son de un programa más nuevo; actualiza este",
        )
    try:
        text = event_text(event)
    except NotationError as error:
        raise BilingualValueError(str(error), error.spanish) from None
    found = row_hash(previous, due, at_ms, by, v, text)
    if fields.get("hash") != found:
        raise BilingualValueError(
            f"its hash does not fit: this line, or one before it, was changed (due {found[:16]}…)",
            f"su hash no encaja: se cambió esta línea o una anterior (tocaba {found[:16]}…)",
        )
    return due, at_ms, by, v, text, found


def _fields(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise BilingualValueError(
            f"a line of more than {LONGEST_LINE // 1_000_000} MB", f"una línea de más de {LONGEST_LINE // 1_000_000} MB"
        )
    try:
        fields = json.loads(line)
    except RecursionError:
        raise BilingualValueError(
            "too many levels inside each other", "demasiados niveles uno dentro de otro"
        ) from None
    except UnicodeDecodeError:
        raise BilingualValueError("the line is no UTF-8", "la línea no es UTF-8") from None
    if not isinstance(fields, dict):
        raise BilingualValueError(
            "the line is no JSON object", "la línea no es un objeto JSON"
        )  # it is the text that is wrong
    return fields


def _whole(value: Any) -> int | None:
    is_whole = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_INTEGER
    return value if is_whole else None
