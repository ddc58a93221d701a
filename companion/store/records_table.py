"""Results, season table and fighters as lines of cells, the header first: for paper and for spreadsheets."""

from collections.abc import Sequence

from companion.games.clay_wrestling.model import ABILITIES
from companion.kernel.names import name_key
from companion.kernel.text import Language, Text
from companion.store.belts import title_points
from companion.store.endings import ending_words, winner_words
from companion.store.moments import shown
from companion.store.people import BoutCorrected, BoutRecorded, People
from companion.store.records import season_table
from companion.store.results import PLAYED_ON, REPAIRED
from companion.store.roster_words import CLASSES
from companion.store.traces import traced
from companion.table.clays import colour_in

Cells = Sequence[Sequence[str]]
_RESULT_HEADER = (
    Text("match", "combate"),
    Text("fighters", "luchadores"),
    Text("winner", "ganador"),
    Text("ending", "final"),
    Text("belt", "cinturón"),
)
_BEFORE, _WHY = Text("before", "antes"), Text("why", "por qué")
_SEASON_HEADER = (
    Text("place", "puesto"),
    Text("fighter", "luchador"),
    Text("matches", "combates"),
    Text("won", "ganados"),
    Text("lost", "perdidos"),
    Text("drawn", "empatados"),
)
_ROSTER_HEADER = (
    Text("fighter", "luchador"),
    Text("player", "jugador"),
    Text("clay", "plastelina"),
    Text("class", "clase"),
)
_ABILITY_HEADER = (
    Text("Com", "Com"),
    Text("Spe", "Vel"),
    Text("Str", "Fue"),
    Text("Tec", "Téc"),
    Text("Res", "Res"),
    Text("Strk", "Gol"),
    Text("Whip", "Lát"),
    Text("Supl", "Supl"),
    Text("Sub", "Sum"),
    Text("Cntr", "Con"),
)
_TRACE = Text("^ event {seq}, {time}, {by}: was {was}", "^ evento {seq}, {time}, {by}: antes {was}")
_WHO = {
    "desk": Text("desk", "mesa"),
    "roster import": Text("roster import", "lectura de la lista"),
    "referee": Text("referee", "árbitro"),
    "companion": Text("companion", "programa"),
}
_REASONS = {
    PLAYED_ON: Text(PLAYED_ON, "se siguió jugando tras deshacer"),
    REPAIRED: Text(REPAIRED, "se cambió el pasado tras el final"),
}
"""What the program itself gives as the reason of a correction."""
_CORRECTED = Text("{bout} (corrected)", "{bout} (corregido)")


def results_lines(people: People, language: Language) -> Cells:
    lines = [[column.of(language) for column in _RESULT_HEADER]]
    for _, bout in people.bouts:
        name = _CORRECTED.of(language).format(bout=bout.bout) if bout.bout in people.corrected else bout.bout
        winner = winner_words(bout).of(language)
        lines.append([name, " – ".join(bout.fighters), winner, ending_words(bout).of(language), bout.belt])
    return lines


def results_with_trace(people: People, language: Language) -> Cells:
    """The results, and under a corrected one what it was, and every correction with its time and reason (UTC)."""
    header, *lines = results_lines(people, language)
    found = [list(header)]
    for line, one in zip(lines, traced(people), strict=True):
        found.append(list(line))
        known = one.first.step.result if isinstance(one.first.step, BoutRecorded) else one.bout
        for each in one.corrections:
            assert isinstance(each.step, BoutCorrected)
            told = _TRACE.filled(
                seq=each.seq, time=shown(each.at_ms), by=_WHO.get(each.by, each.by), was=winner_words(known)
            )
            found.append(["", told.of(language), "", _reason(each.step, language), ""])
            known = each.step.result
    return found


def results_sheet(people: People, language: Language) -> Cells:
    """The results for a spreadsheet: a line a match, what a corrected one was before and why in two columns."""
    header, *lines = results_lines(people, language)
    found = [[*header, _BEFORE.of(language), _WHY.of(language)]]
    for line, one in zip(lines, traced(people), strict=True):
        steps = [one.first.step, *(each.step for each in one.corrections)]
        results = [step.result for step in steps if isinstance(step, (BoutRecorded, BoutCorrected))]
        before = [f"{winner_words(was).of(language)} {ending_words(was).of(language)}".strip() for was in results[:-1]]
        why = [_reason(step, language) for step in steps if isinstance(step, BoutCorrected) and step.reason]
        found.append([*line, "; ".join(before), "; ".join(why)])
    return found


def _reason(step: BoutCorrected, language: Language) -> str:
    known = _REASONS.get(step.reason)
    return step.reason if known is None else known.of(language)


def season_lines(people: People, language: Language) -> Cells:
    lines = [[column.of(language) for column in _SEASON_HEADER]]
    for record in season_table(people):
        numbers = (record.bouts, record.wins, record.losses, record.draws)
        lines.append([str(record.place), record.fighter, *map(str, numbers)])
    return lines


def _level(value: int | None, title: int) -> str:
    """An ability with what titles add to it: `3+1`."""
    return ("" if value is None else str(value)) + (f"+{title}" if title else "")


def roster_lines(people: People, language: Language) -> Cells:
    lines = [[column.of(language) for column in (*_ROSTER_HEADER, *_ABILITY_HEADER)]]
    for sheet in sorted(people.sheets.values(), key=lambda sheet: name_key(sheet.name)):
        kind = CLASSES[sheet.class_].of(language) if sheet.class_ in CLASSES else sheet.class_
        titles = title_points(people, sheet.name)
        abilities = [_level(sheet.abilities.get(ability), titles.get(ability, 0)) for ability in ABILITIES]
        lines.append([sheet.name, sheet.player, colour_in(sheet.clay_colour, language), kind, *abilities])
    return lines
