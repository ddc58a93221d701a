"""Checks of bounding boxes: nothing is cut, leaves the screen or lies on something else."""

from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

import pygame

from companion.screens.canvas import Canvas, Drawn, Target


class Boxes(Protocol):
    """What a canvas knows of its texts."""

    @property
    def rect(self) -> pygame.Rect: ...
    @property
    def drawn(self) -> list[Drawn]: ...


@dataclass(frozen=True)
class Record:
    """What a canvas knows, without its pixels."""

    rect: pygame.Rect
    drawn: list[Drawn]
    targets: list[Target]


def recorded(canvas: Canvas) -> Record:
    return Record(canvas.rect, canvas.drawn, canvas.targets)


def check_whole_and_apart(canvas: Boxes) -> None:
    for text in canvas.drawn:
        assert canvas.rect.contains(text.rect), f"{text.text!r} leaves the screen: {text.rect}"
        assert not text.cut, f"{text.text!r} is cut"
    for one, other in combinations(canvas.drawn, 2):
        if one.layer != other.layer:
            continue
        shared = one.rect.clip(other.rect)
        # boxes hold ascenders and descenders that these very letters need not have
        touching = min(shared.width, shared.height) > max(2, 0.2 * min(one.rect.height, other.rect.height))
        assert not touching, f"{one.text!r} {one.rect} lies on {other.text!r} {other.rect}"
