"""Field notes C-04 and C-05 on the page of the figures: eight in two minutes, likes told, specks are none."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import companion.app
from app.setup_robot import CLICK_S, FIGURE_S, WEBCAM, Robot, Stage
from app.setup_sets import Set
from companion.app.setting_up import progress
from companion.app.setting_up.figure_work import rename, still_told
from companion.app.setting_up.path import STEPS, SetupPath
from companion.app.setting_up.steps.figures import FiguresStep
from companion.app.setting_up.steps.figures_list import in_full, keyed, seen_rgb
from companion.app.setting_up.steps.figures_told import word_taken
from companion.kernel.text import Text
from companion.screens.setup_view import STEP, Lamp
from companion.store.people import Player, RosterImported, Sheet, event
from companion.store.show import Show
from companion.vision.clay_words import looks_like, own_colour
from companion.vision.colour_check import CARDS_BGR, SKINS_BGR
from companion.vision.figure_names import own_name
from companion.vision.figure_notes import NoteKind, of_kind
from companion.vision.sources import Picture
from companion.vision.table_file import Draft, Ring, read_draft, read_table, write_table

TWO_MINUTES_S = 120.0
# taking a figure from its box and standing it on the mat
PUT_DOWN_S = 12.0


def at_figures(folder: Path, one: Set, roster: tuple[Sheet, ...] = ()) -> Robot:
    """Somebody whose ring is known and empty, with the fighters in the show file."""
    table = folder / "T.yaml"
    ring = Ring((one.side_mm, one.side_mm), 250.0, one.truth["ringside_z_mm"])
    write_table(table, Draft(ring=ring, camera=one.camera))
    progress.write_picture(progress.empty_picture(table), one.empty)
    with Show.open(folder / "show.db") as show:
        show.append([event(RosterImported("people.csv", (Player("Ana"),), roster))], "test", 1)
    height, width = one.empty.shape[:2]
    camera = {"place": "0", "stable": WEBCAM.stable, "name": WEBCAM.name, "width": width, "height": height}
    path = SetupPath("figures").answered(camera=camera, show=str(folder / "show.db"), language="en")
    for step in STEPS[: STEPS.index("figures")]:
        path = path.marked(step, Lamp.GREEN)
    progress.save(table, path)
    robot = Robot(table, Stage(one.empty), language="en")
    robot.wait(20)
    robot.expect("figures")
    return robot


def step_of(robot: Robot) -> FiguresStep:
    assert isinstance(robot.desk.step, FiguresStep)
    return robot.desk.step


def sheets(one: Set) -> tuple[Sheet, ...]:
    return tuple(Sheet(figure.name, "Ana", figure.name, "humanoid") for figure in one.figures())


def click_feet(robot: Robot, one: Set) -> None:
    robot.press("f8")
    for figure in one.figures():
        robot.click(*map(float, one.px(np.array([[figure.x_mm, figure.y_mm, 0.0]]))[0]))
    robot.enter()
    robot.wait(3)


class TestEightFigures:
    def test_are_learned_in_under_two_minutes(self, tmp_path: Path, c: Set) -> None:
        """C-05: the names come from the roster, so that twelve seconds are left for each to be put down."""
        robot = at_figures(tmp_path, c, sheets(c))
        robot.stage.show(c.learn)
        robot.wait(12)
        robot.seconds = 0.0
        click_feet(robot, c)
        robot.expect("palms")  # on by itself, once the whole roster is known
        assert robot.lamps()["figures"] == "green"
        entries = read_table(robot.table).figures
        assert [one["name"] for one in entries] == [figure.name for figure in c.figures()]
        assert len(entries) == 8
        assert robot.seconds + 8 * PUT_DOWN_S <= TWO_MINUTES_S
        assert PUT_DOWN_S + CLICK_S < FIGURE_S

    def test_one_after_the_other_takes_one_key_each(self, tmp_path: Path, c: Set) -> None:
        """C-05: the place is found, the name is there: Enter. Eight of them leave thirteen seconds for each."""
        robot = at_figures(tmp_path, c, sheets(c))
        robot.seconds = 0.0
        robot.stage.show(c.alone(0))
        robot.wait(14)
        robot.enter()
        robot.wait(3)
        assert [one["name"] for one in read_table(robot.table).figures] == [c.figures()[0].name]
        offered = next(one.value for one in robot.desk.view().entries if one.key == "name")
        assert offered == c.figures()[1].name
        assert 8 * (robot.seconds + PUT_DOWN_S) <= TWO_MINUTES_S


def specks(empty: Picture) -> dict[str, Iterator[Picture]]:
    """What is no figure, picture by picture."""
    height, width = empty.shape[:2]
    middle = width // 2, height // 2

    def with_spot(at: tuple[int, int], radius: int, colour: tuple[int, int, int]) -> Picture:
        picture = empty.copy()
        cv2.circle(picture, at, radius, colour, -1)
        return picture

    def tiny() -> Iterator[Picture]:
        picture = empty.copy()
        picture[middle[1] : middle[1] + 2, middle[0] : middle[0] + 2] = (20, 20, 220)
        yield from [picture] * 25

    def passing() -> Iterator[Picture]:
        for start in range(4):
            yield from [empty] * (7 + start)
            yield from [with_spot(middle, 30, (20, 20, 220))] * 3

    def glint() -> Iterator[Picture]:
        for number in range(25):
            yield with_spot((middle[0] - 100 + 8 * number, middle[1]), 9, (255, 255, 255))

    return {"a blob of four pixels": tiny(), "a blob of three frames": passing(), "a glint that moves": glint()}


@pytest.mark.parametrize("what", ["a blob of four pixels", "a blob of three frames", "a glint that moves"])
def test_what_is_no_figure_is_never_one(tmp_path: Path, c: Set, what: str) -> None:
    """C-05: a new object must persist and have plausible size before it exists."""
    robot = at_figures(tmp_path, c)
    for picture in specks(c.empty)[what]:
        robot.stage.show(picture)
        robot.wait(1)
        assert step_of(robot).place is None
    robot.type("name", "Nadie")
    robot.enter()
    robot.wait(2)
    assert read_table(robot.table).figures == ()


def test_clicks_that_somebody_changed_in_the_progress_file_are_left_out(tmp_path: Path, c: Set) -> None:
    robot = at_figures(tmp_path, c)
    wrong = [[7], "x", ["1", "A", "", None, float("nan"), 0.0], ["1", "A", "", None, 1e300, 0.0],
             ["1", "A", "", None, "0", 0.0], ["1", "A", "", [], 10.0, 20.0]]  # fmt: skip
    path = robot.desk.bench.path.answered(typed={"figures": {"values": {"name": 7}, "here": [], "clicks": wrong}})
    robot.desk.close()
    progress.save(robot.table, path)
    robot.start()
    assert [(known.name, place.x_mm) for known, place in step_of(robot).clicks] == [("A", 10.0)]
    robot.wait(3)
    robot.page()
    assert robot.cut == []


def recoloured(one: Set, colours: Mapping[int, tuple[int, int, int]]) -> Set:
    """The learn picture with some figures of other clay: their shading stays."""
    learn = one.learn.copy()
    boxes = [figure["bbox_px"] for figure in one.truth["learn_frame"]["figures"]]
    for number, bgr in colours.items():
        left, top, right, bottom = (round(part) for part in boxes[number])
        part, empty = (picture[top:bottom, left:right].astype(float) for picture in (learn, one.empty))
        body = np.abs(part - empty).max(axis=2) > 30
        light = part[body].mean(axis=1)
        shaded = np.array(bgr) * np.clip(light / np.median(light), 0.75, 1.25)[:, None]
        learn[top:bottom, left:right][body] = np.clip(shaded, 0, 255).astype(np.uint8)
    return Set(one.truth, one.empty, learn, one.boards)


def hues_apart(steps: int) -> tuple[int, int, int]:
    hsv = np.array([[[100 + steps, 200, 150]]], dtype=np.uint8)
    blue, green, red = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]
    return int(blue), int(green), int(red)


def test_likes_are_told_before_the_bell_with_what_to_change(tmp_path: Path, c: Set) -> None:
    """C-04: a figure like another's clay, one four hue steps from it, like a hand, the ropes, a status card."""
    red_card = next(bgr for name, bgr in CARDS_BGR.items() if "red" in name.en)
    seen = recoloured(c, {1: hues_apart(0), 4: hues_apart(4), 2: SKINS_BGR[1], 7: red_card})
    robot = at_figures(tmp_path, seen, sheets(c))
    robot.stage.show(seen.learn)
    robot.wait(12)
    click_feet(robot, seen)
    assert robot.lamps()["figures"] == "red"
    told = robot.desk.bench.path.mark("figures").why
    for figures, what, do, que in (
        (("4 (red", "8 (yellow"), "will be taken for each other", "make one of them", "se confundirán"),
        (("2 (light blue", "5 (white"), "may be taken for each other in bad light", "or use white light", "mala luz"),
        (("3 (brown",), "looks like a hand", "or wear gloves", "se parece a una mano"),
        (("1 (grey",), "looks like the ropes or the table", "lay another cloth", "las cuerdas o la mesa"),
        (("4 (red", "8 (yellow"), "colours of the red card", "keep such cards off the mat", "la cartulina roja"),
    ):
        (one,) = (text for text in told if what in text.en and all(figure in text.en for figure in figures))
        assert do in one.en
        assert que in one.es
    # the worst comes first, and is what the page shows
    assert "will be taken" in told[0].en


