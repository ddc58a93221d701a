"""How old the colour samples are; after half an hour, or on another day, a re-check is offered (field note J-05)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from companion.app.evening import Evening
from companion.kernel.text import Text

OLD_AFTER_MS = 30 * 60_000
DAY_BEGINS_H = 6
"""An evening that goes on after midnight is still the same event day."""
OFFERED = "colours_recheck_offered"
_IS_RIGHT = Text(
    "does every name on the map stand at its figure? Then take the offer beside the map: it samples them again. If "
    "not, the set-up's page Figures learns them anew",
    "¿está cada nombre del mapa en su figura? Acepta entonces lo que se propone junto al mapa: los toma de nuevo. Si "
    "no, los aprende la página Figuras de la puesta a punto",
)
_OLD = Text(
    "The clay colours were learned {n} min ago: {right}",
    "Los colores de la plastelina se aprendieron hace {n} min: {right}",
)
_OTHER_DAY = Text(
    "The clay colours were learned on another day ({day}): {right}",
    "Los colores de la plastelina se aprendieron otro día ({day}): {right}",
)


def learned_ms(table: Path, figures: Iterable[Mapping[str, Any]]) -> int | None:
    """When the colours of a table were learned, milliseconds since 1970: as old as the oldest picture of the empty ring
    that they were learned with. None where no figure has learned colours.
    """
    times = []
    for figure in figures:
        model = figure.get("model") or {}
        name = model.get("empty_picture")
        try:
            times.append((table.with_name(str(name)) if name else table).stat().st_mtime_ns // 1_000_000)
        except OSError:
            continue
        if not model:
            times.pop()
    return min(times, default=None)


@dataclass
class ColourAge:
    """Offers the re-check, and keeps in the journal that it did: a restart does not repeat it.

    Args:
        learned_ms: milliseconds since 1970.
        clock_ms: the same, now; by day and hour, not by how long the program has run.
        offset_min: what the place's clock is ahead of UTC at a moment.
        when_due: told when the re-check is offered: one key then samples the colours again (C-07).
    """

    learned_ms: int
    evening: Evening[Any]
    clock_ms: Callable[[], int]
    offset_min: Callable[[int], int]
    when_due: Callable[[], None] = field(default=lambda: None)

    def __post_init__(self) -> None:
        offers = (row.at_ms for row in self.evening.journal.rows(named={OFFERED}))
        self._looked_ms = max([self.learned_ms, *offers])

    def tick(self) -> Text | None:
        """The offer, when it is due."""
        now_ms = self.clock_ms()
        is_other_day = self._day(now_ms) != self._day(self._looked_ms)
        if now_ms - self._looked_ms <= OLD_AFTER_MS and not is_other_day:
            return None
        age_min = max(0, now_ms - self.learned_ms) // 60_000
        self._looked_ms = now_ms
        self.evening.note({"name": OFFERED, "learned_at_ms": self.learned_ms, "age_min": age_min}, by="eyes")
        self.when_due()
        if self._day(now_ms) == self._day(self.learned_ms):
            return _OLD.filled(n=age_min, right=_IS_RIGHT)
        return _OTHER_DAY.filled(day=self._local(self.learned_ms).strftime("%Y-%m-%d"), right=_IS_RIGHT)

    def _local(self, at_ms: int) -> datetime:
        start = datetime(1970, 1, 1, tzinfo=timezone.utc)
        return start + timedelta(milliseconds=at_ms, minutes=self.offset_min(at_ms))

    def _day(self, at_ms: int) -> Any:
        return (self._local(at_ms) - timedelta(hours=DAY_BEGINS_H)).date()


def local_offset_min(at_ms: int) -> int:
    """What this computer's place is ahead of UTC."""
    offset = datetime.fromtimestamp(at_ms / 1000).astimezone().utcoffset()
    return 0 if offset is None else int(offset.total_seconds() // 60)
