"""Between the eyes and our own lights: what is told, what is asked, what is left out."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from leds.support import looks, wait_for

from companion.app.demo import CLIP, TABLE
from companion.app.light_interlock import HAND_REST_S, LightInterlock, neutral_light
from companion.app.live_eyes import LiveEyes
from companion.cli.main import main
from companion.leds.backends import SimulatedLights
from companion.leds.scenes import NEUTRAL_SCENE, ShowLights, scene_for
from companion.leds.service import LightService, no_lights
from companion.leds.zones import Rgb
from companion.table.facts import Facts, Move

WINNER = ShowLights(winner=Rgb(0, 0, 200))
NOTHING = Facts(0, (), {}, {}, {}, (), ())


def moved(first: int, last: int, path_mm: float) -> Facts:
    return replace(NOTHING, moves=(Move("1", first, last, path_mm, (0.0, 0.0), (path_mm, 0.0)),))


class Clock:
    now_s = 50.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def backend() -> SimulatedLights:
    return SimulatedLights()


@pytest.fixture
def service(backend: SimulatedLights, clock: Clock) -> Iterator[LightService]:
    """Lights that breathe for a winner; their clock is the test's, but for what waits."""
    made = LightService(backend, clock=clock)
    made.show(WINNER)
    wait_for(lambda: made.scenes_shown >= 1)
    yield made
    clock.now_s += 60  # the last words need no wait
    made.close()


class TestHands:
    def test_while_a_hand_moves_a_figure_nothing_breathes(
        self, service: LightService, backend: SimulatedLights, clock: Clock
    ) -> None:
        lights = LightInterlock(service, clock)
        lights.looked(1, NOTHING, hand=False)
        assert service.moves()
        lights.looked(2, NOTHING, hand=True)
        assert not service.moves()
        quiet = list(scene_for(WINNER).quiet().zones)
        wait_for(lambda: looks(backend.board) == quiet)

    def test_scenes_still_come_and_go(self, service: LightService, backend: SimulatedLights, clock: Clock) -> None:
        LightInterlock(service, clock).looked(1, NOTHING, hand=True)
        service.show(ShowLights(pin_count=2))
        clock.now_s += HAND_REST_S / 2
        wait_for(lambda: looks(backend.board) == list(scene_for(ShowLights(pin_count=2)).quiet().zones))

    def test_it_ends_by_itself_also_when_the_camera_dies(
        self, service: LightService, backend: SimulatedLights, clock: Clock
    ) -> None:
        LightInterlock(service, clock).looked(1, NOTHING, hand=True)
        wait_for(lambda: looks(backend.board) != list(scene_for(WINNER).zones))
        clock.now_s += HAND_REST_S + 1
        wait_for(lambda: looks(backend.board) == list(scene_for(WINNER).zones))
        assert service.moves()


class TestMoves:
    def test_what_only_our_light_made_is_no_move(self, service: LightService, clock: Clock) -> None:
        lights = LightInterlock(service, clock)
        for frame in range(20):
            lights.looked(frame, NOTHING, hand=False)
        assert lights.looked(20, moved(8, 18, 12.0), hand=False).moves == ()

    def test_what_was_carried_is(self, service: LightService, clock: Clock) -> None:
        lights = LightInterlock(service, clock)
        for frame in range(30):
            clock.now_s += 0.1
            lights.looked(frame, NOTHING, hand=frame == 10)
        assert lights.looked(30, moved(8, 18, 12.0), hand=False).moves
        assert lights.looked(31, moved(20, 28, 12.0), hand=False).moves == ()

    def test_what_went_far_is_too(self, service: LightService, clock: Clock) -> None:
        lights = LightInterlock(service, clock)
        for frame in range(20):
            lights.looked(frame, NOTHING, hand=False)
        assert lights.looked(20, moved(8, 18, 80.0), hand=False).moves

    def test_without_lights_every_move_counts(self, clock: Clock) -> None:
        lights = LightInterlock(no_lights(), clock)
        for frame in range(20):
            lights.looked(frame, NOTHING, hand=False)
        assert lights.looked(20, moved(8, 18, 12.0), hand=False).moves
        assert not lights.changing(clock())

    def test_the_eyes_tell_of_every_picture_and_leave_out_changing_ones(self, clock: Clock) -> None:
        told: list[tuple[int, bool]] = []

        class Listening(LightInterlock):
            def changing(self, at_s: float) -> bool:
                return at_s < 50.5

            def looked(self, frame: int, facts: Facts, *, hand: bool) -> Facts:
                told.append((frame, hand))
                return facts

        eyes = LiveEyes(str(CLIP), TABLE, clock, start=False, lights=Listening(no_lights(), clock))
        eyes.step()
        assert told == []
        for _ in range(30):
            clock.now_s += 0.2
            eyes.step()
        eyes.close()
        assert len(told) > 20
        assert {hand for _, hand in told} == {False, True}


class TestColours:
    def test_neutral_light_while_colours_are_learned(
        self, backend: SimulatedLights, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("companion.leds.settings.backend_for", lambda *_: backend)
        with neutral_light("sim") as trouble:
            assert trouble is None
            assert looks(backend.board) == list(NEUTRAL_SCENE.zones)
        assert backend.board._closed

    def test_without_lights_it_is_well_at_once(self) -> None:
        with neutral_light("off") as trouble:
            assert trouble is None

    def test_lights_that_are_not_there_say_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.app.light_interlock.FOUND_S", 0.05)
        with neutral_light("/dev/there-is-none") as trouble:
            assert trouble is not None

    def test_by_command(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["leds", "neutral", "--leds", "sim", "--seconds", "0", "--lang", "es"]) == 0
        assert capsys.readouterr().out == "luz neutra durante 0 s: haz las fotos ahora\n"
        assert main(["leds", "neutral", "--leds", "sim", "--seconds", "0", "--table", str(TABLE), "--lang", "en"]) == 0

    def test_a_wrong_table_file_is_told(self, tmp_path: Path) -> None:
        path = tmp_path / "ring.yaml"
        path.write_text("leds: {ropes: 5}\n", encoding="utf-8")
        with (
            pytest.raises(Exception, match=r"ring.yaml:1:15: leds.ropes = 5"),
            neutral_light("sim", {"ropes": 5}, file=path),
        ):
            pass
