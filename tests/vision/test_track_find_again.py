"""Known figures found again by a camera that stands elsewhere now."""

from dataclasses import replace

import numpy as np
import pytest

from companion.errors import ConfigError
from companion.vision.figures import from_entry
from companion.vision.find_again import find_again
from companion.vision.pipeline import FigureTracker
from companion.vision.table_file import read_table, write_table
from vision.track_scene import Clay, Painter, camera, table

# round the corner and higher up than when they were learned
ELSEWHERE = Painter(camera((-560.0, -640.0, 900.0), (0.0, 0.0, 0.0)))
NOW = (
    Clay("1", "red", 120, -90),
    Clay("2", "blue", -170, 30),
    Clay("3", "green", 60, 160, kind="blob", height_mm=85),
)


@pytest.fixture(scope="module")
def moved():
    return replace(table(), camera=ELSEWHERE.camera)


def in_light(picture, lamps):
    return np.clip(picture * np.array(lamps), 0, 255).astype(np.uint8)


def off_mm(found, clays=NOW):
    at = {clay.id: (clay.x_mm, clay.y_mm) for clay in clays}
    return {one.id: float(np.hypot(one.x_mm - at[one.id][0], one.y_mm - at[one.id][1])) for one in found}


def test_everybody_is_found_where_they_stand_now(moved):
    off = off_mm(find_again(moved, ELSEWHERE.paint(), ELSEWHERE.paint(NOW, seed=3)))
    assert set(off) == {"1", "2", "3"}
    assert max(off.values()) < 6.0, off


def test_who_is_not_there_or_lies_or_is_not_surely_seen_is_left_out(moved):
    alone = [NOW[0]]
    assert set(off_mm(find_again(moved, ELSEWHERE.paint(), ELSEWHERE.paint(alone, seed=4)), alone)) == {"1"}
    assert find_again(moved, ELSEWHERE.paint(), ELSEWHERE.paint(seed=5)) == []
    lying = replace(NOW[1], stretch=0.45)
    assert "2" not in off_mm(find_again(moved, ELSEWHERE.paint(), ELSEWHERE.paint([NOW[0], lying], seed=6)))


@pytest.mark.parametrize("lamps", [(0.6, 0.6, 0.6), (0.75, 0.95, 1.1), (1.1, 1.0, 0.7)])
def test_other_lamps_change_the_mat_as_they_change_the_clay(moved, lamps):
    bare, now = (in_light(one, lamps) for one in (ELSEWHERE.paint(), ELSEWHERE.paint(NOW, seed=3)))
    off = off_mm(find_again(moved, bare, now))
    assert set(off) == {"1", "2", "3"}
    assert max(off.values()) < 6.0, off


@pytest.mark.parametrize("gain", [1.2, 1.5, 2.5, 4.0])
def test_nobody_is_taken_for_another_in_too_much_light(moved, gain):
    bare, now = (in_light(one, (gain,) * 3) for one in (ELSEWHERE.paint(), ELSEWHERE.paint(NOW, seed=3)))
    assert all(error < 6.0 for error in off_mm(find_again(moved, bare, now)).values())


def test_an_arm_over_the_table_is_waited_for(moved):
    arm = [(0, 60), (220, 140), (300, 170)]
    found = find_again(moved, ELSEWHERE.paint(), ELSEWHERE.paint(NOW, seed=7, hand=arm))
    assert all(error < 6.0 for error in off_mm(found).values())


def test_tables_that_did_not_keep_the_camera_find_nobody(moved):
    def forgotten(entry):
        return {**entry, "model": {key: value for key, value in entry["model"].items() if key != "seen_by"}}

    former = replace(moved, figures=tuple(map(forgotten, moved.figures)))
    assert find_again(former, ELSEWHERE.paint(), ELSEWHERE.paint(NOW, seed=3)) == []


def test_a_camera_calibrated_anew_follows_the_figures_it_knows(moved):
    """Their bodies were carved by the camera that learned them: no place is off for that."""
    follower, track = FigureTracker(moved, ELSEWHERE.paint()), ()
    for index in range(12):
        track = follower.update(ELSEWHERE.paint(NOW, seed=index), index, index * 66.7).tracks
    assert max(off_mm(track).values()) < 6.0
    assert all(one.confidence >= 0.7 for one in track)


def test_a_learned_figure_keeps_the_camera_that_saw_it():
    """With the same lens and pose as the table's, to the digits that both are written with: carving gives the same."""
    for entry in table().figures:
        kept, told = from_entry(entry).seen_by, table().camera
        assert (kept.width, kept.height) == (told.width, told.height)
        points = np.array([[0.0, 0.0, 0.0], [300.0, -300.0, 0.0], [-300.0, 300.0, 150.0]])
        assert np.abs(kept.project(points) - told.project(points)).max() < 0.01


def test_an_outline_fits_the_camera_that_drew_it_and_no_other_place(moved):
    figures = [from_entry(entry) for entry in table().figures]
    camera_now = table().camera
    knocked = replace(camera_now, tvec_mm=camera_now.tvec_mm + np.array([15.0, 0.0, 0.0]))
    assert [one.fits(camera_now) for one in figures] == [True] * 3
    assert not any(one.fits(camera) for one in figures for camera in (knocked, moved.camera, camera_now.scaled(0.5)))


def test_a_camera_that_cannot_be_is_refused_by_its_line(tmp_path):
    entries = [{**one, "model": {**one["model"]}} for one in table().figures]
    entries[1]["model"]["seen_by"] = {**entries[1]["model"]["seen_by"], "width": 0}
    path = tmp_path / "table.yaml"
    write_table(path, replace(table(), figures=tuple(entries)))
    with pytest.raises(ConfigError, match=r"table.yaml:\d+:\d+: figures\[1\]\.model\.seen_by\.width"):
        read_table(path)
