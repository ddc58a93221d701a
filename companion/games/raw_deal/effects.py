"""Effects and costs that the program carries out (section 5)."""

from collections.abc import Mapping
from typing import Any

from companion.games.raw_deal import commands as cmd
from companion.games.raw_deal import events as ev
from companion.games.raw_deal.model import (
    EFFECT_KINDS,
    CardEntry,
    EffectDue,
    EffectKind,
    Function,
    Phase,
    State,
    opponent,
)
from companion.games.raw_deal.reasons import no
from companion.games.raw_deal.table import Play, draw, mill, move, need_count, need_named, need_owner, open_window

OWN_PLAIN = frozenset({"mill", "draw", "discard", "to_hand", "to_arsenal", "look_top", "look_hand"})
_FROM_RINGSIDE = frozenset({"to_hand", "to_arsenal"})


def kind_of(effect: Mapping[str, Any]) -> EffectKind | None:
    return next((kind for kind in EFFECT_KINDS if kind in effect), None)


def effects_of(state: State, seat: str, card: str, function: Function) -> tuple[EffectDue, ...]:
    """Costs first, then effects in printed order; the bonuses of one card are one."""
    entry = state.cards[card]
    costs = [_due(state, seat, card, cost, cost=True) for cost in _used(entry.must_costs, function)]
    found = [
        _due(state, seat, card, effect) for effect in _used(entry.effects, function) if not effect.get("each_turn")
    ]
    return tuple(_bonuses_joined([due for due in (*costs, *found) if due is not None]))


def _used(effects: tuple[Mapping[str, Any], ...], function: Function) -> list[Mapping[str, Any]]:
    return [effect for effect in effects if effect.get("as") in {None, function}]


def _due(state: State, seat: str, card: str, effect: Mapping[str, Any], *, cost: bool = False) -> EffectDue | None:
    kind = kind_of(effect)
    if kind is None:
        return None
    free = state.rule("plain_effects") == "free" and kind in OWN_PLAIN and not cost
    number = int(effect[kind])
    return EffectDue(
        kind,
        number,
        opponent(state, seat) if kind == "opponent_discard" else seat,
        card,
        may=bool(effect.get("may")) or free,
        cost=cost,
        shuffle=bool(effect.get("shuffle")),
        d=number if kind == "next_d" else 0,
        reversal_f=number if kind == "next_reversal_f" else 0,
    )


def _bonuses_joined(effects: list[EffectDue]) -> list[EffectDue]:
    bonuses = [effect for effect in effects if effect.kind in {"next_d", "next_reversal_f"}]
    if len(bonuses) < 2:
        return effects
    first = bonuses[0]
    joined = EffectDue(
        "next_d",
        sum(one.d for one in bonuses),
        first.owner,
        first.source,
        d=sum(one.d for one in bonuses),
        reversal_f=sum(one.reversal_f for one in bonuses),
    )
    return [joined if effect is first else effect for effect in effects if effect is first or effect not in bonuses]


def can_pay(state: State, seat: str, entry: CardEntry, function: Function, in_hand: int) -> bool:
    """Whether every "must" cost can be paid (RD-413); `in_hand` is what is left after the card itself."""
    player = state.players[seat]
    mills = discards = 0
    for cost in _used(entry.must_costs, function):
        mills += int(cost.get("mill", 0))
        discards += int(cost.get("discard", 0))
    return player.arsenal >= mills and in_hand >= discards


# -- carrying out ---------------------------------------------------------------------------------------------------


def due_count(state: State, effect: EffectDue) -> int:
    """How many cards the effect really moves or shows now (RD-414, RD-416)."""
    owner = state.players[effect.owner]
    match effect.kind:
        case "mill" | "draw" | "look_top":
            return min(effect.number, owner.arsenal)
        case "opponent_mill":
            return min(effect.number, state.players[opponent(state, effect.owner)].arsenal)
        case "discard" | "opponent_discard":
            return min(effect.number, owner.hand_count)
        case "to_hand" | "to_arsenal":
            return min(effect.number, owner.ringside_count)
        case _:
            return effect.number


