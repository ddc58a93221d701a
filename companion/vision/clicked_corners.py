"""The camera's place from four clicked mat corners, and which of them was clicked wrongly.

Four clicks that one camera explains, with the mat's sides where they say, are believed. Else each click in turn is left
out: the three others and the mat's sides tell where its corner is. What stays open makes the answer less sure, or is
refused with the corner's name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.vision.edge_fit import EdgePoints
from companion.vision.first_pose import (
    CLICK_SD_PX,
    check_lens_size,
    first_pose,
    first_pose_any_lens,
    plain_lens,
    poses_of_three,
)
from companion.vision.geometry import Camera, FloatArray, Lens
from companion.vision.lens import CalibrationError
from companion.vision.marker_layout import MIRRORED
from companion.vision.mat_sides import clearness, sides_in, with_sides
from companion.vision.pose_fit import Fit, SeenPoints, fit_camera, unfitted
from companion.vision.ring_sure import SIDES_THAT_CONFIRM, RingPose, apart_mm, judged, lens_weighed, less_sure
from companion.vision.shots import Shot, shots_of
from companion.vision.sources import Frame
from companion.vision.table_file import CORNER_NAMES, SIDE_NAMES, Ring

# the mat's sides are looked for this far from where clicks put them (at 1280 wide)
BORDER_REACH_PX = 4.0
# clicks are good to so many standard deviations; one that is farther off is told
GOOD_SDS, TOLD_SDS = 2.0, 4.0
# three clicks tell the fourth corner less well: the sides are then looked for so much farther off, at first
WITHOUT_ONE_REACH = 2.5
# focal lengths by picture width that are tried with three clicks and no lens
TRIED_FOCALS = (0.5, 0.58, 0.67, 0.78, 0.92, 1.1, 1.35)
# a click this far from its corner, as a part of the picture's width, has the wrong name, and one click is not at fault
FARTHEST_SHARE = 0.15
# three clicks and no lens: so much of the mat's four sides must be seen where they put them
LEAST_CLEAR = 1.0
# poses from three clicks that are measured, of those that see the mat's sides best
MOST_MEASURED = 2
# three clicks may agree with another line beside a side, such as a hem or a platform's rim, and a lens that nobody
# measured bends to it: so much less sure are they
LEFT_OUT, LEFT_OUT_ANY_LENS = 1.5, 2.0
# sides that must bear out what the clicks say, or that one of them is wrong
SIDES_THAT_DECIDE = 3
# nobody can play on a mat that is known no better than this
MOST_DOUBT_MM = 40.0


@dataclass(frozen=True, eq=False)
class _Tried:
    """A fit to all clicks, or to all but one.

    Attributes:
        points: the clicks that it rests on.
        wrong: index of the click that was left out.
        off_px: shape (4,), how far each click lies from its corner.
    """

    fit: Fit
    edges: list[EdgePoints]
    unused: dict[str, str]
    points: list[SeenPoints]
    wrong: int | None
    off_px: FloatArray

    def is_clear(self, sd_px: float) -> bool:
        """Whether the clicks that count and the mat's sides agree."""
        counted = self.off_px if self.wrong is None else np.delete(self.off_px, self.wrong)
        return bool(counted.max() <= GOOD_SDS * sd_px) and self.sides >= SIDES_THAT_DECIDE

    @property
    def sides(self) -> int:
        """How many sides of the mat carry it."""
        return sides_in(self.fit)


def ring_from_corners(
    frames: Sequence[Frame],
    ring: Ring,
    corners_px: Mapping[str, tuple[float, float]],
    lens: Lens | None,
    sd_px: float = CLICK_SD_PX,
) -> RingPose:
    """The camera's place from four clicked mat corners, refined by the mat's sides.

    Args:
        frames: one or more pictures of the same set-up from the same place.
        corners_px: sw, se, ne, nw in the picture as it is, distortion included; they may lie outside it.
        lens: None (or a guessed one) lets the fit find focal length, centre and k1 as well.
        sd_px: how well the corners are known, at 1280 wide; the sides are looked for the farther off.

    Raises:
        CalibrationError: the clicks are no view of such a ring; says which way, or names the click that is wrong.
    """
    pose = _from_corners(frames, ring, corners_px, lens, sd_px)
    return lens_weighed(pose, lambda: _from_corners(frames, ring, corners_px, None, sd_px), ring)


