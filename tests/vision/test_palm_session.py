"""One player's measuring turn; field notes D-01 to D-06."""

from collections.abc import Iterator

import numpy as np
import pytest

from companion.kernel.text import Text
from companion.vision import hand, palm_session
from companion.vision.hand import NoPalm, Palm, judged, palm_of_still, spread_of, steadied
from companion.vision.hand_model import why_it_does_not_start
from companion.vision.hand_worker import HandWorker, HandWorkerError
from companion.vision.palm_measure import ADVICE, Kind, Measure
from companion.vision.palm_session import FRAMES_DUE, OFFER, PalmSession, Phase
from vision.palm_scene import (
    CLOSED_MM,
    OBLIQUE_MM,
    OPEN_MM,
    Changed,
    Failing,
    NoHand,
    hand_picture,
    table_scale,
)

BLANK = np.zeros((720, 1280, 3), np.uint8)


@pytest.fixture(scope="module")
def worker() -> Iterator[HandWorker]:
    with_model = HandWorker(answer_timeout_s=60.0)
    yield with_model
    with_model.close()


def palm(length_mm: float, kind: Kind = Kind.OPEN) -> Palm:
    return Palm(kind, "left", length_mm, 0.5, 15, 0.9, np.zeros((2, 2)))


class TestStills:
    """Against the exact truth of the renders, through the real model."""

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("name", "kind", "side", "true_mm"),
        [("open_left", Kind.OPEN, "left", OPEN_MM), ("closed_right", Kind.CLOSED, "right", CLOSED_MM)],
    )
    def test_a_still_is_measured(self, worker: HandWorker, name: str, kind: Kind, side: str, true_mm: float):
        found = palm_of_still(hand_picture(name), [table_scale()], worker)
        assert isinstance(found, Palm)
        assert (found.kind, found.hand, found.frames) == (kind, side, 1)
        assert found.length_mm == pytest.approx(true_mm, abs=4)
        assert found.landmark_mm < true_mm - 6
        assert found.spread_mm < 3

    @pytest.mark.slow
    def test_the_flipped_picture_measures_the_same_d01(self, worker: HandWorker):
        from dataclasses import replace

        scale = table_scale()
        camera = scale.camera
        mirror = np.diag([-1.0, 1.0, 1.0])
        lens = camera.K.copy()
        lens[0, 2] = camera.width - 1 - lens[0, 2]
        import cv2

        rvec = cv2.Rodrigues(mirror @ camera.rotation @ mirror)[0].ravel()
        flipped = replace(
            camera, K=lens, dist=camera.dist * (1, 1, 1, -1, 1), rvec=rvec, tvec_mm=mirror @ camera.tvec_mm
        )
        picture = hand_picture("open_left")
        one = palm_of_still(picture, [scale], worker)
        other = palm_of_still(np.ascontiguousarray(picture[:, ::-1]), [replace(scale, camera=flipped)], worker)
        assert isinstance(one, Palm)
        assert isinstance(other, Palm)
        assert other.length_mm == pytest.approx(one.length_mm, rel=0.01)
        assert {one.hand, other.hand} == {"left", "right"}  # the label turns with the picture and decides nothing

    def test_without_scale_there_is_no_number_d04(self):
        found = palm_of_still(BLANK, [], NoHand())
        assert found.plain() == {"kind": None, "advice": ADVICE["no_scale"].en}

    def test_no_hand_is_advice(self):
        assert palm_of_still(BLANK, [table_scale()], NoHand()).plain("es")["advice"] == ADVICE["no_hand"].es

    def test_a_picture_of_another_size_is_refused(self):
        found = palm_of_still(np.zeros((480, 640, 3), np.uint8), [table_scale()], NoHand())
        assert "640x480" in str(found.plain()["advice"])

    @pytest.mark.slow
    def test_a_hand_beside_the_mat_has_no_scale(self, worker: HandWorker):
        from dataclasses import replace

        corner = replace(table_scale(), area_mm=np.array([[-300.0, -300.0], [-150.0, 0.0]]))
        found = palm_of_still(hand_picture("closed_right"), [corner], worker)
        assert isinstance(found, NoPalm)
        assert found.advice in {ADVICE["off_mat"], ADVICE["no_hand"]}


