"""Schema of a learned figure's `model` in the table file: written by `companion calibrate colours`, checked when read.

Keys that it does not know are kept: the learner may add some.
"""

from typing import Annotated

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, field_validator

from companion.errors import BilingualValueError
from companion.vision.camera_schema import Away, CameraPart, Turn

Small = Annotated[float, Field(ge=-1e4, le=1e4)]
Level = Annotated[float, Field(ge=0, le=255)]
Share = Annotated[float, Field(ge=0, le=1)]
Tint = Annotated[float, Field(ge=-1000, le=1000)]
Swing = Annotated[float, Field(ge=-2, le=2)]
Lab = tuple[Small, Small, Small]
MODEL_VERSION = 1
RELEARN = "delete the model and run `companion calibrate colours` again"
REAPRENDE = "borra el modelo y usa otra vez `companion calibrate colours`"


class _ModelPart(BaseModel):
    model_config = ConfigDict(extra="allow")


class LearnedAt(_ModelPart):
    x_mm: Small
    y_mm: Small
    facing_deg: Annotated[float, Field(ge=-360, le=360)] | None


class ColourPart(_ModelPart):
    weight: Share
    lab: Lab
    covariance: tuple[Lab, Lab, Lab]

    @field_validator("covariance")
    @classmethod
    def _is_covariance(cls, rows: tuple[Lab, Lab, Lab]) -> tuple[Lab, Lab, Lab]:
        matrix = np.array(rows)
        if not np.allclose(matrix, matrix.T) or np.linalg.eigvalsh(matrix).min() < -0.01:
            raise BilingualValueError(f"no colour spreads so; {RELEARN}", f"ningún color varía así; {REAPRENDE}")
        return rows


class LearningCamera(CameraPart):
    """The camera that saw the figure when it was learned, where it stood then."""

    rvec: tuple[Turn, Turn, Turn]
    tvec_mm: tuple[Away, Away, Away]


class LearnedModel(_ModelPart):
    version: int
    empty_picture: Annotated[str, Field(max_length=400)] = ""
    learned_at: LearnedAt
    seen_by: LearningCamera | None = None
    mat_bgr: tuple[Level, Level, Level] | None = None
    shadow_tint: tuple[Tint, Tint, Tint] | None = None
    shadow_swing: tuple[Swing, Swing, Swing] | None = None
    colours: Annotated[list[ColourPart], Field(min_length=1, max_length=50)]
    outline_px: Annotated[list[str], Field(min_length=1, max_length=1000)]

    @field_validator("version")
    @classmethod
    def _is_ours(cls, version: int) -> int:
        if version != MODEL_VERSION:
            raise BilingualValueError(
                f"learned by another version; {RELEARN}", f"la aprendió otra versión; {REAPRENDE}"
            )
        return version

    @field_validator("outline_px")
    @classmethod
    def _are_polygons(cls, lines: list[str]) -> list[str]:
        for line in lines:
            try:
                corners = np.array([corner.split(",") for corner in line.split()], dtype=float)
            except ValueError:
                corners = np.empty((0, 0))
            if corners.ndim != 2 or corners.shape[1] != 2 or len(corners) < 3 or not np.abs(corners).max() < 1e5:
                raise BilingualValueError(f"give corners as x,y x,y x,y; {RELEARN}", f"pon esquinas x,y; {REAPRENDE}")
        return lines
