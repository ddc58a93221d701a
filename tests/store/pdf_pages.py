"""Reads our pages back from the bytes of the PDF: every line and area in millimetres, whatever wrote them.

A reader of its own for what our pages are made of: flate streams, paths, colours, transformations, embedded type.
Anything else is an error, so that nothing can be on a page unseen.
"""

import re
import zlib
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

MM_PER_POINT = 25.4 / 72
TOKEN = re.compile(rb"\((?:\\.|[^\\)])*\)|<[0-9A-Fa-f\s]*>|\[[^\]]*\]|/[^\s\[\]()<>/]+|[^\s\[\]()<>/]+", re.DOTALL)
# of no meaning for where ink lies
SILENT = {b"w", b"J", b"j", b"M", b"d", b"gs", b"ri", b"i", b"Tf", b"Tr", b"TL", b"Tw", b"Tc", b"BDC", b"EMC", b"BMC"}
CURVE_STEPS = 16


@dataclass(frozen=True)
class Shape:
    """A path in ink.

    Attributes:
        points_mm: shape (n, 2), from the page's top-left corner, y down.
        grey: 0 black to 1 white, by luminance.
    """

    is_filled: bool
    points_mm: np.ndarray
    rgb: tuple[float, float, float]

    @property
    def size_mm(self) -> np.ndarray:
        return self.points_mm.max(axis=0) - self.points_mm.min(axis=0)

    @property
    def corner_mm(self) -> np.ndarray:
        return self.points_mm.min(axis=0)

    @property
    def length_mm(self) -> float:
        return float(np.linalg.norm(np.diff(self.points_mm, axis=0), axis=1).sum())

    @property
    def grey(self) -> float:
        return luminance(self.rgb)


@dataclass
class Page:
    size_mm: tuple[float, float]
    shapes: list[Shape] = field(default_factory=list)
    words_mm: list[tuple[float, float]] = field(default_factory=list)

    def filled(self, width_mm: float, height_mm: float, within_mm: float = 0.2) -> list[Shape]:
        return self._of(width_mm, height_mm, within_mm, filled=True)

    def outlined(self, width_mm: float, height_mm: float, within_mm: float = 0.2) -> list[Shape]:
        return self._of(width_mm, height_mm, within_mm, filled=False)

    def _of(self, width_mm: float, height_mm: float, within_mm: float, *, filled: bool) -> list[Shape]:
        due = (width_mm, height_mm)
        return [
            shape
            for shape in self.shapes
            if shape.is_filled is filled and np.abs(shape.size_mm - due).max() <= within_mm
        ]

    def picture(self, px_per_mm: float) -> np.ndarray:
        """The page as a grey printer lays it down, uint8."""
        width, height = (round(side * px_per_mm) for side in self.size_mm)
        drawn = np.full((height, width), 255, np.uint8)
        for shape in self.shapes:
            points = np.round(shape.points_mm * px_per_mm * 256).astype(np.int32)
            tone = round(255 * shape.grey)
            if shape.is_filled:
                cv2.fillPoly(drawn, [points - 128], tone, cv2.LINE_AA, 8)
            else:
                cv2.polylines(drawn, [points - 128], False, tone, 1, cv2.LINE_AA, 8)
        return drawn


