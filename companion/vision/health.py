"""Whether a camera can be trusted, judged by what its pictures show and when, never by return codes (field notes A).

Everything here is fed with pictures and times; nothing reads a clock, so a night of trouble is a list in a test. Limits
are defaults that the configuration may change.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any
from zlib import adler32

import cv2
import numpy as np

from companion.kernel.text import Text
from companion.vision.geometry import FloatArray
from companion.vision.sources import Picture

# no new content for so long is a lost camera
LOST_AFTER_MS = 2000.0
# spread of a strongly shrunk picture, grey levels; noise averages out, so a covered lens stays under it
FLAT_BELOW = 3.0
FLAT_AFTER_MS = 1000.0
#
FIRST_WAIT_MS, LONGEST_WAIT_MS = 500.0, 5000.0
# shift of all channels together, and of one against the others, from which calls are uncertain
BRIGHTNESS_LIMIT, CAST_LIMIT = 0.35, 0.15
# a camera that delivers under this share of the frames asked for is told
SLOW_SHARE = 0.7
# amplitude of brightness bands that run over the picture, share of the mean
BANDING_AMPLITUDE = 0.03
BANDING_ROWS = 180
BANDING_FRAMES = 12
# told after so many more frames with bands than without: an arm that comes in may look like one for a moment
BANDING_PATIENCE = 15


# what `calibrate check` calls its parts in Spanish; `--json` keeps the English words as keys
PARTS_ES = {
    "picture": "imagen",
    "frames": "fotogramas",
    "flicker": "parpadeo",
    "size": "tamaño",
    "brightness": "brillo",
    "focus": "enfoque",
    "hue": "tono",
    "mirror": "espejo",
    "view": "vista",
    "lens": "lente",
    "ring": "ring",
    "markers": "marcas",
    "print size": "tamaño impreso",
    "light": "luz",
    "camera": "cámara",
    "sides": "lados",
    "south side": "lado sur",
    "east side": "lado este",
    "north side": "lado norte",
    "west side": "lado oeste",
}


@dataclass(frozen=True)
class Finding:
    """One check's answer, for people and for `--json`.

    Attributes:
        is_open: nothing bad, and nothing good either: it could not be judged; the remedy says what would let it be.
    """

    part: str
    ok: bool
    detail: Text
    remedy: Text | None = None
    is_open: bool = False

    @property
    def name(self) -> Text:
        """What people read for `part`."""
        kind, _, number = self.part.partition(" ")
        return Text(self.part, f"marca {number}" if kind == "marker" else PARTS_ES.get(self.part, self.part))

    @property
    def _advised(self) -> Text | None:
        return self.remedy if self.is_open or not self.ok else None

    def plain(self, language: str) -> dict[str, Any]:
        remedy = self._advised.of(language) if self._advised else ""
        return {"part": self.part, "ok": self.ok, "detail": self.detail.of(language), "remedy": remedy}

    def sentence(self, language: str) -> str:
        bad = "FAIL" if language == "en" else "MAL "
        mark = bad if not self.ok else "?   " if self.is_open else "ok  "
        remedy = f" -> {self._advised.of(language)}" if self._advised else ""
        return f"{mark} {self.name.of(language)}: {self.detail.of(language)}{remedy}"


def shrunk(picture: Picture) -> FloatArray:
    """The picture as 64 x 36 averaged cells, shape (36, 64, 3)."""
    small = cv2.resize(picture, (64, 36), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=float).reshape(36, 64, 3)


def is_flat(picture: Picture) -> bool:
    """One colour all over: lens cap, no signal, another program's camera. Fit neither for tracking nor calibration."""
    return bool(shrunk(picture).reshape(-1, 3).std(axis=0).max() < FLAT_BELOW)


FLAT_ADVICE = Text(
    "no picture: take the lens cap off, check the HDMI signal, close other programs that use the camera",
    "no hay imagen: quita la tapa, revisa la señal HDMI y cierra otros programas que usen la cámara",
)


def fingerprint(picture: Picture) -> int:
    """Equal for equal pictures; a camera's noise makes every real frame differ."""
    return adler32(np.ascontiguousarray(picture[::7, ::7]).tobytes()) ^ picture.size


