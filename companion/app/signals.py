"""Signals end the program in an orderly way; SDL would turn them into "the window was closed", which only asks."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Somebody ends the program, or closes its terminal (Windows knows only the first)."""


def end_on_signals() -> None:
    """SIGTERM leaves through every `finally`, Ctrl-C as Python has it; for the main thread, before a window opens."""
    os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"
    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup: it shall live on without its terminal
            signal.signal(number, _leave)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """The same for a block without a window; a second signal does not cut short what the first one began."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    former = {number: signal.getsignal(number) for number in ENDING}
    for number, handler in former.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, _leave_once)
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)


def _leave(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)


def _leave_once(number: int, frame: FrameType | None) -> None:
    for each in ENDING:
        signal.signal(each, signal.SIG_IGN)
    _leave(number, frame)
