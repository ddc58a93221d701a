# ruff: noqa: INP001  a folder of papers with scripts, no package
"""Where a camera must stand so that it sees the whole ring, and how fine it sees: the numbers of `camera_stands.md`.

Worked out with the program's own camera model: the ring with 5 cm around it and a figure of 12 cm in each corner must
be in a 16:9 picture whose height is `FOV_DEG`. `python hardware_docs/stands.py` prints the tables.
"""

from dataclasses import dataclass

import numpy as np

from companion.vision.geometry import Camera

RINGS_MM = (600, 700, 800)
ELEVATIONS_DEG = (90, 70, 55, 40)
# of the picture's height: Logitech C920, C922 and alike (78 degrees corner to corner, 16:9)
FOV_DEG = 43.3
PICTURES = {"1280x720": (1280, 720), "1920x1080": (1920, 1080)}
AROUND_MM = 50.0
FIGURE_MM = 120.0


@dataclass(frozen=True)
class Stand:
    """A place of the camera, seen from the ring's centre.

    Attributes:
        height_mm: over the mat.
        aside_mm: from above the ring's centre, away over the south side.
        mm_per_px: on the mat, typical (median) and at its coarsest place, by name of the picture size.
    """

    ring_mm: int
    elevation_deg: float
    height_mm: float
    aside_mm: float
    mm_per_px: dict[str, tuple[float, float]]


def camera_at(height_mm: float, aside_mm: float, aim_mm: float, size_px: tuple[int, int]) -> Camera:
    """A camera over the south side that looks at the mat's middle line, `aim_mm` north of its centre."""
    width, height = size_px
    focal = height / 2 / np.tan(np.radians(FOV_DEG / 2))
    position = np.array([0.0, -aside_mm, height_mm])
    look = np.array([0.0, aim_mm, 0.0]) - position
    look /= np.linalg.norm(look)
    right = np.array([1.0, 0.0, 0.0])
    rotation = np.vstack((right, np.cross(look, right), look))
    trace = np.clip((np.trace(rotation) - 1) / 2, -1, 1)
    angle = np.arccos(trace)
    axis = np.array([rotation[2, 1] - rotation[1, 2], rotation[0, 2] - rotation[2, 0], rotation[1, 0] - rotation[0, 1]])
    # turned by half a circle about x where it looks straight down
    axis = right if np.linalg.norm(axis) < 1e-9 else axis / np.linalg.norm(axis)
    lens = np.array([[focal, 0, width / 2 - 0.5], [0, focal, height / 2 - 0.5], [0, 0, 1]])
    rvec = axis * angle
    return Camera(width, height, lens, np.zeros(5), rvec, -rotation @ position)


def must_be_seen(ring_mm: float) -> np.ndarray:
    """Points that belong into the picture, shape (8, 3)."""
    half, corners = ring_mm / 2, np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    ground = np.column_stack((corners * (half + AROUND_MM), np.zeros(4)))
    heads = np.column_stack((corners * half, np.full(4, FIGURE_MM)))
    return np.vstack((ground, heads))


def is_seen(camera: Camera, ring_mm: float) -> bool:
    seen = camera.project(must_be_seen(ring_mm))
    return bool(np.isfinite(seen).all() and (seen >= 0).all() and (seen < [camera.width, camera.height]).all())


def stand_for(ring_mm: int, elevation_deg: float) -> Stand:
    """The nearest place at that angle from which everything is in the picture, the camera tilted as is best."""
    angle = np.radians(elevation_deg)
    size_px = PICTURES["1280x720"]

    def fits(distance_mm: float) -> float | None:
        """A tilt with which it fits from there."""
        height, aside = distance_mm * np.sin(angle), distance_mm * np.cos(angle)
        for aim_mm in np.arange(-150.0, 151.0, 10.0):
            if is_seen(camera_at(height, aside, aim_mm, size_px), ring_mm):
                return float(aim_mm)
        return None

    near, far = 200.0, 4000.0
    while far - near > 2:
        middle = (near + far) / 2
        near, far = (near, middle) if fits(middle) is not None else (middle, far)
    aim = fits(far)
    assert aim is not None
    height, aside = far * np.sin(angle), far * np.cos(angle)
    return Stand(
        ring_mm,
        elevation_deg,
        height,
        aside,
        {name: fineness_mm(camera_at(height, aside, aim, size), ring_mm) for name, size in PICTURES.items()},
    )


def fineness_mm(camera: Camera, ring_mm: float) -> tuple[float, float]:
    """Millimetres a pixel's step makes on the mat: median and largest over the mat."""
    line = np.linspace(-0.49, 0.49, 9) * ring_mm
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    steps = camera.mm_per_px(camera.project(np.column_stack((grid, np.zeros(len(grid))))))
    return float(np.nanmedian(steps)), float(np.nanmax(steps))


def cm(length_mm: float) -> int:
    """Whole centimetres, up to the next five: nobody measures a stand to the millimetre, and more is safe."""
    return int(np.ceil(length_mm / 50)) * 5


def rows() -> list[str]:
    """The table of the page: ring, angle, height, aside, typical and coarsest mm per pixel."""
    lines = []
    for ring_mm in RINGS_MM:
        for degrees in ELEVATIONS_DEG:
            stand = stand_for(ring_mm, degrees)
            (mid, worst), (fine, _) = (stand.mm_per_px[name] for name in PICTURES)
            aside = "0" if degrees == 90 else f"{cm(stand.aside_mm)}"
            lines.append(
                f"| {ring_mm // 10} cm | {degrees}° | {cm(stand.height_mm)} cm | {aside} cm | "
                f"{mid:.1f} ({worst:.1f}) | {fine:.1f} |"
            )
    return lines


def main() -> None:
    for line in rows():
        print(line)  # noqa: T201  a script


if __name__ == "__main__":
    main()
