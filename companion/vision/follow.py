"""What is believed of one figure that is being followed."""

import math
from collections.abc import Generator
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from companion.vision.body import Window
from companion.vision.placing import CENTROID_UP, Placed, Shape
from companion.vision.segmentation import Scene

FloatArray = NDArray[np.float64]
Mask = NDArray[np.bool_]

# it has gone when less than this part of its usual own pixels is seen
GONE_SEEN = 0.4
# a figure at rest is untouched while this part of its usual own pixels is seen
UNTOUCHED = 0.8


class State(Enum):
    """What the tracker believes about a figure."""

    RESTING = "resting"
    MOVING = "moving"
    LOST = "lost"


@dataclass(eq=False)
class Follow:
    """One figure being followed; changes from frame to frame.

    Attributes:
        usual_part, seen_part: part of its silhouette that shows its own colour, when it was placed and now.
        touched: a hand covered it since it was placed.
        second_look: frames until it is placed once more.
        patience: frames that the second look still waits for hands elsewhere.
        looking_again: the search under way is the second look.
        provisional: placed at a glance; posture and facing are still being looked for.
        clear_look: no hand was in the picture that it was last looked for in.
        known: it has been looked for to the end at least once.
        begun: which of all searches the one under way is.
        trusted: what the last second look found; where it still fits, another pose must be clearly better.
        piece_px: centroid of its colour while it is looked for.
    """

    shape: Shape
    state: State = State.LOST
    placed: Placed | None = None
    window: Window = field(default_factory=lambda: Window(0, 0, 1, 1))
    silhouette: Mask = field(default_factory=lambda: np.zeros((1, 1), dtype=bool))
    usual_part: float = 1.0
    seen_part: float = 0.0
    touched: bool = False
    bare_frames: int = 0
    second_look: int = 0
    looking_again: bool = False
    patience: int = 0
    provisional: bool = False
    known: bool = False
    begun: int = 0
    clear_look: bool = False
    trusted: Placed | None = None
    facing_deg: float | None = None
    piece_px: FloatArray | None = None
    piece_area: float = 0.0
    still_frames: int = 0
    job: Generator[None, None, Placed] | None = None
    frames_since_seen: int = 0

    def stand(self, scene: Scene, placed: Placed) -> None:
        """It rests there from now on."""
        self.placed = placed
        self.provisional = False
        self.facing_deg = placed.pose.facing_deg if placed.facing_sure else None
        self.state = State.RESTING
        self.bare_frames = 0
        pose = placed.pose
        self.window = self.shape.window(scene.view, pose.x_mm, pose.y_mm, pose.z_mm)
        self.silhouette = self.shape.silhouette(scene.view, pose, self.window) > 0
        total = max(int(self.silhouette.sum()), 1)
        self.usual_part = min(1.0, max(0.1, placed.evidence_px / total))
        self.seen_part = self.usual_part


class Sizes:
    """How many pixels each figure fills, wherever it stands: what was learned, with the distance taken into account."""

    def __init__(self, scene: Scene, follows: list[Follow]) -> None:
        self._scene = scene
        self._follows = follows
        self._eye = scene.camera.position_mm
        self._learned: dict[int, float] = {}

    def usual(self, index: int, column: float, row: float) -> float:
        """Pixels that figure `index` fills when it stands around a pixel."""
        shape = self._follows[index].shape
        height = CENTROID_UP * shape.figure.height_mm
        x, y = self._scene.view.to_level(column, row, height)
        if not math.isfinite(x):
            return 1.0
        learned = shape.figure.learned_at
        here = math.dist(self._eye, (x, y, height))
        there = math.dist(self._eye, (learned.x_mm, learned.y_mm, height))
        return self._learned_area(index) * (there / here) ** 2

    def _learned_area(self, index: int) -> float:
        shape = self._follows[index].shape
        if index not in self._learned:
            learned = shape.figure.learned_at
            window = shape.window(self._scene.view, learned.x_mm, learned.y_mm, 0.0)
            drawn = shape.silhouette(self._scene.view, learned, window)
            self._learned[index] = max(float(drawn.sum()), 1.0)
        return self._learned[index]
