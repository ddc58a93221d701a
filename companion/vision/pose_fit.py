"""One fit for all that was seen: edges of markers and mat, clicked corners, and what is known of the lens."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.vision.edge_fit import EdgePoints
from companion.vision.geometry import Camera, FloatArray
from companion.vision.projection_slopes import LENS, POSE, project_with_slopes
from companion.vision.soft_squares import least_soft
from companion.vision.waited_for import still_wanted

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
    still_wanted()
    problem = _Problem(start, edges, points, free_lens, free_bend)
    found = least_soft(problem.residuals, problem.slopes, problem.start, problem.scale, STRAY_SCALE)
    return problem.result(found)


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
    steps = 0.1 * problem.scale[: problem.first_bleed]
    there = fit.camera.to_plane(seen_px, 0.0)
    moves = []
    for index, step in enumerate(steps):
        moved = at.copy()
        moved[index] += step
        moves.append((problem.camera_of(moved).to_plane(seen_px, 0.0) - there) / step)
    jacobian, move = problem.slopes(at), np.stack(moves, axis=2)
    covariance = np.linalg.pinv(jacobian.T @ jacobian)[: move.shape[2], : move.shape[2]]
    expected_px = max([part.sigma_px for part in edges] + [part.sigma_px for part in points])
    worse = max(1.0, fit.error_px / expected_px) ** 2
    return np.asarray(worse * np.einsum("nij,jk,nik->n", move, covariance, move), dtype=float)


class _Problem:
    """Parameters: rvec, tvec; log focal, cx, cy, k1, k2 where the lens is free; one offset per marker and side.

    Everything seen is one list of distances along a direction in the picture: across an edge, or along both axes for a
    point.
    """

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
        bleeding = list(dict.fromkeys(part.group for part in edges))
        usual = {part.group: part.bleed_usual_px for part in edges}
        self.bleed_usual_px = np.array([usual[group] for group in bleeding]).reshape(-1, 2)
        self.groups = list(dict.fromkeys([*bleeding, *(part.group for part in points)]))
        self.bleeding = bleeding
        lens = [np.log(start.K[0, 0]), start.K[0, 2], start.K[1, 2], *start.dist[:2]] if free_lens else []
        self.start = np.array([*start.rvec, *start.tvec_mm, *lens, *(usual[group][0] for group in bleeding)])
        self.first_bleed = POSE + len(lens)
        # how far each parameter typically moves: radians, mm, log, px, px, k1, k2, px
        steps = [1e-3] * 3 + [1.0] * 3 + ([1e-2, 1.0, 1.0, 1e-2, 1e-2] if free_lens else []) + [0.1] * len(bleeding)
        self.scale = np.array(steps)
        rows = [(part.world_mm, part.seen_px, part.normal, part.bleed) for part in edges]
        for point in points:
            count = len(point.world_mm)
            both = np.tile(np.eye(2), (count, 1))
            rows.append((point.world_mm.repeat(2, axis=0), point.seen_px.repeat(2, axis=0), both, np.zeros(2 * count)))
        self.world_mm, self.seen_px, self.along, bleed = (np.concatenate(column) for column in zip(*rows, strict=True))
        sigmas = [part.sigma_px for part in edges] + [part.sigma_px for part in points]
        groups = [part.group for part in edges] + [part.group for part in points]
        sizes = [len(row[0]) for row in rows]
        self.sigma_px = np.repeat(sigmas, sizes)
        self.group = np.repeat([self.groups.index(group) for group in groups], sizes)
        # each row's share in each group's offset
        self.share = bleed[:, None] * (self.group[:, None] == np.arange(len(bleeding)))

    def camera_of(self, parameters: FloatArray) -> Camera:
        moved = replace(self.camera, rvec=parameters[:3], tvec_mm=parameters[3:6])
        if not self.free_lens:
            return moved
        focal = float(np.exp(parameters[6]))
        matrix = np.array([[focal, 0, parameters[7]], [0, focal, parameters[8]], [0, 0, 1]])
        bend = parameters[9:11] if self.free_bend else self.camera.dist[:2]
        dist = np.array([*bend, 0, 0, 0])
        return replace(moved, K=matrix, dist=dist)

    def away_px(self, parameters: FloatArray, seen: FloatArray) -> FloatArray:
        """Distances of everything seen, shape (n,), from where a camera sees it, shape (n, 2)."""
        bleed = self.share @ parameters[self.first_bleed :]
        return np.asarray((self.along * (self.seen_px - seen)).sum(axis=1) - bleed, dtype=float)

    def residuals(self, parameters: FloatArray) -> FloatArray:
        away = self.away_px(parameters, self.camera_of(parameters).project(self.world_mm))
        bleed = (parameters[self.first_bleed :] - self.bleed_usual_px[:, 0]) / self.bleed_usual_px[:, 1]
        told = np.nan_to_num(away / self.sigma_px, nan=100.0)
        if not self.free_lens:
            return np.concatenate([told, bleed])
        usual = self._unusual(parameters)
        return np.concatenate([told, bleed, usual * np.sqrt(1 + usual**2 / (4 * STRAY_SCALE**2))])

    def slopes(self, parameters: FloatArray) -> FloatArray:
        """How the residuals change with the parameters, shape (residuals, parameters)."""
        _, moving = project_with_slopes(self.camera_of(parameters), self.world_mm, self.free_lens)
        count, first = len(moving), self.first_bleed
        blank = len(self.bleeding)
        slopes = np.zeros((count + blank + (LENS if self.free_lens else 0), len(parameters)))
        slopes[:count, :first] = -np.einsum("ni,nij->nj", self.along, moving)
        slopes[:count, first:] = -self.share
        slopes[:count] /= self.sigma_px[:, None]
        slopes[count + np.arange(blank), first + np.arange(blank)] = 1 / self.bleed_usual_px[:, 1]
        if self.free_lens:
            if not self.free_bend:
                slopes[:count, POSE + 3 : POSE + 5] = 0.0
            bent = self._unusual(parameters) ** 2 / (4 * STRAY_SCALE**2)
            rows = slopes[count + blank :]
            rows[np.arange(LENS), POSE + np.arange(LENS)] = 1 / self._usual_sd()
            rows[4, POSE + 3] = -2 * USUAL_K2_BY_K1_SQUARED * parameters[9] / USUAL_K2_SD
            rows *= ((1 + 2 * bent) / np.sqrt(1 + bent))[:, None]
        return slopes

    def _usual_sd(self) -> FloatArray:
        # a camera stood on its side has its usual width upright
        centre_px = USUAL_CENTRE_SD_BY_WIDTH * max(self.camera.width, self.camera.height)
        return np.array([USUAL_FOCAL_LOG_SD, centre_px, centre_px, USUAL_K1_SD, USUAL_K2_SD])

    def _unusual(self, parameters: FloatArray) -> FloatArray:
        """Deviations of the lens from an ordinary webcam's.

        soft_l1 forgives strays; no webcam is thirty deviations from the usual: `residuals` makes these quadratic again
        behind the loss.
        """
        width, height = self.camera.width, self.camera.height
        focal, k1 = USUAL_FOCAL_BY_WIDTH * max(width, height), parameters[9]
        usual = [np.log(focal), (width - 1) / 2, (height - 1) / 2, 0.0, USUAL_K2_BY_K1_SQUARED * k1**2]
        return np.asarray((parameters[POSE : POSE + LENS] - usual) / self._usual_sd(), dtype=float)

    def result(self, parameters: FloatArray) -> Fit:
        camera = self.camera_of(parameters)
        bleed = dict(zip(self.bleeding, map(float, parameters[self.first_bleed :]), strict=True))
        away = self.away_px(parameters, camera.project(self.world_mm))
        near = np.abs(away) < 4 * self.sigma_px
        errors = {group: _rms(away[near & (self.group == index)]) for index, group in enumerate(self.groups)}
        everything = _rms(away[near])
        return Fit(replace(camera, error_px=everything), bleed, everything, errors, parameters)


def _rms(values: FloatArray) -> float:
    return float(np.sqrt((values * values).mean())) if values.size else 0.0
