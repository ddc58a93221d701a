"""The talk with our own board, without a port, a thread or a clock: bytes and times in, bytes out.

Stop and wait: one packet is out, the next goes when its answer is in. Nothing is queued: the next packet is always
the first difference between what is wanted and what the board has confirmed, so the newest scene wins by itself, and
after a reconnection, when nothing is confirmed, the whole state goes out.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Protocol

from companion.kernel.text import Text
from companion.leds.effects import ZoneScene
from companion.leds.link_texts import refused_text, silent_text, version_text, wrong_baud_text
from companion.leds.packets import (
    LAST_SEQUENCE,
    PROTOCOL_VERSION,
    REPLY,
    TICK_MS,
    Blackout,
    BoardInfo,
    Command,
    Hello,
    Limit,
    Packet,
    PacketError,
    ReplyStatus,
    Scene,
    Timer,
)
from companion.leds.reader import Banner, StreamReader
from companion.leds.scenes import LightScene
from companion.leds.zones import ZONES, mask_of

RETRY_S = (0.06, 0.10)  # drawn at random each time: a fixed wait can lock onto the board's frame clock
TRIES = 9
HELLO_EVERY_S = (0.25, 0.375)
HELLO_FOR_S = 5.0
RESEND_EVERY_S = 0.9  # the whole state at least each second (field note E-08)
TIMER_DRIFT_MS = 3 * TICK_MS


class LinkState(Enum):
    GREETING = "greeting"
    READY = "ready"
    LOST = "lost"
    REFUSED = "refused"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Change:
    """Light that changes: between `sent_s` and `done_s` it may be the old or the new one.

    Attributes:
        zones: mask of the zones. Times are the host's clock, in seconds.
    """

    sent_s: float
    done_s: float
    zones: int


class Link(Protocol):
    """What the thread drives, whatever board is at the other end."""

    @property
    def state(self) -> LinkState: ...

    @property
    def problem(self) -> Text | None: ...

    @property
    def settled(self) -> bool:
        """The board has confirmed everything that is wanted."""
        ...

    @property
    def changes(self) -> deque[Change]: ...

    def want(self, scene: LightScene, now_s: float) -> None: ...

    def say_goodbye(self, now_s: float) -> None: ...

    def receive(self, data: bytes, now_s: float) -> None: ...

    def poll(self, now_s: float) -> bytes: ...

    def wake_s(self, now_s: float) -> float: ...


@dataclass(slots=True)
class _Outstanding:
    """The one packet that waits for its answer."""

    packet: Packet
    command: Command
    confirm: Callable[[float], None]
    sent_s: float
    due_s: float
    asked: bool  # by `request`: the answer is kept
    tries: int = 1


@dataclass(slots=True)
class LinkCounters:
    """Since the link began; `latency_ms` is the last time from sending to answer."""

    sent: int = 0
    retries: int = 0
    refusals: int = 0
    greetings: int = 0
    latency_ms: float = 0.0
    worst_latency_ms: float = 0.0


# what the board shows once it has answered: the frame that runs, the next one drawn, and its output
BOARD_LATENCY_S = 0.02 + 0.013


@dataclass(slots=True)
class BoardLink:
    """One connection to a board of ours.

    Attributes:
        info: what the board said of itself; None before the first HELLO.
        replies: answers to `request`, oldest first.
    """

    random: Random
    limit: Limit = field(default_factory=Limit)
    state: LinkState = LinkState.GREETING
    problem: Text | None = None
    info: BoardInfo | None = None
    counters: LinkCounters = field(default_factory=LinkCounters)
    replies: deque[tuple[Command, ReplyStatus, bytes]] = field(default_factory=deque)
    changes: deque[Change] = field(default_factory=lambda: deque(maxlen=256))
    reader: StreamReader = field(default_factory=StreamReader)
    _scene: LightScene | None = None
    _scene_s: float = 0.0
    _since_s: list[float] = field(default_factory=lambda: [0.0] * ZONES)  # when each zone's scene was first wanted
    _zones: list[ZoneScene | None] = field(default_factory=lambda: [None] * ZONES)  # confirmed, and not yet sent again
    _shown: list[ZoneScene | None] = field(default_factory=lambda: [None] * ZONES)  # confirmed last
    _timer: tuple[Timer, float] | None = None
    _limit: Limit | None = None
    _requests: deque[Command] = field(default_factory=deque)
    _out: _Outstanding | None = None
    _sequence: int = 0
    _greeting_since_s: float | None = None
    _next_hello_s: float = 0.0
    _resend_s: float = 0.0
    _goodbye: bool = False

    # -- what is wanted

    def want(self, scene: LightScene, now_s: float) -> None:
        """The newest scene, whatever was wanted before; `now_s` is when its timer and durations began."""
        before = self._scene
        for number, zone in enumerate(scene.zones):
            if before is None or before.zones[number] != zone:
                self._since_s[number] = now_s
        self._scene, self._scene_s = scene, now_s

    def request(self, command: Command) -> None:
        """Ask once (status, test, configuration), after what is out and before any scene."""
        self._requests.append(command)

    def greet(self, now_s: float) -> None:
        """Ask the board anew who it is, and send everything again."""
        self._greet_again(now_s)

    def say_goodbye(self, now_s: float) -> None:
        """Dark, then CLOSED; gives up after half a second."""
        del now_s
        self._goodbye = True
        self._requests.clear()

    @property
    def settled(self) -> bool:
        return self.state is LinkState.READY and self._out is None and not self._requests and self._first_gap() is None

    # -- what comes in

    def receive(self, data: bytes, now_s: float) -> None:
        for item in self.reader.feed(data, now_s):
            if isinstance(item, Banner):
                self._on_banner(item, now_s)
            else:
                self._on_packet(item, now_s)

    def _on_banner(self, banner: Banner, now_s: float) -> None:
        """A board that has just started is told all again; an answer to noise that looked like `v` means nothing."""
        if banner.protocol != PROTOCOL_VERSION:
            self._refuse(banner.protocol)
        elif banner.started and self.state in {LinkState.GREETING, LinkState.READY}:
            self._greet_again(now_s)

    def _on_packet(self, packet: Packet, now_s: float) -> None:
        out = self._out
        if out is None or packet.sequence != out.packet.sequence or packet.command != out.packet.command | REPLY:
            return  # a late answer to something already settled
        if not packet.payload or packet.payload[0] not in set(ReplyStatus):
            return
        status, data = ReplyStatus(packet.payload[0]), packet.payload[1:]
        if status is ReplyStatus.WRONG_SEQUENCE:
            self.counters.refusals += 1
            self._greet_again(now_s)
            return
        self._out = None
        self.counters.latency_ms = (now_s - out.sent_s) * 1000
        self.counters.worst_latency_ms = max(self.counters.worst_latency_ms, self.counters.latency_ms)
        if isinstance(out.command, Hello):
            self._on_hello(status, data, now_s)
            return
        if out.asked:
            self.replies.append((out.command, status, data))
        out.confirm(now_s)
        if status is not ReplyStatus.OK:
            self.problem = refused_text(out.command, status, data)

    def _on_hello(self, status: ReplyStatus, data: bytes, now_s: float) -> None:
        try:
            info = BoardInfo.parse(data)
        except PacketError:
            self._refuse(data[0] if data else 0)
            return
        if status is not ReplyStatus.OK or info.protocol != PROTOCOL_VERSION:
            self._refuse(info.protocol)
            return
        self.info = info
        self.state = LinkState.READY
        self.counters.greetings += 1
        self._sequence = 0
        self._forget_confirmed()
        self._shown = [None] * ZONES
        self._resend_s = now_s + RESEND_EVERY_S

    def _refuse(self, protocol: int) -> None:
        self.state = LinkState.REFUSED
        self._out = None
        self.problem = version_text(protocol)

    def _greet_again(self, now_s: float) -> None:
        self.state = LinkState.GREETING
        if self._out is not None and self._out.asked:
            self._requests.appendleft(self._out.command)
        self._out = None
        self._greeting_since_s = now_s
        self._next_hello_s = now_s

    def _forget_confirmed(self) -> None:
        self._zones = [None] * ZONES
        self._timer = None
        self._limit = None

    # -- what goes out

    def poll(self, now_s: float) -> bytes:
        """Bytes to write now, perhaps none."""
        if self.state is LinkState.GREETING:
            return self._poll_greeting(now_s)
        if self.state is not LinkState.READY:
            return b""
        if self._out is not None:
            return self._retry(now_s)
        if now_s >= self._resend_s:
            self._forget_confirmed()
            self._resend_s = now_s + RESEND_EVERY_S
        following = self._next(now_s)
        if following is None:
            return b""
        command, confirm = following
        self._sequence = self._sequence % LAST_SEQUENCE + 1
        return self._send(Packet(self._sequence, command.code, command.payload()), command, confirm, now_s)

    def wake_s(self, now_s: float) -> float:
        """Seconds until `poll` may have something to send without anything coming in."""
        if self.state is LinkState.GREETING:
            return max(0.0, self._next_hello_s - now_s)
        if self._out is not None:
            return max(0.0, self._out.due_s - now_s)
        if self.state is LinkState.READY and (self._requests or self._goodbye or self._first_gap() is not None):
            return 0.0
        return max(0.0, self._resend_s - now_s)

    def _poll_greeting(self, now_s: float) -> bytes:
        if self._greeting_since_s is None:
            self._greeting_since_s = now_s
        if now_s - self._greeting_since_s > HELLO_FOR_S:
            self.state = LinkState.LOST
            self.problem = wrong_baud_text() if self.reader.wrong_baud_likely(now_s) else silent_text()
            return b""
        if now_s < self._next_hello_s:
            return b""
        self._next_hello_s = now_s + self.random.uniform(*HELLO_EVERY_S)
        hello = Hello()
        return self._send(Packet(0, hello.code, hello.payload()), hello, _nothing, now_s)

    def _send(self, packet: Packet, command: Command, confirm: Callable[[float], None], now_s: float) -> bytes:
        due_s = now_s + self.random.uniform(*RETRY_S)
        self._out = _Outstanding(packet, command, confirm, now_s, due_s, asked=confirm is _keep_answer)
        self.counters.sent += 1
        return packet.wire()

    def _retry(self, now_s: float) -> bytes:
        out = self._out
        if out is None or now_s < out.due_s:
            return b""
        if out.tries >= TRIES:
            self.state = LinkState.CLOSED if self._goodbye else LinkState.LOST
            self.problem = silent_text()
            return b""
        out.tries += 1
        out.due_s = now_s + self.random.uniform(*RETRY_S)
        self.counters.retries += 1
        return out.packet.wire()

    def _next(self, now_s: float) -> tuple[Command, Callable[[float], None]] | None:
        if self._goodbye:
            return Blackout(), self._close
        if self._requests:
            command = self._requests.popleft()
            return command, _keep_answer
        if self._limit != self.limit:
            limit = self.limit
            return limit, lambda _: setattr(self, "_limit", limit)
        gap = self._first_gap()
        if gap is None or self._scene is None:
            return None
        if gap < 0:
            timer, since_s = self._scene.timer, self._scene_s
            now = LightScene(timer=timer).aged(int((now_s - since_s) * 1000)).timer
            return now, lambda _: setattr(self, "_timer", (timer, since_s))
        return self._scene_command(gap, now_s)

    def _first_gap(self) -> int | None:
        """The first zone that differs from what the board has; -1 for the timer; None if all is well."""
        if self._scene is None:
            return None
        if self._timer != (self._scene.timer, self._scene_s) and self._timer_differs():
            return -1
        for known in (self._shown, self._zones):  # news first, then what merely goes out again
            for number, (wanted, there) in enumerate(zip(self._scene.zones, known, strict=True)):
                if wanted != there:
                    return number
        return None

    def _timer_differs(self) -> bool:
        """A timer that merely ran on as the board's own does is no difference."""
        assert self._scene is not None
        if self._timer is None:
            return True
        timer, since_s = self._timer
        aged = LightScene(timer=timer).aged(int((self._scene_s - since_s) * 1000)).timer
        wanted = self._scene.timer
        same = (aged.total_ms, aged.running) == (wanted.total_ms, wanted.running)
        return not same or abs(aged.remaining_ms - wanted.remaining_ms) > TIMER_DRIFT_MS

    def _scene_command(self, first: int, now_s: float) -> tuple[Command, Callable[[float], None]]:
        assert self._scene is not None
        wanted, since_s = self._scene.zones[first], self._since_s[first]
        zones = [
            number
            for number, zone in enumerate(self._scene.zones)
            if zone == wanted and self._since_s[number] == since_s and self._zones[number] != wanted
        ]
        sent = wanted.aged(int((now_s - since_s) * 1000))
        command = Scene(mask_of(zones), sent.effect, sent.colour_1, sent.colour_2, sent.speed, sent.duration_ms)

        def confirm(answered_s: float) -> None:
            new = [number for number in zones if self._shown[number] != wanted]
            for number in zones:
                self._zones[number] = self._shown[number] = wanted
            if new:
                self.changes.append(Change(now_s, answered_s + BOARD_LATENCY_S, mask_of(new)))

        return command, confirm

    def _close(self, now_s: float) -> None:
        del now_s
        self.state = LinkState.CLOSED


def _nothing(now_s: float) -> None:
    """An answer that changes nothing here."""
    del now_s


def _keep_answer(now_s: float) -> None:
    """The answer to a request is kept in `replies`; nothing else changes."""
    del now_s
