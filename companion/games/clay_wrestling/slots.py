"""Whose moment it is: slots inside the turn, and who may act in them (CW-TURN, section 4 steps 6 to 9)."""

from collections.abc import Sequence
from typing import Final

from companion.games.clay_wrestling.bonds import (
    SUBMISSION,
    SUPLEX,
    group_of,
    is_holder,
    join_late,
)
from companion.games.clay_wrestling.draft import Draft, is_resting
from companion.games.clay_wrestling.events import OrderSet, PhaseBegan, SlotEnded, SlotStarted
from companion.games.clay_wrestling.health import gain
from companion.games.clay_wrestling.model import Fighter, Flag, Group, Match, Phase, Posture, Stage, Zone
from companion.games.clay_wrestling.profile import rule_is
from companion.games.clay_wrestling.reasons import ATTACK_WAITS, no
from companion.kernel.refusals import IllegalCommandError, Refusal

BEFORE_SLOTS: Final = frozenset(
    {
        Phase.TURN_START,
        Phase.RECOVERY,
        Phase.PIN_COUNTS,
        Phase.GROUPS,
        Phase.ANNOUNCEMENTS,
        Phase.GROUP_SLOTS,
        Phase.INITIATIVE,
    }
)
OPTIONAL: Final = frozenset({Stage.STAND, Stage.REBOUND_STRIKE})
"""Stages that nobody needs to answer: the next command lets them lapse."""


# -- who can act -----------------------------------------------------------------------------------------------------


def can_act(match: Match, fighter: Fighter) -> bool:
    """Able to use a slot this turn; whether he has one is another question."""
    return (
        fighter.zone is not Zone.OUT
        and fighter.posture in {Posture.STANDING, Posture.LYING, Posture.ON_POST}
        and not is_resting(match, fighter)
        and not fighter.below_zero
        and not fighter.flags & {Flag.SUBMITTED, Flag.PINNED, Flag.SLOT_LOST}
    )


def acts_late(match: Match, fighter: Fighter) -> bool:
    """Lying fighters act last (CW-STATUS-10); a submitter too, unless the house lets him keep his place (DEC-68)."""
    if fighter.posture is not Posture.LYING:
        return False
    return not (Flag.SUBMITTING in fighter.flags and rule_is(match, "submission_slot", "initiative"))


def rollers(match: Match) -> tuple[str, ...]:
    """Who rolls initiative: able to act, in no tie-up or melee, not late (CW-INIT-01)."""
    everybody = rule_is(match, "initiative_scope", "all_first")
    return tuple(
        fighter.id
        for fighter in match.in_play
        if _has_a_place(match, fighter)
        and not acts_late(match, fighter)
        and fighter.id not in match.turn.late
        and (everybody or not any(fighter.id in group.members for group in match.turn.groups))
        and not fighter.has_acted
    )


def _has_a_place(match: Match, fighter: Fighter) -> bool:
    if can_act(match, fighter):
        return True
    # a resting fighter who gains in his own slot keeps his place in the order (DEC-16)
    resting = Flag.RESTING in fighter.flags and fighter.posture is not Posture.UNCONSCIOUS
    return resting and fighter.rest_gain is not None


def gather_late(draft: Draft) -> None:
    """Everybody who lies at step 7 is late."""
    for fighter in draft.match.in_play:
        if can_act(draft.match, fighter) and acts_late(draft.match, fighter) and not fighter.has_acted:
            join_late(draft, fighter.id)


def current_group(match: Match) -> Group | None:
    """The tie-up or melee whose turn it is."""
    numbers = match.turn.group_order or range(len(match.turn.groups))
    for number in numbers:
        group = match.turn.groups[number]
        if not group.order or any(_waits(match, name) or match.turn.active == name for name in group.order):
            return group
    return None


def _waits(match: Match, name: str) -> bool:
    fighter = match.fighters[name]
    return not fighter.has_acted and can_act(match, fighter) and not acts_late(match, fighter)


def queue(match: Match) -> tuple[str, ...]:
    """Who still acts in this step, in order."""
    turn = match.turn
    if match.phase is Phase.GROUP_SLOTS:
        group = current_group(match)
        return () if group is None else tuple(name for name in group.order if _waits(match, name))
    if match.phase is Phase.SLOTS:
        keeps = rule_is(match, "downed_before_acting", "keeps_slot")
        return tuple(
            name
            for name in turn.initiative
            if name not in turn.late
            and not match.fighters[name].has_acted
            and _has_a_place(match, match.fighters[name])
            and (keeps or not acts_late(match, match.fighters[name]))
        )
    if match.phase is Phase.LATE_SLOTS:
        if needs_late_roll(match):
            return ()
        return tuple(
            name for name in turn.late if not match.fighters[name].has_acted and can_act(match, match.fighters[name])
        )
    return ()


