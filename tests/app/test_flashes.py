"""At most three flashes in any second over lights and screens together, whatever a referee does with his keys.

Counted from what people see: the colours of the LEDs as the board shows them, and what covers the crowd board.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

import pytest
from leds.support import most_in_a_second, turns_by_zone

from companion.kernel import flashing
from companion.kernel.text import Text
from companion.leds.backends import Connection, GoOn
from companion.leds.link import BoardLink
from companion.leds.port import PortError, lost_text
from companion.leds.scenes import ShowLights, Whip
from companion.leds.service import LightService
from companion.leds.simulated import Pixels, SimulatedBoard
from companion.leds.simulated_port import SimulatedPort
from companion.leds.zones import Rgb, Side
from companion.screens import crowd_window
from companion.screens.crowd_window import CrowdLoop
from companion.screens.pacing import Cover, cover_of
from companion.screens.view_model import CrowdView, Ending, Moment, MomentKind

SECONDS = 12.0
STEP_S = 0.01
STARTED_S = 0.6
"""The board's own first sweep and the first scene are no change of scenes."""
PLAIN = CrowdView(Text("A", "A"), Text("B", "B"), turn_no=1)
ENDING = Ending(Text("Winner", "Gana"))


def moment(kind: MomentKind, now_ms: int) -> Moment:
    return Moment(kind, Text("!", "!"), "Momia", None, 1, now_ms)


@dataclass
class Hall:
    """One evening in virtual time: the port's waiting is the clock, so nothing here depends on the machine."""

    act: Callable[["Hall"], None]
    now_s: float = 0.0
    board: SimulatedBoard = field(default_factory=SimulatedBoard)
    light: list[tuple[float, tuple[Pixels, ...]]] = field(default_factory=list)
    covers: list[tuple[float, Cover]] = field(default_factory=list)
    crowd: CrowdView = PLAIN
    show: ShowLights = field(default_factory=ShowLights)
    over: threading.Event = field(default_factory=threading.Event)
    service: LightService | None = None
    name: str = "hall"
    wanted: bool = True

    def __post_init__(self) -> None:
        self.loop = CrowdLoop(lambda _: self.crowd)

    def clock(self) -> float:
        return self.now_s

    def connect(self, go_on: GoOn) -> Connection:
        del go_on
        if self.over.is_set():
            raise PortError(lost_text("hall"))
        port = SimulatedPort(self.board, self.clock)
        plain = port.read

        def read(wait_s: float) -> bytes:
            self._live(min(max(wait_s, 0.001), STEP_S))
            return plain(0)

        port.read = read  # type: ignore[method-assign]
        port.open()
        return Connection(port, BoardLink(Random(3)))

    def _live(self, wait_s: float) -> None:
        if self.service is None or self.over.is_set():
            return
        self.now_s += wait_s
        if self.now_s > SECONDS:
            self.over.set()
            return
        self.act(self)
        self.service.show(self.show)
        now_ms = int(self.now_s * 1000)
        self.covers.append((self.now_s, cover_of(self.loop.view(now_ms), now_ms)))
        self.light.append((self.now_s, self.board.zone_frame(now_ms)))

    def run(self) -> None:
        self.service = LightService(self, clock=self.clock)
        assert self.over.wait(120)
        self.service.close()

    def changes(self) -> list[list[float]]:
        """For each zone of light, when it turned or the board's cover changed: half a flash each."""
        pairs = zip(self.covers, self.covers[1:], strict=False)
        covers = [now for (_, before), (now, after) in pairs if before != after]
        zones = turns_by_zone([one for one in self.light if one[0] > STARTED_S])
        return [sorted([*zone, *covers]) for zone in zones]

    def most(self) -> int:
        """Of the zone that turned most often."""
        return max(map(most_in_a_second, self.changes()))


