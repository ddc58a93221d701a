"""WLED over serial, against a fake with the quirks of the real one: the state is right after every one of them."""

import itertools
from collections.abc import Callable
from random import Random

import pytest

from companion.leds.layout import layout_for_ring, standard_layout
from companion.leds.link import LinkState
from companion.leds.packets import Timer
from companion.leds.scenes import DARK_SCENE, LightScene, ShowLights, Whip, scene_for
from companion.leds.wled import WledLink, segments_of
from companion.leds.zones import Corner, Height, Rgb, Side, post, rope, ropes_of
from leds.fake_wled import FakeWled

STEP_S = 0.01
PIN = scene_for(ShowLights(pin_count=2))
WIN = scene_for(ShowLights(winner=Rgb(0, 0, 250)))


class World:
    def __init__(self, fake: FakeWled | None = None, seed: int = 1) -> None:
        self.fake = fake or FakeWled()
        self.link = WledLink(Random(seed), standard_layout())
        self.now_s = 10.0
        self.to_wled: Callable[[bytes], bytes] = bytes

    def step(self) -> None:
        out = self.link.poll(self.now_s)
        if out:
            self.fake.write(self.to_wled(out), self.now_s)
        self.now_s += STEP_S
        self.link.receive(self.fake.read(self.now_s), self.now_s)

    def run(self, seconds: float) -> None:
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            self.step()

    def show(self, scene: LightScene, limit_s: float = 15.0) -> float:
        start_s = self.now_s
        self.link.want(scene, self.now_s)
        self.step()
        while not self.link.settled:
            assert self.now_s < start_s + limit_s, (self.link.state, self.link.problem, self.fake)
            self.step()
        return self.now_s - start_s

    def segment(self, zone: int) -> dict[str, object]:
        (number,) = [segment.number for segment in segments_of(self.link.layout) if segment.zone == zone]
        return self.fake.segments[number]

    def is_right(self) -> bool:
        """Every segment shows the pin on two of three ropes."""
        white = [[255, 255, 255]]
        for side in Side:
            for height in Height:
                found = self.fake.segments.get(rope(side, height), {})
                due = white if height < 2 else [[0, 0, 0]]
                if found.get("fx") != 0 or found["col"][:1] != due:
                    return False
            if self.fake.segments.get(post(Corner(side)), {}).get("fx") != 1:
                return False
        return bool(self.fake.state.get("on"))


class TestWords:
    def test_sixteen_segments_in_order_stop_exclusive(self) -> None:
        world = World()
        world.show(PIN)
        assert sorted(world.fake.segments) == list(range(16))
        assert (world.segment(0)["start"], world.segment(0)["stop"]) == (7, 28)
        assert (world.segment(1)["start"], world.segment(1)["stop"], world.segment(1)["rev"]) == (28, 49, True)
        assert (world.segment(12)["start"], world.segment(12)["stop"]) == (0, 7)
        assert (world.segment(15)["start"], world.segment(15)["stop"]) == (210, 217)
        assert world.is_right()

    def test_four_strips_have_eight_segments(self) -> None:
        world = World()
        world.link = WledLink(Random(1), layout_for_ring(700, 60, 1, 14))
        world.show(scene_for(ShowLights(pin_count=1), ropes_per_side=1))
        assert sorted(world.fake.segments) == list(range(8))
        assert world.segment(0)["fx"] == 98
        assert world.segment(0)["ix"] == 33

    def test_more_leds_than_our_board_could_drive(self) -> None:
        world = World()
        world.link = WledLink(Random(1), layout_for_ring(800, 60))
        world.show(PIN)
        assert world.segment(15)["stop"] == 3 * (7 + 3 * 48) + 7

    def test_objects_stay_short(self) -> None:
        world = World()
        for show in (ShowLights(), ShowLights(finisher_ready=Rgb(1, 2, 3), tieup=(Rgb(9, 9, 9), Rgb(0, 0, 0)))):
            world.show(scene_for(show))
        assert world.fake.longest_object <= 200
        assert world.fake.most_segments <= 4
        assert world.fake.silent_errors == 0

    def test_a_beat_is_never_faster_than_three_a_second(self) -> None:
        world = World()
        world.show(PIN)
        cycle_ms = (255 - int(str(world.segment(12)["sx"]))) * 20
        assert cycle_ms >= 1000

    def test_a_timer_counts_down_by_itself(self) -> None:
        world = World()
        world.show(scene_for(ShowLights(timer=Timer(10_000, 20_000, running=True))))
        assert [world.segment(rope(side, Height.TOP))["ix"] for side in Side] == [100, 100, 0, 0]
        world.run(5)
        assert [world.segment(rope(side, Height.TOP))["ix"] for side in Side] == [100, 0, 0, 0]

    def test_a_whip_ends_by_itself(self) -> None:
        world = World()
        world.show(scene_for(ShowLights(whip=Whip(Side.SOUTH, Side.NORTH, Rgb(200, 0, 0)))))
        assert {world.segment(zone)["fx"] for zone in ropes_of(Side.SOUTH)} == {28}
        assert world.segment(0)["rev"] is True
        world.run(3)
        assert {world.segment(zone)["fx"] for zone in ropes_of(Side.SOUTH)} == {0}

    def test_goodbye_switches_it_off(self) -> None:
        world = World()
        world.show(PIN)
        world.link.say_goodbye(world.now_s)
        world.run(1)
        assert world.link.state is LinkState.CLOSED
        assert world.fake.state["on"] is False

    def test_changes_are_dated(self) -> None:
        world = World()
        world.show(PIN)
        world.link.changes.clear()
        world.show(scene_for(ShowLights(pin_count=3)))
        zones = 0
        for change in world.link.changes:
            assert change.sent_s < change.done_s < change.sent_s + 0.5
            zones |= change.zones
        assert zones == sum(1 << rope(side, Height.TOP) for side in Side)