def late_waiting(match: Match) -> tuple[str, ...]:
    return tuple(
        name for name in match.turn.late if not match.fighters[name].has_acted and can_act(match, match.fighters[name])
    )


def needs_late_roll(match: Match) -> bool:
    return len(late_waiting(match)) > 1 and not match.turn.late_rolled


# -- going from one to the next --------------------------------------------------------------------------------------


def end_slot(draft: Draft) -> None:
    """Close the slot of whoever has it."""
    name = draft.turn.active
    if name is None:
        return
    if not draft.fighter(name).has_acted:
        _check_duties(draft, name)
    draft.mark(name, has_acted=True)
    draft.mark_turn(active=None)
    draft.emit(SlotEnded(fighter=name, rules=("CW-TURN-01",)))


def _check_duties(draft: Draft, name: str) -> None:
    """A holder throws or holds on, a submitter repeats his roll or lets go (CW-SUPLEX-13, CW-SUB-08)."""
    if not draft.match.strict:
        return
    hold = draft.fighter(name).hold
    if hold is None or hold.since_turn >= draft.match.turn_no or draft.fighter(name).has_attacked:
        return
    if is_holder(draft.match, name, SUPLEX) and rule_is(draft.match, "suplex_hold_roll", "holder_slot"):
        raise no("holding", "CW-SUPLEX-13", who=draft.called(name))
    if is_holder(draft.match, name, SUBMISSION):
        raise no("holding", "CW-SUB-08", who=draft.called(name))


def begin_slot(draft: Draft, name: str) -> None:
    draft.mark_turn(active=name)
    draft.emit(SlotStarted(fighter=name, rules=("CW-INIT-03",)))
    collect_rest(draft, name)
    if draft.fighter(name).posture is Posture.LYING and rule_is(draft.match, "late_stand", "forced"):
        _stand_together(draft, name)


def _stand_together(draft: Draft, name: str) -> None:
    """Some houses let no late fighter stay down who can stand (DEC-111); they stand up at the same time (L235)."""
    from companion.games.clay_wrestling.movement import may_stand, rise

    others = [other for other in late_waiting(draft.match) if other != name]
    for one in (*others, name):
        fighter = draft.fighter(one)
        if fighter.posture is Posture.LYING and may_stand(draft, fighter):
            rise(draft, one)


def collect_rest(draft: Draft, name: str) -> None:
    """The die of a rest that is gained in the own slot (DEC-16)."""
    fighter = draft.fighter(name)
    if fighter.rest_gain is not None:
        gain(draft, name, fighter.rest_gain, "rest", "CW-STATUS-03", "DEC-16")
        draft.mark(name, rest_gain=None)


def set_phase(draft: Draft, phase: Phase) -> None:
    if draft.match.phase is not phase:
        draft.emit(PhaseBegan(phase=phase.value, rules=("section 4",)))


def settle(draft: Draft) -> None:
    """Go on to the next step as long as nobody has anything to do in this one."""
    if not draft.match.strict:
        return
    for _ in range(len(draft.match.turn.groups) + len(draft.match.roster) + 8):
        if draft.match.over or draft.turn.active is not None or draft.turn.pending or not _step(draft):
            return


def _step(draft: Draft) -> bool:
    match = draft.match
    if match.phase is Phase.GROUP_SLOTS:
        if current_group(match) is not None:
            return _pass_the_resting(draft)
        after_groups(draft)
        return True
    if match.phase is Phase.INITIATIVE:
        if rollers(match) and not match.turn.initiative_rolled:
            return False
        after_initiative(draft)
        return True
    if match.phase is Phase.SLOTS:
        if queue(match):
            return _pass_the_resting(draft)
        open_late(draft)
        return True
    return False


def _pass_the_resting(draft: Draft) -> bool:
    """A resting fighter's slot is only the moment of his die (DEC-16)."""
    waiting = queue(draft.match)
    if not waiting or not is_resting(draft.match, draft.fighter(waiting[0])):
        return False
    begin_slot(draft, waiting[0])
    draft.mark(waiting[0], has_acted=True)
    draft.mark_turn(active=None)
    return True


def after_announcements(draft: Draft) -> None:
    """Step 5 is over: groups, or initiative where everybody rolls first (DEC-27)."""
    first = rule_is(draft.match, "initiative_scope", "all_first") and not draft.turn.initiative_rolled
    set_phase(draft, Phase.INITIATIVE if first or not draft.turn.groups else Phase.GROUP_SLOTS)
    if draft.match.phase is Phase.INITIATIVE:
        gather_late(draft)


def after_groups(draft: Draft) -> None:
    if draft.turn.initiative_rolled:
        start_slots(draft)
        return
    set_phase(draft, Phase.INITIATIVE)
    gather_late(draft)