class Sight(Enum):
    """What a camera gives at this moment."""

    OPENING = "opening"
    LIVE = "live"
    FLAT = "no picture"
    LOST = "lost"


@dataclass(frozen=True)
class Liveness:
    """A camera's sight now.

    Attributes:
        age_ms: since content last changed.
    """

    sight: Sight
    age_ms: float

    @property
    def may_call(self) -> bool:
        """Whether positions may lead to proposals."""
        return self.sight is Sight.LIVE


class ContentWatch:
    """Knows when content last changed, and since when it is flat."""

    def __init__(self, lost_after_ms: float = LOST_AFTER_MS, flat_after_ms: float = FLAT_AFTER_MS) -> None:
        self._lost_after_ms, self._flat_after_ms = lost_after_ms, flat_after_ms
        self._last_print: int | None = None
        self._changed_ms: float | None = None
        self._flat_since_ms: float | None = None

    def see(self, picture: Picture, time_ms: float) -> bool:
        """Take a picture; whether its content is new."""
        seen = fingerprint(picture)
        is_new = seen != self._last_print
        if is_new:
            self._last_print, self._changed_ms = seen, time_ms
        if not is_flat(picture):
            self._flat_since_ms = None
        elif self._flat_since_ms is None:
            self._flat_since_ms = time_ms
        return is_new

    def liveness(self, now_ms: float) -> Liveness:
        if self._changed_ms is None:
            return Liveness(Sight.OPENING, 0.0)
        age_ms = max(0.0, now_ms - self._changed_ms)
        if self._flat_since_ms is not None and now_ms - self._flat_since_ms >= self._flat_after_ms:
            return Liveness(Sight.FLAT, age_ms)
        return Liveness(Sight.LOST if age_ms >= self._lost_after_ms else Sight.LIVE, age_ms)


class Backoff:
    """How long to wait before the next try: doubles up to a limit, begins anew after a success (A-03)."""

    def __init__(self, first_ms: float = FIRST_WAIT_MS, longest_ms: float = LONGEST_WAIT_MS) -> None:
        self._first_ms, self._longest_ms = first_ms, longest_ms
        self._next_ms = first_ms

    def wait_ms(self) -> float:
        wait = self._next_ms
        self._next_ms = min(2 * wait, self._longest_ms)
        return wait

    def reset(self) -> None:
        self._next_ms = self._first_ms


@dataclass(frozen=True)
class CameraId:
    """A camera as the system names it.

    Attributes:
        place: number or path it is opened by; changes when something is plugged in.
        stable: what stays with the device (its USB serial path); empty where the system does not tell.
    """

    place: int | str
    stable: str
    name: str


class Match(Enum):
    """How a stored camera is found again (A-04)."""

    SAME = "same"  # same device, same place
    MOVED = "moved"  # same device at another place: used without a question
    UNSURE = "unsure"  # same name, but the system has no stable identity, or another device: the referee confirms
    GONE = "gone"


def recognise(stored: CameraId, present: Sequence[CameraId]) -> tuple[Match, CameraId | None]:
    """Find a stored camera among those present; only `SAME` and `MOVED` may reuse a calibration without a question."""
    if stored.stable:
        for camera in present:
            if camera.stable == stored.stable:
                return (Match.SAME if camera.place == stored.place else Match.MOVED), camera
    named = [camera for camera in present if camera.name == stored.name and stored.name]
    for camera in [*named, *present]:
        if camera.place == stored.place or camera in named:
            return Match.UNSURE, camera
    return Match.GONE, None


@dataclass(frozen=True)
class Mode:
    """Picture size, pixels, and frames a second."""

    width: int
    height: int
    fps: float


OWN_PORT = Text(
    "plug the camera into a port of its own, not a hub (the USB bus may be full); more light shortens the exposure",
    "conecta la cámara a un puerto propio, sin concentrador (el bus USB puede estar lleno); más luz acorta la "
    "exposición",
)


