"""Schema of a calibrated camera, in the table file and in what a figure was learned with (DESIGN.md section 4)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, ValidationInfo, field_validator, model_validator

from companion.config.fields import StrictModel
from companion.errors import BilingualValueError
from companion.vision.geometry import Camera, Lens

FloatArray = NDArray[np.float64]
Finite = Annotated[float, Field(allow_inf_nan=False)]
Triple = tuple[Finite, Finite, Finite]
# no camera stands farther off
Away = Annotated[float, Field(ge=-50_000, le=50_000)]
Turn = Annotated[float, Field(ge=-10, le=10)]
Bend = Annotated[float, Field(ge=-10_000, le=10_000)]
# focal length by the picture's longer side, from a fish-eye to a telescope; its centre, by the picture's size
LEAST_FOCAL, MOST_FOCAL, CENTRE_BEYOND = 0.1, 50.0, 1.0
# a lens formula must tell where so much of the picture looks, on a grid of so many points each way
TELLS, TOLD_GRID = 0.8, 9


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


def camera_as_plain(camera: Camera) -> dict[str, Any]:
    """Lens and pose as a file holds them, with the digits that are worth something."""
    return {
        "width": camera.width,
        "height": camera.height,
        "K": rounded(camera.K, 4),
        "dist": rounded(camera.dist, 7),
        "rvec": rounded(camera.rvec, 8),
        "tvec_mm": rounded(camera.tvec_mm, 4),
    }


def camera_from_plain(told: Mapping[str, Any]) -> Camera:
    """The camera that `camera_as_plain` wrote.

    Raises:
        KeyError, ValueError: it is not whole.
    """
    return Camera(*(told[key] for key in ("width", "height", "K", "dist", "rvec", "tvec_mm")))


def rounded(values: FloatArray, digits: int) -> list[Any]:
    """Numbers for a file."""
    written: list[Any] = np.round(values, digits).tolist()
    return written
