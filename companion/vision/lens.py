"""Lens calibration from pictures of a ChArUco board, refused when it would mislead (field notes B-01, B-03, B-08)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError, UsageProblemError
from companion.kernel.text import Text, plural
from companion.vision.geometry import FloatArray, Lens
from companion.vision.mixed_views import not_one_lens, strangers, what_differs
from companion.vision.sources import Picture

# what DICT_5X5_100:8x6:30:22 may be made of
MIN_SQUARES, MAX_SQUARES = 3, 40
# a board seen with fewer corners says too little about its own tilt
MIN_CORNERS = 8
# another dictionary is named where so many times more of its markers are read than of the board's own
CLEARLY_MORE = 3
MIN_VIEWS = 5
# field note B-08: refused above this error; one board size on a laptop screen or paper reaches 0.1-0.3
MAX_ERROR_PX = 1.0
# a view this many times worse than the median one is blurred or bent: left out and named
OUTLIER_RATIO = 3.0
OUTLIER_FLOOR_PX = 0.3
# of views that another lens has seen at most this share is left out; where more are, nobody knows which lens is meant
MOST_STRANGERS = 0.25
# two views closer than this in every corner are one view (share of the picture's diagonal)
SAME_VIEW_SHARE = 0.02
# the board must be seen under clearly different tilts, else focal length and distance cannot be told apart
MIN_TILT_SPREAD_DEG = 12.0
MAX_FOCAL_SD_SHARE = 0.01
# k3 is kept only where the views prove it, at so many standard deviations; else it bends the unseen corners
K3_PROOF = 3.0
COMMON_DICTIONARIES = (
    "DICT_4X4_50", "DICT_4X4_100", "DICT_4X4_250", "DICT_5X5_50", "DICT_5X5_100", "DICT_5X5_250", "DICT_6X6_50",
    "DICT_6X6_100", "DICT_6X6_250", "DICT_7X7_50", "DICT_7X7_100", "DICT_ARUCO_ORIGINAL", "DICT_APRILTAG_36h11",
)  # fmt: skip


MIRRORED_BOARD = Text(
    "is mirrored: turn mirroring off in the camera's settings and take it again",
    "está en espejo: quita el efecto espejo en los ajustes de la cámara y hazla otra vez",
)


class CalibrationError(CompanionError):
    """A picture or set of pictures gives no calibration one could trust; says what to do."""


def dictionary_of(name: str) -> cv2.aruco.Dictionary:
    """The ArUco dictionary of that name.

    Raises:
        UsageProblemError: OpenCV knows no such dictionary.
    """
    number = getattr(cv2.aruco, name, None) if name.startswith("DICT_") else None
    if not isinstance(number, int):
        known = ", ".join(COMMON_DICTIONARIES)
        raise UsageProblemError(
            f"dictionary {name} is not known; one of {known}", f"diccionario {name} desconocido; uno de {known}"
        )
    return cv2.aruco.getPredefinedDictionary(number)


@dataclass(frozen=True)
class Board:
    """A ChArUco board: squares in x and y, lengths in mm."""

    dictionary: str
    squares: tuple[int, int]
    square_mm: float
    marker_mm: float
    old_layout: bool = False

    @property
    def corners(self) -> int:
        return (self.squares[0] - 1) * (self.squares[1] - 1)

    def charuco(self) -> cv2.aruco.CharucoBoard:
        board = cv2.aruco.CharucoBoard(self.squares, self.square_mm, self.marker_mm, dictionary_of(self.dictionary))
        board.setLegacyPattern(self.old_layout)
        return board


def parse_board(text: str) -> Board:
    """Read `DICT_5X5_100:8x6:30:22`: dictionary, squares, square and marker length in mm.

    Raises:
        UsageProblemError: names the part that is wrong.
    """
    form = "write DICTIONARY:COLUMNSxROWS:SQUARE_MM:MARKER_MM, such as DICT_5X5_100:8x6:30:22"
    forma = "escribe DICCIONARIO:COLUMNASxFILAS:CASILLA_MM:MARCA_MM, como DICT_5X5_100:8x6:30:22"
    parts = text.split(":")
    if len(parts) != 4:
        raise UsageProblemError(
            f"board {text!r} has {len(parts)} parts, not 4; {form}",
            f"el tablero {text!r} tiene {len(parts)} partes, no 4; {forma}",
        )
    try:
        columns, rows = (int(word) for word in parts[1].lower().split("x"))
        square_mm, marker_mm = float(parts[2]), float(parts[3])
    except ValueError:
        raise UsageProblemError(
            f"board {text!r} cannot be read; {form}", f"el tablero {text!r} no se entiende; {forma}"
        ) from None
    if not (MIN_SQUARES <= columns <= MAX_SQUARES and MIN_SQUARES <= rows <= MAX_SQUARES):
        raise UsageProblemError(
            f"board {text!r}: {MIN_SQUARES} to {MAX_SQUARES} squares each way; {form}",
            f"tablero {text!r}: de {MIN_SQUARES} a {MAX_SQUARES} casillas por lado; {forma}",
        )
    if not 0 < marker_mm < square_mm < 1000:
        raise UsageProblemError(
            f"board {text!r}: the marker must be smaller than its square, in mm; {form}",
            f"tablero {text!r}: la marca debe ser menor que su casilla, en mm; {forma}",
        )
    needed = columns * rows // 2
    available = len(dictionary_of(parts[0]).bytesList)
    if needed > available:
        raise UsageProblemError(
            f"board {text!r} needs {needed} markers, {parts[0]} has {available}",
            f"el tablero {text!r} necesita {needed} marcas, {parts[0]} tiene {available}",
        )
    return Board(parts[0], (columns, rows), square_mm, marker_mm)


@dataclass(frozen=True, eq=False)
class BoardView:
    """One picture's board corners.

    Attributes:
        name: of the picture.
        ids: shape (n,), ChArUco corner ids.
        object_mm: shape (n, 3), on the board.
        image_px: shape (n, 2), the picture as it is.
        old_layout: the board has an even row count and was made before OpenCV 4.6.
    """

    name: str
    ids: NDArray[np.int64]
    object_mm: FloatArray
    image_px: FloatArray
    old_layout: bool = False


@dataclass(frozen=True)
class NoBoard:
    """Why a picture gave no board, in words that say what to do.

    Attributes:
        others: markers of another dictionary that were read: a ring's own are few, a board's many.
    """

    name: str
    reason: Text
    others: int = 0


def find_board(name: str, picture: Picture, board: Board) -> BoardView | NoBoard:
    """Find a board's inner corners, and if that fails say why.

    Tries the layout of OpenCV before 4.6 once when markers are there and corners are not (field note B-03), and the
    common dictionaries when no marker of the board's own is (B-01).
    """
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    view, markers = _detect(name, grey, board)
    if view is not None:
        return view
    if _detect(name, np.ascontiguousarray(grey[:, ::-1]), board)[0] is not None:
        return NoBoard(name, MIRRORED_BOARD)
    if markers:
        other = Board(board.dictionary, board.squares, board.square_mm, board.marker_mm, not board.old_layout)
        view, _ = _detect(name, grey, other)
        if view is not None:
            return view
    counts = other_markers(grey, board.dictionary)
    found = _most(counts, CLEARLY_MORE * markers)
    if found is not None:
        return NoBoard(
            name,
            Text(
                f"shows {found.en}, not {board.dictionary}: name the board that was printed",
                f"muestra {found.es}, no {board.dictionary}: nombra el tablero que se imprimió",
            ),
            max(counts.values()),
        )
    if markers:
        return NoBoard(name, _too_few_corners(name, grey, board, markers))
    return NoBoard(
        name,
        Text(
            "no marker found: whole board in view, flat, sharp, no gloss, white margin kept",
            "ninguna marca: tablero entero a la vista, plano, nítido, sin brillos, con su margen blanco",
        ),
    )


def _too_few_corners(name: str, grey: NDArray[np.uint8], board: Board, markers: int) -> Text:
    """Why a board's markers were read and its corners not: columns and rows exchanged are told."""
    columns, rows = board.squares
    if columns != rows:
        for old_layout in (False, True):
            turned = Board(board.dictionary, (rows, columns), board.square_mm, board.marker_mm, old_layout)
            if _detect(name, grey, turned)[0] is not None:
                return Text(
                    f"the board has {rows}x{columns} squares, not {columns}x{rows}: write columns first",
                    f"el tablero tiene {rows}x{columns} casillas, no {columns}x{rows}: escribe primero las columnas",
                )
    seen = plural(markers, Text("{n} marker", "{n} marca"), Text("{n} markers", "{n} marcas"))
    return Text(
        f"{seen.en} found but too few corners between them: is the board {columns}x{rows} squares, "
        "flat, and at least a quarter of it in view?",
        f"{seen.es} pero muy pocas esquinas entre ellas: ¿tiene el tablero {columns}x{rows} casillas, "
        "está plano y se ve al menos una cuarta parte?",
    )


