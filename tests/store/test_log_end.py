"""What a killed program left in the log is told: a half-written commit, or damage with commits behind it."""

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cli.main import main
from companion.errors import FileProblemError
from companion.store.backups import back_up
from companion.store.log_end import FRAME_HEADER_BYTES, HEADER_BYTES, LogEnd, read_log
from companion.store.show import Show, verify
from companion.store.telling import heard

FRAME = FRAME_HEADER_BYTES + 4096


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """A show of six commits as a killed program leaves it: everything still in the log."""
    running = tmp_path / "running.db"
    path = tmp_path / "killed" / "s.db"
    path.parent.mkdir()
    with Show.open(running) as show:
        for n in range(6):
            show.append([{"name": "bell", "n": n, "pad": "x" * 900}], by="ana", at_ms=n)
        for end in ("", "-wal"):
            shutil.copy(running.with_name(running.name + end), path.with_name(path.name + end))
    return path


@pytest.fixture
def reused(tmp_path: Path) -> Path:
    """A show that was killed when its log had begun anew, two commits over five; `older` is the log before."""
    running = tmp_path / "running.db"
    path = tmp_path / "killed" / "s.db"
    path.parent.mkdir()
    with Show.open(running) as show:
        for n in range(5):
            show.append([{"name": "bell", "n": n, "pad": "x" * 300}], by="ana", at_ms=n)
        shutil.copy(log_of(running), path.with_name("older"))
        show.connection.execute("PRAGMA wal_checkpoint(RESTART)")
        for n in (5, 6):
            show.append([{"name": "bell", "n": n, "pad": "y" * 30}], by="ana", at_ms=n)
        for end in ("", "-wal"):
            shutil.copy(running.with_name(running.name + end), path.with_name(path.name + end))
    return path


def last_frame(raw: bytes) -> int:
    """Where the last frame of this round begins in a log."""
    at, salts = HEADER_BYTES, raw[16:24]
    while raw[at + FRAME + 8 : at + FRAME + 16] == salts:
        at += FRAME
    return at


def log_of(show: Path) -> Path:
    return show.with_name(f"{show.name}-wal")


