"""What each pixel shows: the empty ring (perhaps in shadow), one of the figures, or something else such as a hand.

A pixel is not asked "have you changed?" but "which of these explains you best?": a deep shadow has changed and shows
nothing, a grey figure on a grey mat has hardly changed and is there (tracking notes: three-way choice).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.colours import COST_SCALE, ColourModel, ColourTable, colour_index
from companion.vision.geometry import Camera
from companion.vision.illumination import (
    NEUTRAL_SHADOW,
    ShadowModel,
    channel_gains,
    clip_limits,
    clipped_like,
    edge_noise,
    gain_table,
)
from companion.vision.table_file import Ring
from companion.vision.view import View

FloatArray = NDArray[np.float64]
Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]

# finer than this (mm a pixel at the ring's centre) costs time and wins nothing: tracking notes, "Resolution and time"
COARSEST_MM_PER_PX = 2.6
# the tallest thing on a table that matters: a figure lifted over the ropes
TALLEST_MM = 190.0
# a pixel that differs less than this from the empty ring, light taken out, is not looked at
UNCHANGED_LEVELS = 9
NOISE_LEVELS, NOISE_PER_EDGE = 4.5, 0.12
# price of "something else": a colour that is neither the mat's nor a figure's
OTHER_COST = 9.5
NOTHING, OTHER = 255, 254
# a clipping limit that moved less than this, grey levels, is the same one: flicker must not rebuild tables
CLIP_STEP = 4.0


def finest_mm_per_px(camera: Camera) -> float:
    """Length on the mat, at the ring's centre, of one pixel across the line of sight."""
    centre = camera.project([[0.0, 0.0, 0.0]])
    here, right, down = camera.to_plane(centre + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), 0.0)
    return float(np.linalg.svd(np.column_stack([right - here, down - here]), compute_uv=False)[1])


def working_scale(camera: Camera) -> float:
    """How much smaller the picture may be made before looking for figures."""
    mm_per_px = finest_mm_per_px(camera)
    for scale in (0.25, 1 / 3, 0.5, 0.625, 0.75):
        if mm_per_px / scale <= COARSEST_MM_PER_PX:
            return scale
    return 1.0


def shrink(frame: Image, scale: float) -> Image:
    """A picture at working size."""
    if scale == 1.0:
        return frame
    size = (round(frame.shape[1] * scale), round(frame.shape[0] * scale))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


@dataclass(frozen=True, eq=False)
class Seen:
    """One picture, understood pixel by pixel at working size.

    Attributes:
        picture: shape (h, w, 3), BGR, light's gain taken out.
        labels: shape (h, w): index of a figure, `OTHER`, or `NOTHING` (the empty ring).
        background: shape (h, w), cost of showing the empty ring; bytes, `COST_SCALE` a unit.
        gains: shape (3,), the light's gain against the empty picture.
    """

    picture: Image
    labels: NDArray[np.uint8]
    background: NDArray[np.uint8]
    gains: FloatArray


