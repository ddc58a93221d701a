"""`companion calibrate check`: print, camera and calibration held against fresh pictures (field notes B, parts of A).

Each check is one `Finding` with what to do. Nothing here changes a table file: recalibration is an act of its own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.kernel.text import Text, decimal
from companion.vision.bump import BumpWatch
from companion.vision.calibration_report import places_of_sides
from companion.vision.camera import LiveCamera
from companion.vision.edge_fit import EdgePoints, as_float
from companion.vision.geometry import Camera, FloatArray
from companion.vision.health import (
    FLAT_ADVICE,
    BandingWatch,
    ContentWatch,
    Finding,
    LightWatch,
    Turn,
    how_turned,
    is_flat,
)
from companion.vision.live import open_source, settled_frames
from companion.vision.marker_check import (
    MOVED_MM,
    OTHER_VIEW,
    RUN_RING,
    as_grey,
    marker_checks,
    markers_elsewhere,
)
from companion.vision.marker_layout import MIRRORED
from companion.vision.marker_search import detect
from companion.vision.mat_sides import find_side
from companion.vision.picture_quality import exposure, focus, focus_against, hue
from companion.vision.sources import Clip, Frame, Picture, read_picture
from companion.vision.table_file import SIDE_NAMES, Ring, Table, read_table

# frames of a clip that are looked at one after the other
WATCHED_FRAMES = 60
# a side is looked for this near, then this far from its place
NEAR_PX, FAR_PX = 3.0, 10.0
# B-10: sagitta of a side's image once the lens is undone, share of its length
STRAIGHT_TOLERANCE = 0.01
# with fewer sides in sight nothing here would notice that camera or ring was moved
SIDES_NEEDED = 2
UNCLEAR_SIDE = Text(
    "clear it of figures, hands and cards, light it evenly, bring it into the picture and into focus",
    "quita de ahí figuras, manos y cartas, ilumínalo por igual, mételo en la imagen y enfoca",
)


def check_source(texts: Sequence[Path | str], table_path: Path) -> list[Finding]:
    """Every check that pictures, a folder or a clip allow, in the order people can mend things.

    Raises:
        FileProblemError, ConfigError: the table or the pictures cannot be read.
    """
    table = read_table(table_path)
    frames = _frames(texts)
    findings = [*_picture_checks(frames)]
    if table.camera is None:
        missing = Text("the table has no camera yet", "la mesa no tiene cámara todavía")
        return [*findings, Finding("camera", False, missing, RUN_RING)]
    findings += _size_check(frames[0], table.camera)
    if any(not finding.ok for finding in findings):
        return findings
    camera = table.camera
    last = frames[-1]
    empty = _empty_picture(table_path)
    turned = [*_turn_checks(last.picture, empty, table)]
    findings += turned
    if any(not finding.ok for finding in turned):
        # prints, sides and light of another view would all seem wrong, and would have people mend what is not
        return findings
    findings += _quality_checks(last.picture, empty)
    findings += _calibration_checks(camera)
    findings += marker_checks(last, table)
    findings += _side_checks(last.picture, camera, table.ring)
    if empty is not None and empty.shape == last.picture.shape:
        findings += _light_check(last.picture, empty)
    return findings


def _frames(texts: Sequence[Path | str]) -> list[Frame]:
    """All still pictures, or the first frames of a clip or camera, one after the other."""
    source = open_source(texts)
    if isinstance(source, LiveCamera):
        return settled_frames(source, WATCHED_FRAMES)
    frames: list[Frame] = []
    try:
        for frame in source.frames():
            frames.append(frame)
            if len(frames) >= WATCHED_FRAMES:
                break
    finally:
        source.close()
    if not isinstance(source, Clip) and len(frames) > 1:
        # still pictures have no time: as if half a second lay between them
        frames = [replace(frame, time_ms=500.0 * frame.index) for frame in frames]
    return frames


def _empty_picture(table_path: Path) -> Picture | None:
    """The picture of the empty ring that `calibrate colours` keeps beside the table."""
    path = table_path.with_name(f"{table_path.stem}.empty.jpg")
    return read_picture(path) if path.is_file() else None


def _picture_checks(frames: Sequence[Frame]) -> Iterator[Finding]:
    """Flat, frozen, banded: what the pictures themselves show (A-01, A-02, A-11)."""
    flat = sum(is_flat(frame.picture) for frame in frames)
    detail = Text(
        f"{flat} of {len(frames)} pictures show nothing", f"{flat} de {len(frames)} imágenes no muestran nada"
    )
    yield Finding("picture", flat == 0, detail, FLAT_ADVICE)
    if len(frames) < 2 or flat:
        return
    watch, banding = ContentWatch(), BandingWatch()
    new = 0
    for frame in frames:
        new += watch.see(frame.picture, frame.time_ms)
        banding.see(frame.picture)
    detail = Text(f"{new} of {len(frames)} pictures are new", f"{new} de {len(frames)} imágenes son nuevas")
    remedy = Text(
        "the camera is frozen: unplug it and plug it in", "la cámara está congelada: desenchúfala y enchúfala"
    )
    yield Finding("frames", new > 1, detail, remedy)
    share = f"{100 * banding.amplitude:.0f} %"
    detail = Text(f"bands of {share}", f"bandas del {share}")
    yield Finding("flicker", banding.advice is None, detail, banding.advice)


def _quality_checks(picture: Picture, empty: Picture | None) -> Iterator[Finding]:
    """Light enough, sharp, in the learned colours; the empty ring's picture makes this surer (A-06)."""
    light = exposure(picture)
    yield light
    if empty is not None and empty.shape == picture.shape:
        yield focus_against(picture, empty)
        yield hue(picture, empty)
    elif light.ok:
        yield focus(picture)


