"""The guided set-up: nothing is lost, nothing is asked twice, and a broken table stops nobody the hard way."""

from concurrent.futures import Future
from pathlib import Path

import numpy as np
import pygame
import pytest

from app.setup_robot import Robot, Stage
from app.setup_sets import Set, moved_camera
from app.setup_walks import begin, camera, ring, robot_at
from companion.app.setting_up.another_evening import LEFT_MEANWHILE
from companion.app.setting_up.desk import OLD
from companion.app.setting_up.feed import CameraFeed
from companion.app.setting_up.path import TYPED, UNCHANGED
from companion.app.setting_up.runner import Runner
from companion.app.setting_up.step import LONGEST_PATH, Form, Page
from companion.app.setting_up.steps.again import begun_again
from companion.app.setting_up.steps.lights import NOT_LOOKED_AT, LightsStep
from companion.app.setting_up.steps.ring_pages import CLICK_THEM
from companion.app.setting_up.steps.summary import evening
from companion.errors import FileProblemError
from companion.kernel.text import Text
from companion.screens import setup_picture
from companion.screens.canvas import Canvas
from companion.screens.inputs import SELECT, TEXT
from companion.screens.setup_view import FIELD, STEP, Lamp, Live, Note
from companion.screens.theme import hall
from companion.store.desk import people_of
from companion.store.people import Player, PlayerSet, Sheet, SheetSet, event
from companion.store.show import Show

KNOWN = "version: 1\nring: {size_mm: [700, 700], ringside_mm: 250}\n"
BROKEN = "ring: {size_mm: [7]}\n"


