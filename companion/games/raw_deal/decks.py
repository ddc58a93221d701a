"""The deck checker (section 1.1)."""

from collections.abc import Iterator, Mapping

from companion.games.raw_deal.model import CardEntry, Edition, SuperstarEntry
from companion.games.raw_deal.reasons import no
from companion.kernel.refusals import IllegalCommandError


def check_deck(
    deck: Mapping[str, int],
    cards: Mapping[str, CardEntry],
    seat: str,
    superstar: str,
    star: SuperstarEntry,
    edition: Edition,
    *,
    tag: bool,
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
    if total != edition.deck or min(deck.values(), default=0) < 0:
        raise no("deck_size", player=seat, given=total, due=edition.deck)
    for _, problem in problems(deck, cards, superstar, star, edition, tag=tag):
        raise problem


def problems(
    deck: Mapping[str, int],
    cards: Mapping[str, CardEntry],
    superstar: str,
    star: SuperstarEntry,
    edition: Edition,
    *,
    tag: bool,
) -> Iterator[tuple[str, IllegalCommandError]]:
    """What is wrong with a deck's cards, each with the card (RD-007..013, field note R-11)."""
    first_alignment: str | None = None
    for card, copies in deck.items():
        if copies == 0 or card not in cards:
            continue
        entry = cards[card]
        if entry.unique and copies > edition.unique:
            yield card, no("unique_card", card=card, due=edition.unique)
        elif copies > edition.copies and not entry.setup:
            yield card, no("too_many_copies", card=card, due=edition.copies)
        foreign_logo = edition.single_logo and entry.logo not in {None, star.logo}
        if entry.superstar not in {None, superstar} or foreign_logo:
            yield card, no("wrong_superstar", card=card)
        if entry.tag and not tag:
            yield card, no("tag_card", card=card)
        first_alignment = first_alignment or entry.alignment
        if entry.alignment not in {None, first_alignment}:
            yield card, no("heel_and_face")
