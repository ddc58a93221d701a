"""The card file and the deck file of this game (sections 3.1, 3.2 and 1.1)."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.raw_deal.decks import problems
from companion.games.raw_deal.model import EFFECT_KINDS, CardEntry, Deck, Edition, SuperstarEntry
from companion.games.raw_deal.reasons import no
from companion.games.raw_deal.sample import CARDS, DERIVED, SUPERSTARS, over
from companion.kernel.card_files import (
    CardFormat,
    Content,
    FilePath,
    Finding,
    copies_of,
    counts,
    in_range,
    no_such,
    unknown_refs,
    unlike,
)
from companion.kernel.codec import Plain, decode
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.text import Text

TYPES = ("strike", "grapple", "submission", "high_risk", "trademark_finisher", "foreign_object")
FUNCTIONS = ("maneuver", "action", "reversal")
SEATS = ("p1", "p2")
FLAGS = ("may", "shuffle", "each_turn")
MAX_STUN = 3
SUPERSTAR = Text("Superstar", "Superstar")


class RawDealCards(CardFormat):
    game = "raw_deal"
    sections = {"cards": CardEntry, "superstars": SuperstarEntry}  # noqa: RUF012  # a constant of the class
    asked = {"cards": ("f", "d"), "superstars": ("hand_size",)}  # noqa: RUF012
    deck = Deck
    edition = Edition
    deck_example = """\
