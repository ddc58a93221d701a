"""Lens calibration, and when it is refused (field notes B-01, B-03, B-08)."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.errors import UsageProblemError
from companion.vision.lens import (
    Board,
    BoardView,
    CalibrationError,
    NoBoard,
    calibrate_lens,
    dictionary_of,
    find_board,
    parse_board,
)
from companion.vision.sources import read_picture
from vision.calib_scene import DATA, scene

BOARD = parse_board("DICT_5X5_100:8x6:30:22")
SIZE = (1280, 720)


@pytest.fixture(scope="module")
def views():
    paths = sorted(DATA.glob("a_board_*.jpg"))
    found = [find_board(path.name, read_picture(path), BOARD) for path in paths]
    assert all(isinstance(view, BoardView) for view in found)
    return found


def sheet(board: Board) -> np.ndarray:
    """The board as printed, on white paper."""
    columns, rows = board.squares
    drawn = board.charuco().generateImage((columns * 80, rows * 80))
    return cv2.cvtColor(cv2.copyMakeBorder(drawn, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=255), cv2.COLOR_GRAY2BGR)


class TestTheLensIsFound:
    def test_focal_length_within_a_percent_and_error_under_half_a_pixel(self, views):
        result = calibrate_lens(views, SIZE)
        assert result.lens.error_px < 0.5
        assert abs(result.lens.K[0, 0] / scene("a").camera.K[0, 0] - 1) < 0.01
        assert result.coverage > 0.6
        assert not result.lens.guessed

    def test_a_view_that_does_not_fit_is_left_out_and_named(self, views):
        bent = replace(
            views[3], image_px=views[3].image_px + np.random.default_rng(1).normal(0, 4, (len(views[3].ids), 2))
        )
        result = calibrate_lens([*views[:3], bent, *views[4:]], SIZE)
        assert list(result.left_out) == [views[3].name]
        assert result.lens.error_px < 0.5


def zoomed(view: BoardView, by: float) -> BoardView:
    """As a camera of another focal length sees it."""
    centre = scene("a").camera.K[:2, 2]
    return replace(view, name=f"zoomed {view.name}", image_px=(view.image_px - centre) * by + centre)


def turned(view: BoardView) -> BoardView:
    """As the camera sees it when it hangs upside down."""
    return replace(view, name=f"turned {view.name}", image_px=np.array(SIZE) - 1 - view.image_px)


class TestOneLensOnly:
    """Pictures of two lenses give a focal length between theirs, with errors that look good."""

    def test_one_camera_is_one_lens(self, views):
        assert calibrate_lens(views, SIZE).left_out == {}

    @pytest.mark.parametrize("by", [0.93, 1.03])
    def test_two_focal_lengths_are_refused_and_the_pictures_named(self, views, by):
        mixed = [*views[:5], *(zoomed(view, by) for view in views[5:])]
        with pytest.raises(CalibrationError, match=r"taken with one lens; zoomed.*, zoomed.*\(focal") as caught:
            calibrate_lens(mixed, SIZE)
        assert "otra cámara, zoom o enfoque" in caught.value.of("es")

    def test_a_few_pictures_of_another_lens_are_left_out_and_the_lens_is_right(self, views):
        result = calibrate_lens([*views[:6], zoomed(views[6], 1.05)], SIZE)
        assert list(result.left_out) == [f"zoomed {views[6].name}"]
        assert abs(result.lens.K[0, 0] / scene("a").camera.K[0, 0] - 1) < 0.01

    def test_a_picture_turned_upside_down_is_told_as_such(self, views):
        result = calibrate_lens([*views[:6], turned(views[6])], SIZE)
        assert {name: why.en for name, why in result.left_out.items()} == {
            f"turned {views[6].name}": "turned by 180 degrees against the others"
        }

    def test_as_many_turned_as_not_are_refused(self, views):
        with pytest.raises(CalibrationError, match="turned by 180 degrees"):
            calibrate_lens([*views[:4], *(turned(view) for view in views[4:])], SIZE)

    def test_a_mirrored_picture_is_told_as_mirrored(self):
        answer = find_board("x", sheet(BOARD)[:, ::-1].copy(), BOARD)
        assert isinstance(answer, NoBoard)
        assert "turn mirroring off" in answer.reason.en


class TestItIsRefused:
    """B-08: bad error or too little variety."""

    def test_ten_copies_of_one_view(self, views):
        with pytest.raises(CalibrationError, match="1 different view of the board in 10"):
            calibrate_lens([views[0]] * 10, SIZE)

    def test_views_without_tilt(self):
        corners = BOARD.charuco().getChessboardCorners().reshape(-1, 3).astype(float)
        flat = [BoardView(f"{n}", np.arange(35), corners, corners[:, :2] * 2.5 + (60 * n, 25 * n)) for n in range(8)]
        with pytest.raises(CalibrationError, match=r"tilt|uncertain"):
            calibrate_lens(flat, SIZE)

    def test_views_that_disagree(self, views):
        random = np.random.default_rng(2)
        shaken = [replace(view, image_px=view.image_px + random.normal(0, 3, view.image_px.shape)) for view in views]
        with pytest.raises(CalibrationError, match="disagree by"):
            calibrate_lens(shaken, SIZE)

    def test_the_refusal_speaks_both_languages(self, views):
        with pytest.raises(CalibrationError) as caught:
            calibrate_lens(views[:2], SIZE)
        assert "inclínalo" in caught.value.of("es")
        assert caught.value.exit_code == 1


class TestDiagnosis:
    def test_the_old_layout_is_tried_once(self):
        """B-03: an even row count, printed before OpenCV 4.6."""
        board = Board("DICT_5X5_100", (8, 6), 30, 22, old_layout=True)
        view = find_board("old", sheet(board), BOARD)
        assert isinstance(view, BoardView)
        assert view.old_layout

    def test_markers_without_corners_are_told_apart_from_nothing(self):
        """B-03: markers yes, corners no."""
        wrong = Board("DICT_5X5_100", (5, 9), 30, 22)
        answer = find_board("x", sheet(BOARD)[:260, :260], wrong)
        assert isinstance(answer, NoBoard)
        assert "markers found but too few corners" in answer.reason.en
        nothing = find_board("x", np.full((300, 400, 3), 128, np.uint8), BOARD)
        assert "no marker found" in nothing.reason.en

    def test_another_dictionary_is_named(self):
        """B-01: the one found and the one expected."""
        answer = find_board("x", sheet(Board("DICT_6X6_100", (8, 6), 30, 22)), BOARD)
        assert isinstance(answer, NoBoard)
        assert "DICT_6X6_100" in answer.reason.en
        assert "not DICT_5X5_100" in answer.reason.en

    def test_another_dictionary_is_named_beside_a_stray_marker(self):
        """One marker read into any pattern hides nothing."""
        stray = cv2.cvtColor(cv2.aruco.generateImageMarker(dictionary_of("DICT_5X5_100"), 7, 80), cv2.COLOR_GRAY2BGR)
        picture = cv2.copyMakeBorder(sheet(Board("DICT_6X6_100", (8, 6), 30, 22)), 0, 200, 0, 0, cv2.BORDER_CONSTANT,
                                     value=(255, 255, 255))  # fmt: skip
        picture[-140:-60, 60:140] = stray
        answer = find_board("x", picture, BOARD)
        assert isinstance(answer, NoBoard)
        assert "DICT_6X6_100 or DICT_6X6_250, not DICT_5X5_100" in answer.reason.en
        assert "DICT_6X6_100 o DICT_6X6_250, no DICT_5X5_100" in answer.reason.es

    def test_columns_and_rows_exchanged_are_told(self):
        answer = find_board("x", sheet(BOARD), parse_board("DICT_5X5_100:6x8:30:22"))
        assert isinstance(answer, NoBoard)
        assert "the board has 8x6 squares, not 6x8" in answer.reason.en


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("DICT_5X5_100:8x6:30", "has 3 parts, not 4"),
        ("DICT_5X5_100:8by6:30:22", "cannot be read"),
        ("DICT_5X5_100:8x6:22:30", "smaller than its square"),
        ("DICT_9X9:8x6:30:22", "DICT_9X9 is not known"),
        ("DICT_4X4_50:20x20:30:22", "needs 200 markers, DICT_4X4_50 has 50"),
        ("DICT_5X5_100:2x6:30:22", "3 to 40 squares"),
    ],
)
def test_a_board_that_cannot_be_is_refused(text, words):
    with pytest.raises(UsageProblemError, match=words):
        parse_board(text)
