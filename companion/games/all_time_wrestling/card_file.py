"""The card file and the deck file of this game (sections 3.1 and 3.2)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.games.all_time_wrestling.abilities import CHANGES
from companion.games.all_time_wrestling.model import (
    JAX,
    NO_BOARD,
    OPENING_DAMAGE,
    OPENING_HAND,
    SEATS,
    SIDES,
    Ability,
    Board,
    CardEntry,
    Deck,
    deck_size,
)
from companion.games.all_time_wrestling.reasons import no
from companion.games.all_time_wrestling.sample import BOARDS, CARDS, DERIVED, board_over, card_over_sample
from companion.kernel.card_files import (
    CardFormat,
    Content,
    FilePath,
    Finding,
    copies_of,
    counts,
    in_range,
    no_such,
    seats_of,
    unknown_refs,
    unlike,
)
from companion.kernel.codec import Plain, decode
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.text import Text

ICON = re.compile(r"(?:[a-z]+_)?(?:circle|square)")
MOST_ONE_TIME = 2
ASKED = {
    "cards": ("damage", "cost", "tn", "momentum", "class"),
    "boards": ("health_max", "stamina_max", "low_health_max", "low_stamina_max", "taunt", "recover"),
}
WRESTLER = Text("wrestler", "luchador")


class AtwCards(CardFormat):
    game = "all_time_wrestling"
    sections = {"cards": CardEntry, "boards": Board}  # noqa: RUF012  # a constant of the class
    asked = ASKED
    deck = Deck
    deck_example = """\
