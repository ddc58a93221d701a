"""Whether a person can read all that a page of the set-up says, in windows of every size: drawn, and looked at."""

from dataclasses import replace
from functools import cache

import pygame

from companion.kernel.text import Text
from companion.screens import setup_page
from companion.screens.canvas import Canvas
from companion.screens.fonts import drawable
from companion.screens.setup_view import READ, SetupView

SIZES = ((640, 480), (800, 600), (1280, 800), (1920, 1080))
USUAL = (SIZES[0], SIZES[2])
LANGUAGES = ("en", "es")
_read: set[tuple[object, ...]] = set()


@cache
def _surface(size: tuple[int, int]) -> pygame.Surface:
    return pygame.Surface(size)


def _plain(words: str) -> str:
    return "".join(drawable(words).split())


def _all_of_it(view: SetupView) -> list[Text]:
    """Every sentence, label and reason."""
    banner = [] if view.banner is None else [view.banner]
    meanings = [] if view.waits_for_picture else [what for _, what in view.meanings]
    return [
        *meanings, view.todo, *(one.text for one in view.told), *(one.label for one in view.choices), *banner,
        *(one.label for one in view.entries), *(why for _, why in view.summary),
    ]  # fmt: skip


def _lost(canvas: Canvas, view: SetupView, language: str, layer: int) -> list[str]:
    """What is cut, out of the window, or not there at all."""
    here = [one for one in canvas.drawn if one.layer == layer]
    lost = [one.text for one in here if one.cut or not canvas.rect.contains(one.rect)]
    shown = _plain("".join(one.text for one in here))
    return lost + [words for one in _all_of_it(view) if _plain(words := one.of(language)) not in shown]


def unread(view: SetupView, sizes: tuple[tuple[int, int], ...] = SIZES) -> list[str]:
    """What nobody can read of a page: neither on it, nor in large letters where it says that there is more."""
    found = []
    plain = replace(view, live=None, question=None, is_reading=False)
    for size in sizes:
        for language in LANGUAGES:
            canvas, _ = setup_page.draw(_surface(size), plain, language)
            lost = _lost(canvas, plain, language, 0)
            says_so = sum(one.key == READ for one in canvas.targets) > 1
            if lost and says_so:
                canvas, _ = setup_page.draw(_surface(size), replace(plain, is_reading=True), language)
                lost = _lost(canvas, plain, language, 1)
            found += [f"{view.at} {size[0]}x{size[1]} {language}: {one}" for one in lost]
    return found


def unread_anew(view: SetupView) -> list[str]:
    """The same in the smallest of them and the usual one, once for pages that say the same."""
    key = (view.at, *_all_of_it(view), view.primary, view.busy is None)
    if key in _read:
        return []
    _read.add(key)
    return unread(view, USUAL)
