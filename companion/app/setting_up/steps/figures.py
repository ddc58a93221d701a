"""The figures' colours: one after the other alone on the mat, or all at their places, clicked at their feet."""

from collections.abc import Sequence
from typing import ClassVar

from companion.app.setting_up.figure_work import (
    Known,
    Place,
    found_again,
    known_of,
    learn,
    standing_alone,
    still_told,
    twin_of,
)
from companion.app.setting_up.progress import empty_picture
from companion.app.setting_up.ring_work import on_mat
from companion.app.setting_up.steps.figures_clicks import Click, click_at
from companion.app.setting_up.steps.figures_pages import EVERY_FRAMES, WARNINGS_PAGE, FigurePages
from companion.app.setting_up.steps.figures_told import told_of_clays
from companion.errors import CompanionError
from companion.kernel.names import name_key
from companion.kernel.text import Text, plural
from companion.screens.setup_view import CLICK, Lamp, Told
from companion.screens.view_model import Tone
from companion.vision.figure_names import called
from companion.vision.figure_notes import FigureNote
from companion.vision.figures import from_entry
from companion.vision.sources import Picture, read_picture

BESIDE_THE_MAT = Text(
    "that click is beside the mat: click where the figure's feet touch the mat",
    "ese clic queda fuera de la lona: haz clic donde los pies de la figura tocan la lona",
)
TAKEN = Text("{name} was clicked already: type another name", "{name} ya tiene su clic: escribe otro nombre")
FINDING = Text("looking for it", "buscándola"), Text("looking for them", "buscándolas")
FOUND = Text(
    "{found} of {n} found. Does each name stand at its figure? A click on a wrong cross takes it away",
    "{found} de {n} encontradas. ¿Está cada nombre en su figura? Un clic en una cruz equivocada la quita",
)
CLICK_THE_REST = Text(
    "Click the feet of the others as their names come", "Haz clic en los pies de las otras según salen"
)
NONE_FOUND = Text(
    "none of them is surely seen: all on the mat, apart, hands away, then F5 again; or click their feet (F8)",
    "ninguna se ve con seguridad: todas en la lona, separadas y sin manos, y F5 otra vez; o con clics (F8)",
)
STILL_DUE = Text(
    "known from last time only: {who}. Put them on the mat and press F5; F9 once more leaves them so (amber)",
    "solo de la última vez: {who}. Ponlas en la lona y pulsa F5; con F9 otra vez se quedan así (amarillo)",
)
LOOKING = Text("looking at the mat", "mirando la lona")
LEARNING = Text("learning it", "aprendiéndola"), Text("learning {n} figures", "aprendiendo {n} figuras")


