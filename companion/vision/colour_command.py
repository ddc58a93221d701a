"""Learn the clay figures from one picture: what `companion calibrate colours` and the guided set-up do."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.kernel.text import Text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from companion.vision.figure_notes import FigureNote
    from companion.vision.figure_schema import FigureLine
    from companion.vision.figures import Figure, Sitter
    from companion.vision.table_file import Table

    Image = NDArray[np.uint8]

EXCHANGED_REMEDY = Text(
    "Exchange their places in the figures file; if they stand right, write the colour that each clay has in its line. "
    "Nothing is written",
    "Cambia sus sitios en el archivo de figuras; si están bien, escribe en cada línea el color que tiene su "
    "plastelina. No se ha escrito nada",
)
# pictures of one still scene that are averaged: noise halves, time does not grow
STILLS_AVERAGED = 8
# a figure of a former one's name under a new id is that one again when clay and height differ by less than this
SAME_CLAY, SAME_HEIGHT_PART = 4.0, 0.12


def read_sitters(path: Path) -> "list[Sitter]":
    """Read the figures file.

    Raises:
        FileProblemError: there is no such file.
        ConfigError: something in it is not allowed; names line and column.
    """
    from companion.config import strict
    from companion.kernel.names import name_key
    from companion.vision.figure_schema import FigureList
    from companion.vision.figures import Sitter
    from companion.vision.table_file import place_of_list, refuse_twice

    document = strict.load_file(path)
    at = place_of_list(document, "figures")
    parts = strict.validate(document, FigureList, at).root
    refuse_twice(document, at, [part.id for part in parts])
    taken = [name_key(part.name or part.colour) for part in parts]
    return [
        Sitter(
            id=part.id,
            name=part.name or _called_by_colour(part, taken),
            colour=part.colour,
            x_mm=part.x_mm,
            y_mm=part.y_mm,
            facing_deg=part.facing_deg,
            kind=part.kind,
            height_mm=part.height_mm,
        )
        for part in parts
    ]


def _called_by_colour(part: "FigureLine", taken: Sequence[str]) -> str:
    """What a figure that nobody named is called: its colour, with its id where that is nobody's own."""
    from companion.kernel.names import name_key

    is_own = part.colour and taken.count(name_key(part.colour)) == 1
    return part.colour if is_own else f"{part.colour} {part.id}".strip()


def still_picture(name: str) -> "Image":
    """One picture of a still scene: a file, or the mean of a folder's first pictures.

    Raises:
        FileProblemError: nothing there, or nothing this program reads; or the pictures differ in size.
    """
    from itertools import islice

    import numpy as np

    from companion.errors import FileProblemError
    from companion.vision.sources import open_recorded

    source = open_recorded([name])
    pictures = [frame.picture for frame in islice(source.frames(), STILLS_AVERAGED)]
    source.close()
    if len({picture.shape for picture in pictures}) > 1:
        raise FileProblemError(
            f"{name}: its pictures differ in size; give pictures of one camera",
            f"{name}: sus imágenes tienen tamaños distintos; da imágenes de una sola cámara",
        )
    return np.asarray(np.round(np.mean(pictures, axis=0)), dtype=np.uint8)


class Learned:
    """What learning gave: figures, shadow, sentences for the user, warnings."""

    def __init__(
        self, figures: Sequence[Any], shadow: Any, sentences: list[Text], warnings: "list[FigureNote]"
    ) -> None:
        self.figures = figures
        self.shadow = shadow
        self.sentences = sentences
        self.warnings = warnings


