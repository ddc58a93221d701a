"""Colour models: what one clay figure looks like, learned on site, and a table that answers for every colour at once.

A figure of one clay is not one colour: its lit, shaded and reflecting sides lie along a curve. A small mixture of
Gaussians in Lab describes it; hue intervals, which break at red and say nothing for grey, are not used.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Image = NDArray[np.uint8]

# a colour is looked up with so many bits a channel: 64 steps of 4 grey levels
BITS = 6
LEVELS = 1 << BITS
# costs are kept as bytes: 1/COST_SCALE of a natural logarithm
COST_SCALE = 10.0
MAX_COST = 25.0
# so many steps below the clipping limit a value may already be a clipped one: sharpening and coding blur it
CLIP_LEVELS = 2
# Lab spread (L, a, b) that every model is given beyond what one still picture shows: light differs over the ring
EXTRA_SPREAD = np.array([3.5, 1.8, 1.8])
COMPONENTS = 3
EM_STEPS = 12
# so much of a pixel's cost is the volume of its Gaussian against that of mat noise
LOG_VOLUME_OF_NOISE = 4.8


@dataclass(frozen=True, eq=False)
class ColourModel:
    """A mixture of Gaussians in Lab (L 0..100).

    Attributes:
        weights: shape (k,), sum 1.
        means: shape (k, 3).
        covariances: shape (k, 3, 3), the spread seen, without `EXTRA_SPREAD`.
    """

    weights: FloatArray
    means: FloatArray
    covariances: FloatArray

    def cost(self, lab: NDArray[np.float32]) -> NDArray[np.float32]:
        """Negative log likelihood of colours, shape (n, 3) Lab, against this figure; shape (n,)."""
        best = np.full(len(lab), np.inf, dtype=np.float32)
        for weight, mean, covariance in zip(self.weights, self.means, self.covariances, strict=True):
            full = covariance + np.diag(EXTRA_SPREAD**2)
            whiten = np.linalg.inv(np.linalg.cholesky(full)).astype(np.float32)
            off = (lab - mean.astype(np.float32)) @ whiten.T
            volume = 0.5 * np.linalg.slogdet(full)[1] - LOG_VOLUME_OF_NOISE - np.log(max(weight, 0.05))
            np.minimum(best, np.float32(0.5) * np.einsum("ij,ij->i", off, off) + np.float32(volume), out=best)
        return best

    @property
    def mean(self) -> FloatArray:
        """Mean Lab colour, shape (3,)."""
        return np.asarray(self.weights @ self.means, dtype=float)


def to_lab(bgr: Image) -> NDArray[np.float32]:
    """Colours, shape (n, 3) BGR bytes, to Lab with L 0..100; shape (n, 3)."""
    pixels = bgr.reshape(-1, 1, 3).astype(np.float32) / np.float32(255.0)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB).reshape(-1, 3), dtype=np.float32)


def to_bgr(lab: FloatArray) -> Image:
    """Lab colours with L 0..100, shape (n, 3), to BGR bytes; shape (n, 3)."""
    bgr = cv2.cvtColor(lab.reshape(-1, 1, 3).astype(np.float32), cv2.COLOR_LAB2BGR).reshape(-1, 3)
    return np.asarray(np.rint(np.clip(bgr, 0.0, 1.0) * 255.0), dtype=np.uint8)


def fit_colours(bgr: Image, components: int = COMPONENTS) -> ColourModel:
    """Fit a mixture to a figure's pixels, shape (n, 3) BGR.

    Starts from slices of lightness, so that the same pixels always give the same model.

    Raises:
        ValueError: fewer than 8 pixels.
    """
    lab = to_lab(bgr).astype(np.float64)
    if len(lab) < 8:
        raise ValueError(f"{len(lab)} pixels received, at least 8 due")
    k = max(1, min(components, len(lab) // 25))
    order = np.argsort(lab[:, 0], kind="stable")
    slices = np.array_split(order, k)
    means = np.array([np.median(lab[part], axis=0) for part in slices])
    floor = np.diag([1.0, 0.7, 0.7])
    covariances = np.array([np.cov(lab[part].T) + floor for part in slices])
    weights = np.full(k, 1.0 / k)
    for _ in range(EM_STEPS if k > 1 else 0):
        log_p = np.empty((len(lab), k))
        for i in range(k):
            whiten = np.linalg.inv(np.linalg.cholesky(covariances[i]))
            off = (lab - means[i]) @ whiten.T
            log_p[:, i] = np.log(weights[i]) - 0.5 * (off**2).sum(axis=1) + np.log(np.linalg.det(whiten))
        share = np.exp(log_p - log_p.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        total = share.sum(axis=0) + 1e-6
        weights = total / total.sum()
        means = (share.T @ lab) / total[:, None]
        for i in range(k):
            off = lab - means[i]
            covariances[i] = (share[:, i, None] * off).T @ off / total[i] + floor
    return ColourModel(weights, means, covariances)


class ColourTable:
    """Every figure's cost for every colour, baked once: a look-up a pixel.

    Attributes:
        costs: shape (figures, LEVELS ** 3), bytes, `COST_SCALE` a unit.
        best: shape (LEVELS ** 3,), the figure with the lowest cost.
        lowest: shape (LEVELS ** 3,), that cost.
    """

    def __init__(self, models: Sequence[ColourModel]) -> None:
        step = 256 // LEVELS
        axis = np.arange(LEVELS, dtype=np.uint8) * step + step // 2
        b, g, r = np.meshgrid(axis, axis, axis, indexing="ij")
        lab = to_lab(np.stack([b, g, r], axis=-1).reshape(-1, 3))
        self.costs: NDArray[np.uint8] = np.empty((len(models), LEVELS**3), dtype=np.uint8)
        for row, model in zip(self.costs, models, strict=True):
            row[:] = np.clip(model.cost(lab), 0, MAX_COST) * COST_SCALE
        self.best: NDArray[np.uint8] = np.zeros(LEVELS**3, np.uint8)
        self.lowest: NDArray[np.uint8] = np.full(LEVELS**3, 255, np.uint8)
        if len(models):
            self.best = np.argmin(self.costs, axis=0).astype(np.uint8)
            self.lowest = self.costs.min(axis=0)

    def clipped(self, limits: FloatArray) -> "ColourTable":
        """The table for a picture whose channels were clipped at these values, shape (3,) B G R.

        A value at the limit may have been any higher one: it costs what the cheapest of them costs.
        """
        other = ColourTable([])
        cube = self.costs.reshape(len(self.costs), LEVELS, LEVELS, LEVELS).copy()
        for axis, limit in enumerate(limits):
            first = max(0, int(limit) // (256 // LEVELS) - CLIP_LEVELS)
            if first < LEVELS - 1:
                along = np.moveaxis(cube, axis + 1, 1)
                along[:, first:] = along[:, first:].min(axis=1, keepdims=True)
        other.costs = cube.reshape(self.costs.shape)
        if len(other.costs):
            other.best = np.argmin(other.costs, axis=0).astype(np.uint8)
            other.lowest = other.costs.min(axis=0)
        return other


def colour_index(bgr: Image) -> NDArray[np.int32]:
    """Where colours, shape (n, 3) BGR, stand in a `ColourTable`; shape (n,)."""
    fine = (bgr >> (8 - BITS)).astype(np.int32)
    return np.asarray((fine[:, 0] << (2 * BITS)) | (fine[:, 1] << BITS) | fine[:, 2], dtype=np.int32)


def separation(a: ColourModel, b: ColourModel) -> float:
    """How well two figures' colours can be told apart: the mean cost of taking one for the other, worse way round.

    Below about 3 they will be confused, below 6 only good light tells them apart.
    """
    return min(_misread(a, b), _misread(b, a))


def _misread(seen: ColourModel, taken_for: ColourModel) -> float:
    points = seen.means.astype(np.float32)
    gap = taken_for.cost(points) - seen.cost(points)
    return float(np.average(gap, weights=seen.weights))
