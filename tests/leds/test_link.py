"""The talk with our board in virtual time, against the board in this process (field notes E)."""

from collections.abc import Callable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.leds.layout import standard_layout
from companion.leds.link import BoardLink, LinkState
from companion.leds.packets import (
    PROTOCOL_VERSION,
    AskStatus,
    BoardStatus,
    CommandCode,
    Effect,
    Hello,
    Limit,
    Packet,
    ReplyStatus,
    Timer,
)
from companion.leds.reader import StreamReader
from companion.leds.scenes import DARK_SCENE, NEUTRAL_SCENE, LightScene, ShowLights, Whip, scene_for
from companion.leds.simulated import SimulatedBoard
from companion.leds.zones import Rgb, Side

STEP_S = 0.005


def sent_commands(data: bytes) -> list[Packet]:
    return [item for item in StreamReader().feed(data) if isinstance(item, Packet)]


class World:
    """Link, line and board; the line can lose, change and delay."""

    def __init__(self, board: SimulatedBoard | None = None, seed: int = 1) -> None:
        self.board = board or SimulatedBoard()
        self.link = BoardLink(Random(seed))
        self.now_s = 100.0
        self.sent = b""
        self.sent_at: list[tuple[float, bytes]] = []
        self.deaf_until_s = 0.0
        self.to_board: Callable[[bytes], bytes] = bytes
        self.from_board: Callable[[bytes], bytes] = bytes

    def step(self) -> None:
        out = self.link.poll(self.now_s)
        if out:
            self.sent += out
            self.sent_at.append((self.now_s, out))
        self.now_s += STEP_S
        if out and self.now_s >= self.deaf_until_s:
            answer = self.board.receive(self.to_board(out), int((self.now_s - 100) * 1000))
            if answer:
                self.link.receive(self.from_board(answer), self.now_s)

    def run(self, seconds: float) -> None:
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            self.step()

    def until(self, done: Callable[[], bool], limit_s: float = 10.0) -> None:
        end_s = self.now_s + limit_s
        while not done():
            assert self.now_s < end_s, (self.link.state, self.link.problem)
            self.step()

    def show(self, scene: LightScene) -> None:
        self.link.want(scene, self.now_s)
        self.until(lambda: self.link.settled)

    def picture(self) -> object:
        """What the zones show, whatever the phase."""
        tick = int((self.now_s - 100) * 50) + 2
        return [zone.at(tick)[0] for zone in self.board._zones]


class OlderBoard(SimulatedBoard):
    """One that does not know LIMIT."""

    def _carry_out(self, code: CommandCode, payload: bytes, tick: int) -> None:
        if code is CommandCode.LIMIT:
            raise ValueError(code)
        SimulatedBoard._carry_out(self, code, payload, tick)


def picture_of(scene: LightScene) -> object:
    world = World()
    world.show(scene)
    return world.picture()


WINNER = scene_for(ShowLights(winner=Rgb(0, 0, 200)))
STILL = scene_for(ShowLights(knocked_down=True, pin_count=0))


class TestOpening:
    """E-01: wait for a ready answer, then send the whole state."""

    def test_a_port_that_drops_everything_for_two_seconds(self) -> None:
        world = World()
        world.deaf_until_s = world.now_s + 2.0
        world.link.want(STILL, world.now_s)
        world.until(lambda: world.link.settled, 3.0)
        assert world.now_s - 102.0 < 0.6
        assert world.picture() == picture_of(STILL)
        hellos = [packet for packet in sent_commands(world.sent) if packet.command == Hello.code]
        assert 5 <= len(hellos) <= 10

    def test_hello_is_repeated_with_jitter(self) -> None:
        world = World()
        world.deaf_until_s = world.now_s + 4.0
        world.run(3.5)
        gaps = {round(b[0] - a[0], 3) for a, b in zip(world.sent_at, world.sent_at[1:], strict=False)}
        assert len(gaps) > 4
        assert all(0.24 <= gap <= 0.39 for gap in gaps)

    def test_another_protocol_is_refused_in_one_line_with_the_remedy(self) -> None:
        world = World(SimulatedBoard(protocol=2))
        world.until(lambda: world.link.state is LinkState.REFUSED)
        assert world.link.problem is not None
        assert "protocol 2, this program 1" in world.link.problem.en
        assert "companion leds flash" in world.link.problem.en
        assert not [packet for packet in sent_commands(world.sent) if packet.command != Hello.code]

    def test_a_device_that_echoes_is_no_board(self) -> None:
        link = BoardLink(Random(1))
        now_s = 0.0
        while link.state is LinkState.GREETING:
            link.receive(link.poll(now_s), now_s)
            now_s += 0.01
        assert link.state is LinkState.LOST
        assert link.problem is not None

    def test_garbage_alone_suggests_another_baud_rate(self) -> None:
        link = BoardLink(Random(1))
        now_s = 0.0
        while link.state is LinkState.GREETING:
            link.poll(now_s)
            link.receive(b"\xff\xfe\x95\xed\x00\x81", now_s)
            now_s += 0.05
        assert link.problem is not None
        assert "baud" in link.problem.en


