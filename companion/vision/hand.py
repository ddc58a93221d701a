"""Measuring a player's palm: frames in, two numbers out, and a sentence whenever something is in the way.

A `PalmSession` is what a screen holds while a palm is due. It is fed frames, or clicks, or a typed number; it never
raises for anything that can happen at a table, keeps no picture, and knows nothing of windows. The person is the one
whose turn it is: left or right is told, but decides nothing (field note D-01).
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.kernel.text import Language, Text
from companion.vision.hand_model import HandsUnavailableError
from companion.vision.hand_outline import knuckle_breadth
from companion.vision.hand_search import (
    FOUR_TURNS,
    FoundHand,
    close_view,
    far_views,
    find_hand,
    landmarks_in,
    turned,
)
from companion.vision.hand_worker import HandFinder, HandWorkerError
from companion.vision.palm_measure import ADVICE, LANDMARK_Z_MM, Kind, Measure, lifted, measure, posture_of
from companion.vision.references import Scale
from companion.vision.top_view import TopView

FloatArray = NDArray[np.float64]
Picture = NDArray[np.uint8]

# a palm is the median of this many frames (field note D-02)
FRAMES_DUE = 15
MOST_SPREAD = 0.03
# manual measuring is offered after this time without a hand (D-03)
OFFER_MANUAL_AFTER_MS = 5000.0
# the four turns of a still must see the tips at one place
MOST_TURN_MM = 6.0
# a hand's outline is at most this far beyond its landmarks, in knuckle breadths
SKIN_BEYOND = 0.3
# knuckle breadths of hands, children included; beside a thing wrongly taken for the reference hands have others
KNUCKLES_MM = (38.0, 105.0)
# edges less usual than this are pointed out (`Measure.clear`)
DOUBTFUL_EDGES = 0.6
# wrist and thumb root may lie beside the mat: nothing is measured there
MUST_BE_ON_THE_MAT = slice(2, 21)

# -- plausible lengths, mm: (ask below, ask above) for adults and children, (refuse below, refuse above). Open: 5-95 %
#    of 473 pianists are 179-248 (Boyle et al. 2015), children of 4 to 12 years 120-200; closed: breadth without thumb
#    60-95 in adults, the thumb adds 15-35 --
USUAL_MM = {
    Kind.OPEN: {False: (150.0, 255.0), True: (100.0, 215.0)},
    Kind.CLOSED: {False: (75.0, 135.0), True: (50.0, 110.0)},
}
POSSIBLE_MM = {Kind.OPEN: (90.0, 290.0), Kind.CLOSED: (45.0, 165.0)}

_WHOSE = {False: Text("an adult", "un adulto"), True: Text("a child", "un niño")}


@dataclass(frozen=True, eq=False)
class Look:
    """What one frame, or one turn of a still, says.

    Attributes:
        measure: None when nothing could be measured; `advice` says why.
        advice: key of ADVICE; empty when all is well.
        landmarks_mm: shape (21, 2); None without a hand.
    """

    measure: Measure | None
    advice: str = ""
    landmarks_mm: FloatArray | None = None


@dataclass(frozen=True, eq=False)
class Palm:
    """A measured palm, ready to be accepted by player and referee.

    Attributes:
        kind: open: palm; closed: half palm.
        hand: left, right or unknown.
        length_mm: median.
        spread_mm: between the 10th and 90th of 100 frames, or of the four turns of a still; 0 for manual measures.
        landmark_mm: what the landmarks alone would have said.
        points_px: shape (2, 2), thumb side and little finger side in the picture as it is.
        advice: what to ask or to better; empty when all is well.
        is_question: the number is unusual: player and referee must say yes before it counts.
        how: camera, clicks or typed.
    """

    kind: Kind
    hand: str
    length_mm: float
    spread_mm: float
    frames: int
    confidence: float
    points_px: FloatArray
    advice: tuple[Text, ...] = ()
    is_question: bool = False
    how: str = "camera"
    landmark_mm: float | None = None

    def plain(self, language: Language = "en") -> dict[str, Any]:
        """As `companion palm --json` prints it, the file's name apart."""
        name = "palm_mm" if self.kind is Kind.OPEN else "half_palm_mm"
        return {
            "kind": self.kind.value,
            "hand": self.hand,
            name: round(self.length_mm, 1),
            "spread_mm": round(self.spread_mm, 2),
            "frames": self.frames,
            "confidence": round(self.confidence, 2),
            "points_px": np.round(self.points_px, 1).tolist(),
            "advice": "; ".join(text.of(language) for text in self.advice),
        }