class Scene:
    """The ring as this camera sees it empty, and the colours that may stand on it."""

    def __init__(
        self,
        camera: Camera,
        ring: Ring,
        empty: Image,
        models: Sequence[ColourModel] = (),
        shadow: ShadowModel = NEUTRAL_SHADOW,
    ) -> None:
        self.scale = working_scale(camera)
        self.camera = camera.scaled(self.scale)
        self.view = View(self.camera)
        self.ring = ring
        self.empty = shrink(empty, self.scale)
        self.noise = edge_noise(self.empty, NOISE_LEVELS, NOISE_PER_EDGE)
        self.shadow = shadow
        self.region = self._region()
        mat = np.zeros(self.empty.shape[:2], np.uint8)
        cv2.fillConvexPoly(mat, self._outline(0.0, (0.0,)), 1)
        self.mat: Mask = mat.astype(bool)
        self._samples = self._gain_samples()
        self._gains: FloatArray = np.ones(3)
        self._before = self.empty
        self._limits: FloatArray = np.full(3, 255.0)
        self._unclipped = ColourTable(models)
        self.colours = self._unclipped
        self.mm_per_px = finest_mm_per_px(self.camera)

    def _outline(self, margin_mm: float, heights_mm: Sequence[float]) -> NDArray[np.int32]:
        half_x, half_y = (side / 2 + margin_mm for side in self.ring.size_mm)
        steps = np.linspace(-1, 1, 9)
        edge = [(sx, sy) for s in steps for sx, sy in ((s, -1.0), (1.0, s), (s, 1.0), (-1.0, s))]
        points = [(sx * half_x, sy * half_y, z) for sx, sy in edge for z in heights_mm]
        seen = self.camera.project(points)
        seen = seen[np.isfinite(seen).all(axis=1)]
        limit = 4 * max(self.empty.shape)
        hull = cv2.convexHull(np.clip(seen, -limit, limit).astype(np.float32).reshape(-1, 1, 2))
        return np.asarray(np.round(hull), dtype=np.int32)

    def _region(self) -> Mask:
        mask = np.zeros(self.empty.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, self._outline(self.ring.ringside_mm, (self.ring.ringside_z_mm, TALLEST_MM)), 1)
        return mask.astype(bool)

    def _gain_samples(self) -> NDArray[np.intp]:
        flat = self.noise < 1.6 * NOISE_LEVELS
        inside = np.flatnonzero(self.mat & flat)
        around = np.flatnonzero(~self.mat & self.region & flat)
        return np.concatenate([inside[:: max(1, len(inside) // 6000)], around[:: max(1, len(around) // 2000)]])

    def _heed_clipping(self) -> None:
        """Prepare for a brighter picture than the learned one: what must look clipped in it, and no longer does."""
        limits = clip_limits(self._gains)
        if np.abs(limits - self._limits).max() < CLIP_STEP:
            return
        self._limits = limits
        self._before = clipped_like(self.empty, limits) if limits.min() < 255 else self.empty
        self.colours = self._unclipped if limits.min() > 255 - CLIP_STEP else self._unclipped.clipped(limits)

    def use_colours(self, models: Sequence[ColourModel]) -> None:
        """Tell figures by these colours from the next picture on."""
        self._unclipped = ColourTable(models)
        self.colours = self._unclipped
        self._limits = np.full(3, 255.0)
        self._before = self.empty

    def look(self, frame: Image) -> Seen:
        """Decide for each pixel of a full-size picture what it shows."""
        small = shrink(frame, self.scale)
        gains = channel_gains(small, self.empty, self._samples)
        if gains is not None:
            self._gains = gains
        picture = np.asarray(cv2.LUT(small, gain_table(self._gains)), dtype=np.uint8)
        self._heed_clipping()
        before = self._before
        difference = cv2.absdiff(picture, before)
        blue, green, red = cv2.split(difference)
        largest = cv2.blur(cv2.max(cv2.max(blue, green), red), (3, 3))
        changed = (largest > UNCHANGED_LEVELS * 0.6) & self.region
        where = np.flatnonzero(changed)
        pixels = picture.reshape(-1, 3)[where]
        limits = self._limits if self._limits.min() < 255 - CLIP_STEP else None
        bg_cost = self.shadow.cost(pixels, self.empty.reshape(-1, 3)[where], self.noise.reshape(-1)[where], limits)
        shape = picture.shape[:2]
        background = np.zeros(shape, np.uint8)
        background.reshape(-1)[where] = np.clip(bg_cost * COST_SCALE, 0, 255)
        index = colour_index(pixels)
        lowest = np.full(shape, 255, np.uint8)
        best = np.full(shape, NOTHING, np.uint8)
        lowest.reshape(-1)[where] = self.colours.lowest[index]
        best.reshape(-1)[where] = self.colours.best[index]
        return Seen(picture, self._decide(background, lowest, best, changed), background, self._gains.copy())

    def _decide(
        self, background: NDArray[np.uint8], lowest: NDArray[np.uint8], best: NDArray[np.uint8], changed: Mask
    ) -> NDArray[np.uint8]:
        other = np.uint8(OTHER_COST * COST_SCALE)
        something = np.minimum(lowest, other)
        gap = cv2.blur(background.astype(np.int16) - something.astype(np.int16), (3, 3))
        labels = np.full(best.shape, NOTHING, np.uint8)
        present = changed & (gap > 0)
        labels[present] = np.where(lowest[present] < other, best[present], OTHER)
        return labels
