"""Big moments of the crowd board: pin counts, knock-outs, finishers, eliminations, the winner, "under review"."""

import pygame

from companion.screens import signs
from companion.screens.canvas import Canvas
from companion.screens.fonts import Face
from companion.screens.languages import tr
from companion.screens.theme import SLANT
from companion.screens.view_model import Chip, CrowdView, Ending, Moment, MomentKind, Rgb

SLAM_MS = 220
"""A band slams in this fast; with reduced motion it is simply there."""
MOMENT_MS: dict[MomentKind, int] = {
    MomentKind.PIN: 3200,
    MomentKind.KNOCK_OUT: 3600,
    MomentKind.FINISHER: 3000,
    MomentKind.ELIMINATED: 3600,
    MomentKind.SUBMISSION: 3000,
    MomentKind.BELL: 2400,
    MomentKind.WINNER: 6000,
}
COUNT_TO = 3
TOLD = 1.25
"""Of the smallest type: how large several lines below a title are."""


def moment_on(moment: Moment | None, now_ms: int) -> bool:
    """Whether the moment still fills the board."""
    return moment_left_ms(moment, now_ms) > 0


def moment_left_ms(moment: Moment | None, now_ms: int) -> int:
    """How long the moment will still fill the board; 0 when it is over or yet to come."""
    if moment is None or now_ms < moment.at_ms:
        return 0
    return max(0, moment.at_ms + max(MOMENT_MS[moment.kind], moment.count_ms) - now_ms)


