"""The ring from above, who is in it: chips, facing, lying, held, uncertain, and the ghosts of proposals."""

import itertools
import math

import pygame

from companion.screens import signs
from companion.screens.canvas import Canvas
from companion.screens.fonts import Face
from companion.screens.ring_floor import Scale
from companion.screens.theme import CARD_PAPER, ink_on
from companion.screens.view_model import Ghost, MapFigure, Rgb, RingMap

_SMALLEST_CHIP = 13
Places = dict[str, tuple[tuple[float, float], float]]

_APART = 1.9
_SPREADING_STEPS = 12


def spread(canvas: Canvas, ring: RingMap, scale: Scale, chip_mm: float) -> Places:
    """Places of the chips on the screen, with radii: true to scale, but chips that would hide each other move apart."""
    at = {one.id: list(scale.at(one.x_mm, one.y_mm)) for one in ring.figures}
    radii = {one.id: _chip_radius(canvas, one.radius_mm, scale, chip_mm) for one in ring.figures}
    ids = sorted(at)
    for _ in range(_SPREADING_STEPS):
        for number, one in enumerate(ids):
            for other in ids[number + 1 :]:
                dx, dy = at[other][0] - at[one][0], at[other][1] - at[one][1]
                away = math.hypot(dx, dy)
                short = (radii[one] + radii[other]) / 2 * _APART - away
                if short > 0:
                    ux, uy = (dx / away, dy / away) if away > 0.5 else (1.0, 0.0)
                    at[one][0] -= ux * short / 2
                    at[one][1] -= uy * short / 2
                    at[other][0] += ux * short / 2
                    at[other][1] += uy * short / 2
    return {one: ((place[0], place[1]), radii[one]) for one, place in at.items()}


def _chip_radius(canvas: Canvas, radius_mm: float, scale: Scale, chip_mm: float) -> float:
    return max(max(radius_mm, chip_mm) * scale.px_per_mm, canvas.px(_SMALLEST_CHIP))


def draw_under(canvas: Canvas, figure: MapFigure, centre: tuple[float, float], radius: float) -> None:
    """What must never hide another figure's letter: the mark of who acts, bodies, where they look."""
    if figure.active:
        canvas.disc(centre, radius * 1.36, canvas.theme.gold)
        canvas.disc(centre, radius * 1.2, canvas.theme.mat_ink)
    if figure.facing_deg is not None and not figure.lying:
        _nose(canvas, centre, radius, figure)
    if figure.lying:
        _shadow_body(canvas, centre, radius, figure)


def draw_figure(canvas: Canvas, figure: MapFigure, centre: tuple[float, float], radius: float) -> None:
    signs.chip(canvas, centre, radius, figure.chip)
    if figure.uncertain or figure.held:
        _doubt(canvas, centre, radius, "?" if figure.uncertain else "✋")
    if figure.card is not None:
        at = (centre[0] + radius * 0.85, centre[1] - radius * 0.85)
        canvas.disc(at, radius * 0.52, canvas.theme.mat_ink)
        canvas.disc(at, radius * 0.46, CARD_PAPER[figure.card])
        signs.card_shape(canvas, at, radius * 0.22, figure.card)


def _nose(canvas: Canvas, centre: tuple[float, float], radius: float, figure: MapFigure) -> None:
    """The way he faces: a beak in his own colour with a dark edge."""
    assert figure.facing_deg is not None
    angle = math.radians(figure.facing_deg)

    def at(turn: float, reach: float) -> tuple[float, float]:
        return (centre[0] + math.cos(angle + turn) * reach, centre[1] - math.sin(angle + turn) * reach)

    outer = 1.36 if figure.active else 1.0
    canvas.polygon(
        [at(0, radius * (outer + 0.62)), at(0.62, radius * (outer + 0.02)), at(-0.62, radius * (outer + 0.02))],
        canvas.theme.mat_ink,
    )
    canvas.polygon(
        [at(0, radius * (outer + 0.46)), at(0.5, radius * outer), at(-0.5, radius * outer)],
        canvas.theme.gold if figure.active else figure.chip.rgb,
    )


