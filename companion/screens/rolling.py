"""Dice that were rolled here, falling: shown after they are in the journal, and nobody has to wait for it."""

import math

import pygame

from companion.kernel.acts import AMENDED, COMMANDED, Act
from companion.kernel.dice_counts import faces_in
from companion.screens import signs
from companion.screens.canvas import Canvas
from companion.screens.fonts import Face
from companion.screens.view_model import Rolled

FALL_MS = 450
"""The dice tumble so long; with reduced motion they simply lie there."""
SHOWN_MS = 2200
MOST = 12
_HERE = frozenset({"digital", "kept"})
_TUMBLE_MS = 60


def rolled_of(act: Act, at_ms: int) -> Rolled | None:
    """The dice of an act that the program rolled; None where people threw their own."""
    act = act.again[0] if act.kind == AMENDED and act.parameters["how"] == "change" and act.again else act
    if act.kind != COMMANDED:
        return None
    mine = [roll for roll in act.rolls if roll.method in _HERE]
    faces = tuple(face for roll in mine for face in faces_in(roll.faces))
    if not faces:
        return None
    return Rolled(faces, next((roll.sides for roll in mine if roll.sides is not None), 6), at_ms)


def shown_now(rolled: Rolled | None, now_ms: int) -> bool:
    """Whether the dice are still on the screen."""
    return rolled is not None and 0 <= now_ms - rolled.at_ms < SHOWN_MS


def falling(rolled: Rolled | None, now_ms: int, *, reduced: bool) -> bool:
    """Whether the next frame looks different."""
    return not reduced and rolled is not None and 0 <= now_ms - rolled.at_ms < FALL_MS


def dice_strip(canvas: Canvas, box: pygame.Rect, rolled: Rolled, now_ms: int, *, reduced: bool) -> None:
    """The dice across the lower part of `box`: they drop in, tumble, and lie."""
    theme = canvas.theme
    faces = rolled.faces[:MOST]
    canvas.layer += 1
    gap = canvas.px(12)
    side = min(canvas.px(84), (box.width - canvas.px(60)) // len(faces) - gap)
    strip = pygame.Rect(box.x, 0, box.width, side + canvas.px(40))
    strip.bottom = box.bottom
    canvas.shade(strip, theme.floor, 225)
    canvas.ropes(pygame.Rect(strip.x, strip.top - canvas.px(9), strip.width, canvas.px(9)))
    left = strip.centerx - (len(faces) * (side + gap) - gap) // 2
    gone_ms = now_ms - rolled.at_ms
    moves = falling(rolled, now_ms, reduced=reduced)
    part = 1.0 if not moves else min(1.0, gone_ms / FALL_MS)
    for number, face in enumerate(faces):
        drop = abs(math.cos(part * math.pi * 1.5)) * (1 - part) * side * 0.8
        cube = pygame.Rect(left + number * (side + gap), round(strip.centery - side / 2 - drop), side, side)
        up = (face + gone_ms // _TUMBLE_MS * (number * 2 + 1)) % rolled.sides + 1 if moves else face
        signs.die(canvas, cube, str(up), sides=rolled.sides)
    hidden = len(rolled.faces) - len(faces)
    if hidden > 0:
        more = pygame.Rect(left + len(faces) * (side + gap), strip.top, strip.right - left, strip.height)
        canvas.text(f"+{hidden}", more, face=Face.NUMBER, size=30)
    canvas.layer -= 1
