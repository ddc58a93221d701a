"""Front and back: a facing is told only where it can be told from its opposite (made-up scores, drawn figures)."""

from dataclasses import replace

import numpy as np
import pytest

from companion.table.facing import is_behind
from companion.vision.body import Pose
from companion.vision.front_back import FACING_LEAD, away_from_known, guess_holds, guess_lead, jumps, lead_due
from companion.vision.placing import Placed, Search, _Try
from vision.track_scene import LEARN, PAINTER, tracker

RED = LEARN[0]
AT_THE_WEIGH_IN = Pose(RED.x_mm, RED.y_mm, 0.0, RED.facing_deg)


class TestGuesses:
    @pytest.mark.parametrize(
        ("same", "opposite", "told_part", "holds"),
        [
            # a figure half hidden: what is hidden may have been the front
            (0.79, 0.663, 0.82, False),
            (0.784, 0.671, 0.94, True),
            # black clay, well seen, and both ways fit
            (0.79, 0.745, 0.73, False),
            (0.93, 0.6, 0.9, True),
            (1.0, 0.99, 1.0, True),
            (1.0, 1.0, 1.0, False),
            (0.6, 0.7, 1.0, False),
        ],
    )
    def test_a_guess_must_lead_by_a_good_part_of_what_is_open(self, same, opposite, told_part, holds):
        assert guess_holds([guess_lead([same - 0.1, same], [opposite, opposite - 0.1], told_part)]) is holds

    @pytest.mark.parametrize(
        ("kind", "score", "lead", "is_led"),
        [
            # a white blob in poor light, 162 degrees wrong; an orange one, well seen and right
            ("blob", 0.69, 0.033, False),
            ("blob", 0.93, 0.033, True),
            ("blob", 0.69, 0.05, True),
            ("humanoid", 0.69, 0.033, True),
            ("beast", 0.65, 0.034, True),
        ],
    )
    def test_a_blob_must_lead_by_more_the_less_is_explained(self, kind, score, lead, is_led):
        assert (lead >= lead_due(kind, score)) is is_led
        assert lead_due(kind, 1.0) == FACING_LEAD

    @pytest.mark.parametrize(
        ("leads", "holds"), [((0.26,), False), ((0.27,), True), ((0.26, 0.25), True), ((0.22, 0.24), False)]
    )
    def test_two_looks_that_agree_need_a_little_less(self, leads, holds):
        assert guess_holds(leads) is holds

    def test_one_splendid_look_does_not_carry_a_poor_one(self):
        assert not guess_holds([guess_lead([1.0], [0.2], 1.0), 0.05])
        assert not guess_holds([guess_lead([0.9], [0.95], 1.0), 0.4])

    def test_the_side_of_the_weigh_in_is_known_and_its_back_is_not(self):
        pose, level, above = (
            Pose(100.0, 50.0, 0.0, 30.0),
            np.array([-900.0, 50.0, 55.0]),
            np.array([100.0, 50.0, 900.0]),
        )
        assert away_from_known(pose, pose, level, level, 55.0) == pytest.approx(0.0, abs=1e-4)
        assert away_from_known(pose, replace(pose, facing_deg=100.0), level, level, 55.0) == pytest.approx(70.0)
        assert away_from_known(pose, replace(pose, facing_deg=-150.0), level, level, 55.0) == pytest.approx(180.0)
        # seen from straight above, every facing shows the same side
        assert away_from_known(pose, replace(pose, facing_deg=-150.0), above, above, 55.0) == pytest.approx(
            0.0, abs=1e-4
        )

    @pytest.mark.parametrize(
        ("former", "now", "is_jump"),
        [(10.0, 60.0, False), (170.0, -170.0, False), (0.0, 163.0, True), (-120.0, 60.0, True), (None, 90.0, False)],
    )
    def test_an_untouched_figure_does_not_turn_round(self, former, now, is_jump):
        assert jumps(former, now) is is_jump


@pytest.fixture(scope="module")
def following():
    return tracker()


@pytest.fixture(scope="module")
def seen(following):
    return following.scene.look(PAINTER.paint([RED], seed=3))


