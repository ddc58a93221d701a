"""Every command of the README, the guide and the pages beside them is run: as it stands, in a folder with its files.

A command with a window runs as it stands too, and somebody leaves at once. What needs a plugged-in board or minutes
runs in its nearest form without, or has its words and values read alone, listed below with the reason. A command that
is new in a page and not known here fails; so does a form below that no page asks for.
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
import pytest

from companion.app import live_window
from companion.app.crowd_board import CrowdBoard
from companion.app.live import LiveEvening
from companion.app.setting_up import window as app_window
from companion.app.setting_up.desk import SetupDesk
from companion.app.setting_up.steps import edges
from companion.cli.main import command as companion
from companion.cli.main import main
from companion.screens import crowd_window, referee_window, setup_window, window
from companion.screens.displays import Display

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "calibration"
DEMO = ROOT / "companion" / "app" / "demo_data"
HANDS = ROOT / "tests" / "vision" / "data_hands"
BOARDS = ROOT / "tests" / "vision" / "data" / "calib"
PAGES = (
    ROOT / "README.md",
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


# a code for what is read and not run
READ = -1


@dataclass(frozen=True)
class Instead:
    """Another form of a command, why, and the code it ends with."""

    words: str
    why: str
    code: int = 0


# verbs that open one
WINDOWS = ("setup", "run", "scoreboard")
READ_ONLY: dict[str, str] = {
    # beginning of a command -> why its words and values are read and it is not run
    "companion drill": "half a minute; tests/app runs every rehearsal",
    "companion leds neutral": "needs a board; tests/leds has one in a simulator",
    "companion leds identify": "needs a board; tests/leds has one in a simulator",
    "companion leds test": "needs a board; tests/leds has one in a simulator",
    "companion demo": "a minute; tests/app runs it whole",
    "companion leds colours": "minutes of video; tests/leds runs it on drawn pictures",
    "companion calibrate colours": "half a minute; tests/vision runs it on drawn pictures",
}
INSTEAD: dict[str, Instead] = {
    "companion palm hand.jpg --table table.yaml": Instead(
        "companion palm hand.jpg --table hand_table.yaml", "the hand at hand lay on another table"
    ),
    "companion palm hand.jpg --table table.yaml --lang es": Instead(
        "companion palm hand.jpg --table hand_table.yaml --lang es", "the hand at hand lay on another table"
    ),
    "companion palm hand.jpg --reference a4 --json": Instead(
        "companion palm hand.jpg --reference a4 --json",
        "no sheet lies beside this hand: it says so; tests/vision has one",
        code=1,
    ),
    "companion leds identify --maximum-ma": Instead(
        "companion leds identify --maximum-ma 3000", "the sentence leaves the number to the reader", code=READ
    ),
    "companion leds status": Instead("companion leds status", "says 1 where no board is plugged in", code=1),
}
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


def form_of(found: str) -> Instead:
    if found in INSTEAD:
        return INSTEAD[found]
    for beginning, why in READ_ONLY.items():
        if found == beginning or found.startswith(f"{beginning} "):
            return Instead(found, why, READ)
    return Instead(found, "as it stands")


@pytest.fixture
def room(whole_room: Path, tmp_path: Path) -> Path:
    """A copy for one command: none needs what another one wrote."""
    return Path(shutil.copytree(whole_room, tmp_path / "velada ñ"))


@pytest.fixture(scope="module")
def whole_room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the pages speak of, made once."""
    room = tmp_path_factory.mktemp("whole")
    for folder in ("calibration", "rules", "views", "demo-out"):
        (room / folder).mkdir()
    shutil.copytree(GUIDE / "tables", room / "calibration" / "tables")
    shutil.copytree(GUIDE / "house_rules", room / "calibration" / "house_rules")
    for name in ("people.csv", "gente.csv", "calibration/people.csv"):
        shutil.copy(GUIDE / "people.csv", room / name)
    for name in ("table", "my_table"):
        shutil.copy(DEMO / "demo_table.yaml", room / f"{name}.yaml")
    shutil.copy(DEMO / "demo_table.empty.jpg", room / "demo_table.empty.jpg")
    shutil.copy(DEMO / "demo_table.empty.jpg", room / "empty.jpg")
    shutil.copy(HANDS / "open_left.jpg", room / "hand.jpg")
    shutil.copy(HANDS / "table.yaml", room / "hand_table.yaml")
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


def read(words: list[str]) -> None:
    """Read a command's words with all their values, as a run of it would begin.

    Raises:
        click.UsageError: a word or a value that the program does not take.
    """
    group: click.Command = companion
    context = click.Context(group)
    while isinstance(group, click.Group):
        _, found, words = group.resolve_command(context, words)
        assert found is not None
        group = found
    with group.make_context(group.name, list(words)):
        pass


@pytest.fixture
def left_at_once(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Windows on a display that is none: each shows what it would and is left; gives what was shown."""
    shown: list[str] = []

    def setup_page(source: SetupDesk, _placement: object, now: Callable[[], float], _on_window: object) -> None:
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

    for module in (window, app_window, edges):
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
    @pytest.mark.parametrize("found", OURS, ids=lambda found: found.removeprefix("companion ")[:80])
    def test_it_does_what_the_page_says(
        self,
        found: str,
        room: Path,
        left_at_once: list[str],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.chdir(room)
        monkeypatch.setenv("COMPANION_LANG", "en")
        monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
        form = form_of(found)
        if form.code == READ:
            read(words_of(form.words, room))
            return
        code = main(words_of(form.words, room))
        told = capsys.readouterr()
        assert code == form.code, f"{form.words}\n{told.out}{told.err}"
        assert told.out.strip() or told.err.strip() or left_at_once, "it says or shows something"
        assert bool(left_at_once) == (found.split()[1] in WINDOWS), left_at_once

    def test_other_programs_are_known(self) -> None:
        others = {found for _, found in ALL if not found.startswith("companion ")}
        assert others - set(NOT_OURS) == set(), "a command of the README that no test runs"
        assert set(NOT_OURS) - others == set(), "listed here and in no page"

    def test_no_form_here_is_left_over(self) -> None:
        assert set(INSTEAD) - set(OURS) == set()
        assert [one for one in READ_ONLY if not any(found.startswith(one) for found in OURS)] == []

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
