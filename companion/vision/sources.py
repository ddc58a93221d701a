"""Where pictures come from: a clip, still pictures or a folder of them; live cameras are in `camera.py`.

Every source gives frames with an index, a time and a BGR picture as the camera made it: never mirrored, never
undistorted (`vision.md`, section 6).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import FileProblemError, UsageProblemError, spanish

Picture = NDArray[np.uint8]

PICTURE_ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp"})
CLIP_ENDINGS = frozenset({".mp4", ".mkv", ".avi", ".mov", ".webm", ".m4v", ".mpg", ".mpeg", ".mjpg", ".mjpeg", ".ts"})
ADDRESS_STARTS = ("rtsp://", "rtsps://", "http://", "https://", "udp://", "tcp://")
# a clip whose container does not tell its rate
USUAL_FPS = 30.0
# still pictures in a camera's place: so many a second, each for so many before the next one of a folder
SLIDE_FPS, SLIDE_FRAMES = 10.0, 40


@dataclass(frozen=True, eq=False)
class Frame:
    """One camera image.

    Attributes:
        index: from 0; in a clip the frame's number, live the number of the delivered picture.
        time_ms: since the first frame; live by the clock, never by counting.
        picture: shape (height, width, 3), BGR, as the camera made it.
        name: file name of a still picture, else the source's.
    """

    index: int
    time_ms: float
    picture: Picture
    name: str = ""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, pixels."""
        return int(self.picture.shape[1]), int(self.picture.shape[0])


class FrameSource(Protocol):
    """Anything that gives frames.

    Attributes:
        name: for people.
        is_live: frames come by the clock and may be skipped; else each frame is given once, in order.
    """

    name: str
    is_live: bool

    def frames(self) -> Iterator[Frame]:
        """All frames, from the first; a live source ends when it is closed.

        Raises:
            FileProblemError: it cannot be read.
        """
        ...

    def close(self) -> None:
        """Give the device or file back; no harm done twice."""
        ...


def read_picture(path: Path | str) -> Picture:
    """Read one still picture, also from folders with accents and spaces in their names (field note D-07).

    Raises:
        FileProblemError: missing, not readable or no picture.
    """
    try:
        raw = np.frombuffer(Path(path).read_bytes(), dtype=np.uint8)
    except FileNotFoundError:
        raise FileProblemError(f"{path}: no such file", f"{path}: no existe ese archivo") from None
    except OSError as error:
        raise FileProblemError(
            f"{path}: cannot be read: {error.strerror or error}", f"{path}: no se puede leer: {spanish(error)}"
        ) from None
    if is_cut_short(raw.tobytes()):
        raise FileProblemError(
            f"{path}: the picture is cut short; copy it again, or take it anew",
            f"{path}: la imagen está cortada; cópiala otra vez, o hazla de nuevo",
        )
    picture = cv2.imdecode(raw, cv2.IMREAD_COLOR) if raw.size else None
    if picture is None:
        raise FileProblemError(
            f"{path}: is no picture this program reads ({', '.join(sorted(PICTURE_ENDINGS))})",
            f"{path}: no es una imagen que este programa lea ({', '.join(sorted(PICTURE_ENDINGS))})",
        )
    return np.asarray(picture, dtype=np.uint8)


def is_cut_short(raw: bytes) -> bool:
    """Whether a JPEG or PNG file lacks its end: what is read of it is grey from there on, and calibrates nothing."""
    if raw.startswith(b"\xff\xd8"):
        # a preview inside the file has an end of its own, before the last scan begins
        return raw.rfind(b"\xff\xd9") < raw.rfind(b"\xff\xda") or b"\xff\xda" not in raw
    return raw.startswith(b"\x89PNG") and b"IEND" not in raw


class Stills:
    """Still pictures in the order given; all at time 0, for nothing moves between them."""

    is_live = False

    def __init__(self, paths: Sequence[Path]) -> None:
        if not paths:
            raise FileProblemError("no pictures given", "no se ha dado ninguna imagen")
        self.paths = tuple(paths)
        self.name = str(paths[0]) if len(paths) == 1 else f"{len(paths)} pictures"

    def frames(self) -> Iterator[Frame]:
        for index, path in enumerate(self.paths):
            yield Frame(index, 0.0, read_picture(path), str(path))

    def readable(self, tell: Callable[[FileProblemError], None]) -> Iterator[Frame]:
        """The pictures that can be read, one by one, numbered as all of them; the others are told.

        Raises:
            FileProblemError: none can be read; says what is wrong with the first.
        """
        problem: FileProblemError | None = None
        is_any = False
        for index, path in enumerate(self.paths):
            try:
                picture = read_picture(path)
            except FileProblemError as error:
                problem = problem or error
                if len(self.paths) > 1:
                    tell(error)
                continue
            is_any = True
            yield Frame(index, 0.0, picture, str(path))
        if problem is not None and not is_any:
            raise problem

    def close(self) -> None:
        """Nothing is held open between pictures."""


