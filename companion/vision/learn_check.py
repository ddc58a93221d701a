"""Whether the figures file and the learn picture tell of the same figures: told before anything is written.

A line without a figure, two lines for one figure, a figure without a line: each would be learned as something it is
not, or play on as a stranger whom nobody can name.
"""

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text
from companion.vision.colours import COST_SCALE, to_lab
from companion.vision.figure_notes import FigureNote, NoteKind
from companion.vision.figures import SURELY_CHANGED, Figure, LearnError, Sitter, core_area, reach_area
from companion.vision.segmentation import NOTHING, Mask, Scene

# of a body's middle so much differs from the empty ring: real figures 0.70 and more, white on white included; where
# nothing stands 0.1, with a neighbour in the line of sight up to 0.6
LEAST_SEEN, WELL_SEEN = 0.25, 0.5
# a foot's near edge lies at most 3 mm nearer to the camera than its footprint says (21 figures of three scenes), 18 to
# 40 where the line is 40 mm too far off: straight behind the figure, anywhere else its body does not cover the line.
# A place clicked 15 mm beside true feet gives up to 20 or lies aside; more, where the body took in a neighbour: nothing
# is said in doubt
NEARER_MM, NEAREST_MM, ASIDE_MM = 20.0, 45.0, 10.0
# a figure stands out from what is around it (so far, by the picture's width); in the empty picture by so much more, as
# a geometric mean over all, where the two are exchanged: under 1 for five true scenes; fewer may stand on the logo
AROUND_SHARE, STANDS_OUT, ENOUGH_SITTERS = 0.02, 1.25, 3
# the middles of two standing figures are farther apart than this
LEAST_APART_MM = 25.0
# what stands there and nobody has named covers at least this share of what a figure does; pixels around a figure's own
LEAST_OF_A_BODY, AROUND_PX = 0.15, 7

_HALF_SEEN = Text(
    "figure {who} is half seen at {where}: check its place, or move it away from the others and learn again",
    "la figura {who} se ve a medias en {where}: revisa su sitio, o sepárala de las demás y aprende otra vez",
)
_MISPLACED = Text(
    "figure {who} seems to stand nearer to the camera than its line says, at about x_mm {x}, y_mm {y}: measure its "
    "place again, correct the figures file and learn again",
    "la figura {who} parece estar más cerca de la cámara de lo que dice su línea, hacia x_mm {x}, y_mm {y}: mide otra "
    "vez su sitio, corrige el archivo de figuras y aprende otra vez",
)


def _called(sitter: Sitter | Figure) -> str:
    words = sitter.name or sitter.colour
    return f"{sitter.id} ({words})" if words and words != sitter.id else sitter.id


def refuse_one_place(sitters: Sequence[Sitter]) -> None:
    """Refuse two lines for one figure.

    Raises:
        LearnError: two stand in one place; names both.
    """
    for one, other in combinations(sitters, 2):
        apart_mm = float(np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm))
        if apart_mm < LEAST_APART_MM:
            raise LearnError(
                f"figures {_called(one)} and {_called(other)} stand {apart_mm:.0f} mm apart, which is one place: "
                "measure both places again, or take one line out of the figures file",
                f"las figuras {_called(one)} y {_called(other)} están a {apart_mm:.0f} mm, que es un mismo sitio: "
                "mide otra vez los dos sitios, o quita una línea del archivo de figuras",
            )


