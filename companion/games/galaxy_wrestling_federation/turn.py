"""Whom one may challenge, whose turn comes next, and how the game ends."""

from companion.games.galaxy_wrestling_federation import events as ev
from companion.games.galaxy_wrestling_federation.model import PAIRS_TO_LOSE, Combat, State, pairs_of
from companion.kernel.game import Unfolding
from companion.kernel.seats import next_seat

Play = Unfolding[State]


def may_play(state: State, seat: str) -> bool:
    """With cards (GWF-D20) and, in a play-off, one of the tied (GWF-D18)."""
    return state.players[seat].has_cards and (not state.playoff or seat in state.playoff)


def protected(state: State, challenger: str) -> frozenset[str]:
    """Opponents with the most cards on the table (GWF-020, GWF-D03)."""
    if len(state.seats) == 2 or state.playoff:
        return frozenset()
    counts = {seat: len(player.table) for seat, player in state.players.items()}
    most = max(counts.values())
    leaders = frozenset(seat for seat, count in counts.items() if count == most)
    if state.rule("most_cards_rule") == "unique_max":
        return leaders - {challenger} if len(leaders) == 1 else frozenset()
    open_to_all = {seat for seat in state.seats if seat != challenger and state.players[seat].has_cards}
    return frozenset() if open_to_all <= leaders else leaders - {challenger}


def legal_opponents(state: State, challenger: str) -> tuple[str, ...]:
    shielded = protected(state, challenger)
    return tuple(seat for seat in state.seats if seat != challenger and may_play(state, seat) and seat not in shielded)


def may_interrupt(state: State, combat: Combat) -> tuple[str, ...]:
    """Seats that may still interrupt (GWF-051, GWF-D10, GWF-D11)."""
    if combat.interrupted_by and state.rule("interrupts_per_combat") == "one":
        return ()
    with_victory = bool(state.rule("interrupt_with_victory"))
    return tuple(
        seat
        for seat in state.seats
        if seat not in combat.seats
        and seat not in combat.interrupted_by
        and may_play(state, seat)
        and (with_victory or state.players[seat].hand_count > 0)
    )


def finish_combat(play: Play) -> None:
    """After the cards are laid: three pairs, stalemate, or the next seat clockwise (GWF-044, 060)."""
    beaten = with_three_pairs(play.state)
    if beaten or play.state.playoff:
        _end_by_pairs(play, beaten)
    elif sum(player.has_cards for player in play.state.players.values()) < 2:
        _end(play, (), "stalemate")
    else:
        pass_turn(play)


def with_three_pairs(state: State) -> tuple[str, ...]:
    return tuple(seat for seat in state.seats if pairs_of(state, seat) >= PAIRS_TO_LOSE)


def end_by_pairs(play: Play) -> None:
    """GWF-060..062 for whoever has three pairs now."""
    _end_by_pairs(play, with_three_pairs(play.state))


def _end_by_pairs(play: Play, beaten: tuple[str, ...]) -> None:
    state = play.state
    lost = tuple(seat for seat in state.seats if seat in beaten or seat in state.beaten)
    _end(play, lost, "three_pairs")


def pass_turn(play: Play) -> None:
    state = play.state
    assert state.active is not None
    following, skipped = next_seat(state.seats, state.active, lambda seat: may_play(state, seat))
    play.tell(ev.TurnPassed(to=following or state.active, skipped=skipped, rules=("GWF-044",)))


def _end(play: Play, lost: tuple[str, ...], method: ev.Method) -> None:
    state = play.state
    running = tuple(seat for seat in (state.playoff or state.seats) if seat not in lost)
    winners = _leaders(state, running)
    if len(winners) > 1 and state.rule("belt_tie") == "playoff":
        able = [seat for seat in winners if state.players[seat].has_cards]
        if len(able) > 1:
            _play_off(play, winners, lost)
            return
    play.tell(ev.GameEnded(losers=lost, winners=winners, method=method, rules=("GWF-060", "GWF-061", "GWF-062")))


def _leaders(state: State, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Who has most belts (GWF-062); a tie is broken as the event says (GWF-D18)."""
    if not seats:
        return ()
    most = max(state.players[seat].belts for seat in seats)
    leaders = tuple(seat for seat in seats if state.players[seat].belts == most)
    if state.rule("belt_tie") == "fewest_table_cards":
        fewest = min(len(state.players[seat].table) for seat in leaders)
        leaders = tuple(seat for seat in leaders if len(state.players[seat].table) == fewest)
    return leaders


def _play_off(play: Play, tied: tuple[str, ...], lost: tuple[str, ...]) -> None:
    state = play.state
    if state.playoff == tied:
        pass_turn(play)
        return
    assert state.active is not None
    first, _ = next_seat(state.seats, state.active, lambda seat: seat in tied and state.players[seat].has_cards)
    play.tell(ev.PlayoffStarted(seats=tied, beaten=lost, first=first or tied[0], rules=("GWF-D18",)))