def test_two_of_one_name_are_each_clicked_and_learned_under_their_own_id(tmp_path: Path, c: Set) -> None:
    robot = at_figures(tmp_path, c)
    robot.desk.close()
    twins = tuple({"id": id_, "name": "red", "colour": "red"} for id_ in ("4", "5"))
    ring = Ring((c.side_mm, c.side_mm), 250.0, c.truth["ringside_z_mm"])
    write_table(robot.table, Draft(ring=ring, camera=c.camera, figures=twins))
    robot.start()
    robot.wait(3)
    robot.stage.show(c.learn)
    robot.wait(12)
    robot.press("f8")
    for figure in c.figures()[:2]:
        robot.click(*map(float, c.px(np.array([[figure.x_mm, figure.y_mm, 0.0]]))[0]))
    assert [(one.id, one.name) for one, _ in step_of(robot).clicks] == [("4", "red"), ("5", "red")]
    robot.enter()
    robot.wait(3)
    robot.press("f10")
    choices = step_of(robot).page().choices[:2]
    # by the number that every text calls it
    assert [(choice.key, choice.label.en) for choice in choices] == [("4", "4 (red): red"), ("5", "5 (red): red")]
    robot.press("5")
    assert step_of(robot).page().todo.en == "Figure 5 (red): what now?"


