"""Effective abilities: how many dice a fighter has now (CW-STAM-09, CW-STAM-11)."""

from typing import Final

from companion.games.clay_wrestling.model import MAIN, Fighter, Flag, Match, Posture
from companion.games.clay_wrestling.profile import number, rule_is
from companion.kernel.counters import Breakdown
from companion.kernel.text import Text

FINISHER_BONUS: Final = 3
"""CW-FIN-02."""
LYING_MALUS: Final = -1
"""CW-STATUS-08."""

TITLE = Text("title", "título")
WOUND = Text("wound", "herida")
CARRIED = Text("injury of the last match", "lesión del combate anterior")
FLOOR = Text("lowest value", "valor mínimo")
FATIGUE = Text("fatigue", "cansancio")
FINISHER = Text("finisher", "finisher")
LYING = Text("lying", "tumbado")
DOWN = Text("knocked-down", "derribado")
LOSS = Text("Counter used one-on-one", "Contra gastada en uno contra uno")
SITUATION = Text("situation", "situación")


def sheet(fighter: Fighter, ability: str) -> int:
    """The value on the sheet."""
    values = fighter.main if ability in MAIN else fighter.combat_abilities
    return values.get(ability, 0)


def malus(match: Match, wounds: int) -> int:
    """What wounds on one ability take away (CW-STATUS-21, -23, DEC-100)."""
    if wounds < 2 or rule_is(match, "injury_total", 2):
        return wounds
    return wounds + 1


def is_fatigued(match: Match, stamina: int) -> bool:
    return stamina <= number(match, "fatigue_threshold")


def breakdown(match: Match, fighter: Fighter, ability: str, extra: int = 0) -> Breakdown:
    """The value with its reasons; `extra` is what the moment adds (charge, parity die, rebound die)."""
    value = Breakdown(sheet(fighter, ability)).plus(fighter.title_points.get(ability, 0), "CW-SHEET-19", TITLE)
    unhurt = value.total
    value = value.plus(-malus(match, fighter.wounds.get(ability, 0)), "CW-STATUS-21", WOUND)
    value = value.plus(-fighter.carry_malus.get(ability, 0), "CW-STATUS-23", CARRIED)
    value = value.floored(min(unhurt, number(match, "wound_floor")), "DEC-112", FLOOR)
    cap_applies = is_fatigued(match, fighter.stamina) and (
        ability == "counter" or rule_is(match, "fatigue_scope", "all")
    )
    cap_last = rule_is(match, "modifier_order", "bonus_then_cap")
    if cap_applies and not cap_last:
        value = value.capped(number(match, "fatigue_cap"), "CW-STAM-09", FATIGUE)
    if Flag.FINISHER_ACTIVE in fighter.flags and fighter.finisher.bonus:
        value = value.plus(FINISHER_BONUS, "CW-FIN-02", FINISHER)
    if ability == "counter":
        value = _counter_only(fighter, value)
    value = value.plus(extra, "CW-STAM-11", SITUATION)
    if cap_applies and cap_last:
        value = value.capped(number(match, "fatigue_cap"), "DEC-19", FATIGUE)
    return value.floored(0, "CW-STAM-11", FLOOR)


def _counter_only(fighter: Fighter, value: Breakdown) -> Breakdown:
    if fighter.posture is Posture.LYING:
        value = value.plus(LYING_MALUS, "CW-STATUS-08", LYING)
    elif fighter.posture is Posture.KNOCKED_DOWN:
        value = value.plus(LYING_MALUS, "DEC-90", DOWN)
    return value.plus(-fighter.counter_loss, "CW-COUNTER-13", LOSS)


def effective(match: Match, fighter: Fighter, ability: str, extra: int = 0) -> int:
    """Dice of the pool, never below 0."""
    return breakdown(match, fighter, ability, extra).total


def grit(match: Match, fighter: Fighter) -> int:
    """Resistance, or the Spirit of the old rules in Technique's place (DEC-08)."""
    legacy = rule_is(match, "spirit_ability", "legacy_separate")
    return effective(match, fighter, "technique" if legacy else "resistance")


def speed_left(match: Match, fighter: Fighter) -> int:
    """Speed points not yet spent this turn."""
    return max(0, effective(match, fighter, "speed") - fighter.speed_spent)
