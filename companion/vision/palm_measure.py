"""One look at a hand on the mat: open or closed, how many millimetres, and what is wrong with it.

Everything here is in the world frame of the table (DESIGN.md section 4). A landmark or an edge counts at the height
where that part of a lying hand is broadest, so that an oblique camera measures what a ruler would.
"""

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text
from companion.vision.geometry import Camera
from companion.vision.hand_outline import (
    INDEX_BASE,
    LITTLE_BASE,
    LITTLE_TIP,
    MIDDLE_BASE,
    THUMB_TIP,
    WRIST,
    Skin,
    cap_of,
    knuckle_breadth,
    skin_around,
)

FloatArray = NDArray[np.float64]
Picture = NDArray[np.uint8]


class Kind(Enum):
    """Which of the two units of length a hand shows."""

    OPEN = "open"
    CLOSED = "closed"


ADVICE = {
    "no_hand": Text(
        "no hand found; lay it flat on the mat, all of it in the picture",
        "no se ve ninguna mano; apóyala plana en la lona, entera dentro de la imagen",
    ),
    "no_scale": Text(
        "no scale: measure on the calibrated mat, or lay a known object beside the hand",
        "sin escala: mide sobre la lona calibrada, o pon un objeto conocido junto a la mano",
    ),
    "no_reference": Text(
        "no scale: the reference is not found; lay it whole beside the hand, on a ground of another colour",
        "sin escala: no se encuentra la referencia; ponla entera junto a la mano, sobre un fondo de otro color",
    ),
    "bar_tilt": Text(
        "no scale: the camera looks at the bar from the side; point it straight down, or use A4, Letter or a card",
        "sin escala: la cámara mira la barra de lado; ponla recta hacia abajo, o usa A4, Letter o una tarjeta",
    ),
    "bar_along": Text(
        "no scale: a bar is right only along itself; lay it close beside the hand, from thumb to little finger",
        "sin escala: la barra solo vale a lo largo; ponla junto a la mano, del pulgar al meñique",
    ),
    "off_mat": Text(
        "no scale here: the whole hand must lie on the calibrated mat",
        "aquí no hay escala: la mano entera debe estar sobre la lona calibrada",
    ),
    "cut": Text(
        "the picture cuts the hand off; move it to the middle", "la imagen corta la mano; llévala hacia el centro"
    ),
    "spread": Text(
        "neither open nor closed: spread thumb and fingers as far as they go, or close them all",
        "ni abierta ni cerrada: separa el pulgar y los dedos todo lo que puedas, o ciérralos todos",
    ),
    "bright": Text(
        "the hand is so bright that its edge is lost: less light on it, or a shorter exposure",
        "la mano está tan clara que se pierde su borde: menos luz sobre ella, o menos exposición",
    ),
    "flat": Text("lay the fingers flat and straight on the mat", "apoya los dedos planos y rectos en la lona"),
    "thumb": Text("lay the thumb along the closed fingers", "pon el pulgar junto a los dedos cerrados"),
    "turns": Text(
        "the finger tips are not clear; move to another place or change the light",
        "las puntas de los dedos no se distinguen; cambia de lugar o de luz",
    ),
    "hold_still": Text("hold still and keep the hand flat", "no te muevas y deja la mano plana"),
    "ask": Text(
        "unusual for {whose}: is the hand flat on the mat? Accept or measure again",
        "poco usual para {whose}: ¿está la mano plana sobre la lona? Acepta o mide otra vez",
    ),
    "refuse": Text(
        "{mm:.0f} mm is no hand; measure again, or by hand: two clicks, or type it",
        "{mm:.0f} mm no es una mano; mide otra vez, o a mano: dos clics, o escríbelo",
    ),
    "edge": Text(
        "the hand hardly stands out from the mat; another place or light makes it surer",
        "la mano casi no se distingue de la lona; otro lugar u otra luz lo hace más seguro",
    ),
}

# height of each landmark of a lying hand over the mat (means of 23 rendered hands, which differ by 0.01)
LANDMARK_HEIGHTS = np.array(
    [0.45, 0.14, 0.10, 0.12, 0.12, 0.37, 0.24, 0.15, 0.10, 0.45, 0.28, 0.17, 0.10, 0.42, 0.28, 0.16, 0.10, 0.35, 0.24,
     0.16, 0.10]
)  # fmt: skip
# the plane on which landmarks are looked up at first, mm
LANDMARK_Z_MM = 7.0
# -- heights, as shares of the knuckle breadth: where a lying hand is broadest (rendered hands: tips 6-9 and 5-8 mm) --
THUMB_TIP_HEIGHT, LITTLE_TIP_HEIGHT = 0.105, 0.09
LITTLE_SIDE_HEIGHT = 0.13
# the little finger's side of the palm is thick: seen from the thumb's side its outline is the back of the hand, which
# stands over the edge; half its thickness and the radius of its edge
LITTLE_SIDE_HALF_THICKNESS, LITTLE_SIDE_RADIUS = 0.20, 0.15

