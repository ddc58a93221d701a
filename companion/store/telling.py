"""What the opening of a show file has to say beside the show itself: a log cut off, events taken over, a slow disk.

Who opens a show listens, or the command line does for everybody; without a listener nothing is printed.
"""

import contextlib
from collections.abc import Callable, Iterator

from companion.kernel.text import Text

Listener = Callable[[Text], None]
_listeners: list[Listener] = []


@contextlib.contextmanager
def heard(by: Listener) -> Iterator[None]:
    """Whatever is told meanwhile goes to this listener, and not to those around it."""
    _listeners.append(by)
    try:
        yield
    finally:
        _listeners.remove(by)


def tell(text: Text) -> None:
    """Say it to whoever listens now."""
    if _listeners:
        _listeners[-1](text)
