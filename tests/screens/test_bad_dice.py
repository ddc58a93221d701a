"""Dice that lean, leave the mat or lie on another; what a tray shows (field notes I-05, I-06, I-07)."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.errors import UsageProblemError
from companion.kernel.dice import DiceRequest
from companion.kernel.dice_calls import DiceCall, DiceRules, Fault, Ruling
from companion.kernel.text import Text
from companion.screens import render
from companion.screens.dice_entry import read_faces
from companion.screens.interaction import Game, Give, Ui, press, shown
from companion.screens.view_model import Action, RefereeView

DICE = DiceRequest("strike_dice", 6, 3, Text("Strike", "Golpear"), "CW-STRIKE-01")
EACH = tuple(DiceRequest(f"dice.{who}", 6, 1, Text("Initiative", "Iniciativa"), "", single=True) for who in "AB")
VIEW = RefereeView(
    Text("Clay", "Plastelina"),
    Text("", ""),
    actions=(
        Action(Text("Strike", "Golpear"), "strike", {"attacker": "A"}),
        Action(Text("Initiative", "Iniciativa"), "initiative", {}),
    ),
)


def due(command: str, parameters: Mapping[str, Any]) -> tuple[DiceRequest, ...]:
    if command == "strike":
        return () if "strike_dice" in parameters else (DICE,)
    return tuple(one for one in EACH if one.field[-1] not in parameters.get("dice", {}))


def walk(keys: str, rules: str = "", ui: Ui | None = None) -> tuple[Ui, list[Any]]:
    game = Game(due, lambda command, keys: (), None, DiceRules.read(rules) if rules else DiceRules())
    at, asked = ui or Ui(), []
    for key in keys.split():
        at, requests = press(at, key, VIEW, game)
        asked += requests
    return at, asked


class TestCalled:
    """I-06: called before the result is applied, pending until decided, both values kept."""

    def test_nothing_is_given_until_it_is_decided(self) -> None:
        ui, asked = walk("1 6 f 4 1 enter")
        assert asked == []
        view = shown(ui, VIEW)
        assert view.decision is not None
        assert view.decision.question.en == "Strike: die 2 shows 4 and leans."
        assert [one.label.en for one in view.decision.options] == ["It stands: 4", "Throw it again"]

    def test_it_stands(self) -> None:
        _, asked = walk("1 6 f 4 1 enter 1")
        call = DiceCall("strike_dice", 2, "leans", 4, "stands", 4, by_rule=False)
        assert asked == [Give("strike", {"attacker": "A", "strike_dice": [6, 4, 1]}, calls=(call,))]

    def test_it_is_thrown_again(self) -> None:
        ui, asked = walk("1 6 f 4 1 enter 2")
        assert asked == []
        again = shown(ui, VIEW).dice
        assert again is not None
        assert again.count == 1
        _, asked = walk("5 enter", ui=ui)
        call = DiceCall("strike_dice", 2, "leans", 4, "again", 5, by_rule=False)
        assert asked == [Give("strike", {"attacker": "A", "strike_dice": [6, 5, 1]}, calls=(call,))]

    def test_the_house_rules_may_decide(self) -> None:
        _, asked = walk("1 6 f 4 1 enter", "leans=stands")
        assert asked[0].calls == (DiceCall("strike_dice", 2, "leans", 4, "stands", 4),)
        ui, asked = walk("1 f f 6 4 1 enter", "off_mat=again")
        assert asked == []
        _, asked = walk("2 enter", "off_mat=again", ui)
        assert asked[0].parameters["strike_dice"] == [2, 4, 1]
        assert asked[0].calls == (DiceCall("strike_dice", 1, "off_mat", 6, "again", 2),)

    def test_a_die_that_falls_badly_twice_is_called_twice(self) -> None:
        ui, _ = walk("1 6 4 f 1 enter 2 f 3 enter")
        _, asked = walk("1", ui=ui)
        assert [(one.showed, one.ruling, one.face) for one in asked[0].calls] == [(1, "again", 3), (3, "stands", 3)]
        assert asked[0].parameters["strike_dice"] == [6, 4, 3]

    def test_two_bad_dice_are_decided_one_after_the_other(self) -> None:
        _, asked = walk("1 f 6 f 4 1 enter 1 2 5 enter")
        assert asked[0].parameters["strike_dice"] == [6, 5, 1]
        assert [one.die for one in asked[0].calls] == [1, 2]

    def test_the_mark_goes_round(self) -> None:
        for presses, fault in ((1, "leans"), (2, "off_mat"), (3, "on_die")):
            _, asked = walk("1 " + "f " * presses + "6 4 1 enter", "leans=stands,off_mat=stands,on_die=stands")
            assert asked[0].calls[0].fault == fault
        _, asked = walk("1 f f f f 6 4 1 enter")
        assert asked[0].calls == ()

    def test_each_fighters_own_die(self) -> None:
        _, asked = walk("2 f 6 1 3 enter")
        assert asked[0].parameters["dice"] == {"A": 6, "B": 3}
        assert asked[0].calls[0].field == "dice.A"

    def test_erase_takes_the_mark_and_the_call_back(self) -> None:
        ui, asked = walk("1 6 f 4 1 enter backspace")
        assert asked == []
        _, asked = walk("6 4 1 enter", ui=ui)
        assert asked == [Give("strike", {"attacker": "A", "strike_dice": [6, 4, 1]})]

    def test_faces_are_still_checked(self) -> None:
        ui, _ = walk("1 6 f 9")
        assert ui.problem is not None
        ui, asked = walk("1 6 4 f enter")
        assert asked == []
        assert ui.problem is not None

    @pytest.mark.parametrize("language", ["es", "en"])
    @pytest.mark.parametrize("keys", ["1 6 f 4 1", "1 6 f 4 1 enter", "1 6 f 4 1 enter 2", "1 6 f 4 1 enter 2 f 3"])
    def test_the_screen_shows_it_whole(self, keys: str, language: str) -> None:
        canvas = render.referee_canvas(shown(walk(keys)[0], VIEW), (1280, 720), language)
        assert not [text for text in canvas.drawn if text.cut]


class TestTypedRolls:
    """I-05: d10: 0 is ten; 11 is refused; a pool of four."""

    def test_ten_sided(self) -> None:
        ten = DiceRequest("d", 10, 2, Text("", ""), "")
        assert read_faces("0 3", ten) == (10, 3)
        assert read_faces("~0 10", ten) == (10, 10)

    def test_a_pool_of_four(self) -> None:
        assert read_faces("4 6 6 1", DiceRequest("d", 6, 4, Text("", ""), "")) == (4, 6, 6, 1)


class TestTray:
    """I-07: what the tray shows is a proposal that Enter takes; at any other time it is nothing."""

    def test_it_fills_the_dice_and_is_marked_as_the_cameras(self) -> None:
        game = Game(due, lambda command, keys: ())
        ui, _ = walk("1")
        ui, asked = press(ui, "tray:6 4 1", VIEW, game)
        assert asked == ()
        _, asked = press(ui, "enter", VIEW, game)
        assert asked == (Give("strike", {"attacker": "A", "strike_dice": [6, 4, 1]}, "camera"),)

    def test_typed_over_it_is_typed(self) -> None:
        game = Game(due, lambda command, keys: ())
        ui, _ = press(walk("1")[0], "tray:6 4 1", VIEW, game)
        _, asked = walk("backspace 2 enter", ui=ui)
        assert asked == [Give("strike", {"attacker": "A", "strike_dice": [6, 4, 2]})]

    def test_a_leaning_die_in_the_tray_waits_too(self) -> None:
        game = Game(due, lambda command, keys: ())
        ui, _ = press(walk("1")[0], "tray:6 ~4 1", VIEW, game)
        _, asked = walk("enter 1", ui=ui)
        assert asked[0].method == "camera"
        assert asked[0].calls[0].showed == 4

    @pytest.mark.parametrize(("seen", "word"), [("tray:6 4", "2"), ("tray:6 4 1 1", "4"), ("tray:6 ? 1", "1")])
    def test_what_does_not_fit_is_told_and_not_taken(self, seen: str, word: str) -> None:
        ui, asked = press(walk("1")[0], seen, VIEW, Game(due, lambda command, keys: ()))
        assert asked == ()
        assert ui.typed == ""
        assert ui.problem is not None
        assert word in ui.problem.en

    @pytest.mark.parametrize("keys", ["", "escape", "f1"])
    def test_a_throw_that_nobody_asked_for_is_nothing(self, keys: str) -> None:
        before, _ = walk(keys)
        after, asked = press(before, "tray:6 4 1", VIEW, Game(due, lambda command, keys: ()))
        assert (after, asked) == (before, ())


class TestRules:
    def test_read_and_told(self) -> None:
        rules = DiceRules.read("leans=again, on_die=stands")
        assert rules.of(Fault.LEANS) is Ruling.AGAIN
        assert DiceRules.read(rules.text()) == rules

    @pytest.mark.parametrize("words", ["leans", "leans=maybe", "sinks=again", ""])
    def test_what_cannot_be_read(self, words: str) -> None:
        with pytest.raises(UsageProblemError):
            DiceRules.read(words)