def _from_corners(
    frames: Sequence[Frame],
    ring: Ring,
    corners_px: Mapping[str, tuple[float, float]],
    lens: Lens | None,
    sd_px: float,
) -> RingPose:
    shots = shots_of(frames)
    clicked = np.array([corners_px[name] for name in CORNER_NAMES], dtype=float)
    _check_clicks(clicked, frames[0].size)
    known = None if lens is None or lens.guessed else check_lens_size(lens, frames[0])
    search = _Search(shots, ring, clicked, known, frames[0].size, sd_px)
    whole = search.with_all()
    if whole is not None and whole.is_clear(search.sd_px) and whole.sides == len(SIDE_NAMES):
        return search.told(whole)
    found = [tried for index in range(4) if (tried := search.without(index)) is not None]
    clear = [tried for tried in [whole, *found] if tried is not None and tried.is_clear(search.sd_px)]
    if clear:
        # of equals the one that explains all clicks
        best = max(clear, key=lambda tried: (tried.sides, tried.wrong is None, -tried.fit.error_px))
        return search.doubted(best, [tried for tried in clear if tried.sides == best.sides])
    if whole is None:
        raise _no_such_ring(ring, search.miss_px)
    if search.lens is None and whole.sides < SIDES_THAT_CONFIRM:
        raise _nothing_confirms()
    return search.doubted(whole, found)


@dataclass(eq=False)
class _Search:
    """Four clicks in some pictures; `sd_px` is at 1280 wide when given, in the picture's own pixels afterwards."""

    shots: Sequence[Shot]
    ring: Ring
    clicked: FloatArray
    lens: Lens | None
    size: tuple[int, int]
    sd_px: float
    miss_px: float | None = None

    def __post_init__(self) -> None:
        scale = max(1.0, max(self.size) / 1280)
        self.group = "clicks" if self.sd_px == CLICK_SD_PX else "corners"
        self.reach_px = BORDER_REACH_PX * scale * self.sd_px / CLICK_SD_PX
        self.limit_px = max(4 * self.sd_px, 0.012 * max(self.size))
        self.sd_px *= scale

    def with_all(self) -> _Tried | None:
        """The fit to all four clicks; None where no camera sees such a ring so."""
        corners = self.ring.corners_mm
        if self.lens is None:
            start = first_pose_any_lens(self.size, corners, self.clicked)
        else:
            start = first_pose(self.lens, corners, self.clicked)
        self.miss_px = start[1] if start else None
        if start is None or start[1] > self.limit_px:
            return None
        points = self._points(range(4))
        fit = fit_camera(start[0], [], points, self.lens is None, free_bend=False)
        return self._measured(fit, points, None, self.reach_px)

    def without(self, wrong: int) -> _Tried | None:
        """The fit to three clicks and the mat's sides; None where no camera sees three corners and the fourth near."""
        kept = [index for index in range(4) if index != wrong]
        lenses = [self.lens] if self.lens else [plain_lens(self.size, r * max(self.size)) for r in TRIED_FOCALS]
        guesses: list[tuple[float, float, Camera]] = []
        reach_px = WITHOUT_ONE_REACH * self.reach_px
        for lens in lenses:
            for camera in poses_of_three(lens, self.ring.corners_mm[kept], self.clicked[kept]):
                away = camera.project(self.ring.corners_mm[wrong][None])[0] - self.clicked[wrong]
                off_px = float(np.linalg.norm(away))
                if off_px < FARTHEST_SHARE * max(self.size):
                    guesses.append((clearness(self.shots[0].colour, camera, self.ring, reach_px), -off_px, camera))
        if self.lens is None:
            # with neither a lens nor sides three clicks tell nothing
            guesses = [guess for guess in guesses if guess[0] > LEAST_CLEAR]
        points = self._points(kept)
        tried = [
            self._measured(unfitted(camera), points, wrong, reach_px)
            for _, _, camera in sorted(guesses, key=lambda guess: guess[:2], reverse=True)[:MOST_MEASURED]
        ]
        return max(tried, key=lambda one: (one.sides, -one.fit.error_px), default=None)

    def _points(self, kept: Sequence[int]) -> list[SeenPoints]:
        return [
            SeenPoints(self.ring.corners_mm[[index]], self.clicked[[index]], self.group, self.sd_px) for index in kept
        ]

    def _measured(self, fit: Fit, points: list[SeenPoints], wrong: int | None, reach_px: float) -> _Tried:
        fit, edges, unused = with_sides(self.shots, self.ring, fit, [], points, self.lens is None, reach_px)
        off_px = np.linalg.norm(self.clicked - fit.camera.project(self.ring.corners_mm), axis=1)
        return _Tried(fit, edges, unused, points, wrong, np.nan_to_num(off_px, nan=1e6))

    def told(self, tried: _Tried) -> RingPose:
        """How sure a fit is that clicks and sides bear out; a click far from its corner is named."""
        unused = {
            f"{CORNER_NAMES[index]} corner": f"clicked {off_px:.0f} px beside it"
            for index, off_px in enumerate(tried.off_px)
            if off_px > TOLD_SDS * self.sd_px
        }
        pose = judged(tried.fit, tried.edges, tried.points, self.ring, self.lens is None, unused | tried.unused)
        if tried.wrong is None:
            return pose
        factor = LEFT_OUT_ANY_LENS if self.lens is None else LEFT_OUT
        return less_sure(pose, factor * pose.sure_mm, factor * pose.worst_mm)

    def doubted(self, best: _Tried, others: Sequence[_Tried]) -> RingPose:
        """No surer than the answers that other clicks give are apart.

        Raises:
            CalibrationError: they are too far apart.
        """
        apart = [apart_mm(best.fit.camera, tried.fit.camera, self.ring) for tried in others]
        sure_mm, worst_mm = (max((one[k] for one in apart), default=0.0) for k in (0, 1))
        if sure_mm > MOST_DOUBT_MM:
            left_out = [tried.wrong for tried in others if tried.wrong is not None]
            raise _do_not_agree(self.ring, [CORNER_NAMES[index] for index in left_out])
        return less_sure(self.told(best), sure_mm, worst_mm)


