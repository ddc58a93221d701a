"""From a picture to the 21 landmarks of a hand on the mat, in millimetres.

First the whole mat is looked at from above, then a close view around what was found. The close view may be turned: the
same picture looked at in four turns must say the same, which catches the model's odd mistakes and tells the spread of
a still picture.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.geometry import Camera
from companion.vision.hand_worker import HandFinder, SeenHand
from companion.vision.palm_measure import LANDMARK_Z_MM
from companion.vision.references import Scale
from companion.vision.top_view import TopView

FloatArray = NDArray[np.float64]
Picture = NDArray[np.uint8]

# the palm detector sees 192 px: a hand should be a fair part of the view, but a view that fits it tightly loses it
FAR_VIEW_PX, FAR_PX_PER_MM = 900, 1.0
TILE_MM, TILE_PX = 460.0, 640
CLOSE_VIEW_PX = 640
CLOSE_PER_HAND = 2.7
CLOSE_MM = (260.0, 640.0)
RIGHT_ANGLES = tuple(np.pi / 2 * k for k in range(4))
# off the right angles, so that each turn has a pixel grid of its own
FOUR_TURNS = tuple(np.radians((0.0, 80.0, 170.0, 260.0)).tolist())


@dataclass(frozen=True, eq=False)
class FoundHand:
    """A hand on the mat.

    Attributes:
        landmarks_mm: shape (21, 2), world x and y where the landmarks' lines of sight meet z = LANDMARK_Z_MM.
        close_view: the view in which the next frame of a live source should look for it.
    """

    landmarks_mm: FloatArray
    close_view: TopView


def find_hand(
    picture: Picture, scale: Scale, finder: HandFinder, views: Iterable[TopView] | None = None
) -> FoundHand | None:
    """Find a hand anywhere on the surface of the scale.

    Args:
        views: where to look; None: everywhere, the likeliest first.

    Raises:
        HandsUnavailableError, HandWorkerError: as `HandFinder.look`.
    """
    for view in far_views(scale) if views is None else views:
        seen = finder.look(view.of(picture), fresh=True)
        if seen is None:
            continue
        close = close_view(scale.camera, view.to_mm(seen.points_px))
        again = finder.look(close.of(picture), fresh=True)
        landmarks = view.to_mm(seen.points_px) if again is None else close.to_mm(again.points_px)
        return FoundHand(landmarks, close_view(scale.camera, landmarks))
    return None


def landmarks_in(view: TopView, picture: Picture, finder: HandFinder, *, fresh: bool) -> FloatArray | None:
    """Landmarks in one view, world x and y, shape (21, 2); None without a hand."""
    seen: SeenHand | None = finder.look(view.of(picture), fresh=fresh)
    return None if seen is None else view.to_mm(seen.points_px)


def close_view(camera: Camera, landmarks_mm: FloatArray, turn_rad: float = 0.0) -> TopView:
    """A view that shows the hand and some mat around it."""
    low, high = landmarks_mm.min(axis=0), landmarks_mm.max(axis=0)
    side_mm = float(np.clip(CLOSE_PER_HAND * (high - low).max(), *CLOSE_MM))
    return TopView(camera, (low + high) / 2, side_mm, CLOSE_VIEW_PX, LANDMARK_Z_MM, turn_rad)


def turned(view: TopView, turn_rad: float) -> TopView:
    return TopView(view.camera, view.centre_mm, view.side_mm, view.side_px, view.z_mm, turn_rad)


def far_views(scale: Scale) -> Iterator[TopView]:
    """Views to look for a hand in, the likeliest first: the whole surface in four turns, then parts of it."""
    low, high = scale.area_mm
    centre, side_mm = (low + high) / 2, float((high - low).max()) * 1.1
    side_px = round(min(FAR_VIEW_PX, side_mm * FAR_PX_PER_MM))
    for turn in RIGHT_ANGLES:
        yield TopView(scale.camera, centre, side_mm, side_px, LANDMARK_Z_MM, turn)
    steps = [np.linspace(a, b, max(2, int(np.ceil((b - a) / (TILE_MM / 2))))) for a, b in zip(low, high, strict=True)]
    for y in steps[1][1:-1] if len(steps[1]) > 2 else steps[1]:
        for x in steps[0][1:-1] if len(steps[0]) > 2 else steps[0]:
            yield TopView(scale.camera, np.array([x, y]), TILE_MM, TILE_PX, LANDMARK_Z_MM)