class TestQuirks:
    def test_the_swallowed_byte_is_a_line_feed(self) -> None:
        world = World()
        world.show(PIN)
        assert world.link.counters.retries == 0
        assert world.fake.silent_errors == 0

    def test_a_late_start(self) -> None:
        world = World()
        world.fake.restart(world.now_s)
        assert world.show(PIN) < 5.0
        assert world.is_right()

    def test_a_restart_in_the_match(self) -> None:
        world = World()
        world.show(PIN)
        world.fake.restart(world.now_s)
        world.run(8)
        assert world.is_right()

    def test_a_restart_that_goes_unheard_is_found_by_the_comparison(self) -> None:
        world = World()
        world.show(PIN)
        world.run(1)
        world.fake.segments.clear()
        world.run(12)
        assert world.is_right()

    def test_somebody_plays_with_the_app(self) -> None:
        world = World()
        world.show(PIN)
        world.fake.segments[3]["fx"] = 77
        world.fake.state["on"] = False
        world.run(12)
        assert world.is_right()

    def test_junk_lines_between_answers(self) -> None:
        world = World(FakeWled(junk_share=0.2))
        world.show(PIN)
        assert world.link.junk_lines > 0
        assert world.is_right()

    def test_a_buffer_that_is_often_taken(self) -> None:
        world = World(FakeWled(Random(5), busy_share=0.3))
        world.show(PIN, 60.0)
        world.fake.busy_share = 0.0
        world.run(6)
        assert world.is_right()

    def test_bytes_that_get_lost(self) -> None:
        """A lost byte is a syntax error, which is silent: the answer to `v` may come all the same."""
        world = World()
        random = Random(2)
        world.to_wled = lambda data: bytes(byte for byte in data if random.random() > 0.003)
        world.show(PIN, 60.0)
        world.to_wled = bytes
        world.run(12)
        assert world.is_right()

    def test_a_stream_that_stops_is_given_up_and_sent_again(self) -> None:
        world = World()
        cut = iter([True] + [False] * 10_000)
        world.to_wled = lambda data: data[:20] if len(data) > 30 and next(cut) else data
        world.show(PIN)
        assert world.fake.silent_errors == 1
        assert world.is_right()

    def test_it_is_never_sent_a_byte_that_changes_its_baud_rate(self) -> None:
        world = World()
        for show in (PIN, WIN, DARK_SCENE):
            world.show(show)
        assert world.fake.baud_changes == 0
        assert not world.fake.streaming

    def test_silence_is_one_line_with_the_remedy(self) -> None:
        world = World()
        world.to_wled = lambda _: b""
        world.link.want(PIN, world.now_s)
        world.run(6)
        assert world.link.state is LinkState.LOST
        assert world.link.problem is not None
        assert "GPIO3" in world.link.problem.en

    def test_an_esp8266_is_named(self) -> None:
        world = World(FakeWled(arch="esp8266"))
        world.link.want(PIN, world.now_s)
        world.run(3)
        assert world.link.problem is not None
        assert "ESP8266" in world.link.problem.en

    @pytest.mark.parametrize(
        ("fake", "said"),
        [
            (FakeWled(build=1302), "build 1302) is older than 0.15"),
            (FakeWled(version="0.14.4"), "0.14) is older than 0.15"),
            (FakeWled(tells=False), "nothing can be read back"),
            (FakeWled(version="0.15.1"), ""),
            (FakeWled(version="16.0.0", build=2_512_010), ""),
        ],
    )
    def test_one_too_old_or_mute_is_shown_the_match_and_named(self, fake: FakeWled, said: str) -> None:
        world = World(fake)
        world.show(PIN)
        world.run(15)
        assert world.is_right()
        assert world.link.read_back_known
        told = "" if world.link.problem is None else world.link.problem.en
        assert said in told if said else not told

    def test_who_only_asks_how_it_is_changes_nothing(self) -> None:
        world = World()
        world.run(3)
        assert world.link.read_back_known
        assert not world.fake.segments
        assert not world.fake.state
        world.show(PIN)
        assert world.is_right()

    def test_it_is_asked_for_its_state_at_most_every_ten_seconds(self) -> None:
        world = World()
        asked: list[float] = []
        world.to_wled = lambda data: asked.append(world.now_s) or data if b'"v":true' in data else data
        world.show(PIN)
        world.run(45)
        assert len(asked) >= 4
        assert all(b - a >= 9.9 for a, b in itertools.pairwise(asked))

    @pytest.mark.parametrize("seed", range(6))
    def test_everything_at_once(self, seed: int) -> None:
        random = Random(seed)
        world = World(FakeWled(Random(seed), junk_share=0.05, busy_share=0.1), seed)
        world.to_wled = lambda data: bytes(byte for byte in data if random.random() > 0.001)
        for number in range(12):
            world.link.want(scene_for(ShowLights(winner=Rgb(number, 0, 0))), world.now_s)
            world.run(random.random() * 2)
        world.fake.restart(world.now_s)
        world.link.want(PIN, world.now_s)
        world.run(4)
        world.to_wled = bytes
        world.fake.busy_share = 0.0
        if world.link.state is LinkState.LOST:  # the thread opens the port again with a new link
            world.link = WledLink(Random(seed), standard_layout())
            world.link.want(PIN, world.now_s)
        world.run(14)
        assert world.is_right()
