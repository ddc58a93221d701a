"""A person at the guided set-up, and a camera that shows what that person does: clicks, keys, and the time they take.

Every press goes where the page has a target, so that nothing is used that a person could not reach.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, TypeVar

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import cv2
import numpy as np
import pygame

from app.setup_reading import unread_anew
from companion.app.drill import rehearse
from companion.app.setting_up.bench import Wanted
from companion.app.setting_up.desk import SetupDesk
from companion.app.setting_up.feed import CameraFeed, Cameras
from companion.app.setting_up.runner import inline_runner
from companion.app.setting_up.step import Step
from companion.kernel.text import Language
from companion.screens import setup_page
from companion.screens.canvas import Canvas
from companion.screens.displays import Display
from companion.screens.inputs import TEXT, key_at
from companion.screens.setup_view import FIELD
from companion.screens.setup_window import SetupWindow, press_at
from companion.vision.camera import NOT_THERE, CameraProblemError
from companion.vision.health import CameraId, Finding, Mode
from companion.vision.sources import Picture

CLICK_S, POSE_S, FIGURE_S = 2.0, 5.0, 20.0
FRAME_MS = 1000 / 30
# a figure's name points to its feet: so near
NAME_PX = 12.0
SIZE = (1280, 720)
KindOfStep = TypeVar("KindOfStep", bound=Step)
WEBCAM = CameraId(0, "usb-Webcam_C920_1234", "Webcam C920")
DISPLAYS = (Display(0, 1280, 720), Display(1, 1920, 1080))


@dataclass
class Stage:
    """What the camera sees now; a webcam's noise on it makes every frame a new one.

    Attributes:
        is_plugged: an unplugged one neither opens nor reads.
        is_denied: the system allows no camera.
        gain: of the whole picture: blue, green, red.
    """

    picture: Picture
    is_plugged: bool = True
    is_denied: bool = False
    gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
    reads: int = 0
    locks: int = 0
    _grain: dict[int, Picture] = field(default_factory=dict)
    _grain_of: Picture | None = None
    _grain_gain: tuple[float, float, float] = (1.0, 1.0, 1.0)

    def show(self, picture: Picture) -> None:
        self.picture = picture

    def read(self) -> Picture | None:
        if not self.is_plugged:
            return None
        self.reads += 1
        noisy = self._noisy().copy()
        noisy[0, 0] = (self.reads % 250, self.reads // 250 % 250, 7)
        return noisy

    def _noisy(self) -> Picture:
        """What is shown with one of the camera's eight noises."""
        if self._grain_of is not self.picture or self._grain_gain != self.gain:
            self._grain, self._grain_of, self._grain_gain = {}, self.picture, self.gain
        number = self.reads % 8
        if number not in self._grain:
            picture = self.picture
            if self.gain != (1.0, 1.0, 1.0):
                picture = np.clip(picture * np.array(self.gain), 0, 255).astype(np.uint8)
            high, wide = picture.shape[:2]
            random = np.random.default_rng(number)
            grain = np.tile(random.integers(0, 3, (60, 60, 3), dtype=np.uint8), (high // 60 + 1, wide // 60 + 1, 1))
            grainy = cv2.add(picture, grain[:high, :wide])
            self._grain[number] = np.asarray(cv2.subtract(grainy, np.ones_like(picture)), dtype=np.uint8)
        return self._grain[number]


@dataclass
class StageDevice:
    """The stage's webcam."""

    stage: Stage

    def read(self) -> Picture | None:
        return self.stage.read()

    def mode(self) -> Mode:
        return Mode(self.stage.picture.shape[1], self.stage.picture.shape[0], 30.0)

    def release(self) -> None:
        """Nothing to give back."""

    def lock_light(self) -> Finding:
        from companion.kernel.text import Text

        self.stage.locks += 1
        return Finding("light lock", True, Text("exposure and white balance held", "exposición y blancos fijados"))


class SteppedFeed(CameraFeed):
    """A live camera whose reader works when the newest picture is asked for."""

    def newest(self):
        self.camera.step()
        return super().newest()


# key of a target -> what the keyboard tells when it is pressed: code and letter
KEYBOARD = {
    **{f"f{number}": ((pygame.K_F1 + number - 1, ""),) for number in range(1, 13)},
    **{
        str(digit): ((pygame.K_0 + digit, str(digit)), (pygame.K_KP_1 + digit - 1, str(digit)))
        for digit in range(1, 10)
    },
    "enter": ((pygame.K_RETURN, "\r"), (pygame.K_KP_ENTER, "\r")),
    "escape": ((pygame.K_ESCAPE, "\x1b"),),
}


def keyed(canvas: Canvas, key: str) -> list[str | None]:
    """What arrives of a key that is pressed at the keyboard, at the number pad too; no window opens."""
    window = object.__new__(SetupWindow)
    window.canvas = canvas
    downs = [pygame.event.Event(pygame.KEYDOWN, key=code, unicode=letter, mod=0) for code, letter in KEYBOARD[key]]
    return [window._key_of(down) for down in downs]


@dataclass
class Robot:
    """A person at the pages.

    Attributes:
        seconds: what it has taken so far, counted as the issue counts.
        cut: texts that did not fit on a page, with the page.
        presses: of keys and of the picture; whoever counts them sets it to 0.
        before_press: what happens before the press of that number.
    """

    table: Path
    stage: Stage
    markers: Path | None = None
    leds: str = "sim"
    language: Language = "es"
    size: tuple[int, int] = SIZE
    cameras: tuple[CameraId, ...] = (WEBCAM,)
    displays: tuple[Display, ...] = DISPLAYS
    fresh: bool = False
    show: Path | None = None
    camera: str | None = None
    rehearse: Callable[[Any], Any] = rehearse
    seconds: float = 0.0
    by_step: dict[str, float] = field(default_factory=dict)
    cut: list[str] = field(default_factory=list)
    keep_pages: Callable[[str, pygame.Surface], None] | None = None
    now_ms: float = 0.0
    presses: int = 0
    before_press: Mapping[int, Callable[[], object]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.desk = self.start()

    def start(self) -> SetupDesk:
        """`companion setup` is started, or started again."""
        wanted = Wanted(self.table, self.show, self.camera, self.markers, self.leds, self.language, None, self.fresh)
        # what the camera has is what is asked for
        mode = Mode(self.stage.picture.shape[1], self.stage.picture.shape[0], 30.0)
        cameras = Cameras(lambda: self.cameras, self._opened, mode)
        self.surface = pygame.Surface(self.size)
        self.desk = SetupDesk(
            wanted,
            inline_runner(),
            cameras,
            lambda: self.now_ms,
            lambda: datetime(2026, 11, 29, 20, 0, 0, tzinfo=timezone.utc),
            lambda: self.displays,
            self.rehearse,
        )
        return self.desk

    def _opened(self, text: str, wanted: Mode, calibrated: CameraId | None) -> CameraFeed:
        del wanted

        def opener() -> StageDevice:
            if self.stage.is_denied:
                raise PermissionError("/dev/video0")
            if not self.stage.is_plugged:
                raise CameraProblemError(NOT_THERE)
            return StageDevice(self.stage)

        def identify() -> CameraId | None:
            return next((one for one in self.cameras if str(one.place) == text), None)

        return SteppedFeed(opener, "webcam", lambda: self.now_ms, calibrated, identify, start_thread=False)

    # -- time -------------------------------------------------------------------------------------------------------

    def spend(self, seconds: float) -> None:
        self.seconds += seconds
        self.by_step[self.at] = self.by_step.get(self.at, 0.0) + seconds

    def wait(self, frames: int = 30) -> None:
        """Watch so many pictures; the time is part of what the person does."""
        for _ in range(frames):
            self.now_ms += FRAME_MS
            self.desk.tick(self.now_ms)

    # -- presses ----------------------------------------------------------------------------------------------------

    def step(self, kind: type[KindOfStep]) -> KindOfStep:
        """The step of the page that is open, which is of this kind."""
        assert isinstance(self.desk.step, kind), self.at
        return self.desk.step

    @property
    def at(self) -> str:
        return self.desk.step.id

    def page(self):
        """Draw the page as the window does; remembers texts that were cut. Every key it offers reaches it."""
        view = self.desk.view()
        canvas, place = setup_page.draw(self.surface, view, self.desk.language)
        self.cut += [f"{view.at}: {one.text}" for one in canvas.drawn if one.cut]
        assert unread_anew(view) == []
        inside = self.surface.get_rect()
        self.cut += [f"{view.at}: outside: {one.text}" for one in canvas.drawn if not inside.contains(one.rect)]
        if self.keep_pages is not None:
            self.keep_pages(view.at, self.surface)
        top = max(one.layer for one in canvas.targets)
        offered = {one.key for one in canvas.targets if one.layer == top and one.key in KEYBOARD}
        for key in offered:
            assert {key} == set(keyed(canvas, key)), f"{view.at}: {key} arrives as {keyed(canvas, key)}"
        return view, canvas, place

    def _next_press(self) -> None:
        self.presses += 1
        happens = self.before_press.get(self.presses)
        if happens is not None:
            happens()

    def press(self, key: str) -> None:
        """Press the target of that key with the mouse."""
        self._next_press()
        _, canvas, _ = self.page()
        targets = [one for one in canvas.targets if one.key == key]
        assert targets, f"{self.at}: no target {key}; there are {[one.key for one in canvas.targets]}"
        found = key_at(canvas.targets, *targets[-1].rect.center)
        assert found == key, f"{self.at}: {key} lies under {found}"
        self.spend(CLICK_S)
        self.desk.press(found)
        self.wait(2)

    def enter(self) -> None:
        self.press("enter")

    def click(self, x: float, y: float) -> None:
        """Click the camera's picture there (its own pixels)."""
        self._next_press()
        _, canvas, place = self.page()
        assert place is not None, self.at
        at = tuple(round(part) for part in place.to_surface((x, y)))
        key = press_at(place, key_at(canvas.targets, *at), at)  # type: ignore[arg-type]
        assert key is not None, f"{self.at}: no click at {x:.0f}, {y:.0f}"
        assert key.startswith("click:"), f"{self.at}: {key}"
        self.spend(CLICK_S)
        self.desk.press(key)
        self.wait(2)

    def type(self, field_key: str, words: str) -> None:
        """Go to a field, empty it, type."""
        self.press(FIELD + field_key)
        entry = next(one for one in self.desk.view().entries if one.key == field_key)
        for _ in entry.value:
            self.desk.press("backspace")
        self.spend(CLICK_S * (1 if entry.value else 0))
        for letter in words:
            self.desk.press("space" if letter == " " else TEXT + letter)
            self.spend(CLICK_S)
        self.wait(1)

    def crosses(self) -> dict[str, tuple[float, float]]:
        """Names that stand at a cross in the picture, and where; picture pixels."""
        live = self.desk.view().live
        assert live is not None
        return {note.text.en: note.at for note in live.notes if note.text is not None}

    def told(self) -> str:
        view = self.desk.view()
        return " | ".join(one.text.of("en") for one in view.told)

    def expect(self, step: str) -> None:
        assert self.at == step, f"at {self.at}, not {step}: {self.told()}"

    def lamps(self) -> dict[str, str]:
        return {mark.id: mark.lamp.value for mark in self.desk.marks()}
