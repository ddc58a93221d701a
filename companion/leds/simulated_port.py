"""The simulated board behind the same interface as a serial port."""

import time
from collections.abc import Callable

from companion.leds.port import Mailbox
from companion.leds.simulated import Pixels, SimulatedBoard


class SimulatedPort:
    """The simulated board at the end of a line.

    Args:
        clock: seconds; the board's own time starts with the first `open`.
    """

    name = "sim"

    def __init__(self, board: SimulatedBoard | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.board = board if board is not None else SimulatedBoard()
        self._clock = clock
        self._start_s: float | None = None
        self._box = Mailbox()

    def time_ms(self) -> int:
        """Milliseconds since the board started, 0 before."""
        return 0 if self._start_s is None else int((self._clock() - self._start_s) * 1000)

    def zone_frame(self) -> tuple[Pixels, ...]:
        """What the LEDs show now, for the picture of the ring."""
        return self.board.zone_frame(self.time_ms())

    def open(self) -> None:
        if self._start_s is None:
            self._start_s = self._clock()
            self._box.put(self.board.banner(started=True))

    def read(self, wait_s: float) -> bytes:
        return self._box.take(wait_s)

    def write(self, data: bytes) -> None:
        answer = self.board.receive(data, self.time_ms())
        if answer:
            self._box.put(answer)

    def close(self) -> None:
        """The line is let go; the board stays as it is, as a real one does."""

    def stop(self) -> None:
        """End of the simulation: nothing runs here by itself."""

    def wake(self) -> None:
        self._box.wake()
