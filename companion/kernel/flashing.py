"""How often light may flash: one limit for lights and screens together, and the spacing that keeps both below it.

General guidance for photosensitive people is at most three flashes in any second over large areas. A flash is a pair of
opposing changes, there and back, so a change alone is half of one. The crowd sees ropes and board at once: what they
may do adds up to the limit.
"""

from dataclasses import dataclass, field

FLASHES_PER_S = 3
LIGHT_FLASHES_PER_S = 2
"""One beat of a scene and one change of scenes there and back."""
SCREEN_FLASHES_PER_S = 1
BEATS_PER_S = 1
"""The fastest repeat of any scene."""
CHANGES_PER_FLASH = 2
LIGHT_CHANGES_PER_S = (LIGHT_FLASHES_PER_S - BEATS_PER_S) * CHANGES_PER_FLASH
SCREEN_CHANGES_PER_S = SCREEN_FLASHES_PER_S * CHANGES_PER_FLASH
WINDOW_S = 1.0

assert LIGHT_FLASHES_PER_S + SCREEN_FLASHES_PER_S <= FLASHES_PER_S


@dataclass(slots=True)
class ChangePacer:
    """Spaces large changes of light so that whoever follows a fast referee does not flash.

    At most `changes_per_s` in any second; the newest waits, none is queued.
    """

    changes_per_s: int = LIGHT_CHANGES_PER_S
    _times_s: list[float] = field(default_factory=list)

    def may_change_at(self, now_s: float) -> float:
        """The earliest moment (seconds, `now_s` at the soonest) for the next change."""
        self._times_s = [time_s for time_s in self._times_s if time_s > now_s - WINDOW_S]
        if len(self._times_s) < self.changes_per_s:
            return now_s
        return self._times_s[-self.changes_per_s] + WINDOW_S

    def changed(self, now_s: float) -> None:
        self._times_s.append(now_s)
