"""Any offered act in at most three presses; dice faces and names are not counted (issue 7)."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.screens.menu import choices, on_page
from screens.golden import shots
from screens.presses import most_presses

MOST = 3
SCRIPT = Path(__file__).parent / "presses.py"
COMMON = {"start_turn", "strike", "move", "observe", "end_slot", "rest", "no_defence", "damage", "initiative_roll"}


def test_every_command_of_random_matches() -> None:
    counted = most_presses(5, 160)
    assert counted.keys() >= COMMON
    assert {name: presses for name, presses in counted.items() if presses > MOST} == {}


@pytest.mark.parametrize("name", ["2_rest_or_taunt", "3_slot", "4_defence", "6_knocked_down", "7_pin"])
def test_what_can_be_done_stands_on_the_first_page(name: str) -> None:
    view = shots()[name].referee
    first = [action for _, action in on_page(view)]
    assert all(action in first for action in choices(view) if action.legal)


def test_the_script_prints_a_line_a_command() -> None:
    words = [sys.executable, str(SCRIPT), "1", "60"]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    assert told[-1].startswith("most")
    assert all(line.rsplit(maxsplit=1)[1].isdigit() for line in told)
