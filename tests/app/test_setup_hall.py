"""The set-up's pages of the hall: crowd board, sound, rehearsal."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pygame
import pytest

from app.setup_robot import DISPLAYS
from app.setup_sets import Set
from app.setup_walks import robot_at
from companion.app import drill_report, live_window
from companion.app.drill import ITEMS, Rehearsed
from companion.app.setting_up.steps import crowd, rehearsal, sound
from companion.app.setting_up.steps.crowd import CrowdStep
from companion.app.setting_up.steps.summary import SummaryStep
from companion.kernel.text import Text
from companion.screens import setup_identify
from companion.screens.displays import Display, beside_the_referee, listed, place_crowd
from companion.screens.setup_view import LAMP_WORDS, STEP, Lamp
from companion.screens.sounds import NO_DEVICE, Player


class Windowed:
    """Stands for a window of the set-up in a process of its own."""

    started: ClassVar[list["Windowed"]] = []

    def __init__(self, words: list[str]) -> None:
        self.words, self.said = words, ""
        self.is_coming, self.is_there, self.has_failed, self.is_closed = True, False, False, False
        self.started.append(self)

    def comes(self) -> None:
        self.is_coming, self.is_there = False, True

    def dies(self, said: str) -> None:
        self.is_coming, self.has_failed, self.said = False, True, said

    def close(self) -> None:
        self.is_coming, self.is_there, self.is_closed = False, False, True


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Windowed]:
    """The windows that the page opens; no process runs."""
    Windowed.started = []
    monkeypatch.setattr(crowd, "Opened", Windowed)
    return Windowed.started


class TestTheCrowdBoard:
    def test_of_one_display_it_promises_what_the_evening_does(self) -> None:
        one_display = listed([(1366, 768)])
        assert beside_the_referee(place_crowd(one_display, None)).aside
        told = (crowd.CrowdStep.meanings[Lamp.AMBER], crowd.ONE_DISPLAY, live_window.ONE_DISPLAY)
        assert all("minimised in the task bar" in one.en for one in told)
        assert all("minimizado en la barra de tareas" in one.es for one in told)

    def test_the_chosen_display_is_stored_with_its_size(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "crowd")
        robot.press("2")
        robot.enter()
        assert robot.desk.bench.path.answers["display"] == "2:1920x1080"
        assert robot.lamps()["crowd"] == "green"

    def test_what_is_chosen_is_seen_and_what_enter_does_is_told(self, tmp_path: Path, a: Set) -> None:
        def chosen() -> list[str]:
            return [one.key for one in robot.desk.view().choices if one.chosen]

        robot = robot_at(tmp_path, a, "crowd")
        # nobody has pressed anything: what Enter does now
        assert chosen() == ["2"]
        assert "Enter: the board opens on display 2" in robot.told()
        robot.press("1")
        assert chosen() == ["1"]
        assert "Enter: the board opens on display 1, over the referee's window" in robot.told()
        robot = robot_at(tmp_path / "one", a, "crowd", displays=DISPLAYS[:1])
        assert chosen() == ["1"]
        assert "Enter: in the match the board waits minimised in the task bar" in robot.told()
        robot.press("1")
        assert chosen() == ["1"]

    def test_a_window_on_its_way_is_told_until_it_is_there(
        self, tmp_path: Path, a: Set, started: list[Windowed]
    ) -> None:
        robot = robot_at(tmp_path, a, "crowd")
        robot.press("f9")
        assert {"--test", "--heart"} < set(started[0].words)
        assert robot.desk.view().busy == crowd.OPENING_BOARD
        robot.press("f9")
        assert len(started) == 1
        robot.wait(125)
        assert robot.desk.view().busy.en == "opening the board · 4 s"  # type: ignore[union-attr]
        started[0].comes()
        robot.wait(1)
        assert robot.desk.view().busy is None
        assert "the test picture is on display 2: Q on it closes it" in robot.told()
        started[0].close()
        robot.wait(1)
        assert "Q on it closes it" not in robot.told()

    def test_the_keys_come_back_once_a_window_has_gone(self, tmp_path: Path, a: Set, started: list[Windowed]) -> None:
        """Without a window manager nobody else gives them back."""
        robot = robot_at(tmp_path, a, "crowd")
        bench = robot.desk.bench
        robot.press("f8")
        first, second = started
        for one in started:
            one.comes()
        robot.wait(1)
        first.close()
        robot.wait(1)
        assert not bench.keys_due(), "the other number is still there, and takes the key that closes it"
        second.close()
        robot.wait(1)
        assert (bench.keys_due(), bench.keys_due()) == (True, False)
        # one that the page itself closes
        robot.press("f9")
        started[-1].comes()
        robot.wait(1)
        assert not bench.keys_due()
        robot.enter()
        assert bench.keys_due()

    def test_one_that_never_came_says_why_in_one_line(self, tmp_path: Path, a: Set, started: list[Windowed]) -> None:
        robot = robot_at(tmp_path, a, "crowd")
        for said, due in (("no display here", "no display here"), ("", "its program ended at once")):
            robot.press("f8")
            assert robot.desk.view().busy == crowd.OPENING_NUMBERS
            started[-1].dies(said)
            robot.wait(1)
            assert robot.desk.view().busy is None
            assert f"it did not open: {due}" in robot.told()
            # the other display's number goes with it
            assert started[-2].is_closed

    def test_one_display_is_a_window(self, tmp_path: Path, a: Set, started: list[Windowed]) -> None:
        robot = robot_at(tmp_path, a, "crowd", displays=DISPLAYS[:1])
        assert "one display only" in robot.told()
        robot.press("1")
        assert "one display only" in robot.told()
        robot.press("f9")
        assert "Q on it" in robot.desk.view().todo.en
        # a display that is named is filled, and this one has the set-up's own window
        assert "--display" not in started[-1].words
        robot.enter()
        assert robot.lamps()["crowd"] == "amber"
        assert "--display" not in SummaryStep(robot.desk.bench).command().en

    def test_a_stored_display_that_is_gone_is_told(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "crowd")
        robot.press("2")
        robot.enter()
        robot.displays = DISPLAYS[:1]
        robot.start()
        robot.desk.press(STEP + "crowd")
        assert "display 2:1920x1080 is not there" in robot.told()

    def test_a_stored_display_that_is_gone_is_stored_no_more(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "crowd")
        robot.desk.bench.answer(display="2:800x600")
        robot.displays = (DISPLAYS[0], Display(1, 1024, 768), Display(2, 1024, 768))
        robot.start()
        robot.desk.press(STEP + "crowd")
        robot.step(CrowdStep).chosen = "4:800x600"
        assert "display 4:800x600 is not there" in robot.told()
        assert "Enter: the board opens on display 2" in robot.told()
        robot.enter()
        assert robot.desk.bench.path.answers["display"] == "2:1024x768"

    def test_every_display_shows_its_number(self, tmp_path: Path, a: Set, started: list[Windowed]) -> None:
        robot = robot_at(tmp_path, a, "crowd")
        robot.press("f8")
        assert [one.words[-2:] for one in started] == [["companion.screens.setup_identify", index] for index in "01"]
        for one in started:
            one.comes()
        robot.press("2")
        robot.press("f9")
        assert all(one.is_closed for one in started[:2])
        assert started[-1].words[-2:] == ["--display", "2:1920x1080"]

    @pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1080, 1920)])
    def test_the_number_is_as_large_as_it_fits(self, size: tuple[int, int]) -> None:
        canvas = setup_identify.draw(pygame.Surface(size), DISPLAYS[1])
        number, words = canvas.drawn
        assert (number.text, words.text) == ("2", "1920 x 1080")
        assert number.rect.height > 0.3 * size[1] or number.rect.width > 0.3 * size[0]
        assert not any(one.cut for one in canvas.drawn)

    def test_the_number_goes_away_by_itself_or_by_a_key(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = [0]
        pressed: list[list[str]] = [[], ["redraw"], ["a"], []]

        class Screen:
            surface = pygame.Surface((640, 360))

            def __init__(self, *_: object) -> None:
                now[0] = 0

            def show(self, _: object) -> None:
                now[0] += 1000

            def keys(self, *_: object) -> list[str]:
                return pressed.pop(0) if pressed else []

            def close(self) -> None:
                now[0] += 100_000

        monkeypatch.setattr(setup_identify, "Window", Screen)
        setup_identify.show(DISPLAYS[0], lambda: now[0])
        assert now[0] == 103_000
        setup_identify.show(DISPLAYS[0], lambda: now[0])
        assert now[0] == 104_000


def silent_player() -> Player:
    player = Player()
    player.close()
    player.reason = NO_DEVICE
    return player


class TestSound:
    def test_a_bell_nobody_hears_is_no_green(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "sound")
        robot.press("3")
        robot.press("2")
        assert robot.lamps()["sound"] == "amber"

    def test_a_machine_without_one_says_so_and_asks_nothing_that_is_not_heard(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made = [silent_player(), silent_player(), Player()]
        monkeypatch.setattr(sound, "Player", lambda: made.pop(0))
        robot = robot_at(tmp_path, a, "sound")
        view = robot.desk.view()
        assert [one.text for one in view.told] == [Text(NO_DEVICE, "sin sonido: no hay tarjeta ni servidor de sonido")]
        assert (view.todo, view.primary) == (sound.NOTHING_TO_HEAR, sound.WITHOUT)
        assert [one.key for one in view.choices] == ["3"]
        robot.desk.press("1")
        robot.desk.press("2")
        robot.expect("sound")
        robot.press("3")
        assert robot.desk.view().todo == sound.NOTHING_TO_HEAR
        # a loudspeaker was plugged in
        robot.press("3")
        assert robot.desk.view().todo == sound.ASKED
        robot.press("1")
        assert robot.lamps()["sound"] == "green"

    def test_without_one_enter_goes_on_and_the_last_page_says_why(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sound, "Player", silent_player)
        robot = robot_at(tmp_path, a, "sound")
        robot.enter()
        assert robot.lamps()["sound"] == "amber"
        assert robot.desk.bench.path.mark("sound").why[0].en == NO_DEVICE

    def test_the_terminal_has_a_word_for_every_lamp_in_both_languages(self) -> None:
        assert set(LAMP_WORDS) == set(Lamp)
        assert LAMP_WORDS[Lamp.GREEN] == Text("green", "verde")


class TestTheRehearsal:
    def items(self, *good: bool) -> Iterator[Rehearsed]:
        for number, ok in enumerate(good):
            title, what = Text(f"item {number}", f"prueba {number}"), Text("it went on", "siguió")
            yield Rehearsed(f"item{number}", title, what, ok, 1.0 if ok else None)

    def test_item_by_item_and_green_when_all_are(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "drill", rehearse=lambda language: self.items(*[True] * 9))
        robot.enter()
        assert "item 0: it went on" in robot.told()
        robot.expect("drill")
        assert (robot.desk.view().todo, robot.desk.view().primary) == (rehearsal.RUNS, None)
        robot.wait(12)
        robot.expect("summary")
        assert robot.lamps()["drill"] == "green"

    def test_red_when_one_is_not_and_what_it_was_stays_in_sight(self, tmp_path: Path, a: Set) -> None:
        robot = robot_at(tmp_path, a, "drill", rehearse=lambda language: self.items(True, False))
        robot.enter()
        robot.wait(8)
        robot.expect("drill")
        assert robot.lamps()["drill"] == "red"
        assert "item 1" in robot.told()
        assert robot.desk.view().todo == rehearsal.AGAIN

    def test_which_of_how_many_is_told(self, tmp_path: Path, a: Set) -> None:
        assert drill_report.working(0).en == f"rehearsing 1 of {len(ITEMS)}: camera gone"
        assert drill_report.working(1, ["disk_full", "clock_jump"]).es == "ensayando 2 de 2: cambio de hora"
        names = []
        robot = robot_at(tmp_path, a, "drill", rehearse=lambda language: self.items(True, True, False))
        start = robot.desk.bench.start

        def heard(name: Text, *rest: Any) -> bool:
            names.append(name.en)
            return start(name, *rest)

        robot.desk.bench.start = heard  # type: ignore[method-assign]
        robot.enter()
        robot.wait(8)
        assert [name.split(":")[0] for name in names][:3] == [f"rehearsing {n} of {len(ITEMS)}" for n in (1, 2, 3)]

    def test_leaving_ends_it(self, tmp_path: Path, a: Set) -> None:
        ended = []

        def endless(language: str) -> Iterator[Rehearsed]:
            del language
            try:
                while True:
                    yield from self.items(True)
            finally:
                ended.append(True)

        robot = robot_at(tmp_path, a, "drill", rehearse=endless)
        robot.enter()
        robot.wait(3)
        robot.press("f3")
        robot.wait(3)
        assert ended == [True]
