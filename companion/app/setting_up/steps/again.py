"""Next time: a table that is there already, held against what the camera sees now; only what changed is asked again."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.app.setting_up.bench import Bench, table_of
from companion.app.setting_up.figure_work import lamp_of, notes_of_table
from companion.app.setting_up.lengths import seen_markers
from companion.app.setting_up.looking import Judged
from companion.app.setting_up.path import NOTES, RING_SEEN, STEPS, TYPED, SetupPath
from companion.app.setting_up.progress import empty_picture
from companion.app.setting_up.ring_work import lamp_of_mm
from companion.errors import CompanionError
from companion.kernel.text import Text
from companion.screens.setup_view import Lamp
from companion.vision.bump import BumpWatch
from companion.vision.check import TURN_WORDS
from companion.vision.first_pose import first_pose_any_lens
from companion.vision.geometry import Camera
from companion.vision.health import LightWatch, Turn, how_turned
from companion.vision.ring_finder import find_ring
from companion.vision.sources import Frame, Picture, read_picture
from companion.vision.table_file import CORNER_NAMES, Draft, Ring, read_markers
from companion.vision.targets import kit_layout

# light that differs by less is the same to people; from there to the watch's limits tracking evens it out
LIKE_BEFORE = 0.06
EVENED_OUT = Text(
    "other light than last time ({bright} of the brightness, colour shifted by {cast}): the camera evens that out",
    "otra luz que la última vez ({bright} del brillo, color desviado un {cast}): la cámara lo compensa",
)
_NUMBER = re.compile(r"\d+([.,]\d+)?")
FROM_BEFORE = Text("as the table file has it", "como está en el archivo de la mesa")
EMPTY_GONE = Text(
    "the table's picture of the empty ring is missing: nothing tells whether camera or lamps are as last time",
    "falta la foto del ring vacío de la mesa: nada dice si la cámara o las luces están como la última vez",
)
HOW_SURE_UNKNOWN = Text(
    "as the table file has it; how far it may be off is not in it",
    "como está en el archivo de la mesa; no dice cuánto puede fallar",
)
USUAL_RING = Ring((700.0, 700.0), 250.0)
# a lone small marker fits two places of the camera equally well
TELLING_MARKERS = 2
# markers farther than this share of the picture's width from where the table has them: the camera stands elsewhere
STILL_THERE_SHARE = 0.012
# asked anew each evening, or looked at
ASKED_AGAIN = ("show", "camera", "view", "summary")
# looked at, and passed by without a key while nothing has changed; a person who goes back to one is asked
UNCHANGED, PASSED_BY = "unchanged", ("show", "camera", "view")

COMPARED = Text(
    "A moment: the picture is compared with last time. If all is as it was this goes on by itself; nothing is to be "
    "pressed.",
    "Un momento: la imagen se compara con la última vez. Si todo está igual, sigue solo; no hay que pulsar nada.",
)


def path_of_table(table: Path, draft: Draft, path: SetupPath) -> SetupPath:
    """The path of somebody who was here before: what the table file knows is judged as when it was found.

    It holds until the camera says otherwise; what nothing can be held against is due.
    """
    if draft.lens is not None:
        path = path.marked("lens", Lamp.AMBER if draft.lens.guessed else Lamp.GREEN, FROM_BEFORE, kept=True)
    if draft.camera is None or draft.ring is None:
        return path
    if draft.lens is None:
        path = path.marked("lens", Lamp.AMBER, FROM_BEFORE, kept=True)
    sure_mm = draft.camera.sure_mm
    if sure_mm is None:
        path = path.marked("ring", Lamp.AMBER, HOW_SURE_UNKNOWN, kept=True)
    else:
        sure = Text("{was}: sure to {mm} mm", "{was}: seguro a {mm} mm").filled(was=FROM_BEFORE, mm=f"{sure_mm:.1f}")
        path = path.marked("ring", lamp_of_mm(sure_mm), sure, kept=True)
    path = path.marked("sides", Lamp.GREEN, FROM_BEFORE, kept=True)
    if empty_of(table, draft) is None:
        return _unwatched(path)
    if not any(figure.get("model") for figure in draft.figures):
        return path
    try:
        notes = notes_of_table(table)
    except CompanionError:
        # what the table file says of them cannot be used: they are learned again
        return path
    why = [note.text for note in notes] or [FROM_BEFORE]
    path = path.marked("empty", Lamp.GREEN, FROM_BEFORE, kept=True)
    path = path.marked("figures", lamp_of(notes), *why, kept=True, mind=bool(notes))
    return path.answered(**{NOTES: [note.plain() for note in notes]})


def due_without_empty(table: Path, path: SetupPath) -> SetupPath:
    """The path, with the empty ring and the figures due again where the picture that they hang on is gone.

    A table file that cannot be read leaves all as it was: the pages tell it.
    """
    done = {step for step in ("empty", "figures") if path.mark(step).lamp not in {Lamp.NOT_YET, Lamp.SKIPPED}}
    if not done:
        return path
    try:
        draft = table_of(table)
    except CompanionError:
        return path
    return _unwatched(path) if empty_of(table, draft) is None else path


def _unwatched(path: SetupPath) -> SetupPath:
    """Nothing tells whether camera and lamps are as they were: the ring is in doubt, the rest is due."""
    ring = path.mark("ring")
    if ring.lamp is Lamp.GREEN:
        path = path.marked("ring", Lamp.AMBER, EMPTY_GONE, *ring.why, kept=ring.kept)
    return path.due_again("empty", "figures")


def empty_of(table: Path, draft: Draft) -> Picture | None:
    """The table's picture of the empty ring; None where there is none that can be used with its camera."""
    file = empty_picture(table)
    if not file.exists():
        return None
    try:
        empty = read_picture(file)
    except CompanionError:
        return None
    camera = draft.camera
    return empty if camera is None or empty.shape == (camera.height, camera.width, 3) else None


