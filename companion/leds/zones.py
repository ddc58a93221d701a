"""The sixteen zones of light: twelve ropes and four posts, numbered as the board numbers them.

Sides and corners run counter-clockwise as seen from above, from the south side and its west corner on, in the
frame of the table (x right, y away from the south side). Lane n feeds post n first and then the ropes of side n, so
that one lap of the lanes is one lap of the ring.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

SIDES = 4
ROPES_PER_SIDE = 3
ROPES = SIDES * ROPES_PER_SIDE
ZONES = ROPES + SIDES


class Side(IntEnum):
    SOUTH = 0
    EAST = 1
    NORTH = 2
    WEST = 3

    @property
    def opposite(self) -> "Side":
        return Side((self + 2) % SIDES)


class Corner(IntEnum):
    SW = 0
    SE = 1
    NE = 2
    NW = 3

    def counter_clockwise(self, steps: int) -> "Corner":
        return Corner((self + steps) % SIDES)


class Height(IntEnum):
    """Which of the three ropes of a side."""

    LOW = 0
    MIDDLE = 1
    TOP = 2


class Rgb(NamedTuple):
    """One colour, each part 0..255, linear in LED current (no gamma)."""

    red: int
    green: int
    blue: int

    def dimmed(self, share: float) -> "Rgb":
        """This colour at `share` (0..1) of its brightness, rounded down."""
        return Rgb(int(self.red * share), int(self.green * share), int(self.blue * share))


BLACK = Rgb(0, 0, 0)


def rope(side: Side, height: Height) -> int:
    """The zone of one rope."""
    return side * ROPES_PER_SIDE + height


def ropes_of(side: Side) -> tuple[int, ...]:
    """The three zones of a side, lowest rope first."""
    return tuple(rope(side, height) for height in Height)


def ropes_at(height: Height) -> tuple[int, ...]:
    """One lap at one height, from the south side counter-clockwise."""
    return tuple(rope(side, height) for side in Side)


def post(corner: Corner) -> int:
    """The zone of one post."""
    return ROPES + corner


ALL_ROPES = tuple(range(ROPES))
ALL_POSTS = tuple(range(ROPES, ZONES))
ALL_ZONES = tuple(range(ZONES))


def mask_of(zones: Iterable[int]) -> int:
    """Zones as the 16-bit mask of a SCENE command: bit n is zone n."""
    mask = 0
    for zone in zones:
        mask |= 1 << zone
    return mask


def zones_of(mask: int) -> tuple[int, ...]:
    """The zones of a 16-bit mask, in order."""
    return tuple(zone for zone in range(ZONES) if mask >> zone & 1)
