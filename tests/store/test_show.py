"""The show file: append-only, chained, one writer, readers at once, and files that are none."""

import hashlib
import json
import random
import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError, FileProblemError, NotationError
from companion.store import opening, places, schema, show
from companion.store.codec import plain_text
from companion.store.show import Show, ShowWriteError, verify

EVENTS: list[dict[str, Any]] = [
    {"name": "strike_rolled", "dice": [6, 5], "by": "Muñoz"},
    {"name": "stamina_lost", "points": 2},
]


def made(path: Path, rows: int = 10) -> Path:
    with Show.open(path) as new:
        for number in range(rows):
            new.append([{"name": "strike_rolled", "n": number, "who": "Ñandú"}], by="referee", at_ms=1_700_000_000_000)
    return path


def tampered(path: Path, *statements: str) -> Path:
    """Change a show file as somebody with a database program would."""
    connection = sqlite3.connect(path)
    for name in schema.TRIGGERS:
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    return path


class TestRefused:
    def test_a_new_show_whose_first_use_is_refused_leaves_no_file(self, tmp_path: Path) -> None:
        path = tmp_path / "new.db"
        with pytest.raises(ValueError, match="no"), Show.open(path):
            raise ValueError("no")
        assert list(tmp_path.iterdir()) == []
        with Show.open(path) as show:
            show.append([{"name": "bell"}], by="ana", at_ms=1)
        with pytest.raises(ValueError, match="no"), Show.open(path):
            raise ValueError("no")
        assert str(verify(path)) == "ok 1 events"

    def test_an_empty_show_that_was_there_stays(self, tmp_path: Path) -> None:
        path = tmp_path / "old.db"
        Show.open(path).close()
        with pytest.raises(ValueError, match="no"), Show.open(path):
            raise ValueError("no")
        assert path.exists()


class TestJournal:
    def test_rows_come_back_as_they_were_written(self, tmp_path: Path) -> None:
        with Show.open(tmp_path / "s.db") as evening:
            assert evening.append(EVENTS, by="ana", at_ms=5) == [1, 2]
            assert evening.append([{"name": "bell"}], by="clock", at_ms=6) == [3]
            assert evening.append([], by="ana", at_ms=7) == []
            rows = list(evening.rows())
            assert [(row.seq, row.at_ms, row.by, row.v) for row in rows] == [
                (1, 5, "ana", 1),
                (2, 5, "ana", 1),
                (3, 6, "clock", 1),
            ]
            assert [row.event for row in rows[:2]] == EVENTS
            assert [row.seq for row in evening.rows(after=2)] == [3]
            assert (evening.last_seq, evening.last_hash) == (3, rows[-1].hash)

    def test_the_hash_is_what_the_file_says_it_is(self, tmp_path: Path) -> None:
        with Show.open(tmp_path / "s.db") as evening:
            evening.append(EVENTS, by='a"ñ', at_ms=5)
            stored = evening._connection.execute("SELECT event FROM journal ORDER BY seq").fetchall()
            previous = "0" * 64
            for row, (text,) in zip(evening.rows(), stored, strict=True):
                array = json.dumps([previous, row.seq, 5, 'a"ñ', 1, text], ensure_ascii=False, separators=(",", ":"))
                previous = hashlib.sha256(array.encode()).hexdigest()
                assert row.hash == previous

    def test_it_is_append_only(self, tmp_path: Path) -> None:
        path = made(tmp_path / "s.db")
        connection = sqlite3.connect(path)
        for statement in (
            "UPDATE journal SET by = 'me' WHERE seq = 3",
            "DELETE FROM journal WHERE seq = 10",
            f"INSERT INTO journal VALUES(12, 1, 'me', 1, '{{}}', '{'0' * 64}')",
            f"INSERT INTO journal VALUES(NULL, 1, 'me', 1, '{{}}', '{'0' * 64}')",
            f"INSERT OR REPLACE INTO journal VALUES(3, 1, 'me', 1, '{{}}', '{'0' * 64}')",
        ):
            with pytest.raises(sqlite3.IntegrityError, match=r"append-only|seq rises by 1"):
                connection.execute(statement)
        connection.close()
        assert verify(path).ok

    def test_an_event_that_is_no_plain_data_writes_nothing(self, tmp_path: Path) -> None:
        with Show.open(tmp_path / "s.db") as evening:
            for event in ({"name": "x", "v": float("nan")}, {"name": "x", "v": {1}}, {"no": 1}, {"name": ""}):
                with pytest.raises(NotationError):
                    evening.append([EVENTS[0], event], by="ana", at_ms=1)
            assert evening.last_seq == 0
            assert evening.append([{"name": "half \ud83d"}], by="ana", at_ms=1) == [1]
            assert next(evening.rows()).event == {"name": "half \ud83d"}

    def test_a_failure_half_way_through_a_commit_writes_nothing(self, tmp_path: Path) -> None:
        with Show.open(tmp_path / "s.db") as evening:
            for bad in (None, 2**70):
                with pytest.raises((ShowWriteError, OverflowError, TypeError)):
                    evening.append(EVENTS, by="ana", at_ms=bad)  # type: ignore[arg-type]
            assert evening.append(EVENTS, by="ana", at_ms=1) == [1, 2]

    def test_durability_settings(self, tmp_path: Path) -> None:
        with Show.open(tmp_path / "s.db") as evening:
            settings_found = [
                evening._connection.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("journal_mode", "synchronous", "busy_timeout", "user_version")
            ]
            assert settings_found == ["wal", 2, 5000, schema.SCHEMA_VERSION]

    def test_several_threads_may_use_it(self, tmp_path: Path) -> None:
        with Show.open(tmp_path / "s.db") as evening:
            threads = [
                threading.Thread(target=lambda: [evening.append(EVENTS, by="t", at_ms=1) for _ in range(20)])
                for _ in range(4)
            ]
            for thread in threads:
                thread.start()
            for _ in range(20):
                evening.set_live({"at": 1})
            for thread in threads:
                thread.join()
            assert evening.last_seq == 160
        assert verify(tmp_path / "s.db").events == 160


