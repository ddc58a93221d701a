"""The crowd board's own loop: fetch, draw when something changed, stay visible whatever happens."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pygame

from companion.errors import CompanionError
from companion.kernel.text import Text
from companion.screens import crowd
from companion.screens.canvas import Canvas
from companion.screens.display_gone import tell_when_gone
from companion.screens.displays import Placement
from companion.screens.moments import count_of, moment_on, moving
from companion.screens.pacing import CoverPacer
from companion.screens.sounds import Player, Sound, sound_of
from companion.screens.theme import SILENCE_MS
from companion.screens.view_model import CrowdView, Moment
from companion.screens.window import FRAME_MS, IDLE_MS, Window

Fetch = Callable[[int], CrowdView | None]
"""The newest view at `now_ms`; None while there is nothing to show yet."""
Clock = Callable[[], int]
Draw = Callable[[pygame.Surface, CrowdView, str, int], Canvas]
FETCH_EVERY_MS = 100
IDENTIFY_MS = 5000
UNREADABLE_MS = SILENCE_MS
"""A show file that cannot be read for so long is told: one that is being moved or opened soon can."""
SHORT_LINE = 20
"""A sentence of so many characters has room on every board."""
CAPTION = Text("crowd board", "marcador")
"""Of the window, in the task bar."""
WAITING = CrowdView(Text("Ringside Companion", "Ringside Companion"), crowd.SOON)


@dataclass
class CrowdLoop:
    """What the board shows, worked out without a window: tests drive it with their own clock.

    Attributes:
        tell: hears, once, why the show cannot be read; the crowd sees the last picture.
        language: es or en; the board's own (field note G-09).
        muted: no sound from this board.
        light_hall, reduced_motion: the board's own too; None: as the show says.
    """

    fetch: Fetch
    language: str = "es"
    light_hall: bool | None = None
    reduced_motion: bool | None = None
    identify: int | None = None
    muted: bool = False
    tell: Callable[[CompanionError], None] = lambda _error: None
    _unread_ms: int | None = None
    _told: str | None = None
    _sounded: Moment | None = None
    _view: CrowdView = WAITING
    _fetched_ms: int | None = None
    _heard_ms: int | None = None
    _identify_until_ms: int = 0
    _drawn: tuple[object, ...] | None = None
    _cover: CoverPacer = field(default_factory=CoverPacer)

    def view(self, now_ms: int) -> CrowdView:
        """The view at `now_ms`; asks for a new one every `FETCH_EVERY_MS`."""
        if self._fetched_ms is None or not 0 <= now_ms - self._fetched_ms < FETCH_EVERY_MS:
            self._fetched_ms = now_ms
            self._take(now_ms)
        # how long it has been silent changes at every look; what is shown changes once
        silent = self._view.silent_ms if self._heard_ms is None else self._view.silent_ms + now_ms - self._heard_ms
        view = replace(self._view, silent_ms=SILENCE_MS + 1 if silent > SILENCE_MS else 0)
        if self.light_hall is not None:
            view = replace(view, light_hall=self.light_hall)
        if self.reduced_motion is not None:
            view = replace(view, reduced_motion=self.reduced_motion)
        shown = self.identify if now_ms < self._identify_until_ms else None
        return self._cover.paced(replace(view, identify=shown), now_ms)

    def _take(self, now_ms: int) -> None:
        try:
            fresh = self.fetch(now_ms)
        except CompanionError as error:
            # a show file that is being moved or opened: the last picture stays, and the silence is told
            self._tell_unread(error, now_ms)
            return
        self._unread_ms = self._told = None
        if fresh is not None:
            self._view = fresh
            self._heard_ms = now_ms

    def _tell_unread(self, error: CompanionError, now_ms: int) -> None:
        self._unread_ms = now_ms if self._unread_ms is None else self._unread_ms
        if abs(now_ms - self._unread_ms) >= UNREADABLE_MS and str(error) != self._told:
            self._told = str(error)
            self.tell(error)

    def press(self, key: str, now_ms: int) -> bool:
        """Take a key; True when the board is to close."""
        match key:
            case "closed" | "q":
                return True
            case "l":
                self.language = "en" if self.language == "es" else "es"
            case "t":
                self.light_hall = not self._view.light_hall if self.light_hall is None else not self.light_hall
            case "x":
                self.reduced_motion = not (self.reduced_motion or False)
            case "m":
                self.muted = not self.muted
            case "i":
                self._identify_until_ms = now_ms + IDENTIFY_MS
        return False

    def changed(self, view: CrowdView, size: tuple[int, int], now_ms: int) -> bool:
        """Whether the picture differs from the last one asked about; a still board is not drawn again."""
        now = (
            view,
            size,
            self.language,
            moment_on(view.moment, now_ms),
            count_of(view.moment, now_ms),
            now_ms // crowd.PAGE_MS if self._turns_pages(view) else 0,
            tuple(one.timer.elapsed_ms(now_ms) // 1000 for one in view.timers),
        )
        if now == self._drawn and not moving(view, now_ms):
            return False
        self._drawn = now
        return True

    def _turns_pages(self, view: CrowdView) -> bool:
        """Whether there may be more to show than has room at once."""
        long = view.headline is not None and len(view.headline.of(self.language)) > SHORT_LINE
        return long or len(view.fighters) > 4 or view.board is not None

    def sound(self, view: CrowdView, now_ms: int) -> Sound | None:
        """What is to be heard now: each moment once, and none that is over already when the board starts."""
        moment = view.moment if moment_on(view.moment, now_ms) and not view.review else None
        if moment is None or moment == self._sounded:
            return None
        self._sounded = moment
        return None if self.muted else sound_of(moment)

    def redraw(self) -> None:
        """Draw at the next look, whatever has changed."""
        self._drawn = None


def run(
    fetch: Fetch,
    placement: Placement,
    now: Clock,
    *,
    language: str = "es",
    on_beat: Callable[[bool], None] = lambda _seen: None,
    tell: Callable[[CompanionError], None] = lambda _error: None,
    stop: Callable[[], bool] = lambda: False,
    draw: Draw = crowd.draw,
) -> None:
    """Show the board until it is closed or `stop()` says so.

    Args:
        now: milliseconds, on the clock that the views' moments and timers use.
        on_beat: called about ten times a second, for a heartbeat; whether the board is on show, not minimised.
        tell: as in `CrowdLoop`.
        draw: what is made of a view; else the board.
    """
    window = Window(f"Ringside Companion: {CAPTION.of(language)}", placement)
    loop = CrowdLoop(fetch, language, identify=placement.display.index + 1, tell=tell)
    tell_when_gone(lambda: loop.language)
    player = Player()
    try:
        while not stop():
            now_ms = now()
            view = loop.view(now_ms)
            if loop.changed(view, window.surface.get_size(), now_ms):
                window.show(draw(window.surface, view, loop.language, now_ms))
            player.play(loop.sound(view, now_ms))
            on_beat(window.is_on_show)
            for key in window.keys(FRAME_MS if moving(view, now_ms) else IDLE_MS, now_ms):
                if key in {"escape", "f11"}:
                    _screen_key(window, key)
                    loop.redraw()
                elif key == "redraw":
                    loop.redraw()
                elif loop.press(key, now_ms):
                    return
    finally:
        player.close()
        window.close()


def _screen_key(window: Window, key: str) -> None:
    """Escape always leaves the whole display and never the match; F11 goes there and back."""
    if key == "f11" or window.borderless:
        window.toggle_borderless()