superstar: kane
cards: {chair_shot: 3, punch: 3}  # card: copies; 60 in all - carta: copias; 60 en total
hand: [chair_shot, punch]         # only to check the opening hand - solo para comprobar la mano inicial
"""

    def sample(self) -> Mapping[str, Mapping[str, Any]]:
        return {"cards": CARDS, "superstars": SUPERSTARS}

    def derived(self) -> frozenset[tuple[str, str]]:
        return DERIVED

    def laid_over(self, section: str, ref: str, plain: Mapping[str, Plain], where: str) -> Any:
        if section == "superstars":
            return over(SUPERSTARS.get(ref), decode(SuperstarEntry, plain, where))
        return over(CARDS.get(ref), decode(CardEntry, plain, where))

    def check(self, section: str, ref: str, content: Content) -> Iterator[Finding]:
        entry = content.entries[section][ref]
        if section == "superstars":
            yield from in_range(entry, {"hand_size": (1, None), "value": (0, None)}, "RD-110")
            return
        yield from _check_numbers(entry)
        yield from _check_kinds(entry)
        for key in ("must_costs", "effects"):
            for index, effect in enumerate(getattr(entry, key)):
                yield from check_effect((key, index), effect)
        yield from _check_links(entry, content)

    def check_edition(self, content: Content) -> Iterator[Finding]:
        edition = edition_of(content)
        yield from in_range(edition, {"deck": (1, None), "copies": (1, None), "unique": (1, None)}, "R-11")
        for index, size in enumerate(edition.side_decks):
            if size < 1:
                text = unlike(f"side_decks[{index}]", size, Text("give at least 1", "pon al menos 1"))
                yield Finding(("side_decks", index), text, "R-11")

    def check_deck(self, deck: Deck, content: Content) -> Iterator[Finding]:
        """RD-006..013 and field note R-11."""
        cards, edition = content.entries["cards"], edition_of(content)
        star = content.entries["superstars"].get(deck.superstar)
        if star is None:
            text = no_such(SUPERSTAR, deck.superstar, content.entries["superstars"])
            yield Finding(("superstar",), text, "RD-109")
        star = star or SuperstarEntry()
        yield from counts(deck.cards)
        total = sum(deck.cards.values())
        if total != edition.deck:
            yield _refused(("cards",), no("deck_size", player=deck.superstar, given=total, due=edition.deck))
        piles = [(("cards",), deck.cards), *((("side_decks", n), pile) for n, pile in enumerate(deck.side_decks))]
        for path, pile in piles:
            yield from _check_pile(path, pile, content)
            for card, problem in problems(pile, cards, deck.superstar, star, edition, tag=deck.tag):
                yield _refused((*path, card), problem)
        yield from _check_side_decks(deck, edition)
        if deck.hand is not None:
            yield from unknown_refs(("hand",), deck.hand, cards, "RD-001")
            yield from copies_of(deck.hand, deck.cards)
            if star.hand_size is not None and len(deck.hand) != star.hand_size:
                yield _refused(("hand",), no("card_count", due=star.hand_size, given=len(deck.hand)))

    def check_decks(self, decks: Mapping[str, Any]) -> Iterator[Finding]:
        for number, (seat, deck) in enumerate(decks.items()):
            if number >= len(SEATS) or (len(decks) == 1 and seat not in SEATS):
                text = Text("two seats play; p1 and p2 by default", "juegan dos asientos; p1 y p2 si no se dice")
                yield Finding((seat,), text, "RD-202")
            if deck is not None and deck.tag:
                text = Text(
                    "a Tag Team deck begins no match of two seats",
                    "un mazo Tag Team no empieza un combate de dos asientos",
                )
                yield Finding((seat, "tag"), text, "RD-013")

    def setup(self, content: Content, decks: Mapping[str, Deck]) -> dict[str, Plain]:
        found: dict[str, Plain] = {"phase": "SETUP", **self.given_sections(content)}
        if content.edition:
            found["edition"] = dict(content.edition)
        if decks:
            found["seats"] = list(decks) if len(decks) > 1 else list(SEATS)
            found["decks"] = {seat: _plain_deck(deck) for seat, deck in decks.items()}
        return found


def edition_of(content: Content) -> Edition:
    return decode(Edition, content.edition, "edition")


def _plain_deck(deck: Deck) -> dict[str, Plain]:
    found: dict[str, Plain] = {"superstar": deck.superstar, "cards": dict(deck.cards)}
    if deck.side_decks:
        found["side_decks"] = [dict(pile) for pile in deck.side_decks]
    if deck.hand is not None:
        found["hand"] = list(deck.hand)
    return {**found, "tag": deck.tag}


def _refused(path: FilePath, problem: IllegalCommandError) -> Finding:
    return Finding(path, problem.refusal.reason, problem.refusal.rule)


def _check_pile(path: FilePath, pile: Mapping[str, int], content: Content) -> Iterator[Finding]:
    known = content.entries["cards"]
    for card in pile:
        if card not in known:
            yield Finding((*path, card), no_such(Text("card", "carta"), card, known), "RD-001", at_key=True)


def _check_side_decks(deck: Deck, edition: Edition) -> Iterator[Finding]:
    """Side decks differ by edition; the source knows none (field note R-11)."""
    for index, pile in enumerate(deck.side_decks):
        most = edition.side_decks[index] if index < len(edition.side_decks) else 0
        total = sum(pile.values())
        if total > most:
            text = Text(
                f"side deck {index + 1} has {total} cards; this edition allows {most}",
                f"el mazo aparte {index + 1} tiene {total} cartas; esta edición permite {most}",
            )
            yield Finding(("side_decks", index), text, "R-11")


def _check_numbers(entry: CardEntry) -> Iterator[Finding]:
    yield from in_range(entry, {"f": (0, None), "d": (0, None)}, "RD-107")
    yield from in_range(entry, {"sv": (0, MAX_STUN)}, "RD-901")
    if entry.requires is not None and entry.requires.after_d is not None and entry.requires.after_d < 1:
        text = unlike("requires.after_d", entry.requires.after_d, Text("give at least 1", "pon al menos 1"))
        yield Finding(("requires", "after_d"), text, "RD-419")
    if entry.reverses is not None and entry.reverses.max_d is not None and entry.reverses.max_d < 0:
        text = unlike("reverses.max_d", entry.reverses.max_d, Text("give at least 0", "pon al menos 0"))
        yield Finding(("reverses", "max_d"), text, "RD-502")


def _check_kinds(entry: CardEntry) -> Iterator[Finding]:
    words = Text(f"give {', '.join(TYPES)}", f"pon {', '.join(TYPES)}")
    for index, kind in enumerate(entry.types):
        if kind not in TYPES:
            yield Finding(("types", index), unlike(f"types[{index}]", kind, words), "RD-407")
    if entry.reverses is not None:
        for index, kind in enumerate(entry.reverses.types):
            if kind not in {*TYPES, "all"}:
                text = unlike(f"reverses.types[{index}]", kind, Text(f"{words.en}, all", f"{words.es}, all"))
                yield Finding(("reverses", "types", index), text, "RD-408")
        if entry.kinds and "reversal" not in entry.kinds:
            text = Text("only a reversal reverses something", "solo una reversa invierte algo")
            yield Finding(("reverses",), text, "RD-501", at_key=True)
    if entry.setup and entry.kinds and "action" not in entry.kinds:
        text = Text("a set-up card is an action", "una carta set-up es una action")
        yield Finding(("setup",), text, "RD-008")


def _check_links(entry: CardEntry, content: Content) -> Iterator[Finding]:
    cards = content.entries["cards"]
    if entry.superstar is not None and entry.superstar not in content.entries["superstars"]:
        text = no_such(SUPERSTAR, entry.superstar, content.entries["superstars"])
        yield Finding(("superstar",), text, "RD-010")
    if entry.f_if is not None and entry.f_if.after not in cards:
        yield Finding(("f_if", "after"), no_such(Text("card", "carta"), entry.f_if.after, cards), "RD-417")
    if entry.reverses is not None:
        yield from unknown_refs(("reverses", "titles"), entry.reverses.titles, cards, "RD-502")


def check_effect(path: FilePath, effect: Mapping[str, Any]) -> Iterator[Finding]:
    """An effect that the program carries out (section 5): one kind with its number, and its words."""
    known = Text(f"known are {', '.join(EFFECT_KINDS)}", f"se conocen {', '.join(EFFECT_KINDS)}")
    kinds = [key for key in effect if key in EFFECT_KINDS]
    name = f"{path[0]}[{path[1]}]"
    if len(kinds) != 1:
        text = Text(f"{name} needs one kind of effect; {known.en}", f"{name} necesita un tipo de efecto; {known.es}")
        yield Finding(path, text, "RD-402", senseless=True)
    for key, value in effect.items():
        where = f"{name}.{key}"
        if key in EFFECT_KINDS:
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                text = unlike(where, value, Text("give a whole number from 1", "pon un número entero desde 1"))
                yield Finding((*path, key), text, "RD-402", senseless=True)
        elif key in FLAGS:
            if not isinstance(value, bool):
                yield Finding(
                    (*path, key), unlike(where, value, Text("give true or false", "pon true o false")), "RD-412"
                )
        elif key == "as":
            if value not in FUNCTIONS:
                words = ", ".join(FUNCTIONS)
                yield Finding(
                    (*path, key), unlike(where, value, Text(f"give {words}", f"pon {words}")), "RD-411", senseless=True
                )
        else:
            text = Text(f"{where} is an unknown key; {known.en}", f"{where} es una clave desconocida; {known.es}")
            yield Finding((*path, key), text, "RD-402", at_key=True, senseless=True)


FORMAT = RawDealCards()
