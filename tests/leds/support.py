"""What several tests of the lights need: a service that ends with its block, and waiting without a fixed sleep."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.leds.backends import Backend
from companion.leds.service import LightService
from companion.leds.simulated import SimulatedBoard

PATIENCE_S = 60.0  # a busy machine makes a test slow and never wrong


def wait_for(condition: Callable[[], bool], limit_s: float = PATIENCE_S) -> None:
    pause = threading.Event()
    end_s = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < end_s, "not in time"
        pause.wait(0.002)


@contextmanager
def running(backend: Backend, *, calm: bool = False) -> Iterator[LightService]:
    service = LightService(backend, calm=calm)
    try:
        yield service
    finally:
        service.close()


def looks(board: SimulatedBoard) -> list[object]:
    return [zone.scene for zone in board._zones]