class TestABrokenTable:
    def at_ring(self, folder: Path, one: Set) -> Robot:
        robot = Robot(folder / "T.yaml", Stage(one.empty), language="en")
        begin(robot)
        robot.press("f5")
        robot.wait(30)
        robot.enter()
        robot.expect("view")
        return robot

    def test_names_the_remedy_in_both_languages(self, tmp_path: Path, a: Set) -> None:
        table = tmp_path / "T.yaml"
        table.write_text(BROKEN, encoding="utf-8")
        with pytest.raises(FileProblemError) as told:
            Robot(table, Stage(a.empty))
        assert "T.yaml:1:17" in str(told.value)
        for language in ("en", "es"):
            # nothing was kept: no command is named that would find nothing
            assert "calibrate restore" not in told.value.of(language)
        assert "no former table is kept" in told.value.of("en")
        (tmp_path / "T.2026-10-31_200000.yaml").write_text(KNOWN, encoding="utf-8")
        with pytest.raises(FileProblemError, match=r"T\.2026-10-31_200000\.yaml: copy it to T\.yaml"):
            Robot(table, Stage(a.empty))
        (tmp_path / "T.yaml.bak").write_text(KNOWN, encoding="utf-8")
        with pytest.raises(FileProblemError) as told:
            Robot(table, Stage(a.empty))
        for language in ("en", "es"):
            assert f"`companion calibrate restore --table {table}`" in told.value.of(language)
        assert table.read_text(encoding="utf-8") == BROKEN

    def test_at_the_start_gives_the_camera_back_that_its_page_had_opened(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A reader left behind in native code ended the program with 134."""
        robot = self.at_ring(tmp_path, a)
        robot.desk.press(STEP + "ring")
        robot.desk.close()
        robot.table.write_text(BROKEN, encoding="utf-8")
        closed: list[str] = []
        monkeypatch.setattr(CameraFeed, "close", lambda feed: closed.append("closed"))
        with pytest.raises(FileProblemError, match="no former table is kept"):
            robot.start()
        assert closed == ["closed"]

    def test_meanwhile_is_told_on_the_page_that_is_open(self, tmp_path: Path, a: Set) -> None:
        robot = self.at_ring(tmp_path, a)
        robot.desk.press(STEP + "language")
        robot.table.write_text(BROKEN, encoding="utf-8")
        robot.press(STEP + "ring")
        robot.expect("language")
        banner = robot.desk.view().banner
        assert banner is not None
        assert "no former table is kept" in banner.en
        robot.table.unlink()
        robot.press(STEP + "ring")
        robot.expect("ring")


class TestTheCameraInUse:
    """Which one a page shows and uses, and what the command line says of it."""

    def shown(self, robot: Robot) -> tuple[str, str]:
        return next(one.value for one in robot.desk.view().entries), robot.desk.bench.place

    def taken(self, robot: Robot) -> None:
        robot.wait(30)
        robot.enter()
        robot.expect("view")

    def test_is_shown_on_coming_back_and_after_a_restart_whatever_the_command_named(
        self, tmp_path: Path, a: Set
    ) -> None:
        robot = Robot(tmp_path / "T.yaml", Stage(a.empty), language="en", camera="7")
        begin(robot)
        assert self.shown(robot) == ("7", "7")
        robot.press("f5")
        assert self.shown(robot) == ("0", "0")
        self.taken(robot)
        robot.press("f2")
        assert self.shown(robot) == ("0", "0")
        robot.desk.close()
        robot.start()
        robot.expect("camera")
        assert self.shown(robot) == ("0", "0")
        assert robot.told() == ""
        assert "--camera 0 --leds sim --lang en" in robot.desk.what_next().en

    def test_one_that_is_shown_and_not_taken_yet_is_named_on_leaving(self, tmp_path: Path, a: Set) -> None:
        """Instead of nonsense on the command line; the same command shows it again."""
        robot = Robot(tmp_path / "T.yaml", Stage(a.empty), language="en", cameras=(), camera="http://127.0.0.1:1/x")
        begin(robot)
        robot.type("place", "http://127.0.0.1:8/y")
        robot.enter()
        robot.wait(5)
        for _ in range(2):
            robot.desk.close()
            assert "--camera http://127.0.0.1:8/y --leds" in robot.desk.what_next().en
            robot.camera = "http://127.0.0.1:8/y"
            robot.start()
            assert self.shown(robot) == ("http://127.0.0.1:8/y", "http://127.0.0.1:8/y")

    def test_another_one_on_the_command_line_is_told_and_shown_first(self, tmp_path: Path, a: Set) -> None:
        robot = Robot(tmp_path / "T.yaml", Stage(a.empty), language="en", camera="0")
        begin(robot)
        self.taken(robot)
        robot.desk.close()
        robot.camera = "/clips/b"
        robot.start()
        robot.expect("camera")
        assert self.shown(robot) == ("/clips/b", "/clips/b")
        assert "another camera, /clips/b; until now it was 0" in robot.told()
        robot.press("f2")
        assert robot.desk.bench.place == "0", "looked at and not taken"
        robot.press("enter")
        self.taken(robot)
        assert robot.desk.bench.path.answers["camera"]["place"] == "/clips/b"
        robot.start()
        robot.expect("view")

    def test_no_live_picture_is_said_no_longer_than_it_is_true(self, tmp_path: Path, a: Set) -> None:
        robot = Robot(tmp_path / "T.yaml", Stage(a.empty), language="en", camera="0")
        begin(robot)
        robot.desk.press("enter")
        assert "no live picture yet" in robot.told()
        robot.wait(40)
        assert "no live picture yet" not in robot.told()
        assert robot.desk.view().primary is not None


class TestAnOldPicture:
    @pytest.mark.parametrize("step", ["camera", "palms", "lights"])
    def test_is_marked_on_pages_that_judge_nothing_by_it_too(self, tmp_path: Path, a: Set, step: str) -> None:
        robot = Robot(tmp_path / "T.yaml", Stage(a.empty), language="en")
        begin(robot)
        robot.press("f5")
        robot.wait(30)
        robot.enter()
        robot.desk.press(STEP + step)
        robot.wait(2)
        live = robot.desk.view().live
        assert live is not None
        assert OLD not in [note.text for note in live.notes]
        robot.stage.is_plugged = False
        robot.wait(80)
        live = robot.desk.view().live
        assert live is not None
        assert live.notes[-1].text == OLD


@pytest.mark.parametrize(("language", "corner"), [("en", "south-west"), ("es", "suroeste")])
def test_the_ring_by_clicks_says_before_enter_what_comes(tmp_path: Path, a: Set, language: str, corner: str) -> None:
    robot = robot_at(tmp_path, a, "ring", size=(1024, 600))
    robot.desk.bench.answer(language=language)
    robot.page()
    assert corner not in str(robot.desk.view().todo.of(robot.desk.bench.language))
    robot.press("f6")
    robot.page()
    view = robot.desk.view()
    assert corner in view.todo.of(robot.desk.bench.language)
    assert view.primary == CLICK_THEM
    robot.press("f5")
    assert robot.desk.view().primary == Text("Find the ring", "Buscar el ring")
    assert robot.cut == []


class TestAKilledProgram:
    """Killed, not left: nothing but the progress file tells what was typed."""

    def fields(self, robot: Robot) -> dict[str, str]:
        return {one.key: one.value for one in robot.desk.view().entries}

    def test_brings_the_rings_sizes_back(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "ring")
        for key, words in (("width", "700"), ("depth", "712,5"), ("diagonal", "9")):
            robot.type(key, words)
        robot.press("f6")
        robot.wait(1)
        robot.start()
        robot.wait(1)
        found = self.fields(robot)
        assert (found["width"], found["depth"], found["diagonal"]) == ("700", "712,5", "9")
        assert next(one for one in robot.desk.view().entries if one.here).key == "diagonal"
        assert [one.key for one in robot.desk.view().choices if one.chosen] == ["f6"]

    @pytest.mark.parametrize(
        ("step", "field", "words"),
        [
            ("camera", "place", "http://10.0.0.7/video"), ("lens", "bar", "149"), ("lights", "per_m", "144"),
            ("palms", "player", "Lucía"), ("show", "show", "otra velada.db"),
        ],
    )  # fmt: skip
    def test_brings_back_what_was_typed_on_any_page(
        self, tmp_path: Path, a: Set, step: str, field: str, words: str
    ) -> None:
        robot = robot_at(tmp_path, a, step)
        robot.type(field, words)
        robot.wait(1)
        robot.start()
        robot.wait(1)
        robot.expect(step)
        assert self.fields(robot)[field] == words

    def test_another_command_means_what_it_says(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "show")
        robot.type("show", "typed.db")
        robot.wait(1)
        robot.show = tmp_path / "named.db"
        robot.start()
        assert self.fields(robot)["show"] == str(tmp_path / "named.db")

    def test_what_is_in_a_result_is_typing_no_more(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "palms")
        robot.desk.bench.answer(show=str(tmp_path / "show.db"))
        robot.type("player", "Lucía")
        robot.type("open", "205")
        robot.enter()
        robot.wait(2)
        assert TYPED not in robot.desk.bench.path.answers

    def test_what_somebody_made_of_the_progress_file_stops_nobody(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "ring")
        for broken in ([1], {"ring": [2]}, {"ring": {"values": 3, "here": []}}, {"ring": {"values": {"width": None}}}):
            robot.desk.bench.answer(**{TYPED: broken})
            robot.start()
            robot.wait(1)
            robot.expect("ring")


class TestLights:
    @pytest.mark.parametrize("key", ["f3", "f5"])
    def test_the_last_question_is_left_out_alone(self, tmp_path: Path, a: Set, key: str) -> None:
        robot = robot_at(tmp_path, a, "lights")
        robot.enter()
        robot.wait(3)
        step = robot.desk.step
        assert isinstance(step, LightsStep)
        step.at, step._is_asking = len(step.tests), True  # as with learned figures
        robot.press(key)
        robot.expect("crowd")
        mark = robot.desk.bench.path.mark("lights")
        assert mark.lamp.value == "green"
        assert mark.why == (NOT_LOOKED_AT,)
        assert robot.desk.bench.draft().leds["order"] == "GRB"


class TestFields:
    def test_page_up_goes_back_and_round(self) -> None:
        labels = {key: Text(key, key) for key in "abc"}
        form = Form(labels, here="b")
        for key, here in (("pageup", "a"), ("pageup", "c"), ("pagedown", "a")):
            assert form.press(key)
            assert form.here == here
        form = Form(labels)
        form.press("pageup")
        form.press(TEXT + "x")
        assert form.values == {"c": "x"}

    def test_what_stands_in_a_field_gives_way_to_the_first_letter(self) -> None:
        form = Form({key: Text(key, key) for key in "ab"}, {"a": "250", "b": "7"}, here="a")
        assert [one.selected for one in form.entries()] == [True, False]
        for letter in "200":
            form.press(TEXT + letter)
        assert form.values == {"a": "200", "b": "7"}
        for coming in ("pagedown", FIELD + "b"):
            form.press(FIELD + "a")
            form.press(coming)
            assert form.entries()[1].selected
            form.press("-")
            assert form.values["b"] == "-"
            form.press(FIELD + "b")
            form.press(TEXT + "3")
            assert form.values["b"] == "-3", "a second click does not select what is being typed"

    @pytest.mark.parametrize(("key", "left"), [("backspace", ""), ("left", "250"), ("end", "250")])
    def test_backspace_clears_it_and_arrows_keep_it(self, key: str, left: str) -> None:
        form = Form({"a": Text("a", "a")}, {"a": "250"}, here="a")
        assert form.press(key)
        form.press(TEXT + "9")
        assert form.values == {"a": left + "9"}
        form.press(SELECT)
        form.press(TEXT + "7")
        assert form.values == {"a": "7"}

    def test_typing_goes_on_after_a_kill_and_what_was_only_shown_is_selected_again(self) -> None:
        form = Form({"a": Text("a", "a")}, {"a": "show.db"}, here="a", longest=LONGEST_PATH)
        form.recall({"values": {"a": "/" + "ñ" * 300}, "here": "a"})
        form.press(TEXT + "9")
        assert form.values == {"a": "/" + "ñ" * 300 + "9"}
        form = Form({"a": Text("a", "a")}, {"a": "show.db"}, here="a")
        form.recall({"values": {"a": "show.db"}, "here": "a"})
        assert form.is_selected

    @pytest.mark.parametrize(
        ("typed", "told"), [("abc", "abc is not allowed"), ("", "nothing is typed"), ("9", "0 to 5")]
    )
    def test_a_refusal_names_the_field_and_what_is_allowed(self, typed: str, told: str) -> None:
        form = Form({"a": Text("mat, mm", "lona, mm"), "b": Text("b", "b")}, {"a": typed, "b": "1"}, here="b")
        refused = form.between("a", 0, 5)
        assert isinstance(refused, Text)
        assert "“mat, mm”" in refused.en
        assert "«lona, mm»" in refused.es
        assert told in refused.en
        assert (form.here, form.between("b", 0, 5)) == ("a", 1.0)

    @pytest.mark.parametrize(
        ("field", "typed"),
        [("width", "x"), ("depth", "7"), ("diagonal", "lots"), ("ringside", "9999"), ("drop", "nan"), ("bar", "-3")],
    )
    def test_every_field_of_the_ring_is_refused_by_its_name(
        self, tmp_path: Path, a: Set, field: str, typed: str
    ) -> None:
        robot = robot_at(tmp_path, a, "ring")
        for key, value in {"width": "700", "depth": "700", "drop": "40", field: typed}.items():
            robot.type(key, value)
        robot.desk.press("enter")
        entry = next(one for one in robot.desk.view().entries if one.key == field)
        assert (entry.here, entry.selected) == (True, True)
        assert f"“{entry.label.en}”" in robot.told()
        assert typed.removeprefix("-") in robot.told()

    def test_looks_one_after_another_are_not_one_that_takes_long(self, tmp_path: Path, a: Set) -> None:
        """`looking for the hand · 19 s` told of no look: each had taken a moment."""
        robot = robot_at(tmp_path, a, "palms")
        watch, looked = robot.desk.bench, Text("a look", "una mirada")
        waiting: list[Future[None]] = []

        def begun(_: object) -> "Future[None]":
            waiting.append(Future())
            return waiting[-1]

        watch.runner = Runner(begun)
        for _ in range(5):
            assert watch.glance(looked, lambda: None, lambda _: None, lambda _: None)
            assert watch.busy() == looked
            robot.now_ms += 4000
            assert watch.busy() == Text("a look · 4 s", "una mirada · 4 s")
            waiting[-1].set_result(None)
            watch.runner.tick()

    def test_another_size_typed_meanwhile_gives_the_search_up(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "ring")
        for key in ("width", "depth", "drop"):
            robot.type(key, "700")
        robot.wait(12)
        robot.desk.step.say_bad(Text("wrong before", "mal antes"))
        robot.desk.press("enter")
        assert robot.desk.view().told == (), "what was wrong before goes at once"
        robot.now_ms += 7000
        busy = robot.desk.view().busy
        assert busy is not None
        assert busy.en == "looking for the ring, 10 to 60 s · 7 s"
        robot.desk.press("pagedown")
        assert robot.desk.view().busy is not None
        robot.desk.press(TEXT + "1")
        assert robot.desk.view().busy is None
        robot.wait(3)
        assert robot.desk.view().entries, "still the page of the fields"

    @pytest.mark.parametrize(
        ("field", "typed", "allowed"),
        [("per_m", "999", "1 to 200"), ("ropes", "5", "12 or 4"), ("post_leds", "x", "whole"), ("order", "RRR", "GRB")],
    )
    def test_every_field_of_the_lights_is_refused_by_its_name(
        self, tmp_path: Path, a: Set, field: str, typed: str, allowed: str
    ) -> None:
        robot = robot_at(tmp_path, a, "lights")
        robot.type(field, typed)
        robot.enter()
        entry = next(one for one in robot.desk.view().entries if one.key == field)
        assert (entry.here, entry.selected) == (True, True)
        assert f"“{entry.label.en}”: {typed} is not allowed" in robot.told()
        assert allowed in robot.told()
        assert "leds." not in robot.told()

    def test_lights_that_are_off_are_left_out_and_not_looked_for_in_the_evening(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "lights")
        robot.type("words", "Off")
        robot.enter()
        robot.expect("crowd")
        assert "--leds off" in evening(robot.desk.bench).en

    def test_a_long_name_does_not_cover_the_other_ones(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        robot = robot_at(tmp_path, a, "camera")
        robot.press("f5")
        robot.wait(30)
        robot.desk.press(STEP + "sides")
        name = "Bartholomäus von und zu Hohenschwangau-Neuschwanstein"
        live = robot.desk.bench.live(notes=(Note((640.0, 360.0), Text(name, name), (247, 187, 64)),))
        page = Page(Text("look", "mira"), live=live)
        monkeypatch.setattr(robot.desk.step, "page", lambda: page)
        _, canvas, place = robot.page()
        assert place is not None
        plate = next(one for one in canvas.drawn if one.text.startswith("Barth"))
        assert plate.text.endswith("…")
        assert plate.rect.width < 0.45 * place.box.width

    @pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1920, 1080)])
    def test_eight_long_names_close_together_can_all_be_read(self, size: tuple[int, int]) -> None:
        names = [f"{letter}-Bartholomäus von und zu Hohenschwangau" for letter in "ABCDEFGH"]
        notes = tuple(
            Note((560.0 + 40 * (n % 4), 330.0 + 25 * (n // 4)), Text(name, name), (104, 214, 160))
            for n, name in enumerate(names)
        )
        canvas = Canvas(pygame.Surface(size), hall(light=False))
        box = pygame.Rect(round(size[0] * 0.2), 80, round(size[0] * 0.5), size[1] - 160)
        setup_picture.draw(canvas, box, Live(np.zeros((720, 1280, 3), np.uint8), 0, notes=notes), "es", None)
        plates = [one.rect for one in canvas.drawn]
        assert [one.text[0] for one in canvas.drawn] == list("ABCDEFGH")
        assert all(plate.collidelist(plates[:n]) < 0 for n, plate in enumerate(plates))
        assert max(plate.width for plate in plates) < 0.25 * box.width

    def test_the_part_that_matters_fills_the_place_and_clicks_mean_its_pixels(self) -> None:
        picture = np.zeros((720, 1280, 3), np.uint8)
        picture[500:504, 900:904] = 255
        canvas = Canvas(pygame.Surface((1280, 720)), hall(light=False))
        box = pygame.Rect(255, 70, 620, 585)
        shown = Live(picture, 0, shown=(700.0, 350.0, 1100.0, 650.0))
        place = setup_picture.draw(canvas, box, shown, "es", None)
        assert place.scale == pytest.approx(620 / 400)
        spot = np.argwhere(pygame.surfarray.array3d(canvas.surface).min(axis=2) > 250)
        middle = tuple(spot.mean(axis=0) + 0.5)
        assert place.to_picture(middle) == pytest.approx((901.5, 501.5), abs=0.7)
        # a part in the picture's corner: what is beside it, and no empty room
        corner = setup_picture.draw(canvas, box, Live(picture, 0, shown=(0.0, 0.0, 300.0, 200.0)), "es", None)
        assert (corner.left, corner.top) == (box.left, box.top)

    def test_names_leave_the_crosses_at_the_feet_free(self) -> None:
        feet = [(560.0 + 60 * n, 330.0 + 20 * (n % 2)) for n in range(4)]
        green = (104, 214, 160)
        notes = [one for at in feet for one in (Note(at, None, green), Note(at, Text("Mole", "Mole"), green))]
        canvas = Canvas(pygame.Surface((1280, 720)), hall(light=False))
        box = pygame.Rect(255, 70, 620, 585)
        live = Live(np.zeros((720, 1280, 3), np.uint8), 0, notes=tuple(notes), shown=(400.0, 200.0, 900.0, 600.0))
        place = setup_picture.draw(canvas, box, live, "es", None)
        for plate in canvas.drawn:
            assert not any(plate.rect.collidepoint(place.to_surface(at)) for at in feet)


class TestAnotherEvening:
    def test_a_show_file_that_the_command_names_and_that_is_there_is_not_asked(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "summary")
        robot.enter()
        assert robot.desk.is_over
        robot.show = tmp_path / "show.db"
        robot.start()
        robot.expect("show")
        robot.wait(3)
        robot.expect("camera")

    def after_one(self, folder: Path, one: Set) -> Robot:
        """A set-up that is over, with the show file `show.db`."""
        robot = robot_at(folder, one, "summary")
        robot.enter()
        robot.desk.close()
        robot.show = folder / "december.db"
        return robot

    def test_a_new_show_names_who_comes_along_before_enter(self, tmp_path: Path, a: Set) -> None:
        robot = self.after_one(tmp_path, a)
        names = [f"Player {number}" for number in range(1, 7)]
        with Show.open(tmp_path / "show.db") as show:
            show.append([event(PlayerSet(Player(name))) for name in names], "test", 1)
            show.append([event(SheetSet(Sheet("Kraken", "Yago")))], "test", 1)
        robot.start()
        robot.wait(2)
        players = "7 players (Player 1, Player 2, Player 3, Player 4, …)"
        assert f"Come along from show.db: {players}, 1 sheet (Kraken)" in robot.told()
        robot.press("f5")
        assert "Nobody comes along; left behind in show.db: 7 players" in robot.told()
        robot.press("f5")
        robot.enter()
        robot.wait(2)
        assert list(people_of(tmp_path / "december.db").sheets) == ["kraken"]
        assert robot.cut == []

    def test_where_nobody_would_come_along_it_says_so(self, tmp_path: Path, a: Set) -> None:
        robot = self.after_one(tmp_path, a)
        robot.start()
        robot.wait(2)
        assert "Nobody comes along: show.db has no players and no sheets" in robot.told()
        bench = robot.desk.bench
        bench.take(bench.path.marked("palms", Lamp.GREEN, kept=True))
        robot.enter()
        robot.wait(2)
        assert bench.path.mark("palms").lamp is Lamp.NOT_YET, "nobody's palm is known in a file without people"
        robot.desk.close()
        (tmp_path / "show.db").unlink()
        bench.path = begun_again(bench.path).answered(show=str(tmp_path / "show.db"))
        (tmp_path / "december.db").unlink()
        bench.take(bench.path)
        robot.start()
        robot.expect("show")
        assert "show.db, which is gone: nobody comes along" in robot.told()

    def test_who_goes_back_to_a_page_is_asked_there(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "summary")
        robot.enter()
        robot.start()
        robot.press(STEP + "camera")
        robot.press(STEP + "show")
        assert robot.desk.bench.path.answers[UNCHANGED] == ["view"]

    def test_the_length_from_corner_to_corner_is_still_known(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "camera")
        bench = robot.desk.bench
        (tmp_path / "T.yaml").write_text(
            "version: 1\nring: {size_mm: [700, 700], ringside_mm: 250}\n", encoding="utf-8"
        )
        bench.answer(diagonal="990")
        robot.desk.press(STEP + "ring")
        assert {one.key: one.value for one in robot.desk.view().entries}["diagonal"] == "990"


class TestLeftInTheMiddle:
    """Begun again after the camera was knocked meanwhile: what is kept is looked at before it is used."""

    def left_at_sides(self, folder: Path, one: Set) -> Robot:
        robot = Robot(folder / "T.yaml", Stage(one.empty), one.write_markers(folder / "M.yaml"), language="en")
        begin(robot)
        camera(robot)
        robot.press("f3")
        ring(robot, one)
        robot.expect("sides")
        robot.desk.close()
        return robot

    def test_a_camera_that_moved_leads_to_its_place_and_the_ring_is_due(self, tmp_path: Path, a: Set) -> None:
        robot = self.left_at_sides(tmp_path, a)
        robot.stage.show(moved_camera(a).empty)
        robot.start()
        robot.expect("sides")
        robot.wait(120)
        robot.expect("view")
        told = robot.told()
        assert "has moved by" in told
        assert "since the ring was found" in told
        assert LEFT_MEANWHILE.en in told
        assert "Not as it was: Enter goes on to Ring" in told
        robot.enter()
        robot.expect("ring")
        assert robot.lamps()["ring"] == "not_yet"
        assert robot.cut == []

    def test_one_that_stands_as_it_stood_leaves_the_page_open(self, tmp_path: Path, a: Set) -> None:
        robot = self.left_at_sides(tmp_path, a)
        robot.start()
        robot.wait(120)
        robot.expect("sides")
        assert robot.lamps()["ring"] == "green"
        # another look of this set-up is held against the picture that the ring was found in
        robot.press(STEP + "view")
        robot.wait(60)
        assert "the camera stands as when the ring was found" in robot.told()
