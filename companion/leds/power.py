"""How much current a kit needs, and what to buy for it. Figures and their sources: hardware_docs/power.md."""

from dataclasses import dataclass

from companion.kernel.text import Text, decimal
from companion.leds.layout import MOST_LEDS, layout_for_ring, leds_wanted

WORST_MA_PER_LED = 60  # full white, the data sheets' habit
TYPICAL_MA_PER_LED = 20
IDLE_MA_PER_LED = 1
CAP_SHARE = 0.75  # of what the supply can give
CAP_STEP_MA = 10
PLUG_MA = 3000  # a JST SM pin
USB_MA = 500
USB_CAP_MA = 400
USB_BENCH_LEDS = 8  # full white from the computer alone
LEAST_BRIGHT = 0.10  # of full white: below it a crowd sees little
LEAST_SUPPLY_A, LARGEST_SUPPLY_A = 0.5, 40.0
SUPPLIES_A = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 40)  # that are sold
COPPER_OHM_MM2_PER_M = 0.0175
AWG_MM2 = {18: 0.82, 20: 0.52, 22: 0.33, 24: 0.20, 28: 0.08}
AWG_MA = {18: 16_000, 20: 11_000, 22: 7_000, 24: 3_500, 28: 1_400}  # short wires in free air
DISTRIBUTION_AWG = 20  # the thinner one of hardware_docs/wiring.md
FUSES_A = (0.5, 1, 2, 3, 4, 5, 7.5, 10)
FUSE_MARGIN = 1.1  # a fuse ages and warms: it stands so much above the limit
MOST_DROP_MV = 250


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

    @property
    def side_white_ma(self) -> int:
        """One side in full white, the rest dark."""
        return self.side_leds * (WORST_MA_PER_LED + IDLE_MA_PER_LED)


@dataclass(frozen=True, slots=True)
class Feed:
    """The wire from the middle of the ring to a side: one-way length, thickness, how many of them feed each side."""

    length_m: float = 0.5
    awg: int = 22
    per_side: int = 1

    @property
    def wire_ma(self) -> int:
        """What the thinnest wire behind the fuse carries: that, and never the plug, is what the fuse protects."""
        return min(AWG_MA[self.awg], AWG_MA[DISTRIBUTION_AWG])

    def drop_mv(self, side_ma: int) -> int:
        """Lost along it, there and back."""
        ohm = 2 * self.length_m * COPPER_OHM_MM2_PER_M / AWG_MM2[self.awg]
        return round(side_ma / self.per_side * ohm)


@dataclass(frozen=True, slots=True)
class Budget:
    """Currents in mA at 5 V.

    Attributes:
        cap_ma: what to set as the board's maximum: below the fuse, and so that one side alone in full white burns
            neither its plug nor its wire.
        capped_by: what keeps the limit below three quarters of the supply; None where nothing does.
        usable_share: how bright full white gets under that cap, 0..1.
        fuse_a: above the cap; neither above the supply nor above what the thinnest wire carries.
        drop_mv: along the feed wire of one side, there and back.
        warnings: one line each, with the remedy.
    """

    kit: Kit
    worst_ma: int
    typical_ma: int
    idle_ma: int
    supply_ma: int
    cap_ma: int
    capped_by: Text | None
    usable_share: float
    fuse_a: float
    side_ma: int
    drop_mv: int
    warnings: tuple[Text, ...]


def share_of_supply(supply_ma: int) -> int:
    """Three quarters of it; a USB port's 500 mA are told exactly enough to use 400."""
    return max(USB_CAP_MA, int(supply_ma * CAP_SHARE))


