"""`companion verify`: does the journal hold, row by row; which is the first row that does not."""

import contextlib
import sqlite3
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.errors import FileProblemError
from companion.kernel.text import Text, plural
from companion.store import schema
from companion.store.codec import FIRST_PREVIOUS_HASH, event_of, row_hash
from companion.store.log_end import lost_reason
from companion.store.opening import (
    DATABASE_TROUBLE,
    check_version,
    connect,
    followed,
    reason,
    reason_es,
    recognise,
    tidy,
)

PAGE_ROWS = 1_000
PAGE_BYTES = 4_000_000
INTEGERS = (0, 1, 3)  # places of seq, at_ms and v in a row
_ROWS = "SELECT seq, at_ms, by, v, event, hash FROM journal WHERE seq > ? {only} ORDER BY seq LIMIT ?"
_NAMED = (
    """AND (substr(event, 1, 9) <> '{{"name":"' OR substr(event, 10, instr(substr(event, 10), '"') - 1) IN ({marks}))"""
)
_IN_ORDER = Text("{n} event in order", "{n} evento en orden"), Text("{n} events in order", "{n} eventos en orden")
_MISSING = Text("the row is missing, the next one is {seq}", "la fila falta, la siguiente es {seq}")
_CUT_OFF = Text("the row is missing: rows were cut off the end", "la fila falta: se cortaron filas del final")
_WRONG_KIND = Text("a column is of the wrong kind", "una columna es de otro tipo")
_HEAD = Text(
    "the head of the journal says row {seq}, hash {hash}", "la cabecera del diario dice fila {seq}, hash {hash}"
)
_CHANGED = Text(
    "its hash is {stored}, due {found}: the row, or the one before it, was changed",
    "su hash es {stored}, tocaba {found}: se cambió la fila, o la anterior",
)
_STRUCTURE = Text("the file's structure is damaged: {why}", "la estructura del archivo está dañada: {why}")
_NO_EVENT = Text("its event cannot be read: {why}", "su evento no se puede leer: {why}")


class FileHeldError(FileProblemError):
    """Another program holds the file: nothing is wrong with it, it can be read later."""


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What a walk over the journal found.

    Attributes:
        events: rows that hold, from the first on.
        bad_seq: the first row that does not hold, None if all do.
        reason: why not; `reason_es` is the same in Spanish.
        last_hash: of the last row that holds.
    """

    ok: bool
    events: int
    bad_seq: int | None = None
    reason: str = ""
    reason_es: str = ""
    last_hash: str = FIRST_PREVIOUS_HASH

    def __str__(self) -> str:
        return f"ok {self.events} events" if self.ok else f"bad {self.bad_seq}: {self.reason}"

    def line(self, language: str) -> str:
        """What `companion verify` prints: the words of its contract, the reason in a language."""
        return str(self) if self.ok or language != "es" else f"bad {self.bad_seq}: {self.reason_es}"

    @property
    def spanish(self) -> str:
        """The report inside a Spanish sentence."""
        return plural(self.events, *_IN_ORDER).es if self.ok else f"fila {self.bad_seq} mal: {self.reason_es}"


def verify(path: Path | str) -> VerifyReport:
    """Walk over the journal of a show file, which is only read.

    Raises:
        FileProblemError: missing, foreign, empty, or written by a newer version.
        FileHeldError: another program holds it.
    """
    path = followed(path)
    recognise(path)
    try:
        lost = lost_reason(path)
        with contextlib.closing(connect_to_read(path)) as connection:
            report = _verify_open(connection, path)
    finally:
        tidy(path)
    if lost is None or not report.ok:
        return report
    return replace(report, ok=False, bad_seq=report.events + 1, reason=lost.en, reason_es=lost.es)


def _verify_open(connection: sqlite3.Connection, path: Path) -> VerifyReport:
    try:
        version = check_version(connection, path)
        strange = schema.strangeness(connection) if version == schema.SCHEMA_VERSION else None
    except DATABASE_TROUBLE as error:
        refuse_held(path, error)
        strange = _damaged(error)
    if strange:
        return VerifyReport(ok=False, events=0, bad_seq=1, reason=strange.en, reason_es=strange.es)
    return check_journal(connection)


def refuse_held(path: Path, error: Exception) -> None:
    """Tell a file that another program holds from a damaged one.

    Raises:
        FileHeldError: that is what SQLite said.
    """
    if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
        raise FileHeldError(
            f"{path}: cannot be read now: {reason(error)}", f"{path}: ahora no se puede leer: {reason_es(error)}"
        ) from None


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that only reads, also from a folder or disk that lets nothing be written."""
    connection = connect(path, "ro")
    try:
        connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        log = path.with_name(path.name + "-wal")
        if "locked" in str(error) or (log.exists() and log.stat().st_size > 0):
            return connection
        connection.close()
        # nobody writes here and nothing waits in the log: the file stands for itself, without locks
        return connect(path, "ro", immutable="1")
    except DATABASE_TROUBLE:
        return connection
    return connection


