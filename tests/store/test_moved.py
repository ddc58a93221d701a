"""The show file is moved, deleted or replaced while it is written: nothing is lost, and it is told."""

import sqlite3
from pathlib import Path

import pytest

from companion.app.crowd import CrowdFeed
from companion.app.evening import Evening
from companion.app.saving import LOOK_EVERY_MS, StoreNews, close_journal
from companion.errors import FileProblemError
from companion.games import game
from companion.kernel.text import Text
from companion.store import show as show_module
from companion.store.resilient import ResilientJournal
from companion.store.show import Show, verify


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "noche ñ.db"


def written(journal: ResilientJournal, count: int) -> None:
    for n in range(count):
        journal.append([{"name": "pin", "n": n}], by="ana", at_ms=n)


def count(path: Path) -> int:
    report = verify(path)
    assert report.ok
    return report.events


def test_by_another_name_it_is_the_same_show(path: Path, tmp_path: Path) -> None:
    """One writer, one log, one side file, whichever link leads to it."""
    link = tmp_path / "links" / "l.db"
    link.parent.mkdir()
    link.symlink_to(path)
    made = ResilientJournal.open(link)  # also a show that is not there yet
    written(made, 2)
    made.close()
    journal = ResilientJournal.open(path)
    written(journal, 3)
    with pytest.raises(FileProblemError, match="another companion is writing"):
        Show.open(link)
    assert count(link) == 5
    with Show.open(link, readonly=True) as show:
        assert show.last_seq == 5
    journal.close()
    assert [one.name for one in link.parent.iterdir()] == ["l.db"]
    assert not link.resolve().with_name(f"{path.name}-wal").exists()


def test_deleted_it_is_whole_in_its_place_again(path: Path) -> None:
    journal = ResilientJournal.open(path)
    written(journal, 5)
    path.unlink()
    written(journal, 3)  # the program does not know yet; the system keeps the file for it
    said = journal.look_after_file()
    assert said is not None
    assert "se borró" in said.es
    assert journal.look_after_file() is None
    written(journal, 2)
    journal.close()
    assert count(path) == 10
    assert not list(path.parent.glob("*.writer"))


def test_moved_away_the_show_goes_on_where_it_was(path: Path, tmp_path: Path) -> None:
    (tmp_path / "USB").mkdir()
    journal = ResilientJournal.open(path)
    written(journal, 5)
    path.rename(tmp_path / "USB" / "night.db")
    written(journal, 1)
    assert journal.look_after_file() is not None
    written(journal, 1)
    journal.close()
    assert count(path) == 7


def test_another_file_in_its_place_is_left_alone(path: Path) -> None:
    journal = ResilientJournal.open(path)
    written(journal, 5)
    path.unlink()
    path.write_bytes(b"somebody else's")
    said = journal.look_after_file()
    assert said is not None
    written(journal, 1)
    journal.close()
    assert path.read_bytes() == b"somebody else's"
    assert count(path.with_name("noche ñ-2.db")) == 6
    assert "noche ñ-2.db" in said.en


def test_what_waits_goes_beside_the_copy(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = ResilientJournal.open(path, wait_ms=0)
    written(journal, 2)
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    written(journal, 1)
    assert journal.waiting_events == 1
    blocker.execute("ROLLBACK")
    blocker.close()
    path.unlink()
    path.write_bytes(b"x")
    assert journal.look_after_file() is not None
    journal.close()
    assert count(path.with_name("noche ñ-2.db")) == 3
    monkeypatch.undo()


def test_no_copy_possible_is_told_and_the_old_one_stays_open(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = ResilientJournal.open(path)
    written(journal, 2)
    path.unlink()

    def refuse(*_: object) -> None:
        raise FileProblemError("full", "lleno")

    monkeypatch.setattr(show_module, "copy_database", refuse)
    said = journal.look_after_file()
    assert said is not None
    assert "no cierres el programa (lleno)" in said.es
    written(journal, 1)
    monkeypatch.undo()
    assert journal.look_after_file() is not None
    journal.close()
    assert count(path) == 3


def test_referee_and_crowd_go_on(path: Path) -> None:
    journal = ResilientJournal.open(path)
    evening = Evening.open_match(journal, game("clay_wrestling"), lambda: 5)
    feed = CrowdFeed(path)
    assert feed.fetch(5) is not None
    news = StoreNews(journal)
    news.tick(0)
    path.unlink()
    evening.give("register_player", {"player": "Ana"})
    news.tick(LOOK_EVERY_MS)
    notice = news.notice()
    assert notice is not None
    assert "deleted" in notice.text.en
    evening.give("register_player", {"player": "Luis"})
    assert feed.fetch(6) is not None
    assert feed.seq == evening.last_seq
    feed.close()
    told: list[Text] = []
    path.unlink()  # once more, in the last second
    evening.give("undo", {"commands": 1})
    close_journal(journal, told.append, [])
    assert len(told) == 1
    assert count(path) == evening.last_seq


def test_a_reader_sees_it_too(path: Path) -> None:
    Show.open(path).close()
    with Show.open(path, readonly=True) as show:
        assert show.is_in_place
        path.rename(path.with_name("x.db"))
        assert not show.is_in_place