class TestLive:
    def test_one_row_overwritten_and_no_history(self, tmp_path: Path) -> None:
        path = tmp_path / "s.db"
        with Show.open(path) as evening, Show.open(path, readonly=True) as board:
            assert board.live() is None
            for at in range(3):
                assert evening.set_live({"at_ms": at, "positions": {"1": [1.5, 2.0]}})
            assert board.live() == {"at_ms": 2, "positions": {"1": [1.5, 2.0]}}
            assert not board.set_live({"at_ms": 9})
            assert evening.last_seq == 0

    def test_damage_to_it_is_no_damage_to_the_journal(self, tmp_path: Path) -> None:
        path = made(tmp_path / "s.db")
        connection = sqlite3.connect(path)
        connection.execute("INSERT INTO live VALUES(1, '[[[')")
        connection.commit()
        connection.close()
        with Show.open(path) as evening:
            assert evening.live() is None
        assert verify(path).ok

    def test_it_does_not_wait_for_a_commit_that_waits(self, tmp_path: Path) -> None:
        with Show.open(tmp_path / "s.db") as evening:
            told: list[bool] = []
            with evening._guard:  # as a commit that waits for another program's lock
                thread = threading.Thread(target=lambda: told.append(evening.set_live({"at_ms": 1})))
                thread.start()
                thread.join(timeout=10)
            assert told == [True]
        assert not evening.set_live({"at_ms": 2}), "closed"

    def test_it_never_waits_long_for_a_lock(self, tmp_path: Path) -> None:
        path = made(tmp_path / "s.db")
        other = sqlite3.connect(path, isolation_level=None)
        with Show.open(path) as evening:
            other.execute("BEGIN IMMEDIATE")
            assert not evening.set_live({"at_ms": 1})
            other.execute("ROLLBACK")
            assert evening.set_live({"at_ms": 1})
        other.close()