class TestSearch:
    """The same picture of a figure, its fit made up: `same` within 50 degrees of the answer, else `opposite`."""

    def is_sure(
        self, following, seen, monkeypatch, facing, opposite, *, evidence=1.0, tip="up", known=True, earlier=None
    ):
        shape = following._tracker.follows[0].shape
        shape = replace(shape, figure=replace(shape.figure, facing_known=known))
        search = Search(following.scene, seen, shape, 0, np.zeros(2), [], earlier=earlier)
        pose = replace(AT_THE_WEIGH_IN, facing_deg=facing, tip=tip)
        window = shape.window(following.scene.view, pose.x_mm, pose.y_mm, pose.z_mm)
        area = shape.silhouette(following.scene.view, pose, window).sum()

        def fit(there, *_):
            apart = abs((there.facing_deg - facing + 180.0) % 360.0 - 180.0)
            return _Try(there, 0.8 if apart < 50 else opposite)

        monkeypatch.setattr(search, "_try", fit)
        answer = []

        def looking():
            answer.append((yield from search._front_or_back(Placed(pose, 0.8, 0.13, -1.0, evidence * area))))

        list(looking())
        return answer[0].facing_sure

    def test_the_side_that_the_weigh_in_saw_is_told(self, following, seen, monkeypatch):
        assert self.is_sure(following, seen, monkeypatch, RED.facing_deg, 0.7)

    @pytest.mark.parametrize(("opposite", "sure"), [(0.78, False), (0.76, False), (0.65, True)])
    def test_its_back_is_told_only_where_the_front_explains_much_less(
        self, following, seen, monkeypatch, opposite, sure
    ):
        assert self.is_sure(following, seen, monkeypatch, RED.facing_deg + 180.0, opposite) is sure

    @pytest.mark.parametrize(("lead", "turn", "sure"), [(0.29, 0.0, True), (0.29, 180.0, False), (0.1, 0.0, False)])
    def test_a_second_look_counts_the_first_one_where_both_face_alike(
        self, following, seen, monkeypatch, lead, turn, sure
    ):
        back = RED.facing_deg + 180.0
        before = Placed(replace(AT_THE_WEIGH_IN, facing_deg=back + turn), 0.8, 0.1, -1.0, 300.0, guess_lead=lead)
        # alone it leads by 0.05 of 0.2 that is open
        assert self.is_sure(following, seen, monkeypatch, back, 0.75, earlier=before) is sure

    def test_a_figure_of_which_hardly_half_shows_its_colour_has_no_facing(self, following, seen, monkeypatch):
        assert not self.is_sure(following, seen, monkeypatch, RED.facing_deg, 0.2, evidence=0.55)

    def test_nor_has_one_whose_facing_nobody_told_at_the_weigh_in(self, following, seen, monkeypatch):
        assert not self.is_sure(following, seen, monkeypatch, RED.facing_deg, 0.2, known=False)

    def test_a_lying_one_shows_another_outline_each_way(self, following, seen, monkeypatch):
        assert self.is_sure(following, seen, monkeypatch, RED.facing_deg, 0.7, tip="back")


class TestTracks:
    def settle(self, follow, inner, facing, sure, again):
        follow.looking_again = again
        pose = replace(AT_THE_WEIGH_IN, facing_deg=facing)
        inner._rest(follow, Placed(pose, 0.8, 0.2, -1.0, 300.0, facing_sure=sure))
        return follow.facing_deg

    def test_two_looks_that_contradict_each_other_tell_nothing_and_nobody_is_behind(self):
        inner = tracker()._tracker
        follow = inner.follows[0]
        assert self.settle(follow, inner, -90.0, True, False) == -90.0
        assert self.settle(follow, inner, 80.0, True, True) is None
        assert not follow.trusted.facing_sure
        assert is_behind((0.0, 0.0), follow.facing_deg, (0.0, -50.0)) is None

    def test_a_figure_that_was_handled_may_have_turned_round(self):
        inner = tracker()._tracker
        follow = inner.follows[0]
        assert self.settle(follow, inner, -90.0, True, False) == -90.0
        assert self.settle(follow, inner, 80.0, True, False) == 80.0
        assert self.settle(follow, inner, 85.0, True, True) == 85.0
        assert self.settle(follow, inner, 85.0, False, True) is None
