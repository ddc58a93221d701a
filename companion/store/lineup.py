"""From the roster to the bell, and from the last bell to the records.

Sheets, palms, title points and the injuries of the last match become the match's first commands; what the match ends
with becomes a result. Nothing is typed twice, and every number has its source in the journal.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.errors import UsageProblemError
from companion.games.clay_wrestling.model import COMBAT, MAIN, Match
from companion.kernel.outcome import Outcome
from companion.store.belts import title_points
from companion.store.people import Bout, People, Sheet
from companion.store.records import carried_injuries

WOUNDS_OF_AN_INJURY = 2
"""An injury is the second wound on one ability; the start of a match makes it a malus of 1 (CW-STATUS-23)."""
INJURY_RULE = "CW-STATUS-23"
Commands = list[tuple[str, dict[str, Any]]]


def lineup(people: People, fighters: Sequence[str]) -> Commands:
    """The commands of a clay match with these fighters before its `start_match`.

    Fighters and players are called in the match by their names in the roster. An injury is a ruling on a fighter who is
    registered: a set-up that names fighters has a match of these, with a sheet of twos each, in which the others come
    behind and the clock runs.

    Raises:
        UsageProblemError: a fighter is not in the roster, or two are the same.
    """
    sheets = [_sheet_of(people, fighter) for fighter in fighters]
    if len({sheet.name for sheet in sheets}) != len(sheets):
        raise UsageProblemError("a fighter stands twice in the match", "un luchador está dos veces en el combate")
    commands: Commands = []
    for name in dict.fromkeys(sheet.player for sheet in sheets if sheet.player):
        commands.append(("register_player", _player(people, name)))
    for sheet in sheets:
        commands.append(("register_fighter", _fighter(sheet)))
        if sheet.class_:
            commands.append(("classify", {"fighter": sheet.name, "class": sheet.class_}))
        for ability, points in title_points(people, sheet.name).items():
            commands.append(("grant_title", {"fighter": sheet.name, "ability": ability, "points": points}))
    injuries = [_injury(sheet.name, ability) for sheet in sheets for ability in carried_injuries(people, sheet.name)]
    return [*commands, *injuries]


def palms_due(match: Match, people: People, named: Iterable[str] | None = None) -> Commands:
    """The commands that give players of a match the measures that the show knows of them and the match lacks.

    What the match knows stays: it was measured later. Names are the same person as everywhere in the roster.

    Args:
        named: ids of the players that are looked at; None: all of the match.
    """
    commands: Commands = []
    for who in players_named(match) if named is None else named:
        own = match.players.get(who)
        known = people.player((own.name if own is not None else "") or who)
        if known is None:
            continue
        had = (None, None) if own is None else (own.palm_mm, own.half_palm_mm)
        palm_mm, half_mm = had[0] or known.palm_mm, had[1] or known.half_palm_mm
        if palm_mm is not None and half_mm is not None and half_mm >= palm_mm:  # one of each, and they do not fit
            palm_mm, half_mm = had
        if (palm_mm, half_mm) != had:
            name = (own.name if own is not None else "") or known.name
            given = {"player": who, "name": name, "palm_mm": palm_mm, "half_palm_mm": half_mm}
            commands.append(("register_player", {key: value for key, value in given.items() if value is not None}))
    return commands


def players_named(match: Match) -> tuple[str, ...]:
    """Ids of everybody who has a fighter in the match or is registered for it."""
    return tuple(dict.fromkeys([*(one.player for one in match.fighters.values() if one.player), *match.players]))


def result(match: Match, outcome: Outcome, bout: str, belt: str = "", bracket: str = "") -> Bout:
    """What a clay match that ended means for records, belts and the next match.

    Args:
        outcome: as the game tells it.
        bout: what the match is called in this show.
        belt: at stake, or empty.
        bracket: the tournament it belongs to, or empty.
    """
    injuries = {
        _called(match, name): tuple(a for a, wounds in fighter.wounds.items() if wounds >= WOUNDS_OF_AN_INJURY)
        for name, fighter in match.fighters.items()
    }
    return Bout(
        bout,
        fighters_of(match),
        tuple(_called(match, name) for name in outcome.winners),
        outcome.method,
        belt,
        {name: abilities for name, abilities in injuries.items() if abilities},
        bracket,
    )


def fighters_of(match: Match) -> tuple[str, ...]:
    """Who fights in it, by the names of the roster."""
    return tuple(_called(match, name) for name in match.roster)


def _called(match: Match, name: str) -> str:
    fighter = match.fighters.get(name)
    return (fighter.name if fighter is not None else "") or name


def _sheet_of(people: People, fighter: str) -> Sheet:
    sheet = people.sheet(fighter)
    if sheet is None:
        raise UsageProblemError(f"{fighter!r} is not in the roster", f"{fighter!r} no está en la lista de luchadores")
    return sheet


def _player(people: People, name: str) -> dict[str, Any]:
    player = people.player(name)
    measures = {} if player is None else {"palm_mm": player.palm_mm, "half_palm_mm": player.half_palm_mm}
    known = {key: value for key, value in measures.items() if value is not None}
    return {"player": name, "name": name, **known}


def _injury(fighter: str, ability: str) -> tuple[str, dict[str, Any]]:
    wounds = {"topic": f"wounds.{ability}", "subject": fighter, "value": WOUNDS_OF_AN_INJURY, "note": INJURY_RULE}
    return "referee_ruling", wounds


def _fighter(sheet: Sheet) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "fighter": sheet.name,
        "name": sheet.name,
        "player": sheet.player,
        "clay_colour": sheet.clay_colour,
        "main": {ability: sheet.abilities[ability] for ability in MAIN if ability in sheet.abilities},
        "combat_abilities": {ability: sheet.abilities[ability] for ability in COMBAT if ability in sheet.abilities},
    }
    if sheet.finisher or sheet.finisher_position:
        finisher: dict[str, Any] = {"name": sheet.finisher, "position": sheet.finisher_position or None}
        entry["finisher"] = {key: value for key, value in finisher.items() if value is not None}
    return entry
