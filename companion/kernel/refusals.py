"""A command that the rules do not allow now (K-01, K-17)."""

from dataclasses import dataclass

from companion.errors import CompanionError
from companion.kernel.text import Text, one_stop


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why not: the code of the rules file, the rule that says so, the reason for people.

    Attributes:
        missing: a value that nobody has told, where a ruling can tell it: `superstars.kane.hand_size`,
            `board.p1.reversal.cost` (K-14).
    """

    code: str
    rule: str
    reason: Text
    missing: str = ""


class IllegalCommandError(CompanionError):
    """The rules forbid the command now; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        where = f"[{refusal.rule}, {refusal.code}]"
        super().__init__(f"{refusal.reason.en} {where}", f"{refusal.reason.es} {where}")

    @property
    def code(self) -> str:
        return self.refusal.code

    @property
    def rule(self) -> str:
        return self.refusal.rule


def refuse(code: str, rule: str, en: str, es: str, missing: str = "") -> IllegalCommandError:
    """The error to raise; both sentences are whole."""
    return IllegalCommandError(Refusal(code, rule, Text(one_stop(en), one_stop(es)), missing))
