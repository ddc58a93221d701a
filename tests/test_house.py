"""The house as a newcomer finds it: two commands, pinned packages, honest scripts."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

import companion

ROOT = Path(__file__).parent.parent
MOST_BYTES = 6_000_000


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def wanted() -> dict[str, str]:
    """Distributions that pyproject.toml asks for, with what it says of their versions."""
    asked = read("pyproject.toml").partition("\ndependencies = [")[2].partition("[project.scripts]")[0]
    listed = re.findall(r'^  "([A-Za-z0-9_.-]+)([^"]*)",$', asked, flags=re.MULTILINE)
    return {name.lower().replace("_", "-"): rest for name, rest in listed}


def pinned() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([a-z0-9.-]+)==([^ ;\n]+)", read("requirements.lock"), flags=re.MULTILINE):
        found.setdefault(name, set()).add(version)
    return found


def test_every_package_is_locked() -> None:
    assert set(wanted()) - set(pinned()) == set()


def test_the_packages_that_were_asked_for_are_there() -> None:
    assert set(wanted()) >= {"opencv-python", "mediapipe", "pyserial", "pygame", "pyyaml", "pytest"}


def test_the_two_cv2_wheels_are_of_the_very_same_version() -> None:
    pins = pinned()
    assert wanted()["opencv-python"] == wanted()["opencv-contrib-python"]
    assert pins["opencv-python"] == pins["opencv-contrib-python"]
    assert len(pins["opencv-python"]) == 1


def test_the_readme_names_two_commands_and_ci_calls_the_test_command() -> None:
    readme, ci = read("README.md"), read(".ci/run")
    assert "make demo" in readme
    assert "make test" in readme
    assert "\nmake test\n" in ci


def test_every_make_target_of_the_issue_is_there() -> None:
    targets = set(re.findall(r"^([a-z]+):", read("Makefile"), flags=re.MULTILINE))
    assert targets >= {"setup", "demo", "test", "lint", "bench", "bars"}


def test_the_version_stands_once() -> None:
    assert f'version = "{companion.__version__}"' in read("pyproject.toml")


def test_bars_without_the_data_fail_and_do_not_skip(tmp_path: Path) -> None:
    for arguments in ([], [str(tmp_path)], [str(tmp_path / "nowhere")]):
        ran = subprocess.run(
            [sys.executable, str(ROOT / "scripts" / "bars.py"), *arguments], capture_output=True, text=True, check=False
        )
        assert ran.returncode == 1
        assert "nothing can be measured" in ran.stderr


def test_an_unsupported_python_is_told_so() -> None:
    script = read("scripts/setup_env.py")
    assert "3.10 to 3.13" in script
    assert "3.10 a 3.13" in script
    assert re.search(r'requires-python = ">=3\.10,<3\.14"', read("pyproject.toml"))


@pytest.mark.parametrize("language", ["en", "es"])
def test_setting_up_speaks_the_systems_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a Linux without apt: the page that helps is named as it is called in that language, with its heading."""
    spec = importlib.util.spec_from_file_location("setup_env", ROOT / "scripts" / "setup_env.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    monkeypatch.setenv("COMPANION_LANG", language)
    monkeypatch.setattr(script.shutil, "which", lambda _name: None)
    script.see_to_packages("demo")
    page, heading = {"en": ("README", "Other systems"), "es": ("LEEME", "Otros sistemas")}[language]
    said = capsys.readouterr().out
    assert page in said
    assert heading in said
    assert f"\n### {heading}\n" in read(f"{page}.md")
    with pytest.raises(SystemExit, match="^setup: sí$" if language == "es" else "^setup: yes$"):
        script.stop("yes", "sí")


def test_no_file_is_too_large_and_no_model_is_shipped() -> None:
    files = [path for room in ("companion", "tests", "firmware", "calibration") for path in (ROOT / room).rglob("*")]
    files = [path for path in files if path.is_file() and "build" not in path.parts]
    assert len(files) > 300
    assert [path for path in files if path.suffix in {".task", ".tflite", ".onnx", ".pt"}] == []
    assert [path for path in files if path.stat().st_size > MOST_BYTES] == []
