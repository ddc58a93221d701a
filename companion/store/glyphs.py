"""Letters that the type of paper and screens does not have: shown as a box, never dropped, and listed (F-05)."""

import functools
from collections.abc import Iterable
from typing import Final

from companion.config.typeface import BOX, font_file
from companion.kernel.text import Text
from companion.kernel.visible import clean

BEYOND_LATIN: Final = 0x250
"""Everything before it is in the type; a test looks."""
MOST_SHOWN = 12
LINE_END = "\n"  # paper goes on in the next line
_MISSING = Text(
    "the type has no letter for {signs} (in {where}); a box {box} stands for it, on the screens too",
    "la letra de imprenta no tiene {signs} (en {where}); en su lugar va una caja {box}, también en las pantallas",
)


@functools.lru_cache(maxsize=1)
def _known() -> frozenset[int]:
    """Every character of the type; its cuts have the same ones."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # comes with fpdf2, without types

    with TTFont(str(font_file("Medium")), lazy=True) as font:
        return frozenset(code for code in font.getBestCmap() if code <= 0xFFFF)


def missing_letters(text: str) -> tuple[str, ...]:
    """Characters that the type cannot draw, each once, in their order."""
    if not text or ord(max(text)) < BEYOND_LATIN:
        return ()
    drawn = (sign for sign in clean(text, LINE_END) if sign not in {BOX, LINE_END})
    return tuple(dict.fromkeys(sign for sign in drawn if ord(sign) not in _known()))


def drawable(text: str) -> str:
    """The text as it can be drawn: cleaned, a box for each letter that is missing."""
    gone = set(missing_letters(text))
    return "".join(BOX if sign in gone else sign for sign in clean(text, LINE_END))


def missing_note(texts: Iterable[str]) -> Text | None:
    """One sentence about every text with letters that are missing; None if there is none."""
    lacking = {text: missing_letters(text) for text in dict.fromkeys(texts)}
    signs = dict.fromkeys(sign for letters in lacking.values() for sign in letters)
    if not signs:
        return None
    where = [text for text, letters in lacking.items() if letters]
    return _MISSING.filled(signs=_some(list(signs), " "), where=_some(where, ", "), box=BOX)


def _some(words: list[str], joiner: str) -> str:
    return joiner.join(words[:MOST_SHOWN] + ["…"] * (len(words) > MOST_SHOWN))
