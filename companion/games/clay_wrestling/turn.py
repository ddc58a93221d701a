"""The turn from its start to its end (CW-TURN, section 4)."""

from companion.games.clay_wrestling import finisher, recovery, slots
from companion.games.clay_wrestling.bonds import SUPLEX, is_holder
from companion.games.clay_wrestling.draft import Draft, is_resting
from companion.games.clay_wrestling.events import CountedOut, SlotEnded, TurnEnded, TurnStarted
from companion.games.clay_wrestling.model import (
    TURN_FIELDS,
    Flag,
    Match,
    Phase,
    Posture,
    Turn,
    Zone,
)
from companion.games.clay_wrestling.modes import come_back, put_out
from companion.games.clay_wrestling.posture import set_posture
from companion.games.clay_wrestling.profile import number, rule_is
from companion.games.clay_wrestling.reasons import no
from companion.games.clay_wrestling.rest import is_blocked
from companion.games.clay_wrestling.tieup import form_groups
from companion.kernel.codec import encode

FRESH_TURN = encode(Turn())
"""A turn nothing has happened in, as plain data."""


def start(draft: Draft) -> None:
    """Step 1, and on until somebody has to roll or choose (section 4)."""
    match = draft.match
    if match.phase is Phase.SETUP or (match.strict and match.phase not in {Phase.PLACEMENT, Phase.TURN_END}):
        raise no("not_active", "CW-TURN-01")
    slots.nothing_waits(draft, "CW-TURN-01")
    draft.emit(TurnStarted(turn=match.turn_no + 1, rules=("CW-TURN-01", "CW-INIT-04")))
    for name in draft.match.roster:
        _clear(draft, name)
    for fighter in draft.match.in_play:
        finisher.expire(draft, fighter)
    for name in draft.match.roster:
        fighter = draft.fighter(name)
        if fighter.out_until is not None and fighter.out_until <= draft.match.turn_no:
            come_back(draft, fighter)
    in_play = draft.match.in_play
    draft.mark_turn(
        **{
            **FRESH_TURN,
            "snapshot_ringside": [fighter.id for fighter in in_play if fighter.zone is Zone.RINGSIDE],
            "snapshot_unconscious": [fighter.id for fighter in in_play if fighter.posture is Posture.UNCONSCIOUS],
        }
    )
    slots.set_phase(draft, Phase.RECOVERY)
    recovery.begin(draft)
    go_on(draft)


def _clear(draft: Draft, name: str) -> None:
    fighter = draft.fighter(name)
    marks: dict[str, object] = {
        key: value for key, value in TURN_FIELDS.items() if encode(getattr(fighter, key)) != value
    }
    if fighter.attack_targets != fighter.last_targets:
        marks["last_targets"] = fighter.attack_targets
    if fighter.parity_die is not None and fighter.parity_die.turn < draft.match.turn_no:
        marks["parity_die"] = None
    passing = fighter.flags & {Flag.RESTING, Flag.SLOT_LOST, Flag.IN_TIEUP, Flag.IN_MELEE}
    if passing:
        marks["flags"] = sorted(fighter.flags - passing)
    if marks:
        draft.mark(name, **marks)


def go_on(draft: Draft) -> None:
    """From the recovery to the announcements, stopping where a check, a count or a fact is due."""
    if draft.match.phase is Phase.RECOVERY and not draft.turn.checks_due:
        slots.set_phase(draft, Phase.PIN_COUNTS)
        _list_pins(draft)
    if draft.match.phase is Phase.PIN_COUNTS and not draft.turn.pins_due:
        slots.set_phase(draft, Phase.GROUPS)
    if draft.match.phase is Phase.GROUPS and not draft.facts.unsure.get("adjacent"):
        form_groups(draft)
        _force_rests(draft)
        slots.set_phase(draft, Phase.ANNOUNCEMENTS)


def _list_pins(draft: Draft) -> None:
    """Second counts, in table order (section 4, step 3)."""
    if rule_is(draft.match, "pin_second_check", "pinner_slot"):
        return
    due = [
        fighter.id
        for fighter in draft.match.in_play
        if Flag.PINNED in fighter.flags and fighter.pin is not None and fighter.pin.due_turn <= draft.match.turn_no
    ]
    if due:
        draft.mark_turn(pins_due=due)


def _force_rests(draft: Draft) -> None:
    """Who missed with his finisher loses this turn; where he cannot rest he loses it without the die (CW-FIN-06)."""
    for fighter in draft.match.in_play:
        if fighter.forced_rest_turn == draft.match.turn_no and is_blocked(draft.match, fighter):
            draft.flag(fighter.id, Flag.SLOT_LOST)


