"""A picture with what the eyes made of it: footprints, facing, names, a legend; for `companion track --video`."""

import math
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Language, Text
from companion.table.facts import Facts
from companion.vision.figure_names import called
from companion.vision.pipeline import FigureTracker, FrameTracks, Track
from companion.vision.table_file import Ring

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

SURE, TOUCHING, UNSURE = (0, 255, 0), (0, 255, 255), (0, 0, 255)
LEGEND: tuple[tuple[Colour, Text], ...] = (
    (SURE, Text("sure", "seguro")),
    (TOUCHING, Text("adjacent", "en contacto")),
    (UNSURE, Text("unsure", "dudoso")),
)
# OpenCV's letters have no accents
POSTURES = {
    "standing": Text("standing", "de pie"),
    "lying": Text("lying", "en el suelo"),
    "held": Text("held", "en la mano"),
    "ringside": Text("outside", "fuera del ring"),
    "unknown": Text("posture unknown", "postura sin saber"),
}
FONT, SCALE, LINE_PX = cv2.FONT_HERSHEY_SIMPLEX, 0.45, 18
# a name may stand so many lines above or below its figure's foot, beside it by so much
LINES_UP, LINES_DOWN, BESIDE_PX = 8, 7, (8, 28)
# a pixel of another label counts as so many pixels on the way to the foot, one of a figure as so many
PER_LABEL_PX, PER_FIGURE_PX = 10.0, 0.25
# and each foot that is nearer to the label than its own
PER_FOOT_PX = 45.0
# a label farther from its foot, or nearer to another one, is joined to its own by a line
JOINED_FROM_PX = 26.0


class Box(NamedTuple):
    """Pixels that a label covers."""

    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: "Box") -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def shared(self, other: "Box") -> int:
        """Pixels that both cover."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0, wide) * max(0, high)

    def nearest(self, point: tuple[int, int]) -> tuple[int, int]:
        """The box's pixel nearest to a point."""
        return min(max(point[0], self.left), self.right), min(max(point[1], self.top), self.bottom)


def plain_letters(name: str, otherwise: str) -> str:
    """A name in the letters that OpenCV can draw; `otherwise` where nothing of it is left."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return letters if letters.strip() else otherwise


def free_box(
    anchor: tuple[int, int],
    width: int,
    taken: Sequence[Box],
    size: tuple[int, int],
    figures: Sequence[Box] = (),
    feet: Sequence[tuple[int, int]] = (),
    height: int = LINE_PX,
) -> Box:
    """Where a label goes: inside the picture, on no other label, on as little of the figures as can be, by its foot.

    Args:
        anchor: the figure's foot, pixels.
        taken: other labels.
        size: width and height of the picture.
        figures: what the figures themselves cover.
        feet: all figures' feet.
    """
    column, row = anchor
    lefts = [column - width // 2, *(end for by in BESIDE_PX for end in (column + by, column - by - width))]
    bottoms = [row + 22 + line * height for line in range(-LINES_UP, LINES_DOWN)]
    best, best_cost = Box(0, 0, width, height), math.inf
    for wanted_left, wanted_bottom in product(lefts, bottoms):
        left = min(max(0, wanted_left), max(0, size[0] - width))
        bottom = min(max(height, wanted_bottom), size[1] - 4)
        box = Box(left, bottom - height + 5, left + width, bottom + 5)
        cost = math.dist(anchor, box.nearest(anchor))
        cost += PER_LABEL_PX * sum(box.shared(other) for other in taken)
        cost += PER_FIGURE_PX * sum(box.shared(other) for other in figures)
        cost += PER_FOOT_PX * _nearer_feet(box, anchor, feet)
        if cost < best_cost:
            best, best_cost = box, cost
    return best


def _nearer_feet(box: Box, own: tuple[int, int], feet: Sequence[tuple[int, int]]) -> int:
    """How many figures may be taken for the one that a label names."""
    away = math.dist(own, box.nearest(own))
    return sum(math.dist(foot, box.nearest(foot)) < away for foot in feet)


def draw(picture: Image, tracker: FigureTracker, tracks: FrameTracks, facts: Facts, language: Language = "en") -> Image:
    """The picture with each figure's footprint, facing, name and posture, and what the colours mean."""
    marked = picture.copy()
    camera = tracker.table.camera
    assert camera is not None
    entries = {str(entry["id"]): entry for entry in tracker.table.figures}
    names = called(tracker.table.figures)
    touching = {id_ for pair in facts.adjacent for id_ in pair}
    placed: list[tuple[tuple[int, int], str, Colour]] = []
    figures: list[Box] = []
    for track in tracks.tracks:
        if track.x_mm is None or track.y_mm is None:
            continue
        entry = entries[track.id]
        colour = UNSURE if track.uncertain else TOUCHING if track.id in touching else SURE
        foot = _outline(marked, tracker, track, float(entry["footprint_mm"]), colour)
        name = plain_letters(names[track.id], track.id)
        placed.append((foot, f"{name} {POSTURES[track.posture].of(language)}", colour))
        figures.append(_body_box(tracker, track, entry))
    _labels(marked, placed, figures, language)
    return marked


