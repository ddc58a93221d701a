"""The words that people have for clay colours, in both languages."""

from collections.abc import Mapping
from typing import Final

from companion.kernel.names import plain_word
from companion.kernel.text import Text

_COLOURS: Final = (
    Text("red", "rojo"), Text("dark red", "rojo oscuro"), Text("maroon", "granate"), Text("blue", "azul"),
    Text("dark blue", "azul oscuro"), Text("light blue", "azul claro"), Text("navy", "azul marino"),
    Text("sky blue", "celeste"), Text("green", "verde"), Text("dark green", "verde oscuro"),
    Text("light green", "verde claro"), Text("lime", "lima"), Text("olive", "oliva"), Text("yellow", "amarillo"),
    Text("orange", "naranja"), Text("purple", "morado"), Text("violet", "violeta"), Text("lilac", "lila"),
    Text("pink", "rosa"), Text("white", "blanco"), Text("black", "negro"), Text("grey", "gris"),
    Text("brown", "marrón"), Text("skin", "carne"), Text("beige", "beige"), Text("turquoise", "turquesa"),
    Text("cyan", "cian"), Text("gold", "dorado"), Text("silver", "plateado"),
)  # fmt: skip
COLOURS: Final[Mapping[str, Text]] = {plain_word(text.en): text for text in _COLOURS}
"""Each colour's key (`dark_red`) and its words."""
_COLOUR_WORDS: Final[Mapping[str, Text]] = {
    **{plain_word(word): text for text in _COLOURS for word in (text.en, text.es)},
    **{
        word: COLOURS[key]
        for key, words in {
            "red": "roja colorado colorada escarlata scarlet",
            "maroon": "burdeos burgundy crimson carmesi vino",
            "black": "negra",
            "white": "blanca",
            "grey": "gray plomo",
            "yellow": "amarilla mostaza mustard",
            "orange": "anaranjado anaranjada",
            "purple": "morada purpura ciruela plum",
            "lilac": "lavanda lavender malva mauve",
            "pink": "rosado rosada fucsia fuchsia magenta salmon",
            "brown": "marron cafe castano castana chocolate",
            "beige": "crema cream tan arena sand",
            "skin": "piel flesh",
            "navy": "marino",
            "turquoise": "teal aguamarina",
            "gold": "dorada oro golden",
            "silver": "plateada plata",
            "lime": "pistacho",
        }.items()
        for word in words.split()
    },
}


def colour_key(text: str) -> str:
    """What makes two words one clay: `Rojo` and `red` are `red`; a colour that is not known is its own word."""
    plain = plain_word(text)
    known = _COLOUR_WORDS.get(plain)
    return plain_word(known.en) if known is not None else plain


def colour_in(text: str, language: str) -> str:
    """A clay as people of that language call it; as it was entered where it is theirs already, or not known."""
    known = _COLOUR_WORDS.get(plain_word(text))
    if known is None or plain_word(known.of(language)) == plain_word(text):
        return text
    return known.of(language)
