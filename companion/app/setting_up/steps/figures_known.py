"""The figures that are learned already: the list of them, and what can be done with each."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.app.setting_up.bench import Bench
from companion.app.setting_up.figure_work import (
    LAMPS,
    forget,
    lamp_of,
    last_time_notes,
    rename,
    renamed_in,
    roster_of,
    still_told,
)
from companion.app.setting_up.path import NOTES
from companion.app.setting_up.ring_work import near_ring
from companion.app.setting_up.step import BACK, Form, Page, Step
from companion.app.setting_up.steps.camera import reopen
from companion.app.setting_up.steps.figures_list import PAGE, in_full, keyed, numbered, seen_rgb
from companion.kernel.names import name_key
from companion.kernel.text import Text, plural
from companion.screens.setup_view import Choice, Lamp, Live, Note
from companion.screens.view_model import Tone
from companion.vision.clay_words import own_colour
from companion.vision.figure_names import called, own_name
from companion.vision.figure_notes import FigureNote, NoteKind

LABELS = {
    "name": Text("fighter's name (may stay empty)", "nombre del luchador (puede quedar vacío)"),
    "colour": Text("colour of its clay (may stay empty)", "color de su plastelina (puede quedar vacío)"),
}
AGAIN, REMOVE = Text("learn it again", "aprenderla otra vez"), Text("remove it", "quitarla")
RENAME = Text("correct its name or colour word; it stays learned", "corregir su nombre o color; sigue aprendida")
RENAMING, RENAMED = Text("writing the name", "guardando el nombre"), Text("kept as {name}", "queda como {name}")
NO_FIGHTER = Text(
    "{name} is kept; no fighter of the show file has that name: correct it on the fighter's sheet too",
    "{name} queda guardado; en el archivo de la velada nadie se llama así: corrígelo también en su ficha",
)
MORE = Text("the next ones", "las siguientes")
REMOVING = Text("removing it", "quitándola")
TAKEN_BY = Text("another figure is called {name}", "otra figura ya se llama {name}")
GREEN = (104, 214, 160)


class KnownFigures(Step):
    """A step with figures that the table file knows; each is renamed, learned again or removed.

    Attributes:
        learned: ids of the figures learned in this set-up.
        warnings: what the last learning said about their colours.
        is_listing: the list of them is open.
        renaming: id of the figure whose name is being typed.
        twin: ids of a new figure and of the one it looks like, and their names.
    """

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        reopen(bench)
        self.draft = bench.draft()
        self.roster = roster_of(bench)
        self.learned: list[str] = []
        self.warnings: tuple[FigureNote, ...] = ()
        self.form = Form(LABELS)
        self.is_listing = False
        self.renaming: str | None = None
        self.twin: tuple[str, str, Text, Text] | None = None
        self._chosen: str | None = None
        self._first = 0

    def offer_next(self) -> None:
        """Put the next figure to be learned into the fields."""
        raise NotImplementedError

    def learn_again(self, figure_id: str) -> None:
        """Put a learned figure into the fields; learning it replaces what was learned."""
        raise NotImplementedError

    def open_list(self) -> None:
        self.is_listing, self._chosen, self._first, self.said = True, None, 0, ()

    def close_list(self) -> None:
        self.is_listing, self._chosen = False, None

    def recall_renaming(self, told: Mapping[str, Any]) -> None:
        """Go on with a name that was being corrected when the program ended."""
        if told.get("renaming") in self.learned:
            self.is_listing, self.renaming = True, str(told["renaming"])

    def entries(self) -> list[Mapping[str, Any]]:
        """The learned figures as the table file has them, in its order."""
        return [one for one in self.draft.figures if str(one["id"]) in self.learned]

    def entry_of(self, figure_id: str) -> Mapping[str, Any]:
        return next(one for one in self.entries() if str(one["id"]) == figure_id)

    def name_of(self, figure_id: str) -> Text:
        """What a learned figure is called, with its id where another has that name."""
        return Text(called(self.draft.figures, "en")[figure_id], called(self.draft.figures, "es")[figure_id])

    def list_page(self) -> Page:
        """The learned figures; one that is pressed can be learned again, removed, or given another name."""
        if self.renaming is not None:
            todo = Text("Figure {who}: type what it is to be called, then Enter. What was learned of it stays.",
                        "Figura {who}: escribe cómo se llama y pulsa Intro. Lo aprendido se queda.")  # fmt: skip
            todo = todo.filled(who=numbered(self.entry_of(self.renaming)))
            live = self.near_ring(self.learned_notes())
            return Page(todo, self.said, (Choice("f10", BACK),), self.form.entries(), live,
                        primary=Text("Keep the name", "Guardar el nombre"))  # fmt: skip
        if self._chosen is not None:
            todo = Text("Figure {who}: what now?", "Figura {who}: ¿qué hacer?")
            todo = todo.filled(who=numbered(self.entry_of(self._chosen)))
            choices: tuple[Choice, ...] = (
                Choice("1", AGAIN), Choice("2", REMOVE), Choice("3", RENAME), Choice("f10", BACK)
            )  # fmt: skip
            return Page(todo, self.said, choices, live=self.near_ring(self.learned_notes()), primary=None)
        todo = Text(
            "These figures are known. Press a number to rename that figure, learn it again or remove it.",
            "Estas figuras se conocen. Pulsa un número para renombrar esa, aprenderla otra vez o quitarla.",
        )
        choices = tuple(
            Choice(key, in_full(one), patch=seen_rgb(one)) for key, one in keyed(self.entries()[self._first :]).items()
        )
        if len(self.entries()) > PAGE:
            choices = (*choices, Choice("f9", MORE))
        live = self.near_ring(self.learned_notes())
        return Page(todo, self.said, (*choices, Choice("f10", BACK)), live=live, primary=None)

    def near_ring(self, notes: tuple[Note, ...], *, clicks: bool = False) -> Live | None:
        """The newest picture, the ring filling its place."""
        return self.bench.live(notes=notes, clicks=clicks, shown=near_ring(self.draft.camera, self.draft.ring))

    def learned_notes(self) -> tuple[Note, ...]:
        """Where each learned figure stood."""
        camera, notes = self.draft.camera, []
        assert camera is not None
        for one in self.entries():
            at = one["model"].get("learned_at") if isinstance(one.get("model"), Mapping) else None
            if isinstance(at, Mapping):
                x, y = camera.project([[float(at["x_mm"]), float(at["y_mm"]), 0.0]])[0]
                notes.append(Note((float(x), float(y)), self.name_of(str(one["id"])), GREEN))
        return tuple(notes)

    def list_key(self, key: str) -> None:
        shown = keyed(self.entries()[self._first :])
        if self.renaming is not None:
            self._renaming_key(key)
        elif key == "f10":
            self.is_listing, self._chosen = self._chosen is not None, None
        elif self._chosen is not None:
            if key == "1":
                self.learn_again(self._chosen)
            elif key == "2":
                self.remove(self._chosen)
            elif key == "3":
                self._to_renaming(self._chosen)
        elif key == "f9":
            self._first = (self._first + PAGE) if self._first + PAGE < len(self.entries()) else 0
        elif key in shown:
            self._chosen = str(shown[key]["id"])

    def remove(self, figure_id: str) -> None:
        bench = self.bench

        def then(warnings: list[FigureNote]) -> None:
            self.learned = [one for one in self.learned if one != figure_id]
            self.draft = bench.draft()
            self.keep_told(still_told(self.warnings, warnings, [figure_id]))
            self.close_list()
            self.twin = None
            bench.answer(learned=self.learned)
            bench.mark(self.id, Lamp.NOT_YET)
            self.offer_next()
            self.say(Text("removed", "quitada"))

        bench.start(REMOVING, lambda: forget(bench, figure_id), then, self.say_bad)

    def _to_renaming(self, figure_id: str) -> None:
        one = self.entry_of(figure_id)
        self.renaming, self.said = figure_id, ()
        self.form.values = {"name": own_name(one), "colour": own_colour(one)}
        self.form.here = "name"

    def _renaming_key(self, key: str) -> None:
        if key == "f10":
            self.renaming = None
            self.offer_next()
        elif self.form.press(key):
            self.said = ()
        elif key == "enter":
            self._rename()

    def _rename(self) -> None:
        """The typed name for the figure, if no other one has it."""
        figure_id, bench = self.renaming, self.bench
        assert figure_id is not None
        name, colour = self.form.values["name"].strip(), self.form.values["colour"].strip()
        others = [one for one in self.entries() if str(one["id"]) != figure_id]
        # without a name it goes by its clay, as one that never had one
        name = name or figure_id
        is_kept = name_key(str(self.entry_of(figure_id).get("name", ""))) == name_key(name)
        if not is_kept and any(name_key(str(one.get("name", ""))) == name_key(name) for one in others):
            self.form.here = "name"
            self.say_bad(TAKEN_BY.filled(name=name))
            return

        def then(warnings: list[FigureNote]) -> None:
            self.draft, self.renaming, self._chosen = bench.draft(), None, None
            self.keep_told(renamed_in(still_told(self.warnings, warnings, []), self.entry_of(figure_id)))
            if bench.path.mark(self.id).lamp is not Lamp.NOT_YET:
                # what was done stays done; its sentences have the new name
                self.mark_known()
            self.offer_next()
            if self.roster and all(name_key(one.name) != name_key(name) for one in self.roster):
                self.say(NO_FIGHTER.filled(name=name), Tone.WARN)
            else:
                self.say(RENAMED.filled(name=name))

        bench.start(RENAMING, lambda: rename(bench, figure_id, name, colour), then, self.say_bad)

    def same_renamed(self, new: str, known: str) -> None:
        """The figure that was known takes the new one's name; the second learning is dropped."""
        one, bench = self.entry_of(new), self.bench
        name, colour = own_name(one), own_colour(one)

        def job() -> list[FigureNote]:
            forget(bench, new)
            return rename(bench, known, name, colour)

        def then(warnings: list[FigureNote]) -> None:
            self.learned = [other for other in self.learned if other != new]
            self.draft, self.twin = bench.draft(), None
            self.keep_told(renamed_in(still_told(self.warnings, warnings, [new]), self.entry_of(known)))
            bench.answer(learned=self.learned)
            bench.mark(self.id, Lamp.NOT_YET)
            self.offer_next()
            self.say(RENAMED.filled(name=name))

        bench.start(RENAMING, job, then, self.say_bad)

    def of_last_time(self) -> list[Mapping[str, Any]]:
        """Figures that the table file knows and that are not learned yet in this set-up."""
        return []

    def mark_known(self) -> None:
        """The result; who was due again and is known from last time only is told by name."""
        due = self.of_last_time()
        ids = {str(one["id"]) for one in due}
        rest = [note for note in self.warnings if note.kind is not NoteKind.LAST_TIME or not ids.issuperset(note.ids)]
        self.keep_told((*rest, *last_time_notes(due)))
        known = plural(len(self.learned), Text("1 figure", "1 figura"), Text("{n} figures", "{n} figuras"))
        why = [note.text for note in self.worst_first()]
        self.bench.mark(self.id, lamp_of(self.warnings), *(why or (known,)), mind=bool(self.warnings))

    def keep_told(self, notes: Sequence[FigureNote]) -> None:
        """What is told of the figures from now on, also after an interruption."""
        self.warnings = tuple(notes)
        self.bench.answer(**{NOTES: [note.plain() for note in self.worst_first()]})

    def worst_first(self) -> list[FigureNote]:
        order = (Lamp.RED, Lamp.AMBER, Lamp.GREEN)
        return sorted(self.warnings, key=lambda note: order.index(LAMPS[note.kind]))


def tone_of(note: FigureNote) -> Tone:
    """What asks nobody to do anything is told without a colour."""
    return {Lamp.RED: Tone.BAD, Lamp.AMBER: Tone.WARN}.get(LAMPS[note.kind], Tone.OFF)
