"""Crowd board, sound, rehearsal."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from companion.app.drill import Rehearsed
from companion.app.setting_up.bench import Bench
from companion.app.setting_up.step import Page, Step
from companion.errors import CompanionError
from companion.kernel.text import Text
from companion.screens import setup_identify
from companion.screens.displays import Display, place_crowd
from companion.screens.setup_view import Choice, DisplayShape, Lamp, Told
from companion.screens.sounds import NO_DEVICE, Player, Sound
from companion.screens.view_model import Tone
from companion.screens.window import has_display, open_displays

MOST_DISPLAYS = 4
ONE_DISPLAY = Text(
    "one display only: in the match the board waits minimised in the task bar",
    "una sola pantalla: en el combate el marcador espera minimizado en la barra de tareas",
)
ONLY_ONE = Text("there is only one display", "solo hay una pantalla")
NO_DISPLAY = Text("no display here", "aquí no hay pantalla")


class CrowdStep(Step):
    """The crowd board on its display (F-01)."""

    id = "crowd"
    title = Text("Crowd board", "Marcador")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text("the crowd sees the match on its display", "el público ve el combate en su pantalla"),
        Lamp.AMBER: Text("the board waits minimised in the task bar", "el marcador espera minimizado en la barra de tareas"),  # noqa: E501
        Lamp.SKIPPED: Text("the board opens on the second display, if there is one", "el marcador se abre en la segunda pantalla, si la hay"),  # noqa: E501
    }  # fmt: skip

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self.displays = bench.displays()[:MOST_DISPLAYS]
        self.chosen = str(bench.path.answers.get("display") or bench.wanted.display or "") or None
        self.processes: list[subprocess.Popen[bytes]] = []

    def page(self) -> Page:
        todo = Text(
            "Choose the display of the crowd board. F8 shows each display's number on it, F9 the board itself: Q on "
            "it, or leaving this page, closes it.",
            "Elige la pantalla del marcador. F8 enseña en cada pantalla su número, F9 el propio marcador: se cierra "
            "con Q en él o al dejar esta página.",
        )
        choices = [Choice(str(one.index + 1), _display_text(one), chosen=self._is_chosen(one)) for one in self.displays]
        choices.append(Choice("f8", Text("show the displays' numbers", "enseñar los números de pantalla")))
        choices.append(Choice("f9", Text("show the board there", "enseñar allí el marcador")))
        told = list(self.said or self.before)
        if self.displays:
            placement = place_crowd(self.displays, self.chosen)
            if placement.note is not None:
                told.append(Told(placement.note, Tone.WARN))
            elif self._is_alone:
                told.append(Told(ONE_DISPLAY, Tone.WARN))
        else:
            told.append(Told(NO_DISPLAY, Tone.WARN))
        return Page(todo, tuple(told), tuple(choices), displays=self._shapes())

    def _shapes(self) -> tuple[DisplayShape, ...]:
        """The displays as they stand side by side; the first one is the referee's."""
        return tuple(
            DisplayShape(one.index + 1, one.width, one.height, one.index == 0, is_crowd=self._is_chosen(one))
            for one in self.displays
        )

    @property
    def _is_alone(self) -> bool:
        return len(self.displays) == 1

    def _is_chosen(self, one: Display) -> bool:
        placement = place_crowd(self.displays, self.chosen)
        return placement.display == one and (placement.borderless or self.chosen is not None)

    def press(self, key: str) -> None:
        for one in self.displays:
            if key == str(one.index + 1):
                self.chosen = one.stored
                self.said = ()
        if key == "f8":
            self._start([setup_identify.command(one) for one in self.displays])
        elif key == "f9":
            self._show()
        elif key == "enter":
            self._accept()

    def _show(self) -> None:
        """The board itself, in its own process; a window where it would lie over this page. Leaving closes it."""
        show = str(self.bench.path.answers.get("show") or "show.db")
        words = [sys.executable, "-m", "companion", "scoreboard", "--show", show, "--lang", self.bench.language]
        there = place_crowd(self.displays, self.chosen).display if self.displays else None
        is_apart = there is not None and there != self.displays[0]
        self._start([words + (["--display", self.chosen] if self.chosen and is_apart else [])])

    def _start(self, commands: list[list[str]]) -> None:
        self._close()
        if not self.displays:
            self.say(NO_DISPLAY, Tone.WARN)
            return
        self.processes = [subprocess.Popen(words) for words in commands]  # noqa: S603  # our own program

    def _accept(self) -> None:
        if not self.displays:
            self.bench.mark(self.id, Lamp.AMBER, NO_DISPLAY)
            self.next()
            return
        if self._is_alone:
            # a display that is stored is filled: the board would lie over the referee's window
            self.bench.answer(display="")
            self.bench.mark(self.id, Lamp.AMBER, ONLY_ONE)
            self.next()
            return
        placement = place_crowd(self.displays, self.chosen)
        stored = self.chosen or placement.display.stored
        try:
            draft = self.bench.draft()
            if draft.ring is not None:
                self.bench.write(replace(draft, display={**dict(draft.display), "crowd": stored}))
        except CompanionError as error:
            self.say_bad(Text(error.of("en"), error.of("es")))
            return
        self.bench.answer(display=stored)
        self.bench.mark(self.id, Lamp.GREEN, Text("display {name}", "pantalla {name}").filled(name=stored))
        self.next()

    def _close(self) -> None:
        for process in self.processes:
            if process.poll() is None:
                process.terminate()
        self.processes = []

    def leave(self) -> None:
        self._close()


