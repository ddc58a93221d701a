"""The reveal and its result (GWF-022..043)."""

from collections.abc import Mapping

from companion.games.galaxy_wrestling_federation import commands as cmd
from companion.games.galaxy_wrestling_federation import events as ev
from companion.games.galaxy_wrestling_federation import reasons
from companion.games.galaxy_wrestling_federation.combat import result
from companion.games.galaxy_wrestling_federation.hands import turned_up
from companion.games.galaxy_wrestling_federation.model import Phase
from companion.games.galaxy_wrestling_federation.table import (
    award_belt,
    give_back,
    give_both_back,
    known,
    lay,
    need,
    winner_takes_up,
)
from companion.games.galaxy_wrestling_federation.turn import Play, finish_combat
from companion.kernel.ruling_made import RulingMade

COUNT_TO = 3


def reveal(play: Play, command: cmd.Reveal) -> None:
    state = play.state
    need(state, Phase.COUNT, "GWF-022")
    combat = state.running
    for seat in command.cards:
        known(state, seat)
        if seat not in combat.seats:
            raise reasons.not_combatant(seat)
        if combat.committed[seat].known:
            raise reasons.already_committed(seat)
    cards = dict(combat.committed)
    for seat in combat.seats:
        if cards[seat].known:
            continue
        if seat not in command.cards:
            raise reasons.card_values_missing(seat)
        cards[seat] = turned_up(state, seat, command.cards[seat])
    for number in range(1, COUNT_TO + 1):
        play.tell(ev.CountTick(n=number, rules=("GWF-050",)))
    play.tell(ev.Revealed(cards=cards, rules=("GWF-022",)))
    _resolve(play)


def _resolve(play: Play) -> None:
    found = result(play.state)
    match found:
        case "both_victory":
            _drawn(play, found, "GWF-035")
            for seat in play.state.running.seats:
                if play.state.rule("double_victory") == "spend_both":
                    play.tell(ev.VictorySpent(player=seat, rules=("GWF-041", "GWF-D06")))
                else:
                    give_back(play, seat)
            finish_combat(play)
        case "both_beat":
            _drawn(play, found, "GWF-024")
            _settle_draw(play, str(play.state.rule("draw_cards")) == "table_both")
        case "equal":
            choice = str(play.state.rule("equal_values"))
            if choice == "referee":
                play.tell(ev.NoDecisionAsked(rules=("GWF-033", "GWF-D05")))
            elif choice == "rematch" and play.state.running.rematches >= int(play.state.rule("rematch_limit")):
                play.tell(ev.NoDecisionAsked(rules=("GWF-033", "R-31")))  # no loop without an end: the referee is asked
            else:
                _equal(play, choice)
        case (winner, by):
            play.tell(ev.CombatDecided(winner=winner, by=by, rules=(WON_RULE[by],)))
            award_belt(play, winner)
            winner_takes_up(play, winner)
            lay(play, play.state.running.other(winner))
            finish_combat(play)


WON_RULE: Mapping[str, str] = {
    "victory": "GWF-034",
    "opposition": "GWF-023",
    "strength": "GWF-031",
    "speed": "GWF-032",
}


def rule_no_decision(play: Play, command: cmd.RuleNoDecision) -> None:
    need(play.state, Phase.NO_DECISION, "GWF-D05")
    play.tell(RulingMade(topic="no_decision", value=command.choice, rules=("GWF-D05",)))
    _equal(play, command.choice)


def _equal(play: Play, choice: str) -> None:
    _drawn(play, "equal", "GWF-033")
    if choice == "rematch":
        give_both_back(play)
        play.tell(ev.RematchOrdered(fresh=True, rules=("GWF-D05",)))
    else:
        _settle_draw(play, choice == "table_both")


def _drawn(play: Play, by: ev.DrawnBy, rule: str) -> None:
    play.tell(ev.CombatDrawn(by=by, rules=(rule,)))


def _settle_draw(play: Play, tabled: bool) -> None:
    for seat in play.state.running.seats:
        (lay if tabled else give_back)(play, seat)
    finish_combat(play)
