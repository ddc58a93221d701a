"""People as a fold of the journal: steps, reverts, belts with lineage (H-11), results, records, injuries."""

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.kernel.names import name_key
from companion.store.belts import Reign, champion_of, lineage, title_points
from companion.store.codec import Row
from companion.store.people import (
    BeltGranted,
    BeltVacated,
    Bout,
    BoutCorrected,
    BoutRecorded,
    BracketDrawn,
    People,
    PeopleReverted,
    Player,
    PlayerSet,
    RosterImported,
    Sheet,
    SheetRemoved,
    SheetSet,
    Step,
    event,
    fold,
    last_step,
)
from companion.store.records import Record, carried_injuries, last_bout, season_table

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


def rows(steps: Iterable[Step], every_ms: int = HOUR_MS, first_ms: int = 10 * HOUR_MS) -> list[Row]:
    """Journal rows of the steps, one an hour, the first at 10:00."""
    return [
        Row(seq, first_ms + (seq - 1) * every_ms, "desk", 1, event(step), "") for seq, step in enumerate(steps, start=1)
    ]


def people(*steps: Step) -> People:
    return fold(rows(steps))


def bout(name: str, *fighters: str, won: str | tuple[str, ...] = (), belt: str = "", **hurt: str) -> Bout:
    winners = (won,) if isinstance(won, str) else won
    return Bout(name, fighters, winners, "pin", belt, {who: (ability,) for who, ability in hurt.items()})


class TestFold:
    def test_steps_are_plain_events_with_names(self) -> None:
        assert event(SheetSet(Sheet("Momia", "Ana", abilities={"strike": 4}, class_="beast"))) == {
            "name": "sheet_set",
            "sheet": {
                "name": "Momia",
                "player": "Ana",
                "clay_colour": "",
                "class": "beast",
                "abilities": {"strike": 4},
                "finisher": "",
                "finisher_position": "",
                "photo": "",
            },
        }

    def test_later_entries_replace_earlier_ones_however_the_name_is_spelled(self) -> None:
        found = people(
            SheetSet(Sheet("Momia", clay_colour="red")),
            SheetSet(Sheet("MOMIA ", clay_colour="blue")),
            PlayerSet(Player("Íñigo", 210.0)),
            PlayerSet(Player("I\u0301ñigo", 212.0)),
        )
        assert [sheet.clay_colour for sheet in found.sheets.values()] == ["blue"]
        assert [player.palm_mm for player in found.players.values()] == [212.0]
        assert found.sheet("momia") is not None
        assert found.player("Inigo") is None, "an accent makes another name"

    def test_a_removed_sheet_is_gone(self) -> None:
        assert people(SheetSet(Sheet("Momia")), SheetRemoved("momia")).sheets == {}

    def test_rows_of_matches_are_passed_over_and_unreadable_steps_are_told(self) -> None:
        found = fold(
            [
                Row(1, 0, "a", 1, {"name": "title_granted", "fighter": "A"}, ""),
                Row(2, 0, "a", 1, {"name": "player_set", "player": {"name": 5, "nickname": "x"}}, ""),
                Row(3, 0, "a", 1, {"name": "player_set", "player": {"name": "Ana"}}, ""),
            ]
        )
        assert list(found.players) == ["ana"]
        assert found.unreadable == (2,)