def delivery(wanted: Mode, got: Mode) -> Finding:
    """What was asked for against what comes: size read from a frame, rate measured by the clock (A-07)."""
    asked, given = (f"{mode.width}x{mode.height} at {mode.fps:.0f} fps" for mode in (wanted, got))
    pedido, dado = (f"{mode.width}x{mode.height} a {mode.fps:.0f} fps" for mode in (wanted, got))
    detail = Text(f"asked for {asked}, get {given}", f"se pidió {pedido}, llega {dado}")
    wrong_size = (wanted.width, wanted.height) != (got.width, got.height)
    slow = got.fps < SLOW_SHARE * wanted.fps
    if not wrong_size and not slow:
        return Finding("camera", True, detail)
    remedy = OWN_PORT
    if wrong_size:
        remedy = Text(
            "the calibration is for another size: choose a size the camera has, or calibrate at this one",
            "la calibración es de otro tamaño: elige uno que la cámara tenga, o calibra con este",
        )
    return Finding("camera", False, detail, remedy)


BUS_FULL = Text(
    "the USB bus has no room for this camera: give it a port of its own, or a smaller picture",
    "el bus USB no da para esta cámara: ponla en un puerto propio, o pide una imagen más pequeña",
)


class RateMeter:
    """Frames a second over the last two seconds, by the clock."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=240)

    def tick(self, time_ms: float) -> None:
        self._times.append(time_ms)
        while self._times and time_ms - self._times[0] > 2000:
            self._times.popleft()

    @property
    def fps(self) -> float:
        if len(self._times) < 2:
            return 0.0
        return (len(self._times) - 1) * 1000 / max(1e-6, self._times[-1] - self._times[0])


@dataclass(frozen=True)
class LightShift:
    """The light now against the reference picture.

    Attributes:
        gains: blue, green, red: now / then.
        brightness: of all together.
        cast: largest departure of a channel from the others.
    """

    gains: tuple[float, float, float]
    brightness: float
    cast: float
    uncertain: bool
    advice: Text | None


class LightWatch:
    """Compares known areas (mat, posts) with how they looked when the table was calibrated (A-06)."""

    def __init__(
        self,
        reference: Picture,
        known: FloatArray | None = None,
        brightness_limit: float = BRIGHTNESS_LIMIT,
        cast_limit: float = CAST_LIMIT,
    ) -> None:
        """`known`: weights of the picture's pixels, shape (height, width), over 0 where the surface stays the same."""
        self._reference = shrunk(reference)
        weights = np.ones(reference.shape[:2]) if known is None else known
        small = cv2.resize(np.asarray(weights, dtype=float), (64, 36), interpolation=cv2.INTER_AREA)
        self._usable = (
            (np.asarray(small) > 0.9) & (self._reference.min(axis=2) > 20) & (self._reference.max(axis=2) < 235)
        )
        self._brightness_limit, self._cast_limit = brightness_limit, cast_limit

    def look(self, picture: Picture) -> LightShift:
        now = shrunk(picture)
        usable = self._usable & (now.max(axis=2) < 250)
        if usable.sum() < 12:
            usable = self._usable if self._usable.any() else np.ones_like(self._usable)
        # the median: hands and figures cover less than half of the known areas
        ratio = np.median((now[usable] + 1) / (self._reference[usable] + 1), axis=0)
        brightness = float(np.exp(np.log(ratio).mean()))
        cast = float(np.abs(ratio / brightness - 1).max())
        advice: Text | None = None
        if cast > self._cast_limit:
            advice = Text(
                "the light's colour has changed: lock the white balance, turn coloured light off, or re-learn colours",
                "ha cambiado el color de la luz: fija el balance de blancos, apaga la luz de color o aprende los "
                "colores otra vez",
            )
        elif abs(brightness - 1) > self._brightness_limit:
            advice = Text(
                f"the picture has {100 * brightness:.0f} % of its brightness: lock the exposure or light it as before",
                f"la imagen tiene el {100 * brightness:.0f} % de su brillo: fija la exposición o ilumina como antes",
            )
        gains = (float(ratio[0]), float(ratio[1]), float(ratio[2]))
        return LightShift(gains, brightness, cast, advice is not None, advice)


BANDING_ADVICE = Text(
    "bands run over the picture: set the camera to 50 Hz (Europe) or 60 Hz (America), or dim LEDs less",
    "corren bandas por la imagen: pon la cámara a 50 Hz (Europa) o 60 Hz (América), o sube el brillo de los LED",
)


