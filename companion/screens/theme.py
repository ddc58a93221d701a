"""The look of a wrestling night: poster type, canvas and gold, ropes as rules, slanted ribbons.

Two halls: the dark one (stage light, a projector) and the light one (a bright room). Every ink is meant for a named
ground; tests hold each pair to a contrast of 4.5 : 1.
"""

import functools
from dataclasses import dataclass

from companion.screens.view_model import CardColour, Rgb, Tone

SLANT = 0.21
"""Ribbons lean as much as the black italic of the type: tangent of 12 degrees."""
MIN_CONTRAST = 4.5
SILENCE_MS = 3000


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by their part in the picture, not by their hue."""

    name: str
    floor: Rgb
    panel: Rgb
    raised: Rgb
    line: Rgb
    ink: Rgb
    soft: Rgb
    gold: Rgb
    on_gold: Rgb
    gold_ink: Rgb
    red: Rgb
    on_red: Rgb
    red_ink: Rgb
    good: Rgb
    warn: Rgb
    bad: Rgb
    off: Rgb
    mat: Rgb
    mat_print: Rgb
    mat_ink: Rgb
    apron: Rgb
    ropes: tuple[Rgb, Rgb, Rgb]
    track: Rgb
    stamina: Rgb
    tired: Rgb
    negative: Rgb
    shade: int

    def tone(self, tone: Tone) -> Rgb:
        return {Tone.GOOD: self.good, Tone.WARN: self.warn, Tone.BAD: self.bad, Tone.OFF: self.off}[tone]


DARK_HALL = Theme(
    name="dark",
    floor=(16, 11, 20),
    panel=(32, 24, 39),
    raised=(52, 40, 62),
    line=(78, 62, 90),
    ink=(250, 243, 228),
    soft=(199, 186, 205),
    gold=(247, 187, 64),
    on_gold=(28, 16, 8),
    gold_ink=(250, 200, 96),
    red=(214, 40, 57),
    on_red=(255, 250, 240),
    red_ink=(255, 134, 128),
    good=(104, 214, 160),
    warn=(250, 200, 96),
    bad=(255, 134, 128),
    off=(168, 156, 176),
    mat=(226, 214, 190),
    mat_print=(206, 192, 165),
    mat_ink=(40, 28, 24),
    apron=(44, 30, 48),
    ropes=(((214, 40, 57)), (250, 243, 228), (247, 187, 64)),
    track=(70, 56, 82),
    stamina=(104, 214, 160),
    tired=(247, 187, 64),
    negative=(255, 96, 92),
    shade=150,
)

LIGHT_HALL = Theme(
    name="light",
    floor=(240, 230, 210),
    panel=(255, 250, 239),
    raised=(233, 220, 194),
    line=(190, 172, 140),
    ink=(32, 20, 30),
    soft=(84, 66, 84),
    gold=(240, 176, 44),
    on_gold=(28, 16, 8),
    gold_ink=(120, 72, 0),
    red=(186, 24, 43),
    on_red=(255, 250, 240),
    red_ink=(168, 20, 38),
    good=(10, 104, 62),
    warn=(120, 72, 0),
    bad=(168, 20, 38),
    off=(96, 80, 96),
    mat=(250, 244, 230),
    mat_print=(230, 220, 198),
    mat_ink=(40, 28, 24),
    apron=(210, 192, 160),
    ropes=(((186, 24, 43)), (84, 66, 84), (222, 150, 20)),
    track=(208, 194, 168),
    stamina=(24, 140, 88),
    tired=(196, 116, 0),
    negative=(196, 30, 44),
    shade=90,
)

CARD_PAPER: dict[CardColour, Rgb] = {
    CardColour.RED: (206, 36, 52),
    CardColour.GREEN: (18, 124, 72),
    CardColour.YELLOW: (250, 208, 50),
}
CARD_INK: dict[CardColour, Rgb] = {
    CardColour.RED: (255, 255, 255),
    CardColour.GREEN: (255, 255, 255),
    CardColour.YELLOW: (32, 20, 8),
}


def hall(*, light: bool) -> Theme:
    return LIGHT_HALL if light else DARK_HALL


@functools.lru_cache(maxsize=1024)
def luminance(rgb: Rgb) -> float:
    """Relative luminance, WCAG 2.2."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in rgb)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Rgb, other: Rgb) -> float:
    """Contrast ratio 1..21, WCAG 2.2."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@functools.lru_cache(maxsize=1024)
def ink_on(ground: Rgb) -> Rgb:
    """Black or white clay-marker ink, whichever reads better on `ground`."""
    dark, light = (20, 12, 16), (255, 252, 245)
    return dark if contrast(dark, ground) >= contrast(light, ground) else light


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """`one` with `share` (0..1) of `other`."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(one, other, strict=True))
    return (r, g, b)