# -- how far skin reaches beyond a landmark, as shares of the knuckle breadth; the usual value stands in where the
#    border is out of bounds: least, usual, most of 19 rendered hands, widened --
REACH = {THUMB_TIP: (0.0, 0.10, 0.26), LITTLE_TIP: (-0.03, 0.067, 0.20)}
SIDE = {THUMB_TIP: (0.0, 0.11, 0.28), LITTLE_BASE: (0.03, 0.17, 0.42)}

# -- the farthest pair of points is found by turns, from one end to the other --
FARTHEST_ROUNDS = 3
OUTERMOST_MM = 0.6

# -- open or closed, from landmarks at their heights (19 rendered open hands: fan 38-50 degrees, thumb 49-76, span 2.75
#    to 3.2 knuckle breadths; 4 rendered and 60 real closed ones: fan 0-25, thumb 0-33, span below 2.2) --
OPEN_FAN_DEG, CLOSED_FAN_DEG = 22.0, 24.0
OPEN_THUMB_DEG, CLOSED_THUMB_DEG = 38.0, 45.0
OPEN_SPAN, CLOSED_SPAN = 2.4, 2.3
# a thumb whose tip lies farther inside the palm than this, in knuckle breadths, is folded in
THUMB_INSIDE = 0.15
# a straight finger's tip is as far from its base as its bones are long; seen from above, a bent one's is not
STRAIGHT = 0.93
# middle finger and knuckle breadth beside the palm's length (rendered 0.91-1.17 and 0.67-0.84, real 0.97-1.5 and
# 0.63-0.85): fingers curled under look short, a hand on its edge looks narrow
FINGER_TO_PALM = (0.72, 1.75)
BREADTH_TO_PALM = (0.50, 1.05)

FINGERS = ((INDEX_BASE, 8), (MIDDLE_BASE, 12), (13, 16), (LITTLE_BASE, LITTLE_TIP))


def _angle_deg(vector: FloatArray) -> float:
    return float(np.degrees(np.arctan2(vector[1], vector[0])))


def _turn_deg(start: FloatArray, end: FloatArray) -> float:
    """Angle from one direction to the other, -180..180, counter-clockwise."""
    return (_angle_deg(end) - _angle_deg(start) + 180) % 360 - 180


@dataclass(frozen=True)
class Posture:
    """How a hand lies, from its landmarks.

    Attributes:
        kind: None when it is neither.
        advice: key of ADVICE that says what to change; empty when `kind` is told.
        fan_deg: index to little finger.
        thumb_deg: thumb to the hand's axis.
    """

    kind: Kind | None
    advice: str
    fan_deg: float
    thumb_deg: float


def lifted(camera: Camera, landmarks_mm: FloatArray) -> FloatArray:
    """Landmarks seen on the plane z = LANDMARK_Z_MM, moved along their lines of sight to their own heights.

    An oblique view shifts the knuckles, 25 mm over the mat, by as much: a straight hand looks bent and short without.
    """
    seen_px = camera.project(np.column_stack((landmarks_mm, np.full(len(landmarks_mm), LANDMARK_Z_MM))))
    return camera.to_plane(seen_px, LANDMARK_HEIGHTS * knuckle_breadth(landmarks_mm))


