"""A hand under a lamp: measured as long as its edge is there, else told so."""

from collections.abc import Iterator

import numpy as np
import pytest

from companion.vision.hand import NoPalm, Palm, look_at_landmarks, palm_of_looks, palm_of_still
from companion.vision.hand_worker import HandWorker
from companion.vision.palm_light import is_grey, is_washed_out, white_share
from companion.vision.palm_measure import ADVICE, LANDMARK_Z_MM, Kind, Measure
from vision.palm_scene import OPEN_HAND, OPEN_MM, hand_picture, overhead, table_scale

HAND_MM = np.asarray(OPEN_HAND, dtype=float) * 60 - (20, 80)


def brighter(picture: np.ndarray, gain: float) -> np.ndarray:
    """The same scene in so many times the light, as an sRGB camera clips it."""
    light = np.clip((picture / 255.0) ** 2.2 * gain, 0, 1)
    return (light ** (1 / 2.2) * 255).astype(np.uint8)


class TestShare:
    def test_a_white_hand_is_washed_out_and_a_white_mat_is_not(self):
        camera = overhead()
        assert is_washed_out(np.full((480, 640, 3), 255, np.uint8), camera, HAND_MM, LANDMARK_Z_MM)
        skin = np.full((480, 640, 3), 255, np.uint8)
        skin[:] = (190, 219, 255)
        assert white_share(skin, camera, HAND_MM, LANDMARK_Z_MM) == 0.0

    def test_half_a_hand_in_the_light_is_half(self):
        camera = overhead()
        picture = np.zeros((480, 640, 3), np.uint8)
        middle_px = camera.project([[*HAND_MM.mean(axis=0), LANDMARK_Z_MM]])[0]
        picture[: int(middle_px[1])] = 255
        assert 0.3 < white_share(picture, camera, HAND_MM, LANDMARK_Z_MM) < 0.7

    def test_nothing_seen_is_nothing_white(self):
        behind = np.full((21, 2), 1e7)
        assert white_share(np.full((480, 640, 3), 255, np.uint8), overhead(), behind, 1e6) == 0.0

    def test_the_look_says_so_before_anything_else(self):
        scale = table_scale()
        white = np.full((720, 1280, 3), 255, np.uint8)
        look = look_at_landmarks(white, scale, HAND_MM)
        assert (look.measure, look.advice) == (None, "bright")


@pytest.fixture(scope="module")
def worker() -> Iterator[HandWorker]:
    one = HandWorker(answer_timeout_s=60.0)
    yield one
    one.close()


@pytest.mark.slow
class TestStills:
    def test_twice_the_light_still_measures(self, worker: HandWorker):
        found = palm_of_still(brighter(hand_picture("open_left"), 2.0), [table_scale()], worker)
        assert isinstance(found, Palm)
        assert found.length_mm == pytest.approx(OPEN_MM, abs=4)

    def test_a_hand_like_a_lamp_is_told_to_go_out_of_the_light(self, worker: HandWorker):
        found = palm_of_still(brighter(hand_picture("open_left"), 12.0), [table_scale()], worker)
        assert isinstance(found, NoPalm)
        assert found.advice in {ADVICE["bright"], ADVICE["no_hand"]}


def test_a_picture_without_colour_is_known_and_its_edges_count_less(monkeypatch):
    picture = hand_picture("open_left")
    grey = np.repeat(picture.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
    assert is_grey(grey)
    assert not is_grey(picture)
    assert not is_grey(np.clip(picture.astype(float) * 0.4, 0, 255).astype(np.uint8))
    scale = table_scale()
    plain = Measure(Kind.OPEN, "left", 190.0, 180.0, np.array([[-95.0, 0, 7], [95.0, 0, 7]]), 1.0)
    monkeypatch.setattr("companion.vision.hand.measure", lambda *_: plain)
    monkeypatch.setattr("companion.vision.hand.is_washed_out", lambda *_: False)
    monkeypatch.setattr("companion.vision.hand.kind_or_advice", lambda *_: Kind.OPEN)
    sure, unsure = (
        palm_of_looks([look_at_landmarks(one, scale, np.zeros((21, 2)))] * 4, scale, frames=1, is_child=False)
        for one in (picture, grey)
    )
    assert unsure.confidence < sure.confidence - 0.2
    assert (sure.advice, unsure.advice) == ((), (ADVICE["edge"],))
