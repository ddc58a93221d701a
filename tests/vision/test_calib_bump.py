"""A bumped camera is told within two seconds, and a new pose proposed, never taken (field note B-07)."""

import cv2
import numpy as np
import pytest

from companion.vision.bump import BumpWatch, propose_refit
from companion.vision.sources import Picture, read_picture
from companion.vision.table_file import Table, read_table, write_table
from vision.calib_scene import DATA, scene

# blue, green, red
LIGHTS = [(0.6, 0.6, 0.6), (1.4, 1.4, 1.4), (0.8, 1.0, 1.2), (0.48, 0.6, 0.72)]
# a knocked tripod: some pixels, a third of a degree, a little perspective
SLANT = np.array([[1.0, -0.005, 12.0], [0.005, 1.0, -8.0], [4e-6, 2e-6, 1.0]])


def moved(picture: Picture, x_px: float = 0.0, y_px: float = 0.0, turn_deg: float = 0.0) -> tuple[Picture, np.ndarray]:
    movement = cv2.getRotationMatrix2D((640, 360), turn_deg, 1.0)
    movement[:, 2] += (x_px, y_px)
    size = (picture.shape[1], picture.shape[0])
    return cv2.warpAffine(picture, movement, size, borderMode=cv2.BORDER_REPLICATE), movement


def handled(picture: Picture) -> Picture:
    """Figures, a big sleeve over one side, and a dimmed lamp."""
    busy = picture.copy()
    cv2.rectangle(busy, (150, 250), (520, 719), (90, 60, 40), -1)
    return np.clip(busy * 0.75, 0, 255).astype(np.uint8)


@pytest.fixture
def watch() -> BumpWatch:
    the = scene("a")
    return BumpWatch(the.empty, the.camera, the.ring)


class TestAlarm:
    @pytest.mark.parametrize(("x_px", "y_px", "turn_deg"), [(5, 4, 0), (-25, 12, 0), (0, 0, 1.5)])
    def test_a_bump_is_told_within_two_seconds(self, watch, x_px, y_px, turn_deg):
        now, movement = moved(read_picture(DATA / "a_learn.jpg"), x_px, y_px, turn_deg)
        told = [watch.look(now, time_ms) for time_ms in (0, 500, 1000, 1500)]
        assert told[0] is None
        assert told[1] is None
        assert told[3] is not None
        assert told[3].shift_mm > 4
        assert np.allclose(told[3].movement, movement, atol=1.0)
        assert "moved by" in told[3].advice.en

    def test_hands_figures_and_dim_light_are_no_bump(self, watch):
        for time_ms in (0, 1000, 2000):
            assert watch.look(handled(read_picture(DATA / "a_learn.jpg")), time_ms) is None

    @pytest.mark.parametrize("light", LIGHTS)
    def test_in_another_light_a_bump_is_told_and_a_still_camera_is_not(self, watch, light):
        """The evening's lamps are not those of the calibration: dimmer, brighter, bluer."""
        here = np.clip(read_picture(DATA / "a_learn.jpg") * np.array(light), 0, 255).astype(np.uint8)
        slanted = cv2.warpPerspective(here, SLANT, (1280, 720), borderMode=cv2.BORDER_REPLICATE)
        assert watch.look(here, 0) is None
        assert watch.is_as_calibrated(here)
        told = [watch.look(slanted, time_ms) for time_ms in (400, 800, 1200, 1600)]
        assert told[-1] is not None
        the = scene("a")
        corners = cv2.perspectiveTransform(the.camera.project(the.ring.corners_mm).reshape(-1, 1, 2), SLANT)
        there = the.camera.to_plane(corners.reshape(-1, 2), 0.0)
        true_mm = np.linalg.norm(there - the.ring.corners_mm[:, :2], axis=1).max()
        assert told[-1].shift_mm == pytest.approx(true_mm, rel=0.15)

    def test_a_bump_behind_a_sleeve_is_told_too(self, watch):
        now, _ = moved(handled(scene("a").empty), 8, 5)
        watch.look(now, 0)
        assert watch.look(now, 1100) is not None

    def test_a_shake_that_passes_is_not_told(self, watch):
        shaken, _ = moved(scene("a").empty, 8, 5)
        for time_ms in range(0, 4000, 500):
            picture = shaken if (time_ms // 500) % 2 else scene("a").empty
            assert watch.look(picture, time_ms) is None

    def test_a_picture_that_shows_nothing_is_left_to_others(self, watch):
        assert watch.look(np.zeros_like(scene("a").empty), 0) is None
        assert watch.look(np.zeros_like(scene("a").empty), 5000) is None

    def test_without_anything_to_hold_on_to_it_says_so(self):
        the = scene("a")
        assert not BumpWatch(np.full_like(the.empty, 120), the.camera, the.ring).is_able


class TestRefit:
    def proposed(self, letter: str, markers: bool):
        the = scene(letter)
        now, movement = moved(the.empty, 9, -5, 1.0)
        watch = BumpWatch(the.empty, the.camera, the.ring)
        watch.look(now, 0)
        bump = watch.look(now, 1500)
        pose = propose_refit(the.frame(now), the.camera, the.ring, the.markers if markers else (), bump)
        grid = the.grid_mm()
        seen = the.camera.project(grid) @ movement[:, :2].T + movement[:, 2]
        return float(np.linalg.norm(pose.camera.to_plane(seen, 0.0) - grid[:, :2], axis=1).max())

    def test_markers_give_the_new_pose(self):
        assert self.proposed("b", markers=True) < 3.0

    def test_the_mats_sides_alone_do(self):
        assert self.proposed("b", markers=False) < 4.0


def test_ten_suggestions_change_nothing(tmp_path):
    """B-07: each look finds the ring half a per cent larger than the last; nobody has confirmed one of them."""
    the = scene("c")
    path = tmp_path / "T.yaml"
    write_table(path, Table(1, the.ring, the.camera))
    before = path.read_bytes()
    watch = BumpWatch(the.empty, the.camera, the.ring)
    height, width = the.empty.shape[:2]
    suggestions = []
    # the first half per cent moves no corner far enough for a word, and the first look is never told
    for step in (2, *range(2, 12)):
        zoom = cv2.getRotationMatrix2D((width / 2, height / 2), 0.0, 1.005**step)
        now = cv2.warpAffine(the.empty, zoom, (width, height), borderMode=cv2.BORDER_REPLICATE)
        bump = watch.look(now, 2000.0 * len(suggestions))
        suggestions.append(bump)
    assert suggestions.pop(0) is None
    assert None not in suggestions
    assert len(suggestions) == 10
    # each is measured against the calibration on disk, not against the last suggestion
    shifts = [one.shift_mm for one in suggestions]
    assert shifts == sorted(shifts)
    assert shifts[-1] > 5 * shifts[0]
    pose = propose_refit(the.frame(now), the.camera, the.ring, (), bump)
    assert pose.camera.tvec_mm != pytest.approx(the.camera.tvec_mm, abs=1.0)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
    assert read_table(path).camera.tvec_mm == pytest.approx(the.camera.tvec_mm, abs=0.001)
