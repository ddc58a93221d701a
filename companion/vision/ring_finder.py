"""The ring found in a picture that nobody marked or clicked: four sides of one colour under a believable camera.

Every quadrilateral of long lines is judged: can a camera see a rectangle of this size so, is each side seen, is the
colour just inside the same all around and another one just outside. A mat with a border of its own gives two, one in
the other; the outer one is the mat. What is left undecided is refused with the reason, never guessed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text
from companion.vision.first_pose import first_pose_any_lens
from companion.vision.picture_lines import Lines, find_lines
from companion.vision.pose_fit import unusual_lens
from companion.vision.table_file import CORNER_NAMES, SIDE_NAMES, Ring

FloatArray = NDArray[np.float64]

# the ring fills at least this part of the picture, and each side this part of its width
SMALLEST_AREA, SHORTEST_SIDE = 0.05, 0.12
# corners may lie so far outside the picture, as a part of its size
OUTSIDE = 0.06
# of each side so much must be seen as a line; ropes, posts and figures hide the rest
LEAST_SEEN = 0.3
# the ends of a side belong to posts and corner pads
ENDS = 0.08
# Lab: least difference between inside and outside, most difference between the sides' insides
LEAST_CONTRAST, MOST_SPREAD = 9.0, 17.0
# sides meet at no less than this; opposite sides are no further from parallel
SHARPEST_CORNER_DEG, LEAST_PARALLEL_COS = 15.0, 0.5
# corners of one and the same quadrilateral, px of the small picture; and of others nearby that may be meant as well
SAME_PX, ALIKE_PX, ALIKE_WORSE = 4.0, 14.0, 0.06
MOST_JUDGED = 18
# quadrilaterals that are looked at together
AT_A_TIME = 3000
# focal lengths by picture width at which sides must look square and of the right lengths: cosine, ratio
TRIED_FOCALS = (0.5, 0.6, 0.72, 0.86, 1.05, 1.3, 1.7)
MOST_SKEWED, MOST_STRETCHED = 0.07, 0.1
# a camera must explain the corners to this, and be no stranger than this many deviations from an ordinary webcam
MOST_MISFIT_PX, CORNER_SD_PX, MOST_UNUSUAL, ROUGH_FOCALS = 3.5, 3.0, 2.5, 14
# the band between two nested ones is a border of the mat when it has one colour (Lab), not that of the floor, and the
# outer one is nearly as good; sides nearer than this are the same line; a border is no wider than that, by area
BORDER_COLOUR, BORDER_WORSE, SAME_SIDE_PX, BORDER_AREA = 12.0, 0.25, 4.0, 1.3
# the floor is looked at so far out, by the mat's size; ropes or a hand may spoil one side in four
FLOOR_AT, FLOOR_SAMPLES, SPOILT_SIDES = 1.16, 40, 1
# another ring elsewhere in the picture that is nearly as good leaves the matter open
RIVAL_WORSE, RIVAL_AREA, RIVAL_AWAY = 0.12, 1.6, 0.25


@dataclass(frozen=True, slots=True)
class FoundRing:
    """A ring found without marks or clicks.

    Attributes:
        corners_px: sw, se, ne, nw in the picture as it is, good to some pixels: the mat's sides sharpen them.
        sure_mm: how far apart the edges run that may be the mat's side, hems and the platform's rim among them.
        inner_mm: width of the mat's own border, if it shows one: a second edge runs so far inside.
        is_turned_evenly: two sides are nearly as low in the picture; which one is at the bottom was a close call.
    """

    corners_px: dict[str, tuple[float, float]]
    sure_mm: float
    inner_mm: float | None
    is_turned_evenly: bool


@dataclass(frozen=True, eq=False)
class _Quad:
    """Four lines as a ring may have them.

    Attributes:
        corners: shape (4, 2), px of the small picture from its middle, against the clock seen from above.
        worth: how well its sides are seen and coloured.
        inside, outside: shape (4, 3), Lab beside the sides, side i from corner i to the next.
    """

    corners: FloatArray
    worth: float
    inside: FloatArray
    outside: FloatArray

    @property
    def area(self) -> float:
        a, b = self.corners[2] - self.corners[0], self.corners[3] - self.corners[1]
        return float(0.5 * abs(a[0] * b[1] - a[1] * b[0]))


def find_ring(
    picture: NDArray[np.uint8], ring_size_mm: tuple[float, float], side_at_bottom: str = "south"
) -> FoundRing | Text:
    """Find a ring's mat in a picture; else say why not and what to do.

    Args:
        picture: shape (height, width, 3), BGR, as the camera made it.
        ring_size_mm: west to east, south to north.
        side_at_bottom: the name of the side that is lowest in the picture.
    """
    lines = find_lines(picture)
    candidates = _seen_as_ring(_quads(lines, ring_size_mm), lines.size, ring_size_mm, side_at_bottom)
    if not candidates:
        return Text(
            "no mat with four clear sides can be seen: bring all four sides into the picture, clear them and light "
            "them evenly, or click the corners with --corners",
            "no se ve ninguna lona con cuatro lados claros: mete los cuatro lados en la imagen, despéjalos e "
            "ilumínalos por igual, o haz clic en las esquinas con --corners",
        )
    chosen = _with_border(candidates[0], candidates, lines)
    if any(_is_rival(other, chosen) for other in candidates):
        return Text(
            "more than one thing in the picture may be the mat: clear the table, or click the corners with --corners",
            "más de una cosa en la imagen puede ser la lona: despeja la mesa, o haz clic en las esquinas con --corners",
        )
    corners, close_call = _named(chosen.corners, side_at_bottom)
    full = (corners + np.array(lines.size) / 2 + 0.5) / lines.scale - 0.5
    places = {name: (float(x), float(y)) for name, (x, y) in zip(CORNER_NAMES, full, strict=True)}
    border_mm = _border_mm(chosen, candidates, lines, ring_size_mm)
    return FoundRing(places, _doubt_mm(chosen, candidates, ring_size_mm), border_mm, close_call)


def _quads(lines: Lines, ring_size_mm: tuple[float, float]) -> list[_Quad]:
    """Quadrilaterals of lines that may be a mat's sides, best first; each once."""
    found = [quad for sides in _sides(lines) for quad in _judged(lines, sides, ring_size_mm)]
    kept: list[_Quad] = []
    for quad in sorted(found, key=lambda quad: -quad.worth):
        if len(kept) == MOST_JUDGED:
            break
        if not any(_turned_like(quad, other)[1] < SAME_PX for other in kept):
            kept.append(quad)
    return kept


