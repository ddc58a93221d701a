"""A board in this process: takes the packets of the real one and draws what its LEDs would show.

The same decisions as firmware/ringside/src/core (board.c, scenes.c, limiter.c); tests hold both to the same golden
frames. Time comes in with each call, in milliseconds since the board started.
"""

import struct
from binascii import crc_hqx
from dataclasses import dataclass, field

from companion.leds.effects import LONGEST_TIMER_MS, ZoneScene, draw, draw_timer, lit_of_bar, phase_after
from companion.leds.layout import (
    COLOUR_ORDERS,
    MOST_LEDS,
    Layout,
    LayoutError,
    ZonePlace,
    standard_layout,
)
from companion.leds.packets import (
    BANNER,
    CONFIG_SIZES,
    LAST_SEQUENCE,
    PAYLOAD_SIZES,
    PROBE,
    PROTOCOL_VERSION,
    REPLY,
    SAVE_KEY,
    STARTED,
    TICK_MS,
    BoardInfo,
    BoardStatus,
    CommandCode,
    ConfigPart,
    Effect,
    Limit,
    Packet,
    ReplyStatus,
    TestPattern,
    Timer,
    read_limit,
    read_scene,
    read_timer,
)
from companion.leds.reader import StreamReader
from companion.leds.zones import ALL_POSTS, BLACK, SIDES, ZONES, Rgb, mask_of, zones_of

LINK_LOST_TICKS = 5_000 // TICK_MS
SWEEP_TICKS = 64
SWEEP_COLOUR = Rgb(8, 8, 8)
LOST_LOOK = ZoneScene(Effect.BREATHE, Rgb(0, 0, 24), Rgb(0, 0, 4), speed=4)
LED_MA_PER_CHANNEL = 20
DEFAULT_LIMIT = Limit(255, 2000)
DEFAULT_MAXIMUM_MA = 3000
FEATURES = 0b111
WHITE = Rgb(255, 255, 255)

Pixels = tuple[Rgb, ...]


@dataclass(slots=True)
class _Zone:
    """One zone's scene, the tick of its first picture, and the tick at which it ends (0: never)."""

    scene: ZoneScene = field(default_factory=ZoneScene)
    first_tick: int = 0
    end_tick: int = 0

    def at(self, tick: int) -> tuple[ZoneScene, int]:
        """What it shows at `tick`, with the phase."""
        if self.end_tick and tick >= self.end_tick:
            return ZoneScene(Effect.SOLID, self.scene.colour_2), 0
        return self.scene, phase_after(0, self.scene.speed, max(0, tick - self.first_tick))


