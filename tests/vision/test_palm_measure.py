"""One look at a hand: posture, side, heights, skin borders."""

import numpy as np
import pytest

from companion.vision.hand_outline import knuckle_breadth, skin_around
from companion.vision.palm_measure import ADVICE, Kind, _overhang, _usualness, lifted, measure, posture_of, side_of
from companion.vision.top_view import TopView
from vision.palm_scene import CLOSED_HAND, OPEN_HAND, overhead, table_scale

BREADTH_MM = 62.0
SKIN, MAT = (120, 150, 200), (90, 140, 70)


def turned(hand: np.ndarray, degrees: float) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return hand @ np.array([[c, s], [-s, c]])


def drawn(landmarks_mm: np.ndarray, skin=SKIN, mat=MAT) -> np.ndarray:
    """A flat hand seen from above by `overhead`: a disc of 8 mm around each point of each finger."""
    import cv2

    camera = overhead()
    picture = np.full((camera.height, camera.width, 3), mat, np.uint8)
    chains = (
        [0, 1, 2, 3, 4],
        [0, 5, 6, 7, 8],
        [0, 9, 10, 11, 12],
        [0, 13, 14, 15, 16],
        [0, 17, 18, 19, 20],
        [5, 9, 13, 17],
    )
    px = camera.project(np.column_stack((landmarks_mm, np.full(21, 6.0))))
    palm = px[[0, 5, 9, 13, 17]].round().astype(np.int32)
    cv2.fillConvexPoly(picture, cv2.convexHull(palm), skin)
    for chain in chains:
        points = (px[chain] * 16).round().astype(np.int32)
        cv2.polylines(picture, [points], isClosed=False, color=skin, thickness=14, lineType=cv2.LINE_AA, shift=4)
    noise = np.random.default_rng(1).normal(0, 3, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


class TestPosture:
    @pytest.mark.parametrize("degrees", [0, 37, 90, 180, -120])
    @pytest.mark.parametrize("mirror", [1, -1])
    def test_open_and_closed_are_told_at_any_rotation_left_and_right(self, degrees: float, mirror: int):
        for hand, kind in ((OPEN_HAND, Kind.OPEN), (CLOSED_HAND, Kind.CLOSED)):
            posture = posture_of(turned(hand * (mirror, 1), degrees) * BREADTH_MM)
            assert (posture.kind, posture.advice) == (kind, "")

    def test_half_spread_fingers_are_neither(self):
        between = posture_of((0.5 * OPEN_HAND + 0.5 * CLOSED_HAND) * BREADTH_MM)
        assert between.kind is None
        assert between.advice in {"spread", "thumb"}

    def test_curled_fingers_are_not_flat(self):
        curled = OPEN_HAND.copy()
        for base in (5, 9, 13, 17):
            curled[base + 1 : base + 4] = curled[base] + (curled[base + 1 : base + 4] - curled[base]) * 0.4
        assert posture_of(curled * BREADTH_MM).advice == "flat"

    def test_a_bent_finger_is_not_straight(self):
        bent = OPEN_HAND.copy()
        bent[[7, 8]] = bent[6] + [[0.3, 0.1], [0.5, -0.1]]
        assert posture_of(bent * BREADTH_MM).advice == "flat"

    def test_a_hand_on_its_edge_is_not_flat(self):
        assert posture_of(OPEN_HAND * (0.4, 1) * BREADTH_MM).advice == "flat"

    def test_a_thumb_over_the_palm_is_asked_to_lie_alongside(self):
        folded = CLOSED_HAND.copy()
        folded[[2, 3, 4]] = [[-0.3, 0.6], [-0.05, 0.9], [0.1, 1.2]]
        assert posture_of(folded * BREADTH_MM).advice == "thumb"

    def test_every_advice_is_there_in_both_languages(self):
        for text in ADVICE.values():
            assert text.en
            assert text.es
            assert text.en != text.es


class TestSide:
    @pytest.mark.parametrize("degrees", [0, 90, 200])
    def test_a_hand_on_its_palm_tells_its_side(self, degrees: float):
        assert side_of(turned(OPEN_HAND, degrees)) == "right"
        assert side_of(turned(OPEN_HAND * (-1, 1), degrees)) == "left"


class TestHeights:
    def test_landmarks_seen_on_one_plane_go_back_to_their_heights(self):
        from companion.vision.palm_measure import LANDMARK_HEIGHTS, LANDMARK_Z_MM

        camera = table_scale().camera
        true_mm = turned(OPEN_HAND, 30) * BREADTH_MM
        seen_px = camera.project(np.column_stack((true_mm, LANDMARK_HEIGHTS * BREADTH_MM)))
        on_plane = camera.to_plane(seen_px, LANDMARK_Z_MM)
        assert np.abs(on_plane - true_mm).max() > 3
        assert np.abs(lifted(camera, on_plane) - true_mm).max() < 1

    def test_an_outline_stands_over_on_the_far_side_only(self):
        camera = table_scale().camera
        away = -camera.position_mm[:2] / np.linalg.norm(camera.position_mm[:2])
        assert _overhang(camera, np.zeros(2), away) > 0
        assert _overhang(camera, np.zeros(2), -away) == 0
        assert _overhang(overhead(), np.zeros(2), away) == 0

    def test_the_usual_reach_is_usual_and_beyond_the_bounds_nothing_is(self):
        limits = (0.0, 0.1, 0.26)
        assert _usualness(0.1, limits) == 1
        assert _usualness(0.26, limits) == pytest.approx(0.5)
        assert _usualness(-0.01, limits) == _usualness(0.3, limits) == _usualness(-np.inf, limits) == 0


class TestTopView:
    def test_millimetres_and_pixels_go_both_ways(self):
        view = TopView(table_scale().camera, np.array([40.0, -20.0]), 200.0, 320, 6.0, 0.7)
        points = np.array([[40.0, -20.0], [100.0, 30.0], [-30.0, -60.0]])
        assert np.allclose(view.to_mm(view.to_px(points)), points)
        assert np.allclose(view.to_px(points)[0], (320 - 1) / 2)

    def test_it_is_never_mirrored_and_up_is_away_from_the_south_side(self):
        view = TopView(overhead(), np.zeros(2), 200.0, 100)
        right, up = view.to_px([[50.0, 0.0], [0.0, 50.0]]) - view.to_px([[0.0, 0.0]])
        assert right[0] > 0
        assert up[1] < 0

    def test_the_looked_up_picture_is_where_the_camera_sees_it(self):
        camera = table_scale().camera
        rows, columns = np.mgrid[: camera.height, : camera.width]
        ramp = np.dstack((columns // 8, rows // 8, np.zeros_like(rows))).astype(np.uint8)
        view = TopView(camera, np.array([60.0, 40.0]), 150.0, 200, 7.0)
        at = np.array([[20.0, 30.0], [150.0, 99.0]])
        px = camera.project(np.column_stack((view.to_mm(at), [7.0, 7.0])))
        seen = view.of(ramp)
        for (x, y), (column, row) in zip(at.astype(int), px, strict=True):
            assert seen[y, x, :2] == pytest.approx((column / 8, row / 8), abs=1.01)

    def test_it_knows_what_the_camera_cannot_see(self):
        view = TopView(overhead(), np.zeros(2), 200.0, 100)
        assert view.is_seen([[0.0, 0.0]])
        assert not view.is_seen([[900.0, 0.0]])

    def test_a_fine_picture_is_made_smaller_before_it_is_looked_up(self):
        camera = overhead(2560, 1920, 200.0)
        stripes = np.zeros((1920, 2560, 3), np.uint8)
        stripes[:, ::2] = 255
        assert abs(int(TopView(camera, np.zeros(2), 200.0, 100).of(stripes)[50, 50, 0]) - 127) < 20


class TestOutline:
    @pytest.mark.parametrize("degrees", [0, 70, 215])
    @pytest.mark.parametrize(
        ("skin", "mat"),
        [
            (SKIN, MAT),
            ((40, 55, 90), (200, 200, 205)),
            ((190, 215, 250), (150, 90, 60)),
            ((110, 140, 190), (150, 175, 210)),
        ],
    )
    def test_the_span_reaches_to_the_skin_not_to_the_landmark(self, degrees: float, skin, mat):
        landmarks = (turned(OPEN_HAND, degrees) - (0.1, 0.9)) * BREADTH_MM
        measured = measure(drawn(landmarks, skin, mat), overhead(), landmarks, Kind.OPEN)
        raw = float(np.linalg.norm(landmarks[4] - landmarks[20]))
        # the drawn fingers are 14 px broad, 16.2 mm at 6 mm height: the skin is 8.1 mm beyond each landmark
        assert measured.landmark_mm == pytest.approx(raw)
        assert measured.length_mm == pytest.approx(raw + 16.2, abs=2.5)
        assert measured.clear > 0.5

    def test_without_a_border_the_usual_reach_stands_in_and_it_is_said(self):
        landmarks = (OPEN_HAND - (0.1, 0.9)) * BREADTH_MM
        blank = np.full((480, 640, 3), 128, np.uint8)
        measured = measure(blank, overhead(), landmarks, Kind.OPEN)
        assert measured.clear < 0.6
        assert 150 < measured.length_mm < 230

    def test_the_same_picture_gives_the_same_skin(self):
        landmarks = (OPEN_HAND - (0.1, 0.9)) * BREADTH_MM
        picture = drawn(landmarks)
        one, other = (skin_around(picture, overhead(), landmarks, 4, 6.0).mask for _ in range(2))
        assert (one == other).all()

    def test_the_knuckles_are_the_measure(self):
        assert knuckle_breadth(OPEN_HAND * BREADTH_MM) == pytest.approx(BREADTH_MM, rel=0.02)
