"""Movement in palms (CW-MOVE), standing up, climbing in and out, escaping (CW-TIEUP-08), tagging (DEC-25)."""

import math
from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.clay_wrestling.ability import effective, speed_left
from companion.games.clay_wrestling.bonds import MELEE, SUPLEX, break_pin, group_of, is_holder, leave_group, staying
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import (
    EnteredRing,
    Escaped,
    EscapeFailed,
    LeftRing,
    Moved,
    OpeningStepped,
    SlotEnded,
    StoodUp,
    Tagged,
    ZoneChanged,
)
from companion.games.clay_wrestling.health import top_rope
from companion.games.clay_wrestling.model import Fighter, Flag, Match, Phase, Posture, Zone, changed
from companion.games.clay_wrestling.posture import set_posture
from companion.games.clay_wrestling.profile import measure, number, rule_is, word
from companion.games.clay_wrestling.reasons import no
from companion.games.clay_wrestling.slots import (
    check_awake,
    end_slot,
    known,
    needs_late_roll,
    nothing_waits,
    open_late,
    queue,
    settle,
    take_slot,
)
from companion.kernel.text import Text

HALF_PALM: Final = 0.5
"""Where nobody has measured the closed hand (section 5)."""
OPENING_PALMS: Final = 1.0
"""CW-START-03."""
STAND_COST: Final = 1
"""CW-STATUS-07."""
ENTER_COST: Final = 1
"""CW-STATUS-20."""
ESCAPE_COST: Final = 1
"""CW-TIEUP-10."""
TURN_COST: Final = 1
"""CW-MOVE-03."""

SPEED_WORD: Final = Text("Speed dice against the grip", "dados de Velocidad contra el agarre")


def half_palm(match: Match, fighter: Fighter) -> float:
    """Half a palm in palms of the owner's hand (CW-MOVE-03, DEC-42)."""
    player = match.players.get(fighter.player)
    if rule_is(match, "half_palm_measure", "half_of_open") or player is None:
        return HALF_PALM
    if not player.palm_mm or not player.half_palm_mm:
        return HALF_PALM
    return player.half_palm_mm / player.palm_mm


def check_may_move(draft: Draft, name: str, rule: str) -> Fighter:
    """Not held, not in a tie-up, not yet defended, one movement (CW-TURN-02, CW-MOVE)."""
    fighter = take_slot(draft, name, rule)
    who = draft.called(name)
    if fighter.posture is Posture.ON_POST:
        raise no("not_active", rule, who=who)
    if fighter.flags & {Flag.IN_TIEUP, Flag.IN_MELEE}:
        raise no("in_tieup", "CW-TIEUP-07", who=who)
    if fighter.defences_used:
        raise no("already_defended", "CW-TURN-06", who=who)
    if Flag.PINNING in fighter.flags and rule_is(draft.match, "pinner_locked", True):
        raise no("pinned", "DEC-88", who=who)
    if is_holder(draft.match, name, SUPLEX) and rule_is(draft.match, "holder_move", "crit_palms_only"):
        raise no("holding", "DEC-60", who=who)
    if fighter.has_moved and fighter.move_closed and rule_is(draft.match, "split_move", False):
        raise no("move_used", "CW-TURN-01", who=who)
    return fighter


def move(draft: Draft, name: str, palms: float, *, half_turn: bool, backward: bool, facing_deg: float | None) -> None:
    """Forward, turning, or half a palm back."""
    fighter = check_may_move(draft, name, "CW-MOVE-01")
    if fighter.posture is not Posture.STANDING:
        raise no("lying", "CW-MOVE-01", who=draft.called(name))
    if palms < 0 or (half_turn and backward):
        raise no("overshoot", "CW-MOVE-04", most="0")
    if backward:
        cost = _back_step(draft, fighter, palms)
    elif half_turn:
        cost = _turn(draft, fighter, palms)
    else:
        cost = max(1, math.ceil(palms - measure(draft.match, "palm_tolerance")))
    if cost > speed_left(draft.match, fighter):
        raise no("no_speed", "CW-MOVE-01", who=draft.called(name))
    marks: dict[str, object] = {"has_moved": True, "speed_spent": fighter.speed_spent + cost}
    if backward:
        marks["back_step_used"] = True
    else:
        marks["forward_palms"] = fighter.forward_palms + palms
    if half_turn:
        marks["facing_used"] = True
    if facing_deg is not None:
        marks["pose"] = changed(fighter.pose, facing_deg=facing_deg)
    draft.mark(name, **marks)
    if Flag.PINNING in fighter.flags:
        break_pin(draft, name, "given_up", "DEC-88")
    way = "back" if backward else "turn" if half_turn else "forward"
    draft.emit(Moved(fighter=name, palms=palms, cost=cost, way=way, rules=("CW-MOVE-01",)))
    held = fighter.hold.partner if is_holder(draft.match, name, SUPLEX) and fighter.hold else name
    draft.has_moved_away(name, held)


