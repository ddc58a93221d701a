"""The desk for results: a finished match is corrected with a trace, and whatever hangs on it is folded again."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.errors import UsageProblemError
from companion.games import CLAY
from companion.kernel.names import name_key
from companion.kernel.session import OPENED
from companion.kernel.text import Text
from companion.store.belts import champion_of, lineage
from companion.store.bracket import brackets
from companion.store.desk import (
    DESK,
    LONGEST_REASON,
    VACANT,
    check_line,
    known_belt,
    one_of,
    people_of,
    take_back,
)
from companion.store.endings import ending_named, ending_words, endings_of, plain_ending, winner_words
from companion.store.people import (
    Bout,
    BoutCorrected,
    BoutRecorded,
    People,
    Step,
    event,
    fold,
)
from companion.store.records import carried_injuries, season_table
from companion.store.show import Show
from companion.store.stakes import at_stake
from companion.store.tournaments import check_chosen, spelled, standing, waiting

PLAYED_ON = "played on after an undo"
REPAIRED = "the past was changed after the end"
"""What the program itself gives as the reason of a correction; these words stand in show files."""
_CHAMPION = Text("{belt}: {now} (before: {before})", "{belt}: {now} (antes: {before})")
_TOURNAMENT = Text("{bracket}: {now}", "{bracket}: {now}")
_RESULT, _RESULT_BY = Text("{bout}: {who}", "{bout}: {who}"), Text("{line} ({how})", "{line} ({how})")
_CHAMPION_AWAY = Text(
    "{belt}: the champion {champion} was not in the match, so the belt stays where it is",
    "{belt}: el campeón {champion} no estaba en el combate, así que el título no cambia",
)
_PLACE = Text("{who}: place {now} (before: {before})", "{who}: puesto {now} (antes: {before})")
_INJURED = Text("{who} goes into the next match with injuries: {now}", "{who} llega lesionado al próximo: {now}")
_HEALED = Text("{who} goes into the next match uninjured", "{who} llega sin lesiones al próximo")


def correct(
    show: Path, bout: str, change: dict[str, Any], reason: str, at_ms: int, *, is_new: bool = False
) -> tuple[Bout, tuple[Text, ...]]:
    """Give a finished match another result; gives it, and what changed because of it.

    Args:
        change: fields of `Bout` that are to be other ones: winners, ending, belt, bracket.
        reason: why; it is never empty.
        is_new: the belt is a new one, whatever it is nearly called.

    Raises:
        FileProblemError: there is no such show file.
        UsageProblemError: there is no such match, no reason, a winner was not in it, or a word is not known.
    """
    check_line(reason, "reason", "motivo", LONGEST_REASON)
    if not reason.strip():
        raise UsageProblemError("say why: a correction needs a reason", "di por qué: una corrección necesita un motivo")
    with Show.open(show, create=False) as opened:
        people = fold(opened.rows())
        known = next((one for _, one in people.bouts if name_key(one.bout) == name_key(bout)), None)
        if known is None:
            raise _no_result(opened, people, bout)
        if change.get("winners") == () and known.winners:
            change = {"ending": "", **change}  # nobody was pinned
        if change.get("belt"):
            change = {**change, "belt": known_belt(people, change["belt"], is_new=is_new)}
        if change.get("bracket"):
            change = {**change, "bracket": waiting(people, change["bracket"], known.fighters, known.bracket)}
        fresh = replace(known, **_sound(known, change))
        if fresh == known:
            raise UsageProblemError(f"match {known.bout} has that result", f"el combate {known.bout} ya está así")
        return fresh, _write(opened, people, BoutCorrected(fresh, reason), at_ms)


def _no_result(show: Show, people: People, bout: str) -> UsageProblemError:
    """Why there is nothing to correct: the match is being played, or there is none of that name."""
    begun = {str(row.event.get("match")) for row in show.rows(named={OPENED})}
    if name_key(bout) in begun:
        return UsageProblemError(
            f"match {bout} is not finished; its result can be corrected when it is",
            f"el combate {bout} no ha terminado; su resultado se puede corregir cuando acabe",
        )
    if not people.bouts:
        return UsageProblemError(
            f"there is no match {bout!r}; none is finished yet", f"no hay combate {bout!r}; aún no ha terminado ninguno"
        )
    names = ", ".join(one.bout for _, one in people.bouts)
    return UsageProblemError(f"there is no match {bout!r}; there is {names}", f"no hay combate {bout!r}; hay {names}")


def record(
    show: Path, bout: Bout, at_ms: int, *, is_new: bool = False, bracket: str | None = None
) -> tuple[Bout, tuple[Text, ...]]:
    """Record a match that was refereed without the program; gives it, and what changed because of it.

    Args:
        bracket: the tournament it is for; empty for none, None for the one that waits for these fighters.

    Raises:
        FileProblemError: there is no such show file.
        UsageProblemError: a match of that name is there already, a name is none, a fighter is not in the roster or the
            belt is nearly one that there is (`is_new` allows both; the roster is one of clay fighters), the ending is
            none of its game, a winner was not in it, or several tournaments wait for these fighters and none was
            chosen.
    """
    for fighter in bout.fighters:
        check_line(fighter, "fighter", "luchador")
    check_line(bout.bout, "match", "combate")
    if len({name_key(fighter) for fighter in bout.fighters}) < max(2, len(bout.fighters)) or not all(bout.fighters):
        raise UsageProblemError(
            "a match has two fighters or more, each of them once",
            "un combate tiene dos luchadores o más, cada uno una vez",
        )
    with Show.open(show, create=False) as opened:
        people = fold(opened.rows())
        taken = {name_key(one.bout) for _, one in people.bouts}
        if name_key(bout.bout) in taken:
            raise UsageProblemError(
                f"match {bout.bout} is recorded already; companion results correct changes it",
                f"el combate {bout.bout} ya está anotado; companion results correct lo cambia",
            )
        name = bout.bout or _free_name(taken)
        is_anybody = is_new or bool(bout.game)
        fighters = tuple(spelled(people, fighter, is_new=is_anybody) for fighter in bout.fighters)
        belt, due = at_stake(people, name, fighters)
        if bracket is None:
            check_chosen(people, fighters)
        else:
            due = waiting(people, bracket, fighters) if bracket.strip() else ""
        if bout.belt:
            belt = known_belt(people, bout.belt, is_new=is_new)
        given = {"winners": bout.winners, "ending": bout.ending, "belt": belt, "bracket": due}
        fresh = replace(bout, bout=name, fighters=fighters, **_sound(replace(bout, fighters=fighters), given))
        return fresh, (*_without_champion(people, fresh), *_write(opened, people, BoutRecorded(fresh), at_ms))


def _without_champion(people: People, bout: Bout) -> Iterator[Text]:
    champion = champion_of(people, bout.belt) if bout.belt else ""
    if champion and name_key(champion) not in map(name_key, bout.fighters):
        yield _CHAMPION_AWAY.filled(belt=bout.belt, champion=champion)


def undo(show: Path, at_ms: int) -> tuple[Text, ...]:
    """Take back the last step that holds; what it was, and what changed because of it.

    Raises:
        FileProblemError: there is no such show file.
        NothingToUndoError: there is none.
    """
    before = people_of(show)
    taken_back = take_back(show, at_ms)
    return taken_back, *changes(before, people_of(show))


def changes(before: People, after: People) -> tuple[Text, ...]:
    """What a result changed besides itself: champions, tournaments, places in the table, injuries that are carried."""
    return (*_belts(before, after), *_tournaments(before, after), *_places(before, after), *_injuries(before, after))


def _belts(before: People, after: People) -> Iterator[Text]:
    was = {name_key(belt): reigns[-1].champion for belt, reigns in lineage(before).items()}
    for belt, reigns in lineage(after).items():
        old, new = was.get(name_key(belt), ""), reigns[-1].champion
        if name_key(old) != name_key(new):
            yield _CHAMPION.filled(belt=belt, now=new or VACANT, before=old or VACANT)


def _tournaments(before: People, after: People) -> Iterator[Text]:
    was = brackets(before)
    for name, bracket in brackets(after).items():
        if was.get(name) != bracket:
            yield _TOURNAMENT.filled(bracket=name, now=standing(bracket))


def _places(before: People, after: People) -> Iterator[Text]:
    was = {name_key(one.fighter): one.place for one in season_table(before)}
    for one in season_table(after):
        old = was.get(name_key(one.fighter))
        if old is not None and old != one.place:
            yield _PLACE.filled(who=one.fighter, now=one.place, before=old)


def _injuries(before: People, after: People) -> Iterator[Text]:
    for who in dict.fromkeys(name for _, bout in after.bouts for name in bout.fighters):
        old, new = carried_injuries(before, who), carried_injuries(after, who)
        if old != new:
            yield _INJURED.filled(who=who, now=", ".join(new)) if new else _HEALED.filled(who=who)


def _write(opened: Show, before: People, step: Step, at_ms: int) -> tuple[Text, ...]:
    opened.append([event(step)], by=DESK, at_ms=at_ms)
    return changes(before, fold(opened.rows()))


def _sound(bout: Bout, change: dict[str, Any]) -> dict[str, Any]:
    """The change with winners spelled as the match has them.

    Raises:
        UsageProblemError: a winner was not in the match, or a text is none.
    """
    fighters = bout.fighters
    spelled = {name_key(fighter): fighter for fighter in fighters}
    for key in ("ending", "belt", "bracket"):
        check_line(str(change.get(key, "")), key, {"ending": "final", "belt": "título", "bracket": "torneo"}[key])
    if change.get("ending"):
        change = {**change, "ending": _known_ending(change["ending"], bout.game)}
    winners = {name_key(winner) for winner in change.get("winners", ())}
    if winners and winners == set(spelled):
        raise UsageProblemError(
            "everybody cannot have won; without a winner it was a draw",
            "no pueden haber ganado todos; sin ganador fue un empate",
        )
    for winner in change.get("winners", ()):
        if name_key(winner) not in spelled:
            raise UsageProblemError(
                f"{winner[:40]!r} was not in the match; there were {', '.join(fighters)}",
                f"{winner[:40]!r} no estaba en el combate; estaban {', '.join(fighters)}",
            )
    if "winners" in change:
        change = {**change, "winners": tuple(dict.fromkeys(spelled[name_key(one)] for one in change["winners"]))}
    return change


def _known_ending(ending: str, game: str) -> str:
    known = endings_of(game)
    name = ending_named(game, ending)
    if name is None:
        game = game or CLAY
        words = [plain_ending(text).es for text in known.values()]
        raise UsageProblemError(
            f"--by {ending} is not known in {game}; give {one_of(tuple(known))}",
            f"--by {ending} no se conoce en {game}; pon {one_of(words, 'o')}",
        )
    return name


def told(bout: Bout) -> Text:
    """A result in a line, in words of the rulebook: `3: Momia (pin)`."""
    line = _RESULT.filled(bout=bout.bout, who=winner_words(bout))
    return _RESULT_BY.filled(line=line, how=ending_words(bout)) if bout.ending else line


def _free_name(taken: set[str]) -> str:
    """A name for a match that has none; a word of both languages, for people call the match by it."""
    number = len(taken) + 1
    while f"extra {number}" in taken:
        number += 1
    return f"extra {number}"
