# ruff: noqa: INP001  a folder of papers with scripts, no package
"""Draws camera stands and ring: `python hardware_docs/draw_table.py`. Captions in English and Spanish.

Sizes of a ring are worked out here once; the pages' tables are tested against them.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import stands  # noqa: E402  lies beside this file
from draw import DATA, INK, PLUS, SOFT, Drawing, Point  # noqa: E402  lies beside this file

WOOD, CLOTH, DARK = "#e9d3b0", "#b9bcbc", "#456"
POST_MM, POST_HIGH_MM = 20, 240
POST_OUT_MM = 20
ROPES_MM = (40, 80, 120)
BASE_RIM_MM = 60
RINGSIDE_MM = 250
MARKER_SHEET_MM = 60
MARKER_MARGIN_SHARE = 8 / 60


@dataclass(frozen=True)
class RingPlan:
    """Lengths of a ring, mm, from the side of its mat.

    Attributes:
        posts_mm: from the middle of a post to the middle of the next.
        gap_mm: free length between two posts: rope and its two rubbers.
        table_mm: side of the table that leaves room for fallen figures.
    """

    mat_mm: int

    @property
    def posts_mm(self) -> int:
        return self.mat_mm + 2 * POST_OUT_MM

    @property
    def gap_mm(self) -> int:
        return self.posts_mm - POST_MM

    @property
    def base_mm(self) -> int:
        return self.mat_mm + 2 * BASE_RIM_MM

    @property
    def table_mm(self) -> int:
        return self.mat_mm + 2 * RINGSIDE_MM

    @property
    def diagonal_mm(self) -> int:
        """Between opposite corners of the mat: equal both ways when the ring is square."""
        return round(self.mat_mm * 2**0.5)


def measure(
    sheet: Drawing, start: Point, end: Point, words: str, *, aside: Point = (0, -6), anchor: str = "middle"
) -> None:
    """A measuring line with arrows at both ends and its length."""
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    sheet.arrow(middle, start, INK, 1.2)
    sheet.arrow(middle, end, INK, 1.2)
    sheet.text(middle[0] + aside[0], middle[1] + aside[1], words, 12.5, anchor)


def ring_plan() -> str:
    """The ring from above: mat, markers, posts, base, ringside, sides."""
    plan = RingPlan(700)
    sheet = Drawing(1040, 800, "A 70 cm ring from above - Un ring de 70 cm desde arriba")
    scale, cx, cy = 0.52, 380.0, 400.0

    def square(side_mm: float, fill: str, edge: str) -> None:
        half = side_mm * scale / 2
        sheet.box(cx - half, cy - half, 2 * half, 2 * half, fill, edge)

    square(plan.table_mm, "#f4f1ea", SOFT)
    square(plan.base_mm, WOOD, INK)
    square(plan.mat_mm, CLOTH, INK)
    half = plan.mat_mm / 2
    for number, (sx, sy) in enumerate(((-1, 1), (1, 1), (1, -1), (-1, -1))):
        x, y = cx + sx * half * scale, cy + sy * half * scale
        size = MARKER_SHEET_MM * scale
        left, top = (x if sx < 0 else x - size), (y - size if sy > 0 else y)
        sheet.box(left, top, size, size, "#fff", SOFT)
        sheet.box(left + size * 0.14, top + size * 0.14, size * 0.72, size * 0.72, "#111")
        sheet.text(left + size / 2, top + size / 2 + 5, str(number), 13, "middle", "#fff")
        px, py = cx + sx * (half + POST_OUT_MM) * scale, cy + sy * (half + POST_OUT_MM) * scale
        sheet.dot(px, py, POST_MM * scale * 0.7, "#7a5b2e", INK)
    reach = (half + POST_OUT_MM) * scale
    for offset in ((0, -reach), (0, reach)):
        sheet.line([(cx - reach, cy + offset[1]), (cx + reach, cy + offset[1])], PLUS, 2)
    for x in (cx - reach, cx + reach):
        sheet.line([(x, cy - reach), (x, cy + reach)], PLUS, 2)
    sheet.text(cx, cy - 8, "mat - lona", 15, "middle")
    sheet.text(cx, cy + 14, "matt, one colour - mate, de un color", 12, "middle")
    for words, x, y in (
        ("SOUTH: referee - SUR: árbitro", cx, cy + 270), ("NORTH - NORTE", cx, cy - 292),
        ("EAST\nESTE", cx + 262, cy), ("WEST\nOESTE", cx - 262, cy),
    ):  # fmt: skip
        sheet.text(x, y, words, 13, "middle", DATA)
    left, bottom = cx - half * scale, cy + half * scale
    measure(sheet, (left, bottom - 60), (left + plan.mat_mm * scale, bottom - 60), f"mat - lona {plan.mat_mm} mm")
    below = cy + plan.table_mm * scale / 2 + 24
    edge = plan.table_mm * scale / 2
    measure(sheet, (cx - edge, below), (cx + edge, below), f"table - mesa {plan.table_mm} mm", aside=(0, 18))
    above = cy - plan.posts_mm * scale / 2 - 40
    measure(
        sheet, (cx - reach, above), (cx + reach, above),
        f"post to post, middle to middle - de poste a poste, al centro {plan.posts_mm} mm",
    )  # fmt: skip
    column, heights = 720.0, ", ".join(str(height) for height in ROPES_MM)
    for number, (fill, words) in enumerate(
        (
            ("#111", "printed marker 0-3, flush in its corner\nmarca impresa 0-3, a ras en su esquina"),
            ("#7a5b2e", f"post {POST_MM} mm, {POST_OUT_MM} mm outside the mat\nposte de {POST_MM} mm, a {POST_OUT_MM} mm de la lona"),  # noqa: E501
            (PLUS, f"ropes at {heights} mm\ncuerdas a {heights} mm"),
            (WOOD, f"base {plan.base_mm} mm, board of 18 mm\nbase de {plan.base_mm} mm, tablero de 18 mm"),
            ("#f4f1ea", f"ringside {RINGSIDE_MM} mm: keep it free\nalrededor {RINGSIDE_MM} mm: déjalo libre"),
        )
    ):  # fmt: skip
        y = 170 + 74 * number
        sheet.box(column, y, 26, 26, fill)
        sheet.text(column + 38, y + 10, words, 12.5)
    sheet.text(column, 560, f"diagonals - diagonales: {plan.diagonal_mm} mm\nboth alike - las dos iguales", 13)
    sheet.text(column, 620, "camera over the south side\ncámara por el lado sur", 13)
    return sheet.svg()


def mat_edge() -> str:
    """A corner of a mat with a border, from above: what is measured, and where the marker lies."""
    sheet = Drawing(960, 370, "What counts as mat - Qué cuenta como lona")
    left, top, right, bottom, border = 90.0, 30.0, 530.0, 290.0, 34.0
    sheet.box(left - 60, top, right - left + 60, bottom - top + 60, WOOD)
    sheet.box(left, top, right - left, bottom - top, DARK)
    sheet.box(left + border, top, right - left - border, bottom - top - border, CLOTH)
    size = 120.0
    sheet.box(left, bottom - size, size, size, "#fff", SOFT)
    inset = size * MARKER_MARGIN_SHARE
    sheet.box(left + inset, bottom - size + inset, size - 2 * inset, size - 2 * inset, "#111")
    sheet.text(left + size / 2, bottom - size / 2 + 6, "0", 18, "middle", "#fff")
    sheet.line([(left, bottom + 50), (left, top - 10)], DATA, 2, "7 4")
    sheet.line([(left - 50, bottom), (right + 10, bottom)], DATA, 2, "7 4")
    sheet.arrow((250, bottom + 26), (left + 2, bottom + 26), INK, 1.6)
    sheet.text(256, bottom + 31, "measure from here - mide desde aquí", 12.5)
    for number, words in enumerate(
        (
            "Border and hem count as mat: measure from\nouter edge to outer edge.",
            "Borde y dobladillo son lona: mide de borde\nexterior a borde exterior.",
            "The marker's paper lies flush in the outer corner,\nover the border.",
            "El papel de la marca va a ras en la esquina\nexterior, encima del borde.",
        )
    ):
        sheet.text(560, 70 + 62 * number, words, 13)
    return sheet.svg()


def ring_side() -> str:
    """A side of the ring from outside: heights."""
    plan = RingPlan(700)
    sheet = Drawing(1000, 420, "A side of the ring - Un lado del ring")
    scale, left, floor = 0.95, 150.0, 330.0
    right = left + plan.posts_mm * scale
    sheet.box(left - 40 * scale, floor, (plan.posts_mm + 80) * scale, 18 * scale, WOOD)
    sheet.text((left + right) / 2, floor + 34, f"base {plan.base_mm} mm", 12.5, "middle")
    for x in (left, right):
        sheet.box(
            x - POST_MM * scale / 2, floor - POST_HIGH_MM * scale, POST_MM * scale, POST_HIGH_MM * scale, "#c9a877"
        )
    for height_mm in ROPES_MM:
        y = floor - height_mm * scale
        inner_left, inner_right = left + POST_MM * scale / 2, right - POST_MM * scale / 2
        sheet.line([(inner_left, y), (inner_left + 12, y)], DATA, 3)
        sheet.line([(inner_right - 12, y), (inner_right, y)], DATA, 3)
        sheet.line([(inner_left + 12, y), (inner_right - 12, y)], PLUS, 4)
        sheet.text(right + 26, y + 4, f"{height_mm} mm", 12.5)
    sheet.box(left + 330 * scale, floor - 100 * scale, 34 * scale, 100 * scale, "#3a6", INK)
    sheet.text(left + 347 * scale, floor - 106 * scale, "figure - figura 80-110 mm", 12, "middle")
    top = floor - POST_HIGH_MM * scale
    measure(sheet, (left - 50, floor), (left - 50, top), f"{POST_HIGH_MM} mm", aside=(-8, 4), anchor="end")
    middle = (left + right) / 2
    gap = plan.gap_mm * scale / 2
    measure(
        sheet, (middle - gap, top + 20), (middle + gap, top + 20),
        f"between posts - entre postes {plan.gap_mm} mm: rope - cuerda {plan.mat_mm} mm + 2 x 10 mm rubber - goma",
    )  # fmt: skip
    sheet.text(left + 90, floor - 128 * scale - 8, "rubber - goma", 12, "middle", DATA)
    sheet.text(
        500,
        40,
        "A fall against the ropes must give way; posts stand outside the mat and hide little of it.",
        13,
        "middle",
    )
    sheet.text(
        500, 60, "Las cuerdas ceden con una caída; los postes quedan fuera de la lona y tapan poco.", 13, "middle"
    )
    return sheet.svg()


def stand_panel(sheet: Drawing, left: float, degrees: float, title: str, kind: str) -> None:
    """One way to hold a camera over a 70 cm ring, to scale, from the side (west); south is on the left."""
    stand = stands.stand_for(700, degrees)
    scale, floor, centre = 0.2, 400.0, left + 230
    sheet.text(centre, 36, title, 14, "middle")
    sheet.box(centre - 110, floor, 220, 10, WOOD)
    sheet.box(centre - 82, floor - 4, 164, 4, WOOD)
    sheet.box(centre - 70, floor - 6, 140, 3, CLOTH)
    for x in (centre - 74, centre + 74):
        sheet.box(x - 2, floor - 6 - POST_HIGH_MM * scale, 4, POST_HIGH_MM * scale, "#c9a877")
    mat = floor - 6
    aside_mm = 0 if degrees == 90 else 10 * stands.cm(stand.aside_mm)
    eye = (centre - aside_mm * scale, mat - 10 * stands.cm(stand.height_mm) * scale)
    for x, height in ((-350.0 - 50, 0.0), (350.0, stands.FIGURE_MM)):
        sheet.line([eye, (centre + x * scale, mat - height * scale)], DATA, 1.3, "6 4")
    if kind == "boom":
        foot = (centre + 155, floor + 130)
        sheet.line([(foot[0] - 30, foot[1]), (foot[0] + 30, foot[1])], SOFT, 5)
        sheet.line([foot, (foot[0], eye[1] - 22), (eye[0], eye[1] - 8)], SOFT, 5)
        sheet.box(foot[0] - 8, eye[1] - 30, 16, 16, "#999")
        sheet.text(foot[0] - 2, foot[1] + 20, "boom stand - jirafa", 12, "middle")
    elif kind == "arm":
        clamp = (centre - 118, floor + 4)
        elbow = (clamp[0] - 12, eye[1] + 40)
        sheet.line([clamp, elbow, (eye[0], eye[1] - 6)], SOFT, 5)
        sheet.box(clamp[0] - 10, clamp[1] - 10, 20, 22, "#999")
        sheet.text(clamp[0] - 4, clamp[1] + 34, "clamp arm - brazo con mordaza", 12, "middle")
    else:
        foot = (eye[0] - 6, floor + 130)
        for dx in (-26, 0, 26):
            sheet.line([(foot[0], foot[1] - 70), (foot[0] + dx, foot[1])], SOFT, 4)
        sheet.line([(foot[0], foot[1] - 70), eye], SOFT, 5)
        sheet.text(foot[0] + 8, foot[1] + 20, "light stand - trípode alto", 12, "middle")
    sheet.box(eye[0] - 9, eye[1] - 9, 18, 14, DARK)
    side = left + (422 if kind == "boom" else 372)
    measure(sheet, (side, mat), (side, eye[1]), f"{stands.cm(stand.height_mm)} cm", aside=(6, 4), anchor="start")
    if degrees < 90:
        measure(
            sheet, (eye[0], floor + 50), (centre, floor + 50), f"{stands.cm(stand.aside_mm)} cm", aside=(0, 16)
        )  # fmt: skip
        sheet.line([(centre, floor + 12), (centre, floor + 56)], SOFT, 1, "3 3")
    mid, worst = stand.mm_per_px["1280x720"]
    sheet.text(centre, 62, f"{degrees:.0f}°, {mid:.1f} mm/px, 1280x720 (max {worst:.1f})", 12.5, "middle", SOFT)


def camera_stands() -> str:
    """Three ways to hold the camera."""
    sheet = Drawing(1330, 590, "Camera stands for a 70 cm ring - Soportes de cámara para un ring de 70 cm")
    stand_panel(sheet, 0, 90, "straight down: best - cenital: lo mejor", "boom")
    stand_panel(sheet, 450, 70, "clamp arm: good - brazo: bien", "arm")
    stand_panel(sheet, 880, 55, "from the side: works - de lado: vale", "tripod")
    sheet.text(650, 576, "To scale, seen from the west; dashed: lower and upper edge of the picture.", 12, "middle")
    sheet.text(650, 560, "A escala, visto desde el oeste; a trazos: bordes de la imagen.", 12, "middle")
    return sheet.svg()


PICTURES = {
    "ring_plan.svg": ring_plan,
    "mat_edge.svg": mat_edge,
    "ring_side.svg": ring_side,
    "camera_stands.svg": camera_stands,
}


def ring_rows() -> list[str]:
    """The table of `ring_building.md`."""
    plans = [RingPlan(mm) for mm in stands.RINGS_MM]
    return [
        f"| {p.mat_mm} mm | {p.diagonal_mm} mm | {p.posts_mm} mm | {p.gap_mm} mm | {p.base_mm} mm | {p.table_mm} mm |"
        for p in plans
    ]


def main() -> None:
    for name, draw in PICTURES.items():
        (HERE / name).write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
