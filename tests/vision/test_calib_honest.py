"""What is told to be sure in mm is so when what people gave is wrong: a click, a marker's place, two markers exchanged.

Each wrong input is refused in one line that names it, left out and named, or makes the stated uncertainty at least the
true error. `scripts/bars_calibration.py` runs many more of them on the whole scenes.
"""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.vision.lens import CalibrationError
from companion.vision.marker_layout import agreeing_markers, in_place_of, seen_twice
from companion.vision.marker_search import WholeMarker
from companion.vision.pose_fit import Fit
from companion.vision.ring_pose import RingPose, _Measured, _Search, ring_from_corners, ring_from_markers
from companion.vision.shots import shots_of
from companion.vision.table_file import SIDE_NAMES, MarkerPlace, Ring
from vision.calib_scene import Scene, scene


def is_honest(the: Scene, pose: RingPose) -> bool:
    """The stated millimetres hold: 95 of 100 mat points, and the worst one, with a little room for chance."""
    grid = the.grid_mm()
    away = np.linalg.norm(pose.camera.to_plane(the.camera.project(grid), 0.0) - grid[:, :2], axis=1)
    return bool(np.percentile(away, 95) <= 1.15 * pose.sure_mm + 0.3 and away.max() <= 1.25 * pose.worst_mm + 0.5)


def clicked(the: Scene, name: str, x_px: float, y_px: float) -> dict[str, tuple[float, float]]:
    x, y = the.corners_px[name]
    return the.corners_px | {name: (x + x_px, y + y_px)}


def moved(the: Scene, number: int, shift_mm: tuple[float, float, float]) -> list[MarkerPlace]:
    return [
        replace(place, corners_mm=place.corners_mm + np.array(shift_mm)) if place.id == number else place
        for place in the.markers
    ]


class TestClicks:
    @pytest.mark.parametrize(("letter", "name", "x_px", "y_px"), [("a", "sw", 31, 11), ("c", "ne", -20, 26)])
    def test_one_click_33_px_off_is_named_and_left_out(self, letter, name, x_px, y_px):
        the = scene(letter)
        pose = ring_from_corners([the.frame()], the.ring, clicked(the, name, x_px, y_px), the.lens)
        assert pose.unused[f"{name} corner"].startswith("clicked 3")
        assert is_honest(the, pose)
        assert the.worst_mm(pose.camera) < 4.0

    @pytest.mark.slow
    def test_so_it_is_without_a_lens(self):
        the = scene("b")
        pose = ring_from_corners([the.frame()], the.ring, clicked(the, "se", 0, -20), None)
        assert pose.unused["se corner"] == "clicked 20 px beside it"
        assert is_honest(the, pose)

    def test_where_no_side_is_seen_the_clicks_disagreement_is_the_uncertainty(self):
        the = scene("c")
        blank = the.frame(np.full_like(the.empty, 128))
        pose = ring_from_corners([blank], the.ring, clicked(the, "sw", 5, 3), the.lens)
        assert pose.sure_mm >= 15.0
        assert is_honest(the, pose)

    def test_clicks_alone_without_a_lens_are_refused(self):
        the = scene("c")
        with pytest.raises(CalibrationError, match="nothing but the clicks"):
            ring_from_corners([the.frame(np.full_like(the.empty, 128))], the.ring, the.corners_px, None)

    def test_a_ring_of_another_shape_is_refused(self):
        the = scene("a")
        with pytest.raises(CalibrationError, match=r"a ring of 600 x 700 mm do not agree: .* check the size"):
            ring_from_corners([the.frame()], Ring((600, 700), 250), the.corners_px, the.lens)


