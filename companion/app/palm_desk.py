"""The palm that is being measured: a thread of its own looks at the newest picture, the window never waits for it.

Pictures are held in memory while the page is open and nowhere else; what leaves here is numbers.
"""

import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text, decimal
from companion.screens.flow_state import MeasureByHand
from companion.screens.flow_view import PalmValue, PalmView
from companion.screens.needs import parse_number
from companion.screens.view_model import RingPicture
from companion.vision.hand import NoPalm, Palm
from companion.vision.hand_worker import HandFinder
from companion.vision.palm_measure import LANDMARK_Z_MM, Kind
from companion.vision.palm_session import (
    OFFER_MANUAL_AFTER_MS,
    READY,
    PalmSession,
    PalmState,
    Phase,
    clicked_palm,
    typed_palm,
)
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
    "no camera here: lay the hand on a ruler and type what it says",
    "sin cámara: pon la mano sobre una regla y escribe lo que dice",
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
    _made: dict[Kind, Palm] = field(default_factory=dict)
    _refused: Text | None = None
    _refused_at: object = None
    _hand_lies: bool = False
    _to_lift: bool = False
    _lock: "threading.RLock" = field(default_factory=threading.RLock)
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

    def attend(self, turn: Turn | None, pressed: object = None) -> None:
        """Whose turn it is; None while no palm is due. Another player, or an adult for a child, begins anew.

        Args:
            pressed: what the keys have led to, whatever it is; a refusal is told until it changes.
        """
        with self._lock:
            before, self._turn = self._turn, turn
            if self._refused is not None:
                self._refused_at = pressed if self._refused_at is None else self._refused_at
                if turn is None or pressed != self._refused_at:
                    self._forgive()
            if turn is None or turn == before:
                return
            if before is None or (before.player, before.is_child) != (turn.player, turn.is_child):
                # the hand that was stored may still lie there: it is not the next player's
                self._to_lift = bool(self._taken) and self._hand_lies and before is not None
                self._begin(turn)
            elif before.frozen and not turn.frozen:
                self.again(points_only=True)  # a first point alone means nothing once the picture moves
        if self.start and self._thread is None:
            self._thread = threading.Thread(target=self._work, name="palm", daemon=True)
            self._thread.start()

    def ask(self, by_hand: MeasureByHand) -> None:
        """A typed number or a point on the picture; shown at once, for the next Enter takes what is shown."""
        with self._lock:
            if self._turn is None:
                return
            self._forgive()
            kind, is_child = Kind(by_hand.kind), self._turn.is_child
            if by_hand.at is None:
                self._take(typed_palm(in_centimetres(by_hand.text), kind, is_child=is_child))
                return
            if self._top is None or self.scale is None:
                return
            ends = (*self._seen.clicks, by_hand.at)
            if len(ends) < 2:
                self._put(clicks=ends, advice=FIRST_POINT)
                return
            self._put(clicks=(), points=ends)
            places = self._top.to_mm(np.array(ends) * SIDE_PX - 0.5)
            places_mm = np.column_stack((places, [LANDMARK_Z_MM] * 2))
            self._take(clicked_palm(self.scale.camera.project(places_mm), self.scale, kind, is_child=is_child))

    def again(self, *, points_only: bool = False) -> None:
        """Forget what is not stored, or only the points."""
        with self._lock:
            self._forgive()
            if self._turn is None:
                return
            if not points_only:
                self._to_lift = False
                self._begin(self._turn)
            elif self._seen.clicks:
                self._put(clicks=(), advice=None)

    def taken(self, kinds: Collection[str]) -> None:
        """These measures are stored: the same hand that still lies there is not offered again."""
        stored = frozenset(Kind(one) for one in kinds)
        with self._lock:
            self._forgive()
            self._taken |= stored
            for one in stored:
                self._made.pop(one, None)
            self._put(values=self._values(), points=(), progress=0.0, advice=self._stored())

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
        """Look at the newest picture; False when there was nothing to look at."""
        turn, session = self._turn, self._session
        if turn is None or session is None or turn.frozen or self._seen.clicks:
            return False
        frame = None if self.newest is None else self.newest()
        if frame is None or frame.index == self._fed:
            self._mind_silence()
            return False
        self._fed, self._heard_ms = frame.index, self.clock_ms()
        self._show(frame.picture)
        state = session.feed(frame.picture, self.clock_ms())
        with self._lock:
            # whoever pressed a key in the meantime has the last word
            frozen = self._turn is not None and (self._turn.frozen or bool(self._seen.clicks))
            if session is self._session and not frozen:
                self._hand_lies = state.phase in {Phase.MEASURING, Phase.MEASURED}
                self._camera_says(**(self._lifting() if self._to_lift else self._told(state)))
        return True

    def _lifting(self) -> dict[str, object]:
        """Nothing is measured before the hand that was stored is gone."""
        assert self._turn is not None
        self._to_lift = self._hand_lies
        self._session = PalmSession(self.scale, self.finder, is_child=self._turn.is_child)
        values = self._values()
        return {"values": values, "progress": 0.0, "advice": after_measures(values) if values else LIFT}

    def _camera_says(self, **changes: object) -> None:
        """What the camera tells; never over a refusal that nobody has answered yet."""
        if self._refused is not None:
            changes |= {"advice": self._refused, "by_hand": True}
        self._put(**changes)

    def _mind_silence(self) -> None:
        """A camera that shows nothing new keeps nobody from measuring (A-01, D-03)."""
        if self.newest is None or self.clock_ms() - self._heard_ms < OFFER_MANUAL_AFTER_MS:
            return
        with self._lock:
            values = self._seen.values
            self._camera_says(by_hand=not values, advice=after_measures(values) if values else self.trouble() or SILENT)

    def _values(self) -> tuple[PalmValue, ...]:
        """What waits: what people measured themselves stands before what the camera measured."""
        return palm_values(self._waiting())

    def _waiting(self) -> dict[Kind, Palm]:
        palms = {} if self._session is None else dict(self._session.palms)
        return {kind: palm for kind, palm in palms.items() if kind not in self._taken} | self._made

    def _begin(self, turn: Turn) -> None:
        self._session = PalmSession(self.scale, self.finder, is_child=turn.is_child)
        self._taken, self._heard_ms = frozenset(), self.clock_ms()
        self._made.clear()
        self._forgive()
        without = self.newest is None
        self._put(
            points=(), clicks=(), progress=0.0, values=(), by_hand=without, advice=NO_CAMERA if without else None,
            scale=self._top is not None and not without,
        )  # fmt: skip

    def _forgive(self) -> None:
        self._refused = self._refused_at = None

    def _stored(self) -> Text:
        return STORED if self.newest is None else STORED_LIFT

    def _take(self, found: Palm | NoPalm) -> None:
        if isinstance(found, NoPalm):
            self._refused = found.advice
            self._put(advice=found.advice, by_hand=True)
            return
        self._made[found.kind] = found
        values = self._values()
        self._put(values=values, advice=found.advice[0] if found.advice else None, by_hand=False, progress=1.0)

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
        waiting = self._waiting()
        values = palm_values(waiting)
        # the hand that is measured already still lies there: nothing begins anew
        lies = state.phase is Phase.MEASURING and state.kind in {*waiting, *self._taken}
        if values and (state.phase is Phase.LOOKING or state.advice is READY or lies):
            # a hand that is taken away is no fault once something is measured
            doubts = (palm.advice[0] for palm in waiting.values() if palm.advice and not palm.is_question)
            state = replace(state, advice=next(doubts, after_measures(values)), progress=1.0)
        elif self._taken and (state.advice is READY or lies):
            state = replace(state, advice=self._stored(), progress=0.0)
        by_hand = state.phase is Phase.MANUAL or (state.offers_manual and not values)
        return {
            "points": points, "advice": state.advice, "progress": state.progress, "values": values, "by_hand": by_hand,
        }  # fmt: skip

    def _put(self, **changes: object) -> None:
        with self._lock:
            self._seen = replace(self._seen, **changes)  # type: ignore[arg-type]  # fields of the view


