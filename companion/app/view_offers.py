"""What the camera asks of the referee: take a new fit after a bump, use a calibration with another camera, sample the
clay colours again.

Nothing is used before it has been taken, and what was taken is journalled first (field notes A-04, B-07, C-07).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.app.live_eyes import LiveEyes, Seen
from companion.app.view_watch import Moved
from companion.kernel.text import Text
from companion.vision.camera import OTHER_CAMERA

OTHER_OFFER = Text(
    "Use the calibration with this camera? It is not the one that was calibrated",
    "¿Usar la calibración con esta cámara? No es la que se calibró",
)
COLOURS_OFFER = Text(
    "Sample the clay colours again now? Every name on the map stands at its figure, no hand in the picture",
    "¿Tomar de nuevo los colores ahora? Cada nombre del mapa está en su figura, sin manos en la imagen",
)
RESAMPLED = {"name": "colours_resampled"}
CONFIRMED = {"name": "camera_confirmed"}


@dataclass
class ViewOffers:
    """One offer at a time, decided once; left alone, the match goes on by hand."""

    _moved: Moved | None = None
    _moved_settled: int = 0
    _told: Text | None = None
    _is_other: bool = False
    _other_settled: bool = False
    _are_colours_old: bool = False

    def hear(self, seen: Seen) -> tuple[Text, ...]:
        """What the eyes know now; gives what is said once, in one line each."""
        said: list[Text] = []
        if seen.is_other_camera and not self._is_other:
            self._other_settled = False
            said.append(OTHER_CAMERA)
        self._is_other = seen.is_other_camera
        if seen.moved is not None and (self._moved is None or self._moved.number != seen.moved.number):
            said.append(seen.moved.advice)
        self._moved = seen.moved
        if seen.told is not None and seen.told != self._told:
            said.append(seen.told)
        self._told = seen.told
        return tuple(said)

    def offered(self) -> Text | None:
        """The question that waits; None while nothing does."""
        if self._is_other:
            return None if self._other_settled else OTHER_OFFER
        moved = self._moved
        if moved is not None and moved.number != self._moved_settled:
            return moved.offer
        return COLOURS_OFFER if self._are_colours_old and moved is None else None

    def offer_colours(self) -> None:
        """The colours are old: sampling them again is offered until it is taken or left."""
        self._are_colours_old = True

    def decide(self, eyes: LiveEyes, note: Callable[[dict[str, Any]], None], *, taken: bool) -> None:
        """Take or leave what is offered."""
        if self.offered() is None:
            return
        if self._is_other:
            self._other_settled = True
            if taken:
                note(CONFIRMED)
                eyes.confirm_camera()
        elif self._moved is None:
            self._are_colours_old = False
            if taken:
                note(RESAMPLED)
                eyes.resample()
        else:
            self._moved_settled = self._moved.number
            if taken:
                note(self._moved.entry())
                eyes.take_refit()
