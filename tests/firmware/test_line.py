"""The line: nothing is lost while LEDs are written, and every command is carried out exactly once."""

from collections.abc import Callable
from random import Random

import pytest

from companion.leds.firmware_sim import FIRMWARE, Built, FirmwareSim
from companion.leds.layout import standard_layout
from companion.leds.link import BoardLink, LinkState
from companion.leds.packets import (
    AskStatus,
    Blackout,
    BoardStatus,
    Command,
    CommandCode,
    ConfigPart,
    Configure,
    Effect,
    Hello,
    Limit,
    Packet,
    ReplyStatus,
    Scene,
    Timer,
)
from companion.leds.reader import Banner, StreamReader
from companion.leds.scenes import CountOut, LightScene, ShowLights, Slot, scene_for
from companion.leds.simulated import SimulatedBoard
from companion.leds.zones import Corner, Rgb, Side

SPACING_MS = 7.3


def some_command(random: Random) -> Command:
    kind = random.randrange(4)
    if kind == 0:
        return Timer(random.randrange(100_000), 100_000, running=bool(random.randrange(2)))
    if kind == 1:
        return Limit(random.randrange(256), random.randrange(400, 3000))
    colours = [Rgb(*(random.randrange(256) for _ in range(3))) for _ in range(2)]
    return Scene(random.randrange(1 << 16), random.choice(list(Effect)), *colours, speed=random.randrange(256))


def board_status(sim: FirmwareSim, sequence: int) -> BoardStatus:
    sim.run_ms(60)
    sim.take()
    sim.feed(Packet(sequence, AskStatus.code).wire())
    sim.run_ms(60)
    packets = [item for item in StreamReader().feed(sim.take()) if isinstance(item, Packet)]
    return BoardStatus.parse(packets[-1].payload[1:])


def packets_answered(sim: FirmwareSim, spacing_ms: float = SPACING_MS, count: int = 300) -> int:
    """Send scenes without waiting for any answer; how many were heard."""
    sim.run_ms(100)
    sim.feed(Packet(0, Hello.code, Hello().payload()).wire())
    sim.run_ms(37)
    sim.take()
    random = Random(5)
    answers = b""
    for number in range(count):
        scene = Scene(random.randrange(1 << 16), Effect.SOLID, Rgb(9, 9, 9))
        sim.feed(Packet(number % 255 + 1, scene.code, scene.payload()).wire())
        sim.run_ms(spacing_ms)
        answers += sim.take()
    sim.run_ms(60)
    answers += sim.take()
    return sum(isinstance(item, Packet) for item in StreamReader().feed(answers))


class TestNothingIsLost:
    def test_300_commands_that_wait_for_no_answer(self, new_sim: Callable[..., FirmwareSim]) -> None:
        sim = new_sim()
        assert packets_answered(sim) == 300
        status = board_status(sim, 300 % 255 + 1)
        assert (status.executed, status.overruns, sim.overruns) == (301, 0, 0)
        assert (status.framing_errors, status.ring_overflows, status.crc_errors) == (0, 0, 0)

    def test_a_naive_build_fails_that_test(self, built: Built, new_sim: Callable[..., FirmwareSim]) -> None:
        """The negative control: interrupts off for the whole picture and nobody polls."""
        sim = new_sim(image=built.naive)
        assert packets_answered(sim) < 240
        assert sim.overruns > 0

    def test_the_fast_build_loses_nothing_either(
        self, new_sim: Callable[..., FirmwareSim], run_make: Callable[..., None]
    ) -> None:
        run_make("BUILD=build/fast", "BAUD=500000", "build/fast/ringside.elf")
        sim = new_sim(image=FIRMWARE / "build" / "fast" / "ringside.elf", wire_baud=500_000)
        assert packets_answered(sim) == 300
        assert sim.overruns == 0

    def test_126_bytes_in_flight_fit_the_ring(self, new_sim: Callable[..., FirmwareSim]) -> None:
        sim = new_sim(wire_baud=115_200)
        sim.run_ms(100)
        sim.feed(Packet(0, Hello.code, Hello().payload()).wire())
        sim.run_ms(40)
        burst = b"\x00" * 6 + b"".join(Packet(n, Blackout.code).wire() for n in range(1, 16))
        assert len(burst) == 126
        sim.feed(burst)
        status = board_status(sim, 16)
        assert (status.executed, status.ring_overflows, status.overruns) == (16, 0, 0)


