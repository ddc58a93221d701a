"""Pin and the checks against it (CW-CHECK-04 to -13)."""

from typing import Final

from companion.games.clay_wrestling.ability import grit
from companion.games.clay_wrestling.attack import check_free_hands, find
from companion.games.clay_wrestling.bonds import break_pin, join_late
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import KickedOut, PinCounted, PinStarted, StoodUp
from companion.games.clay_wrestling.health import SLOT_PHASES
from companion.games.clay_wrestling.model import Attack, Fighter, Flag, Phase, Pin, Posture, Stage, Zone, changed
from companion.games.clay_wrestling.modes import fall, falls_count, opponents
from companion.games.clay_wrestling.posture import set_posture
from companion.games.clay_wrestling.profile import number, rule_is, word
from companion.games.clay_wrestling.reasons import no
from companion.games.clay_wrestling.slots import take_slot
from companion.kernel.dice import dice_count
from companion.kernel.text import Text

ESCAPES_ABOVE: Final = 0
"""CW-CHECK-06."""
PIN_DIE: Final = Text("check against the pin", "chequeo contra el Pin")


def pin(draft: Draft, attacker: str, defender: str, die: int | None) -> None:
    """Try a pin; the first check is made at once (CW-TURN-05, CW-CHECK-04)."""
    take_slot(draft, attacker, "CW-TURN-05")
    fighter = draft.fighter(attacker)
    names = {"who": draft.called(attacker), "target": draft.called(defender)}
    if not falls_count(draft.match, "win_pin"):
        raise no("mode", "CW-MODE-08", **names)
    check_free_hands(draft, fighter, "CW-TURN-05")
    if fighter.pin_used:
        raise no("pin_used", "CW-TURN-05", **names)
    target = _check_target(draft, attacker, defender)
    marks: dict[str, object] = {"pin_used": True}
    if fighter.has_moved:
        marks["move_closed"] = True
    if target.posture is Posture.UNCONSCIOUS:
        _no_die(die)
        draft.mark(attacker, **marks)
        _count_unconscious(draft, attacker, defender)
        return
    total = _check(draft, target, die)
    draft.mark(attacker, **marks)
    if total > ESCAPES_ABOVE:
        draft.emit(KickedOut(fighter=defender, by=attacker, count=1, check=total, rules=("CW-CHECK-06",)))
        draft.set_attack(None, Attack("pin", attacker, defender, Stage.STAND))
        return
    draft.emit(PinStarted(attacker=attacker, defender=defender, rules=("CW-TURN-05",)))
    draft.emit(PinCounted(fighter=defender, by=attacker, count=1, check=total, rules=("CW-CHECK-05", "CW-CHECK-07")))
    _lock(draft, attacker, defender)


def _check_target(draft: Draft, attacker: str, defender: str) -> Fighter:
    names = {"who": draft.called(attacker), "target": draft.called(defender)}
    if defender not in draft.match.roster or draft.fighter(defender).zone is Zone.OUT:
        raise no("target_out", "CW-TURN-05", **names)
    target = draft.fighter(defender)
    if not opponents(draft.match, attacker, defender):
        raise no("mode", "CW-TURN-05", **names)
    if target.zone is Zone.RINGSIDE or draft.fighter(attacker).zone is Zone.RINGSIDE:
        raise no("pin_at_ringside", "CW-STATUS-20", **names)
    if not draft.adjacent(attacker, defender):
        raise no("not_adjacent", "CW-TURN-05", **names)
    allowed = {Posture.LYING, Posture.KNOCKED_DOWN}
    if rule_is(draft.match, "pin_targets", "lying_knocked_unconscious"):
        allowed.add(Posture.UNCONSCIOUS)
    if target.posture not in allowed or target.flags & {Flag.SUBMITTED, Flag.PINNED}:
        raise no("pin_posture", "CW-TURN-05", **names)
    return target


def _no_die(die: int | None) -> None:
    if die is not None:
        raise dice_count(1, 0, "CW-CHECK-11")


def _count_unconscious(draft: Draft, attacker: str, defender: str) -> None:
    """No check: only waking saves him (CW-CHECK-11, DEC-84)."""
    draft.emit(PinStarted(attacker=attacker, defender=defender, rules=("CW-TURN-05", "CW-CHECK-11")))
    draft.emit(PinCounted(fighter=defender, by=attacker, count=1, rules=("CW-CHECK-11",)))
    if rule_is(draft.match, "pin_on_unconscious", "immediate"):
        fall(draft, attacker, defender, "pin")
        return
    _lock(draft, attacker, defender)


