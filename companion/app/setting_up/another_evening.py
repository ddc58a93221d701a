"""What pages tell of another evening: why it stops where it stops, and what the look at the camera's place found."""

from collections.abc import Iterable, Mapping

from companion.app.setting_up.compared import Compared, compared_of
from companion.app.setting_up.path import COMPARED, STEPS, UNCHANGED, SetupPath
from companion.kernel.text import Text
from companion.screens.setup_view import Lamp, Told
from companion.screens.view_model import Tone

# steps that every evening looks at anew
LOOKED_AT = ("show", "camera", "view", "summary")
SEEN = Text("Compared with last time: {what}.", "Comparado con la última vez: {what}.")
SEEN_AND_DONE = Text(
    "Compared with last time: {what}. Done anew for that: {steps}.",
    "Comparado con la última vez: {what}. Por eso se repitió: {steps}.",
)
SEEN_AND_DUE = Text(
    "Compared with last time: {what}. Still to be done for that: {steps}.",
    "Comparado con la última vez: {what}. Por eso falta por repetir: {steps}.",
)
NOT_SEEN = Text("Not compared with last time: {what}.", "Sin comparar con la última vez: {what}.")
NOT_SEEN_AND_DUE = Text(
    "Not compared with last time: {what}. Still to be done for that: {steps}.",
    "Sin comparar con la última vez: {what}. Por eso falta por repetir: {steps}.",
)
NOT_SEEN_AND_DONE = Text(
    "Not compared with last time: {what}. Done anew for that: {steps}.",
    "Sin comparar con la última vez: {what}. Por eso se repitió: {steps}.",
)
OTHER_CAMERA = Text("the camera is another one", "la cámara es otra")
NOBODY_LOOKED = Text("nobody looked where the camera stands", "nadie miró dónde está la cámara")
DUE_NOW = Text("Due now: {steps}", "Toca ahora: {steps}")
ALL_AS_BEFORE = Text(
    "All is as last time up to here. Due now: {steps}", "Hasta aquí todo está como la última vez. Toca ahora: {steps}"
)
BECAUSE = Text("{step} ({why})", "{step} ({why})")
LEFT_MEANWHILE = Text(
    "The set-up was left in the middle, and something is not as it was then.",
    "La puesta a punto quedó a medias, y algo no está como entonces.",
)
NO_PALM = Text("no palm is known in this show file", "esta velada no tiene ningún palmo")
RED_BEFORE = Text("red last time", "rojo la última vez")


def last_look(path: SetupPath) -> Compared | None:
    """What was found on this evening; None where nothing was compared."""
    told = path.answers.get(COMPARED)
    return None if told is None else compared_of(told)


def is_another_evening(path: SetupPath) -> bool:
    """Whether there was a set-up before this one."""
    return UNCHANGED in path.answers or COMPARED in path.answers or any(mark.kept for mark in path.marks.values())


def in_a_row(told: Iterable[Text]) -> Text:
    told = tuple(told)
    return Text(", ".join(one.en for one in told), ", ".join(one.es for one in told))


def comparison_told(path: SetupPath, titles: Mapping[str, Text]) -> Told | None:
    """What the last page says of the comparison, and of what was done about a difference; None the first time."""
    if not is_another_evening(path):
        return None
    look = last_look(path)
    if look is None:
        why = NOBODY_LOOKED if path.mark("ring").kept else OTHER_CAMERA
        return Told(NOT_SEEN.filled(what=why), Tone.WARN)
    what = in_a_row((*look.changed, *look.same))
    left = [titles[step] for step in look.due if path.mark(step).lamp in {Lamp.NOT_YET, Lamp.SKIPPED}]
    seen, done, due = (
        (SEEN, SEEN_AND_DONE, SEEN_AND_DUE) if look.is_compared else (NOT_SEEN, NOT_SEEN_AND_DONE, NOT_SEEN_AND_DUE)
    )
    if not look.due:
        return Told(seen.filled(what=what), Tone.GOOD)
    if left:
        return Told(due.filled(what=what, steps=in_a_row(left)), Tone.WARN)
    steps = in_a_row(titles[step] for step in look.due)
    return Told(done.filled(what=what, steps=steps), Tone.GOOD if look.is_compared else Tone.WARN)


def why_here(path: SetupPath, titles: Mapping[str, Text]) -> Text | None:
    """Why another evening stops at the step that is open, and what follows; None where that needs no word."""
    if not is_another_evening(path) or path.at in {"language", *LOOKED_AT}:
        return None
    waiting = {Lamp.NOT_YET, Lamp.RED}
    if path.mark(path.at).lamp not in waiting:
        return None
    look = last_look(path)
    due = [step for step in STEPS[STEPS.index(path.at) : -1] if path.mark(step).lamp in waiting]
    changed = () if look is None else look.due
    steps = []
    for step in due:
        why = NO_PALM if step == "palms" and not path.answers.get("palms") else None
        why = RED_BEFORE if path.mark(step).lamp is Lamp.RED and path.mark(step).kept else why
        if look is not None and step in changed and step == next((one for one in due if one in changed), None):
            why = in_a_row(look.changed)
        steps.append(titles[step] if why is None else BECAUSE.filled(step=titles[step], why=why))
    before = STEPS[: STEPS.index(path.at)]
    anew = [step for step in before if step not in {"language", *LOOKED_AT} and not path.mark(step).kept]
    is_as_before = look is not None and look.is_compared and not look.changed and not anew
    return (ALL_AS_BEFORE if is_as_before else DUE_NOW).filled(steps=in_a_row(steps))
