"""Both screens drawn onto a surface that nobody looks at: for files, tests and machines without a display."""

import os
from pathlib import Path

import pygame

from companion.errors import FileProblemError, spanish
from companion.screens import crowd, referee
from companion.screens.canvas import Canvas
from companion.screens.view_model import CrowdView, RefereeView

Size = tuple[int, int]


def headless() -> None:
    """Let pygame draw where there is no display and no sound card; call before the first surface."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


def blank(size: Size) -> pygame.Surface:
    """Something to draw on that nobody looks at."""
    return pygame.Surface(size)


def referee_canvas(view: RefereeView, size: Size, language: str, now_ms: int = 0) -> Canvas:
    """The referee screen with all that was recorded while drawing."""
    return referee.draw(pygame.Surface(size), view, language, now_ms)


def crowd_canvas(view: CrowdView, size: Size, language: str, now_ms: int = 0) -> Canvas:
    """The crowd board with all that was recorded while drawing."""
    return crowd.draw(pygame.Surface(size), view, language, now_ms)


def render_referee(view: RefereeView, size: Size, language: str, now_ms: int = 0) -> pygame.Surface:
    """The referee screen as a picture; needs no display."""
    return referee_canvas(view, size, language, now_ms).surface


def render_crowd(view: CrowdView, size: Size, language: str, now_ms: int = 0) -> pygame.Surface:
    """The crowd board as a picture; needs no display."""
    return crowd_canvas(view, size, language, now_ms).surface


def save_png(surface: pygame.Surface, path: Path) -> None:
    """Write the picture.

    Raises:
        FileProblemError: the file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(surface, str(path))
    except (OSError, pygame.error) as error:
        raise FileProblemError(
            f"cannot write {path}: {error}", f"no se puede escribir {path}: {spanish(error)}"
        ) from None
