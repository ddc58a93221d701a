"""The camera's place over the ring, held against the truth of the rendered scenes (field notes B)."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.vision import marker_search
from companion.vision.geometry import Lens
from companion.vision.lens import CalibrationError
from companion.vision.marker_layout import agreeing_markers, no_marker_advice
from companion.vision.marker_search import WholeMarker, detect
from companion.vision.ring_pose import ring_from_corners, ring_from_markers
from companion.vision.sources import read_picture
from companion.vision.table_file import MarkerPlace, Ring
from vision.calib_scene import DATA, jpeg, scene, turned_px


def clicks(letter: str, seed: int | None = None) -> dict[str, tuple[float, float]]:
    """The corners as a person clicks them: a pixel off."""
    shift = np.zeros((4, 2)) if seed is None else np.random.default_rng(seed).uniform(-1, 1, (4, 2))
    return {
        name: (x + dx, y + dy) for (name, (x, y)), (dx, dy) in zip(scene(letter).corners_px.items(), shift, strict=True)
    }


class TestMarkers:
    @pytest.mark.parametrize("letter", ["a", "b"])
    def test_the_mat_is_known_to_a_millimetre(self, letter):
        """dev_a: the near ropes cross two markers; dev_b: on the posts, one cut by the picture's edge."""
        the = scene(letter)
        pose = ring_from_markers([the.frame()], the.ring, the.markers, the.lens)
        assert the.worst_mm(pose.camera) < 1.0
        assert the.worst_mm(pose.camera) < pose.worst_mm < 3.0
        assert set(pose.used) >= {f"marker {number}" for number in range(4)}

    def test_without_a_lens_calibration_too(self):
        the = scene("a")
        pose = ring_from_markers([the.frame()], the.ring, the.markers, None)
        assert the.worst_mm(pose.camera) < 2.0
        assert pose.camera.lens_guessed

    def test_several_pictures_are_one_measurement(self):
        the = scene("a")
        frames = [the.frame(), the.frame(read_picture(DATA / "a_learn.jpg"))]
        pose = ring_from_markers(frames, the.ring, the.markers, the.lens)
        assert the.worst_mm(pose.camera) < 1.0

    @pytest.mark.parametrize("change", [lambda p: jpeg(p, 40), lambda p: np.clip(p * 0.6, 0, 255).astype(np.uint8),
                                        lambda p: np.clip(p * 1.4, 0, 255).astype(np.uint8)])  # fmt: skip
    def test_poor_pictures_do(self, change):
        the = scene("a")
        pose = ring_from_markers([the.frame(change(the.empty))], the.ring, the.markers, the.lens)
        assert the.worst_mm(pose.camera) < 1.5

    def test_two_markers_and_the_mat_do(self):
        the = scene("b")
        pose = ring_from_markers([the.frame()], the.ring, the.markers[2:], the.lens)
        assert the.worst_mm(pose.camera) < 2.0

    def test_one_readable_marker_finds_the_others(self):
        """Ropes cross two, a finger lies over the third: one is read, four are used."""
        the = scene("a")
        covered = the.empty.copy()
        quad = the.camera.project(the.markers[2].corners_mm)
        middle = tuple(int(x) for x in quad.mean(axis=0))
        cv2.line(covered, (middle[0] - 25, middle[1] + 2), (middle[0] + 25, middle[1] + 6), (120, 150, 210), 5)
        pose = ring_from_markers([the.frame(covered)], the.ring, the.markers, the.lens)
        assert the.worst_mm(pose.camera) < 1.5
        assert {"marker 0", "marker 1", "marker 3"} <= pose.used.keys()

    def test_one_marker_alone_is_refused(self):
        """A lone small marker fits poses that are metres off."""
        the = scene("a")
        alone = np.full_like(the.empty, 110)
        low, high = (f(the.camera.project(the.markers[3].corners_mm), axis=0) for f in (np.min, np.max))
        rows, columns = slice(int(low[1]) - 8, int(high[1]) + 8), slice(int(low[0]) - 8, int(high[0]) + 8)
        alone[rows, columns] = the.empty[rows, columns]
        with pytest.raises(CalibrationError, match="uncover another marker"):
            ring_from_markers([the.frame(alone)], the.ring, the.markers, the.lens)

    def test_a_bent_lens_nobody_measured(self):
        """k1 = -0.25 put on the picture; focal length, centre and bend come out of markers and sides."""
        the = scene("a")
        bent = replace(the.camera, dist=np.array([-0.25, 0.03, 0, 0, 0]))
        x, y = np.meshgrid(np.arange(1280.0), np.arange(720.0))
        source = the.lens.to_px(bent.undistort(np.column_stack((x.ravel(), y.ravel()))))
        maps = source.reshape(720, 1280, 2).astype(np.float32)
        picture = cv2.remap(the.empty, maps, None, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        pose = ring_from_markers([the.frame(np.asarray(picture))], the.ring, the.markers, None)
        assert the.worst_mm(pose.camera, bent) < 2.0
        assert pose.camera.dist[0] == pytest.approx(-0.25, abs=0.05)

    def test_a_marker_glued_on_a_quarter_turn_is_named_and_left_out(self):
        the = scene("b")
        wrong = replace(the.markers[3], corners_mm=np.roll(the.markers[3].corners_mm, 1, axis=0))
        pose = ring_from_markers([the.frame()], the.ring, [*the.markers[:3], wrong], the.lens)
        assert "turned by" in pose.unused["marker 3"]
        assert the.worst_mm(pose.camera) < 1.0

    def test_without_a_lens_a_mislaid_marker_is_told_and_not_bent_into_the_lens(self):
        true = scene("a")
        mislaid = replace(true.markers[0], corners_mm=true.markers[0].corners_mm + np.array([20, 0, 0]))
        pose = ring_from_markers([true.frame()], true.ring, [mislaid, *true.markers[1:]], None)
        assert pose.unused["marker 0"] == "lies elsewhere than the layout says"
        assert true.worst_mm(pose.camera) < 3.0

    def test_a_marker_that_lies_elsewhere_is_named_and_left_out(self):
        the = scene("b")
        wrong = replace(the.markers[2], corners_mm=the.markers[2].corners_mm + np.array([0, 60, 0]))
        # the truth's own corners stand in for the marker that the picture's edge cuts: four are read
        whole = [WholeMarker(place, the.camera.project(place.corners_mm)) for place in the.markers]
        whole[2] = WholeMarker(wrong, whole[2].corners_px)
        camera, agreeing, unused = agreeing_markers(whole, the.lens, (1280, 720))
        assert unused == {"marker 2": "lies elsewhere than the layout says"}
        assert [marker.place.id for marker in agreeing] == [0, 1, 3]
        assert the.worst_mm(camera) < 1.0

    def test_one_wrong_of_three_is_named_where_the_lens_is_known(self):
        the = scene("b")
        wrong = replace(the.markers[3], corners_mm=the.markers[3].corners_mm + np.array([0, 60, 0]))
        pose = ring_from_markers([the.frame()], the.ring, [*the.markers[:3], wrong], the.lens)
        assert pose.unused["marker 3"] == "lies elsewhere than the layout says"
        assert the.worst_mm(pose.camera) < 1.0

    def test_a_camera_that_moved_between_the_pictures_is_told(self):
        the = scene("a")
        moved = np.roll(the.empty, (6, 9), axis=(0, 1))
        with pytest.raises(CalibrationError, match="between the pictures"):
            ring_from_markers([the.frame(), the.frame(moved)], the.ring, the.markers, the.lens)


class TestTurns:
    """B-04: corners are known by their names, never by where they are in the picture."""

    @pytest.mark.parametrize("quarters", [1, 2, 3])
    def test_markers_give_the_same_millimetres(self, quarters):
        the = scene("a")
        turned = np.ascontiguousarray(np.rot90(the.empty, quarters))
        pose = ring_from_markers([the.frame(turned)], the.ring, the.markers, None)
        grid = the.grid_mm()
        seen = turned_px(the.camera.project(grid), (1280, 720), quarters)
        assert np.linalg.norm(pose.camera.to_plane(seen, 0.0) - grid[:, :2], axis=1).max() < 2.5

    @pytest.mark.parametrize("quarters", [1, 2, 3])
    def test_clicks_give_the_same_millimetres(self, quarters):
        the = scene("c")
        turned = np.ascontiguousarray(np.rot90(the.empty, quarters))
        corners = turned_px(np.array(list(the.corners_px.values())), (960, 540), quarters)
        named = {name: (float(x), float(y)) for name, (x, y) in zip(the.corners_px, corners, strict=True)}
        pose = ring_from_corners([the.frame(turned)], the.ring, named, None)
        grid = the.grid_mm()
        seen = turned_px(the.camera.project(grid), (960, 540), quarters)
        assert np.linalg.norm(pose.camera.to_plane(seen, 0.0) - grid[:, :2], axis=1).max() < 5.0

    def test_a_mirrored_picture_is_refused_by_its_markers(self):
        the = scene("b")
        with pytest.raises(CalibrationError, match="mirrored"):
            ring_from_markers([the.frame(np.ascontiguousarray(the.empty[:, ::-1]))], the.ring, the.markers, the.lens)

    def test_a_mirrored_picture_is_refused_by_its_clicks(self):
        the = scene("c")
        flipped = {name: (959 - x, y) for name, (x, y) in the.corners_px.items()}
        with pytest.raises(CalibrationError, match="mirrored"):
            ring_from_corners([the.frame(np.ascontiguousarray(the.empty[:, ::-1]))], the.ring, flipped, the.lens)


class TestClicks:
    @pytest.mark.parametrize("seed", [None, 3, 4])
    def test_four_clicks_do_with_a_lens(self, seed):
        the = scene("c")
        pose = ring_from_corners([the.frame()], the.ring, clicks("c", seed), the.lens)
        assert the.worst_mm(pose.camera) < 3.0
        assert the.worst_mm(pose.camera) < pose.worst_mm

    @pytest.mark.parametrize("letter", ["a", "b", "c"])
    def test_four_clicks_do_without_one(self, letter):
        the = scene(letter)
        pose = ring_from_corners([the.frame()], the.ring, clicks(letter, 5), None)
        assert the.worst_mm(pose.camera) < 5.0
        assert pose.camera.lens_guessed
        assert abs(pose.camera.K[0, 0] / the.camera.K[0, 0] - 1) < 0.05

    def test_a_bare_table_without_mat_edges_is_less_sure(self):
        """Nothing but the clicks carries it, and the millimetres told say so."""
        the = scene("c")
        blank = np.full_like(the.empty, 128)
        alone = ring_from_corners([the.frame(blank)], the.ring, clicks("c"), the.lens)
        seen = ring_from_corners([the.frame()], the.ring, clicks("c"), the.lens)
        assert alone.sure_mm > 1.2 * seen.sure_mm
        assert set(alone.unused) == {f"{name} side" for name in ("south", "east", "north", "west")}

    def test_the_side_of_a_barrel_lens_is_straightened(self):
        """B-10: k1 = -0.2 put on a synthetic ring is estimated from its bent sides."""
        lens = Lens(1280, 720, np.array([[900.0, 0, 639.5], [0, 900, 359.5], [0, 0, 1]]), np.array([-0.2, 0, 0, 0, 0]))
        camera = replace(scene("b").camera, K=lens.K, dist=lens.dist)
        ring = Ring((620, 620), 200)
        x, y = np.meshgrid(np.arange(1280.0), np.arange(720.0))
        mat = np.nan_to_num(camera.to_plane(np.column_stack((x.ravel(), y.ravel())), 0.0), nan=1e6)
        inside = (np.abs(mat) < 310).all(axis=1).reshape(720, 1280)
        picture = np.where(inside[..., None], (190, 120, 60), (60, 70, 80)).astype(np.uint8)
        picture = cv2.GaussianBlur(picture, (0, 0), 0.8)
        corners = camera.project(ring.corners_mm)
        named = {name: (float(u), float(v)) for name, (u, v) in zip(("sw", "se", "ne", "nw"), corners, strict=True)}
        pose = ring_from_corners([scene("b").frame(picture)], ring, named, None)
        assert pose.camera.dist[0] == pytest.approx(-0.2, abs=0.06)
        grid = np.column_stack([axis.ravel() for axis in np.meshgrid(*[np.linspace(-310, 310, 11)] * 2)])
        seen = camera.project(np.column_stack((grid, np.zeros(len(grid)))))
        assert np.linalg.norm(pose.camera.to_plane(seen, 0.0) - grid, axis=1).max() < 2.0

    @pytest.mark.parametrize(
        ("names", "words"),
        [
            (("sw", "nw", "ne", "se"), "wrong way round"),
            (("sw", "ne", "se", "nw"), "cross"),
        ],
    )
    def test_names_in_the_wrong_order_are_refused(self, names, words):
        the = scene("c")
        mixed = dict(zip(names, the.corners_px.values(), strict=True))
        with pytest.raises(CalibrationError, match=words):
            ring_from_corners([the.frame()], the.ring, mixed, the.lens)

    def test_clicks_that_are_no_such_ring_are_refused(self):
        the = scene("c")
        with pytest.raises(CalibrationError, match="miss a ring of 900 x 400 mm"):
            ring_from_corners([the.frame()], Ring((900, 400), 200), the.corners_px, the.lens)

    def test_clicks_on_one_spot_are_refused(self):
        the = scene("c")
        near = {name: (400 + x / 100, 300 + y / 100) for name, (x, y) in the.corners_px.items()}
        with pytest.raises(CalibrationError, match="almost the same place"):
            ring_from_corners([the.frame()], the.ring, near, the.lens)


class TestSizes:
    def test_a_lens_holds_for_the_same_shape_in_another_size(self):
        the = scene("a")
        half = cv2.resize(the.empty, (640, 360), interpolation=cv2.INTER_AREA)
        pose = ring_from_markers([the.frame(half)], the.ring, the.markers, the.lens)
        assert the.worst_mm(pose.camera, the.camera.scaled(0.5)) < 4.0
        assert (pose.camera.width, pose.camera.height) == (640, 360)

    def test_another_shape_is_refused(self):
        the = scene("a")
        with pytest.raises(CalibrationError, match="calibrated at 1280x720, the picture is 640x480"):
            ring_from_markers([the.frame(cv2.resize(the.empty, (640, 480)))], the.ring, the.markers, the.lens)

    def test_pictures_of_two_sizes_are_refused(self):
        the = scene("a")
        with pytest.raises(CalibrationError, match="different sizes"):
            ring_from_markers(
                [the.frame(), the.frame(cv2.resize(the.empty, (640, 360)))], the.ring, the.markers, the.lens
            )


def print_of(number: int, margin_px: int, dictionary: int = cv2.aruco.DICT_4X4_50) -> np.ndarray:
    """A marker of 200 px on black cloth, with so much white paper around it."""
    book = cv2.aruco.getPredefinedDictionary(dictionary)
    drawn = cv2.aruco.generateImageMarker(book, number, 200)
    paper = cv2.copyMakeBorder(drawn, *[margin_px] * 4, cv2.BORDER_CONSTANT, value=255)
    cloth = cv2.copyMakeBorder(paper, *[300 - margin_px] * 4, cv2.BORDER_CONSTANT, value=10)
    return cv2.cvtColor(cloth, cv2.COLOR_GRAY2BGR)


class TestNothingIsFound:
    PLACES = (MarkerPlace(7, "DICT_5X5_100", 44.0, np.zeros((4, 3))),)

    def advice(self, picture: np.ndarray, places=PLACES) -> str:
        the = scene("a")
        with pytest.raises(CalibrationError) as caught:
            ring_from_markers([the.frame(picture)], the.ring, places, None)
        return str(caught.value)

    def test_another_dictionary_is_named(self):
        """B-01: a 4x4 marker where a 5x5 one is due."""
        advice = self.advice(print_of(7, 60))
        assert "DICT_4X4" in advice
        assert "expected are DICT_5X5_100" in advice

    def test_another_id_is_named(self):
        advice = self.advice(print_of(7, 60), (MarkerPlace(3, "DICT_4X4_50", 44.0, np.zeros((4, 3))),))
        assert "marker 7 found, but the layout has DICT_4X4_50: 3" in advice

    def test_a_marker_printed_twice_is_told(self):
        """Its two prints are no other dictionary's."""
        twice = np.hstack([print_of(3, 60), print_of(3, 60)])
        places = (MarkerPlace(3, "DICT_4X4_50", 44.0, np.zeros((4, 3))),)
        advice = no_marker_advice(scene("a").frame(twice), places)
        assert advice.en.startswith("marker 3 is seen twice")
        assert advice.es.startswith("la marca 3 se ve dos veces")

    def test_a_print_without_its_margin_is_advised_about(self):
        """B-02: margin, gloss, curl, occlusion."""
        advice = self.advice(print_of(3, 0), (MarkerPlace(3, "DICT_4X4_50", 44.0, np.zeros((4, 3))),))
        for word in ("white margin", "gloss", "flat", "uncovered"):
            assert word in advice

    def test_a_print_needs_a_white_margin(self):
        """B-02: on a dark ground a marker of 200 px is found from 5 px of white on, never without any."""
        grey = {margin: cv2.cvtColor(print_of(3, margin), cv2.COLOR_BGR2GRAY) for margin in (0, 5)}
        read = {margin: set(detect(picture, "DICT_4X4_50", forgiving=False)) for margin, picture in grey.items()}
        assert read == {0: set(), 5: {3}}


def test_a_whole_window_is_compared_as_one_with_an_edge() -> None:
    """Where every pixel is real three of its six sums are the same at every shift."""
    chance = np.random.default_rng(4)
    window, template = chance.uniform(0, 255, (60, 70)), chance.uniform(0, 1, (20, 24))
    mask = (chance.uniform(0, 1, template.shape) > 0.2).astype(float)
    known = np.ones(window.shape)
    whole = marker_search._correlation(window, known, template, mask)
    known[0, 0] = 0.0  # only the first place has it
    edge = marker_search._correlation(window, known, template, mask)
    assert np.allclose(whole.ravel()[1:], edge.ravel()[1:], atol=1e-9)
