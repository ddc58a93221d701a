"""The evening before the bell, from the screen alone: keys in, journal out, no window and no camera."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from vision.palm_scene import Failing, NoHand, hand_picture, table_scale

from companion.app.clocks import SCULPT
from companion.app.crowd import CrowdFeed
from companion.app.evening import Evening
from companion.app.evening_flow import EveningFlow
from companion.app.flow_opening import first_page, open_sheet
from companion.app.kept_page import kept_page, page_of
from companion.app.live import LiveEvening
from companion.app.live_window import Wanted, open_evening
from companion.app.palm_desk import LIFT, SILENT, STORED_LIFT, PalmDesk
from companion.app.records import keep_result
from companion.app.sheet_draft import draft_of, kept_draft
from companion.app.stage import PALM_MM
from companion.errors import FileProblemError
from companion.kernel.text import Text
from companion.leds.service import no_lights
from companion.screens import flow
from companion.screens.flow_state import FlowUi
from companion.screens.flow_view import CLOSED, OPEN, Step
from companion.screens.interaction import Ui
from companion.screens.referee_window import RefereeLoop
from companion.screens.sheet_form import blank
from companion.screens.surroundings import Track
from companion.screens.view_model import RefereeView
from companion.store.desk import take_roster
from companion.store.people import fold
from companion.store.resilient import ResilientJournal
from companion.store.roster_words import HEADER
from companion.vision.hand import Palm
from companion.vision.hand_model import why_it_does_not_start
from companion.vision.hand_worker import HandFinder, HandWorkerError
from companion.vision.palm_measure import ADVICE, Kind
from companion.vision.palm_session import MEASURING, OFFER, PalmState, Phase
from companion.vision.references import Scale
from companion.vision.sources import Frame

MAIN = ("Momia", "Pulpo")


class Ticks:
    """Milliseconds that go on by 40 each time somebody asks, and by as many as a test wants."""

    def __init__(self) -> None:
        self.now_ms = 1_764_500_000_000

    def __call__(self) -> int:
        self.now_ms += 40
        return self.now_ms


class Pictures:
    """A camera that shows one picture, a new frame each time it is asked."""

    def __init__(self, picture: Any = None) -> None:
        self.picture = hand_picture("open_left") if picture is None else picture
        self.asked = 0
        self.stands_still = False

    def __call__(self) -> Frame:
        self.asked += 0 if self.stands_still else 1
        return Frame(self.asked, self.asked * 33.0, self.picture, "camera 0")


class Table:
    """The referee's loop without a window, and the show that it writes."""

    def __init__(
        self, path: Path, finder: HandFinder | None = None, pictures: Pictures | None = None, scale: Scale | None = None
    ) -> None:
        self.path = path
        self.told: list[str] = []
        self.journal = ResilientJournal.open(path)
        self.clock = Ticks()
        evening = open_evening(Wanted(path, seed="4"), self.journal, self._say)
        keep_result(evening, self.journal, self._say)
        self.live = LiveEvening(evening, self.journal, no_lights(), self.clock)
        self.desk = PalmDesk(pictures, scale, finder or NoHand(), self.clock, start=False)
        self.live.flow = EveningFlow(self.live, self.desk, self.clock)
        self.loop = RefereeLoop(self.live, Ui(language="es", flow=first_page(self.live), form=open_sheet(self.live)))

    def _say(self, text: Text) -> None:
        self.told.append(str(text))

    @property
    def evening(self) -> Evening[Any]:
        return self.live.evening

    @property
    def state(self) -> Any:
        return self.live.evening.state

    def press(self, *keys: str) -> RefereeView:
        for key in keys:
            self.loop.press(key, self.clock())
            view = self.loop.view(self.clock())
            self.desk.step()
        self.live.tick(self.clock())
        return self.loop.view(self.clock()) if keys else view

    def type(self, text: str) -> None:
        self.press(*(f"text:{one}" for one in text))

    def page(self) -> Step:
        view = self.loop.view(self.clock())
        assert view.flow is not None
        assert view.evening is not None
        return flow.step_of(view.flow, view.evening)

    def acts(self) -> list[str]:
        return [act.name for act in self.evening.session.acts()]

    def register(self, name: str, player: str) -> None:
        self.press("enter")
        self.type(name)
        self.press("enter")
        self.type(player)
        self.press("register")

    def rows(self, name: str) -> list[dict[str, Any]]:
        return [row.event for row in self.journal.rows() if row.event["name"] == name]

    def close(self) -> None:
        self.live.flow.close()
        self.journal.close(lose_unsaved=False)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    one = Table(tmp_path / "noche.db")
    yield one
    one.close()


