"""The guided set-up of a table that was set up before: what is compared, and what is asked again."""

import shutil
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from app.setup_robot import NAME_PX, WEBCAM, Robot
from app.setup_walks import Walked, robot_with_markers, second_time
from companion.app.setting_up.figure_work import Known
from companion.app.setting_up.progress import progress_file
from companion.app.setting_up.steps.figures import FiguresStep
from companion.kernel.text import Text
from companion.screens.setup_view import STEP, Lamp
from companion.vision.health import CameraId
from companion.vision.table_file import read_table

WITH_LENS_MM, WITHOUT_MM = 3.0, 5.0
FIRST_MIN, SECOND_MIN = 15.0, 3.0
EDGES = {"palms", "drill"}


def again(folder: Path, walked: Walked, **more: Any) -> Robot:
    """Next month, with the files of a set-up that was done."""
    shutil.copytree(walked.at["over"], folder, dirs_exist_ok=True)
    return robot_with_markers(folder, walked.one, **more)


class TestTheSecondTime:
    def test_only_the_show_file_is_asked_and_nothing_else_in_less_than_three_minutes(
        self, tmp_path: Path, of_a: Walked
    ) -> None:
        robot = again(tmp_path, of_a)
        before = robot.table.read_bytes()
        second_time(robot, of_a.one)
        assert "the camera stands as last time" in str(robot.desk.bench.path.mark("view").why) or robot.at == "summary"
        robot.expect("summary")
        assert "Compared with last time: the camera stands as it did, the lamps are the same." in robot.told()
        robot.enter()
        assert robot.desk.is_over
        assert robot.seconds < SECOND_MIN * 60
        assert robot.table.read_bytes() == before
        assert robot.cut == []

    def test_pages_that_go_on_by_themselves_ask_for_no_key_meanwhile(self, tmp_path: Path, of_a: Walked) -> None:
        robot = again(tmp_path, of_a)
        show = shutil.copy(str(robot.start().bench.path.answers["show"]), tmp_path / "same.db")
        robot.show = Path(show)
        robot.start()
        passed = set()
        for _ in range(300):
            view = robot.desk.view()
            if view.at == "summary":
                break
            passed.add(view.at)
            assert ("Enter" in view.todo.en, view.primary) == (False, None), view.at
            robot.wait(1)
        assert passed == {"show", "camera", "view"}
        robot.expect("summary")

    def test_a_camera_that_moved_asks_ring_and_figures_again(self, tmp_path: Path, of_c: Walked) -> None:
        robot = again(tmp_path, of_c)
        shift = np.array([[1, 0, 14.0], [0, 1, 6.0]])
        size = of_c.one.camera.width, of_c.one.camera.height
        moved = cv2.warpAffine(of_c.one.empty, shift, size, borderMode=cv2.BORDER_REPLICATE)
        robot.stage.show(moved)
        robot.expect("show")
        robot.enter()
        robot.wait(60)
        assert "has moved by" in robot.told()
        assert "Not as last time: Enter goes on to Ring, Sides, Empty ring, Figures" in robot.told()
        # the list at the left and the minutes say so already
        assert {step for step in ("ring", "sides", "empty", "figures") if robot.lamps()[step] != "not_yet"} == set()
        minutes = robot.desk.view().minutes_left
        robot.enter()
        robot.expect("ring")
        assert robot.desk.view().minutes_left in {minutes, minutes - 1}
        assert "Due now: Ring (the camera or the ring had moved by " in robot.told()
        due = {step for step, lamp in robot.lamps().items() if lamp == "not_yet"}
        assert due == {"ring", "sides", "empty", "figures", "summary"}
        robot.wait(12)
        robot.press("f6")
        robot.enter()
        for x, y in of_c.one.corners_px():
            robot.click(float(x) + 14.0, float(y) + 6.0)
        robot.wait(3)
        robot.enter()
        kept = [path.name for path in tmp_path.glob("T.2026-11-29_*.yaml")]
        assert kept == ["T.2026-11-29_200000.yaml"]

    def test_where_it_stops_by_itself_it_says_why_just_there(self, tmp_path: Path, of_a: Walked) -> None:
        robot = again(tmp_path, of_a, show=tmp_path / "december.db")
        bench = robot.desk.bench
        bench.take(bench.path.marked("palms", Lamp.NOT_YET).answered(palms=[]))
        assert "Asked because this show is new" in robot.told()
        second_time(robot, of_a.one)
        robot.expect("palms")
        told = "All is as last time up to here. Due now: Palms (no palm is known in this show file)"
        assert told in robot.told()
        robot.page()
        robot.press("f3")
        robot.expect("summary")
        assert robot.cut == []

    def test_a_page_that_was_not_looked_at_is_told_at_the_end(self, tmp_path: Path, of_a: Walked) -> None:
        robot = again(tmp_path, of_a)
        robot.desk.press(STEP + "summary")
        assert "Not compared with last time: nobody looked where the camera stands." in robot.told()

    def test_the_known_names_are_offered_again_in_turn_and_replace(self, tmp_path: Path, of_c: Walked) -> None:
        robot = again(tmp_path, of_c)
        before = read_table(robot.table).figures
        bench = robot.desk.bench
        bench.take(bench.path.due_again("figures"))
        robot.press(STEP + "figures")
        robot.stage.show(of_c.one.learn)
        robot.wait(12)
        assert f"0 figures are known | {len(before)} from last time are to be learned again" in robot.told()
        robot.press("f8")
        first, second, *others = of_c.one.figures()
        robot.type("name", second.name)  # whoever is offered: a name of last time is that figure
        robot.click(*map(float, of_c.one.px(np.array([[second.x_mm, second.y_mm, 0.0]]))[0]))
        kinds = {one["name"]: one["class"] for one in before}
        for figure in (first, *others):
            offered = {one.key: one.value for one in robot.desk.view().entries}
            assert offered["name"] == figure.name
            assert robot.step(FiguresStep).kind == kinds[figure.name]
            robot.click(*map(float, of_c.one.px(np.array([[figure.x_mm, figure.y_mm, 0.0]]))[0]))
        robot.enter()
        robot.wait(4)
        robot.press("f9")
        after = read_table(robot.table).figures
        assert [(one["id"], one["name"]) for one in after] == [(one["id"], one["name"]) for one in before]
        assert robot.lamps()["figures"] == "green"
        assert robot.cut == []

    def test_the_known_are_found_by_their_clay_and_a_click_takes_a_wrong_cross_away(
        self, tmp_path: Path, of_c: Walked, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        robot, figures = again(tmp_path, of_c), of_c.one.figures()
        bench = robot.desk.bench
        bench.take(bench.path.due_again("figures"))
        robot.press(STEP + "figures")
        robot.wait(12)
        robot.press("f5")  # nobody is on the mat yet
        assert "none of them is surely seen" in robot.told()
        robot.stage.show(of_c.one.learn)
        robot.wait(12)
        robot.press("f5")
        assert f"{len(figures)} of {len(figures)} found" in robot.told()
        assert set(robot.crosses()) == {figure.name for figure in figures}
        # one that goes by its number is called by its clay here
        entry = next(one for one in read_table(robot.table).figures if one["name"] == figures[0].name)
        step = robot.desk.step
        assert isinstance(step, FiguresStep)
        nameless = Known(str(entry["id"]), str(entry["id"]), "")
        assert step.called(nameless).en == figures[0].name
        third = figures[2]
        feet = tuple(map(float, of_c.one.px(np.array([[third.x_mm, third.y_mm, 0.0]]))[0]))
        robot.click(*feet)
        assert set(robot.crosses()) == {figure.name for figure in figures if figure != third}
        offered = {one.key: one.value for one in robot.desk.view().entries}
        assert offered["name"] == third.name
        robot.click(*feet)
        for figure in figures:
            at = of_c.one.px(np.array([[figure.x_mm, figure.y_mm, 0.0]]))[0]
            assert np.hypot(*(np.array(robot.crosses()[figure.name]) - at)) < NAME_PX
        begun: list[Text] = []
        start = bench.start
        monkeypatch.setattr(
            bench, "start", lambda name, *rest, **more: begun.append(name) or start(name, *rest, **more)
        )
        robot.enter()
        robot.wait(4)
        assert begun[0] == Text(f"learning {len(figures)} figures", f"aprendiendo {len(figures)} figuras")
        robot.press("f9")
        assert [one["name"] for one in read_table(robot.table).figures] == [figure.name for figure in figures]
        assert robot.lamps()["figures"] == "green"
        assert robot.cut == []

    @pytest.mark.parametrize(
        ("gain", "told"), [((0.8, 1.0, 1.2), "light's colour has changed"), ((0.6, 0.6, 0.6), "60 % of its brightness")]
    )
    def test_other_lamps_ask_for_the_colours_again(
        self, tmp_path: Path, of_a: Walked, gain: tuple[float, float, float], told: str
    ) -> None:
        robot = again(tmp_path, of_a)
        robot.stage.gain = gain
        robot.enter()
        robot.wait(60)
        assert told in robot.told()
        robot.enter()
        robot.expect("empty")
        assert "Due now: Empty ring (the lamps were others), Figures" in robot.told()
        assert robot.lamps()["view"] == "green", "what the new picture of the empty ring answers is no more told of it"

    def test_a_little_other_light_is_evened_out_and_asks_nothing(self, tmp_path: Path, of_a: Walked) -> None:
        """A-06: told with how much, and green; only what is too much for tracking asks for the colours."""
        robot = again(tmp_path, of_a)
        robot.stage.gain = (0.87, 0.87, 0.87)
        robot.enter()
        robot.wait(60)
        robot.expect("summary")
        assert "the light is a little different, which the camera evens out" in robot.told()
        assert robot.lamps()["view"] == "green"
        robot.press(STEP + "view")
        robot.wait(30)
        assert "other light than last time (8" in robot.told()
        assert "the camera evens that out" in robot.told()

    def test_a_picture_that_was_turned_since_asks_for_ring_sides_and_figures(
        self, tmp_path: Path, of_c: Walked
    ) -> None:
        """B-05: turned by 180 degrees between the set-ups."""
        robot = again(tmp_path, of_c)
        robot.stage.show(of_c.one.turned(2).empty)
        robot.enter()
        robot.wait(60)
        robot.expect("view")
        assert "the picture is upside down against last time" in robot.told()
        assert any("del revés" in one.text.es for one in robot.desk.view().told)
        robot.enter()
        due = {step for step, lamp in robot.lamps().items() if lamp == "not_yet"}
        assert {"ring", "sides", "empty", "figures"} <= due

    @pytest.mark.parametrize("others", [(), (CameraId(1, WEBCAM.stable, WEBCAM.name),)], ids=["alone", "exchanged"])
    def test_another_camera_is_told_and_asked_back(
        self, tmp_path: Path, of_a: Walked, others: tuple[CameraId, ...]
    ) -> None:
        """A-04: another one is at its place, alone or with the calibrated one behind it."""
        robot = again(tmp_path, of_a, cameras=(CameraId(0, "usb-Other_99", "Other Cam"), *others))
        robot.enter()
        robot.wait(43)
        robot.expect("camera")
        robot.enter()
        assert "another camera than the calibrated one (Webcam C920)" in robot.told()
        robot.expect("camera")
        robot.enter()
        robot.expect("view")
        assert robot.lamps()["ring"] == "not_yet"

    def test_a_table_made_by_commands_is_known_too(self, tmp_path: Path, of_c: Walked) -> None:
        shutil.copytree(of_c.at["over"], tmp_path, dirs_exist_ok=True)
        progress_file(tmp_path / "T.yaml").unlink()
        robot = robot_with_markers(tmp_path, of_c.one)
        robot.expect("language")
        assert robot.lamps()["ring"] == "green"
        assert robot.lamps()["lens"] == "amber"
        assert robot.lamps()["camera"] == "not_yet"
