"""The crowd board's feed: a show file, only read, folded as it grows (DESIGN.md section 3, its own process).

Everything comes from disk: the match from the journal, positions and the referee's heartbeat from the `live` row. So a
board may start late, run twice, crash, or outlive the referee's process.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.app.clocks import from_live
from companion.app.evening import MATCH, of_match
from companion.app.stage import Table, Teller, surroundings
from companion.errors import CompanionError, FileProblemError
from companion.games import game as game_named
from companion.games.clay_wrestling.model import Match
from companion.kernel.session import OPENED, Session, grouped, read_act
from companion.screens import clay_view
from companion.screens.theme import SILENCE_MS
from companion.screens.view_model import CrowdView, JournalLine, Moment
from companion.store.belts import champion_of
from companion.store.people import STEPS as PEOPLE
from companion.store.people import fold
from companion.store.show import Show
from companion.store.stakes import at_stake


@dataclass(frozen=True)
class _Held:
    """What the crowd saw when a review was opened, and sees until it is decided (field note J-03)."""

    journal: tuple[JournalLine, ...]
    moment: Moment | None
    table: Table | None


WORD_WITHIN_MS = 20_000
"""A referee's process that started this board has said so within this time, on a slow machine too."""


class CrowdFeed:
    """What the crowd may see of a show, as far as it is on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._show: Show | None = None
        self._session: Session[Any] | None = None
        self._teller: Teller | None = None
        self._seq = 0
        self._board: str | None = None
        self._found: tuple[str, int] | None = None
        self._looked_ms = 0
        self._number = 0
        self._people_rows: list[Any] = []
        self._belt = ("", "")
        self._held: _Held | None = None
        self._table: Table | None = None
        self._unread: FileProblemError | None = None

    def is_replaced(self, kept: str | None) -> bool:
        """Whether the evening keeps another board than `kept`: the referee's process was killed and started again.

        What stood there at the first look may be the word of the process that was killed: the board of the next one
        begins beside it, and waits until it has spoken.
        """
        if kept is None or self._board in {None, kept}:
            return False
        found, found_ms = self._found or (None, 0)
        return self._board != found or self._looked_ms - found_ms > WORD_WITHIN_MS

    @property
    def seq(self) -> int:
        """Number of the newest row that was read."""
        return self._seq

    def fetch(self, now_ms: int) -> CrowdView | None:
        """The newest state; None while there is no show file or no match in it.

        Args:
            now_ms: milliseconds since 1970, as the heartbeats.

        Raises:
            FileProblemError: the file is no show file, cannot be read, or holds a row that is none of its match; what
                follows such a row is not shown either.
        """
        if self._show is not None and not self._show.is_in_place and self.path.exists():
            self.close()  # a copy took its place; the rows go on where they were
        if self._unread is not None:
            raise self._unread
        if self._show is None:
            if not self.path.exists():
                return None
            self._show = Show.open(self.path, readonly=True)
        self._read_on()
        if self._session is None or self._teller is None:
            return None
        live = self._show.live() or {}
        self._board, self._looked_ms = live.get("board"), now_ms
        if self._found is None and self._board is not None:
            self._found = self._board, now_ms
        game, state = self._session.game, self._session.state
        silent_ms = max(0, now_ms - int(live.get("referee_ms", now_ms)))
        held = self._held
        if isinstance(state, Match) and state.review is not None:
            state = state.review  # the match as it was then: what is done meanwhile may be annulled
        # when the match is over nobody has to be heard any more
        unheard_ms = 0 if game.outcome(state) is not None else silent_ms
        table = Table.from_live(live) if held is None or held.table is None else held.table
        self._table = table
        around = surroundings(table, self._teller, silent_ms=unheard_ms)
        around = replace(around, timers=from_live(live, silent_ms, SILENCE_MS))
        if held is not None:
            around = replace(around, journal=held.journal, moment=held.moment, review=True)
        if isinstance(state, Match):
            view = clay_view.crowd_view(state, around, game.outcome(state))
        else:
            from companion.screens import card_view

            view = card_view.card_crowd_view(game, state, around)
        belt, champion = self._belt
        return replace(view, belt=belt, champion=champion if held is None else "")

    def close(self) -> None:
        if self._show is not None:
            self._show.close()
            self._show = None

    def _read_on(self) -> None:
        assert self._show is not None
        if not self._seq:  # a board that starts late: of the matches before this one it shows nothing
            self._seq = max([0, *(row.seq - 1 for row in self._show.rows(named={OPENED}) if MATCH in row.event)])
        rows = list(self._show.rows(after=self._seq))
        if not rows:
            return
        self._seq = rows[-1].seq
        # moments belong to the time they happened at: a board that starts late does not play them again
        at_ms = {row.seq: row.at_ms for row in rows}
        fresh = [(row.seq, row.event) for row in rows]
        # a commit is one transaction: what was read together holds whole acts
        own = [(seq, of_match(event)) for seq, event in fresh if MATCH in event]
        for seq, group in grouped(own):
            self._take(seq, group, at_ms[seq])
        desk = [row for row in rows if row.event["name"] in PEOPLE]
        opened = [row.event[MATCH] for row in rows if row.event["name"] == OPENED and MATCH in row.event]
        if desk or opened:
            self._number = opened[-1] if opened else self._number
            self._people_rows += desk
            self._hear_of_titles()

    def _take(self, seq: int, group: Sequence[Mapping[str, Any]], at_ms: int) -> None:
        try:
            if group[0]["name"] == OPENED:
                self._begin(group[0])
            else:
                self._follow(seq, group, at_ms)
        except (CompanionError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
            # a row that was changed by hand or by a bad disk: of the state behind it nothing is known
            self._unread = FileProblemError(
                f"{self.path}: row {seq} cannot be shown; look with: companion verify {self.path}",
                f"{self.path}: la fila {seq} no se puede mostrar; míralo con: companion verify {self.path}",
            )
            raise self._unread from error

    def _hear_of_titles(self) -> None:
        """What the match is for, and who holds it; worked out only when the desk or a match has begun something."""
        people = fold(self._people_rows)
        belt, _ = at_stake(people, str(self._number), ())
        self._belt = (belt, champion_of(people, belt) if belt else "")

    def _begin(self, opening: Mapping[str, Any]) -> None:
        game = game_named(str(opening["game"]))
        self._session = Session(game, opening["setup"], opening["seed"])
        self._teller = Teller(game, for_crowd=True)
        self._held = None

    def _follow(self, seq: int, group: Sequence[Mapping[str, Any]], at_ms: int) -> None:
        if self._session is None or self._teller is None:
            raise LookupError(seq)  # it belongs to no match
        before = self._session.state
        act = read_act(self._session.game, group)
        held = self._held or _Held(tuple(self._teller.journal), self._teller.moment, self._table)
        self._session.apply(act, seq)
        self._teller.hear(act, before, at_ms, seq)
        after = self._session.state
        if isinstance(after, Match) and after.review is not None:
            self._held = held
        elif self._held is not None:
            self._let_go(self._held, seq)

    def _let_go(self, held: _Held, seq: int) -> None:
        """The review is decided: of what was done meanwhile only the last word is told.

        What was annulled has never been; what stands is on the board already, and would slam in late.
        """
        assert self._teller is not None
        told = [line for line in self._teller.journal if line.seq == seq]
        self._teller.journal.clear()
        self._teller.journal.extend((*held.journal, *told))
        self._teller.moment = held.moment
        self._held = None
