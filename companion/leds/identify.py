"""The identify test: red, green, blue, white, then corner by corner and rope by rope, each with its name.

Who sees another colour than is said has another colour order; who sees another corner, another wiring.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.errors import UsageProblemError
from companion.kernel.text import Text
from companion.leds.effects import ZoneScene
from companion.leds.layout import Layout, ZonePlace
from companion.leds.packets import Effect, Test, TestPattern, Timer
from companion.leds.scenes import CountOut, LightScene, ShowLights, Slot, Whip
from companion.leds.zones import ZONES, Corner, Height, Rgb, Side, post, rope

SIDE_WORDS = (
    Text("south side", "lado sur"),
    Text("east side", "lado este"),
    Text("north side", "lado norte"),
    Text("west side", "lado oeste"),
)
CORNER_WORDS = (
    Text("south-west", "suroeste"),
    Text("south-east", "sureste"),
    Text("north-east", "noreste"),
    Text("north-west", "noroeste"),
)
HEIGHT_WORDS = (
    Text("lowest rope", "cuerda baja"),
    Text("middle rope", "cuerda media"),
    Text("top rope", "cuerda alta"),
)
COLOURS = (
    (Text("all red", "todo rojo"), Rgb(255, 0, 0)),
    (Text("all green", "todo verde"), Rgb(0, 255, 0)),
    (Text("all blue", "todo azul"), Rgb(0, 0, 255)),
    (Text("all white", "todo blanco"), Rgb(255, 255, 255)),
)


@dataclass(frozen=True, slots=True)
class Step:
    """What is shown, what people should see; `command` for our own board, `scene` for any other."""

    text: Text
    command: Test
    scene: LightScene


def zone_name(number: int) -> Text:
    """A zone in words."""
    if number >= post(Corner.SW):
        return Text("post {corner}", "poste {corner}").filled(corner=CORNER_WORDS[number - post(Corner.SW)])
    side, height = divmod(number, len(Height))
    return Text("{side}, {height}", "{side}, {height}").filled(side=SIDE_WORDS[side], height=HEIGHT_WORDS[height])


def only(zone: int) -> LightScene:
    """One zone white, the rest dark."""
    white = ZoneScene(Effect.SOLID, Rgb(120, 120, 120))
    return LightScene(tuple(white if number == zone else ZoneScene() for number in range(ZONES)))


def identify_steps(layout: Layout | None = None) -> Iterator[Step]:
    """The whole test, in order; of a known layout without the zones that have no LED (ropes that a kit lacks)."""
    for number, (text, colour) in enumerate(COLOURS):
        flood = LightScene((ZoneScene(Effect.SOLID, colour),) * ZONES)
        yield Step(text, Test(TestPattern.FLOOD, number), flood)
    for zone in (*(post(corner) for corner in Corner), *(rope(side, height) for side in Side for height in Height)):
        if layout is not None and not layout.zones[zone].count:
            continue
        yield Step(zone_name(zone), Test(TestPattern.ZONE, zone), only(zone))


def meaning_steps() -> Iterator[tuple[Text, ShowLights]]:
    """Every meaning once, for `companion leds test` and the page about scenes."""
    blue, pink = Rgb(0, 60, 255), Rgb(255, 0, 90)
    yield (
        Text("turn of the fighter at north-east", "turno del luchador del noreste"),
        ShowLights(slot=Slot(Corner.NE, Side.NORTH, blue), initiative=(pink, Rgb(0, 200, 60))),
    )
    yield Text("stamina low, east side", "poca estamina, lado este"), ShowLights(stamina_low=(Side.EAST,))
    yield Text("near the ropes, south side", "cerca de las cuerdas, lado sur"), ShowLights(near_ropes=(Side.SOUTH,))
    yield (
        Text("Irish whip, south to north", "látigo irlandés, de sur a norte"),
        ShowLights(whip=Whip(Side.SOUTH, Side.NORTH, pink)),
    )
    yield Text("tie-up", "toma de nuca"), ShowLights(tieup=(blue, pink))
    yield Text("knocked down", "derribado"), ShowLights(knocked_down=True)
    yield Text("submission", "sumisión"), ShowLights(submission=True)
    yield Text("unconscious", "inconsciente"), ShowLights(unconscious=True)
    for count in (1, 2, 3):
        yield Text(f"pin count {count}", f"cuenta {count}"), ShowLights(pin_count=count)
    yield Text("counted out 6 of 10", "cuenta fuera 6 de 10"), ShowLights(count_out=CountOut(6, 10))
    yield Text("time running", "tiempo en marcha"), ShowLights(timer=Timer(45_000, 60_000, running=True))
    yield Text("finisher ready", "finisher listo"), ShowLights(finisher_ready=pink)
    yield Text("elimination", "eliminación"), ShowLights(elimination=pink)
    yield Text("under review", "en revisión"), ShowLights(under_review=True)
    yield Text("winner", "ganador"), ShowLights(winner=blue)


ZONE_WORDS = {
    **{f"post-{corner.name.lower()}": post(corner) for corner in Corner},
    **{f"{side.name.lower()}-{height.name.lower()}": rope(side, height) for side in Side for height in Height},
}


def read_zone(words: str) -> tuple[int, ZonePlace]:
    """`post-ne:2,45,10,backwards`: a zone, its lane, first LED, count, and `backwards` if it runs down from there.

    Raises:
        UsageProblemError: not of that form.
    """
    match = re.fullmatch(r"([a-z-]+):([0-9]{1,3}),([0-9]{1,3}),([0-9]{1,3})(,backwards)?", words)
    if match is None or match.group(1) not in ZONE_WORDS:
        raise UsageProblemError(
            f"--zone {words} is not allowed; give for example post-ne:2,45,10,backwards "
            f"(zones: {', '.join(ZONE_WORDS)})",
            f"--zone {words} no vale; por ejemplo post-ne:2,45,10,backwards (zonas: {', '.join(ZONE_WORDS)})",
        )
    lane, start, count = (int(match.group(number)) for number in (2, 3, 4))
    if count == 0:
        return ZONE_WORDS[match.group(1)], ZonePlace(lane)
    return ZONE_WORDS[match.group(1)], ZonePlace(lane, start, count, match.group(5) is not None)