class TestLimits:
    @pytest.mark.parametrize(
        ("length_mm", "is_child", "is_question"),
        [(150, False, False), (255, False, False), (149, False, True), (256, False, True),
         (100, True, False), (215, True, False), (99, True, True), (216, True, True), (120, True, False)],
    )  # fmt: skip
    def test_unusual_lengths_are_asked(self, length_mm: float, is_child: bool, is_question: bool):
        found = judged(palm(length_mm), is_child=is_child)
        assert isinstance(found, Palm)
        assert found.is_question is is_question
        assert bool(found.advice) is is_question

    @pytest.mark.parametrize("length_mm", [89, 291, 12, 2000])
    def test_impossible_lengths_are_refused_with_the_manual_way_open(self, length_mm: float):
        found = judged(palm(length_mm), is_child=False)
        assert isinstance(found, NoPalm)
        assert "two clicks" in found.advice.en
        assert "dos clics" in found.advice.es

    def test_a_closed_hand_has_limits_of_its_own(self):
        assert isinstance(judged(palm(100, Kind.CLOSED), is_child=False), Palm)
        assert isinstance(judged(palm(200, Kind.CLOSED), is_child=False), NoPalm)


class TestManualWay:
    def test_five_seconds_without_a_hand_offer_it_on_the_same_screen_d03(self):
        session = PalmSession(table_scale(), NoHand())
        states = [session.feed(BLANK, time_ms) for time_ms in (0.0, 2500.0, 4999.0, 5000.0)]
        assert [state.offers_manual for state in states] == [False, False, False, True]
        assert states[0].advice == ADVICE["no_hand"]
        assert states[-1].advice == OFFER
        assert isinstance(session.typed("20,5", Kind.OPEN), Palm)

    def test_typed_centimetres_take_comma_and_point(self):
        session = PalmSession(None, NoHand())
        for text in ("20,5", " 20.5 "):
            found = session.typed(text, Kind.OPEN)
            assert isinstance(found, Palm)
            assert (found.length_mm, found.how, found.hand) == (205.0, "typed", "unknown")
        assert session.palms[Kind.OPEN].length_mm == 205.0

    @pytest.mark.parametrize("text", ["", "veinte", "20,5,1", "nan", "inf", "2000", "-20"])
    def test_what_is_no_palm_is_not_stored(self, text: str):
        session = PalmSession(table_scale(), NoHand())
        assert isinstance(session.typed(text, Kind.OPEN), NoPalm)
        assert session.palms == {}

    def test_two_clicks_measure_on_the_mat(self):
        scale = table_scale()
        session = PalmSession(scale, NoHand())
        ends_px = scale.camera.project([[-100.0, 20.0, 7.0], [95.0, 20.0, 7.0]])
        assert session.click(*ends_px[0], Kind.OPEN) is None
        found = session.click(*ends_px[1], Kind.OPEN)
        assert isinstance(found, Palm)
        assert found.length_mm == pytest.approx(195, abs=0.1)
        assert found.how == "clicks"

    def test_clicks_beside_the_mat_have_no_scale(self):
        scale = table_scale()
        session = PalmSession(scale, NoHand())
        ends_px = scale.camera.project([[-100.0, 20.0, 7.0], [450.0, 20.0, 7.0]])
        session.click(*ends_px[0], Kind.OPEN)
        assert session.click(*ends_px[1], Kind.OPEN).plain() == {"kind": None, "advice": ADVICE["off_mat"].en}

    def test_clicks_without_scale_are_no_number_d04(self):
        assert isinstance(PalmSession(None, NoHand()).click(1, 1, Kind.OPEN), NoPalm)

    def test_without_scale_the_camera_says_so_d04(self):
        state = PalmSession(None, NoHand()).feed(BLANK, 0.0)
        assert state.advice == ADVICE["no_scale"]
        assert state.offers_manual


