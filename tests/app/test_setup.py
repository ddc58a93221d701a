"""The guided set-up from the first page to the last, driven by presses on what the pages show."""

from pathlib import Path

import numpy as np
import pytest

from app.setup_sets import Set, bundled_set
from app.setup_walks import Walked, Way, robot_with_markers, unplugged_everywhere, walk
from companion.app.setting_up.bench import NO_PICTURE
from companion.app.setting_up.desk import OLD
from companion.app.setting_up.path import STEPS
from companion.app.setting_up.progress import empty_picture
from companion.app.setting_up.steps.figures import FiguresStep
from companion.screens.setup_view import STEP
from companion.vision.table_file import read_draft, read_table

WITH_LENS_MM, WITHOUT_MM = 3.0, 5.0
FIRST_MIN, SECOND_MIN = 15.0, 3.0
EDGES = {"palms", "drill"}


class TestTheFirstTime:
    def ends_green(self, walked: Walked, limit_mm: float, skipped: set[str]) -> None:
        robot, one = walked.robot, walked.one
        lamps = robot.lamps()
        assert {step for step, lamp in lamps.items() if lamp == "skipped"} == skipped
        assert {step for step, lamp in lamps.items() if lamp not in {"green", "skipped"}} == set()
        assert one.worst_mm(robot.table) < limit_mm
        assert len(read_table(robot.table).figures) == len(one.figures())
        assert robot.seconds < FIRST_MIN * 60
        assert robot.cut == []
        assert robot.stage.locks == 1

    def test_with_markers_and_a_lens(self, of_a: Walked) -> None:
        """Green, with a true table, in less than fifteen minutes."""
        self.ends_green(of_a, WITH_LENS_MM, EDGES)
        found = read_draft(of_a.robot.table).lens
        assert found is not None
        assert abs(found.K[0, 0] / of_a.one.camera.K[0, 0] - 1) < 0.01

    def test_by_clicks_with_a_lens_never_calibrated(self, of_c: Walked) -> None:
        self.ends_green(of_c, WITHOUT_MM, {*EDGES, "lens"})

    def test_with_markers_and_a_lens_never_calibrated(self, tmp_path_factory: pytest.TempPathFactory) -> None:
        of_b = walk(bundled_set("b"), tmp_path_factory.mktemp("of_b"), with_lens=False)
        self.ends_green(of_b, WITHOUT_MM, {*EDGES, "lens"})

    def test_a_figure_alone_is_found_and_learned(self, tmp_path: Path, of_a: Walked) -> None:
        robot = of_a.begin("figures", tmp_path)
        known, empty = of_a.one.figures()[:2], empty_picture(robot.table).read_bytes()
        for number, figure in enumerate(known):
            robot.stage.show(of_a.one.alone(number))
            robot.wait(14)
            assert robot.step(FiguresStep).place is not None, robot.told()
            robot.type("name", figure.name)
            robot.enter()
            robot.wait(3)
        robot.stage.show(of_a.one.empty)
        robot.press("f9")
        entries = read_table(robot.table).figures
        assert [entry["name"] for entry in entries] == [figure.name for figure in known]
        for entry, figure in zip(entries, known, strict=True):
            at = entry["model"]["learned_at"]
            assert np.hypot(at["x_mm"] - figure.x_mm, at["y_mm"] - figure.y_mm) < 16.0
        # coded again for every figure it would wear out, and its backup be overwritten
        assert empty_picture(robot.table).read_bytes() == empty


class TestTrouble:
    @pytest.mark.parametrize("page", ["camera", *STEPS[3:-1]])
    def test_a_camera_unplugged_on_a_page_is_told_and_comes_back(self, tmp_path: Path, of_c: Walked, page: str) -> None:
        robot = of_c.begin("palms", tmp_path)
        robot.press(STEP + page)
        before = robot.lamps()
        robot.stage.is_plugged = False
        robot.wait(80)
        assert robot.desk.view().banner is not None
        robot.page()
        assert robot.cut == []
        if robot.desk.step.judges_picture:
            # nothing is taken from a picture that stands still
            assert robot.desk.view().primary is None
            robot.desk.press("enter")
            robot.wait(3)
            robot.expect(page)
            assert NO_PICTURE.en in robot.told()
            live = robot.desk.view().live
            assert live is not None
            assert live.notes[-1].text == OLD
        robot.stage.is_plugged = True
        robot.wait(45)
        assert robot.desk.view().banner is None
        robot.expect(page)
        assert robot.lamps() == before

    def test_a_camera_unplugged_on_every_page_and_in_the_middle_of_its_work_ends_green_all_the_same(
        self, tmp_path: Path, c: Set
    ) -> None:
        robot = robot_with_markers(tmp_path, c)
        middles = unplugged_everywhere(robot, c, Way())
        assert {"camera", "ring", "figures", "lights"} <= set(middles)
        assert {lamp for step, lamp in robot.lamps().items() if step not in {*EDGES, "lens"}} == {"green"}
        assert c.worst_mm(robot.table) < WITHOUT_MM

    def test_leaving_asks_and_stays_by_default(self, tmp_path: Path, a: Set) -> None:
        robot = robot_with_markers(tmp_path, a)
        robot.press("escape")
        view, canvas, _ = robot.page()
        assert view.question is not None
        assert {one.key for one in canvas.targets if one.layer} == {"1", "2"}
        # keys that are no answer leave the question where it is
        for key in ("f10", "f2", "f4", "5", "text:a", "space", STEP + "ring", "closed"):
            robot.desk.press(key)
            assert robot.desk.view().question is not None
        robot.press("1")
        assert robot.desk.view().question is None
        assert not robot.desk.is_over
        for key in ("enter", "escape"):
            robot.press("escape")
            robot.desk.press(key)
            assert robot.desk.view().question is None
            assert not robot.desk.is_over
        robot.press("escape")
        robot.press("2")
        assert robot.desk.is_over


class TestTheLens:
    def test_ten_copies_of_one_view_are_one(self, tmp_path: Path, of_a: Walked, a: Set) -> None:
        robot = of_a.begin("lens", tmp_path)
        robot.stage.show(a.boards[0])
        robot.wait(60)
        assert "1 of 7 views" in robot.told()
        assert robot.desk.view().primary is None

    def test_the_bar_is_asked_back(self, tmp_path: Path, of_a: Walked, a: Set) -> None:
        robot = of_a.begin("lens", tmp_path)
        robot.stage.show(a.boards[0])
        robot.wait(12)
        for board in a.boards:
            robot.stage.show(board)
            robot.wait(5)
        for typed, asked in (
            ("15", "mean cm"),
            ("1500", "mean tenths"),
            ("x", "“your printed bar measures, mm”: x is not"),
        ):
            robot.type("bar", typed)
            robot.enter()
            assert asked in robot.told()
            robot.expect("lens")
        robot.type("bar", "142")
        robot.enter()
        assert "typed as 142 mm, -5.3 % from 150" in robot.told()
        robot.expect("lens")
        robot.enter()
        robot.wait(2)
        robot.expect("ring")
