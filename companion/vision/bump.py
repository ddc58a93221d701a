"""Somebody bumped the camera or the table: told within two seconds, and a new pose proposed while the match goes on.

What stands still (posts, mat edge, markers, table) is followed from the calibrated picture to the present one. Hands
and figures move a few of these points; a bump moves all of them alike. Nothing is recalibrated here: the referee is
asked, and a pose taken over is a journalled act (field note B-07).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text
from companion.vision.geometry import Camera, FloatArray
from companion.vision.lens import CalibrationError
from companion.vision.ring_pose import RingPose, ring_from_corners, ring_from_markers
from companion.vision.sources import Frame, Picture
from companion.vision.table_file import CORNER_NAMES, MarkerPlace, Ring

# the band around the mat in which points are chosen, as a factor of the mat's size
BAND = (0.93, 1.35)
MOST_POINTS = 80
FEWEST_POINTS = 10
# a point that does not come back to where it was followed from was lost
RETURN_PX = 0.7
# points that move alike within this agree
AGREE_PX = 1.5
LEAST_AGREEING = 0.5
# a bump is a shift of the mat's corners of more than this; less changes no fact
BUMP_MM = 4.0
BUMP_PX = 1.5
# for so long in every look: vibration and a leaning elbow pass
HOLDS_MS = 1000.0
WORKING_WIDTH = 640
# pixels of the small picture over which surroundings are averaged; levels of a ratio's natural logarithm; the sensor's
# floor, below which ratios are noise
SURROUNDINGS_PX, LEVELS_PER_RATIO, DARKEST_LEVEL = 12.0, 110.0, 8.0


@dataclass(frozen=True, eq=False)
class Bump:
    """How the view has moved since the calibration.

    Attributes:
        shift_mm: largest shift of a mat corner, on the mat.
        shift_px: the same in the picture.
        movement: shape (2, 3), calibrated pixels to present ones.
    """

    shift_mm: float
    shift_px: float
    movement: FloatArray

    @property
    def advice(self) -> Text:
        return Text(
            f"the camera or the table was moved by {self.shift_mm:.0f} mm: take the new fit, or put it back",
            f"se ha movido la cámara o la mesa {self.shift_mm:.0f} mm: acepta el nuevo ajuste, o vuelve a colocarla",
        )


class BumpWatch:
    """Looks once or twice a second (about 5 ms each at 1280x720) and answers with a bump that holds."""

    def __init__(
        self,
        reference: Picture,
        camera: Camera,
        ring: Ring,
        least_mm: float = BUMP_MM,
        least_px: float = BUMP_PX,
    ) -> None:
        """Watch for a bump.

        Args:
            reference: a picture of the calibrated view, best the empty ring.
            least_mm, least_px: a shift of the mat's corners by more than both is a bump.
        """
        self._least_mm, self._least_px = least_mm, least_px
        self._camera, self._ring = camera, ring
        self._scale = min(1.0, WORKING_WIDTH / camera.width)
        self._before = self._small(reference)
        self._points = self._still_points()
        self._since_ms: float | None = None

    @property
    def is_able(self) -> bool:
        """Whether the picture has enough that stands still to tell."""
        return len(self._points) >= FEWEST_POINTS

    @property
    def is_suspected(self) -> bool:
        """Whether the last look showed a bump that has not held long enough to be told."""
        return self._since_ms is not None

    def look(self, picture: Picture, time_ms: float) -> Bump | None:
        """Take a picture; a bump once it has held for `HOLDS_MS`, None while all is as calibrated, or unsure."""
        bump = self.measure(picture)
        if bump is None:
            self._since_ms = None
            return None
        if self._since_ms is None:
            self._since_ms = time_ms
        return bump if time_ms - self._since_ms >= HOLDS_MS else None

    def is_as_calibrated(self, picture: Picture) -> bool:
        """Whether this picture clearly shows the calibrated view; False where too little of it can be seen."""
        movement = self._movement(picture)
        return movement is not None and self._judge(movement) is None

    def measure(self, picture: Picture) -> Bump | None:
        """How far one picture is moved; None where it is as calibrated, or cannot be told."""
        movement = self._movement(picture)
        return None if movement is None else self._judge(movement)

    def _movement(self, picture: Picture) -> FloatArray | None:
        """How what stands still has moved in the small picture, shape (2, 3); None where it cannot be told."""
        if not self.is_able:
            return None
        now = self._small(picture)
        nowhere = np.zeros_like(self._points)
        there, found, _ = cv2.calcOpticalFlowPyrLK(
            self._before, now, self._points, nowhere, winSize=(21, 21), maxLevel=4
        )
        back, returned, _ = cv2.calcOpticalFlowPyrLK(
            now, self._before, there, nowhere.copy(), winSize=(21, 21), maxLevel=4
        )
        before, after = self._points.reshape(-1, 2), np.asarray(there).reshape(-1, 2)
        stray_px = np.linalg.norm(np.asarray(back).reshape(-1, 2) - before, axis=1)
        good = (np.asarray(found).ravel() == 1) & (np.asarray(returned).ravel() == 1) & (stray_px < RETURN_PX)
        if good.sum() < FEWEST_POINTS:
            return None
        movement, agree = cv2.estimateAffinePartial2D(
            before[good], after[good], method=cv2.RANSAC, ransacReprojThreshold=AGREE_PX
        )
        if movement is None or np.asarray(agree).mean() < LEAST_AGREEING:
            return None
        return np.asarray(movement, dtype=float)

    def _judge(self, movement: FloatArray) -> Bump | None:
        # from the small picture's pixels to the camera's: x_small = (x + 0.5) s - 0.5
        scale, shift = self._scale, (self._scale - 1) / 2
        full = movement.copy()
        full[:, 2] = (movement[:, :2] @ np.full(2, shift) + movement[:, 2] - shift) / scale
        corners = self._camera.project(self._ring.corners_mm)
        moved = corners @ full[:, :2].T + full[:, 2]
        # the mat seems to move under a camera that moved
        away_mm = np.linalg.norm(self._camera.to_plane(moved, 0.0) - self._ring.corners_mm[:, :2], axis=1)
        shift_mm, shift_px = float(np.nanmax(away_mm)), float(np.linalg.norm(moved - corners, axis=1).max())
        return Bump(shift_mm, shift_px, full) if self._is_bump(shift_mm, shift_px) else None

    def _is_bump(self, shift_mm: float, shift_px: float) -> bool:
        return shift_mm > self._least_mm and shift_px > self._least_px

    def _small(self, picture: Picture) -> NDArray[np.uint8]:
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        small = cv2.resize(grey, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_AREA)
        # each pixel against its surroundings, as a ratio: a dimmed or brightened lamp changes nothing of that, where
        # equal brightness levels would lose every point
        tone = np.log(small.astype(np.float32) + DARKEST_LEVEL)
        ratio = tone - cv2.GaussianBlur(tone, (0, 0), SURROUNDINGS_PX)
        return np.asarray(np.clip(128.0 + ratio * LEVELS_PER_RATIO, 0, 255), dtype=np.uint8)

    def _still_points(self) -> NDArray[np.float32]:
        inner, outer = (self._outline(factor) for factor in BAND)
        mask = cv2.fillPoly(np.zeros_like(self._before), [outer], 255)
        mask = cv2.fillPoly(mask, [inner], 0)
        points = cv2.goodFeaturesToTrack(self._before, MOST_POINTS, 0.02, 9, mask=mask)
        empty = np.zeros((0, 1, 2), dtype=np.float32)
        return empty if points is None else np.asarray(points, dtype=np.float32).reshape(-1, 1, 2)

    def _outline(self, factor: float) -> NDArray[np.int32]:
        corners = self._camera.project(self._ring.corners_mm * factor)
        return np.round((corners + 0.5) * self._scale - 0.5).astype(np.int32)


def propose_refit(frame: Frame, camera: Camera, ring: Ring, markers: Sequence[MarkerPlace], bump: Bump) -> RingPose:
    """The pose after a bump, for the referee to accept.

    Raises:
        CalibrationError: neither markers nor the mat's sides give a pose in this picture.
    """
    if markers:
        try:
            return ring_from_markers([frame], ring, markers, camera.lens)
        except CalibrationError:
            pass  # hands cover them: the mat's sides remain
    corners = camera.project(ring.corners_mm) @ bump.movement[:, :2].T + bump.movement[:, 2]
    named = {name: (float(x), float(y)) for name, (x, y) in zip(CORNER_NAMES, corners, strict=True)}
    return ring_from_corners([frame], ring, named, camera.lens)
