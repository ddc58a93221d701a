"""Builds the image that users flash and runs it: the tests here are about that very file."""

import fcntl
import shutil
import subprocess
from binascii import crc_hqx
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.leds.firmware_sim import FIRMWARE, Built, FirmwareSim, find_built
from companion.leds.link import BoardLink, LinkState
from companion.leds.packets import AskStatus, BoardStatus, Command, ConfigPart, Configure, ReplyStatus

PACKAGES = "gcc-avr binutils-avr avr-libc libsimavr-dev arduino-core-avr gcc libc6-dev make"
STEP_MS = 0.25


def make(*arguments: str) -> None:
    """Run make in firmware/, one process at a time, or say what is missing."""
    if shutil.which("avr-gcc") is None or shutil.which("make") is None:
        pytest.fail(
            f"the firmware tests need avr-gcc and simavr: apt-get install --no-install-recommends {PACKAGES}",
            pytrace=False,
        )
    (FIRMWARE / "build").mkdir(exist_ok=True)
    with (FIRMWARE / "build" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(["make", "-C", str(FIRMWARE), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]


@pytest.fixture(scope="session")
def built() -> Built:
    make("all")
    found = find_built()
    assert found is not None
    return found


class Noise:
    """Flips, drops and inserts bytes, each with a third of `share`."""

    def __init__(self, share: float, random: Random) -> None:
        self.share, self.random, self.hits = share, random, 0

    def __call__(self, data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            if self.random.random() >= self.share:
                out.append(byte)
                continue
            self.hits += 1
            kind = self.random.randrange(3)
            if kind == 0:
                out.append(byte ^ 1 << self.random.randrange(8))
            elif kind == 1:
                out += bytes([byte, self.random.randrange(256)])
        return bytes(out)


class VirtualHost:
    """The host's link and the chip, both in virtual time."""

    def __init__(
        self,
        sim: FirmwareSim,
        seed: int = 1,
        to_board: Callable[[bytes], bytes] = bytes,
        from_board: Callable[[bytes], bytes] = bytes,
    ) -> None:
        self.sim = sim
        self.before_ms = 0.0
        self.random = Random(seed)
        self.link = BoardLink(Random(seed))
        self.to_board, self.from_board = to_board, from_board
        self.checksum = 0xFFFF
        self.latencies_ms: list[float] = []

    @property
    def now_s(self) -> float:
        return (self.before_ms + self.sim.time_ms) / 1000

    def replace_chip(self, sim: FirmwareSim) -> None:
        """The chip has restarted: simavr's own reset is not reliable, a new one is."""
        self.before_ms += self.sim.time_ms
        self.sim = sim

    def step(self, milliseconds: float = STEP_MS) -> None:
        """A short while: bytes both ways, the link polled after."""
        out = self.link.poll(self.now_s)
        if out:
            self.sim.feed(self.to_board(out))
        self.sim.run_ms(milliseconds)
        data = self.sim.take()
        if data:
            self.link.receive(self.from_board(data), self.now_s)

    def run_until(self, done: Callable[[], bool], limit_ms: float) -> None:
        end_ms = self.sim.time_ms + limit_ms
        while not done():
            assert self.sim.time_ms < end_ms, f"not within {limit_ms} ms: {self.link.state} {self.link.problem}"
            self.step()

    def greet(self) -> None:
        self.run_until(lambda: self.link.state is LinkState.READY, 5000)

    def ask(self, command: Command, limit_ms: float = 2000) -> tuple[ReplyStatus, bytes]:
        """One command, acknowledged."""
        self.link.request(command)
        self.run_until(lambda: bool(self.link.replies), limit_ms)
        asked, status, data = self.link.replies.popleft()
        assert asked == command
        self.checksum = crc_hqx(command.payload(), self.checksum)
        self.latencies_ms.append(self.link.counters.latency_ms)
        return status, data

    def status(self) -> BoardStatus:
        status, data = self.ask(AskStatus())
        assert status is ReplyStatus.OK
        return BoardStatus.parse(data)

    def configure(self, commands: tuple[Configure, ...], maximum_ma: int = 3000) -> None:
        for command in (*commands, Configure(ConfigPart.POWER, maximum_ma.to_bytes(2, "big"))):
            status, _ = self.ask(command)
            assert status is ReplyStatus.OK


@pytest.fixture
def new_sim(built: Built) -> Iterator[Callable[..., FirmwareSim]]:
    """Chips that are thrown away after the test."""
    made: list[FirmwareSim] = []

    def make_one(image: Path | None = None, wire_baud: int = 115_200, eeprom: bytes | None = None) -> FirmwareSim:
        made.append(FirmwareSim(built.library, image or built.image, wire_baud, eeprom))
        return made[-1]

    yield make_one
    for sim in made:
        sim.close()


@pytest.fixture
def new_host(new_sim: Callable[..., FirmwareSim]) -> Callable[..., VirtualHost]:
    """A greeted board with a host in virtual time."""

    def make_one(seed: int = 1, noise: tuple[float, float] = (0.0, 0.0), **chip: object) -> VirtualHost:
        host = VirtualHost(new_sim(**chip), seed, Noise(noise[0], Random(seed)), Noise(noise[1], Random(seed + 1)))
        host.greet()
        return host

    return make_one


@pytest.fixture
def run_make() -> Callable[..., None]:
    return make