def _size_check(frame: Frame, camera: Camera) -> Iterator[Finding]:
    width, height = frame.size
    detail = Text(
        f"{width}x{height}, calibrated at {camera.width}x{camera.height}",
        f"{width}x{height}, calibrada a {camera.width}x{camera.height}",
    )
    remedy = Text("set the camera to the calibrated size, or calibrate again", "pon ese tamaño o calibra otra vez")
    yield Finding("size", (width, height) == (camera.width, camera.height), detail, remedy)


def _turn_checks(picture: Picture, empty: Picture | None, table: Table) -> Iterator[Finding]:
    """Mirrored or upside down (B-04, B-05): markers tell, else the picture of the empty ring."""
    grey = as_grey(picture)
    read: dict[int, FloatArray] = {}
    for dictionary in dict.fromkeys(place.dictionary for place in table.markers):
        wanted = {place.id for place in table.markers if place.dictionary == dictionary}
        seen = detect(grey, dictionary, forgiving=False)
        straight = wanted & seen.keys()
        read |= {number: seen[number] for number in straight}
        mirrored = wanted & detect(np.ascontiguousarray(grey[:, ::-1]), dictionary, forgiving=False).keys()
        if mirrored and not straight:
            yield Finding("mirror", False, Text("the markers are mirrored", "las marcas están en espejo"), MIRRORED)
            return
    turn = None if empty is None else how_turned(empty, picture)
    elsewhere = None if turn not in {None, Turn.SAME} else markers_elsewhere(read, table)
    if elsewhere is not None:
        yield elsewhere
        return
    if turn is None or empty is None:
        return
    if turn is Turn.SAME and (moved := _moved(picture, empty, table)) is not None:
        yield moved
        return
    detail = Text(f"against the empty ring: {turn.value}", f"frente al ring vacío: {TURN_WORDS[turn]}")
    remedy = MIRRORED if turn in {Turn.MIRRORED, Turn.MIRRORED_UPSIDE_DOWN} else OTHER_VIEW
    yield Finding("view", turn is Turn.SAME, detail, remedy)


def _moved(picture: Picture, empty: Picture, table: Table) -> Finding | None:
    """Posts, ropes and the mat's edge all moved alike since the empty ring's picture (B-05, B-07); None where not.

    The sides alone do not tell: another line of the mat or its platform may lie where one was.
    """
    if table.camera is None or empty.shape != picture.shape:
        return None
    bump = BumpWatch(empty, table.camera, table.ring).measure(picture)
    if bump is None or bump.shift_mm < MOVED_MM:
        return None
    detail = Text(
        f"camera or ring was moved by {bump.shift_mm:.0f} mm since the empty picture",
        f"la cámara o el ring se movió {bump.shift_mm:.0f} mm desde la imagen vacía",
    )
    return Finding("view", False, detail, RUN_RING)


TURN_WORDS = {
    Turn.SAME: "igual",
    Turn.MIRRORED: "en espejo",
    Turn.UPSIDE_DOWN: "del revés",
    Turn.MIRRORED_UPSIDE_DOWN: "en espejo y del revés",
    Turn.OTHER: "otra vista",
}


