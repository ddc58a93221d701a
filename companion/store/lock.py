"""One at a time: a lock that the system itself takes back when the process dies, however it dies."""

import contextlib
import errno
import os
import sys
from pathlib import Path

from companion.errors import FileProblemError, spanish

if sys.platform == "win32":
    import msvcrt

    # what the system says of a lock that another one has; anything else means that the drive has no locks
    _HELD = frozenset({errno.EACCES, errno.EDEADLK})

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    _HELD = frozenset({errno.EAGAIN, errno.EWOULDBLOCK})

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class HeldError(OSError):
    """Another process holds the lock."""


class Lock:
    """Held through a small file that goes away with whoever holds it.

    Raises:
        HeldError: another process holds it.
        OSError: the file cannot be made there, or the drive has no locks.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle = self._take()

    def release(self) -> None:
        """Give it back; may be called twice."""
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

    def _take(self) -> int:
        while True:
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o666)
            try:
                _lock(handle)
            except OSError as error:
                os.close(handle)
                if error.errno in _HELD:
                    raise HeldError(error.errno, error.strerror) from None
                raise
            if self._is_still_there(handle):
                return handle
            os.close(handle)  # the one before us deleted the file between our opening and our locking it

    def _is_still_there(self, handle: int) -> bool:
        try:
            return os.path.samestat(os.fstat(handle), self._path.stat())
        except OSError:
            return False


class WriterLock(Lock):
    """Of a show file, beside it: `<show>.writer`.

    Raises:
        FileProblemError: another process writes the show, or no lock can be had there.
    """

    def __init__(self, show: Path) -> None:
        try:
            super().__init__(show.with_name(f"{show.name}.writer"))
        except HeldError:
            raise FileProblemError(
                f"{show}: another companion is writing this show; close it, or only read the show",
                f"{show}: otro companion está escribiendo esta velada; ciérralo, o solo lee la velada",
            ) from None
        except OSError as error:
            raise FileProblemError(
                f"{show}: cannot be opened for writing: {error.strerror}",
                f"{show}: no se puede abrir para escribir: {spanish(error)}",
            ) from None
