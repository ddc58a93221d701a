"""The dice panel says what a die must show, by the same rules that count it."""

from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path

from companion.app.replay import cases_of
from companion.errors import CompanionError
from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling import commands as c
from companion.games.clay_wrestling.model import Match, Posture
from companion.games.clay_wrestling.success import ALWAYS, NEVER, counts_as
from companion.kernel.dice import DiceRequest
from companion.kernel.session import Session
from companion.kernel.text import Text

BOUTS = Path(__file__).parents[2] / "golden" / "bouts"
FACES = {"d10", "die", "dice", "strike_dice", "strength_dice", "whip_dice", "suplex_dice", "submission_dice"} | {
    "rerolls",
    "tiebreak",
}
"""Fields of commands that hold dice."""
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


def test_an_attack_counts_from_four_and_rest_gains_its_face() -> None:
    strike = c.Strike(attacker="A", defender="B")
    assert words(counts_as(match(), strike, request("strike_dice", "CW-STRIKE-01"))) == "cuenta 4+"
    assert words(counts_as(match(), strike, request("dice", "CW-STAM-07"))) == "gana tantos puntos"


def test_a_check_tells_the_face_that_passes() -> None:
    pin, d10 = c.Pin(attacker="A", defender="B"), request("d10", "CW-CHECK-05", 10)
    assert counts_as(match(5), pin, d10) == ALWAYS
    assert words(counts_as(match(-6), pin, d10)) == "pasa con 5+"  # with Resistance 2: 5 - 6 + 2 is above 0
    assert counts_as(match(-20), pin, d10) == NEVER
    wound = request("d10", "CW-STATUS-21", 10)
    assert words(counts_as(match(), c.WoundRoll(fighter="A"), wound)) == "la cara dice qué habilidad"


def test_the_check_of_who_lies_unconscious_tells_its_face_too() -> None:
    state = match(-3)
    check, d10 = c.StaminaCheck(fighter="A"), request("d10", "CW-CHECK-02", 10)
    assert words(counts_as(state, check, d10)) == "pasa con 2+"
    out = replace(state.fighters["A"], posture=Posture.UNCONSCIOUS)
    assert words(counts_as(replace(state, fighters={**state.fighters, "A": out}), check, d10)) == "pasa con 2+"


def of_golden_cases() -> dict[tuple[str, str], set[str | None]]:
    """What the requests of each command and rule say, in all states of the golden cases."""
    found: dict[tuple[str, str], set[str | None]] = {}
    for case in (case for name in ("clay_wrestling", "clay_rules") for case in cases_of(BOUTS / f"{name}.yaml")):
        session = Session(GAME, case.content.get("setup") or {}, "dice")
        for name, given in ((name, step[name] or {}) for step in case.content["steps"] for name in step):
            if name == "expect":
                continue
            bare = {key: value for key, value in given.items() if "dice" not in key and key not in FACES}
            with suppress(CompanionError):  # a case may want it refused
                for one in GAME.dice_due(session.state, GAME.command(name, bare)):
                    told = None if one.counts_as is None else one.counts_as.en
                    found.setdefault((name, one.rule), set()).add(told)
            with suppress(CompanionError):
                session.handle(name, given)
    return found


def test_every_dice_request_of_the_game_says_what_counts() -> None:
    found = of_golden_cases()
    assert {key for key, told in found.items() if None in told} == set()
    assert found["charge", "CW-SPECIAL-11"] == {"4+ counts"}
    assert found["stamina_check", "CW-CHECK-02"] >= {"9+ passes", "2+ passes"}
    assert found["dodge", "CW-WHIP-07"] == {"4+ counts, 1 due"}
    assert found["initiative_roll", "CW-INIT-01"] == {"the highest goes first"}
    assert found["damage", "CW-STRIKE-10"] == {"4+ counts, a 6 twice"}
    dice_of = {name for name, command in GAME.commands.items() if FACES & {item.name for item in fields(command)}}
    assert {name for name, _ in found} == dice_of
