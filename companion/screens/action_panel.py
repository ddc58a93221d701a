"""The right-hand panel: what is asked, dice due, and everything that can be answered, numbered."""

from collections.abc import Sequence

import pygame

from companion.kernel.dice_calls import FAULT_WORDS
from companion.kernel.text import Text
from companion.screens import signs
from companion.screens.canvas import Canvas, split_columns, split_rows
from companion.screens.dice_entry import faults_of
from companion.screens.fonts import Face
from companion.screens.inputs import PICK
from companion.screens.languages import tr, trn
from companion.screens.layout import finger_px
from companion.screens.letter_pad import least_high, letters, pad_key
from companion.screens.menu import (
    CHOICE_KEYS,
    DONE_KEY,
    done_choice,
    numbered_choices,
    on_page,
    pages,
    typed_dice,
)
from companion.screens.order_keys import PEEK
from companion.screens.theme import mix
from companion.screens.view_model import Action, DiceDue, Entry, Notice, RefereeView, Thrown, Tone
from companion.screens.widgets import MINUS, heading, key_cap, mark

HALF = "½"
HALF_WORD = Text("half", "medio")
SEARCH = Text("search", "buscar")
BECAUSE = Text("Why: {reason}", "Motivo: {reason}")
PRESS_FOR_WHY = Text("Press {key} to see why.", "Pulsa {key} para ver por qué.")
AT_ONCE = Text(
    "a digit is taken at once; ½ comes before it: key . , or /",
    "un dígito vale al momento; el ½ va antes: tecla . , o /",
)
SHOWS = Text("Tab: show, hide", "Tab: ver, ocultar")
MOST_LINES = 4
"""Of a banner: the choices below need the rest."""
_GAP = 7
_LYING = 36
"""How high a row of dice that lie already is; the oldest rows go where there is no room."""


def panel(canvas: Canvas, box: pygame.Rect, view: RefereeView, language: str) -> None:
    theme = canvas.theme
    canvas.fill(box, theme.panel, 10)
    canvas.frame(box, theme.gold, 3, 10)
    inner = box.inflate(-canvas.px(30), -canvas.px(24))
    top = inner.top
    top = _question(canvas, inner, view, language)
    if view.notice is not None:
        top = _notice(canvas, pygame.Rect(inner.x, top, inner.width, canvas.px(58)), view.notice, language)
    if view.dice is not None:
        room = inner.bottom - top - _least_pad(canvas, view.dice.sides)
        top = _dice(canvas, pygame.Rect(inner.x, top, inner.width, canvas.px(150)), view.dice, language, room)
    if view.entry is not None:
        top = _entry(canvas, pygame.Rect(inner.x, top, inner.width, canvas.px(110)), view.entry, language)
    rest = pygame.Rect(inner.x, top, inner.width, inner.bottom - top)
    if view.entry is not None and view.entry.letters:
        letters(canvas, _fits(canvas, rest, view.entry, language), language)
        return
    if view.dice is not None:
        faces = [str(face % 10) for face in range(1, view.dice.sides + 1)]
        _pad(canvas, rest, faces, language, dice=True, roll=view.dice.here, cursor=view.cursor)
    elif view.entry is not None:
        keys = [*"1234567890", *([] if view.entry.whole else [HALF]), MINUS]
        _pad(canvas, rest, keys, language, cursor=view.cursor)
    else:
        _choices(canvas, rest, view, language)


def _question(canvas: Canvas, box: pygame.Rect, view: RefereeView, language: str) -> int:
    theme = canvas.theme
    head = pygame.Rect(box.x, box.y, box.width, canvas.px(30))
    trail = _trail(canvas, view, language, round(head.width * (0.7 if view.decision is not None else 1.0)))
    if view.decision is None:
        heading(canvas, head, trail or tr(language, "What happens next?"), size=26)
        return head.bottom + canvas.px(8)
    owners = ", ".join(view.decision.owners)
    left = pygame.Rect(head.x, head.y, round(head.width * 0.7), head.height)
    heading(canvas, left, trail or owners or tr(language, "Referee"), size=26)
    right = pygame.Rect(left.right, head.y, head.right - left.right, head.height)
    canvas.text(rule_words(view.decision.rule, language), right, size=18, ink=theme.soft, align="right")
    words = pygame.Rect(box.x, head.bottom, box.width, canvas.px(62))
    taken = canvas.paragraph(view.decision.question.of(language), words, face=Face.STRONG, size=32, valign="middle")
    return max(words.bottom, taken.bottom) + canvas.px(8)


