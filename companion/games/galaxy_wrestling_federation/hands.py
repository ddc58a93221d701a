"""From what people say to a card in play, and whether the player can have it."""

from companion.games.galaxy_wrestling_federation import reasons
from companion.games.galaxy_wrestling_federation.commands import CardGiven
from companion.games.galaxy_wrestling_federation.model import (
    FACE_DOWN,
    UNKNOWN_CARD,
    VICTORY_CARD,
    VICTORY_REF,
    Card,
    CardValues,
    State,
    as_numbers,
)


def from_hand(state: State, seat: str, given: CardGiven) -> Card:
    """The card that `seat` plays from hand.

    Raises:
        IllegalCommandError: `unknown_card`, `no_victory_card`, `card_not_in_hand` or `card_values_missing`.
    """
    player = state.players[seat]
    if _is_victory(state, given):
        if not player.has_victory:
            raise reasons.no_victory_card(seat)
        return VICTORY_CARD
    if given == FACE_DOWN:
        if not player.has_cards:
            raise reasons.card_not_in_hand(seat)
        return UNKNOWN_CARD
    card = _fight_card(state, seat, given)
    if player.hand_count == 0:
        raise reasons.card_not_in_hand(seat)
    return card


def turned_up(state: State, seat: str, given: CardGiven) -> Card:
    """What the face-down card of `seat` turns out to be.

    Raises:
        IllegalCommandError: as in `from_hand`; a card still unknown is `card_values_missing`.
    """
    combat = state.running
    lying = combat.committed[seat]
    if _is_victory(state, given):
        if not state.players[seat].has_victory:
            raise reasons.no_victory_card(seat)
        return VICTORY_CARD
    if given == FACE_DOWN:
        raise reasons.card_values_missing(seat)
    if lying.ref is not None and isinstance(given, CardValues):
        return _typed(seat, given, lying.ref)
    card = _fight_card(state, seat, given)
    if seat not in combat.from_hand:
        raise reasons.card_not_in_hand(seat)
    if not card.known:
        raise reasons.card_values_missing(seat)
    return card


def _is_victory(state: State, given: CardGiven) -> bool:
    if isinstance(given, CardValues):
        return given.kind == "victory"
    entry = state.cards.get(given)
    return given == VICTORY_REF or (entry is not None and entry.kind == "victory")


def _typed(seat: str, given: CardValues, ref: str | None = None) -> Card:
    if given.strength is None or given.beats is None:
        raise reasons.card_values_missing(seat)
    return Card(ref, given.strength, as_numbers(given.beats))


def _fight_card(state: State, seat: str, given: CardGiven) -> Card:
    hand = state.players[seat].hand
    if isinstance(given, CardValues):
        card = _typed(seat, given)
        return card if hand is None else _among(state, seat, hand, card)
    entry = state.cards.get(given)
    if entry is None:
        raise reasons.unknown_card(given)
    if hand is None:  # a hand that is only counted has any card that is not seen to be somewhere else
        elsewhere = any(given in (other.hand or ()) for other in state.players.values())
        gone = elsewhere or given in _in_the_open(state)
    else:  # entered hands may hold the same printed card
        gone = given not in hand
    if gone:
        raise reasons.card_not_in_hand(seat)
    return Card(given, entry.strength, as_numbers(entry.beats))


def _among(state: State, seat: str, hand: tuple[str, ...], card: Card) -> Card:
    """The card of an entered hand that has the typed values, or a blank one that may have them."""
    for ref in hand:
        entry = state.cards[ref]
        if (entry.strength, as_numbers(entry.beats)) == (card.strength, card.beats):
            return Card(ref, card.strength, card.beats)
    for ref in hand:
        if state.cards[ref].strength is None:
            return Card(ref, card.strength, card.beats)
    raise reasons.card_not_in_hand(seat)


def _in_the_open(state: State) -> set[str | None]:
    """References of cards that are in nobody's hand now."""
    lying = {card.ref for player in state.players.values() for card in player.table}
    if state.combat is not None:
        lying |= {card.ref for card in state.combat.committed.values()}
        if state.combat.interruption is not None:
            lying.add(state.combat.interruption.card.ref)
    return lying - {None}
