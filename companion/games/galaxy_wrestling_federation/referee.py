"""What a command does (sections 2 and 5)."""

from collections.abc import Mapping

from companion.games.galaxy_wrestling_federation import commands as cmd
from companion.games.galaxy_wrestling_federation import events as ev
from companion.games.galaxy_wrestling_federation import reasons
from companion.games.galaxy_wrestling_federation.combat import interruption_succeeds, result
from companion.games.galaxy_wrestling_federation.folding import evolve
from companion.games.galaxy_wrestling_federation.hands import from_hand, turned_up
from companion.games.galaxy_wrestling_federation.model import (
    FACE_DOWN,
    MAX_SEATS,
    Card,
    Phase,
    State,
    pairs_of,
)
from companion.games.galaxy_wrestling_federation.options import OPTIONS
from companion.games.galaxy_wrestling_federation.ruling import check_ruling
from companion.games.galaxy_wrestling_federation.turn import (
    Play,
    end_by_pairs,
    finish_combat,
    may_play,
    pass_turn,
    protected,
    with_three_pairs,
)
from companion.kernel.game import Command, Event, Unfolding

RANDOM = "random"
COUNT_TO = 3


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """Decide what `command` does.

    Raises:
        IllegalCommandError: the rules forbid it now.
    """
    play = Unfolding(state, evolve)
    if isinstance(command, cmd.RefereeRuling):
        _ruling(play, command)
        return tuple(play.events)
    if state.phase is Phase.ENDED:
        raise reasons.game_over()
    match command:
        case cmd.StartGame():
            _start(play, command)
        case cmd.Challenge():
            _challenge(play, command)
        case cmd.CommitCard():
            _commit(play, command)
        case cmd.StartCount():
            _count(play)
        case cmd.Interrupt():
            _interrupt(play, command)
        case cmd.ShowTarget():
            _show(play, command)
        case cmd.Reveal():
            _reveal(play, command)
        case cmd.RuleNoDecision():
            _no_decision(play, command)
        case cmd.SkipTurn():
            _skip(play, command)
        case _:
            raise TypeError(f"no rule for {type(command).__name__}")
    return tuple(play.events)


def _need(state: State, phase: Phase, rule: str) -> None:
    if state.phase is not phase:
        raise reasons.wrong_phase(state.phase.value, rule)


def _known(state: State, seat: str) -> None:
    if seat not in state.players:
        raise reasons.unknown_seat(seat)


# -- the start ------------------------------------------------------------------------------------------------------


def start_is_open(state: State, command: cmd.StartGame) -> bool:
    """Whether only chance's word is missing: the first player, drawn (GWF-D02)."""
    return (
        state.phase is Phase.SETUP and command.first == RANDOM and command.value is None and _seats_fit(state, command)
    )


def _rules(state: State, command: cmd.StartGame) -> Mapping[str, str | int | float | bool]:
    return OPTIONS.resolve({**state.house_rules, **command.house_rules})


def _seats_fit(state: State, command: cmd.StartGame) -> bool:
    count = len(set(command.seats))
    return count == len(command.seats) and int(_rules(state, command)["min_players"]) <= count <= MAX_SEATS


def _start(play: Play, command: cmd.StartGame) -> None:
    state = play.state
    _need(state, Phase.SETUP, "GWF-010")
    rules = _rules(state, command)
    if not _seats_fit(state, command):
        raise reasons.wrong_seats(int(rules["min_players"]), MAX_SEATS, len(command.seats))
    first = command.first
    if first == RANDOM and rules["first_player"] == RANDOM:
        if command.value is None:
            raise reasons.random_value_missing()
        first = command.value
    for seat in (first, *command.hands):
        if seat not in command.seats:
            raise reasons.unknown_seat(seat)
    cards = {**state.cards, **command.cards}
    for hand in command.hands.values():
        for ref in hand:
            if ref not in cards:
                raise reasons.unknown_card(ref)
    play.tell(
        ev.GameStarted(
            first=first,
            seats=command.seats,
            house_rules=rules,
            cards=command.cards,
            hands=command.hands,
            rules=("GWF-010", "GWF-D02"),
        )
    )


