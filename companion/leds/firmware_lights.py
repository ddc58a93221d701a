"""Lights from the real firmware image in the simulator, for the demo; where it is not built, the simulated board."""

from dataclasses import dataclass
from random import Random

from companion.leds.backends import Connection, GoOn, SimulatedLights
from companion.leds.firmware_sim import FirmwarePort, find_built
from companion.leds.layout import Layout
from companion.leds.link import BoardLink
from companion.leds.packets import Limit
from companion.leds.simulated import SimulatedBoard


@dataclass(slots=True)
class FirmwareLights:
    """`port.zone_frame()` is the picture, decoded from the waveform of the chip."""

    port: FirmwarePort
    limit: Limit
    ropes_per_side: int
    name: str = "firmware"
    wanted: bool = True

    def connect(self, go_on: GoOn) -> Connection:
        del go_on
        self.port.open()
        return Connection(self.port, BoardLink(Random(), self.limit), self.ropes_per_side)  # noqa: S311 jitter


def firmware_or_simulated(limit: Limit, layout: Layout) -> FirmwareLights | SimulatedLights:
    """The chip in the simulator if `make -C firmware` has built it and simavr is here, else the simulated board.

    The chip starts with the layout of an empty EEPROM, a 70 cm ring; for another layout the simulated board serves.
    """
    from companion.leds.layout import standard_layout

    built = find_built()
    if built is not None and layout == standard_layout():
        try:
            return FirmwareLights(FirmwarePort(built, layout), limit, layout.ropes_per_side)
        except OSError:  # libsimavr itself is not installed
            pass
    return SimulatedLights(SimulatedBoard(layout), limit)