def limits_for(kit: Kit, supply_ma: int, feed: Feed) -> tuple[int, float, Text | None]:
    """Limit in mA, fuse in A, and what keeps the limit low if it is not the supply."""
    cap_ma, capped_by = share_of_supply(supply_ma), None
    plugs_ma = PLUG_MA * feed.per_side
    if min(cap_ma, kit.side_white_ma) > plugs_ma:
        cap_ma = plugs_ma
        capped_by = Text(
            f"the plugs of a side, {PLUG_MA} mA each; feed every side at both ends (--feeds 2) for more",
            f"los conectores de un lado, {PLUG_MA} mA cada uno; alimenta cada lado por ambos extremos (--feeds 2)",
        )
        if feed.per_side > 1:
            capped_by = Text("the plugs of a side", "los conectores de un lado")
    fitting = [fuse for fuse in FUSES_A if fuse * 1000 <= min(supply_ma, feed.wire_ma)]
    above = [fuse for fuse in fitting if fuse * 1000 >= cap_ma * FUSE_MARGIN]
    if above:
        return cap_ma // CAP_STEP_MA * CAP_STEP_MA, above[0], capped_by
    fuse_a = fitting[-1]
    if feed.wire_ma < supply_ma:
        capped_by = Text(
            f"the wire: AWG {feed.awg} and AWG {DISTRIBUTION_AWG} carry {feed.wire_ma / 1000:g} A at most",
            f"el cable: AWG {feed.awg} y AWG {DISTRIBUTION_AWG} llevan {feed.wire_ma / 1000:g} A como mucho",
        )
    else:
        capped_by = Text("the next smaller fuse", "el fusible inmediatamente menor")
    cap_ma = min(cap_ma, int(fuse_a * 1000 / FUSE_MARGIN))
    return cap_ma // CAP_STEP_MA * CAP_STEP_MA, fuse_a, capped_by


def brightness_under(kit: Kit, cap_ma: int) -> float:
    """How bright full white gets, 0..1."""
    return min(1.0, max(0.0, (cap_ma - kit.leds * IDLE_MA_PER_LED) / (kit.leds * WORST_MA_PER_LED)))


def supply_wanted(kit: Kit, feed: Feed) -> int | None:
    """The smallest supply that is sold and lets the kit shine, in A; None if none does with these wires."""
    for amperes in SUPPLIES_A:
        cap_ma, _, _ = limits_for(kit, amperes * 1000, feed)
        if brightness_under(kit, cap_ma) >= LEAST_BRIGHT:
            return amperes
    return None


def budget_for(kit: Kit, supply_ma: int, feed: Feed | None = None) -> Budget:
    """The budget of a kit on a supply of 500 mA or more.

    Raises:
        LayoutError: no LED in the kit.
    """
    feed = feed or Feed()
    layout_for_ring(kit.ring_mm, kit.leds_per_m, kit.ropes_per_side, kit.post_leds)
    cap_ma, fuse_a, capped_by = limits_for(kit, supply_ma, feed)
    side_ma = min(cap_ma, kit.side_white_ma)
    drop_mv = feed.drop_mv(side_ma)
    return Budget(
        kit, kit.leds * WORST_MA_PER_LED, kit.leds * TYPICAL_MA_PER_LED, kit.leds * IDLE_MA_PER_LED, supply_ma,
        cap_ma, capped_by, brightness_under(kit, cap_ma), fuse_a, side_ma, drop_mv,
        tuple(_warnings(kit, supply_ma, cap_ma, feed, drop_mv)),
    )  # fmt: skip


