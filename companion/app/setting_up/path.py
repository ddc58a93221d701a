"""The guided path as a value: which step is open, how each stands, what people answered. Pure: no file, no clock.

A step that is done anew makes those that build on it due again; a step that still holds from last time is passed by.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.app.setting_up.compared import compared_of
from companion.errors import FileProblemError
from companion.kernel.text import Text
from companion.screens.setup_view import Lamp
from companion.vision.figure_notes import FigureNote, note_from

VERSION = 1
# no length that anybody types is longer
MOST_MM = 10_000
# step -> what it takes, seconds, for a person who has never seen it
SECONDS: Mapping[str, int] = {
    "language": 4, "show": 8, "camera": 25, "view": 20, "lens": 100, "ring": 60, "sides": 15, "empty": 15,
    "figures": 170, "palms": 120, "lights": 80, "crowd": 20, "sound": 10, "drill": 60, "summary": 15,
}  # fmt: skip
STEPS = tuple(SECONDS)
# another evening: looked at and passed by; and done again with what is known: the sizes typed, all figures in one go
PASSING_BY: Mapping[str, int] = {"camera": 3, "view": 3}
DONE_AGAIN: Mapping[str, int] = {"lens": 60, "ring": 25, "sides": 6, "empty": 6, "figures": 60}
# what must be looked at again once a step was done anew
BUILDS_ON: Mapping[str, tuple[str, ...]] = {
    "camera": ("view", "lens", "ring", "sides", "empty", "figures"),
    "lens": ("ring", "sides", "empty", "figures"),
    "ring": ("sides", "empty", "figures"),
    "sides": (),
    "empty": ("figures",),
}
# among the answers: what was typed on a page and is in no result yet, by step
TYPED = "typed"
# the ring was found in this set-up, and the picture of it lies beside the table file
RING_SEEN = "ring_seen"
# what the command line named when the camera in use was chosen: the same command goes on with that one
ASKED_CAMERA = "asked_camera"
# among the answers: what was told of the figures, each with its kind, as `FigureNote.plain` gives it
NOTES = "figure_notes"
# among the answers: what another evening passes by where it is as it was
UNCHANGED = "unchanged"
# among the answers: what another evening's look at the camera's place found
COMPARED = "compared"
# what a step remembers of its work so far, and must not once it is due again
MEMORY: Mapping[str, tuple[str, ...]] = {"figures": ("learned", NOTES)}


@dataclass(frozen=True, slots=True)
class Mark:
    """How a step stands, and why.

    Attributes:
        kept: it holds from an earlier set-up and was not asked again.
        mind: green, but `why` is advice that the last page repeats.
    """

    lamp: Lamp = Lamp.NOT_YET
    why: tuple[Text, ...] = ()
    kept: bool = False
    mind: bool = False


@dataclass(frozen=True)
class SetupPath:
    """Where somebody is on the path.

    Attributes:
        answers: plain data, one entry a key; steps read and write them.
        is_over: the last page was accepted.
    """

    at: str = STEPS[0]
    marks: Mapping[str, Mark] = field(default_factory=dict)
    answers: Mapping[str, Any] = field(default_factory=dict)
    is_over: bool = False

    def mark(self, step: str) -> Mark:
        return self.marks.get(step, Mark())

    @property
    def seconds_left(self) -> int:
        """Of the steps that are still due, the open one included."""
        due = [step for step in STEPS if self.mark(step).lamp is Lamp.NOT_YET or step == self.at]
        return 0 if self.is_over else sum(map(self._seconds_of, due))

    def _seconds_of(self, step: str) -> int:
        """What a step takes here: less where it was done before, and an earlier evening's results are there."""
        if step in self.answers.get(UNCHANGED, ()):
            return PASSING_BY.get(step, SECONDS[step])
        told = self.answers.get(COMPARED)
        is_again = told is not None and step in compared_of(told).due
        return DONE_AGAIN.get(step, SECONDS[step]) if is_again else SECONDS[step]

    def marked(self, step: str, lamp: Lamp, *why: Text, kept: bool = False, mind: bool = False) -> "SetupPath":
        """With a step's result, in which its typing is now; the others stay as they are."""
        return replace(self, marks={**self.marks, step: Mark(lamp, why, kept, mind)}).with_unfinished(step, {})

    def unfinished(self, step: str) -> Mapping[str, Any]:
        """What was typed on the step's page and is in no result yet."""
        typed = self.answers.get(TYPED)
        told = typed.get(step) if isinstance(typed, Mapping) else None
        return told if isinstance(told, Mapping) else {}

    def with_unfinished(self, step: str, told: Mapping[str, Any]) -> "SetupPath":
        """With what is typed on the step's page; nothing is kept of an empty one."""
        typed = self.answers.get(TYPED)
        rest = {other: one for other, one in typed.items() if other != step} if isinstance(typed, Mapping) else {}
        typed = {**rest, step: dict(told)} if told else rest
        answers = {key: value for key, value in self.answers.items() if key != TYPED}
        return replace(self, answers={**answers, TYPED: typed} if typed else answers)

    def done_anew(self, step: str, lamp: Lamp, *why: Text) -> "SetupPath":
        """With a step's new result; what builds on it is due again."""
        return self.due_again(*BUILDS_ON.get(step, ())).marked(step, lamp, *why)

    def due_again(self, *steps: str) -> "SetupPath":
        """With these steps to be done anew, from their beginning."""
        gone = {key for step in steps for key in MEMORY.get(step, ())}
        answers = {key: value for key, value in self.answers.items() if key not in gone}
        return replace(self, marks={**self.marks, **{step: Mark() for step in steps}}, answers=answers)

    def answered(self, **answers: Any) -> "SetupPath":
        return replace(self, answers={**self.answers, **answers})

    def next(self) -> "SetupPath":
        """The first later step that is due; the last page when none is. A step without result counts as skipped."""
        here = self if self.mark(self.at).lamp is not Lamp.NOT_YET else self.marked(self.at, Lamp.SKIPPED)
        if self.at == STEPS[-1]:
            return replace(here, is_over=True)
        later = STEPS[STEPS.index(self.at) + 1 :]
        due = (step for step in later if here.mark(step).lamp in {Lamp.NOT_YET, Lamp.RED})
        return replace(here, at=next(due, STEPS[-1]))

    def skip(self) -> "SetupPath":
        """Past this step; a result that it already had stays."""
        return self.next()

    def back(self) -> "SetupPath":
        return replace(self, at=STEPS[max(0, STEPS.index(self.at) - 1)])

    def to(self, step: str) -> "SetupPath":
        """To any step, as the list at the left is pressed."""
        return replace(self, at=step) if step in STEPS else self

    def plain(self) -> dict[str, Any]:
        """For the progress file."""
        marks = {
            step: {
                "lamp": mark.lamp.value,
                "why": [[text.en, text.es] for text in mark.why],
                "kept": mark.kept,
                "mind": mark.mind,
            }
            for step, mark in self.marks.items()
        }
        return {"version": VERSION, "at": self.at, "is_over": self.is_over, "marks": marks, "answers": self.answers}


