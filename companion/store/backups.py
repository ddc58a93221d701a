"""Backups of a show: before a migration, at each match end, the last N kept."""

import contextlib
import secrets
import sqlite3
from pathlib import Path

from companion.errors import FileProblemError
from companion.store.opening import DATABASE_TROUBLE, reason, sync

GENERATIONS = 5


def copy_database(source: sqlite3.Connection, target: Path) -> None:
    """Copy an open database into a new file, whole or not at all.

    Raises:
        FileProblemError: it cannot be written, or something is there already.
    """
    if target.exists():
        raise FileProblemError(f"{target}: is there already; it was left as it is")
    fresh = target.with_name(f".{target.name}.{secrets.token_hex(4)}.new")
    try:
        with contextlib.closing(sqlite3.connect(fresh)) as copy:
            source.backup(copy)
        sync(fresh)
        fresh.rename(target)
        sync(target.parent)
    except (OSError, *DATABASE_TROUBLE) as error:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise FileProblemError(f"{target}: the backup cannot be written: {reason(error)}") from None
