"""Bytes on the wire to our own board and back: pure values, no port (the table is hardware_docs/serial_protocol.md).

A raw packet is `length, sequence, command, payload, CRC-16/GENIBUS`; on the wire it stands COBS-coded between two
zero bytes, so that a zero is always the end of something.
"""

import struct
from binascii import crc_hqx
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar

from companion.errors import CompanionError
from companion.leds.zones import BLACK, Rgb

PROTOCOL_VERSION = 1
HEADER = 3
OVERHEAD = HEADER + 2
MAX_RAW = 40  # bytes, both directions: COBS then needs one code byte and no more
REPLY = 0x80
LAST_SEQUENCE = 255  # then 1 again: 0 is for HELLO alone
TICK_MS = 20  # the board draws 50 frames a second
PROBE = b"v"  # WLED answers `WLED <digits>`, our board `RINGSIDE <protocol>`; a stranger is told nothing else
BANNER = b"RINGSIDE "
STARTED = b"START"


class PacketError(CompanionError):
    """Bytes that are no packet of ours."""


class CommandCode(IntEnum):
    HELLO = 1
    SCENE = 2
    TIMER = 3
    LIMIT = 4
    STATUS = 5
    BLACKOUT = 6
    TEST = 7
    CONFIG = 8


class ReplyStatus(IntEnum):
    """First payload byte of every reply."""

    OK = 0
    UNSUPPORTED = 1
    BAD_LENGTH = 2
    BAD_VALUE = 3
    WRONG_SEQUENCE = 4  # data: the sequence number that is due, 0 for "HELLO first"
    TOO_LARGE = 5  # data: most LEDs the board can drive, 16 bit


class Effect(IntEnum):
    SOLID = 0
    BLINK = 1
    BREATHE = 2
    CHASE = 3
    CHASE_BACK = 4
    FILL = 5  # `speed` is the lit share of the zone, 0..255
    TIMER = 6  # all zones with this effect together are one bar, filled by the board's own timer
    STRIPES = 7


class TestPattern(IntEnum):
    """What the board shows instead of its scenes."""

    __test__ = False  # no test class, whatever pytest thinks of the name

    OFF = 0
    WALK = 1  # one white pixel runs along every lane
    FLOOD = 2  # all LEDs: argument 0 red, 1 green, 2 blue, 3 white
    ZONE = 3  # argument: the one zone that is white, first LED red, last LED blue


class ConfigPart(IntEnum):
    """First payload byte of CONFIG."""

    GEOMETRY = 0
    ZONE = 1
    POWER = 2
    SAVE = 3
    READ = 4


def checksum(body: bytes) -> int:
    """CRC-16/GENIBUS; check value over b"123456789" is 0xD64E.

    The final XOR is what makes a zero byte added at the end visible.
    """
    return crc_hqx(body, 0xFFFF) ^ 0xFFFF


def cobs_encode(raw: bytes) -> bytes:
    """Code bytes so that no zero is left (Cheshire and Baker, 1999); at most 254 bytes."""
    blocks = raw.split(b"\x00")
    return b"".join(bytes([len(block) + 1]) + block for block in blocks)


def cobs_decode(coded: bytes) -> bytes:
    """Undo `cobs_encode`.

    Raises:
        PacketError: a code byte points beyond the end or a zero stands inside.
    """
    parts: list[bytes] = []
    at = 0
    while at < len(coded):
        end = at + coded[at]
        block = coded[at + 1 : end]
        if coded[at] == 0 or end > len(coded) or 0 in block:
            raise PacketError(f"not COBS: {coded.hex(' ')}", f"no es COBS: {coded.hex(' ')}")
        parts.append(block)
        at = end
    return b"\x00".join(parts)


