"""One set-up a table at a time: the last of two would write over what the other one found."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.errors import FileProblemError
from companion.store.lock import HeldError, Lock

HELD = ".setup.lock"


@contextmanager
def alone_at(table: Path) -> Iterator[None]:
    """Hold a table while its set-up runs; the system lets it go when the process ends, however it ends.

    Where nothing can be written, or the drive has no locks, everybody goes on: nobody is shut out for that.

    Raises:
        FileProblemError: another set-up of this table is open.
    """
    lock = None
    with suppress(OSError, RuntimeError):  # of links in a circle
        table = table.resolve()
    try:
        # as the first page that is answered would make it
        table.parent.mkdir(parents=True, exist_ok=True)
        lock = Lock(table.with_name(f"{table.stem}{HELD}"))
    except HeldError:
        raise FileProblemError(
            f"{table}: another set-up of this table is open; go on there, or close it first",
            f"{table}: hay otra puesta a punto de esta mesa abierta; sigue en ella, o ciérrala antes",
        ) from None
    except OSError:
        lock = None
    try:
        yield
    finally:
        if lock is not None:
            lock.release()