def after_initiative(draft: Draft) -> None:
    if rule_is(draft.match, "initiative_scope", "all_first") and current_group(draft.match) is not None:
        set_phase(draft, Phase.GROUP_SLOTS)
        if not draft.turn.initiative_rolled:
            draft.mark_turn(initiative_rolled=True)
        return
    start_slots(draft)


def start_slots(draft: Draft) -> None:
    left = [name for name in draft.turn.initiative if not draft.fighter(name).has_acted]
    draft.mark_turn(order=left)
    set_phase(draft, Phase.SLOTS)
    gather_late(draft)


def open_late(draft: Draft) -> None:
    """Step 9: who lies now is the lying group (CW-STATUS-12)."""
    gather_late(draft)
    set_phase(draft, Phase.LATE_SLOTS)
    note_the_lying(draft)
    waiting = late_waiting(draft.match)
    if len(waiting) == 1:
        draft.emit(OrderSet(order=waiting, scope="late", rules=("CW-STATUS-10",)))


def note_the_lying(draft: Draft) -> None:
    lying = [name for name in draft.turn.late if draft.fighter(name).posture is Posture.LYING]
    draft.mark_turn(late_lying=sorted({*draft.turn.late_lying, *lying}))


# -- taking a slot ---------------------------------------------------------------------------------------------------


def known(draft: Draft, name: str, rule: str) -> Fighter:
    """A fighter of the match."""
    if name not in draft.match.fighters or name not in draft.match.roster:
        raise no("target_out", rule, target=name)
    return draft.fighter(name)


def check_awake(draft: Draft, name: str, rule: str) -> Fighter:
    """Nothing keeps him from acting at all; the order of the turn is another question."""
    fighter = known(draft, name, rule)
    who = draft.called(name)
    if draft.match.phase in {Phase.SETUP, Phase.PLACEMENT, Phase.TURN_END} or fighter.zone is Zone.OUT:
        raise no("not_active", rule, who=who)
    if fighter.posture is Posture.UNCONSCIOUS:
        raise no("unconscious", "CW-STAM-04", who=who)
    if fighter.below_zero:
        raise no("unconscious", "DEC-10", who=who)
    if fighter.posture is Posture.HELD:
        raise no("held", "CW-STATUS-04", who=who)
    if fighter.posture is Posture.KNOCKED_DOWN:
        raise no("knocked_down", "CW-STATUS-13", who=who)
    if is_resting(draft.match, fighter):
        raise no("resting", "CW-STAM-08", who=who)
    if Flag.SLOT_LOST in fighter.flags:
        raise no("slot_lost", "CW-TIEUP-09", who=who)
    if Flag.SUBMITTED in fighter.flags:
        raise no("held", "CW-SUB-08", who=who)
    if Flag.PINNED in fighter.flags:
        raise no("pinned", "CW-CHECK-07", who=who)
    return fighter


def take_slot(draft: Draft, name: str, rule: str) -> Fighter:
    """Check that `name` may act now, and give him the slot if it is his turn.

    In a running match the order is enforced. In a script that begins in the middle of a turn it is not: there the
    first command of a fighter who has not acted closes the slot that is open (section 7, set-up defaults).
    """
    fighter = check_awake(draft, name, rule)
    nothing_waits(draft, rule)
    if draft.turn.active == name:
        return fighter
    if fighter.has_acted:
        raise no("not_active", rule, who=draft.called(name))
    if draft.match.strict:
        _his_turn(draft, name, rule)
    elif draft.match.phase in BEFORE_SLOTS:
        _skip_to_slots(draft, name)
    end_slot(draft)
    begin_slot(draft, name)
    return draft.fighter(name)


def _his_turn(draft: Draft, name: str, rule: str) -> None:
    if draft.match.phase is Phase.ANNOUNCEMENTS:
        raise no("not_active", rule, who=draft.called(name))
    waiting = [one for one in queue(draft.match) if one != draft.turn.active]
    if not waiting:
        end_slot(draft)
        settle(draft)
        waiting = list(queue(draft.match))
    if not waiting or waiting[0] != name:
        raise no("not_active", rule, who=draft.called(name))


def _skip_to_slots(draft: Draft, name: str) -> None:
    in_group = group_of(draft.match, name) is not None
    set_phase(draft, Phase.GROUP_SLOTS if in_group else Phase.SLOTS)


def nothing_waits(draft: Draft, rule: str) -> None:
    """No attack waits for an answer; what need not be answered lapses."""
    from companion.games.clay_wrestling.effects import let_lapse  # the attacks take slots, and slots close attacks

    let_lapse(draft)
    if draft.turn.pending:
        raise IllegalCommandError(Refusal("not_active", rule, ATTACK_WAITS))


def show_order(draft: Draft, order: Sequence[str], scope: str, *rules: str, worst: str | None = None) -> None:
    draft.mark_turn(order=order)
    draft.emit(OrderSet(order=tuple(order), scope=scope, worst=worst, rules=rules))
