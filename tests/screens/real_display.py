"""Virtual displays and the processes on them, for the tests with real windows (need Xvfb and xdotool)."""

import contextlib
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
from PIL import ImageGrab

from companion.app.crowd import CrowdFeed
from companion.screens import render
from companion.screens.view_model import CrowdView
from screens.golden import difference

SIZE = (1280, 720)
PATIENCE_S = 60
ALIKE = 12
"""Pictures that differ by less are of the same board."""
XDOTOOL = {"enter": "Return", "backspace": "BackSpace", "escape": "Escape", "½": "onehalf", "pagedown": "Next"}


class Display:
    """A virtual display of its own."""

    def __init__(self) -> None:
        reader, writer = os.pipe()
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-nolisten", "tcp"]
        self.process = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as told:
            self.name = f":{told.readline().strip()}"
        self.env = {**os.environ, "DISPLAY": self.name, "SDL_AUDIODRIVER": "dummy"}
        self.env.pop("SDL_VIDEODRIVER", None)

    def xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self.env, check=True, capture_output=True)

    def picture(self) -> pygame.Surface:
        grabbed = ImageGrab.grab(xdisplay=self.name).convert("RGB")
        return pygame.image.frombytes(grabbed.tobytes(), grabbed.size, "RGB")

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


class Telling:
    """A process that says line by line what it did."""

    def __init__(self, command: list[str], env: dict[str, str]) -> None:
        self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def wait_for(self, wanted: str, patience_s: float = PATIENCE_S) -> bool:
        end = time.monotonic() + patience_s
        with contextlib.suppress(queue.Empty):
            while self.lines.get(timeout=max(0.01, end - time.monotonic())) != wanted:
                pass
            return True
        return False

    def wait_for_key(self, key: str) -> bool:
        """Whether the window tells that it counted; a letter is a small one where no text was written yet."""
        with contextlib.suppress(queue.Empty):
            return self.lines.get(timeout=PATIENCE_S).lower() == f"key {key}".lower()
        return False

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def virtual_display() -> Iterator[Display]:
    """One for the time of a test."""
    assert shutil.which("Xvfb"), "install xvfb"
    assert shutil.which("xdotool"), "install xdotool"
    one = Display()
    yield one
    one.close()


def crowd_process(display: Display, show: Path, language: str) -> Telling:
    program = "from companion.cli.main import run; run()"
    words = ["scoreboard", "--show", str(show), "--lang", language, "--display", "1"]
    return Telling([sys.executable, "-c", program, *words], display.env)


def waits_until_shown(
    display: Display,
    show: Path,
    language: str,
    patience_s: float = PATIENCE_S,
    instead: Callable[[CrowdView], CrowdView] = lambda view: view,
) -> float:
    """Seconds until the display shows what the crowd may know of the show file.

    Args:
        instead: what is due in place of what the feed gives.
    """
    begun = time.monotonic()
    away = 255.0
    while time.monotonic() - begun < patience_s:
        feed = CrowdFeed(show)
        now = time.time_ns() // 1_000_000
        view = feed.fetch(now - 60_000)
        feed.close()
        if view is not None:
            away = difference(display.picture(), render.render_crowd(instead(view), SIZE, language, now))
            if away < ALIKE:
                return time.monotonic() - begun
    raise AssertionError(f"the board still differs by {away:.0f}")
