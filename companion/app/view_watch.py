"""Whether the camera still sees the table as it was calibrated; what to do when somebody has bumped one of them.

A bump stops the camera's calls and is told once. The new fit is an offer: taken by the referee, journalled, and from
then on every picture is brought back to the calibrated view before anything is read from it. The table file stays as it
is; after a restart the same bump is told again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.kernel.text import Text
from companion.vision.bump import Bump, BumpWatch, propose_refit
from companion.vision.geometry import Camera
from companion.vision.health import LEAST_ALIKE, Turn, how_turned, likeness
from companion.vision.sources import Frame, Picture
from companion.vision.table_file import MarkerPlace, Ring

# so often the view is compared; with the second that a bump must hold it is told within two
LOOK_MS = 400.0
# a picture that comes back this well to the calibrated view needs no more words
FITTED = Text("the new fit is in use, sure to {mm} mm", "el nuevo ajuste está en uso, seguro a {mm} mm")
NOT_FITTED = Text(
    "no new fit: {why}; put the camera back or run `companion calibrate ring`",
    "no hay nuevo ajuste: {why}; vuelve a colocar la cámara o usa `companion calibrate ring`",
)
OFFER = Text(
    "Take the new fit? The camera or the table was moved by {mm} mm",
    "¿Aceptar el nuevo ajuste? La cámara o la mesa se ha movido {mm} mm",
)
TURNED = Text(
    "the camera shows the table mirrored or turned: undo it in the camera's settings, or calibrate again",
    "la cámara muestra la mesa en espejo o girada: quítalo en los ajustes de la cámara, o calibra otra vez",
)


ANOTHER = Text(
    "this does not look like the table's ring: choose its table file, or calibrate the ring and the figures again",
    "esto no se parece al ring de la mesa: elige su archivo de mesa, o calibra otra vez el ring y las figuras",
)
# so many looks have the chance to show the ring: the first may be black or full of arms
LOOKS_AT_LEAST = 4


@dataclass(frozen=True, slots=True)
class Moved:
    """A bump that waits for the referee.

    Attributes:
        number: of this bump, from 1: an offer is decided once.
    """

    number: int
    shift_mm: float
    advice: Text

    @property
    def offer(self) -> Text:
        return OFFER.filled(mm=f"{self.shift_mm:.0f}")

    def entry(self) -> dict[str, Any]:
        """The journal's entry when the referee takes the new fit."""
        return {"name": "camera_refit", "shift_mm": round(self.shift_mm, 1)}


class ViewWatch:
    """Compares what the camera shows with the calibrated view; corrects pictures once a new fit is taken."""

    def __init__(self, empty: Picture, camera: Camera, ring: Ring, markers: Sequence[MarkerPlace] = ()) -> None:
        """`empty`: the calibrated view without figures, shape (h, w, 3)."""
        self._empty, self._camera, self._ring, self._markers = empty, camera, ring, tuple(markers)
        self._bumps = BumpWatch(empty, camera, ring)
        self._back: NDArray[np.float64] | None = None
        self._looked_ms = -np.inf
        self._count = 0
        self._wanted = Event()
        self._is_straight = False
        self._bump: Bump | None = None
        self.moved: Moved | None = None
        self.told: Text | None = None
        self.is_turned = False
        self._looks, self._alike = 0, 0.0

    @property
    def doubt(self) -> Text | None:
        """What is wrong with the view, and what to do; None while it may be believed."""
        if self.moved is not None:
            return self.moved.advice
        if self.is_turned:
            return TURNED
        return ANOTHER if self._looks >= LOOKS_AT_LEAST and self._alike < LEAST_ALIKE else None

    @property
    def is_suspected(self) -> bool:
        """A bump that may yet be a passing shake: nothing is to be read from pictures until that is known."""
        return self.moved is None and self._bumps.is_suspected

    def take(self) -> None:
        """The referee takes the new fit; it is made with the next picture, in the thread that sees it."""
        self._wanted.set()

    def corrected(self, frame: Frame) -> Frame:
        """The frame as the calibrated camera would have seen the mat; watches the view on the way."""
        if self._wanted.is_set() and self._bump is not None:
            self._wanted.clear()
            self._refit(frame, self._bump)
        picture = frame.picture
        if self._back is not None:
            size = (picture.shape[1], picture.shape[0])
            warped = cv2.warpPerspective(picture, self._back, size, borderMode=cv2.BORDER_REPLICATE)
            picture = np.asarray(warped, dtype=np.uint8)
        if frame.time_ms - self._looked_ms >= LOOK_MS:
            self._look(picture, frame.time_ms)
        return Frame(frame.index, frame.time_ms, picture, frame.name)

    def _look(self, picture: Picture, time_ms: float) -> None:
        self._looked_ms = time_ms
        if self._alike < LEAST_ALIKE:
            self._looks += 1
            self._alike = max(self._alike, likeness(self._empty, picture))
        if not self._is_straight:
            turn = how_turned(self._empty, picture)
            self._is_straight = turn is Turn.SAME
            self.is_turned = turn not in {Turn.SAME, Turn.OTHER}
        bump = self._bumps.look(picture, time_ms)
        if bump is None:
            # back where it was, or hidden for the moment by an arm: only a clear view says that all is well
            if self._bump is not None and self._bumps.is_as_calibrated(picture):
                self._bump = self.moved = None
            return
        if self.moved is None:
            self._count += 1
        self._bump = bump
        self.moved = Moved(self._count, bump.shift_mm, bump.advice)

    def _refit(self, frame: Frame, bump: Bump) -> None:
        """Find the camera's new place and how to bring its pictures back."""
        bump = self._in_the_camera(bump)
        try:
            pose = propose_refit(frame, self._camera, self._ring, self._markers, bump)
        except CompanionError as error:
            self.told = NOT_FITTED.filled(why=Text(str(error), error.spanish))
            self._count += 1  # offered anew: hands may have been in the way
            self.moved = Moved(self._count, bump.shift_mm, bump.advice)
            return
        corners = self._ring.corners_mm
        now, before = (camera.project(corners).astype(np.float32) for camera in (pose.camera, self._camera))
        self._back = np.asarray(cv2.getPerspectiveTransform(now, before), dtype=float)
        self._bump = self.moved = None
        self.told = FITTED.filled(mm=f"{pose.sure_mm:.0f}")

    def _in_the_camera(self, bump: Bump) -> Bump:
        """A bump measured in corrected pictures, as movement in the camera's own ones."""
        if self._back is None:
            return bump
        corners = self._camera.project(self._ring.corners_mm)
        moved = corners @ bump.movement[:, :2].T + bump.movement[:, 2]
        there = cv2.perspectiveTransform(moved.reshape(-1, 1, 2), np.linalg.inv(self._back)).reshape(-1, 2)
        movement, _ = cv2.estimateAffine2D(corners, there)
        return Bump(bump.shift_mm, bump.shift_px, np.asarray(movement, dtype=float))
