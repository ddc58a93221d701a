"""The drill on the real program: real processes, the bundled clip, the simulated board; no limit that a busy machine
breaks."""

import json
import os
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.app import drill
from companion.app.drill import ITEMS, Rehearsed, rehearse
from companion.app.drill_folder import FORGOTTEN_S, HELD, PREFIX, clear_left, drill_folder
from companion.app.drill_rehearsal import DrillError, Rehearsal, is_over_due
from companion.app.drill_report import print_report
from companion.cli.main import main
from companion.errors import UsageProblemError
from companion.kernel.text import Language, Text
from companion.store.lock import HeldError, Lock

PATIENT_S = 280.0
HALVES = {"companion drill": slice(0, 4), "companion drill --lang es": slice(4, None)}
"""As the guides write it, each with half of the failures: all of them are rehearsed once."""


@pytest.mark.parametrize("words", HALVES)
def test_every_failure_is_rehearsed_and_recovered_from(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    due = dict(list(ITEMS.items())[HALVES[words]])
    results: list[Rehearsed] = []

    def patient(language: Language, only: Sequence[str]) -> Iterator[Rehearsed]:
        for one in rehearse(language, only, patience_s=PATIENT_S):
            results.append(one)
            yield one

    for where in ("companion.app.drill.ITEMS", "companion.app.drill_report.ITEMS"):
        monkeypatch.setattr(where, due)
    monkeypatch.setattr(drill, "rehearse", patient)
    monkeypatch.setenv("COMPANION_LANG", "en")
    assert main(words.split()[1:]) == 0, [one.happened.en for one in results if not one.ok]
    assert [one.item for one in results] == list(due)
    assert all(one.took_s is not None and one.took_s >= 0 for one in results)
    assert len({one.title.es for one in results}) == 4
    assert capsys.readouterr().out.rstrip().endswith("los 4 se recuperaron" if "es" in words else "all 4 recovered")


class Broken:
    """Stands for the processes: some items never recover."""

    def __init__(self) -> None:
        self.started = 0
        self.closed = 0

    def start(self) -> None:
        self.started += 1

    def order(self, what: str, **more: Any) -> None:
        assert (what, more) == ("act", {"times": drill.WARM_UP})

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[Broken]:
    processes = Broken()
    monkeypatch.setattr(drill, "Rehearsal", lambda *_: processes)

    def fails(_: Rehearsal) -> tuple[Text, float]:
        raise DrillError(Text("never came back", "no volvió"))

    fine = (Text("came back", "volvió"), 1.25)
    items = {
        "one": (Text("one", "uno"), lambda _: fine),
        "two": (Text("two", "dos"), fails),
        "three": (Text("three", "tres"), lambda _: fine),
    }
    for where in ("companion.app.drill.ITEMS", "companion.app.drill_report.ITEMS"):
        monkeypatch.setattr(where, items)
    yield processes
    assert processes.closed


def test_what_did_not_recover_is_told_and_the_rest_goes_on_with_fresh_processes(
    broken: Broken, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["drill", "--lang", "es"]) == 1
    out = capsys.readouterr().out
    assert "no volvió" in out
    assert "1.2 s" in out
    assert "1 de 3 no se recuperaron" in out
    assert broken.started == 2


def test_for_programs(broken: Broken, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["drill", "--json", "three", "two", "--lang", "en"]) == 1
    assert json.loads(capsys.readouterr().out) == [
        {"item": "three", "ok": True, "happened": "came back", "recovered_s": 1.25},
        {"item": "two", "ok": False, "happened": "never came back", "recovered_s": None},
    ]
    assert broken.started == 1


def test_items_come_one_by_one(broken: Broken) -> None:
    results = rehearse("en")
    assert next(results) == Rehearsed("one", Text("one", "uno"), Text("came back", "volvió"), ok=True, took_s=1.25)
    assert broken.closed == 0
    list(results)
    assert broken.closed


def test_an_unknown_item(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UsageProblemError, match="camera_gone"):
        next(rehearse("en", ["coffee"]))
    assert main(["drill", "coffee"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_all_well_is_exit_0(capsys: pytest.CaptureFixture[str]) -> None:
    one = Rehearsed("disk_full", Text("disk full", "disco lleno"), Text("fine", "bien"), ok=True, took_s=0.04)
    assert print_report([one], "en", as_json=False) == 0
    assert "all 1 recovered" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "said"), [("en", "over 5 s: busy machine?"), ("es", "más de 5 s: ¿máquina ocupada?")]
)
def test_a_recovery_over_the_promise_is_marked_and_no_failure(
    capsys: pytest.CaptureFixture[str], language: Any, said: str
) -> None:
    for took_s, marks in ((32.1, 1), (5.0, 0)):
        one = Rehearsed("disk_full", Text("disk full", "lleno"), Text("fine", "bien"), ok=True, took_s=took_s)
        assert print_report([one], language, as_json=False) == 0
        out = capsys.readouterr().out
        assert f"{took_s} s" in out
        assert out.count(said) == marks


def test_a_process_that_dies_is_told_with_its_last_words(tmp_path: Any) -> None:
    led = Rehearsal(tmp_path / "is" / "nowhere.db", "en", patience_s=PATIENT_S)
    (tmp_path / "is").mkdir()
    (tmp_path / "is" / "nowhere.db").write_bytes(b"no show")
    with pytest.raises(DrillError, match=r"it ended by itself \(code 2\): .*is no show file"):
        led.start()
    led.close()


def test_a_busy_computer_has_more_time_as_long_as_it_answers_seldom() -> None:
    assert not is_over_due(59.0, 1000, 60.0)
    assert is_over_due(61.0, 300, 60.0)
    assert not is_over_due(61.0, 299, 60.0)
    assert not is_over_due(480.0, 299, 60.0)
    assert is_over_due(481.0, 1, 60.0)


def test_a_board_whose_referee_was_killed_while_it_began_leaves(tmp_path: Any) -> None:
    """Nobody may be left on the computer after a drill."""
    import subprocess
    import sys

    from companion.store.show import Show

    show = tmp_path / "drill.db"
    Show.open(show).close()
    gone = subprocess.Popen([sys.executable, "-c", ""])  # a process that was, and is no more
    gone.wait()
    words = [sys.executable, "-m", "companion.app.drill_evening", "--board", str(gone.pid), str(show), "en"]
    assert subprocess.run(words, check=False, timeout=PATIENT_S).returncode == 0


class TestEndingIt:
    """Nobody waits for a rehearsal that is not wanted any more, nor for its processes."""

    def test_in_the_middle_of_an_item_by_another_thread(self, monkeypatch: pytest.MonkeyPatch) -> None:
        begun = threading.Event()
        led_by: list[Rehearsal] = []

        def waits(led: Rehearsal) -> tuple[Text, float]:
            led_by.append(led)
            begun.set()
            return Text("never", "nunca"), led.until(Text("never", "nunca"), lambda _now: False)

        monkeypatch.setattr(drill, "ITEMS", {"one": (Text("one", "uno"), waits)})
        running = rehearse(patience_s=PATIENT_S)
        given: list[Rehearsed] = []
        worker = threading.Thread(target=lambda: given.extend(running))
        worker.start()
        assert begun.wait(PATIENT_S)
        process = led_by[0]._process
        assert process is not None
        assert process.poll() is None
        running.close()
        worker.join(PATIENT_S)
        assert (worker.is_alive(), given) == (False, [])
        assert process.poll() is not None
        assert not led_by[0].show.parent.exists()

    def test_between_two_items(self, broken: Broken) -> None:
        running = rehearse()
        assert next(running).item == "one"
        running.close()
        assert broken.closed == 1
        assert list(running) == []

    def test_by_control_c_in_one_line(
        self, broken: Broken, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def pressed(_: Rehearsal) -> tuple[Text, float]:
            raise KeyboardInterrupt

        monkeypatch.setattr(drill, "ITEMS", {"one": (Text("one", "uno"), pressed)})
        assert main(["drill", "--lang", "en"]) == 130
        assert broken.closed == 1
        said = capsys.readouterr()
        assert (said.out, said.err.strip().splitlines()[-1]) == ("", "stopped")


class TestWhatAKilledDrillLeft:
    """Its folder goes with the next drill, unless somebody works in it."""

    def folder(self, name: str, *, held: bool, old_s: float) -> Path:
        folder = Path(tempfile.gettempdir()) / f"{PREFIX}{name}"
        folder.mkdir()
        (folder / "drill.db").write_bytes(b"left")
        if held:
            (folder / HELD).touch()
        began_s = folder.stat().st_mtime - old_s
        os.utime(folder, (began_s, began_s))
        return folder

    def test_is_removed_by_the_next_one_and_another_running_ones_is_not(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        hour_s, days_s = 3600.0, 2 * FORGOTTEN_S
        killed = self.folder("killed", held=True, old_s=hour_s)
        runs = self.folder("runs", held=True, old_s=hour_s)
        running = Lock(runs / HELD)
        os.utime(runs, (0, 0))
        begins = self.folder("begins", held=False, old_s=0)
        nobodys, of_long_ago = (self.folder(f"{old}", held=False, old_s=old) for old in (hour_s, days_s))
        others = tmp_path / "others"
        others.mkdir()
        (tmp_path / f"{PREFIX}link").symlink_to(others)
        with drill_folder() as own:
            os.utime(own, (0, 0))
            clear_left()
            assert own.exists(), "the drill's own"
        assert not own.exists()
        assert [one.exists() for one in (killed, of_long_ago)] == [False, False]
        assert [one.exists() for one in (runs, begins, nobodys, others)] == [True] * 4
        running.release()
        (runs / HELD).touch()
        os.utime(runs, (0, 0))
        clear_left()
        assert not runs.exists(), "its process is gone"

    def test_a_drill_works_in_such_a_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        killed, held = self.folder("killed", held=True, old_s=3600.0), []

        def looked(led: Rehearsal, name: str, *, is_up: bool) -> tuple[Rehearsed, bool]:
            with pytest.raises(HeldError):
                Lock(led.show.with_name(HELD))
            held.append(led.show.parent)
            return Rehearsed(name, Text("", ""), Text("", ""), ok=True), is_up

        monkeypatch.setattr(drill, "_rehearsed", looked)
        assert len(list(rehearse(only=("clock_jump",)))) == 1
        assert not killed.exists()
        assert len(held) == 1
        assert not held[0].exists()
