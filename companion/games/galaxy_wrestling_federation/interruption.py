"""A third player interrupts (GWF-050..054)."""

from companion.games.galaxy_wrestling_federation import commands as cmd
from companion.games.galaxy_wrestling_federation import events as ev
from companion.games.galaxy_wrestling_federation import reasons
from companion.games.galaxy_wrestling_federation.combat import interruption_succeeds
from companion.games.galaxy_wrestling_federation.hands import from_hand, turned_up
from companion.games.galaxy_wrestling_federation.model import FACE_DOWN, Card, Phase, State
from companion.games.galaxy_wrestling_federation.table import (
    award_belt,
    count_started,
    give_back,
    give_both_back,
    known,
    lay,
    need,
    winner_takes_up,
)
from companion.games.galaxy_wrestling_federation.turn import Play, end_by_pairs, finish_combat, with_three_pairs


def interrupt(play: Play, command: cmd.Interrupt) -> None:
    state = play.state
    if state.phase is not Phase.COUNT:
        raise reasons.no_count()
    known(state, command.player)
    known(state, command.target)
    combat = state.running
    if command.player in combat.seats:
        raise reasons.combatant_interrupts(command.player)
    if command.target not in combat.seats:
        raise reasons.target_not_combatant(command.target)
    once = state.rule("interrupts_per_combat") == "one"
    if command.player in combat.interrupted_by or (once and combat.interrupted_by):
        raise reasons.interrupts_used()
    if state.playoff and command.player not in state.playoff:
        raise reasons.out_of_playoff(command.player)
    if command.card == FACE_DOWN:
        raise reasons.card_values_missing(command.player)
    card = from_hand(state, command.player, command.card)
    if card.victory and not state.rule("interrupt_with_victory"):
        raise reasons.victory_interrupt_not_allowed()
    if not card.known:
        raise reasons.card_values_missing(command.player)
    play.tell(
        ev.Interrupted(player=command.player, target=command.target, card=card, rules=("GWF-051",)),
    )
    target = combat.committed[command.target]
    if target.known:
        _show_card(play, command.target, target)
    _go_on(play)


def show(play: Play, command: cmd.ShowTarget) -> None:
    state = play.state
    need(state, Phase.INTERRUPT_SHOW, "GWF-051")
    seat = to_show(state)
    assert seat is not None
    _show_card(play, seat, turned_up(state, seat, command.card))
    _go_on(play)


def _show_card(play: Play, seat: str, card: Card) -> None:
    play.tell(ev.TargetShown(player=seat, card=card, rules=("GWF-051", "GWF-D14")))


def to_show(state: State) -> str | None:
    """Whose card must be turned up before the interruption goes on."""
    combat = state.running
    interruption = combat.interruption
    assert interruption is not None
    target = combat.committed[interruption.target]
    if not target.known:
        return interruption.target
    other = combat.other(interruption.target)
    if combat.committed[other].known:
        return None
    both = state.rule("interrupt_shows") == "both"
    won = interruption_succeeds(state, combat, interruption.card, target)
    return other if both or (won and state.rule("interrupt_loser") == "both_table") else None


def _go_on(play: Play) -> None:
    """Decide the interruption as soon as every card that it needs is turned up."""
    if to_show(play.state) is not None:
        return
    state = play.state
    combat = state.running
    interruption = combat.interruption
    assert interruption is not None
    other = combat.other(interruption.target)
    if state.rule("interrupt_shows") == "both" and other not in combat.shown:
        _show_card(play, other, combat.committed[other])
    target = combat.committed[interruption.target]
    if interruption_succeeds(state, combat, interruption.card, target):
        _interruption_won(play, interruption.player, interruption.target, other)
    else:
        _interruption_failed(play, interruption.player)


def _interruption_won(play: Play, winner: str, target: str, other: str) -> None:
    play.tell(
        ev.InterruptWon(player=winner, rules=("GWF-052",)),
        ev.CombatDecided(winner=winner, by="interrupt", rules=("GWF-052",)),
    )
    award_belt(play, winner)
    winner_takes_up(play, winner)
    way = play.state.rule("interrupt_loser")
    if way == "both_return":
        give_back(play, target)
    else:
        lay(play, target)
    if way == "both_table":
        lay(play, other)
    else:
        give_back(play, other)
    finish_combat(play)


def _interruption_failed(play: Play, loser: str) -> None:
    play.tell(ev.InterruptFailed(player=loser, rules=("GWF-054",)))
    interruption = play.state.running.interruption
    assert interruption is not None
    if interruption.card.victory:
        play.tell(ev.VictorySpent(player=loser, rules=("GWF-041", "GWF-D10")))
    else:
        lay(play, loser)
    if play.state.rule("end_check") == "immediate" and with_three_pairs(play.state):
        play.tell(ev.CombatVoid(rules=("GWF-D17",)))
        give_both_back(play)
        end_by_pairs(play)
    elif play.state.rule("recommit_after_interrupt"):
        give_both_back(play)
        play.tell(ev.RematchOrdered(fresh=False, rules=("GWF-D15",)))
    else:
        play.tell(count_started(play.state))
