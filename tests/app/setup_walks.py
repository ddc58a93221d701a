"""What a person does at the guided set-up, page by page, and whole ways through it."""

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from app.setup_robot import FIGURE_S, NAME_PX, POSE_S, Robot, Stage
from app.setup_sets import Set
from companion.app.setting_up.path import SECONDS
from companion.app.setting_up.steps.figures import FiguresStep
from companion.screens.setup_view import STEP
from companion.store.people import Player, RosterImported, Sheet, event
from companion.store.show import Show

# twenty questions about the lights, and looks in between
MOST_ANSWERS = 60
SHEETS = (Sheet("Momia", "Ana", "red", "humanoid"), Sheet("Pulpo", "Juan", "dark blue", "absurd"))


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
    clicked = {known.name for known, _ in robot.step(FiguresStep).clicks}
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


def second_time(robot: Robot, one: Set) -> None:
    """Next month: everything stands as it stood; the camera and its place are looked at, and nothing is asked."""
    robot.stage.show(one.empty)
    robot.expect("show")
    robot.enter()
    robot.wait(3)
    robot.expect("camera")
    robot.wait(60)


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


def robot_at(folder: Path, one: Set, step: str, **more: Any) -> Robot:
    """Somebody who has a show file and goes straight to a page."""
    robot = Robot(folder / "T.yaml", Stage(one.empty), language="en", **more)
    begin(robot)
    robot.desk.press(STEP + step)
    robot.wait(1)
    robot.expect(step)
    return robot


def with_roster(folder: Path) -> None:
    with Show.open(folder / "show.db") as show:
        show.append([event(RosterImported("people.csv", (Player("Ana"), Player("Juan", 210.0)), SHEETS))], "test", 1)


def robot_with_markers(folder: Path, one: Set, **more: Any) -> Robot:
    """Somebody at the first page, with the set's own markers where it has some."""
    return Robot(folder / "T.yaml", Stage(one.empty), one.write_markers(folder / "M.yaml"), **more)
