"""What the match means in light."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kernel.flashing import ChangePacer
from companion.leds.packets import Effect, Hello, Packet, Scene, Timer
from companion.leds.scenes import (
    DARK_SCENE,
    GREEN,
    PULSE,
    RED,
    WHITE,
    YELLOW,
    CountOut,
    LightScene,
    ShowLights,
    Slot,
    Whip,
    scene_for,
)
from companion.leds.simulated import SimulatedBoard
from companion.leds.zones import (
    ALL_POSTS,
    ALL_ROPES,
    Corner,
    Height,
    Rgb,
    Side,
    mask_of,
    post,
    rope,
    ropes_at,
    ropes_of,
)

BLUE = Rgb(0, 0, 255)
PINK = Rgb(255, 0, 120)
MEANINGS = {
    "nothing": ShowLights(),
    "slot": ShowLights(slot=Slot(Corner.NE, Side.EAST, BLUE)),
    "initiative": ShowLights(initiative=(BLUE, PINK)),
    "stamina_low": ShowLights(stamina_low=(Side.WEST,)),
    "near_ropes": ShowLights(near_ropes=(Side.NORTH,)),
    "whip": ShowLights(whip=Whip(Side.SOUTH, Side.NORTH, BLUE)),
    "tieup": ShowLights(tieup=(BLUE, PINK)),
    "knocked_down": ShowLights(knocked_down=True),
    "submission": ShowLights(submission=True),
    "unconscious": ShowLights(unconscious=True),
    "pin_1": ShowLights(pin_count=1),
    "pin_2": ShowLights(pin_count=2),
    "pin_3": ShowLights(pin_count=3),
    "count_out": ShowLights(count_out=CountOut(4, 10)),
    "timer": ShowLights(timer=Timer(60_000, 120_000, running=True)),
    "finisher_ready": ShowLights(finisher_ready=PINK),
    "elimination": ShowLights(elimination=PINK),
    "winner": ShowLights(winner=BLUE),
    "under_review": ShowLights(under_review=True),
    "dark": ShowLights(dark=True),
}
colours = st.builds(Rgb, st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))
sides = st.sampled_from(Side)
shows = st.builds(
    ShowLights,
    slot=st.none() | st.builds(Slot, st.sampled_from(Corner), sides, colours),
    initiative=st.lists(colours, max_size=8).map(tuple),
    stamina_low=st.lists(sides, max_size=4).map(tuple),
    near_ropes=st.lists(sides, max_size=4).map(tuple),
    whip=st.none() | st.builds(Whip, sides, sides, colours),
    tieup=st.none() | st.tuples(colours, colours),
    knocked_down=st.booleans(),
    submission=st.booleans(),
    unconscious=st.booleans(),
    pin_count=st.integers(0, 3),
    count_out=st.none() | st.builds(CountOut, st.integers(0, 20), st.integers(0, 20)),
    timer=st.none() | st.builds(Timer, st.integers(0, 10**7), st.integers(0, 10**7), st.booleans()),
    finisher_ready=st.none() | colours,
    elimination=st.none() | colours,
    winner=st.none() | colours,
    under_review=st.booleans(),
    calm=st.booleans(),
)


def looks(scene: LightScene, zones: tuple[int, ...]) -> set[tuple[Effect, Rgb]]:
    return {(scene.zones[zone].effect, scene.zones[zone].colour_1) for zone in zones}


def commands_of(scene: LightScene) -> Iterator[Scene | Timer]:
    yield scene.timer
    for number, zone in enumerate(scene.zones):
        yield Scene(1 << number, zone.effect, zone.colour_1, zone.colour_2, zone.speed, zone.duration_ms)


class TestMeanings:
    @pytest.mark.parametrize("ropes_per_side", [3, 1])
    def test_no_two_meanings_look_the_same(self, ropes_per_side: int) -> None:
        scenes = {name: scene_for(show, ropes_per_side) for name, show in MEANINGS.items()}
        assert len(set(scenes.values())) == len(MEANINGS)

    @pytest.mark.parametrize("ropes_per_side", [3, 1])
    def test_no_two_meanings_look_the_same_on_a_calm_evening(self, ropes_per_side: int) -> None:
        scenes = {name: scene_for(replace(show, calm=True), ropes_per_side) for name, show in MEANINGS.items()}
        assert len(set(scenes.values())) == len(MEANINGS)

    def test_the_slot_shows_at_post_and_side_in_the_fighters_colour(self) -> None:
        scene = scene_for(MEANINGS["slot"])
        assert scene.zones[post(Corner.NE)].colour_1 == BLUE
        assert looks(scene, ropes_of(Side.EAST)) == {(Effect.SOLID, BLUE.dimmed(0.5))}

    def test_those_who_come_next_stand_counter_clockwise_and_dimmer(self) -> None:
        scene = scene_for(ShowLights(slot=Slot(Corner.NE, Side.EAST, BLUE), initiative=(PINK, WHITE)))
        assert scene.zones[post(Corner.NW)].colour_1 == PINK.dimmed(0.25)
        assert scene.zones[post(Corner.SW)].colour_1 == WHITE.dimmed(0.25)

    @pytest.mark.parametrize(
        ("show", "colour"), [("knocked_down", RED), ("submission", YELLOW), ("unconscious", GREEN)]
    )
    def test_statuses_have_the_colours_of_their_cards(self, show: str, colour: Rgb) -> None:
        scene = scene_for(MEANINGS[show])
        assert {scene.zones[zone].colour_1 for zone in ropes_at(Height.MIDDLE)} == {colour}

    @pytest.mark.parametrize("count", [1, 2, 3])
    def test_a_pin_lights_one_more_rope_at_each_count(self, count: int) -> None:
        scene = scene_for(ShowLights(pin_count=count, knocked_down=True))
        for height in Height:
            due = WHITE if height < count else Rgb(0, 0, 0)
            assert looks(scene, ropes_at(height)) == {(Effect.SOLID, due)}

    def test_a_pin_on_four_strips_fills_thirds(self) -> None:
        scene = scene_for(ShowLights(pin_count=2), ropes_per_side=1)
        assert scene.zones[rope(Side.SOUTH, Height.LOW)].effect is Effect.FILL
        assert scene.zones[rope(Side.SOUTH, Height.LOW)].speed == 170

    def test_time_is_a_bar_round_the_top_ropes(self) -> None:
        scene = scene_for(MEANINGS["timer"])
        assert {scene.zones[zone].effect for zone in ropes_at(Height.TOP)} == {Effect.TIMER}
        assert scene.timer == Timer(60_000, 120_000, running=True)

    def test_a_review_covers_everything_but_the_dark(self) -> None:
        scene = scene_for(ShowLights(under_review=True, pin_count=3, winner=PINK))
        assert scene == scene_for(ShowLights(under_review=True))
        assert scene_for(ShowLights(under_review=True, dark=True)) == DARK_SCENE

    def test_ageing_ends_what_has_an_end(self) -> None:
        whip = scene_for(MEANINGS["whip"])
        assert whip.aged(1000).zones[0].duration_ms == whip.zones[0].duration_ms - 1000
        assert whip.aged(5000).zones[0].effect is Effect.SOLID
        timer = scene_for(MEANINGS["timer"])
        assert timer.aged(59_000).timer.remaining_ms == 1000
        assert timer.aged(99_000).timer.remaining_ms == 0

    def test_held_still_nothing_moves(self) -> None:
        for show in MEANINGS.values():
            assert not scene_for(show).held_still().moves()


class TestNothingFlashesFast:
    """At most three flashes a second over lights and screens together; the lights take two."""

    @given(shows)
    def test_only_one_thing_beats_and_no_faster_than_once_a_second(self, show: ShowLights) -> None:
        zones = scene_for(show).zones
        beats = {zone for zone in zones if zone.effect is Effect.BLINK}
        assert len(beats) <= 1
        assert all(zone.speed <= PULSE for zone in beats)

    @given(shows)
    def test_calm_nothing_beats_or_runs(self, show: ShowLights) -> None:
        for zone in scene_for(replace(show, calm=True)).zones:
            assert zone.effect not in {Effect.BLINK, Effect.CHASE, Effect.CHASE_BACK}
            assert zone.effect in {Effect.FILL, Effect.TIMER} or zone.speed <= 4

    @pytest.mark.parametrize("name", MEANINGS)
    def test_counted_on_the_board_over_four_seconds(self, name: str) -> None:
        board = SimulatedBoard()
        board.receive(Packet(0, 1, Hello().payload()).wire(), 0)
        for sequence, command in enumerate(commands_of(scene_for(MEANINGS[name])), start=1):
            board.receive(Packet(sequence, command.code, command.payload()).wire(), 0)
        light = [sum(sum(p) for zone in board.frame(ms) for p in zone) for ms in range(20, 4020, 20)]
        assert flashes(light) <= 4 * 2

    def test_changes_are_spaced_for_a_referee_who_hammers(self) -> None:
        pacer = ChangePacer()
        times: list[float] = []
        for step in range(300):
            now_s = step / 100
            if pacer.may_change_at(now_s) <= now_s:
                pacer.changed(now_s)
                times.append(now_s)
        assert times[:2] == [0.0, 0.01]
        assert all(third - first >= 0.999 for first, third in zip(times, times[2:], strict=False))


def flashes(light: list[int]) -> float:
    """Pairs of opposing changes of at least a tenth of the largest light seen."""
    step = max(light, default=0) / 10
    turns, direction, extreme = 0, 0, light[0]
    for before, after in pairwise(light):
        del before
        if direction >= 0 and after <= extreme - step > 0:
            turns, direction, extreme = turns + 1, -1, after
        elif direction <= 0 and after >= extreme + step > step:
            turns, direction, extreme = turns + 1, 1, after
        else:
            extreme = max(extreme, after) if direction > 0 else min(extreme, after) if direction < 0 else extreme
    return turns / 2


def test_masks_name_every_zone_once() -> None:
    assert mask_of(ALL_ROPES) | mask_of(ALL_POSTS) == 0xFFFF
    assert mask_of(ALL_ROPES) & mask_of(ALL_POSTS) == 0
