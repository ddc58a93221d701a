"""Games whose bout scripts look at nothing but the snapshot and the open question."""

from companion.kernel.codec import Plain
from companion.kernel.game import Game, S, Trace, UnknownKeyError
from companion.kernel.script import pending_plain, same_pending


class SnapshotGame(Game[S]):
    """A game whose `expect` keys are `pending` and the keys of its snapshot."""

    def inspect(self, trace: Trace[S], key: str, due: Plain) -> Plain:
        del due
        if key == "pending":
            return pending_plain(self, trace.state)
        shown = self.snapshot(trace.state)
        if not isinstance(shown, dict) or key not in shown:
            raise UnknownKeyError.among(key, ("pending", *(shown if isinstance(shown, dict) else ())))
        found: Plain = shown[key]
        return found

    def same(self, key: str, due: Plain, found: Plain) -> bool:
        return same_pending(due, found) if key == "pending" else super().same(key, due, found)
