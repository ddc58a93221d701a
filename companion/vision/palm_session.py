"""One player's measuring turn: frames in, two numbers out, and a sentence whenever something is in the way.

A `PalmSession` is what a screen holds while a palm is due. It is fed frames, or clicks, or a typed number; it never
raises for anything that can happen at a table, keeps no picture, and knows nothing of windows.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text
from companion.vision.hand import (
    FRAMES_DUE,
    NoPalm,
    Palm,
    judged,
    kind_or_advice,
    look_at_landmarks,
    palm_of_looks,
    steadied,
    wrong_size,
)
from companion.vision.hand_model import HandsUnavailableError
from companion.vision.hand_search import close_view, far_views, find_hand, landmarks_in
from companion.vision.hand_worker import HandFinder, HandWorkerError
from companion.vision.palm_measure import ADVICE, LANDMARK_Z_MM, Kind
from companion.vision.references import Scale
from companion.vision.top_view import TopView

FloatArray = NDArray[np.float64]
Picture = NDArray[np.uint8]

# manual measuring is offered after this time without a hand (D-03)
OFFER_MANUAL_AFTER_MS = 5000.0
# a hand that did not hold still: so many of the oldest frames are forgotten before the next try
FORGOTTEN_FRAMES = 5
LOOKS_AT_ONCE = 2


@dataclass(frozen=True, eq=False)
class _Kept:
    """A frame of the stay that is being measured."""

    picture: Picture
    landmarks_mm: FloatArray
    kind: Kind


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
        kind: what the hand in the last frame shows; None without a hand that can be measured.
        palms: what is measured so far, one for each kind.
    """

    phase: Phase
    advice: Text
    progress: float = 0.0
    offers_manual: bool = False
    points_px: FloatArray | None = None
    palms: dict[Kind, Palm] = field(default_factory=dict)
    kind: Kind | None = None


