"""Resting and taunting (CW-STAM-07, -08, CW-SPECIAL-14 to -17)."""

from collections.abc import Sequence
from typing import Final

from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import Rested, Taunted
from companion.games.clay_wrestling.health import gain
from companion.games.clay_wrestling.model import ClayClass, Fighter, Flag, Match, Phase, Posture, Zone
from companion.games.clay_wrestling.profile import number, rule_is, word
from companion.games.clay_wrestling.reasons import no
from companion.games.clay_wrestling.slots import known, nothing_waits
from companion.kernel.text import Text

TAUNT_DICE: Final = 2
"""CW-SPECIAL-15."""
TAUNT_MOST: Final = 6
"""CW-SPECIAL-16."""
REST_DIE: Final = Text("rest", "descanso")
TAUNT_DIE: Final = Text("taunt", "Burla")


def is_blocked(match: Match, fighter: Fighter) -> bool:
    """Whether his state keeps him from resting: a closed list, unless the house is stricter (CW-STAM-07, DEC-17)."""
    if fighter.flags & {Flag.SUBMITTED, Flag.IN_TIEUP, Flag.IN_MELEE}:
        return True
    if fighter.posture in {Posture.HELD, Posture.ON_POST}:
        return True
    how = word(match, "rest_eligibility")
    if how == "not_knocked_down":
        return fighter.posture is Posture.KNOCKED_DOWN
    return how == "standing_only" and fighter.posture is not Posture.STANDING


def is_forced(match: Match, fighter: Fighter) -> bool:
    return fighter.forced_rest_turn == match.turn_no


def may_rest(match: Match, fighter: Fighter) -> bool:
    """For the question "who rests?"."""
    return (
        match.phase is Phase.ANNOUNCEMENTS
        and fighter.zone is not Zone.OUT
        and fighter.posture is not Posture.UNCONSCIOUS
        and Flag.RESTING not in fighter.flags
        and not is_blocked(match, fighter)
    )


def _check(draft: Draft, name: str, rule: str) -> Fighter:
    fighter = known(draft, name, rule)
    who = draft.called(name)
    nothing_waits(draft, rule)
    if fighter.zone is Zone.OUT:
        raise no("not_active", rule, who=who)
    if fighter.posture is Posture.UNCONSCIOUS:
        raise no("unconscious", "CW-STAM-04", who=who)
    if draft.match.phase is not Phase.ANNOUNCEMENTS or Flag.RESTING in fighter.flags:
        raise no("rest_not_allowed", rule, who=who)
    if is_blocked(draft.match, fighter):
        raise no("rest_not_allowed", "CW-STAM-07", who=who)
    return fighter


def rest(draft: Draft, name: str, die: int | None) -> None:
    """Announce it and gain a die (CW-STAM-07)."""
    fighter = _check(draft, name, "CW-STAM-07")
    empty = is_forced(draft.match, fighter) and rule_is(draft.match, "finisher_rest_recovers", False)
    if empty:
        draft.d6(() if die is None else (die,), "die", 0, "DEC-81", REST_DIE)
    face = 0 if empty else draft.one_d6(die, "die", "CW-STAM-07", REST_DIE)
    draft.flag(name, Flag.RESTING)
    draft.emit(Rested(fighter=name, die=None if empty else face, rules=("CW-STAM-07", "CW-STATUS-03")))
    _gain(draft, name, face, "rest")


def _gain(draft: Draft, name: str, amount: int, cause: str) -> None:
    if rule_is(draft.match, "rest_gain_timing", "own_slot"):
        draft.mark(name, rest_gain=amount)
    else:
        gain(draft, name, amount, cause, "CW-STAM-07" if cause == "rest" else "CW-SPECIAL-15")


def taunt(draft: Draft, name: str, dice: Sequence[int] | None) -> None:
    """An absurd rolls two dice instead (CW-SPECIAL-15)."""
    found = known(draft, name, "CW-SPECIAL-15")
    if found.class_ is not ClayClass.ABSURD:
        raise no("wrong_class", "CW-SPECIAL-01", who=draft.called(name))
    fighter = _check(draft, name, "CW-SPECIAL-15")
    if is_forced(draft.match, fighter) and rule_is(draft.match, "forced_rest_taunt", False):
        raise no("rest_not_allowed", "DEC-99", who=draft.called(name))
    faces = draft.d6(dice, "dice", TAUNT_DICE, "CW-SPECIAL-15", TAUNT_DIE)
    amount = taunt_gain(draft.match, faces)
    draft.flag(name, Flag.RESTING)
    draft.emit(Taunted(fighter=name, dice=faces, gain=amount, rules=("CW-SPECIAL-15",)))
    _gain(draft, name, amount, "taunt")


def taunt_gain(match: Match, faces: Sequence[int]) -> int:
    """The higher die; a double is worth six, but a double one nothing (CW-SPECIAL-16, -17)."""
    if set(faces) == {1}:
        return number(match, "taunt_double_one")
    return TAUNT_MOST if len(set(faces)) == 1 else max(faces)
