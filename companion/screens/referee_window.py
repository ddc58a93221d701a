"""The referee screen's own loop: keys in, requests out, a new picture when something changed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.kernel.amending import Edit
from companion.kernel.dice import DiceRequest
from companion.kernel.dice_calls import DiceRules
from companion.kernel.refusals import Refusal
from companion.kernel.text import Text
from companion.screens import referee
from companion.screens.dice_first import closed, dice_opened
from companion.screens.dice_keys import dice_wanted
from companion.screens.display_gone import tell_when_gone
from companion.screens.displays import Placement
from companion.screens.flow import step_of
from companion.screens.follow_up import followed, value_asked
from companion.screens.inputs import GOING, SAME_PRESS_MS, Presses
from companion.screens.interaction import Game, Give, Leave, Request, ToggleWindow, Ui, press, refused, shown
from companion.screens.menu import first_choice
from companion.screens.needs import Need
from companion.screens.past import Then
from companion.screens.rolling import falling, shown_now
from companion.screens.unseen import Unseen
from companion.screens.view_model import Action, Panel, RefereeView
from companion.screens.window import FRAME_MS, IDLE_MS, Window


class Source(Protocol):
    """What the loop needs of the app."""

    def view(self, now_ms: int, ui: Ui) -> RefereeView:
        """The screen of the state as it is on disk now, without the menu (`ui` tells if picture or dice are due)."""
        ...

    def dice_due(self, command: str, parameters: Mapping[str, Any]) -> tuple[DiceRequest, ...]:
        """Dice that the command still lacks; none for one that the rules forbid."""
        ...

    def needs(self, command: str, keys: tuple[str, ...]) -> tuple[Need, ...]:
        """What a person must still give: `needs_of` with the fighters' names."""
        ...

    def told(self, refusal: Refusal) -> Action | None:
        """The ruling that tells the value which a refused command lacks; None where none would do."""
        ...

    def then(self, index: int) -> Then:
        """The match as it was before its `index`-th command."""
        ...

    def foresee(self, edit: Edit, method: str) -> tuple[Text, ...] | Refusal:
        """What would follow from a change of the past, in words."""
        ...

    def dice_counts(self) -> tuple[Panel, ...]:
        """How often each face of the dice came up in this match."""
        ...

    def ask(self, request: Request) -> Refusal | None:
        """Do what was asked; the refusal when the rules forbid it. Durable when this returns."""
        ...