class TestReverts:
    def test_an_import_is_taken_back_whole(self) -> None:
        first = RosterImported("a.csv", (Player("Ana"),), (Sheet("Momia"), Sheet("Pulpo", clay_colour="red")))
        second = RosterImported("b.csv", (Player("Ana", 200.0),), (Sheet("Pulpo", clay_colour="blue"),))
        assert people(first, second, PeopleReverted(2)).sheets == people(first).sheets
        assert people(first, second, PeopleReverted(2)).players == people(first).players
        assert people(first, second, PeopleReverted(1)).sheets == people(second).sheets

    def test_a_revert_can_be_reverted(self) -> None:
        steps: list[Step] = [SheetSet(Sheet("Momia")), PeopleReverted(1), PeopleReverted(2)]
        assert list(people(*steps).sheets) == ["momia"]
        assert list(people(*steps, PeopleReverted(3)).sheets) == []

    def test_a_revert_of_what_is_to_come_does_nothing(self) -> None:
        assert list(people(PeopleReverted(2), SheetSet(Sheet("Momia"))).sheets) == ["momia"]

    def test_the_last_step_that_holds(self) -> None:
        steps: list[Step] = [SheetSet(Sheet("A")), SheetSet(Sheet("B")), PeopleReverted(2)]
        found = last_step(rows(steps))
        assert found is not None
        assert found.seq == 1
        assert last_step(rows([*steps, PeopleReverted(1)])) is None

    @settings(max_examples=60)
    @given(st.lists(st.sampled_from(["A", "B", "C"]), min_size=1, max_size=8), st.data())
    def test_undoing_everything_leaves_nothing(self, names: list[str], data: st.DataObject) -> None:
        ways: list[Callable[[str], Step]] = [
            lambda name: SheetSet(Sheet(name)),
            lambda name: BeltGranted("W", name),
            lambda name: PlayerSet(Player(name)),
        ]
        steps: list[Step] = [data.draw(st.sampled_from(ways))(name) for name in names]
        while (last := last_step(rows(steps))) is not None:
            steps.append(PeopleReverted(last.seq))
        assert (fold(rows(steps)).sheets, fold(rows(steps)).players, lineage(fold(rows(steps)))) == ({}, {}, {})
        steps += [PeopleReverted(seq) for seq in range(len(steps), len(names), -1)]
        again, first = fold(rows(steps)), fold(rows(steps[: len(names)]))
        assert (again.sheets, again.players, again.steps) == (first.sheets, first.players, first.steps)


class TestBelts:
    """H-11."""

    def test_won_at_10_and_lost_at_22_of_one_day_is_a_reign_of_0_days_before_the_next(self) -> None:
        found = fold(rows([BeltGranted("World", "Momia"), BeltGranted("World", "Pulpo")], every_ms=12 * HOUR_MS))
        momia, pulpo = lineage(found)["World"]
        assert (momia.champion, momia.ended_by, momia.days(0)) == ("Momia", "lost", 0)
        assert (pulpo.champion, pulpo.ended_ms) == ("Pulpo", None)

    def test_an_open_reign_counts_to_today(self) -> None:
        (reign,) = lineage(people(BeltGranted("World", "Momia")))["World"]
        assert [reign.days(10 * HOUR_MS + days * DAY_MS) for days in (0, 1, 40)] == [0, 1, 40]
        assert reign.days(0) == 0, "a clock set back makes no negative reign"

    def test_days_are_those_of_the_calendar_at_the_place(self) -> None:
        reign = Reign("World", "Momia", 1, 1, began_ms=23 * HOUR_MS, ended_ms=25 * HOUR_MS)
        assert reign.days(0) == 1
        assert reign.days(0, offset_min=120) == 0

    def test_vacancies_are_entries_and_reigns_are_numbered_by_champion(self) -> None:
        found = people(
            BeltGranted("World", "Momia"),
            BeltVacated("World", "injured"),
            BeltGranted("World", "Pulpo"),
            BeltGranted("world ", "MOMIA"),
        )
        reigns = lineage(found)["World"]
        assert [(r.champion, r.number, r.ended_by, r.note) for r in reigns] == [
            ("Momia", 1, "vacated", ""),
            ("", 0, "lost", "injured"),
            ("Pulpo", 1, "lost", ""),
            ("MOMIA", 2, "", ""),
        ]
        assert champion_of(found, "WORLD") == "MOMIA"
        assert champion_of(found, "tag") == ""
        assert [reigns[-1].champion for reigns in lineage(found).values()] == ["MOMIA"]

    def test_matches_with_a_belt_at_stake_defend_it_or_pass_it_on(self) -> None:
        found = people(
            BoutRecorded(bout("1", "A", "B", won="A", belt="World")),
            BoutRecorded(bout("2", "A", "B", won="A", belt="World")),
            BoutRecorded(bout("3", "A", "B", belt="World")),
            BoutRecorded(bout("4", "C", "D", won="C", belt="World")),
            BoutRecorded(bout("5", "A", "B", won="B", belt="World")),
        )
        assert [(r.champion, r.defences) for r in lineage(found)["World"]] == [("A", 1), ("B", 0)]

    def test_a_corrected_match_changes_everything_that_hangs_on_it_with_a_trace(self) -> None:
        steps: list[Step] = [
            BoutRecorded(bout("1", "A", "B", won="A", belt="World", B="strike")),
            BoutRecorded(bout("2", "A", "C", won="A", belt="World")),
            BoutCorrected(bout("1", "A", "B", won="B", belt="World"), "the count was two"),
        ]
        before, after = people(*steps[:2]), people(*steps)
        assert [(r.champion, r.defences) for r in lineage(before)["World"]] == [("A", 1)]
        assert [(r.champion, r.defences, r.seq) for r in lineage(after)["World"]] == [("B", 0, 1)]
        assert (carried_injuries(before, "B"), carried_injuries(after, "B")) == ({"strike": 1}, {})
        assert before.corrected == frozenset()
        assert after.corrected == frozenset({"1"})
        assert [season_table(found)[0].fighter for found in (before, after)] == ["A", "B"]
        taken_back = people(*steps, PeopleReverted(3))
        assert lineage(taken_back) == lineage(before)

    def test_titles_raise_abilities_and_the_points_add_up(self) -> None:
        found = people(
            BeltGranted("World", "Momia", "strike", 1),
            BeltGranted("Tag", "momia", "strike", 2),
            BeltGranted("World", "Momia", "speed", 1),
            BeltGranted("World", "Pulpo", "strike", 1),
        )
        assert title_points(found, "Momia") == {"strike": 3, "speed": 1}
        assert [r.champion for r in lineage(found)["World"]] == ["Momia", "Pulpo"], "more points are no new reign"

    @pytest.mark.parametrize("at_ms", [2**63 - 1, -(2**63)])
    def test_a_clock_far_off_breaks_nothing(self, at_ms: int) -> None:
        (reign,) = lineage(fold(rows([BeltGranted("World", "A")], first_ms=at_ms)))["World"]
        assert reign.days(0) >= 0


