"""Every command of README, LEEME, guides and the pages beside them is run: as it stands, in a folder with its files.

A command with a window runs as it stands too, and somebody leaves at once; the board of the lights is the simulated
one, in a time of its own. What is run elsewhere is listed below with its place. A command
that is new in a page and not known here fails; so does a form below that no page asks for.
"""

import re
import shlex
import shutil
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
import pytest
from app.test_demo import OF_ONES_OWN
from app.test_demo import WHOLE as WHOLE_DEMO
from app.test_drill import HALVES
from leds.support import VirtualPort
from vision.baked import baked_once
from vision.track_scene import PAINTER, RING, Clay
from vision.track_scene import empty as drawn_empty

from companion.app import light_colours, light_interlock, live_window
from companion.app.crowd_board import CrowdBoard
from companion.app.live import LiveEvening
from companion.app.setting_up import window as app_window
from companion.app.setting_up.desk import SetupDesk
from companion.app.setting_up.steps import crowd as crowd_page
from companion.cli import leds
from companion.cli.main import command as companion
from companion.cli.main import main
from companion.leds.backends import SimulatedLights
from companion.leds.service import LightService
from companion.screens import crowd_window, referee_window, setup_window, window
from companion.screens.displays import Display
from companion.vision import hand_worker
from companion.vision.colour_command import read_sitters
from companion.vision.hand_worker import HandWorker
from companion.vision.live import open_source
from companion.vision.table_file import Table, read_table, write_table

__all__ = ["baked_once"]
ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "calibration"
DEMO = ROOT / "companion" / "app" / "demo_data"
HANDS = ROOT / "tests" / "vision" / "data_hands"
BOARDS = ROOT / "tests" / "vision" / "data" / "calib"
PAGES = (
    ROOT / "README.md",
    ROOT / "LEEME.md",
    GUIDE / "guide_en.md",
    GUIDE / "guia_es.md",
)
# pages whose commands stand inside sentences: each must be one that the program knows
SAID = (
    *PAGES,
    GUIDE / "troubleshooting_en.md",
    GUIDE / "problemas_es.md",
    *sorted((ROOT / "hardware_docs").glob("*.md")),
)
CARDS = ROOT / "tests" / "golden" / "cards"
CLIP_FRAMES = 12
BOUT = """\
game: clay_wrestling
id: B
seed: 7
setup: {fighters: {A: {}, B: {}}, adjacent: all}
steps:
- expect: {stamina: {A: 20}}
"""


@dataclass(frozen=True)
class Instead:
    """Another form of a command, and why."""

    words: str
    why: str


# verbs that open one
WINDOWS = ("setup", "run", "scoreboard")
# run as they stand by another test
ELSEWHERE = {
    **dict.fromkeys(HALVES, "tests/app/test_drill.py, half of the failures each, in processes of their own"),
    **dict.fromkeys((WHOLE_DEMO, OF_ONES_OWN), "tests/app/test_demo.py, to the winner, on a short clip"),
}
INSTEAD: dict[str, Instead] = {
    "companion leds identify --maximum-ma": Instead(
        "companion leds identify --maximum-ma 3000", "the sentence leaves the number to the reader"
    ),
}
# beginning of a command -> the files that lie over the room's for it: pictures of the thing it speaks of
LAID_OVER = {
    "companion palm hand.jpg --table": "hand",
    "companion palm hand.jpg --reference a4": "sheet",
    "companion calibrate colours learn.jpg --empty empty.jpg --table table.yaml --figures figures.yaml": "lines",
    "companion calibrate colours learn.jpg --empty empty.jpg --table table.yaml --figures calibration": "sample",
}
A4_MM = (210.0, 297.0)
SHEET_AT_MM = (80.0, -250.0)  # beside the hand, off it
LOOKS_FOR_FIGURES = 3
# other programs than ours, in the README: who runs them
NOT_OURS = {
    "make demo": ".ci/run of the project and tests/test_house.py",
    "make test": "this is it",
    "python3 scripts/setup_env.py": "`make` runs it",
    ".venv/bin/python -m companion demo": "tests/app runs the demo whole",
}


