"""The ring from above, what lies still: scale, floor, mat, light that falls on it, ropes and posts."""

import math

import numpy as np
import numpy.typing as npt
import pygame

from companion.screens import signs
from companion.screens.canvas import Canvas
from companion.screens.theme import Theme, mix
from companion.screens.view_model import LIGHT_ZONES, ROPES_A_SIDE, Rgb, RingMap

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


class Scale:
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


def floor(canvas: Canvas, box: pygame.Rect, ring: RingMap, scale: Scale) -> None:
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


def rope_lights(canvas: Canvas, ring: RingMap, scale: Scale) -> None:
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
