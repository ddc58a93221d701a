"""A live camera that hangs, freezes, lies and comes back, behind a fake (field notes A-01 to A-10)."""

import threading
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.camera import (
    IS_LOST,
    MOST_STUCK,
    NOT_THERE,
    OPEN_LIMIT_MS,
    OTHER_CAMERA,
    READ_LIMIT_MS,
    STUCK,
    CameraProblemError,
    LiveCamera,
)
from companion.vision.devices import cameras, open_device
from companion.vision.health import CameraId, Mode, Sight
from companion.vision.live import PATIENCE_MS, SETTLING_MS, open_source, place_of, settled_frames
from companion.vision.permission import permission_advice
from companion.vision.sources import Picture
from vision.calib_scene import noise

PATIENCE_S = 5.0  # real seconds a test waits for another thread, which needs milliseconds


@dataclass
class Clock:
    now_ms: float = 0.0

    def __call__(self) -> float:
        return self.now_ms


@dataclass
class FakeCamera:
    """Gives picture after picture; `script` says what the n-th read does instead: a picture, None or an error."""

    clock: Clock
    frame_ms: float = 1000 / 30
    script: dict[int, object] = field(default_factory=dict)
    reads: int = 0
    released: int = 0

    def read(self) -> Picture | None:
        self.clock.now_ms += self.frame_ms
        answer = self.script.get(self.reads, noise(self.reads))
        self.reads += 1
        if isinstance(answer, Exception):
            raise answer
        return answer  # type: ignore[return-value]

    def mode(self) -> Mode:
        return Mode(128, 72, 30.0)

    def release(self) -> None:
        self.released += 1


def stepped(opener, clock: Clock, **words) -> LiveCamera:
    """A camera whose reader thread is the test itself."""
    return LiveCamera(opener, clock, start_thread=False, **words)


GRAIN = [noise(seed, (16, 9)) for seed in range(7)]


