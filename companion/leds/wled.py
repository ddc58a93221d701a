"""The talk with an off-the-shelf WLED controller over its serial port, without a port, a thread or a clock.

Facts: wled00/wled_serial.cpp of wled/WLED, https://kno.wled.ge/interfaces/serial/ and .../json-api/. WLED answers an
object only when that asks for it (`"v":true`), says nothing to a syntax error, and may swallow the byte after `}`.
So each object is followed by a line feed, for that byte, and by `v`, whose answer shows that the object is through;
every ten seconds the whole state is asked for and compared.
"""

import json
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.kernel.text import Text
from companion.leds.effects import ZoneScene, lit_of_bar
from companion.leds.layout import Layout, ZonePlace
from companion.leds.link import HELLO_EVERY_S, HELLO_FOR_S, Change, LinkCounters, LinkState
from companion.leds.packets import Effect, Limit
from companion.leds.scenes import LightScene
from companion.leds.zones import ZONES, Rgb, mask_of

MOST_BYTES = 200  # of one object: the ESP32 buffers 256
MOST_SEGMENTS = 4
ANSWER_S = (0.6, 0.9)
STATE_ANSWER_S = (1.5, 2.0)  # several kilobytes
BUSY_S = 0.15
TRIES = 8
VERIFY_EVERY_S = 10.0
RESEND_EVERY_S = 5.0
LONGEST_LINE = 32_768
OLDEST_VERSION, OLDEST_BUILD = (0, 15), 2_412_100  # 0.15.0; `v` is answered with the build
UNHEARD_TWICE, ASK_AGAIN_S = 2, 1.0  # one answer may be lost to noise
WLED_LATENCY_S = 0.05
BARRIER = re.compile(rb"WLED ([0-9]{1,12})(?![0-9])")
FX_SOLID, FX_BLINK, FX_BREATHE, FX_CHASE, FX_SOLID_PATTERN, FX_PERCENT = 0, 1, 2, 28, 83, 98

Fragment = tuple[tuple[str, Any], ...]  # what one segment shall be, in the order it is written


def _hex(colour: Rgb) -> str:
    return bytes(colour).hex().upper()


def fragment_for(zone: ZoneScene, place: ZonePlace, lit_share: float) -> Fragment:
    """One zone in WLED's words; `lit_share` (0..1) is for the bar of the timer."""
    two = (_hex(zone.colour_1), _hex(zone.colour_2))
    back = place.backwards != (zone.effect is Effect.CHASE_BACK)
    hertz = zone.speed / 16
    if zone.effect is Effect.BLINK and hertz:
        return ("fx", FX_BLINK), ("sx", max(0, 255 - int(50 / min(hertz, 3.0)))), ("ix", 128), ("col", two)
    if zone.effect is Effect.BREATHE and hertz:
        return ("fx", FX_BREATHE), ("sx", min(255, max(0, int(65.536 * hertz) - 10) * 8)), ("col", two)
    if zone.effect in {Effect.CHASE, Effect.CHASE_BACK} and hertz:
        return ("fx", FX_CHASE), ("sx", min(255, int(65.536 * hertz) * 4)), ("rev", back), ("col", two)
    if zone.effect is Effect.STRIPES:
        return ("fx", FX_SOLID_PATTERN), ("sx", 2), ("ix", 2), ("col", two)
    if zone.effect in {Effect.FILL, Effect.TIMER}:
        share = lit_share if zone.effect is Effect.TIMER else zone.speed / 255
        return ("fx", FX_PERCENT), ("sx", 255), ("ix", round(100 * share)), ("rev", back), ("col", two)
    return ("fx", FX_SOLID), ("col", two[:1])


@dataclass(slots=True)
class _Segment:
    """A zone that has LEDs, as WLED numbers it."""

    number: int
    zone: int
    start: int
    stop: int  # exclusive
    place: ZonePlace


def segments_of(layout: Layout) -> tuple[_Segment, ...]:
    """Ropes first, then posts; zones without LEDs have no segment. Lanes follow one another on WLED's bus."""
    offsets = [sum(layout.lane_leds[:lane]) for lane in range(4)]
    found: list[_Segment] = []
    for zone, place in enumerate(layout.zones):
        if place.count:
            start = offsets[place.lane] + (place.start - place.count + 1 if place.backwards else place.start)
            found.append(_Segment(len(found), zone, start, start + place.count, place))
    return tuple(found)


@dataclass(slots=True)
class _Outstanding:
    wire: bytes
    confirms: tuple[tuple[int, Fragment], ...]  # segment number, what it is then
    kind: str  # "on", "segment", "scene", "state", "off"
    sent_s: float
    due_s: float
    tries: int = 1


