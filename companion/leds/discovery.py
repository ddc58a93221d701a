"""Which port has lights behind it. A stranger is only ever sent `v`: WLED and our board answer it, nobody minds it."""

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Protocol

from companion.errors import UsageProblemError
from companion.kernel.text import Text
from companion.leds.backends import Backend, Connection, GoOn, NoLights, SimulatedLights
from companion.leds.layout import Layout, standard_layout
from companion.leds.link import HELLO_EVERY_S, BoardLink
from companion.leds.link_texts import version_text
from companion.leds.packets import PROBE, PROTOCOL_VERSION, Limit
from companion.leds.port import BAUD, Port, PortError, RefusedError, SerialPort
from companion.leds.simulated import SimulatedBoard
from companion.leds.wled import SILENT_TEXT, WledLink

PROBE_FOR_S = 5.0  # an Uno's loader takes 1.4 s, a WLED longer
STRANGER_REST_S = 15.0  # opening a port may restart what is behind it: do not do that to a stranger every second
KEPT = 512  # bytes
GARBAGE_BYTES = 24
ANSWER = re.compile(rb"(?:(?P<wled>WLED) (?P<build>[0-9]{1,12})|RINGSIDE (?P<protocol>[0-9]{1,3})(?: START)?)\r")

PORT_NAME = re.compile(r"[/\\\\.~]|[A-Za-z]:|COM[0-9]+$|tty|cu\.", re.IGNORECASE)  # paths and what systems call ports

KNOWN_DEVICES: dict[tuple[int, int], str] = {
    (0x2341, 0x0043): "Arduino Uno", (0x2341, 0x0001): "Arduino Uno", (0x2341, 0x0243): "Arduino Uno",
    (0x2341, 0x006A): "Arduino Uno", (0x2A03, 0x0043): "Arduino Uno", (0x1A86, 0x7523): "CH340 (Nano or ESP32)",
    (0x0403, 0x6001): "FTDI (Nano)", (0x10C4, 0xEA60): "CP210x (ESP32)", (0x303A, 0x1001): "ESP32",
}  # fmt: skip


class ListedPort(Protocol):
    """What pyserial's `list_ports` gives."""

    device: str
    vid: int | None
    pid: int | None


class Kind(Enum):
    BOARD = "board"
    WLED = "wled"


@dataclass(frozen=True, slots=True)
class Found:
    """Who answered the probe; `version` is our protocol's number or WLED's build."""

    kind: Kind
    version: int


def list_serial_ports() -> list[ListedPort]:
    """Ports of this machine, by name."""
    from serial.tools import list_ports

    return sorted(list_ports.comports(), key=lambda port: str(port.device))


def name_of(port: ListedPort) -> str | None:
    """A known kind of device, None for a stranger."""
    if port.vid is None or port.pid is None:
        return None
    return KNOWN_DEVICES.get((port.vid, port.pid))


def probe(port: Port, go_on: GoOn, clock: Callable[[], float], random: Random) -> Found | None:
    """Ask an open port who it is; None if nobody says.

    Raises:
        PortError: lost meanwhile, or only garbage comes.
    """
    end_s = clock() + PROBE_FOR_S
    next_s = 0.0
    seen, total = b"", 0
    while clock() < end_s and go_on():
        if clock() >= next_s:
            port.write(PROBE)
            next_s = clock() + random.uniform(*HELLO_EVERY_S)
        data = port.read(0.05)
        seen = (seen + data)[-KEPT:]
        total += len(data)
        answer = ANSWER.search(seen)
        if answer:
            if answer["wled"]:
                return Found(Kind.WLED, int(answer["build"]))
            return Found(Kind.BOARD, int(answer["protocol"]))
    unreadable = sum(byte >= 0x7F or byte < 0x09 for byte in seen)
    if total >= GARBAGE_BYTES and unreadable * 2 > len(seen):
        raise PortError(garbage_text(port.name))
    return None


