"""Through a real serial device (a pty) with pyserial: pulled, plugged in again, garbage, two programs on one port."""

import os
import select
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from companion.leds.backends import Connection
from companion.leds.discovery import PortLights
from companion.leds.firmware_sim import Built, FirmwareSim
from companion.leds.link import BoardLink
from companion.leds.packets import Effect, Scene
from companion.leds.port import PortError, SerialPort
from companion.leds.scenes import ShowLights, scene_for
from companion.leds.service import LightService
from companion.leds.session import Session
from companion.leds.simulated import SimulatedBoard
from companion.leds.status import LightState
from companion.leds.zones import Rgb

REPLUGS = 100
BACK_S = 2.0
# a pause of 2 ms, or a read of the session that may wait 20 ms, takes no longer by itself: more is the machine's
LONGEST_PAUSE_S, LONGEST_READ_S = 0.004, 0.03


class SimulatedEnd:
    """The board in this process behind a pty."""

    step_s = 0.05

    def __init__(self, board: SimulatedBoard) -> None:
        self.board = board
        self.start_s = time.monotonic()

    def begin(self) -> bytes:
        return self.board.banner(started=True)

    def exchange(self, data: bytes) -> bytes:
        return self.board.receive(data, int((time.monotonic() - self.start_s) * 1000)) if data else b""

    def shows(self, show: ShowLights) -> bool:
        return [zone.scene for zone in self.board._zones] == list(scene_for(show).zones)


class FirmwareEnd:
    """The chip in the simulator behind a pty, paced to the wall clock."""

    step_s = 0.002

    def __init__(self, sim: FirmwareSim) -> None:
        self.sim = sim
        self.start_s = time.monotonic()
        self.lane = b""

    def begin(self) -> bytes:
        return b""

    def exchange(self, data: bytes) -> bytes:
        if data:
            self.sim.feed(data)
        due_ms = (time.monotonic() - self.start_s) * 1000
        self.sim.run_ms(min(25.0, max(0.0, due_ms - self.sim.time_ms)))
        for frame in self.sim.take_frames(0):
            self.lane = frame.data
        return self.sim.take()


class Plugged:
    """One end on a pty that can be pulled. No fixed paths: tests run beside each other."""

    def __init__(self, end: SimulatedEnd | FirmwareEnd, link: Path) -> None:
        self.end = end
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.link = link
        link.symlink_to(os.ttyname(slave))
        self.slave = slave
        self.pulled = threading.Event()
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self) -> None:
        os.write(self.master, self.end.begin())
        while not self.pulled.is_set():
            ready, _, _ = select.select([self.master], [], [], self.end.step_s)
            data = os.read(self.master, 4096) if ready else b""
            answer = self.end.exchange(data)
            if answer:
                os.write(self.master, answer)

    def pull(self) -> None:
        self.pulled.set()
        self.thread.join()
        self.link.unlink()
        os.close(self.slave)
        os.close(self.master)


@dataclass
class Listed:
    device: str
    vid: int | None = 0x2341
    pid: int | None = 0x0043


@dataclass
class Machine:
    folder: Path
    plugged: list[Plugged] = field(default_factory=list)

    def plug(self, end: SimulatedEnd | FirmwareEnd, name: str = "ttyUSB0") -> Plugged:
        self.plugged = [one for one in self.plugged if not one.pulled.is_set()]
        self.plugged.append(Plugged(end, self.folder / name))
        return self.plugged[-1]

    def listed(self) -> list[Listed]:
        return [Listed(str(path)) for path in sorted(self.folder.glob("tty*"))]

    def lights(self) -> PortLights:
        return PortLights(list_ports=self.listed, random=Random(2))


@pytest.fixture
def machine(tmp_path: Path, new_sim: Callable[..., FirmwareSim]) -> Iterator[Machine]:
    del new_sim  # asked for first, so that chips outlive the threads that run them
    found = Machine(tmp_path)
    yield found
    for one in found.plugged:
        if not one.pulled.is_set():
            one.pull()


@pytest.fixture
def service(machine: Machine) -> Iterator[LightService]:
    made = LightService(machine.lights())
    yield made
    made.close()


class AwakeClock:
    """Seconds in which this thread was let run: a machine that does other work as well holds it up for longer."""

    def __init__(self, longest_step_s: float) -> None:
        self._longest_step_s, self._last_s, self._now_s = longest_step_s, time.monotonic(), 0.0

    def __call__(self) -> float:
        last_s, self._last_s = self._last_s, time.monotonic()
        self._now_s += min(self._last_s - last_s, self._longest_step_s)
        return self._now_s


def wait_for(condition: Callable[[], bool], limit_s: float, what: str = "") -> float:
    pause, clock = threading.Event(), AwakeClock(LONGEST_PAUSE_S)
    while not condition():
        assert clock() < limit_s, f"not within {limit_s} s: {what}"
        pause.wait(0.002)
    return clock()


