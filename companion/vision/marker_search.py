"""Printed markers in the picture: whole ones by OpenCV, hidden or cut ones from where they should be."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.geometry import Camera, FloatArray
from companion.vision.lens import dictionary_of
from companion.vision.table_file import MarkerPlace

# modules of white around the print that belong to it
MARGIN_MODULES = 1
# a hidden marker counts when it is this much alike (normalised correlation) where it is expected: behind ropes 0.77 and
# more, other prints up to 0.75, no print up to 0.4
ALIKE_ENOUGH = 0.64
# a print this large, margin included, is found as surely as a larger one
COARSE_PRINT_PX = 20.0
# pixels a module of the template is drawn with before it is warped
TEMPLATE_SCALE = 12
SAMPLES_PER_MODULE = 4
# inner edges closer than this melt into each other
SMALLEST_MODULE_PX = 4.5


@dataclass(frozen=True, eq=False)
class WholeMarker:
    """A marker that was read: corners (4, 2) in pixels, in the print's order."""

    place: MarkerPlace
    corners_px: FloatArray


@lru_cache(maxsize=256)
def pattern(dictionary: str, number: int) -> NDArray[np.bool_]:
    """Which modules are white, shape (k, k), the black border included; row 0 is the print's top."""
    book = dictionary_of(dictionary)
    side = int(book.markerSize) + 2
    drawn = np.asarray(cv2.aruco.generateImageMarker(book, number, side * TEMPLATE_SCALE, borderBits=1))
    half = TEMPLATE_SCALE // 2
    return np.asarray(drawn.reshape(side * TEMPLATE_SCALE, -1)[half::TEMPLATE_SCALE, half::TEMPLATE_SCALE] > 127)


def detector_parameters(forgiving: bool) -> cv2.aruco.DetectorParameters:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 3
    if forgiving:
        # threads over the print spoil bits and outline; the layout check afterwards catches what this lets through
        parameters.maxErroneousBitsInBorderRate = 0.5
        parameters.polygonalApproxAccuracyRate = 0.08
        parameters.errorCorrectionRate = 1.0
    return parameters


def detect(grey: NDArray[np.uint8], dictionary: str, forgiving: bool = True) -> dict[int, FloatArray]:
    """Markers of a dictionary that are read whole: id to corners (4, 2) in pixels; ids seen twice are left out."""
    found: dict[int, FloatArray] = {}
    twice: set[int] = set()
    for is_forgiving in (False, True) if forgiving else (False,):
        seen: dict[int, FloatArray] = {}
        searcher = cv2.aruco.ArucoDetector(dictionary_of(dictionary), detector_parameters(is_forgiving))
        corners, ids, _ = searcher.detectMarkers(grey)
        if ids is None or len(ids) == 0:
            continue
        for quad, number in zip(corners, np.asarray(ids).ravel(), strict=True):
            if int(number) in seen:
                twice.add(int(number))
            seen[int(number)] = np.asarray(quad, dtype=float).reshape(4, 2)
        found = seen | found
    return {number: corners for number, corners in found.items() if number not in twice}


def find_whole(grey: NDArray[np.uint8], places: Sequence[MarkerPlace]) -> list[WholeMarker]:
    """The markers of a layout that can be read."""
    found: list[WholeMarker] = []
    for dictionary in dict.fromkeys(place.dictionary for place in places):
        seen = detect(grey, dictionary)
        found += [
            WholeMarker(place, seen[place.id])
            for place in places
            if place.dictionary == dictionary and place.id in seen
        ]
    return found


def grid_mm(place: MarkerPlace, columns: FloatArray, rows: FloatArray) -> FloatArray:
    """World points (n, 3) of places on a print, in modules from its black square's top-left corner."""
    side = len(pattern(place.dictionary, place.id))
    origin, right, _, down = place.corners_mm
    across, along = (right - origin) / side, (down - origin) / side
    return np.asarray(origin + columns[:, None] * across + rows[:, None] * along, dtype=float)


def module_px(camera: Camera, place: MarkerPlace) -> float:
    """Length of a module's shorter side in the picture."""
    corners = camera.project(place.corners_mm)
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return float(np.nan_to_num(sides.min()) / len(pattern(place.dictionary, place.id)))