def acknowledged(host_for: Callable[..., object], count: int, noise: tuple[float, float], seed: int = 3) -> object:
    """Send acknowledged commands at random phases; the host, for its counters."""
    host = host_for(seed=seed, noise=noise)
    random = Random(seed)
    for _ in range(count):
        status, _ = host.ask(some_command(random), limit_ms=6000)
        assert status is ReplyStatus.OK
        host.sim.run_ms(random.random() * 4)
    return host


class TestExactlyOnce:
    def test_1000_acknowledged_commands_at_random_phases(self, new_host: Callable[..., object]) -> None:
        host = acknowledged(new_host, 1000, (0.0, 0.0))
        due = host.checksum
        status = host.status()
        assert (status.executed, status.payload_checksum) == (1001, due)
        assert (host.link.counters.retries, status.duplicates, status.overruns) == (0, 0, 0)
        assert max(host.latencies_ms) < 20.0

    def test_with_bad_bytes_both_ways(self, new_host: Callable[..., object]) -> None:
        host = acknowledged(new_host, 1000, (0.006, 0.006))
        assert host.to_board.hits > 20
        assert host.from_board.hits > 10
        assert host.link.counters.retries > 20
        host.to_board.share = host.from_board.share = 0.0
        due = host.checksum
        status = host.status()
        assert (status.executed, status.payload_checksum) == (1001, due)
        assert host.link.counters.greetings == 1

    def test_with_only_answers_lost(self, new_host: Callable[..., object]) -> None:
        host = acknowledged(new_host, 150, (0.0, 0.03))
        host.from_board.share = 0.0
        due = host.checksum
        status = host.status()
        assert (status.executed, status.payload_checksum) == (151, due)
        assert status.duplicates > 10


class TestTheTalk:
    def test_it_says_who_it_is_when_it_starts_and_when_asked(self, new_sim: Callable[..., FirmwareSim]) -> None:
        sim = new_sim()
        sim.run_ms(50)
        assert StreamReader().feed(sim.take()) == [Banner(1, started=True)]
        sim.feed(b"v")
        sim.run_ms(30)
        assert StreamReader().feed(sim.take()) == [Banner(1)]

    def test_a_piece_without_its_end_is_forgotten_and_the_probe_heard(
        self, new_sim: Callable[..., FirmwareSim]
    ) -> None:
        sim = new_sim()
        sim.run_ms(50)
        sim.take()
        sim.feed(b"\x05\x41\x42")
        sim.run_ms(150)
        sim.feed(b"v")
        sim.run_ms(30)
        assert StreamReader().feed(sim.take()) == [Banner(1)]

    def test_before_hello_every_command_is_refused(self, new_sim: Callable[..., FirmwareSim]) -> None:
        sim = new_sim()
        sim.run_ms(50)
        sim.take()
        sim.feed(Packet(7, AskStatus.code).wire())
        sim.run_ms(30)
        assert StreamReader().feed(sim.take()) == [Packet(7, 0x85, bytes([ReplyStatus.WRONG_SEQUENCE, 0]))]

    @pytest.mark.parametrize(
        ("command", "payload", "due"),
        [
            (0x33, b"", ReplyStatus.UNSUPPORTED),
            (CommandCode.SCENE, b"\x00" * 11, ReplyStatus.BAD_LENGTH),
            (CommandCode.SCENE, b"\x00\x00\x63" + b"\x00" * 9, ReplyStatus.BAD_VALUE),
            (CommandCode.TIMER, b"\xff" * 9, ReplyStatus.BAD_VALUE),
            (CommandCode.LIMIT, b"\x00" * 4, ReplyStatus.BAD_LENGTH),
            (CommandCode.TEST, b"\x02\x09", ReplyStatus.BAD_VALUE),
            (CommandCode.CONFIG, b"\x63", ReplyStatus.BAD_VALUE),
            (CommandCode.CONFIG, b"\x03NO", ReplyStatus.BAD_VALUE),
            (CommandCode.CONFIG, b"\x00\x00\x03\x07\xc8\xc8\xc8\xc8\x01", ReplyStatus.TOO_LARGE),
        ],
    )
    def test_what_it_cannot_do_it_says(
        self, new_sim: Callable[..., FirmwareSim], command: int, payload: bytes, due: ReplyStatus
    ) -> None:
        sim = new_sim()
        sim.run_ms(30)
        sim.feed(Packet(0, Hello.code, Hello().payload()).wire())
        sim.run_ms(30)
        sim.take()
        sim.feed(Packet(1, command, payload).wire())
        sim.run_ms(30)
        (reply,) = StreamReader().feed(sim.take())
        assert isinstance(reply, Packet)
        assert reply.payload[0] == due

    def test_another_baud_rate_gives_framing_errors_and_no_answer(self, new_sim: Callable[..., FirmwareSim]) -> None:
        sim = new_sim(wire_baud=57_600)
        sim.run_ms(50)
        sim.take()
        sim.feed(Packet(0, Hello.code, Hello().payload()).wire() * 3)
        sim.run_ms(60)
        assert not [item for item in StreamReader().feed(sim.take()) if isinstance(item, Packet)]


