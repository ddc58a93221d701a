"""`companion calibrate check`: print, camera and calibration held against fresh pictures (field notes B, parts of A).

Each check is one `Finding` with what to do. Nothing here changes a table file: recalibration is an act of its own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text
from companion.vision.calibration_report import name_sides
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
from companion.vision.marker_layout import MIRRORED, no_marker_advice
from companion.vision.marker_search import detect, pattern
from companion.vision.mat_sides import find_side
from companion.vision.picture_quality import exposure, focus, focus_against, hue
from companion.vision.sources import Clip, Frame, Picture, read_picture
from companion.vision.table_file import SIDE_NAMES, MarkerPlace, Ring, Table, read_table

# frames of a clip that are looked at one after the other
WATCHED_FRAMES = 60
# a marker's black and white differ by at least this share of the white
LEAST_CONTRAST = 0.45
# a mark or side this far from where the table file puts it: somebody bumped the camera
MOVED_MM = 6.0
# distances between markers against the layout (B-06, B-09)
SIZE_TOLERANCE = 0.01
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
RUN_RING = Text("run `companion calibrate ring` again", "repite `companion calibrate ring`")

OTHER_LENS = Text(
    "; if it says the same again, the lens is another camera's or the zoom changed: run `companion calibrate camera`",
    "; si vuelve a salir, la lente es de otra cámara o cambió el zoom: usa `companion calibrate camera`",
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
    findings += _turn_checks(last.picture, empty, table)
    findings += _quality_checks(last.picture, empty)
    findings += _calibration_checks(camera)
    findings += _marker_checks(last, table)
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
    grey = _grey(picture)
    for dictionary in dict.fromkeys(place.dictionary for place in table.markers):
        wanted = {place.id for place in table.markers if place.dictionary == dictionary}
        straight = wanted & detect(grey, dictionary, forgiving=False).keys()
        mirrored = wanted & detect(np.ascontiguousarray(grey[:, ::-1]), dictionary, forgiving=False).keys()
        if mirrored and not straight:
            yield Finding("mirror", False, Text("the markers are mirrored", "las marcas están en espejo"), MIRRORED)
            return
    if empty is None:
        return
    turn = how_turned(empty, picture)
    detail = Text(f"against the empty ring: {turn.value}", f"frente al ring vacío: {TURN_WORDS[turn]}")
    remedy = MIRRORED if turn in {Turn.MIRRORED, Turn.MIRRORED_UPSIDE_DOWN} else RUN_RING
    yield Finding("view", turn is Turn.SAME, detail, remedy)


TURN_WORDS = {
    Turn.SAME: "igual",
    Turn.MIRRORED: "en espejo",
    Turn.UPSIDE_DOWN: "del revés",
    Turn.MIRRORED_UPSIDE_DOWN: "en espejo y del revés",
    Turn.OTHER: "otra vista",
}


def _calibration_checks(camera: Camera) -> Iterator[Finding]:
    how, modo = ("guessed", "estimada") if camera.lens_guessed else ("measured", "medida")
    error = "" if camera.error_px is None else f", {camera.error_px:.2f} px"
    detail = Text(
        f"{how}, focal length {camera.K[0, 0]:.0f} px{error}", f"{modo}, focal {camera.K[0, 0]:.0f} px{error}"
    )
    remedy = Text("run `companion calibrate camera`", "usa `companion calibrate camera`")
    yield Finding("lens", camera.error_px is None or camera.error_px < 1.0, detail, remedy)
    if camera.sure_mm is not None:
        detail = Text(f"sure to {camera.sure_mm:.1f} mm", f"seguro a {camera.sure_mm:.1f} mm")
        remedy = Text(
            "uncover markers or mat corners, calibrate the lens, move the camera nearer",
            "destapa marcas o esquinas, calibra la lente, acerca la cámara",
        )
        yield Finding("ring", camera.sure_mm < 8.0, detail, remedy)


def _marker_checks(frame: Frame, table: Table) -> Iterator[Finding]:
    """Each marker found or not, its contrast, its place, and all their distances (B-01, B-02, B-09)."""
    if not table.markers or table.camera is None:
        return
    grey = _grey(frame.picture)
    seen: dict[int, FloatArray] = {}
    for dictionary in dict.fromkeys(place.dictionary for place in table.markers):
        seen |= detect(grey, dictionary)
    found = [place for place in table.markers if place.id in seen]
    detail = Text(f"{len(found)} of {len(table.markers)} read", f"{len(found)} de {len(table.markers)} leídas")
    yield Finding("markers", bool(found), detail, None if found else no_marker_advice(frame, table.markers))
    for place in table.markers:
        yield _marker_check(frame.picture, table.camera, place, seen.get(place.id))
    if len(found) >= 2:
        yield _distance_check(table.camera, found, seen)


def _marker_check(picture: Picture, camera: Camera, place: MarkerPlace, corners: FloatArray | None) -> Finding:
    part = f"marker {place.id}"
    contrast = marker_contrast(picture, camera.project(place.corners_mm) if corners is None else corners, place)
    if contrast is None:
        outside = Text("outside the picture", "fuera de la imagen")
        return Finding(part, True, outside)
    share = f"{100 * contrast:.0f} %"
    if corners is None:
        remedy = Text(
            "lay it flat, white margin kept, without gloss, ropes or fingers over it; it may stay hidden",
            "ponla plana, con su margen blanco, sin brillos, cuerdas ni dedos; puede quedar tapada",
        )
        detail = Text(f"hidden or blurred, contrast {share}", f"tapada o borrosa, contraste {share}")
        is_pale = contrast < LEAST_CONTRAST
        if is_pale:
            detail = Text(f"hidden, blurred or pale, contrast {share}", f"tapada, borrosa o pálida, contraste {share}")
            remedy = Text(
                "uncover it; if nothing covers it, print it again, filled black on white",
                "destápala; si nada la tapa, imprímela otra vez, rellena de negro sobre blanco",
            )
        return Finding(part, not is_pale, detail, remedy, is_open=not is_pale)
    away = camera.to_plane(corners, place.corners_mm[:, 2]) - place.corners_mm[:, :2]
    moved_mm = float(np.linalg.norm(away.mean(axis=0)))
    detail = Text(
        f"read, contrast {share}, {moved_mm:.1f} mm from its place", f"leída, contraste {share}, a {moved_mm:.1f} mm"
    )
    if contrast < LEAST_CONTRAST:
        remedy = Text("print it black on white, light it evenly", "imprímela en negro sobre blanco, con luz pareja")
        return Finding(part, False, detail, remedy)
    limit_mm = MOVED_MM + float(np.nanmax(camera.mm_per_px(corners, float(place.corners_mm[0, 2]))))
    remedy = Text(
        "camera, ring or print was moved: " + RUN_RING.en, "se movió la cámara, el ring o la marca: " + RUN_RING.es
    )
    if not camera.lens_guessed:
        remedy = Text(remedy.en + OTHER_LENS.en, remedy.es + OTHER_LENS.es)
    return Finding(part, moved_mm < limit_mm, detail, remedy)


def marker_contrast(picture: Picture, corners_px: FloatArray, place: MarkerPlace) -> float | None:
    """How much darker a print's black modules are than its white ones, share of the white.

    Args:
        picture: the picture as it is.
        corners_px: shape (4, 2), where the print's black square is.
        place: which print it is.

    Returns:
        0..1; None where less than half of it is in the picture.
    """
    white = pattern(place.dictionary, place.id)
    rows, columns = np.nonzero(np.ones_like(white))
    if not np.isfinite(corners_px).all():
        return None
    edge = len(white)
    square = np.array([[0, 0], [edge, 0], [edge, edge], [0, edge]], dtype=np.float32)
    warp = cv2.getPerspectiveTransform(square, corners_px.astype(np.float32))
    centres = np.column_stack((columns + 0.5, rows + 0.5)).reshape(-1, 1, 2)
    places_px = np.asarray(cv2.perspectiveTransform(centres, warp)).reshape(-1, 2)
    height, width = picture.shape[:2]
    inside = ((places_px >= 0) & (places_px < (width - 1, height - 1))).all(axis=1)
    if inside.mean() < 0.5:
        return None
    grey = _grey(picture)
    at = np.round(places_px[inside]).astype(int)
    values = grey[at[:, 1], at[:, 0]].astype(float)
    is_white = white[rows, columns][inside]
    if not is_white.any() or is_white.all():
        return None
    light, dark = np.median(values[is_white]), np.median(values[~is_white])
    return float(max(0.0, (light - dark) / max(light, 1.0)))


def _distance_check(camera: Camera, places: Sequence[MarkerPlace], seen: dict[int, FloatArray]) -> Finding:
    """Distances between markers as seen against the layout."""
    measured = {
        place.id: np.append(
            camera.to_plane(seen[place.id], place.corners_mm[:, 2]).mean(axis=0), place.corners_mm[:, 2].mean()
        )
        for place in places
    }
    ratios = [
        float(np.linalg.norm(measured[one.id] - measured[other.id]))
        / float(np.linalg.norm(one.corners_mm.mean(axis=0) - other.corners_mm.mean(axis=0)))
        for one, other in pairwise([*places, places[0]])
        if one is not other
    ]
    worst = max(ratios, key=lambda ratio: abs(ratio - 1))
    off = f"{100 * (worst - 1):+.1f} %"
    remedy = Text(
        "measure the printed bar (--bar) and the markers' places again, then calibrate the ring",
        "mide otra vez la barra impresa (--bar) y el sitio de las marcas, y calibra el ring",
    )
    detail = Text(f"distances {off} from the layout", f"distancias a {off} del plano")
    return Finding("print size", abs(worst - 1) <= SIZE_TOLERANCE, detail, remedy)


def _side_checks(picture: Picture, camera: Camera, ring: Ring) -> Iterator[Finding]:
    """Each side of the mat: where the table file puts it, and straight (B-05, B-10)."""
    colour = as_float(picture)
    clear = 0
    for index, (name, where) in enumerate(zip(SIDE_NAMES, name_sides(camera, ring), strict=True)):
        part = f"{name} side"
        # near its place first: farther out another line of the mat may be stronger
        side = find_side(colour, camera, ring, index, NEAR_PX) or find_side(colour, camera, ring, index, FAR_PX)
        place = where.en.split(": ", 1)[1], where.es.split(": ", 1)[1]
        if side is None:
            detail = Text(f"{place[0]}, edge not clear", f"{place[1]}, borde poco claro")
            yield Finding(part, True, detail, UNCLEAR_SIDE, is_open=True)
            continue
        clear += 1
        off_mm, bent = side_offset_mm(camera, side), side_bend(camera, side)
        detail = Text(
            f"{place[0]}, {off_mm:.1f} mm from its place, bent by {100 * bent:.1f} %",
            f"{place[1]}, a {off_mm:.1f} mm de su sitio, curvado un {100 * bent:.1f} %",
        )
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


def _grey(picture: Picture) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
