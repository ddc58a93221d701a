"""The camera of the set-up: newest picture, what is wrong with it, its light held; a clip can take its place."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from companion.kernel.text import Text
from companion.vision.camera import Device, LiveCamera
from companion.vision.devices import LiveClip, cameras, open_device
from companion.vision.geometry import FloatArray
from companion.vision.health import (
    BandingWatch,
    CameraId,
    Finding,
    Liveness,
    Mode,
    Sight,
    delivery,
    shrunk,
)
from companion.vision.live import USUAL_MODE, camera_at, clock_ms, place_of
from companion.vision.sources import Frame, Picture, is_live_name, open_played

# pictures whose mean is one still picture
STILL_FRAMES = 7
# the light is held once the camera's automatics have settled
SETTLED_FRAMES = 12
# cells of a shrunk picture that differ by more between the last pictures: something moves
MOVING_LEVELS = 9.0
MOVING_CELLS = 4


class Feed(Protocol):
    """A source of live pictures that never makes anybody wait."""

    def newest(self) -> Frame | None: ...

    def liveness(self) -> Liveness: ...

    def advice(self) -> Text | None: ...

    def fps(self) -> float: ...

    def light_lock(self) -> Finding | None:
        """What holding exposure and white balance gave; None while it is not known yet."""
        ...

    def retry(self) -> None: ...

    def confirm(self) -> None: ...

    def close(self) -> None: ...


class HoldingDevice:
    """A device that holds its light once it has settled, in the reader's thread, where drivers want it (A-06)."""

    def __init__(self, device: Device, told: Callable[[Finding], None]) -> None:
        self._device, self._told = device, told
        self._reads = 0

    def read(self) -> Picture | None:
        picture = self._device.read()
        self._reads += picture is not None
        if self._reads == SETTLED_FRAMES:
            self._reads += 1
            lock = getattr(self._device, "lock_light", None)
            if lock is not None:
                self._told(lock())
        return picture

    def mode(self) -> Mode:
        return self._device.mode()

    def release(self) -> None:
        self._device.release()


class CameraFeed:
    """A live camera."""

    def __init__(
        self,
        opener: Callable[[], Device],
        name: str,
        clock: Callable[[], float] = clock_ms,
        calibrated: CameraId | None = None,
        identify: Callable[[], CameraId | None] | None = None,
        *,
        start_thread: bool = True,
    ) -> None:
        self._lock_told: Finding | None = None
        self.camera = LiveCamera(
            lambda: HoldingDevice(opener(), self._take_lock), clock, name, calibrated, identify, start_thread
        )

    def _take_lock(self, finding: Finding) -> None:
        self._lock_told = finding

    def newest(self) -> Frame | None:
        return self.camera.newest()

    def liveness(self) -> Liveness:
        return self.camera.status().liveness

    def advice(self) -> Text | None:
        return self.camera.status().advice

    def fps(self) -> float:
        return self.camera.status().fps

    def light_lock(self) -> Finding | None:
        return self._lock_told

    def retry(self) -> None:
        self.camera.retry()

    def confirm(self) -> None:
        self.camera.confirm()

    def close(self) -> None:
        self.camera.close()


class ClipFeed:
    """A clip, picture or folder of pictures as if it were a camera, over and over."""

    def __init__(self, path: Path, clock: Callable[[], float] = clock_ms) -> None:
        self._clip = open_played(path)
        self._live = LiveClip(self._clip, clock, repeats=True)

    def newest(self) -> Frame | None:
        return self._live.newest()

    def liveness(self) -> Liveness:
        return Liveness(Sight.LIVE, 0.0) if self._live.problem is None else Liveness(Sight.LOST, self._live.age_ms())

    def advice(self) -> Text | None:
        return self._live.problem

    def fps(self) -> float:
        return self._clip.fps

    def light_lock(self) -> Finding | None:
        return Finding("light lock", True, Text("a recording: its light is what it is", "una grabación"))

    def retry(self) -> None:
        self._live.retry()

    def confirm(self) -> None:
        """A recording is what it is."""

    def close(self) -> None:
        self._live.close()


def open_feed(text: str, wanted: Mode, calibrated: CameraId | None) -> Feed:
    """The camera of that number, path or address; or a clip, picture or folder of pictures.

    Raises:
        FileProblemError: there is no such file or folder, or nothing in it can be read.
    """
    if not is_live_name(text) or Path(text).is_file():
        return ClipFeed(Path(text))
    place = place_of(text)
    named = camera_at(place)
    return CameraFeed(
        lambda: open_device(place, wanted), named.name if named else text, clock_ms, calibrated,
        lambda: camera_at(place),
    )  # fmt: skip


@dataclass(frozen=True)
class Cameras:
    """How cameras are listed and opened; tests put theirs in its place."""

    listed: Callable[[], Sequence[CameraId]] = cameras
    opened: Callable[[str, Mode, CameraId | None], Feed] = open_feed
    wanted: Mode = USUAL_MODE


@dataclass
class Watch:
    """What the last pictures of a feed tell.

    Attributes:
        recent: the newest last.
        count: of all pictures so far.
    """

    recent: deque[Frame] = field(default_factory=lambda: deque(maxlen=STILL_FRAMES))
    banding: BandingWatch = field(default_factory=BandingWatch)
    count: int = 0
    _cells: deque[FloatArray] = field(default_factory=lambda: deque(maxlen=STILL_FRAMES))

    def take(self, frame: Frame) -> None:
        if self.recent and self.recent[-1].picture.shape != frame.picture.shape:
            self.forget()
        self.recent.append(frame)
        self._cells.append(shrunk(frame.picture))
        self.banding.see(frame.picture)
        self.count += 1

    @property
    def newest(self) -> Frame | None:
        return self.recent[-1] if self.recent else None

    @property
    def is_settled(self) -> bool:
        return self.count > SETTLED_FRAMES and len(self.recent) == STILL_FRAMES

    def moving_cells(self) -> int:
        """How many of 64 x 36 cells changed over the last pictures; brightness of the whole is no movement."""
        if len(self._cells) < STILL_FRAMES:
            return 64 * 36
        cells = np.array(self._cells)
        cells -= np.median(cells, axis=(1, 2), keepdims=True) - np.median(cells)
        spread = np.abs(cells - np.median(cells, axis=0)).max(axis=(0, 3))
        return int((spread > MOVING_LEVELS).sum())

    @property
    def is_still(self) -> bool:
        return self.moving_cells() < MOVING_CELLS

    def mean(self) -> Frame:
        """The last pictures as one: of a still scene it has less noise than each."""
        last = self.recent[-1]
        total = np.zeros(last.picture.shape, np.float32)
        for frame in self.recent:
            cv2.accumulate(frame.picture, total)
        mean = cv2.convertScaleAbs(total, alpha=1 / len(self.recent))
        return Frame(last.index, last.time_ms, np.asarray(mean, dtype=np.uint8), last.name)

    def forget(self) -> None:
        """Pictures from now on only: something was put somewhere else."""
        self.recent.clear()
        self._cells.clear()


def delivery_of(frame: Frame, fps: float, wanted: Mode) -> Finding:
    """Size and rate asked for against those that come (A-07)."""
    return delivery(wanted, Mode(frame.size[0], frame.size[1], fps))