def _turned_like(quad: _Quad, model: _Quad) -> tuple[int, float]:
    """By how many corners to turn a quadrilateral so that it lies on another, and how far a corner is then off, px."""
    away = [float(np.abs(np.roll(quad.corners, turn, axis=0) - model.corners).max()) for turn in range(4)]
    turn = int(np.argmin(away))
    return turn, away[turn]


def _sides(lines: Lines) -> Iterator[tuple[FloatArray, list[NDArray[np.intp]]]]:
    """Pairs of opposite lines and pairs that close them, some thousands at a time.

    Yields:
        Corners, shape (4, n, 2), and the line of each side, shape (n,).
    """
    normal, offset = lines.normal, lines.offset
    determinant = normal[:, None, 0] * normal[None, :, 1] - normal[:, None, 1] * normal[None, :, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        x = (offset[:, None] * normal[None, :, 1] - normal[:, None, 1] * offset[None, :]) / determinant
        y = (normal[:, None, 0] * offset[None, :] - offset[:, None] * normal[None, :, 0]) / determinant
    crossing = np.stack([x, y], axis=2)
    reach = (0.5 + OUTSIDE) * np.array(lines.size)
    meets = (np.abs(determinant) > np.sin(np.radians(SHARPEST_CORNER_DEG))) & (np.abs(crossing) < reach).all(axis=2)
    likeness = np.abs(normal @ normal.T)
    opposite = [pair for pair in combinations(range(len(normal)), 2) if likeness[pair] > LEAST_PARALLEL_COS]
    second, fourth = np.array(opposite, dtype=np.intp).reshape(-1, 2).T
    waiting: list[NDArray[np.intp]] = []
    for first, third in opposite:
        fits = meets[first, second] & meets[second, third] & meets[third, fourth] & meets[fourth, first]
        fits &= second > first
        if fits.any():
            both = np.stack((second[fits], fourth[fits]))
            waiting.append(np.stack((np.full(both.shape[1], first), both[0], np.full(both.shape[1], third), both[1])))
        is_last = (first, third) == opposite[-1]
        if waiting and (is_last or sum(some.shape[1] for some in waiting) > AT_A_TIME):
            sides = list(np.concatenate(waiting, axis=1))
            waiting = []
            yield np.stack([crossing[sides[i - 1], sides[i]] for i in range(4)]), sides


def _judged(
    lines: Lines, around: tuple[FloatArray, list[NDArray[np.intp]]], ring_size_mm: tuple[float, float]
) -> list[_Quad]:
    """Those of many quadrilaterals that look like a mat."""
    corners, sides = around
    fits = _is_rectangle(corners, lines.size, ring_size_mm)
    corners, sides = corners[:, fits], [side[fits] for side in sides]
    middle = corners.mean(axis=0)
    seen, inside, outside = [], [], []
    for i, side in enumerate(sides):
        along = lines.along[side]
        ends = np.sort(np.stack([(corners[i] * along).sum(1), (corners[(i + 1) % 4] * along).sum(1)]), axis=0)
        trimmed = ENDS * (ends[1] - ends[0])
        start, end = ends[0] + trimmed, ends[1] - trimmed
        inner = np.where((middle * lines.normal[side]).sum(axis=1) > lines.offset[side], 0, 1)
        seen.append(lines.seen_part(side, start, end))
        inside.append(lines.colours(side, inner, start, end))
        outside.append(lines.colours(side, 1 - inner, start, end))
    part, both = np.array(seen), np.stack([inside, outside])
    # a rope is a line with the same on both sides of it
    contrast = np.linalg.norm(both[0] - both[1], axis=3).min(axis=(0, 1))
    within, beyond = both[:, :, 0]
    spread = np.linalg.norm(within - within.mean(axis=0), axis=2).max(axis=0)
    good = (part.min(axis=0) > LEAST_SEEN) & (contrast > LEAST_CONTRAST) & (spread < MOST_SPREAD)
    worth = part.mean(axis=0) + 0.5 * part.min(axis=0) - 0.01 * spread + 0.003 * np.minimum(contrast, 30.0)
    quads = []
    for i in np.flatnonzero(good):
        # y points down: against the clock seen from above is a negative turn
        turns_back = _turns(corners[:, i : i + 1])[0, 0] > 0
        order, edges = ([3, 2, 1, 0], [2, 1, 0, 3]) if turns_back else ([0, 1, 2, 3], [0, 1, 2, 3])
        quads.append(_Quad(corners[order, i], float(worth[i]), within[edges, i], beyond[edges, i]))
    return quads


def _turns(corners: FloatArray) -> FloatArray:
    """Turn at each corner, shape (4, n); all of one sign in a convex quadrilateral."""
    edges = np.roll(corners, -1, axis=0) - corners
    following = np.roll(edges, -1, axis=0)
    return np.asarray(edges[..., 0] * following[..., 1] - edges[..., 1] * following[..., 0], dtype=float)


def _is_rectangle(corners: FloatArray, size: tuple[int, int], ring_size_mm: tuple[float, float]) -> NDArray[np.bool_]:
    """Whether corners, shape (4, n, 2), may be an ordinary camera's view of a large enough ring, either way round."""
    turns = _turns(corners)
    diagonals = corners[2:] - corners[:2]
    area = 0.5 * np.abs(diagonals[0, :, 0] * diagonals[1, :, 1] - diagonals[0, :, 1] * diagonals[1, :, 0])
    shortest = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=2).min(axis=0)
    fits = ((turns > 0).all(axis=0) | (turns < 0).all(axis=0)) & (area > SMALLEST_AREA * size[0] * size[1])
    fits &= shortest > SHORTEST_SIDE * size[0]
    a, b, c, d = corners
    # the square-to-quadrilateral map; its first two columns are the sides' directions in space, bent by the lens alone
    one, two, rest = b - c, d - c, a - b + c - d
    with np.errstate(divide="ignore", invalid="ignore"):
        below = one[:, 0] * two[:, 1] - two[:, 0] * one[:, 1]
        g = (rest[:, 0] * two[:, 1] - two[:, 0] * rest[:, 1]) / below
        h = (one[:, 0] * rest[:, 1] - rest[:, 0] * one[:, 1]) / below
        across, up = b - a + g[:, None] * b, d - a + h[:, None] * d
        ratio = ring_size_mm[0] / ring_size_mm[1]
        square = np.zeros(len(a), dtype=bool)
        for focal in np.array(TRIED_FOCALS) * max(size):
            lengths = (
                np.hypot(np.linalg.norm(across, axis=1) / focal, g),
                np.hypot(np.linalg.norm(up, axis=1) / focal, h),
            )
            skew = ((across * up).sum(axis=1) / focal**2 + g * h) / (lengths[0] * lengths[1])
            stretch = np.minimum(
                np.abs(np.log(lengths[0] / lengths[1] / ratio)), np.abs(np.log(lengths[0] / lengths[1] * ratio))
            )
            square |= (np.abs(skew) < MOST_SKEWED) & (stretch < MOST_STRETCHED)
    return np.asarray(fits & square, dtype=bool)


