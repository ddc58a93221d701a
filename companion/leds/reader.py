"""Finds packets in a stream of bytes that may be cut anywhere, and counts what is none."""

from collections import deque
from dataclasses import dataclass, field

from companion.leds.packets import BANNER, MAX_RAW, STARTED, Packet, PacketError, cobs_decode

LONGEST = 256  # bytes between two zeros that are kept: a banner after boot text fits, endless garbage does not grow
GARBAGE_WINDOW_S = 3.0


@dataclass(frozen=True, slots=True)
class Banner:
    """The line a board says when it was asked `v`, or has just `started`."""

    protocol: int
    started: bool = False


@dataclass(slots=True)
class StreamReader:
    """Feed it bytes, it gives packets and banners. Never raises.

    Attributes:
        packets: found so far. noise_bytes: bytes that belonged to none. bad_packets: pieces between zeros that looked
            like packets by size and were none.
    """

    packets: int = 0
    noise_bytes: int = 0
    bad_packets: int = 0
    _piece: bytearray = field(default_factory=bytearray)
    _seen: deque[tuple[float, int, int]] = field(default_factory=deque)  # time in s, good bytes, bad bytes

    def feed(self, data: bytes, now_s: float = 0.0) -> list[Packet | Banner]:
        """Take the next bytes; `now_s` dates them for `wrong_baud_likely`."""
        found: list[Packet | Banner] = []
        *whole, rest = data.split(b"\x00")
        for part in whole:
            self._piece += part
            item = self._close(now_s)
            if item is not None:
                found.append(item)
        self._piece += rest
        if len(self._piece) > LONGEST:
            excess = len(self._piece) - LONGEST
            del self._piece[:excess]
            self._count_noise(excess, now_s)
        return found

    @property
    def between_packets(self) -> bool:
        """Nothing has come since the last zero."""
        return not self._piece

    def wrong_baud_likely(self, now_s: float) -> bool:
        """More than half of what came in the last three seconds is garbage, and it has gone on that long."""
        self._forget(now_s)
        if not self._seen or now_s - self._seen[0][0] < GARBAGE_WINDOW_S * 0.8:
            return False
        good = sum(entry[1] for entry in self._seen)
        bad = sum(entry[2] for entry in self._seen)
        return bad > good

    def _close(self, now_s: float) -> Packet | Banner | None:
        piece = bytes(self._piece)
        self._piece.clear()
        if not piece:
            return None
        banner = _banner_in(piece)
        if banner is not None:
            self._seen.append((now_s, len(piece), 0))
            return banner
        try:
            packet = Packet.parse(cobs_decode(piece))
        except PacketError:
            self.bad_packets += len(piece) <= MAX_RAW + 1
            self._count_noise(len(piece), now_s)
            return None
        self.packets += 1
        self._seen.append((now_s, len(piece), 0))
        self._forget(now_s)
        return packet

    def _count_noise(self, count: int, now_s: float) -> None:
        self.noise_bytes += count
        self._seen.append((now_s, 0, count))
        self._forget(now_s)

    def _forget(self, now_s: float) -> None:
        while self._seen and self._seen[0][0] < now_s - GARBAGE_WINDOW_S:
            self._seen.popleft()


def _banner_in(piece: bytes) -> Banner | None:
    """The banner at the end of a piece (boot text may stand before it)."""
    at = piece.rfind(BANNER)
    if at < 0:
        return None
    digits, _, rest = piece[at + len(BANNER) :].split(b"\r", 1)[0].partition(b" ")
    return Banner(int(digits), rest == STARTED) if digits.isdigit() and len(digits) < 4 else None
