"""The lights never hold up the match, whatever is at the other end (field notes E-02, E-03, E-08, E-09)."""

import errno
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pytest
import serial

from companion.errors import UsageProblemError
from companion.leds.backends import Connection, GoOn, NoLights, SimulatedLights
from companion.leds.discovery import Kind, PortLights, backend_for, probe
from companion.leds.firmware_lights import FirmwareLights
from companion.leds.layout import layout_for_ring
from companion.leds.link import BoardLink
from companion.leds.port import Mailbox, PortError, SerialPort, lost_text
from companion.leds.scenes import NEUTRAL_SCENE, ShowLights, Whip, scene_for
from companion.leds.service import LightService, no_lights
from companion.leds.simulated import SimulatedBoard
from companion.leds.simulated_port import SimulatedPort
from companion.leds.status import Hold, LightState
from companion.leds.wled import WledLink
from companion.leds.zones import Rgb, Side
from leds.support import Listed, VirtualPort, looks, running, wait_for

PIN = ShowLights(pin_count=3)
REVIEW = ShowLights(under_review=True)


class LinePort(SimulatedPort):
    """A simulated board on a port with a name, that can be pulled."""

    def __init__(self, name: str, board: SimulatedBoard) -> None:
        super().__init__(board)
        self.device = name
        self.name = name
        self.pulled = False
        self.bytes_until_pulled = 1 << 30

    def write(self, data: bytes) -> None:
        self.bytes_until_pulled -= len(data)
        if self.bytes_until_pulled < 0:
            self.pulled = True
        self._look()
        super().write(data)

    def read(self, wait_s: float) -> bytes:
        self._look()
        return super().read(wait_s)

    def _look(self) -> None:
        if self.pulled:
            raise PortError(lost_text(self.name))


@dataclass
class Plugs:
    """The ports of a machine: tests plug and pull."""

    ports: dict[str, LinePort] = field(default_factory=dict)
    opened: list[str] = field(default_factory=list)
    searches: int = 0

    def listed(self) -> list[Listed]:
        self.searches += 1
        return [Listed(name) for name in self.ports]

    def make(self, name: str, baud: int) -> LinePort:
        del baud
        self.opened.append(name)
        if name not in self.ports:
            raise PortError(lost_text(name))
        return self.ports[name]

    def lights(self, device: str = "") -> PortLights:
        return PortLights(device, list_ports=self.listed, make_port=self.make, random=Random(1))


class TestShowing:
    def test_the_board_shows_what_was_last_said(self) -> None:
        backend = SimulatedLights()
        with running(backend) as service:
            for count in (1, 2, 3):
                service.show(ShowLights(pin_count=count))
            wait_for(lambda: looks(backend.board) == list(scene_for(PIN).zones))
            assert service.status().state is LightState.READY
            assert service.status().text is None

    def test_from_show_to_confirmation_takes_less_than_60_ms(self) -> None:
        """On the port's own clock, which runs only while somebody waits for it: a busy machine is no slower."""
        port = VirtualPort(keeps=False)

        @dataclass
        class Virtual:
            name: str = "virtual"
            wanted: bool = True

            def connect(self, go_on: GoOn) -> Connection:
                del go_on
                port.open()
                return Connection(port, BoardLink(Random(1)))

        service = LightService(Virtual(), clock=lambda: port.now_s)
        wait_for(lambda: service.scenes_shown == 1)
        service.show(PIN)
        wait_for(lambda: service.scenes_shown == 2)
        assert 0 < service.status().latency_ms < 60
        service.close()

    def test_a_referee_who_hammers_makes_no_flashes(self) -> None:
        backend = SimulatedLights()
        with running(backend) as service:
            wait_for(lambda: service.scenes_shown == 1)
            for number in range(200):
                service.show(PIN if number % 2 else REVIEW)
            assert service.scenes_shown <= 4
            service.show(ShowLights(winner=Rgb(1, 2, 3)))
            wait_for(lambda: looks(backend.board)[0] == scene_for(ShowLights(winner=Rgb(1, 2, 3))).zones[0])

    def test_calm_is_for_the_whole_evening(self) -> None:
        backend = SimulatedLights()
        with running(backend, calm=True) as service:
            service.show(PIN)
            wait_for(lambda: looks(backend.board) == list(scene_for(ShowLights(pin_count=3, calm=True)).zones))

    def test_four_strips_get_their_own_scenes(self) -> None:
        backend = SimulatedLights(SimulatedBoard(layout_for_ring(700, 60, 1, 14)))
        with running(backend) as service:
            service.show(PIN)
            wait_for(lambda: looks(backend.board) == list(scene_for(PIN, ropes_per_side=1).zones))

    def test_off_is_off(self) -> None:
        service = no_lights()
        service.show(PIN)
        assert service.status().state is LightState.OFF
        assert service.steady(time.monotonic())
        service.close()

    def test_closing_leaves_the_board_dark(self) -> None:
        """E-08: the neutral state is the last."""
        backend = SimulatedLights()
        with running(backend) as service:
            service.show(PIN)
            wait_for(lambda: service.scenes_shown >= 1)
        assert backend.board._closed
        assert not any(any(pixel) for zone in backend.port.zone_frame() for pixel in zone)


