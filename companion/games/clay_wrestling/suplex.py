"""Suplex (CW-SUPLEX): grab, carry, hold on, throw."""

from collections.abc import Sequence
from typing import Final

from companion.games.clay_wrestling.ability import effective
from companion.games.clay_wrestling.attack import (
    SUCCESS_AT,
    check_attack_left,
    check_not_busy,
    check_posture,
    crits,
    declare,
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
    SUPLEX,
    end_hold,
    is_holder,
    join_late,
    leave_group,
)
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import (
    Carried,
    Collided,
    Grabbed,
    HeldOn,
    HoldEscaped,
    HoldReversed,
    Thrown,
    ZoneChanged,
)
from companion.games.clay_wrestling.health import fall_cost, hurt, to_ringside
from companion.games.clay_wrestling.model import Attack, Flag, Hold, Posture, Stage, Zone, changed
from companion.games.clay_wrestling.posture import set_posture
from companion.games.clay_wrestling.profile import measure, rule_is, word
from companion.games.clay_wrestling.reasons import no
from companion.games.clay_wrestling.slots import end_slot, take_slot
from companion.games.clay_wrestling.strike import give_back
from companion.kernel.text import Text

SUPLEX_WORD: Final = Text("Suplex", "Suplex")


def grab(draft: Draft, attacker: str, defender: str, dice: Sequence[int] | None) -> None:
    """Lift a standing rival: one success is enough (CW-SUPLEX-02)."""
    target = declare(draft, attacker, defender, "suplex", "CW-SUPLEX-02")
    check_not_busy(draft, target, "CW-SUPLEX-18")
    check_posture(draft, target, attacker)
    if target.posture is Posture.LYING:
        raise no("target_lying", "CW-STATUS-11", target=draft.called(defender))
    if target.posture is Posture.KNOCKED_DOWN:
        raise no("target_knocked_down", "CW-STATUS-13", target=draft.called(defender))
    at_least = threshold(draft, attacker, defender)
    count = effective(draft.match, draft.fighter(attacker), "suplex")
    faces = draft.d6(dice, "suplex_dice", count, "CW-SUPLEX-02", purpose(draft, attacker, SUPLEX_WORD))
    spend_attack(draft, attacker, defender)
    _open(draft, Attack("suplex", attacker, defender, Stage.DEFENCE, threshold=at_least), faces)


def _open(draft: Draft, attack: Attack, faces: Sequence[int]) -> None:
    sixes = crits(faces)
    attack = changed(attack, successes=successes(faces, attack.threshold) - sixes, crits=sixes)
    rolled(draft, attack, faces, "CW-SUPLEX-02" if attack.kind == "suplex" else "CW-SUPLEX-13")
    draft.set_attack(None, attack)
    if attack.net:
        return
    if attack.kind == "suplex":
        ineffective(draft, attack, "CW-SUPLEX-02")
    else:
        lose_hold(draft, attack, "")


def take_effect(draft: Draft, attack: Attack) -> None:
    """The grab, or the repeated roll, holds."""
    draft.set_attack(attack, None)
    if attack.kind == "suplex":
        hit_pinner(draft, attack.defender, attack.attacker)
        _hold(draft, attack.attacker, attack.defender, attack.crits)
    else:
        palms = draft.fighter(attack.attacker).carry_palms + attack.crits
        draft.mark(attack.attacker, carry_palms=palms)
        draft.emit(HeldOn(attacker=attack.attacker, defender=attack.defender, rules=("CW-SUPLEX-12",)))


def _hold(draft: Draft, holder: str, held: str, palms: int) -> None:
    turn = draft.match.turn_no
    draft.mark(
        holder,
        hold=Hold(SUPLEX, held, HOLDER, turn),
        flags=sorted({*draft.fighter(holder).flags, Flag.HOLDING}),
        carry_palms=float(palms),
    )
    set_posture(draft, held, Posture.HELD, "grabbed", "CW-SUPLEX-05", "CW-STATUS-04")
    draft.mark(held, hold=Hold(SUPLEX, holder, HELD, turn))
    draft.emit(Grabbed(attacker=holder, defender=held, carry_palms=palms, rules=("CW-SUPLEX-02", "CW-SUPLEX-04")))


