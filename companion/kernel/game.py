"""What a rulebook offers to the kernel: a pure function from commands to events, and a fold (DESIGN.md section 2)."""

import difflib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from companion.kernel.card_files import CardFormat
from companion.kernel.codec import Plain, decode, encode, name_of
from companion.kernel.decisions import Offer, Pending
from companion.kernel.dice import DiceRequest
from companion.kernel.outcome import Outcome
from companion.kernel.profile import Options
from companion.kernel.text import Text
from companion.kernel.visibility import view

DICE: Mapping[str, Any] = {"dice": True}
"""Metadata of a command's field that holds dice, as in `faces: Faces | None = field(default=None, metadata=DICE)`.

The session rolls such fields when they are left out, and keeps them over an undo.
"""


@dataclass(frozen=True, kw_only=True)
class Command:
    """Somebody asks for something. Games derive frozen dataclasses from it, named like the rules file's commands."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something has happened. Games derive frozen dataclasses from it, named like the rules file's events.

    Attributes:
        rules: the rules that did it.
    """

    rules: tuple[str, ...] = ()


S = TypeVar("S")


@dataclass
class Unfolding(Generic[S]):
    """A command being decided: the events so far and the state after them."""

    state: S
    fold: Callable[[S, Event], S]
    events: list[Event] = field(default_factory=list)

    def tell(self, *events: Event) -> None:
        """These happen next."""
        for event in events:
            self.events.append(event)
            self.state = self.fold(self.state, event)


@dataclass
class Trace(Generic[S]):
    """What a bout script's `expect` can look at.

    Attributes:
        state: after the last command.
        events: events since the previous `expect`, oldest first.
        history: all events that still count, oldest first.
        refused: code of the last command's refusal, or None.
    """

    state: S
    events: Sequence[Event] = ()
    history: Sequence[Event] = ()
    refused: str | None = None
    journal: Sequence[Plain] = field(default=())


class UnknownKeyError(Exception):
    """An `expect` names something that the game does not have."""

    @classmethod
    def among(cls, key: str, known: Iterable[str]) -> "UnknownKeyError":
        """Of a key that is none of the known ones; the nearest is told."""
        known = tuple(dict.fromkeys(known))
        near = difflib.get_close_matches(key, known, n=1)
        return cls(f"{f'did you mean {near[0]}? ' if near else ''}known keys are {', '.join(known)}")


class Game(ABC, Generic[S]):
    """One rulebook. Instances hold no state; `id` is the rules file's name.

    Attributes:
        card_format: how its card and deck files look; None for a game without cards.
        options: its house rules, where a profile file may change them.
    """

    id: ClassVar[str]
    title: ClassVar[Text]
    commands: ClassVar[Mapping[str, type[Command]]]
    events: ClassVar[Mapping[str, type[Event]]]
    card_format: ClassVar[CardFormat | None] = None
    options: ClassVar[Options | None] = None

    @abstractmethod
    def start(self) -> S:
        """The state before the first command."""

    @abstractmethod
    def set_up(self, setup: Mapping[str, Any]) -> S:
        """The state that a bout script's `setup` describes.

        Raises:
            NotationError: an unknown key or a wrong value.
        """

    @abstractmethod
    def decide(self, state: S, command: Command) -> tuple[Event, ...]:
        """Decide what `command` does. Changes nothing, reads no clock, rolls no dice.

        Raises:
            IllegalCommandError: the rules forbid it now.
        """

    @abstractmethod
    def evolve(self, state: S, event: Event) -> S:
        """The state after `event`. Never fails: it happened."""

    @abstractmethod
    def pending(self, state: S) -> tuple[Pending, ...]:
        """Open questions, the innermost last; empty after the end."""

    def waits(self, state: S) -> str:
        """The command that waits for an answer, to be given again with it; empty where none does."""
        del state
        return ""

    def counted_ms(self, state: S) -> int:
        """How long the count of three lasts that is said aloud now; 0 where nobody counts."""
        del state
        return 0

    def dice_due(self, state: S, command: Command) -> tuple[DiceRequest, ...]:
        """Dice that `command` lacks. Called again when they are filled in, until none are due.

        An illegal command needs none: `decide` will say why.
        """
        del state, command
        return ()

    def offers(self, state: S, actor: str) -> tuple[Offer, ...]:
        """Every command `actor` might think of now: legal ones with dice and odds, others with the reason."""
        del state, actor
        return ()

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How it ended; None while it runs."""

    @abstractmethod
    def snapshot(self, state: S) -> Plain:
        """The state in the words of the rules file's state model."""

    def view(self, state: S, viewer: str) -> Plain:
        """What `viewer` (`public`, `referee` or a seat) may know of the state; the crowd board shows nothing else."""
        return view(state, viewer)

    @abstractmethod
    def inspect(self, trace: Trace[S], key: str, due: Plain) -> Plain:
        """What a bout script's `expect` key finds; `due` tells which parts are asked for.

        Raises:
            UnknownKeyError: no such key.
        """

    def same(self, key: str, due: Plain, found: Plain) -> bool:
        """Whether `found` is what `expect` wants under `key`: mappings key by key, the rest exactly."""
        del key
        return matches(due, found)

    def tell(self, state: S, event: Event) -> Text | None:
        """The play-by-play line of `event`, which led to `state`; None for book-keeping."""
        del state, event
        return None

    def command(self, name: str, parameters: Mapping[str, Any]) -> Command:
        """Read a command.

        Raises:
            NotationError: no such command or parameter.
        """
        from companion.errors import NotationError

        if name not in self.commands:
            near = difflib.get_close_matches(name, self.commands, n=1)
            hint, pista = (f"did you mean {near[0]}? ", f"¿querías decir {near[0]}? ") if near else ("", "")
            raise NotationError(
                name,
                "this command",
                f"{hint}known commands are {', '.join(self.commands)}",
                what_es="este comando",
                allowed_es=f"{pista}se conocen {', '.join(self.commands)}",
            )
        return decode(self.commands[name], parameters, name)

    def event(self, data: Mapping[str, Any]) -> Event:
        """Read an event as the journal holds it: `{name, ..fields}`."""
        fields = {key: value for key, value in data.items() if key != "name"}
        return decode(self.events[data["name"]], fields, str(data["name"]))


def plain_event(event: Event) -> dict[str, Any]:
    """An event as the journal holds it."""
    return {"name": name_of(type(event)), **encode(event)}


def matches(due: Plain, found: Plain) -> bool:
    """Mappings are compared key by key as far as `due` names keys; everything else exactly, 1 is not true."""
    if isinstance(due, Mapping):
        return isinstance(found, Mapping) and all(
            str(key) in found and matches(value, found[str(key)]) for key, value in due.items()
        )
    if isinstance(due, Sequence) and not isinstance(due, str):
        return (
            isinstance(found, Sequence)
            and not isinstance(found, str)
            and len(due) == len(found)
            and all(matches(one, other) for one, other in zip(due, found, strict=True))
        )
    return bool(due == found) and isinstance(due, bool) == isinstance(found, bool)


def event_matches(due: Plain, event: Plain) -> bool:
    """`due` is an event's name, or `{name: {fields}}`; `event` is a plain event."""
    if isinstance(due, Mapping):
        return all(event["name"] == name and matches(fields or {}, event) for name, fields in due.items())
    return bool(event["name"] == due)