class TestCamera:
    def test_still_means_nothing_moves_and_nothing_new_comes(self) -> None:
        backend = SimulatedLights()
        with running(backend) as service:
            winner = scene_for(ShowLights(winner=Rgb(0, 0, 200)))
            service.show(ShowLights(winner=Rgb(0, 0, 200)))
            wait_for(lambda: looks(backend.board) == list(winner.zones))
            assert not service.steady(time.monotonic())
            with service.held(Hold.STILL):
                service.show(PIN)
                wait_for(lambda: service.steady(time.monotonic()))
                assert looks(backend.board)[0] == winner.held_still().zones[0]
            wait_for(lambda: looks(backend.board) == list(scene_for(PIN).zones))

    def test_neutral_is_the_same_dim_white_everywhere(self) -> None:
        backend = SimulatedLights()
        with running(backend) as service:
            service.show(PIN)
            wait_for(lambda: service.scenes_shown >= 1)
            with service.held(Hold.NEUTRAL):
                wait_for(lambda: looks(backend.board) == list(NEUTRAL_SCENE.zones))
                wait_for(lambda: service.steady(time.monotonic()))

    def test_still_after_neutral_shows_the_scene_again(self) -> None:
        backend = SimulatedLights()
        with running(backend) as service:
            service.show(ShowLights(knocked_down=True))
            service.hold(Hold.NEUTRAL)
            wait_for(lambda: looks(backend.board) == list(NEUTRAL_SCENE.zones))
            service.hold(Hold.STILL)
            wait_for(lambda: looks(backend.board) == list(scene_for(ShowLights(knocked_down=True)).zones))

    def test_a_whip_that_has_ended_moves_no_more(self) -> None:
        backend = SimulatedLights()
        times = [0.0]
        service = LightService(backend, clock=lambda: times[0] + time.monotonic())
        whip = ShowLights(whip=Whip(Side.SOUTH, Side.NORTH, Rgb(200, 0, 0)))
        service.show(whip)
        wait_for(service.moves)
        assert not service.steady(times[0] + time.monotonic())
        times[0] += 2.0
        wait_for(lambda: service.steady(times[0] + time.monotonic()))
        service.close()

    def test_changes_carry_their_times(self) -> None:
        backend = SimulatedLights()
        with running(backend) as service:
            wait_for(lambda: service.scenes_shown == 1 and service.steady(time.monotonic()))
            before_s = time.monotonic()
            service.show(ShowLights(knocked_down=True))
            wait_for(lambda: service.scenes_shown == 2)
            (change,) = [change for change in service.changes() if change.sent_s >= before_s]
            assert not service.steady((change.sent_s + change.done_s) / 2)
            assert service.steady((change.sent_s + change.done_s) / 2, zones=1 << 12)
            assert service.steady(change.done_s + 0.001)


