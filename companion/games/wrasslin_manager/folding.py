"""The state after an event. Nothing is judged here: it happened."""

from collections.abc import Callable
from typing import Any

from companion.games.wrasslin_manager import events as ev
from companion.games.wrasslin_manager.model import (
    CENTER,
    SLOTS,
    STAMINA,
    Manager,
    Phase,
    Placed,
    Reward,
    Slot,
    StarMoves,
    State,
    rival,
)
from companion.games.wrasslin_manager.ruling import apply_ruling
from companion.kernel.changing import changed
from companion.kernel.game import Event


def evolve(state: State, event: Event) -> State:
    fold = _FOLDS.get(type(event))
    return state if fold is None else fold(state, event)


def _manager(state: State, seat: str, **changes: Any) -> State:
    return changed(state, managers={**state.managers, seat: changed(state.managers[seat], **changes)})


def _slot(state: State, number: int, **changes: Any) -> State:
    return changed(state, slots={**state.slots, number: changed(state.slots[number], **changes)})


def _both(state: State, **changes: Any) -> State:
    for seat in state.managers:
        state = _manager(state, seat, **changes)
    return state


# -- season and Round -----------------------------------------------------------------------------------------------


def _season_started(state: State, event: ev.SeasonStarted) -> State:
    return changed(
        state,
        managers=event.managers,
        house_rules=event.house_rules,
        cards={**state.cards, **event.cards},
    )


def _round_started(state: State, event: ev.RoundStarted) -> State:
    state = _both(state, knocked_out=False, passed=False, refilled=False, played_support=(), bonus=0)
    keep = state.rule("momentum_scope") == "single"
    marker = state.slots[1].momentum if keep else CENTER
    return changed(
        state,
        round=event.round,
        phase=Phase.REFILL,
        previous_starting_player=state.starting_player or state.previous_starting_player,
        starting_player=None,
        turn=None,
        slots={number: Slot(momentum=marker) for number in SLOTS},
        seq=0,
    )


def _season_ended(state: State, event: ev.SeasonEnded) -> State:
    return changed(
        state,
        phase=Phase.ENDED,
        winner=event.winner,
        method=event.method,
        effects=(),
        knockout=None,
        due=(),
        resolving=None,
        turn=None,
    )


def _grave_injury(state: State, event: ev.GraveInjury) -> State:
    return _manager(state, event.player, gravely_injured=True)


def _ruling(state: State, event: ev.RulingMade) -> State:
    return apply_ruling(state, event.topic, event.subject, event.value)


# -- Maintenance ----------------------------------------------------------------------------------------------------


def _drawn(manager: Manager, count: int) -> dict[str, Any]:
    return {
        "hand_count": manager.hand_count + count,
        "deck_count": manager.deck_count - count,
        "drawn": manager.drawn + count,
    }


def _hand_refilled(state: State, event: ev.HandRefilled) -> State:
    return _manager(state, event.player, refilled=True, **_drawn(state.managers[event.player], event.drawn))


def _card_drawn(state: State, event: ev.CardDrawn) -> State:
    return _manager(state, event.player, **_drawn(state.managers[event.player], 1))


def _reshuffled(state: State, event: ev.DeckReshuffled) -> State:
    """The discard pile becomes the deck; a deck below 0 has been drawn from before it was counted again."""
    manager = state.managers[event.player]
    star = manager.star_moves
    return _manager(
        state,
        event.player,
        deck_count=manager.deck_count + event.count,
        discard_count=manager.discard_count - event.count,
        discard=(),
        star_moves=StarMoves(star.deck + star.discard, star.hand, 0),
    )


def _stamina_reset(state: State, event: ev.StaminaReset) -> State:
    return _manager(state, event.player, sta=STAMINA)


def _stamina_changed(state: State, event: ev.StaminaChanged) -> State:
    return _manager(state, event.player, sta=event.amount)


def _starter_asked(state: State, _: ev.RandomStarterAsked) -> State:
    return changed(state, phase=Phase.STARTER)


def _starter_set(state: State, event: ev.StartingPlayerSet) -> State:
    return changed(state, phase=Phase.EVENTS, starting_player=event.player, turn=event.player)


