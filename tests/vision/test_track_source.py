"""What `companion track` follows: never a mirrored or turned view; a live camera until somebody stops it."""

import numpy as np
import pytest

from companion.cli.main import main as companion
from companion.errors import FileProblemError
from companion.vision import live
from companion.vision.camera import NOT_THERE, CameraProblemError
from companion.vision.health import Mode
from companion.vision.sources import Frame, open_recorded
from companion.vision.track_run import Outputs, run
from vision.test_track_outputs import DEMO
from vision.track_scene import LEARN, PAINTER, Film

TABLE = str(DEMO / "demo_table.yaml")


@pytest.fixture(scope="module")
def first_picture():
    return next(iter(open_recorded([DEMO / "demo.mp4"]).frames())).picture


class TestTurnedViews:
    @pytest.mark.parametrize(
        ("change", "word", "palabra"),
        [
            (lambda picture: picture[:, ::-1], "mirrored", "en espejo"),
            (lambda picture: picture[::-1, ::-1], "upside down", "del revés"),
            (lambda picture: picture[::-1], "mirrored and upside down", "en espejo y del revés"),
        ],
    )
    def test_a_mirrored_or_turned_picture_is_refused_and_nothing_written(
        self, change, word, palabra, tmp_path, first_picture
    ):
        kept = tmp_path / "a.csv"
        kept.write_text("precious", encoding="utf-8")
        film = np.ascontiguousarray(change(first_picture))
        from companion.vision.pipeline import open_tracker

        with pytest.raises(FileProblemError, match=f"shows the table {word}, against") as problem:
            run(open_tracker(TABLE), [Frame(0, 0.0, film, "clip.mp4")], Outputs(kept), 200.0)
        assert palabra in problem.value.spanish
        assert kept.read_text(encoding="utf-8") == "precious"

    def test_a_dim_picture_with_an_arm_is_not(self, tmp_path):
        arm = [(320, 0), (320, 150), (320, 190)]
        picture = (PAINTER.paint(LEARN, seed=3, hand=arm) * 0.6).astype(np.uint8)
        assert run(Film().tracker, [Frame(0, 0.0, picture)], Outputs(tmp_path / "a.csv"), 200.0) == 1


class Device:
    """Gives one picture again and again; the clock goes on with each."""

    def __init__(self, picture):
        self.picture = picture
        self.now_ms = 0.0

    def clock(self):
        return self.now_ms

    def read(self):
        self.now_ms += 33.0
        picture = self.picture.copy()
        picture[0, 0] = int(self.now_ms) % 250  # no two frames are the same
        return picture

    def mode(self):
        height, width = self.picture.shape[:2]
        return Mode(width, height, 30.0)

    def release(self):
        pass


class TestLiveCamera:
    def test_it_needs_realtime(self, tmp_path, capsys):
        assert companion(["track", "0", "--table", TABLE, "--csv", str(tmp_path / "a.csv"), "--lang", "en"][:-2]) == 2
        assert "--realtime" in capsys.readouterr().err

    def test_a_camera_is_followed_for_the_time_given(self, tmp_path, monkeypatch, first_picture):
        device = Device(first_picture)
        monkeypatch.setattr(live, "open_device", lambda _place, _mode: device)
        monkeypatch.setattr(live, "clock_ms", device.clock)
        csv = tmp_path / "a.csv"
        assert companion(["track", "0", "--realtime", "--seconds", "2", "--table", TABLE, "--csv", str(csv)]) == 0
        rows = csv.read_text(encoding="utf-8").splitlines()
        assert len(rows) > 7
        assert all(row.split(",")[2] for row in rows[-7:])

    def test_stopping_keeps_what_was_seen(self, tmp_path, first_picture):
        from companion.vision.pipeline import open_tracker

        def frames():
            yield Frame(0, 0.0, first_picture)
            raise KeyboardInterrupt

        csv = tmp_path / "a.csv"
        assert run(open_tracker(TABLE, live=True), frames(), Outputs(csv), 200.0, may_stop=True) == 1
        assert len(csv.read_text(encoding="utf-8").splitlines()) == 8

    def test_no_picture_for_long_is_an_error(self):
        class Nothing:
            def wait_newest(self, _ms):
                clock[0] += 200.0

            def status(self):
                return type("Status", (), {"advice": None})

        clock = [0.0]
        with pytest.raises(CameraProblemError, match=str(CameraProblemError(NOT_THERE))[:20]):
            next(live.watched(Nothing(), None, lambda: clock[0]))
        assert 20_000 < clock[0] < 21_000
