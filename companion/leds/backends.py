"""The kinds of lights behind one interface: each gives a port with somebody at its other end, and the link for it.

`auto` and the names of ports are in `discovery`; here are the words of `--leds` and the kinds that need no search.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from companion.leds.link import BoardLink, Link
from companion.leds.packets import Limit
from companion.leds.port import Port
from companion.leds.simulated import SimulatedBoard
from companion.leds.simulated_port import SimulatedPort

GoOn = Callable[[], bool]  # asked often during a search: False means give up now


@dataclass(frozen=True, slots=True)
class Connection:
    """An open port and the link for what answers there."""

    port: Port
    link: Link
    ropes_per_side: int = 3


class Backend(Protocol):
    """One way to have lights."""

    @property
    def name(self) -> str: ...

    @property
    def wanted(self) -> bool:
        """False: there shall be no lights, and no thread for them."""
        ...

    def connect(self, go_on: GoOn) -> Connection:
        """Find and open. May take seconds; asks `go_on` all the time.

        Raises:
            PortError: nobody there now; its text says why and what helps.
        """
        ...


class NoLights:
    name = "off"
    wanted = False

    def connect(self, go_on: GoOn) -> Connection:
        raise NotImplementedError("lights that are off have no connection")


@dataclass(slots=True)
class SimulatedLights:
    """The board in this process; `port.zone_frame()` is its picture."""

    board: SimulatedBoard = field(default_factory=SimulatedBoard)
    limit: Limit = field(default_factory=Limit)
    name: str = "sim"
    wanted: bool = True
    port: SimulatedPort = field(init=False)

    def __post_init__(self) -> None:
        self.port = SimulatedPort(self.board)

    def connect(self, go_on: GoOn) -> Connection:
        del go_on
        self.port.open()
        return Connection(self.port, BoardLink(Random(), self.limit), self.board.layout.ropes_per_side)  # noqa: S311 jitter
