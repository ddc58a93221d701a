"""A table file whose progress file is gone, or whose picture of the empty ring is: what is told of it is true."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import companion.app
from app.setup_robot import Robot, Stage
from companion.app.setting_up import progress
from companion.app.setting_up.figure_work import notes_of
from companion.app.setting_up.path import SetupPath, from_plain
from companion.app.setting_up.steps.again import (
    EMPTY_GONE,
    NOT_COMPARED,
    due_without_empty,
    path_of_table,
    with_empty_again,
)
from companion.screens.setup_view import STEP, Lamp
from companion.vision.sources import read_picture
from companion.vision.table_file import read_draft, write_table


class Tables:
    def table(self, folder: Path, *, twins: bool = False, **camera: Any) -> Path:
        data = Path(companion.app.__file__).parent / "demo_data"
        table = folder / "T.yaml"
        draft = read_draft(data / "demo_table.yaml")
        assert draft.camera is not None
        figures = draft.figures
        if twins:
            first, second, *_ = figures
            figures = (first, {**second, "model": {**second["model"], "colours": first["model"]["colours"]}})
        write_table(table, replace(draft, camera=replace(draft.camera, **camera), figures=figures))
        shutil.copy(data / "demo_table.empty.jpg", progress.empty_picture(table))
        return table

    def path(self, table: Path) -> SetupPath:
        return path_of_table(table, read_draft(table), SetupPath())


class TestATableAlone(Tables):
    """The progress file is gone: what the table file knows is judged anew, not taken for good."""

    def test_two_of_one_colour_are_red_again_and_told(self, tmp_path: Path) -> None:
        path = self.path(self.table(tmp_path, twins=True))
        mark = path.mark("figures")
        assert (mark.lamp, mark.kept) == (Lamp.RED, True)
        assert "will be taken for each other" in mark.why[0].en
        assert {note.text for note in notes_of(path)} == set(mark.why)
        assert notes_of(from_plain(path.plain(), "T")) == notes_of(path)

    @pytest.mark.parametrize(
        ("sure_mm", "lamp"), [(0.6, Lamp.GREEN), (9.0, Lamp.AMBER), (30.0, Lamp.RED), (None, Lamp.AMBER)]
    )
    def test_the_ring_is_as_sure_as_it_was_found(self, tmp_path: Path, sure_mm: float | None, lamp: Lamp) -> None:
        assert self.path(self.table(tmp_path, sure_mm=sure_mm)).mark("ring").lamp is lamp


class TestWithoutThePictureOfTheEmptyRing(Tables):
    def test_the_rest_is_due_and_the_ring_in_doubt(self, tmp_path: Path) -> None:
        table = self.table(tmp_path)
        with_it = self.path(table)
        progress.empty_picture(table).unlink()
        for path in (self.path(table), due_without_empty(table, with_it)):
            lamps = {step: path.mark(step).lamp for step in ("ring", "empty", "figures")}
            assert lamps == {"ring": Lamp.AMBER, "empty": Lamp.NOT_YET, "figures": Lamp.NOT_YET}
            assert path.mark("ring").why[0] == EMPTY_GONE
        assert due_without_empty(table, SetupPath()) == SetupPath()
        # nothing tells of a ring without figures either
        write_table(table, replace(read_draft(table), figures=()))
        assert self.path(table).mark("ring").lamp is Lamp.AMBER

    def test_once_it_is_taken_anew_the_ring_says_what_is_in_doubt_now(self, tmp_path: Path) -> None:
        table = self.table(tmp_path)
        progress.empty_picture(table).unlink()
        path = with_empty_again(self.path(table))
        assert path.mark("ring").lamp is Lamp.AMBER
        assert EMPTY_GONE not in path.mark("ring").why
        assert path.mark("ring").why[0] == NOT_COMPARED
        assert with_empty_again(path) == path

    def test_of_another_size_or_broken_is_as_missing(self, tmp_path: Path) -> None:
        table = self.table(tmp_path)
        with_it = self.path(table)
        assert due_without_empty(table, with_it) == with_it
        progress.write_picture(progress.empty_picture(table), np.zeros((8, 8, 3), np.uint8))
        assert due_without_empty(table, with_it).mark("empty").lamp is Lamp.NOT_YET
        progress.empty_picture(table).write_bytes(b"no picture")
        assert due_without_empty(table, with_it).mark("figures").lamp is Lamp.NOT_YET

    def test_is_told_on_the_page_of_the_cameras_place(self, tmp_path: Path) -> None:
        table = self.table(tmp_path)
        seen = read_picture(progress.empty_picture(table))
        progress.empty_picture(table).unlink()
        robot = Robot(table, Stage(seen), language="en")
        robot.press(STEP + "camera")
        robot.press("f5")
        robot.wait(30)
        robot.press(STEP + "view")
        robot.wait(30)
        assert robot.told().count("picture of the empty ring is missing") == 1
        robot.page()
        assert robot.cut == []
        robot.enter()
        assert robot.lamps()["view"] == "amber"