class TestLoss:
    def test_after_100_bytes_gone_and_back_under_another_name(self) -> None:
        """E-02: one message, quiet back-off, full state on return."""
        plugs = Plugs()
        first, second = SimulatedBoard(), SimulatedBoard(boot_id=7)
        plugs.ports["/dev/ttyUSB0"] = LinePort("/dev/ttyUSB0", first)
        with running(plugs.lights()) as service:
            service.show(PIN)
            wait_for(lambda: looks(first) == list(scene_for(PIN).zones))
            plugs.ports["/dev/ttyUSB0"].bytes_until_pulled = 100
            wait_for(lambda: service.status().state is LightState.LOST)
            assert service.status().text is not None
            del plugs.ports["/dev/ttyUSB0"]
            searches = plugs.searches
            wait_for(lambda: plugs.searches >= searches + 2)
            plugs.ports["/dev/ttyUSB3"] = LinePort("/dev/ttyUSB3", second)
            wait_for(lambda: looks(second) == list(scene_for(PIN).zones))
            wait_for(lambda: service.status().state is LightState.READY)
            assert service.status().port == "/dev/ttyUSB3"
            assert plugs.opened.count("/dev/ttyUSB3") == 1  # opened once, kept open

    def test_plugged_in_during_the_match(self) -> None:
        plugs = Plugs()
        board = SimulatedBoard()
        with running(plugs.lights()) as service:
            service.show(PIN)
            wait_for(lambda: plugs.searches >= 2)
            status = service.status()
            assert status.state is LightState.SEARCHING
            assert status.text is not None
            assert "plug one in" in status.text.en
            plugs.ports["COM11"] = LinePort("COM11", board)
            wait_for(lambda: looks(board) == list(scene_for(PIN).zones))

    def test_a_board_with_older_firmware_is_refused_and_said(self) -> None:
        plugs = Plugs()
        plugs.ports["COM3"] = LinePort("COM3", SimulatedBoard(protocol=4))
        with running(plugs.lights("COM3")) as service:
            wait_for(lambda: service.status().state is LightState.REFUSED)
            assert "companion leds flash" in str(service.status().text)
            assert plugs.opened == ["COM3"]  # and not opened again every moment

    def test_a_write_that_never_returns_costs_the_caller_nothing(self) -> None:
        """E-09: button-to-screen time unchanged."""
        gate = threading.Event()

        class Hanging(SimulatedPort):
            def write(self, data: bytes) -> None:
                del data
                gate.wait(30)

        @dataclass
        class Hangs:
            name: str = "hangs"
            wanted: bool = True

            def connect(self, go_on: GoOn) -> Connection:
                return Connection(Hanging(), BoardLink(Random(1)))

        service = LightService(Hangs())
        for number in range(500):  # all of it while the port still hangs
            service.show(ShowLights(pin_count=number % 4))
            service.status()
            service.steady(0.0)
            service.hold(Hold.FREE)
        service.close()
        assert not gate.is_set()
        gate.set()

    def test_a_stuck_thread_is_replaced_and_said(self) -> None:
        gate = threading.Event()
        board = SimulatedBoard()
        times = [0.0]

        class Hanging(SimulatedPort):
            def write(self, data: bytes) -> None:
                gate.wait(30)

        @dataclass
        class HangsOnce:
            name: str = "hangs"
            wanted: bool = True
            tries: int = 0

            def connect(self, go_on: GoOn) -> Connection:
                self.tries += 1
                port = Hanging() if self.tries == 1 else SimulatedPort(board)
                port.open()
                return Connection(port, BoardLink(Random(1)))

        backend = HangsOnce()
        service = LightService(backend, clock=lambda: times[0] + time.monotonic())
        wait_for(lambda: backend.tries == 1)
        service.show(PIN)
        times[0] += 4.0
        status = service.status()
        assert status.state is LightState.LOST
        assert status.text is not None
        assert "takes no bytes" in status.text.en
        times[0] += 4.0
        service.status()
        wait_for(lambda: looks(board) == list(scene_for(PIN).zones))
        gate.set()
        service.close()

    def test_garbage_and_strangers_never_stop_the_search(self) -> None:
        plugs = Plugs()
        board = SimulatedBoard()

        class Garbage(LinePort):
            def read(self, wait_s: float) -> bytes:
                return b"\xff\xfe\x81\x95\xed" * 3

            def write(self, data: bytes) -> None:
                assert data == b"v"

        plugs.ports["/dev/ttyUSB0"] = Garbage("/dev/ttyUSB0", SimulatedBoard())
        lights = plugs.lights()
        clock = [0.0]

        def fast() -> float:
            clock[0] += 0.02
            return clock[0]

        lights.clock = fast
        with running(lights) as service:
            wait_for(lambda: "garbage" in str(service.status().text))
            plugs.ports["/dev/ttyUSB1"] = LinePort("/dev/ttyUSB1", board)
            service.show(PIN)
            wait_for(lambda: looks(board) == list(scene_for(PIN).zones))


