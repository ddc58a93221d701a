"""A small drawn table with clay figures, hands and cards, for tests that need to know everything about a picture."""

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from companion.vision.body import Pose, box_of, place, to_skeleton
from companion.vision.figures import Sitter, as_entry, learn
from companion.vision.geometry import Camera
from companion.vision.pipeline import FigureTracker
from companion.vision.table_file import Ring, Table
from companion.vision.track_run import fact_keeper, placements

WIDTH, HEIGHT = 640, 360
RING = Ring((700.0, 700.0), 200.0, 0.0)
MAT_BGR, TABLE_BGR = (206, 212, 214), (60, 85, 120)
FRAME_MS = 1000 / 15
COLOURS = {
    "red": (35, 30, 180),
    "blue": (150, 60, 30),
    "green": (60, 160, 60),
    "yellow": (40, 200, 230),
}
SKIN_BGR, SLEEVE_BGR = (140, 165, 215), (90, 90, 95)


def camera(eye=(0.0, -800.0, 780.0), seen=(0.0, -60.0, 0.0)):
    """Where it stands and what is in the picture's middle; else about 1.1 m away, 45 degrees down, from the south."""
    eye = np.array(eye)
    down = np.array(seen) - eye
    forward = down / np.linalg.norm(down)
    right = np.cross(forward, (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    rotation = np.vstack([right, np.cross(forward, right), forward])
    matrix = np.array([[500.0, 0, 319.5], [0, 500.0, 179.5], [0, 0, 1]])
    return Camera(WIDTH, HEIGHT, matrix, np.zeros(5), cv2.Rodrigues(rotation)[0].ravel(), -rotation @ eye)


@lru_cache
def skin_of(kind, height_mm):
    """Body points of a plain figure: its class's skeleton."""
    voxels = box_of(kind, height_mm)
    return voxels[to_skeleton(voxels, kind, height_mm) <= 0.0]


@dataclass(frozen=True)
class Clay:
    """One drawn figure; `stain` covers that part of it with another colour."""

    id: str
    colour: str
    x_mm: float
    y_mm: float
    facing_deg: float = -90.0
    kind: str = "humanoid"
    height_mm: float = 110.0
    stretch: float = 1.0
    stain: float = 0.0


class Painter:
    """Draws pictures of the table; noise is seeded by the frame's number."""

    def __init__(self, eyes=None):
        self.camera = eyes or camera()
        rng = np.random.default_rng(7)
        cloth = cv2.GaussianBlur(rng.normal(0, 14, (HEIGHT, WIDTH)).astype(np.float32), (0, 0), 6)
        picture = np.full((HEIGHT, WIDTH, 3), TABLE_BGR, np.float32)
        mat = np.zeros((HEIGHT, WIDTH), np.uint8)
        cv2.fillConvexPoly(mat, np.round(self.camera.project(RING.corners_mm)).astype(np.int32), 1)
        picture[mat > 0] = MAT_BGR
        self._ground = picture + 4 * cloth[:, :, None]

    def paint(self, clays=(), seed=0, hand=(), cards=(), edge_noise=False):
        """One picture, uint8 BGR.

        Args:
            hand: pixels (x, y) of an arm's axis, from the picture's edge to the finger tips; empty for none.
            cards: (colour, four corners in mm) lying on the mat.
        """
        rng = np.random.default_rng(1000 + seed)
        picture = self._ground.copy()
        for colour, corners in cards:
            ground = np.column_stack([np.array(corners, float), np.zeros(len(corners))])
            cv2.fillConvexPoly(picture, np.round(self.camera.project(ground)).astype(np.int32), COLOURS[colour])
        eye = self.camera.position_mm
        for clay in sorted(clays, key=lambda c: -np.hypot(c.x_mm - eye[0], c.y_mm - eye[1])):
            self._clay(picture, clay, rng if edge_noise else None)
        if len(hand):
            points = np.array(hand, np.int32)
            cv2.polylines(picture, [points[:-1]], False, SLEEVE_BGR, 44)
            cv2.line(picture, tuple(points[-2].tolist()), tuple(points[-1].tolist()), SKIN_BGR, 36)
        return np.clip(picture + rng.normal(0, 1.5, picture.shape), 0, 255).astype(np.uint8)

    def _clay(self, picture, clay, rng):
        points = skin_of(clay.kind, clay.height_mm) * (clay.stretch, clay.stretch, 1 / clay.stretch)
        placed = place(points, Pose(clay.x_mm, clay.y_mm, 0.0, clay.facing_deg))
        pixels = np.round(self.camera.project(placed)).astype(int)
        mask = np.zeros((HEIGHT, WIDTH), np.uint8)
        mask[np.clip(pixels[:, 1], 0, HEIGHT - 1), np.clip(pixels[:, 0], 0, WIDTH - 1)] = 1
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        if rng is not None:
            wobble = cv2.GaussianBlur(rng.normal(0, 1, mask.shape).astype(np.float32), (0, 0), 1.0) * 1.2
            mask = (cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.0) + wobble > 0.5).astype(np.uint8)
        rows, columns = np.nonzero(mask)
        if not len(rows):
            return
        light = 1.12 - 0.3 * (rows - rows.min()) / max(1, np.ptp(rows))
        picture[rows, columns] = np.array(COLOURS[clay.colour]) * light[:, None]
        if clay.stain:
            stained = rows > np.quantile(rows, 1 - clay.stain)
            picture[rows[stained], columns[stained]] = COLOURS["yellow"]


PAINTER = Painter()
LEARN = (
    Clay("1", "red", -150, 60),
    Clay("2", "blue", 150, 60),
    Clay("3", "green", 0, -120, kind="blob", height_mm=85),
)


@lru_cache
def empty():
    return PAINTER.paint()


@lru_cache
def table():
    """The three figures of LEARN, learned from a drawn picture."""
    sitters = [Sitter(c.id, c.colour, c.colour, c.x_mm, c.y_mm, c.facing_deg, c.kind, c.height_mm) for c in LEARN]
    figures, shadow = learn(PAINTER.camera, RING, empty(), PAINTER.paint(LEARN, seed=1), sitters)
    entries = tuple(as_entry(figure, shadow, "empty.jpg") for figure in figures)
    return Table(1, RING, PAINTER.camera, figures=entries)


def tracker(**options):
    return FigureTracker(table(), empty(), **options)


def moved(clay, **changes):
    return replace(clay, **changes)


class Film:
    """Feeds drawn pictures to a tracker and keeps what it said."""

    def __init__(self, **options):
        self.tracker = tracker(**options)
        self.said = []

    def show(self, frames, clays, **more):
        """The same scene for some frames, each with its own noise; `change` alters the finished picture."""
        change = more.pop("change", None)
        for _ in range(frames):
            index = len(self.said)
            picture = PAINTER.paint(clays, seed=index, **more)
            if change is not None:
                picture = change(picture)
            self.said.append(self.tracker.update(picture, index, index * FRAME_MS))
        return self.said[-1]

    def moves(self):
        """Every move that was told of, with half a second of grace at the end."""
        keeper = fact_keeper(self.tracker.table, 200.0)
        said = [*self.said, *[self.said[-1]] * 10]
        facts = [keeper.update(i, i * FRAME_MS, placements(one.tracks)) for i, one in enumerate(said)]
        return [move for fact in facts for move in fact.moves]

    def of(self, id_):
        """Every track of one figure so far."""
        return [track for said in self.said for track in said.tracks if track.id == id_]


def track_of(said, id_):
    return next(track for track in said.tracks if track.id == id_)


def off_mm(track, clay):
    return float(np.hypot(track.x_mm - clay.x_mm, track.y_mm - clay.y_mm))
