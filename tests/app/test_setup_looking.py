"""What is told about where the camera stands: of ropes only what geometry bears out."""

import cv2
import numpy as np

from app.setup_sets import Set
from companion.app.setting_up.looking import judge_place, rope_depth_mm, ropes_in_front
from companion.vision.geometry import Camera
from companion.vision.sources import Picture
from companion.vision.table_file import Ring


def ring_of(one: Set) -> Ring:
    return Ring((one.side_mm, one.side_mm), 250.0)


def lined(camera: Camera, ring: Ring, deep_mm: float) -> Picture:
    """A grey mat with a dark line along its south side, so far in."""
    picture = np.full((camera.height, camera.width, 3), 170, np.uint8)
    y, half = -ring.size_mm[1] / 2 + deep_mm, ring.size_mm[0] / 2
    ends = camera.project(np.array([[-half, y, 0.0], [half, y, 0.0]])).round().astype(int)
    cv2.line(picture, tuple(map(int, ends[0])), tuple(map(int, ends[1])), (30, 30, 30), 3)
    return picture


def test_ropes_before_the_mat_are_seen_and_told_with_the_tables_camera_only(a: Set) -> None:
    ring = ring_of(a)
    assert ropes_in_front(a.empty, a.camera, ring) >= 1
    told = [one.text.en for one in judge_place(a.empty, a.camera, ring)]
    assert any("ropes run in front" in one for one in told)
    rough = [one.text.en for one in judge_place(a.empty, a.camera, ring, is_exact=False)]
    assert [one for one in told if "rope" not in one] == rough


def test_a_line_deeper_than_a_rope_can_be_seen_is_drawn_on_the_mat(a: Set) -> None:
    ring = ring_of(a)
    deep_mm = rope_depth_mm(a.camera, ring)
    assert 40 < deep_mm < 120
    assert ropes_in_front(lined(a.camera, ring, deep_mm * 0.7), a.camera, ring) >= 1
    assert ropes_in_front(lined(a.camera, ring, deep_mm + 60), a.camera, ring) == 0


def test_from_nearly_overhead_no_rope_is_in_front(a: Set) -> None:
    ring, old = ring_of(a), a.camera
    down = np.diag([1.0, -1.0, -1.0])
    at = np.array([20.0, -170.0, 1010.0])
    above = Camera(
        old.width, old.height, old.K, old.dist, np.asarray(cv2.Rodrigues(down)[0], dtype=float).ravel(), -down @ at
    )
    assert rope_depth_mm(above, ring) == 0.0
    assert ropes_in_front(lined(above, ring, 30), above, ring) == 0