class FiguresStep(FigurePages):
    """C-04, C-05: twenty seconds a figure."""

    id = "figures"
    judges_picture = True
    title = Text("Figures", "Figuras")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text("the camera knows every figure by its colour", "la cámara conoce cada figura por su color"),
        Lamp.AMBER: Text("they are known; of some the camera may be unsure", "se conocen; de algunas la cámara puede dudar"),  # noqa: E501
        Lamp.RED: Text("two figures will be mixed up: change one's clay", "dos figuras se confundirán: cambia la plastelina de una"),  # noqa: E501
        Lamp.SKIPPED: Text("no figure is known: positions are told by hand", "no se conoce ninguna: las posiciones se dicen a mano"),  # noqa: E501
    }  # fmt: skip

    # -- looking ----------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        watch, camera, ring = self.bench.watch, self.draft.camera, self.draft.ring
        is_asking = (
            self.all_at_once
            or self.is_listing
            or self.shows_from is not None
            or self.twin is not None
            or self.replacing is not None
        )
        if is_asking or camera is None or ring is None or not self.bench.is_live or self.bench.runner.busy():
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
        if self.twin is not None:
            self._twin_key(key)
        elif self.replacing is not None:
            self._replacing_key(key)
        elif self.is_listing:
            self.list_key(key)
        elif self.shows_from is not None:
            self._warnings_key(self.shows_from, key)
        elif key == "f6" and self._has_more:
            self.shows_from, self.said = 0, ()
        elif key == "f10" and self.learned:
            self.open_list()
        elif key == "f5" and self.of_last_time():
            self._find()
        elif key == "f8":
            self.all_at_once, self.clicks, self.said = not self.all_at_once, [], ()
            self.offer_next()
        elif key == "f9":
            self._done()
        elif key.startswith(CLICK):
            self._clicked(key)
        elif self.clicks and (key == "f7" or (key == "backspace" and not self.form.here)):
            # in a field it takes letters back, and no click where there are none left
            self.clicks.pop()
            self.said = ()
            self.offer_next()
        elif self.form.press(key):
            self.said = ()
        elif key == "enter" and self._is_through:
            self._done()
        elif key == "enter":
            self._learn()

    def learn_again(self, figure_id: str) -> None:
        """Its name and clay into the fields; learning it replaces the former."""
        self._offer(known_of(self.entry_of(figure_id)))
        self.form.here = "name"
        self.close_list()
        self.all_at_once, self.clicks = False, []

    def _warnings_key(self, first: int, key: str) -> None:
        after = first + WARNINGS_PAGE
        if key == "f6":
            self.shows_from = None
        elif key == "f9":
            self.shows_from = after if after < len(self._everything()) else 0

    def _twin_key(self, key: str) -> None:
        assert self.twin is not None
        if key == "1":
            self.remove(self.twin[0])
        elif key == "3":
            self.same_renamed(self.twin[0], self.twin[1])
        elif key == "2":
            self.twin = None
            self._perhaps_done()

    def _clicked(self, key: str) -> None:
        camera, ring = self.draft.camera, self.draft.ring
        if camera is None or ring is None:
            return
        x, y = (float(part) for part in key.removeprefix(CLICK).split(","))
        at = on_mat(camera, ring, (x, y))
        if at is None:
            self.say_bad(BESIDE_THE_MAT)
            return
        place, self.said = Place(*at), ()
        if not self.all_at_once:
            self.place, self.state = place, None
            # the click holds until the next figure
            self._looked_at = self.bench.watch.count + 10_000
            return
        same = click_at(self.clicks, place)
        if same is not None:
            self.clicks.remove(same)
            self._offer(same[0])
            return
        if self._refuses(self._sitter(), key):
            return
        self.clicks.append((self._sitter(), place))
        self.offer_next()

    def _offer(self, one: Known) -> None:
        """Its name and clay into the fields."""
        self.next_id, self.kind = one.id, one.kind
        name = "" if one.name == one.id else one.name
        self.form.values, self._offered_colour = {"name": name, "colour": one.colour}, one.colour
        self.form.here, self.said = "", ()

    def _find(self) -> None:
        """The figures of last time, wherever they stand on the mat: each gets its click by itself."""
        frame = self.bench.still()
        if isinstance(frame, Text):
            self.say_bad(frame)
            return
        bench, due = self.bench, {str(one["id"]) for one in self.of_last_time()}

        def then(found: list[Click]) -> None:
            if not found:
                self.say_bad(NONE_FOUND)
                return
            self.all_at_once, self.place = True, None
            new = {one.id for one, _ in found}
            self.clicks = [*((one, at) for one, at in self.clicks if one.id not in new), *found]
            self.offer_next()
            told = [FOUND.filled(found=len(found), n=len(due))]
            if len(found) < len(due):
                told.append(CLICK_THE_REST)
            self.said = tuple(map(Told, told))

        bench.start(plural(len(due), *FINDING), lambda: found_again(bench, frame, due), then, self.say_bad)

    def _refuses(self, one: Known, key: str) -> bool:
        """A name that another figure has already is asked back, and nothing is taken; after a yes `key` comes again."""
        name = name_key(one.name)
        if self._bears(one.id, name):
            # its own name, perhaps also another's: the table file tells them apart by id
            return False
        if any(name_key(other.name) == name and other.id != one.id for other, _ in self.clicks):
            self.form.here = "name"
            self.say_bad(TAKEN.filled(name=one.name))
            return True
        known = (str(other["id"]) for other in self.entries() if name_key(str(other.get("name", ""))) == name)
        taken = next(known, one.id)
        if taken != one.id:
            self.replacing, self.said = (taken, key), ()
        return taken != one.id

    def _replacing_key(self, key: str) -> None:
        """The answer to whether the typed name means the figure that has it."""
        assert self.replacing is not None
        figure_id, again = self.replacing
        if key not in {"1", "2"}:
            return
        self.replacing = None
        if key == "2":
            self.form.here = "name"
            return
        self.next_id = figure_id
        self.kind = self.entry_of(figure_id).get("class")
        self.press(again)

    def _learn(self) -> None:
        sitters = self.clicks if self.all_at_once else [(self._sitter(), self.place)] if self.place else []
        if not sitters:
            self.say_bad(self.state or Text("no figure is marked yet", "aún no hay ninguna figura marcada"))
            return
        if not self.all_at_once and self._refuses(sitters[0][0], "enter"):
            return
        frame = self.bench.still()
        if isinstance(frame, Text):
            self.say_bad(frame)
            return
        bench, chosen = self.bench, list(sitters)

        def then(warnings: list[FigureNote]) -> None:
            self.learned = list(dict.fromkeys([*self.learned, *(one.id for one, _ in chosen)]))
            gone = [one.id for one, _ in chosen]
            self.keep_told(still_told(self.warnings, warnings, gone, is_learned=True))
            self.clicks, self.place = [], None
            self._looked_at = bench.watch.count
            bench.watch.forget()
            bench.answer(learned=self.learned)
            self.draft = bench.draft()
            self.said = told_of_clays([one for one in self.entries() if str(one["id"]) in gone])
            self.offer_next()
            self.twin = self._twin_among([one.id for one, _ in chosen]) if len(chosen) == 1 else None
            if self.twin is None:
                self._perhaps_done()

        bench.start(plural(len(chosen), *LEARNING), lambda: learn(bench, frame, chosen), then, self.say_bad)

    def _twin_among(self, learned: Sequence[str]) -> tuple[str, str, Text, Text] | None:
        """A figure just learned that cannot be told from one that was known: both ids, both names."""
        known = [figure for figure in map(from_entry, self.entries()) if figure is not None]
        names = {str(one["id"]): self.name_of(str(one["id"])) for one in self.entries()}
        for figure_id in learned:
            twin = twin_of(figure_id, known)
            if twin is not None:
                return figure_id, twin.id, names[figure_id], names[twin.id]
        return None

    def _perhaps_done(self) -> None:
        """On by itself, once the whole roster is known."""
        if self.roster and len(self.learned) >= len(self.roster):
            self._done()

    def _done(self) -> None:
        """The figures are done; where some of last time are still due that is asked once."""
        due = self.of_last_time()
        if not self.learned and not due:
            self.say_bad(Text("no figure is known yet", "aún no se conoce ninguna figura"))
            return
        ids = {str(one["id"]) for one in due}
        if not ids <= self._asked_about:
            self._asked_about = ids
            names = called(self.draft.figures, "en"), called(self.draft.figures, "es")
            who = Text(*(", ".join(each[str(one["id"])] for one in due) for each in names))
            self.say(STILL_DUE.filled(who=who), Tone.WARN)
            return
        self.mark_known()
        self.next()

    def skip_question(self) -> bool:
        """Who skips the page with figures of last time still in the table file leaves them as they are: told so."""
        if self.of_last_time() and self.draft.camera is not None:
            self.mark_known()
        return False
