"""What the palm tests share: the rendered hands, their tables, and finders without a model."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.vision.geometry import Camera
from companion.vision.hand_worker import Picture, SeenHand
from companion.vision.references import Scale, scale_of_table
from companion.vision.sources import read_picture
from companion.vision.table_file import read_table

FloatArray = NDArray[np.float64]
HANDS = Path(__file__).parent / "data_hands"
TABLE = HANDS / "table.yaml"
OPEN_MM, CLOSED_MM, OBLIQUE_MM = 190.0, 104.7, 164.0

# a flat open right hand, fingers north, in knuckle breadths from the wrist (index to little finger base = 1)
OPEN_HAND = np.array([
    [0, 0], [-0.45, 0.35], [-0.85, 0.7], [-1.2, 0.95], [-1.5, 1.15],
    [-0.42, 1.4], [-0.62, 1.95], [-0.74, 2.3], [-0.84, 2.6],
    [-0.08, 1.45], [-0.1, 2.1], [-0.11, 2.5], [-0.12, 2.8],
    [0.25, 1.4], [0.4, 1.95], [0.5, 2.35], [0.57, 2.65],
    [0.55, 1.22], [0.85, 1.6], [1.05, 1.88], [1.22, 2.1],
])  # fmt: skip
CLOSED_HAND = np.array([
    [0, 0], [-0.4, 0.35], [-0.65, 0.75], [-0.8, 1.15], [-0.85, 1.5],
    [-0.42, 1.4], [-0.42, 2.0], [-0.42, 2.4], [-0.42, 2.7],
    [-0.08, 1.45], [-0.06, 2.1], [-0.05, 2.5], [-0.04, 2.8],
    [0.25, 1.4], [0.28, 2.0], [0.3, 2.4], [0.31, 2.65],
    [0.55, 1.22], [0.56, 1.65], [0.57, 1.9], [0.58, 2.1],
])  # fmt: skip


def hand_picture(name: str) -> Picture:
    return read_picture(HANDS / f"{name}.jpg")


def table_scale() -> Scale:
    scale = scale_of_table(read_table(TABLE))
    assert scale is not None
    return scale


def overhead(width: int = 640, height: int = 480, away_mm: float = 700.0) -> Camera:
    lens = np.array([[600.0, 0, (width - 1) / 2], [0, 600.0, (height - 1) / 2], [0, 0, 1]])
    return Camera(width, height, lens, np.zeros(5), np.array([np.pi, 0, 0]), np.array([0, 0, away_mm]))


class NoHand:
    """A detector that never finds one (field note D-03)."""

    def look(self, picture: Picture, *, fresh: bool = True) -> SeenHand | None:
        del picture, fresh
        return None


class Failing:
    """A detector that raises; `repaired` lets it answer again."""

    def __init__(self, problem: Exception) -> None:
        self.problem: Exception | None = problem

    def look(self, picture: Picture, *, fresh: bool = True) -> SeenHand | None:
        del picture, fresh
        if self.problem is not None:
            raise self.problem
        return None


class Changed:
    """Another finder's landmarks, changed."""

    def __init__(self, finder: object, change: Callable[[FloatArray], FloatArray]) -> None:
        self._finder = finder
        self._change = change

    def look(self, picture: Picture, *, fresh: bool = True) -> SeenHand | None:
        seen: SeenHand | None = self._finder.look(picture, fresh=fresh)  # type: ignore[attr-defined]
        return None if seen is None else SeenHand(self._change(seen.points_px), seen.side, seen.score)
