"""Playing a card, reversing it from hand, and what follows (sections 1.5 and 1.6)."""

from companion.games.raw_deal import commands as cmd
from companion.games.raw_deal import events as ev
from companion.games.raw_deal.effects import can_pay, effects_of, run_effects
from companion.games.raw_deal.model import (
    Damage,
    Function,
    LastCard,
    Phase,
    PutDown,
    RingCard,
    State,
    fortitude,
    opponent,
)
from companion.games.raw_deal.reasons import no
from companion.games.raw_deal.table import (
    Play,
    move,
    need_active,
    need_card,
    need_count,
    need_named,
    need_owner,
    need_seat,
    need_window,
    open_window,
)
from companion.games.raw_deal.turn import finish_turn
from companion.games.raw_deal.values import (
    effective_f,
    fits,
    may_be,
    need_fortitude,
    need_requirement,
    only_type_is_missing,
    put_down,
    reduction,
    reversal_f,
    told,
)


def play_card(play: Play, command: cmd.PlayCard) -> None:
    """Put a card down (section 2, steps 1 to 3)."""
    state = play.state
    seat, card, function = command.player, command.card, command.as_
    need_active(state, seat, Phase.PRE_DRAW, Phase.MAIN)
    if state.phase is Phase.PRE_DRAW:
        raise no("draw_first")
    _need_usable(state, seat, card, function)
    need_named(state, seat, "hand", (card,))
    need_requirement(state, card)  # what forbids the card is told before a number of it is asked for
    need_fortitude(state, seat, card, effective_f(state, card, command.typed))
    down = put_down(state, seat, card, function, command.typed)
    if not can_pay(state, seat, state.cards[card], function, state.players[seat].hand_count - 1):
        raise no("cost", card=card)
    play.tell(ev.CardPlayed(player=seat, card=card, kind=function, play=down, rules=("RD-303", "RD-304")))
    if down.bonus or down.reversal_f:
        play.tell(ev.BonusConsumed(d=down.bonus, reversal_f=down.reversal_f, owner=seat, rules=("RD-418",)))
    open_window(play, Phase.REVERSAL, "RD-501")


def _need_usable(state: State, seat: str, card: str, function: Function) -> None:
    """The card exists, has the function, and its symbol is the player's (RD-010, RD-013, RD-411)."""
    need_card(state, card)
    entry = state.cards[card]
    if not may_be(entry, function):
        raise no("wrong_kind", card=card, kind=function)
    superstar = state.players[seat].superstar
    if entry.superstar is not None and superstar is not None and entry.superstar != superstar:
        raise no("wrong_superstar", card=card)
    if entry.tag and not state.teams:
        raise no("tag_card", card=card)


# -- success --------------------------------------------------------------------------------------------------------


def decline_reversal(play: Play, command: cmd.DeclineReversal) -> None:
    """The card succeeds: costs and effects, then the ring, then damage (RD-401..404)."""
    state = play.state
    down = state.down if state.phase is Phase.REVERSAL else None
    owner = None if down is None else opponent(state, down.player)
    need_owner(state, command.player, owner, Phase.REVERSAL)
    assert down is not None
    queue = effects_of(state, down.player, down.card, down.used_as)
    if queue:
        play.tell(ev.EffectsQueued(effects=queue, rules=("RD-402",)))
    go_on(play)


def go_on(play: Play) -> None:
    """Effects until one needs a choice; then ring and damage of the card put down, or back to MAIN."""
    if not run_effects(play):
        return
    if play.state.play is None:
        open_window(play, Phase.MAIN, "RD-303")
    else:
        _settle(play, play.state.down)


def _settle(play: Play, down: PutDown) -> None:
    _into_ring(play, down)
    if down.used_as == "action":
        _finish(play, down)
        open_window(play, Phase.MAIN, "RD-303")
    elif down.damage > 0:
        _start_damage(play, down)
    elif down.used_as == "maneuver":
        _finish(play, down)
        open_window(play, Phase.MAIN, "RD-303")
    else:
        _finish(play, down)
        finish_turn(play, "reversed")


def _into_ring(play: Play, down: PutDown) -> None:
    """RD-404, RD-507, RD-602; some Actions go straight to Ringside (RD-410, RD-D16)."""
    state = play.state
    seat = down.player
    if state.cards[down.card].destination == "ringside":
        play.tell(ev.CardToRingside(player=seat, card=down.card, rules=("RD-410",)))
        return
    against = opponent(state, seat) if state.teams else None
    before = fortitude(state, seat)
    f = state.cards[down.card].f
    ring_card = RingCard(down.card, down.used_as, down.f if f is None else f, down.printed, against)
    play.tell(ev.CardToRing(player=seat, card=down.card, ring_card=ring_card, rules=("RD-404",)))
    _tell_fortitude(play, seat, before)


def _tell_fortitude(play: Play, seat: str, before: int) -> None:
    after = fortitude(play.state, seat)
    if after != before:
        play.tell(ev.FortitudeChanged(player=seat, from_=before, to=after, rules=("RD-602",)))


