"""What every step of the set-up works with: the path, the camera, the runner, the files."""

import os
import shlex
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.app.drill import Rehearsed
from companion.app.setting_up import progress
from companion.app.setting_up.feed import Cameras, Feed, Watch
from companion.app.setting_up.path import RING_SEEN, SetupPath
from companion.app.setting_up.runner import Job, Otherwise, Runner, Then, Work
from companion.errors import CompanionError, FileProblemError
from companion.kernel.text import Language, Text
from companion.screens.displays import Display
from companion.screens.setup_view import Lamp, Live, Note
from companion.screens.setup_view import Path as Stroke
from companion.vision.health import CameraId, Sight
from companion.vision.sources import Frame, Picture, read_picture
from companion.vision.table_file import Draft, generation, read_draft, write_table

NO_PICTURE = Text("there is no picture from the camera now", "ahora no llega imagen de la cámara")
NOT_LIVE = Text("no live picture yet", "aún no llega imagen en vivo")
# frames that must have been watched before anything is told about a camera
JUDGED_AFTER = 24
WAIT = Text("a moment: the next pictures are looked at", "un momento: se miran las imágenes que llegan")
WAIT_FOR_IT = Text("a moment: the last one is being kept", "un momento: se está guardando lo anterior")
MOVES = Text("something moves in the picture: hands away, wait a moment", "algo se mueve: aparta las manos y espera")

USUAL_LEDS = "auto"
# work that takes longer than this shows its seconds
TOLD_AFTER_S, FOR_SECONDS = 2, Text("{what} · {n} s", "{what} · {n} s")


@dataclass(frozen=True)
class Wanted:
    """What the command line asks for.

    Attributes:
        markers: a layout of one's own.
        leds: the words of `--leds`.
    """

    table: Path
    show: Path | None = None
    camera: str | None = None
    markers: Path | None = None
    leds: str = USUAL_LEDS
    language: Language | None = None
    display: str | None = None
    fresh: bool = False


@dataclass
class Bench:
    """Shared by the steps.

    Attributes:
        clock_ms: milliseconds that never go back.
        today: for the dated copy of a table that changes.
        place: number, path, address or clip the feed was opened with.
    """

    wanted: Wanted
    path: SetupPath
    runner: Runner
    cameras: Cameras
    clock_ms: Callable[[], float]
    today: Callable[[], datetime]
    displays: Callable[[], tuple[Display, ...]]
    rehearse: Callable[[Language], Iterator[Rehearsed]]
    feed: Feed | None = None
    place: str = ""
    watch: Watch = field(default_factory=Watch)
    kept_copy: Path | None = None
    version: int = 0
    is_window_gone: bool = False
    problem: Text | None = None
    _has_copied: bool = False
    _busy_with: Work | None = None
    _busy_since_ms: float = 0.0

    @property
    def table(self) -> Path:
        return self.wanted.table

    @property
    def language(self) -> Language:
        return "es" if self.path.answers.get("language") == "es" else "en"

    def keys_due(self) -> bool:
        """Whether a window that the set-up opened has gone since this was asked last: it may have kept the keys."""
        due, self.is_window_gone = self.is_window_gone, False
        return due

    def changed(self) -> None:
        """Something on the page is new."""
        self.version += 1

    # -- the path ---------------------------------------------------------------------------------------------------

    def take(self, path: SetupPath) -> None:
        """The path as it is now; on disk before it is on screen."""
        self.path = path
        self.changed()
        try:
            progress.save(self.table, path)
            self.problem = None
        except CompanionError as error:
            self.problem = Text(error.of("en"), error.of("es"))

    def answer(self, **answers: Any) -> None:
        self.take(self.path.answered(**answers))

    def mark(self, step: str, lamp: Lamp, *why: Text, mind: bool = False) -> None:
        self.take(self.path.marked(step, lamp, *why, mind=mind))

    def done(self, step: str, lamp: Lamp, *why: Text) -> None:
        """A step's new result; what builds on it is due again."""
        self.take(self.path.done_anew(step, lamp, *why))

    # -- the camera -------------------------------------------------------------------------------------------------

    def open_camera(self, text: str, calibrated: CameraId | None = None) -> None:
        """Open another camera; the former one is given back first.

        Raises:
            FileProblemError: a clip, picture or folder that is not there.
        """
        self.close_camera()
        self.watch = Watch()
        self.feed = self.cameras.opened(text, self.cameras.wanted, calibrated)
        self.place = text
        self.changed()

    def close_camera(self) -> None:
        if self.feed is not None:
            self.feed.close()
        self.feed, self.place = None, ""

    def look(self) -> None:
        """Take the newest picture, if there is one."""
        if self.feed is None:
            return
        frame = self.feed.newest()
        if frame is not None:
            self.watch.take(frame)

    @property
    def is_live(self) -> bool:
        return self.feed is not None and self.feed.liveness().sight is Sight.LIVE and self.watch.newest is not None

    @property
    def is_stale(self) -> bool:
        """A camera is there, and its picture is old."""
        return self.feed is not None and self.watch.newest is not None and not self.is_live

    def banner(self) -> Text | None:
        """What is wrong with the camera, whatever the step is."""
        if self.problem is not None:
            return self.problem
        return None if self.feed is None else self.feed.advice()

    def live(
        self, *, paths: tuple[Stroke, ...] = (), notes: tuple[Note, ...] = (), clicks: bool = False,
        cells: tuple[tuple[bool, ...], ...] = (), magnified: tuple[float, float] | None = None,
        shown: tuple[float, float, float, float] | None = None,
    ) -> Live | None:  # fmt: skip
        """The newest picture for a page."""
        frame = self.watch.newest
        if frame is None:
            return None
        return Live(frame.picture, frame.index, paths, notes, clicks, magnified, cells, shown)

    def still(self) -> Frame | Text:
        """One picture of a still scene from the last ones, or why there is none."""
        if not self.is_live and not (self.feed is not None and self.watch.count and not self.watch.recent):
            return NO_PICTURE
        if not self.watch.is_settled:
            return WAIT
        return self.watch.mean() if self.watch.is_still else MOVES

    def is_past(self, said: Text) -> bool:
        """Whether a sentence about the picture is true no more."""
        if not self.is_live:
            return False
        if said == MOVES:
            return self.watch.is_still
        since = {NO_PICTURE: True, NOT_LIVE: self.watch.count >= JUDGED_AFTER, WAIT: self.watch.is_settled}
        return since.get(said, False)

    # -- work beside the loop ---------------------------------------------------------------------------------------

    def start(
        self, name: Text, job: Job, then: Then, otherwise: Otherwise, *,
        only_looks: bool = False, is_promised: bool = False,
    ) -> bool:  # fmt: skip
        """Begin what a person asked for; its result, or the sentence of its failure, comes in a later `tick`."""
        began = self.runner.start(Work(name, job, then, otherwise, only_looks=only_looks, is_promised=is_promised))
        self.changed()
        return began

    def glance(self, name: Text, job: Job, then: Then, otherwise: Otherwise) -> bool:
        """A look that nobody asked for: only while nothing else runs."""
        return self.runner.start(Work(name, job, then, otherwise, is_glance=True, only_looks=True))

    def busy(self) -> Text | None:
        """What is being done, and for how long already once it is longer than a moment."""
        work, now_ms = self.runner.doing(), self.clock_ms()
        if work is not self._busy_with:
            self._busy_with, self._busy_since_ms = work, now_ms
        return None if work is None else with_seconds(work.name, now_ms - self._busy_since_ms)

    # -- the table file ---------------------------------------------------------------------------------------------

    def draft(self) -> Draft:
        """The table as it is on disk.

        Raises:
            FileProblemError: it cannot be read or is not allowed; the file stays as it is.
        """
        return table_of(self.table)

    def keep_copy(self) -> Path | None:
        """Once a set-up, before the table changes for the first time: a dated copy of it."""
        if not self._has_copied:
            self.kept_copy = progress.dated_copy(self.table, self.today())
            self._has_copied = True
        return self.kept_copy

    def keep_ring_picture(self, picture: Picture) -> None:
        """Keep the picture that the ring was found in, with nothing on it, until the set-up is over.

        Raises:
            FileProblemError: it cannot be written.
        """
        progress.write_picture(progress.ring_picture(self.table), picture, keep_backup=False)
        self.answer(**{RING_SEEN: True})

    def ring_picture(self) -> Picture | None:
        """What the ring was found in during this set-up; None where it was found earlier, or the picture is gone."""
        file = progress.ring_picture(self.table)
        if not self.path.answers.get(RING_SEEN) or not file.exists():
            return None
        try:
            return read_picture(file)
        except CompanionError:
            return None

    def drop_ring_picture(self) -> None:
        """The set-up is over: nothing is held against the picture any more."""
        with suppress(OSError):
            progress.ring_picture(self.table).unlink(missing_ok=True)

    def write(self, draft: Draft) -> list[Text]:
        """Write the table; says where the former one is kept when it changes for the first time in this set-up.

        Raises:
            FileProblemError, ConfigError: it cannot be written; the old one is as it was.
        """
        is_first = not self._has_copied
        copy = self.keep_copy()
        write_table(self.table, draft)
        return [COPY.filled(path=copy.name)] if copy is not None and is_first else []