def _lock(draft: Draft, attacker: str, defender: str) -> None:
    due = draft.match.turn_no + 1
    draft.mark(attacker, pin=Pin(defender, 1, due), flags=sorted({*draft.fighter(attacker).flags, Flag.PINNING}))
    draft.mark(defender, pin=Pin(attacker, 1, due), flags=sorted({*draft.fighter(defender).flags, Flag.PINNED}))


def _check(draft: Draft, fighter: Fighter, die: int | None) -> int:
    """CW-CHECK-05, DEC-83."""
    total = draft.d10(die, "CW-CHECK-05", PIN_DIE)
    how = word(draft.match, "pin_check")
    if how != "resistance_d10":
        total += fighter.stamina
    if how != "stamina_d10":
        total += grit(draft.match, fighter)
    return total


def second_count(draft: Draft, name: str, die: int | None) -> None:
    """The check of the next turn (CW-CHECK-07, -08, -10)."""
    if name not in draft.match.roster:
        raise no("not_active", "CW-CHECK-07", who=name)
    fighter = draft.fighter(name)
    held = fighter.pin
    if held is None or Flag.PINNED not in fighter.flags:
        raise no("pin_posture", "CW-CHECK-07", target=draft.called(name))
    if held.due_turn > draft.match.turn_no or draft.match.phase is Phase.TURN_END:
        raise no("not_active", "CW-CHECK-07", who=draft.called(name))
    if rule_is(draft.match, "pin_second_check", "pinner_slot"):
        _in_the_pinners_slot(draft, held.partner)
    elif draft.match.strict and name not in draft.turn.pins_due:
        raise no("not_active", "CW-CHECK-07", who=draft.called(name))
    total = None
    if fighter.posture is Posture.UNCONSCIOUS:
        _no_die(die)
    else:
        total = _check(draft, fighter, die)
    _counted(draft, fighter, held, total)


def _in_the_pinners_slot(draft: Draft, pinner: str) -> None:
    """DEC-85, second reading."""
    if draft.match.strict:
        take_slot(draft, pinner, "DEC-85")
    elif draft.match.phase not in SLOT_PHASES:
        raise no("not_active", "DEC-85", who=draft.called(pinner))


def _counted(draft: Draft, fighter: Fighter, held: Pin, total: int | None) -> None:
    name, count = fighter.id, held.count + 1
    draft.mark_turn(pins_due=[one for one in draft.turn.pins_due if one != name])
    if total is not None and total > ESCAPES_ABOVE:
        draft.emit(KickedOut(fighter=name, by=held.partner, count=count, check=total, rules=("CW-CHECK-10",)))
        break_pin(draft, name, "kicked_out", "CW-CHECK-10")
        if fighter.posture is Posture.KNOCKED_DOWN:
            set_posture(draft, name, Posture.LYING, "kicked_out", "CW-CHECK-10")
        return
    draft.emit(PinCounted(fighter=name, by=held.partner, count=count, check=total, rules=("CW-CHECK-07",)))
    if count < number(draft.match, "pin_checks"):
        for one in (name, held.partner):
            now = draft.fighter(one).pin
            assert now is not None
            draft.mark(one, pin=changed(now, count=count, due_turn=draft.match.turn_no + 1))
        return
    fall(draft, held.partner, name, "pin")
    break_pin(draft, name, "counted", "CW-CHECK-08")


def stand_after_kickout(draft: Draft, name: str, stand: bool) -> None:
    """First-count escape: he may stand up for free (CW-CHECK-09, DEC-87)."""
    waiting = find(draft, ("pin",), (Stage.STAND,), defender=name)
    fighter = draft.fighter(name)
    down = fighter.posture is Posture.KNOCKED_DOWN
    if stand and down and rule_is(draft.match, "kickout_clears_knockdown", False):
        raise no("knocked_down", "DEC-87", who=draft.called(name))
    draft.set_attack(waiting, None)
    if not stand or fighter.posture not in {Posture.LYING, Posture.KNOCKED_DOWN} or Flag.SUBMITTING in fighter.flags:
        return
    set_posture(draft, name, Posture.STANDING, "kicked_out", "CW-CHECK-09")
    draft.emit(StoodUp(fighter=name, facing=word(draft.match, "facing_after_stand"), rules=("CW-CHECK-09",)))
    if not draft.fighter(name).has_acted:
        join_late(draft, name)
