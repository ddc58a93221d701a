"""Views of a board that one lens cannot have seen: another camera, another zoom, a picture turned by 180 degrees.

Each view's residuals are small under a lens that lies between two true ones, so errors alone do not tell. Here every
view says which lens it would like: around the common fit the sum of squares is a quadratic form of the lens, its pose
taken out, and two groups with a lens each are looked for that fit clearly better than one.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text
from companion.vision.geometry import FloatArray

if TYPE_CHECKING:
    from companion.vision.lens import BoardView

# squares of one lens over squares of two: views of one camera 1.01 to 1.12 (three rendered sets and one photographed
# one, whole and in parts), two cameras or a few turned ones from 1.22 on; and as often as chance would have it
CLEARLY_BETTER, BEYOND_CHANCE = 1.2, 15.0
# how far another lens may be: focal length as a share, centre px, k1, k2, p1, p2; keeps a view alone from dreaming
PRIOR_SD = (0.1, 30.0, 30.0, 0.2, 0.3, 0.005, 0.005)
LEAST_NOISE_PX = 0.05
ROUNDS = 20
# strangers are told to be turned where this helps them so much, squares before over squares after
TURNED_HELPS = 2.0
# a focal length that differs by less says nothing by itself, percent
TOLD_FOCAL = 1.0
TURNED = Text("turned by 180 degrees against the others", "girada 180 grados respecto a las demás")
OTHER_FOCAL = Text(
    "seen with another camera, zoom or focus than the others (focal length {share:+.1f} %)",
    "vista con otra cámara, zoom o enfoque que las demás (focal {share:+.1f} %)",
)
OTHER_LENS = Text(
    "seen through another lens or with another part of the sensor than the others",
    "vista con otra lente u otra parte del sensor que las demás",
)
NOT_ONE_LENS = Text(
    "the pictures were not all taken with one lens; {names}: {why}; take these out, or take all anew with one camera, "
    "one zoom, one focus (autofocus off) and the camera the same way up",
    "las imágenes no se hicieron todas con una misma lente; {names}: {why}; quítalas, o haz todas de nuevo con una "
    "misma cámara, un mismo zoom, un mismo enfoque (sin autofoco) y la cámara en la misma posición",
)


class Strangers(NamedTuple):
    """The smaller of two groups of views.

    Attributes:
        are: for each view, whether it belongs to that group.
        focal_share: by how much its focal length differs from the others'.
    """

    are: NDArray[np.bool_]
    focal_share: float


class _Wishes(NamedTuple):
    """What views say about a lens changed by x: squares of `value - 2 slope . x + x . bend . x`, in units of noise."""

    bend: FloatArray  # (n, 7, 7)
    slope: FloatArray  # (n, 7)
    value: FloatArray  # (n,)
    prior: FloatArray  # (7, 7)

    def best(self, chosen: NDArray[np.bool_]) -> FloatArray:
        """The change of the lens that the chosen views like best, shape (7,)."""
        return np.linalg.solve(self.bend[chosen].sum(axis=0) + self.prior, self.slope[chosen].sum(axis=0))

    def squares(self, change: FloatArray) -> FloatArray:
        """Of each view with that change, shape (n,)."""
        bent = np.einsum("i,nij,j->n", change, self.bend, change)
        return np.asarray(self.value - 2 * self.slope @ change + bent)


def strangers(views: Sequence["BoardView"], matrix: FloatArray, dist: FloatArray) -> Strangers | None:
    """Find the views that another lens than the others' has seen; None where one lens explains them all.

    Args:
        matrix: shape (3, 3), the common fit; dist: shape (5,).
    """
    parts = [_wish(view, matrix, dist) for view in views]
    free = np.array([part[3] for part in parts])
    value = np.array([part[2] for part in parts])
    noise = max(LEAST_NOISE_PX**2, float(np.median(value / free)))
    spread = np.array(PRIOR_SD) * (matrix[0, 0], *(1.0,) * 6)
    bend, slope = (np.array([part[index] for part in parts]) / noise for index in (0, 1))
    wishes = _Wishes(bend, slope, value / noise, np.diag(spread**-2.0))
    together = float(wishes.squares(wishes.best(np.ones(len(views), dtype=bool))).sum())
    apart, chosen = min((_grown(wishes, first) for first in range(len(views))), key=lambda each: each[0])
    gain = (together - apart) / len(spread) / (apart / free.sum())
    if together < CLEARLY_BETTER * apart or gain < BEYOND_CHANCE:
        return None
    few = chosen if 2 * np.count_nonzero(chosen) <= len(views) else ~chosen
    # a view that hardly tells the two lenses apart stays with the many
    sure = few & (wishes.squares(wishes.best(~few)) > CLEARLY_BETTER * wishes.squares(wishes.best(few)))
    few = sure if sure.any() else few
    focal_px = matrix[0, 0] + np.array([wishes.best(few)[0], wishes.best(~few)[0]])
    return Strangers(few, float(focal_px[0] / focal_px[1] - 1))


def _grown(wishes: _Wishes, first: int) -> tuple[float, NDArray[np.bool_]]:
    """The squares of two groups, of which one began with one view, when each view has chosen the lens it likes more."""
    chosen = np.arange(len(wishes.value)) == first
    for _ in range(ROUNDS):
        better = wishes.squares(wishes.best(chosen)) < wishes.squares(wishes.best(~chosen))
        if not better.any() or better.all() or (better == chosen).all():
            break
        chosen = better
    one, other = wishes.best(chosen), wishes.best(~chosen)
    squares = float(np.where(chosen, wishes.squares(one), wishes.squares(other)).sum())
    return squares + float(one @ wishes.prior @ one + other @ wishes.prior @ other), chosen


def _wish(view: "BoardView", matrix: FloatArray, dist: FloatArray) -> tuple[FloatArray, FloatArray, float, int]:
    """A view's quadratic form of focal length, centre, k1, k2, p1, p2, and how many numbers its corners leave free."""
    off, slopes = _posed(view, matrix, dist)
    pose, _ = np.linalg.qr(slopes[:, :6])
    lens = np.column_stack((slopes[:, 6] + slopes[:, 7], slopes[:, 8:14]))  # square pixels: one focal length
    lens = lens - pose @ (pose.T @ lens)
    rest = off - pose @ (pose.T @ off)
    return lens.T @ lens, lens.T @ rest, float(rest @ rest), len(rest) - 6