@dataclass
class Picture:
    """Remembers what is on the screen: a picture that would be the same is not drawn again."""

    _drawn: tuple[object, ...] | None = None

    def stale(self, view: RefereeView, size: tuple[int, int], language: str, now_ms: int) -> bool:
        """Whether something to be seen has changed since this was last asked."""
        clocks = tuple(one.timer.elapsed_ms(now_ms) // 1000 for one in view.timers)
        now = (view, size, language, clocks, shown_now(view.rolled, now_ms))
        if now == self._drawn and not falling(view.rolled, now_ms, reduced=view.reduced_motion):
            return False
        self._drawn = now
        return True

    def forget(self) -> None:
        """Draw at the next look, whatever has changed."""
        self._drawn = None


@dataclass
class RefereeLoop:
    """Keys and pictures without a window: tests and scripts drive it themselves."""

    source: Source
    ui: Ui = field(default_factory=Ui)
    dice_rules: DiceRules = field(default_factory=DiceRules)

    def press(self, key: str, now_ms: int) -> tuple[Request, ...]:
        """Take one key; returns what only a window can do (`Leave`, `ToggleWindow`), the rest is asked at once."""
        view, game = self._bare(now_ms)
        before = dice_opened(self.ui, view, game)
        self.ui, requests = press(before, key, view, game)
        if not requests:
            self.ui = closed(before, self.ui, view)
        left: list[Request] = []
        waiting = list(requests)
        while waiting:
            request = waiting.pop(0)
            if isinstance(request, (Leave, ToggleWindow)):
                left.append(request)
                continue
            refusal = self.source.ask(request)
            asks = None if refusal is None or not isinstance(request, Give) else game.told(refusal)
            if asks is not None and isinstance(request, Give):
                self.ui = value_asked(self.ui, request, asks, self._bare(now_ms)[1])
            elif refusal is not None:
                self.ui = refused(self.ui, refusal, before if request in requests else None)
            elif self.ui.past is None:
                self.ui, more = followed(self.ui, request, *self._bare(now_ms))
                waiting += more
        self.ui = dice_opened(self.ui, *self._bare(now_ms))
        if dice_wanted(self.ui):
            self._bare(now_ms)  # the source sees at once, before its next round, that dice are open
        return tuple(left)

    def view(self, now_ms: int) -> RefereeView:
        """What the screen shows: the state with the menu over it."""
        view, game = self._bare(now_ms)
        self.ui = dice_opened(self.ui, view, game)
        return shown(self.ui, view)

    def page(self, view: RefereeView) -> object:
        """Which page of the evening is open, or whose sheet over it; None where the menu of the match is."""
        if self.ui.form is not None:
            return self.ui.form.fighter
        if self.ui.flow is None or view.evening is None or self.ui.past is not None:
            return None
        return step_of(self.ui.flow, view.evening)

    def _bare(self, now_ms: int) -> tuple[RefereeView, Game]:
        """The state that the menu is about: now, or the past moment that is being changed."""
        past, foresee = self.ui.past, self.source.foresee
        if past is None or not past.choosing:
            source = self.source
            game = Game(source.dice_due, source.needs, foresee, self.dice_rules, source.told, counts=source.dice_counts)
            return source.view(now_ms, self.ui), game
        then = self.source.then(past.at)
        view = then.view
        if past.choosing == "change" and then.same is not None:
            # its dice were typed wrongly, that is the most frequent repair
            view = first_choice(view, then.same)
        return view, Game(then.dice_due, then.needs, foresee, self.dice_rules)


def run(
    source: Source,
    placement: Placement,
    now: Callable[[], int],
    *,
    ui: Ui | None = None,
    tick: Callable[[int], bool] = lambda _now_ms: True,
    busy: Callable[[], bool] = lambda: False,
    same_press_ms: int = SAME_PRESS_MS,
    dice_rules: DiceRules | None = None,
    others: Callable[[], tuple[str, ...]] = tuple,
    on_window: Callable[[bool], None] = lambda _whole: None,
) -> Ui:
    """Show the referee screen until the referee leaves or `tick` says so; returns where the menu stood.

    Args:
        now: monotonic milliseconds, on the clock that the views' timers use.
        tick: called every round; the newest camera results come in here. False ends the loop.
        busy: whether figures are moving, so that 60 pictures a second are worth drawing.
        same_press_ms: one button within this time counts once, unless the profile says otherwise (0).
        dice_rules: what becomes of dice that fall badly.
        others: keys that come from no window, such as what a dice tray shows.
        on_window: hears whether the window fills its display now, when a person changed that.
    """
    window = Window("Ringside Companion", placement, Presses(same_press_ms, free=GOING))
    loop = RefereeLoop(source, ui or Ui(), dice_rules or DiceRules())
    tell_when_gone(lambda: loop.ui.language)
    picture = Picture()
    unseen = Unseen()
    try:
        while tick(now()):
            now_ms = now()
            view = loop.view(now_ms)
            if picture.stale(view, window.surface.get_size(), loop.ui.language, now_ms):
                window.show(referee.draw(window.surface, view, loop.ui.language, now_ms))
            quick = busy() or shown_now(view.rolled, now_ms)
            unseen.draws(loop.page(view))
            for key in (*others(), *window.keys(unseen.wait_ms(FRAME_MS if quick else IDLE_MS), now_ms)):
                if unseen.drops(key, lambda: loop.page(loop.view(now()))):
                    continue
                if key == "redraw":
                    picture.forget()
                    continue
                for request in loop.press(key, now()):
                    if isinstance(request, Leave):
                        return loop.ui
                    window.toggle_borderless()
                    on_window(window.borderless)
                    picture.forget()
    finally:
        window.close()
    return loop.ui
