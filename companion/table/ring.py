"""The ring as the rules see it: sides, posts and zones (rules of clay wrestling, CW-RING-03, CW-RING-04)."""

from dataclasses import dataclass
from enum import Enum

from companion.table.geometry import Point, distance_mm, distance_to_segment_mm


class Zone(str, Enum):
    """Where a fighter is: on the mat, on the strip around it, or away from the table's playing area."""

    RING = "ring"
    RINGSIDE = "ringside"
    OUT = "out"


SIDES = ("south", "east", "north", "west")
POSTS = ("sw", "se", "ne", "nw")


@dataclass(frozen=True, slots=True)
class RingPlan:
    """The mat seen from above, centred on the origin.

    Attributes:
        width_mm: along x, west to east.
        depth_mm: along y, south to north.
        ringside_mm: width of the strip around it that belongs to the game.
    """

    width_mm: float
    depth_mm: float
    ringside_mm: float = 250.0

    @property
    def posts(self) -> dict[str, Point]:
        """The mat's corners, where the posts stand."""
        x, y = self.width_mm / 2, self.depth_mm / 2
        return {"sw": Point(-x, -y), "se": Point(x, -y), "ne": Point(x, y), "nw": Point(-x, y)}

    def zone(self, place: Point) -> Zone:
        """The zone of a figure's contact point."""
        beyond = max(abs(place.x_mm) - self.width_mm / 2, abs(place.y_mm) - self.depth_mm / 2)
        if beyond <= 0.0:
            return Zone.RING
        return Zone.RINGSIDE if beyond <= self.ringside_mm else Zone.OUT

    def to_ropes_mm(self, place: Point) -> dict[str, float]:
        """Way from a place to each side's rope line, from inside or outside."""
        posts = self.posts
        ends = {
            "south": (posts["sw"], posts["se"]),
            "east": (posts["se"], posts["ne"]),
            "north": (posts["ne"], posts["nw"]),
            "west": (posts["nw"], posts["sw"]),
        }
        return {side: distance_to_segment_mm(place, *ends[side]) for side in SIDES}

    def to_posts_mm(self, place: Point) -> dict[str, float]:
        """Way from a place to each post."""
        return {name: distance_mm(place, post) for name, post in self.posts.items()}
