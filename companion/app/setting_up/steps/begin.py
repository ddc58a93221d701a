"""Language and show file."""

from pathlib import Path
from typing import ClassVar

from companion.app.last_people import people_from
from companion.app.now import now_ms
from companion.app.setting_up.another_evening import is_another_evening
from companion.app.setting_up.bench import Bench
from companion.app.setting_up.step import LONGEST_PATH, Form, Page, Step
from companion.app.setting_up.steps.again import asked, passes_by
from companion.app.setting_up.steps.palms import palms_judged
from companion.app.told import EVENTS, FIGHTERS, PLAYERS, SHEETS, those_of
from companion.errors import FileProblemError, spanish
from companion.kernel.names import name_key
from companion.kernel.text import Text, plural
from companion.screens.setup_view import Choice, Lamp, Told
from companion.screens.view_model import Tone
from companion.store.desk import people_of
from companion.store.people import People, RosterImported, event
from companion.store.show import Show

SPANISH, ENGLISH = Text("Español", "Español"), Text("English", "English")
USUAL_SHOW = "show.db"
THERE = Text("This file is there: the evening goes on in it.", "Ese archivo existe: la velada sigue en él.")
NEW = Text("A new file is made.", "Se crea un archivo nuevo.")
NEW_FOLDER = Text(
    "There is no folder {folder}: it is made, with a new file in it.",
    "No existe la carpeta {folder}: se crea, con un archivo nuevo dentro.",
)
OPENED = Text("The file is opened; this goes on by itself.", "Se abre el archivo; esto sigue solo.")
LAST = Text("last time it was {file}", "la última vez fue {file}")
LAST_GONE = Text(
    "last time it was {file}, which is gone: nobody comes along",
    "la última vez fue {file}, que ya no está: no viene nadie",
)
ASKED_WITHOUT = Text(
    "Asked because the command names no show that is there (--show FILE)",
    "Se pregunta porque la orden no nombra una velada que exista (--show ARCHIVO)",
)
ASKED_FOR_NEW = Text(
    "Asked because this show is new; one that is there would go on unasked",
    "Se pregunta porque esta velada es nueva; una que existe seguiría sin preguntar",
)
WHO_COMES, COMING = (
    Text("reading who comes along", "leyendo quién viene"),
    Text("Come along from {file}: {players}, {sheets}", "Vienen de {file}: {players}, {sheets}"),
)
NO_PLAYERS, NO_SHEETS = Text("no players", "ningún jugador"), Text("no sheets", "ninguna ficha")
NOBODY_THERE = Text(
    "Nobody comes along: {file} has no players and no sheets", "No viene nadie: {file} no tiene jugadores ni fichas"
)
NOBODY_BROUGHT = Text(
    "Nobody comes along; left behind in {file}: {players}, {sheets}",
    "No viene nadie; se quedan en {file}: {players}, {sheets}",
)
BRING = Text("the people of last time come along: yes", "la gente de la última vez viene: sí")
LEAVE_OUT = Text("the people of last time come along: no", "la gente de la última vez viene: no")


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
        last = bench.path.answers.get("show")
        known = bench.wanted.show or last or bench.table.with_name(USUAL_SHOW)
        self.last: Path | None = None
        self.brings = True
        # who would come along, once that has been read
        self.coming: RosterImported | None = None
        self._is_read = False
        self._is_another = is_another_evening(bench.path) and bench.path.mark(self.id).lamp is Lamp.NOT_YET
        self._gone: Path | None = None
        if last and bench.path.mark("language").kept and known != Path(last):
            # another evening: another file, unless somebody wants to go on with the last one
            known = bench.wanted.show or bench.table.with_name(f"show-{bench.today():%Y-%m-%d}.db")
            if Path(last).is_file():
                self.last = Path(last)
            else:
                self._gone = Path(last)
        label = Text("File", "Archivo")
        self.form = Form({"show": label}, {"show": str(known)}, here="show", longest=LONGEST_PATH)
        self.offered = str(known)
        self._is_opening = passes_by(bench, self.id) and bench.wanted.show is not None and self.file.is_file()

    @property
    def file(self) -> Path:
        return Path(self.form.values["show"].strip()).expanduser()

    def page(self) -> Page:
        exists = self.file.is_file()
        state = THERE if exists else NEW
        if not self.file.parent.exists():
            state = NEW_FOLDER.filled(folder=self.file.parent)
        choices: tuple[Choice, ...] = ()
        last: list[Told] = []
        if self._is_another:
            last.append(Told(ASKED_FOR_NEW if self.bench.wanted.show is not None and not exists else ASKED_WITHOUT))
        if self.last is not None:
            last.append(Told(LAST.filled(file=self.last)))
            if not exists:
                last.append(self._who_comes(self.last))
                choices = (Choice("f5", BRING if self.brings else LEAVE_OUT, chosen=self.brings),)
        elif self._gone is not None and not exists:
            last.append(Told(LAST_GONE.filled(file=self._gone), Tone.WARN))
        if self._is_opening:
            return Page(OPENED, (Told(state), *last), primary=None, entries=self.form.entries())
        return Page(
            Text("One file keeps the whole evening: matches, people, belts. Take this name or type another.",
                 "Un solo archivo guarda toda la velada: combates, gente, cinturones. Acéptalo o escribe otro."),
            told=(Told(state), *last, *self.said),
            choices=choices,
            entries=self.form.entries(),
        )  # fmt: skip

    def _who_comes(self, last: Path) -> Told:
        """Who would be taken over by Enter, by name."""
        if self.coming is None:
            return Told(WHO_COMES)
        # who stands only on a sheet plays too
        names = [one.name for one in self.coming.players] + [one.player for one in self.coming.sheets if one.player]
        players = those_of(list({name_key(name): name for name in reversed(names)}.values())[::-1], PLAYERS, NO_PLAYERS)
        sheets = those_of([one.name for one in self.coming.sheets], SHEETS, NO_SHEETS)
        if not self.coming.players and not self.coming.sheets:
            return Told(NOBODY_THERE.filled(file=last.name), Tone.WARN)
        words, tone = (COMING, Tone.GOOD) if self.brings else (NOBODY_BROUGHT, Tone.WARN)
        return Told(words.filled(file=last.name, players=players, sheets=sheets), tone)

    def _read_last(self) -> None:
        """Read who would come along, once, beside the loop."""
        last = self.last
        if last is None or self._is_read:
            return

        def then(found: RosterImported) -> None:
            self.coming = found
            self.bench.changed()

        self._is_read = self.bench.glance(WHO_COMES, lambda: people_from(last), then, self.say_bad)

    def tick(self) -> None:
        """The command line named a file that is there: next month nothing is asked about it."""
        self._read_last()
        if not passes_by(self.bench, self.id):
            return
        asked(self.bench, self.id)
        self._is_opening = False
        if self.bench.wanted.show is not None and self.file.is_file():
            self._open()

    def press(self, key: str) -> None:
        if key == "f5":
            self.brings = not self.brings
        elif self.form.press(key):
            self.said = ()
        elif key == "enter":
            self._open()

    def _open(self) -> None:
        if not self.form.values["show"].strip():
            self.form.here = "show"
            self.say_bad(Text("type a name for the file", "escribe un nombre para el archivo"))
            return
        file, was_there = self.file, self.file.is_file()
        source = self.last if self.brings and not was_there else None

        def job() -> tuple[int, People]:
            make_folder(file)
            with Show.open(file) as show:
                if source is not None:
                    show.append([event(people_from(source))], by="setup", at_ms=now_ms())
                events = show.last_seq
            return events, people_of(file)

        def then(found: tuple[int, People]) -> None:
            events, people = found
            was_known = self.bench.path.mark("palms").lamp in {Lamp.GREEN, Lamp.AMBER}
            if not was_there and (source is None or (was_known and not people.players and not people.sheets)):
                # nobody's palm is in a new file
                self.bench.take(self.bench.path.answered(palms=[]).marked("palms", Lamp.NOT_YET))
            self.bench.answer(show=str(file))
            what = (
                Text("{file}: {events}, {who}", "{file}: {events}, {who}")
                if was_there
                else Text("{file} is new", "{file} es nuevo")
            )
            who = plural(len(people.sheets), *FIGHTERS)
            said = what.filled(file=file, events=plural(events, *EVENTS), who=who)
            self.bench.take(palms_judged(self.bench.path))
            self.bench.mark(self.id, Lamp.GREEN, said)
            self.next()

        def otherwise(text: Text) -> None:
            self._is_opening = False
            self.say_bad(text)
            self._is_read = self.coming is not None
            # to be typed over
            self.form.here = "show"

        self._is_opening = self.bench.start(Text("opening the file", "abriendo el archivo"), job, then, otherwise)


def make_folder(file: Path) -> None:
    """The folder of a file that is to be made.

    Raises:
        FileProblemError: it cannot be made.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblemError(
            f"{file.parent}: cannot be made: {error.strerror or error}",
            f"{file.parent}: no se puede crear: {spanish(error)}",
        ) from None
