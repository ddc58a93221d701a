"""Two lines of the figures file exchanged: each figure would be learned under the other's id, and nobody told.

A line's `colour` word is compared with the clay seen at its place; where the words say nothing, with the clay that the
table knew under that id before. Words are vague, so only a pair that fits clearly better the other way round is told.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from companion.kernel.text import Text
from companion.vision.clay_words import KNOWN_BGR, shade_of, words_of
from companion.vision.colour_check import CONFUSED, DOUBTFUL
from companion.vision.colours import ColourModel, FloatArray, separation, to_lab
from companion.vision.figure_notes import FigureNote, NoteKind
from companion.vision.figures import Figure

# lightness depends on the light more than hue does
LIGHTNESS_COUNTS = 0.5
# Lab units by which both words together must fit better the other way round: lines that were true, of 21 sample
# figures in three lights, never came above -20
CLEARLY_BETTER = 20.0
# the light's own colour is what the other figures' words and clays differ by, where there are so many others; with it,
# true lines of 34 sample figures in five lights, magenta among them, never came above -18
FEWEST_OTHERS = 3
# a clay this far from its word, and this much nearer to another one, contradicts it, Lab units: true words came to 36
# and 17 (white clay under magenta light), without others to tell the light's colour to 52
CONTRADICTED, CONTRADICTED_ALONE, NEARER_TO_ANOTHER = 48.0, 65.0, 25.0
_BY_WORD = Text(
    "figure {one} is called {word}, the clay there looks {seen}, as figure {other}'s line says: are the two lines "
    "exchanged?",
    "la figura {one} se llama {word}, la plastelina de ahí parece {seen}, como dice la línea de la figura {other}: "
    "¿están cambiadas las dos líneas?",
)
_BY_MODEL = Text(
    "figure {one} has the clay that figure {other} had in the table file, and figure {other} that of figure {one}: are "
    "the two lines exchanged?",
    "la figura {one} tiene la plastelina que tenía la figura {other} en el archivo de la mesa, y la figura {other} la "
    "de la figura {one}: ¿están cambiadas las dos líneas?",
)


_CONTRADICTED = Text(
    "figure {who} is called {word}, but the clay there looks {seen}: check its place and its colour in the figures "
    "file",
    "la figura {who} se llama {word}, pero la plastelina de ahí parece {seen}: revisa su sitio y su color en el "
    "archivo de figuras",
)


class _Pair(NamedTuple):
    gain: float
    one: str
    other: str
    told: Text


def _off(shade: str, model: ColourModel) -> FloatArray:
    """By how much a clay departs from a word, Lab, shape (3,)."""
    return np.asarray(model.mean - to_lab(np.array([KNOWN_BGR[shade]], dtype=np.uint8))[0], dtype=float)


def _misfit(shade: str, model: ColourModel, cast: FloatArray) -> float:
    off = _off(shade, model) - cast
    return float(np.hypot(LIGHTNESS_COUNTS * off[0], np.hypot(off[1], off[2])))


def _casts(figures: Sequence[Figure], without: Sequence[Figure]) -> list[FloatArray]:
    """The colours the light may have, Lab, shape (3,): none, and what all the other figures depart by."""
    words = [(shade_of(figure.colour), figure) for figure in figures if figure not in without]
    offs = [_off(word, figure.colours) for word, figure in words if word]
    neutral = np.zeros(3)
    return [neutral, np.median(offs, axis=0)] if len(offs) >= FEWEST_OTHERS else [neutral]


def contradicted(now: Sequence[Figure]) -> list[FigureNote]:
    """One sentence for each figure whose clay is clearly not of the colour its line calls it, in whatever light."""
    return [told for figure in now if (told := _contradiction(figure, now)) is not None]


def _contradiction(figure: Figure, now: Sequence[Figure]) -> FigureNote | None:
    word, casts = shade_of(figure.colour), _casts(now, [figure])
    if word is None:
        return None
    least = CONTRADICTED if len(casts) > 1 else CONTRADICTED_ALONE
    seen = word
    for cast in casts:
        own = _misfit(word, figure.colours, cast)
        seen = min(KNOWN_BGR, key=lambda shade: _misfit(shade, figure.colours, cast))
        if own < least or own - _misfit(seen, figure.colours, cast) < NEARER_TO_ANOTHER:
            return None
    who = f"{figure.id} ({figure.name})" if figure.name and figure.name != figure.id else figure.id
    words = {"word": words_of(word), "seen": words_of(seen)}
    return FigureNote.of_figure(NoteKind.OTHER_CLAY, figure.id, who, _CONTRADICTED, **words)


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
        if mine and yours and mine != yours:
            found = [_by_word(one, other, mine, yours, cast) for cast in _casts(now, [one, other])]
        else:
            found = [_by_model(one, other, before)]
        pairs += [pair for pair in found if pair is not None]
    told: list[Text] = []
    named: set[str] = set()
    for pair in sorted(pairs, key=lambda each: -each.gain):
        if not named & {pair.one, pair.other}:
            named |= {pair.one, pair.other}
            told.append(pair.told)
    return told


def _by_word(one: Figure, other: Figure, mine: str, yours: str, cast: FloatArray) -> _Pair | None:
    own = _misfit(mine, one.colours, cast), _misfit(yours, other.colours, cast)
    swapped = _misfit(yours, one.colours, cast), _misfit(mine, other.colours, cast)
    gain = sum(own) - sum(swapped)
    if gain < CLEARLY_BETTER or swapped[0] > own[0] or swapped[1] > own[1]:
        return None
    words = {"word": words_of(mine), "seen": words_of(yours)}
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
