"""What a picture must be before anything is measured in it: sharp, light enough, of the colours it was learned in."""

import cv2
import numpy as np

from companion.kernel.text import Text
from companion.vision.health import Finding, LightWatch, shrunk
from companion.vision.sources import Picture

# strongest steps of brightness in a picture, grey levels a pixel at working size: under this it is out of focus
SHARP_LEVELS = 22.0
WORKING_WIDTH = 640
# against the empty ring's picture, full size, light taken out: a blur of 1.5 px leaves 0.55, of 1 px 0.7
LEAST_AS_SHARP = 0.62
# under this, no place and no colour is to be trusted: sample clips of any light and coding 0.65 and more, blurred by
# 4 px at full size 0.27 to 0.35 (what is sure there is right), by 8 px 0.19 and less
FAR_FROM_SHARP = 0.3
# spread of the colours in a picture against the empty ring's, light taken out: sample clips 0.9 and more, 0.3 with the
# colours turned down to 30 %, 0.01 without any; an empty ring with less spread than the second, Lab units, cannot tell
COLOUR_LEFT, LEAST_SPREAD = 0.15, 8.0
# brightness of all but the brightest twentieth of a picture, grey levels: under this it is too dark to be measured
DARK_LEVELS = 70.0
# and at which it is clipped white
CLIPPED_LEVELS = 253.0
# colours of the empty ring turned by this much, degrees of hue in Lab; which cells have a colour that can turn, and how
# alike they must turn
TURNED_DEG, COLOURED, TURNED_ALIKE_DEG, FEWEST_COLOURED = 10.0, 12.0, 6.0, 40
# no sample clip in white or tinted light turned by more than 10; turned by 45 figures are taken for others
FAR_TURNED_DEG = 25.0


def _steps(grey: Picture) -> float:
    """Steps at the sharpest edges: the 99.5 % quantile of the gradient, grey levels a pixel."""
    across, down = (cv2.Sobel(grey, cv2.CV_32F, dx, 1 - dx, scale=1 / 8) for dx in (1, 0))
    return float(np.percentile(np.asarray(cv2.magnitude(across, down), dtype=float), 99.5))


def _grey(picture: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def sharpness(picture: Picture) -> float:
    """Brightness steps at a picture's sharpest edges at working size, grey levels a pixel."""
    grey = _grey(picture)
    scale = min(1.0, WORKING_WIDTH / grey.shape[1])
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return _steps(np.asarray(small, dtype=np.uint8))


SHARP = Text(
    "the picture is sharp ({levels}; {good} or more is good)",
    "la imagen es nítida ({levels}; de {good} en adelante está bien)",
)
NOT_SHARP = Text(
    "sharpness is {levels}; {good} or more is good", "la nitidez es {levels}; de {good} en adelante está bien"
)
OUT_OF_FOCUS = Text(
    "out of focus: turn the lens, wipe it, switch autofocus off at the right distance",
    "desenfocada: gira la lente, límpiala, quita el autoenfoque a la distancia buena",
)


def focus(picture: Picture) -> Finding:
    """Whether the picture is sharp."""
    levels = sharpness(picture)
    is_sharp = levels >= SHARP_LEVELS
    words = SHARP if is_sharp else NOT_SHARP
    detail = words.filled(levels=f"{levels:.0f}", good=f"{SHARP_LEVELS:.0f}")
    return Finding("focus", is_sharp, detail, OUT_OF_FOCUS)


def focus_against(picture: Picture, empty: Picture) -> Finding:
    """Whether the picture is as sharp as the empty ring's of the same size; figures and hands only add edges."""
    share = sharp_share(picture, empty)
    detail = Text(
        f"{100 * share:.0f} % as sharp as the empty picture", f"{100 * share:.0f} % de la nitidez de la imagen vacía"
    )
    return Finding("focus", share >= LEAST_AS_SHARP, detail, OUT_OF_FOCUS)


def sharp_share(picture: Picture, empty: Picture) -> float:
    """How sharp a picture is against the empty ring's of the same size, the light taken out; 1 as sharp."""
    brightness = LightWatch(empty).look(picture).brightness
    return _steps(_grey(picture)) / max(1e-6, brightness * _steps(_grey(empty)))


def _spread(picture: Picture) -> float:
    """How far a picture's colours lie apart, whatever one tint they share: distance in Lab of a and b."""
    small = np.clip(shrunk(picture) / 255, 0, 1).astype(np.float32)
    hues = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), dtype=float)[..., 1:].reshape(-1, 2)
    return float(np.percentile(np.linalg.norm(hues - np.median(hues, axis=0), axis=1), 98))


