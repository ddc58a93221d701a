"""A person at the guided set-up, and a camera that shows what that person does: clicks, keys, and the time they take.

Every press goes where the page has a target, so that nothing is used that a person could not reach.
"""

import json
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

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
from companion.app.setting_up.path import SECONDS
from companion.app.setting_up.runner import inline_runner
from companion.kernel.text import Language
from companion.screens import setup_page
from companion.screens.canvas import Canvas
from companion.screens.displays import Display
from companion.screens.inputs import TEXT, key_at
from companion.screens.setup_view import FIELD
from companion.screens.setup_window import SetupWindow, press_at
from companion.vision.camera import NOT_THERE, CameraProblemError
from companion.vision.geometry import Camera
from companion.vision.health import CameraId, Finding, Mode
from companion.vision.sources import Picture, read_picture
from companion.vision.table_file import read_table

CLICK_S, POSE_S, FIGURE_S = 2.0, 5.0, 20.0
FRAME_MS = 1000 / 30
# a figure's name points to its feet: so near
NAME_PX = 12.0
SIZE = (1280, 720)
WEBCAM = CameraId(0, "usb-Webcam_C920_1234", "Webcam C920")
DISPLAYS = (Display(0, 1280, 720), Display(1, 1920, 1080))
GRID = 11
# twenty questions about the lights, and looks in between
MOST_ANSWERS = 60


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


# -- the sets of rendered pictures ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figure:
    id: str
    name: str
    x_mm: float
    y_mm: float


@dataclass
class Set:
    """One rendered set-up: its pictures as the camera gives them, and its truth, which only tests read.

    Attributes:
        quarters: the camera is turned by so many right angles.
    """

    truth: dict[str, Any]
    empty: Picture
    learn: Picture
    boards: list[Picture]
    quarters: int = 0

    @property
    def camera(self) -> Camera:
        told = self.truth["camera"]
        return Camera(told["width"], told["height"], told["K"], told["dist"], told["rvec"], told["tvec_mm"])

    def turned(self, quarters: int) -> "Set":
        pictures = [np.ascontiguousarray(np.rot90(one, quarters)) for one in (self.empty, self.learn, *self.boards)]
        return Set(self.truth, pictures[0], pictures[1], pictures[2:], quarters)

    def px(self, points: Any) -> np.ndarray:
        """True pixels of world points in the pictures as they are turned."""
        seen = self.camera.project(points)
        width, height = self.camera.width, self.camera.height
        for _ in range(self.quarters % 4):
            seen = np.column_stack((seen[:, 1], width - 1 - seen[:, 0]))
            width, height = height, width
        return seen

    @property
    def side_mm(self) -> float:
        return float(self.truth["ring_size_mm"])

    def corners_px(self) -> np.ndarray:
        half = self.side_mm / 2
        return self.px(np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]]))

    def figures(self) -> list[Figure]:
        places = self.truth["learn_frame"]["figures"]
        return [
            Figure(str(one["id"]), one["colour"].replace("_", " "), at["x_mm"], at["y_mm"])
            for one, at in zip(self.truth["figures"], places, strict=True)
        ]

    def write_markers(self, path: Path, leave_out: tuple[int, ...] = ()) -> Path | None:
        if not self.truth["markers"]:
            return None
        lines = [
            f"- {{id: {m['id']}, dict: {m['dict']}, size_mm: {m['size_mm']}, corners_mm: {m['corners_mm']}}}\n"
            for m in self.truth["markers"]
            if m["id"] not in leave_out
        ]
        path.write_text("".join(lines), encoding="utf-8")
        return path

    def worst_mm(self, table: Path) -> float:
        """Worst of an 11 x 11 grid of mat points, seen by the true camera, mapped back by the table file's."""
        half = self.side_mm / 2
        x, y = np.meshgrid(np.linspace(-half, half, GRID), np.linspace(-half, half, GRID))
        grid = np.column_stack((x.ravel(), y.ravel(), np.zeros(x.size)))
        found = read_table(table).camera
        assert found is not None
        return float(np.linalg.norm(found.to_plane(self.px(grid), 0.0) - grid[:, :2], axis=1).max())

    def alone(self, number: int) -> Picture:
        """The empty ring with one figure of the learn picture on it."""
        picture = self.empty.copy()
        boxes = [one["bbox_px"] for one in self.truth["learn_frame"]["figures"]]
        assert self.quarters == 0
        left, top, right, bottom = (round(part) for part in boxes[number])
        grow = 14
        rows, columns = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
        mask = (columns >= left - grow) & (columns <= right + grow) & (rows >= top - grow) & (rows <= bottom + grow)
        for other, box in enumerate(boxes):
            if other != number:
                mask &= ~((columns >= box[0]) & (columns <= box[2]) & (rows >= box[1]) & (rows <= box[3]))
        picture[mask] = self.learn[mask]
        return picture


