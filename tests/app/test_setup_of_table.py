"""A table file whose progress file is gone, or whose picture of the empty ring is: what is told of it is true."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import companion.app
from companion.app.setting_up import progress
from companion.app.setting_up.figure_work import notes_of
from companion.app.setting_up.path import SetupPath, from_plain
from companion.app.setting_up.steps.again import path_of_table
from companion.screens.setup_view import Lamp
from companion.vision.table_file import read_draft, write_table


class TestATableAlone:
    """The progress file is gone: what the table file knows is judged anew, not taken for good."""

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
