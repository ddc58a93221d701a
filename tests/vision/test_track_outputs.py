"""`companion track` writes its results whole or not at all, and keeps what was there."""

import math
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.main import main
from companion.errors import FileProblemError
from companion.vision import marked_picture, track_run
from companion.vision.marked_picture import FONT, LEGEND, POSTURES, SCALE, Box, draw, free_box, plain_letters
from companion.vision.pipeline import FigureTracker, FrameTracks, Track, open_tracker
from companion.vision.sources import Frame, open_recorded
from companion.vision.track_run import Outputs, fact_keeper, placements, run

DEMO = Path(__file__).parents[2] / "companion" / "app" / "demo_data"


@pytest.fixture(scope="module")
def tracker() -> FigureTracker:
    return open_tracker(DEMO / "demo_table.yaml")


def frames(count: int, then: BaseException | None = None) -> Iterator[Frame]:
    for index, frame in enumerate(open_recorded([DEMO / "demo.mp4"]).frames()):
        if index == count:
            if then is not None:
                raise then
            return
        yield frame


def outputs(folder: Path) -> Outputs:
    kept = Outputs(folder / "a.csv", folder / "a.jsonl", folder / "a.mp4")
    for path in (kept.csv, kept.facts, kept.video):
        assert path is not None
        path.write_text("precious", encoding="utf-8")
    return kept


def test_what_was_there_stays_when_a_run_breaks(tmp_path: Path, tracker: FigureTracker) -> None:
    kept = outputs(tmp_path)
    for problem in (FileProblemError("gone"), KeyboardInterrupt()):
        with pytest.raises(type(problem)):
            run(tracker, frames(2, problem), kept, 200.0)
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == dict.fromkeys(
        ("a.csv", "a.jsonl", "a.mp4"), "precious"
    )


def test_a_whole_run_takes_their_place(tmp_path: Path, tracker: FigureTracker) -> None:
    kept = outputs(tmp_path)
    assert run(tracker, frames(2), kept, 200.0).frames == 2
    rows = kept.csv.read_text(encoding="utf-8").splitlines()
    assert rows[0] == ",".join(track_run.CSV_HEADER)
    assert len(rows) == 1 + 2 * len(tracker.figure_ids)
    assert kept.facts is not None
    assert len(kept.facts.read_text(encoding="utf-8").splitlines()) == 2
    assert kept.video is not None
    assert kept.video.stat().st_size > 1000
    assert len(list(tmp_path.iterdir())) == 3


def test_a_device_is_written_and_not_replaced(tmp_path: Path, tracker: FigureTracker) -> None:
    assert run(tracker, frames(1), Outputs(Path("/dev/null")), 200.0).frames == 1
    assert not Path("/dev/null").is_file()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize(("csv", "facts"), [("/dev/full", None), ("a.csv", "/dev/full"), ("/dev/full", "a.jsonl")])
def test_a_full_disk_is_told_in_one_line_with_the_right_name(tmp_path, tracker, csv, facts):
    kept = Outputs(tmp_path / csv, tmp_path / facts if facts else None)
    with pytest.raises(FileProblemError, match=r"^/dev/full: cannot be written: No space left on device"):
        run(tracker, frames(1), kept, 200.0)
    assert not list(tmp_path.iterdir())


def test_a_video_takes_no_devices_place_and_is_whole_or_not_there(tmp_path, tracker, monkeypatch):
    with pytest.raises(FileProblemError, match="/dev/null: is no ordinary file"):
        run(tracker, frames(1), Outputs(tmp_path / "a.csv", None, Path("/dev/null")), 200.0)
    monkeypatch.setattr(track_run._Video, "_count", property(lambda _: 3, lambda *_: None), raising=False)
    with pytest.raises(FileProblemError, match=r"a.mp4: only 1 of 3 pictures could be written"):
        run(tracker, frames(1), Outputs(tmp_path / "a.csv", None, tmp_path / "a.mp4"), 200.0)
    assert not list(tmp_path.iterdir())