def _labels(
    marked: Image, placed: Sequence[tuple[tuple[int, int], str, Colour]], figures: Sequence[Box], language: Language
) -> None:
    """Write each figure's label, over all the outlines."""
    taken = [_legend(marked, language)]
    size = (marked.shape[1], marked.shape[0])
    feet = [foot for foot, _, _ in placed]
    for foot, text, colour in placed:
        box = free_box(foot, cv2.getTextSize(text, FONT, SCALE, 1)[0][0], taken, size, figures, feet)
        taken.append(box)
        near = box.nearest(foot)
        if math.dist(foot, near) > JOINED_FROM_PX or _nearer_feet(box, foot, feet):
            for shade, wide in (((0, 0, 0), 3), (colour, 1)):
                cv2.line(marked, foot, near, shade, wide, cv2.LINE_AA)
    for (_, text, colour), box in zip(placed, taken[1:], strict=True):
        _write(marked, text, (box.left, box.bottom - 5), colour)


def _body_box(tracker: FigureTracker, track: Track, entry: Mapping[str, Any]) -> Box:
    """About what a figure covers: its footprint's column up to its height, half as high when it lies."""
    camera = tracker.table.camera
    assert camera is not None
    assert track.x_mm is not None
    assert track.y_mm is not None
    radius = 1.3 * float(entry["footprint_mm"])
    low = _height_mm(track, tracker.table.ring)
    high = low + float(entry["height_mm"]) * (0.5 if track.posture == "lying" else 1.0)
    corners = [
        (track.x_mm + a * radius, track.y_mm + b * radius, z) for a in (-1, 1) for b in (-1, 1) for z in (low, high)
    ]
    seen = camera.project(corners)
    (left, top), (right, bottom) = np.floor(seen.min(axis=0)).astype(int), np.ceil(seen.max(axis=0)).astype(int)
    return Box(int(left), int(top), int(right), int(bottom))


def _outline(marked: Image, tracker: FigureTracker, track: Track, radius: float, colour: Colour) -> tuple[int, int]:
    """Draw footprint and facing; where the foot is in the picture."""
    camera, ring = tracker.table.camera, tracker.table.ring
    assert camera is not None
    assert track.x_mm is not None
    assert track.y_mm is not None
    x, y, z = track.x_mm, track.y_mm, _height_mm(track, ring)
    angles = np.linspace(0, 2 * np.pi, 25)
    circle = np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles), np.full(len(angles), z)])
    cv2.polylines(marked, [np.round(camera.project(circle)).astype(np.int32)], True, colour, 2, cv2.LINE_AA)
    if track.facing_deg is not None:
        turn = np.radians(track.facing_deg)
        tip = (x + 2.2 * radius * np.cos(turn), y + 2.2 * radius * np.sin(turn), z)
        ends = np.round(camera.project([(x, y, z), tip])).astype(int)
        cv2.arrowedLine(marked, tuple(ends[0].tolist()), tuple(ends[1].tolist()), colour, 2, cv2.LINE_AA, 0, 0.3)
    column, row = np.round(camera.project([(x, y, z)])[0]).astype(int).tolist()
    return int(column), int(row)


def _height_mm(track: Track, ring: Ring) -> float:
    return ring.ringside_z_mm if track.posture == "ringside" else 0.0


def _legend(marked: Image, language: Language) -> Box:
    """What the colours mean, at the top left; the place it takes."""
    right = 8
    for colour, word in LEGEND:
        text = word.of(language)
        cv2.circle(marked, (right + 6, 14), 5, colour, -1, cv2.LINE_AA)
        _write(marked, text, (right + 16, 19), colour)
        right += 16 + cv2.getTextSize(text, FONT, SCALE, 1)[0][0] + 14
    return Box(0, 0, right, 26)


def _write(marked: Image, text: str, at: tuple[int, int], colour: Colour) -> None:
    for shade, width in (((0, 0, 0), 3), (colour, 1)):
        cv2.putText(marked, text, at, FONT, SCALE, shade, width, cv2.LINE_AA)
