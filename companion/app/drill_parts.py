"""Parts of an evening that a drill can break and mend: a camera and a board that are pulled out, a full disk, a clock.

Each stands where the real thing stands and is used by the same code; nothing else in the program knows of the drill.
"""

import sqlite3
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from companion.app.live_eyes import LiveEyes, Pictures
from companion.app.now import now_ms
from companion.leds.backends import Connection, GoOn
from companion.leds.layout import standard_layout
from companion.leds.link import BoardLink
from companion.leds.packets import Limit
from companion.leds.port import PortError, lost_text
from companion.leds.simulated import SimulatedBoard
from companion.leds.simulated_port import SimulatedPort
from companion.store.resilient import ResilientJournal
from companion.vision.camera import NOT_THERE, CameraProblemError, LiveCamera
from companion.vision.health import Mode
from companion.vision.sources import Clip, Frame, Picture

PICTURES_A_SECOND = 8.0
"""Enough to follow figures, and the rehearsal leaves the computer some air."""


@dataclass
class Cable:
    """What people pull."""

    is_in: bool = True
    stands_still: bool = False


class ClipCamera:
    """A camera that shows a clip over and over, at the other end of a cable.

    Raises:
        CameraProblemError: the cable is out.
    """

    def __init__(self, clip: Path, cable: Cable) -> None:
        if not cable.is_in:
            raise CameraProblemError(NOT_THERE)
        self._cable = cable
        self._clip = Clip(clip)
        self._frames = self._over_and_over()
        self._last: Picture | None = None

    def _over_and_over(self) -> Iterator[Frame]:
        while True:
            yield from self._clip.frames()

    def read(self) -> Picture | None:
        if not self._cable.is_in:
            raise OSError("the cable is out")
        time.sleep(1 / PICTURES_A_SECOND)
        if self._last is None or not self._cable.stands_still:
            self._last = next(self._frames).picture
        return self._last

    def mode(self) -> Mode:
        return Mode(*self._clip.size, PICTURES_A_SECOND)

    def release(self) -> None:
        self._clip.close()


class DrillEyes(LiveEyes):
    """The eyes of a live evening on a camera with a cable."""

    def __init__(self, clip: Path, table: Path, cable: Cable) -> None:
        self._cable = cable
        super().__init__(str(clip), table)

    def _open(self, source: str) -> Pictures:
        return LiveCamera(lambda: ClipCamera(Path(source), self._cable), self._clock_ms, name="drill")


class CablePort(SimulatedPort):
    """The simulated board's port, with a cable."""

    def __init__(self, cable: Cable) -> None:
        super().__init__(SimulatedBoard(standard_layout()))
        self._cable = cable

    def _feel(self) -> None:
        if not self._cable.is_in:
            raise PortError(lost_text(self.name))

    def open(self) -> None:
        self._feel()
        super().open()

    def read(self, wait_s: float) -> bytes:
        self._feel()
        return super().read(wait_s)

    def write(self, data: bytes) -> None:
        self._feel()
        super().write(data)


@dataclass
class CableLights:
    """Lights at the other end of a cable; a board that is plugged in starts anew."""

    cable: Cable
    name: str = "drill"
    wanted: bool = True

    def connect(self, go_on: GoOn) -> Connection:
        del go_on
        port = CablePort(self.cable)
        port.open()
        return Connection(port, BoardLink(Random(), Limit()))  # noqa: S311 jitter


@dataclass
class Disk:
    """The disk under a show: full, or not.

    Where the system lets a process limit the size of its files no file of this process can grow, the side file neither;
    elsewhere the show file alone is full.
    """

    journal: ResilientJournal
    _before: tuple[int, int] | None = field(default=None)

    def fill(self) -> None:
        if sys.platform != "win32":
            import resource

            self._before = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, self._before[1]))
        else:
            self._limit_pages(0)

    def empty(self) -> None:
        if sys.platform != "win32":
            import resource

            if self._before is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, self._before)
        else:
            self._limit_pages(2**30)

    def _limit_pages(self, most: int) -> None:
        connection: sqlite3.Connection = self.journal.show.connection
        (count,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {max(count, most)}")


@dataclass
class TimeOfDay:
    """The computer's clock, which somebody sets."""

    ahead_ms: int = 0

    def now_ms(self) -> int:
        """Milliseconds since 1970, as this computer believes."""
        return now_ms() + self.ahead_ms
