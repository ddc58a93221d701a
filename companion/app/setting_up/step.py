"""What a step of the set-up is: a page, keys, and a result."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion.app.setting_up.bench import Bench
from companion.kernel.text import Text
from companion.screens.inputs import TEXT
from companion.screens.setup_view import FIELD, Choice, Entry, Lamp, Live, StepMark, Told
from companion.screens.view_model import Tone

GO_ON = Text("Next", "Seguir")
TONES = {Lamp.GREEN: Tone.GOOD, Lamp.AMBER: Tone.WARN, Lamp.RED: Tone.BAD}
LONGEST_ENTRY = 80


@dataclass(frozen=True)
class Page:
    """What a step adds to the screen."""

    todo: Text
    told: tuple[Told, ...] = ()
    choices: tuple[Choice, ...] = ()
    entries: tuple[Entry, ...] = ()
    live: Live | None = None
    primary: Text | None = GO_ON
    summary: tuple[tuple[StepMark, Text], ...] = ()


@dataclass
class Form:
    """Fields that are typed; one of them has the letters.

    Attributes:
        here: "" when no field has them, and digits are choices.
    """

    labels: dict[str, Text]
    values: dict[str, str] = field(default_factory=dict)
    here: str = ""

    def press(self, key: str) -> bool:
        """Take a key; whether it was one of typing."""
        if key.startswith(FIELD):
            self.here = key.removeprefix(FIELD)
            return True
        if key == "pagedown" and self.labels:
            names = list(self.labels)
            self.here = names[(names.index(self.here) + 1) % len(names)] if self.here in names else names[0]
            return True
        if key == "pageup" and self.labels:
            names = list(self.labels)
            self.here = names[names.index(self.here) - 1] if self.here in names else names[-1]
            return True
        if not self.here:
            return False
        value = self.values.get(self.here, "")
        if key.startswith(TEXT):
            self.values[self.here] = (value + key.removeprefix(TEXT))[:LONGEST_ENTRY]
        elif key == "space":
            self.values[self.here] = value + " "
        elif key == "backspace":
            self.values[self.here] = value[:-1]
        elif key in {".", "-"}:
            self.values[self.here] = value + key
        else:
            return False
        return True

    def entries(self) -> tuple[Entry, ...]:
        return tuple(
            Entry(key, label, self.values.get(key, ""), here=key == self.here) for key, label in self.labels.items()
        )

    def plain(self) -> dict[str, Any]:
        """For the progress file."""
        return {"values": dict(self.values), "here": self.here}

    def recall(self, told: Mapping[str, Any]) -> None:
        """Bring back what `plain` wrote; what this form does not know stays out."""
        values = told.get("values")
        if isinstance(values, Mapping):
            self.values |= {key: str(value)[:LONGEST_ENTRY] for key, value in values.items() if key in self.labels}
        if told.get("here") in [*self.labels, ""]:
            self.here = str(told["here"])

    def number(self, key: str) -> float | None:
        """The value as a number, comma or point; None where it is none."""
        try:
            return float(self.values.get(key, "").strip().replace(",", "."))
        except ValueError:
            return None


class Step:
    """One step; made anew each time its page is opened."""

    id: ClassVar[str]
    title: ClassVar[Text]
    # what each light means for the match; the last page tells it
    meanings: ClassVar[dict[Lamp, Text]] = {}
    can_skip: ClassVar[bool] = True
    # Enter means what the picture shows: not while the picture is old
    judges_picture: ClassVar[bool] = False

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
