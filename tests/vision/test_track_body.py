"""Bodies in millimetres: carving, drawing, sliding, finding a pose; and the fast camera formulas."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.vision.body import (
    BUILDS,
    KINDS,
    TIPS,
    Pose,
    Window,
    best_shift,
    contact_centre,
    place,
    render,
    rotation_z,
    tip_over,
)
from companion.vision.colours import fit_colours
from companion.vision.figures import likely_kind, measured_height, skeleton_mask
from companion.vision.geometry import Camera
from companion.vision.pipeline import sureness
from companion.vision.placing import Placed, Search, Shape, _Try, evidence_for, run
from companion.vision.view import View
from vision.track_scene import COLOURS, LEARN, PAINTER, empty, moved, tracker

BENT = Camera(
    640,
    360,
    np.array([[480.0, 0, 324.0], [0, 480.0, 176.0], [0, 0, 1]]),
    np.array([-0.09, 0.05, 0.0005, -0.0004, -0.01]),
    PAINTER.camera.rvec,
    PAINTER.camera.tvec_mm,
)


class TestView:
    def test_it_says_what_the_camera_says(self):
        view = View(BENT)
        rng = np.random.default_rng(0)
        points = np.column_stack([rng.uniform(-400, 400, (200, 2)), rng.uniform(-40, 150, 200)])
        assert view.project(points) == pytest.approx(BENT.project(points))
        pixels = BENT.project(points)
        for (column, row), (_, _, z) in zip(pixels, points, strict=True):
            assert view.to_level(column, row, z) == pytest.approx(BENT.to_plane([[column, row]], z)[0], abs=0.02)

    def test_above_the_horizon_there_is_no_place(self):
        assert np.isnan(View(PAINTER.camera).to_level(320, -2000, 0.0)).all()


class TestBodies:
    @pytest.mark.parametrize("tip", TIPS)
    def test_a_body_that_was_tipped_lies_on_the_table_centred_on_its_contact(self, tip):
        box = np.stack(np.meshgrid(np.arange(-12, 13, 4.0), np.arange(-20, 21, 4.0), np.arange(2, 100, 4.0)), -1)
        lying = tip_over(box.reshape(-1, 3), tip)
        assert lying[:, 2].min() == pytest.approx(2.0)
        assert np.ptp(lying[:, 2]) < 45
        assert contact_centre(lying) == pytest.approx([0, 0], abs=0.5)

    def test_a_turn_is_counter_clockwise(self):
        assert rotation_z(90) @ [1, 0, 0] == pytest.approx([0, 1, 0])
        assert place(np.array([[10.0, 0, 5]]), Pose(1, 2, -40, 90))[0] == pytest.approx([1, 12, -35])

    def test_a_carved_body_casts_the_silhouette_it_was_carved_from(self):
        following = tracker()
        scene = following.scene
        for follow in following._tracker.follows:
            figure = follow.shape.figure
            learned = figure.silhouette(scene.scale, (scene.camera.height, scene.camera.width))
            window = Window(0, 0, scene.camera.width, scene.camera.height)
            drawn = render(place(follow.shape.bodies[0]["up"], figure.learned_at), scene.view, window) > 0
            assert (learned & drawn).sum() / (learned | drawn).sum() > 0.8

    @pytest.mark.parametrize("kind", KINDS)
    def test_class_and_height_are_read_from_the_silhouette(self, kind):
        pose, camera = Pose(60.0, -40.0, 0.0, -70.0), PAINTER.camera
        mask = skeleton_mask(camera, pose, kind, 100.0)
        assert likely_kind(mask, camera, pose, 100.0) == kind
        if kind == "humanoid":
            height_mm, is_sure = measured_height(mask, camera, pose)
            assert height_mm == pytest.approx(100, abs=12)
            assert is_sure or kind != "humanoid"


@pytest.fixture(scope="module")
def shape():
    return tracker()._tracker.follows[0].shape


class TestBuilds:
    """One picture leaves open how an arm is held in depth: other ways are tried, and the one that fits is taken."""

    def test_every_build_casts_the_silhouette_of_the_weigh_in(self, shape):
        scene, figure = tracker().scene, shape.figure
        window = Window(0, 0, scene.camera.width, scene.camera.height)
        learned = figure.silhouette(scene.scale, (window.height, window.width))
        assert len(shape.bodies) == len(BUILDS["humanoid"]) > 3
        for body in shape.bodies:
            drawn = render(place(body["up"], figure.learned_at), scene.view, window) > 0
            assert (learned & drawn).sum() / (learned | drawn).sum() > 0.8

    @pytest.mark.parametrize(("build", "facing"), [(2, 150.0), (4, 60.0)])
    def test_one_that_lies_on_an_arm_is_placed_by_the_arm_it_has(self, shape, build, facing):
        scene = tracker().scene
        there = Pose(40.0, -60.0, 0.0, facing, "left", build)
        window = Window(0, 0, scene.camera.width, scene.camera.height)
        drawn = render(place(shape.bodies[build]["left"], there), scene.view, window) > 0
        picture = empty().copy()
        picture[cv2.resize(drawn.astype(np.uint8), (picture.shape[1], picture.shape[0])) > 0] = COLOURS["red"]
        seen = scene.look(picture)
        rows, columns = np.nonzero(seen.labels == 0)
        centre = np.array([columns.mean(), rows.mean()])
        answer = run(Search(scene, seen, shape, 0, centre, []))
        usual = run(Search(scene, seen, shape, 0, centre, [], in_haste=True))
        assert answer.pose.tip == "left"
        assert np.hypot(answer.pose.x_mm - 40, answer.pose.y_mm + 60) < 3
        assert usual.pose.build == 0
        assert np.hypot(usual.pose.x_mm - 40, usual.pose.y_mm + 60) > 5


class TestSliding:
    @pytest.mark.parametrize("slide", [(0, 0), (3, -2), (-7, 6), (10, 9)])
    def test_the_slide_is_found(self, slide):
        silhouette = np.zeros((60, 80), np.uint8)
        silhouette[20:44, 30:42] = 1
        silhouette[24:30, 42:52] = 1
        evidence = np.where(np.roll(silhouette, (slide[1], slide[0]), axis=(0, 1)) > 0, 1.0, -1.0).astype(np.float32)
        best, right, down = best_shift(silhouette, evidence, 10)
        assert best == silhouette.sum()
        assert (right, down) == pytest.approx(slide, abs=0.3)

    def test_an_empty_silhouette_fits_nowhere(self):
        assert best_shift(np.zeros((9, 9), np.uint8), np.ones((9, 9), np.float32), 4)[0] == -np.inf


class TestSearch:
    @pytest.mark.parametrize("facing", [-90.0, -40.0, 150.0])
    def test_place_and_facing_of_a_figure_somewhere_else(self, facing):
        following = tracker()
        scene = following.scene
        there = moved(LEARN[0], x_mm=120.0, y_mm=-200.0, facing_deg=facing)
        seen = scene.look(PAINTER.paint([there], seed=2))
        rows, columns = np.nonzero(seen.labels == 0)
        shape: Shape = following._tracker.follows[0].shape
        answer = run(Search(scene, seen, shape, 0, np.array([columns.mean(), rows.mean()]), []))
        assert np.hypot(answer.pose.x_mm - 120, answer.pose.y_mm + 200) < 6
        assert answer.pose.tip == "up"
        assert answer.score > 0.6


class TestSureness:
    """Confidence falls with what the sample clips' errors went with."""

    UPRIGHT = Placed(Pose(0.0, 0.0, 0.0, 0.0), 0.8, 0.2, -1.0, 300.0, spread_mm=20.0)

    @pytest.mark.parametrize(
        "changed",
        [
            {"score": 0.65},
            {"spread_mm": 35.0},
            # poses apart, and none of the facings stands out: both answers are a toss
            {"facing_lead": 0.0},
            {"pose": Pose(0.0, 0.0, 0.0, 0.0, "back")},
        ],
    )
    def test_each_doubt_lowers_it_clearly(self, changed):
        assert sureness(replace(self.UPRIGHT, **changed)) < sureness(self.UPRIGHT) - 0.05

    def test_a_place_where_all_facings_agree_needs_none(self):
        here = replace(self.UPRIGHT, spread_mm=1.0)
        assert sureness(replace(here, facing_lead=0.0)) == pytest.approx(sureness(here), abs=0.02)

    def test_a_figure_hardly_told_from_what_is_behind_it_is_less_sure(self):
        assert sureness(self.UPRIGHT, told_part=0.35) < sureness(self.UPRIGHT) - 0.08

    def test_a_final_place_stays_certain_unless_next_to_nothing_is_explained(self):
        poor = replace(self.UPRIGHT, score=0.4, spread_mm=80.0, facing_lead=0.0)
        assert sureness(poor) == 0.5
        assert sureness(poor, is_final=False) < 0.5
        assert sureness(replace(poor, score=0.3)) < 0.5


