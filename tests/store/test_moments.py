"""Times that people read, whatever the clock of the machine said."""

import pytest

from companion.store.moments import moment, shown


def test_a_moment_in_its_zone_and_form() -> None:
    assert shown(0) == "1970-01-01 00:00"
    assert shown(61_000, 60) == "1970-01-01 01:01"
    assert shown(61_999, form="%H:%M:%S") == "00:01:01"


@pytest.mark.parametrize("at_ms", [2**63 - 1, -(2**63)])
def test_a_clock_that_was_far_off_gives_its_number(at_ms: int) -> None:
    assert moment(at_ms) is None
    assert shown(at_ms) == str(at_ms)
