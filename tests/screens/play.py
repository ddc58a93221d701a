"""A referee who plays a match from the menu, one key at a time, always the same way."""

import random
from collections import defaultdict

from companion.kernel.decisions import Offer
from companion.screens import clay_choices
from companion.screens.interaction import shown
from companion.screens.menu import on_page
from companion.screens.referee_window import RefereeLoop
from companion.screens.view_model import RefereeView
from screens.stand import Stand

PREFERRED = (
    "start_match",
    "start_turn",
    "group_roll",
    "tieup_roll",
    "initiative_roll",
    "damage",
    "strike",
    "downed_blow",
    "pin",
    "no_defence",
    "enter_ring",
    "stand_up",
    "end_slot",
)


class Player:
    """A referee who takes what leads to a winner, one key at a time."""

    def __init__(self, stand: Stand, seed: int) -> None:
        self.stand = stand
        self.loop = RefereeLoop(stand)
        self.rng = random.Random(seed)
        self.counted: dict[str, int] = defaultdict(int)
        self.keys: list[str] = []

    def next_key(self) -> str:
        ui, view = self.loop.ui, self.loop.view(0)
        if view.dice is not None:
            return "r"
        if view.entry is not None:
            return "1"
        page = [(key, action) for key, action in on_page(view) if action.legal]
        if ui.order is not None and ui.order.needs:
            need = ui.order.needs[0]
            if (need.many and ui.order.picked) or need.optional or not page:
                return "enter"
            return page[0 if ui.order.half is None else 1][0]
        if ui.inside is not None:
            return max(page, key=lambda one: one[1].odds or 0)[0]
        pairs = [key for key, action in page if action.needs == ("adjacent",)]
        if pairs:
            return pairs[0]
        for key, action in page:
            if action.command == "pin" and max(one.odds or 0 for one in action.children or (action,)) > 0.5:
                return key
        for command in PREFERRED:
            for key, action in page:
                if action.command == command:
                    return key
        return page[0][0]

    def press(self) -> str:
        """Press the one key that comes next."""
        key = self.next_key()
        self.loop.press(key, 0)
        self.keys.append(key)
        return key

    def offers(self) -> tuple[Offer, ...]:
        return clay_choices.offers_now(self.stand.session.state)

    def shown(self, view: RefereeView) -> RefereeView:
        """`view` with the menu over it."""
        return shown(self.loop.ui, view)

    def act(self) -> None:
        """Press keys until something has happened; names and faces are not counted."""
        before, presses, pressed = len(self.stand.acts), 0, 0
        while len(self.stand.acts) == before:
            ui = self.loop.ui
            names = ui.order is not None and bool(ui.order.needs) and ui.order.needs[0].many
            key = self.press()
            presses += 0 if names and key != "enter" else 1
            pressed += 1
            assert pressed < 24, (self.keys[-12:], self.loop.view(0).decision)
            if self.loop.ui.notice is not None:
                return
        name = self.stand.acts[-1].name
        self.counted[name] = max(self.counted[name], presses)

    def play(self, most: int) -> None:
        for _ in range(most):
            if self.stand.session.state.over:
                return
            self.act()


SHORT_SEED = "s4"
"""Of a match of two that `Hurried` ends by pin after 107 keys, with 14 kinds of commands."""


class Hurried(Player):
    """Starts the match and rules both fighters tired, so that a whole match takes a third of the keys."""

    def __init__(self, stand: Stand, seed: int) -> None:
        super().__init__(stand, seed)
        self.opening = ["2", *("a", "1", "1", "3", "enter"), *("a", "1", "2", "3", "enter")]

    def next_key(self) -> str:
        return self.opening[len(self.keys)] if len(self.keys) < len(self.opening) else super().next_key()
