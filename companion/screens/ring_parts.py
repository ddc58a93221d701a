"""What the screens show of the ring from above, as values; millimetres and degrees as in `view_model`. Pure."""

from dataclasses import dataclass

from companion.screens.fighter_parts import CardColour, Chip, Rgb

ROPES_A_SIDE = 3
SIDES = ("south", "east", "north", "west")
POSTS = ("sw", "se", "ne", "nw")
LIGHT_ZONES = len(SIDES) * ROPES_A_SIDE + len(POSTS)
"""Lights picture: 12 ropes (south, east, north, west; lowest first), then the posts sw, se, ne, nw."""


@dataclass(frozen=True, slots=True)
class MapFigure:
    """A figure on the ring map. `facing_deg` is None where unknown."""

    id: str
    chip: Chip
    x_mm: float
    y_mm: float
    facing_deg: float | None = None
    radius_mm: float = 22.0
    lying: bool = False
    held: bool = False
    uncertain: bool = False
    active: bool = False
    card: CardColour | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """Two figures that belong together: tie-up, melee, hold, submission, pin."""

    a: str
    b: str
    kind: str


@dataclass(frozen=True, slots=True)
class Ghost:
    """Where a proposal would put a figure, and where it came from."""

    chip: Chip
    x_mm: float
    y_mm: float
    from_x_mm: float
    from_y_mm: float
    number: int


@dataclass(frozen=True, slots=True)
class Reach:
    """Circles of the acting player's own palms round a place, innermost first."""

    x_mm: float
    y_mm: float
    radii_mm: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class RingPicture:
    """The camera's picture of the ring area seen from above, ringside included, north up; rows of RGB bytes."""

    width_px: int
    height_px: int
    rgb: bytes


@dataclass(frozen=True, slots=True)
class RingMap:
    """The ring from above.

    Attributes:
        size_mm: mat, width (x) and depth (y).
        zone_mm: how near is "near the ropes" and "near a post".
        lights: 16 zones as `LIGHT_ZONES` orders them, or none.
    """

    size_mm: tuple[float, float]
    ringside_mm: float = 250.0
    figures: tuple[MapFigure, ...] = ()
    links: tuple[Link, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    reach: Reach | None = None
    zone_mm: float = 0.0
    lights: tuple[Rgb, ...] = ()
    picture: RingPicture | None = None
