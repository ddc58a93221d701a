"""The set-up's window: as every window, and presses on the camera's picture arrive as places in it."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Protocol

import pygame

from companion.kernel.text import Text
from companion.screens import setup_page
from companion.screens.displays import Placement
from companion.screens.inputs import FIELDS, TYPED, Presses, key_at
from companion.screens.setup_picture import PicturePlace
from companion.screens.setup_view import CLICK, PICTURE, SetupView
from companion.screens.unseen import Unseen
from companion.screens.window import Window, take_keys

FROM_FIELD_TO_FIELD = TYPED | FIELDS - {"enter"}
TITLE = Text("set-up", "puesta a punto")
FRAME_MS = 50
"""Between two looks: twenty pictures a second are enough to aim a camera by."""


class Source(Protocol):
    """What the loop needs of the app."""

    @property
    def language(self) -> str: ...

    @property
    def is_over(self) -> bool: ...

    def tick(self, now_ms: float) -> None:
        """Once a round: newest picture, finished work."""
        ...

    def press(self, key: str) -> None: ...

    def view(self) -> SetupView: ...


def press_at(place: PicturePlace | None, key: str | None, at: tuple[int, int]) -> str | None:
    """The key of a press; on the camera's picture `click:X,Y` in its pixels."""
    if key != PICTURE:
        return key
    if place is None:
        return None
    x, y = place.to_picture(at)
    return f"{CLICK}{x:.1f},{y:.1f}"


@dataclass
class SetupWindow(Window):
    """A window that knows where the camera's picture lies.

    Attributes:
        place: None while no picture is shown.
        pointer: where the mouse is, pixels of the surface.
    """

    place: PicturePlace | None = None
    pointer: tuple[int, int] | None = None

    def _key_of(self, event: pygame.event.Event) -> str | None:
        if event.type == pygame.MOUSEMOTION:
            self.pointer = event.pos
            return None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.canvas is not None:
            return press_at(self.place, key_at(self.canvas.targets, *event.pos), event.pos)
        if event.type == pygame.FINGERDOWN and self.canvas is not None:
            width, height = self.surface.get_size()
            at = round(event.x * width), round(event.y * height)
            return press_at(self.place, key_at(self.canvas.targets, *at), at)
        return super()._key_of(event)


def shown(view: SetupView) -> tuple[object, ...]:
    """Everything of a page that is drawn, to compare with what was drawn last; of a picture its number."""
    rest = tuple(getattr(view, one.name) for one in fields(view) if one.name != "live")
    if view.live is None:
        return rest
    live = tuple(getattr(view.live, one.name) for one in fields(view.live) if one.name != "picture")
    return (*rest, id(view.live.picture), *live)


def run(
    source: Source,
    placement: Placement,
    now: Callable[[], float],
    on_window: Callable[[bool], None] = lambda _whole: None,
    keys_due: Callable[[], bool] = lambda: False,
) -> None:
    """Show the pages until the path is over or left.

    Args:
        on_window: hears whether F11 made it fill its display.
        keys_due: whether another window has gone, which may have kept the keyboard.
    """
    window = SetupWindow(
        f"Ringside Companion: {TITLE.of(source.language)}", placement, Presses(free=FROM_FIELD_TO_FIELD)
    )
    drawn: tuple[object, ...] | None = None
    unseen = Unseen()
    try:
        while not source.is_over:
            source.tick(now())
            if keys_due():
                take_keys()
            view = source.view()
            unseen.draws(view.at)
            wanted = (shown(view), window.surface.get_size(), source.language, window.pointer)
            if wanted != drawn:
                canvas, window.place = setup_page.draw(window.surface, view, source.language, pointer=window.pointer)
                window.show(canvas)
                drawn = wanted
            for key in window.keys(unseen.wait_ms(FRAME_MS), round(now())):
                if unseen.drops(key, lambda: source.view().at):
                    continue
                if key == "redraw":
                    drawn = None
                elif key == "f11":
                    window.toggle_borderless()
                    on_window(window.borderless)
                    drawn = None
                else:
                    source.press(key)
    finally:
        window.close()
