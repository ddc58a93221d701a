"""One match as a fold of its journal: commands in, acts out, undo and redo, dice that are never lost (K-01, K-02).

`plan` says what a command would do and changes nothing; the caller makes the act durable and then calls `apply`.
"""

import copy
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, TypeVar

from companion.errors import NotationError
from companion.kernel.acts import (
    AMENDED,
    COMMANDED,
    KERNEL_EVENTS,
    OPENED,
    REDONE,
    REROLL,
    UNDONE,
    Act,
    Lost,
    Roll,
    depth_of,
    grouped,
    is_noted,
    noted_first,
    read_act,
    rows,
)
from companion.kernel.amending import AMEND, Edit, read_edit
from companion.kernel.codec import Plain, encode, key_of, name_of
from companion.kernel.dice import GENERATOR, Roller, dice_count
from companion.kernel.dice_calls import DiceCall
from companion.kernel.dice_places import put_faces
from companion.kernel.game import Command, Event, Game
from companion.kernel.refusals import IllegalCommandError, refuse

__all__ = [
    "KERNEL_EVENTS",
    "OPENED",
    "Act",
    "Lost",
    "Roll",
    "Session",
    "command_name",
    "grouped",
    "read_act",
    "rows",
]

S = TypeVar("S")


@dataclass
class _Done(Generic[S]):
    act: Act
    before: S
    last_seq: int
    """Of the rows it was written with: neither a redo nor a change of an earlier command gives it others."""


@dataclass
class _Step(Generic[S]):
    """What one undo takes back: a command, or a change of the past with what it replaced."""

    act: Act
    first_seq: int
    told_seq: int
    replaced: tuple[_Done[S], ...] = ()
    depth: int = 0
    """Of a step that was taken back: how many steps stood before it."""


