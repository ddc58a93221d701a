"""How a match ended (K-12)."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.kernel.text import Text

UNSAID = Text("", "")


class Result(enum.Enum):
    """What an ended match leaves behind."""

    WON = "won"
    DRAW = "draw"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a match.

    Attributes:
        winners, losers: fighters, seats or teams; several winners share the victory.
        method: the rules file's word for how (`pin`, `submission`, `three_pairs`, ..).
        trace: what broke a tie, step by step.
    """

    result: Result
    method: str
    winners: tuple[str, ...] = ()
    losers: tuple[str, ...] = ()
    text: Text = UNSAID
    trace: tuple[Text, ...] = ()


RULED: Final = Text("the referee's decision", "decisión del árbitro")


def method_told(words: Mapping[str, Text], method: str) -> Text:
    """How a match ended, in words; one that a ruling has ended has no way of its own."""
    return words.get(method, Text(method, method)) if method else RULED
