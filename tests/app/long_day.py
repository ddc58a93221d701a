"""A long day on the whole program: many matches by a scripted referee, each command drawn on both screens (G-03).

Everything stands as in `companion run`, but nobody waits: the clocks are turned by hand, the windows are surfaces and
the crowd board reads the show file in this process. `scripts/long_day.py` plays all twelve hours, a test a short one.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from companion.app.crowd import CrowdFeed
from companion.app.evening import Evening
from companion.app.live import LiveEvening
from companion.app.records import CLAY, keep_result, new_match
from companion.app.saving import StoreNews, close_journal, open_journal
from companion.app.scripted_referee import ScriptedReferee
from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import Match
from companion.kernel.text import Text
from companion.leds.service import LightService
from companion.screens import crowd, referee
from companion.screens.crowd_window import CrowdLoop
from companion.screens.interaction import Give, Redo, Request, Ui, Undo
from companion.screens.referee_window import Picture, RefereeLoop
from companion.screens.render import headless
from companion.store.desk import take_roster

SIZE = (1366, 768)
BEGAN_MS = 1_790_000_000_000
ROUND_MS = 5_000
"""What passes on the fake clock at each look; less than what counts as a sleep of the computer."""
MOST_COMMANDS = 2_000
"""Of one match; the scripted bout is over long before."""
UNDO_EVERY = 20
PEOPLE = """player;name;clay_colour;class;combat;speed;strength;technique;resistance;strike;whip;suplex;submission;\
counter;finisher;finisher_position;palm_mm;half_palm_mm
Ana;Momia;red;humanoid;2;3;3;1;1;3;2;2;1;2;Bomba;knocked_down;190,5;85
Íñigo;Pulpo;blue;beast;2;2;3;1;2;3;1;2;2;2;Ola;on_ropes;210;92
Zoë;Tigre;orange;humanoid;1;4;3;1;1;4;1;1;2;2;Zarpa;in_corner;180;80
Peña;Flan;yellow;absurd;1;4;2;2;1;3;2;1;3;1;Temblor;back_turned;200;90
"""


@dataclass
class Clock:
    """Milliseconds since 1970, and steady ones, turned by hand."""

    spent_ms: int = 0

    def now_ms(self) -> int:
        return BEGAN_MS + self.spent_ms

    def steady_ms(self) -> int:
        return self.spent_ms


@dataclass
class Figures:
    """What a day took.

    Attributes:
        wall_ms, cpu_ms: of each command, from the key to the drawn picture.
        at_the_end_ms: of those that ended a match: its result is written and the show backed up.
        next_match_ms: from the key that begins a match with the same people to the drawn picture.
    """

    commands: int = 0
    pictures: int = 0
    crowd_pictures: int = 0
    wall_ms: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)
    at_the_end_ms: list[float] = field(default_factory=list)
    next_match_ms: list[float] = field(default_factory=list)


class Day:
    """The program of one day; closed and opened again it goes on with the match that was running."""

    def __init__(self, show: Path, service: LightService, clock: Clock) -> None:
        headless()
        import pygame

        self.show, self.clock, self.service = show, clock, service
        self.said: list[Text] = []
        self.journal = open_journal(show, self.said.append, ())
        evening = Evening.resume(self.journal, clock.now_ms)
        if evening is None:
            evening = new_match(self.journal, CLAY, "day", clock.now_ms, (), self.said.append)
        keep_result(evening, self.journal, self.said.append)
        self.live = LiveEvening(
            evening, self.journal, service, clock.now_ms, steady_ms=clock.steady_ms, news=StoreNews(self.journal)
        )
        self.loop = RefereeLoop(self.live, Ui(language="es"))
        self.board = CrowdFeed(show)
        self.crowd = CrowdLoop(self.board.fetch)
        self.figures = Figures()
        self._picture = Picture()
        self._referee_surface, self._crowd_surface = pygame.Surface(SIZE), pygame.Surface(SIZE)

    @property
    def match(self) -> Match:
        state = self.live.evening.state
        assert isinstance(state, Match)
        return state

    @property
    def over(self) -> bool:
        return GAME.outcome(self.match) is not None

    def look(self) -> None:
        """A round of both windows: whatever has changed is drawn."""
        self.clock.spent_ms += ROUND_MS
        now_ms = self.clock.steady_ms()
        assert self.live.tick(now_ms)
        view = self.loop.view(now_ms)
        if self._picture.stale(view, SIZE, "es", now_ms):
            referee.draw(self._referee_surface, view, "es", now_ms)
            self.figures.pictures += 1

    def look_at_crowd(self) -> None:
        """A round of the crowd board, which reads the show file."""
        now_ms = self.clock.now_ms()
        view = self.crowd.view(now_ms)
        if self.crowd.changed(view, SIZE, now_ms):
            crowd.draw(self._crowd_surface, view, "es", now_ms)
            self.figures.crowd_pictures += 1

    def ask(self, request: Request) -> bool:
        """One key of the referee's and the picture that answers it; whether the rules took it."""
        wall_ns, cpu_ns = time.perf_counter_ns(), time.process_time_ns()
        was_over = self.over
        if self.live.ask(request) is not None:
            return False
        self.look()
        wall_ms = (time.perf_counter_ns() - wall_ns) / 1e6
        figures = self.figures
        figures.commands += 1
        figures.wall_ms.append(wall_ms)
        figures.cpu_ms.append((time.process_time_ns() - cpu_ns) / 1e6)
        if self.over and not was_over:
            figures.at_the_end_ms.append(wall_ms)
        self.look_at_crowd()
        return True

    def play(self, most: int = MOST_COMMANDS) -> None:
        """Go on with the match for so many commands; now and then one is taken back and redone."""
        if not self.match.roster:
            fighters = list(self.match.fighters)
            assert self.ask(Give("start_match", {"mode": "wrestling_match", "fighters": fighters}))
        choosing = ScriptedReferee(GAME, f"day {self.live.evening.number}")
        for number in range(1, most + 1):
            if self.over:
                break
            ideas = choosing.ideas(self.match, self.live.evening.session.can_undo)
            assert any(self.ask(Give(name, parameters)) for name, parameters in ideas)
            if number % UNDO_EVERY == 0:
                self.there_and_back()

    def there_and_back(self) -> None:
        """A command is taken back and done again."""
        assert self.ask(Undo(1))
        assert self.ask(Redo(1))

    def end(self) -> None:
        """The referee ends the match where it is not over; the end is taken back and done again."""
        if not self.over:
            winner = self.match.roster[self.live.evening.number % len(self.match.roster)]
            ruling = {"topic": "winner", "subject": "match", "value": winner, "note": "time"}
            assert self.ask(Give("referee_ruling", ruling))
        self.there_and_back()

    def next_match(self) -> None:
        """As the page of the show does it."""
        wall_ns = time.perf_counter_ns()
        assert self.live.next_match() is None
        self.look()
        self.figures.next_match_ms.append((time.perf_counter_ns() - wall_ns) / 1e6)
        self.look_at_crowd()

    def close(self) -> None:
        self.board.close()
        close_journal(self.journal, self.said.append, ())


@contextmanager
def opened(show: Path, service: LightService, clock: Clock) -> Iterator[Day]:
    """The program on a show; a new one gets its people first."""
    if not show.exists():
        people = show.with_suffix(".csv")
        people.write_text(PEOPLE, encoding="utf-8-sig")
        assert not take_roster(people, show, BEGAN_MS).failed
    day = Day(show, service, clock)
    try:
        yield day
    finally:
        day.close()
