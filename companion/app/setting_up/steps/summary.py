"""The last page: how each step stands, and what that means for the match."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.app.setting_up.another_evening import comparison_told
from companion.app.setting_up.bench import Bench, quoted
from companion.app.setting_up.figure_work import LAMPS, meaning_of, notes_of
from companion.app.setting_up.path import STEPS, Mark
from companion.app.setting_up.step import Page, Step
from companion.app.setting_up.steps.palms import palms_judged
from companion.kernel.text import Text, plural
from companion.screens.setup_view import Choice, Lamp, StepMark, Told
from companion.screens.view_model import Tone

NOT_YET = Text("not done: go there by the list, or leave it", "sin hacer: ve a él por la lista, o déjalo")


# on one page of the notes
PAGE = 7
ALL = (
    Text("the note and what it means in the match", "el aviso y qué supone en el combate"),
    Text("all {n} notes and what they mean in the match", "los {n} avisos y qué suponen en el combate"),
)
BACK = Text("Back to the steps", "A los pasos")
FEWER, MORE = Text("back to the steps", "volver a los pasos"), Text("the next ones", "los siguientes")
SHOWN = Text("Notes {first}–{last} of {n}", "Avisos {first}–{last} de {n}")
FIRST_OF = Text("{why} (first of {n} notes: F6)", "{why} (el primero de {n} avisos: F6)")
HINT = Text("Hint: {why}", "Consejo: {why}")
HINTS = (
    Text("{what}. 1 note, only a hint: F6", "{what}. 1 aviso, solo un consejo: F6"),
    Text("{what}. {n} notes, only hints: F6", "{what}. {n} avisos, solo consejos: F6"),
)
MEANS = Text("{why}. In the match: {what}", "{why}. En el combate: {what}")


@dataclass(frozen=True)
class Row:
    """A step with all that is to be told of it.

    Attributes:
        meaning: what its light means for the match.
        notes: each reason or hint with its own light, and what it means where that is not the whole step's meaning.
    """

    step: StepMark
    meaning: Text
    notes: tuple[tuple[Lamp, Text, Text | None], ...] = ()


class SummaryStep(Step):
    id = "summary"
    title = Text("Summary", "Resumen")
    can_skip = False

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._lists, self._first = False, 0
        # people came and went since their palms were asked for
        judged = palms_judged(bench.path)
        if judged != bench.path:
            bench.take(judged)

    def page(self) -> Page:
        rows = self._rows()
        notes = _each_note(rows)
        if self._lists and notes:
            return self._page_of_notes(notes)
        choices = (Choice("f6", plural(len(notes), *ALL)),) if notes else ()
        todo = Text(
            "Everything that is green is ready. Amber: the match goes, mind what is told. Red: mend it; press its "
            "name at the left. Enter ends the set-up.",
            "Lo verde está listo. Amarillo: el combate sale, atiende el aviso. Rojo: arréglalo, pulsa su nombre a la "
            "izquierda. Intro termina.",
        )
        compared = comparison_told(self.bench.path, self._titles())
        seen = () if compared is None else (compared,)
        told = (*seen, Told(self.command(), Tone.GOOD), Told(ON_THE_TERMINAL), *self.said)
        summary = tuple((row.step, _in_one_line(row)) for row in rows)
        return Page(todo, told, choices, primary=Text("Ready", "Listo"), summary=summary)

    def _page_of_notes(self, notes: Sequence[tuple[StepMark, Text]]) -> Page:
        """Some of the notes; Enter leads back, so that nobody ends the set-up by turning pages."""
        choices = (Choice("f6", FEWER), *[Choice("f7", MORE)] * (len(notes) > PAGE))
        todo = Text(
            "Each note with what it means in the match; press one to go to its step. Enter goes back to the steps; "
            "Enter there ends the set-up.",
            "Cada aviso y qué supone en el combate; pulsa uno para ir a su paso. Intro vuelve a los pasos; allí, "
            "Intro termina.",
        )
        shown = tuple(notes[self._first : self._first + PAGE])
        where = SHOWN.filled(first=self._first + 1, last=self._first + len(shown), n=len(notes))
        return Page(todo, (Told(where), *self.said), choices, primary=BACK, summary=shown)

    @staticmethod
    def _titles() -> dict[str, Text]:
        from companion.app.setting_up.steps import STEP_CLASSES

        return {step: shown.title for step, shown in STEP_CLASSES.items()}

    def _rows(self) -> list[Row]:
        """Every step before this one."""
        from companion.app.setting_up.steps import STEP_CLASSES

        found = []
        for step in STEPS[:-1]:
            mark, shown = self.bench.path.mark(step), STEP_CLASSES[step]
            meaning = shown.meanings.get(mark.lamp, NOT_YET)
            notes: list[tuple[Lamp, Text, Text | None]] = []
            if _warns(mark) and step == "figures":
                notes = [(LAMPS[note.kind], note.text, meaning_of(note)) for note in notes_of(self.bench.path)]
            if _warns(mark) and not notes:
                notes = [(mark.lamp, why, None if mark.lamp is Lamp.GREEN else meaning) for why in mark.why]
            found.append(Row(StepMark(step, shown.title, mark.lamp), meaning, tuple(notes)))
        return found

    def command(self) -> Text:
        return evening(self.bench)

    def press(self, key: str) -> None:
        if key == "f6":
            self._lists, self._first = not self._lists, 0
        elif key == "f7" and self._lists:
            after = self._first + PAGE
            self._first = after if after < len(_each_note(self._rows())) else 0
        elif key == "enter" and self._lists and _each_note(self._rows()):
            self._lists = False
        elif key == "enter":
            self.bench.mark(self.id, Lamp.GREEN)
            self.bench.drop_ring_picture()
            self.next()


ON_THE_TERMINAL = Text(
    "the terminal shows this command when the set-up ends, to be copied",
    "al terminar, esta orden sale en el terminal, para copiarla",
)


def _in_one_line(row: Row) -> Text:
    """A step's meaning with its first note, and how many notes it has."""
    if not row.notes:
        return row.meaning
    if row.step.lamp is Lamp.GREEN:
        return plural(len(row.notes), *HINTS, what=row.meaning)
    _, first, _ = row.notes[0]
    why = first if len(row.notes) == 1 else FIRST_OF.filled(why=first, n=len(row.notes))
    # a reason that is the meaning is said once
    return why if first == row.meaning else Text("{what}; {why}", "{what}; {why}").filled(what=row.meaning, why=why)


