"""The page of the palms: by the camera, by two clicks, by numbers typed."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from vision.palm_scene import Failing, NoHand, table_scale

from app.evening_table import Pictures, Table, with_two
from companion.app.palm_desk import LIFT, SILENT, STORED_LIFT
from companion.app.stage import PALM_MM
from companion.kernel.text import Text
from companion.screens import flow
from companion.screens.flow_view import CLOSED, OPEN, Step
from companion.store.people import fold
from companion.vision.hand import Palm
from companion.vision.hand_model import why_it_does_not_start
from companion.vision.hand_worker import HandWorkerError
from companion.vision.palm_measure import ADVICE, Kind
from companion.vision.palm_session import MEASURING, OFFER, PalmState, Phase


def a_palm(mm: float, kind: Kind = Kind.OPEN) -> Palm:
    return Palm(kind, "left", mm, 1.2, 15, 0.9, np.array([[500.0, 300.0], [700.0, 320.0]]))


class TestPalms:
    """Issue 5, with a camera that needs no model; the real one is in tests/vision and in the window's own test."""

    @pytest.fixture
    def seen(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
        """A table whose sessions see what the test says."""
        self.states: list[PalmState] = []

        def feed(session: Any, _picture: Any, _time_ms: float) -> PalmState:
            state = self.states.pop(0) if self.states else PalmState(Phase.LOOKING, ADVICE["no_hand"])
            session.palms.update(state.palms)
            return replace(state, palms=dict(session.palms))

        monkeypatch.setattr("companion.vision.palm_session.PalmSession.feed", feed)
        one = Table(tmp_path / "palm.db", NoHand(), Pictures(), table_scale())
        with_two(one).press("step:palms")
        yield one
        one.close()

    def measured(self, *palms: Palm) -> PalmState:
        points = np.array([[500.0, 300.0], [700.0, 320.0]])
        return PalmState(Phase.MEASURED, Text("", ""), 1.0, points_px=points, palms={one.kind: one for one in palms})

    def test_the_picture_and_the_span_are_shown(self, seen: Table) -> None:
        self.states = [self.measured(a_palm(191.04))]
        seen.desk.step()
        palm = seen.live.flow.view(seen.loop.ui.flow).palm
        assert palm.picture is not None
        assert palm.scale
        assert len(palm.points) == 2
        assert all(0 < share < 1 for point in palm.points for share in point)
        assert [(one.kind, one.mm, one.frames) for one in palm.values] == [(OPEN, 191.0, 15)]

    def test_one_key_takes_both_measures_and_the_next_player_is_on(self, seen: Table) -> None:
        self.states = [self.measured(a_palm(191.0), a_palm(84.0, Kind.CLOSED))]
        seen.desk.step()
        view = seen.press("enter")
        assert (seen.state.players["Ana"].palm_mm, seen.state.players["Ana"].half_palm_mm) == (191.0, 84.0)
        assert flow.player_at(view.flow, view.evening).id == "Luis"
        note = seen.rows("palm_measured")[-1]
        assert note["palms"][0] == {"kind": "open", "mm": 191.0, "spread_mm": 1.2, "frames": 15, "how": "camera"}
        assert fold(seen.journal.rows()).player("Ana").half_palm_mm == 84.0

    def test_the_same_hand_is_not_offered_again(self, seen: Table) -> None:
        self.states = [self.measured(a_palm(191.0)), self.measured(a_palm(191.2))]
        seen.desk.step()
        view = seen.press("enter")
        assert view.evening.palm.values == ()
        assert flow.player_at(view.flow, view.evening).id == "Ana"
        assert flow.kind_due(view.flow, view.evening) == CLOSED
        view = seen.press("a")  # measured anew, it is
        self.states = [self.measured(a_palm(193.0))]
        seen.desk.step()
        assert seen.press("row:Ana").evening.palm.values[0].mm == 193.0

    def test_an_unusual_palm_is_asked_about_once_more(self, seen: Table) -> None:
        odd = replace(a_palm(262.0), is_question=True, advice=(ADVICE["ask"].filled(whose="an adult"),))
        self.states = [self.measured(odd)]
        seen.desk.step()
        view = seen.press("enter")
        assert view.flow.asked
        assert "Ana" not in seen.state.players
        seen.press("enter")
        assert seen.state.players["Ana"].palm_mm == 262.0

    def test_a_hand_that_does_not_hold_still_stores_nothing_d02(self, seen: Table) -> None:
        self.states = [PalmState(Phase.MEASURING, ADVICE["hold_still"], 0.66)]
        seen.desk.step()
        view = seen.press("enter")
        assert view.evening.palm.values == ()
        assert seen.state.players == {}

    def test_after_five_seconds_the_manual_way_is_lit_on_the_same_page_d03(self, seen: Table) -> None:
        self.states = [PalmState(Phase.LOOKING, OFFER, offers_manual=True)]
        seen.desk.step()
        palm = seen.live.flow.view(seen.loop.ui.flow).palm
        assert palm.by_hand
        assert palm.advice == OFFER

    def test_a_child_has_limits_of_its_own_and_begins_anew(self, seen: Table) -> None:
        self.states = [self.measured(a_palm(191.0))]
        seen.desk.step()
        view = seen.press("c")
        assert view.flow.children == {"Ana"}
        assert view.evening.palm.values == ()
        assert seen.desk._session._is_child

    def test_a_worker_killed_in_the_middle_is_told_and_the_manual_way_measures(self, seen: Table) -> None:
        dead = HandWorkerError(Text("the hand finder stopped", "el buscador de manos se detuvo"))
        self.states = [PalmState(Phase.MANUAL, Text(dead.of("en"), dead.of("es")), offers_manual=True)]
        seen.desk.step()
        palm = seen.live.flow.view(seen.loop.ui.flow).palm
        assert palm.by_hand
        assert "se detuvo" in palm.advice.es
        assert "dos clics" in palm.advice.es
        seen.press(*"19.8", "enter", "enter")
        assert seen.state.players["Ana"].palm_mm == 198.0

    def palm(self, seen: Table) -> Any:
        return seen.live.flow.view(seen.loop.ui.flow).palm

    def test_a_measure_made_by_hand_stays_until_again_or_enter(self, seen: Table) -> None:
        self.states = [PalmState(Phase.LOOKING, ADVICE["no_hand"])] * 4 + [self.measured(a_palm(191.0))]
        seen.press(*"225", "enter")
        assert [one.mm for one in self.palm(seen).values] == [225.0]
        for _ in range(3):
            seen.desk.step()
        (value,) = self.palm(seen).values
        assert (value.mm, value.how) == (225.0, "typed")
        self.states = [PalmState(Phase.LOOKING, ADVICE["no_hand"]), self.measured(a_palm(191.0))]
        seen.press("a")
        seen.desk.step()
        assert [one.how for one in self.palm(seen).values] == ["camera"]

    def test_a_typed_number_is_shown_in_the_same_press_and_enter_stores_it(self, seen: Table) -> None:
        self.states = [self.measured(a_palm(225.0))]
        seen.desk.step()
        for key in (*"10", "enter"):  # the thread is at a picture all the while
            seen.loop.press(key, seen.clock())
        assert [one.mm for one in self.palm(seen).values] == [225.0, 100.0]
        seen.loop.press("enter", seen.clock())
        assert (seen.state.players["Ana"].palm_mm, seen.state.players["Ana"].half_palm_mm) == (225.0, 100.0)

    def test_a_key_pressed_while_a_frame_is_looked_at_has_the_last_word(
        self, seen: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def late(session: Any, _picture: Any, _time_ms: float) -> PalmState:
            for key in (*"20", "enter"):
                seen.loop.press(key, seen.clock())
            session.palms.update(state.palms)
            return state

        state = self.measured(a_palm(191.0))
        monkeypatch.setattr("companion.vision.palm_session.PalmSession.feed", late)
        seen.desk.step()
        assert [one.mm for one in self.palm(seen).values] == [200.0]

    def test_again_while_a_frame_is_looked_at_forgets_it(self, seen: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        def late(session: Any, _picture: Any, _time_ms: float) -> PalmState:
            seen.loop.press("a", seen.clock())
            session.palms.update(state.palms)
            return state

        state = self.measured(a_palm(191.0))
        monkeypatch.setattr("companion.vision.palm_session.PalmSession.feed", late)
        seen.desk.step()
        assert self.palm(seen).values == ()

    def test_a_refusal_is_told_until_the_next_key(self, seen: Table) -> None:
        seen.press(*"999", "enter")
        for _ in range(3):
            seen.loop.view(seen.clock())
            seen.desk.step()
        assert self.palm(seen).advice == ADVICE["refuse"].filled(mm=999.0)
        assert self.palm(seen).by_hand
        seen.press("2")
        assert self.palm(seen).advice == ADVICE["no_hand"]

    def test_the_hand_that_is_measured_begins_nothing_anew(self, seen: Table) -> None:
        lies = PalmState(Phase.MEASURING, MEASURING, 0.2, kind=Kind.OPEN)
        self.states = [self.measured(a_palm(191.0)), lies]
        seen.desk.step()
        seen.desk.step()
        palm = self.palm(seen)
        assert palm.progress == 1.0
        assert palm.advice.en == "191 mm ± 0.6 mm: Enter keeps it; or close the fingers for the closed palm"
        assert (
            palm.advice.es
            == "191 mm ± 0,6 mm: Intro lo guarda; o cierra los dedos para el medio palmo (la mano cerrada)"
        )
        self.states = [lies, lies]
        seen.press("enter")
        seen.desk.step()
        palm = self.palm(seen)
        assert (palm.advice, palm.progress) == (STORED_LIFT, 0.0)
        assert "levanta la mano" in palm.advice.es
        self.states = [PalmState(Phase.MEASURING, MEASURING, 0.4, kind=Kind.CLOSED)]
        seen.desk.step()
        assert (self.palm(seen).advice, self.palm(seen).progress) == (MEASURING, 0.4)  # the other hand is another

    def test_the_hand_of_the_last_player_is_not_the_next_ones(self, seen: Table) -> None:
        self.states = [self.measured(a_palm(191.0), a_palm(84.0, Kind.CLOSED))]
        seen.desk.step()
        self.states = [self.measured(a_palm(191.0))] * 2
        seen.press("enter", "row:Luis")
        assert self.palm(seen).values == ()
        assert self.palm(seen).advice == LIFT
        self.states = [PalmState(Phase.LOOKING, ADVICE["no_hand"]), self.measured(a_palm(203.0))]
        seen.desk.step()
        seen.desk.step()
        assert [one.mm for one in self.palm(seen).values] == [203.0]

    def test_a_half_palm_longer_than_the_palm_is_refused(self, seen: Table) -> None:
        self.states = [self.measured(a_palm(120.0), a_palm(130.0, Kind.CLOSED))]
        seen.desk.step()
        view = seen.press("enter")
        assert view.notice is not None
        assert seen.state.players == {}

    def test_measured_again_during_the_match_it_counts_at_once_and_undo_brings_the_old_one_back(
        self, seen: Table
    ) -> None:
        seen.press(*"20", "enter", "enter", "step:mode", "enter", "step:bell", "enter")
        seen.press("g", "step:palms", "row:Ana", *"18.5", "enter", "enter")
        assert seen.state.turn_no == 1
        assert seen.live._palm_of(seen.state, "Momia") == 185.0
        assert seen.live._palm_of(seen.state, "Pulpo") == PALM_MM
        seen.press("u")
        assert seen.live._palm_of(seen.state, "Momia") == 200.0
        assert fold(seen.journal.rows()).player("Ana").palm_mm == 200.0


class TestByHand:
    def test_two_clicks_measure_on_the_frozen_picture(self, tmp_path: Path) -> None:
        scale = table_scale()
        table = Table(tmp_path / "clicks.db", NoHand(), Pictures(), scale)
        with_two(table).press("step:palms")
        ends = table.desk._top.to_px([[-100.0, 20.0], [95.0, 20.0]]) + 0.5
        keys = [f"point:{x / 420:.5f}:{y / 420:.5f}" for x, y in ends]
        view = table.press(keys[0])
        assert view.flow.frozen
        asked = table.desk.newest.asked
        table.desk.step()
        assert len(table.live.flow.view(table.loop.ui.flow).palm.clicks) == 1
        assert table.desk.newest.asked == asked  # nothing moves under the second click
        table.press(keys[1], "b", "b", "enter")
        assert table.state.players["Ana"].palm_mm == pytest.approx(195.0, abs=0.6)
        assert table.rows("palm_measured")[-1]["palms"][0]["how"] == "clicks"
        table.close()

    def test_a_single_point_is_forgotten_when_the_picture_is_let_go(self, tmp_path: Path) -> None:
        table = Table(tmp_path / "one.db", NoHand(), Pictures(), table_scale())
        with_two(table).press("step:palms", "row:Ana", "point:0.2:0.5", "escape", "row:Ana")
        assert table.live.flow.view(table.loop.ui.flow).palm.clicks == ()
        table.press("point:0.3:0.5", "row:Luis", "point:0.4:0.5", "row:Luis")
        assert table.live.flow.view(table.loop.ui.flow).palm.values == ()
        table.close()

    def test_two_clicks_in_a_hurry_are_two_points(self, tmp_path: Path) -> None:
        """The thread is at a picture and has not even heard of the first one."""
        table = Table(tmp_path / "fast.db", NoHand(), Pictures(), table_scale())
        with_two(table).press("step:palms", "row:Ana")
        for key in ("point:0.3:0.5", "point:0.6:0.5"):
            table.loop.press(key, table.clock())
            table.loop.view(table.clock())
        assert not table.loop.ui.flow.frozen
        table.desk.step()
        values = table.live.flow.view(table.loop.ui.flow).palm.values
        assert values[0].mm == pytest.approx(180, abs=0.2)
        table.close()

    def test_the_keyboard_points_as_well(self, tmp_path: Path) -> None:
        table = Table(tmp_path / "keys.db", NoHand(), Pictures(), table_scale())
        with_two(table).press("step:palms")
        table.press("row:Ana")
        table.press("f", *["left"] * 3, "enter", *["right"] * 5, "enter")
        view = table.press("row:Ana")
        mm = view.evening.palm.values[0].mm
        assert mm == pytest.approx(5 * table.desk._top.side_mm / 16, abs=1.0)
        table.close()

    def test_a_turn_back_of_the_cross_halves_its_steps(self) -> None:
        ui = flow.FlowUi(Step.PALMS, frozen=True)
        for way in ("right", "right", "left", "right", "left"):
            ui = flow._cross(ui, way)
        assert ui.cross[0] == pytest.approx(0.5 + 2 / 16 - 1 / 32 + 1 / 64 - 1 / 128)

    @pytest.mark.parametrize("typed", ["20.5", "205"])
    def test_centimetres_and_millimetres_are_the_same_hand(self, table: Table, typed: str) -> None:
        with_two(table).press("step:palms", *typed, "enter", "enter")
        assert table.state.players["Ana"].palm_mm == 205.0

    @pytest.mark.parametrize("typed", ["3", "800", "8.9", "29.1"])
    def test_what_is_no_hand_is_refused_with_the_way_open(self, table: Table, typed: str) -> None:
        view = with_two(table).press("step:palms", *typed, "enter")
        view = table.press("row:Ana")
        assert view.evening.palm.values == ()
        assert view.evening.palm.by_hand
        assert table.press("enter").evening.palm.values == ()
        assert table.state.players == {}

    def test_without_a_camera_the_page_says_what_to_type(self, table: Table) -> None:
        palm = with_two(table).press("step:palms", "row:Ana").evening.palm
        assert palm.by_hand
        assert palm.picture is None
        assert "regla" in palm.advice.es

    def test_without_a_calibrated_table_there_is_a_picture_and_no_number_d04(self, tmp_path: Path) -> None:
        table = Table(tmp_path / "bare.db", NoHand(), Pictures(), None)
        palm = with_two(table).press("step:palms", "row:Ana", "row:Ana").evening.palm
        assert palm.picture is not None
        assert not palm.scale
        assert palm.by_hand
        assert palm.advice == ADVICE["no_scale"]
        assert table.press("point:0.2:0.2", "point:0.8:0.2").evening.palm.values == ()
        table.close()

    def test_a_camera_that_shows_nothing_new_keeps_nobody_waiting(self, tmp_path: Path) -> None:
        pictures = Pictures()
        table = Table(tmp_path / "dead.db", NoHand(), pictures, table_scale())
        with_two(table).press("step:palms", "row:Ana")
        pictures.stands_still = True
        table.clock.now_ms += 5001
        table.desk.step()
        palm = table.live.flow.view(table.loop.ui.flow).palm
        assert palm.by_hand
        assert palm.advice == SILENT
        table.desk.trouble = lambda: Text("the camera was unplugged", "se ha desenchufado la cámara")
        table.desk.step()
        assert table.live.flow.view(table.loop.ui.flow).palm.advice.es == "se ha desenchufado la cámara"
        table.close()

    def test_a_missing_library_is_told_and_typing_goes_on_d05(self, tmp_path: Path) -> None:
        finder = Failing(why_it_does_not_start("ModuleNotFoundError", "No module named 'mediapipe'"))
        table = Table(tmp_path / "lib.db", finder, Pictures(), table_scale())
        view = with_two(table).press("step:palms", "row:Ana", "row:Ana")
        assert "mediapipe" in view.evening.palm.advice.es
        assert view.evening.palm.by_hand
        table.press(*"19", "enter", "enter")
        assert table.state.players["Ana"].palm_mm == 190.0
        table.close()
