"""What nobody foresaw in the lights' thread, and what is said while a port hangs: told once, quietly tried again."""

import errno
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pytest

from companion.leds.backends import Connection, GoOn
from companion.leds.link import BoardLink
from companion.leds.port import PortError, lost_text, open_problem
from companion.leds.scenes import ShowLights, scene_for
from companion.leds.service import FAULT_REST_S, MOST_THREADS, STUCK_S, LightService
from companion.leds.simulated import SimulatedBoard
from companion.leds.simulated_port import SimulatedPort
from companion.leds.status import STUCK_TEXT, LightState, fault_text
from leds.support import looks, wait_for

PIN = ShowLights(pin_count=3)


class ShiftedClock:
    """The machine's clock, that a test may set forward."""

    def __init__(self) -> None:
        self.ahead_s = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead_s


class FaultyPort(SimulatedPort):
    """A board behind a driver that breaks where it is told to."""

    def __init__(self, board: SimulatedBoard, where: str) -> None:
        super().__init__(board)
        self.where = where

    def open(self) -> None:
        self._break("open")
        super().open()

    def read(self, wait_s: float) -> bytes:
        self._break("read")
        return super().read(wait_s)

    def write(self, data: bytes) -> None:
        self._break("write")
        super().write(data)

    def close(self) -> None:
        self._break("close")

    def _break(self, where: str) -> None:
        if self.where == where:
            raise RuntimeError(f"the driver's {where} has a fault")


@dataclass
class Breaks:
    """A backend whose first `times` connections break."""

    where: str
    times: int = 1
    name: str = "breaks"
    wanted: bool = True
    tries: int = 0
    board: SimulatedBoard = field(default_factory=SimulatedBoard)

    def connect(self, go_on: GoOn) -> Connection:
        del go_on
        self.tries += 1
        broken = self.tries <= self.times
        if broken and self.where == "connect":
            raise ValueError("list_ports stumbled\nover two lines")
        port = FaultyPort(self.board, self.where if broken else "")
        port.open()
        if broken and self.where == "close":
            port.read = lambda wait_s: _pulled()  # type: ignore[method-assign]
        return Connection(port, BoardLink(Random(1)))


def _pulled() -> bytes:
    raise PortError(lost_text("breaks"))


class TestUnforeseen:
    @pytest.mark.parametrize("where", ["connect", "open", "read", "write", "close"])
    def test_one_message_then_it_begins_anew(self, where: str) -> None:
        clock, backend, kept = ShiftedClock(), Breaks(where), list[BaseException]()
        service = LightService(backend, clock=clock, on_fault=kept.append)
        service.show(PIN)
        wait_for(lambda: service.status().state is LightState.FAILED)
        status = service.status()
        assert status.text is not None
        assert "the match goes on" in status.text.en
        assert "\n" not in status.text.en
        assert (status.faults, len(kept)) == (1, 1)
        clock.ahead_s += FAULT_REST_S[0]
        wait_for(lambda: looks(backend.board) == list(scene_for(PIN).zones))
        wait_for(lambda: service.status().state is LightState.READY)
        assert service.status().text is None
        service.close()

    def test_each_further_fault_waits_longer(self) -> None:
        clock, backend = ShiftedClock(), Breaks("write", times=6)
        service = LightService(backend, clock=clock)
        waits_s: list[float] = []
        for fault in range(1, 7):
            wait_for(lambda fault=fault: service.status().faults == fault)  # type: ignore[misc]
            waits_s.append(service._fault_rest_s)
            clock.ahead_s += FAULT_REST_S[1]
        wait_for(lambda: service.status().state is LightState.READY)
        service.close()
        assert sorted(waits_s) == waits_s
        assert waits_s[-1] == FAULT_REST_S[1]
        assert backend.tries == 7

    def test_whoever_keeps_the_details_may_be_broken_too(self) -> None:
        def broken(fault: BaseException) -> None:
            raise OSError("the disk is full")

        clock, backend = ShiftedClock(), Breaks("read")
        service = LightService(backend, clock=clock, on_fault=broken)
        wait_for(lambda: service.status().state is LightState.FAILED)
        clock.ahead_s += FAULT_REST_S[0]
        wait_for(lambda: service.status().state is LightState.READY)
        service.close()

    def test_the_caller_never_feels_it(self) -> None:
        service = LightService(Breaks("write", times=1000))
        for number in range(200):
            service.show(ShowLights(pin_count=number % 4))
            service.steady(0.0)
            service.status()
        service.close()
        assert service.status().state is LightState.OFF

    def test_the_message_is_one_short_line_in_both_languages(self) -> None:
        text = fault_text(RuntimeError("x" * 500 + "\n\nTraceback"))
        for words in (text.en, text.es):
            assert "\n" not in words
            assert len(words) < 200


