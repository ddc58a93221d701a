"""The set-up's page of the palms: typed, measured, put right."""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from app import setup_walks
from app.setup_robot import Robot
from app.setup_sets import Set
from app.setup_walks import Walked, robot_at, with_roster
from companion.app.setting_up.steps import palms
from companion.app.setting_up.steps.again import begun_again
from companion.app.setting_up.steps.palms import PalmsStep, palms_judged
from companion.app.setting_up.steps.palms_known import how_palms_stand, players_of
from companion.errors import FileProblemError
from companion.kernel.text import Text
from companion.screens.inputs import TEXT
from companion.screens.setup_view import STEP, Lamp
from companion.store.desk import people_of
from companion.store.people import Player, PlayerSet, Sheet, SheetSet, event
from companion.store.show import Show
from companion.vision.hand import Palm
from companion.vision.palm_measure import ADVICE, Kind
from companion.vision.palm_session import MEASURING, READY, PalmSession, PalmState, Phase


class TestPalms:
    @pytest.mark.parametrize(("open_", "closed"), [("19.5", "9"), ("195", "90")])
    def test_typed_centimetres_or_millimetres_go_to_the_player_in_the_show_file(
        self, tmp_path: Path, a: Set, open_: str, closed: str
    ) -> None:
        with_roster(tmp_path)
        robot = robot_at(tmp_path, a, "palms")
        entries = {one.key: one.value for one in robot.desk.view().entries}
        assert entries["player"] == "Ana"
        robot.type("open", open_)
        robot.type("closed", closed)
        robot.enter()
        robot.wait(2)
        player = people_of(tmp_path / "show.db").player("Ana")
        assert player == Player("Ana", 195.0, 90.0)
        assert {one.key: one.value for one in robot.desk.view().entries}["open"] == "210"
        kept = robot.desk.view().told[0].text
        assert (kept.en, kept.es) == (
            "kept: Ana 195 mm, closed 90 mm", "guardado: Ana 195 mm, medio palmo 90 mm"
        )  # fmt: skip

    def test_a_measure_that_is_steady_says_that_enter_keeps_it_and_the_closed_hand_comes_next(
        self, tmp_path: Path, a: Set
    ) -> None:
        with_roster(tmp_path)
        robot = robot_at(tmp_path, a, "palms")
        step = robot.desk.step
        assert isinstance(step, PalmsStep)
        opened = Palm(Kind.OPEN, "right", 175.2, 0.4, 15, 1.0, np.zeros((2, 2)))
        closed = Palm(Kind.CLOSED, "right", 84.0, 0.6, 15, 1.0, np.zeros((2, 2)))

        def seen(phase: Phase, advice: Text, kind: Kind, **palms: Palm) -> list[str]:
            """What the page tells of a look of the camera."""
            step.session = cast("PalmSession", object())  # a hand is looked for
            step.state = PalmState(phase, advice, 0.4, kind=kind, palms={one.kind: one for one in palms.values()})
            step._fill_in(step.state)
            return [one.text.es for one in step.page().told]

        assert seen(Phase.MEASURING, MEASURING, Kind.OPEN) == ["midiendo, no te muevas: 40 %"]
        keeps = ["175 mm ± 0,2 mm: Intro lo guarda; o cierra los dedos para el medio palmo (la mano cerrada)"]
        assert seen(Phase.MEASURED, READY, Kind.OPEN, o=opened) == keeps
        assert (step.form.values["open"], step.form.here) == ("175", "closed")
        # the hand still lies there, or has gone: nothing begins anew
        assert seen(Phase.MEASURING, MEASURING, Kind.OPEN, o=opened) == keeps
        assert seen(Phase.LOOKING, ADVICE["no_hand"], Kind.OPEN, o=opened) == keeps
        assert seen(Phase.MEASURING, MEASURING, Kind.CLOSED, o=opened) == ["midiendo, no te muevas: 40 %"]
        assert seen(Phase.MEASURED, READY, Kind.CLOSED, o=opened, c=closed) == [
            "palmo 175 mm ± 0,2 mm, medio palmo 84 mm ± 0,3 mm: ¿de acuerdo? Intro los guarda"
        ]
        # nor does the number wander while the hand lies there: what is shown is what is kept
        seen(Phase.MEASURED, READY, Kind.OPEN, o=replace(opened, length_mm=177.0))
        assert step.form.values["open"] == "175"
        robot.type("open", "180")  # what a person typed since is hers
        seen(Phase.MEASURED, READY, Kind.OPEN, o=opened, c=closed)
        assert step.form.values["open"] == "180"

    def test_a_closed_palm_may_stay_empty_and_the_page_says_what_counts(self, tmp_path: Path, a: Set) -> None:
        with_roster(tmp_path)
        robot = robot_at(tmp_path, a, "palms")
        (label,) = (one.label for one in robot.desk.view().entries if one.key == "closed")
        assert (label.en, label.es) == (
            "closed palm, mm (empty: half the open one)", "medio palmo, mm (vacío: la mitad)"
        )  # fmt: skip
        robot.type("open", "200")
        robot.type("closed", "")
        robot.enter()
        robot.wait(2)
        assert people_of(tmp_path / "show.db").player("Ana") == Player("Ana", 200.0, None)
        assert robot.desk.view().told[0].text.es == "guardado: Ana 200 mm, medio palmo 100 mm (la mitad)"
        robot.page()
        assert robot.cut == []

    @pytest.mark.parametrize("typed", ["", "x", "1950"])
    def test_what_is_no_hand_is_asked_back(self, tmp_path: Path, a: Set, typed: str) -> None:
        with_roster(tmp_path)
        robot = robot_at(tmp_path, a, "palms")
        robot.type("open", typed)
        robot.enter()
        robot.wait(2)
        robot.expect("palms")
        assert robot.told()
        assert people_of(tmp_path / "show.db").player("Ana") == Player("Ana")

    def test_what_is_typed_while_one_is_saved_is_the_next_players(self, tmp_path: Path, a: Set) -> None:
        with_roster(tmp_path)
        robot = robot_at(tmp_path, a, "palms")
        robot.type("open", "19.5")
        for key in ("enter", "backspace", "backspace", "backspace", TEXT + "9", TEXT + "9"):
            robot.desk.press(key)  # no tick between: the disk is slow
        robot.wait(2)
        shown = {one.key: one.value for one in robot.desk.view().entries}
        assert (shown["player"], shown["open"]) == ("Juan", "99")
        assert people_of(tmp_path / "show.db").player("Ana") == Player("Ana", 195.0)

    def test_a_player_who_could_not_be_saved_stands_in_the_fields_again(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with_roster(tmp_path)
        robot = robot_at(tmp_path, a, "palms")
        robot.type("open", "19.5")

        def full(*_: object) -> Show:
            raise FileProblemError("no room", "sin sitio")

        monkeypatch.setattr(palms.Show, "open", full)
        robot.enter()
        assert {one.key: one.value for one in robot.desk.view().entries}["player"] == "Ana"
        assert "no room" in robot.told()
        assert robot.step(PalmsStep).done == []

    def test_done_with_some_missing_says_whose(self, tmp_path: Path, a: Set) -> None:
        with_roster(tmp_path)
        with Show.open(tmp_path / "show.db") as show:
            show.append([event(PlayerSet(Player("Eva")))], "test", 2)
        robot = robot_at(tmp_path, a, "palms")
        robot.type("open", "19.5")
        robot.enter()
        robot.wait(2)
        robot.press("f9")
        mark = robot.desk.bench.path.mark("palms")
        assert mark.lamp.value == "amber"
        assert mark.why[0].en == "1 of 3 palms are missing: Eva"

    def test_whose_name_is_asked_for_is_told_at_first(self, tmp_path: Path, a: Set) -> None:
        assert "the player's own name" in robot_at(tmp_path, a, "palms").told()

    def keeps(self, robot: Robot, **palms: str) -> None:
        for name, palm in palms.items():
            robot.type("player", name)
            robot.type("open", palm)
            robot.enter()
            robot.wait(2)

    def test_a_typo_in_a_name_is_put_right_and_the_wrong_name_is_nobody(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "palms")
        assert "f10" not in {one.key for one in robot.desk.view().choices}
        self.keeps(robot, Ana="190", Ins="185", Eva="200")
        robot.press("f10")
        labels = {one.key: one.label.en for one in robot.desk.view().choices}
        assert labels["2"] == "Ins 185 mm, closed 92.5 mm (half of it)"
        robot.press("2")
        assert {one.key: one.value for one in robot.desk.view().entries} == {
            "player": "Ins", "open": "185", "closed": ""
        }  # fmt: skip
        assert "F10 removes Ins" in robot.desk.view().todo.en
        robot.type("player", "Inés")
        robot.enter()
        robot.wait(2)
        robot.expect("palms")
        people = people_of(tmp_path / "show.db")
        assert people.player("Ins") is None
        assert people.player("Inés") == Player("Inés", 185.0)
        assert robot.desk.view().told[0].text.en.count("mm") == 6
        # begun again it is as it was
        robot.desk.close()
        robot.start()
        robot.wait(3)
        robot.desk.press(STEP + "palms")
        assert [name in robot.told() for name in ("Ana", "Inés", "Ins ", "Eva")] == [True, True, False, True]
        robot.page()
        assert robot.cut == []

    def test_one_that_was_kept_twice_is_removed_all_the_same(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "palms")
        self.keeps(robot, Ana="190", Nobody="185")
        for keys in (("f10", "2", "enter"), ("f10", "2", "f10")):
            for key in keys:
                robot.press(key)
            robot.wait(2)
        assert people_of(tmp_path / "show.db").player("Nobody") is None
        assert "Nobody" not in robot.told().replace("Nobody is removed", "")

    def test_one_is_removed_and_counts_as_nobody_at_the_end(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "palms")
        self.keeps(robot, Ana="190", Nobody="185")
        robot.press("f10")
        robot.press("2")
        robot.press("f10")
        robot.wait(2)
        robot.expect("palms")
        assert "Nobody is removed" in robot.told()
        assert people_of(tmp_path / "show.db").player("Nobody") is None
        robot.press("f9")
        (why,) = robot.desk.bench.path.mark("palms").why
        assert why.en == "1 palm is known: Ana; others are asked for before the bell"

    def test_of_a_player_on_a_sheet_the_measure_is_taken_back_and_due_again(self, tmp_path: Path, a: Set) -> None:
        with_roster(tmp_path)
        robot = robot_at(tmp_path, a, "palms")
        robot.type("open", "150")
        robot.enter()
        robot.wait(2)
        robot.press("f10")
        robot.press("1")
        robot.press("f10")
        robot.wait(2)
        assert people_of(tmp_path / "show.db").player("Ana") == Player("Ana")
        self.keeps(robot, Juan="210")
        robot.expect("palms")
        assert {one.key: one.value for one in robot.desk.view().entries}["player"] == "Ana"

    def test_a_name_in_the_list_of_many_is_reached_by_the_next_page(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "palms")
        self.keeps(robot, **{f"P{number}": "190" for number in range(8)})
        robot.press("f10")
        robot.press("f9")
        assert [one.label.en.split()[0] for one in robot.desk.view().choices if one.key.isdecimal()] == ["P6", "P7"]
        robot.press("f10")
        assert robot.desk.view().entries

    def test_the_field_and_the_words_round_a_measure_alike(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "palms")
        step = robot.desk.step
        assert isinstance(step, PalmsStep)
        palm = Palm(Kind.OPEN, "right", 175.46, 0.4, 15, 1.0, np.zeros((2, 2)))
        step.session = cast("PalmSession", object())
        step.state = PalmState(Phase.MEASURED, READY, 1.0, kind=Kind.OPEN, palms={Kind.OPEN: palm})
        step._fill_in(step.state)
        assert f"{step.form.values['open']} mm ± 0.2 mm" in " ".join(one.text.en for one in step.page().told)


class TestKeeping:
    def test_a_player_whose_length_is_typed_is_kept_by_f9(self, tmp_path: Path, a: Set) -> None:
        with_roster(tmp_path)
        robot = robot_at(tmp_path, a, "palms")
        robot.type("open", "195")
        robot.press("f9")
        robot.wait(2)
        assert people_of(tmp_path / "show.db").player("Ana") == Player("Ana", 195.0)
        robot.expect("lights")

    def test_green_only_while_everybody_of_the_show_is_measured(self, tmp_path: Path, a: Set) -> None:
        """Also on the second evening, and for who stands on a sheet only."""
        with_roster(tmp_path)
        robot = robot_at(tmp_path, a, "palms")
        everybody = players_of(tmp_path / "show.db")
        for _ in everybody:
            robot.type("open", "195")
            robot.enter()
            robot.wait(2)
        assert robot.lamps()["palms"] == "green"
        with Show.open(tmp_path / "show.db") as show:
            show.append([event(PlayerSet(Player("Zoe"))), event(SheetSet(Sheet("Kraken", "Yago")))], "test", 1)
        bench = robot.desk.bench
        bench.path = palms_judged(begun_again(bench.path))
        mark = bench.path.mark("palms")
        assert mark.lamp is Lamp.AMBER
        n = len(everybody) + 2
        assert {*mark.why[0].en.removeprefix(f"2 of {n} palms are missing: ").split(", ")} == {"Zoe", "Yago"}
        robot.desk.press(STEP + "summary")
        assert robot.lamps()["palms"] == "amber"
        robot.desk.press(STEP + "palms")
        robot.press("f9")
        assert robot.desk.bench.path.mark("palms").why == mark.why
        robot.desk.bench.answer(show=str(tmp_path / "gone.db"))
        assert palms_judged(robot.desk.bench.path) == robot.desk.bench.path

    def test_a_player_who_is_being_measured_is_not_dropped(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with_roster(tmp_path)
        robot = robot_at(tmp_path, a, "palms")
        step = robot.desk.step
        assert isinstance(step, PalmsStep)
        monkeypatch.setattr(step, "tick", lambda: None)
        monkeypatch.setattr(step, "session", object())
        robot.press("f9")
        robot.expect("palms")
        assert "the palm of Ana is not measured yet" in robot.told()
        assert robot.cut == []
        robot.press("f9")
        robot.expect("lights")

    @pytest.mark.parametrize(("language", "words"), [("en", "205 (mm)"), ("es", "20,5 (cm) o 205 (mm)")])
    def test_what_is_no_length_is_told_in_the_fields_own_unit(
        self, tmp_path: Path, a: Set, language: str, words: str
    ) -> None:
        with_roster(tmp_path)
        robot = robot_at(tmp_path, a, "palms")
        robot.type("open", "x")
        robot.enter()
        assert words in robot.desk.view().told[-1].text.of(language)


class TestTold:
    def test_without_sheets_the_others_are_awaited(self, of_a: Walked, tmp_path: Path) -> None:
        robot = of_a.begin("palms", tmp_path, language="en")
        setup_walks.hands(robot, {"Ana": "205"})
        mark = robot.desk.bench.path.mark("palms")
        assert mark.lamp is Lamp.GREEN
        assert mark.mind
        assert mark.why == (
            Text("1 palm is known: Ana; others are asked for before the bell",
                 "se conoce 1 palmo: Ana; los demás se piden antes de la campana"),
        )  # fmt: skip

    def test_of_everybody_on_a_sheet_all_is_known(self) -> None:
        _, why = how_palms_stand([Player("Ana", 205.0)], is_everybody=True)
        assert why.en == "palms are known"

    @pytest.mark.parametrize("key", ["enter", "f9"])
    def test_a_palm_without_a_name_is_not_dropped(self, of_a: Walked, tmp_path: Path, key: str) -> None:
        robot = of_a.begin("palms", tmp_path, language="en")
        robot.type("player", "")
        robot.type("open", "205")
        robot.press(key)
        robot.expect("palms")
        assert "type whose palm this is" in robot.told()

    def test_no_hand_is_asked_for_when_none_is_looked_for(self, of_a: Walked, tmp_path: Path) -> None:
        from companion.vision.palm_session import PalmState, Phase

        robot = of_a.begin("palms", tmp_path, language="en")
        step: Any = robot.desk.step
        step.state = PalmState(Phase.LOOKING, Text("no hand found", "no se ve ninguna mano"))
        assert "no hand" not in robot.told()