def load_set(data: Path, name: str) -> Set:
    """A set of the rendered data."""
    truth = json.loads((data / f"{name}.json").read_text(encoding="utf-8"))
    boards = [read_picture(path) for path in sorted((data / "calib").glob(f"{name}_calib_*.jpg"))]
    return Set(truth, read_picture(data / f"{name}_empty.jpg"), read_picture(data / f"{name}_learn.jpg"), boards)


# -- what a person does, page by page ---------------------------------------------------------------------------------


def language(robot: Robot) -> None:
    robot.expect("language")
    robot.press("1" if robot.language == "es" else "2")
    robot.enter()


def show_file(robot: Robot) -> None:
    robot.expect("show")
    robot.enter()
    robot.wait(2)


def begin(robot: Robot) -> None:
    language(robot)
    show_file(robot)


def choose_camera(robot: Robot) -> None:
    robot.expect("camera")
    robot.press("f5")
    robot.wait(40)
    robot.enter()


def view(robot: Robot) -> None:
    robot.expect("view")
    robot.wait(30)
    robot.enter()


def camera(robot: Robot) -> None:
    choose_camera(robot)
    view(robot)


def lens(robot: Robot, one: Set) -> None:
    robot.expect("lens")
    robot.stage.show(one.boards[0])
    robot.wait(12)
    for board in one.boards:
        robot.stage.show(board)
        robot.spend(POSE_S)
        robot.wait(5)
    robot.enter()
    robot.wait(2)
    robot.stage.show(one.empty)
    robot.wait(12)


def ring_size(robot: Robot, one: Set, side_mm: float | None = None, diagonal_mm: float | None = None) -> None:
    robot.expect("ring")
    robot.wait(12)
    side = one.side_mm if side_mm is None else side_mm
    for key in ("width", "depth"):
        robot.type(key, f"{side:g}")
    if diagonal_mm is not None:
        robot.type("diagonal", f"{diagonal_mm:g}")
    robot.type("drop", f"{-one.truth['ringside_z_mm']:g}")


def ring_clicks(robot: Robot, one: Set, noise: np.ndarray | None = None) -> None:
    for number, (x, y) in enumerate(one.corners_px()):
        shift = np.zeros(2) if noise is None else noise[number]
        robot.click(float(x + shift[0]), float(y + shift[1]))
    robot.wait(2)


def figures_at_once(robot: Robot, one: Set) -> None:
    robot.expect("figures")
    robot.stage.show(one.learn)
    robot.wait(12)
    choices = {choice.key: choice.chosen for choice in robot.desk.view().choices}
    if not choices["f8"]:
        robot.press("f8")
    # clicks from before a kill are there again
    clicked = {known.name for known, _ in robot.desk.step.clicks}  # type: ignore[attr-defined]
    for figure in (each for each in one.figures() if each.name not in clicked):
        robot.type("name", figure.name)
        x, y = one.px(np.array([[figure.x_mm, figure.y_mm, 0.0]]))[0]
        robot.spend(FIGURE_S)
        robot.click(float(x), float(y))
    robot.enter()
    robot.wait(4)
    robot.press("f9")