class TestState:
    def test_the_newest_scene_wins_and_nothing_is_queued(self) -> None:
        world = World()
        world.show(STILL)
        for number in range(200):
            world.link.want(scene_for(ShowLights(winner=Rgb(number, 0, 0))), world.now_s)
        before = len(world.sent_at)
        world.show(WINNER)
        assert len(world.sent_at) - before <= 3
        assert world.picture() == picture_of(WINNER)

    def test_static_states_go_out_again_at_least_each_second(self) -> None:
        """E-08: no change for 60 s: still at least once a second."""
        world = World()
        world.show(STILL)
        start_s = world.now_s
        world.sent_at.clear()
        world.run(60)
        scenes = [at for at, data in world.sent_at if sent_commands(data)[0].command == 2]
        assert all(b - a <= 1.0 for a, b in zip([start_s, *scenes], [*scenes, world.now_s], strict=True))
        assert not world.board.link_lost(int((world.now_s - 100) * 1000))

    def test_a_board_that_forgot_everything_has_it_again_within_a_second(self) -> None:
        world = World()
        world.show(STILL)
        world.board._clear()
        world.run(1.0)
        assert world.picture() == picture_of(STILL)

    def test_goodbye_leaves_the_lights_dark(self) -> None:
        """E-08: the neutral state is the last."""
        world = World()
        world.show(WINNER)
        world.link.say_goodbye(world.now_s)
        world.until(lambda: world.link.state is LinkState.CLOSED)
        assert world.picture() == picture_of(DARK_SCENE)
        assert sent_commands(world.sent)[-1].command == 6
        assert not world.board.link_lost(10_000_000)

    def test_sending_again_starts_no_animation_again(self) -> None:
        world = World()
        world.show(WINNER)
        first = world.board._zones[0].first_tick
        world.run(5)
        assert world.board._zones[0].first_tick == first

    def test_a_whip_is_run_once_and_not_again_with_the_next_scene(self) -> None:
        world = World()
        whip = Whip(Side.SOUTH, Side.NORTH, Rgb(200, 0, 0))
        world.show(scene_for(ShowLights(whip=whip)))
        world.run(3)
        world.show(scene_for(ShowLights(whip=whip, stamina_low=(Side.EAST,))))
        world.run(2)
        scene, _ = world.board._zones[0].at(int((world.now_s - 100) * 50))
        assert scene.effect is Effect.SOLID

    def test_the_timer_runs_on_the_board_and_is_set_right_when_it_changes(self) -> None:
        world = World()
        world.show(scene_for(ShowLights(timer=Timer(60_000, 60_000, running=True))))
        world.run(10)
        left = world.board._timer_at(int((world.now_s - 100) * 50)).remaining_ms
        assert abs(left - 50_000) < 150
        world.show(scene_for(ShowLights(timer=Timer(20_000, 60_000, running=False))))
        assert world.board._timer.remaining_ms == 20_000

    def test_a_changed_limit_goes_out_before_scenes(self) -> None:
        world = World()
        world.show(STILL)
        world.link.limit = Limit(100, 900)
        world.show(WINNER)
        assert world.board.limit == Limit(100, 900)

    def test_changes_are_dated_for_the_camera(self) -> None:
        world = World()
        world.show(STILL)
        world.link.changes.clear()
        at_s = world.now_s
        world.show(scene_for(ShowLights(knocked_down=True, stamina_low=(Side.WEST,))))
        (change,) = world.link.changes
        assert change.zones == 1 << 9
        assert at_s <= change.sent_s < change.done_s < at_s + 0.06
        world.run(3)
        assert len(world.link.changes) == 1  # the same again is no change


