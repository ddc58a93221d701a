"""Every card game on both screens: nothing cut, nothing on top of anything else, whatever it has to say."""

import functools
from typing import Any

import pytest

from companion.games import GAMES, game
from companion.kernel.text import Text
from companion.screens import render
from companion.screens.choices import actors_now
from companion.screens.plain_view import plain_crowd_view, plain_referee_view
from companion.screens.surroundings import Surroundings
from companion.screens.view_model import Action, Fact, Panel, RefereeView
from screens.boxes import check_whole_and_apart
from screens.golden import LANGUAGES, SIZES

CARD_GAMES = [name for name in GAMES if name != "clay_wrestling"]
LONG = "Golpear en el suelo a El Santísimo Gólem de la Montaña Negra"
WHY = "El Santísimo Gólem de la Montaña Negra ya ha gastado su ataque de este turno y no le queda ninguno."
NO_SPACES = "jockeying_for_position_with_everybody_watching"


@functools.cache
def state(name: str) -> tuple[Any, Any, tuple[Any, ...]]:
    """The beginning of a game, with what may be done."""
    played = game(name)
    begun = played.set_up({})
    offers = [one for actor in actors_now(played.pending(begun), None) for one in played.offers(begun, actor)]
    return played, begun, tuple(offers)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CARD_GAMES)
class TestBeginnings:
    def test_referee(self, name: str, language: str, size: tuple[int, int]) -> None:
        played, begun, offers = state(name)
        view = plain_referee_view(played, begun, Surroundings(), offers)
        check_whole_and_apart(render.referee_canvas(view, size, language))

    def test_crowd(self, name: str, language: str, size: tuple[int, int]) -> None:
        played, begun, _ = state(name)
        check_whole_and_apart(
            render.crowd_canvas(plain_crowd_view(played, begun, Surroundings()), size, language, 1000)
        )


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("words", [LONG, NO_SPACES])
class TestLongWords:
    """Whatever people call their fighters and cards."""

    def test_choices(self, words: str, size: tuple[int, int]) -> None:
        label, why = Text(words, words), Text(WHY, WHY)
        legal = Action(label, "strike", odds=0.5, odds_of=Text("to hit", "de acertar"), dice="3d6")
        refused = Action(label, "pin", legal=False, reason=why, rule="CW-CHECK-04")
        view = RefereeView(Text("Clay", "Plastelina"), Text("", ""), actions=(*[legal] * 5, *[refused] * 9))
        for page in (0, 1):
            canvas = render.referee_canvas(
                RefereeView(view.title, view.mode, actions=view.actions, action_page=page), size, "es"
            )
            check_whole_and_apart(canvas)

    def test_panels(self, words: str, size: tuple[int, int]) -> None:
        facts = tuple(Fact(Text(words, words), Text(f"{words}, {n}", f"{words}, {n}")) for n in range(30))
        panels = (Panel(Text("Ana", "Ana"), facts), Panel(Text("Bea", "Bea"), facts[:2]))
        view = RefereeView(Text("Clay", "Plastelina"), Text("", ""), panels=panels)
        canvas = render.referee_canvas(view, size, "es")
        check_whole_and_apart(canvas)
        assert any(text.text.startswith("y ") and text.text.endswith(" más") for text in canvas.drawn)
