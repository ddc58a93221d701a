"""How matches end, by game: the words of the rulebooks, as results and corrections name them."""

from collections.abc import Mapping
from typing import Final

from companion.games.all_time_wrestling.showing import METHOD_WORDS as ALL_TIME
from companion.games.clay_wrestling.tell import ENDING_WORDS
from companion.games.galaxy_wrestling_federation.showing import METHOD_WORDS as GALAXY
from companion.games.raw_deal.showing import METHOD_WORDS as RAW_DEAL
from companion.games.wrasslin_manager.showing import METHOD_WORDS as WRASSLIN
from companion.kernel.text import Text
from companion.store.people import Bout
from companion.store.roster_words import plain_word

CLAY: Final = "clay_wrestling"
DRAW: Final = Text("draw", "empate")
BY_GAME: Final[Mapping[str, Mapping[str, Text]]] = {
    CLAY: {
        **ENDING_WORDS,
        # in lists and on paper Spanish stands where the rulebook's own word is an English one
        "pin": Text("by pin", "por pin"),
        "submission": Text("by submission", "por sumisión"),
        "dq": Text("by disqualification", "por descalificación"),
        "count_out": Text("by count-out", "por conteo fuera"),
        "unconscious": Text("as the last man standing", "como último en pie"),
        "knock_out": Text("by knock-out", "por KO"),
    },
    "galaxy_wrestling_federation": GALAXY,
    "wrasslin_manager": WRASSLIN,
    "all_time_wrestling": ALL_TIME,
    "raw_deal": {**RAW_DEAL, "count_out": Text("count-out", "conteo fuera")},
}


def endings_of(game: str) -> Mapping[str, Text]:
    """What a match of a game may be recorded to have ended with; an empty name is clay wrestling."""
    return BY_GAME.get(game or CLAY, {})


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
