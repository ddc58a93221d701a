"""The real firmware image, run by simavr in this process: where it is built, it is the board of the demo and the tests.

`make -C firmware` leaves the image and the library; without them `find_built` says None and the simulation in
`simulated` serves.
"""

import ctypes
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.leds.layout import COLOUR_ORDERS, Layout
from companion.leds.port import BAUD, Mailbox, PortError, lost_text
from companion.leds.zones import SIDES, Rgb

CYCLES_PER_MS = 16_000
NS_PER_CYCLE = 62.5
EEPROM_BYTES = 1024
RAM_BYTES = 2048
MOST_LANE_BYTES = 768
CHUNK = 4096
FIRMWARE = Path(__file__).parents[2] / "firmware"


@dataclass(frozen=True, slots=True)
class Built:
    """Files that `make -C firmware` has left."""

    library: Path
    image: Path
    naive: Path


def find_built(folder: Path = FIRMWARE / "build") -> Built | None:
    """What is built in the source tree, None where it is not (an installed package, no avr-gcc)."""
    built = Built(folder / "libringsim.so", folder / "ringside.elf", folder / "naive.elf")
    return built if all(path.is_file() for path in (built.library, built.image, built.naive)) else None


PULSES = ("zero_high_min", "zero_high_max", "one_high_min", "one_high_max", "low_min", "period_max", "gap_min")


class _LaneStats(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in (*PULSES, "frames", "partial")]


@dataclass(frozen=True, slots=True)
class LaneStats:
    """Pulses of one lane, times in ns (0 if there was none)."""

    zero_high_min_ns: float
    zero_high_max_ns: float
    one_high_min_ns: float
    one_high_max_ns: float
    low_min_ns: float
    period_max_ns: float
    gap_min_ns: float
    frames: int
    partial: int


@dataclass(frozen=True, slots=True)
class LaneFrame:
    """One picture of one lane as decoded from its waveform.

    Attributes:
        start_cycle: of its first rising edge.
        bits: 24 for each LED.
    """

    start_cycle: int
    bits: int
    data: bytes


def _load(library: Path) -> Any:
    lib = ctypes.CDLL(str(library))
    u8s, u64s = ctypes.POINTER(ctypes.c_uint8), ctypes.POINTER(ctypes.c_uint64)
    sim, u32, u64, i32 = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint64, ctypes.c_int32
    for name, result, arguments in (
        ("sim_new", sim, [ctypes.c_char_p, u32, ctypes.c_char_p]), ("sim_free", None, [sim]),
        ("sim_run", ctypes.c_int, [sim, u64]), ("sim_cycle", u64, [sim]), ("sim_sleep_cycles", u64, [sim]),
        ("sim_overruns", u32, [sim]), ("sim_received", u32, [sim]), ("sim_feed", u32, [sim, ctypes.c_char_p, u32]),
        ("sim_take", u32, [sim, u8s, u64s, u32]),
        ("sim_lane_stats", None, [sim, u32, ctypes.POINTER(_LaneStats)]), ("sim_reset_stats", None, [sim]),
        ("sim_take_frame", i32, [sim, u32, u8s, u64s]), ("sim_log_edges", None, [sim, u32]),
        ("sim_edges", u32, [sim, u64s, u8s, u8s, u32]), ("sim_read_ram", None, [sim, u32, u8s, u32]),
        ("sim_read_eeprom", None, [sim, u8s]), ("sim_untouched_ram", u32, [sim]),
    ):  # fmt: skip
        function = getattr(lib, name)
        function.restype = result
        function.argtypes = arguments
    return lib


