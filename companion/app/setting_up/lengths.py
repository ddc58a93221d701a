"""Whether the ring's typed size is true: printed things of known size contradict it, or a second length does (B-06)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.kernel.text import Text
from companion.vision.first_pose import first_pose, first_pose_any_lens
from companion.vision.geometry import Camera, FloatArray, Lens
from companion.vision.lens import BoardView, find_board
from companion.vision.marker_search import detect
from companion.vision.ring_finder import find_ring
from companion.vision.sources import Picture
from companion.vision.table_file import CORNER_NAMES, MarkerPlace, Ring
from companion.vision.targets import KIT_BOARD, kit_layout, scaled_board, scaled_layout

# sizes that differ by less are a matter of how one lays a ruler
SAME_SHARE = 0.035
# a tape laid from corner to corner is no worse than this; two sides tell the same length twice as ill
DIAGONAL_SHARE = 0.02
# sides that were seen and differ by less are those of a square
SQUARE_SHARE = 0.02
# a side of a mat, and the length from corner to corner, are never shorter or longer
MAT_MM, DIAGONAL_MM = (100.0, 3000.0), (140.0, 4300.0)
# two ends are clicked to this
CLICK_MM = 3.0
SIZES = np.geomspace(0.55, 1.8, 49)
# one side of the mat against the other, tried around the size that fits best; the last steps are this fine
SIDES = (0.06, 0.03, 0.012)
# a step that is hardly better says nothing
BETTER = 0.99
# a side that is taken this much longer must fit so much worse, or it was never measured
TRIED_LONGER, CLEARLY_WORSE = 1.1, 1.3
AXES = (Text("west to east", "de oeste a este"), Text("south to north", "de sur a norte"))


@dataclass(frozen=True)
class Doubt:
    """A size that does not fit.

    Attributes:
        size_mm: what it seems to be.
        because: who says so.
    """

    size_mm: tuple[float, float]
    because: Text


def plain_check(size_mm: float) -> Text | None:
    """What is wrong with a typed side of the mat alone: cm or metres for mm, or no ring's size."""
    if MAT_MM[0] <= size_mm <= MAT_MM[1]:
        return None
    for factor, unit, unidad in (
        (10.0, "cm", "cm"),
        (1000.0, "metres", "metros"),
        (0.1, "tenths of mm", "décimas de mm"),
    ):
        if 200 <= size_mm * factor <= 2000:
            return Text(
                f"{size_mm:g} mm is no ring: did you mean {unit}? then type {size_mm * factor:g}",
                f"{size_mm:g} mm no es un ring: ¿eran {unidad}? entonces escribe {size_mm * factor:g}",
            )
    return Text(f"{size_mm:g} mm is no ring: type 100 to 3000", f"{size_mm:g} mm no es un ring: escribe de 100 a 3000")


@dataclass(frozen=True)
class Proof:
    """What is seen about the typed lengths.

    Attributes:
        doubt: a size that fits better.
        unproven: axes of `AXES` of which nothing that is seen says how long they are.
    """

    doubt: Doubt | None = None
    unproven: tuple[int, ...] = (0, 1)


def diagonal_check(ring: Ring, diagonal_mm: float) -> Doubt | Text | None:
    """The mat from corner to corner, measured with a tape, against its typed sides."""
    due = float(np.hypot(*ring.size_mm))
    for factor, unit, unidad in (
        (10.0, "cm", "cm"),
        (1000.0, "metres", "metros"),
        (0.1, "tenths of mm", "décimas de mm"),
    ):
        if abs(diagonal_mm * factor / due - 1) < 0.2:
            return Text(
                f"{diagonal_mm:g} mm from corner to corner: did you mean {unit}? then type {diagonal_mm * factor:g}",
                f"{diagonal_mm:g} mm de esquina a esquina: ¿eran {unidad}? entonces escribe {diagonal_mm * factor:g}",
            )
    ratio = diagonal_mm / due
    if abs(ratio - 1) <= DIAGONAL_SHARE:
        return None
    because = Text(
        f"{diagonal_mm:.0f} mm from corner to corner, {due:.0f} mm would fit what you typed",
        f"{diagonal_mm:.0f} mm de esquina a esquina; con lo que escribiste serían {due:.0f} mm",
    )
    square = diagonal_mm / float(np.sqrt(2))
    # one of two typed sides is right and the mat is square: then the other one was mistyped
    if any(abs(side / square - 1) <= DIAGONAL_SHARE for side in ring.size_mm):
        return Doubt((square, square), because)
    return Doubt(_times(ring, ratio), because)


