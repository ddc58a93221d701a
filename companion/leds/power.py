"""How much current a kit needs, and what to buy for it. Figures and their sources: hardware_docs/power.md."""

from dataclasses import dataclass

from companion.kernel.text import Text
from companion.leds.layout import MOST_LEDS, leds_wanted

WORST_MA_PER_LED = 60  # full white, the data sheets' habit
TYPICAL_MA_PER_LED = 20
IDLE_MA_PER_LED = 1
CAP_SHARE = 0.75  # of what the supply can give
SIDE_MOST_MA = 3000  # JST SM connector
USB_MA = 500
USB_CAP_MA = 400
USB_BENCH_LEDS = 8  # full white from the computer alone
VOLTS = 5.0
COPPER_OHM_MM2_PER_M = 0.0175
AWG_MM2 = {18: 0.82, 20: 0.52, 22: 0.33, 24: 0.20, 28: 0.08}
FUSES_A = (1, 2, 3, 4, 5, 7.5, 10, 15)


@dataclass(frozen=True, slots=True)
class Kit:
    """What is built: a square ring, LEDs per metre, one or three ropes a side, LEDs on each post."""

    ring_mm: int
    leds_per_m: int = 30
    ropes_per_side: int = 3
    post_leds: int = 7

    @property
    def rope_leds(self) -> int:
        return self.ring_mm * self.leds_per_m // 1000

    @property
    def side_leds(self) -> int:
        return self.rope_leds * self.ropes_per_side + self.post_leds

    @property
    def leds(self) -> int:
        return leds_wanted(self.ring_mm, self.leds_per_m, self.ropes_per_side, self.post_leds)


@dataclass(frozen=True, slots=True)
class Budget:
    """Currents in mA at 5 V.

    Attributes:
        cap_ma: what to set as the board's maximum.
        usable_share: how bright full white gets under that cap, 0..1.
        fuse_a: just above the cap.
        drop_mv: along the feed wire of one side, there and back, at an equal share of the cap.
        warnings: one line each, with the remedy.
    """

    kit: Kit
    worst_ma: int
    typical_ma: int
    idle_ma: int
    supply_ma: int
    cap_ma: int
    usable_share: float
    fuse_a: float
    side_ma: int
    drop_mv: int
    warnings: tuple[Text, ...]


def budget_for(kit: Kit, supply_ma: int, feed_m: float = 0.5, feed_awg: int = 22) -> Budget:
    """The budget of a kit on a supply; `feed_m` is the one-way length of the wire to a side."""
    usb = supply_ma <= USB_MA
    cap_ma = USB_CAP_MA if usb else int(supply_ma * CAP_SHARE)
    worst_ma, idle_ma = kit.leds * WORST_MA_PER_LED, kit.leds * IDLE_MA_PER_LED
    usable = min(1.0, max(0.0, (cap_ma - idle_ma) / (worst_ma or 1)))
    side_ma = min(cap_ma, kit.side_leds * (WORST_MA_PER_LED + IDLE_MA_PER_LED))
    drop_mv = int(1000 * side_ma / 1000 * 2 * feed_m * COPPER_OHM_MM2_PER_M / AWG_MM2[feed_awg])
    fuse_a = next((fuse for fuse in FUSES_A if fuse * 1000 > cap_ma * 1.15), FUSES_A[-1])
    return Budget(
        kit, worst_ma, kit.leds * TYPICAL_MA_PER_LED, idle_ma, supply_ma, cap_ma, usable, fuse_a, side_ma, drop_mv,
        tuple(_warnings(kit, supply_ma, cap_ma, idle_ma, usable, side_ma, drop_mv)),
    )  # fmt: skip


def _warnings(
    kit: Kit, supply_ma: int, cap_ma: int, idle_ma: int, usable: float, side_ma: int, drop_mv: int
) -> list[Text]:
    found: list[Text] = []
    leds = kit.leds
    if leds > MOST_LEDS:
        found.append(
            Text(
                f"{leds} LEDs are too many for our board (at most {MOST_LEDS}): use 30 per metre, four strips, or WLED",
                f"{leds} LED son demasiados para la placa (como mucho {MOST_LEDS}): usa 30 por metro, 4 tiras o WLED",
            )
        )
    if supply_ma <= USB_MA and leds > USB_BENCH_LEDS:
        found.append(
            Text(
                f"USB alone feeds {USB_BENCH_LEDS} LEDs on the bench, not {leds}: use a 5 V supply of 4 A",
                f"el USB solo alimenta {USB_BENCH_LEDS} LED en pruebas, no {leds}: usa una fuente de 5 V y 4 A",
            )
        )
    if cap_ma <= idle_ma:
        found.append(
            Text(
                f"the supply is too small: {leds} dark LEDs draw {idle_ma} mA already; use 5 V 4 A",
                f"la fuente es pequeña: {leds} LED apagados ya gastan {idle_ma} mA; usa 5 V y 4 A",
            )
        )
    elif usable < 0.10:
        found.append(
            Text(
                f"full white gets only {usable:.0%} bright on this supply; use 5 V 4 A or more",
                f"el blanco solo llega al {usable:.0%} de brillo con esta fuente; usa 5 V y 4 A o más",
            )
        )
    if side_ma > SIDE_MOST_MA:
        found.append(
            Text(
                f"a side could draw {side_ma} mA, its JST SM plug takes {SIDE_MOST_MA}: feed it at both ends",
                f"un lado puede gastar {side_ma} mA y su JST SM aguanta {SIDE_MOST_MA}: alimenta ambos extremos",
            )
        )
    if drop_mv > 250:
        found.append(
            Text(
                f"{drop_mv} mV are lost in the wire to a side: use thicker or shorter wire",
                f"se pierden {drop_mv} mV en el cable de un lado: usa cable más grueso o corto",
            )
        )
    return found