def learn_table(
    table_path: Path, picture: "Image", empty: "Image", sitters: "Sequence[Sitter]", *, refuse_exchanged: bool = False
) -> Learned:
    """Learn figures into a table file; figures of the same id are learned anew, others stay.

    Args:
        refuse_exchanged: lines that look exchanged are no warning; nothing is written then.

    Raises:
        FileProblemError: the table file is missing, has no camera, or a picture is of another size than its camera's.
        LearnError: a figure cannot be seen at its place, two stand in one, the two pictures' light differs too much, or
            two lines look exchanged.
    """
    from companion.errors import FileProblemError
    from companion.vision.colour_check import colour_notes
    from companion.vision.exchanged_lines import contradicted, exchanged_lines
    from companion.vision.figure_names import alike_names
    from companion.vision.figure_notes import NoteKind, of_kind
    from companion.vision.figures import LearnError, as_entry, from_entry, learn
    from companion.vision.learn_check import (
        half_seen_still,
        misplaced,
        refuse_absent,
        refuse_one_place,
        refuse_swapped,
        unnamed,
    )
    from companion.vision.learn_light import focus_notes, light_notes
    from companion.vision.segmentation import Scene
    from companion.vision.table_file import read_table, write_table

    table = read_table(table_path)
    if table.camera is None:
        raise FileProblemError(
            f"{table_path}: has no camera yet; run `companion calibrate ring` first",
            f"{table_path}: todavía no tiene cámara; usa antes `companion calibrate ring`",
        )
    due = (table.camera.height, table.camera.width, 3)
    for what, que, image in (
        ("the learn picture", "la imagen de aprendizaje", picture),
        ("the empty picture", "la imagen vacía", empty),
    ):
        if image.shape != due:
            raise FileProblemError(
                f"{what} is {image.shape[1]} x {image.shape[0]}, the table's camera {due[1]} x {due[0]}; take both "
                "with the calibrated camera",
                f"{que} es de {image.shape[1]} x {image.shape[0]}, la cámara "
                f"de la mesa de {due[1]} x {due[0]}; haz las dos con la cámara calibrada",
            )
    refuse_other_view(picture, empty)
    light = of_kind(NoteKind.PICTURE, [*light_notes(picture, empty), *focus_notes(picture, empty)])
    refuse_moved(picture, empty, table)
    refuse_one_place(sitters)
    bare = Scene(table.camera, table.ring, empty)
    refuse_swapped(bare, picture, empty, sitters)
    notes = light + refuse_absent(bare, picture, sitters)
    figures, shadow = learn(table.camera, table.ring, empty, picture, sitters)
    notes = half_seen_still(bare, picture, sitters, figures, notes)
    notes += misplaced(bare, figures)
    known = [figure for figure in map(_known, table.figures) if figure is not None]
    swapped = exchanged_lines(figures, known)
    if swapped and refuse_exchanged:
        raise LearnError(
            "; ".join(f"{one.en} {EXCHANGED_REMEDY.en}" for one in swapped),
            "; ".join(f"{one.es} {EXCHANGED_REMEDY.es}" for one in swapped),
        )
    sidecar = table_path.with_name(f"{table_path.stem}.empty.jpg")
    sentences = _keep_empty(sidecar, empty)
    learned = {figure.id for figure in figures}
    notes = [*of_kind(NoteKind.EXCHANGED, swapped), *([] if swapped else contradicted(figures)), *notes]
    entries: dict[str, dict[str, Any]] = {}
    for entry in table.figures:
        former = str(entry["id"])
        now = None if former in learned else _renumbered(entry, table.figures, figures)
        if now is None:
            entries[former] = dict(entry)
        else:
            sentences.append(
                Text(
                    f"{now.name} is figure {now.id} now, figure {former} of that name is gone",
                    f"{now.name} es ahora la figura {now.id}, la figura {former} de ese nombre ya no está",
                )
            )
    entries.update({figure.id: as_entry(figure, shadow, sidecar.name) for figure in figures})
    sentences += write_table(table_path, replace(table, figures=tuple(entries.values())))
    everyone = [figure for figure in map(from_entry, entries.values()) if figure is not None]
    scene = Scene(table.camera, table.ring, empty, [figure.colours for figure in everyone], shadow)
    notes += of_kind(NoteKind.STRANGER, unnamed(scene, picture, sitters, everyone))
    notes += of_kind(NoteKind.NAMES, alike_names(list(entries.values())))
    notes += colour_notes(everyone, scene)
    return Learned(figures, shadow, sentences, notes)


