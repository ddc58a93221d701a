"""What rows of a card game's table are drawn with: a size of type, words, marks, the cards themselves."""

from dataclasses import dataclass

import pygame

from companion.screens import signs
from companion.screens.canvas import Canvas
from companion.screens.card_parts import Look
from companion.screens.fonts import Face
from companion.screens.view_model import Rgb
from companion.screens.widgets import BED

CARD_SHARE = 0.72
"""A card's width of its height."""
CARD_PAPER: Rgb = (250, 243, 228)
CARD_INK: Rgb = (32, 20, 30)


@dataclass(frozen=True)
class Pen:
    """What rows are drawn with.

    Attributes:
        px: size of the type in pixels; nothing is smaller.
        ground: colour behind the rows.
    """

    canvas: Canvas
    language: str
    px: int
    ground: Rgb

    @property
    def units(self) -> float:
        return self.px / self.canvas.unit

    def line(self, share: float = 1.0) -> int:
        """Height of a line of type `share` times the pen's, in pixels."""
        return round(self.px * share * 1.24)

    def width(self, text: str, face: Face, share: float = 1.0) -> int:
        return self.canvas.measure(text, face, round(self.px * share))[0] + 2

    def ink(self, look: Look) -> Rgb:
        theme = self.canvas.theme
        return {
            Look.PLAIN: theme.ink,
            Look.SOFT: theme.soft,
            Look.GOLD: theme.gold_ink,
            Look.GOOD: theme.good,
            Look.BAD: theme.red_ink,
        }[look]

    def write(
        self, words: str, box: pygame.Rect, face: Face, ink: Rgb, share: float = 1.0, align: str = "left"
    ) -> None:
        self.canvas.text(words, box, face=face, size=self.units * share, ink=ink, ground=self.ground, align=align)

    def mark(self, look: Look, centre: tuple[float, float], radius: float, ink: Rgb) -> None:
        x, y = centre
        match look:
            case Look.BAD:
                self.canvas.polygon([(x - radius, y - radius), (x + radius, y - radius), (x, y + radius)], ink)
            case Look.GOLD:
                self.canvas.polygon(signs.star_points(centre, radius * 1.3), ink)
            case Look.GOOD | Look.PLAIN:
                self.canvas.disc(centre, radius, ink)
            case Look.SOFT:
                self.canvas.circle(centre, radius, ink, 2)

    def card(self, box: pygame.Rect, face: str | None) -> None:
        """A card: paper with what stands on it, or a back with the three ropes."""
        canvas, theme = self.canvas, self.canvas.theme
        if face is None:
            canvas.fill(box, theme.red, 6)
            rope = pygame.Rect(box.left, 0, box.width, max(5, round(box.height * 0.34)))
            rope.centery = box.centery
            canvas.fill(rope, BED)
            canvas.ropes(rope.inflate(0, -round(rope.height * 0.3)))
            canvas.frame(box, CARD_PAPER, 2, 6)
            return
        canvas.fill(box, CARD_PAPER, 6)
        canvas.frame(box, CARD_INK, 2, 6)
        room = box.inflate(-round(self.px * 0.3), 0)
        share = max(1.0, min(box.height / self.px * 0.6, 2.2))
        canvas.text(
            face, room, face=Face.NUMBER, size=self.units * share, ink=CARD_INK, ground=CARD_PAPER, align="centre"
        )
