"""Bout scripts: every game, every rule, no hardware (DESIGN.md section 4).

A case is plain data: `id`, `title`, `rules`, `setup`, `steps`. What a file looks like and where cases stand in it is
not known here.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.errors import CompanionError, NotationError
from companion.kernel.codec import Plain, encode
from companion.kernel.game import Event, Game, Trace, UnknownKeyError, event_matches, matches, plain_event
from companion.kernel.refusals import IllegalCommandError, Refusal
from companion.kernel.session import Act, Session, rows

LONGEST_VALUE = 200
_KEYS_THEMSELVES = frozenset({"this key", "this command"})
_PART = re.compile(r"[^.\[\]]+")
CASE_KEYS = frozenset({"game", "id", "title", "rules", "source", "setup", "seed", "steps", "note"})


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that is not as the script says; steps count from 1, 0 is the set-up.

    Attributes:
        at: of a fault in the script itself, which keys and numbers of items lead to it in the case; None where the
            match went another way than the script expects.
        at_key: the fault is the last of these keys, not its value.
    """

    step: int
    key: str
    due: Plain
    found: Plain
    at: tuple[str | int, ...] | None = None
    at_key: bool = False

    def __str__(self) -> str:
        # what is allowed is told in full: whoever wrote the script looks for the word that was meant
        due, found = (str(self.due), str(self.found)) if self.at else (_short(self.due), _short(self.found))
        return f"step {self.step} {self.key}: due {due}, found {found}"

    def plain(self) -> Plain:
        """What `replay --json` prints for it."""
        return {"step": self.step, "key": self.key, "due": encode(self.due), "found": encode(self.found)}


@dataclass
class Played:
    """A case that was played to its end."""

    id: str
    game: str
    failures: list[Failure] = field(default_factory=list)
    state: Plain = None
    pending: Plain = None
    events: list[Plain] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.failures

    def plain(self) -> Plain:
        """What `replay --json` prints for the case."""
        return {
            "id": self.id,
            "game": self.game,
            "passed": self.passed,
            "state": self.state,
            "pending": self.pending,
            "events": self.events,
            "failures": [failure.plain() for failure in self.failures],
        }


Commit = Callable[[list[dict[str, Any]]], int]
"""Makes journal events durable and returns the number of the first."""


