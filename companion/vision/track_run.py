"""A recording in, a CSV of tracks, facts and a video with marks out: what `companion track` does."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.config.ordinary import refuse_no_file
from companion.config.writing import replacing
from companion.errors import FileProblemError, spanish
from companion.kernel.text import Language, Text
from companion.table.facts import FactKeeper, Placement
from companion.table.ring import RingPlan
from companion.vision.bump import Bump, BumpWatch
from companion.vision.health import LEAST_ALIKE, Turn, how_turned, likeness
from companion.vision.marked_picture import draw
from companion.vision.picture_quality import (
    CLIPPED_LEVELS,
    COLOURLESS,
    DARK_ADVICE,
    FAR_FROM_SHARP,
    FAR_TURNED_DEG,
    OTHER_COLOURS,
    OUT_OF_FOCUS,
    brightness_of,
    exposure,
    focus_against,
    has_colour,
    sharp_share,
    turned_deg,
)
from companion.vision.pipeline import FigureTracker, FrameTracks, Track
from companion.vision.sources import Frame
from companion.vision.table_file import Table

Image = NDArray[np.uint8]

TURNED = {
    Turn.MIRRORED: ("mirrored", "en espejo"),
    Turn.UPSIDE_DOWN: ("upside down", "del revés"),
    Turn.MIRRORED_UPSIDE_DOWN: ("mirrored and upside down", "en espejo y del revés"),
}
TURN_IT_BACK = Text(
    "turn mirroring off in the camera's settings, or calibrate again with the camera as it stands now",
    "quita el efecto espejo en los ajustes de la cámara, o calibra otra vez con la cámara como está ahora",
)
CSV_HEADER = ("frame", "id", "x_mm", "y_mm", "facing_deg", "posture", "visible", "held", "confidence")
VIDEO_FPS = 15.0
# so many pictures have the chance to look like it: the first may be black or full of arms
LOOKED_AT = 10
TURN_IT_ROUND = Text(
    "turn the camera or its picture by 180 degrees, or calibrate again with the camera as it stands now",
    "gira la cámara o su imagen 180 grados, o calibra otra vez con la cámara como está ahora",
)
BOTH_TURNS = Text(
    "turn mirroring off and the camera or its picture by 180 degrees, or calibrate again with the camera as it stands "
    "now",
    "quita el efecto espejo y gira la cámara o su imagen 180 grados, o calibra otra vez con la cámara como está ahora",
)
REMEDIES = {
    Turn.MIRRORED: TURN_IT_BACK,
    Turn.UPSIDE_DOWN: TURN_IT_ROUND,
    Turn.MIRRORED_UPSIDE_DOWN: BOTH_TURNS,
}
ANOTHER_VIEW = Text(
    "{name}: does not look like this table's ring; every place is marked unsure: see `companion calibrate check`",
    "{name}: no se parece al ring de esta mesa; todos los sitios van como inseguros: mira `companion calibrate check`",
)
# the view is compared with the calibrated one so often; moved by more than this, millimetres on the mat, no place is
# sure any more
LOOK_MS, FAR_MM = 400.0, 8.0
UNSURE = 0.45
MOVED = Text(
    "{name}: the camera or the table was moved by {mm} mm since it was calibrated: places are off, and unsure from "
    "8 mm on; put it back, or run `companion calibrate ring` again",
    "{name}: la cámara o la mesa se ha movido {mm} mm desde que se calibró: los sitios no cuadran, e inseguros desde "
    "8 mm; vuelve a colocarla, o usa otra vez `companion calibrate ring`",
)


POOR = Text("{name}: {what}; every place is unsure there", "{name}: {what}; ahí todos los sitios son inseguros")
TOO_BRIGHT = Text(
    "the picture is far too bright: less light on the ring, or a shorter exposure",
    "la imagen está demasiado clara: menos luz sobre el ring, o menos exposición",
)
KEPT = Text(
    "{former}: kept as it was; what this run gave is unsure and stands in {aside}",
    "{former}: queda como estaba; lo que dio esta vez es inseguro y está en {aside}",
)


@dataclass(frozen=True)
class Outputs:
    """Where the results go; None for what nobody wants."""

    csv: Path
    facts: Path | None = None
    video: Path | None = None


@dataclass(frozen=True, slots=True)
class Followed:
    """What became of a recording.

    Attributes:
        is_doubtful: at its end it did not show the table as it was calibrated.
        csv: where the rows are; beside a former file when they are doubtful.
    """

    frames: int
    is_doubtful: bool
    csv: Path


class _Places:
    """Which name each result takes: nothing doubtful takes the place of a former file."""

    def __init__(self, outputs: Outputs) -> None:
        results = (path for path in (outputs.csv, outputs.facts, outputs.video) if path is not None)
        self.former = [path for path in results if path.is_file()]
        self.is_doubtful = False

    def of(self, path: Path) -> Path:
        return aside(path) if self.is_doubtful and path in self.former else path

    def settle(self, path: Path) -> Callable[[Path], Path]:
        return lambda target: aside(target) if self.of(path) != path else target


def aside(path: Path) -> Path:
    """Where the doubtful rows of `path` go."""
    return path.with_name(f"{path.stem}.unsure{path.suffix}")


def ring_plan(table: Table) -> RingPlan:
    """The table's ring as the facts need it."""
    width, depth = table.ring.size_mm
    return RingPlan(width, depth, table.ring.ringside_mm)


