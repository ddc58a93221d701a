"""A ring of another size than people say, and markers that are not the printed kit's."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.vision.calibration import RingRequest, calibrate_ring
from companion.vision.calibration_report import describe
from companion.vision.lens import CalibrationError
from companion.vision.mat_size import larger_square, seen_size
from companion.vision.ring_pose import NoMarkerError, ring_from_markers
from companion.vision.shots import shots_of
from companion.vision.table_file import Draft, write_table
from vision.calib_scene import jpeg, scene

OTHERS = {(700, 700): [(700, 500), (500, 700)], (620, 620): [(620, 420)], (760, 760): [(760, 560)]}


@pytest.mark.parametrize("letter", ["a", "b", "c"])
def test_the_size_that_is_seen_is_named_where_one_length_is_wrong(letter):
    the = scene(letter)
    for size in OTHERS[the.ring.size_mm]:
        used = ["east side", "west side"] if size[0] == the.ring.size_mm[0] else ["south side", "marker 1"]
        wrong = replace(the.ring, size_mm=size)
        assert seen_size(shots_of([the.frame()]), the.camera, wrong, used) == the.ring.size_mm


def test_the_true_size_is_not_doubted():
    the = scene("b")
    assert seen_size(shots_of([the.frame()]), the.camera, the.ring, []) is None


def test_markers_that_fit_do_not_excuse_a_mat_of_another_size():
    the = scene("b")
    wrong = replace(the.ring, size_mm=(620.0, 420.0))
    with pytest.raises(CalibrationError, match=r"620 x 420 mm do not agree \(it looks like about 620 x 620 mm\)") as no:
        ring_from_markers([the.frame()], wrong, the.markers, the.lens)
    assert "parece de unos 620 x 620 mm" in no.value.spanish


@pytest.mark.parametrize(("letter", "off_mm", "with_lens"), [("a", -10, False), ("a", 10, True), ("b", 40, True)])
def test_a_size_typed_a_little_wrong_is_asked_back_with_the_one_measured(letter, off_mm, with_lens):
    the = scene(letter)
    side = the.ring.size_mm[0]
    wrong = replace(the.ring, size_mm=(side + off_mm, side + off_mm))
    with pytest.raises(CalibrationError, match=f"the mat measures {side:g}x{side:g} mm, not .* give --ring") as no:
        ring_from_markers([the.frame()], wrong, the.markers, the.lens if with_lens else None)
    assert f"pon --ring {side:g}x{side:g}" in no.value.spanish


@pytest.mark.parametrize("size", [(700, 760), (700, 720)])
def test_a_length_that_an_outer_line_seems_to_bear_out_is_asked_back(size):
    the = scene("a")
    wrong = replace(the.ring, size_mm=tuple(map(float, size)))
    with pytest.raises(CalibrationError, match=f"the mat measures 700x700 mm, not {size[0]}x{size[1]}: measure it"):
        ring_from_markers([the.frame()], wrong, the.markers, the.lens)


def calibrated(tmp_path, the, picture):
    path = tmp_path / "now.png"
    cv2.imwrite(str(path), picture)
    write_table(tmp_path / "T.yaml", Draft(ring=the.ring, lens=the.lens))
    return calibrate_ring([path], tmp_path / "T.yaml", RingRequest())


def test_markers_of_ones_own_laid_without_their_layout_name_the_way_out(tmp_path):
    """dev_b has markers 0 to 3 on its posts: the kit lays them on the mat."""
    with pytest.raises(CalibrationError, match=r"printed kit's mat markers .* --markers, or click .* --corners") as no:
        calibrated(tmp_path, scene("b"), scene("b").empty)
    assert "--markers" in no.value.spanish
    assert "--corners" in no.value.spanish


def test_mirrored_markers_are_refused_even_where_the_mat_could_be_found_alone(tmp_path):
    the = scene("b")
    with pytest.raises(NoMarkerError, match="mirrored"):
        calibrated(tmp_path, the, np.ascontiguousarray(the.empty[:, ::-1]))


@pytest.mark.parametrize(
    ("letter", "given", "with_lens"), [("a", (710, 700), True), ("b", (620, 680), True), ("b", (630, 630), False)]
)
def test_a_size_that_another_line_or_lens_bears_out_is_doubted_in_words(letter, given, with_lens):
    the = scene(letter)
    wrong = replace(the.ring, size_mm=tuple(map(float, given)))
    pose = ring_from_markers([the.frame()], wrong, the.markers, the.lens if with_lens else None)
    assert pose.other_size_mm == the.ring.size_mm
    side = f"{the.ring.size_mm[0]:g}"
    assert any(f"--ring {side}x{side} if that is so" in said.en for said in describe(pose, wrong))
    away = np.linalg.norm(pose.camera.to_plane(the.camera.project(the.grid_mm()), 0.0) - the.grid_mm()[:, :2], axis=1)
    assert np.percentile(away, 95) < 1.15 * pose.sure_mm + 0.3


@pytest.mark.parametrize("inside_mm", [30, 60])
def test_the_mats_edge_around_a_border_of_it_is_found(inside_mm):
    """A printed border may carry all that a size needs; the edge outside it tells."""
    the = scene("b")
    border = replace(the.ring, size_mm=(620.0 - inside_mm, 620.0 - inside_mm))
    assert larger_square(shots_of([the.frame()]), the.camera, border) == (620.0, 620.0)


@pytest.mark.parametrize("letter", ["a", "b", "c"])
def test_a_rim_around_the_true_mat_is_no_larger_one(letter):
    the = scene(letter)
    assert larger_square(shots_of([the.frame()]), the.camera, the.ring) is None


@pytest.mark.parametrize(("letter", "with_lens"), [("a", True), ("a", False), ("b", True), ("b", False)])
def test_the_true_size_raises_no_doubt(letter, with_lens):
    the = scene(letter)
    pose = ring_from_markers([the.frame()], the.ring, the.markers, the.lens if with_lens else None)
    assert pose.other_size_mm is None
    assert pose.sure_mm < 1.8


def test_strong_compression_makes_no_other_size_of_the_true_one():
    the = scene("a")
    pose = ring_from_markers([the.frame(jpeg(the.empty, 25))], the.ring, the.markers, the.lens)
    assert the.worst_mm(pose.camera) < 3.0


def test_a_picture_upside_down_under_its_upright_lens_is_no_other_size():
    the = scene("a")
    pose = ring_from_markers([the.frame(np.ascontiguousarray(the.empty[::-1, ::-1]))], the.ring, the.markers, the.lens)
    assert pose.doubts_lens
    last_px = np.array([the.camera.width - 1, the.camera.height - 1])
    seen = last_px - the.camera.project(the.grid_mm())
    away = np.linalg.norm(pose.camera.to_plane(seen, 0.0) - the.grid_mm()[:, :2], axis=1)
    assert np.percentile(away, 95) < pose.sure_mm