def _back_step(draft: Draft, fighter: Fighter, palms: float) -> int:
    """CW-MOVE-05, DEC-40."""
    how = word(draft.match, "back_step")
    if fighter.back_step_used and how != "per_point":
        raise no("back_step_used", "CW-MOVE-05", who=draft.called(fighter.id))
    _within(draft, palms, half_palm(draft.match, fighter), "CW-MOVE-05")
    return 0 if how == "free_once" else 1


def _turn(draft: Draft, fighter: Fighter, palms: float) -> int:
    """One point: a new facing and half a palm (CW-MOVE-03, -06, -07, DEC-41)."""
    if fighter.facing_used:
        raise no("facing_used", "CW-MOVE-06", who=draft.called(fighter.id))
    half = half_palm(draft.match, fighter)
    _within(draft, palms, half, "CW-MOVE-03")
    short = palms < half - measure(draft.match, "palm_tolerance")
    if short and rule_is(draft.match, "half_turn_step", "exact_half"):
        raise no("overshoot", "DEC-41", most=half)
    return TURN_COST


def _within(draft: Draft, palms: float, most: float, rule: str) -> None:
    """The figure ends behind the last finger (CW-MOVE-04, DEC-110)."""
    if palms > most + measure(draft.match, "palm_tolerance") + 1e-9:
        raise no("overshoot", rule, most=float(most))


def opening_step(draft: Draft, name: str, palms: float) -> None:
    """One palm before the first turn (CW-START-03)."""
    known(draft, name, "CW-START-03")
    if draft.match.phase is not Phase.PLACEMENT:
        raise no("not_active", "CW-START-03", who=draft.called(name))
    if draft.fighter(name).stepped:
        raise no("move_used", "CW-START-03", who=draft.called(name))
    _within(draft, palms, OPENING_PALMS, "CW-START-03")
    draft.mark(name, stepped=True)
    draft.emit(OpeningStepped(fighter=name, palms=palms, rules=("CW-START-03",)))
    draft.has_moved_away(name)


# -- up and down -----------------------------------------------------------------------------------------------------


def stand_up(draft: Draft, name: str) -> None:
    """A lying fighter stands, for a Speed point (CW-STATUS-07)."""
    rule = "CW-STATUS-07"
    fighter = known(draft, name, rule)
    who = draft.called(name)
    if fighter.posture in {Posture.STANDING, Posture.KNOCKED_DOWN, Posture.ON_POST}:
        raise no("lying", rule, who=who)
    fighter = check_awake(draft, name, rule)
    if Flag.SUBMITTING in fighter.flags:
        raise no("holding", rule, who=who)
    nothing_waits(draft, rule)
    if fighter.has_acted or fighter.jumped:
        raise no("not_active", rule, who=who)
    if fighter.lying_until is not None and fighter.lying_until >= draft.match.turn_no:
        raise no("lying", "DEC-114", who=who)
    if fighter.has_moved and rule_is(draft.match, "stand_after_entering", "next_turn"):
        raise no("lying", "DEC-115", who=who)
    _his_moment(draft, name)
    fighter = draft.fighter(name)
    if fighter.posture is Posture.STANDING:
        return  # the house has let him stand with the beginning of his slot (DEC-111)
    if effective(draft.match, fighter, "speed") and speed_left(draft.match, fighter) < STAND_COST:
        raise no("no_speed", rule, who=who)
    rise(draft, name)


