"""A camera projects, undistorts and meets planes, exactly as the truth of the rendered scenes says."""

import cv2
import numpy as np
import pytest

from companion.vision.geometry import Camera, Lens
from vision.calib_scene import scene


@pytest.mark.parametrize("letter", ["a", "b", "c"])
def test_projects_the_ring_corners_where_the_scene_has_them(letter):
    the = scene(letter)
    assert np.allclose(the.camera.project(the.ring.corners_mm), list(the.corners_px.values()), atol=0.01)


@pytest.mark.parametrize("letter", ["a", "b", "c"])
def test_pixels_come_back_to_their_place_on_a_plane(letter):
    the = scene(letter)
    for z_mm in (-40.0, 0.0, 55.0):
        points = the.grid_mm() + np.array([0, 0, z_mm])
        assert np.allclose(the.camera.to_plane(the.camera.project(points), z_mm), points[:, :2], atol=1e-6)


def test_agrees_with_opencv():
    camera = scene("b").camera
    points = scene("b").grid_mm() + np.array([0, 0, 30])
    due = cv2.projectPoints(points, camera.rvec, camera.tvec_mm, camera.K, camera.dist)[0].reshape(-1, 2)
    assert np.allclose(camera.project(points), due, atol=1e-6)


def test_undistortion_is_exact_over_the_whole_picture():
    for letter in "abc":
        camera = scene(letter).camera
        x, y = np.meshgrid(np.linspace(0, camera.width, 23), np.linspace(0, camera.height, 17))
        pixels = np.column_stack((x.ravel(), y.ravel()))
        assert np.allclose(camera.lens.to_px(camera.undistort(pixels)), pixels, atol=1e-4)


def test_a_point_the_lens_cannot_show_has_no_place():
    lens = Lens(640, 480, np.array([[500.0, 0, 320], [0, 500, 240], [0, 0, 1]]), np.array([-0.3, 0, 0, 0, 0]))
    assert np.isnan(lens.undistort([[5000.0, 240.0]])).all()


def test_behind_the_horizon_there_is_no_mat():
    camera = Camera(640, 480, np.array([[500.0, 0, 320], [0, 500, 240], [0, 0, 1]]), np.zeros(5),
                    np.array([np.pi / 2, 0, 0]), np.array([0.0, 300, 1000]))  # fmt: skip
    mapped = camera.to_plane([[320.0, 400.0], [320.0, 100.0]], 0.0)
    assert np.isfinite(mapped[0]).all()
    assert np.isnan(mapped[1]).all()


def test_behind_the_camera_there_is_no_picture():
    camera = scene("a").camera
    behind = camera.position_mm + camera.rotation.T @ np.array([0, 0, -100.0])
    assert np.isnan(camera.project(behind)).all()


def test_scaled_follows_what_resizing_does_to_pixels():
    camera = scene("a").camera
    half = camera.scaled(0.5)
    assert (half.width, half.height) == (640, 360)
    points = scene("a").grid_mm()
    assert np.allclose((camera.project(points) + 0.5) * 0.5 - 0.5, half.project(points))


def test_shapes_are_checked_where_they_enter():
    with pytest.raises(ValueError, match=r"K of shape \(2, 2\) received, \(3, 3\) due"):
        Camera(1, 1, np.eye(2), np.zeros(5), np.zeros(3), np.zeros(3))
    with pytest.raises(ValueError, match=r"points of shape \(3, 2\) received, \(n, 3\) due"):
        scene("a").camera.project(np.zeros((3, 2)))


def test_the_camera_cannot_be_changed_by_accident():
    with pytest.raises(ValueError, match="read-only"):
        scene("a").camera.K[0, 0] = 1


def test_mm_per_px_is_finer_near_the_camera():
    camera = scene("c").camera
    south_west, _, north_east, _ = camera.mm_per_px(camera.project(scene("c").ring.corners_mm))
    assert south_west < 1.5 < 4 < north_east
