"""`companion palm`: objects a line, exit codes, errors in one line."""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.main import main
from companion.vision import hand_model
from companion.vision.hand import NoPalm, Palm
from companion.vision.palm_measure import ADVICE, Kind
from companion.vision.palm_session import FRAMES_DUE, MEASURING, PalmState, Phase
from companion.vision.palm_sources import as_sentence, palm_of_frames, palms_of
from companion.vision.sources import Clip, Frame, Stills
from vision.palm_scene import CLOSED_MM, HANDS, OPEN_MM, TABLE, NoHand, hand_picture, table_scale


def objects(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


class TestCommand:
    @pytest.mark.slow
    def test_a_still_prints_one_object(self, capsys):
        still = str(HANDS / "open_left.jpg")
        assert main(["palm", still, "--table", str(TABLE), "--json"]) == 0
        (found,) = objects(capsys.readouterr().out)
        assert list(found) == [
            "file", "kind", "hand", "palm_mm", "spread_mm", "frames", "confidence", "points_px", "advice",
        ]  # fmt: skip
        assert (found["file"], found["kind"], found["hand"], found["frames"]) == (still, "open", "left", 1)
        assert found["palm_mm"] == pytest.approx(OPEN_MM, abs=4)
        assert np.shape(found["points_px"]) == (2, 2)

    @pytest.mark.slow
    def test_a_folder_prints_an_object_a_line_and_one_failure_is_exit_1(self, capsys, tmp_path: Path):
        shutil.copy(HANDS / "closed_right.jpg", tmp_path / "a.jpg")
        cv2.imwrite(str(tmp_path / "b.png"), np.full((720, 1280, 3), 90, np.uint8))
        assert main(["palm", str(tmp_path), "--table", str(TABLE), "--json", "--lang", "es"]) == 1
        closed, none = objects(capsys.readouterr().out)
        assert closed["kind"] == "closed"
        assert closed["half_palm_mm"] == pytest.approx(CLOSED_MM, abs=4)
        assert list(none) == ["file", "kind", "advice"]
        assert none["kind"] is None
        assert none["advice"] == ADVICE["no_hand"].es

    def test_without_scale_there_is_no_number_d04(self, capsys):
        assert main(["palm", str(HANDS / "open_left.jpg"), "--json"]) == 1
        (found,) = objects(capsys.readouterr().out)
        assert found["advice"].startswith("no scale")
        assert "palm_mm" not in found

    def test_a_reference_that_is_not_there_is_told(self, capsys, tmp_path: Path):
        cv2.imwrite(str(tmp_path / "b.png"), np.full((720, 1280, 3), 90, np.uint8))
        assert main(["palm", str(tmp_path / "b.png"), "--reference", "a4", "--json"]) == 1
        assert objects(capsys.readouterr().out)[0]["advice"] == ADVICE["no_reference"].en

    @pytest.mark.parametrize(
        ("more", "expected"),
        [(["--table", str(TABLE), "--reference", "a4"], "not both"), (["--reference", "a9"], "a4, letter, id1")],
    )
    def test_wrong_use_is_exit_2_in_one_line(self, capsys, more: list[str], expected: str, monkeypatch):
        monkeypatch.setenv("COMPANION_LANG", "en")
        assert main(["palm", str(HANDS / "open_left.jpg"), *more]) == 2
        error = capsys.readouterr().err
        assert expected in error
        assert error.count("\n") == 1

    def test_a_missing_picture_is_exit_2(self, capsys):
        assert main(["palm", "no_such.jpg", "--table", str(TABLE)]) == 2
        assert "no_such.jpg" in capsys.readouterr().err

    def test_an_unreadable_picture_does_not_end_the_folder(self, capsys, tmp_path: Path):
        (tmp_path / "a.jpg").write_bytes(b"no picture")
        shutil.copy(HANDS / "open_left.jpg", tmp_path / "b.jpg")
        (tmp_path / "c.png").write_bytes(b"")
        for hidden in (".hid.jpg", "._b.jpg"):
            (tmp_path / hidden).write_bytes(b"a leftover")
        assert main(["palm", str(tmp_path), "--json", "--lang", "es"]) == 1
        told = objects(capsys.readouterr().out)
        assert [Path(str(one["file"])).name for one in told] == ["a.jpg", "b.jpg", "c.png"]
        assert [one["kind"] for one in told] == [None, None, None]
        assert "no es una imagen" in str(told[0]["advice"])
        assert str(told[1]["advice"]).startswith("sin escala")
        assert main(["palm", str(tmp_path), "--lang", "es"]) == 1
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == 3
        assert all(line.count(".jpg:") + line.count(".png:") == 1 for line in lines)

    @pytest.mark.parametrize("name", ["no_such.jpg", "bad.jpg", "no_such.mp4", "bad.mp4"])
    def test_a_single_file_that_cannot_be_read_is_an_object_too(self, capsys, tmp_path: Path, name: str):
        (tmp_path / "bad.jpg").write_bytes(b"no picture")
        (tmp_path / "bad.mp4").write_bytes(b"no clip")
        assert main(["palm", str(tmp_path / name), "--table", str(TABLE), "--json", "--lang", "es"]) == 1
        (found,) = objects(capsys.readouterr().out)
        assert list(found) == ["file", "kind", "advice"]
        assert found["kind"] is None
        assert name in str(found["advice"])

    @pytest.mark.parametrize("more", [["--model", "no_such.task"], ["--model", str(TABLE)]])
    def test_a_model_that_is_not_there_is_an_object_too(self, capsys, more: list[str]):
        still = str(HANDS / "open_left.jpg")
        assert main(["palm", still, "--table", str(TABLE), "--json", "--lang", "es", *more]) == 1
        (found,) = objects(capsys.readouterr().out)
        assert (found["file"], found["kind"]) == (still, None)
        assert "modelo de manos" in str(found["advice"])

    def test_mediapipe_that_is_missing_is_an_object_too(self, capsys, monkeypatch):
        def missing(*_args: object, **_kw: object) -> None:
            raise hand_model.why_it_does_not_start("ModuleNotFoundError", "No module named 'mediapipe'")

        monkeypatch.setattr("companion.vision.hand_worker.HandWorker.look", missing)
        assert main(["palm", str(HANDS / "open_left.jpg"), "--table", str(TABLE), "--json", "--lang", "es"]) == 1
        (found,) = objects(capsys.readouterr().out)
        assert "mediapipe no está instalado" in str(found["advice"])

    def test_a_missing_model_is_one_line_with_its_remedy_d05(self, capsys, monkeypatch):
        monkeypatch.setattr(hand_model, "PACKAGE", "no-such-package-of-ours")
        monkeypatch.setenv("COMPANION_LANG", "es")
        assert main(["palm", str(HANDS / "open_left.jpg"), "--table", str(TABLE)]) == 1
        error = capsys.readouterr().err
        assert "falta el modelo" in error
        assert "pip install" in error
        assert error.count("\n") == 1

    def test_a_wrong_model_is_refused(self, capsys, monkeypatch):
        monkeypatch.setenv("COMPANION_LANG", "en")
        assert main(["palm", str(HANDS / "open_left.jpg"), "--table", str(TABLE), "--model", str(TABLE)]) == 1
        assert "damaged" in capsys.readouterr().err

    def test_help_has_an_example(self, capsys):
        assert main(["palm", "--help"]) == 0
        assert "Example: companion palm" in capsys.readouterr().out

    @pytest.mark.slow
    def test_a_clip_is_one_object_of_fifteen_frames(self, capsys, tmp_path: Path, monkeypatch):
        clip = tmp_path / "hand.avi"
        writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"MJPG"), 15, (1280, 720))
        rng = np.random.default_rng(2)
        picture = hand_picture("open_left").astype(float)
        for _ in range(FRAMES_DUE + 1):
            writer.write(np.clip(picture + rng.normal(0, 3, picture.shape), 0, 255).astype(np.uint8))
        writer.release()
        assert main(["palm", str(clip), "--table", str(TABLE), "--json"]) == 0
        (found,) = objects(capsys.readouterr().out)
        assert found["frames"] == FRAMES_DUE
        assert found["palm_mm"] == pytest.approx(OPEN_MM, abs=4)
        assert 0 < found["spread_mm"] < 1.5