def _warnings(kit: Kit, supply_ma: int, cap_ma: int, feed: Feed, drop_mv: int) -> list[Text]:
    found: list[Text] = []
    leds, idle_ma = kit.leds, kit.leds * IDLE_MA_PER_LED
    usable = brightness_under(kit, cap_ma)
    if leds > MOST_LEDS:
        found.append(
            Text(
                f"{leds} LEDs are too many for our board (at most {MOST_LEDS}): use 30 per metre, four strips, or WLED",
                f"{leds} LED son demasiados para la placa (como mucho {MOST_LEDS}): usa 30 por metro, 4 tiras o WLED",
            )
        )
    advice = _advice(kit, feed)
    if supply_ma <= USB_MA and leds > USB_BENCH_LEDS:
        found.append(
            Text(
                "USB alone feeds {most} LEDs on the bench, not {leds}: {advice}",
                "el USB solo alimenta {most} LED en pruebas, no {leds}: {advice}",
            ).filled(most=USB_BENCH_LEDS, leds=leds, advice=advice)
        )
    elif cap_ma <= idle_ma:
        found.append(
            Text(
                "the limit is too small: {leds} dark LEDs draw {idle} mA already; {advice}",
                "el límite es pequeño: {leds} LED apagados ya gastan {idle} mA; {advice}",
            ).filled(leds=leds, idle=idle_ma, advice=advice)
        )
    elif usable < LEAST_BRIGHT:
        found.append(
            Text(
                "full white gets only {share} bright; {advice}", "el blanco solo llega al {share} de brillo; {advice}"
            ).filled(share=f"{usable:.0%}", advice=advice)
        )
    if drop_mv > MOST_DROP_MV:
        found.append(
            Text(
                f"{drop_mv} mV are lost in the wire to a side: use thicker or shorter wire",
                f"se pierden {drop_mv} mV en el cable de un lado: usa cable más grueso o corto",
            )
        )
    return found


def _advice(kit: Kit, feed: Feed) -> Text:
    amperes = supply_wanted(kit, feed)
    if amperes is not None:
        return Text(f"use a 5 V supply of {amperes} A or more", f"usa una fuente de 5 V y {amperes} A o más")
    return Text(
        "no supply helps behind these wires and plugs: use fewer LEDs, thicker wire or --feeds 2, or several "
        "supplies, each with its own fuse and its own sides (never join their +)",
        "ninguna fuente basta con estos cables y conectores: usa menos LED, cable más grueso o --feeds 2, o varias "
        "fuentes, cada una con su fusible y sus lados (nunca unas sus +)",
    )


def budget_lines(found: Budget, feed: Feed) -> tuple[Text, ...]:
    """What `companion leds budget` says before its warnings."""
    kit, cap = found.kit, found.cap_ma
    worst, typical, idle = found.worst_ma / 1000, found.typical_ma / 1000, found.idle_ma / 1000
    set_it = f"companion leds identify --maximum-ma {cap}"
    known = (
        Text(
            f"LEDs: {kit.leds} ({kit.rope_leds} a rope, {kit.side_leds} a side with its post)",
            f"LED: {kit.leds} ({kit.rope_leds} por cuerda, {kit.side_leds} por lado con su poste)",
        ),
        Text(
            "at 5 V: full white {worst} A, typical {typical} A, dark {idle} A",
            "a 5 V: todo blanco {worst} A, normal {typical} A, apagado {idle} A",
        ).filled(worst=decimal(worst, 1), typical=decimal(typical, 1), idle=decimal(idle)),
    )
    if cap <= found.idle_ma:
        return known  # no limit helps: dark LEDs alone draw more
    lines = [
        *known,
        Text(
            f"supply {found.supply_ma / 1000:g} A: set the limit to {cap} mA ({set_it}); "
            f"full white is then {found.usable_share:.0%} bright",
            f"fuente de {found.supply_ma / 1000:g} A: pon el límite en {cap} mA ({set_it}); "
            f"el blanco llega así al {found.usable_share:.0%} de brillo",
        ),
        Text(
            "fuse on + at the supply: {fuse} A; one side draws at most {side} A, {drop} mV are lost in {length} m of "
            "AWG {awg}",
            "fusible en + junto a la fuente: {fuse} A; un lado, como mucho {side} A, se pierden {drop} mV en {length} "
            "m de AWG {awg}",
        ).filled(
            fuse=decimal(found.fuse_a),
            side=decimal(found.side_ma / 1000),
            drop=found.drop_mv,
            length=decimal(feed.length_m),
            awg=feed.awg,
        ),
    ]
    if found.capped_by is not None:
        lines.append(
            Text("the limit stays that low because of: {what}", "el límite no sube más por: {what}").filled(
                what=found.capped_by
            )
        )
    return tuple(lines)
