"""Prints the presses that each command of the clay game takes: `python tests/screens/presses.py [MATCHES ACTS]`.

Matches are played from the menu alone. Dice faces and names are not counted, as on the issue: the keys that choose an
entry, a target, a value, and the Enter or R that ends them are. A table of the most presses each command took.
"""

import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.screens.menu import choices, on_page
from companion.screens.view_model import Action
from screens.play import Player  # the tests' folder is on the path now
from screens.stand import Stand

NO_ACTS = {"register_fighter", "referee_ruling"}
"""The sheet is a form and a ruling has a reason: they are written."""


class Wanderer(Player):
    """Takes any legal entry of any page, so that every command comes up sooner or later."""

    def __init__(self, stand: Stand, seed: int) -> None:
        super().__init__(stand, seed)
        self.wanted: Action | None = None

    def next_key(self) -> str:
        ui, view = self.loop.ui, self.loop.view(0)
        if view.dice is not None or view.entry is not None:
            return super().next_key()
        if ui.order is not None and ui.order.needs:
            need = ui.order.needs[0]
            if (need.many and ui.order.picked) or need.optional or not on_page(view):
                return "enter"
            return self.rng.choice(on_page(view))[0]
        if self.wanted is None or self.wanted not in choices(view):
            able = [one for one in choices(view) if one.legal and one.command not in NO_ACTS]
            # corrections of the table always can be made: they must not crowd out what leads on
            useful = [one for one in able if one.command != "observe" or view.decision is not None or ui.inside]
            self.wanted = self.rng.choice(able if self.rng.random() < 0.1 or not useful else useful)
        return next((key for key, action in on_page(view) if action == self.wanted), "pagedown")


def most_presses(matches: int, acts: int) -> dict[str, int]:
    """The most presses of each command over some random matches of two to six fighters."""
    worst: dict[str, int] = defaultdict(int)
    for number in range(matches):
        player = Wanderer(Stand.of(2 + number % 5, f"presses-{number}"), number)
        player.play(acts)
        for command, presses in player.counted.items():
            worst[command] = max(worst[command], presses)
    return dict(worst)


if __name__ == "__main__":
    wanted = [int(word) for word in sys.argv[1:]]
    counted = most_presses(*(wanted or (12, 300)))
    for command, presses in sorted(counted.items()):
        print(f"{command:24}{presses}")
    print(f"{'most':24}{max(counted.values(), default=0)}")