def _start_damage(play: Play, down: PutDown) -> None:
    """RD-403, RD-601; damage of a reversal cannot be stopped by reveals (RD-512)."""
    target = opponent(play.state, down.player)
    damage = Damage(
        amount=down.damage,
        from_=down.card,
        target=target,
        reversible=down.used_as == "maneuver",
        printed=down.printed,
        bonus=down.bonus,
        reduction=down.reduction,
    )
    play.tell(ev.DamageStarted(amount=down.damage, target=target, damage=damage, rules=("RD-601",)))


def finish_card(play: Play) -> None:
    """The card in play is done; later cards may follow on it."""
    _finish(play, play.state.down)


def _finish(play: Play, down: PutDown) -> None:
    last = LastCard(down.card, down.used_as, down.damage, down.printed) if down.used_as != "reversal" else None
    play.tell(ev.CardFinished(last=last, rules=("RD-419",)))


# -- reversals from hand --------------------------------------------------------------------------------------------


def reverse_from_hand(play: Play, command: cmd.ReverseFromHand) -> None:
    """RD-501..508; "Disqualification" against a reversal (RD-D27)."""
    state = play.state
    seat, card = command.player, command.card
    need_seat(state, seat)
    disqualifies = _is_disqualification(state, seat, card)
    if seat == state.active and not disqualifies:
        raise no("own_turn")
    if not disqualifies:
        need_window(state, Phase.REVERSAL)
        if seat != opponent(state, state.down.player):
            raise no("not_yours", other=opponent(state, state.down.player))
    down = state.down
    _need_usable(state, seat, card, "reversal")
    need_named(state, seat, "hand", (card,))
    f = reversal_f(state, card, down, command.typed)
    _need_fit(state, card, down, confirmed=command.confirmed, word=disqualifies)
    d = told(state.cards[card].d, command.typed.d, f"{card}.d")
    need_fortitude(state, seat, card, f)
    _need_cost(state, seat, card, command.discards)
    answer = _answer(state, seat, card, f, d)
    play.tell(ev.CardPlayed(player=seat, card=card, kind="reversal", play=answer, rules=("RD-505",)))
    play.tell(ev.CardReversed(card=down.card, by=card, from_="hand", rules=("RD-505",)))
    if disqualifies:
        _undo_reversal(play, down)
    else:
        play.tell(ev.CardToRingside(player=down.player, card=down.card, rules=("RD-405",)))
    _queue_reversal(play, seat, card, command.discards)
    go_on(play)


def _is_disqualification(state: State, seat: str, card: str) -> bool:
    """A card that reverses reversals, in the window of a reversal's damage, by the active player."""
    entry = state.cards.get(card)
    reverses = None if entry is None else entry.reverses
    reversing = state.play is not None and state.play.used_as == "reversal"
    return (
        state.phase is Phase.REVEAL
        and reversing
        and reverses is not None
        and reverses.reversals
        and seat == state.active
    )


def _need_fit(state: State, card: str, down: PutDown, *, confirmed: bool, word: bool) -> None:
    """RD-502, RD-D27, RD-D32.

    Raises:
        IllegalCommandError: `reversal_no_fit` or `not_confirmed`.
    """
    fitting = fits(state, card, down)
    never = word and state.rule("disqualification") == "never"
    if fitting is False and confirmed and only_type_is_missing(state, card, down):
        return
    if fitting is False or never:
        raise no("reversal_no_fit", card=card)
    if (fitting is None or word) and not confirmed:
        raise no("not_confirmed", card=card)


def _need_cost(state: State, seat: str, card: str, discards: tuple[str, ...] | None) -> None:
    entry = state.cards[card]
    in_hand = state.players[seat].hand_count - 1
    if not can_pay(state, seat, entry, "reversal", in_hand):
        raise no("cost", card=card)
    if discards is not None:
        need_count(discards, _discard_cost(state, card))
        need_named(state, seat, "hand", (card, *discards))


def _discard_cost(state: State, card: str) -> int:
    costs = (cost for cost in state.cards[card].must_costs if cost.get("as") in {None, "reversal"})
    return sum(int(cost.get("discard", 0)) for cost in costs)


def _answer(state: State, seat: str, card: str, f: int, d: int) -> PutDown:
    less = reduction(state, opponent(state, seat), maneuver=False)
    return PutDown(
        seat,
        card,
        "reversal",
        f,
        max(0, d - less),
        printed=d,
        reduction=less,
        answers=state.down.card,
    )


def _queue_reversal(play: Play, seat: str, card: str, discards: tuple[str, ...] | None) -> None:
    """Costs named with the command are paid at once, the rest of the card's texts follow (RD-506)."""
    queue = effects_of(play.state, seat, card, "reversal")
    if discards:
        queue = tuple(effect for effect in queue if not (effect.cost and effect.kind == "discard"))
        play.tell(ev.CostPaid(player=seat, discard=len(discards), rules=("RD-413",)))
        move(play, seat, len(discards), "hand", "ringside", "RD-413", discards)
    if queue:
        play.tell(ev.EffectsQueued(effects=queue, rules=("RD-506",)))


def _undo_reversal(play: Play, reversal: PutDown) -> None:
    """The reversal goes to Ringside without damage; the card it had reversed stays reversed (RD-D27)."""
    seat = reversal.player
    before = fortitude(play.state, seat)
    play.tell(ev.DamageEnded(rules=("RD-D27",)))
    play.tell(ev.CardToRingside(player=seat, card=reversal.card, from_="ring", rules=("RD-D27",)))
    _tell_fortitude(play, seat, before)
