"""What is shown of a state: to scripts and JSON, to the crowd, to a seat; and which question is open."""

from companion.games.wrasslin_manager.effects import available, current, prevention_cards
from companion.games.wrasslin_manager.model import (
    SEATS,
    SLOTS,
    Phase,
    Reward,
    Slot,
    State,
    next_slot,
    star_moves_owned,
)
from companion.games.wrasslin_manager.resolution import recover_options, recovery_due, side_options
from companion.games.wrasslin_manager.season import counts
from companion.kernel.codec import Plain, encode
from companion.kernel.decisions import REFEREE, Pending
from companion.kernel.outcome import Outcome, Result, method_told
from companion.kernel.text import Text
from companion.kernel.visibility import REFEREE_EYES

FACE_DOWN = "face_down"
ACTIONS = ("play_maneuver", "play_star_move", "play_training", "play_strategy", "pass_turn")
_PLAIN_FIELDS = (
    "fans",
    "fue",
    "agi",
    "tec",
    "sta",
    "power",
    "knocked_out",
    "gravely_injured",
    "passed",
    "hand_count",
    "deck_count",
    "discard_count",
)
METHOD_WORDS = {
    "fans": Text("most fans", "más fans"),
    "star_moves": Text("more star moves", "más movimientos estrella"),
    "training": Text("more Training cards", "más cartas de Entrenamiento"),
    "strategy": Text("more Strategy cards", "más cartas de Estrategia"),
    "grave_injury": Text("a grave injury", "lesión grave"),
    "none": Text("equal in everything", "igualdad en todo"),
}

COUNTED = {
    "fans": Text("fans", "fans"),
    "star_moves": Text("star moves", "movimientos estrella"),
    "training": Text("Training cards", "cartas de Entrenamiento"),
    "strategy": Text("Strategy cards", "cartas de Estrategia"),
}
"""What the tie-breaks count, in their order (WM-502)."""


def snapshot(state: State) -> dict[str, Plain]:
    """The state model of section 4; fields of a manager as `{seat: value}`."""
    managers = state.managers
    shown: dict[str, Plain] = {
        "round": state.round,
        "phase": state.phase.value,
        "starting_player": state.starting_player,
        "previous_starting_player": state.previous_starting_player,
        "turn": state.turn,
    }
    for key in _PLAIN_FIELDS:
        shown[key] = {seat: getattr(manager, key) for seat, manager in managers.items()}
    shown["stats"] = {seat: [manager.fue, manager.agi, manager.tec] for seat, manager in managers.items()}
    for key in ("hand", "discard", "training", "strategy"):
        shown[key] = {seat: list(getattr(manager, key)) for seat, manager in managers.items()}
    for key in ("training", "strategy"):
        shown[f"{key}_count"] = {seat: len(getattr(manager, key)) for seat, manager in managers.items()}
    shown["star_moves_owned"] = {seat: star_moves_owned(state, seat) for seat in managers}
    shown["slots"] = {str(number): _slot(state.slots[number]) for number in SLOTS}
    shown["supply"] = list(state.supply)
    shown["supply_gained"] = state.supply_gained
    shown["winner"] = state.winner
    shown["method"] = state.method
    shown["house_rules"] = dict(state.house_rules)
    if state.profile is not None:
        shown["profile"] = encode(state.profile)
    return shown


def _slot(slot: Slot) -> Plain:
    return {
        "kind": slot.kind,
        "card": slot.card,
        "world_title": slot.world_title,
        "resolved": slot.resolved,
        "winner": slot.winner,
        "power": None if slot.power is None else dict(slot.power),
        "momentum": slot.momentum,
        "zone": {seat: [card.card for card in lying] for seat, lying in slot.zone.items()},
        "left": _reward(slot.left),
        "center": _reward(slot.center),
        "right": _reward(slot.right),
    }


def _reward(reward: Reward) -> Plain:
    if reward.kind in {"nothing", "unknown"}:
        return reward.kind
    shown: dict[str, Plain] = {"kind": reward.kind, "amount": 1 if reward.amount is None else reward.amount}
    if reward.card is not None:
        shown["card"] = reward.card
    return shown


def view(state: State, viewer: str) -> dict[str, Plain]:
    """`snapshot` as the crowd or a seat may see it: hands and face-down cards of others are counted only."""
    seen = snapshot(state)
    if viewer == REFEREE_EYES:
        return seen
    for seat in SEATS:
        if seat != viewer:
            for key in ("hand", "training", "strategy"):
                seen[key][seat] = [FACE_DOWN] * len(seen[key][seat])
    if state.phase is not Phase.ENDED and viewer != REFEREE_EYES:
        seen["star_moves_owned"] = {seat: count for seat, count in seen["star_moves_owned"].items() if seat == viewer}
    return seen


