"""What one press of U or Y does: the newest doing of a person goes or comes, and the camera's own notes with it.

The camera notes what the table shows by itself, and would note it again at once: taken back alone, U would never get to
anything else (K-02).
"""

from dataclasses import dataclass
from typing import Any

from companion.app.stage import repaired
from companion.kernel.acts import COMMANDED, REDONE, UNDONE, Act
from companion.kernel.session import Session
from companion.kernel.text import Text
from companion.screens.past_lines import PastLines


@dataclass
class Stepping:
    """Follows the session.

    Attributes:
        undoes: what an undo would take back now; None where there is nothing.
        depth: how many steps of the session go with it.
    """

    undoes: Text | None = None
    depth: int = 0
    _redo_depth: int = 0

    def follow(self, session: Session[Any], past: PastLines) -> None:
        """See what is next now."""
        self.depth, self._redo_depth = session.undo_depth(), session.redo_depth()
        self.undoes = self._next(session, past)

    def _next(self, session: Session[Any], past: PastLines) -> Text | None:
        step = session.next_undo()
        if step is None:
            return None
        act, number = step
        if act.kind == COMMANDED:  # each note after it is one command
            return past.lines(session.done(), session.last_rows())[-self.depth].text
        told = repaired(act, number=number)
        return Text(told.en.rstrip("."), told.es.rstrip("."))

    def hear(self, act: Act, session: Session[Any], past: PastLines) -> Text | None:
        """Follow an act; gives what it took back or did again, where that was one doing."""
        undone, was_one = self.undoes, act.count == (self.depth if act.kind == UNDONE else self._redo_depth)
        self.follow(session, past)
        if not was_one:
            return None
        return undone if act.kind == UNDONE else self.undoes if act.kind == REDONE else None
