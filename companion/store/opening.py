"""Connections to show files: recognise what is none, create new ones whole, never overwrite (issue: the show file)."""

import contextlib
import glob
import json
import os
import secrets
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.config.ordinary import refuse_pipe
from companion.errors import FileProblemError, spanish
from companion.kernel.text import Text
from companion.store import schema
from companion.store.places import free_bytes

BUSY_TIMEOUT_MS = 5_000
# what the sqlite3 module raises over a damaged file: its own errors, and those of reading values that claim gigabytes
# or are no text
DATABASE_TROUBLE = (sqlite3.Error, UnicodeDecodeError, OverflowError, MemoryError)
LOG_PAGES = 48  # about 15 commits: who copies the file alone, without its log, misses no more of the match
_LIMIT_LENGTH = 0  # SQLITE_LIMIT_LENGTH
LONGEST_VALUE_BYTES = 64_000_000  # of one value of a row; the longest event that an import takes has 4 MB
LONGEST_REASON = 160
_JSON_REASONS = {  # the standard library speaks English only
    "Expecting value": "falta un valor",
    "Expecting ':' delimiter": "falta «:»",
    "Expecting ',' delimiter": "falta «,»",
    "Expecting property name enclosed in double quotes": "falta el nombre de un campo entre comillas dobles",
    "Extra data": "sobra texto al final",
    "Unterminated string starting at": "un texto no se cierra",
    "Invalid control character at": "hay un carácter de control",
    "Invalid \\escape": "una barra \\ no va seguida de nada conocido",
    "Invalid \\uXXXX escape": "detrás de \\u no hay cuatro cifras",
    "Illegal trailing comma before end of object": "sobra una coma al final",
    "Illegal trailing comma before end of array": "sobra una coma al final",
    "Unexpected UTF-8 BOM (decode using utf-8-sig)": "hay una marca de orden de bytes",
}
_DATABASE_REASONS = {  # SQLite's own sentences, as people say them
    "attempt to write a readonly database": Text("the file may only be read", "el archivo es de solo lectura"),
    "database disk image is malformed": Text("the file is damaged", "el archivo está dañado"),
    "database is locked": Text("another program holds the file", "otro programa tiene ocupado el archivo"),
    "database or disk is full": Text("the disk is full", "el disco está lleno"),
    "disk I/O error": Text("the disk cannot be read or written", "error de lectura o escritura del disco"),
    "file is not a database": Text("the file is no database", "el archivo no es una base de datos"),
    "unable to open database file": Text("the file cannot be opened", "no se puede abrir el archivo"),
}
NO_ROOM_BYTES = 100_000
"""What SQLite needs beside a commit: its index of the log grows by 32 kB."""
DISK_FULL = Text("the disk is full", "el disco está lleno")
NO_VALUE = Text("a value in it is not as long as it says", "un valor no es tan largo como dice")
NO_TEXT = Text("a text in it is no UTF-8", "un texto no está en UTF-8")
LONG_NUMBER = Text("a number has too many digits", "un número tiene demasiadas cifras")
CLASSIC_JOURNAL = Text(
    "{path}: this disk cannot keep the write-ahead log (it answers {mode}); the classic journal is used, "
    "which is as safe but makes the crowd board wait at times",
    "{path}: este disco no admite el registro de escritura anticipada (responde {mode}); se usa el diario clásico, "
    "igual de seguro, pero el marcador puede esperar a veces",
)


def connect(path: Path, mode: str, **parameters: str) -> sqlite3.Connection:
    """Open a database; `mode` is ro or rw, never creating. The caller commits by itself."""
    uri = f"{path.absolute().as_uri()}?mode={mode}" + "".join(f"&{key}={value}" for key, value in parameters.items())
    connection = sqlite3.connect(
        uri, uri=True, isolation_level=None, timeout=BUSY_TIMEOUT_MS / 1000, check_same_thread=False
    )
    # whoever made the file: its schema calls no function of ours, and its pages are checked as they are read
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    if hasattr(connection, "setlimit"):  # came with Python 3.11; before, the file's own size bounds a value
        connection.setlimit(_LIMIT_LENGTH, LONGEST_VALUE_BYTES)
    return connection