class TestFailures:
    def test_a_missing_library_is_a_sentence_and_the_manual_way_d05(self):
        finder = Failing(why_it_does_not_start("ModuleNotFoundError", "No module named 'mediapipe'"))
        session = PalmSession(table_scale(), finder)
        for time_ms in (0.0, 33.0):
            state = session.feed(BLANK, time_ms)
            assert state.phase is Phase.MANUAL
            assert state.offers_manual
            assert "mediapipe" in state.advice.en
            assert "dos clics" in state.advice.es
        finder.problem = None  # repaired meanwhile: asked for again, it works
        session.again()
        assert session.feed(BLANK, 66.0).phase is Phase.LOOKING

    def test_a_worker_killed_in_the_middle_is_told_and_tried_anew(self):
        finder = Failing(HandWorkerError(Text("the hand finder stopped", "el buscador de manos se detuvo")))
        session = PalmSession(table_scale(), finder)
        state = session.feed(BLANK, 0.0)
        assert state.phase is Phase.MANUAL
        assert state.offers_manual
        with pytest.raises(HandWorkerError):
            session.raise_if_broken()
        finder.problem = None
        assert session.feed(BLANK, 33.0).phase is Phase.LOOKING
        session.raise_if_broken()

    @pytest.mark.slow
    def test_the_real_worker_killed_in_the_middle(self):
        worker = HandWorker(answer_timeout_s=60.0)
        session = PalmSession(table_scale(), worker)
        picture = hand_picture("open_left")
        session.feed(picture, 0.0)
        process = worker._process
        process.kill()
        process.wait()
        worker._process.poll = lambda: None  # the death comes between the check and the question
        state = session.feed(picture, 33.0)
        assert state.phase is Phase.MANUAL
        assert "two clicks" in state.advice.en
        assert session.feed(picture, 66.0).phase is Phase.MEASURING
        worker.close()


