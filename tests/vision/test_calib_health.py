"""A camera is judged by content and time (field notes A-01 to A-07, A-11); every night of trouble is a list here."""

import cv2
import numpy as np
import pytest

from companion.vision.health import (
    Backoff,
    BandingWatch,
    CameraId,
    ContentWatch,
    LightWatch,
    Match,
    Mode,
    RateMeter,
    Sight,
    Turn,
    delivery,
    how_turned,
    is_flat,
    recognise,
)
from vision.calib_scene import noise, scene

FRAME_MS = 1000 / 30


class TestContent:
    def test_the_same_picture_for_three_seconds_is_a_lost_camera(self):
        """A-01: (True, same array) 90 times at 30 fps."""
        watch, still = ContentWatch(), noise(1)
        sights = []
        for n in range(90):
            watch.see(still, n * FRAME_MS)
            sights.append(watch.liveness(n * FRAME_MS).sight)
        assert sights[59] is Sight.LIVE
        assert sights[61] is Sight.LOST
        last = watch.liveness(89 * FRAME_MS)
        assert last.age_ms == pytest.approx(89 * FRAME_MS)
        assert not last.may_call

    def test_the_limit_can_be_set(self):
        watch = ContentWatch(lost_after_ms=500)
        watch.see(noise(1), 0)
        assert watch.liveness(499).sight is Sight.LIVE
        assert watch.liveness(501).sight is Sight.LOST

    def test_no_pictures_at_all_are_noticed_too(self):
        watch = ContentWatch()
        assert watch.liveness(10_000).sight is Sight.OPENING
        watch.see(noise(1), 10_000)
        assert watch.liveness(12_500).sight is Sight.LOST

    def test_it_lives_again_with_the_first_new_picture(self):
        watch = ContentWatch()
        watch.see(noise(1), 0)
        assert watch.liveness(5_000).sight is Sight.LOST
        watch.see(noise(2), 5_010)
        assert watch.liveness(5_011).may_call

    @pytest.mark.parametrize("colour", [(0, 0, 0), (200, 0, 0)])
    def test_one_colour_for_a_second_is_no_picture(self, colour):
        """A-02: black, then blue."""
        watch = ContentWatch()
        random = np.random.default_rng(0)
        for n in range(45):
            grain = random.integers(0, 4, (72, 128, 3), dtype=np.uint8)
            watch.see(np.full((72, 128, 3), colour, np.uint8) + grain, n * FRAME_MS)
            due = Sight.FLAT if n * FRAME_MS >= 1000 else Sight.LIVE
            assert watch.liveness(n * FRAME_MS).sight is due

    def test_a_dark_stage_is_still_a_picture(self):
        assert not is_flat((scene("a").empty * 0.12).astype(np.uint8))


class TestBackoff:
    def test_from_half_a_second_to_five(self):
        """A-03"""
        backoff = Backoff()
        assert [backoff.wait_ms() for _ in range(6)] == [500, 1000, 2000, 4000, 5000, 5000]
        backoff.reset()
        assert backoff.wait_ms() == 500


class TestIdentity:
    """A-04: first start [A, B], second [B, A], third [B] only."""

    A = CameraId(0, "usb-Logitech_C920_A", "C920")
    B = CameraId(1, "usb-Logitech_C920_B", "C920")

    def test_same_place(self):
        assert recognise(self.A, [self.A, self.B]) == (Match.SAME, self.A)

    def test_exchanged_places(self):
        moved = CameraId(1, self.A.stable, "C920")
        assert recognise(self.A, [CameraId(0, self.B.stable, "C920"), moved]) == (Match.MOVED, moved)

    def test_only_the_other_is_there(self):
        other = CameraId(0, self.B.stable, "C920")
        assert recognise(self.A, [other]) == (Match.UNSURE, other)

    def test_nothing_is_there(self):
        assert recognise(self.A, []) == (Match.GONE, None)

    def test_without_stable_names_somebody_confirms(self):
        nameless = CameraId(0, "", "C920")
        assert recognise(nameless, [nameless]) == (Match.UNSURE, nameless)