def reverse(draft: Draft, attack: Attack, reward: int) -> None:
    """A surpassed grab: the counterer grabs, or strikes, or nothing (CW-COUNTER-11, DEC-63)."""
    how = word(draft.match, "suplex_reversal")
    if how == "none":
        return
    if how == "strike":
        give_back(draft, attack.defender, attack.attacker, reward)
        return
    draft.emit(HoldReversed(by=attack.defender, on=attack.attacker, kind=SUPLEX, rules=("CW-COUNTER-11", "DEC-63")))
    _hold(draft, attack.defender, attack.attacker, 0)


def carry(draft: Draft, attacker: str, palms: float) -> None:
    """Free palms with the rival overhead (CW-SUPLEX-04)."""
    for attack in draft.turn.pending:
        if attack.kind in {"suplex", "suplex_hold"} and attack.attacker == attacker and attack.stage is Stage.DEFENCE:
            take_effect(draft, attack)
    take_slot(draft, attacker, "CW-SUPLEX-04")
    fighter = draft.fighter(attacker)
    if not is_holder(draft.match, attacker, SUPLEX):
        raise no("nothing_pending", "CW-SUPLEX-04")
    if palms <= 0 or palms > fighter.carry_palms + measure(draft.match, "palm_tolerance"):
        raise no("overshoot", "CW-SUPLEX-04", most=float(fighter.carry_palms))
    draft.mark(attacker, carry_palms=max(0.0, fighter.carry_palms - palms))
    draft.emit(Carried(attacker=attacker, palms=palms, rules=("CW-SUPLEX-04",)))
    leave_group(draft, attacker)
    held = fighter.hold.partner if fighter.hold else attacker
    draft.has_moved_away(attacker, held)


# -- later turns -----------------------------------------------------------------------------------------------------


def _check_later(draft: Draft, attacker: str, rule: str) -> str:
    """He holds somebody since an earlier turn and has his attack left. The held fighter."""
    fighter = draft.fighter(attacker)
    if not is_holder(draft.match, attacker, SUPLEX) or fighter.hold is None:
        raise no("nothing_pending", rule)
    if fighter.hold.since_turn >= draft.match.turn_no:
        raise no("throw_too_early", rule, who=draft.called(attacker))
    check_attack_left(draft, fighter)
    return fighter.hold.partner


def hold_on(draft: Draft, attacker: str, dice: Sequence[int] | None) -> None:
    """Keep him up another turn: the roll is repeated and can be countered (CW-SUPLEX-13)."""
    at_the_end = rule_is(draft.match, "suplex_hold_roll", "end_of_turn")
    if at_the_end:
        if attacker not in draft.turn.holds_due:
            raise no("not_active", "DEC-59", who=draft.called(attacker))
    else:
        take_slot(draft, attacker, "CW-SUPLEX-13")
    held = _check_later(draft, attacker, "CW-SUPLEX-13")
    count = effective(draft.match, draft.fighter(attacker), "suplex")
    faces = draft.d6(dice, "suplex_dice", count, "CW-SUPLEX-13", purpose(draft, attacker, SUPLEX_WORD))
    spend_attack(draft, attacker, held)
    if at_the_end:
        draft.mark_turn(holds_due=[name for name in draft.turn.holds_due if name != attacker])
    _open(draft, Attack("suplex_hold", attacker, held, Stage.DEFENCE, threshold=SUCCESS_AT), faces)