def _renumbered(
    former: "Mapping[str, Any]", table: "Sequence[Mapping[str, Any]]", figures: "Sequence[Figure]"
) -> "Figure | None":
    """The figure just learned that is a former one under another id; None where it may be one of several.

    Two figures may have one name: only one of a new id that alone has it, on either side, and the same clay and build,
    is taken for the former one.
    """
    from companion.kernel.names import name_key
    from companion.vision.colours import separation

    name = name_key(str(former.get("name", "")))
    ids = {str(one["id"]) for one in table}
    mine = [figure for figure in figures if name_key(figure.name) == name]
    if not name or len(mine) != 1 or mine[0].id in ids:
        return None
    if sum(name_key(str(one.get("name", ""))) == name for one in table) != 1:
        return None
    known, now = _known(former), mine[0]
    if known is None:
        return now
    is_same_build = known.kind == now.kind and abs(known.height_mm - now.height_mm) < SAME_HEIGHT_PART * now.height_mm
    return now if is_same_build and separation(known.colours, now.colours) < SAME_CLAY else None


def refuse_other_view(picture: "Image", empty: "Image") -> None:
    """Refuse a learn picture that does not show the empty picture's ring.

    Raises:
        FileProblemError: it is mirrored, upside down or of another ring.
    """
    from companion.errors import FileProblemError
    from companion.vision.health import LEAST_ALIKE, likeness
    from companion.vision.track_run import refuse_turned

    refuse_turned(Text("the learn picture", "la imagen de aprendizaje"), empty, picture)
    if likeness(empty, picture) >= LEAST_ALIKE:
        return
    raise FileProblemError(
        "the learn picture does not show the ring of the empty picture: take both with the calibrated camera in one "
        "place, in light that shows the whole ring",
        "la imagen de aprendizaje no muestra el ring de la imagen vacía: haz las dos con la cámara calibrada en un "
        "mismo sitio, con luz que muestre el ring entero",
    )


def refuse_moved(picture: "Image", empty: "Image", table: "Table") -> None:
    """Refuse a learn picture taken from elsewhere than the empty one: every body would have a false outline.

    Raises:
        FileProblemError: what stands still has moved between the two.
    """
    from companion.errors import FileProblemError
    from companion.vision.bump import BumpWatch

    assert table.camera is not None
    bump = BumpWatch(empty, table.camera, table.ring).measure(picture)
    if bump is not None:
        raise FileProblemError(
            f"the camera or the table moved by {bump.shift_mm:.0f} mm ({bump.shift_px:.0f} px) between the empty "
            "picture and the learn picture: let nothing move and take both again",
            f"la cámara o la mesa se movió {bump.shift_mm:.0f} mm ({bump.shift_px:.0f} px) entre la imagen vacía y la "
            "de aprendizaje: que no se mueva nada y haz las dos otra vez",
        )


def _known(entry: "Mapping[str, Any]") -> "Figure | None":
    """What the table knew; None also for a model that no version of today reads, which is learned anew now."""
    from companion.vision.figures import LearnError, from_entry

    try:
        return from_entry(entry)
    except LearnError:
        return None


def _keep_empty(path: Path, empty: "Image") -> list[Text]:
    """Write the picture of the empty ring beside the table; a former one is kept as .bak.

    One that shows just that already stays as it is: coded again for every figure, it would wear out.

    Raises:
        FileProblemError: it cannot be written; the former one stays.
    """
    import cv2

    from companion.config.writing import replacing
    from companion.errors import FileProblemError

    is_coded, coded = cv2.imencode(".jpg", empty, [cv2.IMWRITE_JPEG_QUALITY, 96])
    if not is_coded:
        raise FileProblemError(
            f"{path}: the empty picture cannot be coded", f"{path}: la imagen vacía no se puede codificar"
        )
    raw, is_there = coded.tobytes(), path.exists()
    if is_there and _shows(path, empty, raw):
        return []
    with replacing(path) as out:
        out.write(raw)
    kept = path.with_name(path.name + ".bak")
    said = Text(f"the former empty picture is {kept}", f"la imagen vacía anterior es {kept}")
    return [said] if is_there else []


def _shows(path: Path, empty: "Image", coded: bytes) -> bool:
    """Whether a file is this very picture, or what was made of it."""
    import numpy as np

    from companion.config.strict import read_bytes
    from companion.errors import CompanionError
    from companion.vision.sources import read_picture

    try:
        return read_bytes(path) == coded or np.array_equal(read_picture(path), empty)
    except CompanionError:
        return False
