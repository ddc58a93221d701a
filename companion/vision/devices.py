"""Real cameras through OpenCV: which are there, how they are opened, their light held; and clips as if live."""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.errors import FileProblemError
from companion.kernel.text import Text
from companion.vision.camera import NOT_THERE, CameraProblemError, Clock
from companion.vision.health import BUS_FULL, Backoff, CameraId, Finding, Mode
from companion.vision.sources import Clip, Frame, Picture, Slides

V4L_NAMES = Path("/sys/class/video4linux")
V4L_BY_ID = Path("/dev/v4l/by-id")
# V4L2 and DirectShow count exposure modes differently (opencv#9738)
MANUAL_EXPOSURE = {"linux": 1.0, "win32": 0.25, "darwin": 0.25}
FOUR_CC = "MJPG"


def backend(platform: str = sys.platform) -> int:
    """The capture interface whose settings hold on this system."""
    if platform.startswith("linux"):
        return int(cv2.CAP_V4L2)
    if platform.startswith("win"):
        return int(cv2.CAP_DSHOW)
    return int(cv2.CAP_AVFOUNDATION) if platform == "darwin" else int(cv2.CAP_ANY)


def cameras(names: Path = V4L_NAMES, by_id: Path = V4L_BY_ID) -> list[CameraId]:
    """Cameras that the system can name; on others than Linux none, and people tell them by number."""
    found: list[CameraId] = []
    stable = {link.resolve().name: link.name for link in by_id.iterdir()} if by_id.is_dir() else {}
    for folder in sorted(names.glob("video*"), key=lambda path: int(path.name.removeprefix("video") or 0)):
        number = int(folder.name.removeprefix("video"))
        index_file, name_file = folder / "index", folder / "name"
        # one camera shows up several times; only index 0 gives pictures
        if index_file.is_file() and index_file.read_text(encoding="utf-8").strip() != "0":
            continue
        name = name_file.read_text(encoding="utf-8", errors="replace").strip() if name_file.is_file() else folder.name
        found.append(CameraId(number, stable.get(folder.name, ""), name))
    return found


class OpenCvDevice:
    """A camera opened by OpenCV."""

    def __init__(self, capture: Any) -> None:
        self._capture = capture

    def read(self) -> Picture | None:
        is_read, picture = self._capture.read()
        if not is_read or picture is None:
            return None
        return np.asarray(picture, dtype=np.uint8)

    def mode(self) -> Mode:
        get = self._capture.get
        return Mode(
            int(get(cv2.CAP_PROP_FRAME_WIDTH)), int(get(cv2.CAP_PROP_FRAME_HEIGHT)), float(get(cv2.CAP_PROP_FPS))
        )

    def release(self) -> None:
        self._capture.release()

    def lock_light(self, platform: str = sys.platform) -> Finding:
        """Hold exposure and white balance as they are now, and read back whether the driver did (A-06)."""
        capture = self._capture
        exposure, kelvin = capture.get(cv2.CAP_PROP_EXPOSURE), capture.get(cv2.CAP_PROP_WB_TEMPERATURE)
        manual = MANUAL_EXPOSURE.get(platform, 1.0)
        capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, manual)
        capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
        capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        if kelvin > 0:
            capture.set(cv2.CAP_PROP_WB_TEMPERATURE, kelvin)
        exposure_held = abs(capture.get(cv2.CAP_PROP_AUTO_EXPOSURE) - manual) < 0.01
        white_held = capture.get(cv2.CAP_PROP_AUTO_WB) == 0
        words = [
            name
            for name, held in (("exposure", exposure_held), ("white balance", white_held))
            if not held
        ]  # fmt: skip
        palabras = [
            nombre
            for nombre, held in (("la exposición", exposure_held), ("el balance de blancos", white_held))
            if not held
        ]  # fmt: skip
        hold = "fíjalo" if exposure_held else "fíjala" if white_held else "fíjalos"
        if not words:
            return Finding("light lock", True, Text("exposure and white balance held", "exposición y blancos fijados"))
        return Finding(
            "light lock",
            False,
            Text(f"the driver does not hold {' and '.join(words)}", f"el controlador no fija {' ni '.join(palabras)}"),
            Text(
                "set it in the camera's own program; drift is followed",
                f"{hold} en el programa de la cámara; se compensa lo que varíe",
            ),
        )


Capture = Callable[[int | str, int], Any]