def _seen_as_ring(
    quads: list[_Quad], size: tuple[int, int], ring_size_mm: tuple[float, float], side_at_bottom: str
) -> list[_Quad]:
    """Those that a camera over a ring of this size could see so, to a few pixels."""
    corners_mm = Ring(ring_size_mm, 0.0).corners_mm
    believable = []
    for quad in quads:
        named, _ = _named(quad.corners, side_at_bottom)
        pose = first_pose_any_lens(size, corners_mm, named + np.array(size) / 2, CORNER_SD_PX, focals=ROUGH_FOCALS)
        if pose is not None and pose[1] < MOST_MISFIT_PX and unusual_lens(pose[0]) < MOST_UNUSUAL:
            believable.append(quad)
    return believable


def _side_gaps_px(outer: _Quad, inner: _Quad) -> FloatArray:
    """How far each side of `outer` lies outside of `inner`, at its nearest corner; shape (4,), `outer`'s order."""
    turn, _ = _turned_like(inner, outer)
    corners = np.roll(inner.corners, turn, axis=0)
    edges = np.roll(outer.corners, -1, axis=0) - outer.corners
    ends = np.stack([corners, np.roll(corners, -1, axis=0)])
    to = ends - outer.corners
    away = -(edges[:, 0] * to[..., 1] - edges[:, 1] * to[..., 0]) / np.linalg.norm(edges, axis=1)
    return np.asarray(away.min(axis=0), dtype=float)