def has_choice(state: State, effect: EffectDue) -> bool:
    """EFFECT opens only for a "may", or for more cards than the effect takes (section 5)."""
    owner = state.players[effect.owner]
    if effect.kind in _FROM_RINGSIDE:
        return owner.ringside_count > 0
    if effect.may:
        return True
    return effect.kind in {"discard", "opponent_discard"} and owner.hand_count > effect.number


def run_effects(play: Play) -> bool:
    """Carry effects out until one needs a choice. Returns whether all are done."""
    while play.state.effects:
        effect = play.state.effects[0]
        if has_choice(play.state, effect):
            open_window(play, Phase.EFFECT, "RD-402")
            return False
        _carry_out(play, effect, None)
    return True


def _carry_out(play: Play, effect: EffectDue, cards: tuple[str, ...] | None) -> None:
    state = play.state
    seat, count = effect.owner, due_count(state, effect)
    if effect.cost:
        play.tell(
            ev.CostPaid(
                player=seat,
                mill=count if effect.kind == "mill" else 0,
                discard=count if effect.kind == "discard" else 0,
                rules=("RD-413",),
            )
        )
    match effect.kind:
        case "mill":
            mill(play, seat, count, "RD-402")
        case "opponent_mill":
            mill(play, opponent(state, seat), count, "RD-402")
        case "draw":
            draw(play, seat, count, "RD-402", cards or ())
        case "discard" | "opponent_discard":
            named = cards if cards is not None else _whole_hand(state, seat, count)
            move(play, seat, count, "hand", "ringside", "RD-106", named)
        case "to_hand":
            move(play, seat, count, "ringside", "hand", "RD-402", cards or ())
        case "to_arsenal":
            move(play, seat, count, "ringside", "arsenal", "RD-402", cards or ())
        case "next_d" | "next_reversal_f":
            play.tell(
                ev.BonusAdded(
                    source=effect.source,
                    d=effect.d,
                    reversal_f=effect.reversal_f,
                    owner=seat,
                    rules=("RD-418",),
                )
            )
        case "look_top" | "look_hand":
            pass
    play.tell(ev.EffectResolved(effect=effect.kind, count=count, rules=("RD-402",)))


def _whole_hand(state: State, seat: str, count: int) -> tuple[str, ...]:
    """The names of a known hand that goes as a whole: nothing is left to choose."""
    player = state.players[seat]
    return player.hand if count == player.hand_count == len(player.hand) else ()


def resolve_effect(play: Play, command: cmd.ResolveEffect) -> None:
    """The owner's choice in the EFFECT window (RD-412..416)."""
    state = play.state
    effect = state.effects[0] if state.effects else None
    owner = None if effect is None else effect.owner
    need_owner(state, command.player, owner, Phase.EFFECT)
    assert effect is not None
    if command.effect != effect.kind:
        raise no("wrong_effect", due=effect.kind)
    if command.choice == "decline":
        if not effect.may:
            raise no("mandatory_effect", what=effect.kind)
        play.tell(ev.EffectResolved(effect=effect.kind, count=0, rules=("RD-412",)))
        return
    count = due_count(state, effect)
    need_count(command.cards, count if effect.kind not in {"look_top", "look_hand"} else len(command.cards or ()))
    if command.cards is not None:
        _need_cards(state, effect, command.cards)
    _carry_out(play, effect, command.cards)


def _need_cards(state: State, effect: EffectDue, cards: tuple[str, ...]) -> None:
    match effect.kind:
        case "discard" | "opponent_discard":
            need_named(state, effect.owner, "hand", cards)
        case "to_hand" | "to_arsenal":
            need_named(state, effect.owner, "ringside", cards)
        case _:
            need_named(state, effect.owner, "arsenal", cards)
