"""How often each face of each die came up in a match: public on request (field note I-01). Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.kernel.acts import Act, Roll
from companion.kernel.dice import DiceRequest
from companion.kernel.game import Game

RE_ENTERED = "re_entered"
TYPED = "typed"


@dataclass(frozen=True, slots=True)
class DieCount:
    """The throws of one kind of die.

    Attributes:
        faces: how often each face came up, every face of the die named.
        methods: how the dice came (`Roll.method`), in number of dice.
    """

    sides: int
    faces: Mapping[int, int]
    methods: Mapping[str, int]

    @property
    def thrown(self) -> int:
        return sum(self.faces.values())


@dataclass
class _Tally:
    faces: Counter[int] = field(default_factory=Counter)
    methods: Counter[str] = field(default_factory=Counter)


def dice_counts(game: Game[Any], done: Iterable[tuple[Act, Any]]) -> tuple[DieCount, ...]:
    """The dice of the commands that count, the die with the fewest faces first.

    A throw that was taken back and came again as it was counts once; a coin or a lot is no die.

    Args:
        done: acts with the states they were given in (`Session.done`).
    """
    found: dict[int, _Tally] = {}
    for act, before in done:
        for roll in act.rolls:
            request = _request(game, act, before, roll)
            if request is None or request.choices:
                continue
            faces = list(faces_in(roll.faces))
            tally = found.setdefault(request.sides, _Tally())
            tally.faces.update(faces)
            tally.methods[TYPED if roll.method == RE_ENTERED else roll.method] += len(faces)
    return tuple(
        DieCount(sides, {face: one.faces[face] for face in range(1, sides + 1)}, dict(one.methods))
        for sides, one in sorted(found.items())
    )


def _request(game: Game[Any], act: Act, before: Any, roll: Roll) -> DiceRequest | None:
    """What asked for these dice: typed ones do not say themselves how many faces they have."""
    root = roll.field.partition(".")[0]
    rest = {key: value for key, value in act.parameters.items() if key != root}
    due = game.dice_due(before, game.command(act.name, rest))
    return next((one for one in due if one.field.partition(".")[0] == root), None)


def faces_in(found: Any) -> Iterator[int]:
    """The faces, however deep they lie."""
    if isinstance(found, Mapping):
        for one in found.values():
            yield from faces_in(one)
    elif isinstance(found, Sequence) and not isinstance(found, str):
        for one in found:
            yield from faces_in(one)
    elif isinstance(found, int):
        yield found
