"""What all attacks share: who may attack whom, fouls, thresholds, net successes (CW-ATK, CW-FOUL, CW-TIEUP-12)."""

from collections.abc import Sequence
from typing import Final

from companion.games.clay_wrestling.bonds import MELEE, TIEUP, break_pin, group_of
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import AttackIneffective, AttackRolled, PinnerMoved
from companion.games.clay_wrestling.finisher import check_kind, miss
from companion.games.clay_wrestling.fouls import check_fouls
from companion.games.clay_wrestling.health import lay_down
from companion.games.clay_wrestling.model import (
    Attack,
    Fighter,
    Flag,
    Posture,
    Stage,
    Zone,
    changed,
)
from companion.games.clay_wrestling.modes import opponents
from companion.games.clay_wrestling.profile import rule_is
from companion.games.clay_wrestling.reasons import no, on_post
from companion.games.clay_wrestling.slots import take_slot
from companion.kernel.text import Text

SUCCESS_AT: Final = 4
"""A die showing this or more is a success."""
TIEUP_SUCCESS_AT: Final = 3
"""Between fighters who were already in the same tie-up (CW-TIEUP-12)."""
CRITICAL: Final = 6

ATTACK_DICE: Final = Text("{what} dice of {who}", "dados de {what} de {who}")


def successes(faces: Sequence[int], at_least: int = SUCCESS_AT) -> int:
    return sum(1 for face in faces if face >= at_least)


def crits(faces: Sequence[int]) -> int:
    return sum(1 for face in faces if face == CRITICAL)


def threshold(draft: Draft, one: str, other: str) -> int:
    """3 between members of one tie-up, or of one melee who touch (DEC-39); else 4."""
    group = group_of(draft.match, one)
    if group is None or group is not group_of(draft.match, other):
        return SUCCESS_AT
    if group.kind == TIEUP:
        return TIEUP_SUCCESS_AT
    touching = rule_is(draft.match, "melee_uses_three_plus", True) and draft.adjacent(one, other)
    return TIEUP_SUCCESS_AT if touching else SUCCESS_AT


def earns_parity(draft: Draft, one: str, other: str) -> bool:
    """An equalled attack inside a tie-up, or a melee (CW-COUNTER-08, DEC-34)."""
    group = group_of(draft.match, one)
    if group is None or group is not group_of(draft.match, other):
        return False
    return group.kind != MELEE or rule_is(draft.match, "parity_in_melee", True)


# -- declaring -------------------------------------------------------------------------------------------------------


def check_free_hands(draft: Draft, fighter: Fighter, rule: str) -> None:
    """Standing, and not busy with a rival."""
    who = draft.called(fighter.id)
    if fighter.posture is Posture.ON_POST:
        raise no("not_active", rule, who=who)
    if fighter.posture is not Posture.STANDING:
        raise no("lying", rule, who=who)
    if Flag.HOLDING in fighter.flags:
        raise no("holding", rule, who=who)
    if Flag.PINNING in fighter.flags and rule_is(draft.match, "pinner_locked", True):
        raise no("pinned", "DEC-88", who=who)


def check_attack_left(draft: Draft, fighter: Fighter) -> None:
    who = draft.called(fighter.id)
    if fighter.defences_used:
        raise no("already_defended", "CW-TURN-06", who=who)
    if fighter.has_attacked and not fighter.extra_attack:
        raise no("attack_used", "CW-TURN-03", who=who)
    if fighter.may_not_attack:
        raise no("melee_worst", "CW-MELEE-03", who=who)