def with_two(table: Table) -> Table:
    """Two fighters of two players, both with a class."""
    table.press("step:fighters")
    for name, player in zip(MAIN, ("Ana", "Luis"), strict=True):
        table.register(name, player)
    table.press("step:sculpting", "1", "2")
    return table


class TestTheWholeFlow:
    def test_from_an_empty_show_to_the_bell_by_keys_alone(self, table: Table) -> None:
        assert table.page() is Step.SHOW
        table.press("enter")
        assert table.page() is Step.FIGHTERS
        for name, player in zip(MAIN, ("Ana", "Luis"), strict=True):
            table.register(name, player)
        table.press("pagedown")
        assert table.page() is Step.SCULPTING
        table.press("1", "2")
        assert [table.state.fighters[one].class_.value for one in MAIN] == ["humanoid", "beast"]
        table.press("pagedown", *"19.5", "enter", "enter", *"84", "enter", "enter")
        table.press(*"210", "enter", "enter", "enter")
        assert table.page() is Step.WEIGH_IN
        assert table.state.players["Ana"].palm_mm == 195.0
        assert table.state.players["Ana"].half_palm_mm == 84.0
        assert (table.state.players["Luis"].palm_mm, table.state.players["Luis"].half_palm_mm) == (210.0, None)
        table.press("enter")
        assert table.page() is Step.MODE
        table.press("3", "d", "enter")
        assert table.state.mode.value == "iron_man"
        assert table.state.flags["count_out"]
        assert table.page() is Step.PLACES
        table.press("enter", "enter")
        assert table.state.turn_no == 1
        assert table.loop.ui.flow is None
        assert table.acts()[-2:] == ["start_match", "start_turn"]

    def test_mode_and_places_may_be_skipped_the_bell_fixes_what_stands_there_and_rings(self, table: Table) -> None:
        """Only fighters and their classes are due."""
        with_two(table)
        table.press("step:bell", "enter")
        assert table.page() is Step.BELL
        assert (table.state.mode.value, list(table.state.roster)) == ("wrestling_match", list(MAIN))
        table.press("enter")
        assert table.state.turn_no == 1
        assert table.acts()[-2:] == ["start_match", "start_turn"]

    def test_the_bell_tells_what_is_due(self, table: Table) -> None:
        table.press("step:fighters")
        for name, player in zip(MAIN, ("Ana", "Luis"), strict=True):
            table.register(name, player)
        table.press("step:bell", "enter")
        assert table.page() is Step.SCULPTING  # a class is
        assert "start_match" not in table.acts()

    def test_every_step_can_be_skipped_and_come_back_to(self, table: Table) -> None:
        steps = [table.page()]
        for _ in Step:
            table.press("pagedown")
            steps.append(table.page())
        assert steps[:8] == list(Step)
        assert steps[-1] is Step.BELL
        for _ in Step:
            table.press("pageup")
        assert table.page() is Step.SHOW
        assert table.acts() == []
        table.press("escape")
        assert table.loop.ui.flow is None
        table.press("g")
        assert table.page() is Step.SHOW

    def test_undo_works_on_every_page_and_survives_a_restart(self, table: Table, tmp_path: Path) -> None:
        with_two(table)
        table.press("step:palms", *"20.5", "enter", "enter")
        assert table.state.players["Ana"].palm_mm == 205.0
        table.press("u")
        assert "Ana" not in table.state.players
        assert fold(table.journal.rows()).player("Ana").palm_mm is None
        table.press("y")
        table.close()
        again = Table(tmp_path / "noche.db")
        assert again.state.players["Ana"].palm_mm == 205.0
        assert again.page() is Step.PALMS
        again.close()

    @pytest.mark.parametrize("step", Step)
    def test_a_killed_program_comes_back_to_the_page_that_was_open(
        self, table: Table, tmp_path: Path, step: Step
    ) -> None:
        with_two(table)
        if step in {Step.PLACES, Step.BELL}:
            table.press("step:mode", "enter")
        table.press(f"step:{step.value}", "down")
        at = table.loop.ui.flow.at
        # kill -9: nothing is closed; what is on disk is all there is
        (tmp_path / "disk").mkdir()
        for file in tmp_path.glob("noche.db*"):
            shutil.copy(file, tmp_path / "disk" / file.name)
        again = Table(tmp_path / "disk" / "noche.db")
        assert (again.page(), again.loop.ui.flow.at) == (step, at)
        assert again.state == table.state
        again.close()

    def test_a_killed_program_comes_back_to_the_sheet_that_was_half_filled_in(
        self, table: Table, tmp_path: Path
    ) -> None:
        table.press("step:fighters", "enter")
        table.type("Ñandú")
        table.press("enter")
        table.type("Ana")
        table.press("set:combat:4", "position:on_ropes", "field:finisher")
        form = table.loop.ui.form
        assert form is not None
        (tmp_path / "disk").mkdir()
        for file in tmp_path.glob("noche.db*"):
            shutil.copy(file, tmp_path / "disk" / file.name)
        again = Table(tmp_path / "disk" / "noche.db")
        assert again.loop.ui.form == form
        again.press("escape", "escape")  # what is given up is forgotten, too
        assert (again.journal.show.live() or {})["draft"] is None
        again.close()

    def test_each_letter_of_a_sheet_is_kept_at_once(self, table: Table) -> None:
        table.press("step:fighters", "enter")
        now_ms = table.clock()
        table.live.tick(now_ms)
        for letter in "Ñá":
            table.loop.press(f"text:{letter}", now_ms)
            table.loop.view(now_ms)
            table.live.tick(now_ms)
        assert (table.journal.show.live() or {})["draft"]["name"] == "Ñá"

    def killed(self, folder: Path) -> Table:
        """The program that is started after this one was killed: what is on disk now is all it has."""
        disk = folder / "disk"
        disk.mkdir()
        for file in folder.glob("noche.db*"):
            shutil.copy(file, disk / file.name)
        return Table(disk / "noche.db")

    def test_a_killed_program_keeps_the_picks_of_the_page_of_the_mode(self, table: Table, tmp_path: Path) -> None:
        with_two(table).press("step:mode", "4", "d", "row:Pulpo")
        again = self.killed(tmp_path)
        assert again.loop.ui.flow == table.loop.ui.flow
        again.press("enter")
        assert again.state.flags["count_out"]
        assert again.state.teams["blue"].members == ("Pulpo",)
        again.close()

    def test_the_ways_to_win_of_a_started_match_are_those_of_the_journal(self, table: Table, tmp_path: Path) -> None:
        with_two(table).press("step:mode", "2", "d", "enter")
        again = self.killed(tmp_path)
        view = again.press("step:bell")
        assert view.evening is not None
        assert view.flow is not None
        assert flow.flags_of(view.flow, view.evening) == {key: bool(again.state.flags[key]) for key in flow.FLAGS}
        assert flow.flags_of(FlowUi(), view.evening)["count_out"]
        again.close()

    def test_a_weigh_in_that_was_skipped_is_done_before_the_bell(self, table: Table) -> None:
        view = with_two(table).press("step:mode", "enter", "step:weigh_in")
        assert Step.WEIGH_IN not in view.evening.done
        view = table.press("enter")
        assert Step.WEIGH_IN in view.evening.done

    def test_closed_pages_open_again_with_their_picks(self, table: Table) -> None:
        with_two(table).press("step:mode", "2", "d", "escape", "g", "step:mode", "enter")
        assert table.state.mode.value == "elimination_match"
        assert table.state.flags["count_out"]

    def test_broken_picks_are_as_if_they_had_not_been_made(self) -> None:
        picked = FlowUi(Step.MODE, mode="iron_man", flags={"dq": False}, out=frozenset({"Momia"}))
        kept = json.loads(json.dumps(kept_page(picked, 1)))
        assert page_of(kept, 1) == picked
        assert page_of(kept[:3], 1) == FlowUi(Step.MODE)  # a show of before
        odd = {"mode": "chess", "flags": {"dq": 3, "x": True}, "out": "Momia", "blue": [7]}
        assert page_of([*kept[:3], odd], 1) == FlowUi(Step.MODE)
        assert page_of([*kept[:3], 7], 1) == FlowUi(Step.MODE)

    def test_a_broken_draft_and_that_of_another_match_are_forgotten(self) -> None:
        form = replace(blank(("Momia",), ("red",)), name="Pulpo", at="combat")
        kept = json.loads(json.dumps(kept_draft(form, 1)))
        assert draft_of(kept, 1) == form
        assert draft_of(kept, 2) is None
        for broken in ({"levels": 3}, {"names": None}, {"kind": []}, {"match": "1"}):
            assert draft_of({**kept, **broken}, 1) is None
        assert [draft_of(one, 1) for one in (None, [], "x", {"match": 1})] == [None] * 4
        odd = {**kept, "levels": {"combat": 99, "speed": "x"}, "position": [7], "at": [], "colour": None}
        assert draft_of(odd, 1) == replace(form, at="name", colour=blank((), ()).colour)

    def test_the_page_of_another_match_and_a_broken_one_are_forgotten(self, table: Table) -> None:
        assert page_of([1, "mode", ""], 2) is None
        for kept in (None, [], "mode", [1, "mode"], {"1": "mode"}):
            assert page_of(kept, 1) is None
        assert page_of([1, "no such page", "x"], 1) == FlowUi()
        assert kept_page(None, 1) is None
        table.press("step:mode", "escape")
        assert (table.journal.show.live() or {})["page"] is None

    def test_a_running_match_is_gone_on_with(self, table: Table, tmp_path: Path) -> None:
        with_two(table).press("step:mode", "enter", "step:bell", "enter")
        table.close()
        again = Table(tmp_path / "noche.db")
        assert again.loop.ui.flow is None
        view = again.press("g")
        assert view.evening is not None
        assert view.evening.ringing
        again.close()

    def test_the_next_match_of_the_show_has_the_same_people(self, table: Table) -> None:
        with_two(table).press("step:palms", *"20.5", "enter", "enter", "step:mode", "enter", "step:bell", "enter")
        ruling = {"topic": "winner", "subject": "match", "value": "Momia", "note": "x"}
        table.live.give("referee_ruling", ruling, "typed")
        assert table.state.over
        view = table.press("g", "step:show")
        assert view.evening is not None
        assert view.evening.show.over
        table.press("enter")
        assert table.evening.number == 2
        assert not table.state.over
        assert list(table.state.fighters) == list(MAIN)
        assert table.state.fighters["Pulpo"].class_.value == "beast"
        assert table.state.players["Ana"].palm_mm == 205.0
        assert table.press("step:show").evening.show.results[0].es == "Combate 1: Momia"

    def test_after_a_restart_the_finished_match_stays_until_the_next_is_begun(
        self, table: Table, tmp_path: Path
    ) -> None:
        with_two(table).press("step:mode", "enter", "step:bell", "enter")
        ruling = {"topic": "winner", "subject": "match", "value": "Momia", "note": "x"}
        table.live.give("referee_ruling", ruling, "typed")
        table.close()
        again = Table(tmp_path / "noche.db")
        assert again.loop.ui.flow is None
        assert again.press("u").ending is None
        assert again.press("y").ending is not None
        assert (again.evening.number, again.state.over) == (1, True)
        again.press("g", "step:show", "enter")
        assert (again.evening.number, again.state.over) == (2, False)
        assert list(again.state.fighters) == list(MAIN)
        assert [row["name"] for row in again.rows("bout_corrected")] == []
        again.close()

    def test_teams_are_made_on_the_page_of_the_mode(self, table: Table) -> None:
        with_two(table).press("step:mode", "4", "row:Pulpo", "enter")
        assert table.state.teams["red"].members == ("Momia",)
        assert table.state.teams["blue"].members == ("Pulpo",)

    def test_a_refusal_is_told_on_the_page(self, table: Table) -> None:
        view = table.press("step:mode", "enter")
        assert view.notice is not None
        assert table.acts() == []


