"""Irish Whip, "Látigo Irlandés" (CW-WHIP): roll, path, dodge, ropes, rebound."""

import math
from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.clay_wrestling import suplex
from companion.games.clay_wrestling.ability import effective
from companion.games.clay_wrestling.attack import (
    SUCCESS_AT,
    check_not_busy,
    check_posture,
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
from companion.games.clay_wrestling.bonds import break_pin, leave_group
from companion.games.clay_wrestling.draft import Draft, is_resting
from companion.games.clay_wrestling.events import (
    BlowReturned,
    ClashDrawn,
    ClashWon,
    Collided,
    Dodged,
    DodgeFailed,
    HitPost,
    Rebounded,
    RopeChecked,
    RopesReached,
    RunEnded,
    StoppedAtRopes,
    Whipped,
)
from companion.games.clay_wrestling.health import hurt, to_ringside
from companion.games.clay_wrestling.model import Attack, Flag, Posture, Stage, Zone, changed
from companion.games.clay_wrestling.order import ranked
from companion.games.clay_wrestling.profile import measure, number, rule_is, word
from companion.games.clay_wrestling.reasons import no
from companion.games.clay_wrestling.slots import known
from companion.games.clay_wrestling.specials import hit_by_jumper
from companion.kernel.text import Text

PALMS_OF_A_SUCCESS: Final = 1
PALMS_OF_A_CRITICAL: Final = 2
"""CW-WHIP-05."""
COLLISION_LOSS: Final = 3
"""CW-WHIP-06."""
RINGSIDE_LOSS: Final = 4
"""CW-WHIP-12."""
POST_LOSS: Final = 5
"""CW-WHIP-18."""
DECIDER_DICE: Final = 1
"""CW-WHIP-16."""
REAR_HALF_DEG: Final = 90
"""CW-WHIP-02."""

WHIP_WORD: Final = Text("Irish Whip", "Látigo Irlandés")
SPEED_WORD: Final = Text("Speed", "Velocidad")
COMBAT_WORD: Final = Text("Combat", "Combate")
STRIKE_WORD: Final = Text("Strike", "Golpear")


def whip(draft: Draft, attacker: str, defender: str, dice: Sequence[int] | None, direction_deg: float | None) -> None:
    """Pull a rival towards the ropes behind."""
    target = declare(draft, attacker, defender, "whip", "CW-WHIP-01")
    check_not_busy(draft, target, "CW-SUPLEX-18")
    check_posture(draft, target, attacker)
    _check_direction(draft, attacker, direction_deg)
    at_least = threshold(draft, attacker, defender)
    count = effective(draft.match, draft.fighter(attacker), "whip")
    faces = draft.d6(dice, "whip_dice", count, "CW-WHIP-01", purpose(draft, attacker, WHIP_WORD))
    spend_attack(draft, attacker, defender)
    sixes = crits(faces)
    attack = Attack(
        "whip",
        attacker,
        defender,
        Stage.DEFENCE,
        successes(faces, at_least) - sixes,
        sixes,
        at_least,
        direction_deg=direction_deg,
    )
    attack = changed(attack, palms=palms_of(attack))
    rolled(draft, attack, faces, "CW-WHIP-04" if at_least < SUCCESS_AT else "CW-WHIP-03", palms=attack.palms)
    draft.set_attack(None, attack)
    if not attack.net:
        ineffective(draft, attack, "CW-WHIP-03")


def palms_of(attack: Attack) -> int:
    return attack.successes * PALMS_OF_A_SUCCESS + attack.crits * PALMS_OF_A_CRITICAL


def _check_direction(draft: Draft, attacker: str, direction_deg: float | None) -> None:
    """Only into the half-plane behind the attacker: a pull, not a push (CW-WHIP-02)."""
    facing = draft.fighter(attacker).pose.facing_deg
    if direction_deg is None or facing is None:
        return
    off = abs((direction_deg - (facing + 180) + 180) % 360 - 180)
    if off > REAR_HALF_DEG:
        raise no("overshoot", "CW-WHIP-02", most=f"{REAR_HALF_DEG}°")


def reverse(draft: Draft, attack: Attack, palms: int) -> None:
    """The former attacker flies, one palm for each critical of the Technique (CW-TECH-10)."""
    by, on = attack.defender, attack.attacker
    draft.emit(BlowReturned(by=by, on=on, kind="whip", amount=palms, rules=("CW-TECH-10",)))
    chain = rule_is(draft.match, "counter_chain", True)
    back = Attack("whip", by, on, Stage.DEFENCE if chain else Stage.PATH, palms, palms=palms, returned=True)
    draft.set_attack(None, back)
    if not chain:
        _fly(draft, back)


def take_effect(draft: Draft, attack: Attack) -> None:
    """The whip is on: what stands in the way is asked."""
    on = changed(attack, stage=Stage.PATH, palms=attack.palms if attack.returned else palms_of(attack))
    draft.set_attack(attack, on)
    hit_pinner(draft, attack.defender, attack.attacker)
    _fly(draft, on)


def _fly(draft: Draft, attack: Attack) -> None:
    moved = draft.fighter(attack.defender)
    owner = attack.attacker if rule_is(draft.match, "palm_owner", "acting_attacker") else attack.defender
    draft.emit(
        Whipped(
            attacker=attack.attacker,
            defender=attack.defender,
            palms=attack.palms,
            hand=draft.fighter(owner).player,
            origin=word(draft.match, "whip_origin"),
            facing=word(draft.match, "whip_end_facing"),
            rules=("CW-WHIP-03", "DEC-43", "DEC-49"),
        )
    )
    if Flag.PINNED in moved.flags:
        break_pin(draft, moved.id, "moved", "CW-WHIP-03")
    leave_group(draft, moved.id)
    draft.has_moved_away(moved.id)


# -- the path --------------------------------------------------------------------------------------------------------


def path(draft: Draft, obstacle: str, distance: float | None, target: str | None) -> None:
    """The first thing on the line (CW-WHIP-06, -10, -18, -19)."""
    attack = _open_path(draft)
    left = attack.palms if distance is None else attack.palms - distance
    tolerance = measure(draft.match, "palm_tolerance")
    if obstacle == "none" or left < -tolerance:
        _stop(draft, attack, attack.palms)
    elif obstacle == "fighter":
        _meet(draft, attack, distance, target)
    elif obstacle == "post":
        _hit_post(draft, attack)
    else:
        _reach_ropes(draft, attack, left)


def _open_path(draft: Draft) -> Attack:
    for attack in draft.turn.pending:
        if attack.kind == "whip" and attack.stage is Stage.DEFENCE:
            take_effect(draft, attack)
    return find(draft, ("whip",), (Stage.PATH, Stage.WAY_BACK))


def _stop(draft: Draft, attack: Attack, palms: float) -> None:
    """Nothing in the way: he stands there with his back to the attacker (CW-WHIP-19), or clashes on the way back."""
    if attack.stage is Stage.WAY_BACK:
        draft.set_attack(attack, changed(attack, stage=Stage.CLASH))
        return
    draft.set_attack(attack, None)
    draft.emit(RunEnded(fighter=attack.defender, palms=palms, rules=("CW-WHIP-19",)))
    _face(draft, attack)


def _face(draft: Draft, attack: Attack) -> None:
    """Facing at the end, where the direction of the run is known (DEC-49)."""
    if attack.direction_deg is None:
        return
    turned = 0 if rule_is(draft.match, "whip_end_facing", "run") else 180
    facing = (attack.direction_deg + turned + 180) % 360 - 180
    draft.mark(attack.defender, pose=changed(draft.fighter(attack.defender).pose, facing_deg=facing))


def _meet(draft: Draft, attack: Attack, distance: float | None, target: str | None) -> None:
    if target is None or target not in draft.match.roster or target == attack.defender:
        raise no("target_out", "CW-WHIP-06", target=target or "?")
    struck = draft.fighter(target)
    if struck.zone is not draft.fighter(attack.defender).zone:
        raise no("target_out", "CW-WHIP-06", target=draft.called(target))
    if attack.stage is Stage.WAY_BACK and rule_is(draft.match, "rebound_collisions", False):
        raise no("mode", "DEC-58")
    down = struck.posture in {Posture.LYING, Posture.KNOCKED_DOWN, Posture.UNCONSCIOUS}
    if down and rule_is(draft.match, "collide_with_down", False):
        raise no("target_lying", "DEC-57", target=draft.called(target))
    met = changed(attack, stage=Stage.DODGE, obstacle=target, way_back=attack.stage is Stage.WAY_BACK)
    if distance is not None and not met.way_back:
        met = changed(met, travelled=distance)
    draft.set_attack(attack, met)


def _hit_post(draft: Draft, attack: Attack) -> None:
    name = attack.defender
    draft.set_attack(attack, None)
    draft.emit(HitPost(fighter=name, rules=("CW-WHIP-18",)))
    draft.is_at("near_post", name)
    hurt(draft, name, POST_LOSS, "post", "CW-WHIP-18")


# -- dodging a body: whips, throws and jumps -------------------------------------------------------------------------


def _body(draft: Draft, name: str) -> Attack:
    for attack in draft.turn.pending:
        if attack.stage is Stage.DODGE and attack.obstacle == name:
            return attack
    if any(attack.stage is Stage.DODGE for attack in draft.turn.pending):
        raise no("not_active", "CW-WHIP-07", who=draft.called(name))
    raise no("nothing_pending", "CW-WHIP-07")


def check_dodge(draft: Draft, attack: Attack, name: str) -> None:
    """Standing, awake, not resting, not yet acted, not from behind (CW-WHIP-07, -08)."""
    fighter = known(draft, name, "CW-WHIP-07")
    who = draft.called(name)
    if fighter.posture is Posture.UNCONSCIOUS or fighter.below_zero:
        raise no("unconscious", "CW-STAM-04", who=who)
    if is_resting(draft.match, fighter):
        raise no("resting", "CW-STAM-08", who=who)
    if fighter.posture is Posture.HELD:
        raise no("held", "CW-STATUS-04", who=who)
    if fighter.posture is Posture.KNOCKED_DOWN:
        raise no("knocked_down", "CW-STATUS-13", who=who)
    if fighter.posture is not Posture.STANDING:
        raise no("lying", "CW-WHIP-07", who=who)
    if fighter.has_acted or draft.turn.active == name:
        raise no("already_acted", "CW-WHIP-08", who=who)
    if draft.behind(attack.defender, name):
        raise no("back_turned", "CW-WHIP-08", who=who)


def dodge(draft: Draft, name: str, dice: Sequence[int] | None, side: str | None) -> None:
    """Speed dice against a body that comes (CW-WHIP-07)."""
    attack = _body(draft, name)
    check_dodge(draft, attack, name)
    count = effective(draft.match, draft.fighter(name), "speed")
    faces = draft.d6(dice, "dice", count, "CW-WHIP-07", purpose(draft, name, SPEED_WORD))
    if successes(faces) >= number(draft.match, "dodge_successes"):
        draft.emit(Dodged(fighter=name, body=attack.defender, side=side or "", rules=("CW-WHIP-07", "CW-WHIP-09")))
        if side is not None:
            draft.has_moved_away(name)
        _missed(draft, attack)
        return
    draft.emit(DodgeFailed(fighter=name, body=attack.defender, rules=("CW-WHIP-07",)))
    _hit(draft, attack)


def no_dodge(draft: Draft, name: str) -> None:
    _hit(draft, _body(draft, name))


def _missed(draft: Draft, attack: Attack) -> None:
    """The body goes on (CW-WHIP-09)."""
    if attack.kind == "whip":
        stage = Stage.WAY_BACK if attack.way_back else Stage.PATH
        draft.set_attack(attack, changed(attack, stage=stage, obstacle=None))
    elif attack.kind == "throw":
        suplex.land(draft, attack, collided=False)
    else:
        draft.set_attack(attack, None)


def _hit(draft: Draft, attack: Attack) -> None:
    if attack.kind == "whip":
        _collide(draft, attack)
    elif attack.kind == "throw":
        suplex.land(draft, attack, collided=True)
    else:
        assert attack.obstacle is not None
        draft.set_attack(attack, None)
        hit_by_jumper(draft, attack.attacker, attack.obstacle, Zone(attack.to))


def _collide(draft: Draft, attack: Attack) -> None:
    """Both lose 3 and lie (CW-WHIP-06); the run ends unless the house lets it go on (DEC-54)."""
    other = attack.obstacle
    assert other is not None
    goes_on = rule_is(draft.match, "collision_ends_run", False)
    stage = Stage.WAY_BACK if attack.way_back else Stage.PATH
    draft.set_attack(attack, changed(attack, stage=stage, obstacle=None) if goes_on else None)
    draft.emit(Collided(fighter=attack.defender, other=other, rules=("CW-WHIP-06",)))
    for name in (attack.defender, other):
        hurt(draft, name, COLLISION_LOSS, "collision", "CW-WHIP-06", down=Posture.LYING)


# -- the ropes -------------------------------------------------------------------------------------------------------


def _reach_ropes(draft: Draft, attack: Attack, left: float) -> None:
    if draft.fighter(attack.defender).zone is Zone.RINGSIDE or attack.stage is Stage.WAY_BACK:
        _stop(draft, attack, attack.palms)  # outside there are no ropes to fall over (DEC-120)
        return
    tolerance = measure(draft.match, "palm_tolerance")
    exact = left <= tolerance
    if exact and not _must_answer(draft, attack):
        _stop_at_ropes(draft, attack)
        return
    if attack.defended:
        draft.set_attack(attack, changed(attack, stage=Stage.ROPE_CHOICE, chooser=attack.attacker))
        return
    need = 1 if exact else rope_need(draft, left)
    draft.set_attack(attack, changed(attack, stage=Stage.ROPE_CHECK, need=need))
    draft.emit(RopesReached(fighter=attack.defender, left=left, rope_need=need, rules=("CW-WHIP-10",)))


def _must_answer(draft: Draft, attack: Attack) -> bool:
    """Ropes reached with no palm left (DEC-51)."""
    how = word(draft.match, "whip_exact_ropes")
    return how == "must_check" or (how == "stops_unless_technique_failed" and attack.defended)


def rope_need(draft: Draft, left: float) -> int:
    """A success for each palm still to go (CW-WHIP-11, DEC-50, DEC-52)."""
    if rule_is(draft.match, "rope_check_needed", "one_total"):
        return 1
    tolerance = measure(draft.match, "palm_tolerance")
    if rule_is(draft.match, "whip_leftover", "ceil"):
        return math.ceil(left - tolerance)
    return math.floor(left + tolerance)


def _stop_at_ropes(draft: Draft, attack: Attack) -> None:
    name = attack.defender
    draft.set_attack(attack, None)
    draft.is_at("near_ropes", name)
    draft.emit(StoppedAtRopes(fighter=name, rules=("CW-WHIP-20",)))
    _face(draft, attack)


def rope_check(draft: Draft, name: str, dice: Sequence[int] | None) -> None:
    """Speed dice at the ropes (CW-WHIP-10, -11)."""
    attack = find(draft, ("whip",), (Stage.ROPE_CHECK,))
    if attack.defender != name:
        raise no("not_active", "CW-WHIP-10", who=draft.called(name))
    count = effective(draft.match, draft.fighter(name), "speed")
    faces = draft.d6(dice, "dice", count, "CW-WHIP-10", purpose(draft, name, SPEED_WORD))
    good = successes(faces)
    passed = good >= attack.need
    draft.emit(RopeChecked(fighter=name, dice=faces, successes=good, rope_need=attack.need, rules=("CW-WHIP-11",)))
    chooser = name if passed else attack.attacker
    draft.set_attack(attack, changed(attack, stage=Stage.ROPE_CHOICE, chooser=chooser))


def rope_options(attack: Attack) -> tuple[str, ...]:
    """What the chooser may choose."""
    return ("grab", "rebound") if attack.chooser == attack.defender else ("ringside", "rebound")


def rope_choice(draft: Draft, by: str, choice: str) -> None:
    """Grab or rebound; ringside or rebound (CW-WHIP-11, -12, -13)."""
    attack = find(draft, ("whip",), (Stage.ROPE_CHOICE,))
    if by != attack.chooser or choice not in rope_options(attack):
        raise no("not_active", "CW-WHIP-11", who=draft.called(by))
    name = attack.defender
    if choice == "grab":
        _stop_at_ropes(draft, attack)
    elif choice == "rebound":
        draft.emit(Rebounded(fighter=name, by=by, rules=("CW-WHIP-11", "CW-WHIP-12")))
        draft.set_attack(attack, changed(attack, stage=Stage.WAY_BACK))
        draft.join(attack.attacker, name)
    else:
        draft.set_attack(attack, None)
        hurt(draft, name, RINGSIDE_LOSS, "ringside", "CW-WHIP-12", down=Posture.KNOCKED_DOWN)
        to_ringside(draft, name, "whip", "CW-WHIP-12")


# -- the rebound -----------------------------------------------------------------------------------------------------


def clash(draft: Draft, dice: Mapping[str, Sequence[int]], tiebreak: Sequence[Mapping[str, int]]) -> None:
    """Both roll Combat, the decider of the rebound one die more (CW-WHIP-15, -16)."""
    attack = find(draft, ("whip",), (Stage.WAY_BACK, Stage.CLASH))
    pair = (attack.attacker, attack.defender)
    counts = {
        name: effective(draft.match, draft.fighter(name), "combat", DECIDER_DICE if attack.chooser == name else 0)
        for name in pair
    }
    faces = draft.pools(dice, counts, "dice", "CW-WHIP-15", COMBAT_WORD)
    scores = {name: successes(faces[name]) for name in pair}
    if scores[pair[0]] == scores[pair[1]] and rule_is(draft.match, "rebound_tie", "no_strike"):
        draft.set_attack(attack, None)
        draft.emit(ClashDrawn(one=pair[0], other=pair[1], rules=("DEC-55",)))
        return
    winner, loser = ranked(draft, scores, tiebreak, "tiebreak", "DEC-55")
    draft.emit(ClashWon(winner=winner, loser=loser, rules=("CW-WHIP-17",)))
    after = Attack("rebound", winner, loser, Stage.REBOUND_STRIKE, winner=winner)
    draft.set_attack(attack, after)
    if rule_is(draft.match, "rebound_strike", "automatic_hit"):
        draft.set_attack(after, Attack("strike", winner, loser, Stage.DAMAGE, 1, returned=True, free=True))


def rebound_strike(draft: Draft, attacker: str, dice: Sequence[int] | None) -> None:
    """The winner's Strike, without any Counter (CW-WHIP-17, DEC-56)."""
    attack = find(draft, ("rebound",), (Stage.REBOUND_STRIKE,))
    if attack.attacker != attacker:
        raise no("not_active", "CW-WHIP-17", who=draft.called(attacker))
    uses = rule_is(draft.match, "rebound_strike", "rolled_uses_attack")
    if uses and draft.fighter(attacker).has_attacked:
        raise no("attack_used", "DEC-56", who=draft.called(attacker))
    count = effective(draft.match, draft.fighter(attacker), "strike")
    faces = draft.d6(dice, "strike_dice", count, "CW-WHIP-17", purpose(draft, attacker, STRIKE_WORD))
    if uses:
        spend_attack(draft, attacker, attack.defender)
    sixes = crits(faces)
    strike = Attack(
        "strike", attacker, attack.defender, Stage.DAMAGE, successes(faces) - sixes, sixes, returned=True, free=True
    )
    draft.set_attack(attack, strike)
    rolled(draft, strike, faces, "CW-WHIP-17")
    if not strike.net:
        ineffective(draft, strike, "CW-STRIKE-11")
