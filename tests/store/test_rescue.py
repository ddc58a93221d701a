"""What neither the show nor its side file takes goes to another disk, and comes back when the show is opened."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.store.pending import ShowWriteError, SideFile
from companion.store.rescue import bring_back
from companion.store.resilient import ResilientJournal
from companion.store.show import Show, verify


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "night.db"


@pytest.fixture
def full(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ResilientJournal]:
    """A journal with one saved and two unsaved events on a disk that takes nothing any more."""
    journal = ResilientJournal.open(path)
    journal.append([{"name": "bell"}], by="ana", at_ms=1)
    insert, add = Show._insert, SideFile.add

    def refuse(*_: Any) -> Any:
        raise ShowWriteError("full", es="lleno")

    def refuse_side_file(self: SideFile, commits: Any) -> None:
        if self.path.name.endswith(".pending.jsonl"):
            raise OSError(28, "No space left on device")
        add(self, commits)

    monkeypatch.setattr(Show, "_insert", refuse)
    monkeypatch.setattr(SideFile, "add", refuse_side_file)
    for n in range(2):
        journal.append([{"name": "pin", "n": n}], by="ana", at_ms=2 + n)
    yield journal
    monkeypatch.setattr(Show, "_insert", insert)
    monkeypatch.setattr(SideFile, "add", add)
    journal.close()


def names(path: Path) -> list[str]:
    with Show.open(path) as show:
        return [row.event["name"] for row in show.rows()]


def test_rescued_and_back(full: ResilientJournal, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("no folder")
    folders = (blocked / "x", tmp_path / "other disk ñ")
    rescued = full.rescue(folders)
    assert rescued is not None
    assert rescued.parent == folders[1]
    full.close(lose_unsaved=True)
    monkeypatch.undo()
    assert bring_back(path, folders) == 2
    assert names(path) == ["bell", "pin", "pin"]
    assert verify(path).ok
    assert not rescued.exists()
    assert bring_back(path, folders) == 0


def test_nothing_waits_and_no_folder_takes_it(path: Path, tmp_path: Path, full: ResilientJournal) -> None:
    (tmp_path / "f").write_text("x")
    assert full.rescue([tmp_path / "f"]) is None
    with Show.open(tmp_path / "other.db") as show:
        assert ResilientJournal(show).rescue([tmp_path]) is None


def test_what_lies_beside_the_show_already_is_not_doubled(
    full: ResilientJournal, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "other"
    assert full.rescue([folder])
    waiting = list(full._queue)
    full.close(lose_unsaved=True)
    monkeypatch.undo()
    SideFile(path).add(waiting[:1])
    assert bring_back(path, [folder]) == 1
    assert names(path) == ["bell", "pin", "pin"]


def test_shows_of_one_name_in_two_folders_do_not_meet(
    full: ResilientJournal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "other"
    assert full.rescue([folder])
    monkeypatch.undo()
    assert bring_back(tmp_path / "elsewhere" / "night.db", [folder]) == 0


def test_a_torn_rescue_file_is_kept(
    full: ResilientJournal, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "other"
    rescued = full.rescue([folder])
    assert rescued is not None
    full.close(lose_unsaved=True)
    monkeypatch.undo()
    with rescued.open("ab") as file:
        file.write(b'{"seq":4,"at')
    assert bring_back(path, [folder]) == 2
    assert rescued.exists()
    assert names(path) == ["bell", "pin", "pin"]
    assert bring_back(path, [folder]) == 2  # known by their numbers: nothing happens twice
    assert names(path) == ["bell", "pin", "pin"]
