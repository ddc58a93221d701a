"""Clay on the screen: what colour a name means, which letter and pattern a fighter wears."""

import unicodedata
from collections.abc import Mapping, Sequence

from companion.screens.palette import CLAY
from companion.screens.view_model import Chip, Pattern, Rgb

_ALSO = {
    "rojo": "red", "granate": "dark_red", "azul": "blue", "azul_oscuro": "dark_blue", "azul_claro": "light_blue",
    "celeste": "light_blue", "verde": "green", "verde_oscuro": "dark_green", "verde_claro": "light_green",
    "amarillo": "yellow", "naranja": "orange", "morado": "purple", "violeta": "purple", "lila": "purple",
    "rosa": "pink", "blanco": "white", "negro": "black", "gris": "grey", "gray": "grey", "marron": "brown",
    "carne": "skin", "turquesa": "turquoise", "violet": "purple", "cyan": "turquoise",
}  # fmt: skip
_ORDER = ("red", "dark_blue", "yellow", "light_green", "orange", "purple", "pink", "light_blue", "white", "black",
          "brown", "grey", "dark_green", "turquoise", "skin", "green", "blue", "dark_red")  # fmt: skip
"""For fighters whose colour nobody has told."""


def clay_rgb(name: str, number: int = 0) -> Rgb:
    """The clay of a colour's name, in Spanish or English, or `#rrggbb`; the `number`-th clay for an unknown name."""
    plain = "".join(ch for ch in unicodedata.normalize("NFD", name.lower()) if not unicodedata.combining(ch))
    key = plain.strip().replace(" ", "_").replace("-", "_")
    if key.startswith("#") and len(key) == 7 and all(ch in "0123456789abcdef" for ch in key[1:]):
        return (int(key[1:3], 16), int(key[3:5], 16), int(key[5:7], 16))
    key = _ALSO.get(key, key)
    return CLAY.get(key, CLAY[_ORDER[number % len(_ORDER)]])


def chips(names: Mapping[str, str], colours: Mapping[str, Rgb], clay_names: Mapping[str, str]) -> dict[str, Chip]:
    """A chip for each fighter: his clay, a letter that nobody else has, a pattern.

    Args:
        names: the fighter's name by id, in table order.
        colours: measured clay, where the camera knows it.
        clay_names: the colour's name on the registration.
    """
    letters = unique_letters(list(names.values()))
    patterns = tuple(Pattern)
    return {
        fighter: Chip(
            colours.get(fighter) or clay_rgb(clay_names.get(fighter, ""), number),
            letters[number],
            patterns[number % len(patterns)],
        )
        for number, fighter in enumerate(names)
    }


def unique_letters(names: Sequence[str]) -> list[str]:
    """One letter a name: its first, unless an earlier name has it; then one that no name begins with, else a number."""
    choices = [[ch.upper() for ch in name if ch.isalnum() and len(ch.upper()) == 1] for name in names]
    firsts = {wanted[0] for wanted in choices if wanted}
    taken: set[str] = set()
    given = []
    for number, wanted in enumerate(choices, start=1):
        letter = next((ch for ch in wanted[:1] if ch not in taken), "")
        letter = letter or next((ch for ch in wanted if ch not in taken | firsts), "")
        letter = letter or next((str(n) for n in range(number, number + 100) if str(n) not in taken), "?")
        taken.add(letter)
        given.append(letter)
    return given
