"""The dice tray: when a throw is over and what it shows, one result a throw (field note I-07).

Whoever watches the tray hands in readings; nothing is read while a hand is in the zone or a die moves. Pure.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.kernel.dice_calls import Fault

REST_MS = 500
"""So long everything lies still before it is read."""
BUMP_MM = 8.0
"""A die that is shoved no farther is the same throw."""
NOISE_MM = 1.0
SURE = 0.9
"""A face below this confidence is not read."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die in the tray.

    Attributes:
        face: None where it cannot be read.
        x_mm, y_mm: from the tray's centre.
        fault: how it lies, if it lies badly.
    """

    face: int | None
    x_mm: float
    y_mm: float
    confidence: float = 1.0
    fault: Fault | None = None

    @property
    def read(self) -> int | None:
        return self.face if self.confidence >= SURE else None


@dataclass(frozen=True, slots=True)
class TrayReading:
    """What the tray looks like at one moment.

    Attributes:
        hand: whether a hand is in the zone.
    """

    at_ms: int
    dice: tuple[SeenDie, ...] = ()
    hand: bool = False


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw that is over."""

    number: int
    at_ms: int
    dice: tuple[SeenDie, ...]


class TraySource(Protocol):
    """Where readings come from: a camera over the tray, or a list of them in a test."""

    def newest(self) -> TrayReading | None:
        """The newest reading; None while there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Tray:
    """What is known of the tray.

    Attributes:
        number: throws that were told.
        told: the dice of the last one, as they lay; None since a hand came in or they were thrown again.
        still: the newest dice, and since when they lie so.
    """

    number: int = 0
    told: tuple[SeenDie, ...] | None = None
    still: tuple[SeenDie, ...] = ()
    since_ms: int | None = None


def watch(tray: Tray, reading: TrayReading) -> tuple[Tray, Throw | None]:
    """Take one reading; a throw when it has just come to rest."""
    if reading.hand or not reading.dice:
        return Tray(tray.number), None
    if tray.told is not None and _same_throw(tray.told, reading.dice):
        return Tray(tray.number, tray.told, reading.dice), None
    if tray.since_ms is None or not _lies_still(tray.still, reading.dice):
        return Tray(tray.number, None, reading.dice, reading.at_ms), None
    if reading.at_ms - tray.since_ms < REST_MS:
        return Tray(tray.number, None, reading.dice, tray.since_ms), None
    throw = Throw(tray.number + 1, reading.at_ms, reading.dice)
    return Tray(throw.number, reading.dice, reading.dice), throw


def _lies_still(before: Sequence[SeenDie], now: Sequence[SeenDie]) -> bool:
    """The same dice with the same faces in the same places, but for the noise of seeing."""
    return len(before) == len(now) and all(
        old.face == new.face and _away_mm(old, new) <= NOISE_MM for old, new in _pairs(before, now)
    )


def _same_throw(told: Sequence[SeenDie], now: Sequence[SeenDie]) -> bool:
    """Nobody throws by moving a die a few millimetres, even when it tips."""
    return len(told) == len(now) and all(_away_mm(old, new) <= BUMP_MM for old, new in _pairs(told, now))


def _pairs(before: Sequence[SeenDie], now: Sequence[SeenDie]) -> list[tuple[SeenDie, SeenDie]]:
    """Each die of before with the nearest one of now; readings list them in any order."""
    left, found = list(now), []
    for old in before:
        new = min(left, key=lambda one: _away_mm(old, one))
        left.remove(new)
        found.append((old, new))
    return found


def _away_mm(one: SeenDie, other: SeenDie) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
