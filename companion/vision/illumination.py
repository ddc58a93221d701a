"""Light: how bright a picture is against the empty ring's, and what a shadow looks like.

A webcam's exposure and white balance drift by channel; a shadow darkens what lies under it and, with two lamps of
different colour, tints it. Both are measured against the picture of the empty ring, never assumed.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Image = NDArray[np.uint8]

# pixels outside these say nothing about gain: near black is noise, near white may be clipped
DARKEST, BRIGHTEST = 28, 244
# natural logarithm of the gain: the search spans x0.33 to x3 in steps of 1 %
LOG_GAIN_LIMIT, LOG_GAIN_STEP = 1.1, 0.01
FEWEST_GAIN_PIXELS = 200
# grey levels as whole steps of their logarithm, a fifth of LOG_GAIN_STEP each; 0 where a level says nothing
_PER_STEP = 5
_LIMIT = round(LOG_GAIN_LIMIT / LOG_GAIN_STEP) * _PER_STEP
_LOGS = np.array(
    [round(np.log(level) / LOG_GAIN_STEP * _PER_STEP) if DARKEST < level < BRIGHTEST else 0 for level in range(256)]
)
_PEAK = np.hanning(9 * _PER_STEP)


def channel_gains(frame: Image, empty: Image, where: NDArray[np.intp]) -> FloatArray | None:
    """Measure how much brighter a picture is than the empty ring's, per channel.

    Hands, figures and shadows are a minority of the ring, so the most frequent ratio is the light's.

    Args:
        frame: shape (h, w, 3), BGR.
        empty: shape (h, w, 3), BGR, same camera and place.
        where: flat indices of the pixels to look at.

    Returns:
        Shape (3,), B G R, frame over empty; None when too few pixels can tell (a black or white picture).
    """
    now, before = frame.reshape(-1, 3)[where], empty.reshape(-1, 3)[where]
    gains = np.ones(3)
    for channel in range(3):
        a, b = _LOGS[now[:, channel]], _LOGS[before[:, channel]]
        steps = (a - b)[(a > 0) & (b > 0)]
        if len(steps) < FEWEST_GAIN_PIXELS:
            return None
        counts = np.bincount(np.clip(steps + _LIMIT, 0, 2 * _LIMIT), minlength=2 * _LIMIT + 1)
        peak = int(np.argmax(np.convolve(counts, _PEAK, mode="same")))
        near = np.arange(max(0, peak - 4 * _PER_STEP), min(2 * _LIMIT, peak + 4 * _PER_STEP) + 1)
        gains[channel] = np.exp((np.average(near, weights=counts[near]) - _LIMIT) * LOG_GAIN_STEP / _PER_STEP)
    return gains


def gain_table(gains: FloatArray) -> NDArray[np.uint8]:
    """A table for `cv2.LUT` that takes the light's gain out; shape (1, 256, 3)."""
    levels = np.arange(256)[:, None] / gains[None, :]
    return np.clip(np.round(levels), 0, 255).astype(np.uint8)[None]


def clip_limits(gains: FloatArray) -> FloatArray:
    """Brightest value each channel can show in a picture of this gain, gain taken out; shape (3,)."""
    return np.asarray(255.0 / np.maximum(gains, 1.0), dtype=float)


def clipped_like(empty: Image, limits: FloatArray) -> Image:
    """The empty ring's picture, shape (h, w, 3), as one with these limits would show it."""
    return np.where(empty > (1 - CLIP_BEND) * limits, np.floor(limits), empty).astype(np.uint8)


# a channel this near to the clipping limit may have been any brighter
CLIP_MARGIN = 4.0
# a camera's tone curve bends near its end: what a plain gain expects so little below the limit may well be clipped
CLIP_BEND = 0.04
# light bounced from a bright figure lifts the mat beside it by a few per cent, no more
LIGHTEST = 1.12
SHADOW_SCALE, GLARE_SCALE = np.float32(0.22), np.float32(0.05)
# under two lamps of different colour one shadow is warmer than the mat, the other colder: blue against red, per depth
WARM_TO_COLD = np.array([0.3, 0.0, -0.3])
# shadows whose tints spread by more than this, per depth, lie under coloured lamps: each lacks one lamp's colour, and
# how they differ is learned (white and warm lamps spread them by 0.48 to 0.74, a magenta one beside them by 1.0)
COLOURED_SPREAD, MOST_SWING = 0.85, 1.2
# brightness of the mat's pixels for which a shadow's tint can be told, and how deep the shadow must be
SHADED = (0.5, 0.9)


