"""What `scripts/restart_times.py` says at its end, and the display it starts; no display is started here."""

import importlib.util
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.store.checks import VerifyReport

SCRIPT = Path(__file__).parents[2] / "scripts" / "restart_times.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("restart_times", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_display_outlives_its_last_client(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []

    def popen(command: list[str], pass_fds: list[int], **_rest: Any) -> None:
        started.extend(command)
        os.write(pass_fds[0], b"7\n")

    monkeypatch.setattr(script.subprocess, "Popen", popen)
    screen = script.Screen()
    screen.on()
    assert screen.name == ":7"
    assert "-noreset" in started


@pytest.mark.parametrize(
    ("seconds", "events", "code", "told"),
    [
        (4.9, 10, 0, "none; the slowest took 4.90 s\npassed"),
        (5.0, 10, 1, "board back (5.00 s)\nfailed"),
        (1.0, 9, 1, "EVENTS ARE MISSING"),
    ],
)
def test_it_says_what_failed(
    script: ModuleType, capsys: pytest.CaptureFixture[str], seconds: float, events: int, code: int, told: str
) -> None:
    assert script.verdict([("board back", seconds)], VerifyReport(ok=True, events=events), 10) == code
    assert told in capsys.readouterr().out
