"""Initiative of the turn, and of the late fighters (CW-INIT, CW-STATUS-12)."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.clay_wrestling.ability import effective
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import OrderSet
from companion.games.clay_wrestling.model import Phase
from companion.games.clay_wrestling.order import ranked
from companion.games.clay_wrestling.profile import rule_is
from companion.games.clay_wrestling.reasons import no
from companion.games.clay_wrestling.slots import (
    after_announcements,
    after_groups,
    after_initiative,
    current_group,
    end_slot,
    gather_late,
    late_waiting,
    note_the_lying,
    nothing_waits,
    open_late,
    queue,
    rollers,
    set_phase,
    settle,
    show_order,
)
from companion.kernel.text import Text

INITIATIVE_DIE: Final = Text("initiative", "iniciativa")


def roll(draft: Draft, dice: Mapping[str, int], rerolls: Sequence[Mapping[str, int]]) -> None:
    """One d6 a fighter, highest acts first (CW-INIT-01 to -03)."""
    _reach_step(draft)
    if draft.turn.initiative_rolled:
        raise no("nothing_pending", "CW-INIT-01")
    gather_late(draft)
    names = rollers(draft.match)
    faces = draft.single_faces(dice, names, "dice", "CW-INIT-01", INITIATIVE_DIE)
    order = ranked(draft, _scores(draft, faces), rerolls, "rerolls", "CW-INIT-02")
    draft.mark_turn(initiative=order, initiative_rolled=True)
    show_order(draft, order, "initiative", "CW-INIT-03")
    if not draft.match.strict:
        set_phase(draft, Phase.SLOTS)
        return
    after_initiative(draft)


def _scores(draft: Draft, faces: Mapping[str, int]) -> dict[str, int]:
    """The faces; where the house breaks ties by Speed it counts behind them (DEC-28)."""
    if rule_is(draft.match, "initiative_tie", "reroll_tied"):
        return dict(faces)
    return {name: face * 1000 + effective(draft.match, draft.fighter(name), "speed") for name, face in faces.items()}


def _reach_step(draft: Draft) -> None:
    """Steps 5 and 6 are over, or are over with this."""
    nothing_waits(draft, "CW-INIT-01")
    if not draft.match.strict:
        if draft.match.phase is Phase.TURN_END:
            raise no("not_active", "CW-INIT-01")
        end_slot(draft)
        return
    if draft.match.phase is Phase.ANNOUNCEMENTS:
        after_announcements(draft)
    if draft.match.phase is Phase.GROUP_SLOTS and not [one for one in queue(draft.match) if one != draft.turn.active]:
        end_slot(draft)
        if current_group(draft.match) is None:
            after_groups(draft)
    if draft.match.phase is not Phase.INITIATIVE:
        raise no("not_active", "CW-INIT-06")


def late_roll(draft: Draft, dice: Mapping[str, int], rerolls: Sequence[Mapping[str, int]]) -> None:
    """The late fighters roll as if a new turn began (CW-STATUS-12)."""
    _reach_late(draft)
    if draft.turn.late_rolled:
        raise no("nothing_pending", "CW-STATUS-12")
    names = late_waiting(draft.match)
    if not names:
        raise no("nothing_pending", "CW-STATUS-12")
    note_the_lying(draft)
    faces = draft.single_faces(dice, names, "dice", "CW-STATUS-12", INITIATIVE_DIE)
    order = ranked(draft, faces, rerolls, "rerolls", "CW-INIT-02")
    draft.mark_turn(late=order, late_rolled=True)
    draft.emit(OrderSet(order=order, scope="late", rules=("CW-STATUS-12",)))


def _reach_late(draft: Draft) -> None:
    nothing_waits(draft, "CW-STATUS-12")
    if not draft.match.strict:
        if draft.match.phase is Phase.TURN_END:
            raise no("not_active", "CW-STATUS-12")
        end_slot(draft)
        set_phase(draft, Phase.LATE_SLOTS)
        return
    if draft.match.phase is Phase.SLOTS and not [one for one in queue(draft.match) if one != draft.turn.active]:
        end_slot(draft)
        settle(draft)
        if draft.match.phase is Phase.SLOTS:
            open_late(draft)
    if draft.match.phase is not Phase.LATE_SLOTS:
        raise no("not_active", "CW-STATUS-12")