def _floor(quad: _Quad, lines: Lines) -> FloatArray:
    """Colour of the floor beyond each side, Lab, shape (4, 3); NaN where the picture ends before."""
    middle = quad.corners.mean(axis=0)
    corners = middle + FLOOR_AT * (quad.corners - middle)
    share = np.linspace(ENDS, 1 - ENDS, FLOOR_SAMPLES)[None, :, None]
    places = corners[:, None] * (1 - share) + np.roll(corners, -1, axis=0)[:, None] * share + np.array(lines.size) / 2
    column, row = np.moveaxis(np.rint(places).astype(int), 2, 0)
    inside = (column >= 0) & (row >= 0) & (column < lines.size[0]) & (row < lines.size[1])
    colours = lines.lab[np.clip(row, 0, lines.size[1] - 1), np.clip(column, 0, lines.size[0] - 1)]
    colours[~inside] = np.nan
    enough = inside.sum(axis=1) >= FLOOR_SAMPLES / 4
    sides = zip(colours, enough, strict=True)
    return np.array([np.nanmedian(side, axis=0) if told else np.full(3, np.nan) for side, told in sides])


def _is_border(outer: _Quad, inner: _Quad, lines: Lines) -> bool:
    """Whether the band between two quadrilaterals is a border of one colour that belongs to the mat."""
    gaps = _side_gaps_px(outer, inner)
    if gaps.min() < -SAME_SIDE_PX or gaps.max() < SAME_SIDE_PX or outer.area > BORDER_AREA * inner.area:
        return False
    if outer.worth < inner.worth - BORDER_WORSE:
        return False
    turn, _ = _turned_like(inner, outer)
    differs = np.linalg.norm(outer.inside - np.roll(inner.outside, turn, axis=0), axis=1) >= BORDER_COLOUR
    is_floor = np.linalg.norm(outer.inside - _floor(outer, lines), axis=1) < BORDER_COLOUR
    apart = gaps > SAME_SIDE_PX
    spoilt = SPOILT_SIDES if apart.all() else 0
    return int(differs[apart].sum()) <= spoilt and int(is_floor[apart].sum()) <= spoilt