class TestLooks:
    """Two looks at a figure that nobody touched: whether it lies is told by the mean of both."""

    @pytest.mark.parametrize(("earlier", "lies"), [(-1.0, False), (0.19, True), (-0.1, False), (0.09, False)])
    def test_a_thin_lead_is_weighed_with_the_earlier_one(self, earlier, lies):
        following = tracker()
        scene = following.scene
        seen = scene.look(PAINTER.paint(LEARN, seed=2))
        shape: Shape = following._tracker.follows[0].shape
        before = Placed(Pose(0.0, 0.0, 0.0, 0.0), 0.9, 0.1, earlier, 300.0)
        search = Search(scene, seen, shape, 0, np.array([200.0, 150.0]), [], earlier=before)
        up, back = _Try(Pose(0.0, 0.0, 0.0, 0.0), 0.779), _Try(Pose(5.0, 0.0, 0.0, 0.0, "back"), 0.829)
        assert (search._answer([up], [back], 300.0).pose.tip == "back") is lies

    @pytest.mark.parametrize("hand_at_first", [False, True])
    def test_a_look_past_fingers_does_not_count(self, monkeypatch, hand_at_first):
        inner = tracker()._tracker
        seen = inner.scene.look(PAINTER.paint(LEARN, seed=2))
        asked = []

        def kept(self, *args, earlier=None, **more):
            asked.append(earlier)

        follow = inner.follows[0]
        rows, columns = np.nonzero(seen.labels == 0)
        follow.piece_px = np.array([columns.mean(), rows.mean()])
        monkeypatch.setattr(Search, "__init__", kept)
        monkeypatch.setattr(Search, "steps", lambda _: iter(()))
        inner._hands.present = hand_at_first
        inner._begin(0, follow, seen)
        inner._rest(follow, Placed(Pose(-150.0, 60.0, 0.0, -90.0, "back"), 0.9, 0.1, 0.19, 300.0))
        inner._hands.present = False
        inner._begin(0, follow, seen, again=True)
        assert asked == [None, None if hand_at_first else follow.placed]


