"""The folder that a drill works in: gone with it, and with the next drill where that one was killed."""

import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.store.lock import Lock

PREFIX, HELD = "ringside-drill-", "running"
YOUNG_S = 60.0
"""A drill that has just begun may not hold its folder yet."""
FORGOTTEN_S = 86_400.0
"""So old is what nobody ever held: no drill takes a day."""


@contextmanager
def drill_folder() -> Iterator[Path]:
    """A folder of its own for one drill, held while its process lives."""
    clear_left()
    with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as name:
        folder, lock = Path(name), None
        with suppress(OSError):  # a drive without locks: it stays as long as what nobody ever held
            lock = Lock(folder / HELD)
        try:
            yield folder
        finally:
            if lock is not None:
                lock.release()


def clear_left() -> None:
    """Remove the folders of drills whose process is gone; never one that runs, and nobody else's."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            if _is_left(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _is_left(folder: Path) -> bool:
    """Whether nobody works in it any more.

    Raises:
        OSError: somebody does, or it is not ours to look into.
    """
    told = folder.lstat()
    is_ours = os.name == "nt" or told.st_uid == os.getuid()
    age_s = time.time() - told.st_mtime
    if not is_ours or not stat.S_ISDIR(told.st_mode) or age_s < YOUNG_S:
        return False
    held = folder / HELD
    if not held.exists():
        return age_s > FORGOTTEN_S
    Lock(held).release()
    return True
