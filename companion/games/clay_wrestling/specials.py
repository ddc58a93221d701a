"""The class specials: rope jump, charge; the taunt is in rest.py (CW-SPECIAL)."""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from companion.games.clay_wrestling.ability import effective
from companion.games.clay_wrestling.attack import (
    SUCCESS_AT,
    check_attack_left,
    check_free_hands,
    check_posture,
    check_target,
    crits,
    hit_pinner,
    ineffective,
    purpose,
    rolled,
    spend_attack,
    successes,
)
from companion.games.clay_wrestling.bonds import group_of, leave_group, staying
from companion.games.clay_wrestling.draft import Draft, NeedFactError
from companion.games.clay_wrestling.events import Climbed, Jumped
from companion.games.clay_wrestling.fouls import check_fouls
from companion.games.clay_wrestling.health import fall_cost, hurt, to_ringside
from companion.games.clay_wrestling.model import Attack, ClayClass, Fighter, Flag, Posture, Stage, Zone
from companion.games.clay_wrestling.posture import set_posture
from companion.games.clay_wrestling.profile import number, rule_is, word
from companion.games.clay_wrestling.reasons import no
from companion.games.clay_wrestling.slots import end_slot, take_slot
from companion.kernel.text import Text

SPECIAL_OF: Final[Mapping[ClayClass, str]] = MappingProxyType(
    {ClayClass.HUMANOID: "rope_jump", ClayClass.BEAST: "charge", ClayClass.ABSURD: "taunt"}
)
"""CW-CLAY-10 to -13."""
CHARGE_MIN_PALMS: Final = 1
"""CW-SPECIAL-12."""
STRIKE_WORD: Final = Text("Strike and run", "Golpear y carrera")


def check_class(draft: Draft, fighter: Fighter, wanted: ClayClass, rule: str) -> None:
    if fighter.class_ is not wanted:
        raise no("wrong_class", rule, who=draft.called(fighter.id))


# -- charge ----------------------------------------------------------------------------------------------------------


def charge_palms(draft: Draft, fighter: Fighter) -> int:
    """Whole forward palms of this turn (CW-SPECIAL-11, DEC-97)."""
    palms = round(fighter.forward_palms, 6)
    return math.floor(palms) if rule_is(draft.match, "charge_palms", "floor") else math.ceil(palms)


def charge(draft: Draft, attacker: str, defenders: Sequence[str], dice: Sequence[int] | None) -> None:
    """Strike with the run added; into a group it hits every member (CW-SPECIAL-10 to -13)."""
    rule = "CW-SPECIAL-11"
    take_slot(draft, attacker, rule)
    fighter = draft.fighter(attacker)
    check_class(draft, fighter, ClayClass.BEAST, "CW-SPECIAL-01")
    if fighter.finisher.waits:
        raise no("finisher_kind", "CW-FIN-04", who=draft.called(attacker))
    check_free_hands(draft, fighter, rule)
    check_attack_left(draft, fighter)
    if not defenders:
        raise no("target_out", rule)
    if fighter.forward_palms < CHARGE_MIN_PALMS:
        raise no("charge_no_run", "CW-SPECIAL-12", who=draft.called(attacker))
    for name in defenders:
        check_target(draft, attacker, name, rule)
        check_fouls(draft, attacker, name)
        check_posture(draft, draft.fighter(name), attacker)
    everybody = struck_by_charge(draft, attacker, defenders)
    count = effective(draft.match, fighter, "strike", charge_palms(draft, fighter))
    faces = draft.d6(dice, "strike_dice", count, rule, purpose(draft, attacker, STRIKE_WORD))
    spend_attack(draft, attacker, *everybody)
    sixes = crits(faces)
    plain = successes(faces) - sixes
    attacks = [
        Attack("strike", attacker, name, Stage.DEFENCE, plain, sixes, SUCCESS_AT, charge=True) for name in everybody
    ]
    rolled(draft, attacks[0], faces, rule)
    if not attacks[0].net:
        ineffective(draft, attacks[0], "CW-STRIKE-11")
        return
    draft.mark_turn(pending=[*attacks, *draft.turn.pending])


def struck_by_charge(draft: Draft, attacker: str, defenders: Sequence[str]) -> tuple[str, ...]:
    """Those named, and everybody who is in a tie-up or melee with one of them (CW-SPECIAL-13)."""
    found: list[str] = []
    for name in defenders:
        group = group_of(draft.match, name)
        for one in (name, *(() if group is None else staying(group))):
            if one not in found and one != attacker and (one in defenders or _hittable(draft, one)):
                found.append(one)
    return tuple(found)