def _detect(name: str, grey: NDArray[np.uint8], board: Board) -> tuple[BoardView | None, int]:
    """The view, or None, and the number of the board's markers that were seen."""
    charuco = board.charuco()
    corners, ids, _, marker_ids = cv2.aruco.CharucoDetector(charuco).detectBoard(grey)
    markers = 0 if marker_ids is None else len(marker_ids)
    if ids is None or len(ids) < MIN_CORNERS:
        return None, markers
    flat_ids = np.asarray(ids, dtype=np.int64).ravel()
    object_mm = np.asarray(charuco.getChessboardCorners(), dtype=float).reshape(-1, 3)[flat_ids]
    image_px = np.asarray(corners, dtype=float).reshape(-1, 2)
    return BoardView(name, flat_ids, object_mm, image_px, board.old_layout), markers


def other_dictionaries(grey: NDArray[np.uint8], expected: str, least: int = 1) -> Text | None:
    """Names of the common dictionaries, other than the expected, of which a picture shows most markers.

    Args:
        least: so many markers must be seen; one or two may be read into any pattern.
    """
    return _most(other_markers(grey, expected), least)


def other_markers(grey: NDArray[np.uint8], expected: str) -> dict[str, int]:
    """How many different markers of each common dictionary, other than the expected, a picture shows."""
    counts: dict[str, int] = {}
    for name in COMMON_DICTIONARIES:
        if name != expected:
            detector = cv2.aruco.ArucoDetector(dictionary_of(name), cv2.aruco.DetectorParameters())
            ids = detector.detectMarkers(grey)[1]
            if ids is not None and len(ids) > 0:
                counts[name] = len(np.unique(np.asarray(ids).ravel()))
    return counts


