"""The six icons and the knock-out (section 1.4)."""

from companion.games.wrasslin_manager import commands as cmd
from companion.games.wrasslin_manager import events as ev
from companion.games.wrasslin_manager.changes import rolled_marker
from companion.games.wrasslin_manager.model import (
    CENTER,
    FLOOR,
    STATS,
    CardEntry,
    Effect,
    Placed,
    State,
    next_slot,
    rival,
    runs_out,
)
from companion.games.wrasslin_manager.play import Play, need_seat
from companion.games.wrasslin_manager.reasons import no

RULES = {
    "momentum": ("WM-310",),
    "breather": ("WM-320",),
    "attrition": ("WM-330",),
    "remove": ("WM-340",),
    "cancel": ("WM-350",),
    "return": ("WM-360",),
}


def requirement_gap(state: State, seat: str, entry: CardEntry) -> tuple[str, int, int] | None:
    """The first characteristic that is below what the card requires: its name, what is due, what there is."""
    manager = state.managers[seat]
    for stat in STATS:
        due = entry.requires.get(stat, 0)
        if manager.stat(stat) < due:
            return stat, due, manager.stat(stat)
    return None


def icons_of(state: State, seat: str, card: str, slot: int, seq: int) -> tuple[Effect, ...]:
    """The card's icons in printed order, blocked where an unmet requirement says so (WM-D04)."""
    entry = state.cards[card]
    unmet = requirement_gap(state, seat, entry) is not None
    gate = state.rule("requirement_gate")
    return tuple(
        Effect(
            seat,
            icon,
            card,
            slot,
            seq,
            blocked=unmet and (gate == "all_effects" or (gate == "attrition_only" and icon == "attrition")),
        )
        for icon in entry.effects
    )


def current(state: State) -> tuple[Effect, ...]:
    """Icons of the card that is being resolved: the first one is due, the others may be chosen under WM-D03."""
    if not state.effects:
        return ()
    first = state.effects[0]
    return tuple(effect for effect in state.effects if effect.seq == first.seq)


def available(state: State, effect: Effect) -> bool:
    """Whether the icon can do anything (section 2)."""
    if effect.blocked:
        return False
    manager = state.managers[effect.owner]
    can_draw = manager.deck_count + manager.discard_count > 0
    match effect.icon:
        case "momentum":
            return state.slots[effect.slot].momentum != effect.owner
        case "breather":
            return can_draw
        case "attrition":
            return True
        case "remove":
            return manager.hand_count > 0  # whatever it is: a skip would tell which cards are there
        case "cancel":
            return cancel_target(state, effect) is not None
        case "return":
            return return_target(state, effect) is not None


def _may_remove(state: State, card: str) -> bool:
    return state.cards[card].kind == "maneuver" or bool(state.rule("remove_star_moves"))


def _rivals_cards(state: State, effect: Effect) -> list[Placed]:
    """Cards in the rival's zone, oldest first (WM-D06)."""
    numbers = [effect.slot]
    if state.rule("reverse_scope") == "any_open_event":
        by_event = state.rule("event_timing") == "event_by_event"
        open_now = [number for number, slot in state.slots.items() if not slot.resolved]
        numbers = [number for number in open_now if not by_event or number == next_slot(state)]
    lying = [card for number in numbers for card in state.slots[number].zone[rival(effect.owner)]]
    return sorted(lying, key=lambda card: card.seq)


def cancel_target(state: State, effect: Effect) -> Placed | None:
    lying = _rivals_cards(state, effect)
    return lying[-1] if lying else None


def return_target(state: State, effect: Effect) -> Placed | None:
    """WM-360, WM-361, WM-D32."""
    lying = _rivals_cards(state, effect)
    if state.rule("return_target") == "last_maneuver":
        lying = [card for card in lying if state.cards[card.card].kind == "maneuver"]
    if not lying or state.cards[lying[-1].card].kind != "maneuver":
        return None
    entry = state.cards[lying[-1].card]
    if state.rule("requirement_gate") == "play" and requirement_gap(state, effect.owner, entry) is not None:
        return None
    return lying[-1]


def settle(play: Play) -> None:
    """Skip icons that can do nothing, until one waits for its owner (section 2)."""
    while play.state.effects and play.state.knockout is None:
        waiting = current(play.state)
        if play.state.rule("effect_order") == "printed":
            waiting = waiting[:1]
        if any(available(play.state, effect) for effect in waiting):
            return
        for effect in waiting:
            play.tell(
                ev.EffectSkipped(player=effect.owner, icon=effect.icon, reason="unavailable", rules=RULES[effect.icon])
            )


