"""Prints the presses that each command of the clay game takes: `python tests/screens/presses.py`.

Matches are played from the menu alone. Dice faces and names are not counted, as on the issue: the keys that choose an
entry, a target, a value, and the Enter or R that ends them are. A table of the most presses each command took.
"""

import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.screens.menu import on_page
from screens.play import Player  # the tests' folder is on the path now
from screens.stand import Stand

NO_ACTS = {"register_fighter", "referee_ruling"}
"""The sheet is a form and a ruling has a reason: they are written."""


class Wanderer(Player):
    """Takes any legal entry, so that every command comes up sooner or later."""

    def next_key(self) -> str:
        ui, view = self.loop.ui, self.loop.view(0)
        if view.dice is not None or view.entry is not None:
            return super().next_key()
        page = [(key, action) for key, action in on_page(view) if action.legal and action.command not in NO_ACTS]
        if ui.order is not None and ui.order.needs:
            need = ui.order.needs[0]
            if (need.many and ui.order.picked) or need.optional or not page:
                return "enter"
        useful = [key for key, action in page if action.command != "observe" or view.decision is not None or ui.inside]
        return self.rng.choice(useful or [key for key, _ in page])


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
    counted = most_presses(12, 300)
    for command, presses in sorted(counted.items()):
        print(f"{command:24}{presses}")
    print(f"{'most':24}{max(counted.values())}")
