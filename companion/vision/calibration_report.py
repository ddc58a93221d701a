"""What a calibration tells people: what it rests on, how sure it is, where each side of the ring lies."""

import re

import cv2
import numpy as np

from companion.kernel.text import Text
from companion.vision.beside_middle import camera_stands
from companion.vision.geometry import Camera
from companion.vision.ring_finder import FoundRing
from companion.vision.ring_pose import RingPose
from companion.vision.sources import Picture
from companion.vision.table_file import SIDE_NAMES, Ring

# a camera that is surer than this needs no advice
SURE_ENOUGH_MM = 6.0
SIDE_WORDS = {
    "south": Text("south", "sur"),
    "east": Text("east", "este"),
    "north": Text("north", "norte"),
    "west": Text("west", "oeste"),
}
PICTURE_EDGES = (
    Text("at the bottom of the picture", "abajo en la imagen"),
    Text("at the right of the picture", "a la derecha de la imagen"),
    Text("at the top of the picture", "arriba en la imagen"),
    Text("at the left of the picture", "a la izquierda de la imagen"),
)


def describe_found(found: FoundRing, side_at_bottom: str) -> list[Text]:
    """What a person must look at when the mat was found without markers or clicks."""
    side = SIDE_WORDS[side_at_bottom]
    said = [
        Text(
            f"no markers: the mat was found by its four sides; the {side.en} side is the one at the bottom of the "
            "picture (--side-at-bottom names another)",
            f"sin marcas: la lona se encontró por sus cuatro lados; el lado {side.es} es el de abajo en la imagen "
            "(--side-at-bottom nombra otro)",
        )
    ]
    if found.is_turned_evenly:
        said.append(
            Text(
                "two sides are nearly as low in the picture: check the names over the picture (--picture)",
                "dos lados están casi igual de abajo en la imagen: revisa los nombres sobre la imagen (--picture)",
            )
        )
    if found.inner_mm is not None:
        said.append(
            Text(
                f"a second edge runs {found.inner_mm:.0f} mm inside: the outer one is taken for the mat's edge; if "
                "that is wrong, click the corners with --corners",
                f"otro borde corre {found.inner_mm:.0f} mm por dentro: se toma el de fuera como borde de la lona; si "
                "no es así, haz clic en las esquinas con --corners",
            )
        )
    return said


def describe(pose: RingPose, ring: Ring) -> list[Text]:
    """What a pose rests on and how sure it is, for people."""
    camera = pose.camera
    said = _unused(pose)
    words = ", ".join(f"{group} {error:.2f} px" for group, error in pose.used.items())
    palabras = ", ".join(f"{_in_spanish(group)} {error:.2f} px" for group, error in pose.used.items())
    said.append(Text(f"seen: {words}", f"visto: {palabras}"))
    if camera.lens_guessed:
        said.append(
            Text(
                f"lens guessed from the ring: focal length {camera.K[0, 0]:.0f} px, k1 {camera.dist[0]:+.3f}; "
                "`companion calibrate camera` measures it",
                f"lente estimada con el ring: focal {camera.K[0, 0]:.0f} px, k1 {camera.dist[0]:+.3f}; "
                "`companion calibrate camera` la mide",
            )
        )
    said += size_doubts(pose, ring)
    given = dado = ""
    if not any(group.startswith("marker") for group in pose.used):
        # without a marker nothing in the picture has a known length
        size = f"{ring.size_mm[0]:g} x {ring.size_mm[1]:g} mm"
        given = f", if the mat measures {size} (each 10 mm more or less are 5 mm at its edge)"
        dado = f", si la lona mide {size} (cada 10 mm de más o de menos son 5 mm en su borde)"
    said += [
        camera_stands(camera.position_mm),
        Text(
            f"sure to {pose.sure_mm:.1f} mm (95 of 100 mat points), {pose.worst_mm:.1f} mm at the worst corner{given}",
            f"seguro a {pose.sure_mm:.1f} mm (95 de 100 puntos), {pose.worst_mm:.1f} mm en la peor esquina{dado}",
        ),
        *name_sides(camera, ring),
    ]
    return [*said, *_coarse(pose, ring)]