@dataclass(slots=True)
class WledLink:
    """One connection to WLED. The interface is `link.Link`."""

    random: Random
    layout: Layout
    limit: Limit = field(default_factory=Limit)
    state: LinkState = LinkState.GREETING
    problem: Text | None = None
    counters: LinkCounters = field(default_factory=LinkCounters)
    changes: deque[Change] = field(default_factory=lambda: deque(maxlen=256))
    version: str = ""
    junk_lines: int = 0
    _has_told: bool = False  # its state, since it was asked last
    _unheard: int = 0  # questions for the state in a row that only the barrier came back to
    _segments: tuple[_Segment, ...] = ()
    _scene: LightScene | None = None
    _since_s: list[float] = field(default_factory=lambda: [0.0] * ZONES)
    _scene_s: float = 0.0
    _on: bool = False
    _created: int = 0
    _there: dict[int, Fragment] = field(default_factory=dict)
    _shown: dict[int, Fragment] = field(default_factory=dict)
    _line: bytearray = field(default_factory=bytearray)
    _out: _Outstanding | None = None
    _greeting_since_s: float | None = None
    _next_probe_s: float = 0.0
    _verify_s: float = 0.0
    _resend_s: float = 0.0
    _wanted_at_s: float = 0.0
    _goodbye: bool = False

    def __post_init__(self) -> None:
        self._segments = segments_of(self.layout)

    # -- what is wanted

    def want(self, scene: LightScene, now_s: float) -> None:
        before = self._scene
        for number, zone in enumerate(scene.zones):
            if before is None or before.zones[number] != zone:
                self._since_s[number] = now_s
        self._scene, self._scene_s = scene, now_s

    def say_goodbye(self, now_s: float) -> None:
        del now_s
        self._goodbye = True

    @property
    def settled(self) -> bool:
        ready = self.state is LinkState.READY and self._out is None and self._created == len(self._segments)
        return ready and not self._differing(self._wanted_at_s)

    @property
    def read_back_known(self) -> bool:
        """Whether it has told its state, or is known not to."""
        return self._has_told or self._unheard >= UNHEARD_TWICE

    def _wanted(self, now_s: float) -> dict[int, Fragment]:
        if self._scene is None:
            return {}
        aged = [zone.aged(int((now_s - self._since_s[number]) * 1000)) for number, zone in enumerate(self._scene.zones)]
        timer = self._scene.aged(int((now_s - self._scene_s) * 1000)).timer
        bar = [segment for segment in self._segments if aged[segment.zone].effect is Effect.TIMER]
        lit = lit_of_bar(timer, sum(segment.place.count for segment in bar))
        wanted: dict[int, Fragment] = {}
        for segment in self._segments:
            share = 0.0
            if segment in bar:
                here = min(lit, segment.place.count)
                lit -= here
                share = here / segment.place.count
            wanted[segment.number] = fragment_for(aged[segment.zone], segment.place, share)
        return wanted

    def _differing(self, now_s: float) -> list[tuple[int, Fragment]]:
        return [(number, what) for number, what in self._wanted(now_s).items() if self._there.get(number) != what]

    # -- what comes in

    def receive(self, data: bytes, now_s: float) -> None:
        self._line += data
        while (end := self._line.find(b"\n")) >= 0:
            line = bytes(self._line[:end]).rstrip(b"\r")
            del self._line[: end + 1]
            self._on_line(line, now_s)
        if len(self._line) > LONGEST_LINE:
            self._line.clear()

    def _on_line(self, line: bytes, now_s: float) -> None:
        barrier = BARRIER.search(line)
        if barrier and not line.startswith(b"{"):
            self._on_barrier(barrier.group(1).decode(), now_s)
        elif line.startswith(b'{"error":3'):
            if self._out is not None:
                self._out.due_s = now_s + BUSY_S
                self._out.confirms = ()  # the barrier that follows is no proof
                self._out.kind = "busy:" + self._out.kind.removeprefix("busy:")
        elif line.startswith(b'{"state"'):
            self._on_state(line)
        elif line == b"Ada":
            self._forget_all()  # it says so when it has started: nothing of ours is there any more
        elif line:
            self.junk_lines += 1

    def _on_barrier(self, version: str, now_s: float) -> None:
        if self.state is LinkState.GREETING:
            self.version = version
            if int(version) < OLDEST_BUILD:
                self.problem = OLD_TEXT.filled(version=f"build {version}")
            self.state = LinkState.READY
            self._out = None
            self.counters.greetings += 1
            self._resend_s = now_s + RESEND_EVERY_S
            return
        out = self._out
        if out is None or out.kind.startswith("busy:"):
            return
        self._out = None
        self.counters.latency_ms = (now_s - out.sent_s) * 1000
        self.counters.worst_latency_ms = max(self.counters.worst_latency_ms, self.counters.latency_ms)
        if out.kind == "on":
            self._on = True
        elif out.kind == "segment":
            self._created += 1
        elif out.kind == "off":
            self.state = LinkState.CLOSED
        elif out.kind == "state":
            self._verify_s = now_s + self._count_told()
        new = [number for number, what in out.confirms if self._shown.get(number) != what]
        self._there.update(out.confirms)
        self._shown.update(out.confirms)
        if new:
            zones = mask_of(self._segments[number].zone for number in new)
            self.changes.append(Change(out.sent_s, now_s + WLED_LATENCY_S, zones))

    def _count_told(self) -> float:
        """After a question for the state: seconds until the next one; says so where none was answered."""
        self._unheard = 0 if self._has_told else self._unheard + 1
        if self._unheard >= UNHEARD_TWICE:
            self.problem = self.problem or UNREADABLE_TEXT
        elif self._has_told and self.problem is UNREADABLE_TEXT:
            self.problem = None
        return ASK_AGAIN_S if self._unheard == 1 else VERIFY_EVERY_S

    def _on_state(self, line: bytes) -> None:
        """Compare what WLED says it shows with what it was told."""
        self._has_told = True  # also if a byte of it is lost
        told = _read_state(line)
        if told is None:
            self.junk_lines += 1
            return
        if told.esp8266:
            self.problem = ESP8266_TEXT
        elif told.version and told.version < OLDEST_VERSION:
            self.problem = OLD_TEXT.filled(version=".".join(map(str, told.version)))
        if self._scene is None:
            return  # nothing of ours is there yet
        self._on = told.on
        for segment in self._segments:
            found = told.segments.get(segment.number, {})
            if (found.get("start"), found.get("stop")) != (segment.start, segment.stop):
                self._created = min(self._created, segment.number)
                self._there.pop(segment.number, None)
            elif not _agrees(found, self._there.get(segment.number, ())):
                self._there.pop(segment.number, None)

    def _forget_all(self) -> None:
        self._on = False
        self._created = 0
        self._there.clear()
        self._verify_s = 0.0
        if self._out is not None:
            self._out.kind = "busy:" + self._out.kind

    # -- what goes out

    def poll(self, now_s: float) -> bytes:
        self._wanted_at_s = now_s
        if self.state is LinkState.GREETING:
            return self._probe(now_s)
        if self.state is not LinkState.READY:
            return b""
        if self._out is not None:
            return self._retry(now_s)
        if now_s >= self._resend_s:
            self._resend_s = now_s + RESEND_EVERY_S
            self._there.clear()
        return self._next(now_s)

    def wake_s(self, now_s: float) -> float:
        if self.state is LinkState.GREETING:
            return max(0.0, self._next_probe_s - now_s)
        if self._out is not None:
            return max(0.0, self._out.due_s - now_s)
        if self._scene is None and not self._goodbye:
            return min(1.0, max(0.0, self._verify_s - now_s))
        if self._goodbye or not self._on or self._created < len(self._segments) or self._differing(now_s):
            return 0.0
        # what ends or counts down is ours to follow
        moving = self._scene is not None and (self._scene.timer.running or bool(self._scene.moves()))
        return min(0.1 if moving else 1.0, max(0.0, min(self._resend_s, self._verify_s) - now_s))

    def _probe(self, now_s: float) -> bytes:
        if self._greeting_since_s is None:
            self._greeting_since_s = now_s
        if now_s - self._greeting_since_s > HELLO_FOR_S:
            self.state = LinkState.LOST
            self.problem = SILENT_TEXT
            return b""
        if now_s < self._next_probe_s:
            return b""
        self._next_probe_s = now_s + self.random.uniform(*HELLO_EVERY_S)
        return b"v"

    def _retry(self, now_s: float) -> bytes:
        out = self._out
        if out is None or now_s < out.due_s:
            return b""
        if out.tries >= TRIES:
            self.state = LinkState.CLOSED if self._goodbye else LinkState.LOST
            self.problem = SILENT_TEXT
            return b""
        if out.kind.startswith("busy:"):
            self._out = None  # ask for what is wanted now, not for what was wanted then
            self.counters.retries += 1
            return self._next(now_s, out.tries + 1)
        out.tries += 1
        out.due_s = now_s + self.random.uniform(*(STATE_ANSWER_S if out.kind == "state" else ANSWER_S))
        self.counters.retries += 1
        return out.wire

    def _next(self, now_s: float, tries: int = 1) -> bytes:
        if self._goodbye:
            return self._send({"on": False, "tt": 0}, "off", (), now_s, tries)
        if self._scene is None:  # who only asks how it is changes nothing
            return self._ask_state(now_s, tries) if now_s >= self._verify_s else b""
        if not self._on:
            return self._send({"on": True, "bri": self.limit.brightness, "tt": 0}, "on", (), now_s, tries)
        if self._created < len(self._segments):
            segment = self._segments[self._created]
            # rev, pal and cct of whoever used it before would change what we mean
            what = {"id": segment.number, "start": segment.start, "stop": segment.stop, "grp": 1, "spc": 0, "on": True}
            what |= {"bri": 255, "pal": 0, "rev": segment.place.backwards, "frz": False}
            return self._send({"tt": 0, "seg": [what]}, "segment", (), now_s, tries)
        differing = self._differing(now_s)
        if differing:
            return self._send_scene(differing, now_s, tries)
        if now_s >= self._verify_s:
            return self._ask_state(now_s, tries)
        return b""

    def _ask_state(self, now_s: float, tries: int) -> bytes:
        self._has_told = False
        return self._send({"v": True}, "state", (), now_s, tries)

    def _send_scene(self, differing: Sequence[tuple[int, Fragment]], now_s: float, tries: int) -> bytes:
        taken: list[tuple[int, Fragment]] = []
        for number, what in differing[:MOST_SEGMENTS]:
            if taken and len(_written(_scene_object([*taken, (number, what)]))) > MOST_BYTES:
                break
            taken.append((number, what))
        return self._send(_scene_object(taken), "scene", tuple(taken), now_s, tries)

    def _send(
        self, thing: dict[str, Any], kind: str, confirms: tuple[tuple[int, Fragment], ...], now_s: float, tries: int
    ) -> bytes:
        wire = _written(thing) + b"\nv"
        due_s = now_s + self.random.uniform(*(STATE_ANSWER_S if kind == "state" else ANSWER_S))
        self._out = _Outstanding(wire, confirms, kind, now_s, due_s, tries)
        self.counters.sent += 1
        return wire


