"""Pages before the bell: sculpting, the weigh-in, the places, and a show with thousands of wrestlers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.evening_table import Table, with_two
from companion.app.clocks import SCULPT
from companion.app.crowd import CrowdFeed
from companion.errors import FileProblemError
from companion.screens import flow
from companion.screens.flow_view import Step
from companion.screens.surroundings import Track
from companion.store.desk import take_roster
from companion.store.roster_words import HEADER


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
