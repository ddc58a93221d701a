"""Whether the ring's typed size is true: printed things of known size contradict it, or a second length does (B-06)."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.kernel.text import Text
from companion.vision.first_pose import first_pose, first_pose_any_lens
from companion.vision.geometry import Camera, FloatArray, Lens
from companion.vision.lens import BoardView, find_board
from companion.vision.marker_search import detect
from companion.vision.ring_finder import find_ring
from companion.vision.sources import Picture
from companion.vision.table_file import CORNER_NAMES, MarkerPlace, Ring
from companion.vision.targets import KIT_BOARD, kit_layout, scaled_board, scaled_layout

# sizes that differ by less are a matter of how one lays a ruler
SAME_SHARE = 0.035
SIZES = np.geomspace(0.55, 1.8, 49)


@dataclass(frozen=True)
class Doubt:
    """A size that does not fit.

    Attributes:
        size_mm: what it seems to be.
        because: who says so.
    """

    size_mm: tuple[float, float]
    because: Text


def plain_check(width_mm: float | None, depth_mm: float | None) -> Text | None:
    """What is wrong with typed numbers alone: missing, or cm or metres for mm."""
    for value in (width_mm, depth_mm):
        if value is None:
            return Text("type the mat's width and depth in mm", "escribe el ancho y el fondo de la lona en mm")
        if 100 <= value <= 3000:
            continue
        for factor, unit, unidad in (
            (10.0, "cm", "cm"),
            (1000.0, "metres", "metros"),
            (0.1, "tenths of mm", "décimas de mm"),
        ):
            if 200 <= value * factor <= 2000:
                return Text(
                    f"{value:g} mm is no ring: did you mean {unit}? then type {value * factor:g}",
                    f"{value:g} mm no es un ring: ¿eran {unidad}? entonces escribe {value * factor:g}",
                )
        return Text(f"{value:g} mm is no ring: type 100 to 3000", f"{value:g} mm no es un ring: escribe de 100 a 3000")
    return None


def diagonal_check(ring: Ring, diagonal_mm: float) -> Doubt | Text | None:
    """The mat from corner to corner, measured with a tape, against its typed sides."""
    due = float(np.hypot(*ring.size_mm))
    for factor, unit, unidad in (
        (10.0, "cm", "cm"),
        (1000.0, "metres", "metros"),
        (0.1, "tenths of mm", "décimas de mm"),
    ):
        if abs(diagonal_mm * factor / due - 1) < 0.2:
            return Text(
                f"{diagonal_mm:g} mm from corner to corner: did you mean {unit}? then type {diagonal_mm * factor:g}",
                f"{diagonal_mm:g} mm de esquina a esquina: ¿eran {unidad}? entonces escribe {diagonal_mm * factor:g}",
            )
    ratio = diagonal_mm / due
    if abs(ratio - 1) <= SAME_SHARE:
        return None
    because = Text(
        f"{diagonal_mm:.0f} mm from corner to corner, {due:.0f} mm would fit what you typed",
        f"{diagonal_mm:.0f} mm de esquina a esquina; con lo que escribiste serían {due:.0f} mm",
    )
    return Doubt(_times(ring, ratio), because)


def size_by_kit(picture: Picture, ring: Ring, bar_scale: float, lens: Lens | None) -> Doubt | None:
    """The kit's mat markers have a known size and lie flush in the corners: only one size of the mat fits both."""
    layout = kit_layout(ring)
    seen = seen_markers(picture, layout)
    if len(seen) < 2:
        return None
    size = (int(picture.shape[1]), int(picture.shape[0]))
    errors = []
    for factor in SIZES:
        scaled = Ring(_times(ring, float(factor)), ring.ringside_mm, ring.ringside_z_mm)
        places = [place for place in scaled_layout(kit_layout(scaled), bar_scale) if place.id in seen]
        world = np.concatenate([place.corners_mm for place in places])
        px = np.concatenate([seen[place.id] for place in places])
        found = first_pose(lens, world, px) if lens else first_pose_any_lens(size, world, px)
        errors.append(np.inf if found is None else found[1])
    at = int(np.argmin(errors))
    best, typed = float(SIZES[at]), errors[int(np.argmin(np.abs(SIZES - 1)))]
    if abs(best - 1) <= SAME_SHARE or errors[at] > 0.6 * typed:
        return None
    because = Text(
        "the printed markers are {mm:g} mm wide, and say otherwise",
        "las marcas impresas, de {mm:g} mm, dicen otra cosa",
    ).filled(mm=round(layout[0].size_mm * bar_scale, 1))  # fmt: skip
    return Doubt(_times(ring, best), because)