def _due(state: State, player: str, icon: str) -> Effect:
    """The waiting icon that the command names."""
    if state.knockout is not None:
        raise no("effect_pending")
    if not state.effects:
        raise no("no_effect_pending")
    need_seat(player)
    first = state.effects[0]
    if first.owner != player:
        raise no("not_yours", other=first.owner)
    if state.rule("effect_order") == "printed":
        if first.icon != icon:
            raise no("wrong_icon", due=first.icon)
        return first
    for effect in current(state):
        if effect.icon == icon and available(state, effect):
            return effect
    raise no("wrong_icon", due=" / ".join(effect.icon for effect in current(state)))


def skip_effect(play: Play, command: cmd.SkipEffect) -> str:
    effect = _due(play.state, command.player, command.icon)
    play.tell(
        ev.EffectSkipped(player=effect.owner, icon=effect.icon, reason="declined", rules=("WM-302",)),
    )
    settle(play)
    return effect.owner


def use_effect(play: Play, command: cmd.UseEffect) -> str:
    """Resolve the icon completely (WM-303). Returns whose it was."""
    state = play.state
    effect = _due(state, command.player, command.icon)
    card = command.card
    if card is not None:
        if card not in state.cards:
            raise no("unknown_card", card=card)
        _need_named(state, effect, card)
    play.tell(ev.EffectUsed(player=effect.owner, icon=effect.icon, rules=RULES[effect.icon]))
    match effect.icon:
        case "momentum":
            _momentum(play, effect)
        case "breather":
            _draw(play, effect.owner)
            play.tell(ev.CardDiscarded(player=effect.owner, card=card, rules=("WM-320", "WM-321")))
        case "attrition":
            _attrition(play, effect)
        case "remove":
            to_supply = bool(state.rule("removed_card_returns"))
            play.tell(ev.CardRemoved(player=effect.owner, card=card, to_supply=to_supply, rules=("WM-340", "WM-342")))
            _draw(play, effect.owner)
        case "cancel":
            _cancel(play, effect)
        case "return":
            _return(play, effect)
    settle(play)
    return effect.owner


def _need_named(state: State, effect: Effect, card: str) -> None:
    """The card that a Breather discards or a Remove takes out."""
    manager = state.managers[effect.owner]
    kind = state.cards[card].kind
    if kind not in {"maneuver", "star_move"} or (effect.icon == "remove" and not _may_remove(state, card)):
        raise no("card_kind", card=card)
    # the card just drawn may be the one discarded (WM-321), and nobody knows it
    if effect.icon == "remove" and manager.hand_known and card not in manager.hand:
        raise no("card_not_in_hand", card=card, player=effect.owner)


def _momentum(play: Play, effect: Effect) -> None:
    """WM-310..312."""
    marker = play.state.slots[effect.slot].momentum
    to = effect.owner if marker == CENTER else CENTER
    play.tell(
        ev.MomentumMoved(
            event=effect.slot,
            from_=marker,
            to=to,
            seq=effect.seq,
            rules=("WM-311" if marker == CENTER else "WM-312",),
        )
    )


def _draw(play: Play, seat: str) -> None:
    """One card, with the reshuffle that an empty deck asks for (WM-106); nothing where there is none (WM-D30)."""
    manager = play.state.managers[seat]
    if manager.deck_count + manager.discard_count == 0:
        return
    shuffle = runs_out(manager, 1)
    if manager.deck_count == 0:
        play.tell(ev.DeckReshuffled(player=seat, count=manager.discard_count, rules=("WM-106",)))
        play.tell(ev.CardDrawn(player=seat, rules=("WM-106",)))
        return
    play.tell(ev.CardDrawn(player=seat, rules=("WM-320",)))
    if shuffle:
        play.tell(ev.DeckReshuffled(player=seat, count=manager.discard_count, rules=("WM-106",)))


def _attrition(play: Play, effect: Effect) -> None:
    """WM-333..338."""
    victim = rival(effect.owner)
    manager = play.state.managers[victim]
    for stat in STATS:
        value = manager.stat(stat)
        if value > FLOOR:
            play.tell(
                ev.StatReduced(
                    player=victim,
                    stat=stat,
                    from_=value,
                    to=value - 1,
                    seq=effect.seq,
                    rules=("WM-333", "WM-334"),
                )
            )
            break
    else:
        if play.state.rule("attrition_at_floor") == "no_effect":
            return
    after = play.state.managers[victim]
    if after.at_floor and not after.knocked_out:
        _knock_out(play, victim)