def luminance(rgb: tuple[float, float, float]) -> float:
    """Relative luminance of sRGB, as WCAG 2 defines it."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


class Pdf:
    """A file of ours."""

    def __init__(self, path: Path) -> None:
        self.raw = path.read_bytes()
        assert self.raw.startswith(b"%PDF-")
        self.objects = {
            int(number): body
            for number, body in re.findall(rb"(?:^|\n)(\d+) 0 obj\s(.*?)\nendobj", self.raw, re.DOTALL)
        }

    def pages(self) -> list[Page]:
        kids = [body for body in self.objects.values() if re.search(rb"/Type /Page\b", body)]
        return [self._page(body) for body in kids]

    def fonts(self) -> list[bool]:
        """Whether each font carries its own letters."""
        found = []
        for body in self.objects.values():
            if re.search(rb"/Type /Font\b", body) and b"/Subtype /CIDFont" not in body:
                below = self._at(body, rb"/DescendantFonts \[(\d+) 0 R\]")
                descriptor = self._at(below or body, rb"/FontDescriptor (\d+) 0 R")
                letters = self._at(descriptor or b"", rb"/FontFile2? (\d+) 0 R")
                found.append(letters is not None and len(letters) > 1000)
        return found

    def _at(self, body: bytes, name: bytes) -> bytes | None:
        place = re.search(name, body)
        return self.objects.get(int(place.group(1))) if place else None

    def _page(self, body: bytes) -> Page:
        box = re.search(rb"/MediaBox \[([^\]]+)\]", body) or re.search(rb"/MediaBox \[([^\]]+)\]", self.raw)
        assert box is not None
        left, bottom, right, top = (float(number) for number in box.group(1).split())
        assert (left, bottom) == (0, 0)
        page = Page((right * MM_PER_POINT, top * MM_PER_POINT))
        content = self._at(body, rb"/Contents (\d+) 0 R")
        assert content is not None
        stream = content.split(b"stream\n", 1)[1].rsplit(b"\nendstream", 1)[0]
        if b"/FlateDecode" in content.split(b"stream\n", 1)[0]:
            stream = zlib.decompress(stream)
        _draw(stream, page)
        return page


@dataclass
class _State:
    matrix: np.ndarray = field(default_factory=lambda: np.eye(3))
    fill: tuple[float, float, float] = (0.0, 0.0, 0.0)
    stroke: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def copy(self) -> "_State":
        return _State(self.matrix.copy(), self.fill, self.stroke)


def _matrix(values: list[float]) -> np.ndarray:
    a, b, c, d, e, f = values
    return np.array([[a, b, 0], [c, d, 0], [e, f, 1]])


def _draw(stream: bytes, page: Page) -> None:  # one operator, one branch
    state, saved = _State(), []
    paths: list[list[np.ndarray]] = []
    words: list[bytes] = []
    text = np.eye(3)

    def numbers(count: int) -> list[float]:
        return [float(word) for word in words[-count:]] if count else []

    def to_mm(x: float, y: float) -> np.ndarray:
        at = np.array([x, y, 1.0]) @ state.matrix
        return np.array([at[0] * MM_PER_POINT, page.size_mm[1] - at[1] * MM_PER_POINT])

    def paint(*, filled: bool, stroked: bool) -> None:
        for path in paths:
            if len(path) > 1:
                if filled:
                    page.shapes.append(Shape(True, np.array(path), state.fill))
                if stroked:
                    page.shapes.append(Shape(False, np.array(path), state.stroke))
        paths.clear()

    for word in TOKEN.findall(stream):
        match word:
            case b"q":
                saved.append(state.copy())
            case b"Q":
                state = saved.pop()
            case b"cm":
                state.matrix = _matrix(numbers(6)) @ state.matrix
            case b"g" | b"rg":
                values = numbers(1 if word == b"g" else 3)
                state.fill = (values[0], values[-2 if len(values) > 1 else 0], values[-1])
            case b"G" | b"RG":
                values = numbers(1 if word == b"G" else 3)
                state.stroke = (values[0], values[-2 if len(values) > 1 else 0], values[-1])
            case b"m":
                paths.append([to_mm(*numbers(2))])
            case b"l":
                paths[-1].append(to_mm(*numbers(2)))
            case b"c":
                values = numbers(6)
                begin = paths[-1][-1]
                one, two, end = (to_mm(*values[index : index + 2]) for index in (0, 2, 4))
                for step in np.linspace(0, 1, CURVE_STEPS)[1:]:
                    back = 1 - step
                    paths[-1].append(
                        back**3 * begin + 3 * back**2 * step * one + 3 * back * step**2 * two + step**3 * end
                    )
            case b"re":
                x, y, width, height = numbers(4)
                corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
                paths.append([to_mm(*corner) for corner in corners])
            case b"h":
                paths[-1].append(paths[-1][0])
            case b"f" | b"f*":
                paint(filled=True, stroked=False)
            case b"S" | b"s":
                paint(filled=False, stroked=True)
            case b"B" | b"B*" | b"b" | b"b*":
                paint(filled=True, stroked=True)
            case b"n":
                paths.clear()
            case b"BT":
                text = np.eye(3)
            case b"Td":
                text = _matrix([1, 0, 0, 1, *numbers(2)]) @ text
            case b"Tm":
                text = _matrix(numbers(6))
            case b"Tj" | b"TJ":
                at = text[2, :2]
                page.words_mm.append(tuple(to_mm(*at)))
            case b"ET":
                pass
            case _ if word in SILENT or re.fullmatch(rb"[-+.\d]+|[(<\[/].*", word, re.DOTALL):
                words.append(word)
                continue
            case _:
                raise AssertionError(f"{word!r} is not known to this reader")
        words.clear()