def simulated_lanes(scene: LightScene) -> list[bytes]:
    """What all four lanes show of a still scene, worked out by the simulation in this process."""
    board, link = SimulatedBoard(), BoardLink(Random(1))
    link.want(scene, 0.0)
    time_ms = 0
    while not link.settled:
        time_ms += 5
        link.receive(board.receive(link.poll(time_ms / 1000), time_ms), time_ms / 1000)
    return list(board.lane_frame(time_ms + 40))


STILL_SCENES = {
    "places": ShowLights(
        slot=Slot(Corner.NE, Side.EAST, Rgb(0, 90, 255)),
        initiative=(Rgb(255, 0, 90), Rgb(0, 200, 60)),
        near_ropes=(Side.SOUTH,),
        knocked_down=True,
        count_out=CountOut(6, 10),
        timer=Timer(45_000, 60_000, running=False),
    ),
    "calm pin": ShowLights(pin_count=2, calm=True),
    "dark": ShowLights(dark=True),
}


class TestRestart:
    @pytest.mark.parametrize("name", STILL_SCENES)
    def test_every_led_is_right_again_within_six_seconds(
        self, name: str, new_host: Callable[..., object], new_sim: Callable[..., FirmwareSim]
    ) -> None:
        """The whole state: every zone, the timer's bar, the limit; compared LED by LED."""
        host = new_host()
        scene = scene_for(STILL_SCENES[name])
        due = simulated_lanes(scene)
        host.link.want(scene, host.now_s)
        host.run_until(lambda: host.link.settled, 500)
        host.sim.run_ms(60)
        assert [host.sim.take_frames(lane)[-1].data for lane in range(4)] == due
        first = host.link.info
        host.replace_chip(new_sim(eeprom=host.sim.eeprom()))
        host.run_until(lambda: host.link.counters.greetings == 2 and host.link.settled, 6000)
        assert host.link.info.boot_id == first.boot_id + 1
        host.sim.run_ms(60)
        assert [host.sim.take_frames(lane)[-1].data for lane in range(4)] == due

    def test_what_moves_moves_again(self, new_host: Callable[..., object], new_sim: Callable[..., FirmwareSim]) -> None:
        host = new_host()
        host.link.want(scene_for(ShowLights(winner=Rgb(0, 0, 255))), host.now_s)
        host.run_until(lambda: host.link.settled, 500)
        host.replace_chip(new_sim(eeprom=host.sim.eeprom()))
        host.run_until(lambda: host.link.counters.greetings == 2 and host.link.settled, 6000)
        host.sim.run_ms(60)
        for lane in range(4):
            host.sim.take_frames(lane)
        host.sim.run_ms(1200)
        for lane in range(4):
            frames = [frame.data for frame in host.sim.take_frames(lane)]
            assert all(frame[1] > frame[0] > frame[2] > 0 for frame in frames)  # its post is gold
            assert len({frame[21:] for frame in frames}) > 10  # its ropes breathe
            assert all(not any(frame[21:][0::3]) and not any(frame[21:][1::3]) for frame in frames)  # in blue

    def test_the_layout_stays_and_a_broken_one_is_not_used(self, new_host: Callable[..., object]) -> None:
        host = new_host()
        host.configure(standard_layout(18, 6).with_order("RGB").commands(), 2500)
        host.ask(Configure(ConfigPart.SAVE, b"OK"))
        host.run_until(lambda: not host.status().flags & 8, 4000)
        kept = host.sim.eeprom()
        again = new_host(eeprom=kept)
        assert (again.link.info.leds, again.link.info.maximum_ma, again.link.info.colour_order) == (240, 2500, 1)
        broken = bytearray(kept)
        broken[30] ^= 4
        assert new_host(eeprom=bytes(broken)).link.info.leds == 280


def test_a_link_that_hears_nothing_is_lost_after_its_tries() -> None:
    link = BoardLink(Random(1))
    now_s = 0.0
    while link.state is LinkState.GREETING:
        link.poll(now_s)
        now_s += 0.01
    assert link.state is LinkState.LOST
    assert 5.0 <= now_s < 5.5