def describe_beside_picture(pose: RingPose, ring: Ring) -> list[Text]:
    """The same for a page that shows the sides over the picture, and how sure it is in its own way."""
    return [*_unused(pose), *size_doubts(pose, ring), camera_stands(pose.camera.position_mm), *_coarse(pose, ring)]


def _unused(pose: RingPose) -> list[Text]:
    return [
        Text(f"{group}: {why}, not used", f"{_in_spanish(group)}: {_why_in_spanish(why)}, no se usa")
        for group, why in pose.unused.items()
    ]


def size_doubts(pose: RingPose, ring: Ring) -> list[Text]:
    """What speaks for another size of the mat."""
    return [] if pose.other_size_mm is None else [_size_doubted(ring, pose.other_size_mm)]


def _coarse(pose: RingPose, ring: Ring) -> list[Text]:
    """That a place is coarse, and what of all that helps is left to be done."""
    if pose.sure_mm <= SURE_ENOUGH_MM:
        return []
    hidden = [group for group, why in pose.unused.items() if why == "not seen" and group.startswith("marker")]
    left = [
        *[CLICK_CORNERS] * ("corners" in pose.used),
        *[UNCOVER_MARKERS] * bool(hidden),
        *[LAY_MARKERS] * (not hidden and not any(group.startswith("marker") for group in pose.used)),
        *[CLICK_AGAIN] * ("clicks" in pose.used),
        *[NEARER] * (_seen_share(pose.camera, ring) < FILLS_PICTURE),
        *[MEASURE_LENS] * pose.camera.lens_guessed,
    ]
    if not left:
        left = [MEASURE_AGAIN]
    *first, last = left
    english, spanish = last.en, last.es
    if first:
        english = f"{', '.join(one.en for one in first)} or {last.en}"
        spanish = f"{', '.join(one.es for one in first)} o {last.es}"
    return [Text(f"that is coarse: {english}", f"es poco fino: {spanish}")]


def _seen_share(camera: Camera, ring: Ring) -> float:
    """How much of the picture's width or height, of whichever is fuller, the mat takes."""
    corners = camera.project(ring.corners_mm)
    if not np.isfinite(corners).all():
        return 1.0
    return float(((corners.max(axis=0) - corners.min(axis=0)) / (camera.width, camera.height)).max())


# a mat that takes so much of the picture cannot come much nearer
FILLS_PICTURE = 0.8
UNCOVER_MARKERS = Text("uncover the markers that are not seen", "destapa las marcas que no se ven")
LAY_MARKERS = Text("lay the printed markers in the mat's corners", "pon las marcas impresas en las esquinas de la lona")
# found by the mat's sides alone: which edge is the mat's own is a guess that clicks settle
CLICK_CORNERS = Text("click the mat's four corners", "haz clic en las cuatro esquinas de la lona")
CLICK_AGAIN = Text("click the corners more exactly", "haz clic con más exactitud en las esquinas")
NEARER = Text("move the camera nearer", "acerca la cámara")
MEASURE_LENS = Text("measure the camera's lens", "mide la lente de la cámara")
MEASURE_AGAIN = Text(
    "measure the mat's sides again, and where the markers lie",
    "mide otra vez los lados de la lona y dónde están las marcas",
)


def _size_doubted(ring: Ring, other_mm: tuple[float, float]) -> Text:
    given, other = (f"{width:g}x{depth:g}" for width, depth in (ring.size_mm, other_mm))
    off_mm = max(abs(one - two) for one, two in zip(ring.size_mm, other_mm, strict=True)) / 2
    return Text(
        f"the size is in doubt: a mat of {other} mm fits what is seen as well as {given}; measure both lengths, and "
        f"give --ring {other} if that is so: sides and ropes are {off_mm:g} mm off otherwise",
        f"el tamaño es dudoso: una lona de {other} mm encaja igual de bien que {given}; mide los dos lados, y pon "
        f"--ring {other} si es así: si no, lados y cuerdas quedan a {off_mm:g} mm de su sitio",
    )


