"""Where the camera stands, from what it sees; another evening it is held against the picture of last time."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from companion.app.setting_up.another_evening import LEFT_MEANWHILE, in_a_row
from companion.app.setting_up.bench import JUDGED_AFTER, Bench
from companion.app.setting_up.compared import Compared
from companion.app.setting_up.feed import MOVING_CELLS, MOVING_LEVELS
from companion.app.setting_up.looking import Judged, judge_place
from companion.app.setting_up.path import COMPARED, SetupPath
from companion.app.setting_up.step import GO_ON, TONES, Page, Step, worst
from companion.app.setting_up.steps.again import (
    COMPARING,
    asked,
    passes_by,
    told_before,
)
from companion.app.setting_up.steps.camera import LOOKING, is_coming, reopen
from companion.app.setting_up.steps.differences import Differences, Rough, compare, rough_camera
from companion.kernel.text import Text
from companion.screens.setup_view import Lamp, Told
from companion.screens.view_model import Tone
from companion.vision.geometry import FloatArray
from companion.vision.health import shrunk
from companion.vision.sources import Frame

FIRST_LOOK = Text("wait for the first look", "espera al primer vistazo")
DUE_AFTER = Text("Not as last time: Enter goes on to {steps}", "No está como la última vez: Intro sigue con {steps}")
DUE_AFTER_SINCE = Text("Not as it was: Enter goes on to {steps}", "No está como estaba: Intro sigue con {steps}")
NEW_ADVICE = Text(
    "Asked because what is amber here was not told last time. Enter goes on, nothing is done again",
    "Se pregunta porque lo amarillo de aquí no se dijo la última vez. Intro sigue y nada se repite",
)


class ViewStep(Step):
    """Where to put the camera, from what it sees; told again after the ring is known."""

    id = "view"
    judges_picture = True
    title = Text("Its place", "Su sitio")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text("the camera sees the ring well", "la cámara ve bien el ring"),
        Lamp.AMBER: Text("it sees enough; a better place makes fewer questions", "ve lo justo; mejor sitio, menos preguntas"),  # noqa: E501
        Lamp.RED: Text("it sees too little: many calls will be unsure", "ve demasiado poco: dudará a menudo"),
        Lamp.SKIPPED: Text("nobody looked at where the camera stands", "nadie ha mirado dónde está la cámara"),
    }  # fmt: skip

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        reopen(bench)
        self.judged: list[Judged] = []
        self.before_now: Differences | None = None
        self._is_asked = False
        # why a set-up that was left in the middle comes here
        mark = bench.path.mark(self.id)
        self._left = mark.why if mark.lamp is Lamp.NOT_YET and LEFT_MEANWHILE in mark.why else ()
        self._looked_at = -1000
        self._seen_as: tuple[FloatArray, Rough | None, bool, bool] | None = None

    def page(self) -> Page:
        todo = Text(
            "Stand the camera firmly so that the whole ring fills the picture, from above rather than from the side; "
            "no lamp in the picture, no rope before the mat (the Ring page finds those). Press Enter when it stays so.",
            "Pon la cámara firme, con todo el ring llenando la imagen, más desde arriba que de lado; ninguna lámpara "
            "en la imagen, ninguna cuerda delante de la lona (la página Ring las halla). Intro cuando se quede así.",
        )
        if passes_by(self.bench, self.id) and is_coming(self.bench):
            todo = COMPARING
        told = tuple(Told(one.text, Tone.OFF if one.mind else TONES[one.lamp]) for one in self.judged)
        if not told:
            # what was told earlier was about another look
            told = (Told(LOOKING),) if self.bench.is_live else self.before
        told = (*told, *(Told(text, Tone.WARN) for text in self._why_here()))
        # nothing is taken before the first look
        return Page(todo, (*told, *self.said), live=self.bench.live(), primary=GO_ON if self.judged else None)

    @property
    def due(self) -> tuple[str, ...]:
        """What must be done again for what was seen to be different."""
        return () if self.before_now is None else self.before_now.due

    def _why_here(self) -> list[Text]:
        """Why another evening stops at this page, and what Enter leads to."""
        from companion.app.setting_up.steps import STEP_CLASSES

        if self.due and self.before_now is not None:
            words = DUE_AFTER if self.before_now.is_of_last_time else DUE_AFTER_SINCE
            return [*self._left, words.filled(steps=in_a_row(STEP_CLASSES[step].title for step in self.due))]
        return [NEW_ADVICE] * self._is_asked

    def tick(self) -> None:
        """A look every second or so, beside the loop."""
        watch = self.bench.watch
        if self.bench.is_stale:
            # whatever was seen before may have been moved meanwhile
            self.judged, self.before_now, self._looked_at = [], None, -1000
        if watch.count - self._looked_at < JUDGED_AFTER or not self.bench.is_live or self.bench.runner.busy():
            return
        self._looked_at = watch.count
        frame, bench = watch.newest, self.bench
        assert frame is not None

        def job() -> tuple[Differences | None, list[Judged]]:
            is_made = bench.path.mark("ring").lamp not in {Lamp.NOT_YET, Lamp.SKIPPED}
            before = compare(bench, frame) if is_made else None
            is_moved = before is not None and "ring" in before.due
            is_compared = before is not None and before.is_compared
            rough = self._rough(frame, is_moved=is_moved, is_there=is_compared and not is_moved)
            if rough is None:
                return before, judge_place(frame.picture, None, None)
            return before, judge_place(
                frame.picture, rough.camera, rough.ring, is_sized=rough.is_sized, is_exact=rough.is_exact
            )

        def then(found: tuple[Differences | None, list[Judged]]) -> None:
            before, judged = found
            self.before_now = before
            self.judged = [*(() if before is None else before.judged), *judged]
            self.said = tuple(one for one in self.said if one.text != FIRST_LOOK)
            bench.changed()
            if passes_by(bench, self.id):
                asked(bench, self.id)
                bad = [one for one in self.judged if one.lamp is not Lamp.GREEN]
                is_known = told_before(bench, self.id, (one.text for one in bad))
                if before is not None and not before.due and is_known and all(one.lamp is Lamp.AMBER for one in bad):
                    self._accept()
                else:
                    self._is_asked = bool(bad)

        self.bench.glance(LOOKING, job, then, self.say_bad)

    def _rough(self, frame: Frame, *, is_moved: bool, is_there: bool) -> Rough | None:
        """A rough camera; that of the last look while the picture is the same: the mat takes a second to find."""
        small = shrunk(frame.picture)
        if self._seen_as is not None:
            before, rough, *was = self._seen_as
            is_alike = (np.abs(small - before).max(axis=-1) > MOVING_LEVELS).sum() < MOVING_CELLS
            if is_alike and was == [is_moved, is_there]:
                return rough
        rough = rough_camera(self.bench, frame, is_moved=is_moved, is_there=is_there)
        self._seen_as = small, rough, is_moved, is_there
        return rough

    def press(self, key: str) -> None:
        if key != "enter":
            return
        if not self.judged:
            self.say_bad(FIRST_LOOK)
            return
        self._accept()

    def path_shown(self) -> SetupPath:
        """With what differs from last time, and what must be done again for it."""
        path, before = self.bench.path, self.before_now
        if before is not None and before.is_of_last_time and is_kept(path):
            same = tuple(one.brief for one in before.found if one.judged.lamp is Lamp.GREEN)
            changed = tuple(one.brief for one in before.found if one.judged.lamp is not Lamp.GREEN)
            path = path.answered(**{COMPARED: Compared(same, changed, before.due, before.is_compared).plain()})
        return path.due_again(*self.due)

    def _accept(self) -> None:
        before = self.before_now
        self.bench.take(self.path_shown())
        # what is done again for a difference is told by the steps that are due, and answered once they are done
        answered = set() if before is None or not before.due or not before.is_compared else set(before.judged)
        mark_view(self.bench, [one for one in self.judged if one not in answered])
        self.next()


def is_kept(path: SetupPath) -> bool:
    """Whether the ring, and the picture of it without figures, are those of an earlier evening."""
    empty = path.mark("empty")
    return path.mark("ring").kept and (empty.kept or empty.lamp is Lamp.NOT_YET)


def mark_view(bench: Bench, judged: Sequence[Judged]) -> None:
    """The result of the looks at where the camera stands."""
    lamp = worst(*(one.lamp for one in judged))
    bad = [one.text for one in judged if one.lamp is not Lamp.GREEN or one.mind]
    bench.mark(ViewStep.id, lamp, *(bad or [one.text for one in judged[:3]]), mind=bool(bad))
