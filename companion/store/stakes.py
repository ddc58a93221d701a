"""What a match is for: the belt that was put at stake, the tournament whose pairing it is."""

from collections.abc import Sequence
from typing import TypeVar

from companion.kernel.names import name_key
from companion.store.bracket import brackets
from companion.store.people import BeltStaked, BoutRecorded, People, TournamentStaked

_S = TypeVar("_S", BeltStaked, TournamentStaked)


def staked(people: People) -> str:
    """The belt that the next match is for; empty for none."""
    said = _said_since_the_last_match(people, BeltStaked)
    return "" if said is None else said.belt


def chosen_tournament(people: People) -> str:
    """The tournament that the next match was said to be for; empty where nothing was said."""
    said = _said_since_the_last_match(people, TournamentStaked)
    return "" if said is None else said.bracket


def _said_since_the_last_match(people: People, kind: type[_S]) -> _S | None:
    for taken in reversed(people.steps):
        if isinstance(taken.step, BoutRecorded):
            return None
        if isinstance(taken.step, kind):
            return taken.step
    return None


def tournaments_of(people: People, fighters: Sequence[str]) -> tuple[str, ...]:
    """The tournaments that wait for these to meet, in the order of their draws."""
    who = {name_key(fighter) for fighter in fighters}
    return tuple(
        bracket.name
        for bracket in brackets(people).values()
        if any({name_key(pairing.one or ""), name_key(pairing.other or "")} == who for pairing in bracket.due)
    )


def tournament_of(people: People, fighters: Sequence[str]) -> str:
    """The tournament that a match of these counts for: of several that wait, the chosen one, else the last drawn."""
    due = tournaments_of(people, fighters)
    chosen = next((name for name in due if name_key(name) == name_key(chosen_tournament(people))), "")
    return chosen or (due[-1] if due else "")


def passed_over(people: People, fighters: Sequence[str]) -> tuple[str, ...]:
    """The tournaments that wait for these too and for which their match does not count, though nobody chose."""
    due = tournaments_of(people, fighters)
    counts = tournament_of(people, fighters)
    if name_key(counts) == name_key(chosen_tournament(people)):
        return ()
    return tuple(name for name in due if name != counts)


def at_stake(people: People, bout: str, fighters: Sequence[str]) -> tuple[str, str]:
    """Belt and tournament of a match that ends; a match that ends again keeps what it was for."""
    for _, known in people.bouts:
        if name_key(known.bout) == name_key(bout):
            return known.belt, known.bracket
    return staked(people), tournament_of(people, fighters)
