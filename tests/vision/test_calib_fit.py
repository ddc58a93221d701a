"""The fit of a camera: its slopes are those of what it fits, its minimum is scipy's."""

import numpy as np
import pytest
from scipy.optimize import least_squares

from companion.vision.edge_fit import EdgePoints
from companion.vision.geometry import Camera
from companion.vision.pose_fit import STRAY_SCALE, SeenPoints, _Problem, fit_camera
from companion.vision.projection_slopes import project_with_slopes

TRUE = Camera(
    1280, 720,
    K=[[950, 0, 640], [0, 950, 355], [0, 0, 1]], dist=[-0.08, 0.02, 0, 0, 0],
    rvec=[2.3, 0.1, -0.05], tvec_mm=[10, 30, 1150],
)  # fmt: skip


def edge(first, last, group, bleed_px=0.0, strays=0):
    world = np.linspace(first, last, 40)
    seen = TRUE.project(world)
    along = seen[-1] - seen[0]
    normal = np.tile([along[1], -along[0]] / np.linalg.norm(along), (40, 1))
    away = np.random.default_rng(len(group)).normal(0, 0.2, 40) + bleed_px
    away[:strays] += 25.0
    return EdgePoints(world, seen + away[:, None] * normal, normal, np.ones(40), group, 0.3, (0.0, 0.5))


CORNERS = [(-350, -350, 0), (350, -350, 0), (350, 350, 0), (-350, 350, 0)]
EDGES = [
    edge(CORNERS[0], CORNERS[1], "south side", 0.3),
    edge(CORNERS[1], CORNERS[2], "east side", strays=6),
    edge(CORNERS[2], CORNERS[3], "north side"),
    edge(CORNERS[3], CORNERS[0], "west side", -0.2),
    edge((-200, 50, 40), (150, 60, 40), "marker 3"),
]
POINTS = [SeenPoints(np.array(CORNERS, dtype=float), TRUE.project(CORNERS) + 0.7, "clicks", 1.5)]
START = Camera(1280, 720, [[900, 0, 639.5], [0, 900, 359.5], [0, 0, 1]], np.zeros(5), [2.2, 0.1, 0], [0, 10, 1200])


def by_differences(function, at, steps):
    return np.array(
        [(function(at + s * e) - function(at - s * e)) / (2 * s) for s, e in zip(steps, np.eye(len(at)), strict=True)]
    ).T


@pytest.mark.parametrize(("free_lens", "free_bend"), [(False, True), (True, False), (True, True)])
def test_the_slopes_are_those_of_the_residuals(free_lens, free_bend):
    problem = _Problem(START, EDGES, POINTS, free_lens, free_bend)
    at = problem.start + 0.7 * problem.scale
    due = by_differences(problem.residuals, at, 1e-3 * problem.scale)
    assert problem.slopes(at) == pytest.approx(due, rel=1e-5, abs=1e-5)


def test_the_slopes_of_a_measured_lens_with_all_its_terms():
    lens = Camera(
        1280,
        720,
        [[950, 3, 640], [0, 940, 355], [0, 0, 1]],
        [-0.1, 0.03, 0.004, -0.003, 0.01],
        [2.3, 0.1, 0],
        [10, 30, 900],
    )
    points = np.array([*CORNERS, (20, -30, 120)], dtype=float)

    def seen(pose):
        return Camera(1280, 720, lens.K, lens.dist, pose[:3], pose[3:]).project(points).ravel()

    here, slopes = project_with_slopes(lens, points, with_lens=False)
    due = by_differences(seen, np.array([*lens.rvec, *lens.tvec_mm]), [1e-6] * 3 + [1e-3] * 3)
    assert here == pytest.approx(lens.project(points))
    assert slopes.reshape(10, 6) == pytest.approx(due, rel=1e-5, abs=1e-5)


def test_a_point_without_a_place_pulls_at_nothing():
    behind = np.array([[0.0, 0.0, 5000.0], [0.0, 0.0, 0.0]])
    here, slopes = project_with_slopes(TRUE, behind, with_lens=True)
    assert np.isnan(here[0]).all()
    assert not slopes[0].any()
    assert slopes[1].any()


@pytest.mark.parametrize(("free_lens", "free_bend"), [(False, True), (True, True)])
def test_the_minimum_is_that_of_scipy(free_lens, free_bend):
    problem = _Problem(START if free_lens else TRUE, EDGES, POINTS, free_lens, free_bend)
    due = least_squares(
        problem.residuals, problem.start, x_scale=problem.scale, loss="soft_l1", f_scale=STRAY_SCALE, ftol=1e-10
    )
    found = fit_camera(problem.camera, EDGES, POINTS, free_lens, free_bend)
    grid = np.array([(x, y, 0.0) for x in (-350, 0, 350) for y in (-350, 0, 350)])
    away = found.camera.project(grid) - problem.camera_of(due.x).project(grid)
    assert np.abs(away).max() < 0.01
    assert found.bleed_px["south side"] == pytest.approx(0.3, abs=0.15)
