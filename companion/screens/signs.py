"""Signs that mean something without their colour: chips, status cards, dice, marks of good and bad news."""

import math

import pygame

from companion.screens.canvas import Canvas
from companion.screens.fonts import Face
from companion.screens.theme import CARD_INK, CARD_PAPER, ink_on, luminance, mix
from companion.screens.view_model import CardColour, Chip, FinisherState, Pattern, Rgb, Tone

_FINE = 4
"""Chips are drawn this many times larger and then shrunk: smooth edges on every pattern."""
_CHIPS: dict[tuple[Chip, int, bool], pygame.Surface] = {}
_MOST_CHIPS = 400
FADED = 110


def chip(canvas: Canvas, centre: tuple[float, float], radius: float, sign: Chip, *, faded: bool = False) -> None:
    """A lump of clay with its pattern and letter."""
    size = max(8, round(radius * 2))
    key = (sign, size, faded)
    if key not in _CHIPS:
        if len(_CHIPS) > _MOST_CHIPS:
            _CHIPS.clear()
        _CHIPS[key] = _chip_image(sign, size, faded=faded)
    image = _CHIPS[key]
    canvas.surface.blit(image, image.get_rect(center=(round(centre[0]), round(centre[1]))))
    box = pygame.Rect(0, 0, round(radius * 1.5), round(radius * 1.5))
    box.center = (round(centre[0]), round(centre[1]))
    plate = plate_colour(sign)
    canvas.text(
        sign.letter, box, face=Face.NUMBER, size=radius * 1.14 / canvas.unit, ink=ink_on(plate), ground=plate,
        align="centre",
    )  # fmt: skip


def plate_colour(sign: Chip) -> Rgb:
    """The quiet middle of a chip, where the letter stands."""
    return sign.rgb


def _chip_image(sign: Chip, size: int, *, faded: bool) -> pygame.Surface:
    big = size * _FINE
    body = pygame.Surface((big, big), pygame.SRCALPHA)
    second = mix(sign.rgb, (255, 255, 255), 0.55) if luminance(sign.rgb) < 0.3 else mix(sign.rgb, (20, 10, 16), 0.5)
    _pattern(body, sign.pattern, sign.rgb, second, big)
    mask = pygame.Surface((big, big), pygame.SRCALPHA)
    pygame.draw.circle(mask, (255, 255, 255, 255), (big / 2, big / 2), big * 0.47)
    body.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    pygame.draw.circle(body, (*sign.rgb, 255), (big / 2, big / 2), big * 0.30)
    # a bone rim with a dark hair line: every clay colour stands off every ground
    pygame.draw.circle(body, (20, 12, 16, 255), (big / 2, big / 2), big * 0.5, max(1, round(big * 0.035)))
    pygame.draw.circle(body, (250, 243, 228, 255), (big / 2, big / 2), big * 0.47, max(1, round(big * 0.045)))
    image = pygame.transform.smoothscale(body, (size, size))
    if faded:
        image.set_alpha(FADED)
    return image


