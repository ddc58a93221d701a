"""Counter, "Contra" (CW-COUNTER)."""

from collections.abc import Sequence
from typing import Final

from companion.games.clay_wrestling import submission, suplex
from companion.games.clay_wrestling.attack import CRITICAL, ineffective, successes
from companion.games.clay_wrestling.defence import check_defence, grant_parity, roll, waiting_attack
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import CounterLossChanged, SlotEnded, StoodUp
from companion.games.clay_wrestling.model import Attack, Flag, Posture
from companion.games.clay_wrestling.posture import set_posture
from companion.games.clay_wrestling.profile import rule_is, word
from companion.games.clay_wrestling.strike import give_back
from companion.kernel.text import Text

DUEL: Final = 2
"""Fighters of a one-on-one match (CW-COUNTER-13)."""
COUNTER_WORD: Final = Text("Counter", "Contra")


def counter(draft: Draft, defender: str, dice: Sequence[int] | None, landing: str) -> None:
    """Answer a Strike or a Suplex."""
    attack = waiting_attack(draft, defender, "CW-COUNTER-03")
    check_defence(draft, attack, "counter", "CW-COUNTER-02")
    left, faces, good = roll(draft, attack, "counter", dice, "CW-COUNTER-03", COUNTER_WORD)
    wear(draft, attack, left, good)
    draft.set_attack(attack, left)
    if left.net:
        return
    grant_parity(draft, attack, good, "CW-COUNTER-08")
    if attack.kind == "suplex_hold":
        suplex.lose_hold(draft, left, landing)
        return
    if attack.kind in {"whip", "submission", "submission_hold"}:
        _answer_all(draft, left, attack)
        return
    reward = returned(draft, attack, faces, good) if good > attack.net else 0
    ineffective(draft, left, "CW-COUNTER-06")
    stand_by_counter(draft, defender)
    if reward and attack.kind == "strike":
        give_back(draft, attack.defender, attack.attacker, reward)
    elif reward:
        suplex.reverse(draft, attack, reward)


def _answer_all(draft: Draft, left: Attack, attack: Attack) -> None:
    """Where Counter answers every attack (DEC-08) it cancels a whip or a hold; nothing is returned."""
    if attack.kind == "submission_hold":
        submission.lose_hold(draft, left)
        return
    ineffective(draft, left, "DEC-08")


def returned(draft: Draft, attack: Attack, faces: Sequence[int], good: int) -> int:
    """Hits of the blow that comes back (CW-COUNTER-10, DEC-72)."""
    sixes = sum(1 for face in faces if face == CRITICAL)
    match word(draft.match, "counter_return"):
        case "all_crits":
            return sixes
        case "surplus_crits":
            plain = successes(faces, attack.threshold) - sixes
            return sixes - max(0, attack.net - plain)
        case "surplus_successes":
            return good - attack.net
        case _:
            return 0


def stand_by_counter(draft: Draft, name: str) -> None:
    """A lying fighter who cancels an attack stands up, and his turn ends (CW-STATUS-09)."""
    fighter = draft.fighter(name)
    bound = fighter.flags & {Flag.SUBMITTED, Flag.SUBMITTING, Flag.PINNED}
    if fighter.posture is not Posture.LYING or bound:
        return
    set_posture(draft, name, Posture.STANDING, "counter", "CW-STATUS-09")
    draft.emit(StoodUp(fighter=name, facing=word(draft.match, "facing_after_stand"), rules=("CW-STATUS-09",)))
    draft.mark(name, has_acted=True)
    draft.emit(SlotEnded(fighter=name, rules=("CW-STATUS-09",)))


# -- one-on-one ------------------------------------------------------------------------------------------------------


def wear(draft: Draft, attack: Attack, left: Attack, good: int) -> None:
    """One-on-one, Counter dice are lost with use and come back (CW-COUNTER-13 to -16, DEC-74)."""
    match = draft.match
    if rule_is(match, "counter_loss", "disabled"):
        return
    rivals = match.roster if rule_is(match, "one_on_one_scope", "roster_of_two") else [f.id for f in match.in_play]
    if len(rivals) != DUEL:
        return
    name = attack.defender
    failed = left.net > 0 if rule_is(match, "counter_fail", "not_cancelled") else good == 0
    now = draft.fighter(name).counter_loss
    most = 1 if rule_is(match, "counter_loss", "single") else now + 1
    _set_loss(draft, name, 0 if failed else min(most, now + 1), "CW-COUNTER-15" if failed else "CW-COUNTER-13")
    for rival in rivals:
        if rival != name:
            _set_loss(draft, rival, 0, "CW-COUNTER-14")


def _set_loss(draft: Draft, name: str, to: int, rule: str) -> None:
    if draft.fighter(name).counter_loss != to:
        draft.emit(CounterLossChanged(fighter=name, to=to, rules=(rule, "CW-COUNTER-16") if to == 0 else (rule,)))
