"""`companion demo`: every part at work, nothing canned, nothing lost."""

import io
import json
import shutil
from collections.abc import Iterator
from contextlib import redirect_stderr
from dataclasses import dataclass
from pathlib import Path

import cv2
import pytest

from companion.app.demo import BUNDLED, CLIP, TABLE, Settings, Stage, Summary, run
from companion.app.demo_bout import DemoBout
from companion.app.eyes import Look
from companion.cli.main import main
from companion.errors import ConfigError
from companion.kernel.text import Text
from companion.store.show import Show, verify

CONTRACT = ["frames", "fps", "figures", "events", "turns", "winner", "light_scenes"]
MOST_BYTES = 6_000_000
# two lines of the README, run as they stand
WHOLE = "companion demo --lang es --out velada"
OF_ONES_OWN = "companion demo --clip my.mp4 --table my_table.yaml"


def cut(path: Path, frames: int, *, mirrored: bool = False) -> Path:
    """The first frames of the bundled clip, as a clip of their own."""
    source = cv2.VideoCapture(str(CLIP))
    size = (int(source.get(cv2.CAP_PROP_FRAME_WIDTH)), int(source.get(cv2.CAP_PROP_FRAME_HEIGHT)))
    target = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 15, size)
    for _ in range(frames):
        good, frame = source.read()
        assert good
        target.write(frame[:, ::-1] if mirrored else frame)
    target.release()
    source.release()
    return path


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cut(tmp_path_factory.mktemp("clip") / "short.mp4", 16)


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory, clip: Path) -> "Ended":
    """A demo that was played to its end by its command, on a short clip; read only."""
    folder, stage, told = tmp_path_factory.mktemp("ended"), Recorder(), io.TextIOWrapper(io.BytesIO(), "utf-8")
    with pytest.MonkeyPatch.context() as patch, redirect_stderr(told):
        patch.setattr("companion.app.demo.CLIP", clip)
        patch.setattr("companion.app.demo_stages.Terminal", lambda _language: stage)
        patch.setattr("companion.app.doctor.has_display", lambda: False)
        patch.chdir(folder)
        assert main(WHOLE.split()[1:]) == 0
    out = folder / "velada"
    summary = Summary(**json.loads((out / "summary.json").read_text(encoding="utf-8")))
    told.seek(0)
    return Ended(out, stage, summary, told.read().splitlines())


