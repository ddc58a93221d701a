"""From pictures to the table file: what `companion calibrate` and the guided set-up do, with what they tell people."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from companion.config import strict
from companion.errors import FileProblemError, UsageProblemError
from companion.kernel.text import Text, decimal, plural
from companion.vision.calibration_report import describe, describe_found, draw_ring
from companion.vision.camera import LiveCamera
from companion.vision.geometry import Camera
from companion.vision.lens import Board, BoardView, CalibrationError, calibrate_lens, find_board
from companion.vision.live import camera_at, open_source, place_of, settled_frames
from companion.vision.ring_pose import NoMarkerError, RingPose, ring_by_itself, ring_from_corners, ring_from_markers
from companion.vision.ring_sure import LENS_DOUBTED
from companion.vision.sources import (
    PICTURE_ENDINGS,
    Clip,
    Frame,
    FrameSource,
    Picture,
    Stills,
    is_live_name,
    read_picture,
)
from companion.vision.table_file import (
    CORNER_NAMES,
    Draft,
    MarkerPlace,
    Ring,
    read_draft,
    read_markers,
    write_table,
)
from companion.vision.targets import PrintScale, kit_layout, scaled_board, scaled_layout

# more pictures only cost time
MOST_BOARD_PICTURES = 60
MOST_RING_PICTURES = 8
# fewer views of a board are taken, and told
WANTED_VIEWS = 8
FEW_VIEWS = Text(
    "only {n} views of the board; take 8 or more, tilted, all over the picture: the lens is surer then",
    "solo {n} vistas del tablero; haz 8 o más, inclinadas, por toda la imagen: la lente será más segura",
)
# frames of a clip whose median is taken: hands and figures that move vanish from it
MEDIAN_FRAMES = 9
# nobody told a layout: markers that carry the ring no surer than this need not be the printed kit's
KIT_SURE_MM = 12.0
NOT_THE_KIT = Text(
    "they were taken for the printed kit's mat markers 0 to 3: give your own layout with --markers, or click the mat "
    "with --corners",
    "se tomaron por las marcas de lona 0 a 3 del juego impreso: da tu propio plano con --markers, o haz clic en la "
    "lona con --corners",
)
# of a live camera's frames every so many-th shows the board clearly elsewhere: 60 views take half a minute
LIVE_EVERY = 15


def board_frames(texts: Sequence[Path | str], said: list[Text]) -> list[Frame]:
    """Pictures of a board: as given, or spread over a clip; a live camera is watched while the board is moved.

    What cannot be read among several pictures is told in `said`.
    """
    source = open_source(texts)
    if isinstance(source, LiveCamera):
        return settled_frames(source, MOST_BOARD_PICTURES * LIVE_EVERY)[::LIVE_EVERY]
    try:
        frames = source.sample(MOST_BOARD_PICTURES // 2) if isinstance(source, Clip) else _readable(source, said)
    finally:
        source.close()
    return frames[:: max(1, -(-len(frames) // MOST_BOARD_PICTURES))]


def ring_frames(texts: Sequence[Path | str], said: list[Text]) -> list[Frame]:
    """Pictures of a still ring: as given, or one median picture of a clip or camera, in which what moves is gone.

    What cannot be read among several pictures is told in `said`.
    """
    source = open_source(texts)
    if isinstance(source, LiveCamera):
        return [median_frame(settled_frames(source, MEDIAN_FRAMES), source.name)]
    try:
        if not isinstance(source, Clip):
            frames = _readable(source, said)
            return frames[:: max(1, -(-len(frames) // MOST_RING_PICTURES))]
        return [median_frame(source.sample(MEDIAN_FRAMES), source.name)]
    finally:
        source.close()


def _readable(source: FrameSource, said: list[Text]) -> list[Frame]:
    """All pictures that can be read, and what is wrong with the others.

    Raises:
        FileProblemError: none can be read.
    """
    if not isinstance(source, Stills):
        return list(source.frames())
    read = [_read_or_told(path) for path in source.paths]
    problems = [one for one in read if isinstance(one, FileProblemError)]
    frames = [
        Frame(index, 0.0, one, str(path))
        for index, (path, one) in enumerate(zip(source.paths, read, strict=True))
        if not isinstance(one, FileProblemError)
    ]
    if not frames:
        raise problems[0]
    said += [Text(f"{problem}; left out", f"{problem.spanish}; descartada") for problem in problems]
    return frames


def _read_or_told(path: Path) -> Picture | FileProblemError:
    """A picture, or what is wrong with it.

    Raises:
        FileProblemError: there is no such file: a name was mistyped.
    """
    try:
        return read_picture(path)
    except FileProblemError as problem:
        if not path.exists():
            raise
        return problem


def median_frame(frames: Sequence[Frame], name: str) -> Frame:
    """The picture that most frames agree on."""
    if len(frames) == 1:
        return frames[0]
    middle = np.median(np.stack([frame.picture for frame in frames]), axis=0)
    return Frame(frames[0].index, frames[0].time_ms, np.asarray(middle, dtype=np.uint8), name)


def calibrate_camera(
    texts: Sequence[Path | str], board: Board, table_path: Path, bar: PrintScale | None = None
) -> list[Text]:
    """Measure a lens and write it into a table file, which may be new.

    Returns:
        What was found and what has changed, for the referee and the journal.

    Raises:
        CalibrationError: the pictures give no lens one could trust; nothing is written.
    """
    draft = read_draft(table_path)
    unread: list[Text] = []
    frames = board_frames(texts, unread)
    sizes = {frame.size for frame in frames}
    if len(sizes) > 1:
        words = ", ".join(f"{width}x{height}" for width, height in sorted(sizes))
        raise CalibrationError(
            f"the pictures have different sizes ({words}): take them with one camera setting",
            f"las imágenes tienen tamaños distintos ({words}): hazlas con un mismo ajuste de la cámara",
        )
    printed = scaled_board(board, bar.scale) if bar else board
    found = [find_board(frame.name, frame.picture, printed) for frame in frames]
    views = [view for view in found if isinstance(view, BoardView)]
    said = [
        Text(f"{no.name}: {no.reason}", f"{no.name}: {no.reason.es}") for no in found if not isinstance(no, BoardView)
    ]
    said = [*said, *unread]
    if not views:
        raise CalibrationError(
            f"no board in {len(frames)} pictures; {said[0].en}",
            f"ningún tablero en {len(frames)} imágenes; {said[0].es}",
        )
    if len(views) < WANTED_VIEWS:
        said.append(FEW_VIEWS.filled(n=len(views)))
    result = calibrate_lens(views, frames[0].size)
    if bar and bar.warning:
        said.append(bar.warning)
    if any(view.old_layout for view in views):
        said.append(
            Text(
                "the board has the layout from before OpenCV 4.6; that is fine",
                "el tablero es del diseño anterior a OpenCV 4.6; sirve igual",
            )
        )
    said += [
        Text(f"{name}: left out, {why.en}", f"{name}: descartada, {why.es}") for name, why in result.left_out.items()
    ]
    focal, error = result.lens.K[0, 0], result.lens.error_px or 0.0
    count, share = len(result.view_error_px), 100 * result.coverage
    said.append(
        Text(
            "lens: focal length {focal} px (sure to {sure}), error {error} px over {count} views that cover {share} % "
            "of the picture",
            "lente: focal {focal} px (seguro a {sure}), error {error} px en {count} vistas que cubren el {share} % de "
            "la imagen",
        ).filled(
            focal=decimal(focal, 1),
            sure=decimal(2 * result.focal_sd_px, 1),
            error=decimal(error, 3),
            count=count,
            share=f"{share:.0f}",
        )
    )
    if draft.camera is not None:
        said.append(
            Text(
                "the camera's place belongs to the old lens and is forgotten: run `companion calibrate ring` again",
                "la posición de la cámara era de la lente anterior y se olvida: repite `companion calibrate ring`",
            )
        )
    changed = write_table(table_path, replace(draft, lens=result.lens, camera=None))
    return [*said, *changed]


class MadeBy(NamedTuple):
    """The device that a calibration was made with, as far as it is known."""

    place: int | str | None
    stable: str
    name: str


@dataclass(frozen=True)
class RingRequest:
    """What a person said about the ring.

    Attributes:
        ring: None: as the table file has it.
        markers_path: a layout of one's own; else the table file's, else the printed kit's.
        corners_px: clicked corners; then no markers are looked for.
        side_at_bottom: the side that is lowest in the picture, for a mat found without markers or clicks.
        picture_path: where the first picture goes with the ring drawn into it; None for nobody wants it.
        name: what the camera is called, for the table file.
    """

    ring: Ring | None = None
    markers_path: Path | None = None
    corners_px: Mapping[str, tuple[float, float]] | None = None
    bar: PrintScale | None = None
    name: str = ""
    side_at_bottom: str = "south"
    picture_path: Path | None = None


def calibrate_ring(texts: Sequence[Path | str], table_path: Path, request: RingRequest) -> tuple[RingPose, list[Text]]:
    """Find the camera's place over the ring and write it into a table file, which may be new.

    Returns:
        The pose, and what to tell the referee and the journal.

    Raises:
        CalibrationError: the pictures give no place one could trust; nothing is written.
    """
    draft = read_draft(table_path)
    ring = request.ring or draft.ring
    if ring is None:
        raise UsageProblemError(
            f"{table_path} has no ring yet: give --ring 700x700 (its size in mm)",
            f"{table_path} no tiene ring todavía: pon --ring 700x700 (su tamaño en mm)",
        )
    unread: list[Text] = []
    if request.picture_path:
        _check_picture_goes(request.picture_path)
    frames = ring_frames(texts, unread)
    pose, keep, said = _find_pose(frames, ring, draft, request)
    if pose.doubts_lens:
        said = [*said, LENS_DOUBTED]
    made_by = _identity(texts, draft)
    camera = replace(
        pose.camera,
        name=request.name or made_by.name,
        source=made_by.place,
        device=made_by.stable,
        sure_mm=pose.sure_mm,
    )
    if request.picture_path:
        # before the table: a full disk must not leave a table behind an error
        _save_drawn(frames[0], camera, ring, request.picture_path)
    changed = write_table(table_path, replace(draft, ring=ring, lens=camera.lens, camera=camera, markers=keep))
    said = [*unread, *said, *describe(pose, ring), *changed]
    if request.bar and request.bar.warning:
        said.insert(0, request.bar.warning)
    return pose, said


def _find_pose(
    frames: Sequence[Frame], ring: Ring, draft: Draft, request: RingRequest
) -> tuple[RingPose, tuple[MarkerPlace, ...], list[Text]]:
    """The pose, the markers to keep in the table file, and what to tell about how it was found.

    Raises:
        CalibrationError: no way gives a place one could trust.
    """
    if request.corners_px is not None:
        return ring_from_corners(frames, ring, request.corners_px, draft.lens), draft.markers, []
    places = _layout(draft, ring, request)
    is_own = request.markers_path is not None or bool(draft.markers)
    try:
        pose = ring_from_markers(frames, ring, places, draft.lens)
    except NoMarkerError as missing:
        if is_own or missing.is_mirrored:
            raise
        return _without_markers(frames, ring, draft, request, missing)
    except CalibrationError as contradiction:
        if is_own:
            raise
        raise CalibrationError(
            f"{contradiction}; {NOT_THE_KIT.en}", f"{contradiction.spanish}; {NOT_THE_KIT.es}"
        ) from None
    if not is_own and pose.sure_mm > KIT_SURE_MM:
        # another kit's markers, or a mat of another size: a person knows which, a guess would go into the table
        sure = f"{pose.sure_mm:.0f} mm"
        raise CalibrationError(
            f"the markers carry the ring to {sure} only, nothing is written: {NOT_THE_KIT.en}, or check --ring",
            f"con las marcas el ring solo es seguro a {sure}, no se escribe nada: {NOT_THE_KIT.es}, o revisa --ring",
        )
    return pose, places, []


def _without_markers(
    frames: Sequence[Frame], ring: Ring, draft: Draft, request: RingRequest, missing: NoMarkerError
) -> tuple[RingPose, tuple[MarkerPlace, ...], list[Text]]:
    """The pose from the mat alone.

    Raises:
        CalibrationError: it cannot be seen either.
    """
    try:
        pose, found = ring_by_itself(frames, ring, draft.lens, request.side_at_bottom)
    except CalibrationError as unseen:
        raise CalibrationError(f"{missing}; and {unseen}", f"{missing.spanish}; y {unseen.spanish}") from None
    return pose, (), describe_found(found, request.side_at_bottom)


def _identity(texts: Sequence[Path | str], draft: Draft) -> MadeBy:
    """Where the camera is opened and what the system calls it (A-04); pictures leave what the table file has."""
    text = str(texts[0])
    if len(texts) != 1 or not is_live_name(text):
        return MadeBy(draft.camera_source, draft.camera_device, draft.camera_name)
    place = place_of(text)
    named = camera_at(place)
    return MadeBy(place, named.stable, named.name) if named else MadeBy(place, "", draft.camera_name)


def _check_picture_goes(path: Path) -> None:
    """Refuse a place where no picture can be written, before anything is measured.

    Raises:
        UsageProblemError: its name is no picture's.
        FileProblemError: a folder stands there, or its folder is missing or closed.
    """
    if path.suffix.lower() not in PICTURE_ENDINGS:
        known = ", ".join(sorted(PICTURE_ENDINGS))
        raise UsageProblemError(
            f"--picture {path}: is no picture's name; give one that ends in {known}",
            f"--picture {path}: no es nombre de imagen; pon uno que acabe en {known}",
        )
    if path.is_dir():
        raise FileProblemError(f"{path}: is a folder, no file", f"{path}: es una carpeta, no un archivo")
    if not path.parent.is_dir():
        raise FileProblemError(f"{path.parent}: no such folder", f"{path.parent}: no existe esa carpeta")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise FileProblemError(f"{path}: cannot be written", f"{path}: no se puede escribir")


def _save_drawn(frame: Frame, camera: Camera, ring: Ring, path: Path) -> None:
    """Write a picture with the ring drawn into it.

    Raises:
        FileProblemError: it cannot be written.
    """
    is_coded, coded = cv2.imencode(path.suffix, draw_ring(frame.picture, camera, ring))
    if not is_coded:
        raise FileProblemError(f"{path}: cannot be written so", f"{path}: no se puede escribir así")
    with strict.replacing(path, keep_backup=False) as file:
        file.write(coded.tobytes())


def _layout(draft: Draft, ring: Ring, request: RingRequest) -> tuple[MarkerPlace, ...]:
    if request.markers_path is not None:
        return read_markers(request.markers_path)
    if draft.markers:
        return draft.markers
    places = kit_layout(ring)
    return scaled_layout(places, request.bar.scale) if request.bar else places


def parse_corners(text: str) -> dict[str, tuple[float, float]]:
    """Read `sw:280,564 se:1001,583 ne:895,174 nw:426,168`, in any order.

    Raises:
        UsageProblemError: a corner is missing, named twice or no pair of numbers.
    """
    form = 'write "sw:280,564 se:1001,583 ne:895,174 nw:426,168", pixels from the picture\'s top left'
    forma = 'escribe "sw:280,564 se:1001,583 ne:895,174 nw:426,168", píxeles desde arriba a la izquierda'
    corners: dict[str, tuple[float, float]] = {}
    for word in text.replace(";", " ").split():
        name, colon, pair = word.partition(":")
        name = name.lower()
        try:
            x, y = (float(number) for number in pair.split(","))
        except ValueError:
            colon = ""
            x = y = 0.0
        if not colon or name not in CORNER_NAMES or name in corners or not np.isfinite([x, y]).all():
            raise UsageProblemError(f"corner {word!r} is not allowed; {form}", f"esquina {word!r} no vale; {forma}")
        corners[name] = (x, y)
    missing = [name for name in CORNER_NAMES if name not in corners]
    if missing:
        words = ", ".join(missing)
        said = plural(
            len(missing),
            Text("corner {words} is missing", "falta la esquina {words}"),
            Text("corners {words} are missing", "faltan las esquinas {words}"),
            words=words,
        )
        raise UsageProblemError(f"{said.en}; {form}", f"{said.es}; {forma}")
    return corners


def parse_size(text: str) -> tuple[float, float]:
    """Read `700x700`: millimetres, west to east by south to north.

    Raises:
        UsageProblemError: no such pair, or no ring of clay figures.
    """
    form, forma = "write WIDTHxDEPTH in mm, such as 700x700", "escribe ANCHOxFONDO en mm, como 700x700"
    try:
        width, depth = (float(word) for word in text.lower().replace("×", "x").split("x"))
    except ValueError:
        raise UsageProblemError(f"ring {text!r} is not allowed; {form}", f"ring {text!r} no vale; {forma}") from None
    if not (100 <= width <= 3000 and 100 <= depth <= 3000):
        hint = "; did you mean cm?" if max(width, depth) < 100 else ""
        pista = "; ¿eran cm?" if max(width, depth) < 100 else ""
        raise UsageProblemError(
            f"ring {text!r} is not allowed; give 100 to 3000 mm a side{hint}",
            f"ring {text!r} no vale; pon de 100 a 3000 mm por lado{pista}",
        )
    return width, depth