def may_stand(draft: Draft, fighter: Fighter) -> bool:
    """Nothing but his own will keeps him down."""
    down = fighter.lying_until is not None and fighter.lying_until >= draft.match.turn_no
    bound = Flag.SUBMITTING in fighter.flags or fighter.jumped or fighter.has_acted
    slow = effective(draft.match, fighter, "speed") > 0 and speed_left(draft.match, fighter) < STAND_COST
    return not (down or bound or slow)


def rise(draft: Draft, name: str) -> None:
    """He stands; with Speed 0 that is all he does (DEC-112)."""
    rule = "CW-STATUS-07"
    fighter = draft.fighter(name)
    whole_slot = effective(draft.match, fighter, "speed") == 0
    set_posture(draft, name, Posture.STANDING, "stood_up", rule)
    beside = [a if b == name else b for a, b in draft.facts.adjacent if name in {a, b}]
    draft.mark(name, speed_spent=fighter.speed_spent + STAND_COST, stood_up=True, stood_beside=beside)
    draft.emit(StoodUp(fighter=name, facing=word(draft.match, "facing_after_stand"), rules=(rule, "DEC-113")))
    if not whole_slot:
        return
    if draft.turn.active == name:
        end_slot(draft)
    else:
        draft.mark(name, has_acted=True)
        draft.emit(SlotEnded(fighter=name, rules=("DEC-112",)))


def _his_moment(draft: Draft, name: str) -> None:
    """The late fighters stand up together; somebody else lying stands in his own slot."""
    if draft.turn.active == name:
        return
    if not draft.match.strict:
        if name in draft.turn.late and name not in draft.turn.late_lying:
            draft.mark_turn(late_lying=sorted({*draft.turn.late_lying, *_lying_late(draft)}))
        return
    if draft.match.phase is Phase.SLOTS and not [one for one in queue(draft.match) if one != draft.turn.active]:
        end_slot(draft)
        settle(draft)
        if draft.match.phase is Phase.SLOTS:
            open_late(draft)
    if draft.match.phase is Phase.LATE_SLOTS and name in draft.turn.late:
        if needs_late_roll(draft.match):
            raise no("not_active", "CW-STATUS-12", who=draft.called(name))
        return
    take_slot(draft, name, "CW-STATUS-07")


def _lying_late(draft: Draft) -> list[str]:
    return [one for one in draft.turn.late if draft.fighter(one).posture is Posture.LYING]


def enter_ring(draft: Draft, name: str) -> None:
    """Back from ringside, always lying, for a Speed point (CW-STATUS-20)."""
    fighter = check_may_move(draft, name, "CW-STATUS-20")
    if fighter.zone is not Zone.RINGSIDE:
        raise no("not_near_ropes", "CW-STATUS-20", who=draft.called(name))
    if is_holder(draft.match, name, SUPLEX):
        raise no("holding", "CW-STATUS-20", who=draft.called(name))
    if speed_left(draft.match, fighter) < ENTER_COST:
        raise no("no_speed", "CW-STATUS-20", who=draft.called(name))
    draft.emit(ZoneChanged(fighter=name, to=Zone.RING.value, rules=("CW-STATUS-20",)))
    set_posture(draft, name, Posture.LYING, "entered_ring", "CW-STATUS-06", "CW-STATUS-20")
    draft.mark(name, speed_spent=fighter.speed_spent + ENTER_COST, has_moved=True, ringside_turns=0)
    draft.emit(EnteredRing(fighter=name, rules=("CW-STATUS-20",)))
    leave_group(draft, name)
    draft.has_moved_away(name)


def leave_ring(draft: Draft, name: str) -> None:
    """Out by choice, from the ropes (DEC-26)."""
    fighter = check_may_move(draft, name, "DEC-26")
    who = draft.called(name)
    if fighter.posture is not Posture.STANDING:
        raise no("lying", "DEC-26", who=who)
    if is_holder(draft.match, name, SUPLEX):
        raise no("holding", "DEC-26", who=who)
    if fighter.zone is not Zone.RING or not draft.near_ropes(name):
        raise no("not_near_ropes", "DEC-26", who=who)
    cost = number(draft.match, "leave_ring_cost")
    if speed_left(draft.match, fighter) < cost:
        raise no("no_speed", "DEC-26", who=who)
    draft.emit(ZoneChanged(fighter=name, to=Zone.RINGSIDE.value, rules=("DEC-26",)))
    draft.mark(name, speed_spent=fighter.speed_spent + cost, has_moved=True)
    draft.emit(LeftRing(fighter=name, rules=("DEC-26",)))
    if Flag.PINNING in fighter.flags:
        break_pin(draft, name, "given_up", "DEC-88")
    draft.has_moved_away(name)
    top_rope(draft, name, forced=False)


