"""Where the camera stands: from markers, whole or partly hidden, from the mat's sides, or from four clicked corners.

Several pictures of one set-up are one measurement. How sure the result is, in millimetres on the mat, comes with it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from companion.kernel.text import Text
from companion.vision.clicked_corners import ring_from_corners
from companion.vision.edge_fit import EdgePoints
from companion.vision.first_pose import check_lens_size
from companion.vision.geometry import Lens
from companion.vision.lens import CalibrationError
from companion.vision.marker_layout import (
    ELSEWHERE,
    MIRRORED,
    ExchangedError,
    exchanged,
    fits_exchanged,
    in_place_of,
    marker_name,
    no_marker_advice,
    whole_markers,
)
from companion.vision.marker_pose import MarkerPose, fit_markers
from companion.vision.mat_sides import sides_in, with_sides
from companion.vision.mat_size import larger_square, seen_size, sides_in_place, size_apart_mm, sizes_nearby
from companion.vision.picture_quality import dark_too
from companion.vision.pose_fit import Fit, fit_camera
from companion.vision.ring_finder import FoundRing, find_ring
from companion.vision.ring_sure import (
    SIDES_THAT_CONFIRM,
    RingPose,
    apart_mm,
    judged,
    lens_contradicted,
    lens_weighed,
    less_sure,
)
from companion.vision.shots import Shot, px_scale, shots_of
from companion.vision.sources import Frame
from companion.vision.table_file import SIDE_NAMES, MarkerPlace, Ring

__all__ = ["NoMarkerError", "RingPose", "ring_by_itself", "ring_from_corners", "ring_from_markers"]

# the mat's sides are looked for this far from where markers, with and without a lens, put them (at 1280 wide)
CLOSE_REACH_PX, LOOSE_REACH_PX = 3.0, 8.0
# markers and sides together that a pose from markers needs
ENOUGH_GROUPS = 3
# sides that lie farther beside their places, all four together, may be those of another size, where with that one they
# lie so much nearer
WIDE_HEM_PX, HEM_SHARE = 3.0, 0.6
# a square size is doubted where its sides lie so far beside their places, all four together (at 1280 wide); without a
# lens, which bends to a wrong size, where markers alone put the mat so far elsewhere: another is told that halves this
SIZE_DOUBT_PX, SIZE_DOUBT_MM, SIZE_DOUBT_SHARE = 2.0, 3.0, 0.5
# a size so many millimetres farther off, both lengths together, must fit better by one pixel, or millimetre
FAR_SIZE_MM = 50.0
# markers that scatter no more than this (at 1280 wide) need no second look
CLEAR_PX = 0.4
# and carry the fit evenly: without any one of them the mat stays where it is, to this
STEADY_MM = 1.0
# without one marker the others fit so much better: that one is wrong; sides that must bear it out
CLEARLY_BETTER, SIDES_THAT_DECIDE = 0.75, 3
# what is asked of a marker that carries nothing: whether its print lies elsewhere
ASKED_WHERE = (ELSEWHERE, "not seen")
# fewer markers than this, and no lens, may agree on what is wrong: what is apart counts so much
ENOUGH_MARKERS, FEW_MARKERS_FACTOR = 3, 2.0
# nobody can play on a mat that is known no better than this
MOST_DOUBT_MM = 40.0
# corners that the program found by itself, before the mat's sides are measured (at 1280 wide); sides it then needs
FOUND_SD_PX, FOUND_SIDES = 4.0, 3


class NoMarkerError(CalibrationError):
    """None of the layout's markers can be read in the pictures.

    Attributes:
        is_mirrored: they can be read in a mirror.
    """

    def __init__(self, en: str, es: str) -> None:
        super().__init__(en, es)
        self.is_mirrored = en == MIRRORED.en


class TooLittleSeenError(CalibrationError):
    """Too few markers and sides of the mat for a place one could trust."""


def ring_from_markers(
    frames: Sequence[Frame], ring: Ring, places: Sequence[MarkerPlace], lens: Lens | None
) -> RingPose:
    """The camera's place from printed markers at known places, refined by the mat's sides.

    Args:
        frames: one or more pictures of the same set-up from the same place.
        places: the layout; not all need be seen.
        lens: None (or a guessed one) lets the fit find focal length, centre and k1 as well.

    Raises:
        NoMarkerError: no marker of the layout can be read; says what to do.
        CalibrationError: they contradict the layout, or are too few to tell.
    """
    pose = _from_markers(frames, ring, places, lens)
    return lens_weighed(pose, lambda: _from_markers(frames, ring, places, None), ring)


def _from_markers(frames: Sequence[Frame], ring: Ring, places: Sequence[MarkerPlace], lens: Lens | None) -> RingPose:
    known = None if lens is None or lens.guessed else check_lens_size(lens, frames[0])
    search = _Search(shots_of(frames), ring, places, known, frames[0].size)
    try:
        return _searched(search, frames[0])
    except (NoMarkerError, ExchangedError):
        raise
    except CalibrationError:
        search.refuse_exchanged(combinations(places, 2))
        raise


def _searched(search: "_Search", frame: Frame) -> RingPose:
    """The pose that a search comes to.

    Raises:
        NoMarkerError: no marker can be read.
        CalibrationError: they contradict the layout, or are too few to tell.
    """
    places = search.places
    full: _Measured | None = None
    try:
        full = search.measured(places)
    except TooLittleSeenError:
        search.refuse_other_size()
        raise
    except CalibrationError as contradiction:
        reason = contradiction
    else:
        if full is None:
            advice = no_marker_advice(frame, places)
            raise NoMarkerError(advice.en, advice.es)
        if full.sides >= SIDES_THAT_DECIDE and full.hem_px > WIDE_HEM_PX:
            search.refuse_other_size(HEM_SHARE * full.hem_px)
        if full.is_clear and search.is_steady(full):
            return search.told(full, [])
    if full is None or full.sides < SIDES_THAT_DECIDE or not (full.is_clear or search.is_square):
        # mats have lines along their sides: where most sides of a square are in place, an uneven one is no other size
        search.refuse_other_size()
    others = search.without_each(full)
    tried = [one for one in (full, *others) if one is not None]
    if not tried:
        raise reason
    best = tried[0]
    for other in others:
        if other.sides > best.sides or (other.sides == best.sides and other.error_px < CLEARLY_BETTER * best.error_px):
            best = other
    if full is None and best.sides < SIDES_THAT_DECIDE:
        raise reason
    return search.told(best, [one for one in tried if search.is_rival(one, best)])


@dataclass(frozen=True, eq=False)
class _Measured:
    """A fit to the markers of a layout, or to all but one, and to the mat's sides."""

    fit: Fit
    edges: list[EdgePoints]
    unused: dict[str, str]

    @property
    def sides(self) -> int:
        return sides_in(self.fit)

    @property
    def error_px(self) -> float:
        return self.fit.error_px

    @property
    def hem_px(self) -> float:
        """By how much the mat's sides lie beside where they should, all together (at 1280 wide)."""
        sides = [off for group, off in self.fit.bleed_px.items() if group.endswith("side")]
        return sum(map(abs, sides)) / px_scale(self.fit.camera)

    @property
    def is_clear(self) -> bool:
        """Whether the mat's four sides and all markers that can be seen bear one another out."""
        limit_px = CLEAR_PX * px_scale(self.fit.camera)
        even = all(px < limit_px for group, px in self.fit.group_error_px.items() if group.startswith("marker"))
        hidden = set(self.unused.values()) <= {"not seen"}
        return even and hidden and self.sides == len(SIDE_NAMES)


