"""Repairing the past as one command: which step, and what becomes of it (issue 7, edit-the-past).

`amend: {at: 3, how: change, command: {strike: {..}}}` in scripts, journal and code alike; the session works out what
follows. Nothing is erased: the journal holds what was believed first, and one undo brings it back.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import NotationError

AMEND = "amend"
WAYS = ("remove", "change", "insert", "cut")
"""Take one command out; give another in its place; give one before it; take out it and everything after it."""
_WITH_COMMAND = frozenset({"change", "insert"})


@dataclass(frozen=True, slots=True)
class Edit:
    """What is to become of one past step.

    Attributes:
        at: the command among those that count, from 1; one more than there are inserts at the end.
        how: one of `WAYS`.
        command: its name and parameters; None for `remove` and `cut`.
    """

    at: int
    how: str
    command: tuple[str, Mapping[str, Any]] | None = None

    def parameters(self) -> dict[str, Any]:
        """The parameters of the command `amend`."""
        given: dict[str, Any] = {"at": self.at, "how": self.how}
        if self.command is not None:
            given["command"] = {self.command[0]: self.command[1]}
        return given


def read_edit(parameters: Mapping[str, Any]) -> Edit:
    """The edit that the parameters of `amend` tell.

    Raises:
        NotationError: an unknown key, no whole number, an unknown way, a command missing or too many.
    """
    for key in parameters:
        if key not in {"at", "how", "command"}:
            raise _wrong(key, "this key", "known keys are at, how, command", "se conocen at, how, command")
    at, how, command = (parameters.get(key) for key in ("at", "how", "command"))
    if not isinstance(at, int) or isinstance(at, bool):
        raise _wrong("at", repr(at), "give a whole number from 1", "pon un número entero desde 1")
    if how not in WAYS:
        raise _wrong("how", repr(how), f"give one of {', '.join(WAYS)}", f"pon uno de {', '.join(WAYS)}")
    if how not in _WITH_COMMAND:
        if command is not None:
            raise _wrong("command", repr(command), f"{how} takes no command", f"{how} no lleva orden")
        return Edit(at, how)
    if not isinstance(command, Mapping) or len(command) != 1:
        raise _wrong("command", repr(command), "give one `command: {parameters}`", "pon una `orden: {parámetros}`")
    ((name, given),) = command.items()
    if not isinstance(given or {}, Mapping):
        raise _wrong(f"command.{name}", repr(given), "give a mapping of parameters", "pon un mapa de parámetros")
    return Edit(at, how, (str(name), dict(given or {})))


def _wrong(key: str, what: str, allowed: str, allowed_es: str) -> NotationError:
    what_es = "este parámetro" if what == "this key" else None
    return NotationError(f"{AMEND}.{key}", what, allowed, what_es=what_es, allowed_es=allowed_es)
