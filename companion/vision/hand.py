"""A player's palm from what the camera sees of it: the median of several looks, judged by what hands are.

The person is the one whose turn it is: left or right is told, but decides nothing (field note D-01).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.kernel.text import Language, Text
from companion.vision.hand_outline import knuckle_breadth
from companion.vision.hand_search import (
    FOUR_TURNS,
    FoundHand,
    close_view,
    find_hand,
    landmarks_in,
    turned,
)
from companion.vision.hand_worker import HandFinder
from companion.vision.palm_bar import bar_doubt
from companion.vision.palm_light import is_grey, is_washed_out
from companion.vision.palm_measure import ADVICE, LANDMARK_Z_MM, Kind, Measure, lifted, measure, posture_of
from companion.vision.references import Scale

FloatArray = NDArray[np.float64]
Picture = NDArray[np.uint8]

# a palm is the median of this many frames (field note D-02)
FRAMES_DUE = 15
MOST_SPREAD = 0.03
# the four turns of a still must see the tips at one place
MOST_TURN_MM = 6.0
# a hand's outline is at most this far beyond its landmarks, in knuckle breadths
SKIN_BEYOND = 0.3
# knuckle breadths of hands, children included; beside a thing wrongly taken for the reference hands have others
KNUCKLES_MM = (38.0, 105.0)
# places of a hand that differ less than this are noise of the landmarks: the hand has not moved at all
STILL_MM = 1.0
# edges less clear than this are pointed out (`Measure.clear`)
DOUBTFUL_EDGES = 0.4
# of a picture without colour the edges count for so much: they are pointed out even where they seem plain
GREY_CLEAR = 0.4
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
    """Nothing was measured, and why.

    Attributes:
        is_unreadable: there is no picture at all, and `advice` names the file.
    """

    advice: Text
    is_unreadable: bool = False

    def plain(self, language: Language = "en") -> dict[str, Any]:
        return {"kind": None, "advice": self.advice.of(language)}


def steadied(stay: Sequence[FloatArray]) -> list[FloatArray]:
    """Landmarks of a hand that lies still, frame by frame: the shape is all frames' median, the place each frame's own.

    The outline starts from the landmarks; without this their noise, a millimetre or so, would come through it.

    Args:
        stay: each shape (21, 2), mm.
    """
    first = stay[0]
    shape = np.asarray(np.median(np.array([_laid_on(one, first) for one in stay]), axis=0), dtype=float)
    middle = np.asarray(np.median(np.array(stay), axis=0), dtype=float)
    common = _laid_on(shape, middle)
    placed = [_laid_on(shape, one) for one in stay]
    away = max(float(np.linalg.norm(one - common, axis=1).mean()) for one in placed)
    return [common] * len(stay) if away < STILL_MM else placed


def _laid_on(points: FloatArray, onto: FloatArray) -> FloatArray:
    """Points turned and shifted, without stretching, to lie on others as well as they can (Kabsch)."""
    middle, goal = points.mean(axis=0), onto.mean(axis=0)
    left, _, right = np.linalg.svd((points - middle).T @ (onto - goal))
    flip = np.diag([1.0, np.sign(np.linalg.det(left @ right))])
    return np.asarray((points - middle) @ left @ flip @ right + goal, dtype=float)


def kind_or_advice(scale: Scale, landmarks_mm: FloatArray) -> Kind | str:
    """What a hand shows, or the key of ADVICE for what is wrong with its place or posture."""
    places_mm = lifted(scale.camera, landmarks_mm)
    if not scale.holds_at(places_mm[MUST_BE_ON_THE_MAT], beyond_mm=5.0):
        return "off_mat"
    if not _is_whole(scale, landmarks_mm):
        return "cut"
    posture = posture_of(places_mm)
    return posture.advice if posture.kind is None else posture.kind


def look_at_landmarks(picture: Picture, scale: Scale, landmarks_mm: FloatArray, turn_rad: float = 0.0) -> Look:
    """Measure a hand whose landmarks are known; checks place and posture first."""
    if is_washed_out(picture, scale.camera, landmarks_mm, LANDMARK_Z_MM):
        return Look(None, "bright", landmarks_mm)
    kind = kind_or_advice(scale, landmarks_mm)
    if isinstance(kind, str):
        return Look(None, kind, landmarks_mm)
    found = measure(picture, scale.camera, landmarks_mm, kind, turn_rad)
    return Look(replace(found, clear=found.clear * GREY_CLEAR) if is_grey(picture) else found, "", landmarks_mm)


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
        return NoPalm(wrong_size(picture, scales[0]))
    scale, found = find_on(picture, scales, finder)
    if scale is None or found is None:
        return NoPalm(ADVICE["no_hand" if scales[0].is_sure else "no_reference"])
    return palm_of_looks(_looks_of_turns(picture, scale, found, finder), scale, frames=1, is_child=is_child)


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


def wrong_size(picture: Picture, scale: Scale) -> Text:
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


def palm_of_looks(looks: list[Look], scale: Scale, *, frames: int, is_child: bool) -> Palm | NoPalm:
    """The median of several looks of one kind at one hand."""
    kinds = [look.measure.kind for look in looks if look.measure is not None]
    if len(kinds) * 2 <= len(looks):
        return NoPalm(ADVICE[next(look.advice for look in looks if look.measure is None)])
    kind = max(Kind, key=kinds.count)
    measures = [look.measure for look in looks if look.measure is not None and look.measure.kind is kind]
    lengths = np.array([one.length_mm for one in measures])
    length_mm, spread_mm = float(np.median(lengths)), spread_of(lengths)
    raw = [one.landmark_mm for one in measures]
    if max(spread_mm, _motion_mm(looks) if frames > 1 else 0.0) > MOST_SPREAD * length_mm:
        return NoPalm(ADVICE["hold_still" if frames > 1 else "turns"])
    clear = float(np.mean([one.clear for one in measures]))
    middle = measures[int(np.argmin(np.abs(lengths - length_mm)))]
    if scale.bar_mm is not None:
        seen = np.median([one.landmarks_mm for one in looks if one.landmarks_mm is not None], axis=0)
        doubt = bar_doubt(scale.bar_mm, seen, middle.ends_mm[:, :2])
        if doubt:
            return NoPalm(ADVICE[doubt])
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


def _motion_mm(looks: Sequence[Look]) -> float:
    """How restless the landmarks are: the outline may hide it by finding the same wrong edge again and again."""
    spans = [
        float(np.linalg.norm(look.landmarks_mm[4] - look.landmarks_mm[20]))
        for look in looks
        if look.landmarks_mm is not None
    ]
    return spread_of(spans)


def _confidence(clear: float, spread: float, unsure: float) -> float:
    """0..1: half of it from the edges seen, the rest from how well the looks agree and how sure the scale is."""
    agreement = float(np.clip(1 - spread / MOST_SPREAD, 0, 1))
    certainty = float(np.clip(1 - unsure / MOST_SPREAD, 0, 1))
    return (0.3 + 0.5 * clear + 0.2 * agreement) * (0.7 + 0.3 * certainty)
