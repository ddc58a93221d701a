"""Where the camera stands: what it sees of the ring, and whether that is as last time."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from companion.app.setting_up.bench import JUDGED_AFTER, Bench
from companion.app.setting_up.feed import MOVING_CELLS, MOVING_LEVELS
from companion.app.setting_up.looking import Judged, judge_place
from companion.app.setting_up.step import GO_ON, TONES, Page, Step, worst
from companion.app.setting_up.steps.again import (
    COMPARED,
    Differences,
    Rough,
    asked,
    compare,
    passes_by,
    rough_camera,
    told_before,
)
from companion.app.setting_up.steps.camera import LOOKING, is_coming, reopen
from companion.kernel.text import Text
from companion.screens.setup_view import Lamp, Told
from companion.screens.view_model import Tone
from companion.vision.geometry import FloatArray
from companion.vision.health import shrunk
from companion.vision.sources import Frame

FIRST_LOOK = Text("wait for the first look", "espera al primer vistazo")


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
        self.due: tuple[str, ...] = ()
        self._looked_at = -1000
        self._seen_as: tuple[FloatArray, Rough | None, bool, bool] | None = None

    def page(self) -> Page:
        todo = Text(
            "Stand the camera firmly so that the whole ring fills the picture, from above rather than from the side; "
            "no lamp in the picture, no rope before the mat. Press Enter when it will not be moved any more.",
            "Pon la cámara firme, con todo el ring llenando la imagen, más desde arriba que de lado; ninguna lámpara "
            "en la imagen, ninguna cuerda delante de la lona. Pulsa Intro cuando ya no se vaya a mover.",
        )
        if passes_by(self.bench, self.id) and is_coming(self.bench):
            todo = COMPARED
        told = tuple(Told(one.text, Tone.OFF if one.mind else TONES[one.lamp]) for one in self.judged)
        if not told:
            # what was told earlier was about another look
            told = (Told(LOOKING),) if self.bench.is_live else self.before
        # nothing is taken before the first look
        return Page(todo, (*told, *self.said), live=self.bench.live(), primary=GO_ON if self.judged else None)

    def tick(self) -> None:
        """A look every second or so, beside the loop."""
        watch = self.bench.watch
        if self.bench.is_stale:
            # whatever was seen before may have been moved meanwhile
            self.judged, self.due, self._looked_at = [], (), -1000
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
            self.due = () if before is None else before.due
            self.judged = [*(() if before is None else before.judged), *judged]
            self.said = tuple(one for one in self.said if one.text != FIRST_LOOK)
            bench.changed()
            if passes_by(bench, self.id):
                asked(bench, self.id)
                bad = [one for one in self.judged if one.lamp is not Lamp.GREEN]
                is_known = told_before(bench, self.id, (one.text for one in bad))
                if before is not None and not before.due and is_known and all(one.lamp is Lamp.AMBER for one in bad):
                    self._accept()

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

    def _accept(self) -> None:
        self.bench.take(self.bench.path.due_again(*self.due))
        mark_view(self.bench, self.judged)
        self.next()


def mark_view(bench: Bench, judged: Sequence[Judged]) -> None:
    """The result of the looks at where the camera stands."""
    lamp = worst(*(one.lamp for one in judged))
    bad = [one.text for one in judged if one.lamp is not Lamp.GREEN or one.mind]
    bench.mark(ViewStep.id, lamp, *(bad or [one.text for one in judged[:3]]), mind=bool(bad))
