"""The pages of the step that learns the figures: who is next, what is told, what can be pressed."""

from collections.abc import Mapping
from itertools import count
from typing import Any

from companion.app.setting_up.bench import Bench
from companion.app.setting_up.figure_work import Known, Place, known_of, notes_of
from companion.app.setting_up.progress import empty_picture
from companion.app.setting_up.step import BACK, Page
from companion.app.setting_up.steps.figures_clicks import Click, click_from, plain
from companion.app.setting_up.steps.figures_known import GREEN, MORE, KnownFigures, tone_of
from companion.app.setting_up.steps.figures_told import MOST_SEEN, clay_words
from companion.kernel.names import name_key
from companion.kernel.text import Text, plural
from companion.screens.setup_view import Choice, Lamp, Note, Told
from companion.screens.view_model import Tone
from companion.vision.figure_notes import NoteKind
from companion.vision.sources import Picture

LIST = Text("learned figures: rename, again, remove", "las aprendidas: renombrar, repetir, quitar")
ALL_DONE = Text("all figures are done", "ya están todas")
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
FIND = (
    Text("find it by its clay", "buscarla por su plastelina"),
    Text("find them by their clay", "buscarlas por su plastelina"),
)
ONE_MORE = Text("and 1 more: F6", "y 1 más: F6")
MANY_MORE = Text("and {n} more: F6", "y {n} más: F6")
ALL_WARNINGS = Text("all that was told ({n})", "todo lo dicho ({n})")
MAY_BE_EMPTY = Text(
    "Name and colour may stay empty: it is then called by the clay that the camera sees (by its number where that is "
    "not clear); a sheet before the bell then offers that clay",
    "Nombre y color pueden quedar vacíos: se llama entonces por la plastelina que ve la cámara (por su número si no "
    "está clara); la ficha, antes de la campana, ofrece ese color",
)
SCULPTED_LATER = Text(
    "Sculpted only this evening? F3 skips them now; after the sculpting close the match and give this command again: "
    "it comes to this page",
    "¿Se modelan esta noche? F3 las salta ahora; tras el modelado cierra el combate y da esta orden otra vez: vuelve a "
    "esta página",
)
NO_CLICK_DUE = Text(
    "Those already known need no click; one whose name is typed is learned anew by its click",
    "Las ya conocidas no necesitan clic; si escribes su nombre, un clic aprende esa otra vez",
)
TAKE_BACK = Text("take the last click back ({name})", "quitar el último clic ({name})")
# as many as the page has room for beside its fields; as many as a page of warnings shows
MOST_WARNINGS, WARNINGS_PAGE = 3, 6
GOLD = (247, 187, 64)
# looks at the mat between two pictures of one figure
EVERY_FRAMES = 5
BEFORE = Text(
    "The camera's place and the picture of the empty ring come first: go back to them.",
    "Antes van el sitio de la cámara y la foto del ring vacío: vuelve a esos pasos.",
)


class FigurePages(KnownFigures):
    """What is shown of the learning of figures; the looks and the keys are the step's own.

    Attributes:
        all_at_once: all stand on the mat and are clicked; else one after the other stands alone.
        state: why no figure that stands alone is seen.
    """

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
            choices = (Choice("f5", plural(len(self.of_last_time()), *FIND)), *choices)
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
            "All that was told about the figures, the worst first. F6 goes back to the page.",
            "Todo lo que se dijo de las figuras, lo peor primero. F6 vuelve a la página.",
        )
        told = self._everything()
        choices: tuple[Choice, ...] = (Choice("f6", BACK),)
        if len(told) > WARNINGS_PAGE:
            choices = (*choices, Choice("f9", MORE))
        told = told[first : first + WARNINGS_PAGE]
        return Page(todo, (*told, *self.said), choices, live=self.near_ring(self.learned_notes()), primary=None)

    def _everything(self) -> tuple[Told, ...]:
        """The warnings, and behind them what is told of the words for the clays."""
        warnings = (Told(note.text, tone_of(note)) for note in self.worst_first())
        return (*warnings, *map(Told, clay_words(self.entries(), self.name_of)))

    def _twin_page(self) -> Page:
        assert self.twin is not None
        _, _, new, other = self.twin
        todo = Text(
            "{new} looks just like {other}. Is it the same figure again?",
            "{new} es igual que {other}. ¿Es otra vez la misma figura?",
        ).filled(new=new, other=other)
        choices = (Choice("1", Text("the same: forget {new}", "la misma: olvidar {new}").filled(new=new)),
                   Choice("2", Text("two figures of like clay", "dos figuras de plastelina parecida")),
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
        if self.all_at_once and self.learned:
            told.append(Told(NO_CLICK_DUE))
        if self.of_last_time():
            told.append(Told(plural(len(self.of_last_time()), ONE_OFFERED, MANY_OFFERED)))
        if not self.warnings and not all(self.form.values[key].strip() for key in ("name", "colour")):
            told.append(Told(MAY_BE_EMPTY))
        if not any(one.get("model") for one in self.draft.figures) and not self.clicks:
            told.append(Told(SCULPTED_LATER))
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
        if self.place is not None and not self.all_at_once:
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

    @property
    def _is_through(self) -> bool:
        """All at once, and nothing is left to learn: Enter goes on."""
        return self.all_at_once and bool(self.learned) and not self.clicks and not self.form.values["name"].strip()

    @property
    def _has_more(self) -> bool:
        """Whether there is more to tell than the page has room for."""
        return len(self.warnings) > self._most or len(clay_words(self.entries(), self.name_of)) > MOST_SEEN
