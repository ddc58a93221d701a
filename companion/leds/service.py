"""The lights of an evening: the app says what the match shows, a thread of its own brings it to whatever is plugged in.

Nothing here ever waits for a device on behalf of the caller: `show` leaves the newest wish and returns.
"""

import atexit
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum

from companion.kernel.text import Text
from companion.leds.backends import Backend, Connection, NoLights
from companion.leds.link import BoardLink, Change, LinkState
from companion.leds.port import PortError, RefusedError
from companion.leds.scenes import NEUTRAL_SCENE, ChangePacer, LightScene, ShowLights, scene_for

FIRST_BACK_OFF_S = 0.1
LONGEST_BACK_OFF_S = 1.0
REFUSED_REST_S = 5.0  # opening a port again and again would restart what is behind it
STUCK_S = 5.0  # a thread silent for so long hangs in a driver; another one takes over
MOST_THREADS = 4  # and if those hang too, the lights are given up for this evening
GOODBYE_S = 0.6
LONGEST_WAIT_S = 0.5

SEARCHING_TEXT = Text("lights: looking for a board", "luces: buscando una placa")
STUCK_TEXT = Text(
    "lights: the port takes no bytes; pull the cable and plug it in again, the match goes on",
    "luces: el puerto no acepta datos; desconecta y conecta el cable, el combate sigue",
)


class LightState(Enum):
    OFF = "off"
    SEARCHING = "searching"
    READY = "ready"
    LOST = "lost"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class LightStatus:
    """For the one icon on the referee screen, and for `companion leds status`.

    Attributes:
        text: None when all is well.
        scenes_shown: different scenes that a board has confirmed in full.
        latency_ms: from the last `show` that changed something to the board's confirmation.
    """

    state: LightState
    port: str
    text: Text | None
    scenes_shown: int
    latency_ms: float
    leds: int = 0
    retries: int = 0


class Hold(Enum):
    """What the camera may ask of the lights."""

    FREE = "free"
    STILL = "still"
    NEUTRAL = "neutral"