def _knock_out(play: Play, victim: str) -> None:
    if _may_be_prevented(play.state, victim):
        play.tell(ev.KnockoutThreatened(player=victim, rules=("WM-338",)))
    else:
        play.tell(ev.KnockedOut(player=victim, rules=("WM-336", "WM-337")))


def _may_be_prevented(state: State, seat: str) -> bool:
    """Whether something lies face down that might prevent it, as far as everybody knows.

    Asked of every such card: a window that only the right one opens would tell the crowd which it is.
    """
    manager = state.managers[seat]
    piles = {"training": manager.training, "strategy": manager.strategy}
    return any(entry.prevents_knockout and bool(piles.get(entry.kind)) for entry in state.cards.values())


def prevention_cards(state: State, seat: str) -> tuple[str, ...]:
    """Face-down cards that prevent a knock-out; an unnamed one may be any such card of the file."""
    manager = state.managers[seat]
    found: list[str] = []
    for kind, lying in (("training", manager.training), ("strategy", manager.strategy)):
        for ref, entry in state.cards.items():
            if entry.kind == kind and entry.prevents_knockout and (ref in lying or None in lying):
                found.append(ref)
    return tuple(found)


def prevent_knockout(play: Play, command: cmd.PreventKnockout) -> str:
    """WM-338. Returns whose icon had threatened."""
    state = play.state
    victim = state.knockout
    if victim is None:
        raise no("no_effect_pending")
    need_seat(command.player)
    if command.player != victim:
        raise no("not_yours", other=victim)
    card = command.card
    if card in {None, "none"}:
        play.tell(ev.KnockedOut(player=victim, rules=("WM-336", "WM-337")))
    else:
        assert card is not None
        if card not in state.cards:
            raise no("unknown_card", card=card)
        if card not in prevention_cards(state, victim):
            raise no("card_not_available", card=card, player=victim)
        support = "training" if state.cards[card].kind == "training" else "strategy"
        play.tell(
            ev.KnockoutPrevented(
                player=victim,
                card=card,
                support="training" if support == "training" else "strategy",
                rules=("WM-338",),
            )
        )
    settle(play)
    return rival(victim)


def _cancel(play: Play, effect: Effect) -> None:
    """WM-350, WM-D07."""
    target = cancel_target(play.state, effect)
    assert target is not None
    victim = rival(effect.owner)
    number = _lies_in(play.state, target.seq)
    if play.state.rule("cancel_rolls_back"):
        _roll_back(play, target, number, victim)
    play.tell(ev.CardCancelled(player=victim, card=target.card, seq=target.seq, rules=("WM-350", "WM-D06")))


def _lies_in(state: State, seq: int) -> int:
    return next(
        number
        for number, slot in state.slots.items()
        if any(card.seq == seq for lying in slot.zone.values() for card in lying)
    )


def _roll_back(play: Play, target: Placed, number: int, player: str) -> None:
    """What the card's Attrition took comes back, and its steps of the marker are undone."""
    sufferer = rival(player)
    for stat in reversed(target.reduced):
        play.tell(ev.EffectRolledBack(player=sufferer, stat=stat, rules=("WM-D07",)))
    manager = play.state.managers[sufferer]
    if target.reduced and manager.knocked_out and not manager.at_floor:
        play.tell(ev.KnockoutLifted(player=sufferer, rules=("WM-D07",)))
    for _ in range(target.moved):
        marker = play.state.slots[number].momentum
        if marker != sufferer:
            to = rolled_marker(play.state, number, player)
            play.tell(ev.MomentumMoved(event=number, from_=marker, to=to, rules=("WM-D07",)))


def _return(play: Play, effect: Effect) -> None:
    """WM-360, WM-D08, WM-D09."""
    target = return_target(play.state, effect)
    assert target is not None
    thief = effect.owner
    number = _lies_in(play.state, target.seq)
    effects: tuple[Effect, ...] = ()
    if play.state.rule("return_uses_effects"):
        effects = icons_of(play.state, thief, target.card, number, play.state.seq + 1)
    play.tell(
        ev.CardReturned(
            player=thief,
            card=target.card,
            seq=target.seq,
            owner=thief if play.state.rule("returned_card_owner") == "thief" else target.owner,
            effects=effects,
            rules=("WM-360", "WM-D08", "WM-D09"),
        )
    )
