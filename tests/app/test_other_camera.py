"""A table is calibrated with one device: another one at its place waits for the referee's word (A-04)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.demo import CLIP, TABLE
from companion.app.evening import Evening
from companion.app.live import LiveEvening
from companion.app.live_eyes import LiveEyes
from companion.games import game
from companion.leds.service import no_lights
from companion.store.resilient import ResilientJournal
from companion.vision.camera import OTHER_CAMERA, LiveCamera
from companion.vision.health import CameraId, Mode
from companion.vision.live import calibrated_with, place_now
from companion.vision.sources import Picture, open_recorded
from companion.vision.table_file import read_table

A, B = CameraId(0, "usb-A", "C920"), CameraId(1, "usb-B", "C920")
FRAME_MS = 100.0


def at(camera: CameraId, place: int) -> CameraId:
    return CameraId(place, camera.stable, camera.name)


class TestPlace:
    """First start [A, B], second start [B, A], third [B] only."""

    def test_first_start(self) -> None:
        assert place_now("0", A, [A, B]) == 0

    def test_second_start_follows_the_device(self) -> None:
        assert place_now("0", A, [at(B, 0), at(A, 1)]) == 1

    def test_third_start_opens_what_is_there(self) -> None:
        assert place_now("/dev/video0", A, [at(B, 0)]) == 0

    def test_another_place_said_by_hand_is_meant(self) -> None:
        assert place_now("1", A, [A, B]) == 1

    def test_a_table_made_from_pictures_names_no_device(self) -> None:
        assert calibrated_with(read_table(TABLE).camera) is None


class Cable:
    """The demo clip's first pictures again and again, from whatever device is plugged in."""

    def __init__(self) -> None:
        frames = open_recorded([CLIP]).frames()
        self._pictures = [next(frames).picture for _ in range(8)]
        self.now_ms = 0.0
        self.there: CameraId | None = A
        self.reads = 0

    def clock_ms(self) -> float:
        return self.now_ms

    def clock_s(self) -> float:
        return self.now_ms / 1000

    def read(self) -> Picture | None:
        self.reads += 1
        return self._pictures[self.reads % len(self._pictures)]

    def mode(self) -> Mode:
        return Mode(1280, 720, 10.0)

    def release(self) -> None: ...


@pytest.fixture
def cable() -> Cable:
    return Cable()


class Stepped(LiveEyes):
    """Eyes whose camera is read by the test itself."""

    cable: Cable

    def _open(self, source: str) -> LiveCamera:
        return LiveCamera(
            lambda: self.cable,
            self.cable.clock_ms,
            calibrated=A,
            identify=lambda: self.cable.there,
            start_thread=False,
        )

    def run(self, frames: int) -> None:
        for _ in range(frames):
            self.cable.now_ms += FRAME_MS
            assert isinstance(self._pictures, LiveCamera)
            self._pictures.step()
            self.step()


@pytest.fixture
def eyes(cable: Cable) -> Iterator[Stepped]:
    class Here(Stepped):
        pass

    Here.cable = cable
    opened = Here("0", TABLE, cable.clock_s, start=False)
    yield opened
    opened.close()


@pytest.fixture
def live(tmp_path: Path, eyes: Stepped, cable: Cable) -> Iterator[LiveEvening]:
    journal = ResilientJournal.open(tmp_path / "show.db")
    evening = Evening.open_match(journal, game("clay_wrestling"), lambda: 1, seed="1")
    yield LiveEvening(evening, journal, no_lights(), lambda: int(cable.now_ms), eyes)
    journal.close()


def names(live: LiveEvening) -> list[str]:
    return [row.event["name"] for row in live.journal.rows() if row.event["name"].startswith("camera_")]


class TestEvening:
    def test_the_calibrated_one_needs_no_word(self, live: LiveEvening, eyes: Stepped) -> None:
        eyes.run(12)
        live._look()
        assert eyes.look()[0].facts is not None
        assert live.table.proposals == ()

    def test_a_system_that_names_nothing_is_believed(self, cable: Cable, eyes: Stepped) -> None:
        cable.there = None
        eyes.run(12)
        assert eyes.look()[0].facts is not None

    def test_another_one_gives_no_facts_until_the_referee_says_so(
        self, live: LiveEvening, eyes: Stepped, cable: Cable
    ) -> None:
        cable.there = at(B, 0)
        eyes.run(12)
        live._look()
        assert eyes.look()[0].facts is None
        assert live.notice is not None
        assert live.notice.text == OTHER_CAMERA
        assert [one.text.en[:19] for one in live.table.proposals] == ["Use the calibration"]
        assert names(live) == []
        live._decide(1, taken=True)
        assert names(live) == ["camera_confirmed"]
        eyes.run(12)
        live._look()
        assert eyes.look()[0].facts is not None
        assert live.table.proposals == ()

    def test_left_alone_the_match_goes_on_by_hand(self, live: LiveEvening, eyes: Stepped, cable: Cable) -> None:
        cable.there = at(B, 0)
        eyes.run(3)
        live._look()
        live._decide(1, taken=False)
        eyes.run(6)
        live._look()
        assert live.table.proposals == ()
        assert eyes.look()[0].facts is None
        assert eyes.look()[0].advice == OTHER_CAMERA
        assert names(live) == []
