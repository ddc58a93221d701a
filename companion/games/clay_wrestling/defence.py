"""Counter and Technique: what both defences share (CW-COUNTER, CW-TECH, CW-TURN-04)."""

from collections.abc import Sequence

from companion.games.clay_wrestling.ability import effective
from companion.games.clay_wrestling.attack import earns_parity, purpose, successes
from companion.games.clay_wrestling.draft import Draft, is_resting
from companion.games.clay_wrestling.events import AttackCancelled, DefenceRolled, ParityDieGranted
from companion.games.clay_wrestling.model import Attack, Fighter, Flag, Parity, Posture, Stage, changed
from companion.games.clay_wrestling.profile import rule_is
from companion.games.clay_wrestling.reasons import no, on_post
from companion.games.clay_wrestling.slots import known
from companion.kernel.text import Text

ANSWERED_BY = {
    "strike": "counter",
    "suplex": "counter",
    "suplex_hold": "counter",
    "whip": "technique",
    "submission": "technique",
    "submission_hold": "technique",
}
"""CW-COUNTER-02, CW-TECH-02."""


def answers(draft: Draft, attack: Attack, ability: str) -> bool:
    """Whether this defence answers that attack; with the old Spirit Counter answers all four (DEC-08)."""
    if rule_is(draft.match, "spirit_ability", "legacy_separate"):
        return ability == "counter"
    return ANSWERED_BY[attack.kind] == ability


def waiting_attack(draft: Draft, defender: str, rule: str) -> Attack:
    """The attack that `defender` may answer now."""
    open_now = [attack for attack in draft.turn.pending if attack.stage is Stage.DEFENCE]
    if not open_now:
        raise no("nothing_pending", rule)
    for attack in open_now:
        if attack.defender == defender:
            return attack
    raise no("not_active", rule, who=draft.called(defender))


def check_defence(draft: Draft, attack: Attack, ability: str, rule: str) -> Fighter:
    """Whether the defender may defend with this ability (CW-COUNTER-03, CW-TECH-03)."""
    fighter = known(draft, attack.defender, rule)
    who = draft.called(fighter.id)
    if not answers(draft, attack, ability):
        raise no("wrong_defence", rule)
    if fighter.posture is Posture.UNCONSCIOUS or fighter.below_zero:
        raise no("unconscious", "CW-STAM-04", who=who)
    if is_resting(draft.match, fighter):
        raise no("resting", "CW-STAM-08", who=who)
    if fighter.posture is Posture.KNOCKED_DOWN and not _rolls_though_down(draft, attack):
        raise no("knocked_down", "CW-STATUS-13", who=who)
    if fighter.posture is Posture.ON_POST:
        raise on_post("holding", who=who)
    if Flag.HOLDING in fighter.flags:
        raise no("holding", "CW-SUPLEX-18", who=who)
    if fighter.posture is Posture.HELD and attack.kind != "suplex_hold":
        raise no("held", "CW-STATUS-04", who=who)
    if Flag.SLOT_LOST in fighter.flags and rule_is(draft.match, "escape_fail_keeps_defence", False):
        raise no("slot_lost", "DEC-38", who=who)
    if _from_behind(draft, attack, ability, fighter):
        raise no("back_turned", "CW-STATUS-22", who=who)
    limit = draft.match.profile["defences_per_turn"]
    free = Flag.FINISHER_ACTIVE in fighter.flags or limit == "unlimited"
    if not free and fighter.defences_used >= int(limit):
        raise no("defence_used", "CW-TURN-04", who=who)
    return fighter


def _rolls_though_down(draft: Draft, attack: Attack) -> bool:
    """Only where the house lets a knocked-down fighter Counter (DEC-90), and never against a finisher (DEC-79)."""
    return rule_is(draft.match, "knocked_down_counter", "minus_one") and not attack.finisher


def _from_behind(draft: Draft, attack: Attack, ability: str, fighter: Fighter) -> bool:
    """Nobody has his back turned while he lies or is held up (section 6.1)."""
    if fighter.posture is not Posture.STANDING:
        return False
    if ability == "technique" and rule_is(draft.match, "technique_from_behind", True):
        return False
    return draft.behind(attack.attacker, attack.defender)


def roll(
    draft: Draft, attack: Attack, ability: str, dice: Sequence[int] | None, rule: str, what: Text
) -> tuple[Attack, tuple[int, ...], int]:
    """Roll the defence and take its successes off the attack.

    Returns:
        What is left of the attack, the faces, and the successes.
    """
    fighter = draft.fighter(attack.defender)
    count = effective(draft.match, fighter, ability)
    faces = draft.d6([] if dice is None and not count else dice, "dice", count, rule, purpose(draft, fighter.id, what))
    good = successes(faces, attack.threshold)
    left = reduce(draft, attack, good)
    counts = left.net == 0 or rule_is(draft.match, "defence_counts_when", "attempted")
    draft.mark(fighter.id, defences_used=fighter.defences_used + (1 if counts else 0))
    palms = left.successes + 2 * left.crits if attack.kind == "whip" else None
    left = changed(left, defended=True, palms=palms or 0)
    draft.emit(
        DefenceRolled(
            kind=ability,
            defender=attack.defender,
            attacker=attack.attacker,
            dice=faces,
            successes=good,
            net=left.net,
            palms=palms,
            rules=(rule,),
        )
    )
    if left.net == 0:
        draft.emit(AttackCancelled(kind=attack.kind, attacker=attack.attacker, defender=attack.defender, rules=(rule,)))
    return left, faces, good


def reduce(draft: Draft, attack: Attack, good: int) -> Attack:
    """Each success takes one away, ordinary ones first (CW-ATK-03, DEC-48)."""
    if rule_is(draft.match, "cancel_order", "ordinary_first"):
        plain = max(0, attack.successes - good)
        sixes = max(0, attack.crits - max(0, good - attack.successes))
    else:
        sixes = max(0, attack.crits - good)
        plain = max(0, attack.successes - max(0, good - attack.crits))
    return changed(attack, successes=plain, crits=sixes)


def grant_parity(draft: Draft, attack: Attack, good: int, rule: str) -> None:
    """Equalling in a tie-up is worth a Combat die next turn (CW-COUNTER-08, CW-TECH-08)."""
    if good != attack.net or not earns_parity(draft, attack.defender, attack.attacker):
        return
    turn = draft.match.turn_no + 1
    draft.mark(attack.defender, parity_die=Parity(attack.attacker, turn))
    draft.emit(ParityDieGranted(fighter=attack.defender, partner=attack.attacker, turn=turn, rules=(rule,)))
