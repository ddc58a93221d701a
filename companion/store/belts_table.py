"""A lineage as people read it, and as programs do."""

from collections.abc import Mapping
from typing import Any

from companion.games.clay_wrestling.tell import ABILITY_WORDS
from companion.kernel.text import Language, Text
from companion.store.belts import VACATED, Reign
from companion.store.moments import shown

HEADER = (
    Text("belt", "cinturón"),
    Text("champion", "campeón"),
    Text("reign", "reinado"),
    Text("from", "desde"),
    Text("to", "hasta"),
    Text("days", "días"),
    Text("defences", "defensas"),
    Text("points", "puntos"),
    Text("note", "nota"),
)
NO_BELTS = Text("there are no belts yet", "aún no hay cinturones")
_VACANT = Text("(vacant)", "(vacante)")
_VACATED = Text("vacated", "dejado vacante")


def table(belts: Mapping[str, tuple[Reign, ...]], now_ms: int, offset_min: int, language: Language) -> list[list[str]]:
    """Lines of cells, the header first."""
    lines = [[column.of(language) for column in HEADER]]
    for reigns in belts.values():
        lines += [_line(reign, now_ms, offset_min, language) for reign in reigns]
    return lines


def as_plain(belts: Mapping[str, tuple[Reign, ...]], now_ms: int, offset_min: int) -> list[dict[str, Any]]:
    """One object a reign or vacancy, in order."""
    return [
        {
            "belt": reign.belt,
            "champion": reign.champion or None,
            "reign": reign.number,
            "from": shown(reign.began_ms, offset_min),
            "to": None if reign.ended_ms is None else shown(reign.ended_ms, offset_min),
            "days": reign.days(now_ms, offset_min),
            "defences": reign.defences,
            "ended_by": reign.ended_by or None,
            "points": dict(reign.points),
            "note": reign.note,
            "seq": reign.seq,
        }
        for reigns in belts.values()
        for reign in reigns
    ]


def _line(reign: Reign, now_ms: int, offset_min: int, language: Language) -> list[str]:
    vacant = not reign.champion
    notes = [_VACATED.of(language)] if reign.ended_by == VACATED else []
    notes += [reign.note] if reign.note else []
    return [
        reign.belt,
        _VACANT.of(language) if vacant else reign.champion,
        "" if vacant else str(reign.number),
        shown(reign.began_ms, offset_min),
        "" if reign.ended_ms is None else shown(reign.ended_ms, offset_min),
        str(reign.days(now_ms, offset_min)),
        "" if vacant else str(reign.defences),
        ", ".join(f"{_ability(name).of(language)} +{points}" for name, points in reign.points),
        ", ".join(notes),
    ]


def _ability(name: str) -> Text:
    return ABILITY_WORDS.get(name, Text(name, name))
