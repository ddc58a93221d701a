"""The ring's typed size against things whose size is known (field note B-06)."""

import cv2
import numpy as np
import pytest

from companion.app.setting_up.lengths import (
    Doubt,
    Proof,
    diagonal_check,
    plain_check,
    proof_by_kit,
    rounded,
    size_by_bar,
    size_by_sheet,
)
from companion.kernel.text import Text
from companion.vision.geometry import NO_DISTORTION, Camera
from companion.vision.sources import Picture
from companion.vision.table_file import Ring
from companion.vision.targets import KIT_BOARD, KIT_DICTIONARY, MAT_MARKER_MM, kit_layout

TRUE = Ring((700.0, 700.0), 250.0)
PX_PER_MM = 2.0
CAMERA = Camera(
    1280, 720, [[900, 0, 639.5], [0, 900, 359.5], [0, 0, 1]], NO_DISTORTION, [2.4, 0.0, 0.0], [0.0, 40.0, 1000.0]
)


def seen(flat: Picture, ring: Ring) -> Picture:
    """A drawing of the mat, north at the top, as the camera sees it lying there."""
    corners = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], dtype=np.float32) * (flat.shape[1], flat.shape[0])
    px = CAMERA.project(ring.corners_mm).astype(np.float32)
    warp = cv2.getPerspectiveTransform((corners - 0.5).astype(np.float32), px)
    ground = np.full((720, 1280, 3), 90, np.uint8)
    return np.asarray(
        cv2.warpPerspective(flat, warp, (1280, 720), ground, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT), dtype=np.uint8
    )


def mat_with_kit(ring: Ring) -> Picture:
    wide, high = (round(side * PX_PER_MM) for side in ring.size_mm)
    flat = np.full((high, wide, 3), 225, np.uint8)
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, KIT_DICTIONARY))
    side = round(MAT_MARKER_MM * PX_PER_MM)
    for place in kit_layout(ring):
        left, top = (place.corners_mm[0, :2] * (1, -1) + np.array(ring.size_mm) / 2) * PX_PER_MM
        drawn = cv2.aruco.generateImageMarker(book, place.id, side)
        flat[round(top) : round(top) + side, round(left) : round(left) + side] = drawn[:, :, None]
    return seen(flat, ring)


class TestTheKitsMarkers:
    @pytest.mark.parametrize("typed", [600.0, 800.0, 1000.0])
    @pytest.mark.parametrize("with_lens", [True, False])
    def test_tell_the_true_size(self, typed: float, with_lens: bool) -> None:
        lens = CAMERA.lens if with_lens else None
        doubt = proof_by_kit(mat_with_kit(TRUE), Ring((typed, typed), 250.0), 1.0, lens).doubt
        assert doubt is not None
        assert abs(doubt.size_mm[0] / 700 - 1) < 0.03

    def test_say_nothing_against_the_true_size(self) -> None:
        assert proof_by_kit(mat_with_kit(TRUE), TRUE, 1.0, CAMERA.lens) == Proof(None, ())

    @pytest.mark.parametrize("true", [(700.0, 700.0), (700.0, 620.0)])
    @pytest.mark.parametrize("typed", [(700.0, 800.0), (560.0, 700.0), (800.0, 600.0)])
    @pytest.mark.parametrize("with_lens", [True, False])
    def test_tell_which_side_is_wrong(
        self, true: tuple[float, float], typed: tuple[float, float], with_lens: bool
    ) -> None:
        lens = CAMERA.lens if with_lens else None
        doubt = proof_by_kit(mat_with_kit(Ring(true, 250.0)), Ring(typed, 250.0), 1.0, lens).doubt
        assert doubt is not None
        assert np.abs(np.array(doubt.size_mm) / true - 1).max() < 0.03

    def test_two_of_them_prove_one_side_only(self) -> None:
        picture = mat_with_kit(TRUE)
        north = CAMERA.project([[0.0, -120.0, 0.0]])[0]
        picture[: round(north[1])] = 90
        assert proof_by_kit(picture, TRUE, 1.0, CAMERA.lens) == Proof(None, (1,))

    def test_one_marker_alone_says_nothing(self) -> None:
        picture = mat_with_kit(TRUE)
        picture[:, 640:] = 90
        picture[:360] = 90
        assert proof_by_kit(picture, Ring((800.0, 800.0), 250.0), 1.0, CAMERA.lens) == Proof(None, (0, 1))