@dataclass(frozen=True, eq=False)
class ShadowModel:
    """What happens to a mat pixel in shadow: `s * empty * (1 + (1 - s) * (tint + a * swing))`, a about -1..1.

    Attributes:
        tint: shape (3,), B G R; 0 is a neutral shadow.
        swing: shape (3,), one standard deviation of how the tint differs from shadow to shadow.
        deepest: smallest s that is still a shadow and not a dark thing.
    """

    tint: FloatArray
    swing: FloatArray
    deepest: float = 0.5

    def cost(
        self, frame: Image, empty: Image, noise: NDArray[np.float32], limits: FloatArray | None = None
    ) -> NDArray[np.float32]:
        """Price of "this pixel shows the empty ring, perhaps in shadow", as a negative logarithm of likelihood.

        Args:
            frame: shape (n, 3), BGR, gain taken out.
            empty: shape (n, 3).
            noise: shape (n,), standard deviation of one channel there.
            limits: shape (3,), where the frame's channels were clipped, gain taken out; None where none was.
        """
        now = np.ascontiguousarray(frame.T, dtype=np.float32)
        before = np.ascontiguousarray(empty.T, dtype=np.float32)
        variance = noise * noise
        weight = None if limits is None else [now[c] < limits[c] - CLIP_MARGIN for c in range(3)]
        s = _brightness(now, before, weight)
        if weight is not None:
            # fewer channels vote, so the tint would pass for depth: take it out first
            tints = self.tint.astype(np.float32)[:, None]
            s = _brightness(now, before * (1 + np.clip(1 - s, 0, 1 - self.deepest) * tints), weight)
        np.clip(s, np.float32(self.deepest), np.float32(LIGHTEST), out=s)
        before *= s
        depth = np.maximum(1 - s, np.float32(0.0))
        rest, along = now, np.empty_like(before)
        for channel in range(3):
            shaded = before[channel]
            due = shaded * (1 + depth * np.float32(self.tint[channel]))
            along[channel] = shaded * (depth * np.float32(self.swing[channel]))
            if limits is not None:
                np.minimum(due, np.float32(limits[channel]), out=due)
            rest[channel] -= due
            if limits is not None and weight is not None:
                rest[channel][~weight[channel] & (due > np.float32((1 - CLIP_BEND) * limits[channel]))] = 0
        # the swing is unknown but small: what of the rest lies along it costs less
        explained = _dot(rest, along) ** 2 / (_dot(along, along) + variance)
        misfit = np.float32(0.5) * (_dot(rest, rest) - explained) / variance
        price = np.where(s < 1, ((1 - s) / SHADOW_SCALE) ** 2, ((s - 1) / GLARE_SCALE) ** 2) * np.float32(0.5)
        return np.asarray(misfit + price, dtype=np.float32)


def _brightness(
    now: NDArray[np.float32], before: NDArray[np.float32], weight: list[NDArray[np.bool_]] | None
) -> NDArray[np.float32]:
    """Best factor from empty to frame, shape (n,); channels that were clipped do not vote."""
    if weight is None:
        return np.asarray(_dot(now, before) / (_dot(before, before) + np.float32(1.0)), dtype=np.float32)
    top = sum(np.where(w, a * b, 0) for w, a, b in zip(weight, now, before, strict=True))
    bottom = sum(np.where(w, b * b, 0) for w, b in zip(weight, before, strict=True))
    return np.asarray((top + np.float32(1.0)) / (bottom + np.float32(1.0)), dtype=np.float32)


def _dot(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Sum over channels of a product; both shape (3, n)."""
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2], dtype=np.float32)


NEUTRAL_SHADOW = ShadowModel(np.zeros(3), WARM_TO_COLD)


def learn_shadow(frame: Image, empty: Image, where: NDArray[np.bool_]) -> ShadowModel:
    """Learn the tint of shadows from a picture with figures, gain taken out.

    Args:
        frame: shape (h, w, 3), BGR.
        empty: shape (h, w, 3), BGR.
        where: shape (h, w), ring pixels away from every figure.
    """
    now, before = frame[where].astype(np.float64), empty[where].astype(np.float64)
    bright = (before > DARKEST * 1.5).all(axis=1) & (before < BRIGHTEST).all(axis=1)
    now, before = now[bright], before[bright]
    s = (now * before).sum(axis=1) / np.maximum((before * before).sum(axis=1), 1.0)
    shaded = (s > SHADED[0]) & (s < SHADED[1])
    if np.count_nonzero(shaded) < FEWEST_GAIN_PIXELS:
        return NEUTRAL_SHADOW
    tints = (now[shaded] / before[shaded] / s[shaded, None] - 1) / (1 - s[shaded])[:, None]
    strengths, directions = np.linalg.eigh(np.cov(tints.T))
    spread = float(np.sqrt(strengths[-1]))
    if spread > COLOURED_SPREAD:
        return ShadowModel(np.clip(tints.mean(axis=0), -0.4, 0.4), min(spread, MOST_SWING) * directions[:, -1])
    return ShadowModel(np.clip(np.median(tints, axis=0), -0.4, 0.4), WARM_TO_COLD)


def edge_noise(empty: Image, base: float, slope: float) -> NDArray[np.float32]:
    """Standard deviation to expect per pixel: sensor and coding noise, and more where the picture has edges.

    Shape (h, w), grey levels.
    """
    grey = empty.max(axis=2).astype(np.float32)
    spread = cv2.dilate(grey, np.ones((3, 3), np.uint8)) - cv2.erode(grey, np.ones((3, 3), np.uint8))
    return np.asarray(np.sqrt(base * base + (slope * spread) ** 2), dtype=np.float32)