@dataclass(frozen=True, eq=False)
class _Search:
    """Markers of a layout and the mat's sides in some pictures."""

    shots: Sequence[Shot]
    ring: Ring
    places: Sequence[MarkerPlace]
    lens: Lens | None
    size: tuple[int, int]
    _by_markers: dict[tuple[MarkerPlace, ...], "MarkerPose | CalibrationError | None"] = field(default_factory=dict)

    @property
    def free_lens(self) -> bool:
        return self.lens is None

    @property
    def is_square(self) -> bool:
        return self.ring.size_mm[0] == self.ring.size_mm[1]

    def measured(self, places: Sequence[MarkerPlace]) -> _Measured | None:
        """The fit to some markers and the mat's sides; None where none of them can be read.

        Raises:
            CalibrationError: they contradict the layout, or are too few to tell.
        """
        found = self._fitted(places)
        if found is None:
            return None
        _refuse_too_little(found.fit, {name: why for name, why in found.unused.items() if name.startswith("marker")})
        return found

    def _fit(self, places: Sequence[MarkerPlace]) -> MarkerPose | None:
        """The markers alone, whose fit takes longest: once for the same ones, whatever size the mat may have.

        Raises:
            CalibrationError: they contradict the layout.
        """
        key = tuple(places)
        if key not in self._by_markers:
            try:
                self._by_markers[key] = fit_markers(self.shots, places, self.lens, self.size)
            except CalibrationError as error:
                self._by_markers[key] = error
        found = self._by_markers[key]
        if isinstance(found, CalibrationError):
            raise found
        return found

    def _fitted(self, places: Sequence[MarkerPlace]) -> _Measured | None:
        found = self._fit(places)
        if found is None:
            return None
        reach_px = px_scale(found.fit.camera) * (LOOSE_REACH_PX if self.free_lens else CLOSE_REACH_PX)
        fit, edges, unused = with_sides(self.shots, self.ring, found.fit, found.edges, [], self.free_lens, reach_px)
        return _Measured(fit, edges, found.unused | unused)

    def refuse_other_size(self, most_px: float = np.inf) -> None:
        """Hold the mat's sides against what the markers alone say of the camera.

        Args:
            most_px: the sides must lie this near to their places with the other size.

        Raises:
            CalibrationError: with another size, a few centimetres off, all markers and all four sides agree.
        """
        try:
            found = self._fit(self.places)
        except CalibrationError:
            return
        if found is None or (self.lens and lens_contradicted(found.fit, found.edges, [])):
            return
        in_place = sides_in_place(self.shots, found.fit.camera, self.ring) if self.is_square else 0
        if not np.isfinite(most_px) and in_place >= SIDES_THAT_DECIDE:
            return
        clear: list[tuple[bool, float, tuple[float, float]]] = []
        for size in sizes_nearby(self.shots, found.fit.camera, self.ring):
            try:
                other = replace(self, ring=replace(self.ring, size_mm=size)).measured(self.places)
            except CalibrationError:
                continue
            if other is not None and other.is_clear and other.hem_px < most_px:
                # mats are mostly square, and a stripe along a side may lie as well as the edge
                clear.append((size[0] != size[1], other.hem_px + self._far(size), size))
        if clear:
            raise _other_size(self.ring, min(clear)[2])

    def refuse_exchanged(self, pairs: Iterable[tuple[MarkerPlace, MarkerPlace]]) -> None:
        """Try the layout with two of the markers in each other's place.

        Raises:
            ExchangedError: everything fits then.
        """
        whole = whole_markers(self.shots, self.places)
        for one, other in pairs if len(whole) > 1 else ():
            if not fits_exchanged(whole, (one, other), self.lens, self.size):
                continue
            swapped = {id(one): other.corners_mm, id(other): one.corners_mm}
            places = [replace(place, corners_mm=swapped.get(id(place), place.corners_mm)) for place in self.places]
            try:
                tried = self._fitted(places)
            except CalibrationError:
                continue
            if tried is not None and tried.is_clear:
                raise exchanged(one, other)

    def is_rival(self, other: _Measured, best: _Measured) -> bool:
        """Whether another fit may be the right one: as many sides bear it out, or a lens that is free to bend does.

        Such a lens bends to a mislaid marker, finds four sides so, and fits hardly better than the right one.
        """
        is_as_even = other.sides >= SIDES_THAT_DECIDE and best.error_px > CLEARLY_BETTER * other.error_px
        return other.sides >= best.sides or (self.free_lens and is_as_even)

    def is_steady(self, full: _Measured) -> bool:
        """Whether the fit stays where it is when any one marker's edges are left out."""
        for name in [group for group in full.fit.group_error_px if group.startswith("marker")]:
            edges = [edge for edge in full.edges if edge.group != name]
            without = fit_camera(full.fit.camera, edges, [], self.free_lens, free_bend=True)
            if apart_mm(full.fit.camera, without.camera, self.ring)[0] > STEADY_MM:
                return False
        return True

    def without_each(self, full: _Measured | None) -> list[_Measured]:
        """The same without one marker each, of those that carry the full fit; what is too little is left out."""
        others: list[_Measured] = []
        for place in self.places:
            name = marker_name(place)
            if full is not None and name not in full.fit.group_error_px:
                continue
            try:
                other = self.measured([kept for kept in self.places if kept is not place])
            except CalibrationError:
                continue
            if other is not None:
                others.append(replace(other, unused={name: ELSEWHERE, **other.unused}))
        return others

    def told(self, best: _Measured, others: Sequence[_Measured]) -> RingPose:
        """How sure a fit is: no surer than what other markers say is apart from it.

        Raises:
            CalibrationError: they are too far apart, or the mat lies elsewhere than the markers say.
        """
        unused = self._where(best)
        pose = judged(best.fit, best.edges, [], self.ring, self.free_lens, unused)
        if self.free_lens:
            pose = less_sure(pose, *self._spread_mm(best))
        for other in others:
            if other is not best:
                pose = less_sure(pose, *apart_mm(best.fit.camera, other.fit.camera, self.ring))
        if best.sides < SIDES_THAT_CONFIRM:
            pose = self._witnessed(pose)
        is_lost = pose.sure_mm > MOST_DOUBT_MM or (self.free_lens and best.sides == 0)
        size = None
        if is_lost or best.sides < len(SIDE_NAMES) - 1:
            size = seen_size(self.shots, pose.camera, self.ring, list(pose.used))
        if is_lost or (size and best.sides >= SIDES_THAT_CONFIRM):
            raise _mat_elsewhere(self.ring, size)
        return replace(pose, other_size_mm=self._other_size(best))

    def _other_size(self, best: _Measured) -> tuple[float, float] | None:
        """A square size that a clear fit's sides bear out as well as one with two lengths; None where none does.

        A line beside a side, such as a platform's rim, may be taken for it where somebody mistyped a length.
        """
        least = SIZE_DOUBT_MM if self.free_lens else SIZE_DOUBT_PX
        if best.sides < SIDES_THAT_DECIDE:
            return None
        if self.is_square and self._size_doubt(best) < least:
            return self._larger(best)
        alone = self._fit(self.places)
        most = SIZE_DOUBT_SHARE * self._size_doubt(best) if self.is_square else np.inf
        found: list[tuple[float, tuple[float, float]]] = []
        for size in [] if alone is None else sizes_nearby(self.shots, alone.fit.camera, self.ring):
            if size[0] != size[1]:
                continue
            try:
                other = replace(self, ring=replace(self.ring, size_mm=size)).measured(self.places)
            except CalibrationError:
                continue
            if other is not None and other.is_clear and self._size_doubt(other) < most:
                found.append((self._size_doubt(other) + self._far(size), size))
        if found:
            return min(found)[1]
        return self._larger(best) if self.is_square else None

    def _larger(self, best: _Measured) -> tuple[float, float] | None:
        """A larger square around a border that was taken for the mat's edge."""
        # the border bends a known lens's pose; a free lens bends more without it
        alone = None if self.free_lens else self._fit(self.places)
        return larger_square(self.shots, (alone or best).fit.camera, self.ring)

    def _far(self, size: tuple[float, float]) -> float:
        """How unlikely another size is: people mistype or mismeasure by little, and hems are lines too."""
        return size_apart_mm(size, self.ring.size_mm) / FAR_SIZE_MM

    def _size_doubt(self, measured: _Measured) -> float:
        """How little markers and sides agree: px with a lens, mm on the mat without."""
        return self._sides_apart_mm(measured) if self.free_lens else measured.hem_px

    def _sides_apart_mm(self, best: _Measured) -> float:
        """How far the mat moves when all its sides are left out of a fit."""
        kept = [edge for edge in best.edges if not edge.group.endswith("side")]
        without = fit_camera(best.fit.camera, kept, [], self.free_lens, free_bend=True)
        return apart_mm(best.fit.camera, without.camera, self.ring)[0]

    def _spread_mm(self, best: _Measured) -> tuple[float, float]:
        """How far the mat moves, of 95 in 100 points and at worst, when any one marker or side is left out.

        A lens that is not known bends to what one wrong marker says, and the others seem to agree with it.
        """
        groups = dict.fromkeys(edge.group for edge in best.edges)
        apart = [(0.0, 0.0)]
        sides = frozenset(name for name in groups if name.endswith("side"))
        for lost in {*(frozenset({name}) for name in groups), sides}:
            kept = [edge for edge in best.edges if edge.group not in lost]
            if len({edge.group for edge in kept}) >= ENOUGH_GROUPS:
                without = fit_camera(best.fit.camera, kept, [], self.free_lens, free_bend=True)
                apart.append(apart_mm(best.fit.camera, without.camera, self.ring))
        few = sum(name.startswith("marker") for name in groups) < ENOUGH_MARKERS
        factor = FEW_MARKERS_FACTOR if few else 1.0
        return factor * max(one[0] for one in apart), factor * max(one[1] for one in apart)

    def _where(self, best: _Measured) -> dict[str, str]:
        """The markers and sides that carry nothing and why; a print that lies in another's place is told so.

        Raises:
            CalibrationError: two are exchanged.
        """
        unused = dict(best.unused)
        lost = {marker_name(place): place for place in self.places if unused.get(marker_name(place)) in ASKED_WHERE}
        others = {
            name: in_place_of(best.fit.camera, self.shots, place, self.places, list(lost.values()))
            for name, place in lost.items()
        }
        for name, other in others.items():
            if other is None:
                continue
            if others.get(marker_name(other)) is lost[name]:
                raise exchanged(lost[name], other)
            self.refuse_exchanged([(lost[name], other)])
            unused[name] = f"lies where {marker_name(other)} should, as if exchanged"
        return unused

    def _witnessed(self, pose: RingPose) -> RingPose:
        """A pose that the mat's sides do not confirm, held against the mat as it is found without any marker."""
        rings = (find_ring(shot.colour.astype(np.uint8), self.ring.size_mm) for shot in self.shots)
        found = next((ring for ring in rings if isinstance(ring, FoundRing)), None)
        if found is None:
            return pose
        corners = np.array(list(found.corners_px.values()))
        due = pose.camera.project(self.ring.corners_mm)
        away = [float(np.linalg.norm(np.roll(corners, turn, axis=0) - due, axis=1).max()) for turn in range(4)]
        seen = np.roll(corners, int(np.argmin(away)), axis=0)
        apart = np.linalg.norm(pose.camera.to_plane(seen, 0.0) - self.ring.corners_mm[:, :2], axis=1)
        return less_sure(pose, float(np.nan_to_num(apart, nan=1e6).max()))