def damage(show: Path) -> bytes:
    """Flip a bit in the middle of its log, and give what is then there."""
    raw = bytearray(log_of(show).read_bytes())
    frames = (len(raw) - HEADER_BYTES) // FRAME
    raw[HEADER_BYTES + FRAME * (frames // 2) + 2_000] ^= 4
    log_of(show).write_bytes(raw)
    return bytes(raw)


def opened(show: Path) -> tuple[list[str], int]:
    with Show.open(show) as evening:
        return [str(warning) for warning in evening.warnings], evening.last_seq


class TestReadLog:
    def test_a_whole_log(self, killed: Path) -> None:
        assert read_log(log_of(killed).read_bytes()) == LogEnd(commits=6)
        assert opened(killed) == ([], 6)

    def test_nothing_and_no_log(self) -> None:
        assert read_log(b"") == LogEnd()
        assert read_log(b"x") == LogEnd(is_cut=True)
        assert read_log(b"x" * 5_000) == LogEnd(is_cut=True)

    def test_frames_of_an_earlier_round_are_no_cut_end(self, tmp_path: Path) -> None:
        path = tmp_path / "s.db"
        with Show.open(path) as show:
            for n in range(5):
                show.append([{"name": "bell", "n": n}], by="ana", at_ms=n)
            show.connection.execute("PRAGMA wal_checkpoint(RESTART)")
            show.append([{"name": "bell", "n": 5}], by="ana", at_ms=5)
            assert read_log(log_of(path).read_bytes()) == LogEnd(commits=1)

    @pytest.mark.parametrize("bytes_of_page", [0, 512, 2_000])
    def test_a_new_header_before_an_old_page_is_a_commit_half_written(self, reused: Path, bytes_of_page: int) -> None:
        """The program was killed between a frame's header and its page, or in the middle of the page."""
        older = reused.with_name("older").read_bytes()
        raw = log_of(reused).read_bytes()
        assert read_log(raw) == LogEnd(commits=2)
        torn = last_frame(raw) + FRAME_HEADER_BYTES + bytes_of_page
        log_of(reused).write_bytes(raw[:torn] + older[torn:])
        assert read_log(log_of(reused).read_bytes()) == LogEnd(commits=1, is_cut=True)
        assert verify(reused).ok
        warnings, last = opened(reused)
        assert ["half written when the program ended" in warning for warning in warnings] == [True]
        assert last == 6
        assert opened(reused) == ([], 6)

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(bit=st.integers(0, FRAME * 8 - 1))
    def test_a_flipped_bit_in_the_last_commit_is_damage_all_the_same(self, reused: Path, bit: int) -> None:
        raw = bytearray(log_of(reused).read_bytes())
        at, in_frame = last_frame(bytes(raw)), bit // 8
        raw[at + in_frame] ^= 1 << bit % 8
        told = read_log(bytes(raw))
        is_of_this_round = not 8 <= in_frame < 16
        is_commit = any(raw[at + 4 : at + 8])
        assert told.commits == 1
        assert told.lost_commits == int(is_of_this_round and is_commit)

    @settings(max_examples=100, deadline=None)
    @given(st.binary(max_size=200))
    def test_any_bytes(self, raw: bytes) -> None:
        """None of them has a header whose sum holds: nothing was committed, and all there is, is cut off."""
        assert read_log(raw) == LogEnd(is_cut=bool(raw))
        assert read_log(b"\x37\x7f\x06\x82" + raw) == LogEnd(is_cut=True)


class TestWhatIsTold:
    def test_a_half_written_commit_is_cut_off_and_reported(self, killed: Path) -> None:
        log = log_of(killed)
        log.write_bytes(log.read_bytes()[:-2_000])
        warnings, last = opened(killed)
        assert ["half written when the program ended" in warning for warning in warnings] == [True]
        assert last == 5
        assert opened(killed) == ([], 5)
        assert verify(killed).ok

    def test_a_flipped_bit_in_the_middle_is_told_with_what_is_lost_and_the_log_is_kept(self, killed: Path) -> None:
        raw = damage(killed)
        warnings, last = opened(killed)
        assert len(warnings) == 1
        assert f"{6 - last} commits behind the damage are lost" in warnings[0]
        kept = killed.with_name("s.db-wal.1.damaged")
        assert kept.read_bytes() == raw
        assert 0 < last < 6
        assert verify(killed).ok

    def test_until_somebody_writes_readers_are_told_and_the_check_does_not_hold(self, killed: Path) -> None:
        damage(killed)
        told: list[str] = []
        with heard(lambda said: told.append(said.es)), Show.open(killed, readonly=True) as show:
            read = len(list(show.rows()))
        assert told == [f"{killed}: su registro está dañado; no se pueden leer {6 - read} entradas tras el daño"]
        report = verify(killed)
        assert str(report) == f"bad {read + 1}: its log is damaged; {6 - read} commits behind the damage cannot be read"
        assert 0 < report.events == read < 6

    @pytest.mark.parametrize(
        "words",
        [
            ["results", "record", "A", "B", "--winner", "A", "--new", "--show"],
            ["titles", "grant", "Copa", "A", "--new", "--show"],
            ["replay", "--show"],
        ],
    )
    def test_every_verb_that_writes_tells_it(
        self, killed: Path, words: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        damage(killed)
        bout = killed.with_name("bout.yaml")
        bout.write_text("{game: clay_wrestling, id: N, setup: {fighters: {A: {}, B: {}}}, steps: [{expect: {}}]}")
        more = [str(bout)] if words[0] == "replay" else []
        assert main([*words, str(killed), *more]) == 0
        assert "commits behind the damage are lost" in capsys.readouterr().err

    def test_the_newest_backup_is_named_where_a_show_is_damaged(self, tmp_path: Path) -> None:
        path = tmp_path / "s.db"
        with Show.open(path) as show:
            show.append([{"name": "bell", "who": "Muñoz"}], by="ana", at_ms=1)
            backup = back_up(show, "match-1")
        path.write_bytes(path.read_bytes().replace("Muñoz".encode(), "Muñez".encode()))
        with pytest.raises(FileProblemError) as caught:
            Show.open(path)
        assert str(caught.value).endswith(f"the newest backup is {backup}")
