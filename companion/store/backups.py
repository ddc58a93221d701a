"""Backups of a show: before a migration, at each match end, the last N kept."""

import contextlib
import re
import secrets
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import FileProblemError
from companion.store.opening import DATABASE_TROUBLE, reason, reason_es, sync

if TYPE_CHECKING:
    from companion.store.show import Show

GENERATIONS = 5
_FIT_FOR_NAMES = re.compile(r"[^\w.]+")


def copy_database(source: sqlite3.Connection, target: Path) -> None:
    """Copy an open database into a new file, whole or not at all.

    Raises:
        FileProblemError: it cannot be written, or something is there already.
    """
    if target.exists():
        raise FileProblemError(
            f"{target}: is there already; it was left as it is", f"{target}: ya existe; se ha dejado como estaba"
        )
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
        raise FileProblemError(
            f"{target}: the backup cannot be written: {reason(error)}",
            f"{target}: no se puede escribir la copia de seguridad: {reason_es(error)}",
        ) from None


def back_up(show: "Show", label: str, keep: int = GENERATIONS) -> Path:
    """Copy an open show into its folder of backups, `<show>.backups/`, and keep the newest `keep`.

    Args:
        show: open; it may be in use.
        label: why, in a word or two of the file's name: `match-3`, `before-schema-2`.

    Raises:
        FileProblemError: it cannot be written.
    """
    folder = show.path.with_name(f"{show.path.name}.backups")
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise FileProblemError(
            f"{folder}: cannot be made: {reason(error)}", f"{folder}: no se puede crear: {reason_es(error)}"
        ) from None
    # the number in the journal orders them; a clock may jump
    target = folder / f"{show.last_seq:08d}-{_FIT_FOR_NAMES.sub('-', label)}.db"
    if not target.exists():
        show.backup_to(target)
    for old in backups_of(show.path)[:-keep]:
        with contextlib.suppress(OSError):
            old.unlink()
    return target


def backups_of(show: Path) -> list[Path]:
    """Backups of a show, oldest first."""
    return sorted(show.with_name(f"{show.name}.backups").glob("[0-9]*.db"))