def _with_border(best: _Quad, candidates: list[_Quad], lines: Lines) -> _Quad:
    """The mat with its own printed or sewn border, where one is seen around it."""
    while True:
        around = [quad for quad in candidates if _is_border(quad, best, lines)]
        if not around:
            return best
        best = max(around, key=lambda quad: quad.worth)


def _is_rival(other: _Quad, chosen: _Quad) -> bool:
    """Whether another quadrilateral is as good and no mere neighbour: elsewhere, or far larger or smaller."""
    if other.worth < chosen.worth - RIVAL_WORSE:
        return False
    ratio = max(other.area, chosen.area) / min(other.area, chosen.area)
    return bool(ratio > RIVAL_AREA or _turned_like(other, chosen)[1] > RIVAL_AWAY * np.sqrt(chosen.area))


def _doubt_mm(chosen: _Quad, candidates: list[_Quad], ring_size_mm: tuple[float, float]) -> float:
    """How far the mat's edge may be another one nearby that is as good, on the mat."""
    mm_per_px = float(np.sqrt(ring_size_mm[0] * ring_size_mm[1] / chosen.area))
    alike = [
        away
        for quad in candidates
        if quad.worth > chosen.worth - ALIKE_WORSE and (away := _turned_like(quad, chosen)[1]) < ALIKE_PX
    ]
    return mm_per_px * max(SAME_PX, *alike)


def _border_mm(chosen: _Quad, candidates: list[_Quad], lines: Lines, ring_size_mm: tuple[float, float]) -> float | None:
    """Width of the border whose inner edge is seen too; None where no other edge runs inside."""
    inner = [quad.area for quad in candidates if _is_border(chosen, quad, lines)]
    return float((1 - np.sqrt(min(inner) / chosen.area)) / 2 * min(ring_size_mm)) if inner else None


def _named(corners: FloatArray, side_at_bottom: str) -> tuple[FloatArray, bool]:
    """Corners in the order sw, se, ne, nw when `side_at_bottom` is the lowest; and whether that was a close call."""
    lows = (corners + np.roll(corners, -1, axis=0))[:, 1] / 2
    heights = np.sort(lows)
    turned = np.roll(corners, SIDE_NAMES.index(side_at_bottom) - int(np.argmax(lows)), axis=0)
    return turned, bool(heights[3] - heights[2] < 0.2 * (heights[3] - heights[0]))
