"""What a step of the set-up is: a page, keys, and a result."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.app.setting_up.bench import Bench
from companion.app.setting_up.path import SetupPath
from companion.kernel.text import Text
from companion.screens.inputs import SELECT, TEXT
from companion.screens.setup_view import FIELD, Choice, DisplayShape, Entry, Lamp, Live, StepMark, Told
from companion.screens.view_model import Tone

GO_ON = Text("Next", "Seguir")
TONES = {Lamp.GREEN: Tone.GOOD, Lamp.AMBER: Tone.WARN, Lamp.RED: Tone.BAD}
# letters of a name or number, and of a file with its folders or an address: as many as systems take
LONGEST_ENTRY, LONGEST_PATH = 80, 4096
# keys that keep what is selected, to be typed on
KEEPING = frozenset({"left", "right", "home", "end"})
# keys that write where letters are typed
LETTER_KEYS = {"space": " ", ".": ".", "-": "-"}
REFUSED = Text("“{field}”: {why}", "«{field}»: {why}")
NOT_ALLOWED = Text("{typed} is not allowed; type {least} to {most}", "{typed} no vale; escribe de {least} a {most}")
OR_EMPTY = Text("{why}, or leave it empty", "{why}, o déjalo vacío")
MISSING = Text("nothing is typed; type {least} to {most}", "no hay nada escrito; escribe de {least} a {most}")

BACK = Text("back to the page", "volver a la página")


@dataclass(frozen=True)
class Page:
    """What a step adds to the screen.

    Attributes:
        busy: what is on its way besides the work beside the loop.
    """

    todo: Text
    told: tuple[Told, ...] = ()
    choices: tuple[Choice, ...] = ()
    entries: tuple[Entry, ...] = ()
    live: Live | None = None
    primary: Text | None = GO_ON
    summary: tuple[tuple[StepMark, Text], ...] = ()
    displays: tuple[DisplayShape, ...] = ()
    busy: Text | None = None


class Form:
    """Fields that are typed; one of them has the letters.

    As in every form, what stands in a field is selected on coming to it: the first letter takes its place, Backspace
    clears it, an arrow keeps it.

    Attributes:
        longest: most letters of a field.
    """

    def __init__(
        self,
        labels: Mapping[str, Text],
        values: Mapping[str, str] | None = None,
        here: str = "",
        longest: int = LONGEST_ENTRY,
    ) -> None:
        self.labels, self.values, self.longest = labels, dict(values or {}), longest
        self.here = here

    @property
    def here(self) -> str:
        """The field that has the letters; "" when none has them, and digits are choices."""
        return self._here

    @here.setter
    def here(self, key: str) -> None:
        self._here, self._is_fresh = key, True

    @property
    def is_selected(self) -> bool:
        """Whether the next letter takes the place of what stands in the field."""
        return self._is_fresh and bool(self.values.get(self._here))

    def press(self, key: str) -> bool:
        """Take a key; whether it was one of typing."""
        names = list(self.labels)
        if key.startswith(FIELD):
            # another press on the field in which one is typing begins nothing anew
            if self.here != key.removeprefix(FIELD):
                self.here = key.removeprefix(FIELD)
            return True
        if key == "pagedown" and names:
            self.here = names[(names.index(self.here) + 1) % len(names)] if self.here in names else names[0]
            return True
        if key == "pageup" and names:
            self.here = names[names.index(self.here) - 1] if self.here in names else names[-1]
            return True
        return bool(self.here) and self._typed(key)

    def _typed(self, key: str) -> bool:
        value = self.values.get(self.here, "")
        if key == SELECT:
            self._is_fresh = True
            return True
        if key in KEEPING and self.is_selected:
            self._is_fresh = False
            return True
        letter = key.removeprefix(TEXT) if key.startswith(TEXT) else LETTER_KEYS.get(key)
        if letter is not None:
            self.values[self.here] = (("" if self.is_selected else value) + letter)[: self.longest]
        elif key == "backspace":
            self.values[self.here] = "" if self.is_selected else value[:-1]
        else:
            return False
        self._is_fresh = False
        return True

    def entries(self) -> tuple[Entry, ...]:
        return tuple(
            Entry(key, label, self.values.get(key, ""), key == self.here, key == self.here and self.is_selected)
            for key, label in self.labels.items()
        )

    def plain(self) -> dict[str, Any]:
        """For the progress file."""
        return {"values": dict(self.values), "here": self.here}

    def recall(self, told: Mapping[str, Any]) -> None:
        """Bring back what `plain` wrote; what this form does not know stays out. Typing goes on where it was."""
        values, before = told.get("values"), dict(self.values)
        if isinstance(values, Mapping):
            self.values |= {key: str(value)[: self.longest] for key, value in values.items() if key in self.labels}
        if told.get("here") in [*self.labels, ""]:
            self.here = str(told["here"])
        self._is_fresh = self.values.get(self.here) == before.get(self.here)

    def number(self, key: str) -> float | None:
        """The value as a number, comma or point; None where it is none."""
        try:
            number = float(self.values.get(key, "").strip().replace(",", "."))
        except ValueError:
            return None
        return number if math.isfinite(number) else None

    def refused(self, key: str, why: Text) -> Text:
        """A refusal that names its field; the next letter typed takes the place of what was refused there."""
        self.here = key
        return REFUSED.filled(field=self.labels[key], why=why)

    def between(self, key: str, least: float, most: float, *, or_empty: bool = False) -> float | Text:
        """A number within its range, comma or point; else the refusal, which says where it may be left empty."""
        typed, number = self.values.get(key, "").strip(), self.number(key)
        if number is not None and least <= number <= most:
            return number
        ends = {"least": f"{least:g}", "most": f"{most:g}"}
        why = NOT_ALLOWED.filled(typed=typed, **ends) if typed else MISSING.filled(**ends)
        return self.refused(key, OR_EMPTY.filled(why=why) if or_empty else why)


class Step:
    """One step; made anew each time its page is opened."""

    id: ClassVar[str]
    title: ClassVar[Text]
    # what each light means for the match; the last page tells it
    meanings: ClassVar[dict[Lamp, Text]] = {}
    can_skip: ClassVar[bool] = True
    # Enter means what the picture shows: not while the picture is old
    judges_picture: ClassVar[bool] = False
    # the page is about the camera's picture, whether there is one or not
    shows_picture: ClassVar[bool] = False

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.said: tuple[Told, ...] = ()
        self.form = Form({})
        # what the command line put into a field: another command means what it says
        self.offered = ""

    def unfinished(self) -> dict[str, Any]:
        """What was typed on the page and is in no result yet, as plain data: it outlives a killed program."""
        return {**self.form.plain(), "offered": self.offered}

    def recall(self, told: Mapping[str, Any]) -> None:
        """Bring back what `unfinished` gave before the program ended."""
        if told.get("offered") == self.offered:
            self.form.recall(told)

    def path_shown(self) -> SetupPath:
        """The path as this page leaves it: steps that are due for what it has found are so while it is open."""
        return self.bench.path

    def page(self) -> Page:
        raise NotImplementedError

    def press(self, key: str) -> None:
        """Take a key: a choice, typing, `enter`, or a click on the picture."""

    def skip_question(self) -> bool:
        """Leave the open question out, where the step has more than this one; whether there was such a question."""
        return False

    def tick(self) -> None:
        """Once a round, after the newest picture was taken."""

    def leave(self) -> None:
        """The page is closed."""

    # -- for the steps ----------------------------------------------------------------------------------------------

    def say(self, text: Text, tone: Tone = Tone.OFF) -> None:
        """Tell this instead of what was told."""
        self.said = (Told(text, tone),)
        self.bench.changed()

    def say_bad(self, text: Text) -> None:
        self.say(text, Tone.BAD)

    def forget_past(self) -> None:
        """What was said about the picture goes once it is true no more."""
        left = tuple(one for one in self.said if not self.bench.is_past(one.text))
        if left != self.said:
            self.said = left
            self.bench.changed()

    def next(self) -> None:
        """On to the next step, if this one is still open: a result that comes late moves nobody."""
        if self.bench.path.at == self.id:
            self.bench.take(self.bench.path.next())

    @property
    def before(self) -> tuple[Told, ...]:
        """What this step gave earlier."""
        mark = self.bench.path.mark(self.id)
        return tuple(Told(text, TONES.get(mark.lamp, Tone.OFF)) for text in mark.why)


def worst(*lamps: Lamp) -> Lamp:
    """Red before amber before green."""
    for lamp in (Lamp.RED, Lamp.AMBER):
        if lamp in lamps:
            return lamp
    return Lamp.GREEN