def fact_keeper(table: Table, palm_mm: float) -> FactKeeper:
    """A keeper of facts for a table's ring and learned figures."""
    footprints = {str(f["id"]): float(f["footprint_mm"]) for f in table.figures if f.get("model")}
    return FactKeeper(ring_plan(table), footprints, palm_mm)


def placements(tracks: Iterable[Track]) -> list[Placement]:
    """Tracks as the pure layer takes them."""
    return [
        Placement(t.id, t.x_mm, t.y_mm, t.facing_deg, t.posture, held=t.held, confidence=t.confidence) for t in tracks
    ]


def csv_row(index: int, track: Track) -> list[str]:
    """One line of the CSV, numbers as short as they are exact."""

    def number(value: float | None, digits: int) -> str:
        return "" if value is None else f"{value:.{digits}f}"

    return [
        str(index),
        track.id,
        number(track.x_mm, 2),
        number(track.y_mm, 2),
        number(track.facing_deg, 1),
        track.posture,
        number(track.visible, 3),
        str(int(track.held)),
        number(track.confidence, 3),
    ]


def run(
    tracker: FigureTracker,
    frames: Iterable[Frame],
    outputs: Outputs,
    palm_mm: float,
    progress: Callable[[int], None] = lambda _: None,
    *,
    may_stop: bool = False,
    warn: Callable[[Text], None] = lambda _: None,
    language: Language = "en",
) -> Followed:
    """Follow the figures through a recording and write what is wanted.

    Where the pictures do not show the table as it was calibrated, every row is uncertain, and a former file stays.

    Args:
        progress: called with the number of frames done.
        warn: told once when the pictures do not fit the table.
        language: of the words in the video.
        may_stop: a live camera has no end: Ctrl-C ends it, and what was seen is kept.

    Raises:
        FileProblemError: an output cannot be written, a picture has another size than the table's camera, or the
            first one shows the table mirrored or turned.
    """
    keeper = fact_keeper(tracker.table, palm_mm)
    view = _View(tracker.scene.empty, tracker.table, warn)
    places = _Places(outputs)
    done = 0
    with ExitStack() as stack:
        table = _open(stack, outputs.csv, places)
        rows = csv.writer(table, lineterminator="\n")
        rows.writerow(CSV_HEADER)
        lines = _open(stack, outputs.facts, places) if outputs.facts else None
        video = stack.enter_context(_Video(outputs.video, places)) if outputs.video else None
        try:
            for frame in frames:
                _check_size(tracker, frame)
                if not done:
                    refuse_turned(Text(frame.name, frame.name), tracker.scene.empty, frame.picture)
                view.see(frame)
                tracks = tracker.update(frame.picture, frame.index, frame.time_ms)
                view.take(tracks)
                if view.is_doubtful:
                    tracks = unsure(tracks)
                rows.writerows(csv_row(frame.index, track) for track in tracks.tracks)
                facts = keeper.update(frame.index, frame.time_ms, placements(tracks.tracks))
                if lines:
                    lines.write(json.dumps(facts.to_json()) + "\n")
                if video:
                    video.write(draw(frame.picture, tracker, tracks, facts, language))
                done += 1
                progress(done)
        except KeyboardInterrupt:
            if not may_stop:
                raise
        # all is on its way before the first result takes its place
        for written in (table, lines):
            if written:
                written.flush()
        view.end()
        places.is_doubtful = view.is_doubtful
    if places.is_doubtful:
        for former in places.former:
            warn(KEPT.filled(former=former, aside=places.of(former)))
    return Followed(done, is_doubtful=view.is_doubtful, csv=places.of(outputs.csv))


