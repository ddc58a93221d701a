"""Set-up pages that need no camera: what their lights mean, and the displays, in the middle."""

import pygame
import pytest

from companion.app.setting_up.steps.crowd import CrowdStep
from companion.kernel.text import Text
from companion.screens import setup_page
from companion.screens.setup_view import DisplayShape, Lamp, SetupView, StepMark

TODO = Text("Choose.", "Elige.")
MEANINGS = tuple(CrowdStep.meanings.items())
TWO = (DisplayShape(1, 1280, 720, is_referee=True), DisplayShape(2, 1920, 1080, is_crowd=True))


def drawn(
    size: tuple[int, int] = (1280, 720),
    language: str = "en",
    lamp: Lamp = Lamp.NOT_YET,
    displays: tuple[DisplayShape, ...] = (),
    **more: bool,
):
    surface = pygame.Surface(size)
    steps = (StepMark("crowd", Text("Crowd board", "Marcador"), lamp),)
    view = SetupView("crowd", steps[0].title, steps, TODO, meanings=MEANINGS, displays=displays, **more)
    canvas, _ = setup_page.draw(surface, view, language)
    return surface, canvas


def words_of(canvas) -> str:
    return " ".join(one.text for one in canvas.drawn)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("displays", [(), TWO, TWO[:1], TWO * 2])
def test_every_meaning_is_readable(size, language, displays):
    _, canvas = drawn(size, language, displays=displays)
    for _, text in MEANINGS:
        assert text.of(language) in words_of(canvas)
    middle = [one for one in canvas.drawn if size[0] * 0.2 < one.rect.x < size[0] * 0.66]
    assert middle
    assert not [one.text for one in middle if one.cut]


def test_the_light_that_the_step_has_stands_out():
    plain, _ = drawn(lamp=Lamp.NOT_YET)
    shown, _ = drawn(lamp=Lamp.AMBER)
    _, canvas = drawn()
    row = next(one.rect for one in canvas.drawn if one.text == MEANINGS[1][1].en)
    beside = (row.right + 10, row.centery)
    assert plain.get_at(beside) != shown.get_at(beside)


def test_the_displays_are_drawn_in_proportion_and_the_crowds_in_gold():
    surface, canvas = drawn(displays=TWO)
    first, second = (next(one.rect for one in canvas.drawn if one.text == whose) for whose in ("referee", "crowd"))
    assert first.x < second.x
    assert surface.get_at((second.right + 8, second.centery))[:3] == canvas.theme.gold
    assert surface.get_at((first.right + 8, first.centery))[:3] == canvas.theme.raised


def test_a_lone_display_says_its_size():
    _, canvas = drawn(displays=TWO[:1])
    assert "1280 x 720" in words_of(canvas)
    assert "crowd" not in [one.text for one in canvas.drawn]


def test_a_page_that_waits_for_the_camera_says_so_instead():
    _, canvas = drawn(waits_for_picture=True)
    assert setup_page.NO_PICTURE_YET.en in words_of(canvas)
    assert MEANINGS[0][1].en not in words_of(canvas)
