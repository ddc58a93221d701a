"""How matches end, by game: the words of the rulebooks, as results and corrections name them."""

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from companion.games import CLAY, GAMES
from companion.games.clay_wrestling.tell import ENDING_WORDS
from companion.kernel.names import plain_word
from companion.kernel.text import Text
from companion.store.people import Bout

DRAW: Final = Text("draw", "empate")
_OF_CLAY: Final[Mapping[str, Text]] = {
    **ENDING_WORDS,
    # in lists and on paper Spanish stands where the rulebook's own word is an English one
    "pin": Text("by pin", "por pin"),
    "submission": Text("by submission", "por sumisión"),
    "dq": Text("by disqualification", "por descalificación"),
    "count_out": Text("by count-out", "por conteo fuera"),
    "unconscious": Text("as the last man standing", "como último en pie"),
    "knock_out": Text("by knock-out", "por KO"),
}
_ON_PAPER: Final[Mapping[str, Mapping[str, Text]]] = {"raw_deal": {"count_out": Text("count-out", "conteo fuera")}}
"""The same for a card game."""


def endings_of(game: str) -> Mapping[str, Text]:
    """What a match of a game may be recorded to have ended with; an empty name is clay wrestling."""
    if not game or game == CLAY:
        return _OF_CLAY
    if game not in GAMES:
        return {}
    # a rulebook is loaded when somebody plays by it: an evening of clay starts without those of the card games
    words: Mapping[str, Text] = import_module(f"companion.games.{game}.showing").METHOD_WORDS
    return {**words, **_ON_PAPER.get(game, {})}


def plain_ending(text: Text) -> Text:
    """How people would type it: `por Sumisión` -> `sumisión`."""
    return Text(text.en.lower().removeprefix("by "), text.es.lower().removeprefix("por "))


def ending_named(game: str, word: str) -> str | None:
    """The rulebook's name of an ending that is given by that name or in words of either language; None if unknown."""
    asked = plain_word(word)
    for name, text in endings_of(game).items():
        typed = plain_ending(text)
        if asked in map(plain_word, (name, text.en, text.es, typed.en, typed.es)):
            return name
    return None


def winner_words(bout: Bout) -> Text:
    """Who won a match, or that nobody did."""
    who = ", ".join(bout.winners)
    return Text(who, who) if who else DRAW


def ending_words(bout: Bout) -> Text:
    """How a match ended; a word that its rulebook does not know stays as it is."""
    plain = bout.ending.replace("_", " ")
    return endings_of(bout.game).get(bout.ending, Text(plain, plain))