def edge_pieces(place: MarkerPlace, inner: bool) -> list[tuple[FloatArray, FloatArray, float]]:
    """The black-white edges of a print as pieces for `edge_fit.find_steps`; without `inner` only its outline.

    The outline is told module by module, so that a rope hides a few pieces and not a whole side.
    """
    white = np.pad(pattern(place.dictionary, place.id), MARGIN_MODULES, constant_values=True)
    origin, right, _, down = place.corners_mm
    across, along = right - origin, down - origin
    across, along = across / np.linalg.norm(across), along / np.linalg.norm(along)
    share = (np.arange(SAMPLES_PER_MODULE) + 0.5) / SAMPLES_PER_MODULE
    side = len(white) - 2 * MARGIN_MODULES
    pieces: list[tuple[FloatArray, FloatArray, float]] = []
    for row in range(-1, side):
        for column in range(-1, side):
            here = white[row + 1, column + 1]
            for step_row, step_column, outward in ((0, 1, across), (1, 0, along)):
                there = white[row + 1 + step_row, column + 1 + step_column]
                outline = row in {-1, side - 1} if step_row else column in {-1, side - 1}
                if here == there or not (inner or outline):
                    continue
                columns = np.full_like(share, column + 1.0) if step_column else column + share
                rows = np.full_like(share, row + 1.0) if step_row else row + share
                pieces.append((grid_mm(place, columns, rows), outward, 1.0 if there else -1.0))
    return pieces


def find_hidden(
    grey: NDArray[np.uint8], camera: Camera, place: MarkerPlace, reach_px: float
) -> tuple[FloatArray, float] | None:
    """Look for a marker that could not be read near where it should be.

    A large print is looked for in a shrunk picture first: that finds the same place in a tenth of the time.

    Returns:
        Its four corners (4, 2) in pixels and how alike it is (0..1), or None.
    """
    quad = camera.project(grid_mm(place, *_corner_modules(place, MARGIN_MODULES)))
    if not np.isfinite(quad).all():
        return None
    extent_px = float(np.ptp(quad, axis=0).max())
    if not COARSE_PRINT_PX / 4 < extent_px < 2 * max(grey.shape):
        return None
    shift, factor = np.zeros(2), extent_px / COARSE_PRINT_PX
    if factor > 1.5 and reach_px > 3 * factor:
        low = np.floor(quad.min(axis=0) - reach_px).astype(int) - 2
        size = np.ceil(quad.max(axis=0) + reach_px).astype(int) + 2 - low
        values, known = _window(grey, low, size)
        small = tuple(int(length) for length in np.ceil(size / factor))
        scale = np.array(small) / size
        window = cv2.resize(values, small, interpolation=cv2.INTER_AREA)
        is_known = cv2.resize(known, small, interpolation=cv2.INTER_AREA)
        drawn = (quad - low + 0.5) * scale - 0.5
        real = (np.asarray(is_known) > 0.99).astype(float)
        coarse = _best_shift(np.asarray(window, dtype=float), real, place, drawn, reach_px * float(scale.min()))
        if coarse is None or coarse[1] < ALIKE_ENOUGH:
            return None
        shift, reach_px = coarse[0] / scale, 1.5 * factor
    low = np.floor(quad.min(axis=0) + shift - reach_px).astype(int) - 2
    size = np.ceil(quad.max(axis=0) + shift + reach_px).astype(int) + 2 - low
    fine = _best_shift(*_window(grey, low, size), place, quad + shift - low, reach_px)
    if fine is None or fine[1] < ALIKE_ENOUGH:
        return None
    return camera.project(place.corners_mm) + shift + fine[0], fine[1]


def _best_shift(
    window: FloatArray, known: FloatArray, place: MarkerPlace, quad: FloatArray, reach_px: float
) -> tuple[FloatArray, float] | None:
    """The shift of a print, drawn at `quad` of a window, with which it looks most alike, and how alike it is then."""
    reach = max(1, round(reach_px))
    low = np.floor(quad.min(axis=0)).astype(int) - 1
    size = np.ceil(quad.max(axis=0)).astype(int) + 2 - low
    template, mask = _drawn(place, quad - low, size)
    top_left = np.maximum(low - reach, 0)
    bottom_right = np.minimum(low + size + reach, window.shape[::-1])
    rows, columns = slice(top_left[1], bottom_right[1]), slice(top_left[0], bottom_right[0])
    if ((bottom_right - top_left) < size).any():
        return None
    alike = _correlation(window[rows, columns], known[rows, columns], template, mask)
    row, column = np.unravel_index(int(np.argmax(alike)), alike.shape)
    return np.array([column, row]) + top_left - low, float(alike[row, column])


