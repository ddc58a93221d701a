"""Which rule decides which command."""

from companion.games.wrasslin_manager import commands as cmd
from companion.games.wrasslin_manager.confrontation import pass_turn, play_card, play_support, turn_over
from companion.games.wrasslin_manager.effects import prevent_knockout, skip_effect, use_effect
from companion.games.wrasslin_manager.folding import evolve
from companion.games.wrasslin_manager.maintenance import (
    place_event,
    refill_hand,
    set_random_starter,
    start_season,
)
from companion.games.wrasslin_manager.model import Phase, State
from companion.games.wrasslin_manager.play import Play
from companion.games.wrasslin_manager.reasons import no
from companion.games.wrasslin_manager.resolution import grant_reward, recover, resolve_event
from companion.games.wrasslin_manager.ruling import check_ruling
from companion.games.wrasslin_manager.season import adjust_stamina, declare_grave_injury, finish_discard
from companion.kernel.game import Command, Event, Unfolding
from companion.kernel.ruling_made import RefereeRuling


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """Decide what `command` does.

    Raises:
        IllegalCommandError: the rules forbid it now.
    """
    play: Play = Unfolding(state, evolve)
    if isinstance(command, RefereeRuling):
        check_ruling(state, command.topic, command.subject, command.value)
        play.tell(command.made())
        return tuple(play.events)
    if state.phase is Phase.ENDED:
        raise no("season_over")
    match command:
        case cmd.UseEffect():
            turn_over(play, use_effect(play, command))
        case cmd.SkipEffect():
            turn_over(play, skip_effect(play, command))
        case cmd.PreventKnockout():
            turn_over(play, prevent_knockout(play, command))
        case cmd.PlayManeuver() | cmd.PlayStarMove():
            play_card(play, command)
        case cmd.PlayTraining() | cmd.PlayStrategy():
            play_support(play, command)
        case cmd.PassTurn():
            pass_turn(play, command)
        case _:
            _between(play, command)
    return tuple(play.events)


def _between(play: Play, command: Command) -> None:
    """Commands outside the Confrontation phase."""
    match command:
        case cmd.StartSeason():
            start_season(play, command)
        case cmd.RefillHand():
            refill_hand(play, command)
        case cmd.SetRandomStarter():
            set_random_starter(play, command)
        case cmd.PlaceEvent():
            place_event(play, command)
        case cmd.ResolveEvent():
            resolve_event(play, command)
        case cmd.GrantReward():
            grant_reward(play, command)
        case cmd.Recover():
            recover(play, command)
        case cmd.AdjustStamina():
            adjust_stamina(play, command)
        case cmd.FinishDiscard():
            finish_discard(play)
        case cmd.DeclareGraveInjury():
            declare_grave_injury(play, command)
        case _:
            raise TypeError(f"no rule for {type(command).__name__}")
