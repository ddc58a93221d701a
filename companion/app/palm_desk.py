"""The palm that is being measured: a thread of its own looks at the newest picture, the window never waits for it.

Pictures are held in memory while the page is open and nowhere else; what leaves here is numbers.
"""

import queue
import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text
from companion.screens.flow_state import MeasureByHand
from companion.screens.flow_view import PalmValue, PalmView
from companion.screens.needs import parse_number
from companion.screens.view_model import RingPicture
from companion.vision.hand import NoPalm, Palm
from companion.vision.hand_worker import HandFinder
from companion.vision.palm_measure import LANDMARK_Z_MM, Kind
from companion.vision.palm_session import OFFER_MANUAL_AFTER_MS, READY, PalmSession, PalmState, Phase
from companion.vision.references import Scale
from companion.vision.sources import Frame
from companion.vision.top_view import TopView

Bgr = NDArray[np.uint8]

SIDE_PX = 420
"""Of the mat from above as the page shows it."""
SHOWN_EVERY_MS = 120
REST_S = 0.02
LEAST_TYPED_MM = 40.0
FIRST_POINT = Text("one point is set; now the other end", "un punto puesto; ahora el otro extremo")
SILENT = Text(
    "the camera shows nothing new; measure by hand: type what a ruler says",
    "la cámara no muestra nada nuevo; mide a mano: escribe lo que dice una regla",
)
NO_CAMERA = Text(
    "no camera here: lay the hand on a ruler, type thumb tip to little finger tip",
    "sin cámara: pon la mano sobre una regla y escribe de la punta del pulgar a la del meñique",
)


class Newest(Protocol):
    """Gives the newest picture of a camera or clip, at once; None before the first."""

    def __call__(self) -> Frame | None: ...


@dataclass(frozen=True)
class Turn:
    """Whose hand is due, and whether the picture is to stand still."""

    player: str
    is_child: bool = False
    frozen: bool = False


