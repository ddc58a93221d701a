"""The lights of an evening: the app says what the match shows, a thread of its own brings it to whatever is plugged in.

Nothing here ever waits for a device on behalf of the caller: `show` leaves the newest wish and returns.
"""

import atexit
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from companion.kernel.flashing import ChangePacer
from companion.kernel.text import Text
from companion.leds.backends import Backend, Connection, NoLights
from companion.leds.link import BoardLink, Change, LinkState
from companion.leds.port import PortError, RefusedError
from companion.leds.scenes import NEUTRAL_SCENE, LightScene, ShowLights, scene_for
from companion.leds.status import SEARCHING_TEXT, STUCK_TEXT, Hold, LightState, LightStatus, fault_text

FIRST_BACK_OFF_S = 0.1
LONGEST_BACK_OFF_S = 1.0
REFUSED_REST_S = 5.0  # opening a port again and again would restart what is behind it
STUCK_S = 5.0  # a thread silent for so long hangs in a driver; another one takes over
MOST_THREADS = 4  # and if those hang too, the lights are given up for this evening
GOODBYE_S = 0.6
LONGEST_WAIT_S = 0.5
FAULT_REST_S = (1.0, 30.0)  # after something unforeseen: the first wait and the longest
FAULT_FORGOTTEN_S = 10.0  # of lights that work: what comes later begins with the first wait again
SETTLE_S = 2.0
SETTLE_STEP_S = 0.01


