"""Where the demonstration is shown: a terminal with a progress line, or the real windows on a desktop."""

import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from companion.app.demo import Stage
from companion.app.demo_bout import DemoBout
from companion.app.eyes import Look
from companion.app.now import now_ms
from companion.app.signals import end_on_signals
from companion.games.clay_wrestling import GAME
from companion.kernel.text import Language, Text

CLIP_PART = Text("the clip: figures, facts, proposals", "el clip: figuras, datos, propuestas")
BOUT_PART = Text("the bout goes on to its winner", "el combate sigue hasta tener ganador")
ACT_S = 0.35
"""Between two acts once the clip is over, so that people can follow."""


class Terminal(Stage):
    """A progress bar; quiet where nobody looks."""

    def __init__(self, language: Language) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        self._language = language
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[news]}"),
            TimeElapsedColumn(),
        )
        console = Console(stderr=True)
        self._bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)

    def begin(self, bout: DemoBout, total_frames: int | None) -> None:
        del bout
        self._bar.start()
        self._clip = self._bar.add_task(CLIP_PART.of(self._language), total=total_frames, news="")
        self._bout = self._bar.add_task(BOUT_PART.of(self._language), total=None, start=False, news="")

    def play(self, bout: DemoBout, look: Look | None) -> bool:
        turn = Text("turn {n}", "turno {n}").filled(n=bout.evening.state.turn_no).of(self._language)
        if look is not None:
            self._bar.update(self._clip, completed=look.index + 1, news=turn)
        else:
            self._bar.start_task(self._bout)
            self._bar.update(self._bout, advance=1, news=turn)
        return True

    def end(self, bout: DemoBout) -> None:
        del bout
        self._bar.stop()


@dataclass
class Windows(Stage):
    """The referee's window here, the crowd board in a process of its own, played in real time.

    Attributes:
        seconds: after so long the rest is played at full speed.
    """

    language: Language
    show: Path
    seconds: float
    _crowd: "subprocess.Popen[bytes] | None" = None
    _began_s: float = 0.0
    _due_s: float = 0.0
    _closed: bool = field(default=False)

    def begin(self, bout: DemoBout, total_frames: int | None) -> None:
        del bout, total_frames
        from companion.screens.displays import Placement
        from companion.screens.window import Window, open_displays

        end_on_signals()
        self._window = Window("Ringside Companion", Placement(open_displays()[0], borderless=False))
        command = [sys.executable, "-m", "companion", "scoreboard", "--show", str(self.show), "--lang", self.language]
        self._crowd = subprocess.Popen(command)  # noqa: S603  # our own program
        self._began_s = self._due_s = time.monotonic()

    def play(self, bout: DemoBout, look: Look | None) -> bool:
        self._due_s += ACT_S if look is None else 1 / 15
        hurried = time.monotonic() - self._began_s > self.seconds
        self._show(bout)
        while not self._closed:
            wait_ms = 1 if hurried else int(1000 * max(0.0, self._due_s - time.monotonic()))
            for key in self._window.keys(max(1, wait_ms), now_ms()):
                self._closed |= key in {"closed", "q"}
            if hurried or time.monotonic() >= self._due_s:
                break
            self._show(bout)
        return not self._closed

    def _show(self, bout: DemoBout) -> None:
        from companion.screens import referee
        from companion.screens.clay_choices import offers_now
        from companion.screens.clay_view import referee_view

        match = bout.evening.state
        stack = GAME.pending(match)
        view = referee_view(match, bout.around(crowd_boards=1), stack, offers_now(match), GAME.outcome(match))
        self._window.show(referee.draw(self._window.surface, view, self.language, now_ms()))

    def end(self, bout: DemoBout) -> None:
        if not self._closed:
            self._show(bout)
        self._window.close()
        if self._crowd is not None and self._crowd.poll() is None:
            self._crowd.terminate()
            self._crowd.wait(timeout=5)