@dataclass(frozen=True, slots=True)
class Packet:
    """One packet, either way. `command` of a reply has bit 7 set."""

    sequence: int
    command: int
    payload: bytes = b""

    def raw(self) -> bytes:
        body = bytes([OVERHEAD + len(self.payload), self.sequence, self.command]) + self.payload
        if len(body) + 2 > MAX_RAW:
            raise PacketError(
                f"{len(body) + 2} bytes are no packet: at most {MAX_RAW}",
                f"{len(body) + 2} bytes no son un paquete: como máximo {MAX_RAW}",
            )
        return body + checksum(body).to_bytes(2, "big")

    def wire(self) -> bytes:
        """As it goes out. The zero in front ends whatever noise came before."""
        return b"\x00" + cobs_encode(self.raw()) + b"\x00"

    @classmethod
    def parse(cls, raw: bytes) -> "Packet":
        """Read one packet, COBS already undone.

        Raises:
            PacketError: wrong length or checksum; names both values.
        """
        if not OVERHEAD <= len(raw) <= MAX_RAW or raw[0] != len(raw):
            raise PacketError(f"not one packet: {raw.hex(' ')}", f"no es un paquete: {raw.hex(' ')}")
        body, sent = raw[:-2], int.from_bytes(raw[-2:], "big")
        if (due := checksum(body)) != sent:
            raise PacketError(
                f"checksum {sent:04x} in {raw.hex(' ')}, due {due:04x}",
                f"suma de control {sent:04x} en {raw.hex(' ')}, tocaba {due:04x}",
            )
        return cls(sequence=body[1], command=body[2], payload=body[HEADER:])


@dataclass(frozen=True, slots=True)
class Command:
    """What the host may ask; every one is idempotent."""

    code: ClassVar[CommandCode]

    def payload(self) -> bytes:
        return b""


@dataclass(frozen=True, slots=True)
class Hello(Command):
    code: ClassVar[CommandCode] = CommandCode.HELLO
    version: int = PROTOCOL_VERSION

    def payload(self) -> bytes:
        return bytes([self.version])


@dataclass(frozen=True, slots=True)
class Scene(Command):
    """One effect on the zones of `mask`.

    Attributes:
        speed: repeats per second in sixteenths (the board runs at most 48, 3 a second); FILL: lit share of 255.
        duration_ms: after it the zones hold `colour_2`; 0 is for ever.
    """

    code: ClassVar[CommandCode] = CommandCode.SCENE
    mask: int
    effect: Effect
    colour_1: Rgb
    colour_2: Rgb = BLACK
    speed: int = 0
    duration_ms: int = 0

    def payload(self) -> bytes:
        head = struct.pack(">HB", self.mask, self.effect)
        return head + bytes(self.colour_1) + bytes(self.colour_2) + struct.pack(">BH", self.speed, self.duration_ms)


@dataclass(frozen=True, slots=True)
class Timer(Command):
    code: ClassVar[CommandCode] = CommandCode.TIMER
    remaining_ms: int
    total_ms: int
    running: bool

    def payload(self) -> bytes:
        return struct.pack(">IIB", self.remaining_ms, self.total_ms, self.running)


@dataclass(frozen=True, slots=True)
class Limit(Command):
    """`brightness` 0..255 and the current that all LEDs together may draw; the board's own maximum stands above it."""

    code: ClassVar[CommandCode] = CommandCode.LIMIT
    brightness: int = 255
    current_ma: int = 2000

    def payload(self) -> bytes:
        return struct.pack(">BH", self.brightness, self.current_ma)


@dataclass(frozen=True, slots=True)
class AskStatus(Command):
    code: ClassVar[CommandCode] = CommandCode.STATUS


@dataclass(frozen=True, slots=True)
class Blackout(Command):
    """Dark, and dark it stays when the host leaves: the neutral state at the end of an evening."""

    code: ClassVar[CommandCode] = CommandCode.BLACKOUT


@dataclass(frozen=True, slots=True)
class Test(Command):
    __test__: ClassVar[bool] = False
    code: ClassVar[CommandCode] = CommandCode.TEST
    pattern: TestPattern
    argument: int = 0

    def payload(self) -> bytes:
        return bytes([self.pattern, self.argument])


