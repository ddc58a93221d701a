"""The state after an event. Nothing is judged here: it happened."""

from collections.abc import Mapping
from typing import Any

from companion.games.galaxy_wrestling_federation import events as ev
from companion.games.galaxy_wrestling_federation.model import Card, Combat, Interruption, Phase, Player, State
from companion.games.galaxy_wrestling_federation.ruling import apply_ruling
from companion.kernel.changing import changed
from companion.kernel.game import Event
from companion.kernel.ruling_made import RulingMade


def evolve(state: State, event: Event) -> State:
    match event:
        case ev.GameStarted():
            return _started(state, event)
        case ev.Challenged(player=player, opponent=opponent, kind=kind):
            return changed(state, combat=Combat(player, opponent, kind), phase=Phase.COMMIT)
        case ev.CountStarted():
            return changed(state, phase=Phase.COUNT)
        case ev.NoDecisionAsked():
            return changed(state, phase=Phase.NO_DECISION)
        case ev.TurnPassed(to=to):
            return changed(state, active=to, combat=None, phase=Phase.CHALLENGE)
        case ev.PlayoffStarted():
            return changed(
                state,
                playoff=event.seats,
                beaten=event.beaten,
                active=event.first,
                combat=None,
                phase=Phase.CHALLENGE,
            )
        case RulingMade():
            return apply_ruling(state, event.topic, event.subject, event.value)
        case ev.GameEnded():
            return changed(
                state,
                combat=None,
                phase=Phase.ENDED,
                winners=event.winners,
                losers=event.losers,
                method=event.method,
            )
        case _:
            return _cards_moved(state, event)


def _started(state: State, event: ev.GameStarted) -> State:
    players = {seat: Player(hand=event.hands.get(seat)) for seat in event.seats}
    return State(
        seats=event.seats,
        active=event.first,
        phase=Phase.CHALLENGE,
        players=players,
        house_rules=event.house_rules,
        cards={**state.cards, **event.cards},
        profile=state.profile,
    )


def _cards_moved(state: State, event: Event) -> State:
    match event:
        case ev.CardCommitted(player=seat, card=card):
            return _committed(state, seat, card)
        case ev.Interrupted():
            return _interrupted(state, event)
        case ev.TargetShown(player=seat, card=card):
            return _turned_up(state, {seat: card})
        case ev.Revealed(cards=cards):
            return _turned_up(state, cards)
        case ev.CardReturned(player=seat):
            state, card, counted = _taken_up(state, seat)
            return _player(state, seat, **_into_hand(state.players[seat], card)) if counted else state
        case ev.CardTabled(player=seat):
            state, card, _ = _taken_up(state, seat)
            return _player(state, seat, table=(*state.players[seat].table, card))
        case ev.VictorySpent(player=seat):
            state, _, _ = _taken_up(state, seat)
            return _player(state, seat, has_victory=False)
        case ev.BeltAwarded(player=seat):
            return _player(state, seat, belts=state.players[seat].belts + 1)
        case ev.RematchOrdered(fresh=fresh):
            combat = state.running
            anew = Combat(combat.challenger, combat.defender, combat.kind, rematches=combat.rematches + fresh)
            combat = anew if fresh else changed(anew, interrupted_by=combat.interrupted_by)
            return changed(state, combat=combat, phase=Phase.COMMIT)
        case _:
            return state


def _player(state: State, seat: str, **changes: Any) -> State:
    return changed(state, players={**state.players, seat: changed(state.players[seat], **changes)})


def _without(hand: tuple[str, ...] | None, card: Card) -> tuple[str, ...] | None:
    if hand is None or card.ref not in hand:
        return hand
    left = list(hand)
    left.remove(card.ref)
    return tuple(left)


def _out_of_hand(player: Player, card: Card) -> dict[str, Any]:
    return {"hand_count": player.hand_count - 1, "hand": _without(player.hand, card)}


def _into_hand(player: Player, card: Card) -> dict[str, Any]:
    known = player.hand is not None and card.ref is not None
    hand = (*(player.hand or ()), str(card.ref)) if known else player.hand
    return {"hand_count": player.hand_count + 1, "hand": hand}


def _committed(state: State, seat: str, card: Card) -> State:
    combat = state.running
    committed = {**combat.committed, seat: card}
    player = state.players[seat]
    if card.victory or player.hand_count == 0:
        return changed(state, combat=changed(combat, committed=committed))
    state = changed(state, combat=changed(combat, committed=committed, from_hand=(*combat.from_hand, seat)))
    return _player(state, seat, **_out_of_hand(player, card))


def _interrupted(state: State, event: ev.Interrupted) -> State:
    combat = changed(
        state.running,
        interrupted_by=(*state.running.interrupted_by, event.player),
        interruption=Interruption(event.player, event.target, event.card),
    )
    state = changed(state, combat=combat, phase=Phase.INTERRUPT_SHOW)
    if event.card.victory:
        return state
    return _player(state, event.player, **_out_of_hand(state.players[event.player], event.card))


def _turned_up(state: State, cards: Mapping[str, Card]) -> State:
    for seat, card in cards.items():
        combat = state.running
        before = combat.committed[seat]
        player = state.players[seat]
        from_hand = combat.from_hand
        if card.victory and seat in from_hand:  # taken for a fight card while it lay face down
            from_hand = tuple(other for other in from_hand if other != seat)
            state = _player(state, seat, hand_count=player.hand_count + 1)
        elif before.ref is None:
            state = _player(state, seat, hand=_without(player.hand, card))
        combat = changed(
            combat,
            committed={**combat.committed, seat: card},
            from_hand=from_hand,
            shown=(*(other for other in combat.shown if other != seat), seat),
        )
        state = changed(state, combat=combat)
    return state


def _taken_up(state: State, seat: str) -> tuple[State, Card, bool]:
    """The combat without the seat's card, the card, and whether it was counted out of the fight cards in hand."""
    combat = state.running
    if combat.interruption is not None and combat.interruption.player == seat:
        card = combat.interruption.card
        return changed(state, combat=changed(combat, interruption=None)), card, not card.victory
    card = combat.committed[seat]
    counted = seat in combat.from_hand
    committed = {other: lying for other, lying in combat.committed.items() if other != seat}
    from_hand = tuple(other for other in combat.from_hand if other != seat)
    return changed(state, combat=changed(combat, committed=committed, from_hand=from_hand)), card, counted