def refuse_swapped(
    scene: Scene, picture: NDArray[np.uint8], empty: NDArray[np.uint8], sitters: Sequence[Sitter]
) -> None:
    """Refuse an empty picture that has the figures, and a learn picture that has none.

    Raises:
        LearnError: the figures stand out where they should not.
    """
    shape = (scene.camera.height, scene.camera.width)
    reach_px = 2 * round(AROUND_SHARE * scene.camera.width) + 1
    small = [cv2.resize(image, shape[::-1], interpolation=cv2.INTER_AREA) for image in (picture, empty)]
    colours = [to_lab(np.asarray(image, dtype=np.uint8).reshape(-1, 3)).reshape(*shape, 3) for image in small]
    bodies = [core_area(scene, sitter, shape) for sitter in sitters]
    reaches = [reach_area(scene, sitter, shape) for sitter in sitters]
    everyone = np.any(reaches, axis=0)
    shares: list[float] = []
    for body, reach in zip(bodies, reaches, strict=True):
        wide = cv2.dilate(reach.astype(np.uint8), np.ones((reach_px, reach_px), np.uint8)).astype(bool)
        around = wide & ~everyone
        if body.any() and around.any():
            out = [float(np.linalg.norm(lab[body].mean(axis=0) - lab[around].mean(axis=0))) for lab in colours]
            shares.append(float(np.log((out[1] + 1) / (out[0] + 1))))
    if len(shares) >= ENOUGH_SITTERS and np.mean(shares) > np.log(STANDS_OUT):
        raise LearnError(
            "the figures stand in the empty picture, not in the learn picture: the two are exchanged; give the one "
            "with the figures first and the empty one behind --empty",
            "las figuras están en la imagen vacía y no en la de aprendizaje: están cambiadas; pon primero la que tiene "
            "las figuras y la vacía detrás de --empty",
        )


def refuse_absent(scene: Scene, picture: NDArray[np.uint8], sitters: Sequence[Sitter]) -> list[FigureNote]:
    """Refuse lines where the picture shows the empty ring; what is told of those that can hardly be seen.

    Raises:
        LearnError: nothing stands at a figure's place; names it.
    """
    changed = scene.look(picture).background > SURELY_CHANGED * COST_SCALE
    notes: list[FigureNote] = []
    for sitter in sitters:
        share = _seen_share(scene, changed, sitter)
        where = f"x_mm {sitter.x_mm:g}, y_mm {sitter.y_mm:g}"
        if share < LEAST_SEEN:
            raise LearnError(
                f"figure {_called(sitter)}: nothing stands at {where}, the ring looks empty there; check its place in "
                "the figures file, that --empty shows the ring without it, and that its clay is not the mat's colour",
                f"figura {_called(sitter)}: no hay nada en {where}, ahí el ring se ve vacío; revisa su sitio en el "
                "archivo de figuras, que --empty muestre el ring sin ella y que su plastelina no sea del color de la "
                "lona",
            )
        if share < WELL_SEEN:
            notes.append(FigureNote.of_figure(NoteKind.HALF_SEEN, sitter.id, _called(sitter), _HALF_SEEN, where=where))
    return notes


def _seen_share(scene: Scene, changed: Mask, sitter: Sitter) -> float:
    """How much of a body's middle differs from the empty ring."""
    body = core_area(scene, sitter, (scene.camera.height, scene.camera.width))
    return float(changed[body].mean()) if body.any() else 0.0


def half_seen_still(
    scene: Scene,
    picture: NDArray[np.uint8],
    sitters: Sequence[Sitter],
    figures: Sequence[Figure],
    notes: Sequence[FigureNote],
) -> list[FigureNote]:
    """The notes without those of figures that are seen well at the height they were learned with.

    A low figure whose height nobody gave does not reach up to where a usual one has its middle.
    """
    changed = scene.look(picture).background > SURELY_CHANGED * COST_SCALE
    well = {
        figure.id
        for sitter, figure in zip(sitters, figures, strict=True)
        if sitter.height_mm is None and _seen_share(scene, changed, _sitter(figure)) >= WELL_SEEN
    }
    return [note for note in notes if note.kind is not NoteKind.HALF_SEEN or not set(note.ids) <= well]


