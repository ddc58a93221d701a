"""The source that a person's words name, live or recorded; and a handful of frames from it for a calibration."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.vision.camera import NOT_THERE, OPENING, CameraProblemError, Clock, LiveCamera, Opener
from companion.vision.devices import cameras, open_device
from companion.vision.health import CameraId, Mode, is_flat
from companion.vision.sources import Frame, FrameSource, is_live_name, open_recorded

USUAL_MODE = Mode(1280, 720, 30.0)
# cameras need some frames until exposure and white balance have settled
SETTLING_MS = 1000.0
# no frame after so long: the camera's own advice becomes the error
PATIENCE_MS = 20_000.0
# a camera that says why it does not open is asked for so long
REFUSED_MS = 2_000.0


def clock_ms() -> float:
    """Milliseconds that never go back."""
    return time.monotonic() * 1000


def place_of(text: str) -> int | str:
    """`0` and `/dev/video0` are the same camera; an address stays as it is."""
    number = text.removeprefix("/dev/video")
    return int(number) if number.isdecimal() else text


def camera_at(place: int | str) -> CameraId | None:
    """What the system calls the camera at that place; None where it does not tell."""
    return next((camera for camera in cameras() if camera.place == place), None)


def open_camera(
    text: str, wanted: Mode = USUAL_MODE, calibrated: CameraId | None = None, opener: Opener | None = None
) -> LiveCamera:
    """Open the live camera of that number, path or address; returns at once, frames follow."""
    place = place_of(text)
    named = camera_at(place)
    return LiveCamera(
        opener or (lambda: open_device(place, wanted)),
        clock_ms,
        name=named.name if named else text,
        calibrated=calibrated,
        identify=lambda: camera_at(place),
    )


def open_source(texts: Sequence[Path | str]) -> FrameSource:
    """What a person named: one camera number, path or address; else pictures, a folder or a clip.

    Raises:
        FileProblemError: nothing there, or nothing this program reads.
        UsageProblemError: a clip or folder among other things.
    """
    if len(texts) == 1 and is_live_name(str(texts[0])) and not Path(texts[0]).is_file():
        return open_camera(str(texts[0]))
    return open_recorded(texts)


def settled_frames(camera: LiveCamera, count: int, clock: Clock = clock_ms) -> list[Frame]:
    """A few frames of a live camera once its light has settled; closes it.

    Raises:
        CameraProblemError: no fit picture came; says what to do.
    """
    frames: list[Frame] = []
    began_ms = clock()
    first_ms: float | None = None
    try:
        while len(frames) < count and clock() - began_ms < PATIENCE_MS:
            frame = camera.wait_newest(200.0)
            is_refused = first_ms is None and camera.status().advice not in {None, OPENING}
            if is_refused and clock() - began_ms > REFUSED_MS:
                break
            if frame is None or is_flat(frame.picture):
                continue
            first_ms = frame.time_ms if first_ms is None else first_ms
            if frame.time_ms - first_ms >= SETTLING_MS:
                frames.append(frame)
        advice = camera.status().advice
    finally:
        camera.close()
    if not frames:
        raise CameraProblemError(advice or NOT_THERE)
    return frames


def watched(camera: LiveCamera, seconds: float | None = None, clock: Clock = clock_ms) -> Iterator[Frame]:
    """Frames of a live camera that show something, for so long or until somebody stops.

    Raises:
        CameraProblemError: no fit picture came for long; says what to do.
    """
    last_ms = clock()
    first_ms: float | None = None
    while True:
        frame = camera.wait_newest(200.0)
        if frame is None or is_flat(frame.picture):
            advice = camera.status().advice
            is_refused = first_ms is None and advice not in {None, OPENING}
            if clock() - last_ms > (REFUSED_MS if is_refused else PATIENCE_MS):
                raise CameraProblemError(advice or NOT_THERE)
            continue
        last_ms = clock()
        first_ms = frame.time_ms if first_ms is None else first_ms
        if seconds is not None and frame.time_ms - first_ms >= seconds * 1000:
            return
        yield frame
