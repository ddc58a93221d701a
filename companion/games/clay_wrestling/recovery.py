"""Start of the turn for those who are down: recovery, Stamina checks, waking (CW-STAM-03 to -06, CW-CHECK-01)."""

from typing import Final

from companion.games.clay_wrestling.ability import grit
from companion.games.clay_wrestling.bonds import break_pin, join_late
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import (
    DeclaredUnconscious,
    Recovered,
    StaminaChecked,
    StayedUnconscious,
    Woke,
)
from companion.games.clay_wrestling.health import gain
from companion.games.clay_wrestling.model import Fighter, Flag, Posture
from companion.games.clay_wrestling.modes import put_out
from companion.games.clay_wrestling.posture import set_posture
from companion.games.clay_wrestling.profile import number, rule_is
from companion.games.clay_wrestling.reasons import no
from companion.games.clay_wrestling.slots import known
from companion.kernel.text import Text

WAKES_ABOVE: Final = 0
"""CW-CHECK-03."""
RECOVERY: Final = 1
"""CW-STAM-03."""
TURNS_KNOCKED_DOWN: Final = 2
"""Knocked down in turn N, lying from N+2 (CW-STATUS-13)."""
CHECK_DIE: Final = Text("Stamina check", "Chequeo de Estamina")


def begin(draft: Draft) -> None:
    """Recover, list the checks that are due, and lay down those whose knock-down is over."""
    checks = []
    for fighter in draft.match.in_play:
        if fighter.posture is Posture.UNCONSCIOUS:
            if rule_is(draft.match, "wake_order", "recover_then_check"):
                recover(draft, fighter)
            if rule_is(draft.match, "wake_needs_check", False):
                _judge(draft, fighter.id, draft.fighter(fighter.id).stamina, None)
            else:
                checks.append(fighter.id)
        elif fighter.stamina < 0 and rule_is(draft.match, "negative_stamina", "check_below_zero"):
            checks.append(fighter.id)
            draft.mark(fighter.id, below_zero=True)
    for fighter in draft.match.in_play:
        down = fighter.knocked_down_turn
        if fighter.posture is not Posture.KNOCKED_DOWN or down is None:
            continue
        if draft.match.turn_no - down >= TURNS_KNOCKED_DOWN:
            set_posture(draft, fighter.id, Posture.LYING, "knock_down_over", "CW-STATUS-13")
            if Flag.PINNED not in fighter.flags:
                join_late(draft, fighter.id)
    draft.mark_turn(checks_due=checks)
    if not checks:
        declare_unconscious(draft)


def recover(draft: Draft, fighter: Fighter) -> None:
    """One point and Resistance (CW-STAM-03, DEC-14)."""
    amount = grit(draft.match, fighter)
    if rule_is(draft.match, "ko_recovery", "resistance_plus_1"):
        amount += RECOVERY
    draft.emit(Recovered(fighter=fighter.id, amount=amount, rules=("CW-STAM-03", "CW-STATUS-17")))
    gain(draft, fighter.id, amount, "recovery", "CW-STAM-03")


def check(draft: Draft, name: str, die: int | None) -> None:
    """Stamina, Resistance and a d10 above 0 (CW-CHECK-01 to -03)."""
    rule = "CW-CHECK-01"
    fighter = known(draft, name, rule)
    if name not in draft.turn.checks_due:
        raise no("nothing_pending", rule)
    total = fighter.stamina + grit(draft.match, fighter) + draft.d10(die, "CW-CHECK-02", CHECK_DIE)
    draft.mark_turn(checks_due=[one for one in draft.turn.checks_due if one != name])
    if fighter.posture is Posture.UNCONSCIOUS:
        _judge(draft, name, total, total)
        if draft.fighter(name).posture is Posture.UNCONSCIOUS and rule_is(
            draft.match, "wake_order", "check_then_recover"
        ):
            recover(draft, draft.fighter(name))
    else:
        passed = total > WAKES_ABOVE
        draft.mark(name, below_zero=not passed)
        draft.emit(StaminaChecked(fighter=name, check=total, passed=passed, rules=("DEC-10",)))
    if not draft.turn.checks_due:
        declare_unconscious(draft)


def _judge(draft: Draft, name: str, total: int, shown: int | None) -> None:
    """He wakes lying and late, his pin is off (CW-STAM-05, -06); or the count goes on (CW-WIN-05)."""
    if total > WAKES_ABOVE:
        draft.emit(Woke(fighter=name, check=shown, rules=("CW-STAM-05", "CW-CHECK-03")))
        set_posture(draft, name, Posture.LYING, "woke", "CW-STAM-05", "CW-STATUS-06")
        draft.mark(name, ko_turns=0)
        break_pin(draft, name, "woke", "CW-STAM-06")
        join_late(draft, name)
        return
    draft.emit(StayedUnconscious(fighter=name, check=shown, rules=("CW-CHECK-03",)))
    if rule_is(draft.match, "lms_count", "failed_checks"):
        draft.mark(name, ko_turns=draft.fighter(name).ko_turns + 1)


def count_turn(draft: Draft) -> None:
    """The other way of counting: whole turns spent unconscious (DEC-23)."""
    if rule_is(draft.match, "lms_count", "failed_checks"):
        return
    for name in draft.turn.snapshot_unconscious:
        fighter = draft.fighter(name)
        if fighter.posture is Posture.UNCONSCIOUS and fighter in draft.match.in_play:
            draft.mark(name, ko_turns=fighter.ko_turns + 1)
    declare_unconscious(draft)


def declare_unconscious(draft: Draft) -> None:
    """All who have not woken in four turns, together (CW-WIN-05)."""
    if not draft.match.flags["last_man_standing"]:
        return
    out = [
        fighter.id
        for fighter in draft.match.in_play
        if fighter.posture is Posture.UNCONSCIOUS and fighter.ko_turns >= number(draft.match, "lms_turns")
    ]
    for name in out:
        draft.emit(DeclaredUnconscious(fighter=name, rules=("CW-WIN-05",)))
    if out:
        put_out(draft, out, "unconscious")
