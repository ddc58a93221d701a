"""The ring found without markers and clicks (issue about the eyes): right, or refused with the reason."""

from functools import lru_cache

import cv2
import numpy as np
import pytest

from companion.cli.main import main as companion
from companion.kernel.text import Text
from companion.vision.lens import CalibrationError
from companion.vision.ring_finder import FoundRing, find_ring
from companion.vision.ring_pose import FOUND_SD_PX, ring_by_itself, ring_from_corners
from companion.vision.table_file import Ring, read_table
from vision.calib_scene import DATA, noise, scene, turned_px


@lru_cache
def found_in(letter):
    return find_ring(scene(letter).empty, scene(letter).ring.size_mm)


def worst_corner_px(found, corners_px):
    return max(np.hypot(*np.subtract(found.corners_px[name], corners_px[name])) for name in corners_px)


class TestFindRing:
    @pytest.mark.parametrize("letter", ["a", "b", "c"])
    def test_the_corners_of_a_ring_are_found_to_some_pixels(self, letter):
        assert isinstance(found_in(letter), FoundRing)
        assert worst_corner_px(found_in(letter), scene(letter).corners_px) < 6.0

    def test_the_mats_own_border_belongs_to_it_and_is_told(self):
        assert 20 < found_in("a").inner_mm < 32  # the white inside ends 26 mm before the edge

    def test_a_plain_mat_has_no_border(self):
        assert found_in("b").inner_mm is None

    def test_seen_over_a_corner_the_names_are_a_close_call(self):
        assert found_in("c").is_turned_evenly

    def test_the_named_side_is_the_one_at_the_bottom(self):
        true = scene("b")
        turned = np.ascontiguousarray(np.rot90(true.empty, 2))
        found = find_ring(turned, true.ring.size_mm, "north")
        places = turned_px(np.array(list(true.corners_px.values())), (turned.shape[1], turned.shape[0]), 2)
        assert worst_corner_px(found, dict(zip(true.corners_px, places, strict=True))) < 6.0

    @pytest.mark.parametrize("picture", [noise(3, (640, 360)), np.full((360, 640, 3), 90, np.uint8)])
    def test_a_picture_without_a_mat_is_refused(self, picture):
        said = find_ring(picture, (700.0, 700.0))
        assert isinstance(said, Text)
        assert "four clear sides" in said.en
        assert "cuatro lados claros" in str(said.of("es"))

    def test_a_mat_cut_by_the_pictures_edge_is_refused(self):
        true = scene("b")
        assert isinstance(find_ring(true.empty[:560], true.ring.size_mm), Text)

    def test_two_mats_are_refused(self):
        picture = np.full((540, 960, 3), (60, 85, 120), np.uint8)
        for left in (80, 520):
            cv2.rectangle(picture, (left, 120), (left + 340, 460), (206, 212, 214), -1)
        said = find_ring(picture, (700.0, 700.0))
        assert isinstance(said, Text)
        assert "more than one" in said.en

    def test_a_ring_of_another_shape_is_refused(self):
        assert isinstance(find_ring(scene("b").empty, (620.0, 310.0)), Text)


class TestRingByItself:
    def test_the_sides_sharpen_it_to_3_mm(self):
        true = scene("c")
        pose, _ = ring_by_itself([true.frame()], true.ring, true.lens, "south")
        assert true.worst_mm(pose.camera) < 3.0
        assert pose.worst_mm > true.worst_mm(pose.camera)

    def test_without_a_lens_to_5_mm(self):
        true = scene("c")
        pose = ring_from_corners([true.frame()], true.ring, found_in("c").corners_px, None, FOUND_SD_PX)
        assert true.worst_mm(pose.camera) < 5.0

    def test_it_is_never_surer_than_the_nearest_other_edge(self):
        true = scene("a")
        pose, found = ring_by_itself([true.frame()], true.ring, true.lens, "south")
        assert pose.sure_mm >= found.sure_mm > 3.0

    def test_no_picture_with_a_mat_is_an_error(self):
        with pytest.raises(CalibrationError, match="four clear sides"):
            ring_by_itself([scene("c").frame(noise(1, (960, 540)))], Ring((700.0, 700.0), 200.0), None, "south")


class TestCommand:
    def test_no_markers_no_corners(self, tmp_path, capsys):
        table = tmp_path / "t.yaml"
        size = "x".join(f"{side:g}" for side in scene("c").ring.size_mm)
        words = ["calibrate", "ring", str(DATA / "c_empty.jpg"), "--table", str(table), "--ring", size, "--lang", "en"]
        assert companion(words) == 0
        said = capsys.readouterr().out
        assert "the south side is the one at the bottom of the picture (--side-at-bottom" in said
        assert "a second edge runs" in said
        assert scene("c").worst_mm(read_table(table).camera) < 5.0

    def test_neither_markers_nor_a_mat_tells_both(self, tmp_path, capsys):
        picture = tmp_path / "grey.png"
        cv2.imwrite(str(picture), noise(5, (640, 360)))
        words = ["calibrate", "ring", str(picture), "--table", str(tmp_path / "t.yaml"), "--ring", "700x700"]
        assert companion([*words, "--lang", "en"]) == 1
        said = capsys.readouterr().err
        assert "marker" in said
        assert "no mat with four clear sides" in said
