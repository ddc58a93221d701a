"""The rendered set-ups: their pictures as the camera gives them, and the truth that only tests read."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.vision.geometry import Camera
from companion.vision.sources import Picture, read_picture
from companion.vision.table_file import read_table

GRID = 11
HERE = Path(__file__).parent
CALIB, LEARN = HERE.parent / "vision" / "data" / "calib", HERE / "data" / "setup"


@dataclass(frozen=True)
class Figure:
    id: str
    name: str
    x_mm: float
    y_mm: float


@dataclass
class Set:
    """One rendered set-up: its pictures as the camera gives them, and its truth, which only tests read.

    Attributes:
        quarters: the camera is turned by so many right angles.
    """

    truth: dict[str, Any]
    empty: Picture
    learn: Picture
    boards: list[Picture]
    quarters: int = 0

    @property
    def camera(self) -> Camera:
        told = self.truth["camera"]
        return Camera(told["width"], told["height"], told["K"], told["dist"], told["rvec"], told["tvec_mm"])

    def turned(self, quarters: int) -> "Set":
        pictures = [np.ascontiguousarray(np.rot90(one, quarters)) for one in (self.empty, self.learn, *self.boards)]
        return Set(self.truth, pictures[0], pictures[1], pictures[2:], quarters)

    def px(self, points: Any) -> np.ndarray:
        """True pixels of world points in the pictures as they are turned."""
        seen = self.camera.project(points)
        width, height = self.camera.width, self.camera.height
        for _ in range(self.quarters % 4):
            seen = np.column_stack((seen[:, 1], width - 1 - seen[:, 0]))
            width, height = height, width
        return seen

    @property
    def side_mm(self) -> float:
        return float(self.truth["ring_size_mm"])

    def corners_px(self) -> np.ndarray:
        half = self.side_mm / 2
        return self.px(np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]]))

    def figures(self) -> list[Figure]:
        places = self.truth["learn_frame"]["figures"]
        return [
            Figure(str(one["id"]), one["colour"].replace("_", " "), at["x_mm"], at["y_mm"])
            for one, at in zip(self.truth["figures"], places, strict=True)
        ]

    def write_markers(self, path: Path, leave_out: tuple[int, ...] = ()) -> Path | None:
        if not self.truth["markers"]:
            return None
        lines = [
            f"- {{id: {m['id']}, dict: {m['dict']}, size_mm: {m['size_mm']}, corners_mm: {m['corners_mm']}}}\n"
            for m in self.truth["markers"]
            if m["id"] not in leave_out
        ]
        path.write_text("".join(lines), encoding="utf-8")
        return path

    def worst_mm(self, table: Path) -> float:
        """Worst of an 11 x 11 grid of mat points, seen by the true camera, mapped back by the table file's."""
        half = self.side_mm / 2
        x, y = np.meshgrid(np.linspace(-half, half, GRID), np.linspace(-half, half, GRID))
        grid = np.column_stack((x.ravel(), y.ravel(), np.zeros(x.size)))
        found = read_table(table).camera
        assert found is not None
        return float(np.linalg.norm(found.to_plane(self.px(grid), 0.0) - grid[:, :2], axis=1).max())

    def alone(self, number: int) -> Picture:
        """The empty ring with one figure of the learn picture on it."""
        picture = self.empty.copy()
        boxes = [one["bbox_px"] for one in self.truth["learn_frame"]["figures"]]
        assert self.quarters == 0
        left, top, right, bottom = (round(part) for part in boxes[number])
        grow = 14
        rows, columns = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
        mask = (columns >= left - grow) & (columns <= right + grow) & (rows >= top - grow) & (rows <= bottom + grow)
        for other, box in enumerate(boxes):
            if other != number:
                mask &= ~((columns >= box[0]) & (columns <= box[2]) & (rows >= box[1]) & (rows <= box[3]))
        picture[mask] = self.learn[mask]
        return picture


def load_set(data: Path, name: str) -> Set:
    """A set of the rendered data."""
    truth = json.loads((data / f"{name}.json").read_text(encoding="utf-8"))
    boards = [read_picture(path) for path in sorted((data / "calib").glob(f"{name}_calib_*.jpg"))]
    return Set(truth, read_picture(data / f"{name}_empty.jpg"), read_picture(data / f"{name}_learn.jpg"), boards)


def bundled_set(letter: str) -> Set:
    """The same from the pieces that lie in the tests; boards only for `a`."""
    truth = json.loads((CALIB / f"{letter}.json").read_text(encoding="utf-8"))
    truth |= json.loads((LEARN / f"{letter}.json").read_text(encoding="utf-8"))
    learn = CALIB / "a_learn.jpg" if letter == "a" else LEARN / f"{letter}_learn.jpg"
    boards = [read_picture(path) for path in sorted(CALIB.glob(f"{letter}_board_*.jpg"))]
    return Set(truth, read_picture(CALIB / f"{letter}_empty.jpg"), read_picture(learn), boards)


def without_a_marker(one: Set, number: int = 1) -> Set:
    """The same table with something of the mat's colour on one of its markers, in every picture of it."""
    corners = one.px(np.array(one.truth["markers"][number]["corners_mm"]))
    low, high = np.floor(corners.min(0)).astype(int) - 6, np.ceil(corners.max(0)).astype(int) + 6
    around = one.empty[low[1] - 6 : high[1] + 6, low[0] - 6 : high[0] + 6].reshape(-1, 3)
    pictures = []
    for picture in (one.empty, one.learn):
        covered = picture.copy()
        part = covered[low[1] : high[1], low[0] : high[0]]
        # not over a figure that stands before it
        same = np.abs(part.astype(int) - one.empty[low[1] : high[1], low[0] : high[0]]).max(axis=2) < 40
        part[same] = np.median(around, axis=0)
        pictures.append(covered)
    return Set(one.truth, pictures[0], pictures[1], one.boards)


def moved_camera(one: Set, by_deg: tuple[float, float, float] = (0.35, -0.6, 0.4)) -> Set:
    """The same ring seen by the camera after somebody knocked its stand: turned by less than a degree.

    A turn about the lens is the one move whose picture follows from the old one, at every height.
    """
    assert one.quarters == 0
    old, told = one.camera, one.truth["camera"]
    knock = cv2.Rodrigues(np.radians(by_deg))[0]
    rvec = cv2.Rodrigues(knock @ old.rotation)[0].ravel()
    camera = Camera(old.width, old.height, told["K"], told["dist"], rvec, knock @ np.array(told["tvec_mm"]))
    columns, rows = np.meshgrid(np.arange(old.width, dtype=float), np.arange(old.height, dtype=float))
    rays = camera.rays(np.column_stack((columns.ravel(), rows.ravel())))
    seen = old.project(old.position_mm + rays * 1000.0).astype(np.float32).reshape(old.height, old.width, 2)
    seen = np.nan_to_num(seen, nan=-1.0)
    pictures = [
        np.asarray(cv2.remap(picture, seen, None, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)
        for picture in (one.empty, one.learn)
    ]
    moved = told | {"rvec": rvec.tolist(), "tvec_mm": camera.tvec_mm.tolist()}
    return Set(one.truth | {"camera": moved}, pictures[0], pictures[1], one.boards)
