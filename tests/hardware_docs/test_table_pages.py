"""Camera stands and ring: the pages' tables are what is worked out, the pictures are of today."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from companion.app.setting_up.looking import COARSE_MM, LOW_DEG
from companion.vision.targets import MARGIN_MM, MAT_MARKER_MM, POST_MARKER_MM

DOCS = Path(__file__).parents[2] / "hardware_docs"
STANDS_PAGE = (DOCS / "camera_stands.md").read_text(encoding="utf-8")
RING_PAGE = (DOCS / "ring_building.md").read_text(encoding="utf-8")


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # a dataclass looks its module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def stands() -> ModuleType:
    return load("stands")


@pytest.fixture(scope="module")
def drawing() -> ModuleType:
    return load("draw_table")


class TestStands:
    def test_the_table_is_what_is_worked_out(self, stands: ModuleType) -> None:
        found = [line for line in STANDS_PAGE.splitlines() if re.match(r"\| \d0 cm \|", line)]
        assert len(found) == 12
        for line, due in zip(found, stands.rows(), strict=True):
            numbers, due_numbers = (np.array(re.findall(r"[\d.]+", one), dtype=float) for one in (line, due))
            assert numbers == pytest.approx(due_numbers, abs=0.11), "a last digit may fall otherwise elsewhere"

    @pytest.mark.parametrize("degrees", [90, 55])
    @pytest.mark.parametrize("ring_mm", [600, 800])
    def test_from_the_place_told_everything_is_in_the_picture(
        self, stands: ModuleType, ring_mm: int, degrees: int
    ) -> None:
        """Rounded up to 5 cm as the page tells it, with some tilt."""
        stand = stands.stand_for(ring_mm, degrees)
        height, aside = (10 * stands.cm(value) for value in (stand.height_mm, stand.aside_mm))
        if degrees == 90:
            aside = 0
        cameras = [stands.camera_at(height, aside, aim, (1280, 720)) for aim in range(-150, 151, 10)]
        assert any(stands.is_seen(camera, ring_mm) for camera in cameras)
        nearer = [stands.camera_at(0.93 * height, 0.93 * aside, aim, (1280, 720)) for aim in range(-150, 151, 10)]
        assert not any(stands.is_seen(camera, ring_mm) for camera in nearer), "and not from much nearer"

    def test_the_camera_looks_where_it_should(self, stands: ModuleType) -> None:
        for degrees in (90, 70, 40):
            stand = stands.stand_for(700, degrees)
            camera = stands.camera_at(stand.height_mm, stand.aside_mm, 0.0, (1280, 720))
            _, y, z = camera.position_mm
            assert np.degrees(np.arctan2(z, -y)) == pytest.approx(degrees, abs=0.1)
            assert camera.project(np.zeros((1, 3)))[0] == pytest.approx([639.5, 359.5], abs=0.01)
            east, north = camera.project([[100.0, 0, 0], [0, 100.0, 0]])
            assert east[0] > 640
            assert north[1] < 359, "north is up in the picture"

    def test_limits_told_are_those_of_set_up(self) -> None:
        assert f"at most {COARSE_MM:g} mm of mat a pixel, at least {LOW_DEG:.0f} degrees" in " ".join(
            STANDS_PAGE.split()
        )
        assert f"{COARSE_MM:g}".replace(".", ",") + " mm de lona por píxel" in STANDS_PAGE


class TestRing:
    def test_the_table_is_what_is_worked_out(self, drawing: ModuleType) -> None:
        assert [line for line in RING_PAGE.splitlines() if re.match(r"\| \d00 mm \|", line)] == drawing.ring_rows()

    def test_lengths_fit_together(self, drawing: ModuleType) -> None:
        for mat_mm in (600, 700, 800):
            plan = drawing.RingPlan(mat_mm)
            assert plan.gap_mm == mat_mm + 20, "a rope as long as the mat and two rubbers of 10 mm"
            assert plan.base_mm > plan.posts_mm + drawing.POST_MM
        assert drawing.MARKER_SHEET_MM == MAT_MARKER_MM + 2 * MARGIN_MM
        assert f"({POST_MARKER_MM + 2 * MARGIN_MM:g} mm with its margin)" in RING_PAGE

    def test_colours(self) -> None:
        mats = load("mats")
        for mat in mats.MATS:
            assert f"| {mat} | {', '.join(mats.faint_on(mat)) or 'none'} |" in RING_PAGE
        assert ", ".join(f"{a} and {b} ({far})" for a, b, far in mats.near_pairs(35.0)) in RING_PAGE
        assert ", ".join(mats.team(8, "middle grey")) in RING_PAGE

    def test_lab_is_lab(self) -> None:
        mats = load("mats")
        assert mats.lab((255, 255, 255)) == pytest.approx((100, 0, 0), abs=0.05)
        assert mats.lab((255, 0, 0)) == pytest.approx((53.2, 80.1, 67.2), abs=0.2)


def test_every_picture_is_of_today(drawing: ModuleType) -> None:
    for name, draw in drawing.PICTURES.items():
        assert (DOCS / name).read_text(encoding="utf-8") == draw(), f"{name}: run python hardware_docs/draw_table.py"
        assert f"]({name})" in STANDS_PAGE + RING_PAGE