def _corner_modules(place: MarkerPlace, margin: float) -> tuple[FloatArray, FloatArray]:
    far = len(pattern(place.dictionary, place.id)) + margin
    return np.array([-margin, far, far, -margin]), np.array([-margin, -margin, far, far])


def _drawn(place: MarkerPlace, quad: FloatArray, size: NDArray[np.int64]) -> tuple[FloatArray, FloatArray]:
    """The print with its margin warped into a patch, values 0..1, and the share of each pixel that belongs to it."""
    white = np.pad(pattern(place.dictionary, place.id), MARGIN_MODULES, constant_values=True).astype(np.float32)
    scale = TEMPLATE_SCALE
    drawn = np.kron(white, np.ones((scale, scale), dtype=np.float32))
    edge = len(drawn)
    source = np.array([[0, 0], [edge, 0], [edge, edge], [0, edge]], dtype=np.float32) - 0.5
    # drawn four times as large, then averaged: thin modules keep their grey
    fine = 4
    target = ((quad + 0.5) * fine - 0.5).astype(np.float32)
    warp = cv2.getPerspectiveTransform(source, target)
    extent = (int(size[0]) * fine, int(size[1]) * fine)
    shrunk = (int(size[0]), int(size[1]))
    template = cv2.resize(cv2.warpPerspective(drawn, warp, extent), shrunk, interpolation=cv2.INTER_AREA)
    mask = cv2.resize(cv2.warpPerspective(np.ones_like(drawn), warp, extent), shrunk, interpolation=cv2.INTER_AREA)
    return np.asarray(template, dtype=float), np.asarray(mask > 0.98, dtype=float)


def _window(grey: NDArray[np.uint8], low: NDArray[np.int64], size: NDArray[np.int64]) -> tuple[FloatArray, FloatArray]:
    """A piece of the picture that may reach over its edge, and which of its pixels are real."""
    height, width = grey.shape
    values, known = np.zeros((size[1], size[0])), np.zeros((size[1], size[0]))
    left, top = np.maximum(low, 0)
    right, bottom = np.minimum(low + size, (width, height))
    if right > left and bottom > top:
        rows, columns = slice(top - low[1], bottom - low[1]), slice(left - low[0], right - low[0])
        values[rows, columns] = grey[top:bottom, left:right]
        known[rows, columns] = 1.0
    return values, known


def _correlation(window: FloatArray, known: FloatArray, template: FloatArray, mask: FloatArray) -> FloatArray:
    """Normalised correlation at every shift over the pixels that both have; -1 where under 40 % of them are real."""

    def slide(values: FloatArray, kernel: FloatArray) -> FloatArray:
        full = cv2.filter2D(values, cv2.CV_64F, kernel, anchor=(0, 0), borderType=cv2.BORDER_CONSTANT)
        rows, columns = window.shape[0] - kernel.shape[0] + 1, window.shape[1] - kernel.shape[1] + 1
        return np.asarray(full[:rows, :columns], dtype=float)

    weighed = template * mask
    count: FloatArray | float
    sum_t: FloatArray | float
    sum_tt: FloatArray | float
    if known.all():  # nearly always: then three of the six are the same at every shift
        count, sum_t, sum_tt = float(mask.sum()), float(weighed.sum()), float((weighed * template).sum())
    else:
        count = slide(known, mask)
        sum_t, sum_tt = slide(known, weighed), slide(known, weighed * template)
    sum_w, sum_ww = slide(window * known, mask), slide(window * window * known, mask)
    cross = slide(window * known, weighed)
    with np.errstate(invalid="ignore", divide="ignore"):
        covariance = cross - sum_t * sum_w / count
        spread = (sum_tt - sum_t * sum_t / count) * (sum_ww - sum_w * sum_w / count)
        alike = covariance / np.sqrt(spread)
    return np.where(np.isfinite(alike) & (count > 0.4 * mask.sum()), alike, -1.0)