def proof_by_kit(picture: Picture, ring: Ring, bar_scale: float, lens: Lens | None) -> Proof:
    """The kit's mat markers have a known size and lie flush in the corners: only one size of the mat fits both."""
    layout = kit_layout(ring)
    seen = seen_markers(picture, layout)
    if len(seen) < 2:
        return Proof()
    size = (int(picture.shape[1]), int(picture.shape[0]))
    px = np.concatenate([seen[place.id] for place in layout if place.id in seen])
    ideal = px if lens is None else lens.undistort(px) * lens.K[0, 0]
    if not np.isfinite(ideal).all():
        return Proof()

    def world(wide: float, deep: float) -> FloatArray:
        stretched = Ring((ring.size_mm[0] * wide, ring.size_mm[1] * deep), ring.ringside_mm, ring.ringside_z_mm)
        places = scaled_layout(kit_layout(stretched), bar_scale)
        return np.concatenate([place.corners_mm for place in places if place.id in seen])

    def pose(wide: float, deep: float, known: Lens | None) -> tuple[Camera | None, float]:
        there = world(wide, deep)
        found = first_pose(known, there, px) if known else first_pose_any_lens(size, there, px)
        return (None, float("inf")) if found is None else found

    # the mat is flat: where its sides are right, one plane's picture fits all corners, and that is quick to try
    best = min(((float(share), float(share)) for share in SIZES), key=lambda both: _flat_error(world(*both), ideal))
    best = _descended(lambda wide, deep: _flat_error(world(wide, deep), ideal), best, SIDES)
    # how long one side is against the other is told by the camera's place
    near = lens
    if near is None and (camera := pose(*best, None)[0]) is not None:
        near = camera.lens
    best = _descended(lambda wide, deep: pose(wide, deep, near)[1], best, SIDES[-1:])
    least, typed = pose(*best, lens)[1], pose(1.0, 1.0, lens)[1]
    if max(abs(best[0] - 1), abs(best[1] - 1)) > SAME_SHARE and least <= 0.6 * typed:
        because = Text(
            "the printed markers are {mm:g} mm wide, and say otherwise",
            "las marcas impresas, de {mm:g} mm, dicen otra cosa",
        ).filled(mm=round(layout[0].size_mm * bar_scale, 1))  # fmt: skip
        return Proof(Doubt((ring.size_mm[0] * best[0], ring.size_mm[1] * best[1]), because))
    longer = pose(TRIED_LONGER, 1.0, lens)[1], pose(1.0, TRIED_LONGER, lens)[1]
    return Proof(None, tuple(axis for axis in (0, 1) if longer[axis] < CLEARLY_WORSE * typed))


def _flat_error(world_mm: FloatArray, ideal_px: FloatArray) -> float:
    """How ill points of the mat's plane fit where they are seen, px rms, whatever the camera's place and lens."""
    plane, _ = cv2.findHomography(world_mm[:, :2], ideal_px)
    if np.shape(plane) != (3, 3):
        return float("inf")
    there = cv2.perspectiveTransform(world_mm[None, :, :2], plane)[0]
    return float(np.sqrt(((there - ideal_px) ** 2).sum(axis=1).mean()))


def _descended(
    error: Callable[[float, float], float], at: tuple[float, float], steps: Sequence[float]
) -> tuple[float, float]:
    """The sides near a guess that fit best, as shares of the typed ones: each made longer and shorter, or both."""
    least = error(*at)
    for step in steps:
        longer, shorter = 1 + step, 1 / (1 + step)
        moves = ((longer, 1.0), (1.0, longer), (shorter, 1.0), (1.0, shorter), (longer, longer), (shorter, shorter))
        is_better = True
        while is_better:
            is_better = False
            for wide, deep in moves:
                other = at[0] * wide, at[1] * deep
                found = error(*other)
                # a side that nothing is seen of stays as it is
                if found < BETTER * least and all(SIZES[0] <= side <= SIZES[-1] for side in other):
                    at, least, is_better = other, found, True
    return at


