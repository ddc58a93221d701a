"""Signals end the program in an orderly way; SDL would turn them into "the window was closed", which only asks."""

import os
import signal
import sys
from types import FrameType

TERMINATED = 128 + signal.SIGTERM


def end_on_signals() -> None:
    """SIGTERM leaves through every `finally`, Ctrl-C as Python has it; for the main thread, before a window opens."""
    os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"
    signal.signal(signal.SIGTERM, _leave)


def _leave(_number: int, _frame: FrameType | None) -> None:
    sys.exit(TERMINATED)