@dataclass
class Session(Generic[S]):
    """A running match of one game.

    Attributes:
        seed: of the generator; None where every die is physical.
        state: now.
    """

    game: Game[S]
    setup: Mapping[str, Any] | None = None
    seed: str | None = None
    state: S = field(init=False)
    _done: list[_Done[S]] = field(init=False, default_factory=list)
    _steps: list[_Step[S]] = field(init=False, default_factory=list)
    _undone: list[_Step[S]] = field(init=False, default_factory=list)
    _counter: int = field(init=False, default=0)
    _kept: dict[str, list[dict[str, Plain]]] = field(init=False, default_factory=dict)
    _next_seq: int = field(init=False, default=1)

    def __post_init__(self) -> None:
        self.state = self.game.start() if self.setup is None else self.game.set_up(self.setup)

    def opening(self) -> dict[str, Any]:
        """The match's first journal event."""
        return {
            "name": OPENED,
            "game": self.game.id,
            "setup": self.setup,
            "seed": self.seed,
            "generator": GENERATOR if self.seed is not None else None,
        }

    @property
    def can_undo(self) -> int:
        """How many steps can be taken back; a change of the past is one."""
        return len(self._steps)

    @property
    def can_redo(self) -> int:
        return len(self._undone)

    @property
    def can_undo_doings(self) -> int:
        """How many of them are doings of people: what the camera noted by itself is none, and goes along."""
        return sum(not is_noted(step.act) for step in self._steps)

    @property
    def can_redo_doings(self) -> int:
        return sum(not is_noted(step.act) for step in self._undone)

    def undo_depth(self, doings: int = 1) -> int:
        """How many steps go with so many doings of people; 0 where there are not so many."""
        return depth_of([step.act for step in reversed(self._steps)], doings)

    def redo_depth(self, doings: int = 1) -> int:
        """How many steps come back with so many doings, each with what the camera noted after it."""
        acts = [step.act for step in reversed(self._undone)]
        depth = depth_of(acts, doings)
        return depth + noted_first(acts[depth:]) if depth else 0

    def next_undo(self) -> tuple[Act, int] | None:
        """Whose doing an undo would take back now, and of a change of the past the number of the changed command."""
        step = next((one for one in reversed(self._steps) if not is_noted(one.act)), None)
        return None if step is None else (step.act, step.replaced[0].last_seq if step.replaced else step.first_seq)

    def acts(self) -> tuple[Act, ...]:
        """The commands that count, oldest first."""
        return tuple(done.act for done in self._done)

    def done(self) -> tuple[tuple[Act, S], ...]:
        """The commands that count, each with the state it was given in, oldest first."""
        return tuple((done.act, done.before) for done in self._done)

    def last_rows(self) -> tuple[int, ...]:
        """The number of the last journal row of each command that counts; of a changed one, that of the change."""
        return tuple(done.last_seq for done in self._done)

    def history(self) -> list[Event]:
        """All events that count, oldest first."""
        return [event for done in self._done for event in done.act.events]

    # -- asking -------------------------------------------------------------------------------------------------

    def plan(
        self,
        name: str,
        parameters: Mapping[str, Any],
        by: str = "referee",
        method: str = "typed",
        calls: Sequence[DiceCall] = (),
    ) -> Act:
        """What the command would do; nothing changes.

        Args:
            method: how the dice among the parameters came: `typed` or `camera`.
            calls: those of them that fell badly, decided already.

        Raises:
            IllegalCommandError: the rules forbid it now.
            NotationError: there is no such command or parameter.
        """
        if name == "undo":
            return self._plan_undo(parameters, by)
        if name == "redo":
            return self._plan_redo(parameters, by)
        if name == AMEND:
            return self._plan_amendment(read_edit(parameters), by, method, calls)
        # All Time Wrestling has a command of that name; the referee's re-roll is the one that gives a reason alone
        if name == "reroll" and (name not in self.game.commands or set(parameters) == {"reason"}):
            return _plan_reroll(parameters, by)
        command = self.game.command(name, parameters)
        dice_keys = _dice_keys(type(command))
        given = {key for key in dice_keys if parameters.get(key) is not None}
        kept = self._kept_dice(name, parameters, dice_keys)
        reused = {key: value for key, value in kept.items() if key not in given}
        if reused:
            try:
                return self._decide(name, {**parameters, **reused}, by, method, given, kept)
            except IllegalCommandError as error:
                if error.code != "dice_count":  # other dice are due than before the undo: roll or ask anew
                    raise
        return _called(self._decide(name, dict(parameters), by, method, given, kept), calls)

    def _kept_dice(self, name: str, parameters: Mapping[str, Any], dice_keys: Sequence[str]) -> Mapping[str, Plain]:
        """Dice of the same command that an undo has taken back: of several, the one that was first.

        They wait until that command comes again, however late: nobody fishes for better dice by a detour.
        """
        stack = self._kept.get(_identity(name, parameters, dice_keys))
        return stack[-1] if stack else {}

    def _decide(
        self,
        name: str,
        parameters: dict[str, Any],
        by: str,
        method: str,
        given: set[str],
        kept: Mapping[str, Plain],
    ) -> Act:
        command = self.game.command(name, parameters)
        dice_keys = _dice_keys(type(command))
        rolls = [
            Roll(key, parameters[key], _method(key, given, kept, method))
            for key in dice_keys
            if parameters.get(key) is not None
        ]
        counter = self._counter
        while due := self.game.dice_due(self.state, command):
            if self.seed is None and due[0].choices:
                break
            if self.seed is None:
                raise dice_count(0, due[0].count, due[0].rule)
            for request in due:
                faces, roller = Roller(self.seed, counter).roll(request.sides, request.count)
                counter = roller.counter
                put_faces(parameters, request, faces)
                rolls.append(Roll(request.field, list(faces), "digital", request.sides, counter))
            command = self.game.command(name, parameters)
        events = self.game.decide(self.state, command)
        return Act(COMMANDED, name, parameters, by, tuple(rolls), events)

    def _plan_undo(self, parameters: Mapping[str, Any], by: str) -> Act:
        count = self._undo_count(parameters)
        if not 1 <= count <= len(self._steps):
            raise refuse(
                "nothing_to_undo",
                "K-02",
                f"There are {len(self._steps)} commands to take back, not {count}.",
                f"Se pueden deshacer {len(self._steps)} órdenes, no {count}.",
            )
        return Act(UNDONE, "undo", dict(parameters), by, count=count)

    def _undo_count(self, parameters: Mapping[str, Any]) -> int:
        for key in parameters:
            if key not in {"commands", "to_event"}:
                raise NotationError(
                    f"undo.{key}",
                    "this key",
                    "known keys are commands, to_event",
                    what_es="este parámetro",
                    allowed_es="se conocen commands, to_event",
                )
        if "to_event" in parameters:
            return sum(1 for step in self._steps if step.first_seq > _whole("undo.to_event", parameters["to_event"]))
        return _whole("undo.commands", parameters.get("commands", 1))

    def _plan_redo(self, parameters: Mapping[str, Any], by: str) -> Act:
        count = _whole("redo.commands", parameters.get("commands", 1))
        if not 1 <= count <= len(self._undone):
            raise refuse(
                "nothing_to_redo",
                "K-02",
                f"There are {len(self._undone)} commands to do again, not {count}.",
                f"Se pueden rehacer {len(self._undone)} órdenes, no {count}.",
            )
        return Act(REDONE, "redo", dict(parameters), by, count=count)

    def _plan_amendment(self, edit: Edit, by: str, method: str, calls: Sequence[DiceCall]) -> Act:
        """The past with one command taken out, changed or put in, and the later ones given again with their dice."""
        place = edit.at - 1
        if not 0 <= place < len(self._done) + (edit.how == "insert"):
            raise refuse(
                "no_such_step",
                "K-02",
                f"There are {len(self._done)} steps; there is no step {edit.at}.",
                f"Hay {len(self._done)} pasos; no hay paso {edit.at}.",
            )
        then = self._then(place)
        again: list[Act] = []
        lost: list[Lost] = []
        if edit.command is not None:
            name, parameters = edit.command
            self.game.command(name, parameters)  # undo and its like are no part of the past
            act = then.plan(name, parameters, by, method, calls)
            then.apply(act)
            again.append(act)
        if edit.how != "cut":
            self._give_later(then, place if edit.how == "insert" else place + 1, again, lost)
        given = {"at": edit.at, "how": edit.how}
        return Act(AMENDED, AMEND, given, by, count=len(self._done) - place, again=tuple(again), lost=tuple(lost))

    def _give_later(self, then: "Session[S]", begin: int, again: list[Act], lost: list[Lost]) -> None:
        """Give the commands from the `begin`-th on once more.

        What asked something first stands in the journal twice, before and after the answer; it is lost once at most.
        """
        asking: Act | None = None
        is_settled = False
        for place, done in enumerate(self._done[begin:], begin):
            repeats = asking is not None and _repeats(done.act, asking)
            if repeats and is_settled:  # what was asked is known now: it is done, or told as lost, the first time
                asking = None
                continue
            # answered with its dice at hand it has gone on by itself: refused a second time, nothing is lost
            _give_again(then, done.act, again, [] if repeats else lost)
            asking = None if repeats else asking
            if self.game.waits(self.state_before(place + 1)) == done.act.name:
                asking, is_settled = done.act, self.game.waits(then.state) != done.act.name

    def _then(self, place: int) -> "Session[S]":
        """This session with the commands from the `place`-th on taken back; what is done there does not happen here."""
        then = copy.copy(self)
        kept = {key: list(stack) for key, stack in self._kept.items()}
        then.__dict__.update(_done=list(self._done), _steps=[], _undone=[], _kept=kept)
        then.take_back_to(place)
        return then

    def after(self, act: Act) -> S:
        """The state that a planned act would lead to; nothing changes."""
        twin = self._then(len(self._done))
        twin.__dict__.update(_steps=list(self._steps), _undone=list(self._undone))
        twin.apply(act)
        return twin.state

    def state_before(self, place: int) -> S:
        """The state that the `place`-th command, from 0, was given in; after the last one it is now."""
        return self._done[place].before if place < len(self._done) else self.state

    # -- happening ----------------------------------------------------------------------------------------------

    def apply(self, act: Act, first_seq: int | None = None) -> None:
        """Fold an act that is durable now.

        Args:
            first_seq: journal number of its first row; without it the rows are counted here.
        """
        seq = self._next_seq if first_seq is None else first_seq
        self._next_seq = seq + len(rows(act))
        if act.kind == UNDONE:
            for _ in range(act.count):
                self._step_back()
        elif act.kind == REDONE:
            for _ in range(act.count):
                step = self._undone.pop()
                while len(self._steps) > step.depth:  # what the camera noted since the undo is noted anew after this
                    self._steps.pop()
                    self._take_back()
                self._step(step.act, seq, step.told_seq)
        elif act.kind == REROLL:
            self._kept.clear()
        else:
            if not is_noted(act):
                self._undone.clear()
            self._step(act, seq)

    def _step(self, act: Act, seq: int, told_seq: int | None = None) -> None:
        """A command, or a change of the past: its dice leave and come like those of an undo.

        Args:
            told_seq: of something done again, the number of its last row when it was done first.
        """
        told_seq = seq + len(rows(act)) - 1 if told_seq is None else told_seq
        replaced: tuple[_Done[S], ...] = ()
        if act.kind == AMENDED:
            place = len(self._done) - act.count
            replaced = tuple(self._done[place:])
            self.take_back_to(place)
            numbers = _numbers_again(act.again, replaced, told_seq)
            for one, number in zip(act.again, numbers, strict=True):
                self._fold(one, number)
        else:
            self._fold(act, told_seq)
        self._steps.append(_Step(act, seq, told_seq, replaced))

    def _step_back(self) -> None:
        step = self._steps.pop()
        step.depth = len(self._steps)
        self._undone.append(step)
        if step.act.kind != AMENDED:
            self._take_back()
            return
        self.take_back_to(len(self._done) - len(step.act.again))
        for done in step.replaced:
            self._fold(done.act, done.last_seq)

    def _fold(self, act: Act, seq: int) -> None:
        self._done.append(_Done(act, self.state, seq))
        for event in act.events:
            self.state = self.game.evolve(self.state, event)
        for roll in act.rolls:
            if roll.counter is not None:
                self._counter = max(self._counter, roll.counter)
        dice_keys = _dice_keys(self.game.commands[act.name])
        stack = self._kept.get(_identity(act.name, act.parameters, dice_keys))
        if stack:
            stack.pop()

    def take_back_to(self, place: int) -> None:
        """Leave only the first `place` commands; nothing of this is told to the undo."""
        while len(self._done) > place:
            self._take_back()

    def _take_back(self) -> None:
        done = self._done.pop()
        self.state = done.before
        dice_keys = _dice_keys(self.game.commands[done.act.name])
        dice = {key: done.act.parameters[key] for key in dice_keys if done.act.parameters.get(key) is not None}
        if dice:
            self._kept.setdefault(_identity(done.act.name, done.act.parameters, dice_keys), []).append(dice)

    def handle(self, name: str, parameters: Mapping[str, Any], by: str = "referee") -> Act:
        """Plan and apply at once, where nothing has to be durable."""
        act = self.plan(name, parameters, by)
        self.apply(act)
        return act

    # -- the journal --------------------------------------------------------------------------------------------

    @classmethod
    def from_rows(cls, game: Game[S], stored: Iterable[tuple[int, Mapping[str, Any]]]) -> "Session[S]":
        """The session that a journal tells, from `(seq, event)` of one match; the first is its `match_opened`.

        Nothing is decided again: what happened stays, whatever the rules of a later version say.
        """
        acts = iter(grouped(stored))
        _, opening = next(acts)
        session = cls(game, opening[0]["setup"], opening[0]["seed"])
        for seq, group in acts:
            session.apply(read_act(game, group), seq)
        return session


