"""What is known of each clay figure, and how it is learned from one picture of the weigh-in.

The learn picture shows every figure at a known place; against the picture of the empty ring its silhouette, colours,
height and build follow. What was learned goes into the table file as plain numbers that people can read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.vision.body import FOOTPRINT, KINDS, REACH, Kind, Pose, box_of, carve, place, to_skeleton
from companion.vision.camera_schema import camera_as_plain, camera_from_plain
from companion.vision.clay_words import SEEN, seen_word
from companion.vision.colours import COST_SCALE, ColourModel, fit_colours, separation, to_lab
from companion.vision.figure_height import HEIGHT_FROM, USUAL_HEIGHT_MM, HeightFrom
from companion.vision.geometry import Camera
from companion.vision.illumination import NEUTRAL_SHADOW, WARM_TO_COLD, ShadowModel, learn_shadow
from companion.vision.segmentation import NOTHING, Scene, working_scale
from companion.vision.table_file import Ring

FloatArray = NDArray[np.float64]
Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]

MODEL_VERSION = 1
HEIGHTS_MM = (45.0, 220.0)
# the part of a body that is surely body: around its axis, between knees and shoulders, units of height
CORE_HEIGHTS = (0.3, 0.72)
CORE_RADIUS: dict[Kind | None, float] = {"humanoid": 0.09, "beast": 0.15, "blob": 0.2, None: 0.09}
# a pixel that the empty ring in shadow explains worse than this is no shadow
SURELY_CHANGED = 7.0
LEARN_ROUNDS = 3
# colours nearer than this to each other are one clay's: each figure's pixels may look like the other's
ONE_CLAY = 4.0
# a compact skeleton overlaps any silhouette somewhat; measured on the sample figures, 18 of 21 classes right with it
COMPACT_BONUS: dict[Kind, float] = {"humanoid": 0.0, "beast": 0.08, "blob": 0.17}
# a piece smaller than this part of the silhouette and away from the body's core is no part of the body
SMALLEST_PIECE = 0.08
FEWEST_PIXELS = 25
# a camera that sees a figure's place this near to where it did stands as it stood; full-size pixels
SAME_VIEW_PX = 4.0
# of the mat's pixels in order of lightness, the one that stands for them
DARKER_PART = 0.2


# a height that is seen is true within 8 mm for the standing sample figures where a picture shows so much of the axis,
# where the silhouette's top is over the foot, and where the empty ring is of another colour just above it
LEAST_AXIS_PX, NARROW, AGREES_MM = 45.0, 0.04, 6.0
CAP_PX, LIKE_BEHIND, CAP_LIKE = 3, 7.0, 0.3
# more than this of another body's middle in a silhouette: it took that body in
TAKEN_IN = 0.1


class LearnError(CompanionError):
    """A figure cannot be learned from this picture."""


@dataclass(frozen=True)
class Sitter:
    """A figure as the user describes it: where it stands in the learn picture.

    Attributes:
        kind: humanoid, beast or blob; None where nobody said.
        height_mm: None where nobody measured.
        facing_deg: None where nobody said; then the figure's facing is never told.
    """

    id: str
    name: str
    colour: str
    x_mm: float
    y_mm: float
    facing_deg: float | None = None
    kind: Kind | None = None
    height_mm: float | None = None


@dataclass(frozen=True, eq=False)
class Figure:
    """A clay figure as the eyes know it.

    Attributes:
        footprint_mm: radius of the circle of its contact with the table.
        polygons: outline in the learn picture, full-size pixels; each shape (n, 2), holes as further polygons.
        learned_at: where it stood and faced then.
        seen_by: the camera of that picture, where it stood then; None where the table did not keep it: as it stands now
        facing_known: nobody told its facing at the weigh-in when False.
        mat_bgr: what `mat_colour` gave in the light it was learned in; None where the table did not keep it.
        height_from: what people may be told of `height_mm`; reckoning takes it in any case.
    """

    id: str
    name: str
    colour: str
    kind: Kind
    height_mm: float
    footprint_mm: float
    colours: ColourModel
    polygons: tuple[FloatArray, ...]
    learned_at: Pose
    facing_known: bool = True
    seen_by: Camera | None = None
    mat_bgr: tuple[float, float, float] | None = None
    height_from: HeightFrom = "given"

    def silhouette(self, scale: float, shape: tuple[int, int]) -> Mask:
        """The learned outline as a mask of the working picture; shape (h, w)."""
        mask = np.zeros(shape, np.uint8)
        rings = [
            np.round((polygon + 0.5) * scale - 0.5).astype(np.int32).reshape(-1, 1, 2) for polygon in self.polygons
        ]
        cv2.fillPoly(mask, rings, 1)
        return mask.astype(bool)

    def fits(self, camera: Camera) -> bool:
        """Whether its outline lies in this camera's pictures as it stands; yes where nobody knows."""
        seen = self.seen_by
        if seen is None:
            return True
        if (seen.width, seen.height) != (camera.width, camera.height):
            return False
        at = self.learned_at
        points = tube(at.x_mm, at.y_mm, self.footprint_mm, 0.0, self.height_mm)
        return bool(np.abs(seen.project(points) - camera.project(points)).max() < SAME_VIEW_PX)

    def bodies(self, camera: Camera, scale: float) -> list[FloatArray]:
        """Voxels carved from the outline, one body for each of the class's builds; shape (n, 3), body frame.

        Args:
            camera: the table's, at working size, for a figure that does not know its own.
            scale: working size over full size.
        """
        if self.seen_by is not None:
            scale = working_scale(self.seen_by)
            camera = self.seen_by.scaled(scale)
        mask = self.silhouette(scale, (camera.height, camera.width))
        return carve(mask, camera, self.learned_at, self.kind, self.height_mm)


