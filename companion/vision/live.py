"""The source that a person's words name, live or recorded; and a handful of frames from it for a calibration."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.vision.camera import NOT_THERE, OPENING, CameraProblemError, Clock, LiveCamera, Opener
from companion.vision.devices import cameras, open_device
from companion.vision.geometry import Camera
from companion.vision.health import CameraId, Match, Mode, is_flat, recognise
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


def calibrated_with(camera: Camera | None) -> CameraId | None:
    """The device that a table was calibrated with; None where the table file does not name one (A-04)."""
    if camera is None or camera.source is None or not (camera.name or camera.device):
        return None
    place = place_of(camera.source) if isinstance(camera.source, str) else camera.source
    return CameraId(place, camera.device, camera.name)


def place_now(text: str, calibrated: CameraId | None, present: Sequence[CameraId]) -> int | str:
    """Where to open what a person named: a calibrated device is followed to the place it has now (A-04).

    Somebody who names another place than the calibrated one means the camera at that place.
    """
    place = place_of(text)
    if calibrated is None or calibrated.place != place:
        return place
    match, there = recognise(calibrated, present)
    return there.place if match is Match.MOVED and there is not None else place


def open_camera(
    text: str,
    wanted: Mode = USUAL_MODE,
    calibrated: CameraId | None = None,
    opener: Opener | None = None,
    clock: Clock = clock_ms,
) -> LiveCamera:
    """Open the live camera of that number, path or address; returns at once, frames follow.

    Each opening looks anew where the calibrated device is, and whether it is the one that was opened.
    """

    def here() -> int | str:
        return place_now(text, calibrated, cameras())

    named = camera_at(here())
    return LiveCamera(
        opener or (lambda: open_device(here(), wanted)),
        clock,
        name=named.name if named else text,
        calibrated=calibrated,
        identify=lambda: camera_at(here()),
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
