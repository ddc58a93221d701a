"""Timing windows: a stack of pending decisions, each with an owner and options (K-05, K-06)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.kernel.dice import DiceRequest
from companion.kernel.refusals import Refusal
from companion.kernel.text import Text

REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class Pending:
    """A question that is open now.

    Attributes:
        kind: the rules file's word (`defence_window`, `commit`, ..) or standard question (`Q-DEFEND`).
        owner: who answers: a fighter or seat, several of them, or the referee.
        options: the commands or values that answer it.
        question: what the screen asks.
        rule: the rule that asks.
        details: what else the rules file tells of the question (slot, section, icon, ..), as plain data.
    """

    kind: str
    owner: str | tuple[str, ...]
    options: tuple[str, ...]
    question: Text
    rule: str
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Offer:
    """A command somebody might give now, and what stands behind it.

    Attributes:
        command: its name in the rules file.
        parameters: what is known of it already (attacker, defender, ..), as plain data.
        actor: the fighter or seat that would act.
        refusal: why it is not allowed, or None.
        dice: what would be due.
        odds: chance of success from 0 to 1, exact; None where there is nothing to roll.
        odds_of: what `odds` is the chance of.
        needs: names of parameters that a person must still give (palms, direction, touched, ..).
    """

    command: str
    parameters: Mapping[str, Any]
    actor: str
    label: Text
    refusal: Refusal | None = None
    dice: tuple[DiceRequest, ...] = ()
    odds: float | None = None
    odds_of: Text | None = None
    needs: tuple[str, ...] = field(default=())

    @property
    def legal(self) -> bool:
        return self.refusal is None
