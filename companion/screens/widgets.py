"""Parts that both screens are put together from."""

from collections.abc import Iterator, Sequence

import pygame

from companion.kernel.timers import Timer
from companion.screens import signs
from companion.screens.canvas import Canvas
from companion.screens.fonts import Face
from companion.screens.languages import tr
from companion.screens.theme import Theme, ink_on, mix
from companion.screens.view_model import FighterView, Gauge, Rgb

MINUS = "\u2212"
BED: Rgb = (18, 12, 22)


def number(value: int) -> str:
    """With a true minus sign."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def clock(timer: Timer, now_ms: int) -> str:
    """What it shows: `14:59`."""
    return timer.shown(now_ms)


def counted(timer: Timer, counts: int, now_ms: int) -> int:
    """The number, from 1, that a count aloud has come to."""
    assert timer.total_ms is not None
    return min(counts, 1 + timer.elapsed_ms(now_ms) * counts // timer.total_ms)


def clock_words(timer: Timer, counts: int, now_ms: int) -> str:
    """What a clock shows: its time, or the numbers that were counted."""
    if not counts:
        return clock(timer, now_ms)
    return " ".join(str(number) for number in range(1, counted(timer, counts, now_ms) + 1))


def stamina_colour(theme: Theme, gauge: Gauge) -> Rgb:
    if gauge.value < 0:
        return theme.negative
    return theme.tired if gauge.value <= gauge.tired_at else theme.stamina


def stamina_bar(canvas: Canvas, box: pygame.Rect, gauge: Gauge) -> None:
    """From knocked out to full, zero and the fatigue mark notched; leaning like the type."""
    theme = canvas.theme
    span = gauge.high - gauge.low

    def at(value: float) -> int:
        share = (min(max(value, gauge.low), gauge.high) - gauge.low) / span
        return box.left + round(share * box.width)

    # a dark bed: the bar reads on every ground, the gold of the one who acts too
    canvas.ribbon(box.inflate(canvas.px(8), canvas.px(6)), BED)
    canvas.ribbon(box, theme.track)
    zero = at(0)
    value = at(gauge.value)
    colour = stamina_colour(theme, gauge)
    if gauge.value >= 0:
        part = pygame.Rect(box.left, box.top, max(value - box.left, box.height // 3), box.height)
        canvas.ribbon(part, colour)
        below = pygame.Rect(box.left, box.top, zero - box.left, box.height)
        canvas.ribbon(below, mix(colour, theme.floor, 0.45))
    else:
        part = pygame.Rect(box.left, box.top, max(value - box.left, box.height // 3), box.height)
        canvas.ribbon(part, colour)
    for mark, strong in ((0, True), (gauge.tired_at, False)):
        x = at(mark)
        lean = box.height * 0.21
        over = 0 if strong else box.height * 0.28
        canvas.line(
            (x + lean, box.top - over),
            (x, box.bottom + over),
            theme.floor if strong else theme.ink,
            3 if strong else 2.5,
        )


def heading(canvas: Canvas, box: pygame.Rect, text: str, *, size: float = 24, ground: Rgb | None = None) -> None:
    """A panel's title: poster type in gold."""
    canvas.text(
        text.upper(), box, face=Face.POSTER, size=size, ink=canvas.theme.gold_ink, ground=ground or canvas.theme.panel
    )


def mark(canvas: Canvas, box: pygame.Rect, *, here: bool) -> None:
    """The cursor: a thick frame round the place it stands on."""
    if here:
        canvas.frame(box, canvas.theme.ink, 4, 8)


def key_cap(canvas: Canvas, box: pygame.Rect, key: str, *, on: bool = True) -> None:
    """The key to press, as a small plate."""
    theme = canvas.theme
    ground = theme.gold if on else theme.track
    canvas.fill(box, ground, 5)
    ink = theme.on_gold if on else ink_on(ground)
    canvas.text(
        key,
        box.inflate(-canvas.px(4), 0),
        face=Face.NUMBER,
        size=box.height * 0.72 / canvas.unit,
        ink=ink,
        ground=ground,
        align="centre",
    )


