"""The camera's place from printed markers, read whole, hidden behind ropes or cut by the picture's edge.

Every guess of the pose that the read markers allow is tried on the hidden ones; where most of them are found, there the
camera stands. Then all black-white edges of the prints are measured.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from companion.vision.edge_fit import EdgePoints, find_steps
from companion.vision.first_pose import plain_lens, poses
from companion.vision.geometry import Camera, FloatArray, Lens
from companion.vision.marker_layout import (
    ELSEWHERE,
    TRIED_BENDS,
    agreeing_markers,
    marker_name,
    seen_twice,
    uneaten,
    whole_markers,
)
from companion.vision.marker_search import (
    SMALLEST_MODULE_PX,
    WholeMarker,
    edge_pieces,
    find_hidden,
    module_px,
)
from companion.vision.pose_fit import USUAL_FOCAL_BY_WIDTH, Fit, SeenPoints, fit_camera, unfitted, without_strays
from companion.vision.shots import Shot
from companion.vision.table_file import MarkerPlace

# corners that OpenCV found, before their edges are measured
WHOLE_MARKER_SD_PX = 1.0
HIDDEN_MARKER_SD_PX = 2.0
# a hidden marker is looked for this far from where it should be, as a share of the distance to the nearest known one
HIDDEN_REACH_SHARE = 0.12
# and is another thing, or lies elsewhere, when the fit with it leaves it this far off, by the picture's longer side
MISFIT_SHARE, MISFIT_SHARE_ANY_LENS = 0.004, 0.012
# a print's edges are looked for this far off, in modules, round by round: farther out a rope's own edge takes over
EDGE_REACH_MODULES = (0.55, 0.45, 0.4)
LEAST_REACH_PX = 1.5
# what an unknown lens may be like while hidden markers are looked for: focal length by picture width
TRIED_FOCALS = (0.55, 0.65, 0.75, 0.9, 1.1)
# a pose is worth trying while it fits the read markers about as well as the best one
AS_GOOD_PX = 1.5
SAME_PLACE_MM = 5.0
# what a pixel of misfit is worth against likeness (0..1 a marker); the misfit, by picture width, that needs no doubt
QUALITY_BY_PX, CLEAR_SHARE = 0.1, 0.0012
# a lone marker's corners may be off by this; so many poses are tried then
TILTED_SD_PX, TILTED_POSES = 0.5, 30


@dataclass(frozen=True, eq=False)
class MarkerPose:
    """A fit to markers, the edges that carry it, and the markers that do not and why."""

    fit: Fit
    edges: list[EdgePoints]
    unused: dict[str, str]


def fit_markers(
    shots: Sequence[Shot], places: Sequence[MarkerPlace], lens: Lens | None, size: tuple[int, int]
) -> MarkerPose | None:
    """The camera's place from the markers of a layout; None where none can be read.

    Args:
        shots: pictures of the same set-up from the same place.
        places: the layout; not all need be seen.
        lens: None lets the fit find it.
        size: of the pictures, pixels.

    Raises:
        CalibrationError: the markers contradict the layout.
    """
    whole = whole_markers(shots, places)
    if not whole:
        return None
    camera, whole, unused = agreeing_markers(whole, lens, size)
    seen = [
        SeenPoints(marker.place.corners_mm, uneaten(marker.corners_px), marker_name(marker.place), WHOLE_MARKER_SD_PX)
        for marker in whole
    ]
    # what was read in the wrong place may have been something else: it is looked for in the right one too
    turned = {name for name, why in unused.items() if why != ELSEWHERE}
    waiting = [place for place in places if marker_name(place) not in {*turned, *(points.group for points in seen)}]
    search = _Search(shots, places, lens is None)
    found = search.fitted(fit_camera(camera, [], seen, lens is None, free_bend=False), seen, waiting)
    if not found.is_clear(size):
        guesses = _guesses(whole, lens, size)
        tries: Iterator[_Found] = (search.from_guess(guess, seen, waiting) for guess in guesses)
        if len(whole) == 1:
            tilted = _tilted(whole[0], lens, size)
            tries = chain(tries, (search.fitted(unfitted(guess), seen, waiting, False) for guess in tilted))
        for tried in tries:
            found = max(found, tried, key=lambda one: one.quality)
            if found.is_clear(size):
                break
        found = search.fitted(found.fit, found.seen, found.waiting)
    fit, edges = search.with_edges(found.fit, found.seen)
    if found.waiting:
        # the edges have sharpened the pose: what was too far off to be found may be near enough now
        found = search.fitted(fit, found.seen, found.waiting)
        fit, edges = search.with_edges(found.fit, found.seen)
    twice = seen_twice([shot.grey for shot in shots], found.waiting)
    missed = {
        marker_name(place): unused.get(marker_name(place), "seen twice" if place.id in twice else "not seen")
        for place in found.waiting
    }
    return MarkerPose(fit, edges, missed | {name: unused[name] for name in turned})


def _guesses(whole: Sequence[WholeMarker], lens: Lens | None, size: tuple[int, int]) -> list[Camera]:
    """Poses, and lenses where none is known, that fit the read markers about as well as the best."""
    world_mm = np.concatenate([marker.place.corners_mm for marker in whole])
    seen_px = np.concatenate([uneaten(marker.corners_px) for marker in whole])
    lenses = [lens] if lens else list(_lenses(size))
    tried = [found for one in lenses for found in poses(one, world_mm, seen_px)]
    best_px = min((error_px for _, error_px in tried), default=0.0)
    guesses: list[Camera] = []
    for camera, error_px in tried:
        # the methods mostly agree: each answer once
        is_new = all(np.linalg.norm(camera.position_mm - other.position_mm) > SAME_PLACE_MM for other in guesses)
        if error_px < best_px + AS_GOOD_PX and is_new:
            guesses.append(camera)
    return guesses


def _tilted(marker: WholeMarker, lens: Lens | None, size: tuple[int, int]) -> list[Camera]:
    """Poses that a lone marker allows within the error of its corners: their tilts differ by many degrees."""
    one = lens or plain_lens(size, USUAL_FOCAL_BY_WIDTH * max(size))
    corners = uneaten(marker.corners_px)
    shaken = np.random.default_rng(0).normal(0, TILTED_SD_PX, (TILTED_POSES, 4, 2))
    guesses = [found for shift in shaken for found in poses(one, marker.place.corners_mm, corners + shift)]
    return [camera for camera, error_px in guesses if error_px < AS_GOOD_PX]


def _lenses(size: tuple[int, int]) -> Iterator[Lens]:
    for ratio in TRIED_FOCALS:
        for bend in TRIED_BENDS:
            yield plain_lens(size, ratio * max(size), bend)


@dataclass(frozen=True, eq=False)
class _Found:
    """What a search has come to: `alike` sums up how well the hidden markers match."""

    fit: Fit
    seen: list[SeenPoints]
    waiting: list[MarkerPlace]
    alike: float = 0.0

    @property
    def quality(self) -> float:
        """More markers found, more alike, nearer to where they were expected."""
        return self.alike - QUALITY_BY_PX * self.fit.error_px

    def is_clear(self, size: tuple[int, int]) -> bool:
        """All markers are found where one pose and lens put them: no other guess can do better."""
        return not self.waiting and self.fit.error_px < CLEAR_SHARE * max(size)


@dataclass(frozen=True, eq=False)
class _Search:
    """Hidden markers and edges of a layout in some pictures."""

    shots: Sequence[Shot]
    places: Sequence[MarkerPlace]
    free_lens: bool

    def from_guess(self, guess: Camera, seen: Sequence[SeenPoints], waiting: Sequence[MarkerPlace]) -> _Found:
        """Hidden markers from a guessed pose, its lens held still until they are found."""
        fit = fit_camera(guess, [], seen, free_lens=False)
        fit, _ = self.with_edges(fit, seen, EDGE_REACH_MODULES[:1], free_lens=False)
        return self.fitted(fit, seen, waiting, free_lens=False)

    def fitted(
        self, fit: Fit, seen: Sequence[SeenPoints], waiting: Sequence[MarkerPlace], free_lens: bool | None = None
    ) -> _Found:
        """Look for the markers that could not be read, nearest to known ones first, each making the next one easier."""
        free_lens = self.free_lens if free_lens is None else free_lens
        known, open_places, missed, sum_alike = list(seen), list(waiting), [], 0.0
        long_side = max(fit.camera.width, fit.camera.height)
        while open_places:
            centres = np.concatenate([points.seen_px for points in known])
            away = [_distance_px(fit.camera, place, centres) for place in open_places]
            place = open_places.pop(int(np.argmin(away)))
            reach_px = float(np.clip(HIDDEN_REACH_SHARE * min(away), 6.0, 0.06 * long_side))
            hits = [find_hidden(shot.grey, fit.camera, place, reach_px) for shot in self.shots]
            best = max((hit for hit in hits if hit), key=lambda hit: hit[1], default=None)
            if best is None:
                missed.append(place)
                continue
            hidden = SeenPoints(place.corners_mm, best[0], marker_name(place), HIDDEN_MARKER_SD_PX)
            with_it = fit_camera(fit.camera, [], [*known, hidden], free_lens, free_bend=False)
            limit = MISFIT_SHARE_ANY_LENS if self.free_lens else MISFIT_SHARE
            if np.linalg.norm(_shift_px(with_it.camera, hidden)) > limit * long_side:
                missed.append(place)
                continue
            sum_alike += best[1]
            known.append(hidden)
            fit = with_it
        return _Found(fit, known, missed, sum_alike)

    def with_edges(
        self,
        fit: Fit,
        seen: Sequence[SeenPoints],
        rounds: Sequence[float] = EDGE_REACH_MODULES,
        free_lens: bool | None = None,
    ) -> tuple[Fit, list[EdgePoints]]:
        """Measure the prints' black-white edges around where the fit expects them, fit, and again."""
        free_lens = self.free_lens if free_lens is None else free_lens
        # a bent lens, not yet fitted, puts the markers pixels beside where they were seen
        shifts = {points.group: _shift_px(fit.camera, points) for points in seen}
        edges: list[EdgePoints] = []
        for reach_modules in rounds:
            edges = [
                found
                for shot in self.shots
                for place in self.places
                if (shift := shifts.get(marker_name(place))) is not None
                if (found := _marker_edges(shot, fit.camera, place, reach_modules, shift)) is not None
            ]
            anchors = [] if len({part.group for part in edges}) > 1 else list(seen)
            fit = fit_camera(fit.camera, edges, anchors, free_lens, free_bend=len(edges) > 2)
            edges = without_strays(fit, edges)
            # markers that contradict each other may leave no edge at all: then what was read has to do
            fit = fit_camera(fit.camera, edges, anchors if edges else list(seen), free_lens, free_bend=len(edges) > 2)
            shifts = dict.fromkeys(shifts, np.zeros(2))
        return fit, edges


def _distance_px(camera: Camera, place: MarkerPlace, known_px: FloatArray) -> float:
    centre = camera.project(place.corners_mm).mean(axis=0)
    distances = np.linalg.norm(known_px - centre, axis=1)
    return float(np.nan_to_num(distances.min(), nan=1e9))


def _shift_px(camera: Camera, points: SeenPoints) -> FloatArray:
    return np.asarray((points.seen_px - camera.project(points.world_mm)).mean(axis=0), dtype=float)


def _marker_edges(
    shot: Shot, camera: Camera, place: MarkerPlace, reach_modules: float, shift_px: FloatArray
) -> EdgePoints | None:
    size_px = module_px(camera, place)
    pieces = edge_pieces(place, inner=size_px > SMALLEST_MODULE_PX)
    reach_px = max(LEAST_REACH_PX, reach_modules * size_px)
    return find_steps(shot.colour, camera, pieces, reach_px, marker_name(place), shift_px)