class FakeSerial:
    """Stands for serial.Serial; `open` fails as told."""

    def __init__(self, number: int) -> None:
        self.number = number

    def open(self) -> None:
        raise serial.SerialException(self.number, f"could not open port: [Errno {self.number}]")


class TestMessages:
    """E-03: no device, device without permission, device taken; each with the remedy."""

    @pytest.mark.parametrize(
        ("number", "words", "palabras"),
        [
            (errno.EACCES, "dialout", "permiso"),
            (errno.ENOENT, "no device", "ningún aparato"),
            (errno.EBUSY, "taken by another program", "otro programa"),
            (errno.EAGAIN, "taken by another program", "otro programa"),
            (errno.EIO, "cannot be opened", "no se puede abrir"),
        ],
    )
    def test_each_says_what_helps(self, number: int, words: str, palabras: str) -> None:
        port = SerialPort("/dev/ttyUSB9", make=lambda: FakeSerial(number))  # type: ignore[arg-type,return-value]
        with pytest.raises(PortError) as caught:
            port.open()
        assert words in caught.value.text.en
        assert palabras in caught.value.text.es
        assert "/dev/ttyUSB9" in str(caught.value)
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize("words", ["", "wled:"])
    def test_words_that_mean_nothing(self, words: str) -> None:
        with pytest.raises(UsageProblemError):
            backend_for(words)

    def test_words_that_mean_something(self) -> None:
        assert isinstance(backend_for("off"), NoLights)
        assert isinstance(backend_for("sim"), SimulatedLights)
        assert isinstance(backend_for("firmware"), FirmwareLights | SimulatedLights)
        assert backend_for("auto").name == "auto"
        assert backend_for("/dev/ttyUSB0").name == "/dev/ttyUSB0"
        wled = backend_for("wled:COM3")
        assert isinstance(wled, PortLights)
        assert (wled.device, wled.only) == ("COM3", Kind.WLED)


class ScriptedPort:
    """Answers from a script, in virtual time; keeps what it was sent."""

    name = "/dev/ttyX"

    def __init__(self, answer: Callable[[bytes, float], bytes]) -> None:
        self.answer = answer
        self.now_s = 0.0
        self.sent = b""
        self.closed = False
        self.box = Mailbox()

    def clock(self) -> float:
        return self.now_s

    def open(self) -> None:
        self.closed = False

    def read(self, wait_s: float) -> bytes:
        self.now_s += wait_s
        return self.box.take(0)

    def write(self, data: bytes) -> None:
        self.sent += data
        self.box.put(self.answer(data, self.now_s))

    def close(self) -> None:
        self.closed = True

    def wake(self) -> None:
        self.box.wake()


