"""The camera's picture on a page of the set-up: scaled, drawn over, with a magnifier for exact clicks."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np
import numpy.typing as npt
import pygame

from companion.screens.canvas import ELLIPSIS, Canvas
from companion.screens.fonts import Face
from companion.screens.setup_view import PICTURE, Live, Note, Point
from companion.screens.theme import ink_on

if TYPE_CHECKING:
    from companion.screens.view_model import Rgb

# a rim around a picture that is clicked: corners of the mat may lie a little outside it
RIM = 0.06
MAGNIFIER_SHARE, MAGNIFIED = 0.3, 4.0
CROSS = 11
# of the picture's width: a name alone, and one among others; a name of so many letters is never shortened
NOTE_SHARE, CROWDED_SHARE, LEAST_LETTERS = 0.4, 0.22, 4
# a name gives way to others by steps of its height, so often at most
MOST_STEPS = 8
Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class PicturePlace:
    """Where the picture lies on the surface: `surface = origin + scale * picture`."""

    box: pygame.Rect
    left: float
    top: float
    scale: float

    def to_surface(self, at: Point) -> Point:
        return self.left + (at[0] + 0.5) * self.scale, self.top + (at[1] + 0.5) * self.scale

    def to_picture(self, at: tuple[float, float]) -> Point:
        """Pixels of the camera's picture under a place of the surface."""
        return (at[0] - self.left) / self.scale - 0.5, (at[1] - self.top) / self.scale - 0.5


def draw(canvas: Canvas, box: pygame.Rect, live: Live, language: str, pointer: tuple[int, int] | None) -> PicturePlace:
    """Draw the picture, or the part of it that matters, as large as it fits into `box`."""
    picture = cast("Picture", live.picture)
    canvas.fill(box, canvas.theme.apron, 10)
    place = _placed(box, picture, live)
    clip = canvas.surface.get_clip()
    canvas.surface.set_clip(box)
    drawn = _blit(canvas, picture, place)
    _cells(canvas, live, drawn)
    for path in live.paths:
        _path(canvas, [place.to_surface(point) for point in path.points], path.rgb, path.width, closed=path.closed)
    _notes(canvas, place, live.notes, language)
    around = place.to_picture(pointer) if pointer is not None and box.collidepoint(pointer) else live.magnified
    if live.clicks and around is not None:
        _magnifier(canvas, box, picture, around, place)
    canvas.surface.set_clip(clip)
    if live.clicks:
        canvas.frame(box, canvas.theme.gold, 3, 10)
        canvas.target(box, PICTURE)
    return place


def _placed(box: pygame.Rect, picture: Picture, live: Live) -> PicturePlace:
    high, wide = picture.shape[:2]
    rim = RIM if live.clicks else 0.0
    left, top, right, bottom = live.shown or (-rim * wide, -rim * high, wide * (1 + rim), high * (1 + rim))
    scale = min(box.width / (right - left), box.height / (bottom - top))
    # beside a part there is more of the picture; but nothing beside the picture while any of it is left to show
    middle = []
    for low, far, whole, room in ((left, right, wide, box.width / scale), (top, bottom, high, box.height / scale)):
        centre = (low + far) / 2
        middle.append(centre if room >= whole else min(max(centre, room / 2), whole - room / 2))
    if live.shown is None:
        middle = [wide / 2, high / 2]
    return PicturePlace(box, round(box.centerx - middle[0] * scale), round(box.centery - middle[1] * scale), scale)


def _blit(canvas: Canvas, picture: Picture, place: PicturePlace) -> pygame.Rect:
    """The picture's pixels that lie in the box; gives where the whole picture lies."""
    high, wide = picture.shape[:2]
    box, scale = place.box, place.scale
    first = [max(0, math.floor((low - start) / scale)) for low, start in ((box.left, place.left), (box.top, place.top))]
    last = [
        min(size, math.ceil((far - start) / scale))
        for far, start, size in ((box.right, place.left, wide), (box.bottom, place.top, high))
    ]
    part = picture[first[1] : last[1], first[0] : last[0]]
    size = max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.cvtColor(cv2.resize(part, size, interpolation=method), cv2.COLOR_BGR2RGB)
    at = round(place.left + first[0] * scale), round(place.top + first[1] * scale)
    canvas.surface.blit(pygame.image.frombuffer(small.tobytes(), size, "RGB"), at)
    return pygame.Rect(round(place.left), round(place.top), round(wide * scale), round(high * scale))


def _cells(canvas: Canvas, live: Live, box: pygame.Rect) -> None:
    for row, cells in enumerate(live.cells):
        for column, is_covered in enumerate(cells):
            wide, high = box.width / len(cells), box.height / len(live.cells)
            cell = pygame.Rect(round(box.x + column * wide), round(box.y + row * high), round(wide), round(high))
            if is_covered:
                canvas.shade(cell, canvas.theme.good, 70)
            canvas.frame(cell, canvas.theme.good if is_covered else canvas.theme.soft, 1)


