"""A gamepad, and the arrow keys, do what the keyboard does (field note G-01)."""

from dataclasses import replace

import pygame
import pytest

from companion.screens import render
from companion.screens.displays import Display, Placement
from companion.screens.inputs import GAMEPAD, Stick
from companion.screens.interaction import Ui
from companion.screens.referee_window import RefereeLoop
from companion.screens.window import Window
from screens import samples
from screens.play import Player
from screens.stand import Stand

BUTTONS = {key: button for button, key in GAMEPAD.items()}


def event(kind: int, **fields: object) -> pygame.event.Event:
    return pygame.event.Event(kind, instance_id=0, **fields)


class Pad:
    """A hand on a gamepad: turns a wished key into pushes of cross and buttons, as pygame tells them."""

    def __init__(self, loop: RefereeLoop) -> None:
        self.loop = loop
        self.events: list[pygame.event.Event] = []

    def press(self, key: str) -> None:
        if key in BUTTONS:
            self._button(key)
            return
        for _ in range(30):
            if self.loop.ui.cursor == key:
                self._button("enter")
                return
            self._send(event(pygame.JOYHATMOTION, hat=0, value=(1, 0)), "right")
        raise AssertionError(f"the cursor never stood on {key}")

    def _button(self, key: str) -> None:
        self._send(event(pygame.JOYBUTTONDOWN, button=BUTTONS[key]), key)

    def _send(self, sent: pygame.event.Event, key: str) -> None:
        self.events.append(sent)
        self.loop.press(key, 0)


@pytest.mark.parametrize("seed", ["whole", "2", "3"])
def test_a_match_by_gamepad_is_the_match_by_keys(seed: str) -> None:
    by_keys, by_pad = Player(Stand.of(3, seed), 7), Player(Stand.of(3, seed), 7)
    pad = Pad(by_pad.loop)
    for _ in range(150):
        if by_keys.stand.session.state.over:
            break
        pad.press(by_pad.next_key())
        by_keys.press()
        assert by_pad.stand.session.acts() == by_keys.stand.session.acts()
    assert len(by_keys.stand.session.acts()) > 30


def test_dice_are_given_by_the_cursor_too() -> None:
    player = Player(Stand.of(2, "whole"), 7)
    while player.loop.view(0).dice is None:
        player.press()
    before = len(player.stand.session.acts())
    pad = Pad(player.loop)
    given = iter("654321" * 5)
    while (due := player.loop.view(0).dice) is not None:
        full = len(due.typed.replace(" ", "")) >= due.count
        pad.press("enter" if full else next(given))
    assert len(player.stand.session.acts()) == before + 1
    assert {roll.method for roll in player.stand.session.acts()[-1].rolls} == {"typed"}


def test_leaving_is_asked_and_the_cursor_chooses() -> None:
    loop = RefereeLoop(Stand.of(2), Ui())
    pad = Pad(loop)
    pad.press("escape")
    assert loop.view(0).question is not None
    pad.press("1")
    assert loop.view(0).question is None


class TestTheCursor:
    def test_it_walks_over_what_can_be_done_and_round(self) -> None:
        loop = Player(Stand.of(2, "whole"), 7).loop
        seen = []
        for _ in range(6):
            loop.press("down", 0)
            seen.append(loop.ui.cursor)
        assert seen[0] == "1"
        loop.press("up", 0)
        assert loop.ui.cursor == seen[-2]

    def test_any_other_key_takes_it_away(self) -> None:
        loop = Player(Stand.of(2, "whole"), 7).loop
        loop.press("down", 0)
        loop.press("t", 0)
        assert loop.ui.cursor is None

    @pytest.mark.parametrize("size", [(1280, 720), (1080, 1920)])
    def test_it_is_seen(self, size: tuple[int, int]) -> None:
        plain = render.referee_canvas(samples.REFEREE, size, "es")
        here = render.referee_canvas(replace(samples.REFEREE, cursor="2"), size, "es")
        assert plain.surface.get_buffer().raw != here.surface.get_buffer().raw
        assert [text.text for text in plain.drawn] == [text.text for text in here.drawn]

    def test_nothing_is_marked_without_it(self) -> None:
        canvas = render.referee_canvas(samples.DEFEND, (1280, 720), "es")
        face = next(one.rect for one in canvas.targets if one.key == "1")
        assert canvas.surface.get_at((face.x + 1, face.centery))[:3] == canvas.theme.raised


class TestSticks:
    def test_one_press_a_push(self) -> None:
        stick = Stick()
        pushed = [stick.axis(0, 1, value) for value in (0.1, 0.5, 0.7, 1.0, 0.5, 0.2, 0.8)]
        assert pushed == [None, None, "down", None, None, None, "down"]

    def test_four_ways_and_only_the_first_stick(self) -> None:
        for axis, value, arrow in ((0, -1, "left"), (0, 1, "right"), (1, -1, "up"), (1, 1, "down"), (2, 1, None)):
            assert Stick().axis(0, axis, value) == arrow

    def test_two_pads_do_not_hinder_each_other(self) -> None:
        stick = Stick()
        assert stick.axis(0, 0, 1) == "right"
        assert stick.axis(1, 0, 1) == "right"

    def test_the_cross(self) -> None:
        assert [Stick.cross(*way) for way in ((1, 0), (-1, 0), (0, 1), (0, -1), (0, 0))] == [
            "right", "left", "up", "down", None,
        ]  # fmt: skip


class TestWindow:
    def test_it_opens_without_a_gamepad_and_reads_one(self) -> None:
        window = Window("test", Placement(Display(0, 1280, 720), borderless=False))
        sent = [
            event(pygame.JOYHATMOTION, hat=0, value=(0, -1)), event(pygame.JOYAXISMOTION, axis=0, value=0.9),
            event(pygame.JOYBUTTONDOWN, button=0), event(pygame.JOYBUTTONDOWN, button=1),
            event(pygame.JOYBUTTONDOWN, button=4), event(pygame.JOYBUTTONDOWN, button=99),
        ]  # fmt: skip
        pressed = []
        for number, one in enumerate(sent):
            pygame.event.clear()
            pygame.event.post(one)
            pressed += window.keys(1, number * 1000)
        window.close()
        assert pressed == ["down", "right", "enter", "backspace", "u"]