def _most(counts: dict[str, int], least: int) -> Text | None:
    """Names of the dictionaries of which most markers are read; None for fewer than `least`."""
    best = max(counts.values(), default=0)
    if best < max(1, least):
        return None
    names = [name for name, count in counts.items() if count == best]
    return Text(" or ".join(names), " o ".join(names))


@dataclass(frozen=True, eq=False)
class LensResult:
    """A calibration and what supports it.

    Attributes:
        lens: its `error_px` is the rms over all corners kept.
        view_error_px: rms per kept view, by name.
        left_out: names of views that did not fit the others, and why.
        focal_sd_px: standard deviation of the focal length.
        coverage: share of a 4 x 3 grid over the picture with corners in it.
    """

    lens: Lens
    view_error_px: dict[str, float]
    left_out: Mapping[str, Text]
    focal_sd_px: float
    coverage: float


def calibrate_lens(views: Sequence[BoardView], size: tuple[int, int]) -> LensResult:
    """Fit focal length, centre and distortion to views of one board.

    Args:
        views: at least `MIN_VIEWS`, under different tilts.
        size: width and height of the pictures, pixels.

    Raises:
        CalibrationError: too few, too alike or too bad; says what to photograph.
    """
    distinct = _distinct(views, size)
    if len(distinct) < MIN_VIEWS:
        different = plural(
            len(distinct),
            Text("{n} different view", "{n} vista distinta"),
            Text("{n} different views", "{n} vistas distintas"),
        )
        raise CalibrationError(
            f"{different.en} of the board in {len(views)}, {MIN_VIEWS} needed: "
            "tilt it left, right, up, down and move it into the corners of the picture",
            f"{different.es} del tablero en {len(views)}, hacen falta {MIN_VIEWS}: "
            "inclínalo a izquierda, derecha, arriba y abajo y llévalo a las esquinas de la imagen",
        )
    fit = _fit(distinct, size)
    limit_px = max(OUTLIER_RATIO * float(np.median(fit.view_errors)), OUTLIER_FLOOR_PX)
    kept = [view for view, error in zip(distinct, fit.view_errors, strict=True) if error <= limit_px]
    left_out = {view.name: NO_FIT for view in distinct if view not in kept}
    if left_out and len(kept) >= MIN_VIEWS:
        fit = _fit(kept, size)
    else:
        kept, left_out = list(distinct), {}
    while found := strangers(kept, fit.matrix, fit.dist):
        few = [view for view, is_strange in zip(kept, found.are, strict=True) if is_strange]
        kept = [view for view, is_strange in zip(kept, found.are, strict=True) if not is_strange]
        fit = _fit(kept, size)
        why = what_differs(few, found.focal_share, fit.matrix, fit.dist, size)
        left_out |= {view.name: why for view in few}
        foreign = [name for name, reason in left_out.items() if reason is not NO_FIT]
        if len(foreign) > MOST_STRANGERS * (len(kept) + len(foreign)) or len(kept) < MIN_VIEWS:
            refusal = not_one_lens(foreign, why)
            raise CalibrationError(refusal.en, refusal.es)
    _refuse_bad(fit)
    errors = {view.name: float(error) for view, error in zip(kept, fit.view_errors, strict=True)}
    lens = Lens(size[0], size[1], fit.matrix, fit.dist, error_px=fit.rms)
    return LensResult(lens, errors, left_out, fit.focal_sd_px, _coverage(kept, size))


