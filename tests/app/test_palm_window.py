"""A palm measured in a real window on a virtual display: from a clip by keys, then by two clicks (Xvfb, xdotool)."""

import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty

import cv2
import numpy as np
import pytest
from screens.flow_samples import EVENING, page
from screens.real_display import PATIENCE_S, SIZE, XDOTOOL, Display, Telling, virtual_display
from vision.palm_scene import OPEN_MM, TABLE, NoHand, hand_picture, table_scale

from companion.app.palm_desk import SIDE_PX, PalmDesk
from companion.cli.main import main
from companion.screens import render
from companion.screens.flow_state import FlowUi
from companion.screens.flow_view import Step
from companion.screens.inputs import POINT
from companion.store.show import Show


@pytest.fixture
def display() -> Iterator[Display]:
    yield from virtual_display()


pytestmark = pytest.mark.slow

HEADER = (
    "player,name,clay_colour,class,combat,speed,strength,technique,resistance,strike,whip,suplex,submission,counter,"
    "finisher,finisher_position,palm_mm,half_palm_mm\n"
)
ROSTER = HEADER + (
    "Ana,Momia,red,humanoid,2,2,2,2,2,2,2,2,2,2,Bomba,knocked_down,,\n"
    "Luis,Pulpo,blue,beast,2,2,2,2,2,2,2,2,2,2,Ola,on_ropes,,\n"
)


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """Two seconds of an open hand that lies still under a camera with its noise; the watch begins it anew."""
    path = tmp_path / "mano ñ.avi"
    still = hand_picture("open_left").astype(float)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, still.shape[1::-1])
    rng = np.random.default_rng(3)
    for _ in range(20):
        writer.write(np.clip(still + rng.normal(0, 2.0, still.shape), 0, 255).astype(np.uint8))
    writer.release()
    return path


@pytest.fixture
def show(tmp_path: Path) -> Path:
    roster = tmp_path / "people.csv"
    roster.write_text(ROSTER, encoding="utf-8")
    path = tmp_path / "noche.db"
    assert main(["roster", "import", str(roster), "--show", str(path)]) == 0
    return path


class Evening:
    """The window's process and what it told so far."""

    def __init__(self, display: Display, show: Path, clip: Path) -> None:
        self.display = display
        env = {**display.env, "PYTHONPATH": str(Path(__file__).parents[1])}
        script = Path(__file__).parent / "palm_window_process.py"
        self.process = Telling([sys.executable, str(script), str(show), str(TABLE), str(clip)], env)

    def hear(self, start: str) -> str:
        """The rest of the next line that begins so; lines before it are passed over."""
        end = time.monotonic() + PATIENCE_S
        with contextlib.suppress(Empty):
            while True:
                line = self.process.lines.get(timeout=max(0.01, end - time.monotonic()))
                if line.startswith(start):
                    return line.removeprefix(start).strip()
        raise AssertionError(f"{start!r} was never told")

    def press(self, key: str) -> None:
        self.display.xdotool("key", XDOTOOL.get(key, key))
        self.hear(f"key {key}")

    def click(self, x: int, y: int) -> None:
        self.display.xdotool("mousemove", str(x), str(y), "click", "1")
        self.hear("key point:")


@pytest.fixture
def evening(display: Display, show: Path, clip: Path) -> Iterator[Evening]:
    one = Evening(display, show, clip)
    yield one
    one.process.close()


def places_of(ends_mm: list[tuple[float, float]]) -> list[tuple[int, int]]:
    """Where points of the mat are on the window, from the page as it is drawn."""
    desk = PalmDesk(None, table_scale(), NoHand(), time.monotonic, start=False)
    canvas = render.referee_canvas(page(EVENING, FlowUi(Step.PALMS)), SIZE, "es", 0)
    (shown,) = [one.rect for one in canvas.targets if one.key == POINT]
    shares = (desk._top.to_px(ends_mm) + 0.5) / SIDE_PX
    return [(round(shown.x + x * shown.width), round(shown.y + y * shown.height)) for x, y in shares]


def test_one_palm_from_the_clip_and_one_by_two_clicks(evening: Evening, show: Path) -> None:
    evening.hear("ready")
    evening.hear("shown open camera")  # the roster's players have no palm yet: the flow opened on this page
    evening.press("enter")  # Ana's palm, as measured
    evening.press("enter")  # without her half palm: Luis
    for x, y in places_of([(-100.0, 20.0), (92.0, 20.0)]):
        evening.click(x, y)
    evening.hear("shown open clicks")
    evening.press("enter")
    evening.press("escape")
    evening.press("escape")
    evening.press("2")
    evening.hear("left")
    with Show.open(show, readonly=True) as kept:
        rows = [row.event for row in kept.rows()]
    palms = {row["player"]: row.get("palm_mm") for row in rows if row["name"] == "player_registered"}
    assert palms["Ana"] == pytest.approx(OPEN_MM, abs=4)
    assert palms["Luis"] == pytest.approx(192, abs=4)  # a pixel of the window is 1.6 mm of the mat
    notes = [row for row in rows if row["name"] == "palm_measured"]
    assert [(one["player"], one["palms"][0]["how"]) for one in notes] == [("Ana", "camera"), ("Luis", "clicks")]
    assert notes[0]["palms"][0]["frames"] == 15
    # only numbers are kept: nothing in the whole show is large enough to be a picture
    assert max(len(json.dumps(row)) for row in rows) < 4000
    assert sorted(one.suffix for one in show.parent.iterdir() if one.suffix in {".jpg", ".png", ".bmp"}) == []


def test_a_worker_killed_in_the_middle_is_told_and_the_page_goes_on(evening: Evening) -> None:
    evening.hear("ready")
    pid = int(evening.hear("worker"))
    os.kill(pid, signal.SIGKILL)
    assert "two clicks" in evening.hear("says the hand finder")
    evening.hear("shown open camera")  # another one was started by itself