def _path(canvas: Canvas, points: list[Point], rgb: "Rgb", width: float, *, closed: bool) -> None:
    if len(points) < 2:
        return
    for colour, thick in (((10, 8, 12), width + 3), (rgb, width)):
        pygame.draw.lines(canvas.surface, colour, closed, points, canvas.px(thick))


def _notes(canvas: Canvas, place: PicturePlace, notes: tuple[Note, ...], language: str) -> None:
    """Crosses and names; no name lies on another one or on a cross: those that would are shortened, then give way."""
    named = [(note, note.text.of(language)) for note in notes if note.text is not None]
    crosses = [_cross(canvas, place.to_surface(note.at), note.rgb) for note in notes if note.text is None]
    plates = [_plate(canvas, place, note, words, NOTE_SHARE)[1] for note, words in named]
    is_crowded = any(plate.collidelist(plates[:number]) >= 0 for number, plate in enumerate(plates))
    shown: list[tuple[Note, str, pygame.Rect]] = []
    for note, words in named:
        short, plate = _plate(canvas, place, note, words, CROWDED_SHARE if is_crowded else NOTE_SHARE)
        shown.append((note, short, _aside(plate, [*crosses, *(one for _, _, one in shown)], place.box)))
    # all the lines first: none may run over a name
    for note, _, plate in shown:
        at = place.to_surface(note.at)
        if not plate.collidepoint(at):
            _path(canvas, [at, (float(plate.centerx), float(plate.centery))], note.rgb, 1.5, closed=False)
    for note, short, plate in shown:
        canvas.fill(plate, note.rgb, 6)
        canvas.text(short, plate, face=Face.STRONG, size=22, ink=ink_on(note.rgb), ground=note.rgb, align="centre")


def _cross(canvas: Canvas, at: Point, rgb: "Rgb") -> pygame.Rect:
    arm = canvas.px(CROSS)
    for dx, dy in ((arm, 0), (0, arm)):
        _path(canvas, [(at[0] - dx, at[1] - dy), (at[0] + dx, at[1] + dy)], rgb, 3, closed=False)
    return pygame.Rect(round(at[0]) - arm, round(at[1]) - arm, 2 * arm, 2 * arm)


def _plate(canvas: Canvas, place: PicturePlace, note: Note, words: str, share: float) -> tuple[str, pygame.Rect]:
    """A name, shortened to a share of the picture, and where its plate lies."""
    size_px = canvas.type_px(22)
    while len(words) > LEAST_LETTERS and canvas.measure(words, Face.STRONG, size_px)[0] > share * place.box.width:
        words = words.removesuffix(ELLIPSIS)[:-1].rstrip() + ELLIPSIS
    width, height = canvas.measure(words, Face.STRONG, size_px)
    plate = pygame.Rect(0, 0, width + canvas.px(20), height + canvas.px(4))
    x, y = place.to_surface(note.at)
    plate.center = (round(x), round(y))
    return words, plate.clamp(place.box)


def _aside(plate: pygame.Rect, taken: list[pygame.Rect], within: pygame.Rect) -> pygame.Rect:
    """The plate at the nearest free place below or above; where it is when there is none.

    Below comes first: above its feet is the figure.
    """
    steps = sorted(range(-MOST_STEPS, MOST_STEPS + 1), key=lambda step: (abs(step), -step))
    for step in steps:
        moved = plate.move(0, step * (plate.height + 2))
        if within.contains(moved) and moved.collidelist(taken) < 0:
            return moved
    return plate


def _magnifier(canvas: Canvas, box: pygame.Rect, picture: Picture, around: Point, place: PicturePlace) -> None:
    """The picture around a place, four times as large, in the corner that is farthest from it."""
    side = round(min(box.size) * MAGNIFIER_SHARE)
    zoom = place.scale * MAGNIFIED
    shift = np.array([[zoom, 0, side / 2 - (around[0] + 0.5) * zoom], [0, zoom, side / 2 - (around[1] + 0.5) * zoom]])
    large = cv2.warpAffine(picture, shift, (side, side), flags=cv2.INTER_LINEAR, borderValue=(60, 45, 60))
    image = pygame.image.frombuffer(cv2.cvtColor(large, cv2.COLOR_BGR2RGB).tobytes(), (side, side), "RGB")
    at = place.to_surface(around)
    gap = canvas.px(10)
    left = box.left + gap if at[0] > box.centerx else box.right - gap - side
    top = box.top + gap if at[1] > box.centery else box.bottom - gap - side
    frame = pygame.Rect(left, top, side, side)
    canvas.surface.blit(image, frame)
    canvas.frame(frame, canvas.theme.gold, 3)
    middle = frame.center
    for dx, dy in ((side // 2, 0), (0, side // 2)):
        for colour, thick in (((10, 8, 12), 3), ((255, 252, 245), 1)):
            pygame.draw.line(canvas.surface, colour, (middle[0] - dx, middle[1] - dy),
                             (middle[0] + dx, middle[1] + dy), thick)  # fmt: skip
