"""The command and the event of the referee's word, alike in every card game (K-15)."""

from dataclasses import dataclass
from typing import Any

from companion.kernel.game import Command, Event


@dataclass(frozen=True, kw_only=True)
class RulingMade(Event):
    """A field of the state is as the referee said; attributes as in `RefereeRuling`."""

    topic: str
    value: Any = None
    subject: str | None = None
    note: str | None = None


@dataclass(frozen=True, kw_only=True)
class RefereeRuling(Command):
    """The referee sets a field of the state.

    Attributes:
        topic: a state field; with `subject` a field of that seat.
        note: why, in the referee's own words.
    """

    topic: str
    subject: str | None = None
    value: Any = None
    note: str | None = None

    def made(self) -> RulingMade:
        """What has happened once it is allowed."""
        return RulingMade(topic=self.topic, subject=self.subject, value=self.value, note=self.note, rules=("K-15",))