# -- out of a tie-up -------------------------------------------------------------------------------------------------


def escape(draft: Draft, name: str, dice: Sequence[int] | None, rival_dice: Mapping[str, Sequence[int]]) -> None:
    """Speed against Speed, faces summed (CW-TIEUP-08 to -11, CW-MELEE-06)."""
    rule = "CW-TIEUP-08"
    fighter = take_slot(draft, name, rule)
    group = group_of(draft.match, name)
    who = draft.called(name)
    if group is None:
        raise no("nothing_pending", rule)
    if fighter.defences_used:
        raise no("already_defended", "CW-TURN-06", who=who)
    if fighter.has_attacked:
        raise no("attack_used", rule, who=who)
    if fighter.posture is not Posture.STANDING:
        raise no("lying", rule, who=who)
    rivals = [
        one
        for one in staying(group)
        if one != name
        and (group.kind != MELEE or draft.adjacent(name, one))
        and draft.fighter(one).zone is not Zone.OUT
    ]
    own = draft.d6(dice, "dice", effective(draft.match, fighter, "speed"), rule, SPEED_WORD)
    counts = {one: effective(draft.match, draft.fighter(one), "speed") for one in rivals}
    faces = draft.pools(rival_dice, counts, "rival_dice", rule, SPEED_WORD)
    total = sum(own)
    sums = [sum(faces[one]) for one in rivals] or [0]
    against = max(sums) if rule_is(draft.match, "melee_escape_vs", "highest_rival") else sum(sums)
    if total < against:
        draft.flag(name, Flag.SLOT_LOST)
        draft.emit(
            EscapeFailed(fighter=name, rivals=tuple(rivals), total=total, against=against, rules=("CW-TIEUP-09",))
        )
        return
    barred = [] if rule_is(draft.match, "escape_may_attack_same", True) else rivals
    draft.mark(name, speed_spent=fighter.speed_spent + ESCAPE_COST, escaped_from=barred)
    leave_group(draft, name)
    for one in rivals:
        draft.part(name, one)
    draft.emit(
        Escaped(fighter=name, rivals=tuple(rivals), total=total, against=against, rules=("CW-TIEUP-10", "CW-TIEUP-11"))
    )


# -- tag -------------------------------------------------------------------------------------------------------------


def tag(draft: Draft, giver: str, taker: str) -> None:
    """Hand the tag over: partners side by side at ropes or post; it costs nothing (DEC-25)."""
    one, other = known(draft, giver, "DEC-25"), known(draft, taker, "DEC-25")
    nothing_waits(draft, "DEC-25")
    team = one.team
    if team is None or team != other.team or giver == taker or rule_is(draft.match, "team_tag_rule", "all_in"):
        raise no("mode", "DEC-25")
    legal = draft.match.teams[team].legal
    if legal is not None:
        if legal != giver:
            raise no("not_active", "DEC-25", who=draft.called(giver))
        if (giver, taker) not in draft.facts.adjacent and (taker, giver) not in draft.facts.adjacent:
            raise no("not_adjacent", "DEC-25", who=draft.called(giver), target=draft.called(taker))
        if not (draft.near_ropes(giver) or draft.near_post(giver)):
            raise no("not_near_ropes", "DEC-25", who=draft.called(giver))
        check_awake(draft, giver, "DEC-25")
    if other.zone is Zone.OUT:
        raise no("target_out", "DEC-25", target=draft.called(taker))
    check_awake(draft, taker, "DEC-25")
    teams = {**draft.match.teams, team: changed(draft.match.teams[team], legal=taker)}
    draft.mark_match(teams=teams)
    draft.emit(Tagged(from_=giver, to=taker, rules=("DEC-25",)))
