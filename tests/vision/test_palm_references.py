"""The scale of a picture: the table, a sheet, a card, a bar; field note D-04."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import ConfigError, FileProblemError, UsageProblemError
from companion.vision.geometry import Camera
from companion.vision.references import (
    parse_reference,
    scale_of_table,
    scale_source,
    scales_of_bar,
    scales_of_reference,
    scales_of_sheet,
)
from companion.vision.table_file import Ring, Table
from vision.palm_scene import TABLE, overhead, table_scale

GROUND = (70, 90, 60)


def oblique() -> Camera:
    """A webcam half a metre south of the middle and 650 mm high, looking at it; a lens of 65 degrees."""
    eye = np.array([40.0, -500.0, 650.0])
    forward = -eye / np.linalg.norm(eye)
    right = np.cross(forward, (0, 0, 1.0))
    right /= np.linalg.norm(right)
    rotation = np.stack((right, np.cross(forward, right), forward))
    lens = np.array([[1000.0, 0, 639.5], [0, 1000.0, 359.5], [0, 0, 1]])
    return Camera(1280, 720, lens, np.zeros(5), cv2.Rodrigues(rotation)[0].ravel(), -rotation @ eye)


def with_sheet(camera: Camera, size_mm: tuple[float, float], turn_deg: float = 20, round_mm: float = 0) -> np.ndarray:
    """A pale sheet or card with its middle at x = -120, y = 30, drawn four times too large and made smaller."""
    angle = np.linspace(0, np.pi / 2, 12)
    half = np.array(size_mm) / 2 - round_mm
    corner = np.column_stack((np.cos(angle), np.sin(angle))) * round_mm
    outline = np.concatenate([
        corner + half, corner @ [[0, 1], [-1, 0]] + half * (-1, 1),
        -corner - half, corner @ [[0, -1], [1, 0]] + half * (1, -1),
    ])  # fmt: skip
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    world = outline @ np.array([[c, s], [-s, c]]) + (-120, 30)
    px = camera.project(np.column_stack((world, np.zeros(len(world)))))
    large = np.full((camera.height * 4, camera.width * 4, 3), GROUND, np.uint8)
    cv2.fillPoly(large, [np.round(px * 4 + 1.5).astype(np.int32)], (225, 232, 235))
    return noisy(cv2.resize(large, (camera.width, camera.height), interpolation=cv2.INTER_AREA))


def with_bar(camera: Camera, *, printed: bool, length_mm: float = 150.0) -> np.ndarray:
    large = np.full((camera.height * 4, camera.width * 4, 3), GROUND, np.uint8)

    def box(x: float, y: float, width: float, height: float, colour: tuple[int, int, int]) -> None:
        corners = np.array([[x, y, 0], [x + width, y, 0], [x + width, y + height, 0], [x, y + height, 0]])
        corners[:, :2] = corners[:, :2] @ [[0.94, 0.342], [-0.342, 0.94]]
        cv2.fillPoly(large, [np.round(camera.project(corners) * 4 + 1.5).astype(np.int32)], colour)

    if printed:
        box(-100, -120, length_mm + 30, 34, (235, 235, 235))
    box(-85, -105, length_mm, 4 if printed else 10, (20, 20, 20))
    if printed:
        for centimetre in range(1, 15, 2):
            box(-85 + centimetre * length_mm / 15, -104.2, length_mm / 15, 2.4, (235, 235, 235))
    return noisy(cv2.resize(large, (camera.width, camera.height), interpolation=cv2.INTER_AREA))


def noisy(picture: np.ndarray) -> np.ndarray:
    noise = np.random.default_rng(3).normal(0, 2, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def length_by(camera: Camera, true: Camera, start_mm: tuple[float, float], end_mm: tuple[float, float]) -> float:
    """How long a true distance on the ground is with a found camera."""
    px = true.project([[*start_mm, 0.0], [*end_mm, 0.0]])
    ends = camera.to_plane(px, 0.0)
    return float(np.linalg.norm(ends[1] - ends[0]))


class TestWords:
    @pytest.mark.parametrize(
        ("text", "due"),
        [("a4", (297.0, 210.0)), ("A4", (297.0, 210.0)), ("letter", (279.4, 215.9)), ("id1", (85.6, 53.98)),
         ("bar:150", 150.0), ("bar:149.5mm", 149.5)],
    )  # fmt: skip
    def test_references_by_name(self, text: str, due: object):
        assert parse_reference(text) == due

    @pytest.mark.parametrize("text", ["a5", "bar", "bar:", "bar:-3", "bar:5", "bar:nan", "", "bar:99999"])
    def test_others_are_refused_with_what_is_allowed(self, text: str):
        with pytest.raises(UsageProblemError, match="a4, letter, id1 or bar:MM") as problem:
            parse_reference(text)
        assert "no vale" in problem.value.of("es")


class TestTables:
    def test_the_mat_is_where_the_scale_holds(self):
        scale = table_scale()
        assert scale.holds_at(np.array([[-299.0, 299.0]]))
        assert not scale.holds_at(np.array([[0.0, 0.0], [301.0, 0.0]]))
        assert scale.holds_at(np.array([[303.0, 0.0]]), beyond_mm=5)

    def test_a_mat_that_lies_flat_on_the_table_goes_on_over_the_ringside(self):
        flat = scale_of_table(Table(1, Ring((600, 600), 200, 0.0), overhead()))
        assert flat is not None
        assert flat.holds_at(np.array([[450.0, -450.0]]))

    def test_a_table_without_camera_has_no_scale(self):
        assert scale_of_table(Table(1, Ring((600, 600), 200), None)) is None

    def test_the_words_of_a_command(self, tmp_path: Path):
        picture = np.zeros((720, 1280, 3), np.uint8)
        assert len(scale_source(TABLE, None)(picture)) == 1
        assert scale_source(None, None)(picture) == []
        assert scale_source(None, "a4")(picture) == []
        with pytest.raises(UsageProblemError, match="not both"):
            scale_source(TABLE, "a4")
        with pytest.raises(UsageProblemError):
            scale_source(None, "a6")
        with pytest.raises(FileProblemError):
            scale_source(tmp_path / "none.yaml", None)
        (tmp_path / "wrong.yaml").write_text("version: 1\nring: {}\n")
        with pytest.raises(ConfigError):
            scale_source(tmp_path / "wrong.yaml", None)


class TestSheets:
    @pytest.mark.parametrize(
        ("name", "size_mm", "round_mm"),
        [("a4", (297.0, 210.0), 0), ("letter", (279.4, 215.9), 0), ("id1", (85.6, 53.98), 3.18)],
    )
    @pytest.mark.parametrize("view", [overhead, oblique])
    @pytest.mark.parametrize("turn_deg", [8, 71])
    def test_lengths_beside_it_are_right(self, name: str, size_mm, round_mm: float, view, turn_deg: float):
        camera = overhead(1280, 960, 500.0) if view is overhead else oblique()
        scales = scales_of_reference(with_sheet(camera, size_mm, turn_deg, round_mm), name)
        assert scales
        found = scales[0].camera
        assert not scales[0].is_sure
        for start, end in (((60, 60), (60, -120)), ((40, -60), (200, -60))):
            true_mm = float(np.hypot(end[0] - start[0], end[1] - start[1]))
            share = 0.02 if name != "id1" else 0.05
            assert length_by(found, camera, start, end) == pytest.approx(true_mm, rel=share)

    def test_an_empty_table_has_no_sheet(self):
        blank = noisy(np.full((720, 1280, 3), GROUND, np.uint8))
        assert scales_of_sheet(blank, (297.0, 210.0)) == []

    def test_a_sheet_cut_by_the_picture_is_none(self):
        picture = with_sheet(oblique(), (297.0, 210.0))
        assert scales_of_sheet(np.ascontiguousarray(picture[:, 420:]), (297.0, 210.0)) == []

    def test_a_square_seen_from_above_is_no_a4_sheet(self):
        assert scales_of_sheet(with_sheet(overhead(1280, 960, 500.0), (240.0, 240.0)), (297.0, 210.0)) == []


class TestBars:
    @pytest.mark.parametrize("printed", [True, False])
    def test_a_bar_under_a_camera_that_looks_straight_down(self, *, printed: bool):
        camera = overhead(1280, 960, 400.0)
        scales = scales_of_bar(with_bar(camera, printed=printed), 150.0)
        assert scales
        assert length_by(scales[0].camera, camera, (-80, 60), (90, 20)) == pytest.approx(np.hypot(170, 40), rel=0.012)
        assert "straight down" in scales[0].advice.en
        assert "hacia abajo" in scales[0].advice.es

    def test_no_bar_no_scale(self):
        assert scales_of_bar(noisy(np.full((720, 1280, 3), GROUND, np.uint8)), 150.0) == []
