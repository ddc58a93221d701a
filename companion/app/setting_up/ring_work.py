"""The ring's part of the set-up that takes time: find the camera's place, doubt the size, write the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.app.setting_up.bench import Bench
from companion.app.setting_up.lengths import Doubt, Proof, proof_by_edges, proof_by_kit, rounded, seen_markers
from companion.kernel.text import Text
from companion.screens.setup_view import Lamp, Note, Path, Told
from companion.screens.view_model import Rgb, Tone
from companion.vision.calibration import KIT_SURE_MM, NOT_THE_KIT
from companion.vision.calibration_report import SIDE_WORDS
from companion.vision.geometry import Camera, rotation_of
from companion.vision.lens import CalibrationError
from companion.vision.live import place_of
from companion.vision.marker_check import LEAST_CONTRAST, marker_contrast
from companion.vision.ring_pose import (
    NoMarkerError,
    OtherSizeError,
    RingPose,
    ring_by_itself,
    ring_from_corners,
    ring_from_markers,
)
from companion.vision.ring_sure import LENS_DOUBTED
from companion.vision.sources import Frame, is_live_name
from companion.vision.table_file import CORNER_NAMES, SIDE_NAMES, Draft, MarkerPlace, Ring, read_markers
from companion.vision.targets import kit_layout, print_scale, scaled_layout

Corners = Mapping[str, tuple[float, float]]
# a marker that lies farther than this from where the printed kit has it belongs to a layout of one's own
KIT_TOLERANCE_MM = 2.0
# a pose that is surer than the first is good, than the second still of use
SURE_MM, USABLE_MM = 6.0, 12.0
# a page about figures shows the ring, so much beside it, and so high over it
BESIDE, OVER_MM = 1.12, 130.0
# a page where the mat's edges are judged, so much: a ring found wrongly must not hide the true one
FAR_BESIDE = 1.3
# a click is good to this
BESIDE_MM = 10.0
# one offered size may be doubted in turn, and the next
MOST_OFFERS = 4
GREEN, BLUE, WHITE = (104, 214, 160), (120, 170, 250), (250, 243, 228)


def near_ring(
    camera: Camera | None, ring: Ring | None, beside: float = BESIDE
) -> tuple[float, float, float, float] | None:
    """The part of the picture with the ring and what stands on it: left, top, right, bottom, pixels.

    Args:
        beside: how much larger than the mat the shown part of the table is.
    """
    if camera is None or ring is None:
        return None
    ground = ring.corners_mm * beside
    seen = camera.project(np.vstack((ground, ground + np.array([0.0, 0.0, OVER_MM]))))
    if not np.isfinite(seen).all():
        return None
    left, top = np.maximum(seen.min(axis=0), 0.0)
    right, bottom = np.minimum(seen.max(axis=0), (camera.width, camera.height))
    return (float(left), float(top), float(right), float(bottom)) if right > left and bottom > top else None


@dataclass(frozen=True, eq=False)
class Found:
    """A ring in a picture.

    Attributes:
        markers: the layout that was used; empty with clicks.
        proof: what is seen about the typed size; without markers nothing is.
        is_own: the markers' millimetres are their own: a bar on the mat says nothing about the mat's size.
        note: what a person must look at, by the way it was found.
    """

    pose: RingPose
    ring: Ring
    markers: tuple[MarkerPlace, ...]
    proof: Proof
    frame: Frame
    note: Text | None = None
    is_own: bool = False

    @property
    def is_doubted(self) -> bool:
        """Whether the note is a warning: then the step is no better than amber."""
        return self.note in {LENS_DOUBTED, NOT_THE_KIT}


def layout(bench: Bench, draft: Draft, ring: Ring) -> tuple[tuple[MarkerPlace, ...], bool]:
    """The markers to look for, and whether they are a layout of one's own, whose millimetres are their own too."""
    if bench.wanted.markers is not None:
        return read_markers(bench.wanted.markers), True
    if draft.markers and draft.ring is not None:
        kit = {place.id: place.corners_mm for place in kit_layout(draft.ring)}
        own = any(
            place.id not in kit or np.abs(place.corners_mm - kit[place.id]).max() > KIT_TOLERANCE_MM
            for place in draft.markers
        )
        if own:
            return draft.markers, True
    return scaled_layout(kit_layout(ring), bar_scale(bench)), False


