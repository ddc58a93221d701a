"""A page of the guided set-up drawn onto a canvas: steps at the left, the live picture, what to do at the right."""

import pygame

from companion.kernel.text import Text, plural
from companion.screens import setup_aside, setup_picture, setup_work
from companion.screens.canvas import Canvas, split_columns
from companion.screens.fonts import Face
from companion.screens.layout import LEAST_TARGET_PX
from companion.screens.setup_lamp import lamp
from companion.screens.setup_picture import PicturePlace
from companion.screens.setup_view import STEP, Choice, Lamp, SetupView
from companion.screens.theme import hall
from companion.screens.view_model import Question
from companion.screens.widgets import backdrop, key_cap

HEAD = Text("Set-up", "Puesta a punto")
BACK, SKIP, HALL = Text("Back", "Atrás"), Text("Skip", "Saltar"), Text("Bright room", "Sala con luz")
LEAVE = Text("Leave", "Salir")
ONE_LEFT, TIME_LEFT = Text("about 1 min left", "queda 1 min"), Text("about {n} min left", "quedan unos {n} min")
NOTHING_LEFT = Text("done", "listo")
NO_PICTURE_YET = Text("no picture from the camera yet", "aún no llega imagen de la cámara")
# a window less wide shows the steps as numbers and the fields under the picture
NARROW_PX = 1000
# the picture's height there, of its width, and of the window at least
NARROW_PICTURE, NARROW_LEAST = 0.6, 0.24


def draw(
    surface: pygame.Surface, view: SetupView, language: str, *, pointer: tuple[int, int] | None = None
) -> tuple[Canvas, PicturePlace | None]:
    """Draw a page; gives the canvas with its targets, and where the camera's picture lies on it."""
    canvas = Canvas(surface, hall(light=view.light_hall))
    backdrop(canvas)
    px, gap = canvas.px, canvas.px(14)
    is_narrow = canvas.width < NARROW_PX
    top = pygame.Rect(0, 0, canvas.width, px(82))
    foot_high = max(LEAST_TARGET_PX + px(10), px(74))
    foot = pygame.Rect(gap, canvas.height - foot_high - px(8), canvas.width - 2 * gap, foot_high)
    _head(canvas, top, view, language)
    canvas.ropes(pygame.Rect(0, top.bottom, canvas.width, px(9)))
    body = pygame.Rect(gap, top.bottom + px(9) + gap, canvas.width - 2 * gap, 0)
    body.height = foot.top - gap - body.top
    if is_narrow and view.banner is not None:
        body.height -= foot_high + gap
        _banner(canvas, pygame.Rect(body.x, body.bottom + gap, body.width, foot_high), view.banner.of(language))
    _foot(canvas, foot, view, language, is_narrow=is_narrow)
    place = (
        _narrow(canvas, body, view, language, pointer) if is_narrow else _wide(canvas, body, view, language, pointer)
    )
    if view.is_reading:
        setup_work.read(canvas, view, language)
    if view.question is not None:
        _question(canvas, view.question, language)
    return canvas, place


def _wide(
    canvas: Canvas, body: pygame.Rect, view: SetupView, language: str, pointer: tuple[int, int] | None
) -> PicturePlace | None:
    """Steps, picture, work: side by side."""
    left, middle, right = split_columns(body, [0.19, 0.5, 0.31], canvas.px(14))
    place = None
    if view.summary:
        _summary(canvas, left.union(middle), view, language)
    else:
        _steps(canvas, left, view, language)
        place = _picture(canvas, middle, view, language, pointer)
    setup_work.work(canvas, _panel(canvas, right), view, language)
    return place


def _narrow(
    canvas: Canvas, body: pygame.Rect, view: SetupView, language: str, pointer: tuple[int, int] | None
) -> PicturePlace | None:
    """A small window: the steps by their numbers, the fields under the picture, more room for the words."""
    left, middle, right = split_columns(body, [0.07, 0.46, 0.47], canvas.px(14))
    if view.summary:
        whole, right = split_columns(body, [0.68, 0.32], canvas.px(14))
        _summary(canvas, whole, view, language)
        setup_work.work(canvas, _panel(canvas, right), view, language)
        return None
    _steps(canvas, left, view, language, is_narrow=True)
    fields = None
    if view.entries:
        # the picture is wider than high: under it there is room
        high = round(middle.width * NARROW_PICTURE)
        high = min(high, middle.height - len(view.entries) * (3 * canvas.smallest_px + canvas.px(8)))
        high = max(high, round(middle.height * NARROW_LEAST))
        below = pygame.Rect(middle.x, middle.y + high + canvas.px(14), middle.width, 0)
        below.height = middle.bottom - below.y
        middle.height = high
        fields = _panel(canvas, below)
    place = _picture(canvas, middle, view, language, pointer)
    setup_work.work(canvas, _panel(canvas, right), view, language, fields)
    return place


