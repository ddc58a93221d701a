"""A bar tells one length: what it may be believed for, and what is refused with its reason."""

from dataclasses import replace

import numpy as np
import pytest

from companion.vision import hand
from companion.vision.hand import Look, NoPalm, Palm, palm_of_looks
from companion.vision.palm_bar import bar_doubt
from companion.vision.palm_measure import ADVICE, Kind, Measure
from companion.vision.references import scales_of_bar
from vision.palm_scene import CLOSED_HAND, OPEN_HAND, overhead, table_scale
from vision.test_palm_references import with_bar

KNUCKLES_MM = 62.0
# the drawing has its knuckles square to the palm; a hand's stand at some 104 degrees
SLANT = np.array([[1.0, -0.22], [0.0, 1.0]])


def a_hand(shape: np.ndarray = OPEN_HAND) -> np.ndarray:
    hand_mm = np.asarray(shape, dtype=float) * KNUCKLES_MM
    breadth = np.linalg.norm(hand_mm[17] - hand_mm[5])
    return hand_mm * KNUCKLES_MM / breadth


def turned(points: np.ndarray, deg: float) -> np.ndarray:
    c, s = np.cos(np.radians(deg)), np.sin(np.radians(deg))
    return points @ np.array([[c, s], [-s, c]])


def a_bar(hand_mm: np.ndarray, off_deg: float = 0.0, beside_mm: float = 100.0) -> np.ndarray:
    """150 mm along the span, on the fingers' side."""
    span = hand_mm[20] - hand_mm[4]
    along = span / np.linalg.norm(span)
    middle = (hand_mm[4] + hand_mm[20]) / 2 + np.array([-along[1], along[0]]) * beside_mm
    return turned(np.array([-along, along]) * 75, off_deg) + middle


def squeezed(points: np.ndarray, tilt_deg: float, way_deg: float) -> np.ndarray:
    """As a camera sees it that looks so far from straight down."""
    flat = turned(points, -way_deg) * (1.0, np.cos(np.radians(tilt_deg)))
    return turned(flat, way_deg)


class TestDoubt:
    def test_a_bar_along_the_span_is_believed(self):
        hand_mm = a_hand()
        assert bar_doubt(a_bar(hand_mm), hand_mm, hand_mm[[4, 20]]) == ""
        assert bar_doubt(a_bar(hand_mm, 12), hand_mm, hand_mm[[4, 20]]) == ""
        assert bar_doubt(a_bar(hand_mm)[::-1], hand_mm, hand_mm[[20, 4]]) == ""

    @pytest.mark.parametrize(("off_deg", "beside_mm"), [(20, 100), (90, 100), (0, 160), (0, -200)])
    def test_a_bar_across_or_far_away_is_not(self, off_deg: float, beside_mm: float):
        hand_mm = a_hand()
        assert bar_doubt(a_bar(hand_mm, off_deg, beside_mm), hand_mm, hand_mm[[4, 20]]) == "bar_along"

    def test_a_bar_beyond_the_end_of_the_span_is_not(self):
        hand_mm = a_hand()
        assert bar_doubt(a_bar(hand_mm) + np.array([260.0, 0.0]), hand_mm, hand_mm[[4, 20]]) == "bar_along"

    @pytest.mark.parametrize("shape", [OPEN_HAND, CLOSED_HAND])
    @pytest.mark.parametrize("way_deg", [0, 45, 90, 135])
    def test_a_hand_seen_from_the_side_has_no_hands_proportions(self, shape: np.ndarray, way_deg: float):
        hand_mm = a_hand(shape)
        seen = squeezed(hand_mm, 50, way_deg)
        bar = squeezed(a_bar(hand_mm), 50, way_deg)
        assert bar_doubt(bar, seen, seen[[4, 20]]) == "bar_tilt"

    def test_what_is_let_through_is_nearly_right(self):
        """Over all directions and tilts: the bar's own error, in the worst case that is not refused."""
        hand_mm, worst = a_hand(), 0.0
        for tilt_deg in range(0, 61, 5):
            for way_deg in range(0, 180, 15):
                for off_deg in range(-90, 90, 6):
                    bar, seen = (squeezed(one, tilt_deg, way_deg) for one in (a_bar(hand_mm, off_deg), hand_mm))
                    if bar_doubt(bar, seen, seen[[4, 20]]):
                        continue
                    scale = 150 / np.linalg.norm(bar[1] - bar[0])
                    length = scale * np.linalg.norm(seen[20] - seen[4])
                    worst = max(worst, abs(length / np.linalg.norm(hand_mm[20] - hand_mm[4]) - 1))
        assert 0.01 < worst < 0.045


class TestPalms:
    def looks(self, ends_mm: list[list[float]]) -> list[Look]:
        found = Measure(Kind.OPEN, "left", 190.0, 180.0, np.array(ends_mm), 0.9)
        return [Look(found, "", a_hand())] * 4

    def test_a_refusal_tells_what_to_do(self):
        scale = replace(table_scale(), bar_mm=np.array([[-75.0, 60.0], [75.0, 60.0]]))
        across = palm_of_looks(self.looks([[0, -95, 7], [0, 95, 6]]), scale, frames=1, is_child=False)
        assert isinstance(across, NoPalm)
        assert across.advice == ADVICE["bar_along"]
        along = palm_of_looks(self.looks([[-95, 0, 7], [95, 0, 6]]), scale, frames=1, is_child=False)
        assert isinstance(along, Palm)

    def test_the_bar_lies_where_it_was_found(self):
        camera = overhead(1280, 960, 400.0)
        (scale, *_) = scales_of_bar(with_bar(camera, printed=True), 150.0)
        assert scale.bar_mm is not None
        assert np.linalg.norm(scale.bar_mm[1] - scale.bar_mm[0]) == pytest.approx(150, abs=0.5)
        assert np.allclose(scale.bar_mm.mean(axis=0), 0, atol=1.0)


def test_other_scales_have_no_bar():
    assert table_scale().bar_mm is None
    assert hand.bar_doubt is bar_doubt
