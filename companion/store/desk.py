"""The desk of the evening: people, belts and results written into a show file, each as one step (H-07, H-11)."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from companion.config.strict import read_bytes, replacing
from companion.errors import CompanionError, UsageProblemError
from companion.games.clay_wrestling.model import ABILITIES
from companion.kernel.names import name_key, plain_word
from companion.kernel.text import Language, Text
from companion.kernel.visible import is_hidden
from companion.store.belts import champion_of, lineage, title_points
from companion.store.checks import check_journal
from companion.store.people import (
    BeltGranted,
    BeltStaked,
    BeltVacated,
    BoutCorrected,
    BoutRecorded,
    BracketDrawn,
    People,
    PeopleReverted,
    Player,
    PlayerSet,
    RosterImported,
    Sheet,
    SheetRemoved,
    SheetSet,
    Step,
    Taken,
    TournamentStaked,
    event,
    fold,
    last_step,
)
from companion.store.roster import export_roster, import_roster, players_alone
from companion.store.roster_cells import LONGEST_NAME
from companion.store.roster_report import Report
from companion.store.roster_words import COLUMN_WORDS, COLUMNS
from companion.store.sheets import check_name, read_sheet, separator_for
from companion.store.show import Show

HIGHEST_POINTS = 10
LONGEST_REASON = 300
DESK = "desk"
"""Who wrote a step that people gave on the command line."""
CHANGED = Text(
    "{show}: {report}; what is told here may have been changed; look with: companion verify {show}",
    "{show}: {report}; lo que aquí se dice puede estar cambiado; míralo con: companion verify {show}",
)
STEP_WORDS: Mapping[type[Step], Text] = {
    RosterImported: Text("roster read", "lista leída"),
    PlayerSet: Text("player", "jugador"),
    SheetSet: Text("sheet", "ficha"),
    SheetRemoved: Text("sheet removed", "ficha quitada"),
    BeltGranted: Text("belt granted", "título otorgado"),
    BeltVacated: Text("belt vacated", "título vacante"),
    BeltStaked: Text("belt at stake", "título en juego"),
    TournamentStaked: Text("next match for the tournament", "próximo combate para el torneo"),
    BoutRecorded: Text("result of match", "resultado del combate"),
    BoutCorrected: Text("correction of match", "corrección del combate"),
    BracketDrawn: Text("tournament drawn", "torneo sorteado"),
    PeopleReverted: Text("a step taken back", "paso retirado"),
}
_STEP = Text("{what} {whom}", "{what} {whom}")
_TAKEN_BACK = Text("taken back: {what} (event {seq})", "retirado: {what} (evento {seq})")
_STAKED = Text(
    "the next match is for {belt} (champion: {champion})", "el próximo combate es por {belt} (campeón: {champion})"
)
_NOT_STAKED = Text("the next match is for no belt", "el próximo combate no es por ningún título")
VACANT = Text("vacant", "vacante")
_NOTHING_TO_UNDO = Text("nothing to take back", "no hay nada que retirar")


class NothingToUndoError(CompanionError):
    """No step is left that could be taken back."""


def people_of(show: Path) -> People:
    """The people of a show file, which is only read.

    Raises:
        FileProblemError: there is no such show file.
    """
    with Show.open(show, readonly=True) as opened:
        return fold(opened.rows())


def checked_people_of(show: Path) -> tuple[People, Text | None]:
    """The people of a show file, which is only read, and what to warn of where its journal does not hold.

    Raises:
        FileProblemError: there is no such show file, or a row cannot be read.
    """
    with Show.open(show, readonly=True) as opened:
        people = fold(opened.rows())
        return people, _changed(opened, show)


def changed_journal(show: Path) -> Text | None:
    """What to warn of where the journal of a show file does not hold.

    Raises:
        FileProblemError: there is no such show file.
    """
    with Show.open(show, readonly=True) as opened:
        return _changed(opened, show)


def _changed(opened: Show, show: Path) -> Text | None:
    report = check_journal(opened.connection)
    return None if report.ok else CHANGED.filled(show=show, report=Text(str(report), report.spanish))


def take_roster(table: Path, show: Path, at_ms: int) -> Report:
    """Import a table as one step; a show that is not there yet is made, unless every row is refused. Nothing
    is written if nothing is new.

    Raises:
        FileProblemError, ConfigError: a file is missing, no table, has a column twice, or is no show file.
    """
    check_name(table)
    read = read_sheet(read_bytes(table), str(table))
    with Show.open(show) as opened:
        step, report = import_roster(read, fold(opened.rows()), table.name)
        if step is not None:
            opened.append([event(step)], by="roster import", at_ms=at_ms)
        elif report.failed:
            opened.abandon()
    return report


def hand_out_roster(table: Path, show: Path, language: Language) -> tuple[int, int, Text | None]:
    """Write the roster as a table; gives the number of fighters, that of rows of players without one, and what to warn
    of as `checked_people_of`.

    Raises:
        FileProblemError: there is no such show file, or the table cannot be written.
    """
    check_name(table)
    people, changed = checked_people_of(show)
    with replacing(table) as file:
        file.write(export_roster(people, separator_for(language), language))
    return len(people.sheets), len(players_alone(people)), changed


def printed_roster(show: Path) -> tuple[list[tuple[Sheet, Player]], dict[str, dict[str, int]], Text | None]:
    """The roster as it is printed: each sheet with its player's palms; title points by fighter as the sheet names him;
    and what to warn of as `checked_people_of`.

    Raises:
        FileProblemError: there is no such show file.
    """
    people, changed = checked_people_of(show)
    pairs = [(sheet, people.player(sheet.player) or Player(sheet.player)) for sheet in people.sheets.values()]
    titles = {sheet.name: title_points(people, sheet.name) for sheet, _ in pairs}
    return pairs, titles, changed


def take_back(show: Path, at_ms: int) -> Text:
    """Take back the last step that holds; the journal keeps both.

    Raises:
        NothingToUndoError: there is none.
    """
    with Show.open(show, create=False) as opened:
        last = last_step(opened.rows())
        if last is None:
            raise NothingToUndoError(f"{show}: {_NOTHING_TO_UNDO}", f"{show}: {_NOTHING_TO_UNDO.es}")
        opened.append([event(PeopleReverted(last.seq))], by=DESK, at_ms=at_ms)
    return _TAKEN_BACK.filled(what=described(last), seq=last.seq)


def grant_belt(show: Path, granted: BeltGranted, at_ms: int, *, is_new: bool = False) -> People:
    """Give a belt by a ruling; gives the people after it.

    Raises:
        UsageProblemError: the fighter is not in the roster (if there is one), holds the belt already and gains no
            points, or the points are none that a title brings.
    """
    granted = _checked_points(granted)
    check_line(granted.belt, "belt", "título")
    check_line(granted.fighter, "fighter", "luchador")
    check_line(granted.note, "note", "nota", LONGEST_REASON)
    with Show.open(show) as opened:
        people = fold(opened.rows())
        fighter = known_fighter(people, granted.fighter)
        belt = known_belt(people, granted.belt, is_new=is_new)
        holds_it = name_key(champion_of(people, belt)) == name_key(fighter)
        if holds_it and not granted.points:
            raise UsageProblemError(f"{fighter} holds {belt} already", f"{fighter} ya tiene {belt}")
        step = BeltGranted(belt, fighter, granted.ability, granted.points, granted.note)
        return _write(opened, step, at_ms)


def vacate_belt(show: Path, belt: str, reason: str, at_ms: int) -> People:
    """Take a belt from its champion without a new one; gives the people after it.

    Raises:
        UsageProblemError: there is no such belt, or it is vacant already.
    """
    check_line(reason, "reason", "motivo", LONGEST_REASON)
    with Show.open(show, create=False) as opened:
        people = fold(opened.rows())
        belts = list(lineage(people))
        if name_key(belt) not in map(name_key, belts):
            raise UsageProblemError(
                f"there is no belt {belt!r}; there is {', '.join(belts) or 'none yet'}",
                f"no hay ningún título {belt!r}; " + (f"hay {', '.join(belts)}" if belts else "aún no hay ninguno"),
            )
        if not champion_of(people, belt):
            raise UsageProblemError(f"{belt} is vacant already", f"{belt} ya está vacante")
        return _write(opened, BeltVacated(belt, reason), at_ms)


def stake_belt(show: Path, belt: str, at_ms: int, *, is_new: bool = False) -> Text:
    """Put a belt at stake in the next match, known or new; an empty name puts none. Gives what to tell.

    Raises:
        FileProblemError: there is no such show file.
        UsageProblemError: the name is no name, or nearly that of a belt that there is (`is_new` allows it).
    """
    check_line(belt, "belt", "título")
    with Show.open(show, create=False) as opened:
        people = fold(opened.rows())
        name = known_belt(people, belt, is_new=is_new)
        opened.append([event(BeltStaked(name))], by=DESK, at_ms=at_ms)
        champion = champion_of(people, name) if name else ""
    if not name:
        return _NOT_STAKED
    return _STAKED.filled(belt=name, champion=champion or VACANT)


def described(taken: Taken) -> Text:
    """A step in a few words: what it is and whom it concerns."""
    fields = event(taken.step)
    nested: Mapping[str, object] = next(
        (fields[key] for key in ("result", "player", "sheet") if isinstance(fields.get(key), dict)), {}
    )
    keys = ("file", "belt", "fighter", "bracket")
    about = [str(fields[key]) for key in keys if fields.get(key)] or [
        str(nested[key]) for key in ("bout", "name") if nested.get(key)
    ]
    what = STEP_WORDS[type(taken.step)]
    return _STEP.filled(what=what, whom=" ".join(about)) if about else what


def _write(show: Show, step: Step, at_ms: int) -> People:
    show.append([event(step)], by=DESK, at_ms=at_ms)
    return fold(show.rows())


def check_line(name: str, what: str, que: str, longest: int = LONGEST_NAME) -> None:
    """A name or reason that people give is one line of signs that are seen, of a length that fits a table.

    Raises:
        UsageProblemError: it is not.
    """
    if len(name) > longest or any(is_hidden(sign) or sign in "\t\n" for sign in name):
        shown = "".join(sign if sign.isprintable() else "?" for sign in name[:40])
        raise UsageProblemError(
            f"the {what} {shown!r} is not allowed; give one line of up to {longest} characters that are seen",
            f"{shown!r} no vale como {que}; pon una línea de hasta {longest} caracteres visibles",
        )


def _checked_points(granted: BeltGranted) -> BeltGranted:
    """The grant with its ability as the rulebook calls it, given in either language.

    Raises:
        UsageProblemError: a name is empty, or the points are none that a title brings.
    """
    if not granted.belt.strip() or not granted.fighter.strip():
        raise UsageProblemError("give the belt and the fighter a name", "pon el nombre del título y el del luchador")
    if bool(granted.ability) != bool(granted.points):
        raise UsageProblemError("--ability and --points go together", "--ability y --points van juntos")
    if not granted.ability:
        return granted
    ability = COLUMN_WORDS.get(plain_word(granted.ability), "")
    if ability not in ABILITIES:
        raise UsageProblemError(
            f"--ability {granted.ability} is not allowed; give {one_of(ABILITIES)}",
            f"--ability {granted.ability} no está permitido; pon {one_of([COLUMNS[a].es for a in ABILITIES], 'o')}",
        )
    if not 1 <= granted.points <= HIGHEST_POINTS:
        raise UsageProblemError(
            f"--points {granted.points} is not allowed; give 1 to {HIGHEST_POINTS}",
            f"--points {granted.points} no está permitido; pon de 1 a {HIGHEST_POINTS}",
        )
    return replace(granted, ability=ability)


def known_fighter(people: People, fighter: str) -> str:
    """A fighter as the roster spells the name; without a roster anybody goes.

    Raises:
        UsageProblemError: there is a roster and it does not have the name; the nearest name is told.
    """
    sheet = people.sheet(fighter)
    if sheet is not None:
        return sheet.name
    names = [sheet.name for sheet in people.sheets.values()]
    if not names:
        return fighter.strip()
    near = _nearest(fighter, names)
    raise UsageProblemError(
        f"{fighter!r} is not in the roster; " + (f"did you mean {near}?" if near else f"there is {one_of(names)}"),
        f"{fighter!r} no está en la lista de luchadores; "
        + (f"¿querías decir {near}?" if near else f"hay {one_of(names, 'o')}"),
    )


def known_belt(people: People, belt: str, *, is_new: bool = False) -> str:
    """A belt as the show spells the name, or a new one.

    Raises:
        UsageProblemError: it is nearly the name of a belt that there is, and was not said to be new.
    """
    belts = list(lineage(people))
    known = next((one for one in belts if name_key(one) == name_key(belt)), None)
    near = None if known or is_new else _nearest(belt, belts)
    if near:
        raise UsageProblemError(
            f"there is no belt {belt!r}; did you mean {near}? --new makes a new one",
            f"no hay ningún título {belt!r}; ¿querías decir {near}? --new crea uno nuevo",
        )
    return known or belt.strip()


def _nearest(name: str, names: Sequence[str]) -> str | None:
    by_key = {name_key(one): one for one in names}
    near = difflib.get_close_matches(name_key(name), by_key, n=1)
    return by_key[near[0]] if near else None


def one_of(words: Sequence[str], joiner: str = "or") -> str:
    shown = list(words[:12]) + (["…"] if len(words) > 12 else [])
    return f" {joiner} ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