STORED = Text("stored; the other measure, or Enter: the next player", "guardado; la otra medida, o Intro: el siguiente")
STORED_LIFT = Text(
    "stored; lift the hand. Then the other measure, or Enter: the next player",
    "guardado; levanta la mano. Luego la otra medida, o Intro: el siguiente",
)
LIFT = Text("stored; lift the hand, then the next player lays hers", "guardado; levanta la mano y pon la siguiente")
BOTH = Text(
    "palm {open}, closed palm {closed}: player and referee agree? Enter keeps them",
    "palmo {open}, medio palmo {closed}: ¿de acuerdo? Intro los guarda",
)
NOW_CLOSED = Text(
    "{open}: Enter keeps it; or close the fingers for the closed palm",
    "{open}: Intro lo guarda; o cierra los dedos para el medio palmo (la mano cerrada)",
)
NOW_OPEN = Text(
    "closed palm {closed}: Enter keeps it; or spread the fingers for the palm",
    "medio palmo {closed}: Intro lo guarda; o separa los dedos para el palmo",
)
STEADY = Text("{mm} mm ± {spread} mm", "{mm} mm ± {spread} mm")
BARE = Text("{mm} mm", "{mm} mm")


def after_measures(values: Collection[PalmValue]) -> Text:
    """What is measured, how surely, and what Enter does with it."""
    told = {one.kind: _steady(one) for one in values}
    one = NOW_CLOSED if Kind.OPEN.value in told else NOW_OPEN
    return (BOTH if len(told) > 1 else one).filled(**told)


def _steady(value: PalmValue) -> Text:
    words = STEADY if value.how == "camera" else BARE
    return words.filled(mm=f"{value.mm:.0f}", spread=decimal(value.spread_mm / 2, 1))


def palm_values(palms: Mapping[Kind, Palm]) -> tuple[PalmValue, ...]:
    return tuple(
        PalmValue(
            kind.value, round(palm.length_mm, 1), round(palm.spread_mm, 2), palm.frames, palm.how,
            palm.advice[0] if palm.is_question and palm.advice else None,
        )
        for kind, palm in sorted(palms.items(), key=lambda one: one[0].value != Kind.OPEN.value)
    )  # fmt: skip


def in_centimetres(typed: str) -> str:
    """`205`, `20.5`, `20.5 cm` and `205 mm` are one palm: without its unit a number from 40 on is millimetres."""
    words = typed.strip().lower()
    for unit, share in (("mm", 0.1), ("cm", 1.0)):
        number = parse_number(words.removesuffix(unit).strip()) if words.endswith(unit) else None
        if number is not None:
            return f"{number * share:g}"
    value = parse_number(typed)
    return typed if value is None else f"{value / 10 if value >= LEAST_TYPED_MM else value:g}"


def _small(picture: Bgr) -> Bgr:
    scale = SIDE_PX / max(picture.shape[:2])
    size = max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