class TestFrames:
    """D-02: the median of at least 15 frames, its spread shown, nothing stored while the hand moves."""

    def feed(self, session: PalmSession, frames: int, noise: float = 3.0) -> palm_session.PalmState:
        rng = np.random.default_rng(5)
        picture = hand_picture("open_left").astype(float)
        for index in range(frames):
            noisy = np.clip(picture + rng.normal(0, noise, picture.shape), 0, 255).astype(np.uint8)
            state = session.feed(noisy, index * 66.0)
        return state

    @pytest.mark.slow
    def test_fifteen_noisy_frames_agree_d02(self, worker: HandWorker):
        rng = np.random.default_rng(4)
        session = PalmSession(table_scale(), Changed(worker, lambda px: px + rng.normal(0, 1.0, px.shape)))
        assert self.feed(session, FRAMES_DUE - 1).palms == {}
        state = self.feed(session, 1)
        assert state.phase is Phase.MEASURED
        found = state.palms[Kind.OPEN]
        assert found.frames == FRAMES_DUE
        assert found.length_mm == pytest.approx(OPEN_MM, abs=4)
        assert 0 < found.spread_mm < 1.5
        assert not session._stay  # no picture is kept

    @pytest.mark.slow
    def test_a_restless_hand_is_told_to_hold_still_and_nothing_is_stored_d02(self, worker: HandWorker):
        rng = np.random.default_rng(4)
        session = PalmSession(table_scale(), Changed(worker, lambda px: px + rng.normal(0, 8.0, px.shape)))
        state = self.feed(session, FRAMES_DUE + 2)
        assert state.palms == {}

    def session_of(self, monkeypatch, landmarks_of, kind_of=lambda scale, px: Kind.OPEN) -> PalmSession:
        """A session without a model: landmarks as given, every outline 190 mm."""
        monkeypatch.setattr(palm_session, "landmarks_in", lambda *a, **k: landmarks_of())
        monkeypatch.setattr(palm_session, "kind_or_advice", kind_of)
        monkeypatch.setattr(
            palm_session, "look_at_landmarks", lambda p, s, px: hand.Look(measured(kind_of(s, px)), "", px)
        )
        session = PalmSession(table_scale(), NoHand())
        session._view = palm_session.close_view(table_scale().camera, HAND_MM)
        return session

    @pytest.mark.parametrize(("noise_mm", "is_stored"), [(1.0, True), (8.0, False)])
    def test_landmark_noise_alone_decides_d02(self, monkeypatch, noise_mm: float, is_stored: bool):
        rng = np.random.default_rng(7)
        session = self.session_of(monkeypatch, lambda: HAND_MM + rng.normal(0, noise_mm, (21, 2)))
        states = [session.feed(BLANK, 33.0 * index) for index in range(FRAMES_DUE)]
        assert [state.progress for state in states[:-1]] == pytest.approx(np.arange(1, 15) / 15)
        assert (states[-1].phase is Phase.MEASURED) is is_stored
        assert (Kind.OPEN in states[-1].palms) is is_stored
        if not is_stored:
            assert states[-1].advice == ADVICE["hold_still"]

    def test_another_kind_starts_anew(self, monkeypatch):
        kind = [Kind.OPEN]
        session = self.session_of(monkeypatch, lambda: HAND_MM, lambda scale, px: kind[0])
        for index in range(8):
            session.feed(BLANK, 33.0 * index)
        kind[0] = Kind.CLOSED
        states = [session.feed(BLANK, 300 + 33.0 * index) for index in range(FRAMES_DUE)]
        assert states[0].progress == pytest.approx(1 / 15)
        assert set(states[-1].palms) == {Kind.CLOSED}
        session.again(Kind.CLOSED)
        assert session.palms == {}

    def test_what_is_wrong_with_the_hand_is_said_at_once(self, monkeypatch):
        session = self.session_of(monkeypatch, lambda: HAND_MM, lambda scale, px: "spread")
        state = session.feed(BLANK, 0.0)
        assert (state.phase, state.advice, state.offers_manual) == (Phase.LOOKING, ADVICE["spread"], False)


HAND_MM = np.random.default_rng(1).uniform(-60, 60, (21, 2))
HAND_MM[4], HAND_MM[20] = (-95, 0), (95, 0)


def measured(kind: Kind) -> Measure:
    length_mm = 190.0 if kind is Kind.OPEN else 100.0
    return Measure(kind, "left", length_mm, length_mm - 10, np.array([[-95.0, 0, 7], [95.0, 0, 6]]), 0.9)


class TestStatistics:
    def test_spread_leaves_out_a_tenth_on_both_sides(self):
        assert spread_of(range(101)) == pytest.approx(80)
        assert spread_of([5.0]) == 0

    def test_landmarks_of_a_stay_have_one_shape_and_each_its_place(self):
        rng = np.random.default_rng(2)
        turn = np.array([[0.995, 0.0998], [-0.0998, 0.995]])
        stay = [HAND_MM, HAND_MM + np.array([5.0, -3.0]), HAND_MM @ turn]
        noisy = [one + rng.normal(0, 0.5, (21, 2)) for one in stay]
        for steady, true_mm in zip(steadied(noisy), stay, strict=True):
            assert np.linalg.norm(steady - true_mm, axis=1).mean() < 0.6
        spans = [np.linalg.norm(steady[4] - steady[20]) for steady in steadied(noisy)]
        assert np.ptp(spans) < 1e-9

    def test_the_json_object_has_the_agreed_keys(self):
        assert list(palm(190).plain()) == [
            "kind", "hand", "palm_mm", "spread_mm", "frames", "confidence", "points_px", "advice",
        ]  # fmt: skip
        assert "half_palm_mm" in palm(100, Kind.CLOSED).plain()


def test_the_oblique_still_is_there_for_its_table():
    assert hand_picture("oblique_left").shape == (720, 1280, 3)
    assert OBLIQUE_MM == 164.0
