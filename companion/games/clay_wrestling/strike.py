"""Strike, "Golpear" (CW-STRIKE), with the blow on a fighter who is down (CW-STATUS-13, CW-FOUL-06)."""

from collections.abc import Sequence
from typing import Final

from companion.games.clay_wrestling import finisher
from companion.games.clay_wrestling.ability import effective
from companion.games.clay_wrestling.attack import (
    check_attack_left,
    check_downed_limit,
    check_free_hands,
    check_posture,
    check_target,
    count_downed_attack,
    crits,
    declare,
    find,
    hit_pinner,
    ineffective,
    purpose,
    rolled,
    spend_attack,
    successes,
    threshold,
)
from companion.games.clay_wrestling.bonds import SUPLEX, is_holder
from companion.games.clay_wrestling.draft import Draft, NeedFactError
from companion.games.clay_wrestling.events import BlowReturned, DamageRolled, DownedBlowLanded, Injured, Wounded
from companion.games.clay_wrestling.fouls import check_fouls
from companion.games.clay_wrestling.health import (
    hurt,
    knock_down,
    knock_out_if_due,
    lose,
    to_ringside,
)
from companion.games.clay_wrestling.model import (
    ABILITIES,
    COMBAT,
    MAIN,
    Attack,
    Flag,
    Posture,
    Stage,
    Zone,
    changed,
)
from companion.games.clay_wrestling.profile import number, rule_is, word
from companion.games.clay_wrestling.reasons import no
from companion.games.clay_wrestling.slots import take_slot
from companion.kernel.text import Text

DAMAGE_AT: Final = 4
"""A Strength die of 4 or 5 costs a point (CW-STRIKE-05)."""
POINTS_OF_A_SUCCESS: Final = 1
POINTS_OF_A_CRITICAL: Final = 2
"""CW-STRIKE-06."""
CRITS_TO_KNOCK_DOWN: Final = 2
"""CW-STRIKE-07."""
CRITS_TO_WOUND: Final = 3
"""CW-STRIKE-09."""
INJURY_AT: Final = 2
"""Wounds on one ability that make an injury (CW-STATUS-23)."""

STRIKE_WORD: Final = Text("Strike", "Golpear")
STRENGTH_WORD: Final = Text("Strength", "Fuerza")
WOUND_DIE: Final = Text("which ability is wounded", "qué habilidad resulta herida")


def strike(
    draft: Draft, attacker: str, defender: str, dice: Sequence[int] | None, strength: Sequence[int] | None
) -> None:
    """Roll a Strike; with Strength dice it is undefended and its damage follows (section 5.1)."""
    target = declare(draft, attacker, defender, "strike", "CW-STRIKE-01")
    check_posture(draft, target, attacker)
    at_least = threshold(draft, attacker, defender)
    count = effective(draft.match, draft.fighter(attacker), "strike")
    faces = draft.d6(dice, "strike_dice", count, "CW-STRIKE-01", purpose(draft, attacker, STRIKE_WORD))
    is_finisher = spend_attack(draft, attacker, defender)
    if target.posture is Posture.KNOCKED_DOWN:
        count_downed_attack(draft, defender, attacker)
    hits = successes(faces, at_least)
    sixes = crits(faces)
    attack = Attack("strike", attacker, defender, Stage.DEFENCE, hits - sixes, sixes, at_least, finisher=is_finisher)
    rolled(draft, attack, faces, "CW-STRIKE-03" if at_least < DAMAGE_AT else "CW-STRIKE-02")
    draft.set_attack(None, attack)
    if not hits:
        if strength:
            draft.d6(strength, "strength_dice", 0, "CW-STRIKE-11", purpose(draft, attacker, STRENGTH_WORD))
        ineffective(draft, attack, "CW-STRIKE-11")
    elif strength is not None:
        damage(draft, attacker, defender, strength)


def take_effect(draft: Draft, attack: Attack) -> None:
    """Nobody defends: damage is due."""
    draft.set_attack(attack, changed(attack, stage=Stage.DAMAGE))


def strength_dice(draft: Draft, attack: Attack) -> int:
    """Hits times Strength, ten at most (CW-STRIKE-04, -10)."""
    strength = effective(draft.match, draft.fighter(attack.attacker), "strength")
    return min(number(draft.match, "strength_dice_cap"), attack.net * strength)


