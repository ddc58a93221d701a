"""Where the parts of both screens lie, from the real size of the surface."""

from dataclasses import dataclass, replace

import pygame

from companion.screens.canvas import Canvas
from companion.screens.view_model import CrowdView, RefereeView

LEAST_TARGET_PX = 44
"""No side of a place to press is shorter."""


def finger_px(canvas: Canvas) -> int:
    """The side of a place to press: what a finger needs, in proportion where the screen has more pixels."""
    return max(LEAST_TARGET_PX, canvas.px(LEAST_TARGET_PX))


@dataclass(frozen=True, slots=True)
class RefereeLayout:
    """Rectangles in pixels; `below` (timers and proposals) is None when there is nothing to put there."""

    top: pygame.Rect
    fighters: pygame.Rect
    ring: pygame.Rect
    below: pygame.Rect | None
    actions: pygame.Rect
    journal: pygame.Rect
    keys: pygame.Rect


def referee_layout(canvas: Canvas, view: RefereeView) -> RefereeLayout:
    layout = _referee_upright(canvas, view) if canvas.upright else _referee_wide(canvas)
    if view.board is None or view.proposals or layout.below is None:
        return layout
    if view.timers:  # the clocks alone need no more than a line each
        high = max(LEAST_TARGET_PX, canvas.px(30 + 44 * len(view.timers[:3])))
        below = layout.below
        lower = pygame.Rect(below.x, below.bottom - high, below.width, high)
        table = pygame.Rect(layout.ring.x, layout.ring.y, layout.ring.width, lower.top - canvas.px(12) - layout.ring.y)
        return replace(layout, ring=table, below=lower)
    # no camera looks at a card game: the table takes the place of its proposals
    return replace(layout, ring=layout.ring.union(layout.below), below=None)


def _referee_wide(canvas: Canvas) -> RefereeLayout:
    px, width, height = canvas.px, canvas.width, canvas.height
    gap, edge = px(12), px(12)
    top = pygame.Rect(0, 0, width, px(92))
    keys_high = max(px(54), LEAST_TARGET_PX)
    keys = pygame.Rect(0, height - keys_high, width, keys_high)
    body = pygame.Rect(edge, top.bottom + px(9) + gap, width - 2 * edge, 0)
    body.height = keys.top - gap - body.top
    left = pygame.Rect(body.x, body.y, round(body.width * 0.275), body.height)
    right_width = round(body.width * 0.345)
    right = pygame.Rect(body.right - right_width, body.y, right_width, body.height)
    middle = pygame.Rect(left.right + gap, body.y, right.left - left.right - 2 * gap, body.height)
    below_high = max(px(196), 132)
    ring = pygame.Rect(middle.x, middle.y, middle.width, middle.height - below_high - gap)
    below = pygame.Rect(middle.x, ring.bottom + gap, middle.width, below_high)
    journal_high = round(body.height * 0.26)
    actions = pygame.Rect(right.x, right.y, right.width, right.height - journal_high - gap)
    journal = pygame.Rect(right.x, actions.bottom + gap, right.width, journal_high)
    return RefereeLayout(top, left, ring, below, actions, journal, keys)


def _referee_upright(canvas: Canvas, view: RefereeView) -> RefereeLayout:
    px, width, height = canvas.px, canvas.width, canvas.height
    gap, edge = px(12), px(12)
    top = pygame.Rect(0, 0, width, px(140))
    keys_high = 2 * max(px(48), LEAST_TARGET_PX)
    keys = pygame.Rect(0, height - keys_high, width, keys_high)
    body = pygame.Rect(edge, top.bottom + px(9) + gap, width - 2 * edge, 0)
    body.height = keys.top - gap - body.top
    shares = {"ring": 0.29, "below": 0.115, "fighters": 0.225, "journal": 0.08}
    if len(view.fighters) > 8:
        shares |= {"ring": 0.25, "fighters": 0.275}
    ring = pygame.Rect(body.x, body.y, body.width, round(body.height * shares["ring"]))
    below = pygame.Rect(body.x, ring.bottom + gap, body.width, round(body.height * shares["below"]))
    journal_high = round(body.height * shares["journal"])
    journal = pygame.Rect(body.x, body.bottom - journal_high, body.width, journal_high)
    fighters_high = round(body.height * shares["fighters"])
    fighters = pygame.Rect(body.x, journal.top - gap - fighters_high, body.width, fighters_high)
    actions = pygame.Rect(body.x, below.bottom + gap, body.width, fighters.top - below.bottom - 2 * gap)
    return RefereeLayout(top, fighters, ring, below, actions, journal, keys)


@dataclass(frozen=True, slots=True)
class CrowdLayout:
    """Rectangles in pixels; `ring` is None for a game without a ring."""

    top: pygame.Rect
    fighters: pygame.Rect
    ring: pygame.Rect | None
    headline: pygame.Rect


def crowd_layout(canvas: Canvas, view: CrowdView, least_px: int, *, beside: bool = False) -> CrowdLayout:
    """Where the parts of the crowd board lie.

    Args:
        least_px: least size of type: 1/28 of the height.
        beside: something stands in the ring's place although there is no ring to show.
    """
    without = view.ring is None and not beside
    gap = round(canvas.height * 0.014)
    edge = round(min(canvas.width, canvas.height) * 0.02)
    width, height = canvas.width, canvas.height
    if canvas.upright:
        top = pygame.Rect(0, 0, width, round(least_px * 3.4))
        line = pygame.Rect(0, height - round(least_px * 2.7), width, round(least_px * 2.7))
        body = pygame.Rect(edge, top.bottom + gap, width - 2 * edge, line.top - top.bottom - 2 * gap)
        if without:
            return CrowdLayout(top, body, None, line)
        ring_high = min(body.width, round(body.height * 0.4))
        ring = pygame.Rect(body.x, body.y, body.width, ring_high)
        fighters = pygame.Rect(body.x, ring.bottom + gap, body.width, body.bottom - ring.bottom - gap)
        return CrowdLayout(top, fighters, ring, line)
    top = pygame.Rect(0, 0, width, round(least_px * 2.6))
    line = pygame.Rect(0, height - round(least_px * 2.3), width, round(least_px * 2.3))
    body = pygame.Rect(edge, top.bottom + gap, width - 2 * edge, line.top - top.bottom - 2 * gap)
    if without:
        return CrowdLayout(top, body, None, line)
    ring_width = min(body.height, round(body.width * 0.44))
    ring = pygame.Rect(body.right - ring_width, body.y, ring_width, body.height)
    fighters = pygame.Rect(body.x, body.y, body.width - ring_width - gap * 2, body.height)
    return CrowdLayout(top, fighters, ring, line)