def posture_of(landmarks_mm: FloatArray) -> Posture:
    """Tell open from closed, and what is wrong when it is neither.

    Args:
        landmarks_mm: shape (21, 2), `lifted`.
    """
    directions = [landmarks_mm[tip] - landmarks_mm[base] for base, tip in FINGERS]
    turns = [_turn_deg(one, other) for one, other in pairwise(directions)]
    fan_deg = abs(sum(turns))
    axis = landmarks_mm[MIDDLE_BASE] - landmarks_mm[WRIST]
    thumb_deg = abs(_turn_deg(axis, landmarks_mm[THUMB_TIP] - landmarks_mm[2]))
    breadth = knuckle_breadth(landmarks_mm)
    span = float(np.linalg.norm(landmarks_mm[THUMB_TIP] - landmarks_mm[LITTLE_TIP])) / breadth
    bones = np.linalg.norm(np.diff(landmarks_mm, axis=0), axis=1)
    straight = min(
        float(np.linalg.norm(direction)) / float(bones[base:tip].sum())
        for direction, (base, tip) in zip(directions, FINGERS, strict=True)
    )
    palm = float(np.linalg.norm(axis))
    finger = float(np.linalg.norm(directions[1])) / palm
    is_flat = (
        straight >= STRAIGHT
        and FINGER_TO_PALM[0] <= finger <= FINGER_TO_PALM[1]
        and BREADTH_TO_PALM[0] <= breadth / palm <= BREADTH_TO_PALM[1]
    )
    if not is_flat:
        return Posture(None, "flat", fan_deg, thumb_deg)
    if fan_deg >= OPEN_FAN_DEG and thumb_deg >= OPEN_THUMB_DEG and span >= OPEN_SPAN:
        return Posture(Kind.OPEN, "", fan_deg, thumb_deg)
    if fan_deg <= CLOSED_FAN_DEG and span <= CLOSED_SPAN:
        is_alongside = thumb_deg <= CLOSED_THUMB_DEG and _thumb_outside(landmarks_mm, axis / palm) > -THUMB_INSIDE
        return Posture(Kind.CLOSED if is_alongside else None, "" if is_alongside else "thumb", fan_deg, thumb_deg)
    return Posture(None, "spread", fan_deg, thumb_deg)


def _thumb_outside(landmarks_mm: FloatArray, axis: FloatArray) -> float:
    """How far the thumb's tip lies beyond the index finger's base, across the hand, in knuckle breadths."""
    across = np.array([-axis[1], axis[0]])
    index = float((landmarks_mm[INDEX_BASE] - landmarks_mm[LITTLE_BASE]) @ across)
    thumb = float((landmarks_mm[THUMB_TIP] - landmarks_mm[INDEX_BASE]) @ across)
    return float(np.sign(index)) * thumb / knuckle_breadth(landmarks_mm)


def side_of(landmarks_mm: FloatArray) -> str:
    """Left or right, for a hand that lies on its palm; the model's own word is often wrong for the back of a hand."""
    axis = landmarks_mm[MIDDLE_BASE] - landmarks_mm[WRIST]
    across = landmarks_mm[LITTLE_BASE] - landmarks_mm[INDEX_BASE]
    turn = axis[0] * across[1] - axis[1] * across[0]
    return "left" if turn > 0 else "right"


@dataclass(frozen=True, eq=False)
class Measure:
    """One measured hand.

    Attributes:
        length_mm: span of an open hand, width of a closed one.
        landmark_mm: the same from the landmarks alone, shown beside it to tell what the outline brought.
        ends_mm: shape (2, 3), the two points between which was measured, world: thumb side, little finger side.
        clear: 0..1, how usual and how plain to see the two edges are; 0 where the usual value had to stand in.
    """

    kind: Kind
    side: str
    length_mm: float
    landmark_mm: float
    ends_mm: FloatArray
    clear: float


def measure(picture: Picture, camera: Camera, landmarks_mm: FloatArray, kind: Kind, turn_rad: float = 0.0) -> Measure:
    """Measure a hand whose landmarks and kind are known.

    Args:
        landmarks_mm: shape (21, 2), world x and y where lines of sight meet z = LANDMARK_Z_MM.
    """
    return (_span if kind is Kind.OPEN else _width)(picture, camera, landmarks_mm, turn_rad)


def _usualness(reach: float, limits: tuple[float, float, float]) -> float:
    """1 at the usual reach, 0.5 at the bounds, 0 beyond; reach and limits (least, usual, most) in knuckle breadths."""
    least, usual, most = limits
    if not least <= reach <= most:
        return 0.0
    room = most - usual if reach > usual else usual - least
    return 1 - 0.5 * (abs(reach - usual) / room) ** 2


def _span(picture: Picture, camera: Camera, landmarks_mm: FloatArray, turn_rad: float) -> Measure:
    """Thumb tip to little finger tip, at the outermost skin."""
    breadth = knuckle_breadth(landmarks_mm)
    raw_mm = float(np.linalg.norm(landmarks_mm[THUMB_TIP] - landmarks_mm[LITTLE_TIP]))
    heights = {THUMB_TIP: THUMB_TIP_HEIGHT * breadth, LITTLE_TIP: LITTLE_TIP_HEIGHT * breadth}
    skins = {tip: skin_around(picture, camera, landmarks_mm, tip, z_mm, turn_rad) for tip, z_mm in heights.items()}
    ends = {tip: landmarks_mm[tip] for tip in skins}
    clear: dict[int, float] = dict.fromkeys(skins, 0.0)
    for _ in range(FARTHEST_ROUNDS):
        for tip, other in ((THUMB_TIP, LITTLE_TIP), (LITTLE_TIP, THUMB_TIP)):
            ends[tip], clear[tip] = _end_of(skins[tip], landmarks_mm, tip, ends[other])
    length_mm = float(np.linalg.norm(ends[THUMB_TIP] - ends[LITTLE_TIP]))
    ends_mm = np.array([[*ends[tip], heights[tip]] for tip in (THUMB_TIP, LITTLE_TIP)])
    return Measure(Kind.OPEN, side_of(landmarks_mm), length_mm, raw_mm, ends_mm, sum(clear.values()) / 2)


