"""A live camera: its own reader thread, the newest frame only, and plain words when something is wrong (field notes A).

The thread only moves pictures; whether they can be trusted is `health.py`'s. Everything that touches a driver stands
behind `Device` and everything that tells time behind `Clock`, so that tests drive years of trouble in milliseconds.
"""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from companion.errors import CompanionError
from companion.kernel.text import Text
from companion.vision.health import (
    FLAT_ADVICE,
    Backoff,
    CameraId,
    ContentWatch,
    Liveness,
    Match,
    Mode,
    RateMeter,
    Sight,
    recognise,
)
from companion.vision.permission import permission_advice
from companion.vision.sources import ADDRESS_STARTS, Frame, Picture

Clock = Callable[[], float]  # milliseconds that never go back

# an open or a read that takes longer is given up, and its thread left to the driver
OPEN_LIMIT_MS = 20_000.0
READ_LIMIT_MS = 3_000.0
# threads that may hang in a driver at once; more would only pile up
MOST_STUCK = 3
# reads that fail in a row before the device is opened anew
FAILS_BEFORE_REOPEN = 15
# between reads that bring nothing new: under 5 % of a core
IDLE_WAIT_MS = 20.0
CLOSE_WAIT_S = 0.2


class Device(Protocol):
    """An opened camera."""

    def read(self) -> Picture | None:
        """The next picture, waiting for it; None when the driver has none."""
        ...

    def mode(self) -> Mode:
        """Size and rate as the driver tells them."""
        ...

    def release(self) -> None: ...


class CameraProblemError(CompanionError):
    """A camera cannot be opened or used; says what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en, text.es)
        self.text = text


Opener = Callable[[], Device]
Identify = Callable[[], CameraId | None]


NOT_THERE = Text(
    "the camera does not open: is it plugged in, and does no other program use it?",
    "la cámara no abre: ¿está enchufada y no la usa otro programa?",
)
STUCK = Text(
    "the camera's driver does not answer: unplug the camera, wait a moment, plug it in",
    "el controlador de la cámara no responde: desenchúfala, espera un momento y enchúfala",
)
IS_LOST = Text(
    "the picture stands still: check the cable; positions are not used until it moves again",
    "la imagen está parada: revisa el cable; no se usan posiciones hasta que se mueva",
)
# what helps a camera that comes by the network: no cable is unplugged there
OF_NETWORK = {
    NOT_THERE: Text(
        "nothing comes from that address: is it typed as the camera's app or page shows it, is the app on, and are "
        "both in the same network (no guest WLAN)?",
        "no llega nada de esa dirección: ¿está escrita como la enseña la app o la página de la cámara, está abierta "
        "la app y van los dos por la misma red (no la wifi de invitados)?",
    ),
    STUCK: Text(
        "the network camera does not answer: see that it is on and its address right; another app may hold its picture",
        "la cámara de red no responde: mira que esté encendida y su dirección; quizá otra app tiene su imagen",
    ),
    IS_LOST: Text(
        "the picture of the network camera stands still: keep the phone awake and near the router; positions are not "
        "used until it moves again",
        "la imagen de la cámara de red está parada: que el teléfono no se duerma y esté cerca del router; no se usan "
        "posiciones hasta que se mueva",
    ),
}
OTHER_CAMERA = Text(
    "another camera than the calibrated one is at this place: confirm it, or plug the right one in",
    "en este puesto hay otra cámara que la calibrada: confírmala, o enchufa la correcta",
)
OPENING = Text("opening the camera; this may take a while", "abriendo la cámara; puede tardar un poco")


@dataclass(frozen=True)
class CameraStatus:
    """What the referee is shown about the camera.

    Attributes:
        liveness: by content; `may_call` is False too while the camera waits to be confirmed.
        waited_ms: since opening began, while it lasts.
        fps: measured by the clock.
        dropped: frames that nobody took because a newer one came.
        advice: what to do; None while all is well.
        is_other: another device than the calibrated one, and nobody has confirmed it.
    """

    liveness: Liveness
    waited_ms: float
    mode: Mode | None
    fps: float
    dropped: int
    advice: Text | None
    is_other: bool = False

    @property
    def may_call(self) -> bool:
        return self.liveness.may_call and self.advice is None


class _Run:
    """One reader thread's own state: a thread that was given up keeps only this, and its leavings are ignored."""

    def __init__(self) -> None:
        self.is_over = threading.Event()
        self.busy_since_ms: float | None = None
        self.is_opening = True


