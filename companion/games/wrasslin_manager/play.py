"""What every command checks first."""

from companion.games.wrasslin_manager.model import SEATS, Phase, State
from companion.games.wrasslin_manager.reasons import no
from companion.kernel.game import Unfolding

Play = Unfolding[State]


def need_phase(state: State, phase: Phase) -> None:
    if state.phase is not phase:
        raise no("wrong_phase", phase=state.phase.value)


def need_seat(seat: str | None) -> None:
    if seat not in SEATS:
        raise no("unknown_seat", player=seat)


def need_settled(state: State) -> None:
    """No icon and no knock-out waits."""
    if state.effects or state.knockout is not None:
        raise no("effect_pending")
