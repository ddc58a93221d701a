"""The rehearsal: every failure of an evening once, on purpose."""

from collections.abc import Iterator
from typing import ClassVar, Protocol, cast

from companion.app.drill import Rehearsed
from companion.app.drill_report import working
from companion.app.setting_up.bench import Bench
from companion.app.setting_up.step import Page, Step
from companion.kernel.text import Text
from companion.screens.setup_view import Lamp, Told
from companion.screens.view_model import Tone

TODO = Text(
    "Enter rehearses on a trial match, for about a minute: camera, lights, disk, crowd board and program fail on "
    "purpose, one after the other. Or skip.",
    "Intro ensaya en un combate de prueba, más o menos un minuto: fallan a propósito cámara, luces, disco, marcador y "
    "programa, uno tras otro. O salta.",
)
RUNS = Text(
    "There is nothing to do: each failure comes and goes, for about a minute, and then this goes on by itself. Skip "
    "ends it.",
    "No hay nada que hacer: cada avería viene y se va, más o menos un minuto, y luego sigue solo. Saltar lo termina.",
)
AGAIN = Text(
    "Not every failure was got over: see below. Enter rehearses all once more; skip leaves it so.",
    "No se superaron todas las averías: míralo abajo. Intro las ensaya otra vez; saltar lo deja así.",
)


class Closing(Protocol):
    """What is rehearsed can be ended in the middle."""

    def close(self) -> None: ...


class DrillStep(Step):
    """The rehearsal: what breaks at events is broken here once, on purpose, and the match goes on."""

    id = "drill"
    title = Text("Rehearsal", "Ensayo")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text(
            "every failure was rehearsed; the match goes on through each", "se ensayó cada avería; el combate sigue"
        ),
        Lamp.RED: Text("a failure would stop the evening: see what is told", "una avería pararía la velada: léelo"),
        Lamp.SKIPPED: Text(
            "not rehearsed; `companion drill` does it at any time",
            "sin ensayar; `companion drill` lo hace cuando quieras",
        ),
    }

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self.items: list[Told] = []
        self._source: Iterator[Rehearsed] | None = None
        self._is_due = False

    def page(self) -> Page:
        told = (*self.items, *self.said) or self.before
        if self._source is not None:
            return Page(RUNS, told, primary=None)
        is_bad = any(one.tone is Tone.BAD for one in told)
        return Page(AGAIN if is_bad else TODO, told, primary=Text("Rehearse", "Ensayar"))

    def press(self, key: str) -> None:
        if key == "enter" and self._source is None:
            self.items = []
            self._source = iter(self.bench.rehearse(self.bench.language))
            self._next_item()

    def _next_item(self) -> None:
        source = self._source
        assert source is not None
        self.bench.start(working(len(self.items)), lambda: next(source, None), self._took, self._failed)

    def _took(self, item: Rehearsed | None) -> None:
        if item is None:
            self._done()
            return
        said = Text("{title}: {what}", "{title}: {what}").filled(title=item.title, what=item.happened)
        self.items.append(Told(said, Tone.GOOD if item.ok else Tone.BAD))
        self.bench.changed()
        self._is_due = True

    def tick(self) -> None:
        if self._is_due and self.bench.runner.busy() is None:
            self._is_due = False
            self._next_item()

    def _failed(self, text: Text) -> None:
        self.items.append(Told(text, Tone.BAD))
        self._done()

    def _done(self) -> None:
        self._source = None
        bad = [one.text for one in self.items if one.tone is Tone.BAD]
        passed = f"{len(self.items) - len(bad)}/{len(self.items)}"
        words = Text(f"{passed} rehearsed well", f"{passed} ensayados bien")
        self.bench.mark(self.id, Lamp.RED if bad else Lamp.GREEN, *([*bad[:3]] if bad else [words]))
        if not bad:
            self.next()

    def leave(self) -> None:
        """A rehearsal that runs is ended at once, in the middle of its item."""
        source, self._source = self._source, None
        if source is not None and hasattr(source, "close"):
            self.bench.runner.forget()
            cast("Closing", source).close()
