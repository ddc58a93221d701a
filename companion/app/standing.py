"""Where the camera surely sees the figures, and who has surely moved since a person told a fact of the table.

What a person told holds against the camera as long as the figures stand where they stood then. The places come with the
match, so an undo and a restart forget nothing.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.app.stage import PALM_MM, poses_of
from companion.games.clay_wrestling.held import Place, held_for
from companion.games.clay_wrestling.model import Match
from companion.screens.surroundings import Track
from companion.table.proposals import SMALLEST_MOVE_PALMS, UNCERTAIN

SURE_MS = 1000.0
"""How long a figure must be seen elsewhere without a break before it has moved."""


@dataclass
class Standing:
    """Follows the tracks, frame by frame.

    Attributes:
        sure: figures that may be built on now: no hand at them, and seen well.
    """

    sure: Mapping[str, Track] = field(default_factory=dict)
    _now_ms: float = 0.0
    _away: dict[tuple[str, str], float] = field(default_factory=dict)
    _first: dict[tuple[str, str], Place] = field(default_factory=dict)

    def see(self, tracks: Mapping[str, Track], uncertain: Collection[str], now_ms: float) -> None:
        """A new frame."""
        self._now_ms = now_ms
        self.sure = {
            name: track
            for name, track in tracks.items()
            if name not in uncertain and not track.held and track.confidence >= UNCERTAIN
        }

    def places(self) -> dict[str, dict[str, Any]]:
        """Where they stand, for what a person tells now."""
        return poses_of(self.sure)

    def moved(self, match: Match, palm_mm: Mapping[str, float]) -> dict[str, list[str]]:
        """For each told fact who surely stands elsewhere than when it was told; to be asked once a frame.

        Args:
            palm_mm: the hand that measures each fighter's way.
        """
        held = {(fact, name): place for fact in match.facts.manual for name, place in held_for(match, fact).items()}
        self._first = {key: place for key, place in self._first.items() if held.get(key) == ()}
        away = {key for key, place in held.items() if self._is_away(key, place, palm_mm)}
        self._away = {key: self._away.get(key, self._now_ms) for key in away}
        moved: dict[str, list[str]] = {}
        for fact, name in sorted(key for key, since_ms in self._away.items() if self._now_ms - since_ms >= SURE_MS):
            moved.setdefault(fact, []).append(name)
        return moved

    def _is_away(self, key: tuple[str, str], place: Place, palm_mm: Mapping[str, float]) -> bool:
        track = self.sure.get(key[1])
        if track is None:
            return False
        # not seen as it was told: where it is surely seen first is as good a beginning
        x_mm, y_mm = place or self._first.setdefault(key, (track.x_mm, track.y_mm))
        way_mm = math.hypot(track.x_mm - x_mm, track.y_mm - y_mm)
        return way_mm > SMALLEST_MOVE_PALMS * palm_mm.get(key[1], PALM_MM)
