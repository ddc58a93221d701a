"""Tournaments of an evening: single elimination and round robin, folded from their draw and the recorded results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from companion.errors import UsageProblemError
from companion.kernel.names import name_key
from companion.store.people import Bout, BracketDrawn, People

ELIMINATION: Final = "elimination"
ROUND_ROBIN: Final = "round_robin"
MOST: Final = 128
KINDS: Final = (ELIMINATION, ROUND_ROBIN)


@dataclass(frozen=True)
class Pairing:
    """Two places of one round.

    Attributes:
        round: from 1.
        one, other: None while it is not known who it will be; `other` is empty for a bye.
        winner: None while it is open; of a bye, who has it.
        bout: name of the match that decided it, or empty.
    """

    round: int
    one: str | None
    other: str | None
    winner: str | None = None
    bout: str = ""

    @property
    def is_due(self) -> bool:
        """Both are known and have not met yet."""
        return self.winner is None and not self.bout and bool(self.one) and bool(self.other)


@dataclass(frozen=True)
class Bracket:
    """A tournament as it stands.

    Attributes:
        rounds: pairings by round, in order.
        champion: None until it is decided.
    """

    name: str
    kind: str
    rounds: tuple[tuple[Pairing, ...], ...]
    champion: str | None

    @property
    def due(self) -> tuple[Pairing, ...]:
        return tuple(pairing for pairings in self.rounds for pairing in pairings if pairing.is_due)


def draw(name: str, kind: str, fighters: Sequence[str]) -> BracketDrawn:
    """A tournament's first step; the order of the fighters is the draw: seeds first.

    Raises:
        UsageProblemError: the kind is not known, or the fighters are too few or not all different.
    """
    if kind not in KINDS:
        raise UsageProblemError(
            f"a tournament of kind {kind!r} is not known; give {' or '.join(KINDS)}",
            f"no hay torneos de tipo {kind!r}; pon {' o '.join(KINDS)}",
        )
    if len(fighters) > MOST:
        raise UsageProblemError(
            f"a tournament of {len(fighters)} fighters; at most {MOST}",
            f"un torneo de {len(fighters)} luchadores; como mucho {MOST}",
        )
    if len(fighters) < 2 or len({name_key(fighter) for fighter in fighters}) != len(fighters):
        raise UsageProblemError(
            "a tournament needs two fighters or more, each of them once",
            "un torneo necesita dos luchadores o más, cada uno una sola vez",
        )
    return BracketDrawn(name, kind, tuple(fighters))


def brackets(people: People) -> dict[str, Bracket]:
    """Every tournament that was drawn, as results and corrections make it."""
    found: dict[str, Bracket] = {}
    for taken in people.steps:
        step = taken.step
        if isinstance(step, BracketDrawn) and len(step.fighters) > 1:
            results = [b for _, b in people.bouts if name_key(b.bracket) == name_key(step.bracket)]
            build = _round_robin if step.kind == ROUND_ROBIN else _elimination
            found[step.bracket] = build(step, results)
    return found


def _elimination(drawn: BracketDrawn, results: Sequence[Bout]) -> Bracket:
    entries: list[str | None] = _seeded(drawn.fighters)
    left = list(results)
    rounds: list[tuple[Pairing, ...]] = []
    while len(entries) > 1:
        number = len(rounds) + 1
        pairs = list(pairwise(entries))[::2]
        pairings = tuple(_played(Pairing(number, one, other), left) for one, other in pairs)
        rounds.append(pairings)
        entries = [pairing.winner for pairing in pairings]
    return Bracket(drawn.bracket, ELIMINATION, tuple(rounds), entries[0])


def _seeded(fighters: Sequence[str]) -> list[str | None]:
    """Places of the first round: the first two seeds can meet in the final only, byes go to the first seeds."""
    order = [0]
    while len(order) < len(fighters):
        size = 2 * len(order)
        order = [place for seed in order for place in (seed, size - 1 - seed)]
    return [fighters[seed] if seed < len(fighters) else "" for seed in order]


def _played(pairing: Pairing, left: list[Bout]) -> Pairing:
    """The pairing with the first result of these two that is left; a draw is fought again."""
    one, other = pairing.one, pairing.other
    if one is None or other is None:
        return pairing
    if not one or not other:
        return Pairing(pairing.round, one or other, "", one or other)
    for bout in left:
        met = {name_key(fighter) for fighter in bout.fighters}
        if met == {name_key(one), name_key(other)} and len(bout.winners) == 1:
            left.remove(bout)
            winner = one if name_key(bout.winners[0]) == name_key(one) else other
            return Pairing(pairing.round, one, other, winner, bout.bout)
    return pairing


def _round_robin(drawn: BracketDrawn, results: Sequence[Bout]) -> Bracket:
    """Everybody against everybody once, by the circle method: nobody fights twice in a round."""
    circle: list[str] = [*drawn.fighters] + [""] * (len(drawn.fighters) % 2)
    rounds: list[tuple[Pairing, ...]] = []
    left = list(results)
    for number in range(1, len(circle)):
        half = len(circle) // 2
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        rounds.append(tuple(_met(number, one, other, left) for one, other in pairs if one and other))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return Bracket(drawn.bracket, ROUND_ROBIN, tuple(rounds), _leader(drawn.fighters, rounds))


def _met(number: int, one: str, other: str, left: list[Bout]) -> Pairing:
    """As `_played`, but a draw counts: it has a match and no winner."""
    for bout in left:
        if {name_key(fighter) for fighter in bout.fighters} == {name_key(one), name_key(other)}:
            left.remove(bout)
            winners = [name for name in (one, other) if name_key(name) in {name_key(w) for w in bout.winners}]
            return Pairing(number, one, other, winners[0] if len(winners) == 1 else None, bout.bout)
    return Pairing(number, one, other)


def standings(bracket: Bracket) -> dict[str, int]:
    """Wins by fighter, most first; in the order of the draw where they are equal."""
    wins: dict[str, int] = {}
    for pairings in bracket.rounds:
        for pairing in pairings:
            for name in (pairing.one, pairing.other):
                if name:
                    wins.setdefault(name, 0)
            if pairing.winner and pairing.bout:
                wins[pairing.winner] += 1
    return dict(sorted(wins.items(), key=lambda item: -item[1]))


def _leader(fighters: Sequence[str], rounds: Sequence[Sequence[Pairing]]) -> str | None:
    """Who has most wins when all have met; of two that are equal, who won when they met; None if that decides not."""
    pairings = [pairing for each in rounds for pairing in each]
    if any(not pairing.bout for pairing in pairings):
        return None
    wins: Mapping[str, int] = {f: sum(pairing.winner == f for pairing in pairings) for f in fighters}
    best = [fighter for fighter in fighters if wins[fighter] == max(wins.values())]
    if len(best) == 2:
        return next(p.winner for p in pairings if {p.one, p.other} == set(best))
    return best[0] if len(best) == 1 else None
