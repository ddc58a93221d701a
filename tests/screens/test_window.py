"""One window: stays on focus loss, grabs nothing, changes no resolution, lets nobody's screen go blank (F-02..F-09)."""

import gc
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pygame
import pytest
from pygame._sdl2.video import Window as Placed

from companion.errors import FileProblemError
from companion.screens import crowd, display_gone, referee
from companion.screens.displays import Display, Placement
from companion.screens.inputs import TEXT
from companion.screens.sheet_form import blank
from companion.screens.window import IDLE_MS, LOOKS_ASIDE, WINDOWLESS, Window, kept_handle, open_displays
from screens import samples

SIZE = (1280, 720)


@pytest.fixture
def window():
    one = Window("test", Placement(Display(0, *SIZE), borderless=False))
    yield one
    one.close()


def posted(window: Window, *events: pygame.event.Event) -> list[str]:
    """Names of the keys that these events make, one call each so that each press counts on its own."""
    pressed = []
    for number, event in enumerate(events):
        pygame.event.clear()
        pygame.event.post(event)
        pressed += window.keys(1, number * 1000)
    return pressed


def key(code: int, text: str = "", mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, unicode=text, mod=mod)


class TestLetters:
    def test_an_input_methods_letters_count_and_a_keys_letter_counts_once(self, window: Window) -> None:
        window.show(crowd.draw(window.surface, samples.CROWD, "es", 0))
        assert window.canvas is not None
        window.canvas.typing = True
        told = [pygame.event.Event(pygame.TEXTINPUT, text=text) for text in ("a", "á", "ñ")]
        assert posted(window, key(pygame.K_a, "a"), *told) == [TEXT + "a", TEXT + "á", TEXT + "ñ"]
        window.canvas.typing = False
        assert posted(window, key(pygame.K_1, "1"), pygame.event.Event(pygame.TEXTINPUT, text="2")) == ["1"]


