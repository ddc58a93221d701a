"""Finishers (CW-FIN)."""

from typing import Final

from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import FinisherActivated, FinisherConnected, FinisherMissed
from companion.games.clay_wrestling.model import Attack, Fighter, FinisherPosition, Flag, Posture, Zone, changed
from companion.games.clay_wrestling.profile import rule_is
from companion.games.clay_wrestling.reasons import no
from companion.games.clay_wrestling.slots import take_slot

KINDS: Final = ("strike", "submission")
"""CW-FIN-04."""
DAMAGE_BONUS: Final = 3
"""CW-FIN-08."""


def in_position(draft: Draft, attacker: str, target: str, position: FinisherPosition | None) -> bool:
    """CW-SHEET-21."""
    if position is FinisherPosition.KNOCKED_DOWN:
        return draft.fighter(target).posture is Posture.KNOCKED_DOWN
    if position is FinisherPosition.ON_ROPES:
        return draft.near_ropes(target)
    if position is FinisherPosition.IN_CORNER:
        return draft.near_post(target)
    if position is FinisherPosition.BACK_TURNED:
        return draft.behind(attacker, target)
    return False


def activate(draft: Draft, attacker: str, target: str) -> None:
    """CW-FIN-01."""
    take_slot(draft, attacker, "CW-FIN-01")
    fighter = draft.fighter(attacker)
    names = {"who": draft.called(attacker), "target": draft.called(target)}
    if fighter.finisher.spent or fighter.finisher.active_until is not None:
        raise no("finisher_spent", "CW-FIN-05", **names)
    extra = rule_is(draft.match, "finisher_attack", "extra_attack")
    attacked = fighter.attack_targets if extra else fighter.last_targets
    if target not in attacked or (not extra and (fighter.has_attacked or fighter.has_moved)):
        raise no("finisher_no_attack", "CW-FIN-01", **names)
    if draft.fighter(target).zone is Zone.OUT:
        raise no("target_out", "CW-FIN-01", **names)
    apart = draft.fighter(target).zone is not fighter.zone  # no attack reaches him there
    if fighter.zone is not Zone.RING or apart or not in_position(draft, attacker, target, fighter.finisher.position):
        raise no("finisher_position", "CW-FIN-01", **names)
    draft.mark(
        attacker,
        finisher=changed(fighter.finisher, active_until=draft.match.turn_no + 1, target=target, waits=True, bonus=True),
        extra_attack=extra,
        flags=sorted({*fighter.flags, Flag.FINISHER_ACTIVE}),
    )
    draft.emit(
        FinisherActivated(
            attacker=attacker, target=target, finisher=fighter.finisher.name, rules=("CW-FIN-01", "CW-FIN-02")
        )
    )


def check_kind(draft: Draft, fighter: Fighter, kind: str) -> None:
    """Always a Strike or a Submission, and the one on the sheet where the house wants it there (DEC-09)."""
    wanted = fighter.finisher.kind if rule_is(draft.match, "finisher_attack_choice", "on_sheet") else None
    if kind not in KINDS or (wanted is not None and kind != wanted):
        raise no("finisher_kind", "CW-FIN-04", who=draft.called(fighter.id))


def bonus_damage(draft: Draft, attacker: str) -> int:
    """+3 for every attack under the finisher that connects (CW-FIN-08)."""
    fighter = draft.fighter(attacker)
    return DAMAGE_BONUS if Flag.FINISHER_ACTIVE in fighter.flags and fighter.finisher.bonus else 0


def resolve(draft: Draft, attack: Attack, *, damage: int) -> None:
    """The finisher attack had a net success: it connects on the right rival (CW-FIN-05, DEC-77)."""
    if not attack.finisher:
        return
    finisher = draft.fighter(attack.attacker).finisher
    enough = damage > 0 or rule_is(draft.match, "finisher_connect", "net_success")
    if attack.defender != finisher.target or not enough:
        miss(draft, attack.attacker)
        return
    after = changed(finisher, spent=True, bonus=rule_is(draft.match, "finisher_bonus_end", "start_of_next_turn"))
    draft.mark(attack.attacker, finisher=after)
    draft.emit(
        FinisherConnected(
            attacker=attack.attacker, target=attack.defender, finisher=finisher.name, rules=("CW-FIN-05",)
        )
    )


def miss(draft: Draft, name: str) -> None:
    """The effects vanish and the whole next turn is lost, resting (CW-FIN-06)."""
    fighter = draft.fighter(name)
    draft.mark(
        name,
        finisher=changed(fighter.finisher, active_until=None, target=None, waits=False, bonus=False),
        extra_attack=False,
        forced_rest_turn=draft.match.turn_no + 1,
        flags=sorted(fighter.flags - {Flag.FINISHER_ACTIVE}),
    )
    draft.emit(FinisherMissed(attacker=name, finisher=fighter.finisher.name, rules=("CW-FIN-06",)))


def expire(draft: Draft, fighter: Fighter) -> None:
    """The free defences and the +3 end at the start of the next turn (CW-FIN-07, DEC-82)."""
    if fighter.finisher.active_until is None or fighter.finisher.active_until > draft.match.turn_no:
        return
    draft.mark(
        fighter.id,
        finisher=changed(fighter.finisher, active_until=None, target=None, waits=False, bonus=False),
        flags=sorted(fighter.flags - {Flag.FINISHER_ACTIVE}),
    )