class TestTrouble:
    def test_answers_lost_half_of_the_time(self) -> None:
        world = World()
        random = Random(3)
        world.from_board = lambda data: data if random.random() < 0.5 else b""
        world.show(WINNER)
        world.from_board = bytes
        world.run(1)
        assert world.picture() == picture_of(WINNER)
        assert world.board.duplicates > 0

    @settings(max_examples=25, deadline=None)
    @given(st.integers(0, 10_000))
    def test_bad_bytes_both_ways(self, seed: int) -> None:
        world = World(seed=seed)
        random = Random(seed)

        def spoil(data: bytes) -> bytes:
            return bytes(byte ^ (1 << random.randrange(8) if random.random() < 0.01 else 0) for byte in data)

        world.to_board = world.from_board = spoil
        for number in range(5):
            world.show(scene_for(ShowLights(pin_count=number % 4, winner=Rgb(number, 1, 2) if number > 3 else None)))
        world.to_board = world.from_board = bytes
        world.run(1.5)
        assert world.picture() == picture_of(scene_for(ShowLights(winner=Rgb(4, 1, 2))))

    def test_a_board_that_restarts_gets_everything_again(self) -> None:
        world = World()
        world.show(STILL)
        world.board = SimulatedBoard(boot_id=2)
        world.run(1.5)
        assert world.link.info is not None
        assert world.link.info.boot_id == 2
        assert world.picture() == picture_of(STILL)

    def test_its_banner_alone_is_reason_enough(self) -> None:
        world = World()
        world.show(STILL)
        world.board = SimulatedBoard(boot_id=2)
        world.link.receive(world.board.banner(started=True), world.now_s)
        world.until(lambda: world.link.counters.greetings == 2 and world.link.settled, 0.3)

    def test_an_answer_to_noise_that_looked_like_a_probe_means_nothing(self) -> None:
        world = World()
        world.show(STILL)
        world.link.receive(world.board.banner(), world.now_s)
        world.run(2)
        assert world.link.counters.greetings == 1

    def test_retries_are_jittered_and_end(self) -> None:
        world = World()
        world.show(STILL)
        world.deaf_until_s = world.now_s + 100
        world.sent_at.clear()
        world.until(lambda: world.link.state is LinkState.LOST, 3.0)
        gaps = [b[0] - a[0] for a, b in zip(world.sent_at, world.sent_at[1:], strict=False)]
        assert len(gaps) == 8
        assert len({round(gap, 3) for gap in gaps}) >= 3
        assert all(0.055 <= gap <= 0.11 for gap in gaps)

    def test_a_late_answer_to_something_settled_is_ignored(self) -> None:
        world = World()
        world.show(STILL)
        world.link.receive(Packet(200, 0x82, bytes([ReplyStatus.WRONG_SEQUENCE, 3])).wire(), world.now_s)
        assert world.link.state is LinkState.READY

    def test_a_refused_command_is_said_once_and_does_not_block(self) -> None:
        world = World(OlderBoard())
        world.link.want(STILL, world.now_s)
        world.until(lambda: world.link.settled)
        assert world.link.problem is not None
        assert "refuses Limit" in world.link.problem.en

    def test_a_request_outlives_a_restart_of_the_board(self) -> None:
        world = World()
        world.show(STILL)
        world.board = SimulatedBoard(boot_id=2)
        world.link.request(AskStatus())
        world.until(lambda: len(world.link.replies) == 1)
        assert world.link.replies[0][1] is ReplyStatus.OK

    def test_requests_are_answered_in_order(self) -> None:
        world = World()
        world.show(STILL)
        world.link.request(AskStatus())
        world.link.request(AskStatus())
        world.until(lambda: len(world.link.replies) == 2)
        _, status, data = world.link.replies[1]
        assert status is ReplyStatus.OK
        assert BoardStatus.parse(data).executed == world.board.executed

    def test_the_rate_is_bounded_whatever_is_wanted(self) -> None:
        """E-05: backlog never grows; at most one packet is out."""
        world = World(SimulatedBoard(standard_layout(24, 8)))
        world.show(STILL)
        start, start_s = len(world.sent), world.now_s
        for number in range(1000):
            world.link.want(scene_for(ShowLights(winner=Rgb(number % 256, 0, 9))), world.now_s)
            world.step()
        assert (len(world.sent) - start) / (world.now_s - start_s) < 11_520
        world.show(NEUTRAL_SCENE)
        assert world.picture() == picture_of_320()


def picture_of_320() -> object:
    world = World(SimulatedBoard(standard_layout(24, 8)))
    world.show(NEUTRAL_SCENE)
    return world.picture()


def test_the_protocol_has_a_number() -> None:
    assert PROTOCOL_VERSION == 1
