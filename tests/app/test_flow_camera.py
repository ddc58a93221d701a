"""The flow with a camera: live pictures and warnings at the weigh-in, places as seen, near by the player's own palm."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from vision.palm_scene import hand_picture, overhead

from companion.app.demo import CLIP, TABLE
from companion.app.evening import Evening
from companion.app.evening_flow import EveningFlow
from companion.app.flow_opening import first_page, open_flow
from companion.app.live import LiveEvening
from companion.app.live_eyes import LiveEyes
from companion.app.pictures import Watch
from companion.games import game
from companion.kernel.text import Text
from companion.leds.service import no_lights
from companion.screens import clay_view, render
from companion.screens.flow_state import FlowUi, PlaceAsSeen
from companion.screens.flow_view import Step
from companion.screens.interaction import Ui, shown
from companion.screens.referee_window import RefereeLoop
from companion.screens.view_model import Tone
from companion.store.resilient import ResilientJournal
from companion.vision.close_ups import close_up
from companion.vision.sources import Frame
from companion.vision.table_file import read_table

SHEET = {
    "main": dict.fromkeys(("combat", "speed", "strength", "technique", "resistance"), 2),
    "combat_abilities": dict.fromkeys(("strike", "whip", "suplex", "submission", "counter"), 2),
}


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveEvening]:
    """The demo's table before the bell: two of its figures are registered, the clip has been looked at for a second."""
    clock = Clock()
    told: list[Text] = []
    journal = ResilientJournal.open(tmp_path / "camera.db")
    evening: Evening[Any] = Evening.open_match(journal, game("clay_wrestling"), lambda: 5, seed="a")
    figures = read_table(TABLE).figures[:2]
    for one in figures:
        who = str(one["id"])
        evening.give("register_player", {"player": f"p{who}", "palm_mm": 180.0 if who == "1" else 220.0})
        sheet = {"fighter": who, "name": str(one["name"]), "player": f"p{who}", "clay_colour": str(one["colour"])}
        evening.give("register_fighter", {**sheet, **SHEET})
        evening.give("classify", {"fighter": who, "class": str(one["class"])})
    eyes = LiveEyes(str(CLIP), TABLE, clock, start=False)
    for _ in range(10):
        clock.now_s += 0.1
        eyes.step()

    def steady() -> int:
        return round(clock.now_s * 1000)

    opened = LiveEvening(evening, journal, no_lights(), steady, eyes)
    opened.flow = open_flow(opened, str(CLIP), read_table(TABLE), steady, told.append)
    opened.flow.desk.start = False
    opened.tick(steady())
    yield opened
    assert told == []
    opened.flow.close()
    eyes.close()
    journal.close()


def test_the_weigh_in_shows_each_figure_as_it_stands(live: LiveEvening) -> None:
    assert isinstance(live.flow, EveningFlow)
    view = live.flow.view(FlowUi(Step.WEIGH_IN))
    assert view is not None
    for row in view.fighters:
        assert row.picture is not None
        assert row.height is not None
        assert row.height.es.endswith(" mm de alto")
        rgb = np.frombuffer(row.picture.rgb, np.uint8).reshape(row.picture.height_px, row.picture.width_px, 3)
        middle = rgb[36:70, 36:60].reshape(-1, 3).astype(float)
        away = np.linalg.norm(middle - row.chip.rgb, axis=1).min()
        assert away < 110, (row.name, row.chip.rgb)
    assert live.eyes is not None
    followed = live.eyes.followed()
    assert followed is not None
    frame, places = followed
    live.flow._pictured_ms = None
    held = {id_: replace(place, held=True, x_mm=0.0, y_mm=0.0) for id_, place in places.items()}
    live.eyes._followed = (frame, held)
    again = live.flow.view(FlowUi(Step.WEIGH_IN))
    live.eyes._followed = followed
    assert again is not None
    assert [row.picture for row in again.fighters] == [row.picture for row in view.fighters], "a hand is no figure"
    # the demo's red and dark blue are told apart; of its black, which takes no part, nothing is said
    (drawing,) = view.hints
    assert view.warnings == (), "nobody need do anything for it: the set-up told it as a hint too"
    assert drawing.en.startswith("figure 1 (Momia, red) looks like what is drawn on the mat; with that behind it")
    assert drawing.es.startswith("la figura 1 (Momia, rojo) se parece a lo dibujado en la lona; con eso detrás")