class TestASuggestedSize:
    @pytest.mark.parametrize(
        ("seen_mm", "due"),
        [
            ((706.0, 696.0), (700, 700)),
            ((755.1, 744.9), (750, 750)),
            ((700.0, 680.0), (700, 680)),
            ((804, 597), (800, 600)),
        ],
    )
    def test_is_in_whole_centimetres_and_square_where_the_sides_are_nearly_one(
        self, seen_mm: tuple[float, float], due: tuple[int, int]
    ) -> None:
        assert rounded(seen_mm) == due


class TestASecondLength:
    def test_from_corner_to_corner(self) -> None:
        assert diagonal_check(TRUE, 990) is None
        doubt = diagonal_check(Ring((800.0, 800.0), 0.0), 990)
        assert isinstance(doubt, Doubt)
        assert rounded(doubt.size_mm) == (700, 700)

    @pytest.mark.parametrize(("typed", "unit"), [(99, "cm"), (0.99, "metres"), (9900, "tenths")])
    def test_from_corner_to_corner_in_another_unit(self, typed: float, unit: str) -> None:
        asked = diagonal_check(TRUE, typed)
        assert isinstance(asked, Text)
        assert unit in asked.en

    def test_the_printed_bar_on_the_mat(self) -> None:
        ends = CAMERA.project([[-75.0, 20.0, 0.0], [75.0, 20.0, 0.0]])
        assert size_by_bar(ends, TRUE, CAMERA, 150.0) is None
        # the same picture taken for that of a larger ring: everything, the camera's distance too, is larger
        larger = Camera(1280, 720, CAMERA.K, CAMERA.dist, CAMERA.rvec, CAMERA.tvec_mm * 8 / 7)
        doubt = size_by_bar(ends, Ring((800.0, 800.0), 0.0), larger, 150.0)
        assert doubt is not None
        assert rounded(doubt.size_mm) == (700, 700)

    def test_the_sheet_on_the_mat(self) -> None:
        flat = np.full((1400, 1400, 3), 225, np.uint8)
        wide, high = (round(count * KIT_BOARD.square_mm * PX_PER_MM) for count in KIT_BOARD.squares)
        flat[400 : 400 + high, 400 : 400 + wide] = KIT_BOARD.charuco().generateImage((wide, high))[:, :, None]
        picture = seen(flat, TRUE)
        assert size_by_sheet(picture, TRUE, CAMERA, 1.0) is None
        larger = Camera(1280, 720, CAMERA.K, CAMERA.dist, CAMERA.rvec, CAMERA.tvec_mm * 8 / 7)
        doubt = size_by_sheet(picture, Ring((800.0, 800.0), 0.0), larger, 1.0)
        assert isinstance(doubt, Doubt)
        assert rounded(doubt.size_mm) == (700, 700)
        assert isinstance(size_by_sheet(np.full_like(picture, 90), TRUE, CAMERA, 1.0), Text)


class TestTypedNumbers:
    @pytest.mark.parametrize(("typed", "words"), [(70.0, "cm"), (0.7, "metres"), (7000.0, "tenths"), (1e6, "100 to")])
    def test_are_asked_back(self, typed: float, words: str) -> None:
        asked = plain_check(typed)
        assert asked is not None
        assert words in asked.en

    def test_are_taken(self) -> None:
        assert plain_check(620.0) is None
