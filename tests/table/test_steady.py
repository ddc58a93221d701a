"""A fact must hold to count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.steady import Steady


def near(*moments, enter=50, leave=54, hold_ms=300):
    """Whether the fact holds after each (time_ms, length)."""
    steady = Steady(enter, leave, hold_ms)
    return ["a" in steady.update(time, {"a": length}) for time, length in moments]


class TestSteady:
    def test_the_first_measurement_counts_at_once(self):
        assert near((0, 40)) == [True]
        assert near((0, 60)) == [False]

    def test_a_change_counts_after_its_time(self):
        assert near((0, 60), (100, 40), (300, 40), (399, 40), (400, 40)) == [False, False, False, False, True]

    def test_a_flicker_starts_the_time_again(self):
        assert near((0, 60), (100, 40), (300, 60), (400, 40), (600, 40), (700, 40))[-2:] == [False, True]

    def test_between_the_thresholds_nothing_changes(self):
        assert near((0, 40), (500, 52), (5000, 53.9)) == [True, True, True]
        assert near((0, 60), (500, 52), (5000, 51)) == [False, False, False]

    def test_it_ends_beyond_the_outer_threshold(self):
        assert near((0, 40), (100, 55), (400, 55)) == [True, True, False]

    def test_what_is_not_measured_is_forgotten(self):
        steady = Steady(50, 54, 300)
        steady.update(0, {"a": 40})
        assert steady.update(100, {}) == frozenset()
        assert steady.update(200, {"a": 60}) == frozenset()

    def test_thresholds_the_wrong_way_round_are_refused(self):
        with pytest.raises(ValueError, match="leave 40 received"):
            Steady(50, 40, 300)

    @given(st.lists(st.floats(50.1, 53.9), min_size=1, max_size=40))
    def test_noise_between_the_thresholds_never_shows(self, lengths):
        steady = Steady(50, 54, 300)
        assert steady.update(0, {"a": 45}) == {"a"}
        assert all(steady.update(33 * (i + 1), {"a": length}) == {"a"} for i, length in enumerate(lengths))
