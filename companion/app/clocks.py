"""The clocks of a match: which run, what they showed before a restart, and what an undo puts back (K-11; G-04, G-06).

Which clocks there are follows from the match: sculpting time, the Iron Man hour, how long the match has been going.
What they show is measured on a clock that never goes back and knows nothing of the time of day; the newest reading
goes into the journal with each command. After a restart, or a sleep of the computer, they stand until somebody says.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games.clay_wrestling.model import Match, Mode
from companion.games.clay_wrestling.sheets import SCULPT_SECONDS
from companion.kernel.acts import REDONE, REROLL, UNDONE, Act, is_noted
from companion.kernel.game import Game
from companion.kernel.text import Text
from companion.kernel.timers import Timer
from companion.leds import packets
from companion.screens.view_model import TimerView

SLEPT_MS = 15_000
"""Between two looks at the clock: longer than any wait of the program (a locked file: 5 s), shorter than a nap."""
MATCH_CLOCK, IRON_MAN, SCULPT, COUNT = "match", "iron_man", "sculpt:", "count"
COUNT_TO = 3
EVERYBODY = "*"
"""The player whose sculpting clock runs for the whole table."""
STOPPED, GOING = "clocks_stopped", "clocks_going"

_MATCH = Text("match", "combate")
_COUNT = Text("count of three", "cuenta de tres")
_IRON_MAN = Text("Iron Man", "Iron Man")
_SCULPT = Text("sculpting: {who}", "modelado: {who}")
_SCULPT_ALL = Text("sculpting", "modelado")
_STANDS = Text("stopped · {label}", "parado · {label}")
_SLEPT = Text(
    "The computer slept for {n} s: the clocks stand; C lets them go on",
    "El ordenador ha dormido {n} s: los relojes están parados; C los reanuda",
)
_RESTARTED = Text(
    "After the restart the clocks stand as they were; C lets them go on",
    "Tras el reinicio los relojes están parados como estaban; C los reanuda",
)
_HOUR_IS_OVER = Text("Iron Man: the time is over", "Iron Man: se acabó el tiempo")
_SCULPTING_IS_OVER = Text("{who}: sculpting time is over", "{who}: se acabó el tiempo de modelado")
_BACK = Text("{clock} goes back to {shown}", "{clock} vuelve a {shown}")
_JUMPED = Text("{clock} goes from {was} to {shown}.", "{clock} pasa de {was} a {shown}.")
_MATCH_CLOCK = Text("the match clock", "el reloj del combate")
_COUNT_CLOCK = Text("the count of three", "la cuenta de tres")
_IRON_MAN_CLOCK = Text("the Iron Man clock", "el reloj del Iron Man")
_SCULPT_CLOCK = Text("the sculpting clock", "el reloj del modelado")
_SCULPT_CLOCK_OF = Text("the sculpting clock of {who}", "el reloj del modelado de {who}")
_ALL_IS_OVER = Text("sculpting time is over", "se acabó el tiempo de modelado")

Readings = Mapping[str, int]
"""What clocks show, in milliseconds spent, by their id."""


def steady_ms() -> int:
    """Milliseconds that never go back and go on while the computer sleeps, where the system can tell them."""
    # of Linux the first counts sleep, of macOS the second; Windows has neither, and its own does
    clock = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    return (time.monotonic_ns() if clock is None else time.clock_gettime_ns(clock)) // 1_000_000


@dataclass(frozen=True)
class Due:
    """A clock that the match has now.

    Attributes:
        total_ms: of a countdown; None for a stopwatch.
        runs: False: it stays to be seen and stands (the match is over).
        counts: it is counted aloud, from 1 to so many.
        who: whose clock it is, by name; empty: everybody's.
    """

    id: str
    label: Text
    total_ms: int | None = None
    runs: bool = True
    counts: int = 0
    who: str = ""


@dataclass(frozen=True)
class Rung:
    """A countdown that is over, and the command that tells the match so."""

    id: str
    text: Text
    command: str
    parameters: Mapping[str, Any]


def due_clocks(game: Game[Any], state: Any, acts: int) -> tuple[Due, ...]:
    """The clocks of this state, the one that the crowd should see first.

    Args:
        acts: commands that count so far; a card game has begun with its first one.
    """
    is_over = game.outcome(state) is not None
    if not isinstance(state, Match):
        match = (Due(MATCH_CLOCK, _MATCH, runs=not is_over),) if acts else ()
        count_ms = game.counted_ms(state)
        return (Due(COUNT, _COUNT, count_ms, counts=COUNT_TO), *match) if count_ms else match
    found = []
    if state.turn_no or is_over:  # from the bell on, not from where the mode is fixed
        if state.mode is Mode.IRON_MAN:
            minutes = int(state.profile.get("iron_man_minutes", 60))
            found.append(Due(IRON_MAN, _IRON_MAN, minutes * 60_000, runs=not is_over))
        else:
            found.append(Due(MATCH_CLOCK, _MATCH, runs=not is_over))
    for player, what in state.sculpting.items():
        if what == "running":
            known = state.players.get(player)
            who = (known.name if known is not None else "") or player
            label = _SCULPT.filled(who=who) if player != EVERYBODY else _SCULPT_ALL
            found.append(Due(f"{SCULPT}{player}", label, SCULPT_SECONDS * 1000, who=who))
    return tuple(found)


def _called(one: Due) -> Text:
    """A clock as a sentence names it."""
    if one.id == f"{SCULPT}{EVERYBODY}":
        return _SCULPT_CLOCK
    if one.id.startswith(SCULPT):
        return _SCULPT_CLOCK_OF.filled(who=one.who)
    return {MATCH_CLOCK: _MATCH_CLOCK, IRON_MAN: _IRON_MAN_CLOCK}.get(one.id, _COUNT_CLOCK)


@dataclass
class _Undone:
    """A command that was taken back: what the clocks showed before it and after it."""

    before: Readings
    after: Readings
    depth: int
    """How many stood before it."""


@dataclass
class Clocks:
    """The running clocks of one match; the present time is always given in, on a clock that never goes back."""

    due: tuple[Due, ...] = ()
    timers: dict[str, Timer] = field(default_factory=dict)
    _before: list[Readings] = field(default_factory=list)
    _undone: list[_Undone] = field(default_factory=list)
    _went: dict[str, bool] = field(default_factory=dict)
    """Whether a clock went when the match last had it going: an undo of the finish gives back that, too."""
    _seen_ms: int | None = None

    # -- the journal -----------------------------------------------------------------------------------------------

    def readings(self, now_ms: int) -> dict[str, int]:
        """What they show, as the journal keeps it."""
        return {name: timer.elapsed_ms(now_ms) for name, timer in self.timers.items()}

    def hear(self, act: Act, due: Sequence[Due], now_ms: int) -> Text | None:
        """An act is on disk: clocks begin, end, or go back to what they showed before it.

        Returns:
            What to tell where a clock does not simply go on.
        """
        before = self.timers
        put_back = self._follow(act, self.readings(now_ms))
        self._fit(due, now_ms, put_back)
        if put_back is None:
            return None
        told = self._told_jump(_JUMPED, before, self.timers, now_ms)
        return None if told is None else Text(told.en[:1].upper() + told.en[1:], told.es[:1].upper() + told.es[1:])

    def undo_tells(self, now_ms: int, depth: int = 1) -> Text | None:
        """What an undo of the newest `depth` commands would do to a clock; None where nobody would see it."""
        if not 1 <= depth <= len(self._before):
            return None
        back = self._before[-depth]
        then = {name: Timer(one.total_ms, back[name]) for name, one in self.timers.items() if name in back}
        return self._told_jump(_BACK, self.timers, then, now_ms)

    def _told_jump(
        self, how: Text, before: Mapping[str, Timer], after: Mapping[str, Timer], now_ms: int
    ) -> Text | None:
        """The first clock that shows another time, in words."""
        for one in self.due:
            if one.id in before and one.id in after and not one.counts:
                was, shown = before[one.id].shown(now_ms), after[one.id].shown(now_ms)
                if was != shown:
                    return how.filled(clock=_called(one), was=was, shown=shown)
        return None

    def _follow(self, act: Act, shown: Readings) -> Readings | None:
        """Keep what an undo will need; the readings to put back, None if time simply goes on."""
        if act.kind == REROLL:
            return None
        if act.kind not in {UNDONE, REDONE}:
            self._before.append(shown)
            if not is_noted(act):
                self._undone.clear()
            return None
        back: Readings | None = None
        for _ in range(act.count):
            if act.kind == UNDONE and self._before:
                back = self._before.pop()
                self._undone.append(_Undone(back, shown, len(self._before)))
                shown = back
            elif act.kind == REDONE and self._undone:
                again = self._undone.pop()
                self._before[again.depth :] = [again.before]
                back = again.after
        return back

    def _fit(self, due: Sequence[Due], now_ms: int, put_back: Readings | None) -> None:
        self._went.update((one.id, self.timers[one.id].running) for one in self.due if one.runs)
        timers: dict[str, Timer] = {}
        for one in due:
            old = self.timers.get(one.id)
            begins = old is None and put_back is None
            going = one.runs and (begins or self._went.get(one.id, False))
            spent_ms = 0 if old is None else old.elapsed_ms(now_ms)
            if put_back is not None:
                spent_ms = put_back.get(one.id, spent_ms)
            timers[one.id] = Timer(one.total_ms, spent_ms, now_ms if going else None)
        self.due, self.timers = tuple(due), timers

    @classmethod
    def after_restart(
        cls, acts: Iterable[tuple[Act, Readings]], due: Sequence[Due], newest: Readings | None = None
    ) -> "Clocks":
        """The clocks as they stood when the program ended: to be seen, and stopped.

        Args:
            acts: the match's acts from its opening on, each with what the clocks showed when it was given.
            newest: what they showed last, if that is known.
        """
        clocks = cls()
        shown: Readings = {}
        for act, readings in acts:
            put_back = clocks._follow(act, readings)
            shown = readings if put_back is None else put_back
        shown = shown if newest is None else newest
        clocks.due = tuple(due)
        clocks.timers = {one.id: Timer(one.total_ms, shown.get(one.id, 0)) for one in due}
        return clocks

    # -- time ------------------------------------------------------------------------------------------------------

    def tick(self, now_ms: int) -> Text | None:
        """To be called all the time: after a long gap (the lid was closed) the clocks stand as before it.

        Returns:
            What to tell then.
        """
        seen_ms, self._seen_ms = self._seen_ms, now_ms
        if seen_ms is None or now_ms - seen_ms < SLEPT_MS or not self.going:
            return None
        self.timers = {name: timer.stopped(seen_ms) for name, timer in self.timers.items()}
        return _SLEPT.filled(n=(now_ms - seen_ms) // 1000)

    @property
    def going(self) -> bool:
        return any(timer.running for timer in self.timers.values())

    @property
    def stand(self) -> bool:
        """Whether a clock stands that the match would have running."""
        return any(one.runs and not self.timers[one.id].running for one in self.due)

    def toggle(self, now_ms: int) -> bool:
        """Stop them all, or let all go on; whether they go now."""
        if self.going:
            self.timers = {name: timer.stopped(now_ms) for name, timer in self.timers.items()}
            return False
        runs = {one.id for one in self.due if one.runs}
        self.timers = {name: t.started(now_ms) if name in runs else t for name, t in self.timers.items()}
        return self.going

    def lengthen(self, name: str, more_ms: int) -> None:
        """Give a countdown more time than it has by the book."""
        timer = self.timers.get(name)
        if timer is not None:
            self.timers[name] = replace(timer, spent_ms=timer.spent_ms - more_ms)

    def restart_notice(self) -> Text | None:
        """What to tell after a restart; None where no clock waits."""
        return _RESTARTED if self.stand else None

    # -- what is shown ---------------------------------------------------------------------------------------------

    def views(self) -> tuple[TimerView, ...]:
        """For the screens; what stands says so."""
        return tuple(
            TimerView(
                _STANDS.filled(label=one.label) if self._is_stopped(one) else one.label,
                self.timers[one.id],
                one.counts,
            )
            for one in self.due
        )

    def _is_stopped(self, one: Due) -> bool:
        """Whether it stands by a word and not by the end of the match; what stood then goes on saying so."""
        running = self.timers[one.id].running if one.runs else self._went.get(one.id, True)
        return not running

    def rung(self, now_ms: int) -> tuple[Rung, ...]:
        """Countdowns that are over while the match still goes by them."""
        found = []
        for one in self.due:
            if not one.runs or not self.timers[one.id].rung(now_ms):
                continue
            if one.id == IRON_MAN and one.total_ms is not None:
                found.append(Rung(one.id, _HOUR_IS_OVER, "clock", {"seconds": one.total_ms // 1000}))
            elif one.id.startswith(SCULPT):
                player = one.id.removeprefix(SCULPT)
                text = _SCULPTING_IS_OVER.filled(who=one.who) if player != EVERYBODY else _ALL_IS_OVER
                found.append(Rung(one.id, text, "sculpt_timer", {"player": player, "action": "stop"}))
        return tuple(found)

    def light(self, now_ms: int) -> packets.Timer | None:
        """The first countdown as the ropes show it; None where there is none."""
        for one in self.due:
            timer = self.timers[one.id]
            if timer.total_ms is not None and one.runs:
                left_ms = timer.left_ms(now_ms)
                return packets.Timer(left_ms, max(left_ms, timer.total_ms), timer.running)
        return None

    def live(self, now_ms: int) -> list[list[Any]]:
        """For the `live` row: id, label in both languages, total, spent, whether it runs, to what it counts."""
        return [
            [
                one.id,
                view.label.en,
                view.label.es,
                one.total_ms,
                view.timer.elapsed_ms(now_ms),
                view.timer.running,
                one.counts,
            ]
            for one, view in zip(self.due, self.views(), strict=True)
        ]


def from_live(body: Mapping[str, Any], silent_ms: int, silent_limit_ms: int) -> tuple[TimerView, ...]:
    """The clocks of the `live` row for a board of another process, on the clock of its heartbeat.

    They stand where nobody has been heard of for so long.
    """
    beat_ms = int(body.get("referee_ms", 0))
    views = []
    for _, en, es, total_ms, spent_ms, is_running, *counts in body.get("clocks", ()):
        timer = Timer(total_ms, int(spent_ms), beat_ms if is_running else None)
        if timer.running and silent_ms > silent_limit_ms:
            timer = replace(timer, since_ms=None)
        views.append(TimerView(Text(str(en), str(es)), timer, *map(int, counts)))
    return tuple(views)


def readings_in_live(body: Mapping[str, Any], match: int, last_seq: int) -> Readings | None:
    """What the clocks showed at the last heartbeat, if nothing newer of this match is known.

    Args:
        last_seq: the newest journal row that knows what they showed: an act, or a stop by the referee. Rows of others
            (a person of the roster) may come after it.
    """
    of_match, seq = body.get("clocks_of") or (0, 0)
    if of_match != match or seq < last_seq:
        return None
    return {str(one[0]): int(one[4]) for one in body.get("clocks", ())}