def rule_words(rule: str, language: str) -> str:
    """A rule ID as it is; a section of the rules file in the language of the screen."""
    return rule.replace("section ", tr(language, "section") + " ")


def _trail(canvas: Canvas, view: RefereeView, language: str, width: int) -> str:
    """Where the menu stands; the last step alone where the whole way is too long."""
    parts = [part.of(language) for part in view.trail]
    whole = " › ".join(parts)
    if parts and canvas.measure(whole.upper(), Face.POSTER, canvas.type_px(20))[0] > width:
        return parts[-1]
    return whole


def _notice(canvas: Canvas, box: pygame.Rect, notice: Notice, language: str) -> int:
    theme = canvas.theme
    text = notice.text.of(language) + (f" [{notice.rule}]" if notice.rule else "")
    lines = canvas.lines_of(text, Face.STRONG, 22, box.width - canvas.px(62))
    box.height = max(box.height, min(lines, MOST_LINES) * canvas.line_px(Face.STRONG, 22) + canvas.px(10))
    canvas.fill(box, theme.raised, 8)
    radius = canvas.px(11)
    signs.tone_sign(canvas, (box.x + canvas.px(26), box.centery), radius, notice.tone)
    words = pygame.Rect(box.x + canvas.px(52), box.y + 2, box.width - canvas.px(62), box.height - 4)
    canvas.paragraph(
        text, words, face=Face.STRONG, size=22, ink=theme.tone(notice.tone), ground=theme.raised, valign="middle"
    )
    return box.bottom + canvas.px(8)


def dice_words(due: DiceDue, language: str) -> str:
    """`3 dice of 6`, with what counts as a success."""
    words = trn(language, "{n} die of {sides}", "{n} dice of {sides}", due.count, sides=due.sides)
    return words if due.counts_as is None else f"{words} · {due.counts_as.of(language)}"


