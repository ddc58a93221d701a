"""The table file's schema: every key a table may have, its range, and how it becomes a value (DESIGN.md section 4)."""

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import ConfigDict, Field, RootModel, ValidationInfo, field_validator, model_validator

from companion.config.fields import StrictModel
from companion.errors import BilingualValueError, UsageProblemError
from companion.vision.geometry import Camera, Lens
from companion.vision.lens import COMMON_DICTIONARIES, dictionary_of
from companion.vision.model_schema import LearnedModel

Finite = Annotated[float, Field(allow_inf_nan=False)]
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Triple = tuple[Finite, Finite, Finite]
# nothing on a table is farther from the ring's centre, no camera stands farther off
Place = Annotated[float, Field(ge=-10_000, le=10_000)]
Spot = tuple[Place, Place, Place]
Away = Annotated[float, Field(ge=-50_000, le=50_000)]
Turn = Annotated[float, Field(ge=-10, le=10)]
Bend = Annotated[float, Field(ge=-10_000, le=10_000)]
# focal length by the picture's longer side, from a fish-eye to a telescope; its centre, by the picture's size
LEAST_FOCAL, MOST_FOCAL, CENTRE_BEYOND = 0.1, 50.0, 1.0
# a lens formula must tell where so much of the picture looks, on a grid of so many points each way
TELLS, TOLD_GRID = 0.8, 9


class RingPart(StrictModel):
    size_mm: tuple[Annotated[float, Field(ge=50, le=5000)], Annotated[float, Field(ge=50, le=5000)]]
    ringside_mm: Annotated[float, Field(ge=0, le=3000)] = 250.0
    ringside_z_mm: Annotated[float, Field(ge=-2000, le=0)] = 0.0


