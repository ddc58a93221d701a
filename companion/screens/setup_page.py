"""A page of the guided set-up drawn onto a canvas: steps at the left, the live picture, what to do at the right."""

import pygame

from companion.kernel.text import Text, plural
from companion.screens import setup_aside, setup_picture, signs
from companion.screens.canvas import ELLIPSIS, Canvas, split_columns
from companion.screens.fonts import Face
from companion.screens.layout import LEAST_TARGET_PX
from companion.screens.setup_lamp import lamp
from companion.screens.setup_picture import PicturePlace
from companion.screens.setup_view import FIELD, STEP, Choice, Entry, Lamp, SetupView, Told
from companion.screens.theme import hall
from companion.screens.view_model import Question, Rgb, Tone
from companion.screens.widgets import backdrop, heading, key_cap, selected_words

HEAD = Text("Set-up", "Puesta a punto")
BACK, SKIP, HALL = Text("Back", "Atrás"), Text("Skip", "Saltar"), Text("Bright room", "Sala con luz")
LEAVE = Text("Leave", "Salir")
TODO = Text("Do this", "Haz esto")
ONE_LEFT, TIME_LEFT = Text("about 1 min left", "queda 1 min"), Text("about {n} min left", "quedan unos {n} min")
NOTHING_LEFT = Text("done", "listo")
NO_PICTURE_YET = Text("no picture from the camera yet", "aún no llega imagen de la cámara")
# more letters than any field has room for
MOST_SHOWN = 160
KEY_NAMES = {"enter": "⏎", "f2": "F2", "f3": "F3", "escape": "Esc", "f4": "F4"}


def draw(
    surface: pygame.Surface, view: SetupView, language: str, *, pointer: tuple[int, int] | None = None
) -> tuple[Canvas, PicturePlace | None]:
    """Draw a page; gives the canvas with its targets, and where the camera's picture lies on it."""
    canvas = Canvas(surface, hall(light=view.light_hall))
    backdrop(canvas)
    px, gap = canvas.px, canvas.px(14)
    top = pygame.Rect(0, 0, canvas.width, px(82))
    foot_high = max(LEAST_TARGET_PX + px(10), px(74))
    foot = pygame.Rect(gap, canvas.height - foot_high - px(8), canvas.width - 2 * gap, foot_high)
    _head(canvas, top, view, language)
    canvas.ropes(pygame.Rect(0, top.bottom, canvas.width, px(9)))
    body = pygame.Rect(gap, top.bottom + px(9) + gap, canvas.width - 2 * gap, 0)
    body.height = foot.top - gap - body.top
    left, middle, right = split_columns(body, [0.19, 0.5, 0.31], gap)
    place = None
    if view.summary:
        _summary(canvas, left.union(middle), view, language)
        _work(canvas, right, view, language)
        _foot(canvas, foot, view, language)
        if view.question is not None:
            _question(canvas, view.question, language)
        return canvas, None
    _steps(canvas, left, view, language)
    if view.live is not None:
        place = setup_picture.draw(canvas, middle, view.live, language, pointer)
    else:
        _panel(canvas, middle)
        if view.waits_for_picture:
            canvas.text(NO_PICTURE_YET.of(language), middle, size=24, ink=canvas.theme.soft, align="centre")
        else:
            setup_aside.draw(canvas, middle, view, language)
    _work(canvas, right, view, language)
    _foot(canvas, foot, view, language)
    if view.question is not None:
        _question(canvas, view.question, language)
    return canvas, place


def _panel(canvas: Canvas, box: pygame.Rect) -> pygame.Rect:
    canvas.fill(box, canvas.theme.panel, 10)
    return box.inflate(-canvas.px(28), -canvas.px(24))


def _head(canvas: Canvas, box: pygame.Rect, view: SetupView, language: str) -> None:
    theme, px = canvas.theme, canvas.px
    canvas.fill(box, theme.panel)
    name, title, left = split_columns(box.inflate(-px(40), 0), [0.19, 0.56, 0.25], px(14))
    canvas.text(HEAD.of(language).upper(), name, face=Face.POSTER, size=40, ink=theme.gold_ink)
    ids = [step.id for step in view.steps]
    number = ids.index(view.at) + 1 if view.at in ids else len(ids)
    words = f"{number}/{len(ids)}  {view.title.of(language)}"
    canvas.text(words, title, face=Face.STRONG, size=38)
    time_left = plural(view.minutes_left, ONE_LEFT, TIME_LEFT) if view.minutes_left else NOTHING_LEFT
    canvas.text(time_left.of(language), left, size=26, ink=theme.soft, align="right")
    share = sum(step.lamp is not Lamp.NOT_YET for step in view.steps) / max(1, len(view.steps))
    bar = pygame.Rect(box.x, box.bottom - px(6), round(box.width * share), px(6))
    canvas.fill(bar, theme.gold)


