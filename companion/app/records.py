"""From the roster to the bell, and from the last bell to the records of the show."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.app.evening import Evening, Told
from companion.errors import CompanionError, UsageProblemError
from companion.games import game as game_named
from companion.games.clay_wrestling.model import Match
from companion.kernel.codec import name_of
from companion.kernel.text import Text
from companion.store.backups import back_up
from companion.store.lineup import fighters_of, lineup, result
from companion.store.people import Bout, BoutCorrected, BoutRecorded, People, PeopleReverted, event, fold, key_of
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
UNCOUNTED = Text(
    "match {n}: its end is taken back, its result does not count", "combate {n}: final deshecho, su resultado no cuenta"
)
_PLAYED_ON = "played on after an undo"
_REPAIRED = "the past was changed after the end"
_TAKEN_BACK = "the end of the match was taken back"


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
    """From now on a match that ends is recorded, and the show backed up.

    While its end is taken back its result does not count; one that ends again otherwise is a correction.
    """

    def hear(told: Told[Any]) -> None:
        outcome, before = evening.game.outcome(told.after), evening.game.outcome(told.before)
        if not isinstance(told.after, Match) or (outcome is None and before is None):
            return
        people, name = fold(journal.rows()), str(evening.number)
        if outcome is None:
            _uncount(evening, people, name, say)
        else:
            _count_again(evening, journal, name)
            restored = fold(journal.rows())
            bout = result(told.after, outcome, name, *at_stake(restored, name, fighters_of(told.after)))
            last = _recorded_last(restored, name)
            if last is None:
                evening.note(event(BoutRecorded(bout)))
            elif last != bout:
                evening.note(event(BoutCorrected(bout, _PLAYED_ON if before is None else _REPAIRED)))
            elif before is not None:
                return  # what was changed after the end is none of the result
        for line in changes(people, fold(journal.rows())):
            say(line)
        if outcome is not None:
            _back_up(evening, journal, say)

    evening.listen(hear)


def _recorded_last(people: People, name: str) -> Bout | None:
    """The result that this match itself gave last; a correction by hand is left alone."""
    found = None
    for taken in people.steps:
        step = taken.step
        if not isinstance(step, BoutRecorded | BoutCorrected) or key_of(step.result.bout) != key_of(name):
            continue
        if isinstance(step, BoutRecorded) or step.reason in {_PLAYED_ON, _REPAIRED}:
            found = step.result
    return found


def _uncount(evening: Evening[Any], people: People, name: str, say: Callable[[Text], None]) -> None:
    for taken, bout in people.bouts:
        if key_of(bout.bout) == key_of(name):
            evening.note(event(PeopleReverted(taken.seq, _TAKEN_BACK)))
            say(UNCOUNTED.filled(n=evening.number))


def _count_again(evening: Evening[Any], journal: ResilientJournal, name: str) -> None:
    """The match ends again: the taking back of its result is taken back, with every correction that it had."""
    rows = list(journal.rows())
    recorded = {row.seq for row in rows if row.event["name"] == name_of(BoutRecorded) and _bout_of(row.event) == name}
    by_us = [
        row.seq
        for row in rows
        if row.event["name"] == name_of(PeopleReverted)
        and row.event.get("seq") in recorded
        and row.event.get("reason") == _TAKEN_BACK
    ]
    if by_us and not any(taken.seq in recorded for taken in fold(rows).steps):
        evening.note(event(PeopleReverted(by_us[-1], "the match ended again")))


def _bout_of(row: Mapping[str, Any]) -> str:
    recorded = row.get("result")
    return str(recorded.get("bout")) if isinstance(recorded, Mapping) else ""


def _back_up(evening: Evening[Any], journal: ResilientJournal, say: Callable[[Text], None]) -> None:
    try:
        say(BACKED_UP.filled(n=evening.number, name=back_up(journal.show, f"match-{evening.number}").name))
    except CompanionError as error:
        say(NO_BACKUP.filled(why=Text(str(error), error.of("es"))))


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