def name_sides(camera: Camera, ring: Ring) -> list[Text]:
    """Where each side of the ring is in the picture, for people to confirm (field note B-05)."""
    return [
        Text(f"{name} side: {where.en}", f"lado {SIDE_WORDS[name].es}: {where.es}")
        for name, where in zip(SIDE_NAMES, places_of_sides(camera, ring), strict=True)
    ]


def places_of_sides(camera: Camera, ring: Ring) -> list[Text]:
    """At which edge of the picture each side lies, in the order of `SIDE_NAMES`."""
    corners = camera.project(ring.corners_mm)
    centre = corners.mean(axis=0)
    said: list[Text] = []
    for index in range(len(SIDE_NAMES)):
        x, y = (corners[index] + corners[(index + 1) % 4]) / 2 - centre
        edge = (0 if y > 0 else 2) if abs(y) >= abs(x) else (1 if x > 0 else 3)
        said.append(PICTURE_EDGES[edge])
    return said


def _in_spanish(group: str) -> str:
    if group in {"clicks", "corners"}:
        return "clics" if group == "clicks" else "esquinas"
    kind, _, rest = group.partition(" ")
    if rest == "corner":
        return f"esquina {kind}"
    return f"marca {rest}" if kind == "marker" else f"lado {SIDE_WORDS[kind].es}"


def _why_in_spanish(why: str) -> str:
    known = {
        "not seen": "no se ve",
        "seen twice": "se ve dos veces",
        "no clear edge": "borde poco claro",
        "lies elsewhere than the layout says": "no está donde dice el plano",
    }
    for english, spanish in (
        (r"clicked (\d+) px beside it", r"clic a \1 px de ella"),
        (r"lies where marker (\d+) should, as if exchanged", r"está donde debería la marca \1, como cambiadas"),
        (r"is turned by (\d+) degrees against the layout", r"está girada \1 grados respecto al plano"),
        (r"edge ([\d.]+) px away, uneven by ([\d.]+) px", r"borde a \1 px, irregular en \2 px"),
    ):
        if re.fullmatch(english, why):
            return re.sub(english, spanish, why)
    return known.get(why, why)


def draw_ring(picture: Picture, camera: Camera, ring: Ring) -> Picture:
    """The picture with the mat's outline, a 100 mm grid and the sides' names: what people confirm (field note B-05)."""
    drawn = picture.copy()
    thick = max(1, round(camera.width / 900))
    half_x, half_y = ring.size_mm[0] / 2, ring.size_mm[1] / 2

    def line(first: tuple[float, float], last: tuple[float, float], colour: tuple[int, int, int], width: int) -> None:
        share = np.linspace(0, 1, 24)[:, None]
        points = np.column_stack((np.array(first) + share * (np.array(last) - first), np.zeros(24)))
        seen = camera.project(points)
        if np.isfinite(seen).all():
            cv2.polylines(drawn, [np.round(seen * 16).astype(np.int32)], False, colour, width, cv2.LINE_AA, 4)

    for x in map(float, np.arange(-(half_x // 100) * 100, half_x, 100.0)):
        line((x, -half_y), (x, half_y), (170, 170, 0), thick)
    for y in map(float, np.arange(-(half_y // 100) * 100, half_y, 100.0)):
        line((-half_x, y), (half_x, y), (170, 170, 0), thick)
    corners = [(float(x), float(y)) for x, y in ring.corners_mm[:, :2]]
    for index, name in enumerate(SIDE_NAMES):
        first, last = corners[index], corners[(index + 1) % 4]
        line(first, last, (0, 230, 0), 2 * thick)
        middle = np.array([[*((np.array(first) + last) * 0.44), 0.0]])
        seen = camera.project(middle)[0]
        if np.isfinite(seen).all():
            place = (int(seen[0]) - 30 * thick, int(seen[1]))
            for colour, width in (((0, 0, 0), 4 * thick), ((255, 255, 255), thick)):
                cv2.putText(drawn, name, place, cv2.FONT_HERSHEY_SIMPLEX, 0.7 * thick, colour, width, cv2.LINE_AA)
    return drawn
