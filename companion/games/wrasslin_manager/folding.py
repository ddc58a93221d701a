"""The state after an event. Nothing is judged here: it happened."""

from companion.games.wrasslin_manager import fold_confrontation, fold_maintenance, fold_resolution
from companion.games.wrasslin_manager.model import State
from companion.kernel.game import Event

_FOLDS = {**fold_maintenance.FOLDS, **fold_confrontation.FOLDS, **fold_resolution.FOLDS}


def evolve(state: State, event: Event) -> State:
    fold = _FOLDS.get(type(event))
    return state if fold is None else fold(state, event)