def _no_such_ring(ring: Ring, off_px: float | None) -> CalibrationError:
    size = f"{ring.size_mm[0]:g} x {ring.size_mm[1]:g} mm"
    off, por = ("", "") if off_px is None else (f" by {off_px:.0f} px", f" por {off_px:.0f} px")
    return CalibrationError(
        f"the clicks miss a ring of {size}{off}: check the size, the corners' names and the lens",
        f"los clics no encajan con un ring de {size}{por}: revisa el tamaño, los nombres y la lente",
    )


def _do_not_agree(ring: Ring, suspects: Sequence[str]) -> CalibrationError:
    size = f"{ring.size_mm[0]:g} x {ring.size_mm[1]:g} mm"
    first, primero = ("the corners", "en las esquinas")
    if 0 < len(suspects) < len(CORNER_NAMES):
        first, primero = f"corner {' or '.join(suspects)} first", f"primero en la esquina {' o '.join(suspects)}"
    return CalibrationError(
        f"the clicks, the mat's sides and a ring of {size} do not agree: click {first} again, check the size",
        f"los clics, los lados de la lona y un ring de {size} no concuerdan: haz clic otra vez {primero}, revisa "
        "el tamaño",
    )


def _nothing_confirms() -> CalibrationError:
    return CalibrationError(
        "nothing but the clicks tells where the ring is, and the lens is not known: clear and light the mat's sides, "
        "or run `companion calibrate camera` first",
        "solo los clics dicen dónde está el ring, y la lente no se conoce: despeja e ilumina los lados de la lona, "
        "o usa antes `companion calibrate camera`",
    )


def _check_clicks(clicked: FloatArray, size: tuple[int, int]) -> None:
    """Refuse clicks that are no quadrilateral seen from above.

    Raises:
        CalibrationError: crossed, mirrored or too small.
    """
    edges = np.roll(clicked, -1, axis=0) - clicked
    following = np.roll(edges, -1, axis=0)
    # y points down in the picture: sw, se, ne, nw run against the clock when seen from above
    turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
    if (turns > 0).all():
        raise CalibrationError(
            f"the corners run the wrong way round: either two names are exchanged, or {MIRRORED.en}",
            f"las esquinas giran al revés: o hay dos nombres cambiados, o {MIRRORED.es}",
        )
    if not (turns < 0).all():
        raise CalibrationError(
            "the four corners cross or bend inwards: name them sw, se, ne, nw in this order around",
            "las cuatro esquinas se cruzan: nómbralas sw, se, ne, nw en este orden alrededor",
        )
    if np.linalg.norm(edges, axis=1).min() < 0.04 * max(size):
        raise CalibrationError(
            "two corners are almost the same place: bring the ring closer or click again",
            "dos esquinas están casi en el mismo sitio: acerca el ring o haz clic otra vez",
        )
