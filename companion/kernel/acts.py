"""What a command became, as a value and as the rows of the journal that are committed together (K-01).

The vocabulary of the kernel's own rows, an act, and the way from one to the other and back. Pure.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.kernel.amending import AMEND
from companion.kernel.codec import Plain, decode, encode
from companion.kernel.dice_calls import DiceCall
from companion.kernel.game import Event, Game, plain_event
from companion.kernel.refusals import Refusal

OPENED = "match_opened"
COMMANDED = "commanded"
ROLLED = "dice_rolled"
UNDONE = "undone"
REDONE = "redone"
REROLL = "reroll_declared"
AMENDED = "past_changed"
AGAIN = "given_again"
KERNEL_EVENTS = frozenset({OPENED, COMMANDED, ROLLED, UNDONE, REDONE, REROLL, AMENDED, AGAIN})


HEADS = frozenset({OPENED, COMMANDED, UNDONE, REDONE, REROLL, AMENDED})
"""The first row of what is committed together."""


@dataclass(frozen=True, slots=True)
class Roll:
    """How the dice of one field came (field note I-01).

    Attributes:
        method: `digital` (our generator), `typed` (physical dice), `camera`, `kept` (the same as before an undo),
            `re_entered` (typed in place of kept ones).
        counter: the generator's counter after the roll; None for other methods.
        calls: dice that fell badly, called before the result counted (field note I-06).
    """

    field: str
    faces: Plain
    method: str
    sides: int | None = None
    counter: int | None = None
    calls: tuple[DiceCall, ...] = ()


@dataclass(frozen=True, slots=True)
class Act:
    """One accepted command: what was asked, how its dice came, what happened.

    Attributes:
        kind: `commanded`, `undone`, `redone`, `reroll_declared` or `past_changed`.
        count: steps taken back or done again; of a changed past the commands that it replaces; 0 for a command.
        again: what stands in their place after a change of the past, oldest first.
        lost: commands that the rules do not allow any more after it.
    """

    kind: str
    name: str
    parameters: Mapping[str, Any]
    by: str
    rolls: tuple[Roll, ...] = ()
    events: tuple[Event, ...] = ()
    count: int = 0
    again: tuple["Act", ...] = ()
    lost: tuple["Lost", ...] = ()


@dataclass(frozen=True, slots=True)
class Lost:
    """A later command that a change of the past leaves no room for; `act` is as it was."""

    name: str
    parameters: Mapping[str, Any]
    refusal: Refusal


CAMERA = "camera"


def is_noted(act: Act) -> bool:
    """Whether the camera noted it by itself: nobody's doing, so it alone is neither taken back nor done again."""
    return act.kind == COMMANDED and act.by == CAMERA and act.parameters.get("source") == CAMERA


def depth_of(acts: Sequence[Act], doings: int) -> int:
    """How many of `acts` it takes until so many doings of people are among them; 0 where there are fewer."""
    places = [place for place, act in enumerate(acts, 1) if not is_noted(act)]
    return places[doings - 1] if 1 <= doings <= len(places) else 0


def noted_first(acts: Sequence[Act]) -> int:
    """With how many notes of the camera `acts` begin."""
    return next((place for place, act in enumerate(acts) if not is_noted(act)), len(acts))


def rows(act: Act) -> list[dict[str, Any]]:
    """The journal events of an act, in their order; they are committed together."""
    if act.kind == REROLL:
        return [{"name": REROLL, **act.parameters, "by": act.by}]
    if act.kind == AMENDED:
        lost = [{"command": {one.name: encode(one.parameters)}, "refusal": encode(one.refusal)} for one in act.lost]
        head = {"name": AMENDED, **act.parameters, "replaces": act.count, "lost": lost, "by": act.by}
        return [head, *(row for one in act.again for row in _command_rows(one, AGAIN))]
    if act.kind != COMMANDED:
        return [{"name": act.kind, "commands": act.count, "by": act.by}]
    return _command_rows(act, COMMANDED)


def _command_rows(act: Act, name: str) -> list[dict[str, Any]]:
    first = {"name": name, "command": {act.name: encode(act.parameters)}, "by": act.by}
    rolled = [
        {
            "name": ROLLED,
            **{key: value for key, value in encode(roll).items() if value is not None and (key != "calls" or value)},
        }
        for roll in act.rolls
    ]
    return [first, *rolled, *(plain_event(event) for event in act.events)]


def grouped(stored: Iterable[tuple[int, Mapping[str, Any]]]) -> Iterable[tuple[int, list[Mapping[str, Any]]]]:
    """`(seq, event)` rows of a match as acts: the number of the first row, and the rows that were committed with it."""
    group: list[Mapping[str, Any]] = []
    first = 0
    for seq, event in stored:
        if event["name"] in HEADS and group:
            yield first, group
            group = []
        if not group:
            first = seq
        group.append(event)
    if group:
        yield first, group


def read_act(game: Game[Any], group: Sequence[Mapping[str, Any]]) -> Act:
    """The act that a group of rows tells; not for the opening of a match."""
    head = group[0]
    if head["name"] == REROLL:
        return Act(REROLL, "reroll", {"reason": head["reason"]}, head["by"])
    if head["name"] in {UNDONE, REDONE}:
        name = "undo" if head["name"] == UNDONE else "redo"
        return Act(head["name"], name, {"commands": head["commands"]}, head["by"], count=head["commands"])
    if head["name"] == AMENDED:
        return _read_amendment(game, group)
    return _read_command(game, group)


def _read_amendment(game: Game[Any], group: Sequence[Mapping[str, Any]]) -> Act:
    head, *rest = group
    starts = [number for number, row in enumerate(rest) if row["name"] == AGAIN]
    ends = [*starts[1:], len(rest)]
    again = tuple(_read_command(game, rest[start:end]) for start, end in zip(starts, ends, strict=False))
    lost = tuple(
        Lost(name, parameters, decode(Refusal, one["refusal"], "refusal"))
        for one in head["lost"]
        for name, parameters in one["command"].items()
    )
    given = {"at": head["at"], "how": head["how"]}
    return Act(AMENDED, AMEND, given, head["by"], count=head["replaces"], again=again, lost=lost)


def _calls(item: Mapping[str, Any]) -> tuple[DiceCall, ...]:
    return tuple(decode(DiceCall, one, "calls") for one in item.get("calls", ()))


def _read_command(game: Game[Any], group: Sequence[Mapping[str, Any]]) -> Act:
    head = group[0]
    ((name, parameters),) = head["command"].items()
    rolls = tuple(
        Roll(item["field"], item["faces"], item["method"], item.get("sides"), item.get("counter"), _calls(item))
        for item in group[1:]
        if item["name"] == ROLLED
    )
    events = tuple(game.event(item) for item in group[1:] if item["name"] != ROLLED)
    return Act(COMMANDED, name, parameters, head["by"], rolls, events)