def hands(robot: Robot, players: Mapping[str, str]) -> None:
    """Palms that were measured with a ruler; nobody's is known where there are no players."""
    robot.expect("palms")
    if not players:
        robot.press("f3")
        return
    for name, palm in players.items():
        robot.type("player", name)
        robot.type("open", palm)
        robot.enter()
        robot.wait(2)
    robot.press("f9")


def lights(robot: Robot) -> None:
    robot.expect("lights")
    robot.enter()
    for _ in range(MOST_ANSWERS):
        if robot.at != "lights":
            return
        if robot.desk.view().primary is not None:
            robot.enter()
        else:
            robot.wait(10)
    robot.expect("crowd")


def crowd(robot: Robot) -> None:
    robot.expect("crowd")
    robot.press("2")
    robot.enter()


def sound(robot: Robot) -> None:
    robot.expect("sound")
    robot.enter()


def drill(robot: Robot, *, is_run: bool) -> None:
    robot.expect("drill")
    if not is_run:
        robot.press("f3")
        return
    robot.enter()
    robot.spend(SECONDS["drill"])
    while robot.at == "drill" and robot.desk.bench.runner.busy() is not None:
        robot.wait(1)


def summary(robot: Robot) -> None:
    robot.expect("summary")
    robot.page()
    robot.enter()
    assert robot.desk.is_over


@dataclass(frozen=True)
class Walked:
    """A set-up that was done once, and its files as they were at each page: tests go on from there.

    Attributes:
        robot: at the end of the path.
        at: folders by page; `over` is the finished one.
    """

    one: "Set"
    robot: Robot
    at: dict[str, Path]

    def begin(self, page: str, folder: Path, one: "Set | None" = None, **more: Any) -> Robot:
        """Somebody who stopped at that page goes on there, with the camera on the same ring or another `one`."""
        shutil.copytree(self.at[page], folder, dirs_exist_ok=True)
        shown = one or self.one
        markers = shown.write_markers(folder / "M.yaml")
        robot = Robot(folder / "T.yaml", Stage(shown.empty), markers, **more)
        robot.wait(14)
        if page != "over":
            robot.expect(page)
        return robot


def walk(one: "Set", folder: Path, *, with_lens: bool) -> Walked:
    """Do the whole set-up, with a copy of its files at every page."""
    here = folder / "walked"
    here.mkdir()
    robot = Robot(here / "T.yaml", Stage(one.empty), one.write_markers(here / "M.yaml"))
    at: dict[str, Path] = {}

    def keep(page: str) -> None:
        at[page] = Path(shutil.copytree(here, folder / page))

    whole_path(robot, one, Way(with_lens=with_lens), keep)
    robot.desk.close()
    keep("over")
    return Walked(one, robot, at)


HERE = Path(__file__).parent
CALIB, LEARN = HERE.parent / "vision" / "data" / "calib", HERE / "data" / "setup"


def bundled_set(letter: str) -> Set:
    """The same from the pieces that lie in the tests; boards only for `a`."""
    truth = json.loads((CALIB / f"{letter}.json").read_text(encoding="utf-8"))
    truth |= json.loads((LEARN / f"{letter}.json").read_text(encoding="utf-8"))
    learn = CALIB / "a_learn.jpg" if letter == "a" else LEARN / f"{letter}_learn.jpg"
    boards = [read_picture(path) for path in sorted(CALIB.glob(f"{letter}_board_*.jpg"))]
    return Set(truth, read_picture(CALIB / f"{letter}_empty.jpg"), read_picture(learn), boards)


def ring(robot: Robot, one: Set, *, accept: bool = True) -> None:
    """Size, then markers, or clicks where there are none; the picture is confirmed."""
    if robot.markers is not None:
        ring_size(robot, one)
        robot.enter()
    else:
        ring_size(robot, one, diagonal_mm=round(one.side_mm * 2**0.5))
        robot.press("f6")
        robot.enter()
        ring_clicks(robot, one)
    robot.wait(3)
    if accept:
        robot.enter()


def sides(robot: Robot) -> None:
    robot.expect("sides")
    robot.wait(3)
    robot.enter()