class Recorder(Stage):
    """Stops after so many calls, and remembers what it saw."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.calls = 0
        self.stop_after = stop_after
        self.on_disk: list[bool] = []
        self.places: list[dict[str, tuple[float, float]]] = []

    def play(self, bout: DemoBout, look: Look | None) -> bool:
        self.calls += 1
        self.on_disk.append(bout.evening.last_seq == bout.journal.show.last_seq)
        if look is not None:
            self.places.append(bout.places())
        return self.stop_after is None or self.calls < self.stop_after


def play(settings: Settings, stage: Stage | None = None) -> tuple[Summary | None, list[str]]:
    told: list[Text] = []
    return run(settings, stage or Stage(), told.append), [str(text) for text in told]


@dataclass
class Ended:
    folder: Path
    stage: Recorder
    summary: Summary
    told: list[str]


def names(path: Path) -> Iterator[str]:
    with Show.open(path, readonly=True) as show:
        yield from [row.event["name"] for row in show.rows()]


def test_the_bundled_clip_is_small_and_has_its_licence_line() -> None:
    assert sum(path.stat().st_size for path in BUNDLED.iterdir()) <= MOST_BYTES
    assert "rendered" in (BUNDLED / "LICENCE.md").read_text(encoding="utf-8").lower()


def test_a_bout_is_refereed_to_its_end_and_everything_is_on_disk(ended: Ended) -> None:
    tmp_path, stage = ended.folder, ended.stage
    assert [line.split("; ")[0] for line in ended.told] == ["combate 1 anotado"]
    assert all(stage.on_disk)
    written = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    assert list(written)[:7] == CONTRACT
    assert (written["frames"], written["figures"]) == (16, 7)
    assert written["winner"] in {"Momia", "Diablo Azul", "Dragón", "Rana", "Calabaza", "Sombra", "Quimera"}
    assert written["turns"] >= 5
    assert written["light_scenes"] > 0
    assert verify(tmp_path / "show.db").ok
    assert written["events"] == sum(1 for _ in names(tmp_path / "show.db"))
    for picture in ("referee.png", "crowd.png"):
        image = cv2.imread(str(tmp_path / picture))
        assert image.shape == (1080, 1920, 3)
        assert image.std() > 20


def test_stopped_anywhere_it_goes_on_and_ends_as_if_never_stopped(tmp_path: Path, clip: Path, ended: Ended) -> None:
    whole = ended.summary
    parts = Settings(tmp_path / "parts", clip)
    assert play(parts, Recorder(stop_after=7)) == (None, [])
    assert not (tmp_path / "parts" / "summary.json").exists()
    resumed, told = play(parts, Recorder(stop_after=60))
    assert resumed is None
    assert told[0].startswith("going on from event")
    at_last, _ = play(parts)
    assert at_last is not None
    assert (at_last.winner, at_last.turns, at_last.events, at_last.method) == (
        whole.winner, whole.turns, whole.events, whole.method,
    )  # fmt: skip
    assert list(names(ended.folder / "show.db")) == list(names(tmp_path / "parts" / "show.db"))


def test_a_finished_show_is_kept_and_a_new_one_begun(
    tmp_path: Path, clip: Path, ended: Ended, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = Path(shutil.copytree(ended.folder, tmp_path / "demo-out"))
    shutil.copy(clip, tmp_path / "my.mp4")
    shutil.copy(TABLE, tmp_path / "my_table.yaml")
    shutil.copy(BUNDLED / "demo_table.empty.jpg", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert main(OF_ONES_OWN.split()[1:]) == 0
    second = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    assert "show-1.db" in capsys.readouterr().err.splitlines()[0]
    assert (second["frames"], second["events"]) == (16, ended.summary.events)
    assert verify(out / "show-1.db").events == ended.summary.events


def test_another_clip_gives_other_places(tmp_path: Path, clip: Path) -> None:
    stages = [Recorder(stop_after=16), Recorder(stop_after=16)]
    play(Settings(tmp_path / "a", clip), stages[0])
    other = cut(tmp_path / "other.mp4", 16, mirrored=True)
    play(Settings(tmp_path / "b", other), stages[1])
    assert stages[0].places[-1] != stages[1].places[-1]


@pytest.mark.parametrize("missing", ["clip", "table"])
def test_without_a_camera_the_bout_asks(
    tmp_path: Path, clip: Path, missing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = tmp_path / f"no-{missing}"
    paths = {"clip": clip, "table": TABLE, missing: nowhere}
    arguments = ["demo", "--headless", "--lang", "en", "--out", str(tmp_path)]
    assert main([*arguments, "--clip", str(paths["clip"]), "--table", str(paths["table"])]) == 1
    told = capsys.readouterr()
    assert told.err.count(str(nowhere)) == 1
    assert "every fact is told by hand" in told.err
    summary = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    assert summary["frames"] == 0
    assert summary["asked_by_hand"] > 0
    assert summary["winner"]


def test_a_wrong_table_file_stops_the_start_with_its_place(tmp_path: Path, clip: Path) -> None:
    table = tmp_path / "table.yaml"
    table.write_text("version: 1\nring: {size_mm: [70O, 700], ringside_mm: 250}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"table\.yaml:2:18: ring\.size_mm"):
        play(Settings(tmp_path / "out", clip, table))
    assert not (tmp_path / "out" / "show.db").exists()


def test_clip_and_table_belong_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--clip", "x.mp4"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