ARTICLE = 3
"""A first word of so few letters says nobody's name."""


def shorter_names(name: str) -> Iterator[str]:
    """The name, and then shorter and shorter ones: whole words first, initials from the end for what has no room."""
    words = name.split()
    yield name
    for kept in range(len(words) - 1, 0, -1):
        yield " ".join((*words[:kept], *(f"{word[0]}." for word in words[kept:])))
    if len(words) > 1 and len(words[0]) > ARTICLE:
        yield words[0]


def name_in(canvas: Canvas, name: str, face: Face, width: int) -> str:
    """As much of a name as has room in whole words at the smallest type; one long word is left to be cut."""
    fitting = (one for one in shorter_names(name) if canvas.measure(one, face, canvas.smallest_px)[0] <= width)
    return next(fitting, name)


def count_words(fighter: FighterView, language: str) -> list[str]:
    """Where his counts stand: `K.O. 2/4`."""
    return [f"{count.label.of(language)} {count.value}/{count.limit}" for count in fighter.counts]


def listed(canvas: Canvas, parts: Sequence[str], box: pygame.Rect, face: Face = Face.TEXT) -> str:
    """As many parts as have room in `box`, the first ones first; how many more there are is told by a number.

    Whoever presses the card hears them all.
    """
    shown = ""
    size = canvas.smallest_px / canvas.unit
    rows = max(1, box.height // canvas.line_px(face, size))
    for kept in range(len(parts), 0, -1):
        more = len(parts) - kept
        shown = " · ".join(parts[:kept]) + (f" +{more}" if more else "")
        if canvas.lines_of(shown, face, size, box.width) <= rows:
            break
    return shown


def status_words(fighter: FighterView, language: str) -> list[str]:
    """Posture and flags; where no card lies beside him the counts too."""
    if fighter.out:
        return [tr(language, "out")]
    parts = []
    if fighter.posture is not None and fighter.card is None:
        parts.append(fighter.posture.of(language))
    if fighter.card is None:
        parts += count_words(fighter, language)
    return parts + [flag.of(language) for flag in fighter.flags]


def short_status(fighter: FighterView, language: str) -> str:
    """The one thing worth telling in few words: out, a count, a flag, else the posture."""
    if fighter.out:
        return tr(language, "out")
    if fighter.counts:
        return f"{fighter.counts[0].label.of(language)} {fighter.counts[0].value}/{fighter.counts[0].limit}"
    if fighter.flags:
        return fighter.flags[0].of(language)
    return "" if fighter.posture is None else fighter.posture.of(language)


def chip_for(canvas: Canvas, box: pygame.Rect, fighter: FighterView) -> None:
    """The fighter's chip filling a square box."""
    signs.chip(canvas, box.center, min(box.width, box.height) / 2, fighter.chip, faded=fighter.out)


def backdrop(canvas: Canvas) -> None:
    """The hall: floor with two leaning beams of light, very quiet."""
    theme = canvas.theme
    canvas.surface.fill(theme.floor)
    beam = mix(theme.floor, theme.panel, 0.55)
    width, height = canvas.width, canvas.height
    lean = height * 0.21
    for left, broad in ((0.08, 0.16), (0.62, 0.24)):
        x = width * left
        canvas.polygon([(x + lean, 0), (x + lean + width * broad, 0), (x + width * broad, height), (x, height)], beam)


def selected_words(canvas: Canvas, box: pygame.Rect, words: str) -> None:
    """Words on a bright ground, as every form marks what the next letter replaces."""
    theme, size = canvas.theme, 25.0
    while size > 1 and canvas.measure(words, Face.STRONG, canvas.type_px(size))[0] > box.width:
        size -= 1
    wide, high = canvas.measure(words, Face.STRONG, canvas.type_px(size))
    under = pygame.Rect(box.x, 0, min(wide, box.width), min(high, box.height - canvas.px(8)))
    under.centery = box.centery
    canvas.fill(under.inflate(canvas.px(8), 0), theme.gold, 3)
    canvas.text(words, box, face=Face.STRONG, size=size, ink=theme.on_gold, ground=theme.gold)
