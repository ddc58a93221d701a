"""Cards in zones, as things or as mere counts, and the check that none is lost (K-09)."""

from collections.abc import Mapping
from dataclasses import dataclass


class ConservationError(Exception):
    """Cards appeared or vanished: a defect of a rulebook's code, never of the people."""


@dataclass(frozen=True, slots=True)
class Zones:
    """Named piles of card references, each in its order (first = top)."""

    piles: Mapping[str, tuple[str, ...]]

    def moved(self, card: str, source: str, target: str, *, to_top: bool = True) -> "Zones":
        """The same cards with one in another pile.

        Raises:
            ConservationError: the card is not in `source`.
        """
        if card not in self.piles[source]:
            raise ConservationError(f"{card} is not in {source}")
        left = list(self.piles[source])
        left.remove(card)
        piles = {**self.piles, source: tuple(left)}
        piles[target] = (card, *piles[target]) if to_top else (*piles[target], card)
        return Zones(piles)

    def total(self) -> int:
        return sum(len(pile) for pile in self.piles.values())


def conserve(expected: int, counts: Mapping[str, int], whose: str) -> None:
    """Hold that the counts of all zones of `whose` add up.

    Raises:
        ConservationError: they do not, or one is below 0.
    """
    if sum(counts.values()) != expected or min(counts.values()) < 0:
        raise ConservationError(f"cards of {whose}: {dict(counts)} do not add up to {expected}")
