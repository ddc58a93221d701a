"""`companion setup` from the command line: what it says where no window can open."""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.setting_up.runner import Runner
from companion.cli.main import main
from companion.screens import setup_window
from companion.store import lock


def test_without_a_display_it_says_what_works_instead(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert main(["setup", "--lang", "en"]) == 2
    said = capsys.readouterr().err
    # the camera's libraries take seconds: a person hears at once that something happens
    assert said.splitlines()[0] == "opening the window of the set-up"
    assert "companion calibrate --help" in said
    assert main(["setup", "--lang", "es"]) == 2
    assert "cada paso suelto" in capsys.readouterr().err


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., None]], None]:
    """The set-up with something else in the place of its window."""
    from companion.app.setting_up import window

    def do(run: Callable[..., None]) -> None:
        monkeypatch.setattr(window, "has_display", lambda: True)
        monkeypatch.setattr(window, "end_on_signals", lambda: None)
        monkeypatch.setattr(window, "open_displays", lambda: (None,))
        monkeypatch.setattr(window, "Placement", lambda *_, **__: None)
        monkeypatch.setattr(setup_window, "run", run)

    return do


class TestTwoAtOneTable:
    """The last of them would write over what the other one found."""

    def test_the_second_is_refused_in_one_line_until_the_first_is_over(
        self, opened: Callable[..., None], capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        table, link = tmp_path / "new" / "T.yaml", tmp_path / "link.yaml"
        words = ["setup", "--lang", "es", "--table"]
        codes: list[int] = []
        wherever = [str(table), str(link), str(tmp_path / "other.yaml")]

        def first(*_: object) -> None:
            link.symlink_to(table)
            opened(lambda *_: None)
            codes.extend(main([*words, one]) for one in wherever)

        opened(first)
        assert main([*words, str(table)]) == 0
        assert codes == [2, 2, 0], "of another table it is free"
        said = [one for one in capsys.readouterr().err.splitlines() if str(table) in one]
        assert said == [f"{table}: hay otra puesta a punto de esta mesa abierta; sigue en ella, o ciérrala antes"] * 2
        assert main([*words, str(table)]) == 0
        assert not list(tmp_path.rglob("*.lock"))

    def test_nobody_is_shut_out_by_a_killed_one_or_where_there_are_no_locks(
        self, opened: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        opened(lambda *_: None)
        words = ["setup", "--table", str(tmp_path / "T.yaml")]
        (tmp_path / "T.setup.lock").touch()  # a killed process leaves the file, and the system takes its lock back
        assert main(words) == 0
        for problem in (errno.ENOLCK, errno.EROFS):

            def none(_: int, problem: int = problem) -> None:
                raise OSError(problem, "")

            monkeypatch.setattr(lock, "_lock", none)
            assert main(words) == 0


def test_a_whole_run_tells_every_step_and_fails_while_one_is_red(
    opened: Callable[..., None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from companion.screens.setup_view import Lamp

    lamp = [Lamp.GREEN]

    def run(desk, placement, now, on_window, keys_due) -> None:
        del placement, now, on_window, keys_due
        desk.press("enter")
        desk.bench.mark("ring", lamp[0])

    opened(run)
    words = ["setup", "--table", str(tmp_path / "T.yaml"), "--lang", "en"]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "Language: green" in told
    assert "Summary: not done" in told
    assert told.splitlines()[-1] == f"Go on here: companion setup --table {tmp_path / 'T.yaml'} --lang en"
    # the language of the set-up is the terminal's too, and that of what goes wrong
    monkeypatch.setenv("COMPANION_LANG", "es")
    assert main(words[:-2]) == 0
    assert capsys.readouterr().err.splitlines()[0] == "opening the window of the set-up"
    assert main(["run", *words[1:-2]]) == 2
    said = capsys.readouterr().err
    # the evening's window takes seconds, too
    assert said.splitlines()[0] == "opening the referee's window"
    assert "no display here" in said
    lamp[0] = Lamp.RED
    assert main(words) == 1


@pytest.mark.parametrize("written", [None, "ring: {size_mm: [700, 700]}\n"])
def test_a_markers_file_that_is_missing_or_wrong_is_told_at_once(
    written: str | None, capsys: pytest.CaptureFixture[str], tmp_path
) -> None:
    """Not six pages later, at the ring."""
    markers = tmp_path / "M.yaml"
    if written is not None:
        markers.write_text(written, encoding="utf-8")
    words = ["setup", "--table", str(tmp_path / "T.yaml"), "--markers", str(markers), "--lang", "en"]
    assert main(words) == 2
    assert str(markers) in capsys.readouterr().err.splitlines()[-1]
    assert not (tmp_path / "T.yaml").exists()


@pytest.mark.parametrize("held", [True, False])
def test_a_program_that_has_not_ended_behind_its_window_says_why(
    opened: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    *,
    held: bool,
) -> None:
    opened(lambda *_: None)
    monkeypatch.setattr(Runner, "is_held_after", lambda _runner, _seconds: held)
    assert main(["setup", "--table", str(tmp_path / "T.yaml"), "--lang", "en"]) == 0
    assert ("the window is closed" in capsys.readouterr().err) is held
