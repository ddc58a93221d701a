"""The ring from above, true to scale: mat, ropes in the lights' colours, figures, ties between them, proposals."""

import itertools
import math

import numpy as np
import numpy.typing as npt
import pygame

from companion.screens import signs
from companion.screens.canvas import Canvas
from companion.screens.fonts import Face
from companion.screens.theme import CARD_PAPER, Theme, ink_on, mix
from companion.screens.view_model import LIGHT_ZONES, ROPES_A_SIDE, Ghost, MapFigure, Rgb, RingMap

GAMMA = 1.6
GLOW_STEP = 12
"""The light on the floor is worked out every so many pixels and blown up."""
GLOW_REACH = 0.62
"""How far the light falls, in half mats."""
DARK_LIGHT = 8
"""A zone whose brightest channel is below this is drawn as a rope without light."""
_Sides = npt.NDArray[np.int64]
_Alphas = npt.NDArray[np.uint8]
_FLOORS: dict[tuple[object, ...], tuple[tuple[Rgb, ...], pygame.Surface]] = {}
_MATS: dict[tuple[object, ...], pygame.Surface] = {}
_FALLS: dict[tuple[object, ...], tuple[_Sides, _Alphas]] = {}
_MOST_KEPT = 6
_SMALLEST_CHIP = 13
_Places = dict[str, tuple[tuple[float, float], float]]


