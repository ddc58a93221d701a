"""Another size of the mat than the one people gave: where its edges are, once markers have told where the camera is."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from companion.vision.geometry import Camera
from companion.vision.mat_sides import side_clearness, side_seen
from companion.vision.shots import Shot, px_scale
from companion.vision.table_file import SIDE_NAMES, Ring

# sizes that are tried, as shares of the given one; steps no longer than a side's reach in the picture can bridge
SMALLEST, LARGEST, STEP_MM, REACH_PX = 0.55, 1.6, 10.0, 5.0
# sizes that somebody measured or typed a little wrong; the reach must part two of them
NEARBY_MM, NEARBY_REACH_PX = 60.0, 2.5
# a larger square is the mat, and the given one its printed border, where it is so much larger and all four of its sides
# lie so near to their places, together (at 1280 wide): 0.4 to 1.6 for true mats, 2.4 and more for rims around them
BORDER_MM, WITHIN_PX = 20.0, 1.8
# a length stands where markers put a side of it this near to its place, hem included (at 1280 wide)
IN_PLACE_PX = 1.5
# both sides must be seen so well, 0 to 1, and so much better than where they should be
CLEAR, CLEARER = 0.5, 0.25
# and a side is seen at all so well: noise and strong compression make it uneven
UNEVEN = 0.25
# the sides whose distance is the first and the second length of a ring's size
PAIRS = ((1, 3), (0, 2))


def seen_size(shots: Sequence[Shot], camera: Camera, ring: Ring, used: Sequence[str]) -> tuple[float, float] | None:
    """The size, west to east and south to north, of the ring whose sides are seen; None where nothing speaks for it.

    A length counts as given where one of its two sides carries the calibration; else both sides must be clearly seen at
    another length.

    Args:
        used: the groups that carry the calibration, "south side" among them.
    """
    size = list(ring.size_mm)
    open_axes = [
        axis for axis, pair in enumerate(PAIRS) if not any(f"{SIDE_NAMES[index]} side" in used for index in pair)
    ]
    # mats are mostly square, and a stripe or the platform's rim may be as clear as the edge
    for axis in open_axes:
        due = max(CLEAR, _both(shots, camera, ring, PAIRS[axis]) + CLEARER)
        if len(open_axes) == 1 and _both(shots, camera, _sized(ring, axis, size[1 - axis]), PAIRS[axis]) > due:
            size[axis] = size[1 - axis]
            continue
        lengths = np.arange(SMALLEST * size[axis] // STEP_MM * STEP_MM, LARGEST * size[axis], STEP_MM)
        scores = [_both(shots, camera, _sized(ring, axis, float(length)), PAIRS[axis]) for length in lengths]
        best = int(np.argmax(scores))
        if scores[best] > due:
            size[axis] = float(lengths[best])
    return None if tuple(size) == ring.size_mm else (size[0], size[1])


def sizes_nearby(shots: Sequence[Shot], camera: Camera, ring: Ring) -> list[tuple[float, float]]:
    """Sizes within a few centimetres of the given one, in whole centimetres, whose sides a camera sees clearly.

    Squares first, as mats mostly are; then others in a length that the sides do not bear out.

    Args:
        camera: from markers alone: sides that were fitted bend it to the size that was given.

    Returns:
        Without the given one.
    """
    reach_px = NEARBY_REACH_PX * px_scale(camera)
    width, depth = ring.size_mm
    both = {width, *_nearby(width)} & {depth, *_nearby(depth)}
    sizes = [(one, one) for one in sorted(both) if (one, one) != ring.size_mm]
    squares = [
        size
        for size in sizes
        if max(_both(shots, camera, replace(ring, size_mm=size), pair, reach_px) for pair in PAIRS) >= CLEAR
    ]
    widths, depths = (_lengths_in_place(shots, camera, ring, axis) for axis in range(2))
    others = [size for size in product(widths, depths) if size not in {ring.size_mm, *squares}]
    return [*squares, *others]


def larger_square(shots: Sequence[Shot], camera: Camera, ring: Ring) -> tuple[float, float] | None:
    """A larger square whose sides are all in place, around a border that may have been taken for the mat's edge.

    Args:
        camera: as markers tell it; sides that were fitted too may not have bent it.
    """
    reach_px, limit_px = NEARBY_REACH_PX * px_scale(camera), WITHIN_PX * px_scale(camera)
    found: list[tuple[float, tuple[float, float]]] = []
    for length in _nearby(ring.size_mm[0]):
        if length < ring.size_mm[0] + BORDER_MM:
            continue
        sized = replace(ring, size_mm=(length, length))
        off_px = 0.0
        for index in range(len(SIDE_NAMES)):
            seen = (side_seen(shot.colour, camera, sized, index, reach_px) for shot in shots)
            off_px += min((off for clear, off in seen if clear >= CLEAR), default=np.inf)
            if off_px > limit_px:
                break
        else:
            found.append((off_px, (length, length)))
    return min(found)[1] if found else None


def sides_in_place(shots: Sequence[Shot], camera: Camera, ring: Ring) -> int:
    """How many sides of a ring are seen near their places, be they uneven.

    Args:
        camera: from markers alone.
    """
    reach_px, limit_px = NEARBY_REACH_PX * px_scale(camera), IN_PLACE_PX * px_scale(camera)
    count = 0
    for index in range(len(SIDE_NAMES)):
        seen = (side_seen(shot.colour, camera, ring, index, reach_px) for shot in shots)
        count += any(clear >= UNEVEN and off_px <= limit_px for clear, off_px in seen)
    return count


def size_apart_mm(one: tuple[float, float], other: tuple[float, float]) -> float:
    """By how much two sizes differ, both lengths together."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _lengths_in_place(shots: Sequence[Shot], camera: Camera, ring: Ring, axis: int) -> list[float]:
    """The given length where its sides bear it out or nothing else does; else those that both of its sides bear out.

    A square was hardly mistyped in one length: there one side in place is enough.
    """
    given = ring.size_mm[axis]
    reach_px, limit_px = NEARBY_REACH_PX * px_scale(camera), IN_PLACE_PX * px_scale(camera)

    def off_px(length: float) -> list[float]:
        sized = _sized(ring, axis, length)
        seen = [
            max((side_seen(shot.colour, camera, sized, index, reach_px) for shot in shots), key=lambda one: one[0])
            for index in PAIRS[axis]
        ]
        return [off if clear >= CLEAR else np.inf for clear, off in seen]

    enough = min if ring.size_mm[0] == ring.size_mm[1] else max
    if enough(off_px(given)) <= limit_px:
        return [given]
    return [one for one in _nearby(given) if max(off_px(one)) <= limit_px] or [given]


def _nearby(given: float) -> list[float]:
    """Lengths in whole centimetres around the given one, without it."""
    lengths = np.arange(round((given - NEARBY_MM) / STEP_MM), (given + NEARBY_MM) / STEP_MM + 0.5) * STEP_MM
    return [float(one) for one in lengths if one != given]


def _sized(ring: Ring, axis: int, length: float) -> Ring:
    x, y = ring.size_mm
    return replace(ring, size_mm=(length, y) if axis == 0 else (x, length))


def _both(
    shots: Sequence[Shot], camera: Camera, ring: Ring, pair: tuple[int, int], reach_px: float | None = None
) -> float:
    """How well the worse of two sides is seen, 0 to 1."""
    reach_px = REACH_PX * px_scale(camera) if reach_px is None else reach_px
    return min(max(side_clearness(shot.colour, camera, ring, index, reach_px) for shot in shots) for index in pair)
