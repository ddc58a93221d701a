"""What several tests of the lights need: a service that ends with its block, and waiting without a fixed sleep."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from companion.leds.backends import Backend, Connection
from companion.leds.link import BoardLink
from companion.leds.service import LightService
from companion.leds.session import Session
from companion.leds.simulated import Pixels, SimulatedBoard
from companion.leds.simulated_port import SimulatedPort

BLEND_S = 0.1
PATIENCE_S = 60.0  # a busy machine makes a test slow and never wrong


@dataclass
class Listed:
    """A port as pyserial lists it."""

    device: str
    vid: int | None = 0x1A86
    pid: int | None = 0x7523


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


class VirtualPort(SimulatedPort):
    """A simulated board whose waiting is the clock: minutes pass in no time, and every picture is kept if wanted."""

    step_s = 0.01
    answer_s = 0.003  # a packet there and one back at 115200 baud

    def __init__(self, board: SimulatedBoard | None = None, *, keeps: bool = True) -> None:
        self.now_s = 0.0
        self.keeps = keeps
        super().__init__(board, lambda: self.now_s)
        self.seen: list[tuple[float, tuple[Pixels, ...]]] = []

    def read(self, wait_s: float) -> bytes:
        data = super().read(0)
        self.now_s += self.answer_s if data else min(max(wait_s, 0.001), self.step_s)
        if self.keeps:
            self.seen.append((self.now_s, self.zone_frame()))
        return data

    def session(self) -> Session:
        self.open()
        return Session(Connection(self, BoardLink(Random(1))), lambda: self.now_s)


def luminance(pixels: Pixels) -> float:
    """Mean relative luminance of linear LED values, ITU-R BT.709."""
    return sum(0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in pixels) / max(1, len(pixels))


def turns(light: list[tuple[float, float]], step: float) -> list[float]:
    """When the light turned, in s: opposing changes of at least `step`; two of them are a flash."""
    found: list[float] = []
    direction, extreme = 0, light[0][1]
    for now_s, value in light:
        if direction >= 0 and value <= extreme - step:
            direction, extreme = -1, value
            found.append(now_s)
        elif direction <= 0 and value >= extreme + step:
            direction, extreme = 1, value
            found.append(now_s)
        elif direction > 0:
            extreme = max(extreme, value)
        elif direction < 0:
            extreme = min(extreme, value)
    return found


def as_seen(light: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Means over the time in which a scene goes out: its handful of commands, each with its own limit of current, are
    one change to the eye, which blends what is shorter than a tenth of a second."""
    seen: list[tuple[float, float]] = []
    first = 0
    for last, (now_s, _) in enumerate(light):
        while light[first][0] < now_s - BLEND_S:
            first += 1
        part = [value for _, value in light[first : last + 1]]
        seen.append((now_s, sum(part) / len(part)))
    return seen


def turns_by_zone(seen: list[tuple[float, tuple[Pixels, ...]]]) -> list[list[float]]:
    """For each zone, its turns of at least a tenth of the brightest zone ever seen."""
    light = [(now_s, [luminance(zone) for zone in zones]) for now_s, zones in seen]
    step = max(max(zones) for _, zones in light) / 10
    zones = ([(now_s, zones[number]) for now_s, zones in light] for number in range(len(light[0][1])))
    return [turns(as_seen(zone), step) for zone in zones]


def most_in_a_second(times_s: list[float]) -> int:
    return max((sum(first <= other < first + 0.999 for other in times_s) for first in times_s), default=0)
