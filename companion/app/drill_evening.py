"""The evening that a drill breaks: the real parts in a process of their own, led through its standard input.

`python -m companion.app.drill_evening SHOW [es|en]` reads one JSON order a line and answers each with the state of
everything, as the referee's screen shows it. `--board PID SHOW es|en` is the crowd board of the same drill; it leaves
with the referee's process that started it. Windows are drawn on SDL's display for nobody: no screen is disturbed.
"""

import json
import os
import queue
import sys
import threading
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.app.clocks import steady_ms
from companion.app.crowd import CrowdFeed
from companion.app.crowd_board import CrowdBoard, Heart
from companion.app.demo import CLIP, TABLE
from companion.app.drill_parts import Cable, CableLights, Disk, DrillEyes, TimeOfDay
from companion.app.evening import Evening
from companion.app.live import LiveEvening
from companion.app.live_window import Wanted, open_evening
from companion.app.now import now_ms
from companion.app.records import keep_result
from companion.app.scripted_referee import ScriptedReferee
from companion.errors import FileProblemError
from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import Match
from companion.kernel.text import Language
from companion.leds.service import LightService
from companion.screens.interaction import Give, Ui
from companion.screens.view_model import Part
from companion.store.resilient import ResilientJournal

SEED = "drill"
BOARD_SEES = "board.json"
"""Beside the show: which board last drew, and up to which event of the journal."""
OVER = "over"
"""Beside the show: the drill is over, whoever is left leaves."""


class DrillBoard(CrowdBoard):
    """The crowd board as the evening starts it, on the display for nobody."""

    def command(self) -> list[str]:
        words = ["--board", str(os.getpid()), str(self.show), self.language]
        return [sys.executable, "-m", "companion.app.drill_evening", *words]


@dataclass
class Led:
    """An evening that does what it is told, and tells how it is."""

    live: LiveEvening
    eyes: DrillEyes
    camera: Cable
    kit: Cable
    disk: Disk
    clock: TimeOfDay
    referee: ScriptedReferee = field(default_factory=lambda: ScriptedReferee(GAME, SEED))
    orders: "queue.SimpleQueue[dict[str, Any] | None]" = field(default_factory=queue.SimpleQueue)

    def tick(self, now_ms: int) -> bool:
        """Once a round of the window's loop; False when the drill is over."""
        going = self.live.tick(now_ms)
        while not self.orders.empty():
            order = self.orders.get()
            if order is None:
                return False
            self._do(order)
            print(json.dumps(self.state(), ensure_ascii=False), flush=True)  # noqa: T201  # the answer itself
        return going

    def listen(self) -> None:
        """Take orders until nobody is there to give any."""
        for line in sys.stdin:
            self.orders.put(json.loads(line))
        self.orders.put(None)

    def _do(self, order: dict[str, Any]) -> None:
        match order["do"]:
            case "act":
                for _ in range(int(order.get("times", 1))):
                    self._act()
            case "camera":
                self.camera.is_in, self.camera.stands_still = order["in"], order["still"]
            case "kit":
                self.kit.is_in = order["in"]
            case "fill":
                self.disk.fill()
            case "empty":
                self.disk.empty()
            case "clock":
                self.clock.ahead_ms += int(order["ms"])

    def _act(self) -> None:
        """One command as the referee's keys give it, whichever comes next in this bout."""
        evening: Evening[Match] = self.live.evening
        match = evening.state
        if not match.roster:
            self.live.ask(Give("start_match", {"mode": "wrestling_match", "fighters": list(match.fighters)}))
            return
        if GAME.outcome(match) is not None:
            self.live.ask(Give("undo", {"commands": 1}))
            return
        for name, parameters in self.referee.ideas(match, evening.session.can_undo):
            if self.live.ask(Give(name, parameters)) is None:
                return

    def state(self) -> dict[str, Any]:
        """Everything the drill wants to know, from where the referee's screen takes it."""
        view = self.live.view(steady_ms(), Ui())
        health = {item.part: item for item in view.health}
        board = self.live.board
        clocks = self.live.clocks
        return {
            "pid": os.getpid(),
            "events": self.live.journal.last_seq,
            "acts": self.live.evening.session.can_undo,
            "turn": self.live.evening.state.turn_no,
            "saved": self.live.journal.state.value,
            "camera": health[Part.CAMERA].tone.name.lower(),
            "camera_says": [health[Part.CAMERA].text.en, health[Part.CAMERA].text.es],
            "lights": health[Part.LIGHTS].tone.name.lower(),
            "disk_says": [health[Part.DISK].text.en, health[Part.DISK].text.es],
            "board": board.pid if isinstance(board, DrillBoard) else None,
            "clocks_ms": clocks.readings(steady_ms()),
            "clocks_stand": clocks.stand,
            "heart_ms": (self.live.journal.show.live() or {}).get("referee_ms", 0),
            "wall_ms": self.clock.now_ms(),
        }