class FirmwareSim:
    """One chip with the image in it, in virtual time."""

    def __init__(self, library: Path, image: Path, wire_baud: int = BAUD, eeprom: bytes | None = None) -> None:
        self._lib = _load(library)
        self._handle = self._lib.sim_new(str(image).encode(), wire_baud, eeprom)
        if not self._handle:
            raise OSError(f"{image} is no firmware image")
        self._bytes = (ctypes.c_uint8 * CHUNK)()
        self._cycles = (ctypes.c_uint64 * CHUNK)()

    def close(self) -> None:
        if self._handle:
            self._lib.sim_free(self._handle)
            self._handle = None

    @property
    def _chip(self) -> int:
        if self._handle is None:
            raise RuntimeError("this chip has been thrown away")
        return int(self._handle)

    @property
    def cycle(self) -> int:
        return int(self._lib.sim_cycle(self._chip))

    @property
    def time_ms(self) -> float:
        return self.cycle / CYCLES_PER_MS

    @property
    def asleep_share(self) -> float:
        """Of all cycles so far, those the chip slept."""
        return int(self._lib.sim_sleep_cycles(self._chip)) / max(1, self.cycle)

    @property
    def overruns(self) -> int:
        """Bytes the receiver lost, counted by the harness and not by the firmware."""
        return int(self._lib.sim_overruns(self._chip))

    def run(self, cycles: int) -> None:
        if not self._lib.sim_run(self._chip, cycles):
            raise RuntimeError(f"the firmware has crashed at cycle {self.cycle}")

    def run_ms(self, milliseconds: float) -> None:
        self.run(int(milliseconds * CYCLES_PER_MS))

    def feed(self, data: bytes) -> int:
        """Put bytes onto the wire; returns how many are on their way."""
        return int(self._lib.sim_feed(self._chip, data, len(data)))

    def take(self) -> bytes:
        """What has come from the chip, whole bytes."""
        found = bytearray()
        while count := self._lib.sim_take(self._chip, self._bytes, self._cycles, CHUNK):
            found += bytes(self._bytes[:count])
        return bytes(found)

    def stats(self, lane: int) -> LaneStats:
        raw = _LaneStats()
        self._lib.sim_lane_stats(self._chip, lane, ctypes.byref(raw))
        times = {f"{name}_ns": getattr(raw, name) * NS_PER_CYCLE for name in PULSES}
        return LaneStats(**times, frames=raw.frames, partial=raw.partial)

    def reset_stats(self) -> None:
        self._lib.sim_reset_stats(self._chip)

    def take_frames(self, lane: int) -> list[LaneFrame]:
        """Pictures of a lane that were not taken yet, oldest first (at most the last 1024)."""
        frames: list[LaneFrame] = []
        start = ctypes.c_uint64()
        buffer = (ctypes.c_uint8 * MOST_LANE_BYTES)()
        while (bits := self._lib.sim_take_frame(self._chip, lane, buffer, ctypes.byref(start))) >= 0:
            frames.append(LaneFrame(start.value, bits, bytes(buffer[: bits // 8])))
        return frames

    def log_edges(self, count: int) -> None:
        self._lib.sim_log_edges(self._chip, count)

    def edges(self, room: int = 100_000) -> list[tuple[int, int, int]]:
        """(cycle, pin, level) since `log_edges`."""
        cycles, pins, levels = (ctypes.c_uint64 * room)(), (ctypes.c_uint8 * room)(), (ctypes.c_uint8 * room)()
        count = self._lib.sim_edges(self._chip, cycles, pins, levels, room)
        return list(zip(cycles[:count], pins[:count], levels[:count], strict=True))

    def ram(self, address: int, count: int) -> bytes:
        buffer = (ctypes.c_uint8 * count)()
        self._lib.sim_read_ram(self._chip, address, buffer, count)
        return bytes(buffer)

    def eeprom(self) -> bytes:
        buffer = (ctypes.c_uint8 * EEPROM_BYTES)()
        self._lib.sim_read_eeprom(self._chip, buffer)
        return bytes(buffer)

    def ram_used(self) -> int:
        """Static variables and the deepest stack so far, in bytes."""
        return RAM_BYTES - int(self._lib.sim_untouched_ram(self._chip))


class FirmwarePort:
    """The simulated chip at the end of a line, paced to the wall clock by a thread of its own."""

    name = "firmware"

    def __init__(self, built: Built, layout: Layout, clock: Callable[[], float] = time.monotonic) -> None:
        self._sim = FirmwareSim(built.library, built.image)
        self._layout = layout
        self._clock = clock
        self._to_chip = bytearray()
        self._lock = threading.Lock()
        self._box = Mailbox()
        self._stop = threading.Event()
        self._lanes: list[bytes] = [b""] * SIDES
        self._thread: threading.Thread | None = None

    def open(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._pace, name="firmware", daemon=True)
            self._thread.start()

    def read(self, wait_s: float) -> bytes:
        return self._box.take(wait_s)

    def write(self, data: bytes) -> None:
        if self._stop.is_set():
            raise PortError(lost_text(self.name))
        with self._lock:
            self._to_chip += data

    def close(self) -> None:
        """The line is let go; the chip runs on, as a real board with its own supply does."""

    def wake(self) -> None:
        self._box.wake()

    def stop(self) -> None:
        """End of the simulation."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._sim.close()

    def zone_frame(self) -> tuple[tuple[Rgb, ...], ...]:
        """Sixteen zones of LEDs in running order, decoded from the last waveform."""
        with self._lock:
            lanes = list(self._lanes)
        return zones_from_lanes(lanes, self._layout)

    def _pace(self) -> None:
        start_s, start_ms = self._clock(), self._sim.time_ms
        while not self._stop.wait(0.004):
            behind_ms = (self._clock() - start_s) * 1000 - (self._sim.time_ms - start_ms)
            if behind_ms > 100:  # a busy machine: go on from now instead of racing
                start_s, start_ms, behind_ms = self._clock(), self._sim.time_ms, 20.0
            with self._lock:
                data = bytes(self._to_chip)
                self._to_chip.clear()
            if data:
                self._sim.feed(data)
            self._sim.run_ms(max(0.0, behind_ms))
            answer = self._sim.take()
            if answer:
                self._box.put(answer)
            for lane in range(SIDES):
                frames = self._sim.take_frames(lane)
                if frames:
                    with self._lock:
                        self._lanes[lane] = frames[-1].data


def zones_from_lanes(lanes: list[bytes], layout: Layout) -> tuple[tuple[Rgb, ...], ...]:
    """The bytes on the four data lines as sixteen zones of LEDs; LEDs that were not sent are dark."""
    order = COLOUR_ORDERS[layout.colour_order]
    places = [order.index(letter) for letter in "RGB"]
    zones = []
    for place in layout.zones:
        data = lanes[place.lane]
        pixels = []
        for number in range(place.count):
            at = 3 * place.led(number)
            led = data[at : at + 3] if at + 3 <= len(data) else b"\x00\x00\x00"
            pixels.append(Rgb(*(led[part] for part in places)))
        zones.append(tuple(pixels))
    return tuple(zones)
