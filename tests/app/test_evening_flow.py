"""The evening before the bell, from the screen alone: keys in, journal out, no window and no camera."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from app.evening_table import MAIN, Table, with_two
from companion.app.kept_page import kept_page, page_of
from companion.app.sheet_draft import draft_of, kept_draft
from companion.screens import flow
from companion.screens.flow_state import FlowUi
from companion.screens.flow_view import Step
from companion.screens.sheet_form import blank
from companion.store.people import fold


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
