"""The crowd board's loop: full state on connect, silence told after 3 s, still pictures not drawn again."""

from dataclasses import replace

import pygame

from companion.errors import CompanionError, FileProblemError
from companion.kernel.text import Text
from companion.kernel.timers import Timer
from companion.screens import crowd
from companion.screens.crowd_window import WAITING, CrowdLoop, _screen_key
from companion.screens.referee_window import Picture
from companion.screens.sounds import Sound
from companion.screens.view_model import CrowdView, TimerView
from companion.screens.window import IDLE_MS
from screens import samples

SIZE = (1280, 720)
STILL = replace(samples.CROWD, timers=(), fighters=samples.FIGHTERS[:4])


class Feed:
    """A show that can fall silent."""

    def __init__(self, view: CrowdView | None) -> None:
        self.view = view
        self.broken = False
        self.asked = 0

    def __call__(self, now_ms: int) -> CrowdView | None:
        del now_ms
        self.asked += 1
        if self.broken:
            raise FileProblemError("gone")
        return self.view


class TestConnection:
    """Field note G-09."""

    def test_it_waits_without_a_show(self) -> None:
        assert CrowdLoop(Feed(None)).view(0).title == WAITING.title

    def test_it_has_the_full_state_at_once(self) -> None:
        assert CrowdLoop(Feed(STILL)).view(0).fighters == STILL.fighters

    def test_a_dropped_connection_keeps_the_picture_and_is_told_after_3_s(self) -> None:
        feed = Feed(STILL)
        loop = CrowdLoop(feed)
        loop.view(0)
        feed.broken = True
        assert loop.view(2900).silent_ms == 0
        late = loop.view(3200)
        assert late.silent_ms > 3000
        assert late.fighters == STILL.fighters

    def test_a_file_that_stays_unreadable_is_told_once_and_again_after_it_was_readable(self) -> None:
        feed = Feed(STILL)
        told: list[CompanionError] = []
        loop = CrowdLoop(feed, tell=told.append)
        loop.view(0)
        feed.broken = True
        for now_ms in range(100, 3000, 100):  # a file that is being moved is no news
            loop.view(now_ms)
        assert told == []
        for now_ms in range(3000, 9000, 100):
            loop.view(now_ms)
        assert [str(one) for one in told] == ["gone"]
        feed.broken = False
        loop.view(9000)
        feed.broken = True
        loop.view(9100)
        assert loop.view(12_200).fighters == STILL.fighters
        assert len(told) == 2

    def test_a_clock_that_is_set_back_does_not_stop_it(self) -> None:
        feed = Feed(STILL)
        loop = CrowdLoop(feed)
        loop.view(7_200_000)
        feed.view = replace(STILL, turn_no=9)
        assert loop.view(3_600_000).turn_no == 9
        assert feed.asked == 2

    def test_after_10_s_it_is_back_with_what_changed_meanwhile(self) -> None:
        feed = Feed(STILL)
        loop = CrowdLoop(feed)
        loop.view(0)
        feed.broken = True
        loop.view(9000)
        feed.broken = False
        feed.view = replace(STILL, turn_no=9)
        back = loop.view(10_000)
        assert (back.turn_no, back.silent_ms) == (9, 0)

    def test_a_silent_referee_is_told_too(self) -> None:
        assert CrowdLoop(Feed(replace(STILL, silent_ms=5000))).view(0).silent_ms > 3000

    def test_it_keeps_its_own_settings(self) -> None:
        feed = Feed(STILL)
        loop = CrowdLoop(feed, "es")
        loop.view(0)
        for key in ("l", "t", "x"):
            loop.press(key, 0)
        feed.view = replace(STILL, turn_no=7)
        view = loop.view(500)
        assert (loop.language, view.light_hall, view.reduced_motion) == ("en", True, True)


class TestDrawing:
    def test_a_still_board_is_drawn_once(self) -> None:
        loop = CrowdLoop(Feed(STILL))
        drawn = [loop.changed(loop.view(now), SIZE, now) for now in range(0, 2900, 100)]
        assert drawn.count(True) == 1

    def test_thirty_still_seconds_draw_each_screen_once_and_a_clock_once_a_second(self) -> None:
        """No processor is burnt while waiting, whatever the loop's own pace; moments of both screens' clocks."""
        rounds = range(0, 30_000, IDLE_MS)
        still = replace(samples.REFEREE, timers=())
        clock = (TimerView(Text("", ""), Timer(None, 0, 0)),)
        picture, ticking = Picture(), Picture()
        assert sum(picture.stale(still, SIZE, "es", now) for now in rounds) == 1
        assert sum(ticking.stale(replace(still, timers=clock), SIZE, "es", now) for now in rounds) == 30
        for view, due in ((replace(STILL, timers=()), 1), (replace(STILL, timers=clock), 30)):
            loop = CrowdLoop(Feed(replace(view, fighters=view.fighters[:2], headline=None, moment=None)))
            assert sum(loop.changed(loop.view(now), SIZE, now) for now in rounds) == due

    def test_a_clock_draws_once_a_second(self) -> None:
        timer = TimerView(Text("", ""), Timer(60_000, 0, 0))
        loop = CrowdLoop(Feed(replace(STILL, timers=(timer,))))
        drawn = [loop.changed(loop.view(now), SIZE, now) for now in range(0, 2950, 50)]
        assert drawn.count(True) == 3

    def test_a_moment_moves_only_while_it_slams_in(self) -> None:
        loop = CrowdLoop(Feed(replace(samples.PIN, timers=(), fighters=STILL.fighters)))
        drawn = [now for now in range(0, 4000, 20) if loop.changed(loop.view(now), SIZE, now)]
        assert [now for now in drawn if 240 < now < 3000] == []
        assert any(now >= 3200 for now in drawn)  # gone again

    def test_reduced_motion_does_not_move(self) -> None:
        loop = CrowdLoop(Feed(replace(samples.PIN, timers=(), fighters=STILL.fighters, reduced_motion=True)))
        drawn = [now for now in range(0, 3000, 20) if loop.changed(loop.view(now), SIZE, now)]
        assert drawn == [0]

    def test_the_show_is_asked_ten_times_a_second_at_most(self) -> None:
        feed = Feed(STILL)
        loop = CrowdLoop(feed)
        for now in range(0, 1000, 16):
            loop.view(now)
        assert feed.asked <= 10


