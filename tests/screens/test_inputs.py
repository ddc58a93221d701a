"""Keyboard, mouse, finger and gamepad become the same names of keys (field notes G-01, G-11)."""

from dataclasses import replace

import pygame
import pytest

from companion.kernel.text import Text
from companion.screens import render
from companion.screens.canvas import Target
from companion.screens.inputs import GAMEPAD, GOING, Presses, key_at, key_name
from companion.screens.interaction import Game, Ui, press
from companion.screens.key_map import KEY_BAR
from companion.screens.menu import on_page
from companion.screens.view_model import Entry
from screens import samples

NO_GAME = Game(lambda command, given: (), lambda command, keys: ())


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("return", "enter"), ("[enter]", "enter"), ("[7]", "7"), ("7", "7"), ("delete", "backspace"), ("A", "a"),
        ("page down", "pagedown"), ("tab", "pagedown"), (",", "."), ("f11", "f11"), ("escape", "escape"),
    ],
)  # fmt: skip
def test_names(name: str, key: str) -> None:
    assert key_name(name) == key


def test_control_does_what_it_does_everywhere() -> None:
    assert key_name("z", ctrl=True) == "u"
    assert key_name("y", ctrl=True) == "y"
    assert key_name("q", ctrl=True) == "escape"
    assert key_name("return", ctrl=True) == "register"
    assert key_name("c", ctrl=True) == ""


class TestSameButton:
    def test_presses_at_0_80_240_600_ms_are_two(self) -> None:
        presses = Presses()
        assert [presses.counts("u", at) for at in (0, 80, 240, 600)] == [True, False, False, True]

    def test_digits_are_typing(self) -> None:
        presses = Presses()
        assert all(presses.counts("6", at) for at in (0, 40, 80))

    def test_where_digits_choose_they_come_one_by_one_and_a_bounce_starts_a_new_window(self) -> None:
        presses = Presses(free=GOING)
        assert [presses.counts("1", at) for at in (0, 80, 300, 600)] == [True, False, False, True]
        assert all(presses.counts("left", at) for at in (0, 40))

    def test_two_buttons_do_not_hinder_each_other(self) -> None:
        presses = Presses()
        assert presses.counts("u", 0)
        assert presses.counts("y", 10)


class TestPlacesToPress:
    def test_a_press_on_a_choice_is_its_key(self) -> None:
        canvas = render.referee_canvas(samples.REFEREE, (1280, 720), "es")
        for key, _ in on_page(samples.REFEREE):
            places = [one for one in canvas.targets if one.key == key]
            assert places  # one that is greyed tells its reason in full
            for place in places:
                assert key_at(canvas.targets, *place.rect.center) == key

    def test_every_key_of_the_bar_can_be_pressed(self) -> None:
        proposal = replace(samples.REFEREE.proposals[0], action=samples.REFEREE.actions[0])
        editable = replace(samples.REFEREE, proposals=(proposal,))
        canvas = render.referee_canvas(editable, (1280, 720), "es")
        keys = {key_name(one.key) for one in canvas.targets}
        assert {"enter", "backspace", "e", "r", "u", "y", "v", "j", "a", "s", "g", "l", "f1", "escape"} <= keys

    def test_the_bar_has_every_key_on_an_upright_screen_too(self) -> None:
        wide = render.referee_canvas(samples.REFEREE, (1280, 720), "es")
        upright = render.referee_canvas(samples.REFEREE, (1080, 1920), "es")
        keys = {key_name(cap) for cap, _ in KEY_BAR}
        assert keys <= {key_name(one.key) for one in wide.targets}
        assert keys <= {key_name(one.key) for one in upright.targets}

    def test_a_card_tells_the_whole_name_of_a_fighter(self) -> None:
        one = replace(samples.REFEREE.fighters[0], id="Él", name="El Santísimo Gólem de la Plaza Mayor de Cuenca")
        view = replace(samples.REFEREE, fighters=(one, *samples.REFEREE.fighters[1:]))
        canvas = render.referee_canvas(view, (1280, 720), "es")
        place = next(place for place in canvas.targets if place.key == "who:Él")
        ui, _ = press(Ui(), str(key_at(canvas.targets, *place.rect.center)), view, NO_GAME)
        assert ui.notice is not None
        assert ui.notice.text.es.startswith(one.name)
        assert "Maldición" in ui.notice.text.es
        told = render.referee_canvas(replace(view, notice=ui.notice), (1280, 720), "es").drawn
        assert not any(text.cut for text in told if text.text.split()[0] in ui.notice.text.es)

    def test_a_name_of_two_lines_is_whole_on_the_card(self) -> None:
        one = replace(samples.REFEREE.fighters[0], name="El Santísimo Gólem de Cuenca")
        view = replace(samples.REFEREE, fighters=(one, *samples.REFEREE.fighters[1:]))
        for size in ((1280, 720), (1080, 1920)):
            assert not any(text.cut for text in render.referee_canvas(view, size, "es").drawn)

    def test_letters_can_be_pressed_where_a_text_is_asked_for(self) -> None:
        view = replace(samples.REFEREE, decision=None, entry=Entry(Text("Why?", "¿Por qué?"), letters=True))
        for size in ((1280, 720), (1080, 1920)):
            canvas = render.referee_canvas(view, size, "es")
            keys = {key_at(canvas.targets, *one.rect.center) for one in canvas.targets}
            assert {f"text:{letter}" for letter in "abcñz0=_"} | {"space", "backspace", "enter", "escape"} <= keys
            assert min(min(one.rect.size) for one in canvas.targets if one.key.startswith("text:")) >= 44

    def test_the_dice_pad_has_every_face_and_ends(self) -> None:
        canvas = render.referee_canvas(samples.DEFEND, (1280, 720), "es")
        keys = {key_name(one.key) for one in canvas.targets}
        assert {"1", "2", "3", "4", "5", "6", "r", "enter", "backspace", "escape"} <= keys

    def test_what_lies_under_a_question_cannot_be_pressed(self) -> None:
        below, above = Target(pygame.Rect(0, 0, 50, 50), "3", 0), Target(pygame.Rect(100, 0, 50, 50), "1", 1)
        assert key_at([below, above], 10, 10) is None
        assert key_at([below, above], 110, 10) == "1"

    def test_beside_everything_is_nothing(self) -> None:
        assert key_at([], 5, 5) is None


def test_a_gamepad_reaches_yes_no_edit_roll_undo_redo() -> None:
    assert set(GAMEPAD.values()) >= {"enter", "backspace", "e", "r", "u", "y", "escape"}