def bar_scale(bench: Bench) -> float:
    """How large the printer made the kit's pages."""
    measured = bench.path.answers.get("bar_mm")
    return 1.0 if measured is None else print_scale(float(measured)).scale


def find_by_markers(bench: Bench, frame: Frame, ring: Ring) -> Found:
    """The ring from printed markers.

    Raises:
        CalibrationError: they give none; says what to do.
    """
    draft = bench.draft()
    places, is_own = layout(bench, draft, ring)
    note = None
    if is_own:
        pose, proof = by_own(frame, ring, places, draft)
    else:
        pose, proof, note = _by_kit(bench, frame, ring, places, draft)
    if lamp_of(pose) is Lamp.RED:
        # markers that do not fit themselves prove no size
        proof = Proof(proof.doubt)
    return Found(pose, ring, places, proof, frame, note or _doubt(pose), is_own=is_own)


def by_own(frame: Frame, ring: Ring, places: Sequence[MarkerPlace], draft: Draft) -> tuple[RingPose, Proof]:
    """Markers whose places somebody described: the place, and what they say of the size.

    The size that is offered instead is one that they do not doubt in turn.

    Raises:
        NoMarkerError: none is seen.
        CalibrationError: they do not fit the picture; says what to do.
    """
    there, tried = ring, [ring.size_mm]
    while True:
        pose, proof, other_mm = _held_against(frame, there, places, draft)
        if other_mm is None or other_mm in tried or len(tried) > MOST_OFFERS:
            break
        tried.append(other_mm)
        there = replace(ring, size_mm=other_mm)
    if pose is None:
        # nothing of these sizes fits: what is wrong with the typed one is told
        return ring_from_markers([frame], ring, places, draft.lens), proof
    if there.size_mm == ring.size_mm:
        return pose, proof
    seen, typed = (f"{width:g} x {depth:g}" for width, depth in (there.size_mm, ring.size_mm))
    return pose, Proof(Doubt(there.size_mm, OTHER_SIZE.filled(seen=seen, typed=typed)))


def _held_against(
    frame: Frame, ring: Ring, places: Sequence[MarkerPlace], draft: Draft
) -> tuple[RingPose | None, Proof, tuple[float, float] | None]:
    """The place with a size, what is seen of that size, and the one that fits better."""
    try:
        pose = ring_from_markers([frame], ring, places, draft.lens)
    except OtherSizeError as other:
        return None, Proof(), other.size_mm
    proof = proof_by_edges(frame.picture, ring, pose.camera)
    return pose, proof, None if proof.doubt is None else rounded(proof.doubt.size_mm)


OTHER_SIZE = Text(
    "by the markers the mat measures {seen} mm, not {typed}", "según las marcas la lona mide {seen} mm, no {typed}"
)


def _by_kit(
    bench: Bench, frame: Frame, ring: Ring, places: Sequence[MarkerPlace], draft: Draft
) -> tuple[RingPose, Proof, Text | None]:
    """Markers that nobody described, taken for the printed kit's: the place, what they say of the size, and a doubt.

    Another size is only offered where the mat's own sides bear it out; else they are another kit's markers.

    Raises:
        NoMarkerError: none is seen.
        CalibrationError: they are not the printed kit's, or too few; says how to tell one's own.
    """
    proof = proof_by_kit(frame.picture, ring, bar_scale(bench), draft.lens)
    try:
        if proof.doubt is None:
            pose = ring_from_markers([frame], ring, places, draft.lens)
        else:
            there = Ring(proof.doubt.size_mm, ring.ringside_mm, ring.ringside_z_mm)
            pose = ring_from_markers([frame], there, layout(bench, draft, there)[0], draft.lens)
    except NoMarkerError:
        raise
    except CalibrationError as unfit:
        if proof.doubt is None:
            raise CalibrationError(f"{unfit}; {NOT_THE_KIT.en}", f"{unfit.spanish}; {NOT_THE_KIT.es}") from None
        raise CalibrationError(NOT_PRINTED.en, NOT_PRINTED.es) from None
    if pose.sure_mm <= KIT_SURE_MM:
        return pose, proof, None
    if proof.doubt is not None:
        raise CalibrationError(NOT_PRINTED.en, NOT_PRINTED.es)
    return pose, proof, NOT_THE_KIT


