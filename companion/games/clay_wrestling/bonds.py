"""What binds fighters to each other: holds, pins, tie-ups, and the places they have in the turn."""

from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import PinBroken
from companion.games.clay_wrestling.model import Flag, Group, Match, changed
from companion.games.clay_wrestling.posture import showing_cards

SUPLEX = "suplex"
SUBMISSION = "submission"
HOLDER = "holder"
HELD = "held"
TIEUP = "tieup"
MELEE = "melee"


def is_holder(match: Match, name: str, kind: str) -> bool:
    hold = match.fighters[name].hold
    return hold is not None and hold.kind == kind and hold.role == HOLDER


def end_hold(draft: Draft, name: str) -> str | None:
    """Take a Suplex or Submission off both fighters; postures are the caller's. The partner, or None."""
    hold = draft.fighter(name).hold
    if hold is None:
        return None
    for one in (name, hold.partner):
        with showing_cards(draft, one):
            flags = draft.fighter(one).flags - {Flag.HOLDING, Flag.SUBMITTING, Flag.SUBMITTED}
            draft.mark(one, hold=None, flags=sorted(flags), carry_palms=0.0)
    return hold.partner


def break_pin(draft: Draft, name: str, cause: str, *rules: str) -> None:
    """End the pin a fighter makes or suffers."""
    pin = draft.fighter(name).pin
    if pin is None:
        return
    pinned, pinner = (name, pin.partner) if Flag.PINNED in draft.fighter(name).flags else (pin.partner, name)
    for one in (pinned, pinner):
        flags = draft.fighter(one).flags - {Flag.PINNED, Flag.PINNING}
        draft.mark(one, pin=None, flags=sorted(flags))
    draft.emit(PinBroken(fighter=pinned, by=pinner, cause=cause, rules=rules))
    if pinned in draft.turn.pins_due:
        draft.mark_turn(pins_due=[other for other in draft.turn.pins_due if other != pinned])


def group_of(match: Match, name: str) -> Group | None:
    """The tie-up or melee that still binds a fighter."""
    for group in match.turn.groups:
        if name in group.members:
            staying = [member for member in group.members if member not in group.left]
            return group if name in staying and len(staying) > 1 else None
    return None


def staying(group: Group) -> tuple[str, ...]:
    return tuple(member for member in group.members if member not in group.left)


def leave_group(draft: Draft, name: str) -> None:
    """He escaped or was moved away; when one alone is left nothing binds him either."""
    group = group_of(draft.match, name)
    if group is None:
        return
    after = changed(group, left=(*group.left, name))
    draft.mark_turn(groups=[after if one is group else one for one in draft.turn.groups])
    free = [name, *(staying(after) if len(staying(after)) == 1 else ())]
    for one in free:
        draft.unflag(one, Flag.IN_TIEUP, Flag.IN_MELEE)


def join_late(draft: Draft, name: str) -> None:
    """He acts after everybody else."""
    if name not in draft.turn.late:
        draft.mark_turn(late=[*draft.turn.late, name])


def leave_late(draft: Draft, name: str) -> None:
    if name in draft.turn.late:
        draft.mark_turn(late=[one for one in draft.turn.late if one != name])


def leave_play(draft: Draft, name: str) -> None:
    """Everything that binds somebody who is out ends. His rival in a hold is free: the caller says how he lies."""
    end_hold(draft, name)
    break_pin(draft, name, "out")
    leave_group(draft, name)
    leave_late(draft, name)
    fighter = draft.fighter(name)
    if fighter.flags:
        draft.mark(name, flags=[])
    turn = draft.turn
    pending = [one for one in turn.pending if name not in {one.attacker, one.defender, one.obstacle}]
    draft.mark_turn(
        pending=pending,
        active=None if turn.active == name else turn.active,
        checks_due=[one for one in turn.checks_due if one != name],
        holds_due=[one for one in turn.holds_due if one != name],
    )
