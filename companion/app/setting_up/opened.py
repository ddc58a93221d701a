"""Windows that the set-up opens in processes of their own: on the way, there, or gone; then with why."""

import subprocess
import threading
from dataclasses import dataclass, field

from companion.app.crowd_board import BEAT, UNSEEN
from companion.screens.setup_identify import SHOWN

FIRST_PICTURE = (BEAT, UNSEEN, SHOWN)


@dataclass
class Opened:
    """One such process. Its first picture is told as the crowd board tells its heartbeat: by a byte on its output.

    Attributes:
        said: the last line that it wrote on standard error.
        settled: set with its first picture, or with its end if there was none.
    """

    command: list[str]
    said: str = ""
    settled: threading.Event = field(default_factory=threading.Event, init=False)
    _has_come: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603  # our own program
            self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        self._ears = [threading.Thread(target=one, daemon=True) for one in (self._feel, self._hear)]
        for ear in self._ears:
            ear.start()

    def _feel(self) -> None:
        pipe = self._process.stdout
        assert pipe is not None
        with pipe:
            while felt := pipe.read(4096):
                if any(one in felt for one in FIRST_PICTURE):
                    self._has_come = True
                    self.settled.set()
        self._process.wait()
        self.settled.set()

    def _hear(self) -> None:
        pipe = self._process.stderr
        assert pipe is not None
        with pipe:
            for line in pipe:
                self.said = line.decode("utf-8", "replace").strip() or self.said

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    @property
    def is_coming(self) -> bool:
        """Whether it was started and has shown nothing yet."""
        return self.is_alive and not self._has_come

    @property
    def is_there(self) -> bool:
        return self.is_alive and self._has_come

    @property
    def has_failed(self) -> bool:
        """Whether it ended without having shown anything; `said` is whole then."""
        if self.is_alive:
            return False
        for ear in self._ears:
            ear.join(1.0)
        return not self._has_come

    def close(self) -> None:
        """End it, without waiting for its end."""
        if self.is_alive:
            self._process.terminate()

    def wait(self, patience_s: float) -> None:
        """Wait for its end.

        Raises:
            subprocess.TimeoutExpired: it has not ended in that time.
        """
        self._process.wait(patience_s)