class _View:
    """Whether the pictures show the table as it was calibrated; what speaks against it is told once each.

    Attributes:
        is_doubtful: the newest picture shows another ring, or this one from elsewhere: no place is sure.
    """

    def __init__(self, empty: Image, table: Table, warn: Callable[[Text], None]) -> None:
        assert table.camera is not None
        self._empty = empty
        self._warn = warn
        self._alike: list[float] = []
        self._poor: list[Text | None] = []
        self._is_sure_once = False
        self._name = ""
        self._is_told = False
        # the empty ring is kept at working size
        camera = table.camera.scaled(empty.shape[1] / table.camera.width)
        self._bumps = BumpWatch(empty, camera, table.ring)
        self._looks = 0
        self._looked_ms = -np.inf
        self._newest = empty
        self._moved: Bump | None = None
        self._is_moved_told = False
        self._useless: Text | None = None
        self._is_useless_told = False

    @property
    def is_doubtful(self) -> bool:
        is_far = self._moved is not None and self._moved.shift_mm > FAR_MM
        is_moving = self._moved is None and self._bumps.is_suspected
        is_blind = self.is_poor and not self._is_sure_once
        return (
            max(self._alike, default=1.0) < LEAST_ALIKE or is_far or is_moving or is_blind or self._useless is not None
        )

    @property
    def is_poor(self) -> bool:
        """Every picture looked at was too dark, too bright or out of focus."""
        return bool(self._poor) and None not in self._poor

    def take(self, tracks: FrameTracks) -> None:
        """Who was surely seen: then the pictures are good enough, whatever they look like."""
        self._is_sure_once = self._is_sure_once or any(not track.uncertain for track in tracks.tracks)

    def see(self, frame: Frame) -> None:
        self._name = self._name or frame.name
        if max(self._alike, default=0.0) < LEAST_ALIKE:
            self._alike.append(likeness(self._empty, frame.picture))
        if len(self._alike) >= LOOKED_AT:
            self._judge()
        # stills all have the same time
        if frame.time_ms - self._looked_ms >= LOOK_MS or frame.time_ms == 0.0:
            self._looked_ms = frame.time_ms
            self._look(frame.picture)

    def _look(self, picture: Image) -> None:
        self._looks += 1
        size = (self._empty.shape[1], self._empty.shape[0])
        self._newest = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        if len(self._poor) < LOOKED_AT and None not in self._poor:
            self._poor.append(_poor(self._newest, self._empty))
        self._useless = _useless(self._newest, self._empty)
        if self._useless is not None and not self._is_useless_told and max(self._alike) >= LEAST_ALIKE:
            self._warn(POOR.filled(name=self._name, what=self._useless))
            self._is_useless_told = True
        bump = self._bumps.look(self._newest, self._looks * LOOK_MS)
        if bump is not None:
            self._moved = bump
            self._tell_moved(bump)
        elif self._moved is not None and self._bumps.is_as_calibrated(self._newest):
            self._moved = None

    def _tell_moved(self, bump: Bump) -> None:
        if not self._is_moved_told and max(self._alike) >= LEAST_ALIKE:
            self._warn(MOVED.filled(name=self._name, mm=f"{bump.shift_mm:.0f}"))
            self._is_moved_told = True

    def _judge(self) -> None:
        if not self._is_told and self._alike and max(self._alike) < LEAST_ALIKE:
            self._warn(ANOTHER_VIEW.filled(name=self._name))
            self._is_told = True

    def end(self) -> None:
        """Tell what a short recording left open."""
        self._judge()
        is_told = self._is_told or self._is_useless_told
        if not is_told and self.is_poor and self._poor[0] is not None and not self._is_sure_once:
            self._warn(POOR.filled(name=self._name, what=self._poor[0]))
        if self._moved is None and self._bumps.is_suspected:
            self._moved = self._bumps.look(self._newest, np.inf)
            if self._moved is not None:
                self._tell_moved(self._moved)


def _poor(picture: Image, empty: Image) -> Text | None:
    """What is wrong with a picture of the empty one's size, with the remedy; None where it is good enough."""
    light, sharp = exposure(picture), focus_against(picture, empty)
    if not light.ok:
        return DARK_ADVICE
    if sharp.ok:
        return None
    return TOO_BRIGHT if brightness_of(picture) >= CLIPPED_LEVELS else OUT_OF_FOCUS


def _useless(picture: Image, empty: Image) -> Text | None:
    """What makes every place in a picture wrong even where figures seem found; None where nothing does.

    Too little or too much light is left to those who see that nobody was found.
    """
    if not exposure(picture).ok or brightness_of(picture) >= CLIPPED_LEVELS:
        return None
    if sharp_share(picture, empty) < FAR_FROM_SHARP:
        return OUT_OF_FOCUS
    if not has_colour(picture, empty):
        return COLOURLESS
    return OTHER_COLOURS if abs(turned_deg(empty, picture)) >= FAR_TURNED_DEG else None


def unsure(tracks: FrameTracks) -> FrameTracks:
    """The same places, none of them sure; what looked like a hand may be anything else."""
    return replace(tracks, tracks=tuple(_unsure(track) for track in tracks.tracks))