def with_seconds(what: Text, ms: float) -> Text:
    """What is being done, and its seconds once it takes longer than a moment."""
    seconds = int(ms) // 1000
    return what if seconds < TOLD_AFTER_S else FOR_SECONDS.filled(what=what, n=seconds)


def quoted(word: str) -> str:
    """A word of a command line as it is typed in this system's terminal."""
    if os.name != "nt":
        return shlex.quote(word)
    return word if word and not set(word) & set(" &()[]{}^=;!'+,`~%") else f'"{word}"'


def table_of(table: Path) -> Draft:
    """The table file, or what to do about one that is broken.

    Raises:
        FileProblemError: it cannot be read or is not allowed; the file stays as it is.
    """
    try:
        return read_draft(table)
    except CompanionError as error:
        remedy = _mending(table)
        raise FileProblemError(f"{error}; {remedy.of('en')}", f"{error.of('es')}; {remedy.of('es')}") from error


def _mending(table: Path) -> Text:
    """What can be done about a table file that is broken: only what is there is named."""
    if generation(table, 1).exists():
        return RESTORE.filled(table=quoted(str(table)))
    copies = progress.dated_copies(table)
    if copies:
        return COPY_BACK.filled(copy=copies[-1].name, table=table.name)
    return ANEW


RESTORE = Text(
    "`companion calibrate restore --table {table}` brings back the table before the last change, or give the file "
    "another name and set up anew",
    "`companion calibrate restore --table {table}` recupera la mesa anterior al último cambio, o cambia el nombre del "
    "archivo y haz la puesta a punto de nuevo",
)
COPY_BACK = Text(
    "the former table is {copy}: copy it to {table}, or give the file another name and set up anew",
    "la mesa anterior es {copy}: cópiala como {table}, o cambia el nombre del archivo y haz la puesta a punto de nuevo",
)
ANEW = Text(
    "mend that line, or give the file another name and set up anew: no former table is kept beside it",
    "corrige esa línea, o cambia el nombre del archivo y haz la puesta a punto de nuevo: no hay mesa anterior guardada",
)
COPY = Text("the former table is kept as {path}", "la mesa anterior se guarda como {path}")
