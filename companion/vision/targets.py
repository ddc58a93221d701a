"""The printed kit: what it measures and where it lies; `companion.app.target_pages` draws it (field notes B-02, B-06).

Markers for the mat lie flush in its corners, prints' tops to the north. Markers for post tops have their own numbers,
so that both may be used at once; where posts stand is measured by people and told with `--markers`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.errors import UsageProblemError
from companion.kernel.text import Text, decimal
from companion.vision.lens import Board
from companion.vision.table_file import MarkerPlace, Ring

KIT_DICTIONARY = "DICT_4X4_50"
MAT_MARKER_MM = 44.0
POST_MARKER_MM = 42.0
# white around the black square that belongs to the print: at least one module, 44 / 6 = 7.3 mm (field note B-02)
MARGIN_MM = 8.0
# paper under the ink
PAPER_MM = 0.2
FIRST_POST_ID = 4
KIT_BOARD = Board("DICT_5X5_100", (8, 6), 30.0, 22.0)
BAR_MM = 150.0
# field note B-06: a print this far from its nominal size is told
PRINT_TOLERANCE = 0.01


def kit_layout(ring: Ring) -> tuple[MarkerPlace, ...]:
    """Where the kit's mat markers lie: sheets flush in the mat's corners, 0 sw, 1 se, 2 ne, 3 nw."""
    half = MAT_MARKER_MM / 2
    inset = MARGIN_MM + half
    places: list[MarkerPlace] = []
    for number, corner in enumerate(ring.corners_mm):
        centre = corner[:2] - np.sign(corner[:2]) * inset
        corners = np.array([[-half, half], [half, half], [half, -half], [-half, -half]]) + centre
        places.append(
            MarkerPlace(number, KIT_DICTIONARY, MAT_MARKER_MM, np.column_stack((corners, np.full(4, PAPER_MM))))
        )
    return tuple(places)


@dataclass(frozen=True)
class PrintScale:
    """How large the printer made the pages: 1 is true size; `warning` where it is more than 1 % off."""

    scale: float
    warning: Text | None = None

    @property
    def off(self) -> Text:
        """How much larger or smaller than true it is, with its sign: +1.4 %."""
        sign = "+" if self.scale > 1 else ""
        return Text(f"{sign}{{share}} %", f"{sign}{{share}} %").filled(share=decimal(100 * (self.scale - 1), 1))


SCALED = Text(
    "the print is {off} off: its lengths are corrected; print at 100 % (no fit to page) next time",
    "la impresión se desvía {off}: se corrigen sus medidas; imprime al 100 % (sin ajustar a la página)",
)


def print_scale(measured_mm: float, nominal_mm: float = BAR_MM) -> PrintScale:
    """What the measured reference bar says about the print.

    Raises:
        UsageProblemError: the length is no print of that bar; asks whether cm or mm was meant.
    """
    scale = measured_mm / nominal_mm
    for factor, unit, unidad in ((10.0, "cm, not mm", "cm, no mm"), (0.1, "tenths of a mm", "décimas de mm")):
        if abs(scale * factor - 1) < 0.3:
            raise UsageProblemError(
                f"bar = {measured_mm:g} mm is not allowed; the bar is {nominal_mm:g} mm long: did you mean {unit}? "
                f"then give {measured_mm * factor:g}",
                f"barra = {measured_mm:g} mm no vale; la barra mide {nominal_mm:g} mm: ¿eran {unidad}? "
                f"entonces pon {measured_mm * factor:g}",
            )
    if not 0.5 < scale < 2.0:
        raise UsageProblemError(
            f"bar = {measured_mm:g} mm is not allowed; give the measured length of the {nominal_mm:g} mm bar in mm",
            f"barra = {measured_mm:g} mm no vale; pon en mm lo que mide la barra de {nominal_mm:g} mm",
        )
    if abs(scale - 1) <= PRINT_TOLERANCE:
        return PrintScale(scale)
    return PrintScale(scale, SCALED.filled(off=PrintScale(scale).off))


def scaled_board(board: Board, scale: float) -> Board:
    return Board(board.dictionary, board.squares, board.square_mm * scale, board.marker_mm * scale, board.old_layout)


def scaled_layout(places: Sequence[MarkerPlace], scale: float) -> tuple[MarkerPlace, ...]:
    """Prints of another size whose centres lie where they should."""
    return tuple(
        MarkerPlace(
            place.id,
            place.dictionary,
            place.size_mm * scale,
            place.corners_mm.mean(axis=0) + (place.corners_mm - place.corners_mm.mean(axis=0)) * scale,
        )
        for place in places
    )