def _unsure(track: Track) -> Track:
    posture = "unknown" if track.posture == "held" else track.posture
    return replace(track, posture=posture, held=False, confidence=min(track.confidence, UNSURE))


def _check_size(tracker: FigureTracker, frame: Frame) -> None:
    """Refuse a picture of another size, wherever it comes in a folder."""
    camera = tracker.table.camera
    assert camera is not None
    if frame.size != (camera.width, camera.height):
        width, height = frame.size
        raise FileProblemError(
            f"{frame.name}: pictures of {width} x {height}, the table's camera gives {camera.width} x {camera.height}; "
            "use the camera's size or calibrate again",
            f"{frame.name}: imágenes de {width} x {height}, la cámara "
            f"de la mesa da {camera.width} x {camera.height}; usa el tamaño de la cámara o calibra otra vez",
        )


def refuse_turned(name: Text, empty: Image, picture: Image) -> None:
    """Refuse a picture that shows the empty ring's scene mirrored or upside down.

    Raises:
        FileProblemError: it does; says how to turn it back.
    """
    turn = how_turned(empty, picture)
    if turn in TURNED:
        (en, es), remedy = TURNED[turn], REMEDIES[turn]
        raise FileProblemError(
            f"{name.en}: shows the table {en}, against its empty ring; {remedy.en}",
            f"{name.es}: muestra la mesa {es}, frente a su ring vacío; {remedy.es}",
        )


class _Written:
    """A text file whose errors name it: the files around it would take them for their own."""

    def __init__(self, path: Path, file: IO[str]) -> None:
        self._path = path
        self._file = file

    def write(self, text: str) -> int:
        try:
            return self._file.write(text)
        except OSError as error:
            raise _unwritable(self._path, error) from error

    def flush(self) -> None:
        try:
            self._file.flush()
        except OSError as error:
            raise _unwritable(self._path, error) from error


def _unwritable(path: Path, error: OSError) -> FileProblemError:
    return FileProblemError(
        f"{path}: cannot be written: {error.strerror or error}", f"{path}: no se puede escribir: {spanish(error)}"
    )


@contextmanager
def _device(path: Path) -> Iterator[IO[str]]:
    """What is written as it is, such as /dev/stdout: nothing to keep.

    Raises:
        FileProblemError: it cannot be opened, or does not take what was written.
    """
    try:
        file = path.open("w", encoding="utf-8", newline="")
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        yield file
    finally:
        try:
            file.close()
        except OSError as error:
            raise _unwritable(path, error) from error


def _open(stack: ExitStack, path: Path, places: _Places) -> _Written:
    """A text file that takes its place when all frames are done; what was there stays until then."""
    if path.exists() and not path.is_file():
        return _Written(path, stack.enter_context(_device(path)))
    file = stack.enter_context(replacing(path, keep_backup=False, settle=places.settle(path)))
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    stack.callback(text.detach)
    return _Written(path, text)


class _Video:
    """Writes an MP4; opened with the first picture's size, in its place when all frames are done."""

    def __init__(self, path: Path, places: _Places) -> None:
        self.path = path
        self._places = places
        self._part = path.with_name(f".{path.stem}.part{path.suffix or '.mp4'}")
        self._writer: Any = None
        self._count = 0
        refuse_no_file(path)

    def write(self, picture: Image) -> None:
        if self._writer is None:
            size = (picture.shape[1], picture.shape[0])
            self._writer = cv2.VideoWriter(str(self._part), cv2.VideoWriter.fourcc(*"mp4v"), VIDEO_FPS, size)
            if not self._writer.isOpened():
                raise FileProblemError(
                    f"{self.path}: cannot be written as a video", f"{self.path}: no se puede escribir como vídeo"
                )
        self._writer.write(picture)
        self._count += 1

    def __enter__(self) -> "_Video":  # noqa: PYI034  # `Self` came with Python 3.11
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._writer is None:
            return
        self._writer.release()
        try:
            if kind is None:
                self._refuse_cut_off()
                self._part.replace(self._places.of(self.path))
        except OSError as error:
            raise _unwritable(self.path, error) from error
        finally:
            with suppress(OSError):  # a folder that takes no file has none to clear, and may say so as it likes
                self._part.unlink()

    def _refuse_cut_off(self) -> None:
        """OpenCV tells nobody that a disk is full."""
        reader = cv2.VideoCapture(str(self._part))
        found = int(reader.get(cv2.CAP_PROP_FRAME_COUNT)) if reader.isOpened() else 0
        reader.release()
        if found < self._count:
            raise FileProblemError(
                f"{self.path}: only {found} of {self._count} pictures could be written; is the disk full?",
                f"{self.path}: solo se pudieron escribir {found} de {self._count} imágenes; ¿está lleno el disco?",
            )