class Clip:
    """A video file, every frame in order.

    Attributes:
        size: width and height of its pictures, pixels.
        fps: frames a second as the container says.
        length: number of frames the container promises; 0 where it does not tell.
    """

    is_live = False

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise FileProblemError(f"{path}: no such file", f"{path}: no existe ese archivo")
        self.path = path
        self.name = str(path)
        self._capture = self._open()
        told = float(self._capture.get(cv2.CAP_PROP_FPS))
        self.fps = told if 0.1 < told < 1000 else USUAL_FPS
        self.size = (
            int(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
            int(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
        )
        self.length = max(0, int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))

    def _open(self) -> cv2.VideoCapture:
        capture = cv2.VideoCapture(str(self.path))
        if not capture.isOpened():
            raise FileProblemError(
                f"{self.path}: is no clip this program reads", f"{self.path}: no es un clip que este programa lea"
            )
        return capture

    def frames(self) -> Iterator[Frame]:
        """Every frame from the first, read once each; the time is the container's where it rises."""
        if not self._capture.isOpened():
            self._capture = self._open()
        elif self._capture.get(cv2.CAP_PROP_POS_FRAMES) > 0:
            self._capture.release()
            self._capture = self._open()
        last_ms = -1.0
        index = 0
        while True:
            is_read, picture = self._capture.read()
            if not is_read:
                break
            told_ms = float(self._capture.get(cv2.CAP_PROP_POS_MSEC))
            time_ms = told_ms if told_ms > last_ms and (index == 0) == (told_ms == 0) else index * 1000 / self.fps
            last_ms = max(last_ms, time_ms)
            yield Frame(index, time_ms, np.asarray(picture, dtype=np.uint8), self.name)
            index += 1
        if index == 0:
            raise FileProblemError(
                f"{self.path}: has no frame that can be read",
                f"{self.path}: no tiene ningún fotograma que se pueda leer",
            )

    def sample(self, count: int) -> list[Frame]:
        """About `count` frames spread evenly over the clip, for a calibration."""
        every = max(1, self.length // count) if self.length else 1
        picked = [frame for frame in self.frames() if frame.index % every == every // 2]
        return picked[: count + 1]

    def close(self) -> None:
        self._capture.release()


class Slides(Stills):
    """A picture, or a folder of them, in a camera's place: each stands for four seconds, then comes the next.

    Attributes:
        fps: frames a second.
    """

    fps = SLIDE_FPS

    def __init__(self, path: Path) -> None:
        super().__init__(_pictures_in(path) if path.is_dir() else [path])
        self.name = str(path)

    def frames(self) -> Iterator[Frame]:
        """Every picture that can be read, over its time.

        Raises:
            FileProblemError: none can be read; says what is wrong with the first.
        """
        for number, slide in enumerate(self.readable(lambda _unreadable: None)):
            for index in range(number * SLIDE_FRAMES, (number + 1) * SLIDE_FRAMES):
                yield Frame(index, index * 1000 / SLIDE_FPS, slide.picture, self.name)


def open_played(path: Path) -> Clip | Slides:
    """The recording that stands in a camera's place: a clip, a picture or a folder of pictures.

    Raises:
        FileProblemError: nothing there, or nothing this program reads.
    """
    if path.is_dir() or path.suffix.lower() in PICTURE_ENDINGS:
        return Slides(path)
    return Clip(path)


def is_live_name(text: str) -> bool:
    """Whether the words a person gave as SOURCE name a live camera: a number, a /dev/video path or an address."""
    return text.isdecimal() or text.startswith(("/dev/video", *ADDRESS_STARTS))


def open_recorded(texts: Sequence[Path | str]) -> FrameSource:
    """The source of recorded pictures that a person named: pictures, one folder of pictures, or one clip.

    Raises:
        FileProblemError: nothing there, or nothing this program reads.
        UsageProblemError: a clip or folder among other things.
    """
    paths = [Path(text) for text in texts]
    if not paths:
        raise UsageProblemError(
            "name a picture, a folder of pictures or a clip", "da una imagen, una carpeta de imágenes o un clip"
        )
    if len(paths) == 1 and paths[0].is_dir():
        return Stills(_pictures_in(paths[0]))
    if len(paths) == 1 and paths[0].suffix.lower() not in PICTURE_ENDINGS:
        return Clip(paths[0])
    pictures: list[Path] = []
    for path in paths:
        if path.is_dir():
            pictures += _pictures_in(path)
        elif path.suffix.lower() in CLIP_ENDINGS:
            raise UsageProblemError(
                f"{path}: give a clip alone, or several pictures", f"{path}: da un solo clip, o varias imágenes"
            )
        else:
            pictures.append(path)
    return Stills(pictures)


def _pictures_in(folder: Path) -> list[Path]:
    # hidden ones are leftovers of editors and of other systems (`._hand.jpg`), no pictures
    listed = (path for path in folder.iterdir() if not path.name.startswith("."))
    paths = sorted(path for path in listed if path.suffix.lower() in PICTURE_ENDINGS)
    if not paths:
        raise FileProblemError(
            f"{folder}: holds no pictures ({', '.join(sorted(PICTURE_ENDINGS))})",
            f"{folder}: no contiene imágenes ({', '.join(sorted(PICTURE_ENDINGS))})",
        )
    return paths
