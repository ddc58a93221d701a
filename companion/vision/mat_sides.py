"""The mat's four sides in the picture: what bears out, or sharpens, a camera's place that came from elsewhere."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.vision.edge_fit import EdgePoints, find_border
from companion.vision.geometry import Camera
from companion.vision.pose_fit import Fit, SeenPoints, fit_camera
from companion.vision.shots import Shot, px_scale
from companion.vision.table_file import SIDE_NAMES, Ring

# a side this far off, or with samples that scatter so, is another line (at 1280 wide)
MOST_OFFSET_PX, MOST_SCATTER_PX = 2.0, 0.55
# ends of a side that posts and corner pads may hide
SIDE_SHARE = (0.04, 0.96)
SIDE_SAMPLES = 80
# the sides are looked for in so much of the reach, round by round
ROUNDS = (1.0, 0.75, 0.6)


def with_sides(
    shots: Sequence[Shot],
    ring: Ring,
    fit: Fit,
    edges: Sequence[EdgePoints],
    points: Sequence[SeenPoints],
    free_lens: bool,
    reach_px: float,
) -> tuple[Fit, list[EdgePoints], dict[str, str]]:
    """Add the mat's four sides; a side that bends, or stands off by more than a hem, is named and left out."""
    sides: list[EdgePoints] = []
    unused: dict[str, str] = {}
    for share in ROUNDS:
        sides, unused = [], {}
        for index, name in enumerate(SIDE_NAMES):
            found = [
                part for shot in shots if (part := find_side(shot.colour, fit.camera, ring, index, share * reach_px))
            ]
            sides += found
            if not found:
                unused[f"{name} side"] = "no clear edge"
        together = fit_camera(fit.camera, [*edges, *sides], points, free_lens, free_bend=True)
        for side in sides:
            off_px, rms_px = abs(together.bleed_px[side.group]), together.group_error_px[side.group]
            scale = px_scale(fit.camera)
            if off_px > MOST_OFFSET_PX * scale or rms_px > MOST_SCATTER_PX * scale:
                unused[side.group] = f"edge {off_px:.1f} px away, uneven by {rms_px:.1f} px"
        sides = [side for side in sides if side.group not in unused]
        fit = fit_camera(fit.camera, [*edges, *sides], points, free_lens, free_bend=bool(sides or edges))
    return fit, [*edges, *sides], unused


def find_side(
    colour: NDArray[np.float32], camera: Camera, ring: Ring, index: int, reach_px: float
) -> EdgePoints | None:
    """Side `index` of the mat (south, east, north, west) near where a camera expects it; None where it is not clear."""
    corners = ring.corners_mm
    first, last = corners[index], corners[(index + 1) % 4]
    along = last - first
    share = np.linspace(*SIDE_SHARE, SIDE_SAMPLES)
    outward = np.cross(along / np.linalg.norm(along), (0.0, 0.0, 1.0))
    world_mm = first + share[:, None] * along
    return find_border(colour, camera, world_mm, outward, reach_px, f"{SIDE_NAMES[index]} side")


def sides_in(fit: Fit) -> int:
    """How many sides of the mat carry a fit."""
    return sum(group.endswith("side") for group in fit.group_error_px)


def clearness(colour: NDArray[np.float32], camera: Camera, ring: Ring, reach_px: float) -> float:
    """How well the mat's sides are seen where a guessed camera expects them, 0 to 4."""
    return sum(side_clearness(colour, camera, ring, index, reach_px) for index in range(4))


def side_clearness(colour: NDArray[np.float32], camera: Camera, ring: Ring, index: int, reach_px: float) -> float:
    """How well a side is seen where a camera expects it, 0 to 1: by the part that is seen, if that is one even line."""
    return side_seen(colour, camera, ring, index, reach_px)[0]


def side_seen(
    colour: NDArray[np.float32], camera: Camera, ring: Ring, index: int, reach_px: float
) -> tuple[float, float]:
    """How well a side is seen, as `side_clearness`, and how far beside its place, px (infinite where it is not)."""
    side = find_side(colour, camera, ring, index, reach_px)
    if side is None:
        return 0.0, np.inf
    away = (side.normal * (side.seen_px - camera.project(side.world_mm))).sum(axis=1)
    share = np.linspace(-1, 1, len(away))
    rms_px = float(np.std(away - np.polyval(np.polyfit(share, away, 2), share)))
    clear = len(side) / SIDE_SAMPLES * max(0.0, 1 - rms_px / (2 * MOST_SCATTER_PX * px_scale(camera)))
    return clear, float(abs(np.median(away)))
