"""What is asked, offered, typed, proposed and told on the referee screen, as values. Pure."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.kernel.refusals import Refusal
from companion.kernel.text import Text
from companion.screens.fighter_parts import Panel


class Tone(enum.Enum):
    """How good a piece of news is; drawn as colour and as a sign."""

    GOOD = "good"
    WARN = "warn"
    BAD = "bad"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Action:
    """Something that may be asked for now; numbered in the order of the list.

    Attributes:
        command, parameters: what is sent when it is taken; `parameters` as the offer knows them.
        dice: `3d6`, or empty.
        needs: parameters a person must still give.
        children: targets or variants behind one label; the chosen child is what is sent.
        shortcut: a letter that takes it from everywhere, whatever number it has now.
        touching: whoever takes it says that the two touch, which nobody knew yet.
        barred: by a need's key the choices of it that the rules refuse now.
    """

    label: Text
    command: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    actor: str = ""
    legal: bool = True
    reason: Text | None = None
    rule: str = ""
    odds: float | None = None
    odds_of: Text | None = None
    dice: str = ""
    needs: tuple[str, ...] = ()
    children: tuple["Action", ...] = ()
    shortcut: str = ""
    touching: bool = False
    barred: Mapping[str, tuple[tuple[Any, Refusal], ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """The question that is open now.

    Attributes:
        waits: the command that waits for this fact of the table, and goes on once it is told.
    """

    question: Text
    rule: str
    owners: tuple[str, ...]
    options: tuple[Action, ...] = ()
    waits: str = ""


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice that lie already while others are due: whose they are, and their faces."""

    whose: Text
    faces: tuple[str, ...]
    sides: int = 6


@dataclass(frozen=True, slots=True)
class DiceDue:
    """Dice to throw: how many, which, what counts, and what has been typed so far.

    Attributes:
        more: the next fighter's dice follow by themselves: no Enter is needed.
        here: whether the program may roll them; a real die that fell badly is thrown again by hand.
        lying: what was thrown before for the same comparison, oldest first.
    """

    count: int
    sides: int
    purpose: Text
    rule: str = ""
    counts_as: Text | None = None
    typed: str = ""
    problem: Text | None = None
    here: bool = True
    more: bool = False
    lying: tuple[Thrown, ...] = ()


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice that the program rolled, on disk since `at_ms`."""

    faces: tuple[int, ...]
    sides: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A value that a person types: palms, degrees, a name.

    Attributes:
        whole: halves are no answer.
        fits: names that fit what was written; each can be pressed.
        secret: a seat's secret: `typed` is dots unless the referee peeks.
        commands: letters are commands all the same: one digit is enough here.
    """

    label: Text
    typed: str = ""
    unit: Text | None = None
    problem: Text | None = None
    letters: bool = False
    whole: bool = False
    fits: tuple[Text, ...] = ()
    secret: bool = False
    commands: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the camera saw and proposes; `action` is what editing it starts from.

    Attributes:
        changes: taking it does something; else it is only told.
    """

    number: int
    text: Text
    confidence: float
    action: "Action | None" = None
    changes: bool = True


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One line of the play-by-play; `seq` is the journal's number."""

    seq: int
    text: Text
    clock: str = ""
    by: str = ""
    undone: bool = False


@dataclass(frozen=True, slots=True)
class ActLine:
    """A command that counts; `index` is its place among them, from 0.

    Attributes:
        seq: the journal's number, as the lines of the play-by-play have it; 0 where there is no journal.
    """

    index: int
    text: Text
    seq: int = 0

    @property
    def number(self) -> int:
        """The number that people know it by."""
        return self.seq or self.index + 1


@dataclass(frozen=True, slots=True)
class PastView:
    """The journal browser.

    Attributes:
        at: index of the command that is looked at.
        preview: what follows from `edit`.
        edit: what is about to be done: `remove`, `cut`, `change` or `insert`; empty while one only looks.
        counts: the dice statistics, while they were asked for.
    """

    at: int
    acts: tuple[ActLine, ...]
    preview: tuple[Text, ...] = ()
    edit: str = ""
    counts: tuple[Panel, ...] | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """Something asked across the whole screen; the first answer is the safe one."""

    text: Text
    answers: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence from the program: a refusal, a loss, a help."""

    tone: Tone
    text: Text
    rule: str = ""