def _is_words(told: Any) -> bool:
    return isinstance(told, str) and "\0" not in told


def _is_list(told: Any) -> bool:
    return isinstance(told, list) and all(map(_is_words, told))


def _are_notes(told: Any) -> bool:
    try:
        return isinstance(told, list) and all(isinstance(note_from(one), FigureNote) for one in told)
    except (TypeError, ValueError):
        return False


def _is_length(told: Any) -> bool:
    return isinstance(told, int | float) and not isinstance(told, bool) and 1 <= told <= MOST_MM


def _is_compared(told: Any) -> bool:
    return set(compared_of(told).due) <= set(STEPS)


def _is_camera(told: Any) -> bool:
    sizes, words = (told["width"], told["height"]), (told["place"], told["stable"], told["name"])
    return all(map(_is_words, words)) and all(type(size) is int and size > 0 for size in sizes)


# what each answer must be: people open such files; of typing (`TYPED`), pages take what they know
ANSWERS: Mapping[str, Callable[[Any], bool]] = {
    ASKED_CAMERA: _is_words, "bar_mm": _is_length, "camera": _is_camera, COMPARED: _is_compared,
    "diagonal": _is_words, "display": _is_words, "entrance": _is_words, "language": _is_words, "learned": _is_list,
    "leds": _is_words, NOTES: _are_notes, "palms": _is_list, RING_SEEN: lambda told: told is True, "show": _is_words,
    UNCHANGED: _is_list,
}  # fmt: skip


def _mark_of(told: Any) -> Mark:
    """One step's result.

    Raises:
        KeyError, TypeError, ValueError: it is none.
    """
    why = tuple((en, es) for en, es in told["why"])
    if not all(_is_words(words) for pair in why for words in pair):
        raise TypeError("a reason is words in two languages")
    return Mark(Lamp(told["lamp"]), tuple(Text(*pair) for pair in why), bool(told["kept"]), bool(told["mind"]))


def from_plain(told: Any, name: str) -> SetupPath:
    """Read what `plain` wrote.

    Raises:
        FileProblemError: it is not such data.
    """
    try:
        marks = {step: _mark_of(mark) for step, mark in told["marks"].items()}
        answers = dict(told["answers"])
        is_ours = told["version"] == VERSION and told["at"] in STEPS and set(marks) <= set(STEPS)
        is_ours &= all(ANSWERS[key](answer) for key, answer in answers.items() if key in ANSWERS)
        path = SetupPath(told["at"], marks, answers, bool(told["is_over"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        is_ours = False
    if not is_ours:
        raise FileProblemError(
            f"{name}: is no progress of a set-up; delete it and begin anew",
            f"{name}: no es el avance de una puesta a punto; bórralo y empieza de nuevo",
        )
    return path