def numbered(number: int) -> Picture:
    """A small picture with its number burned in."""
    picture = GRAIN[number % 7].copy()
    picture[0, 0] = (number % 200, number // 200, 0)
    return picture


def number_in(picture: Picture) -> int:
    return int(picture[0, 0, 0]) + 200 * int(picture[0, 0, 1])


class TestNewestOnly:
    def test_a_slow_consumer_does_not_lag(self):
        """A-05: 30 fps, the consumer sleeps 200 ms a frame for 60 s; the lag in frames must not grow.

        The picture's own number is read, so that an old picture under a new index is found out.
        """
        clock = Clock()
        device = FakeCamera(clock, script={n: numbered(n) for n in range(1810)})
        camera = stepped(lambda: device, clock)
        camera.step()
        lags, ages_ms = [], []
        while clock.now_ms < 60_000:
            slept_ms = clock.now_ms + 200
            while clock.now_ms < slept_ms:
                camera.step()
            frame = camera.newest()
            lags.append(device.reads - 1 - number_in(frame.picture))
            ages_ms.append(clock.now_ms - frame.time_ms)
        assert len(lags) > 250
        assert max(lags) == 0
        assert max(ages_ms) <= 2 * device.frame_ms
        assert camera.status().dropped == device.reads - len(lags)
        assert camera.status().fps == pytest.approx(30, abs=1)

    def test_a_frame_is_given_once(self):
        clock = Clock()
        camera = stepped(lambda: FakeCamera(clock), clock)
        camera.step()
        assert camera.newest() is None
        camera.step()
        assert camera.newest().index == 0
        assert camera.newest() is None

    def test_times_come_from_the_clock(self):
        """Low light halves the rate: counting frames would tell half the time."""
        clock = Clock(5000.0)
        camera = stepped(lambda: FakeCamera(clock, frame_ms=133.0), clock)
        camera.step()
        times = []
        for _ in range(3):
            camera.step()
            times.append(camera.newest().time_ms)
        assert times == [133.0, 266.0, 399.0]


class TestLost:
    def test_a_frozen_camera_is_lost_after_two_seconds(self):
        """A-01: read() says all is well."""
        clock = Clock()
        still = noise(1)
        device = FakeCamera(clock, script=dict.fromkeys(range(90), still))
        camera = stepped(lambda: device, clock)
        for _ in range(91):
            camera.step()
        status = camera.status()
        assert status.liveness.sight is Sight.LOST
        assert status.liveness.age_ms > 2000
        assert not status.may_call
        assert "cable" in status.advice.en
        camera.step()
        assert camera.status().may_call

    @pytest.mark.parametrize("problem", [NOT_THERE, STUCK, IS_LOST])
    def test_a_network_camera_gets_advice_of_its_own(self, problem):
        """Nothing is plugged in there; what the person can look at is the app, the address and the network."""

        def opener():
            raise CameraProblemError(problem)

        camera = stepped(opener, Clock(), name="rtsp://10.0.0.7/live")
        camera.step()
        advice = camera.status().advice
        for told, usb in ((advice.en, ("plug", "cable")), (advice.es, ("enchuf", "cable"))):
            assert not any(word in told for word in usb)
        assert "network" in advice.en

    def test_failing_ten_seconds_then_working(self):
        """A-03: back-off, little work meanwhile, used again without a restart."""
        clock = Clock()
        opened = []

        def opener():
            opened.append(clock.now_ms)
            if clock.now_ms < 10_000:
                raise CameraProblemError(permission_advice())
            return FakeCamera(clock)

        camera = stepped(opener, clock)
        waits = []
        while clock.now_ms < 16_000:
            wait_ms = camera.step()
            waits.append(wait_ms)
            clock.now_ms += wait_ms
        assert opened[:5] == [0, 500, 1500, 3500, 7500]
        assert len(opened) == 6
        assert camera.newest() is not None
        assert camera.status().may_call

    @pytest.mark.parametrize("answer", ["nothing", "still"])
    def test_while_it_is_away_it_is_asked_seldom(self, answer):
        """A-03: under 5 % of a core; an ask that fails at once costs well under a millisecond, so 50 a second."""
        clock = Clock()
        picture = None if answer == "nothing" else noise(1, (16, 9))
        opened, device = [], FakeCamera(clock, frame_ms=0.0, script=dict.fromkeys(range(10_000), picture))

        def opener():
            opened.append(clock.now_ms)
            return device

        camera = stepped(opener, clock)
        asks_in_second = [0] * (60 if answer == "nothing" else 5)
        while (second := int(clock.now_ms // 1000)) < len(asks_in_second):
            asks_in_second[second] += 1
            clock.now_ms += camera.step()
        assert max(asks_in_second) <= 52
        # nothing at all: an opened device is given up after 15 asks, and the waits grow to five seconds
        if answer == "nothing":
            assert sum(asks_in_second[20:]) / 40 <= 5
            assert len(opened) >= 10

    def test_a_camera_that_answers_nothing_is_opened_anew(self):
        """Unplugged: isOpened stays true, read fails at once; the thread must not spin."""
        clock = Clock()
        devices: list[FakeCamera] = []

        def opener():
            devices.append(FakeCamera(clock, frame_ms=0.1, script=dict.fromkeys(range(3, 1000), None)))
            return devices[-1]

        camera = stepped(opener, clock)
        steps = 0
        while len(devices) < 3:
            clock.now_ms += camera.step()
            steps += 1
        assert steps < 60
        assert all(device.released == 1 for device in devices[:2])
        assert clock.now_ms / steps > 20  # at least 20 ms between tries: under 5 % of a core

    def test_an_error_from_the_driver_is_a_failed_read(self):
        clock = Clock()
        camera = stepped(lambda: FakeCamera(clock, script={0: OSError("device gone")}), clock)
        camera.step()
        camera.step()
        camera.step()
        assert camera.newest() is not None


class TestIdentity:
    """A-03, A-04: after a replug somebody confirms unless the system knows it is the same camera."""

    STORED = CameraId(0, "usb-A", "C920")

    def opened(self, there: CameraId | None) -> LiveCamera:
        clock = Clock()
        camera = stepped(lambda: FakeCamera(clock), clock, calibrated=self.STORED, identify=lambda: there)
        camera.step()
        camera.step()
        return camera

    def test_the_same_one_goes_on(self):
        assert self.opened(CameraId(3, "usb-A", "C920")).status().may_call

    def test_another_one_waits_for_the_referee(self):
        camera = self.opened(CameraId(0, "usb-B", "C920"))
        assert camera.status().advice == OTHER_CAMERA
        assert not camera.status().may_call
        camera.confirm()
        assert camera.status().may_call


class TestNothingWaits:
    """A-08, A-10: whatever the driver does, the interface has its answer at once."""

    def test_an_open_that_takes_long_shows_progress_and_can_be_cancelled(self):
        """open() sleeping 120 s; here: until the test lets it go."""
        clock, gate, entered = Clock(), threading.Event(), threading.Event()
        device = FakeCamera(clock)

        def opener():
            entered.set()
            gate.wait(PATIENCE_S)
            return device

        camera = LiveCamera(opener, clock)
        assert entered.wait(PATIENCE_S)
        clock.now_ms = 12_000
        status = camera.status()
        assert status.liveness.sight is Sight.OPENING
        assert status.waited_ms == 12_000
        assert "opening" in status.advice.en
        assert camera.newest() is None
        camera.close()
        gate.set()
        for thread in threading.enumerate():
            if thread.name == "reader camera":
                thread.join(PATIENCE_S)
        # opened after all, for nobody: given back
        assert device.released == 1
        assert device.reads == 0

    def test_a_read_that_never_returns_is_given_up_and_the_camera_opened_anew(self):
        """The third read hangs."""
        clock, gate, hanging, fresh = Clock(), threading.Event(), threading.Event(), threading.Event()
        told = threading.Event()
        opened = 0

        class Hanging(FakeCamera):
            def read(self):
                if self.reads == 2:
                    hanging.set()
                    gate.wait(PATIENCE_S)
                return super().read()

        def opener():
            nonlocal opened
            opened += 1
            if opened == 1:
                return Hanging(clock, frame_ms=0.0)
            told.wait(PATIENCE_S)  # a quick second camera would leave nothing to tell
            fresh.set()
            return FakeCamera(clock, frame_ms=0.0)

        camera = LiveCamera(opener, clock)
        assert hanging.wait(PATIENCE_S)
        clock.now_ms += READ_LIMIT_MS + 1
        assert "does not answer" in camera.status().advice.en
        told.set()
        assert fresh.wait(PATIENCE_S)
        frames = camera.frames()
        first = next(frames)
        assert next(frames).index > first.index
        gate.set()
        camera.close()
        assert list(frames) == []

    def test_hanging_threads_do_not_pile_up(self):
        clock, gate = Clock(), threading.Event()
        entered = threading.Semaphore(0)

        def opener():
            entered.release()
            gate.wait(PATIENCE_S)
            raise OSError

        camera = LiveCamera(opener, clock, name="piling up")
        for _ in range(MOST_STUCK + 1):
            assert entered.acquire(timeout=PATIENCE_S)
            clock.now_ms += OPEN_LIMIT_MS + 1
            camera.status()
        assert not entered.acquire(blocking=False)
        gate.set()
        camera.close()

    def test_frames_end_when_the_camera_is_closed(self):
        clock = Clock()
        camera = LiveCamera(lambda: FakeCamera(clock), clock)
        seen = []
        for frame in camera.frames():
            seen.append(frame.index)
            if len(seen) == 3:
                camera.close()
        assert seen == sorted(set(seen))


class TestPermission:
    """A-09: a denied permission says where to grant it, and a retry works at once."""

    def test_denied_then_granted(self):
        clock = Clock()
        answers = [PermissionError("denied"), FakeCamera(clock)]

        def opener():
            answer = answers.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return answer

        camera = stepped(opener, clock)
        camera.step()
        assert camera.status().advice == permission_advice()
        camera.retry()
        camera.step()
        camera.step()
        assert camera.status().may_call

    @pytest.mark.parametrize(
        ("platform", "words"),
        [("darwin", "System Settings"), ("win32", "Settings, Privacy"), ("linux", "group `video`")],
    )
    def test_each_system_has_its_place(self, platform, words):
        assert words in permission_advice(platform).en
        assert permission_advice(platform).es != permission_advice(platform).en


class FakeCapture:
    """What OpenCV gives: takes every setting, keeps what it likes."""

    def __init__(self, opens: bool = True, grabs: bool = True, size: tuple[int, int] = (640, 480)) -> None:
        self.asked: list[tuple[int, float]] = []
        self.opens, self.grabs, self.size = opens, grabs, size
        self.released = False
        self.values: dict[int, float] = {cv2.CAP_PROP_EXPOSURE: -5, cv2.CAP_PROP_WB_TEMPERATURE: 4600}
        self.ignored: set[int] = set()

    def isOpened(self) -> bool:  # noqa: N802  # OpenCV's name
        return self.opens

    def grab(self) -> bool:
        return self.grabs

    def set(self, setting: int, value: float) -> bool:
        self.asked.append((setting, value))
        if setting not in self.ignored:
            self.values[setting] = value
        return True

    def get(self, setting: int) -> float:
        if setting == cv2.CAP_PROP_FRAME_WIDTH:
            return self.size[0]
        if setting == cv2.CAP_PROP_FRAME_HEIGHT:
            return self.size[1]
        return self.values.get(setting, 1.0)

    def read(self):
        return True, np.zeros((self.size[1], self.size[0], 3), np.uint8)

    def release(self) -> None:
        self.released = True


class TestOpenCv:
    WANTED = Mode(1280, 720, 30)

    def test_compressed_pictures_are_asked_for_before_the_size(self):
        capture = FakeCapture()
        device = open_device(77, self.WANTED, lambda *_: capture)
        order = [setting for setting, _ in capture.asked]
        assert order[0] == cv2.CAP_PROP_FOURCC
        assert order.index(cv2.CAP_PROP_FRAME_WIDTH) < order.index(cv2.CAP_PROP_FPS)
        # what is delivered is read back, not believed
        assert (device.mode().width, device.mode().height) == (640, 480)

    def test_a_camera_that_does_not_open_is_given_back(self):
        capture = FakeCapture(opens=False)
        with pytest.raises(CameraProblemError, match="plugged in"):
            open_device(77, self.WANTED, lambda *_: capture)
        assert capture.released

    def test_a_full_bus_is_explained_in_words(self):
        with pytest.raises(CameraProblemError, match="USB bus has no room"):
            open_device(77, self.WANTED, lambda *_: FakeCapture(grabs=False))

    def test_light_is_locked_and_read_back(self):
        """A-06"""
        device = open_device(77, self.WANTED, lambda *_: FakeCapture())
        assert device.lock_light("linux").ok

    def test_a_driver_that_does_not_lock_is_told(self):
        capture = FakeCapture()
        capture.ignored = {cv2.CAP_PROP_AUTO_WB}
        finding = open_device(77, self.WANTED, lambda *_: capture).lock_light("linux")
        assert not finding.ok
        assert finding.detail.en == "the driver does not hold white balance"

    @pytest.mark.parametrize(
        ("ignored", "word"),
        [
            ({cv2.CAP_PROP_AUTO_WB}, "fíjalo"),
            ({cv2.CAP_PROP_AUTO_EXPOSURE}, "fíjala"),
            ({cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTO_EXPOSURE}, "fíjalos"),
        ],
    )
    def test_spanish_says_it_in_the_gender_of_what_is_not_held(self, ignored: set[int], word: str):
        capture = FakeCapture()
        capture.ignored = ignored
        remedy = open_device(77, self.WANTED, lambda *_: capture).lock_light("win32").remedy
        assert remedy is not None
        assert remedy.es.split()[0] == word

    def test_cameras_are_named_by_the_system(self, tmp_path: Path):
        names, by_id = tmp_path / "names", tmp_path / "by-id"
        by_id.mkdir()
        for number, index in ((0, 0), (1, 1), (2, 0)):
            folder = names / f"video{number}"
            folder.mkdir(parents=True)
            (folder / "name").write_text("C920 Pro\n", encoding="utf-8")
            (folder / "index").write_text(f"{index}\n", encoding="utf-8")
        (tmp_path / "video2").touch()
        (by_id / "usb-Logitech_C920_4711-video-index0").symlink_to(tmp_path / "video2")
        found = cameras(names, by_id)
        assert [(camera.place, camera.stable) for camera in found] == [
            (0, ""), (2, "usb-Logitech_C920_4711-video-index0"),
        ]  # fmt: skip
        assert found[0].name == "C920 Pro"


class TestSettledFrames:
    """What a calibration takes from a live camera."""

    def test_the_first_second_and_flat_frames_are_left_out(self):
        clock = Clock()
        flat = np.full((72, 128, 3), 3, np.uint8)
        device = FakeCamera(clock, frame_ms=100.0, script=dict.fromkeys(range(5), flat))
        frames = settled_frames(LiveCamera(lambda: device, clock), 4, lambda: 0.0)
        assert len(frames) == 4
        assert frames[0].time_ms >= 600 + SETTLING_MS
        assert device.released == 1

    def test_a_camera_that_never_opens_says_why(self):
        clock = Clock()

        def opener():
            raise PermissionError

        def patience() -> float:
            clock.now_ms += PATIENCE_MS / 4
            return clock.now_ms

        with pytest.raises(CameraProblemError, match="not allowed"):
            settled_frames(LiveCamera(opener, clock), 4, patience)

    def test_words_name_cameras_and_files(self, tmp_path):
        assert (place_of("2"), place_of("/dev/video3"), place_of("rtsp://x/1")) == (2, 3, "rtsp://x/1")
        cv2.imwrite(str(tmp_path / "a.png"), noise(1))
        assert not open_source([tmp_path / "a.png"]).is_live