@dataclass(frozen=True, eq=False)
class NoPalm:
    """Nothing was measured, and why."""

    advice: Text

    def plain(self, language: Language = "en") -> dict[str, Any]:
        return {"kind": None, "advice": self.advice.of(language)}


def look_at(
    picture: Picture, scale: Scale, view: TopView, finder: HandFinder, *, fresh: bool, turn_rad: float = 0.0
) -> Look:
    """Measure the hand in one frame, searched for in `view`."""
    landmarks = landmarks_in(view, picture, finder, fresh=fresh)
    if landmarks is None:
        return Look(None, "no_hand")
    return look_at_landmarks(picture, scale, landmarks, turn_rad)


def look_at_landmarks(picture: Picture, scale: Scale, landmarks_mm: FloatArray, turn_rad: float = 0.0) -> Look:
    """Measure a hand whose landmarks are known; checks place and posture first."""
    places_mm = lifted(scale.camera, landmarks_mm)
    if not scale.holds_at(places_mm[MUST_BE_ON_THE_MAT], beyond_mm=5.0):
        return Look(None, "off_mat", landmarks_mm)
    if not _is_whole(scale, landmarks_mm):
        return Look(None, "cut", landmarks_mm)
    posture = posture_of(places_mm)
    if posture.kind is None:
        return Look(None, posture.advice, landmarks_mm)
    return Look(measure(picture, scale.camera, landmarks_mm, posture.kind, turn_rad), "", landmarks_mm)


def _is_whole(scale: Scale, landmarks_mm: FloatArray) -> bool:
    """Whether the picture shows all landmarks with room for the skin around them."""
    view = close_view(scale.camera, landmarks_mm)
    centre = landmarks_mm.mean(axis=0)
    outwards = landmarks_mm - centre
    reach = np.linalg.norm(outwards, axis=1, keepdims=True)
    breadth = float(np.linalg.norm(landmarks_mm[5] - landmarks_mm[17]))
    grown = centre + outwards * (1 + SKIN_BEYOND * breadth / np.maximum(reach, 1.0))
    return view.is_seen(grown[1:])


def find_on(
    picture: Picture, scales: Sequence[Scale], finder: HandFinder
) -> tuple[Scale, FoundHand] | tuple[None, None]:
    """The hand, and the first of the scales with which it is found and is as large as hands are.

    Raises:
        HandsUnavailableError, HandWorkerError: as `HandFinder.look`.
    """
    for scale in scales:
        found = find_hand(picture, scale, finder)
        if found is None:
            continue
        breadth_mm = knuckle_breadth(lifted(scale.camera, found.landmarks_mm))
        if scale.is_sure or KNUCKLES_MM[0] <= breadth_mm <= KNUCKLES_MM[1]:
            return scale, found
    return None, None


def palm_of_still(
    picture: Picture, scales: Sequence[Scale], finder: HandFinder, *, is_child: bool = False
) -> Palm | NoPalm:
    """Measure a still picture: one frame, its spread over four turns of it.

    Args:
        scales: what may give the picture its millimetres, the likeliest first.

    Raises:
        HandsUnavailableError, HandWorkerError: as `HandFinder.look`.
    """
    if not scales:
        return NoPalm(ADVICE["no_scale"])
    if picture.shape[1::-1] != (scales[0].camera.width, scales[0].camera.height):
        return NoPalm(_wrong_size(picture, scales[0]))
    scale, found = find_on(picture, scales, finder)
    if scale is None or found is None:
        return NoPalm(ADVICE["no_hand" if scales[0].is_sure else "no_reference"])
    return _palm_of(_looks_of_turns(picture, scale, found, finder), scale, frames=1, is_child=is_child)


