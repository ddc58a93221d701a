"""What comes out of D4..D7, decoded: pulses, whole pictures, colours, current."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from companion.leds.effects import ZoneScene
from companion.leds.firmware_sim import CYCLES_PER_MS, FIRMWARE, FirmwareSim
from companion.leds.layout import Layout, ZonePlace, layout_for_ring, standard_layout
from companion.leds.packets import (
    AskStatus,
    Command,
    ConfigPart,
    Configure,
    Effect,
    Hello,
    Limit,
    Packet,
    ReplyStatus,
    Scene,
    Test,
    TestPattern,
    Timer,
)
from companion.leds.reader import StreamReader
from companion.leds.scenes import CountOut, LightScene, ShowLights, Slot, Whip, scene_for
from companion.leds.simulated import SimulatedBoard
from companion.leds.zones import Corner, Rgb, Side, mask_of, post, zones_of

GOLDEN = Path(__file__).parent.parent / "golden" / "packets" / "effects.txt"
WHITE = Rgb(255, 255, 255)
LANES = range(4)


class Twins:
    """The chip and the simulation in this process, fed the same packets at the same picture.

    Commands go in the pause after a picture, so that both know which picture is the first with them.
    """

    def __init__(self, sim: FirmwareSim, layout: Layout | None = None) -> None:
        self.sim = sim
        self.board = SimulatedBoard(layout or standard_layout(), maximum_ma=6000)
        self.reader = StreamReader()
        self.sequence = 0
        self.frames: list[list[bytes]] = [[] for _ in LANES]
        sim.run_ms(30)
        self._speak(Hello(), 0)
        for command in layout.commands() if layout is not None else ():
            self._speak(command, 0)  # between the first and the last of these there are lanes without LEDs
        for lane in LANES:
            sim.take_frames(lane)
        self.say_power(6000)

    def say_power(self, maximum_ma: int) -> None:
        self.say(Configure(ConfigPart.POWER, maximum_ma.to_bytes(2, "big")))

    @property
    def tick(self) -> int:
        """Number of the last picture."""
        return len(self.frames[0]) - 1

    def _collect(self) -> None:
        for lane in LANES:
            self.frames[lane] += [frame.data for frame in self.sim.take_frames(lane)]

    def _go_to_pause(self) -> None:
        """Until the next picture is out on every lane."""
        self._collect()
        due = len(self.frames[0]) + 1
        self.sim.run(CYCLES_PER_MS * 8)
        self._collect()
        for _ in range(400):
            if len(self.frames[0]) >= due and len(self.frames[3]) >= due:
                return
            self.sim.run(CYCLES_PER_MS // 4)
            self._collect()
        raise AssertionError(f"no picture after number {due}")

    def say(self, command: Command) -> None:
        self._go_to_pause()
        self._speak(command, self.tick)

    def _speak(self, command: Command, tick: int) -> None:
        packet = Packet(self.sequence, command.code, command.payload())
        self.sequence = self.sequence % 255 + 1
        self.board.receive(packet.wire(), tick * 20)
        self.sim.feed(packet.wire())
        replies: list[Packet] = []
        for _ in range(25):
            self.sim.run_ms(1)
            replies += [item for item in self.reader.feed(self.sim.take()) if isinstance(item, Packet)]
            if replies:
                break
        assert [reply.payload[0] for reply in replies] == [ReplyStatus.OK]

    def show(self, scene: LightScene) -> None:
        self.say(scene.timer)
        for zone in dict.fromkeys(scene.zones):
            mask = mask_of(number for number, other in enumerate(scene.zones) if other == zone)
            self.say(Scene(mask, zone.effect, zone.colour_1, zone.colour_2, zone.speed, zone.duration_ms))

    def compare(self, pictures: int) -> None:
        """The next pictures are the same, byte for byte."""
        for _ in range(pictures):
            self._go_to_pause()
            due = self.board.lane_frame(self.tick * 20)
            found = tuple(self.frames[lane][self.tick] for lane in LANES)
            assert found == due, f"picture {self.tick}"


@pytest.fixture
def twins(new_sim: Callable[..., FirmwareSim]) -> Callable[..., Twins]:
    return lambda layout=None: Twins(new_sim(), layout)


class TestPulses:
    """WS2812B data sheet, with the margins of hardware_docs/wiring.md."""

    def test_under_traffic_every_pulse_is_in_its_range(self, new_host: Callable[..., object]) -> None:
        host = new_host()
        host.ask(Scene(0xFFFF, Effect.STRIPES, Rgb(85, 170, 255), Rgb(1, 128, 254), 40))
        host.run_until(lambda: host.sim.time_ms > 200, 1000)
        for lane in LANES:
            host.sim.take_frames(lane)
        host.sim.reset_stats()
        for number in range(120):
            host.ask(Scene(1 << number % 16, Effect.SOLID, Rgb(number, 255 - number, 77)))
        for lane in LANES:
            stats = host.sim.stats(lane)
            assert 250 <= stats.zero_high_min_ns <= stats.zero_high_max_ns <= 380
            assert 650 <= stats.one_high_min_ns <= stats.one_high_max_ns <= 950
            assert stats.low_min_ns >= 580
            assert stats.period_max_ns <= 4500
            assert stats.gap_min_ns >= 300_000
            frames = host.sim.take_frames(lane)
            assert len(frames) > 20
            assert {frame.bits for frame in frames} == {70 * 24}
            assert stats.partial == 0

    def test_without_traffic_the_line_rests_no_longer_than_a_byte_needs(
        self, new_sim: Callable[..., FirmwareSim]
    ) -> None:
        sim = new_sim()
        sim.run_ms(200)
        assert max(sim.stats(lane).period_max_ns for lane in LANES) <= 2700
        assert sim.stats(0).zero_high_min_ns == 312.5
        assert sim.stats(0).one_high_max_ns == 750.0

    def test_bursts_at_full_line_speed_stretch_no_bit(self, new_sim: Callable[..., FirmwareSim]) -> None:
        sim = new_sim()
        sim.run_ms(100)
        sim.feed(Packet(0, Hello.code, Hello().payload()).wire())
        sim.run_ms(40)
        sim.feed(b"\xaa" * 2000)
        sim.run_ms(170)
        assert max(sim.stats(lane).period_max_ns for lane in LANES) <= 4500
        assert sim.overruns == 0

    def test_the_edges_themselves_tell_the_same(self, new_sim: Callable[..., FirmwareSim]) -> None:
        sim = new_sim()
        sim.run_ms(150)
        sim.log_edges(20_000)
        sim.run_ms(25)
        edges = sim.edges()
        assert {pin for _, pin, _ in edges} == {4, 5, 6, 7}
        first = [edge for edge in edges if edge[1] == 4]
        highs = {after[0] - edge[0] for edge, after in pairwise(first) if edge[2] == 1}
        assert highs <= {5, 12}

    def test_pictures_come_fifty_times_a_second(self, new_sim: Callable[..., FirmwareSim]) -> None:
        sim = new_sim()
        sim.run_ms(2000)
        starts = [frame.start_cycle for frame in sim.take_frames(0)]
        assert len(starts) in {99, 100}
        assert all(319_000 < after - before < 321_000 for before, after in pairwise(starts))

    def test_the_largest_layout_keeps_the_pace(self, twins: Callable[..., Twins]) -> None:
        pair = twins(standard_layout(24, 8))
        assert pair.board.layout.leds == 320
        pair.say(Scene(0xFFFF, Effect.CHASE, Rgb(200, 100, 50), Rgb(1, 2, 3), 40))
        for lane in LANES:
            pair.sim.take_frames(lane)
        pair.sim.run_ms(1000)
        assert len(pair.sim.take_frames(3)) in {49, 50, 51}
        assert pair.sim.ram_used() <= 1900


class TestArduinoIde:
    """Who uploads with the IDE gets the same sources with its flags (link-time optimisation)."""

    def test_its_image_keeps_pulses_and_memory(
        self, new_host: Callable[..., object], run_make: Callable[..., None]
    ) -> None:
        run_make("BUILD=build/ide", "IDE=1", "build/ide/ringside.elf")
        host = new_host(image=FIRMWARE / "build" / "ide" / "ringside.elf")
        host.sim.reset_stats()
        for number in range(60):
            host.ask(Scene(0xFFFF, Effect(number % 8), Rgb(number, 255 - number, 77), Rgb(1, 2, 3), 16))
        for lane in LANES:
            stats = host.sim.stats(lane)
            assert (stats.zero_high_min_ns, stats.zero_high_max_ns) == (312.5, 312.5)
            assert (stats.one_high_min_ns, stats.one_high_max_ns) == (750.0, 750.0)
            assert stats.period_max_ns <= 4500
            assert stats.partial == 0
        status = host.status()
        assert (status.executed, status.overruns) == (61, 0)
        assert host.sim.ram_used() <= 1900


class TestMemory:
    def test_variables_and_the_deepest_stack_fit(self, new_host: Callable[..., object]) -> None:
        host = new_host()
        for effect in Effect:
            host.ask(Scene(0xFFFF, effect, Rgb(1, 2, 3), Rgb(200, 200, 200), 48, 500))
        for pattern in TestPattern:
            host.ask(Test(pattern, 1))
        host.ask(AskStatus())
        host.sim.run_ms(6000)
        assert host.sim.ram_used() <= 1900


SMALL = standard_layout(7, 3)


def golden() -> dict[tuple[str, int], tuple[bytes, ...]]:
    lines = [line.split() for line in GOLDEN.read_text().splitlines() if not line.startswith("#")]
    return {(name, int(frame)): tuple(bytes.fromhex(lane) for lane in lanes) for name, frame, *lanes in lines}


EFFECTS = {
    "solid": ZoneScene(Effect.SOLID, Rgb(10, 20, 30)),
    "blink": ZoneScene(Effect.BLINK, Rgb(200, 100, 0), Rgb(0, 0, 40), 16),
    "breathe": ZoneScene(Effect.BREATHE, Rgb(0, 255, 10), Rgb(0, 20, 0), 8),
    "chase": ZoneScene(Effect.CHASE, Rgb(255, 255, 255), Rgb(4, 0, 0), 24),
    "chase_back": ZoneScene(Effect.CHASE_BACK, Rgb(255, 0, 255), Rgb(0, 4, 0), 24),
    "fill": ZoneScene(Effect.FILL, Rgb(255, 70, 0), Rgb(0, 0, 2), 100),
    "timer": ZoneScene(Effect.TIMER, Rgb(0, 160, 200), Rgb(6, 5, 4)),
    "stripes": ZoneScene(Effect.STRIPES, Rgb(0, 0, 255), Rgb(255, 0, 0), 12),
    "ends_in_colour_2": ZoneScene(Effect.BLINK, Rgb(255, 255, 255), Rgb(0, 30, 0), 48, 500),
}
MOMENTS = (0, 1, 6, 12, 13, 24, 25, 26, 40, 75, 120)


class TestEffects:
    """Golden pictures: the chip, the simulation and the file agree."""

    @pytest.mark.parametrize("name", EFFECTS)
    def test_the_waveform_shows_the_golden_pictures(self, name: str, twins: Callable[..., Twins]) -> None:
        pair = twins(SMALL)
        pair.say(Limit(255, 6000))
        pair.say(Timer(3_000, 4_000, running=True))
        zone = EFFECTS[name]
        pair.say(Scene(0xFFFF, zone.effect, zone.colour_1, zone.colour_2, zone.speed, zone.duration_ms))
        first = pair.tick + 1
        pair.compare(MOMENTS[-1] + 1)
        due = {frame: lanes for (effect, frame), lanes in golden().items() if effect == name}
        assert set(due) == set(MOMENTS)
        for moment, lanes in due.items():
            assert tuple(pair.frames[lane][first + moment] for lane in LANES) == lanes, moment

    def test_the_same_scene_again_changes_nothing(self, twins: Callable[..., Twins]) -> None:
        pair = twins(SMALL)
        zone = EFFECTS["chase"]
        for _ in range(4):
            pair.say(Scene(0xFFFF, zone.effect, zone.colour_1, zone.colour_2, zone.speed))
            pair.compare(7)
        assert pair.board._zones[0].first_tick < pair.tick - 25


MEANINGS = {
    "turn": ShowLights(slot=Slot(Corner.NE, Side.EAST, Rgb(0, 0, 255)), initiative=(Rgb(255, 0, 120), WHITE)),
    "whip": ShowLights(whip=Whip(Side.SOUTH, Side.NORTH, Rgb(255, 0, 120)), stamina_low=(Side.WEST,)),
    "tieup": ShowLights(tieup=(Rgb(0, 0, 255), Rgb(255, 0, 120)), near_ropes=(Side.EAST,)),
    "pin": ShowLights(pin_count=2, knocked_down=True),
    "count": ShowLights(count_out=CountOut(4, 10), submission=True, finisher_ready=Rgb(90, 90, 90)),
    "time": ShowLights(timer=Timer(60_000, 90_000, running=True), unconscious=True),
    "end": ShowLights(winner=Rgb(0, 200, 0)),
    "review": ShowLights(under_review=True, elimination=WHITE),
    "dark": ShowLights(dark=True),
}


class TestScenes:
    @pytest.mark.parametrize("name", MEANINGS)
    def test_chip_and_simulation_show_the_same(self, name: str, twins: Callable[..., Twins]) -> None:
        pair = twins()
        pair.show(scene_for(MEANINGS[name]))
        pair.compare(90)

    def test_four_strips(self, twins: Callable[..., Twins]) -> None:
        pair = twins(layout_for_ring(700, 60, 1, 14))
        assert pair.board.layout.leds == 224
        pair.show(scene_for(ShowLights(pin_count=2, timer=Timer(500, 1000, running=True)), ropes_per_side=1))
        pair.compare(40)

    def test_from_the_start_to_link_lost_without_a_host(self, new_sim: Callable[..., FirmwareSim]) -> None:
        sim, board = new_sim(), SimulatedBoard()
        sim.run_ms(7000)
        lanes = [sim.take_frames(lane) for lane in LANES]
        for number in range(340):
            assert tuple(lanes[lane][number].data for lane in LANES) == board.lane_frame(number * 20), number
        assert board.link_lost(6000)

    def test_a_host_that_is_gone_leaves_calm_light_after_five_seconds(self, twins: Callable[..., Twins]) -> None:
        pair = twins()
        pair.show(scene_for(MEANINGS["pin"]))
        pair.compare(330)
        assert pair.board.link_lost(pair.tick * 20)
        pair.say(AskStatus())
        pair.compare(5)
        assert not any(any(lane) for lane in pair.board.lane_frame(pair.tick * 20))

    @pytest.mark.parametrize("pattern", [Test(TestPattern.WALK), *(Test(TestPattern.FLOOD, n) for n in range(4))])
    def test_patterns(self, pattern: Test, twins: Callable[..., Twins]) -> None:
        pair = twins(SMALL)
        pair.say(pattern)
        pair.compare(40)


class TestPlaces:
    """Field note E-06: colour order and offset; a corner can be any range of LEDs, in any direction."""

    def test_corner_2_from_led_45_backwards_in_grb(self, twins: Callable[..., Twins]) -> None:
        layout = standard_layout().with_zone(post(Corner.NE), ZonePlace(2, 45, 10, backwards=True)).with_order("GRB")
        pair = twins(layout)
        pair.say(Test(TestPattern.ZONE, post(Corner.NE)))
        pair.compare(2)
        lane = pair.frames[2][-1]
        leds = [lane[at : at + 3] for at in range(0, len(lane), 3)]
        lit = [number for number, led in enumerate(leds) if any(led)]
        assert lit == list(range(36, 46))
        scale = pair.board.lane_frame(pair.tick * 20)[2][3 * 45 + 1]
        assert leds[45] == bytes([0, scale, 0])  # its first LED, red: second byte in GRB
        assert leds[36][2] == scale  # its last LED, blue

    @pytest.mark.parametrize("order", ["GRB", "RGB", "BRG", "BGR", "RBG", "GBR"])
    def test_red_is_red_in_every_order(self, order: str, twins: Callable[..., Twins]) -> None:
        pair = twins(SMALL.with_order(order))
        pair.say(Scene(0xFFFF, Effect.SOLID, Rgb(90, 0, 0)))
        pair.compare(2)
        assert pair.frames[0][-1][:3].index(90) == order.index("R")


class TestLimiter:
    @pytest.mark.parametrize("cap_ma", [400, *range(500, 6000, 300), 6000])
    def test_full_white_never_draws_more_than_the_limit(self, cap_ma: int, twins: Callable[..., Twins]) -> None:
        pair = twins()
        pair.say(Limit(255, cap_ma))
        pair.say(Scene(0xFFFF, Effect.SOLID, WHITE))
        pair.compare(2)
        total = sum(sum(pair.frames[lane][-1]) for lane in LANES)
        assert total * 20 / 255 + 280 <= cap_ma
        assert total * 20 / 255 + 280 > cap_ma * 0.9 or cap_ma < 1200
        assert total > 0

    def test_the_boards_maximum_stands_above_the_hosts_wish(self, twins: Callable[..., Twins]) -> None:
        pair = twins()
        pair.say_power(1500)
        pair.say(Limit(255, 6000))
        pair.say(Scene(0xFFFF, Effect.SOLID, WHITE))
        pair.compare(2)
        assert sum(sum(pair.frames[lane][-1]) for lane in LANES) * 20 / 255 + 280 <= 1500

    def test_brightness_dims_below_the_limit(self, twins: Callable[..., Twins]) -> None:
        pair = twins()
        pair.say(Limit(32, 6000))
        pair.say(Scene(0xFFFF, Effect.SOLID, Rgb(255, 0, 0)))
        pair.compare(2)
        assert max(pair.frames[0][-1]) == 32

    def test_the_default_is_safe_for_a_2_a_supply(self, twins: Callable[..., Twins]) -> None:
        """Field note E-07: 144 LEDs of white are 8.6 A on paper."""
        pair = twins(standard_layout(9, 9))
        assert pair.board.layout.leds == 144
        pair.say(Scene(0xFFFF, Effect.SOLID, WHITE))
        pair.compare(2)
        assert sum(sum(pair.frames[lane][-1]) for lane in LANES) * 20 / 255 + 144 <= 2000


def test_masks() -> None:
    assert zones_of(0x8001) == (0, 15)