NOT_PRINTED = Text(
    "the markers and the typed size do not agree: type the size again (F7); " + NOT_THE_KIT.en,
    "las marcas y el tamaño escrito no concuerdan: escribe otra vez el tamaño (F7); " + NOT_THE_KIT.es,
)


def print_told(frame: Frame, pose: RingPose, markers: Sequence[MarkerPlace]) -> list[Told]:
    """Each printed marker: read or not, and how strongly it is printed (B-09)."""
    seen = seen_markers(frame.picture, markers)
    told = []
    for place in markers:
        corners = seen.get(place.id)
        contrast = marker_contrast(
            frame.picture, pose.camera.project(place.corners_mm) if corners is None else corners, place
        )
        if contrast is None:
            continue
        words = {"id": place.id, "share": f"{100 * contrast:.0f} %"}
        if contrast < LEAST_CONTRAST:
            told.append(Told(PALE.filled(**words), Tone.WARN))
        elif corners is None:
            told.append(Told(UNREAD.filled(**words), Tone.OFF))
        else:
            told.append(Told(READ.filled(**words), Tone.GOOD))
    return told


READ = Text("marker {id} is read, contrast {share}", "se lee la marca {id}, contraste {share}")
UNREAD = Text("marker {id} is hidden or cut", "la marca {id} está tapada o cortada")
PALE = Text(
    "marker {id} is pale ({share}): print it black on white, no gloss, white margin kept",
    "la marca {id} es pálida ({share}): imprímela en negro sobre blanco, sin brillo, con su margen blanco",
)


def find_by_itself(bench: Bench, frame: Frame, ring: Ring) -> Found:
    """The ring from its markers; where none is seen, from the mat's own four sides.

    Raises:
        CalibrationError: neither gives one; says what to do.
    """
    try:
        return find_by_markers(bench, frame, ring)
    except NoMarkerError:
        try:
            pose, found = ring_by_itself([frame], ring, bench.draft().lens, SIDE_NAMES[0])
        except CalibrationError as unseen:
            raise CalibrationError(str(unseen), unseen.spanish) from None
    note = BY_SIDES if found.inner_mm is None else Text(
        f"found by its four sides; another edge runs {found.inner_mm:.0f} mm inside the green lines: if that one is "
        "the mat's edge, press F6 and click its corners",
        f"hallada por sus cuatro lados; otro borde corre {found.inner_mm:.0f} mm por dentro de las líneas verdes: si "
        "ese es el de la lona, pulsa F6 y haz clic en sus esquinas",
    )  # fmt: skip
    return Found(pose, ring, (), Proof(), frame, note)


BY_SIDES = Text(
    "no markers: found by its four sides; the next page names them",
    "sin marcas: se halló por sus cuatro lados; luego se nombran",
)  # fmt: skip


def find_by_clicks(bench: Bench, frame: Frame, ring: Ring, corners: Corners) -> Found:
    """The ring from four clicked corners.

    Raises:
        CalibrationError: they are no view of such a ring; says which way.
    """
    pose = ring_from_corners([frame], ring, corners, bench.draft().lens)
    return Found(pose, ring, (), Proof(), frame, _doubt(pose))


def _doubt(pose: RingPose) -> Text | None:
    """What is said of a lens that what is seen contradicts."""
    return LENS_DOUBTED if pose.doubts_lens else None


def lamp_of(pose: RingPose) -> Lamp:
    return lamp_of_mm(pose.sure_mm)


def lamp_of_mm(sure_mm: float) -> Lamp:
    """How a ring stands whose points may be so far off."""
    if sure_mm <= SURE_MM:
        return Lamp.GREEN
    return Lamp.AMBER if sure_mm <= USABLE_MM else Lamp.RED


