"""Opening and closing the show of an evening so that nothing is lost, and what the store has to say on the screen."""

import tempfile
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.kernel.text import Text, plural
from companion.screens.surroundings import disk_health
from companion.screens.view_model import HealthItem, Notice, Tone
from companion.store.pending import ShowWriteError
from companion.store.places import low_space
from companion.store.rescue import bring_back
from companion.store.resilient import ResilientJournal, SaveState
from companion.store.telling import heard

LOOK_EVERY_MS = 10_000
_BROUGHT_BACK = (
    Text("{n} event that had been rescued from {path} is back", "{n} evento rescatado de {path} ha vuelto"),
    Text("{n} events that had been rescued from {path} are back", "{n} eventos rescatados de {path} han vuelto"),
)
_GOES_ON = Text(
    "a match goes on in memory all the same; make room soon; the crowd board waits until then",
    "el combate sigue igualmente en memoria; libera espacio pronto; el marcador espera hasta entonces",
)
_RESCUED = Text(
    "{path} took nothing: what was not saved lies in {file} and is taken over when the show is opened next",
    "{path} no admitió nada: lo no guardado está en {file} y se recupera al abrir la velada",
)
_SAVED_AGAIN = Text("everything is saved again", "todo está guardado otra vez")
_LEAVE_UNSAVED = (
    Text(
        "NOT SAVED: {n} event is only in memory and the disk takes nothing. Leave all the same?",
        "SIN GUARDAR: {n} evento solo está en memoria y el disco no admite nada. ¿Salir de todos modos?",
    ),
    Text(
        "NOT SAVED: {n} events are only in memory and the disk takes nothing. Leave all the same?",
        "SIN GUARDAR: {n} eventos solo están en memoria y el disco no admite nada. ¿Salir de todos modos?",
    ),
)


def rescue_folders() -> tuple[Path, ...]:
    """Where to put what a full disk does not take; other disks, if this computer has any."""
    from platformdirs import user_data_path

    return (user_data_path("ringside-companion") / "rescue", Path(tempfile.gettempdir()) / "ringside-companion")


def open_journal(path: Path, say: Callable[[Text], None], folders: Sequence[Path] | None = None) -> ResilientJournal:
    """Open or create a show to write; what was rescued elsewhere comes first, and all there is to know is told.

    Raises:
        FileProblemError: as `Show.open`.
    """
    rescued = bring_back(path, rescue_folders() if folders is None else folders)
    told: list[Text] = []
    with heard(told.append):
        journal = ResilientJournal.open(path)
    if journal.show.is_alone:
        told.append(_GOES_ON)
    if rescued:
        told.insert(0, plural(rescued, *_BROUGHT_BACK, path=path))
    for text in told:
        say(text)
    return journal


def close_journal(
    journal: ResilientJournal, say: Callable[[Text], None], folders: Sequence[Path] | None = None
) -> None:
    """Close a show; what neither show nor side file takes is rescued to another disk.

    Raises:
        ShowWriteError: no other disk takes it either; it is lost.
    """
    moved = journal.look_after_file()
    if moved is not None:
        say(moved)
    try:
        journal.close()
    except ShowWriteError:
        rescued = journal.rescue(rescue_folders() if folders is None else folders)
        journal.close(lose_unsaved=True)
        if rescued is None:
            raise
        say(_RESCUED.filled(path=journal.show.path, file=rescued))


@dataclass
class StoreNews:
    """What the store has to say to the referee: saved or not, room on the disk, and sentences one by one.

    Attributes:
        sentences: not yet seen, oldest first.
        watches: asked now and then; each gives a sentence when it has one.
        standing: those of the sentences that tell how the match stood when it was opened.
    """

    journal: ResilientJournal
    sentences: deque[Text] = field(default_factory=deque)
    watches: tuple[Callable[[], Text | None], ...] = ()
    standing: tuple[Text, ...] = ()
    _space: Text | None = None
    _looked_ms: int | None = None
    _was: SaveState = SaveState.SAVED

    def tick(self, now_ms: int) -> None:
        """Look around now and then."""
        if self._looked_ms is None or now_ms - self._looked_ms >= LOOK_EVERY_MS:
            self._looked_ms = now_ms
            self._space = low_space(self.journal.show.path)
            watches = (self.journal.look_after_file, *self.watches)
            self.sentences.extend(said for watch in watches if (said := watch()) is not None)
        state = self.journal.state
        if state is SaveState.SAVED and self._was is not SaveState.SAVED:
            self.sentences.append(_SAVED_AGAIN)
        self._was = state

    def health(self) -> HealthItem:
        """Saved, not saved, or little room (G-07, H-09)."""
        return disk_health(saved=self.journal.state is SaveState.SAVED, note=self._note())

    def _note(self) -> Text | None:
        return None if self.journal.state is not SaveState.SAVED else self._space

    def notice(self) -> Notice | None:
        """The sentence that is due; what is not saved stands until it is."""
        state = self.journal.state
        if state is not SaveState.SAVED:
            return Notice(Tone.BAD if state is SaveState.MEMORY else Tone.WARN, self.journal.message)
        return Notice(Tone.WARN, self.sentences[0]) if self.sentences else None

    def seen(self) -> None:
        """The referee went on: the next sentence."""
        if self.sentences and self.journal.state is SaveState.SAVED:
            self.sentences.popleft()

    def outdate(self) -> None:
        """The match has moved: how it stood at the start is no news any more."""
        for text in self.standing:
            if text in self.sentences:
                self.sentences.remove(text)
        self.standing = ()

    def unsaved(self) -> Text | None:
        """What to ask before leaving; None where all is on disk."""
        if self.journal.state is not SaveState.MEMORY:
            return None
        return plural(self.journal.waiting_events, *_LEAVE_UNSAVED)