class TestSources:
    def test_stills_without_a_hand(self):
        source = Stills([HANDS / "open_left.jpg"])
        ((name, result),) = palms_of(source, lambda _: [table_scale()], NoHand())
        assert name.endswith("open_left.jpg")
        assert isinstance(result, NoPalm)

    def test_frames_without_a_hand_end_with_the_manual_way(self):
        frames = [Frame(index, index * 400.0, np.zeros((720, 1280, 3), np.uint8)) for index in range(15)]
        result = palm_of_frames(frames, lambda _: [table_scale()], NoHand())
        assert isinstance(result, NoPalm)
        assert "by hand" in result.advice.en

    def test_frames_without_scale_say_so(self):
        frames = [Frame(0, 0.0, np.zeros((720, 1280, 3), np.uint8))]
        result = palm_of_frames(frames, lambda _: [], NoHand(), without_scale="no_reference")
        assert isinstance(result, NoPalm)
        assert result.advice == ADVICE["no_reference"]

    def test_a_clip_that_is_too_short_says_how_long_it_must_be(self, monkeypatch):
        lies = PalmState(Phase.MEASURING, MEASURING, 0.5, kind=Kind.OPEN)
        monkeypatch.setattr("companion.vision.palm_session.PalmSession.feed", lambda *_: lies)
        frames = [Frame(index, index * 33.0, np.zeros((720, 1280, 3), np.uint8)) for index in range(9)]
        result = palm_of_frames(frames, lambda _: [table_scale()], NoHand())
        assert isinstance(result, NoPalm)
        assert "15 fotogramas" in result.advice.es
        assert "about a second" in result.advice.en
        assert "aquí hay 9" in result.advice.es

    def test_a_live_camera_is_not_watched_for_ever(self):
        taken = []

        def endless():
            index = 0
            while True:
                taken.append(index)
                yield Frame(index, index * 1000.0, np.zeros((720, 1280, 3), np.uint8))
                index += 1

        assert isinstance(palm_of_frames(endless(), lambda _: [table_scale()], NoHand(), is_live=True), NoPalm)
        assert len(taken) < 40

    def test_sentences_in_both_languages(self):
        palm = Palm(Kind.OPEN, "left", 190.2, 1.2, 15, 0.9, np.zeros((2, 2)))
        assert as_sentence("x/hand.jpg", palm, "en") == "hand.jpg: palm 190 mm (left hand, ± 0.6 mm)"
        assert as_sentence("hand.jpg", palm, "es") == "hand.jpg: palmo 190 mm (mano izquierda, ± 0.6 mm)"
        assert as_sentence("0", NoPalm(ADVICE["cut"]), "es") == f"0: {ADVICE['cut'].es}"

    def test_a_clip_is_no_still(self):
        assert not issubclass(Clip, Stills)
