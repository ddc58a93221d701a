"""The table file: where the ring is, how the camera sees it, who stands on it (DESIGN.md section 4).

Written by `companion calibrate`, read by everything that sees, edited by people. A file that people typed with a `ring`
and a `camera` alone is as good as a written one. A wrong file stops what reads it and stays as it is; a good one is
never replaced without the generations before it being kept beside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

import numpy as np

from companion.vision.geometry import Camera, FloatArray, Lens

VERSION = 1
# generations kept beside the file: TABLE.yaml.1 is the newest
GENERATIONS_KEPT = 9
CORNER_NAMES = ("sw", "se", "ne", "nw")
SIDE_NAMES = ("south", "east", "north", "west")


class FigureModel(TypedDict, total=False):
    """One figure's entry, its keys as in the file (`class` is one of them, hence the form below).

    `id` and `colour` are always there; `model` is an opaque mapping that belongs to the figure learner.
    """

    id: str
    name: str
    colour: str
    height_mm: float
    footprint_mm: float
    model: dict[str, Any]


@dataclass(frozen=True)
class Ring:
    """The mat and what surrounds it.

    Attributes:
        size_mm: width (x, west to east) and depth (y, south to north) of the mat.
        ringside_mm: width of the surface around the mat that still counts as ringside.
        ringside_z_mm: its height over the mat; 0 or negative.
    """

    size_mm: tuple[float, float]
    ringside_mm: float
    ringside_z_mm: float = 0.0

    @property
    def corners_mm(self) -> FloatArray:
        """Mat corners sw, se, ne, nw; shape (4, 3), world."""
        half_x, half_y = self.size_mm[0] / 2, self.size_mm[1] / 2
        signs = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], dtype=float)
        return signs * (half_x, half_y, 0.0)


@dataclass(frozen=True, eq=False)
class MarkerPlace:
    """A printed ArUco marker at its place.

    Attributes:
        corners_mm: shape (4, 3), world; top-left, top-right, bottom-right, bottom-left of the print as one reads it.
    """

    id: int
    dictionary: str
    size_mm: float
    corners_mm: FloatArray


@dataclass(frozen=True)
class Table:
    """A table that is ready for a match.

    Attributes:
        camera: None while only the ring is known.
        figures: entries with the keys of the file: id, name, colour, class, height_mm, footprint_mm, model.
        leds: belongs to the lights; kept as it is.
        display: belongs to the screens; kept as it is.
    """

    version: int
    ring: Ring
    camera: Camera | None = None
    markers: tuple[MarkerPlace, ...] = ()
    figures: tuple[Mapping[str, Any], ...] = ()
    leds: Mapping[str, Any] = field(default_factory=dict)
    display: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Draft:
    """A table on its way: `calibrate camera` may come before anyone has said how large the ring is.

    Attributes:
        lens: what `calibrate camera` measured; the same lens as the camera's where both are there.
    """

    ring: Ring | None = None
    lens: Lens | None = None
    camera: Camera | None = None
    camera_name: str = ""
    camera_source: int | str | None = None
    markers: tuple[MarkerPlace, ...] = ()
    figures: tuple[Mapping[str, Any], ...] = ()
    leds: Mapping[str, Any] = field(default_factory=dict)
    display: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, table: Table) -> "Draft":
        camera = table.camera
        return cls(
            ring=table.ring,
            lens=camera.lens if camera else None,
            camera=camera,
            camera_name=camera.name if camera else "",
            camera_source=camera.source if camera else None,
            markers=table.markers,
            figures=table.figures,
            leds=table.leds,
            display=table.display,
        )
