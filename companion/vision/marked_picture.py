"""A picture with what the eyes made of it: footprints, facing, names, a legend; for `companion track --video`."""

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Language, Text
from companion.table.facts import Facts
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
# where a name may stand from its figure's foot, tried in this order: its left or right end there, so much below
AROUND = ((8, 22), (8, -12), (-8, 22), (-8, -12), (8, 40), (-8, 40), (8, -30), (-8, -30), (8, 58), (-8, 58))


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


def plain_letters(name: str, otherwise: str) -> str:
    """A name in the letters that OpenCV can draw; `otherwise` where nothing of it is left."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return letters if letters.strip() else otherwise


def free_box(
    anchor: tuple[int, int], width: int, taken: Sequence[Box], size: tuple[int, int], height: int = LINE_PX
) -> Box:
    """Where a label goes: the nearest place by its figure that covers no other label and is inside the picture.

    Args:
        anchor: the figure's foot, pixels.
        size: width and height of the picture.
    """
    boxes: list[Box] = []
    for right, down in AROUND:
        left = anchor[0] + right if right > 0 else anchor[0] + right - width
        left = min(max(0, left), max(0, size[0] - width))
        bottom = min(max(height, anchor[1] + down), size[1] - 4)
        boxes.append(Box(left, bottom - height + 5, left + width, bottom + 5))
    return next((box for box in boxes if not any(box.meets(other) for other in taken)), boxes[0])


def draw(picture: Image, tracker: FigureTracker, tracks: FrameTracks, facts: Facts, language: Language = "en") -> Image:
    """The picture with each figure's footprint, facing, name and posture, and what the colours mean."""
    marked = picture.copy()
    camera = tracker.table.camera
    assert camera is not None
    entries = {str(entry["id"]): entry for entry in tracker.table.figures}
    touching = {id_ for pair in facts.adjacent for id_ in pair}
    taken = [_legend(marked, language)]
    size = (marked.shape[1], marked.shape[0])
    for track in tracks.tracks:
        if track.x_mm is None or track.y_mm is None:
            continue
        entry = entries[track.id]
        colour = UNSURE if track.uncertain else TOUCHING if track.id in touching else SURE
        foot = _outline(marked, tracker, track, float(entry["footprint_mm"]), colour)
        name = plain_letters(str(entry.get("name") or track.id), track.id)
        text = f"{name} {POSTURES[track.posture].of(language)}"
        box = free_box(foot, cv2.getTextSize(text, FONT, SCALE, 1)[0][0], taken, size)
        taken.append(box)
        _write(marked, text, (box.left, box.bottom - 5), colour)
    return marked


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