class OtherSizeError(CalibrationError):
    """The markers say that the mat has another size than was given.

    Attributes:
        size_mm: that size.
    """

    size_mm: tuple[float, float] = (0.0, 0.0)


def _other_size(ring: Ring, seen_mm: tuple[float, float]) -> OtherSizeError:
    given, seen = (f"{width:g}x{depth:g}" for width, depth in (ring.size_mm, seen_mm))
    problem = OtherSizeError(
        f"the markers say that the mat measures {seen} mm, not {given}: measure it, and give --ring {seen} if that is "
        "so; else measure again where the markers lie",
        f"según las marcas la lona mide {seen} mm, no {given}: mídela, y pon --ring {seen} si es así; si no, mide otra "
        "vez dónde están las marcas",
    )
    problem.size_mm = seen_mm
    return problem


def _mat_elsewhere(ring: Ring, seen_mm: tuple[float, float] | None) -> CalibrationError:
    size = f"{ring.size_mm[0]:g} x {ring.size_mm[1]:g} mm"
    seems = parece = ""
    if seen_mm:
        about = f"{seen_mm[0]:g} x {seen_mm[1]:g} mm"
        seems, parece = f" (it looks like about {about})", f" (parece de unos {about})"
    return CalibrationError(
        f"the markers and the edge of a mat of {size} do not agree{seems}: check --ring, measure where the markers lie "
        "and how high, clear the mat's sides, or run `companion calibrate camera` first",
        f"las marcas y el borde de una lona de {size} no concuerdan{parece}: revisa --ring, mide dónde están las "
        "marcas y a qué altura, despeja los lados de la lona o usa antes `companion calibrate camera`",
    )