def reviewing(hall: Hall) -> None:
    """The review key, held down, while a pin beats."""
    on = int(hall.now_s * 25) % 2 == 0
    hall.show = ShowLights(pin_count=2, under_review=on)
    hall.crowd = replace(PLAIN, review=on, moment=moment(MomentKind.PIN, 0))


def pinning(hall: Hall) -> None:
    """Pin and kick-out again and again, each with its moment."""
    number = int(hall.now_s * 8)
    hall.show = ShowLights(pin_count=number % 4)
    kind = MomentKind.PIN if number % 2 else MomentKind.FINISHER
    hall.crowd = replace(PLAIN, moment=moment(kind, number * 125))


def random_referee(seed: int) -> Callable[[Hall], None]:
    random = Random(seed)

    def act(hall: Hall) -> None:
        if random.random() < 0.8:
            return
        review = random.random() < 0.3
        shows = (
            ShowLights(pin_count=random.randrange(4), under_review=review),
            ShowLights(winner=Rgb(250, 250, 0), under_review=review),
            ShowLights(elimination=Rgb(255, 255, 255), pin_count=random.randrange(4)),
            ShowLights(knocked_down=True, dark=random.random() < 0.3),
            ShowLights(whip=Whip(Side.SOUTH, Side.NORTH, Rgb(255, 255, 255)), finisher_ready=Rgb(200, 0, 0)),
        )
        hall.show = random.choice(shows)
        told = moment(random.choice(tuple(MomentKind)), int(hall.now_s * 1000) - random.randrange(3500))
        ending = ENDING if random.random() < 0.2 else None
        hall.crowd = replace(PLAIN, review=review, moment=random.choice((None, told)), ending=ending)
        if random.random() < 0.3:
            hall.loop.press(random.choice(("t", "i", "x")), int(hall.now_s * 1000))

    return act


REFEREES = {"review": reviewing, "pins": pinning, **{f"random {seed}": random_referee(seed) for seed in range(3)}}


@pytest.mark.parametrize("name", REFEREES)
def test_never_more_than_three_flashes_in_a_second(name: str) -> None:
    hall = Hall(REFEREES[name])
    hall.run()
    changes = hall.changes()
    assert max(map(len, changes)) > SECONDS  # it does show what happens
    assert hall.most() <= 2 * flashing.FLASHES_PER_S


def test_without_the_spacing_the_same_referee_would_flash(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: this count does see what it is about."""
    monkeypatch.setattr(flashing.ChangePacer, "may_change_at", lambda self, now_s: now_s)
    hall = Hall(reviewing)
    hall.run()
    assert hall.most() > 2 * flashing.FLASHES_PER_S


def test_the_shares_add_up() -> None:
    assert flashing.LIGHT_FLASHES_PER_S + flashing.SCREEN_FLASHES_PER_S == flashing.FLASHES_PER_S == 3
    assert crowd_window.FETCH_EVERY_MS <= 1000


class TestCover:
    """The newest is shown in the end, and what is too old for its own end to be allowed is left out."""

    def test_the_newest_wins_after_a_second(self) -> None:
        hall = Hall(lambda _: None)
        for now_ms, review in ((0, False), (100, True), (200, False), (300, True)):
            hall.crowd = replace(PLAIN, review=review)
            hall.loop.view(now_ms)
        assert not hall.loop.view(900).review
        assert hall.loop.view(1200).review

    def test_a_moment_that_is_nearly_over_is_not_begun(self) -> None:
        hall = Hall(lambda _: None)
        hall.crowd = replace(PLAIN, review=True, moment=moment(MomentKind.BELL, 0))
        hall.loop.view(0)
        hall.crowd = replace(hall.crowd, review=False)
        assert hall.loop.view(2000).moment is None

    def test_what_is_small_is_never_delayed(self) -> None:
        hall = Hall(lambda _: None)
        for now_ms in range(0, 1000, 100):
            hall.crowd = replace(PLAIN, review=now_ms % 200 == 0, turn_no=now_ms)
            assert hall.loop.view(now_ms).turn_no == now_ms