def check_journal(connection: sqlite3.Connection) -> VerifyReport:
    """Check every row, the end of the journal, and the file's own structure."""
    seq, previous = 0, FIRST_PREVIOUS_HASH

    def bad(why: Text) -> VerifyReport:
        return VerifyReport(ok=False, events=seq, bad_seq=seq + 1, reason=why.en, reason_es=why.es, last_hash=previous)

    try:
        for row in stored_rows(connection):
            problem = _problem(row, seq + 1, previous)
            if problem:
                return bad(problem)
            seq, previous = seq + 1, row[5]
        head = connection.execute("SELECT seq, hash FROM head").fetchall()
        if len(head) != 1 or not isinstance(head[0][0], int) or head[0][0] > seq:
            return bad(_CUT_OFF)
        if head != [(seq, previous)]:
            return bad(_HEAD.filled(seq=head[0][0], hash=_shown(head[0][1])))
        (structure,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if structure != "ok":
            return bad(_STRUCTURE.filled(why=" ".join(str(structure).split())))
    except DATABASE_TROUBLE as error:
        return bad(_damaged(error))
    return VerifyReport(ok=True, events=seq, last_hash=previous)


def stored_rows(
    connection: sqlite3.Connection, after: int = 0, named: Collection[str] | None = None
) -> Iterator[tuple[Any, ...]]:
    """Rows after `after` as they are stored, page by page: no long read holds up the writer.

    Args:
        named: names of events; rows whose event begins with another one are left out, as the database sees them. Those
            whose event does not begin with its name, as this program writes it, are not.
    """
    while True:
        page, is_last = _page(connection, after, named)
        yield from page
        if is_last:
            return
        after = page[-1][0]


def _page(
    connection: sqlite3.Connection, after: int, named: Collection[str] | None
) -> tuple[list[tuple[Any, ...]], bool]:
    """The next rows, and whether they are the last. Rows of a damaged file may each be as long as the file."""
    page: list[tuple[Any, ...]] = []
    try:
        return page, _read(connection, after, named, PAGE_ROWS, page) < PAGE_ROWS
    except DATABASE_TROUBLE:
        if not page:  # the sqlite3 module looks one row ahead and drops the sound one with the damaged one
            _read(connection, after, named, 1, page)
        return page, not page  # what is before the damage is read; the next page tells of it


def _read(
    connection: sqlite3.Connection,
    after: int,
    named: Collection[str] | None,
    limit: int,
    page: list[tuple[Any, ...]],
) -> int:
    """Put rows into `page` until it is full; gives their number, `limit` where more may follow."""
    size = 0
    names = sorted(named or ())
    only = "" if named is None else _NAMED.format(marks=", ".join("?" * len(names)))
    found = connection.execute(_ROWS.format(only=only), (after, *names, limit))
    with contextlib.closing(found):
        for row in found:
            page.append(row)
            size += sum(len(value) for value in row if isinstance(value, (str, bytes)))
            if size >= PAGE_BYTES:
                return limit
    return len(page)


def _problem(row: tuple[Any, ...], due: int, previous: str) -> Text | None:
    seq, at_ms, by, v, event, stored = row
    if seq != due:
        return _MISSING.filled(seq=seq)
    if not all(isinstance(row[place], int) for place in INTEGERS) or not all(isinstance(text, str) for text in row[4:]):
        return _WRONG_KIND
    if not isinstance(by, str):
        return _WRONG_KIND
    found = row_hash(previous, seq, at_ms, by, v, event)
    if found != stored:
        return _CHANGED.filled(stored=_shown(stored), found=_shown(found))
    try:
        event_of(event)
    except ValueError as error:
        return _NO_EVENT.filled(why=Text(reason(error), reason_es(error)))
    return None


def _damaged(error: Exception) -> Text:
    return Text(f"the file is damaged: {reason(error)}", f"el archivo está dañado: {reason_es(error)}")


def _shown(stored: Any) -> str:
    """The beginning of a hash; what a damaged file has in its place may hold line breaks or worse."""
    return "".join(sign if sign.isprintable() else "?" for sign in str(stored)[:16]) + "…"