class TestMarkers:
    @pytest.mark.slow
    def test_a_marker_10_mm_higher_than_it_is_makes_it_less_sure(self):
        the = scene("a")
        pose = ring_from_markers([the.frame()], the.ring, moved(the, 2, (0, 0, 10)), the.lens)
        assert is_honest(the, pose)
        assert pose.sure_mm > 5.0

    def test_two_exchanged_are_both_named(self):
        the = scene("b")
        # the truth's own corners stand in for the marker that the picture's edge cuts: four are read
        whole = [WholeMarker(place, the.camera.project(place.corners_mm)) for place in the.markers]
        first, last = whole[0], whole[3]
        whole[0], whole[3] = replace(first, corners_px=last.corners_px), replace(last, corners_px=first.corners_px)
        camera, agreeing, unused = agreeing_markers(whole, the.lens, (1280, 720))
        assert unused.keys() == {"marker 0", "marker 3"}
        assert [marker.place.id for marker in agreeing] == [1, 2]
        assert the.worst_mm(camera) < 20.0  # a first pose, from corners that no white paper has eaten

    def test_two_exchanged_of_three_are_named_in_the_refusal(self):
        the = scene("b")
        first, second, third, _ = (WholeMarker(place, the.camera.project(place.corners_mm)) for place in the.markers)
        wrong = [replace(first, corners_px=third.corners_px), second, replace(third, corners_px=first.corners_px)]
        with pytest.raises(CalibrationError, match="markers 0 and 2 are exchanged"):
            agreeing_markers(wrong, the.lens, (1280, 720))

    def test_where_an_exchanged_one_lies_is_told(self):
        the = scene("b")
        a, b = the.markers[0], the.markers[3]
        places = [replace(a, corners_mm=b.corners_mm), *the.markers[1:3], replace(b, corners_mm=a.corners_mm)]
        assert in_place_of(the.camera, shots_of([the.frame()]), places[3], places) is places[0]

    @pytest.mark.parametrize(("one", "other"), [(0, 1), (1, 2), (0, 3)])
    def test_two_exchanged_some_behind_ropes_are_both_named_without_a_lens(self, one, other):
        """0 and 1 can hardly be read: each print is looked for in the other's place."""
        the = scene("a")
        a, b = the.markers[one], the.markers[other]
        swapped = {one: b.corners_mm, other: a.corners_mm}
        places = [replace(place, corners_mm=swapped.get(place.id, place.corners_mm)) for place in the.markers]
        with pytest.raises(CalibrationError, match=f"markers {one} and {other} are exchanged: each lies where") as no:
            ring_from_markers([the.frame()], the.ring, places, None)
        assert f"las marcas {one} y {other} están cambiadas" in no.value.spanish

    @pytest.mark.slow
    def test_a_mislaid_marker_that_bends_the_lens_makes_all_less_sure(self):
        """What the other markers say alone tells nothing: each of them bends with it. Leaving each out tells."""
        the = scene("a")
        moved = the.markers[2].corners_mm + np.array([20.0, 0, 0])
        places = [*the.markers[:2], replace(the.markers[2], corners_mm=moved), the.markers[3]]
        pose = ring_from_markers([the.frame()], the.ring, places, None)
        assert is_honest(the, pose)

    @pytest.mark.parametrize(
        ("other_px", "lens_known", "counts"), [(0.28, False, True), (0.28, True, False), (0.4, False, False)]
    )
    def test_a_lens_that_bends_finds_a_fourth_side_with_the_wrong_marker_too(self, other_px, lens_known, counts):
        """Fits without another marker count against it unless they are clearly worse."""
        the = scene("a")
        search = _Search([], the.ring, the.markers, the.lens if lens_known else None, (1280, 720))

        def fitted(sides: int, error_px: float) -> _Measured:
            errors = {f"{name} side": 0.2 for name in SIDE_NAMES[:sides]}
            return _Measured(Fit(the.camera, {}, error_px, errors, np.zeros(6)), [], {})

        assert search.is_rival(fitted(3, other_px), fitted(4, 0.26)) is counts
        assert search.is_rival(fitted(4, other_px), fitted(4, 0.26))
        assert not search.is_rival(fitted(2, 0.2), fitted(4, 0.26))

    @pytest.mark.slow
    def test_all_too_high_are_refused(self):
        """They agree with one another: the mat, found by itself, tells."""
        the = scene("a")
        raised = [replace(place, corners_mm=place.corners_mm + np.array([0, 0, 40.0])) for place in the.markers]
        with pytest.raises(CalibrationError, match="the markers and the edge of a mat of 700 x 700 mm do not agree"):
            ring_from_markers([the.frame()], the.ring, raised, the.lens)

    def test_a_print_seen_twice_is_told(self):
        book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        picture = np.full((200, 500, 3), 255, np.uint8)
        for left, number in ((20, 2), (180, 1), (340, 2)):
            drawn = cv2.aruco.generateImageMarker(book, number, 100)
            picture[50:150, left : left + 100] = drawn[..., None]
        shots = shots_of([scene("a").frame(picture)])
        assert seen_twice([shot.grey for shot in shots], scene("a").markers) == {2}
