"""Recorded sources: stills, folders, clips, and a clip played as if live."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import FileProblemError, UsageProblemError
from companion.vision.devices import LiveClip
from companion.vision.health import LONGEST_WAIT_MS
from companion.vision.sources import Clip, Slides, Stills, is_live_name, open_recorded, read_picture
from vision.calib_scene import noise

FPS = 10.0


@pytest.fixture(scope="module")
def clip_path(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("Peña López") / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (64, 48))
    for number in range(12):
        writer.write(np.full((48, 64, 3), 20 * number, np.uint8))
    writer.release()
    return path


class TestStills:
    def test_pictures_come_in_the_order_given(self, tmp_path):
        for name in ("b.png", "a.png"):
            cv2.imwrite(str(tmp_path / name), noise(ord(name[0])))
        frames = list(open_recorded([tmp_path / "b.png", tmp_path / "a.png"]).frames())
        assert [(frame.index, Path(frame.name).name) for frame in frames] == [(0, "b.png"), (1, "a.png")]
        assert frames[0].size == (128, 72)

    def test_a_folder_gives_its_pictures_by_name(self, tmp_path):
        for name in ("b.png", "a.jpg", "notes.txt"):
            path = tmp_path / name
            path.write_text("x", encoding="utf-8") if name.endswith("txt") else cv2.imwrite(str(path), noise(1))
        assert [Path(frame.name).name for frame in open_recorded([tmp_path]).frames()] == ["a.jpg", "b.png"]

    def test_names_with_accents_and_spaces_are_read(self, tmp_path):
        """D-07"""
        path = tmp_path / "Ñandú 2.png"
        path.write_bytes(cv2.imencode(".png", noise(3))[1].tobytes())
        assert np.array_equal(read_picture(path), noise(3))

    @pytest.mark.parametrize("content", [b"", b"no picture at all"])
    def test_what_is_no_picture_is_told(self, tmp_path, content):
        path = tmp_path / "x.jpg"
        path.write_bytes(content)
        with pytest.raises(FileProblemError, match="is no picture"):
            read_picture(path)

    def test_among_several_one_that_cannot_be_read_is_told_and_left_out(self, tmp_path):
        good, bad = tmp_path / "a.png", tmp_path / "b.png"
        cv2.imwrite(str(good), noise(1))
        bad.write_bytes(b"torn")
        told = []
        assert [frame.index for frame in Stills([bad, good]).readable(told.append)] == [1]
        assert str(bad) in str(told[0])
        with pytest.raises(FileProblemError, match=r"b.png: is no picture"):
            list(Stills([bad]).readable(told.append))
        assert len(told) == 1

    def test_nothing_there_is_told(self, tmp_path):
        with pytest.raises(FileProblemError, match="no such file"):
            list(open_recorded([tmp_path / "x.jpg"]).frames())
        with pytest.raises(FileProblemError, match="holds no pictures"):
            open_recorded([tmp_path])
        with pytest.raises(UsageProblemError, match="name a picture"):
            open_recorded([])


class TestClip:
    def test_every_frame_once_in_order_with_its_time(self, clip_path):
        clip = open_recorded([clip_path])
        assert isinstance(clip, Clip)
        assert (clip.size, clip.fps, clip.length) == ((64, 48), FPS, 12)
        frames = list(clip.frames())
        assert [frame.index for frame in frames] == list(range(12))
        assert [frame.time_ms for frame in frames] == pytest.approx([100.0 * n for n in range(12)])
        assert [int(frame.picture.mean()) // 10 for frame in frames] == pytest.approx([2 * n for n in range(12)], abs=1)

    def test_it_can_be_read_again(self, clip_path):
        clip = Clip(clip_path)
        next(clip.frames())
        assert len(list(clip.frames())) == 12
        clip.close()
        assert len(list(clip.frames())) == 12

    def test_a_sample_is_spread_over_it(self, clip_path):
        assert [frame.index for frame in Clip(clip_path).sample(4)] == [1, 4, 7, 10]

    def test_what_is_no_clip_is_told(self, tmp_path):
        path = tmp_path / "x.mp4"
        path.write_bytes(b"no clip")
        with pytest.raises(FileProblemError, match="is no clip"):
            open_recorded([path])
        with pytest.raises(FileProblemError, match="no such file"):
            open_recorded([tmp_path / "y.mp4"])

    def test_a_clip_among_pictures_is_refused(self, clip_path, tmp_path):
        with pytest.raises(UsageProblemError, match="clip alone"):
            open_recorded([tmp_path / "a.png", clip_path])


class TestLiveClip:
    """A clip as if live: the newest frame that is due, never a queue."""

    def played(self, clip_path, times, **words):
        now = [0.0]
        live = LiveClip(Clip(clip_path), lambda: now[0], **words)
        given = []
        for time_ms in times:
            now[0] = time_ms
            frame = live.newest()
            given.append(None if frame is None else frame.index)
        return live, given

    def test_a_slow_consumer_gets_the_newest(self, clip_path):
        live, given = self.played(clip_path, [1000, 1050, 1350, 1360, 1400, 9000])
        assert given == [0, None, 3, None, 4, 11]
        assert live.dropped == 2 + 6
        assert live.is_over

    def test_it_can_go_round(self, clip_path):
        _, given = self.played(clip_path, [0, 1100, 1200, 1300], repeats=True)
        assert given == [0, 11, 12, 13]


class TestARecordingThatGoes:
    """A folder that is renamed, a stick that is pulled: no traceback, and it goes on when it is back."""

    @pytest.mark.parametrize("is_folder", [True, False])
    def test_is_told_and_comes_back(self, tmp_path, is_folder):
        folder = tmp_path / "fotos"
        folder.mkdir()
        cv2.imwrite(str(folder / "a.png"), np.full((24, 32, 3), 90, np.uint8))
        now = [0.0]
        live = LiveClip(Slides(folder if is_folder else folder / "a.png"), lambda: now[0], repeats=True)
        first = live.newest()
        assert first is not None
        folder.rename(tmp_path / "away")
        given = []
        for now[0] in np.arange(100.0, 9000.0, 100.0):
            given.append(live.newest())
        assert given[-1] is None
        assert live.problem is not None
        assert str(folder) in live.problem.en
        assert not live.is_over
        assert live.age_ms() > 1000.0
        (tmp_path / "away").rename(folder)
        later = []
        for now[0] in np.arange(9000.0, 9000.0 + 2 * LONGEST_WAIT_MS, 100.0):
            later.append(live.newest())
        frames = [one for one in later if one is not None]
        assert live.problem is None
        assert len(frames) > 20
        times = [one.time_ms for one in [first, *(one for one in given if one), *frames]]
        assert times == sorted(times)
        numbers = [one.index for one in frames]
        assert numbers == sorted(set(numbers))

    def test_is_looked_for_at_once_when_somebody_asks(self, tmp_path):
        file, now = tmp_path / "a.png", [0.0]
        cv2.imwrite(str(file), np.full((24, 32, 3), 90, np.uint8))
        live = LiveClip(Slides(file), lambda: now[0], repeats=True)
        file.rename(tmp_path / "b")
        for now[0] in np.arange(0.0, 20_000.0, 200.0):
            live.newest()
        (tmp_path / "b").rename(file)
        live.retry()
        assert live.newest() is not None


@pytest.mark.parametrize(
    ("text", "live"),
    [("0", True), ("/dev/video2", True), ("rtsp://cam/1", True), ("clip.mp4", False), ("2.jpg", False)],
)
def test_what_names_a_live_camera(text, live):
    assert is_live_name(text) is live


def test_stills_need_a_picture():
    with pytest.raises(FileProblemError, match="no pictures"):
        Stills([])