def lose_hold(draft: Draft, attack: Attack, landing: str) -> None:
    """The held fighter gets free: standing, beside the holder, his turn after everybody else's (CW-SUPLEX-14)."""
    holder, held = attack.attacker, attack.defender
    draft.set_attack(attack, None)
    end_hold(draft, holder)
    set_posture(draft, held, Posture.STANDING, "hold_escaped", "CW-SUPLEX-14")
    draft.join(holder, held)
    if landing == "behind":
        draft.mark_facts(behind=[*draft.facts.behind, (held, holder)])
    draft.emit(HoldEscaped(fighter=held, holder=holder, landing=landing, rules=("CW-SUPLEX-14", "CW-COUNTER-12")))
    draft.mark(held, has_acted=False)
    join_late(draft, held)
    draft.mark(holder, has_acted=True)
    if draft.turn.active == holder:
        end_slot(draft)


def throw(draft: Draft, attacker: str, direction: str, to: str, hits: str | None, palms: float | None) -> None:
    """Throw him back, front, left or right; no roll (CW-SUPLEX-07)."""
    take_slot(draft, attacker, "CW-SUPLEX-07")
    held = _check_later(draft, attacker, "CW-SUPLEX-07")
    fighter = draft.fighter(attacker)
    zone = Zone(to)
    if zone is Zone.RINGSIDE and fighter.zone is Zone.RING and not draft.near_ropes(attacker):
        raise no("not_near_ropes", "CW-SUPLEX-10", who=draft.called(attacker))
    _check_reach(draft, attacker, palms)
    strangers = {attacker, held, *(name for name in draft.match.fighters if name not in draft.match.roster)}
    if hits is not None and (
        hits in strangers or hits not in draft.match.fighters or draft.fighter(hits).zone is not zone
    ):
        raise no("target_out", "CW-SUPLEX-08", target=draft.called(hits))
    spend_attack(draft, attacker, held)
    end_hold(draft, attacker)
    draft.part(attacker, held)
    draft.emit(Thrown(attacker=attacker, defender=held, direction=direction, to=to, rules=("CW-SUPLEX-07",)))
    attack = Attack("throw", attacker, held, Stage.DODGE, obstacle=hits, to=to, direction=direction)
    if hits is None:
        land(draft, attack, collided=False)
    else:
        draft.set_attack(None, attack)


def _check_reach(draft: Draft, attacker: str, palms: float | None) -> None:
    """Some houses let Strength limit the throw (DEC-64)."""
    if palms is None or rule_is(draft.match, "suplex_range", "any"):
        return
    most = effective(draft.match, draft.fighter(attacker), "strength")
    if palms > most + measure(draft.match, "palm_tolerance"):
        raise no("overshoot", "DEC-64", most=most)


def land(draft: Draft, attack: Attack, *, collided: bool) -> None:
    """The thrown fighter lands: 4 in the ring, 6 at ringside, always knocked-down (CW-SUPLEX-08 to -11)."""
    held, zone = attack.defender, Zone(attack.to)
    if attack in draft.turn.pending:
        draft.set_attack(attack, None)
    leave_group(draft, held)
    draft.has_moved_away(held)
    rule = "CW-SUPLEX-10" if zone is Zone.RINGSIDE else "CW-SUPLEX-09"
    struck = attack.obstacle
    if collided and struck is not None:
        draft.emit(Collided(fighter=held, other=struck, rules=("CW-SUPLEX-08",)))
    hurt(draft, held, fall_cost(zone), "thrown", rule, "CW-SUPLEX-11", down=Posture.KNOCKED_DOWN)
    if zone is Zone.RING and draft.fighter(held).zone is Zone.RINGSIDE:
        draft.emit(ZoneChanged(fighter=held, to=Zone.RING.value, rules=("CW-SUPLEX-07",)))
        draft.mark(held, ringside_turns=0)
    if collided and struck is not None:
        down = {"knocked_down": Posture.KNOCKED_DOWN, "lying": Posture.LYING, "standing": None}
        hurt(
            draft,
            struck,
            fall_cost(zone),
            "struck_by_body",
            "CW-SUPLEX-08",
            down=down[word(draft.match, "suplex_collision_struck")],
        )
    if zone is Zone.RINGSIDE:
        to_ringside(draft, held, "thrown", "CW-SUPLEX-10")