def _shadow_body(canvas: Canvas, centre: tuple[float, float], radius: float, figure: MapFigure) -> None:
    """A lying figure: a flat body beneath the chip."""
    body = pygame.Rect(0, 0, round(radius * 3.5), round(radius * 1.5))
    image = pygame.Surface(body.size, pygame.SRCALPHA)
    pygame.draw.rect(image, (*canvas.theme.mat_ink, 255), body, border_radius=body.height // 2)
    pygame.draw.rect(
        image, (*figure.chip.rgb, 255), body.inflate(-radius * 0.22, -radius * 0.22), border_radius=body.height // 2
    )
    image = pygame.transform.rotozoom(image, (figure.facing_deg or 0.0) + 90.0, 1.0)
    canvas.surface.blit(image, image.get_rect(center=(round(centre[0]), round(centre[1]))))


def _doubt(canvas: Canvas, centre: tuple[float, float], radius: float, sign: str) -> None:
    """A dashed ring: here the camera is not sure, or a hand is on the figure."""
    ring = [
        (centre[0] + math.cos(a * math.pi / 24) * radius * 1.3, centre[1] + math.sin(a * math.pi / 24) * radius * 1.3)
        for a in range(49)
    ]
    dashed(canvas, ring, canvas.theme.mat_ink, 7, 1)
    for turn in range(0, 24, 2):
        canvas.line(ring[turn * 2], ring[turn * 2 + 2], canvas.theme.gold, 4)
    at = (centre[0] - radius * 0.95, centre[1] - radius * 0.95)
    canvas.disc(at, radius * 0.5, canvas.theme.mat_ink)
    box = pygame.Rect(0, 0, round(radius * 0.8), round(radius * 0.9))
    box.center = (round(at[0]), round(at[1]))
    if sign == "?" and box.height < canvas.smallest_px:
        canvas.disc(at, radius * 0.2, canvas.theme.gold)
    elif sign == "?":
        canvas.text(
            "?",
            box,
            face=Face.NUMBER,
            size=radius * 0.9 / canvas.unit,
            ink=canvas.theme.gold,
            ground=canvas.theme.mat_ink,
            align="centre",
        )
    else:
        _hand(canvas, box)


def _hand(canvas: Canvas, box: pygame.Rect) -> None:
    """A small open hand."""
    colour = canvas.theme.gold
    palm = pygame.Rect(0, 0, round(box.width * 0.56), round(box.height * 0.45))
    palm.midbottom = (box.centerx, box.bottom - box.height // 8)
    pygame.draw.rect(canvas.surface, colour, palm, border_radius=palm.width // 4)
    for number in range(4):
        x = palm.left + round((number + 0.5) * palm.width / 4)
        pygame.draw.line(
            canvas.surface, colour, (x, palm.top + 1), (x, box.top + box.height * 0.16), max(1, palm.width // 7)
        )


def draw_ghost(canvas: Canvas, ghost: Ghost, scale: Scale, chip_mm: float) -> None:
    """Where the camera would put him: a hollow chip with the proposal's number and the way there."""
    start = scale.at(ghost.from_x_mm, ghost.from_y_mm)
    end = scale.at(ghost.x_mm, ghost.y_mm)
    radius = _chip_radius(canvas, 0, scale, chip_mm)
    dashed(canvas, [start, end], canvas.theme.mat_ink, 4, 8)
    canvas.circle(end, radius, canvas.theme.mat_ink, 5)
    canvas.circle(end, radius - canvas.px(3), ghost.chip.rgb, 5)
    plate = canvas.theme.mat
    canvas.disc(end, radius * 0.62, plate)
    box = pygame.Rect(0, 0, round(radius * 1.1), round(radius * 1.1))
    box.center = (round(end[0]), round(end[1]))
    canvas.text(
        str(ghost.number),
        box,
        face=Face.NUMBER,
        size=radius * 1.05 / canvas.unit,
        ink=ink_on(plate),
        ground=plate,
        align="centre",
    )


def dashed(canvas: Canvas, points: list[tuple[float, float]], colour: Rgb, width: float, dash: float = 10) -> None:
    step = canvas.px(dash)
    for one, other in itertools.pairwise(points):
        length = math.hypot(other[0] - one[0], other[1] - one[1])
        count = max(1, int(length / step))
        for number in range(0, count, 2):
            a, b = number / count, min(1.0, (number + 1) / count)
            canvas.line(
                (one[0] + (other[0] - one[0]) * a, one[1] + (other[1] - one[1]) * a),
                (one[0] + (other[0] - one[0]) * b, one[1] + (other[1] - one[1]) * b),
                colour,
                width,
            )
