"""Who has whom behind him (DEC-75: the rear arc is 120 degrees wide unless the profile says otherwise)."""

from companion.table.geometry import Point, bearing_deg, distance_mm, turn_deg

REAR_ARC_DEG = 120.0
# a shorter step does not show which way a figure went
SHORTEST_TELLING_STEP_MM = 25.0


def is_behind(place: Point, facing_deg: float | None, other: Point, arc_deg: float = REAR_ARC_DEG) -> bool | None:
    """Whether `other` stands in the rear arc of a figure; None while its facing is unknown."""
    if facing_deg is None:
        return None
    return abs(turn_deg(facing_deg, bearing_deg(place, other))) >= 180.0 - arc_deg / 2


def is_ahead(place: Point, facing_deg: float | None, other: Point, arc_deg: float = 180.0) -> bool | None:
    """Whether `other` stands within an arc in front of a figure; None while its facing is unknown."""
    if facing_deg is None:
        return None
    return abs(turn_deg(facing_deg, bearing_deg(place, other))) <= arc_deg / 2


def facing_after(start: Point, end: Point) -> float | None:
    """Facing that a forward move shows; None for a step too short to tell (CW-MOVE-01: one moves where one faces)."""
    return None if distance_mm(start, end) < SHORTEST_TELLING_STEP_MM else bearing_deg(start, end)