@dataclass(slots=True)
class SimulatedBoard:
    """The state of the board and its answers.

    Attributes:
        layout, maximum_ma: what the EEPROM of the real one keeps.
        boot_id: one higher at every start.
    """

    layout: Layout = field(default_factory=standard_layout)
    boot_id: int = 1
    maximum_ma: int = DEFAULT_MAXIMUM_MA
    limit: Limit = DEFAULT_LIMIT
    protocol: int = PROTOCOL_VERSION
    executed: int = 0
    duplicates: int = 0
    _zones: list[_Zone] = field(default_factory=lambda: [_Zone() for _ in range(ZONES)])
    _timer: Timer = field(default_factory=lambda: Timer(0, 0, running=False))
    _timer_tick: int = 0
    _test: tuple[TestPattern, int, int] = (TestPattern.OFF, 0, 0)
    _reader: StreamReader = field(default_factory=StreamReader)
    _due: int = 0  # sequence number that comes next; 0: HELLO first
    _last_reply: tuple[int, bytes] | None = None
    _checksum: int = 0xFFFF
    _heard_tick: int = 0
    _greeted: bool = False
    _closed: bool = False

    def receive(self, data: bytes, time_ms: int) -> bytes:
        """Take bytes from the wire; what comes back goes onto it."""
        answers = b""
        while self._reader.between_packets and data.startswith(PROBE):
            answers += self.banner()
            data = data[1:]
        for item in self._reader.feed(data):
            if isinstance(item, Packet):
                self._hear(time_ms // TICK_MS)
                answers += self._answer(item, time_ms // TICK_MS)
        return answers

    def banner(self, *, started: bool = False) -> bytes:
        """What it says when asked `v`, and when it has just started."""
        return b"\x00%s%d%s\r\n\x00" % (BANNER, self.protocol, b" " + STARTED if started else b"")

    def zone_frame(self, time_ms: int) -> tuple[Pixels, ...]:
        """Sixteen zones of LEDs in running order, as bright as they shine, current limit applied."""
        zones = self._drawn(time_ms // TICK_MS)
        scale = self._scale(zones)
        return tuple(tuple(_scaled(pixel, scale) for pixel in zone) for zone in zones)

    frame = zone_frame

    def lane_frame(self, time_ms: int) -> tuple[bytes, ...]:
        """The bytes on the four data lines, in the LEDs' colour order, as the real board sends them."""
        tick = time_ms // TICK_MS
        lanes = [[BLACK] * count for count in self.layout.lane_leds]
        if not self._by_lane(lanes, tick):
            for place, zone in zip(self.layout.zones, self._drawn(tick), strict=True):
                for number, pixel in enumerate(zone):
                    lanes[place.lane][place.led(number)] = pixel
        scale = self._scale(tuple(tuple(lane) for lane in lanes))
        order = ["RGB".index(letter) for letter in COLOUR_ORDERS[self.layout.colour_order]]
        return tuple(bytes(_scaled(pixel, scale)[part] for pixel in lane for part in order) for lane in lanes)

    def link_lost(self, time_ms: int) -> bool:
        """No valid packet for five seconds: the board shows its own calm light."""
        return not self._closed and time_ms // TICK_MS - self._heard_tick > LINK_LOST_TICKS

    def status(self, time_ms: int) -> BoardStatus:
        zones = self._drawn(time_ms // TICK_MS)
        scale = self._scale(zones)
        flags = self.link_lost(time_ms) | self._closed << 1 | (self._test[0] is not TestPattern.OFF) << 2
        return BoardStatus(
            frames=time_ms // TICK_MS, crc_errors=self._reader.bad_packets, duplicates=self.duplicates, overruns=0,
            framing_errors=0, ring_overflows=0, current_ma=_sum(zones) * scale // 255 * 20 // 255 + self.layout.leds,
            scale=scale, executed=self.executed, payload_checksum=self._checksum, flags=flags,
        )  # fmt: skip

    def info(self) -> BoardInfo:
        return BoardInfo(
            self.protocol, (1, 0), self.boot_id, self.layout.lane_leds, self.layout.ropes_per_side,
            self.layout.colour_order, self.maximum_ma, FEATURES, MOST_LEDS,
        )  # fmt: skip

    # -- protocol

    def _hear(self, tick: int) -> None:
        if self.link_lost(tick * TICK_MS):
            self._clear()
        self._heard_tick = tick
        self._greeted = True

    def _answer(self, packet: Packet, tick: int) -> bytes:
        if packet.sequence == 0 and packet.command == CommandCode.HELLO:
            self._due = 1
            self._closed = False
            return self._reply(packet, *self._greet(packet))
        if self._last_reply and packet.sequence == self._last_reply[0] and packet.sequence and self._due:
            self.duplicates += 1
            return self._last_reply[1]
        if self._due == 0 or packet.sequence != self._due:
            refusal = Packet(packet.sequence, packet.command | REPLY, bytes([ReplyStatus.WRONG_SEQUENCE, self._due]))
            return refusal.wire()
        self._due = self._due % LAST_SEQUENCE + 1
        self.executed += 1
        self._checksum = crc_hqx(packet.payload, self._checksum)
        return self._reply(packet, *self._execute(packet, tick))

    def _reply(self, packet: Packet, status: ReplyStatus, data: bytes = b"") -> bytes:
        wire = Packet(packet.sequence, packet.command | REPLY, bytes([status]) + data).wire()
        self._last_reply = (packet.sequence, wire)
        return wire

    def _greet(self, packet: Packet) -> tuple[ReplyStatus, bytes]:
        if len(packet.payload) != PAYLOAD_SIZES[CommandCode.HELLO]:
            return ReplyStatus.BAD_LENGTH, b""
        return ReplyStatus.OK, self.info().data()

    def _execute(self, packet: Packet, tick: int) -> tuple[ReplyStatus, bytes]:
        try:
            code = CommandCode(packet.command)
        except ValueError:
            return ReplyStatus.UNSUPPORTED, b""
        if code is CommandCode.CONFIG:
            return self._configure(packet.payload)
        if len(packet.payload) != PAYLOAD_SIZES[code] or code is CommandCode.HELLO:
            return ReplyStatus.BAD_LENGTH, b""
        if code is CommandCode.STATUS:
            return ReplyStatus.OK, self.status(tick * TICK_MS).data()
        try:
            self._carry_out(code, packet.payload, tick)
        except ValueError:
            return ReplyStatus.BAD_VALUE, b""
        return ReplyStatus.OK, b""

    def _carry_out(self, code: CommandCode, payload: bytes, tick: int) -> None:
        if code is CommandCode.SCENE:
            self._set_scene(payload, tick)
        elif code is CommandCode.TIMER:
            timer = read_timer(payload)
            if max(timer.remaining_ms, timer.total_ms) > LONGEST_TIMER_MS:
                raise ValueError(timer)
            self._timer, self._timer_tick = timer, tick + 1
        elif code is CommandCode.LIMIT:
            self.limit = read_limit(payload)
        elif code is CommandCode.BLACKOUT:
            self._clear()
            self._closed = True
        elif code is CommandCode.TEST:
            pattern = TestPattern(payload[0])
            if (pattern is TestPattern.FLOOD and payload[1] > 3) or (
                pattern is TestPattern.ZONE and payload[1] >= ZONES
            ):
                raise ValueError(payload[1])
            self._test = (pattern, payload[1], tick + 1)

    def _set_scene(self, payload: bytes, tick: int) -> None:
        command = read_scene(payload)
        self._closed = False
        wanted = ZoneScene(command.effect, command.colour_1, command.colour_2, command.speed)
        end = tick + 1 + (command.duration_ms + TICK_MS - 1) // TICK_MS if command.duration_ms else 0
        for number in zones_of(command.mask):
            zone = self._zones[number]
            now, _ = zone.at(tick + 1)
            if now != wanted:
                self._zones[number] = zone = _Zone(wanted, tick + 1)
            zone.end_tick = end

    def _clear(self) -> None:
        self._zones = [_Zone() for _ in range(ZONES)]
        self._timer = Timer(0, 0, running=False)
        self._test = (TestPattern.OFF, 0, 0)

    def _configure(self, payload: bytes) -> tuple[ReplyStatus, bytes]:
        if not payload or payload[0] not in set(ConfigPart):
            return ReplyStatus.BAD_VALUE, b""
        part, data = ConfigPart(payload[0]), payload[1:]
        if len(payload) != CONFIG_SIZES[part]:
            return ReplyStatus.BAD_LENGTH, b""
        if part is ConfigPart.POWER:
            self.maximum_ma = struct.unpack(">H", data)[0]
            return ReplyStatus.OK, b""
        if part is ConfigPart.SAVE:
            return (ReplyStatus.OK if data == SAVE_KEY else ReplyStatus.BAD_VALUE), b""
        if part is ConfigPart.READ:
            if data[0] >= ZONES:
                return ReplyStatus.BAD_VALUE, b""
            place = self.layout.zones[data[0]]
            return ReplyStatus.OK, bytes([place.lane, place.start, place.count, place.backwards])
        try:
            layout = self._relaid(part, data)
            layout.check_fits_board()
            self.layout = layout
        except LayoutError:
            return ReplyStatus.TOO_LARGE, struct.pack(">H", MOST_LEDS)
        except ValueError:
            return ReplyStatus.BAD_VALUE, b""
        return ReplyStatus.OK, b""

    def _relaid(self, part: ConfigPart, data: bytes) -> Layout:
        if part is ConfigPart.ZONE:
            if data[0] >= ZONES or data[1] >= SIDES or data[4] > 1:
                raise ValueError(data)
            return self.layout.with_zone(data[0], ZonePlace(data[1], data[2], data[3], bool(data[4])))
        order, ropes_per_side, post_leds, *rope_leds, serpentine = data
        if order >= len(COLOUR_ORDERS) or ropes_per_side not in {1, 3} or serpentine > 1:
            raise ValueError(data)
        zones: list[ZonePlace] = []
        for side, count in enumerate(rope_leds):
            for height in range(3):
                start = post_leds + height * count
                back = bool(height == 1 and serpentine and count)
                there = height < ropes_per_side
                zones.append(
                    ZonePlace(side, start + count - 1 if back else start, count, back) if there else ZonePlace(side)
                )
        zones += [ZonePlace(side, 0, post_leds) for side in range(SIDES)]
        return Layout(tuple(zones), ropes_per_side, order)

    # -- drawing

    def _drawn(self, tick: int) -> tuple[Pixels, ...]:
        places = self.layout.zones
        if self.link_lost(tick * TICK_MS):
            phase = phase_after(0, LOST_LOOK.speed, tick - self._heard_tick - LINK_LOST_TICKS - 1)
            lost = mask_of(ALL_POSTS)
            return tuple(
                draw(LOST_LOOK, phase, place.count) if lost >> number & 1 else (BLACK,) * place.count
                for number, place in enumerate(places)
            )
        if self._test[0] is not TestPattern.OFF or not self._greeted:
            lanes = [[BLACK] * count for count in self.layout.lane_leds]
            self._by_lane(lanes, tick)
            return tuple(tuple(lanes[place.lane][place.led(n)] for n in range(place.count)) for place in places)
        return self._drawn_scenes(tick)

    def _drawn_scenes(self, tick: int) -> tuple[Pixels, ...]:
        places = self.layout.zones
        looks = [zone.at(tick) for zone in self._zones]
        bar = sum(p.count for p, (scene, _) in zip(places, looks, strict=True) if scene.effect is Effect.TIMER)
        lit = lit_of_bar(self._timer_at(tick), bar)
        before = 0
        drawn: list[Pixels] = []
        for place, (scene, phase) in zip(places, looks, strict=True):
            if scene.effect is Effect.TIMER:
                drawn.append(draw_timer(scene, lit, before, place.count))
                before += place.count
            else:
                drawn.append(draw(scene, phase, place.count))
        return tuple(drawn)

    def _timer_at(self, tick: int) -> Timer:
        if not self._timer.running:
            return self._timer
        left = self._timer.remaining_ms - TICK_MS * max(0, tick - self._timer_tick)
        return Timer(max(0, left), self._timer.total_ms, running=True)

    def _by_lane(self, lanes: list[list[Rgb]], tick: int) -> bool:
        """Draw what goes by lane and not by zone: the sweep after the start and test patterns."""
        if self.link_lost(tick * TICK_MS):
            return False
        pattern, argument, first_tick = self._test
        if pattern is TestPattern.OFF:
            if self._greeted:
                return False
            if tick < SWEEP_TICKS:
                for lane in lanes:
                    if lane:
                        lane[tick * len(lane) // SWEEP_TICKS] = SWEEP_COLOUR
            return True
        if pattern is TestPattern.FLOOD:
            colour = (Rgb(255, 0, 0), Rgb(0, 255, 0), Rgb(0, 0, 255), WHITE)[argument]
            for lane in lanes:
                lane[:] = [colour] * len(lane)
        elif pattern is TestPattern.WALK:
            for lane in lanes:
                if lane:
                    lane[max(0, tick - first_tick) % len(lane)] = WHITE
        else:
            place = self.layout.zones[argument]
            for number in range(place.count):
                ends = {0: Rgb(255, 0, 0), place.count - 1: Rgb(0, 0, 255)}
                lanes[place.lane][place.led(number)] = ends.get(number, WHITE)
        return True

    def _scale(self, zones: tuple[Pixels, ...]) -> int:
        """255 is unlimited: the smaller of brightness and what the current allows, rounded down."""
        allowed_ma = min(self.limit.current_ma, self.maximum_ma) - self.layout.leds
        allowed = max(0, allowed_ma) * 255 // LED_MA_PER_CHANNEL
        total = _sum(zones)
        return min(self.limit.brightness, 255 if total <= allowed else allowed * 255 // total)


def _sum(zones: tuple[Pixels, ...]) -> int:
    return sum(sum(pixel) for zone in zones for pixel in zone)


def _scaled(pixel: Rgb, scale: int) -> Rgb:
    """255 becomes `scale` and 0 stays 0; never brighter than `scale` / 255 of it."""
    if scale == 255:
        return pixel
    return Rgb(*((part + (part >> 7)) * scale >> 8 for part in pixel))
