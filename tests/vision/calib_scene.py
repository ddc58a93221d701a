"""The rendered scenes under `data/calib`, their truth, and ways to change them."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from companion.vision.geometry import Camera, Lens
from companion.vision.sources import Frame, Picture, read_picture
from companion.vision.table_file import MarkerPlace, Ring

DATA = Path(__file__).parent / "data" / "calib"
GRID = 11


@dataclass(frozen=True, eq=False)
class Scene:
    camera: Camera
    ring: Ring
    markers: tuple[MarkerPlace, ...]
    corners_px: dict[str, tuple[float, float]]
    empty: Picture

    @property
    def lens(self) -> Lens:
        return self.camera.lens

    def frame(self, picture: Picture | None = None) -> Frame:
        return Frame(0, 0.0, self.empty if picture is None else picture, "empty")

    def grid_mm(self) -> np.ndarray:
        half = np.array(self.ring.size_mm) / 2
        x, y = np.meshgrid(np.linspace(-half[0], half[0], GRID), np.linspace(-half[1], half[1], GRID))
        return np.column_stack((x.ravel(), y.ravel(), np.zeros(x.size)))

    def worst_mm(self, found: Camera, seen_by: Camera | None = None) -> float:
        """Worst of an 11 x 11 grid, projected with the true camera and mapped back with the one found."""
        grid = self.grid_mm()
        seen = (seen_by or self.camera).project(grid)
        return float(np.linalg.norm(found.to_plane(seen, 0.0) - grid[:, :2], axis=1).max())


@lru_cache
def scene(letter: str) -> Scene:
    told = json.loads((DATA / f"{letter}.json").read_text(encoding="utf-8"))
    lens = told["camera"]
    return Scene(
        Camera(lens["width"], lens["height"], lens["K"], lens["dist"], lens["rvec"], lens["tvec_mm"]),
        Ring((told["ring_size_mm"],) * 2, told["ringside_width_mm"], told["ringside_z_mm"]),
        tuple(
            MarkerPlace(marker["id"], marker["dict"], marker["size_mm"], np.array(marker["corners_mm"], dtype=float))
            for marker in told["markers"]
        ),
        {name: (px[0], px[1]) for name, px in told["ring_corners_px"].items()},
        read_picture(DATA / f"{letter}_empty.jpg"),
    )


def turned_px(points: np.ndarray, size: tuple[int, int], quarters: int) -> np.ndarray:
    """Where `np.rot90(picture, quarters)` puts pixels."""
    width, height = size
    for _ in range(quarters % 4):
        points = np.column_stack((points[:, 1], width - 1 - points[:, 0]))
        width, height = height, width
    return points


def jpeg(picture: Picture, quality: int) -> Picture:
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))


def noise(seed: int, size: tuple[int, int] = (128, 72), level: int = 120) -> Picture:
    """A picture with content of its own, as every real frame has."""
    random = np.random.default_rng(seed)
    base = random.integers(0, level, (9, 16, 3), dtype=np.uint8)
    return cv2.resize(base, size, interpolation=cv2.INTER_CUBIC)