def _looks_of_turns(picture: Picture, scale: Scale, found: FoundHand, finder: HandFinder) -> list[Look]:
    """One look for each of four turns, all from the landmarks' median, so that one odd turn spoils none."""
    seen = [
        landmarks
        for turn in FOUR_TURNS
        if (landmarks := landmarks_in(turned(found.close_view, turn), picture, finder, fresh=True)) is not None
    ]
    middle = np.median(np.array(seen or [found.landmarks_mm]), axis=0)
    tips = np.array([landmarks[[4, 20]] for landmarks in seen]) if seen else middle[None, [4, 20]]
    if np.median(np.linalg.norm(tips - middle[[4, 20]], axis=2), axis=0).max() > MOST_TURN_MM:
        return [Look(None, "turns", middle)]
    return [look_at_landmarks(picture, scale, middle, turn) for turn in FOUR_TURNS]


def _wrong_size(picture: Picture, scale: Scale) -> Text:
    return Text(
        "the picture has {w}x{h} px, the table was calibrated with {cw}x{ch}",
        "la imagen tiene {w}x{h} px, la mesa se calibró con {cw}x{ch}",
    ).filled(w=picture.shape[1], h=picture.shape[0], cw=scale.camera.width, ch=scale.camera.height)


def spread_of(lengths_mm: ArrayLike) -> float:
    """Between the 10th and the 90th of a hundred measures, mm."""
    low, high = np.percentile(np.asarray(lengths_mm, dtype=float), (10, 90))
    return float(high - low)


def judged(palm: Palm, *, is_child: bool) -> Palm | NoPalm:
    """Compare a palm with what hands are: refuse, ask, or let it pass."""
    low, high = POSSIBLE_MM[palm.kind]
    if not low <= palm.length_mm <= high:
        return NoPalm(ADVICE["refuse"].filled(mm=palm.length_mm))
    low, high = USUAL_MM[palm.kind][is_child]
    if low <= palm.length_mm <= high:
        return palm
    question = ADVICE["ask"].filled(whose=_WHOSE[is_child])
    return replace(palm, advice=(question, *palm.advice), is_question=True)


def _palm_of(looks: list[Look], scale: Scale, *, frames: int, is_child: bool) -> Palm | NoPalm:
    """The median of several looks of one kind at one hand."""
    kinds = [look.measure.kind for look in looks if look.measure is not None]
    if len(kinds) * 2 <= len(looks):
        return NoPalm(ADVICE[next(look.advice for look in looks if look.measure is None)])
    kind = max(Kind, key=kinds.count)
    measures = [look.measure for look in looks if look.measure is not None and look.measure.kind is kind]
    lengths = np.array([one.length_mm for one in measures])
    length_mm, spread_mm = float(np.median(lengths)), spread_of(lengths)
    raw = [one.landmark_mm for one in measures]
    if max(spread_mm, _motion_mm(raw, frames)) > MOST_SPREAD * length_mm:
        return NoPalm(ADVICE["hold_still" if frames > 1 else "turns"])
    clear = float(np.mean([one.clear for one in measures]))
    middle = measures[int(np.argmin(np.abs(lengths - length_mm)))]
    palm = Palm(
        kind,
        middle.side,
        length_mm,
        spread_mm,
        frames,
        _confidence(clear, spread_mm / length_mm, scale.unsure),
        scale.camera.project(middle.ends_mm),
        (*(() if clear > DOUBTFUL_EDGES else (ADVICE["edge"],)), *(() if scale.advice is None else (scale.advice,))),
        landmark_mm=float(np.median(raw)),
    )
    return judged(palm, is_child=is_child)


def _motion_mm(landmark_lengths_mm: list[float], frames: int) -> float:
    """How restless the landmarks are: the outline may hide it by finding the same wrong edge again and again."""
    return spread_of(landmark_lengths_mm) if frames > 1 else 0.0


def _confidence(clear: float, spread: float, unsure: float) -> float:
    """0..1: half of it from the edges seen, the rest from how well the looks agree and how sure the scale is."""
    agreement = float(np.clip(1 - spread / MOST_SPREAD, 0, 1))
    certainty = float(np.clip(1 - unsure / MOST_SPREAD, 0, 1))
    return (0.3 + 0.5 * clear + 0.2 * agreement) * (0.7 + 0.3 * certainty)


