"""A first, rough place of the camera from a handful of points; `pose_fit` sharpens it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import cv2
import numpy as np

from companion.vision.geometry import NO_DISTORTION, Camera, FloatArray, Lens
from companion.vision.lens import CalibrationError
from companion.vision.pose_fit import USUAL_FOCAL_BY_WIDTH, USUAL_FOCAL_LOG_SD, USUAL_K1_SD
from companion.vision.sources import Frame
from companion.vision.waited_for import still_wanted

# a click hits the corner to about this
CLICK_SD_PX = 1.5
# lenses that are looked at closely, of those that explain the points best at first sight
MOST_PROMISING = 4
# points that differ less in height lie in one plane
FLAT_MM = 0.01


def check_lens_size(lens: Lens, frame: Frame) -> Lens:
    """The lens for this picture's size: as calibrated, or for the same shape in another size.

    Raises:
        CalibrationError: the pictures have another shape than the lens was calibrated for.
    """
    width, height = frame.size
    if (width, height) == (lens.width, lens.height):
        return lens
    if abs(width * lens.height - height * lens.width) > max(width, height):
        raise CalibrationError(
            f"the lens was calibrated at {lens.width}x{lens.height}, the picture is {width}x{height}: "
            "set the camera back or run `companion calibrate camera` again",
            f"la lente se calibró a {lens.width}x{lens.height}, la imagen es de {width}x{height}: "
            "vuelve a poner la cámara así o repite `companion calibrate camera`",
        )
    scaled = _camera(lens, np.zeros(3), np.zeros(3)).scaled(width / lens.width)
    return replace(scaled.lens, width=width, height=height)


def _camera(lens: Lens, rvec: FloatArray, tvec_mm: FloatArray) -> Camera:
    return Camera(
        lens.width, lens.height, lens.K, lens.dist, rvec, tvec_mm, error_px=lens.error_px, lens_guessed=lens.guessed
    )


def plain_lens(size: tuple[int, int], focal_px: float, bend: float = 0.0) -> Lens:
    """A lens nobody measured: square pixels, centred, k1 as given and nothing else."""
    width, height = size
    matrix = np.array([[focal_px, 0, (width - 1) / 2], [0, focal_px, (height - 1) / 2], [0, 0, 1]])
    return Lens(width, height, matrix, np.array([bend, 0, 0, 0, 0]), guessed=True)


def poses(lens: Lens, world_mm: FloatArray, seen_px: FloatArray, quick: bool = False) -> list[tuple[Camera, float]]:
    """Poses over the mat that four or more points allow, with their rms in px; a lone small marker allows several.

    `quick` does without the method that takes four fifths of the time; the poses are then a little less good.
    """
    still_wanted()
    ideal = lens.undistort(seen_px)
    known = np.isfinite(ideal).all(axis=1)
    if known.sum() < 4:
        return []
    flags = [cv2.SOLVEPNP_SQPNP] if quick else [cv2.SOLVEPNP_SQPNP, cv2.SOLVEPNP_ITERATIVE]
    if np.ptp(world_mm[known, 2]) < FLAT_MM:
        flags.append(cv2.SOLVEPNP_IPPE)
    found: list[tuple[Camera, float]] = []
    for flag in flags:
        try:
            is_solved, rvecs, tvecs, _ = cv2.solvePnPGeneric(
                world_mm[known].reshape(-1, 1, 3), ideal[known].reshape(-1, 1, 2), np.eye(3), NO_DISTORTION, flags=flag
            )
        except cv2.error:  # fewer points than the method takes, or all on one line
            continue
        for rvec, tvec in zip(rvecs, tvecs, strict=True) if is_solved else ():
            camera = _camera(lens, np.asarray(rvec, dtype=float).ravel(), np.asarray(tvec, dtype=float).ravel())
            away = camera.project(world_mm) - seen_px
            if camera.position_mm[2] > world_mm[:, 2].max() and np.isfinite(away).all():
                found.append((camera, float(np.sqrt((away**2).sum(axis=1).mean()))))
    return found


def first_pose(
    lens: Lens, world_mm: FloatArray, seen_px: FloatArray, quick: bool = False
) -> tuple[Camera, float] | None:
    """The pose over the mat that fits four or more points best, and its rms in px; None where there is none."""
    return min(poses(lens, world_mm, seen_px, quick), key=lambda found: found[1], default=None)


def first_pose_any_lens(
    size: tuple[int, int],
    world_mm: FloatArray,
    seen_px: FloatArray,
    sd_px: float = CLICK_SD_PX,
    bends: Sequence[float] = (0.0,),
    focals: int = 28,
) -> tuple[Camera, float] | None:
    """The same without a lens: the focal length that makes the points fit best (a square seen at an angle tells it).

    Args:
        size: of the picture, pixels.
        world_mm: shape (n, 3).
        seen_px: shape (n, 2).
        sd_px: how well the points are known.
        bends: values of k1 to try; four points alone cannot tell it.
        focals: how many focal lengths to try.
    """

    def tried(ratio: float, bend: float, quick: bool) -> tuple[float, Camera, float] | None:
        found = first_pose(plain_lens(size, ratio * max(size), bend), world_mm, seen_px, quick)
        if found is None:
            return None
        camera, error = found
        # from straight above any focal length fits: then the usual one is taken
        unusual = np.log(ratio / USUAL_FOCAL_BY_WIDTH) / USUAL_FOCAL_LOG_SD
        score = (error / sd_px) ** 2 * len(world_mm) + unusual**2 + (bend / USUAL_K1_SD) ** 2
        return score, camera, error

    lenses = list(product(np.geomspace(0.45, 2.2, focals), bends))
    rough = [(found[0], lens) for lens in lenses if (found := tried(*lens, quick=True))]
    promising = [lens for _, lens in sorted(rough)[:MOST_PROMISING]]
    best = min(
        (found for lens in promising if (found := tried(*lens, quick=False))), key=lambda found: found[0], default=None
    )
    return (best[1], best[2]) if best else None


def poses_of_three(lens: Lens, world_mm: FloatArray, seen_px: FloatArray) -> list[Camera]:
    """Poses over the mat that see three points exactly where they were seen; up to four, mostly one or two."""
    ideal = lens.undistort(seen_px)
    if not np.isfinite(ideal).all():
        return []
    _, rvecs, tvecs = cv2.solveP3P(
        world_mm.reshape(-1, 1, 3), ideal.reshape(-1, 1, 2), np.eye(3), NO_DISTORTION, flags=cv2.SOLVEPNP_AP3P
    )
    found = [
        _camera(lens, np.asarray(rvec, dtype=float).ravel(), np.asarray(tvec, dtype=float).ravel())
        for rvec, tvec in zip(rvecs, tvecs, strict=True)
    ]
    return [
        camera
        for camera in found
        if np.isfinite([*camera.rvec, *camera.tvec_mm]).all() and camera.position_mm[2] > world_mm[:, 2].max()
    ]
