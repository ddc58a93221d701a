"""Type: Fira Sans Condensed (SIL Open Font License) from the package `fontpkg-fira-sans-condensed`.

Latin, Greek and Cyrillic are in it. A character that is not is shown as a box, never dropped, and
`missing_characters` lists it for the roster check (field note F-05).
"""

import enum
import functools
import re

import pygame

from companion.config.typeface import BOX, font_file
from companion.kernel.visible import clean


class Face(enum.Enum):
    """Four cuts, each with one job."""

    POSTER = "BlackItalic"
    """Names, headings, big moments."""
    NUMBER = "Black"
    """Figures that are read from afar."""
    STRONG = "Bold"
    TEXT = "Medium"


@functools.lru_cache(maxsize=256)
def font(face: Face, size_px: int) -> pygame.font.Font:
    """The cut at a size, loaded once."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(str(font_file(face.value)), size_px)


@functools.lru_cache(maxsize=4096)
def has_glyph(character: str) -> bool:
    if ord(character) > 0xFFFF:
        return False
    probe = font(Face.TEXT, 32)
    # an unassigned private-use character is never drawn: what looks the same is missing too
    return bool(probe.metrics(character) != probe.metrics("\uf8fe"))


def missing_characters(text: str) -> tuple[str, ...]:
    """Characters of a name that the type cannot draw, each once, in their order."""
    return tuple(dict.fromkeys(ch for ch in clean(text) if ch != BOX and not has_glyph(ch)))


@functools.lru_cache(maxsize=4096)
def drawable(text: str) -> str:
    """`text` as it can be drawn: cleaned, boxes for what is missing; Greek capitals in a row bear no accents."""
    drawn = "".join(ch if has_glyph(ch) else BOX for ch in clean(text))
    return drawn if drawn.isascii() else _GREEK_CAPITALS.sub(lambda found: found[0].translate(_UNACCENTED), drawn)


_GREEK_CAPITALS = re.compile("[Α-ΫΆΈΉΊΌΎΏ]{2,}(?![α-ώ])")
_UNACCENTED = str.maketrans("ΆΈΉΊΌΎΏ", "ΑΕΗΙΟΥΩ")


@functools.lru_cache(maxsize=8192)
def size_of(text: str, face: Face, size_px: int) -> tuple[int, int]:
    """Width and height of a line; asked for many times a picture, measured once."""
    return font(face, size_px).size(text)


@functools.lru_cache(maxsize=1024)
def line_image(text: str, face: Face, size_px: int, ink: tuple[int, int, int]) -> pygame.Surface:
    """A line as a picture. Most lines of a screen are those of the picture before."""
    return font(face, size_px).render(text, True, ink)
