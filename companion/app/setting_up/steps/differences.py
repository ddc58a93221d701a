"""What has changed since the table was calibrated: the picture now against the one that was kept of it."""

from dataclasses import dataclass

import numpy as np

from companion.app.setting_up.bench import Bench
from companion.app.setting_up.lengths import seen_markers
from companion.app.setting_up.looking import Judged
from companion.app.setting_up.steps.again import EMPTY_GONE, empty_of
from companion.kernel.text import Text
from companion.screens.setup_view import Lamp
from companion.vision.bump import BumpWatch
from companion.vision.check import TURN_WORDS
from companion.vision.first_pose import first_pose_any_lens
from companion.vision.geometry import Camera
from companion.vision.health import LightWatch, Turn, how_turned
from companion.vision.ring_finder import find_ring
from companion.vision.sources import Frame, Picture
from companion.vision.table_file import CORNER_NAMES, Ring, read_markers
from companion.vision.targets import kit_layout

# light that differs by less is the same to people; from there to the watch's limits tracking evens it out
LIKE_BEFORE = 0.06
EVENED_OUT = Text(
    "other light than last time ({bright} of the brightness, colour shifted by {cast}): the camera evens that out",
    "otra luz que la última vez ({bright} del brillo, color desviado un {cast}): la cámara lo compensa",
)
USUAL_RING = Ring((700.0, 700.0), 250.0)
# what the set-up tells of: over the sample tables under noise, other lamps and blur a camera that stands still seems
# to move by at most 0.5 mm, with figures moving on the mat by 0.9 mm; in a match smaller moves than `BUMP_MM` wait
TOLD_MM, TOLD_PX = 2.5, 0.8
# a lone small marker fits two places of the camera equally well
TELLING_MARKERS = 2
# markers farther than this share of the picture's width from where the table has them: the camera stands elsewhere
STILL_THERE_SHARE = 0.012


@dataclass(frozen=True, eq=False)
class Rough:
    """A camera that is good enough for advice.

    Attributes:
        is_sized: the mat's size is known, or its sides are seen: whether all of it is in the picture can be told.
        is_exact: it is the table's, and markers or the compared picture bear it out.
    """

    camera: Camera
    ring: Ring
    is_sized: bool
    is_exact: bool = False


def rough_camera(bench: Bench, frame: Frame, *, is_moved: bool = False, is_there: bool = False) -> Rough | None:
    """A camera for advice only: the table's while it still fits, else one from markers, else from the mat's sides.

    Args:
        is_moved: the table's camera is known to stand elsewhere now.
        is_there: it is known to stand where it stood; markers that the table does not know say nothing against it.
    """
    draft = bench.draft()
    ring = draft.ring or USUAL_RING
    places = read_markers(bench.wanted.markers) if bench.wanted.markers else draft.markers or kit_layout(ring)
    seen = seen_markers(frame.picture, places)
    known = [place for place in places if place.id in seen]
    table = draft.camera
    if table is not None and (table.width, table.height) == frame.size and not is_moved:
        away = [np.abs(table.project(place.corners_mm) - seen[place.id]).max() for place in known]
        if is_there or max(away, default=0.0) < STILL_THERE_SHARE * frame.size[0]:
            return Rough(table, ring, is_sized=True, is_exact=is_there or bool(known))
    if len(known) >= TELLING_MARKERS:
        world, px = (np.concatenate(part) for part in ([p.corners_mm for p in known], [seen[p.id] for p in known]))
        found = first_pose_any_lens(frame.size, world, px)
        return None if found is None else Rough(found[0], ring, is_sized=draft.ring is not None)
    mat = find_ring(frame.picture, ring.size_mm)
    if isinstance(mat, Text):
        return None
    corners = np.array([mat.corners_px[name] for name in CORNER_NAMES])
    found = first_pose_any_lens(frame.size, ring.corners_mm, corners)
    return None if found is None else Rough(found[0], ring, is_sized=True)


@dataclass(frozen=True)
class Difference:
    """One thing that was held against the kept picture.

    Attributes:
        brief: the same for the last page, where the set-up is over.
    """

    judged: Judged
    brief: Text


@dataclass(frozen=True)
class Differences:
    """What has changed since the table was calibrated.

    Attributes:
        due: steps that must be asked again.
        is_compared: there was a picture to compare with.
        is_of_last_time: it was held against another evening's picture, not against one of this set-up.
    """

    found: tuple[Difference, ...]
    due: tuple[str, ...]
    is_compared: bool = True
    is_of_last_time: bool = True

    @property
    def judged(self) -> tuple[Judged, ...]:
        return tuple(one.judged for one in self.found)


