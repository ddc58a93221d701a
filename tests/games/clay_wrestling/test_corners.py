"""Corners of the engine that no bout script reaches."""

from random import Random

import pytest

from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.ability import breakdown
from companion.games.clay_wrestling.model import Mode
from companion.games.clay_wrestling.players import line_up, suggest
from companion.kernel.refusals import IllegalCommandError

from .table import SHEET, Table, known, started

DUEL = {"adjacent": "all", "fighters": {"A": {}, "B": {}}}


def test_decide_without_dice_is_refused():
    match = GAME.set_up(DUEL)
    with pytest.raises(IllegalCommandError) as caught:
        GAME.decide(match, GAME.command("strike", {"attacker": "A", "defender": "B"}))
    assert caught.value.code == "dice_count"


def test_a_waiting_command_without_dice_is_given_up_when_the_fact_comes():
    table = known(started("A", "B")).do("start_turn").do("initiative_roll")
    first, other = table.match.turn.order
    table.do("move", fighter=first, palms=1).do("strike", attacker=first, defender=other)
    assert table.find("asks", None) == "Q-ADJ"
    table.do("observe", adjacent=[[first, other]])
    assert table.find("asks", None) is None
    assert table.fighter(first).has_attacked is False


def test_one_question_may_follow_another():
    table = started("A", "B").do("start_turn").do("observe", adjacent=[]).do("initiative_roll")
    first, other = table.match.turn.order
    table.do("move", fighter=first, palms=1)
    table.do("referee_ruling", topic="class", subject=other, value="humanoid")
    table.do("suplex_grab", attacker=first, defender=other, suplex_dice=[4, 1])
    assert table.find("asks", None) == "Q-ADJ"
    table.do("observe", adjacent=[[first, other]]).do("counter", defender=other, dice=[4, 1])
    assert table.find("asks", None) == "Q-BACK"
    table.do("observe", adjacent=[[first, other]])
    assert table.find("asks", None) == "Q-BACK"
    table.do("observe", behind=[[first, other]])
    table.expect(events=[{"rejected": {"code": "back_turned"}}])


def test_a_value_comes_with_its_reasons():
    """CW-STAM-11."""
    setup = {
        "fighters": {
            "A": {
                "strike": 4,
                "title": {"strike": 2},
                "wounds": {"strike": 1},
                "carry_malus": {"strike": 1},
                "stamina": 5,
                "counter": 3,
                "counter_loss": 1,
                "posture": "lying",
            }
        }
    }
    match = GAME.set_up(setup)
    strike = breakdown(match, match.fighters["A"], "strike", extra=2)
    assert [(one.amount, one.rule) for one in strike.modifiers] == [
        (2, "CW-SHEET-19"),
        (-1, "CW-STATUS-21"),
        (-1, "CW-STATUS-23"),
        (2, "CW-STAM-11"),
    ]
    assert strike.total == 6
    counter = breakdown(match, match.fighters["A"], "counter")
    assert [(one.amount, one.rule) for one in counter.modifiers] == [(-1, "CW-STATUS-08"), (-1, "CW-COUNTER-13")]


def test_the_late_phase_opens_by_itself_for_whoever_stands_up():
    table = known(started("A", "B", "C"))
    for name in ("A", "B"):
        table.do("referee_ruling", topic="posture", subject=name, value="lying")
    table.do("start_turn").do("initiative_roll").do("begin_slot", fighter="C")
    table.do("late_initiative_roll", dice={"A": 2, "B": 1})
    assert table.refused is None
    assert table.do("stand_up", fighter="B").refused is None


def test_forced_standing_in_a_live_match():
    """DEC-111, second reading."""
    table = Table(seed="4").do("load_profile", profile={"late_stand": "forced"})
    for name in "AB":
        table.do("register_fighter", fighter=name, **SHEET).do("classify", fighter=name, class_="beast")
    table.do("start_match", mode="wrestling_match", fighters=["A", "B"])
    known(table).do("referee_ruling", topic="posture", subject="A", value="lying").do("start_turn")
    table.do("initiative_roll").do("end_slot", fighter="B").do("begin_slot", fighter="A")
    table.expect(posture={"A": "standing"}, speed_left={"A": 1})
    assert table.do("stand_up", fighter="A").refused == "lying"


def test_the_pinners_slot():
    """DEC-85, second reading, in a live match."""
    table = Table(seed="4").do("load_profile", profile={"pin_second_check": "pinner_slot"})
    for name in "AB":
        table.do("register_fighter", fighter=name, **SHEET).do("classify", fighter=name, class_="beast")
    table.do("start_match", mode="wrestling_match", fighters=["A", "B"])
    known(table).do("start_turn").do("initiative_roll", dice={"A": 5, "B": 2})
    table.do("referee_ruling", topic="posture", subject="B", value="lying")
    table.do("referee_ruling", topic="stamina", subject="B", value=-9).do("observe", adjacent="all")
    table.do("pin", attacker="A", defender="B", d10=1).do("end_slot", fighter="A").do("end_turn")
    table.do("start_turn").do("initiative_roll", dice={"A": 3})
    table.do("pin_check", fighter="B", d10=1).expect(winner="A")


def test_the_referee_is_asked_who_wins_when_all_go_at_once():
    """DEC-15, second reading."""
    setup = {
        "profile": {"simultaneous_end": "referee"},
        "flags": {"last_man_standing": True},
        "fighters": {name: {"posture": "unconscious", "stamina": -40, "ko_turns": 3} for name in "AB"},
    }
    table = (
        Table(setup).do("start_turn").do("stamina_check", fighter="A", d10=1).do("stamina_check", fighter="B", d10=1)
    )
    assert table.find("asks", None) == "Q-WINNER"
    assert suggest(table.match, lambda _: 0)[0] == "referee_ruling"
    table.do("referee_ruling", topic="winner", value="B", note="he fell last").expect(winner="B")


def test_a_random_player_answers_every_question():
    """Q-LAND, Q-TAG, Q-TOUCH."""
    match = GAME.set_up(
        {"mode": "survivor_series", "teams": {"red": ["A"], "blue": ["B"]}, "fighters": {"A": {}, "B": {}}}
    )
    for question, about, command, parameters, answer in (
        ("Q-TAG", ["red"], "", {}, "referee_ruling"),
        ("Q-LAND", ["A"], "", {}, "referee_ruling"),
        ("Q-BACK", ["A", "B"], "", {}, "observe"),
    ):
        asked = {"question": question, "about": about, "command": command, "parameters": parameters}
        state = GAME.evolve(match, GAME.event({"name": "turn_marked", "changes": {"asked": asked}}))
        assert suggest(state, lambda _: 0)[0] == answer


def test_a_line_up_of_twenty():
    commands = line_up(Random(1).randrange, Mode.KATZ_RUMBLE, 20)
    assert commands[-1][0] == "start_match"
    assert len(commands[-1][1]["fighters"]) == 20
