"""What gives a picture its millimetres: the calibrated table, or a known object that lies beside the hand.

Without either there is no scale, and no number in centimetres (field note D-04).
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.errors import UsageProblemError
from companion.kernel.text import Text
from companion.vision.geometry import NO_DISTORTION, Camera
from companion.vision.reference_search import bars_in, rectangles_in
from companion.vision.table_file import Table, read_table

FloatArray = NDArray[np.float64]
Picture = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Scale:
    """A level surface whose millimetres are known.

    Attributes:
        camera: sees the surface z = 0.
        area_mm: shape (2, 2), lowest and highest x and y within which the surface is the one that was calibrated.
        unsure: how far a length may be off, as a share of it, from the scale alone.
        advice: what people must mind with this scale.
        bar_mm: shape (2, 2), ends of the bar that is the only scale; measures run along it. None for any other scale.
        is_sure: False: what was taken for the reference may be another thing; the hand must have a hand's size.
    """

    camera: Camera
    area_mm: FloatArray
    unsure: float = 0.0
    advice: Text | None = None
    is_sure: bool = True
    bar_mm: FloatArray | None = None

    def holds_at(self, points_mm: FloatArray, beyond_mm: float = 0.0) -> bool:
        """Whether all points (n, 2) lie on the calibrated surface, or at most `beyond_mm` outside."""
        low, high = self.area_mm
        return bool(((points_mm >= low - beyond_mm) & (points_mm <= high + beyond_mm)).all())


def scale_of_table(table: Table) -> Scale | None:
    """The mat of a table; None while no camera is calibrated for it."""
    if table.camera is None:
        return None
    half = np.array(table.ring.size_mm) / 2
    if table.ring.ringside_z_mm == 0:  # the mat lies flat on the table: one surface
        half = half + table.ring.ringside_mm
    unsure = 0.0
    if table.camera.sure_mm is not None:
        unsure = table.camera.sure_mm / float(half.min())
    return Scale(table.camera, np.array([-half, half]), unsure)


# -- known objects: width and depth, mm (ISO 216, ANSI, ISO/IEC 7810) --
SHEETS_MM = {"a4": (297.0, 210.0), "letter": (279.4, 215.9), "id1": (85.60, 53.98)}
BAR_MM = (50.0, 1000.0)
BAR_UNSURE = 0.015
BAR_ADVICE = Text(
    "a bar is right only under a camera that looks straight down, with the bar along the span",
    "la barra solo vale con la cámara mirando recto hacia abajo y la barra a lo largo del palmo",
)
# the hand lies beside the object, not somewhere else in the room: the plane is known this far around it
AROUND_MM = 320.0
# webcams see 55-80 degrees across; a lens nobody calibrated is taken as 65 and may differ by a third
USUAL_FOCAL = 0.78
FOCAL_SPREAD = 0.30
FOCAL_RANGE = (0.5, 1.8)
# a sheet's corners are found to about this, and farther off it is another object
CORNER_PX = 0.7
# the lens bends a large sheet, and nobody has calibrated it: this share of the sheet's diagonal
BEND = 0.005
# how many things that could be the reference are tried: the hand beside the right one is a hand in size too
MOST_CANDIDATES = 4
MOST_MISFIT = 9.0
MOST_TILT_DEG = 70.0
# where people put a camera over a table; a marker or a book taken for the sheet would need another place
USUAL_AWAY_MM, AWAY_SPREAD = 850.0, 0.5
TILT_SPREAD_DEG = 35.0


def parse_reference(text: str) -> tuple[float, float] | float:
    """Width and depth of a sheet or card, or the length of a bar, mm.

    Raises:
        UsageProblemError: no such reference.
    """
    name = text.strip().lower()
    if name in SHEETS_MM:
        return SHEETS_MM[name]
    if name.startswith("bar:"):
        try:
            length_mm = float(name.removeprefix("bar:").removesuffix("mm"))
        except ValueError:
            length_mm = 0.0
        if BAR_MM[0] <= length_mm <= BAR_MM[1]:
            return length_mm
    raise UsageProblemError(
        f"reference = {text} is not allowed; give a4, letter, id1 or bar:MM with {BAR_MM[0]:g} to {BAR_MM[1]:g} mm",
        f"reference = {text} no vale; pon a4, letter, id1 o bar:MM con {BAR_MM[0]:g} a {BAR_MM[1]:g} mm",
    )


def scales_of_sheet(picture: Picture, size_mm: tuple[float, float]) -> list[Scale]:
    """Planes on which a sheet or card of known size may lie, the likeliest first; empty when none is seen whole."""
    height, width = picture.shape[:2]
    fits: list[tuple[float, Camera, FloatArray]] = []
    markers = _markers_in(picture)
    for corners in rectangles_in(picture):
        if any(_is_of_marker(corners, marker) for marker in markers):
            continue
        for turned in (corners, np.roll(corners, 1, axis=0)):
            fit = _fit_camera(turned, size_mm, (width, height))
            if fit is not None and fit[0] <= MOST_MISFIT:
                fits.append((*fit, turned))
    half = np.array(size_mm) / 2 + AROUND_MM
    scales: list[Scale] = []
    middles: list[FloatArray] = []
    for _, camera, corners in sorted(fits, key=lambda one: one[0]):
        middle = corners.mean(axis=0)
        shortest_px = float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).min())
        if any(np.linalg.norm(middle - other) < shortest_px / 4 for other in middles):
            continue
        middles.append(middle)
        scales.append(Scale(camera, np.array([-half, half]), 2 * CORNER_PX / shortest_px, is_sure=False))
    return scales[:MOST_CANDIDATES]


def _markers_in(picture: Picture) -> list[FloatArray]:
    """Corners of the table's own printed markers, which a card is easily mistaken for."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, _, _ = cv2.aruco.ArucoDetector(dictionary, cv2.aruco.DetectorParameters()).detectMarkers(picture)
    return [np.asarray(one, dtype=float).reshape(4, 2) for one in corners]