def _refuse_too_little(fit: Fit, unused: Mapping[str, str]) -> None:
    """One small marker fits many poses, some of them metres off: others, or the mat's sides, must bear it out.

    Raises:
        TooLittleSeenError: they do not.
    """
    markers = sum(group.startswith("marker") for group in fit.group_error_px)
    sides = sum(group.endswith("side") for group in fit.group_error_px)
    if markers + sides >= ENOUGH_GROUPS and (markers > 1 or sides > 2):
        return
    odd = [name.removeprefix("marker ") for name, why in unused.items() if why not in {"not seen", "seen twice"}]
    wrong = ", ".join(odd)
    but, pero = (f" (marker {wrong} does not fit)", f" (la marca {wrong} no encaja)") if wrong else ("", "")
    side, lado = ("side", "lado") if sides == 1 else ("sides", "lados")
    raise TooLittleSeenError(
        f"only {markers} of the markers and {sides} {side} of the mat can be seen{but}: uncover another marker, "
        "see that each lies where the layout says, none exchanged, or click the corners with --corners",
        f"solo se ven {markers} de las marcas y {sides} {lado} de la lona{pero}: destapa otra marca, "
        "mira que cada una esté donde dice el plano, ninguna cambiada, o haz clic en las esquinas con --corners",
    )


