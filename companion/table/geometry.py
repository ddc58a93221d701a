"""Plane geometry of the table: millimetres from the ring's centre, x right, y away from the south side."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple


class Point(NamedTuple):
    """A place on the table, mm."""

    x_mm: float
    y_mm: float


def distance_mm(a: Point, b: Point) -> float:
    return math.hypot(b.x_mm - a.x_mm, b.y_mm - a.y_mm)


def bearing_deg(origin: Point, target: Point) -> float:
    """Direction from one place to another: 0 = +x, counter-clockwise, -180..180."""
    return math.degrees(math.atan2(target.y_mm - origin.y_mm, target.x_mm - origin.x_mm))


def turn_deg(start_deg: float, end_deg: float) -> float:
    """Smallest turn from one direction to another, counter-clockwise positive, -180..180 (180 excluded)."""
    return (end_deg - start_deg + 180.0) % 360.0 - 180.0


def gap_mm(a: Point, a_radius_mm: float, b: Point, b_radius_mm: float) -> float:
    """Free space between two footprint circles; negative where they overlap."""
    return distance_mm(a, b) - a_radius_mm - b_radius_mm


def path_mm(points: Sequence[Point]) -> float:
    """Length of a way along its corners."""
    return sum(distance_mm(a, b) for a, b in pairwise(points))


def distance_to_segment_mm(point: Point, start: Point, end: Point) -> float:
    """Shortest way from a point to a straight piece between two places."""
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    length = dx * dx + dy * dy
    if length == 0.0:
        return distance_mm(point, start)
    along = ((point.x_mm - start.x_mm) * dx + (point.y_mm - start.y_mm) * dy) / length
    along = min(1.0, max(0.0, along))
    return distance_mm(point, Point(start.x_mm + along * dx, start.y_mm + along * dy))