def begun_again(path: SetupPath) -> SetupPath:
    """A finished path for the next evening: its answers and results hold, show, camera and view are looked at."""
    for step in STEPS:
        mark = path.mark(step)
        if step in ASKED_AGAIN:
            # what was told then is as it was when it is told again
            why = mark.why if step in PASSED_BY and mark.lamp in {Lamp.GREEN, Lamp.AMBER} else ()
            path = path.marked(step, Lamp.NOT_YET, *why)
        elif mark.lamp is not Lamp.NOT_YET:
            path = path.marked(step, mark.lamp, *mark.why, kept=True, mind=mark.mind)
    answers = {key: value for key, value in path.answers.items() if key not in {TYPED, RING_SEEN}}
    return SetupPath("show", path.marks, {**answers, UNCHANGED: list(PASSED_BY)})


def passes_by(bench: Bench, step: str) -> bool:
    """Whether nobody need be asked at this step if it is as it was: the first time it is come to another evening."""
    return step in bench.path.answers.get(UNCHANGED, ())


def told_before(bench: Bench, step: str, told: Iterable[Text]) -> bool:
    """Whether all of this was told at the step last time too; measured numbers are never twice the same."""
    before = {_NUMBER.sub("", text.en) for text in bench.path.mark(step).why}
    return all(_NUMBER.sub("", text.en) in before for text in told)


def asked(bench: Bench, step: str) -> None:
    """From now on this step waits for a person."""
    left = [other for other in bench.path.answers.get(UNCHANGED, ()) if other != step]
    bench.answer(**{UNCHANGED: left})


def camera_before(bench: Bench) -> Mapping[str, Any] | None:
    """The camera of the last set-up; what the table file calls it where nobody remembers."""
    chosen: Mapping[str, Any] | None = bench.path.answers.get("camera")
    if chosen:
        return chosen
    camera = bench.draft().camera
    if camera is None:
        return None
    place = "" if camera.source is None else str(camera.source)
    return {"place": place, "stable": "", "name": camera.name, "width": camera.width, "height": camera.height}


