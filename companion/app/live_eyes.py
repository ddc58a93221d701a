"""The eyes of a live evening: a thread of its own looks at the newest picture; nobody ever waits for it.

Whatever goes wrong at the camera becomes one line and manual mode; a camera that comes back is used again.
"""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from companion.app.light_interlock import LightInterlock
from companion.app.pictures import open_live
from companion.app.stage import PALM_MM
from companion.app.view_watch import Moved, ViewWatch
from companion.errors import CompanionError, FileProblemError, spanish
from companion.kernel.text import Text
from companion.screens.surroundings import Track
from companion.table.facts import Facts
from companion.table.palm import LARGEST_MM, SMALLEST_MM
from companion.vision.camera import CameraStatus, LiveCamera
from companion.vision.devices import LiveClip
from companion.vision.figure_names import called
from companion.vision.figures import empty_picture_of
from companion.vision.pipeline import FigureTracker, open_tracker
from companion.vision.segmentation import Scene
from companion.vision.sources import Frame, read_picture
from companion.vision.table_file import Table
from companion.vision.track_run import fact_keeper, placements

REST_S = 0.004
"""Between two looks for a newer picture."""
RESAMPLED = Text("clay colours sampled again: {names}", "colores tomados de nuevo: {names}")
SOME_RESAMPLED = Text(
    "clay colours sampled again: {names}; not surely seen, as before: {kept}",
    "colores tomados de nuevo: {names}; no se ven con seguridad, como antes: {kept}",
)
NOBODY = Text(
    "no figure is surely seen now: the colours stay as they were",
    "ahora no se ve con seguridad ninguna figura: los colores siguen como estaban",
)
CLIP_OVER = Text(
    "the clip has ended; by hand (close, and the same command plays it from its beginning)",
    "el vídeo ha terminado; a mano (cierra, y la misma orden lo pone desde el principio)",
)
BROKEN = Text("the camera's picture cannot be read ({why}); by hand", "no se puede leer la imagen ({why}); a mano")


class Pictures(Protocol):
    """A live source of pictures that never makes anybody wait."""

    def newest(self) -> Frame | None: ...
    def close(self) -> None: ...


@dataclass(frozen=True)
class Alike:
    """Two figures that colour and shape cannot tell apart, and what they are called."""

    ids: tuple[str, str]
    names: tuple[str, str]


@dataclass(frozen=True)
class Seen:
    """What the eyes know now.

    Attributes:
        frame: number of the picture; -1 before the first.
        age_ms: since that picture was taken.
        advice: what to do; None while all is well.
        facts: None while there is nothing to build on.
        moved: the camera or the table was bumped, and the referee has not taken a new fit.
        told: what became of a new fit that was taken, or of colours that were sampled again.
        alike: ids and names of two figures of like clay that may have changed places; the referee is asked.
        is_other_camera: not the calibrated device, and the referee has not said that it may be used.
    """

    frame: int = -1
    fps: float | None = None
    age_ms: float | None = None
    advice: Text | None = None
    facts: Facts | None = None
    tracks: Mapping[str, Track] | None = None
    moved: Moved | None = None
    told: Text | None = None
    is_other_camera: bool = False
    alike: Alike | None = None


