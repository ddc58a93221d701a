"""A measured fact must hold to count: two thresholds and a minimum time, so that noise never reaches the match."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


@dataclass(slots=True)
class _Belief:
    """What is held for true of one fact, and since when the measurements say otherwise."""

    holds: bool = False
    otherwise_since_ms: float | None = None


class Steady(Generic[Key]):
    """Facts of one kind, each "small enough" or not by a measured length.

    A fact begins to hold when its length has been at most `enter` for `hold_ms`, and ceases when it has been over
    `leave` as long. Between the two nothing changes. The first measurement of a fact counts at once: what is measured
    has come to rest before it is handed in.
    """

    def __init__(self, enter: float, leave: float, hold_ms: float) -> None:
        if leave < enter:
            raise ValueError(f"leave {leave:g} received, at least enter {enter:g} due")
        self.enter = enter
        self.leave = leave
        self.hold_ms = hold_ms
        self._beliefs: dict[Key, _Belief] = {}

    def update(self, time_ms: float, lengths: Mapping[Key, float]) -> frozenset[Key]:
        """Take the measurements of one moment; a key that is not measured now is forgotten.

        Returns:
            The facts that hold.
        """
        for key in [key for key in self._beliefs if key not in lengths]:
            del self._beliefs[key]
        for key, length in lengths.items():
            belief = self._beliefs.get(key)
            if belief is None:
                self._beliefs[key] = _Belief(holds=length <= self.enter)
            else:
                self._take(belief, time_ms, length)
        return frozenset(key for key, belief in self._beliefs.items() if belief.holds)

    def forget(self, is_stale: Callable[[Key], bool]) -> None:
        """Drop what is believed of some facts: their next measurement counts at once."""
        for key in [key for key in self._beliefs if is_stale(key)]:
            del self._beliefs[key]

    def _take(self, belief: _Belief, time_ms: float, length: float) -> None:
        otherwise = length > self.leave if belief.holds else length <= self.enter
        if not otherwise:
            belief.otherwise_since_ms = None
            return
        if belief.otherwise_since_ms is None:
            belief.otherwise_since_ms = time_ms
        if time_ms - belief.otherwise_since_ms >= self.hold_ms:
            belief.holds = not belief.holds
            belief.otherwise_since_ms = None
