"""The command line: quick help, every verb there, errors in one line, exit codes of DESIGN.md section 4."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.main import VERBS, command, main

HEAVY = {"cv2", "mediapipe", "pygame", "numpy", "scipy", "rich", "pydantic", "fpdf", "serial", "yaml", "sqlite3"}


def test_help_loads_no_heavy_library() -> None:
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from companion.cli.main import main; main(['--help']); print(*sys.modules, file=sys.stderr)",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {name.split(".")[0] for name in told.stderr.split()}
    assert not loaded & HEAVY
    assert all(verb in told.stdout for verb in VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([verb, "--help"]) == 0
    assert "companion " + verb in capsys.readouterr().out


@pytest.mark.parametrize("name", ["README.md", "LEEME.md"])
def test_every_verb_is_in_the_readme(name: str) -> None:
    readme = (Path(__file__).parents[2] / name).read_text(encoding="utf-8")
    assert [verb for verb in VERBS if f"companion {verb}" not in readme] == []


def test_the_group_knows_its_verbs() -> None:
    assert command.name == "command"
    assert main(["no-such-verb"]) == 2


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["replay", "missing.yaml"], 2, "missing.yaml: no such file\n"),
        (["replay"], 2, "Missing argument"),
        (["replay", "--ack", "x.yaml"], 2, "--ack needs --show S.db\n"),
        (["verify", "missing.db"], 2, "missing.db"),
    ],
)
def test_wrong_use_is_one_line(
    arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")
    assert main(arguments) == code
    assert said in capsys.readouterr().err


def test_the_unforeseen_is_one_line_too(tmp_path: Path) -> None:
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "import companion.cli.main as m\ndef broken(*_): raise RuntimeError('boo')\nm.main = broken\nm.run()",
        ],
        capture_output=True,
        text=True,
        check=False,
        env={"COMPANION_LANG": "es", "HOME": str(tmp_path), "PATH": "/usr/bin"},
    )
    assert told.returncode == 1
    assert told.stderr.count("\n") == 1
    assert "ha pasado algo imprevisto (RuntimeError: boo)" in told.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["track", "x.mp4", "--table", "t.yaml", "--csv", "o.csv", "--palm-mm"],
        ["track", "0", "--table", "t.yaml", "--csv", "o.csv", "--seconds"],
        ["demo", "--seconds"],
        ["calibrate", "ring", "x.png", "--table", "t.yaml", "--ring", "700x700", "--ringside"],
        ["calibrate", "ring", "x.png", "--table", "t.yaml", "--ring", "700x700", "--ringside-z"],
        ["calibrate", "check", "x.png", "--table", "t.yaml", "--bar"],
    ],
)
@pytest.mark.parametrize("number", ["nan", "inf", "-inf"])
def test_a_number_that_is_none_is_refused(
    arguments: list[str], number: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """nan passes every comparison with the ends of a range."""
    monkeypatch.setenv("COMPANION_LANG", "en")
    assert main([*arguments, number]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert arguments[-1] in said


WITHOUT_GL = "{kind}('libGL.so.1: cannot open shared object file: No such file or directory')"


@pytest.mark.parametrize("kind", ["OSError", "ImportError"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["palm", "hand.jpg", "--lang", "es"],
        ["track", "x.mp4", "--table", "t.yaml", "--csv", "o.csv"],
        ["calibrate", "camera", "x.png", "--table", "t.yaml"],
        ["run", "--show", "s.db"],
        ["demo", "--headless"],
    ],
)
def test_a_missing_system_library_is_named_with_its_package_d06(
    kind: str, arguments: list[str], tmp_path: Path
) -> None:
    (tmp_path / "cv2.py").write_text(f"raise {WITHOUT_GL.format(kind=kind)}\n")
    told = subprocess.run(
        [sys.executable, "-c", "from companion.cli.main import run; run()", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={"COMPANION_LANG": "es", "HOME": str(tmp_path), "PATH": "/usr/bin", "PYTHONPATH": str(tmp_path)},
    )
    assert told.returncode == 1
    # that its window comes a command says at once, before it looks for anything
    told_lines = [line for line in told.stderr.splitlines() if not line.startswith("abriendo ")]
    assert len(told_lines) == 1
    assert "falta la biblioteca del sistema libGL.so.1; instálala con: sudo apt install libgl1" in told.stderr


@pytest.mark.parametrize(("verb", "due"), [("track", "nothing was written"), ("setup", "the same command goes on")])
def test_who_stops_a_command_is_told_whether_it_goes_on(verb, due, monkeypatch, capsys):
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "main", stopped)
    assert main([verb, "--lang", "en"]) == 130
    assert due in capsys.readouterr().err


def test_the_doctor_goes_on_without_a_system_library_d06(tmp_path: Path) -> None:
    (tmp_path / "cv2.py").write_text(f"raise {WITHOUT_GL.format(kind='OSError')}\n")
    told = subprocess.run(
        [sys.executable, "-c", "from companion.cli.main import run; run()", "doctor", "--lang", "es"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={"COMPANION_LANG": "en", "HOME": str(tmp_path), "PATH": "/usr/bin", "PYTHONPATH": str(tmp_path)},
    )
    assert "imprevisto" not in told.stderr
    assert "libgl1" in told.stdout
