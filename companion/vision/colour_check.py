"""Which colours will be mixed up, told before the bell: figures among themselves, with the mat, with hands (C-04)."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text
from companion.vision.colours import ColourModel, separation, to_lab
from companion.vision.figures import Figure
from companion.vision.segmentation import Scene

# mean cost of taking one colour for the other: under CONFUSED they will be mixed up, under DOUBTFUL in bad light
CONFUSED, DOUBTFUL = 4.0, 9.0
# skin from very light to very dark under neutral light, sRGB as B G R; spread as of one clay colour
SKINS_BGR = ((190, 205, 240), (140, 170, 220), (100, 135, 190), (70, 95, 145), (45, 60, 95))
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
MAT, HAND = Text("the mat", "la lona"), Text("a hand", "una mano")
_LOOKS_LIKE = Text(
    "{one} looks like {what} ({apart:.1f} apart, {due:g} are due)",
    "{one} se parece a {what} (distancia {apart:.1f}, hacen falta {due:g})",
)
_MISTAKEN = Text(
    "{one} and {other} will be taken for each other ({apart:.1f} apart, {due:g} are due): make one of them {shade}",
    "{one} y {other} se confundirán (distancia {apart:.1f}, hacen falta {due:g}): haz uno de los dos {shade}",
)
_DOUBTFUL = Text(
    "{one} and {other} may be taken for each other in bad light ({apart:.1f} apart, {due:g} are due): "
    "make one of them {shade}",
    "{one} y {other} se pueden confundir con mala luz (distancia {apart:.1f}, hacen falta {due:g}): "
    "haz uno de los dos {shade}",
)


def colour_warnings(figures: Sequence[Figure], scene: Scene) -> list[str]:
    """Sentences about colours that are too close, the worst first; empty where all is well."""
    return [one.en for one in colour_notes(figures, scene)]


def colour_notes(figures: Sequence[Figure], scene: Scene) -> list[Text]:
    """The same in both languages, for the screens."""
    found: list[tuple[float, Text]] = []
    for i, one in enumerate(figures):
        for other in figures[i + 1 :]:
            apart = separation(one.colours, other.colours)
            if apart < DOUBTFUL:
                found.append((apart, _pair(one, other, apart, figures)))
        for what, apart in ((MAT, _from_mat(one.colours, scene)), (HAND, _from_skin(one.colours))):
            if apart < CONFUSED:
                found.append((apart, _LOOKS_LIKE.filled(one=_called(one), what=what, apart=apart, due=CONFUSED)))
    return [sentence for _, sentence in sorted(found, key=lambda each: (each[0], each[1].en))]


def _called(figure: Figure) -> Text:
    words = ", ".join(word for word in (figure.name, figure.colour) if word and word != figure.id)
    known = f"{figure.id} ({words})" if words else figure.id
    return Text(f"figure {known}", f"la figura {known}")


def _pair(one: Figure, other: Figure, apart: float, figures: Sequence[Figure]) -> Text:
    word = _MISTAKEN if apart < CONFUSED else _DOUBTFUL
    shade = free_shade(figures)
    return word.filled(
        one=_called(one), other=_called(other), apart=apart, due=DOUBTFUL, shade=Text(shade, SHADES_ES[shade])
    )


def free_shade(figures: Sequence[Figure]) -> str:
    """The clay shade farthest from every colour on the table."""
    means = np.array([figure.colours.mean for figure in figures])
    shades = to_lab(np.array(list(SHADES_BGR.values()), dtype=np.uint8))
    away = np.linalg.norm(shades[:, None, :] - means[None, :, :], axis=2).min(axis=1)
    return list(SHADES_BGR)[int(np.argmax(away))]


def _from_mat(model: ColourModel, scene: Scene) -> float:
    """Cost of the mat's most figure-like large area, typical of its colours."""
    mat = scene.empty[cv2.erode(scene.mat.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0]
    cost = model.cost(to_lab(mat[:: max(1, len(mat) // 4000)]))
    return float(np.percentile(cost, 15))


def _from_skin(model: ColourModel) -> float:
    lab: NDArray[np.float32] = to_lab(np.array(SKINS_BGR, dtype=np.uint8))
    return float(model.cost(lab).min())
