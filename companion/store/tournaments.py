"""The desk for tournaments: drawn, chosen for the next match, and told."""

from collections.abc import Sequence
from pathlib import Path

from companion.errors import UsageProblemError
from companion.kernel.names import name_key
from companion.kernel.text import Text, plural
from companion.store.bracket import ELIMINATION, Bracket, brackets, draw, standings
from companion.store.desk import DESK, check_line, known_fighter, one_of
from companion.store.endings import DRAW
from companion.store.people import BracketDrawn, People, TournamentStaked, event, fold
from companion.store.show import Show
from companion.store.stakes import passed_over, tournaments_of

MOST_DUE = 12
_WON = Text("won by {who}", "lo gana {who}")
_DUE = Text("due: {pairs}", "por disputar: {pairs}")
_BYE, _IS_DUE = Text("bye", "pasa"), Text("due", "por disputar")
_OPEN = Text("open", "sin decidir")
_COUNTS_FOR = Text("the next match is for {bracket} ({pairs})", "el próximo combate es para {bracket} ({pairs})")
_WINS = Text("{n} win", "{n} victoria"), Text("{n} wins", "{n} victorias")
_FREE = Text(
    "the next match is for whatever tournament waits for its fighters",
    "el próximo combate es para el torneo que espere a sus luchadores",
)


def draw_bracket(
    show: Path, name: str, kind: str, fighters: Sequence[str], at_ms: int, *, is_new: bool = False
) -> Bracket:
    """Draw a tournament; the order of the fighters is the draw, seeds first.

    Raises:
        FileProblemError: there is no such show file.
        UsageProblemError: the name is taken or none, there are too few fighters, or one is not in the roster
            (`is_new` allows it).
    """
    check_line(name, "tournament", "torneo")
    for fighter in fighters:
        check_line(fighter, "fighter", "luchador")
    with Show.open(show, create=False) as opened:
        people = fold(opened.rows())
        if not name.strip() or name_key(name) in map(name_key, brackets(people)):
            raise UsageProblemError(
                f"a tournament {name!r} is there already, or that is no name",
                f"ya hay un torneo {name!r}, o eso no es un nombre",
            )
        drawn: BracketDrawn = draw(
            name.strip(), kind, [spelled(people, fighter, is_new=is_new) for fighter in fighters]
        )
        opened.append([event(drawn)], by=DESK, at_ms=at_ms)
        return brackets(fold(opened.rows()))[drawn.bracket]


def stake_bracket(show: Path, bracket: str, at_ms: int) -> Text:
    """Say which tournament the next match is for; an empty name takes that back. Gives what to tell.

    Raises:
        FileProblemError: there is no such show file.
        UsageProblemError: there is no such tournament, or no match of it is due.
    """
    with Show.open(show, create=False) as opened:
        people = fold(opened.rows())
        name = _known_bracket(people, bracket) if bracket.strip() else ""
        if name and not brackets(people)[name].due:
            raise UsageProblemError(
                f"no match is due in {name}: {standing(brackets(people)[name])}",
                f"en {name} no hay combates por disputar: {standing(brackets(people)[name]).es}",
            )
        opened.append([event(TournamentStaked(name))], by=DESK, at_ms=at_ms)
    return _COUNTS_FOR.filled(bracket=name, pairs=standing(brackets(people)[name])) if name else _FREE


def check_chosen(people: People, fighters: Sequence[str]) -> None:
    """Hold a match that is to be recorded against the tournaments that wait for it.

    Raises:
        UsageProblemError: it would count for one of several, and nobody said which.
    """
    due = tournaments_of(people, fighters)
    if passed_over(people, fighters):
        who = " – ".join(fighters)
        raise UsageProblemError(
            f"{who} is due in {one_of(due, 'and')}; --bracket NAME says for which it counts, --bracket '' for none",
            f"{who} está por disputar en {one_of(due, 'y')}; --bracket NOMBRE dice para cuál cuenta, "
            "--bracket '' para ninguno",
        )


def waiting(people: People, bracket: str, fighters: Sequence[str], kept: str = "") -> str:
    """A tournament, as the show spells its name, that waits for these fighters, or is that of the match already.

    Raises:
        UsageProblemError: there is none of that name, or it does not wait for them.
    """
    name = _known_bracket(people, bracket)
    due = tournaments_of(people, fighters)
    if name not in due and name_key(name) != name_key(kept):
        who = " – ".join(fighters)
        raise UsageProblemError(
            f"{who} is not due in {name}" + (f"; it is in {one_of(due, 'and')}" if due else ""),
            f"{who} no está por disputar en {name}" + (f"; sí en {one_of(due, 'y')}" if due else ""),
        )
    return name


def _known_bracket(people: People, bracket: str) -> str:
    names = list(brackets(people))
    known = next((name for name in names if name_key(name) == name_key(bracket)), None)
    if known is None:
        raise UsageProblemError(
            f"there is no tournament {bracket[:40]!r}; there is {one_of(names) if names else 'none yet'}",
            f"no hay ningún torneo {bracket[:40]!r}; "
            + (f"hay {one_of(names, 'o')}" if names else "aún no hay ninguno"),
        )
    return known


def spelled(people: People, fighter: str, *, is_new: bool) -> str:
    return fighter.strip() if is_new and people.sheet(fighter) is None else known_fighter(people, fighter)


def standing(bracket: Bracket) -> Text:
    """How a tournament stands, in a line."""
    if bracket.champion:
        return _WON.filled(who=bracket.champion)
    shown = [f"{pairing.one} – {pairing.other}" for pairing in bracket.due[:MOST_DUE]]
    pairs = ", ".join(shown + ["…"] * (len(bracket.due) > MOST_DUE))
    return _DUE.filled(pairs=pairs) if pairs else _OPEN


def bracket_lines(bracket: Bracket, language: str) -> list[list[str]]:
    """Rounds with their pairings as lines of cells: round, pairing, result; a round robin with the wins after it."""
    lines = []
    for pairings in bracket.rounds:
        for pairing in pairings:
            who = f"{pairing.one or '?'} – {pairing.other if pairing.other is not None else '?'}"
            if pairing.other == "":
                lines.append([str(pairing.round), str(pairing.one), _BYE.of(language)])
            elif pairing.bout:
                lines.append([str(pairing.round), who, f"{pairing.winner or DRAW.of(language)} ({pairing.bout})"])
            else:
                lines.append([str(pairing.round), who, _IS_DUE.of(language) if pairing.is_due else ""])
    if bracket.kind != ELIMINATION:
        lines += [["", fighter, plural(count, *_WINS).of(language)] for fighter, count in standings(bracket).items()]
    return lines