def _least_pad(canvas: Canvas, sides: int) -> int:
    """How high the keys below dice of so many sides are at least."""
    return (-(-sides // 6) + (1 if canvas.upright else 2)) * (finger_px(canvas) + canvas.px(_GAP)) + canvas.px(8)


def _dice(canvas: Canvas, box: pygame.Rect, due: DiceDue, language: str, room: int) -> int:
    """The dice that are due, below those that lie already.

    Args:
        room: how high it may be, in pixels.
    """
    theme = canvas.theme
    told = [f"{due.purpose.of(language)} · {dice_words(due, language)}"]
    high = canvas.px(34)
    if canvas.measure(told[0], Face.STRONG, canvas.type_px(25))[0] > box.width - canvas.px(24):
        told = [due.purpose.of(language), dice_words(due, language)]  # a line each: what counts is never cut
        box.height += high
    lying = _lying_rows(canvas, box.width - canvas.px(24), due.lying, language)
    lying = lying[max(0, len(lying) - max(0, room - box.height) // canvas.px(_LYING)) :]
    box.height += len(lying) * canvas.px(_LYING)
    canvas.fill(box, theme.raised, 8)
    inner = box.inflate(-canvas.px(24), -canvas.px(16))
    for row in lying:
        _draw_lying(canvas, pygame.Rect(inner.x, inner.y, inner.width, canvas.px(_LYING - 4)), row, language)
        inner = pygame.Rect(inner.x, inner.y + canvas.px(_LYING), inner.width, inner.height - canvas.px(_LYING))
    first = pygame.Rect(inner.x, inner.y, inner.width, high)
    for number, words in enumerate(told):
        first = pygame.Rect(inner.x, inner.y + number * high, inner.width, high)
        canvas.text(words, first, face=Face.STRONG, size=25, ground=theme.raised)
    dice = typed_dice(due.typed)
    side = min(canvas.px(56), (inner.width - canvas.px(6) * (max(due.count, 1) - 1)) // max(due.count, 1))
    for index in range(due.count):
        cube = pygame.Rect(inner.x + index * (side + canvas.px(6)), first.bottom + canvas.px(4), side, side)
        face, mark = dice[index] if index < len(dice) else ("", "")
        signs.die(canvas, cube, face, sides=due.sides, empty=not face)
        if mark:
            at = (cube.right - cube.width * 0.14, cube.top + cube.height * 0.14)
            signs.tone_sign(canvas, at, cube.width * 0.2, Tone.WARN)
    last = pygame.Rect(inner.x, inner.bottom - canvas.px(32), inner.width, canvas.px(32))
    if due.problem is not None:
        canvas.text(due.problem.of(language), last, face=Face.STRONG, size=21, ink=theme.bad, ground=theme.raised)
    else:
        faults = faults_of(due.typed)
        hint = tr(language, "Type the faces: 6 4 1, then Enter. R rolls here.")
        if due.more:
            hint = tr(language, "Type the faces; then the next fighter's are asked for. R rolls all.")
        if not due.here:
            hint = tr(language, "Throw it and type the face, then Enter.")
        if faults:
            place, fault = faults[-1]
            words = FAULT_WORDS[fault].of(language)
            hint = tr(language, "Die {n} {fault}: the throw waits for a decision.", n=place + 1, fault=words)
        canvas.text(hint, last, size=20, ink=theme.gold_ink if faults else theme.soft, ground=theme.raised)
    return box.bottom + canvas.px(8)


def _lying_wide(canvas: Canvas, one: Thrown, language: str) -> int:
    """What one throw takes of a row: its name, its dice and the gap after them."""
    words, _ = canvas.measure(one.whose.of(language), Face.TEXT, canvas.type_px(20))
    return words + canvas.px(8) + len(one.faces) * canvas.px(_LYING) + canvas.px(14)


def _lying_rows(canvas: Canvas, width: int, lying: Sequence[Thrown], language: str) -> list[list[Thrown]]:
    """Throws that lie already, as many in a row as have room."""
    rows: list[list[Thrown]] = []
    left = 0
    for one in lying:
        wide = _lying_wide(canvas, one, language)
        if not rows or wide > left:
            rows.append([])
            left = width
        rows[-1].append(one)
        left -= wide
    return rows


def _draw_lying(canvas: Canvas, row: pygame.Rect, lying: Sequence[Thrown], language: str) -> None:
    theme, left = canvas.theme, row.x
    for one in lying:
        dice = len(one.faces) * canvas.px(_LYING)
        words, _ = canvas.measure(one.whose.of(language), Face.TEXT, canvas.type_px(20))
        label = pygame.Rect(left, row.y, min(words + 2, row.right - left - dice - canvas.px(8)), row.height)
        canvas.text(one.whose.of(language), label, size=20, ink=theme.soft, ground=theme.raised)
        left = label.right + canvas.px(8)
        for face in one.faces:
            signs.die(canvas, pygame.Rect(left, row.y, row.height, row.height), face, sides=one.sides)
            left += canvas.px(_LYING)
        left += canvas.px(14)


def _entry(canvas: Canvas, box: pygame.Rect, entry: Entry, language: str) -> int:
    theme = canvas.theme
    canvas.typing = entry.letters
    canvas.fill(box, theme.raised, 8)
    inner = box.inflate(-canvas.px(24), -canvas.px(14))
    label = pygame.Rect(inner.x, inner.y, inner.width, canvas.px(32))
    told = entry.problem if entry.problem is not None and entry.letters else entry.label
    ink = theme.bad if told is entry.problem else theme.ink
    canvas.paragraph(told.of(language), label, face=Face.STRONG, size=25, ink=ink, ground=theme.raised, valign="middle")
    field = pygame.Rect(
        inner.x,
        label.bottom + canvas.px(2),
        round(inner.width * (0.74 if entry.letters else 0.4)),
        inner.bottom - label.bottom - canvas.px(2),
    )
    canvas.fill(field, theme.floor, 6)
    canvas.frame(field, theme.gold, 2, 6)
    unit = "" if entry.unit is None else entry.unit.of(language)
    canvas.text(
        f"{entry.typed}_ {unit}", field.inflate(-canvas.px(16), 0), face=Face.NUMBER, size=30, ground=theme.floor
    )
    right = pygame.Rect(field.right + canvas.px(14), field.y, inner.right - field.right - canvas.px(14), field.height)
    problem = None if entry.letters else entry.problem
    waiting = AT_ONCE.of(language) if entry.commands else tr(language, "then Enter")
    words = waiting if problem is None else problem.of(language)
    if entry.secret:
        canvas.target(box, PEEK)
        words = SHOWS.of(language)
    ink = theme.soft if problem is None else theme.bad
    canvas.paragraph(words, right, size=21, ink=ink, ground=theme.raised, valign="middle")
    return box.bottom + canvas.px(8)


def _fits(canvas: Canvas, box: pygame.Rect, entry: Entry, language: str) -> pygame.Rect:
    """Names that fit what was written, to be pressed; what is left of the box below them."""
    gap = min(canvas.px(_GAP), 4)
    if not entry.fits or box.height < finger_px(canvas) + gap + least_high(canvas):
        return box  # under a banner, which goes with the next letter
    row = pygame.Rect(box.x, box.y, box.width, finger_px(canvas))
    for place, (cell, words) in enumerate(
        zip(split_columns(row, [1.0] * len(entry.fits), gap), entry.fits, strict=True)
    ):
        canvas.fill(cell, canvas.theme.raised, 8)
        canvas.frame(cell, canvas.theme.gold, 1, 8)
        inner = cell.inflate(-canvas.px(16), -canvas.px(4))
        canvas.paragraph(
            words.of(language), inner, face=Face.STRONG, size=19, ground=canvas.theme.raised, valign="middle"
        )
        canvas.target(cell, f"{PICK}{place}")
    return pygame.Rect(box.x, row.bottom + gap, box.width, box.bottom - row.bottom - gap)


def _grid(canvas: Canvas, box: pygame.Rect, count: int, columns: int, tallest: int) -> list[pygame.Rect]:
    """Cells for `count` places to press, none shorter than a finger needs."""
    gap = canvas.px(_GAP)
    rows = -(-count // columns)
    high = min(tallest, (box.height - gap * (rows - 1)) // max(1, rows))
    high = max(high, finger_px(canvas))
    width = (box.width - gap * (columns - 1)) // columns
    return [
        pygame.Rect(box.x + (n % columns) * (width + gap), box.y + (n // columns) * (high + gap), width, high)
        for n in range(count)
    ]


def _choices(canvas: Canvas, box: pygame.Rect, view: RefereeView, language: str) -> None:
    shown = on_page(view)
    numbered = [one for one in shown if one[0] in CHOICE_KEYS]
    repairs = [one for one in shown if one[1].shortcut and one[0] == one[1].shortcut]
    gap = canvas.px(_GAP)
    last = _last_row(canvas, box, view, language)
    if last:
        box = pygame.Rect(box.x, box.y, box.width, box.height - finger_px(canvas) - gap)
    columns = 3 if canvas.upright else 2
    rows = -(-len(numbered) // columns)
    # the bar below has the letters, too: a banner may take the place of this row
    if repairs and (rows + 1) * (finger_px(canvas) + gap) <= box.height:
        row = pygame.Rect(box.x, box.bottom - finger_px(canvas), box.width, finger_px(canvas))
        for cell, (key, action) in zip(split_columns(row, [1.0] * len(repairs), gap), repairs, strict=True):
            pad_key(canvas, cell, key, key.upper(), action.label.of(language), wrap=True)
            mark(canvas, cell, here=key == view.cursor)
        box = pygame.Rect(box.x, box.y, box.width, box.height - finger_px(canvas) - gap)
    if not numbered:
        return
    # a reason takes a line more than an odd
    tallest = canvas.px(84 if all(action.legal for _, action in numbered) else 100)
    if len(numbered) <= columns * 2 and len(numbered) * (finger_px(canvas) + gap) <= box.height:
        columns = 1
    for cell, (key, action) in zip(_grid(canvas, box, len(numbered), columns, tallest), numbered, strict=True):
        _choice(canvas, cell, key, action, language)
        mark(canvas, cell, here=key == view.cursor)


def _last_row(canvas: Canvas, box: pygame.Rect, view: RefereeView, language: str) -> bool:
    """The lowest row: the next page, another reason, what ends a slot or a list; whether there is one."""
    done = done_choice(view)
    keys: list[tuple[str, str, str]] = []
    if pages(view) > 1:
        words = tr(language, "page {n} of {all}", n=view.action_page % pages(view) + 1, all=pages(view))
        keys.append(("pagedown", tr(language, "PgDn"), words))
        if sum(one.legal for one in numbered_choices(view)) > len(CHOICE_KEYS):
            keys.append(("f", "F", SEARCH.of(language)))
    if view.reason is not None:
        keys.append(("w", "W", BECAUSE.filled(reason=view.reason).of(language)))
    if view.picking:
        keys.append(("enter", "⏎", tr(language, "done")))
    if done is not None:
        keys.append((DONE_KEY, DONE_KEY.upper(), done.label.of(language)))
    row = pygame.Rect(box.x, box.bottom - finger_px(canvas), box.width, finger_px(canvas))
    # each as wide as its cap and its words: a long one does not cut a short one
    sides = [canvas.px(90) + canvas.measure(words, Face.STRONG, canvas.type_px(22))[0] for _, _, words in keys]
    for cell, (key, cap, words) in zip(
        split_columns(row, list(map(float, sides)) or [1.0], canvas.px(_GAP)), keys, strict=False
    ):
        pad_key(canvas, cell, key, cap, words, wrap=key == "w")
        if key in {DONE_KEY, "enter"}:  # always here, whatever the numbers above are for
            canvas.frame(cell, canvas.theme.gold, 3, 8)
        mark(canvas, cell, here=view.cursor == key)
    return bool(keys)


def _pad(
    canvas: Canvas,
    box: pygame.Rect,
    keys: Sequence[str],
    language: str,
    *,
    dice: bool = False,
    roll: bool = False,
    cursor: str | None = None,
) -> None:
    """A pad for fingers and mouse that does what the keyboard does.

    Args:
        dice: the keys are faces.
        roll: they may be rolled here.
    """
    columns = 6
    commands = [("backspace", "⌫", tr(language, "erase")), ("escape", "Esc", tr(language, "back"))]
    if roll:
        commands.insert(0, ("r", "R", tr(language, "roll here")))
    if dice:
        commands.insert(len(commands) - 2, ("f", "F", tr(language, "fell badly")))
    commands.append(("enter", "⏎", tr(language, "done")))
    rows = -(-len(keys) // columns)
    tallest = canvas.px(84)
    below = 2 if dice and not canvas.upright else 1
    cells = _grid(canvas, box, len(keys), columns, min(tallest, box.height // (rows + below)))
    for cell, key in zip(cells, keys, strict=True):
        canvas.fill(cell, canvas.theme.raised, 8)
        size = cell.height * 0.55 / canvas.unit
        shown = cell
        if key == HALF:  # the small sign with its word
            shown, word = split_rows(cell, 2, 0)
            size *= 0.7
            canvas.text(HALF_WORD.of(language), word, size=19, ground=canvas.theme.raised, align="centre")
        canvas.text(key, shown, face=Face.NUMBER, size=size, ground=canvas.theme.raised, align="centre")
        canvas.target(cell, key)
        mark(canvas, cell, here=cursor == {MINUS: "-"}.get(key, key))
    top = cells[-1].bottom + canvas.px(_GAP)
    rest = pygame.Rect(box.x, top, box.width, box.bottom - top)
    columns = len(commands) if len(commands) < 5 or canvas.upright else 3
    for cell, (key, cap, told) in zip(_grid(canvas, rest, len(commands), columns, tallest), commands, strict=True):
        pad_key(canvas, cell, key, cap, told)


def _choice(canvas: Canvas, box: pygame.Rect, key: str, action: Action, language: str) -> None:
    if not action.legal:
        canvas.target(box, key)
        _refused(canvas, box, key, action, language)
        return
    theme = canvas.theme
    canvas.fill(box, theme.raised, 8)
    canvas.target(box, key)
    pad = canvas.px(8)
    side = min(box.height - 2 * pad, canvas.px(46))
    plate = pygame.Rect(box.x + pad, 0, side, side)
    plate.centery = box.centery
    key_cap(canvas, plate, key.upper())
    left = plate.right + pad
    room = pygame.Rect(left, box.y + canvas.px(3), box.right - left - pad, box.height - canvas.px(6))
    label = action.label.of(language) + (" ›" if action.children or action.needs else "")
    whole, short = _odds_words(action, language), _odds_words(action, language, whole=False)
    _two_lines(canvas, room, label, (whole, short), theme.raised, theme.ink, theme.soft)


def _refused(canvas: Canvas, box: pygame.Rect, key: str, action: Action, language: str) -> None:
    """Greyed: what it is and the rule above, the reason below; in one flow where that has no room."""
    theme = canvas.theme
    ground = mix(theme.panel, theme.floor, 0.45)
    canvas.fill(box, ground, 8)
    inner = box.inflate(-canvas.px(20), -canvas.px(6))
    high = round(inner.height * 0.36)
    radius = canvas.px(7)
    signs.tone_sign(canvas, (inner.x + radius, inner.y + high / 2), radius, Tone.OFF)
    rule, _ = canvas.measure(action.rule, Face.TEXT, canvas.type_px(16))
    left = inner.x + 2 * radius + canvas.px(8)
    words = action.label.of(language)
    reason = "" if action.reason is None else action.reason.of(language)
    label = pygame.Rect(left, inner.y, inner.right - rule - 2 - left - canvas.px(6), high)
    wide, _ = canvas.measure(words, Face.STRONG, canvas.smallest_px)
    below = pygame.Rect(inner.x, label.bottom, inner.width, inner.bottom - label.bottom)
    flow = pygame.Rect(left, box.y + 2, inner.right - left, box.height - 4)
    is_tight = wide > inner.right - left or not canvas.fits(reason, Face.TEXT, below)
    if reason and is_tight and canvas.fits(f"{words}: {reason}", Face.TEXT, flow):
        canvas.paragraph(f"{words}: {reason}", flow, size=18, ink=theme.off, ground=ground, valign="middle")
        return
    if wide > label.width:
        # too long for a line beside the rule: the rule goes with the reason
        label.width = inner.right - left
        reason = f"{reason} [{action.rule}]" if action.rule else reason
        if wide > label.width:  # and that with the key, which tells it when it is pressed
            label.height = inner.height
            reason = ""
        canvas.paragraph(words, label, face=Face.STRONG, size=22, ink=theme.off, ground=ground, valign="middle")
    else:
        place = pygame.Rect(label.right, inner.y, inner.right - label.right, high)
        canvas.text(action.rule, place, size=16, ink=theme.off, ground=ground, align="right")
        canvas.text(words, label, face=Face.STRONG, size=22, ink=theme.off, ground=ground)
    rest = pygame.Rect(inner.x, label.bottom, inner.width, inner.bottom - label.bottom)
    if reason and action.reason is not None and not canvas.fits(reason, Face.TEXT, rest):
        reason = action.reason.of(language)  # the rule is told when it is pressed
        if not canvas.fits(reason, Face.TEXT, rest):  # and so is the reason, where it has no room
            reason = PRESS_FOR_WHY.filled(key=key.upper()).of(language)
    canvas.paragraph(reason, rest, size=18, ink=theme.off, ground=ground, valign="middle")


def _odds_words(action: Action, language: str, *, whole: bool = True) -> str:
    """The dice and the chance; not `whole`: without what it is the chance of."""
    parts = [action.dice] if action.dice else []
    if action.odds is not None:
        percent = tr(language, "{percent} %", percent=round(action.odds * 100))
        parts.append(percent if action.odds_of is None or not whole else f"{percent} {action.odds_of.of(language)}")
    return " · ".join(parts)


def _two_lines(
    canvas: Canvas,
    box: pygame.Rect,
    first: str,
    seconds: tuple[str, ...],
    ground: tuple[int, int, int],
    ink: tuple[int, int, int],
    soft: tuple[int, int, int],
) -> None:
    """What it is, and below it the first of `seconds` that has room; the shorter ones come later."""
    second = seconds[0]
    if not second:
        canvas.paragraph(first, box, face=Face.STRONG, size=25, ink=ink, ground=ground, valign="middle")
        return
    long = canvas.measure(first, Face.STRONG, canvas.type_px(19))[0] > box.width
    top = pygame.Rect(box.x, box.y, box.width, round(box.height * (0.66 if long else 0.55)))
    if long and not canvas.fits(first, Face.STRONG, top):
        # no room for two kinds of type: the odds follow the words in one
        lines = [f"{first} · {one}" for one in seconds if canvas.fits(f"{first} · {one}", Face.STRONG, box)]
        canvas.paragraph((*lines, first)[0], box, face=Face.STRONG, size=19, ink=ink, ground=ground, valign="middle")
        return
    if long:
        canvas.paragraph(first, top, face=Face.STRONG, size=19, ink=ink, ground=ground, valign="middle")
    else:
        canvas.text(first, top, face=Face.STRONG, size=25, ink=ink, ground=ground)
    bottom = pygame.Rect(box.x, top.bottom, box.width, box.bottom - top.bottom)
    room = [one for one in seconds if canvas.lines_of(one, Face.TEXT, canvas.smallest_px / canvas.unit, box.width) == 1]
    room += [one for one in seconds if canvas.fits(one, Face.TEXT, bottom)]
    canvas.paragraph((*room, seconds[-1])[0], bottom, size=18, ink=soft, ground=ground, valign="middle")