def seen_markers(picture: Picture, layout: Sequence[MarkerPlace]) -> dict[int, FloatArray]:
    """Corners, shape (4, 2), of the layout's markers that are read whole in a picture, by id."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found: dict[int, FloatArray] = {}
    for dictionary in dict.fromkeys(place.dictionary for place in layout):
        found |= detect(grey, dictionary)
    wanted = {place.id for place in layout}
    return {number: corners for number, corners in found.items() if number in wanted}


def size_by_edges(picture: Picture, ring: Ring, camera: Camera) -> Doubt | None:
    """Markers of one's own give millimetres by themselves: how far apart are the mat's edges then?"""
    found = find_ring(picture, ring.size_mm)
    if isinstance(found, Text):
        return None
    corners = camera.to_plane([found.corners_px[name] for name in CORNER_NAMES], 0.0)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    ratios = sides / np.array([ring.size_mm[0], ring.size_mm[1], ring.size_mm[0], ring.size_mm[1]])
    ratio = float(np.median(ratios))
    # edges of something that is no rectangle on the mat's plane say nothing
    if not np.isfinite(ratios).all() or np.ptp(ratios) > SAME_SHARE * ratio or abs(ratio - 1) <= SAME_SHARE:
        return None
    typed, found_mm = ring.size_mm[0], ring.size_mm[0] * ratio
    because = Text(
        f"by the markers the mat's edges are {found_mm:.0f} mm apart, not {typed:g}",
        f"según las marcas los bordes de la lona distan {found_mm:.0f} mm, no {typed:g}",
    )
    return Doubt(_times(ring, ratio), because)


def size_by_sheet(picture: Picture, ring: Ring, camera: Camera, bar_scale: float) -> Doubt | Text | None:
    """The chessboard sheet lies flat on the mat: its squares have a known size. A `Text` when none is seen."""
    board = scaled_board(KIT_BOARD, bar_scale)
    view = find_board("mat", picture, board)
    if not isinstance(view, BoardView):
        return view.reason
    flat = camera.to_plane(view.image_px, 0.0)
    known, found = _spread(view.object_mm[:, :2]), _spread(flat)
    if not np.isfinite(found):
        return Text("the sheet does not lie on the mat", "la hoja no está sobre la lona")
    ratio = known / found
    if abs(ratio - 1) <= SAME_SHARE:
        return None
    because = Text("the sheet on the mat says otherwise", "la hoja sobre la lona dice otra cosa")
    return Doubt(_times(ring, ratio), because)


def size_by_bar(ends_px: FloatArray, ring: Ring, camera: Camera, bar_mm: float) -> Doubt | None:
    """The printed bar on the mat, its two ends clicked; `ends_px` of shape (2, 2)."""
    ends = camera.to_plane(ends_px, 0.0)
    found = float(np.linalg.norm(ends[1] - ends[0]))
    ratio = bar_mm / found if found > 1.0 else np.inf
    if abs(ratio - 1) <= SAME_SHARE + 3.0 / bar_mm:
        return None
    because = Text(
        f"the bar of {bar_mm:g} mm would be {found:.0f} mm long", f"la barra de {bar_mm:g} mm mediría {found:.0f} mm"
    )
    return Doubt(_times(ring, ratio), because)


def _spread(points: FloatArray) -> float:
    away = points - points.mean(axis=0)
    return float(np.sqrt((away**2).sum(axis=1).mean()))


def _times(ring: Ring, factor: float) -> tuple[float, float]:
    return ring.size_mm[0] * factor, ring.size_mm[1] * factor


def rounded(size_mm: tuple[float, float]) -> tuple[float, float]:
    """To whole centimetres: rings are built so."""
    return round(size_mm[0], -1), round(size_mm[1], -1)