_CIRCLE: FloatArray = np.column_stack(
    [turn(np.linspace(0.0, 2 * np.pi, 12, endpoint=False)) for turn in (np.cos, np.sin)]
)


def tube(x_mm: float, y_mm: float, radius_mm: float, bottom_mm: float, top_mm: float) -> FloatArray:
    """Points around a standing cylinder, shape (n, 3), world."""
    around = len(_CIRCLE)
    points = np.empty((2 * around, 3))
    points[:around, :2] = points[around:, :2] = (x_mm, y_mm) + radius_mm * _CIRCLE
    points[:around, 2], points[around:, 2] = bottom_mm, top_mm
    return points


def seen_area(camera: Camera, points_mm: FloatArray, shape: tuple[int, int]) -> Mask:
    """Pixels inside the hull of some world points; shape (h, w)."""
    mask = np.zeros(shape, np.uint8)
    pixels = camera.project(points_mm)
    pixels = pixels[np.isfinite(pixels).all(axis=1)]
    if len(pixels) >= 3:
        cv2.fillConvexPoly(mask, cv2.convexHull(np.round(pixels).astype(np.int32).reshape(-1, 1, 2)), 1)
    return mask.astype(bool)


def learn(
    camera: Camera, ring: Ring, empty: Image, picture: Image, sitters: Sequence[Sitter]
) -> tuple[list[Figure], ShadowModel]:
    """Learn every figure of a picture.

    Args:
        empty: shape (h, w, 3), BGR, the ring without figures.
        picture: shape (h, w, 3), BGR, the figures at their places.

    Returns:
        The figures in the order of `sitters`, and how shadows look under this light.

    Raises:
        LearnError: a figure cannot be seen at its place; names it.
    """
    scene = Scene(camera, ring, empty)
    shape = (scene.camera.height, scene.camera.width)
    reach = [reach_area(scene, sitter, shape) for sitter in sitters]
    core = [core_area(scene, sitter, shape) for sitter in sitters]
    seen = scene.look(picture)
    changed = seen.background > SURELY_CHANGED * COST_SCALE
    models = []
    for sitter, middle in zip(sitters, core, strict=True):
        inside = middle & changed
        if np.count_nonzero(inside) < FEWEST_PIXELS:
            inside = middle & (seen.labels != NOTHING)
        if np.count_nonzero(inside) < FEWEST_PIXELS:
            inside = middle
        if np.count_nonzero(inside) < FEWEST_PIXELS:
            raise LearnError(
                f"figure {sitter.id} ({sitter.name or sitter.colour}): nothing to see at x_mm {sitter.x_mm:g}, y_mm "
                f"{sitter.y_mm:g}; check its place in the figures file and that the picture shows the whole ring",
                f"figura {sitter.id} ({sitter.name or sitter.colour}): no se ve nada en "
                f"x_mm {sitter.x_mm:g}, y_mm {sitter.y_mm:g}; revisa su sitio en "
                "el archivo de figuras y que la imagen muestre todo el ring",
            )
        models.append(fit_colours(seen.picture[inside], 2))
    shadow = NEUTRAL_SHADOW
    masks: list[Mask] = []
    for _ in range(LEARN_ROUNDS):
        scene = Scene(camera, ring, empty, models, shadow)
        seen = scene.look(picture)
        masks = [_silhouette(_own(seen.labels, i, reach, models), reach[i], core[i]) for i in range(len(sitters))]
        bodies = cv2.dilate(np.any(masks, axis=0).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        shadow = learn_shadow(seen.picture, scene.empty, scene.mat & ~bodies & (seen.background > 3))
        surely = seen.background > SURELY_CHANGED * COST_SCALE
        models = [_refit(seen.picture, mask, middle, surely) for mask, middle in zip(masks, core, strict=True)]
    alone = [_is_alone(number, mask, core) for number, mask in enumerate(masks)]
    figures = [
        _figure(sitter, mask, model, scene, is_alone=one)
        for sitter, mask, model, one in zip(sitters, masks, models, alone, strict=True)
    ]
    mat_bgr = mat_colour(scene)
    return [replace(figure, seen_by=camera, mat_bgr=mat_bgr) for figure in figures], shadow


def mat_colour(scene: Scene) -> tuple[float, float, float]:
    """What the darker part of the empty mat shows, blue, green, red: too much light makes that white last."""
    blue, green, red = (float(one) for one in np.quantile(scene.empty[scene.mat], DARKER_PART, axis=0))
    return blue, green, red


def _height(sitter: Sitter) -> float:
    return sitter.height_mm or USUAL_HEIGHT_MM


def _pose(sitter: Sitter) -> Pose:
    return Pose(sitter.x_mm, sitter.y_mm, 0.0, -90.0 if sitter.facing_deg is None else sitter.facing_deg)


def reach_area(scene: Scene, sitter: Sitter, shape: tuple[int, int]) -> Mask:
    """Pixels that a figure at its place may cover, shape (h, w)."""
    height = sitter.height_mm or 1.3 * USUAL_HEIGHT_MM
    radius = REACH[sitter.kind or "beast"] * _height(sitter)
    return seen_area(scene.camera, tube(sitter.x_mm, sitter.y_mm, radius, 0.0, height * 1.03), shape)


def core_area(scene: Scene, sitter: Sitter, shape: tuple[int, int]) -> Mask:
    """Pixels that a figure at its place covers for sure, shape (h, w)."""
    height = _height(sitter)
    bottom, top = (part * height for part in CORE_HEIGHTS)
    return seen_area(
        scene.camera, tube(sitter.x_mm, sitter.y_mm, CORE_RADIUS[sitter.kind] * height, bottom, top), shape
    )


def _own(labels: NDArray[np.uint8], index: int, reach: Sequence[Mask], models: Sequence[ColourModel]) -> Mask:
    """Pixels of one figure's colour, and of clay so alike that colour cannot tell, where that other figure is not."""
    own = np.asarray(labels == index, dtype=bool)
    for other, model in enumerate(models):
        if other != index and separation(models[index], model) < ONE_CLAY:
            own |= (labels == other) & ~reach[other]
    return own


def _silhouette(labelled: Mask, reach: Mask, core: Mask) -> Mask:
    """The pieces of one label that belong to the body."""
    closed = cv2.morphologyEx((labelled & reach).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, pieces, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    total = int(closed.sum())
    kept = [
        piece
        for piece in range(1, count)
        if stats[piece, cv2.CC_STAT_AREA] > SMALLEST_PIECE * total or (core & (pieces == piece)).any()
    ]
    return np.asarray(np.isin(pieces, kept), dtype=bool)


def _refit(picture: Image, mask: Mask, core: Mask, surely: Mask) -> ColourModel:
    """Fit the colours again, from pixels that are neither fringe nor shadow where there are enough of them."""
    inner = cv2.erode(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    enough = max(FEWEST_PIXELS, 0.3 * np.count_nonzero(mask))
    for candidates in (inner & surely, mask & surely, core & surely, inner):
        if np.count_nonzero(candidates) >= enough:
            return fit_colours(picture[candidates])
    return fit_colours(picture[core])


def _is_alone(index: int, mask: Mask, core: Sequence[Mask]) -> bool:
    """Whether a silhouette took in no other body."""
    others = [other for number, other in enumerate(core) if number != index]
    return all(np.count_nonzero(mask & other) <= TAKEN_IN * np.count_nonzero(other) for other in others)


def _figure(sitter: Sitter, mask: Mask, model: ColourModel, scene: Scene, *, is_alone: bool = True) -> Figure:
    if np.count_nonzero(mask) < FEWEST_PIXELS:
        raise LearnError(
            f"figure {sitter.id} ({sitter.name or sitter.colour}): no body of its own colour at x_mm {sitter.x_mm:g}, "
            f"y_mm {sitter.y_mm:g}; move it away from the others or check its place in the figures file",
            f"figura {sitter.id} ({sitter.name or sitter.colour}): ningún cuerpo de su color en "
            f"x_mm {sitter.x_mm:g}, y_mm {sitter.y_mm:g}; sepárala de las demás "
            "o revisa su sitio en el archivo de figuras",
        )
    pose = _pose(sitter)
    height, is_sure = (sitter.height_mm, True) if sitter.height_mm else measured_height(mask, scene.camera, pose)
    kind = sitter.kind or likely_kind(mask, scene.camera, pose, height)
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    # a speck of one or two pixels has no outline
    polygons = tuple((c.reshape(-1, 2).astype(np.float64) + 0.5) / scene.scale - 0.5 for c in contours if len(c) > 2)
    return Figure(
        id=sitter.id,
        name=sitter.name,
        colour=sitter.colour,
        kind=kind,
        height_mm=round(height, 1),
        footprint_mm=round(FOOTPRINT[kind] * height, 1),
        colours=model,
        polygons=polygons,
        learned_at=pose,
        facing_known=sitter.facing_deg is not None,
        height_from=_height_from(sitter, kind, mask, model, scene, is_sure=is_sure and is_alone),
    )


def _height_from(
    sitter: Sitter, kind: Kind, mask: Mask, model: ColourModel, scene: Scene, *, is_sure: bool
) -> HeightFrom:
    """Where a height comes from: beasts and compact figures reach back, and a higher spot there is not their top."""
    if sitter.height_mm:
        return "given"
    is_seen = is_sure and kind == "humanoid" and not _ends_unseen(mask, model, scene, _pose(sitter))
    return "measured" if is_seen else "unknown"


def _ends_unseen(mask: Mask, model: ColourModel, scene: Scene, pose: Pose) -> bool:
    """Whether what lies behind the upper end of a silhouette has its colours, so that nobody can see where it ends."""
    foot, over = scene.camera.project([[pose.x_mm, pose.y_mm, 0.0], [pose.x_mm, pose.y_mm, USUAL_HEIGHT_MM]])
    rows, columns = np.nonzero(mask)
    along = (np.column_stack([columns, rows]) - foot) @ (over - foot) / max(1e-6, float(np.linalg.norm(over - foot)))
    cap = np.zeros_like(mask)
    cap[rows, columns] = along > along.max() - CAP_PX
    around = np.ones((2 * CAP_PX + 1, 2 * CAP_PX + 1), np.uint8)
    beyond = (cv2.dilate(cap.astype(np.uint8), around) > 0) & ~mask
    return bool(beyond.any()) and float(np.mean(model.cost(to_lab(scene.empty[beyond])) < LIKE_BEHIND)) > CAP_LIKE


def measured_height(mask: Mask, camera: Camera, pose: Pose) -> tuple[float, bool]:
    """Height from the top of a silhouette over the known foot, and whether it is the height of that figure for sure.

    The usual height where the camera looks from above. Unsure: the axis is short in the picture, or what is highest is
    not over the foot (something behind, a raised arm).
    """
    heights = np.arange(*HEIGHTS_MM, 2.0)
    axis = camera.project(np.column_stack([np.full((len(heights), 2), (pose.x_mm, pose.y_mm)), heights]))
    foot, top = axis[0], axis[-1]
    length = float(np.linalg.norm(top - foot))
    rows, columns = np.nonzero(mask)
    if length < 25.0 or not len(rows):
        return USUAL_HEIGHT_MM, False
    up = (top - foot) / length
    pixels = np.column_stack([columns, rows])
    beside = np.abs((pixels - foot) @ np.array([-up[1], up[0]]))
    near = beside < 0.2 * length
    if not near.any():
        return USUAL_HEIGHT_MM, False
    along = (axis - foot) @ up
    middle = beside < NARROW * length
    tops = [float(((pixels[part] - foot) @ up).max()) for part in (near, middle) if part.any()]
    height, *over_foot = (float(np.clip(np.interp(top, along, heights), *HEIGHTS_MM)) for top in tops)
    is_sure = length >= LEAST_AXIS_PX and all(abs(height - one) <= AGREES_MM for one in over_foot) and bool(over_foot)
    return height, is_sure


def skeleton_mask(camera: Camera, pose: Pose, kind: Kind, height_mm: float) -> Mask:
    """Silhouette of a class's plain skeleton; shape (h, w)."""
    voxels = box_of(kind, height_mm)
    filled = voxels[to_skeleton(voxels, kind, height_mm) <= 0.0]
    pixels = np.round(camera.project(place(filled, pose))).astype(int)
    drawn = np.zeros((camera.height, camera.width), np.uint8)
    inside = (pixels >= 0).all(axis=1) & (pixels[:, 0] < camera.width) & (pixels[:, 1] < camera.height)
    drawn[pixels[inside, 1], pixels[inside, 0]] = 1
    return np.asarray(cv2.morphologyEx(drawn, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)) > 0, dtype=bool)


def likely_kind(mask: Mask, camera: Camera, pose: Pose, height_mm: float) -> Kind:
    """The class whose plain skeleton covers a silhouette best."""

    def overlap(kind: Kind) -> float:
        drawn = skeleton_mask(camera, pose, kind, height_mm)
        union = max(1, np.count_nonzero(mask | drawn))
        return float(np.count_nonzero(mask & drawn) / union) - COMPACT_BONUS[kind]

    return max(KINDS, key=overlap)


def as_entry(figure: Figure, shadow: ShadowModel, empty_picture: str) -> dict[str, Any]:
    """A figure as the table file holds it; a clay that nobody named gets the word that it clearly looks like."""
    colours = figure.colours
    seen = "" if figure.colour else seen_word(figure.name, colours.mean)
    mixture = [
        {
            "weight": round(float(weight), 3),
            "lab": [round(float(v), 2) for v in mean],
            "covariance": [[round(float(v), 3) for v in row] for row in covariance],
        }
        for weight, mean, covariance in zip(colours.weights, colours.means, colours.covariances, strict=True)
    ]
    where = figure.learned_at
    model: dict[str, Any] = {
        "version": MODEL_VERSION,
        "empty_picture": empty_picture,
        "learned_at": {
            "x_mm": where.x_mm,
            "y_mm": where.y_mm,
            "facing_deg": where.facing_deg if figure.facing_known else None,
        },
        **({} if figure.seen_by is None else {"seen_by": camera_as_plain(figure.seen_by)}),
        **({} if figure.mat_bgr is None else {"mat_bgr": list(figure.mat_bgr)}),
        HEIGHT_FROM: figure.height_from,
        "shadow_tint": [round(float(v), 3) for v in shadow.tint],
        "shadow_swing": [round(float(v), 3) for v in shadow.swing],
        "colours": mixture,
        # each outline as one line of x,y corners, as in SVG: thousands of numbers, and the file stays readable
        "outline_px": [" ".join(f"{x:.1f},{y:.1f}" for x, y in polygon) for polygon in figure.polygons],
    }
    if seen:
        model[SEEN] = seen
    return {
        "id": figure.id,
        "name": figure.name,
        "colour": figure.colour or seen,
        "class": figure.kind,
        "height_mm": figure.height_mm,
        "footprint_mm": figure.footprint_mm,
        "model": model,
    }


def from_entry(entry: Mapping[str, Any]) -> Figure | None:
    """Read a figure of the table file; None for one that was entered by hand and never learned.

    Raises:
        LearnError: its model was written by another version or is not whole; names the figure and the cure.
    """
    model = entry.get("model")
    if not model:
        return None
    try:
        if model["version"] != MODEL_VERSION:
            raise LearnError(
                f"figure {entry['id']}: learned by another version; run `companion calibrate colours` again",
                f"figura {entry['id']}: la aprendió otra versión; usa otra vez `companion calibrate colours`",
            )
        at = model["learned_at"]
        parts = model["colours"]
        facing = at["facing_deg"]
        return Figure(
            id=str(entry["id"]),
            name=str(entry.get("name") or entry["id"]),
            colour=str(entry.get("colour", "")),
            kind=entry["class"],
            height_mm=float(entry["height_mm"]),
            footprint_mm=float(entry["footprint_mm"]),
            colours=ColourModel(
                np.array([float(p["weight"]) for p in parts]),
                np.array([p["lab"] for p in parts], dtype=float),
                np.array([p["covariance"] for p in parts], dtype=float),
            ),
            polygons=tuple(
                np.array([corner.split(",") for corner in ring.split()], dtype=float) for ring in model["outline_px"]
            ),
            learned_at=Pose(float(at["x_mm"]), float(at["y_mm"]), 0.0, -90.0 if facing is None else float(facing)),
            facing_known=facing is not None,
            seen_by=None if model.get("seen_by") is None else camera_from_plain(model["seen_by"]),
            mat_bgr=_three(model.get("mat_bgr")),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise LearnError(
            f"figure {entry.get('id')}: its model in the table file is not whole ({problem}); "
            "run `companion calibrate colours` again",
            f"figura {entry.get('id')}: su modelo en el archivo de la mesa no está entero ({problem}); "
            "usa otra vez `companion calibrate colours`",
        ) from problem


def _three(told: Sequence[float] | None) -> tuple[float, float, float] | None:
    if told is None:
        return None
    first, second, third = (float(one) for one in told)
    return first, second, third


def shadow_of(entries: Sequence[Mapping[str, Any]]) -> ShadowModel:
    """How shadows looked at the weigh-in; neutral where nothing was learned."""
    models = [entry["model"] for entry in entries if entry.get("model", {}).get("shadow_tint")]
    if not models:
        return NEUTRAL_SHADOW
    swing = models[-1].get("shadow_swing") or WARM_TO_COLD.tolist()
    return replace(NEUTRAL_SHADOW, tint=np.array(models[-1]["shadow_tint"], float), swing=np.array(swing, float))


def empty_picture_of(entries: Sequence[Mapping[str, Any]]) -> str | None:
    """Name of the picture of the empty ring, relative to the table file."""
    names = [entry["model"]["empty_picture"] for entry in entries if entry.get("model", {}).get("empty_picture")]
    return str(names[-1]) if names else None