def test_a_video_that_cannot_be_written_is_named_itself(tmp_path, tracker):
    """A file where a folder should be: the system complains of the part that is cleared away, too."""
    (tmp_path / "shut").write_text("", encoding="utf-8")
    with pytest.raises(FileProblemError, match=r"shut/o\.mp4: cannot be written as a video"):
        run(tracker, frames(1), Outputs(tmp_path / "ok.csv", None, tmp_path / "shut" / "o.mp4"), 200.0)
    assert [path.name for path in tmp_path.iterdir()] == ["shut"]


def test_two_results_in_one_file_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    csv = tmp_path / "keep.csv"
    csv.write_text("precious", encoding="utf-8")
    table, clip = str(DEMO / "demo_table.yaml"), str(DEMO / "demo.mp4")
    assert main(["track", clip, "--table", table, "--csv", str(csv), "--facts", str(csv)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert csv.read_text(encoding="utf-8") == "precious"


class TestMarkedPicture:
    """`track --video`: words of the chosen language, labels beside each other, a legend."""

    def test_labels_of_figures_that_touch_do_not_cover_each_other(self):
        taken = []
        for anchor in [(100, 100), (104, 102), (98, 104), (101, 99)]:
            box = free_box(anchor, 120, taken, (640, 360))
            assert not any(box.meets(other) for other in taken)
            taken.append(box)

    def test_twenty_in_one_heap_have_a_label_each(self):
        taken, feet = [], [(300 + 9 * (i % 5), 180 + 7 * (i // 5)) for i in range(20)]
        for foot in feet:
            box = free_box(foot, 110, taken, (1280, 720), feet=feet)
            assert not any(box.meets(other) for other in taken)
            taken.append(box)

    def test_a_label_leaves_the_figures_in_view(self):
        body, neighbour = Box(90, 40, 110, 104), Box(112, 60, 140, 120)
        box = free_box((100, 100), 120, [], (640, 360), [body, neighbour])
        assert not box.meets(body)
        assert not box.meets(neighbour)

    def test_a_label_is_nearer_to_its_own_figure_than_to_another(self):
        feet = [(100, 100), (130, 118)]
        boxes = [free_box(foot, 120, [], (640, 360), feet=feet) for foot in feet]
        for box, foot, other in zip(boxes, feet, reversed(feet), strict=True):
            assert math.dist(foot, box.nearest(foot)) <= math.dist(other, box.nearest(other))

    def test_figures_that_touch_are_drawn_with_their_names_apart(self, tracker, monkeypatch):
        written: list[Box] = []

        def write(_, text, at, __):
            width = cv2.getTextSize(text, FONT, SCALE, 1)[0][0]
            written.append(Box(at[0], at[1] - 13, at[0] + width, at[1] + 5))

        monkeypatch.setattr(marked_picture, "_write", write)
        tracks = tuple(
            Track(id_, 20.0 * i, 15.0 * (i % 2), 90.0, "lying" if i % 3 else "standing", 1.0, False, 0.9)
            for i, id_ in enumerate(tracker.figure_ids)
        )
        facts = fact_keeper(tracker.table, 200.0).update(0, 0.0, placements(tracks))
        draw(np.zeros((720, 1280, 3), np.uint8), tracker, FrameTracks(0, 0.0, tracks, False), facts, "es")
        names = written[len(LEGEND) :]
        assert len(names) == len(tracks)
        assert not any(one.meets(other) for one, other in combinations(names, 2))

    @pytest.mark.parametrize("anchor", [(639, 359), (0, 0)])
    def test_a_label_stays_inside_the_picture(self, anchor):
        box = free_box(anchor, 120, [], (640, 360))
        assert box.left >= 0
        assert box.right <= 640
        assert box.bottom <= 361

    @pytest.mark.parametrize(("name", "drawn"), [("Ñandú Peña", "Nandu Pena"), ("Жаба", "7")])
    def test_a_name_is_drawn_in_letters_there_are(self, name, drawn):
        assert plain_letters(name, "7") == drawn

    def test_every_posture_and_colour_has_its_spanish(self):
        for word in [*POSTURES.values(), *(word for _, word in LEGEND)]:
            assert word.en != word.es
            assert word.es.isascii()