NO_FIT = Text("it does not fit the others", "no encaja con las demás")


@dataclass(frozen=True, eq=False)
class _Fit:
    rms: float
    matrix: FloatArray
    dist: FloatArray
    tilts_deg: FloatArray
    view_errors: FloatArray
    focal_sd_px: float


def _fit(views: Sequence[BoardView], size: tuple[int, int]) -> _Fit:
    """Square pixels; k3 free only where it is proven, see `K3_PROOF`."""
    objects = [view.object_mm.astype(np.float32).reshape(-1, 1, 3) for view in views]
    images = [view.image_px.astype(np.float32).reshape(-1, 1, 2) for view in views]
    width, height = size
    start = np.array([[width, 0, (width - 1) / 2], [0, width, (height - 1) / 2], [0, 0, 1]], dtype=float)
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO
    for extra in (0, cv2.CALIB_FIX_K3):
        rms, matrix, dist, rotations, _, deviations, _, errors = cv2.calibrateCameraExtended(
            objects, images, size, start.copy(), np.zeros(5), flags=flags | extra
        )
        bends, spread = np.asarray(dist, dtype=float).ravel()[:5], np.asarray(deviations, dtype=float).ravel()
        if extra or abs(bends[4]) > K3_PROOF * spread[8]:
            break
    normals = np.array([cv2.Rodrigues(rotation)[0][:, 2] for rotation in rotations], dtype=float)
    spread_of_normals = np.degrees(np.arccos(np.clip(normals @ normals.T, -1, 1)))
    # with the aspect ratio fixed OpenCV fills in only one of the two focal deviations
    focal_sd_px = float(max(spread[0], spread[1]))
    view_errors = np.asarray(errors, dtype=float).ravel()
    return _Fit(float(rms), np.asarray(matrix, dtype=float), bends, spread_of_normals, view_errors, focal_sd_px)


def _refuse_bad(fit: _Fit) -> None:
    tilt_spread_deg = float(fit.tilts_deg.max())
    if tilt_spread_deg < MIN_TILT_SPREAD_DEG:
        raise CalibrationError(
            f"the views differ by {tilt_spread_deg:.0f} degrees of tilt, {MIN_TILT_SPREAD_DEG:.0f} needed: "
            "tilt the board by a hand's breadth to each side",
            f"las vistas difieren en {tilt_spread_deg:.0f} grados de inclinación, hacen falta "
            f"{MIN_TILT_SPREAD_DEG:.0f}: inclina el tablero un palmo hacia cada lado",
        )
    if fit.rms > MAX_ERROR_PX:
        raise CalibrationError(
            f"the views disagree by {fit.rms:.2f} px, at most {MAX_ERROR_PX:g} is fit for use: "
            "glue the board to something flat, hold it still, and measure its squares",
            f"las vistas discrepan en {fit.rms:.2f} px, se admite {MAX_ERROR_PX:g} como mucho: "
            "pega el tablero sobre algo plano, no lo muevas y mide sus casillas",
        )
    share = fit.focal_sd_px / fit.matrix[0, 0]
    if share > MAX_FOCAL_SD_SHARE:
        raise CalibrationError(
            f"the focal length is uncertain by {100 * share:.1f} %, at most {100 * MAX_FOCAL_SD_SHARE:g} % is fit for "
            "use: take more views, more tilted",
            f"la focal es incierta en un {100 * share:.1f} %, se admite {100 * MAX_FOCAL_SD_SHARE:g} % como mucho: "
            "haz más vistas, más inclinadas",
        )


def _distinct(views: Sequence[BoardView], size: tuple[int, int]) -> list[BoardView]:
    """Views without copies of one another: no corner moved by `SAME_VIEW_SHARE` of the diagonal (field note B-08)."""
    reach_px = SAME_VIEW_SHARE * float(np.hypot(*size))
    distinct: list[BoardView] = []
    for view in views:
        if all(_moved_px(view, other) > reach_px for other in distinct):
            distinct.append(view)
    return distinct


def _moved_px(view: BoardView, other: BoardView) -> float:
    _, here, there = np.intersect1d(view.ids, other.ids, return_indices=True)
    if len(here) == 0:
        return float("inf")
    return float(np.linalg.norm(view.image_px[here] - other.image_px[there], axis=1).max())


def _coverage(views: Sequence[BoardView], size: tuple[int, int]) -> float:
    points = np.concatenate([view.image_px for view in views])
    cells = np.floor(points / size * (4, 3)).astype(int)
    return len(np.unique(np.clip(cells, 0, (3, 2)), axis=0)) / 12
