"""The figures' part of the set-up that takes time: where one stands alone, and what it looks like."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from scipy.optimize import minimize

from companion.app.setting_up.bench import Bench
from companion.app.setting_up.path import NOTES, SetupPath
from companion.app.setting_up.progress import empty_picture
from companion.app.setting_up.step import worst
from companion.games.clay_wrestling.model import ClayClass
from companion.kernel.text import Text
from companion.screens.setup_view import Lamp
from companion.store.desk import people_of
from companion.vision.body import Kind
from companion.vision.clay_words import in_words, own_colour
from companion.vision.colour_check import CONFUSED, colour_notes
from companion.vision.colour_command import learn_table
from companion.vision.colours import separation, to_lab
from companion.vision.figure_names import alike_names, own_name
from companion.vision.figure_notes import HINTS, OF_PICTURE, OF_TABLE, FigureNote, NoteKind, note_from, of_kind
from companion.vision.figures import Figure, Sitter, from_entry, seen_area, tube
from companion.vision.find_again import find_again
from companion.vision.geometry import Camera
from companion.vision.segmentation import Scene
from companion.vision.sources import Frame, Picture, read_picture
from companion.vision.table_file import Ring, read_table

WORKING_WIDTH = 640
# how different from the empty ring a body is, CIE Lab
CHANGED_LAB = 16.0
# a figure at least this wide and at most so much of the mat
LEAST_PX, MOST_SHARE = 60, 0.12
USUAL_HEIGHT_MM, USUAL_RADIUS_MM = 100.0, 17.0
HEIGHTS_MM, RADII_MM = (40.0, 220.0), (8.0, 60.0)
# feet end so far before the body's middle; lower percent of a silhouette are single stray pixels
FOOT_MM, FOOT_PERCENT = 14.0, 1.0
# seen from steeper than this (tangent) feet are hidden below the body
STEEP = 2.5
# put on the ring's middle by hand: nearer than this counts as there
AT_CENTRE_MM = 12.0
SOUTH_DEG = -90.0
KINDS: Mapping[str, Kind] = {ClayClass.HUMANOID.value: "humanoid", ClayClass.BEAST.value: "beast", "absurd": "blob"}


@dataclass(frozen=True)
class Known:
    """A figure that is to be learned.

    Attributes:
        kind: None where nobody said.
    """

    id: str
    name: str
    colour: str
    kind: Kind | None = None


@dataclass(frozen=True)
class Place:
    """Where a figure stands."""

    x_mm: float
    y_mm: float


def roster_of(bench: Bench) -> list[Known]:
    """The fighters of the show file, in its order; none where there is no show yet."""
    show = bench.path.answers.get("show")
    if not show:
        return []
    if not Path(show).exists():
        return []
    sheets = people_of(Path(show)).sheets.values()
    return [
        Known(str(number), sheet.name, sheet.clay_colour, KINDS.get(sheet.class_))
        for number, sheet in enumerate(sheets, start=1)
    ]


def things_on_mat(picture: Picture, empty: Picture, camera: Camera, ring: Ring) -> int:
    """How many things stand over the mat that an earlier picture of it does not show."""
    small = camera.scaled(min(1.0, WORKING_WIDTH / camera.width))
    _, _, stats, _ = cv2.connectedComponentsWithStats(_changed(picture, empty, small, ring), connectivity=8)
    return int(np.count_nonzero(stats[1:, cv2.CC_STAT_AREA] >= LEAST_PX))


def standing_alone(picture: Picture, empty: Picture, camera: Camera, ring: Ring) -> Place | Text:
    """Where the one figure on the mat stands, or why that cannot be told."""
    scale = min(1.0, WORKING_WIDTH / camera.width)
    small = camera.scaled(scale)
    mask = _changed(picture, empty, small, ring)
    count, labels, stats, centroids = cv2.connectedComponentsWithStats(mask, connectivity=8)
    large = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] >= LEAST_PX]
    if not large:
        return Text("no figure on the mat yet", "aún no hay ninguna figura en la lona")
    large.sort(key=lambda i: -int(stats[i, cv2.CC_STAT_AREA]))
    mat_px = float(cv2.contourArea(small.project(ring.corners_mm).astype(np.float32)))
    if stats[large[0], cv2.CC_STAT_AREA] > MOST_SHARE * mat_px:
        return Text("too large for a figure: hands away", "demasiado grande para una figura: aparta las manos")
    if len(large) > 1 and stats[large[1], cv2.CC_STAT_AREA] > 0.5 * stats[large[0], cv2.CC_STAT_AREA]:
        return Text("more than one thing stands on the mat", "hay más de una cosa sobre la lona")
    body = labels == large[0]
    start = small.to_plane(centroids[large[0]].reshape(1, 2), USUAL_HEIGHT_MM * 0.45)[0]
    if not np.isfinite(start).all():
        return Text("no figure on the mat yet", "aún no hay ninguna figura en la lona")
    x, y = _on_its_feet(body, small, _best_tube(body, small, start))
    if abs(x) > ring.size_mm[0] / 2 or abs(y) > ring.size_mm[1] / 2:
        return Text("it stands outside the mat", "está fuera de la lona")
    if np.hypot(x, y) < AT_CENTRE_MM:
        return Place(0.0, 0.0)
    return Place(round(x, 1) + 0.0, round(y, 1) + 0.0)


def _changed(picture: Picture, empty: Picture, small: Camera, ring: Ring) -> Any:
    """Pixels over the mat and a figure's height above it that are not as in the empty ring; the whole's light apart."""
    size = (small.width, small.height)
    now, before = (
        to_lab(np.asarray(cv2.resize(one, size, interpolation=cv2.INTER_AREA), dtype=np.uint8).reshape(-1, 3)).reshape(
            size[1], size[0], 3
        )
        for one in (picture, empty)
    )
    shift = np.median((now - before).reshape(-1, 3), axis=0)
    away = now - before - shift
    # a shadow is darker and nothing else: lightness counts less
    changed = np.linalg.norm(away * (0.5, 1.0, 1.0), axis=2) > CHANGED_LAB
    corners = ring.corners_mm
    above = corners + np.array([0.0, 0.0, USUAL_HEIGHT_MM])
    over = seen_area(small, np.vstack((corners, above)), (size[1], size[0]))
    mask = (changed & over).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))


def _best_tube(body: Any, camera: Camera, start: Any) -> tuple[float, float]:
    """Foot of the standing tube whose outline covers a silhouette best."""
    shape = (camera.height, camera.width)

    def miss(at: Any) -> float:
        height = float(np.clip(at[2], *HEIGHTS_MM))
        radius = float(np.clip(at[3], *RADII_MM))
        drawn = seen_area(camera, tube(float(at[0]), float(at[1]), radius, 0.0, height), shape)
        union = np.count_nonzero(drawn | body)
        return 1.0 - np.count_nonzero(drawn & body) / max(1, union)

    simplex = np.array([start[0], start[1], USUAL_HEIGHT_MM, USUAL_RADIUS_MM]) + np.array(
        [[0, 0, 0, 0], [15, 0, 0, 0], [0, 15, 0, 0], [0, 0, 30, 0], [0, 0, 0, 8]], dtype=float
    )
    found = minimize(miss, simplex[0], method="Nelder-Mead", options={"initial_simplex": simplex, "maxiter": 120})
    return float(found.x[0]), float(found.x[1])


def _on_its_feet(body: Any, camera: Camera, at: tuple[float, float]) -> tuple[float, float]:
    """The place moved along the view, half way to where the silhouette's lower end puts the feet.

    A tube's top is wider than a head, so that it puts a tall body too far away; a broad body ends nearer than narrow
    feet. Half way is right to 8 mm (rms; 16 mm at worst) for the sample figures; people see the cross and may click.
    """
    eye = camera.position_mm
    away = np.array(at) - eye[:2]
    distance = float(np.linalg.norm(away))
    if eye[2] > STEEP * distance:
        return at
    away = away / distance
    foot, top = camera.project([[*at, 0.0], [*at, USUAL_HEIGHT_MM]])
    up = (top - foot) / np.linalg.norm(top - foot)
    rows, columns = np.nonzero(body)
    along = (np.column_stack((columns, rows)) - foot) @ up
    lowest = foot + up * float(np.percentile(along, FOOT_PERCENT))
    near = camera.to_plane(lowest.reshape(1, 2), 0.0)[0]
    shift = 0.5 * (float((near - np.array(at)) @ away) + FOOT_MM)
    return at[0] + shift * float(away[0]), at[1] + shift * float(away[1])


def learn(bench: Bench, frame: Frame, sitters: Sequence[tuple[Known, Place]]) -> list[FigureNote]:
    """Learn figures into the table file; gives what is too close in colour, before the bell (C-04), or unnamed.

    Raises:
        CompanionError: a figure cannot be seen at its place, or the table cannot be written.
    """
    bench.keep_copy()
    empty = read_picture(empty_picture(bench.table))
    seated = [
        Sitter(one.id, one.name, one.colour, place.x_mm, place.y_mm, SOUTH_DEG, one.kind) for one, place in sitters
    ]
    learned = learn_table(bench.table, frame.picture, empty, seated)
    return learned.warnings


def known_of(entry: Mapping[str, Any]) -> Known:
    """A figure of the table file, as one that is to be learned; its name is empty where it goes by its number."""
    return Known(str(entry["id"]), own_name(entry), own_colour(entry), entry.get("class"))


def found_again(bench: Bench, frame: Frame, due: Collection[str]) -> list[tuple[Known, Place]]:
    """Where figures that the table file knows stand now; only those that are surely seen.

    Args:
        due: ids of those that are looked for.

    Raises:
        CompanionError: the table or the empty ring's picture cannot be read.
    """
    table, empty = read_table(bench.table), read_picture(empty_picture(bench.table))
    if table.camera is None or not empty.shape == frame.picture.shape == (table.camera.height, table.camera.width, 3):
        return []
    entries = {str(one["id"]): one for one in table.figures if str(one["id"]) in due}
    found = find_again(replace(table, figures=tuple(entries.values())), empty, frame.picture)
    known = [known_of(entries[one.id]) for one in found]
    return [
        (replace(one, name=one.name or one.id), Place(at.x_mm, at.y_mm)) for one, at in zip(known, found, strict=True)
    ]


def warnings_of(bench: Bench) -> list[FigureNote]:
    """What is too close in colour among the figures of the table file, the worst first.

    Raises:
        CompanionError: the table or the empty ring's picture cannot be read.
    """
    return notes_of_table(bench.table)


def notes_of_table(file: Path) -> list[FigureNote]:
    """The same of any table file.

    Raises:
        CompanionError: the table or the empty ring's picture cannot be read.
    """
    table = read_table(file)
    everyone = [figure for figure in map(from_entry, table.figures) if figure is not None]
    if table.camera is None or not everyone:
        return []
    scene = Scene(table.camera, table.ring, read_picture(empty_picture(file)), [one.colours for one in everyone])
    return [*of_kind(NoteKind.NAMES, alike_names(table.figures)), *colour_notes(everyone, scene)]


def forget(bench: Bench, figure_id: str) -> list[FigureNote]:
    """Take a learned figure out of the table file; gives what is still too close in colour.

    Raises:
        CompanionError: the table cannot be written or read.
    """
    draft = bench.draft()
    bench.write(replace(draft, figures=tuple(one for one in draft.figures if str(one["id"]) != figure_id)))
    return warnings_of(bench)


def rename(bench: Bench, figure_id: str, name: str, colour: str) -> list[FigureNote]:
    """Another name and clay for a learned figure, what was learned stays; gives what is too close in colour.

    Args:
        colour: empty: the word that its learned colours clearly look like.

    Raises:
        CompanionError: the table cannot be written or read.
    """
    draft = bench.draft()
    bench.write(
        replace(
            draft,
            figures=tuple(
                {**one, **in_words(one, name, colour)} if str(one["id"]) == figure_id else one for one in draft.figures
            ),
        )
    )
    return warnings_of(bench)


def twin_of(figure_id: str, figures: Sequence[Figure]) -> Figure | None:
    """The learned figure that a new one cannot be told from: perhaps it is the same one again."""
    new = next((one for one in figures if one.id == figure_id), None)
    if new is None:
        return None
    others = [(separation(new.colours, one.colours), one.id, one) for one in figures if one.id != figure_id]
    apart, _, nearest = min(others, default=(CONFUSED, "", None))
    return nearest if apart < CONFUSED else None


def still_told(
    earlier: Sequence[FigureNote], now: Sequence[FigureNote], gone: Sequence[str], *, is_learned: bool = False
) -> tuple[FigureNote, ...]:
    """The notes of now, and what was told earlier of single figures as they were learned and still are.

    Args:
        gone: ids learned anew or removed: what was told of them is over.
        is_learned: from a new picture; what the former one told as a whole is over.
    """
    over = OF_TABLE | OF_PICTURE if is_learned else OF_TABLE
    kept = [note for note in earlier if note.kind not in over and not set(note.ids) & set(gone)]
    return tuple(dict.fromkeys((*now, *kept)))


def renamed_in(notes: Sequence[FigureNote], figure: Mapping[str, Any]) -> tuple[FigureNote, ...]:
    """What was told of a figure of the table file, with the name that it has now."""
    id_, name = str(figure["id"]), own_name(figure)
    return tuple(note.with_name(id_, f"{id_} ({name})" if name else id_) for note in notes)


LAST_TIME = Text(
    "figure {who} is known from last time only, from before camera, ring or lamps were looked at anew: learn it again",
    "la figura {who} se conoce solo de la última vez, de antes de revisar cámara, ring o luces: apréndela otra vez",
)


def last_time_notes(figures: Sequence[Mapping[str, Any]]) -> list[FigureNote]:
    """A note for each figure of the table file that was due again and was not learned again."""
    notes = []
    for one in figures:
        id_, name = str(one["id"]), own_name(one)
        notes.append(FigureNote.of_figure(NoteKind.LAST_TIME, id_, f"{id_} ({name})" if name else id_, LAST_TIME))
    return notes


def notes_of(path: SetupPath) -> tuple[FigureNote, ...]:
    """What was told of the figures, with its kinds; of a set-up that had none, the sentences alone."""
    mark, told = path.mark("figures"), tuple(map(note_from, path.answers.get(NOTES, ())))
    if mark.lamp is Lamp.NOT_YET:
        return told
    if not mark.mind and mark.lamp not in {Lamp.AMBER, Lamp.RED}:
        return ()
    return told if {note.text for note in told} == set(mark.why) else tuple(of_kind(NoteKind.OTHER, mark.why))


LAMPS: Mapping[NoteKind, Lamp] = {
    # two will be taken for each other, not only in bad light
    NoteKind.MIXED_UP: Lamp.RED,
    # it may be unsure whose place is where
    NoteKind.HIDDEN: Lamp.AMBER,
    NoteKind.HALF_SEEN: Lamp.AMBER,
    NoteKind.MISPLACED: Lamp.AMBER,
    NoteKind.OTHER_CLAY: Lamp.AMBER,
    NoteKind.LAST_TIME: Lamp.AMBER,
    NoteKind.EXCHANGED: Lamp.AMBER,
    NoteKind.STRANGER: Lamp.AMBER,
    NoteKind.PICTURE: Lamp.AMBER,
    **dict.fromkeys(HINTS, Lamp.GREEN),
}


def lamp_of(notes: Sequence[FigureNote]) -> Lamp:
    """How the figures stand: as the worst that is told of them."""
    return worst(*(LAMPS[note.kind] for note in notes))


_IN_PART = Text(
    "its colours were learned in part: it may be unsure until it is learned again",
    "sus colores se aprendieron a medias: puede ser dudosa hasta que se aprenda otra vez",
)
_MEANINGS: Mapping[NoteKind, Text] = {
    NoteKind.MIXED_UP: Text(
        "these two change places in the camera's eyes: you say who is who, each time",
        "la cámara los cambia uno por otro: tú dices quién es quién, cada vez",
    ),
    NoteKind.BAD_LIGHT: Text(
        "in steady white light they are told apart; in coloured or dim light you are asked",
        "con luz blanca y fija se distinguen; con luz de color o escasa se te pregunta",
    ),
    NoteKind.CARDS: Text(
        "a card beside such a figure may be taken for it: its place is then asked",
        "una cartulina al lado puede parecer la figura: entonces se te pregunta su sitio",
    ),
    NoteKind.HIDDEN: Text(
        "there the camera may lose it: you are asked for its place",
        "ahí la cámara la puede perder: se te pregunta su sitio",
    ),
    NoteKind.HALF_SEEN: _IN_PART,
    NoteKind.MISPLACED: _IN_PART,
    NoteKind.PICTURE: Text(
        "colours and outlines may be learned wrong: figures may be unsure until they are learned again",
        "colores y contornos pueden estar mal aprendidos: serán dudosas hasta que se aprendan otra vez",
    ),
    NoteKind.OTHER_CLAY: Text(
        "it may be another figure that stands there: calls may name the wrong one",
        "puede ser otra figura la que está ahí: los avisos pueden nombrar a quien no es",
    ),
    NoteKind.LAST_TIME: Text(
        "the camera may lose it or take another for it until it is learned again",
        "la cámara la puede perder o tomar otra por ella hasta que se aprenda otra vez",
    ),
    NoteKind.EXCHANGED: Text(
        "calls may name the one for the other until that is put right",
        "los avisos pueden nombrar a una por la otra hasta que se corrija",
    ),
    NoteKind.STRANGER: Text(
        "what nobody named may be taken for a figure: you are asked",
        "lo que nadie nombró puede parecer una figura: se te pregunta",
    ),
}


def meaning_of(note: FigureNote) -> Text | None:
    """What a note means for the match; None for one that says it itself."""
    return _MEANINGS.get(note.kind)
