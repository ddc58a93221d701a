"""A bumped camera is told within two seconds and never mended silently (B-07, J-04)."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app.demo import CLIP, TABLE
from companion.app.evening import Evening
from companion.app.live import LiveEvening
from companion.app.live_eyes import LiveEyes
from companion.games import game
from companion.leds.service import no_lights
from companion.store.resilient import ResilientJournal
from companion.vision.sources import Frame, open_recorded

MOVED = np.array([[1.0, 0.004, 9.0], [-0.004, 1.0, -6.0]])
FRAME_MS = 100.0


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Bumpable:
    """The demo clip's first pictures again and again, seen by a camera that can be pushed or mirrored."""

    def __init__(self, clock: Clock) -> None:
        frames = open_recorded([CLIP]).frames()
        self._pictures = [next(frames).picture for _ in range(8)]
        self._clock = clock
        self.index = -1
        self.is_bumped = False
        self.is_mirrored = False
        self.is_elsewhere = False

    def newest(self) -> Frame | None:
        self.index += 1
        picture = self._pictures[self.index % len(self._pictures)]
        if self.is_bumped:
            picture = np.asarray(
                cv2.warpAffine(picture, MOVED, (1280, 720), borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8
            )
        if self.is_mirrored:
            picture = np.ascontiguousarray(picture[:, ::-1])
        if self.is_elsewhere:
            picture = cv2.resize(np.rot90(picture), (1280, 720)).astype(np.uint8)
        return Frame(self.index, self.index * FRAME_MS, picture)

    def close(self) -> None: ...


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def camera(clock: Clock) -> Bumpable:
    return Bumpable(clock)


@pytest.fixture
def eyes(clock: Clock, camera: Bumpable) -> Iterator[LiveEyes]:
    class Pushed(LiveEyes):
        def _open(self, source: str) -> Bumpable:
            return camera

    opened = Pushed(str(CLIP), TABLE, clock, start=False)
    run(opened, clock, 1.5)
    yield opened
    opened.close()


def run(eyes: LiveEyes, clock: Clock, seconds: float) -> None:
    for _ in range(round(seconds * 1000 / FRAME_MS)):
        clock.now_s += FRAME_MS / 1000
        eyes.step()


def places(eyes: LiveEyes) -> dict[str, tuple[float, float]]:
    tracks = eyes.look()[0].tracks
    assert tracks is not None
    return {id_: (track.x_mm, track.y_mm) for id_, track in tracks.items()}


class TestEyes:
    def test_a_bump_is_told_within_two_seconds_and_stops_the_calls(
        self, eyes: LiveEyes, camera: Bumpable, clock: Clock
    ) -> None:
        assert eyes.look()[0].moved is None
        camera.is_bumped = True
        run(eyes, clock, 2.0)
        seen, moves = eyes.look()
        assert seen.moved is not None
        assert seen.moved.shift_mm == pytest.approx(32, abs=6)  # of the far corners, seen flat
        assert seen.facts is None
        assert not moves
        assert seen.advice is not None
        assert "was moved by" in seen.advice.en

    def test_nothing_is_mended_silently(self, eyes: LiveEyes, camera: Bumpable, clock: Clock) -> None:
        camera.is_bumped = True
        run(eyes, clock, 4.0)
        first = eyes.look()[0].moved
        run(eyes, clock, 4.0)
        later = eyes.look()[0].moved
        assert first is not None
        assert later is not None
        assert later.number == first.number == 1

    def test_the_new_fit_brings_every_figure_back_to_its_place(
        self, eyes: LiveEyes, camera: Bumpable, clock: Clock
    ) -> None:
        run(eyes, clock, 9.0)  # until every search is over
        before = places(eyes)
        camera.is_bumped = True
        run(eyes, clock, 2.0)
        eyes.take_refit()
        run(eyes, clock, 2.0)
        seen, moves = eyes.look()
        assert seen.moved is None
        assert not moves
        assert seen.told is not None
        assert "new fit is in use" in seen.told.en
        for id_, (x_mm, y_mm) in places(eyes).items():
            assert np.hypot(x_mm - before[id_][0], y_mm - before[id_][1]) < 5.0

    def test_a_camera_put_back_needs_no_fit(self, eyes: LiveEyes, camera: Bumpable, clock: Clock) -> None:
        camera.is_bumped = True
        run(eyes, clock, 2.0)
        camera.is_bumped = False
        run(eyes, clock, 1.0)
        seen, _ = eyes.look()
        assert seen.moved is None
        assert seen.facts is not None

    def test_a_short_shake_is_no_bump(self, eyes: LiveEyes, camera: Bumpable, clock: Clock) -> None:
        camera.is_bumped = True
        run(eyes, clock, 0.7)
        camera.is_bumped = False
        run(eyes, clock, 1.5)
        assert eyes.look()[0].moved is None

    def test_a_mirrored_camera_gives_no_facts(self, camera: Bumpable, clock: Clock) -> None:
        camera.is_mirrored = True

        class Pushed(LiveEyes):
            def _open(self, source: str) -> Bumpable:
                return camera

        eyes = Pushed(str(CLIP), TABLE, clock, start=False)
        run(eyes, clock, 1.0)
        seen, _ = eyes.look()
        assert seen.facts is None
        assert seen.advice is not None
        assert "mirrored" in seen.advice.en
        camera.is_mirrored = False
        run(eyes, clock, 1.0)
        assert eyes.look()[0].facts is not None
        eyes.close()

    def test_another_ring_gives_no_facts_until_the_tables_own_is_seen(self, camera: Bumpable, clock: Clock) -> None:
        camera.is_elsewhere = True

        class Pushed(LiveEyes):
            def _open(self, source: str) -> Bumpable:
                return camera

        eyes = Pushed(str(CLIP), TABLE, clock, start=False)
        run(eyes, clock, 2.0)
        seen, _ = eyes.look()
        assert seen.facts is None
        assert seen.moved is None
        assert seen.advice is not None
        assert "does not look like the table's ring" in seen.advice.en
        camera.is_elsewhere = False
        run(eyes, clock, 1.0)
        assert eyes.look()[0].facts is not None
        eyes.close()


class TestEvening:
    @pytest.fixture
    def live(self, tmp_path: Path, eyes: LiveEyes, clock: Clock) -> Iterator[LiveEvening]:
        journal = ResilientJournal.open(tmp_path / "show.db")
        evening = Evening.open_match(journal, game("clay_wrestling"), lambda: 1, seed="1")
        yield LiveEvening(evening, journal, no_lights(), lambda: int(clock.now_s * 1000), eyes)
        journal.close()

    def test_it_is_told_once_and_offered(
        self, live: LiveEvening, eyes: LiveEyes, camera: Bumpable, clock: Clock
    ) -> None:
        camera.is_bumped = True
        run(eyes, clock, 2.0)
        live._look()
        assert live.notice is not None
        assert "was moved by" in live.notice.text.en
        assert [one.text.en[:18] for one in live.table.proposals] == ["Take the new fit? "]
        live.notice = None
        run(eyes, clock, 1.0)
        live._look()
        assert live.notice is None

    def test_taken_it_is_journalled_and_used(
        self, live: LiveEvening, eyes: LiveEyes, camera: Bumpable, clock: Clock
    ) -> None:
        camera.is_bumped = True
        run(eyes, clock, 2.0)
        live._look()
        assert not [row for row in live.journal.rows() if row.event["name"] == "camera_refit"]
        live._decide(1, taken=True)
        noted = [row for row in live.journal.rows() if row.event["name"] == "camera_refit"]
        assert [row.by for row in noted] == ["referee"]
        run(eyes, clock, 2.0)
        live._look()
        assert live.table.proposals == ()
        assert live.notice is not None
        assert "new fit is in use" in live.notice.text.en

    def test_left_it_changes_nothing_and_is_not_offered_again(
        self, live: LiveEvening, eyes: LiveEyes, camera: Bumpable, clock: Clock
    ) -> None:
        camera.is_bumped = True
        run(eyes, clock, 2.0)
        live._look()
        live._decide(1, taken=False)
        run(eyes, clock, 1.0)
        live._look()
        assert live.table.proposals == ()
        assert not [row for row in live.journal.rows() if row.event["name"] == "camera_refit"]
        assert eyes.look()[0].facts is None
