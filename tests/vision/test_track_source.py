"""What `companion track` follows: no turned view; another ring and a clip cut short are told; live cameras."""

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.cli.main import main as companion
from companion.errors import FileProblemError
from companion.vision import live
from companion.vision.camera import NOT_THERE, CameraProblemError
from companion.vision.health import Mode
from companion.vision.pipeline import FrameTracks, Track
from companion.vision.sources import Frame, open_recorded
from companion.vision.table_file import write_table
from companion.vision.track_run import LOOKED_AT, Outputs, run
from vision.test_track_outputs import DEMO
from vision.track_scene import HEIGHT, LEARN, PAINTER, WIDTH, Film, empty, table

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
        assert ("by 180 degrees" in str(problem.value)) == ("upside down" in word)
        assert kept.read_text(encoding="utf-8") == "precious"

    def test_a_dim_picture_with_an_arm_is_not(self, tmp_path):
        arm = [(320, 0), (320, 150), (320, 190)]
        picture = (PAINTER.paint(LEARN, seed=3, hand=arm) * 0.6).astype(np.uint8)
        assert run(Film().tracker, [Frame(0, 0.0, picture)], Outputs(tmp_path / "a.csv"), 200.0).frames == 1


def another_ring():
    """A picture of a ring that stands elsewhere, under the same camera."""
    away = np.float32([[0.8, 0.25, 90], [-0.25, 0.8, 110]])
    return cv2.warpAffine(PAINTER.paint(LEARN, seed=3), away, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)


class Idle:
    """A tracker that finds nobody: what is told of the view does not need it."""

    table = table()
    scene = SimpleNamespace(empty=empty())

    def __init__(self, posture="standing", confidence=0.9):
        self.seen = Track("1", 0.0, 0.0, None, posture, 1.0, posture == "held", confidence)

    def update(self, _picture, index, time_ms):
        seen = self.seen
        return FrameTracks(index, time_ms, (seen,), False)


def sure_rows(folder):
    """For each frame in the CSV, whether its row is sure."""
    rows = (folder / "a.csv").read_text(encoding="utf-8").splitlines()[1:]
    return [float(row.rsplit(",", 1)[1]) >= 0.5 for row in rows]


class TestAnotherRing:
    def told(self, pictures, tmp_path):
        said = []
        (tmp_path / "a.csv").unlink(missing_ok=True)
        frames = [Frame(i, 0.0, picture, "clip.mp4") for i, picture in enumerate(pictures)]
        followed = run(Idle(), frames, Outputs(tmp_path / "a.csv"), 200.0, warn=said.append)
        assert followed.frames == len(pictures)
        return said

    def test_a_clip_of_another_ring_is_told_once_and_followed_all_the_same(self, tmp_path):
        (said,) = self.told([another_ring()] * 2, tmp_path)
        assert "clip.mp4: does not look like this table's ring" in said.en
        assert "clip.mp4: no se parece al ring de esta mesa" in said.es
        assert sure_rows(tmp_path) == [False, False]

    @pytest.mark.parametrize("gain", [(0.6, 0.6, 0.6), (1.4, 1.4, 1.4), (0.7, 1.0, 1.3)])
    def test_the_tables_own_ring_is_not_in_any_light_with_any_arm(self, gain, tmp_path):
        arm = [(320, 0), (320, 150), (320, 190)]
        picture = np.clip(PAINTER.paint(LEARN, seed=3, hand=arm) * np.array(gain), 0, 255).astype(np.uint8)
        assert self.told([picture], tmp_path) == []

    def test_one_good_picture_among_the_first_is_enough(self, tmp_path):
        black = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        good = PAINTER.paint(LEARN, seed=3)
        assert self.told([black, black, good], tmp_path) == []
        assert sure_rows(tmp_path) == [False, False, True]
        assert len(self.told([*[black] * LOOKED_AT, good], tmp_path)) == 1

    def test_a_former_file_is_kept_and_the_unsure_rows_stand_beside_it(self, tmp_path):
        former = tmp_path / "a.csv"
        former.write_text("precious", encoding="utf-8")
        said = []
        outputs = Outputs(former, tmp_path / "new.jsonl")
        followed = run(Idle("held"), [Frame(0, 0.0, another_ring(), "x.png")], outputs, 200.0, warn=said.append)
        assert former.read_text(encoding="utf-8") == "precious"
        assert followed.csv == tmp_path / "a.unsure.csv"
        (row,) = followed.csv.read_text(encoding="utf-8").splitlines()[1:]
        assert row == "0,1,0.00,0.00,,unknown,1.000,0,0.450"
        assert (said[-1].en, len(said)) == (
            f"{former}: kept as it was; what this run gave is unsure and stands in {followed.csv}", 2,
        )  # fmt: skip
        assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.unsure.csv", "new.jsonl"]


