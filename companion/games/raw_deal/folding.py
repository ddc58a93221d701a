"""The state after an event. Nothing is judged here: it happened."""

from collections.abc import Callable
from typing import Any

from companion.games.raw_deal import events as ev
from companion.games.raw_deal.model import Bonus, Phase, Player, RingCard, State
from companion.games.raw_deal.ruling import apply_ruling
from companion.kernel.changing import changed
from companion.kernel.game import Event
from companion.kernel.ruling_made import RulingMade


def evolve(state: State, event: Event) -> State:
    fold = _FOLDS.get(type(event))
    return state if fold is None else fold(state, event)


def _player(state: State, seat: str, **changes: Any) -> State:
    return changed(state, players={**state.players, seat: changed(state.players[seat], **changes)})


def without(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """The cards with one of each name fewer, where there is one."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def _prepared(state: State, event: ev.MatchPrepared) -> State:
    players = {seat: Player(arsenal=state.edition.deck) for seat in event.seats}
    first = {team: members[0] for team, members in event.teams.items()}
    return changed(
        state,
        seats=event.seats,
        players=players,
        house_rules=event.house_rules,
        teams=event.teams,
        team_active=first,
        cards={**state.cards, **event.cards},
    )


def _revealed_superstar(state: State, event: ev.SuperstarRevealed) -> State:
    return _player(state, event.player, superstar=event.superstar)


def _coin_asked(state: State, _: ev.CoinAsked) -> State:
    return changed(state, phase=Phase.FIRST_PLAYER)


def _first_player(state: State, event: ev.FirstPlayerSet) -> State:
    team = next((name for name, members in state.teams.items() if event.player in members), None)
    return changed(state, active=event.player, active_team=team)


def _window_opened(state: State, event: ev.WindowOpened) -> State:
    chosen = {} if event.phase is Phase.TEAM_ACTIVE else state.team_active
    return changed(state, phase=event.phase, team_active=chosen)


def _turn_started(state: State, event: ev.TurnStarted) -> State:
    team = next((name for name, members in state.teams.items() if event.player in members), state.active_team)
    return changed(
        state,
        active=event.player,
        active_team=team,
        turn_no=event.turn_no,
        phase=Phase.PRE_DRAW,
        ability_used=(),
        play=None,
        damage=None,
        last_card=None,
        last_maneuver=None,
        effects=(),
        stun=0,
    )


def _cards_drawn(state: State, event: ev.CardsDrawn) -> State:
    player = state.players[event.player]
    return _player(
        state,
        event.player,
        arsenal=player.arsenal - event.count,
        hand_count=player.hand_count + event.count,
        hand=(*player.hand, *event.cards),
    )


def _cards_milled(state: State, event: ev.CardsMilled) -> State:
    player = state.players[event.player]
    return _player(
        state,
        event.player,
        arsenal=player.arsenal - event.count,
        ringside_count=player.ringside_count + event.count,
    )


def _cards_revealed(state: State, event: ev.CardsRevealed) -> State:
    player = state.players[event.player]
    named = tuple(card for card in event.cards if card is not None)
    return _player(
        state,
        event.player,
        arsenal=player.arsenal - event.count,
        ringside_count=player.ringside_count + event.count,
        ringside=(*player.ringside, *named),
    )


def _ability_used(state: State, event: ev.AbilityUsed) -> State:
    return changed(state, ability_used=(*state.ability_used, event.superstar))


def _card_played(state: State, event: ev.CardPlayed) -> State:
    player = state.players[event.player]
    state = _player(
        state,
        event.player,
        hand_count=player.hand_count - 1,
        hand=without(player.hand, (event.card,)),
    )
    return changed(state, play=event.play)


def _bonus_added(state: State, event: ev.BonusAdded) -> State:
    return changed(state, bonuses=(*state.bonuses, Bonus(event.source, event.d, event.reversal_f, event.owner)))


def _bonuses_gone(state: State, event: ev.BonusConsumed | ev.BonusExpired) -> State:
    return changed(state, bonuses=tuple(bonus for bonus in state.bonuses if bonus.owner != event.owner))


def _effects_queued(state: State, event: ev.EffectsQueued) -> State:
    return changed(state, effects=(*event.effects, *state.effects))


def _effect_resolved(state: State, _: ev.EffectResolved) -> State:
    return changed(state, effects=state.effects[1:])


def _to_ring(state: State, event: ev.CardToRing) -> State:
    return _player(state, event.player, ring=(*state.players[event.player].ring, event.ring_card))


def _to_ringside(state: State, event: ev.CardToRingside) -> State:
    player = state.players[event.player]
    changes: dict[str, Any] = {
        "ringside": (*player.ringside, event.card),
        "ringside_count": player.ringside_count + 1,
    }
    if event.from_ == "arsenal":
        changes["arsenal"] = player.arsenal - 1
    if event.from_ == "ring":
        changes["ring"] = _ring_without(player.ring, event.card)
    return _player(state, event.player, **changes)


def _ring_without(ring: tuple[RingCard, ...], card: str) -> tuple[RingCard, ...]:
    """The ring without the newest card of that name."""
    place = max(number for number, lying in enumerate(ring) if lying.card == card)
    return (*ring[:place], *ring[place + 1 :])


def _damage_started(state: State, event: ev.DamageStarted) -> State:
    return changed(state, damage=event.damage, phase=Phase.REVEAL)


def _damage_ended(state: State, _: ev.DamageEnded) -> State:
    return changed(state, damage=None)


def _card_finished(state: State, event: ev.CardFinished) -> State:
    last = event.last
    maneuver = state.last_maneuver
    if last is not None:
        maneuver = last if last.kind == "maneuver" else maneuver
    return changed(state, play=None, last_card=last or state.last_card, last_maneuver=maneuver)


def _stun_opened(state: State, event: ev.StunOpened) -> State:
    return changed(state, stun=event.value, phase=Phase.STUN)


def _cards_moved(state: State, event: ev.CardsMoved) -> State:
    state = _taken(state, event)
    player = state.players[event.player]
    match event.to:
        case "arsenal":
            return _player(state, event.player, arsenal=player.arsenal + event.count)
        case "hand":
            return _player(
                state,
                event.player,
                hand_count=player.hand_count + event.count,
                hand=(*player.hand, *event.cards),
            )
        case "ringside":
            return _player(
                state,
                event.player,
                ringside_count=player.ringside_count + event.count,
                ringside=(*player.ringside, *event.cards),
            )


def _taken(state: State, event: ev.CardsMoved) -> State:
    """The cards leave their zone; a pile that an unnamed card has left may hold any or none of its names."""
    player = state.players[event.player]
    unnamed = event.count - len(event.cards)
    match event.from_:
        case "arsenal":
            return _player(state, event.player, arsenal=player.arsenal - event.count)
        case "hand":
            hand = without(player.hand, event.cards)
            left = player.hand_count - event.count
            return _player(state, event.player, hand_count=left, hand=_still_known(hand, unnamed))
        case "ringside":
            ringside = without(player.ringside, event.cards)
            left = player.ringside_count - event.count
            return _player(state, event.player, ringside_count=left, ringside=_still_known(ringside, unnamed))


def _still_known(named: tuple[str, ...], unnamed: int) -> tuple[str, ...]:
    return () if unnamed > 0 else named


def _tag_switched(state: State, event: ev.TagSwitched) -> State:
    state = changed(state, team_active={**state.team_active, event.team: event.seat})
    return changed(state, active=event.seat) if event.team == state.active_team else state


def _ruling(state: State, event: RulingMade) -> State:
    return apply_ruling(state, event.topic, event.subject, event.value)


def _match_ended(state: State, event: ev.MatchEnded) -> State:
    return changed(
        state,
        phase=Phase.ENDED,
        winner=event.winner,
        method=event.method,
        effects=(),
        stun=0,
    )


_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    ev.MatchPrepared: _prepared,
    ev.SuperstarRevealed: _revealed_superstar,
    ev.CoinAsked: _coin_asked,
    ev.FirstPlayerSet: _first_player,
    ev.WindowOpened: _window_opened,
    ev.TurnStarted: _turn_started,
    ev.CardsDrawn: _cards_drawn,
    ev.CardsMilled: _cards_milled,
    ev.CardsRevealed: _cards_revealed,
    ev.AbilityUsed: _ability_used,
    ev.CardPlayed: _card_played,
    ev.BonusAdded: _bonus_added,
    ev.BonusConsumed: _bonuses_gone,
    ev.BonusExpired: _bonuses_gone,
    ev.EffectsQueued: _effects_queued,
    ev.EffectResolved: _effect_resolved,
    ev.CardToRing: _to_ring,
    ev.CardToRingside: _to_ringside,
    ev.DamageStarted: _damage_started,
    ev.DamageEnded: _damage_ended,
    ev.CardFinished: _card_finished,
    ev.StunOpened: _stun_opened,
    ev.CardsMoved: _cards_moved,
    ev.TagSwitched: _tag_switched,
    RulingMade: _ruling,
    ev.MatchEnded: _match_ended,
}
