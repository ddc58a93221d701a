"""What the camera asks of the referee: take a new fit after a bump, use a calibration with another camera, sample the
clay colours again, say who is who of two figures of one clay.

Nothing is used before it has been taken, and what was taken is journalled first (field notes A-04, B-07, C-02, C-07).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.app.live_eyes import Alike, LiveEyes, Seen
from companion.app.view_watch import Moved
from companion.kernel.text import Text
from companion.vision.camera import OTHER_CAMERA

OTHER_OFFER = Text(
    "Use the calibration with this camera? It is not the one that was calibrated",
    "¿Usar la calibración con esta cámara? No es la que se calibró",
)
COLOURS_OFFER = Text(
    "Sample the clay colours again now? Take it only if every name on the map stands at its figure and no hand is seen",
    "¿Tomar de nuevo los colores ahora? Acéptalo solo si cada nombre del mapa está en su figura y no se ven manos",
)
WHO_IS_WHO = Text(
    "{one} and {other} look alike and may have changed places: take this if they stand as the map shows, leave it if "
    "each stands where the other is shown",
    "{one} y {other} son iguales y pueden haber cambiado de sitio: acepta si están como en el mapa, rechaza si cada "
    "una está donde sale la otra",
)
RESAMPLED = {"name": "colours_resampled"}
CONFIRMED = {"name": "camera_confirmed"}
TOLD_APART = "figures_told_apart"


@dataclass
class ViewOffers:
    """One offer at a time, decided once; left alone, the match goes on by hand."""

    _moved: Moved | None = None
    _moved_settled: int = 0
    _told: Text | None = None
    _is_other: bool = False
    _other_settled: bool = False
    _are_colours_old: bool = False
    _alike: Alike | None = None
    _alike_settled: Alike | None = None

    def hear(self, seen: Seen) -> tuple[Text, ...]:
        """What the eyes know now; gives what is said once, in one line each."""
        said: list[Text] = []
        if seen.is_other_camera and not self._is_other:
            self._other_settled = False
            said.append(OTHER_CAMERA)
        self._is_other = seen.is_other_camera
        self._alike = seen.alike
        if seen.alike != self._alike_settled:
            self._alike_settled = None
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
        alike = self._open_alike()
        if alike is not None:
            return WHO_IS_WHO.filled(one=alike.names[0], other=alike.names[1])
        return COLOURS_OFFER if self._are_colours_old and moved is None else None

    def _open_alike(self) -> Alike | None:
        """Whom the referee has to tell apart; nobody while the camera is not where it was."""
        return self._alike if self._moved is None and self._alike != self._alike_settled else None

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
        elif (alike := self._open_alike()) is not None:
            self._alike_settled = alike
            note({"name": TOLD_APART, "figures": list(alike.ids), "exchanged": not taken})
            eyes.tell_apart(alike.ids, exchanged=not taken)
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