def search(port: ScriptedPort, **more: object) -> Connection:
    lights = PortLights(
        "/dev/ttyX", list_ports=list, make_port=lambda *_: port, clock=port.clock, random=Random(1), **more
    )  # type: ignore[arg-type]
    return lights.connect(lambda: True)


class TestDiscovery:
    def test_what_is_wrong_with_a_stranger_is_said_while_it_is_left_alone(self) -> None:
        port = ScriptedPort(lambda *_: b"")
        opened: list[str] = []

        def make(name: str, baud: int) -> ScriptedPort:
            opened.append(name)
            return port

        lights = PortLights(
            list_ports=lambda: [Listed("/dev/ttyX")],  # type: ignore[arg-type]
            make_port=make,
            clock=port.clock,
            random=Random(1),
        )
        for _ in range(3):
            with pytest.raises(PortError, match="neither our board nor WLED"):
                lights.connect(lambda: True)
        assert opened == ["/dev/ttyX"]
        port.now_s += 20
        port.answer = lambda *_: b"RINGSIDE 1\r\n"
        assert isinstance(lights.connect(lambda: True).link, BoardLink)

    def test_wled_is_recognised(self) -> None:
        port = ScriptedPort(lambda _, now_s: b"Ada\nWLED 2412100\r\n" if now_s > 2.5 else b"")
        assert isinstance(search(port).link, WledLink)

    def test_our_board_is_recognised_after_its_loader(self) -> None:
        port = ScriptedPort(lambda _, now_s: b"\x00RINGSIDE 1\r\n\x00" if now_s > 1.4 else b"")
        assert isinstance(search(port).link, BoardLink)

    def test_a_stranger_hears_nothing_but_v(self) -> None:
        port = ScriptedPort(lambda _, now_s: b"ok T:21.3 /0.0\r\n")
        with pytest.raises(PortError, match="neither our board nor WLED"):
            search(port)
        assert set(port.sent) == {ord("v")}
        assert port.closed
        assert 5.0 <= port.now_s < 5.6

    def test_another_version_is_refused_before_anything_is_sent(self) -> None:
        port = ScriptedPort(lambda *_: b"\x00RINGSIDE 9\r\n\x00")
        with pytest.raises(PortError, match=r"protocol 9, this program 1.*companion leds flash"):
            search(port)
        assert port.sent == b"v"

    def test_the_wrong_kind_is_named(self) -> None:
        port = ScriptedPort(lambda *_: b"RINGSIDE 1\r\n")
        with pytest.raises(PortError, match="our own board; say --leds /dev/ttyX"):
            search(port, only=Kind.WLED)

    def test_a_silent_wled_says_what_it_needs(self) -> None:
        with pytest.raises(PortError, match="GPIO3"):
            search(ScriptedPort(lambda *_: b""), only=Kind.WLED)

    def test_garbage_suggests_the_baud_rate(self) -> None:
        port = ScriptedPort(lambda *_: b"\xff\xfe\x95\xed\x00\x81\xf8\x1c")
        with pytest.raises(PortError, match="wrong baud rate"):
            search(port)

    def test_giving_up_is_quick(self) -> None:
        port = ScriptedPort(lambda *_: b"")
        assert probe(port, lambda: port.now_s < 0.3, port.clock, Random(1)) is None
        assert port.now_s < 0.5

    def test_ports_without_a_known_device_are_left_alone(self) -> None:
        opened: list[str] = []

        def make(name: str, baud: int) -> ScriptedPort:
            opened.append(name)
            return ScriptedPort(lambda *_: b"")

        listed = [Listed("/dev/ttyS0", None, None), Listed("/dev/ttyACM3", 0x1234, 0x5678)]
        with pytest.raises(PortError, match="no board and no WLED"):
            PortLights(list_ports=lambda: listed, make_port=make).connect(lambda: True)
        assert not opened
