"""From the command to the light: DESIGN.md, section 6, allows 60 ms."""

from collections.abc import Callable
from random import Random

import pytest

from companion.leds.scenes import CountOut, ShowLights, Slot, Whip, scene_for
from companion.leds.zones import Corner, Rgb, Side

BUDGET_MS = 60.0
BLUE = Rgb(0, 0, 255)
SHOWS = (
    ShowLights(slot=Slot(Corner.NE, Side.EAST, BLUE), initiative=(Rgb(255, 0, 0), Rgb(0, 255, 0), Rgb(9, 9, 9))),
    ShowLights(whip=Whip(Side.SOUTH, Side.NORTH, BLUE), stamina_low=(Side.WEST,), near_ropes=(Side.EAST,)),
    ShowLights(pin_count=2),
    ShowLights(count_out=CountOut(4, 10), submission=True, finisher_ready=BLUE),
    ShowLights(winner=BLUE),
)


@pytest.mark.parametrize("phase_seed", range(4))
def test_the_whole_scene_is_on_the_leds_within_60_ms(phase_seed: int, new_host: Callable[..., object]) -> None:
    """Measured to the last bit of the first picture with everything in it, 280 LEDs, at random phases."""
    host = new_host(seed=phase_seed)
    random = Random(phase_seed)
    for show in SHOWS:
        later_s = host.now_s + 0.3 + random.random() / 10
        host.run_until(lambda later_s=later_s: host.now_s > later_s, 1000)
        start_ms = host.sim.time_ms
        host.link.want(scene_for(show), host.now_s)
        host.step()
        host.run_until(lambda: host.link.settled, 200)
        answered_ms = host.sim.time_ms
        for lane in range(4):
            host.sim.take_frames(lane)
        host.sim.run_ms(40)
        # the first picture drawn after the last answer has all of it: its last lane ends about 12 ms after its start
        starts = [frame.start_cycle / 16_000 for frame in host.sim.take_frames(0)]
        first_ms = min(start for start in starts if start > answered_ms)
        shown_ms = first_ms + 12.5 - start_ms
        assert shown_ms < BUDGET_MS