@dataclass
class PalmDesk:
    """What the palm page shows and asks for.

    Args:
        newest: None without a camera.
        scale: of the table; None: only typed numbers.
        clock_ms: on the clock of the rest of the evening.
        start: with a thread; tests call `step`.
        trouble: what is wrong with the camera, in words.
    """

    newest: Newest | None
    scale: Scale | None
    finder: HandFinder
    clock_ms: Callable[[], float]
    start: bool = True
    trouble: Callable[[], Text | None] = lambda: None
    _turn: Turn | None = None
    _session: PalmSession | None = None
    _seen: PalmView = field(default_factory=PalmView)
    _fed: int = -1
    _shown_ms: float | None = None
    _heard_ms: float = 0.0
    _taken: frozenset[Kind] = frozenset()
    _jobs: "queue.Queue[Callable[[], None]]" = field(default_factory=queue.Queue)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _closing: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None
    _closers: list[Callable[[], None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._top: TopView | None = None
        if self.scale is not None:
            low, high = self.scale.area_mm
            side_mm = float((high - low).max())
            self._top = TopView(self.scale.camera, (low + high) / 2, side_mm, SIDE_PX, LANDMARK_Z_MM)

    # -- what the window asks; never waits ---------------------------------------------------------------------------

    def attend(self, turn: Turn | None) -> None:
        """Whose turn it is; None while no palm is due. Another player, or an adult for a child, begins anew."""
        before, self._turn = self._turn, turn
        if turn is None or turn == before:
            return
        if before is None or (before.player, before.is_child) != (turn.player, turn.is_child):
            with self._lock:
                self._seen = PalmView(picture=self._seen.picture, scale=self._seen.scale)
            self._jobs.put(partial(self._begin, turn))
        elif before.frozen and not turn.frozen:
            self.again(points_only=True)  # a first point alone means nothing once the picture moves
        if self.start and self._thread is None:
            self._thread = threading.Thread(target=self._work, name="palm", daemon=True)
            self._thread.start()

    def ask(self, by_hand: MeasureByHand) -> None:
        """A typed number or a point on the picture."""
        self._jobs.put(partial(self._by_hand, by_hand))

    def again(self, *, points_only: bool = False) -> None:
        """Forget what is not stored, or only the points."""
        self._jobs.put(partial(self._again, points_only=points_only))

    def taken(self, kinds: Collection[str]) -> None:
        """These measures are stored: the same hand that still lies there is not offered again."""
        stored = frozenset(Kind(one) for one in kinds)
        # at once: the next Enter must not take them a second time while the thread is at a picture
        self._taken |= stored
        with self._lock:
            left = tuple(one for one in self._seen.values if Kind(one.kind) not in stored)
            self._seen = replace(self._seen, values=left, points=(), progress=0.0, advice=STORED)
        self._jobs.put(partial(self._forget, stored))

    def view(self) -> PalmView:
        """What the page shows now."""
        with self._lock:
            return self._seen

    def when_closed(self, close: Callable[[], None]) -> None:
        """Something that is given back with the desk."""
        self._closers.append(close)

    def close(self) -> None:
        """End the thread; it may finish the picture it is at."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join(timeout=1.0)
        for close in self._closers:
            close()

    # -- the thread's own --------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while not self._closing.is_set():
            if not self.step():
                self._closing.wait(REST_S)

    def step(self) -> bool:
        """Do what was asked, then look at the newest picture; False when there was nothing to do."""
        busy = False
        while not self._jobs.empty():
            self._jobs.get()()
            busy = True
        turn, session = self._turn, self._session
        if turn is None or session is None or turn.frozen or self._seen.clicks:
            return busy
        frame = None if self.newest is None else self.newest()
        if frame is None or frame.index == self._fed:
            self._mind_silence()
            return busy
        self._fed, self._heard_ms = frame.index, self.clock_ms()
        self._show(frame.picture)
        state = session.feed(frame.picture, self.clock_ms())
        if session is self._session and not (self._turn is not None and self._turn.frozen):
            self._put(**self._told(state))
        return True

    def _mind_silence(self) -> None:
        """A camera that shows nothing new keeps nobody from measuring (A-01, D-03)."""
        if self.newest is None or self.clock_ms() - self._heard_ms < OFFER_MANUAL_AFTER_MS:
            return
        values = self._seen.values
        self._put(by_hand=not values, advice=_after(values) if values else self.trouble() or SILENT)

    def _forget(self, kinds: frozenset[Kind]) -> None:
        if self._session is not None:
            for one in kinds:
                self._session.palms.pop(one, None)

    def _values(self) -> tuple[PalmValue, ...]:
        palms = {} if self._session is None else self._session.palms
        return _values({kind: palm for kind, palm in palms.items() if kind not in self._taken})

    def _begin(self, turn: Turn) -> None:
        self._session = PalmSession(self.scale, self.finder, is_child=turn.is_child)
        self._taken, self._heard_ms = frozenset(), self.clock_ms()
        without = self.newest is None
        self._put(
            points=(), clicks=(), progress=0.0, values=(), by_hand=without, advice=NO_CAMERA if without else None,
            scale=self._top is not None and not without,
        )  # fmt: skip

    def _again(self, *, points_only: bool) -> None:
        if self._session is None:
            return
        if points_only and not self._seen.clicks:
            return
        if points_only:
            # the session drops a single point only by beginning anew: the palms it has are kept
            kept = dict(self._session.palms)
            self._session.again()
            self._session.palms.update(kept)
            self._put(clicks=(), advice=None)
            return
        self._session.again()
        self._taken, self._heard_ms = frozenset(), self.clock_ms()
        self._put(points=(), clicks=(), progress=0.0, values=(), advice=None, by_hand=self.newest is None)

    def _by_hand(self, asked: MeasureByHand) -> None:
        if self._session is None:
            return
        kind = Kind(asked.kind)
        if asked.at is None:
            self._take(self._session.typed(_centimetres(asked.text), kind))
            return
        if self._top is None or self.scale is None:
            return
        shown_px = np.array([asked.at]) * SIDE_PX - 0.5
        place_mm = np.column_stack((self._top.to_mm(shown_px), [LANDMARK_Z_MM]))
        x_px, y_px = self.scale.camera.project(place_mm)[0]
        found = self._session.click(float(x_px), float(y_px), kind)
        if found is None:
            self._put(clicks=(asked.at,), advice=FIRST_POINT)
            return
        self._put(clicks=(), points=(*self._seen.clicks, asked.at))
        self._take(found)

    def _take(self, found: Palm | NoPalm) -> None:
        assert self._session is not None
        if isinstance(found, NoPalm):
            self._put(advice=found.advice, by_hand=True)
            return
        advice = found.advice[0] if found.advice else None
        self._taken -= {found.kind}
        self._put(values=self._values(), advice=advice, by_hand=False, progress=1.0)

    def _show(self, picture: Bgr) -> None:
        now_ms = self.clock_ms()
        if self._shown_ms is not None and 0 <= now_ms - self._shown_ms < SHOWN_EVERY_MS:
            return
        self._shown_ms = now_ms
        fits = self.scale is not None and picture.shape[1::-1] == (self.scale.camera.width, self.scale.camera.height)
        seen = self._top.of(picture) if self._top is not None and fits else _small(picture)
        rgb = np.ascontiguousarray(seen[:, :, ::-1])
        self._put(picture=RingPicture(rgb.shape[1], rgb.shape[0], rgb.tobytes()), scale=fits and self._top is not None)

    def _told(self, state: PalmState) -> dict[str, object]:
        assert self._session is not None
        points: tuple[tuple[float, float], ...] = ()
        if state.points_px is not None and self._top is not None and self.scale is not None:
            mm = self.scale.camera.to_plane(state.points_px, LANDMARK_Z_MM)
            points = tuple((float(x), float(y)) for x, y in (self._top.to_px(mm) + 0.5) / SIDE_PX)
        values = self._values()
        if values and (state.phase is Phase.LOOKING or state.advice is READY):
            # a hand that is taken away is no fault once something is measured
            state = replace(state, advice=_after(values))
        elif self._taken and state.advice is READY:
            state = replace(state, advice=STORED)
        by_hand = state.phase is Phase.MANUAL or (state.offers_manual and not values)
        return {
            "points": points, "advice": state.advice, "progress": state.progress, "values": values, "by_hand": by_hand,
        }  # fmt: skip

    def _put(self, **changes: object) -> None:
        with self._lock:
            self._seen = replace(self._seen, **changes)  # type: ignore[arg-type]  # fields of the view


STORED = Text("stored; the other measure, or Enter: the next player", "guardado; la otra medida, o Enter: el siguiente")
BOTH = Text("both are measured: player and referee agree? Enter", "medidos los dos: ¿de acuerdo? Enter")
NOW_CLOSED = Text(
    "the palm is measured: Enter takes it; or close the fingers for the half palm",
    "medido el palmo: Enter lo acepta; o cierra los dedos para el medio palmo",
)
NOW_OPEN = Text(
    "the half palm is measured: Enter takes it; or spread the fingers for the palm",
    "medido el medio palmo: Enter lo acepta; o separa los dedos para el palmo",
)


def _after(values: tuple[PalmValue, ...]) -> Text:
    kinds = {one.kind for one in values}
    if len(kinds) > 1:
        return BOTH
    return NOW_CLOSED if Kind.OPEN.value in kinds else NOW_OPEN


def _values(palms: Mapping[Kind, Palm]) -> tuple[PalmValue, ...]:
    return tuple(
        PalmValue(
            kind.value, round(palm.length_mm, 1), round(palm.spread_mm, 2), palm.frames, palm.how,
            palm.advice[0] if palm.is_question and palm.advice else None,
        )
        for kind, palm in sorted(palms.items(), key=lambda one: one[0].value != Kind.OPEN.value)
    )  # fmt: skip


def _centimetres(typed: str) -> str:
    """`205` and `20.5` are one palm: from 40 on it is millimetres."""
    value = parse_number(typed)
    return typed if value is None else f"{value / 10 if value >= LEAST_TYPED_MM else value:g}"


def _small(picture: Bgr) -> Bgr:
    scale = SIDE_PX / max(picture.shape[:2])
    size = max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
