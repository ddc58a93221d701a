"""A kit that is too large for the board is refused before the evening starts, in one line."""

import pytest

from companion.leds.settings import LedSettingError, lights_for


@pytest.mark.parametrize(("part", "ring_mm"), [({"per_m": 200}, 800), ({"per_m": 60}, 700), ({"per_m": 96}, 800)])
def test_more_leds_than_the_board_drives(part: dict[str, int], ring_mm: int) -> None:
    with pytest.raises(LedSettingError, match="too many for the board"):
        lights_for("sim", part, ring_mm)


def test_what_fits_is_taken() -> None:
    lights = lights_for("sim", {"ropes": 4, "per_m": 60}, 600)
    lights.close()
