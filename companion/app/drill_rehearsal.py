"""The processes of a drill: the evening that is broken, asked and led from here through its standard input."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.app.drill_evening import BOARD_SEES, OVER
from companion.errors import CompanionError
from companion.kernel.text import Language, Text

PATIENCE_S = 60.0
"""After so long a thing that was mended has not recovered."""
LOOK_EVERY_S = 0.05
ANSWER_EVERY_S = 0.1
"""So often whoever waits for an answer looks whether it is wanted any more."""
BUSY = 8.0
"""A computer with other work may take so many times as long, while it answers at all."""
LEAST_LOOKS_PER_S = 5.0
"""On a computer that is not busy there are at least so many looks in every second of patience."""
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
NOT_ANSWERING = Text("the referee's process does not answer: {why}", "el proceso del árbitro no responde: {why}")
ENDED = Text("it ended by itself (code {code}): {last}", "terminó por sí solo (código {code}): {last}")
SILENT = Text("silent for {s:.0f} s", "callado durante {s:.0f} s")
TOO_LATE = Text("not recovered after {s:.0f} s: {what}", "sin recuperarse tras {s:.0f} s: {what}")
State = dict[str, Any]


class DrillError(CompanionError):
    """The evening under rehearsal did not do what it should; `text` says what."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en, text.es)
        self.text = text


class DrillOverError(Exception):
    """Somebody ended the drill: nobody asks for the rest."""


@dataclass
class Rehearsal:
    """The processes of a drill, and the questions put to them.

    Args:
        patience_s: how long anything may take before it counts as failed.
        ending: set by whoever ends the drill: then nothing is waited for.
    """

    show: Path
    language: Language
    patience_s: float = PATIENCE_S
    ending: threading.Event = field(default_factory=threading.Event)
    _process: "subprocess.Popen[str] | None" = None
    _answers: "queue.SimpleQueue[str | None]" = field(default_factory=queue.SimpleQueue)

    def start(self) -> State:
        """Begin the evening, or go on with it after it was killed; its state once it answers."""
        self.show.with_name(OVER).unlink(missing_ok=True)
        command = [sys.executable, "-m", "companion.app.drill_evening", str(self.show), self.language]
        errors = self.show.with_name("errors.txt").open("ab")
        with errors:
            self._process = subprocess.Popen(  # noqa: S603  # our own program
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, encoding="utf-8"
            )
        self._answers = queue.SimpleQueue()
        threading.Thread(target=_collect, args=(self._process, self._answers), name="answers", daemon=True).start()
        return self.order("look")

    def order(self, what: str, **more: Any) -> State:
        """Give an order; the state after it.

        Raises:
            DrillError: nobody answers.
            DrillOverError: the drill was ended.
        """
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"do": what, **more}) + "\n")
            self._process.stdin.flush()
            line = self._answer()
        except OSError:
            line = None
        if line is None:
            raise DrillError(NOT_ANSWERING.filled(why=self._why_silent()))
        state: State = json.loads(line)
        return state

    def _answer(self) -> str | None:
        """A process that ended answers None at once; one that lives on a busy computer is waited for.

        Raises:
            DrillOverError: the drill was ended.
        """
        until_s = time.monotonic() + self.patience_s * BUSY
        while time.monotonic() < until_s:
            if self.ending.is_set():
                raise DrillOverError
            with contextlib.suppress(queue.Empty):
                return self._answers.get(timeout=ANSWER_EVERY_S)
        return None

    def until(self, what: Text, fits: Callable[[State], bool]) -> float:
        """Look until it fits; how long that took.

        Raises:
            DrillError: it never did.
        """
        began_s, looks = time.monotonic(), 0
        while not fits(self.order("look")):
            looks += 1
            waited_s = time.monotonic() - began_s
            if is_over_due(waited_s, looks, self.patience_s):
                raise DrillError(TOO_LATE.filled(s=waited_s, what=what))
            time.sleep(LOOK_EVERY_S)
        return time.monotonic() - began_s

    def kill(self) -> None:
        """End the referee's process as a power cut does."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def kill_board(self, pid: int) -> None:
        """End the crowd board's process."""
        with contextlib.suppress(OSError):
            os.kill(pid, _KILL)

    def board_sees(self) -> tuple[int, int]:
        """Which board drew last, and the newest event it knew."""
        try:
            seen = json.loads(self.show.with_name(BOARD_SEES).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return 0, 0
        return int(seen["pid"]), int(seen["events"])

    def close(self) -> None:
        """End everything that was started here; at once where the drill was ended."""
        if self._process is not None and self.ending.is_set():
            self._process.kill()
            self._process.wait()
        elif self._process is not None and self._process.poll() is None:
            with contextlib.suppress(OSError):
                assert self._process.stdin is not None
                self._process.stdin.close()  # no more orders: it leaves by itself
            try:
                self._process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        with contextlib.suppress(OSError):
            self.show.with_name(OVER).touch()  # for boards of a process that was killed

    def _why_silent(self) -> Text:
        """Whether it lives and says nothing, or ended; then with the last line that it printed."""
        assert self._process is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5)
        code = self._process.poll()
        if code is None:
            return SILENT.filled(s=self.patience_s * BUSY)
        return ENDED.filled(code=code, last=self._last_words())

    def _last_words(self) -> str:
        try:
            lines = self.show.with_name("errors.txt").read_text(encoding="utf-8", errors="replace").split("\n")
        except OSError:
            lines = []
        return next((line.strip() for line in reversed(lines) if line.strip()), "?")


def is_over_due(waited_s: float, looks: int, patience_s: float) -> bool:
    """Whether a thing that was mended has had its time: by the clock, and by how often the process could answer.

    A busy computer answers seldom; then the clock alone says nothing until `BUSY` times the patience.
    """
    if waited_s > patience_s * BUSY:
        return True
    return waited_s > patience_s and looks >= patience_s * LEAST_LOOKS_PER_S


def _collect(process: "subprocess.Popen[str]", answers: "queue.SimpleQueue[str | None]") -> None:
    """Put every line that comes into the queue, and None at the end."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("{"):  # libraries greet people on the same stream
            answers.put(line)
    answers.put(None)
