"""The last page: how each step stands, and what that means for the match."""

from dataclasses import replace

from companion.app.setting_up.bench import Bench, quoted
from companion.app.setting_up.figure_work import LAMPS, meaning_of, notes_of
from companion.app.setting_up.path import STEPS, Mark
from companion.app.setting_up.step import Page, Step
from companion.app.setting_up.steps.palms import palms_judged
from companion.kernel.text import Text, plural
from companion.screens.setup_view import Choice, Lamp, StepMark, Told
from companion.screens.view_model import Tone

NOT_YET = Text("not done: go there by the list, or leave it", "sin hacer: ve a él por la lista, o déjalo")


# on one page of the warnings
PAGE = 7
ALL = Text("every warning and hint ({n}) and what it means", "todos los avisos y consejos ({n}) y qué suponen")
FEWER, MORE = Text("back to the steps", "volver a los pasos"), Text("the next ones", "los siguientes")
FIRST_OF = Text("{why} (and {n} more: F6)", "{why} (y {n} más: F6)")
HINT = Text("Hint: {why}", "Consejo: {why}")
ONE_HINT = Text("{what}. 1 hint: F6", "{what}. 1 consejo: F6")
HINTS = Text("{what}. {n} hints: F6", "{what}. {n} consejos: F6")
MEANS = Text("{why}. In the match: {what}", "{why}. En el combate: {what}")


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
        warnings = self._warnings()
        choices: tuple[Choice, ...] = ()
        if warnings:
            choices = (Choice("f6", FEWER if self._lists else ALL.filled(n=len(warnings))),)
        if self._lists:
            if len(warnings) > PAGE:
                choices = (*choices, Choice("f7", MORE))
            todo = Text(
                "Each warning and hint with what it means in the match; press one to go to its step.",
                "Cada aviso y consejo y qué supone en el combate; pulsa uno para ir a su paso.",
            )
            return Page(todo, self.said, choices, primary=None, summary=warnings[self._first : self._first + PAGE])
        todo = Text(
            "Everything that is green is ready. Amber: the match goes, mind what is told. Red: mend it; press its "
            "name at the left. Enter ends the set-up.",
            "Lo verde está listo. Amarillo: el combate sale, atiende el aviso. Rojo: arréglalo, pulsa su nombre a la "
            "izquierda. Intro termina.",
        )
        told = (Told(self.command(), Tone.GOOD), Told(ON_THE_TERMINAL), *self.said)
        return Page(todo, told, choices, primary=Text("Ready", "Listo"), summary=self._rows())

    def _marked(self) -> list[tuple[StepMark, Mark, Text]]:
        """Every step before this one, how it stands, and what that means."""
        from companion.app.setting_up.steps import STEP_CLASSES

        found = []
        for step in STEPS[:-1]:
            mark, shown = self.bench.path.mark(step), STEP_CLASSES[step]
            found.append((StepMark(step, shown.title, mark.lamp), mark, shown.meanings.get(mark.lamp, NOT_YET)))
        return found

    def _rows(self) -> tuple[tuple[StepMark, Text], ...]:
        rows = []
        for step, mark, meaning in self._marked():
            text = meaning
            if _warns(mark) and mark.lamp is Lamp.GREEN:
                text = plural(len(mark.why), ONE_HINT, HINTS, what=meaning)
            elif _warns(mark):
                why = mark.why[0]
                if len(mark.why) > 1:
                    why = FIRST_OF.filled(why=why, n=len(mark.why) - 1)
                # a reason that is the meaning is said once
                text = (
                    why
                    if mark.why == (meaning,)
                    else Text("{what}. {why}", "{what}. {why}").filled(what=meaning, why=why)
                )
            rows.append((step, text))
        return tuple(rows)

    def _warnings(self) -> tuple[tuple[StepMark, Text], ...]:
        """Every reason of every step that has some, with its own light and what it means for the match."""
        rows = []
        for step, mark, meaning in self._marked():
            if step.id == "figures":
                told = [(LAMPS[note.kind], note.text, meaning_of(note)) for note in notes_of(self.bench.path)]
            else:
                told = [(mark.lamp, why, None if mark.lamp is Lamp.GREEN else meaning) for why in mark.why]
            for lamp, why, what in told if _warns(mark) else ():
                said = HINT.filled(why=why) if lamp is Lamp.GREEN else why
                rows.append(
                    (replace(step, lamp=lamp), said if what in {None, why} else MEANS.filled(why=said, what=what))
                )
        return tuple(rows)

    def command(self) -> Text:
        return evening(self.bench)

    def press(self, key: str) -> None:
        if key == "f6":
            self._lists, self._first = not self._lists and bool(self._warnings()), 0
        elif key == "f7" and self._lists:
            after = self._first + PAGE
            self._first = after if after < len(self._warnings()) else 0
        elif key == "enter" and not self._lists:
            self.bench.mark(self.id, Lamp.GREEN)
            self.bench.drop_ring_picture()
            self.next()


ON_THE_TERMINAL = Text(
    "the terminal shows this command when the set-up ends, to be copied",
    "al terminar, esta orden sale en el terminal, para copiarla",
)


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