# -- challenge and commit -------------------------------------------------------------------------------------------


def _challenge(play: Play, command: cmd.Challenge) -> None:
    state = play.state
    _need(state, Phase.CHALLENGE, "GWF-020")
    _known(state, command.player)
    _known(state, command.opponent)
    if command.player != state.active:
        raise reasons.not_active(command.player, str(state.active))
    if command.opponent == command.player:
        raise reasons.self_challenge()
    if not state.players[command.opponent].has_cards:
        raise reasons.opponent_without_cards(command.opponent)
    if not may_play(state, command.opponent):
        raise reasons.out_of_playoff(command.opponent)
    if command.opponent in protected(state, command.player):
        raise reasons.protected_opponent(command.opponent)
    play.tell(
        ev.Challenged(player=command.player, opponent=command.opponent, kind=command.kind, rules=("GWF-020", "GWF-021"))
    )


def _commit(play: Play, command: cmd.CommitCard) -> None:
    state = play.state
    _need(state, Phase.COMMIT, "GWF-022")
    _known(state, command.player)
    combat = state.running
    if command.player not in combat.seats:
        raise reasons.not_combatant(command.player)
    if command.player in combat.committed:
        raise reasons.already_committed(command.player)
    card = from_hand(state, command.player, command.card)
    play.tell(ev.CardCommitted(player=command.player, card=card, rules=("GWF-022",)))


def _count(play: Play) -> None:
    state = play.state
    _need(state, Phase.COMMIT, "GWF-050")
    for seat in state.running.seats:
        if seat not in state.running.committed:
            raise reasons.not_committed(seat)
    play.tell(_count_started(state))


def _count_started(state: State) -> Event:
    return ev.CountStarted(seconds=int(state.rule("count_seconds")), rules=("GWF-050", "GWF-D22"))


# -- interruptions --------------------------------------------------------------------------------------------------


def _interrupt(play: Play, command: cmd.Interrupt) -> None:
    state = play.state
    if state.phase is not Phase.COUNT:
        raise reasons.no_count()
    _known(state, command.player)
    _known(state, command.target)
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


def _show(play: Play, command: cmd.ShowTarget) -> None:
    state = play.state
    _need(state, Phase.INTERRUPT_SHOW, "GWF-051")
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
    _belt(play, winner)
    _winner_takes_up(play, winner)
    way = play.state.rule("interrupt_loser")
    if way == "both_return":
        _return(play, target)
    else:
        _lay(play, target)
    if way == "both_table":
        _lay(play, other)
    else:
        _return(play, other)
    finish_combat(play)


def _interruption_failed(play: Play, loser: str) -> None:
    play.tell(ev.InterruptFailed(player=loser, rules=("GWF-054",)))
    interruption = play.state.running.interruption
    assert interruption is not None
    if interruption.card.victory:
        play.tell(ev.VictorySpent(player=loser, rules=("GWF-041", "GWF-D10")))
    else:
        _lay(play, loser)
    if play.state.rule("end_check") == "immediate" and with_three_pairs(play.state):
        play.tell(ev.CombatVoid(rules=("GWF-D17",)))
        _return_both(play)
        end_by_pairs(play)
    elif play.state.rule("recommit_after_interrupt"):
        _return_both(play)
        play.tell(ev.RematchOrdered(fresh=False, rules=("GWF-D15",)))
    else:
        play.tell(_count_started(play.state))


# -- reveal ---------------------------------------------------------------------------------------------------------


def _reveal(play: Play, command: cmd.Reveal) -> None:
    state = play.state
    _need(state, Phase.COUNT, "GWF-022")
    combat = state.running
    for seat in command.cards:
        _known(state, seat)
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
                    _return(play, seat)
            finish_combat(play)
        case "both_beat":
            _drawn(play, found, "GWF-024")
            _settle_draw(play, str(play.state.rule("draw_cards")) == "table_both")
        case "equal":
            choice = str(play.state.rule("equal_values"))
            if choice == "referee":
                play.tell(ev.NoDecisionAsked(rules=("GWF-033", "GWF-D05")))
            else:
                _equal(play, choice)
        case (winner, by):
            play.tell(ev.CombatDecided(winner=winner, by=by, rules=(WON_RULE[by],)))
            _belt(play, winner)
            _winner_takes_up(play, winner)
            _lay(play, play.state.running.other(winner))
            finish_combat(play)


