"""Two lines of the figures file exchanged: each figure would be learned under the other's id, and nobody told.

A line's `colour` word is compared with the clay seen at its place; where the words say nothing, with the clay that the
table knew under that id before. Words are vague, so only a pair that fits clearly better the other way round is told.
"""

import unicodedata
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from companion.kernel.text import Text
from companion.vision.colour_check import CONFUSED, DOUBTFUL, SHADES_BGR, SHADES_ES
from companion.vision.colours import ColourModel, separation, to_lab
from companion.vision.figures import Figure

_MORE_BGR = {"blue": (150, 70, 30), "green": (60, 145, 60), "dark red": (30, 25, 110), "skin": (165, 200, 240),
             "turquoise": (165, 165, 40)}  # fmt: skip
_MORE_ES = {"blue": "azul", "green": "verde", "dark red": "rojo oscuro", "skin": "carne", "turquoise": "turquesa"}
_SHADES = {**SHADES_BGR, **_MORE_BGR}
_SPANISH = {**SHADES_ES, **_MORE_ES}
_ALSO = {"granate": "dark red", "maroon": "dark red", "azul marino": "dark blue", "navy": "dark blue",
         "celeste": "light blue", "sky blue": "light blue", "violeta": "purple", "violet": "purple", "lila": "purple",
         "gray": "grey", "beige": "skin", "cyan": "turquoise", "cian": "turquoise"}  # fmt: skip
# lightness depends on the light more than hue does
LIGHTNESS_COUNTS = 0.5
# Lab units by which both words together must fit better the other way round: lines that were true, of 21 sample
# figures in three lights, never came above -20
CLEARLY_BETTER = 20.0
_BY_WORD = Text(
    "figure {one} is called {word}, the clay there looks {seen}, as figure {other}'s line says: are the two lines "
    "exchanged?",
    "la figura {one} se llama {word}, la plastilina de ahí parece {seen}, como dice la línea de la figura {other}: "
    "¿están cambiadas las dos líneas?",
)
_BY_MODEL = Text(
    "figure {one} has the clay that figure {other} had in the table file, and figure {other} that of figure {one}: are "
    "the two lines exchanged?",
    "la figura {one} tiene la plastilina que tenía la figura {other} en el archivo de la mesa, y la figura {other} la "
    "de la figura {one}: ¿están cambiadas las dos líneas?",
)


class _Pair(NamedTuple):
    gain: float
    one: str
    other: str
    told: Text


def _plain(word: str) -> str:
    letters = unicodedata.normalize("NFKD", word.casefold().replace("_", " ").replace("-", " "))
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())


_WORDS = {**_ALSO, **{_plain(word): shade for shade, es in _SPANISH.items() for word in (shade, es)}}


def shade_of(word: str) -> str | None:
    """The English name of a colour word in either language, None for one that nobody here knows."""
    return _WORDS.get(_plain(word))


def _misfit(shade: str, model: ColourModel) -> float:
    off = model.mean - to_lab(np.array([_SHADES[shade]], dtype=np.uint8))[0]
    return float(np.hypot(LIGHTNESS_COUNTS * off[0], np.hypot(off[1], off[2])))


def exchanged_lines(now: Sequence[Figure], former: Sequence[Figure]) -> list[Text]:
    """One sentence for each pair of lines that look exchanged, the surest first; no figure is named twice.

    Args:
        now: what was learned just now.
        former: what the table knew before.
    """
    before = {figure.id: figure.colours for figure in former}
    pairs: list[_Pair] = []
    for one, other in combinations(now, 2):
        mine, yours = shade_of(one.colour), shade_of(other.colour)
        pair = _by_word(one, other, mine, yours) if mine and yours and mine != yours else _by_model(one, other, before)
        if pair is not None:
            pairs.append(pair)
    told: list[Text] = []
    named: set[str] = set()
    for pair in sorted(pairs, key=lambda each: -each.gain):
        if not named & {pair.one, pair.other}:
            named |= {pair.one, pair.other}
            told.append(pair.told)
    return told


def _by_word(one: Figure, other: Figure, mine: str, yours: str) -> _Pair | None:
    own = _misfit(mine, one.colours), _misfit(yours, other.colours)
    swapped = _misfit(yours, one.colours), _misfit(mine, other.colours)
    gain = sum(own) - sum(swapped)
    if gain < CLEARLY_BETTER or swapped[0] > own[0] or swapped[1] > own[1]:
        return None
    words = {"word": Text(mine, _SPANISH[mine]), "seen": Text(yours, _SPANISH[yours])}
    return _Pair(gain, one.id, other.id, _BY_WORD.filled(one=one.id, other=other.id, **words))


def _by_model(one: Figure, other: Figure, before: dict[str, ColourModel]) -> _Pair | None:
    then, there = before.get(one.id), before.get(other.id)
    if then is None or there is None:
        return None
    own = separation(one.colours, then), separation(other.colours, there)
    swapped = separation(one.colours, there), separation(other.colours, then)
    if min(own) < DOUBTFUL or max(swapped) >= CONFUSED:
        return None
    return _Pair(sum(own) - sum(swapped), one.id, other.id, _BY_MODEL.filled(one=one.id, other=other.id))