class BandingWatch:
    """Bright and dark bands that move from frame to frame: the light flickers faster than a frame is read (A-11)."""

    def __init__(self) -> None:
        self._rows: deque[FloatArray] = deque(maxlen=BANDING_FRAMES)
        self._evidence = 0

    def see(self, picture: Picture) -> None:
        column = cv2.resize(picture, (1, BANDING_ROWS), interpolation=cv2.INTER_AREA)
        self._rows.append(np.asarray(column, dtype=float).reshape(BANDING_ROWS, 3).mean(axis=1) + 1)
        step = 1 if self.amplitude > BANDING_AMPLITUDE else -1
        self._evidence = min(max(0, self._evidence + step), 2 * BANDING_PATIENCE)

    @property
    def amplitude(self) -> float:
        """Share of the brightness by which bands swing; 0 while too few frames are known, or where nothing repeats."""
        if len(self._rows) < BANDING_FRAMES // 2:
            return 0.0
        rows = np.array(self._rows)
        swing = rows / np.median(rows, axis=0) - 1
        swing -= swing.mean(axis=1, keepdims=True)
        # one wave down the whole picture could be an arm: from two on
        power = (np.abs(np.fft.rfft(swing, axis=1))[:, 2 : BANDING_ROWS // 6] * 2 / BANDING_ROWS) ** 2
        wave = int(power.sum(axis=0).argmax())
        near = power[:, max(0, wave - 1) : wave + 2]
        # bands are the same wave in every frame, all over the picture; a hand is a bump, whose power is spread
        is_wave = near.sum(axis=1) > 0.6 * (swing**2).sum(axis=1) * 2 / BANDING_ROWS
        if is_wave.mean() < 0.7:
            return 0.0
        return float(np.median(np.sqrt(near.max(axis=1))))

    @property
    def advice(self) -> Text | None:
        return BANDING_ADVICE if self._evidence >= BANDING_PATIENCE else None


class Turn(Enum):
    """How a picture lies against the one the table was calibrated with."""

    SAME = "same"
    MIRRORED = "mirrored"
    UPSIDE_DOWN = "upside down"
    MIRRORED_UPSIDE_DOWN = "mirrored and upside down"
    OTHER = "other"


def how_turned(reference: Picture, picture: Picture) -> Turn:
    """Whether a picture shows the same scene as the reference, mirrored, turned, or another one (B-05).

    Compares outlines, so light may differ; `OTHER` where no turn clearly fits.
    """
    before, now = _outlines(reference), _outlines(picture)
    turns = {
        Turn.SAME: now,
        Turn.MIRRORED: now[:, ::-1],
        Turn.UPSIDE_DOWN: now[::-1, ::-1],
        Turn.MIRRORED_UPSIDE_DOWN: now[::-1],
    }
    alike = {turn: float((before * turned).mean()) for turn, turned in turns.items()}
    best = max(alike, key=lambda turn: alike[turn])
    second = max(value for turn, value in alike.items() if turn is not best)
    if alike[best] < 0.12 or alike[best] < 1.3 * second:
        # a symmetric ring gives no other answer than the one that changes nothing
        return Turn.SAME if alike[Turn.SAME] >= 0.9 * alike[best] and alike[best] >= 0.12 else Turn.OTHER
    return best


# the empty ring against any picture of the same table is 0.75 and more alike, arms, dim and coloured light included;
# against another ring, or after the camera was turned away by a few centimetres, below 0.3
LEAST_ALIKE = 0.45


def likeness(reference: Picture, picture: Picture) -> float:
    """How alike the outlines of two pictures are, whatever the light: 1 the same view, about 0 another one."""
    return float((_outlines(reference) * _outlines(picture)).mean())


def _outlines(picture: Picture) -> FloatArray:
    grey = cv2.cvtColor(cv2.resize(picture, (160, 90), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    across, down = cv2.Sobel(grey, cv2.CV_64F, 1, 0), cv2.Sobel(grey, cv2.CV_64F, 0, 1)
    strength = cv2.GaussianBlur(np.minimum(np.hypot(across, down), 200.0), (0, 0), 1.0)
    values = np.asarray(strength, dtype=float)
    return np.asarray((values - values.mean()) / (values.std() + 1e-9), dtype=float)
