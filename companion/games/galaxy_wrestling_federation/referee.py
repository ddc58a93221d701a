"""What a command does (sections 2 and 5)."""

from companion.games.galaxy_wrestling_federation import commands as cmd
from companion.games.galaxy_wrestling_federation import events as ev
from companion.games.galaxy_wrestling_federation import reasons
from companion.games.galaxy_wrestling_federation.folding import evolve
from companion.games.galaxy_wrestling_federation.hands import from_hand
from companion.games.galaxy_wrestling_federation.interruption import interrupt, show
from companion.games.galaxy_wrestling_federation.model import Phase, State
from companion.games.galaxy_wrestling_federation.reveal import reveal, rule_no_decision
from companion.games.galaxy_wrestling_federation.ruling import check_ruling
from companion.games.galaxy_wrestling_federation.start import start
from companion.games.galaxy_wrestling_federation.table import count_started, known, need
from companion.games.galaxy_wrestling_federation.turn import (
    Play,
    end_by_pairs,
    may_play,
    pass_turn,
    protected,
    with_three_pairs,
)
from companion.kernel.game import Command, Event, Unfolding
from companion.kernel.ruling_made import RefereeRuling


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """Decide what `command` does.

    Raises:
        IllegalCommandError: the rules forbid it now.
    """
    play = Unfolding(state, evolve)
    if isinstance(command, RefereeRuling):
        _ruling(play, command)
        return tuple(play.events)
    if state.phase is Phase.ENDED:
        raise reasons.game_over()
    match command:
        case cmd.StartGame():
            start(play, command)
        case cmd.Challenge():
            _challenge(play, command)
        case cmd.CommitCard():
            _commit(play, command)
        case cmd.StartCount():
            _count(play)
        case cmd.Interrupt():
            interrupt(play, command)
        case cmd.ShowTarget():
            show(play, command)
        case cmd.Reveal():
            reveal(play, command)
        case cmd.RuleNoDecision():
            rule_no_decision(play, command)
        case cmd.SkipTurn():
            _skip(play, command)
        case _:
            raise TypeError(f"no rule for {type(command).__name__}")
    return tuple(play.events)


def _challenge(play: Play, command: cmd.Challenge) -> None:
    state = play.state
    need(state, Phase.CHALLENGE, "GWF-020")
    known(state, command.player)
    known(state, command.opponent)
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
    need(state, Phase.COMMIT, "GWF-022")
    known(state, command.player)
    combat = state.running
    if command.player not in combat.seats:
        raise reasons.not_combatant(command.player)
    if command.player in combat.committed:
        raise reasons.already_committed(command.player)
    card = from_hand(state, command.player, command.card)
    play.tell(ev.CardCommitted(player=command.player, card=card, rules=("GWF-022",)))


def _count(play: Play) -> None:
    state = play.state
    need(state, Phase.COMMIT, "GWF-050")
    for seat in state.running.seats:
        if seat not in state.running.committed:
            raise reasons.not_committed(seat)
    play.tell(count_started(state))


def _skip(play: Play, command: cmd.SkipTurn) -> None:
    state = play.state
    need(state, Phase.CHALLENGE, "GWF-044")
    known(state, command.player)
    if command.player != state.active:
        raise reasons.not_active(command.player, str(state.active))
    play.tell(ev.TurnSkipped(player=command.player, reason=command.reason, rules=("GWF-044",)))
    pass_turn(play)


def _ruling(play: Play, command: RefereeRuling) -> None:
    check_ruling(play.state, command.topic, command.subject, command.value)
    play.tell(command.made())
    if command.topic == "table" and play.state.phase is Phase.CHALLENGE and with_three_pairs(play.state):
        end_by_pairs(play)