def evening(show: Path, language: Language) -> None:
    """The referee's process, with its window, until the orders end.

    Raises:
        FileProblemError: the show, the bundled clip or the bundled table cannot be used.
    """
    from companion.screens import referee_window
    from companion.screens.displays import Placement
    from companion.screens.window import open_displays

    def say(text: object) -> None:
        print(text, file=sys.stderr)  # noqa: T201  # the drill reads it

    with ExitStack() as closing:
        journal = ResilientJournal.open(show)
        closing.callback(journal.close)
        wanted = Wanted(show, language=language, seed=SEED)
        running = open_evening(wanted, journal, say)
        keep_result(running, journal, say)
        camera, kit, clock = Cable(), Cable(), TimeOfDay()
        service = LightService(CableLights(kit))
        closing.callback(service.close)
        eyes = DrillEyes(CLIP, TABLE, camera)
        closing.callback(eyes.close)
        board = DrillBoard(show, language)
        closing.callback(board.close)
        live = LiveEvening(running, journal, service, clock.now_ms, eyes, board, steady_ms=steady_ms)
        led = Led(live, eyes, camera, kit, Disk(journal), clock)
        threading.Thread(target=led.listen, name="orders", daemon=True).start()
        placement = Placement(open_displays()[0], borderless=False)
        referee_window.run(live, placement, steady_ms, ui=Ui(language=language), tick=led.tick)


def board(show: Path, language: Language, referee: int) -> None:
    """The crowd board's process, until the referee's (a process number) has gone or the drill is over."""
    from companion.screens.crowd_window import run
    from companion.screens.displays import Placement
    from companion.screens.window import open_displays

    feed = CrowdFeed(show)
    over = show.with_name(OVER)
    seen = show.with_name(BOARD_SEES)

    heart = Heart(steady_ms)

    def tell(_seen: bool) -> None:
        heart.beat()
        fresh = seen.with_name(f"{BOARD_SEES}.{os.getpid()}")
        fresh.write_text(json.dumps({"pid": os.getpid(), "events": feed.seq}), encoding="utf-8")
        fresh.replace(seen)

    try:
        run(
            feed.fetch,
            Placement(open_displays()[0], borderless=False),
            now_ms,
            language=language,
            on_beat=tell,
            # a launcher stands between the two on Windows, and a parent that died is still named there
            stop=lambda: over.exists() or (os.name != "nt" and os.getppid() != referee),
        )
    finally:
        feed.close()


def main(arguments: list[str]) -> int:
    """Run one of the two processes; what goes wrong is one line."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    is_board = arguments[0] == "--board"
    show, language = arguments[-2:]
    spoken: Language = "es" if language == "es" else "en"
    try:
        if is_board:
            board(Path(show), spoken, int(arguments[1]))
        else:
            evening(Path(show), spoken)
    except FileProblemError as error:
        print(error.of(spoken), file=sys.stderr)  # noqa: T201  # the drill reads it
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
