"""The words people have for clay colours, in both languages, and what each looks like under neutral light."""

import unicodedata

# clay shades that shops sell, B G R: what may be suggested instead
SHADES_BGR = {
    "red": (40, 30, 190),
    "orange": (25, 110, 235),
    "yellow": (30, 200, 235),
    "light green": (60, 190, 120),
    "dark green": (50, 95, 25),
    "light blue": (220, 160, 60),
    "dark blue": (115, 45, 25),
    "purple": (130, 45, 110),
    "pink": (160, 110, 230),
    "brown": (45, 65, 105),
    "black": (35, 35, 35),
    "white": (235, 238, 240),
    "grey": (125, 125, 125),
}
SHADES_ES = {
    "red": "rojo", "orange": "naranja", "yellow": "amarillo", "light green": "verde claro",
    "dark green": "verde oscuro", "light blue": "azul claro", "dark blue": "azul oscuro", "purple": "morado",
    "pink": "rosa", "brown": "marrón", "black": "negro", "white": "blanco", "grey": "gris",
}  # fmt: skip
_MORE_BGR = {"blue": (150, 70, 30), "green": (60, 145, 60), "dark red": (30, 25, 110), "skin": (165, 200, 240),
             "turquoise": (165, 165, 40)}  # fmt: skip
_MORE_ES = {"blue": "azul", "green": "verde", "dark red": "rojo oscuro", "skin": "carne", "turquoise": "turquesa"}
KNOWN_BGR = {**SHADES_BGR, **_MORE_BGR}
KNOWN_ES = {**SHADES_ES, **_MORE_ES}
_ALSO = {"granate": "dark red", "maroon": "dark red", "azul marino": "dark blue", "navy": "dark blue",
         "celeste": "light blue", "sky blue": "light blue", "violeta": "purple", "violet": "purple", "lila": "purple",
         "gray": "grey", "beige": "skin", "cyan": "turquoise", "cian": "turquoise"}  # fmt: skip


def _plain(word: str) -> str:
    letters = unicodedata.normalize("NFKD", word.casefold().replace("_", " ").replace("-", " "))
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())


_WORDS = {**_ALSO, **{_plain(word): shade for shade, es in KNOWN_ES.items() for word in (shade, es)}}


def shade_of(word: str) -> str | None:
    """The English name of a colour word in either language, None for one that nobody here knows."""
    return _WORDS.get(_plain(word))


def is_like_word(shade: str, word: str) -> bool:
    """Whether people may call both the same: one word, or a colour and a plain one of its kind (green, dark green)."""
    one, other = shade.split(), word.split()
    return one == other or (one[-1] == other[-1] and 1 in {len(one), len(other)})
