"""Whatever comes over the line, nothing breaks: cut, mutated, endless, nested, or a board that lies."""

import json
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.leds.backends import Connection
from companion.leds.discovery import ANSWER, probe
from companion.leds.layout import standard_layout
from companion.leds.link import BoardLink, LinkState
from companion.leds.packets import REPLY, BoardInfo, CommandCode, Packet, ReplyStatus
from companion.leds.port import PortError
from companion.leds.scenes import ShowLights, scene_for
from companion.leds.session import Session
from companion.leds.simulated import SimulatedBoard
from companion.leds.wled import WledLink
from leds.support import VirtualPort

SCENE = scene_for(ShowLights(pin_count=2))
STATE = {
    "state": {
        "on": True,
        "seg": [{"id": n, "start": n, "stop": n + 1, "col": [[1, 2, 3]], "fx": 0} for n in range(16)],
    },
    "info": {"arch": "esp32"},
}
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


def wled() -> WledLink:
    link = WledLink(Random(1), standard_layout())
    link.want(SCENE, 0.0)
    link.poll(0.0)
    link.receive(b"WLED 2412100\r\n", 0.1)
    return link


def keep_talking(link: WledLink | BoardLink, seconds: float = 3.0) -> None:
    for step in range(int(seconds * 20)):
        now_s = 1.0 + step / 20
        link.poll(now_s)
        assert link.wake_s(now_s) >= 0
        assert link.settled in {True, False}


class TestWled:
    @given(json_values, json_values, json_values)
    def test_any_state_is_taken_or_left(self, seg: object, info: object, on: object) -> None:
        segment = {"id": 0, "start": 0, "stop": 21, "col": seg}
        for state in (
            {"on": on, "seg": seg},
            {"seg": [seg]},
            {"seg": [segment]},
            seg,
        ):
            link = wled()
            link.receive(b'{"state"' + json.dumps({"": state, "info": info})[3:].encode() + b"\n", 1.0)
            keep_talking(link, 0.5)

    @pytest.mark.parametrize(
        "line",
        [
            b'{"state":' + b"[" * 30_000,
            b'{"state":{"seg":[{"id":1e999}]}}',
            b'{"state":{"seg":[{"id":"' + b"9" * 6000 + b'"}]}}',
            b"WLED " + b"1" * 6000,
            b"WLED ",
            b"\xff" * 20_000,
            json.dumps(STATE)[:-1].encode(),
        ],
    )
    def test_lines_without_sense(self, line: bytes) -> None:
        link = wled()
        link.receive(line + b"\r\n", 1.0)
        keep_talking(link)
        assert len(link.version) <= 12

    @settings(max_examples=50)
    @given(st.randoms(use_true_random=False))
    def test_a_true_answer_with_flipped_bytes(self, random: Random) -> None:
        link = wled()
        line = bytearray(json.dumps(STATE).encode())
        for _ in range(random.randrange(1, 6)):
            line[random.randrange(len(line))] = random.randrange(256)
        link.receive(bytes(line) + b"\n", 1.0)
        keep_talking(link, 0.5)


class TestOwnBoard:
    @settings(max_examples=60)
    @given(st.lists(st.binary(max_size=35), min_size=1, max_size=8), st.integers(0, 255))
    def test_true_packets_with_any_answer_inside(self, payloads: list[bytes], command: int) -> None:
        link = BoardLink(Random(2))
        link.want(SCENE, 0.0)
        for number, payload in enumerate(payloads):
            now_s = number * 0.3
            link.poll(now_s)
            for code in (CommandCode.HELLO | REPLY, CommandCode.SCENE | REPLY, command):
                for sequence in (0, number, number + 1):
                    link.receive(Packet(sequence, code, payload).wire(), now_s)
        keep_talking(link, 1.0)

    @pytest.mark.parametrize(
        ("lanes", "ropes", "order", "maximum", "most"),
        [((0, 0, 0, 0), 3, 0, 2000, 320), ((255,) * 4, 0, 250, 0, 0), ((1, 0, 0, 0), 255, 9, 65_535, 65_535)],
    )
    def test_a_board_that_lies_of_itself(
        self, lanes: tuple[int, int, int, int], ropes: int, order: int, maximum: int, most: int
    ) -> None:
        link = BoardLink(Random(3))
        link.want(SCENE, 0.0)
        link.poll(0.0)
        info = BoardInfo(1, (9, 9), 7, lanes, ropes, order, maximum, 0xFF, most)
        link.receive(Packet(0, CommandCode.HELLO | REPLY, bytes([ReplyStatus.OK]) + info.data()).wire(), 0.05)
        assert link.state is LinkState.READY
        assert scene_for(ShowLights(pin_count=3), ropes)
        keep_talking(link)

    def test_an_endless_version_is_a_stranger(self) -> None:
        for said in (b"RINGSIDE " + b"1" * 600 + b"\r\n", b"WLED " + b"7" * 600 + b"\r\n", b"RINGSIDE \xd9\xa1\r\n"):
            assert ANSWER.search(said) is None

    def test_a_layout_that_is_cut_off_is_one_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with VirtualPort().session() as session:
            monkeypatch.setattr(session, "ask", lambda command: b"\x00\x01")
            with pytest.raises(PortError, match="makes no sense"):
                session.read_layout()


@settings(max_examples=30)
@given(st.binary(max_size=700), st.integers(0, 3))
def test_the_search_survives_any_noise(noise: bytes, share: int) -> None:
    port = VirtualPort(SimulatedBoard())
    port.write = lambda data: None  # type: ignore[method-assign]
    port.read = lambda wait_s: _tick(port, wait_s, noise[: 100 * (share + 1)])  # type: ignore[method-assign]
    found = None
    with suppress(PortError):  # only garbage, which is said
        found = probe(port, lambda: True, lambda: port.now_s, Random(1))
    assert found is None or 0 <= found.version < 10**12
    assert port.now_s <= 6


def _tick(port: VirtualPort, wait_s: float, data: bytes) -> bytes:
    port.now_s += max(wait_s, 0.05)
    return data


def test_a_port_that_talks_without_end_is_let_go() -> None:
    port = VirtualPort()
    port.open()
    port.read = lambda wait_s: _tick(port, wait_s, b"blah " * 100)  # type: ignore[method-assign]
    with pytest.raises(PortError), Session(Connection(port, BoardLink(Random(1))), lambda: port.now_s):
        pass
    assert port.now_s < 10
