"""House rules: every option of a rulebook's decisions, frozen when a match starts (K-13)."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from companion.errors import NotationError
from companion.kernel.outcome import Outcome
from companion.kernel.text import Text

Value = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Option:
    """One key of a rules profile.

    Attributes:
        default: the value when the event says nothing.
        values: every allowed value, or () where a range rules.
        low, high: both ends allowed, where a number is asked.
        decision: the decision of the rules file that it settles.
    """

    key: str
    default: Value
    decision: str
    values: tuple[Value, ...] = ()
    low: float | None = None
    high: float | None = None
    whole: bool = True

    def check(self, value: Any) -> Value:
        """`value`, if it is allowed.

        Raises:
            NotationError: it is not; the sentence lists what is.
        """
        if any(value == allowed and type(value) is type(allowed) for allowed in self.values):
            return value  # type: ignore[no-any-return]  # equal to a Value and of its type
        if self.low is not None and self.high is not None and isinstance(value, (int, float)):
            fits = not isinstance(value, bool) and self.low <= value <= self.high
            if fits and (not self.whole or isinstance(value, int)):
                return value
        raise NotationError(self.key, repr(value), f"give {self.allowed()}", allowed_es=f"pon {self.allowed('es')}")

    def allowed(self, language: str = "en") -> str:
        """The allowed values in words of the profile file."""
        since, through, either = ("de ", " a ", " o ") if language == "es" else ("", " to ", " or ")
        words = [str(value).lower() if isinstance(value, bool) else str(value) for value in self.values]
        if self.low is not None and self.high is not None:
            words.append(f"{since}{self.low:g}{through}{self.high:g}")
        return either.join(words)


@dataclass(frozen=True, slots=True)
class ProfileHead:
    """Which house rules these are, shown at the start and with the result (field notes R-30, I-04).

    Attributes:
        name_es: the name on Spanish screens, where it has one of its own.
        source: who says so: a club, an event, a site.
        date: of the source, as its people write it.
    """

    name: str
    source: str
    date: str
    version: str | None = None
    name_es: str | None = None

    def text(self) -> Text:
        """One line for people."""
        more = "" if self.version is None else f" {self.version}"
        told = f"{more} ({self.source}, {self.date})"
        return Text(f"House rules: {self.name}{told}", f"Reglas de la casa: {self.name_es or self.name}{told}")


def with_profile(outcome: Outcome | None, head: ProfileHead | None, changed: Mapping[str, Value]) -> Outcome | None:
    """The result with the house rules that it was played by (field note I-04)."""
    if outcome is None or (head is None and not changed):
        return outcome
    lines = [] if head is None else [head.text()]
    if changed:
        told = ", ".join(f"{key} = {str(value).lower()}" for key, value in changed.items())
        lines.append(Text(f"Changed rules: {told}", f"Reglas cambiadas: {told}"))
    return replace(outcome, trace=(*outcome.trace, *lines))


@dataclass(frozen=True, slots=True)
class Options:
    """All options of one rulebook."""

    options: Mapping[str, Option]

    @classmethod
    def of(cls, *options: Option) -> "Options":
        return cls(MappingProxyType({option.key: option for option in options}))

    def resolve(self, changes: Mapping[str, Any]) -> Mapping[str, Value]:
        """The whole profile: defaults with the event's changes.

        Raises:
            NotationError: an unknown key (the nearest known one is named) or a value that is not allowed.
        """
        profile = {key: option.default for key, option in self.options.items()}
        for key, value in changes.items():
            if key not in self.options:
                near = difflib.get_close_matches(key, self.options, n=1)
                hint = f"did you mean {near[0]}? " if near else ""
                pista = f"¿querías decir {near[0]}? " if near else ""
                raise NotationError(
                    key,
                    repr(value),
                    f"{hint}known keys are {', '.join(self.options)}",
                    allowed_es=f"{pista}se conocen {', '.join(self.options)}",
                )
            profile[key] = self.options[key].check(value)
        return MappingProxyType(profile)

    def changed(self, profile: Mapping[str, Value]) -> Mapping[str, Value]:
        """What differs from the defaults: shown at the start and printed with results (field note I-04)."""
        return {key: value for key, value in profile.items() if value != self.options[key].default}