class LiveEyes:
    """Follows the figures of a camera, or of a clip as if it were one.

    Raises:
        FileProblemError: the table is not calibrated for figures yet, or the source is not there.
    """

    def __init__(
        self,
        source: str,
        table: Path,
        clock_s: Callable[[], float] = time.monotonic,
        light_changes: Callable[[float], bool] = lambda _at_s: False,
        *,
        start: bool = True,
        lights: LightInterlock | None = None,
    ) -> None:
        """Begin to look.

        Args:
            start: with a thread of its own; tests call `step` instead.
            light_changes: whether our own lights were changing at that time; such a picture is left out, the next one
                has the new light throughout.
            lights: told of hands, so that the light keeps quiet, and asked which moves are only its own.
        """
        self._tracker: FigureTracker = open_tracker(table, live=True)
        self.table = self._tracker.table
        self._view = _view_watch(table, self.table)
        self._keeper = fact_keeper(self.table, PALM_MM)
        self._footprint = {str(f["id"]): float(f.get("footprint_mm", 20.0)) for f in self.table.figures}
        self._clock_s = clock_s
        self._light_changes = light_changes if lights is None else lights.changing
        self._lights = lights
        self._pictures = self._open(source)
        self._lock = threading.Lock()
        self._newest = Seen()
        self._moves: list[Facts] = []
        self._taken_s: float | None = None
        self._picture: Frame | None = None
        self._followed: tuple[Frame, Mapping[str, Track]] | None = None
        self._palm_mm = PALM_MM
        self._is_resampling = False
        self._resampled: Text | None = None
        self._told_apart: tuple[tuple[str, str], bool] | None = None
        self._times_s: list[float] = []
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="eyes", daemon=True)
        if start:
            self._thread.start()

    @property
    def scene(self) -> Scene:
        """The empty ring that figures are told from."""
        return self._tracker.scene

    def picture(self) -> Frame | None:
        """The newest picture that was looked at; in memory only."""
        return self._picture

    def followed(self) -> tuple[Frame, Mapping[str, Track]] | None:
        """The newest picture in which figures were looked for, and where each one was in this very picture."""
        with self._lock:
            return self._followed

    def measure_by(self, palm_mm: float) -> None:
        """Whose palm says what is near, from the next picture on; no hand: the nearest one."""
        self._palm_mm = min(LARGEST_MM, max(SMALLEST_MM, palm_mm))

    def _clock_ms(self) -> float:
        return self._clock_s() * 1000

    def _open(self, source: str) -> Pictures:
        return open_live(source, self.table.camera, self._clock_ms)

    def look(self) -> tuple[Seen, tuple[Facts, ...]]:
        """The newest knowledge, and the facts of every frame with a move since the last call."""
        with self._lock:
            moves, self._moves = tuple(self._moves), []
            newest, taken_s = self._newest, self._taken_s
        age_ms = None if taken_s is None else (self._clock_s() - taken_s) * 1000
        status = self._camera_status()
        advice = newest.advice or (None if status is None else status.advice)
        if isinstance(self._pictures, LiveClip):
            advice = CLIP_OVER if self._pictures.is_over else self._pictures.problem or advice
        is_other = status is not None and status.is_other
        return replace(newest, age_ms=age_ms, advice=advice, is_other_camera=is_other), moves

    def take_refit(self) -> None:
        """Use the new fit after a bump, from the next picture on: the referee has said so."""
        self._resampled = None
        self._view.take()

    def resample(self) -> None:
        """Sample the clay colours again from the next picture: the referee has said so (C-07)."""
        self._is_resampling = True

    def tell_apart(self, ids: tuple[str, str], *, exchanged: bool) -> None:
        """Say who is who of two figures of like clay, from the next picture on: the referee has said so (C-02).

        Args:
            exchanged: each stands where the map shows the other.
        """
        if self._told_apart is None:
            self._told_apart = (ids, exchanged)

    def confirm_camera(self) -> None:
        """Use the calibration with the device that is there: the referee has said so (A-04)."""
        if isinstance(self._pictures, LiveCamera):
            self._pictures.confirm()

    def _camera_status(self) -> CameraStatus | None:
        return self._pictures.status() if isinstance(self._pictures, LiveCamera) else None

    def _watch(self) -> None:
        while not self._closing.is_set():
            if not self.step():
                self._closing.wait(REST_S)

    def step(self) -> bool:
        """Look at the newest picture; False when there is none to look at."""
        frame = self._pictures.newest()
        if frame is None or self._light_changes(self._clock_s()):
            return False
        status = self._camera_status()
        if status is not None and status.is_other:
            self._wait_for_word(frame)
            return True
        try:
            frame = self._view.corrected(frame)
            self._picture = frame
            doubt = self._view.doubt
            if doubt is not None:
                self._doubt(frame, doubt)
            elif not self._view.is_suspected:
                self._take(frame)
        except (CompanionError, ValueError) as error:
            with self._lock:
                self._newest = Seen(frame.index, advice=BROKEN.filled(why=Text(str(error), spanish(error))))
        return True

    def _wait_for_word(self, frame: Frame) -> None:
        """Another camera is at the calibrated one's place: its picture is shown, and nothing is called from it."""
        self._picture = frame
        with self._lock:
            self._newest = Seen(frame.index, tracks=self._newest.tracks)
            self._taken_s = self._clock_s()

    def _doubt(self, frame: Frame, advice: Text) -> None:
        """The view is not the calibrated one: no calls, one line that says what to do."""
        moved = self._view.moved
        with self._lock:
            self._newest = Seen(frame.index, None, None, advice, None, self._newest.tracks, moved, self._view.told)
            self._taken_s = self._clock_s()

    def _take(self, frame: Frame) -> None:
        taken_s = self._clock_s()
        if self._told_apart is not None:
            ids, exchanged = self._told_apart
            self._tracker.tell(ids, exchanged=exchanged)
            self._told_apart = None
        found = self._tracker.update(frame.picture, frame.index, frame.time_ms)
        if self._is_resampling:
            self._is_resampling = False
            self._resampled = self._sampled(self._tracker.resample())
        if self._keeper.palm_mm != self._palm_mm:  # what is near is then judged anew, so only for another palm
            self._keeper.palm_mm = self._palm_mm
        facts = self._keeper.update(frame.index, frame.time_ms, placements(found.tracks))
        if self._lights is not None:
            facts = self._lights.looked(frame.index, facts, hand=found.hand_present)
        self._times_s = [*self._times_s[-29:], taken_s]
        spent_s = self._times_s[-1] - self._times_s[0]
        fps = (len(self._times_s) - 1) / spent_s if spent_s > 0 else None
        with self._lock:
            here = {
                track.id: Track(
                    track.x_mm, track.y_mm, track.facing_deg, track.posture, track.held, track.confidence,
                    self._footprint[track.id],
                )
                for track in found.tracks
                if track.x_mm is not None and track.y_mm is not None
            }  # fmt: skip
            tracks = {**(self._newest.tracks or {}), **here}
            self._followed = (frame, here)
            told = self._resampled or self._view.told
            self._newest = Seen(frame.index, fps, None, None, facts, tracks, None, told, alike=self._alike())
            self._taken_s = taken_s
            if facts.moves:
                self._moves.append(facts)

    def _alike(self) -> Alike | None:
        """Whom nobody can tell apart now."""
        ids = self._tracker.who_is_who()
        if ids is None:
            return None
        names = called(self.table.figures)
        return Alike(ids, (names[ids[0]], names[ids[1]]))

    def _sampled(self, taken: tuple[str, ...]) -> Text:
        """Whose colours were taken, and whose were not, by name."""
        if not taken:
            return NOBODY
        names = called(self.table.figures)
        kept = [names[id_] for id_ in self._tracker.figure_ids if id_ not in taken]
        said = SOME_RESAMPLED if kept else RESAMPLED
        return said.filled(names=", ".join(names[id_] for id_ in taken), kept=", ".join(kept))

    def close(self) -> None:
        """Stop looking; at once, also while a driver hangs."""
        self._closing.set()
        self._pictures.close()
        if self._thread.is_alive():
            self._thread.join(timeout=1.0)


def _view_watch(path: Path, table: Table) -> ViewWatch:
    """What compares the camera's view with the picture of the empty ring beside the table file."""
    name = empty_picture_of(table.figures)
    assert name is not None
    assert table.camera is not None
    return ViewWatch(read_picture(path.parent / name), table.camera, table.ring, table.markers)


def open_eyes(
    source: str | None,
    table: Path | None,
    say: Callable[[Text], None],
    lights: LightInterlock | None = None,
) -> LiveEyes | None:
    """The eyes, or None with one line: the match then runs by hand."""
    if source is None or table is None:
        return None
    try:
        return LiveEyes(source, table, lights=lights)
    except FileProblemError as error:
        by_hand = Text("{why}; the match runs by hand", "{why}; el combate sigue a mano")
        say(by_hand.filled(why=Text(str(error), error.of("es"))))
        return None
