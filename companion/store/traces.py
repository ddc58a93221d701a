"""Matches with all that was ever recorded of them."""

from dataclasses import dataclass
from typing import Any

from companion.games import CLAY
from companion.kernel.names import name_key
from companion.store.people import Bout, BoutCorrected, People, Taken


@dataclass(frozen=True)
class Traced:
    """A match with all that was ever recorded of it.

    Attributes:
        bout: what counts now.
        first: what was recorded when it ended.
        corrections: each with its place in the journal, oldest first.
    """

    bout: Bout
    first: Taken
    corrections: tuple[Taken, ...] = ()


def traced(people: People) -> tuple[Traced, ...]:
    """Every match in order, with its trace."""
    found = []
    for taken, bout in people.bouts:
        mine = tuple(
            each
            for each in people.steps
            if isinstance(each.step, BoutCorrected) and name_key(each.step.result.bout) == name_key(bout.bout)
        )
        found.append(Traced(bout, taken, mine))
    return tuple(found)


def as_plain(people: People) -> list[dict[str, Any]]:
    """One object a match, for programs."""
    return [
        {
            "match": one.bout.bout,
            "fighters": list(one.bout.fighters),
            "winners": list(one.bout.winners),
            "by": one.bout.ending,
            "game": one.bout.game or CLAY,
            "belt": one.bout.belt,
            "bracket": one.bout.bracket,
            "injuries": {who: list(what) for who, what in one.bout.injuries.items()},
            "seq": one.first.seq,
            "corrections": [
                {"seq": each.seq, "at_ms": each.at_ms, "by": each.by, "reason": each.step.reason}
                for each in one.corrections
                if isinstance(each.step, BoutCorrected)
            ],
        }
        for one in traced(people)
    ]
