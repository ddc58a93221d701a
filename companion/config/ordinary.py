"""Names that stand for no ordinary file: a pipe would make the program wait, a device would be written over."""

import contextlib
import stat
from pathlib import Path

from companion.errors import FileProblemError

SYSTEM = ("/dev/", "/proc/")
"""A pipe that the shell has made is meant: `cat people.csv | companion roster import /dev/stdin --show s.db`."""


def refuse_pipe(path: Path | str) -> None:
    """Refuse a named pipe, which would be waited for without end.

    Raises:
        FileProblemError: it is one.
    """
    with contextlib.suppress(OSError, ValueError):
        if stat.S_ISFIFO(Path(path).stat().st_mode) and not str(path).startswith(SYSTEM):
            raise FileProblemError(f"{path}: is a pipe, no file", f"{path}: es una tubería, no un archivo")


def refuse_no_file(path: Path | str) -> None:
    """Refuse to take the place of what is there and is no ordinary file.

    Raises:
        FileProblemError: a device, a pipe, a folder.
    """
    with contextlib.suppress(OSError, ValueError):
        mode = Path(path).stat().st_mode
        if stat.S_ISDIR(mode):
            raise FileProblemError(f"{path}: is a folder, no file", f"{path}: es una carpeta, no un archivo")
        if not stat.S_ISREG(mode):
            raise FileProblemError(f"{path}: is no ordinary file", f"{path}: no es un archivo corriente")