def _each_note(rows: Sequence[Row]) -> list[tuple[StepMark, Text]]:
    """Every note of every step, with its own light and what it means for the match."""
    found = []
    for row in rows:
        for lamp, why, what in row.notes:
            said = HINT.filled(why=why) if lamp is Lamp.GREEN else why
            means = said if what in {None, why} else MEANS.filled(why=said, what=what)
            found.append((replace(row.step, lamp=lamp), means))
    return found


def _warns(mark: Mark) -> bool:
    return bool(mark.why) and (mark.mind or mark.lamp in {Lamp.AMBER, Lamp.RED})


def evening(bench: Bench) -> Text:
    """What starts the evening on this table, as it is typed."""
    answers = bench.path.answers
    words = ["--table", str(bench.table)]
    if answers.get("show"):
        words += ["--show", str(answers["show"])]
    camera = answers.get("camera")
    if camera:
        words += ["--camera", str(camera["place"])]
    # lights that were skipped are not looked for
    leds = "off" if bench.path.mark("lights").lamp is Lamp.SKIPPED else answers.get("leds")
    for key, word in (("leds", leds), ("display", answers.get("display"))):
        if word:
            words += [f"--{key}", str(word)]
    line = " ".join(quoted(word) for word in (*words, "--lang", bench.language))
    return Text("The evening: {command}", "La velada: {command}").filled(command=f"companion run {line}")