def _numbers_again(again: Sequence[Act], replaced: Sequence[_Done[Any]], seq: int) -> Iterator[int]:
    """The journal number of each command that is given again: its own where it is as it was, else the change's."""
    begin = 0
    for act in again:
        same = (
            place
            for place in range(begin, len(replaced))
            if (replaced[place].act.name, replaced[place].act.parameters) == (act.name, act.parameters)
        )
        place = next(same, None)
        yield seq if place is None else replaced[place].last_seq
        begin = begin if place is None else place + 1


def _plan_reroll(parameters: Mapping[str, Any], by: str) -> Act:
    """The referee lets dice that an undo took back be rolled anew, with a reason (field note I-02)."""
    reason = parameters.get("reason")
    if not isinstance(reason, str) or not reason.strip() or len(parameters) != 1:
        raise NotationError(
            "reroll.reason",
            repr(reason),
            "give the reason in words, and nothing else",
            allowed_es="pon el motivo con palabras, y nada más",
        )
    return Act(REROLL, "reroll", {"reason": reason}, by)


def _called(act: Act, calls: Sequence[DiceCall]) -> Act:
    """The act with the calls of dice beside the rolls that they belong to."""
    if not calls:
        return act
    rolls = (
        replace(roll, calls=tuple(one for one in calls if one.field.partition(".")[0] == roll.field))
        for roll in act.rolls
    )
    return replace(act, rolls=tuple(rolls))


