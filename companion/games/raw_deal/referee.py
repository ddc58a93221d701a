"""Which rule decides which command."""

from companion.games.raw_deal import commands as cmd
from companion.games.raw_deal import events as ev
from companion.games.raw_deal.abilities import use_ability
from companion.games.raw_deal.damage import reveal_result, stun_draw
from companion.games.raw_deal.effects import resolve_effect
from companion.games.raw_deal.folding import evolve
from companion.games.raw_deal.model import Phase, State, opponent
from companion.games.raw_deal.opening import flip_for_start, start_match, tag_recover, tag_switch
from companion.games.raw_deal.playing import decline_reversal, go_on, play_card, reverse_from_hand
from companion.games.raw_deal.reasons import no
from companion.games.raw_deal.ruling import check_ruling
from companion.games.raw_deal.table import Play, need_count, need_named, need_seat, need_window
from companion.games.raw_deal.turn import check_at_once, draw_segment, end_turn
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
    _dispatch(play, command)
    check_at_once(play)
    return tuple(play.events)


def _dispatch(play: Play, command: Command) -> None:
    match command:
        case cmd.StartMatch():
            start_match(play, command)
        case cmd.FlipForStart():
            flip_for_start(play, command)
        case cmd.UseAbility():
            use_ability(play, command)
        case cmd.DrawSegment():
            draw_segment(play, command)
        case cmd.PlayCard():
            play_card(play, command)
        case cmd.ReverseFromHand():
            reverse_from_hand(play, command)
        case cmd.DeclineReversal():
            decline_reversal(play, command)
        case cmd.ResolveEffect():
            resolve_effect(play, command)
            go_on(play)
        case cmd.RevealResult():
            reveal_result(play, command)
        case cmd.StunDraw():
            stun_draw(play, command)
        case cmd.EndTurn():
            end_turn(play, command)
        case _:
            _beside(play, command)


def _beside(play: Play, command: Command) -> None:
    """Commands that no window asks for."""
    match command:
        case cmd.MoveCards():
            _move_cards(play, command)
        case cmd.TagSwitch():
            tag_switch(play, command)
        case cmd.TagRecover():
            tag_recover(play, command)
        case cmd.Concede():
            _concede(play, command.player)
        case _:
            raise TypeError(f"no rule for {type(command).__name__}")


def _concede(play: Play, seat: str) -> None:
    """In any window, before the Superstars are shown too; four people have no teams yet then."""
    state = play.state
    if state.phase is not Phase.SETUP or seat not in state.seats:
        need_seat(state, seat)
    elif len(state.seats) > PLAYERS:
        need_window(state, Phase.MAIN)
    play.tell(ev.MatchEnded(winner=opponent(state, seat), method="concession", rules=("RD-801",)))


PLAYERS = 2
_TOO_FEW = {"arsenal": "arsenal_empty", "hand": "hand_too_small", "ringside": "ringside_empty"}


def _move_cards(play: Play, command: cmd.MoveCards) -> None:
    """An effect that the program does not know: cards go from one zone to another."""
    state = play.state
    need_seat(state, command.player)
    if state.phase in {Phase.SETUP, Phase.FIRST_PLAYER, Phase.TEAM_ACTIVE}:
        need_window(state, Phase.MAIN)
    player = state.players[command.player]
    held = {"arsenal": player.arsenal, "hand": player.hand_count, "ringside": player.ringside_count}
    if command.count < 0:
        raise no("card_count", due="0+", given=command.count)
    if held[command.from_] < command.count:
        raise no(_TOO_FEW[command.from_], player=command.player)
    need_count(command.cards, command.count)
    need_named(state, command.player, command.from_, command.cards or ())
    play.tell(
        ev.CardsMoved(
            player=command.player,
            count=command.count,
            from_=command.from_,
            to=command.to,
            cards=command.cards or (),
            cause=command.cause,
            rules=("RD-105", "RD-108"),
        )
    )