def count_of(moment: Moment | None, now_ms: int) -> int:
    """The number that the moment's count has come to; 0 where nothing is counted."""
    if moment is None or not moment.count_ms:
        return 0 if moment is None else moment.count
    return min(moment.count, 1 + max(0, now_ms - moment.at_ms) * moment.count // moment.count_ms)


def moving(view: CrowdView, now_ms: int) -> bool:
    """Whether the board looks different at the next frame although the view is the same."""
    return not view.reduced_motion and view.moment is not None and 0 <= now_ms - view.moment.at_ms <= SLAM_MS


def moment_overlay(canvas: Canvas, view: CrowdView, language: str, now_ms: int, least: int) -> None:
    """What lies across the board, if anything: review before moment before ending."""
    if view.review:
        _band(
            canvas,
            1.0,
            canvas.theme.ink,
            canvas.theme.floor,
            tr(language, "Under review").upper(),
            tr(language, "the referee decides"),
            least,
            (),
        )
    elif view.moment is not None and moment_on(view.moment, now_ms):
        _moment(canvas, view.moment, view, language, now_ms, least)
    elif view.ending is not None:
        _ending(canvas, view, view.ending, language, least)


def _moment(canvas: Canvas, moment: Moment, view: CrowdView, language: str, now_ms: int, least: int) -> None:
    theme = canvas.theme
    arrived = 1.0 if view.reduced_motion else min(1.0, (now_ms - moment.at_ms) / SLAM_MS)
    arrived = 1 - (1 - arrived) ** 3
    chips = () if moment.chip is None else (moment.chip,)
    loud = moment.kind in {MomentKind.KNOCK_OUT, MomentKind.ELIMINATED, MomentKind.PIN}
    ground, ink = (theme.red, theme.on_red) if loud else (theme.gold, theme.on_gold)
    title = moment.title.of(language).upper()
    _band(canvas, arrived, ground, ink, title, moment.subject.upper(), least, chips, count=count_of(moment, now_ms))


def _ending(canvas: Canvas, view: CrowdView, ending: Ending, language: str, least: int) -> None:
    detail = "" if ending.detail is None else ending.detail.of(language)
    if view.belt and view.champion:
        held = tr(language, "{belt}: {champion} is champion", belt=view.belt, champion=view.champion)
        detail = f"{detail} · {held}" if detail else held
    theme = canvas.theme
    _band(canvas, 1.0, theme.gold, theme.on_gold, ending.title.of(language).upper(), detail, least, ending.chips[:4])


def _band(
    canvas: Canvas,
    arrived: float,
    ground: Rgb,
    ink: Rgb,
    title: str,
    subject: str,
    least: int,
    chips: tuple[Chip, ...],
    count: int = 0,
) -> None:
    """A slanted band across the board between two sets of ropes; it comes in from the left."""
    theme = canvas.theme
    canvas.layer += 1
    canvas.shade(canvas.rect, theme.floor, round(170 * arrived))
    high = round(canvas.height * (0.44 if canvas.upright else 0.42))
    band = pygame.Rect(0, 0, canvas.width, high)
    band.centery = canvas.rect.centery
    band.x = round((arrived - 1) * canvas.width)
    lean = round(high * SLANT)
    canvas.polygon(
        [
            (band.left - lean, band.bottom),
            (band.left - lean, band.top + lean // 2),
            (band.right + lean, band.top),
            (band.right + lean, band.bottom - lean // 2),
        ],
        ground,
    )
    rope = max(6, round(canvas.height * 0.012))
    canvas.ropes(pygame.Rect(band.x, band.top - rope * 2, band.width, rope))
    canvas.ropes(pygame.Rect(band.x, band.bottom + rope, band.width, rope))
    inner = band.inflate(-round(canvas.width * 0.1), -round(high * 0.2))
    if canvas.upright:
        _stacked(canvas, inner, ground, ink, title, subject, least, chips, count)
    else:
        _abreast(canvas, inner, ground, ink, title, subject, least, chips, count)
    canvas.layer -= 1


def _abreast(
    canvas: Canvas,
    box: pygame.Rect,
    ground: Rgb,
    ink: Rgb,
    title: str,
    subject: str,
    least: int,
    chips: tuple[Chip, ...],
    count: int,
) -> None:
    """Chips, words and count side by side."""
    left = box.left
    for sign in chips:
        radius = box.height * (0.42 if len(chips) == 1 else 0.28)
        signs.chip(canvas, (left + radius, box.centery), radius, sign)
        left += round(radius * 2.25)
    right = box.right
    if count:
        right -= round(box.height * 0.9)
        _count(canvas, pygame.Rect(right, box.top, box.right - right, box.height), count, ground, ink)
    room = pygame.Rect(left, box.top, right - left - round(least * 0.4), box.height)
    align = "left" if chips or count else "centre"
    _words(canvas, room, ground, ink, title, subject, least, align)


def _stacked(
    canvas: Canvas,
    box: pygame.Rect,
    ground: Rgb,
    ink: Rgb,
    title: str,
    subject: str,
    least: int,
    chips: tuple[Chip, ...],
    count: int,
) -> None:
    """Chips and count above the words."""
    high = round(box.height * 0.42) if chips or count else 0
    radius = high * 0.46
    left = box.left
    for sign in chips:
        signs.chip(canvas, (left + radius, box.top + radius), radius, sign)
        left += round(radius * 2.2)
    if count:
        _count(canvas, pygame.Rect(box.right - high, box.top, high, high), count, ground, ink)
    room = pygame.Rect(box.x, box.top + high, box.width, box.height - high)
    _words(canvas, room, ground, ink, title, subject, least, "left" if chips or count else "centre")


def _words(
    canvas: Canvas, box: pygame.Rect, ground: Rgb, ink: Rgb, title: str, subject: str, least: int, align: str
) -> None:
    units = box.height / canvas.unit
    if not subject:
        canvas.paragraph(
            title, box, face=Face.POSTER, size=units * 0.62, ink=ink, ground=ground, align=align, valign="middle"
        )
        return
    # what is told below the title is never too small for the hall: the title makes room for its lines
    size = TOLD * least / canvas.unit
    lines = canvas.lines_of(subject, Face.STRONG, size, box.width)
    if canvas.lines_of(subject, Face.STRONG, least / canvas.unit, box.width) == 1:
        lines = 1
    below = min(0.7, max(0.4, lines * least * TOLD * 1.05 / box.height))
    top = pygame.Rect(box.x, box.y, box.width, round(box.height * (1 - below)))
    canvas.text(title, top, face=Face.POSTER, size=units * 0.97 * (1 - below), ink=ink, ground=ground, align=align)
    bottom = pygame.Rect(box.x, top.bottom, box.width, box.bottom - top.bottom)
    if lines == 1:  # as large as it fits beside each other
        canvas.text(
            subject, bottom, face=Face.STRONG, size=2 * least / canvas.unit, ink=ink, ground=ground, align=align
        )
        return
    canvas.paragraph(subject, bottom, face=Face.STRONG, size=size, ink=ink, ground=ground, align=align, valign="middle")


def _count(canvas: Canvas, box: pygame.Rect, count: int, ground: Rgb, ink: Rgb) -> None:
    """The count of the pin, 1 to 3, with a mark for each slap."""
    top = pygame.Rect(box.x, box.y, box.width, round(box.height * 0.8))
    canvas.text(
        str(count), top, face=Face.POSTER, size=top.height * 1.05 / canvas.unit, ink=ink, ground=ground, align="centre"
    )
    radius = box.height * 0.06
    for slap in range(COUNT_TO):
        centre = (box.centerx + (slap - 1) * radius * 3, box.bottom - radius * 1.4)
        if slap < count:
            canvas.disc(centre, radius, ink)
        else:
            canvas.circle(centre, radius, ink, 3)