def _pattern(body: pygame.Surface, pattern: Pattern, first: Rgb, second: Rgb, big: int) -> None:
    body.fill((*first, 255))
    step = big / 6
    match pattern:
        case Pattern.SOLID:
            pass
        case Pattern.STRIPES:
            for number in range(-6, 12, 2):
                x = number * step
                pygame.draw.polygon(body, second, [(x, big), (x + step, big), (x + step + big, 0), (x + big, 0)])
        case Pattern.DOTS:
            for turn in range(8):
                angle = turn * math.pi / 4
                at = (big / 2 + math.cos(angle) * big * 0.385, big / 2 + math.sin(angle) * big * 0.385)
                pygame.draw.circle(body, second, at, big * 0.055)
        case Pattern.CROSS:
            body.fill((*second, 255), pygame.Rect(0, round(big * 0.42), big, round(big * 0.16)))
            body.fill((*second, 255), pygame.Rect(round(big * 0.42), 0, round(big * 0.16), big))
        case Pattern.RING:
            pygame.draw.circle(body, second, (big / 2, big / 2), big * 0.41, round(big * 0.07))
        case Pattern.HALVES:
            body.fill((*second, 255), pygame.Rect(big // 2, 0, big, big))
        case Pattern.BARS:
            for number in range(0, 7, 2):
                body.fill((*second, 255), pygame.Rect(0, round(number * step), big, round(step)))
        case Pattern.CHECKS:
            for number in range(36):
                row, column = divmod(number, 6)
                if (row + column) % 2:
                    body.fill(
                        (*second, 255), pygame.Rect(round(column * step), round(row * step), round(step), round(step))
                    )


def card_shape(canvas: Canvas, centre: tuple[float, float], radius: float, colour: CardColour) -> None:
    """Red: a square. Green: a circle. Yellow: a triangle. In the paper's ink, on the paper."""
    x, y = centre
    ink = CARD_INK[colour]
    match colour:
        case CardColour.RED:
            side = radius * 0.86
            canvas.polygon(
                [(x - side, y - side), (x + side, y - side), (x + side, y + side), (x - side, y + side)], ink
            )
        case CardColour.GREEN:
            canvas.disc(centre, radius, ink)
        case CardColour.YELLOW:
            canvas.polygon(
                [(x, y - radius), (x + radius * 1.1, y + radius * 0.85), (x - radius * 1.1, y + radius * 0.85)], ink
            )


def status_card(canvas: Canvas, box: pygame.Rect, colour: CardColour, word: str, size: float) -> None:
    """A cardboard card: paper, shape, word."""
    paper = CARD_PAPER[colour]
    canvas.ribbon(box, paper)
    radius = box.height * 0.2
    at = (box.left + box.height * 0.24 + radius * 1.4, box.centery)
    card_shape(canvas, at, radius, colour)
    left = round(at[0] + radius * 1.9)
    room = pygame.Rect(left, box.top, box.right - left - round(box.height * 0.3), box.height)
    canvas.text(word, room, face=Face.STRONG, size=size, ink=CARD_INK[colour], ground=paper)


def card_width(canvas: Canvas, height: int, word: str, size: float) -> int:
    """How wide `status_card` wants to be."""
    width, _ = canvas.measure(word, Face.STRONG, canvas.type_px(size))
    return round(height * (0.24 + 0.2 * 3.3 + 0.36)) + width + 4


def tone_sign(canvas: Canvas, centre: tuple[float, float], radius: float, tone: Tone) -> None:
    """Good: a tick. Warning: a triangle. Bad: a cross. Off: a ring."""
    x, y = centre
    r = radius
    colour = canvas.theme.tone(tone)
    thick = max(2, round(r * 0.42))
    match tone:
        case Tone.GOOD:
            pygame.draw.lines(
                canvas.surface, colour, False, [(x - r, y), (x - r * 0.25, y + r * 0.75), (x + r, y - r * 0.8)], thick
            )
        case Tone.WARN:
            canvas.polygon([(x, y - r), (x + r * 1.1, y + r * 0.85), (x - r * 1.1, y + r * 0.85)], colour)
        case Tone.BAD:
            pygame.draw.line(canvas.surface, colour, (x - r, y - r), (x + r, y + r), thick)
            pygame.draw.line(canvas.surface, colour, (x - r, y + r), (x + r, y - r), thick)
        case Tone.OFF:
            pygame.draw.circle(canvas.surface, colour, (x, y), r, max(1, thick // 2))


def star_points(
    centre: tuple[float, float], radius: float, inner: float = 0.42, points: int = 5
) -> list[tuple[float, float]]:
    """A star with one point up."""
    corners = []
    for number in range(points * 2):
        reach = radius if number % 2 == 0 else radius * inner
        angle = -math.pi / 2 + number * math.pi / points
        corners.append((centre[0] + math.cos(angle) * reach, centre[1] + math.sin(angle) * reach))
    return corners


def finisher_star(canvas: Canvas, centre: tuple[float, float], radius: float, state: FinisherState) -> None:
    """Ready: a gold star. Active: a gold star in a ring. Spent: the mere outline."""
    theme = canvas.theme
    if state is FinisherState.SPENT:
        pygame.draw.polygon(canvas.surface, theme.off, star_points(centre, radius), canvas.px(1.5))
        return
    canvas.polygon(star_points(centre, radius), theme.gold)
    if state is FinisherState.ACTIVE:
        canvas.circle(centre, radius * 1.5, theme.red, 3)


def die(canvas: Canvas, box: pygame.Rect, face: str, *, sides: int = 6, empty: bool = False) -> None:
    """A die: square for six sides, a kite for ten; the face as a number."""
    theme = canvas.theme
    paper, ink = (theme.raised, theme.ink) if empty else ((250, 243, 228), (32, 20, 30))
    if sides == 6:
        canvas.fill(box, paper, 6)
        canvas.frame(box, theme.gold if empty else ink, 2, 6)
    else:
        kite = [
            (box.centerx, box.top),
            (box.right, box.centery + box.height * 0.12),
            (box.centerx, box.bottom),
            (box.left, box.centery + box.height * 0.12),
        ]
        canvas.polygon(kite, paper)
        pygame.draw.polygon(canvas.surface, theme.gold if empty else ink, kite, canvas.px(2))
    if face:
        inner = box.inflate(-box.width // 4, -box.height // 6)
        canvas.text(
            face, inner, face=Face.NUMBER, size=inner.height * 0.95 / canvas.unit, ink=ink, ground=paper, align="centre"
        )
