"""The card file and the deck file of this game (section 3). The source prints no card: a file has the user's values."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.wrasslin_manager.maintenance import as_reward
from companion.games.wrasslin_manager.model import (
    FLOOR,
    HAND_LIMIT,
    REWARDS,
    ROUNDS,
    SEATS,
    SECTIONS,
    STAMINA,
    STATS,
    CardEntry,
    Deck,
    WrestlerEntry,
)
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
    unlike,
)
from companion.kernel.codec import Plain, decode
from companion.kernel.text import Text

MOVES = ("maneuver", "star_move")
SUPPORT = ("training", "strategy")
EVENTS = ("minor_event", "star_event")
CARD = Text("card", "carta")
WRESTLER = Text("wrestler", "luchador")


class WmCards(CardFormat):
    game = "wrasslin_manager"
    sections = {"cards": CardEntry, "wrestlers": WrestlerEntry}  # noqa: RUF012  # a constant of the class
    asked = {"wrestlers": ("fue", "agi", "tec", "deck_count")}  # noqa: RUF012
    deck = Deck
    deck_example = """\
wrestler: wrestler
cards: {maneuver: 10, star_move: 2}  # maneuvers, star moves: copies - copias
training: [training]                 # face down before the first Round - boca abajo antes de la primera Ronda
strategy: [strategy]
"""
    aliases = {f"reward_{section}": section for section in SECTIONS}  # noqa: RUF012

    def sample(self) -> Mapping[str, Mapping[str, Any]]:
        """Blank templates, one of each kind (section 3)."""
        blanks = {kind: CardEntry(kind) for kind in (*MOVES, *SUPPORT, *EVENTS)}  # type: ignore[arg-type]
        return {"cards": blanks, "wrestlers": {"wrestler": WrestlerEntry()}}

    def laid_over(self, section: str, ref: str, plain: Mapping[str, Plain], where: str) -> Any:
        del ref
        return decode(self.sections[section], plain, where)

    def check(self, section: str, ref: str, content: Content) -> Iterator[Finding]:
        entry = content.entries[section][ref]
        if section == "wrestlers":
            yield from in_range(entry, dict.fromkeys(STATS, (FLOOR, None)), "WM-335")
            yield from in_range(entry, {"sta": (STAMINA, STAMINA)}, "WM-107")
            yield from in_range(entry, {"fans_start": (0, None), "deck_count": (0, None)}, "WM-D29")
            return
        yield from _check_move(entry)
        if entry.prevents_knockout and entry.kind not in SUPPORT:
            text = Text("only Training and Strategy prevent it", "solo lo impiden Entrenamiento y Estrategia")
            yield Finding(("prevents_knockout",), text, "WM-338", at_key=True)
        for name in SECTIONS:
            yield from _check_reward(name, entry, content)
        yield from in_range(entry, {"round": (1, ROUNDS)}, "WM-114")
        if entry.round in range(1, ROUNDS + 1) and entry.kind != "star_event":
            text = Text("only Star Events have a Round", "solo los Eventos Estrella tienen Ronda")
            yield Finding(("round",), text, "WM-114", at_key=True)
        elif entry.world_title and entry.round not in {None, ROUNDS}:
            text = Text(
                f"the world title is at stake in Round {ROUNDS} alone",
                f"el título mundial solo está en juego en la Ronda {ROUNDS}",
            )
            yield Finding(("round",), text, "WM-114")

    def check_deck(self, deck: Deck, content: Content) -> Iterator[Finding]:
        cards, wrestlers = content.entries["cards"], content.entries["wrestlers"]
        if deck.wrestler not in wrestlers:
            yield Finding(("wrestler",), no_such(WRESTLER, deck.wrestler, wrestlers), "WM-D29")
        else:
            told, total = wrestlers[deck.wrestler].deck_count, sum(deck.cards.values())
            if told is not None and told != total:
                text = Text(
                    f"{deck.wrestler}'s deck_count is {told}; this deck has {total} cards",
                    f"el deck_count de {deck.wrestler} es {told}; este mazo tiene {total} cartas",
                )
                yield Finding(("cards",), text, "WM-D29")
        yield from counts(deck.cards)
        places: list[tuple[FilePath, str, tuple[str, ...]]] = [(("cards", ref), ref, MOVES) for ref in deck.cards]
        places += [(("hand", n), ref, MOVES) for n, ref in enumerate(deck.hand)]
        places += [((kind, n), ref, (kind,)) for kind in SUPPORT for n, ref in enumerate(getattr(deck, kind))]
        for path, ref, kinds in places:
            if ref not in cards:
                yield Finding(path, no_such(CARD, ref, cards), "WM-D28", at_key=True)
            elif cards[ref].kind not in kinds:
                words = Text(f"a {' or '.join(kinds)} belongs here", f"aquí va {' o '.join(kinds)}")
                yield Finding(path, unlike(ref, cards[ref].kind, words), "WM-205", at_key=True)
        yield from copies_of(deck.hand, deck.cards)
        if len(deck.hand) > HAND_LIMIT:
            text = unlike(
                "hand", len(deck.hand), Text(f"{HAND_LIMIT} cards at most", f"como mucho {HAND_LIMIT} cartas")
            )
            yield Finding(("hand",), text, "WM-105")

    def check_decks(self, decks: Mapping[str, Any]) -> Iterator[Finding]:
        return seats_of(decks, SEATS, "WM-D26")

    def setup(self, content: Content, decks: Mapping[str, Deck]) -> dict[str, Plain]:
        found: dict[str, Plain] = {"phase": "SETUP", **self.given_sections(content)}
        if decks:
            found["decks"] = {seat: _plain_deck(deck) for seat, deck in decks.items()}
        return found


def _plain_deck(deck: Deck) -> dict[str, Plain]:
    return {
        "wrestler": deck.wrestler,
        "cards": dict(deck.cards),
        "hand": list(deck.hand),
        "training": list(deck.training),
        "strategy": list(deck.strategy),
    }


def _check_move(entry: CardEntry) -> Iterator[Finding]:
    """Requirements, icons and costs belong to maneuvers and star moves (WM-301)."""
    for stat, value in entry.requires.items():
        if stat not in STATS:
            words = ", ".join(STATS)
            text = Text(
                f"there is no characteristic {stat}; give {words}", f"no existe la característica {stat}; pon {words}"
            )
            yield Finding(("requires", stat), text, "WM-332", at_key=True)
        elif value < FLOOR:
            yield Finding(("requires", stat), unlike(stat, value, Text("give at least 1", "pon al menos 1")), "WM-332")
    for key in ("requires", "effects", "stamina_cost"):
        if getattr(entry, key) and entry.kind not in MOVES:
            text = Text(f"{key} belongs to maneuvers and star moves", f"{key} es de maniobras y movimientos estrella")
            yield Finding((key,), text, "WM-301", at_key=True)
    yield from in_range(entry, {"stamina_cost": (0, STAMINA)}, "WM-D18")


def _check_reward(section: str, entry: CardEntry, content: Content) -> Iterator[Finding]:
    reward = as_reward(getattr(entry, section))
    if reward.kind != "unknown" and entry.kind not in EVENTS:
        text = Text("only Events have rewards", "solo los Eventos tienen recompensas")
        yield Finding((section,), text, "WM-402", at_key=True)
        return
    if reward.kind not in {*REWARDS, "unknown"}:
        words = ", ".join((*REWARDS, "unknown"))
        yield Finding((section, "kind"), unlike("kind", reward.kind, Text(f"give {words}", f"pon {words}")), "WM-420")
    if reward.amount is not None and reward.amount < 1:
        text = unlike("amount", reward.amount, Text("give at least 1", "pon al menos 1"))
        yield Finding((section, "amount"), text, "WM-420")
    if reward.card is None:
        return
    cards = content.entries["cards"]
    fitting = {"maneuver": MOVES, "training": ("training",), "strategy": ("strategy",)}.get(reward.kind, ())
    if reward.card not in cards:
        yield Finding((section, "card"), no_such(CARD, reward.card, cards), "WM-420")
    elif cards[reward.card].kind not in fitting:
        text = Text(f"{reward.card} is no {reward.kind}", f"{reward.card} no es {reward.kind}")
        yield Finding((section, "card"), text, "WM-420")


FORMAT = WmCards()
