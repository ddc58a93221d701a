"""The journal browser: one past step is taken out, what follows is told first and worked out again."""

from dataclasses import replace

import pytest

from companion.kernel.text import Text
from companion.screens import render
from companion.screens.past import preview
from companion.screens.view_model import ActLine, PastView
from screens import samples
from screens.play import Player
from screens.stand import Stand


def played(acts: int = 40) -> Player:
    player = Player(Stand.of(2, "whole"), 7)
    player.play(acts)
    return player


def index_of(player: Player, name: str) -> int:
    return max(n for n, act in enumerate(player.stand.session.acts()) if act.name == name)


class TestTakingOut:
    def test_a_blow_that_never_happened_hurts_nobody(self) -> None:
        player = played(30)
        stand = player.stand
        stand.give("referee_ruling", {"topic": "stamina", "subject": "Pulpo", "value": 3}, "typed")
        index = index_of(player, "referee_ruling")
        before = stand.session.acts()[:index]
        player.play(3)
        loop = player.loop
        loop.press("j", 0)
        view = loop.view(0)
        assert view.past is not None
        loop.press(f"act:{index}", 0)
        loop.press("1", 0)
        told = loop.view(0).past
        assert told is not None
        assert told.preview
        loop.press("1", 0)
        assert loop.view(0).past is None
        assert stand.session.acts()[:index] == before
        assert all(act.name != "referee_ruling" for act in stand.session.acts())
        assert stand.session.state.fighters["Pulpo"].stamina > 3

    def test_what_does_not_fit_any_more_falls_away_and_is_told(self) -> None:
        player = played()
        index = index_of(player, "start_turn")
        found = player.stand.without(index)
        assert found.lost
        words = [line.en for line in preview(found)]
        assert any("fall away" in line for line in words)

    def test_the_preview_changes_nothing(self) -> None:
        player = played()
        state, acts = player.stand.session.state, player.stand.session.acts()
        player.stand.without(3)
        assert player.stand.session.state is state
        assert player.stand.session.acts() == acts

    def test_the_same_dice_stay(self) -> None:
        player = played()
        strikes = [act for act in player.stand.session.acts() if act.name == "tieup_roll"]
        found = player.stand.without(index_of(player, "damage"))
        again = [act for act in found.again if act.name == "tieup_roll"]
        assert again == strikes[len(strikes) - len(again) :]


class TestMenu:
    def test_back_to_before_a_step(self) -> None:
        player = played()
        loop = player.loop
        acts = player.stand.session.acts()
        loop.press("j", 0)
        loop.press("up", 0)
        loop.press("up", 0)
        loop.press("2", 0)
        assert player.stand.session.acts() == acts[:-3]

    def test_it_closes_and_stays_within_its_ends(self) -> None:
        loop = played().loop
        loop.press("j", 0)
        for _ in range(100):
            loop.press("pageup", 0)
        past = loop.view(0).past
        assert past is not None
        assert past.at == 0
        loop.press("escape", 0)
        assert loop.view(0).past is None


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1080, 1920)])
@pytest.mark.parametrize("language", ["es", "en"])
def test_the_page_is_whole(size: tuple[int, int], language: str) -> None:
    acts = tuple(ActLine(n, Text(f"Strike: Momia › Pulpo ({n})", f"Golpear: Momia › Pulpo ({n})")) for n in range(60))
    lines = (Text("12 later steps stay as they are.", "12 pasos posteriores se quedan como están."),) * 3
    canvas = render.referee_canvas(replace(samples.REFEREE, past=PastView(30, acts, lines)), size, language)
    for text in canvas.drawn:
        if text.layer == 1:
            assert not text.cut, text
    mine = [one for one in canvas.targets if one.layer == 1]
    assert {"1", "2", "escape", "act:30"} <= {one.key for one in mine}
    assert all(min(one.rect.size) >= 44 for one in mine)