class TestSculpting:
    def test_the_clock_runs_stops_is_lengthened_and_ends(self, table: Table) -> None:
        with_two(table)
        view = table.press("enter")
        assert view.evening.clock is None or view.evening.clock.timer.running
        clock = table.live.clocks.timers[f"{SCULPT}*"]
        assert clock.total_ms == 900_000
        table.clock.now_ms += 10_000
        table.press("enter")
        assert not table.live.clocks.timers[f"{SCULPT}*"].running
        left = table.live.clocks.timers[f"{SCULPT}*"].left_ms(table.clock())
        table.press("a")
        assert table.live.clocks.timers[f"{SCULPT}*"].left_ms(table.clock()) == left + 60_000
        assert table.rows("clocks_lengthened")
        table.press("enter", "b")
        assert table.state.sculpting == {"*": "ended"}
        assert f"{SCULPT}*" not in table.live.clocks.timers

    def test_the_crowd_sees_it(self, table: Table) -> None:
        with_two(table).press("enter")
        table.clock.now_ms += 1000
        table.live.tick(table.clock())
        feed = CrowdFeed(table.path)
        view = feed.fetch(table.clock())
        feed.close()
        assert view is not None
        assert [one.label.es for one in view.timers] == ["modelado"]
        assert 14 * 60_000 < view.timers[0].timer.left_ms(table.clock()) < 15 * 60_000

    def test_a_finger_rules_on_any_figure(self, table: Table) -> None:
        with_two(table).press("class:Momia:absurd")
        assert table.state.fighters["Momia"].class_.value == "absurd"

    def test_it_ends_when_the_match_is_fixed(self, table: Table) -> None:
        with_two(table).press("enter", "step:mode", "enter")
        assert table.state.roster
        assert table.state.sculpting == {"*": "ended"}
        assert f"{SCULPT}*" not in table.live.clocks.timers


