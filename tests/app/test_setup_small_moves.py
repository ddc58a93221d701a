"""How small a move of the camera another evening tells of, and what it does not take for one."""

import cv2
import numpy as np
import pytest

from app.setup_sets import Set, bundled_set, moved_camera
from companion.app.setting_up.steps.differences import TOLD_MM, TOLD_PX
from companion.vision.bump import BumpWatch
from companion.vision.sources import Picture
from companion.vision.table_file import Ring

SMALL_DEG = (0.05, -0.08, 0.05)
LIGHTS = ((1.0, 1.0, 1.0), (0.6, 0.6, 0.6), (1.2, 1.2, 1.2), (0.85, 1.0, 1.15))


@pytest.fixture(scope="module", params=["a", "c"])
def one(request: pytest.FixtureRequest) -> Set:
    return bundled_set(request.param)


def watch_of(one: Set) -> BumpWatch:
    return BumpWatch(one.empty, one.camera, Ring((one.side_mm, one.side_mm), 250.0), TOLD_MM, TOLD_PX)


def by_webcam(picture: Picture, light: tuple[float, float, float], seed: int) -> Picture:
    """With a cheap webcam's noise and compression, under another light from one side."""
    random = np.random.default_rng(seed)
    aside = 1 + 0.2 * np.linspace(-1, 1, picture.shape[1])[:, None] * random.choice([-1, 1])
    noisy = np.clip(picture * np.array(light) * aside + random.normal(0, 5, picture.shape), 0, 255).astype(np.uint8)
    coded = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 60])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)


@pytest.mark.parametrize("light", LIGHTS)
def test_a_few_millimetres_are_told_and_other_light_and_noise_are_not(
    one: Set, light: tuple[float, float, float]
) -> None:
    watch, moved = watch_of(one), moved_camera(one, SMALL_DEG)
    corners = Ring((one.side_mm, one.side_mm), 250.0).corners_mm
    there = one.camera.to_plane(moved.camera.project(corners), 0.0)
    true_mm = float(np.linalg.norm(there - corners[:, :2], axis=1).max())
    assert 2.8 < true_mm < 4.0
    for seed in range(4):
        assert watch.measure(by_webcam(one.empty, light, seed)) is None
        bump = watch.measure(by_webcam(moved.empty, light, seed))
        assert bump is not None
        assert bump.shift_mm == pytest.approx(true_mm, abs=0.8)


def test_out_of_focus_or_with_figures_it_stands_as_it_stood(one: Set) -> None:
    watch = watch_of(one)
    assert watch.measure(cv2.GaussianBlur(one.empty, (0, 0), 2.0)) is None
    assert watch.measure(one.learn) is None
