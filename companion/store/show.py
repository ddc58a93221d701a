"""The show file: one evening's journal, durable when `append` returns (DESIGN.md section 4, "Show file").

SQLite, write-ahead log, `synchronous = FULL`. One process writes, any number read.
"""

import contextlib
import json
import sqlite3
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.errors import FileProblemError
from companion.kernel.text import Text
from companion.store import schema
from companion.store.backups import backups_of, copy_database
from companion.store.checks import VerifyReport, check_journal, connect_to_read, refuse_held, stored_rows, verify
from companion.store.codec import EVENT_VERSION, Row, event_of, event_text, plain_text, row_hash
from companion.store.lock import WriterLock
from companion.store.log_end import is_log_whole, look_at_log, lost_in_log
from companion.store.merging import merge_side_file
from companion.store.migrating import migrate
from companion.store.opening import (
    DATABASE_TROUBLE,
    check_version,
    connect,
    connect_to_write,
    create,
    disk_reason,
    followed,
    reason,
    reason_es,
    recognise,
    set_journal_mode,
    take_in_log,
    tidy,
)
from companion.store.pending import Commit, ShowWriteError, SideFile
from companion.store.places import free_bytes, place_warnings
from companion.store.telling import tell

__all__ = ["Row", "Show", "ShowWriteError", "VerifyReport", "verify"]

READER_MS = 300  # a reader is at the file for milliseconds; the window that closes waits no longer
LIVE_WAIT_MS = 50  # the crowd board can miss a position; the match cannot wait for one
_ALONE = Text(
    "{path}: {why}: until there is room it may take nothing, and no other program can read it meanwhile",
    "{path}: {why}: hasta que haya sitio puede no guardarse nada, y mientras tanto ningún otro programa puede leerla",
)
_TRIGGERS_BACK = Text(
    "{path}: somebody took away what keeps the journal append-only ({names}); it is back",
    "{path}: alguien quitó lo que mantiene el diario sin cambios ({names}); está repuesto",
)


