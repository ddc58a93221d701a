"""A bout for tests: commands in, states out, refusals kept."""

from typing import Any

from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import Fighter, Match
from companion.kernel.codec import Plain
from companion.kernel.game import Trace, UnknownKeyError, plain_event
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Session

SHEET = {
    "main": {"combat": 2, "speed": 2, "strength": 2, "technique": 2, "resistance": 2},
    "combat_abilities": {"strike": 2, "whip": 2, "suplex": 2, "submission": 2, "counter": 2},
}


class Table:
    """One match, driven by commands; a refusal's code is kept in `refused`."""

    def __init__(self, setup: dict[str, Any] | None = None, seed: str | None = None) -> None:
        self.session: Session[Match] = Session(GAME, setup, seed)
        self.refused: str | None = None
        self.last: IllegalCommandError | None = None

    @property
    def match(self) -> Match:
        return self.session.state

    def fighter(self, name: str) -> Fighter:
        return self.match.fighters[name]

    def do(self, name: str, /, **parameters: Any) -> "Table":
        """Give a command; refused or not, go on."""
        before = self.match
        try:
            self.session.handle(name, {key.removesuffix("_"): value for key, value in parameters.items()})
        except IllegalCommandError as error:
            self.refused, self.last = error.code, error
            assert self.match == before
        else:
            self.refused, self.last = None, None
        return self

    def all(self, *steps: dict[str, Any]) -> "Table":
        for step in steps:
            ((name, parameters),) = step.items()
            self.do(name, **(parameters or {}))
        return self

    def events(self) -> list[dict[str, Any]]:
        return [plain_event(event) for event in self.session.history()]

    def names(self) -> list[str]:
        return [event["name"] for event in self.events()]

    def find(self, key: str, due: Plain) -> Plain:
        """What an `expect` finds."""
        if key == "rejected":
            return self.refused
        history = tuple(self.session.history())
        trace = Trace(self.match, history, history, self.refused)
        try:
            return GAME.inspect(trace, key, due)
        except UnknownKeyError:
            return getattr(self.match, key)

    def same(self, key: str, due: Plain) -> bool:
        if key == "events":
            found = self.events()
            wanted = [item if isinstance(item, dict) else {item: {}} for item in due]
            return all(
                any(event["name"] == name and all(event[k] == v for k, v in fields.items()) for event in found)
                for item in wanted
                for name, fields in item.items()
            )
        return GAME.same(key, due, self.find(key, due))

    def expect(self, **due: Any) -> "Table":
        for key, value in due.items():
            assert self.same(key, value), (key, value, self.names()[-6:] if key == "events" else self.find(key, value))
        return self


def started(*names: str, mode: str = "wrestling_match", seed: str | None = "1", **start: Any) -> Table:
    """A strict match that has just been started, everything about the table still unknown."""
    table = Table(None, seed)
    for name in names:
        table.do("register_fighter", fighter=name, **SHEET)
        table.do("classify", fighter=name, class_="humanoid")
    table.do("start_match", mode=mode, fighters=list(names), **start)
    assert table.refused is None, table.last
    return table


def known(table: Table, **facts: Any) -> Table:
    """Tell everything about the table at once."""
    return table.do("observe", **{"adjacent": [], "near_ropes": [], "near_post": [], "behind": [], **facts})
