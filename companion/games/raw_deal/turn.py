"""The start and the end of a turn, and the ends of the match (sections 1.4 and 1.9)."""

from typing import Literal

from companion.games.raw_deal import commands as cmd
from companion.games.raw_deal import events as ev
from companion.games.raw_deal.model import JERICHO, KANE, MANKIND, Phase, State, opponent
from companion.games.raw_deal.reasons import no
from companion.games.raw_deal.table import Play, draw, mill, need_active, need_card, need_count, open_window

DRAW = 1
MANKIND_DRAW = 2


def start_turn(play: Play, seat: str) -> None:
    """RD-308; cards that work at the start of every own turn do so now (RD-D33)."""
    play.tell(ev.TurnStarted(player=seat, turn_no=play.state.turn_no + 1, rules=("RD-308",)))
    for lying in play.state.players[seat].ring:
        entry = None if lying.card is None else play.state.cards.get(lying.card)
        for effect in () if entry is None else entry.effects:
            if effect.get("each_turn"):
                mill(play, opponent(play.state, seat), int(effect.get("opponent_mill", 0)), "RD-D33")
                mill(play, seat, int(effect.get("mill", 0)), "RD-D33")
                draw(play, seat, int(effect.get("draw", 0)), "RD-D33")


def draw_due(state: State) -> int:
    """RD-302, RD-703, RD-D24."""
    player = state.players[state.turn_of]
    return min(MANKIND_DRAW if player.superstar == MANKIND else DRAW, player.arsenal)


def draw_segment(play: Play, command: cmd.DrawSegment) -> None:
    state = play.state
    need_active(state, command.player, Phase.PRE_DRAW)
    if KANE in must_use(state):
        raise no("mandatory_effect", what=KANE)
    due = draw_due(state)
    if command.count is not None and command.count != due:
        raise no("draw_count", due=due, given=command.count)
    need_count(command.cards, due)
    for card in command.cards or ():
        need_card(state, card)
    draw(play, command.player, due, "RD-302", command.cards or ())
    open_window(play, Phase.MAIN, "RD-303")


def must_use(state: State) -> tuple[str, ...]:
    """Abilities that the active player may not leave out (RD-707, RD-D22)."""
    seat = state.turn_of
    player = state.players[seat]
    forced = state.rule("forced_abilities")
    if player.superstar is None or player.superstar in state.ability_used or forced == "optional":
        return ()
    if player.superstar == KANE:
        return (KANE,)
    if player.superstar == JERICHO and forced == "mandatory" and player.hand_count > 0:
        return (JERICHO,)
    return ()


def end_turn(play: Play, command: cmd.EndTurn) -> None:
    """RD-307."""
    state = play.state
    need_active(state, command.player, Phase.MAIN, Phase.PRE_DRAW)
    if state.phase is Phase.PRE_DRAW:
        raise no("draw_first")
    if must_use(state):
        raise no("mandatory_effect", what=must_use(state)[0])
    finish_turn(play, "ended")


def finish_turn(play: Play, why: Literal["ended", "reversed"]) -> None:
    """Turn end: bonuses expire, then the count-out, then the other player (section 2)."""
    state = play.state
    seat = state.turn_of
    play.tell(ev.TurnEnded(player=seat, why=why, rules=("RD-307",)))
    if state.rule("next_bonus_expiry") == "turn_end" and any(bonus.owner == seat for bonus in state.bonuses):
        play.tell(ev.BonusExpired(owner=seat, rules=("RD-D09",)))
    if not check_count_out(play, seat):
        start_turn(play, opponent(play.state, seat))


def check_count_out(play: Play, ended: str) -> bool:
    """RD-802, RD-803, RD-D02, RD-D03."""
    state = play.state
    other = opponent(state, ended)
    mine, theirs = state.players[ended].arsenal == 0, state.players[other].arsenal == 0
    if mine and theirs:
        play.tell(ev.MatchEnded(winner=None, method="draw", rules=("RD-803",)))
    elif mine:
        play.tell(ev.MatchEnded(winner=other, method="count_out", rules=("RD-802",)))
    elif theirs and state.rule("count_out_check") != "own_turn_end":
        play.tell(ev.MatchEnded(winner=ended, method="count_out", rules=("RD-802",)))
    else:
        return False
    return True


def check_at_once(play: Play) -> None:
    """`immediate`: an empty arsenal loses as soon as the command that emptied it is done (RD-D02)."""
    state = play.state
    running = state.phase in {Phase.PRE_DRAW, Phase.MAIN, Phase.REVERSAL, Phase.EFFECT, Phase.REVEAL, Phase.STUN}
    if running and state.rule("count_out_check") == "immediate":
        check_count_out(play, state.turn_of)