def test_every_warning_is_shown_by_the_key_that_the_page_names(tmp_path: Path, c: Set) -> None:
    robot = at_figures(tmp_path, c)
    pair = Text(
        "figure {n} (Leo) and figure 9 (Momia) may be taken for each other in bad light (3.1 apart, 4 are due): make "
        "one of them light, or use white light",
        "la figura {n} (Leo) y la figura 9 (Momia) se pueden confundir con mala luz (distancia 3.1, hacen falta 4): "
        "haz una de las dos clara, o pon luz blanca",
    )
    # most that are hidden are not about bad light
    others = [Text(f"figure {n} (Leo) looks like the mat", f"la figura {n} (Leo) parece la lona") for n in range(7)]
    step_of(robot).keep_told([*of_kind(NoteKind.BAD_LIGHT, [pair.filled(n=1)]), *of_kind(NoteKind.HIDDEN, others)])
    robot.page()
    assert robot.desk.view().told[-1].text == Text("and 5 more: F6", "y 5 más: F6")
    seen = []
    robot.press("f6")
    for _ in range(2):
        robot.page()
        seen += [one.text for one in robot.desk.view().told]
        robot.press("f9")
    assert sorted(one.en for one in seen) == sorted(one.text.en for one in step_of(robot).warnings)
    robot.press("f6")
    assert robot.cut == []
    assert robot.desk.view().primary == Text("Learn it", "Aprenderla")