def misplaced(scene: Scene, figures: Sequence[Figure]) -> list[FigureNote]:
    """Sentences about figures that stand nearer to the camera than their lines say: the line's body hides that.

    Args:
        scene: as learned with.
        figures: what was learned just now.
    """
    shape = (scene.camera.height, scene.camera.width)
    notes: list[FigureNote] = []
    for figure in figures:
        line = np.array([figure.learned_at.x_mm, figure.learned_at.y_mm])
        foot = np.array(_foot_mm(scene, figure.silhouette(scene.scale, shape)))
        inwards = scene.camera.position_mm[:2] - line
        inwards /= max(1e-6, float(np.linalg.norm(inwards)))
        nearer_mm = float((foot - line) @ inwards) - figure.footprint_mm
        aside_mm = abs(float((foot - line) @ (-inwards[1], inwards[0])))
        if not NEARER_MM <= nearer_mm <= NEAREST_MM or aside_mm > ASIDE_MM:
            continue
        x, y = foot - 0.5 * figure.footprint_mm * inwards
        at = {"x": str(round(x)), "y": str(round(y))}
        notes.append(FigureNote.of_figure(NoteKind.MISPLACED, figure.id, _called(figure), _MISPLACED, **at))
    return notes


def unnamed(
    scene: Scene, picture: NDArray[np.uint8], sitters: Sequence[Sitter], everyone: Sequence[Figure]
) -> list[Text]:
    """Sentences about what stands there, has no line and is no figure that was learned before.

    Args:
        scene: with the colours of `everyone` and the shadow that was learned.
        picture: shape (h, w, 3), BGR, the learn picture.
        sitters: every line of the figures file.
        everyone: the table's figures, those that were learned just now among them.
    """
    seen = scene.look(picture)
    shape = (scene.camera.height, scene.camera.width)
    # who was learned before and stands there still is known, whatever colour it is taken for
    before = [_sitter(figure) for figure in everyone if figure.id not in {sitter.id for sitter in sitters}]
    known = np.any([reach_area(scene, sitter, shape) for sitter in (*sitters, *before)], axis=0).astype(np.uint8)
    known = np.asarray(cv2.dilate(known, np.ones((AROUND_PX, AROUND_PX), np.uint8)))
    strange = (seen.labels != NOTHING) & (seen.background > SURELY_CHANGED * COST_SCALE) & (known == 0)
    opened = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, pieces, stats, _ = cv2.connectedComponentsWithStats(opened)
    lines = {sitter.id for sitter in sitters}
    learned = [figure for figure in everyone if figure.id in lines]
    body = float(np.median([np.count_nonzero(figure.silhouette(scene.scale, shape)) for figure in learned]))
    notes: list[Text] = []
    for piece in range(1, count):
        if stats[piece, cv2.CC_STAT_AREA] < LEAST_OF_A_BODY * body:
            continue
        there = np.asarray(pieces == piece, dtype=bool)
        label = int(np.bincount(seen.labels[there]).argmax())
        if label < len(everyone) and everyone[label].id not in lines:
            continue
        x, y = map(round, _foot_mm(scene, there))
        notes.append(
            Text(
                f"something stands near x_mm {x}, y_mm {y} that the figures file does not name: give it a "
                "line, or take it away and learn again",
                f"hay algo cerca de x_mm {x}, y_mm {y} que el archivo de figuras no nombra: dale una línea, o "
                "quítalo y aprende otra vez",
            )
        )
    return notes


def _sitter(figure: Figure) -> Sitter:
    at = figure.learned_at
    return Sitter(
        figure.id, figure.name, figure.colour, at.x_mm, at.y_mm, None, kind=figure.kind, height_mm=figure.height_mm
    )


def _foot_mm(scene: Scene, piece: Mask) -> tuple[float, float]:
    """Where something touches the mat: where its image is nearest to the camera's own foot."""
    rows, columns = np.nonzero(piece)
    spots = scene.camera.to_plane(np.column_stack([columns, rows]).astype(float), 0.0)
    spots = spots[np.isfinite(spots).all(axis=1)]
    away = np.linalg.norm(spots - scene.camera.position_mm[:2], axis=1)
    near = spots[away <= np.quantile(away, 0.05)]
    x, y = near.mean(axis=0)
    return float(x), float(y)
