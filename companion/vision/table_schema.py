"""The table file's schema: every key a table may have, its range, and how it becomes a value (DESIGN.md section 4)."""

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import ConfigDict, Field, RootModel, ValidationInfo, field_validator, model_validator

from companion.config.fields import StrictModel
from companion.errors import BilingualValueError, UsageProblemError
from companion.vision.camera_schema import CameraPart
from companion.vision.lens import COMMON_DICTIONARIES, dictionary_of
from companion.vision.model_schema import LearnedModel

Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
# nothing on a table is farther from the ring's centre
Place = Annotated[float, Field(ge=-10_000, le=10_000)]
Spot = tuple[Place, Place, Place]


class RingPart(StrictModel):
    size_mm: tuple[Annotated[float, Field(ge=50, le=5000)], Annotated[float, Field(ge=50, le=5000)]]
    ringside_mm: Annotated[float, Field(ge=0, le=3000)] = 250.0
    ringside_z_mm: Annotated[float, Field(ge=-2000, le=0)] = 0.0


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