def check_target(draft: Draft, attacker: str, defender: str, rule: str) -> Fighter:
    """In play, an opponent, within reach."""
    if defender not in draft.match.fighters or defender not in draft.match.roster:
        raise no("target_out", rule, target=defender)
    target = draft.fighter(defender)
    names = {"who": draft.called(attacker), "target": draft.called(defender)}
    if target.zone is Zone.OUT:
        raise no("target_out", rule, **names)
    if not opponents(draft.match, attacker, defender):
        raise no("mode", rule, **names)
    if defender in draft.fighter(attacker).escaped_from:
        raise no("escaped_rival", "CW-TIEUP-11", **names)
    if not draft.adjacent(attacker, defender):
        raise no("not_adjacent", "CW-ATK-02", **names)
    if target.zone is Zone.RINGSIDE and rule_is(draft.match, "ringside_fighting", False):
        raise no("target_out", "DEC-120", **names)
    check_late_restriction(draft, attacker, defender)
    return target


def check_late_restriction(draft: Draft, attacker: str, defender: str) -> None:
    """Several lying fighters may attack only each other, or whom they touch on standing up (CW-STATUS-12)."""
    turn = draft.turn
    option = draft.match.profile["late_attack_restriction"]
    if attacker not in turn.late_lying or option == "none":
        return
    if option == "several_only" and len(turn.late_lying) < 2:
        return
    fighter = draft.fighter(attacker)
    at_once = defender in fighter.stood_beside or (fighter.stood_up and not fighter.has_moved)
    if defender not in turn.late_lying and not at_once:
        raise no("late_restriction", "CW-STATUS-12", who=draft.called(attacker), target=draft.called(defender))


def check_posture(draft: Draft, target: Fighter, attacker: str) -> None:
    """Who cannot be the target of an ordinary attack at all."""
    names = {"who": draft.called(target.id), "target": draft.called(target.id)}
    if target.posture is Posture.UNCONSCIOUS:
        raise no("unconscious", "CW-FOUL-06", **names)
    if target.posture is Posture.HELD and rule_is(draft.match, "held_attackable", False):
        raise no("target_held", "DEC-65", **names)
    if target.posture is Posture.KNOCKED_DOWN and not _may_hit_downed(draft, attacker):
        raise no("target_knocked_down", "CW-STATUS-13", **names)
    if target.posture is Posture.KNOCKED_DOWN:
        check_downed_limit(draft, target, attacker)
    if Flag.PINNED in target.flags and rule_is(draft.match, "pinned_attackable", False):
        raise no("pinned", "DEC-89", **names)


def _may_hit_downed(draft: Draft, attacker: str) -> bool:
    """A finisher is rolled (DEC-79); some houses roll every attack (DEC-90)."""
    if rule_is(draft.match, "knocked_down_counter", "minus_one"):
        return True
    finisher = draft.fighter(attacker).finisher
    return finisher.waits and rule_is(draft.match, "finisher_on_knocked_down", "rolled")


def check_downed_limit(draft: Draft, target: Fighter, attacker: str) -> None:
    """One attack a turn on a knocked-down fighter (CW-STATUS-13, DEC-91)."""
    if rule_is(draft.match, "knocked_down_attacks", "one_per_attacker"):
        used = attacker in target.downed_by
    else:
        used = target.downed_attacks_taken > 0
    if used:
        raise no("downed_attack_used", "CW-STATUS-13", target=draft.called(target.id))


def count_downed_attack(draft: Draft, target: str, attacker: str) -> None:
    fighter = draft.fighter(target)
    draft.mark(
        target,
        downed_attacks_taken=fighter.downed_attacks_taken + 1,
        downed_by=[*fighter.downed_by, attacker],
    )


def check_not_busy(draft: Draft, target: Fighter, rule: str) -> None:
    """Only Strikes reach a holder or somebody on a post (CW-SUPLEX-18, CW-SPECIAL-03)."""
    if target.posture is Posture.ON_POST:
        raise on_post("target_holding", target=draft.called(target.id))
    if Flag.HOLDING in target.flags:
        raise no("target_holding", rule, target=draft.called(target.id))
    if target.posture is Posture.HELD:
        raise no("target_held", rule, target=draft.called(target.id))


