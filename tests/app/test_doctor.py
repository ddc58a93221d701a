"""`companion doctor`: every part is named, and what is missing has a remedy."""

import json
from pathlib import Path

import pytest

from companion.app import doctor
from companion.app.doctor import Finding, cv2_wheels, examine, print_report
from companion.cli.main import main
from companion.kernel.text import Text

PARTS = {"python", "cv2", "hands", "screens", "display", "sound", "lights", "firmware", "disk", "camera"}


def test_json_has_part_ok_detail_remedy_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    told = {}
    for language in ("es", "en"):
        assert main(["doctor", "--json", "--lang", language]) == 0
        told[language] = json.loads(capsys.readouterr().out)
    for items in told.values():
        assert {item["part"] for item in items} == PARTS
        assert all(set(item) == {"part", "ok", "detail", "remedy"} for item in items)
        assert all(bool(item["remedy"]) != item["ok"] for item in items)
        assert all(item["detail"] for item in items)


def test_the_cv2_wheels_here_are_of_one_version() -> None:
    assert set(cv2_wheels()) >= {"opencv-python", "opencv-contrib-python"}
    assert len(set(cv2_wheels().values())) == 1


def finding(monkeypatch: pytest.MonkeyPatch, part: str, problem: str) -> Finding:
    monkeypatch.setattr(doctor, "_import_problem", lambda _: problem)
    return next(item for item in examine() if item.part == part)


def test_two_different_cv2_copies_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        doctor, "cv2_wheels", lambda: {"opencv-python": "5.0.0.93", "opencv-contrib-python": "5.1.0.95"}
    )
    found = finding(monkeypatch, "cv2", "")
    assert not found.ok
    assert "opencv-python 5.0.0.93" in found.detail.en


def test_a_missing_system_library_names_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = "ImportError: libGL.so.1: cannot open shared object file"
    for part in ("cv2", "hands"):
        found = finding(monkeypatch, part, problem)
        assert not found.ok
        assert "libGL.so.1" in found.detail.es
        assert "apt-get install libgl1" in found.remedy.en


def test_a_full_disk_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: type("Usage", (), {"free": 5_000_000}))
    monkeypatch.setattr(doctor, "_import_problem", lambda _: None)
    found = next(item for item in examine(tmp_path) if item.part == "disk")
    assert not found.ok
    assert "5 MB" in found.detail.es
    assert print_report(iter([found]), "es", as_json=False) == 1
    assert "haz:" in capsys.readouterr().out


def test_what_an_evening_can_do_without_is_no_failure() -> None:
    missing = Finding("sound", ok=False, detail=Text("no", "no"), remedy=Text("buy", "compra"))
    assert print_report(iter([missing]), "en", as_json=True) == 0
