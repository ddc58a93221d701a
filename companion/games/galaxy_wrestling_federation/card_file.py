"""The card file and the hands of this game (section 3). The source names no card: a file has blank or user's values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.galaxy_wrestling_federation.model import (
    FACE_DOWN,
    FIGHT_CARDS,
    MAX_SEATS,
    VICTORY_REF,
    CardValues,
    as_numbers,
)
from companion.kernel.card_files import CardFormat, Content, Finding, in_range, unknown_refs, unlike
from companion.kernel.codec import Plain, decode
from companion.kernel.text import Text

SEATS = ("p1", "p2", "p3")
VICTORY = "victory_card"


@dataclass(frozen=True)
class Hand:
    """The ten fight cards that a seat holds (GWF-010); the victory card goes without saying."""

    hand: tuple[str, ...]


class GwfCards(CardFormat):
    game = "galaxy_wrestling_federation"
    sections = {"cards": CardValues}  # noqa: RUF012  # a constant of the class
    asked = {"cards": ("strength", "beats")}  # noqa: RUF012
    deck = Hand
    deck_example = """\
# ten fight cards; the victory card goes without saying
# diez cartas de combate; la de victoria va por descontado
hand: [fight_card_1, fight_card_2]
"""

    def sample(self) -> Mapping[str, Mapping[str, Any]]:
        """Ten blank fight cards and one victory card (section 3)."""
        blank = {f"fight_card_{n}": CardValues() for n in range(1, FIGHT_CARDS + 1)}
        return {"cards": {**blank, VICTORY: CardValues(kind="victory")}}

    def laid_over(self, section: str, ref: str, plain: Mapping[str, Plain], where: str) -> CardValues:
        del section, ref
        return decode(CardValues, plain, where)

    def check(self, section: str, ref: str, content: Content) -> Iterator[Finding]:
        card = content.entries[section][ref]
        if ref in {VICTORY_REF, FACE_DOWN}:
            text = Text(f"{ref} is a word of the game, no card", f"{ref} es una palabra del juego, no una carta")
            yield Finding((), text, "GWF-010", at_key=True)
        if card.kind == "victory" and (card.strength is not None or card.beats is not None):
            text = Text("a victory card has no values", "una carta de victoria no tiene valores")
            yield Finding(("strength" if card.strength is not None else "beats",), text, "GWF-034", at_key=True)
        if card.kind == "fight" and (card.strength is None) is not (card.beats is None):
            missing = "strength" if card.strength is None else "beats"
            text = Text(
                f"{missing} is null and the other value is not: give both or none",
                f"{missing} es null y el otro valor no: pon los dos o ninguno",
            )
            yield Finding((missing,), text, "GWF-012")
        yield from in_range(card, {"strength": (0, None)}, "GWF-011")
        if min(as_numbers(card.beats), default=0) < 0:
            text = unlike("beats", card.beats, Text("give at least 0", "pon al menos 0"))
            yield Finding(("beats",), text, "GWF-012")

    def check_deck(self, deck: Hand, content: Content) -> Iterator[Finding]:
        cards = content.entries["cards"]
        yield from unknown_refs(("hand",), deck.hand, cards, "GWF-010")
        for index, ref in enumerate(deck.hand):
            if ref in cards and cards[ref].kind == "victory":
                text = Text("the victory card goes without saying", "la carta de victoria se da por supuesta")
                yield Finding(("hand", index), text, "GWF-010")
        if len(deck.hand) != FIGHT_CARDS:
            text = Text(
                f"a hand has {FIGHT_CARDS} fight cards, not {len(deck.hand)}",
                f"una mano tiene {FIGHT_CARDS} cartas de lucha, no {len(deck.hand)}",
            )
            yield Finding(("hand",), text, "GWF-010")

    def check_decks(self, decks: Mapping[str, Any]) -> Iterator[Finding]:
        for seat in list(decks)[MAX_SEATS:]:
            text = Text(f"at most {MAX_SEATS} seats play", f"juegan como mucho {MAX_SEATS} asientos")
            yield Finding((seat,), text, "GWF-D01")

    def setup(self, content: Content, decks: Mapping[str, Hand]) -> dict[str, Plain]:
        """Cards of a hand that no file describes are the blank ones of the source."""
        cards = dict(content.given.get("cards", {}))
        for deck in decks.values():
            for ref in deck.hand:
                cards.setdefault(ref, {})
        found: dict[str, Plain] = {"phase": "SETUP", "cards": cards}
        if decks:
            free = [seat for seat in SEATS if seat not in decks]
            found["seats"] = [*decks, *(free if len(decks) == 1 else ())][: max(len(SEATS), len(decks))]
            found["hands"] = {seat: list(deck.hand) for seat, deck in decks.items()}
        return found


FORMAT = GwfCards()