@dataclass
class Hangs:
    """Every port hangs in its first write, until the gate opens; then the line is lost."""

    board: SimulatedBoard = field(default_factory=SimulatedBoard)
    gate: threading.Event = field(default_factory=threading.Event)
    hanging: bool = False
    name: str = "hangs"
    wanted: bool = True
    tries: int = 0
    stuck: int = 0

    def connect(self, go_on: GoOn) -> Connection:
        del go_on
        self.tries += 1
        port = SimulatedPort(self.board)
        plain: Callable[[bytes], None] = port.write

        def write(data: bytes) -> None:
            if not self.hanging:
                plain(data)
                return
            self.stuck += 1
            self.gate.wait(60)
            raise PortError(lost_text("hangs"))

        port.write = write  # type: ignore[method-assign]
        port.open()
        return Connection(port, BoardLink(Random(1)))


class TestHanging:
    def test_the_icon_never_says_ready_while_a_port_hangs(self) -> None:
        """Also not when another thread has taken over, and not when the one that hung comes back."""
        clock, backend = ShiftedClock(), Hangs()
        service = LightService(backend, clock=clock)
        service.show(PIN)
        wait_for(lambda: service.status().state is LightState.READY)
        backend.hanging = True
        wait_for(lambda: backend.stuck == 1)
        seen = []
        for _ in range(2 * MOST_THREADS):
            tries = backend.stuck
            for _ in range(8):
                clock.ahead_s += STUCK_S / 4
                status = service.status()
                seen.append((status.state, status.text))
            if service._generation < MOST_THREADS:
                wait_for(lambda tries=tries: backend.stuck > tries)  # type: ignore[misc]
            seen.append((service.status().state, service.status().text))
        told_late = seen[4:]  # the first look may come before anybody can know
        assert {state for state, _ in told_late} == {LightState.LOST}
        assert len({text for _, text in told_late}) == 1
        assert backend.stuck <= MOST_THREADS
        backend.hanging = False
        backend.gate.set()  # all hanging writes fail at once; the newest thread alone goes on
        wait_for(lambda: service.status().state is LightState.READY)
        wait_for(lambda: looks(backend.board) == list(scene_for(PIN).zones))
        service.close()

    def test_a_thread_that_comes_back_late_says_nothing(self) -> None:
        clock, backend = ShiftedClock(), Hangs(hanging=True)
        plain, looked = backend.connect, threading.Event()

        def connect_once_looked(go_on: GoOn) -> Connection:
            if backend.stuck:  # the next thread is quick enough to be ready before anybody has looked
                looked.wait()
            return plain(go_on)

        backend.connect = connect_once_looked  # type: ignore[method-assign]
        service = LightService(backend, clock=clock)
        service.show(PIN)
        wait_for(lambda: backend.stuck == 1)
        backend.hanging = False
        clock.ahead_s += STUCK_S + 1
        assert service.status().state is LightState.LOST
        looked.set()
        wait_for(lambda: service.status().state is LightState.READY)
        states = []
        backend.gate.set()
        first = service._stuck[0]
        while first.is_alive():
            states.append(service.status().state)
        assert set(states) <= {LightState.READY}
        assert service.status().state is LightState.READY
        service.close()

    def test_a_port_taken_by_our_own_hanging_thread_is_no_other_program(self) -> None:
        clock, backend = ShiftedClock(), Hangs(hanging=True)
        plain = backend.connect

        def taken(go_on: GoOn) -> Connection:
            if backend.stuck and not backend.gate.is_set():
                backend.tries += 1
                raise PortError(open_problem("COM3", errno.EBUSY))
            return plain(go_on)

        backend.connect = taken  # type: ignore[method-assign]
        service = LightService(backend, clock=clock)
        service.show(PIN)
        wait_for(lambda: backend.stuck == 1)
        clock.ahead_s += STUCK_S + 1
        service.status()
        wait_for(lambda: backend.tries >= 3)
        status = service.status()
        assert (status.state, status.text) == (LightState.LOST, STUCK_TEXT)
        backend.hanging = False
        backend.gate.set()
        wait_for(lambda: service.status().state is LightState.READY)
        service.close()
