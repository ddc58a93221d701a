"""Between the eyes and our own lights: the eyes learn when the light changes, and may ask it to keep quiet.

A picture taken while one scene gives way to the next is left out; while a hand moves a figure nothing breathes, beats
or runs; where the light moved by itself and no hand was seen, a figure that seems to have moved a little has not; while
colours are learned, all light is neutral.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.app.light_session import draft_of, ring_mm_of
from companion.kernel.text import Text
from companion.leds.service import LightService
from companion.leds.settings import lights_for
from companion.leds.status import Hold
from companion.table.facts import Facts, Move

CHANGES_LOOKED_AT = 8
HAND_REST_S = 0.5
"""After the last picture with a hand the figure still settles: the light stays quiet so long."""
FRAMES_KEPT = 900
HAND_SLACK_FRAMES = 3
LIGHT_MOVES_MM = 40.0
"""Light that breathes makes a figure seem to move by a part of itself; what went farther was carried."""

FOUND_S = 8.0
"""A board that has just been plugged in needs its start and its greeting."""
NOT_NEUTRAL = Text(
    "the lights do not answer; pull the cable and plug it in again",
    "las luces no responden; desconecta el cable y conéctalo otra vez",
)


def is_changing(service: LightService, at_s: float) -> bool:
    """Whether one scene was giving way to the next at that time (monotonic seconds); running light is none."""
    return any(change.sent_s <= at_s <= change.done_s for change in service.changes()[-CHANGES_LOOKED_AT:])


@dataclass
class LightInterlock:
    """What the eyes of one evening ask of its lights.

    Args:
        clock_s: the lights' and the eyes' common clock.
    """

    service: LightService
    clock_s: Callable[[], float]
    _hands: deque[int] = field(default_factory=lambda: deque(maxlen=FRAMES_KEPT))
    _restless: deque[int] = field(default_factory=lambda: deque(maxlen=FRAMES_KEPT))

    def changing(self, at_s: float) -> bool:
        return is_changing(self.service, at_s)

    def looked(self, frame: int, facts: Facts, *, hand: bool) -> Facts:
        """After each picture: its facts without moves that only our light made; a hand in it makes the light quiet."""
        if self.service.moves(self.clock_s()):
            self._restless.append(frame)
        if hand:
            self._hands.append(frame)
            self.service.hold(Hold.QUIET, "eyes", HAND_REST_S)
        if not facts.moves:
            return facts
        return replace(facts, moves=tuple(move for move in facts.moves if not self._made_by_light(move)))

    def _made_by_light(self, move: Move) -> bool:
        if move.path_mm >= LIGHT_MOVES_MM:
            return False
        first, last = move.from_frame - HAND_SLACK_FRAMES, move.to_frame + HAND_SLACK_FRAMES
        carried = any(first <= frame <= last for frame in self._hands)
        return not carried and any(first <= frame <= last for frame in self._restless)


@contextmanager
def neutral_light(
    words: str, part: Mapping[str, Any] | None = None, ring_mm: int = 700, file: Path | None = None
) -> Iterator[Text | None]:
    """Neutral light for a block in which colours are learned, as in the set-up; dark and let go of afterwards.

    Args:
        words, part, ring_mm, file: as `lights_for` takes them.

    Gives None while neutral light shines, else why it does not; without lights the room's own light is all there is,
    and that is well.
    """
    service = lights_for(words, part, ring_mm, file=file)
    try:
        with service.neutral(FOUND_S) as shines:
            yield None if shines else service.status().text or NOT_NEUTRAL
    finally:
        service.close()


@contextmanager
def neutral_light_of_table(words: str, table: Path | None) -> Iterator[Text | None]:
    """`neutral_light` for the kit that a table file tells of, if there is one."""
    draft = draft_of(table)
    with neutral_light(words, draft.leds, ring_mm_of(draft), table) as trouble:
        yield trouble