class TestSound:
    def test_each_moment_is_heard_once(self) -> None:
        loop = CrowdLoop(Feed(samples.PIN))
        heard = [loop.sound(loop.view(now), now) for now in range(0, 5000, 100)]
        assert [sound for sound in heard if sound] == [Sound.SLAP]

    def test_a_moment_that_is_over_is_not_heard_by_a_board_that_starts_late(self) -> None:
        loop = CrowdLoop(Feed(samples.PIN))
        assert loop.sound(loop.view(9000), 9000) is None

    def test_m_is_silence_and_review_too(self) -> None:
        loop = CrowdLoop(Feed(samples.PIN))
        loop.press("m", 0)
        assert loop.sound(loop.view(0), 0) is None
        held_back = CrowdLoop(Feed(replace(samples.PIN, review=True)))
        assert held_back.sound(held_back.view(0), 0) is None


class TestKeys:
    def test_identify_shows_the_number_for_5_s(self) -> None:
        loop = CrowdLoop(Feed(STILL), identify=2)
        loop.press("i", 1000)
        assert loop.view(1500).identify == 2
        assert loop.view(6500).identify is None

    def test_closing_ends_the_board(self) -> None:
        loop = CrowdLoop(Feed(STILL))
        assert loop.press("closed", 0)
        assert not loop.press("5", 0)


class TestWholeDisplay:
    """Field note F-03: Escape always leaves the whole display, never the board; F11 goes there and back."""

    class Window:
        def __init__(self, *, borderless: bool) -> None:
            self.borderless = borderless

        def toggle_borderless(self) -> None:
            self.borderless = not self.borderless

    def test_keys(self) -> None:
        for before, key, after in (
            (True, "escape", False),
            (False, "escape", False),
            (True, "f11", False),
            (False, "f11", True),
        ):
            window = self.Window(borderless=before)
            _screen_key(window, key)
            assert window.borderless is after

    def test_no_key_but_q_and_the_frame_closes_it(self) -> None:
        loop = CrowdLoop(Feed(STILL))
        assert not any(loop.press(key, 0) for key in ("escape", "f11", "enter", "l", "t", "x", "m", "i", "backspace"))
        assert loop.press("q", 0)


class TestRefereePicture:
    """The referee screen is not drawn again while it would be the same (field note F-06)."""

    def test_a_still_screen_is_drawn_once_and_again_when_told(self) -> None:
        picture = Picture()
        view = replace(samples.REFEREE, timers=())
        assert [picture.stale(view, SIZE, "es", now) for now in (0, 100, 2000)] == [True, False, False]
        assert picture.stale(view, SIZE, "en", 2000)
        assert picture.stale(replace(view, can_undo=1), SIZE, "en", 2000)
        picture.forget()
        assert picture.stale(replace(view, can_undo=1), SIZE, "en", 2000)

    def test_a_clock_draws_once_a_second(self) -> None:
        picture = Picture()
        view = replace(samples.REFEREE, timers=(TimerView(Text("", ""), Timer(60_000, 0, 0)),))
        assert [picture.stale(view, SIZE, "es", now) for now in range(0, 2950, 50)].count(True) == 3


class TestBeforeTheBell:
    """A show in which nothing has happened yet misses nobody: the hall sees no alarm."""

    def said(self, view: CrowdView) -> str:
        return " ".join(one.text for one in crowd.draw(pygame.Surface(SIZE), view, "en", 0).drawn)

    def test_a_silent_referee_is_no_alarm(self) -> None:
        silent = replace(STILL, silent_ms=5000, turn_no=None, phase=None, slot=None)
        assert "No connection" not in self.said(silent)
        assert "The show begins soon" in self.said(silent)

    def test_once_a_turn_was_played_or_a_clock_runs_it_is(self) -> None:
        assert "No connection" in self.said(replace(STILL, silent_ms=5000))
        sculpting = replace(STILL, silent_ms=5000, turn_no=None, timers=samples.CROWD.timers)
        assert "No connection" in self.said(sculpting)