class Show:
    """An open show file. Usable from several threads of one process; each call is one transaction."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: WriterLock | None) -> None:
        self.path = path
        self.warnings: list[Text] = []
        self._is_alone = False  # without room for SQLite's index of the log nobody else can read; see `_share_again`
        self.waiting: list[Commit] = []  # from the side file, where the disk still refuses them
        self._connection = connection
        self._lock = lock
        self._live: sqlite3.Connection | None = None
        self._closed = False
        self._is_new = self._is_abandoned = False
        self._is_ready = False  # opened to write, and found good
        self._guard = threading.RLock()
        self._place = _place_of(path)
        self._live_guard = threading.Lock()  # its own: whoever tells positions never waits for a commit that waits

    @classmethod
    def open(cls, path: Path | str, *, create: bool = True, readonly: bool = False) -> "Show":
        """Open a show file; `create` makes a new one where there is none and `readonly` is not asked for.

        Raises:
            FileProblemError: zero bytes, cut off, foreign, newer, damaged, not writable, or being written by another
                process. The file is never overwritten.
        """
        path = followed(path)
        return cls._open_to_read(path) if readonly else cls._open_to_write(path, may_create=create)

    @classmethod
    def _open_to_read(cls, path: Path) -> "Show":
        recognise(path)
        lost = lost_in_log(path)
        if lost is not None:
            tell(lost)
        connection = connect_to_read(path)
        try:
            _check_tables(connection, path)
        except BaseException:
            connection.close()
            tidy(path)
            raise
        return cls(path, connection, None)

    @classmethod
    def _open_to_write(cls, path: Path, *, may_create: bool) -> "Show":
        if not path.exists():
            if not may_create:
                raise FileProblemError(f"{path}: no such file", f"{path}: no existe ese archivo")
            if not path.parent.is_dir():
                raise FileProblemError(
                    f"{path}: the folder {path.parent} does not exist", f"{path}: la carpeta {path.parent} no existe"
                )
        else:
            recognise(path)  # before anything is written beside it
        lock = WriterLock(path)
        try:
            is_new = not path.exists()
            if is_new:
                create(path)
            recognise(path)
            left = look_at_log(path)
            connection, trouble = connect_to_write(path)
            show = cls(path, connection, lock)
            show._is_new = is_new
            show.warnings += left
            if trouble is not None:
                show._is_alone = True
                show.warnings.append(_ALONE.filled(path=path, why=trouble))
        except BaseException:
            lock.release()
            raise
        try:
            show._prepare_to_write()
        except BaseException:
            show.close()
            raise
        for warning in show.warnings:
            tell(warning)
        return show

    def _prepare_to_write(self) -> None:
        version = _check_tables(self._connection, self.path)
        report = check_journal(self._connection)
        if not report.ok:
            newest = backups_of(self.path)[-1:]
            remedy = f"the newest backup is {newest[0]}" if newest else "take a backup"
            remedio = f"la copia de seguridad más nueva es {newest[0]}" if newest else "usa una copia de seguridad"
            raise FileProblemError(
                f"{self.path}: {report}; this file is only read from now on, {remedy}",
                f"{self.path}: {report.spanish}; desde ahora este archivo solo se lee, {remedio}",
            )
        try:
            self.warnings += set_journal_mode(self._connection, self.path)
            names = schema.missing_triggers(self._connection) if version == schema.SCHEMA_VERSION else []
            self._connection.execute("BEGIN IMMEDIATE")
            schema.restore_triggers(self._connection, names)
            self._connection.execute("COMMIT")
            self._connection.execute("BEGIN IMMEDIATE")  # can it be written at all? a file that only reads says so here
            self._connection.execute("UPDATE head SET seq = seq")
            self._connection.execute("ROLLBACK")
        except DATABASE_TROUBLE as error:
            why = disk_reason(self.path, error)
            raise FileProblemError(
                f"{self.path}: cannot be written: {why}", f"{self.path}: no se puede escribir: {why.es}"
            ) from None
        self.warnings += migrate(self, version)
        if names:
            self.warnings.append(_TRIGGERS_BACK.filled(path=self.path, names=", ".join(names)))
        self.warnings += place_warnings(self.path)
        self.warnings += merge_side_file(self)
        self._is_ready = True

    def append(self, events: Sequence[Mapping[str, Any]], by: str, at_ms: int) -> list[int]:
        """Write events as one commit; they are on disk when this returns.

        Returns:
            Their numbers in the journal.

        Raises:
            ShowWriteError: the file is locked by another program for more than the waiting time, the disk is full or
                failed; nothing was written.
            NotationError: an event is not plain data with a name.
        """
        texts = [event_text(event) for event in events]
        if not texts:
            return []
        with self._guard:
            self._write_what_waits()
            return self._insert(texts, by, at_ms, EVENT_VERSION)

    def write(self, commit: Commit) -> None:
        """Write a commit that has waited, unless it is in the journal already: it may have got there before a failure
        was reported.

        Raises:
            ShowWriteError: it cannot be written now, or its number is taken by other events.
        """
        with self._guard:
            last = self._read_end()[0]
            if commit.first_seq == last + 1:
                self._insert(commit.texts, commit.by, commit.at_ms, commit.v)
            elif not self.has(commit):
                raise ShowWriteError(
                    f"{self.path}: event {commit.first_seq} does not follow event {last}",
                    es=f"{self.path}: el evento {commit.first_seq} no sigue al evento {last}",
                )

    def _insert(self, texts: Sequence[str], by: str, at_ms: int, v: int) -> list[int]:
        if self._lock is None:
            raise ShowWriteError(
                f"{self.path}: is open for reading only", es=f"{self.path}: está abierto solo para leer"
            )
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            first, previous = self._end()
            rows = []
            for seq, text in enumerate(texts, start=first + 1):
                previous = row_hash(previous, seq, at_ms, by, v, text)
                rows.append((seq, at_ms, by, v, text, previous))
            self._connection.executemany("INSERT INTO journal VALUES(?, ?, ?, ?, ?, ?)", rows)
            self._connection.execute("COMMIT")
        except DATABASE_TROUBLE as error:
            self._roll_back()
            raise _not_saved(self.path, error) from None
        except BaseException:
            self._roll_back()
            raise
        self._share_again()
        return [row[0] for row in rows]

    def _share_again(self) -> None:
        """Once the disk takes something again, others may read as before."""
        if not self._is_alone:
            return
        self._connection.close()
        self._connection, trouble = connect_to_write(self.path)
        self._is_alone = trouble is not None
        with contextlib.suppress(*DATABASE_TROUBLE):
            set_journal_mode(self._connection, self.path)

    def has(self, commit: Commit) -> bool:
        """Whether the journal has exactly these events under their numbers.

        Raises:
            ShowWriteError: the journal cannot be read now.
        """
        try:
            stored = self._connection.execute(
                "SELECT at_ms, by, v, event FROM journal WHERE seq BETWEEN ? AND ? ORDER BY seq",
                (commit.first_seq, commit.last_seq),
            ).fetchall()
        except DATABASE_TROUBLE as error:
            raise _not_saved(self.path, error) from None
        return stored == [(commit.at_ms, commit.by, commit.v, text) for text in commit.texts]

    def _read_end(self) -> tuple[int, str]:
        try:
            return self._end()
        except DATABASE_TROUBLE as error:
            raise _not_saved(self.path, error) from None

    def _write_what_waits(self) -> None:
        if self.waiting:
            while self.waiting:
                self.write(self.waiting[0])
                del self.waiting[0]
            SideFile(self.path).remove()

    def rows(self, after: int = 0, named: Collection[str] | None = None) -> Iterator[Row]:
        """The journal's rows after number `after`, in order; only those whose events are `named`, if that is given.

        Raises:
            FileProblemError: a row cannot be read, or is of a newer version.
        """
        stored = stored_rows(self._connection, after, named)
        while True:
            try:
                with self._guard:
                    row = next(stored, None)
                if row is None:
                    return
                seq, at_ms, by, v, text, stored_hash = row
                event = event_of(text)
            except (*DATABASE_TROUBLE, ValueError, TypeError) as error:
                raise FileProblemError(
                    f"{self.path}: row after {after} cannot be read: {reason(error)}",
                    f"{self.path}: la fila que sigue a {after} no se puede leer: {reason_es(error)}",
                ) from None
            if v > EVENT_VERSION:
                raise FileProblemError(
                    f"{self.path}: row {seq} was written by a newer version; update the program",
                    f"{self.path}: la fila {seq} la escribió una versión más nueva; actualiza el programa",
                )
            after = seq
            if named is None or event["name"] in named:
                yield Row(seq, at_ms, by, v, event, stored_hash)

    @property
    def is_alone(self) -> bool:
        """Whether the disk has no room for what lets others read the show while it is written."""
        return self._is_alone

    @property
    def connection(self) -> sqlite3.Connection:
        """The database itself, for what only reads it."""
        return self._connection

    @property
    def last_seq(self) -> int:
        """Number of the last row, 0 for an empty journal."""
        return int(self._read(self._end)[0])

    @property
    def last_hash(self) -> str:
        return str(self._read(self._end)[1])

    @property
    def free_bytes(self) -> int | None:
        """Free space on the show's disk, None where the system does not tell."""
        return free_bytes(self.path)

    def set_live(self, body: Mapping[str, Any]) -> bool:
        """Overwrite the one `live` row (positions, heartbeats); it is no history and never holds up the match.

        Returns:
            False where it could not be written at once.
        """
        text = plain_text(dict(body))
        with self._live_guard:
            try:
                if self._lock is None or self._closed or self._is_alone:
                    return False
                if self._live is None:
                    self._live = connect(self.path, "rw")
                    # without a sync a commit: the next commit of the journal syncs the log with it, in order
                    self._live.execute("PRAGMA synchronous = NORMAL")
                    self._live.execute(f"PRAGMA busy_timeout = {LIVE_WAIT_MS}")
                self._live.execute("INSERT OR REPLACE INTO live VALUES(1, ?)", (text,))
            except DATABASE_TROUBLE:
                return False
        return True

    def live(self) -> dict[str, Any] | None:
        """The `live` row, None if there is none or it is damaged."""
        row = self._read(lambda: self._connection.execute("SELECT body FROM live").fetchone())
        try:
            body = json.loads(row[0]) if row else None
        except (ValueError, TypeError, RecursionError):
            return None
        return body if isinstance(body, dict) else None

    def backup_to(self, target: Path) -> None:
        """Copy the show into a new file at `target`, whole and synced, while it is in use.

        Raises:
            FileProblemError: it cannot be written there, or something is there already.
        """
        with self._guard:
            copy_database(self._connection, target)

    @property
    def is_in_place(self) -> bool:
        """Whether the file at the path is still the one that is open: people move and delete files that are in use."""
        return self._place is None or _place_of(self.path) == self._place

    def put_back(self) -> "Show":
        """Close this file and open a whole copy of it: at its old place, or beside whatever is there now.

        Raises:
            FileProblemError: the copy cannot be written; this show stays open.
        """
        with self._guard:
            number, target = 1, self.path
            while target.exists():
                number += 1
                target = self.path.with_name(f"{self.path.stem}-{number}{self.path.suffix}")
            self.backup_to(target)
            self.close()
        return Show.open(target, create=False)

    def wait_at_most(self, wait_ms: int) -> None:
        """How long a commit waits for another program's lock; 5,000 ms from the start."""
        with self._guard:
            self._connection.execute(f"PRAGMA busy_timeout = {int(wait_ms)}")

    def abandon(self) -> None:
        """What the show was opened for is refused: a file that this opening made goes away again with `close`, if
        nothing was written into it.
        """
        self._is_abandoned = True

    def _is_for_nothing(self) -> bool:
        with contextlib.suppress(FileProblemError):
            return self._is_abandoned and self._is_new and not self._closed and not self.waiting and not self.last_seq
        return False

    def close(self) -> None:
        """Close the file and give the writer's lock back; may be called twice."""
        with self._guard, self._live_guard:
            is_for_nothing = self._is_for_nothing()
            if self._is_ready and not self._closed:
                self._empty_log()
            self._closed = True
            for connection in (self._live, self._connection):
                if connection is not None:
                    with contextlib.suppress(sqlite3.Error):
                        connection.close()
            if is_for_nothing:
                with contextlib.suppress(OSError):
                    self.path.unlink()
            if self._lock is not None:
                self._lock.release()
            elif is_log_whole(self.path):
                # the referee left first: who closes last makes the show one file again, which can be copied
                take_in_log(self.path)

    def _empty_log(self) -> None:
        """Bring what waits in the log into the file, so that it can be copied while a crowd board still has it open.

        A reader that is at it just now is not waited for long: then whoever closes last does it.
        """
        with contextlib.suppress(*DATABASE_TROUBLE):
            self._connection.execute(f"PRAGMA busy_timeout = {READER_MS}")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def __enter__(self) -> "Show":  # noqa: PYI034  # `Self` came with Python 3.11
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self.abandon()
        self.close()

    def _end(self) -> tuple[int, str]:
        row = self._connection.execute("SELECT seq, hash FROM head").fetchone()
        return int(row[0]), str(row[1])

    def _read(self, query: Any) -> Any:
        with self._guard:
            try:
                return query()
            except (*DATABASE_TROUBLE, TypeError, ValueError) as error:
                raise FileProblemError(
                    f"{self.path}: cannot be read: {reason(error)}",
                    f"{self.path}: no se puede leer: {reason_es(error)}",
                ) from None

    def _roll_back(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")


def _place_of(path: Path) -> tuple[int, int] | None:
    """What tells a file from every other one; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _not_saved(path: Path, error: Exception) -> ShowWriteError:
    why = disk_reason(path, error)
    return ShowWriteError(
        f"{path}: not saved: {why}", str(why), es=f"{path}: no se ha guardado: {why.es}", reason_es=why.es
    )


def _check_tables(connection: sqlite3.Connection, path: Path) -> int:
    """The file's schema version, after its tables were found as they should be."""
    try:
        version = check_version(connection, path)
        strange = schema.strangeness(connection) if version == schema.SCHEMA_VERSION else None
    except DATABASE_TROUBLE as error:
        refuse_held(path, error)
        why = disk_reason(path, error)
        raise FileProblemError(f"{path}: cannot be opened: {why}", f"{path}: no se puede abrir: {why.es}") from None
    if strange:
        raise FileProblemError(f"{path}: {strange}; it was left as it is", f"{path}: {strange.es}; queda como estaba")
    return version
