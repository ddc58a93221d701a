"""The figures' colours: one after the other alone on the mat, or all at their places, clicked at their feet."""

from typing import ClassVar

from companion.app.setting_up.bench import Bench
from companion.app.setting_up.figure_work import Known, Place, is_confusing, learn, roster_of, standing_alone
from companion.app.setting_up.progress import empty_picture
from companion.app.setting_up.step import Form, Page, Step
from companion.app.setting_up.steps.camera import reopen
from companion.errors import CompanionError
from companion.kernel.text import Text, plural
from companion.screens.setup_view import CLICK, Choice, Lamp, Note, Told
from companion.screens.view_model import Tone
from companion.vision.sources import Picture, read_picture

LABELS = {
    "name": Text("name", "nombre"),
    "colour": Text("clay", "plastilina"),
}
GOLD, GREEN = (247, 187, 64), (104, 214, 160)
# looks at the mat between two pictures of one figure
EVERY_FRAMES = 5
LOOKING, LEARNING = Text("looking at the mat", "mirando la lona"), Text("learning it", "aprendiéndola")
BEFORE = Text(
    "The camera's place and the picture of the empty ring come first: go back to them.",
    "Antes van el sitio de la cámara y la foto del ring vacío: vuelve a esos pasos.",
)


class FiguresStep(Step):
    """C-04, C-05: twenty seconds a figure."""

    id = "figures"
    title = Text("Figures", "Figuras")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text("the camera knows every figure by its colour", "la cámara conoce cada figura por su color"),
        Lamp.RED: Text("two figures will be mixed up: change one's clay", "dos figuras se confundirán: cambia la plastilina de una"),  # noqa: E501
        Lamp.SKIPPED: Text("no figure is known: positions are told by hand", "no se conoce ninguna: las posiciones se dicen a mano"),  # noqa: E501
    }  # fmt: skip

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        reopen(bench)
        self.draft = bench.draft()
        self.roster = roster_of(bench)
        kept = bench.path.mark(self.id).lamp is not Lamp.NOT_YET
        # after an interruption the figures learned so far in this set-up stay
        here = {str(one) for one in bench.path.answers.get("learned", [])}
        self.learned = [
            str(figure["id"])
            for figure in self.draft.figures
            if figure.get("model") and (kept or str(figure["id"]) in here)
        ]
        self.form = Form(LABELS)
        self.all_at_once = False
        self.clicks: list[tuple[Known, Place]] = []
        self.place: Place | None = None
        self.state: Text | None = None
        self.warnings: tuple[Text, ...] = bench.path.mark(self.id).why if kept else ()
        self._empty: Picture | None = None
        self._looked_at = -EVERY_FRAMES
        self._prefill()

    # -- who is next ------------------------------------------------------------------------------------------------

    @property
    def _taken(self) -> set[str]:
        return {*self.learned, *(one.id for one, _ in self.clicks)}

    def _prefill(self) -> None:
        """The next fighter of the roster, or of the table file, or a new one."""
        known = self._known()
        self.next_id, kind = str(len(self._taken) + 1), None
        values = {"name": "", "colour": ""}
        for one in known:
            if one.id not in self._taken:
                self.next_id, values, kind = one.id, {"name": one.name, "colour": one.colour}, one.kind
                break
        self.kind = kind
        self.form.values = values
        self.form.here = "" if values["name"] else "name"

    def _known(self) -> list[Known]:
        if self.roster:
            return self.roster
        return [
            Known(str(one["id"]), str(one.get("name", "")), str(one.get("colour", "")), one.get("class"))
            for one in self.draft.figures
        ]

    def _sitter(self) -> Known:
        name, colour = self.form.values["name"].strip(), self.form.values["colour"].strip()
        return Known(self.next_id, name or colour or self.next_id, colour, self.kind)

    # -- the page ---------------------------------------------------------------------------------------------------

    def page(self) -> Page:
        if self.draft.camera is None or self.draft.ring is None or not empty_picture(self.bench.table).exists():
            return Page(BEFORE, self.said, primary=None)
        alone = Text(
            "Put figure {n} alone on the middle of the mat, facing the judges, hands away. When the cross is at its "
            "feet press Enter; else click its feet. F9 when all are done.",
            "Pon la figura {n} sola en el centro de la lona, mirando a los jueces, y aparta las manos. Si la cruz está "
            "en sus pies, Intro; si no, haz clic en ellos. F9 cuando estén todas.",
        ).filled(n=self.next_id)
        together = Text(
            "All figures stand apart on the mat, facing the judges. Type a name, click that figure's feet, one after "
            "the other; then Enter learns all.",
            "Todas las figuras están separadas en la lona, mirando a los jueces. Escribe un nombre y haz clic en los "
            "pies de esa figura, una tras otra; Intro las aprende.",
        )
        choices = (
            Choice("f8", Text("all at once, by clicks", "todas a la vez, con clics"), chosen=self.all_at_once),
            Choice("f9", Text("all figures are done", "ya están todas")),
        )
        primary = Text("Learn it", "Aprenderla")
        if self.all_at_once:
            primary = Text(f"Learn {len(self.clicks)}", f"Aprender {len(self.clicks)}")
        live = self.bench.live(notes=self._notes(), clicks=True)
        return Page(together if self.all_at_once else alone, self._told(), choices, self.form.entries(), live, primary)

    def _told(self) -> tuple[Told, ...]:
        count = plural(
            len(self.learned),
            Text("1 figure is known", "se conoce 1 figura"),
            Text("{n} figures are known", "se conocen {n} figuras"),
        )
        told = [Told(count, Tone.GOOD if self.learned else Tone.OFF)]
        if self.state is not None and not self.all_at_once:
            told.append(Told(self.state))
        told += [Told(text, Tone.BAD if is_confusing(text) else Tone.WARN) for text in self.warnings]
        return (*told, *self.said)

    def _notes(self) -> tuple[Note, ...]:
        camera = self.draft.camera
        assert camera is not None
        notes = []
        shown: list[tuple[Place, Text | None]] = [(place, Text(one.name, one.name)) for one, place in self.clicks]
        if self.place is not None:
            shown.append((self.place, None))
        for place, words in shown:
            x, y = camera.project([[place.x_mm, place.y_mm, 0.0]])[0]
            notes.append(Note((float(x), float(y)), None, GOLD))
            if words is not None:
                notes.append(Note((float(x), float(y) + 18), words, GREEN))
        return tuple(notes)

    # -- looking ----------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        watch, camera, ring = self.bench.watch, self.draft.camera, self.draft.ring
        if self.all_at_once or camera is None or ring is None or not self.bench.is_live or self.bench.runner.busy():
            return
        if watch.count - self._looked_at < EVERY_FRAMES or self._empty_now() is None:
            return
        self._looked_at = watch.count
        frame, empty = self.bench.still(), self._empty
        if isinstance(frame, Text) or empty is None or frame.picture.shape != empty.shape:
            self.place, self.state = None, frame if isinstance(frame, Text) else None
            return

        def then(found: Place | Text) -> None:
            self.place = found if isinstance(found, Place) else None
            self.state = found if isinstance(found, Text) else None
            self.bench.changed()

        self.bench.glance(LOOKING, lambda: standing_alone(frame.picture, empty, camera, ring), then, self.say_bad)

    def _empty_now(self) -> Picture | None:
        file = empty_picture(self.bench.table)
        if self._empty is None and file.exists():
            try:
                self._empty = read_picture(file)
            except CompanionError as error:
                self.say_bad(Text(error.of("en"), error.of("es")))
        return self._empty

    # -- keys -------------------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        if key == "f8":
            self.all_at_once, self.clicks = not self.all_at_once, []
            self._prefill()
        elif key == "f9":
            self._done()
        elif key.startswith(CLICK):
            self._clicked(key)
        elif self.form.press(key):
            self.said = ()
        elif key == "backspace" and self.clicks:
            self.clicks.pop()
            self._prefill()
        elif key == "enter":
            self._learn()

    def _clicked(self, key: str) -> None:
        camera = self.draft.camera
        if camera is None:
            return
        x, y = (float(part) for part in key.removeprefix(CLICK).split(","))
        at = camera.to_plane([[x, y]], 0.0)[0]
        if not all(abs(value) < 3000 for value in at):
            self.say_bad(Text("that is not on the mat", "eso no está en la lona"))
            return
        place = Place(round(float(at[0]), 1), round(float(at[1]), 1))
        if not self.all_at_once:
            self.place, self.state = place, None
            # the click holds until the next figure
            self._looked_at = self.bench.watch.count + 10_000
            return
        self.clicks.append((self._sitter(), place))
        self._prefill()

    def _learn(self) -> None:
        sitters = self.clicks if self.all_at_once else [(self._sitter(), self.place)] if self.place else []
        if not sitters:
            self.say_bad(self.state or Text("no figure is marked yet", "aún no hay ninguna figura marcada"))
            return
        frame = self.bench.still()
        if isinstance(frame, Text):
            self.say_bad(frame)
            return
        bench, chosen = self.bench, list(sitters)

        def then(warnings: list[Text]) -> None:
            self.learned = list(dict.fromkeys([*self.learned, *(one.id for one, _ in chosen)]))
            self.warnings, self.said, self.clicks, self.place = tuple(warnings), (), [], None
            self._looked_at = bench.watch.count
            bench.watch.forget()
            bench.answer(learned=self.learned)
            self._prefill()
            if self.roster and len(self.learned) >= len(self.roster):
                self._done()

        bench.start(LEARNING, lambda: learn(bench, frame, chosen), then, self.say_bad)

    def _done(self) -> None:
        if not self.learned:
            self.say_bad(Text("no figure is known yet", "aún no se conoce ninguna figura"))
            return
        lamp = Lamp.RED if any(is_confusing(text) for text in self.warnings) else Lamp.GREEN
        count = plural(len(self.learned), Text("1 figure", "1 figura"), Text("{n} figures", "{n} figuras"))
        self.bench.mark(self.id, lamp, *(self.warnings or (count,)), mind=bool(self.warnings))
        self.next()
