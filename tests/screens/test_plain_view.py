"""Another game in the same frame, from its visibility-tagged view."""

from typing import Any

import pytest

from companion.games import GAMES, game
from companion.games.galaxy_wrestling_federation import GAME
from companion.kernel.decisions import REFEREE
from companion.screens import render
from companion.screens.choices import actors_now
from companion.screens.plain_view import label, plain_crowd_view, plain_referee_view, value_text
from companion.screens.surroundings import Surroundings

AROUND = Surroundings()


def table(**more: Any):
    return GAME.set_up({"seats": ["Ana", "Bea", "Íñigo"], **more})


class TestGalaxy:
    def test_seats_are_cards_with_belts_and_hands(self) -> None:
        view = plain_crowd_view(GAME, table(belts={"Ana": 2}), AROUND)
        assert [one.name for one in view.fighters] == ["Ana", "Bea", "Íñigo"]
        assert {fact.label.es: fact.value.es for fact in view.fighters[0].facts}["cinturones"] == "2"
        assert view.fighters[0].active

    def test_the_question_and_its_answers_are_numbered(self) -> None:
        state = table()
        offers = [one for actor in actors_now(GAME.pending(state), state.active) for one in GAME.offers(state, actor)]
        view = plain_referee_view(GAME, state, AROUND, offers)
        assert view.decision is not None
        assert "Ana" in view.decision.question.es
        assert view.actions

    def test_a_hand_is_never_on_the_crowd_board(self) -> None:
        cards = {f"F{n}": {"strength": n, "beats": n % 9 + 1} for n in range(1, 11)}
        state = table(cards=cards, hands={"Bea": list(cards)})
        assert "F7" in str(plain_referee_view(GAME, state, AROUND))
        assert "F7" not in str(plain_crowd_view(GAME, state, AROUND))

    @pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1080, 1920)])
    @pytest.mark.parametrize("language", ["es", "en"])
    def test_both_screens_are_whole(self, size: tuple[int, int], language: str) -> None:
        state = table(belts={"Ana": 2})
        offers = GAME.offers(state, "Ana")
        for canvas in (
            render.referee_canvas(plain_referee_view(GAME, state, AROUND, offers), size, language),
            render.crowd_canvas(plain_crowd_view(GAME, state, AROUND), size, language),
        ):
            assert [text.text for text in canvas.drawn if text.cut] == []
            assert all(canvas.rect.contains(text.rect) for text in canvas.drawn)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "clay_wrestling"])
class TestEveryCardGame:
    def test_seats_are_found_and_both_screens_fit(self, name: str) -> None:
        played = game(name)
        state = played.set_up({})
        offers = [one for actor in actors_now(played.pending(state), None) for one in played.offers(state, actor)]
        referee = plain_referee_view(played, state, AROUND, offers)
        crowd = plain_crowd_view(played, state, AROUND)
        assert len(referee.fighters) >= 2
        assert all(one.facts for one in crowd.fighters)
        for canvas in (
            render.referee_canvas(referee, (1280, 720), "es"),
            render.crowd_canvas(crowd, (1280, 720), "es"),
        ):
            assert all(canvas.rect.contains(text.rect) for text in canvas.drawn)
        assert not any(text.cut for text in render.crowd_canvas(crowd, (1280, 720), "es").drawn)


def test_the_referee_is_always_among_those_who_may_act() -> None:
    assert actors_now((), None) == (REFEREE,)
    state = table()
    assert actors_now(GAME.pending(state), "Ana") == ("Ana", REFEREE)


def test_unknown_words_are_shown_as_they_are() -> None:
    assert label("strange_thing").es == "strange thing"
    assert value_text({"belts": [1, None]}).es == "cinturones 1 –"
    assert value_text(True).es == "sí"
