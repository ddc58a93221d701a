"""Both screens of each card game look as they did; kept and renewed as the clay game's are (see golden.py)."""

from collections.abc import Callable

import pygame
import pytest

from companion.screens import render
from companion.screens.canvas import Canvas
from screens.boxes import check_whole_and_apart
from screens.card_samples import CARD_GAMES, Scene, scenes
from screens.golden import FOLDER, LANGUAGES, difference, small
from screens.test_golden import ALLOWED, KEPT

SIZES = ((1280, 720), (1080, 1920))
LATE_MS = 100_000
Wanted = Callable[[Scene], bool]


def in_phase(*names: str) -> Wanted:
    return lambda scene: scene.state.phase.value in names


WANTED: dict[str, tuple[Wanted, Wanted]] = {
    "all_time_wrestling": (in_phase("DEFENSE"), in_phase("KICKOUT")),
    "galaxy_wrestling_federation": (in_phase("COUNT"), in_phase("ENDED")),
    "raw_deal": (in_phase("REVERSAL"), in_phase("REVEAL")),
    "wrasslin_manager": (lambda scene: bool(scene.state.effects), in_phase("RESOLVE")),
}


def wanted(name: str, number: int) -> Scene:
    """A late state of the kind that is wanted, so that the table is full."""
    found = [scene for scene in scenes(name, 3, True) if WANTED[name][number](scene)]
    assert found, f"no such state in this game of {name}"
    return found[len(found) // 2]


def drawn(screen: str, scene: Scene, size: tuple[int, int], language: str) -> Canvas:
    if screen == "referee":
        return render.referee_canvas(scene.referee(), size, language, LATE_MS)
    return render.crowd_canvas(scene.crowd(), size, language, LATE_MS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("name", CARD_GAMES)
@pytest.mark.parametrize("screen", ["referee", "crowd"])
def test_screen(
    screen: str, name: str, number: int, size: tuple[int, int], language: str, request: pytest.FixtureRequest
) -> None:
    canvas = drawn(screen, wanted(name, number), size, language)
    check_whole_and_apart(canvas)
    path = FOLDER / f"cards_{screen}_{name}_{number + 1}_{size[0]}x{size[1]}_{language}.png"
    picture = small(canvas.surface)
    if request.config.getoption("--renew-screens"):
        render.save_png(picture, path)
    due = pygame.image.load(path)
    away = difference(picture, due)
    if away > ALLOWED:
        render.save_png(canvas.surface, KEPT / f"{path.stem}_drawn.png")
        render.save_png(due, KEPT / f"{path.stem}_due_small.png")
    assert away <= ALLOWED, f"{path.name} differs by {away:.1f}; both pictures are in {KEPT}"
