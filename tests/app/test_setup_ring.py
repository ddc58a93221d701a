"""The set-up's pages of the ring and of the empty ring."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.setup_robot import Robot
from app.setup_sets import Set, without_a_marker
from app.setup_walks import Walked, ring, ring_clicks, ring_size
from companion.app.setting_up.lengths import Proof
from companion.app.setting_up.ring_work import turned
from companion.app.setting_up.steps.ring import RingStep
from companion.app.setting_up.steps.sides import SidesStep
from companion.screens.setup_view import STEP
from companion.vision.table_file import read_draft, read_table

WITH_LENS_MM, WITHOUT_MM = 3.0, 5.0
FIRST_MIN, SECOND_MIN = 15.0, 3.0
EDGES = {"palms", "drill"}


def at_ring(walked: Walked, folder: Path, one: Set | None = None) -> Robot:
    """Somebody who skips the lens."""
    robot = walked.begin("lens", folder, one)
    robot.press("f3")
    robot.expect("ring")
    return robot


class TestTheRingsSize:
    """B-06: a wrong size is noticed, and asked back."""

    def test_contradicted_by_markers_of_ones_own(self, tmp_path: Path, of_a: Walked, a: Set) -> None:
        robot = at_ring(of_a, tmp_path)
        ring_size(robot, a, side_mm=800)
        robot.enter()
        robot.wait(3)
        assert "a mat of 800 x 800 mm do not agree" in robot.told()
        labels = [choice.label.en for choice in robot.desk.view().choices]
        assert labels == ["find it by itself", "type the size again"]
        robot.press("f7")
        robot.press("f5")
        ring_size(robot, a)
        robot.enter()
        robot.wait(3)
        robot.enter()
        robot.expect("sides")
        assert read_table(robot.table).ring.size_mm == (700, 700)
        assert a.worst_mm(robot.table) < WITHOUT_MM

    def test_contradicted_by_the_length_from_corner_to_corner(self, tmp_path: Path, of_c: Walked, c: Set) -> None:
        robot = of_c.begin("ring", tmp_path)
        ring_size(robot, c, side_mm=670, diagonal_mm=1075)
        robot.press("f6")
        robot.enter()
        assert robot.desk.view().choices[0].label.en == "it is 760 x 760 mm"
        assert "bar was typed" not in robot.told()
        robot.press("f7")
        robot.type("bar", "142")
        robot.enter()
        assert "the 150 mm bar was typed as 142 mm (-5.3 %)" in robot.told()
        robot.press("f5")
        ring_clicks(robot, c)
        robot.enter()
        assert read_table(robot.table).ring.size_mm == (760, 760)

    def test_centimetres_and_metres_are_asked_back(self, tmp_path: Path, of_c: Walked) -> None:
        robot = of_c.begin("ring", tmp_path)
        for typed, asked in (
            ("70", "mean cm"),
            ("0.7", "mean metres"),
            ("x", "“mat, west to east, mm”: x is not allowed"),
        ):
            for key in ("width", "depth"):
                robot.type(key, typed)
            robot.enter()
            assert asked in robot.told()
            robot.expect("ring")

    def test_a_size_kept_against_the_doubt_is_marked(self, tmp_path: Path, of_c: Walked, c: Set) -> None:
        robot = of_c.begin("ring", tmp_path)
        ring_size(robot, c, diagonal_mm=1200)
        robot.press("f6")
        robot.enter()
        robot.press("f6")
        ring_clicks(robot, c)
        robot.enter()
        robot.expect("sides")
        assert robot.lamps()["ring"] == "amber"
        assert "1200 mm from corner to corner" in robot.desk.bench.path.mark("ring").why[0].en

    def test_a_length_that_nothing_seen_bears_out_is_told_and_stays_amber(
        self, tmp_path: Path, of_c: Walked, c: Set
    ) -> None:
        robot = of_c.begin("ring", tmp_path)
        ring_size(robot, c)
        robot.press("f6")
        robot.enter()
        ring_clicks(robot, c)
        assert "nothing that is seen says how long the mat is west to east and south to north" in robot.told()
        step = robot.desk.step
        assert isinstance(step, RingStep)
        assert step.found is not None
        step.found = replace(step.found, proof=Proof(None, (1,)))
        assert "nothing that is seen says how long the mat is south to north" in robot.told()
        robot.enter()
        assert robot.lamps()["ring"] == "amber"

    def test_a_printed_bar_that_does_not_fit_may_be_clicked_again(self, tmp_path: Path, of_c: Walked, c: Set) -> None:
        robot = of_c.begin("ring", tmp_path)
        ring(robot, c, accept=False)
        ends = c.px(np.array([[-75.0, 0.0, 0.0], [75.0, 0.0, 0.0]]))
        robot.press("f9")
        for x, y in ends + np.array([[0, 0], [40, 0]]):
            robot.click(float(x), float(y))
        assert "would be" in robot.told()
        robot.press("f8")
        for x, y in ends:
            robot.click(float(x), float(y))
        assert "the bar fits this size" in robot.told()


class TestTheRing:
    def test_a_missing_marker_is_no_matter(self, tmp_path: Path, of_a: Walked, a: Set) -> None:
        hidden = without_a_marker(a)
        robot = at_ring(of_a, tmp_path, hidden)
        ring(robot, hidden)
        robot.expect("sides")
        assert hidden.worst_mm(robot.table) < WITHOUT_MM

    @pytest.mark.parametrize("quarters", [1, 2])
    def test_a_turned_camera_gives_the_same_ring(self, tmp_path: Path, of_a: Walked, a: Set, quarters: int) -> None:
        rotated = a.turned(quarters)
        robot = at_ring(of_a, tmp_path, rotated)
        ring(robot, rotated)
        robot.expect("sides")
        assert rotated.worst_mm(robot.table) < WITHOUT_MM
        assert robot.cut == []

    def test_without_markers_it_is_found_by_its_sides(self, tmp_path: Path, of_c: Walked, c: Set) -> None:
        robot = of_c.begin("ring", tmp_path)
        ring_size(robot, c, diagonal_mm=1075)
        robot.enter()
        robot.wait(3)
        assert "found by its four sides" in robot.told()
        # surer than what an edge that may be another one tells
        assert "that is coarse: click the mat's four corners" in robot.told()
        robot.enter()
        robot.expect("sides")
        south = read_table(robot.table).camera
        assert south is not None
        # the camera stands at a corner: which side is at the bottom is a close call, the person names it
        for _ in range(4):
            shown = turned(read_draft(robot.table), robot.step(SidesStep).quarters).camera
            if np.hypot(*(shown.position_mm[:2] - c.camera.position_mm[:2])) < 60:
                break
            robot.press("1")
        robot.enter()
        assert c.worst_mm(robot.table) < WITHOUT_MM

    def test_clicks_name_the_sides_however_the_camera_is_turned(self, tmp_path: Path, of_c: Walked, c: Set) -> None:
        rotated = c.turned(2)
        robot = of_c.begin("ring", tmp_path, rotated)
        ring(robot, rotated)
        robot.expect("sides")
        assert rotated.worst_mm(robot.table) < WITHOUT_MM

    @pytest.mark.parametrize("language", ["en", "es"])
    def test_corners_in_another_order_are_asked_again_in_words_of_the_page(
        self, tmp_path: Path, of_c: Walked, c: Set, language: str
    ) -> None:
        robot = of_c.begin("ring", tmp_path)
        robot.desk.bench.answer(language=language)
        ring_size(robot, c)
        robot.press("f6")
        robot.enter()
        for corner in (0, 2, 1, 3):
            robot.click(*map(float, c.corners_px()[corner]))
        robot.wait(2)
        assert "click them again in the order that is asked for" in robot.told()
        for corner in (3, 2, 1, 0):
            robot.click(*map(float, c.corners_px()[corner]))
        robot.wait(2)
        assert "the corners run the wrong way round" in robot.told()
        robot.page()
        assert robot.cut == []

    def test_a_ring_too_unsure_to_use_is_no_enter(self, tmp_path: Path, of_c: Walked, c: Set) -> None:
        robot = of_c.begin("ring", tmp_path)
        ring(robot, c, accept=False)
        step = robot.desk.step
        assert isinstance(step, RingStep)
        assert step.found is not None
        step.found = replace(step.found, pose=replace(step.found.pose, sure_mm=20.0))
        assert robot.desk.view().primary is None
        robot.desk.press("enter")
        robot.expect("ring")
        assert ("f10", "take it all the same (red)") in [(one.key, one.label.en) for one in robot.desk.view().choices]
        robot.press("f10")
        robot.expect("sides")
        assert robot.lamps()["ring"] == "red"
        assert robot.cut == []

    def test_the_entrance_is_moved_from_side_to_side(self, tmp_path: Path, of_a: Walked) -> None:
        """B-05: judges and entrance are named over the live picture, and kept."""
        robot = of_a.begin("sides", tmp_path)

        def named() -> list[str]:
            live = robot.desk.view().live
            assert live is not None
            return [note.text.en for note in live.notes if note.text is not None]

        assert "south: judges" in named()
        assert "north: entrance" in named()
        robot.press("2")
        assert "west: entrance" in named()
        robot.press("2")
        assert "south: judges: entrance" in named()
        robot.press("2")
        robot.enter()
        why = robot.desk.bench.path.mark("sides").why[0]
        assert why.en.endswith("judges south, entrance east")
        assert why.es.endswith("jueces al sur, entrada por el este")
        robot.press(STEP + "sides")
        assert "east: entrance" in named()

    def test_names_can_be_turned_over_the_picture(self, tmp_path: Path, of_a: Walked) -> None:
        robot = of_a.begin("sides", tmp_path)
        before = read_table(robot.table)
        robot.press("1")
        robot.wait(2)
        robot.enter()
        after = read_table(robot.table)
        assert before.camera is not None
        assert after.camera is not None
        # what was east is south now: the same place of the picture has other millimetres
        east = before.camera.project([[350.0, 0.0, 0.0]])
        assert np.allclose(after.camera.to_plane(east, 0.0), [[0.0, -350.0]], atol=0.1)
        markers = np.concatenate([place.corners_mm for place in after.markers])
        was = np.concatenate([place.corners_mm for place in before.markers])
        assert np.allclose(after.camera.project(markers), before.camera.project(was), atol=0.01)


class TestTheEmptyRing:
    def test_figures_on_the_mat_are_no_empty_ring(self, tmp_path: Path, of_c: Walked) -> None:
        robot = of_c.begin("empty", tmp_path)
        robot.desk.bench.keep_ring_picture(of_c.one.empty)
        # killed here: what the ring was found in is still known
        robot.start()
        robot.stage.show(of_c.one.learn)
        robot.wait(30)
        robot.enter()
        robot.wait(3)
        robot.expect("empty")
        assert "stand on the mat that were not there" in robot.told()
        robot.page()
        assert robot.cut == []
        robot.stage.show(of_c.one.empty)
        robot.wait(12)
        robot.enter()
        robot.wait(3)
        robot.expect("figures")