def seen_markers(picture: Picture, layout: Sequence[MarkerPlace]) -> dict[int, FloatArray]:
    """Corners, shape (4, 2), of the layout's markers that are read whole in a picture, by id."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found: dict[int, FloatArray] = {}
    for dictionary in dict.fromkeys(place.dictionary for place in layout):
        found |= detect(grey, dictionary)
    wanted = {place.id for place in layout}
    return {number: corners for number, corners in found.items() if number in wanted}


def proof_by_edges(picture: Picture, ring: Ring, camera: Camera) -> Proof:
    """Markers of one's own give millimetres by themselves: how far apart are the mat's edges then?

    The mat is looked for as the typed shape and as a square. Only a mat that is a rectangle on the markers' plane
    counts; edges that say two things prove neither.
    """
    sizes = [ring.size_mm]
    if abs(ring.size_mm[0] / ring.size_mm[1] - 1) > SAME_SHARE:
        side = float(np.mean(ring.size_mm))
        sizes.insert(0, (side, side))
    found = [size for size in (_seen_size(picture, shape, camera) for shape in sizes) if size is not None]
    for size in found:
        off = [abs(size[axis] / ring.size_mm[axis] - 1) for axis in (0, 1)]
        if max(off) <= SAME_SHARE:
            continue
        axis = int(np.argmax(off))
        words = {"mm": f"{size[axis]:.0f}", "typed": f"{ring.size_mm[axis]:g}", "axis": AXES[axis]}
        because = Text(
            "by the markers the mat's edges are {mm} mm apart {axis}, not {typed}",
            "según las marcas los bordes de la lona distan {mm} mm {axis}, no {typed}",
        ).filled(**words)
        return Proof(Doubt(size, because))
    return Proof(None, () if found else (0, 1))


def _seen_size(picture: Picture, shape: tuple[float, float], camera: Camera) -> tuple[float, float] | None:
    """Width and depth of the mat that is seen, mm, west to east first; None where it is no rectangle there."""
    found = find_ring(picture, shape)
    if isinstance(found, Text):
        return None
    corners = camera.to_plane([found.corners_px[name] for name in CORNER_NAMES], 0.0)
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.linalg.norm(sides, axis=1)
    if not np.isfinite(lengths).all() or lengths.min() < 1.0:
        return None
    first, second = lengths[[0, 2]], lengths[[1, 3]]
    cosine = abs(float(sides[0] @ sides[1])) / float(lengths[0] * lengths[1])
    if np.ptp(first) > SAME_SHARE * first.mean() or np.ptp(second) > SAME_SHARE * second.mean() or cosine > SAME_SHARE:
        return None
    # a side that is found may be any side of the ring: the one that runs west to east is the width
    runs_east = abs(float(sides[0][0])) >= abs(float(sides[0][1]))
    width, depth = (first, second) if runs_east else (second, first)
    return float(width.mean()), float(depth.mean())


def size_by_sheet(picture: Picture, ring: Ring, camera: Camera, bar_scale: float) -> Doubt | Text | None:
    """The chessboard sheet lies flat on the mat: its squares have a known size. A `Text` when none is seen."""
    board = scaled_board(KIT_BOARD, bar_scale)
    view = find_board("mat", picture, board)
    if not isinstance(view, BoardView):
        return view.reason
    flat = camera.to_plane(view.image_px, 0.0)
    known, found = _spread(view.object_mm[:, :2]), _spread(flat)
    if not np.isfinite(found):
        return Text("the sheet does not lie on the mat", "la hoja no está sobre la lona")
    ratio = known / found
    if abs(ratio - 1) <= SAME_SHARE:
        return None
    because = Text("the sheet on the mat says otherwise", "la hoja sobre la lona dice otra cosa")
    return Doubt(_times(ring, ratio), because)


def size_by_bar(ends_px: FloatArray, ring: Ring, camera: Camera, bar_mm: float) -> Doubt | None:
    """The printed bar on the mat, its two ends clicked; `ends_px` of shape (2, 2)."""
    ends = camera.to_plane(ends_px, 0.0)
    found = float(np.linalg.norm(ends[1] - ends[0]))
    ratio = bar_mm / found if found > 1.0 else np.inf
    if abs(ratio - 1) <= SAME_SHARE + CLICK_MM / bar_mm:
        return None
    because = Text(
        f"the bar of {bar_mm:g} mm would be {found:.0f} mm long between the two clicks",
        f"la barra de {bar_mm:g} mm mediría {found:.0f} mm entre los dos clics",
    )
    return Doubt(_times(ring, ratio), because)


def _spread(points: FloatArray) -> float:
    away = points - points.mean(axis=0)
    return float(np.sqrt((away**2).sum(axis=1).mean()))


def _times(ring: Ring, factor: float) -> tuple[float, float]:
    return ring.size_mm[0] * factor, ring.size_mm[1] * factor


def rounded(size_mm: tuple[float, float]) -> tuple[float, float]:
    """To whole centimetres: rings are built so; and to a square, where the two sides are nearly one."""
    if abs(size_mm[0] / size_mm[1] - 1) <= SQUARE_SHARE:
        side = round((size_mm[0] + size_mm[1]) / 2, -1)
        return side, side
    return round(size_mm[0], -1), round(size_mm[1], -1)