def damage(draft: Draft, attacker: str, defender: str, dice: Sequence[int] | None) -> None:
    """The Strength dice of a Strike that landed."""
    attack = find(draft, ("strike",), (Stage.DEFENCE, Stage.DAMAGE), attacker=attacker, defender=defender)
    count = strength_dice(draft, attack)
    faces = draft.d6(dice, "strength_dice", count, "CW-STRIKE-10", purpose(draft, attacker, STRENGTH_WORD))
    draft.set_attack(attack, None)
    _land(draft, attack, faces)


def points(faces: Sequence[int]) -> int:
    """Stamina that Strength dice cost."""
    sixes = crits(faces)
    return (successes(faces, DAMAGE_AT) - sixes) * POINTS_OF_A_SUCCESS + sixes * POINTS_OF_A_CRITICAL


def counted_crits(draft: Draft, attack: Attack, faces: Sequence[int]) -> int:
    """Criticals that count together: those of the whole attack, or the most of one hit (DEC-45)."""
    if rule_is(draft.match, "crit_scope", "whole_attack"):
        return crits(faces)
    each = max(1, effective(draft.match, draft.fighter(attack.attacker), "strength"))
    return max((crits(faces[start : start + each]) for start in range(0, len(faces), each)), default=0)


def _land(draft: Draft, attack: Attack, faces: Sequence[int]) -> None:
    name = attack.defender
    sixes = counted_crits(draft, attack, faces)
    bonus = finisher.bonus_damage(draft, attack.attacker)
    loss = points(faces) + bonus
    wounds = sixes >= CRITS_TO_WOUND
    floors = sixes >= CRITS_TO_KNOCK_DOWN and not (wounds and word(draft.match, "three_crits") == "wound_only")
    falls = floors and draft.fighter(name).zone is Zone.RING and draft.near_ropes(name)
    drops = _drops(draft, name, loss)
    landing = _landing(draft, attack, name) if drops else None
    draft.emit(
        DamageRolled(
            attacker=attack.attacker,
            defender=name,
            hits=attack.net,
            damage_dice=len(faces),
            damage=loss,
            crits=crits(faces),
            dice=tuple(faces),
            rules=("CW-STRIKE-05", "CW-STRIKE-06", *(("CW-FIN-08",) if bonus else ())),
        )
    )
    finisher.resolve(draft, attack, damage=loss - bonus)
    down = None
    if floors or (attack.charge and rule_is(draft.match, "charge_knocks_down", True)):
        down = Posture.KNOCKED_DOWN
    elif bonus:
        down = Posture.LYING
    held = draft.fighter(name).hold.partner if drops and draft.fighter(name).hold is not None else None  # type: ignore[union-attr]
    hurt(
        draft,
        name,
        loss,
        "strike",
        *_rules_of(floors, wounds),
        down=down,
        landing=landing,
        drops=drops,
        knocks_out=False,
    )
    if held is not None and rule_is(draft.match, "struck_holder_falls", True):
        knock_down(draft, name, "strike", "DEC-121")
    if falls:
        lose(draft, name, number(draft.match, "strike_ringside_damage"), "ringside", "DEC-47")
    if wounds:
        draft.set_attack(None, Attack("wound", attack.attacker, name, Stage.WOUND))
    knock_out_if_due(draft, name)
    hit_pinner(draft, name, attack.attacker)
    if falls:
        to_ringside(draft, name, "strike", "CW-STRIKE-08")


def _rules_of(floors: bool, wounds: bool) -> tuple[str, ...]:
    return (
        "CW-STRIKE-05",
        *(("CW-STRIKE-07",) if floors else ()),
        *(("CW-STRIKE-09",) if wounds else ()),
    )


def _drops(draft: Draft, holder: str, loss: int) -> bool:
    """A struck holder drops his man: by a point of damage, or by any hit (DEC-62)."""
    if not is_holder(draft.match, holder, SUPLEX):
        return False
    return loss > 0 or rule_is(draft.match, "held_falls_on", "hit")


