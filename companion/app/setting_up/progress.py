"""The progress file beside the table file, and a dated copy of a table that is about to change."""

import glob
import json
from datetime import datetime
from pathlib import Path

import cv2

from companion.app.language import setup_file
from companion.app.setting_up.path import SetupPath, from_plain
from companion.config.strict import read_bytes, replacing, write_atomic
from companion.errors import FileProblemError, spanish
from companion.vision.sources import Picture


def progress_file(table: Path) -> Path:
    return setup_file(table)


def load(table: Path) -> SetupPath | None:
    """The path as it was left; None where there was none.

    Raises:
        FileProblemError: there is a file, but it cannot be read.
    """
    path = progress_file(table)
    if not path.exists():
        return None
    try:
        told = json.loads(read_bytes(path))
    except (ValueError, RecursionError):  # damaged; of thousands of levels inside each other
        told = None
    return from_plain(told, str(path))


def save(table: Path, path: SetupPath) -> None:
    """Write the path so that a crash leaves the old or the new one.

    Raises:
        FileProblemError: it cannot be written.
    """
    text = json.dumps(path.plain(), ensure_ascii=False, indent=1)
    target = progress_file(table)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblemError(
            f"{target}: cannot be written: {error.strerror or error}",
            f"{target}: no se puede escribir: {spanish(error)}",
        ) from None
    write_atomic(target, text + "\n", keep_backup=False)


def dated_copy(table: Path, now: datetime) -> Path | None:
    """Keep the table file and its empty picture under a name with the date; None where there is no table yet.

    Raises:
        FileProblemError: it cannot be written; nothing has changed.
    """
    if not table.exists():
        return None
    stamp = now.strftime("%Y-%m-%d_%H%M%S")
    kept = table.with_name(f"{table.stem}.{stamp}{table.suffix}")
    _copy(table, kept)
    empty = empty_picture(table)
    if empty.exists():
        # the copy names the picture as the table does: both go back together
        _copy(empty, table.with_name(f"{table.stem}.{stamp}.empty.jpg"))
    return kept


def dated_copies(table: Path) -> list[Path]:
    """What `dated_copy` kept of a table, the newest last."""
    return sorted(table.parent.glob(f"{glob.escape(table.stem)}.[0-9][0-9][0-9][0-9]-*{glob.escape(table.suffix)}"))


def _copy(source: Path, target: Path) -> None:
    """The whole of it or nothing, however the program ends.

    Raises:
        FileProblemError: it cannot be read or written.
    """
    content = read_bytes(source)
    with replacing(target, keep_backup=False) as out:
        out.write(content)


def empty_picture(table: Path) -> Path:
    """Where the picture of the empty ring lies beside a table file."""
    return table.with_name(f"{table.stem}.empty.jpg")


def ring_picture(table: Path) -> Path:
    """Where the picture that the ring was found in lies, while a set-up is under way."""
    return table.with_name(f"{table.stem}.ring.jpg")


def write_picture(file: Path, picture: Picture, *, keep_backup: bool = True) -> None:
    """Write a picture; a former one stays as `.bak` if it is to be kept.

    Raises:
        FileProblemError: it cannot be written.
    """
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 96])[1]
    with replacing(file, keep_backup=keep_backup) as out:
        out.write(coded.tobytes())
