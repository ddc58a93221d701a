"""The list of the learned figures: names put right, figures learned again and removed."""

from pathlib import Path

import numpy as np

from app.setup_robot import Robot
from app.setup_walks import Walked
from companion.kernel.text import Text
from companion.screens.setup_view import STEP
from companion.vision.clay_words import own_colour
from companion.vision.table_file import read_table

WITH_LENS_MM, WITHOUT_MM = 3.0, 5.0
FIRST_MIN, SECOND_MIN = 15.0, 3.0
EDGES = {"palms", "drill"}


class TestTheLearnedFigures:
    """The list behind F10."""

    def listed(self, robot: Robot) -> list[str]:
        return [choice.label.en for choice in robot.desk.view().choices if choice.key.isdecimal()]

    def at_list(self, walked: Walked, folder: Path) -> Robot:
        robot = walked.begin("palms", folder)
        robot.press(STEP + "figures")
        robot.press("f10")
        return robot

    def test_names_them_page_by_page(self, tmp_path: Path, of_c: Walked) -> None:
        robot = self.at_list(of_c, tmp_path)
        names = [figure.name for figure in of_c.one.figures()]
        seen = self.listed(robot)
        robot.press("f9")
        listed = [*seen, *self.listed(robot)]
        assert [one.split(":")[0] for one in listed] == [f"{n} ({name})" for n, name in enumerate(names, start=1)]
        assert robot.cut == []

    def test_one_is_removed_and_the_others_stay(self, tmp_path: Path, of_c: Walked) -> None:
        robot = self.at_list(of_c, tmp_path)
        first, *others = read_table(robot.table).figures
        robot.press("1")
        assert robot.desk.view().todo.en == f"Figure 1 ({first['name']}): what now?"
        robot.press("2")
        robot.wait(3)
        assert [entry["id"] for entry in read_table(robot.table).figures] == [entry["id"] for entry in others]
        assert robot.lamps()["figures"] == "not_yet"
        robot.press("f9")
        assert robot.lamps()["figures"] == "green"

    def test_one_is_learned_again_under_its_name(self, tmp_path: Path, of_c: Walked) -> None:
        robot = self.at_list(of_c, tmp_path)
        before = read_table(robot.table).figures
        robot.press("2")
        robot.press("1")
        name = next(one for one in robot.desk.view().entries if one.key == "name")
        assert (name.value, name.here) == (before[1]["name"], True)
        figure = of_c.one.figures()[1]
        robot.stage.show(of_c.one.alone(1))
        robot.wait(14)
        x, y = of_c.one.px(np.array([[figure.x_mm, figure.y_mm, 0.0]]))[0]
        robot.click(float(x), float(y))
        robot.enter()
        robot.wait(3)
        after = read_table(robot.table).figures
        assert [entry["name"] for entry in after] == [entry["name"] for entry in before]
        assert after[1]["model"] != before[1]["model"]

    def test_a_typo_in_a_name_is_corrected_and_what_was_learned_stays(self, tmp_path: Path, of_c: Walked) -> None:
        robot = self.at_list(of_c, tmp_path)
        before = read_table(robot.table).figures
        robot.press("2")
        robot.press("3")
        robot.type("name", str(before[0]["name"]))
        robot.enter()
        assert "another figure is called" in robot.told()
        robot.type("name", "La Momia")
        robot.enter()
        robot.wait(3)
        after = read_table(robot.table).figures
        assert [entry["name"] for entry in after] == ["La Momia" if n == 1 else e["name"] for n, e in enumerate(before)]
        assert [entry["model"] for entry in after] == [entry["model"] for entry in before]
        assert "2 (La Momia): light blue" in self.listed(robot)
        assert robot.cut == []
        assert robot.lamps()["figures"] == "green"

    def test_a_click_where_nothing_stands_is_told_and_taken_back(self, tmp_path: Path, of_c: Walked) -> None:
        robot = of_c.begin("figures", tmp_path)
        robot.press("f8")
        robot.type("name", "Nadie")
        robot.click(*map(float, of_c.one.px(np.array([[250.0, -250.0, 0.0]]))[0]))
        robot.enter()
        robot.wait(3)
        assert "click its feet, see that the picture of the empty ring shows the ring without it" in robot.told()
        robot.page()
        assert robot.cut == []
        assert robot.desk.view().primary == Text("Learn 1", "Aprender 1")
        robot.desk.press("backspace")  # in a field it takes letters back, and is no click
        assert robot.desk.view().primary == Text("Learn 1", "Aprender 1")
        robot.press("f7")
        assert robot.desk.view().primary == Text("Learn 0", "Aprender 0")
        assert "nothing stands" not in robot.told()

    def test_clicks_and_names_of_all_at_once_outlive_a_killed_program(self, tmp_path: Path, of_c: Walked) -> None:
        robot = of_c.begin("figures", tmp_path)
        robot.press("f8")
        for figure in of_c.one.figures()[:2]:
            robot.type("name", figure.name)
            robot.click(*map(float, of_c.one.px(np.array([[figure.x_mm, figure.y_mm, 0.0]]))[0]))
        robot.type("name", "Momi")
        robot.start()
        robot.wait(1)
        view = robot.desk.view()
        assert view.primary == Text("Learn 2", "Aprender 2")
        assert view.entries[0].value == "Momi"

    def test_once_all_are_learned_enter_goes_on(self, tmp_path: Path, of_c: Walked) -> None:
        robot = of_c.begin("palms", tmp_path)
        robot.press(STEP + "figures")
        robot.press("f8")
        assert robot.desk.view().primary == Text("all figures are done", "ya están todas")
        robot.enter()
        robot.expect("palms")

    def test_the_same_figure_under_a_new_name_is_asked_back(self, tmp_path: Path, of_c: Walked) -> None:
        robot = of_c.begin("palms", tmp_path)
        robot.press(STEP + "figures")
        robot.stage.show(of_c.one.alone(0))
        robot.wait(14)
        robot.type("name", of_c.one.figures()[0].name)
        figure = of_c.one.figures()[0]
        x, y = of_c.one.px(np.array([[figure.x_mm, figure.y_mm, 0.0]]))[0]
        robot.click(float(x), float(y))
        robot.enter()
        assert "is known already" in robot.desk.view().todo.en
        robot.press("2")
        robot.type("name", "Once")
        robot.enter()
        robot.wait(3)
        assert "looks just like" in robot.desk.view().todo.en
        before = read_table(robot.table).figures
        assert len(before) == len(of_c.one.figures()) + 1
        robot.press("3")
        robot.wait(3)
        after = read_table(robot.table).figures
        assert len(after) == len(of_c.one.figures())
        assert (after[0]["name"], after[0]["model"]["colours"]) == ("Once", before[0]["model"]["colours"])
        # its name said its clay; now that is the word that is seen
        assert (before[0]["colour"], own_colour(after[0])) == ("grey", "")

    def test_a_name_that_is_typed_again_replaces_that_figure_after_a_yes(self, tmp_path: Path, of_c: Walked) -> None:
        robot = of_c.begin("palms", tmp_path)
        before = read_table(robot.table).figures
        robot.press(STEP + "figures")
        robot.stage.show(of_c.one.alone(1))
        robot.wait(14)
        figure = of_c.one.figures()[1]
        robot.type("name", figure.name.upper())
        robot.click(*map(float, of_c.one.px(np.array([[figure.x_mm, figure.y_mm, 0.0]]))[0]))
        robot.enter()
        robot.press("1")
        robot.wait(3)
        after = read_table(robot.table).figures
        assert [one["id"] for one in after] == [one["id"] for one in before]
        assert after[1]["model"] != before[1]["model"]