class Phase(Enum):
    """Where a session is."""

    LOOKING = "looking"
    MEASURING = "measuring"
    MEASURED = "measured"
    MANUAL = "manual"


@dataclass(frozen=True, eq=False)
class PalmState:
    """What the screen shows.

    Attributes:
        phase: MANUAL when the camera cannot help any more.
        advice: what to do now; empty texts when nothing is to be done.
        progress: 0..1 towards the frames due.
        offers_manual: the two clicks and the typed number are to be shown large.
        points_px: shape (2, 2), where the last frame was measured; None without a hand.
        palms: what is measured so far, one for each kind.
    """

    phase: Phase
    advice: Text
    progress: float = 0.0
    offers_manual: bool = False
    points_px: FloatArray | None = None
    palms: dict[Kind, Palm] = field(default_factory=dict)


NOTHING = Text("", "")
READY = Text("measured; accept it, or measure again", "medido; acéptalo o mide otra vez")
MEASURING = Text("measuring, hold still", "midiendo, no te muevas")
OFFER = Text(
    "no hand is found here; measure by hand: two clicks on the picture, or type the centimetres",
    "aquí no se encuentra la mano; mide a mano: dos clics en la imagen, o escribe los centímetros",
)


class PalmSession:
    """One player's measuring turn.

    Args:
        scale: None: only typed numbers are possible, the camera says "no scale".
        finder: asked once a frame; when it fails the manual way stays.
        is_child: which limits are usual.
    """

    def __init__(self, scale: Scale | None, finder: HandFinder, *, is_child: bool = False) -> None:
        self.scale = scale
        self.palms: dict[Kind, Palm] = {}
        self._finder = finder
        self._is_child = is_child
        self._looks: deque[Look] = deque(maxlen=FRAMES_DUE)
        self._view: TopView | None = None
        self._far_views: list[TopView] = []
        self._searches = 0
        self._seen_at_ms: float | None = None
        self._clicks: list[FloatArray] = []
        self._problem: HandsUnavailableError | HandWorkerError | None = None

    def feed(self, picture: Picture, time_ms: float) -> PalmState:
        """Look at one frame of an unmirrored camera; never raises for a missing library or a dead worker."""
        if self._seen_at_ms is None:
            self._seen_at_ms = time_ms
        if isinstance(self._problem, HandsUnavailableError):
            return self._manual(self._problem)
        if self.scale is None:
            return self._nothing(ADVICE["no_scale"], time_ms)
        if picture.shape[1::-1] != (self.scale.camera.width, self.scale.camera.height):
            return self._nothing(_wrong_size(picture, self.scale), time_ms)
        try:
            look = self._look(picture, self.scale)
        except (HandsUnavailableError, HandWorkerError) as problem:
            self._looks.clear()
            self._view = None
            self._problem = problem
            return self._manual(problem)
        self._problem = None
        if look.measure is None:
            if look.landmarks_mm is not None:
                self._seen_at_ms = time_ms
            return self._nothing(ADVICE[look.advice], time_ms)
        self._seen_at_ms = time_ms
        return self._collect(look, self.scale)

    def _manual(self, problem: HandsUnavailableError | HandWorkerError) -> PalmState:
        sentence = Text(problem.of("en"), problem.of("es"))
        return PalmState(Phase.MANUAL, sentence, offers_manual=True, palms=dict(self.palms))

    def raise_if_broken(self) -> None:
        """For commands, where nobody can click: what made the camera useless, as an error.

        Raises:
            HandsUnavailableError, HandWorkerError: the one that `feed` turned into advice.
        """
        if self._problem is not None:
            raise self._problem

    def _look(self, picture: Picture, scale: Scale) -> Look:
        if self._view is not None:
            look = look_at(picture, scale, self._view, self._finder, fresh=False)
            if look.landmarks_mm is not None:
                if self._is_leaving(look.landmarks_mm):
                    self._view = close_view(scale.camera, look.landmarks_mm)
                return look
        found = find_hand(picture, scale, self._finder, (self._next_far_view(scale),))
        self._view = None if found is None else found.close_view
        return Look(None, "no_hand") if found is None else look_at_landmarks(picture, scale, found.landmarks_mm)

    def _next_far_view(self, scale: Scale) -> TopView:
        """One view a frame, the whole surface every other time: an empty mat costs no more than a hand."""
        if not self._far_views:
            whole, *parts = far_views(scale)
            self._far_views = [view for part in parts for view in (whole, part)]
        self._searches += 1
        return self._far_views[(self._searches - 1) % len(self._far_views)]

    def _is_leaving(self, landmarks_mm: FloatArray) -> bool:
        assert self._view is not None
        moved_mm = float(np.linalg.norm((landmarks_mm.min(0) + landmarks_mm.max(0)) / 2 - self._view.centre_mm))
        return moved_mm > self._view.side_mm / 6

    def _nothing(self, advice: Text, time_ms: float) -> PalmState:
        self._looks.clear()
        assert self._seen_at_ms is not None
        is_long = time_ms - self._seen_at_ms >= OFFER_MANUAL_AFTER_MS
        without_scale = self.scale is None
        return PalmState(
            Phase.LOOKING,
            OFFER if is_long and not without_scale else advice,
            offers_manual=is_long or without_scale,
            palms=dict(self.palms),
        )

    def _collect(self, look: Look, scale: Scale) -> PalmState:
        assert look.measure is not None
        if any(
            earlier.measure is not None and earlier.measure.kind is not look.measure.kind for earlier in self._looks
        ):
            self._looks.clear()
        self._looks.append(look)
        points_px = scale.camera.project(look.measure.ends_mm)
        progress = len(self._looks) / FRAMES_DUE
        if len(self._looks) < FRAMES_DUE:
            return PalmState(Phase.MEASURING, MEASURING, progress, False, points_px, dict(self.palms))
        palm = _palm_of(list(self._looks), scale, frames=len(self._looks), is_child=self._is_child)
        if isinstance(palm, NoPalm):
            return PalmState(Phase.MEASURING, palm.advice, progress, False, points_px, dict(self.palms))
        self.palms[palm.kind] = palm
        advice = palm.advice[0] if palm.advice else READY
        return PalmState(Phase.MEASURED, advice, 1.0, palm.is_question, palm.points_px, dict(self.palms))

    def again(self, kind: Kind | None = None) -> None:
        """Forget one kind, or everything, and measure anew; also after the worker died or was repaired."""
        self._looks.clear()
        self._view = self._seen_at_ms = self._problem = None
        self._clicks.clear()
        for one in Kind if kind is None else (kind,):
            self.palms.pop(one, None)

    def click(self, x_px: float, y_px: float, kind: Kind) -> Palm | NoPalm | None:
        """One of two clicks on the frozen picture, at the two ends of the palm.

        Returns:
            None after the first click; the palm after the second.
        """
        if self.scale is None:
            return NoPalm(ADVICE["no_scale"])
        self._clicks.append(np.array([x_px, y_px], dtype=float))
        if len(self._clicks) < 2:
            return None
        points_px = np.array(self._clicks)
        self._clicks.clear()
        ends_mm = self.scale.camera.to_plane(points_px, LANDMARK_Z_MM)
        if not np.isfinite(ends_mm).all() or not self.scale.holds_at(ends_mm, beyond_mm=5.0):
            return NoPalm(ADVICE["off_mat"])
        length_mm = float(np.linalg.norm(ends_mm[1] - ends_mm[0]))
        return self._by_hand(Palm(kind, "unknown", length_mm, 0.0, 1, 1.0, points_px, how="clicks"))

    def typed(self, centimetres: str, kind: Kind) -> Palm | NoPalm:
        """A number measured with a ruler, in centimetres; comma or point."""
        try:
            length_mm = float(centimetres.strip().replace(",", ".")) * 10
        except ValueError:
            return NoPalm(
                Text(
                    "{typed!r} is no number of centimetres; type for example 20.5",
                    "{typed!r} no es un número de centímetros; escribe por ejemplo 20,5",
                ).filled(typed=centimetres)
            )
        return self._by_hand(Palm(kind, "unknown", length_mm, 0.0, 1, 1.0, np.empty((0, 2)), how="typed"))

    def _by_hand(self, palm: Palm) -> Palm | NoPalm:
        result = judged(palm, is_child=self._is_child)
        if isinstance(result, Palm):
            self.palms[result.kind] = result
        return result
