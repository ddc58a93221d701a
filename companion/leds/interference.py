"""What coloured light does to the colours of the clay: measured with the camera, judged here.

Under neutral light each figure has its own colour. Under each light of the show it is measured again; a figure whose
colour then lies nearer to another figure's own than to its own would be mistaken, and people are told before it
happens. Colours are sRGB means 0..255 as the camera sees them; distances are CIE 1976 in Lab (2 is just seen).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import dist

from companion.kernel.text import Text
from companion.leds.effects import ZoneScene
from companion.leds.packets import Effect
from companion.leds.scenes import (
    AMBER,
    CYAN,
    GREEN,
    NEUTRAL_SCENE,
    ORANGE,
    RED,
    REVIEW_BLUE,
    WHITE,
    YELLOW,
    LightScene,
)
from companion.leds.zones import ZONES, Rgb

Colour = tuple[float, float, float]
Sample = Mapping[str, Colour]  # by figure

SHOW_LIGHTS: dict[str, Rgb] = {
    "red": RED,
    "yellow": YELLOW,
    "green": GREEN,
    "white": WHITE,
    "orange": ORANGE,
    "amber": AMBER,
    "cyan": CYAN,
    "blue": REVIEW_BLUE,
}
LIGHT_WORDS = {
    "red": Text("red", "roja"),
    "yellow": Text("yellow", "amarilla"),
    "green": Text("green", "verde"),
    "white": Text("white", "blanca"),
    "orange": Text("orange", "naranja"),
    "amber": Text("amber", "ámbar"),
    "cyan": Text("cyan", "cian"),
    "blue": Text("blue", "azul"),
}
MARGIN = 5.0  # a figure must stay this much nearer to itself than to any other
D65 = (0.95047, 1.0, 1.08883)


@dataclass(frozen=True, slots=True)
class Shift:
    """How far a light moves a figure's colour.

    Attributes:
        distance: from its own colour under neutral light.
        nearest_other: the figure whose own colour is nearest then; "" if there is only one figure.
        other_distance: to that one.
    """

    light: str
    figure: str
    distance: float
    nearest_other: str
    other_distance: float

    @property
    def confusing(self) -> bool:
        return bool(self.nearest_other) and self.other_distance - self.distance < MARGIN

    def line(self) -> Text:
        """One row of the table: light, figure, how far the colour moves."""
        colour = LIGHT_WORDS.get(self.light, Text(self.light, self.light))
        rest = f"{self.figure:20} {self.distance:5.1f}"
        return Text(f"{colour.en:8} {rest}", f"{colour.es:8} {rest}")

    def sentence(self) -> Text:
        """The warning, with what helps."""
        colour = LIGHT_WORDS.get(self.light, Text(self.light, self.light))
        return Text(
            "under {light} light {figure} looks like {other}: let the camera wait while it shines (it does so by "
            "itself), dim the lights, or give one of the two another clay",
            "con luz {light} {figure} se parece a {other}: que la cámara espere mientras brilla (lo hace sola), "
            "baja las luces o cambia la plastelina de uno de los dos",
        ).filled(light=colour, figure=self.figure, other=self.nearest_other)


def to_lab(colour: Colour) -> Colour:
    """CIE Lab (D65) of an sRGB colour 0..255."""
    red, green, blue = (_linear(part / 255) for part in colour)
    x = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue
    fx, fy, fz = (_curve(value / white) for value, white in zip((x, y, z), D65, strict=True))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _curve(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def flood(colour: Rgb) -> LightScene:
    """Every zone in one colour."""
    return LightScene((ZoneScene(Effect.SOLID, colour),) * ZONES)


def measure_lights(show: Callable[[LightScene], None], measure: Callable[[], Sample]) -> dict[str, Sample]:
    """One sample under neutral light ("neutral") and one under each light of the show.

    Args:
        show: brings a scene to the lights and returns when camera and eyes have it.
        measure: each figure's mean colour now; figures that are not seen are left out.
    """
    samples: dict[str, Sample] = {}
    show(NEUTRAL_SCENE)
    samples["neutral"] = measure()
    for name, colour in SHOW_LIGHTS.items():
        show(flood(colour))
        samples[name] = measure()
    show(NEUTRAL_SCENE)
    return samples


def judge(samples: Mapping[str, Sample]) -> tuple[Shift, ...]:
    """Every light on every figure that was seen under it, largest shift first."""
    own = {figure: to_lab(colour) for figure, colour in samples["neutral"].items()}
    shifts: list[Shift] = []
    for light, sample in samples.items():
        if light == "neutral":
            continue
        for figure, colour in sample.items():
            if figure not in own:
                continue
            lab = to_lab(colour)
            others = {other: dist(lab, there) for other, there in own.items() if other != figure}
            nearest = min(others, key=lambda other: others[other], default="")
            shifts.append(Shift(light, figure, dist(lab, own[figure]), nearest, others.get(nearest, 0.0)))
    return tuple(sorted(shifts, key=lambda shift: -shift.distance))