def write(bench: Bench, found: Found) -> list[Text]:
    """The ring into the table file; gives what has changed.

    Raises:
        FileProblemError, ConfigError: it cannot be written; the old one is as it was.
    """
    chosen = bench.path.answers.get("camera", {})
    place = place_of(bench.place) if is_live_name(bench.place) else bench.place
    camera = replace(
        found.pose.camera,
        name=str(chosen.get("name", "")),
        source=place or None,
        device=str(chosen.get("stable", "")),
        sure_mm=found.pose.sure_mm,
    )
    draft = bench.draft()
    markers = found.markers or draft.markers
    return bench.write(replace(draft, ring=found.ring, lens=camera.lens, camera=camera, markers=markers))


def on_mat(camera: Camera, ring: Ring, at_px: tuple[float, float]) -> tuple[float, float] | None:
    """Where a click lies on the mat, mm; None beside it."""
    x, y = (float(part) for part in camera.to_plane([at_px], 0.0)[0])
    if not (abs(x) <= ring.size_mm[0] / 2 + BESIDE_MM and abs(y) <= ring.size_mm[1] / 2 + BESIDE_MM):
        return None
    # no zero below nothing
    return round(x, 1) + 0.0, round(y, 1) + 0.0


def turned(draft: Draft, quarters: int) -> Draft:
    """The same table with its sides renamed: south becomes what was `quarters` sides further (east, north, west)."""
    camera, ring = draft.camera, draft.ring
    assert camera is not None
    assert ring is not None
    import cv2

    angle = np.pi / 2 * quarters
    turn = rotation_of(np.array([0.0, 0.0, angle]))
    rvec = np.asarray(cv2.Rodrigues(camera.rotation @ turn)[0], dtype=float).ravel()
    size = ring.size_mm if quarters % 2 == 0 else (ring.size_mm[1], ring.size_mm[0])
    markers = tuple(replace(place, corners_mm=place.corners_mm @ turn) for place in draft.markers)
    return replace(draft, camera=replace(camera, rvec=rvec), ring=replace(ring, size_mm=size), markers=markers)


def outline(camera: Camera, ring: Ring) -> tuple[Path, ...]:
    """The mat's sides and a 100 mm grid as lines over the picture."""
    half_x, half_y = ring.size_mm[0] / 2, ring.size_mm[1] / 2
    paths = []
    for x in map(float, np.arange(-(half_x // 100) * 100, half_x, 100.0)):
        paths += _stroke(camera, (x, -half_y), (x, half_y), BLUE, 1.0)
    for y in map(float, np.arange(-(half_y // 100) * 100, half_y, 100.0)):
        paths += _stroke(camera, (-half_x, y), (half_x, y), BLUE, 1.0)
    corners = [(float(x), float(y)) for x, y in ring.corners_mm[:, :2]]
    for index in range(4):
        paths += _stroke(camera, corners[index], corners[(index + 1) % 4], GREEN, 4.0)
    return tuple(paths)


def _stroke(
    camera: Camera, first: tuple[float, float], last: tuple[float, float], rgb: Rgb, width: float
) -> list[Path]:
    share = np.linspace(0, 1, 12)[:, None]
    along = np.array(first) + share * (np.array(last) - np.array(first))
    seen = camera.project(np.column_stack((along, np.zeros(len(along)))))
    if not np.isfinite(seen).all():
        return []
    return [Path(tuple((float(x), float(y)) for x, y in seen), rgb, width)]


def side_notes(camera: Camera, ring: Ring, entrance: str) -> tuple[Note, ...]:
    """The sides' names at their places, with who sits or comes in there; south is the judges' side (B-05)."""
    notes = []
    corners = ring.corners_mm
    for index, name in enumerate(SIDE_NAMES):
        middle = (corners[index] + corners[(index + 1) % 4]) * 0.44
        seen = camera.project(middle.reshape(1, 3))[0]
        who = [JUDGES] * (index == 0) + [ENTRANCE] * (name == entrance)
        if np.isfinite(seen).all():
            text = SIDE_WORDS[name]
            for one in who:
                text = Text("{side}: {who}", "{side}: {who}").filled(side=text, who=one)
            notes.append(Note((float(seen[0]), float(seen[1])), text, WHITE if index else (247, 187, 64)))
    return tuple(notes)


JUDGES, ENTRANCE = Text("judges", "jueces"), Text("entrance", "entrada")


def clicked(corners: Sequence[tuple[float, float]]) -> Corners:
    return dict(zip(CORNER_NAMES, corners, strict=True))