class TestOneWriter:
    """H-08."""

    def test_a_second_writer_is_told_and_readers_are_fine(self, tmp_path: Path) -> None:
        path = tmp_path / "s.db"
        with Show.open(path) as evening:
            with pytest.raises(FileProblemError, match=r"s\.db: another companion is writing this show"):
                Show.open(path)
            with Show.open(path, readonly=True) as board:
                evening.append(EVENTS, by="ana", at_ms=1)
                assert board.last_seq == 2
                with pytest.raises(ShowWriteError):
                    board.append(EVENTS, by="board", at_ms=1)
        with Show.open(path) as evening:
            assert evening.last_seq == 2
        assert [found.name for found in tmp_path.iterdir()] == ["s.db"]

    def test_a_reader_follows_writers_that_come_and_go_and_leaves_one_file(self, tmp_path: Path) -> None:
        path = made(tmp_path / "s.db", rows=0)
        board = Show.open(path, readonly=True)
        for evening_number in range(1, 4):
            with Show.open(path) as evening:
                evening.append([{"name": "bell"}], by="ana", at_ms=1)
                assert board.last_seq == evening_number
        board.close()
        assert [found.name for found in tmp_path.iterdir()] == ["s.db"]
        assert verify(path).events == 3

    def test_a_lock_held_by_a_database_program_is_one_line(self, tmp_path: Path) -> None:
        path = made(tmp_path / "s.db")
        other = sqlite3.connect(path, isolation_level=None)
        with Show.open(path) as evening:
            evening.wait_at_most(10)
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(ShowWriteError, match="not saved: another program holds the file"):
                evening.append(EVENTS, by="ana", at_ms=1)
            other.execute("ROLLBACK")
            assert evening.append(EVENTS, by="ana", at_ms=1) == [11, 12]
        other.close()

    def test_closed_by_the_referee_the_file_alone_holds_all_while_somebody_still_reads(self, tmp_path: Path) -> None:
        """A board that is killed after the referee has left takes nothing in; whoever copies the show has it."""
        path, copy = tmp_path / "noche.db", tmp_path / "copy.db"
        with Show.open(path) as new:
            new.append(EVENTS, by="referee", at_ms=1)
            board = Show.open(path, readonly=True)
            assert len(list(board.rows())) == len(EVENTS)
        shutil.copy(path, copy)
        assert [row.event for row in Show.open(copy, readonly=True).rows()] == EVENTS
        board.close()

    def test_closing_twice_is_fine(self, tmp_path: Path) -> None:
        evening = Show.open(tmp_path / "s.db")
        evening.close()
        evening.close()
        with pytest.raises(ShowWriteError):
            evening.append(EVENTS, by="ana", at_ms=1)


def zero_bytes(path: Path) -> None:
    path.write_bytes(b"")


def text(path: Path) -> None:
    path.write_text("esto no es una velada\n" * 40)


def short(path: Path) -> None:
    path.write_bytes(made(path.with_suffix(".src")).read_bytes()[:60])


def cut_off(path: Path) -> None:
    path.write_bytes(made(path.with_suffix(".src")).read_bytes()[:-4096])


def another_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE journal(seq, at_ms, by, v, event, hash)")
    connection.commit()
    connection.close()


def newer(path: Path) -> None:
    tampered(made(path), "PRAGMA user_version = 99")


def other_tables(path: Path) -> None:
    tampered(made(path), "ALTER TABLE journal RENAME COLUMN by TO who")


def changed_row(path: Path) -> None:
    tampered(made(path), "UPDATE journal SET event = replace(event, '3', '4') WHERE seq = 4")


def overwritten_page(path: Path) -> None:
    raw = bytearray(made(path, rows=60).read_bytes())
    raw[-4096:] = b"\xaa" * 4096
    path.write_bytes(raw)