def declare(draft: Draft, attacker: str, defender: str, kind: str, rule: str) -> Fighter:
    """Everything up to the target's posture: the slot, free hands, an attack left, reach, fouls.

    Returns:
        The target.

    Raises:
        MatchEndedError or FoulError: it was a foul; the attack does not happen.
    """
    take_slot(draft, attacker, rule)
    fighter = draft.fighter(attacker)
    if fighter.finisher.waits:
        check_kind(draft, fighter, kind)
    check_free_hands(draft, fighter, rule)
    check_attack_left(draft, fighter)
    target = check_target(draft, attacker, defender, rule)
    check_fouls(draft, attacker, defender)
    return target


def spend_attack(draft: Draft, attacker: str, *targets: str) -> bool:
    """Write the attack off; whether it was the finisher's."""
    fighter = draft.fighter(attacker)
    finisher = fighter.finisher
    marks: dict[str, object] = {
        "has_attacked": True,
        "attack_targets": [*fighter.attack_targets, *(one for one in targets if one not in fighter.attack_targets)],
    }
    if fighter.has_attacked:
        marks["extra_attack"] = False
    if fighter.has_moved:
        marks["move_closed"] = True
    if finisher.waits:
        marks["finisher"] = changed(finisher, waits=False)
    draft.mark(attacker, **marks)
    return finisher.waits


# -- going on --------------------------------------------------------------------------------------------------------


def rolled(draft: Draft, attack: Attack, faces: Sequence[int], rule: str, palms: int | None = None) -> None:
    draft.emit(
        AttackRolled(
            kind=attack.kind,
            attacker=attack.attacker,
            defender=attack.defender,
            dice=tuple(faces),
            net=attack.net,
            crits=attack.crits,
            threshold=attack.threshold,
            palms=palms,
            rules=(rule, "CW-TIEUP-12") if attack.threshold == TIEUP_SUCCESS_AT else (rule,),
        )
    )


def ineffective(draft: Draft, attack: Attack, rule: str) -> None:
    """Nothing is left of it; a finisher that fails on the right rival has missed (CW-FIN-06)."""
    if attack in draft.turn.pending:
        draft.set_attack(attack, None)
    draft.emit(AttackIneffective(kind=attack.kind, attacker=attack.attacker, defender=attack.defender, rules=(rule,)))
    if attack.finisher:
        miss(draft, attack.attacker)


def find(draft: Draft, kinds: Sequence[str], stages: Sequence[Stage], **names: str) -> Attack:
    """The waiting attack a command speaks of.

    Raises:
        IllegalCommandError: `nothing_pending`.
    """
    for attack in draft.turn.pending:
        fits = attack.kind in kinds and attack.stage in stages
        if fits and all(getattr(attack, key) == value for key, value in names.items()):
            return attack
    raise no("nothing_pending", "section 4")


PINNER_PALMS: Final = 1.0
"""CW-CHECK-12."""


def hit_pinner(draft: Draft, pinner: str, by: str) -> None:
    """A pinner who is successfully attacked lies a palm away, and the pin is void (CW-CHECK-12, -13)."""
    if Flag.PINNING not in draft.fighter(pinner).flags:
        return
    break_pin(draft, pinner, "pinner_hit", "CW-CHECK-13")
    if draft.fighter(pinner).posture is Posture.STANDING:
        lay_down(draft, pinner, "pinner_hit", "CW-CHECK-12")
    if rule_is(draft.match, "pinner_hit_lying", "whole_next_turn"):
        draft.mark(pinner, lying_until=draft.match.turn_no + 1)
    draft.emit(PinnerMoved(fighter=pinner, by=by, palms=PINNER_PALMS, rules=("CW-CHECK-12",)))
    draft.has_moved_away(pinner)


def purpose(draft: Draft, who: str, what: Text) -> Text:
    return ATTACK_DICE.filled(what=what, who=draft.called(who))
