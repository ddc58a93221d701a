"""The figures' colours: one after the other alone on the mat, or all at their places, clicked at their feet."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, ClassVar

from companion.app.setting_up.bench import Bench
from companion.app.setting_up.figure_work import (
    Known,
    Place,
    found_again,
    known_of,
    learn,
    notes_of,
    standing_alone,
    still_told,
    twin_of,
)
from companion.app.setting_up.progress import empty_picture
from companion.app.setting_up.step import Page
from companion.app.setting_up.steps.figures_clicks import FARTHEST_MM, Click, click_at, click_from, plain
from companion.app.setting_up.steps.figures_known import BACK, GREEN, MORE, KnownFigures, tone_of
from companion.app.setting_up.steps.figures_told import MOST_SEEN, clay_words, told_of_clays
from companion.errors import CompanionError
from companion.kernel.names import name_key
from companion.kernel.text import Text, plural
from companion.screens.setup_view import CLICK, Choice, Lamp, Note, Told
from companion.screens.view_model import Tone
from companion.vision.figure_names import called
from companion.vision.figure_notes import FigureNote, NoteKind
from companion.vision.figures import from_entry
from companion.vision.sources import Picture, read_picture

LIST = Text("learned figures: rename, again, remove", "las aprendidas: renombrar, repetir, quitar")
ALL_DONE = Text("all figures are done", "ya están todas")
TAKEN = Text("{name} was clicked already: type another name", "{name} ya tiene su clic: escribe otro nombre")
KNOWN_ALREADY = Text(
    "{name} is known already. Is this figure {name}, to be learned again in its place?",
    "{name} ya se conoce. ¿Es esta figura {name}, y se aprende otra vez en su lugar?",
)
IN_ITS_PLACE, OTHER_NAME = Text("yes, replace it", "sí, sustituirla"), Text("no, type another name", "no, otro nombre")
ONE_OFFERED = Text(
    "1 from last time is to be learned again: put it on the mat, F5 finds it",
    "1 de la última vez se aprende de nuevo: ponla en la lona, F5 la busca",
)
MANY_OFFERED = Text(
    "{n} from last time are to be learned again: put all on the mat, F5 finds them. Or one by one, as offered",
    "{n} de la última vez se aprenden de nuevo: ponlas en la lona, F5 las busca. O una a una, según salen",
)
FIND, FINDING = Text("find them by their clay", "buscarlas por su plastilina"), Text("looking for them", "buscándolas")
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
ONE_MORE = Text("and 1 more: F6 shows it", "y 1 más: F6 lo enseña")
MANY_MORE = Text("and {n} more: F6 shows them all", "y {n} más: F6 los enseña todos")
ALL_WARNINGS = Text("all that was told ({n})", "todo lo dicho ({n})")
MAY_BE_EMPTY = Text(
    "Name and colour may stay empty: it is then called by the clay that the camera sees (by its number where that is "
    "not clear), and sheets offer that clay",
    "Nombre y color pueden quedar vacíos: se llama entonces por la plastilina que ve la cámara (por su número si no "
    "está clara), y las fichas ofrecen esa",
)
STILL_DUE = Text(
    "known from last time only: {who}. Put them on the mat and press F5; F9 once more leaves them so (amber)",
    "solo de la última vez: {who}. Ponlas en la lona y pulsa F5; con F9 otra vez se quedan así (amarillo)",
)
TAKE_BACK = Text("take the last click back ({name})", "quitar el último clic ({name})")
# as many as the page has room for beside its fields; as many as a page of warnings shows
MOST_WARNINGS, WARNINGS_PAGE = 3, 6
GOLD = (247, 187, 64)
# looks at the mat between two pictures of one figure
EVERY_FRAMES = 5
LOOKING, LEARNING = Text("looking at the mat", "mirando la lona"), Text("learning it", "aprendiéndola")
BEFORE = Text(
    "The camera's place and the picture of the empty ring come first: go back to them.",
    "Antes van el sitio de la cámara y la foto del ring vacío: vuelve a esos pasos.",
)


class FiguresStep(KnownFigures):
    """C-04, C-05: twenty seconds a figure."""

    id = "figures"
    judges_picture = True
    title = Text("Figures", "Figuras")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text("the camera knows every figure by its colour", "la cámara conoce cada figura por su color"),
        Lamp.AMBER: Text("they are known; of some the camera may be unsure", "se conocen; de algunas la cámara puede dudar"),  # noqa: E501
        Lamp.RED: Text("two figures will be mixed up: change one's clay", "dos figuras se confundirán: cambia la plastilina de una"),  # noqa: E501
        Lamp.SKIPPED: Text("no figure is known: positions are told by hand", "no se conoce ninguna: las posiciones se dicen a mano"),  # noqa: E501
    }  # fmt: skip

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        kept = bench.path.mark(self.id).lamp is not Lamp.NOT_YET
        # after an interruption the figures learned so far in this set-up stay
        here = {str(one) for one in bench.path.answers.get("learned", [])}
        self.warnings = notes_of(bench.path) if kept or here else ()
        # who is known from last time only is still due
        due = {id_ for note in self.warnings if note.kind is NoteKind.LAST_TIME for id_ in note.ids}
        self.learned = [
            str(figure["id"])
            for figure in self.draft.figures
            if figure.get("model") and str(figure["id"]) not in due and (kept or str(figure["id"]) in here)
        ]
        self.all_at_once = False
        self.clicks: list[Click] = []
        self.place: Place | None = None
        self.state: Text | None = None
        # the id that the typed name has already, and the key that brought it up
        self.replacing: tuple[str, str] | None = None
        # every warning is shown, from this one on
        self.shows_from: int | None = None
        # who was still due when it was asked whether that is all
        self._asked_about: set[str] = set()
        self._empty: Picture | None = None
        self._looked_at = -EVERY_FRAMES
        self.offer_next()

    def unfinished(self) -> dict[str, Any]:
        told = self.form.plain()
        if self.renaming is not None:
            told |= {"renaming": self.renaming}
        if self.all_at_once:
            told |= {"clicks": [plain(click) for click in self.clicks]}
        return told

    def recall(self, told: Mapping[str, Any]) -> None:
        """The clicks of people who learn all at once, and the fields of the next one."""
        if isinstance(told.get("clicks"), list):
            self.all_at_once = True
            self.clicks = [click for one in told["clicks"] if (click := click_from(one)) is not None]
            self.offer_next()
        self.recall_renaming(told)
        self.form.recall(told)

    # -- who is next ------------------------------------------------------------------------------------------------

    @property
    def _taken(self) -> set[str]:
        return {*self.learned, *(one.id for one, _ in self.clicks)}

    def offer_next(self) -> None:
        """The next fighter of the roster, or of the table file, or a new one."""
        known = self._known()
        used = self._taken | {str(one["id"]) for one in self.draft.figures}
        self.next_id, kind = next(str(number) for number in count(1) if str(number) not in used), None
        values = {"name": "", "colour": ""}
        names = {name_key(str(one.get("name", ""))) for one in self.entries()}
        names |= {name_key(one.name) for one, _ in self.clicks}
        for one in known:
            # a fighter of the roster may have been learned under another id; a figure of the table file has its own
            is_known = bool(self.roster and one.name) and name_key(one.name) in names
            if one.id not in self._taken and not is_known:
                self.next_id, values, kind = one.id, {"name": one.name, "colour": one.colour}, one.kind
                break
        self.kind = kind
        self.form.values, self._offered_colour = values, values["colour"]
        self.form.here = "" if values["name"] else "name"

    def _known(self) -> list[Known]:
        if self.roster:
            return self.roster
        return [known_of(one) for one in self.draft.figures]

    def _sitter(self) -> Known:
        """Who is in the fields; a name of last time is that figure, whoever was offered."""
        name, colour = self.form.values["name"].strip(), self.form.values["colour"].strip()
        known = (one for one in self._known() if one.id not in self._taken and name_key(one.name) == name_key(name))
        one = next(known, None) if name and not self._bears(self.next_id, name) else None
        if one is None or one.id == self.next_id:
            return Known(self.next_id, name or self._named_by(colour), colour, self.kind)
        return Known(one.id, name, one.colour if colour == self._offered_colour else colour, one.kind)

    def _named_by(self, colour: str) -> str:
        """What a figure without a name is called: its colour, its number where that is another's name or not told."""
        others = [str(one.get("name", "")) for one in self.entries() if str(one["id"]) != self.next_id]
        others += [one.name for one, _ in self.clicks if one.id != self.next_id]
        is_own = all(name_key(other) != name_key(colour) for other in others)
        return colour if colour and is_own else self.next_id

    def _bears(self, figure_id: str, name: str) -> bool:
        """Whether a figure of the table file has that name, perhaps as another has too: ids tell them apart."""
        return any(
            str(one["id"]) == figure_id and name_key(str(one.get("name", ""))) == name_key(name)
            for one in self.draft.figures
        )

    def of_last_time(self) -> list[Mapping[str, Any]]:
        """Figures that the table file knows and that are not learned yet in this set-up."""
        return [one for one in self.draft.figures if one.get("model") and str(one["id"]) not in self._taken]

    # -- the page ---------------------------------------------------------------------------------------------------

    def page(self) -> Page:
        if self.draft.camera is None or self.draft.ring is None or not empty_picture(self.bench.table).exists():
            return Page(BEFORE, self.said, primary=None)
        if self.twin is not None:
            return self._twin_page()
        if self.replacing is not None:
            todo = KNOWN_ALREADY.filled(name=self.form.values["name"].strip())
            answers = Choice("1", IN_ITS_PLACE), Choice("2", OTHER_NAME)
            return Page(todo, self.said, answers, live=self.near_ring(self._notes()), primary=None)
        if self.is_listing:
            return self.list_page()
        if self.shows_from is not None:
            return self._warnings_page(self.shows_from)
        alone = Text(
            "Put figure {n} alone on the middle of the mat, facing the judges, hands away. When the cross is at its "
            "feet press Enter; else click its feet. F9 when all are done.",
            "Pon la figura {n} sola en el centro de la lona, mirando a los jueces, y aparta las manos. Si la cruz está "
            "en sus pies, Intro; si no, haz clic en ellos. F9 cuando estén todas.",
        ).filled(n=self.next_id)
        together = Text(
            "All figures stand apart on the mat, facing the judges. Type a name, click that figure's feet, one after "
            "the other; F7 takes the last click back. Then Enter learns all.",
            "Todas las figuras están separadas en la lona, mirando a los jueces. Escribe un nombre y haz clic en los "
            "pies de esa figura, una tras otra; F7 quita el último clic. Intro las aprende.",
        )
        choices: tuple[Choice, ...] = (
            Choice("f8", Text("all at once, by clicks", "todas a la vez, con clics"), chosen=self.all_at_once),
            Choice("f9", ALL_DONE),
        )
        if self.of_last_time():
            choices = (Choice("f5", FIND), *choices)
        if self.clicks:
            choices = (Choice("f7", TAKE_BACK.filled(name=self.clicks[-1][0].name)), *choices)
        if self._has_more:
            choices = (Choice("f6", ALL_WARNINGS.filled(n=len(self._everything()))), *choices)
        if self.learned:
            choices += (Choice("f10", LIST),)
        primary = Text("Learn it", "Aprenderla")
        if self.all_at_once:
            primary = Text(f"Learn {len(self.clicks)}", f"Aprender {len(self.clicks)}")
            if self._is_through:
                primary = ALL_DONE
        live = self.near_ring(self._notes(), clicks=True)
        return Page(together if self.all_at_once else alone, self._told(), choices, self.form.entries(), live, primary)

    def _warnings_page(self, first: int) -> Page:
        """Every warning about the learned figures, the worst first."""
        todo = Text(
            "All that was told about the figures, the worst first. F6 goes back to learning.",
            "Todo lo que se dijo de las figuras, lo peor primero. F6 vuelve a aprender.",
        )
        told = self._everything()
        choices: tuple[Choice, ...] = (Choice("f6", BACK),)
        if len(told) > WARNINGS_PAGE:
            choices = (*choices, Choice("f9", MORE))
        told = told[first : first + WARNINGS_PAGE]
        return Page(todo, told, choices, live=self.near_ring(self.learned_notes()), primary=None)

    def _everything(self) -> tuple[Told, ...]:
        """The warnings, and behind them what is told of the words for the clays."""
        warnings = (Told(note.text, tone_of(note)) for note in self.worst_first())
        return (*warnings, *map(Told, clay_words(self.entries(), self.name_of)))

    def _warnings_key(self, first: int, key: str) -> None:
        after = first + WARNINGS_PAGE
        if key == "f6":
            self.shows_from = None
        elif key == "f9":
            self.shows_from = after if after < len(self._everything()) else 0

    def _twin_page(self) -> Page:
        assert self.twin is not None
        _, _, new, other = self.twin
        todo = Text(
            "{new} looks just like {other}. Is it the same figure again?",
            "{new} es igual que {other}. ¿Es otra vez la misma figura?",
        ).filled(new=new, other=other)
        choices = (Choice("1", Text("the same: forget {new}", "la misma: olvidar {new}").filled(new=new)),
                   Choice("2", Text("two figures of like clay", "dos figuras de plastilina parecida")),
                   Choice("3", Text("the same: it is called {new}", "la misma: se llama {new}").filled(new=new)),
                   )  # fmt: skip
        return Page(todo, self.said, choices, live=self.near_ring(self.learned_notes()), primary=None)

    @property
    def _most(self) -> int:
        """So many warnings have room beside what else is told."""
        return MOST_WARNINGS - 1 if self.said else MOST_WARNINGS

    def _told(self) -> tuple[Told, ...]:
        known = plural(
            len(self.learned),
            Text("1 figure is known", "se conoce 1 figura"),
            Text("{n} figures are known", "se conocen {n} figuras"),
        )
        told = [Told(known, Tone.GOOD if self.learned else Tone.OFF)]
        if self.of_last_time():
            told.append(Told(plural(len(self.of_last_time()), ONE_OFFERED, MANY_OFFERED)))
        if not self.warnings and not all(self.form.values[key].strip() for key in ("name", "colour")):
            told.append(Told(MAY_BE_EMPTY))
        is_said = any(one.text == self.state for one in self.said)
        if self.state is not None and not self.all_at_once and not is_said:
            told.append(Told(self.state))
        told += [Told(note.text, tone_of(note)) for note in self.worst_first()[: self._most]]
        left = len(self.warnings) - self._most
        if left > 0:
            told.append(Told(plural(left, ONE_MORE, MANY_MORE)))
        return (*told, *self.said)

    def _notes(self) -> tuple[Note, ...]:
        camera = self.draft.camera
        assert camera is not None
        notes = []
        shown: list[tuple[Place, Text | None]] = [(place, self.called(one)) for one, place in self.clicks]
        if self.place is not None:
            shown.append((self.place, None))
        for place, words in shown:
            x, y = camera.project([[place.x_mm, place.y_mm, 0.0]])[0]
            notes.append(Note((float(x), float(y)), None, GOLD))
            if words is not None:
                notes.append(Note((float(x), float(y)), words, GREEN))
        return tuple(notes)

    def called(self, one: Known) -> Text:
        """A clicked figure's name; the clay of one of last time that goes by its number."""
        if one.name == one.id and any(str(entry["id"]) == one.id for entry in self.draft.figures):
            return self.name_of(one.id)
        return Text(one.name, one.name)

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
            self.shows_from = 0
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

    @property
    def _is_through(self) -> bool:
        """All at once, and nothing is left to learn: Enter goes on."""
        return self.all_at_once and bool(self.learned) and not self.clicks and not self.form.values["name"].strip()

    def learn_again(self, figure_id: str) -> None:
        """Its name and clay into the fields; learning it replaces the former."""
        self._offer(known_of(self.entry_of(figure_id)))
        self.form.here = "name"
        self.close_list()
        self.all_at_once, self.clicks = False, []

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
        camera = self.draft.camera
        if camera is None:
            return
        x, y = (float(part) for part in key.removeprefix(CLICK).split(","))
        at = camera.to_plane([[x, y]], 0.0)[0]
        if not all(abs(value) < FARTHEST_MM for value in at):
            self.say_bad(Text("that is not on the mat", "eso no está en la lona"))
            return
        place = Place(round(float(at[0]), 1), round(float(at[1]), 1))
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

        bench.start(FINDING, lambda: found_again(bench, frame, due), then, self.say_bad)

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

        bench.start(LEARNING, lambda: learn(bench, frame, chosen), then, self.say_bad)

    @property
    def _has_more(self) -> bool:
        """Whether there is more to tell than the page has room for."""
        return len(self.warnings) > self._most or len(clay_words(self.entries(), self.name_of)) > MOST_SEEN

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