class LightService:
    """Lights that follow the match and never hold it up.

    Args:
        backend: see `discovery.backend_for` for the words of `--leds`.
        calm: nothing blinks or runs, all evening.
        clock: seconds; the time base of `changes` and `steady`.
        on_fault: told, in the lights' thread, of what nobody foresaw: to keep the details for the makers.
    """

    def __init__(
        self,
        backend: Backend,
        *,
        calm: bool = False,
        clock: Callable[[], float] = time.monotonic,
        on_fault: Callable[[BaseException], object] = lambda _: None,
    ) -> None:
        self._backend = backend
        self._on_fault = on_fault
        self._calm = calm
        self._clock = clock
        self._lock = threading.Lock()
        self._ropes_per_side = 3
        self._show = ShowLights(calm=calm)
        self._wanted = scene_for(self._show)
        self._wanted_s = clock()
        self._holds: dict[str, tuple[Hold, float]] = {}
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
        self._stuck: list[threading.Thread] = []
        self._back_off_s = FIRST_BACK_OFF_S
        self._fault_rest_s = FAULT_REST_S[0]
        self._served_s = clock()
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

    def moves(self, at_s: float | None = None) -> bool:
        """Whether the light of some zone changes by itself (breathes, beats, runs) at that time, now if not given."""
        with self._lock:
            return self._connection is not None and bool(self._moving(self._clock() if at_s is None else at_s))

    def _moving(self, at_s: float) -> frozenset[int]:
        return self._effective().aged(int((at_s - self._wanted_s) * 1000)).moves()

    def steady(self, at_s: float, zones: int = 0xFFFF) -> bool:
        """Whether the light of these zones (a mask) stood still around the moment a picture was taken."""
        with self._lock:
            connection = self._connection
            if not self._backend.wanted or connection is None:
                return True
            moving = self._moving(self._clock())
            settled = connection.link.state is LinkState.READY and self._last_shown == self._effective()
        if any(zones >> zone & 1 for zone in moving) or not settled:
            return False
        return not any(change.zones & zones and change.sent_s <= at_s <= change.done_s for change in self.changes())

    def hold(self, kind: Hold, by: str = "camera", for_s: float = math.inf) -> None:
        """Keep the lights quiet, still or neutral until the same asker says `Hold.FREE`; the strongest wish counts.

        Scenes that come while they are still or neutral wait, the newest wins.

        Args:
            for_s: the wish ends by itself then, so that an asker who dies holds nothing for ever.
        """
        with self._lock:
            before = self._held_kind()
            self._holds[by] = (kind, self._clock() + for_s)
            if self._held_kind() is Hold.STILL and before is not Hold.STILL:
                self._frozen = self._wanted.held_still()
            connection, changed = self._connection, self._held_kind() is not before
        if changed:
            self._wake(connection)

    @contextmanager
    def held(self, kind: Hold, by: str = "camera") -> Iterator[None]:
        """`hold` for a block: a colour is learned, a move is read."""
        self.hold(kind, by)
        try:
            yield
        finally:
            self.hold(Hold.FREE, by)

    @contextmanager
    def neutral(self, limit_s: float = SETTLE_S) -> Iterator[bool]:
        """Neutral light for a block in which colours are learned; gives whether it shines as it should.

        Waits for the light, so it is for the set-up and never for the match.
        """
        with self.held(Hold.NEUTRAL, "colours"):
            end_s = self._clock() + limit_s
            pause = threading.Event()
            while not (shines := self._shines_neutral()) and self._clock() < end_s:
                pause.wait(SETTLE_STEP_S)
            yield shines

    def _shines_neutral(self) -> bool:
        if not self._backend.wanted:
            return True
        ready = self.status().state is LightState.READY and self._last_shown == NEUTRAL_SCENE
        return ready and self.steady(self._clock())

    def _held_kind(self) -> Hold:
        now_s = self._clock()
        wishes = [kind for kind, until_s in self._holds.values() if now_s < until_s]
        return max(wishes, key=lambda kind: kind.value, default=Hold.FREE)

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
        kind = self._held_kind()
        if kind is Hold.NEUTRAL:
            return NEUTRAL_SCENE
        if kind is Hold.STILL and self._frozen is not None:
            return self._frozen
        return self._wanted.quiet() if kind is Hold.QUIET else self._wanted

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
                # what the hanging thread said last is no longer true, and stays untrue until a board answers
                self._status = replace(self._status, state=LightState.LOST, text=STUCK_TEXT)
                if self._thread is not None:
                    self._stuck.append(self._thread)
                self._start_thread()

    def _go_on(self, generation: int) -> bool:
        if generation != self._generation:
            return False
        self._beat_s = self._clock()
        return not self._closing

    def _run(self, generation: int) -> None:
        while self._go_on(generation):
            self._survive(generation)

    def _survive(self, generation: int) -> None:
        try:
            self._connect_and_serve(generation)
        except Exception as fault:  # noqa: BLE001 last line of defence of a thread that must not end in silence
            self._take_fault(fault, generation)

    def _connect_and_serve(self, generation: int) -> None:
        """One search and what follows; the wait that is due afterwards."""
        try:
            connection = self._backend.connect(lambda: self._go_on(generation))
        except RefusedError as problem:
            self._report(LightState.REFUSED, problem.text, generation)
            self._rest(REFUSED_REST_S, generation)
            return
        except PortError as problem:
            self._report(LightState.LOST if self._last_shown else LightState.SEARCHING, problem.text, generation)
            self._rest_longer(generation)
            return
        try:
            self._serve(connection, generation)
        except PortError as problem:
            self._report(LightState.LOST, problem.text, generation)
        finally:
            self._leave(connection, generation)
        self._rest_longer(generation)

    def _take_fault(self, fault: Exception, generation: int) -> None:
        """Tell it once, keep the details, wait quietly, begin anew: the match knows nothing of it."""
        with self._lock:
            self._status = replace(self._status, faults=self._status.faults + 1)
        self._report(LightState.FAILED, fault_text(fault), generation)
        with suppress(Exception):  # whoever keeps the details may be what is broken
            self._on_fault(fault)
        self._rest(self._fault_rest_s, generation)
        self._fault_rest_s = min(FAULT_REST_S[1], self._fault_rest_s * 2)

    def _rest_longer(self, generation: int) -> None:
        """Wait; the next time a little longer, until a board answers."""
        self._rest(self._back_off_s, generation)
        self._back_off_s = min(LONGEST_BACK_OFF_S, self._back_off_s * 1.6)

    def _rest(self, wait_s: float, generation: int) -> None:
        """Wait quietly before the next search; `close` ends it."""
        until_s = self._clock() + wait_s
        while self._go_on(generation) and (left_s := until_s - self._clock()) > 0:
            self._news.wait(min(left_s, LONGEST_WAIT_S))
            self._news.clear()

    def _leave(self, connection: Connection, generation: int) -> None:
        with self._lock:
            if generation == self._generation:
                self._connection = None
        connection.port.close()

    def _report(self, state: LightState, text: Text | None, generation: int) -> None:
        """Say how it is; a thread that was given up has nothing to say any more."""
        with self._lock:
            if generation != self._generation:
                return
            hangs = any(thread.is_alive() for thread in self._stuck)
            if hangs and state in {LightState.LOST, LightState.SEARCHING}:
                state, text = LightState.LOST, STUCK_TEXT  # the port is "taken" by our own thread that hangs in it
            self._status = replace(self._status, state=state, text=text)

    def _serve(self, connection: Connection, generation: int) -> None:
        port, link = connection.port, connection.link
        with self._lock:
            self._connection, self._served_s = connection, self._clock()
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
            self._note(connection, given, generation)
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

    def _note(self, connection: Connection, given: LightScene, generation: int) -> None:
        """Carry what the link knows to where the app reads it."""
        link = connection.link
        with self._lock:
            if generation != self._generation:
                return
            self._changes = tuple(link.changes)
            if link.state is LinkState.READY:
                self._back_off_s = FIRST_BACK_OFF_S
                if self._clock() - self._served_s > FAULT_FORGOTTEN_S:
                    self._fault_rest_s = FAULT_REST_S[0]
                if isinstance(link, BoardLink) and link.info is not None:
                    self._fit_ropes(link.info.ropes_per_side)
                    self._status = replace(self._status, leds=link.info.leds, retries=link.counters.retries)
            if link.settled and given != self._last_shown:
                self._last_shown = given
                latency_ms = (self._clock() - self._wanted_s) * 1000
                shown = self._status.scenes_shown + 1
                self._status = replace(self._status, scenes_shown=shown, latency_ms=latency_ms)
            state = _STATES.get(link.state)
            if state is not None:  # while it greets, what was last said holds: the icon does not flicker
                self._status = replace(self._status, state=state, text=link.problem)


_STATES = {
    LinkState.READY: LightState.READY,
    LinkState.LOST: LightState.LOST,
    LinkState.REFUSED: LightState.REFUSED,
    LinkState.CLOSED: LightState.OFF,
}


def no_lights() -> LightService:
    """Lights for an evening without any."""
    return LightService(NoLights())
