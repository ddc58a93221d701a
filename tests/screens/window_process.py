"""The referee's window in a process of its own, for the tests with a real display: `window_process.py SHOW LANG`.

Tells on standard output what happened: `ready`, `key NAME`, `left`.
"""

import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.app.evening import Evening
from companion.app.stage import Table
from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import Match
from companion.kernel.session import Act
from companion.screens import referee_window
from companion.screens.displays import place_crowd
from companion.screens.interaction import Ui
from companion.screens.window import open_displays
from companion.store.show import Show
from screens.play import SHORT_SEED
from screens.stand import Stand, line_up  # the tests' folder is on the path now

BEAT_EVERY_MS = 200


def tell(*words: object) -> None:
    print(*words, flush=True)


@dataclass
class StandOnDisk(Stand):
    """A stand whose acts are in a show file before they count."""

    evening: Evening[Match] | None = None

    def give(self, name: str, parameters: Mapping[str, Any], method: str) -> Act:
        assert self.evening is not None
        return self.evening.give(name, parameters, "referee", method)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def main(path: Path, language: Any) -> None:
    show = Show.open(path)
    evening = Evening.open_match(show, GAME, now_ms, seed=SHORT_SEED)
    for name, parameters in line_up(2):
        evening.give(name, parameters)
    fresh = Stand.of(2, SHORT_SEED)
    stand = StandOnDisk(evening.session, fresh.around, evening=evening)
    beat = [0]
    table = Table(tracks=fresh.around.tracks)

    def tick(_now: int) -> bool:
        if now_ms() - beat[0] >= BEAT_EVERY_MS:
            if not beat[0]:
                tell("ready")
            beat[0] = now_ms()
            show.set_live(table.live(beat[0]))
        return True

    press = referee_window.RefereeLoop.press

    def told(self: referee_window.RefereeLoop, key: str, at_ms: int) -> Any:
        left = press(self, key, at_ms)
        tell("key", key)
        return left

    referee_window.RefereeLoop.press = told  # type: ignore[method-assign]  # the test reads along
    referee_window.run(stand, place_crowd(open_displays(), "1"), now_ms, ui=Ui(language), tick=tick, same_press_ms=0)
    show.close()
    tell("left")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
