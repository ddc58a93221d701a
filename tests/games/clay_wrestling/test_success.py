"""The dice panel says what a die must show, by the same rules that count it."""

from dataclasses import replace

from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling import commands as c
from companion.games.clay_wrestling.model import Match, Posture
from companion.games.clay_wrestling.success import ALWAYS, NEVER, counts_as
from companion.kernel.dice import DiceRequest
from companion.kernel.text import Text

SHEET = {
    "main": dict.fromkeys(("combat", "speed", "strength", "technique", "resistance"), 2),
    "combat_abilities": dict.fromkeys(("strike", "whip", "suplex", "submission", "counter"), 2),
}


def request(field: str, rule: str, sides: int = 6) -> DiceRequest:
    return DiceRequest(field, sides, 1, Text("", ""), rule)


def match(stamina: int = 0) -> Match:
    state: Match = GAME.start()
    for name in ("A", "B"):
        for command, given in (
            ("register_fighter", {"fighter": name, "player": name, "clay_colour": name, **SHEET}),
            ("classify", {"fighter": name, "class": "humanoid"}),
        ):
            for event in GAME.decide(state, GAME.command(command, given)):
                state = GAME.evolve(state, event)
    fighters = {one: replace(fighter, stamina=stamina) for one, fighter in state.fighters.items()}
    return replace(state, fighters=fighters)


def words(found: Text | None) -> str:
    return "" if found is None else found.es


def test_an_attack_counts_from_four_and_a_sum_says_nothing() -> None:
    strike = c.Strike(attacker="A", defender="B")
    assert words(counts_as(match(), strike, request("strike_dice", "CW-STRIKE-01"))) == "cuenta 4+"
    assert counts_as(match(), strike, request("dice", "CW-STAM-07")) is None


def test_a_check_tells_the_face_that_passes() -> None:
    pin, d10 = c.Pin(attacker="A", defender="B"), request("d10", "CW-CHECK-05", 10)
    assert counts_as(match(5), pin, d10) == ALWAYS
    assert words(counts_as(match(-6), pin, d10)) == "pasa con 5+"  # with Resistance 2: 5 - 6 + 2 is above 0
    assert counts_as(match(-20), pin, d10) == NEVER
    assert counts_as(match(), c.WoundRoll(fighter="A"), d10) is None


def test_the_check_of_who_lies_unconscious_has_no_plain_number() -> None:
    state = match(-3)
    check, d10 = c.StaminaCheck(fighter="A"), request("d10", "CW-CHECK-02", 10)
    assert words(counts_as(state, check, d10)) == "pasa con 2+"
    out = replace(state.fighters["A"], posture=Posture.UNCONSCIOUS)
    assert counts_as(replace(state, fighters={**state.fighters, "A": out}), check, d10) is None