class TestEvidence:
    def test_asked_once_for_a_neighbourhood_it_is_what_each_window_says(self):
        following = tracker()
        scene = following.scene
        seen = scene.look(PAINTER.paint(LEARN, seed=2))
        shape: Shape = following._tracker.follows[0].shape
        search = Search(scene, seen, shape, 0, np.array([200.0, 150.0]), [2])
        near, far = Pose(-150.0, 60.0, 0.0, 0.0), Pose(150.0, 60.0, 0.0, 0.0)
        for pose in (near, Pose(-140.0, 75.0, 0.0, 40.0, "left"), far, near):
            window, evidence = search._around(pose)
            assert np.array_equal(evidence, evidence_for(scene, seen, 0, window, [2]))
        assert shape.window(scene.view, far.x_mm, far.y_mm, 0.0) not in search._area

    def test_what_a_shadow_explains_a_little_better_speaks_neither_way(self):
        following = tracker()
        scene = following.scene
        mat = scene.empty[scene.mat].mean(axis=0)
        # a grey that is the mat in shadow, and a figure's lit side
        grey = (0.8 * mat).round().astype(np.uint8)
        clay = fit_colours(np.repeat(grey[None], 40, axis=0) + np.arange(40, dtype=np.uint8)[:, None] % 5)
        scene.use_colours([clay])
        picture = empty().copy()
        picture[150:200, 300:350] = grey
        seen = scene.look(picture)
        evidence = evidence_for(scene, seen, 0, Window(280, 130, 90, 90), [])
        assert evidence[30:60, 30:60].min() >= 0.0
        assert np.median(evidence[:15]) < -0.5