def commands_of(page: Path) -> list[str]:
    """Commands in the fenced blocks of a page, without their comments."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    lines = [line for language, block in blocks if language in {"", "sh", "bash"} for line in block.splitlines()]
    return [found for line in lines if (found := re.sub(r"\s+#\s.*$", "", line).strip())]


def said_of(page: Path) -> list[str]:
    """Commands in the sentences of a page."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return [" ".join(found.split()) for found in re.findall(r"`(companion [a-z][^`]+)`", text)]


ALL = [(page.name, found) for page in SAID for found in commands_of(page)]
# a command in a sentence is run too, when it is a whole one: with a file or an option
WHOLE = [
    found
    for page in SAID
    for found in said_of(page)
    if any(word.startswith("--") or "." in word for word in found.split()[2:])
    and not re.search(r"\b[A-Z]{2,}\b|…", found)
]
OURS = list(dict.fromkeys([*(found for _, found in ALL if found.startswith("companion ")), *WHOLE]))
HERE = [found for found in OURS if found not in ELSEWHERE]


@pytest.fixture
def room(whole_room: Path, tmp_path: Path) -> Path:
    """A copy for one command: none needs what another one wrote."""
    return Path(shutil.copytree(whole_room, tmp_path / "velada ñ"))


@pytest.fixture(scope="module")
def laid_over(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for each of `LAID_OVER`."""
    folder = tmp_path_factory.mktemp("over")
    for name in set(LAID_OVER.values()):
        (folder / name).mkdir()
    for name in ("hand", "sheet"):
        shutil.copy(HANDS / "open_left.jpg", folder / name / "hand.jpg")
        shutil.copy(HANDS / "table.yaml", folder / name / "table.yaml")
    lay_sheet(folder / "sheet" / "hand.jpg", folder / "sheet" / "table.yaml")
    lines = re.search(r"^```yaml\n(- \{id: 1, .*?)^```", PAGES[0].read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert lines is not None, "the README shows a figures.yaml"
    (folder / "lines" / "figures.yaml").write_text(lines.group(1), encoding="utf-8")
    draw_learned(folder / "lines", folder / "lines" / "figures.yaml")
    draw_learned(folder / "sample", GUIDE / "tables" / "figures.yaml")
    return folder


def lay_sheet(hand: Path, table: Path) -> None:
    """Draw a sheet of A4 beside the hand, as the table's camera sees one lying there."""
    camera, picture = read_table(table).camera, cv2.imread(str(hand))
    assert camera is not None
    (left, south), (wide, deep) = SHEET_AT_MM, A4_MM
    corners = [
        (left, south, 0.0),
        (left + wide, south, 0.0),
        (left + wide, south + deep, 0.0),
        (left, south + deep, 0.0),
    ]
    large = cv2.resize(picture, None, fx=4, fy=4)
    cv2.fillPoly(large, [np.round(camera.project(np.array(corners)) * 4 + 1.5).astype(np.int32)], (225, 232, 235))
    cv2.imwrite(str(hand), cv2.resize(large, (camera.width, camera.height), interpolation=cv2.INTER_AREA))


def draw_learned(folder: Path, figures: Path) -> None:
    """A drawn ring, empty and with every figure where the file says, and its table file."""
    clays = [
        Clay(
            one.id, one.colour, one.x_mm, one.y_mm, one.facing_deg or 0.0, one.kind or "humanoid", one.height_mm or 90.0
        )
        for one in read_sitters(figures)
    ]
    cv2.imwrite(str(folder / "learn.jpg"), PAINTER.paint(clays, seed=1))
    cv2.imwrite(str(folder / "empty.jpg"), drawn_empty())
    write_table(folder / "table.yaml", Table(1, RING, PAINTER.camera))


@pytest.fixture(scope="module")
def warm_finder() -> Iterator[HandWorker]:
    """One hand finder for all: its process takes longer to start than to look."""
    finder = HandWorker()
    yield finder
    finder.close()


@pytest.fixture(scope="module")
def whole_room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the pages speak of, made once."""
    room = tmp_path_factory.mktemp("whole")
    for folder in ("calibration", "rules", "views", "demo-out"):
        (room / folder).mkdir()
    shutil.copytree(GUIDE / "tables", room / "calibration" / "tables")
    shutil.copytree(GUIDE / "house_rules", room / "calibration" / "house_rules")
    shutil.copy(GUIDE / "tables" / "post_markers_70cm.yaml", room / "my_markers.yaml")
    for name in ("people.csv", "gente.csv", "calibration/people.csv", "calibration/gente.csv"):
        shutil.copy(GUIDE / Path(name).name, room / name)
    for name in ("table", "my_table", "ring"):
        shutil.copy(DEMO / "demo_table.yaml", room / f"{name}.yaml")
    shutil.copy(DEMO / "demo_table.empty.jpg", room / "demo_table.empty.jpg")
    shutil.copy(DEMO / "demo_table.empty.jpg", room / "empty.jpg")
    for path in BOARDS.glob("a_board_*.jpg"):
        shutil.copy(path, room / "views" / path.name)
    write_clip(room / "clip.mp4")
    for name in ("my", "live"):
        shutil.copy(room / "clip.mp4", room / f"{name}.mp4")
    (room / "bout.yaml").write_text(BOUT, encoding="utf-8")
    case = textwrap.indent(BOUT, "  ").replace("  game", "- game", 1)
    (room / "rules" / "clay_wrestling.md").write_text(f"# Rules\n\n```yaml\n{case}```\n", encoding="utf-8")
    for name, given in (("mine", "raw_deal"), ("rock", "raw_deal_the_rock"), ("kane", "raw_deal_kane")):
        shutil.copy(CARDS / f"{given}.yaml", room / f"{name}.yaml")
    assert main(["roster", "import", str(room / "people.csv"), "--show", str(room / "demo-out" / "show.db")]) == 0
    for name in ("saturday", "sabado", "night"):
        shutil.copy(room / "demo-out" / "show.db", room / f"{name}.db")
    assert main(["export", str(room / "night.db"), "--to", str(room / "night.jsonl")]) == 0
    shutil.copy(room / "night.jsonl", room / "sabado.jsonl")
    former = (room / "table.yaml").read_text(encoding="utf-8").replace("ringside_mm: 250", "ringside_mm: 240")
    (room / "table.yaml.bak").write_text(former, encoding="utf-8")  # as `calibrate` leaves the one before
    return room


def write_clip(target: Path) -> None:
    read, written = cv2.VideoCapture(str(DEMO / "demo.mp4")), None
    for _ in range(CLIP_FRAMES):
        _, frame = read.read()
        if written is None:
            size = frame.shape[1], frame.shape[0]
            written = cv2.VideoWriter(str(target), cv2.VideoWriter.fourcc(*"mp4v"), 15.0, size)
        written.write(frame)
    assert written is not None
    written.release()
    read.release()


def words_of(found: str, room: Path) -> list[str]:
    """What a shell would make of it: words, with patterns replaced by the files they name."""
    words: list[str] = []
    for word in shlex.split(found)[1:]:
        paths = sorted(str(path.relative_to(room)) for path in room.glob(word)) if "*" in word else []
        words += paths or [word]
    return words


@pytest.fixture
def things(room: Path, warm_finder: HandWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is plugged in: a board of lights that needs no waiting, a camera with the clip, a finder of hands."""
    real = leds.open_session

    def session(words: str, *more: Any) -> Any:
        return VirtualPort(keeps=False).session() if words == "auto" else real(words, *more)

    def lights(words: str, *_: object, **__: object) -> LightService:
        assert words == "auto"
        return LightService(SimulatedLights())

    def source(sources: list[str]) -> Any:
        return open_source([str(room / "clip.mp4")] if sources == ["0"] else sources)

    class Finder:
        """The warm one, which nobody closes."""

        def __init__(self, _model: Path | None) -> None:
            self.look = warm_finder.look

        def close(self) -> None:
            """It serves the next one."""

    monkeypatch.setattr(leds, "open_session", session)
    monkeypatch.setattr(leds, "hold", lambda seconds: None)
    monkeypatch.setattr(light_interlock, "lights_for", lights)
    monkeypatch.setattr(light_colours, "open_source", source)
    monkeypatch.setattr(light_colours, "FIND_FRAMES", LOOKS_FOR_FIGURES)
    monkeypatch.setattr(hand_worker, "HandWorker", Finder)


@pytest.fixture
def left_at_once(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Windows on a display that is none: each shows what it would and is left; gives what was shown."""
    shown: list[str] = []

    def setup_page(source: SetupDesk, _placement: object, now: Callable[[], float], *_more: object) -> None:
        source.tick(now())
        shown.append(source.view().at)
        for key in ("escape", "2"):
            source.press(key)
        assert source.is_over

    def referee(source: LiveEvening, _placement: object, now: Callable[[], int], **more: Any) -> object:
        assert more["tick"](now())
        shown.append(type(source.evening.state).__name__)
        return more["ui"]

    def crowd(fetch: Callable[[int], object], *_: object, **__: object) -> None:
        shown.append(type(fetch(0)).__name__)

    for module in (window, app_window, crowd_page):
        monkeypatch.setattr(module, "has_display", lambda: True)
        monkeypatch.setattr(module, "open_displays", lambda: (Display(0, 1280, 720),))
    monkeypatch.setattr(setup_window, "run", setup_page)
    monkeypatch.setattr(referee_window, "run", referee)
    monkeypatch.setattr(crowd_window, "run", crowd)
    monkeypatch.setattr(CrowdBoard, "keep", lambda board, now_ms: None)
    monkeypatch.setattr(app_window, "end_on_signals", lambda: None)
    monkeypatch.setattr(live_window, "end_on_signals", lambda: None)
    return shown


class TestEveryCommand:
    @pytest.mark.usefixtures("things")
    @pytest.mark.parametrize("found", HERE, ids=lambda found: found.removeprefix("companion ")[:80])
    def test_it_does_what_the_page_says(
        self,
        found: str,
        room: Path,
        laid_over: Path,
        left_at_once: list[str],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.chdir(room)
        monkeypatch.setenv("COMPANION_LANG", "en")
        monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
        for beginning, folder in LAID_OVER.items():
            if found.startswith(beginning):
                shutil.copytree(laid_over / folder, room, dirs_exist_ok=True)
        words = INSTEAD[found].words if found in INSTEAD else found
        code = main(words_of(words, room))
        told = capsys.readouterr()
        assert code == 0, f"{words}\n{told.out}{told.err}"
        assert told.out.strip() or told.err.strip() or left_at_once, "it says or shows something"
        assert bool(left_at_once) == (found.split()[1] in WINDOWS), left_at_once

    def test_other_programs_are_known(self) -> None:
        others = {found for _, found in ALL if not found.startswith("companion ")}
        assert others - set(NOT_OURS) == set(), "a command of the README that no test runs"
        assert set(NOT_OURS) - others == set(), "listed here and in no page"

    def test_no_form_here_is_left_over(self) -> None:
        assert {*INSTEAD, *ELSEWHERE} - set(OURS) == set()
        assert [one for one in LAID_OVER if not any(found.startswith(one) for found in OURS)] == []

    def test_the_pages_have_commands(self) -> None:
        assert all(len(commands_of(page)) >= 15 for page in PAGES)


def known(words: list[str]) -> Iterator[str]:
    """What of a command the program does not know: a verb, an option."""
    group: click.Command = companion
    context = click.Context(group)
    while isinstance(group, click.Group) and words and not words[0].startswith("-"):
        found = group.get_command(context, words[0])
        if found is None:
            yield words[0]
            return
        group, words = found, words[1:]
    options = {name for parameter in group.params for name in (*parameter.opts, *parameter.secondary_opts)}
    yield from (word for word in words if word.startswith("--") and word.split("=")[0] not in {*options, "--help"})


@pytest.mark.parametrize("page", SAID, ids=lambda page: page.name)
def test_commands_inside_sentences_exist(page: Path) -> None:
    wrong = {found: left for found in said_of(page) if (left := list(known(shlex.split(found)[1:])))}
    assert wrong == {}


def test_a_command_that_is_not_known_is_found() -> None:
    assert list(known(["print", "moon", "--out", "x"])) == ["moon"]
    assert list(known(["print", "cards", "--colour"])) == ["--colour"]
    assert list(known(["verify", "a.db"])) == []
