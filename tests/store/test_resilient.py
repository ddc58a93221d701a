"""H-08, G-07: what the show file cannot take waits in order, is told, and is written later."""

import errno
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.store.pending import Commit, ShowWriteError, SideFile
from companion.store.resilient import ResilientJournal, SaveState
from companion.store.show import Show, verify


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program holds the database."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def score(journal: ResilientJournal, times: int = 1) -> None:
    for _ in range(times):
        n = journal.last_seq + 1
        journal.append([{"name": "point", "n": n}, {"name": "shown", "n": n + 1}], by="ana", at_ms=n)


def numbers(path: Path) -> list[int]:
    with Show.open(path, readonly=True) as show:
        return [row.event["n"] for row in show.rows()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "velada ñ.db"


@pytest.fixture
def full_side_file(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """The side file cannot be written; called, it can again."""

    def full(_self: SideFile, _commits: Sequence[Commit]) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(SideFile, "add", full)
    yield monkeypatch.undo
    monkeypatch.undo()


class TestLockedDatabase:
    def test_ten_scores_under_a_lock_are_written_later_in_order(self, path: Path) -> None:
        journal = ResilientJournal.open(path, wait_ms=1)
        score(journal)
        assert (journal.state, str(journal.message)) == (SaveState.SAVED, "saved")
        with locked(path):
            score(journal, 10)
            assert journal.state.value == "side_file"
            assert journal.waiting_events == 20
            assert str(journal.message) == (
                "not saved: 20 events wait in the side file (another program holds the file); the match goes on"
            )
            assert journal.message.es.startswith("sin guardar: 20 eventos")
            assert [row.event["n"] for row in journal.rows()] == list(range(1, 23))
            assert [row.hash != "" for row in journal.rows(after=1)][:3] == [True, False, False]
            assert numbers(path) == [1, 2]
        score(journal)
        assert journal.state.value == "saved"
        assert numbers(path) == list(range(1, 25))
        journal.close()
        assert verify(path).events == 24
        assert [found.name for found in path.parent.iterdir()] == [path.name]

    def test_a_timer_writes_them_too(self, path: Path) -> None:
        journal = ResilientJournal.open(path, wait_ms=1)
        with locked(path):
            score(journal)
            assert not journal.flush()
        assert journal.flush()
        assert numbers(path) == [1, 2]
        journal.close()

    def test_killed_under_the_lock_the_side_file_is_merged_when_the_show_is_opened(self, path: Path) -> None:
        journal = ResilientJournal.open(path, wait_ms=1)
        score(journal)
        with locked(path):
            score(journal, 3)
            journal.show.close()  # as a killed process: nothing is flushed
        with Show.open(path) as show:
            assert [str(warning) for warning in show.warnings] == [
                f"{path}: 6 events that had waited in the side file are now written"
            ]
            assert show.last_seq == 8
            assert [row.at_ms for row in show.rows()] == [1, 1, 3, 3, 5, 5, 7, 7]
        assert numbers(path) == list(range(1, 9))
        assert not SideFile(path).path.exists()

    def test_still_locked_at_the_next_start(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        journal = ResilientJournal.open(path, wait_ms=1)
        with locked(path):
            score(journal, 2)
            journal.show.close()
        refuse: list[bool] = [True]
        insert = Show._insert

        def sometimes(self: Show, *arguments: Any) -> list[int]:
            if refuse[0]:
                raise ShowWriteError("not saved: database is locked", "database is locked")
            return insert(self, *arguments)

        monkeypatch.setattr(Show, "_insert", sometimes)
        journal = ResilientJournal.open(path, wait_ms=1)
        assert "4 events still wait" in str(journal.show.warnings[0])
        assert (journal.state, journal.last_seq) == (SaveState.SIDE_FILE, 4)
        score(journal)
        assert [row.event["n"] for row in journal.rows()] == list(range(1, 7))
        refuse[0] = False
        score(journal)
        journal.close()
        assert numbers(path) == list(range(1, 9))

    def test_a_plain_show_writes_what_waits_first(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        journal = ResilientJournal.open(path, wait_ms=1)
        with locked(path):
            score(journal)
            journal.show.close()
        with monkeypatch.context() as patched:
            patched.setattr(Show, "write", raises_locked)
            show = Show.open(path)
        assert show.append([{"name": "point", "n": 3}], by="ana", at_ms=1) == [3]
        show.close()
        assert numbers(path) == [1, 2, 3]
        assert not SideFile(path).path.exists()


def raises_locked(_self: Show, _commit: Commit) -> None:
    raise ShowWriteError("not saved: database is locked", "database is locked")


class TestOnlyInMemory:
    """G-07."""

    def test_it_is_told_and_closing_is_refused(self, path: Path, full_side_file: Callable[[], None]) -> None:
        journal = ResilientJournal.open(path, wait_ms=1)
        with locked(path):
            score(journal, 2)
            assert journal.state.value == "memory"
            assert "NOT SAVED: 4 events are only in memory" in str(journal.message)
            with pytest.raises(ShowWriteError, match="4 events are only in memory"):
                journal.close()
            full_side_file()
            score(journal)
            assert journal.state.value == "side_file"
            journal.close()
        assert numbers(path) == []
        Show.open(path).close()
        assert numbers(path) == [1, 2, 3, 4, 5, 6]

    @pytest.mark.usefixtures("full_side_file")
    def test_a_write_that_fails_once_is_made_good(self, path: Path) -> None:
        journal = ResilientJournal.open(path, wait_ms=1)
        with locked(path):
            score(journal)
            assert journal.state.value == "memory"
        score(journal)
        assert journal.state.value == "saved"
        journal.close()
        assert numbers(path) == [1, 2, 3, 4]

    @pytest.mark.usefixtures("full_side_file")
    def test_who_insists_may_close(self, path: Path) -> None:
        journal = ResilientJournal.open(path, wait_ms=1)
        with locked(path):
            score(journal)
            journal.close(lose_unsaved=True)
        assert numbers(path) == []


class TestSideFile:
    def commit(self, first: int, *events: dict[str, Any]) -> Commit:
        texts = tuple(f'{{"name":"point","n":{first + k}}}' for k in range(len(events) or 1))
        return Commit(first, 7, "Muñoz", 1, texts)

    def test_what_is_added_is_read_back(self, path: Path) -> None:
        side_file = SideFile(path)
        commits = [self.commit(1, {}, {}), self.commit(3), self.commit(4)]
        side_file.add(commits[:1])
        side_file.add(commits[1:])
        assert side_file.read() == (commits, 0)

    def test_a_torn_end_is_left_out_reported_and_kept(self, path: Path) -> None:
        Show.open(path).close()
        side_file = SideFile(path)
        side_file.add([self.commit(1), self.commit(2)])
        side_file.path.write_bytes(side_file.path.read_bytes()[:-9])
        with Show.open(path) as show:
            assert ["1 torn line was left out" in str(warning) for warning in show.warnings] == [False, True]
            assert show.last_seq == 1
        assert not side_file.path.exists()
        assert len(list(path.parent.glob("*.aside"))) == 1

    def test_commits_that_got_into_the_journal_are_not_written_twice(self, path: Path) -> None:
        with Show.open(path) as show:
            show.append([{"name": "point", "n": 1}], by="Muñoz", at_ms=7)
        SideFile(path).add([self.commit(1), self.commit(2)])
        Show.open(path).close()
        assert numbers(path) == [1, 2]

    @pytest.mark.parametrize("first", [1, 5])
    def test_commits_of_another_journal_are_put_aside(self, path: Path, first: int) -> None:
        with Show.open(path) as show:
            show.append([{"name": "other", "n": 1}], by="ana", at_ms=7)
        SideFile(path).add([self.commit(first)])
        with Show.open(path) as show:
            assert "put aside" in str(show.warnings[0])
            assert show.warnings[0].en.startswith(str(path))
        SideFile(path).add([self.commit(first)])
        Show.open(path).close()
        assert numbers(path) == [1]
        assert len(list(path.parent.glob("*.aside"))) == 2

    def test_a_reader_leaves_it_alone(self, path: Path) -> None:
        Show.open(path).close()
        SideFile(path).add([self.commit(1)])
        assert numbers(path) == []
        assert str(verify(path)) == "ok 0 events"
        assert SideFile(path).path.exists()

    @settings(max_examples=60, deadline=None)
    @given(st.lists(st.binary(max_size=40) | st.sampled_from([b'{"seq":1}', b"[]", b'{"events":[[]]}']), max_size=4))
    def test_any_lines_give_a_show_or_one_line(
        self, tmp_path_factory: pytest.TempPathFactory, lines: list[bytes]
    ) -> None:
        path = tmp_path_factory.mktemp("side") / "s.db"
        Show.open(path).close()
        SideFile(path).path.write_bytes(b"\n".join(lines))
        try:
            Show.open(path).close()
        except CompanionError as error:
            pytest.fail(f"nothing in these lines stops the show: {error}")
