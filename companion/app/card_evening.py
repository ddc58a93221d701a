"""Between two matches of card games: what is over in this show, what may come next, and the cards it begins with."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.app.card_files import match_setup
from companion.app.evening import MATCH, Evening
from companion.games import CLAY, GAMES
from companion.games import game as game_named
from companion.kernel.session import OPENED
from companion.kernel.text import Text
from companion.screens.interaction import NEXT_MATCH, SUMMARY
from companion.screens.view_model import Action, Fact, Panel
from companion.store.people import Bout
from companion.store.resilient import ResilientJournal

NEXT = Text("Next match …", "Siguiente partida …")
AGAIN = Text("{game} again, with the same cards and decks", "Otra de {game}, con las mismas cartas y mazos")
OTHER = Text("Another game: {game}", "Otro juego: {game}")
RESULTS = Text("Results of this show", "Resultados de esta velada")
SHOW = Text("Results: {name}", "Resultados: {name}")
NOTHING_YET = Text("no match is over yet", "aún no ha acabado ninguna partida")
DRAW = Text("draw", "empate")


def setup_again(journal: ResilientJournal, game: str) -> dict[str, Any] | None:
    """Cards, decks and house rules of the last match of this game in the show; without one what its source says."""
    found = [row.event for row in journal.rows(named={OPENED}) if MATCH in row.event and row.event["game"] == game]
    if found:
        setup: Mapping[str, Any] = found[-1]["setup"] or {}
        return dict(setup) or None
    return match_setup(game, (), {}, None)


def after_the_end(game: str) -> tuple[Action, ...]:
    """What may be done once a match is over: two presses begin the next one."""
    same = Action(AGAIN.filled(game=game_named(game).title), NEXT_MATCH, {"game": game})
    others = tuple(
        Action(OTHER.filled(game=game_named(one).title), NEXT_MATCH, {"game": one, "pages": one == CLAY})
        for one in GAMES
        if one != game
    )
    return (Action(NEXT, NEXT_MATCH, children=(same, *others)), Action(RESULTS, SUMMARY))


@dataclass
class ShowSoFar:
    """The results of the show as a panel; the journal is read once a match, and when one ends."""

    journal: ResilientJournal
    _known: tuple[tuple[int, bool], tuple[Panel, ...]] | None = None

    def panels(self, evening: Evening[Any]) -> tuple[Panel, ...]:
        key = (evening.number, evening.game.outcome(evening.state) is not None)
        if self._known is None or self._known[0] != key:
            facts = tuple(_fact(bout) for _, bout in self.journal.register().people.bouts)
            facts = facts or (Fact(Text("–", "–"), NOTHING_YET),)
            self._known = (key, (Panel(SHOW.filled(name=self.journal.show.path.name), facts),))
        return self._known[1]


def _fact(bout: Bout) -> Fact:
    game = bout.game or CLAY
    number = bout.bout if not bout.bout.isdigit() else f"{bout.bout}."
    label = game_named(game).title if game in GAMES else Text(game, game)
    who = Text(", ".join(bout.winners), ", ".join(bout.winners)) if bout.winners else DRAW
    from companion.screens import card_view

    how = card_view.method_words(game, bout.ending)
    value = who if how is None or not bout.winners else Text(f"{who.en} · {how.en}", f"{who.es} · {how.es}")
    return Fact(Text(f"{number} {label.en}", f"{number} {label.es}"), value)
