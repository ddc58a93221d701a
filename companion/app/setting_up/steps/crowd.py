"""The crowd board on its display."""

import sys
from dataclasses import replace
from typing import ClassVar

from companion.app.setting_up.bench import Bench, with_seconds
from companion.app.setting_up.opened import Opened
from companion.app.setting_up.step import Page, Step
from companion.app.setting_up.steps.begin import USUAL_SHOW
from companion.errors import CompanionError
from companion.kernel.text import Text
from companion.screens import setup_identify
from companion.screens.displays import Display, Placement, place_crowd
from companion.screens.setup_view import Choice, DisplayShape, Lamp, Told
from companion.screens.view_model import Tone
from companion.screens.window import has_display, open_displays

MOST_DISPLAYS = 4
ONE_DISPLAY = Text(
    "one display only. Enter: in the match the board waits minimised in the task bar; once a second one is there, it "
    "opens on that by itself",
    "una sola pantalla. Intro: en el combate el marcador espera minimizado en la barra de tareas; en cuanto haya otra, "
    "se abre en ella solo",
)
OPENS_ON = Text("Enter: the board opens on display {n}", "Intro: el marcador se abre en la pantalla {n}")
OVER_THE_REFEREE = Text(
    "Enter: the board opens on display {n}, over the referee's window; another display leaves it free",
    "Intro: el marcador se abre en la pantalla {n}, encima de la ventana del árbitro; otra pantalla la deja libre",
)
GONE = Text("display {name} is not there", "la pantalla {name} no está")
ONLY_ONE = Text("there is only one display", "solo hay una pantalla")
NO_DISPLAY = Text("no display here", "aquí no hay pantalla")
OPENING_NUMBERS = Text("opening the numbers", "abriendo los números")
OPENING_BOARD = Text("opening the board", "abriendo el marcador")
NUMBERS_THERE = Text("each display shows its number", "cada pantalla enseña su número")
BOARD_THERE = Text(
    "the test picture is on display {n}: Q on it closes it",
    "la imagen de prueba está en la pantalla {n}: Q en ella la cierra",
)
NOT_OPENED = Text("it did not open: {why}", "no se ha abierto: {why}")
ENDED = Text("its program ended at once", "su programa terminó enseguida")


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
        self.windows: list[Opened] = []
        self._opening = self._there = OPENING_BOARD
        self._since_ms = 0.0
        self._stood: list[tuple[bool, bool]] = []

    def page(self) -> Page:
        todo = Text(
            "Choose the display of the crowd board. F8 shows each display's number on it, F9 a test picture of the "
            "board: Q on it, or leaving this page, closes it.",
            "Elige la pantalla del marcador. F8 enseña en cada pantalla su número, F9 una imagen de prueba del "
            "marcador: se cierra con Q en ella o al dejar esta página.",
        )
        choices = [Choice(str(one.index + 1), _display_text(one), chosen=self._is_chosen(one)) for one in self.displays]
        choices.append(Choice("f8", Text("show the displays' numbers", "enseñar los números de pantalla")))
        choices.append(Choice("f9", Text("show a test picture there", "enseñar allí una imagen de prueba")))
        there = (Told(self._there, Tone.GOOD),) if any(one.is_there for one in self.windows) else ()
        is_coming = any(one.is_coming for one in self.windows)
        busy = with_seconds(self._opening, self.bench.clock_ms() - self._since_ms) if is_coming else None
        told = (*self._of_enter(), *there, *self.said)
        return Page(todo, told, tuple(choices), busy=busy, displays=self._shapes())

    def _shapes(self) -> tuple[DisplayShape, ...]:
        """The displays as they stand side by side; the first one is the referee's."""
        return tuple(
            DisplayShape(one.index + 1, one.width, one.height, one.index == 0, is_crowd=self._is_chosen(one))
            for one in self.displays
        )

    def _of_enter(self) -> tuple[Told, ...]:
        """What Enter does now."""
        if not self.displays:
            return (Told(NO_DISPLAY, Tone.WARN),)
        placement, is_gone = self._placement()
        gone = (Told(GONE.filled(name=self.chosen), Tone.WARN),) if is_gone else ()
        if self._is_alone:
            return (*gone, Told(ONE_DISPLAY, Tone.WARN))
        n = placement.display.index + 1
        if placement.display == self.displays[0]:
            return (*gone, Told(OVER_THE_REFEREE.filled(n=n), Tone.WARN))
        return (*gone, Told(OPENS_ON.filled(n=n), Tone.GOOD))

    def _placement(self) -> tuple[Placement, bool]:
        """Where the board opens, and whether the display that was chosen is gone: then where it opens without one."""
        placement = place_crowd(self.displays, self.chosen)
        return (placement, False) if placement.note is None else (place_crowd(self.displays, None), True)

    @property
    def _is_alone(self) -> bool:
        return len(self.displays) == 1

    def _is_chosen(self, one: Display) -> bool:
        return self._placement()[0].display == one

    def press(self, key: str) -> None:
        for one in self.displays:
            if key == str(one.index + 1):
                self.chosen = one.stored
                self.said = ()
        if key == "f8":
            self._start([setup_identify.command(one) for one in self.displays], OPENING_NUMBERS, NUMBERS_THERE)
        elif key == "f9":
            self._show()
        elif key == "enter":
            self._accept()

    def _show(self) -> None:
        """Its test picture, in its own process; a window where it would lie over this page. Leaving closes it."""
        show = str(self.bench.path.answers.get("show") or self.bench.wanted.show or USUAL_SHOW)
        words = [sys.executable, "-m", "companion", "scoreboard", "--show", show, "--lang", self.bench.language]
        words += ["--test", "--heart"]
        there = self._placement()[0].display if self.displays else None
        if there is not None and there != self.displays[0]:
            words += ["--display", there.stored]
        number = 1 if there is None else there.index + 1
        self._start([words], OPENING_BOARD, BOARD_THERE.filled(n=number))

    def _start(self, commands: list[list[str]], opening: Text, there: Text) -> None:
        if any(one.is_coming for one in self.windows):
            return
        self._close()
        if not self.displays:
            self.say(NO_DISPLAY, Tone.WARN)
            return
        self.said = ()
        self._opening, self._there, self._since_ms = opening, there, self.bench.clock_ms()
        self.windows = [Opened(words) for words in commands]

    def tick(self) -> None:
        """A window came, or went, or never came."""
        failed = next((one for one in self.windows if one.has_failed), None)
        if failed is not None:
            self._close()
            self.say_bad(NOT_OPENED.filled(why=failed.said or ENDED))
        stands = [(one.is_coming, one.is_there) for one in self.windows]
        if stands != self._stood:
            self._is_gone(any(there for _, there in self._stood) and not any(map(any, stands)))
            self._stood = stands
            self.bench.changed()

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
        placement, is_gone = self._placement()
        stored = placement.display.stored if is_gone or self.chosen is None else self.chosen
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

    def _is_gone(self, is_gone: bool) -> None:
        """A window that was there is there no more: the set-up's own takes the keys back."""
        self.bench.is_window_gone = self.bench.is_window_gone or is_gone

    def _close(self) -> None:
        self._is_gone(any(one.is_there for one in self.windows))
        for window in self.windows:
            window.close()
        self.windows = []

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
