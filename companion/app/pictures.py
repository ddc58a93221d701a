"""Pictures of the table for whoever needs them besides the eyes: the palm page, the weigh-in."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.kernel.text import Text
from companion.vision.camera import LiveCamera
from companion.vision.devices import LiveClip
from companion.vision.geometry import Camera
from companion.vision.health import Mode
from companion.vision.live import USUAL_MODE, calibrated_with, open_camera
from companion.vision.sources import Frame, Slides, is_live_name, open_played


class LiveSource(Protocol):
    """A live source of pictures that never makes anybody wait; `newest` gives each picture once."""

    def newest(self) -> Frame | None: ...
    def close(self) -> None: ...


def open_live(
    source: str, camera: Camera | None, clock_ms: Callable[[], float], *, repeats: bool = False
) -> LiveSource:
    """A camera by number or address; or a clip, picture or folder of pictures played as if it were one.

    Pictures have no end: they come again.

    Raises:
        FileProblemError: there is no such file or folder, or nothing in it can be read.
    """
    if not is_live_name(source) or Path(source).is_file():
        recording = open_played(Path(source))
        return LiveClip(recording, clock_ms, repeats=repeats or isinstance(recording, Slides))
    wanted = USUAL_MODE if camera is None else Mode(camera.width, camera.height, 30.0)
    return open_camera(source, wanted, calibrated_with(camera), clock=clock_ms)


@dataclass
class Watch:
    """The newest picture of a source that the eyes do not use; opened when it is asked for first.

    A clip begins anew at its end: whoever comes to the page late sees it too.
    """

    source: str
    camera: Camera | None
    clock_ms: Callable[[], float]
    _live: LiveSource | None = None
    _last: Frame | None = None

    def newest(self) -> Frame | None:
        """The newest picture, the same one until there is another."""
        if self._live is None:
            self._live = open_live(self.source, self.camera, self.clock_ms, repeats=True)
        self._last = self._live.newest() or self._last
        return self._last

    def trouble(self) -> Text | None:
        """What is wrong with the camera, and what to do; None while all is well."""
        return self._live.status().advice if isinstance(self._live, LiveCamera) else None

    def close(self) -> None:
        if self._live is not None:
            self._live.close()
