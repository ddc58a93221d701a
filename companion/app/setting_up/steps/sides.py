"""The sides' names over the live picture, and the picture of the empty ring."""

from typing import ClassVar

from companion.app.setting_up import ring_work
from companion.app.setting_up.bench import Bench
from companion.app.setting_up.figure_work import things_on_mat
from companion.app.setting_up.progress import empty_picture, write_picture
from companion.app.setting_up.step import Page, Step
from companion.app.setting_up.steps.again import with_empty_again
from companion.app.setting_up.steps.camera import reopen
from companion.errors import CompanionError
from companion.kernel.text import Text, plural
from companion.screens.setup_view import Choice, Lamp, Told
from companion.screens.view_model import Tone
from companion.vision.calibration_report import SIDE_WORDS
from companion.vision.sources import Frame
from companion.vision.table_file import SIDE_NAMES

ONE_THING = Text(
    "1 thing stands on the mat that was not there when the ring was found: take it off, then Enter",
    "hay 1 cosa sobre la lona que no estaba al buscar el ring: quítala y pulsa Intro",
)
MANY_THINGS = Text(
    "{n} things stand on the mat that were not there when the ring was found: take them off, then Enter",
    "hay {n} cosas sobre la lona que no estaban al buscar el ring: quítalas y pulsa Intro",
)
ALL_THE_SAME = Text("the mat is empty: take the picture", "la lona está vacía: hacer la foto")
NO_RING = Text("the ring comes first: go back to it", "antes va el ring: vuelve a ese paso")


class SidesStep(Step):
    """B-05: south is where the judges sit; everything that is said about sides counts from there."""

    id = "sides"
    judges_picture = True
    title = Text("Sides", "Lados")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text("calls name the right side", "los avisos nombran bien cada lado"),
        Lamp.SKIPPED: Text("nobody confirmed the sides: names may be turned", "nadie confirmó los lados: pueden estar girados"),  # noqa: E501
    }  # fmt: skip

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        reopen(bench)
        self.draft = bench.draft()
        self.quarters = 0
        self.entrance = str(bench.path.answers.get("entrance", SIDE_NAMES[2]))

    def page(self) -> Page:
        if self.draft.camera is None or self.draft.ring is None:
            return Page(NO_RING, self.said, primary=None)
        shown = ring_work.turned(self.draft, self.quarters)
        assert shown.camera is not None
        assert shown.ring is not None
        paths = ring_work.outline(shown.camera, shown.ring)
        notes = ring_work.side_notes(shown.camera, shown.ring, self.entrance)
        near = ring_work.near_ring(shown.camera, shown.ring, ring_work.FAR_BESIDE)
        live = self.bench.live(paths=paths, notes=notes, shown=near)
        todo = Text(
            "South is the side where the judges and you sit. Is it where the picture says? If not, turn the names. "
            "Is the entrance on the right side too? If not, move it. Then Enter.",
            "El sur es el lado donde estáis los jueces y tú. ¿Está donde dice la imagen? Si no, gira los nombres. "
            "¿Y la entrada, está en su lado? Si no, muévela. Después Intro.",
        )
        choices = (
            Choice("1", Text("turn the names", "girar los nombres")),
            Choice("2", Text("entrance on another side", "la entrada en otro lado")),
        )
        return Page(todo, self.said, choices, live=live, primary=Text("The names are right", "Los nombres están bien"))

    def press(self, key: str) -> None:
        if self.draft.camera is None or self.draft.ring is None:
            return
        if key == "1":
            self.quarters = (self.quarters + 1) % 4
        elif key == "2":
            self.entrance = SIDE_NAMES[(SIDE_NAMES.index(self.entrance) + 1) % len(SIDE_NAMES)]
        elif key == "enter":
            self._accept()

    def _accept(self) -> None:
        try:
            said = self.bench.write(ring_work.turned(self.draft, self.quarters)) if self.quarters else []
        except CompanionError as error:
            self.say_bad(Text(error.of("en"), error.of("es")))
            return
        confirmed = Text(
            "confirmed over the live picture: judges south, entrance {side}",
            "confirmado sobre la imagen en vivo: jueces al sur, entrada por el {side}",
        ).filled(side=SIDE_WORDS[self.entrance])
        self.bench.answer(entrance=self.entrance)
        if self.quarters:
            # figures that were learned stand elsewhere now
            self.bench.done("ring", self.bench.path.mark("ring").lamp, *self.bench.path.mark("ring").why)
        self.bench.mark(self.id, Lamp.GREEN, confirmed, *said)
        self.next()


class EmptyStep(Step):
    """What the ring looks like without figures: everything else is held against it."""

    id = "empty"
    judges_picture = True
    title = Text("Empty ring", "Ring vacío")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text("figures stand out from this picture", "las figuras destacan sobre esta imagen"),
        Lamp.SKIPPED: Text("without it no figure can be learned", "sin ella no se puede aprender ninguna figura"),
    }  # fmt: skip

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        reopen(bench)
        self._is_doubted = False

    def page(self) -> Page:
        todo = Text(
            "Take everything off the ring that does not belong to it: figures, hands, dice. Light as in the match. "
            "Then Enter.",
            "Quita del ring todo lo que no sea suyo: figuras, manos, dados. Luz como en el combate. Después Intro.",
        )
        told = self.said or self.before
        if self.bench.is_live and not self.bench.watch.is_still:
            told = (*told, Told(Text("something moves", "algo se mueve"), Tone.WARN))
        choices = (Choice("f5", ALL_THE_SAME),) if self._is_doubted else ()
        return Page(todo, told, choices, live=self.bench.live(), primary=Text("Take the picture", "Hacer la foto"))

    def press(self, key: str) -> None:
        if key == "enter":
            self._take(is_sure=False)
        elif key == "f5" and self._is_doubted:
            self._take(is_sure=not self.bench.is_stale)

    def _take(self, *, is_sure: bool) -> None:
        """Take the picture, unless things stand there; a person may know better."""
        frame = self.bench.still()
        if isinstance(frame, Text):
            self.say_bad(frame)
            return
        file = empty_picture(self.bench.table)
        self.bench.keep_copy()
        taken = Text("taken: {name}", "hecha: {name}").filled(name=file.name)

        def job() -> int:
            found = 0 if is_sure else self._things(frame)
            if not found:
                write_picture(file, frame.picture)
            return found

        def then(found: int) -> None:
            self._is_doubted = found > 0
            if found:
                self.say(plural(found, ONE_THING, MANY_THINGS), Tone.WARN)
                return
            self.bench.done(self.id, Lamp.GREEN, taken)
            self.bench.take(with_empty_again(self.bench.path))
            self.next()

        job_name = Text("writing the picture", "guardando la foto")
        self.bench.start(job_name, job, then, self.say_bad)

    def _things(self, frame: Frame) -> int:
        """What stands on the mat against the picture that the ring was found in; 0 where there is none."""
        before, draft = self.bench.ring_picture(), self.bench.draft()
        if before is None or draft.camera is None or draft.ring is None or before.shape != frame.picture.shape:
            return 0
        return things_on_mat(frame.picture, before, draft.camera, draft.ring)
