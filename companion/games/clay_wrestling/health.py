"""Losing Stamina and what follows from it, always in the same order (section 4, "Order inside one loss")."""

from typing import Final

from companion.games.clay_wrestling.ability import is_fatigued
from companion.games.clay_wrestling.bonds import (
    HELD,
    HOLDER,
    SUBMISSION,
    SUPLEX,
    break_pin,
    end_hold,
    is_holder,
    join_late,
    leave_group,
    leave_late,
)
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import (
    Dropped,
    FatigueChanged,
    FellFromPost,
    FellToRingside,
    Released,
    StaminaChanged,
    ZoneChanged,
)
from companion.games.clay_wrestling.model import (
    KNOCK_OUT_AT,
    STAMINA_AT_THE_BELL,
    Flag,
    Phase,
    Posture,
    Zone,
)
from companion.games.clay_wrestling.modes import put_out
from companion.games.clay_wrestling.posture import set_posture
from companion.games.clay_wrestling.profile import rule_is

MAT_FALL: Final = 4
"""A Suplex or post fall on the mat (CW-SUPLEX-09, -16, CW-SPECIAL-03)."""
RINGSIDE_FALL: Final = 6
"""A Suplex that lands at ringside (CW-SUPLEX-10, CW-STATUS-20)."""

SLOT_PHASES: Final = frozenset({Phase.GROUP_SLOTS, Phase.INITIATIVE, Phase.SLOTS, Phase.LATE_SLOTS})


def fall_cost(zone: Zone) -> int:
    return RINGSIDE_FALL if zone is Zone.RINGSIDE else MAT_FALL


def set_stamina(draft: Draft, name: str, to: int, cause: str, *rules: str) -> None:
    """Write a new value and tell when the fatigue limit is crossed."""
    before = draft.fighter(name).stamina
    if to == before:
        return
    draft.emit(StaminaChanged(fighter=name, from_=before, to=to, cause=cause, rules=rules))
    tired = is_fatigued(draft.match, to)
    if tired != is_fatigued(draft.match, before):
        draft.emit(FatigueChanged(fighter=name, fatigued=tired, rules=("CW-STAM-09",) if tired else ("CW-STAM-10",)))


def gain(draft: Draft, name: str, amount: int, cause: str, *rules: str) -> None:
    """Recovering ends at the starting value (DEC-12)."""
    now = draft.fighter(name).stamina
    to = now + amount
    if rule_is(draft.match, "stamina_cap", "starting"):
        to = max(now, min(to, STAMINA_AT_THE_BELL))
    set_stamina(draft, name, to, cause, *rules)


def lose(draft: Draft, name: str, amount: int, cause: str, *rules: str) -> None:
    """Only the points; most callers want `hurt`."""
    now = draft.fighter(name).stamina
    to = now - amount
    if rule_is(draft.match, "stamina_floor", "minus_10"):
        to = min(now, max(to, KNOCK_OUT_AT))
    set_stamina(draft, name, to, cause, *rules)


def hurt(
    draft: Draft,
    name: str,
    amount: int,
    cause: str,
    *rules: str,
    down: Posture | None = None,
    landing: Zone | None = None,
    drops: bool | None = None,
    knocks_out: bool = True,
) -> None:
    """A loss with everything that follows.

    Args:
        down: posture the loss brings besides.
        landing: where a fighter falls whom the sufferer is holding; None: the mat beside him.
        drops: whether a held fighter falls; None: when there is damage.
        knocks_out: test for the K.O. now; a submission tests after its check (DEC-70).
    """
    lose(draft, name, amount, cause, *rules)
    if amount > 0 if drops is None else drops:
        drop_held(draft, name, landing)
    if amount > 0:
        shaken(draft, name, *rules)
    if down is Posture.KNOCKED_DOWN:
        knock_down(draft, name, cause, *rules)
    elif down is Posture.LYING:
        lay_down(draft, name, cause, *rules)
    if knocks_out:
        knock_out_if_due(draft, name)


def shaken(draft: Draft, name: str, *rules: str) -> None:
    """What any damage does to one who waits on a post or holds a submission."""
    fighter = draft.fighter(name)
    if fighter.posture is Posture.ON_POST and rule_is(draft.match, "post_interrupt", "damage_falls"):
        draft.emit(FellFromPost(fighter=name, rules=("CW-SPECIAL-03", "DEC-96", *rules)))
        lose(draft, name, MAT_FALL, "post_fall", "CW-SPECIAL-03", "DEC-96")
        knock_down(draft, name, "post_fall", "CW-SPECIAL-03")
    if is_holder(draft.match, name, SUBMISSION) and rule_is(draft.match, "submission_interrupt", "any_damage"):
        release_submission(draft, name, "DEC-69")


