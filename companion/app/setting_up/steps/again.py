"""Next time: a table that is there already, held against what the camera sees now; only what changed is asked again."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.app.setting_up.another_evening import LOOKED_AT
from companion.app.setting_up.bench import Bench, table_of
from companion.app.setting_up.figure_work import lamp_of, notes_of_table
from companion.app.setting_up.path import COMPARED, NOTES, RING_SEEN, STEPS, TYPED, UNCHANGED, SetupPath
from companion.app.setting_up.progress import empty_picture
from companion.app.setting_up.ring_work import lamp_of_mm
from companion.errors import CompanionError
from companion.kernel.text import Text
from companion.screens.setup_view import Lamp
from companion.vision.check import sure_to
from companion.vision.sources import Frame, Picture, read_picture
from companion.vision.table_file import Draft

_NUMBER = re.compile(r"\d+([.,]\d+)?")
FROM_BEFORE = Text("as the table file has it", "como está en el archivo de la mesa")
EMPTY_GONE = Text(
    "the table's picture of the empty ring is missing: nothing tells whether camera or lamps are as last time",
    "falta la foto del ring vacío de la mesa: nada dice si la cámara o las luces están como la última vez",
)
NOT_COMPARED = Text(
    "the picture of the empty ring was missing: nobody knows whether the camera stood as last time; F5 on this page "
    "finds the ring anew",
    "faltaba la foto del ring vacío: no se sabe si la cámara estaba como la última vez; F5 en esta página busca el "
    "ring de nuevo",
)
HOW_SURE_UNKNOWN = Text(
    "as the table file has it; how far it may be off is not in it",
    "como está en el archivo de la mesa; no dice cuánto puede fallar",
)
# looked at, and passed by without a key while nothing has changed; a person who goes back to one is asked
PASSED_BY = ("show", "camera", "view")

COMPARING = Text(
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
        sure = Text("{was}: {sure}", "{was}: {sure}").filled(was=FROM_BEFORE, sure=sure_to(sure_mm))
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


def with_empty_again(path: SetupPath) -> SetupPath:
    """The path once the picture that was missing is there: the ring stays in doubt, for what is so now."""
    ring = path.mark("ring")
    if EMPTY_GONE not in ring.why:
        return path
    why = (NOT_COMPARED if one == EMPTY_GONE else one for one in ring.why)
    return path.marked("ring", ring.lamp, *why, kept=ring.kept, mind=ring.mind)


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
        if step in LOOKED_AT:
            # what was told then is as it was when it is told again
            why = mark.why if step in PASSED_BY and mark.lamp in {Lamp.GREEN, Lamp.AMBER} else ()
            path = path.marked(step, Lamp.NOT_YET, *why)
        elif mark.lamp is not Lamp.NOT_YET:
            path = path.marked(step, mark.lamp, *mark.why, kept=True, mind=mark.mind)
    if path.mark("figures").lamp is Lamp.SKIPPED and path.mark("empty").lamp is Lamp.GREEN:
        # left until they were sculpted: the picture of the empty ring is there for nothing else
        path = path.due_again("figures")
    answers = {key: value for key, value in path.answers.items() if key not in {TYPED, RING_SEEN, COMPARED}}
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
