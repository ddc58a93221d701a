"""A search that takes long stops within a moment once nobody waits for it: the page was left, the program ends."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_of_thread = threading.local()


class NobodyWaitsError(Exception):
    """The result is not wanted any more; no fault, and told to nobody."""


@contextmanager
def while_wanted(is_wanted: Callable[[], bool]) -> Iterator[None]:
    """What this thread does inside asks from time to time whether to go on."""
    before = getattr(_of_thread, "is_wanted", None)
    _of_thread.is_wanted = is_wanted
    try:
        yield
    finally:
        _of_thread.is_wanted = before


def still_wanted() -> None:
    """Called by what takes long, some times a second.

    Raises:
        NobodyWaitsError: the result is not wanted any more.
    """
    is_wanted = getattr(_of_thread, "is_wanted", None)
    if is_wanted is not None and not is_wanted():
        raise NobodyWaitsError