class TestStaying:
    def test_losing_the_focus_is_no_key_and_the_board_goes_on_drawing(self, window: Window) -> None:
        lost = [pygame.event.Event(kind) for kind in (pygame.WINDOWFOCUSLOST, pygame.WINDOWLEAVE)]
        assert posted(window, *lost) == []
        window.show(crowd.draw(window.surface, samples.CROWD, "es", 0))
        assert window.surface.get_size() == SIZE
        assert pygame.display.get_active()

    def test_nothing_is_grabbed(self, window: Window) -> None:
        assert not pygame.event.get_grab()
        window.toggle_borderless()
        assert not pygame.event.get_grab()

    def test_blanking_is_held_off_while_it_is_open_and_allowed_after(self, monkeypatch: pytest.MonkeyPatch) -> None:
        told: list[bool] = []
        monkeypatch.setattr(pygame.display, "set_allow_screensaver", told.append)
        one = Window("test", Placement(Display(0, *SIZE), borderless=False))
        assert told == [False]
        one.close()
        assert told == [False, True]

    def test_borderless_and_back_keeps_the_desktop(self, window: Window) -> None:
        before = pygame.display.get_desktop_sizes()
        for _ in range(10):
            window.toggle_borderless()
            assert pygame.display.get_desktop_sizes() == before
        assert not window.surface.get_flags() & pygame.FULLSCREEN

    def test_a_desktop_with_a_task_bar_is_asked_to_let_the_window_lie_over_it(self, window: Window) -> None:
        """A frameless window as large as the display alone lies below the bar (IceWM and others)."""
        window.toggle_borderless()
        assert window.surface.get_flags() & pygame.FULLSCREEN
        window.toggle_borderless()
        assert window.surface.get_size() == SIZE

    def test_the_first_window_is_as_large_as_the_desktop_leaves_room(self) -> None:
        one = Window("test", Placement(Display(0, 1366, 768, (0, 0, 1366, 742)), borderless=False))
        assert one.surface.get_size() == (1280, 694)
        one.close()

    def test_the_handle_that_pygame_names_in_events_lives_as_long_as_the_window(self, window: Window) -> None:
        """It keeps a bare pointer: what is collected brings the process down at the window's next event."""
        window.toggle_borderless()
        gc.collect()
        window.toggle_borderless()
        told = [event for event in pygame.event.get() if getattr(event, "window", None) is not None]
        assert told
        assert all(event.window is kept_handle() for event in told)

    def test_how_much_room_that_is_comes_from_the_system(self) -> None:
        display = open_displays()[0]
        assert display.usable == (0, 0, display.width, display.height)

    def test_the_whole_display_is_covered_from_its_corner_and_the_frame_comes_back_where_it_was(self) -> None:
        """A window manager leaves a window that grows where it was, with its far edges off the display."""
        display = open_displays()[0]
        one = Window("test", Placement(display, borderless=False))
        where = Placed.from_display_module()
        where.position = (40, 30)
        for _ in range(2):
            one.toggle_borderless()
            assert (where.position, where.size) == ((0, 0), (display.width, display.height))
            one.toggle_borderless()
            assert where.position == (40, 30)
        one.close()

    def test_a_board_that_nobody_minimises_hides_instead_of_lying_over_the_referee(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Without a window manager nothing happens when a window asks to be minimised."""
        monkeypatch.setattr(pygame.display, "iconify", lambda: True)
        one = Window("test", Placement(open_displays()[0], borderless=False, aside=True))
        looks = [one.is_on_show for _ in range(LOOKS_ASIDE + 3)]
        assert looks == [True] * (LOOKS_ASIDE - 1) + [False] * 4
        one.close()

    def test_a_board_that_people_had_brought_up_stays_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[bool] = []
        monkeypatch.setattr(pygame.display, "iconify", lambda: asked.append(True))
        one = Window("test", Placement(open_displays()[0], borderless=False, aside=True, up=True))
        assert [one.is_on_show for _ in range(LOOKS_ASIDE + 3)] == [True] * (LOOKS_ASIDE + 3)
        assert asked == []
        one.close()

    def test_ten_starts_leave_the_desktop_as_it_was(self) -> None:
        """Field note F-07."""
        pygame.display.init()
        before = pygame.display.get_desktop_sizes()
        for _ in range(10):
            Window("test", Placement(Display(0, *SIZE), borderless=True)).close()
        pygame.display.init()
        assert pygame.display.get_desktop_sizes() == before


class TestNoDisplay:
    @pytest.mark.parametrize("driver", sorted(WINDOWLESS))
    def test_a_window_that_nobody_would_see_is_not_opened(self, driver: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """SDL falls back to drivers without a screen when the display is gone."""
        monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
        monkeypatch.delenv("SDL_VIDEODRIVER")
        monkeypatch.setenv("DISPLAY", ":99")
        with pytest.raises(FileProblemError, match=":99"):
            open_displays()

    def test_one_that_was_asked_for_is(self) -> None:
        assert open_displays()


class TestDisplayGone:
    def test_it_is_told_in_the_language_of_that_moment(
        self, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        """Xlib's own words are English and raw."""
        handlers: list[Callable[[object], int]] = []

        def take(handler: Callable[[object], int]) -> None:
            handlers.append(handler)

        library = SimpleNamespace(XSetIOErrorHandler=take)
        monkeypatch.setattr(display_gone.ctypes, "CDLL", lambda _name: library)
        monkeypatch.setenv("DISPLAY", ":99")
        language = ["en"]
        display_gone.tell_when_gone(lambda: language[0])
        assert handlers == []  # no X11 here
        monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
        display_gone.tell_when_gone(lambda: language[0])
        language[0] = "es"
        (handler,) = handlers
        handler(None)
        assert capfd.readouterr().err.splitlines() == [display_gone.GONE.filled(name=":99").es]


class TestEvents:
    def test_keys(self, window: Window) -> None:
        events = (
            key(pygame.K_RETURN, "\r"), key(pygame.K_KP7, "7"), key(pygame.K_z, "\x1a", pygame.KMOD_LCTRL),
            key(pygame.K_ESCAPE, "\x1b"), key(pygame.K_TAB, "\t"), key(pygame.K_F11), key(pygame.K_COMMA, ","),
        )  # fmt: skip
        assert posted(window, *events) == ["enter", "7", "u", "escape", "pagedown", "f11", "."]

    def test_the_frame_closes_by_asking(self, window: Window) -> None:
        assert posted(window, pygame.event.Event(pygame.QUIT)) == ["closed"]

    def test_mouse_and_finger_press_what_lies_there(self, window: Window) -> None:
        canvas = referee.draw(window.surface, samples.REFEREE, "es", 0)
        window.show(canvas)
        place = next(one.rect.center for one in canvas.targets if one.key == "3")
        click = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=place)
        right = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=3, pos=place)
        finger = pygame.event.Event(pygame.FINGERDOWN, x=place[0] / SIZE[0], y=place[1] / SIZE[1])
        assert posted(window, click, right, finger) == ["3", "3"]

    def test_a_gamepad_button(self, window: Window) -> None:
        assert posted(window, pygame.event.Event(pygame.JOYBUTTONDOWN, button=0)) == ["enter"]

    def test_letters_are_commands_until_text_is_asked_for(self, window: Window) -> None:
        letter = key(pygame.K_u, "Ú")
        window.show(referee.draw(window.surface, samples.REFEREE, "es", 0))
        assert posted(window, letter) == ["u"]
        window.show(referee.draw(window.surface, replace(samples.REFEREE, form=blank((), ())), "es", 0))
        assert posted(window, letter) == ["text:Ú"]
        assert posted(window, key(pygame.K_RETURN, "\r")) == ["enter"]

    def test_a_new_size_is_drawn_anew(self, window: Window) -> None:
        assert posted(window, pygame.event.Event(pygame.VIDEORESIZE, w=800, h=600, size=(800, 600))) == ["redraw"]

    def test_what_the_desktop_tells_twice_is_no_double_press(self, window: Window) -> None:
        pygame.event.clear()
        for kind in (pygame.VIDEORESIZE, pygame.VIDEORESIZE):
            pygame.event.post(pygame.event.Event(kind, w=800, h=600, size=(800, 600)))
        assert set(window.keys(1, 0) + window.keys(1, 10)) <= {"redraw"}
        pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
        assert set(window.keys(1, 20)) == {"redraw"}

    def test_a_finger_lets_the_clocks_go_on(self, window: Window) -> None:
        canvas = referee.draw(window.surface, samples.REFEREE, "es", 0)
        window.show(canvas)
        place = next(one.rect.center for one in canvas.targets if one.key == "c")
        finger = pygame.event.Event(pygame.FINGERDOWN, x=place[0] / SIZE[0], y=place[1] / SIZE[1])
        assert posted(window, finger) == ["c"]

    def test_waiting_gives_the_processor_back(self, window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
        """The loop is limited in every state: it sleeps in the system until something happens (F-06)."""
        slept: list[int] = []

        def wait(timeout_ms: int) -> pygame.event.Event:
            slept.append(timeout_ms)
            return pygame.event.Event(pygame.NOEVENT)

        monkeypatch.setattr(pygame.event, "wait", wait)
        assert window.keys(IDLE_MS, 0) == []
        assert window.keys(0, 0) == []
        assert slept == [IDLE_MS, 1]
