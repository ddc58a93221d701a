"""Tie-ups ("Toma de Nuca") and melees: who is in them, and who begins (CW-TIEUP, CW-MELEE)."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.clay_wrestling.ability import effective
from companion.games.clay_wrestling.attack import successes
from companion.games.clay_wrestling.bonds import MELEE, TIEUP
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import GroupFormed, GroupsOrdered, OrderSet, Stumbled
from companion.games.clay_wrestling.model import Fighter, Flag, Group, Match, Phase, Posture, Zone, changed
from companion.games.clay_wrestling.modes import opponents
from companion.games.clay_wrestling.order import ranked
from companion.games.clay_wrestling.profile import rule_is
from companion.games.clay_wrestling.reasons import no
from companion.games.clay_wrestling.slots import (
    after_announcements,
    current_group,
    end_slot,
    nothing_waits,
    queue,
    set_phase,
    settle,
)
from companion.kernel.dice import dice_count
from companion.kernel.text import Text

COMBAT_WORD: Final = Text("Combat dice of the tie-up", "dados de Combate de la Toma de Nuca")
GROUP_DIE: Final = Text("which group is first", "qué grupo va primero")
PARITY_DICE: Final = 1
"""CW-COUNTER-08."""


def locked(match: Match, fighter: Fighter) -> bool:
    """Standing, awake, neither holding nor held (DEC-32)."""
    return (
        fighter.zone is not Zone.OUT
        and fighter.posture is Posture.STANDING
        and Flag.HOLDING not in fighter.flags
        and fighter.id in match.roster
    )


def components(match: Match) -> list[tuple[str, ...]]:
    """Connected sets of standing opponents who touch, in table order."""
    links: dict[str, set[str]] = {}
    able = {fighter.id for fighter in match.in_play if locked(match, fighter)}
    attacked_only = rule_is(match, "tieup_trigger", "after_attack")
    for one, other in match.facts.adjacent:
        if one not in able or other not in able or not opponents(match, one, other):
            continue
        a, b = match.fighters[one], match.fighters[other]
        if a.zone is not b.zone or (attacked_only and other not in a.last_targets and one not in b.last_targets):
            continue
        links.setdefault(one, set()).add(other)
        links.setdefault(other, set()).add(one)
    found: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for name in match.roster:
        if name in links and name not in seen:
            members = _reach(links, name)
            seen |= members
            found.append(tuple(one for one in match.roster if one in members))
    return found


def _reach(links: Mapping[str, set[str]], start: str) -> set[str]:
    members, edge = {start}, [start]
    while edge:
        for other in links[edge.pop()]:
            if other not in members:
                members.add(other)
                edge.append(other)
    return members


def form_groups(draft: Draft) -> None:
    """The snapshot of step 4."""
    groups = []
    for members in components(draft.match):
        kind = TIEUP if len(members) == 2 else MELEE
        groups.append(Group(members, kind))
        for name in members:
            draft.flag(name, Flag.IN_TIEUP if kind == TIEUP else Flag.IN_MELEE)
        rule = "CW-TIEUP-01" if kind == TIEUP else "CW-MELEE-01"
        draft.emit(GroupFormed(members=members, kind=kind, rules=(rule,)))
    draft.mark_turn(groups=groups)


# -- which group first -----------------------------------------------------------------------------------------------


def group_roll(draft: Draft, dice: Mapping[str, int], rerolls: Sequence[Mapping[str, int]]) -> None:
    """One d6 a group, the highest is resolved first (DEC-33)."""
    _leave_announcements(draft, "DEC-33")
    heads = {group.members[0]: number for number, group in enumerate(draft.turn.groups)}
    if len(heads) < 2 or draft.turn.group_order or rule_is(draft.match, "tieup_group_order", "table_order"):
        raise no("nothing_pending", "DEC-33")
    faces = draft.single_faces(dice, list(heads), "dice", "DEC-33", GROUP_DIE)
    order = ranked(draft, faces, rerolls, "rerolls", "DEC-33")
    draft.mark_turn(group_order=[heads[name] for name in order])
    draft.emit(GroupsOrdered(order=order, rules=("DEC-33",)))


def needs_group_roll(match: Match) -> bool:
    several = len(match.turn.groups) > 1 and not match.turn.group_order
    return several and rule_is(match, "tieup_group_order", "roll_1d6")


# -- who begins ------------------------------------------------------------------------------------------------------


def combat_dice(draft: Draft, group: Group, name: str) -> int:
    """Combat, and one die more for who equalled a member last turn (CW-COUNTER-08)."""
    fighter = draft.fighter(name)
    parity = fighter.parity_die
    extra = parity is not None and parity.turn == draft.match.turn_no and parity.partner in group.members
    return effective(draft.match, fighter, "combat", PARITY_DICE if extra else 0)


def roll(draft: Draft, dice: Mapping[str, Sequence[int]], tiebreak: Sequence[Mapping[str, int]]) -> None:
    """Combat dice of a group: more successes begin (CW-TIEUP-03 to -05, CW-MELEE-02, -03)."""
    _leave_announcements(draft, "CW-TIEUP-03")
    for group in _groups_meant(draft, dice):
        _roll_one(draft, group, dice, tiebreak)


def _groups_meant(draft: Draft, dice: Mapping[str, Sequence[int]]) -> list[Group]:
    """The group whose turn it is; in a script that does not enforce the order, the groups the dice belong to."""
    waiting = [group for group in draft.turn.groups if not group.order]
    if not waiting:
        raise no("nothing_pending", "CW-TIEUP-03")
    if draft.match.strict:
        if needs_group_roll(draft.match):
            raise no("nothing_pending", "DEC-33")
        end_slot_of_group(draft)
        group = current_group(draft.match)
        if group is None or group.order:
            raise no("not_active", "CW-TIEUP-02", who=", ".join(dice))
        return [group]
    meant = [group for group in waiting if any(name in group.members for name in dice)] or waiting[:1]
    known = {name for group in meant for name in group.members}
    if any(name not in known for name in dice):
        raise dice_count(len(dice), len(known), "CW-TIEUP-03")
    return meant


def end_slot_of_group(draft: Draft) -> None:
    """The last slot of a group closes when the next group rolls."""
    if draft.turn.active is not None and not [one for one in queue(draft.match) if one != draft.turn.active]:
        end_slot(draft)


def _roll_one(
    draft: Draft,
    group: Group,
    dice: Mapping[str, Sequence[int]],
    tiebreak: Sequence[Mapping[str, int]],
) -> None:
    counts = {name: combat_dice(draft, group, name) for name in group.members}
    others = (
        set() if draft.match.strict else {name for one in draft.turn.groups if one is not group for name in one.members}
    )
    mine = {name: faces for name, faces in dice.items() if name not in others}
    faces = draft.pools(mine, counts, "dice", "CW-TIEUP-03", COMBAT_WORD)
    scores = {name: successes(faces[name]) for name in group.members}
    order = ranked(draft, scores, tiebreak, "tiebreak", "CW-TIEUP-05")
    worst = _worst(draft, order) if group.kind == MELEE else None
    after = changed(group, order=order, worst=worst)
    # a command of this group comes next, so its order is the one shown
    draft.mark_turn(groups=[after if one is group else one for one in draft.turn.groups], order=order)
    draft.emit(OrderSet(order=order, scope=group.kind, worst=worst, rules=("CW-TIEUP-04", "CW-MELEE-02")))
    if worst is not None:
        draft.mark(worst, may_not_attack=True)
        draft.emit(Stumbled(fighter=worst, rules=("CW-MELEE-03", "CW-MELEE-04")))
    if draft.match.phase is not Phase.GROUP_SLOTS:
        set_phase(draft, Phase.GROUP_SLOTS)


def _worst(draft: Draft, order: Sequence[str]) -> str:
    """The worst of this roll, or of the sheets (DEC-35)."""
    if rule_is(draft.match, "melee_worst", "roll_result"):
        return order[-1]
    scores = {name: effective(draft.match, draft.fighter(name), "combat") for name in order}
    lowest = min(scores.values())
    return [name for name in order if scores[name] == lowest][-1]


def _leave_announcements(draft: Draft, rule: str) -> None:
    """A group's roll closes step 5."""
    nothing_waits(draft, rule)
    if not draft.match.strict:
        if draft.match.phase is Phase.TURN_END:
            raise no("not_active", rule)
        return
    if draft.match.phase is Phase.ANNOUNCEMENTS:
        after_announcements(draft)
        settle(draft)
    if draft.match.phase is not Phase.GROUP_SLOTS:
        raise no("not_active", rule)