def compare(bench: Bench, frame: Frame) -> Differences | None:
    """The picture now against what was kept of the table; None where there is nothing to compare with yet.

    The ring of this set-up is held against the picture that it was found in, one of an earlier evening against the
    table's empty ring.
    """
    draft = bench.draft()
    if draft.camera is None or draft.ring is None:
        return None
    empty, seen = empty_of(bench.table, draft), bench.ring_picture()
    reference = empty if seen is None else seen
    if reference is None:
        # a ring of this set-up has its picture taken later
        is_of_last_time = bench.path.mark("ring").kept
        gone = Differences((GONE,), ("empty", "figures"), is_compared=False)
        return gone if is_of_last_time else None
    if reference.shape != frame.picture.shape:
        return None
    place, due = _place(frame, draft.camera, draft.ring, reference, is_of_last_time=seen is None)
    if place is UNSURE and seen is not None:
        return None
    is_taken = bench.path.mark("empty").lamp not in {Lamp.NOT_YET, Lamp.SKIPPED}
    is_lit = seen is None or is_taken
    if empty is None or not is_lit or place.judged.lamp is Lamp.RED:
        return Differences((place,), due, is_of_last_time=seen is None)
    light, colours = _light(frame, empty)
    return Differences((place, light), tuple(dict.fromkeys((*due, *colours))), is_of_last_time=seen is None)


def _light(frame: Frame, empty: Picture) -> tuple[Difference, tuple[str, ...]]:
    """The lamps, and what is due where they are others."""
    light = LightWatch(empty).look(frame.picture)
    if light.uncertain and light.advice is not None:
        return Difference(Judged(Lamp.AMBER, light.advice), OTHER_LAMPS), ("empty", "figures")
    if abs(light.brightness - 1) <= LIKE_BEFORE and light.cast <= LIKE_BEFORE:
        return SAME_LAMPS, ()
    evened = EVENED_OUT.filled(bright=f"{100 * light.brightness:.0f} %", cast=f"{100 * light.cast:.0f} %")
    return Difference(Judged(Lamp.GREEN, evened), A_LITTLE_OTHER), ()


def _place(
    frame: Frame, camera: Camera, ring: Ring, reference: Picture, *, is_of_last_time: bool
) -> tuple[Difference, tuple[str, ...]]:
    """Where the camera stands, and what is due where that is elsewhere."""
    all_again = ("ring", "sides", "empty", "figures")
    turn = how_turned(reference, frame.picture)
    if turn in {Turn.UPSIDE_DOWN, Turn.MIRRORED, Turn.MIRRORED_UPSIDE_DOWN}:
        text = Text(
            f"the picture is {turn.value} against last time",
            f"la imagen está {TURN_WORDS[turn]} respecto a la última vez",
        )
        brief = Text(f"the picture was {turn.value}", f"la imagen estaba {TURN_WORDS[turn]}")
        return Difference(Judged(Lamp.RED, text), brief), all_again
    watch = BumpWatch(reference, camera, ring, TOLD_MM, TOLD_PX)
    if not watch.is_able:
        return UNSURE, all_again
    bump = watch.measure(frame.picture)
    if bump is not None:
        since = LAST_TIME if is_of_last_time else RING_FOUND
        moved = MOVED.filled(mm=round(bump.shift_mm), since=since)
        return Difference(Judged(Lamp.AMBER, moved), HAD_MOVED.filled(mm=round(bump.shift_mm))), all_again
    if turn is Turn.OTHER:
        return ELSEWHERE, all_again
    return (SAME_PLACE if is_of_last_time else STILL_THERE), ()


MOVED = Text(
    "the camera or the ring has moved by {mm} mm since {since}: ring and figures are asked again",
    "la cámara o el ring se ha movido {mm} mm desde {since}: se repiten ring y figuras",
)
LAST_TIME, RING_FOUND = Text("last time", "la última vez"), Text("the ring was found", "que se encontró el ring")
HAD_MOVED = Text("the camera or the ring had moved by {mm} mm", "la cámara o el ring se había movido {mm} mm")
GONE = Difference(
    Judged(Lamp.AMBER, EMPTY_GONE),
    Text("the picture of the empty ring was missing", "faltaba la foto del ring vacío"),
)
UNSURE = Difference(
    Judged(
        Lamp.AMBER,
        Text(
            "whether the camera moved cannot be told: calibrate the ring again",
            "no se sabe si la cámara se movió: calibra otra vez el ring",
        ),
    ),
    Text("whether the camera had moved could not be told", "no se pudo saber si la cámara se había movido"),
)
ELSEWHERE = Difference(
    Judged(Lamp.RED, Text("the camera sees something else than last time", "la cámara ve otra cosa que la última vez")),
    Text("the camera saw something else", "la cámara veía otra cosa"),
)
SAME_PLACE = Difference(
    Judged(Lamp.GREEN, Text("the camera stands as last time", "la cámara está como la última vez")),
    Text("the camera stands as it did", "la cámara está donde estaba"),
)
STILL_THERE = Difference(
    Judged(
        Lamp.GREEN,
        Text("the camera stands as when the ring was found", "la cámara está como al encontrar el ring"),
    ),
    SAME_PLACE.brief,
)
SAME_LAMPS = Difference(
    Judged(Lamp.GREEN, Text("the lamps are as last time", "las lámparas están como la última vez")),
    Text("the lamps are the same", "las lámparas son las mismas"),
)
A_LITTLE_OTHER = Text(
    "the light is a little different, which the camera evens out", "la luz cambia un poco y la cámara lo compensa"
)
OTHER_LAMPS = Text("the lamps were others", "las lámparas eran otras")
