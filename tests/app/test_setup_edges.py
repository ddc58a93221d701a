"""The set-up's pages behind the figures: roster, palms, lights, crowd board, sound, rehearsal, summary."""

import shlex
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.setup_robot import WEBCAM, Robot, Stage
from app.setup_sets import Set
from app.setup_walks import begin, robot_at, with_roster
from companion.app.saving import open_journal
from companion.app.setting_up import bench
from companion.app.setting_up.figure_work import LAMPS, Known, lamp_of, roster_of
from companion.app.setting_up.path import NOTES
from companion.app.setting_up.steps import lights
from companion.app.setting_up.steps.camera import OPEN_IT
from companion.app.setting_up.steps.lights import LightsStep
from companion.app.setting_up.steps.summary import SummaryStep, evening
from companion.errors import FileProblemError
from companion.kernel.text import Text
from companion.leds.discovery import backend_for
from companion.leds.layout import COLOUR_ORDERS, layout_for_ring, standard_layout
from companion.leds.packets import Limit
from companion.leds.session import Session
from companion.screens.inputs import TEXT
from companion.screens.setup_view import STEP, Lamp
from companion.store.desk import people_of
from companion.vision.figure_notes import FigureNote, NoteKind, of_kind, texts_of


class TestTheShowFile:
    def test_a_folder_that_is_not_there_is_told_before_it_is_made(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        robot = robot_at(tmp_path, a, "show")
        assert "folder" not in robot.told()
        monkeypatch.chdir(tmp_path)
        robot.type("show", "nights/saturday.db")
        assert "There is no folder nights: it is made" in robot.told()
        assert not Path("nights").exists()
        robot.enter()
        robot.wait(1)
        assert Path("nights/saturday.db").is_file()

    def test_the_evening_makes_no_folder_and_says_so_in_one_line(self, tmp_path: Path) -> None:
        with pytest.raises(FileProblemError, match=r"the folder .* does not exist"):
            open_journal(tmp_path / "nights" / "saturday.db", lambda _: None, ())
        assert not (tmp_path / "nights").exists()


class TestTheRoster:
    def test_names_clay_and_class_come_from_the_show_file(self, tmp_path: Path, a: Set) -> None:
        with_roster(tmp_path)
        robot = robot_at(tmp_path, a, "figures")
        assert roster_of(robot.desk.bench) == [
            Known("1", "Momia", "red", "humanoid"),
            Known("2", "Pulpo", "dark blue", "blob"),
        ]

    def test_a_pair_that_will_be_mixed_up_is_red_and_a_doubtful_one_is_not(self) -> None:
        text = Text("figure 1 and figure 2", "la figura 1 y la 2")
        due = {NoteKind.MIXED_UP: Lamp.RED, NoteKind.BAD_LIGHT: Lamp.GREEN, NoteKind.HIDDEN: Lamp.AMBER}
        assert {kind: lamp_of([FigureNote(kind, text)]) for kind in due} == due
        assert lamp_of([FigureNote(kind, text) for kind in (NoteKind.CARDS, NoteKind.MISPLACED)]) is Lamp.AMBER
        assert lamp_of([]) is Lamp.GREEN
        assert set(LAMPS) == set(NoteKind)


class TestAnotherEvening:
    def again(self, folder: Path, one: Set) -> Robot:
        robot = robot_at(folder, one, "summary")
        robot.enter()
        assert robot.desk.is_over
        robot.start()
        robot.expect("show")
        return robot

    def test_has_its_own_file_with_the_people_of_the_last_one(self, tmp_path: Path, a: Set) -> None:
        with_roster(tmp_path)
        robot = self.again(tmp_path, a)
        robot.enter()
        robot.wait(2)
        new, old = people_of(tmp_path / "show-2026-11-29.db"), people_of(tmp_path / "show.db")
        assert dict(new.sheets) == dict(old.sheets)
        assert dict(new.players) == dict(old.players)

    def test_or_begins_without_anybody(self, tmp_path: Path, a: Set) -> None:
        with_roster(tmp_path)
        robot = self.again(tmp_path, a)
        robot.press("f5")
        robot.enter()
        robot.wait(2)
        assert not people_of(tmp_path / "show-2026-11-29.db").sheets
        assert robot.lamps()["palms"] == "not_yet"

    def test_a_file_that_cannot_be_made_is_told(self, tmp_path: Path, a: Set) -> None:
        (tmp_path / "plain").write_text("", encoding="utf-8")
        robot = robot_at(tmp_path, a, "show")
        robot.type("show", str(tmp_path / "plain" / "x.db"))
        robot.enter()
        robot.wait(2)
        robot.expect("show")
        assert "plain" in robot.told()


class TestNoCamera:
    def test_says_what_to_do_and_looks_again(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "camera", cameras=())
        robot.desk.press("enter")
        assert "plug a webcam in and press F12" in robot.told()
        robot.page()
        assert robot.cut == []
        robot.type("place", "0")
        assert robot.desk.view().primary == Text("Open it", "Abrirla")
        robot.desk.press("backspace")
        robot.cameras = (WEBCAM,)
        robot.press("f12")
        assert [one.key for one in robot.desk.view().choices] == ["f5"]
        robot.press("f5")
        robot.wait(30)
        assert robot.desk.view().primary == Text("Next", "Seguir")

    def test_an_address_that_gives_nothing_is_typed_over_or_tried_again(self, tmp_path: Path, a: Set) -> None:
        """As a file that is missing: what is typed next takes its place."""
        stage = Stage(a.empty, is_plugged=False)
        robot = Robot(tmp_path / "T.yaml", stage, language="en", cameras=())
        begin(robot)
        robot.type("place", "http://127.0.0.1:1/x")
        for _ in range(2):
            robot.enter()
            robot.wait(5)
            view = robot.desk.view()
            assert view.banner is not None
            assert view.entries[0].selected
            assert view.primary == OPEN_IT, "another Enter tries it again"
        for letter in "17":
            robot.desk.press(TEXT + letter)
        view = robot.desk.view()
        assert (view.entries[0].value, view.primary) == ("17", OPEN_IT)
        stage.is_plugged = True
        robot.enter()
        robot.wait(60)
        assert robot.desk.bench.place == "17"
        assert robot.desk.view().primary == Text("Next", "Seguir")


class TestLights:
    def test_what_is_typed_at_once_takes_the_place_of_what_is_offered(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "lights", leds="auto")
        for letter in "wle":
            robot.desk.press(TEXT + letter)
        first = robot.desk.view().entries[0]
        assert (first.value, first.here) == ("wle", True)
        robot.wait(1)
        robot.start()
        robot.desk.press(TEXT + "d")
        assert robot.desk.view().entries[0].value == "wled"

    def test_another_colour_than_said_tries_the_next_order(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "lights")
        robot.enter()
        robot.wait(3)
        assert "all red" in robot.desk.view().todo.en
        robot.press("2")
        robot.wait(3)
        assert "colour order RGB now" in robot.told()
        assert "all red" in robot.desk.view().todo.en
        while robot.at == "lights":
            robot.enter()
            robot.wait(2)
        assert robot.desk.bench.draft().leds["order"] == "RGB"
        assert robot.lamps()["lights"] == "green"

    def test_nothing_that_lights_is_red_with_what_to_do_and_can_be_tried_again(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "lights")
        robot.enter()
        robot.wait(3)
        robot.press("3")
        robot.wait(2)
        robot.expect("lights")
        assert robot.lamps()["lights"] == "red"
        assert "is the kit's own supply plugged in and switched on" in robot.told()
        assert robot.cut == []
        robot.enter()
        robot.wait(3)
        assert "all red" in robot.desk.view().todo.en

    def test_a_strip_of_another_kind_is_red_once_every_order_was_tried(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "lights")
        robot.enter()
        robot.wait(3)
        for _ in COLOUR_ORDERS:
            robot.press("2")
            robot.wait(2)
        assert robot.lamps()["lights"] == "red"
        assert "no colour order gives red, green, blue" in robot.told()

    @pytest.mark.parametrize(("is_typed", "ropes"), [(True, 1), (False, 3)])
    def test_a_board_keeps_what_it_knows_until_a_kit_is_typed(self, is_typed: bool, ropes: int) -> None:
        board = backend_for("sim", Limit(), standard_layout())
        with Session(board.connect(lambda: True)) as session:
            said = layout_for_ring(700, 30, 1)
            layout, is_taught = lights.layout_of(session, said, is_typed=is_typed)
            assert (layout.ropes_per_side, is_taught) == (ropes, is_typed)
            assert session.read_layout() == layout

    def test_only_what_the_typed_kit_has_is_asked(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "lights")
        robot.type("ropes", "4")
        robot.enter()
        robot.wait(3)
        asked = []
        while robot.at == "lights":
            asked.append(robot.desk.view().todo.en)
            robot.enter()
            robot.wait(2)
        assert len([what for what in asked if "rope" in what]) == 4
        assert robot.desk.bench.draft().leds["ropes"] == 4

    def test_a_corner_that_is_not_seen_is_told_at_the_end(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "lights")
        robot.enter()
        robot.wait(3)
        while robot.at == "lights":
            what = robot.desk.view().todo.en
            robot.press("2" if "north-east" in what else "1")
            robot.wait(2)
        mark = robot.desk.bench.path.mark("lights")
        assert mark.lamp.value == "amber"
        assert "north-east" in mark.why[0].en

    def test_a_port_that_is_not_there_is_told_and_can_be_skipped(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "lights", leds="/dev/no-such-port")
        robot.enter()
        robot.wait(3)
        robot.expect("lights")
        assert robot.told()
        robot.press("f3")
        assert robot.lamps()["lights"] == "skipped"

    def test_leaving_the_page_gives_the_port_back(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "lights")
        robot.enter()
        robot.wait(3)
        step = robot.desk.step
        assert isinstance(step, lights.LightsStep)
        assert step.session is not None
        robot.press("f2")
        assert step.session is None

    def test_how_many_questions_are_left_is_told(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "lights")
        robot.type("words", "sim")
        robot.enter()
        robot.wait(3)
        of = len(robot.step(LightsStep).tests)
        assert f"question 1 of {of}" in robot.told()
        robot.press("1")
        assert f"question 2 of {of}" in robot.told()
        robot.desk.close()


class TestTheSummary:
    def test_says_what_each_light_means_and_how_the_evening_starts(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "summary")
        view = robot.desk.view()
        rows = {mark.id: text for mark, text in view.summary}
        assert rows["language"].es == "las pantallas hablan este idioma; L lo cambia"
        assert rows["ring"].en == "not done: go there by the list, or leave it"
        step = robot.desk.step
        assert isinstance(step, SummaryStep)
        assert step.command().en.startswith("The evening: companion run --table ")
        assert "--show" in step.command().en

    def test_every_warning_is_shown_with_what_it_means(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "camera")
        pairs = [f"{one} and {other}" for one, other in combinations(("Momia", "Pulpo", "Toro", "Rayo", "Lobo"), 2)][:9]
        warned = of_kind(NoteKind.BAD_LIGHT, [Text(f"{pair} in bad light (7.0 apart)", pair) for pair in pairs])
        warned.insert(0, FigureNote(NoteKind.MISPLACED, Text("figure 1 seems to stand nearer", "figura 1"), ("1",)))
        robot.desk.bench.answer(**{NOTES: [note.plain() for note in warned]})
        robot.desk.bench.mark("figures", Lamp.AMBER, *texts_of(warned), mind=True)
        robot.desk.bench.mark("ring", Lamp.AMBER, Text("its size was not checked", "no se comprobó"))
        robot.desk.press(STEP + "summary")
        assert "(first of 10 notes: F6)" in {mark.id: text.en for mark, text in robot.desk.view().summary}["figures"]
        assert "all 11 notes" in next(one.label.en for one in robot.desk.view().choices)
        robot.press("f6")
        rows = list(robot.desk.view().summary)
        assert "Notes 1–7 of 11" in robot.told()
        robot.page()
        robot.press("f7")
        rows += robot.desk.view().summary
        assert "Notes 8–11 of 11" in robot.told()
        seen = [text.en for _, text in rows]
        assert len(seen) == 11
        # each has its own light; what asks for nothing is no warning
        assert {mark.lamp for mark, text in rows if text.en.startswith("Hint: ")} == {Lamp.GREEN}
        assert {mark.lamp for mark, text in rows if not text.en.startswith("Hint: ")} == {Lamp.AMBER}
        assert all(any(pair in text for text in seen) for pair in pairs)
        assert "its size was not checked. In the match: distances are known, but mind what is told" in seen
        assert all("you are asked" in text for text in seen if "bad light" in text)
        assert "Enter goes back to the steps" in robot.desk.view().todo.en
        robot.enter()
        assert not robot.desk.is_over
        assert robot.desk.view().primary == Text("Ready", "Listo")
        robot.desk.bench.mark("figures", Lamp.GREEN, *texts_of(warned[1:]), mind=True)
        robot.page()
        told = {mark.id: text.en for mark, text in robot.desk.view().summary}["figures"]
        assert told == "the camera knows every figure by its colour. 9 notes, only hints: F6"
        assert robot.cut == []

    @pytest.mark.parametrize("system", ["posix", "nt"])
    def test_the_command_can_be_typed_as_it_stands(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch, system: str
    ) -> None:
        folder = tmp_path / "mi velada"
        folder.mkdir()
        robot = robot_at(folder, a, "summary")
        camera = {"place": "rtsp://10.0.0.7/a?b=1&c=2", "stable": "", "name": "", "width": 1280, "height": 720}
        robot.desk.bench.answer(camera=camera, leds="sim", display="1920x1080+1280+0", language="es")
        monkeypatch.setattr(bench, "os", SimpleNamespace(name=system))
        line = evening(robot.desk.bench).es.removeprefix("La velada: ")
        words = shlex.split(line)
        assert words == [
            "companion", "run", "--table", str(folder / "T.yaml"), "--show", str(folder / "show.db"),
            "--camera", camera["place"], "--leds", "sim", "--display", "1920x1080+1280+0", "--lang", "es",
        ]  # fmt: skip
        assert ("'" in line) is (system == "posix")

    def test_a_red_step_can_be_gone_to_from_it(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "summary")
        robot.press(STEP + "ring")
        robot.expect("ring")
