"""The deck checker (section 1.1)."""

from collections.abc import Mapping

from companion.games.raw_deal.model import DECK_SIZE, MAX_COPIES, CardEntry
from companion.games.raw_deal.reasons import no


def check_deck(
    deck: Mapping[str, int], cards: Mapping[str, CardEntry], seat: str, superstar: str, *, tag: bool
) -> None:
    """Hold that the deck is legal.

    Raises:
        IllegalCommandError: `unknown_card`, `deck_size`, `unique_card`, `too_many_copies`, `wrong_superstar`,
            `heel_and_face` or `tag_card`.
    """
    for card in deck:
        if card not in cards:
            raise no("unknown_card", card=card)
    total = sum(deck.values())
    if total != DECK_SIZE or min(deck.values()) < 0:
        raise no("deck_size", player=seat, given=total)
    for card, copies in deck.items():
        entry = cards[card]
        if copies == 0:
            continue
        if entry.unique and copies > 1:
            raise no("unique_card", card=card)
        if copies > MAX_COPIES and not entry.setup:
            raise no("too_many_copies", card=card)
        if entry.superstar not in {None, superstar}:
            raise no("wrong_superstar", card=card)
        if entry.tag and not tag:
            raise no("tag_card", card=card)
    alignments = {cards[card].alignment for card, copies in deck.items() if copies} - {None}
    if len(alignments) > 1:
        raise no("heel_and_face")