class TestPlugs:
    def test_pulled_and_plugged_in_again_100_times(self, machine: Machine, service: LightService) -> None:
        random = Random(4)
        names = ("ttyUSB0", "ttyUSB0", "ttyUSB1", "ttyACM0")
        pause = threading.Event()
        slowest_s = 0.0
        for number in range(REPLUGS):
            show = (
                ShowLights(winner=Rgb(number, 1, 2)) if number % 2 else ShowLights(stamina_low=(), pin_count=number % 4)
            )
            end = SimulatedEnd(SimulatedBoard(boot_id=number))
            service.show(show)  # while nothing is plugged in: what counts is what is wanted now
            one = machine.plug(end, random.choice(names))
            slowest_s = max(slowest_s, wait_for(lambda end=end, show=show: end.shows(show), BACK_S, f"replug {number}"))
            pause.wait(random.random() * 0.03)
            one.pull()
        assert slowest_s < BACK_S
        assert service.scenes_shown >= REPLUGS // 2

    def test_the_firmware_itself_pulled_and_plugged_in_again(
        self, built: Built, machine: Machine, service: LightService, new_sim: Callable[..., FirmwareSim]
    ) -> None:
        eeprom = None
        for number in range(3):
            sim = new_sim(eeprom=eeprom)
            end = FirmwareEnd(sim)
            one = machine.plug(end, f"ttyUSB{number}")
            service.show(ShowLights(dark=True) if number == 1 else ShowLights(slot=None, winner=Rgb(0, 9 + number, 0)))
            wait_for(lambda: service.status().state is LightState.READY, 8.0)
            wait_for(lambda end=end, number=number: bool(end.lane) and any(end.lane) == (number != 1), 8.0)
            one.pull()
            wait_for(lambda: service.status().state is LightState.LOST, 4.0)
            eeprom = sim.eeprom()

    def test_two_programs_on_one_port(self, machine: Machine, service: LightService) -> None:
        one = machine.plug(SimulatedEnd(SimulatedBoard()))
        wait_for(lambda: service.status().state is LightState.READY, 5.0)
        second = SerialPort(str(one.link))
        with pytest.raises(PortError, match="taken by another program"):
            second.open()

    def test_garbage_on_the_line(self, machine: Machine, service: LightService) -> None:
        end = SimulatedEnd(SimulatedBoard())
        plain = end.exchange
        random = Random(6)
        end.exchange = lambda data: random.randbytes(7) + plain(data) if data else b""  # type: ignore[method-assign]
        machine.plug(end)
        show = ShowLights(pin_count=2)
        service.show(show)
        wait_for(lambda: end.shows(show), 8.0)

    def test_a_port_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(PortError, match="there is no device"):
            SerialPort(str(tmp_path / "ttyUSB0")).open()


def test_500_commands_over_pyserial_to_the_chip(
    machine: Machine, new_sim: Callable[..., FirmwareSim], built: Built
) -> None:
    end = FirmwareEnd(new_sim())
    one = machine.plug(end)
    port = SerialPort(str(one.link))
    port.open()
    with Session(Connection(port, BoardLink(Random(1))), AwakeClock(LONGEST_READ_S)) as session:
        for number in range(500):
            session.ask(Scene(1 << number % 16, Effect.SOLID, Rgb(number % 256, 7, 9)))
        status = session.status()
    state_again = int(end.sim.time_ms / 1000)  # the limit goes out with the state, at most once a second (E-08)
    assert 501 <= status.executed <= 501 + state_again
    assert (status.overruns, status.ring_overflows) == (0, 0)


EVENING = """
import sys, threading
from companion.leds.discovery import PortLights
from companion.leds.scenes import ShowLights
from companion.leds.service import LightService
service = LightService(PortLights(sys.argv[1]))
service.show(ShowLights(pin_count=2))
while service.scenes_shown < 1:
    threading.Event().wait(0.01)
print("shown", flush=True)
sys.stdin.readline()
raise RuntimeError("the program has a fault")
"""


class TestTheEnd:
    """E-08: on exit and crash the neutral state is the last; after SIGKILL the board's own five seconds count."""

    def begin(self, machine: Machine) -> tuple[SimulatedEnd, subprocess.Popen[str]]:
        end = SimulatedEnd(SimulatedBoard())
        one = machine.plug(end)
        evening = subprocess.Popen(
            [sys.executable, "-c", EVENING, str(one.link)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        assert evening.stdout is not None
        assert evening.stdout.readline() == "shown\n"
        return end, evening

    def test_a_program_that_breaks_leaves_the_lights_dark(self, machine: Machine) -> None:
        end, evening = self.begin(machine)
        _, error = evening.communicate("\n", timeout=20)
        assert "the program has a fault" in error
        wait_for(lambda: end.board._closed, 5.0)
        assert not any(any(pixel) for zone in end.board.zone_frame(0) for pixel in zone)

    def test_a_program_that_is_killed_leaves_it_to_the_board(self, machine: Machine) -> None:
        end, evening = self.begin(machine)
        evening.kill()
        evening.communicate(timeout=20)
        now_ms = int((time.monotonic() - end.start_s) * 1000)
        assert not end.board._closed
        assert not end.board.link_lost(now_ms)
        assert end.board.link_lost(now_ms + 5100)
        posts = end.board.zone_frame(now_ms + 5100)[12:]
        assert all(pixel[0] == pixel[1] == 0 and 4 <= pixel[2] <= 24 for post in posts for pixel in post)
