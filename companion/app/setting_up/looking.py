"""What one picture tells about where the camera stands: sharp, glare, too low, too far, ropes in front (advice)."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.kernel.text import Text, decimal, plural
from companion.screens.setup_view import Lamp
from companion.vision.geometry import Camera
from companion.vision.sources import Picture
from companion.vision.table_file import Ring

# share of blown pixels from which lamps blind the camera
GLARE_SHARE = 0.025
BLOWN = 252
# degrees over the table
LOW_DEG, FLAT_DEG = 35.0, 22.0
# length of a pixel's step on the mat, typical of the middle
COARSE_MM, TOO_COARSE_MM = 3.0, 4.5
# a corner of the mat may stick out of the picture by this share of its width
RIM_SHARE = 0.01
# a rope in front of the mat: a line along its near side, over so much of its length
ROPE_STRIP, ROPE_LENGTH = 0.45, 0.6
# the upmost rope, over the mat's edge (hardware_docs/ring_building.md: 40, 80, 120 mm, posts 20 mm outside); what it
# hides of the mat must be deeper than this, for the mat's own edge and a border lie there too
TOP_ROPE_MM, OUTSIDE_MM, HIDES_MM = 120.0, 20.0, 40.0
# over a corner: of the two ways out from the mat's middle the shorter one is at least so much of the longer
CORNER_SHARE = 0.5


@dataclass(frozen=True)
class Judged:
    """A finding and its light.

    Attributes:
        mind: green, but worth a second thought.
    """

    lamp: Lamp
    text: Text
    mind: bool = False


GLARE = Text(
    "{share} of the picture is blown out: turn lamps aside, lower the exposure, no gloss on the mat",
    "el {share} de la imagen está quemado: aparta las lámparas, baja la exposición, nada de brillo en la lona",
)
NO_GLARE = Text("no glare ({share} blown out)", "sin brillos ({share} quemado)")


def glare(picture: Picture) -> Judged:
    """How much of the picture is blown out."""
    share = float((picture.min(axis=2) >= BLOWN).mean())
    percent = Text("{n} %", "{n} %").filled(n=decimal(100 * share, 1))
    if share < GLARE_SHARE:
        return Judged(Lamp.GREEN, NO_GLARE.filled(share=percent))
    return Judged(
        Lamp.AMBER,
        GLARE.filled(share=percent),
    )


def elevation_deg(camera: Camera) -> float:
    """Degrees over the table under which the mat's centre sees the camera."""
    x, y, z = camera.position_mm
    return float(np.degrees(np.arctan2(z, np.hypot(x, y))))


def height_judged(camera: Camera) -> Judged:
    """Too low: figures and ropes hide one another."""
    degrees = elevation_deg(camera)
    if degrees >= LOW_DEG:
        return Judged(
            Lamp.GREEN,
            Text(f"seen from {degrees:.0f} degrees over the table", f"vista desde {degrees:.0f} grados sobre la mesa"),
        )
    advice = Text(
        f"only {degrees:.0f} degrees over the table: raise the camera, figures hide one another",
        f"solo {degrees:.0f} grados sobre la mesa: sube la cámara, unas figuras tapan a otras",
    )
    return Judged(Lamp.RED if degrees < FLAT_DEG else Lamp.AMBER, advice)


def fineness(camera: Camera, ring: Ring) -> Judged:
    """Millimetres a pixel, and the whole mat in the picture."""
    grid = np.stack(np.meshgrid(*(np.linspace(-0.45, 0.45, 7) * side for side in ring.size_mm)), axis=-1).reshape(-1, 2)
    seen = camera.project(np.column_stack((grid, np.zeros(len(grid)))))
    steps = camera.mm_per_px(seen[np.isfinite(seen).all(axis=1)])
    mm = float(np.nanmedian(steps))
    if mm <= COARSE_MM:
        return Judged(Lamp.GREEN, Text("{mm} mm a pixel", "{mm} mm por píxel").filled(mm=decimal(mm, 1)))
    return Judged(
        Lamp.RED if mm > TOO_COARSE_MM else Lamp.AMBER,
        Text(
            "{mm} mm a pixel, {good} are good: move the camera nearer, or choose a larger picture",
            "{mm} mm por píxel, lo bueno es {good}: acerca la cámara o pide una imagen mayor",
        ).filled(mm=decimal(mm, 1), good=decimal(COARSE_MM, 1)),
    )


def whole_ring(camera: Camera, ring: Ring) -> Judged:
    """Whether the mat's corners are in the picture."""
    corners = camera.project(ring.corners_mm)
    size = np.array([camera.width, camera.height])
    rim = RIM_SHARE * size.max()
    is_out = ~np.isfinite(corners).all(axis=1) | (corners < -rim).any(axis=1) | (corners >= size + rim).any(axis=1)
    outside = int(is_out.sum())
    if outside == 0:
        return Judged(Lamp.GREEN, Text("the whole mat is in the picture", "toda la lona está en la imagen"))
    return Judged(Lamp.AMBER, plural(outside, *OUTSIDE))


