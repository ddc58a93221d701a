"""Steps that many rules share: checks, meters, piles, the change of initiative."""

from companion.games.all_time_wrestling import events as ev
from companion.games.all_time_wrestling.model import (
    BLIND_LIMIT,
    MAX_MOMENTUM,
    SEATS,
    Phase,
    State,
    hand_limit,
    is_finisher,
    rival,
)
from companion.games.all_time_wrestling.numbers import capped
from companion.games.all_time_wrestling.reasons import no, not_in_draw_pile
from companion.kernel.game import Unfolding

Play = Unfolding[State]


def need_window(state: State, phase: Phase) -> None:
    if state.phase is not phase:
        raise no("wrong_window", phase=state.phase.value)


def need_seat(seat: str | None) -> None:
    if seat not in SEATS:
        raise no("unknown_seat", player=seat)


def need_owner(state: State, phase: Phase, seat: str, owner: str) -> None:
    """Window first, then seat (section 5)."""
    need_window(state, phase)
    need_seat(seat)
    if seat != owner:
        raise no("not_yours", other=owner)


def need_card(state: State, card: str) -> None:
    if card not in state.cards:
        raise no("unknown_card", card=card)


def need_in_deck(state: State, seat: str, card: str, copies: int = 1) -> None:
    """A deck that was entered has no other cards than those, and no more of them."""
    deck = state.decks.get(seat)
    if deck is not None and copies > deck.cards.get(card, 0):
        raise no("card_not_in_hand", card=card, player=seat)


def need_in_hand(state: State, seat: str, cards: tuple[str, ...], drawn: tuple[str | None, ...] = ()) -> None:
    """Hold that the hand can have the cards; one that is only counted has any card that was not discarded.

    Args:
        drawn: cards that come into the hand first; None for one that nobody names.
    """
    player = state.players[seat]
    named = [card for card in drawn if card is not None]
    left = [*player.hand, *named]
    unknown = player.hand_count - len(player.hand) + len(drawn) - len(named)
    unnamed: list[str] = []
    for card in cards:
        if card in left:
            left.remove(card)
        elif unknown > 0 and _may_be_held(state, seat, card, unnamed.count(card)):
            unknown -= 1
            unnamed.append(card)
        else:
            raise no("card_not_in_hand", card=card, player=seat)


def _may_be_held(state: State, seat: str, card: str, besides: int) -> bool:
    """Whether a card nobody has named can be in hand, besides so many copies that are taken to be there.

    Of an entered deck it is one that does not lie somewhere else.
    """
    player = state.players[seat]
    deck = state.decks.get(seat)
    if deck is None:
        return card not in player.discard
    in_play = state.attack.cards if state.attack is not None and seat == state.initiative else ()
    elsewhere = (*player.discard, *player.hand, *in_play).count(card)
    return deck.cards.get(card, 0) > elsewhere + besides


def need_drawable(state: State, seat: str, card: str) -> None:
    """Hold that the card can lie in the draw pile: of an entered deck it is one that is nowhere else."""
    need_card(state, card)
    if not _may_be_held(state, seat, card, 0):
        raise not_in_draw_pile(card, seat)


def over_limit(state: State, seat: str, *, always: bool = False) -> bool:
    """Whether the next card drawn is paid with one that is shuffled back (ATW-091, ATW-D06)."""
    player = state.players[seat]
    swapping = always or state.rule("over_limit_draw") == "draw_then_shuffle_back"
    full = player.hand_count >= hand_limit(state, seat)
    return swapping and full and player.draw_count > 0 and not player.depleted


def draw_named(play: Play, seat: str, rule: str, drawn: str | None, back: str | None, *, always: bool = False) -> None:
    """One card from the draw pile, which a person may name, as he may the one that goes back."""
    state = play.state
    if drawn is not None:
        need_drawable(state, seat, drawn)
    if back is not None:
        need_card(state, back)
        if over_limit(state, seat, always=always):
            need_in_hand(state, seat, (back,), (drawn,))
    draw(play, seat, 1, rule, back, always=always, drawn=drawn)


def need_stamina(state: State, seat: str, cost: int) -> None:
    if state.players[seat].stamina < cost:
        raise no("stamina", due=cost, given=state.players[seat].stamina, player=seat)


def need_value(value: int | None, what: str, missing: str = "") -> int:
    """A number that must have been told.

    Args:
        missing: where a ruling tells it.
    """
    if value is None:
        raise no("value_missing", missing, what=what)
    return value


def need_discardable(state: State, cards: tuple[str, ...]) -> None:
    for card in cards:
        if is_finisher(state, card):
            raise no("finisher_not_discardable")


