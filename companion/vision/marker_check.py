"""Printed markers held against a table file: read or not, contrast, places and distances (B-01, B-02, B-09).

Where some lie elsewhere the camera was moved: what then seems wrong with the others is not told as a fault of theirs.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text
from companion.vision.geometry import Camera, FloatArray
from companion.vision.health import Finding
from companion.vision.marker_layout import no_marker_advice
from companion.vision.marker_search import detect, pattern
from companion.vision.sources import Frame, Picture
from companion.vision.table_file import MarkerPlace, Table

# a marker's black and white differ by at least this share of the white
LEAST_CONTRAST = 0.45
# a mark or side this far from where the table file puts it: somebody bumped the camera
MOVED_MM = 6.0
# distances between markers against the layout (B-06, B-09)
SIZE_TOLERANCE = 0.01
# markers so far from their places, by the picture's width, show another view; one turned by 180 degrees where they
# stand so much nearer to where that puts them
ELSEWHERE_SHARE, TURNED_SHARE = 0.08, 0.3
RUN_RING = Text("run `companion calibrate ring` again", "repite `companion calibrate ring`")
OTHER_VIEW = Text(
    "camera or ring was moved, or this is another ring's table file: " + RUN_RING.en,
    "se movió la cámara o el ring, o es el archivo de mesa de otro ring: " + RUN_RING.es,
)
OTHER_LENS = Text(
    "; if it says the same again, the lens is another camera's or the zoom changed: run `companion calibrate camera`",
    "; si vuelve a salir, la lente es de otra cámara o cambió el zoom: usa `companion calibrate camera`",
)


def markers_elsewhere(read: Mapping[int, FloatArray], table: Table) -> Finding | None:
    """Markers that stand nowhere near their places show another view, or another ring; None where they do not.

    Args:
        read: corners (4, 2) in the picture by marker number.
    """
    places = [place for place in table.markers if place.id in read]
    if table.camera is None or not places:
        return None
    due = np.array([table.camera.project(place.corners_mm).mean(axis=0) for place in places])
    seen = np.array([read[place.id].mean(axis=0) for place in places])
    turned = np.array([table.camera.width - 1, table.camera.height - 1]) - due
    off_px, turned_px = (float(np.median(np.linalg.norm(seen - one, axis=1))) for one in (due, turned))
    if off_px <= ELSEWHERE_SHARE * table.camera.width:
        return None
    detail = Text(
        f"the markers stand {off_px:.0f} px from their places", f"las marcas están a {off_px:.0f} px de su sitio"
    )
    if turned_px < TURNED_SHARE * off_px:
        detail = Text("the markers are upside down", "las marcas están del revés")
    return Finding("view", False, detail, OTHER_VIEW)


def marker_checks(frame: Frame, table: Table) -> Iterator[Finding]:
    """Each marker found or not, its contrast, its place, and all their distances (B-01, B-02, B-09)."""
    if not table.markers or table.camera is None:
        return
    grey = as_grey(frame.picture)
    seen: dict[int, FloatArray] = {}
    for dictionary in dict.fromkeys(place.dictionary for place in table.markers):
        seen |= detect(grey, dictionary)
    found = [place for place in table.markers if place.id in seen]
    detail = Text(f"{len(found)} of {len(table.markers)} read", f"{len(found)} de {len(table.markers)} leídas")
    yield Finding("markers", bool(found), detail, None if found else no_marker_advice(frame, table.markers))
    camera = table.camera
    is_moved = any(
        _moved_mm(camera, place, seen[place.id]) >= _limit_mm(camera, place, seen[place.id]) for place in found
    )
    for place in table.markers:
        yield _marker_check(frame.picture, camera, place, seen.get(place.id), is_moved)
    if len(found) >= 2:
        yield _distance_check(camera, found, seen, is_moved)


def _moved_mm(camera: Camera, place: MarkerPlace, corners: FloatArray) -> float:
    """How far a print's middle lies from its place."""
    away = camera.to_plane(corners, place.corners_mm[:, 2]) - place.corners_mm[:, :2]
    return float(np.linalg.norm(away.mean(axis=0)))


def _limit_mm(camera: Camera, place: MarkerPlace, corners: FloatArray) -> float:
    """How far it may."""
    return MOVED_MM + float(np.nanmax(camera.mm_per_px(corners, float(place.corners_mm[0, 2]))))


def _marker_check(
    picture: Picture, camera: Camera, place: MarkerPlace, corners: FloatArray | None, is_moved: bool
) -> Finding:
    """One print.

    Args:
        corners: None for one that cannot be read.
        is_moved: others lie elsewhere, so nobody knows where this one is.
    """
    part = f"marker {place.id}"
    contrast = marker_contrast(picture, camera.project(place.corners_mm) if corners is None else corners, place)
    if contrast is None:
        outside = Text("outside the picture", "fuera de la imagen")
        return Finding(part, True, outside)
    share = f"{100 * contrast:.0f} %"
    if corners is None and is_moved:
        return Finding(part, True, Text("not read", "no se lee"), RUN_RING, is_open=True)
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
    moved_mm = _moved_mm(camera, place, corners)
    detail = Text(
        f"read, contrast {share}, {moved_mm:.1f} mm from its place", f"leída, contraste {share}, a {moved_mm:.1f} mm"
    )
    if contrast < LEAST_CONTRAST:
        remedy = Text("print it black on white, light it evenly", "imprímela en negro sobre blanco, con luz pareja")
        return Finding(part, False, detail, remedy)
    remedy = Text(
        "camera, ring or print was moved: " + RUN_RING.en, "se movió la cámara, el ring o la marca: " + RUN_RING.es
    )
    if not camera.lens_guessed:
        remedy = Text(remedy.en + OTHER_LENS.en, remedy.es + OTHER_LENS.es)
    return Finding(part, moved_mm < _limit_mm(camera, place, corners), detail, remedy)


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
    grey = as_grey(picture)
    at = np.round(places_px[inside]).astype(int)
    values = grey[at[:, 1], at[:, 0]].astype(float)
    is_white = white[rows, columns][inside]
    if not is_white.any() or is_white.all():
        return None
    light, dark = np.median(values[is_white]), np.median(values[~is_white])
    return float(max(0.0, (light - dark) / max(light, 1.0)))


def _distance_check(
    camera: Camera, places: Sequence[MarkerPlace], seen: dict[int, FloatArray], is_moved: bool
) -> Finding:
    """Distances between markers as seen against the layout; a camera that was moved sees other ones too."""
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
    if is_moved:
        remedy = Text(
            f"{RUN_RING.en}; if it says the same again, measure the printed bar (--bar) and the markers' places",
            f"{RUN_RING.es}; si vuelve a salir, mide la barra impresa (--bar) y el sitio de las marcas",
        )
    detail = Text(f"distances {off} from the layout", f"distancias a {off} del plano")
    return Finding("print size", abs(worst - 1) <= SIZE_TOLERANCE, detail, remedy)


def as_grey(picture: Picture) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
