"""Folds of Resolution and Discard."""

from collections.abc import Callable
from typing import Any

from companion.games.wrasslin_manager import events as ev
from companion.games.wrasslin_manager.changes import manager_changed, slot_changed, to_discard, without
from companion.games.wrasslin_manager.model import Phase, Reward, State
from companion.kernel.changing import changed
from companion.kernel.game import Event


def _compared(state: State, event: ev.PowerCompared) -> State:
    state = slot_changed(
        state, event.slot, power={"p1": event.p1, "p2": event.p2}, winner=event.winner, winners=event.winners
    )
    return changed(state, resolving=event.slot, due=event.due)


def _reward_chosen(state: State, event: ev.RewardChosen) -> State:
    first, *rest = state.due
    other = "right" if event.section == "left" else "left"
    left = [changed(due, section=other) if due.section is None else due for due in rest]
    return changed(state, due=(changed(first, section=event.section), *left))


def _reward_told(state: State, event: ev.RewardTold) -> State:
    return slot_changed(state, event.slot, **{event.section: Reward(event.kind, event.amount)})


def _reward_granted(state: State, event: ev.RewardGranted) -> State:
    reward = Reward(event.kind, event.amount, event.card)
    state = slot_changed(state, event.slot, **{event.section: reward})
    manager = state.managers[event.player]
    if event.kind == "maneuver":
        star = manager.star_moves
        if event.card is not None and state.cards[event.card].kind == "star_move":
            star = changed(star, deck=star.deck + event.amount)
        state = changed(state, supply=without(state.supply, event.card))
        return manager_changed(state, event.player, deck_count=manager.deck_count + event.amount, star_moves=star)
    if event.kind in {"training", "strategy"}:
        changes = {event.kind: (*getattr(manager, event.kind), *[event.card] * event.amount)}
        return manager_changed(state, event.player, **changes)
    return state


def _reward_settled(state: State, _: ev.RewardSettled) -> State:
    return changed(state, due=state.due[1:])


def _fans_changed(state: State, event: ev.FansChanged) -> State:
    return manager_changed(state, event.player, fans=max(0, state.managers[event.player].fans + event.amount))


def _stat_recovered(state: State, event: ev.StatRecovered) -> State:
    changes = {event.stat: event.to}
    return manager_changed(state, event.player, **changes)


def _event_resolved(state: State, event: ev.EventResolved) -> State:
    return changed(slot_changed(state, event.slot, resolved=True), resolving=None)


def _discard_opened(state: State, _: ev.DiscardOpened) -> State:
    return changed(state, phase=Phase.DISCARD)


def _round_ended(state: State, _: ev.RoundEnded) -> State:
    for slot in state.slots.values():
        for lying in slot.zone.values():
            for card in lying:
                state = to_discard(state, card.owner, card.card)
    cleared = {number: changed(slot, zone=dict.fromkeys(slot.zone, ())) for number, slot in state.slots.items()}
    return changed(state, slots=cleared)


FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    ev.PowerCompared: _compared,
    ev.RewardTold: _reward_told,
    ev.RewardGranted: _reward_granted,
    ev.RewardChosen: _reward_chosen,
    ev.RewardSettled: _reward_settled,
    ev.FansChanged: _fans_changed,
    ev.StatRecovered: _stat_recovered,
    ev.EventResolved: _event_resolved,
    ev.DiscardOpened: _discard_opened,
    ev.RoundEnded: _round_ended,
}