def test_clays_that_the_camera_takes_for_each_other_are_told(live: LiveEvening) -> None:
    black = next(one for one in read_table(TABLE).figures if one["colour"] == "black")
    who = str(black["id"])
    live.give(
        "register_fighter", {"fighter": who, "name": str(black["name"]), "clay_colour": "black", **SHEET}, "typed"
    )
    view = live.flow.view(FlowUi(Step.WEIGH_IN))
    assert any("Diablo Azul" in told.es and "confundir" in told.es for told in view.hints)
    live.give("register_fighter", {"fighter": "x", "name": "Leo", "clay_colour": "black", **SHEET}, "typed")
    first = live.flow.view(FlowUi(Step.WEIGH_IN)).warnings[0]
    assert first.en == f"{black['name']} and Leo have the same clay: give one of them another colour."


def test_a_figure_is_told_by_the_name_of_its_fighter(live: LiveEvening) -> None:
    """The table file calls it as on the day it was learned."""
    black = next(one for one in read_table(TABLE).figures if one["colour"] == "black")
    live.give("register_fighter", {"fighter": "x", "name": "Leo", "clay_colour": "black", **SHEET}, "typed")
    told = [one.es for one in live.flow.view(FlowUi(Step.WEIGH_IN)).hints]
    assert any("(Leo, negro)" in one for one in told)
    assert not any(str(black["name"]) in one for one in told)


def test_the_camera_is_not_opened_twice(live: LiveEvening) -> None:
    assert live.flow is not None
    assert live.flow.desk.newest == live.eyes.picture


def test_places_are_those_that_the_camera_sees(live: LiveEvening) -> None:
    assert live.flow is not None
    live.give("start_match", {"mode": "wrestling_match", "fighters": ["1", "2"]}, "typed")
    assert live.flow.ask(PlaceAsSeen()) is None
    for who in ("1", "2"):
        pose, track = live.evening.state.fighters[who].pose, live.table.tracks[who]
        assert (pose.x_mm, pose.y_mm) == pytest.approx((track.x_mm, track.y_mm), abs=0.06)
    view = live.flow.view(FlowUi())
    assert view is not None
    assert Step.PLACES in view.done


class TestCameraGoesAway:
    """Field notes A-01, A-08: whatever the camera does, each page is there, and nothing old passes for new."""

    class Cable:
        """A camera that shows what was last seen, as often as it is asked."""

        def __init__(self, frame: Frame) -> None:
            self.frame = frame

        def newest(self) -> Frame:
            self.frame = replace(self.frame, index=self.frame.index + 1, time_ms=self.frame.time_ms + 33)
            return self.frame

        def close(self) -> None: ...

    @pytest.fixture(autouse=True)
    def cable(self, live: LiveEvening) -> Iterator[None]:
        clip, frame = live.eyes._pictures, live.eyes.picture()
        assert frame is not None
        live.eyes._pictures = self.Cable(frame)
        yield
        clip.close()

    def gone(self, live: LiveEvening, seconds: float) -> None:
        """The clip has ended, or the cable is out: nothing new for so long."""
        live.eyes._clock_s.now_s += seconds
        live.tick(round(live.eyes._clock_s.now_s * 1000))

    def back(self, live: LiveEvening) -> None:
        assert live.eyes.step()
        live.tick(round(live.eyes._clock_s.now_s * 1000))

    def test_each_page_is_drawn_while_it_is_away_and_when_it_is_back(self, live: LiveEvening) -> None:
        live.give("start_match", {"mode": "wrestling_match", "fighters": ["1", "2"]}, "typed")
        for step in Step:
            ui = Ui(language="es", flow=FlowUi(step))
            for tone in (Tone.BAD, Tone.GOOD):
                self.gone(live, 30) if tone is Tone.BAD else self.back(live)
                view = shown(ui, live.view(round(live.eyes._clock_s.now_s * 1000), ui))
                assert view.health[0].tone is tone
                if step not in {Step.PALMS, Step.WEIGH_IN, Step.PLACES}:
                    continue  # nothing of the camera is on them
                drawn = render.referee_canvas(view, (1280, 720), "es", 0).drawn
                assert not [one.text for one in drawn if one.layer > 0 and one.cut]

    def test_places_of_the_last_picture_are_told_as_such_and_asked_for_twice(self, live: LiveEvening) -> None:
        assert live.flow is not None
        live.give("start_match", {"mode": "wrestling_match", "fighters": ["1", "2"]}, "typed")
        fresh = live.flow.view(FlowUi(Step.PLACES))
        assert (fresh.stale, Step.PLACES in fresh.done) == (False, True)
        self.gone(live, 30)
        loop = RefereeLoop(live, Ui(language="en", flow=FlowUi(Step.PLACES)))
        late = live.flow.view(loop.ui.flow)
        assert (late.stale, Step.PLACES in late.done) == (True, False)
        assert live.evening.state.fighters["1"].pose.x_mm is None
        loop.press("enter", 0)
        assert live.evening.state.fighters["1"].pose.x_mm is None
        drawn = render.referee_canvas(loop.view(0), (1280, 720), "en", 0).drawn
        assert any("Enter again" in one.text for one in drawn)
        self.back(live)
        assert not live.flow.view(loop.ui.flow).stale
        self.gone(live, 30)
        loop.press("enter", 0)
        assert live.evening.state.fighters["1"].pose.x_mm is not None
        done = live.flow.view(loop.ui.flow)
        assert Step.PLACES in done.done  # what was taken stays taken, whatever the camera does

    def test_the_page_of_palms_tells_the_camera_s_own_advice(self, live: LiveEvening) -> None:
        assert live.flow is not None
        live.flow.view(FlowUi(Step.PALMS))
        live.flow.desk.step()
        live.table.camera_note = Text("put the plug in", "mete el cable")
        live.eyes._clock_s.now_s += 10
        live.flow.desk.step()
        palm = live.flow.view(FlowUi(Step.PALMS)).palm
        assert palm.by_hand
        assert palm.advice == live.table.camera_note
        # and the match begins without it, all by hand
        live.give("start_match", {"mode": "wrestling_match", "fighters": ["1", "2"]}, "typed")
        self.gone(live, 30)
        loop = RefereeLoop(live, Ui(flow=FlowUi(Step.PLACES)))
        loop.press("pagedown", 0)
        loop.press("enter", 0)
        assert live.evening.state.turn_no == 1
        assert live.evening.state.fighters["1"].pose.x_mm is None


