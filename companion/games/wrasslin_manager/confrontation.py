"""The Confrontation phase: cards, support cards, passing (section 1.3)."""

from companion.games.wrasslin_manager import commands as cmd
from companion.games.wrasslin_manager import events as ev
from companion.games.wrasslin_manager.effects import icons_of, requirement_gap, settle
from companion.games.wrasslin_manager.model import SEATS, SLOTS, CardEntry, Phase, State, next_slot, rival
from companion.games.wrasslin_manager.play import Play, need_phase, need_seat, need_settled
from companion.games.wrasslin_manager.reasons import no


def _need_turn(state: State, seat: str) -> None:
    need_seat(seat)
    need_phase(state, Phase.CONFRONT)
    need_settled(state)
    if state.managers[seat].passed and state.rule("pass_mode") == "final":
        raise no("passed", player=seat)
    if seat != state.turn:
        raise no("not_your_turn", other=state.turn)


def _need_awake(state: State, seat: str) -> None:
    if state.managers[seat].knocked_out and not state.rule("knockout_can_play"):
        raise no("knocked_out", player=seat)


def play_card(play: Play, command: cmd.PlayManeuver | cmd.PlayStarMove) -> None:
    """WM-205, WM-209: a maneuver or a star move into one's own zone."""
    state = play.state
    seat = command.player
    _need_turn(state, seat)
    _need_awake(state, seat)
    kind = "maneuver" if isinstance(command, cmd.PlayManeuver) else "star_move"
    entry = state.cards.get(command.card)
    if entry is None:
        raise no("unknown_card", card=command.card)
    if entry.kind != kind:
        raise no("card_kind", card=command.card)
    _need_open(state, command.event)
    manager = state.managers[seat]
    if manager.hand_count == 0 or (manager.hand_known and command.card not in manager.hand):
        raise no("card_not_in_hand", card=command.card, player=seat)
    gap = requirement_gap(state, seat, entry)
    if gap is not None and state.rule("requirement_gate") == "play":
        stat, due, given = gap
        raise no("requirement", card=command.card, stat=stat.upper(), due=due, given=given)
    cost = stamina_cost(state, entry)
    if cost > manager.sta:
        raise no("stamina", card=command.card, due=cost, given=manager.sta)
    play.tell(
        ev.CardPlayed(
            player=seat,
            card=command.card,
            event=command.event,
            effects=icons_of(state, seat, command.card, command.event, state.seq + 1),
            rules=("WM-205", "WM-209"),
        )
    )
    if cost:
        play.tell(ev.StaminaChanged(player=seat, amount=manager.sta - cost, rules=("WM-D18",)))
    settle(play)
    turn_over(play, seat)


def stamina_cost(state: State, entry: CardEntry) -> int:
    return entry.stamina_cost or 0 if state.rule("stamina_use") == "card_cost_if_given" else 0


def _need_open(state: State, number: int) -> None:
    if number not in SLOTS:
        raise no("unknown_event", slot=number)
    if state.slots[number].resolved:
        raise no("event_resolved")
    if state.rule("event_timing") == "event_by_event" and number != next_slot(state):
        raise no("event_not_open")


def play_support(play: Play, command: cmd.PlayTraining | cmd.PlayStrategy) -> None:
    """WM-206, WM-207; out of turn only where the event allows it (WM-D34)."""
    state = play.state
    seat = command.player
    need_seat(seat)
    is_training = isinstance(command, cmd.PlayTraining)
    free = bool(state.rule("support_cards_any_time")) and not (state.phase is Phase.CONFRONT and state.turn == seat)
    if free:
        if state.phase is Phase.SETUP:
            raise no("wrong_phase", phase=state.phase.value)
        need_settled(state)
    else:
        _need_turn(state, seat)
    _need_awake(state, seat)
    support = "training" if is_training else "strategy"
    _need_available(state, seat, support, command.card)
    play.tell(
        ev.CardPlayed(
            player=seat,
            card=command.card,
            support="training" if is_training else "strategy",
            ruling=command.ruling,
            rules=("WM-206" if is_training else "WM-207",),
        )
    )
    if not free:
        turn_over(play, seat)


def _need_available(state: State, seat: str, support: str, card: str | None) -> None:
    manager = state.managers[seat]
    lying = manager.training if support == "training" else manager.strategy
    if card is not None:
        entry = state.cards.get(card)
        if entry is None:
            raise no("unknown_card", card=card)
        if entry.kind != support:
            raise no("card_kind", card=card)
    if card not in lying and None not in lying:
        raise no("card_not_available", card=card or support, player=seat)


def pass_turn(play: Play, command: cmd.PassTurn) -> None:
    """WM-208, WM-D02."""
    seat = command.player
    _need_turn(play.state, seat)
    play.tell(ev.Passed(player=seat, rules=("WM-208", "WM-D02")))
    turn_over(play, seat)


def turn_over(play: Play, seat: str) -> None:
    """The other manager acts, if he has not passed for good (WM-204); when both have passed, the Events resolve."""
    state = play.state
    if state.phase is not Phase.CONFRONT or state.effects or state.knockout is not None:
        return
    if all(state.managers[other].passed for other in SEATS):
        play.tell(ev.ResolutionOpened(rules=("WM-401", "WM-D01")))
        return
    other = rival(seat)
    following = other if not state.managers[other].passed or state.rule("pass_mode") != "final" else seat
    if following != state.turn:
        play.tell(ev.TurnChanged(to=following, rules=("WM-204",)))
