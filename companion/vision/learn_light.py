"""Whether the learn picture and the empty one were taken in the same, sufficient light (field note A-06)."""

import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text
from companion.vision.figures import LearnError
from companion.vision.health import LightWatch
from companion.vision.picture_quality import (
    CLIPPED_LEVELS,
    DARK_LEVELS,
    FAR_FROM_SHARP,
    LEAST_AS_SHARP,
    brightness_of,
    focus,
    sharp_share,
)

Image = NDArray[np.uint8]

# brightness of one picture against the other: beyond the first told, beyond the second refused; shares either way
UNLIKE, FAR_APART = 0.7, 0.45
# departure of one colour channel from the others: two pictures of one table in one light stay below 0.01
TINTED, STRONGLY_TINTED = 0.08, 0.5
LEARN, EMPTY = Text("the learn picture", "la imagen de aprendizaje"), Text("the empty picture", "la imagen vacía")
_OTHER_BRIGHTNESS = Text(
    "{what} has {share} % of the brightness of {other}: lock the exposure, light the ring evenly and take both again",
    "{what} tiene el {share} % del brillo de {other}: fija la exposición, ilumina el ring como en el combate y haz las "
    "dos otra vez",
)
_OTHER_TINT = Text(
    "the learn picture's light has another colour than the empty picture's (red {red} %, green {green} %, blue {blue} "
    "%): lock the white balance, turn coloured light off and take both again",
    "la luz de la imagen de aprendizaje tiene otro color que la de la vacía (rojo {red} %, verde {green} %, azul "
    "{blue} %): fija el balance de blancos, apaga la luz de color y haz las dos otra vez",
)
_DARK = Text(
    "{what} is dark (brightness {levels}, {due} are due): more light on the ring or a longer exposure, then take both "
    "again",
    "{what} está oscura (brillo {levels}, hacen falta {due}): más luz sobre el ring o más exposición, y haz las dos "
    "otra vez",
)
_BRIGHT = Text(
    "{what} is far too bright: less light on the ring or a shorter exposure, then take both again",
    "{what} está demasiado clara: menos luz sobre el ring o menos exposición, y haz las dos otra vez",
)


_BLURRED = Text(
    "{what} is out of focus ({share} % as sharp as {other}): turn the lens, wipe it, switch autofocus off and take "
    "both again",
    "{what} está desenfocada ({share} % de la nitidez de {other}): gira la lente, límpiala, quita el autoenfoque y "
    "haz las dos otra vez",
)
_BOTH_BLURRED = Text(
    "both pictures are out of focus: turn the lens, wipe it, switch autofocus off and take both again",
    "las dos imágenes están desenfocadas: gira la lente, límpiala, quita el autoenfoque y haz las dos otra vez",
)


def focus_notes(picture: Image, empty: Image) -> list[Text]:
    """What is wrong with the focus of two pictures of one size, with what to do; empty where all is well.

    Raises:
        LearnError: one is so blurred that colours and outlines learned so would be wrong.
    """
    share = sharp_share(picture, empty)
    what, other = (LEARN, EMPTY) if share < 1 else (EMPTY, LEARN)
    share = min(share, 1 / max(1e-6, share))
    # figures add edges to a ring that has few: it is blurred only where it shows no sharp edge of its own
    if share < LEAST_AS_SHARP and (what is LEARN or not focus(empty).ok or share < FAR_FROM_SHARP):
        told = _BLURRED.filled(what=what, other=other, share=f"{100 * share:.0f}")
        if share < FAR_FROM_SHARP:
            raise LearnError(told.en, told.es)
        return [told]
    is_light = min(brightness_of(picture), brightness_of(empty)) >= DARK_LEVELS
    return [_BOTH_BLURRED] if is_light and not (focus(picture).ok or focus(empty).ok) else []


def light_notes(picture: Image, empty: Image) -> list[Text]:
    """What is wrong with the light of two pictures of one size, with what to do; empty where all is well.

    Raises:
        LearnError: colours learned so would be wrong.
    """
    light = LightWatch(empty).look(picture)
    notes: list[Text] = []
    share = min(light.brightness, 1 / light.brightness)
    darker, brighter = (LEARN, EMPTY) if light.brightness < 1 else (EMPTY, LEARN)
    if share < UNLIKE:
        told = _OTHER_BRIGHTNESS.filled(what=darker, other=brighter, share=f"{100 * share:.0f}")
        if share < FAR_APART:
            raise LearnError(told.en, told.es)
        notes.append(told)
    if light.cast > TINTED:
        blue, green, red = (f"{100 * gain / light.brightness:.0f}" for gain in light.gains)
        told = _OTHER_TINT.filled(red=red, green=green, blue=blue)
        if light.cast > STRONGLY_TINTED:
            raise LearnError(told.en, told.es)
        notes.append(told)
    for what, one in ((LEARN, picture), (EMPTY, empty)):
        levels = brightness_of(one)
        if levels < DARK_LEVELS:
            notes.append(_DARK.filled(what=what, levels=f"{levels:.0f}", due=f"{DARK_LEVELS:.0f}"))
        elif levels >= CLIPPED_LEVELS:
            notes.append(_BRIGHT.filled(what=what))
    return notes