wrestler: jax_felix
cards: {shooting_star: 2, fall_from_grace: 1}  # card: copies - carta: copias
hand: [shooting_star]                          # only if told before - solo si la mano inicial se dice antes
"""

    def sample(self) -> Mapping[str, Mapping[str, Any]]:
        return {"cards": CARDS, "boards": BOARDS}

    def derived(self) -> frozenset[tuple[str, str]]:
        return DERIVED

    def laid_over(self, section: str, ref: str, plain: Mapping[str, Plain], where: str) -> Any:
        if section == "boards":
            decode(Board, plain, where)  # on its own first: its keys are those of the file
            return decode(Board, board_over(BOARDS.get(ref, NO_BOARD), plain), where)
        return card_over_sample(ref, decode(CardEntry, plain, where))

    def check(self, section: str, ref: str, content: Content) -> Iterator[Finding]:
        entry = content.entries[section][ref]
        if section == "boards":
            yield from _check_board(entry)
            return
        limits = {"damage": (0, None), "cost": (0, None), "tn": (1, None), "momentum": (0, None)}
        yield from in_range(entry, limits, "ATW-030")
        for side in ("left", "right"):
            for index, icon in enumerate(getattr(entry, side)):
                if not ICON.fullmatch(icon):
                    allowed = Text("give circle, square or COLOUR_circle", "pon circle, square o COLOR_circle")
                    yield Finding((side, index), unlike(f"{side}[{index}]", icon, allowed), "ATW-130")
        if entry.wrestler is not None and entry.wrestler not in content.entries["boards"]:
            text = no_such(WRESTLER, entry.wrestler, content.entries["boards"])
            yield Finding(("wrestler",), text, "ATW-002")

    def check_deck(self, deck: Deck, content: Content) -> Iterator[Finding]:
        cards, boards = content.entries["cards"], content.entries["boards"]
        if deck.wrestler not in boards:
            yield Finding(("wrestler",), no_such(WRESTLER, deck.wrestler, boards), "ATW-060")
        yield from counts(deck.cards)
        total, due = sum(deck.cards.values()), deck_size(deck.wrestler)
        if total != due:
            text = Text(
                f"{deck.wrestler}'s deck has {due} cards, not {total}",
                f"el mazo de {deck.wrestler} tiene {due} cartas, no {total}",
            )
            yield Finding(("cards",), text, "ATW-002")
        for ref in deck.cards:
            if ref not in cards:
                yield Finding(("cards", ref), no_such(Text("card", "carta"), ref, cards), "ATW-030", at_key=True)
            elif cards[ref].wrestler not in {None, deck.wrestler}:
                text = Text(f"{ref} is {cards[ref].wrestler}'s card", f"{ref} es una carta de {cards[ref].wrestler}")
                yield Finding(("cards", ref), text, "ATW-002", at_key=True)
        finishers = {ref: deck.cards[ref] for ref in deck.cards if ref in cards and cards[ref].class_ == "finisher"}
        if sum(finishers.values()) > 1:
            text = Text("each wrestler has one Finisher", "cada luchador tiene un remate")
            yield Finding(("cards", list(finishers)[-1]), text, "ATW-032")
        yield from _check_hand(deck, cards)

    def check_decks(self, decks: Mapping[str, Any]) -> Iterator[Finding]:
        return seats_of(decks, SEATS, "ATW-060")

    def setup(self, content: Content, decks: Mapping[str, Deck]) -> dict[str, Plain]:
        found: dict[str, Plain] = {"phase": "SETUP_WRESTLERS", **self.given_sections(content)}
        if decks:
            found["decks"] = {seat: _plain_deck(deck) for seat, deck in decks.items()}
        return found


def _plain_deck(deck: Deck) -> dict[str, Plain]:
    found: dict[str, Plain] = {"wrestler": deck.wrestler, "cards": dict(deck.cards)}
    return found if deck.hand is None else {**found, "hand": list(deck.hand)}


def _refused(path: FilePath, problem: IllegalCommandError) -> Finding:
    return Finding(path, problem.refusal.reason, problem.refusal.rule)


def _check_hand(deck: Deck, cards: Mapping[str, CardEntry]) -> Iterator[Finding]:
    """ATW-065, ATW-066; a damage that is null is asked for at the table."""
    if deck.hand is None:
        return
    yield from unknown_refs(("hand",), deck.hand, cards, "ATW-030")
    yield from copies_of(deck.hand, deck.cards)
    due = OPENING_HAND + int(deck.wrestler == JAX)
    if len(deck.hand) != due:
        yield _refused(("hand",), no("opening_count", due=due, given=len(deck.hand)))
    total = sum(cards[ref].damage or 0 for ref in deck.hand if ref in cards)
    if total > OPENING_DAMAGE:
        yield _refused(("hand",), no("opening_damage", given=total))


def _check_board(board: Board) -> Iterator[Finding]:
    yield from in_range(board, {"health_max": (1, None), "stamina_max": (1, None)}, "ATW-061")
    for low, top in (("low_health_max", board.health_max), ("low_stamina_max", board.stamina_max)):
        yield from in_range(board, {low: (0, top)}, "ATW-026" if "stamina" in low else "ATW-027")
    for finding in in_range(board.reversal, {"cost": (0, None), "damage": (0, None), "momentum": (0, None)}, "ATW-154"):
        yield replace(finding, path=("reversal", *finding.path))
    kinds = [ability.kind for ability in board.abilities.values()]
    for kind, most in (("one_time", MOST_ONE_TIME), ("permanent", 1)):
        if kinds.count(kind) > most:  # type: ignore[arg-type]  # a word of the annotation
            last = [ref for ref, ability in board.abilities.items() if ability.kind == kind][-1]
            text = Text(
                f"a board has at most {most} of kind {kind}", f"un tablero tiene como mucho {most} de tipo {kind}"
            )
            yield Finding(("abilities", last), text, "ATW-022", at_key=True)
    for ref, ability in board.abilities.items():
        yield from _check_ability(("abilities", ref), ability)


def _check_ability(path: FilePath, ability: Ability) -> Iterator[Finding]:
    for finding in in_range(ability, {"cost": (0, None), "tn": (1, SIDES), "counter_tn": (1, SIDES)}, "ATW-053"):
        yield replace(finding, path=(*path, *finding.path))
    yield from _check_effect((*path, "effect"), ability.effect or {}, (*CHANGES, "opponent"))


def _check_effect(path: FilePath, effect: Mapping[str, Any], known: tuple[str, ...]) -> Iterator[Finding]:
    """An effect is told as the `changes` of `ability_effect`: whole numbers, those of the opponent below."""
    for key, value in effect.items():
        if key not in known:
            text = no_such(Text("change", "cambio"), key, dict.fromkeys(known))
            yield Finding((*path, key), text, "ATW-023", at_key=True, senseless=True)
        elif key == "opponent" and isinstance(value, Mapping):
            yield from _check_effect((*path, key), value, CHANGES)
        elif key == "opponent" or not isinstance(value, int) or isinstance(value, bool):
            text = unlike(f"effect.{key}", value, Text("give a whole number", "pon un número entero"))
            yield Finding((*path, key), text, "ATW-023", senseless=True)


FORMAT = AtwCards()
