"""Folds of the Confrontation phase: cards, icons, knock-outs."""

from collections.abc import Callable
from typing import Any

from companion.games.wrasslin_manager import events as ev
from companion.games.wrasslin_manager.changes import both_changed, manager_changed, slot_changed, to_discard, without
from companion.games.wrasslin_manager.model import SLOTS, Manager, Phase, Placed, StarMoves, State
from companion.kernel.changing import changed
from companion.kernel.game import Event


def _confrontation_opened(state: State, _: ev.ConfrontationOpened) -> State:
    state = both_changed(state, passed=False)
    return changed(state, phase=Phase.CONFRONT, turn=state.starting_player)


def _resolution_opened(state: State, _: ev.ResolutionOpened) -> State:
    return changed(state, phase=Phase.RESOLVE)


def _turn_changed(state: State, event: ev.TurnChanged) -> State:
    return changed(state, turn=event.to)


def _passed(state: State, event: ev.Passed) -> State:
    return manager_changed(state, event.player, passed=True)


def _card_played(state: State, event: ev.CardPlayed) -> State:
    if state.rule("pass_mode") == "two_consecutive":
        state = both_changed(state, passed=False)
    if event.support is not None:
        return _support_played(state, event.player, event.support, event.card)
    assert event.card is not None
    assert event.event is not None
    manager = state.managers[event.player]
    star = state.cards[event.card].kind == "star_move"
    state = manager_changed(
        state,
        event.player,
        hand_count=manager.hand_count - 1,
        hand=without(manager.hand, event.card),
        star_moves=_star_left_hand(manager) if star else manager.star_moves,
    )
    state = _place(state, event.event, event.player, event.card, event.player)
    return changed(state, effects=(*event.effects, *state.effects))


def _star_left_hand(manager: Manager) -> StarMoves:
    """One star move fewer where it came from: the hand, else the deck it was drawn from, else nobody told of it."""
    star = manager.star_moves
    if star.hand > 0:
        return changed(star, hand=star.hand - 1)
    if manager.drawn > 0 and star.deck > 0:
        return changed(star, deck=star.deck - 1)
    return star


def _place(state: State, number: int, seat: str, card: str, owner: str) -> State:
    zone = state.slots[number].zone
    placed = Placed(card, state.seq + 1, owner)
    state = slot_changed(state, number, zone={**zone, seat: (*zone[seat], placed)})
    return changed(state, seq=state.seq + 1)


def _support_played(state: State, seat: str, support: str, card: str | None) -> State:
    manager = state.managers[seat]
    lying = getattr(manager, support)
    left = without(lying, card if card in lying else None)
    changes = {
        support: left,
        f"{support}_played": getattr(manager, f"{support}_played") + 1,
        "played_support": (*manager.played_support, card),
    }
    return manager_changed(state, seat, **changes)


def _effect_gone(state: State, player: str, icon: str) -> State:
    """The first waiting icon of that kind is settled."""
    for number, effect in enumerate(state.effects):
        if effect.owner == player and effect.icon == icon:
            return changed(state, effects=(*state.effects[:number], *state.effects[number + 1 :]))
    return state


def _effect_used(state: State, event: ev.EffectUsed) -> State:
    return _effect_gone(state, event.player, event.icon)


def _effect_skipped(state: State, event: ev.EffectSkipped) -> State:
    return _effect_gone(state, event.player, event.icon)


def _update_placed(state: State, seq: int | None, change: Callable[[Placed], Placed]) -> State:
    for number, slot in state.slots.items():
        zone = {
            seat: tuple(change(card) if card.seq == seq else card for card in lying)
            for seat, lying in slot.zone.items()
        }
        if seq is not None and zone != slot.zone:
            return slot_changed(state, number, zone=zone)
    return state


def _momentum_moved(state: State, event: ev.MomentumMoved) -> State:
    numbers = SLOTS if state.rule("momentum_scope") == "single" else (event.event,)
    for number in numbers:
        state = slot_changed(state, number, momentum=event.to)
    return _update_placed(state, event.seq, lambda card: changed(card, moved=card.moved + 1))


