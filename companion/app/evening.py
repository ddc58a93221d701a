"""One evening: the only place where a command becomes an act: planned, made durable, folded, told.

What is on a screen or in a light is told from here, after the act is on disk.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from companion.errors import FileProblemError, UsageProblemError
from companion.games import game as game_named
from companion.kernel.acts import HEADS
from companion.kernel.dice_calls import DiceCall
from companion.kernel.game import Game
from companion.kernel.session import OPENED, Act, Session, rows

S = TypeVar("S")
MATCH = "match"
"""Key of a row that says which match of the evening it belongs to; rows without it are the evening's own."""
CLOCKS = "clocks_ms"
"""Key of an act's first row: what the clocks of the match showed when it was given."""


class StoredRow(Protocol):
    """A journal row as the store gives it."""

    seq: int
    event: dict[str, Any]


class Journal(Protocol):
    """What an evening needs of a show file."""

    def append(self, events: Sequence[Mapping[str, Any]], by: str, at_ms: int) -> Sequence[int]: ...
    def rows(self, after: int = 0, named: Collection[str] | None = None) -> Iterator[Any]: ...


@dataclass(frozen=True)
class Told(Generic[S]):
    """What a listener hears after an act is durable: the act and the states around it."""

    act: Act
    before: S
    after: S
    last_seq: int


class Evening(Generic[S]):
    """A show file with a running match.

    Args:
        journal: made durable before anything is folded.
        clock: milliseconds since 1970, given in so that tests and replays decide on the time.

    Attributes:
        opened_seq, last_seq: numbers of the match's first row, and of the newest one that was written here.
    """

    def __init__(self, journal: Journal, session: Session[S], number: int, clock: Callable[[], int]) -> None:
        self.journal = journal
        self.session = session
        self.number = number
        self.opened_seq = self.last_seq = 0
        self.readings: Callable[[], Mapping[str, int]] = dict
        """What the clocks of the match show, for the journal; whoever has clocks sets it."""
        self._clock = clock
        self._listeners: list[Callable[[Told[S]], None]] = []

    @classmethod
    def open_match(
        cls,
        journal: Journal,
        game: Game[S],
        clock: Callable[[], int],
        *,
        seed: str | None = None,
        setup: Mapping[str, Any] | None = None,
        enter: Callable[[Session[S]], None] | None = None,
    ) -> "Evening[S]":
        """Begin a new match in this show; its opening is on disk when this returns.

        Args:
            enter: gives the first commands (who fights). They are on disk in one commit with the opening, so that a
                pulled plug leaves no match with half of its people.
        """
        number = 1 + max((row.event.get(MATCH, 0) for row in journal.rows(named={OPENED})), default=0)
        session = Session(game, setup, seed)
        if enter is not None:
            enter(session)
        evening = cls(journal, session, number, clock)
        written = [session.opening(), *(row for act in session.acts() for row in rows(act))]
        evening.opened_seq = evening._append(written, "referee")
        evening.session = Session.from_rows(game, enumerate(written, evening.opened_seq))
        return evening

    @classmethod
    def resume(cls, journal: Journal, clock: Callable[[], int]) -> "Evening[Any] | None":
        """The last match of the show, as its journal tells it; None where no match was opened.

        Raises:
            FileProblemError: it is of a game that this program does not know.
        """
        rows_of_match = _last_match(journal)
        if not rows_of_match:
            return None
        number, stored = rows_of_match
        opening = stored[0][1]
        try:
            game = game_named(opening["game"])
        except UsageProblemError as error:
            raise FileProblemError(
                f"row {stored[0][0]} of the show: {error}", f"fila {stored[0][0]} de la velada: {error.spanish}"
            ) from error
        evening = cls(journal, Session.from_rows(game, stored), number, clock)
        evening.opened_seq, evening.last_seq = stored[0][0], stored[-1][0]
        return evening

    @property
    def state(self) -> S:
        return self.session.state

    @property
    def game(self) -> Game[S]:
        return self.session.game

    def listen(self, listener: Callable[[Told[S]], None]) -> None:
        """Call `listener` after every act that is on disk."""
        self._listeners.append(listener)

    def give(
        self,
        name: str,
        parameters: Mapping[str, Any],
        by: str = "referee",
        method: str = "typed",
        calls: Sequence[DiceCall] = (),
    ) -> Act:
        """Give a command. When this returns it is on disk, folded and told.

        Raises:
            IllegalCommandError: the rules forbid it; nothing has changed.
            NotationError: there is no such command or parameter.
        """
        act = self.session.plan(name, parameters, by, method, calls)
        before = self.session.state
        first = self._append(rows(act), by)
        self.session.apply(act, first)
        told = Told(act, before, self.session.state, self.last_seq)
        for listener in self._listeners:
            listener(told)
        return act

    def note(self, *events: Mapping[str, Any], by: str = "companion") -> None:
        """Write events of the evening that are none of the match (a clip's position, a calibration), as one commit."""
        self.last_seq = self.journal.append(events, by, self._clock())[-1]

    def _append(self, events: Sequence[Mapping[str, Any]], by: str) -> int:
        written: list[dict[str, Any]] = [{**event, MATCH: self.number} for event in events]
        readings = self.readings()
        if readings:
            written[0][CLOCKS] = dict(readings)
        numbers = self.journal.append(written, by, self._clock())
        self.last_seq = numbers[-1]
        return numbers[0]


def acts_and_readings(journal: Journal, number: int, after: int = 0) -> Iterator[tuple[Act, Mapping[str, int]]]:
    """Every act of a match but its dice and events, with what the clocks showed when it was given.

    Args:
        after: a row before the match, so that those of earlier ones need not be read.
    """
    for row in journal.rows(after, HEADS):
        name = row.event["name"]
        if row.event.get(MATCH) == number and name != OPENED:
            count = row.event.get("commands", 0)
            ((command, given),) = (row.event.get("command") or {"": {}}).items()
            by, count = row.event.get("by", ""), count if isinstance(count, int) else 0
            yield Act(name, command, given, by, count=count), row.event.get(CLOCKS, {})


def newest_readings(journal: Journal, number: int, after: int = 0) -> tuple[int, Mapping[str, int] | None]:
    """The newest row that knows what the clocks of the last match showed, and what: None where that is an act.

    An act may put clocks back; a row of the evening's own (the referee stopped them) tells them as they stand after it.

    Args:
        after: a row before the match.
    """
    seq: int = 0
    known: Mapping[str, int] | None = None
    for row in journal.rows(after):
        if row.event.get(MATCH) == number:
            seq, known = row.seq, None
        elif seq and MATCH not in row.event and CLOCKS in row.event:
            seq, known = row.seq, row.event[CLOCKS]
    return seq, known


def of_match(event: Mapping[str, Any]) -> dict[str, Any]:
    """A row of a match as its session wrote it, without what the evening added."""
    return {key: value for key, value in event.items() if key not in {MATCH, CLOCKS}}


def _last_match(journal: Journal) -> tuple[int, list[tuple[int, dict[str, Any]]]] | None:
    """Number and `(seq, event)` rows of the match that was opened last, without what the evening added to them."""
    opening = None
    for row in journal.rows(named={OPENED}):
        opening = row if MATCH in row.event else opening
    if opening is None:
        return None
    number = int(opening.event[MATCH])
    rows_on = journal.rows(opening.seq - 1)
    return number, [(row.seq, of_match(row.event)) for row in rows_on if row.event.get(MATCH) == number]
