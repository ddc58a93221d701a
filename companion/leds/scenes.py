"""What the match means in light: pure, from a picture of the match to the wanted state of all zones.

The app fills `ShowLights` from whatever game is on; nothing here knows a rulebook. Colours of the statuses are those of
the cards on the table: knocked down red, submission yellow, unconscious green. hardware_docs/scenes.md is the page
for people.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.kernel.flashing import BEATS_PER_S
from companion.leds.effects import LONGEST_TIMER_MS, ZoneScene
from companion.leds.packets import Effect, Timer
from companion.leds.zones import (
    ALL_POSTS,
    ALL_ROPES,
    ALL_ZONES,
    BLACK,
    ROPES,
    ROPES_PER_SIDE,
    SIDES,
    ZONES,
    Corner,
    Height,
    Rgb,
    Side,
    post,
    rope,
    ropes_at,
    ropes_of,
)

WHITE = Rgb(255, 255, 255)
NEUTRAL = Rgb(40, 34, 24)  # dim warm white: no colour cast for the camera
FAINT = Rgb(6, 5, 4)
RED = Rgb(255, 0, 0)
YELLOW = Rgb(255, 170, 0)
GREEN = Rgb(0, 255, 0)
ORANGE = Rgb(255, 70, 0)
AMBER = Rgb(255, 110, 10)
CYAN = Rgb(0, 160, 200)
GOLD = Rgb(255, 150, 20)
REVIEW_BLUE = Rgb(0, 40, 255)

SLOW = 4  # sixteenths of a hertz: one breath in four seconds
BREATH = 8  # two seconds
PULSE = 16 * BEATS_PER_S  # the fastest blinking the host asks for
WHIP_SPEED = 24
WHIP_MS = 1400
ELIMINATION_MS = 4000
WAITING_SHARE = 0.25  # of full brightness: posts of the fighters who come later
SLOT_SIDE_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Slot:
    """Whose turn it is: his post and his side of the ring."""

    corner: Corner
    side: Side
    colour: Rgb


@dataclass(frozen=True, slots=True)
class Whip:
    """An Irish whip on its way."""

    start: Side
    end: Side
    colour: Rgb


@dataclass(frozen=True, slots=True)
class CountOut:
    """Counted outside: `count` of `limit`."""

    count: int
    limit: int


@dataclass(frozen=True, slots=True)
class ShowLights:
    """The match as far as light tells it.

    Attributes:
        initiative: colours of those who act after the slot, next first; four posts show at most three of them.
        stamina_low, near_ropes: sides of the ring where such a fighter stands.
        pin_count: 0 no pin, else 1 to 3.
        timer: sculpting or Iron Man time as a bar round the ropes.
        dark: nothing at all.
        calm: quiet light, nothing blinks or runs.
    """

    slot: Slot | None = None
    initiative: tuple[Rgb, ...] = ()
    stamina_low: tuple[Side, ...] = ()
    near_ropes: tuple[Side, ...] = ()
    whip: Whip | None = None
    tieup: tuple[Rgb, Rgb] | None = None
    knocked_down: bool = False
    submission: bool = False
    unconscious: bool = False
    pin_count: int = 0
    count_out: CountOut | None = None
    timer: Timer | None = None
    finisher_ready: Rgb | None = None
    elimination: Rgb | None = None
    winner: Rgb | None = None
    under_review: bool = False
    dark: bool = False
    calm: bool = False


@dataclass(frozen=True, slots=True)
class LightScene:
    """The wanted state of the whole kit: what link and backends bring to the board, whichever it is."""

    zones: tuple[ZoneScene, ...] = (ZoneScene(),) * ZONES
    timer: Timer = field(default=Timer(0, 0, running=False))

    def aged(self, age_ms: int) -> "LightScene":
        """The same state `age_ms` later: timers have run down, timed effects have ended."""
        if age_ms <= 0:
            return self
        timer = self.timer
        if timer.running:
            timer = replace(timer, remaining_ms=max(0, timer.remaining_ms - age_ms))
        return LightScene(tuple(zone.aged(age_ms) for zone in self.zones), timer)

    def moves(self) -> frozenset[int]:
        """Zones whose light changes by itself; the bar of the timer does not count, it goes LED by LED."""
        return frozenset(number for number, zone in enumerate(self.zones) if _runs(zone))

    def quiet(self) -> "LightScene":
        """The same meaning without anything that beats, breathes or runs; the bar of the timer goes on."""
        still = (ZoneScene(Effect.SOLID, zone.colour_1) if _runs(zone) else zone for zone in self.zones)
        return LightScene(tuple(still), self.timer)

    def held_still(self) -> "LightScene":
        """The same meaning without any motion, for a camera that needs the very same light for a while."""
        return LightScene(self.quiet().zones, replace(self.timer, running=False))


def _runs(zone: ZoneScene) -> bool:
    return zone.moves and zone.effect is not Effect.TIMER


DARK_SCENE = LightScene()
NEUTRAL_SCENE = LightScene((ZoneScene(Effect.SOLID, NEUTRAL),) * ZONES)


class _Canvas:
    """Zones painted one meaning over the other: the later one is what the crowd must see."""

    def __init__(self, ropes_per_side: int) -> None:
        self.zones = [ZoneScene(Effect.SOLID, FAINT)] * ZONES
        self.ropes_per_side = ropes_per_side

    def paint(self, zones: Iterable[int], scene: ZoneScene) -> None:
        for zone in zones:
            # a kit of four strips has one rope a side: every height is that rope, and the last meaning wins
            place = zone - zone % ROPES_PER_SIDE if self.ropes_per_side == 1 and zone < ROPES else zone
            self.zones[place] = scene


def scene_for(show: ShowLights, ropes_per_side: int = ROPES_PER_SIDE) -> LightScene:
    """The light of one moment of the match."""
    if show.dark:
        return DARK_SCENE
    canvas = _Canvas(ropes_per_side)
    _paint_turn(canvas, show)
    _paint_places(canvas, show)
    _paint_holds(canvas, show)
    if show.pin_count and show.elimination is None:  # beating posts and breathing ropes would be one flash too many
        _paint_pin(canvas, show.pin_count)
    _paint_results(canvas, show)
    timer = _within_a_day(show.timer) if show.timer is not None else Timer(0, 0, running=False)
    zones = tuple(_calmed(zone) if show.calm else zone for zone in canvas.zones)
    return LightScene(zones, timer)


def _paint_turn(canvas: _Canvas, show: ShowLights) -> None:
    canvas.paint(ALL_ROPES, ZoneScene(Effect.SOLID, NEUTRAL))
    first = show.slot.corner if show.slot else Corner.SW
    if show.slot is not None:
        canvas.paint(ropes_of(show.slot.side), ZoneScene(Effect.SOLID, show.slot.colour.dimmed(SLOT_SIDE_SHARE)))
        canvas.paint([post(first)], ZoneScene(Effect.SOLID, show.slot.colour))
    for place, colour in enumerate(show.initiative[: SIDES - 1], start=1):
        canvas.paint([post(first.counter_clockwise(place))], ZoneScene(Effect.SOLID, colour.dimmed(WAITING_SHARE)))
    if show.timer is not None:
        canvas.paint(ropes_at(Height.TOP), ZoneScene(Effect.TIMER, CYAN, FAINT))


def _paint_places(canvas: _Canvas, show: ShowLights) -> None:
    for side in show.stamina_low:
        canvas.paint([rope(side, Height.LOW)], ZoneScene(Effect.BREATHE, ORANGE, FAINT, BREATH))
    for side in show.near_ropes:
        canvas.paint([rope(side, Height.MIDDLE)], ZoneScene(Effect.SOLID, AMBER))
    if show.count_out is not None:
        counted = max(0, min(show.count_out.count, show.count_out.limit))
        share = 255 * counted // max(show.count_out.limit, 1)
        canvas.paint(ropes_at(Height.LOW), ZoneScene(Effect.FILL, ORANGE, BLACK, share))
    if show.finisher_ready is not None:
        canvas.paint(ALL_POSTS, ZoneScene(Effect.BREATHE, GOLD, show.finisher_ready, BREATH))


def _paint_holds(canvas: _Canvas, show: ShowLights) -> None:
    middle = ropes_at(Height.MIDDLE)
    if show.tieup is not None:
        canvas.paint(middle, ZoneScene(Effect.STRIPES, *show.tieup, speed=SLOW))
    if show.knocked_down:
        canvas.paint(middle, ZoneScene(Effect.SOLID, RED))
    if show.submission:
        canvas.paint(middle, ZoneScene(Effect.BREATHE, YELLOW, YELLOW.dimmed(0.2), BREATH))
    if show.unconscious:
        canvas.paint(middle, ZoneScene(Effect.BREATHE, GREEN, GREEN.dimmed(0.2), SLOW))
    if show.whip is not None:
        end = show.whip.colour.dimmed(SLOT_SIDE_SHARE)
        canvas.paint(
            ropes_of(show.whip.start), ZoneScene(Effect.CHASE_BACK, show.whip.colour, end, WHIP_SPEED, WHIP_MS)
        )
        canvas.paint(ropes_of(show.whip.end), ZoneScene(Effect.CHASE, show.whip.colour, end, WHIP_SPEED, WHIP_MS))


def _paint_pin(canvas: _Canvas, count: int) -> None:
    """One more rope of white at each count; the posts beat once a second, together."""
    if canvas.ropes_per_side == 1:
        canvas.paint(ALL_ROPES, ZoneScene(Effect.FILL, WHITE, BLACK, 255 * min(count, 3) // 3))
    else:
        canvas.paint(ALL_ROPES, ZoneScene())
        for height in tuple(Height)[:count]:
            canvas.paint(ropes_at(height), ZoneScene(Effect.SOLID, WHITE))
    canvas.paint(ALL_POSTS, ZoneScene(Effect.BLINK, WHITE, BLACK, PULSE))


def _paint_results(canvas: _Canvas, show: ShowLights) -> None:
    if show.elimination is not None:
        farewell = ZoneScene(Effect.BREATHE, show.elimination, BLACK, BREATH, ELIMINATION_MS)
        canvas.paint(ALL_ROPES, farewell)
    if show.winner is not None:
        canvas.paint(ALL_ROPES, ZoneScene(Effect.BREATHE, show.winner, show.winner.dimmed(0.3), BREATH))
        canvas.paint(ALL_POSTS, ZoneScene(Effect.SOLID, GOLD))
    if show.under_review:
        canvas.paint(ALL_ROPES, ZoneScene(Effect.STRIPES, WHITE.dimmed(0.4), REVIEW_BLUE, SLOW))
        canvas.paint(ALL_POSTS, ZoneScene(Effect.SOLID, REVIEW_BLUE))


def _within_a_day(timer: Timer) -> Timer:
    return replace(
        timer,
        remaining_ms=min(max(timer.remaining_ms, 0), LONGEST_TIMER_MS),
        total_ms=min(max(timer.total_ms, 0), LONGEST_TIMER_MS),
    )


def _calmed(zone: ZoneScene) -> ZoneScene:
    """The same meaning without anything that beats or runs; breathing stays, at most once in four seconds."""
    if zone.effect is Effect.BLINK or zone.effect in {Effect.CHASE, Effect.CHASE_BACK}:
        return ZoneScene(Effect.SOLID, zone.colour_1)
    if zone.effect is Effect.STRIPES:
        return replace(zone, speed=0)
    if zone.effect is Effect.BREATHE:
        return replace(zone, speed=min(zone.speed, SLOW))
    return zone


assert len(ALL_ZONES) == ZONES
