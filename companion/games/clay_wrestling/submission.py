"""Submission, "Sumisión" (CW-SUB)."""

from collections.abc import Sequence
from typing import Final

from companion.games.clay_wrestling import finisher
from companion.games.clay_wrestling.ability import effective, grit
from companion.games.clay_wrestling.attack import (
    SUCCESS_AT,
    TIEUP_SUCCESS_AT,
    check_not_busy,
    check_posture,
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
from companion.games.clay_wrestling.bonds import (
    HELD,
    HOLDER,
    SUBMISSION,
    break_pin,
    end_hold,
    is_holder,
    join_late,
    leave_late,
)
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import GaveUp, HeldOut, HoldEscaped, HoldReversed, SubmissionApplied
from companion.games.clay_wrestling.health import hurt, knock_out_if_due, release_submission
from companion.games.clay_wrestling.model import KNOCK_OUT_AT, Attack, Flag, Hold, Posture, Stage, changed
from companion.games.clay_wrestling.modes import fall
from companion.games.clay_wrestling.posture import set_posture, showing_cards
from companion.games.clay_wrestling.profile import rule_is
from companion.games.clay_wrestling.reasons import no
from companion.games.clay_wrestling.slots import can_act, take_slot
from companion.kernel.text import Text

MOST_A_TURN: Final = 5
"""CW-SUB-12."""
GIVES_UP_BELOW: Final = 0
"""CW-CHECK-16."""

SUBMISSION_WORD: Final = Text("Submission", "Sumisión")
CHECK_DIE: Final = Text("check against submission", "chequeo contra Sumisión")


def apply_hold(draft: Draft, attacker: str, defender: str, dice: Sequence[int] | None) -> None:
    """Force a rival to the mat: one success is a grab (CW-SUB-02)."""
    target = declare(draft, attacker, defender, "submission", "CW-SUB-01")
    check_not_busy(draft, target, "CW-SUPLEX-18")
    check_posture(draft, target, attacker)
    if target.flags & {Flag.SUBMITTED, Flag.SUBMITTING}:
        raise no("target_held", "CW-SUB-05", target=draft.called(defender))
    if Flag.PINNED in target.flags:
        raise no("pinned", "section 3.4", who=draft.called(defender))
    at_least = threshold(draft, attacker, defender)
    count = effective(draft.match, draft.fighter(attacker), "submission")
    faces = draft.d6(dice, "submission_dice", count, "CW-SUB-01", purpose(draft, attacker, SUBMISSION_WORD))
    is_finisher = spend_attack(draft, attacker, defender)
    if target.posture is Posture.KNOCKED_DOWN:
        count_downed_attack(draft, defender, attacker)
    _open(
        draft,
        Attack("submission", attacker, defender, Stage.DEFENCE, threshold=at_least, finisher=is_finisher),
        faces,
    )


def _open(draft: Draft, attack: Attack, faces: Sequence[int]) -> None:
    sixes = crits(faces)
    attack = changed(attack, successes=successes(faces, attack.threshold) - sixes, crits=sixes)
    rolled(draft, attack, faces, "CW-SUB-02" if attack.kind == "submission" else "CW-SUB-08")
    draft.set_attack(None, attack)
    if attack.net:
        return
    if attack.kind == "submission":
        ineffective(draft, attack, "CW-SUB-02")
    else:
        lose_hold(draft, attack)


def hold_on(draft: Draft, attacker: str, dice: Sequence[int] | None) -> None:
    """The roll is repeated once a turn, in the submitter's slot (CW-SUB-08)."""
    take_slot(draft, attacker, "CW-SUB-08")
    fighter = draft.fighter(attacker)
    hold = fighter.hold
    if hold is None or not is_holder(draft.match, attacker, SUBMISSION):
        raise no("nothing_pending", "CW-SUB-08")
    if hold.since_turn >= draft.match.turn_no or fighter.has_attacked:
        raise no("attack_used", "CW-SUB-08", who=draft.called(attacker))
    count = effective(draft.match, fighter, "submission")
    faces = draft.d6(dice, "submission_dice", count, "CW-SUB-08", purpose(draft, attacker, SUBMISSION_WORD))
    spend_attack(draft, attacker, hold.partner)
    at_least = TIEUP_SUCCESS_AT if rule_is(draft.match, "submission_hold_three_plus", True) else SUCCESS_AT
    _open(draft, Attack("submission_hold", attacker, hold.partner, Stage.DEFENCE, threshold=at_least), faces)


def take_effect(draft: Draft, attack: Attack) -> None:
    """The hold is on: the loss, both lying, and a check (CW-SUB-05, -06)."""
    submitter, victim = attack.attacker, attack.defender
    if attack.kind == "submission":
        _bind(draft, submitter, victim)
        _squeeze(draft, attack, 1)
        return
    hold = draft.fighter(submitter).hold
    assert hold is not None
    again = hold.successes + 1
    for name in (submitter, victim):
        draft.mark(name, hold=changed(_hold_of(draft, name), successes=again))
    _squeeze(draft, attack, again)


def _hold_of(draft: Draft, name: str) -> Hold:
    hold = draft.fighter(name).hold
    assert hold is not None
    return hold


def _bind(draft: Draft, submitter: str, victim: str) -> None:
    turn = draft.match.turn_no
    hit_pinner(draft, victim, submitter)
    break_pin(draft, submitter, "submission")
    for name, partner, role, flag in (
        (submitter, victim, HOLDER, Flag.SUBMITTING),
        (victim, submitter, HELD, Flag.SUBMITTED),
    ):
        set_posture(draft, name, Posture.LYING, "submission", "CW-SUB-05", "CW-STATUS-06")
        with showing_cards(draft, name):
            flags = sorted(
                {*draft.fighter(name).flags, flag} - {Flag.RESTING}
                if flag == Flag.SUBMITTED
                else {*draft.fighter(name).flags, flag}
            )
            draft.mark(name, hold=Hold(SUBMISSION, partner, role, turn), flags=flags)
    leave_late(draft, victim)


def loss_of(draft: Draft, submitter: str, crits_left: int, times: int) -> int:
    """K times Strength, five at most; criticals and a finisher come on top (CW-SUB-11, -12, DEC-67)."""
    strength = effective(draft.match, draft.fighter(submitter), "strength")
    top = crits_left + finisher.bonus_damage(draft, submitter)
    if rule_is(draft.match, "submission_cap", "total"):
        return min(MOST_A_TURN, times * strength + top)
    return min(MOST_A_TURN, times * strength) + top


def _squeeze(draft: Draft, attack: Attack, times: int) -> None:
    victim = attack.defender
    loss = loss_of(draft, attack.attacker, attack.crits, times)
    draft.emit(
        SubmissionApplied(
            attacker=attack.attacker,
            defender=victim,
            successes=times,
            damage=loss,
            rules=("CW-SUB-05", *(("CW-SUB-11",) if times > 1 else ())),
        )
    )
    finisher.resolve(draft, attack, damage=loss)
    draft.set_attack(attack, changed(attack, stage=Stage.CHECK))
    hurt(draft, victim, loss, "submission", "CW-SUB-05", knocks_out=False)
    if draft.fighter(victim).stamina <= KNOCK_OUT_AT and rule_is(draft.match, "submission_ko", "auto_surrender"):
        waiting = find(draft, ("submission", "submission_hold"), (Stage.CHECK,), defender=victim)
        draft.set_attack(waiting, None)
        _give_up(draft, victim, None)


def check(draft: Draft, name: str, die: int | None) -> None:
    """Stamina and a d10: below 0 he gives up (CW-CHECK-14 to -16)."""
    for attack in draft.turn.pending:
        his = attack.kind in {"submission", "submission_hold"} and attack.defender == name
        if his and attack.stage is Stage.DEFENCE:
            take_effect(draft, attack)
    waiting = find(draft, ("submission", "submission_hold"), (Stage.CHECK,), defender=name)
    fighter = draft.fighter(name)
    total = fighter.stamina + draft.d10(die, "CW-CHECK-15", CHECK_DIE)
    if rule_is(draft.match, "submission_check", "stamina_resistance_d10"):
        total += grit(draft.match, fighter)
    draft.set_attack(waiting, None)
    if total < GIVES_UP_BELOW:
        _give_up(draft, name, total)
        return
    draft.emit(HeldOut(fighter=name, check=total, rules=("CW-CHECK-16", "CW-SUB-08")))
    knock_out_if_due(draft, name)


def _give_up(draft: Draft, name: str, total: int | None) -> None:
    """CW-SUB-07; where submissions count for nothing the hold simply ends (CW-MODE-08)."""
    hold = draft.fighter(name).hold
    assert hold is not None
    draft.emit(GaveUp(fighter=name, to=hold.partner, check=total, rules=("CW-CHECK-16", "CW-SUB-07")))
    fall(draft, hold.partner, name, "submission")
    release_submission(draft, name, "CW-MODE-08")
    knock_out_if_due(draft, name)


def lose_hold(draft: Draft, attack: Attack) -> None:
    """The submitter fails: the victim stands up at once, his turn intact; the submitter stays lying (CW-SUB-09)."""
    submitter, victim = attack.attacker, attack.defender
    draft.set_attack(attack, None)
    end_hold(draft, submitter)
    set_posture(draft, victim, Posture.STANDING, "hold_escaped", "CW-SUB-09")
    draft.emit(HoldEscaped(fighter=victim, holder=submitter, rules=("CW-SUB-09",)))
    if not draft.fighter(victim).has_acted and can_act(draft.match, draft.fighter(victim)):
        join_late(draft, victim)


def reverse(draft: Draft, attack: Attack) -> None:
    """Technique turns the hold round: the former attacker is submitted now (CW-SUB-10, CW-TECH-11)."""
    by, on = attack.defender, attack.attacker
    draft.set_attack(attack, None)
    if attack.finisher:
        finisher.miss(draft, on)
    end_hold(draft, on)
    draft.emit(HoldReversed(by=by, on=on, kind=SUBMISSION, rules=("CW-TECH-11", "CW-SUB-10")))
    back = Attack("submission", by, on, Stage.CHECK, returned=True, free=True)
    draft.set_attack(None, back)
    _bind(draft, by, on)
    if not draft.fighter(by).has_acted and draft.turn.active != by:
        join_late(draft, by)
    _squeeze(draft, back, 1)


def release(draft: Draft, attacker: str) -> None:
    """Let go of a submission or give up a pin in the own slot (DEC-69, DEC-88)."""
    take_slot(draft, attacker, "DEC-69")
    fighter = draft.fighter(attacker)
    if Flag.PINNING in fighter.flags:
        break_pin(draft, attacker, "given_up", "DEC-88")
        return
    hold = fighter.hold
    if hold is None or not is_holder(draft.match, attacker, SUBMISSION):
        raise no("nothing_pending", "DEC-69")
    end_hold(draft, attacker)
    set_posture(draft, hold.partner, Posture.STANDING, "released", "CW-SUB-09", "DEC-69")
    draft.emit(HoldEscaped(fighter=hold.partner, holder=attacker, rules=("CW-SUB-09", "DEC-69")))
    if not draft.fighter(hold.partner).has_acted:
        join_late(draft, hold.partner)
