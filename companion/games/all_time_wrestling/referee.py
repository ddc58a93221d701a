"""Which rule decides which command."""

from companion.games.all_time_wrestling import actions, defense, opening, pins, rolling
from companion.games.all_time_wrestling import commands as cmd
from companion.games.all_time_wrestling import events as ev
from companion.games.all_time_wrestling.abilities import ability_effect
from companion.games.all_time_wrestling.aftermath import (
    choose_compensation,
    dispose,
    offense,
    pinned_if_out_of_attempts,
)
from companion.games.all_time_wrestling.folding import evolve
from companion.games.all_time_wrestling.model import Phase, State, rival
from companion.games.all_time_wrestling.reasons import no
from companion.games.all_time_wrestling.ruling import check_ruling
from companion.games.all_time_wrestling.table import Play, need_seat, open_window
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
        raise no("match_over")
    if isinstance(command, cmd.Concede):
        need_seat(command.player)
        play.tell(ev.MatchEnded(winner=rival(command.player), method="concession", rules=("ATW-200",)))
    elif isinstance(command, cmd.AbilityEffect):
        _ability_effect(play, command)
    else:
        _dispatch(play, command)
    return tuple(play.events)


def _ability_effect(play: Play, command: cmd.AbilityEffect) -> None:
    asked = ability_effect(play, command)
    if asked is not None and asked.then == "dispose":
        dispose(play)
    elif asked is not None:
        open_window(play, Phase.ACTION, "ATW-023")
    elif play.state.phase is Phase.KICKOUT:
        pinned_if_out_of_attempts(play)


def _dispatch(play: Play, command: Command) -> None:
    match command:
        case cmd.ChooseWrestler():
            opening.choose_wrestler(play, command)
        case cmd.SetOpeningHand():
            opening.set_opening_hand(play, command)
        case cmd.RollInitiative():
            opening.roll_initiative(play, command)
        case cmd.StarterShuffleBack():
            opening.starter_shuffle_back(play, command)
        case cmd.PassDraw():
            actions.pass_draw(play, command)
        case cmd.PassRest():
            actions.pass_rest(play, command)
        case cmd.PlayAttack():
            actions.play_attack(play, command)
        case cmd.PlayRampage():
            actions.play_rampage(play, command)
        case cmd.PlayBlind():
            actions.play_blind(play, command)
        case cmd.ChooseCompensation():
            choose_compensation(play, command)
        case cmd.Offense():
            offense(play, command)
        case cmd.ConvertStamina():
            pins.convert_stamina(play, command)
        case cmd.KickoutRoll():
            pins.kickout_roll(play, command)
        case _:
            _in_the_attack(play, command)


def _in_the_attack(play: Play, command: Command) -> None:
    match command:
        case cmd.DefendReversal():
            defense.defend_reversal(play, command)
        case cmd.DefendPermanent():
            defense.defend_permanent(play, command)
        case cmd.DefendOneTime():
            defense.defend_one_time(play, command)
        case cmd.BlockStamina():
            defense.block_stamina(play, command)
        case cmd.BlockCards():
            defense.block_cards(play, command)
        case cmd.DeclineDefense():
            defense.decline_defense(play, command)
        case cmd.CounterRoll():
            defense.counter_roll(play, command)
        case cmd.CounterReversal():
            defense.counter_reversal(play, command)
        case cmd.DeclineCounter():
            defense.decline_counter(play, command)
        case cmd.AttackRoll():
            rolling.attack_roll(play, command)
        case cmd.Reroll():
            rolling.reroll(play, command)
        case cmd.DeclineReroll():
            rolling.decline_reroll(play, command)
        case cmd.AssignDice():
            rolling.assign_dice(play, command)
        case _:
            raise TypeError(f"no rule for {type(command).__name__}")