@dataclass(frozen=True, slots=True)
class Configure(Command):
    """One step of the layout; `data` as serial_protocol.md lists it for each part."""

    code: ClassVar[CommandCode] = CommandCode.CONFIG
    part: ConfigPart
    data: bytes = b""

    def payload(self) -> bytes:
        return bytes([self.part]) + self.data


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """Answer to HELLO.

    Attributes:
        boot_id: rises with every start of the board, 16 bit.
        lane_leds: LEDs of the lanes on D4..D7.
        maximum_ma: kept in the board, cannot be exceeded by LIMIT.
        features: bit 0, TIMER effect; bit 1, TEST; bit 2, CONFIG is kept over power-off.
    """

    SHAPE: ClassVar[struct.Struct] = struct.Struct(">BBBH4BBBHBH")

    protocol: int
    firmware: tuple[int, int]
    boot_id: int
    lane_leds: tuple[int, int, int, int]
    ropes_per_side: int
    colour_order: int
    maximum_ma: int
    features: int
    most_leds: int

    @property
    def leds(self) -> int:
        return sum(self.lane_leds)

    def data(self) -> bytes:
        return self.SHAPE.pack(
            self.protocol, *self.firmware, self.boot_id, *self.lane_leds, self.ropes_per_side, self.colour_order,
            self.maximum_ma, self.features, self.most_leds,
        )  # fmt: skip

    @classmethod
    def parse(cls, data: bytes) -> "BoardInfo":
        """Read the data of a HELLO reply.

        Raises:
            PacketError: not the length of protocol 1.
        """
        if len(data) != cls.SHAPE.size:
            raise PacketError(
                f"a HELLO reply has {cls.SHAPE.size} bytes of data, not {len(data)}",
                f"una respuesta HELLO tiene {cls.SHAPE.size} bytes de datos, no {len(data)}",
            )
        protocol, major, minor, boot, a, b, c, d, ropes, order, maximum, features, most = cls.SHAPE.unpack(data)
        return cls(protocol, (major, minor), boot, (a, b, c, d), ropes, order, maximum, features, most)


@dataclass(frozen=True, slots=True)
class BoardStatus:
    """Answer to STATUS.

    Attributes:
        frames: pictures sent to the LEDs since the start.
        crc_errors: pieces between zeros that were no packet.
        overruns, framing_errors: DOR and FE of the receiver; ring_overflows: bytes the buffer had no room for.
        current_ma: estimate for the last picture; scale: 255 is unlimited.
        executed: commands carried out (duplicates not); payload_checksum: CRC over their payloads, one after the other.
        flags: bit 0, link lost; bit 1, blackout; bit 2, test pattern; bit 3, still writing the EEPROM.
    """

    SHAPE: ClassVar[struct.Struct] = struct.Struct(">IHHHHHHBIHB")

    frames: int
    crc_errors: int
    duplicates: int
    overruns: int
    framing_errors: int
    ring_overflows: int
    current_ma: int
    scale: int
    executed: int
    payload_checksum: int
    flags: int

    def data(self) -> bytes:
        return self.SHAPE.pack(
            self.frames, self.crc_errors, self.duplicates, self.overruns, self.framing_errors, self.ring_overflows,
            self.current_ma, self.scale, self.executed, self.payload_checksum, self.flags,
        )  # fmt: skip

    @classmethod
    def parse(cls, data: bytes) -> "BoardStatus":
        """Read the data of a STATUS reply.

        Raises:
            PacketError: not the length of protocol 1.
        """
        if len(data) != cls.SHAPE.size:
            raise PacketError(
                f"a STATUS reply has {cls.SHAPE.size} bytes of data, not {len(data)}",
                f"una respuesta STATUS tiene {cls.SHAPE.size} bytes de datos, no {len(data)}",
            )
        return cls(*cls.SHAPE.unpack(data))


PAYLOAD_SIZES: dict[CommandCode, int] = {
    CommandCode.HELLO: 1,
    CommandCode.SCENE: 12,
    CommandCode.TIMER: 9,
    CommandCode.LIMIT: 3,
    CommandCode.STATUS: 0,
    CommandCode.BLACKOUT: 0,
    CommandCode.TEST: 2,
}
CONFIG_SIZES: dict[ConfigPart, int] = {  # with the part byte itself
    ConfigPart.GEOMETRY: 9,
    ConfigPart.ZONE: 6,
    ConfigPart.POWER: 3,
    ConfigPart.SAVE: 3,
    ConfigPart.READ: 2,
}
SAVE_KEY = b"OK"  # a SAVE by noise would wear the EEPROM; two letters more make it meant


def read_scene(payload: bytes) -> Scene:
    """The SCENE of a payload of the right length; an unknown effect raises ValueError."""
    mask, effect = struct.unpack_from(">HB", payload)
    speed, duration_ms = struct.unpack_from(">BH", payload, 9)
    return Scene(mask, Effect(effect), Rgb(*payload[3:6]), Rgb(*payload[6:9]), speed, duration_ms)


def read_timer(payload: bytes) -> Timer:
    remaining_ms, total_ms, running = struct.unpack(">IIB", payload)
    return Timer(remaining_ms, total_ms, bool(running))


def read_limit(payload: bytes) -> Limit:
    return Limit(*struct.unpack(">BH", payload))
