"""Figures that are sculpted in the evening itself: left out of the set-up and learned after the sculpting."""

from pathlib import Path
from typing import Any

import pytest

from app.evening_table import Table
from app.setup_sets import Set
from app.test_setup_figures import at_figures, demo_figures
from companion.app.naming import is_any_unlearned
from companion.app.setting_up import progress
from companion.app.setting_up.path import STEPS, SetupPath
from companion.app.setting_up.steps.again import begun_again
from companion.screens.flow_view import Step
from companion.screens.setup_view import Lamp
from companion.vision.table_file import read_table


def finished_without_figures() -> SetupPath:
    path = SetupPath("summary", is_over=True)
    for step in STEPS:
        path = path.marked(step, Lamp.SKIPPED if step == "figures" else Lamp.GREEN)
    return path


class TestTheSetUp:
    def test_says_how_they_are_left_for_later_until_one_is_known(self, tmp_path: Path, c: Set) -> None:
        robot = at_figures(tmp_path, c)
        assert "F3 skips them now" in robot.told()
        robot.page()
        assert robot.cut == []
        robot.stage.show(c.alone(3))
        robot.wait(14)
        robot.enter()
        robot.wait(3)
        assert "F3 skips them now" not in robot.told()

    def test_the_same_command_comes_back_to_them(self, tmp_path: Path, c: Set) -> None:
        robot = at_figures(tmp_path, c)
        before = robot.desk.bench.path
        robot.desk.close()
        path = finished_without_figures().answered(**before.answers)
        progress.save(robot.table, path)
        robot.start()
        robot.enter()  # the show file; camera and its place go on by themselves
        robot.wait(60)
        robot.expect("figures")
        robot.stage.show(c.alone(3))
        robot.wait(14)
        robot.enter()
        robot.wait(3)
        assert len(read_table(robot.table).figures) == 1
        robot.press("f9")
        robot.expect("summary")

    def test_without_a_picture_of_the_empty_ring_nobody_wanted_them(self) -> None:
        path = finished_without_figures().marked("empty", Lamp.SKIPPED)
        assert begun_again(path).mark("figures").lamp is Lamp.SKIPPED
        assert begun_again(finished_without_figures()).mark("figures").lamp is Lamp.NOT_YET


class TestTheMatch:
    @pytest.fixture
    def table(self, tmp_path: Path) -> Any:
        one = Table(tmp_path / "noche.db")
        yield one
        one.close()

    def told(self, table: Table, figures: Any) -> bool:
        assert table.live.flow is not None
        table.live.flow.table_figures = figures
        table.live.flow._known = None
        table.press("step:sculpting")
        view = table.loop.view(table.clock()).evening
        assert view is not None
        assert table.page() is Step.SCULPTING
        return view.learn_later

    def test_says_that_they_are_learned_after_it_where_a_camera_knows_the_ring(self, table: Table) -> None:
        # no camera: there is nothing to learn them with
        assert not self.told(table, None)
        assert self.told(table, ())
        known = [{**demo_figures()[0], "id": "1", "name": "Momia"}]
        assert not self.told(table, known)
        table.press("step:fighters")
        table.register("Momia", "Ana")
        assert not self.told(table, known)
        table.press("step:fighters")
        table.register("Kraken", "Berta")
        # his figure is on the table of nobody yet
        assert self.told(table, known)

    def test_a_line_that_nobody_learned_is_no_figure_that_the_camera_knows(self, table: Table) -> None:
        assert is_any_unlearned([{"id": "1", "name": "Momia", "colour": "red"}], table.state)
