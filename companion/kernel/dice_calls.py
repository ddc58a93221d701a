"""Dice that fell badly: called before the result counts, decided by the house rules (field note I-06).

A call keeps what the die showed and what counts in the end; both are journalled with the roll.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.errors import UsageProblemError
from companion.kernel.text import Text


class Fault(enum.Enum):
    """What is wrong with a die."""

    LEANS = "leans"
    OFF = "off_mat"
    STACKED = "on_die"


class Ruling(enum.Enum):
    """What counts then."""

    AGAIN = "again"
    STANDS = "stands"
    ASK = "ask"


FAULT_WORDS: Mapping[Fault, Text] = {
    Fault.LEANS: Text("leans", "está inclinado"),
    Fault.OFF: Text("left the mat", "se ha salido"),
    Fault.STACKED: Text("lies on another die", "está sobre otro dado"),
}
MARKS: Mapping[str, Fault] = {"~": Fault.LEANS, "^": Fault.OFF, "+": Fault.STACKED}
"""Typed after a face: `6 4~ 1`."""
_DEFAULT: Mapping[Fault, Ruling] = {Fault.LEANS: Ruling.ASK, Fault.OFF: Ruling.AGAIN, Fault.STACKED: Ruling.ASK}


@dataclass(frozen=True, slots=True)
class DiceCall:
    """One die that fell badly.

    Attributes:
        field: the roll's field, as in its request.
        die: which of them, from 1.
        showed: the face when it was called; None where none could be read.
        ruling: `again` or `stands`.
        face: what counts.
        by_rule: whether the house rules decided, or the referee.
    """

    field: str
    die: int
    fault: str
    showed: int | None
    ruling: str
    face: int
    by_rule: bool = True


@dataclass(frozen=True, slots=True)
class DiceRules:
    """The table's rules for dice that fell badly."""

    rulings: Mapping[Fault, Ruling] = field(default_factory=lambda: dict(_DEFAULT))

    def of(self, fault: Fault) -> Ruling:
        return self.rulings.get(fault, Ruling.ASK)

    def text(self) -> str:
        """`leans=ask,off_mat=again,on_die=ask`."""
        return ",".join(f"{fault.value}={self.of(fault).value}" for fault in Fault)

    @classmethod
    def read(cls, words: str) -> "DiceRules":
        """`leans=again,on_die=stands`; what is not named stays as it is by default.

        Raises:
            UsageProblemError: an unknown fault or ruling.
        """
        rulings = dict(_DEFAULT)
        for word in words.split(","):
            fault, _, ruling = word.strip().partition("=")
            try:
                rulings[Fault(fault)] = Ruling(ruling)
            except ValueError:
                faults, ways = "|".join(one.value for one in Fault), "|".join(one.value for one in Ruling)
                raise UsageProblemError(
                    f"{word.strip()} is not allowed; give {faults} = {ways}",
                    f"{word.strip()} no está permitido; pon {faults} = {ways}",
                ) from None
        return cls(rulings)
