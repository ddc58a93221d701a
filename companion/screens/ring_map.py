"""The ring from above, true to scale: mat, ropes in the lights' colours, figures, ties between them, proposals."""

import math

import pygame

from companion.screens.canvas import Canvas
from companion.screens.ring_figures import Places, dashed, draw_figure, draw_ghost, draw_under, spread
from companion.screens.ring_floor import Scale, floor, rope_lights
from companion.screens.theme import mix
from companion.screens.view_model import Rgb, RingMap


def ring_map(canvas: Canvas, box: pygame.Rect, ring: RingMap, *, chip_mm: float = 34.0, margin: float = 0.55) -> None:
    """Draw `ring` inside `box`.

    Args:
        chip_mm: least radius of a figure's chip on the map.
        margin: share of ringside that is shown; figures farther out stay at the border.
    """
    scale = Scale(box, ring, margin)
    clip = canvas.surface.get_clip()
    canvas.surface.set_clip(box)
    floor(canvas, box, ring, scale)
    if ring.picture is not None:
        _picture(canvas, ring, scale)
    _zones(canvas, ring, scale)
    _reach(canvas, ring, scale)
    rope_lights(canvas, ring, scale)
    places = spread(canvas, ring, scale, chip_mm)
    _links(canvas, ring, places)
    for ghost in ring.ghosts:
        draw_ghost(canvas, ghost, scale, chip_mm)
    # the one who acts is drawn last, on top
    order = sorted(ring.figures, key=lambda one: one.active)
    for figure in order:
        draw_under(canvas, figure, *places[figure.id])
    for figure in order:
        draw_figure(canvas, figure, *places[figure.id])
    canvas.surface.set_clip(clip)


def _picture(canvas: Canvas, ring: RingMap, scale: Scale) -> None:
    assert ring.picture is not None
    raw = pygame.image.frombuffer(ring.picture.rgb, (ring.picture.width_px, ring.picture.height_px), "RGB")
    width = round((ring.size_mm[0] + 2 * ring.ringside_mm) * scale.px_per_mm)
    depth = round((ring.size_mm[1] + 2 * ring.ringside_mm) * scale.px_per_mm)
    image = pygame.transform.smoothscale(raw, (width, depth))
    canvas.surface.blit(image, image.get_rect(center=scale.centre))


def _zones(canvas: Canvas, ring: RingMap, scale: Scale) -> None:
    """Where "at the ropes" and "in the corner" hold: a hatched edge and quarter circles."""
    if ring.zone_mm <= 0:
        return
    inset = ring.zone_mm * scale.px_per_mm
    mat = scale.mat
    colour = mix(canvas.theme.mat_print, canvas.theme.red, 0.25)
    inner = mat.inflate(-2 * inset, -2 * inset)
    dashed(canvas, [inner.topleft, inner.topright, inner.bottomright, inner.bottomleft, inner.topleft], colour, 1.5)
    quarters = {mat.topleft: 4, mat.topright: 8, mat.bottomleft: 1, mat.bottomright: 2}
    for corner, quarter in quarters.items():
        pygame.draw.circle(
            canvas.surface, colour, corner, inset * 1.9, canvas.px(2),
            draw_top_right=quarter == 1, draw_top_left=quarter == 2,
            draw_bottom_right=quarter == 4, draw_bottom_left=quarter == 8,
        )  # fmt: skip


def _reach(canvas: Canvas, ring: RingMap, scale: Scale) -> None:
    if ring.reach is None:
        return
    colour = mix(canvas.theme.gold, (90, 50, 0), 0.35)
    centre = scale.at(ring.reach.x_mm, ring.reach.y_mm)
    for number, radius_mm in enumerate(ring.reach.radii_mm, start=1):
        radius = radius_mm * scale.px_per_mm
        last = number == len(ring.reach.radii_mm)
        if last:
            canvas.circle(centre, radius, colour, 3)
        else:
            circle = [
                (centre[0] + math.cos(a * math.pi / 36) * radius, centre[1] + math.sin(a * math.pi / 36) * radius)
                for a in range(73)
            ]
            dashed(canvas, circle, colour, 1.5, 6)


def _links(canvas: Canvas, ring: RingMap, places: Places) -> None:
    """What belongs together lies in one capsule: gold for tie-ups and melees, red for holds and pins."""
    for link in ring.links:
        if link.a not in places or link.b not in places:
            continue
        (one, r_one), (other, r_other) = places[link.a], places[link.b]
        colour = canvas.theme.gold if link.kind in {"tieup", "melee"} else canvas.theme.red
        radius = max(r_one, r_other) * 1.32
        _capsule(canvas, one, other, radius + canvas.px(3), canvas.theme.mat_ink)
        _capsule(canvas, one, other, radius, colour)


def _capsule(canvas: Canvas, one: tuple[float, float], other: tuple[float, float], radius: float, colour: Rgb) -> None:
    length = math.hypot(other[0] - one[0], other[1] - one[1]) or 1.0
    across = (-(other[1] - one[1]) / length * radius, (other[0] - one[0]) / length * radius)
    canvas.polygon(
        [
            (one[0] + across[0], one[1] + across[1]),
            (other[0] + across[0], other[1] + across[1]),
            (other[0] - across[0], other[1] - across[1]),
            (one[0] - across[0], one[1] - across[1]),
        ],
        colour,
    )
    canvas.disc(one, radius, colour)
    canvas.disc(other, radius, colour)