@pytest.mark.parametrize("here", ["name", ""])
def test_clearing_a_field_loses_no_click(tmp_path: Path, c: Set, here: str) -> None:
    robot = at_figures(tmp_path, c)
    robot.press("f8")
    robot.type("name", "Leo")
    robot.click(*map(float, c.px(np.array([[0.0, 0.0, 0.0]]))[0]))
    step_of(robot).form.here = here
    step_of(robot).form.values["name"] = "Mo"
    for _ in range(5):
        robot.desk.press("backspace")
    assert len(step_of(robot).clicks) == (1 if here else 0)


def test_those_that_are_known_need_no_click(tmp_path: Path, c: Set) -> None:
    robot = at_figures(tmp_path, c, sheets(c))
    robot.press("f8")
    assert "need no click" not in robot.told()
    robot.press("f8")
    robot.stage.show(c.alone(0))
    robot.wait(14)
    robot.enter()
    robot.wait(14)
    # it still stands there, and is looked for as the next one
    assert step_of(robot).place is not None
    robot.press("f8")
    assert "Those already known need no click" in robot.told()
    live = step_of(robot).page().live
    assert live is not None
    # no cross without a name at the feet of one that is known
    assert live.notes == ()


def learned_as(*ids: str) -> list[dict[str, Any]]:
    return [{**demo_figures()[0], "id": id_, "name": "", "colour": ""} for id_ in ids]


@pytest.mark.parametrize(
    ("ids", "keys"),
    [
        (("7", "8"), ["7", "8"]),
        (("6", "9", "10", "11"), ["6", "9", "0", "1"]),
        (("1", "11"), ["1", "2"]),
        (("a2", "a3", "4"), ["1", "2", "3"]),
        (tuple("12345678"), list("123456")),
    ],
)
def test_each_figure_of_the_list_has_the_key_of_its_number(ids: tuple[str, ...], keys: list[str]) -> None:
    assert list(keyed(learned_as(*ids))) == keys
    assert [one["id"] for one in keyed(learned_as(*ids)).values()] == list(ids[: len(keys)])


def test_the_list_says_each_clay_and_shows_its_colour() -> None:
    red, green, blue = seen_rgb({"model": {"colours": [{"weight": 1.0, "lab": [46.0, 57.0, 38.0]}]}})
    assert red > 150 > 80 > max(green, blue)
    assert in_full({"id": "3", "name": "Leo", "colour": "rojo"}).en == "3 (Leo): red"
    (one,) = learned_as("7")
    assert in_full(one) == Text("7: {clay}", "7: {clay}").filled(clay=looks_like(one))


def demo_figures() -> tuple[Mapping[str, Any], ...]:
    """Figures that were learned."""
    return read_draft(Path(companion.app.__file__).parent / "demo_data" / "demo_table.yaml").figures