class LightService:
    """Lights that follow the match and never hold it up.

    Args:
        backend: see `discovery.backend_for` for the words of `--leds`.
        calm: nothing blinks or runs, all evening.
        clock: seconds; the time base of `changes` and `steady`.
    """

    def __init__(self, backend: Backend, *, calm: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._backend = backend
        self._calm = calm
        self._clock = clock
        self._lock = threading.Lock()
        self._ropes_per_side = 3
        self._show = ShowLights(calm=calm)
        self._wanted = scene_for(self._show)
        self._wanted_s = clock()
        self._hold = Hold.FREE
        self._frozen: LightScene | None = None
        self._pacer = ChangePacer()
        self._connection: Connection | None = None
        self._status = LightStatus(LightState.OFF, "", None, 0, 0.0)
        self._last_shown: LightScene | None = None
        self._changes: tuple[Change, ...] = ()
        self._news = threading.Event()
        self._closing = False
        self._generation = 0
        self._beat_s = clock()
        self._thread: threading.Thread | None = None
        if backend.wanted:
            self._status = replace(self._status, state=LightState.SEARCHING, text=SEARCHING_TEXT)
            self._start_thread()
            atexit.register(self.close)

    # -- for the app, from any thread, at once

    def show(self, lights: ShowLights) -> None:
        """The newest state of the match; whatever was not yet shown is forgotten."""
        with self._lock:
            self._show = replace(lights, calm=lights.calm or self._calm)
            self._wish(scene_for(self._show, self._ropes_per_side))
            connection = self._connection
        self._wake(connection)
        self._replace_stuck_thread()

    def status(self) -> LightStatus:
        self._replace_stuck_thread()
        with self._lock:
            if self._backend.wanted and not self._closing and self._clock() - self._beat_s > STUCK_S / 2:
                return replace(self._status, state=LightState.LOST, text=STUCK_TEXT)
            return self._status

    @property
    def scenes_shown(self) -> int:
        return self._status.scenes_shown

    def changes(self) -> tuple[Change, ...]:
        """When and where the light changed lately, oldest first; times as the clock given."""
        with self._lock:
            return self._changes

    def steady(self, at_s: float, zones: int = 0xFFFF) -> bool:
        """Whether the light of these zones (a mask) stood still around the moment a picture was taken."""
        with self._lock:
            connection = self._connection
            if not self._backend.wanted or connection is None:
                return True
            scene = self._effective()
            moving = scene.aged(int((self._clock() - self._wanted_s) * 1000)).moves()
            settled = connection.link.settled or self._last_shown == scene
        if any(zones >> zone & 1 for zone in moving) or not settled:
            return False
        return not any(change.zones & zones and change.sent_s <= at_s <= change.done_s for change in self.changes())

    def hold(self, kind: Hold) -> None:
        """Keep the lights still or neutral until `Hold.FREE`; scenes that come meanwhile wait, the newest wins."""
        with self._lock:
            if kind is Hold.STILL and self._hold is not Hold.STILL:
                self._frozen = self._wanted.held_still()
            self._hold = kind
            connection = self._connection
        self._wake(connection)

    @contextmanager
    def held(self, kind: Hold) -> Iterator[None]:
        """`hold` for a block: a colour is learned, a move is read."""
        self.hold(kind)
        try:
            yield
        finally:
            self.hold(Hold.FREE)

    def close(self) -> None:
        """Lights out, port closed; takes at most a second, also when the device hangs."""
        atexit.unregister(self.close)
        with self._lock:
            if self._closing:
                return
            self._closing = True
            connection, thread = self._connection, self._thread
        self._news.set()
        if connection is not None:
            connection.port.wake()
        if thread is not None and thread is not threading.current_thread():
            thread.join(GOODBYE_S + 0.4)
        with self._lock:
            self._status = replace(self._status, state=LightState.OFF, text=None)

    # -- the thread

    def _wish(self, scene: LightScene) -> None:
        if scene != self._wanted:
            self._wanted, self._wanted_s = scene, self._clock()

    def _fit_ropes(self, ropes_per_side: int) -> None:
        """Tell the same with as many ropes as there are."""
        if ropes_per_side != self._ropes_per_side:
            self._ropes_per_side = ropes_per_side
            self._wish(scene_for(self._show, ropes_per_side))

    def _effective(self) -> LightScene:
        if self._hold is Hold.NEUTRAL:
            return NEUTRAL_SCENE
        if self._hold is Hold.STILL and self._frozen is not None:
            return self._frozen
        return self._wanted

    def _wake(self, connection: Connection | None) -> None:
        self._news.set()
        if connection is not None:
            connection.port.wake()

    def _start_thread(self) -> None:
        self._generation += 1
        self._beat_s = self._clock()
        self._thread = threading.Thread(target=self._run, args=(self._generation,), name="lights", daemon=True)
        self._thread.start()

    def _replace_stuck_thread(self) -> None:
        with self._lock:
            stuck = self._backend.wanted and not self._closing and self._clock() - self._beat_s > STUCK_S
            if stuck and self._generation < MOST_THREADS:
                self._connection = None
                self._start_thread()

    def _go_on(self, generation: int) -> bool:
        if generation != self._generation:
            return False
        self._beat_s = self._clock()
        return not self._closing

    def _run(self, generation: int) -> None:
        back_off_s = FIRST_BACK_OFF_S
        while self._go_on(generation):
            try:
                connection = self._backend.connect(lambda: self._go_on(generation))
            except RefusedError as problem:
                self._report(LightState.REFUSED, problem.text)
                self._rest(REFUSED_REST_S)
                continue
            except PortError as problem:
                self._report(LightState.LOST if self._last_shown else LightState.SEARCHING, problem.text)
                back_off_s = self._rest(back_off_s)
                continue
            back_off_s = FIRST_BACK_OFF_S
            try:
                self._serve(connection, generation)
            except PortError as problem:
                self._report(LightState.LOST, problem.text)
            finally:
                self._leave(connection, generation)
            back_off_s = self._rest(back_off_s)

    def _rest(self, back_off_s: float) -> float:
        """Wait quietly before the next search; `close` ends it. The next wait is longer."""
        until_s = self._clock() + back_off_s
        while not self._closing and (left_s := until_s - self._clock()) > 0:
            self._beat_s = self._clock()
            self._news.wait(min(left_s, LONGEST_WAIT_S))
            self._news.clear()
        return min(LONGEST_BACK_OFF_S, back_off_s * 1.6)

    def _leave(self, connection: Connection, generation: int) -> None:
        connection.port.close()
        with self._lock:
            if generation == self._generation:
                self._connection = None

    def _report(self, state: LightState, text: Text | None) -> None:
        with self._lock:
            self._status = replace(self._status, state=state, text=text)

    def _serve(self, connection: Connection, generation: int) -> None:
        port, link = connection.port, connection.link
        with self._lock:
            self._connection = connection
            self._fit_ropes(connection.ropes_per_side)
            self._status = replace(self._status, port=port.name)
            given, given_s = self._effective(), self._wanted_s
        link.want(given, given_s)
        parting_s: float | None = None
        while self._go_on(generation) or generation == self._generation:
            now_s = self._clock()
            if self._closing and parting_s is None:
                parting_s = now_s + GOODBYE_S
                link.say_goodbye(now_s)
            given, pace_s = self._pass_on(link.want, given, now_s)
            data = link.poll(now_s)
            if data:
                port.write(data)
            self._note(connection, given)
            if link.state in {LinkState.LOST, LinkState.CLOSED, LinkState.REFUSED}:
                return
            if parting_s is not None and now_s > parting_s:
                return
            link.receive(port.read(min(link.wake_s(now_s), pace_s, LONGEST_WAIT_S)), self._clock())

    def _pass_on(
        self, want: Callable[[LightScene, float], None], given: LightScene, now_s: float
    ) -> tuple[LightScene, float]:
        """Hand the newest scene to the link when the pace allows; also the seconds until it may."""
        with self._lock:
            scene, since_s = self._effective(), self._wanted_s
        if scene == given:
            return given, LONGEST_WAIT_S
        may_s = self._pacer.may_change_at(now_s)
        if may_s > now_s:
            return given, may_s - now_s
        self._pacer.changed(now_s)
        want(scene, since_s)
        return scene, LONGEST_WAIT_S

    def _note(self, connection: Connection, given: LightScene) -> None:
        """Carry what the link knows to where the app reads it."""
        link = connection.link
        with self._lock:
            self._changes = tuple(link.changes)
            state, text = _STATES[link.state], link.problem
            if link.state is LinkState.READY and isinstance(link, BoardLink) and link.info is not None:
                self._fit_ropes(link.info.ropes_per_side)
                self._status = replace(self._status, leds=link.info.leds, retries=link.counters.retries)
            if link.settled and given != self._last_shown:
                self._last_shown = given
                latency_ms = (self._clock() - self._wanted_s) * 1000
                shown = self._status.scenes_shown + 1
                self._status = replace(self._status, scenes_shown=shown, latency_ms=latency_ms)
            self._status = replace(self._status, state=state, text=text)


_STATES = {
    LinkState.GREETING: LightState.SEARCHING,
    LinkState.READY: LightState.READY,
    LinkState.LOST: LightState.LOST,
    LinkState.REFUSED: LightState.REFUSED,
    LinkState.CLOSED: LightState.OFF,
}


def no_lights() -> LightService:
    """Lights for an evening without any."""
    return LightService(NoLights())