@dataclass(frozen=True, slots=True)
class _Told:
    """What WLED says of itself, as far as it matters here."""

    on: bool
    esp8266: bool
    version: tuple[int, ...]
    segments: dict[int, dict[str, Any]]


def _read_state(line: bytes) -> _Told | None:
    """The answer to `"v":true`; None if it is not of that shape, cut off, or nested without end."""
    try:
        answer = json.loads(line)
        state, info = answer["state"], answer.get("info", {})
        segments = {int(segment["id"]): dict(segment) for segment in state["seg"]}
        number = re.match(r"([0-9]{1,4})\.([0-9]{1,4})", str(info.get("ver", "")))
        version = () if number is None else (int(number[1]), int(number[2]))
        return _Told(bool(state.get("on", True)), info.get("arch") == "esp8266", version, segments)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        return None


def _scene_object(segments: Sequence[tuple[int, Fragment]]) -> dict[str, Any]:
    return {"tt": 0, "seg": [{"id": number, **dict(what)} for number, what in segments]}


def _written(thing: dict[str, Any]) -> bytes:
    return json.dumps(thing, separators=(",", ":")).encode()


def _agrees(found: dict[str, Any], told: Fragment) -> bool:
    """WLED tells colours as lists of numbers and may know more colours than it was given."""
    for key, value in told:
        if key == "col":
            if _colours(found.get("col"))[: len(value)] != tuple(value):
                return False
        elif found.get(key) != value:
            return False
    return bool(found.get("on", True))