def is_other_camera(stored: Mapping[str, Any] | None, chosen: Mapping[str, Any], frame: Frame) -> Text | None:
    """What is different from the calibrated camera; None while it is the same one (A-04)."""
    if stored is None:
        return None
    if (stored["width"], stored["height"]) != frame.size:
        return Text(
            "the calibrated picture was {old[0]}x{old[1]}, this one is {new[0]}x{new[1]}: lens and ring are asked "
            "again. Enter once more to take it.",
            "la imagen calibrada era de {old[0]}x{old[1]} y esta es de {new[0]}x{new[1]}: se repiten lente y ring. "
            "Intro otra vez para aceptarla.",
        ).filled(old=(stored["width"], stored["height"]), new=frame.size)
    both = stored.get("stable"), chosen.get("stable")
    other_device = all(both) and both[0] != both[1]
    other_name = bool(stored.get("name")) and bool(chosen.get("name")) and stored["name"] != chosen["name"]
    if not other_device and not other_name:
        return None
    return Text(
        "this is another camera than the calibrated one ({name}): lens and ring are asked again. Enter once more to "
        "take it.",
        "no es la cámara calibrada ({name}): se repiten lente y ring. Intro otra vez para aceptarla.",
    ).filled(name=stored.get("name") or stored.get("place"))


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
class Differences:
    """What has changed since the table was calibrated.

    Attributes:
        due: steps that must be asked again.
        is_compared: there was a picture to compare with.
    """

    judged: tuple[Judged, ...]
    due: tuple[str, ...]
    is_compared: bool = True


def compare(bench: Bench, frame: Frame) -> Differences | None:
    """The picture now against the table's empty ring; None where there is nothing to compare with yet."""
    draft = bench.draft()
    if draft.camera is None or draft.ring is None:
        return None
    empty = empty_of(bench.table, draft)
    if empty is None:
        # a ring of this set-up has its picture taken later
        is_of_last_time = bench.path.mark("ring").kept
        gone = Differences((Judged(Lamp.AMBER, EMPTY_GONE),), ("empty", "figures"), is_compared=False)
        return gone if is_of_last_time else None
    if empty.shape != frame.picture.shape:
        return None
    turn = how_turned(empty, frame.picture)
    if turn in {Turn.UPSIDE_DOWN, Turn.MIRRORED, Turn.MIRRORED_UPSIDE_DOWN}:
        text = Text(
            f"the picture is {turn.value} against last time",
            f"la imagen está {TURN_WORDS[turn]} respecto a la última vez",
        )
        return Differences((Judged(Lamp.RED, text),), ("ring", "sides", "empty", "figures"))
    judged, due = _moved(frame, draft.camera, draft.ring, empty)
    light = LightWatch(empty).look(frame.picture)
    if light.uncertain and light.advice is not None:
        return Differences(
            (*judged, Judged(Lamp.AMBER, light.advice)), tuple(dict.fromkeys((*due, "empty", "figures")))
        )
    same = Text("the lamps are as last time", "las lámparas están como la última vez")
    if abs(light.brightness - 1) > LIKE_BEFORE or light.cast > LIKE_BEFORE:
        same = EVENED_OUT.filled(bright=f"{100 * light.brightness:.0f} %", cast=f"{100 * light.cast:.0f} %")
    return Differences((*judged, Judged(Lamp.GREEN, same)), due)


def _moved(frame: Frame, camera: Camera, ring: Ring, empty: Any) -> tuple[tuple[Judged, ...], tuple[str, ...]]:
    all_again = ("ring", "sides", "empty", "figures")
    watch = BumpWatch(empty, camera, ring)
    if not watch.is_able:
        unsure = Text(
            "whether the camera moved cannot be told: calibrate the ring again",
            "no se sabe si la cámara se movió: calibra otra vez el ring",
        )
        return (Judged(Lamp.AMBER, unsure),), all_again
    watch.look(frame.picture, 0.0)
    bump = watch.look(frame.picture, 10_000.0)
    if bump is None:
        if how_turned(empty, frame.picture) is Turn.OTHER:
            other = Text("the camera sees something else than last time", "la cámara ve otra cosa que la última vez")
            return (Judged(Lamp.RED, other),), all_again
        same = Text("the camera stands as last time", "la cámara está como la última vez")
        return (Judged(Lamp.GREEN, same),), ()
    return (Judged(Lamp.AMBER, MOVED.filled(mm=round(bump.shift_mm))),), all_again


MOVED = Text(
    "the camera or the ring has moved by {mm} mm since last time: ring and figures are asked again",
    "la cámara o el ring se ha movido {mm} mm desde la última vez: se repiten ring y figuras",
)
