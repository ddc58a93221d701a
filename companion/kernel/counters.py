"""Bounded counters and the ledger of modifiers (K-07, K-08)."""

from dataclasses import dataclass

from companion.kernel.text import Text


@dataclass(frozen=True, slots=True)
class Bounds:
    """Floor and cap of a counter; None where there is none."""

    floor: int | None = None
    cap: int | None = None

    def clamp(self, value: int) -> int:
        if self.floor is not None and value < self.floor:
            return self.floor
        if self.cap is not None and value > self.cap:
            return self.cap
        return value

    def add(self, value: int, change: int) -> tuple[int, int]:
        """The new value and how much of `change` the bounds took away (0: nothing was clamped)."""
        wanted = value + change
        got = self.clamp(wanted)
        return got, wanted - got


@dataclass(frozen=True, slots=True)
class Modifier:
    """One reason why a value differs from the sheet.

    Attributes:
        amount: what it adds; a cap takes away what it cuts.
        rule: the rule or decision that says so.
    """

    amount: int
    rule: str
    source: Text


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A value with the reasons for it."""

    base: int
    modifiers: tuple[Modifier, ...] = ()

    @property
    def total(self) -> int:
        return self.base + sum(modifier.amount for modifier in self.modifiers)

    def plus(self, amount: int, rule: str, source: Text) -> "Breakdown":
        """The same with one reason more; a reason of 0 is none."""
        return self if amount == 0 else Breakdown(self.base, (*self.modifiers, Modifier(amount, rule, source)))

    def capped(self, cap: int, rule: str, source: Text) -> "Breakdown":
        return self.plus(min(0, cap - self.total), rule, source)

    def floored(self, floor: int, rule: str, source: Text) -> "Breakdown":
        return self.plus(max(0, floor - self.total), rule, source)
