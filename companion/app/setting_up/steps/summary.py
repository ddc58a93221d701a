"""The last page: how each step stands, and what that means for the match."""

from companion.app.setting_up.path import STEPS
from companion.app.setting_up.step import Page, Step
from companion.kernel.text import Text
from companion.screens.setup_view import Lamp, StepMark, Told
from companion.screens.view_model import Tone

NOT_YET = Text("not done: go there by the list, or leave it", "sin hacer: ve a él por la lista, o déjalo")


class SummaryStep(Step):
    id = "summary"
    title = Text("Summary", "Resumen")
    can_skip = False

    def page(self) -> Page:
        from companion.app.setting_up.steps import STEP_CLASSES

        rows = []
        for step in STEPS[:-1]:
            mark = self.bench.path.mark(step)
            meaning = STEP_CLASSES[step].meanings.get(mark.lamp, NOT_YET)
            shown = mark.why and (mark.mind or mark.lamp in {Lamp.AMBER, Lamp.RED})
            text = Text("{what}. {why}", "{what}. {why}").filled(what=meaning, why=mark.why[0]) if shown else meaning
            rows.append((StepMark(step, STEP_CLASSES[step].title, mark.lamp), text))
        todo = Text(
            "Everything that is green is ready. Yellow: the match goes, mind what is told. Red: mend it; press its "
            "name at the left. Enter ends the set-up.",
            "Lo verde está listo. Amarillo: el combate sale, atiende el aviso. Rojo: arréglalo, pulsa su nombre a la "
            "izquierda. Intro termina.",
        )
        return Page(
            todo, (Told(self.command(), Tone.GOOD), *self.said), primary=Text("Ready", "Listo"), summary=tuple(rows)
        )

    def command(self) -> Text:
        """What starts the evening."""
        answers, bench = self.bench.path.answers, self.bench
        words = ["companion run", f"--table {_quoted(str(bench.table))}"]
        if answers.get("show"):
            words.append(f"--show {_quoted(str(answers['show']))}")
        camera = answers.get("camera")
        if camera:
            words.append(f"--camera {_quoted(str(camera['place']))}")
        if answers.get("leds"):
            words.append(f"--leds {answers['leds']}")
        if answers.get("display"):
            words.append(f"--display {answers['display']}")
        return Text("The evening: {command}", "La velada: {command}").filled(command=" ".join(words))

    def press(self, key: str) -> None:
        if key == "enter":
            self.bench.mark(self.id, Lamp.GREEN)
            self.bench.drop_ring_picture()
            self.next()


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else word
