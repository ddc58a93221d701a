"""A surface that remembers what text was drawn where, so that nothing cut or overlapping stays unseen.

Lengths are given in the design's own units: 1920 x 1080 (or 1080 x 1920 upright) and scaled to the real surface.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame
import pygame.gfxdraw

from companion.screens.fonts import Face, drawable, font, line_image, size_of
from companion.screens.theme import SLANT, Theme
from companion.screens.view_model import Rgb

DESIGN_LONG = 1920
DESIGN_SHORT = 1080
SMALLEST_PX = 12
SMALLEST = 17
"""Design units: what a referee reads at arm's length. Type goes below neither, on a small window or on a large one."""
ELLIPSIS = "…"
BREAKS = "-_/·,:)"
"""After these a word may go on in the next line, where it is too long for one."""
LEADING = 0.86
"""Share of a line's height that its ink takes; the rest may stick out of a tight row."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A piece of text on the surface.

    Attributes:
        rect: pixels: left, top, width, height of the inked line.
        layer: texts of a higher layer may cover those below.
        cut: it had to be shortened.
    """

    text: str
    rect: pygame.Rect
    size_px: int
    ink: Rgb
    ground: Rgb
    layer: int
    cut: bool


@dataclass(frozen=True, slots=True)
class Target:
    """A place that can be pressed, and the key that does the same."""

    rect: pygame.Rect
    key: str
    layer: int


