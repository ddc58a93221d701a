"""How soon each part of an evening is back with the right state after it was killed: `python scripts/restart_times.py`.

    python scripts/restart_times.py --rounds 3
    python scripts/restart_times.py --program .venv/bin/companion

On a display of its own (needs Xvfb) a match of six fighters is in its middle, on both screens. Then in turn:

- the referee's process is killed (`kill -9`), and `companion run` given again: the time from that command until the
  referee's screen shows the same match;
- the crowd board is killed: the time until the evening has started it again by itself and it shows the match;
- the X server is killed, what was on it goes down with it, the display comes back: the time from `companion run` until
  the referee's screen, and until the crowd board, show the match.

Shown means seen: pictures of the display are taken and compared, the board's with what the show file gives. Fails
where something needs 5 s or more, or where an event is missing. On a machine that does other work the times are those
of both.
"""

import argparse
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from PIL import ImageGrab

from companion.app.crowd import CrowdFeed
from companion.app.evening import Evening
from companion.app.now import now_ms
from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import Mode
from companion.games.clay_wrestling.players import line_up, suggest
from companion.kernel.dice import Roller
from companion.screens import render
from companion.store.checks import VerifyReport
from companion.store.show import Show, verify

TARGET_S = 5.0
PATIENCE_S = 120.0
SIZE = (1280, 720)
COMMANDS = 150
ALIKE = 12.0
"""Greatest mean difference of a block of 16 x 16 points between two pictures of the same state."""
LOOK_EVERY_S = 0.1
"""Whoever looks all the time takes a processor from those who are looked at."""
X_FOLDER = Path("/tmp")  # noqa: S108  # where X servers keep their locks and sockets


def match_in_its_middle(path: Path) -> None:
    """A show with a match of six that somebody has played for a while."""
    roller = Roller("restart:choices")

    def choose(count: int) -> int:
        nonlocal roller
        (face,), roller = roller.roll(count, 1)
        return face - 1

    with Show.open(path) as show:
        evening = Evening.open_match(show, GAME, now_ms, seed="restart")
        for name, parameters in line_up(choose, Mode.ELIMINATION_MATCH, 6):
            evening.give(name, parameters)
        for _ in range(COMMANDS):
            evening.give(*suggest(evening.state, choose))