def _steps(canvas: Canvas, box: pygame.Rect, view: SetupView, language: str) -> None:
    inner = _panel(canvas, box)
    # a row is at least as high as its ink; a press on it goes there
    high = min(canvas.px(54), inner.height // max(1, len(view.steps)))
    for number, step in enumerate(view.steps):
        row = pygame.Rect(inner.x, inner.y + number * high, inner.width, high - canvas.px(4))
        here = step.id == view.at
        if here:
            canvas.fill(row.inflate(canvas.px(16), 0), canvas.theme.raised, 6)
        side = min(row.height, canvas.px(34))
        lamp_at = (row.x + side / 2, row.centery)
        lamp(canvas, lamp_at, side * 0.42, step.lamp)
        ground = canvas.theme.raised if here else canvas.theme.panel
        words = pygame.Rect(row.x + side + canvas.px(8), row.y, row.width - side - canvas.px(8), row.height)
        face = Face.STRONG if here else Face.TEXT
        canvas.text(step.title.of(language), words, face=face, size=23, ground=ground)
        canvas.target(row, STEP + step.id)


def _summary(canvas: Canvas, box: pygame.Rect, view: SetupView, language: str) -> None:
    inner = _panel(canvas, box)
    # few rows stand at the top
    high = min(canvas.px(96), inner.height // max(1, len(view.summary)))
    for number, (step, meaning) in enumerate(view.summary):
        row = pygame.Rect(inner.x, inner.y + number * high, inner.width, high - canvas.px(3))
        sign, name, words = split_columns(row, [0.05, 0.19, 0.76], canvas.px(8))
        canvas.target(row, STEP + step.id)
        lamp(canvas, sign.center, min(sign.size) * 0.34, step.lamp)
        canvas.text(step.title.of(language), name, face=Face.STRONG, size=22)
        canvas.paragraph(meaning.of(language), words, size=20, ink=canvas.theme.soft, valign="middle")


def _work(canvas: Canvas, box: pygame.Rect, view: SetupView, language: str) -> None:
    """What to do, what was found, what can be chosen and typed; choices stand at the bottom, near the hand."""
    theme, px = canvas.theme, canvas.px
    inner = _panel(canvas, box)
    head = pygame.Rect(inner.x, inner.y, inner.width, px(34))
    heading(canvas, head, TODO.of(language), size=26)
    row_high, gap = max(LEAST_TARGET_PX, px(54)), px(8)
    rows = len(view.entries) + len(view.choices)
    room = inner.height - head.height - px(150)
    if rows and rows * (row_high + gap) > room:
        row_high = max(px(40), room // rows - gap)
    low = inner.bottom - rows * (row_high + gap)
    for number, entry in enumerate(view.entries):
        row = pygame.Rect(inner.x, low + number * (row_high + gap), inner.width, row_high)
        _entry(canvas, row, entry, language, is_asked=view.question is not None)
    low_choices = low + len(view.entries) * (row_high + gap)
    for number, choice in enumerate(view.choices):
        row = pygame.Rect(inner.x, low_choices + number * (row_high + gap), inner.width, row_high)
        _choice(canvas, row, choice, language)
    # the strip of what is being done covers nothing that is told
    strip_high = px(40) if view.busy is not None else 0
    told_box = pygame.Rect(inner.x, head.bottom + px(6), inner.width, low - head.bottom - px(12) - strip_high)
    share = 0.42 if view.told else 1.0
    todo_box = pygame.Rect(told_box.x, told_box.y, told_box.width, round(told_box.height * share))
    taken = canvas.paragraph(view.todo.of(language), todo_box, face=Face.STRONG, size=25)
    rest = pygame.Rect(told_box.x, taken.bottom + px(12), told_box.width, told_box.bottom - taken.bottom - px(14))
    _told(canvas, rest, view.told, language)
    if view.busy is not None:
        strip = pygame.Rect(inner.x, low - px(34), inner.width, px(30))
        canvas.fill(strip, theme.raised, 5)
        canvas.text(view.busy.of(language) + " …", strip, size=20, ink=theme.gold_ink, ground=theme.raised,
                    align="centre")  # fmt: skip


def _told(canvas: Canvas, box: pygame.Rect, told: tuple[Told, ...], language: str) -> None:
    """Findings one below the other, in the size in which all of them fit."""
    if not told or box.height < canvas.px(20):
        return
    inset = canvas.px(34)
    words = [one.text.of(language) for one in told]
    size = 22.0
    while size > 13.0 and _height(canvas, words, size, box.width - inset) > box.height:
        size -= 1.0
    top = box.top
    for one, sentence in zip(told, words, strict=True):
        high = _height(canvas, [sentence], size, box.width - inset)
        high = min(high, box.bottom - top)
        if high < canvas.type_px(size) * 0.8:
            return
        row = pygame.Rect(box.x + inset, top, box.width - inset, high)
        if one.tone is not Tone.OFF:
            signs.tone_sign(canvas, (box.x + inset * 0.4, top + canvas.type_px(size) * 0.65), inset * 0.3, one.tone)
        canvas.paragraph(sentence, row, size=size, ink=_ink(canvas, one.tone))
        top += high + canvas.px(5)


def _height(canvas: Canvas, words: list[str], size: float, width: int) -> int:
    line = canvas.type_px(size) * 1.24
    lines = sum(canvas.lines_of(sentence, Face.TEXT, size, width) for sentence in words)
    return round(lines * line + canvas.px(5) * (len(words) - 1)) + 1


def _ink(canvas: Canvas, tone: Tone) -> Rgb:
    return canvas.theme.ink if tone is Tone.OFF else canvas.theme.tone(tone)


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


def _choice(canvas: Canvas, box: pygame.Rect, choice: Choice, language: str) -> None:
    theme = canvas.theme
    ground = theme.gold if choice.chosen else theme.raised
    canvas.fill(box, ground, 6)
    cap = pygame.Rect(box.x + canvas.px(8), box.y, canvas.px(46), min(box.height, canvas.px(36)))
    cap.centery = box.centery
    key_cap(canvas, cap, KEY_NAMES.get(choice.key, choice.key.upper()), on=not choice.chosen)
    ink = theme.on_gold if choice.chosen else theme.ink
    words = pygame.Rect(cap.right + canvas.px(10), box.y, box.right - cap.right - canvas.px(18), box.height)
    canvas.paragraph(choice.label.of(language), words, face=Face.STRONG, size=22, ink=ink, ground=ground,
                     valign="middle")  # fmt: skip
    canvas.target(box, choice.key)


def _foot(canvas: Canvas, box: pygame.Rect, view: SetupView, language: str) -> None:
    theme = canvas.theme
    leave, light, middle, back, skip, go_on = split_columns(box, [0.09, 0.13, 0.34, 0.11, 0.11, 0.22], canvas.px(12))
    _button(canvas, leave, "escape", LEAVE.of(language))
    _button(canvas, light, "f4", HALL.of(language))
    if view.banner is not None:
        canvas.fill(middle, theme.red, 8)
        inside = middle.inflate(-canvas.px(20), -canvas.px(6))
        canvas.paragraph(view.banner.of(language), inside, face=Face.STRONG, size=22, ink=theme.on_red,
                         ground=theme.red, valign="middle")  # fmt: skip
    if view.can_back:
        _button(canvas, back, "f2", BACK.of(language))
    if view.can_skip:
        _button(canvas, skip, "f3", SKIP.of(language))
    if view.primary is not None:
        _button(canvas, go_on, "enter", view.primary.of(language), strong=True)


def _button(canvas: Canvas, box: pygame.Rect, key: str, words: str, *, strong: bool = False) -> None:
    theme = canvas.theme
    ground = theme.gold if strong else theme.raised
    canvas.fill(box, ground, 8)
    cap = pygame.Rect(box.x + canvas.px(8), 0, canvas.px(48), canvas.px(38))
    cap.centery = box.centery
    key_cap(canvas, cap, KEY_NAMES[key], on=not strong)
    rest = pygame.Rect(cap.right + canvas.px(6), box.y, box.right - cap.right - canvas.px(14), box.height)
    canvas.text(words, rest, face=Face.STRONG, size=25, ink=theme.on_gold if strong else theme.ink, ground=ground,
                align="centre")  # fmt: skip
    canvas.target(box, key)


def _question(canvas: Canvas, question: Question, language: str) -> None:
    """A question over everything: its answers are keys 1, 2, 3."""
    theme, px = canvas.theme, canvas.px
    canvas.shade(canvas.rect, (0, 0, 0), theme.shade)
    canvas.layer += 1
    box = pygame.Rect(0, 0, round(canvas.width * 0.62), px(170 + 78 * len(question.answers)))
    box.center = canvas.rect.center
    canvas.fill(box, theme.panel, 14)
    canvas.frame(box, theme.gold, 4, 14)
    inner = box.inflate(-px(60), -px(44))
    words = pygame.Rect(inner.x, inner.y, inner.width, px(118))
    canvas.paragraph(question.text.of(language), words, face=Face.STRONG, size=30, valign="middle")
    for number, answer in enumerate(question.answers):
        row = pygame.Rect(inner.x, words.bottom + px(8) + number * px(74), inner.width, px(64))
        _choice(canvas, row, Choice(str(number + 1), answer, chosen=number == 0), language)