class LiveCamera:
    """Reads a camera in its own thread; give it back with `close`.

    Nothing here waits for the driver: `newest` and `status` answer at once, whatever the camera does (A-08).
    """

    is_live = True

    def __init__(
        self,
        opener: Opener,
        clock: Clock,
        name: str = "camera",
        calibrated: CameraId | None = None,
        identify: Identify | None = None,
        start_thread: bool = True,
    ) -> None:
        """`identify` names the device that is there now; each opening compares it with `calibrated` (A-03, A-04)."""
        self.name = name
        self._is_of_network = name.startswith(ADDRESS_STARTS)
        self._opener, self._clock = opener, clock
        self._calibrated, self._identify = calibrated, identify
        self._lock = threading.Condition()
        self._watch, self._rate, self._backoff = ContentWatch(), RateMeter(), Backoff()
        self._frame: Frame | None = None
        self._taken = -1
        self._count = 0
        self._dropped = 0
        self._began_ms = clock()
        self._mode: Mode | None = None
        self._problem: Text | None = OPENING
        self._confirm_needed = False
        self._device: Device | None = None
        self._fails = 0
        self._stuck: list[threading.Thread] = []
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self._run = _Run()
        if start_thread:
            self._start()

    # --- the reader thread

    def _start(self) -> None:
        self._run = _Run()
        self._thread = threading.Thread(target=self._loop, args=(self._run,), name=f"reader {self.name}", daemon=True)
        self._thread.start()

    def _loop(self, run: _Run) -> None:
        while not run.is_over.is_set():
            wait_ms = self.step(run)
            if wait_ms > 0:
                run.is_over.wait(wait_ms / 1000)
        # whoever set `is_over` had no device any more, or could not wait for this one
        self._let_go(run)

    def step(self, run: _Run | None = None) -> float:
        """One open or one read; the reader thread's whole work, and what tests call instead of it.

        Returns:
            Milliseconds to wait before the next step.
        """
        run = run or self._run
        return self._try_open(run) if self._device is None else self._try_read(run, self._device)

    def _try_open(self, run: _Run) -> float:
        run.is_opening, run.busy_since_ms = True, self._clock()
        problem: Text | None = None
        device: Device | None = None
        try:
            device = self._opener()
        except PermissionError:
            problem = permission_advice()
        except CameraProblemError as error:
            problem = error.text
        except OSError:
            problem = NOT_THERE
        mode = device.mode() if device else None
        is_another = device is not None and self._is_another()
        run.busy_since_ms = None
        with self._lock:
            is_wanted = not run.is_over.is_set()
            if is_wanted:
                self._device, self._mode, self._fails, self._problem = device, mode, 0, problem
                self._confirm_needed = is_another
        if device is not None and not is_wanted:
            device.release()
        return self._backoff.wait_ms() if device is None else 0.0

    def _is_another(self) -> bool:
        if self._calibrated is None or self._identify is None:
            return False
        there = self._identify()
        # a system that names no device is believed: the picture itself is compared with the empty ring
        return there is not None and recognise(self._calibrated, [there])[0] not in {Match.SAME, Match.MOVED}

    def _try_read(self, run: _Run, device: Device) -> float:
        run.is_opening, run.busy_since_ms = False, self._clock()
        try:
            picture = device.read()
        except OSError:
            picture = None
        now_ms = self._clock()
        with self._lock:
            if run.is_over.is_set():
                return 0.0
            is_new = picture is not None and self._watch.see(picture, now_ms)
            self._fails = 0 if is_new else self._fails + (picture is None)
            if picture is not None and is_new:
                self._backoff.reset()
                self._put(picture, now_ms)
            is_lost = self._watch.liveness(now_ms).sight is Sight.LOST
            gives_up = self._fails >= FAILS_BEFORE_REOPEN or (is_lost and picture is None)
            if gives_up:
                self._device = None
        if gives_up:
            device.release()
        run.busy_since_ms = None
        if gives_up:
            return self._backoff.wait_ms()
        # a failing or frozen camera may answer at once: the thread must not spin
        return 0.0 if is_new else IDLE_WAIT_MS

    def _put(self, picture: Picture, now_ms: float) -> None:
        if self._frame is not None and self._frame.index > self._taken:
            self._dropped += 1
        shown = np.asarray(picture, dtype=np.uint8)
        self._frame = Frame(self._count, now_ms - self._began_ms, shown, self.name)
        self._count += 1
        self._rate.tick(now_ms)
        self._lock.notify_all()

    def _let_go(self, run: _Run) -> None:
        with self._lock:
            device, self._device = (self._device, None) if run is self._run else (None, self._device)
        if device is not None:
            device.release()

    # --- for everyone else

    def newest(self) -> Frame | None:
        """The newest frame nobody has taken yet, or None; never waits."""
        self._look_after_reader()
        with self._lock:
            frame = self._frame
            if frame is None or frame.index <= self._taken:
                return None
            self._taken = frame.index
            return frame

    def status(self) -> CameraStatus:
        """How the camera is now; never waits."""
        self._look_after_reader()
        now_ms = self._clock()
        with self._lock:
            liveness = self._watch.liveness(now_ms)
            advice = self._problem
            if advice is None and liveness.sight in {Sight.LOST, Sight.FLAT}:
                advice = FLAT_ADVICE if liveness.sight is Sight.FLAT else IS_LOST
            if advice is None and self._confirm_needed:
                advice = OTHER_CAMERA
            if advice is not None and self._is_of_network:
                advice = OF_NETWORK.get(advice, advice)
            waited_ms = now_ms - self._began_ms if liveness.sight is Sight.OPENING else 0.0
            return CameraStatus(
                liveness, waited_ms, self._mode, self._rate.fps, self._dropped, advice, self._confirm_needed
            )

    def confirm(self) -> None:
        """The referee says: this is the camera (A-03, A-04)."""
        with self._lock:
            self._confirm_needed = False

    def retry(self) -> None:
        """Try to open at once, after a permission was granted or a cable put back (A-09)."""
        with self._lock:
            self._backoff.reset()
            if self._device is None and self._thread is not None and not self._is_closed:
                self._run.is_over.set()
                self._start()

    def _look_after_reader(self) -> None:
        """Give a thread up that hangs in the driver, and start another (A-08)."""
        run = self._run
        since_ms = run.busy_since_ms
        limit_ms = OPEN_LIMIT_MS if run.is_opening else READ_LIMIT_MS
        if since_ms is None or self._clock() - since_ms < limit_ms:
            return
        with self._lock:
            self._problem = STUCK
            self._stuck = [thread for thread in self._stuck if thread.is_alive()]
            if self._is_closed or run is not self._run or len(self._stuck) >= MOST_STUCK:
                return
            run.is_over.set()
            self._device = None
            if self._thread is not None:
                self._stuck.append(self._thread)
                self._start()
            else:
                self._run = _Run()

    def wait_newest(self, limit_ms: float) -> Frame | None:
        """`newest`, waiting for it up to a limit of real time."""
        with self._lock:
            if not self._is_closed and (self._frame is None or self._frame.index <= self._taken):
                self._lock.wait(limit_ms / 1000)
        return self.newest()

    def frames(self) -> Iterator[Frame]:
        """Frames as they come, each newer than the last; ends when the camera is closed."""
        while not self._is_closed:
            frame = self.wait_newest(500.0)
            if frame is not None:
                yield frame

    def close(self) -> None:
        """Stop reading; returns at once even while the driver hangs (A-10: opening can be cancelled)."""
        with self._lock:
            self._is_closed = True
            self._run.is_over.set()
            self._lock.notify_all()
        if self._thread is None:
            self._let_go(self._run)
        elif self._thread is not threading.current_thread():
            # long enough for one frame; a driver that hangs keeps its thread, and gives the device back when it wakes
            self._thread.join(timeout=CLOSE_WAIT_S)
