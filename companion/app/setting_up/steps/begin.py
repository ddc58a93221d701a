"""Language and show file."""

from pathlib import Path
from typing import ClassVar

from companion.app.setting_up.bench import Bench
from companion.app.setting_up.step import Form, Page, Step
from companion.kernel.text import Text, plural
from companion.screens.setup_view import Choice, Lamp, Told
from companion.screens.view_model import Tone
from companion.store.desk import people_of
from companion.store.show import Show

SPANISH, ENGLISH = Text("Español", "Español"), Text("English", "English")
USUAL_SHOW = "show.db"


class LanguageStep(Step):
    id = "language"
    title = Text("Language", "Idioma")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text("screens speak this language; L changes it at any time", "las pantallas hablan este idioma; L lo cambia"),  # noqa: E501
    }  # fmt: skip
    can_skip = False

    def page(self) -> Page:
        language = self.bench.language
        return Page(
            Text("Choose the language of the screens, then press Enter.",
                 "Elige el idioma de las pantallas y pulsa Intro."),
            choices=(Choice("1", SPANISH, chosen=language == "es"), Choice("2", ENGLISH, chosen=language == "en")),
        )  # fmt: skip

    def press(self, key: str) -> None:
        if key in {"1", "2"}:
            self.bench.answer(language="es" if key == "1" else "en")
        elif key == "enter":
            name = SPANISH if self.bench.language == "es" else ENGLISH
            self.bench.mark(self.id, Lamp.GREEN, name)
            self.next()


class ShowStep(Step):
    """The evening's file: made here, so that it is known to work."""

    id = "show"
    title = Text("Show file", "Archivo de la velada")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text("every decision is kept in it and survives a crash", "guarda cada decisión, también si algo se cuelga"),  # noqa: E501
        Lamp.SKIPPED: Text("`companion run` makes show.db by itself", "`companion run` crea show.db por sí solo"),
    }  # fmt: skip

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        known = bench.path.answers.get("show") or bench.wanted.show or bench.table.with_name(USUAL_SHOW)
        label = Text("File", "Archivo")
        self.form = Form({"show": label}, {"show": str(known)}, here="show")

    @property
    def file(self) -> Path:
        return Path(self.form.values["show"].strip()).expanduser()

    def page(self) -> Page:
        exists = self.file.is_file()
        state = (
            Text("This file is there: the evening goes on in it.", "Ese archivo existe: la velada sigue en él.")
            if exists
            else Text("A new file is made.", "Se crea un archivo nuevo.")
        )
        return Page(
            Text("One file keeps the whole evening: matches, people, belts. Take this name or type another.",
                 "Un solo archivo guarda toda la velada: combates, gente, cinturones. Acéptalo o escribe otro."),
            told=(Told(state), *self.said),
            entries=self.form.entries(),
        )  # fmt: skip

    def press(self, key: str) -> None:
        if self.form.press(key):
            self.said = ()
        elif key == "enter":
            self._open()

    def _open(self) -> None:
        if not self.form.values["show"].strip():
            self.say_bad(Text("type a name for the file", "escribe un nombre para el archivo"))
            return
        file, was_there = self.file, self.file.is_file()

        def job() -> tuple[int, int]:
            file.parent.mkdir(parents=True, exist_ok=True)
            with Show.open(file) as show:
                events = show.last_seq
            return events, len(people_of(file).sheets)

        def then(found: tuple[int, int]) -> None:
            events, fighters = found
            self.bench.answer(show=str(file))
            what = (
                Text("{file}: {events} events, {who}", "{file}: {events} eventos, {who}")
                if was_there
                else Text("{file} is new", "{file} es nuevo")
            )
            who = plural(fighters, Text("1 fighter", "1 luchador"), Text("{n} fighters", "{n} luchadores"))
            self.bench.mark(self.id, Lamp.GREEN, what.filled(file=file, events=events, who=who))
            self.next()

        self.bench.start(Text("opening the file", "abriendo el archivo"), job, then, self.say_bad)


def tone_of(lamp: Lamp) -> Tone:
    return {Lamp.GREEN: Tone.GOOD, Lamp.AMBER: Tone.WARN, Lamp.RED: Tone.BAD}.get(lamp, Tone.OFF)