# -- slots by name ---------------------------------------------------------------------------------------------------


def begin_slot(draft: Draft, name: str) -> None:
    fighter = slots.known(draft, name, "CW-INIT-03")
    if is_resting(draft.match, fighter) and fighter.rest_gain is not None:
        slots.collect_rest(draft, name)
        draft.mark(name, has_acted=True)
        draft.emit(SlotEnded(fighter=name, rules=("CW-STATUS-03",)))
        return
    slots.take_slot(draft, name, "CW-INIT-03")


def end_slot(draft: Draft, name: str) -> None:
    slots.nothing_waits(draft, "CW-TURN-01")
    slots.known(draft, name, "CW-TURN-01")
    if draft.turn.active != name:
        slots.take_slot(draft, name, "CW-TURN-01")
    slots.end_slot(draft)


# -- the end ---------------------------------------------------------------------------------------------------------


def end(draft: Draft) -> None:
    """Step 10."""
    match = draft.match
    early = {Phase.RECOVERY, Phase.PIN_COUNTS, Phase.GROUPS} if match.strict else set()
    if match.phase in {Phase.SETUP, Phase.PLACEMENT, Phase.TURN_END, *early}:
        raise no("not_active", "CW-TURN-01")
    slots.nothing_waits(draft, "CW-TURN-01")
    slots.end_slot(draft)
    if match.strict:
        _check_everybody_acted(draft)
    if draft.turn.holds_due:
        raise no("holding", "DEC-59", who=draft.called(draft.turn.holds_due[0]))
    due = holds_to_repeat(draft.match)
    if due:
        draft.mark_turn(holds_due=due)
        return
    _close(draft)


def _check_everybody_acted(draft: Draft) -> None:
    if draft.match.phase is Phase.ANNOUNCEMENTS:
        slots.after_announcements(draft)
    slots.settle(draft)
    waiting = slots.queue(draft.match)
    if waiting or draft.match.phase is not Phase.LATE_SLOTS or slots.needs_late_roll(draft.match):
        who = draft.called(waiting[0]) if waiting else "?"
        raise no("not_active", "CW-TURN-01", who=who)


def holds_to_repeat(match: Match) -> list[str]:
    """Holders whose roll is repeated at the end of the turn (DEC-59, second reading)."""
    if rule_is(match, "suplex_hold_roll", "holder_slot"):
        return []
    return [
        fighter.id
        for fighter in match.in_play
        if is_holder(match, fighter.id, SUPLEX)
        and fighter.hold is not None
        and fighter.hold.since_turn < match.turn_no
        and not fighter.has_attacked
    ]


def _close(draft: Draft) -> None:
    for fighter in draft.match.in_play:
        slots.collect_rest(draft, fighter.id)
        if fighter.finisher.waits:
            finisher.miss(draft, fighter.id)
        bound = fighter.hold is not None or Flag.PINNED in fighter.flags
        if fighter.jumped and not bound and draft.fighter(fighter.id).posture is Posture.LYING:
            set_posture(draft, fighter.id, Posture.STANDING, "jump_over", "CW-SPECIAL-08")
        passing = {Flag.RESTING, Flag.SLOT_LOST, Flag.IN_TIEUP, Flag.IN_MELEE}
        draft.unflag(fighter.id, *passing)
    _count_ringside(draft)
    recovery.count_turn(draft)
    draft.mark_turn(active=None, groups=[], asked=None)
    draft.emit(TurnEnded(turn=draft.match.turn_no, rules=("CW-TURN-01",)))


def _count_ringside(draft: Draft) -> None:
    """Turns begun and ended at ringside; four and he is out (CW-WIN-04, DEC-22)."""
    whole = rule_is(draft.match, "count_out_first", "next_full_turn")
    out = []
    for fighter in draft.match.in_play:
        if fighter.zone is not Zone.RINGSIDE or (whole and fighter.id not in draft.turn.snapshot_ringside):
            continue
        count = fighter.ringside_turns + 1
        draft.mark(fighter.id, ringside_turns=count)
        if draft.match.flags["count_out"] and count >= number(draft.match, "count_out_turns"):
            out.append(fighter.id)
    for name in out:
        draft.emit(CountedOut(fighter=name, rules=("CW-WIN-04",)))
    if out:
        put_out(draft, out, "count_out")