def _colours(told: Any) -> tuple[str, ...]:
    """Lists of numbers as hexadecimal words; what is none gives none."""
    try:
        return tuple(bytes(colour[:3]).hex().upper() for colour in told)
    except (TypeError, ValueError):
        return ()


SILENT_TEXT = Text(
    "lights: WLED does not answer; it needs version 0.15 or 16.0 (not 16.0.0-beta), 115200 baud, GPIO1 and GPIO3 free",
    "luces: WLED no responde; necesita la versión 0.15 o 16.0 (no 16.0.0-beta), 115200 baudios, GPIO1 y GPIO3 libres",
)
OLD_TEXT = Text(
    "lights: this WLED ({version}) is older than 0.15 and may show something else; update it to 0.15 or newer",
    "luces: este WLED ({version}) es anterior a la 0.15 y puede mostrar otra cosa; actualízalo a 0.15 o posterior",
)
UNREADABLE_TEXT = Text(
    "lights: WLED does not tell what it shows, so nothing can be read back and the lights may be wrong; "
    "update it to 0.15 or newer, and leave GPIO1 free",
    "luces: WLED no dice lo que muestra, así que no se puede comprobar y las luces pueden fallar; "
    "actualízalo a 0.15 o posterior y deja libre GPIO1",
)
ESP8266_TEXT = Text(
    "lights: this WLED runs on an ESP8266, which cuts off its answers; the lights may be wrong, use an ESP32",
    "luces: este WLED funciona en un ESP8266, que corta sus respuestas; las luces pueden fallar, usa un ESP32",
)