def live_at_rest(path: Path) -> dict[str, Any]:
    """The `live` row as the file itself has it; empty where there is none or it cannot be read.

    No lock is asked for, no log is looked into and no file is made: it never waits, and changes nothing. Not for a
    process that has the show open: closing the file here would drop its locks there.
    """
    try:
        if not path.is_file():
            return {}
        with contextlib.closing(connect(path, "ro", immutable="1")) as connection:
            row = connection.execute("SELECT body FROM live").fetchone()
        body = json.loads(row[0]) if row else None
    except (*DATABASE_TROUBLE, OSError, ValueError, TypeError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def connect_to_write(path: Path) -> tuple[sqlite3.Connection, Text | None]:
    """A connection that writes; on a disk without room for SQLite's index of the log it works alone, index in memory.

    Returns:
        The connection, and why it is alone; None while others can read.
    """
    connection = connect(path, "rw")
    try:
        connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        alone = connect(path, "rw")
        try:
            alone.execute("PRAGMA locking_mode = EXCLUSIVE")
            alone.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
        except DATABASE_TROUBLE:
            alone.close()
            return connect(path, "rw"), None
        return alone, disk_reason(path, error)
    except DATABASE_TROUBLE:
        pass  # a damaged file: whoever looks at it next says so
    return connection, None


def create(path: Path, fill: Callable[[sqlite3.Connection], None] | None = None) -> None:
    """Make a new show file, empty or filled by `fill` in one transaction: whole, or not there at all.

    It is built beside its place and renamed, so that a kill never leaves half a file under the name. The caller holds
    the writer's lock.
    """
    for leftover in path.parent.glob(f".{glob.escape(path.name)}.*.new*"):
        with contextlib.suppress(OSError):
            leftover.unlink()
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        fresh.touch(exist_ok=False)
        with contextlib.closing(connect(fresh, "rw")) as connection:
            schema.create(connection)
            if fill is not None:
                connection.execute("BEGIN IMMEDIATE")
                fill(connection)
                connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode = WAL")
        sync(fresh)
        fresh.rename(path)
        sync(path.parent)
    except BaseException as error:
        for part in path.parent.glob(f"{glob.escape(fresh.name)}*"):
            with contextlib.suppress(OSError):
                part.unlink()
        if isinstance(error, (OSError, *DATABASE_TROUBLE)):
            why = disk_reason(path, error)
            raise FileProblemError(
                f"{path}: cannot be created: {why}", f"{path}: no se puede crear: {why.es}"
            ) from None
        raise


def sync(path: Path) -> None:
    """Bring a file, or the names in a folder, to the disk; some systems do not sync folders."""
    is_folder = path.is_dir()
    try:
        handle = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)
    except OSError:
        if is_folder:
            return
        raise
    try:
        os.fsync(handle)
    except OSError:
        if not is_folder:
            raise
    finally:
        os.close(handle)


def followed(path: Path | str) -> Path:
    """The file behind a symbolic link: lock, log and side file lie beside the show itself, whatever name was given."""
    path = Path(path)
    return path.resolve() if path.is_symlink() else path


def recognise(path: Path) -> None:
    """Look at the file's first bytes without opening the database.

    Raises:
        FileProblemError: it is missing, empty, cut off, no database, or not readable; the file is left alone.
    """
    refuse_pipe(path)
    try:
        if path.is_dir():
            raise FileProblemError(
                f"{path}: is a folder, no show file", f"{path}: es una carpeta, no un archivo de velada"
            )
        size = path.stat().st_size
        with path.open("rb") as file:
            header = file.read(100)
    except FileNotFoundError:
        raise FileProblemError(f"{path}: no such file", f"{path}: no existe ese archivo") from None
    except (OSError, ValueError) as error:
        raise FileProblemError(
            f"{path}: cannot be read: {reason(error)}", f"{path}: no se puede leer: {reason_es(error)}"
        ) from None
    if size == 0:
        raise FileProblemError(
            f"{path}: is empty (0 bytes), no show file; take a backup, or delete it to begin anew",
            f"{path}: está vacío (0 bytes), no es un archivo de velada; usa una copia de seguridad, "
            "o bórralo para empezar de nuevo",
        )
    if not header.startswith(schema.SQLITE_HEADER[: len(header)]):
        raise FileProblemError(
            f"{path}: is no show file; it was left as it is", f"{path}: no es un archivo de velada; queda como estaba"
        )
    if len(header) == 100 and int.from_bytes(header[68:72], "big") != schema.APPLICATION_ID:
        raise FileProblemError(
            f"{path}: is the database of another program; it was left as it is",
            f"{path}: es la base de datos de otro programa; queda como estaba",
        )
    missing = missing_bytes(path, header, size)
    if missing:
        raise FileProblemError(
            f"{path}: is cut off, {missing} bytes are missing; take a backup",
            f"{path}: está cortado, faltan {missing} bytes; usa una copia de seguridad",
        )


