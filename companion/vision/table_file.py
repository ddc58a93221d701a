"""The table file: where the ring is, how the camera sees it, who stands on it (DESIGN.md section 4).

Written by `companion calibrate`, read by everything that sees, edited by people. A file that people typed with a `ring`
and a `camera` alone is as good as a written one. A wrong file stops what reads it and stays as it is; a good one is
never replaced without the generations before it being kept beside it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict

import numpy as np

from companion.config import strict
from companion.errors import ConfigError, FileProblemError
from companion.kernel.text import Text, decimal
from companion.vision.beside_middle import camera_stands
from companion.vision.camera_schema import rounded
from companion.vision.geometry import Camera, FloatArray, Lens
from companion.vision.table_schema import MarkerList, MarkerPart, TableFile

VERSION = 1
# the hand finder goes this long after its last picture, where the file says nothing else
HANDS_WARM_S = 60.0
# generations kept beside the file: T.yaml.bak is the last one, T.yaml.bak.2 the one before it
GENERATIONS_KEPT = 9
HEADER = (
    "# The table: ring, camera, markers, figures. Written by `companion calibrate`; edit it if you like.\n"
    "# La mesa: ring, cámara, marcas, figuras. La escribe `companion calibrate`; cámbiala si quieres.\n"
)
# points of the mat, each way, of which a camera must see one
SEEN_GRID = 11
CORNER_NAMES = ("sw", "se", "ne", "nw")
SIDE_NAMES = ("south", "east", "north", "west")


class FigureModel(TypedDict, total=False):
    """One figure's entry, its keys as in the file (`class` is one of them, hence the form below).

    `id` and `colour` are always there; `model` is an opaque mapping that belongs to the figure learner.
    """

    id: str
    name: str
    colour: str
    height_mm: float
    footprint_mm: float
    model: dict[str, Any]


@dataclass(frozen=True)
class Ring:
    """The mat and what surrounds it.

    Attributes:
        size_mm: width (x, west to east) and depth (y, south to north) of the mat.
        ringside_mm: width of the surface around the mat that still counts as ringside.
        ringside_z_mm: its height over the mat; 0 or negative.
    """

    size_mm: tuple[float, float]
    ringside_mm: float
    ringside_z_mm: float = 0.0

    @property
    def corners_mm(self) -> FloatArray:
        """Mat corners sw, se, ne, nw; shape (4, 3), world."""
        half_x, half_y = self.size_mm[0] / 2, self.size_mm[1] / 2
        signs = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], dtype=float)
        return signs * (half_x, half_y, 0.0)


@dataclass(frozen=True, eq=False)
class MarkerPlace:
    """A printed ArUco marker at its place.

    Attributes:
        corners_mm: shape (4, 3), world; top-left, top-right, bottom-right, bottom-left of the print as one reads it.
    """

    id: int
    dictionary: str
    size_mm: float
    corners_mm: FloatArray

    def is_same(self, other: "MarkerPlace") -> bool:
        """Whether the other one is the same print at the same place."""
        mine, theirs = (self.id, self.dictionary, self.size_mm), (other.id, other.dictionary, other.size_mm)
        return mine == theirs and np.allclose(self.corners_mm, other.corners_mm, atol=1e-3)


@dataclass(frozen=True)
class Table:
    """A table that is ready for a match.

    Attributes:
        camera: None while only the ring is known.
        figures: entries with the keys of the file: id, name, colour, class, height_mm, footprint_mm, model.
        hands: model and warm_s, as the file has them; `hand_model` is the model's place, None: the installed one.
        leds: belongs to the lights; kept as it is.
        display: belongs to the screens; kept as it is.
    """

    version: int
    ring: Ring
    camera: Camera | None = None
    markers: tuple[MarkerPlace, ...] = ()
    figures: tuple[Mapping[str, Any], ...] = ()
    leds: Mapping[str, Any] = field(default_factory=dict)
    display: Mapping[str, Any] = field(default_factory=dict)
    hands: Mapping[str, Any] = field(default_factory=dict)
    hand_model: Path | None = None

    @property
    def hands_warm_s(self) -> float:
        """How long the hand finder waits for another hand before it ends."""
        return float(self.hands.get("warm_s", HANDS_WARM_S))


@dataclass(frozen=True)
class Draft:
    """A table on its way: `calibrate camera` may come before anyone has said how large the ring is.

    Attributes:
        lens: what `calibrate camera` measured; the same lens as the camera's where both are there.
    """

    ring: Ring | None = None
    lens: Lens | None = None
    camera: Camera | None = None
    camera_name: str = ""
    camera_source: int | str | None = None
    camera_device: str = ""
    markers: tuple[MarkerPlace, ...] = ()
    figures: tuple[Mapping[str, Any], ...] = ()
    leds: Mapping[str, Any] = field(default_factory=dict)
    display: Mapping[str, Any] = field(default_factory=dict)
    hands: Mapping[str, Any] = field(default_factory=dict)

    @property
    def called(self) -> tuple[str, int | str | None, str]:
        """What the camera is called and how it is opened."""
        camera = self.camera
        if camera is not None:
            return camera.name, camera.source, camera.device
        return self.camera_name, self.camera_source, self.camera_device

    @classmethod
    def of(cls, table: Table) -> "Draft":
        camera = table.camera
        return cls(
            ring=table.ring,
            lens=camera.lens if camera else None,
            camera=camera,
            camera_name=camera.name if camera else "",
            camera_source=camera.source if camera else None,
            camera_device=camera.device if camera else "",
            markers=table.markers,
            figures=table.figures,
            leds=table.leds,
            display=table.display,
            hands=table.hands,
        )


def read_table(path: Path | str) -> Table:
    """Read a table that is ready for use.

    Raises:
        FileProblemError: there is no such file, or it cannot be read.
        ConfigError: something in it is not allowed, or it has no ring yet; names line and column.
    """
    draft, document = _read(path)
    if draft.ring is None:
        raise document.error(
            (),
            "ring is missing",
            "type it in, or run `companion calibrate ring`",
            what_es="falta ring",
            allowed_es="escríbelo, o usa `companion calibrate ring`",
        )
    model = draft.hands.get("model")
    # a relative path is meant from the table file, wherever the program was started
    hand_model = None if model is None else Path(path).parent / str(model)
    return Table(
        VERSION,
        draft.ring,
        draft.camera,
        draft.markers,
        draft.figures,
        draft.leds,
        draft.display,
        draft.hands,
        hand_model,
    )


def read_draft(path: Path | str) -> Draft:
    """Read a table that may be on its way; an empty draft where there is no such file yet.

    Raises:
        ConfigError: something in it is not allowed; names line and column.
    """
    return _read(path)[0] if Path(path).exists() else Draft()


def read_markers(path: Path | str) -> tuple[MarkerPlace, ...]:
    """Read a list of markers, the `--markers` file.

    Raises:
        FileProblemError: there is no such file, or it cannot be read.
        ConfigError: something in it is not allowed; names line and column.
    """
    document = strict.load_file(path)
    at = place_of_list(document, "markers")
    parts = strict.validate(document, MarkerList, at).root
    refuse_twice(document, at, [(part.dictionary, part.id) for part in parts])
    return tuple(_marker(marker) for marker in parts)


def write_table(path: Path | str, table: Table | Draft) -> list[Text]:
    """Write a table so that a reader finds either the old text or the new one; older generations stay beside it.

    Returns:
        Sentences for the referee and the journal: what has changed, and where the former file is.

    Raises:
        FileProblemError: it cannot be written; the old file is as it was.
        ConfigError: the file that is there is not a table; it is not overwritten.
    """
    draft = Draft.of(table) if isinstance(table, Table) else table
    text = HEADER + strict.dump(_as_file(draft))
    target = Path(path)
    if not target.exists():
        strict.write_atomic(target, text)
        return [Text(f"{target} is new", f"{target} es nuevo")]
    before = read_draft(target)
    if target.read_bytes() == text.encode():
        return []
    _age_generations(target)
    strict.write_atomic(target, text)
    kept = generation(target, 1)
    return [*changes(before, draft), Text(f"the former file is {kept}", f"el archivo anterior es {kept}")]


def restore_table(path: Path | str, number: int = 1) -> list[Text]:
    """Put an earlier generation back (field note B-07); the present file becomes generation 1.

    Raises:
        FileProblemError: there is no such generation.
    """
    former = generation(Path(path), number)
    if not former.exists():
        raise FileProblemError(
            f"{former}: no such file; nothing earlier is kept",
            f"{former}: no existe ese archivo; no se guarda nada anterior",
        )
    earlier = read_draft(former)
    target = Path(path)
    try:
        return write_table(target, earlier)
    except ConfigError:  # what is there now is no table: that is why somebody wants the former one
        _age_generations(target)
        strict.write_atomic(target, HEADER + strict.dump(_as_file(earlier)))
        kept = generation(target, 1)
        return [Text(f"{target} was no table; it is kept as {kept}", f"{target} no era una mesa; queda en {kept}")]


def generation(path: Path, number: int) -> Path:
    """Where the `number`-th former file is kept, 1 the last one."""
    return path.with_name(f"{path.name}.bak" if number == 1 else f"{path.name}.bak.{number}")


def changes(before: Draft, after: Draft) -> list[Text]:
    """What differs, one sentence each: what the journal says about a recalibration."""
    sentences: list[Text] = []
    if before.ring != after.ring and after.ring:
        width, depth = after.ring.size_mm
        apron, low = f"{after.ring.ringside_mm:g} mm", f"{after.ring.ringside_z_mm:g} mm"
        sentences.append(
            Text(
                f"ring {width:g} x {depth:g} mm, ringside {apron}, at {low}",
                f"ring de {width:g} x {depth:g} mm, borde {apron}, a {low}",
            )
        )
    old, new = before.lens, after.lens
    # a file keeps four digits of K and seven of dist
    if new and (old is None or not (np.allclose(old.K, new.K, 0, 1e-3) and np.allclose(old.dist, new.dist, 0, 1e-6))):
        was = Text(", was {px}", ", era {px}").filled(px=decimal(old.K[0, 0], 1)) if old else ""
        told = Text("lens: focal length {px} px{was}", "lente: focal {px} px{was}")
        sentences.append(told.filled(px=decimal(new.K[0, 0], 1), was=was))
    sentences += _camera_change(before.camera, after.camera)
    if before.called != after.called:
        sentences.append(Text("the camera's name or place to open it", "el nombre de la cámara o dónde se abre"))
    count, was_count = len(after.markers), len(before.markers)
    if was_count != count:
        sentences.append(Text(f"{count} markers, were {was_count}", f"{count} marcas, eran {was_count}"))
    elif moved := [new.id for old, new in zip(before.markers, after.markers, strict=True) if not old.is_same(new)]:
        numbers = ", ".join(map(str, moved))
        sentences.append(Text(f"markers with a new place: {numbers}", f"marcas con otro sitio: {numbers}"))
    if before.figures != after.figures:
        names = ", ".join(str(figure.get("name") or figure["id"]) for figure in after.figures)
        sentences.append(Text(f"figures: {names or 'none'}", f"figuras: {names or 'ninguna'}"))
    for differs, name in (
        (before.hands != after.hands, Text("settings of the hand finder", "ajustes del buscador de manos")),
        (before.leds != after.leds, Text("settings of the lights", "ajustes de las luces")),
        (before.display != after.display, Text("settings of the screens", "ajustes de las pantallas")),
    ):
        if differs:
            sentences.append(name)
    return sentences or [Text("the same values, written anew", "los mismos valores, escritos de nuevo")]


def _camera_change(old: Camera | None, new: Camera | None) -> list[Text]:
    if new is None:
        return [] if old is None else [Text("the camera's place is forgotten", "se olvida la posición de la cámara")]
    if old is None:
        return [camera_stands(new.position_mm)]
    moved_mm = float(np.linalg.norm(new.position_mm - old.position_mm))
    turn = old.rotation.T @ new.rotation
    turned_deg = float(np.degrees(np.arccos(np.clip((np.trace(turn) - 1) / 2, -1, 1))))
    if moved_mm < 0.05 and turned_deg < 0.005:
        was, sure = (Text("?", "?") if one.sure_mm is None else decimal(one.sure_mm, 1) for one in (old, new))
        if was == sure:
            return []
        return [Text("the camera stays, sure to {mm} mm", "la cámara sigue igual, segura a {mm} mm").filled(mm=sure)]
    return [
        Text(
            "camera moved by {mm} mm and turned by {turn} degrees", "la cámara se movió {mm} mm y giró {turn} grados"
        ).filled(mm=decimal(moved_mm, 1), turn=decimal(turned_deg))
    ]


def _age_generations(path: Path) -> None:
    """Number the kept generations up by one, the oldest goes; `write_atomic` then makes the new first one."""
    for number in range(GENERATIONS_KEPT - 1, 0, -1):
        kept = generation(path, number)
        if kept.exists():
            kept.replace(generation(path, number + 1))


def _read(path: Path | str) -> tuple[Draft, strict.Document]:
    document = strict.load_file(path)
    if isinstance(document.value, dict) and document.value.get("version", VERSION) != VERSION:
        found = str(document.value["version"])[:20]
        raise document.error(
            ("version",),
            f"version = {found} is not allowed",
            f"this program reads version {VERSION}",
            what_es=f"version = {found} no está permitido",
            allowed_es=f"este programa lee la versión {VERSION}",
        )
    part = strict.validate(document, TableFile)
    ring = Ring(part.ring.size_mm, part.ring.ringside_mm, part.ring.ringside_z_mm) if part.ring else None
    refuse_twice(document, ("figures",), [figure.id for figure in part.figures])
    refuse_twice(document, ("markers",), [(marker.dictionary, marker.id) for marker in part.markers])
    figures = tuple(figure.model_dump(by_alias=True, exclude_none=True) for figure in part.figures)
    for entry, written in zip(figures, document.value.get("figures") or (), strict=True):
        if "model" in entry:
            # as it stands in the file: what it does not tell (a facing) belongs to it
            entry["model"] = written["model"]
    draft = Draft(
        ring=ring,
        lens=part.camera.as_lens() if part.camera else None,
        camera=part.camera.as_camera() if part.camera else None,
        camera_name=part.camera.name if part.camera else "",
        camera_source=part.camera.source if part.camera else None,
        camera_device=part.camera.device if part.camera else "",
        markers=tuple(_marker(marker) for marker in part.markers),
        figures=figures,
        leds=part.leds,
        display=part.display,
        hands=part.hands.model_dump(exclude_unset=True, exclude_none=True),
    )
    if draft.camera and draft.ring:
        _refuse_blind(document, draft.camera, draft.ring)
    return draft, document


def place_of_list(document: strict.Document, key: str) -> tuple[str, ...]:
    """Where the entries of a file stand that is a list, or a mapping with that one list.

    Raises:
        ConfigError: it is a mapping of something else.
    """
    if not isinstance(document.value, dict):
        return ()
    if key not in document.value:
        raise document.error(
            (),
            f"the file is a mapping without {key}",
            f"give a list: one line that begins with - for each of the {key}, alone or below {key}:",
            what_es=f"el archivo es un grupo de claves sin {key}",
            allowed_es=f"da una lista: una línea que empiece con - por cada entrada, sola o debajo de {key}:",
        )
    return (key,)


def refuse_twice(document: strict.Document, at: tuple[str, ...], ids: Sequence[object]) -> None:
    """Refuse two entries of one id.

    Raises:
        ConfigError: names the second one.
    """
    for number, one in enumerate(ids):
        if one in ids[:number]:
            name, shown = strict.dotted((*at, number, "id")), one[-1] if isinstance(one, tuple) else one
            raise document.error(
                (*at, number, "id"),
                f"{name} = {shown} is used twice",
                "give each its own",
                what_es=f"{name} = {shown} está dos veces",
                allowed_es="da a cada uno el suyo",
            )


def _refuse_blind(document: strict.Document, camera: Camera, ring: Ring) -> None:
    """Refuse a camera under the mat, or one whose picture shows nothing of it.

    Raises:
        ConfigError: it is so.
    """
    run = "give rvec and tvec_mm as `companion calibrate ring` writes them"
    usa = "pon rvec y tvec_mm como los escribe `companion calibrate ring`"
    height_mm = float(camera.position_mm[2])
    if not height_mm > 0:
        what, que = f"{-height_mm:.0f} mm under the mat", f"{-height_mm:.0f} mm bajo la lona"
        raise document.error(
            ("camera", "tvec_mm"),
            f"camera.tvec_mm: the camera stands {what}",
            run,
            what_es=f"camera.tvec_mm: la cámara está {que}",
            allowed_es=usa,
        )
    share = np.linspace(-0.5, 0.5, SEEN_GRID)
    x, y = np.meshgrid(share * ring.size_mm[0], share * ring.size_mm[1])
    seen = camera.project(np.column_stack((x.ravel(), y.ravel(), np.zeros(x.size))))
    with np.errstate(invalid="ignore"):
        inside = ((seen > -0.5) & (seen < (camera.width - 0.5, camera.height - 0.5))).all(axis=1)
    if not inside.any():
        raise document.error(
            ("camera", "rvec"),
            "camera.rvec: the picture shows nothing of the mat",
            run,
            what_es="camera.rvec: la imagen no muestra nada de la lona",
            allowed_es=usa,
        )


def _marker(part: MarkerPart) -> MarkerPlace:
    return MarkerPlace(part.id, part.dictionary, part.size_mm, np.array(part.corners_mm))


def _as_file(draft: Draft) -> dict[str, Any]:
    """Plain data in the order people read it; parts that say nothing are left out."""
    parts: dict[str, Any] = {"version": VERSION}
    if draft.ring:
        parts["ring"] = {
            "size_mm": list(draft.ring.size_mm),
            "ringside_mm": draft.ring.ringside_mm,
            "ringside_z_mm": draft.ring.ringside_z_mm,
        }
    if draft.lens or draft.camera:
        parts["camera"] = _camera_as_file(draft)
    if draft.markers:
        parts["markers"] = [
            {
                "id": marker.id,
                "dict": marker.dictionary,
                "size_mm": marker.size_mm,
                "corners_mm": rounded(marker.corners_mm, 3),
            }
            for marker in draft.markers
        ]
    rest: dict[str, Any] = {
        "figures": [dict(figure) for figure in draft.figures],
        "hands": dict(draft.hands),
        "leds": dict(draft.leds),
        "display": dict(draft.display),
    }
    return parts | {key: value for key, value in rest.items() if value}


def _camera_as_file(draft: Draft) -> dict[str, Any]:
    camera = draft.camera
    lens = camera.lens if camera else draft.lens
    assert lens is not None
    parts: dict[str, Any] = {
        "source": camera.source if camera else draft.camera_source,
        "name": camera.name if camera else draft.camera_name,
        "device": camera.device if camera else draft.camera_device,
        "width": lens.width,
        "height": lens.height,
        "lens": "guessed" if lens.guessed else "measured",
        "K": rounded(lens.K, 4),
        "dist": rounded(lens.dist, 7),
        "error_px": None if lens.error_px is None else round(lens.error_px, 3),
    }
    if camera:
        parts["rvec"] = rounded(camera.rvec, 8)
        parts["tvec_mm"] = rounded(camera.tvec_mm, 4)
        parts["sure_mm"] = None if camera.sure_mm is None else round(camera.sure_mm, 2)
    return {key: value for key, value in parts.items() if value is not None and value != ""}
