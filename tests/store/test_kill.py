"""`kill -9` and SIGSTOP of a writer: no acknowledged event missing, none twice, the file always readable."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.errors import FileProblemError
from companion.store.show import Show, verify

from . import kill_replay

ROOT = Path(__file__).parent.parent.parent
KILLS = 20
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL and SIGSTOP there"),
]


@contextmanager
def appender(show: Path, commits: int = 100_000) -> Iterator["subprocess.Popen[str]"]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(Path(__file__).with_name("appender.py")), str(show), str(commits)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def acknowledged(process: "subprocess.Popen[str]", lines: int) -> int:
    """Read so many acknowledgements; the number in the last one."""
    assert process.stdout is not None
    seq = 0
    for _ in range(lines):
        line = process.stdout.readline()
        assert line.startswith("ack "), line
        seq = int(line.split()[1])
    return seq


def drain(process: "subprocess.Popen[str]", seq: int) -> int:
    """The last whole acknowledgement that a dead writer has left in the pipe."""
    assert process.stdout is not None
    for line in process.stdout.read().splitlines(keepends=True):
        if line.endswith("\n"):
            seq = int(line.split()[1])
    return seq


def assert_holds(path: Path, acknowledged_seq: int) -> int:
    """All acknowledged events are there, none is missing or twice; gives the last number."""
    with Show.open(path, readonly=True) as show:
        numbers = [row.event["n"] for row in show.rows()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= acknowledged_seq
    report = verify(path)
    assert report.ok, report
    assert report.events == len(numbers)
    return len(numbers)


def test_a_killed_writer_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    chance = random.Random(8)
    path = tmp_path / "velada ñ.db"
    last = 0
    for _ in range(KILLS):
        with appender(path) as process:
            seq = acknowledged(process, chance.randint(1, 30))
            process.kill()
            process.wait()
            seq = drain(process, seq)
        assert seq > last  # the next writer took over at once
        last = assert_holds(path, seq)


def test_the_command_line_killed_50_times(tmp_path: Path) -> None:
    """The same script makes 1,000 by hand: `python tests/store/kill_replay.py --kills 1000`."""
    figures = kill_replay.main(kills=50, seed=8, bout=kill_replay.BOUT, folder=tmp_path)
    assert figures.clean, figures
    assert figures.kills == 50
    assert figures.acknowledged > 300


def test_a_writer_killed_while_it_creates_the_file_leaves_none_or_a_whole_one(tmp_path: Path) -> None:
    chance = random.Random(9)
    for attempt in range(10):
        path = tmp_path / f"{attempt}.db"
        with appender(path) as process:
            for _ in range(chance.randint(0, 40)):
                os.sched_yield()
            while not any(tmp_path.glob(f".{attempt}.db.*.new")) and not path.exists():
                os.sched_yield()
            process.kill()
        if path.exists():
            assert_holds(path, 0)
        with appender(path, commits=1) as process:
            acknowledged(process, 1)
            process.wait()
        assert_holds(path, 1)
        assert not list(tmp_path.glob(".*")), "what the killed writer left is cleared away"


def test_a_frozen_writer_is_read_and_then_killed(tmp_path: Path) -> None:
    path = tmp_path / "show.db"
    for lines in (1, 7, 20):
        with appender(path) as process:
            seq = acknowledged(process, lines)
            process.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED)
            with Show.open(path, readonly=True) as show:  # readers do not wait for it
                assert show.last_seq >= seq
            with pytest.raises(FileProblemError, match="another companion is writing"):
                Show.open(path)
            process.kill()
            process.wait()
            seq = drain(process, seq)
        assert_holds(path, seq)


def test_a_frozen_writer_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "show.db"
    with appender(path, commits=200) as process:
        acknowledged(process, 5)
        process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED)
        process.send_signal(signal.SIGCONT)
        assert process.stdout is not None
        rest = process.stdout.read().splitlines()
        assert process.wait() == 0
    assert assert_holds(path, 0) == int(rest[-1].split()[1])


def test_two_readers_see_each_commit_at_once(tmp_path: Path) -> None:
    path = tmp_path / "show.db"
    with appender(path, commits=300) as process:
        acknowledged(process, 1)
        with Show.open(path, readonly=True) as one, Show.open(path, readonly=True) as two:
            for _ in range(299):
                seq = acknowledged(process, 1)
                assert one.last_seq >= seq
                assert two.last_seq >= seq
                assert next(two.rows(seq - 1)).seq == seq
        assert process.wait() == 0
    assert_holds(path, 600)