def _picture(
    canvas: Canvas, box: pygame.Rect, view: SetupView, language: str, pointer: tuple[int, int] | None
) -> PicturePlace | None:
    if view.live is not None:
        return setup_picture.draw(canvas, box, view.live, language, pointer)
    _panel(canvas, box)
    if view.waits_for_picture:
        canvas.paragraph(
            NO_PICTURE_YET.of(language), box, size=24, ink=canvas.theme.soft, align="centre", valign="middle"
        )
    else:
        setup_aside.draw(canvas, box, view, language)
    return None


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


def _steps(canvas: Canvas, box: pygame.Rect, view: SetupView, language: str, *, is_narrow: bool = False) -> None:
    inner = _panel(canvas, box) if not is_narrow else box
    if is_narrow:
        canvas.fill(box, canvas.theme.panel, 10)
    # a row is at least as high as its ink; a press on it goes there
    high = min(canvas.px(54), inner.height // max(1, len(view.steps)))
    for number, step in enumerate(view.steps):
        row = pygame.Rect(inner.x, inner.y + number * high, inner.width, high - canvas.px(4))
        here = step.id == view.at
        if here:
            canvas.fill(row.inflate(canvas.px(16), 0), canvas.theme.raised, 6)
        side = min(row.height, canvas.px(34) if not is_narrow else row.width // 2)
        lamp_at = (row.x + side / 2, row.centery)
        lamp(canvas, lamp_at, side * 0.42, step.lamp)
        ground = canvas.theme.raised if here else canvas.theme.panel
        words = pygame.Rect(row.x + side + canvas.px(8), row.y, row.width - side - canvas.px(8), row.height)
        face = Face.STRONG if here else Face.TEXT
        shown = str(number + 1) if is_narrow else step.title.of(language)
        canvas.text(shown, words, face=face, size=23, ground=ground)
        canvas.target(row, STEP + step.id)


def _summary(canvas: Canvas, box: pygame.Rect, view: SetupView, language: str) -> None:
    inner = _panel(canvas, box)
    shares = [0.05, 0.3, 0.65] if canvas.width < NARROW_PX else [0.05, 0.19, 0.76]
    # few rows stand at the top
    high = min(canvas.px(96), inner.height // max(1, len(view.summary)))
    for number, (step, meaning) in enumerate(view.summary):
        row = pygame.Rect(inner.x, inner.y + number * high, inner.width, high - canvas.px(3))
        sign, name, words = split_columns(row, shares, canvas.px(8))
        canvas.target(row, STEP + step.id)
        lamp(canvas, sign.center, min(sign.size) * 0.34, step.lamp)
        canvas.paragraph(step.title.of(language), name, face=Face.STRONG, size=22, valign="middle")
        canvas.paragraph(meaning.of(language), words, size=20, ink=canvas.theme.soft, valign="middle")


def _foot(canvas: Canvas, box: pygame.Rect, view: SetupView, language: str, *, is_narrow: bool) -> None:
    shares = [0.13, 0.22, 0.0, 0.13, 0.14, 0.38] if is_narrow else [0.09, 0.13, 0.34, 0.11, 0.11, 0.22]
    leave, light, middle, back, skip, go_on = split_columns(box, shares, canvas.px(12))
    _button(canvas, leave, "escape", LEAVE.of(language))
    _button(canvas, light, "f4", HALL.of(language))
    if view.banner is not None and not is_narrow:
        _banner(canvas, middle, view.banner.of(language))
    if view.can_back:
        _button(canvas, back, "f2", BACK.of(language))
    if view.can_skip:
        _button(canvas, skip, "f3", SKIP.of(language))
    if view.primary is not None:
        _button(canvas, go_on, "enter", view.primary.of(language), strong=True)


def _banner(canvas: Canvas, box: pygame.Rect, words: str) -> None:
    canvas.fill(box, canvas.theme.red, 8)
    inside = box.inflate(-canvas.px(20), -canvas.px(6))
    canvas.paragraph(words, inside, face=Face.STRONG, size=22, ink=canvas.theme.on_red, ground=canvas.theme.red,
                     valign="middle")  # fmt: skip


def _button(canvas: Canvas, box: pygame.Rect, key: str, words: str, *, strong: bool = False) -> None:
    theme = canvas.theme
    ground = theme.gold if strong else theme.raised
    canvas.fill(box, ground, 8)
    name = setup_work.key_words(key)
    wide = canvas.measure(name, Face.NUMBER, canvas.smallest_px)[0] + canvas.px(10)
    cap = pygame.Rect(box.x + canvas.px(8), 0, max(canvas.px(48), wide), max(canvas.px(38), canvas.smallest_px + 4))
    cap.centery = box.centery
    key_cap(canvas, cap, name, on=not strong)
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
        setup_work.draw_choice(canvas, row, Choice(str(number + 1), answer, chosen=number == 0), language)
