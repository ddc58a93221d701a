"""Which colours will be mixed up, told before the bell: figures among themselves, with the mat, with hands (C-04)."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

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


def colour_warnings(figures: Sequence[Figure], scene: Scene) -> list[str]:
    """Sentences about colours that are too close, the worst first; empty where all is well."""
    found: list[tuple[float, str]] = []
    for i, one in enumerate(figures):
        for other in figures[i + 1 :]:
            apart = separation(one.colours, other.colours)
            if apart < DOUBTFUL:
                found.append((apart, _pair(one, other, apart, figures)))
        for what, apart in (("the mat", _from_mat(one.colours, scene)), ("a hand", _from_skin(one.colours))):
            if apart < CONFUSED:
                found.append((apart, f"{_called(one)} looks like {what} ({apart:.1f} apart, {CONFUSED:g} are due)"))
    return [sentence for _, sentence in sorted(found)]


def _called(figure: Figure) -> str:
    return f"figure {figure.id} ({figure.name}, {figure.colour})" if figure.colour else f"figure {figure.id}"


def _pair(one: Figure, other: Figure, apart: float, figures: Sequence[Figure]) -> str:
    word = "will be taken for each other" if apart < CONFUSED else "may be taken for each other in bad light"
    advice = f"make one of them {free_shade(figures)}"
    return f"{_called(one)} and {_called(other)} {word} ({apart:.1f} apart, {DOUBTFUL:g} are due): {advice}"


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