def ring_by_itself(
    frames: Sequence[Frame], ring: Ring, lens: Lens | None, side_at_bottom: str
) -> tuple[RingPose, FoundRing]:
    """The camera's place from the mat's four sides, found without marks or clicks.

    Args:
        frames: one or more pictures of the same set-up from the same place; the first that shows the mat counts.
        lens: None (or a guessed one) lets the fit find focal length, centre and k1 as well.
        side_at_bottom: the name of the side that is lowest in the picture.

    Raises:
        CalibrationError: no mat, or more than one, can be seen in any picture, or its sides are not clear enough.
    """
    reasons = []
    for frame in frames:
        found = find_ring(frame.picture, ring.size_mm, side_at_bottom)
        if not isinstance(found, FoundRing):
            reasons.append(dark_too(found, frame.picture))
            continue
        pose = ring_from_corners(frames, ring, found.corners_px, lens, FOUND_SD_PX)
        sides = sum(group.endswith("side") for group in pose.used)
        if sides >= FOUND_SIDES:
            return less_sure(pose, found.sure_mm), found
        reasons.append(
            Text(
                f"only {sides} of the mat's sides are clear enough to be measured: clear them and light them evenly, "
                "or click the corners with --corners",
                f"solo {sides} de los lados de la lona se ven bastante bien para medirlos: despéjalos e ilumínalos por "
                "igual, o haz clic en las esquinas con --corners",
            )
        )
    raise CalibrationError(reasons[-1].en, reasons[-1].es)
