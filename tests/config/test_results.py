"""Results never destroy what is read, nor each other."""

from pathlib import Path

import pytest

from companion.cli.main import main
from companion.config.results import check_apart
from companion.errors import UsageProblemError


@pytest.fixture
def room(tmp_path: Path) -> Path:
    (tmp_path / "clip.mp4").write_bytes(b"pictures")
    (tmp_path / "table.yaml").write_text("version: 1\n", encoding="utf-8")
    (tmp_path / "stills").mkdir()
    (tmp_path / "stills" / "a.png").write_bytes(b"picture")
    (tmp_path / "stills" / "old.csv").write_text("frame\n", encoding="utf-8")
    return tmp_path


class TestCheckApart:
    def test_files_of_their_own_are_fine(self, room: Path) -> None:
        results = {"--csv": room / "out.csv", "--facts": None, "--video": room / "stills" / "new.mp4"}
        check_apart(results, (room / "clip.mp4", room / "stills", "0"))

    def test_a_table_of_an_earlier_run_may_lie_among_the_pictures(self, room: Path) -> None:
        check_apart({"--csv": room / "stills" / "old.csv"}, (room / "stills",))

    @pytest.mark.parametrize("name", ["clip.mp4", "table.yaml", "stills/../table.yaml", "stills/a.png"])
    def test_what_is_read_is_refused(self, room: Path, name: str) -> None:
        with pytest.raises(UsageProblemError, match="--csv"):
            check_apart({"--csv": room / name}, (room / "clip.mp4", room / "table.yaml", room / "stills"))

    def test_links_are_followed(self, room: Path) -> None:
        (room / "link.csv").symlink_to(room / "table.yaml")
        with pytest.raises(UsageProblemError):
            check_apart({"--csv": room / "link.csv"}, (room / "table.yaml",))

    def test_two_results_in_one_file(self, room: Path) -> None:
        with pytest.raises(UsageProblemError, match="--facts"):
            check_apart({"--csv": room / "o", "--facts": room / "o"}, ())


@pytest.mark.parametrize(
    "words",
    [
        "track clip.mp4 --table table.yaml --csv table.yaml",
        "track clip.mp4 --table table.yaml --csv clip.mp4",
        "track clip.mp4 --table table.yaml --csv o.csv --facts table.yaml",
        "track clip.mp4 --table table.yaml --csv o.csv --video clip.mp4",
        "track stills --table table.yaml --csv stills/a.png",
        "calibrate ring stills/a.png --table new.yaml --ring 700x700 --picture stills/a.png",
        "calibrate ring stills/a.png --table stills/a.png --ring 700x700",
    ],
)
def test_commands_leave_what_they_read(
    room: Path, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(room)
    before = {path: path.read_bytes() for path in room.rglob("*") if path.is_file()}
    assert main(words.split()) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert {path: path.read_bytes() for path in room.rglob("*") if path.is_file()} == before
