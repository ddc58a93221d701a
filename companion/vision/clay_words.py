"""What the colours that people have words for look like under neutral light."""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from companion.kernel.text import Text
from companion.table.clays import COLOURS, colour_key
from companion.vision.colours import FloatArray, to_lab

# clay shades that shops sell, B G R: what may be suggested instead
SHADES_BGR = {
    "red": (40, 30, 190),
    "orange": (25, 110, 235),
    "yellow": (30, 200, 235),
    "light_green": (60, 190, 120),
    "dark_green": (50, 95, 25),
    "light_blue": (220, 160, 60),
    "dark_blue": (115, 45, 25),
    "purple": (130, 45, 110),
    "pink": (160, 110, 230),
    "brown": (45, 65, 105),
    "black": (35, 35, 35),
    "white": (235, 238, 240),
    "grey": (125, 125, 125),
}
KNOWN_BGR = {
    **SHADES_BGR,
    "blue": (150, 70, 30),
    "green": (60, 145, 60),
    "dark_red": (30, 25, 110),
    "skin": (165, 200, 240),
    "turquoise": (165, 165, 40),
}
# key of a learned figure's `model`: the clay word that the program put in where nobody gave one
SEEN = "seen_as"
EITHER = Text("{one} or {other}", "{one} o {other}")
PERHAPS = Text("{one} ({other}?)", "{one} (¿{other}?)")
NO_WORD = Text("no clay that has a word", "ninguna plastelina con nombre")
# words for colours that look much the same
_LIKE = {"maroon": "dark_red", "navy": "dark_blue", "sky_blue": "light_blue", "violet": "purple", "lilac": "purple",
         "beige": "skin", "cyan": "turquoise", "lime": "light_green"}  # fmt: skip
# words for colours that are nearest to these, where nothing was seen that tells it better
_NEAR = {"olive": "dark_green", "gold": "yellow", "silver": "grey"}
_LAB = dict(zip(KNOWN_BGR, to_lab(np.array(list(KNOWN_BGR.values()), dtype=np.uint8)).astype(float), strict=True))
# Lab distances. A word this near is the clay's; one of its kind (red, dark red) so much farther may be meant as well;
# any other so much farther leaves it open which of the two it is, and so much farther is still no contradiction. The
# words of 21 sample figures in three lights: 19 clear and true, 2 open (white and skin, purple and pink)
EXACT_LAB, LIKE_LAB, OPEN_LAB, POSSIBLE_LAB = 10.0, 18.0, 8.0, 25.0
# farther than this from every word a clay has none: magenta light puts white 36 off
NO_WORD_LAB = 40.0


def shade_of(word: str) -> str | None:
    """The key in `KNOWN_BGR` of a colour word in either language, None for one that nobody here knows."""
    key = colour_key(word)
    key = _LIKE.get(key, key)
    return key if key in KNOWN_BGR else None


def clay_key(word: str) -> str:
    """What makes two words one clay on a sheet: `violeta`, `lilac` and `purple` are `purple`; unknown: its own word."""
    return shade_of(word) or colour_key(word)


def words_of(shade: str) -> Text:
    """What people call a shade of `KNOWN_BGR`."""
    return COLOURS[shade]


def is_like_word(shade: str, word: str) -> bool:
    """Whether people may call both the same: one word, or a colour and a plain one of its kind (green, dark green)."""
    one, other = shade.split("_"), word.split("_")
    return one == other or (one[-1] == other[-1] and 1 in {len(one), len(other)})


def seen_words(lab: FloatArray) -> tuple[str, ...]:
    """Keys of `KNOWN_BGR` that a clay may be called, the likeliest first; empty where no word is near.

    Between a dark and a plain word of one kind the plain one is first: light decides how dark a clay looks.

    Args:
        lab: mean colour, shape (3,), L 0..100.
    """
    return _seen_words(*(float(part) for part in lab))


@functools.lru_cache(maxsize=256)
def _seen_words(*lab: float) -> tuple[str, ...]:
    away = _away(lab)
    nearest, *others = sorted(away, key=lambda shade: away[shade])
    if away[nearest] > NO_WORD_LAB:
        return ()
    possible = [shade for shade in others if away[shade] - away[nearest] < POSSIBLE_LAB]
    plain = nearest.split("_")[-1]
    if plain in possible and away[nearest] > EXACT_LAB and away[plain] - away[nearest] < LIKE_LAB:
        return plain, nearest, *(shade for shade in possible if shade != plain)
    return nearest, *possible


