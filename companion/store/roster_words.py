"""The words of a roster in both languages: columns, classes, positions and colours of clay, out and in."""

from collections.abc import Mapping
from typing import Final

from companion.games.clay_wrestling.model import ABILITIES
from companion.kernel.names import plain_word
from companion.kernel.text import Text

HEADER: Final = (
    "player", "name", "clay_colour", "class", *ABILITIES, "finisher", "finisher_position", "palm_mm", "half_palm_mm",
)  # fmt: skip
"""Columns of the table, in order (DESIGN.md section 4)."""
PHOTO: Final = "photo"
"""A column that may follow: the name of a picture file of the figure, beside the show."""
_SPANISH = (
    "jugador", "nombre", "color", "clase", "combate", "velocidad", "fuerza", "técnica", "resistencia", "golpear",
    "látigo", "suplex", "sumisión", "contra", "remate", "posición_de_remate", "palmo_mm", "medio_palmo_mm", "foto",
)  # fmt: skip
COLUMNS: Final[Mapping[str, Text]] = {
    name: Text(name, spanish) for name, spanish in zip((*HEADER, PHOTO), _SPANISH, strict=True)
}
"""What a column is called on the way out."""
CLASSES: Final[Mapping[str, Text]] = {
    "humanoid": Text("humanoid", "humanoide"),
    "beast": Text("beast", "bicharraco"),
    "absurd": Text("absurd", "absurdo"),
}
POSITIONS: Final[Mapping[str, Text]] = {
    "knocked_down": Text("knocked_down", "derribado"),
    "on_ropes": Text("on_ropes", "en las cuerdas"),
    "back_turned": Text("back_turned", "de espaldas"),
    "in_corner": Text("in_corner", "en la esquina"),
}


def _both(words: Mapping[str, Text]) -> dict[str, str]:
    """The name that a word of either language stands for."""
    return {plain_word(word): name for name, text in words.items() for word in (name, text.en, text.es)}


COLUMN_WORDS: Final[Mapping[str, str]] = {
    **_both(COLUMNS),
    "luchador": "name", "fighter": "name", "personaje": "name", "plastilina": "clay_colour", "clay": "clay_colour",
    "plastelina": "clay_colour", "colour": "clay_colour", "clay_color": "clay_colour",
    "color_de_plastilina": "clay_colour", "color_plastilina": "clay_colour", "golpe": "strike",
    "latigo_irlandes": "whip", "irish_whip": "whip", "contraataque": "counter",
    "finisher_posicion": "finisher_position",
    "posicion": "finisher_position", "posicion_remate": "finisher_position", "posicion_del_remate": "finisher_position",
    "posicion_finisher": "finisher_position", "posicion_del_finisher": "finisher_position", "palmo": "palm_mm",
    "palm": "palm_mm", "medio_palmo": "half_palm_mm", "half_palm": "half_palm_mm", "picture": PHOTO,
}  # fmt: skip
"""What people call the columns in either language."""
CLASS_WORDS: Final[Mapping[str, str]] = {
    **_both(CLASSES),
    "human": "humanoid", "humano": "humanoid", "bestia": "beast", "bicho": "beast", "animal": "beast",
}  # fmt: skip
POSITION_WORDS: Final[Mapping[str, str]] = {
    **_both(POSITIONS),
    "tumbado": "knocked_down", "en_el_suelo": "knocked_down", "caido": "knocked_down", "en_cuerdas": "on_ropes",
    "at_the_ropes": "on_ropes", "contra_las_cuerdas": "on_ropes", "en_esquina": "in_corner",
    "in_the_corner": "in_corner", "en_el_rincon": "in_corner",
}  # fmt: skip
