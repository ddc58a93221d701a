"""Which LED belongs to which zone: counts per side, colour order, start and direction."""

from dataclasses import dataclass, replace

from companion.errors import CompanionError
from companion.leds.packets import ConfigPart, Configure
from companion.leds.zones import ROPES, ROPES_PER_SIDE, SIDES, ZONES, Corner, Height, Side, post, rope

MOST_LEDS = 320  # output and drawing must fit into 20 ms of an ATmega328P, and the picture into its RAM
LONGEST_LANE = 255
COLOUR_ORDERS = ("GRB", "RGB", "BRG", "BGR", "RBG", "GBR")  # number 0 first: WS2812B


class LayoutError(CompanionError):
    """The wanted LEDs do not fit the board, or are no kit at all: wrong use, or a wrong file."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class ZonePlace:
    """LEDs of one zone on its lane.

    Attributes:
        start: the zone's first LED, counted from 0 at the board; with `backwards` the zone runs down from there.
        count: 0 for a zone without LEDs of its own.
    """

    lane: int = 0
    start: int = 0
    count: int = 0
    backwards: bool = False

    @property
    def end(self) -> int:
        """One after the highest LED used."""
        if self.count == 0:
            return 0
        return self.start + 1 if self.backwards else self.start + self.count

    def led(self, place: int) -> int:
        """LED on the lane for the zone's own LED `place`."""
        return self.start - place if self.backwards else self.start + place


@dataclass(frozen=True, slots=True)
class Layout:
    """All sixteen zones.

    Attributes:
        ropes_per_side: 3, or 1 for a kit of four strips (its middle and top ropes have no LEDs).
        colour_order: number in COLOUR_ORDERS.
    """

    zones: tuple[ZonePlace, ...]
    ropes_per_side: int = ROPES_PER_SIDE
    colour_order: int = 0

    def __post_init__(self) -> None:
        if len(self.zones) != ZONES:
            count = len(self.zones)
            raise LayoutError(f"{count} zones are not a layout; give {ZONES}", f"{count} zonas no bastan; da {ZONES}")
        for number, zone in enumerate(self.zones):
            lowest = zone.start - zone.count + 1 if zone.backwards and zone.count else zone.start
            if not 0 <= zone.lane < SIDES or lowest < 0 or zone.count < 0:
                raise LayoutError(
                    f"zone {number}: {zone.count} LEDs from {zone.start} are not on one of {SIDES} lanes",
                    f"zona {number}: {zone.count} LED desde el {zone.start} no caben en una de las {SIDES} líneas",
                )

    def check_fits_board(self) -> None:
        """Our own board has less room than WLED.

        Raises:
            LayoutError: too many LEDs; says how many and what helps.
        """
        if self.leds > MOST_LEDS or max(self.lane_leds) > LONGEST_LANE:
            raise LayoutError(
                f"{self.leds} LEDs are too many for the board: at most {MOST_LEDS}, {LONGEST_LANE} on a lane; "
                "use 30 LEDs per metre, four strips instead of twelve ropes, or a WLED controller",
                f"{self.leds} LED son demasiados para la placa: como mucho {MOST_LEDS}, {LONGEST_LANE} por línea; "
                "usa 30 LED por metro, cuatro tiras en vez de doce cuerdas, o un controlador WLED",
            )

    @property
    def lane_leds(self) -> tuple[int, int, int, int]:
        ends = [0, 0, 0, 0]
        for zone in self.zones:
            ends[zone.lane] = max(ends[zone.lane], zone.end)
        return ends[0], ends[1], ends[2], ends[3]

    @property
    def leds(self) -> int:
        return sum(self.lane_leds)

    def with_zone(self, number: int, place: ZonePlace) -> "Layout":
        """The same layout with one zone elsewhere (a corner may be any range of LEDs, in any direction)."""
        zones = list(self.zones)
        zones[number] = place
        return replace(self, zones=tuple(zones))

    def with_order(self, order: str) -> "Layout":
        """The same layout for LEDs that expect their colours in another order."""
        check_order(order)
        return replace(self, colour_order=COLOUR_ORDERS.index(order))

    def commands(self) -> tuple[Configure, ...]:
        """What teaches it to a board: every zone in full, whatever stood there before.

        Raises:
            LayoutError: the board has no room for it.
        """
        self.check_fits_board()
        order = Configure(ConfigPart.GEOMETRY, bytes([self.colour_order, self.ropes_per_side, *([0] * 6)]))
        zones = (
            Configure(ConfigPart.ZONE, bytes([number, zone.lane, zone.start, zone.count, zone.backwards]))
            for number, zone in enumerate(self.zones)
        )
        return order, *zones


def standard_layout(
    rope_leds: int = 21, post_leds: int = 7, ropes_per_side: int = ROPES_PER_SIDE, colour_order: int = 0
) -> Layout:
    """Post first, then the ropes of that side, lowest first; the middle rope comes back, so that jumpers are short.

    The default is a 70 cm ring with 30 LEDs per metre: 280 LEDs.
    """
    zones = [ZonePlace() for _ in range(ZONES)]
    for side in Side:
        zones[post(Corner(side))] = ZonePlace(side, 0, post_leds)
        for height in Height:
            if height >= ropes_per_side:
                zones[rope(side, height)] = ZonePlace(side)
                continue
            start = post_leds + height * rope_leds
            back = height is Height.MIDDLE
            zones[rope(side, height)] = ZonePlace(side, start + rope_leds - 1 if back else start, rope_leds, back)
    return Layout(tuple(zones), ropes_per_side, colour_order)


def check_order(order: str) -> None:
    """Whether LEDs are sold that want their colours in this order.

    Raises:
        LayoutError: none are; names those that are.
    """
    if order not in COLOUR_ORDERS:
        known = ", ".join(COLOUR_ORDERS)
        raise LayoutError(
            f"colour order {order} is not known; give one of {known}",
            f"no se conoce el orden de colores {order}; usa uno de {known}",
        )


def layout_for_ring(ring_mm: int, leds_per_m: int, ropes_per_side: int = ROPES_PER_SIDE, post_leds: int = 7) -> Layout:
    """LEDs that fit on the sides of a square ring, whole ones.

    Raises:
        LayoutError: none fits, and the posts have none either.
    """
    if leds_wanted(ring_mm, leds_per_m, ropes_per_side, post_leds) == 0:
        raise LayoutError(
            f"no LED fits on {ring_mm} mm at {leds_per_m} per metre; give more per metre, or LEDs on the posts",
            f"ningún LED cabe en {ring_mm} mm a {leds_per_m} por metro; pon más por metro, o LED en los postes",
        )
    return standard_layout(ring_mm * leds_per_m // 1000, post_leds, ropes_per_side)


def leds_wanted(ring_mm: int, leds_per_m: int, ropes_per_side: int, post_leds: int) -> int:
    """How many LEDs a kit has, also one that no board of ours can drive."""
    return SIDES * (ring_mm * leds_per_m // 1000 * ropes_per_side + post_leds)


assert ROPES == SIDES * ROPES_PER_SIDE