WON_RULE: Mapping[str, str] = {
    "victory": "GWF-034",
    "opposition": "GWF-023",
    "strength": "GWF-031",
    "speed": "GWF-032",
}


def _no_decision(play: Play, command: cmd.RuleNoDecision) -> None:
    _need(play.state, Phase.NO_DECISION, "GWF-D05")
    play.tell(ev.RulingMade(topic="no_decision", value=command.choice, rules=("GWF-D05",)))
    _equal(play, command.choice)


def _equal(play: Play, choice: str) -> None:
    _drawn(play, "equal", "GWF-033")
    if choice == "rematch":
        _return_both(play)
        play.tell(ev.RematchOrdered(fresh=True, rules=("GWF-D05",)))
    else:
        _settle_draw(play, choice == "table_both")


def _drawn(play: Play, by: ev.DrawnBy, rule: str) -> None:
    play.tell(ev.CombatDrawn(by=by, rules=(rule,)))


def _settle_draw(play: Play, tabled: bool) -> None:
    for seat in play.state.running.seats:
        (_lay if tabled else _return)(play, seat)
    finish_combat(play)


# -- cards and belts ------------------------------------------------------------------------------------------------


def _winner_takes_up(play: Play, winner: str) -> None:
    """His card goes back to hand (GWF-040, GWF-053), a victory card is spent (GWF-041)."""
    combat = play.state.running
    interruption = combat.interruption
    interrupts = interruption is not None and interruption.player == winner
    card = interruption.card if interruption is not None and interrupts else combat.committed[winner]
    if card.victory:
        play.tell(ev.VictorySpent(player=winner, rules=("GWF-041",)))
    else:
        _return(play, winner)


def _return(play: Play, seat: str) -> None:
    play.tell(ev.CardReturned(player=seat, rules=("GWF-040",)))


def _return_both(play: Play) -> None:
    for seat in play.state.running.seats:
        _return(play, seat)


def _lay(play: Play, seat: str) -> None:
    """Lay a card on the table (GWF-042, GWF-054); a victory card never lies there and goes back."""
    combat = play.state.running
    interruption = combat.interruption
    interrupts = interruption is not None and interruption.player == seat
    card = interruption.card if interruption is not None and interrupts else combat.committed[seat]
    if card.strength is None:
        _return(play, seat)
        return
    before = pairs_of(play.state, seat)
    rule = "GWF-054" if interrupts else "GWF-042"
    play.tell(ev.CardTabled(player=seat, strength=card.strength, rules=(rule,)))
    after = pairs_of(play.state, seat)
    if after != before:
        play.tell(ev.PairsChanged(player=seat, pairs=after, rules=("GWF-060", "GWF-D16")))


def _belt(play: Play, seat: str) -> None:
    """One token to the winner (GWF-043), as long as there are any (GWF-D23)."""
    supply = play.state.rule("belt_supply")
    awarded = sum(player.belts for player in play.state.players.values())
    if isinstance(supply, str) or awarded < supply:
        play.tell(ev.BeltAwarded(player=seat, rules=("GWF-043",)))


# -- the referee ----------------------------------------------------------------------------------------------------


def _skip(play: Play, command: cmd.SkipTurn) -> None:
    state = play.state
    _need(state, Phase.CHALLENGE, "GWF-044")
    _known(state, command.player)
    if command.player != state.active:
        raise reasons.not_active(command.player, str(state.active))
    play.tell(ev.TurnSkipped(player=command.player, reason=command.reason, rules=("GWF-044",)))
    pass_turn(play)


def _ruling(play: Play, command: cmd.RefereeRuling) -> None:
    check_ruling(play.state, command.topic, command.subject, command.value)
    play.tell(
        ev.RulingMade(
            topic=command.topic,
            subject=command.subject,
            value=command.value,
            note=command.note,
            rules=("K-15",),
        )
    )
    if command.topic == "table" and play.state.phase is Phase.CHALLENGE and with_three_pairs(play.state):
        end_by_pairs(play)
