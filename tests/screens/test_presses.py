"""Any offered act in at most three presses; dice faces and names are not counted (issue 7)."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import Match
from companion.kernel.decisions import REFEREE
from companion.screens.menu import choices, done_choice, flat, on_page
from companion.screens.surroundings import Surroundings
from companion.screens.view_model import RefereeView
from screens.golden import shots
from screens.presses import ELSEWHERE, MOST, Wanderer, most_presses, of_full_ring, of_golden_cases, report
from screens.stand import Stand, screen

SCRIPT = Path(__file__).parent / "presses.py"
COMMON = {"start_turn", "strike", "move", "observe", "end_slot", "rest", "no_defence", "damage", "initiative_roll"}


def test_every_offered_act_of_random_matches() -> None:
    counted = most_presses((4, 6), 80, every=30)
    assert counted.keys() >= COMMON | {"referee_ruling"}
    assert {name: presses for name, presses in counted.items() if presses > MOST} == {}


def test_twenty_fighters_take_no_more_presses() -> None:
    counted = most_presses((20,), 12, every=12)
    assert counted.keys() >= {"start_turn", "observe", "referee_ruling", "rest"}
    assert {name: presses for name, presses in counted.items() if presses > MOST} == {}


def test_a_throw_and_any_ruling_in_a_full_ring() -> None:
    """Nobody is asked for whom a body could hit at ringside; what is left of a long row of Speed is on one page."""
    assert of_full_ring() == {"suplex_throw": 2, "referee_ruling": MOST}


def test_every_command_of_the_game_is_drawn_and_takes_no_more_than_three() -> None:
    """Those that random matches seldom come to, too: where the golden cases give them."""
    counted = of_golden_cases()
    for name, presses in most_presses((2,), 14, every=99).items():  # the start, the opening step, the end of a slot
        counted[name] = max(presses, counted.get(name, 0))
    assert {name: presses for name, presses in counted.items() if presses > MOST} == {}
    assert set(GAME.commands) - counted.keys() == ELSEWHERE


def legal_acts(view: RefereeView) -> set[tuple[str, str]]:
    return {(one.command, one.actor) for one in flat(choices(view)) if one.legal}


def whose_slots_come(match: Match, view: RefereeView) -> set[str]:
    """Who has acts on the screen once the slots before have been ended by D."""
    found: set[str] = set()
    for _ in match.fighters:
        ends = done_choice(view)
        if ends is None:
            break
        for event in GAME.decide(match, GAME.command(ends.command, ends.parameters)):
            match = GAME.evolve(match, event)
        view = screen(match, Surroundings())
        found |= {actor for _, actor in legal_acts(view)}
    return found


def test_what_the_engine_allows_anybody_is_on_the_screen() -> None:
    """Compared with the engine's offers of every fighter, not with those that the screen has asked for.

    Whoever is next may act at once, which ends the slot before his: on the screen that is D, and then he has the slot.
    """
    stand = Stand.of(3)
    player, seen, compared = Wanderer(stand, 2), None, 0
    for _ in range(220):
        player.press()
        match = stand.session.state
        stack = GAME.pending(match)
        if match is seen or not stack or stack[-1].kind.startswith("Q-"):
            continue
        seen, mine = match, screen(match, Surroundings())
        listed = {(one.command, one.actor) for one in flat(choices(mine)) if one.legal}
        for who in (*match.fighters, REFEREE):
            for offer in GAME.offers(match, who):
                if not offer.legal or (offer.command, offer.actor) in listed:
                    continue
                assert offer.actor in whose_slots_come(match, mine) - {match.turn.active}, offer
            compared += 1
    assert compared > 100


def test_one_press_too_many_fails_the_script(capsys: pytest.CaptureFixture[str]) -> None:
    assert report({"strike": MOST, "whip": MOST + 1}) == 1
    assert report({"strike": MOST}) == 0
    assert "whip" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["2_rest_or_taunt", "3_slot", "4_defence", "6_knocked_down", "7_pin"])
def test_what_can_be_done_stands_on_the_first_page(name: str) -> None:
    view = shots()[name].referee
    first = [action for _, action in on_page(view)]
    assert all(action in first for action in choices(view) if action.legal)


def test_the_script_prints_a_line_a_command() -> None:
    words = [sys.executable, str(SCRIPT), "2", "20"]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    assert told[-1].startswith("most")
    assert all(line.rsplit(maxsplit=1)[1].isdigit() for line in told)