def missing_bytes(path: Path, header: bytes, size: int) -> int:
    """How many bytes a cut-off database lacks; 0 while a write-ahead log may still hold them."""
    if len(header) < 100:
        return 512 - size
    with contextlib.suppress(OSError):
        if path.with_name(path.name + "-wal").stat().st_size > 0:
            return 0
    page = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    is_count_valid = header[24:28] == header[92:96]
    return max(0, (65_536 if page == 1 else page) * pages - size) if is_count_valid else 0


def check_version(connection: sqlite3.Connection, path: Path) -> int:
    """The file's schema version.

    Raises:
        FileProblemError: the database of another program, or written by a newer version of this one.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != schema.APPLICATION_ID:
        raise FileProblemError(
            f"{path}: is the database of another program; it was left as it is",
            f"{path}: es la base de datos de otro programa; queda como estaba",
        )
    if version > schema.SCHEMA_VERSION:
        raise FileProblemError(
            f"{path}: was written by a newer version (schema {version}, this one knows {schema.SCHEMA_VERSION}); "
            "update the program",
            f"{path}: lo escribió una versión más nueva (esquema {version}, esta conoce el "
            f"{schema.SCHEMA_VERSION}); actualiza el programa",
        )
    return int(version)


def set_journal_mode(connection: sqlite3.Connection, path: Path) -> list[Text]:
    """Write-ahead log and full syncs; where the disk refuses, the classic journal, told in the warnings."""
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode == "wal":
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        return []
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("PRAGMA synchronous = EXTRA")  # FULL, and the folder is synced after the journal is deleted
    return [CLASSIC_JOURNAL.filled(path=path, mode=mode)]


def tidy(path: Path) -> None:
    """Let SQLite take away the empty log that a connection for reading makes and may not delete.

    A connection that may write does so on closing, if it is the last one; nothing of the show changes.
    """
    with contextlib.suppress(*DATABASE_TROUBLE, OSError):
        if path.with_name(path.name + "-wal").stat().st_size == 0:
            take_in_log(path)


def take_in_log(path: Path) -> None:
    """Bring what waits in the log into the file itself, if nobody else has the show open; else nothing happens."""
    with contextlib.suppress(*DATABASE_TROUBLE), contextlib.closing(connect(path, "rw")) as connection:
        connection.execute("SELECT seq FROM head").fetchone()


def disk_reason(path: Path, error: Exception) -> Text:
    """What the system said; where SQLite only says that the disk failed and it has no room, that it is full."""
    if isinstance(error, sqlite3.OperationalError) and str(error) == "disk I/O error":
        free = free_bytes(path)
        if free is not None and free < NO_ROOM_BYTES:
            return DISK_FULL
    return Text(reason(error), reason_es(error))


def reason(error: Any) -> str:
    """What the system said, on one line."""
    if isinstance(error, json.JSONDecodeError):  # its line is that of the one line it was given
        return _on_one_line(f"no JSON: {error.msg}: character {error.pos + 1}")
    if isinstance(error, MemoryError):
        return NO_VALUE.en
    if _is_long_number(error):
        return LONG_NUMBER.en
    if _is_no_text(error):
        return NO_TEXT.en
    if isinstance(error, sqlite3.Error) and str(error) in _DATABASE_REASONS:
        return _DATABASE_REASONS[str(error)].en
    return _on_one_line(str(getattr(error, "strerror", None) or error))


def reason_es(error: Any) -> str:
    """What the system said, in Spanish where it is something that happens."""
    if isinstance(error, json.JSONDecodeError):
        what = _JSON_REASONS.get(error.msg, error.msg)
        return _on_one_line(f"no es JSON: {what}: carácter {error.pos + 1}")
    if isinstance(error, MemoryError):
        return NO_VALUE.es
    if _is_long_number(error):
        return LONG_NUMBER.es
    if _is_no_text(error):
        return NO_TEXT.es
    if isinstance(error, sqlite3.Error) and str(error) in _DATABASE_REASONS:
        return _DATABASE_REASONS[str(error)].es
    return _on_one_line(spanish(error))


def _is_long_number(error: Any) -> bool:
    """Python reads no whole number of thousands of digits, and says so to programmers."""
    return isinstance(error, ValueError) and "integer string conversion" in str(error)


def _is_no_text(error: Any) -> bool:
    """Bytes that are no UTF-8: in a column, which SQLite's module quotes, or elsewhere."""
    return isinstance(error, UnicodeDecodeError) or (
        isinstance(error, sqlite3.Error) and str(error).startswith("Could not decode to UTF-8")
    )


def _on_one_line(text: str) -> str:
    words = " ".join(text.split())  # a damaged schema is quoted with its lines
    return words if len(words) <= LONGEST_REASON else words[: LONGEST_REASON - 1] + "…"