def turned(picture):
    """All hues turned by 60 degrees, as the camera's own settings can."""
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(int) + 30) % 180
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)


class TestPoorPictures:
    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (lambda picture: picture * 0.25, "the picture is dark: more light on the ring"),
            (lambda picture: cv2.GaussianBlur(picture, (0, 0), 1.5), "out of focus: turn the lens"),
        ],
    )
    def test_it_is_told_with_reason_and_remedy_where_nobody_is_sure(self, change, words, tmp_path):
        frame = Frame(0, 0.0, change(PAINTER.paint(LEARN, seed=3)).astype(np.uint8), "x.png")
        for confidence, count in ((0.3, 1), (0.9, 0)):
            said = []
            outputs = Outputs(tmp_path / f"{count}.csv")
            followed = run(Idle("held", confidence), [frame], outputs, 200.0, warn=said.append)
            assert [words in one.en for one in said] == [True] * count
            assert followed.is_doubtful == bool(count)

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (lambda picture: cv2.GaussianBlur(picture, (0, 0), 4.0), "out of focus: turn the lens"),
            (lambda picture: cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), "no colours"),
            (turned, "the camera shows other colours"),
        ],
    )
    def test_figures_that_seem_found_there_are_unsure_all_the_same_until_it_is_mended(self, change, words, tmp_path):
        good = PAINTER.paint(LEARN, seed=3)
        frames = [Frame(index, 400.0 * index, change(good), "x.mp4") for index in range(2)]
        for more, is_sure in (([], False), ([Frame(2, 800.0, good, "x.mp4")], True)):
            (tmp_path / "a.csv").unlink(missing_ok=True)
            said = []
            idle, outputs = Idle("standing", 0.9), Outputs(tmp_path / "a.csv")
            followed = run(idle, [*frames, *more], outputs, 200.0, warn=said.append)
            assert [words in one.en for one in said] == [True]
            assert followed.is_doubtful != is_sure
            assert sure_rows(tmp_path) == [False, False, *[True] * len(more)]

    def test_a_picture_of_another_size_later_in_a_folder_is_named(self, tmp_path):
        good = PAINTER.paint(LEARN, seed=3)
        frames = [Frame(0, 0.0, good, "1.png"), Frame(1, 0.0, good[:100, :200].copy(), "2.png")]
        with pytest.raises(
            FileProblemError, match=r"2\.png: pictures of 200 x 100, the table's camera gives 640 x 360"
        ):
            run(Idle(), frames, Outputs(tmp_path / "a.csv"), 200.0)


def seen_from_aside(picture, away_px=12.0, down_px=2.0):
    """The picture of a camera that was turned a little."""
    aside = np.float32([[1, 0, away_px], [0, 1, down_px]])
    return cv2.warpAffine(picture, aside, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)