class TestFilesThatAreNoShow:
    @pytest.mark.parametrize(
        ("make", "words"),
        [
            (zero_bytes, "is empty"),
            (text, "is no show file"),
            (short, "is cut off"),
            (cut_off, "is cut off, 4096 bytes are missing"),
            (another_database, "is the database of another program"),
            (newer, "written by a newer version"),
            (other_tables, "its table journal has the columns"),
            (changed_row, "bad 4: its hash is"),
            (overwritten_page, "damaged|malformed"),
        ],
    )
    def test_each_is_recognised_and_never_overwritten(
        self, tmp_path: Path, make: Callable[[Path], None], words: str
    ) -> None:
        path = tmp_path / "s.db"
        make(path)
        before = path.read_bytes()
        with pytest.raises(FileProblemError, match=words) as caught:
            Show.open(path)
        assert "\n" not in str(caught.value)
        assert str(path) in str(caught.value)
        assert path.read_bytes() == before
        assert not path.with_name("s.db.writer").exists()

    def test_a_missing_file_and_folder(self, tmp_path: Path) -> None:
        for arguments in ({"create": False}, {"readonly": True}):
            with pytest.raises(FileProblemError, match="no such file"):
                Show.open(tmp_path / "s.db", **arguments)
        with pytest.raises(FileProblemError, match="does not exist"):
            Show.open(tmp_path / "no" / "s.db")
        with pytest.raises(FileProblemError, match="is a folder"):
            Show.open(tmp_path)
        assert not list(tmp_path.iterdir())

    def test_a_file_that_may_only_be_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = made(tmp_path / "s.db")
        plain = opening.connect
        # what SQLite does with a file without the right to write; the tests may run as root, who always has it
        monkeypatch.setattr("companion.store.opening.connect", lambda where, _: plain(where, "ro"))
        with pytest.raises(FileProblemError, match="cannot be written: the file may only be read"):
            Show.open(path)

    def test_a_disk_that_may_only_be_read_is_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = made(tmp_path / "s.db")
        plain = opening.connect

        def without_writing(where: Path, mode: str, **parameters: str) -> sqlite3.Connection:
            if parameters or mode != "ro":
                return plain(where, mode, **parameters)
            return sqlite3.connect(":memory:", factory=_CannotOpen)

        monkeypatch.setattr("companion.store.checks.connect", without_writing)
        with Show.open(path, readonly=True) as board:
            assert board.last_seq == 10

    def test_triggers_that_were_dropped_are_put_back(self, tmp_path: Path) -> None:
        path = tampered(made(tmp_path / "s.db"))
        with Show.open(path) as evening:
            assert ["append-only" in str(warning) for warning in evening.warnings] == [True]
        with pytest.raises(AssertionError):
            assert_triggers_missing(path)


class _CannotOpen(sqlite3.Connection):
    def execute(self, *_: object) -> sqlite3.Cursor:
        raise sqlite3.OperationalError("unable to open database file")


def assert_triggers_missing(path: Path) -> None:
    connection = sqlite3.connect(path)
    missing = schema.missing_triggers(connection)
    connection.close()
    assert missing


