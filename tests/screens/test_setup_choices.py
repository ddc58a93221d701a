"""What can be pressed on a page of the set-up: a key, words, and a colour where it is about one."""

import pygame
import pytest

from companion.kernel.text import Text
from companion.screens import setup_page
from companion.screens.setup_view import Choice, Lamp, SetupView, StepMark

CLAY = (200, 30, 40)


@pytest.mark.parametrize("size", [(640, 480), (1280, 720)])
def test_a_choice_about_a_colour_shows_it_beside_its_words(size: tuple[int, int]) -> None:
    surface = pygame.Surface(size)
    title = Text("Figures", "Figuras")
    choices = (Choice("1", Text("1 (Momia): red", "1 (Momia): rojo"), patch=CLAY), Choice("f10", Text("back", "atrás")))
    view = SetupView("figures", title, (StepMark("figures", title, Lamp.NOT_YET),), title, choices=choices)
    canvas, _ = setup_page.draw(surface, view, "en")
    (words,) = (one for one in canvas.drawn if one.text == "1 (Momia): red")
    assert not words.cut
    rows = {one.key: one.rect for one in canvas.targets if one.key in {"1", "f10"}}
    seen = {key: {surface.get_at((x, row.centery))[:3] for x in range(row.x, row.right)} for key, row in rows.items()}
    assert CLAY in seen["1"]
    assert CLAY not in seen["f10"]
    of_patch = [x for x in range(rows["1"].x, rows["1"].right) if surface.get_at((x, rows["1"].centery))[:3] == CLAY]
    assert min(of_patch) >= words.rect.right