def open_device(place: int | str, wanted: Mode, capture: Capture | None = None) -> OpenCvDevice:
    """Open a camera by number, or a stream by address: compressed pictures first, then size, then rate.

    Raises:
        PermissionError: the system does not allow it.
        CameraProblemError: it does not open, or the bus has no room for it.
    """
    path = Path(f"/dev/video{place}") if isinstance(place, int) else None
    if path is not None and path.exists() and not os.access(path, os.R_OK | os.W_OK):
        raise PermissionError(str(path))
    opened = (capture or cv2.VideoCapture)(place, backend() if isinstance(place, int) else int(cv2.CAP_ANY))
    if not opened.isOpened():
        opened.release()
        raise CameraProblemError(NOT_THERE)
    if isinstance(place, int):
        code = cv2.VideoWriter.fourcc(*FOUR_CC)
        # DirectShow forgets the code when the size changes: it gets it twice
        settings = (
            (cv2.CAP_PROP_FOURCC, code), (cv2.CAP_PROP_FRAME_WIDTH, wanted.width),
            (cv2.CAP_PROP_FRAME_HEIGHT, wanted.height), (cv2.CAP_PROP_FPS, wanted.fps), (cv2.CAP_PROP_FOURCC, code),
            (cv2.CAP_PROP_BUFFERSIZE, 1), (cv2.CAP_PROP_AUTOFOCUS, 0),
        )  # fmt: skip
        for setting, value in settings:
            opened.set(setting, value)
        if not opened.grab():
            opened.release()
            raise CameraProblemError(BUS_FULL)
    return OpenCvDevice(opened)


@dataclass
class LiveClip:
    """A recording played as if it were live: by the clock, frames that came due unseen are dropped.

    Attributes:
        repeats: begin anew at the end, with indices and times that go on.
        problem: why there are no pictures now: the file or folder has gone; it is looked for again and again.

    Raises:
        FileProblemError: it gives no picture at the beginning.
    """

    clip: Clip | Slides
    clock: Clock
    repeats: bool = False
    is_live: bool = True
    dropped: int = 0

    def __post_init__(self) -> None:
        self.name = self.clip.name
        self.problem: Text | None = None
        self._began_ms: float | None = None
        self._given_ms: float | None = None
        self._index, self._shift_ms = 0, 0.0
        self._backoff, self._retry_ms = Backoff(), 0.0
        self._frames = self._endless()
        self._next: Frame | None = next(self._frames, None)

    def _endless(self) -> Iterator[Frame]:
        while True:
            last_ms = 0.0
            for frame in self.clip.frames():
                yield Frame(self._index, self._shift_ms + frame.time_ms, frame.picture, self.name)
                self._index, last_ms = self._index + 1, frame.time_ms
            if not self.repeats:
                return
            self._shift_ms += last_ms + 1000 / self.clip.fps

    def _following(self) -> Frame | None:
        """The next frame; None at the end, or where the recording has gone."""
        try:
            return next(self._frames, None)
        except FileProblemError as error:
            self.problem = Text(error.of("en"), error.of("es"))
            self._retry_ms = self.clock() + self._backoff.wait_ms()
            return None

    def _looks_again(self, now_ms: float, began_ms: float) -> None:
        """Try a recording that has gone: it goes on from its beginning, as a camera that was plugged in again."""
        self._shift_ms, self._frames = now_ms - began_ms, self._endless()
        self._next = self._following()
        if self._next is not None:
            self.problem = None
            self._backoff.reset()

    def retry(self) -> None:
        """Look for one that has gone at once."""
        self._retry_ms = 0.0

    def age_ms(self) -> float:
        """Since the newest frame was given; 0 before the first."""
        return 0.0 if self._given_ms is None else self.clock() - self._given_ms

    @property
    def is_over(self) -> bool:
        return self._next is None and self.problem is None

    def newest(self) -> Frame | None:
        """The newest frame that is due and was not given yet, or None; never waits."""
        now_ms = self.clock()
        if self._began_ms is None:
            self._began_ms = now_ms
        if self.problem is not None and now_ms >= self._retry_ms:
            self._looks_again(now_ms, self._began_ms)
        due: Frame | None = None
        while self._next is not None and self._next.time_ms <= now_ms - self._began_ms:
            self.dropped += due is not None
            due, self._next = self._next, self._following()
        if due is not None:
            self._given_ms = now_ms
        return due

    def close(self) -> None:
        self.clip.close()