class TestMovedCamera:
    """Field note B-07, for a recording."""

    def told(self, pictures, tmp_path, frame_ms=200.0):
        said = []
        (tmp_path / "a.csv").unlink(missing_ok=True)
        frames = [Frame(i, i * frame_ms, picture, "clip.mp4") for i, picture in enumerate(pictures)]
        followed = run(Idle(), frames, Outputs(tmp_path / "a.csv"), 200.0, warn=said.append)
        return said, followed.is_doubtful

    def test_one_turned_since_the_calibration_is_told_once_and_no_row_is_sure(self, tmp_path):
        (said,), is_doubtful = self.told([seen_from_aside(PAINTER.paint(LEARN, seed=3))] * 20, tmp_path)
        assert "clip.mp4: the camera or the table was moved by" in said.en
        assert "se ha movido" in said.es
        assert sure_rows(tmp_path) == [False] * 20
        assert is_doubtful

    def test_one_that_is_put_back_is_believed_again(self, tmp_path):
        good = PAINTER.paint(LEARN, seed=3)
        said, is_doubtful = self.told([*[good] * 4, *[seen_from_aside(good)] * 10, *[good] * 6], tmp_path)
        assert len(said) == 1
        sure = sure_rows(tmp_path)
        assert sure[:4] == [True] * 4
        assert not any(sure[5:14])
        assert sure[-3:] == [True] * 3
        assert not is_doubtful

    def test_a_clip_too_short_to_hold_and_stills_are_judged_too(self, tmp_path):
        aside = seen_from_aside(PAINTER.paint(LEARN, seed=3))
        for count, frame_ms in ((2, 66.0), (4, 0.0)):
            said, is_doubtful = self.told([aside] * count, tmp_path, frame_ms)
            assert len(said) == 1
            assert is_doubtful
            assert sure_rows(tmp_path) == [False] * count

    @pytest.mark.parametrize("gain", [0.6, 1.0, 1.3])
    def test_light_arms_and_less_than_a_pixel_are_no_move(self, gain, tmp_path):
        picture = PAINTER.paint(LEARN, seed=3, hand=[(320, 0), (320, 150), (320, 190)])
        picture = np.clip(seen_from_aside(picture, 0.4, 0.3) * gain, 0, 255).astype(np.uint8)
        said, is_doubtful = self.told([picture] * 8, tmp_path)
        assert said == []
        assert not is_doubtful
        assert sure_rows(tmp_path) == [True] * 8


@pytest.fixture(scope="module")
def short_clip(tmp_path_factory):
    """A table, and a clip of it that ends in the middle: its header promises eight frames."""
    folder = tmp_path_factory.mktemp("short")
    write_table(folder / "T.yaml", replace(table(), figures=table().figures[:1]))
    cv2.imwrite(str(folder / "empty.jpg"), empty())
    clip = folder / "clip.avi"
    writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"MJPG"), 15.0, (WIDTH, HEIGHT))
    for seed in range(8):
        writer.write(PAINTER.paint(LEARN, seed=seed))
    writer.release()
    whole = clip.read_bytes()
    (folder / "cut.avi").write_bytes(whole[: len(whole) * 6 // 10])
    return folder


class TestShortClips:
    def follow(self, folder, name, *more):
        return companion([
            "track", str(folder / name), "--table", str(folder / "T.yaml"), "--csv", str(folder / "a.csv"), *more,
        ])  # fmt: skip

    def test_a_clip_that_ends_early_is_told_with_both_numbers(self, short_clip, capsys):
        assert self.follow(short_clip, "cut.avi", "--lang", "en") == 0
        said = capsys.readouterr()
        assert "of 8 frames; the file is cut off or damaged" in said.err
        assert "frames, 1 figure ->" in said.out

    def test_in_spanish_too_and_nothing_about_a_whole_one(self, short_clip, capsys):
        assert self.follow(short_clip, "cut.avi", "--lang", "es") == 0
        said = capsys.readouterr()
        assert "de 8 imágenes; el archivo está cortado o dañado" in said.err
        assert "imágenes, 1 figura ->" in said.out
        assert self.follow(short_clip, "clip.avi") == 0
        assert capsys.readouterr().err == ""


class TestExitCode:
    def test_a_clip_of_another_view_is_followed_and_ends_with_1(self, short_clip, capsys):
        aside = short_clip / "aside.png"
        cv2.imwrite(str(aside), another_ring())
        table_path, csv = str(short_clip / "T.yaml"), str(short_clip / "b.csv")
        assert companion(["track", str(aside), "--table", table_path, "--csv", csv, "--lang", "en"]) == 1
        said = capsys.readouterr()
        assert said.err.count("\n") == 1
        assert "every place is marked unsure" in said.err
        assert "1 frame, 1 figure ->" in said.out


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
        assert companion(["track", "0", "--table", TABLE, "--csv", str(tmp_path / "a.csv"), "--lang", "en"]) == 2
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
        assert run(open_tracker(TABLE, live=True), frames(), Outputs(csv), 200.0, may_stop=True).frames == 1
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
