"""Letters that the type of paper and screens does not have: shown as a box, never dropped, and listed (F-05)."""

import functools
import importlib.util
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from companion.errors import FileProblemError
from companion.kernel.text import Text

FONT_PACKAGE = "fontpkg_fira_sans_condensed"
BOX: Final = "\u25af"
"""The box that the screens show for such a letter, too."""
BEYOND_LATIN: Final = 0x250
"""Everything before it is in the type; a test looks."""
MOST_SHOWN = 12
_UNSEEN = {"Cc", "Cf", "Cs"}
_MISSING = Text(
    "the type has no letter for {signs} (in {where}); a box {box} stands for it, on the screens too",
    "la letra de imprenta no tiene {signs} (en {where}); en su lugar va una caja {box}, también en las pantallas",
)


def font_file(cut: str) -> Path:
    """Where a cut of the type lies.

    Raises:
        FileProblemError: it is not installed.
    """
    spec = importlib.util.find_spec(FONT_PACKAGE)
    if spec is None or spec.origin is None:
        raise FileProblemError(
            "the type for printing is missing; run: pip install fontpkg-fira-sans-condensed",
            "falta la letra para imprimir; ejecuta: pip install fontpkg-fira-sans-condensed",
        )
    return Path(spec.origin).parent / "files" / f"FiraSansCondensed-{cut}.ttf"


@functools.lru_cache(maxsize=1)
def _known() -> frozenset[int]:
    """Every character of the type; its cuts have the same ones."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # comes with fpdf2, without types

    with TTFont(str(font_file("Medium")), lazy=True) as font:
        return frozenset(code for code in font.getBestCmap() if code <= 0xFFFF)


def clean(text: str) -> str:
    """Accents composed, tabs as spaces, without signs that are not seen or turn the direction of writing (I-03)."""
    spaced = "".join(" " if sign in "\t\r" else sign for sign in unicodedata.normalize("NFC", text))
    return "".join(sign for sign in spaced if sign == "\n" or unicodedata.category(sign) not in _UNSEEN)


def missing_letters(text: str) -> tuple[str, ...]:
    """Characters that the type cannot draw, each once, in their order."""
    if not text or ord(max(text)) < BEYOND_LATIN:
        return ()
    return tuple(dict.fromkeys(sign for sign in clean(text) if sign not in {BOX, "\n"} and ord(sign) not in _known()))


def drawable(text: str) -> str:
    """The text as it can be drawn: cleaned, a box for each letter that is missing."""
    gone = set(missing_letters(text))
    return "".join(BOX if sign in gone else sign for sign in clean(text))


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