def _posed(view: "BoardView", matrix: FloatArray, dist: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Seen minus projected pixels, shape (2n,), with the board where it fits best, and their slopes, (2n, 14)."""
    _, turn, place = cv2.solvePnP(view.object_mm, view.image_px, matrix, dist)
    turn, place = cv2.solvePnPRefineLM(view.object_mm, view.image_px, matrix, dist, turn, place)
    due, slopes = cv2.projectPoints(view.object_mm, turn, place, matrix, dist)
    off = (view.image_px - np.asarray(due).reshape(-1, 2)).ravel()
    return np.asarray(off, dtype=float), np.asarray(slopes, dtype=float)[:, :14]


def error_px(views: Sequence["BoardView"], matrix: FloatArray, dist: FloatArray) -> float:
    """Rms distance of the views' corners from that lens, each board where it fits best."""
    squares = np.concatenate([_posed(view, matrix, dist)[0] for view in views]) ** 2
    return float(np.sqrt(2 * squares.mean()))


def what_differs(
    few: Sequence["BoardView"], focal_share: float, matrix: FloatArray, dist: FloatArray, size: tuple[int, int]
) -> Text:
    """What sets views apart from those that made the fit of `matrix` and `dist` to pictures of that size."""
    last_px = np.array(size) - 1.0
    turned = [replace(view, image_px=last_px - view.image_px) for view in few]
    before, after = (error_px(views, matrix, dist) for views in (few, turned))
    if before**2 > TURNED_HELPS * after**2:
        return TURNED
    share = 100 * focal_share
    return OTHER_FOCAL.filled(share=share) if abs(share) >= TOLD_FOCAL else OTHER_LENS


def not_one_lens(names: Sequence[str], why: Text) -> Text:
    """The refusal that names the pictures that do not belong."""
    return NOT_ONE_LENS.filled(names=", ".join(names), why=why)
