"""The lights of the demo: the real image in the simulator where it is built, else the simulated board."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.leds import firmware_lights, firmware_sim
from companion.leds.backends import SimulatedLights
from companion.leds.firmware_lights import FirmwareLights, firmware_or_simulated
from companion.leds.firmware_sim import Built, FirmwareSim, find_built, zones_from_lanes
from companion.leds.layout import standard_layout
from companion.leds.packets import Limit
from companion.leds.scenes import ShowLights
from companion.leds.service import LightService
from companion.leds.simulated import SimulatedBoard
from companion.leds.zones import Rgb


def wait_for(condition: Callable[[], bool], limit_s: float = 15.0) -> None:
    pause = threading.Event()
    end_s = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < end_s, "not in time"
        pause.wait(0.01)


def test_the_picture_comes_from_the_chip(built: Built) -> None:
    lamp = firmware_or_simulated(Limit(), standard_layout())
    assert isinstance(lamp, FirmwareLights)
    service = LightService(lamp)
    service.show(ShowLights(dark=True))
    wait_for(lambda: service.scenes_shown >= 1)
    service.show(ShowLights(knocked_down=True))
    wait_for(lambda: service.scenes_shown >= 2)
    wait_for(lambda: lamp.port.zone_frame()[1][0].red > 100)
    frame = lamp.port.zone_frame()
    assert [len(zone) for zone in frame] == [21] * 12 + [7] * 4
    assert set(frame[1]) == {frame[1][0]}
    assert frame[1][0][1:] == (0, 0)
    service.close()
    wait_for(lambda: not any(any(pixel) for zone in lamp.port.zone_frame() for pixel in zone))
    lamp.port.stop()


def test_another_kit_is_simulated(built: Built) -> None:
    assert isinstance(firmware_or_simulated(Limit(), standard_layout(18, 6)), SimulatedLights)


def test_where_nothing_is_built_the_board_is_simulated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert find_built(tmp_path) is None
    monkeypatch.setattr(firmware_lights, "find_built", lambda: None)
    lamp = firmware_or_simulated(Limit(), standard_layout())
    assert isinstance(lamp, SimulatedLights)
    lamp.port.stop()


def test_where_the_simulator_is_missing_the_board_is_simulated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = Built(tmp_path / "libringsim.so", tmp_path / "ringside.elf", tmp_path / "naive.elf")
    broken.library.write_bytes(b"no library")
    monkeypatch.setattr(firmware_lights, "find_built", lambda: broken)
    assert isinstance(firmware_or_simulated(Limit(), standard_layout()), SimulatedLights)


def test_a_file_that_is_no_image_is_refused(built: Built, tmp_path: Path) -> None:
    (tmp_path / "x.elf").write_bytes(b"no image")
    with pytest.raises(OSError, match="no firmware image"):
        FirmwareSim(built.library, tmp_path / "x.elf")


def test_a_chip_that_was_thrown_away_says_so(new_sim: Callable[..., FirmwareSim]) -> None:
    sim = new_sim()
    sim.close()
    with pytest.raises(RuntimeError, match="thrown away"):
        sim.run_ms(1)


def test_lanes_become_zones_again() -> None:
    board = SimulatedBoard(standard_layout().with_order("BRG"))
    lanes = list(board.lane_frame(100))
    assert zones_from_lanes(lanes, board.layout) == board.zone_frame(100)
    short = zones_from_lanes([lane[:9] for lane in lanes], board.layout)
    assert short[0][5] == Rgb(0, 0, 0)


def test_it_is_looked_for_in_the_source_tree() -> None:
    assert firmware_sim.FIRMWARE.name == "firmware"
    assert (firmware_sim.FIRMWARE / "Makefile").is_file()
