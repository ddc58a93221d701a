"""Both screens in eight states of a match look as they did (see golden.py)."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from companion.screens import render
from companion.screens.canvas import Canvas
from screens.boxes import check_whole_and_apart
from screens.golden import EXTRA_SIZES, EXTRAS, FOLDER, LANGUAGES, SIZES, difference, extras, shots, small

ALLOWED = 6.0
"""Of 255, in the worst block: below it nobody sees a difference; a moved line or a changed word is far above."""
NAMES = (
    "1_who_touches_whom",
    "2_rest_or_taunt",
    "3_slot",
    "4_defence",
    "5_dice",
    "6_knocked_down",
    "7_pin",
    "8_winner",
)
KEPT = Path(__file__).parents[2] / "build" / "screens"
"""Where a failure leaves the picture that was due and the one that was drawn."""


def drawn(screen: str, name: str, size: tuple[int, int], language: str) -> Canvas:
    shot = shots()[name]
    if screen == "referee":
        return render.referee_canvas(shot.referee, size, language, 1000)
    return render.crowd_canvas(shot.crowd, size, language, 1000)


def test_the_match_passes_through_all_eight_states() -> None:
    assert tuple(shots()) == NAMES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("screen", ["referee", "crowd"])
def test_screen(screen: str, name: str, size: tuple[int, int], language: str, request: pytest.FixtureRequest) -> None:
    _compare(drawn(screen, name, size, language), f"{screen}_{name}_{size[0]}x{size[1]}_{language}", request)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", EXTRA_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", EXTRAS)
def test_repairs(name: str, size: tuple[int, int], language: str, request: pytest.FixtureRequest) -> None:
    """The journal page, rulings, a hint: dark in Spanish, light in English."""
    view = replace(extras()[name], light_hall=language == "en")
    _compare(
        render.referee_canvas(view, size, language, 1000), f"referee_{name}_{size[0]}x{size[1]}_{language}", request
    )


def _compare(canvas: Canvas, name: str, request: pytest.FixtureRequest) -> None:
    check_whole_and_apart(canvas)
    path = FOLDER / f"{name}.png"
    picture = small(canvas.surface)
    if request.config.getoption("--renew-screens"):
        render.save_png(picture, path)
    due = pygame.image.load(path)
    away = difference(picture, due)
    if away > ALLOWED:
        render.save_png(canvas.surface, KEPT / f"{path.stem}_drawn.png")
        render.save_png(picture, KEPT / f"{path.stem}_drawn_small.png")
        render.save_png(due, KEPT / f"{path.stem}_due_small.png")
    assert away <= ALLOWED, f"{path.name} differs by {away:.1f}; both pictures are in {KEPT}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_words(name: str, language: str, request: pytest.FixtureRequest) -> None:
    """What can be read on both screens, in words that a reviewer can compare."""
    told = []
    for screen in ("referee", "crowd"):
        canvas = drawn(screen, name, (1920, 1080), language)
        told += [f"{screen}: {text.text}" for text in canvas.drawn]
    path = FOLDER / f"{name}_{language}.txt"
    if request.config.getoption("--renew-screens"):
        path.write_text("\n".join(told) + "\n", encoding="utf-8")
    assert told == path.read_text(encoding="utf-8").splitlines()


def test_a_different_picture_is_noticed_and_both_are_kept() -> None:
    one = small(drawn("crowd", "3_slot", (1280, 720), "es").surface)
    other = small(drawn("crowd", "3_slot", (1280, 720), "en").surface)
    assert difference(one, one.copy()) == 0
    assert difference(one, other) > ALLOWED
