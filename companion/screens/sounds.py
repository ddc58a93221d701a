"""The evening's sounds, made here from sines and noise: bell, count slap, knock-out, win. Silence is always allowed."""

import enum
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pygame

from companion.screens.audio_driver import DRIVER, drivers_to_try, there
from companion.screens.view_model import Moment, MomentKind

RATE_HZ = 44_100
LOUDNESS = 0.8
NO_DEVICE = "no audio device: neither a sound card nor a sound server"
Samples = npt.NDArray[np.float64]


class Sound(enum.Enum):
    """What can be heard."""

    BELL = "bell"
    SLAP = "slap"
    KNOCK_OUT = "knock_out"
    FINISHER = "finisher"
    WIN = "win"


SOUND_OF: Mapping[MomentKind, Sound] = {
    MomentKind.BELL: Sound.BELL,
    MomentKind.PIN: Sound.SLAP,
    MomentKind.KNOCK_OUT: Sound.KNOCK_OUT,
    MomentKind.ELIMINATED: Sound.KNOCK_OUT,
    MomentKind.FINISHER: Sound.FINISHER,
    MomentKind.SUBMISSION: Sound.FINISHER,
    MomentKind.WINNER: Sound.WIN,
}
_BELL_PARTIALS = ((1.0, 1.0), (2.0, 0.6), (2.76, 0.45), (5.4, 0.25), (8.93, 0.12))
"""Ratio and strength: the overtones of a struck plate are no harmonics, which is what makes a bell of it."""


def _time(seconds: float) -> Samples:
    return np.arange(round(seconds * RATE_HZ)) / RATE_HZ


def _stroke(pitch_hz: float, seconds: float) -> Samples:
    t = _time(seconds)
    parts = [a * np.sin(2 * np.pi * pitch_hz * k * t) * np.exp(-t * (2.2 + 1.1 * k)) for k, a in _BELL_PARTIALS]
    struck: Samples = np.sum(parts, axis=0)
    return struck


def _placed(parts: list[tuple[float, Samples]]) -> Samples:
    """Parts laid over each other, each from its second on."""
    length = max(round(start * RATE_HZ) + len(part) for start, part in parts)
    whole = np.zeros(length)
    for start, part in parts:
        first = round(start * RATE_HZ)
        whole[first : first + len(part)] += part
    return whole


def _bell() -> Samples:
    return _placed([(0.0, _stroke(620, 1.6)), (0.28, _stroke(620, 1.6)), (0.56, _stroke(620, 1.8))])


def _slap() -> Samples:
    """A flat hand on the mat: a burst of noise over a dull thump."""
    t = _time(0.35)
    noise = np.random.default_rng(7).normal(0.0, 1.0, len(t))
    # the mat swallows what is high: a running mean of a millisecond
    width = RATE_HZ // 1000
    dull = np.convolve(noise, np.ones(width) / width, mode="same")
    thump = np.sin(2 * np.pi * 95 * t * np.exp(-t * 2.5)) * np.exp(-t * 16)
    slapped: Samples = 1.8 * dull * np.exp(-t * 38) + 1.1 * thump
    return slapped


def _knock_out() -> Samples:
    t = _time(1.5)
    fall = np.sin(2 * np.pi * (70 * t - 14 * t**2)) * np.exp(-t * 2.4)
    boom: Samples = fall + 0.4 * np.sin(2 * np.pi * 140 * t) * np.exp(-t * 7)
    return _placed([(0.0, _slap()), (0.02, boom), (0.5, 0.7 * _stroke(310, 1.4))])


def _note(pitch_hz: float, seconds: float) -> Samples:
    """Brass of a sort: harmonics that come in one after the other."""
    t = _time(seconds)
    swell = np.minimum(1.0, t / 0.04) * np.minimum(1.0, (seconds - t) / 0.12)
    blown: Samples = swell * np.sum([np.sin(2 * np.pi * pitch_hz * k * t) / k**1.3 for k in range(1, 8)], axis=0)
    return blown


def _finisher() -> Samples:
    return _placed([(0.0, _note(196, 0.16)), (0.17, _note(196, 0.16)), (0.34, _note(294, 0.6))])


def _win() -> Samples:
    tune = [
        (0.0, 392, 0.2),
        (0.2, 392, 0.2),
        (0.4, 392, 0.2),
        (0.6, 523.25, 1.2),
        (0.6, 659.25, 1.2),
        (0.6, 783.99, 1.2),
    ]
    return _placed([*((start, _note(pitch, length)) for start, pitch, length in tune), (0.6, _stroke(1046.5, 1.4))])


_MAKERS = {
    Sound.BELL: _bell,
    Sound.SLAP: _slap,
    Sound.KNOCK_OUT: _knock_out,
    Sound.FINISHER: _finisher,
    Sound.WIN: _win,
}


def samples_of(sound: Sound) -> npt.NDArray[np.int16]:
    """The sound as 16-bit mono samples at `RATE_HZ`."""
    made = _MAKERS[sound]()
    return np.asarray(made / np.max(np.abs(made)) * LOUDNESS * 32767, dtype=np.int16)


def sound_of(moment: Moment | None) -> Sound | None:
    return None if moment is None else SOUND_OF.get(moment.kind)


@dataclass
class Player:
    """Plays each sound; without a sound card it is silent and says so in `reason`.

    Attributes:
        muted: nothing is heard, everything else goes on.
    """

    muted: bool = False
    reason: str = ""
    _made: dict[Sound, pygame.mixer.Sound] = field(default_factory=dict)
    _open: bool = False

    def __post_init__(self) -> None:
        drivers = drivers_to_try(os.environ, sys.platform, there)
        if drivers == "":
            self.reason = NO_DEVICE
            return
        if drivers is not None:
            os.environ[DRIVER] = drivers
        try:
            pygame.mixer.init(frequency=RATE_HZ, size=-16, channels=1, allowedchanges=0)
        except pygame.error as error:
            self.reason = str(error)
        else:
            self._open = True

    @property
    def audible(self) -> bool:
        return self._open and not self.muted

    def play(self, sound: Sound | None) -> bool:
        """Begin a sound; returns at once, True when something is to be heard."""
        if sound is None or not self.audible:
            return False
        if sound not in self._made:
            self._made[sound] = pygame.mixer.Sound(buffer=samples_of(sound).tobytes())
        self._made[sound].play()
        return True

    def close(self) -> None:
        if self._open:
            pygame.mixer.quit()
            self._open = False
