"""A page's words and what is pressed and typed on it; a page that has no room for all of it says which key reads it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from companion.kernel.text import Text
from companion.screens import signs
from companion.screens.canvas import ELLIPSIS, Canvas, split_columns
from companion.screens.fonts import Face
from companion.screens.layout import LEAST_TARGET_PX
from companion.screens.setup_view import FIELD, LAMP_WORDS, READ, Choice, Entry, SetupView
from companion.screens.view_model import Rgb, Tone
from companion.screens.widgets import heading, key_cap, selected_words

TODO = Text("Do this", "Haz esto")
LARGER = Text("read it large", "leerlo en grande")
MORE_TO_READ = Text("There is more: F1 shows it all", "Hay más: F1 lo muestra todo")
ANY_KEY = Text("Any key goes back to the page", "Cualquier tecla vuelve a la página")
KEY_NAMES = {"enter": "⏎", "f2": "F2", "f3": "F3", "escape": "Esc", "f4": "F4"}
# more letters than any field has room for
MOST_SHOWN = 160
# design units: the instruction as large as it may be, and what is told a little smaller
TODO_SIZE, TOLD_SHARE = 25.0, 0.88
READ_SIZE = 34.0


@dataclass(frozen=True)
class Words:
    """A sentence of a page as it is drawn.

    Attributes:
        is_todo: the instruction.
    """

    text: str
    tone: Tone = Tone.OFF
    is_todo: bool = False

    @property
    def face(self) -> Face:
        return Face.STRONG if self.is_todo else Face.TEXT

    def size(self, size: float) -> float:
        return size if self.is_todo else size * TOLD_SHARE


def rows_in(canvas: Canvas, box: pygame.Rect, count: int, least_text_px: int) -> tuple[int, int]:
    """How high each of `count` rows is and the gap below it, with room left above them for what is told."""
    high, gap = max(LEAST_TARGET_PX, canvas.px(54)), canvas.px(8)
    room = box.height - least_text_px
    if count and count * (high + gap) > room:
        high = max(canvas.px(40), round(2.0 * canvas.smallest_px), room // count - gap)
    return high, gap


def work(
    canvas: Canvas, box: pygame.Rect, view: SetupView, language: str, entries_box: pygame.Rect | None = None
) -> None:
    """What to do, what was found, what can be chosen and typed; choices stand at the bottom, near the hand.

    Args:
        entries_box: where the fields stand; None: over the choices.
    """
    px, inner = canvas.px, box
    head = pygame.Rect(inner.x, inner.y, inner.width, max(px(34), canvas.smallest_px + 4))
    _reads(canvas, head, language)
    # the strip of what is being done covers nothing that is told
    strip_high = max(px(40), canvas.smallest_px + 8) if view.busy is not None else 0
    sentences = _sentences(view, language)
    count = len(view.choices) + (len(view.entries) if entries_box is None else 0)
    whole = pygame.Rect(inner.x, head.bottom + px(6), inner.width, inner.bottom - head.bottom - px(12) - strip_high)
    due = _height(canvas, sentences, _smallest(canvas), whole.width)
    high, gap = rows_in(canvas, whole, count, max(px(150) - px(18), min(due, round(whole.height * 0.75))))
    low = inner.bottom - count * (high + gap)
    rows = [pygame.Rect(inner.x, low + number * (high + gap), inner.width, high) for number in range(count)]
    fields = rows[: len(view.entries)] if entries_box is None else _fields(canvas, entries_box, len(view.entries))
    for row, entry in zip(fields, view.entries, strict=True):
        _entry(canvas, row, entry, language, is_asked=view.question is not None)
    for row, choice in zip(rows[-len(view.choices) :] if view.choices else [], view.choices, strict=True):
        draw_choice(canvas, row, choice, language)
    # what else stands on the page, drawn before
    is_cut = any(one.cut for one in canvas.drawn)
    told_box = pygame.Rect(whole.x, whole.y, whole.width, low - whole.y - px(6) - strip_high)
    _tell(canvas, told_box, sentences, language, is_cut=is_cut)
    if view.busy is not None:
        strip = pygame.Rect(inner.x, low - strip_high + px(4), inner.width, strip_high - px(8))
        canvas.fill(strip, canvas.theme.raised, 5)
        canvas.text(view.busy.of(language) + " …", strip, size=20, ink=canvas.theme.gold_ink,
                    ground=canvas.theme.raised, align="centre")  # fmt: skip


def _fields(canvas: Canvas, box: pygame.Rect, count: int) -> list[pygame.Rect]:
    high, gap = rows_in(canvas, box, count, 0)
    return [pygame.Rect(box.x, box.y + number * (high + gap), box.width, high) for number in range(count)]


def _reads(canvas: Canvas, head: pygame.Rect, language: str) -> None:
    """The heading, and the key that shows the whole page in large letters."""
    title, reads = split_columns(head, [0.42, 0.58], canvas.px(8))
    heading(canvas, title, TODO.of(language), size=26)
    cap = pygame.Rect(0, reads.y, max(canvas.px(42), 2 * canvas.smallest_px), reads.height)
    words = LARGER.of(language)
    wide = canvas.measure(words, Face.TEXT, canvas.type_px(20))[0]
    cap.right = reads.right - wide - canvas.px(8)
    key_cap(canvas, cap, READ.upper())
    place = pygame.Rect(cap.right + canvas.px(8), reads.y, wide + 1, reads.height)
    canvas.text(words, place, size=20, ink=canvas.theme.soft)
    canvas.target(cap.union(place), READ)


def _sentences(view: SetupView, language: str) -> list[Words]:
    return [Words(view.todo.of(language), is_todo=True), *(Words(one.text.of(language), one.tone) for one in view.told)]


def _smallest(canvas: Canvas) -> float:
    return canvas.smallest_px / canvas.unit


def _inset(canvas: Canvas, one: Words) -> int:
    """Room for the sign before what is told."""
    return 0 if one.is_todo else max(canvas.px(34), canvas.smallest_px + 4)


def _height(canvas: Canvas, sentences: Sequence[Words], size: float, width: int) -> int:
    return sum(_high(canvas, one, size, width) for one in sentences)


def _high(canvas: Canvas, one: Words, size: float, width: int) -> int:
    """Of a sentence, with the gap below it."""
    lines = canvas.lines_of(one.text, one.face, one.size(size), width - _inset(canvas, one))
    return lines * canvas.line_px(one.face, one.size(size)) + canvas.px(10 if one.is_todo else 5)


def _fitting(canvas: Canvas, box: pygame.Rect, sentences: Sequence[Words], most: float) -> float:
    """The size in which all of it fits, at most `most`; else the smallest one."""
    size, least = most, _smallest(canvas)
    while size > least and _height(canvas, sentences, size, box.width) > box.height:
        size = max(least, size - 1.0)
    return size


def _tell(canvas: Canvas, box: pygame.Rect, sentences: list[Words], language: str, *, is_cut: bool) -> None:
    """One sentence below the other, in the size in which all of them fit; else so many, and which key reads the rest.

    Args:
        is_cut: something else on the page had no room already.
    """
    size = _fitting(canvas, box, sentences, TODO_SIZE)
    is_cut = is_cut or _height(canvas, sentences, size, box.width) > box.height
    room = box.copy()
    if is_cut:
        room.height -= max(canvas.px(34), canvas.smallest_px + 6)
        size = _fitting(canvas, room, sentences, TODO_SIZE)
    for one, place in _placed(canvas, room, sentences, size):
        _sentence(canvas, place, one, size)
    if is_cut:
        note = pygame.Rect(box.x, room.bottom, box.width, box.bottom - room.bottom)
        canvas.fill(note, canvas.theme.gold, 5)
        canvas.text(MORE_TO_READ.of(language), note, face=Face.STRONG, size=20, ink=canvas.theme.on_gold,
                    ground=canvas.theme.gold, align="centre")  # fmt: skip
        canvas.target(note, READ)


def _placed(
    canvas: Canvas, box: pygame.Rect, sentences: Sequence[Words], size: float
) -> Iterator[tuple[Words, pygame.Rect]]:
    """Where each sentence lies: the bad news keep their place at the cost of the rest."""
    left = list(sentences)
    while len(left) > 1 and _height(canvas, left, size, box.width) > box.height:
        order = [number for tone in (Tone.OFF, Tone.GOOD, Tone.WARN) for number in range(len(left) - 1, -1, -1)
                 if left[number].tone is tone and not left[number].is_todo]  # fmt: skip
        left.pop(order[0] if order else len(left) - 1)
    top = box.y
    for one in left:
        inset, high = _inset(canvas, one), _high(canvas, one, size, box.width)
        yield one, pygame.Rect(box.x + inset, top, box.width - inset, min(high, box.bottom - top))
        top += high


def _sentence(canvas: Canvas, box: pygame.Rect, one: Words, size: float) -> None:
    units = one.size(size)
    if one.tone is not Tone.OFF:
        inset = _inset(canvas, one)
        middle = box.x - inset * 0.6, box.top + canvas.line_px(one.face, units) * 0.5
        signs.tone_sign(canvas, middle, inset * 0.3, one.tone)
    canvas.paragraph(one.text, box, face=one.face, size=units, ink=_ink(canvas, one.tone))


def _ink(canvas: Canvas, tone: Tone) -> Rgb:
    return canvas.theme.ink if tone is Tone.OFF else canvas.theme.tone(tone)


def read(canvas: Canvas, view: SetupView, language: str) -> None:
    """Everything the page says over the whole window, as large as it fits; any key goes back."""
    theme, px = canvas.theme, canvas.px
    canvas.layer += 1
    canvas.fill(canvas.rect, theme.panel)
    inner = canvas.rect.inflate(-px(80), -px(50))
    foot_high = max(px(44), canvas.smallest_px + 8)
    foot = pygame.Rect(inner.x, inner.bottom - foot_high, inner.width, foot_high)
    sentences = _sentences(view, language)
    if view.banner is not None:
        sentences.insert(1, Words(view.banner.of(language), Tone.BAD))
    sentences += [Words(f"{step.title.of(language)}: {why.of(language)}") for step, why in view.summary]
    if view.live is None and not view.waits_for_picture:
        sentences += [Words(f"{LAMP_WORDS[lamp].of(language)}: {what.of(language)}") for lamp, what in view.meanings]
    sentences += [Words(f"{one.label.of(language)}: {one.value}") for one in view.entries]
    sentences += [Words(f"{key_words(one.key)}: {one.label.of(language)}") for one in view.choices]
    box = pygame.Rect(inner.x, inner.y, inner.width, inner.height - foot_high)
    size = _fitting(canvas, box, sentences, READ_SIZE)
    for one, place in _placed(canvas, box, sentences, size):
        _sentence(canvas, place, one, size)
    canvas.text(ANY_KEY.of(language), foot, size=22, ink=theme.gold_ink, align="right")
    canvas.target(canvas.rect, READ)


def key_words(key: str) -> str:
    return KEY_NAMES.get(key, key.upper())


def _entry(canvas: Canvas, box: pygame.Rect, entry: Entry, language: str, *, is_asked: bool) -> None:
    theme = canvas.theme
    label, place = split_columns(box, [0.46, 0.54], canvas.px(8))
    # in two lines where one is too narrow
    canvas.paragraph(entry.label.of(language), label, size=21, ink=theme.soft, valign="middle")
    canvas.fill(place, theme.floor, 6)
    canvas.frame(place, theme.gold if entry.here else theme.line, 3 if entry.here else 2, 6)
    inside = place.inflate(-canvas.px(20), 0)
    shown = _end_of(canvas, entry.value + ("_" if entry.here and not entry.selected else ""), inside.width)
    if entry.selected:
        selected_words(canvas, inside, shown)
    else:
        canvas.text(shown, inside, face=Face.STRONG, size=25, ground=theme.floor)
    canvas.target(box, FIELD + entry.key)
    # under a question nothing is written: its answers are digits
    canvas.typing = canvas.typing or (entry.here and not is_asked)


def _end_of(canvas: Canvas, words: str, width: int) -> str:
    """As much as fits at the smallest size; of a long path the end is what people look at."""
    shown = words[-MOST_SHOWN:]
    while (
        canvas.measure(shown if shown == words else ELLIPSIS + shown, Face.STRONG, canvas.smallest_px)[0] > width
        and len(shown) > 1
    ):
        shown = shown[1:]
    return shown if shown == words else ELLIPSIS + shown


def draw_choice(canvas: Canvas, box: pygame.Rect, choice: Choice, language: str) -> None:
    theme = canvas.theme
    ground = theme.gold if choice.chosen else theme.raised
    canvas.fill(box, ground, 6)
    cap = pygame.Rect(box.x + canvas.px(8), box.y, max(canvas.px(46), 2 * canvas.smallest_px), 0)
    cap.height = min(box.height, max(canvas.px(36), canvas.smallest_px + 4))
    cap.centery = box.centery
    key_cap(canvas, cap, key_words(choice.key), on=not choice.chosen)
    ink = theme.on_gold if choice.chosen else theme.ink
    words = pygame.Rect(cap.right + canvas.px(10), box.y, box.right - cap.right - canvas.px(18), box.height)
    if choice.patch is not None:
        patch = pygame.Rect(words.right - cap.height, cap.y, cap.height, cap.height)
        words.width -= patch.width + canvas.px(10)
        canvas.fill(patch, choice.patch, 6)
        canvas.frame(patch, theme.line, 2, 6)
    canvas.paragraph(choice.label.of(language), words, face=Face.STRONG, size=22, ink=ink, ground=ground,
                     valign="middle")  # fmt: skip
    canvas.target(box, choice.key)