class TestWeighIn:
    def test_another_clay_keeps_the_sheet_and_the_class(self, table: Table) -> None:
        before = with_two(table).state.fighters["Momia"]
        table.press("step:weigh_in", "row:Momia", "colour:turquoise")
        after = table.state.fighters["Momia"]
        assert after.clay_colour == "turquoise"
        assert (after.main, after.combat_abilities, after.finisher, after.class_) == (
            before.main, before.combat_abilities, before.finisher, before.class_,
        )  # fmt: skip

    def test_it_is_done_when_the_referee_says_so_and_not_before(self, table: Table, tmp_path: Path) -> None:
        def done(one: Table) -> bool:
            view = one.press("step:weigh_in")
            assert view.evening is not None
            return Step.WEIGH_IN in view.evening.done

        with_two(table)
        assert not done(table)  # two sheets are no weigh-in
        table.press("enter")
        assert done(table)
        assert table.rows("weighed_in")[-1]["clays"] == {
            who: one.clay_colour for who, one in table.state.fighters.items()
        }  # fmt: skip
        table.close()
        again = Table(tmp_path / "noche.db")
        assert done(again)
        again.press("row:Momia", "colour:turquoise")
        assert not done(again)  # another clay
        again.press("u")
        assert done(again)
        again.press("step:fighters")
        again.register("Kraken", "Eva")
        assert not done(again)  # somebody new
        again.close()

    def test_clays_that_look_alike_are_told(self, table: Table) -> None:
        with_two(table).press("step:weigh_in")
        assert table.press("row:Momia").evening.warnings == ()  # the form offers a clay far from the others
        (alike,) = table.press("row:Momia", "colour:red", "row:Pulpo", "colour:dark_red").evening.warnings
        assert alike.es.startswith("Momia y Pulpo")
        assert table.press("colour:green").evening.warnings == ()


