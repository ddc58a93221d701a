"""The state after an event. Nothing is judged here: it happened."""

from collections.abc import Callable
from typing import Any

from companion.games.all_time_wrestling import events as ev
from companion.games.all_time_wrestling.model import (
    SMALL_DAMAGE,
    Asked,
    Attack,
    Combo,
    Counter,
    Phase,
    Pin,
    Player,
    State,
    deck_size,
    is_finisher,
)
from companion.games.all_time_wrestling.numbers import declared_damage
from companion.games.all_time_wrestling.ruling import apply_ruling
from companion.kernel.changing import changed
from companion.kernel.game import Event
from companion.kernel.ruling_made import RulingMade


def evolve(state: State, event: Event) -> State:
    fold = _FOLDS.get(type(event))
    return state if fold is None else fold(state, event)


def _player(state: State, seat: str, **changes: Any) -> State:
    return changed(state, players={**state.players, seat: changed(state.players[seat], **changes)})


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards with one of that name fewer, if there is one."""
    if card not in cards:
        return cards
    left = list(cards)
    left.remove(card)
    return tuple(left)


# -- set-up ---------------------------------------------------------------------------------------------------------


def _wrestler_chosen(state: State, event: ev.WrestlerChosen) -> State:
    board = event.board
    player = Player(wrestler=event.wrestler, board=board, draw_count=deck_size(event.wrestler))
    player = changed(player, health=player.health_max, stamina=player.stamina_max, ready=True, told=True)
    rules = event.house_rules or state.house_rules
    state = changed(state, house_rules=rules, cards={**state.cards, **event.cards})
    return changed(state, players={**state.players, event.player: player})


def _opening_hand(state: State, event: ev.OpeningHandSet) -> State:
    player = state.players[event.player]
    total = player.hand_count + player.draw_count
    return _player(
        state,
        event.player,
        hand=event.cards,
        hand_count=len(event.cards),
        draw_count=total - len(event.cards),
        finisher_at="hand" if event.finisher else "draw",
        ready=True,
    )


def _initiative_set(state: State, event: ev.InitiativeSet) -> State:
    return changed(
        state,
        initiative=event.player,
        initiative_phase=state.initiative_phase + 1,
        small_streak=0,
        combo=None,
        may_tell=None,
    )


def _window_opened(state: State, event: ev.WindowOpened) -> State:
    if event.phase is Phase.OPENING_HANDS:
        for seat in state.players:
            state = _player(state, seat, ready=False)
    keep = state.may_tell if event.phase is Phase.ACTION else None
    return changed(state, phase=event.phase, asked=event.asked, may_tell=keep)


# -- meters and piles -----------------------------------------------------------------------------------------------


def _stamina_changed(state: State, event: ev.StaminaChanged) -> State:
    return _player(state, event.player, stamina=event.to)


def _health_changed(state: State, event: ev.HealthChanged) -> State:
    return _player(state, event.player, health=event.to)


def _momentum_moved(state: State, event: ev.MomentumMoved) -> State:
    return changed(state, momentum=event.to)


def _cards_drawn(state: State, event: ev.CardsDrawn) -> State:
    player = state.players[event.player]
    return _player(
        state,
        event.player,
        hand_count=player.hand_count + event.count,
        draw_count=player.draw_count - event.count,
        hand=(*player.hand, *event.cards),
        finisher_at="hand" if any(is_finisher(state, card) for card in event.cards) else player.finisher_at,
    )


def _cards_discarded(state: State, event: ev.CardsDiscarded) -> State:
    player = state.players[event.player]
    hand, named = player.hand, player.discard
    for card in event.cards:
        hand = without(hand, card)
    changes: dict[str, Any] = {"hand": hand}
    if event.from_ == "hand":
        changes["hand_count"] = player.hand_count - event.count
        if len(event.cards) < event.count:  # it may have been any of those that are known
            changes["hand"] = ()
    else:
        changes["draw_count"] = player.draw_count - event.count
    if event.to == "discard_pile":
        changes["discard"] = (*named, *event.cards)
        changes["discard_count"] = player.discard_count + event.count
    else:
        changes["draw_count"] = changes.get("draw_count", player.draw_count) + event.count
    return _player(state, event.player, **changes)


def _shuffled_back(state: State, event: ev.CardsShuffledBack) -> State:
    if event.from_ == "draw":
        return state
    player = state.players[event.player]
    changes: dict[str, Any] = {"draw_count": player.draw_count + event.count}
    if event.from_ == "hand":
        changes["hand_count"] = player.hand_count - event.count
        if event.card is not None:
            changes["hand"] = without(player.hand, event.card)
            if event.card in state.cards and is_finisher(state, event.card):
                changes["finisher_at"] = "draw"
        else:
            changes["hand"] = ()  # a card that nobody named has left: it may have been any of those that are known
    elif player.finisher_at == "in_play":
        changes["finisher_at"] = "draw"
    return _player(state, event.player, **changes)


def _card_discarded(state: State, event: ev.CardDiscarded) -> State:
    player = state.players[event.player]
    return _player(
        state,
        event.player,
        discard=(*player.discard, event.card),
        discard_count=player.discard_count + 1,
    )


def _finisher_returned(state: State, event: ev.FinisherReturned) -> State:
    player = state.players[event.player]
    return _player(state, event.player, draw_count=player.draw_count + 1, finisher_at="draw")


def _deck_depleted(state: State, event: ev.DeckDepleted) -> State:
    player = state.players[event.player]
    return _player(
        state,
        event.player,
        depleted=event.times,
        draw_count=player.draw_count + player.discard_count,
        discard=(),
        discard_count=0,
    )


def _blind_attack(state: State, event: ev.BlindAttack) -> State:
    return _player(state, event.player, blind_attacks=state.players[event.player].blind_attacks + 1)


def _token_discarded(state: State, event: ev.TokenDiscarded) -> State:
    changes = {event.token: False}
    return _player(state, event.player, tokens=changed(state.players[event.player].tokens, **changes))


# -- the attack -----------------------------------------------------------------------------------------------------


def _attack_declared(state: State, event: ev.AttackDeclared) -> State:
    player = state.players[event.player]
    changes: dict[str, Any] = {"finisher_at": "in_play" if event.finisher else player.finisher_at}
    if event.kind == "blind":
        changes["draw_count"] = player.draw_count - 1
    else:
        changes["hand_count"] = player.hand_count - len(event.cards)
        hand = player.hand
        for card in event.cards:
            hand = without(hand, card)
        changes["hand"] = hand
    combo = None if state.combo is None else changed(state.combo, links=event.links)
    attack = Attack(event.cards, event.kind, event.cost, event.links)
    return _player(changed(state, attack=attack, combo=combo), event.player, **changes)


def _attack(state: State, **changes: Any) -> State:
    return changed(state, attack=changed(state.in_play, **changes))


def _combo_ended(state: State, _: ev.ComboEnded) -> State:
    return changed(state, combo=None)


def _combo_chosen(state: State, event: ev.ComboChosen) -> State:
    return changed(state, combo=Combo(event.icons))


def _defense_tried(state: State, event: ev.DefenseTried) -> State:
    return _attack(state, used_abilities=(*state.in_play.used_abilities, event.way))


def _counter_opened(state: State, event: ev.CounterOpened) -> State:
    small = declared_damage(state, state.in_play) <= SMALL_DAMAGE
    counter = Counter(event.ability, small=small, combo=state.combo)
    return changed(state, counter=counter)


def _counter_rolled(state: State, _: ev.CounterRolled) -> State:
    assert state.counter is not None
    return changed(state, counter=changed(state.counter, rolled=True))


def _prompted(state: State, event: ev.AbilityPrompted) -> State:
    if event.waits:
        return state
    return changed(state, may_tell=Asked(event.player, event.ability, "action"))


def _resolved(state: State, _: ev.AbilityResolved) -> State:
    return changed(state, may_tell=None)


def _tn_changed(state: State, event: ev.TargetNumberChanged) -> State:
    return _attack(state, tn_abilities=state.in_play.tn_abilities + event.change)


def _attempts_changed(state: State, event: ev.AttemptsChanged) -> State:
    assert state.pin is not None
    total = max(0, state.pin.attempts_total + event.change)
    return changed(state, pin=Pin(total, total))


def _attack_rolled(state: State, event: ev.AttackRolled) -> State:
    return _attack(state, dice=event.values)


def _rerolled(state: State, event: ev.Rerolled) -> State:
    return _attack(state, dice=event.values, rerolls=state.in_play.rerolls + 1)


def _attack_hit(state: State, event: ev.AttackHit) -> State:
    state = _attack(state, hits=event.cards)
    return _player(state, state.attacker, finisher_hit=True) if event.finisher else state


def _pin_started(state: State, event: ev.PinStarted) -> State:
    return changed(state, pin=Pin(event.attempts, event.attempts))


def _kickout_rolled(state: State, event: ev.KickoutRolled) -> State:
    assert state.pin is not None
    left = changed(state.pin, attempts_left=state.pin.attempts_left - 1)
    return changed(state, pin=None if event.success else left)


def _attack_stopped(state: State, _: ev.AttackStopped) -> State:
    return changed(state, attack=None)


def _attack_ended(state: State, event: ev.AttackEnded) -> State:
    return changed(state, attack=None, counter=None, pin=None, small_streak=event.streak)


def _ruling(state: State, event: RulingMade) -> State:
    return apply_ruling(state, event.topic, event.subject, event.value)


def _match_ended(state: State, event: ev.MatchEnded) -> State:
    return changed(
        state,
        phase=Phase.ENDED,
        winner=event.winner,
        method=event.method,
        asked=None,
        may_tell=None,
        counter=None,
    )


_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    ev.WrestlerChosen: _wrestler_chosen,
    ev.OpeningHandSet: _opening_hand,
    ev.InitiativeSet: _initiative_set,
    ev.WindowOpened: _window_opened,
    ev.StaminaChanged: _stamina_changed,
    ev.HealthChanged: _health_changed,
    ev.MomentumMoved: _momentum_moved,
    ev.CardsDrawn: _cards_drawn,
    ev.CardsDiscarded: _cards_discarded,
    ev.CardsShuffledBack: _shuffled_back,
    ev.CardDiscarded: _card_discarded,
    ev.FinisherReturned: _finisher_returned,
    ev.DeckDepleted: _deck_depleted,
    ev.BlindAttack: _blind_attack,
    ev.TokenDiscarded: _token_discarded,
    ev.AttackDeclared: _attack_declared,
    ev.ComboEnded: _combo_ended,
    ev.ComboChosen: _combo_chosen,
    ev.DefenseTried: _defense_tried,
    ev.CounterOpened: _counter_opened,
    ev.CounterRolled: _counter_rolled,
    ev.AbilityPrompted: _prompted,
    ev.AbilityResolved: _resolved,
    ev.TargetNumberChanged: _tn_changed,
    ev.AttemptsChanged: _attempts_changed,
    ev.AttackRolled: _attack_rolled,
    ev.Rerolled: _rerolled,
    ev.AttackHit: _attack_hit,
    ev.PinStarted: _pin_started,
    ev.KickoutRolled: _kickout_rolled,
    ev.AttackStopped: _attack_stopped,
    ev.AttackEnded: _attack_ended,
    RulingMade: _ruling,
    ev.MatchEnded: _match_ended,
}
