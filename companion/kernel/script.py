"""Bout scripts: every game, every rule, no hardware (DESIGN.md section 4).

A case is plain data: `id`, `title`, `rules`, `setup`, `steps`. What a file looks like and where cases stand in it is
not known here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.errors import CompanionError, NotationError
from companion.kernel.codec import Plain, encode
from companion.kernel.game import Event, Game, Trace, UnknownKeyError, event_matches, matches, plain_event
from companion.kernel.refusals import IllegalCommandError, Refusal
from companion.kernel.session import Act, Session, rows

CASE_KEYS = frozenset({"game", "id", "title", "rules", "source", "setup", "seed", "steps", "note"})


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that is not as the script says; steps count from 1, 0 is the set-up."""

    step: int
    key: str
    due: Plain
    found: Plain

    def __str__(self) -> str:
        return f"step {self.step} {self.key}: due {_short(self.due)}, found {_short(self.found)}"


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
            "failures": [encode(failure) for failure in self.failures],
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

    def play(self) -> Played:
        for key in self.case:
            if key not in CASE_KEYS:
                self.fail(0, str(key), f"one of {', '.join(sorted(CASE_KEYS))}", "this key")
        try:
            seed = self.case.get("seed")
            self.session = Session(self.game, self.case.get("setup") or {}, None if seed is None else str(seed))
        except CompanionError as error:
            self.fail(0, "setup", "a set-up of this game", str(error))
            return self.played
        self._durable([self.session.opening()])
        steps = self.case.get("steps") or []
        if not isinstance(steps, Sequence) or isinstance(steps, str):
            self.fail(0, "steps", "a list of steps", steps)
            return self.played
        for number, step in enumerate(steps, start=1):
            self._step(number, step)
        self._unexpected()
        self.played.state = self.game.snapshot(self.session.state)
        self.played.pending = pending_plain(self.game, self.session.state)
        self.played.events = [plain_event(event) for event in self.session.history()]
        return self.played

    def _step(self, number: int, step: Any) -> None:
        if not isinstance(step, Mapping) or len(step) != 1:
            self.fail(number, "step", "a single `command: {parameters}`", step)
            return
        ((name, content),) = step.items()
        if name == "expect":
            self._expect(number, content or {})
            return
        self._unexpected()
        self._command(number, str(name), content or {})

    def _unexpected(self) -> None:
        """A refusal that no `expect: {rejected: ..}` follows is a failure."""
        if not self.expected and self.refusal is not None:
            self.fail(self.refused_at, "rejected", "nothing", f"{self.refusal.code} ({self.refusal.rule})")
        self.expected = True

    def _command(self, number: int, name: str, parameters: Any) -> None:
        self.refusal = None
        if not isinstance(parameters, Mapping):
            self.fail(number, name, "a mapping of parameters", parameters)
            return
        try:
            act = self.session.plan(name, parameters)
        except IllegalCommandError as error:
            self.refusal = error.refusal
            self.refused_at = number
            self.expected = False
            return
        except NotationError as error:
            self.fail(number, error.key, error.allowed, error.what)
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
            self.fail(number, "expect", "a mapping", content)
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
            self.fail(number, key, "a key of this game", str(error) or "unknown key")
            return
        if not self.game.same(key, due, found):
            self.fail(number, key, due, found)

    def _compare_events(self, number: int, key: str, due: Plain, trace: Trace[Any]) -> None:
        happened = list(trace.journal) if key == "journal" else self.since_rows
        if not isinstance(due, Sequence) or isinstance(due, str):
            self.fail(number, key, "a list of events", due)
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


def _short(value: Plain) -> str:
    text = str(value)
    return text if len(text) <= 200 else text[:197] + "..."
