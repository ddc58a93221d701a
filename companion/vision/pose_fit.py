"""One fit for all that was seen: edges of markers and mat, clicked corners, and what is known of the lens."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from scipy.optimize import least_squares

from companion.vision.edge_fit import EdgePoints
from companion.vision.geometry import Camera, FloatArray

# what an ordinary webcam is like, where nobody measured it: focal length by picture width, log sd; centre; k1, k2
USUAL_FOCAL_BY_WIDTH = 0.75
USUAL_FOCAL_LOG_SD = 0.25
USUAL_CENTRE_SD_BY_WIDTH = 0.012
USUAL_K1_SD = 0.12
USUAL_K2_BY_K1_SQUARED, USUAL_K2_SD = 0.5, 0.03
# deviations from which on a residual counts as a stray rather than as noise
STRAY_SCALE = 1.5
# a sample this far off is something else; a marker or side with fewer samples left says nothing
STRAY_SIGMAS = 2.5
FEWEST_SAMPLES = 8
# samples of one edge that stand for one independent measurement
ALIKE_SAMPLES = 10


@dataclass(frozen=True, eq=False)
class SeenPoints:
    """Points whose place in the picture is known, such as clicked corners: world (n, 3), pixels (n, 2)."""

    world_mm: FloatArray
    seen_px: FloatArray
    group: str
    sigma_px: float


@dataclass(frozen=True, eq=False)
class Fit:
    """The camera that explains best what was seen.

    Attributes:
        bleed_px: each group's own offset, see `EdgePoints.bleed`.
        error_px: rms over the edges and points that count.
        group_error_px: the same per group.
    """

    camera: Camera
    bleed_px: dict[str, float]
    error_px: float
    group_error_px: dict[str, float]
    parameters: FloatArray = field(repr=False)


def fit_camera(
    start: Camera,
    edges: Sequence[EdgePoints],
    points: Sequence[SeenPoints],
    free_lens: bool,
    free_bend: bool = True,
) -> Fit:
    """Move the camera, and where `free_lens` its focal length, centre, k1 and k2, until it explains what was seen.

    `free_bend` frees k1 and k2 too; four points alone cannot tell them.
    """
    problem = _Problem(start, edges, points, free_lens, free_bend)
    solution = least_squares(
        problem.residuals,
        problem.start,
        x_scale=problem.scale,
        loss="soft_l1",
        f_scale=STRAY_SCALE,
        ftol=1e-5,
        xtol=1e-8,
        max_nfev=40,
    )
    return problem.result(solution.x)


def unusual_lens(camera: Camera) -> float:
    """How far a focal length is from an ordinary webcam's, standard deviations."""
    usual_px = USUAL_FOCAL_BY_WIDTH * max(camera.width, camera.height)
    return float(abs(np.log(camera.K[0, 0] / usual_px)) / USUAL_FOCAL_LOG_SD)


def unfitted(camera: Camera) -> Fit:
    """A guess as it is, nothing fitted to it yet."""
    return Fit(camera, {}, 0.0, {}, np.array([*camera.rvec, *camera.tvec_mm]))


def without_strays(fit: Fit, edges: Sequence[EdgePoints]) -> list[EdgePoints]:
    """Edges without the samples that a fit cannot explain: ropes, fingers and shadows are lines of their own."""
    kept: list[EdgePoints] = []
    for edge in edges:
        away = (edge.normal * (edge.seen_px - fit.camera.project(edge.world_mm))).sum(axis=1)
        away -= edge.bleed * fit.bleed_px.get(edge.group, 0.0)
        near = np.abs(away) < STRAY_SIGMAS * edge.sigma_px
        if near.sum() >= FEWEST_SAMPLES:
            kept.append(
                replace(
                    edge,
                    world_mm=edge.world_mm[near],
                    seen_px=edge.seen_px[near],
                    normal=edge.normal[near],
                    bleed=edge.bleed[near],
                )
            )
    return kept


def mat_variance(
    fit: Fit,
    edges: Sequence[EdgePoints],
    points: Sequence[SeenPoints],
    free_lens: bool,
    seen_px: FloatArray,
) -> FloatArray:
    """Variance in mm^2 of where pixels lie on the mat, from how much each thing seen can tell.

    Neighbouring samples of an edge err alike, so that `ALIKE_SAMPLES` of them count as one; each marker's and side's
    own offset counts in full. Where the fit is worse than expected, so is the answer.
    """
    loose = [replace(edge, sigma_px=edge.sigma_px * np.sqrt(ALIKE_SAMPLES)) for edge in edges]
    problem = _Problem(fit.camera, loose, points, free_lens, bool(edges))
    at = fit.parameters
    steps = 0.1 * problem.scale
    told = problem.residuals(at)
    there = fit.camera.to_plane(seen_px, 0.0)
    slopes, moves = [], []
    for index, step in enumerate(steps):
        moved = at.copy()
        moved[index] += step
        slopes.append((problem.residuals(moved) - told) / step)
        if index < problem.first_bleed:
            moves.append((problem.camera_of(moved).to_plane(seen_px, 0.0) - there) / step)
    jacobian, move = np.array(slopes).T, np.stack(moves, axis=2)
    covariance = np.linalg.pinv(jacobian.T @ jacobian)[: move.shape[2], : move.shape[2]]
    expected_px = max([part.sigma_px for part in edges] + [part.sigma_px for part in points])
    worse = max(1.0, fit.error_px / expected_px) ** 2
    return np.asarray(worse * np.einsum("nij,jk,nik->n", move, covariance, move), dtype=float)


