"""Plane geometry, the ring's parts, and palms."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.facing import facing_after, is_ahead, is_behind
from companion.table.geometry import (
    Point,
    bearing_deg,
    distance_mm,
    distance_to_segment_mm,
    gap_mm,
    path_mm,
    turn_deg,
)
from companion.table.palm import Palm
from companion.table.ring import RingPlan, Zone

RING = RingPlan(700, 700, 250)
angles = st.floats(-720, 720)
coordinates = st.floats(-900, 900)


class TestGeometry:
    def test_a_gap_is_the_free_space_between_footprints(self):
        assert gap_mm(Point(0, 0), 15, Point(60, 0), 20) == 25
        assert gap_mm(Point(0, 0), 15, Point(20, 0), 20) == -15

    def test_a_bearing_counts_from_x_counter_clockwise(self):
        assert bearing_deg(Point(0, 0), Point(0, 5)) == 90
        assert bearing_deg(Point(1, 1), Point(0, 1)) == 180

    def test_a_way_with_a_turn_is_the_sum_of_its_pieces(self):
        assert path_mm([Point(0, 0), Point(100, 0), Point(100, 50)]) == 150
        assert path_mm([Point(3, 4)]) == 0

    def test_beyond_a_segments_end_the_end_counts(self):
        assert distance_to_segment_mm(Point(-3, 4), Point(0, 0), Point(10, 0)) == 5
        assert distance_to_segment_mm(Point(1, 1), Point(1, 2), Point(1, 2)) == 1

    @given(angles, angles)
    def test_a_turn_leads_from_one_direction_to_the_other_the_short_way(self, start, end):
        turn = turn_deg(start, end)
        assert -180 <= turn < 180
        assert math.isclose(math.cos(math.radians(start + turn)), math.cos(math.radians(end)), abs_tol=1e-9)


class TestRing:
    """CW-RING-03, CW-RING-04."""

    def test_on_the_edge_is_still_in_the_ring(self):
        assert RING.zone(Point(350, 0)) is Zone.RING
        assert RING.zone(Point(350.1, 0)) is Zone.RINGSIDE
        assert RING.zone(Point(0, -600.1)) is Zone.OUT

    def test_ropes_are_as_near_from_outside_as_from_inside(self):
        assert RING.to_ropes_mm(Point(0, 300))["north"] == 50
        assert RING.to_ropes_mm(Point(0, 400))["north"] == 50

    def test_posts_stand_in_the_corners(self):
        assert RING.posts["ne"] == Point(350, 350)
        assert RING.to_posts_mm(Point(-350, 340)) == pytest.approx(
            {"sw": 690, "se": 982.90, "ne": 700.07, "nw": 10}, abs=0.01
        )

    @given(coordinates, coordinates)
    def test_turning_the_table_by_180_degrees_swaps_sides_and_nothing_else(self, x, y):
        here, there = RING.to_ropes_mm(Point(x, y)), RING.to_ropes_mm(Point(-x, -y))
        assert here["south"] == pytest.approx(there["north"])
        assert here["west"] == pytest.approx(there["east"])
        assert RING.zone(Point(x, y)) is RING.zone(Point(-x, -y))


class TestPalm:
    def test_near_is_a_quarter_palm(self):
        assert Palm(200).near_mm == 50

    def test_each_started_palm_costs_one_and_a_tenth_over_is_forgiven(self):
        palm = Palm(200)
        assert [palm.palms_started(mm) for mm in (0, 10, 150, 200, 219, 221, 400, 425)] == [0, 0, 1, 1, 1, 2, 2, 3]

    def test_half_a_palm_is_the_closed_hand_or_half_the_open_one(self):
        assert Palm(200, 106).half_palm_mm == 106
        assert Palm(200).half_palm_mm == 100

    def test_a_slip_of_the_keyboard_is_refused(self):
        with pytest.raises(ValueError, match="palm of 20 mm"):
            Palm(20)


class TestFacing:
    """DEC-75: the rear arc is 120 degrees."""

    def test_behind_is_a_third_of_the_circle(self):
        me = Point(0, 0)
        behind = [
            angle
            for angle in range(-180, 180)
            if is_behind(me, 0.0, Point(math.cos(math.radians(angle)), math.sin(math.radians(angle))))
        ]
        assert 119 <= len(behind) <= 121
        assert all(abs(angle) >= 120 for angle in behind)

    def test_an_unknown_facing_has_no_behind(self):
        assert is_behind(Point(0, 0), None, Point(1, 0)) is None
        assert is_ahead(Point(0, 0), None, Point(1, 0)) is None

    def test_ahead_is_the_half_plane_in_front(self):
        assert is_ahead(Point(0, 0), 90.0, Point(5, 1))
        assert not is_ahead(Point(0, 0), 90.0, Point(5, -1))

    def test_a_short_step_shows_no_facing(self):
        assert facing_after(Point(0, 0), Point(0, 24)) is None
        assert facing_after(Point(0, 0), Point(0, 60)) == 90
        assert distance_mm(Point(0, 0), Point(3, 4)) == 5
