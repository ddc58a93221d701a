# ruff: noqa: INP001  a folder of papers with one script, no package
"""Draws the pictures of this folder: `python hardware_docs/draw.py`. Our own drawings, from our own numbers.

Every word in them stands in English and, softer, in Spanish.

The same input gives the same bytes; tests/leds/test_docs.py says when a picture is older than what it shows.
"""

from html import escape
from math import radians, tan
from pathlib import Path

from companion.leds.identify import meaning_steps
from companion.leds.layout import Layout, standard_layout
from companion.leds.packets import AskStatus, Hello, Limit, Packet, Scene
from companion.leds.power import Kit, budget_for
from companion.leds.scenes import LightScene, scene_for
from companion.leds.simulated import SimulatedBoard
from companion.leds.zones import Corner, Height, Rgb, Side, mask_of, post, rope

HERE = Path(__file__).parent
CORNERS_ES = {Corner.SW: "SO", Corner.SE: "SE", Corner.NE: "NE", Corner.NW: "NO"}
SUPPLY_MA = 4000
INK, SOFT, PLUS, GROUND, DATA, PAPER = "#222", "#777", "#c22", "#222", "#186", "#fff"
FONT = "font-family='DejaVu Sans, Arial, sans-serif'"
Point = tuple[float, float]