def pending(state: State) -> tuple[Pending, ...]:
    match state.phase:
        case Phase.SETUP:
            return (Pending("start_season", REFEREE, (), Text("Who wrestles?", "¿Quién lucha?"), "WM-001"),)
        case Phase.REFILL:
            waiting = tuple(seat for seat in SEATS if not state.managers[seat].refilled)
            ask = Text("Draw up to your wrestler's Power.", "Roba hasta el Poder de tu luchador.")
            return (Pending("refill_hand", waiting, (), ask, "WM-102"),)
        case Phase.STARTER:
            ask = Text("Who begins? By chance.", "¿Quién empieza? Al azar.")
            return (Pending("random_starter", REFEREE, SEATS, ask, "WM-111"),)
        case Phase.EVENTS:
            number = next(number for number in SLOTS if state.slots[number].kind is None)
            ask = Text("Lay out Event {n}.", "Coloca el Evento {n}.").filled(n=number)
            return (Pending("place_event", str(state.starting_player), (), ask, "WM-113", {"slot": number}),)
        case Phase.CONFRONT:
            return _confront(state)
        case Phase.RESOLVE:
            return (_resolve(state),)
        case Phase.DISCARD:
            ask = Text("Clear the table.", "Recoged la mesa.")
            return (Pending("finish_discard", REFEREE, (), ask, "WM-011"),)
        case Phase.ENDED:
            return ()


def _confront(state: State) -> tuple[Pending, ...]:
    turn = str(state.turn)
    action = Pending("action", turn, ACTIONS, Text("{seat} acts.", "Actúa {seat}.").filled(seat=turn), "WM-204")
    stack = [action]
    for effect in reversed(state.effects[:1]):
        icons = tuple(other.icon for other in current(state) if available(state, other))
        ask = Text("Use {icon}?", "¿Usar {icon}?").filled(icon=ICON_WORDS[effect.icon])
        details = {"icon": effect.icon, "card": effect.card}
        chosen: tuple[str, ...] = icons if state.rule("effect_order") == "player_choice" else (effect.icon,)
        stack.append(Pending("effect", effect.owner, (*chosen, "skip"), ask, "WM-302", details))
    if state.knockout is not None:
        options = (*prevention_cards(state, state.knockout), "none")
        ask = Text("Prevent the knock-out?", "¿Impedir el noqueo?")
        stack.append(Pending("prevent_knockout", state.knockout, options, ask, "WM-338"))
    return tuple(stack)


SECTION_WORDS = {
    "center": Text("the centre", "el centro"),
    "left": Text("the left side", "el lateral izquierdo"),
    "right": Text("the right side", "el lateral derecho"),
}
ICON_WORDS = {
    "momentum": Text("Momentum", "Momentum"),
    "breather": Text("Breather", "Respiro"),
    "attrition": Text("Attrition", "Desgaste"),
    "remove": Text("Remove", "Eliminar"),
    "cancel": Text("Cancel", "Anular"),
    "return": Text("Return", "Devolver"),
}


def _resolve(state: State) -> Pending:
    recovery = recovery_due(state)
    if recovery is not None:
        options = (*recover_options(state, recovery.player), "none")
        details = {"slot": state.resolving, "section": recovery.section}
        ask = Text("Recover what?", "¿Qué se recupera?")
        return Pending("recover", recovery.player, options, ask, "WM-424", details)
    if state.due:
        first = state.due[0]
        details = {"slot": state.resolving, "section": first.section}
        ask = Text("Which reward is it?", "¿Qué recompensa es?")
        if first.section is not None:
            where = SECTION_WORDS[first.section]
            ask = Text(
                f"Event {state.resolving}, {where.en}: which reward is it?",
                f"Evento {state.resolving}, {where.es}: ¿qué recompensa es?",
            )
        return Pending("grant_reward", first.player, side_options(state), ask, "WM-420", details)
    number = next_slot(state)
    ask = Text("Resolve Event {n}.", "Resolved el Evento {n}.").filled(n=number)
    return Pending("resolve_event", REFEREE, (), ask, "WM-401", {"slot": number})


def outcome(state: State) -> Outcome | None:
    if state.phase is not Phase.ENDED:
        return None
    method = state.method or ""
    how = method_told(METHOD_WORDS, method)
    trace = tuple(
        Text("{what}: {one} to {two}", "{what}: {one} a {two}").filled(
            what=COUNTED[key], one=counts(state, "p1")[key], two=counts(state, "p2")[key]
        )
        for key in ("fans", "star_moves", "training", "strategy")
    )
    if state.winner is None:
        return Outcome(Result.NOBODY, method, (), SEATS, Text("Nobody wins.", "No gana nadie."), trace)
    loser = tuple(seat for seat in SEATS if seat != state.winner)
    text = Text(
        "{seat} is Wrestler of the Year of Brawling Smash! ({how}).",
        "{seat} es Luchador del Año de Brawling Smash! ({how}).",
    )
    return Outcome(Result.WON, method, (state.winner,), loser, text.filled(seat=state.winner, how=how), trace)