def _landing(draft: Draft, attack: Attack, holder: str) -> Zone:
    """In front of the striker: the mat, or ringside where the ropes are on that line (CW-SUPLEX-17)."""
    held = draft.fighter(holder).hold
    assert held is not None
    ruled = draft.turn.landing.get(held.partner)
    if ruled is not None:
        return Zone(ruled)
    at_ropes = draft.fighter(holder).zone is Zone.RING and draft.match.strict and draft.near_ropes(holder)
    if at_ropes:
        raise NeedFactError("Q-LAND", (held.partner,))
    del attack
    return draft.fighter(holder).zone


# -- returned blows --------------------------------------------------------------------------------------------------


def give_back(draft: Draft, by: str, on: str, hits: int) -> None:
    """A blow of that many hits, at once; not defendable unless the house lets counters chain (DEC-73)."""
    if draft.fighter(on).zone is Zone.OUT:
        return
    draft.emit(BlowReturned(by=by, on=on, kind="strike", amount=hits, rules=("CW-COUNTER-10", "DEC-72")))
    chain = rule_is(draft.match, "counter_chain", True)
    stage = Stage.DEFENCE if chain else Stage.DAMAGE
    draft.set_attack(None, Attack("strike", by, on, stage, hits, returned=True, free=True))


# -- wounds ----------------------------------------------------------------------------------------------------------


def wounded_ability(draft: Draft, face: int) -> str:
    """Which ability a d10 points at (CW-STATUS-21, DEC-101)."""
    table = word(draft.match, "wound_table")
    if table == "ten":
        return ABILITIES[face - 1]
    names = COMBAT if table == "combat_only" else MAIN
    return names[(face - 1) * len(names) // len(ABILITIES)]


def wound(draft: Draft, name: str, die: int | None) -> None:
    """The die of a wound; a second one on the same ability is an injury (CW-STATUS-23)."""
    waiting = find(draft, ("wound",), (Stage.WOUND,), defender=name)
    ability = wounded_ability(draft, draft.d10(die, "CW-STATUS-21", WOUND_DIE))
    draft.set_attack(waiting, None)
    wounds = draft.fighter(name).wounds.get(ability, 0) + 1
    draft.emit(Wounded(fighter=name, ability=ability, wounds=wounds, rules=("CW-STATUS-21", "CW-STRIKE-09")))
    if wounds == INJURY_AT:
        draft.emit(Injured(fighter=name, ability=ability, rules=("CW-STATUS-23",)))


# -- blows on fighters who are down ----------------------------------------------------------------------------------


def downed_blow(draft: Draft, attacker: str, defender: str) -> None:
    """An automatic blow worth the attacker's Strength: no dice, no defence (CW-STATUS-13, CW-FOUL-06)."""
    take_slot(draft, attacker, "CW-STATUS-13")
    fighter = draft.fighter(attacker)
    check_free_hands(draft, fighter, "CW-STATUS-13")
    check_attack_left(draft, fighter)
    if fighter.finisher.waits:
        finisher.check_kind(draft, fighter, "strike")
    target = check_target(draft, attacker, defender, "CW-STATUS-13")
    check_fouls(draft, attacker, defender)
    if target.posture not in {Posture.KNOCKED_DOWN, Posture.UNCONSCIOUS}:
        code = "target_lying" if target.posture is Posture.LYING else "pin_posture"
        raise no(code, "CW-STATUS-13", target=draft.called(defender))
    if target.posture is Posture.KNOCKED_DOWN:
        check_downed_limit(draft, target, attacker)
    if Flag.PINNED in target.flags and rule_is(draft.match, "pinned_attackable", False):
        raise no("pinned", "DEC-89", who=draft.called(defender))
    is_finisher = spend_attack(draft, attacker, defender)
    if target.posture is Posture.KNOCKED_DOWN:
        count_downed_attack(draft, defender, attacker)
    strength = effective(draft.match, draft.fighter(attacker), "strength")
    loss = strength + finisher.bonus_damage(draft, attacker)
    rule = "CW-STATUS-13" if target.posture is Posture.KNOCKED_DOWN else "CW-FOUL-06"
    draft.emit(DownedBlowLanded(attacker=attacker, defender=defender, damage=loss, rules=(rule,)))
    attack = Attack("strike", attacker, defender, Stage.DAMAGE, 1, finisher=is_finisher)
    finisher.resolve(draft, attack, damage=strength)
    hurt(draft, defender, loss, "downed_blow", rule)
