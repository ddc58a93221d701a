"""`companion setup` from the command line: what it says where no window can open."""

import pytest

from companion.cli.main import main
from companion.screens import setup_window


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


def test_a_whole_run_tells_every_step_and_fails_while_one_is_red(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path
) -> None:
    from companion.app.setting_up import window
    from companion.screens.setup_view import Lamp

    lamp = [Lamp.GREEN]

    def run(desk, placement, now, on_window) -> None:
        del placement, now, on_window
        desk.press("enter")
        desk.bench.mark("ring", lamp[0])

    monkeypatch.setattr(window, "has_display", lambda: True)
    monkeypatch.setattr(window, "end_on_signals", lambda: None)
    monkeypatch.setattr(window, "open_displays", lambda: (None,))
    monkeypatch.setattr(window, "Placement", lambda *_, **__: None)
    monkeypatch.setattr(setup_window, "run", run)
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
    assert "no display here" in capsys.readouterr().err
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
