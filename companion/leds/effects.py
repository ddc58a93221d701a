"""What each effect makes of a zone at a moment: the integer arithmetic of firmware/ringside/src/core/scenes.c.

Golden frames in tests/golden hold both to the same bytes.
"""

from dataclasses import dataclass, replace

from companion.leds.packets import TICK_MS, Effect, Timer
from companion.leds.zones import BLACK, Rgb

FULL_TURN = 1 << 16
STEP = 81  # phase per tick and sixteenth of a hertz: 65536 / (16 * 50), rounded down so that 3 Hz is never exceeded
FASTEST = 48  # sixteenths of a hertz: 3 repeats a second, the limit for flashing light
TAIL = 4  # LEDs of the comet
STRIPE = 3  # LEDs of one stripe
LONGEST_TIMER_MS = 86_400_000  # a day: on the board, ticks times LEDs still fit 32 bits


@dataclass(frozen=True, slots=True)
class ZoneScene:
    """What one zone shall show. Fields as in `packets.Scene`."""

    effect: Effect = Effect.SOLID
    colour_1: Rgb = BLACK
    colour_2: Rgb = BLACK
    speed: int = 0
    duration_ms: int = 0

    @property
    def moves(self) -> bool:
        """Its light changes by itself."""
        still = self.effect in {Effect.SOLID, Effect.FILL} or self.speed == 0
        return self.effect is Effect.TIMER or not still or self.duration_ms > 0

    def aged(self, age_ms: int) -> "ZoneScene":
        """The same scene `age_ms` after it began: less time left, or its end."""
        if self.duration_ms == 0:
            return self
        left_ms = self.duration_ms - age_ms
        if left_ms <= 0:
            return ZoneScene(Effect.SOLID, self.colour_2)
        return replace(self, duration_ms=left_ms)


def phase_after(phase: int, speed: int, ticks: int) -> int:
    """The phase (0..65535) of an effect `ticks` frames later."""
    return (phase + min(speed, FASTEST) * STEP * ticks) % FULL_TURN


def mix(low: Rgb, high: Rgb, weight: int) -> Rgb:
    """Between two colours; weight 0 is `low`, 256 is `high`."""
    return Rgb(*((h * weight + lo * (256 - weight)) >> 8 for lo, h in zip(low, high, strict=True)))


def draw(scene: ZoneScene, phase: int, leds: int) -> tuple[Rgb, ...]:
    """The LEDs of one zone, in running order; TIMER is drawn by `draw_timer`."""
    one, two = scene.colour_1, scene.colour_2
    if scene.effect is Effect.BLINK:
        return (one if phase < FULL_TURN // 2 else two,) * leds
    if scene.effect is Effect.BREATHE:
        turn = phase >> 7
        return (mix(two, one, 256 - turn if turn <= 256 else turn - 256),) * leds
    if scene.effect in {Effect.CHASE, Effect.CHASE_BACK}:
        head = phase * leds >> 16
        comet = tuple(_comet(one, two, (head - place) % leds) for place in range(leds))
        return comet if scene.effect is Effect.CHASE else comet[::-1]
    if scene.effect is Effect.FILL:
        lit = (leds * scene.speed + 254) // 255
        return (one,) * lit + (two,) * (leds - lit)
    if scene.effect is Effect.STRIPES:
        shift = phase * 2 * STRIPE >> 16
        return tuple(one if (place + shift) % (2 * STRIPE) < STRIPE else two for place in range(leds))
    return (one,) * leds


def _comet(one: Rgb, two: Rgb, behind: int) -> Rgb:
    return mix(two, one, 256 >> behind) if behind < TAIL else two


def lit_of_bar(timer: Timer, leds: int) -> int:
    """How many LEDs of the whole bar are lit: some as long as time is left."""
    total = timer.total_ms // TICK_MS
    if total == 0:
        return 0
    left = min((timer.remaining_ms + TICK_MS - 1) // TICK_MS, total)
    return (left * leds + total - 1) // total


def draw_timer(scene: ZoneScene, lit: int, before: int, leds: int) -> tuple[Rgb, ...]:
    """The part of the bar in one zone; `before`: LEDs of the bar in earlier zones."""
    here = min(max(lit - before, 0), leds)
    return (scene.colour_1,) * here + (scene.colour_2,) * (leds - here)
