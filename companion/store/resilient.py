"""A journal that never stops a match: what the show file cannot take now waits, in order, and is written later (H-08).

Events that wait are in memory and, where the disk lets us, in the side file; `state` tells the referee which.
"""

import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from pathlib import Path
from typing import Any

from companion.errors import FileProblemError, spanish
from companion.kernel.text import Text, plural
from companion.store.backups import back_up
from companion.store.codec import EVENT_VERSION, Row, event_text
from companion.store.pending import Commit, ShowWriteError, SideFile
from companion.store.people import STEPS, Register
from companion.store.rescue import rescue
from companion.store.show import Show


class SaveState(Enum):
    """Where the newest event is."""

    SAVED = "saved"
    SIDE_FILE = "side_file"
    MEMORY = "memory"


_MESSAGES = {
    SaveState.SAVED: (Text("saved", "guardado"),) * 2,
    SaveState.SIDE_FILE: (
        Text(
            "not saved: {n} event waits in the side file ({reason}); the match goes on",
            "sin guardar: {n} evento espera en el archivo auxiliar ({reason}); el combate sigue",
        ),
        Text(
            "not saved: {n} events wait in the side file ({reason}); the match goes on",
            "sin guardar: {n} eventos esperan en el archivo auxiliar ({reason}); el combate sigue",
        ),
    ),
    SaveState.MEMORY: (
        Text(
            "NOT SAVED: {n} event is only in memory ({reason}); free some space, do not close the program",
            "SIN GUARDAR: {n} evento solo está en memoria ({reason}); libera espacio y no cierres el programa",
        ),
        Text(
            "NOT SAVED: {n} events are only in memory ({reason}); free some space, do not close the program",
            "SIN GUARDAR: {n} eventos solo están en memoria ({reason}); libera espacio y no cierres el programa",
        ),
    ),
}


_PUT_BACK = Text(
    "{path} was moved or deleted while it is written; the whole show is in {copy} and goes on there",
    "{path} se movió o se borró mientras se escribía; toda la velada está en {copy} y sigue ahí",
)
_GONE = Text(
    "{path} was moved or deleted while it is written: put it back, do not close the program ({why})",
    "{path} se movió o se borró mientras se escribía: devuélvelo a su sitio, no cierres el programa ({why})",
)