def sure_to(mm: float) -> Text:
    """How far a place on the mat may be off."""
    return Text("sure to {mm} mm", "seguro a {mm} mm").filled(mm=decimal(mm, 1))


def _calibration_checks(camera: Camera) -> Iterator[Finding]:
    how, modo = ("guessed", "estimada") if camera.lens_guessed else ("measured", "medida")
    error = "" if camera.error_px is None else Text(", {px} px", ", {px} px").filled(px=decimal(camera.error_px))
    focal = f"{camera.K[0, 0]:.0f} px"
    detail = Text(f"{how}, focal length {focal}{{error}}", f"{modo}, focal {focal}{{error}}").filled(error=error)
    remedy = Text("run `companion calibrate camera`", "usa `companion calibrate camera`")
    yield Finding("lens", camera.error_px is None or camera.error_px < 1.0, detail, remedy)
    if camera.sure_mm is not None:
        detail = sure_to(camera.sure_mm)
        remedy = Text(
            "uncover markers or mat corners, calibrate the lens, move the camera nearer",
            "destapa marcas o esquinas, calibra la lente, acerca la cámara",
        )
        yield Finding("ring", camera.sure_mm < 8.0, detail, remedy)


def _side_checks(picture: Picture, camera: Camera, ring: Ring) -> Iterator[Finding]:
    """Each side of the mat: where the table file puts it, and straight (B-05, B-10)."""
    colour = as_float(picture)
    clear = 0
    for index, (name, place) in enumerate(zip(SIDE_NAMES, places_of_sides(camera, ring), strict=True)):
        part = f"{name} side"
        # near its place first: farther out another line of the mat may be stronger
        side = find_side(colour, camera, ring, index, NEAR_PX) or find_side(colour, camera, ring, index, FAR_PX)
        if side is None:
            detail = Text(f"{place.en}, edge not clear", f"{place.es}, borde poco claro")
            yield Finding(part, True, detail, UNCLEAR_SIDE, is_open=True)
            continue
        clear += 1
        off_mm, bent = side_offset_mm(camera, side), side_bend(camera, side)
        detail = Text(
            "{place}, {off} mm from its place, bent by {bent} %", "{place}, a {off} mm de su sitio, curvado un {bent} %"
        ).filled(place=place, off=decimal(off_mm, 1), bent=decimal(100 * bent, 1))
        bends = bent > STRAIGHT_TOLERANCE
        remedy = (
            Text(
                "the lens bends straight lines: run `companion calibrate camera`, or move the camera farther away",
                "la lente curva las rectas: usa `companion calibrate camera`, o aleja la cámara",
            )
            if bends
            else Text("camera or ring was moved: " + RUN_RING.en, "se movió la cámara o el ring: " + RUN_RING.es)
        )
        limit_mm = MOVED_MM + 1.5 * float(np.nanmean(camera.mm_per_px(side.seen_px)))
        yield Finding(part, off_mm < limit_mm and not bends, detail, remedy)
    if clear < SIDES_NEEDED:
        detail = Text(f"{clear} of 4 can be measured", f"{clear} de 4 se pueden medir")
        yield Finding("sides", False, detail, UNCLEAR_SIDE)


def side_offset_mm(camera: Camera, side: EdgePoints) -> float:
    """Median distance of a side from where the camera puts it, on the mat."""
    away = camera.to_plane(side.seen_px, 0.0) - side.world_mm[:, :2]
    return float(np.nanmedian(np.linalg.norm(away, axis=1)))


def side_bend(camera: Camera, side: EdgePoints) -> float:
    """How far a side's middle stands off the line through its ends, share of its length, lens undone (B-10)."""
    points = camera.undistort(side.seen_px)
    along = points[-1] - points[0]
    length = float(np.linalg.norm(along))
    off = ((points - points[0]) @ np.array([-along[1], along[0]])) / length
    share = ((points - points[0]) @ along) / length**2
    curve = np.polyfit(share, off, 2)
    return abs(float(curve[0])) / 4 / length


def _light_check(picture: Picture, empty: Picture) -> Iterator[Finding]:
    shift = LightWatch(empty).look(picture)
    blue, green, red = (100 * gain for gain in shift.gains)
    detail = Text(
        f"red {red:.0f} %, green {green:.0f} %, blue {blue:.0f} % of the empty picture",
        f"rojo {red:.0f} %, verde {green:.0f} %, azul {blue:.0f} % de la imagen vacía",
    )
    yield Finding("light", not shift.uncertain, detail, shift.advice)
