"""The crowd board's process as the evening keeps it: started, started again when it dies, replaced when it hangs.

The board only reads the show file, so its heartbeat comes by a pipe: a byte a few times a second on its standard
output. A board that dies is seen at once; one that hangs (in a driver, stopped by hand) is one whose heart stands
still, on a clock that nobody can set. It is killed, and the next one begins when it is gone: there are never two.
"""

import contextlib
import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from companion.kernel.text import Language

BOARD_EVERY_MS = 2000
"""How soon a crowd board that died is started again."""
BEAT_EVERY_MS = 250
HUNG_MS = 2500
"""A board whose heart stood still for so long hangs: ten beats, and the slowest picture takes less than two."""
FIRST_BEAT_MS = 20_000
"""So long a board may take from its start to its first picture, on a slow machine that does other things too."""
AWAY_MS = 1000
"""Whoever did not look for so long (asleep, stopped, busy) knows nothing of the time between."""
SETTLED_BEATS = 8
"""A board that lies minimised is on show for its first beats, until the desktop has put it away."""
CLOSE_WAIT_S = 5.0
BEAT, UNSEEN = b"\x06", b"\x0e"
"""A beat of a board that is on show, and of one that lies minimised. No bytes of any text: what a library says on
standard output is no beat."""
_PIPE = 1


class BoardProcess(Protocol):
    """One crowd board that was started."""

    @property
    def pid(self) -> int: ...
    @property
    def beats(self) -> int:
        """How often its heart has beaten so far."""
        ...

    @property
    def unseen(self) -> bool:
        """Whether it lies minimised."""
        ...

    def alive(self) -> bool: ...
    def kill(self) -> None:
        """At once, even while it is stopped; returns before it is gone."""
        ...

    def close(self) -> None:
        """Ask it to leave, and see that it does."""
        ...


class StartedBoard:
    """A real process; a thread counts what comes through its pipe."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=0)  # noqa: S603  # our own program
        self._beats = 0
        self._unseen = False
        threading.Thread(target=self._listen, name="crowd board's heart", daemon=True).start()

    def _listen(self) -> None:
        pipe = self._process.stdout
        assert pipe is not None
        with pipe:
            while heard := pipe.read(4096):
                self._beats += heard.count(BEAT) + heard.count(UNSEEN)
                self._unseen = heard.rfind(UNSEEN) > heard.rfind(BEAT)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def beats(self) -> int:
        return self._beats

    @property
    def unseen(self) -> bool:
        return self._unseen

    def alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        if self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(timeout=CLOSE_WAIT_S)
        except subprocess.TimeoutExpired:  # it hangs; nobody waits for it
            self._process.kill()


@dataclass
class CrowdBoard:
    """The crowd board of an evening.

    Attributes:
        token: tells the board of this evening from one that outlived a referee's process that was killed.
        start: how a board is started.
    """

    show: Path
    language: Language
    display: str | None = None
    token: str = field(default_factory=lambda: secrets.token_hex(4))
    start: Callable[[list[str]], BoardProcess] = StartedBoard
    _process: BoardProcess | None = None
    _due_ms: int | None = None
    _looked_ms: int | None = None
    _beats: int = 0
    _beaten_ms: int = 0
    _hung: bool = False
    _shown: bool = False
    _begun_shown: bool = False

    def keep(self, now_ms: int) -> None:
        """Start it, start it again, or replace one that hangs.

        Args:
            now_ms: on a clock that never goes back.
        """
        process = self._process
        if process is not None and process.alive():
            self._feel_pulse(process, now_ms)
            return
        if self._due_ms is not None and now_ms < self._due_ms and not self._hung:
            return
        # one that hung is off the screen for long enough already: the next begins as soon as it is gone
        self._due_ms, self._hung = now_ms + BOARD_EVERY_MS, False
        self._begun_shown = self._shown
        self._process = self.start(self.command())
        self._beats, self._beaten_ms, self._looked_ms = 0, now_ms, now_ms

    def _feel_pulse(self, process: BoardProcess, now_ms: int) -> None:
        looked_ms, self._looked_ms = self._looked_ms, now_ms
        was_away = looked_ms is not None and now_ms - looked_ms > AWAY_MS
        beats = process.beats
        if beats >= SETTLED_BEATS:
            self._shown = not process.unseen
        if beats != self._beats or was_away:
            self._beats, self._beaten_ms = beats, now_ms
        patience_ms = HUNG_MS if beats else FIRST_BEAT_MS
        if now_ms - self._beaten_ms > patience_ms and not self._hung:
            self._hung = True
            process.kill()

    def command(self) -> list[str]:
        """What starts it."""
        command = [sys.executable, "-m", "companion", "scoreboard", "--show", str(self.show), "--lang", self.language]
        if self._shown:  # it comes back as it was: somebody had brought it up
            command.append("--shown")
        command += ["--kept", self.token]
        return command if self.display is None else [*command, "--display", self.display]

    @property
    def pid(self) -> int | None:
        """Of the process that was started last."""
        return None if self._process is None else self._process.pid

    @property
    def unseen(self) -> bool:
        """Whether it lives, but lies minimised: nobody sees it."""
        return self._process is not None and self._process.unseen

    @property
    def came_up_again(self) -> bool:
        """Whether it was started again where people see it, and has shown its first picture."""
        return self._begun_shown and self.alive and not self.comes

    @property
    def comes(self) -> bool:
        """Whether it was started and its heart has not beaten yet: it has shown no picture."""
        return self.alive and self._process is not None and not self._process.beats

    @property
    def alive(self) -> bool:
        """Whether there is a board that follows the match."""
        return self._process is not None and not self._hung and self._process.alive()

    def close(self) -> None:
        if self._process is not None:
            self._process.close()


class Heart:
    """A board's own side: a byte into the pipe, a few times a second.

    A referee's process that died has closed the pipe, one that is stopped does not empty it: neither stops the board.
    """

    def __init__(self, clock_ms: Callable[[], int], pipe: int = _PIPE) -> None:
        self._clock_ms = clock_ms
        self._pipe = pipe
        self._next_ms: int | None = None
        if os.name != "nt":
            os.set_blocking(pipe, False)

    def beat(self, *, seen: bool = True) -> None:
        """Beat if it is time.

        Args:
            seen: the board is on show, not minimised.
        """
        now_ms = self._clock_ms()
        if self._next_ms is not None and now_ms < self._next_ms:
            return
        self._next_ms = now_ms + BEAT_EVERY_MS
        with contextlib.suppress(OSError):
            os.write(self._pipe, BEAT if seen else UNSEEN)