def empty(robot: Robot) -> None:
    robot.expect("empty")
    robot.wait(12)
    robot.enter()
    robot.wait(3)


@dataclass(frozen=True)
class Way:
    """How somebody does the set-up.

    Attributes:
        with_lens: the sheet is moved about; else that page is skipped.
        wrong_side_mm: a size that is typed first and has to be asked back.
        players: names and open palms as they are typed; none: that page is skipped.
        is_drilled: the rehearsal is run; else skipped.
    """

    with_lens: bool = False
    wrong_side_mm: float | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    is_drilled: bool = False


def pages_of(robot: Robot, one: Set, way: Way) -> dict[str, Callable[[], None]]:
    """What a person does on each page, in the set-up's order; each leads on to the next page."""

    def lens_page() -> None:
        if way.with_lens:
            lens(robot, one)
        else:
            robot.expect("lens")
            robot.press("f3")

    def ring_page() -> None:
        if way.wrong_side_mm is not None:
            wrong_size(robot, one, way.wrong_side_mm)
        ring(robot, one)

    return {
        "language": lambda: language(robot),
        "show": lambda: show_file(robot),
        "camera": lambda: choose_camera(robot),
        "view": lambda: view(robot),
        "lens": lens_page,
        "ring": ring_page,
        "sides": lambda: sides(robot),
        "empty": lambda: empty(robot),
        "figures": lambda: figures_at_once(robot, one),
        "palms": lambda: hands(robot, way.players),
        "lights": lambda: lights(robot),
        "crowd": lambda: crowd(robot),
        "sound": lambda: sound(robot),
        "drill": lambda: drill(robot, is_run=way.is_drilled),
        "summary": lambda: summary(robot),
    }


def whole_path(robot: Robot, one: Set, way: Way, at_page: Callable[[str], None] = lambda page: None) -> None:
    """The set-up as somebody does it who has never seen it.

    Args:
        at_page: called on reaching each page.
    """
    for page, do in pages_of(robot, one, way).items():
        robot.expect(page)
        at_page(page)
        do()


def wrong_size(robot: Robot, one: Set, side_mm: float) -> None:
    """A size mistyped: asked back, nothing can be taken, and the page offers to type it again."""
    by_clicks = robot.markers is None
    ring_size(robot, one, side_mm=side_mm, diagonal_mm=round(one.side_mm * 2**0.5) if by_clicks else None)
    if by_clicks:
        robot.press("f6")
    robot.enter()
    robot.wait(3)
    robot.expect("ring")
    assert robot.desk.view().primary is None, f"{side_mm} mm was not asked back: {robot.told()}"
    robot.press("f7")
    robot.press("f5")


def pull_and_plug(robot: Robot) -> None:
    """The camera's cable comes out on this page, is missed where a picture was there, and goes in again."""
    page, had_picture = robot.at, robot.desk.bench.feed is not None
    robot.stage.is_plugged = False
    robot.wait(80)
    assert (robot.desk.view().banner is not None) == had_picture, page
    robot.stage.is_plugged = True
    robot.wait(45)
    assert robot.desk.view().banner is None, page
    robot.expect(page)


def unplugged_everywhere(robot: Robot, one: Set, way: Way) -> list[str]:
    """The whole set-up with the camera unplugged on every page, and once more in the middle of what is done there.

    Returns:
        The pages that were interrupted in the middle of their work.
    """
    middles: list[str] = []
    for page, do in pages_of(robot, one, way).items():
        robot.expect(page)
        pull_and_plug(robot)
        # the second press on a page: something is typed, clicked or answered, and not taken yet
        robot.before_press = {2: lambda: middles.append(robot.at) or pull_and_plug(robot)}
        robot.presses = 0
        do()
    robot.before_press = {}
    return middles


def restarted_everywhere(robot: Robot, one: Set, way: Way) -> None:
    """The whole set-up; on every page the program ends, the camera is not there when it starts, and then comes back."""
    for page, do in pages_of(robot, one, way).items():
        robot.expect(page)
        robot.stage.is_plugged = False
        robot.desk.close()
        robot.start()
        robot.wait(30)
        robot.stage.is_plugged = True
        robot.wait(45)
        assert robot.desk.view().banner is None, page
        robot.expect(page)
        do()


