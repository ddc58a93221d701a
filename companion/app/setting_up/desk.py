"""The guided set-up between people and parts: keys in, pages out. A window, a test or a script drives it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

import numpy as np

from companion.app.drill import Rehearsed, rehearse
from companion.app.language import preferred
from companion.app.setting_up import progress
from companion.app.setting_up.another_evening import why_here
from companion.app.setting_up.bench import NO_PICTURE, USUAL_LEDS, Bench, Wanted, quoted, table_of
from companion.app.setting_up.feed import Cameras
from companion.app.setting_up.path import STEPS, SetupPath
from companion.app.setting_up.resumed import Resumed
from companion.app.setting_up.runner import Runner
from companion.app.setting_up.step import Step
from companion.app.setting_up.steps import STEP_CLASSES
from companion.app.setting_up.steps.again import begun_again, due_without_empty, path_of_table
from companion.app.setting_up.steps.camera import CameraStep, camera_wanted, is_of_another_command
from companion.app.setting_up.steps.crowd import displays_here
from companion.app.setting_up.steps.summary import evening
from companion.app.setting_up.words import at_the_window
from companion.errors import CompanionError
from companion.kernel.text import Language, Text
from companion.screens.displays import Display
from companion.screens.inputs import as_key
from companion.screens.setup_view import READ, STEP, Lamp, Live, Note, SetupView, StepMark, Told
from companion.screens.view_model import Question, Tone
from companion.vision.sources import Picture

LEAVE_QUESTION = Text(
    "Leave the set-up? What is done is kept; the same command goes on here.",
    "¿Salir de la puesta a punto? Lo hecho queda guardado; la misma orden sigue aquí.",
)
OLD = Text("OLD PICTURE", "IMAGEN VIEJA")
FIRST_PAGE = Text("this is the first page: F2 leads no further back", "es la primera página: F2 no lleva más atrás")
NOT_SKIPPED = Text("this page cannot be skipped: Enter goes on", "esta página no se puede saltar: Intro sigue")
NO_KEYS = Text("{key} does nothing on this page", "{key} no hace nada en esta página")
OTHER_KEYS = Text("{key} does nothing here; here work: {keys}", "{key} no hace nada aquí; aquí valen: {keys}")
STAY, LEAVE = Text("Stay", "Seguir"), Text("Leave", "Salir")


class SetupDesk:
    """One run of the set-up.

    Raises:
        FileProblemError, ConfigError: the table or the progress file cannot be read.
    """

    def __init__(
        self,
        wanted: Wanted,
        runner: Runner,
        cameras: Cameras,
        clock_ms: Callable[[], float],
        today: Callable[[], datetime] = datetime.now,
        displays: Callable[[], tuple[Display, ...]] = displays_here,
        rehearse: Callable[[Language], Iterator[Rehearsed]] = rehearse,
    ) -> None:
        found = None if wanted.fresh else progress.load(wanted.table)
        path = SetupPath() if found is None else begun_again(found) if found.is_over else found
        if found is None and not wanted.fresh:
            path = path_of_table(wanted.table, table_of(wanted.table), path)
        elif found is not None:
            path = due_without_empty(wanted.table, path)
        if "language" not in path.answers or wanted.language is not None:
            path = path.answered(language=wanted.language or preferred())
        self.bench = Bench(wanted, path, runner, cameras, clock_ms, today, displays, rehearse)
        if is_of_another_command(self.bench):
            # looked at first: what comes later is seen through it
            path = path.marked(CameraStep.id, Lamp.NOT_YET, *path.mark(CameraStep.id).why)
            self.bench.path = path = path.to(min(path.at, CameraStep.id, key=STEPS.index))
        self._resumed = Resumed(path)
        self._leaving = False
        self._reading = False
        # what was told of keys that do nothing: one at a time
        self._no_uses: set[Told] = set()
        self._light_hall = False
        self._left = False
        self._last_place = ""
        self._as_opened: dict[str, Any] = {}
        try:
            self.step: Step = self._opened(path.at)
        except CompanionError:
            # the page had the camera opened already: a reader left behind would end the program the hard way
            self.bench.runner.close()
            self.bench.close_camera()
            raise

    @property
    def language(self) -> str:
        return self.bench.language

    @property
    def is_over(self) -> bool:
        return self._left or self.bench.path.is_over

    def _opened(self, step: str) -> Step:
        """The page of a step, with what was typed on it and not used yet."""
        opened = STEP_CLASSES[step](self.bench)
        self._as_opened = opened.unfinished()
        typed = self.bench.path.unfinished(step)
        if typed:
            opened.recall(typed)
        return opened

    def _keep_typed(self) -> None:
        """What is typed goes to disk within a look; what is as the page was opened is no typing."""
        step, path = self.step, self.bench.path
        now = step.unfinished()
        if all(self._as_opened.get(key) == value for key, value in now.items() if key != "here"):
            now = {}
        if now != path.unfinished(step.id) and not path.is_over:
            self.bench.take(path.with_unfinished(step.id, now))

    def tick(self, now_ms: float) -> None:
        """Once a round: the newest picture, finished work, and the step's own."""
        del now_ms
        self.bench.look()
        if self.bench.runner.tick():
            self.bench.changed()
        self._resumed.tick(self.bench)
        self._follow()
        self.step.tick()
        self.step.forget_past()
        self._follow()
        self._keep_typed()

    def press(self, key: str) -> None:
        """One key, by any of the names in `inputs`, `setup_view` and the page's targets."""
        if not self._takes_text():
            key = as_key(key)
        self.bench.changed()
        if self._leaving:
            # it stays until it is answered; Enter and Esc keep to the set-up, as the first answer
            self._leaving = key not in {"1", "2", "enter", "escape"}
            self._left = key == "2"
            return
        if self._reading and key != "closed":
            # any key goes back to the page, and does nothing else: what it would do was not to be seen
            self._reading = False
            return
        match key:
            case "closed" | "escape":
                self._leaving, self._reading = True, False
            case _ if key == READ:
                self._reading = True
            case "f2" if self.step.id != STEPS[0]:
                self._go(self.bench.path.back())
            case "f3" if self.step.can_skip:
                if not self.step.skip_question():
                    self._go(self.bench.path.skip())
            case "f4":
                self._light_hall = not self._light_hall
            case _ if key.startswith(STEP):
                self._go(self.bench.path.to(key.removeprefix(STEP)))
            case "f2" | "f3" | "f5" | "f6" | "f7" | "f8" | "f9" | "f10" | "f12" if not self._offers(key):
                self._tell_no_use(key)
            case "enter" if self.is_stale:
                self.step.say_bad(NO_PICTURE)
            case _:
                self._to_step(key)
        self._follow()

    def _offers(self, key: str) -> bool:
        return any(one.key == key for one in self.step.page().choices)

    def _tell_no_use(self, key: str) -> None:
        """Beside what was told already: that still holds."""
        no_use = Told(self._no_use(key), Tone.WARN)
        self._no_uses.add(no_use)
        self.step.said = (*(one for one in self.step.said if one not in self._no_uses), no_use)

    def _no_use(self, key: str) -> Text:
        """Why a key does nothing here, and which ones do something."""
        if key in {"f2", "f3"}:
            return FIRST_PAGE if key == "f2" else NOT_SKIPPED
        shown = [Text("{key} ({what})", "{key} ({what})").filled(key=one.key.upper(), what=one.label)
                 for one in self.step.page().choices]  # fmt: skip
        if not shown:
            return NO_KEYS.filled(key=key.upper())
        keys = Text(", ".join(one.en for one in shown), ", ".join(one.es for one in shown))
        return OTHER_KEYS.filled(key=key.upper(), keys=keys)

    def _takes_text(self) -> bool:
        """Whether a field is written in now: none under a question, and none on a page of choices alone."""
        return not self._leaving and not self._reading and any(one.here for one in self.step.page().entries)

    def _to_step(self, key: str) -> None:
        """A key for the page; what was wrong before goes from it as soon as work begins anew."""
        said, was_asked = self.step.said, self.bench.runner.is_asked
        self.step.press(key)
        if self.bench.runner.is_asked and not was_asked and self.step.said is said:
            self.step.said = tuple(one for one in said if one.tone is not Tone.BAD)

    @property
    def is_stale(self) -> bool:
        """The page judges a picture, and the one that is shown is old: nothing is taken from it."""
        return self.step.judges_picture and self.bench.is_stale

    def _go(self, path: SetupPath) -> None:
        self.bench.runner.forget()
        self.bench.take(path)

    def _follow(self) -> None:
        """Open the page of the step that the path stands at."""
        if self.step.id != self.bench.path.at:
            here = self.step.id
            try:
                step = self._opened(self.bench.path.at)
            except CompanionError as error:
                # a table that somebody broke meanwhile: the page that is open stays
                self.bench.take(self.bench.path.to(here))
                self.bench.problem = Text(error.of("en"), error.of("es"))
                return
            self.step.leave()
            self.step, self._reading = step, False
            self.bench.changed()

    def marks(self) -> tuple[StepMark, ...]:
        path = self.step.path_shown()
        return tuple(StepMark(step, STEP_CLASSES[step].title, path.mark(step).lamp) for step in STEPS)

    def view(self) -> SetupView:
        """The page as it is now."""
        page, is_stale = self.step.page(), self.is_stale
        here = why_here(self.bench.path, {step: one.title for step, one in STEP_CLASSES.items()})
        # what answers a key is told on every page, also on one that tells nothing else
        told = (*page.told, *self.step.said) if here is None else (Told(here), *page.told, *self.step.said)
        if is_stale:
            # what an old picture told is no finding
            told = (Told(NO_PICTURE, Tone.BAD), *(one for one in told if one.tone not in {Tone.GOOD, Tone.WARN}))
        told = tuple(dict.fromkeys(replace(one, text=at_the_window(one.text)) for one in told))
        banner = self.bench.banner()
        return SetupView(
            at=self.step.id,
            title=self.step.title,
            steps=self.marks(),
            todo=page.todo,
            told=told,
            choices=page.choices,
            entries=page.entries,
            live=_marked_old(page.live) if self.bench.is_stale else page.live,
            primary=None if is_stale else page.primary,
            can_skip=self.step.can_skip,
            can_back=self.step.id != STEPS[0],
            busy=self.bench.busy() or page.busy,
            banner=None if banner is None else at_the_window(banner),
            minutes_left=-(-self.step.path_shown().seconds_left // 60),
            question=Question(LEAVE_QUESTION, (STAY, LEAVE)) if self._leaving else None,
            summary=tuple((mark, at_the_window(words)) for mark, words in page.summary),
            light_hall=self._light_hall,
            waits_for_picture=self.step.judges_picture or self.step.shows_picture,
            meanings=tuple((lamp, at_the_window(words)) for lamp, words in self.step.meanings.items()),
            displays=page.displays,
            is_reading=self._reading,
            version=self.bench.version,
        )

    def what_next(self) -> Text:
        """What is typed next: the evening's command, or the set-up's own where it was left before its end."""
        if self.bench.path.is_over:
            return evening(self.bench)
        wanted, answers = self.bench.wanted, self.bench.path.answers
        # what was chosen on a page, or is shown on it, goes before what the command line said of it
        camera = self.bench.place or self._last_place or camera_wanted(self.bench)
        leds = answers.get("leds") or wanted.leds
        display = answers.get("display") or wanted.display
        words = ["--table", wanted.table]
        for option, word in (
            ("--show", answers.get("show") or wanted.show), ("--camera", camera), ("--markers", wanted.markers),
            ("--leds", leds if leds != USUAL_LEDS else ""), ("--display", display), ("--lang", self.language),
        ):  # fmt: skip
            words += [option, word] if word else []
        line = " ".join(quoted(str(word)) for word in words)
        return Text("Go on here: {command}", "Sigue aquí con: {command}").filled(command=f"companion setup {line}")

    def close(self) -> None:
        self._keep_typed()
        self._last_place = self.bench.place
        self.bench.close_camera()
        self.step.leave()
        self.bench.runner.close()


def _marked_old(live: Live | None) -> Live | None:
    """The last picture, with a word on it that nothing is judged by it."""
    if live is None:
        return None
    high, wide = np.shape(cast("Picture", live.picture))[:2]
    return replace(live, notes=(*live.notes, Note((wide / 2, high / 2), OLD, (232, 80, 80))))
