"""A WLED controller as wled_serial.cpp behaves, in virtual time: with every quirk that a host can trip over.

Idle commands; the byte after an object is swallowed; a stream that stops for 100 ms is given up; a syntax error is
silent; `{"error":3}` when its buffer is taken; "Ada" late after the start; lines of others in between.
"""

import json
import re
from collections import deque
from dataclasses import dataclass, field
from random import Random
from typing import Any

STREAM_TIMEOUT_S = 0.1
BOOT_S = 2.5
BAUD_CODES = range(0xB0, 0xB8)
MOST_BUFFER = 256


@dataclass
class FakeWled:
    """Feed it bytes with `write`, take its bytes with `read`; both need the time."""

    random: Random = field(default_factory=lambda: Random(1))
    booted_s: float = 0.0
    busy_share: float = 0.0
    junk_share: float = 0.0
    arch: str = "esp32"
    build: int = 2412100
    version: str = "0.15.0"
    tells: bool = True
    state: dict[str, Any] = field(default_factory=dict)
    segments: dict[int, dict[str, Any]] = field(default_factory=dict)
    baud_changes: int = 0
    streaming: bool = False
    objects: int = 0
    silent_errors: int = 0
    longest_object: int = 0
    most_segments: int = 0
    _input: deque[tuple[float, int]] = field(default_factory=deque)
    _output: bytearray = field(default_factory=bytearray)
    _said_ada: bool = False
    _object: bytearray = field(default_factory=bytearray)
    _object_s: float = 0.0
    _swallow: bool = False

    def restart(self, now_s: float) -> None:
        self.booted_s = now_s + BOOT_S
        self.state.clear()
        self.segments.clear()
        self._object.clear()
        self._said_ada = False
        self._output += b"\xfeets Jul 29 2019 12:21:46\r\n\r\nrst:0x1 (POWERON_RESET)\r\n"

    def write(self, data: bytes, now_s: float) -> None:
        self.tick(now_s)
        if now_s < self.booted_s:
            return
        for byte in data:
            self._take(byte, now_s)

    def read(self, now_s: float) -> bytes:
        self.tick(now_s)
        data = bytes(self._output)
        self._output.clear()
        return data

    def tick(self, now_s: float) -> None:
        if now_s >= self.booted_s and not self._said_ada:
            self._said_ada = True
            self._output += b"Ada\n"
        if self._object and now_s - self._object_s > STREAM_TIMEOUT_S:
            self._object.clear()
            self.silent_errors += 1

    def _take(self, byte: int, now_s: float) -> None:
        if self._swallow:
            self._swallow = False  # the loop's own read() after the object
            return
        if self._object:
            self._object.append(byte)
            self._object_s = now_s
            if self._whole():
                self._carry_out()
                self._object.clear()
                self._swallow = True
            return
        self._idle(byte, now_s)

    def _idle(self, byte: int, now_s: float) -> None:
        if self.random.random() < self.junk_share:
            self._output += b"usermod: temperature 23.1\r\n"
        if byte == ord("{"):
            if self.random.random() < self.busy_share:
                self._output += b'{"error":3}\r\n'
                return  # and the rest of the object is taken for idle commands
            self._object.append(byte)
            self._object_s = now_s
        elif byte == ord("v"):
            self._output += b"WLED %d\r\n" % self.build
        elif byte == ord("l"):
            self._output += b"[16711680,255,0]\r\n"
        elif byte == ord("O"):
            self.streaming = True
        elif byte in BAUD_CODES:
            self.baud_changes += 1

    def _whole(self) -> bool:
        depth, quoted = 0, False
        for char in self._object.decode("latin-1"):
            quoted ^= char == '"'
            depth += 0 if quoted else (char in "{[") - (char in "}]")
        return depth == 0

    def _carry_out(self) -> None:
        self.objects += 1
        self.longest_object = max(self.longest_object, len(self._object))
        if len(self._object) > MOST_BUFFER:
            self.silent_errors += 1
            return
        try:
            thing = json.loads(self._object)
        except ValueError:
            self.silent_errors += 1
            return
        if thing == {"v": True}:
            if self.tells:
                self._answer()
            return
        self.most_segments = max(self.most_segments, len(thing.get("seg", [])))
        for key in ("on", "bri"):
            if key in thing:
                self.state[key] = thing[key]
        for index, segment in enumerate(thing.get("seg", [])):
            self._set_segment(segment, segment.get("id", index))  # without an id its place in the list counts

    def _set_segment(self, wanted: dict[str, Any], number: int) -> None:
        if number not in self.segments and "stop" not in wanted:
            return  # WLED makes no segment without its ends
        found = self.segments.setdefault(number, {"id": number, "on": True, "fx": 0, "col": [[255, 160, 0]] * 3})
        for key, value in wanted.items():
            if key == "col":
                colours = [[*bytes.fromhex(text)] for text in value if re.fullmatch("[0-9A-F]{6}", text)]
                found["col"] = colours + found["col"][len(colours) :]
            else:
                found[key] = value

    def _answer(self) -> None:
        segments = [self.segments[number] for number in sorted(self.segments)]
        if self.arch == "esp8266":
            segments = segments[:7]
        state = {"on": self.state.get("on", True), "bri": self.state.get("bri", 128), "seg": segments}
        info = {"ver": self.version, "arch": self.arch, "brand": "WLED", "fill": "x" * 3000}
        self._output += json.dumps({"state": state, "info": info}).encode() + b"\r\n"