def change_stamina(play: Play, seat: str, change: int, rule: str) -> None:
    before = play.state.players[seat].stamina
    after = capped(play.state, play.state.players[seat], "stamina", before + change)
    if after != before:
        play.tell(ev.StaminaChanged(player=seat, from_=before, to=after, rules=(rule,)))


def change_health(play: Play, seat: str, change: int, rule: str) -> None:
    before = play.state.players[seat].health
    after = capped(play.state, play.state.players[seat], "health", before + change)
    if after != before:
        play.tell(ev.HealthChanged(player=seat, from_=before, to=after, rules=(rule,)))


def deal_damage(play: Play, seat: str, damage: int, rule: str) -> None:
    """ATW-088; health stops at 0 (ATW-D23)."""
    if damage > 0:
        play.tell(ev.DamageDealt(player=seat, damage=damage, rules=(rule,)))
        change_health(play, seat, -damage, rule)


def move_momentum(play: Play, seat: str, steps: int, rule: str) -> None:
    """Towards the seat; one player's gain is the other's loss (ATW-040), it stops at 10 (ATW-D37)."""
    before = play.state.momentum
    wanted = before + (steps if seat == "p1" else -steps)
    after = max(-MAX_MOMENTUM, min(MAX_MOMENTUM, wanted))
    if after != before:
        play.tell(ev.MomentumMoved(from_=before, to=after, rules=(rule,)))


def pay(play: Play, seat: str, cost: int, rule: str) -> None:
    if cost:
        play.tell(ev.CostPaid(player=seat, stamina=cost, rules=(rule,)))
        change_stamina(play, seat, -cost, rule)


def draw(
    play: Play,
    seat: str,
    count: int,
    rule: str,
    back: str | None = None,
    *,
    always: bool = False,
    drawn: str | None = None,
) -> None:
    """Draw up to `count` cards; beyond the hand limit each is paid with a card that goes back (ATW-091, ATW-D06).

    Args:
        back: the card that goes back, if it is named.
        always: the compensation, for which ATW-091 holds whatever `over_limit_draw` says.
        drawn: the card drawn, if it is named.
    """
    player = play.state.players[seat]
    if player.depleted:
        return
    limit = hand_limit(play.state, seat)
    room = max(0, limit - player.hand_count)
    inside = min(count, room, player.draw_count)
    swapping = always or play.state.rule("over_limit_draw") == "draw_then_shuffle_back"
    over = count - inside if swapping and player.draw_count > inside and inside == min(count, room) else 0
    if inside + over == 0:
        return
    named = () if drawn is None else (drawn,)
    play.tell(ev.CardsDrawn(player=seat, count=inside + over, cards=named, rules=(rule,)))
    if over:
        play.tell(ev.CardsShuffledBack(player=seat, count=over, card=back, rules=("ATW-091",)))


def take_initiative(play: Play, seat: str, by: ev.By, rule: str) -> None:
    play.tell(ev.InitiativeSet(player=seat, by=by, rules=(rule,)))


def open_window(play: Play, phase: Phase, rule: str) -> None:
    play.tell(ev.WindowOpened(phase=phase, rules=(rule,)))


def card_back(play: Play, rule: str) -> None:
    """The stopped or failed cards are shuffled back and replaced (ATW-097, 155, 191); a blind one is not (ATW-D28)."""
    state = play.state
    attack = state.in_play
    seat = state.attacker
    count = len(attack.cards)
    play.tell(ev.CardsShuffledBack(player=seat, count=count, from_="attack", rules=(rule,)))
    if attack.kind != "blind":
        draw(play, seat, count, rule)


def check_ends(play: Play) -> bool:
    """Depletion, Referee Stoppage, time-limit draw, in this order (ATW-230, 239, 240)."""
    attacker = play.state.attacker
    for seat in (attacker, rival(attacker)):
        player = play.state.players[seat]
        if player.discard_count == 0 or player.hand_count + player.draw_count > 1:
            continue
        times = player.depleted + 1
        play.tell(ev.DeckDepleted(player=seat, times=times, rules=("ATW-230", "ATW-231")))
        if times > 1:
            play.tell(ev.MatchEnded(winner=rival(seat), method="referee_stoppage", rules=("ATW-239",)))
            return True
    players = [play.state.players[seat] for seat in SEATS]
    if all(player.depleted for player in players) and _blind_limit(play.state, [p.blind_attacks for p in players]):
        play.tell(ev.MatchEnded(winner=None, method="time_limit_draw", rules=("ATW-240",)))
        return True
    return False


def _blind_limit(state: State, played: list[int]) -> bool:
    if state.rule("blind_limit") == "each_7":
        return all(count >= BLIND_LIMIT for count in played)
    return sum(played) >= BLIND_LIMIT