def clear_word(lab: FloatArray) -> str:
    """The one key of `KNOWN_BGR` that a clay is called; empty where two unlike words or none would do.

    Args:
        lab: mean colour, shape (3,), L 0..100.
    """
    words, away = seen_words(lab), _away(lab)
    least = min(away.values())
    rivals = [word for word in words if away[word] - least < OPEN_LAB]
    return words[0] if words and all(is_like_word(words[0], word) for word in rivals) else ""


def _away(lab: Sequence[float] | FloatArray) -> dict[str, float]:
    return {shade: float(np.linalg.norm(np.array(lab) - known)) for shade, known in _LAB.items()}


def mean_lab(model: Mapping[str, Any]) -> FloatArray:
    """A learned figure's mean colour, shape (3,), from its `model` in the table file."""
    parts = model["colours"]
    weights = np.array([float(part["weight"]) for part in parts])
    return np.asarray(weights @ np.array([part["lab"] for part in parts], dtype=float), dtype=float)


def own_colour(entry: Mapping[str, Any]) -> str:
    """What a person gave as a figure's clay; empty where nobody did, also where the program put in what it sees."""
    colour, model = str(entry.get("colour") or ""), entry.get("model") or {}
    return "" if colour == model.get(SEEN) else colour


def shade_by_name(name: str, lab: FloatArray) -> str:
    """The key in `KNOWN_BGR` of a name that is the word for a clay and looks like it (`Rojo`); empty for all others.

    Rosa is a person too: what is seen contradicts the name of one of green clay.

    Args:
        lab: mean colour, shape (3,), L 0..100.
    """
    shade, words = shade_of(name), seen_words(lab)
    if shade is None or not words:
        return ""
    away = _away(lab)
    is_near = away[shade] - min(away.values()) < LIKE_LAB
    return shade if is_near or is_like_word(shade, words[0]) else ""


def seen_word(name: str, lab: FloatArray) -> str:
    """The word for a clay to which nobody gave a colour, as the table file has it; empty where none is clear."""
    return said_as(shade_by_name(name, lab) or clear_word(lab))


def clays_of(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """Keys of what a figure of the table file is made of, the likeliest first: what a person said, else what was seen.

    A table of former versions, where a colour was left empty, tells by its learned colours too.
    """
    name, model = str(entry.get("name") or ""), entry.get("model")
    key = clay_key(own_colour(entry))
    if key in KNOWN_BGR:
        return (key,)
    if model and (seen := seen_words(mean_lab(model))):
        named = "" if key else shade_by_name(name, mean_lab(model))
        return (named, *(shade for shade in seen if shade != named)) if named else seen
    # a figure that no camera has seen: its name is all there is
    key = key or (clay_key(name) if shade_of(name) else "")
    return (_NEAR.get(key, key),) if key else ()


def colour_of(entry: Mapping[str, Any]) -> str:
    """The word for a figure's clay: as entered, else the one that is clear from its learned colours, else empty."""
    colour, model = str(entry.get("colour") or ""), entry.get("model")
    if colour or not model:
        return colour
    return seen_word(str(entry.get("name") or ""), mean_lab(model))


def in_words(entry: Mapping[str, Any], name: str, colour: str) -> dict[str, Any]:
    """`name`, `colour` and `model` of a learned figure that a person calls so; no colour: the one that is clear."""
    model = {key: value for key, value in entry["model"].items() if key != SEEN}
    seen = "" if colour else seen_word(name, mean_lab(model))
    return {"name": name, "colour": colour or seen, "model": {**model, SEEN: seen} if seen else model}


def either(clays: Sequence[str]) -> Text:
    """What a clay of these keys is called: the likeliest word, and the next one where that may be meant."""
    first, *others = (words_of(clay) for clay in clays)
    return EITHER.filled(one=first, other=others[0]) if others else first


def looks_like(entry: Mapping[str, Any]) -> Text:
    """What a learned figure's clay looks like: one word where it is clear, else two; `NO_WORD` where none is near.

    A light or dark shade that it may be as well stands behind its word: sheets have both.
    """
    name, lab = str(entry.get("name") or ""), mean_lab(entry["model"])
    word, words = shade_by_name(name, lab) or clear_word(lab), seen_words(lab)
    if not word:
        return either(words) if words else NO_WORD
    away = _away(lab)
    least = min(away.values())
    shades = [one for one in away if one != word and is_like_word(one, word) and away[one] - least < LIKE_LAB]
    other = min(shades, key=lambda one: away[one], default="")
    return PERHAPS.filled(one=words_of(word), other=words_of(other)) if other else words_of(word)


def said_as(shade: str) -> str:
    """The word as the table file has it; empty for no shade."""
    return words_of(shade).en if shade else ""
