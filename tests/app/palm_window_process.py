"""The live evening in a window of its own, for the test with a real display: `palm_window_process.py SHOW TABLE CLIP`.

Everything is as `companion run` does it. Tells on standard output what happened: `ready`, `key NAME`, `shown KIND..`,
`worker PID`, `says SENTENCE`, `left`.
"""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from companion.app.flow_opening import first_page
from companion.app.live_window import Wanted, prepare, steady_ms
from companion.screens import referee_window
from companion.screens.displays import Placement
from companion.screens.interaction import Ui
from companion.screens.window import open_displays


def tell(*words: object) -> None:
    print(*words, flush=True)


class Watching:
    """Tells what the palm page shows whenever that changes."""

    def __init__(self, live: Any) -> None:
        self.live = live
        self.told: dict[str, object] = {}

    def __call__(self, now_ms: int) -> bool:
        going = bool(self.live.tick(now_ms))
        desk = self.live.flow.desk
        seen = desk.view()
        self._once("shown", " ".join(f"{one.kind} {one.how}" for one in seen.values))
        self._once("clicks", len(seen.clicks))
        self._once("worker", desk.finder.pid)
        self._once("says", "" if seen.advice is None else seen.advice.en)
        return going

    def _once(self, what: str, value: object) -> None:
        if value not in (self.told.get(what), None):
            self.told[what] = value
            tell(what, value)


def main(show: Path, table: Path, clip: str) -> None:
    press = referee_window.RefereeLoop.press

    def told(self: referee_window.RefereeLoop, key: str, at_ms: int) -> Any:
        left = press(self, key, at_ms)
        tell("key", key)
        return left

    referee_window.RefereeLoop.press = told  # type: ignore[method-assign]  # the test reads along
    wanted = Wanted(show, table, clip, "off", crowd=False, seed="palm")
    with ExitStack() as closing:
        live = prepare(wanted, lambda text: tell("told", text), closing)
        tell("ready")
        ui = Ui(language="es", flow=first_page(live))
        placement = Placement(open_displays()[0], borderless=False)
        referee_window.run(live, placement, steady_ms, ui=ui, tick=Watching(live), same_press_ms=0)
    tell("left")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