class TestVerify:
    @pytest.mark.parametrize(
        ("statement", "words"),
        [
            ("UPDATE journal SET event = replace(event, '3', '4') WHERE seq = 4", "bad 4: its hash is"),
            ("UPDATE journal SET by = 'someone' WHERE seq = 10", "bad 10: its hash is"),
            ("UPDATE journal SET at_ms = at_ms + 1 WHERE seq = 1", "bad 1: its hash is"),
            ("UPDATE journal SET v = 0 WHERE seq = 2", "bad 2: its hash is"),
            ("UPDATE journal SET hash = replace(hash, substr(hash, 1, 1), 'x') WHERE seq = 7", "bad 7: its hash is"),
            ("DELETE FROM journal WHERE seq = 1", "bad 1: the row is missing, the next one is 2"),
            ("DELETE FROM journal WHERE seq = 5", "bad 5: the row is missing, the next one is 6"),
            ("DELETE FROM journal WHERE seq = 10", "bad 10: the row is missing: rows were cut off the end"),
            ("DELETE FROM journal", "bad 1: the row is missing"),
            ("UPDATE journal SET hash = char(10, 27) || substr(hash, 3) WHERE seq = 7", "bad 7: its hash is ??"),
            ("UPDATE head SET hash = 'x'", "bad 11: the head of the journal says"),
            ("DELETE FROM head", "bad 11: the row is missing"),
        ],
    )
    def test_the_first_bad_row_is_named(self, tmp_path: Path, statement: str, words: str) -> None:
        assert str(verify(tampered(made(tmp_path / "s.db"), statement))).startswith(words)

    def test_columns_of_the_wrong_kind(self, tmp_path: Path) -> None:
        path = made(tmp_path / "s.db")
        tampered(path, "PRAGMA ignore_check_constraints = ON", "UPDATE journal SET by = x'ff' WHERE seq = 3")
        assert str(verify(path)) == "bad 3: a column is of the wrong kind"

    def test_text_that_is_no_text(self, tmp_path: Path) -> None:
        path = tampered(made(tmp_path / "s.db"), "UPDATE journal SET by = CAST(x'ff41' AS TEXT) WHERE seq = 3")
        assert not verify(path).ok

    def test_a_good_file(self, tmp_path: Path) -> None:
        path = made(tmp_path / "s.db")
        before = path.read_bytes()
        assert str(verify(path)) == "ok 10 events"
        assert path.read_bytes() == before
        assert str(verify(made(tmp_path / "empty.db", rows=0))) == "ok 0 events"

    def test_while_somebody_writes(self, tmp_path: Path) -> None:
        path = made(tmp_path / "s.db")
        with Show.open(path) as evening:
            evening.append(EVENTS, by="ana", at_ms=1)
            assert str(verify(path)) == "ok 12 events"

    def test_any_flipped_bit_gives_a_report_or_one_line(self, tmp_path: Path) -> None:
        path = made(tmp_path / "s.db", rows=30)
        good = path.read_bytes()
        truth = [row.event for row in opened_rows(path)]
        chance = random.Random(3)
        broken = tmp_path / "broken.db"
        noticed = 0
        for _ in range(300):
            raw = bytearray(good)
            raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
            broken.write_bytes(raw)
            report = said(verify, broken)
            assert "\n" not in report
            if report == "ok 30 events":  # the bit stood where nothing is stored
                assert [row.event for row in opened_rows(broken)] == truth
            else:
                noticed += 1
        assert noticed > 50

    @settings(max_examples=60, deadline=None)
    @given(st.binary(max_size=300), st.integers(0, 20_000))
    def test_any_bytes_in_any_place(self, tmp_path_factory: pytest.TempPathFactory, noise: bytes, at: int) -> None:
        path = tmp_path_factory.getbasetemp() / "fuzz.db"
        template = tmp_path_factory.getbasetemp() / "fuzz_template.db"
        if not template.exists():
            made(template)
        raw = bytearray(template.read_bytes())
        raw[at : at + len(noise)] = noise
        path.write_bytes(raw)
        assert "\n" not in said(verify, path) + said(open_and_close, path)


def said(use: Callable[[Path], object], path: Path) -> str:
    """What people read; anything but a CompanionError comes through."""
    try:
        return str(use(path))
    except CompanionError as error:
        return str(error)


def opened_rows(path: Path) -> list[show.Row]:
    with Show.open(path, readonly=True) as evening:
        return list(evening.rows())


def open_and_close(path: Path) -> None:
    with Show.open(path) as evening:
        evening.append(EVENTS, by="ana", at_ms=1)