OUTSIDE = (
    Text(
        "{n} corner of the mat is outside the picture: move the camera back or turn it",
        "{n} esquina de la lona queda fuera de la imagen: aleja la cámara o gírala",
    ),
    Text(
        "{n} corners of the mat are outside the picture: move the camera back or turn it",
        "{n} esquinas de la lona quedan fuera de la imagen: aleja la cámara o gírala",
    ),
)


def ropes_in_front(picture: Picture, camera: Camera, ring: Ring) -> int:
    """Lines along the mat's near side, inside the mat and no deeper than ropes are seen: they hide a part of it."""
    top_px = 200
    near = near_side(camera)
    deep_mm = rope_depth_mm(camera, ring)
    if deep_mm < HIDES_MM:
        return 0
    corners = np.roll(ring.corners_mm, -near, axis=0)
    # the strip of the mat at the near side, as from above: near side at the bottom
    first, second, third, last = corners
    far_right, far_left = second + ROPE_STRIP * (third - second), first + ROPE_STRIP * (last - first)
    seen = camera.project(np.array([far_left, far_right, second, first])).astype(np.float32)
    if not np.isfinite(seen).all():
        return 0
    high = round(top_px * ROPE_STRIP)
    flat = np.array([[0, 0], [top_px, 0], [top_px, high], [0, high]], dtype=np.float32)
    rectified = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(seen, flat), (top_px, high))
    grey = cv2.cvtColor(rectified, cv2.COLOR_BGR2GRAY).astype(np.float32)
    # a rope is a thin line: brighter or darker than what lies above and below it, nearly all along
    line = np.abs(2 * grey[3:-3] - grey[:-6] - grey[6:])
    strong = (line > 14.0).mean(axis=1)
    rows = strong > ROPE_LENGTH
    # beginnings of runs of strong rows, the mat's own edge at the bottom left out
    inside = rows[: len(rows) - 4]
    # a line farther in than the upmost rope can be seen is drawn on the mat
    reach_px = deep_mm / ring.size_mm[1 - near % 2] * top_px
    inside = inside[max(0, len(rows) - round(reach_px) - 3) :]
    return int((inside[1:] & ~inside[:-1]).sum() + (inside[0] if len(inside) else 0))


def rope_depth_mm(camera: Camera, ring: Ring) -> float:
    """How far into the mat the upmost rope of the near side is seen; 0 from straight above."""
    x, y, z = (float(part) for part in camera.position_mm)
    beside_mm = (abs(x) - ring.size_mm[0] / 2) if near_side(camera) % 2 else (abs(y) - ring.size_mm[1] / 2)
    if z <= TOP_ROPE_MM:
        return float("inf")
    away_mm = beside_mm - OUTSIDE_MM
    return max(0.0, away_mm * TOP_ROPE_MM / (z - TOP_ROPE_MM) - OUTSIDE_MM)


def near_side(camera: Camera) -> int:
    """Index of the side (south, east, north, west) that is nearest to the camera."""
    x, y, _ = camera.position_mm
    if abs(x) > abs(y):
        return 1 if x > 0 else 3
    return 0 if y < 0 else 2


def at_a_corner(camera: Camera, ring: Ring) -> bool:
    """Whether the camera looks over a corner of the ring, not over one of its sides."""
    across, along = (abs(float(at)) / side for at, side in zip(camera.position_mm[:2], ring.size_mm, strict=True))
    return min(across, along) > CORNER_SHARE * max(across, along)


def ropes_judged(picture: Picture, camera: Camera, ring: Ring) -> Judged:
    """Ropes in front of the mat."""
    count = ropes_in_front(picture, camera, ring)
    if count < 1:
        return Judged(Lamp.GREEN, Text("no rope in front of the mat", "ninguna cuerda delante de la lona"))
    # the calibration copes, and figures right behind a rope are rare: advice, no warning
    return Judged(Lamp.GREEN, ROPES_AT_A_CORNER if at_a_corner(camera, ring) else ROPES, mind=True)


ROPES = Text(
    "ropes run in front of the mat: higher up, or at a corner of the ring, the camera sees more",
    "hay cuerdas delante de la lona: más arriba, o en una esquina del ring, la cámara ve más",
)
ROPES_AT_A_CORNER = Text(
    "ropes run in front of the mat: higher up the camera sees more",
    "hay cuerdas delante de la lona: más arriba la cámara ve más",
)


def judge_place(
    picture: Picture, camera: Camera | None, ring: Ring | None, *, is_sized: bool = True, is_exact: bool = True
) -> list[Judged]:
    """Everything that can be told about where the camera stands.

    Args:
        is_sized: the ring's size is known; else nothing is told about its corners.
        is_exact: the camera is the table's; else nothing is told about ropes, which a rough one takes edges for.
    """
    found = [glare(picture)]
    if camera is not None and ring is not None:
        found += [height_judged(camera), fineness(camera, ring)]
        found += [whole_ring(camera, ring)] * is_sized
        found += [ropes_judged(picture, camera, ring)] * is_exact
    return found
