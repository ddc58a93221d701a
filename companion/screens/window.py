"""A real window: borderless or framed, never grabbing, never changing the desktop's resolution (F-02, F-03, F-07)."""

import os
from contextlib import suppress
from dataclasses import dataclass, field
from typing import cast

import pygame
from pygame._sdl2.video import Window as Placed

from companion.errors import FileProblemError
from companion.kernel.text import Text
from companion.screens import render
from companion.screens.canvas import Canvas
from companion.screens.desktop import usable_areas
from companion.screens.displays import Display, Placement, listed
from companion.screens.inputs import GAMEPAD, TEXT, TWICE, Presses, Stick, key_at, key_name

FRAMES_A_SECOND = 60
FRAME_MS = 1000 // FRAMES_A_SECOND
IDLE_MS = 100
"""How long the loop sleeps when nothing moves; an event ends the sleep at once."""
WINDOW_SIZE = (1280, 720)
SMALLEST = (640, 360)
_CLOSED = "closed"
REDRAW = "redraw"
_OF_WINDOW = frozenset({_CLOSED, REDRAW})
"""What the desktop tells, any number of times in a row: nobody has pressed it."""
LOOKS_ASIDE = 8
"""So many looks, a tenth of a second each, a window manager has to minimise a window."""
CENTRED = 0x2FFF0000
"""SDL's "centred on display N": added to its number, as a place."""
WINDOWLESS = frozenset({"dummy", "offscreen", "evdev"})
"""Where SDL falls back to when no display answers: the program would run on, and nobody would see it."""
NO_DISPLAY = Text(
    "no display answers here ({why}); the match is on disk: start again when it is back",
    "aquí no responde ninguna pantalla ({why}); el combate está guardado: arranca otra vez cuando vuelva",
)


def has_display() -> bool:
    """Whether a window can open here at all."""
    if os.environ.get("SDL_VIDEODRIVER") == "dummy":
        return False
    return os.name == "nt" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) or _is_mac()


def _is_mac() -> bool:
    return hasattr(os, "uname") and os.uname().sysname == "Darwin"


def open_displays() -> tuple[Display, ...]:
    """The displays of this machine.

    Raises:
        FileProblemError: there is none.
    """
    try:
        pygame.display.init()
        driver = pygame.display.get_driver()
        if driver not in WINDOWLESS or os.environ.get("SDL_VIDEODRIVER") == driver:
            sizes = pygame.display.get_desktop_sizes()
            return listed(sizes, usable_areas(len(sizes)))
        pygame.display.quit()
        why = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or driver
    except pygame.error as error:
        why = str(error)
    told = NO_DISPLAY.filled(why=why)
    raise FileProblemError(told.en, told.es)


_HANDLE: list[Placed] = []


def placed() -> Placed:
    """The handle of this process's window, for all that `pygame.display` cannot do.

    It is kept: pygame names it in every later event of the window without owning it, and falls over one that is gone.
    """
    _HANDLE[:] = [Placed.from_display_module()]
    return _HANDLE[0]


def kept_handle() -> Placed | None:
    """The newest one, if this process has asked for any."""
    return _HANDLE[0] if _HANDLE else None


def take_keys() -> None:
    """Have the keyboard for the window of this process where another one, hidden now, has kept it.

    A window manager gives it on by itself; where none does, it would be nobody's.
    """
    if not pygame.key.get_focused():
        with suppress(pygame.error):  # not every system lets a program ask
            placed().focus(input_only=True)