class TestPlaces:
    """H-09, H-10."""

    def test_a_disk_without_write_ahead_log_uses_the_classic_journal_and_says_so(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plain = opening.connect

        def dotfile(path: Path, mode: str, **parameters: str) -> sqlite3.Connection:
            return plain(path, mode, **parameters, vfs="unix-dotfile")  # locks by files: no shared memory, no log

        for module in ("opening", "show", "checks"):
            monkeypatch.setattr(f"companion.store.{module}.connect", dotfile)
        with Show.open(tmp_path / "s.db") as evening:
            assert ["classic journal" in str(warning) for warning in evening.warnings] == [True]
            assert "diario clásico" in evening.warnings[0].es
            assert evening.append(EVENTS, by="ana", at_ms=1) == [1, 2]
            found = [evening._connection.execute(f"PRAGMA {p}").fetchone()[0] for p in ("journal_mode", "synchronous")]
            assert found == ["delete", 3]
        assert verify(tmp_path / "s.db").events == 2

    @pytest.mark.parametrize(
        ("folder", "mounts", "words"),
        [
            ("Dropbox/velada", "", "Dropbox synchronises"),
            ("OneDrive - Peña", "", "OneDrive - Peña synchronises"),
            ("usb", "/dev/sdb1 {root}/usb exfat rw 0 0", "lies on a exfat disk"),
            ("nas", "nas:/x {root}/nas nfs4 rw 0 0", "network disk (nfs4)"),
            ("ssh", "x {root}/ssh fuse.sshfs rw 0 0", "network disk (fuse.sshfs)"),
            ("home", "/dev/sda1 / ext4 rw 0 0", ""),
        ],
    )
    def test_known_bad_places_are_warned_about(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, mounts: str, words: str
    ) -> None:
        table = tmp_path / "mounts"
        table.write_text("nonsense\n/dev/sda1 / ext4 rw 0 0\n" + mounts.format(root=tmp_path) + "\n")
        monkeypatch.setattr(places, "MOUNTS", table)
        (tmp_path / folder).mkdir(parents=True)
        with Show.open(tmp_path / folder / "s.db") as evening:
            found = [str(warning) for warning in evening.warnings]
        assert len(found) == bool(words)
        assert words in "".join(found)

    def test_little_space_is_told(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        usage = shutil.disk_usage(tmp_path)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: type(usage)(10**9, 10**9 - 120_000_000, 120_000_000))
        with Show.open(tmp_path / "s.db") as evening:
            assert [str(warning) for warning in evening.warnings] == [f"only 120 MB are free at {tmp_path}"]
            assert evening.free_bytes == 120_000_000

    def test_folders_with_accents_and_signs(self, tmp_path: Path) -> None:
        """D-07."""
        path = tmp_path / "Peña López ñandú 2 #%41?" / "velada & más.db"
        path.parent.mkdir()
        assert verify(made(path)).events == 10


class TestPlainText:
    @given(st.dictionaries(st.text(), st.text() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)))
    def test_events_survive_their_text(self, event: dict[str, object]) -> None:
        written = plain_text(event)
        assert json.loads(written) == event
        assert plain_text(json.loads(written)) == written
        assert "\n" not in written
        written.encode()


class TestRowsByName:
    """Who asks for a few kinds of events does not read all the others."""

    def test_only_those_that_are_named_in_order_and_after_a_number(self, tmp_path: Path) -> None:
        with Show.open(tmp_path / "s.db") as show:
            names = ["strike_rolled" if number % 1_000 else "bell" for number in range(1, 2_501)]  # more than two pages
            events = [{"name": name, "n": n, "told": '"name":"bell"'} for n, name in enumerate(names, start=1)]
            show.append(events, by="ana", at_ms=1)
            assert [row.event["n"] for row in show.rows(named={"bell"})] == [1_000, 2_000]
            assert [row.event["n"] for row in show.rows(1_000, {"bell"})] == [2_000]
            assert list(show.rows(named=set())) == []
            assert [row.seq for row in show.rows(2_498, {"bell", "strike_rolled"})] == [2_499, 2_500]

    def test_an_event_that_does_not_begin_with_its_name_is_found_by_it(self, tmp_path: Path) -> None:
        with Show.open(tmp_path / "s.db") as show:
            show.append([{"n": 1, "name": "bell"}, {"n": 2, "name": "gong"}, {"name": 'be"ll'}], by="ana", at_ms=1)
            assert [row.seq for row in show.rows(named={"bell"})] == [1]
            assert [row.seq for row in show.rows(named={'be"ll'})] == []  # no event of ours is called so
