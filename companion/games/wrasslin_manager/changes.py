"""Small changes of the state that many folds make."""

from typing import Any

from companion.games.wrasslin_manager.model import CENTER, State, rival
from companion.kernel.changing import changed


def manager_changed(state: State, seat: str, **changes: Any) -> State:
    return changed(state, managers={**state.managers, seat: changed(state.managers[seat], **changes)})


def slot_changed(state: State, number: int, **changes: Any) -> State:
    return changed(state, slots={**state.slots, number: changed(state.slots[number], **changes)})


def both_changed(state: State, **changes: Any) -> State:
    for seat in state.managers:
        state = manager_changed(state, seat, **changes)
    return state


def without(cards: tuple[Any, ...], card: str | None) -> tuple[Any, ...]:
    """The cards with one of that name fewer, if there is one."""
    if card not in cards:
        return cards
    left = list(cards)
    left.remove(card)
    return tuple(left)


def to_discard(state: State, owner: str, card: str | None) -> State:
    manager = state.managers[owner]
    star = manager.star_moves
    if card is not None and state.cards[card].kind == "star_move":
        star = changed(star, discard=star.discard + 1)
    named = manager.discard if card is None else (*manager.discard, card)
    return manager_changed(state, owner, discard_count=manager.discard_count + 1, discard=named, star_moves=star)


def rolled_marker(state: State, number: int, seat: str) -> str:
    """Where the marker goes when one step of `seat` is undone."""
    return CENTER if state.slots[number].momentum == seat else rival(seat)