class ResilientJournal:
    """A show that is written, with a queue before it.

    `append` waits for another program's lock at most once; while events wait, each further call only tries.
    """

    def __init__(self, show: Show, wait_ms: int = 5_000) -> None:
        self.show = show
        self._wait_ms = wait_ms
        self._side_file = SideFile(show.path)
        self._queue: list[Commit] = list(show.waiting)  # what the disk refused also when the show was opened
        show.waiting.clear()
        self._in_side_file = len(self._queue)
        self._reason: Text | None = None
        self._is_closed = False
        self._guard = threading.RLock()
        self._register = Register()
        self._copyist: ThreadPoolExecutor | None = None
        self._last_seq = self._queue[-1].last_seq if self._queue else show.last_seq
        show.wait_at_most(0 if self._queue else wait_ms)

    @classmethod
    def open(cls, path: Path | str, wait_ms: int = 5_000) -> "ResilientJournal":
        """Open or create a show to write; events that waited in its side file come first.

        Raises:
            FileProblemError: as `Show.open`.
        """
        return cls(Show.open(path), wait_ms)

    @property
    def state(self) -> SaveState:
        with self._guard:
            if not self._queue:
                return SaveState.SAVED
            return SaveState.SIDE_FILE if self._in_side_file == len(self._queue) else SaveState.MEMORY

    @property
    def waiting_events(self) -> int:
        """Events that are not in the show file yet."""
        with self._guard:
            return sum(len(commit.texts) for commit in self._queue)

    @property
    def message(self) -> Text:
        """What the referee reads: saved, or what waits and why."""
        with self._guard:
            return plural(self.waiting_events, *_MESSAGES[self.state], reason=self._reason or "")

    @property
    def last_seq(self) -> int:
        """Number of the newest event, written or waiting."""
        return self._last_seq

    def append(self, events: Sequence[Mapping[str, Any]], by: str, at_ms: int) -> list[int]:
        """Take one command's events; where they are when this returns, `state` tells.

        Returns:
            The numbers they have, or will have, in the journal.

        Raises:
            NotationError: an event is not plain data with a name.
        """
        texts = tuple(event_text(event) for event in events)
        if not texts:
            return []
        with self._guard:
            commit = Commit(self._last_seq + 1, at_ms, by, EVENT_VERSION, texts)
            self._last_seq = commit.last_seq
            self._queue.append(commit)
            if len(self._queue) > 1:
                self._keep_beside()  # behind the others, before a try that may take its time
            self._write()
            return commit.numbers

    def flush(self) -> bool:
        """Try to write what waits; for a timer of the program.

        Returns:
            Whether everything is in the show file.
        """
        with self._guard:
            self._write()
            return not self._queue

    def look_after_file(self) -> Text | None:
        """Where people moved or deleted the show file under us, go on in a whole copy of it; gives what to tell."""
        with self._guard:
            if self._is_closed or self.show.is_in_place:
                return None
            old = self.show.path
            try:
                self.show = self.show.put_back()
            except FileProblemError as error:
                return _GONE.filled(path=old, why=Text(str(error), error.spanish))
            self._side_file = SideFile(self.show.path)
            self._in_side_file = 0
            self._keep_beside()
            self.show.wait_at_most(0 if self._queue else self._wait_ms)
            return _PUT_BACK.filled(path=old, copy=self.show.path)

    def rows(self, after: int = 0, named: Collection[str] | None = None) -> Iterator[Row]:
        """Rows after number `after`, those that wait included; these have no hash yet. `named` as `Show.rows`."""
        yield from self.show.rows(after, named)
        with self._guard:
            waiting = [row for commit in self._queue for row in commit.rows() if row.seq > after]
        yield from (row for row in waiting if named is None or row.event["name"] in named)

    def register(self) -> Register:
        """What the journal says about people, those events included that wait; only what is new is read."""
        with self._guard:
            if self._register.seq < self._last_seq:
                self._register.take(self.rows(self._register.seq, STEPS), self._last_seq)
            return self._register

    def rescue(self, folders: Sequence[Path]) -> Path | None:
        """Write all that waits to another place, where show file and side file take nothing.

        Returns:
            The file; None where nothing waits or no folder takes it.
        """
        with self._guard:
            return rescue(self.show.path, self._queue, folders) if self._queue else None

    def close(self, *, lose_unsaved: bool = False) -> None:
        """Write what waits and close, once. What is in the side file is written when the show is opened next.

        Raises:
            ShowWriteError: events are only in memory; the show stays open unless `lose_unsaved`.
        """
        self.wait_for_backups()
        with self._guard:
            if self._is_closed:
                return
            self._write()
            if self.state is SaveState.MEMORY and not lose_unsaved:
                raise ShowWriteError(f"{self.show.path}: {self.message}", es=f"{self.show.path}: {self.message.es}")
            self.show.close()
            self._is_closed = True

    def back_up(self, label: str, tell: Callable[[Path | FileProblemError], None]) -> None:
        """Copy the show into its folder of backups while the match goes on, one copy after the other.

        Args:
            label: why, as `backups.back_up` takes it.
            tell: hears of the copy, or why there is none, in the thread that made it.
        """
        if self._copyist is None:
            self._copyist = ThreadPoolExecutor(1, "backup")
        self._copyist.submit(_copy, self.show.path, label, tell)

    def wait_for_backups(self) -> None:
        """Return when every copy that was asked for is made."""
        if self._copyist is not None:
            self._copyist.shutdown()
            self._copyist = None

    def _write(self) -> None:
        if self._is_closed:
            return
        written = 0
        try:
            for commit in self._queue:
                self.show.write(commit)
                written += 1
        except ShowWriteError as error:
            self._reason = Text(error.reason, error.reason_es)
        had_waited = self._in_side_file
        del self._queue[:written]
        self._in_side_file = max(0, self._in_side_file - written)
        if self._queue:
            self._keep_beside()
            self.show.wait_at_most(0)
        elif had_waited or self._reason:
            self._all_written()

    def _all_written(self) -> None:
        self._reason = None
        self.show.wait_at_most(self._wait_ms)
        self._side_file.remove()

    def _keep_beside(self) -> None:
        """Bring what is only in memory to the side file, if the disk lets us."""
        fresh = self._queue[self._in_side_file :]
        if not fresh:
            return
        try:
            self._side_file.add(fresh)
        except OSError as error:
            self._reason = self._reason or Text(str(error.strerror or error), spanish(error))
            return
        self._in_side_file = len(self._queue)


def _copy(show: Path, label: str, tell: Callable[[Path | FileProblemError], None]) -> None:
    """Its own connection: a copy of a long show takes longer than a referee waits for a picture."""
    try:
        with Show.open(show, readonly=True) as source:
            made: Path | FileProblemError = back_up(source, label)
    except FileProblemError as error:
        made = error
    tell(made)