def _end_of(skin: Skin, landmarks_mm: FloatArray, tip: int, other_mm: FloatArray) -> tuple[FloatArray, float]:
    """The point of a finger's end that is farthest from the other end, and how usual and plain that is."""
    breadth = knuckle_breadth(landmarks_mm)
    landmark = landmarks_mm[tip]
    outwards = (landmark - other_mm) / np.linalg.norm(landmark - other_mm)
    cap = cap_of(skin, landmarks_mm, tip)
    if len(cap):
        from_other = np.linalg.norm(cap - other_mm, axis=1)
        # the mean of the outermost pixels: one alone is noise
        farthest = cap[from_other >= from_other.max() - OUTERMOST_MM].mean(axis=0)
        reach_mm = float(from_other.max() - OUTERMOST_MM / 2 - np.linalg.norm(landmark - other_mm))
        if (usual := _usualness(reach_mm / breadth, REACH[tip])) > 0:
            direction = (farthest - other_mm) / np.linalg.norm(farthest - other_mm)
            return other_mm + direction * (from_other.max() - OUTERMOST_MM / 2), usual * skin.contrast
    return landmark + REACH[tip][1] * breadth * outwards, 0.0


def _width(picture: Picture, camera: Camera, landmarks_mm: FloatArray, turn_rad: float) -> Measure:
    """Across fingers and thumb, at right angles to the hand's axis (wrist to middle knuckle)."""
    breadth = knuckle_breadth(landmarks_mm)
    axis = landmarks_mm[MIDDLE_BASE] - landmarks_mm[WRIST]
    axis = axis / np.linalg.norm(axis)
    across = np.array([-axis[1], axis[0]])
    thumb_side = across if (landmarks_mm[INDEX_BASE] - landmarks_mm[LITTLE_BASE]) @ across > 0 else -across
    # the landmark that lies outermost on each side: the edge is looked for beyond it
    thumb = max((3, THUMB_TIP, INDEX_BASE, 6), key=lambda one: float(landmarks_mm[one] @ thumb_side))
    little = min((LITTLE_BASE, 18, 19, LITTLE_TIP), key=lambda one: float(landmarks_mm[one] @ thumb_side))
    raw_mm = float((landmarks_mm[thumb] - landmarks_mm[little]) @ thumb_side)
    ends, clear, length_mm = [], 0.0, raw_mm
    for landmark, group, height, outwards in (
        (thumb, THUMB_TIP, THUMB_TIP_HEIGHT, thumb_side),
        (little, LITTLE_BASE, LITTLE_SIDE_HEIGHT, -thumb_side),
    ):
        skin = skin_around(picture, camera, landmarks_mm, landmark, height * breadth, turn_rad)
        reach_mm = skin.reach_mm(landmarks_mm[landmark], outwards)
        usual = _usualness(reach_mm / breadth, SIDE[group])
        if usual == 0:
            reach_mm = SIDE[group][1] * breadth
        if landmark == little:
            reach_mm -= breadth * _overhang(camera, landmarks_mm[landmark], outwards)
        length_mm += reach_mm
        clear += usual * skin.contrast / 2
        ends.append([*(landmarks_mm[landmark] + reach_mm * outwards), height * breadth])
    return Measure(Kind.CLOSED, side_of(landmarks_mm), length_mm, raw_mm, np.array(ends), clear)


def _overhang(camera: Camera, place_mm: FloatArray, outwards: FloatArray) -> float:
    """How far the outline of the palm's far side stands beyond its real edge, in knuckle breadths; 0 on the near side.

    The edge is taken as an ellipse across: half thickness upwards, radius sideways. Its outline, seen at an angle and
    laid on the plane of its middle, is a longer ellipse.
    """
    towards = camera.position_mm[:2] - place_mm
    flatness = float(towards @ outwards) / float(camera.position_mm[2])
    if flatness >= 0:
        return 0.0
    seen = np.hypot(LITTLE_SIDE_RADIUS, LITTLE_SIDE_HALF_THICKNESS * flatness)
    return float(seen) - LITTLE_SIDE_RADIUS