def displays_here() -> tuple[Display, ...]:
    """The displays of this machine; none where no window can open."""
    if not has_display():
        return ()
    try:
        return open_displays()
    except CompanionError:
        return ()


def _display_text(one: Display) -> Text:
    words = f"{one.index + 1}: {one.width} x {one.height}"
    return Text(words, words)


def _no_sound(reason: str) -> Text:
    """Why nothing is heard; what a driver says comes in its own words."""
    if reason == NO_DEVICE:
        return Text(NO_DEVICE, "sin sonido: no hay tarjeta ni servidor de sonido")
    return Text(f"no sound card: {reason}", f"sin tarjeta de sonido: {reason}")


class SoundStep(Step):
    """The bell."""

    id = "sound"
    title = Text("Sound", "Sonido")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text("bell and counts are heard", "se oyen la campana y las cuentas"),
        Lamp.AMBER: Text("a match without sound", "un combate sin sonido"),
        Lamp.SKIPPED: Text("nobody listened for the bell", "nadie ha probado la campana"),
    }

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self.player = Player()
        self.player.play(Sound.BELL)

    def page(self) -> Page:
        todo = Text(
            "The bell rings. Do you hear it where the crowd sits?", "Suena la campana. ¿Se oye donde está el público?"
        )
        told = list(self.said)
        if self.player.reason:
            told.append(Told(_no_sound(self.player.reason), Tone.WARN))
        choices = (
            Choice("1", Text("yes", "sí")), Choice("2", Text("no", "no")), Choice("3", Text("once more", "otra vez")),
        )  # fmt: skip
        return Page(todo, tuple(told), choices, primary=Text("Yes", "Sí") if self.player.audible else None)

    def press(self, key: str) -> None:
        if key == "3":
            self.player.play(Sound.BELL)
        elif key == "2" or (key in {"1", "enter"} and not self.player.audible):
            self.bench.mark(self.id, Lamp.AMBER, Text("the bell is not heard", "la campana no se oye"))
            self.next()
        elif key in {"1", "enter"}:
            self.bench.mark(self.id, Lamp.GREEN, Text("the bell is heard", "la campana se oye"))
            self.next()

    def leave(self) -> None:
        self.player.close()


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
        todo = Text(
            "Enter rehearses on a trial match, for a minute or two: camera, lights, disk, crowd board and program fail "
            "on purpose, one after the other. Or skip.",
            "Intro ensaya en un combate de prueba, uno o dos minutos: fallan a propósito cámara, luces, disco, "
            "marcador y programa, uno tras otro. O salta.",
        )
        told = (*self.items, *self.said) or self.before
        return Page(todo, told, primary=None if self._source is not None else Text("Rehearse", "Ensayar"))

    def press(self, key: str) -> None:
        if key == "enter" and self._source is None:
            self.items = []
            self._source = iter(self.bench.rehearse(self.bench.language))
            self._next_item()

    def _next_item(self) -> None:
        source = self._source
        assert source is not None
        self.bench.start(Text("rehearsing", "ensayando"), lambda: next(source, None), self._took, self._failed)

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
        """A rehearsal that runs is ended behind its present item, beside the loop."""
        source, self._source = self._source, None
        if source is not None and hasattr(source, "close"):
            self.bench.runner.forget()
            ending = Text("ending the rehearsal", "terminando el ensayo")
            self.bench.start(ending, source.close, lambda _: None, lambda _: None)
