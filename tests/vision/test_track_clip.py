"""The bundled clip through `companion track`, against its truth; `companion calibrate colours` on drawn pictures."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
import yaml

from companion.cli.main import main
from companion.errors import FileProblemError
from companion.vision.colour_command import read_sitters
from companion.vision.pipeline import FigureTracker, open_tracker
from companion.vision.sources import open_recorded
from companion.vision.table_file import Table, read_table, write_table
from vision.track_scene import LEARN, PAINTER, RING, empty, table

ROOT = Path(__file__).parent.parent.parent
DEMO = ROOT / "companion" / "app" / "demo_data"
TRUTH = Path(__file__).parent / "data" / "track" / "demo_tracks.csv"
# frames without a hand in which everything has stood still for half a second
SETTLED = (*range(18), *range(47, 62), *range(91, 105), *range(134, 144), *range(173, 186), *range(213, 222))


def rows_of(path):
    with path.open(encoding="utf-8") as file:
        return {(int(row["frame"]), row["id"]): row for row in csv.DictReader(file)}


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """The whole clip, once: rows, facts, truth."""
    folder = tmp_path_factory.mktemp("clip")
    tracks, facts = folder / "tracks.csv", folder / "facts.jsonl"
    clip, table = str(DEMO / "demo.mp4"), str(DEMO / "demo_table.yaml")
    assert main(["track", clip, "--table", table, "--csv", str(tracks), "--facts", str(facts)]) == 0
    lines = [json.loads(line) for line in facts.read_text(encoding="utf-8").splitlines()]
    return rows_of(tracks), lines, rows_of(TRUTH)


def off_mm(row, due):
    return np.hypot(float(row["x_mm"]) - float(due["x_mm"]), float(row["y_mm"]) - float(due["y_mm"]))


@pytest.mark.slow
class TestTheBundledClip:
    def test_one_row_for_each_roster_figure_in_each_frame(self, followed):
        ours, lines, truth = followed
        assert set(ours) == set(truth)
        assert [line["frame"] for line in lines] == list(range(222))

    def test_standing_figures_are_within_millimetres(self, followed):
        ours, _, truth = followed
        off = [
            off_mm(ours[key], truth[key]) for key in truth if key[0] in SETTLED and truth[key]["posture"] == "standing"
        ]
        assert np.median(off) < 5.5
        assert np.percentile(off, 95) < 16

    def test_all_seven_are_found_in_nearly_all_settled_frames(self, followed):
        ours, _, truth = followed

        def is_found(key):
            return float(ours[key]["confidence"]) >= 0.5 and off_mm(ours[key], truth[key]) < 40

        found = [all(is_found((frame, str(i))) for i in range(1, 8)) for frame in SETTLED]
        assert np.mean(found) > 0.95

    def test_nobody_is_ever_reported_at_anothers_place(self, followed):
        ours, _, truth = followed
        swapped = [
            (frame, id_)
            for (frame, id_), row in ours.items()
            if float(row["confidence"]) >= 0.5 and row["held"] == "0" and off_mm(row, truth[frame, id_]) > 40
            if any(off_mm(row, truth[frame, str(i)]) < 40 for i in range(1, 8) if str(i) != id_)
        ]
        assert swapped == []

    def test_postures_are_right(self, followed):
        ours, _, truth = followed
        right = [ours[key]["posture"] == truth[key]["posture"] for key in truth if key[0] in SETTLED]
        assert np.mean(right) > 0.95

    def test_the_moves_are_told_with_their_lengths(self, followed):
        _, lines, truth = followed
        moves = {(move["id"], move["to_frame"] > 100): move["path_mm"] for line in lines for move in line["moves"]}
        for id_, late, before, after in ((4, False, 18, 45), (3, False, 62, 90), (2, True, 105, 130)):
            start, end = truth[before, str(id_)], truth[after, str(id_)]
            length = off_mm(start, end)
            assert moves[id_, late] == pytest.approx(length, abs=max(8, 0.04 * length))

    def test_adjacency_and_zones_are_told(self, followed):
        _, lines, _ = followed
        assert lines[60]["adjacent"] == [[1, 2]]
        assert [3, 4] in lines[100]["adjacent"]
        assert lines[185]["zone"]["6"] == "ringside"
        assert lines[185]["near_ropes"]["3"] == ["north"]


class TestRealtime:
    def test_the_searches_are_spread_and_the_places_the_same(self):
        tracker = open_tracker(DEMO / "demo_table.yaml", live=True)
        said = None
        for frame in open_recorded([DEMO / "demo.mp4"]).frames():
            said = tracker.update(frame.picture, frame.index, frame.time_ms)
            if frame.index == 150:
                break
        assert said is not None
        truth = rows_of(TRUTH)
        off = {
            track.id: np.hypot(track.x_mm - float(due["x_mm"]), track.y_mm - float(due["y_mm"]))
            for track in said.tracks
            if (due := truth[150, track.id])["posture"] == "standing" and float(due["visible"]) > 0.6
        }
        assert len(off) >= 4
        assert max(off.values()) < 16


@pytest.fixture
def drawn(tmp_path):
    """A table without figures, pictures and a figures file, as a user has them."""
    table = tmp_path / "T.yaml"
    write_table(table, Table(1, RING, PAINTER.camera))
    cv2.imwrite(str(tmp_path / "empty.png"), empty())
    cv2.imwrite(str(tmp_path / "learn.png"), PAINTER.paint(LEARN, seed=1))
    lines = [
        {"id": int(c.id), "name": f"F{c.id}", "colour": c.colour, "class": c.kind, "x_mm": c.x_mm, "y_mm": c.y_mm,
         "facing_deg": c.facing_deg, "height_mm": c.height_mm}
        for c in LEARN
    ]  # fmt: skip
    (tmp_path / "F.yaml").write_text(yaml.safe_dump(lines), encoding="utf-8")
    return tmp_path


def calibrate_colours(folder, **changed):
    names = {"image": "learn.png", "empty": "empty.png", "figures": "F.yaml"} | changed
    return main([
        "calibrate", "colours", str(folder / names["image"]), "--empty", str(folder / names["empty"]),
        "--table", str(folder / "T.yaml"), "--figures", str(folder / names["figures"]),
    ])  # fmt: skip


class TestCalibrateColours:
    def test_it_writes_everything_the_tracker_needs(self, drawn):
        assert calibrate_colours(drawn) == 0
        table = read_table(drawn / "T.yaml")
        assert [figure["name"] for figure in table.figures] == ["F1", "F2", "F3"]
        assert table.figures[0]["model"]["empty_picture"] == "T.empty.jpg"
        said = open_tracker(drawn / "T.yaml").update(PAINTER.paint(LEARN, seed=9), 0, 0.0)
        for track, c in zip(said.tracks, LEARN, strict=True):
            assert np.hypot(track.x_mm - c.x_mm, track.y_mm - c.y_mm) < 6

    def test_learning_again_keeps_the_former_files(self, drawn):
        calibrate_colours(drawn)
        cv2.imwrite(str(drawn / "empty.png"), PAINTER.paint(seed=77))
        assert calibrate_colours(drawn) == 0
        assert (drawn / "T.yaml.bak").exists()
        assert (drawn / "T.empty.jpg.bak").exists()

    def test_learning_one_anew_keeps_the_others(self, drawn, capsys):
        calibrate_colours(drawn)
        lines = yaml.safe_load((drawn / "F.yaml").read_text(encoding="utf-8"))
        (drawn / "one.yaml").write_text(yaml.safe_dump([lines[1] | {"name": "Nuevo"}]), encoding="utf-8")
        assert calibrate_colours(drawn, figures="one.yaml") == 0
        assert [figure["name"] for figure in read_table(drawn / "T.yaml").figures] == ["F1", "Nuevo", "F3"]
        capsys.readouterr()

    def test_class_and_height_may_be_missing(self, drawn):
        lines = yaml.safe_load((drawn / "F.yaml").read_text(encoding="utf-8"))
        for line in lines:
            del line["class"], line["height_mm"]
        (drawn / "F.yaml").write_text(yaml.safe_dump(lines), encoding="utf-8")
        assert calibrate_colours(drawn) == 0
        figures = read_table(drawn / "T.yaml").figures
        assert [figure["class"] for figure in figures] == ["humanoid", "humanoid", "blob"]
        assert figures[0]["height_mm"] == pytest.approx(110, abs=15)

    def test_a_wrong_key_is_named_with_its_line(self, drawn, capsys):
        (drawn / "F.yaml").write_text("- {id: 1, x_mm: 0, y_mm: 0, hight_mm: 90}\n", encoding="utf-8")
        assert calibrate_colours(drawn) == 2
        assert "F.yaml:1:" in capsys.readouterr().err

    def test_the_same_id_twice_is_refused(self, drawn, capsys):
        (drawn / "F.yaml").write_text("- {id: 1, x_mm: 0, y_mm: 0}\n- {id: 1, x_mm: 9, y_mm: 0}\n", encoding="utf-8")
        assert calibrate_colours(drawn) == 2
        assert "used twice" in capsys.readouterr().err

    def test_the_same_name_twice_is_told_once_and_each_id_is_a_figure(self, drawn, capsys):
        lines = yaml.safe_load((drawn / "F.yaml").read_text(encoding="utf-8"))
        for line, name in zip(lines, ("Momia", " momia", "Gata"), strict=True):
            line["name"] = name
        (drawn / "F.yaml").write_text(yaml.safe_dump(lines), encoding="utf-8")
        for _ in range(2):
            assert calibrate_colours(drawn) == 0
            told = [line for line in capsys.readouterr().err.splitlines() if "names are alike" in line]
            assert len(told) == 1
            assert "figures 1, 2 are all Momia" in told[0]
            assert [str(figure["id"]) for figure in read_table(drawn / "T.yaml").figures] == ["1", "2", "3"]
        # one of them alone, and a third one of that name: nobody is taken for another
        (drawn / "one.yaml").write_text(yaml.safe_dump([lines[0] | {"id": 9}]), encoding="utf-8")
        assert calibrate_colours(drawn, figures="one.yaml") == 0
        assert [str(figure["id"]) for figure in read_table(drawn / "T.yaml").figures] == ["1", "2", "3", "9"]

    def test_a_name_that_moves_to_another_number_leaves_no_double(self, drawn):
        calibrate_colours(drawn)
        lines = yaml.safe_load((drawn / "F.yaml").read_text(encoding="utf-8"))
        (drawn / "one.yaml").write_text(yaml.safe_dump([lines[1] | {"id": 7}]), encoding="utf-8")
        assert calibrate_colours(drawn, figures="one.yaml") == 0
        figures = read_table(drawn / "T.yaml").figures
        assert [(figure["id"], figure["name"]) for figure in figures] == [("1", "F1"), ("3", "F3"), ("7", "F2")]

    def test_two_nameless_figures_of_one_colour_get_names_of_their_own(self, drawn):
        lines = ["id: 1, colour: red", "id: 2, colour: red", "id: 3", "id: 4, name: Blue", "id: 5, colour: blue"]
        text = "".join(f"- {{{line}, x_mm: 0, y_mm: 0}}\n" for line in lines)
        (drawn / "F.yaml").write_text(text, encoding="utf-8")
        assert [sitter.name for sitter in read_sitters(drawn / "F.yaml")] == ["red 1", "red 2", "3", "Blue", "blue 5"]

    def test_a_picture_of_another_size_is_refused_and_the_table_stays(self, drawn, capsys):
        before = (drawn / "T.yaml").read_bytes()
        cv2.imwrite(str(drawn / "learn.png"), np.zeros((100, 200, 3), np.uint8))
        assert calibrate_colours(drawn) == 2
        assert "200 x 100" in capsys.readouterr().err
        assert (drawn / "T.yaml").read_bytes() == before


class TestBadInput:
    def test_a_table_without_figures_says_what_comes_first(self, drawn, capsys):
        code = main(["track", "none.mp4", "--table", str(drawn / "T.yaml"), "--csv", str(drawn / "out.csv")])
        assert code == 2
        assert "calibrate colours" in capsys.readouterr().err

    def test_figures_of_a_camera_that_hangs_the_other_way_round_now_are_asked_for_again(self):
        """The ring was calibrated anew after the camera was turned, and the figures were not learned again."""
        camera = PAINTER.camera
        half = np.diag([-1.0, -1.0, 1.0])
        turned = cv2.Rodrigues(half @ cv2.Rodrigues(np.array(camera.rvec))[0])[0].ravel()
        changed = replace(table(), camera=replace(camera, rvec=turned, tvec_mm=half @ camera.tvec_mm))
        FigureTracker(changed, empty())  # each knows the camera that saw it
        models = [{key: value for key, value in one["model"].items() if key != "seen_by"} for one in changed.figures]
        older = [{**one, "model": model} for one, model in zip(changed.figures, models, strict=True)]
        with pytest.raises(FileProblemError, match="calibrate colours` again"):
            FigureTracker(replace(changed, figures=older), empty())

    def test_a_picture_of_another_size_is_a_programming_error(self):
        tracker = open_tracker(DEMO / "demo_table.yaml")
        assert isinstance(tracker, FigureTracker)
        with pytest.raises(ValueError, match="received"):
            tracker.update(np.zeros((10, 10, 3), np.uint8), 0, 0.0)
