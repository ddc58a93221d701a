"""What gives a picture its millimetres: the calibrated table, or a known object that lies beside the hand.

Without either there is no scale, and no number in centimetres (field note D-04).
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.errors import UsageProblemError
from companion.vision.geometry import Camera
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
    """

    camera: Camera
    area_mm: FloatArray
    unsure: float = 0.0

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


def scale_source(table: Path | None, reference: str | None) -> Callable[[Picture], Scale | None]:
    """What gives each picture its scale, from the words of a command.

    Raises:
        UsageProblemError: both a table and a reference, or an unknown reference.
        ConfigError, FileProblemError: the table file is wrong or missing.
    """
    if table is not None and reference is not None:
        raise UsageProblemError("give --table or --reference, not both", "da --table o --reference, no los dos")
    if table is not None:
        scale = scale_of_table(read_table(table))
        return lambda _picture: scale
    return lambda _picture: None
