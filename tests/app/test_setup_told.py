"""What the pages tell leaves nothing to guess: when it can still be done, what is left to be done, and in words."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app import setup_walks
from app.setup_robot import Robot, Stage
from app.setup_sets import Set
from app.setup_walks import Walked, begin
from companion.app.setting_up import looking
from companion.app.setting_up.looking import at_a_corner, ropes_judged
from companion.app.setting_up.path import STEPS
from companion.app.setting_up.steps.ring import RingStep
from companion.app.setting_up.words import at_the_window, while_clicking
from companion.kernel.text import Text
from companion.screens.setup_view import STEP
from companion.vision.beside_middle import beside_middle
from companion.vision.calibration_report import describe_beside_picture
from companion.vision.colour_check import _tenths
from companion.vision.geometry import Camera
from companion.vision.ring_sure import RingPose
from companion.vision.table_file import Ring

RING = Ring((700.0, 700.0), 250.0)


def looking_down(x_mm: float, y_mm: float, z_mm: float = 900.0) -> Camera:
    """A camera at a place over the table that looks at the mat's middle."""
    eye = np.array([x_mm, y_mm, z_mm])
    forward = -eye / np.linalg.norm(eye)
    right = np.cross(forward, (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    rotation = np.stack((right, np.cross(forward, right), forward))
    import cv2

    rvec = np.asarray(cv2.Rodrigues(rotation)[0], dtype=float).ravel()
    k = [[1000.0, 0.0, 640.0], [0.0, 1000.0, 360.0], [0.0, 0.0, 1.0]]
    return Camera(1280, 720, np.array(k), np.zeros(5), rvec, -rotation @ eye)


class TestRopesInFront:
    def test_they_are_told_as_soon_as_the_ring_is_found_with_what_to_do(self, of_a: Walked, tmp_path: Path) -> None:
        robot = of_a.begin("ring", tmp_path, language="en")
        setup_walks.ring(robot, of_a.one, accept=False)
        told = robot.told()
        assert "ropes run in front of the mat" in told
        assert "move the camera now; then F7 and Enter look for the ring again" in told
        # and so it is: the size still stands there
        robot.press("f7")
        robot.enter()
        robot.wait(3)
        robot.enter()
        robot.expect("sides")

    def test_no_corner_is_advised_at_a_corner(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(looking, "ropes_in_front", lambda *_: 2)
        picture = np.zeros((720, 1280, 3), np.uint8)
        for at, is_corner in (((0, -900), False), ((200, -900), False), ((700, -800), True), ((-650, 650), True)):
            camera = looking_down(*at)
            assert at_a_corner(camera, RING) == is_corner
            assert ("at a corner" in ropes_judged(picture, camera, RING).text.en) != is_corner


class TestACoarseRing:
    """The advice names what is left to be done, and nothing else."""

    def advice(self, camera: Camera, used: dict[str, float], unused: dict[str, str]) -> str:
        pose = RingPose(camera, 9.0, 14.0, used, unused)
        (told,) = [one for one in describe_beside_picture(pose, RING) if "coarse" in one.en]
        return at_the_window(told).en

    def test_a_measured_lens_and_used_markers_are_not_advised(self) -> None:
        near, far = looking_down(0, -500, 700), looking_down(0, -900, 1200)
        all_used = {f"marker {number}": 0.4 for number in range(4)}
        assert self.advice(near, all_used, {}) == (
            "that is coarse: measure the mat's sides again, and where the markers lie"
        )
        assert self.advice(far, all_used, {}) == "that is coarse: move the camera nearer"
        guessed = replace(far, lens_guessed=True)
        three = dict(list(all_used.items())[:3])
        assert self.advice(guessed, three, {"marker 3": "not seen"}) == (
            "that is coarse: uncover the markers that are not seen, move the camera nearer or measure the lens on the "
            "page Lens"
        )
        assert self.advice(near, {"clicks": 2.0}, {}) == (
            "that is coarse: lay the printed markers in the mat's corners or click the corners more exactly"
        )


class TestAClickBesideTheMat:
    @pytest.mark.parametrize("is_at_once", [False, True])
    def test_no_figure_is_marked_there(self, of_a: Walked, tmp_path: Path, is_at_once: bool) -> None:
        robot = of_a.begin("figures", tmp_path, language="en")
        if is_at_once:
            robot.press("f8")
        half = of_a.one.side_mm / 2
        robot.click(*map(float, of_a.one.px(np.array([[half + 40, 0.0, 0.0]]))[0]))
        assert "beside the mat: click where the figure's feet touch the mat" in robot.told()
        step: Any = robot.desk.step
        assert (step.clicks, step.place) == ([], None)
        robot.click(*map(float, of_a.one.px(np.array([[half - 40, 0.0, 0.0]]))[0]))
        assert "beside the mat" not in robot.told()
        assert bool(step.clicks) == is_at_once

    def test_no_bar_is_measured_there(self, of_a: Walked, tmp_path: Path) -> None:
        robot = of_a.begin("ring", tmp_path, language="en")
        setup_walks.ring(robot, of_a.one, accept=False)
        robot.press("f9")
        half = of_a.one.side_mm / 2
        robot.click(*map(float, of_a.one.px(np.array([[0.0, half + 60, 0.0]]))[0]))
        assert "lay the bar on the mat" in robot.told()
        assert robot.step(RingStep).clicks == []


class TestKeys:
    def test_one_that_does_nothing_says_so_on_every_page(self, a: Set, tmp_path: Path) -> None:
        robot = Robot(tmp_path / "T.yaml", Stage(a.empty), language="en")
        begin(robot)
        for step in STEPS:
            robot.desk.press(STEP + step)
            offered = {one.key for one in robot.desk.view().choices}
            for number in (5, 6, 7, 8, 9, 10, 12):
                if f"f{number}" not in offered:
                    robot.desk.press(f"f{number}")
                    assert f"F{number} does nothing" in robot.told(), step
                    assert robot.page()[0].at == step
        robot.desk.press("f3")
        assert "cannot be skipped" in robot.told()
        robot.desk.press(STEP + "language")
        robot.desk.press("f2")
        assert "first page" in robot.told()

    def test_what_was_told_before_still_stands_beside_it(self, a: Set, tmp_path: Path) -> None:
        robot = Robot(tmp_path / "T.yaml", Stage(a.empty), language="en")
        begin(robot)
        robot.desk.press(STEP + "ring")
        robot.desk.press("enter")
        robot.desk.press("f9")
        robot.desk.press("f10")
        told = robot.told()
        assert "nothing is typed" in told
        assert "F10 does nothing" in told
        assert "F9 does nothing" not in told

    def test_clicking_the_corners_names_no_key_to_click_them(self) -> None:
        for asked in (
            "click the corners with --corners",
            "give your own layout with --markers, or click the mat with --corners",
        ):
            told = while_clicking(Text(f"no marker; {asked}", "sin marcas; haz clic en las esquinas con --corners"))
            assert "F6" not in told.en + told.es
            assert told.en.endswith("click the four corners here")
            assert told.es == "sin marcas; haz clic aquí en las cuatro esquinas"

    def test_the_list_of_figures_says_which_key_leads_back(self, of_a: Walked, tmp_path: Path) -> None:
        robot = of_a.begin("palms", tmp_path, language="en")
        robot.press("f2")
        robot.press("f10")
        robot.desk.press("f5")
        assert "F5 does nothing here" in robot.told()
        assert "F10 (back to the page)" in robot.told()


class TestWords:
    @pytest.mark.parametrize(
        ("at", "words"),
        [
            ((-392.0, -0.2), ("392 mm west of the mat's middle", "392 mm al oeste del centro de la lona")),
            ((0.0, -0.0), ("in the middle of the mat", "en el centro de la lona")),
            ((25.4, 173.0), ("25 mm east and 173 mm north of the mat's middle",
                             "25 mm al este y 173 mm al norte del centro de la lona")),
        ],
    )  # fmt: skip
    def test_a_place_is_told_from_the_middle(self, at: tuple[float, float], words: tuple[str, str]) -> None:
        assert beside_middle(*at) == Text(*words)

    def test_the_window_tells_no_file_keys(self) -> None:
        told = at_the_window(
            Text("figure 1: nothing to see at x_mm -392, y_mm 0; check", "figura 1: no se ve nada en x_mm -392, y_mm 0")
        )
        assert told.en == "figure 1: nothing to see 392 mm west of the mat's middle; check"
        assert told.es == "figura 1: no se ve nada 392 mm al oeste del centro de la lona"

    @pytest.mark.parametrize("number", [-0.0, -0.04, -1.2])
    def test_nothing_is_less_than_nothing_apart(self, number: float) -> None:
        assert _tenths(number) == Text("0.0", "0,0")