class _Player:
    def __init__(self, game: Game[Any], case: Mapping[str, Any], commit: Commit | None) -> None:
        self.game = game
        self.case = case
        self.commit = commit
        self.played = Played(str(case.get("id", "?")), game.id)
        self.since: list[Event] = []
        self.journal: list[Plain] = []
        self.since_rows: list[Plain] = []
        self.refusal: Refusal | None = None
        self.refused_at = 0
        self.expected = True
        self.session: Session[Any]

    def fail(self, step: int, key: str, due: Plain, found: Plain) -> None:
        self.played.failures.append(Failure(step, key, due, found))

    def fault(self, step: int, key: str, due: Plain, found: Plain, at: tuple[str | int, ...]) -> None:
        """A fault in the script itself, at this place of the case."""
        found = "nothing" if found is None else _short(found)
        self.played.failures.append(Failure(step, key, due, found, at))

    def misread(self, step: int, error: NotationError, under: tuple[str | int, ...]) -> None:
        """A fault that the reading of a set-up or command found; its key begins with the last part of `under`."""
        parts = _parts(error.key)
        at = (*under, *(parts[1:] if parts[:1] == under[-1:] else parts))
        failure = Failure(step, error.key, error.allowed, error.what, at, at_key=error.what in _KEYS_THEMSELVES)
        self.played.failures.append(failure)

    def play(self) -> Played:
        for key in self.case:
            if key not in CASE_KEYS:
                self.fail(0, str(key), f"one of {', '.join(sorted(CASE_KEYS))}", "this key")
        setup, steps, seed = (self.case.get(key) for key in ("setup", "steps", "seed"))
        if not _is_list(steps := [] if steps is None else steps):
            self.fault(0, "steps", "a list of steps", steps, ("steps",))
        if not isinstance(setup := {} if setup is None else setup, Mapping):
            self.fault(0, "setup", "a set-up of this game", setup, ("setup",))
        if isinstance(seed, Mapping) or _is_list(seed):
            self.fault(0, "seed", "a number or a text", seed, ("seed",))
        if any(failure.at for failure in self.played.failures):
            return self.played
        try:
            self.session = Session(self.game, setup, None if seed is None else str(seed))
        except NotationError as error:
            self.misread(0, error, ("setup",))
            return self.played
        except CompanionError as error:
            self.fault(0, "setup", "a set-up of this game", str(error), ("setup",))
            return self.played
        self._durable([self.session.opening()])
        for number, step in enumerate(steps, start=1):
            self._step(number, step)
        self._unexpected()
        self.played.state = self.game.snapshot(self.session.state)
        self.played.pending = pending_plain(self.game, self.session.state)
        self.played.events = [plain_event(event) for event in self.session.history()]
        return self.played

    def _step(self, number: int, step: Any) -> None:
        if not isinstance(step, Mapping) or len(step) != 1:
            self.fault(number, "step", "a single `command: {parameters}`", step, ("steps", number - 1))
            return
        ((name, content),) = step.items()
        content = {} if content is None else content
        if name == "expect":
            self._expect(number, content)
            return
        self._unexpected()
        self._command(number, str(name), content)

    def _unexpected(self) -> None:
        """A refusal that no `expect: {rejected: ..}` follows is a failure."""
        if not self.expected and self.refusal is not None:
            self.fail(self.refused_at, "rejected", "nothing", f"{self.refusal.code} ({self.refusal.rule})")
        self.expected = True

    def _command(self, number: int, name: str, parameters: Any) -> None:
        self.refusal = None
        at = ("steps", number - 1, name)
        if not isinstance(parameters, Mapping):
            self.fault(number, name, "a mapping of parameters", parameters, at)
            return
        try:
            act = self.session.plan(name, parameters)
        except IllegalCommandError as error:
            self.refusal = error.refusal
            self.refused_at = number
            self.expected = False
            return
        except NotationError as error:
            self.misread(number, error, at)
            return
        self.session.apply(act, self._durable(rows(act)))
        self.played.acts.append(act)
        self.since.extend(act.events)

    def _durable(self, events: list[dict[str, Any]]) -> int | None:
        self.journal.extend(events)
        self.since_rows.extend(events)
        return self.commit(events) if self.commit is not None else None

    def _expect(self, number: int, content: Any) -> None:
        if not isinstance(content, Mapping):
            self.fault(number, "expect", "a mapping", content, ("steps", number - 1, "expect"))
            return
        trace = Trace(
            self.session.state,
            tuple(self.since),
            tuple(self.session.history()),
            self.refusal.code if self.refusal else None,
            tuple(self.journal),
        )
        code = trace.refused
        if code is not None and "rejected" not in content:
            self._unexpected()
        self.expected = True
        for key, due in content.items():
            self._compare(number, str(key), due, trace)
        self.since.clear()
        self.since_rows.clear()

    def _compare(self, number: int, key: str, due: Plain, trace: Trace[Any]) -> None:
        if key == "rejected":
            if due != trace.refused:
                self.fail(number, key, due, trace.refused)
            return
        if key in {"events", "not_events", "journal"}:
            self._compare_events(number, key, due, trace)
            return
        if key == "view" and isinstance(due, Mapping):
            for viewer, fields in due.items():
                seen = self.game.view(trace.state, str(viewer))
                if not matches(fields, seen):
                    self.fail(number, f"view.{viewer}", fields, seen)
            return
        try:
            found = self.game.inspect(trace, key, due)
        except UnknownKeyError as error:
            at = ("steps", number - 1, "expect", key)
            failure = Failure(number, key, "a key of this game", str(error) or "unknown key", at, at_key=True)
            self.played.failures.append(failure)
            return
        if not self.game.same(key, due, found):
            self.fail(number, key, due, found)

    def _compare_events(self, number: int, key: str, due: Plain, trace: Trace[Any]) -> None:
        happened = list(trace.journal) if key == "journal" else self.since_rows
        if not _is_list(due):
            self.fault(number, key, "a list of events", due, ("steps", number - 1, "expect", key))
            return
        for item in due:
            met = any(event_matches(item, event) for event in happened)
            if met == (key == "not_events"):
                self.fail(number, key, item, [event["name"] for event in happened])


def play(game: Game[Any], case: Mapping[str, Any], commit: Commit | None = None) -> Played:
    """Play a case and compare its `expect` steps; never raises for what is written in the case.

    Args:
        commit: called with the journal events of each accepted command before it counts.
    """
    return _Player(game, case, commit).play()


def pending_plain(game: Game[Any], state: Any) -> Plain:
    """The innermost open question as scripts and JSON show it, or None."""
    stack = game.pending(state)
    if not stack:
        return None
    top = stack[-1]
    return {"kind": top.kind, "owner": encode(top.owner), "options": list(top.options), **top.details}


def same_pending(due: Plain, found: Plain) -> bool:
    """`pending` as far as `due` names its parts; the options have no order."""
    if not isinstance(due, Mapping) or not isinstance(found, Mapping):
        return matches(due, found)
    rest = {key: value for key, value in due.items() if key != "options"}
    return matches(rest, found) and ("options" not in due or same_as_set(due["options"], found["options"]))


def same_as_set(due: Plain, found: Plain) -> bool:
    """Lists without an order."""
    if not isinstance(due, Sequence) or isinstance(due, str) or not isinstance(found, Sequence):
        return matches(due, found)
    left = list(found)
    for one in due:
        met = next((number for number, other in enumerate(left) if matches(one, other)), None)
        if met is None:
            return False
        del left[met]
    return not left


def _is_list(value: Plain) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _parts(key: str) -> tuple[str | int, ...]:
    """`strike.strike_dice[1]` -> strike, strike_dice, 1."""
    return tuple(int(part) if part.isdecimal() and str(int(part)) == part else part for part in _PART.findall(key))


def _short(value: Plain) -> str:
    """At most so long that it stands on a line; cut between words where there are some."""
    text = str(value)
    if len(text) <= LONGEST_VALUE:
        return text
    cut = text[: LONGEST_VALUE - 3]
    words = cut.rpartition(" ")[0]
    return f"{words if len(words) > LONGEST_VALUE // 2 else cut}..."
