"""From the roster to the bell, and from the last bell to the records of the show."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.app.evening import Evening, Told
from companion.errors import CompanionError, UsageProblemError
from companion.games import game as game_named
from companion.games.clay_wrestling.model import Match
from companion.kernel.text import Text
from companion.store.backups import back_up
from companion.store.lineup import fighters_of, lineup, result
from companion.store.people import BoutCorrected, BoutRecorded, event, fold, key_of
from companion.store.resilient import ResilientJournal
from companion.store.results import changes
from companion.store.stakes import at_stake

CLAY = "clay_wrestling"
MOST = 8
NOBODY = Text(
    "no fighters yet: fill in their sheets on the screen, or: companion roster import people.csv --show {path}",
    "aún no hay luchadores: rellena sus fichas en la pantalla, o: companion roster import gente.csv --show {path}",
)
TOO_MANY = Text(
    "the roster has {n} fighters; choose with --fighters A,B,...",
    "la lista tiene {n} luchadores; elige con --fighters A,B,...",
)
BACKED_UP = Text("match {n} is recorded; backup: {name}", "combate {n} anotado; copia de seguridad: {name}")
NO_BACKUP = Text("no backup was made: {why}", "no se ha hecho copia de seguridad: {why}")


def new_match(
    journal: ResilientJournal,
    game: str,
    seed: str,
    clock_ms: Callable[[], int],
    fighters: Sequence[str],
    say: Callable[[Text], None],
    setup: Mapping[str, Any] | None = None,
) -> Evening[Any]:
    """Open a match; a clay match gets its fighters from the roster, with sheets, titles and carried injuries.

    Args:
        setup: what files bring: cards and decks of a card game, house rules of any.

    Raises:
        UsageProblemError: a chosen fighter is not in the roster, or the game is not known.
    """
    if game != CLAY:
        return Evening.open_match(journal, game_named(game), clock_ms, seed=seed, setup=setup)
    people = fold(journal.rows())
    names = list(fighters) or [sheet.name for sheet in people.sheets.values()]
    if not fighters and len(names) > MOST:
        say(TOO_MANY.filled(n=len(names)))
        names = []
    elif not names:
        say(NOBODY.filled(path=journal.show.path))
    opening, commands = lineup(people, names)
    evening = Evening.open_match(journal, game_named(game), clock_ms, seed=seed, setup=opening or None)
    if setup is not None:
        evening.give("load_profile", {"profile": setup["house_rules"], "name": setup["profile"]["name"]})
    for name, parameters in commands:
        _give(evening, name, parameters, say)
    return evening


def _give(evening: Evening[Any], name: str, parameters: dict[str, Any], say: Callable[[Text], None]) -> None:
    """A sheet that the rules refuse is told, and the others go on."""
    try:
        evening.give(name, parameters)
    except CompanionError as error:
        say(Text(str(error), error.of("es")))


def keep_result(evening: Evening[Any], journal: ResilientJournal, say: Callable[[Text], None]) -> None:
    """From now on a match that ends is recorded, and the show backed up; one that ends again is a correction."""

    def hear(told: Told[Any]) -> None:
        outcome = evening.game.outcome(told.after)
        if outcome is None or evening.game.outcome(told.before) is not None or not isinstance(told.after, Match):
            return
        people = fold(journal.rows())
        name = str(evening.number)
        bout = result(told.after, outcome, name, *at_stake(people, name, fighters_of(told.after)))
        known = any(key_of(one.bout) == key_of(bout.bout) for _, one in people.bouts)
        evening.note(event(BoutCorrected(bout, "played on after an undo") if known else BoutRecorded(bout)))
        for line in changes(people, fold(journal.rows())):
            say(line)
        try:
            say(BACKED_UP.filled(n=evening.number, name=back_up(journal.show, f"match-{evening.number}").name))
        except CompanionError as error:
            say(NO_BACKUP.filled(why=Text(str(error), error.of("es"))))

    evening.listen(hear)


def chosen_fighters(words: str | None) -> tuple[str, ...]:
    """`--fighters A,B`.

    Raises:
        UsageProblemError: an empty name.
    """
    if words is None:
        return ()
    names = tuple(name.strip() for name in words.split(","))
    if not all(names):
        raise UsageProblemError(
            f"--fighters {words} has an empty name; give A,B,C", f"--fighters {words} tiene un nombre vacío; pon A,B,C"
        )
    return names