class TestDelivery:
    def test_another_size_and_a_slow_bus_are_told(self):
        """A-07: accepts 1280x720 and keeps giving 640x480 at 7.5 fps."""
        meter = RateMeter()
        for n in range(20):
            meter.tick(n * 1000 / 7.5)
        assert meter.fps == pytest.approx(7.5)
        finding = delivery(Mode(1280, 720, 30), Mode(640, 480, meter.fps))
        assert not finding.ok
        assert "asked for 1280x720 at 30 fps, get 640x480 at 8 fps" in finding.detail.en
        slow = delivery(Mode(1280, 720, 30), Mode(1280, 720, meter.fps))
        assert not slow.ok
        assert "USB bus" in slow.remedy.en
        assert delivery(Mode(1280, 720, 30), Mode(1280, 720, 29.7)).ok


class TestLight:
    """A-06: a global shift is uncertain, with advice, instead of wrong calls."""

    @pytest.mark.parametrize(
        ("gains", "word"), [((0.8, 1.0, 1.2), "white balance"), ((0.6, 0.6, 0.6), "60 % of its brightness")]
    )
    def test_a_shift_over_the_limit_is_uncertain(self, gains, word):
        the = scene("a")
        shift = LightWatch(the.empty).look(np.clip(the.empty * np.array(gains), 0, 255).astype(np.uint8))
        assert shift.uncertain
        assert word in shift.advice.en
        assert shift.gains == pytest.approx(gains, abs=0.03)

    def test_a_small_drift_and_a_hand_are_not(self):
        the = scene("a")
        now = np.clip(the.empty * 1.1, 0, 255).astype(np.uint8)
        now[200:600, 300:700] = (120, 150, 210)
        shift = LightWatch(the.empty).look(now)
        assert not shift.uncertain
        assert shift.brightness == pytest.approx(1.1, abs=0.03)

    def test_limits_can_be_set(self):
        the = scene("a")
        dark = (the.empty * 0.6).astype(np.uint8)
        assert not LightWatch(the.empty, brightness_limit=0.5).look(dark).uncertain


class TestBanding:
    def watched(self, factor) -> BandingWatch:
        watch, random = BandingWatch(), np.random.default_rng(0)
        narrow = scene("a").empty[:, ::16]
        for n in range(40):
            picture = narrow + random.normal(0, 2, narrow.shape)
            picture = picture * factor(np.arange(720), n)
            watch.see(np.clip(picture, 0, 255).astype(np.uint8))
        return watch

    def test_running_bands_are_told(self):
        """A-11: rows times 1 + 0.2 sin(2 pi (y / 120 + t x 0.3))."""
        watch = self.watched(lambda y, t: (1 + 0.2 * np.sin(2 * np.pi * (y / 120 + t * 0.3)))[:, None, None])
        assert watch.amplitude == pytest.approx(0.2, abs=0.04)
        assert "50 Hz" in watch.advice.en

    def test_a_changing_exposure_is_not_banding(self):
        assert self.watched(lambda _, t: 1 + 0.2 * np.sin(t)).advice is None

    def test_an_arm_that_moves_is_not_banding(self):
        def arm(y, t):
            return np.where(np.abs(y - 20 * t) < 90, 0.5, 1.0)[:, None, None]

        assert self.watched(arm).advice is None


class TestTurn:
    @pytest.mark.parametrize("letter", ["a", "b", "c"])
    def test_every_turn_is_named_in_any_light(self, letter):
        the = scene(letter)
        dim = (the.empty * 0.5).astype(np.uint8)
        assert how_turned(the.empty, dim) is Turn.SAME
        assert how_turned(the.empty, dim[:, ::-1]) is Turn.MIRRORED
        assert how_turned(the.empty, dim[::-1, ::-1]) is Turn.UPSIDE_DOWN
        assert how_turned(the.empty, dim[::-1]) is Turn.MIRRORED_UPSIDE_DOWN

    def test_another_table_is_another_view(self):
        assert how_turned(scene("a").empty, scene("b").empty) is Turn.OTHER

    def test_figures_and_hands_do_not_matter(self):
        busy = scene("a").empty.copy()
        cv2.rectangle(busy, (500, 250), (800, 700), (90, 120, 200), -1)
        assert how_turned(scene("a").empty, busy) is Turn.SAME