def _is_of_marker(corners_px: FloatArray, marker_px: FloatArray) -> bool:
    """Whether a rectangle is a marker or the white paper around it."""
    size = float(np.linalg.norm(marker_px[2] - marker_px[0]))
    is_near = np.linalg.norm(corners_px.mean(axis=0) - marker_px.mean(axis=0)) < size / 2
    return bool(is_near and np.linalg.norm(corners_px[2] - corners_px[0]) < 2 * size)


def _fit_camera(
    corners_px: FloatArray, size_mm: tuple[float, float], picture_px: tuple[int, int]
) -> tuple[float, Camera] | None:
    """The camera that sees a rectangle at these corners, and its misfit (squared, in standard deviations)."""
    half = np.array(size_mm) / 2
    world = np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]], dtype=float) * (*half, 0.0)
    best: tuple[float, Camera] | None = None
    corner_px = float(np.hypot(CORNER_PX, BEND * np.linalg.norm(corners_px[2] - corners_px[0])))
    for focal in np.geomspace(*FOCAL_RANGE, 24):
        focal_px = float(focal) * max(picture_px)
        lens = _lens_matrix(focal_px, picture_px)
        count, rvecs, tvecs, _ = cv2.solvePnPGeneric(world, corners_px, lens, NO_DISTORTION, flags=cv2.SOLVEPNP_IPPE)
        for index in range(int(count)):
            camera = Camera(*picture_px, lens, NO_DISTORTION, _flat(rvecs[index]), _flat(tvecs[index]), "reference")
            position = camera.position_mm
            tilt_deg = float(np.degrees(np.arccos(np.clip(position[2] / np.linalg.norm(position), -1, 1))))
            if tilt_deg > MOST_TILT_DEG:
                continue
            error_px = np.linalg.norm(camera.project(world) - corners_px, axis=1)
            misfit = (
                float((error_px**2).sum()) / corner_px**2
                + (np.log(focal / USUAL_FOCAL) / FOCAL_SPREAD) ** 2
                + (np.log(np.linalg.norm(position) / USUAL_AWAY_MM) / AWAY_SPREAD) ** 2
                + (tilt_deg / TILT_SPREAD_DEG) ** 2
            )
            if np.isfinite(misfit) and (best is None or misfit < best[0]):
                best = (float(misfit), camera)
    return best


def _flat(vector: ArrayLike) -> FloatArray:
    return np.asarray(vector, dtype=float).ravel()


def _lens_matrix(focal_px: float, picture_px: tuple[int, int]) -> FloatArray:
    """K of a lens nobody calibrated: square pixels, looking through the picture's middle."""
    x, y = (picture_px[0] - 1) / 2, (picture_px[1] - 1) / 2
    return np.array([[focal_px, 0.0, x], [0.0, focal_px, y], [0.0, 0.0, 1.0]])


def scales_of_bar(picture: Picture, length_mm: float) -> list[Scale]:
    """Planes on which a bar of known length may lie, for a camera that looks straight down, the likeliest first.

    A bar tells one length and no tilt: at 15 degrees from straight down a hand across the view is off by 3 %.
    """
    height, width = picture.shape[:2]
    focal_px = USUAL_FOCAL * max(width, height)
    scales: list[Scale] = []
    for ends in bars_in(picture):
        length_px = float(np.linalg.norm(ends[1] - ends[0]))
        away_mm = focal_px * length_mm / length_px
        if abs(np.log(away_mm / USUAL_AWAY_MM)) > 2.5 * AWAY_SPREAD:
            continue
        middle = ends.mean(axis=0)
        lens = _lens_matrix(focal_px, (width, height))
        offset = (middle - lens[:2, 2]) / focal_px * away_mm
        # the bar's middle is the origin; x right and y up on the picture
        camera = Camera(
            width, height, lens, NO_DISTORTION, np.array([np.pi, 0, 0]), np.array([*offset, away_mm]), "reference"
        )
        half = np.full(2, length_mm / 2 + AROUND_MM)
        bar_mm = camera.to_plane(ends, 0.0)
        scales.append(Scale(camera, np.array([-half, half]), BAR_UNSURE, BAR_ADVICE, is_sure=False, bar_mm=bar_mm))
    return scales[:MOST_CANDIDATES]


def scales_of_reference(picture: Picture, reference: str) -> list[Scale]:
    """The scales that a known object in this picture may give, the likeliest first; empty when it is not found.

    Raises:
        UsageProblemError: no such reference.
    """
    known = parse_reference(reference)
    return scales_of_bar(picture, known) if isinstance(known, float) else scales_of_sheet(picture, known)


def scale_source(table: Path | None, reference: str | None) -> Callable[[Picture], list[Scale]]:
    """What gives each picture its scale, from the words of a command.

    Raises:
        UsageProblemError: both a table and a reference, or an unknown reference.
        ConfigError, FileProblemError: the table file is wrong or missing.
    """
    if table is not None and reference is not None:
        raise UsageProblemError("give --table or --reference, not both", "da --table o --reference, no los dos")
    if table is not None:
        scale = scale_of_table(read_table(table))
        return lambda _picture: [] if scale is None else [scale]
    if reference is not None:
        parse_reference(reference)
        return lambda picture: scales_of_reference(picture, reference)
    return lambda _picture: []