def _hittable(draft: Draft, name: str) -> bool:
    fighter = draft.fighter(name)
    return fighter.zone is not Zone.OUT and fighter.posture in {Posture.STANDING, Posture.LYING}


# -- rope jump -------------------------------------------------------------------------------------------------------


def climb(draft: Draft, name: str) -> None:
    """A humanoid climbs a post; that is his whole slot (CW-SPECIAL-02)."""
    rule = "CW-SPECIAL-02"
    fighter = take_slot(draft, name, rule)
    check_class(draft, fighter, ClayClass.HUMANOID, "CW-SPECIAL-01")
    check_free_hands(draft, fighter, rule)
    if fighter.flags & {Flag.IN_TIEUP, Flag.IN_MELEE}:
        raise no("in_tieup", rule, who=draft.called(name))
    if fighter.defences_used:
        raise no("already_defended", rule, who=draft.called(name))
    if fighter.has_attacked:
        raise no("attack_used", rule, who=draft.called(name))
    if fighter.zone is not Zone.RING or not draft.near_post(name):
        raise no("not_near_post", rule, who=draft.called(name))
    set_posture(draft, name, Posture.ON_POST, "climbed", rule)
    draft.mark(name, post_since=draft.match.turn_no)
    draft.emit(Climbed(fighter=name, rules=(rule, "CW-SPECIAL-09")))
    draft.has_moved_away(name, facts=("adjacent", "behind"))
    end_slot(draft)


def jump(draft: Draft, name: str, to: str, touched: Sequence[str] | None) -> None:
    """Jump from the post, a turn after climbing at the earliest (CW-SPECIAL-03 to -09)."""
    rule = "CW-SPECIAL-04"
    fighter = draft.match.fighters.get(name)
    since = fighter.post_since if fighter is not None else None
    if since is not None and draft.match.turn_no - since < number(draft.match, "jump_delay"):
        raise no("jump_too_early", "CW-SPECIAL-09", who=draft.called(name))
    fighter = take_slot(draft, name, rule)
    check_class(draft, fighter, ClayClass.HUMANOID, "CW-SPECIAL-01")
    if fighter.posture is not Posture.ON_POST:
        raise no("not_near_post", rule, who=draft.called(name))
    if touched is None:
        raise NeedFactError("Q-TOUCH", (name,))
    zone = Zone(to)
    for one in touched:
        if one == name or one not in draft.match.roster or draft.fighter(one).zone is Zone.OUT:
            raise no("target_out", rule, target=draft.called(one))
    spend_attack(draft, name)
    draft.mark(name, jumped=True)
    draft.emit(Jumped(fighter=name, to=to, touched=tuple(touched), rules=(rule, "CW-SPECIAL-07")))
    _land(draft, name, zone, missed=not touched)
    if rule_is(draft.match, "jump_dodge", True):
        bodies = [Attack("jump", name, name, Stage.DODGE, obstacle=one, to=to) for one in touched]
        draft.mark_turn(pending=[*bodies, *draft.turn.pending])
    else:
        for one in touched:
            hit_by_jumper(draft, name, one, zone)
    if zone is Zone.RINGSIDE:
        to_ringside(draft, name, "jump", "CW-SPECIAL-06", forced=False)


def _land(draft: Draft, name: str, zone: Zone, *, missed: bool) -> None:
    """He lies until the end of the turn; a miss costs him the fall (CW-SPECIAL-05, -06, -08)."""
    set_posture(draft, name, Posture.LYING, "jumped", "CW-SPECIAL-08")
    leave_group(draft, name)
    draft.has_moved_away(name)
    if missed:
        flat = rule_is(draft.match, "jump_miss_status", "knocked_down")
        down = Posture.KNOCKED_DOWN if flat else None
        hurt(draft, name, fall_cost(zone), "missed_jump", "CW-SPECIAL-05", down=down)


def hit_by_jumper(draft: Draft, jumper: str, name: str, zone: Zone) -> None:
    """CW-SPECIAL-04, DEC-93."""
    down = {"knocked_down": Posture.KNOCKED_DOWN, "lying": Posture.LYING, "none": None}
    hurt(
        draft,
        name,
        fall_cost(zone),
        "jump",
        "CW-SPECIAL-04",
        "CW-SPECIAL-07",
        down=down[word(draft.match, "jump_victim_status")],
    )
    hit_pinner(draft, name, jumper)