def _repeats(act: Act, asking: Act) -> bool:
    """Whether an act is the one that asked something first, given again with its dice."""
    known = act.parameters
    return act.name == asking.name and all(known.get(key) == one for key, one in asking.parameters.items())


def _give_again(then: Session[Any], act: Act, again: list[Act], lost: list[Lost]) -> None:
    """Give a later command once more with the dice it had; those that no longer fit are kept with the reason."""
    try:
        found = then.plan(act.name, act.parameters, act.by)
    except IllegalCommandError as error:
        lost.append(Lost(act.name, act.parameters, error.refusal))
        return
    had = {roll.field for roll in act.rolls}
    # the dice lie as they fell: how they came stays what it was
    rolls = (*act.rolls, *(roll for roll in found.rolls if roll.method == "digital" and roll.field not in had))
    found = replace(found, rolls=rolls)
    then.apply(found)
    again.append(found)


def _dice_keys(command: type[Command]) -> tuple[str, ...]:
    return tuple(key_of(item) for item in fields(command) if item.metadata.get("dice"))


def _identity(name: str, parameters: Mapping[str, Any], dice_keys: Sequence[str]) -> str:
    """The command without its dice: what is the same when it is given again after an undo."""
    rest = {key: encode(value) for key, value in parameters.items() if key not in dice_keys and value is not None}
    return json.dumps([name, rest], sort_keys=True, ensure_ascii=False)


def _method(key: str, given: set[str], kept: Mapping[str, Plain], method: str) -> str:
    if key not in given:
        return "kept"
    return "re_entered" if key in kept else method


def _whole(key: str, value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise NotationError(key, repr(value), "give a whole number", allowed_es="pon un número entero")


def command_name(command: Command) -> str:
    """The name of a command in scripts and journal."""
    return name_of(type(command))