class Canvas:
    """Draws in one theme on one surface.

    Attributes:
        unit: pixels per design unit.
        upright: taller than wide.
        drawn: every text so far.
        targets: every place that can be pressed.
        typing: letters are text now, not commands.
    """

    def __init__(self, surface: pygame.Surface, theme: Theme, *, smallest_px: int | None = None) -> None:
        self.surface = surface
        self.theme = theme
        self.width, self.height = surface.get_size()
        self.upright = self.height > self.width
        long, short = (self.height, self.width) if self.upright else (self.width, self.height)
        self.unit = min(long / DESIGN_LONG, short / DESIGN_SHORT)
        self.smallest_px = max(SMALLEST_PX, round(SMALLEST * self.unit)) if smallest_px is None else smallest_px
        self.layer = 0
        self.typing = False
        self.drawn: list[Drawn] = []
        self.targets: list[Target] = []

    @property
    def rect(self) -> pygame.Rect:
        return self.surface.get_rect()

    def px(self, units: float) -> int:
        """Whole pixels of a length in design units, at least 1."""
        return max(1, round(units * self.unit))

    def type_px(self, units: float) -> int:
        """Size of type, never below what can be read on this screen."""
        return max(self.smallest_px, round(units * self.unit))

    # -- text ---------------------------------------------------------------------------------------------------

    def measure(self, text: str, face: Face, size_px: int) -> tuple[int, int]:
        return size_of(drawable(text), face, size_px)

    def text(
        self,
        text: str,
        box: pygame.Rect,
        *,
        face: Face = Face.TEXT,
        size: float = 24,
        ink: Rgb | None = None,
        ground: Rgb | None = None,
        align: str = "left",
        valign: str = "middle",
    ) -> pygame.Rect:
        """One line inside `box`: smaller if it must be, shortened with an ellipsis at the smallest size.

        Args:
            size: design units.
            ground: colour behind the text, for the contrast check.
        """
        shown = drawable(text)
        if not shown.strip() or box.width <= 0:
            return pygame.Rect(box.x, box.y, 0, 0)
        size_px = self._fitting(shown, face, self.type_px(size), box)
        # a row that is a little low hides nothing; only what is too wide is shortened
        cut = size_of(shown, face, size_px)[0] > box.width
        if cut:
            shown = self._shortened(shown, face, size_px, box.width)
        image = line_image(shown, face, size_px, ink or self.theme.ink)
        rect = image.get_rect()
        rect.left = {"left": box.left, "right": box.right - rect.width, "centre": box.centerx - rect.width // 2}[align]
        rect.top = {"top": box.top, "bottom": box.bottom - rect.height, "middle": box.centery - rect.height // 2}[
            valign
        ]
        self.surface.blit(image, rect)
        self._record(shown, rect, face, size_px, ink, ground, cut=cut)
        return rect

    def paragraph(
        self,
        text: str,
        box: pygame.Rect,
        *,
        face: Face = Face.TEXT,
        size: float = 24,
        ink: Rgb | None = None,
        ground: Rgb | None = None,
        align: str = "left",
        valign: str = "top",
    ) -> pygame.Rect:
        """Lines broken at spaces inside `box`; smaller type if they do not fit. Returns the place they take."""
        shown = drawable(text)
        if not shown.strip():
            return pygame.Rect(box.x, box.y, 0, 0)
        size_px = self.type_px(size)
        lines = self._broken(shown, face, size_px, box.width)
        while size_px > self.smallest_px and not self._stack_fits(lines, face, size_px, box):
            size_px -= 1
            lines = self._broken(shown, face, size_px, box.width)
        if not self._stack_fits(lines, face, size_px, box):  # a word of its own that is wider than the box
            lines = [part for line in lines for part in self._chopped(line, face, size_px, box.width)]
        step = font(face, size_px).get_linesize()
        room = max(1, box.height // step)
        if len(lines) > room:
            lines = [*lines[: room - 1], " ".join(lines[room - 1 :])]
        top = {
            "top": box.top,
            "middle": box.centery - step * len(lines) // 2,
            "bottom": box.bottom - step * len(lines),
        }[valign]
        taken = pygame.Rect(box.x, top, 0, 0)
        units = size_px / self.unit
        for number, line in enumerate(lines):
            row = pygame.Rect(box.x, top + number * step, box.width, step)
            rect = self.text(line, row, face=face, size=units, ink=ink, ground=ground, align=align)
            taken.union_ip(rect)
        return taken

    def line_px(self, face: Face, size: float) -> int:
        """How high one line of a size in design units is."""
        return font(face, self.type_px(size)).get_linesize()

    def lines_of(self, text: str, face: Face, size: float, width: int) -> int:
        """How many lines `text` takes at a size in design units."""
        size_px = self.type_px(size)
        broken = self._broken(drawable(text), face, size_px, width)
        return max(1, sum(len(self._chopped(line, face, size_px, width)) for line in broken))

    def fits(self, text: str, face: Face, box: pygame.Rect) -> bool:
        """Whether a paragraph has room in `box` at the smallest size."""
        lines = self._broken(drawable(text), face, self.smallest_px, box.width)
        return self._stack_fits(lines, face, self.smallest_px, box)

    def _fitting(self, text: str, face: Face, size_px: int, box: pygame.Rect) -> int:
        """The largest size up to `size_px` at which the line fits, else the smallest one allowed."""
        if self._fits(text, face, size_px, box):
            return size_px
        width, height = size_of(text, face, size_px)
        # type scales evenly but for hinting: guess, then step down the last pixel or two
        guess = int(size_px * min(1.0, box.width / max(1, width), box.height / (height * LEADING))) + 1
        size_px = max(self.smallest_px, min(size_px, guess))
        while size_px > self.smallest_px and not self._fits(text, face, size_px, box):
            size_px -= 1
        return size_px

    def _fits(self, text: str, face: Face, size_px: int, box: pygame.Rect) -> bool:
        width, height = size_of(text, face, size_px)
        return width <= box.width and height * LEADING <= box.height

    def _stack_fits(self, lines: list[str], face: Face, size_px: int, box: pygame.Rect) -> bool:
        cut = font(face, size_px)
        return len(lines) * cut.get_linesize() <= box.height and all(
            size_of(line, face, size_px)[0] <= box.width for line in lines
        )

    def _broken(self, text: str, face: Face, size_px: int, width: int) -> list[str]:
        lines: list[str] = []
        for word in text.split():
            if lines and size_of(f"{lines[-1]} {word}", face, size_px)[0] <= width:
                lines[-1] = f"{lines[-1]} {word}"
            else:
                lines.append(word)
        return lines

    def _chopped(self, line: str, face: Face, size_px: int, width: int) -> list[str]:
        """A line in pieces that fit: after a mark inside a word where there is one, else wherever it must be."""
        parts = []
        while size_of(line, face, size_px)[0] > width and len(line) > 1:
            end = max((n for n in range(1, len(line)) if size_of(line[:n], face, size_px)[0] <= width), default=1)
            marks = [n for n in range(end // 2, end + 1) if n and line[n - 1] in BREAKS]
            end = marks[-1] if marks else end
            parts.append(line[:end])
            line = line[end:]
        return [*parts, line]

    def _shortened(self, text: str, face: Face, size_px: int, width: int) -> str:
        cut = font(face, size_px)
        for end in range(len(text) - 1, 0, -1):
            short = text[:end].rstrip() + ELLIPSIS
            if cut.size(short)[0] <= width:
                return short
        return ELLIPSIS

    def _record(
        self, text: str, rect: pygame.Rect, face: Face, size_px: int, ink: Rgb | None, ground: Rgb | None, *, cut: bool
    ) -> None:
        cap = font(face, size_px)
        # the box of the ink: ascenders with accents down to descenders, without the line's leading
        leading = max(0, rect.height - (cap.get_ascent() - cap.get_descent()))
        inked = pygame.Rect(rect.x, rect.y + leading // 2, rect.width, rect.height - leading)
        self.drawn.append(
            Drawn(text, inked, size_px, ink or self.theme.ink, ground or self.theme.panel, self.layer, cut)
        )

    # -- shapes -------------------------------------------------------------------------------------------------

    def fill(self, rect: pygame.Rect, colour: Rgb, radius: float = 0) -> None:
        pygame.draw.rect(self.surface, colour, rect, border_radius=self.px(radius) if radius else 0)

    def frame(self, rect: pygame.Rect, colour: Rgb, width: float = 2, radius: float = 0) -> None:
        pygame.draw.rect(self.surface, colour, rect, self.px(width), border_radius=self.px(radius) if radius else 0)

    def polygon(self, points: Sequence[tuple[float, float]], colour: Rgb) -> None:
        whole = [(round(x), round(y)) for x, y in points]
        pygame.gfxdraw.aapolygon(self.surface, whole, colour)
        pygame.gfxdraw.filled_polygon(self.surface, whole, colour)

    def disc(self, centre: tuple[float, float], radius: float, colour: Rgb) -> None:
        x, y, r = round(centre[0]), round(centre[1]), max(1, round(radius))
        pygame.gfxdraw.aacircle(self.surface, x, y, r, colour)
        pygame.gfxdraw.filled_circle(self.surface, x, y, r, colour)

    def circle(self, centre: tuple[float, float], radius: float, colour: Rgb, width: float = 2) -> None:
        pygame.draw.circle(self.surface, colour, centre, radius, self.px(width))

    def line(self, one: tuple[float, float], other: tuple[float, float], colour: Rgb, width: float = 2) -> None:
        pygame.draw.line(self.surface, colour, one, other, self.px(width))

    def ribbon(self, rect: pygame.Rect, colour: Rgb, *, left: bool = True, right: bool = True) -> None:
        """A slanted bar; `left` and `right` say which ends lean."""
        lean = rect.height * SLANT
        self.polygon(
            [
                (rect.left + (lean if left else 0), rect.top),
                (rect.right, rect.top),
                (rect.right - (lean if right else 0), rect.bottom - 1),
                (rect.left, rect.bottom - 1),
            ],
            colour,
        )

    def ropes(self, rect: pygame.Rect) -> None:
        """Three ropes as a rule between parts, `rect.height` high."""
        thick = max(1, rect.height // 5)
        gap = (rect.height - 3 * thick) // 2
        for number, colour in enumerate(self.theme.ropes):
            pygame.draw.rect(
                self.surface, colour, pygame.Rect(rect.x, rect.y + number * (thick + gap), rect.width, thick)
            )

    def shade(self, rect: pygame.Rect, colour: Rgb, alpha: int) -> None:
        """Darken or tint what is below."""
        veil = pygame.Surface(rect.size, pygame.SRCALPHA)
        veil.fill((*colour, alpha))
        self.surface.blit(veil, rect)

    def target(self, rect: pygame.Rect, key: str) -> None:
        self.targets.append(Target(rect.copy(), key, self.layer))


def split_rows(rect: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """`count` rows of one height, `gap` pixels apart."""
    height = (rect.height - gap * (count - 1)) / count
    tops = [rect.top + round(number * (height + gap)) for number in range(count)]
    return [pygame.Rect(rect.x, top, rect.width, round(height)) for top in tops]


def split_columns(rect: pygame.Rect, shares: list[float], gap: int) -> list[pygame.Rect]:
    """Columns with widths in proportion to `shares`, `gap` pixels apart."""
    free = rect.width - gap * (len(shares) - 1)
    columns: list[pygame.Rect] = []
    left = rect.left
    for share in shares:
        width = round(free * share / sum(shares))
        columns.append(pygame.Rect(left, rect.top, width, rect.height))
        left += width + gap
    columns[-1].width = rect.right - columns[-1].left
    return columns
