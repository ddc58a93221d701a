"""The printed kit: where it lies, and what a wrongly scaled print does (field note B-06); its pages: tests/app."""

import cv2
import numpy as np
import pytest

from companion.errors import UsageProblemError
from companion.vision.lens import BoardView, find_board
from companion.vision.marker_search import edge_pieces, pattern
from companion.vision.ring_pose import ring_from_markers
from companion.vision.sources import Frame
from companion.vision.table_file import Ring
from companion.vision.targets import (
    KIT_BOARD,
    MARGIN_MM,
    kit_layout,
    print_scale,
    scaled_board,
    scaled_layout,
)
from vision.calib_scene import scene


class TestLayout:
    def test_sheets_lie_flush_in_the_corners_by_number(self):
        ring = Ring((700, 500), 250)
        for place, corner in zip(kit_layout(ring), ring.corners_mm, strict=True):
            outermost = np.abs(place.corners_mm[:, :2]).max(axis=0) + MARGIN_MM
            assert outermost == pytest.approx(np.abs(corner[:2]))
            assert (np.sign(place.corners_mm[:, :2]) == np.sign(corner[:2])).all()
            top_left, top_right, _, bottom_left = place.corners_mm
            assert top_right[0] > top_left[0]
            assert top_left[1] > bottom_left[1]

    def test_a_picture_of_the_kit_gives_the_cameras_place(self):
        """The printed kit's own layout, no --markers: drawn onto a mat, seen by a camera, found."""
        the = scene("a")
        ring = Ring((700, 700), 250, -40)
        x, y = np.meshgrid(np.arange(1280.0), np.arange(720.0))
        mat = np.nan_to_num(the.camera.to_plane(np.column_stack((x.ravel(), y.ravel())), 0.0), nan=1e6)
        grey = np.where((np.abs(mat) < 350).all(axis=1), 150.0, 60.0)
        for place in kit_layout(ring):
            white = np.pad(pattern(place.dictionary, place.id), 1, constant_values=True)
            module = place.size_mm / (len(white) - 2)
            column = np.floor((mat[:, 0] - place.corners_mm[0, 0]) / module).astype(int) + 1
            row = np.floor((place.corners_mm[0, 1] - mat[:, 1]) / module).astype(int) + 1
            on = (column >= 0) & (row >= 0) & (column < len(white)) & (row < len(white))
            grey[on] = np.where(white[row[on], column[on]], 230.0, 20.0)
        picture = cv2.GaussianBlur(grey.reshape(720, 1280), (0, 0), 0.7).astype(np.uint8)
        frame = Frame(0, 0.0, cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR))
        pose = ring_from_markers([frame], ring, kit_layout(ring), the.lens)
        assert the.worst_mm(pose.camera) < 1.0

    def test_a_marker_has_edges_all_around(self):
        outline = edge_pieces(kit_layout(Ring((700, 700), 250))[0], inner=False)
        assert len(outline) == 4 * 6
        assert all(white_outside == pytest.approx(1.0) or white_outside == -1.0 for _, _, white_outside in outline)


class TestBar:
    """B-06: the bar's measured length is asked for, used, and warned about above 1 %."""

    def test_a_true_print_needs_no_word(self):
        assert print_scale(150.9).warning is None

    def test_a_scaled_print_is_corrected_and_told(self):
        scale = print_scale(190, nominal_mm=200)
        assert scale.scale == pytest.approx(0.95)
        assert "-5 %" in scale.warning.en
        assert "-5 %" in scale.warning.es
        assert "+2,5 %" in print_scale(205, nominal_mm=200).warning.es

    @pytest.mark.parametrize(("measured", "unit"), [(20, "cm"), (2000, "tenths of a mm")])
    def test_another_unit_is_asked_about(self, measured, unit):
        with pytest.raises(UsageProblemError, match=f"did you mean {unit}"):
            print_scale(measured, nominal_mm=200)

    def test_nonsense_is_refused(self):
        with pytest.raises(UsageProblemError, match="measured length"):
            print_scale(420)

    def test_the_scale_reaches_board_and_markers(self):
        assert scaled_board(KIT_BOARD, 0.95).square_mm == pytest.approx(28.5)
        places = kit_layout(Ring((700, 700), 250))
        for before, after in zip(places, scaled_layout(places, 0.95), strict=True):
            assert after.size_mm == pytest.approx(0.95 * before.size_mm)
            assert after.corners_mm.mean(axis=0) == pytest.approx(before.corners_mm.mean(axis=0))


def test_the_board_of_the_kit_is_the_board_of_the_command():
    drawn = KIT_BOARD.charuco().generateImage((960, 720))
    sheet = cv2.cvtColor(cv2.copyMakeBorder(drawn, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=255), cv2.COLOR_GRAY2BGR)
    view = find_board("kit", sheet, KIT_BOARD)
    assert isinstance(view, BoardView)
    assert len(view.ids) == KIT_BOARD.corners