@dataclass
class Window:
    """One window of one process; pygame 2.6.1 has no second one.

    Attributes:
        canvas: the newest picture, with its targets.
    """

    title: str
    placement: Placement
    presses: Presses = field(default_factory=Presses)
    canvas: Canvas | None = None
    borderless: bool = field(init=False)
    _framed_size: tuple[int, int] = WINDOW_SIZE
    _framed_at: tuple[int, int] | None = None
    _was_aside: bool = False
    _looks_aside: int = 0
    _told_letter: str = ""
    _stick: Stick = field(default_factory=Stick)
    _pads: dict[int, pygame.joystick.JoystickType] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # a window that loses the focus stays where it is and keeps drawing
        os.environ.setdefault("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")
        pygame.display.init()
        pygame.display.set_allow_screensaver(False)
        pygame.display.set_caption(self.title)
        pygame.key.set_repeat()
        # pads that are there, and those that come later, tell themselves; without any nothing happens
        pygame.joystick.init()
        self.borderless = self.placement.borderless
        self._open()

    def _open(self) -> None:
        display = self.placement.display
        aside = self.placement.aside and not self.borderless and not self._was_aside
        if self.borderless:
            self._cover()
        elif aside:
            size = min(SMALLEST[0], display.width), min(SMALLEST[1], display.height)
            self._put(size, pygame.RESIZABLE, (display.width - size[0], display.height - size[1]))
            self._was_aside = True  # once: whoever brings it up wants to see it
            if not self.placement.up:
                pygame.display.iconify()
                self._looks_aside = LOOKS_ASIDE
        else:
            wide, high = self._framed_size
            corner = CENTRED + display.index
            whole = corner, corner, min(wide, display.width), min(high, display.height)
            left, top, wide, high = display.framed(self._framed_size) or whole
            self._put((wide, high), pygame.RESIZABLE, (left, top))
        pygame.event.set_grab(False)

    def _cover(self) -> None:
        """Over the whole display and its task bar, in the resolution that it has (field note F-07)."""
        display = self.placement.display
        corner = CENTRED + display.index  # what fills a display lies at its corner then
        # large and without a frame first: where no window manager answers that is all there is
        self._put((display.width, display.height), pygame.NOFRAME, (corner, corner))
        placed().set_fullscreen(True)

    def _put(self, size: tuple[int, int], flags: int, at: tuple[int, int]) -> None:
        """The window of that size there, from its first picture on."""
        os.environ["SDL_VIDEO_WINDOW_POS"] = f"{at[0]},{at[1]}"
        pygame.display.set_mode(size, flags, display=self.placement.display.index)
        os.environ.pop("SDL_VIDEO_WINDOW_POS", None)
        # a window that was there before stays where it was, with its corner and its far edges off the display
        placed().position = at

    @property
    def surface(self) -> pygame.Surface:
        return pygame.display.get_surface()

    @property
    def is_on_show(self) -> bool:
        """Whether people can see it: it does not lie minimised in the task bar; asked a few times a second."""
        is_seen = bool(pygame.display.get_active())
        if self._looks_aside and is_seen:
            self._looks_aside -= 1
            if not self._looks_aside:  # nobody minimises here: without a window manager it would lie over the referee
                placed().hide()
                return False
        elif not is_seen:
            self._looks_aside = 0
        return is_seen

    def toggle_borderless(self) -> None:
        """Over the whole display, or back to a frame."""
        if not self.borderless:
            self._framed_size = self.surface.get_size()
            self._framed_at = cast("tuple[int, int]", placed().position)
        else:
            placed().set_windowed()
        self.borderless = not self.borderless
        self._open()
        if not self.borderless and self._framed_at is not None:
            placed().position = self._framed_at

    def show(self, canvas: Canvas) -> None:
        """Put a picture that was drawn on `surface` before the people's eyes."""
        self.canvas = canvas
        pygame.display.flip()

    def keys(self, wait_ms: int, now_ms: int) -> list[str]:
        """Names of the keys pressed since the last call; `closed` when the window's frame was used to close it.

        Args:
            wait_ms: how long to sleep while nothing happens.
        """
        first = pygame.event.wait(max(1, wait_ms))
        pressed = []
        for event in (first, *pygame.event.get()):
            key = self._key_of(event)
            if key:
                counts = key in _OF_WINDOW or self.presses.counts(key, now_ms)
                pressed.append(key if counts else TWICE + key)
        return pressed

    @property
    def _is_typing(self) -> bool:
        return self.canvas is not None and self.canvas.typing

    def _key_of(self, event: pygame.event.Event) -> str | None:
        match event.type:
            case pygame.QUIT:
                return _CLOSED
            case pygame.TEXTINPUT:
                # what a key has told already comes once more here; an input method tells its letters here alone
                is_new = self._is_typing and len(event.text) == 1 and event.text != self._told_letter
                return TEXT + str(event.text) if is_new and event.text.isprintable() else None
            case pygame.KEYDOWN:
                letter = self._told_letter = str(event.unicode)
                if self._is_typing and letter and letter.isprintable() and not event.mod & pygame.KMOD_CTRL:
                    return TEXT + letter
                name = event.unicode if event.unicode in {"½", "-", ",", "."} else pygame.key.name(event.key)
                return key_name(
                    name, ctrl=bool(event.mod & pygame.KMOD_CTRL), shift=bool(event.mod & pygame.KMOD_SHIFT)
                )
            case pygame.MOUSEBUTTONDOWN if event.button == 1 and not getattr(event, "touch", False):
                # a finger tells itself; what SDL makes of it for programs without fingers would count twice
                return None if self.canvas is None else key_at(self.canvas.targets, *event.pos)
            case pygame.FINGERDOWN:
                width, height = self.surface.get_size()
                place = round(event.x * width), round(event.y * height)
                return None if self.canvas is None else key_at(self.canvas.targets, *place)
            case pygame.JOYBUTTONDOWN:
                return GAMEPAD.get(event.button)
            case pygame.JOYHATMOTION:
                return self._stick.cross(*event.value)
            case pygame.JOYAXISMOTION:
                return self._stick.axis(event.instance_id, event.axis, event.value)
            case pygame.JOYDEVICEADDED:
                self._pads[event.device_index] = pygame.joystick.Joystick(event.device_index)
            case pygame.VIDEORESIZE | pygame.WINDOWEXPOSED:
                return REDRAW
        return None

    def close(self) -> None:
        """Close the window; the desktop is as it was, blanking is allowed again (F-09)."""
        pygame.display.set_allow_screensaver(True)
        self._pads.clear()
        pygame.joystick.quit()
        pygame.display.quit()


def save(window: Window, path: os.PathLike[str]) -> None:
    """Write what the window shows now to a file."""
    from pathlib import Path

    render.save_png(window.surface, Path(path))