def test_near_is_a_quarter_of_the_acting_players_own_palm(live: LiveEvening) -> None:
    live.give("start_match", {"mode": "wrestling_match", "fighters": ["1", "2"]}, "typed")
    live.give("start_turn", {}, "typed")
    live.give("observe", {"adjacent": []}, "typed")
    while clay_view.acting(live.evening.state) is None:
        offers = [one for one in live._offers_now(live.evening.state) if one.legal and one.command != "observe"]
        wanted = next(one for one in offers if one.command in {"initiative_roll", "begin_slot"})
        live.give(wanted.command, wanted.parameters, "typed")
    acting = clay_view.acting(live.evening.state)
    live._frame = -1
    live._look()
    palm_mm = 180.0 if acting == "1" else 220.0
    assert live.table.palm_mm == palm_mm
    live.eyes._clock_s.now_s += 0.1
    assert live.eyes.step()
    assert live.eyes._keeper.palm_mm == palm_mm
    judged = live.eyes._keeper._adjacent
    for _ in range(3):
        live.eyes._clock_s.now_s += 0.1
        live.eyes.step()
        live._look()
    assert live.eyes._keeper._adjacent is judged  # the same palm again is not judged anew
    live.eyes.measure_by(12.0)
    live.eyes._clock_s.now_s += 0.1
    live.eyes.step()
    assert live.eyes._keeper.palm_mm == 90.0
    live.eyes.measure_by(palm_mm)
    view = live.view(0, Ui())
    assert view.ring is not None
    assert view.ring.zone_mm == palm_mm / 4


def test_a_match_that_has_begun_opens_without_the_flow(live: LiveEvening) -> None:
    assert first_page(live) == FlowUi()
    live.give("start_match", {"mode": "wrestling_match", "fighters": ["1", "2"]}, "typed")
    assert first_page(live) is None


class TestWatch:
    def test_a_clip_begins_anew_and_the_last_picture_stays(self) -> None:
        clock = Clock()
        watch = Watch(str(CLIP), None, lambda: clock.now_s * 1000)
        first = watch.newest()
        assert first is not None
        assert watch.newest() is first
        seen = set()
        for _ in range(40):
            clock.now_s += 1.0
            newest = watch.newest()
            assert newest is not None
            seen.add(newest.index)
        assert len(seen) == 40
        watch.close()

    def test_a_watch_that_nobody_asked_opens_nothing(self) -> None:
        Watch("nowhere.mp4", None, lambda: 0.0).close()


class TestCloseUps:
    def test_a_place_outside_the_picture_has_none(self) -> None:
        picture = hand_picture("open_left")
        assert close_up(picture, overhead(1280, 720), (4000.0, 0.0), 80.0, 96) is None
        assert close_up(picture, overhead(1280, 720), (0.0, 0.0), 80.0, 96).shape == (96, 96, 3)
