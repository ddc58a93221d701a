"""Folds of season, Round and Maintenance."""

from collections.abc import Callable
from typing import Any

from companion.games.wrasslin_manager import events as ev
from companion.games.wrasslin_manager.changes import both_changed, manager_changed, slot_changed
from companion.games.wrasslin_manager.model import CENTER, SLOTS, STAMINA, Manager, Phase, Slot, StarMoves, State
from companion.games.wrasslin_manager.ruling import apply_ruling
from companion.kernel.changing import changed
from companion.kernel.game import Event
from companion.kernel.ruling_made import RulingMade


def _season_started(state: State, event: ev.SeasonStarted) -> State:
    return changed(
        state,
        managers=event.managers,
        house_rules=event.house_rules,
        cards={**state.cards, **event.cards},
    )


def _round_started(state: State, event: ev.RoundStarted) -> State:
    state = both_changed(state, knocked_out=False, passed=False, refilled=False, played_support=(), bonus=0)
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
    return manager_changed(state, event.player, gravely_injured=True)


def _ruling(state: State, event: RulingMade) -> State:
    return apply_ruling(state, event.topic, event.subject, event.value)


def _drawn(manager: Manager, count: int) -> dict[str, Any]:
    return {
        "hand_count": manager.hand_count + count,
        "deck_count": manager.deck_count - count,
        "drawn": manager.drawn + count,
    }


def _hand_refilled(state: State, event: ev.HandRefilled) -> State:
    return manager_changed(state, event.player, refilled=True, **_drawn(state.managers[event.player], event.drawn))


def _card_drawn(state: State, event: ev.CardDrawn) -> State:
    return manager_changed(state, event.player, **_drawn(state.managers[event.player], 1))


def _reshuffled(state: State, event: ev.DeckReshuffled) -> State:
    """The discard pile becomes the deck; a deck below 0 has been drawn from before it was counted again."""
    manager = state.managers[event.player]
    star = manager.star_moves
    return manager_changed(
        state,
        event.player,
        deck_count=manager.deck_count + event.count,
        discard_count=manager.discard_count - event.count,
        discard=(),
        star_moves=StarMoves(star.deck + star.discard, star.hand, 0),
    )


def _stamina_reset(state: State, event: ev.StaminaReset) -> State:
    return manager_changed(state, event.player, sta=STAMINA)


def _stamina_changed(state: State, event: ev.StaminaChanged) -> State:
    return manager_changed(state, event.player, sta=event.amount)


def _starter_asked(state: State, _: ev.RandomStarterAsked) -> State:
    return changed(state, phase=Phase.STARTER)


def _starter_set(state: State, event: ev.StartingPlayerSet) -> State:
    return changed(state, phase=Phase.EVENTS, starting_player=event.player, turn=event.player)


def _event_placed(state: State, event: ev.EventPlaced) -> State:
    return slot_changed(
        state,
        event.slot,
        kind=event.kind,
        card=event.card,
        world_title=event.world_title,
        left=event.left,
        center=event.center,
        right=event.right,
    )


FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
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
    ev.GraveInjury: _grave_injury,
    RulingMade: _ruling,
    ev.SeasonEnded: _season_ended,
}