class TestRecords:
    def test_the_season_table(self) -> None:
        found = people(
            BoutRecorded(bout("1", "A", "B", won="A")),
            BoutRecorded(bout("2", "C", "D", won="C")),
            BoutRecorded(bout("3", "A", "C")),
            BoutRecorded(bout("4", "a", "b", "D", won=("a", "D"))),
        )
        assert season_table(found) == (
            Record(1, "A", 3, 2, 0, 1),
            Record(2, "C", 2, 1, 0, 1),
            Record(3, "D", 2, 1, 1, 0),
            Record(4, "B", 2, 0, 2, 0),
        )

    def test_equal_lines_share_a_place(self) -> None:
        found = people(BoutRecorded(bout("1", "A", "B", won="A")), BoutRecorded(bout("2", "C", "D", won="C")))
        assert [(record.place, record.fighter) for record in season_table(found)] == [
            (1, "A"),
            (1, "C"),
            (3, "B"),
            (3, "D"),
        ]

    def test_an_injury_is_carried_into_the_next_match_and_no_further(self) -> None:
        hurt = BoutRecorded(bout("1", "A", "B", won="A", B="strike"))
        assert carried_injuries(people(hurt), "b") == {"strike": 1}
        assert carried_injuries(people(hurt), "A") == {}
        assert carried_injuries(people(hurt, BoutRecorded(bout("2", "C", "D", won="C"))), "B") == {"strike": 1}
        assert carried_injuries(people(hurt, BoutRecorded(bout("2", "B", "C", won="C"))), "B") == {}
        assert carried_injuries(people(), "Z") == {}

    def test_the_last_bout(self) -> None:
        found = people(BoutRecorded(bout("1", "A", "B")), BoutRecorded(bout("2", "A", "C")))
        assert [(b.bout if (b := last_bout(found, name)) else None) for name in "ABCD"] == ["2", "1", "2", None]

    def test_drawn_brackets_are_steps_too(self) -> None:
        (taken,) = people(BracketDrawn("Cup", "elimination", ("A", "B"))).steps
        assert isinstance(taken.step, BracketDrawn)


class TestKeys:
    @given(st.text(max_size=10))
    def test_a_key_is_its_own_key(self, name: str) -> None:
        assert name_key(name_key(name)) == name_key(name)
