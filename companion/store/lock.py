"""One writer at a time: a lock that the system itself takes back when the process dies, however it dies."""

import contextlib
import os
import sys
from pathlib import Path

from companion.errors import FileProblemError, spanish

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class WriterLock:
    """Held through a small file beside the show file, `<show>.writer`, that goes away with the writer."""

    def __init__(self, show: Path) -> None:
        self._path = show.with_name(f"{show.name}.writer")
        self._handle = self._take(show)

    def release(self) -> None:
        if self._handle < 0:
            return
        handle, self._handle = self._handle, -1
        if sys.platform == "win32":  # a file that is open cannot be deleted there
            os.close(handle)
            with contextlib.suppress(OSError):
                self._path.unlink()
            return
        with contextlib.suppress(OSError):
            self._path.unlink()
        os.close(handle)

    def _take(self, show: Path) -> int:
        while True:
            try:
                handle = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o666)
            except OSError as error:
                raise FileProblemError(
                    f"{show}: cannot be opened for writing: {error.strerror}",
                    f"{show}: no se puede abrir para escribir: {spanish(error)}",
                ) from None
            try:
                _lock(handle)
            except OSError:
                os.close(handle)
                raise FileProblemError(
                    f"{show}: another companion is writing this show; close it, or only read the show",
                    f"{show}: otro companion está escribiendo esta velada; ciérralo, o solo lee la velada",
                ) from None
            if self._is_still_there(handle):
                return handle
            os.close(handle)  # the writer before us deleted the file between our opening and our locking it

    def _is_still_there(self, handle: int) -> bool:
        try:
            return os.path.samestat(os.fstat(handle), self._path.stat())
        except OSError:
            return False
