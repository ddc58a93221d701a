"""WLED at the end of a port: found, shown the match, left dark, also from the command line."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.cli.main import main
from companion.leds import discovery
from companion.leds.discovery import Kind, PortLights
from companion.leds.identify import identify_steps
from companion.leds.layout import Layout, layout_for_ring
from companion.leds.packets import Limit
from companion.leds.port import Mailbox
from companion.leds.scenes import NEUTRAL_SCENE, ShowLights
from companion.leds.service import LightService
from companion.leds.session import Session
from companion.leds.status import Hold, LightState
from companion.leds.wled import WledLink
from companion.leds.zones import Rgb
from leds.fake_wled import FakeWled
from leds.support import Listed, wait_for


class WledPort:
    """The fake behind a port, in real time."""

    def __init__(self, name: str, fake: FakeWled) -> None:
        self.name = name
        self.fake = fake
        self.box = Mailbox()
        self.sent = b""

    def open(self) -> None:
        self.fake.tick(time.monotonic())

    def read(self, wait_s: float) -> bytes:
        self.box.put(self.fake.read(time.monotonic()))
        return self.box.take(min(wait_s, 0.01))

    def write(self, data: bytes) -> None:
        self.sent += data
        self.fake.write(data, time.monotonic())

    def close(self) -> None:
        """Nothing to let go."""

    def wake(self) -> None:
        self.box.wake()


@pytest.fixture
def port() -> WledPort:
    return WledPort("/dev/ttyUSB7", FakeWled(junk_share=0.05))


def lights_on(port: WledPort, only: Kind | None = None) -> PortLights:
    return PortLights(
        only=only,
        list_ports=lambda: [Listed(port.name)],  # type: ignore[arg-type]
        make_port=lambda *_: port,
        random=Random(1),
    )


@pytest.fixture
def service(port: WledPort) -> Iterator[LightService]:
    made = LightService(lights_on(port))
    yield made
    made.close()


def colour(port: WledPort, segment: int) -> object:
    return port.fake.segments.get(segment, {}).get("col", [None])[0]


def test_the_match_is_shown_and_the_end_is_dark(port: WledPort, service: LightService) -> None:
    service.show(ShowLights(pin_count=3))
    wait_for(lambda: service.status().state is LightState.READY and service.scenes_shown >= 1)
    wait_for(lambda: {str(colour(port, rope)) for rope in range(12)} == {"[255, 255, 255]"})
    service.show(ShowLights(winner=Rgb(0, 0, 255)))
    wait_for(lambda: {str(colour(port, rope)) for rope in range(12)} == {"[0, 0, 255]"})
    service.close()
    assert port.fake.state["on"] is False
    assert port.fake.baud_changes == 0


def test_it_is_held_neutral_for_the_camera(port: WledPort, service: LightService) -> None:
    service.show(ShowLights(winner=Rgb(0, 0, 255)))
    wait_for(lambda: service.scenes_shown >= 1)
    with service.held(Hold.NEUTRAL):
        wait_for(lambda: colour(port, 0) == [*NEUTRAL_SCENE.zones[0].colour_1])
        wait_for(lambda: service.steady(time.monotonic()))


def test_a_restart_in_the_match(port: WledPort, service: LightService) -> None:
    service.show(ShowLights(pin_count=3))
    wait_for(lambda: service.scenes_shown >= 1)
    port.fake.restart(time.monotonic() - 2.0)
    wait_for(lambda: colour(port, 11) == [255, 255, 255] and bool(port.fake.state.get("on")))


def test_a_session_shows_the_identify_test(port: WledPort) -> None:
    with Session(lights_on(port, Kind.WLED).connect(lambda: True)) as session:
        assert isinstance(session.link, WledLink)
        assert session.board is None
        for step in list(identify_steps())[:6]:
            session.show(step.scene)
        assert colour(port, 13) == [120, 120, 120]
        assert colour(port, 12) == [0, 0, 0]
        with pytest.raises(TypeError, match="WLED is shown scenes"):
            session.status()


def test_the_command_line_knows_it(
    port: WledPort, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(discovery, "backend_for", lambda *_: lights_on(port))
    assert main(["leds", "status"]) == 0
    assert "850 mA" in capsys.readouterr().out
    port.fake.build = 1302
    assert main(["leds", "status", "--json", "--lang", "en"]) == 0
    said = capsys.readouterr()
    assert "older than 0.15" in json.loads(said.out)["warning"]
    assert "older than 0.15" in said.err
    port.fake.build = 2412100
    assert main(["leds", "identify", "--seconds", "0", "--order", "RGB"]) == 2
    assert "WLED controller keeps its own settings" in capsys.readouterr().err
    assert main(["leds", "test", "--seconds", "0"]) == 0


def stop_at_the_first_step(_: Session, seconds: float) -> None:
    raise KeyboardInterrupt(seconds)


@pytest.mark.parametrize("by_table", [True, False])
def test_another_kit_is_told_by_options_or_by_the_table(
    by_table: bool,
    port: WledPort,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Stopped at its first step: all red, on four strips at 60 per metre."""
    made: list[Layout] = []

    def backend_for(words: str, limit: Limit, layout: Layout) -> PortLights:
        made.append(layout)
        return replace(lights_on(port), layout=layout, limit=limit)

    monkeypatch.setattr(discovery, "backend_for", backend_for)
    monkeypatch.setattr(Session, "run", stop_at_the_first_step)
    monkeypatch.setattr(Session, "_keep_pace", lambda _: None)
    table = tmp_path / "ring.yaml"
    table.write_text("leds: {per_m: 60, ropes: 4}\n", encoding="utf-8")
    kit = ["--table", str(table)] if by_table else ["--per-m", "60", "--ropes", "4"]
    assert main(["leds", "identify", *kit, "--lang", "en"]) == 130
    assert made == [layout_for_ring(700, 60, 1)]
    assert len(port.fake.segments) == 8
    assert port.fake.segments[3]["stop"] == 196
    assert ("write leds: {per_m: 60, ropes: 4}" in capsys.readouterr().out) is not by_table
    assert main(["leds", "test", "--table", str(table)]) == 130
    assert made[1] == layout_for_ring(700, 60, 1)