def _event_placed(state: State, event: ev.EventPlaced) -> State:
    return _slot(
        state,
        event.slot,
        kind=event.kind,
        card=event.card,
        world_title=event.world_title,
        left=event.left,
        center=event.center,
        right=event.right,
    )


# -- Confrontation --------------------------------------------------------------------------------------------------


def _confrontation_opened(state: State, _: ev.ConfrontationOpened) -> State:
    state = _both(state, passed=False)
    return changed(state, phase=Phase.CONFRONT, turn=state.starting_player)


def _resolution_opened(state: State, _: ev.ResolutionOpened) -> State:
    return changed(state, phase=Phase.RESOLVE)


def _turn_changed(state: State, event: ev.TurnChanged) -> State:
    return changed(state, turn=event.to)


def _passed(state: State, event: ev.Passed) -> State:
    return _manager(state, event.player, passed=True)


def _card_played(state: State, event: ev.CardPlayed) -> State:
    if state.rule("pass_mode") == "two_consecutive":
        state = _both(state, passed=False)
    if event.support is not None:
        return _support_played(state, event.player, event.support, event.card)
    assert event.card is not None
    assert event.event is not None
    manager = state.managers[event.player]
    star = state.cards[event.card].kind == "star_move"
    state = _manager(
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
    state = _slot(state, number, zone={**zone, seat: (*zone[seat], placed)})
    return changed(state, seq=state.seq + 1)


def without(cards: tuple[Any, ...], card: str | None) -> tuple[Any, ...]:
    """The cards with one of that name fewer, if there is one."""
    if card not in cards:
        return cards
    left = list(cards)
    left.remove(card)
    return tuple(left)


def _support_played(state: State, seat: str, support: str, card: str | None) -> State:
    manager = state.managers[seat]
    lying = getattr(manager, support)
    left = without(lying, card if card in lying else None)
    changes = {
        support: left,
        f"{support}_played": getattr(manager, f"{support}_played") + 1,
        "played_support": (*manager.played_support, card),
    }
    return _manager(state, seat, **changes)


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
            return _slot(state, number, zone=zone)
    return state


def _momentum_moved(state: State, event: ev.MomentumMoved) -> State:
    numbers = SLOTS if state.rule("momentum_scope") == "single" else (event.event,)
    for number in numbers:
        state = _slot(state, number, momentum=event.to)
    return _update_placed(state, event.seq, lambda card: changed(card, moved=card.moved + 1))


def _stat_reduced(state: State, event: ev.StatReduced) -> State:
    changes = {event.stat: event.to}
    state = _manager(state, event.player, **changes)
    return _update_placed(state, event.seq, lambda card: changed(card, reduced=(*card.reduced, event.stat)))


def _rolled_back(state: State, event: ev.EffectRolledBack) -> State:
    changes = {event.stat: state.managers[event.player].stat(event.stat) + 1}
    return _manager(state, event.player, **changes)


def _knockout_threatened(state: State, event: ev.KnockoutThreatened) -> State:
    return changed(state, knockout=event.player)


def _knocked_out(state: State, event: ev.KnockedOut) -> State:
    return _manager(changed(state, knockout=None), event.player, knocked_out=True)


def _knockout_prevented(state: State, event: ev.KnockoutPrevented) -> State:
    return _support_played(changed(state, knockout=None), event.player, event.support, event.card)


def _knockout_lifted(state: State, event: ev.KnockoutLifted) -> State:
    return _manager(state, event.player, knocked_out=False)


def _taken(state: State, seq: int) -> tuple[State, Placed]:
    """The state without the placed card, and the card."""
    for number, slot in state.slots.items():
        for seat, lying in slot.zone.items():
            for card in lying:
                if card.seq == seq:
                    left = tuple(other for other in lying if other.seq != seq)
                    return _slot(state, number, zone={**slot.zone, seat: left}), card
    raise AssertionError(f"no card with sequence {seq} lies in a zone")


def _to_discard(state: State, owner: str, card: str | None) -> State:
    manager = state.managers[owner]
    star = manager.star_moves
    if card is not None and state.cards[card].kind == "star_move":
        star = changed(star, discard=star.discard + 1)
    named = manager.discard if card is None else (*manager.discard, card)
    return _manager(state, owner, discard_count=manager.discard_count + 1, discard=named, star_moves=star)


def _cancelled(state: State, event: ev.CardCancelled) -> State:
    state, card = _taken(state, event.seq)
    return _to_discard(state, card.owner, card.card)


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
    state = _manager(
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
        return _to_discard(state, event.player, event.card)
    manager = state.managers[event.player]
    hand = without(manager.hand, event.card) if event.card is not None else _perhaps_gone(manager)
    star = event.card is not None and state.cards[event.card].kind == "star_move"
    stars = _star_left_hand(manager) if star else manager.star_moves
    state = _manager(state, event.player, hand_count=manager.hand_count - 1, hand=hand, star_moves=stars)
    return _to_discard(state, event.player, event.card)


def _perhaps_gone(manager: Manager) -> tuple[str, ...]:
    """Known cards that are still known when one that nobody named has left the hand."""
    return manager.hand if len(manager.hand) < manager.hand_count else ()


# -- Resolution and Discard -----------------------------------------------------------------------------------------


def _compared(state: State, event: ev.PowerCompared) -> State:
    state = _slot(state, event.slot, power={"p1": event.p1, "p2": event.p2}, winner=event.winner, winners=event.winners)
    return changed(state, resolving=event.slot, due=event.due)


def _reward_chosen(state: State, event: ev.RewardChosen) -> State:
    first, *rest = state.due
    other = "right" if event.section == "left" else "left"
    left = [changed(due, section=other) if due.section is None else due for due in rest]
    return changed(state, due=(changed(first, section=event.section), *left))


def _reward_told(state: State, event: ev.RewardTold) -> State:
    return _slot(state, event.slot, **{event.section: Reward(event.kind, event.amount)})


def _reward_granted(state: State, event: ev.RewardGranted) -> State:
    reward = Reward(event.kind, event.amount, event.card)
    state = _slot(state, event.slot, **{event.section: reward})
    manager = state.managers[event.player]
    if event.kind == "maneuver":
        star = manager.star_moves
        if event.card is not None and state.cards[event.card].kind == "star_move":
            star = changed(star, deck=star.deck + event.amount)
        state = changed(state, supply=without(state.supply, event.card))
        return _manager(state, event.player, deck_count=manager.deck_count + event.amount, star_moves=star)
    if event.kind in {"training", "strategy"}:
        changes = {event.kind: (*getattr(manager, event.kind), *[event.card] * event.amount)}
        return _manager(state, event.player, **changes)
    return state


def _reward_settled(state: State, _: ev.RewardSettled) -> State:
    return changed(state, due=state.due[1:])


def _fans_changed(state: State, event: ev.FansChanged) -> State:
    return _manager(state, event.player, fans=max(0, state.managers[event.player].fans + event.amount))


def _stat_recovered(state: State, event: ev.StatRecovered) -> State:
    changes = {event.stat: event.to}
    return _manager(state, event.player, **changes)


def _event_resolved(state: State, event: ev.EventResolved) -> State:
    return changed(_slot(state, event.slot, resolved=True), resolving=None)


def _discard_opened(state: State, _: ev.DiscardOpened) -> State:
    return changed(state, phase=Phase.DISCARD)


def _round_ended(state: State, _: ev.RoundEnded) -> State:
    for slot in state.slots.values():
        for lying in slot.zone.values():
            for card in lying:
                state = _to_discard(state, card.owner, card.card)
    cleared = {number: changed(slot, zone=dict.fromkeys(slot.zone, ())) for number, slot in state.slots.items()}
    return changed(state, slots=cleared)


def rolled_marker(state: State, number: int, seat: str) -> str:
    """Where the marker goes when one step of `seat` is undone."""
    return CENTER if state.slots[number].momentum == seat else rival(seat)


_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    ev.SeasonStarted: _season_started,
    ev.RoundStarted: _round_started,
    ev.HandRefilled: _hand_refilled,
    ev.CardDrawn: _card_drawn,
    ev.DeckReshuffled: _reshuffled,
    ev.StaminaReset: _stamina_reset,
    ev.StaminaChanged: _stamina_changed,
    ev.RandomStarterAsked: _starter_asked,
    ev.StartingPlayerSet: _starter_set,
    ev.EventPlaced: _event_placed,
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
    ev.GraveInjury: _grave_injury,
    ev.RulingMade: _ruling,
    ev.SeasonEnded: _season_ended,
}