def drop_held(draft: Draft, holder: str, landing: Zone | None = None) -> None:
    """The held fighter falls: 4 on the mat, 6 at ringside, knocked-down (CW-SUPLEX-06, -16)."""
    if not is_holder(draft.match, holder, SUPLEX):
        return
    held = end_hold(draft, holder)
    assert held is not None
    at_ringside = landing is Zone.RINGSIDE or draft.fighter(holder).zone is Zone.RINGSIDE
    zone = Zone.RINGSIDE if at_ringside else Zone.RING
    draft.emit(Dropped(fighter=held, holder=holder, to=zone.value, rules=("CW-SUPLEX-06", "CW-SUPLEX-16")))
    hurt(draft, held, fall_cost(zone), "dropped", "CW-SUPLEX-16", down=Posture.KNOCKED_DOWN)
    if zone is Zone.RINGSIDE:
        to_ringside(draft, held, "dropped", "CW-SUPLEX-16")


def release_submission(draft: Draft, name: str, *rules: str) -> None:
    """A submission is broken off; the released victim stays lying and acts late if he has not acted (DEC-69, -70)."""
    hold = draft.fighter(name).hold
    if hold is None or hold.kind != SUBMISSION:
        return
    victim, submitter = (name, hold.partner) if hold.role == HELD else (hold.partner, name)
    end_hold(draft, name)
    draft.emit(Released(fighter=victim, by=submitter, rules=rules))
    freed = draft.fighter(victim)
    if freed.posture is Posture.LYING and not freed.has_acted and draft.match.phase in SLOT_PHASES:
        join_late(draft, victim)


def knock_down(draft: Draft, name: str, cause: str, *rules: str) -> None:
    """Knocked-down replaces standing, lying, held and the post; it ends his own pin, hold or submission."""
    fighter = draft.fighter(name)
    if fighter.posture is Posture.UNCONSCIOUS:
        return
    hold = fighter.hold
    if hold is not None and hold.kind == SUBMISSION:
        if hold.role == HOLDER and rule_is(draft.match, "submission_interrupt", "never"):
            return  # nothing but a K.O. breaks his hold, and a submitter lies already
        release_submission(draft, name, "DEC-69")
    elif hold is not None and hold.role == HELD:
        end_hold(draft, name)  # hit out of the holder's hands
    if Flag.PINNING in fighter.flags:
        break_pin(draft, name, "pinner_down", "CW-CHECK-13")
    drop_held(draft, name)
    set_posture(draft, name, Posture.KNOCKED_DOWN, cause, *rules)
    leave_late(draft, name)


def lay_down(draft: Draft, name: str, cause: str, *rules: str) -> None:
    """Lying; who is laid down before acting acts last (CW-STATUS-10, DEC-108)."""
    fighter = draft.fighter(name)
    if fighter.posture is not Posture.STANDING:
        return
    drop_held(draft, name)
    if Flag.PINNING in fighter.flags:
        break_pin(draft, name, "pinner_down", "CW-CHECK-13")
    set_posture(draft, name, Posture.LYING, cause, *rules)
    waits = not fighter.has_acted and draft.turn.active != name and draft.match.phase in SLOT_PHASES
    if waits and not fighter.below_zero and rule_is(draft.match, "downed_before_acting", "late"):
        join_late(draft, name)


def knock_out_if_due(draft: Draft, name: str) -> None:
    """K.O. at -10 or less after a loss (CW-STAM-02)."""
    fighter = draft.fighter(name)
    if fighter.stamina > KNOCK_OUT_AT or fighter.posture is Posture.UNCONSCIOUS or fighter.zone is Zone.OUT:
        return
    drop_held(draft, name)
    hold = fighter.hold
    if hold is not None and hold.kind == SUBMISSION:
        release_submission(draft, name, "DEC-70")
    elif hold is not None and hold.role == HELD:
        end_hold(draft, name)
    if Flag.PINNING in draft.fighter(name).flags:
        break_pin(draft, name, "pinner_out", "CW-CHECK-13")
    set_posture(draft, name, Posture.UNCONSCIOUS, "knocked_out", "CW-STAM-02", "CW-STATUS-15")
    draft.mark(name, ko_turns=0)
    leave_group(draft, name)
    leave_late(draft, name)


def to_ringside(draft: Draft, name: str, cause: str, *rules: str, forced: bool = True) -> None:
    """He is outside; a pin ends there (CW-STATUS-20), and in some matches he is out (CW-WIN-06, DEC-24)."""
    fighter = draft.fighter(name)
    if fighter.zone is not Zone.RING:
        return
    draft.emit(ZoneChanged(fighter=name, to=Zone.RINGSIDE.value, rules=rules))
    if forced:
        draft.emit(FellToRingside(fighter=name, cause=cause, rules=rules))
    break_pin(draft, name, "ringside", "CW-STATUS-20")
    leave_group(draft, name)
    draft.has_moved_away(name)
    top_rope(draft, name, forced=forced)


def top_rope(draft: Draft, name: str, *, forced: bool) -> None:
    """CW-WIN-06."""
    if draft.match.flags["top_rope"] and (forced or rule_is(draft.match, "ringside_elimination", "any_cause")):
        put_out(draft, (name,), "top_rope")