class TestNameAndColourLeftEmpty:
    def test_the_program_says_what_it_sees_and_the_table_knows_whose_word_it_is(self, tmp_path: Path, c: Set) -> None:
        robot = at_figures(tmp_path, c)
        robot.desk.close()
        progress.save(robot.table, robot.desk.bench.path.answered(show=""))
        robot.start()
        robot.wait(2)
        assert any("may stay empty" in one.text.en for one in robot.desk.view().told)
        robot.stage.show(c.learn)
        robot.wait(12)
        click_feet(robot, c)
        entries = read_table(robot.table).figures
        assert [one["colour"] for one in entries][3:6] == ["red", "white", "orange"]
        assert {own_colour(one) for one in entries} == {""}
        assert {own_name(one) for one in entries} == {""}
        (said,) = (one.text for one in robot.desk.view().told if "no colour was given" in one.text.en)
        assert "given to 8 of them; seen, among others: 1 grey, 2 light blue, 3 brown. That will do;" in said.en
        assert ": 1 gris, 2 azul claro, 3 marrón. Así vale;" in said.es
        robot.press("f6")
        words = []
        for _ in range(3):
            words += [one.text.en for one in robot.desk.view().told]
            robot.press("f9")
        robot.press("f6")
        assert len({one for one in words if "no colour was given; seen: " in one}) == 8
        robot.press("f10")
        labels = [one.label for one in robot.desk.view().choices]
        assert any((one.en, one.es) == ("6: orange", "6: naranja") for one in labels)

    @pytest.mark.parametrize(
        ("typed", "told"),
        [("violeta", "“violeta” is purple on the sheets"), ("moco", "as it looks they offer "), ("rojo", "")],
    )
    def test_the_page_says_which_clay_is_taken_for_a_word(self, typed: str, told: str) -> None:
        one = {"id": "1", "name": typed, "colour": typed, "model": demo_figures()[0]["model"]}
        said = word_taken(one)
        assert (told in said.en and typed in said.es) if said and told else said is None

    @pytest.mark.parametrize("name", ["Rosa", "Roja"])
    def test_a_name_that_is_a_colour_too_leaves_the_clay_what_it_looks_like(
        self, tmp_path: Path, c: Set, name: str
    ) -> None:
        robot = at_figures(tmp_path, c, (Sheet(name, "Ana", "", "humanoid"), Sheet("Leo", "Berta", "", "humanoid")))
        robot.stage.show(c.alone(3))
        robot.wait(14)
        robot.enter()
        robot.wait(3)
        (one,) = read_table(robot.table).figures
        assert (one["name"], one["colour"], own_colour(one)) == (name, "red", "")
        # told all the same: nobody gave a colour
        assert "no colour was given; seen: 1 red" in robot.told()

    def test_a_name_alone_and_a_word_taken_back(self, tmp_path: Path, c: Set) -> None:
        robot = at_figures(tmp_path, c, (Sheet("Momia", "Ana", "", "humanoid"),))
        robot.stage.show(c.alone(3))
        robot.wait(14)
        robot.enter()
        robot.wait(3)
        (one,) = read_table(robot.table).figures
        assert (one["name"], one["colour"], own_colour(one)) == ("Momia", "red", "")
        rename(robot.desk.bench, "1", "Momia", "granate")
        assert own_colour(read_table(robot.table).figures[0]) == "granate"
        rename(robot.desk.bench, "1", "Momia", "")
        (one,) = read_table(robot.table).figures
        assert (one["colour"], own_colour(one)) == ("red", "")


class TestOfLastTime:
    """Due again and not learned again: told by name, never green."""

    def due(self, folder: Path, one: Set) -> Robot:
        robot = at_figures(folder, one)
        robot.desk.close()
        write_table(robot.table, replace(read_draft(robot.table), figures=demo_figures()))
        progress.save(robot.table, robot.desk.bench.path.answered(show=""))
        robot.start()
        robot.wait(2)
        return robot

    def test_is_asked_once_then_amber_by_name_and_stays_due(self, tmp_path: Path, c: Set) -> None:
        robot = self.due(tmp_path, c)
        step = step_of(robot)
        *learned, last = (str(one["id"]) for one in step.draft.figures)
        step.learned = learned
        robot.press("f9")
        robot.expect("figures")
        assert "known from last time only: " in robot.told()
        robot.page()
        assert robot.cut == []
        robot.press("f9")
        mark = robot.desk.bench.path.mark("figures")
        assert mark.lamp is Lamp.AMBER
        (why,) = mark.why
        assert f"figure {last} (" in why.en
        assert "from last time only" in why.en
        robot.desk.press(STEP + "figures")
        again = step_of(robot)
        assert again.learned == learned
        assert [str(one["id"]) for one in again.of_last_time()] == [last]
        again.learned = [*learned, last]
        again.mark_known()
        # learned after all: nothing is left of it
        again.keep_told(still_told(again.warnings, [], [last], is_learned=True))
        again.mark_known()
        assert robot.desk.bench.path.mark("figures").lamp is Lamp.GREEN

    def test_skipping_the_page_does_not_say_that_no_figure_is_known(self, tmp_path: Path, c: Set) -> None:
        robot = self.due(tmp_path, c)
        robot.press("f3")
        robot.expect("palms")
        assert robot.desk.bench.path.mark("figures").lamp is Lamp.AMBER
