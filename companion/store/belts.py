"""Belts with their lineage: reigns, defences, vacancies, and the points a title brings (H-11; CW-SHEET-19)."""

from dataclasses import dataclass, replace
from datetime import datetime, timezone

from companion.kernel.names import name_key
from companion.store.moments import moment
from companion.store.people import BeltGranted, BeltVacated, BoutRecorded, People, Taken

LOST = "lost"
VACATED = "vacated"


@dataclass(frozen=True)
class Reign:
    """One champion's time with a belt, or a time without a champion.

    Attributes:
        champion: empty while the belt is vacant.
        number: which reign of this champion with this belt, from 1; 0 for a vacancy.
        seq: of the step that began it: reigns of one day stay in order.
        ended_ms: None while it lasts.
        ended_by: `lost`, `vacated`, or empty while it lasts.
        note: why the belt was given or vacated.
        points: that came with it, by ability, in the order they were given.
    """

    belt: str
    champion: str
    number: int
    seq: int
    began_ms: int
    ended_ms: int | None = None
    ended_by: str = ""
    defences: int = 0
    note: str = ""
    points: tuple[tuple[str, int], ...] = ()

    def days(self, now_ms: int, offset_min: int = 0) -> int:
        """Length in days by the calendar: won and lost on one day is 0. An open reign counts to now.

        Args:
            now_ms: milliseconds since 1970 UTC.
            offset_min: what the place's clock is ahead of UTC.
        """
        end = now_ms if self.ended_ms is None else self.ended_ms
        return max(0, (_day(end, offset_min) - _day(self.began_ms, offset_min)).days)


def lineage(people: People) -> dict[str, tuple[Reign, ...]]:
    """Reigns and vacancies of every belt, in the order of their steps; belts in the order they appeared."""
    belts: dict[str, list[Reign]] = {}
    results = {taken.seq: bout for taken, bout in people.bouts}
    for taken in people.steps:
        step = taken.step
        if isinstance(step, BeltGranted):
            reigns = belts.setdefault(name_key(step.belt), [])
            _crown(reigns, step.belt, step.fighter, taken, step.note)
            if step.ability:
                points = dict(reigns[-1].points)
                points[step.ability] = points.get(step.ability, 0) + step.points
                reigns[-1] = replace(reigns[-1], points=tuple(points.items()))
        elif isinstance(step, BeltVacated):
            reigns = belts.setdefault(name_key(step.belt), [])
            _end(reigns, taken, VACATED)
            reigns.append(Reign(_name(reigns, step.belt), "", 0, taken.seq, taken.at_ms, note=step.reason))
        elif isinstance(step, BoutRecorded):
            bout = results.get(taken.seq)
            if bout is not None and bout.belt and len(bout.winners) == 1:
                reigns = belts.setdefault(name_key(bout.belt), [])
                _contest(reigns, bout.belt, bout.winners[0], bout.fighters, taken)
    return {reigns[0].belt: tuple(reigns) for reigns in belts.values() if reigns}


def champion_of(people: People, belt: str) -> str:
    """Who holds a belt now; empty for a vacant or unknown one."""
    for name, reigns in lineage(people).items():
        if name_key(name) == name_key(belt):
            return reigns[-1].champion
    return ""


def title_points(people: People, fighter: str) -> dict[str, int]:
    """Points that titles brought a fighter, by ability: only they raise an ability above the sheet's maximum.

    They are gained with a title and stay: the rulebook ties them to gaining one (61.2) and speaks of champions with
    accumulated points (328.1), and names no way to lose them.
    """
    points: dict[str, int] = {}
    for taken in people.steps:
        step = taken.step
        if isinstance(step, BeltGranted) and step.ability and name_key(step.fighter) == name_key(fighter):
            points[step.ability] = points.get(step.ability, 0) + step.points
    return points


def _crown(reigns: list[Reign], belt: str, fighter: str, taken: Taken, note: str = "") -> None:
    if reigns and reigns[-1].champion and name_key(reigns[-1].champion) == name_key(fighter):
        return  # a second grant to the champion adds points, no reign
    _end(reigns, taken, LOST)
    number = 1 + sum(name_key(reign.champion) == name_key(fighter) for reign in reigns)
    reigns.append(Reign(_name(reigns, belt), fighter, number, taken.seq, taken.at_ms, note=note))


def _contest(reigns: list[Reign], belt: str, winner: str, fighters: tuple[str, ...], taken: Taken) -> None:
    champion = reigns[-1].champion if reigns else ""
    if champion and name_key(champion) not in {name_key(fighter) for fighter in fighters}:
        return  # nobody wins a belt whose champion was not in the match
    if champion and name_key(champion) == name_key(winner):
        reigns[-1] = replace(reigns[-1], defences=reigns[-1].defences + 1)
    else:
        _crown(reigns, belt, winner, taken)


def _end(reigns: list[Reign], taken: Taken, how: str) -> None:
    if reigns and reigns[-1].ended_ms is None:
        reigns[-1] = replace(reigns[-1], ended_ms=taken.at_ms, ended_by=how)


def _name(reigns: list[Reign], belt: str) -> str:
    return reigns[0].belt if reigns else belt


def _day(at_ms: int, offset_min: int) -> datetime:
    """Midnight of the day; a clock that was far off gives the first or last day that calendars know."""
    found = moment(at_ms, offset_min)
    if found is None:
        found = datetime.max.replace(tzinfo=timezone.utc) if at_ms > 0 else datetime.min.replace(tzinfo=timezone.utc)
    return found.replace(hour=0, minute=0, second=0, microsecond=0)