class CameraPart(StrictModel):
    """Lens and, once `calibrate ring` has run, pose."""

    source: Annotated[int, Field(ge=0, le=1000)] | Annotated[str, Field(max_length=1000)] | None = None
    name: Annotated[str, Field(max_length=200)] = ""
    device: Annotated[str, Field(max_length=1000)] = ""
    width: Annotated[int, Field(ge=16, le=20000)]
    height: Annotated[int, Field(ge=16, le=20000)]
    K: tuple[Triple, Triple, Triple]
    dist: Annotated[list[Bend], Field(min_length=4, max_length=5)]
    rvec: tuple[Turn, Turn, Turn] | None = None
    tvec_mm: tuple[Away, Away, Away] | None = None
    error_px: Annotated[float, Field(ge=0, le=10_000)] | None = None
    sure_mm: Annotated[float, Field(ge=0, le=10_000)] | None = None
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

    @field_validator("K")
    @classmethod
    def _is_lens_of_that_picture(
        cls, rows: tuple[Triple, Triple, Triple], info: ValidationInfo
    ) -> tuple[Triple, Triple, Triple]:
        size = np.array([info.data.get("width", 0), info.data.get("height", 0)])
        matrix, long_side = np.array(rows), float(size.max())
        focal, centre = matrix[[0, 1], [0, 1]], matrix[:2, 2]
        fits = (focal >= LEAST_FOCAL * long_side).all() and (focal <= MOST_FOCAL * long_side).all()
        fits &= (np.abs(centre - size / 2) <= (0.5 + CENTRE_BEYOND) * size).all()
        if size.all() and not (fits and abs(matrix[0, 1]) <= 0.1 * focal[0]):
            low, high, words = LEAST_FOCAL * long_side, MOST_FOCAL * long_side, f"{size[0]} x {size[1]}"
            raise BilingualValueError(
                f"give fx and fy {low:g} to {high:g}, cx and cy near the middle of {words}",
                f"pon fx y fy de {low:g} a {high:g}, cx y cy cerca del medio de {words}",
            )
        return rows

    @field_validator("dist")
    @classmethod
    def _bends_as_a_lens(cls, dist: list[float], info: ValidationInfo) -> list[float]:
        if "K" not in info.data or "width" not in info.data or "height" not in info.data:
            return dist
        size = np.array([info.data["width"], info.data["height"]])
        lens = Lens(int(size[0]), int(size[1]), np.array(info.data["K"]), np.array([*dist, 0.0][:5]))
        share = np.linspace(0, 1, TOLD_GRID)
        grid = np.stack(np.meshgrid(share, share), axis=2).reshape(-1, 2) * (size - 1)
        if np.isfinite(lens.undistort(grid)).all(axis=1).mean() < TELLS:
            raise BilingualValueError(
                "no lens bends so; give k1, k2, p1, p2, k3 as `companion calibrate camera` writes them, or zeros",
                "ninguna lente curva así; pon k1, k2, p1, p2, k3 como los da `companion calibrate camera`, o ceros",
            )
        return dist

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
    dictionary: str = Field("DICT_4X4_50", alias="dict", validate_default=True)
    size_mm: Annotated[float, Field(ge=1, le=2000)]
    corners_mm: tuple[Spot, Spot, Spot, Spot]

    @field_validator("dictionary")
    @classmethod
    def _is_known(cls, name: str) -> str:
        try:
            dictionary_of(name)
        except UsageProblemError:
            known = ", ".join(COMMON_DICTIONARIES)
            raise BilingualValueError(f"give one of {known}", f"pon uno de {known}") from None
        return name

    @field_validator("dictionary")
    @classmethod
    def _has_that_number(cls, name: str, info: ValidationInfo) -> str:
        count = len(dictionary_of(name).bytesList)
        if info.data.get("id", 0) >= count:
            raise BilingualValueError(
                f"{name} has no marker {info.data['id']}; its ids are 0 to {count - 1}",
                f"{name} no tiene la marca {info.data['id']}; sus id van de 0 a {count - 1}",
            )
        return name

    @field_validator("corners_mm")
    @classmethod
    def _make_a_square_of_that_size(
        cls, spots: tuple[Spot, Spot, Spot, Spot], info: ValidationInfo
    ) -> tuple[Spot, Spot, Spot, Spot]:
        size_mm, number = info.data.get("size_mm"), info.data.get("id")
        if size_mm is None:
            return spots  # told already
        corners = np.array(spots)
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        diagonals = np.linalg.norm(corners[:2] - corners[2:], axis=1) / np.sqrt(2)
        if np.abs(np.concatenate((sides, diagonals)) / size_mm - 1).max() > 0.05:
            raise BilingualValueError(
                f"marker {number}: corners_mm are no square of size_mm = {size_mm:g} (sides "
                f"{', '.join(f'{side:.1f}' for side in sides)} mm); give its black square, corners in order",
                f"marca {number}: corners_mm no forman un cuadrado de size_mm = {size_mm:g} (lados "
                f"{', '.join(f'{side:.1f}' for side in sides)} mm); "
                "da su cuadrado negro, las esquinas en orden",
            )
        return spots


class MarkerList(RootModel[Annotated[list[MarkerPart], Field(min_length=1, max_length=500)]]):
    """A file of markers alone, `--markers M.yaml`."""


class FigurePart(StrictModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    id: Annotated[str, Field(min_length=1, max_length=40)]
    name: str = ""
    colour: str = ""
    kind: Literal["humanoid", "beast", "blob"] | None = Field(None, alias="class")
    height_mm: Annotated[float, Field(ge=1, le=1000)] | None = None
    footprint_mm: Annotated[float, Field(ge=0.1, le=500)] | None = None
    model: LearnedModel | None = None

    @model_validator(mode="after")
    def _learned_is_whole(self) -> "FigurePart":
        if self.model is not None and None in {self.kind, self.height_mm, self.footprint_mm}:
            raise BilingualValueError(
                "a learned figure has class, height_mm and footprint_mm; add them, or delete its model",
                "una figura aprendida tiene class, height_mm y footprint_mm; añádelos, o borra su modelo",
            )
        return self


class HandsPart(StrictModel):
    """The hand model where the installed one is not to be used, and how long its process stays warm."""

    model: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    warm_s: float = Field(default=60.0, ge=1.0, le=3600.0)


class TableFile(StrictModel):
    """The whole file."""

    version: Literal[1] = 1
    ring: RingPart | None = None
    camera: CameraPart | None = None
    markers: list[MarkerPart] = Field(default_factory=list, max_length=500)
    figures: list[FigurePart] = Field(default_factory=list, max_length=100)
    hands: HandsPart = Field(default_factory=HandsPart)
    leds: dict[str, Any] = Field(default_factory=dict)
    display: dict[str, Any] = Field(default_factory=dict)