class _Scale:
    """Millimetres of the ring to pixels of the map; y goes up on the ring and down on the screen."""

    def __init__(self, box: pygame.Rect, ring: RingMap, margin: float) -> None:
        width, depth = ring.size_mm
        around = ring.ringside_mm * margin
        self.px_per_mm = min(box.width / (width + 2 * around), box.height / (depth + 2 * around))
        self.centre = box.center
        self.mat = pygame.Rect(0, 0, round(width * self.px_per_mm), round(depth * self.px_per_mm))
        self.mat.center = box.center
        self.all = box

    def at(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        x = self.centre[0] + x_mm * self.px_per_mm
        y = self.centre[1] - y_mm * self.px_per_mm
        edge = 30 * self.px_per_mm  # a figure on the floor beyond the picture stays at its border
        return (
            min(max(x, self.all.left + edge), self.all.right - edge),
            min(max(y, self.all.top + edge), self.all.bottom - edge),
        )


def ring_map(canvas: Canvas, box: pygame.Rect, ring: RingMap, *, chip_mm: float = 34.0, margin: float = 0.55) -> None:
    """Draw `ring` inside `box`.

    Args:
        chip_mm: least radius of a figure's chip on the map.
        margin: share of ringside that is shown; figures farther out stay at the border.
    """
    scale = _Scale(box, ring, margin)
    clip = canvas.surface.get_clip()
    canvas.surface.set_clip(box)
    _floor(canvas, box, ring, scale)
    if ring.picture is not None:
        _picture(canvas, ring, scale)
    _zones(canvas, ring, scale)
    _reach(canvas, ring, scale)
    _lights(canvas, ring, scale)
    places = _spread(canvas, ring, scale, chip_mm)
    _links(canvas, ring, places)
    for ghost in ring.ghosts:
        _ghost(canvas, ghost, scale, chip_mm)
    # the one who acts is drawn last, on top
    order = sorted(ring.figures, key=lambda one: one.active)
    for figure in order:
        _under(canvas, figure, *places[figure.id])
    for figure in order:
        _figure(canvas, figure, *places[figure.id])
    canvas.surface.set_clip(clip)


def _floor(canvas: Canvas, box: pygame.Rect, ring: RingMap, scale: _Scale) -> None:
    """Hall floor, the light that falls on it, apron and canvas; worked out anew only when the light changes."""
    mat = scale.mat.move(-box.left, -box.top)
    key = (box.size, mat.size, mat.topleft, canvas.theme.name)
    known = _FLOORS.get(key)
    if known is None or known[0] != ring.lights:
        if len(_FLOORS) >= _MOST_KEPT:
            _FLOORS.pop(next(iter(_FLOORS)))
        known = _FLOORS[key] = (ring.lights, _floor_image(canvas.theme, box.size, mat, ring))
    canvas.surface.blit(known[1], box)


def _floor_image(theme: Theme, size: tuple[int, int], mat: pygame.Rect, ring: RingMap) -> pygame.Surface:
    image = pygame.Surface(size)
    image.fill(theme.floor)
    if len(ring.lights) == LIGHT_ZONES:
        image.blit(_glow(size, mat, ring, theme), (0, 0))
    key = (size, mat.size, mat.topleft, theme.name)
    if key not in _MATS:
        if len(_MATS) >= _MOST_KEPT:
            _MATS.pop(next(iter(_MATS)))
        _MATS[key] = _mat_image(theme, size, mat)
    image.blit(_MATS[key], (0, 0))
    return image


def _mat_image(theme: Theme, size: tuple[int, int], mat: pygame.Rect) -> pygame.Surface:
    """Apron and canvas with its star; what lies around is clear."""
    fine = 2
    image = pygame.Surface((size[0] * fine, size[1] * fine), pygame.SRCALPHA)
    mat = pygame.Rect(mat.x * fine, mat.y * fine, mat.width * fine, mat.height * fine)
    apron = mat.inflate(mat.width * 0.075, mat.height * 0.075)
    shadow = mix(theme.apron, (0, 0, 0), 0.35)
    pygame.draw.rect(image, shadow, apron.move(0, mat.height // 60), border_radius=apron.width // 40)
    pygame.draw.rect(image, theme.apron, apron, border_radius=apron.width // 40)
    pygame.draw.rect(image, theme.mat, mat)
    _spot(image, mat, theme)
    middle = mat.center
    pygame.draw.circle(image, theme.mat_print, middle, mat.width * 0.27, max(2, mat.width // 90))
    pygame.draw.circle(image, theme.mat_print, middle, mat.width * 0.235, max(1, mat.width // 220))
    pygame.draw.polygon(image, theme.mat_print, signs.star_points(middle, mat.width * 0.2))
    return pygame.transform.smoothscale(image, size)


def _spot(image: pygame.Surface, mat: pygame.Rect, theme: Theme) -> None:
    """The spotlight: the canvas is a little brighter in the middle than at its edges."""
    veil = pygame.Surface((64, 64), pygame.SRCALPHA)
    for y in range(64):
        for x in range(64):
            away = math.hypot(x - 31.5, y - 31.5) / 45
            veil.set_at((x, y), (30, 16, 34, round(min(1.0, away) ** 2 * theme.shade * 0.55)))
    image.blit(pygame.transform.smoothscale(veil, mat.size), mat)


def _glow(size: tuple[int, int], mat: pygame.Rect, ring: RingMap, theme: Theme) -> pygame.Surface:
    """Light of the rope zones on the floor round the ring."""
    key = (size, mat.size, mat.topleft, theme.name)
    if key not in _FALLS:
        if len(_FALLS) >= _MOST_KEPT:
            _FALLS.pop(next(iter(_FALLS)))
        _FALLS[key] = _light_falls(size, mat, theme)
    side, alpha = _FALLS[key]
    colours = np.array([_rope_colour(_side_light(ring.lights, one), theme) for one in range(4)], dtype=np.uint8)
    pixels = np.dstack([colours[side], alpha])
    small = pygame.image.frombuffer(pixels.tobytes(), (side.shape[1], side.shape[0]), "RGBA")
    return pygame.transform.smoothscale(small, size)


def _light_falls(size: tuple[int, int], mat: pygame.Rect, theme: Theme) -> tuple[_Sides, _Alphas]:
    """For a coarse picture of the floor: which side's light falls where, and how strongly."""
    width, height = size[0] // GLOW_STEP + 1, size[1] // GLOW_STEP + 1
    dx = ((np.arange(width) + 0.5) * GLOW_STEP - mat.centerx) / (mat.width / 2)
    dy = (mat.centery - (np.arange(height) + 0.5) * GLOW_STEP) / (mat.height / 2)
    right, up = np.meshgrid(dx, dy)
    sideways = np.abs(right) > np.abs(up)
    side = np.where(sideways, np.where(right > 0, 1, 3), np.where(up > 0, 2, 0))
    away = np.maximum(np.maximum(np.abs(right), np.abs(up)) - 1, 0)
    strongest = 105 if theme.name == "dark" else 120
    alpha = np.maximum(0.0, 1 - away / GLOW_REACH) ** 1.6 * strongest
    return side, alpha.astype(np.uint8)


def _side_light(lights: tuple[Rgb, ...], side: int) -> Rgb:
    three = lights[side * ROPES_A_SIDE : (side + 1) * ROPES_A_SIDE]
    r, g, b = (max(rope[channel] for rope in three) for channel in range(3))
    return (r, g, b)


def _picture(canvas: Canvas, ring: RingMap, scale: _Scale) -> None:
    assert ring.picture is not None
    raw = pygame.image.frombuffer(ring.picture.rgb, (ring.picture.width_px, ring.picture.height_px), "RGB")
    width = round((ring.size_mm[0] + 2 * ring.ringside_mm) * scale.px_per_mm)
    depth = round((ring.size_mm[1] + 2 * ring.ringside_mm) * scale.px_per_mm)
    image = pygame.transform.smoothscale(raw, (width, depth))
    canvas.surface.blit(image, image.get_rect(center=scale.centre))


def _zones(canvas: Canvas, ring: RingMap, scale: _Scale) -> None:
    """Where "at the ropes" and "in the corner" hold: a hatched edge and quarter circles."""
    if ring.zone_mm <= 0:
        return
    inset = ring.zone_mm * scale.px_per_mm
    mat = scale.mat
    colour = mix(canvas.theme.mat_print, canvas.theme.red, 0.25)
    inner = mat.inflate(-2 * inset, -2 * inset)
    _dashed(canvas, [inner.topleft, inner.topright, inner.bottomright, inner.bottomleft, inner.topleft], colour, 1.5)
    quarters = {mat.topleft: 4, mat.topright: 8, mat.bottomleft: 1, mat.bottomright: 2}
    for corner, quarter in quarters.items():
        pygame.draw.circle(
            canvas.surface, colour, corner, inset * 1.9, canvas.px(2),
            draw_top_right=quarter == 1, draw_top_left=quarter == 2,
            draw_bottom_right=quarter == 4, draw_bottom_left=quarter == 8,
        )  # fmt: skip


def _dashed(canvas: Canvas, points: list[tuple[float, float]], colour: Rgb, width: float, dash: float = 10) -> None:
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


def _reach(canvas: Canvas, ring: RingMap, scale: _Scale) -> None:
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
            _dashed(canvas, circle, colour, 1.5, 6)


def _links(canvas: Canvas, ring: RingMap, places: _Places) -> None:
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


_APART = 1.9
_SPREADING_STEPS = 12


def _spread(canvas: Canvas, ring: RingMap, scale: _Scale, chip_mm: float) -> _Places:
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


def _lights(canvas: Canvas, ring: RingMap, scale: _Scale) -> None:
    """Three ropes a side and four posts; without lights in the house's own colours."""
    lit = ring.lights if len(ring.lights) == LIGHT_ZONES else ()
    mat = scale.mat
    gap = mat.width * 0.0125
    thick = max(2, round(mat.width * 0.0062))
    out = mat.width * 0.012
    for level in range(ROPES_A_SIDE):
        frame = mat.inflate(2 * (out + level * gap), 2 * (out + level * gap))
        ends = [
            (frame.bottomleft, frame.bottomright),
            (frame.bottomright, frame.topright),
            (frame.topright, frame.topleft),
            (frame.topleft, frame.bottomleft),
        ]
        for side, (one, other) in enumerate(ends):
            colour = _rope_colour(lit[side * ROPES_A_SIDE + level], canvas.theme) if lit else canvas.theme.ropes[level]
            pygame.draw.line(canvas.surface, colour, one, other, thick)
    size = round(mat.width * 0.062)
    for number, corner in enumerate((mat.bottomleft, mat.bottomright, mat.topright, mat.topleft)):
        post = pygame.Rect(0, 0, size, size)
        push = mat.width * 0.022
        post.center = (
            round(corner[0] + (push if corner[0] > mat.centerx else -push)),
            round(corner[1] + (push if corner[1] > mat.centery else -push)),
        )
        colour = _rope_colour(lit[4 * ROPES_A_SIDE + number], canvas.theme) if lit else canvas.theme.red
        pygame.draw.rect(canvas.surface, (24, 14, 20), post.inflate(4, 4), border_radius=size // 4)
        pygame.draw.rect(canvas.surface, colour, post, border_radius=size // 5)
        pygame.draw.rect(
            canvas.surface, (24, 14, 20), post.inflate(-size * 0.55, -size * 0.55), border_radius=size // 8
        )


def _rope_colour(colour: Rgb, theme: Theme) -> Rgb:
    if max(colour) < DARK_LIGHT:
        return mix(theme.apron, theme.line, 0.6)
    # LED values are linear, a screen is not; a little less than its 2.2 keeps colours full
    r, g, b = (round(255 * (part / 255) ** (1 / GAMMA)) for part in colour)
    return (r, g, b)


def _chip_radius(canvas: Canvas, radius_mm: float, scale: _Scale, chip_mm: float) -> float:
    return max(max(radius_mm, chip_mm) * scale.px_per_mm, canvas.px(_SMALLEST_CHIP))


def _under(canvas: Canvas, figure: MapFigure, centre: tuple[float, float], radius: float) -> None:
    """What must never hide another figure's letter: the mark of who acts, bodies, where they look."""
    if figure.active:
        canvas.disc(centre, radius * 1.36, canvas.theme.gold)
        canvas.disc(centre, radius * 1.2, canvas.theme.mat_ink)
    if figure.facing_deg is not None and not figure.lying:
        _nose(canvas, centre, radius, figure)
    if figure.lying:
        _shadow_body(canvas, centre, radius, figure)


def _figure(canvas: Canvas, figure: MapFigure, centre: tuple[float, float], radius: float) -> None:
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
    _dashed(canvas, ring, canvas.theme.mat_ink, 7, 1)
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


def _ghost(canvas: Canvas, ghost: Ghost, scale: _Scale, chip_mm: float) -> None:
    """Where the camera would put him: a hollow chip with the proposal's number and the way there."""
    start = scale.at(ghost.from_x_mm, ghost.from_y_mm)
    end = scale.at(ghost.x_mm, ghost.y_mm)
    radius = _chip_radius(canvas, 0, scale, chip_mm)
    _dashed(canvas, [start, end], canvas.theme.mat_ink, 4, 8)
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
