"""The table file's schema: every key a table may have, its range, and how it becomes a value (DESIGN.md section 4)."""

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import ConfigDict, Field, RootModel, field_validator, model_validator

from companion.config.fields import StrictModel
from companion.errors import BilingualValueError
from companion.vision.geometry import Camera, Lens

Finite = Annotated[float, Field(allow_inf_nan=False)]
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Triple = tuple[Finite, Finite, Finite]
MarkerDictionary = Annotated[str, Field(pattern=r"^DICT_[A-Za-z0-9_]+$")]


class RingPart(StrictModel):
    size_mm: tuple[Annotated[float, Field(ge=50, le=5000)], Annotated[float, Field(ge=50, le=5000)]]
    ringside_mm: Annotated[float, Field(ge=0, le=3000)] = 250.0
    ringside_z_mm: Annotated[float, Field(ge=-2000, le=0)] = 0.0


class CameraPart(StrictModel):
    """Lens and, once `calibrate ring` has run, pose."""

    source: int | str | None = None
    name: str = ""
    device: str = ""
    width: Annotated[int, Field(ge=16, le=20000)]
    height: Annotated[int, Field(ge=16, le=20000)]
    K: tuple[Triple, Triple, Triple]
    dist: Annotated[list[Finite], Field(min_length=4, max_length=5)]
    rvec: Triple | None = None
    tvec_mm: Triple | None = None
    error_px: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    sure_mm: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    lens: Literal["measured", "guessed"] = "measured"

    @field_validator("K")
    @classmethod
    def _is_camera_matrix(cls, rows: tuple[Triple, Triple, Triple]) -> tuple[Triple, Triple, Triple]:
        matrix = np.array(rows)
        if matrix[0, 0] <= 0 or matrix[1, 1] <= 0 or matrix[1, 0] != 0 or matrix[2].tolist() != [0, 0, 1]:
            raise BilingualValueError(
                "give [[fx, 0, cx], [0, fy, cy], [0, 0, 1]] with fx and fy over 0",
                "pon [[fx, 0, cx], [0, fy, cy], [0, 0, 1]] con fx y fy mayores que 0",
            )
        return rows

    @model_validator(mode="after")
    def _pose_is_whole(self) -> "CameraPart":
        if (self.rvec is None) != (self.tvec_mm is None):
            raise BilingualValueError(
                "give rvec and tvec_mm together, or neither", "pon rvec y tvec_mm juntos, o ninguno"
            )
        return self

    def as_lens(self) -> Lens:
        dist = np.array([*self.dist, 0.0][:5])
        return Lens(self.width, self.height, np.array(self.K), dist, self.error_px, self.lens == "guessed")

    def as_camera(self) -> Camera | None:
        if self.rvec is None or self.tvec_mm is None:
            return None
        lens = self.as_lens()
        return Camera(
            lens.width,
            lens.height,
            lens.K,
            lens.dist,
            np.array(self.rvec),
            np.array(self.tvec_mm),
            name=self.name,
            source=self.source,
            device=self.device,
            error_px=self.error_px,
            lens_guessed=lens.guessed,
            sure_mm=self.sure_mm,
        )


class MarkerPart(StrictModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    id: Annotated[int, Field(ge=0, le=10000)]
    dictionary: MarkerDictionary = Field("DICT_4X4_50", alias="dict")
    size_mm: Positive
    corners_mm: tuple[Triple, Triple, Triple, Triple]

    @model_validator(mode="after")
    def _corners_make_a_square_of_that_size(self) -> "MarkerPart":
        corners = np.array(self.corners_mm)
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        diagonals = np.linalg.norm(corners[:2] - corners[2:], axis=1) / np.sqrt(2)
        if np.abs(np.concatenate((sides, diagonals)) / self.size_mm - 1).max() > 0.05:
            raise BilingualValueError(
                f"marker {self.id}: corners_mm are no square of size_mm = {self.size_mm:g} (sides "
                f"{', '.join(f'{side:.1f}' for side in sides)} mm); give its black square, corners in order",
                f"marca {self.id}: corners_mm no forman un cuadrado de size_mm = {self.size_mm:g} (lados "
                f"{', '.join(f'{side:.1f}' for side in sides)} mm); "
                "da su cuadrado negro, las esquinas en orden",
            )
        return self


class MarkerList(RootModel[Annotated[list[MarkerPart], Field(min_length=1)]]):
    """A file of markers alone, `--markers M.yaml`."""


class FigurePart(StrictModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    id: Annotated[str, Field(min_length=1, max_length=40)]
    name: str = ""
    colour: str = ""
    kind: Literal["humanoid", "beast", "blob"] | None = Field(None, alias="class")
    height_mm: Annotated[float, Field(gt=0, le=1000)] | None = None
    footprint_mm: Annotated[float, Field(gt=0, le=500)] | None = None
    model: dict[str, Any] | None = None


class HandsPart(StrictModel):
    """The hand model where the installed one is not to be used, and how long its process stays warm."""

    model: str | None = None
    warm_s: float = Field(default=60.0, ge=1.0, le=3600.0)


class TableFile(StrictModel):
    """The whole file."""

    version: Literal[1] = 1
    ring: RingPart | None = None
    camera: CameraPart | None = None
    markers: list[MarkerPart] = Field(default_factory=list)
    figures: list[FigurePart] = Field(default_factory=list)
    hands: HandsPart = Field(default_factory=HandsPart)
    leds: dict[str, Any] = Field(default_factory=dict)
    display: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _names_are_used_once(self) -> "TableFile":
        for what, que, ids in (
            ("figures", "figuras", [figure.id for figure in self.figures]),
            ("markers", "marcas", [(marker.dictionary, marker.id) for marker in self.markers]),
        ):
            if len(set(ids)) < len(ids):
                raise BilingualValueError(
                    f"two {what} have the same id; give each its own",
                    f"dos {que} tienen el mismo id; da a cada una el suyo",
                )
        return self
