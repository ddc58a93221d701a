"""Checks that commands share, and what becomes of cards and belts."""

from companion.games.galaxy_wrestling_federation import events as ev
from companion.games.galaxy_wrestling_federation import reasons
from companion.games.galaxy_wrestling_federation.model import Phase, State, pairs_of
from companion.games.galaxy_wrestling_federation.turn import Play
from companion.kernel.game import Event


def need(state: State, phase: Phase, rule: str) -> None:
    if state.phase is not phase:
        raise reasons.wrong_phase(state.phase.value, rule)


def known(state: State, seat: str) -> None:
    if seat not in state.players:
        raise reasons.unknown_seat(seat)


def count_started(state: State) -> Event:
    return ev.CountStarted(seconds=int(state.rule("count_seconds")), rules=("GWF-050", "GWF-D22"))


def winner_takes_up(play: Play, winner: str) -> None:
    """His card goes back to hand (GWF-040, GWF-053), a victory card is spent (GWF-041)."""
    combat = play.state.running
    interruption = combat.interruption
    interrupts = interruption is not None and interruption.player == winner
    card = interruption.card if interruption is not None and interrupts else combat.committed[winner]
    if card.victory:
        play.tell(ev.VictorySpent(player=winner, rules=("GWF-041",)))
    else:
        give_back(play, winner)


def give_back(play: Play, seat: str) -> None:
    play.tell(ev.CardReturned(player=seat, rules=("GWF-040",)))


def give_both_back(play: Play) -> None:
    for seat in play.state.running.seats:
        give_back(play, seat)


def lay(play: Play, seat: str) -> None:
    """Lay a card on the table (GWF-042, GWF-054); a victory card never lies there and goes back."""
    combat = play.state.running
    interruption = combat.interruption
    interrupts = interruption is not None and interruption.player == seat
    card = interruption.card if interruption is not None and interrupts else combat.committed[seat]
    if card.strength is None:
        give_back(play, seat)
        return
    before = pairs_of(play.state, seat)
    rule = "GWF-054" if interrupts else "GWF-042"
    play.tell(ev.CardTabled(player=seat, strength=card.strength, rules=(rule,)))
    after = pairs_of(play.state, seat)
    if after != before:
        play.tell(ev.PairsChanged(player=seat, pairs=after, rules=("GWF-060", "GWF-D16")))


def award_belt(play: Play, seat: str) -> None:
    """One token to the winner (GWF-043), as long as there are any (GWF-D23)."""
    supply = play.state.rule("belt_supply")
    awarded = sum(player.belts for player in play.state.players.values())
    if isinstance(supply, str) or awarded < supply:
        play.tell(ev.BeltAwarded(player=seat, rules=("GWF-043",)))
