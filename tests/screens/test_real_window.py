"""Real windows on a virtual display, driven by synthetic keys and mouse (needs Xvfb and xdotool)."""

import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from PIL import ImageGrab

from companion.app.crowd import CrowdFeed
from companion.app.evening import MATCH
from companion.games.clay_wrestling import GAME
from companion.kernel.session import Session
from companion.screens import render
from companion.screens.inputs import key_name
from companion.store.show import Show
from screens.golden import difference
from screens.play import Player
from screens.stand import Stand

pytestmark = pytest.mark.slow

SIZE = (1280, 720)
PATIENCE_S = 60
BACK_S = 5
"""A board that was started again shows the right state within this time."""
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

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


@pytest.fixture
def display() -> Iterator[Display]:
    assert shutil.which("Xvfb"), "install xvfb"
    assert shutil.which("xdotool"), "install xdotool"
    one = Display()
    yield one
    one.close()


@pytest.fixture
def projector() -> Iterator[Display]:
    one = Display()
    yield one
    one.close()


def referee_process(display: Display, show: Path, language: str) -> Telling:
    script = Path(__file__).parent / "window_process.py"
    return Telling([sys.executable, str(script), str(show), language], display.env)


def crowd_process(display: Display, show: Path, language: str) -> Telling:
    program = "from companion.cli.main import run; run()"
    words = ["scoreboard", "--show", str(show), "--lang", language, "--display", "1"]
    return Telling([sys.executable, "-c", program, *words], display.env)


def press(display: Display, process: Telling, key: str, player: Player, *, mouse: bool, language: str) -> None:
    """One key or one click; returns when the window says that it counted."""
    place = _place(player, key, language) if mouse else None
    if place is None:
        display.xdotool("key", XDOTOOL.get(key, key))
    else:
        display.xdotool("mousemove", str(place[0]), str(place[1]), "click", "1")
    assert process.wait_for(f"key {key}"), f"{key} never counted"


def _place(player: Player, key: str, language: str) -> tuple[int, int] | None:
    canvas = render.referee_canvas(player.loop.view(0), SIZE, language)
    top = max((one.layer for one in canvas.targets), default=0)
    for one in canvas.targets:
        if key_name(one.key) == key and one.layer == top:
            return one.rect.center
    return None


def drive(display: Display, show: Path, language: str, *, mouse: bool) -> list[dict]:
    """Play a whole match in the window as the shadow player does; the journal without times and hashes."""
    process = referee_process(display, show, language)
    assert process.wait_for("ready")
    player = Player(Stand.of(2, "whole"), 7)
    try:
        while not player.stand.session.state.over:
            key = player.next_key()
            press(display, process, key, player, mouse=mouse, language=language)
            player.loop.press(key, 0)
            player.keys.append(key)
        press(display, process, "escape", player, mouse=False, language=language)
        press(display, process, "2", player, mouse=False, language=language)
        assert process.wait_for("left")
    finally:
        process.close()
    with Show.open(show, readonly=True) as kept:
        return [row.event for row in kept.rows()]


class TestRefereeWindow:
    def test_a_match_by_keys_in_spanish_and_by_mouse_in_english_is_the_same_match(
        self, display: Display, tmp_path: Path
    ) -> None:
        """Field note G-01; and the journal equals the same match from its script."""
        by_keys = drive(display, tmp_path / "keys ñ.db", "es", mouse=False)
        by_mouse = drive(display, tmp_path / "mouse.db", "en", mouse=True)
        assert json.dumps(by_keys) == json.dumps(by_mouse)
        own = [{key: value for key, value in event.items() if key != MATCH} for event in by_keys]
        folded = Session.from_rows(GAME, enumerate(own, start=1))
        shadow = Player(Stand.of(2, "whole"), 7)
        shadow.play(600)
        assert folded.state == shadow.stand.session.state
        assert folded.state.over

    def test_escape_asks_and_stays(self, display: Display, tmp_path: Path) -> None:
        process = referee_process(display, tmp_path / "show.db", "es")
        try:
            assert process.wait_for("ready")
            player = Player(Stand.of(2, "whole"), 7)
            for key in ("escape", "enter", "escape", "escape"):
                press(display, process, key, player, mouse=False, language="es")
            assert process.process.poll() is None
        finally:
            process.close()


def processor_s(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def waits_until_shown(display: Display, show: Path, language: str, patience_s: float) -> float:
    """Seconds until the display shows what the crowd may know of the show file."""
    begun = time.monotonic()
    away = 255.0
    while time.monotonic() - begun < patience_s:
        feed = CrowdFeed(show)
        now = time.time_ns() // 1_000_000
        view = feed.fetch(now - 60_000)
        feed.close()
        if view is not None:
            away = difference(display.picture(), render.render_crowd(view, SIZE, language, now))
            if away < 12:
                return time.monotonic() - begun
    raise AssertionError(f"the board still differs by {away:.0f}")


class TestCrowdBoard:
    def test_it_shows_the_match_outlives_the_referee_and_comes_back(
        self, display: Display, projector: Display, tmp_path: Path
    ) -> None:
        show = tmp_path / "show.db"
        referee = referee_process(display, show, "es")
        crowd = None
        try:
            assert referee.wait_for("ready")
            player = Player(Stand.of(2, "whole"), 7)
            for _ in range(14):
                key = player.next_key()
                press(display, referee, key, player, mouse=False, language="es")
                player.loop.press(key, 0)
            crowd = crowd_process(projector, show, "es")
            waits_until_shown(projector, show, "es", PATIENCE_S)
            # the projector is switched off and on again: the board is killed and started by one command
            crowd.process.send_signal(signal.SIGKILL)
            crowd.close()
            crowd = crowd_process(projector, show, "es")
            waits_until_shown(projector, show, "es", PATIENCE_S)
            # processor time, so that a busy test machine does not decide; idle it is the time on the wall
            assert processor_s(crowd.process.pid) < BACK_S
            # the referee's process dies: the board stays up and says so
            still = projector.picture()
            referee.process.send_signal(signal.SIGKILL)
            referee.close()
            end = time.monotonic() + PATIENCE_S
            while difference(still, projector.picture()) < 12 and time.monotonic() < end:
                pass
            assert difference(still, projector.picture()) >= 12
            assert crowd.process.poll() is None
        finally:
            referee.close()
            if crowd is not None:
                crowd.close()