class Drawing:
    """A sheet of SVG; lengths in its own units."""

    def __init__(self, width: int, height: int, title: str) -> None:
        size = f"width='{width}' height='{height}'"
        self.parts = [
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' {size}>",
            f"<title>{escape(title)}</title>",
            f"<rect width='{width}' height='{height}' fill='{PAPER}'/>",
        ]

    def line(self, points: list[Point], colour: str = INK, width: float = 2, dash: str = "") -> None:
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        dashes = f" stroke-dasharray='{dash}'" if dash else ""
        self.parts.append(
            f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='{width:g}' "
            f"stroke-linejoin='round'{dashes}/>"
        )

    def arrow(self, start: Point, end: Point, colour: str = INK, width: float = 2) -> None:
        self.line([start, end], colour, width)
        (x1, y1), (x2, y2) = start, end
        length = max(1e-9, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        tips = [(x2, y2), (x2 - 9 * ux + 4 * uy, y2 - 9 * uy - 4 * ux), (x2 - 9 * ux - 4 * uy, y2 - 9 * uy + 4 * ux)]
        self.parts.append(f"<polygon points='{' '.join(f'{x:.1f},{y:.1f}' for x, y in tips)}' fill='{colour}'/>")

    def box(self, x: float, y: float, width: float, height: float, fill: str = "#eee", edge: str = INK) -> None:
        self.parts.append(
            f"<rect x='{x:g}' y='{y:g}' width='{width:g}' height='{height:g}' fill='{fill}' stroke='{edge}' rx='3'/>"
        )

    def dot(self, x: float, y: float, radius: float, fill: str = INK, edge: str = "none") -> None:
        self.parts.append(f"<circle cx='{x:g}' cy='{y:g}' r='{radius:g}' fill='{fill}' stroke='{edge}'/>")

    def text(self, x: float, y: float, words: str, size: float = 13, anchor: str = "start", colour: str = INK) -> None:
        for number, line in enumerate(words.split("\n")):
            self.parts.append(
                f"<text x='{x:g}' y='{y + number * size * 1.3:g}' font-size='{size:g}' {FONT} "
                f"text-anchor='{anchor}' fill='{colour}'>{escape(line)}</text>"
            )

    def svg(self) -> str:
        return "\n".join([*self.parts, "</svg>", ""])


def along(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def corners(centre: Point, half: float) -> dict[Corner, Point]:
    """The four corners on the sheet: north is up."""
    x, y = centre
    return {
        Corner.SW: (x - half, y + half), Corner.SE: (x + half, y + half),
        Corner.NE: (x + half, y - half), Corner.NW: (x - half, y - half),
    }  # fmt: skip


def ends_of(side: Side, centre: Point, half: float) -> tuple[Point, Point]:
    """Where a side begins and ends, counter-clockwise."""
    places = corners(centre, half)
    return places[Corner(side)], places[Corner((side + 1) % 4)]


def zones() -> str:
    """Ring from above: sides, posts, zone numbers and the way each lane runs."""
    sheet = Drawing(760, 700, "Zones and lanes of the ring, seen from above - Zonas y líneas del ring, desde arriba")
    centre = (380.0, 390.0)
    for height in Height:
        half = 150 + 32 * height
        for side in Side:
            start, end = ends_of(side, centre, half)
            a, b = along(start, end, 0.07), along(start, end, 0.93)
            back = height is Height.MIDDLE
            sheet.arrow(b if back else a, a if back else b, DATA, 2.5)
            spot = along(start, end, 0.5)
            sheet.dot(*spot, 12, PAPER, DATA)
            sheet.text(spot[0], spot[1] + 4.5, str(rope(side, height)), 12, "middle")
    for corner, (x, y) in corners(centre, 182).items():
        sheet.box(x - 17, y - 17, 34, 34, "#ffe9b0")
        sheet.text(x, y + 5, str(post(corner)), 13, "middle")
    for words, place, anchor in (
        ("SOUTH (referee), lane 0 on D4\nSUR (árbitro), línea 0 en D4", (380, 645), "middle"),
        ("NORTH, lane 2 on D6\nNORTE, línea 2 en D6", (380, 140), "middle"),
        ("EAST - ESTE\nlane - línea 1\nD5", (618, 375), "start"),
        ("WEST - OESTE\nlane - línea 3\nD7", (142, 375), "end"),
    ):  # fmt: skip
        sheet.text(*place, words, 14, anchor)
    for corner, (dx, dy, anchor) in {
        Corner.SW: (-24, 34, "end"), Corner.SE: (24, 34, "start"),
        Corner.NE: (24, -34, "start"), Corner.NW: (-24, -34, "end"),
    }.items():  # fmt: skip
        x, y = corners(centre, 182)[corner]
        sheet.text(x + dx, y + dy, f"post {corner.name}\nposte {CORNERS_ES[corner]}", 13, anchor)
    sheet.text(380, 356, "zone numbers; inner ring:\nlowest rope, outer ring: top rope", 12, "middle", SOFT)
    sheet.text(380, 404, "números de zona; dentro: cuerda baja,\nfuera: cuerda alta", 12, "middle", SOFT)
    both = (
        "Each lane lights its post first, then its ropes from the lowest up;",
        "the middle rope comes back, so the jumpers at the posts are short.",
        "Cada línea ilumina primero su poste y después sus cuerdas, de la baja a la alta;",
        "la media vuelve, y así los puentes junto a los postes son cortos.",
    )
    for number, words in enumerate(both):
        sheet.text(380, 30 + 18 * number, words, 13, "middle", INK if number < 2 else SOFT)
    return sheet.svg()


def side_view(ring_mm: int) -> str:
    """One side from outside: data runs up the post, along the lowest rope, back on the middle one, along the top."""
    kit = Kit(ring_mm)
    sheet = Drawing(860, 330, f"One side of a {ring_mm} mm ring - Un lado de un ring de {ring_mm} mm")
    left, right = 90.0, 770.0
    for x, name in (
        (left, "post of this lane\nposte de esta línea"), (right, "post of the next lane\nposte de la línea siguiente"),
    ):  # fmt: skip
        sheet.box(x - 9, 70, 18, 190, "#e9d3b0")
        sheet.text(x, 50, name, 12, "middle")
    levels = {Height.LOW: 220.0, Height.MIDDLE: 165.0, Height.TOP: 110.0}
    step = (right - left - 60) / (kit.rope_leds - 1)
    for height, y in levels.items():
        sheet.line([(left + 9, y), (right - 9, y)], "#bbb", 5)
        for number in range(kit.rope_leds):
            sheet.dot(left + 30 + number * step, y, 4, "#f5f5f5", INK)
        first = kit.post_leds + height * kit.rope_leds
        back = height is Height.MIDDLE
        low, high = (first + kit.rope_leds - 1, first) if back else (first, first + kit.rope_leds - 1)
        sheet.text(left + 30, y - 10, f"LED {low}", 11)
        sheet.text(right - 30, y - 10, f"LED {high}", 11, "end")
        a, b = (left + 240, y + 14), (left + 300, y + 14)
        sheet.arrow(b if back else a, a if back else b, DATA)
    for number in range(kit.post_leds):
        sheet.dot(left, 250 - number * 24, 4, "#f5f5f5", INK)
    sheet.arrow((left, 310), (left, 262), DATA, 2.5)
    sheet.text(left + 12, 290, "data from the board through 470 ohm, 5 V and ground beside it", 12)
    sheet.text(left + 12, 306, "datos de la placa a través de 470 ohmios; al lado, 5 V y masa", 12, colour=SOFT)
    sheet.line([(left, 98), (left - 34, 98), (left - 34, 238), (left + 26, 238), (left + 26, 222)], DATA, 1.5, "5 4")
    sheet.line([(right - 28, 220), (right + 30, 220), (right + 30, 165), (right - 28, 165)], DATA, 1.5, "5 4")
    sheet.line([(left + 28, 165), (left - 22, 165), (left - 22, 110), (left + 28, 110)], DATA, 1.5, "5 4")
    counts = f"post {kit.post_leds}, ropes {kit.rope_leds} each, {kit.side_leds} a lane, {kit.leds} in all"
    cuentas = f"poste {kit.post_leds}, cuerdas {kit.rope_leds} cada una, {kit.side_leds} por línea, {kit.leds} en total"
    last = kit.post_leds - 1
    sheet.text(430, 17, f"{ring_mm} mm side, 30 LEDs per metre: {counts}", 13, "middle")
    sheet.text(430, 33, f"lado de {ring_mm} mm, 30 LED por metro: {cuentas}", 13, "middle", SOFT)
    sheet.text(430, 58, f"dashed: jumpers; LEDs of the post are 0 to {last}", 12, "middle")
    sheet.text(430, 74, f"a trazos: puentes; los LED del poste son del 0 al {last}", 12, "middle", SOFT)
    return sheet.svg()


def wiring() -> str:
    """Supply, fuse, distribution, board and the four sides."""
    sheet = Drawing(980, 660, "Wiring of the light kit - Cableado del kit de luces")
    sheet.box(30, 40, 170, 124)
    found = budget_for(Kit(700), SUPPLY_MA)
    amperes = SUPPLY_MA // 1000
    sheet.text(115, 58, f"5 V supply, {amperes} A\nSELV, closed case\nshort-circuit proof", 12, "middle")
    fuente = f"fuente de 5 V, {amperes} A\nSELV, caja cerrada,\na prueba de cortocircuito"
    sheet.text(115, 110, fuente, 12, "middle", SOFT)
    sheet.line([(200, 85), (270, 85)], PLUS, 4)
    sheet.box(270, 64, 90, 42, "#fdd")
    sheet.text(315, 81, f"fuse {found.fuse_a:g} A", 13, "middle")
    sheet.text(315, 98, f"fusible {found.fuse_a:g} A", 13, "middle", SOFT)
    sheet.line([(360, 85), (450, 85), (450, 520)], PLUS, 4)
    sheet.line([(200, 125), (480, 125), (480, 540)], GROUND, 4)
    sheet.text(520, 66, "distribution AWG 18-20: + red, ground black", 13)
    sheet.text(520, 84, "reparto AWG 18-20: + rojo, masa negra", 13, colour=SOFT)
    sheet.box(30, 300, 210, 260, "#dfeffc")
    sheet.text(135, 326, "Arduino Nano / Uno", 14, "middle")
    sheet.text(135, 500, "USB to the computer:\n5 V of the board stays apart", 12, "middle")
    sheet.text(135, 534, "USB al ordenador: los 5 V\nde la placa quedan aparte", 12, "middle", SOFT)
    sheet.line([(240, 480), (480, 480)], GROUND, 3)
    sheet.text(250, 474, "GND", 12)
    sheet.dot(480, 480, 5)
    sides = (("south", "sur"), ("east", "este"), ("north", "norte"), ("west", "oeste"))
    for lane, ((name, nombre), y) in enumerate(zip(sides, (190, 290, 390, 490), strict=True)):
        sheet.box(700, y, 240, 74, "#eaf7ea")
        sheet.text(820, y + 20, f"{name}: post, then three ropes", 13, "middle")
        sheet.text(820, y + 38, f"{nombre}: poste y tres cuerdas", 13, "middle", SOFT)
        sheet.line([(450, y + 14), (700, y + 14)], PLUS, 2.5)
        sheet.line([(480, y + 34), (700, y + 34)], GROUND, 2.5)
        sheet.dot(450, y + 14, 4.5, PLUS)
        sheet.dot(480, y + 34, 4.5)
        sheet.box(565, y + 18, 14, 12, "#cde")
        sheet.line([(572, y + 14), (572, y + 18)], INK, 1.5)
        sheet.line([(572, y + 30), (572, y + 34)], INK, 1.5)
        sheet.text(586, y + 29, "1000 uF", 10.5)
        bend = (300, 322, 366, 344)[lane]  # no data line lies on or crosses another
        pin = 350 + 24 * lane
        sheet.text(232, pin + 4, f"D{4 + lane}", 12, "end")
        sheet.line([(240, pin), (bend, pin), (bend, y + 56), (640, y + 56)], DATA, 2)
        sheet.box(640, y + 50, 40, 12, "#fff4c2")
        sheet.text(660, y + 46, "470", 10.5, "middle")
        sheet.line([(680, y + 56), (700, y + 56)], DATA, 2)
        sheet.text(932, y + 66, "plug - conector: JST SM", 10.5, "end", SOFT)
    both = (
        "Connect ground first, data last. Switch the LED supply on before the computer.",
        "Never join the + of two supplies; never feed the strips through the board.",
        "Primero la masa, los datos al final. La fuente de los LED se enciende antes que el ordenador.",
        "Nunca unas los + de dos fuentes; nunca alimentes las tiras a través de la placa.",
    )
    for number, words in enumerate(both):
        sheet.text(30, 592 + 18 * number, words, 12.5, colour=INK if number < 2 else SOFT)
    return sheet.svg()


def camera_height_m(ring_mm: int, picture_deg: float) -> float:
    """So high that the ring and 5 cm around it fill the lower side of the picture."""
    return (ring_mm + 100) / 1000 / (2 * tan(radians(picture_deg / 2)))


def camera_mount() -> str:
    """Where the camera hangs so that it sees the whole ring and no lamp."""
    sheet = Drawing(840, 560, "Mounting the camera - Montar la cámara")
    sheet.box(140, 420, 540, 16, "#e9d3b0")
    sheet.text(410, 455, "table - mesa", 13, "middle")
    sheet.box(230, 404, 360, 16, "#ddd")
    for x in (230, 590):
        sheet.box(x - 5, 350, 10, 54, "#e9d3b0")
    for y in (360, 376, 392):
        sheet.line([(235, y), (585, y)], "#bbb", 3)
    sheet.line([(660, 420), (660, 90), (410, 70)], SOFT, 6)
    sheet.box(640, 400, 40, 40, "#ccc")
    sheet.text(690, 376, "clamp at the side\nof a table leg, not\nwhere elbows lean", 12)
    sheet.text(690, 426, "mordaza junto a una\npata, no donde se\napoyan los codos", 12, colour=SOFT)
    sheet.box(392, 62, 36, 22, "#456")
    sheet.text(410, 52, "camera - cámara", 13, "middle")
    sheet.line([(410, 84), (225, 404)], DATA, 1.5, "6 4")
    sheet.line([(410, 84), (595, 404)], DATA, 1.5, "6 4")
    sheet.line([(100, 84), (100, 404)], INK, 1.5)
    sheet.line([(92, 84), (108, 84)], INK, 1.5)
    sheet.line([(92, 404), (108, 404)], INK, 1.5)
    sheet.text(90, 230, "height\naltura", 13, "end")
    usual, narrow = (f"{camera_height_m(700, degrees):.2f}" for degrees in (43, 36))
    alto = f"a {usual} m si la imagen abarca 43 grados de alto, a {narrow} m si abarca 36.".replace(".", ",", 2)
    both = (
        f"70 cm ring and 5 cm around it: {usual} m high for a picture 43 degrees tall, {narrow} m for 36.",
        "Strap or thread as a second hold. Lamps beside it, never in the picture.",
        f"Ring de 70 cm y 5 cm alrededor: {alto}",
        "Correa o hilo como segundo agarre. Las lámparas a los lados, nunca en la imagen.",
    )
    for number, words in enumerate(both):
        sheet.text(410, 484 + 20 * number, words, 12.5, "middle", INK if number < 2 else SOFT)
    sheet.text(410, 230, "whole ring in the picture,\nall four corners free", 12, "middle")
    sheet.text(410, 266, "todo el ring en la imagen,\nlas cuatro esquinas libres", 12, "middle", SOFT)
    return sheet.svg()


def shown(scene: LightScene, layout: Layout, time_ms: int) -> tuple[tuple[Rgb, ...], ...]:
    """What the LEDs show a moment after the scene came, without a limit of current."""
    board = SimulatedBoard(layout, maximum_ma=20_000)
    packets = [Hello(), Limit(255, 20_000), scene.timer]
    packets += [
        Scene(mask_of([number]), zone.effect, zone.colour_1, zone.colour_2, zone.speed, zone.duration_ms)
        for number, zone in enumerate(scene.zones)
    ]
    for sequence, command in enumerate([*packets, AskStatus()]):
        board.receive(Packet(sequence, command.code, command.payload()).wire(), 0)
    return board.zone_frame(time_ms)


def to_screen(colour: Rgb) -> str:
    """LED values are linear in light; a screen is not."""
    red, green, blue = (round(255 * (part / 255) ** (1 / 2.2)) for part in colour)
    return f"#{red:02x}{green:02x}{blue:02x}"


def draw_ring(sheet: Drawing, centre: Point, zone_colours: tuple[tuple[Rgb, ...], ...]) -> None:
    x, y = centre
    sheet.parts.append(f"<rect x='{x - 84:g}' y='{y - 84:g}' width='168' height='168' fill='#101014' rx='6'/>")
    sheet.parts.append(f"<rect x='{x - 42:g}' y='{y - 42:g}' width='84' height='84' fill='#2a2622'/>")
    for side in Side:
        for height in Height:
            start, end = ends_of(side, centre, 48 + 10 * height)
            colours = zone_colours[rope(side, height)]
            for number, colour in enumerate(colours):
                place = along(start, end, 0.06 + 0.88 * (number + 0.5) / len(colours))
                sheet.dot(*place, 2.1, to_screen(colour))
    for corner, (cx, cy) in corners(centre, 70).items():
        sheet.dot(cx, cy, 7, to_screen(zone_colours[post(corner)][0]), "#444")


def scenes() -> str:
    """Every meaning as the ring shows it from above."""
    layout = standard_layout()
    steps = list(meaning_steps())
    columns = 4
    rows = (len(steps) + columns - 1) // columns
    sheet = Drawing(columns * 220, rows * 236 + 10, "What the lights mean / Lo que dicen las luces")
    for number, (text, show) in enumerate(steps):
        centre = (110.0 + number % columns * 220, 104.0 + number // columns * 236)
        draw_ring(sheet, centre, shown(scene_for(show), layout, 240))
        sheet.text(centre[0], centre[1] + 102, text.en, 11.5, "middle")
        sheet.text(centre[0], centre[1] + 117, text.es, 11.5, "middle", SOFT)
    return sheet.svg()


PICTURES = {
    "zones.svg": zones,
    "wiring.svg": wiring,
    "side_600.svg": lambda: side_view(600),
    "side_700.svg": lambda: side_view(700),
    "side_800.svg": lambda: side_view(800),
    "camera_mount.svg": camera_mount,
    "scenes.svg": scenes,
}


def main() -> None:
    for name, draw in PICTURES.items():
        (HERE / name).write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