class _Problem:
    """Parameters: rvec, tvec; log focal, cx, cy, k1, k2 where the lens is free; one offset per marker and side."""

    def __init__(
        self,
        start: Camera,
        edges: Sequence[EdgePoints],
        points: Sequence[SeenPoints],
        free_lens: bool,
        free_bend: bool,
    ) -> None:
        self.camera = start
        self.free_lens, self.free_bend = free_lens, free_bend
        self.edges, self.points = list(edges), list(points)
        self.bleeding = list(dict.fromkeys(part.group for part in edges))
        usual = {part.group: part.bleed_usual_px for part in edges}
        self.bleed_usual_px = np.array([usual[group] for group in self.bleeding]).reshape(-1, 2)
        lens = [np.log(start.K[0, 0]), start.K[0, 2], start.K[1, 2], *start.dist[:2]] if free_lens else []
        self.start = np.array([*start.rvec, *start.tvec_mm, *lens, *(usual[group][0] for group in self.bleeding)])
        self.first_bleed = 6 + len(lens)
        # how far each parameter typically moves: radians, mm, log, px, px, k1, k2, px
        steps = (
            [1e-3] * 3 + [1.0] * 3 + ([1e-2, 1.0, 1.0, 1e-2, 1e-2] if free_lens else []) + [0.1] * len(self.bleeding)
        )
        self.scale = np.array(steps)
        self.world_mm = np.concatenate([part.world_mm for part in edges] + [part.world_mm for part in points])

    def camera_of(self, parameters: FloatArray) -> Camera:
        moved = replace(self.camera, rvec=parameters[:3], tvec_mm=parameters[3:6])
        if not self.free_lens:
            return moved
        focal = float(np.exp(parameters[6]))
        matrix = np.array([[focal, 0, parameters[7]], [0, focal, parameters[8]], [0, 0, 1]])
        bend = parameters[9:11] if self.free_bend else self.camera.dist[:2]
        dist = np.array([*bend, 0, 0, 0])
        return replace(moved, K=matrix, dist=dist)

    def parts(self, parameters: FloatArray) -> list[tuple[str, float, FloatArray]]:
        """Group, sigma and distances in px of everything seen."""
        seen = self.camera_of(parameters).project(self.world_mm)
        bleed = dict(zip(self.bleeding, parameters[self.first_bleed :], strict=True))
        parts: list[tuple[str, float, FloatArray]] = []
        at = 0
        for edge in self.edges:
            away = (edge.normal * (edge.seen_px - seen[at : at + len(edge)])).sum(axis=1)
            parts.append((edge.group, edge.sigma_px, away - edge.bleed * bleed[edge.group]))
            at += len(edge)
        for point in self.points:
            away = (point.seen_px - seen[at : at + len(point.world_mm)]).ravel()
            parts.append((point.group, point.sigma_px, away))
            at += len(point.world_mm)
        return parts

    def residuals(self, parameters: FloatArray) -> FloatArray:
        seen = [np.nan_to_num(away / sigma, nan=100.0) for _, sigma, away in self.parts(parameters)]
        priors = [(parameters[self.first_bleed :] - self.bleed_usual_px[:, 0]) / self.bleed_usual_px[:, 1]]
        if self.free_lens:
            width, height = self.camera.width, self.camera.height
            # a camera stood on its side has its usual width upright
            long_side = max(width, height)
            usual = np.array(
                [
                    (parameters[6] - np.log(USUAL_FOCAL_BY_WIDTH * long_side)) / USUAL_FOCAL_LOG_SD,
                    (parameters[7] - (width - 1) / 2) / (USUAL_CENTRE_SD_BY_WIDTH * long_side),
                    (parameters[8] - (height - 1) / 2) / (USUAL_CENTRE_SD_BY_WIDTH * long_side),
                    parameters[9] / USUAL_K1_SD,
                    (parameters[10] - USUAL_K2_BY_K1_SQUARED * parameters[9] ** 2) / USUAL_K2_SD,
                ]
            )
            # soft_l1 forgives strays; no webcam is thirty deviations from the usual: quadratic again behind the loss
            priors.append(usual * np.sqrt(1 + usual**2 / (4 * STRAY_SCALE**2)))
        return np.concatenate([*seen, *priors])

    def result(self, parameters: FloatArray) -> Fit:
        camera = self.camera_of(parameters)
        bleed = dict(zip(self.bleeding, map(float, parameters[self.first_bleed :]), strict=True))
        by_group: dict[str, list[FloatArray]] = {}
        for group, sigma, away in self.parts(parameters):
            by_group.setdefault(group, []).append(away[np.abs(away) < 4 * sigma])
        errors = {group: _rms(np.concatenate(parts)) for group, parts in by_group.items()}
        everything = _rms(np.concatenate([part for parts in by_group.values() for part in parts]))
        return Fit(replace(camera, error_px=everything), bleed, everything, errors, parameters)


def _rms(values: FloatArray) -> float:
    return float(np.sqrt((values * values).mean())) if values.size else 0.0
