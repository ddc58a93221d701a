"""Who comes along from another show: its roster, and who stands only in its last match of clay wrestling."""

from dataclasses import replace
from pathlib import Path

from companion.app.evening import MATCH, of_match
from companion.errors import CompanionError
from companion.games import CLAY
from companion.games import game as game_named
from companion.games.clay_wrestling.model import Fighter, Match
from companion.kernel.names import name_key
from companion.kernel.session import OPENED, Session
from companion.store.people import People, Player, RosterImported, Sheet, SheetRemoved, fold
from companion.store.show import Show


def people_from(file: Path) -> RosterImported:
    """Players with their palms and fighters of another show file, as one step; nobody is in it twice.

    Sheets that were filled in on the screen are in their match alone, finished or not; each match takes the people of
    the one before along, so that the last one has them all.

    Raises:
        FileProblemError: there is no such show file, or a row of it cannot be read.
    """
    with Show.open(file, readonly=True) as opened:
        people, match = fold(opened.rows()), _last_match(opened)
    if match is not None:
        people = _with_those_of(match, people)
    return RosterImported(file.name, tuple(people.players.values()), tuple(people.sheets.values()))


def _last_match(show: Show) -> Match | None:
    """The last match of clay wrestling as its journal tells it; None where there is none that can be read."""
    openings = [row for row in show.rows(named={OPENED}) if MATCH in row.event and row.event.get("game") == CLAY]
    if not openings:
        return None
    first = openings[-1]
    rows = [row for row in show.rows(first.seq - 1) if row.event.get(MATCH) == first.event[MATCH]]
    try:
        state = Session.from_rows(game_named(CLAY), [(row.seq, of_match(row.event)) for row in rows]).state
    except (CompanionError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
        # a row that was changed by hand or by a bad disk: the roster comes all the same
        return None
    return state if isinstance(state, Match) else None


def _with_those_of(match: Match, people: People) -> People:
    """The people with whom the roster lacks; what the roster knows of somebody stays, who was removed stays away."""
    removed = {name_key(taken.step.fighter) for taken in people.steps if isinstance(taken.step, SheetRemoved)}
    named = {who: known.name or who for who, known in match.players.items()}
    sheets = [_sheet(who, fighter, named) for who, fighter in match.fighters.items()]
    new = {name_key(one.name): one for one in sheets if name_key(one.name) not in {*removed, *people.sheets}}
    palms = [Player(named[who], known.palm_mm, known.half_palm_mm) for who, known in match.players.items()]
    more = {name_key(one.name): one for one in palms if name_key(one.name) not in people.players}
    return replace(people, players={**people.players, **more}, sheets={**people.sheets, **new})


def _sheet(who: str, fighter: Fighter, named: dict[str, str]) -> Sheet:
    """A fighter of a match as a sheet of the roster: what became of it in the match is not on it."""
    finisher = fighter.finisher
    return Sheet(
        fighter.name or who,
        named.get(fighter.player, fighter.player),
        fighter.clay_colour,
        "" if fighter.class_ is None else fighter.class_.value,
        {**fighter.main, **fighter.combat_abilities},
        finisher.name,
        "" if finisher.position is None else finisher.position.value,
    )