def _stat_reduced(state: State, event: ev.StatReduced) -> State:
    changes = {event.stat: event.to}
    state = manager_changed(state, event.player, **changes)
    return _update_placed(state, event.seq, lambda card: changed(card, reduced=(*card.reduced, event.stat)))


def _rolled_back(state: State, event: ev.EffectRolledBack) -> State:
    changes = {event.stat: state.managers[event.player].stat(event.stat) + 1}
    return manager_changed(state, event.player, **changes)


def _knockout_threatened(state: State, event: ev.KnockoutThreatened) -> State:
    return changed(state, knockout=event.player)


def _knocked_out(state: State, event: ev.KnockedOut) -> State:
    return manager_changed(changed(state, knockout=None), event.player, knocked_out=True)


def _knockout_prevented(state: State, event: ev.KnockoutPrevented) -> State:
    return _support_played(changed(state, knockout=None), event.player, event.support, event.card)


def _knockout_lifted(state: State, event: ev.KnockoutLifted) -> State:
    return manager_changed(state, event.player, knocked_out=False)


def _taken(state: State, seq: int) -> tuple[State, Placed]:
    """The state without the placed card, and the card."""
    for number, slot in state.slots.items():
        for seat, lying in slot.zone.items():
            for card in lying:
                if card.seq == seq:
                    left = tuple(other for other in lying if other.seq != seq)
                    return slot_changed(state, number, zone={**slot.zone, seat: left}), card
    raise AssertionError(f"no card with sequence {seq} lies in a zone")


def _cancelled(state: State, event: ev.CardCancelled) -> State:
    state, card = _taken(state, event.seq)
    return to_discard(state, card.owner, card.card)


def _returned(state: State, event: ev.CardReturned) -> State:
    number = next(
        number
        for number, slot in state.slots.items()
        if any(card.seq == event.seq for lying in slot.zone.values() for card in lying)
    )
    state, _ = _taken(state, event.seq)
    state = _place(state, number, event.player, event.card, event.owner)
    return changed(state, effects=(*event.effects, *state.effects))


def _card_removed(state: State, event: ev.CardRemoved) -> State:
    manager = state.managers[event.player]
    star = event.card is not None and state.cards[event.card].kind == "star_move"
    state = manager_changed(
        state,
        event.player,
        hand_count=manager.hand_count - 1,
        hand=without(manager.hand, event.card),
        star_moves=_star_left_hand(manager) if star else manager.star_moves,
    )
    named = () if event.card is None else (event.card,)
    if not event.to_supply:
        return changed(state, gone=(*state.gone, *named))
    return changed(state, supply=(*state.supply, *named), supply_gained=state.supply_gained + 1)


def _card_discarded(state: State, event: ev.CardDiscarded) -> State:
    if event.from_ == "zone":
        return state  # counted with the end of the Round, where the zones are cleared
    if event.from_ == "support":
        return to_discard(state, event.player, event.card)
    manager = state.managers[event.player]
    hand = () if event.card is None else without(manager.hand, event.card)  # it may have been any of the known ones
    star = event.card is not None and state.cards[event.card].kind == "star_move"
    stars = _star_left_hand(manager) if star else manager.star_moves
    state = manager_changed(state, event.player, hand_count=manager.hand_count - 1, hand=hand, star_moves=stars)
    return to_discard(state, event.player, event.card)


FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    ev.CardPlayed: _card_played,
    ev.EffectUsed: _effect_used,
    ev.EffectSkipped: _effect_skipped,
    ev.EffectRolledBack: _rolled_back,
    ev.MomentumMoved: _momentum_moved,
    ev.StatReduced: _stat_reduced,
    ev.KnockoutThreatened: _knockout_threatened,
    ev.KnockedOut: _knocked_out,
    ev.KnockoutPrevented: _knockout_prevented,
    ev.KnockoutLifted: _knockout_lifted,
    ev.CardCancelled: _cancelled,
    ev.CardReturned: _returned,
    ev.CardRemoved: _card_removed,
    ev.CardDiscarded: _card_discarded,
    ev.Passed: _passed,
    ev.TurnChanged: _turn_changed,
    ev.ConfrontationOpened: _confrontation_opened,
    ev.ResolutionOpened: _resolution_opened,
}