def _without_sensor_noise(pictures: list[Picture]) -> list[Picture]:
    """Each picture of a thing that does not move, averaged with the one before and the one after it."""
    last = len(pictures) - 1
    return [
        np.mean([pictures[max(0, at - 1)], pictures[at], pictures[min(last, at + 1)]], axis=0).astype(np.uint8)
        for at in range(len(pictures))
    ]


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
        # the frames of one stay, in memory only and until it is measured
        self._stay: list[_Kept] = []
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
            return self._nothing(wrong_size(picture, self.scale), time_ms)
        try:
            landmarks = self._find(picture, self.scale)
        except (HandsUnavailableError, HandWorkerError) as problem:
            self._stay.clear()
            self._view = None
            self._problem = problem
            return self._manual(problem)
        self._problem = None
        if landmarks is None:
            return self._nothing(ADVICE["no_hand"], time_ms)
        self._seen_at_ms = time_ms
        kind = kind_or_advice(self.scale, landmarks)
        if isinstance(kind, str):
            return self._nothing(ADVICE[kind], time_ms)
        return self._collect(_Kept(picture, landmarks, kind), self.scale)

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

    def _find(self, picture: Picture, scale: Scale) -> FloatArray | None:
        """Landmarks, where the hand was or, when it has gone, in one of the far views."""
        if self._view is not None:
            landmarks = landmarks_in(self._view, picture, self._finder, fresh=False)
            if landmarks is not None:
                if self._is_leaving(landmarks):
                    self._view = close_view(scale.camera, landmarks)
                return landmarks
        found = find_hand(picture, scale, self._finder, (self._next_far_view(scale),))
        self._view = None if found is None else found.close_view
        return None if found is None else found.landmarks_mm

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
        self._stay.clear()
        assert self._seen_at_ms is not None
        is_long = time_ms - self._seen_at_ms >= OFFER_MANUAL_AFTER_MS
        without_scale = self.scale is None
        return PalmState(
            Phase.LOOKING,
            OFFER if is_long and not without_scale else advice,
            offers_manual=is_long or without_scale,
            palms=dict(self.palms),
        )

    def _collect(self, kept: _Kept, scale: Scale) -> PalmState:
        """Keep a frame; with the last one due, measure them all."""
        if self._stay and self._stay[0].kind is not kept.kind:
            self._stay.clear()
        self._stay.append(kept)
        tips_mm = np.column_stack((kept.landmarks_mm[[4, 20]], (LANDMARK_Z_MM, LANDMARK_Z_MM)))
        points_px = scale.camera.project(tips_mm)
        if len(self._stay) < FRAMES_DUE:
            progress = len(self._stay) / FRAMES_DUE
            return PalmState(Phase.MEASURING, MEASURING, progress, False, points_px, dict(self.palms), kept.kind)
        seen = [one.landmarks_mm for one in self._stay]
        steady = steadied(seen)
        pictures = [one.picture for one in self._stay]
        if all(one is steady[0] for one in steady):
            pictures = _without_sensor_noise(pictures)
        # OpenCV works outside Python's lock: two at a time take half the time
        with ThreadPoolExecutor(LOOKS_AT_ONCE) as pool:
            measured = pool.map(
                lambda one: look_at_landmarks(one[0], scale, one[1]), zip(pictures, steady, strict=True)
            )
            looks = [replace(look, landmarks_mm=raw) for look, raw in zip(measured, seen, strict=True)]
        palm = palm_of_looks(looks, scale, frames=FRAMES_DUE, is_child=self._is_child)
        if isinstance(palm, NoPalm):
            del self._stay[:FORGOTTEN_FRAMES]
            progress = len(self._stay) / FRAMES_DUE
            return PalmState(Phase.MEASURING, palm.advice, progress, False, points_px, dict(self.palms), kept.kind)
        self._stay.clear()
        held = self.palms.get(palm.kind)
        if held is None or held.how == "camera":  # what people measured themselves is theirs to change
            self.palms[palm.kind] = palm
        advice = palm.advice[0] if palm.advice else READY
        return PalmState(Phase.MEASURED, advice, 1.0, palm.is_question, palm.points_px, dict(self.palms), palm.kind)

    def again(self, kind: Kind | None = None) -> None:
        """Forget one kind, or everything, and measure anew; also after the worker died or was repaired."""
        self._stay.clear()
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
        return self._keep(clicked_palm(points_px, self.scale, kind, is_child=self._is_child))

    def typed(self, centimetres: str, kind: Kind) -> Palm | NoPalm:
        """A number measured with a ruler, in centimetres; comma or point."""
        return self._keep(typed_palm(centimetres, kind, is_child=self._is_child))

    def _keep(self, result: Palm | NoPalm) -> Palm | NoPalm:
        if isinstance(result, Palm):
            self.palms[result.kind] = result
        return result


def clicked_palm(points_px: FloatArray, scale: Scale, kind: Kind, *, is_child: bool) -> Palm | NoPalm:
    """The palm between two places in the camera's picture, shape (2, 2)."""
    ends_mm = scale.camera.to_plane(points_px, LANDMARK_Z_MM)
    if not np.isfinite(ends_mm).all() or not scale.holds_at(ends_mm, beyond_mm=5.0):
        return NoPalm(ADVICE["off_mat"])
    length_mm = float(np.linalg.norm(ends_mm[1] - ends_mm[0]))
    return judged(Palm(kind, "unknown", length_mm, 0.0, 1, 1.0, points_px, how="clicks"), is_child=is_child)


def typed_palm(centimetres: str, kind: Kind, *, is_child: bool) -> Palm | NoPalm:
    """The palm that a ruler gave, in centimetres; comma or point."""
    try:
        length_mm = float(centimetres.strip().replace(",", ".")) * 10
    except ValueError:
        return NoPalm(
            Text(
                "{typed} is no length; type for example 20.5 (cm) or 205 (mm)",
                "{typed} no es una medida; escribe por ejemplo 20,5 (cm) o 205 (mm)",
            ).filled(typed=repr(centimetres))
        )
    return judged(Palm(kind, "unknown", length_mm, 0.0, 1, 1.0, np.empty((0, 2)), how="typed"), is_child=is_child)
