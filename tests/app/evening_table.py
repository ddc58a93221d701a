"""A referee at the screen before the bell, for tests: the loop without a window, and the show that it writes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from vision.palm_scene import NoHand, hand_picture

from companion.app.evening import Evening
from companion.app.evening_flow import EveningFlow
from companion.app.flow_opening import first_page, open_sheet
from companion.app.live import LiveEvening
from companion.app.live_window import Wanted, open_evening
from companion.app.palm_desk import PalmDesk
from companion.app.records import keep_result
from companion.kernel.text import Text
from companion.leds.service import no_lights
from companion.screens import flow
from companion.screens.flow_view import Step
from companion.screens.interaction import Ui
from companion.screens.referee_window import RefereeLoop
from companion.screens.view_model import RefereeView
from companion.store.resilient import ResilientJournal
from companion.vision.hand_worker import HandFinder
from companion.vision.references import Scale
from companion.vision.sources import Frame

MAIN = ("Momia", "Pulpo")


class Ticks:
    """Milliseconds that go on by 40 each time somebody asks, and by as many as a test wants."""

    def __init__(self) -> None:
        self.now_ms = 1_764_500_000_000

    def __call__(self) -> int:
        self.now_ms += 40
        return self.now_ms


class Pictures:
    """A camera that shows one picture, a new frame each time it is asked."""

    def __init__(self, picture: Any = None) -> None:
        self.picture = hand_picture("open_left") if picture is None else picture
        self.asked = 0
        self.stands_still = False

    def __call__(self) -> Frame:
        self.asked += 0 if self.stands_still else 1
        return Frame(self.asked, self.asked * 33.0, self.picture, "camera 0")


class Table:
    """The referee's loop without a window, and the show that it writes."""

    def __init__(
        self, path: Path, finder: HandFinder | None = None, pictures: Pictures | None = None, scale: Scale | None = None
    ) -> None:
        self.path = path
        self.told: list[str] = []
        self.journal = ResilientJournal.open(path)
        self.clock = Ticks()
        evening = open_evening(Wanted(path, seed="4"), self.journal, self._say)
        keep_result(evening, self.journal, self._say)
        self.live = LiveEvening(evening, self.journal, no_lights(), self.clock)
        self.desk = PalmDesk(pictures, scale, finder or NoHand(), self.clock, start=False)
        self.live.flow = EveningFlow(self.live, self.desk, self.clock)
        self.loop = RefereeLoop(self.live, Ui(language="es", flow=first_page(self.live), form=open_sheet(self.live)))

    def _say(self, text: Text) -> None:
        self.told.append(str(text))

    @property
    def evening(self) -> Evening[Any]:
        return self.live.evening

    @property
    def state(self) -> Any:
        return self.live.evening.state

    def press(self, *keys: str) -> RefereeView:
        for key in keys:
            self.loop.press(key, self.clock())
            view = self.loop.view(self.clock())
            self.desk.step()
        self.live.tick(self.clock())
        return self.loop.view(self.clock()) if keys else view

    def type(self, text: str) -> None:
        self.press(*(f"text:{one}" for one in text))

    def page(self) -> Step:
        view = self.loop.view(self.clock())
        assert view.flow is not None
        assert view.evening is not None
        return flow.step_of(view.flow, view.evening)

    def acts(self) -> list[str]:
        return [act.name for act in self.evening.session.acts()]

    def register(self, name: str, player: str) -> None:
        self.press("enter")
        self.type(name)
        self.press("enter")
        self.type(player)
        self.press("register")

    def rows(self, name: str) -> list[dict[str, Any]]:
        return [row.event for row in self.journal.rows() if row.event["name"] == name]

    def close(self) -> None:
        self.live.flow.close()
        self.journal.close(lose_unsaved=False)


def with_two(table: Table) -> Table:
    """Two fighters of two players, both with a class."""
    table.press("step:fighters")
    for name, player in zip(MAIN, ("Ana", "Luis"), strict=True):
        table.register(name, player)
    table.press("step:sculpting", "1", "2")
    return table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    one = Table(tmp_path / "noche.db")
    yield one
    one.close()