class TestPlaces:
    def test_figures_stand_where_the_camera_sees_them(self, table: Table) -> None:
        with_two(table).press("step:mode", "enter")
        table.live.table.tracks = {"Momia": Track(-50.0, 20.0, 90.0), "Pulpo": Track(450.0, 0.0, 0.0, "ringside")}
        assert table.live.flow.ask(flow.PlaceAsSeen()) is None
        assert table.state.fighters["Momia"].pose.x_mm == -50.0
        assert table.state.fighters["Pulpo"].zone.value == "ringside"
        assert table.acts()[-2:] == ["place", "place"]

    def test_without_a_camera_nothing_is_placed(self, table: Table) -> None:
        with_two(table).press("step:mode", "enter")
        assert table.live.flow.ask(flow.PlaceAsSeen()) is not None


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


class TestLargeRoster:
    """Field note F-08."""

    def test_5000_wrestlers_block_no_step(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Their import stands outside the evening, and what it wrote is read when the show opens, and never again."""
        table, show = tmp_path / "f.csv", tmp_path / "noche.db"
        abilities = ",".join(["2"] * 10)
        rows = [f"P{n},Luchador {n},c{n},beast,{abilities},Fin,on_ropes,200,80" for n in range(5000)]
        table.write_text("\n".join([",".join(HEADER), *rows]), encoding="utf-8")
        assert len(take_roster(table, show, 0).added) == 5000
        evening = Table(show)
        with pytest.raises(
            FileProblemError, match="another companion"
        ):  # beside an evening that runs it says so at once
            take_roster(table, show, 0)
        read: list[str] = []
        stored = evening.journal.show.rows

        def counted(*wanted: Any) -> Iterator[Any]:
            for row in stored(*wanted):
                read.append(row.event["name"])
                yield row

        monkeypatch.setattr(evening.journal.show, "rows", counted)
        with_two(evening).press("step:palms", *"20.5", "enter", "enter", "step:mode", "enter", "step:bell", "enter")
        ruling = {"topic": "winner", "subject": "match", "value": "Momia", "note": "x"}
        evening.live.give("referee_ruling", ruling, "typed")
        assert evening.press("g", "step:show").evening.show.results
        evening.press("enter", "step:fighters", "step:bell")
        assert evening.evening.number == 2
        assert "roster_imported" not in read
        evening.close()