def without_a_marker(one: Set, number: int = 1) -> Set:
    """The same table with something of the mat's colour on one of its markers, in every picture of it."""
    corners = one.px(np.array(one.truth["markers"][number]["corners_mm"]))
    low, high = np.floor(corners.min(0)).astype(int) - 6, np.ceil(corners.max(0)).astype(int) + 6
    around = one.empty[low[1] - 6 : high[1] + 6, low[0] - 6 : high[0] + 6].reshape(-1, 3)
    pictures = []
    for picture in (one.empty, one.learn):
        covered = picture.copy()
        part = covered[low[1] : high[1], low[0] : high[0]]
        # not over a figure that stands before it
        same = np.abs(part.astype(int) - one.empty[low[1] : high[1], low[0] : high[0]]).max(axis=2) < 40
        part[same] = np.median(around, axis=0)
        pictures.append(covered)
    return Set(one.truth, pictures[0], pictures[1], one.boards)


def second_time(robot: Robot, one: Set) -> None:
    """Next month: everything stands as it stood; the camera and its place are looked at, and nothing is asked."""
    robot.stage.show(one.empty)
    robot.expect("show")
    robot.enter()
    robot.wait(3)
    robot.expect("camera")
    robot.wait(60)


def moved_camera(one: Set, by_deg: tuple[float, float, float] = (0.35, -0.6, 0.4)) -> Set:
    """The same ring seen by the camera after somebody knocked its stand: turned by less than a degree.

    A turn about the lens is the one move whose picture follows from the old one, at every height.
    """
    assert one.quarters == 0
    old, told = one.camera, one.truth["camera"]
    knock = cv2.Rodrigues(np.radians(by_deg))[0]
    rvec = cv2.Rodrigues(knock @ old.rotation)[0].ravel()
    camera = Camera(old.width, old.height, told["K"], told["dist"], rvec, knock @ np.array(told["tvec_mm"]))
    columns, rows = np.meshgrid(np.arange(old.width, dtype=float), np.arange(old.height, dtype=float))
    rays = camera.rays(np.column_stack((columns.ravel(), rows.ravel())))
    seen = old.project(old.position_mm + rays * 1000.0).astype(np.float32).reshape(old.height, old.width, 2)
    seen = np.nan_to_num(seen, nan=-1.0)
    pictures = [
        np.asarray(cv2.remap(picture, seen, None, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)
        for picture in (one.empty, one.learn)
    ]
    moved = told | {"rvec": rvec.tolist(), "tvec_mm": camera.tvec_mm.tolist()}
    return Set(one.truth | {"camera": moved}, pictures[0], pictures[1], one.boards)


def second_time_moved(robot: Robot, moved: Set) -> None:
    """Next month, the camera on its stand again: what is seen to be different is done anew, with the known names."""
    robot.stage.show(moved.empty)
    robot.expect("show")
    robot.enter()
    robot.wait(60)
    robot.expect("view")
    assert "has moved by" in robot.told(), robot.told()
    robot.enter()
    robot.expect("ring")
    robot.wait(12)
    if robot.markers is None:
        robot.press("f6")
    robot.enter()
    if robot.markers is None:
        ring_clicks(robot, moved)
    robot.wait(3)
    robot.enter()
    sides(robot)
    empty(robot)
    robot.expect("figures")
    robot.stage.show(moved.learn)
    robot.wait(12)
    # put on the mat, each as long as a sheet pose; nobody clicks them
    robot.spend(POSE_S * len(moved.figures()))
    robot.press("f5")
    named = robot.crosses()
    for figure in moved.figures():
        at = moved.px(np.array([[figure.x_mm, figure.y_mm, 0.0]]))[0]
        assert np.hypot(*(np.array(named[figure.name]) - at)) < NAME_PX, (figure.name, named, at)
    robot.enter()
    robot.wait(4)
    robot.press("f9")
    robot.expect("summary")
    robot.enter()
