"""What results add up to: records, the season table, and the injuries a fighter carries into the next match."""

from collections import Counter
from dataclasses import dataclass

from companion.kernel.names import name_key
from companion.store.people import Bout, People


@dataclass(frozen=True)
class Record:
    """A fighter's line in the season table.

    Attributes:
        place: from 1; equal lines share a place.
    """

    place: int
    fighter: str
    bouts: int
    wins: int
    losses: int
    draws: int


def season_table(people: People) -> tuple[Record, ...]:
    """All who fought, by wins, then by fewer losses, then by name."""
    wins: Counter[str] = Counter()
    losses: Counter[str] = Counter()
    draws: Counter[str] = Counter()
    names: dict[str, str] = {}
    for _, bout in people.bouts:
        winners = {name_key(winner) for winner in bout.winners}
        for fighter in bout.fighters:
            key = name_key(fighter)
            names.setdefault(key, fighter)
            (wins if key in winners else losses if winners else draws)[key] += 1
    order = sorted(names, key=lambda key: (-wins[key], losses[key], key))
    table: list[Record] = []
    for index, key in enumerate(order):
        before = table[-1] if table else None
        equal = before is not None and (before.wins, before.losses) == (wins[key], losses[key])
        place = before.place if before is not None and equal else index + 1
        total = wins[key] + losses[key] + draws[key]
        table.append(Record(place, names[key], total, wins[key], losses[key], draws[key]))
    return tuple(table)


def last_bout(people: People, fighter: str) -> Bout | None:
    """The newest clay match the fighter took part in."""
    for _, bout in reversed(people.bouts):
        if not bout.game and name_key(fighter) in {name_key(name) for name in bout.fighters}:
            return bout
    return None


def carried_injuries(people: People, fighter: str) -> dict[str, int]:
    """The malus of 1 for each ability injured in the fighter's last match; it lasts for one match (DEC-102)."""
    bout = last_bout(people, fighter)
    if bout is None:
        return {}
    injured = [names for who, names in bout.injuries.items() if name_key(who) == name_key(fighter)]
    return {ability: 1 for names in injured for ability in names}