@dataclass(slots=True)
class PortLights:
    """Lights on one named port, or on whichever port answers.

    Args:
        device: a port's name; "" for any known kind of device.
        only: accept this kind alone.
        layout: LEDs of a WLED kit (our own board knows its layout itself).
        baud: the one alternative is a board built for 500000.
    """

    device: str = ""
    only: Kind | None = None
    limit: Limit = field(default_factory=Limit)
    layout: Layout = field(default_factory=standard_layout)
    baud: int = BAUD
    list_ports: Callable[[], Iterable[ListedPort]] = list_serial_ports
    make_port: Callable[[str, int], Port] = SerialPort
    clock: Callable[[], float] = time.monotonic
    random: Random = field(default_factory=Random)
    wanted: bool = True
    _strangers: dict[str, tuple[float, PortError]] = field(default_factory=dict)  # left alone until then
    _last_good: str = ""

    @property
    def name(self) -> str:
        return self.device or "auto"

    def connect(self, go_on: GoOn) -> Connection:
        if self.device:
            return self._try(self.device, go_on)
        names = [port.device for port in self.list_ports() if name_of(port)]
        names.sort(key=lambda name: name != self._last_good)
        self._strangers = {name: stranger for name, stranger in self._strangers.items() if name in names}
        problem: PortError | None = None
        for name in names:
            stranger = self._strangers.get(name)
            if stranger is not None and stranger[0] > self.clock():
                problem = problem or stranger[1]
                continue
            if not go_on():
                break
            try:
                return self._try(name, go_on)
            except PortError as found:
                problem = found
        raise problem or PortError(NOBODY_TEXT)

    def _try(self, device: str, go_on: GoOn) -> Connection:
        port = self.make_port(device, self.baud)
        port.open()
        try:
            found = probe(port, go_on, self.clock, self.random)
            link, ropes_per_side = self._link_for(device, found)
        except BaseException as problem:
            port.close()  # whatever it was: an open port would be "taken" at the next try
            if isinstance(problem, PortError):
                self._strangers[device] = (self.clock() + STRANGER_REST_S, problem)
            raise
        self._last_good = device
        return Connection(port, link, ropes_per_side)

    def _link_for(self, device: str, found: Found | None) -> tuple[BoardLink | WledLink, int]:
        if found is None:
            raise PortError(SILENT_TEXT if self.only is Kind.WLED else stranger_text(device))
        if self.only is not None and found.kind is not self.only:
            raise RefusedError(other_kind_text(device, found.kind))
        if found.kind is Kind.WLED:
            return WledLink(self.random, self.layout, self.limit), self.layout.ropes_per_side
        if found.version != PROTOCOL_VERSION:
            raise RefusedError(version_text(found.version))
        return BoardLink(self.random, self.limit), 3


def backend_for(words: str, limit: Limit | None = None, layout: Layout | None = None) -> Backend:
    """The backend for the words of `--leds`: auto, off, sim, firmware, wled:PORT or a port's name.

    The words count in capitals too, as people type them.

    Raises:
        UsageProblemError: `wled:` without a port, nothing at all, or a word that is neither ours nor a port's name.
    """
    limit, layout = limit or Limit(), layout or standard_layout()
    word = words.strip().casefold()
    if word == "off":
        return NoLights()
    if word == "sim":
        return SimulatedLights(SimulatedBoard(layout), limit)
    if word == "firmware":
        from companion.leds.firmware_lights import firmware_or_simulated

        return firmware_or_simulated(limit, layout)
    if word == "auto":
        return PortLights(limit=limit, layout=layout)
    device, only = _port_of(words)
    if not PORT_NAME.match(device):
        raise _not_allowed(words, "off, ")
    return PortLights(device, only, limit, layout)


def check_wanted(words: str) -> None:
    """For what needs lights: refuse `--leds off`, and never offer it.

    Raises:
        UsageProblemError: off, or no words that `backend_for` knows.
    """
    word = words.strip().casefold()
    if word == "off":
        raise UsageProblemError(
            "--leds off has no lights; give auto, PORT, sim, firmware or wled:PORT",
            "--leds off no tiene luces; usa auto, PUERTO, sim, firmware o wled:PUERTO",
        )
    if word not in {"sim", "firmware", "auto"} and not PORT_NAME.match(_port_of(words)[0]):
        raise _not_allowed(words, "")


def _port_of(words: str) -> tuple[str, Kind | None]:
    """The port's name, and the kind that alone is accepted there."""
    device = words.strip()
    if device.casefold().startswith("wled:"):
        return device[len("wled:") :].strip(), Kind.WLED
    return device, None


def _not_allowed(words: str, off: str) -> UsageProblemError:
    said = words or '""'
    return UsageProblemError(
        f"--leds {said} is not allowed; give auto, sim, firmware, {off}PORT or wled:PORT "
        "(a port is /dev/ttyUSB0 or COM3, for example)",
        f"--leds {said} no vale; usa auto, sim, firmware, {off}PUERTO o wled:PUERTO "
        "(un puerto es /dev/ttyUSB0 o COM3, por ejemplo)",
    )


NOBODY_TEXT = Text(
    "lights: no board and no WLED is plugged in; plug one in at any time, it is recognised",
    "luces: no hay ninguna placa ni WLED; conéctala cuando quieras y se reconoce sola",
)


def stranger_text(device: str) -> Text:
    return Text(
        f"lights: what is on {device} is neither our board nor WLED, or has no firmware yet; "
        "choose another port, or run `companion leds flash`",
        f"luces: lo que hay en {device} no es nuestra placa ni WLED, o aún no tiene firmware; "
        "elige otro puerto o ejecuta `companion leds flash`",
    )


def other_kind_text(device: str, kind: Kind) -> Text:
    what = "WLED" if kind is Kind.WLED else "our own board"
    que = "WLED" if kind is Kind.WLED else "nuestra propia placa"
    words = f"wled:{device}" if kind is Kind.WLED else device
    return Text(f"lights: {device} is {what}; say --leds {words}", f"luces: {device} es {que}; usa --leds {words}")


def garbage_text(device: str) -> Text:
    return Text(
        f"lights: only garbage comes from {device}: wrong baud rate; flash the firmware again for 115200",
        f"luces: de {device} solo llega basura: velocidad equivocada; graba de nuevo el firmware a 115200",
    )
