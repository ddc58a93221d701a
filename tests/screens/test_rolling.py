"""Dice rolled here: in the journal first, then on the screen; nobody waits for them."""

from dataclasses import replace

import pytest

from companion.kernel.acts import COMMANDED, Act, Roll
from companion.screens import render
from companion.screens.referee_window import Picture
from companion.screens.rolling import FALL_MS, SHOWN_MS, falling, rolled_of
from companion.screens.view_model import Rolled
from screens import samples

ROLLED = Rolled((6, 4, 1), 6, 1000)
SHOWN = replace(samples.REFEREE, rolled=ROLLED)


def act(*rolls: Roll) -> Act:
    return Act(COMMANDED, "strike", {}, "referee", rolls)


class TestWhichDice:
    def test_those_that_the_program_rolled(self) -> None:
        assert rolled_of(act(Roll("dice", [6, 1], "digital", 6, 2)), 5) == Rolled((6, 1), 6, 5)

    def test_each_fighters_own(self) -> None:
        rolls = Roll("dice.A", 4, "digital", 6, 1), Roll("dice.B", 2, "digital", 6, 2)
        assert rolled_of(act(*rolls), 5) == Rolled((4, 2), 6, 5)

    def test_the_same_again_after_an_undo(self) -> None:
        assert rolled_of(act(Roll("dice", [3], "kept")), 5) == Rolled((3,), 6, 5)

    def test_not_those_that_people_threw(self) -> None:
        assert rolled_of(act(Roll("dice", [6, 1], "typed")), 5) is None
        assert rolled_of(act(), 5) is None


class TestTime:
    def test_they_fall_lie_and_are_gone(self) -> None:
        texts = [{one.text for one in render.referee_canvas(SHOWN, (1280, 720), "es", at).drawn if one.layer == 1}
                 for at in (1000 + FALL_MS, 1000 + SHOWN_MS - 1, 1000 + SHOWN_MS)]  # fmt: skip
        assert texts == [{"6", "4", "1"}, {"6", "4", "1"}, set()]

    def test_reduced_motion_lets_them_lie_at_once(self) -> None:
        assert falling(ROLLED, 1010, reduced=False)
        assert not falling(ROLLED, 1010, reduced=True)
        drawn = render.referee_canvas(replace(SHOWN, reduced_motion=True), (1280, 720), "es", 1010).drawn
        assert {one.text for one in drawn if one.layer == 1} == {"6", "4", "1"}

    def test_the_window_draws_while_they_fall_and_once_when_they_are_gone(self) -> None:
        picture = Picture()
        at = [1000, 1016, 1033, 1000 + FALL_MS, 1100 + FALL_MS, 1000 + SHOWN_MS, 1100 + SHOWN_MS]
        assert [picture.stale(SHOWN, (1, 1), "es", now) for now in at] == [True, True, True, False, False, True, False]


@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160), (1080, 1920)])
@pytest.mark.parametrize("count", [1, 8, 12, 30])
@pytest.mark.parametrize("sides", [6, 10])
def test_any_number_of_dice_fits(size: tuple[int, int], count: int, sides: int) -> None:
    view = replace(samples.REFEREE, rolled=Rolled((sides,) * count, sides, 0))
    for now_ms in (0, 100, FALL_MS):
        drawn = render.referee_canvas(view, size, "es", now_ms).drawn
        assert not [text for text in drawn if text.layer == 1 and text.cut]