def away(one: pygame.Surface, other: pygame.Surface) -> float:
    """Greatest mean difference of a block, 0..255."""
    a, b = pygame.surfarray.array3d(one).astype(int), pygame.surfarray.array3d(other).astype(int)
    blocks = abs(a - b).mean(axis=2).reshape(SIZE[0] // 16, 16, SIZE[1] // 16, 16).mean(axis=(1, 3))
    return float(blocks.max())


@dataclass
class Screen:
    """A virtual display that can lose its power.

    Attributes:
        number: free one, chosen by the server at first.
    """

    number: int | None = None
    server: "subprocess.Popen[bytes] | None" = None

    def on(self) -> None:
        reader, writer = os.pipe()
        which = [] if self.number is None else [f":{self.number}"]
        # without -noreset the server begins anew, and the display is gone for a moment, when its last client is killed
        command = ["Xvfb", *which, "-displayfd", str(writer), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-noreset"]
        self.server = subprocess.Popen(
            [*command, "-nolisten", "tcp"], pass_fds=[writer], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        os.close(writer)
        with os.fdopen(reader) as told:
            self.number = int(told.readline())

    def off(self) -> None:
        """As pulled from the mains; its lock goes, as it does when a machine starts again."""
        assert self.server is not None
        self.server.kill()
        self.server.wait()
        for left in (f".X{self.number}-lock", f".X11-unix/X{self.number}"):
            with contextlib.suppress(OSError):
                (X_FOLDER / left).unlink()

    @property
    def name(self) -> str:
        return f":{self.number}"

    def picture(self) -> pygame.Surface:
        grabbed = ImageGrab.grab(xdisplay=self.name).convert("RGB")
        return pygame.image.frombytes(grabbed.tobytes(), grabbed.size, "RGB")


@dataclass
class Stage:
    """The evening on its display.

    Attributes:
        referee: how the referee's screen looked before anything was killed.
        board: how the crowd board looks by what the show file gives.
    """

    program: list[str]
    show: Path
    screen: Screen
    referee: pygame.Surface | None = None
    board: pygame.Surface | None = None
    evening: "subprocess.Popen[bytes] | None" = None
    table: list[tuple[str, float]] = field(default_factory=list)

    def start(self, *, crowd: bool = True) -> float:
        """The user's one command; when it was given."""
        words = ["run", "--show", str(self.show), "--leds", "off", "--lang", "es"]
        words += ["--display", "1"] if crowd else ["--no-crowd"]
        folder = self.show.parent
        env = {**os.environ, "DISPLAY": self.screen.name, "SDL_AUDIODRIVER": "dummy", "XDG_CONFIG_HOME": str(folder)}
        for gone in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY"):
            env.pop(gone, None)
        began_s = time.monotonic()
        with (folder / "said.txt").open("ab") as said:
            self.evening = subprocess.Popen([*self.program, *words], env=env, stderr=said, stdout=said)
        return began_s

    def until(self, what: str, is_so: Callable[[pygame.Surface], bool], began_s: float) -> float:
        """Seconds from `began_s` until the display shows it."""
        while time.monotonic() - began_s < PATIENCE_S:
            taken_s = time.monotonic()
            if is_so(self.screen.picture()):
                return taken_s - began_s
            time.sleep(LOOK_EVERY_S)
        last = self.show.parent / "last.png"
        pygame.image.save(self.screen.picture(), last)
        said = (self.show.parent / "said.txt").read_text(encoding="utf-8", errors="replace")
        raise SystemExit(f"restart_times: {what} not after {PATIENCE_S:.0f} s; {last}\n{said}")

    def is_referee(self, picture: pygame.Surface) -> bool:
        assert self.referee is not None
        # the bar at the top tells of boards that come and go; all below it is the match
        below = pygame.Rect(0, SIZE[1] // 8, SIZE[0], SIZE[1] - SIZE[1] // 8)
        one, other = (pygame.Surface(SIZE) for _ in range(2))
        one.blit(picture, (0, 0), below)
        other.blit(self.referee, (0, 0), below)
        return away(one, other) < ALIKE

    def is_board(self, picture: pygame.Surface) -> bool:
        if self.board is None:
            feed = CrowdFeed(self.show)
            now = now_ms()
            view = feed.fetch(now - 60_000)
            feed.close()
            if view is None:
                return False
            self.board = render.render_crowd(view, SIZE, "es", now)  # nobody acts here: it stays that one
        return away(picture, self.board) < ALIKE

    def kill(self) -> None:
        assert self.evening is not None
        self.evening.send_signal(signal.SIGKILL)
        self.evening.wait()

    def board_pid(self) -> int:
        """Of the board's process, a child of the evening."""
        assert self.evening is not None
        children = Path(f"/proc/{self.evening.pid}/task/{self.evening.pid}/children").read_text(encoding="ascii")
        for pid in children.split():
            if b"scoreboard" in Path(f"/proc/{pid}/cmdline").read_bytes():
                return int(pid)
        raise SystemExit("restart_times: there is no crowd board")

    def took(self, what: str, seconds: float) -> None:
        self.table.append((what, seconds))
        print(f"{what:<52} {seconds:6.2f} s   target {TARGET_S:.0f} s", flush=True)


def settle(stage: Stage) -> None:
    """Both screens up for the first time, and how the referee's looks."""
    began_s = stage.start(crowd=False)
    first = stage.screen.picture()
    stage.until("the first picture", lambda now: away(now, first) > ALIKE, began_s)
    while True:  # until it stands still: the referee has been told what there is to tell
        before = stage.screen.picture()
        time.sleep(1.0)
        stage.referee = stage.screen.picture()
        if away(before, stage.referee) < 1 and away(first, stage.referee) > ALIKE:
            break
    stage.kill()
    began_s = stage.start()
    stage.until("the crowd board", stage.is_board, began_s)


def one_round(stage: Stage) -> None:
    stage.kill()
    began_s = stage.start()
    stage.took("referee killed: its screen by the same command", stage.until("referee", stage.is_referee, began_s))
    stage.took("referee killed: a crowd board that follows it", stage.until("board", stage.is_board, began_s))
    began_s = time.monotonic()
    os.kill(stage.board_pid(), signal.SIGKILL)
    stage.until("the board gone", lambda now: not stage.is_board(now), began_s)
    stage.took("crowd board killed: back by itself", stage.until("board", stage.is_board, began_s))
    assert stage.evening is not None
    stage.screen.off()
    stage.evening.wait(PATIENCE_S)
    stage.screen.on()
    began_s = stage.start()
    stage.took("display killed: the referee's screen", stage.until("referee", stage.is_referee, began_s))
    stage.took("display killed: the crowd board", stage.until("board", stage.is_board, began_s))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--program", help="what is started, else this Python with `-m companion`")
    wanted = parser.parse_args()
    render.headless()
    pygame.display.init()
    program = [wanted.program] if wanted.program else [sys.executable, "-m", "companion"]
    with tempfile.TemporaryDirectory(prefix="restart-", ignore_cleanup_errors=True) as folder:
        show = Path(folder) / "show.db"
        match_in_its_middle(show)
        due = verify(show).events
        screen = Screen()
        screen.on()
        stage = Stage(program, show, screen)
        try:
            settle(stage)
            for _ in range(wanted.rounds):
                one_round(stage)
        finally:
            if stage.evening is not None and stage.evening.poll() is None:
                stage.evening.terminate()
                stage.evening.wait()
            screen.off()
        report = verify(show)
    return verdict(stage.table, report, due)


def verdict(table: list[tuple[str, float]], report: VerifyReport, due: int) -> int:
    """Say whether everything came back in time and whole; 1 where it did not.

    Args:
        due: events that the show had before anything was killed.
    """
    whole = report.ok and report.events >= due
    late = [f"{what} ({seconds:.2f} s)" for what, seconds in table if seconds >= TARGET_S]
    slowest = max(seconds for _, seconds in table)
    print(f"show file: {report}, {due} events before: {'nothing is missing' if whole else 'EVENTS ARE MISSING'}")
    print(
        f"too slow, {TARGET_S:.0f} s or more: {'; '.join(late) if late else f'none; the slowest took {slowest:.2f} s'}"
    )
    print("failed" if late or not whole else "passed", flush=True)
    return int(bool(late) or not whole)


if __name__ == "__main__":
    sys.exit(main())
