"""What the colours that people have words for look like under neutral light."""

from companion.kernel.text import Text
from companion.table.clays import COLOURS, colour_key

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
# words for colours that look much the same
_LIKE = {"maroon": "dark_red", "navy": "dark_blue", "sky_blue": "light_blue", "violet": "purple", "lilac": "purple",
         "beige": "skin", "cyan": "turquoise"}  # fmt: skip


def shade_of(word: str) -> str | None:
    """The key in `KNOWN_BGR` of a colour word in either language, None for one that nobody here knows."""
    key = colour_key(word)
    key = _LIKE.get(key, key)
    return key if key in KNOWN_BGR else None


def words_of(shade: str) -> Text:
    """What people call a shade of `KNOWN_BGR`."""
    return COLOURS[shade]


def is_like_word(shade: str, word: str) -> bool:
    """Whether people may call both the same: one word, or a colour and a plain one of its kind (green, dark green)."""
    one, other = shade.split("_"), word.split("_")
    return one == other or (one[-1] == other[-1] and 1 in {len(one), len(other)})
