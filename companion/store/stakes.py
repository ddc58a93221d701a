"""What a match is for: the belt that was put at stake, the tournament whose pairing it is."""

from collections.abc import Sequence

from companion.store.bracket import brackets
from companion.store.people import BeltStaked, BoutRecorded, People, key_of


def staked(people: People) -> str:
    """The belt that the next match is for; empty for none."""
    for taken in reversed(people.steps):
        if isinstance(taken.step, BoutRecorded):
            return ""
        if isinstance(taken.step, BeltStaked):
            return taken.step.belt
    return ""


def tournament_of(people: People, fighters: Sequence[str]) -> str:
    """The tournament that waits for these two to meet; the one drawn last, if there are several."""
    who = {key_of(fighter) for fighter in fighters}
    due = [
        bracket.name
        for bracket in brackets(people).values()
        if any({key_of(pairing.one or ""), key_of(pairing.other or "")} == who for pairing in bracket.due)
    ]
    return due[-1] if due else ""


def at_stake(people: People, bout: str, fighters: Sequence[str]) -> tuple[str, str]:
    """Belt and tournament of a match that ends; a match that ends again keeps what it was for."""
    for _, known in people.bouts:
        if key_of(known.bout) == key_of(bout):
            return known.belt, known.bracket
    return staked(people), tournament_of(people, fighters)