def has_colour(picture: Picture, empty: Picture) -> bool:
    """Whether a picture still has colours, where the empty ring's has some."""
    due = _spread(empty)
    return due < LEAST_SPREAD or _spread(picture) >= COLOUR_LEFT * due


def brightness_of(picture: Picture) -> float:
    """Brightness of the brighter things in a picture, grey levels."""
    return float(np.percentile(_grey(picture)[::3, ::3], 95))


DARK_ADVICE = Text(
    "the picture is dark: more light on the ring, or a longer exposure",
    "la imagen está oscura: más luz sobre el ring, o más exposición",
)


def exposure(picture: Picture) -> Finding:
    """Whether there is light enough."""
    levels = brightness_of(picture)
    detail = Text(
        f"brightness {levels:.0f}, {DARK_LEVELS:.0f} are due", f"brillo {levels:.0f}, hacen falta {DARK_LEVELS:.0f}"
    )
    return Finding("brightness", levels >= DARK_LEVELS, detail, DARK_ADVICE)


def dark_too(reason: Text, picture: Picture) -> Text:
    """Why something was not found, and that the picture is dark where it is."""
    if brightness_of(picture) >= DARK_LEVELS:
        return reason
    return Text(f"{DARK_ADVICE.en}; {reason.en}", f"{DARK_ADVICE.es}; {reason.es}")


def turned_deg(empty: Picture, picture: Picture) -> float:
    """By how much all colours have turned against the empty ring's, degrees of hue; 0 where they do not turn alike.

    A grey mat has no hue, so only cells with a colour of their own are asked; a tinted lamp turns different colours
    differently.
    """
    then, now = shrunk(empty), shrunk(picture)
    before, after = (
        np.asarray(cv2.cvtColor(np.clip(one / 255, 0, 1).astype(np.float32), cv2.COLOR_BGR2LAB), dtype=float)[..., 1:]
        for one in (then, now)
    )
    coloured = (np.hypot(*np.moveaxis(before, 2, 0)) > COLOURED) & (np.hypot(*np.moveaxis(after, 2, 0)) > COLOURED / 2)
    if coloured.sum() < FEWEST_COLOURED:
        return 0.0
    here, there = (np.arctan2(one[coloured, 1], one[coloured, 0]) for one in (before, after))
    turn = np.degrees(np.angle(np.exp(1j * (there - here))))
    low, middle, high = np.percentile(turn, [25, 50, 75])
    return float(middle) if high - low < TURNED_ALIKE_DEG else 0.0


OTHER_COLOURS = Text(
    "the camera shows other colours: put its hue, saturation and colour mode back, or re-learn colours",
    "la cámara da otros colores: devuelve a su sitio su tono, saturación y modo de color, o aprende los colores "
    "otra vez",
)
COLOURLESS = Text(
    "the picture has no colours: switch the camera's black-and-white or night mode off, put its saturation back",
    "la imagen no tiene colores: quita el modo de blanco y negro o nocturno de la cámara, devuelve su saturación",
)


def hue(picture: Picture, empty: Picture) -> Finding:
    """Whether the colours are those of the empty picture (the camera's own hue and colour settings)."""
    if not has_colour(picture, empty):
        return Finding("hue", False, Text("no colours", "sin colores"), COLOURLESS)
    turn = turned_deg(empty, picture)
    detail = Text(f"colours turned by {turn:+.0f} degrees", f"colores girados {turn:+.0f} grados")
    return Finding("hue", abs(turn) < TURNED_DEG, detail, OTHER_COLOURS)
